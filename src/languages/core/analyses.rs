//! What passes ask of programs, one of each.
//!
//! | file | what |
//! | --- | --- |
//! | `free.rs` | which names a part uses that it does not bind |
//! | `uses.rs` | how often each name is used, and as what; which statement defines it |
//! | `aliases.rs` | which arrays may be one, and which classes of them are consumed |
//! | `consumed.rs` | which parameters the functions of combinators consume |
//! | `effects.rs` | what executing does besides giving values: failing, not ending, adding |
//! | `dependences.rs` | which statements of a body have to stay before which |
//! | `measure.rs` | how large a part is, whether it has parallelism, and what it calls |
//! | `calls.rs` | which functions are called |
//!
//! The checker has its own account of aliases, with an order and with branches: it refuses programs by it, and no pass changes a program by that.
//! The reference semantics uses none of them.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

pub mod aliases;
pub mod calls;
pub mod consumed;
pub mod dependences;
pub mod effects;
pub mod free;
pub mod measure;
pub mod uses;
