//! Running the cases and counting.
//!
//! A rule is *used* if it was applied while a case that names it ran, and that case
//! passed; a premise is *refused* likewise.  Being applied somewhere in the prelude does
//! not count.  The counters are those of the process, so the cases run one after the
//! other.

use std::fmt;

use elder_syntax::Rule;

use crate::language::{Language, languages};
use crate::{Case, Problem, problems, sections, values};

/// Share of the rules that must be used, in percent.
pub const RULES_GATE: f64 = 100.0;
/// Share of the premises that must have refused, in percent.
pub const PREMISES_GATE: f64 = 90.0;

/// What running a case's test blocks gave.
#[derive(Debug, Clone, Default)]
pub struct Execution {
    /// How many expectations were compared.
    pub assertions: usize,
    /// What went wrong; empty if all agreed.
    pub failures: Vec<String>,
}

/// A case that failed, and why.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The case's file.
    pub file: &'static str,
    /// One line a reason.
    pub reasons: Vec<String>,
}

/// How one rule came off.
#[derive(Debug, Clone)]
pub struct RuleCoverage {
    /// The rule.
    pub rule: &'static Rule,
    /// Exactly one text shows it.
    pub shown: bool,
    /// It was applied in a case that names it.
    pub used: bool,
    /// For each premise: it refused in a case that names it.
    pub refused: Vec<bool>,
}

/// The result of a run over all cases.
#[derive(Debug, Clone)]
pub struct Report {
    /// A line a rule, in table order.
    pub rules: Vec<RuleCoverage>,
    /// Cases that were run.
    pub cases: usize,
    /// Expectations that were compared.
    pub assertions: usize,
    /// Cases that failed.
    pub failures: Vec<Failure>,
    /// What is wrong with the spec itself.
    pub problems: Vec<Problem>,
}

/// The rules of the languages that the cases are of; of all languages if there are no cases.
fn rules_of(cases: &[Case]) -> Vec<&'static Rule> {
    let of_cases = |language: &Language| {
        let own = |case: &Case| case.language().is_some_and(|l| l.folder == language.folder);
        cases.is_empty() || cases.iter().any(own)
    };
    languages()
        .filter(of_cases)
        .flat_map(|language| language.declared.rules())
        .collect()
}

/// Runs cases and counts the rules of their languages: files of values here, programs with `execute`.
pub fn run(cases: &[Case], mut execute: impl FnMut(&Case) -> Execution) -> Report {
    let shown = sections();
    let rules = rules_of(cases);
    let mut report = Report {
        rules: rules
            .iter()
            .map(|&rule| RuleCoverage {
                rule,
                shown: shown.iter().filter(|s| s.id == rule.id).count() == 1,
                used: false,
                refused: vec![false; rule.premises.len()],
            })
            .collect(),
        cases: cases.len(),
        assertions: 0,
        failures: Vec::new(),
        problems: problems(),
    };
    for case in cases {
        let before: Vec<Counts> = rules.iter().copied().map(counts).collect();
        let execution = if values::is_values(case) {
            values::execute(case)
        } else {
            execute(case)
        };
        report.assertions += execution.assertions;
        let mut reasons = execution.failures;
        if execution.assertions == 0 {
            reasons.push("no expectation was compared".to_owned());
        }
        let passed = reasons.is_empty();
        for (line, (applied, refusals)) in report.rules.iter_mut().zip(&before) {
            let now = counts(line.rule);
            if case.rules.contains(&line.rule.id) {
                if now.0 == *applied {
                    reasons.push(format!("{} was not applied", line.rule.id));
                } else {
                    line.used |= passed;
                }
            }
            for (index, premise) in line.rule.premises.iter().enumerate() {
                if case.refuses.contains(&(line.rule.id, premise.key)) {
                    if now.1[index] == refusals[index] {
                        reasons.push(format!("{}/{} did not refuse", line.rule.id, premise.key));
                    } else {
                        line.refused[index] |= passed;
                    }
                }
            }
        }
        if !reasons.is_empty() {
            report.failures.push(Failure {
                file: case.file,
                reasons,
            });
        }
    }
    report
}

type Counts = (u64, Vec<u64>);

fn counts(rule: &'static Rule) -> Counts {
    (
        rule.applications(),
        rule.premises.iter().map(|p| p.refusals()).collect(),
    )
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        100.0
    } else {
        part as f64 * 100.0 / whole as f64
    }
}

impl Report {
    /// Rules shown exactly once.
    pub fn shown(&self) -> usize {
        self.rules.iter().filter(|r| r.shown).count()
    }

    /// Rules used.
    pub fn used(&self) -> usize {
        self.rules.iter().filter(|r| r.used).count()
    }

    /// Premises that refused, and premises in all.
    pub fn premises(&self) -> (usize, usize) {
        let flags = || self.rules.iter().flat_map(|r| r.refused.iter());
        (flags().filter(|f| **f).count(), flags().count())
    }

    /// Whether nothing failed and coverage is what the project asks for.
    pub fn meets_gate(&self) -> bool {
        let (refused, premises) = self.premises();
        self.failures.is_empty()
            && self.problems.is_empty()
            && percent(self.used(), self.rules.len()) >= RULES_GATE
            && percent(refused, premises) >= PREMISES_GATE
    }

    /// The figures, on one line.
    pub fn summary(&self) -> String {
        let (refused, premises) = self.premises();
        let rules = self.rules.len();
        let unknown = self
            .problems
            .iter()
            .filter(|p| matches!(p, Problem::Unknown { .. }))
            .count();
        format!(
            "rules: {} defined, {} shown, {rules} implemented, {} used ({:.1}%); premises: {refused} of {premises} \
             refused ({:.1}%); cases: {} passed, {} failed, {} assertions",
            rules + unknown,
            self.shown(),
            self.used(),
            percent(self.used(), rules),
            percent(refused, premises),
            self.cases - self.failures.len(),
            self.failures.len(),
            self.assertions,
        )
    }
}

impl fmt::Display for Report {
    /// What is missing, then the figures in the last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "spec: {problem}")?;
        }
        for failure in &self.failures {
            for reason in &failure.reasons {
                writeln!(f, "failed: spec/{}: {reason}", failure.file)?;
            }
        }
        for line in &self.rules {
            if !line.used {
                writeln!(f, "not used: {} ({})", line.rule.id, line.rule.title)?;
            }
            for (premise, refused) in line.rule.premises.iter().zip(&line.refused) {
                if !refused {
                    writeln!(
                        f,
                        "never refused: {}/{} ({})",
                        line.rule.id, premise.key, premise.text
                    )?;
                }
            }
        }
        f.write_str(&self.summary())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_that_compares_nothing_fails() {
        let case = crate::cases()
            .into_iter()
            .find(|c| c.file.ends_with(".fut"))
            .expect("there are cases");
        let report = run(&[case], |_| Execution::default());
        assert_eq!(report.failures.len(), 1);
        assert!(!report.meets_gate());
    }

    #[test]
    fn a_named_rule_that_is_not_applied_fails_its_case() {
        let known = |c: &Case| c.rules.iter().any(|id| crate::language::find(id).is_some());
        let case = crate::cases()
            .into_iter()
            .find(|c| known(c) && c.file.ends_with(".fut"));
        let case = case.expect("some case names a rule");
        let agreeing = Execution {
            assertions: 1,
            failures: Vec::new(),
        };
        let report = run(&[case], |_| agreeing.clone());
        assert_eq!(report.failures.len(), 1);
    }

    #[test]
    fn the_figures_stand_in_the_last_line() {
        let report = run(&[], |_| Execution::default());
        let text = report.to_string();
        let last = text.lines().last().expect("never empty");
        assert!(last.starts_with("rules: ") && last.contains("premises: "));
    }
}
