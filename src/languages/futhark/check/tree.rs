//! The checker of trees: whether what an arrow made is a program, and keeps what the arrow promises.  It infers nothing.
//!
//! A tree says of each expression which type it has, so an expression is judged by its parts: types are equal but for sizes and stars, each name is
//! bound once and before it is used, and so is each size that a use passes.  What an expression binds is known to what is evaluated
//! after it, but for what stands in a branch, a loop or a function.  Sizes are not proved: the semantics computes them when the tree runs.  What
//! types say of sizes is not judged either: nothing binds a size that the type of a parameter hides.
//!
//! What is refused is a mistake of the arrow, so it has no rule of the language.

mod expressions;
mod functions;
mod patterns;
mod types;

use crate::tree::{Def, Program, Type, VName};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a tree is promised not to have; each promise is one more than those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Promise {
    /// Nothing: it is as it was checked.
    Checked,
    /// No type parameter, no abstract type but accumulators.
    Monomorphic,
    /// No function but definitions and the operands of combinators.
    FirstOrder,
    /// No sum, no match, and no pattern that a value may not fit.
    NoSums,
}

/// Whether a tree is a program that keeps a promise.
///
/// # Errors
/// Where it does not.
pub fn program(program: &Program, promise: Promise) -> Result<(), Vec<Diagnostic>> {
    // Such a tree binds sizes in ways that its own checker judged.
    if promise == Promise::Checked {
        return Ok(());
    }
    let mut judge = Judge {
        promise,
        known: FxHashMap::default(),
        trail: Vec::new(),
        bound: FxHashSet::default(),
        again: false,
        path: String::new(),
        wrong: Vec::new(),
    };
    program.defs.iter().for_each(|def| judge.definition(def));
    for entry in &program.entries {
        if !judge.known.contains_key(&entry.def.id) {
            judge.refuse(
                Span::NONE,
                format!("the entry point `{}` has no definition", entry.name),
            );
        }
    }
    match judge.wrong.is_empty() {
        true if promise >= Promise::FirstOrder => functions::program(program),
        true => Ok(()),
        false => Err(judge.wrong),
    }
}

/// What is known of a name.
#[derive(Clone)]
enum Known {
    /// A value of this type.
    Value(Type),
    /// A function of this type, with so many size parameters.
    Function(Type, usize),
}

struct Judge {
    promise: Promise,
    known: FxHashMap<u32, Known>,
    /// What is known, in the order in which it was bound.
    trail: Vec<u32>,
    /// What was bound anywhere.
    bound: FxHashSet<u32>,
    /// Whether this is a size, which may stand at several places with all that it binds.
    again: bool,
    /// The definition that is judged.
    path: String,
    wrong: Vec<Diagnostic>,
}

/// Nobody reads more.
const MOST: usize = 20;

impl Judge {
    fn refuse(&mut self, span: Span, message: String) {
        if self.wrong.len() < MOST {
            let mut wrong = Diagnostic::outside(format!("in `{}`: {message}", self.path));
            wrong.span = span;
            self.wrong.push(wrong);
        }
    }

    fn bind(&mut self, name: &VName, known: Known, span: Span) {
        if !self.again && !self.bound.insert(name.id) {
            self.refuse(span, format!("`{name:?}` is bound twice"));
        }
        self.known.insert(name.id, known);
        self.trail.push(name.id);
    }

    fn bind_sizes(&mut self, names: &[VName], span: Span) {
        for name in names {
            self.bind(name, Known::Value(types::number()), span);
        }
    }

    /// What is bound within is not known behind it.
    fn within(&mut self, judge: impl FnOnce(&mut Judge)) {
        let mark = self.trail.len();
        judge(self);
        for id in self.trail.drain(mark..) {
            self.known.remove(&id);
        }
    }

    fn definition(&mut self, def: &Def) {
        self.path.clone_from(&def.path);
        let fun = &def.fun;
        let known = Known::Function(types::of_function(fun), fun.sizes.len());
        // A function may call itself.
        self.bind(&def.name, known, def.span);
        self.within(|judge| judge.function(fun, def.span));
        if fun.params.is_empty() && fun.sizes.is_empty() {
            self.bind_again(&fun.ret.exts);
        }
    }

    /// Sizes of a constant's result are known to later definitions.
    fn bind_again(&mut self, names: &[VName]) {
        for name in names {
            self.known.insert(name.id, Known::Value(types::number()));
            self.trail.push(name.id);
        }
    }
}
