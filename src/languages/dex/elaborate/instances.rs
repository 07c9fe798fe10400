//! Instances, found by their types (DX-EL-CLASS).
//!
//! A use of a method asks for a dictionary of a type that may not be known yet, so the goals of an item are met at its end.  What is made then is
//! written where it was asked for.

use super::unify::State;
use super::{Done, Elaborator};
use crate::core::rewrite::free;
use crate::core::{Binder, DataName, Exp, Mark, Projection, Stm, Type, Value};
use crate::rules::elaboration::DX_EL_CLASS;
use crate::types::equal;
use elder_syntax::Span;
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;

/// A declared instance.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    /// Of which interface.
    pub interface: DataName,
    /// Its definition.
    pub definition: Name,
    /// What it takes: types, and other dictionaries.
    pub parameters: Vec<(Binder, Mark)>,
    /// What the interface is of.
    pub of: Vec<Type>,
}

/// A dictionary that is asked for.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    /// What stands for it.
    hole: Name,
    ty: Type,
    /// What was at hand where it was asked for.
    givens: Vec<(Value, Type)>,
    at: Span,
}

/// How deep instances need others.
const DEPTH: usize = 40;

impl Elaborator {
    /// Asks for a dictionary.
    pub(super) fn goal(&mut self, ty: Type, at: Span) -> Value {
        DX_EL_CLASS.apply();
        let hole = self.fresh(ty.clone(), at);
        if let Value::Var(name) = hole {
            // The dictionary is made here.
            let binder = Binder {
                name: self.program.names.fresh("_"),
                ty: ty.clone(),
            };
            let exp = Exp::Value(hole.clone());
            if let Some(block) = self.blocks.last_mut() {
                block.push(Stm { binder, exp, at });
            }
            self.goals.push(Goal {
                hole: name,
                ty,
                givens: self.givens.clone(),
                at,
            });
        }
        hole
    }

    /// Meets the goals; each may make known what others wait for.
    pub(super) fn meet_goals(&mut self) -> Done {
        let mut goals = std::mem::take(&mut self.goals);
        for guess in [false, true] {
            loop {
                let count = goals.len();
                let mut left = Vec::new();
                for goal in goals {
                    if !self.meet(&goal, guess) {
                        left.push(goal);
                    }
                }
                goals = left;
                if goals.is_empty() {
                    return Ok(());
                }
                if goals.len() == count {
                    break;
                }
            }
        }
        let goal = &goals[0];
        let message = format!("there is no instance of {}", self.text(&goal.ty));
        let error = self.error(&DX_EL_CLASS, "found", goal.at, message);
        Err(Box::new(error.with_help(
            "declare one with `instance`, or ask for it with `[..]` in the signature",
        )))
    }

    fn meet(&mut self, goal: &Goal, guess: bool) -> bool {
        let ty = self.normal(&goal.ty);
        let mut made = Vec::new();
        let found = self
            .dictionary(&ty, &goal.givens, &mut made, goal.at, DEPTH)
            .or_else(|| if guess { self.guessed(&ty, goal) } else { None });
        let Some(value) = found else { return false };
        self.made.insert(goal.hole, made);
        if let Some(meta) = self.metas.get_mut(&goal.hole) {
            meta.state = State::Known(value);
        }
        true
    }

    /// Where nothing else tells what a goal is of: what is at hand, if only one fits, or the only instance that fits.
    fn guessed(&mut self, ty: &Type, goal: &Goal) -> Option<Value> {
        let Value::DataType(interface, _) = ty else {
            return None;
        };
        let all = self.at_hand(&goal.givens);
        let mut own = all
            .into_iter()
            .filter(|(_, ty)| matches!(ty, Value::DataType(d, _) if d == interface));
        let (value, given) = own.next()?;
        (own.next().is_none() && self.unify(&given, ty)).then_some(value)
    }

    /// What is at hand: dictionaries and those that they hold.
    fn at_hand(&mut self, givens: &[(Value, Type)]) -> Vec<(Value, Type)> {
        let mut all: Vec<(Value, Type)> = Vec::new();
        let mut next: Vec<(Value, Type)> = givens.iter().rev().cloned().collect();
        while let Some((value, ty)) = next.pop() {
            let ty = self.normal(&ty);
            if let Value::DataType(data, parameters) = &ty
                && let Some(count) = self.superclasses(*data)
            {
                let fields = self.fields(*data, 0, parameters);
                for (place, field) in fields.into_iter().take(count).enumerate() {
                    next.push((Value::project(Projection::Held(place), value.clone()), field.ty));
                }
            }
            all.push((value, ty));
        }
        all
    }

    /// How many superclasses an interface has.
    fn superclasses(&self, data: DataName) -> Option<usize> {
        let interface = self.interfaces.iter().find(|interface| interface.data == data);
        interface.map(|interface| interface.superclasses)
    }

    /// A dictionary of a type in normal form, with the statements that make it.
    fn dictionary(
        &mut self,
        ty: &Type,
        givens: &[(Value, Type)],
        made: &mut Vec<Stm>,
        at: Span,
        depth: usize,
    ) -> Option<Value> {
        let Value::DataType(interface, of) = ty else {
            return None;
        };
        let all = self.at_hand(givens);
        if let Some((value, _)) = all.into_iter().find(|(_, own)| equal(own, ty)) {
            return Some(value);
        }
        if depth == 0 {
            return None;
        }
        let instances: Vec<Instance> = self
            .instances
            .iter()
            .filter(|i| i.interface == *interface)
            .cloned()
            .collect();
        for instance in instances {
            let mut found = FxHashMap::default();
            let names: Vec<Name> = instance
                .parameters
                .iter()
                .map(|(binder, _)| binder.name)
                .collect();
            let fits = instance
                .of
                .iter()
                .zip(of)
                .all(|(own, of)| self.fits(own, of, &names, &mut found));
            if fits {
                let before = made.len();
                let value = self.made_of(&instance, found, givens, made, at, depth);
                if value.is_some() {
                    return value;
                }
                made.truncate(before);
            }
        }
        None
    }

    /// An instance with all that it takes.
    fn made_of(
        &mut self,
        instance: &Instance,
        mut found: FxHashMap<Name, Value>,
        givens: &[(Value, Type)],
        made: &mut Vec<Stm>,
        at: Span,
        depth: usize,
    ) -> Option<Value> {
        let mut value = Value::Var(instance.definition);
        let mut ty = self.types.get(&instance.definition).cloned()?;
        for (binder, mark) in &instance.parameters {
            let Value::Arrow(arrow) = &ty else { return None };
            let argument = match (found.get(&binder.name), mark) {
                (Some(value), _) => value.clone(),
                (None, Mark::Class) => {
                    let wanted = self.normal(&arrow.binder.ty);
                    self.dictionary(&wanted, givens, made, at, depth - 1)?
                }
                (None, _) => return None,
            };
            if *mark != Mark::Class {
                self.demand(&arrow.binder.ty.clone(), &argument, at);
            }
            let result = self.substituted(arrow.binder.name, &argument, &arrow.result);
            let bound = Binder {
                name: self.program.names.fresh("d"),
                ty: result.clone(),
            };
            found.insert(binder.name, argument.clone());
            let applied = Value::Var(bound.name);
            made.push(Stm {
                binder: bound,
                exp: Exp::Apply(value, argument),
                at,
            });
            (value, ty) = (applied, result);
        }
        Some(value)
    }

    /// Whether a type is one that an instance is of, for some of its parameters.
    fn fits(&mut self, own: &Type, of: &Type, names: &[Name], found: &mut FxHashMap<Name, Value>) -> bool {
        let of = self.normal(of);
        if let Value::Var(name) = own
            && names.contains(name)
        {
            if let Some(before) = found.get(name) {
                return equal(before, &of);
            }
            found.insert(*name, of);
            return true;
        }
        match (own, &of) {
            (Value::PairType(a, b), Value::PairType(c, d)) | (Value::Ref(a, b), Value::Ref(c, d)) => {
                self.fits(a, c, names, found) && self.fits(b, d, names, found)
            }
            (Value::Fin(a), Value::Fin(b)) => self.fits(a, b, names, found),
            (Value::Table(l, a), Value::Table(r, b)) => {
                let depends = free(b).contains(&r.name);
                !depends && self.fits(&l.ty, &r.ty, names, found) && self.fits(a, b, names, found)
            }
            (Value::DataType(l, a), Value::DataType(r, b)) => {
                l == r && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.fits(a, b, names, found))
            }
            (Value::Arrow(l), Value::Arrow(r)) => {
                self.fits(&l.binder.ty, &r.binder.ty, names, found)
                    && self.fits(&l.result, &r.result, names, found)
            }
            _ => equal(own, &of),
        }
    }

    /// What stands for a hole, once its goal is met: the statements that make it.
    pub(super) fn statements_of(&self, stm: &Stm) -> Option<Vec<Stm>> {
        match &stm.exp {
            Exp::Value(Value::Var(hole)) => self.made.get(hole).cloned(),
            _ => None,
        }
    }
}
