//! DX-S-TRANS

use super::{Cases, Done, Named, Simplifier, dead};
use crate::dex::transpose;
use elder_dex::core::rewrite::Rewrite;
use elder_dex::core::{Block, DataName, Exp, Projection, Type, Value};
use elder_dex::rules::simplification::DX_S_TRANS;
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;

impl Simplifier<'_> {
    /// DX-S-TRANS: the function is simplified, its transpose is the content of an accumulator, and that is simplified again.
    pub(super) fn transpose(&mut self, function: &Value, weight: &Value, named: &Named) -> Done {
        let function = self.form(function);
        if let Value::Choose(choice) = &function {
            let of = |function| Exp::Transpose(function, weight.clone());
            return self.commute(choice, named, &of);
        }
        DX_S_TRANS.apply();
        let weight = self.operand(weight)?;
        let result = self.type_of(&weight)?;
        let at = self.at;
        // Sums of what was captured are no vectors.
        let cases = std::mem::replace(&mut self.cases, Cases::Products);
        let simplified = self.body_of(&function, &result);
        self.cases = cases;
        let (parameter, body) = simplified?;
        let weight = (weight, result);
        let needed = dead::left_out_of(&body, &self.partial);
        let mut action = |body: &Block| {
            let weight = weight.clone();
            transpose::action(self.program, &mut self.names, &parameter, body, weight, at)
        };
        if needed != body {
            // All of it is to be linear, also what nobody needs.
            action(&body)?;
        }
        let action = action(&needed)?;
        let whole = self.beside(named, Value::pair_type(Value::UnitType, parameter.ty));
        let both = self.run_accum(None, &action, &whole)?;
        Ok(super::values::part_of(&Projection::Second, both))
    }

    /// A function of which the body is simplified, where what it gives is of this type.
    pub(super) fn body_of(
        &mut self,
        function: &Value,
        result: &Type,
    ) -> Done<(elder_dex::core::Binder, Block)> {
        let (parameter, _) = self.signature(function)?;
        let text = self.names.text(parameter.name).clone();
        let parameter = self.fresh(text, parameter.ty);
        let (stms, result) = self.within(|s| s.finished(function, &Value::Var(parameter.name), result))?;
        Ok((parameter, Block { stms, result }))
    }

    /// The type of an operand that is a vector.
    pub(super) fn type_of(&mut self, value: &Value) -> Done<Type> {
        match value {
            Value::Var(name) if self.types.contains_key(name) => Ok(self.types[name].clone()),
            Value::Literal(number) => Ok(Value::Base(number.prim_type())),
            Value::Unit => Ok(Value::UnitType),
            Value::Pair(first, second) => {
                let first = self.type_of(first)?;
                Ok(Value::pair_type(first, self.type_of(second)?))
            }
            Value::Record(fields) => {
                let mut types = Vec::with_capacity(fields.len());
                for (label, value) in fields {
                    types.push((label.clone(), self.type_of(value)?));
                }
                let labels = elder_dex::core::Labels {
                    fields: types,
                    rest: None,
                };
                Ok(Value::RecordType(std::sync::Arc::new(labels)))
            }
            Value::View(view) => {
                let element = self.type_of(&view.body.result)?;
                Ok(Value::table(view.binder.clone(), element))
            }
            Value::Project(part, whole) => {
                let of = whole;
                let whole = self.type_of(of)?;
                match (part, &whole) {
                    (Projection::Held(place), Value::DataType(data, parameters)) => {
                        let held = self.held(*data, parameters, of, *place);
                        held.map_or_else(|| self.no_type(value), Ok)
                    }
                    (Projection::First, Value::PairType(part, _))
                    | (Projection::Second, Value::PairType(_, part)) => Ok(Value::clone(part)),
                    (Projection::Field(label), Value::RecordType(labels)) => {
                        let field = labels.fields.iter().find(|(own, _)| own == label);
                        field.map_or_else(|| self.no_type(value), |(_, ty)| Ok(ty.clone()))
                    }
                    _ => self.no_type(value),
                }
            }
            other => self.no_type(other),
        }
    }

    /// The type of a field of what the only constructor of a type holds, which may depend on the fields before.
    fn held(&mut self, data: DataName, parameters: &[Value], of: &Value, place: usize) -> Option<Type> {
        let declared = self.program.data.get(data.index())?;
        let [only] = declared.constructors.as_slice() else {
            return None;
        };
        let given = declared.parameters.iter().zip(parameters.iter().cloned());
        let earlier = only.fields.iter().enumerate().take(place);
        let earlier = earlier.map(|(at, field)| (field, Value::project(Projection::Held(at), of.clone())));
        let values = given.chain(earlier).map(|(binder, value)| (binder.name, value));
        let values: FxHashMap<Name, Value> = values.collect();
        let field = only.fields.get(place)?;
        Some(self.replaced(values, |s| s.value(&field.ty)))
    }

    fn no_type<T>(&self, value: &Value) -> Done<T> {
        self.unexpected(&format!("{} as a vector", self.text(value)))
    }
}
