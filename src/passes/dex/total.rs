//! What cannot fail (DX-F-PARTIAL), and touches no region from outside.

use crate::futhark::total::cannot_fail;
use elder_dex::core::rewrite::{Rewrite, exp_parts, free, parts};
use elder_dex::core::{Binder, Block, Data, Exp, IndexOp, Limit, Program, Stm, Type, Value};
use elder_dex::rules::simplification::DX_F_PARTIAL;
use elder_dex::types::is_by_instance;
use elder_syntax::names::Name;
use elder_syntax::prim::PrimValue;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of a program of which something may fail.
#[derive(Clone, Debug, Default)]
pub(super) struct Partial {
    /// Whether members are made without a test: then an index may fail.
    pub unsafely: bool,
    /// The declared types, if the program says of one what the ordinals of its members are.
    instances: Vec<Data>,
    /// The names of what has views whose elements may fail.
    pub views: FxHashSet<Name>,
    /// The names of definitions that fail, if they do, where they are needed (DX-S-NEED).
    pub definitions: FxHashSet<Name>,
}

impl Partial {
    /// What a program says.
    pub(super) fn of(program: &Program) -> Partial {
        let mut found = Found(Partial::before(program));
        for definition in &program.definitions {
            found.block(&definition.body);
            if !found.0.is_total_value(&definition.body.result) {
                found.0.views.insert(definition.binder.name);
            }
            let computed = Block {
                stms: definition.body.stms.clone(),
                result: Value::Unit,
            };
            if !found.0.is_total_block(&computed) {
                found.0.definitions.insert(definition.binder.name);
            }
        }
        found.0
    }

    /// What a program says of members, before it is simplified.
    pub(super) fn before(program: &Program) -> Partial {
        let by_instance = program.data.iter().any(|data| data.index_set.is_some());
        Partial {
            unsafely: Unsafely::is_in(program),
            instances: if by_instance { program.data.clone() } else { vec![] },
            views: FxHashSet::default(),
            definitions: FxHashSet::default(),
        }
    }

    /// The same where nothing is known of members.
    pub(super) fn unsafely(&self) -> Partial {
        Partial {
            unsafely: true,
            ..self.clone()
        }
    }

    /// What a statement names: a view may lie within what it gives, as data, and fail where somebody asks.
    pub(super) fn name(&mut self, name: Name, exp: &Exp) {
        if self.gives(exp) {
            self.views.insert(name);
        }
    }

    /// What the alternatives of a case name: parts of what it looks at.
    pub(super) fn name_parts<'b>(
        &mut self,
        scrutinee: &Value,
        binders: impl IntoIterator<Item = &'b Binder>,
    ) {
        if !self.is_total_value(scrutinee) {
            let may_hold =
                |binder: &&Binder| !matches!(binder.ty, Value::Base(_) | Value::Fin(_) | Value::Range(_));
            self.views
                .extend(binders.into_iter().filter(may_hold).map(|binder| binder.name));
        }
    }

    /// Whether an element of what an expression gives may fail.  What a region holds is computed when it is put there.
    fn gives(&self, exp: &Exp) -> bool {
        let result = |block: &Block| !self.is_total_value(&block.result);
        match exp {
            Exp::Value(value) => !self.is_total_value(value),
            Exp::Table(_, operands) => operands.iter().any(|operand| !self.is_total_value(operand)),
            Exp::Index(table, _) => !self.is_total_value(table),
            // It gives what the function gives.
            Exp::Linearize(function, _) => self.ends_with(function),
            Exp::For(l) => result(&l.body),
            Exp::Case(_, alternatives) => alternatives.iter().any(|one| result(&one.body)),
            Exp::RunState(_, action)
            | Exp::RunReader(_, action)
            | Exp::RunAccum(_, action)
            | Exp::Catch(action) => self.ends_with(action),
            _ => false,
        }
    }

    /// Whether an element of what an action gives may fail, behind all its parameters.
    fn ends_with(&self, action: &Value) -> bool {
        match action {
            Value::Lambda(lambda) if lambda.body.stms.is_empty() => self.ends_with(&lambda.body.result),
            Value::Lambda(lambda) => !self.is_total_value(&lambda.body.result),
            value => !self.is_total_value(value),
        }
    }

    /// Whether an expression does not fail, and touches nothing outside.
    pub(super) fn is_total(&self, exp: &Exp) -> bool {
        Total::of(self).exp(exp)
    }

    /// Whether the statements of a block do not fail, and touch nothing outside, and no element of its result fails.
    pub(super) fn is_total_block(&self, block: &Block) -> bool {
        Total::of(self).block(block)
    }

    /// Whether no element of a value fails, whoever asks for it.
    pub(super) fn is_total_value(&self, value: &Value) -> bool {
        Total::of(self).value(value)
    }
}

struct Unsafely(bool);

impl Unsafely {
    fn is_in(program: &Program) -> bool {
        let mut unsafely = Unsafely(false);
        for definition in &program.definitions {
            unsafely.block(&definition.body);
        }
        unsafely.0
    }
}

impl Rewrite for Unsafely {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        self.0 |= matches!(exp, Exp::IndexSet(IndexOp::UnsafeFromOrdinal, _));
        exp_parts(self, exp)
    }
}

/// Collects the names of what has views whose elements may fail.
struct Found(Partial);

impl Rewrite for Found {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        if let Exp::Case(scrutinee, alternatives) = exp {
            let binders = alternatives.iter().flat_map(|one| &one.binders);
            self.0.name_parts(scrutinee, binders);
        }
        exp_parts(self, exp)
    }

    fn stm(&mut self, stm: &Stm) -> Stm {
        let exp = self.exp(&stm.exp);
        self.0.name(stm.binder.name, &stm.exp);
        Stm {
            binder: stm.binder.clone(),
            exp,
            at: stm.at,
        }
    }
}

/// Whether something can fail, or touches a region from outside.
struct Total<'p> {
    partial: &'p Partial,
    /// The regions of handlers that stand within.
    own: FxHashSet<Name>,
    /// The regions of references that are made within.
    regions: FxHashMap<Name, Name>,
}

impl Total<'_> {
    fn of(partial: &Partial) -> Total<'_> {
        Total {
            partial,
            own: FxHashSet::default(),
            regions: FxHashMap::default(),
        }
    }

    fn exp(&mut self, exp: &Exp) -> bool {
        match exp {
            Exp::Value(Value::Var(name)) if self.partial.definitions.contains(name) => self.fails(),
            // Nothing of a view is computed where it is named.
            Exp::Value(_) => true,
            Exp::Prim(f, operands) => cannot_fail(*f) && self.values(operands),
            Exp::IndexSet(IndexOp::FromOrdinal, _) => self.fails(),
            Exp::IndexSet(IndexOp::Ordinal | IndexOp::Inject, _) if self.counts() => self.fails(),
            Exp::IndexSet(_, operands) if operands.first().is_some_and(|set| self.counts_in(set)) => {
                self.fails()
            }
            Exp::Table(set, operands) => self.ty(set) && self.values(operands),
            Exp::IndexSet(_, operands) => self.values(operands),
            Exp::Index(..) | Exp::Slice(..) if self.partial.unsafely || self.counts() => self.fails(),
            Exp::Index(one, other) | Exp::Slice(one, other) => self.value(one) && self.value(other),
            Exp::Part(_, one) | Exp::Get(one) | Exp::Ask(one) => self.value(one),
            Exp::Put(reference, value) | Exp::Accumulate(reference, value) => {
                self.is_own(reference) && self.value(value)
            }
            Exp::For(l) if self.counts_in(&l.binder.ty) => self.fails(),
            Exp::For(l) => self.ty(&l.binder.ty) && self.block(&l.body),
            Exp::Case(scrutinee, alternatives) => {
                self.value(scrutinee) && alternatives.iter().all(|one| self.block(&one.body))
            }
            Exp::RunReader(Value::Var(name), _) if self.partial.definitions.contains(name) => self.fails(),
            Exp::RunState(value, action) | Exp::RunReader(value, action) => {
                self.value(value) && self.action(action)
            }
            Exp::RunAccum(monoid, action) => {
                let plus = monoid.as_deref();
                plus.is_none_or(|monoid| self.value(&monoid.zero) && self.function(&monoid.plus))
                    && self.action(action)
            }
            Exp::Apply(..)
            | Exp::Catch(_)
            | Exp::Throw(_)
            | Exp::Fail(..)
            | Exp::Linearize(..)
            | Exp::Transpose(..) => false,
        }
    }

    /// DX-F-PARTIAL
    fn fails(&self) -> bool {
        DX_F_PARTIAL.apply();
        false
    }

    /// Whether members of an index set are made by the program, which may fail.
    fn counts_in(&self, set: &Type) -> bool {
        self.counts() && is_by_instance(&self.partial.instances, set)
    }

    /// Whether the program says of some index set what the ordinals of its members are.
    fn counts(&self) -> bool {
        !self.partial.instances.is_empty()
    }

    fn block(&mut self, block: &Block) -> bool {
        elder_syntax::effort::deeper(|| {
            let mut stms = block.stms.iter();
            let total = stms.all(|stm| {
                self.refers(&stm.binder);
                self.exp(&stm.exp)
            });
            total && self.value(&block.result)
        })
    }

    /// The region of a reference.
    fn refers(&mut self, binder: &Binder) {
        if let Value::Ref(region, _) = &binder.ty
            && let Value::Var(region) = **region
        {
            self.regions.insert(binder.name, region);
        }
    }

    fn is_own(&self, reference: &Value) -> bool {
        match reference {
            Value::Var(name) => self
                .regions
                .get(name)
                .is_some_and(|region| self.own.contains(region)),
            _ => false,
        }
    }

    /// A function that is written here, with all its parameters.
    fn function(&mut self, function: &Value) -> bool {
        match function {
            Value::Lambda(lambda) if lambda.body.stms.is_empty() => self.function(&lambda.body.result),
            Value::Lambda(lambda) => self.block(&lambda.body),
            value => self.value(value),
        }
    }

    /// The action of a handler of a region.
    fn action(&mut self, action: &Value) -> bool {
        let Value::Lambda(outer) = action else {
            return false;
        };
        let Value::Lambda(inner) = &outer.body.result else {
            return false;
        };
        self.own.insert(outer.binder.name);
        self.refers(&inner.binder);
        self.block(&inner.body)
    }

    fn values(&mut self, values: &[Value]) -> bool {
        values.iter().all(|value| self.value(value))
    }

    /// The elements of views, which may be asked for.
    fn value(&mut self, value: &Value) -> bool {
        match value {
            Value::Var(name) => !self.partial.views.contains(name),
            Value::View(view) if is_empty(&view.binder.ty) => true,
            Value::View(view) if self.counts_in(&view.binder.ty) => self.fails(),
            Value::View(view) => self.ty(&view.binder.ty) && self.block(&view.body),
            Value::Pair(first, second) => self.value(first) && self.value(second),
            Value::Con(con) => self.values(&con.fields),
            Value::Record(fields) => fields.iter().all(|(_, value)| self.value(value)),
            Value::Variant(_, value, _) | Value::Project(_, value) => self.value(value),
            Value::Literal(_) | Value::Unit => true,
            ty => self.ty(ty),
        }
    }

    /// A type, of which the ends of ranges are computed where it is asked for.
    fn ty(&mut self, ty: &Type) -> bool {
        let mut ends = Ends::default();
        ends.value(ty);
        ends.0.is_disjoint(&self.partial.views)
    }
}

/// Whether an index set is known to have no members.
fn is_empty(set: &Type) -> bool {
    match set {
        Value::Fin(size) => matches!(**size, Value::Literal(PrimValue::I32(size)) if size <= 0),
        _ => false,
    }
}

/// Collects the names that ends of ranges have.
#[derive(Debug, Default)]
pub(super) struct Ends(pub FxHashSet<Name>);

impl Rewrite for Ends {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        if let Value::Range(range) = value {
            let limits = [&range.low, &range.high];
            for member in limits.into_iter().filter_map(Limit::member) {
                self.0.extend(free(member));
            }
        }
        elder_syntax::effort::deeper(|| parts(self, value))
    }
}
