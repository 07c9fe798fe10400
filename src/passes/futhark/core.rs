//! Futhark's first-order, monomorphic tree becomes Core (thesis 5.1, Figure 15; notes 1 to 5).
//!
//! - **Flat.**  A record is its components, an array of records the arrays of its components ([`flatten`]): `map (\(a, b) -> a + b) (zip xs ys)`
//!   becomes `map n (\(a: i32) (b: i32): i32 -> ..) xs ys` behind the copies that `zip` makes.  A record without fields is an array of no elements, so that an
//!   array of such records has its sizes, and costs nothing.
//! - **A-normal.**  The translation of an expression appends statements to a body and gives the operands of its components.  So the order of
//!   evaluation (FUT-E-ORDER) is decided here: `f (1 / x) ys[i]` becomes `let y = ys[i]  let q = 1 / x  let r = f q y`.
//! - **Sized.**  A variable has the sizes that its expression gives it.  Where another size is wanted that the types say to be the same, a `coerce` stands
//!   between them ([`emit`]); where a size is known only from a value, it is hidden in the results of the function, conditional or loop that gives it
//!   ([`scope`]).  A dimension is open only in what the function of a combinator gives, where nothing may be hidden.
//! - **Said.**  A statement has the place of what it was made from, and the premise by which Futhark refuses there.
//! - **Asked.**  What an expression asks of those that execute it stands before its combinators, loops and calls, not before those of its parts.
//!
//! | file | what |
//! | --- | --- |
//! | [`flatten`] | components of types |
//! | [`scope`] | what names and sizes stand for |
//! | [`emit`] | statements, their places, sizes of operands |
//! | [`expression`] | expressions by form |
//! | [`index`] | indexes, slices, updates, ranges |
//! | [`control`] | conditionals and loops |
//! | [`call`], [`entry`] | functions and calls, entry points |
//! | [`operation`], [`shape`], [`soac`], [`accumulator`], [`written`] | the intrinsics |
//!
//! Futhark's checker infers which parameters of loops are consumed, and which results are the caller's alone (FUT-U-LOOP, FUT-U-INFER), and writes
//! neither down; of a record any part may be what is consumed.  So Core's own judgement finds the stars, on the whole program ([`elder_core::check::star`]).
//!
//! A definition is a function, a constant a function without parameters (CORE-E-ONCE).  What is used within `#[unsafe]` has a second function without
//! assertions; so has what is used at sizes that nothing shows there.  Functions are those of all entry points.  An entry point tests the sizes of its arguments and calls its function.

mod accumulator;
mod call;
mod control;
mod emit;
mod entry;
mod expression;
mod flatten;
mod index;
mod operation;
mod scope;
mod shape;
mod soac;
mod written;

use crate::normal::Places;
use crate::programs::{Forms, Interface};
use call::Signature;
use elder_core::tree::{Definition, Exp as Core, Program};
use elder_core::walk::{Rewrite, rewrite};
use elder_core::{FunName, Name, Names};
use elder_futhark::rules::core as rules;
use elder_futhark::tree::{self, Def, VName};
use elder_syntax::attribute::Attributes;
use elder_syntax::{Diagnostic, Name as Text, Rule, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scope;
use std::cell::Cell;
use std::rc::Rc;

/// The rules that the pass applies.
pub const RULES: &[&Rule] = &[
    &rules::FUT_CO_ORDER,
    &rules::FUT_CO_FLAT,
    &rules::FUT_CO_SIZE,
    &rules::FUT_CO_SITE,
    &rules::FUT_CO_ATTR,
    &rules::FUT_CO_OP,
];

/// How components make what entry points take and give, by their names.
type FormsOf = Vec<(Text, Forms)>;

/// What a pass before this one was to take away, or what cannot be run.
type Refused = Box<Diagnostic>;

/// Something that may be refused.
type Made<T> = Result<T, Refused>;

/// How a definition is called: its id, whether assertions are not looked at, and which of its size parameters the use does not know.
type Called = (u32, bool, Vec<bool>);

/// The translation of a program.
struct Pass<'t> {
    tree: &'t tree::Program,
    defs: FxHashMap<u32, Rc<Def>>,
    /// The constants that bind sizes at the top level, by the ids of those.
    binders: FxHashMap<u32, Rc<Def>>,
    places: Places,
    /// Variables that are not negative: outermost sizes of arrays, and sizes of what comes from outside.
    natural: FxHashSet<Name>,
    /// Whether a variable was used whose type is not known.
    has_untyped: Cell<bool>,
    /// In the order in which they were begun.
    functions: Vec<Definition>,
    /// In the order in which they were done: each behind those that it calls.
    done: Vec<FunName>,
    /// The functions of definitions.
    signatures: FxHashMap<Called, Rc<Signature>>,
    /// Those that are not done.
    under_way: Vec<(u32, bool, Rc<Signature>)>,
    scope: Scope,
    /// Whether assertions are not looked at (FUT-E-ATTR).
    unchecked: bool,
    /// What the expression that is made asks of those that execute it (FUT-CO-ATTR).
    asked: Attributes,
}

/// The program of Core of a tree that has been defunctionalised and has no sums, and how components make what each of its entry points takes and gives.  The
/// interface has those entry points of the program that was written whose types are others.
///
/// # Errors
/// Where the tree has what the passes before this one take away; and derivatives, which cannot be run either.
pub fn run(tree: &tree::Program, written: &Interface) -> Result<(Program, FormsOf), Vec<Diagnostic>> {
    let mut names = Names::default();
    let mut pass = Pass::of(tree);
    let (entries, forms) = pass
        .program(&mut names, written)
        .map_err(|refused| vec![*refused])?;
    let mut program = Program {
        names,
        sites: pass.places.sites,
        functions: pass.functions,
        entries,
        ..Program::default()
    };
    elder_core::check::star(&mut program);
    Ok((program, forms))
}

impl<'t> Pass<'t> {
    fn of(tree: &'t tree::Program) -> Pass<'t> {
        let mut pass = Pass {
            tree,
            defs: FxHashMap::default(),
            binders: FxHashMap::default(),
            places: Places::default(),
            natural: FxHashSet::default(),
            has_untyped: Cell::new(false),
            functions: Vec::new(),
            done: Vec::new(),
            signatures: FxHashMap::default(),
            under_way: Vec::new(),
            scope: Scope::default(),
            unchecked: false,
            asked: Attributes::NONE,
        };
        for def in &tree.defs {
            pass.defs.insert(def.name.id, def.clone());
            if is_constant(def) {
                let exts = def.fun.ret.exts.iter();
                pass.binders.extend(exts.map(|ext| (ext.id, def.clone())));
            }
        }
        pass
    }

    /// The entry points, and all functions that they reach, each behind those that it calls.
    fn program(&mut self, names: &mut Names, written: &Interface) -> Made<(Vec<Definition>, FormsOf)> {
        let (mut entries, mut forms) = (Vec::new(), Vec::new());
        for entry in &self.tree.entries {
            self.scope = Scope::default();
            let (made, own) = self.entry(names, entry, written.written(&entry.name))?;
            entries.push(made);
            forms.push((entry.name.clone(), own));
        }
        if entries.is_empty() {
            return Err(unexpected(Span::NONE, "no entry point"));
        }
        if self.has_untyped.get() {
            return Err(unexpected(Span::NONE, "a variable whose type is not known"));
        }
        let mut order = Order(vec![FunName(0); self.functions.len()]);
        let mut rest: Vec<Option<Definition>> = std::mem::take(&mut self.functions)
            .into_iter()
            .map(Some)
            .collect();
        for (k, done) in self.done.iter().enumerate() {
            order.0[done.index()] = FunName(k as u32);
            self.functions.extend(rest[done.index()].take());
        }
        for function in &mut self.functions {
            rewrite::definition(&mut order, function);
        }
        for entry in &mut entries {
            rewrite::definition(&mut order, entry);
        }
        Ok((entries, forms))
    }

    /// The definition that a name stands for, if it is of the top level.
    fn definition_of(&self, name: &VName) -> Option<&Rc<Def>> {
        self.defs.get(&name.id)
    }
}

/// Functions get other numbers.
struct Order(Vec<FunName>);

impl Rewrite for Order {
    fn exp(&mut self, exp: &mut Core) {
        if let Core::Call { function, .. } = exp {
            *function = self.0.get(function.index()).copied().unwrap_or(*function);
        }
        rewrite::exp(self, exp);
    }
}

/// Whether a definition is a value rather than a function.
fn is_constant(def: &Def) -> bool {
    def.fun.params.is_empty() && def.fun.sizes.is_empty() && def.fun.types.is_empty()
}

/// Something that no tree has that this pass is given.
fn unexpected(span: Span, what: &str) -> Refused {
    let mut refused = Diagnostic::outside(format!("{what} is left on the way to Core"));
    refused.span = span;
    Box::new(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_core::tree::Atom;

    #[test]
    fn a_variable_whose_type_is_not_known_is_refused() {
        let tree = tree::Program {
            defs: Vec::new(),
            entries: Vec::new(),
            abstract_types: Default::default(),
            names: 0,
        };
        let pass = Pass::of(&tree);
        let mut names = Names::default();
        let mut outside = Names::default();
        let b = elder_core::Builder::new(&mut names, elder_core::SiteId::default());
        pass.type_of(&b, Atom::i64(7));
        assert!(!pass.has_untyped.get());
        pass.type_of(&b, Atom::Var(outside.fresh("x")));
        assert!(pass.has_untyped.get());
    }
}
