//! `elder`: the command line with all its subcommands.

use super::{bench, build, check, explain, spec, test};
use crate::Exit;
use clap::{Parser, Subcommand};

/// An executable semantics for data-parallel functional array languages.
#[derive(Debug, Parser)]
#[command(name = "elder", version, about)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check programs without running them.
    Check(check::Arguments),
    /// Show the kernels of a program.
    Build(build::Arguments),
    /// Time a compiled program on a device.
    Bench(bench::Arguments),
    /// Run the test blocks that programs carry in their comments.
    Test(test::Arguments),
    /// Explain the rule that an error message names.
    Explain(explain::Arguments),
    /// Run the conformance cases of the written definition.
    Spec(spec::Arguments),
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Exit {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Build(arguments) => build::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Test(arguments) => test::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Spec(arguments) => spec::run(arguments),
    }
}
