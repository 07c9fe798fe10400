//! What a rule of simplification makes of a statement.

use elder_core::Name;
use elder_core::tree::{Atom, Body, Exp, Stm};

/// What a statement becomes.
pub(super) enum Becomes {
    /// The same names bound to another expression.
    Exp(Exp),
    /// An operand; the statement binds one name.
    Atom(Atom),
    /// Marked safe.
    Safe,
    /// Changed in place.
    Changed,
    /// Without this existential size, for which the operand stands from here on.
    Shown(Name, Atom),
}

/// What stands for a statement.
pub(super) struct Opened {
    /// One after the other.
    pub parts: Vec<Part>,
    /// The sizes that the statement hides.
    pub witnesses: Vec<Atom>,
    /// What each name of the statement is bound to.
    pub values: Vec<Exp>,
}

/// A part of what stands for a statement.
pub(super) enum Part {
    /// From here on an operand stands for a name.
    Substitution(Name, Atom),
    /// A statement.
    Stm(Stm),
}

impl Opened {
    /// A body after some other parts.
    pub fn body(mut parts: Vec<Part>, body: Body) -> Opened {
        parts.extend(body.stms.into_iter().map(Part::Stm));
        Opened {
            parts,
            witnesses: body.witnesses,
            values: body.results.into_iter().map(Exp::Atom).collect(),
        }
    }
}

/// A size of a function that is hidden no longer.
pub struct Revealed {
    /// Which one it was.
    pub number: usize,
    /// How many there are now.
    pub left: usize,
    /// What it is.
    pub is: Is,
}

/// What a size of a function's results is.
pub enum Is {
    /// A number.
    Known(Atom),
    /// The argument for this parameter.
    Argument(usize),
}
