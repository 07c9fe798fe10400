//! Futhark's first-order, monomorphic tree becomes Core (thesis 5.1, Figure 15; notes 1 to 5).
//!
//! - **Flat.**  A record is its components, an array of records the arrays of its components ([`flatten`]): `map (\(a, b) -> a + b) (zip xs ys)`
//!   becomes `map n (\(a: i32) (b: i32): i32 -> ..) xs ys` behind the copies that `zip` makes.  A record without fields is a truth value, so that an
//!   array of such records has its size.
//! - **A-normal.**  The translation of an expression appends statements to a body and gives the operands of its components.  So the order of
//!   evaluation (FUT-E-ORDER) is decided here: `f (1 / x) ys[i]` becomes `let y = ys[i]  let q = 1 / x  let r = f q y`.
//! - **Sized.**  A variable has the sizes that its expression gives it.  Where another size is wanted that the types say to be the same, a `coerce` stands
//!   between them ([`emit`]); where a size is known only from a value, it is hidden in the results of the function, conditional or loop that gives it
//!   ([`scope`]).  A dimension is open only in what the function of a combinator gives, where nothing may be hidden.
//! - **Said.**  A statement has the place of what it was made from, and the premise by which Futhark refuses there.
//!
//! | file | what |
//! | --- | --- |
//! | [`flatten`] | components of types |
//! | [`scope`] | what names and sizes stand for |
//! | [`emit`] | statements, their places, sizes of operands |
//! | [`expression`] | expressions by form |
//! | [`index`] | indexes, slices, updates, ranges |
//! | [`control`] | conditionals and loops |
//! | [`call`] | functions, calls, entry points |
//! | [`operation`], [`shape`], [`soac`] | the intrinsics |
//! | [`ownership`] | which parameters of loops, and which results, are starred |
//!
//! A definition is a function, a constant a function without parameters (CORE-E-ONCE).  What is used within `#[unsafe]` has a second function without
//! assertions.  An entry point tests the sizes of its arguments and calls its function.

mod call;
mod control;
mod emit;
mod expression;
mod flatten;
mod index;
mod operation;
mod ownership;
mod scope;
mod shape;
mod soac;

use crate::programs::Form;
use call::Signature;
use elder_core::site::Sites;
use elder_core::tree::{Function, Program, Type};
use elder_core::{Names, SiteId};
use elder_futhark::check::traverse;
use elder_futhark::tree::{self, Def, Exp, ExpKind, VName};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scope;
use std::rc::Rc;

/// What an arrow before this one was to take away, or what cannot be run.
type Refused = Box<Diagnostic>;

/// Something that may be refused.
type Made<T> = Result<T, Refused>;

/// A place, and the rule and the premise that are broken there.
type Placed = (Span, Option<(&'static str, &'static str)>);

/// The translation of a program.
struct Pass<'t> {
    tree: &'t tree::Program,
    defs: FxHashMap<u32, Rc<Def>>,
    /// The constants that bind sizes at the top level, by the ids of those.
    binders: FxHashMap<u32, Rc<Def>>,
    sites: Sites,
    /// Sites that there are, by place and premise.
    placed: FxHashMap<Placed, SiteId>,
    /// The types of variables, by name.
    types: Vec<Option<Type>>,
    functions: Vec<Function>,
    /// The function of each definition, by its id and whether assertions are looked at.
    signatures: FxHashMap<(u32, bool), Rc<Signature>>,
    scope: Scope,
    /// Whether assertions are not looked at (FUT-E-ATTR).
    unchecked: bool,
}

/// The program of Core of a tree that has been defunctionalised and has no sums, and how its entry point's components make the results.  `written` is the
/// entry point of the program that was written, if its types are others.
///
/// # Errors
/// Where the tree has what the arrows before this one take away; and derivatives, which cannot be run either.
pub fn run(tree: &tree::Program, written: Option<&Def>) -> Result<(Program, Vec<Form>), Vec<Diagnostic>> {
    let mut names = Names::default();
    let mut pass = Pass::of(tree);
    let entries = pass
        .program(&mut names, written)
        .map_err(|refused| vec![*refused])?;
    let (entry, forms) = entries;
    Ok((
        Program {
            names,
            sites: pass.sites,
            functions: pass.functions,
            entries: vec![entry],
        },
        forms,
    ))
}

impl<'t> Pass<'t> {
    fn of(tree: &'t tree::Program) -> Pass<'t> {
        let mut pass = Pass {
            tree,
            defs: FxHashMap::default(),
            binders: FxHashMap::default(),
            sites: Sites::default(),
            placed: FxHashMap::default(),
            types: Vec::new(),
            functions: Vec::new(),
            signatures: FxHashMap::default(),
            scope: Scope::default(),
            unchecked: false,
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

    /// All definitions in their order, and the entry point.
    fn program(
        &mut self,
        names: &mut Names,
        written: Option<&Def>,
    ) -> Made<(elder_core::tree::Entry, Vec<Form>)> {
        let unchecked = self.unchecked_uses();
        for def in &self.tree.defs {
            self.definition(names, def, false)?;
            if unchecked.contains(&def.name.id) {
                self.definition(names, def, true)?;
            }
        }
        let entry = self.tree.entries.first();
        let entry = entry.ok_or_else(|| unexpected(Span::NONE, "no entry point"))?;
        self.entry(names, entry, written)
    }

    /// The functions that are used where assertions are not looked at, or by such.  Constants are always evaluated with assertions.
    fn unchecked_uses(&self) -> FxHashSet<u32> {
        let mut found = FxHashSet::default();
        for def in self.tree.defs.iter().rev() {
            let within = found.contains(&def.name.id);
            self.uses(&def.fun.body, false, &mut found);
            if within {
                self.uses(&def.fun.body, true, &mut found);
            }
        }
        found
    }

    fn uses(&self, e: &Exp, unchecked: bool, found: &mut FxHashSet<u32>) {
        traverse::deep(|| {
            let unchecked = unchecked
                || matches!(&e.kind, ExpKind::Attr(attribute, _) if *attribute == tree::Attribute::Unsafe);
            if let (true, ExpKind::Var(v, _)) = (unchecked, &e.kind)
                && self.defs.get(&v.id).is_some_and(|def| !is_constant(def))
            {
                found.insert(v.id);
            }
            traverse::for_each_child(e, &mut |part| self.uses(part, unchecked, found));
        });
    }

    /// The definition that a name stands for, if it is of the top level.
    fn definition_of(&self, name: &VName) -> Option<&Rc<Def>> {
        self.defs.get(&name.id)
    }
}

/// Whether a definition is a value rather than a function.
fn is_constant(def: &Def) -> bool {
    def.fun.params.is_empty() && def.fun.sizes.is_empty() && def.fun.types.is_empty()
}

/// Something that no tree has that this arrow is given.
fn unexpected(span: Span, what: &str) -> Refused {
    let mut refused = Diagnostic::outside(format!("{what} is left on the way to Core"));
    refused.span = span;
    Box::new(refused)
}
