//! The types of phrases in β-normal form, read off from the binders and the signatures.

use elder_dpia::{DataType, Name, Node, Phrase, PhraseType, Side};
use rustc_hash::FxHashMap;

/// The types of the variables in scope.  Passes that open a binder give the variable a fresh name, so entries are never removed.
#[derive(Clone, Debug, Default)]
pub struct Types(FxHashMap<Name, PhraseType>);

impl Types {
    /// Notes the type of a variable.
    pub fn insert(&mut self, x: &Name, ty: &PhraseType) {
        self.0.insert(x.clone(), ty.clone());
    }

    /// The type of `p`; `None` if it has a part that is not in normal form, or a variable that is not known.
    pub fn of(&self, p: &Phrase) -> Option<PhraseType> {
        match &*p.node {
            Node::Var(x) => self.0.get(x).cloned(),
            Node::Prim(prim, _) => Some(prim.signature().result),
            Node::Pair(a, b) => Some(PhraseType::product(self.of(a)?, self.of(b)?)),
            Node::Proj(p, side) => match (self.of(p)?, side) {
                (PhraseType::Product(first, _), Side::First) => Some((*first).clone()),
                (PhraseType::Product(_, second), Side::Second) => Some((*second).clone()),
                _ => None,
            },
            Node::Apply(f, _) => match self.of(f)? {
                PhraseType::Fun { to, .. } => Some((*to).clone()),
                _ => None,
            },
            Node::NatApply(f, n) => match self.of(f)? {
                PhraseType::NatFun(x, to) => Some(to.with_nat(&x, n)),
                _ => None,
            },
            Node::DataApply(f, d) => match self.of(f)? {
                PhraseType::DataFun(x, to) => Some(to.with_data(&x, d)),
                _ => None,
            },
            Node::Lambda(..) | Node::NatLambda(..) | Node::DataLambda(..) => None,
        }
    }

    /// The data type of the expression `p`.
    pub fn data(&self, p: &Phrase) -> Option<DataType> {
        match self.of(p)? {
            PhraseType::Exp(data) | PhraseType::Acc(data) => Some(data),
            _ => None,
        }
    }
}
