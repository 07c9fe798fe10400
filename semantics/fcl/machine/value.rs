//! Values of the machine.
//!
//! What may be nested without bound (closures in closures, mapped mapped arrays, pairs) is dropped with an eye on the stack.

use super::code::{Function, Literal};
use super::memory::Stored;
use crate::fcl::interface::{Column, put, zeros};
use crate::fcl::placement::Makers;
use elder_fcl::{Base, Operator, ScalarOperator, Type};
use elder_syntax::value::{Data, Element};
use elder_syntax::{Span, with_data};
use std::rc::Rc;

/// A value; small, and cheap to copy.
#[derive(Clone, Debug)]
pub enum Value {
    /// A base value that is no pair.
    Base(Base),
    /// The value of a level variable.
    Level(u32),
    Pair(Rc<Pair>),
    Closure(Rc<Closure>),
    Partial(Rc<Partial>),
    Pull(Rc<Pull>),
    Push(Rc<Push>),
}

impl Default for Value {
    fn default() -> Value {
        Value::Base(Base::Bool(false))
    }
}

/// `(v1, v2)`
#[derive(Debug)]
pub struct Pair(pub Value, pub Value);

/// A function with fewer arguments than it takes.
#[derive(Debug)]
pub struct Closure {
    pub function: Rc<Function>,
    pub captured: Box<[Value]>,
    pub given: Box<[Value]>,
}

/// An operator with fewer arguments than it takes.
#[derive(Debug)]
pub struct Partial {
    pub operator: Either,
    pub level: Option<u32>,
    pub given: Vec<Value>,
}

/// An operator of one sort or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Either {
    Scalar(ScalarOperator),
    Array(Operator),
}

/// A pull array: how to get its elements.
#[derive(Debug)]
pub enum Pull {
    /// `[e1, …, en]`
    Literal(Rc<Literal>, Box<[Value]>),
    /// Element k is the function at k, made at a place.
    Generate(i32, Value, Span),
    /// Element k is the function at element k of an array, made at a place.
    Map(Value, Value, Span),
    /// Element k is element k of an array of push arrays with `mapPush f` before it (FCL-E-MAPDELAY).
    MapParts(Value, Value, Span),
    /// Element k is the function at `(i, k)`: the positions of sub-array i of an interleaving.
    Positions { m: i32, f: Value, i: i32, span: Span },
    /// Base values in memory.
    Data(Stored),
}

/// A push array.
#[derive(Debug)]
pub enum Push {
    /// The elements of a pull array, at a level.
    Array(Value, u32),
    /// `concatDelay`, `interleaveDelay`, `interleaveIntoDelay`, `concatSeq`, `concatThreads`: who makes the sub-arrays, the length of sub-arrays, where their elements go, the length of the
    /// whole, the sub-arrays, the place where they were put together.
    Delay {
        by: Makers,
        m: i32,
        position: Option<Value>,
        total: Option<i32>,
        parts: Value,
        span: Span,
    },
    /// `scanThread f b e`
    Scan(Value, Value, Value, Span),
    /// `mapPush g d` of a scan.
    MapScan(Value, Value, Span),
}

/// Where the variables of code are.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The first place of the frame.
    pub base: usize,
    pub captured: &'a [Value],
}

impl Value {
    pub fn of_base(base: Base) -> Value {
        Value::Base(base)
    }

    pub fn to_base(&self) -> Option<Base> {
        match self {
            Value::Base(base) => Some(*base),
            _ => None,
        }
    }

    pub fn pair(a: Value, b: Value) -> Value {
        Value::Pair(Rc::new(Pair(a, b)))
    }

    /// Whether it is a base value, a pair of base values included.
    pub fn is_base(&self) -> bool {
        match self {
            Value::Base(_) => true,
            Value::Pair(pair) => {
                elder_syntax::stack::deep(64 << 10, 1 << 20, || pair.0.is_base() && pair.1.is_base())
            }
            _ => false,
        }
    }
}

impl Column {
    /// Whether its elements are of a type.
    pub fn is_of(&self, ty: &Type) -> bool {
        match (self, ty) {
            (Column::Base(all), Type::Base(base)) => all.prim_type() == *base,
            (Column::Pair(both), Type::Pair(a, b)) => both.0.is_of(a) && both.1.is_of(b),
            _ => false,
        }
    }

    /// The bytes of its elements.
    pub fn bytes(&self) -> u64 {
        match self {
            Column::Base(all) => all.prim_type().bytes() as u64 * all.len() as u64,
            Column::Pair(both) => both.0.bytes() + both.1.bytes(),
        }
    }

    /// The bytes of one element like this value.
    pub fn element_bytes(value: &Value) -> u64 {
        match value {
            Value::Base(base) => base.prim_type().bytes() as u64,
            Value::Pair(pair) => Column::element_bytes(&pair.0) + Column::element_bytes(&pair.1),
            _ => 1,
        }
    }

    /// `n` elements of the type of a base value, which can be set; `None` if it is no base value.
    pub fn like(value: &Value, n: usize) -> Option<Column> {
        Some(match value {
            Value::Base(base) => Column::Base(zeros(base.prim_type(), n)),
            Value::Pair(pair) => {
                Column::Pair(Box::new((Column::like(&pair.0, n)?, Column::like(&pair.1, n)?)))
            }
            _ => return None,
        })
    }

    /// `n` elements of the type of this column.
    pub fn again(&self, n: usize) -> Column {
        match self {
            Column::Base(all) => Column::Base(zeros(all.prim_type(), n)),
            Column::Pair(both) => Column::Pair(Box::new((both.0.again(n), both.1.again(n)))),
        }
    }

    /// No elements, of whatever type.
    pub fn none() -> Column {
        Column::Base(Data::I32(vec![]))
    }

    /// Element `i` becomes this; `None` if it is of another type or there is no such element.
    pub fn set(&mut self, i: usize, value: &Value) -> Option<()> {
        match (self, value) {
            (Column::Base(all), Value::Base(x)) => put(all, i, *x),
            (Column::Pair(both), Value::Pair(pair)) => {
                both.0.set(i, &pair.0)?;
                both.1.set(i, &pair.1)
            }
            _ => None,
        }
    }

    /// Element `i`.
    pub fn get(&self, i: usize) -> Option<Value> {
        Some(match self {
            Column::Base(all) => Value::Base(all.get(i)?),
            Column::Pair(both) => Value::pair(both.0.get(i)?, both.1.get(i)?),
        })
    }

    /// Elements of sub-arrays of `m` elements in another order.
    pub fn gather(&self, sources: &[(usize, usize)], m: usize) -> Column {
        fn of<E: Element>(all: &[E], sources: &[(usize, usize)], m: usize) -> Data {
            let at = |(i, j): &(usize, usize)| all.get(i * m + j).copied();
            E::wrap(sources.iter().filter_map(at).collect())
        }
        match self {
            Column::Base(all) => Column::Base(with_data!(all, all => of(all, sources, m))),
            Column::Pair(both) => {
                let both = (both.0.gather(sources, m), both.1.gather(sources, m));
                Column::Pair(Box::new(both))
            }
        }
    }

    /// Writes another column of the same type, from an element on.
    pub fn write(&mut self, offset: usize, part: &Column) -> Option<()> {
        fn to<E: Element>(all: &mut [E], offset: usize, part: &Data) -> Option<()> {
            let part = E::slice(part)?;
            all.get_mut(offset..offset + part.len())?.copy_from_slice(part);
            Some(())
        }
        match (self, part) {
            (Column::Base(all), Column::Base(part)) => with_data!(all, all => to(all, offset, part)),
            (Column::Pair(both), Column::Pair(parts)) => {
                both.0.write(offset, &parts.0)?;
                both.1.write(offset, &parts.1)
            }
            _ => None,
        }
    }
}

/// Drops values that may be nested deeply.
fn release<T>(values: T) {
    elder_syntax::stack::deep(64 << 10, 1 << 20, || drop(values));
}

impl Drop for Pair {
    fn drop(&mut self) {
        if !matches!((&self.0, &self.1), (Value::Base(_), Value::Base(_))) {
            release((std::mem::take(&mut self.0), std::mem::take(&mut self.1)));
        }
    }
}

impl Drop for Closure {
    fn drop(&mut self) {
        if !self.captured.is_empty() || !self.given.is_empty() {
            release((
                std::mem::take(&mut self.captured),
                std::mem::take(&mut self.given),
            ));
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        release(std::mem::take(&mut self.given));
    }
}

impl Drop for Pull {
    fn drop(&mut self) {
        match self {
            Pull::Literal(_, captured) => release(std::mem::take(captured)),
            Pull::Generate(_, f, _) | Pull::Positions { f, .. } => release(std::mem::take(f)),
            Pull::Map(f, of, _) | Pull::MapParts(f, of, _) => {
                release((std::mem::take(f), std::mem::take(of)))
            }
            Pull::Data(_) => {}
        }
    }
}

impl Drop for Push {
    fn drop(&mut self) {
        match self {
            Push::Array(of, _) => release(std::mem::take(of)),
            Push::Delay { position, parts, .. } => release((position.take(), std::mem::take(parts))),
            Push::Scan(f, start, of, _) => {
                release((std::mem::take(f), std::mem::take(start), std::mem::take(of)));
            }
            Push::MapScan(f, of, _) => release((std::mem::take(f), std::mem::take(of))),
        }
    }
}
