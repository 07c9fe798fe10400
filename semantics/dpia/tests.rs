//! Programs as core terms, run by both readings.

mod build;
mod commands;
mod expressions;
mod groups;
