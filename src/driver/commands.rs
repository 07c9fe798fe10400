//! The commands, a module each.  Every one returns the exit status; only they print.

pub mod bench;
pub mod build;
pub mod check;
pub mod dev;
pub mod elder;
pub mod explain;
pub mod fuzz;
pub mod reduce;
pub mod ref_run;
pub mod run;
pub mod spec;
pub mod survey;
pub mod test;
mod values;

use std::io::{IsTerminal, Write};

/// Whether reports on standard error may be coloured.
fn colour() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Prints on standard output.  A reader that went away is no error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
