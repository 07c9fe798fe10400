//! size(T), ord(w) and elem_T(k): index sets can be counted, and their members have numbers.
//!
//! In pairs the first part is the slowest, in records the first field is the fastest, in sums the members of the first alternative come
//! first, and in tables the first element is the slowest, as if the table were the tuple of its elements.  Declared types may say it
//! themselves ([`instance`](super::instance)).

use super::types::Type;
use super::value::{Construction, Value, Variant};
use super::{Interpreter, Step};
use std::rc::Rc;

impl Interpreter<'_> {
    /// size(T)
    pub(super) fn size(&mut self, ty: &Type) -> Step<u64> {
        match ty {
            Type::Unit => Ok(1),
            Type::Fin(size) => Ok(*size),
            Type::Range(range) => Ok(range.count),
            Type::Pair(first, second) => {
                let first = self.size(first)?;
                let second = self.size(second)?;
                self.counted(first.checked_mul(second))
            }
            Type::Record(fields) => self.product(fields.iter().map(|(_, ty)| ty)),
            Type::Variant(fields) => {
                let mut sum = 0_u64;
                for (_, ty) in fields {
                    let size = self.size(ty)?;
                    sum = self.counted(sum.checked_add(size))?;
                }
                Ok(sum)
            }
            Type::Data(data, parameters) => {
                if let Some(set) = self.program.index_set(*data) {
                    return self.size_by_instance(&set, parameters);
                }
                let mut sum = 0_u64;
                for held in self.held(*data, parameters)? {
                    let size = self.product(held.iter())?;
                    sum = self.counted(sum.checked_add(size))?;
                }
                Ok(sum)
            }
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let count = self.size(&set)?;
                if count == 0 {
                    return Ok(1);
                }
                let first = self.element(&set, 0)?;
                let element = self.element_at(table, first)?;
                let size = self.size(&element)?;
                let exponent = u32::try_from(count).unwrap_or(u32::MAX);
                self.counted(size.checked_pow(exponent))
            }
            _ => Err(self.malformed("an index set was expected")),
        }
    }

    fn product<'t>(&mut self, types: impl Iterator<Item = &'t Rc<Type>>) -> Step<u64> {
        let mut product = 1_u64;
        for ty in types {
            let size = self.size(ty)?;
            product = self.counted(product.checked_mul(size))?;
        }
        Ok(product)
    }

    /// elem_T(k)
    pub(super) fn element(&mut self, ty: &Rc<Type>, ordinal: u64) -> Step<Value> {
        match &**ty {
            Type::Unit => Ok(Value::Unit),
            Type::Fin(_) | Type::Range(_) => Ok(Value::Member(ty.clone(), ordinal)),
            Type::Pair(first, second) => {
                let parts = self.elements(&[first.clone(), second.clone()], ordinal)?;
                match <[Value; 2]>::try_from(parts) {
                    Ok([first, second]) => Ok(Value::pair(first, second)),
                    Err(_) => Err(self.malformed("a pair has two parts")),
                }
            }
            Type::Record(fields) => {
                let types: Vec<Rc<Type>> = fields.iter().rev().map(|(_, ty)| ty.clone()).collect();
                let parts = self.elements(&types, ordinal)?.into_iter().rev();
                let labels = fields.iter().map(|(label, _)| label.clone());
                Ok(Value::Record(Rc::new(labels.zip(parts).collect())))
            }
            Type::Variant(fields) => {
                let alternatives = fields.iter().map(|(_, ty)| vec![ty.clone()]).collect();
                let (which, ordinal) = self.alternative(alternatives, ordinal)?;
                match fields.get(which) {
                    Some((label, held)) => Ok(Value::Variant(Rc::new(Variant {
                        label: label.clone(),
                        held: self.element(held, ordinal)?,
                        ty: ty.clone(),
                    }))),
                    None => Err(self.malformed("a variant without labels has no members")),
                }
            }
            Type::Data(data, parameters) => {
                if let Some(set) = self.program.index_set(*data) {
                    return self.element_by_instance(&set, parameters, ordinal);
                }
                let held = self.held(*data, parameters)?;
                let (constructor, ordinal) = self.alternative(held.clone(), ordinal)?;
                let types = held.get(constructor).map_or(&[][..], Vec::as_slice);
                let fields = self.elements(types, ordinal)?;
                Ok(Value::Con(Rc::new(Construction {
                    data: *data,
                    constructor,
                    parameters: parameters.clone(),
                    fields,
                })))
            }
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let mut types = Vec::new();
                for k in 0..self.size(&set)? {
                    let index = self.element(&set, k)?;
                    types.push(self.element_at(table, index)?);
                }
                let elements = self.elements(&types, ordinal)?;
                Ok(self.table_of(elements))
            }
            _ => Err(self.malformed("an index set was expected")),
        }
    }

    /// The parts of the member of a product, the first the slowest.  An ordinal that is too large is one of the first part.
    fn elements(&mut self, types: &[Rc<Type>], mut ordinal: u64) -> Step<Vec<Value>> {
        let mut parts = Vec::with_capacity(types.len());
        for (place, ty) in types.iter().enumerate().rev() {
            let size = self.size(ty)?;
            let own = match place {
                0 => ordinal,
                _ => ordinal.checked_rem(size).unwrap_or(0),
            };
            ordinal = ordinal.checked_div(size).unwrap_or(0);
            parts.push(self.element(ty, own)?);
        }
        parts.reverse();
        Ok(parts)
    }

    /// Which alternative of a sum of products has the member, and its ordinal there.  An ordinal that is too large is one of the last.
    fn alternative(&mut self, alternatives: Vec<Vec<Rc<Type>>>, mut ordinal: u64) -> Step<(usize, u64)> {
        let last = alternatives.len().saturating_sub(1);
        for (which, held) in alternatives.iter().enumerate() {
            let size = self.product(held.iter())?;
            if ordinal < size || which == last {
                return Ok((which, ordinal));
            }
            ordinal -= size;
        }
        Ok((last, ordinal))
    }

    /// ord(w)
    pub(super) fn ordinal(&mut self, member: &Value) -> Step<u64> {
        match member {
            Value::Member(_, ordinal) => Ok(*ordinal),
            other => Ok(self.place(other)?.0),
        }
    }

    /// ord(w), and the size of the index set of w.
    fn place(&mut self, member: &Value) -> Step<(u64, u64)> {
        match member {
            Value::Unit => Ok((0, 1)),
            Value::Member(set, ordinal) => Ok((*ordinal, self.size(set)?)),
            Value::Pair(both) => self.row_major([&both.0, &both.1].into_iter()),
            Value::Record(fields) => self.row_major(fields.iter().rev().map(|(_, value)| value)),
            Value::Table(table) => self.row_major(table.elements().iter()),
            Value::View(_) => {
                let table = self.force(member.clone())?;
                self.place(&table)
            }
            Value::Con(con) => {
                if let Some(set) = self.program.index_set(con.data) {
                    return self.place_by_instance(&set, con);
                }
                let held = self.held(con.data, &con.parameters)?;
                let (own, _) = self.row_major(con.fields.iter())?;
                self.behind(held, con.constructor, own)
            }
            Value::Variant(variant) => {
                let Type::Variant(fields) = &*variant.ty else {
                    return Err(self.malformed("the type of a variant is one"));
                };
                let which = fields.iter().position(|(label, _)| *label == variant.label);
                let alternatives = fields.iter().map(|(_, ty)| vec![ty.clone()]).collect();
                let (own, _) = self.place(&variant.held)?;
                self.behind(alternatives, which.unwrap_or(fields.len()), own)
            }
            _ => Err(self.malformed("a member of an index set was expected")),
        }
    }

    /// The place of a tuple, by those of its parts.
    fn row_major<'v>(&mut self, parts: impl Iterator<Item = &'v Value>) -> Step<(u64, u64)> {
        let (mut ordinal, mut size) = (0_u64, 1_u64);
        for part in parts {
            let (own, count) = self.place(part)?;
            let next = ordinal.checked_mul(count).and_then(|n| n.checked_add(own));
            ordinal = self.counted(next)?;
            size = self.counted(size.checked_mul(count))?;
        }
        Ok((ordinal, size))
    }

    /// The place of a member of an alternative, behind those of the alternatives before it.
    fn behind(&mut self, alternatives: Vec<Vec<Rc<Type>>>, which: usize, own: u64) -> Step<(u64, u64)> {
        let (mut ordinal, mut sum) = (own, 0_u64);
        for (at, held) in alternatives.iter().enumerate() {
            let size = self.product(held.iter())?;
            if at < which {
                ordinal = self.counted(ordinal.checked_add(size))?;
            }
            sum = self.counted(sum.checked_add(size))?;
        }
        Ok((ordinal, sum))
    }
}
