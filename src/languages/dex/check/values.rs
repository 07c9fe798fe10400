//! Γ ⊢ v : τ, of values that are no types.

use super::{Checker, Judged};
use crate::core::{Label, Labels};
use crate::core::{Lambda, Projection, Row, Type, Value, View, base_name, sorted};
use crate::rules::typing::{
    DX_T_FST, DX_T_LAM, DX_T_LIT, DX_T_PAIR, DX_T_PROJECT, DX_T_RECORD, DX_T_VAR, DX_T_VIEW,
};
use crate::types::reduced;
use elder_syntax::names::Name;
use elder_syntax::prim::PrimValue;
use std::sync::Arc;

impl Checker<'_> {
    /// Γ ⊢ v : τ
    pub(super) fn value(&mut self, value: &Value) -> Judged<Type> {
        elder_syntax::effort::deeper(|| match value {
            Value::Var(name) => self.variable(*name),
            Value::Literal(number) => self.literal(*number),
            Value::Unit => {
                DX_T_LIT.apply();
                Ok(Value::UnitType)
            }
            Value::Pair(first, second) => self.pair(first, second),
            Value::Con(con) => self.construction(con),
            Value::Record(fields) => self.record(fields),
            Value::Variant(label, held, ty) => self.variant(label, held, ty),
            Value::Lambda(lambda) => self.lambda(lambda),
            Value::View(view) => self.view(view),
            Value::Choose(choice) => self.choice(choice),
            Value::Project(part, whole) => self.projection(part, whole),
            ty => self.ty(ty),
        })
    }

    /// DX-T-VAR
    fn variable(&mut self, name: Name) -> Judged<Type> {
        DX_T_VAR.apply();
        match self.types.get(&name) {
            Some(ty) => Ok(ty.clone()),
            None => {
                let message = format!("{} is not bound here", self.name_text(name));
                self.refuse(&DX_T_VAR, "bound", message)
            }
        }
    }

    /// DX-T-LIT
    fn literal(&mut self, number: PrimValue) -> Judged<Type> {
        DX_T_LIT.apply();
        let base = number.prim_type();
        self.require(base_name(base).is_some(), &DX_T_LIT, "base", |_| {
            format!("Dex has no numbers of type {base}")
        })?;
        Ok(Value::Base(base))
    }

    /// DX-T-PAIR
    fn pair(&mut self, first: &Value, second: &Value) -> Judged<Type> {
        DX_T_PAIR.apply();
        let first = self.value(first)?;
        Ok(Value::pair_type(first, self.value(second)?))
    }

    /// DX-T-RECORD
    fn record(&mut self, fields: &[(Label, Value)]) -> Judged<Type> {
        DX_T_RECORD.apply();
        self.ordered(fields, &DX_T_RECORD)?;
        let mut types = Vec::with_capacity(fields.len());
        for (label, value) in fields {
            types.push((label.clone(), self.value(value)?));
        }
        let labels = Labels {
            fields: sorted(types),
            rest: None,
        };
        Ok(Value::RecordType(Arc::new(labels)))
    }

    /// DX-T-LAM: the body does what the function says that it does.
    fn lambda(&mut self, lambda: &Lambda) -> Judged<Type> {
        DX_T_LAM.apply();
        self.is_type(&lambda.binder.ty, &DX_T_LAM, "argument")?;
        self.bind(&lambda.binder)?;
        let effects = self.row(&lambda.effects)?;
        let outside = std::mem::replace(&mut self.capability, effects.clone());
        let (result, _) = self.performed_in(|c| c.block(&lambda.body));
        self.capability = outside;
        let mut binder = lambda.binder.clone();
        binder.ty = self.definitions.normal(&binder.ty);
        self.types.remove(&binder.name);
        Ok(Value::arrow(binder, effects, result?))
    }

    /// DX-T-VIEW: the body is pure.
    fn view(&mut self, view: &View) -> Judged<Type> {
        DX_T_VIEW.apply();
        self.is_index(&view.binder.ty, &DX_T_VIEW, "index")?;
        self.bind(&view.binder)?;
        let outside = std::mem::replace(&mut self.capability, Row::PURE);
        let result = self.block(&view.body);
        self.capability = outside;
        let mut binder = view.binder.clone();
        binder.ty = self.definitions.normal(&binder.ty);
        self.types.remove(&binder.name);
        Ok(Value::table(binder, result?))
    }

    /// DX-T-FST, DX-T-PROJECT
    fn projection(&mut self, part: &Projection, whole: &Value) -> Judged<Type> {
        let ty = self.value(whole)?;
        match (part, &ty) {
            (Projection::First | Projection::Second, Value::PairType(first, second)) => {
                DX_T_FST.apply();
                let of = if *part == Projection::First { first } else { second };
                Ok(Value::clone(of))
            }
            (Projection::First | Projection::Second, _) => {
                let message = format!("{} is of type {}, no pair", self.text(whole), self.text(&ty));
                self.refuse(&DX_T_FST, "pair", message)
            }
            (Projection::Field(label), Value::RecordType(labels)) => {
                DX_T_PROJECT.apply();
                let field = labels.fields.iter().find(|(own, _)| own == label);
                match field {
                    Some((_, ty)) => Ok(ty.clone()),
                    None => self.no_field(whole, &ty),
                }
            }
            (Projection::Held(place), Value::DataType(data, parameters)) => {
                DX_T_PROJECT.apply();
                let declared = self.program.data.get(data.index());
                match declared.map(|d| d.constructors.as_slice()) {
                    Some([only]) if *place < only.fields.len() => {
                        let parts = (0..*place)
                            .map(|earlier| reduced(&Projection::Held(earlier), whole.clone()))
                            .collect::<Vec<_>>();
                        self.held_type(*data, 0, parameters, &parts, *place)
                    }
                    _ => self.no_field(whole, &ty),
                }
            }
            _ => self.no_field(whole, &ty),
        }
    }

    fn no_field<T>(&self, whole: &Value, ty: &Type) -> Judged<T> {
        let message = format!(
            "{} is of type {}, which has no such field",
            self.text(whole),
            self.text(ty)
        );
        self.refuse(&DX_T_PROJECT, "field", message)
    }
}
