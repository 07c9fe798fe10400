//! One rule, for a person.

use std::fmt::Write as _;

use crate::case::{Case, cases};
use crate::language::find;
use crate::text::{sections, tail};

/// The rule of this id (in any case): what it says, its premises, its source, where its code is, and an
/// accepted and a rejected program.  With a premise, as messages name it (`FUT-T-IF/branches`), the rejected program is one
/// that this premise refuses.  `None` if there is no such rule, or no such premise of it.
pub fn explain(id: &str) -> Option<String> {
    let (id, key) = id.split_once('/').map_or((id, None), |(id, key)| (id, Some(key)));
    let rule = find(id)?;
    let asked: Vec<_> = rule
        .premises
        .iter()
        .filter(|premise| key.is_none_or(|key| premise.key.eq_ignore_ascii_case(key)))
        .collect();
    if key.is_some() && asked.is_empty() {
        return None;
    }
    let all = cases();
    let mut out = format!("{} ({:?})\n{}.\n\n", rule.id, rule.judgement, rule.title);
    let sections = sections();
    let section = sections.iter().find(|s| s.id == rule.id);
    if let Some(section) = section {
        let _ = writeln!(out, "{}\n", section.prose);
    }
    let _ = writeln!(out, "{}", tail(rule, &[], ""));
    if let Some(files) = section.map(|s| s.files()).filter(|files| !files.is_empty()) {
        let _ = writeln!(out, "\nCode: {}", files.join(", "));
    }
    // The shortest program says it best.
    let shortest = |wanted: &dyn Fn(&&Case) -> bool| all.iter().filter(wanted).min_by_key(|c| c.code().len());
    if let Some(case) = shortest(&|c| c.rules.contains(&rule.id)) {
        example(&mut out, "Accepted", case);
    }
    for premise in asked {
        if let Some(case) = shortest(&|c| c.refuses.contains(&(rule.id, premise.key))) {
            example(&mut out, &format!("Refused by `{}`", premise.key), case);
            break;
        }
    }
    Some(out)
}

fn example(out: &mut String, what: &str, case: &Case) {
    let _ = writeln!(out, "\n{what} (spec/{}): {}\n", case.file, case.title);
    for line in case.code().lines() {
        let _ = writeln!(out, "    {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_an_explanation_and_nothing_else_has() {
        for rule in crate::language::rules() {
            let text = explain(&rule.id.to_lowercase()).expect("declared rules are explained");
            assert!(text.starts_with(rule.id));
        }
        assert_eq!(explain("FUT-NO-SUCH"), None);
        assert_eq!(explain("DPIA-NO-SUCH"), None);
    }

    #[test]
    fn a_premise_is_explained_by_a_program_that_it_refuses() {
        let all = cases();
        for rule in crate::language::rules() {
            let refused = |key| all.iter().any(|c| c.refuses.contains(&(rule.id, key)));
            for premise in rule.premises {
                let text = explain(&format!("{}/{}", rule.id, premise.key))
                    .expect("declared premises are explained");
                assert_eq!(
                    text.contains(&format!("Refused by `{}`", premise.key)),
                    refused(premise.key),
                    "{}/{}",
                    rule.id,
                    premise.key
                );
            }
            assert_eq!(explain(&format!("{}/nosuch", rule.id)), None);
        }
    }
}
