//! References and handlers.

use super::reified::{Parameters, row, second};
use super::tangents::is_space;
use super::{Done, Handler, Linearizer, Region, Tangent};
use elder_dex::core::rewrite::free_in_block;
use elder_dex::core::{Binder, Block, Exp, Lambda, Monoid, Projection, Row, Stm, Type, Value};
use elder_dex::rules::linearization::{
    DX_L_ACC, DX_L_ASK, DX_L_GET, DX_L_PUT, DX_L_RUNACCUM, DX_L_RUNREADER, DX_L_RUNSTATE,
};
use elder_syntax::names::Name;
use elder_syntax::prim::{BinOp, PrimFn};
use std::sync::Arc;

/// An action, taken apart.
struct Action<'v> {
    region: &'v Binder,
    inner: &'v Lambda,
    content: &'v Type,
}

impl<'v> Action<'v> {
    fn of(action: &'v Value) -> Option<Action<'v>> {
        let Value::Lambda(outer) = action else {
            return None;
        };
        let Value::Lambda(inner) = &outer.body.result else {
            return None;
        };
        let Value::Ref(_, content) = &inner.binder.ty else {
            return None;
        };
        Some(Action {
            region: &outer.binder,
            inner,
            content,
        })
    }

    /// The same action with another body.
    fn with(&self, body: Block) -> Value {
        action(
            self.region.clone(),
            self.inner.binder.clone(),
            self.inner.effects.clone(),
            body,
        )
    }
}

/// `\h. \r ! <effects>. body`
fn action(region: Binder, reference: Binder, effects: Row, body: Block) -> Value {
    let lambda = |binder, effects, body| {
        Value::Lambda(Arc::new(Lambda {
            binder,
            effects,
            body,
        }))
    };
    let inner = lambda(reference, effects, body);
    lambda(region, Row::PURE, inner.into())
}

/// What became of an action.
struct Handled {
    /// The action, which gives with its value the function of the tangent.
    primal: Value,
    /// The type of that pair.
    both: Type,
    /// Names of Δ whose tangents the function takes.
    over: Vec<Name>,
}

impl Linearizer<'_> {
    /// The tangent of a reference, if it has one.
    fn reference(&self, reference: &Value) -> Option<Tangent> {
        match reference {
            Value::Var(name) => self.tangents.get(name).cloned(),
            _ => None,
        }
    }

    /// DX-L-SLICE, DX-L-PROJ, of references.
    pub(super) fn part_of_reference(
        &mut self,
        stm: &Stm,
        reference: &Value,
        part: impl FnOnce(Value) -> Exp,
    ) -> Done<()> {
        self.primal.push(stm.clone());
        let tangent = self.reference(reference);
        let (
            Some(Tangent {
                value,
                region: Some(region),
                ..
            }),
            Value::Ref(_, content),
        ) = (tangent, &stm.binder.ty)
        else {
            return Ok(());
        };
        if self.is_trivial(content) {
            return Ok(());
        }
        let ty = Value::reference(Value::Var(region.name), self.tan(content)?);
        let name = self.names.again(stm.binder.name);
        let value = self.then(name, ty.clone(), part(value));
        let region = Some(region);
        self.tangents
            .insert(stm.binder.name, Tangent { value, ty, region });
        Ok(())
    }

    /// DX-L-GET
    pub(super) fn get(&mut self, stm: &Stm, reference: &Value) -> Done<()> {
        DX_L_GET.apply();
        match self.reference(reference) {
            Some(tangent) => self.both(stm, Exp::Get(tangent.value)),
            None => self.standing(stm),
        }
    }

    /// DX-L-ASK
    pub(super) fn ask(&mut self, stm: &Stm, reference: &Value) -> Done<()> {
        DX_L_ASK.apply();
        match self.reference(reference) {
            Some(tangent) => self.both(stm, Exp::Ask(tangent.value)),
            None => self.standing(stm),
        }
    }

    /// What a reference to tangents is of: the type whose tangents these are.
    fn content_of(&mut self, reference: &Value) -> Type {
        match self.type_of(reference) {
            Value::Ref(_, content) => Type::clone(&content),
            other => other,
        }
    }

    /// DX-L-PUT
    pub(super) fn put(&mut self, stm: &Stm, reference: &Value, value: &Value) -> Done<()> {
        DX_L_PUT.apply();
        let Some(tangent) = self.reference(reference) else {
            return self.standing(stm);
        };
        let content = self.content_of(reference);
        let moves = self.tangent_of(value, &content)?;
        self.both(stm, Exp::Put(tangent.value, moves))
    }

    /// DX-L-ACC: a zero is not added.
    pub(super) fn accumulate(&mut self, stm: &Stm, reference: &Value, value: &Value) -> Done<()> {
        DX_L_ACC.apply();
        let content = self.content_of(reference);
        let is_moving = self.moves(value) && !self.is_trivial(&content);
        match self.reference(reference) {
            Some(tangent) if is_moving => {
                let moves = self.tangent_of(value, &content)?;
                self.both(stm, Exp::Accumulate(tangent.value, moves))
            }
            None if is_moving => {
                let message =
                    "what moves is accumulated by a monoid that is not known to be addition (DX-Z-17)";
                let help = "accumulate by addition, or compute it by a state";
                self.refuse(&DX_L_ACC, "monoid", message, help)
            }
            _ => self.standing(stm),
        }
    }

    /// An action whose reference has tangents in a region of this sort, or does not move.
    fn handled(&mut self, action: &Action<'_>, handler: Option<Handler>, result: &Type) -> Done<Handled> {
        let reference = &action.inner.binder;
        self.types.insert(reference.name, reference.ty.clone());
        let over = self.moving(&free_in_block(&action.inner.body));
        let mut parameters = self.parameters(&over);
        if let Some(handler) = handler {
            self.own_reference(&mut parameters, action, handler)?;
        }
        let (body, both) = self.reified(&action.inner.body, result, parameters)?;
        Ok(Handled {
            primal: action.with(body),
            both,
            over,
        })
    }

    /// The region of an action and its reference come first among the parameters.
    fn own_reference(
        &mut self,
        parameters: &mut Parameters,
        action: &Action<'_>,
        handler: Handler,
    ) -> Done<()> {
        let region = Region {
            name: self.names.again(action.region.name),
            handler,
        };
        let content = self.tan(action.content)?;
        let ty = Value::reference(Value::Var(region.name), content);
        let name = self.names.again(action.inner.binder.name);
        let tangent = Tangent {
            value: Value::Var(name),
            ty: ty.clone(),
            region: Some(region),
        };
        parameters.inside.insert(action.inner.binder.name, tangent);
        parameters.regions.insert(0, region);
        let own = Binder {
            name: region.name,
            ty: Value::TYPE,
        };
        parameters.binders.splice(0..0, [own, Binder { name, ty }]);
        Ok(())
    }

    /// `\h'. \r'. f h' r' t1 .. tn`
    fn action_of_tangents(
        &mut self,
        action: &Action<'_>,
        handler: Handler,
        function: Value,
        made: &Handled,
    ) -> Done<Value> {
        let region = Region {
            name: self.names.again(action.region.name),
            handler,
        };
        let content = self.tan(action.content)?;
        let reference = Binder {
            name: self.names.again(action.inner.binder.name),
            ty: Value::reference(Value::Var(region.name), content),
        };
        let mut arguments = vec![Value::Var(region.name), Value::Var(reference.name)];
        arguments.extend(self.arguments(&made.over));
        let mut regions = vec![region];
        regions.extend(self.regions(&made.over));
        let ty = second(&made.both);
        let body = self.inner(|s| s.applied(function, &ty, &arguments));
        let own = Binder {
            name: region.name,
            ty: Value::TYPE,
        };
        Ok(self::action(own, reference, row(&regions), body))
    }

    /// DX-L-RUNSTATE
    pub(super) fn run_state(&mut self, stm: &Stm, value: &Value, action: &Value) -> Done<()> {
        DX_L_RUNSTATE.apply();
        let (Some(action), Value::PairType(result, content)) = (Action::of(action), &stm.binder.ty) else {
            return self.standing(stm);
        };
        let handler = (!self.is_trivial(content)).then_some(Handler::State);
        let made = self.handled(&action, handler, result)?;
        let y = self.with_content(stm, &made, content, |primal| Exp::RunState(value.clone(), primal));
        let function = function_of(&y);
        match handler {
            // The content has no tangent.
            None => self.of_parts(stm, result, Value::Unit, function, &made),
            Some(handler) => {
                let moves = self.tangent_of(value, content)?;
                let tangents = self.action_of_tangents(&action, handler, function, &made)?;
                self.moved(stm, Exp::RunState(moves, tangents))
            }
        }
    }

    /// DX-L-RUNACCUM
    pub(super) fn run_accum(&mut self, stm: &Stm, monoid: Option<&Monoid>, action: &Value) -> Done<()> {
        DX_L_RUNACCUM.apply();
        let (Some(action), Value::PairType(result, content)) = (Action::of(action), &stm.binder.ty) else {
            return self.standing(stm);
        };
        if let Some(monoid) = monoid
            && (self.moves(&monoid.zero) || self.moves(&monoid.plus))
        {
            let message = "the monoid itself moves";
            let help = "accumulate by addition, or compute it by a state";
            return self.refuse(&DX_L_RUNACCUM, "monoid", message, help);
        }
        let is_sum = monoid.is_none_or(is_addition) && is_space(content);
        let is_moving = !self.is_trivial(content);
        if is_moving && !is_sum {
            self.still.insert(action.inner.binder.name);
        }
        let handler = (is_moving && is_sum).then_some(Handler::Accum);
        let made = self.handled(&action, handler, result)?;
        let y = self.with_content(stm, &made, content, |primal| {
            Exp::RunAccum(monoid.cloned().map(Box::new), primal)
        });
        let function = function_of(&y);
        match handler {
            None => {
                let still = self.zero(content)?;
                self.of_parts(stm, result, still, function, &made)
            }
            Some(handler) => {
                let tangents = self.action_of_tangents(&action, handler, function, &made)?;
                self.moved(stm, Exp::RunAccum(None, tangents))
            }
        }
    }

    /// DX-L-RUNREADER
    pub(super) fn run_reader(&mut self, stm: &Stm, value: &Value, action: &Value) -> Done<()> {
        DX_L_RUNREADER.apply();
        let Some(action) = Action::of(action) else {
            return self.standing(stm);
        };
        let is_moving = self.moves(value) && !self.is_trivial(action.content);
        let handler = is_moving.then_some(Handler::Reader);
        let made = self.handled(&action, handler, &stm.binder.ty)?;
        let y = self.names.again(stm.binder.name);
        let read = Exp::RunReader(value.clone(), made.primal.clone());
        let y = self.keep(y, made.both.clone(), read);
        let first = Value::project(Projection::First, y.clone());
        self.keep(stm.binder.name, stm.binder.ty.clone(), Exp::Value(first));
        let function = Value::project(Projection::Second, y);
        match handler {
            None => {
                let left = self.without_region(&stm.binder.ty, function, &made)?;
                self.settle(stm.binder.name, &stm.binder.ty, left)
            }
            Some(handler) => {
                let moves = self.tangent_of(value, action.content)?;
                let tangents = self.action_of_tangents(&action, handler, function, &made)?;
                self.moved(stm, Exp::RunReader(moves, tangents))
            }
        }
    }

    /// The handler of E, which gives ((value, function), content), and the name for (value, content).
    fn with_content(
        &mut self,
        stm: &Stm,
        made: &Handled,
        content: &Type,
        exp: impl FnOnce(Value) -> Exp,
    ) -> Value {
        let y = self.names.again(stm.binder.name);
        let ty = Value::pair_type(made.both.clone(), content.clone());
        let y = self.keep(y, ty, exp(made.primal.clone()));
        let given = Value::project(Projection::First, y.clone());
        let both = Value::pair(
            Value::project(Projection::First, given),
            Value::project(Projection::Second, y.clone()),
        );
        self.keep(stm.binder.name, stm.binder.ty.clone(), Exp::Value(both));
        y
    }

    /// The tangent of what an action gives that has no region of tangents.
    fn without_region(&mut self, result: &Type, function: Value, made: &Handled) -> Done<Value> {
        if made.over.is_empty() {
            return self.zero(result);
        }
        let arguments = self.arguments(&made.over);
        Ok(self.applied(function, &second(&made.both), &arguments))
    }

    /// Where the tangent of the content is this.
    fn of_parts(
        &mut self,
        stm: &Stm,
        result: &Type,
        content: Value,
        function: Value,
        made: &Handled,
    ) -> Done<()> {
        let given = self.without_region(result, function, made)?;
        self.settle(stm.binder.name, &stm.binder.ty, Value::pair(given, content))
    }
}

/// The function of the tangent, of what a handler with content gives.
fn function_of(y: &Value) -> Value {
    let given = Value::project(Projection::First, y.clone());
    Value::project(Projection::Second, given)
}

/// Whether a monoid is addition of numbers, by its form.
fn is_addition(monoid: &Monoid) -> bool {
    let Value::Literal(zero) = &monoid.zero else {
        return false;
    };
    let Value::Lambda(outer) = &monoid.plus else {
        return false;
    };
    let Value::Lambda(inner) = &outer.body.result else {
        return false;
    };
    let [stm] = inner.body.stms.as_slice() else {
        return false;
    };
    let base = zero.prim_type();
    let (left, right) = (Value::Var(outer.binder.name), Value::Var(inner.binder.name));
    let adds = match &stm.exp {
        Exp::Prim(PrimFn::Bin(BinOp::Add, _), operands) => {
            *operands == [left.clone(), right.clone()] || *operands == [right, left]
        }
        _ => false,
    };
    base.is_float() && *zero == base.number(0) && adds && inner.body.result == Value::Var(stm.binder.name)
}
