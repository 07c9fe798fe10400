//! Tan, Zero, and Δ of values.

use super::{Done, Linearizer, Tangent};
use crate::dex::simplify::capture::{nested, parts};
use elder_dex::core::rewrite::{Rewrite, Substitution, free, substitute};
use elder_dex::core::{Binder, Block, DataName, Labels, Projection, Tag, Type, Value, View};
use elder_dex::rules::linearization::{DX_L_PROJ, DX_L_RESULT, DX_L_TAN, DX_L_VIEW, DX_L_ZERO};
use elder_syntax::names::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A value that a sum may hold, and that may move.
pub(super) struct Component {
    /// For which constructor or label.
    pub tag: Tag,
    /// Which of the values.
    pub place: usize,
    pub ty: Type,
}

impl Linearizer<'_> {
    /// The names of Δ among these, in an order.
    pub(super) fn moving(&self, names: &FxHashSet<Name>) -> Vec<Name> {
        let names = names.iter().filter(|name| self.tangents.contains_key(name));
        let mut moving: Vec<Name> = names.copied().collect();
        moving.sort_unstable();
        moving
    }

    /// Whether a value has names of Δ.
    pub(super) fn moves(&self, value: &Value) -> bool {
        free(value).iter().any(|name| self.tangents.contains_key(name))
    }

    /// Whether there are no floats in a type, so that nothing of it moves.
    pub(super) fn is_trivial(&mut self, ty: &Type) -> bool {
        match ty {
            Value::Base(base) => !base.is_float(),
            Value::Table(_, inner) | Value::Ref(_, inner) => self.is_trivial(inner),
            Value::PairType(first, second) => self.is_trivial(first) && self.is_trivial(second),
            Value::RecordType(labels) => labels.fields.iter().all(|(_, ty)| self.is_trivial(ty)),
            Value::DataType(..) | Value::VariantType(_) => {
                let fields = self.fields(ty);
                fields.iter().all(|field| self.is_trivial(&field.ty))
            }
            _ => true,
        }
    }

    /// All that a sum may hold.
    fn fields(&mut self, ty: &Type) -> Vec<Component> {
        match ty {
            Value::DataType(data, parameters) => self.declared(*data, parameters),
            Value::VariantType(labels) => {
                let fields = labels.fields.iter();
                let fields = fields.map(|(label, ty)| Component {
                    tag: Tag::Label(label.clone()),
                    place: 0,
                    ty: ty.clone(),
                });
                fields.collect()
            }
            _ => vec![],
        }
    }

    fn declared(&mut self, data: DataName, parameters: &[Value]) -> Vec<Component> {
        let all = self.data;
        let Some(declared) = all.get(data.index()) else {
            return vec![];
        };
        let given = declared.parameters.iter().zip(parameters);
        let given: FxHashMap<Name, Value> = given.map(|(own, value)| (own.name, value.clone())).collect();
        let mut fields = Vec::new();
        for (number, constructor) in declared.constructors.iter().enumerate() {
            for (place, field) in constructor.fields.iter().enumerate() {
                let ty = Substitution {
                    names: self.names,
                    values: given.clone(),
                }
                .value(&field.ty);
                let tag = Tag::Constructor(data, number);
                fields.push(Component { tag, place, ty });
            }
        }
        fields
    }

    /// What a sum may hold that may move: its tangent is a tuple of their tangents.
    pub(super) fn components(&mut self, ty: &Type) -> Done<Vec<Component>> {
        let mut fields = self.fields(ty);
        let mut moving = Vec::with_capacity(fields.len());
        for field in fields.drain(..) {
            if !self.is_trivial(&field.ty) {
                moving.push(field);
            }
        }
        if let Value::DataType(data, _) = ty {
            let declared = &self.data[data.index()];
            let own = declared.constructors.iter().flat_map(|c| &c.fields);
            let own: FxHashSet<Name> = own.map(|field| field.name).collect();
            let depends = |field: &Component| free(&field.ty).iter().any(|name| own.contains(name));
            if moving.iter().any(depends) {
                let message = format!(
                    "a value of `{}` moves, which holds a table whose size it holds too",
                    declared.name
                );
                let help = "take derivatives of functions of tables whose sizes are known outside";
                return self.refuse(&DX_L_TAN, "dependent", message, help);
            }
        }
        Ok(moving)
    }

    /// DX-L-TAN
    pub(super) fn tan(&mut self, ty: &Type) -> Done<Type> {
        DX_L_TAN.apply();
        if self.is_trivial(ty) {
            return Ok(match ty {
                // Vector spaces without numbers are their own tangents.
                ty if is_space(ty) => ty.clone(),
                _ => Value::UnitType,
            });
        }
        match ty {
            Value::Table(binder, element) => {
                let element = self.tan(element)?;
                Ok(Value::table(Binder::clone(binder), element))
            }
            Value::PairType(first, second) => {
                let first = self.tan(first)?;
                Ok(Value::pair_type(first, self.tan(second)?))
            }
            Value::RecordType(labels) => {
                let mut fields = Vec::with_capacity(labels.fields.len());
                for (label, ty) in &labels.fields {
                    fields.push((label.clone(), self.tan(ty)?));
                }
                Ok(Value::RecordType(Arc::new(Labels { fields, rest: None })))
            }
            Value::DataType(..) | Value::VariantType(_) => {
                let components = self.components(ty)?;
                let types = components.iter().map(|component| self.tan(&component.ty));
                let types = types.collect::<Done<_>>()?;
                Ok(nested(types, Value::pair_type, Value::UnitType))
            }
            // A number.
            other => Ok(other.clone()),
        }
    }

    /// Zero of a type.
    pub(super) fn zero(&mut self, ty: &Type) -> Done<Value> {
        let ty = self.tan(ty)?;
        Ok(self.zero_of(&ty))
    }

    /// DX-L-ZERO, of a type of tangents.
    fn zero_of(&mut self, ty: &Type) -> Value {
        DX_L_ZERO.apply();
        match ty {
            Value::Base(base) => Value::Literal(base.number(0)),
            Value::Table(binder, element) => {
                let name = self.names.fresh("i");
                let element = substitute(self.names, binder.name, &Value::Var(name), element);
                let result = self.zero_of(&element);
                Value::View(Arc::new(View {
                    binder: Binder {
                        name,
                        ty: binder.ty.clone(),
                    },
                    body: result.into(),
                }))
            }
            Value::PairType(first, second) => {
                let first = self.zero_of(first);
                Value::pair(first, self.zero_of(second))
            }
            Value::RecordType(labels) => {
                let fields = labels.fields.iter();
                Value::Record(
                    fields
                        .map(|(label, ty)| (label.clone(), self.zero_of(ty)))
                        .collect(),
                )
            }
            _ => Value::Unit,
        }
    }

    /// DX-L-RESULT: Δ of a value of a type.
    pub(super) fn tangent_of(&mut self, value: &Value, ty: &Type) -> Done<Value> {
        DX_L_RESULT.apply();
        if !self.moves(value) || self.is_trivial(ty) {
            return self.zero(ty);
        }
        match (value, ty) {
            (Value::Var(name), _) => match self.tangents.get(name) {
                Some(tangent) => Ok(tangent.value.clone()),
                None => self.zero(ty),
            },
            (Value::Pair(first, second), Value::PairType(left, right)) => {
                let first = self.tangent_of(first, left)?;
                Ok(Value::pair(first, self.tangent_of(second, right)?))
            }
            (Value::Record(fields), Value::RecordType(labels)) => {
                let mut made = Vec::with_capacity(fields.len());
                for ((label, value), (_, ty)) in fields.iter().zip(&labels.fields) {
                    made.push((label.clone(), self.tangent_of(value, ty)?));
                }
                Ok(Value::Record(made))
            }
            (Value::Con(con), _) => {
                let tag = Tag::Constructor(con.data, con.constructor);
                self.tangent_of_sum(&tag, &con.fields, ty)
            }
            (Value::Variant(label, held, _), _) => {
                let tag = Tag::Label(label.clone());
                self.tangent_of_sum(&tag, std::slice::from_ref(&**held), ty)
            }
            (Value::View(view), Value::Table(binder, element)) => {
                let at = Value::Var(view.binder.name);
                let element = substitute(self.names, binder.name, &at, element);
                self.tangent_of_view(view, &element)
            }
            (Value::Project(part, whole), _) => self.tangent_of_part(part, whole),
            // Nothing else has numbers.
            _ => self.zero(ty),
        }
    }

    /// What is held has its tangents, what would be held otherwise has zeros.
    fn tangent_of_sum(&mut self, tag: &Tag, held: &[Value], ty: &Type) -> Done<Value> {
        let mut tangents = Vec::new();
        for component in self.components(ty)? {
            tangents.push(match held.get(component.place) {
                Some(value) if component.tag == *tag => self.tangent_of(value, &component.ty)?,
                _ => self.zero(&component.ty)?,
            });
        }
        Ok(nested(tangents, Value::pair, Value::Unit))
    }

    /// DX-L-VIEW: names of E are bound once more.
    fn tangent_of_view(&mut self, view: &View, element: &Type) -> Done<Value> {
        DX_L_VIEW.apply();
        let primal = std::mem::take(&mut self.primal);
        let tangent = std::mem::take(&mut self.tangent);
        self.types.insert(view.binder.name, view.binder.ty.clone());
        let (_, result) = self.block(&view.body, element)?;
        let tangent = std::mem::replace(&mut self.tangent, tangent);
        let mut stms = std::mem::replace(&mut self.primal, primal);
        stms.extend(tangent);
        let whole = Value::View(Arc::new(View {
            binder: view.binder.clone(),
            body: Block { stms, result },
        }));
        let mut copy = Substitution {
            names: self.names,
            values: FxHashMap::default(),
        };
        Ok(copy.value(&whole))
    }

    /// DX-L-PROJ
    fn tangent_of_part(&mut self, part: &Projection, whole: &Value) -> Done<Value> {
        DX_L_PROJ.apply();
        let ty = self.type_of(whole);
        let tangent = self.tangent_of(whole, &ty)?;
        match part {
            Projection::Held(place) => {
                let components = self.components(&ty)?;
                let of = components.iter().position(|component| component.place == *place);
                let parts = parts(&tangent, components.len());
                match of {
                    Some(of) => Ok(parts[of].clone()),
                    None => Ok(Value::Unit),
                }
            }
            part => Ok(elder_dex::types::reduced(part, tangent)),
        }
    }

    /// The type of a variable, or of a part of one.
    pub(super) fn type_of(&mut self, value: &Value) -> Type {
        match value {
            Value::Var(name) => self.types.get(name).cloned().unwrap_or(Value::UnitType),
            Value::Project(part, whole) => match (part, self.type_of(whole)) {
                (Projection::First, Value::PairType(first, _)) => Type::clone(&first),
                (Projection::Second, Value::PairType(_, second)) => Type::clone(&second),
                (Projection::Field(label), Value::RecordType(labels)) => {
                    let field = labels.fields.iter().find(|(own, _)| own == label);
                    field.map_or(Value::UnitType, |(_, ty)| ty.clone())
                }
                (Projection::Held(place), ty) => {
                    let fields = self.fields(&ty);
                    let field = fields.into_iter().find(|field| field.place == *place);
                    field.map_or(Value::UnitType, |field| field.ty)
                }
                _ => Value::UnitType,
            },
            _ => Value::UnitType,
        }
    }

    /// A name has a tangent from here on, if its type has one.
    pub(super) fn settle(&mut self, name: Name, ty: &Type, value: Value) -> Done<()> {
        if !self.is_trivial(ty) {
            let tangent = Tangent {
                value,
                ty: self.tan(ty)?,
                region: None,
            };
            self.tangents.insert(name, tangent);
        }
        Ok(())
    }
}

/// Whether a type is a vector space.
pub(super) fn is_space(ty: &Type) -> bool {
    match ty {
        Value::Base(base) => base.is_float(),
        Value::Table(_, element) => is_space(element),
        Value::PairType(first, second) => is_space(first) && is_space(second),
        Value::RecordType(labels) => {
            labels.rest.is_none() && labels.fields.iter().all(|(_, ty)| is_space(ty))
        }
        _ => false,
    }
}
