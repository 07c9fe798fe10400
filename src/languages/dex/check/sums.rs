//! Constructors, variants, and what is done by them.

use super::{Checker, Judged};
use crate::core::rewrite::free;
use crate::core::{
    Alternative, Binder, Choice, Construction, DataName, EITHER, LIFTER, Label, Tag, Type, Value,
};
use crate::rules::typing::{DX_T_CASE, DX_T_CON, DX_T_LEFT, DX_T_LIFT, DX_T_RIGHT, DX_T_VARIANT, DX_T_VCASE};
use crate::types::equal;
use elder_syntax::Rule;

impl Checker<'_> {
    /// DX-T-LEFT, DX-T-RIGHT, DX-T-CON
    pub(super) fn construction(&mut self, con: &Construction) -> Judged<Type> {
        let (rule, count) = match (con.data, con.constructor) {
            (EITHER, 0) => (&DX_T_LEFT, "type"),
            (EITHER, _) => (&DX_T_RIGHT, "type"),
            _ => (&DX_T_CON, "count"),
        };
        rule.apply();
        let ty = Value::DataType(con.data, con.parameters.clone());
        self.ty(&ty)?;
        let parameters: Vec<Value> = con
            .parameters
            .iter()
            .map(|p| self.definitions.normal(p))
            .collect();
        let declared = self.program.data.get(con.data.index());
        let fields = declared.and_then(|data| data.constructors.get(con.constructor));
        let wanted = fields.map(|constructor| constructor.fields.len());
        self.require(wanted == Some(con.fields.len()), rule, count, |_| {
            format!(
                "the constructor holds {} values and is given {}",
                wanted.unwrap_or(0),
                con.fields.len()
            )
        })?;
        for (place, value) in con.fields.iter().enumerate() {
            let wanted = self.held_type(con.data, con.constructor, &parameters, &con.fields, place)?;
            let found = self.value(value)?;
            let fits = self.fits(&found, Some(value), &wanted);
            self.require(fits, rule, "type", |c| {
                format!(
                    "{} is of type {}, where the constructor holds {}",
                    c.text(value),
                    c.text(&found),
                    c.text(&wanted)
                )
            })?;
        }
        if let (LIFTER, [element, content]) = (con.data, parameters.as_slice()) {
            self.lifter(element, content)?;
        }
        Ok(self.definitions.normal(&ty))
    }

    /// DX-T-LIFT
    fn lifter(&self, element: &Type, content: &Type) -> Judged {
        DX_T_LIFT.apply();
        self.require(self.lifted(element, content), &DX_T_LIFT, "behind", |c| {
            format!("{} is not {} behind indices", c.text(content), c.text(element))
        })
    }

    /// DX-T-VARIANT
    pub(super) fn variant(&mut self, label: &Label, held: &Value, ty: &Type) -> Judged<Type> {
        DX_T_VARIANT.apply();
        self.is_type(ty, &DX_T_VARIANT, "label")?;
        let ty = self.definitions.normal(ty);
        let field = match &ty {
            Value::VariantType(labels) => labels.fields.iter().find(|(own, _)| own == label),
            _ => None,
        };
        let Some((_, wanted)) = field else {
            let message = format!("{} has no alternative `{}`", self.text(&ty), label.0);
            return self.refuse(&DX_T_VARIANT, "label", message);
        };
        let found = self.value(held)?;
        self.require(equal(&found, wanted), &DX_T_VARIANT, "type", |c| {
            format!(
                "{} is of type {}, where `{}` holds {}",
                c.text(held),
                c.text(&found),
                label.0,
                c.text(wanted)
            )
        })?;
        Ok(ty)
    }

    /// What a type of a field is, for these parameters of the type.
    pub(super) fn with_parameters(&mut self, data: DataName, parameters: &[Value], ty: &Type) -> Type {
        let mut ty = ty.clone();
        if let Some(declared) = self.program.data.get(data.index()) {
            for (binder, value) in declared.parameters.iter().zip(parameters) {
                ty = self.substituted(binder.name, value, &ty);
            }
        }
        ty
    }

    /// The type of the field at a place, where the fields before it are these values.
    pub(super) fn held_type(
        &mut self,
        data: DataName,
        constructor: usize,
        parameters: &[Value],
        earlier: &[Value],
        place: usize,
    ) -> Judged<Type> {
        let declared = self.program.data.get(data.index());
        let fields = declared.and_then(|data| data.constructors.get(constructor));
        let fields: &[Binder] = fields.map_or(&[], |constructor| &constructor.fields);
        let Some(field) = fields.get(place) else {
            return self.refuse(&DX_T_CON, "count", "the constructor holds fewer values");
        };
        let mut ty = self.with_parameters(data, parameters, &field.ty);
        for (binder, value) in fields.iter().zip(earlier).take(place) {
            ty = self.substituted(binder.name, value, &ty);
        }
        Ok(ty)
    }

    /// DX-T-CASE
    pub(super) fn case(&mut self, scrutinee: &Value, alternatives: &[Alternative]) -> Judged<Type> {
        DX_T_CASE.apply();
        let tags = alternatives.iter().map(|a| &a.tag).collect::<Vec<_>>();
        let sum = self.sum(scrutinee, &tags, &DX_T_CASE, ["sum", "complete"])?;
        let mut whole: Option<Type> = None;
        for alternative in alternatives {
            self.names_held(&sum, &alternative.tag, &alternative.binders, &DX_T_CASE, "held")?;
            let ty = self.block(&alternative.body)?;
            self.branch(&alternative.binders, ty, &mut whole, &DX_T_CASE, "escape")?;
        }
        self.one_type(whole, &DX_T_CASE, "complete")
    }

    /// DX-T-VCASE
    pub(super) fn choice(&mut self, choice: &Choice) -> Judged<Type> {
        DX_T_VCASE.apply();
        let tags = choice
            .alternatives
            .iter()
            .map(|(tag, ..)| tag)
            .collect::<Vec<_>>();
        let sum = self.sum(&choice.scrutinee, &tags, &DX_T_VCASE, ["branch"; 2])?;
        let mut whole: Option<Type> = None;
        for (tag, binders, value) in &choice.alternatives {
            self.names_held(&sum, tag, binders, &DX_T_VCASE, "branch")?;
            let ty = self.value(value)?;
            self.branch(binders, ty, &mut whole, &DX_T_VCASE, "branch")?;
        }
        self.one_type(whole, &DX_T_VCASE, "branch")
    }

    /// The type of what is looked at: a sum, each of whose alternatives is among the tags once.
    fn sum(
        &mut self,
        scrutinee: &Value,
        tags: &[&Tag],
        rule: &'static Rule,
        [sum, complete]: [&str; 2],
    ) -> Judged<Type> {
        let ty = self.value(scrutinee)?;
        let wanted: Vec<Tag> = match &ty {
            Value::DataType(data, _) => {
                let declared = self.program.data.get(data.index());
                let count = declared.map_or(0, |data| data.constructors.len());
                (0..count).map(|number| Tag::Constructor(*data, number)).collect()
            }
            Value::VariantType(labels) if labels.rest.is_none() => {
                let labels = labels.fields.iter();
                labels.map(|(label, _)| Tag::Label(label.clone())).collect()
            }
            _ => {
                let message = format!("{} is of type {}, no sum", self.text(scrutinee), self.text(&ty));
                return self.refuse(rule, sum, message);
            }
        };
        let holds = tags.len() == wanted.len() && wanted.iter().all(|tag| tags.contains(&tag));
        self.require(holds, rule, complete, |c| {
            format!("there is not one alternative for each form of {}", c.text(&ty))
        })?;
        Ok(ty)
    }

    /// Binds what an alternative holds.
    fn names_held(
        &mut self,
        sum: &Type,
        tag: &Tag,
        binders: &[Binder],
        rule: &'static Rule,
        premise: &str,
    ) -> Judged {
        let wanted = match (sum, tag) {
            (Value::DataType(data, parameters), Tag::Constructor(_, number)) => {
                let declared = self.program.data.get(data.index());
                let constructor = declared.and_then(|data| data.constructors.get(*number));
                let count = constructor.map_or(0, |constructor| constructor.fields.len());
                let held: Vec<Value> = binders.iter().map(|binder| Value::Var(binder.name)).collect();
                self.require(count == binders.len(), rule, premise, |_| {
                    format!("{count} values are held, and {} are named", binders.len())
                })?;
                let types = (0..count).map(|place| self.held_type(*data, *number, parameters, &held, place));
                types.collect::<Judged<Vec<Type>>>()?
            }
            (Value::VariantType(labels), Tag::Label(label)) => {
                let own = labels.fields.iter().filter(|(own, _)| own == label);
                own.map(|(_, ty)| ty.clone()).collect()
            }
            _ => vec![],
        };
        self.require(wanted.len() == binders.len(), rule, premise, |_| {
            format!(
                "{} values are held, and {} are named",
                wanted.len(),
                binders.len()
            )
        })?;
        for (binder, wanted) in binders.iter().zip(&wanted) {
            self.is_type(&binder.ty, rule, premise)?;
            let declared = self.definitions.normal(&binder.ty);
            self.require(equal(&declared, wanted), rule, premise, |c| {
                format!(
                    "{} is said to be {}, and is {}",
                    c.name_text(binder.name),
                    c.text(&declared),
                    c.text(wanted)
                )
            })?;
            self.bind(binder)?;
        }
        Ok(())
    }

    /// Holds the type of a branch against that of those before.
    fn branch(
        &mut self,
        binders: &[Binder],
        ty: Type,
        whole: &mut Option<Type>,
        rule: &'static Rule,
        escape: &str,
    ) -> Judged {
        self.leave(binders);
        let mentioned = free(&ty);
        let escaped = binders.iter().find(|binder| mentioned.contains(&binder.name));
        if let Some(binder) = escaped {
            let message = format!(
                "the result is of type {}, which depends on {}",
                self.text(&ty),
                self.name_text(binder.name)
            );
            return self.refuse(rule, escape, message);
        }
        match whole {
            None => *whole = Some(ty),
            Some(whole) => self.require(equal(whole, &ty), rule, "branch", |c| {
                format!(
                    "one alternative is of type {}, another of {}",
                    c.text(whole),
                    c.text(&ty)
                )
            })?,
        }
        Ok(())
    }

    fn one_type(&self, whole: Option<Type>, rule: &'static Rule, premise: &str) -> Judged<Type> {
        match whole {
            Some(ty) => Ok(ty),
            None => self.refuse(
                rule,
                premise,
                "there is no alternative, so the result has no type",
            ),
        }
    }
}
