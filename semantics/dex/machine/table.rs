//! Loops, tables and their elements.

use super::code::{Arithmetic, Instruction, Loop};
use super::layout::Layout;
use super::value::{Environment, Operand, Table, Value, View};
use super::{Step, Stop, Translator};
use crate::dex::{MORE_STACK, RED_ZONE};
use elder_dex::core;
use std::rc::Rc;

impl Translator<'_> {
    /// DX-E-FOR
    pub(super) fn for_each(&mut self, environment: &Environment, it: &core::Loop) -> Step<Value> {
        let set = self.ty(environment, &it.binder.ty)?;
        let count = self.size(&set)?;
        self.table(count, it.descending, |this, ordinal| {
            this.code.tick()?;
            let index = this.element(&set, ordinal)?;
            let inner = environment.with(it.binder.name, index);
            this.block(&inner, &it.body)
        })
    }

    /// A table of what is computed for each ordinal below a number.
    pub(super) fn table(
        &mut self,
        count: Operand,
        descending: bool,
        compute: impl FnOnce(&mut Self, Operand) -> Step<Value>,
    ) -> Step<Value> {
        let mark = self.code.mark();
        let buffer = Operand::Known(self.code.buffer().into());
        let made = self.looped(count, descending, |this, ordinal| {
            let value = compute(this, ordinal)?;
            let value = this.quietly_forced(value)?;
            let layout = Layout::of(&value)?;
            if !layout.is_before(mark) {
                return Err(Stop::Untaken("elements of a table differ in size"));
            }
            let stride = this.bytes(&layout)?;
            let offset = this.code.compute(Arithmetic::Multiply, ordinal, stride)?;
            this.store(&layout, buffer, offset, &value)?;
            Ok(layout)
        })?;
        let (round, element) = made;
        let element = element.unwrap_or(Layout::Never);
        let stride = self.bytes(&element)?;
        self.allocate(buffer, count, stride)?;
        self.code.emit(Instruction::Loop(Box::new(round)))?;
        Ok(Value::Table(Rc::new(Table {
            count,
            element,
            buffer,
            offset: Operand::Known(0),
        })))
    }

    /// So many bytes so many times, in a buffer.
    fn allocate(&mut self, buffer: Operand, count: Operand, stride: Operand) -> Step<()> {
        let bytes = self.code.compute(Arithmetic::Multiply, count, stride)?;
        match (bytes, buffer) {
            (Operand::Known(0), _) => Ok(()),
            (_, Operand::Known(buffer)) => {
                let bytes = self.code.register(bytes);
                let site = self.limit_site();
                self.code.emit(Instruction::Allocate(buffer as u32, bytes, site))
            }
            _ => Err(Stop::MALFORMED),
        }
    }

    /// A loop, which is not written yet.
    fn looped<T>(
        &mut self,
        count: Operand,
        descending: bool,
        inside: impl FnOnce(&mut Self, Operand) -> Step<T>,
    ) -> Step<(Loop, Option<T>)> {
        let index = self.code.fresh();
        self.code.bound(index, count);
        let (body, result) = self.nested(|this| inside(this, Operand::Register(index)))?;
        let count = self.code.register(count);
        let round = Loop {
            count,
            index,
            descending,
            body,
        };
        Ok((round, result))
    }

    /// What is done for each ordinal below a number.
    pub(super) fn rounds(
        &mut self,
        count: Operand,
        descending: bool,
        inside: impl FnOnce(&mut Self, Operand) -> Step<()>,
    ) -> Step<()> {
        let (round, _) = self.looped(count, descending, inside)?;
        self.code.emit(Instruction::Loop(Box::new(round)))
    }

    /// DX-E-TABLE
    pub(super) fn listed(&mut self, elements: Vec<Value>) -> Step<Value> {
        let mut layout = Layout::Never;
        let mut forced = Vec::with_capacity(elements.len());
        for element in elements {
            let element = self.quietly_forced(element)?;
            let own = Layout::of(&element)?;
            layout = layout
                .with(&own)
                .ok_or(Stop::Untaken("elements of a table differ in layout"))?;
            forced.push(element);
        }
        let count = Operand::Known(forced.len() as u64);
        let buffer = Operand::Known(self.code.buffer().into());
        let stride = self.bytes(&layout)?;
        self.allocate(buffer, count, stride)?;
        for (place, element) in forced.iter().enumerate() {
            let place = Operand::Known(place as u64);
            let offset = self.code.compute(Arithmetic::Multiply, place, stride)?;
            self.store(&layout, buffer, offset, element)?;
        }
        Ok(Value::Table(Rc::new(Table {
            count,
            element: layout,
            buffer,
            offset: Operand::Known(0),
        })))
    }

    /// DX-E-IDX-ARR, DX-E-IDX-VIEW
    pub(super) fn index(&mut self, table: &Value, index: Value) -> Step<Value> {
        match table {
            Value::Table(table) => {
                let ordinal = self.ordinal(&index)?;
                if !self.code.is_below(ordinal, table.count) {
                    let site = self.site();
                    let (own, count) = (self.code.register(ordinal), self.code.register(table.count));
                    self.code.emit(Instruction::Within(own, count, site))?;
                }
                let offset = self.step(table.offset, ordinal, &table.element)?;
                self.load(&table.element, table.buffer, offset)
            }
            Value::View(view) => self.view_at(view, index),
            _ => Err(Stop::MALFORMED),
        }
    }

    /// Where the element of an ordinal begins.
    pub(super) fn step(&mut self, offset: Operand, ordinal: Operand, element: &Layout) -> Step<Operand> {
        let stride = self.bytes(element)?;
        let steps = self.code.compute(Arithmetic::Multiply, ordinal, stride)?;
        self.code.compute(Arithmetic::Add, offset, steps)
    }

    /// DX-E-IDX-VIEW: the body, with the index.
    fn view_at(&mut self, view: &View, index: Value) -> Step<Value> {
        self.code.tick()?;
        let inner = view.environment.with(view.view.binder.name, index);
        self.block(&inner, &view.view.body)
    }

    /// DX-E-FORCE: tables stand for views.
    pub(super) fn force(&mut self, value: Value) -> Step<Value> {
        if !value.is_lazy() {
            return Ok(value);
        }
        elder_syntax::stack::deep(RED_ZONE, MORE_STACK, || self.forced(value))
    }

    fn forced(&mut self, value: Value) -> Step<Value> {
        Ok(match &value {
            Value::View(view) => {
                let set = self.ty(&view.environment, &view.view.binder.ty)?;
                let count = self.size(&set)?;
                self.table(count, false, |this, ordinal| {
                    this.code.tick()?;
                    let index = this.element(&set, ordinal)?;
                    let element = this.view_at(view, index)?;
                    this.force(element)
                })?
            }
            Value::Sum(sum) if matches!(sum.tag, Operand::Register(_)) => {
                return Err(Stop::Untaken("a sum holds views whose constructor is not known"));
            }
            _ => value.mapped(&mut |part| self.force(part))?,
        })
    }

    /// Tables for views that are stored as they are: only where they cannot fail, as nobody may ask for their elements.
    fn quietly_forced(&mut self, value: Value) -> Step<Value> {
        if !value.is_lazy() {
            return Ok(value);
        }
        let before = self.code.fallible;
        let value = self.force(value)?;
        match self.code.fallible == before {
            true => Ok(value),
            false => Err(Stop::Untaken("a view that may fail is an element of a table")),
        }
    }
}
