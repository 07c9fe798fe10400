//! The memory of arrays that a kernel makes.
//!
//! Words lie one after the other; the end goes up with every array, and back where all arrays behind a place are done with.

use super::{Bank, Reg, Registers, at};
use crate::memory::Memory;
use elder_syntax::prim::PrimType;
use smallvec::SmallVec;

/// Scratch memory of a run of a kernel.
#[derive(Debug, Default)]
pub struct Scratch {
    words: Vec<u64>,
    top: usize,
    /// Bytes that the account of memory has for it.
    charged: u64,
}

/// Where the elements of an array lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// In scratch memory.
    Scratch,
    /// In an array from outside.
    Bank(u8),
    /// Nowhere: they are what their places would be.
    Range,
}

/// An array as a kernel sees it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The type of its scalars.
    pub prim: PrimType,
    /// Where they lie.
    pub source: Source,
    /// The place of the first.
    pub base: Reg,
    /// Sizes and distances of neighbours.
    pub dims: SmallVec<[(Reg, Reg); 3]>,
}

impl Scratch {
    /// The word at a place.
    #[inline(always)]
    pub fn get(&self, at: u64) -> u64 {
        self.words.get(at as usize).copied().unwrap_or(0)
    }

    /// Replaces the word at a place.
    #[inline(always)]
    pub fn set(&mut self, at: u64, word: u64) {
        if let Some(place) = self.words.get_mut(at as usize) {
            *place = word;
        }
    }

    /// Room for so many words: where it begins.
    #[inline(always)]
    pub fn room(&mut self, words: u64) -> u64 {
        let base = self.top;
        self.top += words as usize;
        if self.top > self.words.len() {
            self.grow();
        }
        base as u64
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.top.max(1024).next_power_of_two();
        self.words.resize(size, 0);
    }

    /// Enters bytes in the account.
    #[inline(always)]
    pub fn charge(&mut self, memory: &Memory, bytes: u64) {
        memory.charge(bytes);
        self.charged += bytes;
    }

    /// Where it ends, and what is in the account.
    #[inline(always)]
    pub fn mark(&self) -> (u64, u64) {
        (self.top as u64, self.charged)
    }

    /// Gives back what came after a mark.
    #[inline(always)]
    pub fn release(&mut self, memory: &Memory, (top, charged): (u64, u64)) {
        self.top = top as usize;
        memory.release(self.charged - charged);
        self.charged = charged;
    }

    /// Gives back everything; a large piece of memory is not kept.
    pub fn clear(&mut self, memory: &Memory) {
        const KEPT: usize = 1 << 16;
        self.release(memory, (0, 0));
        if self.words.len() > KEPT {
            self.words = Vec::new();
        }
    }

    /// Fills words from a place on.
    pub fn fill(&mut self, at: u64, words: u64, word: u64) {
        let at = at as usize;
        if let Some(places) = self.words.get_mut(at..at + words as usize) {
            places.fill(word);
        }
    }

    /// Copies an array to a place, row by row.
    pub fn copy(&mut self, to: u64, seen: &Seen, r: &Registers, banks: &[Bank]) {
        if let (Source::Scratch, [(size, stride)]) = (seen.source, &seen.dims[..])
            && at(r, *stride) == 1
        {
            let from = at(r, seen.base) as usize;
            let end = from + at(r, *size) as usize;
            if end <= self.words.len() && to as usize + (end - from) <= self.words.len() {
                self.words.copy_within(from..end, to as usize);
            }
            return;
        }
        let mut next = to;
        // The array is never where it is copied to.
        seen.places(r, &mut |place| {
            let word = seen.word(place, self, banks);
            self.set(next, word);
            next += 1;
            true
        });
    }
}

impl Seen {
    /// The sizes of its dimensions.
    pub fn shape<'r>(&'r self, r: &'r Registers) -> impl Iterator<Item = i64> + 'r {
        self.dims.iter().map(|(size, _)| at(r, *size) as i64)
    }

    /// The element at a place.
    #[inline(always)]
    pub fn word(&self, place: i64, scratch: &Scratch, banks: &[Bank]) -> u64 {
        match self.source {
            Source::Scratch => scratch.get(place as u64),
            Source::Range => place as u64,
            Source::Bank(bank) => banks.get(usize::from(bank)).map_or(0, |bank| bank.load(place)),
        }
    }

    /// Visits all elements in order, as long as it is told to go on.
    #[inline(always)]
    pub fn words(
        &self,
        r: &Registers,
        scratch: &Scratch,
        banks: &[Bank],
        visit: &mut impl FnMut(u64) -> bool,
    ) {
        // Most arrays have one dimension and few elements.
        if let (Source::Scratch, [(size, stride)]) = (self.source, &self.dims[..]) {
            let (mut place, stride) = (at(r, self.base), at(r, *stride));
            for _ in 0..at(r, *size) {
                if !visit(scratch.get(place)) {
                    return;
                }
                place = place.wrapping_add(stride);
            }
            return;
        }
        self.places(r, &mut |place| visit(self.word(place, scratch, banks)));
    }

    /// Visits the places of all elements in order, as long as it is told to go on.
    pub fn places(&self, r: &Registers, visit: &mut impl FnMut(i64) -> bool) -> bool {
        fn walk(from: i64, dims: &[(i64, i64)], visit: &mut impl FnMut(i64) -> bool) -> bool {
            match dims {
                [] => visit(from),
                [(n, s)] => (0..*n).all(|i| visit(from.wrapping_add(i.wrapping_mul(*s)))),
                [(n, s), rest @ ..] => {
                    (0..*n).all(|i| walk(from.wrapping_add(i.wrapping_mul(*s)), rest, visit))
                }
            }
        }
        let word = |reg: Reg| at(r, reg) as i64;
        let dims: SmallVec<[(i64, i64); 3]> = self.dims.iter().map(|(n, s)| (word(*n), word(*s))).collect();
        walk(word(self.base), &dims, visit)
    }
}
