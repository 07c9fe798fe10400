//! The binary `ref-run`.

use clap::Parser;
use elder_driver::{commands, stack};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = commands::ref_run::Arguments::parse();
    stack::run(move || commands::ref_run::run(&arguments))
}
