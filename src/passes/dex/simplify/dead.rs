//! DX-F-DCE: statements that nobody needs are left out, if they do nothing outside and cannot fail (DX-F-PARTIAL).

use crate::futhark::total::cannot_fail;
use elder_dex::core::rewrite::{Rewrite, exp_parts};
use elder_dex::core::{Binder, Block, Data, Exp, IndexOp, Program, Stm, Type, Value};
use elder_dex::rules::simplification::{DX_F_DCE, DX_F_PARTIAL};
use elder_dex::types::is_by_instance;
use elder_syntax::names::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// The program without them.
pub(super) fn left_out(mut program: Program) -> Program {
    let mut unsafely = Unsafely(false);
    for definition in &program.definitions {
        unsafely.block(&definition.body);
    }
    let Program {
        data, definitions, ..
    } = &mut program;
    let mut dead = Dead {
        data,
        unsafely: unsafely.0,
    };
    for definition in definitions {
        definition.body = dead.block(&definition.body);
    }
    program
}

/// The body of a function without them, of which a derivative is taken: none is taken of what nobody needs.
pub(super) fn left_out_of(data: &[Data], body: &Block) -> Block {
    // What else the program has is not known yet.
    let unsafely = true;
    Dead { data, unsafely }.block(body)
}

/// Whether members are made without a test: then an index may fail.
struct Unsafely(bool);

impl Rewrite for Unsafely {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        self.0 |= matches!(exp, Exp::IndexSet(IndexOp::UnsafeFromOrdinal, _));
        exp_parts(self, exp)
    }
}

struct Dead<'p> {
    data: &'p [Data],
    unsafely: bool,
}

impl Rewrite for Dead<'_> {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn block(&mut self, block: &Block) -> Block {
        let result = self.value(&block.result);
        let mut uses = Uses::default();
        uses.value(&result);
        let mut stms: Vec<Stm> = Vec::with_capacity(block.stms.len());
        for stm in block.stms.iter().rev() {
            if !uses.0.contains(&stm.binder.name) && Total::of(self.data, self.unsafely).exp(&stm.exp) {
                DX_F_DCE.apply();
                continue;
            }
            let stm = self.stm(stm);
            uses.stm(&stm);
            stms.push(stm);
        }
        stms.reverse();
        Block { stms, result }
    }
}

/// Collects the names that are used.
#[derive(Default)]
struct Uses(FxHashSet<Name>);

impl Rewrite for Uses {
    fn used(&mut self, name: Name) -> Value {
        self.0.insert(name);
        Value::Var(name)
    }
}

/// Whether something can fail, or touches a region from outside.
struct Total<'p> {
    data: &'p [Data],
    /// Whether an index may fail.
    unsafely: bool,
    /// Whether the program says of some index set what the ordinals of its members are.
    counts: bool,
    /// The regions of handlers that stand within.
    own: FxHashSet<Name>,
    /// The regions of references that are made within.
    regions: FxHashMap<Name, Name>,
}

impl<'p> Total<'p> {
    fn of(data: &'p [Data], unsafely: bool) -> Total<'p> {
        let counts = data.iter().any(|data| data.index_set.is_some());
        Total {
            data,
            unsafely: unsafely || counts,
            counts,
            own: FxHashSet::default(),
            regions: FxHashMap::default(),
        }
    }

    fn exp(&mut self, exp: &Exp) -> bool {
        match exp {
            Exp::Value(value) => self.value(value),
            Exp::Prim(f, operands) => cannot_fail(*f) && self.values(operands),
            Exp::IndexSet(IndexOp::FromOrdinal, _) => self.partial(),
            Exp::IndexSet(IndexOp::Ordinal | IndexOp::Inject, _) if self.counts => self.partial(),
            Exp::IndexSet(_, operands) if operands.first().is_some_and(|set| self.counts_in(set)) => {
                self.partial()
            }
            Exp::Table(_, operands) | Exp::IndexSet(_, operands) => self.values(operands),
            Exp::Index(..) | Exp::Slice(..) if self.unsafely => self.partial(),
            Exp::Index(one, other) | Exp::Slice(one, other) => self.value(one) && self.value(other),
            Exp::Part(_, one) | Exp::Get(one) | Exp::Ask(one) => self.value(one),
            Exp::Put(reference, value) | Exp::Accumulate(reference, value) => {
                self.is_own(reference) && self.value(value)
            }
            Exp::For(l) if self.counts_in(&l.binder.ty) => self.partial(),
            Exp::For(l) => self.block(&l.body),
            Exp::Case(scrutinee, alternatives) => {
                self.value(scrutinee) && alternatives.iter().all(|one| self.block(&one.body))
            }
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
    fn partial(&self) -> bool {
        DX_F_PARTIAL.apply();
        false
    }

    /// Whether members of an index set are made by the program, which may fail.
    fn counts_in(&self, set: &Type) -> bool {
        self.counts && is_by_instance(self.data, set)
    }

    fn block(&mut self, block: &Block) -> bool {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
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
            Value::View(view) if self.counts_in(&view.binder.ty) => self.partial(),
            Value::View(view) => self.block(&view.body),
            Value::Pair(first, second) => self.value(first) && self.value(second),
            Value::Con(con) => self.values(&con.fields),
            Value::Record(fields) => fields.iter().all(|(_, value)| self.value(value)),
            Value::Variant(_, value, _) | Value::Project(_, value) => self.value(value),
            _ => true,
        }
    }
}
