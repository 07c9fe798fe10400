//! Expressions that are equal up to the names of bound variables and places in the source.

use crate::{Definition, Expression, Level, Node, Program, Variable};
use rustc_hash::FxHashMap;

/// Whether two expressions are equal up to names.
pub fn equal(a: &Expression, b: &Expression) -> bool {
    Matching::default().expressions(a, b)
}

/// Whether the definitions of two programs, without those of the library, are equal one by one up to names.
pub fn equal_programs(a: &Program, b: &Program) -> bool {
    let own = |program: &Program| -> Vec<Definition> {
        (program.definitions.iter().filter(|d| !d.library).cloned()).collect()
    };
    let (a, b) = (own(a), own(b));
    let mut matching = Matching::default();
    let mut pairs = a.iter().zip(&b);
    a.len() == b.len()
        && pairs.all(|(a, b)| {
            let equal = matching.expressions(&a.body, &b.body);
            // Later definitions mention it.
            matching.0.insert(a.name.clone(), b.name.clone());
            equal
        })
}

/// Which bound variables correspond.  Binders are unique, so nothing has to leave again.
#[derive(Default)]
struct Matching(FxHashMap<Variable, Variable>);

impl Matching {
    fn variables(&self, a: &Variable, b: &Variable) -> bool {
        self.0.get(a).unwrap_or(a) == b
    }

    fn levels(&self, a: &Level, b: &Level) -> bool {
        match (a, b) {
            (Level::Zero, Level::Zero) => true,
            (Level::Succ(a), Level::Succ(b)) => self.levels(a, b),
            (Level::Var(a), Level::Var(b)) => self.variables(a, b),
            _ => false,
        }
    }

    fn expressions(&mut self, a: &Expression, b: &Expression) -> bool {
        elder_syntax::effort::deeper(|| self.heads(a, b) && self.children(a, b))
    }

    /// Everything but the parts; binders are matched.
    fn heads(&mut self, a: &Expression, b: &Expression) -> bool {
        match (&*a.node, &*b.node) {
            (Node::Base(a), Node::Base(b)) => a == b,
            (Node::Setting(a), Node::Setting(b)) => a == b,
            (Node::Var(a), Node::Var(b)) => self.variables(a, b),
            (
                Node::Operator {
                    operator: a,
                    level: l,
                    ..
                },
                Node::Operator {
                    operator: b,
                    level: m,
                    ..
                },
            ) => {
                a == b
                    && match (l, m) {
                        (None, None) => true,
                        (Some(l), Some(m)) => self.levels(l, m),
                        _ => false,
                    }
            }
            (Node::Scalar(a, _), Node::Scalar(b, _)) => a == b,
            (Node::Fn(x, _), Node::Fn(y, _))
            | (Node::LevelFn(x, _), Node::LevelFn(y, _))
            | (Node::Let(x, ..), Node::Let(y, ..)) => {
                self.0.insert(x.clone(), y.clone());
                true
            }
            (Node::LevelApply(_, l), Node::LevelApply(_, m))
            | (Node::PushArray(_, l), Node::PushArray(_, m)) => self.levels(l, m),
            (Node::Project(a, _), Node::Project(b, _)) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }

    fn children(&mut self, a: &Expression, b: &Expression) -> bool {
        let (a, b) = (a.children(), b.children());
        a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| self.expressions(a, b))
    }
}
