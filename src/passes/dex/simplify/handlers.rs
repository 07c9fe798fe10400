//! Handlers.  What is left of an action is made of what it captured, which the handler gives.

use super::capture::Captured;
use super::{Done, Named, Simplifier};
use elder_dex::core::rewrite::Rewrite;
use elder_dex::core::{
    Binder, Block, Choice, Construction, Exp, Lambda, MAYBE, Monoid, Projection, Row, Stm, Tag, Type, Value,
};
use elder_dex::rules::simplification::{
    DX_S_APP, DX_S_CATCH, DX_S_DATA, DX_S_HOFARG, DX_S_RUNACCUM, DX_S_RUNREADER, DX_S_RUNSTATE,
};
use elder_syntax::Rule;
use std::sync::Arc;

/// What is left of an action, and what it captured, if it gives no data.
type Left = Option<(Captured, Value)>;

/// A simplified action: the function that the handler takes, and what it gives.
struct Action {
    function: Value,
    /// The type of what it gives.
    ty: Type,
    /// What is left of that.
    left: Left,
}

impl Simplifier<'_> {
    /// DX-S-RUNSTATE
    pub(super) fn run_state(&mut self, value: &Value, action: &Value, named: &Named) -> Done {
        let (is_here, action) = (stands_here(action), self.form(action));
        if let Value::Choose(choice) = &action {
            return self.commute(choice, named, &|action| Exp::RunState(value.clone(), action));
        }
        let value = self.operand(value)?;
        let made = self.action((&action, is_here), &first(&named.ty), &DX_S_RUNSTATE)?;
        let exp = |action| Exp::RunState(value, action);
        self.with_content(made, exp, named)
    }

    /// DX-S-RUNACCUM
    pub(super) fn run_accum(&mut self, monoid: Option<&Monoid>, action: &Value, named: &Named) -> Done {
        let (is_here, action) = (stands_here(action), self.form(action));
        if let Value::Choose(choice) = &action {
            let of = |action| Exp::RunAccum(monoid.cloned().map(Box::new), action);
            return self.commute(choice, named, &of);
        }
        let monoid = match monoid {
            None => None,
            Some(monoid) => {
                let plus = self.form(&monoid.plus);
                if let Value::Choose(choice) = &plus {
                    let zero = &monoid.zero;
                    let of = |plus| {
                        let zero = zero.clone();
                        Exp::RunAccum(Some(Box::new(Monoid { zero, plus })), action.clone())
                    };
                    return self.commute(choice, named, &of);
                }
                Some(Box::new(Monoid {
                    zero: self.operand(&monoid.zero)?,
                    plus: self.operation(&plus)?,
                }))
            }
        };
        let made = self.action((&action, is_here), &first(&named.ty), &DX_S_RUNACCUM)?;
        let exp = |action| Exp::RunAccum(monoid, action);
        self.with_content(made, exp, named)
    }

    /// DX-S-RUNREADER
    pub(super) fn run_reader(&mut self, value: &Value, action: &Value, named: &Named) -> Done {
        let (is_here, action) = (stands_here(action), self.form(action));
        if let Value::Choose(choice) = &action {
            return self.commute(choice, named, &|action| Exp::RunReader(value.clone(), action));
        }
        let value = self.operand(value)?;
        let made = self.action((&action, is_here), &named.ty, &DX_S_RUNREADER)?;
        let kept = match made.left {
            None => named.clone(),
            Some(_) => self.beside(named, made.ty),
        };
        let whole = self.emit(&kept, Exp::RunReader(value, made.function));
        Ok(self.given(made.left, whole))
    }

    /// A handler that gives what its action gives, and the content.
    fn with_content(&mut self, made: Action, exp: impl FnOnce(Value) -> Exp, named: &Named) -> Done {
        let content = match &named.ty {
            Value::PairType(_, content) => Type::clone(content),
            other => other.clone(),
        };
        let is_data = made.left.is_none();
        let kept = match is_data {
            true => named.clone(),
            false => self.beside(named, Value::pair_type(made.ty, content)),
        };
        let whole = self.emit(&kept, exp(made.function));
        if is_data {
            return Ok(whole);
        }
        let held = Value::project(Projection::First, whole.clone());
        let given = self.given(made.left, held);
        Ok(Value::pair(given, Value::project(Projection::Second, whole)))
    }

    /// What is left of an action, made of what its handler gave for it.
    fn given(&mut self, left: Left, held: Value) -> Value {
        let Some((captured, value)) = left else {
            return held;
        };
        let mut values = captured.parts(&held);
        self.slice_again(&captured, &mut values);
        self.replaced(values, |s| s.value(&value))
    }

    /// DX-S-HOFARG: the action of a handler of a region, which gives something of a type; `is_here`: it stands there, and nowhere else.
    fn action(&mut self, (action, is_here): (&Value, bool), ty: &Type, rule: &'static Rule) -> Done<Action> {
        DX_S_HOFARG.apply();
        let region = self.fresh("h", Value::TYPE);
        let (stms, (reference, effects, result)) = self.within(|s| {
            let inner_is_here = is_here && result_stands_here(action);
            let inner = s.entered((action, is_here), Value::Var(region.name))?;
            let (parameter, effects) = s.signature(&inner)?;
            let text = s.names.text(parameter.name).clone();
            let reference = s.fresh(text, parameter.ty);
            let given = Value::Var(reference.name);
            let result = match inner_is_here {
                true => {
                    let left = s.entered((&inner, true), given)?;
                    s.left_as(&left, ty)?
                }
                false => s.finished(&inner, &given, ty)?,
            };
            Ok((reference, effects, result))
        })?;
        let outside = [region.clone(), reference.clone()];
        self.leave(&outside, &stms);
        let (body, ty, left) = self.leaving(&outside, stms, result, ty, rule)?;
        let inner = lambda(reference, effects, body);
        Ok(Action {
            function: lambda(region, Row::PURE, inner.into()),
            ty,
            left,
        })
    }

    /// DX-S-APP: what an action, or another function, gives for an argument.  If it stands here only it is not copied, so handlers within handlers are not
    /// copied by each of those around.
    pub(super) fn entered(&mut self, (action, is_here): (&Value, bool), argument: Value) -> Done {
        match action {
            Value::Lambda(lambda) if is_here => {
                DX_S_APP.apply();
                self.counted()?;
                self.values.insert(lambda.binder.name, argument);
                self.block(&lambda.body)
            }
            _ => self.applied(action, &argument),
        }
    }

    /// What a function gives for an argument: an operand if it is data, resolved otherwise.
    pub(super) fn finished(&mut self, function: &Value, argument: &Value, ty: &Type) -> Done {
        let named = Named {
            name: self.names.fresh("x"),
            ty: ty.clone(),
        };
        let result = self.apply(function, argument, &named)?;
        self.left_as(&result, ty)
    }

    /// What is left, of that type: an operand if it is data, resolved otherwise.
    fn left_as(&mut self, result: &Value, ty: &Type) -> Done {
        match self.is_data(ty) {
            true => self.operand(result),
            false => Ok(self.resolved(result)),
        }
    }

    /// The body of an action, which gives what its value captured if that is not data, with the type of it and what is left.
    fn leaving(
        &mut self,
        outside: &[Binder],
        stms: Vec<Stm>,
        result: Value,
        ty: &Type,
        rule: &'static Rule,
    ) -> Done<(Block, Type, Left)> {
        // Of what is caught there may be none, so its views stay in it.
        let is_caught = rule.id == DX_S_CATCH.id;
        if self.is_data(ty) && (is_caught || !self.is_delayed(outside, &stms, &result)) {
            DX_S_DATA.apply();
            return Ok((Block { stms, result }, ty.clone(), None));
        }
        rule.apply();
        let captured = self.collected(&[], &stms, std::slice::from_ref(&result));
        self.kept(&captured, outside, &stms)?;
        let body = Block {
            stms,
            result: captured.tuple(),
        };
        Ok((body, captured.ty(), Some((captured, result))))
    }

    /// Parameter and effects of a function, or of those between which a value case chooses.
    pub(super) fn signature(&self, function: &Value) -> Done<(Binder, Row)> {
        match function {
            Value::Lambda(lambda) => {
                let binder = Binder {
                    name: lambda.binder.name,
                    ty: self.ty(&lambda.binder.ty),
                };
                Ok((binder, self.row(&lambda.effects)))
            }
            Value::Choose(choice) if !choice.alternatives.is_empty() => {
                self.signature(&self.form(&choice.alternatives[0].2))
            }
            other => self.unexpected(&format!("{} as a function", self.text(other))),
        }
    }

    /// The operation of a monoid, which stays.
    fn operation(&mut self, plus: &Value) -> Done {
        DX_S_HOFARG.apply();
        let (parameter, _) = self.signature(plus)?;
        let left = self.fresh(self.names.text(parameter.name).clone(), parameter.ty.clone());
        let (stms, (right, result)) = self.within(|s| {
            let inner = s.applied(plus, &Value::Var(left.name))?;
            let (other, _) = s.signature(&inner)?;
            let right = s.fresh(s.names.text(other.name).clone(), other.ty);
            let result = s.finished(&inner, &Value::Var(right.name), &parameter.ty)?;
            Ok((right, result))
        })?;
        let inner = lambda(right, Row::PURE, Block { stms, result });
        Ok(lambda(left, Row::PURE, inner.into()))
    }

    /// DX-S-CATCH
    pub(super) fn catch(&mut self, action: &Value, named: &Named) -> Done {
        let (is_here, action) = (stands_here(action), self.form(action));
        if let Value::Choose(choice) = &action {
            return self.commute(choice, named, &Exp::Catch);
        }
        DX_S_HOFARG.apply();
        let wanted = match &named.ty {
            Value::DataType(MAYBE, parameters) if parameters.len() == 1 => parameters[0].clone(),
            other => other.clone(),
        };
        let (_, effects) = self.signature(&action)?;
        let unit = self.fresh("u", Value::UnitType);
        let (stms, result) = self.within(|s| {
            let left = s.entered((&action, is_here), Value::Unit)?;
            s.left_as(&left, &wanted)
        })?;
        let (body, ty, left) = self.leaving(&[], stms, result, &wanted, &DX_S_CATCH)?;
        let kept = match left {
            None => named.clone(),
            Some(_) => self.beside(named, Value::DataType(MAYBE, vec![ty.clone()])),
        };
        let whole = self.emit(&kept, Exp::Catch(lambda(unit, effects, body)));
        let Some((captured, value)) = left else {
            return Ok(whole);
        };
        let name = self.names.fresh("captured");
        let values = captured.parts(&Value::Var(name));
        let value = self.remade_alone(&value, &captured, values)?;
        let maybe = |constructor, fields| {
            Value::Con(Arc::new(Construction {
                data: MAYBE,
                constructor,
                parameters: vec![wanted.clone()],
                fields,
            }))
        };
        let nothing = (Tag::Constructor(MAYBE, 0), vec![], maybe(0, vec![]));
        let just = (
            Tag::Constructor(MAYBE, 1),
            vec![Binder { name, ty }],
            maybe(1, vec![value]),
        );
        Ok(Value::Choose(Arc::new(Choice {
            scrutinee: whole,
            alternatives: vec![nothing, just],
        })))
    }
}

/// Whether a function is written where it is applied, or its handler stands: what a name or a part stands for may be used elsewhere, too.  So may a function that
/// was put for a parameter; it is one in memory wherever it was.
pub(super) fn stands_here(function: &Value) -> bool {
    matches!(function, Value::Lambda(lambda) if Arc::strong_count(lambda) == 1)
}

/// The same of what an action gives for its region.
fn result_stands_here(action: &Value) -> bool {
    matches!(action, Value::Lambda(lambda) if stands_here(&lambda.body.result))
}

/// `\x: a ! <effects>. body`
fn lambda(binder: Binder, effects: Row, body: Block) -> Value {
    Value::Lambda(Arc::new(Lambda {
        binder,
        effects,
        body,
    }))
}

/// The first part of a type of pairs.
fn first(ty: &Type) -> Type {
    match ty {
        Value::PairType(first, _) => Type::clone(first),
        other => other.clone(),
    }
}
