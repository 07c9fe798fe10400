//! Results as data, and as values of the definition.

use super::Answer;
use super::layout::Layout;
use super::value::{Operand, Sum, Table, Value};
use crate::derivative::Number;
use crate::dex::environment::Environment;
use crate::dex::types::Type as Defined;
use crate::dex::value::{Value as Clear, Variant};
use crate::dex::{Interpreter, Step, Stop};
use crate::failure::Failure;
use elder_syntax::Span;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::{Element, Value as Data};
use elder_syntax::with_prim_type;
use std::rc::Rc;

/// How many bytes a value takes whose sizes are known.
pub(super) fn width(layout: &Layout) -> Option<usize> {
    Some(match layout {
        Layout::Number(ty) => Layout::width(*ty).into(),
        Layout::Unit | Layout::Never => 0,
        Layout::Member(_) => 8,
        Layout::Pair(both) => width(&both.0)? + width(&both.1)?,
        Layout::Record(fields) => fields.iter().map(|(_, own)| width(own)).sum::<Option<usize>>()?,
        Layout::Sum(sum) => {
            let widths = sum.held.iter().flatten();
            let widths = widths.map(|held| held.iter().map(width).sum::<Option<usize>>());
            let most = widths
                .collect::<Option<Vec<usize>>>()?
                .into_iter()
                .max()
                .unwrap_or(0);
            most + usize::from(sum.only().is_none())
        }
        Layout::Table(Operand::Known(count), element) => {
            usize::try_from(*count).ok()?.checked_mul(width(element)?)?
        }
        Layout::Table(..) => return None,
    })
}

/// A component of a result, of which all scalars have one type.
struct Column {
    shape: Vec<usize>,
    ty: PrimType,
    bytes: Vec<u8>,
}

impl Column {
    fn data(self) -> Option<Data> {
        let scalars = self.bytes.chunks_exact(Layout::width(self.ty).into());
        let scalars = scalars.map(|own| Some(PrimValue::of_bits(self.ty, bits(own, 0, own.len())?)));
        let data = with_prim_type!(self.ty, T => <T as Element>::wrap(typed::<T>(scalars)?));
        Data::new(self.shape, data)
    }
}

fn typed<T: crate::numeric::Primitive>(scalars: impl Iterator<Item = Option<PrimValue>>) -> Option<Vec<T>> {
    scalars.map(|scalar| T::unwrap(scalar?)).collect()
}

/// The columns of a result as they are filled.
struct Columns<'b> {
    buffers: &'b [Vec<u8>],
    shape: Vec<usize>,
    columns: Vec<Column>,
}

impl Columns<'_> {
    fn push(&mut self, at: usize, ty: PrimType, bytes: &[u8]) -> Option<usize> {
        match self.columns.get_mut(at) {
            Some(column) if column.shape == self.shape && column.ty == ty => {
                column.bytes.extend_from_slice(bytes)
            }
            Some(_) => return None,
            None => self.columns.push(Column {
                shape: self.shape.clone(),
                ty,
                bytes: bytes.to_vec(),
            }),
        }
        Some(at + 1)
    }

    fn scalar(&mut self, at: usize, ty: PrimType, bits: u64) -> Option<usize> {
        self.push(at, ty, bits.to_le_bytes().get(..Layout::width(ty).into())?)
    }

    /// Appends a value to the columns from this one on; gives the next column.
    fn value(&mut self, value: &Value, at: usize) -> Option<usize> {
        match value {
            Value::Unit => Some(at),
            Value::Number(ty, Operand::Known(bits)) => self.scalar(at, *ty, *bits),
            Value::Member(_, Operand::Known(ordinal)) => self.member(at, *ordinal),
            Value::Pair(both) => {
                let at = self.value(&both.0, at)?;
                self.value(&both.1, at)
            }
            Value::Record(fields) => {
                let mut fields = fields.iter();
                fields.try_fold(at, |at, (_, value)| self.value(value, at))
            }
            Value::Table(table) => {
                let layout = Layout::of(value).ok()?;
                let (Operand::Known(buffer), Operand::Known(offset)) = (table.buffer, table.offset) else {
                    return None;
                };
                let buffers = self.buffers;
                let bytes = buffers.get(usize::try_from(buffer).ok()?)?;
                self.cells(&layout, bytes, usize::try_from(offset).ok()?, at)
            }
            _ => None,
        }
    }

    fn member(&mut self, at: usize, ordinal: u64) -> Option<usize> {
        let ordinal = i32::try_from(ordinal).ok()?;
        self.scalar(at, PrimType::I32, PrimValue::I32(ordinal).bits())
    }

    fn cells(&mut self, layout: &Layout, bytes: &[u8], offset: usize, at: usize) -> Option<usize> {
        match layout {
            Layout::Unit => Some(at),
            Layout::Number(ty) => {
                let width = usize::from(Layout::width(*ty));
                self.push(at, *ty, bytes.get(offset..offset + width)?)
            }
            Layout::Member(_) => self.member(at, bits(bytes, offset, 8)?),
            Layout::Pair(both) => {
                let at = self.cells(&both.0, bytes, offset, at)?;
                self.cells(&both.1, bytes, offset + width(&both.0)?, at)
            }
            Layout::Record(fields) => {
                let (mut at, mut offset) = (at, offset);
                for (_, layout) in fields.iter() {
                    at = self.cells(layout, bytes, offset, at)?;
                    offset += width(layout)?;
                }
                Some(at)
            }
            Layout::Table(Operand::Known(count), element) => {
                let count = usize::try_from(*count).ok()?;
                self.shape.push(count);
                let next = match &**element {
                    element if count == 0 => self.nothing(element, at),
                    Layout::Unit => Some(at),
                    Layout::Number(ty) => {
                        let width = usize::from(Layout::width(*ty));
                        self.push(at, *ty, bytes.get(offset..offset + count * width)?)
                    }
                    element => {
                        let width = width(element)?;
                        let mut next = at;
                        for ordinal in 0..count {
                            next = self.cells(element, bytes, offset + ordinal * width, at)?;
                        }
                        Some(next)
                    }
                };
                self.shape.pop();
                next
            }
            _ => None,
        }
    }
}

impl Columns<'_> {
    /// The columns of what a table without elements would hold.  A size that depends on the index is zero, as no value shows it.
    fn nothing(&mut self, layout: &Layout, at: usize) -> Option<usize> {
        match layout {
            Layout::Unit => Some(at),
            Layout::Number(ty) => self.push(at, *ty, &[]),
            Layout::Member(_) => self.push(at, PrimType::I32, &[]),
            Layout::Pair(both) => {
                let at = self.nothing(&both.0, at)?;
                self.nothing(&both.1, at)
            }
            Layout::Record(fields) => {
                let mut fields = fields.iter();
                fields.try_fold(at, |at, (_, layout)| self.nothing(layout, at))
            }
            Layout::Table(count, element) => {
                let count = match count {
                    Operand::Known(count) => usize::try_from(*count).ok()?,
                    _ => 0,
                };
                self.shape.push(count);
                let next = self.nothing(element, at);
                self.shape.pop();
                next
            }
            Layout::Sum(_) | Layout::Never => None,
        }
    }
}

impl Answer<'_> {
    /// The result as data, a value a component; `None` if the data formats cannot say it.
    pub fn data(&self) -> Option<Vec<Data>> {
        let mut columns = Columns {
            buffers: self.buffers,
            shape: Vec::new(),
            columns: Vec::new(),
        };
        columns.value(&self.value, 0)?;
        columns.columns.into_iter().map(Column::data).collect()
    }

    /// The result as the definition has it, by its type there.
    pub(in crate::dex) fn value(&self, interpreter: &mut Interpreter<'_>, ty: &Rc<Defined>) -> Step<Clear> {
        self.clear(interpreter, ty, &self.value)
    }

    fn clear(&self, interpreter: &mut Interpreter<'_>, ty: &Rc<Defined>, value: &Value) -> Step<Clear> {
        let unknown = || {
            Stop::from(Failure::internal(
                Span::NONE,
                "the machine gave a value of another type",
            ))
        };
        Ok(match (value, &**ty) {
            (Value::Number(of, Operand::Known(bits)), _) => {
                Clear::of_number(Number::Plain(PrimValue::of_bits(*of, *bits)))
            }
            (Value::Unit, _) => Clear::Unit,
            (Value::Member(_, Operand::Known(ordinal)), _) => Clear::Member(ty.clone(), *ordinal),
            (Value::Pair(both), Defined::Pair(first, second)) => {
                let first = self.clear(interpreter, first, &both.0)?;
                Clear::pair(first, self.clear(interpreter, second, &both.1)?)
            }
            (Value::Record(fields), Defined::Record(types)) => {
                let mut values = Vec::with_capacity(fields.len());
                for ((label, value), (_, ty)) in fields.iter().zip(types) {
                    values.push((label.clone(), self.clear(interpreter, ty, value)?));
                }
                Clear::Record(Rc::new(values))
            }
            (Value::Sum(sum), _) => {
                let Operand::Known(tag) = sum.tag else {
                    return Err(unknown());
                };
                let which = usize::try_from(tag).unwrap_or(usize::MAX);
                let held = sum
                    .alternatives
                    .get(which)
                    .and_then(Option::as_ref)
                    .ok_or_else(unknown)?;
                match &**ty {
                    Defined::Data(data, parameters) => {
                        let program = interpreter.program;
                        let declared = program.data.get(data.index()).ok_or_else(unknown)?;
                        let constructor = declared.constructors.get(which).ok_or_else(unknown)?;
                        let mut environment = Environment::default();
                        for (parameter, value) in declared.parameters.iter().zip(parameters) {
                            environment.bind(parameter.name, value.clone());
                        }
                        let mut fields = Vec::with_capacity(held.len());
                        for (field, value) in constructor.fields.iter().zip(held) {
                            let ty = interpreter.ty(&environment, &field.ty)?;
                            let value = self.clear(interpreter, &ty, value)?;
                            environment.bind(field.name, value.clone());
                            fields.push(value);
                        }
                        Clear::con(*data, which, parameters.clone(), fields)
                    }
                    Defined::Variant(labels) => {
                        let (label, of) = labels.get(which).ok_or_else(unknown)?;
                        let value = held.first().ok_or_else(unknown)?;
                        Clear::Variant(Rc::new(Variant {
                            label: label.clone(),
                            held: self.clear(interpreter, of, value)?,
                            ty: ty.clone(),
                        }))
                    }
                    _ => return Err(unknown()),
                }
            }
            (Value::Table(table), Defined::Table(of)) => {
                let set = interpreter.set_of(of)?;
                let count = interpreter.size(&set)?;
                interpreter.room(count)?;
                let (Operand::Known(buffer), Operand::Known(offset)) = (table.buffer, table.offset) else {
                    return Err(unknown());
                };
                let width = width(&table.element).ok_or_else(unknown)?;
                let mut elements = Vec::new();
                for ordinal in 0..count {
                    let index = interpreter.element(&set, ordinal)?;
                    let ty = interpreter.element_at(of, index)?;
                    let at = offset as usize + ordinal as usize * width;
                    let value = read(self.buffers, &table.element, buffer, at).ok_or_else(unknown)?;
                    elements.push(self.clear(interpreter, &ty, &value)?);
                }
                interpreter.table_of(elements)
            }
            _ => return Err(unknown()),
        })
    }

    /// Whether the definition has a form of it: a function has none.
    pub fn is_whole(&self) -> bool {
        whole(&self.value)
    }
}

/// The value at a place of a buffer.
pub(super) fn read(buffers: &[Vec<u8>], layout: &Layout, buffer: u64, offset: usize) -> Option<Value> {
    let bytes = buffers.get(usize::try_from(buffer).ok()?)?;
    Some(match layout {
        Layout::Number(ty) => {
            let bits = bits(bytes, offset, Layout::width(*ty).into())?;
            Value::Number(*ty, Operand::Known(bits))
        }
        Layout::Unit => Value::Unit,
        Layout::Never => return None,
        Layout::Member(set) => Value::Member(set.clone(), Operand::Known(bits(bytes, offset, 8)?)),
        Layout::Pair(both) => {
            let first = read(buffers, &both.0, buffer, offset)?;
            Value::pair(first, read(buffers, &both.1, buffer, offset + width(&both.0)?)?)
        }
        Layout::Record(fields) => {
            let mut values = Vec::with_capacity(fields.len());
            let mut offset = offset;
            for (label, layout) in fields.iter() {
                values.push((label.clone(), read(buffers, layout, buffer, offset)?));
                offset += width(layout)?;
            }
            Value::Record(Rc::new(values))
        }
        Layout::Sum(sum) => {
            let (tag, mut offset) = match sum.only() {
                Some(only) => (only as u64, offset),
                None => (bits(bytes, offset, 1)?, offset + 1),
            };
            let layouts = sum.held.get(usize::try_from(tag).ok()?)?.as_ref()?;
            let mut held = Vec::with_capacity(layouts.len());
            for layout in layouts {
                held.push(read(buffers, layout, buffer, offset)?);
                offset += width(layout)?;
            }
            let own = |which| (which as u64 == tag).then(|| held.clone());
            Value::Sum(Rc::new(Sum {
                kind: sum.kind.clone(),
                tag: Operand::Known(tag),
                alternatives: (0..sum.held.len()).map(own).collect(),
            }))
        }
        Layout::Table(count, element) => Value::Table(Rc::new(Table {
            count: *count,
            element: Layout::clone(element),
            buffer: Operand::Known(buffer),
            offset: Operand::Known(offset as u64),
        })),
    })
}

/// Whether nothing of a value is a function, a view, a reference or a type.
pub(super) fn whole(value: &Value) -> bool {
    match value {
        Value::Closure(_) | Value::Derivative(_) | Value::View(_) | Value::Reference(_) | Value::Type(_) => {
            false
        }
        Value::Pair(both) => whole(&both.0) && whole(&both.1),
        Value::Record(fields) => fields.iter().all(|(_, value)| whole(value)),
        Value::Sum(sum) => sum.alternatives.iter().flatten().flatten().all(whole),
        Value::Number(..) | Value::Member(..) | Value::Unit | Value::Table(_) => true,
    }
}

pub(super) fn bits(all: &[u8], offset: usize, width: usize) -> Option<u64> {
    let own = all.get(offset..offset.checked_add(width)?)?;
    Some(
        own.iter()
            .rev()
            .fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
    )
}
