//! Phrases: the terms of DPIA.  The functional language, the imperative one and what lies between them share this
//! one tree; which of them a phrase belongs to is a matter of the primitives in it.
//!
//! Trees are shared (`Arc`), passes build new ones.  Binders carry their types, so a phrase's type can be read off
//! bottom-up ([`crate::check`]).

use crate::free::Free;
use crate::{DataType, Name, Nat, NatExpression, PhraseType, Prim};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimType};
use rustc_hash::FxHashMap;
use std::convert::Infallible;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A phrase, with the place in the source that it comes from.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// The term.
    pub node: Shared,
    /// What it was made from, through all passes.
    pub span: Span,
}

/// A term that several phrases may have a part in.
#[derive(Clone)]
pub struct Shared(Arc<Kept>);

/// A term, and what is free in it once somebody has asked.
struct Kept {
    /// There until it is dropped.
    term: Option<Node>,
    free: OnceLock<Free>,
}

/// Long programs are deep terms, and dropping them recurses.
impl Drop for Kept {
    fn drop(&mut self) {
        let term = self.term.take();
        elder_syntax::stack::deep(32 * 1024, 4 * 1024 * 1024, move || drop(term));
    }
}

impl Shared {
    fn new(term: Node) -> Shared {
        Shared(Arc::new(Kept {
            term: Some(term),
            free: OnceLock::new(),
        }))
    }

    /// Whether both are one term in memory.
    #[inline]
    pub fn is(&self, other: &Shared) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for Shared {
    type Target = Node;

    #[inline]
    fn deref(&self) -> &Node {
        match &self.0.term {
            Some(term) => term,
            None => unreachable!("a term that is being dropped is in nobody's hands"),
        }
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Which half of a phrase pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `.1`; the half of a variable that writes.
    First,
    /// `.2`; the half of a variable that reads.
    Second,
}

/// A phrase variable where it is bound.
#[derive(Clone, Debug)]
pub struct Binder {
    /// The variable.
    pub name: Name,
    /// Its type.
    pub ty: PhraseType,
}

/// A term.
#[derive(Clone, Debug)]
pub enum Node {
    /// DPIA-T-VAR
    Var(Name),
    /// DPIA-T-LAM
    Lambda(Binder, Phrase),
    /// DPIA-T-APP
    Apply(Phrase, Phrase),
    /// DPIA-T-TLAM at nat
    NatLambda(Name, Phrase),
    /// DPIA-T-TAPP at nat
    NatApply(Phrase, Nat),
    /// DPIA-T-TLAM at data
    DataLambda(Name, Phrase),
    /// DPIA-T-TAPP at data
    DataApply(Phrase, DataType),
    /// DPIA-T-PAIR
    Pair(Phrase, Phrase),
    /// DPIA-T-PROJ
    Proj(Phrase, Side),
    /// DPIA-T-PRIM, applied to as many arguments as its signature has.
    Prim(Prim, Vec<Phrase>),
}

/// A complete file: definitions, each of which may use those before it.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// In order; the names are unique.
    pub definitions: Vec<Definition>,
}

/// `def name = body`
#[derive(Clone, Debug)]
pub struct Definition {
    /// As a variable, free in the bodies of later definitions.
    pub name: Name,
    /// The type of the body.
    pub ty: PhraseType,
    /// Closed but for earlier definitions.
    pub body: Phrase,
    /// The name's place.
    pub span: Span,
}

impl Program {
    /// The definition of that text.
    pub fn find(&self, text: &str) -> Option<&Definition> {
        self.definitions.iter().rev().find(|d| d.name.text() == text)
    }
}

impl Phrase {
    /// A term at a place.
    pub fn new(node: Node, span: Span) -> Phrase {
        Phrase {
            node: Shared::new(node),
            span,
        }
    }

    /// A variable.
    pub fn var(x: &Name, span: Span) -> Phrase {
        Phrase::new(Node::Var(x.clone()), span)
    }

    /// `λx. body`, with a fresh x that `body` makes use of.
    pub fn lambda(text: &str, ty: PhraseType, span: Span, body: impl FnOnce(Phrase) -> Phrase) -> Phrase {
        let name = Name::fresh(text);
        let inner = body(Phrase::var(&name, span));
        Phrase::new(Node::Lambda(Binder { name, ty }, inner), span)
    }

    /// `prim(arguments)`
    pub fn prim(prim: Prim, arguments: Vec<Phrase>, span: Span) -> Phrase {
        debug_assert_eq!(prim.arity(), arguments.len(), "{}", prim.name());
        Phrase::new(Node::Prim(prim, arguments), span)
    }

    /// `self argument`, β-reduced if `self` is an abstraction.
    pub fn apply(&self, argument: &Phrase) -> Phrase {
        match &*self.node {
            Node::Lambda(binder, body) => body.substitute(binder, argument),
            _ => Phrase::new(
                Node::Apply(self.clone(), argument.clone()),
                self.span.to(argument.span),
            ),
        }
    }

    /// `self nat`, β-reduced if `self` is an abstraction.
    pub fn apply_nat(&self, nat: &Nat) -> Phrase {
        match &*self.node {
            Node::NatLambda(x, body) => body.substitute_nat(x, nat),
            _ => Phrase::new(Node::NatApply(self.clone(), nat.clone()), self.span),
        }
    }

    /// `self data`, β-reduced if `self` is an abstraction.
    pub fn apply_data(&self, data: &DataType) -> Phrase {
        match &*self.node {
            Node::DataLambda(x, body) => body.substitute_data(x, data),
            _ => Phrase::new(Node::DataApply(self.clone(), data.clone()), self.span),
        }
    }

    /// `self.1` or `self.2`, reduced if `self` is a pair.
    pub fn project(&self, side: Side) -> Phrase {
        match (&*self.node, side) {
            (Node::Pair(first, _), Side::First) => first.clone(),
            (Node::Pair(_, second), Side::Second) => second.clone(),
            _ => Phrase::new(Node::Proj(self.clone(), side), self.span),
        }
    }

    /// Whether this is an expression that needs no computing: a variable, the content of one, a numeral.
    pub(crate) fn is_value(&self) -> bool {
        match &*self.node {
            Node::Var(_)
            | Node::Prim(Prim::Literal { .. } | Prim::NatValue { .. } | Prim::IndexLiteral { .. }, _) => true,
            Node::Proj(inner, _) => inner.is_value(),
            _ => false,
        }
    }

    /// The variables that are free in it.
    pub(crate) fn free(&self) -> &Free {
        let free = &self.node.0.free;
        if let Some(free) = free.get() {
            return free;
        }
        let own = elder_syntax::effort::deeper(|| Free::of(&self.node));
        free.get_or_init(|| own)
    }

    /// Whether the variable is free in it: as a phrase, or in a size or a type.
    pub fn mentions(&self, x: &Name) -> bool {
        self.free().has(x)
    }

    /// Whether there is a binder in it.
    fn binds(&self) -> bool {
        elder_syntax::effort::deeper(|| match &*self.node {
            Node::Lambda(..) | Node::NatLambda(..) | Node::DataLambda(..) => true,
            _ => self.children().any(Phrase::binds),
        })
    }

    /// Whether both are one term in memory, at one place.
    fn is(&self, other: &Phrase) -> bool {
        self.node.is(&other.node) && self.span == other.span
    }

    /// With `f` at each direct part; the same node if `f` changes none.
    pub fn map_children(&self, f: &mut dyn FnMut(&Phrase) -> Phrase) -> Phrase {
        let Ok(phrase) = self.try_map_children::<Infallible>(&mut |part| Ok(f(part)));
        phrase
    }

    /// As [`Phrase::map_children`].
    ///
    /// # Errors
    /// The first of `f`.
    pub fn try_map_children<E>(&self, f: &mut dyn FnMut(&Phrase) -> Result<Phrase, E>) -> Result<Phrase, E> {
        elder_syntax::effort::deeper(|| {
            let mut changed = false;
            let mut at = |p: &Phrase| {
                let part = f(p)?;
                changed |= !part.is(p);
                Ok(part)
            };
            let node = match &*self.node {
                Node::Var(_) => return Ok(self.clone()),
                Node::Lambda(b, p) => Node::Lambda(b.clone(), at(p)?),
                Node::Apply(p, q) => Node::Apply(at(p)?, at(q)?),
                Node::NatLambda(x, p) => Node::NatLambda(x.clone(), at(p)?),
                Node::NatApply(p, n) => Node::NatApply(at(p)?, n.clone()),
                Node::DataLambda(x, p) => Node::DataLambda(x.clone(), at(p)?),
                Node::DataApply(p, d) => Node::DataApply(at(p)?, d.clone()),
                Node::Pair(p, q) => Node::Pair(at(p)?, at(q)?),
                Node::Proj(p, side) => Node::Proj(at(p)?, *side),
                // Copying a primitive, with its types, costs as much as all else here.
                Node::Prim(prim, arguments) => {
                    return Ok(match mapped(arguments, f)? {
                        None => self.clone(),
                        Some(arguments) => Phrase::new(Node::Prim(prim.clone(), arguments), self.span),
                    });
                }
            };
            Ok(match changed {
                true => Phrase::new(node, self.span),
                false => self.clone(),
            })
        })
    }

    /// The direct parts.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = &Phrase> {
        let (first, second, rest): (_, _, &[Phrase]) = match &*self.node {
            Node::Var(_) => (None, None, &[]),
            Node::Lambda(_, p)
            | Node::NatLambda(_, p)
            | Node::NatApply(p, _)
            | Node::DataLambda(_, p)
            | Node::DataApply(p, _)
            | Node::Proj(p, _) => (Some(p), None, &[]),
            Node::Apply(p, q) | Node::Pair(p, q) => (Some(p), Some(q), &[]),
            Node::Prim(_, arguments) => (None, None, arguments),
        };
        first.into_iter().chain(second).chain(rest)
    }

    /// `self[replacement/x]`, β-reduced where the replacement made a redex, unless that would replace a value that costs something
    /// to compute: it stays the argument that it is (DPIA-E-APP).  Binders inside the replacement get new names wherever it
    /// is put, so that what is bound stays unique and nothing is captured.
    ///
    /// An index variable may stand in sizes; there it is replaced if the replacement is an index term.
    pub fn substitute(&self, x: &Binder, replacement: &Phrase) -> Phrase {
        let term = match (&x.ty, &*replacement.node) {
            (PhraseType::Exp(DataType::Index(_)), Node::Var(y)) => Some(Nat::var(y)),
            (PhraseType::Exp(DataType::Index(_)), Node::Prim(Prim::IndexLiteral { value, .. }, _)) => {
                Some(value.clone())
            }
            _ => None,
        };
        let binds = replacement.binds();
        self.substitute_with(x, (replacement, binds), term.as_ref())
    }

    fn substitute_with(
        &self,
        x: &Binder,
        (replacement, binds): (&Phrase, bool),
        term: Option<&Nat>,
    ) -> Phrase {
        if !self.mentions(&x.name) {
            return self.clone();
        }
        let inside = |p: &Phrase| p.substitute_with(x, (replacement, binds), term);
        let in_nat = |n: &Nat| match term {
            Some(term) if n.mentions(&x.name) => n.substitute(&x.name, term),
            _ => n.clone(),
        };
        elder_syntax::effort::deeper(|| match &*self.node {
            Node::Var(y) if *y == x.name && binds => replacement.renewed(),
            Node::Var(y) if *y == x.name => replacement.clone(),
            Node::Lambda(binder, body) if term.is_some() && type_mentions(&binder.ty, &x.name) => {
                let binder = Binder {
                    name: binder.name.clone(),
                    ty: binder
                        .ty
                        .map(&mut |n| in_nat(n), &mut |y| DataType::Var(y.clone())),
                };
                Phrase::new(Node::Lambda(binder, inside(body)), self.span)
            }
            Node::Apply(p, q) => {
                let function = inside(p);
                let argument = inside(q);
                match (&*p.node, &*function.node) {
                    // What was a redex before stays one: reducing it would copy its argument.
                    (Node::Lambda(..), _) => Phrase::new(Node::Apply(function, argument), self.span),
                    (_, Node::Lambda(binder, _))
                        if matches!(binder.ty, PhraseType::Exp(_)) && !argument.is_value() =>
                    {
                        Phrase::new(Node::Apply(function, argument), self.span)
                    }
                    _ => function.apply(&argument),
                }
            }
            Node::NatApply(p, n) => inside(p).apply_nat(&in_nat(n)),
            Node::DataApply(p, d) => {
                let d = d.map(&mut |n| in_nat(n), &mut |y| DataType::Var(y.clone()));
                inside(p).apply_data(&d)
            }
            Node::Proj(p, side) => inside(p).project(*side),
            Node::Prim(Prim::IndexLiteral { value, n }, _) if value.mentions(&x.name) => {
                self.substitute_index(value, &in_nat(n), x, replacement)
            }
            Node::Prim(prim, arguments) if term.is_some() && prim_mentions(prim, &x.name) => {
                let prim = prim.map(&mut |n| in_nat(n), &mut |y| DataType::Var(y.clone()));
                Phrase::new(
                    Node::Prim(prim, arguments.iter().map(inside).collect()),
                    self.span,
                )
            }
            _ => self.map_children(&mut |p| inside(p)),
        })
    }

    /// An index term in which the index variable `x` is replaced: again an index term if the replacement is one, otherwise
    /// arithmetic that computes it.
    fn substitute_index(&self, value: &Nat, n: &Nat, x: &Binder, replacement: &Phrase) -> Phrase {
        let term = match &*replacement.node {
            Node::Var(y) => Some(Nat::var(y)),
            Node::Prim(Prim::IndexLiteral { value, .. }, _) => Some(value.clone()),
            _ => None,
        };
        if let Some(term) = term {
            let value = value.substitute(&x.name, &term);
            return Phrase::prim(Prim::IndexLiteral { value, n: n.clone() }, vec![], self.span);
        }
        let from = match &x.ty {
            PhraseType::Exp(data) => data.clone(),
            _ => DataType::Num(PrimType::I64),
        };
        let number = Phrase::prim(
            Prim::Convert {
                to: PrimType::I64,
                from,
            },
            vec![replacement.clone()],
            self.span,
        );
        let sum = arithmetic(&value.to_expression(), &x.name, &number, self.span);
        Phrase::prim(Prim::as_index(PrimType::I64, n), vec![sum], self.span)
    }

    /// With these variables at these places: as if each abstraction had been opened by a variable made there, all of them at once.  `within`: also those
    /// that it binds, each at the place of its abstraction.
    pub fn placed(&self, places: &mut FxHashMap<Name, Span>, within: bool) -> Phrase {
        elder_syntax::effort::deeper(|| match &*self.node {
            Node::Var(x) => Phrase {
                node: self.node.clone(),
                span: places.get(x).copied().unwrap_or(self.span),
            },
            Node::NatApply(p, n) => p.placed(places, within).apply_nat(n),
            Node::DataApply(p, d) => p.placed(places, within).apply_data(d),
            Node::Proj(p, side) => match p.placed(places, within) {
                part if part.is(p) => self.clone(),
                part => part.project(*side),
            },
            term => {
                if let Node::Lambda(binder, _) = term
                    && within
                {
                    places.insert(binder.name.clone(), self.span);
                }
                self.map_children(&mut |part| part.placed(places, within))
            }
        })
    }

    /// With every nat and every variable of a data type replaced, in primitives, binders and applications.
    pub fn map_types(&self, f: &mut dyn FnMut(&Nat) -> Nat, g: &mut dyn FnMut(&Name) -> DataType) -> Phrase {
        elder_syntax::effort::deeper(|| {
            let node = match &*self.node {
                Node::Var(_) => return self.clone(),
                Node::Lambda(b, p) => {
                    let binder = Binder {
                        name: b.name.clone(),
                        ty: b.ty.map(f, g),
                    };
                    Node::Lambda(binder, p.map_types(f, g))
                }
                Node::NatApply(p, n) => {
                    let n = f(n);
                    return p.map_types(f, g).apply_nat(&n);
                }
                Node::DataApply(p, d) => {
                    let d = d.map(f, g);
                    return p.map_types(f, g).apply_data(&d);
                }
                Node::Prim(prim, arguments) => {
                    let prim = prim.map(f, g);
                    Node::Prim(prim, arguments.iter().map(|p| p.map_types(f, g)).collect())
                }
                _ => return self.map_children(&mut |p| p.map_types(f, g)),
            };
            Phrase::new(node, self.span)
        })
    }

    /// `self[nat/x]`
    pub fn substitute_nat(&self, x: &Name, nat: &Nat) -> Phrase {
        self.map_types(&mut |n| n.substitute(x, nat), &mut |y| DataType::Var(y.clone()))
    }

    /// `self[data/x]`
    pub fn substitute_data(&self, x: &Name, data: &DataType) -> Phrase {
        self.map_types(&mut Nat::clone, &mut |y| {
            if y == x {
                data.clone()
            } else {
                DataType::Var(y.clone())
            }
        })
    }
}

/// With `f` at each; nothing if `f` changes none.
fn mapped<E>(
    phrases: &[Phrase],
    f: &mut dyn FnMut(&Phrase) -> Result<Phrase, E>,
) -> Result<Option<Vec<Phrase>>, E> {
    for (position, phrase) in phrases.iter().enumerate() {
        let new = f(phrase)?;
        if !new.is(phrase) {
            let mut all = Vec::with_capacity(phrases.len());
            all.extend(phrases.iter().take(position).cloned());
            all.push(new);
            for phrase in phrases.iter().skip(position + 1) {
                all.push(f(phrase)?);
            }
            return Ok(Some(all));
        }
    }
    Ok(None)
}

/// Whether a size in the type mentions the variable.
fn type_mentions(ty: &PhraseType, x: &Name) -> bool {
    let mut found = false;
    ty.each_nat(&mut |n| found = found || n.mentions(x));
    found
}

/// Whether a size in the arguments of the primitive mentions the variable.
fn prim_mentions(prim: &Prim, x: &Name) -> bool {
    let mut found = false;
    prim.each_nat(&mut |n| found = found || n.mentions(x));
    found
}

/// A nat term as arithmetic on `i64`, in which the variable `x` is `number`.
fn arithmetic(term: &NatExpression, x: &Name, number: &Phrase, span: Span) -> Phrase {
    let of = DataType::Num(PrimType::I64);
    let binary = |op: BinOp, a: &NatExpression, b: &NatExpression| {
        let operands = vec![arithmetic(a, x, number, span), arithmetic(b, x, number, span)];
        Phrase::prim(Prim::Binary { op, of: of.clone() }, operands, span)
    };
    match term {
        NatExpression::Var(y) if y == x => number.clone(),
        NatExpression::Var(y) => Phrase::prim(
            Prim::NatValue {
                of: PrimType::I64,
                value: Nat::var(y),
            },
            vec![],
            span,
        ),
        NatExpression::Lit(value) => Phrase::prim(
            Prim::NatValue {
                of: PrimType::I64,
                value: Nat::lit(*value),
            },
            vec![],
            span,
        ),
        NatExpression::Add(a, b) => binary(BinOp::Add, a, b),
        NatExpression::Sub(a, b) => binary(BinOp::Sub, a, b),
        NatExpression::Mul(a, b) => binary(BinOp::Mul, a, b),
        NatExpression::Div(a, b) | NatExpression::DivExact(a, b) => binary(BinOp::Div, a, b),
        NatExpression::Rem(a, b) => binary(BinOp::Mod, a, b),
        NatExpression::Pow(a, b) => binary(BinOp::Pow, a, b),
        NatExpression::Min(a, b) => binary(BinOp::Min, a, b),
        NatExpression::Max(a, b) => binary(BinOp::Max, a, b),
        NatExpression::Overflow => Phrase::prim(
            Prim::NatValue {
                of: PrimType::I64,
                value: Nat::overflow(),
            },
            vec![],
            span,
        ),
    }
}
