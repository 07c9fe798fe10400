//! Which rules generated programs met, and how often: what a generator never makes is not tested.

use crate::tower::LANGUAGES;
use elder_syntax::Rule;
use std::cmp::Reverse;

/// How many of the rules of that language, and of those that all languages share, were met in this process; `each` lists them, most used first.
pub(super) fn rules(language: &str, each: bool) -> String {
    let tables = LANGUAGES
        .iter()
        .filter(|l| l.declared.name == language)
        .map(|l| l.declared.rules);
    let tables = tables.chain([elder_syntax::RULES]).flatten();
    let mut rules: Vec<&Rule> = tables.flat_map(|table| table.iter().copied()).collect();
    let met = rules.iter().filter(|rule| rule.applications() > 0).count();
    let all = rules.len();
    if !each {
        return format!("{met} of {all} rules met, `--rules` lists them\n");
    }
    rules.sort_by_key(|rule| (Reverse(rule.applications()), rule.id));
    let line = |rule: &&Rule| format!("{:>12} {:<24} {}\n", rule.applications(), rule.id, rule.title);
    let lines: String = rules.iter().map(line).collect();
    format!("{lines}{met} of {all} rules met\n")
}
