//! T_Ω[e, t], of references and handlers.

use super::{Done, Standing, Transposer, Weight};
use elder_dex::core::{Binder, Effect, Exp, Lambda, Monoid, Projection, Type, Value};
use elder_dex::rules::transposition::{
    DX_TR_ACC, DX_TR_GET, DX_TR_PUT, DX_TR_RUNACCUM, DX_TR_RUNREADER, DX_TR_RUNSTATE,
};
use elder_syntax::prim::{BinOp, PrimFn};

impl Transposer<'_> {
    /// DX-TR-GET
    pub(super) fn get(&mut self, reference: &Value, weight: &Weight) -> Done {
        DX_TR_GET.apply();
        let Some(Standing::State(ty, into)) = self.standing_of(reference)? else {
            return self.no_form(reference);
        };
        let (Some(into), Some(t), Some(space)) = (into, &weight.value, self.space(&ty)?) else {
            return Ok(());
        };
        self.performs(Effect::State(into.region));
        let before = self.emit("before", space.clone(), Exp::Get(into.value.clone()));
        let sum = self.sum(&space, t.clone(), before)?;
        self.emit("u", Value::UnitType, Exp::Put(into.value, sum));
        Ok(())
    }

    /// DX-TR-PUT
    pub(super) fn put(&mut self, reference: &Value, value: &Value) -> Done {
        DX_TR_PUT.apply();
        let Some(Standing::State(ty, into)) = self.standing_of(reference)? else {
            return self.no_form(reference);
        };
        let (Some(into), Some(space)) = (into, self.space(&ty)?) else {
            return Ok(());
        };
        self.performs(Effect::State(into.region));
        let before = self.emit("before", space.clone(), Exp::Get(into.value.clone()));
        let zero = self.zero(&space)?;
        self.emit("u", Value::UnitType, Exp::Put(into.value, zero));
        let value_weight = Some(before);
        self.value(
            value,
            &Weight {
                value: value_weight,
                ty,
            },
        )
    }

    /// DX-TR-RUNSTATE
    pub(super) fn run_state(&mut self, value: &Value, action: &Value, weight: &Weight) -> Done {
        DX_TR_RUNSTATE.apply();
        let (region, reference, content, body) = self.written(action)?;
        self.gone.insert(region.name);
        let result = self.part_of_weight(weight, &Projection::First)?;
        let end = self.part_of_weight(weight, &Projection::Second)?;
        let (Some(space), Some(end)) = (self.space(&content)?, end.value) else {
            let standing = Standing::State(content, None);
            self.stands(reference.name, standing);
            return self.block(&body.body, &result);
        };
        let text = self.names.text(reference.name).clone();
        let action = self.handling(Effect::State, text, &space, |t, own| {
            let standing = Standing::State(content.clone(), Some(own));
            t.stands(reference.name, standing);
            t.block(&body.body, &result)
        })?;
        let ty = Value::pair_type(Value::UnitType, space);
        let both = self.emit("weights", ty, Exp::RunState(end, action));
        let begin = Weight {
            value: Some(Value::project(Projection::Second, both)),
            ty: content,
        };
        self.value(value, &begin)
    }

    /// DX-TR-ACC
    pub(super) fn added(&mut self, reference: &Value, value: &Value) -> Done {
        DX_TR_ACC.apply();
        match self.standing_of(reference)? {
            Some(Standing::Accum(weight)) => self.value(value, &weight),
            _ => self.no_form(reference),
        }
    }

    /// DX-TR-RUNACCUM
    pub(super) fn run_accum(&mut self, monoid: Option<&Monoid>, action: &Value, weight: &Weight) -> Done {
        DX_TR_RUNACCUM.apply();
        if !monoid.is_none_or(is_addition) {
            return self.no_addition();
        }
        let (region, reference, _, body) = self.written(action)?;
        self.gone.insert(region.name);
        let result = self.part_of_weight(weight, &Projection::First)?;
        let content = self.part_of_weight(weight, &Projection::Second)?;
        self.stands(reference.name, Standing::Accum(content));
        self.block(&body.body, &result)
    }

    /// DX-TR-RUNREADER
    pub(super) fn run_reader(&mut self, value: &Value, action: &Value, weight: &Weight) -> Done {
        DX_TR_RUNREADER.apply();
        let (region, reference, content, body) = self.written(action)?;
        if !self.depends_value(value) {
            let own = Value::Var(region.name);
            self.readers.push((reference.name, own.clone()));
            let given = Weight {
                value: Some(Value::Unit),
                ty: content,
            };
            if self.is_zero(value, &given) {
                self.zeros.insert(reference.name);
            }
            let action = self.handled(region.clone(), reference.clone(), Effect::Read(own), |t| {
                t.block(&body.body, weight)
            })?;
            self.emit("u", Value::UnitType, Exp::RunReader(value.clone(), action));
            return Ok(());
        }
        self.gone.insert(region.name);
        let variable = Binder {
            name: reference.name,
            ty: content.clone(),
        };
        let Some(space) = self.space(&content)? else {
            self.stands(reference.name, Standing::Value(content, None));
            return self.block(&body.body, weight);
        };
        let given = Some(self.accumulated(&variable, space, |t| t.block(&body.body, weight))?);
        self.value(
            value,
            &Weight {
                value: given,
                ty: content,
            },
        )
    }

    /// Region, reference, content and body of an action that is written where its handler is.
    fn written<'v>(&self, action: &'v Value) -> Done<(&'v Binder, &'v Binder, Type, &'v Lambda)> {
        if let Value::Lambda(outer) = action
            && let Value::Lambda(inner) = &outer.body.result
            && let Value::Ref(_, content) = &inner.binder.ty
        {
            return Ok((&outer.binder, &inner.binder, Value::clone(content), inner));
        }
        self.no_form(action)
    }
}

/// DX-Z-17: whether a monoid is the addition of floats.
fn is_addition(monoid: &Monoid) -> bool {
    let Value::Lambda(outer) = &monoid.plus else {
        return false;
    };
    let Value::Lambda(inner) = &outer.body.result else {
        return false;
    };
    let [only] = inner.body.stms.as_slice() else {
        return false;
    };
    let (left, right) = (Value::Var(outer.binder.name), Value::Var(inner.binder.name));
    let of_both = |operands: &[Value]| {
        let operands = (operands.first(), operands.get(1));
        operands == (Some(&left), Some(&right)) || operands == (Some(&right), Some(&left))
    };
    let adds = match &only.exp {
        Exp::Prim(PrimFn::Bin(BinOp::Add, base), operands) => base.is_float() && of_both(operands),
        _ => false,
    };
    adds && inner.body.result == Value::Var(only.binder.name)
        && super::structure::is_zero_literal(&monoid.zero)
}
