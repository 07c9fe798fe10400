//! `elder explain`: what a rule says, with an accepted and a rejected example.

use super::print;
use crate::Exit;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The id of a rule, such as FUT-T-IF, as error messages show it.
    id: String,
}

/// Prints the rule.
pub fn run(arguments: &Arguments) -> Exit {
    if let Some(text) = elder_spec::explain(&arguments.id) {
        print(&format!("{}\n", text.trim_end()));
        return Exit::Value;
    }
    eprintln!("error: there is no rule {}", arguments.id);
    let wanted = arguments.id.to_ascii_uppercase();
    let near: Vec<&str> = elder_futhark::rules::TABLES
        .iter()
        .flat_map(|table| table.iter())
        .map(|rule| rule.id)
        .filter(|id| id.contains(&wanted) || wanted.split('-').next_back().is_some_and(|w| id.ends_with(w)))
        .take(10)
        .collect();
    if !near.is_empty() {
        eprintln!("help: did you mean {}?", near.join(", "));
    }
    Exit::StaticError
}
