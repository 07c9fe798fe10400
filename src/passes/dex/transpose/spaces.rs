//! DX-TR-SPACE: the types of weights, and what is computed with them.

use super::{Done, Transposer};
use elder_dex::core::rewrite::{Rewrite, Substitution, free, substitute};
use elder_dex::core::{Block, DataName, Exp, Labels, Loop, Projection, Type, Value, View};
use elder_dex::rules::transposition::DX_TR_SPACE;
use elder_syntax::prim::{BinOp, PrimFn};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The steps to a part of a weight, the type behind each step, and the type of what is weighed.
type Path = (Vec<Projection>, Vec<Type>, Type);

impl Transposer<'_> {
    /// DX-TR-SPACE: the type of the weights of values of this type, its trivial parts left out; nothing of a trivial type.
    pub(super) fn space(&mut self, ty: &Type) -> Done<Option<Type>> {
        DX_TR_SPACE.apply();
        match ty {
            Value::Base(base) if base.is_float() => Ok(Some(ty.clone())),
            Value::PairType(first, second) => {
                let both = [self.space(first)?, self.space(second)?];
                Ok(product(both.into_iter().flatten().collect()))
            }
            Value::RecordType(labels) if labels.rest.is_none() => {
                let mut fields = Vec::with_capacity(labels.fields.len());
                for (label, ty) in &labels.fields {
                    if let Some(space) = self.space(ty)? {
                        fields.push((label.clone(), space));
                    }
                }
                let is_trivial = fields.is_empty();
                let labels = Labels { fields, rest: None };
                Ok((!is_trivial).then(|| Value::RecordType(Arc::new(labels))))
            }
            Value::Table(binder, element) => {
                let element = self.space(element)?;
                Ok(element.map(|element| Value::Table(binder.clone(), Arc::new(element))))
            }
            other if self.is_trivial(other) => Ok(None),
            Value::DataType(data, parameters) => match self.held(*data, parameters) {
                Some(fields) => {
                    let mut spaces = Vec::with_capacity(fields.len());
                    for field in &fields {
                        spaces.extend(self.space(field)?);
                    }
                    Ok(product(spaces))
                }
                None => self.no_space(ty),
            },
            other => self.no_space(other),
        }
    }

    /// Whether a type has no floats.
    fn is_trivial(&mut self, ty: &Type) -> bool {
        match ty {
            Value::UnitType | Value::Fin(_) | Value::Range(_) => true,
            Value::Base(base) => !base.is_float(),
            Value::PairType(first, second) => self.is_trivial(first) && self.is_trivial(second),
            Value::RecordType(labels) | Value::VariantType(labels) => {
                labels.rest.is_none() && labels.fields.iter().all(|(_, ty)| self.is_trivial(ty))
            }
            Value::Table(_, element) => self.is_trivial(element),
            Value::DataType(data, parameters) => {
                let fields = self.all_held(*data, parameters);
                fields.iter().flatten().all(|ty| self.is_trivial(ty))
            }
            _ => false,
        }
    }

    /// The types of what each constructor holds.
    fn all_held(&mut self, data: DataName, parameters: &[Value]) -> Vec<Vec<Type>> {
        let Some(declared) = self.program.data.get(data.index()) else {
            return vec![];
        };
        let given = declared.parameters.iter().zip(parameters);
        let values: FxHashMap<_, _> = given.map(|(own, value)| (own.name, value.clone())).collect();
        let constructors = declared.constructors.iter();
        constructors
            .map(|constructor| {
                let fields = constructor.fields.iter();
                let mut with = Substitution {
                    names: self.names,
                    values: values.clone(),
                };
                fields.map(|field| with.value(&field.ty)).collect()
            })
            .collect()
    }

    /// The types of what the one constructor of data holds, if none of them has another of its fields.
    fn held(&mut self, data: DataName, parameters: &[Value]) -> Option<Vec<Type>> {
        let declared = self.program.data.get(data.index())?;
        let [only] = declared.constructors.as_slice() else {
            return None;
        };
        let own = |name| only.fields.iter().any(|field| field.name == name);
        if only
            .fields
            .iter()
            .any(|field| free(&field.ty).into_iter().any(own))
        {
            return None;
        }
        self.all_held(data, parameters).pop()
    }

    /// How a part of a value is found in its weight.
    pub(super) fn taken(&mut self, ty: &Type, part: &Projection) -> Done<Path> {
        match (part, ty) {
            (Projection::First, Value::PairType(first, second)) => {
                let all = [Value::clone(first), Value::clone(second)];
                self.among(&all, 0)
            }
            (Projection::Second, Value::PairType(first, second)) => {
                let all = [Value::clone(first), Value::clone(second)];
                self.among(&all, 1)
            }
            (Projection::Held(place), Value::DataType(data, parameters)) => {
                match self.held(*data, parameters) {
                    Some(all) if *place < all.len() => self.among(&all, *place),
                    // Of data without numbers nothing is found.
                    _ if self.is_trivial(ty) => Ok((vec![], vec![], Value::UnitType)),
                    _ => self.no_space(ty),
                }
            }
            (Projection::Field(label), Value::RecordType(labels)) => {
                match labels.fields.iter().find(|(own, _)| own == label) {
                    Some((_, ty)) => {
                        let types = self.space(ty)?.into_iter().collect();
                        Ok((vec![part.clone()], types, ty.clone()))
                    }
                    None => self.no_space(ty),
                }
            }
            _ => self.no_space(ty),
        }
    }

    /// One of several parts, of which those that are not trivial are nested pairs.
    fn among(&mut self, all: &[Type], place: usize) -> Done<Path> {
        let mut spaces = Vec::with_capacity(all.len());
        let mut before = 0;
        for (number, ty) in all.iter().enumerate() {
            let space = self.space(ty)?;
            before += usize::from(number < place && space.is_some());
            spaces.extend(space);
        }
        let mut path = Vec::new();
        let mut types = Vec::new();
        for step in 0..before {
            path.push(Projection::Second);
            types.extend(product(spaces[step + 1..].to_vec()));
        }
        if before + 1 < spaces.len() {
            path.push(Projection::First);
            types.push(spaces[before].clone());
        }
        Ok((path, types, all[place].clone()))
    }

    /// The zero of a type of weights.  A table is a view, so that an element costs no more than that.
    pub(super) fn zero(&mut self, space: &Type) -> Done<Value> {
        match space {
            Value::Base(base) => Ok(Value::Literal(base.number(0))),
            Value::PairType(first, second) => {
                let first = self.zero(first)?;
                Ok(Value::pair(first, self.zero(second)?))
            }
            Value::RecordType(labels) => {
                let mut fields = Vec::with_capacity(labels.fields.len());
                for (label, ty) in &labels.fields {
                    fields.push((label.clone(), self.zero(ty)?));
                }
                Ok(Value::Record(fields))
            }
            Value::Table(binder, element) => {
                let index = self.fresh("i", binder.ty.clone());
                let element = substitute(self.names, binder.name, &Value::Var(index.name), element);
                let result = self.zero(&element)?;
                let body = Block::from(result);
                Ok(Value::View(Arc::new(View { binder: index, body })))
            }
            other => self.no_space(other),
        }
    }

    /// The sum of two vectors.
    pub(super) fn sum(&mut self, space: &Type, left: Value, right: Value) -> Done<Value> {
        match space {
            Value::Base(base) => {
                let add = Exp::Prim(PrimFn::Bin(BinOp::Add, *base), vec![left, right]);
                Ok(self.emit("t", space.clone(), add))
            }
            Value::PairType(first, second) => {
                let of = |part: Projection| {
                    let left = elder_dex::types::reduced(&part, left.clone());
                    (left, elder_dex::types::reduced(&part, right.clone()))
                };
                let (a, b) = of(Projection::First);
                let first = self.sum(first, a, b)?;
                let (a, b) = of(Projection::Second);
                Ok(Value::pair(first, self.sum(second, a, b)?))
            }
            Value::RecordType(labels) => {
                let mut fields = Vec::with_capacity(labels.fields.len());
                for (label, ty) in &labels.fields {
                    let part = Projection::Field(label.clone());
                    let a = elder_dex::types::reduced(&part, left.clone());
                    let b = elder_dex::types::reduced(&part, right.clone());
                    fields.push((label.clone(), self.sum(ty, a, b)?));
                }
                Ok(Value::Record(fields))
            }
            Value::Table(binder, element) => {
                let index = self.fresh("i", binder.ty.clone());
                let at = Value::Var(index.name);
                let element = substitute(self.names, binder.name, &at, element);
                let mut result = Value::Unit;
                let body = self.within(|t| {
                    let a = t.emit("t", element.clone(), Exp::Index(left, at.clone()));
                    let b = t.emit("t", element.clone(), Exp::Index(right, at));
                    result = t.sum(&element, a, b)?;
                    Ok(())
                })?;
                let body = Block {
                    stms: body.stms,
                    result,
                };
                let exp = Exp::For(Box::new(Loop {
                    descending: false,
                    class: None,
                    binder: index,
                    body,
                }));
                Ok(self.emit("t", space.clone(), exp))
            }
            other => self.no_space(other),
        }
    }
}

/// Nested pairs of types; one type is itself.
fn product(mut parts: Vec<Type>) -> Option<Type> {
    let last = parts.pop()?;
    Some(
        parts
            .into_iter()
            .rev()
            .fold(last, |rest, part| Value::pair_type(part, rest)),
    )
}
