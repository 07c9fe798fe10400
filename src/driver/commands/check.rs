//! `elder check`: whether programs are legal.

use super::{messages, print};
use crate::Exit;
use crate::engine::{Program, Switches};
use std::path::PathBuf;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Programs.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    switches: Switches,
}

/// Checks all programs; reports go to standard error.
pub fn run(arguments: &Arguments) -> Exit {
    let mut exit = Exit::Value;
    for file in &arguments.files {
        match Program::load_with(file, arguments.switches) {
            Ok(program) => {
                messages::report(program.warnings(), program.sources());
                print(&format!("{}: ok\n", file.display()));
            }
            Err(rejected) => {
                messages::rejected(&rejected);
                exit = exit.max(rejected.exit());
            }
        }
    }
    exit
}
