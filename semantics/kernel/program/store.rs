//! Blocks with their counts.

use super::cells::Cells;
use crate::memory::Memory;
use std::rc::Rc;

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockId(usize);

/// What is known of a block.
#[derive(Debug)]
pub(super) struct Block {
    pub cells: Cells,
    /// Whether somebody else may read it, so that the program does not write to it.
    pub is_foreign: bool,
    /// How many variables have it.
    count: usize,
}

/// All blocks.
#[derive(Debug)]
pub(super) struct Store {
    /// Those that are gone are taken again: no variable has them.
    blocks: Vec<Option<Block>>,
    free: Vec<usize>,
    memory: Rc<Memory>,
}

impl Store {
    pub fn new(memory: Rc<Memory>) -> Store {
        Store {
            blocks: Vec::new(),
            free: Vec::new(),
            memory,
        }
    }

    /// The account of what the blocks take.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// A new block that is counted once; who makes it has asked whether there is room.
    pub fn add(&mut self, cells: Cells, is_foreign: bool) -> BlockId {
        self.memory.charge(bytes(&cells));
        let block = Some(Block {
            cells,
            is_foreign,
            count: 1,
        });
        match self.free.pop() {
            Some(at) => {
                self.blocks[at] = block;
                BlockId(at)
            }
            None => {
                self.blocks.push(block);
                BlockId(self.blocks.len() - 1)
            }
        }
    }

    /// A block; one that a variable has is there.
    pub fn get(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.0)?.as_ref()
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, id: BlockId) -> Option<&mut Block> {
        self.blocks.get_mut(id.0)?.as_mut()
    }

    /// One count more.
    pub fn share(&mut self, id: BlockId) {
        if let Some(block) = self.get_mut(id) {
            block.count += 1;
        }
    }

    /// One count less; the last one takes the block with it.
    pub fn release(&mut self, id: BlockId) {
        let Some(block) = self.get_mut(id) else { return };
        block.count -= 1;
        if block.count == 0 {
            let bytes = bytes(&block.cells);
            self.memory.release(bytes);
            self.blocks[id.0] = None;
            self.free.push(id.0);
        }
    }
}

/// The bytes of its elements.
pub(super) fn bytes(cells: &Cells) -> u64 {
    (cells.count() as u64).saturating_mul(cells.element().bytes() as u64)
}
