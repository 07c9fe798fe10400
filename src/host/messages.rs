//! What commands say on standard error: diagnostics, for people or as data.

use elder_engine::{Rejected, message};
use elder_syntax::{Diagnostic, SourceMap, report};
use std::fmt;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// How diagnostics are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Messages {
    /// How errors and warnings are written on standard error: for people, or as data, one object of JSON a line.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, global = true)]
    message_format: Format,
}

/// The formats of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Reports with the lines concerned.
    #[default]
    Text,
    /// An object a diagnostic, as `docs/messages.md` says.
    Json,
}

/// Whether this process writes its diagnostics as data.
static AS_DATA: AtomicBool = AtomicBool::new(false);

impl Messages {
    /// From here on this process writes its diagnostics so.
    pub fn choose(self) {
        AS_DATA.store(self.message_format == Format::Json, Relaxed);
    }
}

/// Whether reports on standard error may be coloured.
pub fn colour() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Writes on standard error.  Whoever reads it may go away; a message that nobody reads is no failure.
pub fn say(text: fmt::Arguments<'_>) {
    let _ = std::io::stderr().write_fmt(text);
}

/// Prints on standard output.  A reader that went away is no error.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Reports these diagnostics.
pub fn report<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>, sources: &SourceMap) {
    match AS_DATA.load(Relaxed) {
        true => diagnostics
            .into_iter()
            .for_each(|diagnostic| say(format_args!("{}\n", message::json(diagnostic, sources)))),
        false => say(format_args!("{}", report::render(diagnostics, sources, colour()))),
    }
}

/// Reports why a program is not legal.
pub fn rejected(rejected: &Rejected) {
    match AS_DATA.load(Relaxed) {
        true => report(&rejected.diagnostics, &rejected.sources),
        false => say(format_args!("{}", rejected.render(colour()))),
    }
}

/// Reports an error that is of no program.
pub fn error(message: impl fmt::Display) {
    match AS_DATA.load(Relaxed) {
        true => report([&Diagnostic::outside(message.to_string())], &SourceMap::new()),
        false => say(format_args!("error: {message}\n")),
    }
}
