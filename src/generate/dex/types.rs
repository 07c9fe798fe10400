//! Types, their classes and sizes.

use super::scope::{Floats, Generator, Variable};
use crate::Choices;
use crate::kit::each;
use elder_dex::core::rewrite::{free, substitute};
use elder_dex::core::{
    BOOL, Binder, Classes, DataName, EITHER, LIFTER, Labels, Limit, MAYBE, Range, Type, Value, sorted,
};
use elder_dex::types::equal;
use elder_syntax::prim::{PrimType, PrimValue};
use std::sync::Arc;

/// The numbers of Dex.
pub const BASES: [PrimType; 7] = each! { PrimType: I32 F32 I64 F64 U8 U32 U64 };

/// The labels of records and variants.
const LABELS: [&str; 3] = ["p", "q", "r"];

/// `Bool`
pub const TRUTH: Type = Value::DataType(BOOL, vec![]);

impl Generator {
    /// A type of numbers, one of the first most often.
    pub fn base(&mut self, c: &mut Choices) -> PrimType {
        match (self.shape.smooth, c.below(4)) {
            (true, _) => self.float,
            (_, 0) => PrimType::I32,
            (_, 1) => PrimType::F32,
            _ => c.pick(&BASES).copied().unwrap_or(PrimType::I32),
        }
    }

    /// `n => a`
    pub fn table(&mut self, set: Type, element: Type) -> Type {
        let name = self.fresh("i");
        Value::table(Binder { name, ty: set }, element)
    }

    /// A type of data of which values can be made.
    pub fn data_type(&mut self, c: &mut Choices, depth: usize) -> Type {
        match c.below(if depth == 0 { 3 } else { 11 }) {
            0 | 1 => Value::Base(self.base(c)),
            2 => self.index_type(c, depth.min(1)),
            3 | 4 => {
                let set = self.index_type(c, 1);
                let element = self.data_type(c, depth - 1);
                self.table(set, element)
            }
            5 | 6 => {
                let first = self.data_type(c, depth - 1);
                Value::pair_type(first, self.data_type(c, depth - 1))
            }
            7 => {
                let first = self.data_type(c, depth - 1);
                Value::DataType(EITHER, vec![first, self.data_type(c, depth - 1)])
            }
            8 => Value::DataType(MAYBE, vec![self.data_type(c, depth - 1)]),
            9 => {
                let labels = self.labels(c, |g, c| g.data_type(c, depth - 1));
                match c.below(2) {
                    0 => Value::RecordType(labels),
                    _ => Value::VariantType(labels),
                }
            }
            _ => self.declared_type(c, depth - 1),
        }
    }

    /// A vector space.
    pub fn space_type(&mut self, c: &mut Choices, depth: usize) -> Type {
        match c.below(if depth == 0 { 1 } else { 5 }) {
            0 | 1 if self.shape.smooth => Value::Base(self.float),
            0 | 1 => Value::Base([PrimType::F32, PrimType::F32, PrimType::F64][c.below(3)]),
            2 | 3 => {
                let set = self.set(c);
                let element = self.space_type(c, depth - 1);
                self.table(set, element)
            }
            _ => match c.below(2) {
                0 => {
                    let first = self.space_type(c, depth - 1);
                    Value::pair_type(first, self.space_type(c, depth - 1))
                }
                _ => Value::RecordType(self.labels(c, |g, c| g.space_type(c, depth - 1))),
            },
        }
    }

    fn labels(
        &mut self,
        c: &mut Choices,
        mut one: impl FnMut(&mut Generator, &mut Choices) -> Type,
    ) -> Arc<Labels> {
        let count = 1 + c.below(LABELS.len());
        let texts = LABELS.iter().take(count);
        let fields = texts.map(|text| (((*text).into(), 0), one(self, c))).collect();
        Arc::new(Labels {
            fields: sorted(fields),
            rest: None,
        })
    }

    /// A declared type, with parameters.
    fn declared_type(&mut self, c: &mut Choices, depth: usize) -> Type {
        let count = self.program.data.len();
        // In the place of the evidence of lifted monoids, which is no data of programs, stands `Maybe`.
        let number = match LIFTER.index() + c.below(count - LIFTER.index()) {
            number if number == LIFTER.index() => MAYBE.index(),
            number => number,
        };
        let data = DataName(number as u32);
        // What depends on a value beside it has no tangent.
        if Some(data) == self.dictionary || (self.floats != Floats::Any && self.is_dependent(data)) {
            return TRUTH;
        }
        let parameters = self.program.data[number].parameters.len();
        Value::DataType(data, (0..parameters).map(|_| self.data_type(c, depth)).collect())
    }

    /// An index set of a size that is known.
    pub fn index_type(&mut self, c: &mut Choices, depth: usize) -> Type {
        match c.below(if depth == 0 { 4 } else { 10 }) {
            0..=2 => self.fin(c),
            3 => match c.below(3) {
                0 => TRUTH,
                1 => Value::UnitType,
                _ => self.enumeration().unwrap_or(TRUTH),
            },
            4 | 5 => {
                let first = self.index_type(c, depth - 1);
                Value::pair_type(first, self.index_type(c, depth - 1))
            }
            6 => {
                let first = self.index_type(c, depth - 1);
                Value::DataType(EITHER, vec![first, self.index_type(c, depth - 1)])
            }
            7 => Value::DataType(MAYBE, vec![self.index_type(c, depth - 1)]),
            8 => {
                let labels = self.labels(c, |g, c| g.index_type(c, 0));
                match c.below(2) {
                    0 => Value::RecordType(labels),
                    _ => Value::VariantType(labels),
                }
            }
            _ => {
                let two = Value::Fin(Arc::new(Value::Literal(PrimValue::I32(1 + c.below(2) as i32))));
                let element = [TRUTH, two.clone()][c.below(2)].clone();
                self.table(two, element)
            }
        }
    }

    fn fin(&mut self, c: &mut Choices) -> Type {
        // Of a set without members there is no member, and most smooth programs should have a value.
        let fewer = usize::from(self.shape.smooth && c.below(4) > 0);
        let size = [2, 3, 1, 4, 2, 3, 5, 0][c.below(8 - fewer)];
        Value::Fin(Arc::new(Value::Literal(PrimValue::I32(size))))
    }

    /// A declared type whose constructors hold nothing, or that definitions make an index set.
    fn enumeration(&self) -> Option<Type> {
        let mut all = self.program.data.iter().enumerate().skip(LIFTER.index() + 1);
        let found = all.find(|(_, data)| {
            data.index_set.is_some() || data.constructors.iter().all(|one| one.fields.is_empty())
        })?;
        Some(Value::DataType(DataName(found.0 as u32), vec![]))
    }

    /// An index set, small where a derivative is taken.
    pub fn set(&mut self, c: &mut Choices) -> Type {
        let set = self.any_set(c);
        let is_small = |g: &mut Generator| g.size(&set).is_none_or(|size| (2..=4).contains(&size));
        match self.is_differentiable() && !is_small(self) && c.below(4) > 0 {
            true => Value::Fin(Arc::new(Value::Literal(PrimValue::I32(2 + c.below(2) as i32)))),
            false => set,
        }
    }

    /// An index set: one that a table in scope has, a range of one that has a member in scope, or another one.
    fn any_set(&mut self, c: &mut Choices) -> Type {
        match c.below(6) {
            0 | 1 => {
                let found = self.find(c, |g, ty| match ty {
                    Value::Table(binder, _) => g.is_index(&binder.ty),
                    _ => false,
                });
                match found {
                    Some((_, Value::Table(binder, _))) => binder.ty.clone(),
                    _ => self.index_type(c, 2),
                }
            }
            2 => self.range(c).unwrap_or_else(|| self.index_type(c, 2)),
            3 => self.sized_by(c).unwrap_or_else(|| self.index_type(c, 2)),
            _ => self.index_type(c, 2),
        }
    }

    /// `Fin n` of an input.
    fn sized_by(&mut self, c: &mut Choices) -> Option<Type> {
        let (name, _) = c.pick(&self.numbers).copied()?;
        Some(Value::Fin(Arc::new(Value::Var(name))))
    }

    /// The members before or behind one that is in scope.
    fn range(&mut self, c: &mut Choices) -> Option<Type> {
        let (member, set) = self.find(c, |g, ty| !matches!(ty, Value::UnitType) && g.is_index(ty))?;
        // What captures a table of a size that is computed beside it is refused (DX-S-COLLECT).
        let own = self.within.0.min(self.scope.len());
        let is_computed = |variable: &Variable| variable.computed && Value::Var(variable.name) == member;
        if self.floats != Floats::Any && self.scope[own..].iter().any(is_computed) {
            return None;
        }
        let limit = |c: &mut Choices| match c.below(2) {
            0 => Limit::Including(member.clone()),
            _ => Limit::Excluding(member.clone()),
        };
        let (low, high) = match c.below(2) {
            0 => (Limit::Open, limit(c)),
            _ => (limit(c), Limit::Open),
        };
        Some(Value::Range(Arc::new(Range { set, low, high })))
    }

    /// ⊢Idx τ
    pub fn is_index(&mut self, ty: &Type) -> bool {
        match ty {
            Value::UnitType | Value::Fin(_) | Value::Range(_) => true,
            Value::Table(binder, element) => {
                let small = self.size(&binder.ty).is_some_and(|size| size <= 2);
                small && !free(element).contains(&binder.name) && self.size(ty).is_some_and(|size| size <= 16)
            }
            Value::Var(_) => self.of_kind(ty).index,
            other => self.parts(other).is_some_and(|parts| {
                let mut parts = parts.into_iter().flatten();
                parts.all(|ty| self.is_index(&ty))
            }),
        }
    }

    /// ⊢Data τ
    pub fn is_data(&mut self, ty: &Type) -> bool {
        match ty {
            Value::UnitType | Value::Fin(_) | Value::Range(_) | Value::Base(_) => true,
            Value::Table(_, element) => self.is_data(element),
            Value::Var(_) => self.of_kind(ty).data,
            Value::DataType(data, _) if Some(*data) == self.dictionary => false,
            // What depends on other fields is of the same class as what does not.
            Value::DataType(data, parameters) => {
                let declared = self.program.data[data.index()].constructors.clone();
                let fields = declared.iter().flat_map(|one| &one.fields);
                let mut types = fields.map(|field| field.ty.clone()).collect::<Vec<_>>();
                for ty in &mut types {
                    *ty = self.with_parameters(*data, parameters, ty);
                }
                types.iter().all(|ty| self.is_data(ty))
            }
            other => self.parts(other).is_some_and(|parts| {
                let mut parts = parts.into_iter().flatten();
                parts.all(|ty| self.is_data(&ty))
            }),
        }
    }

    /// The classes of a type that is a variable.
    fn of_kind(&self, ty: &Type) -> Classes {
        let mut scope = self.scope.iter().rev();
        let found = scope.find(|variable| Value::Var(variable.name) == *ty);
        match found.map(|variable| &variable.ty) {
            Some(Value::Kind(classes)) => *classes,
            _ => Classes::NONE,
        }
    }

    /// What the alternatives of a type hold: one of a product; nothing of what is neither, or whose fields depend on each other.
    pub fn parts(&mut self, ty: &Type) -> Option<Vec<Vec<Type>>> {
        match ty {
            Value::UnitType => Some(vec![vec![]]),
            Value::PairType(first, second) => Some(vec![vec![Value::clone(first), Value::clone(second)]]),
            Value::RecordType(labels) => Some(vec![labels.fields.iter().map(|(_, ty)| ty.clone()).collect()]),
            Value::VariantType(labels) => {
                Some(labels.fields.iter().map(|(_, ty)| vec![ty.clone()]).collect())
            }
            Value::DataType(data, parameters) => {
                let declared = self.program.data[data.index()].constructors.clone();
                let mut all = Vec::new();
                for constructor in &declared {
                    let depends = |ty: &Type| {
                        let mentioned = free(ty);
                        constructor
                            .fields
                            .iter()
                            .any(|field| mentioned.contains(&field.name))
                    };
                    if constructor.fields.iter().any(|field| depends(&field.ty)) {
                        return None;
                    }
                    let types = constructor.fields.iter();
                    all.push(
                        types
                            .map(|field| self.with_parameters(*data, parameters, &field.ty))
                            .collect(),
                    );
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// The type of a field, for these parameters.
    pub fn with_parameters(&mut self, data: DataName, parameters: &[Value], ty: &Type) -> Type {
        let names: Vec<_> = self.program.data[data.index()]
            .parameters
            .iter()
            .map(|p| p.name)
            .collect();
        let pairs = names.into_iter().zip(parameters);
        pairs.fold(ty.clone(), |ty, (name, value)| self.substituted(name, value, &ty))
    }

    /// `[x ↦ v]τ`
    pub fn substituted(&mut self, name: elder_syntax::names::Name, value: &Value, ty: &Type) -> Type {
        substitute(&mut self.program.names, name, value, ty)
    }

    /// How many members an index set has, if that is known.
    pub fn size(&mut self, ty: &Type) -> Option<u64> {
        match ty {
            Value::Fin(size) => match &**size {
                Value::Literal(PrimValue::I32(size)) => Some(u64::try_from(*size).unwrap_or(0)),
                Value::Var(name) => self.known(*name),
                _ => None,
            },
            Value::Table(binder, element) => {
                let (count, size) = (self.size(&binder.ty)?, self.size(element)?);
                size.checked_pow(u32::try_from(count).ok()?)
            }
            other => {
                let mut sum = 0_u64;
                for fields in self.parts(other)? {
                    let mut product = 1_u64;
                    for ty in &fields {
                        product = product.checked_mul(self.size(ty)?)?;
                    }
                    sum = sum.checked_add(product)?;
                }
                Some(sum)
            }
        }
    }

    /// About how many numbers a value of the type has, if that is known.
    pub fn scalars(&mut self, ty: &Type) -> Option<u64> {
        match ty {
            Value::Table(binder, element) => {
                let count = self.size(&binder.ty).or(match &binder.ty {
                    Value::Range(range) => self.size(&range.set),
                    _ => None,
                });
                count?.checked_mul(self.scalars(element)?)
            }
            Value::Base(_) | Value::Fin(_) | Value::Range(_) => Some(1),
            Value::Var(_) => Some(4),
            other => {
                let Some(parts) = self.parts(other) else {
                    return Some(4);
                };
                parts
                    .into_iter()
                    .flatten()
                    .try_fold(1_u64, |all, ty| all.checked_add(self.scalars(&ty)?))
            }
        }
    }

    /// A variable of this type, if one is in scope.
    pub fn of_type(&mut self, c: &mut Choices, ty: &Type) -> Option<Value> {
        self.find(c, |_, own| equal(own, ty)).map(|(value, _)| value)
    }
}
