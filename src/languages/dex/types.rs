//! Types in normal form, and when they are equal (DX-T-TYEQ; notes, DX-Z-18).
//!
//! A type is a value.  Its normal form has no variable that a `let` binds to a value that nothing computes: a type, a number, another variable, a
//! part of one; parts of pairs, records and constructors that are there are taken.  What cannot be reduced stays, as `fst p` of a variable.  Nothing that
//! runs is unfolded, so sizes that are computed are equal only if they are one variable.

use crate::core::rewrite::{Rewrite, free};
use crate::core::{Binder, Data, Effect, LIFTER, Labels, Limit, Projection, Row, Type, Value};
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;

/// What variables stand for that a `let` binds to values.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    values: FxHashMap<Name, Value>,
}

impl Definitions {
    /// A variable stands for a value from here on, if that is one that types may have.
    pub fn define(&mut self, name: Name, value: &Value) {
        let value = self.normal(value);
        if is_inert(&value) {
            self.values.insert(name, value);
        }
    }

    /// The normal form.
    pub fn normal(&self, value: &Value) -> Value {
        Unfold(self).value(value)
    }

    /// The normal form of a row.
    pub fn normal_row(&self, row: &Row) -> Row {
        Unfold(self).row(row)
    }
}

/// Whether a type is data in all that it has: no functions, no references, no types, and none of which nothing is known.
pub fn is_data(declared: &[Data], ty: &Type) -> bool {
    is_data_if(declared, ty, &|_| false)
}

/// The same, where it is known of which variables types are data.
pub fn is_data_if(declared: &[Data], ty: &Type, known: &dyn Fn(Name) -> bool) -> bool {
    Plain {
        declared,
        parameters: FxHashMap::default(),
        known,
    }
    .ty(ty)
}

/// Whether a type that is a kind says that what is of it is data; index sets are.
pub fn is_kind_of_data(kind: &Type) -> bool {
    matches!(kind, Value::Kind(classes) if classes.index || classes.data || classes.space)
}

/// Whether ordinals of an index set are computed by definitions of the program, as far as that is known.
pub fn is_by_instance(declared: &[Data], set: &Type) -> bool {
    by_instance(declared, set, &[])
}

/// The same, within a declared type: what its parameters are is asked where they are given.
fn by_instance(declared: &[Data], set: &Type, parameters: &[Binder]) -> bool {
    let of = |set: &Type| by_instance(declared, set, parameters);
    match set {
        Value::Range(range) => of(&range.set),
        Value::PairType(first, second) => of(first) || of(second),
        Value::Table(binder, element) => of(&binder.ty) || of(element),
        Value::RecordType(labels) | Value::VariantType(labels) => labels.fields.iter().any(|(_, ty)| of(ty)),
        Value::DataType(data, given) => {
            given.iter().any(of)
                || declared.get(data.index()).is_none_or(|own| {
                    let mut fields = own
                        .constructors
                        .iter()
                        .flat_map(|constructor| &constructor.fields);
                    own.index_set.is_some()
                        || fields.any(|field| by_instance(declared, &field.ty, &own.parameters))
                })
        }
        Value::Var(name) => parameters.iter().all(|own| own.name != *name),
        Value::Project(..) => true,
        _ => false,
    }
}

/// What is data, where it is known which parameters are.
struct Plain<'d> {
    declared: &'d [Data],
    parameters: FxHashMap<Name, bool>,
    known: &'d dyn Fn(Name) -> bool,
}

impl Plain<'_> {
    fn ty(&self, ty: &Type) -> bool {
        match ty {
            Value::UnitType | Value::Base(_) | Value::Fin(_) | Value::Range(_) => true,
            Value::Var(name) => match self.parameters.get(name) {
                Some(is) => *is,
                None => (self.known)(*name),
            },
            Value::Table(_, element) => self.ty(element),
            Value::PairType(first, second) => self.ty(first) && self.ty(second),
            Value::RecordType(labels) | Value::VariantType(labels) | Value::Fields(labels) => {
                labels.fields.iter().all(|(_, ty)| self.ty(ty))
                    && labels.rest.as_ref().is_none_or(|rest| self.ty(rest))
            }
            Value::DataType(data, parameters) => {
                let Some(declared) = self.declared.get(data.index()) else {
                    return false;
                };
                let given = declared.parameters.iter().zip(parameters);
                let inner = Plain {
                    declared: self.declared,
                    parameters: given.map(|(own, value)| (own.name, self.ty(value))).collect(),
                    known: self.known,
                };
                let mut fields = declared.constructors.iter().flat_map(|c| &c.fields);
                fields.all(|field| inner.ty(&field.ty))
            }
            _ => false,
        }
    }
}

/// Whether nothing in a value runs.
fn is_inert(value: &Value) -> bool {
    match value {
        Value::Lambda(_) | Value::View(_) | Value::Choose(_) => false,
        Value::Pair(first, second) => is_inert(first) && is_inert(second),
        Value::Con(con) => con.fields.iter().all(is_inert),
        Value::Record(fields) => fields.iter().all(|(_, value)| is_inert(value)),
        Value::Variant(_, value, _) | Value::Project(_, value) => is_inert(value),
        _ => true,
    }
}

struct Unfold<'d>(&'d Definitions);

impl Rewrite for Unfold<'_> {
    fn used(&mut self, name: Name) -> Value {
        // Values are in normal form when they are put there.
        self.0.values.get(&name).cloned().unwrap_or(Value::Var(name))
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Project(part, whole) => reduced(part, self.value(whole)),
            Value::Lambda(_) | Value::View(_) | Value::Choose(_) => value.clone(),
            other => elder_syntax::effort::deeper(|| crate::core::rewrite::parts(self, other)),
        }
    }
}

/// A part of a value, taken if it is there.
pub fn reduced(part: &Projection, whole: Value) -> Value {
    let taken = match (part, &whole) {
        (Projection::First, Value::Pair(first, _)) => Some(Value::clone(first)),
        (Projection::Second, Value::Pair(_, second)) => Some(Value::clone(second)),
        (Projection::Field(label), Value::Record(fields)) => {
            let field = fields.iter().find(|(own, _)| own == label);
            field.map(|(_, value)| value.clone())
        }
        (Projection::Held(place), Value::Con(con)) => con.fields.get(*place).cloned(),
        _ => None,
    };
    taken.unwrap_or_else(|| Value::project(part.clone(), whole))
}

/// DX-T-TYEQ: whether two normal forms are equal up to the names that they bind.  Rows are sets, and how arrows are written does not matter.
pub fn equal(left: &Value, right: &Value) -> bool {
    Renaming::default().values(left, right)
}

/// Whether a row has an effect; both are in normal form.
pub fn has(row: &Row, effect: &Effect) -> bool {
    row.effects
        .iter()
        .any(|own| Renaming::default().effect(own, effect))
}

/// ε' ⊆ ε, of rows in normal form.
pub fn included(smaller: &Row, larger: &Row) -> bool {
    let rest = match (&smaller.rest, &larger.rest) {
        (None, _) => true,
        (Some(left), Some(right)) => equal(left, right),
        (Some(_), None) => false,
    };
    rest && smaller.effects.iter().all(|effect| has(larger, effect))
}

/// Which bound names stand for each other.
#[derive(Default)]
struct Renaming {
    pairs: Vec<(Name, Name)>,
}

impl Renaming {
    fn names(&self, left: Name, right: Name) -> bool {
        let met = self.pairs.iter().rev().find(|(l, r)| *l == left || *r == right);
        met.map_or(left == right, |pair| *pair == (left, right))
    }

    fn binders(&mut self, left: &Binder, right: &Binder) -> bool {
        let same = self.values(&left.ty, &right.ty);
        self.pairs.push((left.name, right.name));
        same
    }

    fn lists(&mut self, left: &[Value], right: &[Value]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(l, r)| self.values(l, r))
    }

    fn effect(&mut self, left: &Effect, right: &Effect) -> bool {
        match (left, right) {
            (Effect::State(l), Effect::State(r))
            | (Effect::Accum(l), Effect::Accum(r))
            | (Effect::Read(l), Effect::Read(r)) => self.values(l, r),
            (Effect::Except, Effect::Except) => true,
            _ => false,
        }
    }

    /// Rows are sets.
    fn rows(&mut self, left: &Row, right: &Row) -> bool {
        let rest = match (&left.rest, &right.rest) {
            (None, None) => true,
            (Some(l), Some(r)) => self.values(l, r),
            _ => false,
        };
        rest && left
            .effects
            .iter()
            .all(|l| right.effects.iter().any(|r| self.effect(l, r)))
            && right
                .effects
                .iter()
                .all(|r| left.effects.iter().any(|l| self.effect(l, r)))
    }

    fn labels(&mut self, left: &Labels, right: &Labels) -> bool {
        let rest = match (&left.rest, &right.rest) {
            (None, None) => true,
            (Some(l), Some(r)) => self.values(l, r),
            _ => false,
        };
        rest && left.fields.len() == right.fields.len()
            && left
                .fields
                .iter()
                .zip(&right.fields)
                .all(|((l, a), (r, b))| l == r && self.values(a, b))
    }

    fn limits(&mut self, left: &Limit, right: &Limit) -> bool {
        match (left, right) {
            (Limit::Open, Limit::Open) => true,
            (Limit::Including(l), Limit::Including(r)) | (Limit::Excluding(l), Limit::Excluding(r)) => {
                self.values(l, r)
            }
            _ => false,
        }
    }

    fn values(&mut self, left: &Value, right: &Value) -> bool {
        let depth = self.pairs.len();
        let same = match (left, right) {
            (Value::Var(l), Value::Var(r)) => self.names(*l, *r),
            (Value::Literal(l), Value::Literal(r)) => l == r,
            (Value::Unit, Value::Unit)
            | (Value::EffectsKind, Value::EffectsKind)
            | (Value::FieldsKind, Value::FieldsKind)
            | (Value::UnitType, Value::UnitType) => true,
            (Value::Kind(l), Value::Kind(r)) => l == r,
            (Value::Base(l), Value::Base(r)) => l == r,
            (Value::Pair(a, b), Value::Pair(c, d))
            | (Value::PairType(a, b), Value::PairType(c, d))
            | (Value::Ref(a, b), Value::Ref(c, d)) => self.values(a, c) && self.values(b, d),
            (Value::Con(l), Value::Con(r)) => {
                l.data == r.data
                    && l.constructor == r.constructor
                    && self.lists(&l.parameters, &r.parameters)
                    && self.lists(&l.fields, &r.fields)
            }
            (Value::Record(l), Value::Record(r)) => {
                l.len() == r.len()
                    && l.iter()
                        .zip(r)
                        .all(|((a, x), (b, y))| a == b && self.values(x, y))
            }
            (Value::Variant(a, x, t), Value::Variant(b, y, u)) => {
                a == b && self.values(x, y) && self.values(t, u)
            }
            (Value::Project(p, x), Value::Project(q, y)) => p == q && self.values(x, y),
            (Value::Effects(l), Value::Effects(r)) => self.rows(l, r),
            (Value::Fields(l), Value::Fields(r))
            | (Value::RecordType(l), Value::RecordType(r))
            | (Value::VariantType(l), Value::VariantType(r)) => self.labels(l, r),
            (Value::Fin(l), Value::Fin(r)) => self.values(l, r),
            (Value::Range(l), Value::Range(r)) => {
                self.values(&l.set, &r.set) && self.limits(&l.low, &r.low) && self.limits(&l.high, &r.high)
            }
            (Value::Arrow(l), Value::Arrow(r)) => {
                self.binders(&l.binder, &r.binder)
                    && self.rows(&l.effects, &r.effects)
                    && self.values(&l.result, &r.result)
            }
            (Value::Table(l, a), Value::Table(r, b)) => self.binders(l, r) && self.values(a, b),
            (Value::DataType(l, a), Value::DataType(r, b)) => l == r && self.lists(a, b),
            // Functions and views are in no type that programs have; only those that are one value are one type.
            (Value::Lambda(l), Value::Lambda(r)) => std::sync::Arc::ptr_eq(l, r),
            (Value::View(l), Value::View(r)) => std::sync::Arc::ptr_eq(l, r),
            _ => false,
        };
        self.pairs.truncate(depth);
        same
    }
}

/// Whether a type is that of the elements behind some indices of the content, none among them (DX-Z-17); `shown` says it of types of which
/// the form is not known.
pub fn is_behind(element: &Type, content: &Type, shown: &impl Fn(&Type) -> bool) -> bool {
    match content {
        _ if equal(element, content) || shown(content) => true,
        Value::Table(binder, inner) => {
            !free(inner).contains(&binder.name) && is_behind(element, inner, shown)
        }
        _ => false,
    }
}

/// Whether a dictionary of one of these types shows that a monoid of the first type is lifted to the second.
pub fn lifts<'t>(dictionaries: impl IntoIterator<Item = &'t Type>, element: &Type, content: &Type) -> bool {
    let shows = |ty: &Type| match ty {
        Value::DataType(LIFTER, of) => {
            matches!(of.as_slice(), [b, w] if equal(b, element) && equal(w, content))
        }
        _ => false,
    };
    dictionaries.into_iter().any(shows)
}
