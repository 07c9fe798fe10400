//! Handlers, and what references read and write.

use super::code::{Arithmetic, Instruction};
use super::layout::Layout;
use super::types::Type;
use super::value::{Environment, Kind, Operand, Place, Plus, Reference, Region, Sum, Value};
use super::{Step, Stop, Translator};
use elder_dex::core::{self as tree, MAYBE, Projection};
use elder_syntax::prim::{BinOp, PrimFn};
use std::rc::Rc;

impl Translator<'_> {
    /// DX-E-SLICE
    pub(super) fn slice(&mut self, reference: &Reference, index: &Value) -> Step<Value> {
        let ordinal = self.ordinal(index)?;
        let count = match reference {
            Reference::Cells(_, path) => match path.last().map(|place| &place.layout) {
                Some(Layout::Table(count, _)) => *count,
                _ => return Err(Stop::MALFORMED),
            },
            Reference::Given(Value::Table(table)) => table.count,
            Reference::Given(_) => return Err(Stop::MALFORMED),
        };
        if !self.code.is_below(ordinal, count) {
            let site = self.site();
            let (ordinal, count) = (self.code.register(ordinal), self.code.register(count));
            self.code
                .emit(Instruction::WithinReference(ordinal, count, site))?;
        }
        match reference {
            Reference::Cells(region, path) => {
                let Some(Place {
                    offset,
                    layout: Layout::Table(_, element),
                }) = path.last()
                else {
                    return Err(Stop::MALFORMED);
                };
                let offset = self.step(*offset, ordinal, element)?;
                Ok(longer(region, path, offset, Layout::clone(element)))
            }
            Reference::Given(Value::Table(table)) => {
                let offset = self.step(table.offset, ordinal, &table.element)?;
                let element = self.load(&table.element, table.buffer, offset)?;
                Ok(Value::Reference(Rc::new(Reference::Given(element))))
            }
            Reference::Given(_) => Err(Stop::MALFORMED),
        }
    }

    /// DX-E-FSTREF
    pub(super) fn part(&mut self, reference: &Reference, part: &Projection) -> Step<Value> {
        let (region, path) = match reference {
            Reference::Given(value) => {
                let part = Self::projected(part, value)?;
                return Ok(Value::Reference(Rc::new(Reference::Given(part))));
            }
            Reference::Cells(region, path) => (region, path),
        };
        let place = path.last().ok_or(Stop::MALFORMED)?;
        let (offset, layout) = match (part, &place.layout) {
            (Projection::First, Layout::Pair(both)) => (place.offset, both.0.clone()),
            (Projection::Second, Layout::Pair(both)) => (self.behind(place.offset, &both.0)?, both.1.clone()),
            (Projection::Field(label), Layout::Record(fields)) => {
                let mut offset = place.offset;
                let mut found = None;
                for (own, layout) in fields.iter() {
                    if own == label {
                        found = Some(layout.clone());
                        break;
                    }
                    offset = self.behind(offset, layout)?;
                }
                (offset, found.ok_or(Stop::MALFORMED)?)
            }
            _ => return Err(Stop::MALFORMED),
        };
        Ok(longer(region, path, offset, layout))
    }

    /// DX-E-GET, DX-E-ASK
    pub(super) fn get(&mut self, reference: &Reference) -> Step<Value> {
        match reference {
            Reference::Given(value) => Ok(value.clone()),
            Reference::Cells(region, path) => {
                let place = path.last().ok_or(Stop::MALFORMED)?;
                let value = self.load(&place.layout, region.buffer, place.offset)?;
                self.copied(value)
            }
        }
    }

    /// DX-E-PUT
    pub(super) fn put(&mut self, reference: &Reference, value: Value) -> Step<Value> {
        let Reference::Cells(region, path) = reference else {
            return Err(Stop::MALFORMED);
        };
        let value = self.force(value)?;
        let place = path.last().ok_or(Stop::MALFORMED)?;
        self.store(&place.layout, region.buffer, place.offset, &value)?;
        Ok(Value::Unit)
    }

    /// DX-E-ACC
    pub(super) fn accumulate(&mut self, reference: &Reference, value: Value) -> Step<Value> {
        let Reference::Cells(region, path) = reference else {
            return Err(Stop::MALFORMED);
        };
        let mut value = self.force(value)?;
        let plus = region.plus.clone().ok_or(Stop::MALFORMED)?;
        let mut place = path.last().ok_or(Stop::MALFORMED)?;
        let mut indices = 0;
        if let Plus::Monoid {
            zero, indices: own, ..
        } = &plus
        {
            let steps = path.len() - 1;
            indices = own.saturating_sub(steps);
            if steps > *own {
                let whole = path.get(*own).ok_or(Stop::MALFORMED)?;
                value = self.neutral_elsewhere(zero, whole, place, &value)?;
                place = whole;
            }
        }
        self.add(region.buffer, place, &plus, indices, &value)?;
        Ok(Value::Unit)
    }

    /// The element of a monoid that has a value at one of its places.
    fn neutral_elsewhere(
        &mut self,
        zero: &Value,
        whole: &Place,
        place: &Place,
        value: &Value,
    ) -> Step<Value> {
        let buffer = self.allocated(&whole.layout)?;
        self.store(&whole.layout, buffer, Operand::Known(0), zero)?;
        let offset = self
            .code
            .compute(Arithmetic::Subtract, place.offset, whole.offset)?;
        self.store(&place.layout, buffer, offset, value)?;
        self.load(&whole.layout, buffer, Operand::Known(0))
    }

    /// The value at a place becomes the sum of it and another one, pointwise behind so many indices.
    fn add(
        &mut self,
        buffer: Operand,
        place: &Place,
        plus: &Plus,
        indices: usize,
        value: &Value,
    ) -> Step<()> {
        match (plus, &place.layout, value) {
            (Plus::Monoid { operation, .. }, _, _) if indices == 0 => {
                let old = self.load(&place.layout, buffer, place.offset)?;
                let old = self.copied(old)?;
                let partial = self.apply(operation, old)?;
                let sum = self.apply(&partial, value.clone())?;
                let sum = self.force(sum)?;
                self.store(&place.layout, buffer, place.offset, &sum)
            }
            (_, Layout::Table(count, element), Value::Table(table)) => {
                self.rounds(*count, false, |this, ordinal| {
                    let at = Place {
                        offset: this.step(place.offset, ordinal, element)?,
                        layout: Layout::clone(element),
                    };
                    let from = this.step(table.offset, ordinal, &table.element)?;
                    let value = this.load(&table.element, table.buffer, from)?;
                    this.add(buffer, &at, plus, indices.saturating_sub(1), &value)
                })
            }
            (Plus::Vectors, Layout::Number(ty), Value::Number(..)) => {
                let old = self.load(&place.layout, buffer, place.offset)?;
                let sum = self.primitive(PrimFn::Bin(BinOp::Add, *ty), &[old, value.clone()])?;
                self.store(&place.layout, buffer, place.offset, &sum)
            }
            (Plus::Vectors, Layout::Unit, _) => Ok(()),
            (Plus::Vectors, Layout::Pair(layouts), Value::Pair(both)) => {
                let parts = [
                    (layouts.0.clone(), both.0.clone()),
                    (layouts.1.clone(), both.1.clone()),
                ];
                self.add_parts(buffer, place.offset, &parts)
            }
            (Plus::Vectors, Layout::Record(layouts), Value::Record(fields)) => {
                let parts = layouts.iter().zip(fields.iter());
                let parts: Vec<_> = parts
                    .map(|((_, layout), (_, value))| (layout.clone(), value.clone()))
                    .collect();
                self.add_parts(buffer, place.offset, &parts)
            }
            _ => Err(Stop::MALFORMED),
        }
    }

    fn add_parts(&mut self, buffer: Operand, mut offset: Operand, parts: &[(Layout, Value)]) -> Step<()> {
        for (layout, value) in parts {
            let place = Place {
                offset,
                layout: layout.clone(),
            };
            self.add(buffer, &place, &Plus::Vectors, 0, value)?;
            offset = self.behind(offset, layout)?;
        }
        Ok(())
    }

    /// The action of a handler, which takes a reference, and what that refers to.
    fn opened(&mut self, action: &Value) -> Step<(Value, Rc<Type>)> {
        let inner = self.apply(action, Value::Type(Rc::new(Type::Opaque)))?;
        let Value::Closure(closure) = &inner else {
            return Err(Stop::MALFORMED);
        };
        let ty = self.ty(&closure.environment, &closure.lambda.binder.ty)?;
        match &*ty {
            Type::Reference(content) => Ok((inner.clone(), content.clone())),
            _ => Err(Stop::MALFORMED),
        }
    }

    /// An action with a region, which holds something already: what it gives, and what the region holds then.
    fn handled(
        &mut self,
        action: &Value,
        layout: Layout,
        buffer: Operand,
        plus: Option<Plus>,
    ) -> Step<(Value, Value)> {
        let region = Rc::new(Region { buffer, plus });
        let root = Place {
            offset: Operand::Known(0),
            layout: layout.clone(),
        };
        let reference = Value::Reference(Rc::new(Reference::Cells(region, vec![root])));
        let result = self.apply(action, reference)?;
        Ok((result, self.load(&layout, buffer, Operand::Known(0))?))
    }

    /// DX-E-RUNSTATE
    pub(super) fn run_state(&mut self, initial: Value, action: &Value) -> Step<Value> {
        let initial = self.force(initial)?;
        let (action, content) = self.opened(action)?;
        let layout = self.layout_of(&content)?;
        let buffer = self.allocated(&layout)?;
        self.store(&layout, buffer, Operand::Known(0), &initial)?;
        let (result, state) = self.handled(&action, layout, buffer, None)?;
        Ok(Value::pair(result, state))
    }

    /// DX-E-RUNREADER
    pub(super) fn run_reader(&mut self, content: Value, action: &Value) -> Step<Value> {
        let content = self.force(content)?;
        let action = self.apply(action, Value::Type(Rc::new(Type::Opaque)))?;
        let reference = Value::Reference(Rc::new(Reference::Given(content)));
        self.apply(&action, reference)
    }

    /// DX-E-RUNACCUM
    pub(super) fn run_accum(
        &mut self,
        environment: &Environment,
        monoid: Option<&tree::Monoid>,
        action: &tree::Value,
    ) -> Step<Value> {
        let action = self.value(environment, action)?;
        let (action, content) = self.opened(&action)?;
        let layout = self.layout_of(&content)?;
        let Some(monoid) = monoid else {
            // The bits of zero are zeros.
            let buffer = self.allocated(&layout)?;
            let (result, content) = self.handled(&action, layout, buffer, Some(Plus::Vectors))?;
            return Ok(Value::pair(result, content));
        };
        let zero = self.value(environment, &monoid.zero)?;
        let zero = self.force(zero)?;
        let operation = self.value(environment, &monoid.plus)?;
        let Value::Closure(closure) = &operation else {
            return Err(Stop::MALFORMED);
        };
        let element = self.ty(&closure.environment, &closure.lambda.binder.ty)?;
        let indices = self.rank(&content)?.saturating_sub(self.rank(&element)?);
        let buffer = self.allocated(&layout)?;
        self.filled(&layout, buffer, Operand::Known(0), indices, &zero)?;
        let plus = Plus::Monoid {
            operation,
            zero,
            indices,
        };
        let (result, content) = self.handled(&action, layout, buffer, Some(plus))?;
        Ok(Value::pair(result, content))
    }

    /// The neutral element of a monoid, behind so many indices.
    fn filled(
        &mut self,
        layout: &Layout,
        buffer: Operand,
        offset: Operand,
        indices: usize,
        zero: &Value,
    ) -> Step<()> {
        match (indices, layout) {
            (0, _) => self.store(layout, buffer, offset, zero),
            (_, Layout::Table(count, element)) => self.rounds(*count, false, |this, ordinal| {
                let offset = this.step(offset, ordinal, element)?;
                this.filled(element, buffer, offset, indices - 1, zero)
            }),
            _ => Err(Stop::MALFORMED),
        }
    }

    /// DX-E-CATCH
    pub(super) fn catch(&mut self, action: &Value, ty: &Type) -> Step<Value> {
        let Type::Data(MAYBE, parameters) = ty else {
            return Err(Stop::MALFORMED);
        };
        let (body, value) = self.nested(|this| this.apply(action, Value::Unit))?;
        let tag = self.code.fresh();
        self.code.emit(Instruction::Catch(tag, Box::new(body)))?;
        Ok(Value::Sum(Rc::new(Sum {
            kind: Kind::Data(MAYBE, parameters.clone()),
            tag: Operand::Register(tag),
            alternatives: vec![Some(vec![]), value.map(|value| vec![value])],
        })))
    }
}

/// One step further.
fn longer(region: &Rc<Region>, path: &[Place], offset: Operand, layout: Layout) -> Value {
    let mut path = path.to_vec();
    path.push(Place { offset, layout });
    Value::Reference(Rc::new(Reference::Cells(region.clone(), path)))
}
