//! Which shared cells a command reads and writes, at which paths, and which work-items do it.
//!
//! A path ([`super::path`]) leads from a cell to one of its numbers.  Indexes are nat terms over loop variables where that is known.

use super::path::{Path, Step};
use super::views::{self, Indexes};
use crate::dpia::make;
use elder_dpia::Places;
use elder_dpia::{
    AddressSpace, DataType, Known, Name, Nat, Node, Phrase, PhraseType, Prim, Ranges, Side, Strategy,
    UpdateOp, Walk,
};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::convert::Infallible;
use std::rc::Rc;

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
    /// By an operator: updates by one and the same commute.
    Update(UpdateOp),
}

/// A path whose indexes are `None` where they are no nat terms.
pub(crate) type Leads = Path<Option<Nat>>;

/// One place of the program that touches shared memory.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub root: Name,
    /// Outermost step first.
    pub path: Rc<[Step<Option<Nat>>]>,
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
            // It stands for the number in a cell of the item's own.
            (Prim::SwapAt { .. }, [_, body]) => {
                if let Some((v, _)) = make::open(body) {
                    self.declare(&v.name, AddressSpace::Private);
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

    fn note(&mut self, root: &Name, path: &Leads, kind: Kind) {
        if self.scope.space(root) != AddressSpace::Private {
            self.found.push(Access {
                root: root.clone(),
                path: path.steps().cloned().collect(),
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
        elder_syntax::effort::deeper(|| self.command_node(c));
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
                self.read(e, Path::empty());
                self.write(a, Path::empty(), Kind::Write);
            }
            (Prim::UpdateBy { op, .. }, [u, e]) => {
                self.read(e, Path::empty());
                self.write(u, Path::empty(), Kind::Update(*op));
            }
            (Prim::SwapAt { .. }, [u, body]) => {
                self.scope.enter(prim, parts);
                self.write(u, Path::empty(), Kind::Update(UpdateOp::Swap));
                self.body(body);
            }
            (Prim::Fail { .. }, numbers) => {
                numbers.iter().for_each(|e| self.read(e, Path::empty()));
            }
            (Prim::If { .. } | Prim::While {}, [condition, branches @ ..]) => {
                self.read(condition, Path::empty());
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
                // Scopes are as deep as programs are long: what was found goes on to the next, nothing is moved.
                inner.found = std::mem::take(&mut self.found);
                inner.enter_loop(prim, parts);
                inner.within(known, |inner| {
                    parts
                        .iter()
                        .filter(|part| make::open(part).is_some())
                        .for_each(|part| inner.body(part));
                });
                self.found = inner.found;
            }
            (Prim::LetSize { .. }, [number, body]) => {
                self.read(number, Path::empty());
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
                let row = Path::empty().with_index(None);
                self.read(xss, row.clone().with_index(None));
                let results = match prim {
                    Prim::ReduceSubgroupI { .. } => row,
                    _ => row.with_index(None),
                };
                self.write(a, results, Kind::Write);
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
    pub fn read(&mut self, e: &Phrase, path: Leads) {
        elder_syntax::effort::deeper(|| self.read_node(e, path));
    }

    fn read_node(&mut self, e: &Phrase, mut path: Leads) {
        let (prim, parts) = match &*e.node {
            Node::Var(x) => return self.root(x, path, Kind::Read),
            Node::Proj(inner, side) => return self.half(inner, *side, path, Kind::Read),
            Node::Prim(prim, parts) => (prim, parts.as_slice()),
            _ => return,
        };
        if let Some(viewed) = self.through(prim, parts, &mut path) {
            return self.read(viewed, path);
        }
        match (prim, parts) {
            (Prim::Idx { .. }, [xs, j]) => {
                let index = self.index(j);
                self.read(xs, path.with_index(index));
            }
            (Prim::AsVector { width, .. }, [_]) if !path.is_empty() => {
                for lane in lanes(*width, &path) {
                    self.read(e, lane);
                }
            }
            (Prim::PadConst { .. }, [border, xs]) if path.pop_index().is_some() => {
                self.read(border, path.clone());
                self.read(xs, path.with_index(None));
            }
            (Prim::Gather { .. }, [indexes, xs]) => {
                if let Some(i) = path.pop_index() {
                    self.read(indexes, Path::empty().with_index(i));
                    self.read(xs, path.with_index(None));
                }
            }
            (Prim::PadClamp { .. }, [xs]) | (Prim::Reorder { .. }, [.., xs])
                if path.pop_index().is_some() =>
            {
                self.read(xs, path.with_index(None));
            }
            (Prim::Concat { .. }, [first, second]) if path.pop_index().is_some() => {
                self.read(first, path.clone().with_index(None));
                self.read(second, path.with_index(None));
            }
            (Prim::Generate { .. }, [f]) if path.pop_index().is_some() => {
                if let Some((_, body)) = make::open(f) {
                    self.read(body, path);
                }
            }
            (Prim::If { .. }, [condition, yes, no]) => {
                self.read(condition, Path::empty());
                self.read(yes, path.clone());
                self.read(no, path);
            }
            // What a function that stays one is given, all of it: nothing else is known to it.
            (Prim::Call { .. }, [_, given @ ..]) => {
                given.iter().for_each(|part| self.read(part, Path::empty()));
            }
            // Operators, componentwise on vectors; and views at a path that is shorter than the view asks for.
            _ => parts.iter().for_each(|part| match make::open(part) {
                Some((_, body)) => self.read(body, Path::empty()),
                None => self.read(part, Path::empty()),
            }),
        }
    }

    /// The accesses of an acceptor (or accumulator) at a path.
    fn write(&mut self, a: &Phrase, mut path: Leads, kind: Kind) {
        let (prim, parts) = match &*a.node {
            Node::Var(x) => return self.root(x, path, kind),
            Node::Proj(inner, side) => return self.half(inner, *side, path, kind),
            Node::Prim(prim, parts) => (prim, parts.as_slice()),
            _ => return,
        };
        if let Some(viewed) = self.through(prim, parts, &mut path) {
            return self.write(viewed, path, kind);
        }
        match (prim, parts) {
            (Prim::IdxAcc { .. } | Prim::IdxUpd { .. }, [a, j]) => {
                let index = self.index(j);
                let depth = self.through.len();
                if let Node::Var(i) = &*j.node {
                    self.through.push((i.clone(), a.clone()));
                }
                self.write(a, path.with_index(index), kind);
                self.through.truncate(depth);
            }
            (Prim::AsScalarAcc { width, .. }, [_]) if !path.is_empty() => {
                for lane in lanes(*width, &path) {
                    self.write(a, lane, kind);
                }
            }
            (Prim::MapAcc { n, to, .. }, [f, a]) => match path.pop_index() {
                Some(Some(i)) => {
                    let index = match i.as_variable() {
                        Some(x) => Phrase::var(x, a.span),
                        None => make::index(&i, n, a.span),
                    };
                    let element = make::idx_acc(n, to, a.clone(), index);
                    self.write(&f.apply(&element), path, kind);
                }
                i => {
                    let whole = i.map_or(Path::empty(), |i| Path::empty().with_index(i));
                    self.write(a, whole, kind);
                }
            },
            (Prim::ScatterAcc { .. }, [indexes, a]) => {
                let i = path.pop_index();
                self.read(indexes, i.map_or(Path::empty(), |i| Path::empty().with_index(i)));
                self.write(a, path.with_index(None), kind);
            }
            (_, [.., a]) if path.pop().is_some() => self.write(a, path.with_index(None), kind),
            _ => parts
                .iter()
                .for_each(|part| self.write(part, Path::empty(), kind)),
        }
    }

    /// The phrase that a view looks at, with the path in it; `None` if this is no view of the table, or the path is too short for it.
    fn through<'p>(&mut self, prim: &Prim, parts: &'p [Phrase], path: &mut Leads) -> Option<&'p Phrase> {
        let (_, turn) = views::row(prim)?;
        let Ok(part) = turn.apply(path, self);
        parts.get(part?)
    }

    fn root(&mut self, x: &Name, path: Leads, kind: Kind) {
        match self.scope.parts(x) {
            None => self.note(x, &path, kind),
            Some(phrases) => {
                for phrase in phrases {
                    match kind {
                        Kind::Read => self.read(&phrase, path.clone()),
                        _ => self.write(&phrase, path.clone(), kind),
                    }
                }
            }
        }
    }

    fn half(&mut self, inner: &Phrase, side: Side, path: Leads, kind: Kind) {
        let Node::Var(v) = &*inner.node else {
            return;
        };
        match self.scope.parts(v) {
            None => self.note(v, &path, kind),
            Some(phrases) => {
                for phrase in phrases {
                    let half = phrase.project(side);
                    match kind {
                        Kind::Read => self.read(&half, path.clone()),
                        _ => self.write(&half, path.clone(), kind),
                    }
                }
            }
        }
    }

    /// The term of an index expression, which is read too.
    fn index(&mut self, j: &Phrase) -> Option<Nat> {
        match &*j.node {
            Node::Var(i) => Some(Nat::var(i)),
            Node::Prim(Prim::IndexLiteral { value, .. }, _) => Some(value.clone()),
            _ => {
                self.read(j, Path::empty());
                None
            }
        }
    }
}

impl Indexes for Collector<'_> {
    type Index = Option<Nat>;
    type Error = Infallible;

    fn size(&mut self, n: &Nat) -> Result<Nat, Infallible> {
        Ok(n.clone())
    }

    fn scaled(&mut self, i: Option<Nat>, n: &Nat) -> Option<Nat> {
        Some(i?.times(n))
    }

    fn shifted(&mut self, i: Option<Nat>, n: &Nat) -> Option<Nat> {
        Some(i?.plus(n))
    }

    fn flat(&mut self, i: Option<Nat>, n: &Nat, j: Option<Nat>) -> Option<Nat> {
        Some(i?.times(n).plus(&j?))
    }

    fn cut(&mut self, i: Option<Nat>, n: &Nat) -> [Option<Nat>; 2] {
        let Some(i) = i else {
            return [None, None];
        };
        let key = (i.clone(), n.clone(), self.known.variables());
        let known = &self.known;
        let cut = || i.divide(n, known);
        let (q, r) = self.scope.cuts.entry(key).or_insert_with(cut).clone();
        [Some(q), Some(r)]
    }
}

/// The paths to the components of the vector that a path leads to.
fn lanes(width: u8, path: &Leads) -> Vec<Leads> {
    let mut path = path.clone();
    let Some(i) = path.pop_index() else {
        return vec![];
    };
    let lane = |k| {
        let lane = path.clone().with_index(Some(Nat::lit(i64::from(k))));
        lane.with_index(i.clone())
    };
    (0..width).map(lane).collect()
}
