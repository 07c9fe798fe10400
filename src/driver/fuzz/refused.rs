//! Programs that break one rule, of any language: the checker has to refuse them first for what they break.

use super::Verdict;
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, Rule};
use std::fmt::{Display, Write as _};

/// The first error among what a checker says of such a program names that premise of that rule.
pub fn judge(rule: &str, premise: &str, diagnostics: &[Diagnostic]) -> Verdict {
    let place = format!("{rule}/{premise}");
    let Some(error) = diagnostics.iter().find(|d| d.severity == Severity::Error) else {
        return Verdict::differ(place, "it is accepted");
    };
    let by = error
        .refusal
        .map_or_else(String::new, |refusal| refusal.to_string());
    match by == place {
        true => Verdict::Agree,
        false => Verdict::differ(place, format!("it is refused by {by}: {}", error.message)),
    }
}

/// How often the premises of these rules refused, as `count` says of the rule and the premise's number, and those that never did.
pub fn premises(tables: &[&[&'static Rule]], count: &dyn Fn(&Rule, usize) -> u64) -> String {
    let rules = tables.iter().flat_map(|table| table.iter());
    let premises = rules.flat_map(|rule| {
        let name = |key| format!("{}/{key}", rule.id);
        rule.premises
            .iter()
            .enumerate()
            .map(move |(number, premise)| (name(premise.key), count(rule, number)))
    });
    tally("premises", premises)
}

/// A line with those that were met, most first, and one with those that were not.
pub fn tally<T: Display>(what: &str, counts: impl Iterator<Item = (T, u64)>) -> String {
    let (mut met, never): (Vec<_>, Vec<_>) = counts.partition(|(_, count)| *count > 0);
    met.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let met: Vec<String> = met
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let mut out = format!("{what} met: {}\n", met.join(", "));
    if !never.is_empty() {
        let never: Vec<String> = never.iter().map(|(name, _)| name.to_string()).collect();
        let _ = writeln!(out, "{what} never met: {}", never.join(", "));
    }
    out
}
