//! Which shared cells a command reads and writes, at which paths, and which work-items do it.
//!
//! A *path* is the list of indexes and fields that leads from a cell to one of its numbers (notes, section 9).  Indexes are nat terms
//! over loop variables where that is known.

use crate::dpia::make;
use elder_dpia::Places;
use elder_dpia::{
    AddressSpace, DataType, Known, Name, Nat, Node, Phrase, PhraseType, Prim, Ranges, Side, Strategy, Walk,
};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::rc::Rc;

/// A step from a compound value to a part of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// An element; `None` if its index is not a nat term.
    Index(Option<Nat>),
    /// A component of a pair.
    Field(Side),
}

/// Which items of a group run a command, in one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// All of them, each for itself.
    All,
    /// The first one.
    First,
    /// The item that this variable of a loop over items belongs to.
    Own(Name),
}

/// What is done to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
    /// By an operator whose updates commute.
    Update,
}

/// One place of the program that touches shared memory.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub root: Name,
    pub path: Rc<[Step]>,
    pub kind: Kind,
    pub who: [Who; 3],
    /// The ranges of the variables of the loops around, within the command.
    pub ranges: Ranges,
    /// For a write: the variables that index an acceptor on the way, with that acceptor.  Different elements of an acceptor are
    /// different places, whatever views lie below.
    pub through: Rc<[(Name, Phrase)]>,
}

/// Quotient and remainder of an index by a length, at a place where these variables are in scope.
type Cuts = FxHashMap<(Nat, Nat, Vec<Name>), (Nat, Nat)>;

/// What variables of acceptors and expressions stand for: parts of cells.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// Elements that loops lend, and the arrays that swap roles.
    stands_for: FxHashMap<Name, Vec<Phrase>>,
    /// The address spaces of the cells.
    spaces: FxHashMap<Name, AddressSpace>,
    /// Cells that are looked at as views of memory that they share.
    shared: FxHashMap<Name, Phrase>,
    /// Indexes that were taken apart: the same ones are met again and again at one place, and shortening them takes proofs.  What is known
    /// belongs to the place, and variables are unique, so those in scope say which ranges the proofs had.
    cuts: Cuts,
}

impl Scope {
    /// Notes the space of a cell.
    pub fn declare(&mut self, v: &Name, space: AddressSpace) {
        self.spaces.insert(v.clone(), space);
    }

    /// Notes that `x` is (one of) these.
    pub fn alias(&mut self, x: &Name, phrases: Vec<Phrase>) {
        self.stands_for.insert(x.clone(), phrases);
    }

    /// Looks at these cells as views of other memory from now on, and at no others.
    pub fn share(&mut self, views: FxHashMap<Name, Phrase>) {
        self.shared = views;
    }

    /// An acceptor with the views of shared memory in the place of cells.
    pub fn shown<'p>(&self, a: &'p Phrase) -> Cow<'p, Phrase> {
        if self.shared.is_empty() {
            return Cow::Borrowed(a);
        }
        fn walk(p: &Phrase, shared: &FxHashMap<Name, Phrase>) -> Phrase {
            match &*p.node {
                Node::Proj(inner, side) => walk(inner, shared).project(*side),
                Node::Var(x) => shared.get(x).unwrap_or(p).clone(),
                _ => p.map_children(&mut |child| walk(child, shared)),
            }
        }
        Cow::Owned(walk(a, &self.shared))
    }

    /// What a variable stands for.
    fn parts(&self, x: &Name) -> Option<Vec<Phrase>> {
        match self.shared.get(x) {
            Some(view) => Some(vec![view.clone()]),
            None => self.stands_for.get(x).cloned(),
        }
    }

    /// Where the cell lies; what was not declared is a parameter of the program, in global memory.
    pub fn space(&self, v: &Name) -> AddressSpace {
        self.spaces.get(v).copied().unwrap_or(AddressSpace::Global)
    }

    /// Notes what the parameters of a loop's body stand for.
    pub fn enter(&mut self, prim: &Prim, parts: &[Phrase]) {
        match (prim, parts) {
            (Prim::New { space, .. }, [body]) => {
                if let Some((v, _)) = make::open(body) {
                    self.declare(&v.name, space.unwrap_or(AddressSpace::Global));
                }
            }
            (Prim::Parfor { n, of, .. }, [a, body]) => {
                if let Some((i, rest)) = make::open(body)
                    && let Some((o, _)) = make::open(rest)
                {
                    let i = Phrase::var(&i.name, a.span);
                    self.alias(&o.name, vec![make::idx_acc(n, of, a.clone(), i)]);
                }
            }
            (Prim::ParforInPlace { n, of, .. }, [v, body]) => {
                if let Some((i, rest)) = make::open(body)
                    && let Some((own, _)) = make::open(rest)
                {
                    let i = Phrase::var(&i.name, v.span);
                    let write = make::idx_acc(n, of, make::writes(v), i.clone());
                    let read = make::idx(n, of, make::reads(v), i);
                    self.alias(&own.name, vec![Phrase::new(Node::Pair(write, read), v.span)]);
                }
            }
            (Prim::Accumulating { .. }, [a, body]) => {
                if let Some((u, _)) = make::open(body) {
                    self.alias(&u.name, vec![a.clone()]);
                }
            }
            (Prim::Part { n, m, of }, [v, body]) => {
                if let Some((lo, rest)) = make::open(body)
                    && let Some((hi, _)) = make::open(rest)
                {
                    for (x, part) in [lo, hi].into_iter().zip(make::parts(n, m, of, v)) {
                        if let Some(space) = root(v).and_then(|v| self.spaces.get(v).copied()) {
                            self.declare(&x.name, space);
                        }
                        self.alias(&x.name, vec![part]);
                    }
                }
            }
            (Prim::DoubleFor { .. }, [front, back, body, result]) => {
                let both = |half: fn(&Phrase) -> Phrase| vec![half(front), half(back)];
                if let Some((_, rest)) = make::open(body)
                    && let Some((o, rest)) = make::open(rest)
                    && let Some((e, _)) = make::open(rest)
                {
                    self.alias(&o.name, both(make::writes));
                    self.alias(&e.name, both(make::reads));
                }
                if let Some((r, _)) = make::open(result) {
                    self.alias(&r.name, both(make::reads));
                }
            }
            _ => {}
        }
    }
}

/// The variable that a phrase is, or a part of.
fn root(p: &Phrase) -> Option<&Name> {
    match &*p.node {
        Node::Var(x) => Some(x),
        Node::Pair(first, _) | Node::Proj(first, _) => root(first),
        Node::Prim(Prim::Idx { .. } | Prim::IdxAcc { .. }, parts) => parts.first().and_then(root),
        Node::Prim(_, parts) => parts.last().and_then(root),
        _ => None,
    }
}

/// Collects the accesses of a command that `who` runs.
pub(crate) struct Collector<'a> {
    scope: &'a mut Scope,
    known: Known,
    /// The accesses, so far.
    pub found: Vec<Access>,
    who: [Who; 3],
    through: Vec<(Name, Phrase)>,
}

impl Walk for Collector<'_> {
    fn known(&mut self) -> &mut Known {
        &mut self.known
    }
}

impl<'a> Collector<'a> {
    /// A collector of accesses by `who`.
    pub fn new(scope: &'a mut Scope, who: [Who; 3]) -> Collector<'a> {
        Collector {
            scope,
            known: Known::default(),
            found: Vec::new(),
            who,
            through: Vec::new(),
        }
    }

    fn note(&mut self, root: &Name, path: &[Step], kind: Kind) {
        if self.scope.space(root) != AddressSpace::Private {
            self.found.push(Access {
                root: root.clone(),
                path: path.into(),
                kind,
                who: self.who.clone(),
                ranges: (*self.known).clone(),
                through: match kind {
                    Kind::Read => Rc::from([]),
                    _ => self.through.as_slice().into(),
                },
            });
        }
    }

    /// The accesses of a command.
    pub fn command(&mut self, c: &Phrase) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.command_node(c));
    }

    fn command_node(&mut self, c: &Phrase) {
        let Node::Prim(prim, parts) = &*c.node else {
            if let Node::Lambda(_, body) | Node::NatLambda(_, body) = &*c.node {
                self.command(body);
            }
            return;
        };
        match (prim, parts.as_slice()) {
            (Prim::Assign { .. }, [a, e]) => {
                self.read(e, &[]);
                self.write(a, &[], Kind::Write);
            }
            (Prim::UpdateBy { .. }, [u, e]) => {
                self.read(e, &[]);
                self.write(u, &[], Kind::Update);
            }
            (Prim::If { .. } | Prim::While {}, [condition, branches @ ..]) => {
                self.read(condition, &[]);
                branches.iter().for_each(|branch| self.command(branch));
            }
            (
                Prim::Parfor { .. }
                | Prim::ParforInPlace { .. }
                | Prim::ParforEach { .. }
                | Prim::Accumulating { .. }
                | Prim::New { .. }
                | Prim::Part { .. }
                | Prim::DoubleFor { .. },
                _,
            ) => {
                self.scope.enter(prim, parts);
                let known = (*self.known).clone();
                let mut inner = Collector::new(self.scope, self.who.clone());
                inner.enter_loop(prim, parts);
                inner.within(known, |inner| {
                    parts
                        .iter()
                        .filter(|part| make::open(part).is_some())
                        .for_each(|part| inner.body(part));
                });
                self.found.append(&mut inner.found);
            }
            (Prim::LetSize { .. }, [number, body]) => {
                self.read(number, &[]);
                let known = self.known.in_part(prim, parts, 1);
                self.within(known, |walk| walk.command(body));
            }
            (Prim::For { .. }, [body]) => self.body(body),
            // Any lane may read and write any element.
            (
                Prim::ReduceSubgroupI { .. } | Prim::ScanSubgroupI { .. } | Prim::ShuffleI { .. },
                [f, xss, a],
            ) => {
                self.body(f);
                self.read(xss, &[Step::Index(None), Step::Index(None)]);
                let row = [Step::Index(None), Step::Index(None)];
                let depth = if matches!(prim, Prim::ReduceSubgroupI { .. }) {
                    1
                } else {
                    2
                };
                self.write(a, &row[..depth], Kind::Write);
            }
            _ => parts.iter().for_each(|part| self.command(part)),
        }
    }

    /// The accesses of a function's body, where its index is in its range.
    fn body(&mut self, function: &Phrase) {
        match make::open(function) {
            Some((binder, rest)) => {
                // Ranges shorten paths; that they are not empty shortens nothing, and every fact has its price in proofs.
                let known = match &binder.ty {
                    PhraseType::Exp(DataType::Index(n)) => self.known.below(&binder.name, n),
                    _ => (*self.known).clone(),
                };
                self.within(known, |walk| walk.body(rest));
            }
            None => self.command(function),
        }
    }

    /// Notes who runs the body of a loop.
    fn enter_loop(&mut self, prim: &Prim, parts: &[Phrase]) {
        let Some((i, _)) = parts.last().and_then(make::open) else {
            return;
        };
        if let Prim::Parfor { strategy, n, .. }
        | Prim::ParforInPlace { strategy, n, .. }
        | Prim::ParforEach { strategy, n } = prim
            && let Strategy::Local(d) = strategy
            && let Some(who) = self.who.get_mut(usize::from(*d))
        {
            *who = if n.is_one() {
                Who::First
            } else {
                Who::Own(i.name.clone())
            };
        }
    }

    /// The accesses of an expression at a path.
    pub fn read(&mut self, e: &Phrase, path: &[Step]) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.read_node(e, path));
    }

    fn read_node(&mut self, e: &Phrase, path: &[Step]) {
        let (prim, parts) = match &*e.node {
            Node::Var(x) => return self.root(x, path, Kind::Read),
            Node::Proj(inner, side) => return self.half(inner, *side, path, Kind::Read),
            Node::Prim(prim, parts) => (prim, parts.as_slice()),
            _ => return,
        };
        match (prim, parts, path) {
            (Prim::Idx { .. }, [xs, j], _) => {
                let step = self.index(j);
                self.read(xs, &prepend([step], path));
            }
            (Prim::Zip { .. }, [first, second], [i, Step::Field(side), rest @ ..]) => {
                let half = if *side == Side::First { first } else { second };
                self.read(half, &prepend([i.clone()], rest));
            }
            (Prim::Unzip { .. }, [xs], [field, i, rest @ ..]) => {
                self.read(xs, &prepend([i.clone(), field.clone()], rest));
            }
            (Prim::Split { n, .. }, [xs], [i, j, rest @ ..]) => {
                let flat = self.flat(i, n, j);
                self.read(xs, &prepend([flat], rest));
            }
            (Prim::Join { m, .. }, [xs], [i, rest @ ..]) => {
                let [row, column] = self.cut(i, m);
                self.read(xs, &prepend([row, column], rest));
            }
            (Prim::Pair { .. }, [first, second], [Step::Field(side), rest @ ..]) => {
                self.read(if *side == Side::First { first } else { second }, rest);
            }
            (Prim::Fst { .. }, [xs], _) => self.read(xs, &prepend([Step::Field(Side::First)], path)),
            (Prim::Snd { .. }, [xs], _) => self.read(xs, &prepend([Step::Field(Side::Second)], path)),
            (Prim::Transpose { .. }, [xs], [i, j, rest @ ..]) => {
                self.read(xs, &prepend([j.clone(), i.clone()], rest));
            }
            (Prim::Take { .. }, [xs], _) => self.read(xs, path),
            (Prim::Drop { n, .. }, [xs], [i, rest @ ..]) => {
                let moved = shift(i, n);
                self.read(xs, &prepend([moved], rest));
            }
            (Prim::Slide { step, .. }, [xs], [i, j, rest @ ..]) => {
                let flat = self.flat(i, step, j);
                self.read(xs, &prepend([flat], rest));
            }
            (Prim::PadClamp { .. }, [xs], [_, rest @ ..]) => {
                self.read(xs, &prepend([Step::Index(None)], rest));
            }
            (Prim::PadConst { .. }, [border, xs], [_, rest @ ..]) => {
                self.read(border, rest);
                self.read(xs, &prepend([Step::Index(None)], rest));
            }
            (Prim::Gather { .. }, [indexes, xs], [i, rest @ ..]) => {
                self.read(indexes, std::slice::from_ref(i));
                self.read(xs, &prepend([Step::Index(None)], rest));
            }
            (Prim::Reorder { .. }, [.., xs], [_, rest @ ..])
            | (Prim::Stride { .. }, [xs], [_, rest @ ..]) => {
                self.read(xs, &prepend([Step::Index(None)], rest));
            }
            (Prim::Concat { .. }, [first, second], [_, rest @ ..]) => {
                self.read(first, &prepend([Step::Index(None)], rest));
                self.read(second, &prepend([Step::Index(None)], rest));
            }
            (Prim::Generate { .. }, [f], [_, rest @ ..]) => {
                if let Some((_, body)) = make::open(f) {
                    self.read(body, rest);
                }
            }
            (Prim::AsVector { width, .. }, [xs], [i, rest @ ..]) => {
                let lane = rest.first().cloned().unwrap_or(Step::Index(Some(Nat::zero())));
                let flat = self.flat(i, &Nat::lit(i64::from(*width)), &lane);
                self.read(xs, &[flat]);
            }
            (Prim::AsScalar { width, .. }, [xs], [i, ..]) => {
                let [vector, _] = self.cut(i, &Nat::lit(i64::from(*width)));
                self.read(xs, &[vector]);
            }
            (Prim::If { .. }, [condition, yes, no], _) => {
                self.read(condition, &[]);
                self.read(yes, path);
                self.read(no, path);
            }
            // Operators, componentwise on vectors; and views at a path that is shorter than the view asks for.
            _ => parts.iter().for_each(|part| match make::open(part) {
                Some((_, body)) => self.read(body, &[]),
                None => self.read(part, &[]),
            }),
        }
    }

    /// The accesses of an acceptor (or accumulator) at a path.
    fn write(&mut self, a: &Phrase, path: &[Step], kind: Kind) {
        let (prim, parts) = match &*a.node {
            Node::Var(x) => return self.root(x, path, kind),
            Node::Proj(inner, side) => return self.half(inner, *side, path, kind),
            Node::Prim(prim, parts) => (prim, parts.as_slice()),
            _ => return,
        };
        match (prim, parts, path) {
            (Prim::IdxAcc { .. } | Prim::IdxUpd { .. }, [a, j], _) => {
                let step = self.index(j);
                let depth = self.through.len();
                if let Node::Var(i) = &*j.node {
                    self.through.push((i.clone(), a.clone()));
                }
                self.write(a, &prepend([step], path), kind);
                self.through.truncate(depth);
            }
            (Prim::SplitAcc { n, .. }, [a], [i, rest @ ..]) => {
                let [row, column] = self.cut(i, n);
                self.write(a, &prepend([row, column], rest), kind);
            }
            (Prim::JoinAcc { m, .. }, [a], [i, j, rest @ ..]) => {
                let flat = self.flat(i, m, j);
                self.write(a, &prepend([flat], rest), kind);
            }
            (Prim::PairAcc1 { .. }, [a], _) => {
                self.write(a, &prepend([Step::Field(Side::First)], path), kind);
            }
            (Prim::PairAcc2 { .. }, [a], _) => {
                self.write(a, &prepend([Step::Field(Side::Second)], path), kind);
            }
            (Prim::PairAcc { .. }, [first, second], [Step::Field(side), rest @ ..]) => {
                self.write(if *side == Side::First { first } else { second }, rest, kind);
            }
            (Prim::ZipAcc1 { .. }, [a], [i, rest @ ..]) => {
                self.write(a, &prepend([i.clone(), Step::Field(Side::First)], rest), kind);
            }
            (Prim::ZipAcc2 { .. }, [a], [i, rest @ ..]) => {
                self.write(a, &prepend([i.clone(), Step::Field(Side::Second)], rest), kind);
            }
            (Prim::UnzipAcc { .. }, [a], [i, field, rest @ ..]) => {
                self.write(a, &prepend([field.clone(), i.clone()], rest), kind);
            }
            (Prim::TransposeAcc { .. }, [a], [i, j, rest @ ..]) => {
                self.write(a, &prepend([j.clone(), i.clone()], rest), kind);
            }
            (Prim::TakeAcc { .. }, [a], _) => self.write(a, path, kind),
            (Prim::DropAcc { n, .. }, [a], [i, rest @ ..]) => {
                let moved = shift(i, n);
                self.write(a, &prepend([moved], rest), kind);
            }
            (Prim::AsVectorAcc { width, .. }, [a], [i, ..]) => {
                let [vector, _] = self.cut(i, &Nat::lit(i64::from(*width)));
                self.write(a, &[vector], kind);
            }
            (Prim::AsScalarAcc { width, .. }, [a], [i, rest @ ..]) => {
                let lane = rest.first().cloned().unwrap_or(Step::Index(Some(Nat::zero())));
                let flat = self.flat(i, &Nat::lit(i64::from(*width)), &lane);
                self.write(a, &[flat], kind);
            }
            (Prim::MapAcc { n, to, .. }, [f, a], [Step::Index(Some(i)), rest @ ..]) => {
                let index = match i.as_variable() {
                    Some(x) => Phrase::var(x, a.span),
                    None => make::index(i, n, a.span),
                };
                let element = make::idx_acc(n, to, a.clone(), index);
                self.write(&f.apply(&element), rest, kind);
            }
            (Prim::MapAcc { .. }, [_, a], [i, ..]) => self.write(a, std::slice::from_ref(i), kind),
            (Prim::ScatterAcc { .. }, [indexes, a], [i, rest @ ..]) => {
                self.read(indexes, std::slice::from_ref(i));
                self.write(a, &prepend([Step::Index(None)], rest), kind);
            }
            (_, [.., a], [_, rest @ ..]) => self.write(a, &prepend([Step::Index(None)], rest), kind),
            _ => parts.iter().for_each(|part| self.write(part, &[], kind)),
        }
    }

    fn root(&mut self, x: &Name, path: &[Step], kind: Kind) {
        match self.scope.parts(x) {
            None => self.note(x, path, kind),
            Some(phrases) => {
                for phrase in phrases {
                    match kind {
                        Kind::Read => self.read(&phrase, path),
                        _ => self.write(&phrase, path, kind),
                    }
                }
            }
        }
    }

    fn half(&mut self, inner: &Phrase, side: Side, path: &[Step], kind: Kind) {
        let Node::Var(v) = &*inner.node else {
            return;
        };
        match self.scope.parts(v) {
            None => self.note(v, path, kind),
            Some(phrases) => {
                for phrase in phrases {
                    let half = phrase.project(side);
                    match kind {
                        Kind::Read => self.read(&half, path),
                        _ => self.write(&half, path, kind),
                    }
                }
            }
        }
    }

    /// The step of an index expression, which is read too.
    fn index(&mut self, j: &Phrase) -> Step {
        match &*j.node {
            Node::Var(i) => Step::Index(Some(Nat::var(i))),
            Node::Prim(Prim::IndexLiteral { value, .. }, _) => Step::Index(Some(value.clone())),
            _ => {
                self.read(j, &[]);
                Step::Index(None)
            }
        }
    }

    fn flat(&self, i: &Step, n: &Nat, j: &Step) -> Step {
        match (i, j) {
            (Step::Index(Some(i)), Step::Index(Some(j))) => Step::Index(Some(i.times(n).plus(j))),
            _ => Step::Index(None),
        }
    }

    fn cut(&mut self, i: &Step, n: &Nat) -> [Step; 2] {
        let Step::Index(Some(i)) = i else {
            return [Step::Index(None), Step::Index(None)];
        };
        let key = (i.clone(), n.clone(), self.known.variables());
        let known = &self.known;
        let cut = || i.divide(n, known);
        let (q, r) = self.scope.cuts.entry(key).or_insert_with(cut).clone();
        [Step::Index(Some(q)), Step::Index(Some(r))]
    }
}

fn shift(i: &Step, by: &Nat) -> Step {
    match i {
        Step::Index(Some(i)) => Step::Index(Some(i.plus(by))),
        other => other.clone(),
    }
}

fn prepend<const N: usize>(steps: [Step; N], path: &[Step]) -> Vec<Step> {
    steps.into_iter().chain(path.iter().cloned()).collect()
}
