//! The binary `elder`.

use clap::Parser;
use elder_driver::{commands, stack};
use std::process::ExitCode;

fn main() -> ExitCode {
    // While there is one thread still: it changes what OpenCL finds.
    if let Err(error) = elder_opencl::intel::enable() {
        eprintln!("warning: {error}");
    }
    let arguments = commands::elder::Arguments::parse();
    stack::run(move || commands::elder::run(&arguments))
}
