//! The stored reading of a program in placed form: arrays are read and written where they lie (CORE-M-STORED).
//!
//! A block is the cells of an array.  Who makes an array stores its elements in cells of its own, or where its place says; who receives one takes its cells;
//! any other binder is what its place says of the cells of its block, whatever value the statement gave.  So a wrong place shows as another value.  A block that
//! was released is used by nobody, and no place lies outside of its block.  Erased, a program has none of this: it is the program that was placed.
//!
//! What the functions of combinators bind has no place.  Where it has a room, it has no more elements than that (CORE-M-ROOM).

use super::value::{Array, Value};
use super::{Given, Interpreter};
use crate::array::{Dim, Dims};
use crate::failure::{Fail, Run};
use elder_core::Name;
use elder_core::memory::{Lying, Spot};
use elder_core::rules::memory::{CORE_M_ALIVE, CORE_M_BOUNDS, CORE_M_ROOM, CORE_M_STORED};
use elder_core::tree::Binder;
use elder_syntax::Span;
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

/// What a block is.
#[derive(Clone, Debug)]
pub enum Block {
    /// The cells of this array.
    Cells(Rc<Array>),
    /// Nothing any more: it was released there.
    Released(Span),
}

impl Interpreter<'_> {
    /// Where the statement at hand puts an array, and what is read there.
    pub(super) fn placed(&mut self, lying: Lying, binder: &Binder, value: Value) -> Run<Value> {
        self.roomy(binder, &value)?;
        let is_stored = self.stored && self.combinators == 0;
        let program = self.program;
        let spot = is_stored.then(|| program.memory.spot(binder.name)).flatten();
        let (Some(spot), Value::Array(array)) = (spot, &value) else {
            return Ok(value);
        };
        CORE_M_STORED.apply();
        let is_own = spot.block == binder.name;
        if is_own {
            let cells = match lying {
                Lying::Made => self.fresh(array)?,
                Lying::Received | Lying::View(_) | Lying::Updated(_) => array.clone(),
            };
            self.environment.set_block(spot.block, Block::Cells(cells));
        }
        let cells = match self.environment.block(spot.block) {
            Some(Block::Cells(cells)) => cells.clone(),
            Some(Block::Released(at)) => return Err(self.released(binder.name, *at)),
            None => return Err(self.malformed("an array lies in a block that nobody owns")),
        };
        let seen = self.seen_at(binder, spot, &cells, array)?;
        if lying == Lying::Made && !is_own {
            seen.overwrite(array.elements());
        }
        Ok(Value::Array(seen))
    }

    /// CORE-M-ROOM: an array of an item has no more elements than its room.
    fn roomy(&self, binder: &Binder, value: &Value) -> Run<()> {
        let room = self
            .stored
            .then(|| self.program.memory.room(binder.name))
            .flatten();
        let (Some(room), Value::Array(array)) = (room, value) else {
            return Ok(());
        };
        CORE_M_ROOM.apply();
        let room = self.number(room)?;
        if array
            .shape()
            .volume()
            .is_some_and(|volume| i128::from(volume) <= i128::from(room))
        {
            return Ok(());
        }
        let text = self.program.names.text(binder.name);
        let message = format!("`{text}` has more than the {room} elements that it has room for");
        Err(self.unsound(&CORE_M_ROOM, "fits", message))
    }

    /// The cells of an array that was made: its own, if it has all of them.
    fn fresh(&self, array: &Rc<Array>) -> Run<Rc<Array>> {
        let volume = array.shape().volume();
        let is_all = array.is_dense() && array.offset() == 0;
        if is_all && usize::try_from(volume.unwrap_or(-1)) == Ok(array.room()) {
            return Ok(array.clone());
        }
        self.room(volume)?;
        Ok(array.copied(&self.memory))
    }

    /// CORE-M-BOUNDS: an array of the sizes of this one, as its place says.
    fn seen_at(&self, binder: &Binder, spot: &Spot, cells: &Array, array: &Array) -> Run<Rc<Array>> {
        CORE_M_BOUNDS.apply();
        let number = |name: Name| match self.environment.get(name)?.number()? {
            PrimValue::I64(number) => Some(number),
            _ => None,
        };
        let terms = &self.program.memory.terms;
        let is_empty = array.is_empty();
        // Of no elements any place is right, one that is too far away to be counted, too.
        let value = |term| terms.value(term, &number).or(is_empty.then_some(0));
        let (mut first, mut last) = (
            value(&spot.offset).map(i128::from),
            value(&spot.offset).map(i128::from),
        );
        let mut dims = Dims::new();
        for (size, stride) in array.sizes().into_iter().zip(&spot.strides) {
            // How far the next row of a single one would be is no matter.
            let stride = value(stride).or((size == 1).then_some(0));
            let reach = stride.map(|stride| i128::from(stride) * (i128::from(size) - 1));
            first = first.zip(reach).map(|(first, reach)| first + reach.min(0));
            last = last.zip(reach).map(|(last, reach)| last + reach.max(0));
            dims.push(Dim {
                size,
                stride: stride.unwrap_or(0),
            });
        }
        let offset = value(&spot.offset).unwrap_or(0);
        let is_within = first
            .zip(last)
            .is_some_and(|(first, last)| first >= 0 && last < cells.room() as i128);
        if !is_within && !is_empty {
            let text = self.program.names.text(binder.name);
            let message = format!("`{text}` lies outside of its block of {} elements", cells.room());
            return Err(self.unsound(&CORE_M_BOUNDS, "within", message));
        }
        Ok(cells.view(dims, offset).renewed())
    }

    /// CORE-M-ALIVE: a block is not used any more.
    pub(super) fn release(&mut self, block: Name) -> Run<Given> {
        if self.stored && self.combinators == 0 {
            if let Some(Block::Released(at)) = self.environment.block(block) {
                let message = format!("`{}` is released a second time", self.program.names.text(block));
                return Err(self
                    .unsound(&CORE_M_ALIVE, "once", message)
                    .and_at(*at, "it is released here"));
            }
            self.environment.set_block(block, Block::Released(self.span()));
        }
        Ok(Given::default())
    }

    /// CORE-M-ALIVE: what is used lies in a block that was not released.
    pub(super) fn alive(&self, name: Name) -> Run<()> {
        let spot = self.stored.then(|| self.program.memory.spot(name)).flatten();
        match spot.and_then(|spot| self.environment.block(spot.block)) {
            Some(Block::Released(at)) => Err(self.released(name, *at)),
            _ => Ok(()),
        }
    }

    fn released(&self, name: Name, at: Span) -> Fail {
        let message = format!(
            "`{}` is used, but its block was released",
            self.program.names.text(name)
        );
        self.unsound(&CORE_M_ALIVE, "alive", message)
            .and_at(at, "it is released here")
    }
}
