//! Values in buffers: how they are read, written and copied.

use super::code::{Arithmetic, Block, Instruction};
use super::layout::{Alternatives, Layout, ORDINAL};
use super::value::{Kind, Operand, Sum, Table, Value};
use super::{Step, Stop, Translator};
use elder_dex::core::DataName;
use elder_syntax::prim::PrimType;
use std::rc::Rc;

impl Translator<'_> {
    /// The value at a place: its scalars are read, and its tables are where they are.
    pub(super) fn load(&mut self, layout: &Layout, buffer: Operand, offset: Operand) -> Step<Value> {
        Ok(match layout {
            Layout::Number(ty) => Value::Number(*ty, self.scalar(Layout::width(*ty), buffer, offset)?),
            Layout::Unit => Value::Unit,
            Layout::Never => return Err(Stop::Never),
            Layout::Member(set) => Value::Member(set.clone(), self.scalar(ORDINAL as u8, buffer, offset)?),
            Layout::Pair(both) => {
                let first = self.load(&both.0, buffer, offset)?;
                let behind = self.behind(offset, &both.0)?;
                Value::pair(first, self.load(&both.1, buffer, behind)?)
            }
            Layout::Record(fields) => {
                let mut values = Vec::with_capacity(fields.len());
                let mut offset = offset;
                for (label, layout) in fields.iter() {
                    values.push((label.clone(), self.load(layout, buffer, offset)?));
                    offset = self.behind(offset, layout)?;
                }
                Value::Record(Rc::new(values))
            }
            Layout::Sum(sum) => {
                let (tag, inside) = match sum.only() {
                    Some(only) => (Operand::Known(only as u64), offset),
                    None => {
                        let tag = self.scalar(1, buffer, offset)?;
                        (
                            tag,
                            self.code.compute(Arithmetic::Add, offset, Operand::Known(1))?,
                        )
                    }
                };
                let mut alternatives = Vec::with_capacity(sum.held.len());
                for held in &sum.held {
                    let Some(layouts) = held else {
                        alternatives.push(None);
                        continue;
                    };
                    let mut values = Vec::with_capacity(layouts.len());
                    let mut offset = inside;
                    for layout in layouts {
                        values.push(self.load(layout, buffer, offset)?);
                        offset = self.behind(offset, layout)?;
                    }
                    alternatives.push(Some(values));
                }
                Value::Sum(Rc::new(Sum {
                    kind: sum.kind.clone(),
                    tag,
                    alternatives,
                }))
            }
            Layout::Table(count, element) => Value::Table(Rc::new(Table {
                count: *count,
                element: Layout::clone(element),
                buffer,
                offset,
            })),
        })
    }

    fn scalar(&mut self, width: u8, buffer: Operand, offset: Operand) -> Step<Operand> {
        let from = self.code.bytes(buffer, offset);
        let result = self.code.fresh();
        self.code.emit(Instruction::Load(result, width, from))?;
        Ok(Operand::Register(result))
    }

    fn write(&mut self, width: u8, buffer: Operand, offset: Operand, scalar: Operand) -> Step<()> {
        let to = self.code.bytes(buffer, offset);
        let scalar = self.code.register(scalar);
        self.code.emit(Instruction::Store(to, width, scalar))
    }

    /// A value without views is written to a place.
    pub(super) fn store(
        &mut self,
        layout: &Layout,
        buffer: Operand,
        offset: Operand,
        value: &Value,
    ) -> Step<()> {
        match (layout, value) {
            (Layout::Number(ty), Value::Number(_, operand)) => {
                self.write(Layout::width(*ty), buffer, offset, *operand)
            }
            (Layout::Member(_), Value::Member(_, ordinal)) => {
                self.write(ORDINAL as u8, buffer, offset, *ordinal)
            }
            (Layout::Unit, _) => Ok(()),
            (Layout::Pair(layouts), Value::Pair(both)) => {
                self.store(&layouts.0, buffer, offset, &both.0)?;
                let behind = self.behind(offset, &layouts.0)?;
                self.store(&layouts.1, buffer, behind, &both.1)
            }
            (Layout::Record(layouts), Value::Record(fields)) => {
                let mut offset = offset;
                for ((_, layout), (_, value)) in layouts.iter().zip(fields.iter()) {
                    self.store(layout, buffer, offset, value)?;
                    offset = self.behind(offset, layout)?;
                }
                Ok(())
            }
            (Layout::Sum(layouts), Value::Sum(sum)) => self.store_sum(layouts, buffer, offset, sum),
            (Layout::Table(..), Value::Table(table)) => self.store_table(layout, buffer, offset, table),
            _ => Err(Stop::Untaken("values of several layouts are stored in one place")),
        }
    }

    fn store_sum(&mut self, layouts: &Alternatives, buffer: Operand, offset: Operand, sum: &Sum) -> Step<()> {
        let inside = match layouts.only() {
            Some(_) => offset,
            None => {
                self.write(1, buffer, offset, sum.tag)?;
                self.code.compute(Arithmetic::Add, offset, Operand::Known(1))?
            }
        };
        if layouts.held.len() > 256 {
            return Err(Stop::Untaken("a sum of very many alternatives is stored"));
        }
        let mut branches = Vec::with_capacity(layouts.held.len());
        for (which, pair) in layouts.held.iter().zip(&sum.alternatives).enumerate() {
            let known = match sum.tag {
                Operand::Known(tag) => Some(tag == which as u64),
                Operand::Register(_) => None,
            };
            match (pair, known) {
                (_, Some(false)) | ((_, None), _) => branches.push(Block::default()),
                ((Some(layouts), Some(values)), Some(true)) => {
                    return self.store_all(layouts, buffer, inside, values);
                }
                ((Some(layouts), Some(values)), None) => {
                    let (block, _) = self.nested(|this| this.store_all(layouts, buffer, inside, values))?;
                    branches.push(block);
                }
                ((None, Some(_)), _) => {
                    return Err(Stop::Untaken("values of several layouts are stored in one place"));
                }
            }
        }
        if branches.iter().all(|block| block.instructions.is_empty()) {
            return Ok(());
        }
        let tag = self.code.register(sum.tag);
        self.code.emit(Instruction::Switch(tag, branches))
    }

    fn store_all(
        &mut self,
        layouts: &[Layout],
        buffer: Operand,
        mut offset: Operand,
        values: &[Value],
    ) -> Step<()> {
        for (layout, value) in layouts.iter().zip(values) {
            self.store(layout, buffer, offset, value)?;
            offset = self.behind(offset, layout)?;
        }
        Ok(())
    }

    fn store_table(&mut self, layout: &Layout, buffer: Operand, offset: Operand, table: &Table) -> Step<()> {
        let Layout::Table(count, element) = layout else {
            return Err(Stop::MALFORMED);
        };
        if matches!(table.element, Layout::Never) {
            return Ok(());
        }
        let stride = self.bytes(element)?;
        if element.is_like(&table.element) {
            let bytes = self.code.compute(Arithmetic::Multiply, *count, stride)?;
            if bytes == Operand::Known(0) {
                return Ok(());
            }
            let to = self.code.bytes(buffer, offset);
            let from = self.code.bytes(table.buffer, table.offset);
            let bytes = self.code.register(bytes);
            return self.code.emit(Instruction::Copy(to, from, bytes));
        }
        let own = self.bytes(&table.element)?;
        self.rounds(*count, false, |this, ordinal| {
            let from = this.code.compute(Arithmetic::Multiply, ordinal, own)?;
            let from = this.code.compute(Arithmetic::Add, table.offset, from)?;
            let value = this.load(&table.element, table.buffer, from)?;
            let to = this.code.compute(Arithmetic::Multiply, ordinal, stride)?;
            let to = this.code.compute(Arithmetic::Add, offset, to)?;
            this.store(element, buffer, to, &value)
        })?;
        Ok(())
    }

    /// A value in a buffer of its own, as far as it is tables.
    pub(super) fn copied(&mut self, value: Value) -> Step<Value> {
        Ok(match &value {
            Value::Table(table) => {
                let layout = Layout::of(&value)?;
                let buffer = self.allocated(&layout)?;
                self.store_table(&layout, buffer, Operand::Known(0), table)?;
                self.load(&layout, buffer, Operand::Known(0))?
            }
            _ => value.mapped(&mut |part| self.copied(part))?,
        })
    }

    /// A buffer with room for a value.
    pub(super) fn allocated(&mut self, layout: &Layout) -> Step<Operand> {
        let bytes = self.bytes(layout)?;
        let buffer = self.code.buffer();
        if bytes != Operand::Known(0) {
            let bytes = self.code.register(bytes);
            let site = self.limit_site();
            self.code.emit(Instruction::Allocate(buffer, bytes, site))?;
        }
        Ok(Operand::Known(buffer.into()))
    }

    /// A value that is known to have one constructor.
    pub(super) fn constructed(
        &self,
        data: DataName,
        parameters: Vec<Value>,
        which: usize,
        fields: Vec<Value>,
    ) -> Step<Value> {
        if Self::is_truth(data) {
            return Ok(Value::Number(PrimType::Bool, Operand::Known(which as u64)));
        }
        let declared = self.program.data.get(data.index()).ok_or(Stop::MALFORMED)?;
        let mut alternatives: Vec<Option<Vec<Value>>> = declared.constructors.iter().map(|_| None).collect();
        *alternatives.get_mut(which).ok_or(Stop::MALFORMED)? = Some(fields);
        Ok(Value::Sum(Rc::new(Sum {
            kind: Kind::Data(data, parameters),
            tag: Operand::Known(which as u64),
            alternatives,
        })))
    }
}
