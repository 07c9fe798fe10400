//! Loops, alternatives, and what is caught.

use super::reified::second;
use super::{Done, Handler, Linearizer, Tangent};
use crate::dex::simplify::capture::parts;
use elder_dex::core::rewrite::{free_of, substitute};
use elder_dex::core::{
    Alternative, Binder, Block, Construction, Exp, Lambda, Loop, MAYBE, Projection, Stm, Tag, Type, Value,
    View,
};
use elder_dex::rules::linearization::{DX_L_CASE, DX_L_CATCH, DX_L_DISC, DX_L_FOR, DX_L_SKIP};
use elder_syntax::names::Name;
use std::sync::Arc;

impl Linearizer<'_> {
    /// DX-L-FOR
    pub(super) fn for_loop(&mut self, stm: &Stm, l: &Loop, active: &[Name]) -> Done<()> {
        DX_L_FOR.apply();
        let Value::Table(binder, element) = &stm.binder.ty else {
            return self.standing(stm);
        };
        let tangents = Value::table(Binder::clone(binder), self.tan(element)?);
        let at = Value::Var(l.binder.name);
        let element = substitute(self.names, binder.name, &at, element);
        self.types.insert(l.binder.name, l.binder.ty.clone());
        let parameters = self.parameters(active);
        let (body, both) = self.reified(&l.body, &element, parameters)?;
        let index = |s: &mut Self| Binder {
            name: s.names.again(l.binder.name),
            ty: l.binder.ty.clone(),
        };
        let of =
            |s: &mut Self, index: &Binder| substitute(s.names, l.binder.name, &Value::Var(index.name), &both);
        let over = index(self);
        let kept = Value::table(over.clone(), of(self, &over));
        let y = self.names.again(stm.binder.name);
        let looped = |body| {
            Exp::For(Box::new(Loop {
                descending: l.descending,
                class: None,
                binder: l.binder.clone(),
                body,
            }))
        };
        let y = self.keep(y, kept, looped(body));
        let element_of = |s: &mut Self, index: &Binder| {
            let name = s.names.again(stm.binder.name);
            let binder = Binder {
                name,
                ty: of(s, index),
            };
            let exp = Exp::Index(y.clone(), Value::Var(index.name));
            let at = s.at;
            Stm { binder, exp, at }
        };
        let over = index(self);
        let element = element_of(self, &over);
        let value = Value::project(Projection::First, Value::Var(element.binder.name));
        let view = Value::View(Arc::new(View {
            binder: over,
            body: Block {
                stms: vec![element],
                result: value,
            },
        }));
        self.keep(stm.binder.name, stm.binder.ty.clone(), Exp::Value(view));
        let over = index(self);
        let element = element_of(self, &over);
        let function = Value::project(Projection::Second, Value::Var(element.binder.name));
        let arguments = self.arguments(active);
        let ty = second(&element.binder.ty);
        let body = self.inner(|s| {
            s.tangent.push(element);
            s.applied(function, &ty, &arguments)
        });
        let tangent = Exp::For(Box::new(Loop {
            descending: l.descending,
            class: None,
            binder: over,
            body,
        }));
        self.moved_as(stm, tangents, tangent)
    }

    /// DX-L-CASE
    pub(super) fn case(&mut self, stm: &Stm, scrutinee: &Value, alternatives: &[Alternative]) -> Done<()> {
        DX_L_CASE.apply();
        let sum = self.type_of(scrutinee);
        let is_moving = self.moves(scrutinee) && !self.is_trivial(&sum);
        let within = free_of(&Exp::Case(Value::Unit, alternatives.to_vec()));
        let over = self.moving(&within);
        if over.is_empty() && !is_moving {
            DX_L_SKIP.apply();
            return self.standing(stm);
        }
        let mut reified = Vec::with_capacity(alternatives.len());
        let mut both = stm.binder.ty.clone();
        for alternative in alternatives {
            let mut parameters = self.parameters(&over);
            if is_moving {
                let held = Binder {
                    name: self.names.fresh("held"),
                    ty: self.tan(&sum)?,
                };
                let components = self.components(&sum)?;
                let tangents = parts(&Value::Var(held.name), components.len());
                for (component, value) in components.iter().zip(tangents) {
                    if component.tag != alternative.tag {
                        continue;
                    }
                    let tangent = Tangent {
                        value,
                        ty: self.tan(&component.ty)?,
                        region: None,
                    };
                    let name = alternative.binders[component.place].name;
                    parameters.inside.insert(name, tangent);
                }
                parameters.binders.push(held);
            }
            for binder in &alternative.binders {
                self.types.insert(binder.name, binder.ty.clone());
            }
            let (body, ty) = self.reified(&alternative.body, &stm.binder.ty, parameters)?;
            both = ty;
            reified.push(Alternative {
                tag: alternative.tag.clone(),
                binders: alternative.binders.clone(),
                body,
            });
        }
        let mut arguments = self.arguments(&over);
        if is_moving {
            arguments.push(self.tangent_of(scrutinee, &sum)?);
        }
        let function = second(&both);
        let y = self.names.again(stm.binder.name);
        let y = self.keep(y, both, Exp::Case(scrutinee.clone(), reified));
        let value = Value::project(Projection::First, y.clone());
        self.keep(stm.binder.name, stm.binder.ty.clone(), Exp::Value(value));
        let left = self.applied(Value::project(Projection::Second, y), &function, &arguments);
        self.settle(stm.binder.name, &stm.binder.ty, left)
    }

    /// DX-L-CATCH
    pub(super) fn catch(&mut self, stm: &Stm, action: &Value, active: &[Name]) -> Done<()> {
        DX_L_CATCH.apply();
        let (lambda, wanted) = match (action, &stm.binder.ty) {
            (Value::Lambda(lambda), Value::DataType(MAYBE, parameters)) if parameters.len() == 1 => {
                (lambda, parameters[0].clone())
            }
            _ => return self.standing(stm),
        };
        let mut regions = self.regions(active).into_iter();
        if regions.any(|region| region.handler != Handler::Reader) {
            let unit = Exp::Value(Value::Unit);
            let binder = lambda.binder.clone();
            let body = self.unthrown(&lambda.body, &wanted)?;
            let at = self.at;
            let whole = Exp::Value(body.result);
            let first = std::iter::once(Stm {
                binder,
                exp: unit,
                at,
            });
            for stm in first.chain(body.stms) {
                self.statement(&stm)?;
            }
            return self.statement(&Stm {
                exp: whole,
                ..stm.clone()
            });
        }
        if self.is_trivial(&wanted) {
            DX_L_DISC.apply();
            return self.standing(stm);
        }
        let parameters = self.parameters(active);
        let (body, both) = self.reified(&lambda.body, &wanted, parameters)?;
        let function = second(&both);
        let action = Value::Lambda(Arc::new(Lambda {
            binder: lambda.binder.clone(),
            effects: lambda.effects.clone(),
            body,
        }));
        let y = self.names.again(stm.binder.name);
        let caught = Value::DataType(MAYBE, vec![both.clone()]);
        let y = self.keep(y, caught, Exp::Catch(action));
        let maybe = |constructor, fields| {
            Value::Con(Arc::new(Construction {
                data: MAYBE,
                constructor,
                parameters: vec![wanted.clone()],
                fields,
            }))
        };
        let just = self.just(&both);
        let value = Value::project(Projection::First, Value::Var(just.name));
        let case = cases(&y, maybe(0, vec![]).into(), just, maybe(1, vec![value]).into());
        self.keep(stm.binder.name, stm.binder.ty.clone(), case);
        let nothing = self.zero(&stm.binder.ty)?;
        let just = self.just(&both);
        let arguments = self.arguments(active);
        let own = Value::project(Projection::Second, Value::Var(just.name));
        let body = self.inner(|s| s.applied(own, &function, &arguments));
        // Of what `Maybe` holds there is one component, which is its tangent.
        self.moved(stm, cases(&y, nothing.into(), just, body))
    }

    fn just(&mut self, ty: &Type) -> Binder {
        Binder {
            name: self.names.fresh("caught"),
            ty: ty.clone(),
        }
    }
}

/// `case v of | Nothing() -> b | Just(x) -> b' end`
pub(super) fn cases(scrutinee: &Value, nothing: Block, binder: Binder, just: Block) -> Exp {
    let alternative = |constructor, binders, body| Alternative {
        tag: Tag::Constructor(MAYBE, constructor),
        binders,
        body,
    };
    let alternatives = vec![
        alternative(0, vec![], nothing),
        alternative(1, vec![binder], just),
    ];
    Exp::Case(scrutinee.clone(), alternatives)
}
