//! `elder explain`: what a rule says, with an accepted and a rejected example.

use super::{messages, print};
use crate::{Exit, tower};

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The id of a rule, such as FUT-T-IF, alone or with one of its premises, as error messages show them (FUT-T-IF/branches); without it, all rules are listed.
    id: Option<String>,
}

/// Prints the rule.
pub fn run(arguments: &Arguments) -> Exit {
    let Some(id) = &arguments.id else {
        let lines = tower::rules().map(|r| format!("{:<24} {}\n", r.id, r.title));
        print(&lines.collect::<String>());
        return Exit::Value;
    };
    if let Some(text) = elder_spec::explain(id) {
        print(&format!("{}\n", text.trim_end()));
        return Exit::Value;
    }
    if let Some((rule, key)) = id.split_once('/')
        && let Some(rule) = elder_spec::language::find(rule)
    {
        messages::error(format_args!("{} has no premise {key}", rule.id));
        let keys: Vec<&str> = rule.premises.iter().map(|premise| premise.key).collect();
        if !keys.is_empty() {
            eprintln!("help: its premises are {}", keys.join(", "));
        }
        return Exit::StaticError;
    }
    messages::error(format_args!("there is no rule {id}"));
    let wanted = id.to_ascii_uppercase();
    let last = wanted.rsplit('-').next().unwrap_or(&wanted);
    let near = tower::rules().map(|rule| rule.id);
    let near: Vec<&str> = near
        .filter(|id| id.contains(&wanted) || !last.is_empty() && id.ends_with(last))
        .take(10)
        .collect();
    if near.is_empty() {
        eprintln!("help: `elder explain` lists all rules");
    } else {
        eprintln!("help: did you mean {}?", near.join(", "));
    }
    Exit::StaticError
}
