//! Instances, found by their types (DX-EL-CLASS).  The search ends, since each instance asks for less than it gives, and where it finds two it says so (DX-EL-SEARCH).
//!
//! A use of a method asks for a dictionary of a type that may not be known yet, so the goals of an item are met at its end.  What is made then is
//! written where it was asked for.

use super::unify::State;
use super::{Done, Elaborator};
use crate::core::rewrite::{Rewrite, free, parts};
use crate::core::{Binder, DataName, Exp, Mark, Projection, Stm, Type, Value};
use crate::rules::elaboration::{DX_EL_CLASS, DX_EL_SEARCH};
use crate::types::equal;
use elder_syntax::names::Name;
use elder_syntax::{Span, effort};
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
    /// Where it is declared.
    pub at: Span,
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

/// Which goals are met.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Those of types that are known whole: more instances may be of one that is not.
    Known,
    /// All that are found by what is known of their types.
    Any,
    /// Those, too, of which only the interface tells.
    Guess,
}

/// How large types are: the names and the constructors in them.
#[derive(Default)]
struct Extent {
    size: usize,
    uses: FxHashMap<Name, usize>,
}

impl Extent {
    fn of(types: &[Type]) -> Extent {
        let mut extent = Extent::default();
        for ty in types {
            extent.value(ty);
        }
        extent
    }
}

impl Rewrite for Extent {
    fn used(&mut self, name: Name) -> Value {
        *self.uses.entry(name).or_default() += 1;
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        self.size += 1;
        effort::deeper(|| parts(self, value))
    }
}

impl Elaborator {
    /// An instance is there from here on (DX-EL-SEARCH).
    pub(super) fn declare_instance(&mut self, instance: Instance) -> Done {
        DX_EL_SEARCH.apply();
        let whole = Extent::of(&instance.of);
        let names: Vec<Name> = instance
            .parameters
            .iter()
            .map(|(binder, _)| binder.name)
            .collect();
        for (binder, mark) in &instance.parameters {
            let (Mark::Class, Value::DataType(_, of)) = (mark, &binder.ty) else {
                continue;
            };
            let asked = Extent::of(of);
            let more = asked.uses.iter().find(|(name, uses)| {
                names.contains(name) && **uses > whole.uses.get(name).copied().unwrap_or(0)
            });
            if asked.size < whole.size && more.is_none() {
                continue;
            }
            let message = format!(
                "{} is not smaller than what the instance is of",
                self.text(&binder.ty)
            );
            let error = self.error(&DX_EL_SEARCH, "smaller", instance.at, message);
            let error = match more {
                Some((name, _)) => error.with_note(format!(
                    "{} stands there more often",
                    self.text(&Value::Var(*name))
                )),
                None => error,
            };
            return Err(Box::new(error));
        }
        self.instances.push(instance);
        Ok(())
    }

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
        for asked in [Asked::Known, Asked::Any, Asked::Guess] {
            loop {
                let count = goals.len();
                let mut left = Vec::new();
                for goal in goals {
                    if !self.meet(&goal, asked)? {
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

    fn meet(&mut self, goal: &Goal, asked: Asked) -> Done<bool> {
        let ty = self.normal(&goal.ty);
        if asked == Asked::Known
            && free(&ty)
                .into_iter()
                .any(|name| self.is_unknown(&Value::Var(name)))
        {
            return Ok(false);
        }
        let mut made = Vec::new();
        let found = match self.dictionary(&ty, &goal.givens, &mut made, goal.at)? {
            None if asked == Asked::Guess => self.guessed(&ty, goal),
            found => found,
        };
        let Some(value) = found else { return Ok(false) };
        self.made.insert(goal.hole, made);
        if let Some(meta) = self.metas.get_mut(&goal.hole) {
            meta.state = State::Known(value);
        }
        Ok(true)
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
    ) -> Done<Option<Value>> {
        let Value::DataType(interface, of) = ty else {
            return Ok(None);
        };
        let all = self.at_hand(givens);
        if let Some((value, _)) = all.into_iter().find(|(_, own)| equal(own, ty)) {
            return Ok(Some(value));
        }
        let own = |i: &&Instance| i.interface == *interface;
        let instances: Vec<Instance> = self.instances.iter().filter(own).cloned().collect();
        let mut first: Option<(Value, Span)> = None;
        for instance in instances {
            let mut found = FxHashMap::default();
            let names: Vec<Name> = instance
                .parameters
                .iter()
                .map(|(binder, _)| binder.name)
                .collect();
            let mut pairs = instance.of.iter().zip(of);
            if !pairs.all(|(own, of)| self.fits(own, of, &names, &mut found)) {
                continue;
            }
            let before = (made.len(), self.demands.len());
            let value = effort::deeper(|| self.made_of(&instance, found, givens, made, at))?;
            match (value, first.take()) {
                (None, known) => {
                    made.truncate(before.0);
                    self.demands.truncate(before.1);
                    first = known;
                }
                (Some(value), None) => first = Some((value, instance.at)),
                (Some(_), Some((_, other))) => {
                    let message = format!("there are two instances of {}", self.text(ty));
                    let error = self.error(&DX_EL_SEARCH, "one", at, message);
                    let error = error.and_at(other, "one").and_at(instance.at, "the other");
                    return Err(Box::new(error));
                }
            }
        }
        Ok(first.map(|(value, _)| value))
    }

    /// An instance with all that it takes.
    fn made_of(
        &mut self,
        instance: &Instance,
        mut found: FxHashMap<Name, Value>,
        givens: &[(Value, Type)],
        made: &mut Vec<Stm>,
        at: Span,
    ) -> Done<Option<Value>> {
        let mut value = Value::Var(instance.definition);
        let Some(mut ty) = self.types.get(&instance.definition).cloned() else {
            return Ok(None);
        };
        for (binder, mark) in &instance.parameters {
            let Value::Arrow(arrow) = &ty else {
                return Ok(None);
            };
            let argument = match (found.get(&binder.name), mark) {
                (Some(value), _) => Some(value.clone()),
                (None, Mark::Class) => {
                    let wanted = self.normal(&arrow.binder.ty);
                    self.dictionary(&wanted, givens, made, at)?
                }
                (None, _) => None,
            };
            let Some(argument) = argument else {
                return Ok(None);
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
        Ok(Some(value))
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
