//! Values on standard input and output, in the data formats.

use crate::input;
use crate::messages::{self, say};
use elder_engine::{Exit, Output};
use elder_syntax::Value;
use elder_syntax::prim::PrimType;
use elder_syntax::value::{binary, text};
use std::io::{IsTerminal, Read, Write};

/// All values on standard input; `defaults` are the types of numbers without a suffix, one a value that is wanted.
///
/// # Errors
/// Where the input is malformed.
pub fn read(defaults: &[Option<PrimType>]) -> Result<Vec<Value>, String> {
    let mut stdin = std::io::stdin().lock();
    let mut bytes = Vec::new();
    // Nobody should have to end an input that is not wanted.
    if !(defaults.is_empty() && stdin.is_terminal()) {
        if stdin.is_terminal() {
            say(format_args!(
                "reading {} arguments from standard input\n",
                defaults.len()
            ));
        }
        stdin
            .read_to_end(&mut bytes)
            .map_err(|e| format!("cannot read standard input: {e}"))?;
    }
    input::values(&bytes, defaults).map_err(|e| format!("standard input, {e}"))
}

/// Writes the results, each on a line of its own.
pub fn write(outputs: impl Iterator<Item = Output>, as_binary: bool) -> Exit {
    let mut out = std::io::stdout().lock();
    let write_all = || -> std::io::Result<Exit> {
        for output in outputs {
            match output {
                Output::Value(value) if as_binary => binary::write_to(&value, &mut out)?,
                Output::Value(value) => {
                    text::write_to(&value, &mut out)?;
                    out.write_all(b"\n")?;
                }
                Output::Opaque(shown) if as_binary => {
                    messages::error(format_args!("this result has no binary format: {shown}"));
                    return Ok(Exit::StaticError);
                }
                Output::Opaque(shown) => writeln!(out, "{shown}")?,
            }
        }
        out.flush()?;
        Ok(Exit::Value)
    };
    match write_all() {
        Ok(exit) => exit,
        // A reader that went away is no error.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Exit::Value,
        Err(e) => {
            messages::error(format_args!("cannot write the results: {e}"));
            Exit::StaticError
        }
    }
}
