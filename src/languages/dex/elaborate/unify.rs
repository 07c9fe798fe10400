//! Unification of types, and of values in them.
//!
//! What is not written is a metavariable: a name that stands for a value which unification finds.  Its level is the number of names that there were
//! when it was made, so what it stands for has only names that were bound before it; names bound inside of what it stands for do not count.
//! The kinds of type variables are metavariables too: they collect the [classes](crate::core::Classes) that uses of the variable ask for.

use super::Elaborator;
use crate::core::rewrite::{Rewrite, free, parts, substitute};
use crate::core::{Binder, Classes, Label, Labels, Limit, Mark, Row, Type, Value, label_in_rest};
use crate::rules::elaboration::DX_EL_SCOPE;
use crate::types::{equal, reduced};
use elder_syntax::Span;
use elder_syntax::names::Name;

/// A metavariable.
#[derive(Clone, Debug)]
pub(super) struct Meta {
    /// Its type.
    pub ty: Type,
    /// What it stands for has names below this number only.
    pub level: usize,
    /// What is known.
    pub state: State,
    /// Whether it becomes a kind that collects classes if it is a kind.
    pub open: bool,
    /// Where it comes from.
    pub at: Span,
}

/// What is known of a metavariable.
#[derive(Clone, Debug)]
pub(super) enum State {
    Unknown,
    Known(Value),
    /// It is a kind, of which these classes were asked for so far.
    Kind(Classes),
}

/// Normal forms: metavariables and definitions of types are unfolded.
struct Normal<'e>(&'e Elaborator);

impl Rewrite for Normal<'_> {
    fn used(&mut self, name: Name) -> Value {
        match self.0.metas.get(&name).map(|meta| &meta.state) {
            Some(State::Known(value)) => self.value(value),
            Some(_) => Value::Var(name),
            None => match self.0.definitions.normal(&Value::Var(name)) {
                Value::Var(name) => Value::Var(name),
                // It was put there before all of its metavariables were known.
                other => self.value(&other),
            },
        }
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Project(part, whole) => reduced(part, self.value(whole)),
            Value::Lambda(_) | Value::View(_) | Value::Choose(_) => value.clone(),
            other => elder_syntax::effort::deeper(|| parts(self, other)),
        }
    }
}

impl Elaborator {
    /// A new metavariable of this type.
    pub(super) fn fresh(&mut self, ty: Type, at: Span) -> Value {
        let name = self.program.names.fresh("_");
        let meta = Meta {
            ty,
            level: name.index(),
            state: State::Unknown,
            open: false,
            at,
        };
        self.metas.insert(name, meta);
        Value::Var(name)
    }

    /// A new type that is not known.
    pub(super) fn fresh_type(&mut self, at: Span) -> Type {
        self.fresh(Value::TYPE, at)
    }

    /// The type of something that a signature does not say: a kind, the type of sizes, of rows.
    pub(super) fn fresh_open(&mut self, at: Span) -> Type {
        let kind = self.fresh_type(at);
        if let Value::Var(name) = kind
            && let Some(meta) = self.metas.get_mut(&name)
        {
            meta.open = true;
        }
        kind
    }

    /// A kind that collects classes.
    pub(super) fn fresh_kind(&mut self, at: Span) -> Type {
        let kind = self.fresh_open(at);
        self.unify(&kind, &Value::TYPE);
        kind
    }

    /// The normal form, as far as it is known.
    pub(super) fn normal(&self, value: &Value) -> Value {
        Normal(self).value(value)
    }

    /// The normal form of a row.
    pub(super) fn normal_row(&self, row: &Row) -> Row {
        Normal(self).row(row)
    }

    /// Whether a normal form is a type of types.
    pub(super) fn is_kind(&self, ty: &Type) -> bool {
        match ty {
            Value::Kind(_) => true,
            Value::Var(name) => matches!(self.metas.get(name).map(|m| &m.state), Some(State::Kind(_))),
            _ => false,
        }
    }

    /// Whether a normal form is a metavariable of which nothing is known.
    pub(super) fn is_unknown(&self, value: &Value) -> bool {
        let Value::Var(name) = value else { return false };
        matches!(self.metas.get(name).map(|m| &m.state), Some(State::Unknown))
    }

    /// Makes two values equal; `false` if that cannot be.
    pub(super) fn unify(&mut self, left: &Value, right: &Value) -> bool {
        let (left, right) = (self.normal(left), self.normal(right));
        elder_syntax::effort::deeper(|| self.same(&left, &right))
    }

    fn same(&mut self, left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::Var(l), Value::Var(r)) if l == r => true,
            (Value::Var(l), _) if self.is_unknown(left) => self.solve(*l, right),
            (_, Value::Var(r)) if self.is_unknown(right) => self.solve(*r, left),
            _ if self.is_kind(left) && self.is_kind(right) => true,
            (Value::Pair(a, b), Value::Pair(c, d))
            | (Value::PairType(a, b), Value::PairType(c, d))
            | (Value::Ref(a, b), Value::Ref(c, d)) => self.unify(a, c) && self.unify(b, d),
            (Value::Con(l), Value::Con(r)) => {
                l.data == r.data
                    && l.constructor == r.constructor
                    && self.unify_lists(&l.parameters, &r.parameters)
                    && self.unify_lists(&l.fields, &r.fields)
            }
            (Value::Record(l), Value::Record(r)) => {
                l.len() == r.len() && l.iter().zip(r).all(|((a, x), (b, y))| a == b && self.unify(x, y))
            }
            (Value::Project(p, x), Value::Project(q, y)) => p == q && self.unify(x, y),
            (Value::Effects(l), Value::Effects(r)) => self.unify_rows(l, r),
            (Value::Fields(l), Value::Fields(r))
            | (Value::RecordType(l), Value::RecordType(r))
            | (Value::VariantType(l), Value::VariantType(r)) => self.unify_labels(l, r),
            (Value::Fin(l), Value::Fin(r)) => self.unify(l, r),
            (Value::Range(l), Value::Range(r)) => {
                self.unify(&l.set, &r.set)
                    && self.unify_limits(&l.low, &r.low)
                    && self.unify_limits(&l.high, &r.high)
            }
            (Value::Arrow(l), Value::Arrow(r)) => {
                visible(l.mark) == visible(r.mark) && self.unify(&l.binder.ty, &r.binder.ty) && {
                    let effects = |row: &Row| Value::Effects(std::sync::Arc::new(row.clone()));
                    self.unify_under(&l.binder, &effects(&l.effects), &r.binder, &effects(&r.effects))
                        && self.unify_under(&l.binder, &l.result, &r.binder, &r.result)
                }
            }
            (Value::Table(l, a), Value::Table(r, b)) => {
                self.unify(&l.ty, &r.ty) && self.unify_under(l, a, r, b)
            }
            (Value::DataType(l, a), Value::DataType(r, b)) => l == r && self.unify_lists(a, b),
            _ => equal(left, right),
        }
    }

    /// What stands under binders: one new variable for both.
    fn unify_under(&mut self, l: &Binder, left: &Value, r: &Binder, right: &Value) -> bool {
        let name = self.program.names.again(l.name);
        // Nothing that stands outside of the binder may be found to have it.
        self.local.insert(name);
        let one = Value::Var(name);
        let left = substitute(&mut self.program.names, l.name, &one, left);
        let right = substitute(&mut self.program.names, r.name, &one, right);
        self.unify(&left, &right)
    }

    fn unify_lists(&mut self, left: &[Value], right: &[Value]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(l, r)| self.unify(l, r))
    }

    fn unify_limits(&mut self, left: &Limit, right: &Limit) -> bool {
        match (left, right) {
            (Limit::Open, Limit::Open) => true,
            (Limit::Including(l), Limit::Including(r)) | (Limit::Excluding(l), Limit::Excluding(r)) => {
                self.unify(l, r)
            }
            _ => false,
        }
    }

    /// Fields: those that only one side has are of the rest of the other.
    fn unify_labels(&mut self, left: &Labels, right: &Labels) -> bool {
        for (label, ty) in &left.fields {
            let other = right.fields.iter().find(|(own, _)| own == label);
            if let Some((_, other)) = other
                && !self.unify(ty, other)
            {
                return false;
            }
        }
        // They are called what they are in the rest.
        let only = |one: &Labels, other: &Labels| -> Vec<(Label, Type)> {
            let only = one.fields.iter().filter_map(|(label, ty)| {
                let label = label_in_rest(&other.fields, label)?;
                Some((label, ty.clone()))
            });
            only.collect()
        };
        let (more_left, more_right) = (only(left, right), only(right, left));
        let fields = |fields, rest| Value::Fields(std::sync::Arc::new(Labels { fields, rest }));
        match (&left.rest, &right.rest) {
            (None, None) => more_left.is_empty() && more_right.is_empty(),
            (Some(rest), None) => more_left.is_empty() && self.unify(rest, &fields(more_right, None)),
            (None, Some(rest)) => more_right.is_empty() && self.unify(rest, &fields(more_left, None)),
            (Some(l), Some(r)) if more_left.is_empty() && more_right.is_empty() => self.unify(l, r),
            // One row behind both: it would have to make up for what only the other has, without end.
            (Some(l), Some(r)) if equal(&self.normal(l), &self.normal(r)) => false,
            (Some(l), Some(r)) if more_right.is_empty() && self.is_unknown(r) => {
                self.unify(r, &fields(more_left, Some(l.clone())))
            }
            (Some(l), Some(r)) if more_left.is_empty() && self.is_unknown(l) => {
                self.unify(l, &fields(more_right, Some(r.clone())))
            }
            (Some(l), Some(r)) => {
                let both = self.fresh(Value::FieldsKind, Span::NONE);
                self.unify(l, &fields(more_right, Some(both.clone())))
                    && self.unify(r, &fields(more_left, Some(both)))
            }
        }
    }

    /// A metavariable stands for a value from here on.
    fn solve(&mut self, name: Name, value: &Value) -> bool {
        let Some(meta) = self.metas.get(&name) else {
            return false;
        };
        let level = meta.level;
        if meta.open && self.is_kind(value) {
            return self.becomes(name, State::Kind(Classes::NONE));
        }
        let mentioned = free(value);
        if mentioned.contains(&name) {
            return false;
        }
        DX_EL_SCOPE.apply();
        for other in mentioned {
            match self.metas.get_mut(&other) {
                Some(meta) => meta.level = meta.level.min(level),
                None if other.index() >= level && self.local.contains(&other) => {
                    self.escaped = Some(other);
                    return false;
                }
                None => {}
            }
        }
        // What is unknown of a kind is found by what the other is of.
        if let Some(kind) = self.metas.get(&name).map(|meta| meta.ty.clone())
            && let Value::Var(other) = value
            && let Some(own) = self.type_of(*other)
            && !self.unify(&kind, &own)
        {
            return false;
        }
        self.becomes(name, State::Known(value.clone()))
    }

    fn becomes(&mut self, name: Name, state: State) -> bool {
        if let Some(meta) = self.metas.get_mut(&name) {
            meta.state = state;
        }
        true
    }

    /// The type of a variable.
    pub(super) fn type_of(&self, name: Name) -> Option<Type> {
        let meta = self.metas.get(&name).map(|meta| meta.ty.clone());
        meta.or_else(|| self.types.get(&name).cloned())
    }

    /// What is not known of a type does not depend on names that were bound since there were so many.
    pub(super) fn outside(&mut self, ty: &Type, level: usize) {
        for name in free(&self.normal(ty)) {
            if let Some(meta) = self.metas.get_mut(&name) {
                meta.level = meta.level.min(level);
            }
        }
    }
}

/// Whether arguments of an arrow are written.
fn visible(mark: Mark) -> u8 {
    match mark {
        Mark::Plain | Mark::Linear => 0,
        Mark::Implicit => 1,
        Mark::Class => 2,
    }
}
