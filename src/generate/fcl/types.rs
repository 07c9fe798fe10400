//! What terms are generated towards: types with the sizes of arrays and what running an element may do.

use super::build;
use crate::Choices;
use elder_fcl::{BaseType, Effect, Expression, Level, Type, Variable};
use std::sync::Arc;

/// A type of kind BT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// A base type.
    Base(BaseType),
    /// A pair of base values.
    Pair(Arc<Data>, Arc<Data>),
}

impl Data {
    /// `int`
    pub const INT: Data = Data::Base(BaseType::I32);
    /// `double`
    pub const DOUBLE: Data = Data::Base(BaseType::F64);
    /// `bool`
    pub const BOOL: Data = Data::Base(BaseType::Bool);

    /// In the language.
    pub fn to_type(&self) -> Type {
        match self {
            Data::Base(base) => Type::Base(*base),
            Data::Pair(a, b) => Type::Pair(Arc::new(a.to_type()), Arc::new(b.to_type())),
        }
    }

    /// The base types in it, in order.
    pub fn components(&self) -> Vec<BaseType> {
        match self {
            Data::Base(base) => vec![*base],
            Data::Pair(a, b) => [a.components(), b.components()].concat(),
        }
    }
}

/// A length: what it is with the inputs of this case, and the expression that computes it.
#[derive(Clone, Debug)]
pub struct Size {
    /// With these inputs.
    pub value: usize,
    /// Without binders, of variables that are in scope wherever the size is used.
    pub expression: Expression,
    /// Two sizes of which it is the product, if it was made as one.
    pub factors: Option<(Arc<Size>, Arc<Size>)>,
}

impl Size {
    /// A numeral.
    pub fn literal(value: usize) -> Size {
        Size::of(value, build::numeral(value))
    }

    /// What has that value.
    pub fn of(value: usize, expression: Expression) -> Size {
        Size {
            value,
            expression,
            factors: None,
        }
    }

    /// `self * other`
    pub fn times(&self, other: &Size) -> Size {
        Size {
            value: self.value * other.value,
            expression: build::multiply(self.expression.clone(), other.expression.clone()),
            factors: Some((Arc::new(self.clone()), Arc::new(other.clone()))),
        }
    }

    /// `self + other`
    pub fn plus(&self, other: &Size) -> Size {
        Size::of(
            self.value + other.value,
            build::add(self.expression.clone(), other.expression.clone()),
        )
    }

    /// Two sizes with this product: those it was made from, or its value's divisors, or 1 and itself.
    pub fn split(&self, c: &mut Choices) -> (Size, Size) {
        if let Some((a, b)) = &self.factors
            && !c.one_in(4)
        {
            return ((**a).clone(), (**b).clone());
        }
        let divisors: Vec<usize> = (1..=self.value)
            .filter(|d| self.value.is_multiple_of(*d))
            .collect();
        let literal = matches!(&*self.expression.node, elder_fcl::Node::Base(_));
        let d = c.pick(&divisors).copied().unwrap_or(1);
        if literal || c.one_in(2) {
            return (Size::literal(self.value / d), Size::literal(d));
        }
        if c.one_in(2) {
            (self.clone(), Size::literal(1))
        } else {
            (Size::literal(1), self.clone())
        }
    }
}

/// A type with sizes.
#[derive(Clone, Debug)]
pub enum Goal {
    /// A base value.
    Data(Data),
    /// A pull array; running an element may do work as the effect says.
    Pull(Arc<Goal>, Size, Effect),
    /// A push array at a level.
    Push(Data, Size, Level),
    /// A pair that is no base value.
    Pair(Arc<Goal>, Arc<Goal>),
}

impl Goal {
    /// A pull array of base values.
    pub fn pull(data: &Data, size: &Size, latent: &Effect) -> Goal {
        Goal::Pull(Arc::new(Goal::Data(data.clone())), size.clone(), latent.clone())
    }

    /// Whether what has this type can stand where `wanted` is.
    pub fn fits(&self, wanted: &Goal) -> bool {
        match (self, wanted) {
            (Goal::Data(a), Goal::Data(b)) => a == b,
            (Goal::Pull(a, n, e), Goal::Pull(b, m, f)) => n.value == m.value && within(e, f) && a.fits(b),
            (Goal::Push(a, n, l), Goal::Push(b, m, k)) => a == b && n.value == m.value && l == k,
            (Goal::Pair(a, b), Goal::Pair(c, d)) => a.fits(c) && b.fits(d),
            _ => false,
        }
    }

    /// With other sizes of the same values and other levels.
    pub fn map(&self, size: &mut dyn FnMut(&Size) -> Size, level: &dyn Fn(&Level) -> Level) -> Goal {
        match self {
            Goal::Data(_) => self.clone(),
            Goal::Pull(element, n, effect) => {
                let effect = match effect {
                    Effect::At(l) => Effect::At(level(l)),
                    other => other.clone(),
                };
                let n = size(n);
                Goal::Pull(Arc::new(element.map(size, level)), n, effect)
            }
            Goal::Push(data, n, l) => Goal::Push(data.clone(), size(n), level(l)),
            Goal::Pair(a, b) => {
                let a = a.map(size, level);
                Goal::Pair(Arc::new(a), Arc::new(b.map(size, level)))
            }
        }
    }
}

/// `left ⊑ right`
pub fn within(left: &Effect, right: &Effect) -> bool {
    *left == Effect::Pure || left == right
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Known {
    /// It.
    pub variable: Variable,
    /// Its type.
    pub goal: Goal,
    /// Of an `int`: it is at least 0 and below this.
    pub below: Option<usize>,
    /// Of an `int`: its value with these inputs.
    pub value: Option<usize>,
}

impl Known {
    /// Something of which only the type is known.
    pub fn new(variable: &Variable, goal: Goal) -> Known {
        Known {
            variable: variable.clone(),
            goal,
            below: None,
            value: None,
        }
    }

    /// The size that it names.
    pub fn size(&self) -> Option<Size> {
        match &self.goal {
            Goal::Data(_) => self
                .value
                .map(|value| Size::of(value, build::var(&self.variable))),
            Goal::Pull(_, n, _) => Some(Size::of(n.value, build::length(build::var(&self.variable)))),
            _ => None,
        }
    }
}

/// Where a term stands.
#[derive(Clone, Debug)]
pub struct Place {
    /// The level on the turnstile; `None` where it is not known, so that nothing may be concatenated.
    pub turnstile: Option<Level>,
    /// What running the term may do.
    pub effect: Effect,
}

impl Place {
    /// Below this turnstile, for what may do this.
    pub fn new(turnstile: Option<Level>, effect: Effect) -> Place {
        Place { turnstile, effect }
    }

    /// The same place for what runs with another effect.
    pub fn with(&self, effect: &Effect) -> Place {
        Place::new(self.turnstile.clone(), effect.clone())
    }
}
