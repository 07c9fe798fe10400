//! The checker of kernels and launch plans: from trees of C to [`crate::tree`].
//!
//! One walk types a kernel and resolves it: [`expressions`] and [`statements`] go over the trees, [`calls`] knows the functions that
//! a dialect has, [`types`] C's conversions, [`plans`] what a plan refers to.  Host programs are judged by [`host`].  What it accepts can be executed without asking again.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod calls;
mod expressions;
pub mod host;
mod plans;
mod statements;
mod types;

use crate::c::{Function, Space, Type};
use crate::plan::Plan;
use crate::print::Dialect;
use crate::rules as rule;
use crate::tree::{Expr, Routine, Slot};
use elder_syntax::{Diagnostic, Name, Refusal, Rule, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a kernel is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The language of the text.
    pub dialect: Dialect,
    /// The width of the sub-groups whose lanes can read from each other; 0: none can ([`crate::subgroups`]).
    pub lanes: u8,
}

/// A checked plan: its kernels and functions, in order.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The kernels.
    pub kernels: Vec<Routine>,
    /// The functions that they call.
    pub functions: Vec<Routine>,
}

/// What the checker says if it does not accept.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Rule and premise.
    pub refusal: Refusal,
    /// The place of the source.
    pub span: Span,
    /// What is wrong, in one sentence without a stop.
    pub message: String,
    /// The kernel or function.
    pub routine: Option<Name>,
}

/// No, by this premise of a rule.
pub(crate) fn refused<T>(
    rule: &'static Rule,
    premise: &str,
    span: Span,
    message: impl Into<String>,
) -> Judged<T> {
    Err(Box::new(Refused {
        refusal: rule.refuse(premise),
        span,
        message: message.into(),
        routine: None,
    }))
}

impl Refused {
    /// As something to render.
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.refusal, self.span, self.message.clone());
        match &self.routine {
            Some(name) => diagnostic.with_note(format!("in kernel `{name}`")),
            None => diagnostic,
        }
    }
}

/// The result of judging something.
pub type Judged<T = ()> = Result<T, Box<Refused>>;

/// Judges a plan; that with wider indexes is another.
///
/// # Errors
/// The first rule that refuses.
pub fn plan(plan: &Plan, target: Target) -> Judged<Checked> {
    plans::check(plan)?;
    let mut signatures: FxHashMap<Name, Signature> = FxHashMap::default();
    let mut functions = Vec::with_capacity(plan.functions.len());
    for function in &plan.functions {
        functions.push(routine(function, target, &signatures)?);
        let signature = Signature {
            number: functions.len() - 1,
            params: function.params.iter().map(|p| p.ty.clone()).collect(),
            result: function.result.clone(),
        };
        signatures.insert(function.name.clone(), signature);
    }
    let kernels = (plan.kernels.iter()).map(|kernel| routine(&kernel.function, target, &signatures));
    let kernels = kernels.collect::<Judged<Vec<Routine>>>()?;
    Ok(Checked { kernels, functions })
}

/// Judges a kernel or a function, in which those of `signatures` may be called.
fn routine(function: &Function, target: Target, signatures: &FxHashMap<Name, Signature>) -> Judged<Routine> {
    let mut checker = Checker {
        target,
        signatures,
        function,
        scope: Vec::new(),
        slots: 0,
        most_slots: 0,
        arrays: 0,
        addressed: FxHashSet::default(),
        loops: 0,
        shared: 0,
        exchanges: Vec::new(),
        conditional: 0,
        span: function.span,
    };
    statements::addressed(&function.body, &mut checker.addressed);
    let done = checker.routine();
    done.map_err(|mut refused| {
        refused.routine = Some(function.name.clone());
        refused
    })
}

/// What there is to know of a function that is called.
#[derive(Clone, Debug)]
struct Signature {
    number: usize,
    params: Vec<Type>,
    result: Type,
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Variable {
    name: Name,
    slot: Slot,
    ty: Type,
    lies: Lies,
    is_const: bool,
    /// How many loops that threads share are around its declaration.
    shared: u32,
}

/// Where a variable lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lies {
    /// In its slot.
    Slot,
    /// In memory: the slot has its address.
    Memory(Space),
    /// It is an array: the slot has the address of its first element.
    Array(Space),
}

/// An exchange between lanes that the statement at hand needs first.
struct Exchange {
    to: Slot,
    own: Expr,
    from: Expr,
    width: u32,
}

/// The judgement of one routine.
struct Checker<'a> {
    target: Target,
    signatures: &'a FxHashMap<Name, Signature>,
    function: &'a Function,
    scope: Vec<Variable>,
    slots: usize,
    most_slots: usize,
    arrays: usize,
    /// Variables whose address is taken: they lie in memory.
    addressed: FxHashSet<Name>,
    loops: u32,
    shared: u32,
    exchanges: Vec<Exchange>,
    /// How many conditions within the statement at hand are around.
    conditional: u32,
    span: Span,
}

impl Checker<'_> {
    fn refused<T>(&self, rule: &'static Rule, premise: &str, message: impl Into<String>) -> Judged<T> {
        refused(rule, premise, self.span, message)
    }

    fn is_opencl(&self) -> bool {
        self.target.dialect == Dialect::OpenCl
    }

    fn find(&self, name: &Name) -> Judged<&Variable> {
        rule::KER_T_VAR.apply();
        match self.scope.iter().rev().find(|v| v.name == *name) {
            Some(variable) => Ok(variable),
            None => self.refused(
                &rule::KER_T_VAR,
                "declared",
                format!("`{name}` is not declared here"),
            ),
        }
    }

    fn slot(&mut self) -> Slot {
        self.slots += 1;
        self.most_slots = self.most_slots.max(self.slots);
        self.slots - 1
    }

    /// A new variable.
    fn declared(&mut self, name: &Name, ty: Type, lies: Lies, is_const: bool) -> Judged<Slot> {
        rule::KER_T_DECLARE.apply();
        if self.scope.iter().any(|v| v.name == *name) {
            return self.refused(
                &rule::KER_T_VAR,
                "hides",
                format!("`{name}` hides another variable of that name"),
            );
        }
        let slot = self.slot();
        self.scope.push(Variable {
            name: name.clone(),
            slot,
            ty,
            lies,
            is_const,
            shared: self.shared,
        });
        Ok(slot)
    }

    /// What `f` makes; names declared in it end with it.
    fn inner<T>(&mut self, f: impl FnOnce(&mut Self) -> Judged<T>) -> Judged<T> {
        let (length, slots) = (self.scope.len(), self.slots);
        let result = f(self)?;
        self.scope.truncate(length);
        self.slots = slots;
        Ok(result)
    }
}
