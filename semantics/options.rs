//! How a program is run, and what a run gives, of whatever language.
//!
//! Each language has its [`Options`], with what only its runs are told in a type `Mode`, and its [`Outcome`], with its values and what they
//! cost.

use crate::choice::{Brackets, Chunks, Numbers};
use crate::derivation::Derivation;
use crate::failure::Run;
use crate::memory::Memory;
use crate::order::Order;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The memory limit where none is given.
pub const DEFAULT_MEMORY: u64 = 12 << 30;

/// Bounds on a run; `None` is no bound.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Steps as the language counts them: calls, rounds, elements.  Where elements are touched in one go,
    /// [`ELEMENTS`](crate::memory::ELEMENTS) of them are one.
    pub fuel: Option<u64>,
    /// Bytes of array elements alive at one time; `None` is [`DEFAULT_MEMORY`].
    pub memory: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

impl Limits {
    /// So much fuel.
    pub const fn fuel(fuel: u64) -> Limits {
        Limits {
            fuel: Some(fuel),
            memory: None,
            time: None,
        }
    }

    /// So much fuel, and so many bytes.
    pub const fn of(fuel: u64, memory: u64) -> Limits {
        Limits {
            memory: Some(memory),
            ..Limits::fuel(fuel)
        }
    }

    /// The fuel, all that can be counted where there is no bound.
    pub(crate) fn steps(&self) -> u64 {
        self.fuel.unwrap_or(u64::MAX)
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.unwrap_or(DEFAULT_MEMORY)
    }

    /// When the time is over, from now on.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time.map(|time| Instant::now() + time)
    }

    /// An empty account of the memory, and of the elements that the fuel pays for.
    pub(crate) fn account(&self) -> Rc<Memory> {
        Rc::new(Memory::with_fuel(self.bytes(), self.steps()))
    }
}

/// How to run.
#[derive(Clone, Debug)]
pub struct Options<M = ()> {
    /// Bounds.
    pub limits: Limits,
    /// Calls within calls, where the language counts them.
    pub depth: u32,
    /// Record the derivation, at most so deep and with so many nodes.
    pub derivation: Option<(usize, usize)>,
    /// The order of what does not depend on each other.
    pub order: Order,
    /// How inputs of streams are cut.
    pub chunks: Chunks,
    /// How reductions are bracketed.
    pub brackets: Brackets,
    /// What tuned numbers are, by their names: expressions of Futhark with `#[param(name)]`; of those of Core that are missing the run
    /// chooses (CORE-E-TUNED).
    pub tuned: Rc<BTreeMap<String, i64>>,
    /// What the others are.
    pub tuning: Numbers,
    /// What only runs of this language are told.
    pub mode: M,
}

impl<M: Default> Default for Options<M> {
    fn default() -> Options<M> {
        Options {
            limits: Limits::default(),
            depth: 20_000,
            derivation: None,
            order: Order::Forward,
            chunks: Chunks::One,
            brackets: Brackets::Left,
            tuned: Rc::default(),
            tuning: Numbers::Default,
            mode: M::default(),
        }
    }
}

impl<M> Options<M> {
    /// With other choices than those of the definition, which this decides; zero: those of the definition.
    #[must_use]
    pub fn choosing(self, seed: u64) -> Options<M> {
        match seed {
            0 => self,
            seed => Options {
                order: Order::Shuffled(seed),
                chunks: Chunks::Random(seed),
                brackets: Brackets::Random(seed),
                ..self
            },
        }
    }

    /// The same in another mode.
    pub fn within<N>(self, mode: N) -> Options<N> {
        Options {
            limits: self.limits,
            depth: self.depth,
            derivation: self.derivation,
            order: self.order,
            chunks: self.chunks,
            brackets: self.brackets,
            tuned: self.tuned,
            tuning: self.tuning,
            mode,
        }
    }

    /// Whether nothing is chosen otherwise than by the definition.
    pub(crate) fn is_defined(&self) -> bool {
        (self.order, self.chunks, self.brackets) == (Order::Forward, Chunks::One, Brackets::Left)
    }

    /// A derivation to record, if one is asked for.
    pub(crate) fn recorded(&self) -> Option<Derivation> {
        self.derivation
            .map(|(depth, nodes)| Derivation::new(depth, nodes))
    }
}

/// What a run gave.
#[derive(Debug)]
pub struct Outcome<V, C, A = ()> {
    /// The results, or why there are none.
    pub results: Run<V>,
    /// The derivation, if it was asked for.
    pub derivation: Option<Derivation>,
    /// What it cost.
    pub cost: C,
    /// What else runs of this language give.
    pub also: A,
}
