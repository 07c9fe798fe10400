//! What executing an expression does besides giving values: it may fail, it may not end, it may add to an accumulator.

use crate::names::Name;
use crate::tree::{Atom, Binder, Dim, Exp, Form, Soac, Stm, Type};
use crate::walk::{Fold, fold};
use elder_syntax::prim::{BinOp, PrimFn, PrimValue};
use rustc_hash::FxHashSet;

/// Combinators that are known not to be of fewer than no elements where they stand, by a [name](counted_by) of each.
pub type Counted = FxHashSet<Name>;

/// A name that a combinator has for itself: the first that it binds, or of an element.
pub fn counted_by(stm: &Stm) -> Option<Name> {
    let Exp::Soac { soac, .. } = &stm.exp else {
        return None;
    };
    let mut own = stm.pat.values.iter().chain(elements(soac));
    own.next().map(|first| first.name)
}

/// Whether a statement gives its values and does nothing else: it does not fail, ends, and adds to no accumulator.  What is
/// dropped or moved has to be so.
pub fn is_pure(stm: &Stm) -> bool {
    Effects::none(stm, true, &|_| false)
}

/// The same where more is known of combinators than what they say themselves.
pub fn is_pure_counted(stm: &Stm, counted: &Counted) -> bool {
    let is_counted = |stm: &Stm| counted_by(stm).is_some_and(|name| counted.contains(&name));
    Effects::none(stm, true, &is_counted)
}

/// The same where these sizes are known to be natural.
pub fn is_pure_of(stm: &Stm, natural: &dyn Fn(Atom) -> bool) -> bool {
    let is_counted = |stm: &Stm| matches!(stm.exp, Exp::Soac { width, .. } if natural(width));
    Effects::none(stm, true, &is_counted)
}

/// The same where the statement would be moved to, these sizes being natural there: that it is marked safe says that it does not fail where it stands.
pub fn is_pure_anywhere(stm: &Stm, natural: &dyn Fn(Atom) -> bool) -> bool {
    let is_counted = |stm: &Stm| matches!(stm.exp, Exp::Soac { width, .. } if natural(width));
    Effects::none(stm, false, &is_counted)
}

/// The arrays and accumulators that a statement itself consumes; what it passes to functions, loops and branches may be consumed there too.
pub fn consumes(stm: &Stm) -> Vec<Name> {
    match &stm.exp {
        Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } | Exp::AccUpdate { acc: array, .. } => {
            vec![*array]
        }
        Exp::Soac { inputs, soac, .. } => {
            let targets: Vec<Name> = match &**soac {
                Soac::Screma(screma) => screma.accs.clone(),
                Soac::Scatter { into, .. } => into.iter().map(|target| target.array).collect(),
                Soac::Hist { into, .. } => {
                    let targets = into.iter().flat_map(|(targets, _)| targets);
                    targets.map(|target| target.array).collect()
                }
                _ => vec![],
            };
            // Elements may be consumed, and the input with them.
            targets.into_iter().chain(inputs.iter().copied()).collect()
        }
        Exp::Segmented(it) => it.screma.accs.clone(),
        Exp::WithAcc { updates, .. } => updates.iter().flat_map(|update| update.arrays.clone()).collect(),
        // Who gets an array may have it alone.
        Exp::Call { arguments, .. } => arguments.iter().filter_map(|atom| atom.name()).collect(),
        Exp::Loop(it) => it.params.iter().filter_map(|(_, first)| first.name()).collect(),
        Exp::If { .. } => super::free::of_exp(&stm.exp).into_iter().collect(),
        _ => vec![],
    }
}

/// Looks for an effect.
struct Effects<'c> {
    found: bool,
    /// Whether what is marked safe cannot fail.
    here: bool,
    /// Whether a combinator is known not to be of fewer than no elements.
    counted: &'c dyn Fn(&Stm) -> bool,
}

impl Effects<'_> {
    /// Whether there is none.
    fn none(stm: &Stm, here: bool, counted: &dyn Fn(&Stm) -> bool) -> bool {
        let mut effects = Effects {
            found: false,
            here,
            counted,
        };
        effects.stm(stm);
        !effects.found
    }

    /// Whether a combinator may be one of fewer than no elements.  An array of one dimension has not fewer; the rows of another one may be those of
    /// nothing, turned to the outside.
    fn may_be_negative(&self, stm: &Stm) -> bool {
        let Exp::Soac { width, soac, .. } = &stm.exp else {
            return false;
        };
        let takes_scalars = elements(soac)
            .iter()
            .any(|element| matches!(element.ty, Type::Prim(_)));
        !is_natural(*width) && !takes_scalars && !(self.counted)(stm)
    }
}

impl Fold for Effects<'_> {
    fn stm(&mut self, stm: &Stm) {
        // What was proved not to fail is so for itself, not for its parts.
        if self.found || self.here && stm.safe && is_simple(&stm.exp) {
            return;
        }
        self.found = has_effect(&stm.exp) || self.may_be_negative(stm);
        if !self.found {
            fold::exp(self, &stm.exp);
        }
    }
}

/// Whether it has no parts that are executed.
fn is_simple(exp: &Exp) -> bool {
    !matches!(
        exp,
        Exp::If { .. }
            | Exp::Loop(_)
            | Exp::Soac { .. }
            | Exp::Segmented(_)
            | Exp::WithAcc { .. }
            | Exp::Call { .. }
            | Exp::AccUpdate { .. }
    )
}

/// Whether executing it has an effect, apart from those of its parts.
fn has_effect(exp: &Exp) -> bool {
    match exp {
        Exp::Atom(_)
        | Exp::Opaque(_)
        | Exp::Tuned(_)
        | Exp::Size { .. }
        | Exp::Rearrange { .. }
        | Exp::Copy(_) => false,
        // Of sized programs, rows of one type have one shape.
        Exp::Literal { .. } => false,
        Exp::Prim(function, operands) => is_partial(*function, operands),
        Exp::Iota(count) | Exp::Replicate { count, .. } => !is_natural(*count),
        Exp::Blank(ty) => !has_natural_sizes(ty),
        Exp::Index { .. }
        | Exp::Slice { .. }
        | Exp::Update { .. }
        | Exp::FlatIndex { .. }
        | Exp::FlatUpdate { .. }
        | Exp::Reshape { .. }
        | Exp::Coerce { .. }
        | Exp::Concat { .. }
        | Exp::Assert { .. }
        | Exp::Release(_)
        | Exp::Call { .. }
        | Exp::AccUpdate { .. } => true,
        Exp::Loop(it) => matches!(it.form, Form::While { .. }),
        Exp::If { .. } => false,
        Exp::WithAcc { .. } => true,
        // A dimension may be negative.
        Exp::Segmented(it) => !it.screma.accs.is_empty() || !it.space.iter().all(|size| is_natural(*size)),
        Exp::Soac { soac, .. } => match &**soac {
            Soac::Screma(screma) => !screma.accs.is_empty(),
            Soac::Filter { .. } => false,
            // Chunks may be taken in several ways, and what is written to is consumed.
            Soac::Scatter { .. } | Soac::Hist { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => {
                true
            }
        },
    }
}

/// The parameters for elements of a combinator that may have no effect.
fn elements(soac: &Soac) -> &[Binder] {
    match soac {
        Soac::Screma(screma) => screma
            .function
            .params
            .get(screma.accs.len()..)
            .unwrap_or_default(),
        Soac::Filter { predicate } => &predicate.params,
        Soac::Scatter { .. } | Soac::Hist { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => &[],
    }
}

/// Whether a function has no value for some operands like these.
fn is_partial(function: PrimFn, operands: &[Atom]) -> bool {
    match function {
        PrimFn::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem, ty) if ty.is_integer() => !operands
            .get(1)
            .is_some_and(|divisor| is_above(*divisor, |n| n != 0)),
        PrimFn::Bin(BinOp::Pow, ty) if ty.is_signed() => !operands
            .get(1)
            .is_some_and(|exponent| is_above(*exponent, |n| n >= 0)),
        _ => false,
    }
}

/// Whether an operand is an integer for which this holds.
fn is_above(atom: Atom, holds: impl Fn(i128) -> bool) -> bool {
    atom.integer().is_some_and(holds)
}

/// Whether a size is a number that is not negative.
pub fn is_natural(size: Atom) -> bool {
    matches!(size, Atom::Const(PrimValue::I64(number)) if number >= 0)
}

fn has_natural_sizes(ty: &Type) -> bool {
    let natural = |dim: &Dim| matches!(dim, Dim::Is(size) if is_natural(*size));
    ty.dims().iter().all(natural)
}
