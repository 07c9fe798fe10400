//! Tables whose keys only they give, so that each key has its node.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// What stands for a node of a table: its number there.
pub(super) trait Key: Copy {
    /// The key of this number.
    fn of(number: u32) -> Self;

    /// Its number.
    fn number(self) -> u32;
}

/// Nodes in the order in which they were made.
#[derive(Debug)]
pub(super) struct Table<K, N> {
    nodes: Vec<N>,
    keys: PhantomData<K>,
}

impl<K, N> Default for Table<K, N> {
    fn default() -> Table<K, N> {
        Table {
            nodes: Vec::new(),
            keys: PhantomData,
        }
    }
}

impl<K: Key, N> Table<K, N> {
    /// Adds a node.
    pub fn push(&mut self, node: N) -> K {
        self.nodes.push(node);
        K::of(self.nodes.len() as u32 - 1)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

#[allow(
    clippy::indexing_slicing,
    reason = "keys are given by `push`, and no node is taken away"
)]
impl<K: Key, N> Index<K> for Table<K, N> {
    type Output = N;

    fn index(&self, key: K) -> &N {
        &self.nodes[key.number() as usize]
    }
}

#[allow(
    clippy::indexing_slicing,
    reason = "keys are given by `push`, and no node is taken away"
)]
impl<K: Key, N> IndexMut<K> for Table<K, N> {
    fn index_mut(&mut self, key: K) -> &mut N {
        &mut self.nodes[key.number() as usize]
    }
}
