//! Equality of phrases up to the names of their binders, up to η, and up to the association of `;`: what printing and reading
//! back keeps.

use crate::{Binder, DataType, Entry, Name, Nat, Node, Phrase, PhraseType, Prim, Ranges};
use rustc_hash::FxHashMap;
use std::mem;

/// Whether two phrases are the same up to the names of binders, η and the association of `;`.
pub fn equal(a: &Phrase, b: &Phrase) -> bool {
    Renaming::default().phrases(a, b)
}

/// Whether two entries are the same up to the names of binders, of sizes, inputs and outputs too.
pub fn equal_entries(a: &Entry, b: &Entry) -> bool {
    let mut renaming = Renaming::default();
    for (x, y) in a.sizes.iter().zip(&b.sizes) {
        renaming.bind(x, y);
    }
    let mut binders = |xs: &[Binder], ys: &[Binder]| {
        xs.len() == ys.len()
            && xs.iter().zip(ys).all(|(x, y)| {
                let types = renaming.types(&x.ty, &y.ty);
                renaming.bind(&x.name, &y.name);
                types
            })
    };
    let parameters = |entry: &Entry| entry.parameters().into_iter().cloned().collect::<Vec<_>>();
    let around = a.inputs.len() == b.inputs.len() && binders(&parameters(a), &parameters(b));
    let results = match (&a.result, &b.result) {
        (Some(d), Some(e)) => *d == renaming.data(e),
        (None, None) => true,
        _ => false,
    };
    around && results && a.sizes.len() == b.sizes.len() && renaming.phrases(&a.body, &b.body)
}

/// Whether two phrase types are the same up to the names of binders.
pub fn equal_types(a: &PhraseType, b: &PhraseType) -> bool {
    Renaming::default().types(a, b)
}

/// The commands of a sequence in order, those of sequences in it taken apart too.
pub(crate) fn commands<'p>(parts: &[&'p Phrase]) -> Vec<&'p Phrase> {
    let mut out = Vec::new();
    let mut rest: Vec<&Phrase> = parts.iter().rev().copied().collect();
    while let Some(next) = rest.pop() {
        match &*next.node {
            Node::Prim(Prim::Seq {}, parts) => rest.extend(parts.iter().rev()),
            _ => out.push(next),
        }
    }
    out
}

/// Which variable of the left side each variable of the right side is, of those that have another name there.
#[derive(Default)]
struct Renaming(FxHashMap<Name, Name>);

impl Renaming {
    fn bind(&mut self, a: &Name, b: &Name) {
        if a == b {
            self.0.remove(b);
        } else {
            self.0.insert(b.clone(), a.clone());
        }
    }

    /// Whether all variables keep their names: what is the same is equal.
    fn is_identity(&self) -> bool {
        self.0.is_empty()
    }

    fn name(&self, b: &Name) -> Name {
        self.0.get(b).unwrap_or(b).clone()
    }

    fn nat(&self, b: &Nat) -> Nat {
        let mut is_renamed = false;
        b.each_variable(&mut |x| is_renamed = is_renamed || self.0.contains_key(x));
        match is_renamed {
            false => b.clone(),
            true => b.rebuild(&mut |x| self.0.get(x).map(Nat::var), &Ranges::new()),
        }
    }

    fn data(&self, b: &DataType) -> DataType {
        b.map(&mut |n| self.nat(n), &mut |x| DataType::Var(self.name(x)))
    }

    fn types(&mut self, a: &PhraseType, b: &PhraseType) -> bool {
        match (a, b) {
            (PhraseType::Exp(d), PhraseType::Exp(e)) | (PhraseType::Acc(d), PhraseType::Acc(e)) => {
                *d == self.data(e)
            }
            (PhraseType::Upd(f, d), PhraseType::Upd(g, e)) => f == g && *d == self.data(e),
            (PhraseType::Comm, PhraseType::Comm) => true,
            (PhraseType::Product(a1, a2), PhraseType::Product(b1, b2)) => {
                self.types(a1, b1) && self.types(a2, b2)
            }
            (
                PhraseType::Fun { passive, from, to },
                PhraseType::Fun {
                    passive: passive2,
                    from: from2,
                    to: to2,
                },
            ) => passive == passive2 && self.types(from, from2) && self.types(to, to2),
            (PhraseType::NatFun(x, t), PhraseType::NatFun(y, u))
            | (PhraseType::DataFun(x, t), PhraseType::DataFun(y, u)) => {
                self.bind(x, y);
                self.types(t, u)
            }
            _ => false,
        }
    }

    fn prims(&mut self, a: &Prim, b: &Prim) -> bool {
        match (a, b) {
            (Prim::If { result }, Prim::If { result: other }) => self.types(result, other),
            (
                Prim::Let { of, result },
                Prim::Let {
                    of: of2,
                    result: other,
                },
            ) => *of == self.data(of2) && self.types(result, other),
            _ if self.is_identity() => a == b,
            _ if mem::discriminant(a) != mem::discriminant(b) => false,
            _ => *a == b.map(&mut |n| self.nat(n), &mut |x| DataType::Var(self.name(x))),
        }
    }

    fn phrases(&mut self, a: &Phrase, b: &Phrase) -> bool {
        if self.is_identity() && a.node.is(&b.node) {
            return true;
        }
        elder_syntax::effort::deeper(|| match (&*a.node, &*b.node) {
            (Node::Var(x), Node::Var(y)) => *x == self.name(y),
            (Node::Lambda(x, p), Node::Lambda(y, q)) => {
                let types = self.types(&x.ty, &y.ty);
                self.bind(&x.name, &y.name);
                types && self.phrases(p, q)
            }
            (Node::Lambda(x, p), _) => {
                let opened = b.apply(&Phrase::var(&x.name, b.span));
                self.phrases(p, &opened)
            }
            (_, Node::Lambda(y, q)) => {
                let opened = a.apply(&Phrase::var(&y.name, a.span));
                self.bind(&y.name, &y.name);
                self.phrases(&opened, q)
            }
            (Node::NatLambda(x, p), Node::NatLambda(y, q))
            | (Node::DataLambda(x, p), Node::DataLambda(y, q)) => {
                self.bind(x, y);
                self.phrases(p, q)
            }
            (Node::Apply(f, x), Node::Apply(g, y)) | (Node::Pair(f, x), Node::Pair(g, y)) => {
                self.phrases(f, g) && self.phrases(x, y)
            }
            (Node::NatApply(f, n), Node::NatApply(g, m)) => *n == self.nat(m) && self.phrases(f, g),
            (Node::DataApply(f, d), Node::DataApply(g, e)) => *d == self.data(e) && self.phrases(f, g),
            (Node::Proj(p, s), Node::Proj(q, t)) => s == t && self.phrases(p, q),
            (Node::Prim(Prim::Seq {}, _), Node::Prim(Prim::Seq {}, _)) => {
                let (xs, ys) = (commands(&[a]), commands(&[b]));
                xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.phrases(x, y))
            }
            (Node::Prim(f, xs), Node::Prim(g, ys)) => {
                self.prims(f, g) && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.phrases(x, y))
            }
            _ => false,
        })
    }
}
