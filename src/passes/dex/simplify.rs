//! Simplification (paper, Figures 5 and 11; notes, section 6): functions, types that are arguments and dictionaries are gone afterwards.
//!
//! The judgement is e ⇝ E, v: E holds all computation, v is what is left, a value that may have functions.  E is written into the block that stands open.
//!
//! | file | rules |
//! | --- | --- |
//! | `definitions.rs` | DX-S-DEF |
//! | `expressions.rs` | DX-S-EXPR, LET, APP, VIEW, by the form of the expression |
//! | `values.rs` | DX-S-VAL, FST, TYPES |
//! | `sums.rs` | DX-S-CASE-L, CASE-R, CASE-CON, COMMUTE, `case` that gives data |
//! | `branches.rs` | DX-S-CASE, DX-S-CASEPROD |
//! | `loops.rs` | DX-S-FOR, TABLE |
//! | `handlers.rs` | DX-S-RUNSTATE, RUNREADER, RUNACCUM, CATCH, HOFARG |
//! | `derivatives.rs` | DX-S-LEFT; DX-S-LIN, by [`linearize`](super::linearize), and DX-S-TRANS, by [`transpose`](super::transpose), in the passes of these names |
//! | `failures.rs` | DX-S-FAIL, and values of no matter |
//! | `instances.rs` | DX-S-INSTANCE |
//! | `capture.rs` | DX-S-COLLECT, DX-S-REF |
//! | `delayed.rs` | DX-S-DELAY |
//! | `ends.rs` | DX-S-END |
//! | `needed.rs` | DX-S-NEED |
//! | `dead.rs` | DX-F-DCE, DX-F-PARTIAL |
//! | `vectors.rs` | the types of vectors, which weights have |
//! | `declared.rs` | declared types that nothing has are left out |
//!
//! **Names.** What a statement leaves stands for its name wherever that is used later, in one table: a name of a program is bound once, and a body is
//! copied with new names before it is simplified, unless it stands where it is simplified and nowhere else.  So functions keep their bodies as they
//! were written, until they are applied; [`Simplifier::resolved`] is the same function with what is left for its names.

mod branches;
pub(in crate::dex) mod capture;
mod dead;
mod declared;
mod definitions;
mod delayed;
mod derivatives;
mod ends;
mod expressions;
mod failures;
mod handlers;
mod instances;
mod loops;
mod needed;
mod sums;
mod values;
mod vectors;

use crate::dex::total::Partial;
use elder_dex::core::rewrite::Substitution;
use elder_dex::core::{Binder, Definition, Exp, Program, Stm, Type, Value, print};
use elder_dex::rules::simplification::{self as rules, DX_S_APP};
use elder_dex::types::{is_data_if, is_kind_of_data};
use elder_syntax::names::{Name, Names, Text};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rules of the pass.
pub const RULES: &[&Rule] = rules::TABLE;

/// What becomes of functions that a `case` gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cases {
    /// DX-S-CASE: what they captured is a sum, if there are several alternatives.
    #[default]
    Sums,
    /// DX-S-CASEPROD: it is a product, of which derivatives can be taken.
    Products,
}

/// Which derivatives are taken; the others stay (DX-S-LEFT).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dex) struct Taken {
    /// DX-S-LIN
    pub linearizations: bool,
    /// DX-S-TRANS
    pub transpositions: bool,
}

/// What simplification makes.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The program.
    pub program: Program,
    /// Whether it takes derivatives, which stay (DX-S-LEFT).
    pub derivatives: bool,
}

/// The program without functions but those that handlers take, the parameters of functions from data to data, and those of derivatives.
///
/// # Errors
/// What captures a value whose type depends on a local one (DX-S-COLLECT), and what else has no rule.
pub fn run(program: &Program, cases: Cases) -> Result<Simplified, Vec<Diagnostic>> {
    let taken = Taken {
        linearizations: false,
        transpositions: false,
    };
    taking(program, cases, taken)
}

/// The same, where these derivatives are taken.
///
/// # Errors
/// What has no derivative, besides.
pub(in crate::dex) fn taking(
    program: &Program,
    cases: Cases,
    taken: Taken,
) -> Result<Simplified, Vec<Diagnostic>> {
    let mut simplifier = Simplifier::new(program, cases, taken);
    let mut errors = Vec::new();
    for definition in &program.definitions {
        simplifier.at = definition.at;
        if let Err(error) = simplifier.definition(definition) {
            errors.push(*error);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let simplified = Program {
        names: simplifier.names,
        data: program.data.clone(),
        definitions: simplifier.made,
    };
    let program = declared::only_used(dead::left_out(simplified, &simplifier.sliced_again));
    Ok(Simplified {
        program,
        derivatives: simplifier.derivatives,
    })
}

/// The result of a judgement.
type Done<T = Value> = Result<T, Box<Diagnostic>>;

/// How many applications there may be.
const APPLICATIONS: u32 = 1 << 20;

/// What is known where a judgement is made.
struct Simplifier<'p> {
    program: &'p Program,
    cases: Cases,
    taken: Taken,
    /// Whether a derivative stays.
    derivatives: bool,
    /// The names of the program, and new ones.
    names: Names,
    /// What is left for names; the others stay.
    values: FxHashMap<Name, Value>,
    /// The types of names that stay.
    types: FxHashMap<Name, Type>,
    /// E, of the blocks that stand open.
    blocks: Vec<Vec<Stm>>,
    made: Vec<Definition>,
    /// What may fail.
    partial: Partial,
    /// For each definition that may fail what stays of it.
    failing: FxHashMap<Name, Name>,
    /// Regions that were left, and references into them: only what is never run mentions them.
    left: FxHashSet<Name>,
    /// Slices that are made once more (DX-S-REF), which did not fail when they were made first.
    sliced_again: FxHashSet<Name>,
    applications: u32,
    at: Span,
}

/// A statement whose expression is judged: the name that stays for it, and its type.
#[derive(Clone)]
struct Named {
    name: Name,
    ty: Type,
}

impl<'p> Simplifier<'p> {
    fn new(program: &'p Program, cases: Cases, taken: Taken) -> Simplifier<'p> {
        Simplifier {
            program,
            cases,
            taken,
            derivatives: false,
            names: program.names.clone(),
            values: FxHashMap::default(),
            types: FxHashMap::default(),
            blocks: Vec::new(),
            made: Vec::new(),
            partial: Partial::before(program),
            failing: FxHashMap::default(),
            left: FxHashSet::default(),
            sliced_again: FxHashSet::default(),
            applications: 0,
            at: Span::NONE,
        }
    }

    /// A name from here on, of this type, which stays.
    fn bind(&mut self, binder: &Binder) -> Binder {
        let ty = self.ty(&binder.ty);
        self.types.insert(binder.name, ty.clone());
        Binder {
            name: binder.name,
            ty,
        }
    }

    /// A new name of this type, which stays.
    fn fresh(&mut self, text: impl Into<Text>, ty: Type) -> Binder {
        let name = self.names.fresh(text);
        self.types.insert(name, ty.clone());
        Binder { name, ty }
    }

    /// Another name, called as one for which something else is left, of this type.
    fn beside(&mut self, named: &Named, ty: Type) -> Named {
        Named {
            name: self.names.again(named.name),
            ty,
        }
    }

    /// A statement that stays, in the block that stands open.
    fn emit(&mut self, named: &Named, exp: Exp) -> Value {
        self.types.insert(named.name, named.ty.clone());
        if self.refers_to_left(&exp) {
            self.left.insert(named.name);
            return Value::Var(named.name);
        }
        self.partial.name(named.name, &exp);
        let stm = Stm {
            binder: Binder {
                name: named.name,
                ty: named.ty.clone(),
            },
            exp,
            at: self.at,
        };
        if let Some(block) = self.blocks.last_mut() {
            block.push(stm);
        }
        Value::Var(named.name)
    }

    /// What is judged writes into a block of its own.
    fn within<T>(&mut self, judge: impl FnOnce(&mut Self) -> Done<T>) -> Done<(Vec<Stm>, T)> {
        let at = self.at;
        self.blocks.push(Vec::new());
        let judged = judge(self);
        let stms = self.blocks.pop().unwrap_or_default();
        self.at = at;
        Ok((stms, judged?))
    }

    /// A copy whose binders have new names.
    fn copy<T>(&mut self, copied: impl FnOnce(&mut Substitution<'_>) -> T) -> T {
        self.replaced(FxHashMap::default(), copied)
    }

    /// A copy with values for names.
    fn replaced<T>(
        &mut self,
        values: FxHashMap<Name, Value>,
        copied: impl FnOnce(&mut Substitution<'_>) -> T,
    ) -> T {
        let mut substitution = Substitution {
            names: &mut self.names,
            values,
        };
        let copy = copied(&mut substitution);
        // What is made again in a body is that in its copies, too.
        if !self.sliced_again.is_empty() {
            for (name, value) in &substitution.values {
                if let (true, Value::Var(copy)) = (self.sliced_again.contains(name), value) {
                    self.sliced_again.insert(*copy);
                }
            }
        }
        copy
    }

    /// Whether a type has no functions and no references.
    fn is_data(&self, ty: &Type) -> bool {
        is_data_if(&self.program.data, ty, &|name| {
            self.types.get(&name).is_some_and(is_kind_of_data)
        })
    }

    /// DX-S-APP: nothing bounds how large a program becomes whose functions apply functions, but this.
    fn counted(&mut self) -> Done<()> {
        self.applications += 1;
        match self.applications <= APPLICATIONS {
            true => Ok(()),
            false => self.refuse(&DX_S_APP, "size", "the program without functions is too large"),
        }
    }

    /// That a premise of a rule does not hold.
    fn refuse<T>(&self, rule: &'static Rule, premise: &str, message: impl Into<String>) -> Done<T> {
        Err(Box::new(Diagnostic::error(
            rule.refuse(premise),
            self.at,
            message,
        )))
    }

    /// What is left of no legal program: names that stay are of data, of references and of types, so a function is one that is written, a value case, or
    /// what a derivative gives that stays.
    fn unexpected<T>(&self, what: &str) -> Done<T> {
        let mut error = Diagnostic::outside(format!("{what} is left by simplification"));
        error.span = self.at;
        Err(Box::new(error))
    }

    fn text(&self, value: &Value) -> String {
        format!("`{}`", print::value(self.program, &self.names, value))
    }
}
