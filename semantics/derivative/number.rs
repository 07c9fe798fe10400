//! Numbers that carry what a derivative needs.

use super::tape::Tape;
#[cfg(feature = "exact")]
use crate::exact::{Real, Session};
use elder_syntax::prim::{PrimType, PrimValue};
use std::rc::Rc;

/// A derivative being taken.  Younger ones, which are taken within older ones, are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag(u64);

/// Where tags come from.
#[derive(Debug, Default)]
pub struct Tags {
    given: u64,
}

impl Tags {
    /// One that was not given before.
    pub fn fresh(&mut self) -> Tag {
        self.given += 1;
        Tag(self.given)
    }
}

/// A scalar, perhaps with derivatives.
#[derive(Clone, Debug)]
pub enum Number {
    /// It depends on the argument of no derivative.
    Plain(PrimValue),
    /// It may depend on one.
    Active(Rc<Active>),
}

/// A number as the youngest derivative that it takes part in sees it.
#[derive(Debug)]
pub struct Active {
    tag: Tag,
    /// What older derivatives see: its tags are smaller.
    primal: Number,
    along: Along,
}

/// What a number carries for a derivative.
#[derive(Debug)]
enum Along {
    /// Forward: the tangent.
    Tangent(Number),
    /// In reverse: a place on the tape.
    Place(Rc<Tape>, usize),
    /// For no derivative: the real that the float is the nearest to.
    #[cfg(feature = "exact")]
    Real(Rc<Session>, Rc<Real>),
}

/// The tag of reals, which take part in no derivative.
#[cfg(feature = "exact")]
const NO_DERIVATIVE: Tag = Tag(0);

impl Number {
    /// A number that moves by this tangent.
    pub fn moving(tag: Tag, primal: Number, tangent: Number) -> Number {
        Number::Active(Rc::new(Active {
            tag,
            primal,
            along: Along::Tangent(tangent),
        }))
    }

    /// A number at a place of a tape.
    pub fn placed(tape: &Rc<Tape>, place: usize, primal: Number) -> Number {
        Number::Active(Rc::new(Active {
            tag: tape.tag(),
            primal,
            along: Along::Place(tape.clone(), place),
        }))
    }

    /// A real, of a program whose floats have this type.
    #[cfg(feature = "exact")]
    pub fn real(session: &Rc<Session>, t: PrimType, real: Rc<Real>) -> Number {
        Number::Active(Rc::new(Active {
            tag: NO_DERIVATIVE,
            primal: Number::Plain(real.nearest(t)),
            along: Along::Real(session.clone(), real),
        }))
    }

    /// The real that it is.
    #[cfg(feature = "exact")]
    pub fn as_real(&self) -> Option<(&Rc<Session>, &Rc<Real>)> {
        match self {
            Number::Active(active) => match &active.along {
                Along::Real(session, real) => Some((session, real)),
                _ => None,
            },
            Number::Plain(_) => None,
        }
    }

    /// The scalar itself; of a real the nearest float.
    pub fn scalar(&self) -> PrimValue {
        match self {
            Number::Plain(p) => *p,
            Number::Active(active) => active.scalar(),
        }
    }

    /// Zero, which moves by zero where this number moves.
    pub(super) fn nothing(&self) -> Number {
        match self {
            Number::Active(active) => match &active.along {
                Along::Tangent(tangent) => {
                    Number::moving(active.tag, active.primal.nothing(), tangent.nothing())
                }
                _ => active.primal.nothing(),
            },
            Number::Plain(p) => Number::Plain(p.prim_type().number(0)),
        }
    }

    /// Its type.
    pub fn prim_type(&self) -> PrimType {
        self.scalar().prim_type()
    }

    /// The youngest derivative that it takes part in.
    pub fn tag(&self) -> Option<Tag> {
        match self {
            Number::Plain(_) => None,
            #[cfg(feature = "exact")]
            Number::Active(active) if active.tag == NO_DERIVATIVE => None,
            Number::Active(active) => Some(active.tag),
        }
    }

    /// What it carries for a derivative than which it takes part in no younger one.
    fn within(&self, tag: Tag) -> Option<&Active> {
        match self {
            Number::Active(active) if active.tag == tag => Some(active),
            _ => None,
        }
    }

    /// What older derivatives see of it.
    pub fn primal(&self, tag: Tag) -> Number {
        self.within(tag).map_or(self, |active| &active.primal).clone()
    }

    /// Its tangent; `None` if it does not move.
    pub fn tangent(&self, tag: Tag) -> Option<&Number> {
        match self.within(tag).map(|active| &active.along) {
            Some(Along::Tangent(tangent)) => Some(tangent),
            _ => None,
        }
    }

    /// Its place on the tape; `None` if it has none.
    pub fn place(&self, tag: Tag) -> Option<usize> {
        self.on_tape(tag).map(|(_, place)| place)
    }

    /// The tape that it is on, and the place.
    pub(super) fn on_tape(&self, tag: Tag) -> Option<(&Rc<Tape>, usize)> {
        match self.within(tag).map(|active| &active.along) {
            Some(Along::Place(tape, place)) => Some((tape, *place)),
            _ => None,
        }
    }
}

impl Active {
    /// The scalar itself.
    pub fn scalar(&self) -> PrimValue {
        self.primal.scalar()
    }
}

impl From<PrimValue> for Number {
    fn from(p: PrimValue) -> Number {
        Number::Plain(p)
    }
}
