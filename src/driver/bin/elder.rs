//! The binary `elder`.

use clap::Parser;
use elder_driver::{commands, stack};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = commands::elder::Arguments::parse();
    stack::run(move || commands::elder::run(&arguments))
}
