//! `elder`: the command line with all its subcommands.

use super::{bench, build, check, dev, explain, fuzz, reduce, run as run_compiled, spec, survey, test};
use crate::Exit;
use clap::{Parser, Subcommand};
use elder_host::configuration::Effort;
use elder_host::messages::Messages;

/// An executable semantics for data-parallel functional array languages.
#[derive(Debug, Parser)]
#[command(name = "elder", version, about)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    messages: Messages,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check programs without running them.
    Check(check::Arguments),
    /// Time entry points on devices, with the data sets of their test blocks.
    Bench(bench::Arguments),
    /// Run the test blocks that programs carry in their comments.
    Test(test::Arguments),
    /// Compile a program and run it on a device.
    Run(run_compiled::Arguments),
    /// Compile a program and write its kernels and its launch plan.
    Build(build::Arguments),
    /// Look into the compiler: programs after any pass, the passes, the devices.
    Dev(dev::Arguments),
    /// Compare generated programs on every pipeline of Elder.
    Fuzz(fuzz::Arguments),
    /// Make a program that shows a finding small.
    Reduce(reduce::Arguments),
    /// Explain the rule that an error message names.
    Explain(explain::Arguments),
    /// Run the conformance cases of the written definition.
    Spec(spec::Arguments),
    /// Check folders of other people's programs, and say by rule what is refused.
    Survey(survey::Arguments),
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Exit {
    arguments.effort.bound();
    arguments.messages.choose();
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Test(arguments) => test::run(arguments),
        Command::Run(arguments) => run_compiled::run(arguments),
        Command::Build(arguments) => build::run(arguments),
        Command::Dev(arguments) => dev::run(arguments),
        Command::Fuzz(arguments) => fuzz::run(arguments),
        Command::Reduce(arguments) => reduce::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Spec(arguments) => spec::run(arguments),
        Command::Survey(arguments) => survey::run(arguments),
    }
}
