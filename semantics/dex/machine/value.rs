//! What is known of values while a program is translated: scalars are operands, the rest is as the definition has it.

use super::layout::Layout;
use super::types::Type;
use crate::dex::environment;
use elder_dex::core::{self as tree, DataName, Label};
use elder_syntax::prim::PrimType;
use std::rc::Rc;
use std::sync::Arc;

/// ρ of a translation.
pub type Environment = environment::Environment<Value>;

/// 64 bits that an instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// These.
    Known(u64),
    /// Those in a register.
    Register(u32),
}

impl Operand {
    /// Whether it is known, or in a register that was there before the one of this number.
    pub fn is_before(self, mark: u32) -> bool {
        match self {
            Operand::Known(_) => true,
            Operand::Register(register) => register < mark,
        }
    }
}

/// A value of the definition, as far as it is known.
#[derive(Clone, Debug)]
pub enum Value {
    /// The bits of a number, or of a truth value.
    Number(PrimType, Operand),
    /// `()`
    Unit,
    /// `(w, w)`
    Pair(Rc<(Value, Value)>),
    /// A record, its fields in the order of types.
    Record(Rc<Vec<(Label, Value)>>),
    /// Of data, or of a variant.
    Sum(Rc<Sum>),
    /// The member of `Fin n`, or of a range, that has this ordinal.
    Member(Rc<Type>, Operand),
    /// Elements in a buffer.
    Table(Rc<Table>),
    /// A function and where it was made.
    Closure(Rc<Closure>),
    /// D(f, w)
    Derivative(Rc<Derivative>),
    /// A view and where it was made.
    View(Rc<View>),
    /// A place.
    Reference(Rc<Reference>),
    /// A type.
    Type(Rc<Type>),
}

/// One of several alternatives.
#[derive(Debug)]
pub struct Sum {
    /// Of what.
    pub kind: Kind,
    /// Which alternative.
    pub tag: Operand,
    /// What each holds if it is that one; nothing of those that it is not.
    pub alternatives: Vec<Option<Vec<Value>>>,
}

/// What a sum is of.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A declared type, with its parameters.
    Data(DataName, Vec<Value>),
    /// A variant of this type.
    Variant(Rc<Type>),
}

/// A table without views: its elements follow each other in a buffer.
#[derive(Debug)]
pub struct Table {
    /// How many.
    pub count: Operand,
    /// What each is.
    pub element: Layout,
    /// The number of the buffer.
    pub buffer: Operand,
    /// Where in it the first one begins, in bytes.
    pub offset: Operand,
}

/// A function and where it was made.
#[derive(Debug)]
pub struct Closure {
    /// What its free names stand for.
    pub environment: Environment,
    /// The function.
    pub lambda: Arc<tree::Lambda>,
}

/// The derivative of a function at a point, to be applied to tangents.
#[derive(Debug)]
pub struct Derivative {
    /// The function.
    pub function: Value,
    /// The point, without views.
    pub point: Value,
}

/// A view and where it was made.
#[derive(Debug)]
pub struct View {
    /// What its free names stand for.
    pub environment: Environment,
    /// The view.
    pub view: Arc<tree::View>,
}

/// A place that is read and written.
#[derive(Debug)]
pub enum Reference {
    /// In the buffer of a region.
    Cells(Rc<Region>, Vec<Place>),
    /// Of what a reader was given.
    Given(Value),
}

/// What a handler holds while it runs.
#[derive(Debug)]
pub struct Region {
    /// Its buffer.
    pub buffer: Operand,
    /// How it accumulates, if it does.
    pub plus: Option<Plus>,
}

/// A part of a region, and behind how many steps of a path: as many as stand before it.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where in the buffer.
    pub offset: Operand,
    /// What is there.
    pub layout: Layout,
}

/// An operation that accumulates.
#[derive(Clone, Debug)]
pub enum Plus {
    /// Addition of vectors.
    Vectors,
    /// The operation of a monoid, and its neutral element, behind so many indices.
    Monoid {
        /// Takes its operands one after the other.
        operation: Value,
        /// The neutral element.
        zero: Value,
        /// How many indices of the content come before it.
        indices: usize,
    },
}

impl Value {
    /// The value with something else for each part of a pair, a record or a sum.
    pub fn mapped<E>(self, f: &mut impl FnMut(Value) -> Result<Value, E>) -> Result<Value, E> {
        Ok(match self {
            Value::Pair(both) => {
                let first = f(both.0.clone())?;
                Value::pair(first, f(both.1.clone())?)
            }
            Value::Record(fields) => {
                let part = |(label, value): &(_, Value)| Ok((Clone::clone(label), f(value.clone())?));
                Value::Record(Rc::new(fields.iter().map(part).collect::<Result<_, E>>()?))
            }
            Value::Sum(sum) => {
                let mut part = |value: &Value| f(value.clone());
                let mut held = |held: &Option<Vec<Value>>| {
                    let parts = held.as_ref().map(|held| held.iter().map(&mut part).collect());
                    parts.transpose()
                };
                Value::Sum(Rc::new(Sum {
                    kind: sum.kind.clone(),
                    tag: sum.tag,
                    alternatives: sum.alternatives.iter().map(&mut held).collect::<Result<_, E>>()?,
                }))
            }
            other => other,
        })
    }

    /// `(first, second)`
    pub fn pair(first: Value, second: Value) -> Value {
        Value::Pair(Rc::new((first, second)))
    }

    /// An Int.
    pub fn int(operand: Operand) -> Value {
        Value::Number(PrimType::I32, operand)
    }

    /// Whether a view is in it.
    pub fn is_lazy(&self) -> bool {
        match self {
            Value::View(_) => true,
            Value::Pair(both) => both.0.is_lazy() || both.1.is_lazy(),
            Value::Record(fields) => fields.iter().any(|(_, value)| value.is_lazy()),
            Value::Sum(sum) => sum.alternatives.iter().flatten().flatten().any(Value::is_lazy),
            _ => false,
        }
    }

    /// Whether all that it needs is there before the register of this number.
    pub fn is_before(&self, mark: u32) -> bool {
        match self {
            Value::Number(_, operand) => operand.is_before(mark),
            Value::Pair(both) => both.0.is_before(mark) && both.1.is_before(mark),
            Value::Record(fields) => fields.iter().all(|(_, value)| value.is_before(mark)),
            Value::Sum(sum) => {
                let mut held = sum.alternatives.iter().flatten().flatten();
                sum.tag.is_before(mark) && sum.kind.is_before(mark) && held.all(|value| value.is_before(mark))
            }
            Value::Member(set, ordinal) => set.is_before(mark) && ordinal.is_before(mark),
            Value::Type(ty) => ty.is_before(mark),
            Value::Unit => true,
            Value::Table(_) | Value::Closure(_) | Value::Derivative(_) => false,
            Value::View(_) | Value::Reference(_) => false,
        }
    }
}

impl Kind {
    /// Whether all that it needs is there before the register of this number.
    pub fn is_before(&self, mark: u32) -> bool {
        match self {
            Kind::Data(_, parameters) => parameters.iter().all(|value| value.is_before(mark)),
            Kind::Variant(ty) => ty.is_before(mark),
        }
    }
}
