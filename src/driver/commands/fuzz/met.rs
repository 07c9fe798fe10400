//! Which rules generated programs met, and how often: what a generator never makes is not tested.

use crate::tower::{self, LANGUAGES};
use elder_syntax::Rule;
use elder_syntax::rule::Premise;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How often each rule was applied, and each of its premises refused, before any program was generated.
pub(super) struct Before(BTreeMap<&'static str, (u64, Vec<u64>)>);

impl Before {
    /// Up to now.
    pub(super) fn now() -> Before {
        let refusals = |rule: &'static Rule| rule.premises.iter().map(Premise::refusals).collect();
        let rules = tower::rules().map(|rule| (rule.id, (rule.applications(), refusals(rule))));
        Before(rules.collect())
    }

    /// How often a rule was applied since.
    fn since(&self, rule: &Rule) -> u64 {
        let before = self.0.get(rule.id).map_or(0, |(applied, _)| *applied);
        rule.applications().wrapping_sub(before)
    }

    /// How often the premise of that number refused since.
    pub(super) fn refused(&self, rule: &Rule, number: usize) -> u64 {
        let before = self.0.get(rule.id).and_then(|(_, refused)| refused.get(number));
        let now = rule.premises.get(number).map_or(0, Premise::refusals);
        now.wrapping_sub(before.copied().unwrap_or_default())
    }
}

/// How many of the rules of that language, and of those that all languages share, were met since then; `each` lists them, most used first.
pub(super) fn rules(language: &str, each: bool, before: &Before) -> String {
    let tables = LANGUAGES
        .iter()
        .filter(|l| l.declared.name == language)
        .map(|l| l.declared.rules);
    let tables = tables.chain([elder_syntax::RULES]).flatten();
    let mut rules: Vec<&Rule> = tables.flat_map(|table| table.iter().copied()).collect();
    let met = rules.iter().filter(|rule| before.since(rule) > 0).count();
    let all = rules.len();
    if !each {
        return format!("{met} of {all} rules met, `--rules` lists them\n");
    }
    rules.sort_by_key(|rule| (Reverse(before.since(rule)), rule.id));
    let line = |rule: &&Rule| format!("{:>12} {:<24} {}\n", before.since(rule), rule.id, rule.title);
    let lines: String = rules.iter().map(line).collect();
    format!("{lines}{met} of {all} rules met\n")
}
