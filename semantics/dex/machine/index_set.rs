//! size(T), ord(w) and elem_T(k) of a translation.

use super::code::{Arithmetic, Instruction};
use super::types::Type;
use super::value::{Kind, Operand, Sum, Value};
use super::{Step, Stop, Translator, instance};
use elder_syntax::prim::PrimType;
use std::rc::Rc;

impl Translator<'_> {
    /// size(T)
    pub(super) fn size(&mut self, ty: &Type) -> Step<Operand> {
        match ty {
            Type::Unit => Ok(Operand::Known(1)),
            Type::Fin(size) => Ok(*size),
            Type::Range(_, _, count) => Ok(*count),
            Type::Pair(first, second) => self.product(&[first.clone(), second.clone()]),
            Type::Record(fields) => {
                let types: Vec<Rc<Type>> = fields.iter().map(|(_, ty)| ty.clone()).collect();
                self.product(&types)
            }
            Type::Data(data, _) if Self::is_truth(*data) => Ok(Operand::Known(2)),
            Type::Data(data, parameters) if let Some(set) = self.program.index_set(*data) => {
                self.size_by_instance(&set, parameters)
            }
            Type::Data(..) | Type::Variant(_) => {
                let mut sum = Operand::Known(0);
                for held in self.alternatives(ty)? {
                    let size = self.product(&held)?;
                    sum = self.row_major(Operand::Known(1), sum, size)?;
                }
                Ok(sum)
            }
            Type::Table(..) => {
                let types = self.element_types(ty)?;
                self.product(&types)
            }
            _ => Err(Stop::MALFORMED),
        }
    }

    /// The elements of a table that is a member of an index set, which are taken one by one.
    fn few(count: Operand) -> Step<u64> {
        match count {
            Operand::Known(count @ 0..=64) => Ok(count),
            _ => Err(Stop::Untaken("a large table is a member of an index set")),
        }
    }

    /// The types of the elements of a table that is a member of an index set.
    pub(super) fn element_types(&mut self, ty: &Type) -> Step<Vec<Rc<Type>>> {
        let Type::Table(environment, binder, element) = ty else {
            return Err(Stop::MALFORMED);
        };
        let set = self.ty(environment, &binder.ty)?;
        let count = self.size(&set)?;
        let mut types = Vec::new();
        for ordinal in 0..Self::few(count)? {
            let index = self.element(&set, Operand::Known(ordinal))?;
            types.push(self.ty(&environment.with(binder.name, index), element)?);
        }
        Ok(types)
    }

    fn product(&mut self, types: &[Rc<Type>]) -> Step<Operand> {
        let mut product = Operand::Known(1);
        for ty in types {
            let size = self.size(ty)?;
            product = self.row_major(product, size, Operand::Known(0))?;
        }
        Ok(product)
    }

    /// DX-E-LIMIT: `a · b + c`, if that can be counted.
    pub(super) fn row_major(&mut self, a: Operand, b: Operand, c: Operand) -> Step<Operand> {
        use Operand::Known;
        match (a, b, c) {
            (Known(a), Known(b), Known(c)) => {
                let number = a.checked_mul(b).and_then(|product| product.checked_add(c));
                if let Some(number) = number {
                    return Ok(Known(number));
                }
            }
            (Known(1), operand, Known(0)) | (operand, Known(1), Known(0)) => return Ok(operand),
            (Known(0), _, c) | (Known(1), Known(0), c) => return Ok(c),
            _ => {}
        }
        let site = self.limit_site();
        let (a, b, c) = (
            self.code.register(a),
            self.code.register(b),
            self.code.register(c),
        );
        let result = self.code.fresh();
        self.code.emit(Instruction::RowMajor(result, a, b, c, site))?;
        Ok(Operand::Register(result))
    }

    /// The types of what the alternatives of a sum hold.
    pub(super) fn alternatives(&mut self, ty: &Type) -> Step<Vec<Vec<Rc<Type>>>> {
        match ty {
            Type::Data(data, parameters) => self.held(*data, parameters),
            Type::Variant(fields) => Ok(fields.iter().map(|(_, ty)| vec![ty.clone()]).collect()),
            _ => Err(Stop::MALFORMED),
        }
    }

    /// elem_T(k)
    pub(super) fn element(&mut self, ty: &Rc<Type>, ordinal: Operand) -> Step<Value> {
        match &**ty {
            Type::Unit => Ok(Value::Unit),
            Type::Fin(_) | Type::Range(..) => Ok(Value::Member(ty.clone(), ordinal)),
            Type::Pair(first, second) => {
                let parts = self.elements(&[first.clone(), second.clone()], ordinal)?;
                match <[Value; 2]>::try_from(parts) {
                    Ok([first, second]) => Ok(Value::pair(first, second)),
                    Err(_) => Err(Stop::MALFORMED),
                }
            }
            Type::Record(fields) => {
                let types: Vec<Rc<Type>> = fields.iter().rev().map(|(_, ty)| ty.clone()).collect();
                let parts = self.elements(&types, ordinal)?.into_iter().rev();
                let labels = fields.iter().map(|(label, _)| label.clone());
                Ok(Value::Record(Rc::new(labels.zip(parts).collect())))
            }
            Type::Data(data, _) if Self::is_truth(*data) => {
                let truth = self.code.compute(Arithmetic::Less, Operand::Known(0), ordinal)?;
                Ok(Value::Number(PrimType::Bool, truth))
            }
            Type::Data(data, parameters) if let Some(set) = self.program.index_set(*data) => {
                self.element_by_instance(&set, parameters, ordinal)
            }
            Type::Data(..) | Type::Variant(_) => self.alternative(ty, ordinal),
            Type::Table(..) => {
                let types = self.element_types(ty)?;
                let elements = self.elements(&types, ordinal)?;
                self.listed(elements)
            }
            _ => Err(Stop::MALFORMED),
        }
    }

    /// The parts of the member of a product, the first the slowest.
    fn elements(&mut self, types: &[Rc<Type>], mut ordinal: Operand) -> Step<Vec<Value>> {
        let mut parts = Vec::with_capacity(types.len());
        for (place, ty) in types.iter().enumerate().rev() {
            let size = self.size(ty)?;
            let own = match place {
                0 => ordinal,
                _ => {
                    let own = self.code.compute(Arithmetic::Remainder, ordinal, size)?;
                    if let Operand::Register(register) = own
                        && size != Operand::Known(0)
                        && matches!(size, Operand::Known(_))
                    {
                        self.code.bound(register, size);
                    }
                    own
                }
            };
            ordinal = self.code.compute(Arithmetic::Divide, ordinal, size)?;
            parts.push(self.element(ty, own)?);
        }
        parts.reverse();
        Ok(parts)
    }

    /// The member of a sum: an ordinal that is too large is one of the last alternative.
    fn alternative(&mut self, ty: &Rc<Type>, ordinal: Operand) -> Step<Value> {
        let all = self.alternatives(ty)?;
        // Members of all alternatives are made, and some of numbers that are no ordinals there.
        for held in all.iter().flatten() {
            if self.is_by_instance(held)? {
                return Err(Stop::Untaken("a sum has members by an instance"));
            }
        }
        let last = all.len().saturating_sub(1);
        let mut alternatives = Vec::with_capacity(all.len());
        let (mut tag, mut first) = (Operand::Known(0), Operand::Known(0));
        for (which, held) in all.iter().enumerate() {
            let own = self.code.compute(Arithmetic::Subtract, ordinal, first)?;
            alternatives.push(Some(self.elements(held, own)?));
            if which < last {
                let size = self.product(held)?;
                first = self.code.compute(Arithmetic::Add, first, size)?;
                let before = self.code.compute(Arithmetic::Less, ordinal, first)?;
                let behind = self
                    .code
                    .compute(Arithmetic::Subtract, Operand::Known(1), before)?;
                tag = self.code.compute(Arithmetic::Add, tag, behind)?;
            }
        }
        if let Operand::Known(tag) = tag {
            for (which, held) in alternatives.iter_mut().enumerate() {
                if which as u64 != tag {
                    *held = None;
                }
            }
        }
        let kind = match &**ty {
            Type::Data(data, parameters) => Kind::Data(*data, parameters.clone()),
            _ => Kind::Variant(ty.clone()),
        };
        Ok(Value::Sum(Rc::new(Sum {
            kind,
            tag,
            alternatives,
        })))
    }

    /// ord(w)
    pub(super) fn ordinal(&mut self, member: &Value) -> Step<Operand> {
        match member {
            Value::Member(_, ordinal) => Ok(*ordinal),
            other => Ok(self.placed(other)?.0),
        }
    }

    /// ord(w), and the size of the index set of w.
    fn placed(&mut self, member: &Value) -> Step<(Operand, Operand)> {
        match member {
            Value::Unit => Ok((Operand::Known(0), Operand::Known(1))),
            Value::Number(PrimType::Bool, truth) => Ok((*truth, Operand::Known(2))),
            Value::Member(set, ordinal) => Ok((*ordinal, self.size(set)?)),
            Value::Pair(both) => self.in_product(&[both.0.clone(), both.1.clone()]),
            Value::Record(fields) => {
                let parts = fields.iter().rev().map(|(_, value)| value.clone());
                self.in_product(&parts.collect::<Vec<Value>>())
            }
            Value::Sum(sum) => match instance::declared(sum) {
                Some((data, parameters)) if let Some(set) = self.program.index_set(data) => {
                    self.place_by_instance(&set, parameters, sum)
                }
                _ => self.in_sum(sum),
            },
            Value::View(_) => {
                let table = self.force(member.clone())?;
                self.placed(&table)
            }
            Value::Table(table) => {
                let count = Self::few(table.count)?;
                let mut parts = Vec::new();
                for ordinal in 0..count {
                    let offset = self.step(table.offset, Operand::Known(ordinal), &table.element)?;
                    parts.push(self.load(&table.element, table.buffer, offset)?);
                }
                self.in_product(&parts)
            }
            _ => Err(Stop::MALFORMED),
        }
    }

    /// The place of a tuple, by those of its parts.
    fn in_product(&mut self, parts: &[Value]) -> Step<(Operand, Operand)> {
        let (mut ordinal, mut size) = (Operand::Known(0), Operand::Known(1));
        for part in parts {
            let (own, count) = self.placed(part)?;
            ordinal = self.row_major(ordinal, count, own)?;
            size = self.row_major(size, count, Operand::Known(0))?;
        }
        Ok((ordinal, size))
    }

    /// The place of a member of an alternative, behind those of the alternatives before it.
    fn in_sum(&mut self, sum: &Sum) -> Step<(Operand, Operand)> {
        let all = match &sum.kind {
            Kind::Data(data, parameters) => self.held(*data, parameters)?,
            Kind::Variant(ty) => self.alternatives(ty)?,
        };
        let mut size = Operand::Known(0);
        let mut first = Vec::with_capacity(all.len());
        for types in &all {
            first.push(size);
            let own = self.product(types)?;
            size = self.row_major(Operand::Known(1), size, own)?;
        }
        let result = self.code.fresh();
        let mut blocks = Vec::with_capacity(all.len());
        for (which, (held, first)) in sum.alternatives.iter().zip(first).enumerate() {
            if let Operand::Known(tag) = sum.tag {
                if let (true, Some(held)) = (tag == which as u64, held) {
                    let (own, _) = self.in_product(held)?;
                    return Ok((self.row_major(Operand::Known(1), first, own)?, size));
                }
                continue;
            }
            let (block, _) = self.nested(|this| {
                let (own, _) = this.in_product(held.as_deref().unwrap_or_default())?;
                let ordinal = this.row_major(Operand::Known(1), first, own)?;
                let ordinal = this.code.register(ordinal);
                this.code.emit(Instruction::Move(result, ordinal))
            })?;
            blocks.push(block);
        }
        let Operand::Register(tag) = sum.tag else {
            return Err(Stop::MALFORMED);
        };
        self.code.emit(Instruction::Switch(tag, blocks))?;
        Ok((Operand::Register(result), size))
    }

    /// DX-E-LIMIT: a number of members, as an Int.
    pub(super) fn as_int(&mut self, number: Operand) -> Step<Value> {
        const MOST: u64 = i32::MAX as u64;
        if matches!(number, Operand::Known(0..=MOST)) || self.code.is_below(number, Operand::Known(MOST)) {
            return Ok(Value::int(number));
        }
        let site = self.limit_site();
        let number = self.code.register(number);
        let result = self.code.fresh();
        self.code.emit(Instruction::ToInt(result, number, site))?;
        self.code.bound(result, Operand::Known(MOST + 1));
        Ok(Value::int(Operand::Register(result)))
    }
}
