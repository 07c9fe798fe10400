//! Value definitions: expressions have sizes.
//!
//! The second walk over a definition.  All types are known, sizes aside; this walk finds these, by unification and by
//! the rules of each construct, and emits the typed tree.  Sizes are names with states ([`variables::SizeVar`]):
//! parameters and unknown sizes are equal only to themselves, flexible ones are linked.
//!
//! Types that the first walk inferred get a fresh size for every dimension.  A type parameter instantiated with a type
//! gets one set of sizes for its first occurrence and copies of it for the others: should the size turn out to be bound
//! inside a function type (`filter p` is a `[n]t -> ?[k].[k]t`), every occurrence stands for an existential size of its
//! own, and otherwise they are all the same.
//!
//! | file | what |
//! | --- | --- |
//! | `sizing/variables.rs` | size names and their states |
//! | `sizing/unification.rs` | equality of sizes |
//! | `sizing/expressions.rs` | the walk |
//! | `sizing/apply.rs` | names, application |
//! | `sizing/arrays.rs` | ranges, slices, updates |
//! | `sizing/branches.rs` | results of branches |
//! | `sizing/functions.rs` | definitions, local functions, lambdas |
//! | `sizing/generalise.rs` | which sizes become parameters, which existential |
//! | `sizing/loops.rs` | loops |
//! | `sizing/opening.rs` | polymorphic functions that read their sizes off arguments |
//! | `sizing/patterns.rs` | patterns |
//! | `sizing/recursion.rs` | uses of a definition in its own body |
//! | `sizing/scope.rs` | sizes whose names go out of scope |
//! | `sizing/finish.rs` | putting in what was found |

mod apply;
mod arrays;
mod branches;
mod expressions;
mod finish;
pub(super) mod functions;
mod generalise;
mod loops;
mod opening;
mod patterns;
mod recursion;
mod scope;
mod unification;

pub use unification::{same as same_size, same_exps, same_head, unguarded};
pub(super) mod variables;

use super::unify::{Level, TypeVars};
use super::{Checked, Context};
use crate::tree::{Scheme, Size, Type, VName};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use variables::SizeVar;

/// The type of a local name.
enum Local {
    Mono(Type),
    Poly(Rc<Scheme>),
    /// The definition itself, whose result is not annotated.
    Recursive(Rc<recursion::Recursive>),
}

/// The second walk.
pub(super) struct Sizing<'a> {
    cx: &'a mut Context,
    vars: &'a TypeVars,
    base: u32,
    sizes: Vec<SizeVar>,
    /// Instances of size parameters, with the parameters: they must be known.
    instances: Vec<(VName, VName, Span)>,
    /// Which argument shows the instance of a size parameter, if just one does.
    witnesses: FxHashMap<u32, Option<usize>>,
    /// Instances of size parameters that are read off arguments.
    opened: FxHashSet<u32>,
    /// Instances of type parameters whose sizes must be known.
    elements: Vec<(Type, Span)>,
    /// States of names bound by the types of earlier definitions, as long as such types are compared.
    borrowed: FxHashMap<u32, SizeVar>,
    locals: FxHashMap<u32, Local>,
    level: Level,
    /// Open sizes that stand for one which a parameter leaves out, as in `(xs: []i32)`: no branch decides what they are.
    anonymous: FxHashSet<u32>,
    /// With what the sizes of the loop parameters under way begin.
    initial: FxHashMap<u32, Size>,
    /// Uses of the definition in its own body, with what its sizes are there.
    recursive_uses: Vec<recursion::Use>,
    /// How many copies of instantiated types were made.
    occurrences: u32,
    /// Whether some size of an instance was found to be existential.
    pending: bool,
    /// One name for the copies of one occurrence that stand for the same existential size.
    representatives: FxHashMap<(u32, u32), VName>,
}

impl<'a> Sizing<'a> {
    /// `base`: the first name that belongs to the definition.
    pub fn new(cx: &'a mut Context, vars: &'a TypeVars, base: u32) -> Sizing<'a> {
        Sizing {
            cx,
            vars,
            base,
            sizes: Vec::new(),
            instances: Vec::new(),
            elements: Vec::new(),
            witnesses: FxHashMap::default(),
            opened: FxHashSet::default(),
            borrowed: FxHashMap::default(),
            locals: FxHashMap::default(),
            level: 0,
            anonymous: FxHashSet::default(),
            initial: FxHashMap::default(),
            recursive_uses: Vec::new(),
            occurrences: 0,
            pending: false,
            representatives: FxHashMap::default(),
        }
    }

    /// Whether any unknown size was made.
    pub fn made_unknown(&self) -> bool {
        self.sizes.iter().any(|s| matches!(s, SizeVar::Unknown { .. }))
    }

    /// Whether an expression makes this size.
    pub fn is_made(&self, v: &VName) -> bool {
        self.is_unknown(v)
    }

    /// Where an unknown size is made, and how.
    pub fn origin(&self, v: &VName) -> Option<(Span, String)> {
        match self.state(v) {
            SizeVar::Unknown { span, source, .. } => Some((*span, source.describe())),
            _ => None,
        }
    }

    /// Records an error and fails.
    pub fn fail<T>(&mut self, d: Diagnostic) -> Checked<T> {
        self.cx.fail(d)
    }
}
