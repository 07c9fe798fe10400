//! ε; Γ ⊢ e : τ, of references, handlers and exceptions.

use super::{Checker, Judged};
use crate::core::rewrite::free;
use crate::core::{Effect, Monoid, Projection, Row, Type, Value};
use crate::rules::typing::{
    DX_T_ACC, DX_T_ASK, DX_T_CATCH, DX_T_FSTREF, DX_T_GET, DX_T_PUT, DX_T_RUNACCUM, DX_T_RUNREADER,
    DX_T_RUNSTATE, DX_T_SLICE, DX_T_THROW,
};
use crate::types::{equal, has, is_behind, lifts};
use elder_syntax::Rule;

impl Checker<'_> {
    /// DX-T-SLICE
    pub(super) fn slice(&mut self, reference: &Value, at: &Value) -> Judged<Type> {
        DX_T_SLICE.apply();
        let ty = self.value(reference)?;
        if let Value::Ref(region, content) = &ty
            && let Value::Table(binder, element) = &**content
        {
            let found = self.value(at)?;
            self.member(at, &found, &binder.ty, &DX_T_SLICE)?;
            let element = self.substituted(binder.name, at, element);
            return Ok(Value::reference(Value::clone(region), element));
        }
        let message = format!(
            "{} is of type {}, no reference to a table",
            self.text(reference),
            self.text(&ty)
        );
        self.refuse(&DX_T_SLICE, "table", message)
    }

    /// DX-T-FSTREF
    pub(super) fn part(&mut self, part: &Projection, reference: &Value) -> Judged<Type> {
        DX_T_FSTREF.apply();
        let ty = self.value(reference)?;
        if let Value::Ref(region, content) = &ty {
            let found = match (part, &**content) {
                (Projection::First, Value::PairType(first, _)) => Some(Value::clone(first)),
                (Projection::Second, Value::PairType(_, second)) => Some(Value::clone(second)),
                (Projection::Field(label), Value::RecordType(labels)) => {
                    let field = labels.fields.iter().find(|(own, _)| own == label);
                    field.map(|(_, ty)| ty.clone())
                }
                _ => None,
            };
            if let Some(found) = found {
                return Ok(Value::reference(Value::clone(region), found));
            }
        }
        let message = format!(
            "{} is of type {}, no reference to what has this part",
            self.text(reference),
            self.text(&ty)
        );
        self.refuse(&DX_T_FSTREF, "pair", message)
    }

    /// Region and content of a reference, whose effect may be done here.
    fn reference(
        &mut self,
        reference: &Value,
        effect: fn(Value) -> Effect,
        rule: &'static Rule,
    ) -> Judged<Type> {
        let ty = self.value(reference)?;
        let Value::Ref(region, content) = &ty else {
            let message = format!(
                "{} is of type {}, no reference",
                self.text(reference),
                self.text(&ty)
            );
            return self.refuse(rule, "reference", message);
        };
        let effect = effect(Value::clone(region));
        let may = has(&self.capability, &effect);
        let row = |effects| Row { effects, rest: None };
        self.require(may, rule, "effects", |c| {
            let text = |row: Row| c.text(&Value::Effects(std::sync::Arc::new(row)));
            format!(
                "this does {}, where {} may be done",
                text(row(vec![effect.clone()])),
                text(c.capability.clone())
            )
        })?;
        let content = Value::clone(content);
        self.performs(&Row {
            effects: vec![effect],
            rest: None,
        });
        Ok(content)
    }

    /// DX-T-GET
    pub(super) fn get(&mut self, reference: &Value) -> Judged<Type> {
        DX_T_GET.apply();
        self.reference(reference, Effect::State, &DX_T_GET)
    }

    /// DX-T-ASK
    pub(super) fn ask(&mut self, reference: &Value) -> Judged<Type> {
        DX_T_ASK.apply();
        self.reference(reference, Effect::Read, &DX_T_ASK)
    }

    /// DX-T-PUT
    pub(super) fn put(&mut self, reference: &Value, value: &Value) -> Judged<Type> {
        DX_T_PUT.apply();
        let content = self.reference(reference, Effect::State, &DX_T_PUT)?;
        self.content(value, &content, &DX_T_PUT)
    }

    /// DX-T-ACC
    pub(super) fn accumulate(&mut self, reference: &Value, value: &Value) -> Judged<Type> {
        DX_T_ACC.apply();
        let content = self.reference(reference, Effect::Accum, &DX_T_ACC)?;
        self.content(value, &content, &DX_T_ACC)
    }

    /// What is put into a reference.
    fn content(&mut self, value: &Value, content: &Type, rule: &'static Rule) -> Judged<Type> {
        let found = self.value(value)?;
        self.require(equal(&found, content), rule, "value", |c| {
            format!(
                "the reference is to {}, and {} is of type {}",
                c.text(content),
                c.text(value),
                c.text(&found)
            )
        })?;
        Ok(Value::UnitType)
    }

    /// DX-T-RUNSTATE
    pub(super) fn run_state(&mut self, value: &Value, action: &Value) -> Judged<Type> {
        DX_T_RUNSTATE.apply();
        let (content, result) = self.handled(action, Effect::State, &DX_T_RUNSTATE)?;
        self.beginning(value, &content, &DX_T_RUNSTATE)?;
        Ok(Value::pair_type(result, content))
    }

    /// DX-T-RUNREADER
    pub(super) fn run_reader(&mut self, value: &Value, action: &Value) -> Judged<Type> {
        DX_T_RUNREADER.apply();
        let (content, result) = self.handled(action, Effect::Read, &DX_T_RUNREADER)?;
        self.beginning(value, &content, &DX_T_RUNREADER)?;
        Ok(result)
    }

    /// DX-T-RUNACCUM
    pub(super) fn run_accum(&mut self, monoid: Option<&Monoid>, action: &Value) -> Judged<Type> {
        DX_T_RUNACCUM.apply();
        let (content, result) = self.handled(action, Effect::Accum, &DX_T_RUNACCUM)?;
        let is = match monoid {
            None => self.space(&content),
            Some(_) => self.is_data(&content),
        };
        self.require(is, &DX_T_RUNACCUM, "space", |c| match monoid {
            None => format!("{} is no vector space", c.text(&content)),
            Some(_) => format!("{} is no data", c.text(&content)),
        })?;
        if let Some(monoid) = monoid {
            let zero = self.value(&monoid.zero)?;
            let plus = self.value(&monoid.plus)?;
            let of = self.lifted(&zero, &content) && is_operation(&plus, &zero);
            self.require(of, &DX_T_RUNACCUM, "monoid", |c| {
                format!(
                    "{} and {} are of types {} and {}, no monoid of {}",
                    c.text(&monoid.zero),
                    c.text(&monoid.plus),
                    c.text(&zero),
                    c.text(&plus),
                    c.text(&content)
                )
            })?;
        }
        Ok(Value::pair_type(result, content))
    }

    /// Whether a monoid of the first type is one of the second, by its form or by what shows it (DX-T-LIFT).
    pub(super) fn lifted(&self, element: &Type, content: &Type) -> bool {
        is_behind(element, content, &|inner| {
            lifts(self.types.values(), element, inner)
        })
    }

    /// What a state or a reader begins with.
    fn beginning(&mut self, value: &Value, content: &Type, rule: &'static Rule) -> Judged {
        let found = self.value(value)?;
        self.require(equal(&found, content), rule, "action", |c| {
            format!(
                "the action takes a reference to {}, and {} is of type {}",
                c.text(content),
                c.text(value),
                c.text(&found)
            )
        })?;
        let is = self.is_data(content);
        self.require(is, rule, "data", |c| format!("{} is no data", c.text(content)))
    }

    /// Content and result of the action of a handler: `(h: Type) -> (r: Ref h content) -> <effect h, ..> result`, where the rest of the row may be
    /// done here.
    fn handled(
        &mut self,
        action: &Value,
        effect: fn(Value) -> Effect,
        rule: &'static Rule,
    ) -> Judged<(Type, Type)> {
        let ty = self.value(action)?;
        let wrong = |c: &Self| {
            let message = format!(
                "{} is of type {}, no function of a region and a reference of that region",
                c.text(action),
                c.text(&ty)
            );
            c.refuse(rule, "action", message)
        };
        let Value::Arrow(outer) = &ty else {
            return wrong(self);
        };
        let Value::Arrow(inner) = &outer.result else {
            return wrong(self);
        };
        let Value::Ref(region, content) = &inner.binder.ty else {
            return wrong(self);
        };
        let h = outer.binder.name;
        if outer.binder.ty != Value::TYPE
            || !outer.effects.is_pure()
            || **region != Value::Var(h)
            || free(content).contains(&h)
        {
            return wrong(self);
        }
        let own = effect(Value::Var(h));
        let mut others = inner.effects.clone();
        others.effects.retain(|effect| *effect != own);
        self.allowed(&others, rule, "effects")?;
        let mentioned = free(&inner.result);
        let escapes = mentioned.contains(&h) || mentioned.contains(&inner.binder.name);
        self.require(!escapes, rule, "escape", |c| {
            format!(
                "the result is of type {}, from which the region {} would leave its handler",
                c.text(&inner.result),
                c.name_text(h)
            )
        })?;
        Ok((Value::clone(content), inner.result.clone()))
    }

    /// DX-T-THROW
    pub(super) fn throw(&mut self, ty: &Type) -> Judged<Type> {
        DX_T_THROW.apply();
        self.is_type(ty, &DX_T_THROW, "type")?;
        let row = Row {
            effects: vec![Effect::Except],
            rest: None,
        };
        self.allowed(&row, &DX_T_THROW, "effects")?;
        Ok(self.definitions.normal(ty))
    }

    /// DX-T-CATCH
    pub(super) fn catch(&mut self, action: &Value) -> Judged<Type> {
        DX_T_CATCH.apply();
        let ty = self.value(action)?;
        let arrow = match &ty {
            Value::Arrow(arrow) if arrow.binder.ty == Value::UnitType => arrow,
            _ => {
                let message = format!(
                    "{} is of type {}, no function of `()`",
                    self.text(action),
                    self.text(&ty)
                );
                return self.refuse(&DX_T_CATCH, "action", message);
            }
        };
        let mut others = arrow.effects.clone();
        others.effects.retain(|effect| *effect != Effect::Except);
        self.allowed(&others, &DX_T_CATCH, "effects")?;
        let result = self.substituted(arrow.binder.name, &Value::Unit, &arrow.result);
        Ok(Self::maybe(result))
    }
}

/// `a -> a -> a`, pure
fn is_operation(ty: &Type, content: &Type) -> bool {
    let Value::Arrow(outer) = ty else { return false };
    let Value::Arrow(inner) = &outer.result else {
        return false;
    };
    outer.effects.is_pure()
        && inner.effects.is_pure()
        && equal(&outer.binder.ty, content)
        && equal(&inner.binder.ty, content)
        && equal(&inner.result, content)
}
