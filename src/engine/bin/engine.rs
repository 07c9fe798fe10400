//! The binary `engine`: a question on standard input, its answer on standard output ([`elder_engine::question`]).  It touches nothing else, so
//! it runs as WebAssembly wherever there are those two.

use elder_engine::question;
use std::io::{Read, Write};
use std::panic;
use std::process::ExitCode;

/// The exit status for a mistake in Elder.
const MISTAKE: u8 = elder_engine::Exit::Internal as u8;

fn main() -> ExitCode {
    let mut question = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut question) {
        eprintln!("error: cannot read the question: {error}");
        return ExitCode::from(elder_engine::Exit::StaticError as u8);
    }
    let asked = question.clone();
    let usual = panic::take_hook();
    // Where nothing unwinds, this is the last that runs.
    panic::set_hook(Box::new(move |info| match question::given_up(&asked) {
        Some(answer) => std::process::exit(write(&answer).into()),
        None => {
            usual(info);
            std::process::exit(MISTAKE.into())
        }
    }));
    ExitCode::from(write(&question::answer(&question)))
}

/// Writes an answer; the exit status is the one that it tells.
fn write(answer: &serde_json::Value) -> u8 {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{answer}").and_then(|()| out.flush());
    match (written, answer["status"].as_u64().map(u8::try_from)) {
        (Ok(()), Some(Ok(status))) => status,
        _ => MISTAKE,
    }
}
