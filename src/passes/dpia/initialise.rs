//! Cells that a person's command may read before it has written them, and outputs that it may not write in full, begin with zeros
//! (DPIA-A-INIT).
//!
//! By the definition such a read, and such a result, is an error (DPIA-S-R).  A kernel has no means to notice it, and whatever stood in memory
//! must not become a result, so the memory is filled first.  What is seen to be written before it is read is left alone; so is all that
//! the translation makes, which writes before it reads.

use crate::Target;
use crate::dpia::make;
use crate::dpia::normalise;
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    DataType, Entry, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue, Ranges, Side, Strategy,
};
use elder_syntax::{Diagnostic, Span};

/// The entry with the commands that fill cells and outputs.  It is for entries as a person wrote them: its functions are applied where it
/// has such.
///
/// # Errors
/// As [`normalise::run`], and DPIA-A-INIT refuses a cell of indexes that may be read too early: there may be no index at all.
pub fn run(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    if entry.outputs.is_empty() && !has_cells(&entry.body) {
        return Ok(entry.clone());
    }
    let normal = normalise::run(entry, target)?;
    let mut errors = Vec::new();
    let mut body = filled(&normal.body, &mut errors);
    for output in normal.outputs.iter().rev() {
        let PhraseType::Acc(of) = &output.ty else {
            continue;
        };
        let mut lent = Cell {
            is_lent: true,
            ..Cell::whole(&output.name, of)
        };
        if lent.is_written_first(&body) && lent.is_written() {
            continue;
        }
        rules::DPIA_A_INIT.apply();
        match zeros(of, Phrase::var(&output.name, body.span), body.span) {
            Ok(zeros) => body = make::seq(zeros, body),
            Err(error) => errors.push(*error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Entry { body, ..normal })
}

fn has_cells(p: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| {
        matches!(&*p.node, Node::Prim(Prim::New { .. }, _)) || p.children().any(has_cells)
    })
}

fn filled(p: &Phrase, errors: &mut Vec<Diagnostic>) -> Phrase {
    elder_syntax::effort::deeper(|| {
        let p = p.map_children(&mut |child| filled(child, errors));
        let Node::Prim(prim @ Prim::New { of, .. }, parts) = &*p.node else {
            return p;
        };
        let Some((v, body)) = parts.first().and_then(make::open) else {
            return p;
        };
        let mut cell = Cell::whole(&v.name, of);
        if cell.is_written_first(body) {
            return p;
        }
        rules::DPIA_A_INIT.apply();
        let variable = Phrase::var(&v.name, p.span);
        match zeros(of, make::writes(&variable), p.span) {
            Ok(zeros) => {
                let body = Phrase::new(Node::Lambda(v.clone(), make::seq(zeros, body.clone())), p.span);
                Phrase::prim(prim.clone(), vec![body], p.span)
            }
            Err(error) => {
                errors.push(*error);
                p
            }
        }
    })
}

/// `acc := 0` at any type.
fn zeros(of: &DataType, acc: Phrase, span: Span) -> Result<Phrase, Box<Diagnostic>> {
    Ok(match of {
        DataType::Array(n, element) => {
            let mut failed = None;
            let index = PhraseType::Exp(DataType::Index(n.clone()));
            let body = Phrase::lambda("i", index, span, |_| {
                let own = PhraseType::Acc((**element).clone());
                Phrase::lambda("o", own, span, |o| {
                    zeros(element, o, span).unwrap_or_else(|error| {
                        failed = Some(error);
                        make::skip(span)
                    })
                })
            });
            if let Some(error) = failed {
                return Err(error);
            }
            make::parfor(Strategy::Any, n, element, acc, &body, span)
        }
        DataType::Pair(first, second) => {
            let left = zeros(first, make::pair_acc1(first, second, &acc), span)?;
            let right = zeros(second, make::pair_acc2(first, second, &acc), span)?;
            make::seq(left, right)
        }
        DataType::Vector(width, t) => {
            let splat = Prim::Splat {
                width: *width,
                of: *t,
            };
            make::assign(of, acc, Phrase::prim(splat, vec![zero(*t, span)], span))
        }
        DataType::Num(t) => make::assign(of, acc, zero(*t, span)),
        DataType::Index(_) | DataType::Var(_) => {
            let message = "these indexes may be read before anything is written in their place";
            let error = Diagnostic::error(rules::DPIA_A_INIT.refuse("index"), span, message);
            return Err(Box::new(error.with_help("write it first")));
        }
    })
}

fn zero(t: PrimType, span: Span) -> Phrase {
    let literal = |value: PrimValue| {
        let of = DataType::Num(value.prim_type());
        Phrase::prim(Prim::Literal { value, of }, vec![], span)
    };
    literal(match t {
        PrimType::Bool => PrimValue::Bool(false),
        PrimType::I8 => PrimValue::I8(0),
        PrimType::I16 => PrimValue::I16(0),
        PrimType::I32 => PrimValue::I32(0),
        PrimType::I64 => PrimValue::I64(0),
        PrimType::U8 => PrimValue::U8(0),
        PrimType::U16 => PrimValue::U16(0),
        PrimType::U32 => PrimValue::U32(0),
        PrimType::U64 => PrimValue::U64(0),
        PrimType::F32 => PrimValue::F32(0.0),
        PrimType::F64 => PrimValue::F64(0.0),
        PrimType::F16 => {
            let from = DataType::Num(PrimType::I32);
            return Phrase::prim(
                Prim::Convert { to: t, from },
                vec![literal(PrimValue::I32(0))],
                span,
            );
        }
    })
}

/// Memory that is followed through a command: a cell, the part of one that a loop lends, or an element at a loop's index.
struct Cell<'a> {
    /// The variable or the acceptor.
    name: &'a Name,
    /// Of a cell, the half that writes is `name.1`; an acceptor that is lent is `name` itself.
    is_lent: bool,
    /// Its part at the indexes of these loops, outermost first.
    at: Vec<&'a Name>,
    of: &'a DataType,
    /// What of it was written in full on the way here: halves of halves of pairs, outermost first.
    covered: Vec<Vec<Side>>,
    /// Which of its elements were written on the way here: from one number up to another.
    pieces: Vec<(Nat, Nat)>,
    /// If it may lie behind the end of rows that are cut, where it does.
    lacks: Option<Lacks>,
}

/// What is not there where a term is not below zero.
#[derive(Clone)]
enum Lacks {
    /// Of a row each element whose index, added to this, is not below zero.
    Elements(Nat),
    /// All of it.
    All(Nat),
}

impl<'a> Cell<'a> {
    fn whole(name: &'a Name, of: &'a DataType) -> Cell<'a> {
        Cell {
            name,
            is_lent: false,
            at: Vec::new(),
            of,
            covered: Vec::new(),
            pieces: Vec::new(),
            lacks: None,
        }
    }

    /// What may not be there of the part of an acceptor at this index of its loop.
    fn lacks_at(&self, a: &Phrase, i: &Name) -> Option<Lacks> {
        match (&*a.node, &self.lacks) {
            (Node::Prim(Prim::CutAcc { n, l, .. }, _), _) => {
                Some(Lacks::Elements(l.times(&Nat::var(i)).minus(n)))
            }
            (_, Some(Lacks::Elements(before))) if self.is_element(a, &self.at) => {
                Some(Lacks::All(before.plus(&Nat::var(i))))
            }
            _ => None,
        }
    }

    /// Whether nothing of it is there where the condition does not hold.
    fn is_missing_without(&self, condition: &Phrase) -> bool {
        let Some(Lacks::All(term)) = &self.lacks else {
            return false;
        };
        let none = Ranges::new();
        let facts = elder_dpia::facts::of(condition, false).into_iter();
        let facts = facts.filter(|fact| fact.is_exact(&none));
        let known = elder_dpia::facts::assumed(&none, facts.map(|fact| (fact.nat, fact.given)).collect());
        term.is_nonnegative(&known)
    }

    /// Whether no part of it is read before all of it was written.
    fn is_written_first(&mut self, c: &Phrase) -> bool {
        elder_syntax::effort::deeper(|| self.walk(c))
    }

    fn is_used_in(&self, p: &Phrase) -> bool {
        make::mentions(p, self.name)
    }

    /// Whether all of it was written.
    fn is_written(&self) -> bool {
        self.covers(&[]) || self.is_written_in_pieces()
    }

    /// Whether each element is in one of the pieces that were written: one begins where another one ends.
    fn is_written_in_pieces(&self) -> bool {
        let DataType::Array(n, _) = self.of else {
            return false;
        };
        let mut end = Nat::zero();
        for _ in 0..=self.pieces.len() {
            if end == *n {
                return !self.pieces.is_empty();
            }
            let next = self.pieces.iter().find(|(from, to)| *from == end && *to != end);
            let Some((_, to)) = next else { return false };
            end = to.clone();
        }
        false
    }

    /// Notes that all of what this acceptor leads to was written.
    fn note(&mut self, a: &Phrase) {
        self.covered.extend(self.half(a));
        self.pieces.extend(self.piece(a));
    }

    /// The elements that an acceptor leads to, in whatever order.
    fn piece(&self, a: &Phrase) -> Option<(Nat, Nat)> {
        match as_view(a) {
            Some(inner) => self.piece(inner),
            None => self.cut(a),
        }
    }

    /// The elements from one number up to another, in their order.
    fn cut(&self, a: &Phrase) -> Option<(Nat, Nat)> {
        let Node::Prim(prim, parts) = &*a.node else {
            return self.whole_range(a);
        };
        match (prim, parts.as_slice()) {
            (Prim::TakeAcc { n, .. }, [inner]) => {
                let (from, _) = self.cut(inner)?;
                let to = from.plus(n);
                Some((from, to))
            }
            (Prim::DropAcc { n, .. }, [inner]) => {
                let (from, to) = self.cut(inner)?;
                Some((from.plus(n), to))
            }
            (Prim::IdxAcc { .. }, [inner, i]) => match &*i.node {
                Node::Prim(Prim::IndexLiteral { value, .. }, _) if value.as_constant().is_some() => {
                    let (from, _) = self.cut(inner)?;
                    let at = from.plus(value);
                    let next = at.plus(&Nat::one());
                    Some((at, next))
                }
                _ => self.whole_range(a),
            },
            _ => self.whole_range(a),
        }
    }

    /// The elements of an acceptor that is the whole cell.
    fn whole_range(&self, a: &Phrase) -> Option<(Nat, Nat)> {
        match self.of {
            DataType::Array(n, _) if self.is_element(a, &self.at) => Some((Nat::zero(), n.clone())),
            _ => None,
        }
    }

    /// Whether this half of a half was written, as part of another one or itself in parts.
    fn covers(&self, half: &[Side]) -> bool {
        let deeper = self
            .covered
            .iter()
            .any(|c| c.len() > half.len() && c.starts_with(half));
        self.covered.iter().any(|c| half.starts_with(c))
            || deeper
                && [Side::First, Side::Second]
                    .into_iter()
                    .all(|side| self.covers(&[half, &[side]].concat()))
    }

    fn walk(&mut self, c: &Phrase) -> bool {
        if self.is_written() || !self.is_used_in(c) {
            return true;
        }
        let Node::Prim(prim, parts) = &*c.node else {
            return false;
        };
        match (prim, parts.as_slice()) {
            (Prim::Seq {}, [first, second]) => self.is_written_first(first) && self.is_written_first(second),
            (Prim::Assign { .. }, [a, e]) => {
                if self.is_used_in(e) || !self.is_only_written(a) {
                    return false;
                }
                self.note(a);
                true
            }
            (Prim::Parfor { of, .. }, [a, body]) => {
                let (Some((i, _)), Some((o, inner))) = (make::open(body), opened_twice(body)) else {
                    return false;
                };
                if !self.is_used_in(a) {
                    return self.apart(inner);
                }
                if !self.is_only_written(a) || self.is_used_in(inner) {
                    return false;
                }
                let mut lent = Cell {
                    is_lent: true,
                    lacks: self.lacks_at(a, &i.name),
                    ..Cell::whole(o, of)
                };
                let safe = lent.is_written_first(inner);
                if safe && lent.is_written() {
                    self.note(a);
                }
                safe
            }
            (Prim::ParforInPlace { of, .. }, [v, body]) if matches!(&*v.node, Node::Var(x) if x == self.name) =>
            {
                let Some((own, inner)) = opened_twice(body) else {
                    return false;
                };
                if !self.at.is_empty() || self.is_lent || self.is_used_in(inner) {
                    return false;
                }
                let mut part = Cell::whole(own, of);
                let safe = part.is_written_first(inner);
                if safe && part.is_written() {
                    self.covered.push(Vec::new());
                }
                safe
            }
            (Prim::For { n, .. }, [body]) => {
                let Some((i, inner)) = make::open(body) else {
                    return false;
                };
                if let DataType::Array(length, element) = self.of
                    && length == n
                {
                    let mut own = Cell {
                        at: self.at.iter().copied().chain([&i.name]).collect(),
                        is_lent: self.is_lent,
                        lacks: match &self.lacks {
                            Some(Lacks::Elements(before)) => {
                                Some(Lacks::All(before.plus(&Nat::var(&i.name))))
                            }
                            _ => None,
                        },
                        ..Cell::whole(self.name, element)
                    };
                    if own.is_written_first(inner) && own.is_written() {
                        self.covered.push(Vec::new());
                        return true;
                    }
                }
                self.apart(inner)
            }
            // Nobody looks at the results of a program that has failed.
            (Prim::If { .. }, [condition, then, otherwise])
                if self.is_lent && matches!(&*otherwise.node, Node::Prim(Prim::Fail { .. }, _)) =>
            {
                !self.is_used_in(condition) && !self.is_used_in(otherwise) && self.is_written_first(then)
            }
            (Prim::If { .. }, [condition, then, otherwise]) => {
                if self.is_used_in(condition) {
                    return false;
                }
                let (safe, yes) = self.branch(then);
                let (other_safe, mut no) = self.branch(otherwise);
                if self.is_missing_without(condition) {
                    no.covered.push(Vec::new());
                }
                let both = |c: &&Vec<Side>| yes.covers(c) && no.covers(c);
                let both = yes.covered.iter().chain(&no.covered).filter(both);
                self.covered = both.cloned().collect();
                let in_both = yes.pieces.iter().filter(|piece| no.pieces.contains(piece));
                self.pieces = in_both.cloned().collect();
                safe && other_safe
            }
            (Prim::While {}, [condition, body]) => !self.is_used_in(condition) && self.apart(body),
            (Prim::DoubleFor { .. }, [front, back, body, result]) if matches!(&*back.node, Node::Var(x) if x == self.name) =>
            {
                // The first step writes all of it before any reads it; without steps only the other one is read.
                let Some((o, rest)) = make::open(body).and_then(|(_, rest)| make::open(rest)) else {
                    return false;
                };
                let Some((_, inner)) = make::open(rest) else {
                    return false;
                };
                let mut lent = Cell {
                    is_lent: true,
                    ..Cell::whole(&o.name, self.of)
                };
                lent.is_written_first(inner);
                lent.is_written() && ![front, body, result].iter().any(|p| self.is_used_in(p))
            }
            (Prim::New { .. } | Prim::Launch { .. }, [body]) => self.is_written_first(opened(body)),
            (Prim::Let { .. } | Prim::LetSize { .. }, [value, body]) => {
                !self.is_used_in(value) && self.is_written_first(opened(body))
            }
            (Prim::ParforEach { .. }, [body]) => self.apart(opened(body)),
            _ => false,
        }
    }

    /// A command that may not be run at all.
    fn apart(&mut self, c: &Phrase) -> bool {
        self.branch(c).0
    }

    /// Whether a command is in order, and what was written after it.
    fn branch(&mut self, c: &Phrase) -> (bool, Cell<'a>) {
        let mut inside = Cell {
            at: self.at.clone(),
            covered: self.covered.clone(),
            pieces: self.pieces.clone(),
            is_lent: self.is_lent,
            lacks: self.lacks.clone(),
            ..Cell::whole(self.name, self.of)
        };
        (inside.is_written_first(c), inside)
    }

    /// The half of a half of it that an acceptor is, in whatever order.
    fn half(&self, a: &Phrase) -> Option<Vec<Side>> {
        let side = match &*a.node {
            Node::Prim(Prim::PairAcc1 { .. } | Prim::ZipAcc1 { .. }, _) => Side::First,
            Node::Prim(Prim::PairAcc2 { .. } | Prim::ZipAcc2 { .. }, _) => Side::Second,
            Node::Prim(Prim::UnzipAcc { .. }, parts) => return self.half(parts.first()?),
            _ => return self.is_all(a).then(Vec::new),
        };
        let Node::Prim(_, parts) = &*a.node else {
            return None;
        };
        let mut half = self.half(parts.first()?)?;
        half.push(side);
        Some(half)
    }

    /// Whether an acceptor is all of it, in whatever order.
    fn is_all(&self, a: &Phrase) -> bool {
        match as_view(a) {
            Some(inner) => self.is_all(inner),
            None => self.is_element(a, &self.at),
        }
    }

    /// Whether an acceptor is the whole cell's at these indexes.
    fn is_element(&self, a: &Phrase, at: &[&Name]) -> bool {
        match (at.split_last(), &*a.node) {
            (Some((x, outer)), Node::Prim(Prim::IdxAcc { .. }, parts)) => {
                let [array, i] = parts.as_slice() else {
                    return false;
                };
                let own = match &*i.node {
                    Node::Var(y) => y == *x,
                    Node::Prim(Prim::IndexLiteral { value, .. }, _) => value.as_variable() == Some(*x),
                    _ => false,
                };
                own && self.is_element(array, outer)
            }
            (None, _) => self.is_target(a),
            _ => false,
        }
    }

    /// Whether it is the acceptor of the whole cell.
    fn is_target(&self, a: &Phrase) -> bool {
        match &*a.node {
            Node::Var(x) => self.is_lent && x == self.name,
            Node::Proj(v, Side::First) => !self.is_lent && matches!(&*v.node, Node::Var(x) if x == self.name),
            _ => false,
        }
    }

    /// Whether an acceptor may be written without reading the cell: it occurs as the place that is written, nowhere in an index.
    fn is_only_written(&self, a: &Phrase) -> bool {
        match &*a.node {
            Node::Prim(_, parts) => parts.iter().all(|p| self.is_only_written(p)),
            _ if self.is_target(a) => true,
            _ => !self.is_used_in(a),
        }
    }
}

/// What an acceptor is a view of that leads to all of it, in another order.
fn as_view(a: &Phrase) -> Option<&Phrase> {
    match &*a.node {
        Node::Prim(
            Prim::SplitAcc { .. }
            | Prim::JoinAcc { .. }
            | Prim::CutAcc { .. }
            | Prim::TransposeAcc { .. }
            | Prim::ReorderAcc { .. }
            | Prim::StrideAcc { .. }
            | Prim::AsVectorAcc { .. }
            | Prim::AsScalarAcc { .. },
            parts,
        ) => parts.last(),
        _ => None,
    }
}

/// The body of a function of one parameter.
fn opened(p: &Phrase) -> &Phrase {
    match &*p.node {
        Node::Lambda(_, body) | Node::NatLambda(_, body) => body,
        _ => p,
    }
}

/// The second parameter of a function of two, and its body.
fn opened_twice(p: &Phrase) -> Option<(&Name, &Phrase)> {
    let (_, rest) = make::open(p)?;
    make::open(rest).map(|(binder, body)| (&binder.name, body))
}
