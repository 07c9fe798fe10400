//! What accumulates: `old +T w`, and zero(T).
//!
//! Without a monoid it is addition of vectors, pointwise on tables and parts.  A monoid may be one of the elements of tables: then it is
//! meant pointwise behind as many indices as the content has more than it (DX-Z-17).  What is added inside an element of a monoid is
//! added as that element, neutral everywhere else.

use super::environment::Environment;
use super::types::Type;
use super::value::{Part, Reference, Value};
use super::{Interpreter, Step};
use elder_dex::core as tree;
use elder_syntax::prim::{BinOp, PrimFn};
use std::rc::Rc;

/// How a region accumulates.
#[derive(Clone, Debug)]
pub struct Accumulation {
    /// The neutral content.
    pub zero: Value,
    /// By what.
    pub plus: Plus,
}

/// An operation of a monoid.
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

impl Interpreter<'_> {
    /// zero(T), of a vector space.
    pub(super) fn zero(&mut self, ty: &Type) -> Step<Value> {
        match ty {
            Type::Base(base) => Ok(Value::Number(base.number(0).into())),
            Type::Pair(first, second) => {
                let first = self.zero(first)?;
                Ok(Value::pair(first, self.zero(second)?))
            }
            Type::Record(fields) => {
                let mut zeros = Vec::with_capacity(fields.len());
                for (label, ty) in fields {
                    zeros.push((label.clone(), self.zero(ty)?));
                }
                Ok(Value::Record(Rc::new(zeros)))
            }
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let elements = self.each(&set, |this, index| {
                    let element = this.element_at(table, index)?;
                    this.zero(&element)
                })?;
                Ok(self.table_of(elements))
            }
            _ => Err(self.malformed("a vector space was expected")),
        }
    }

    /// The neutral element of a monoid behind so many indices.
    fn lifted(&mut self, ty: &Type, indices: usize, zero: &Value) -> Step<Value> {
        match (indices, ty) {
            (0, _) => Ok(zero.clone()),
            (_, Type::Table(table)) => {
                let set = self.set_of(table)?;
                let elements = self.each(&set, |this, index| {
                    let element = this.element_at(table, index)?;
                    this.lifted(&element, indices - 1, zero)
                })?;
                Ok(self.table_of(elements))
            }
            _ => Err(self.malformed("the content of an accumulator has fewer indices than its monoid")),
        }
    }

    /// How a region of this content accumulates.
    pub(super) fn accumulation(
        &mut self,
        environment: &Environment,
        monoid: Option<&tree::Monoid>,
        content: &Type,
    ) -> Step<Accumulation> {
        let Some(monoid) = monoid else {
            return Ok(Accumulation {
                zero: self.zero(content)?,
                plus: Plus::Vectors,
            });
        };
        let zero = self.value(environment, &monoid.zero)?;
        let zero = self.force(zero)?;
        let operation = self.value(environment, &monoid.plus)?;
        let Value::Closure(closure) = &operation else {
            return Err(self.malformed("the operation of a monoid is a function"));
        };
        let element = self.ty(&closure.environment, &closure.lambda.binder.ty)?;
        let own = self.rank(&element)?;
        let indices = self.rank(content)?.saturating_sub(own);
        Ok(Accumulation {
            zero: self.lifted(content, indices, &zero)?,
            plus: Plus::Monoid {
                operation,
                zero,
                indices,
            },
        })
    }

    /// How the region accumulates.
    fn accumulation_of(&self, location: usize) -> Step<Rc<Accumulation>> {
        let region = self.store.region(location);
        region
            .and_then(|region| region.accumulation.clone())
            .ok_or_else(|| self.malformed("the region does not accumulate"))
    }

    /// Whether the order in which is added to a region does not matter by law.
    pub(super) fn commutes(&self, location: usize) -> bool {
        self.accumulation_of(location)
            .is_ok_and(|own| matches!(own.plus, Plus::Vectors))
    }

    /// DX-E-ACC: S[l at π := old +T force(w)]
    pub(super) fn accumulate(&mut self, reference: &Reference, value: Value) -> Step<Value> {
        let value = self.force(value)?;
        self.accumulates(reference.location)?;
        let own = self.accumulation_of(reference.location)?;
        self.add_at(&own, reference.location, &reference.path, value)?;
        Ok(Value::Unit)
    }

    /// The whole content of a region is added to.
    pub(super) fn add(&mut self, location: usize, value: Value) -> Step<()> {
        self.accumulates(location)?;
        let own = self.accumulation_of(location)?;
        self.add_at(&own, location, &[], value)
    }

    /// The sum of two contents of a region.
    pub(super) fn sum(&mut self, location: usize, left: Value, right: Value) -> Step<Value> {
        let own = self.accumulation_of(location)?;
        self.plus(&own.plus, 0, left, right)
    }

    fn add_at(&mut self, own: &Accumulation, location: usize, path: &[Part], mut value: Value) -> Step<()> {
        let mut at = path;
        if let Plus::Monoid { zero, indices, .. } = &own.plus
            && path.len() > *indices
        {
            let (outside, inside) = path.split_at(*indices);
            let mut whole = zero.clone();
            if whole.set(inside, value).is_none() {
                return Err(self.malformed("there is no such place in the element of a monoid"));
            }
            (at, value) = (outside, whole);
        }
        let region = self.store.region(location);
        let old = region.and_then(|region| region.content.at(at)).cloned();
        let Some(old) = old else {
            return Err(self.malformed("there is no such place in the store"));
        };
        let new = self.plus(&own.plus, at.len(), old, value)?;
        self.write(location, at, new)
    }

    /// `left + right`, of what stands behind so many steps of a path.
    fn plus(&mut self, plus: &Plus, steps: usize, left: Value, right: Value) -> Step<Value> {
        match plus {
            Plus::Vectors => {
                self.cost.count(right.cells() as usize);
                self.vectors(&left, &right)
            }
            Plus::Monoid {
                operation, indices, ..
            } => self.pointwise(operation, indices.saturating_sub(steps), left, right),
        }
    }

    /// +T, pointwise on pairs, records and tables.
    fn vectors(&mut self, left: &Value, right: &Value) -> Step<Value> {
        match (left, right) {
            (Value::Number(a), Value::Number(b)) => {
                let add = PrimFn::Bin(BinOp::Add, a.prim_type());
                self.primitive(add, &[a.clone(), b.clone()])
            }
            (Value::Pair(a), Value::Pair(b)) => {
                let first = self.vectors(&a.0, &b.0)?;
                Ok(Value::pair(first, self.vectors(&a.1, &b.1)?))
            }
            (Value::Record(a), Value::Record(b)) if a.len() == b.len() => {
                let mut sums = Vec::with_capacity(a.len());
                for ((label, a), (_, b)) in a.iter().zip(b.iter()) {
                    sums.push((label.clone(), self.vectors(a, b)?));
                }
                Ok(Value::Record(Rc::new(sums)))
            }
            (Value::Table(a), Value::Table(b)) if a.elements().len() == b.elements().len() => {
                let pairs = a.elements().iter().zip(b.elements());
                let sums = pairs.map(|(a, b)| self.vectors(a, b)).collect::<Step<_>>()?;
                Ok(self.table_of(sums))
            }
            _ => Err(self.malformed("two vectors of one space were expected")),
        }
    }

    /// The operation of a monoid, on what stands behind so many indices.
    fn pointwise(&mut self, operation: &Value, indices: usize, left: Value, right: Value) -> Step<Value> {
        if indices == 0 {
            let partial = self.apply(operation, left)?;
            let sum = self.apply(&partial, right)?;
            return self.force(sum);
        }
        match (left, right) {
            (Value::Table(a), Value::Table(b)) if a.elements().len() == b.elements().len() => {
                let pairs = a.elements().iter().zip(b.elements());
                let sums = self.watched(false, |this| {
                    let mut sums = Vec::with_capacity(a.elements().len());
                    for (a, b) in pairs {
                        sums.push(this.pointwise(operation, indices - 1, a.clone(), b.clone())?);
                        this.next_round();
                    }
                    Ok(sums)
                })?;
                Ok(self.table_of(sums))
            }
            _ => Err(self.malformed("two tables of one index set were expected")),
        }
    }

    /// DX-E-RUNACCUM: the location holds zero(T) first.
    pub(super) fn run_accum(
        &mut self,
        environment: &Environment,
        monoid: Option<&tree::Monoid>,
        action: &tree::Value,
    ) -> Step<Value> {
        let action = self.value(environment, action)?;
        let (action, content) = self.opened(&action)?;
        let own = self.accumulation(environment, monoid, &content)?;
        let (result, content) = self.handled(&action, own.zero.clone(), Some(Rc::new(own)))?;
        Ok(Value::pair(result, content))
    }
}
