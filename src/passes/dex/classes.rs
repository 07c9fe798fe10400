//! The classes of loops are written down (notes, section 9): whether the elements of a loop touch what is outside.
//!
//! A class goes by the effects that elements have, and these by the rows of handlers in them; so rows are narrowed on the way.  The checker judges what
//! is written (DX-P-CLASS).

use elder_dex::core::rewrite::{Rewrite, exp_parts, parts};
use elder_dex::core::{Binder, Block, Class, Effect, Exp, Lambda, Loop, Monoid, Program, Row, Type, Value};
use elder_dex::rules::loops::{DX_F_NARROW, DX_P_CLASS, DX_P_INNER, DX_P_LOCAL};
use elder_syntax::Rule;
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The rules of the pass.
pub const RULES: &[&Rule] = &[&DX_P_CLASS, &DX_P_LOCAL, &DX_P_INNER, &DX_F_NARROW];

/// The program with a class for each loop.
pub fn run(program: &Program) -> Program {
    let mut made = program.clone();
    for definition in &mut made.definitions {
        let mut classes = Classes::default();
        definition.body = classes.block(&definition.body);
    }
    made
}

/// What is known where a loop stands.
#[derive(Default)]
struct Classes {
    /// The regions of references.
    regions: FxHashMap<Name, Type>,
    /// What is done by what stood before in the loop or function around.
    performed: Row,
    /// How many loops were met.
    loops: usize,
}

impl Classes {
    /// Takes down that this is done.
    fn performs(&mut self, effect: Effect) {
        if !self.performed.effects.contains(&effect) {
            self.performed.effects.push(effect);
        }
    }

    /// Takes down what is done with a reference.
    fn touches(&mut self, reference: &Value, effect: fn(Value) -> Effect) {
        let region = match reference {
            Value::Var(name) => self.regions.get(name).cloned(),
            _ => None,
        };
        match region {
            Some(region) => self.performs(effect(region)),
            None => self.performed.rest = Some(reference.clone()),
        }
    }

    /// A block, and what is done in it; that is not done here.
    fn within(&mut self, block: &Block) -> (Block, Row) {
        let outside = std::mem::take(&mut self.performed);
        let block = self.block(block);
        (block, std::mem::replace(&mut self.performed, outside))
    }

    /// DX-P-CLASS, DX-P-INNER
    fn classed(&mut self, l: &Loop) -> Loop {
        DX_P_CLASS.apply();
        let binder = self.binder(&l.binder);
        let before = self.loops;
        let (body, performed) = self.within(&l.body);
        let class = Class::of(&performed);
        if class == Class::Sequential && self.loops > before {
            DX_P_INNER.apply();
        }
        self.loops += 1;
        self.adds(&performed, |_| true);
        Loop {
            descending: l.descending,
            class: Some(class),
            binder,
            body,
        }
    }

    /// These are done here too, but for some.
    fn adds(&mut self, row: &Row, is_done: impl Fn(&Effect) -> bool) {
        for effect in row.effects.iter().filter(|effect| is_done(effect)) {
            self.performs(effect.clone());
        }
        if row.rest.is_some() {
            self.performed.rest = row.rest.clone();
        }
    }

    /// DX-P-LOCAL: the action of a handler of a region does to that what nobody outside sees.
    fn handled(&mut self, action: &Value, own: fn(Value) -> Effect) -> Value {
        let Value::Lambda(outer) = action else {
            return self.unknown(action);
        };
        let Value::Lambda(inner) = &outer.body.result else {
            return self.unknown(action);
        };
        DX_P_LOCAL.apply();
        let own = own(Value::Var(outer.binder.name));
        let inner = self.action(inner, &own);
        Value::Lambda(Arc::new(Lambda {
            binder: outer.binder.clone(),
            effects: outer.effects.clone(),
            body: Value::Lambda(Arc::new(inner)).into(),
        }))
    }

    /// DX-F-NARROW: a function that is called where it stands, under a handler of an effect.
    fn action(&mut self, action: &Lambda, own: &Effect) -> Lambda {
        DX_F_NARROW.apply();
        let binder = self.binder(&action.binder);
        let (body, performed) = self.within(&action.body);
        self.adds(&performed, |effect| effect != own);
        let mut effects = action.effects.clone();
        if performed.rest.is_none() {
            effects
                .effects
                .retain(|effect| effect == own || performed.effects.contains(effect));
        }
        Lambda {
            binder,
            effects,
            body,
        }
    }

    /// Of a function that is not written here nothing is known.
    fn unknown(&mut self, function: &Value) -> Value {
        self.performed.rest = Some(function.clone());
        self.value(function)
    }
}

impl Rewrite for Classes {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn binder(&mut self, binder: &Binder) -> Binder {
        if let Value::Ref(region, _) = &binder.ty {
            self.regions.insert(binder.name, Type::clone(region));
        }
        binder.clone()
    }

    /// What a function does that stands as a value is not done here.
    fn value(&mut self, value: &Value) -> Value {
        let outside = matches!(value, Value::Lambda(_)).then(|| self.performed.clone());
        let made = elder_syntax::effort::deeper(|| parts(self, value));
        if let Some(outside) = outside {
            self.performed = outside;
        }
        made
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        match exp {
            Exp::For(l) => return Exp::For(Box::new(self.classed(l))),
            Exp::RunState(value, action) => {
                let value = self.value(value);
                return Exp::RunState(value, self.handled(action, Effect::State));
            }
            Exp::RunReader(value, action) => {
                let value = self.value(value);
                return Exp::RunReader(value, self.handled(action, Effect::Read));
            }
            Exp::RunAccum(monoid, action) => {
                let monoid = monoid.as_ref().map(|monoid| {
                    Box::new(Monoid {
                        zero: self.value(&monoid.zero),
                        plus: self.value(&monoid.plus),
                    })
                });
                return Exp::RunAccum(monoid, self.handled(action, Effect::Accum));
            }
            Exp::Catch(Value::Lambda(action)) => {
                let action = self.action(action, &Effect::Except);
                return Exp::Catch(Value::Lambda(Arc::new(action)));
            }
            Exp::Get(reference) | Exp::Put(reference, _) => self.touches(reference, Effect::State),
            Exp::Accumulate(reference, _) => self.touches(reference, Effect::Accum),
            Exp::Ask(reference) => self.touches(reference, Effect::Read),
            Exp::Throw(_) => self.performs(Effect::Except),
            // Functions that derivatives give are pure, and no others are applied here.
            Exp::Catch(function) => self.performed.rest = Some(function.clone()),
            _ => {}
        }
        exp_parts(self, exp)
    }
}
