//! Programs in placed form that are right but for one change: where one array lies, that it lies anywhere, when a block is released, what is copied.
//!
//! Nobody says whether such a program is right.  If the checker accepts it, it gives by the places what it gives without them.

use crate::Choices;
use elder_core::memory::Spot;
use elder_core::names::Name;
use elder_core::tree::{Body, Exp, Program, Stm};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};
use elder_sizes::Nat;

/// A change, of what is at one of so many places as a program turns out to have.
#[derive(Clone, Copy, Debug)]
pub struct Displacement {
    change: Change,
    at: usize,
    by: usize,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    /// An array begins an element further on, or before.
    Offset,
    /// The rows of a dimension are an element further apart, or nearer, or lie in the other order.
    Stride,
    /// Two dimensions change their strides.
    Turned,
    /// An array lies in the block of another.
    Block,
    /// An array lies where another does.
    Spot,
    /// An array has no place.
    Unplaced,
    /// A block is released so many statements before.
    Earlier,
    /// A block is released once more.
    Again,
    /// Another block is released.
    Other,
    /// What is copied is taken as it is.
    Uncopied,
}

const CHANGES: [Change; 10] = [
    Change::Offset,
    Change::Stride,
    Change::Turned,
    Change::Block,
    Change::Spot,
    Change::Unplaced,
    Change::Earlier,
    Change::Again,
    Change::Other,
    Change::Uncopied,
];

/// A change.
pub fn displacement(c: &mut Choices) -> Displacement {
    Displacement {
        change: c.pick(&CHANGES).copied().unwrap_or(Change::Offset),
        at: c.below(1 << 16),
        by: c.below(1 << 8),
    }
}

/// The program after the change; `None` if there is nothing to change so.
pub fn displaced(program: &Program, displacement: &Displacement) -> Option<Program> {
    let mut program = program.clone();
    match displacement.change {
        Change::Earlier | Change::Again | Change::Other | Change::Uncopied => {
            displacement.in_statements(&mut program)?;
        }
        _ => displacement.in_memory(&mut program)?,
    }
    Some(program)
}

impl Displacement {
    fn in_memory(&self, program: &mut Program) -> Option<()> {
        let mut placed = Placed {
            program,
            names: Vec::new(),
        };
        fold::program(&mut placed, program);
        let names = placed.names;
        let name = *chosen(&names, self.at)?;
        let mut spot = program.memory.spot(name)?.clone();
        let other = program.memory.spot(*chosen(&names, self.by)?)?;
        let (step, dim) = ([Nat::one(), Nat::lit(-1)][self.by % 2].clone(), self.by / 2);
        match self.change {
            Change::Offset => spot.offset = spot.offset.plus(&step),
            Change::Stride => {
                let number = dim.checked_rem(spot.strides.len())?;
                let stride = spot.strides.get_mut(number)?;
                *stride = match self.by % 3 {
                    0 => stride.times(&Nat::lit(-1)),
                    _ => stride.plus(&step),
                };
            }
            Change::Turned => {
                let rank = spot.strides.len();
                let first = dim.checked_rem(rank.checked_sub(1)?)?;
                spot.strides.swap(first, first + 1);
            }
            Change::Block => spot.block = other.block,
            _ => spot = Spot::clone(other),
        }
        match self.change {
            Change::Unplaced => program.memory.forget(name),
            _ => program.memory.put(name, spot),
        }
        Some(())
    }

    fn in_statements(&self, program: &mut Program) -> Option<()> {
        let mut counted = Statements {
            of: self,
            seen: 0,
            at: None,
            blocks: Vec::new(),
        };
        rewrite::program(&mut counted, &mut program.clone());
        let Statements { seen, blocks, .. } = counted;
        let mut change = Statements {
            of: self,
            seen: 0,
            at: Some(self.at.checked_rem(seen)?),
            blocks,
        };
        rewrite::program(&mut change, program);
        Some(())
    }

    /// Whether the statement is one that it changes.
    fn is_at(&self, stm: &Stm) -> bool {
        match self.change {
            Change::Uncopied => matches!(stm.exp, Exp::Copy(_)),
            _ => matches!(stm.exp, Exp::Release(_)),
        }
    }
}

fn chosen<T>(all: &[T], number: usize) -> Option<&T> {
    all.get(number.checked_rem(all.len())?)
}

/// The arrays that have places, in the order of the program.
struct Placed<'p> {
    program: &'p Program,
    names: Vec<Name>,
}

impl Fold for Placed<'_> {
    fn binder(&mut self, binder: &elder_core::tree::Binder) {
        self.names
            .extend(Some(binder.name).filter(|name| self.program.memory.spot(*name).is_some()));
    }
}

/// Counts statements, and changes one of them.
struct Statements<'d> {
    of: &'d Displacement,
    seen: usize,
    at: Option<usize>,
    /// What is released.
    blocks: Vec<Name>,
}

impl Rewrite for Statements<'_> {
    fn body(&mut self, body: &mut Body) {
        rewrite::body(self, body);
        let found = (0..body.stms.len()).find(|number| {
            let is_one = body.stms.get(*number).is_some_and(|stm| self.of.is_at(stm));
            self.seen += usize::from(is_one);
            is_one && self.at.is_some_and(|at| at + 1 == self.seen)
        });
        if self.at.is_none() {
            self.blocks
                .extend(body.stms.iter().filter_map(|stm| match stm.exp {
                    Exp::Release(block) => Some(block),
                    _ => None,
                }));
        }
        let Some(number) = found else {
            return;
        };
        let stm = body.stms.remove(number);
        let (before, other) = (
            number.saturating_sub(1 + self.of.by % 4),
            chosen(&self.blocks, self.of.by),
        );
        match (self.of.change, &stm.exp, other) {
            (Change::Earlier, ..) => body.stms.insert(before, stm),
            (Change::Again, ..) => {
                body.stms.insert(number, stm.clone());
                body.stms.push(stm);
            }
            (Change::Other, _, Some(other)) => {
                let exp = Exp::Release(*other);
                body.stms.insert(number, Stm { exp, ..stm });
            }
            (_, Exp::Copy(array), _) => {
                let exp = Exp::Atom((*array).into());
                body.stms.insert(number, Stm { exp, ..stm });
            }
            _ => body.stms.insert(number, stm),
        }
    }
}
