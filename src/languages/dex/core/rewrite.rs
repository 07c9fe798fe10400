//! The one traversal of core, to rewrite and to look.

use super::{
    Alternative, Arrow, Binder, Block, Choice, Construction, Effect, Exp, Labels, Lambda, Limit, Loop,
    Monoid, Program, Range, Row, Stm, Type, Value, View,
};
use elder_syntax::names::{Name, Names};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What becomes of names.  A binder is met before what it binds in.
pub trait Rewrite {
    /// A variable where it is used.
    fn used(&mut self, name: Name) -> Value;

    /// A name where it is bound.
    fn bound(&mut self, name: Name) -> Name {
        name
    }

    /// A binder: its type, then its name.
    fn binder(&mut self, binder: &Binder) -> Binder {
        let ty = self.value(&binder.ty);
        Binder {
            name: self.bound(binder.name),
            ty,
        }
    }

    /// Binders one after the other.
    fn binders(&mut self, binders: &[Binder]) -> Vec<Binder> {
        binders.iter().map(|binder| self.binder(binder)).collect()
    }

    /// A value.
    fn value(&mut self, value: &Value) -> Value {
        elder_syntax::effort::deeper(|| parts(self, value))
    }

    /// A row of effects.
    fn row(&mut self, row: &Row) -> Row {
        let mut effects = Vec::with_capacity(row.effects.len());
        for effect in &row.effects {
            let effect = match effect {
                Effect::State(region) => Effect::State(self.value(region)),
                Effect::Accum(region) => Effect::Accum(self.value(region)),
                Effect::Read(region) => Effect::Read(self.value(region)),
                Effect::Except => Effect::Except,
            };
            if !effects.contains(&effect) {
                effects.push(effect);
            }
        }
        let mut whole = Row { effects, rest: None };
        if let Some(rest) = &row.rest {
            match self.value(rest) {
                Value::Effects(more) => {
                    let more = Row::clone(&more);
                    let new = more.effects.into_iter().filter(|e| !whole.effects.contains(e));
                    let new: Vec<Effect> = new.collect();
                    whole.effects.extend(new);
                    whole.rest = more.rest;
                }
                other => whole.rest = Some(other),
            }
        }
        whole
    }

    /// A block.
    fn block(&mut self, block: &Block) -> Block {
        let stms = block.stms.iter().map(|stm| self.stm(stm)).collect();
        Block {
            stms,
            result: self.value(&block.result),
        }
    }

    /// A statement: what it binds is not bound in it.
    fn stm(&mut self, stm: &Stm) -> Stm {
        let exp = self.exp(&stm.exp);
        Stm {
            binder: self.binder(&stm.binder),
            exp,
            at: stm.at,
        }
    }

    /// An expression.
    fn exp(&mut self, exp: &Exp) -> Exp {
        exp_parts(self, exp)
    }
}

/// A value of which the parts are rewritten.
pub fn parts<R: Rewrite + ?Sized>(r: &mut R, value: &Value) -> Value {
    let shared = |r: &mut R, value: &Arc<Value>| Arc::new(r.value(value));
    match value {
        Value::Var(name) => r.used(*name),
        Value::Literal(_)
        | Value::Unit
        | Value::Kind(_)
        | Value::EffectsKind
        | Value::FieldsKind
        | Value::Base(_)
        | Value::UnitType => value.clone(),
        Value::Pair(first, second) => {
            let first = shared(r, first);
            Value::Pair(first, shared(r, second))
        }
        Value::Con(con) => Value::Con(Arc::new(Construction {
            data: con.data,
            constructor: con.constructor,
            parameters: values(r, &con.parameters),
            fields: values(r, &con.fields),
        })),
        Value::Record(fields) => Value::Record(
            fields
                .iter()
                .map(|(label, value)| (label.clone(), r.value(value)))
                .collect(),
        ),
        Value::Variant(label, value, ty) => {
            let value = shared(r, value);
            Value::Variant(label.clone(), value, shared(r, ty))
        }
        Value::Lambda(lambda) => {
            let binder = r.binder(&lambda.binder);
            Value::Lambda(Arc::new(Lambda {
                binder,
                effects: r.row(&lambda.effects),
                body: r.block(&lambda.body),
            }))
        }
        Value::View(view) => {
            let binder = r.binder(&view.binder);
            Value::View(Arc::new(View {
                binder,
                body: r.block(&view.body),
            }))
        }
        Value::Choose(choice) => {
            let scrutinee = r.value(&choice.scrutinee);
            let alternatives = choice.alternatives.iter().map(|(tag, binders, value)| {
                let binders = r.binders(binders);
                (tag.clone(), binders, r.value(value))
            });
            Value::Choose(Arc::new(Choice {
                alternatives: alternatives.collect(),
                scrutinee,
            }))
        }
        Value::Project(part, whole) => Value::Project(part.clone(), shared(r, whole)),
        Value::Effects(row) => Value::Effects(Arc::new(r.row(row))),
        Value::Fields(fields) => Value::Fields(Arc::new(labels(r, fields))),
        Value::Fin(size) => Value::Fin(shared(r, size)),
        Value::Range(range) => Value::Range(Arc::new(Range {
            set: r.value(&range.set),
            low: limit(r, &range.low),
            high: limit(r, &range.high),
        })),
        Value::Arrow(arrow) => {
            let binder = r.binder(&arrow.binder);
            Value::Arrow(Arc::new(Arrow {
                mark: arrow.mark,
                binder,
                effects: r.row(&arrow.effects),
                result: r.value(&arrow.result),
            }))
        }
        Value::Table(binder, element) => {
            let binder = Arc::new(r.binder(binder));
            Value::Table(binder, shared(r, element))
        }
        Value::PairType(first, second) => {
            let first = shared(r, first);
            Value::PairType(first, shared(r, second))
        }
        Value::DataType(data, parameters) => Value::DataType(*data, values(r, parameters)),
        Value::RecordType(fields) => Value::RecordType(Arc::new(labels(r, fields))),
        Value::VariantType(fields) => Value::VariantType(Arc::new(labels(r, fields))),
        Value::Ref(region, content) => {
            let region = shared(r, region);
            Value::Ref(region, shared(r, content))
        }
    }
}

fn values<R: Rewrite + ?Sized>(r: &mut R, values: &[Value]) -> Vec<Value> {
    values.iter().map(|value| r.value(value)).collect()
}

fn limit<R: Rewrite + ?Sized>(r: &mut R, limit: &Limit) -> Limit {
    match limit {
        Limit::Open => Limit::Open,
        Limit::Including(value) => Limit::Including(r.value(value)),
        Limit::Excluding(value) => Limit::Excluding(r.value(value)),
    }
}

/// Fields; a row that became known is a part of them.
fn labels<R: Rewrite + ?Sized>(r: &mut R, labels: &Labels) -> Labels {
    let fields = labels.fields.iter();
    let mut fields: Vec<_> = fields.map(|(label, ty)| (label.clone(), r.value(ty))).collect();
    let mut rest = labels.rest.as_ref().map(|rest| r.value(rest));
    if let Some(Value::Fields(more)) = &rest {
        let more = more.clone();
        let behind = more.fields.iter().map(|(label, ty)| {
            let label = super::value::label_in_whole(&fields, label);
            (label, ty.clone())
        });
        let behind: Vec<_> = behind.collect();
        fields.extend(behind);
        fields = super::value::sorted(fields);
        rest = more.rest.clone();
    }
    Labels { fields, rest }
}

/// An expression of which the parts are rewritten.
pub fn exp_parts<R: Rewrite + ?Sized>(r: &mut R, exp: &Exp) -> Exp {
    match exp {
        Exp::Value(v) => Exp::Value(r.value(v)),
        Exp::Apply(f, v) => Exp::Apply(r.value(f), r.value(v)),
        Exp::Index(table, at) => Exp::Index(r.value(table), r.value(at)),
        Exp::For(l) => {
            let binder = r.binder(&l.binder);
            Exp::For(Box::new(Loop {
                descending: l.descending,
                class: l.class,
                binder,
                body: r.block(&l.body),
            }))
        }
        Exp::Case(scrutinee, alternatives) => {
            let scrutinee = r.value(scrutinee);
            let alternatives = alternatives.iter().map(|alternative| {
                let binders = r.binders(&alternative.binders);
                Alternative {
                    tag: alternative.tag.clone(),
                    binders,
                    body: r.block(&alternative.body),
                }
            });
            Exp::Case(scrutinee, alternatives.collect())
        }
        Exp::Table(set, elements) => Exp::Table(r.value(set), values(r, elements)),
        Exp::Prim(f, operands) => Exp::Prim(*f, values(r, operands)),
        Exp::IndexSet(op, operands) => Exp::IndexSet(*op, values(r, operands)),
        Exp::Slice(reference, at) => Exp::Slice(r.value(reference), r.value(at)),
        Exp::Part(part, reference) => Exp::Part(part.clone(), r.value(reference)),
        Exp::Get(reference) => Exp::Get(r.value(reference)),
        Exp::Ask(reference) => Exp::Ask(r.value(reference)),
        Exp::Put(reference, v) => Exp::Put(r.value(reference), r.value(v)),
        Exp::Accumulate(reference, v) => Exp::Accumulate(r.value(reference), r.value(v)),
        Exp::RunState(v, f) => Exp::RunState(r.value(v), r.value(f)),
        Exp::RunReader(v, f) => Exp::RunReader(r.value(v), r.value(f)),
        Exp::RunAccum(monoid, f) => {
            let monoid = monoid.as_ref().map(|monoid| {
                Box::new(Monoid {
                    zero: r.value(&monoid.zero),
                    plus: r.value(&monoid.plus),
                })
            });
            Exp::RunAccum(monoid, r.value(f))
        }
        Exp::Catch(f) => Exp::Catch(r.value(f)),
        Exp::Throw(ty) => Exp::Throw(r.value(ty)),
        Exp::Fail(ty, why) => Exp::Fail(r.value(ty), why.clone()),
        Exp::Linearize(f, v) => Exp::Linearize(r.value(f), r.value(v)),
        Exp::Transpose(f, v) => Exp::Transpose(r.value(f), r.value(v)),
    }
}

/// `[x ↦ v]`: values for variables.  All binders on the way get new names, so a name stays bound once in a program and nothing is captured.
pub struct Substitution<'n> {
    /// The names of the program.
    pub names: &'n mut Names,
    /// What stands for which variable.
    pub values: FxHashMap<Name, Value>,
}

impl Rewrite for Substitution<'_> {
    fn used(&mut self, name: Name) -> Value {
        self.values.get(&name).cloned().unwrap_or(Value::Var(name))
    }

    fn bound(&mut self, name: Name) -> Name {
        let new = self.names.again(name);
        self.values.insert(name, Value::Var(new));
        new
    }
}

/// `[x ↦ v]τ`
pub fn substitute(names: &mut Names, name: Name, value: &Value, ty: &Type) -> Type {
    let values = FxHashMap::from_iter([(name, value.clone())]);
    Substitution { names, values }.value(ty)
}

/// Finds expressions.
struct Find<F> {
    wanted: F,
    found: bool,
}

impl<F: Fn(&Exp) -> bool> Rewrite for Find<F> {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        self.found |= (self.wanted)(exp);
        match self.found {
            true => exp.clone(),
            false => exp_parts(self, exp),
        }
    }
}

/// Whether a block has an expression that is wanted, in blocks within it too.
fn has(block: &Block, wanted: impl Fn(&Exp) -> bool) -> bool {
    let mut find = Find { wanted, found: false };
    find.block(block);
    find.found
}

/// Whether a block applies a function or takes a derivative of one, in blocks within it too.
pub fn uses_functions(block: &Block) -> bool {
    has(block, |exp| {
        matches!(exp, Exp::Apply(..) | Exp::Linearize(..) | Exp::Transpose(..))
    })
}

/// Whether a program takes a derivative.
pub fn takes_derivatives(program: &Program) -> bool {
    let takes = |exp: &Exp| matches!(exp, Exp::Linearize(..) | Exp::Transpose(..));
    let mut definitions = program.definitions.iter();
    definitions.any(|definition| has(&definition.body, takes))
}

/// Collects free variables.
#[derive(Default)]
struct Free {
    bound: FxHashSet<Name>,
    free: FxHashSet<Name>,
}

impl Rewrite for Free {
    fn used(&mut self, name: Name) -> Value {
        if !self.bound.contains(&name) {
            self.free.insert(name);
        }
        Value::Var(name)
    }

    fn bound(&mut self, name: Name) -> Name {
        self.bound.insert(name);
        name
    }
}

/// fv(v): the variables that a value has and does not bind.
pub fn free(value: &Value) -> FxHashSet<Name> {
    let mut free = Free::default();
    free.value(value);
    free.free
}

/// fv(e), in its types too.
pub fn free_of(exp: &Exp) -> FxHashSet<Name> {
    let mut free = Free::default();
    free.exp(exp);
    free.free
}

/// fv(b)
pub fn free_in_block(block: &Block) -> FxHashSet<Name> {
    let mut free = Free::default();
    free.block(block);
    free.free
}
