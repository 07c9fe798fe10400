//! `plan`: a program in kernel form becomes a host program whose entries are programs of DPIA.
//!
//! The host's statements become steps (CORE-K-HOST): scalars, control, blocks.  An array of the host is a [place](place) in a block, which
//! the pass [`place`](super::place) has said.  A combinator over a
//! space becomes an entry by a skeleton ([segments]), and what its functions do a command ([item]).  At last [release] says which count of a block is dropped
//! or handed over.
//!
//! ```text
//! entry main [n] (xs: [n]f32): f32 =
//!   let s: f32 = segred @global (n) (+) (0.0f32) (\(i: i64): f32 -> safe let x: f32 = xs[i] in x) in s
//!
//! alloc out: 1 of f32
//! do main.s[n, k, c](xs -> out)         -- main.s = segred@f32@n@k@c(fun o. o := 0.0, fun x y o. o := x + y, .., fun i o. o := xs[known(i)], out)
//! read s = out[0]   drop out
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod accumulations;
mod deferred;
mod elementwise;
mod entry;
mod guard;
mod host;
mod item;
mod place;
mod release;
pub mod schedule;
mod segments;
mod texts;

use elder_core::names::Name;
use elder_core::rules::evaluation::CORE_E_ASSERT;
use elder_core::rules::plan as rules;
use elder_core::site::SiteId;
use elder_core::tree::Program;
use elder_dpia::Entry;
use elder_kernel::host::{Program as Host, Site};
use elder_syntax::{Diagnostic, Name as Text, Rule, Span};
use schedule::{Chosen, Schedule};

/// The rules of the pass.
pub const RULES: &[&Rule] = rules::TABLE;

/// What is made, or the statement that has no counterpart.
type Made<T> = Result<T, Box<Diagnostic>>;

/// What a statement counts of the steps that the pass may take: a call is its function again.
const EFFORT: usize = 200;

/// What a host program shows of what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shows {
    /// Its results.
    #[default]
    Results,
    /// Each array that a statement of the host binds, too, where it lies behind that ([`shown_as`]).
    Statements,
}

/// What an array is called that is shown, by the name that a statement binds to it: no other name is called so.
pub fn shown_as(program: &Program, name: Name) -> Text {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let text = program.names.text(name).replace(|c| !fits(c), "_");
    format!("{text}.{}", name.index()).into()
}

/// The host program of all entry points by a schedule, which shows this of what it does, and what was chosen for it.
///
/// # Errors
/// What has no counterpart, by rule.
pub fn run(
    program: &Program,
    schedule: Schedule,
    shows: Shows,
) -> Result<(Host<Entry>, Vec<Chosen>), Vec<Diagnostic>> {
    let mut entries = host::Entries::of(schedule, shows);
    let mut points = Vec::new();
    for definition in &program.entries {
        points.push(host::point(program, definition, &mut entries).map_err(|refused| vec![*refused])?);
    }
    let host = Host {
        entries: entries.all,
        constants: entries.constants,
        points,
    };
    Ok((host, entries.chosen))
}

/// A premise of a rule does not hold.
fn refused<T>(rule: &'static Rule, premise: &str, span: Span, message: impl Into<String>) -> Made<T> {
    Err(Box::new(Diagnostic::error(rule.refuse(premise), span, message)))
}

/// Something that the checker excludes, so that it is a mistake of Elder's.
fn malformed<T>(span: Span, message: &str) -> Made<T> {
    Err(Box::new(Diagnostic {
        span,
        ..Diagnostic::outside(format!("the program is malformed: {message}"))
    }))
}

/// What an entry is refused for, which is a mistake of Elder's: no rule of this pass says that the program has no counterpart.
fn mistaken(errors: Vec<Diagnostic>) -> Box<Diagnostic> {
    let Some(first) = errors.into_iter().next() else {
        return Box::new(Diagnostic::outside("an entry has no definition"));
    };
    let rule = first
        .refusal
        .map_or_else(String::new, |rule| format!(" [{rule}]"));
    Box::new(Diagnostic {
        refusal: None,
        message: format!("an entry is malformed: {}{rule}", first.message),
        ..first
    })
}

/// What an assertion says where it fails.
fn site(program: &Program, at: SiteId) -> Site {
    let site = program.site(at);
    let message = site
        .message
        .as_ref()
        .map_or("the assertion does not hold", |message| message.text());
    Site {
        premise: site.blamed.unwrap_or_else(|| CORE_E_ASSERT.blamed("holds")),
        span: site.span,
        message: message.into(),
    }
}
