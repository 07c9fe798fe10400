//! The engine on a machine with files: what every command needs, and the command `ref-run`.
//!
//! Programs and their imports are files ([`files`]), values stand on standard input and output ([`values`], [`input`]), messages on standard error
//! ([`messages`]); a command runs on a thread with a large stack ([`stack`]).  Whoever has no files calls [`elder_engine`] itself.

#![cfg_attr(not(test), warn(clippy::unwrap_used))]

pub mod configuration;
pub mod files;
pub mod input;
pub mod messages;
pub mod ref_run;
pub mod stack;
pub mod tuning;
pub mod values;
