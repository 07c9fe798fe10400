//! Kernels as data: what the last stage of the translation makes and what the runtime executes.
//!
//! - [`c`] is the tree of the subset of C that kernels are written in, common to
//!   OpenCL C and to C with OpenMP, and [`make`] has short functions that make trees.
//! - [`print`](mod@print) turns a tree into text that is meant to be read, and says which place of
//!   the source each line of the text comes from; [`words`] keeps names out of the
//!   way of reserved words.
//! - [`prim`] spells the primitive operators of Elder in either dialect, with the
//!   meaning that the reference semantics gives them; [`subgroups`] is how lanes hand
//!   each other values.
//! - [`layout`](mod@layout) says how many bytes types take, the same on host and device.
//! - [`size`] has the expressions over sizes that only the launch can evaluate, [`interval`] says
//!   between which numbers those lie that kernels compute, [`number`] what the host computes besides, and
//!   [`plan`] is the launch plan: buffers, kernels, the steps of the host.
//! - [`host`] is the language of the host: scalars, blocks, control, and entries that do what touches many elements.
//! - [`read`] reads plans and kernels from text; [`check`] judges them by the [`rules`], and makes [`tree`]s that can be executed.
//!
//! Nothing here talks to a device.  A pass constructs a [`Plan`]; `elder-opencl`
//! executes it, on an OpenCL device or on the CPU by way of a C compiler.

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod c;
pub mod check;
pub mod host;
pub mod interval;
pub mod layout;
pub mod make;
pub mod number;
pub mod plan;
pub mod prim;
pub mod print;
pub mod read;
pub mod rules;
pub mod size;
pub mod subgroups;
pub mod tree;
pub mod words;

pub use plan::Plan;
pub use print::{Dialect, Printed, print, print_all};
pub use size::Size;

/// The language of kernels and launch plans, for all that ranges over languages.
pub static LANGUAGE: elder_syntax::Language = elder_syntax::Language {
    name: "kernels",
    ending: "ker",
    rules: rules::TABLES,
    effort: Some(&rules::KER_T_EFFORT),
};
