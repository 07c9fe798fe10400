//! The binary `elder`.

use clap::Parser;
use elder_driver::{commands, stack};
use mimalloc::MiMalloc;
use std::process::ExitCode;

/// Trees of small nodes are made and dropped all the time, by all threads of a fuzzer at once; a quarter of its time went to the allocator of the
/// system.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // While there is one thread still: it changes what OpenCL finds.
    if let Err(error) = elder_opencl::intel::enable() {
        eprintln!("warning: {error}");
    }
    let arguments = commands::elder::Arguments::parse();
    stack::run(move || commands::elder::run(&arguments))
}
