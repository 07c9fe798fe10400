//! The binary `ref-run`.

use clap::Parser;
use elder_host::{ref_run, stack};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = ref_run::Arguments::parse();
    stack::run(move || ref_run::run(&arguments))
}
