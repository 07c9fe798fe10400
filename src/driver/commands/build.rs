//! `elder build`: the kernels of a DPIA program, and the plan of their launches, as text.

use super::{colour, print};
use crate::{Exit, translate};
use elder_kernel::Dialect;
use std::path::PathBuf;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program.
    program: PathBuf,
    /// What of it is compiled.
    #[arg(long, default_value = "main")]
    entry: String,
    /// C with OpenMP instead of OpenCL C.
    #[arg(long)]
    openmp: bool,
    /// The launch plan, too.
    #[arg(long)]
    plan: bool,
}

/// Prints them.
pub fn run(arguments: &Arguments) -> Exit {
    let dialect = if arguments.openmp {
        Dialect::OpenMp
    } else {
        Dialect::OpenCl
    };
    let text = match std::fs::read_to_string(&arguments.program) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("error: cannot read {}: {e}", arguments.program.display());
            return Exit::StaticError;
        }
    };
    match translate::text(
        &arguments.program,
        &text,
        &arguments.entry,
        &translate::target(dialect),
    ) {
        Ok(plan) => {
            if arguments.plan {
                print(&format!("/*\n{plan}*/\n"));
            }
            print(&elder_kernel::print_all(&[&plan.unit()], dialect, &Default::default()).text);
            Exit::Value
        }
        Err(rejected) => {
            eprint!("{}", rejected.render(colour()));
            Exit::StaticError
        }
    }
}
