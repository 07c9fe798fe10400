//! Plans with kernels that are made together with their meaning: what they give, or the one premise that they break.
//!
//! What passes write is right, so on it no premise of the checker of kernels and of their semantics ever fails.  Here programs are made from sketches:
//! each says by a small model of its own what comes of it, for parameters that are drawn, broken ones and the nearest that are not.  Numbers ([`numbers`])
//! are computed as C says, with values as exact integers; who reaches which cell in which order ([`sharing`]) is judged by looking at all pairs of accesses;
//! what else memory ([`memory`]), the host ([`hosts`]) and the checker ([`typing`]) ask for has a row a premise.  A sketch stands within other statements
//! ([`frame`]), so that its place is no matter.
//!
//! The model shares with what it judges the values and their types, and nothing else.

mod frame;
mod hosts;
mod memory;
mod model;
mod numbers;
mod sharing;
mod typing;

use crate::Choices;
use elder_syntax::Value;

/// A plan with its kernels, as text, and what comes of it.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The text.
    pub text: String,
    /// What it reads.
    pub inputs: Vec<Value>,
    /// What comes of it.
    pub expected: Expected,
    /// The sort of program.
    pub sort: &'static str,
}

/// What comes of a plan.
#[derive(Clone, Debug)]
pub enum Expected {
    /// These values.
    Values(Vec<Value>),
    /// Some values.
    Accepted,
    /// A rule refuses it, by that premise.
    Refused(&'static str, &'static str),
    /// The values are not what the plan takes.
    Arguments,
}

type Draw = fn(&mut Choices) -> Sketch;

/// The sorts of programs; one that has much to choose stands here several times.
const SORTS: [(&str, Draw); 12] = [
    ("numbers", numbers::expression),
    ("sharing", sharing::accesses),
    ("memory", memory::sketch),
    ("typing", typing::sketch),
    ("hosts", hosts::sketch),
    ("updates", numbers::update),
    ("sharing", sharing::accesses),
    ("barriers", sharing::barriers),
    ("memory", memory::sketch),
    ("typing", typing::sketch),
    ("hosts", hosts::sketch),
    ("numbers", numbers::expression),
];

/// A program with its meaning.
pub fn sketch(c: &mut Choices) -> Sketch {
    let (sort, draw) = SORTS[c.below(SORTS.len())];
    let sketch = c.part(draw);
    Sketch { sort, ..sketch }
}
