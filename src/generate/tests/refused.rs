//! Programs of DPIA that break one rule are refused first for that rule and premise.

use elder_dpia::load;
use elder_generate::Choices;
use elder_generate::dpia::{Shape, refused::refused};
use elder_syntax::diagnostic::Severity;
use std::collections::BTreeMap;

/// Whatever else stands around what is wrong, its rule is named.
#[test]
fn broken_programs_are_refused_for_what_they_break() {
    let shape = Shape {
        depth: 2,
        ..Shape::MARKED
    };
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    for seed in 0..1500 {
        let (text, fault) = refused(&mut Choices::random(seed), shape);
        let loaded = load::text("generated.dpia", &text);
        let errors = loaded.diagnostics.iter();
        let stated = match errors.clone().find(|d| d.severity == Severity::Error) {
            None => "it is accepted".to_owned(),
            Some(error) => {
                let premise = error
                    .refusal
                    .map_or_else(String::new, |refusal| refusal.to_string());
                if premise == format!("{}/{}", fault.rule, fault.premise) {
                    continue;
                }
                format!("{premise}: {}", error.message)
            }
        };
        wrong.insert(format!("{fault:?}"), format!("seed {seed}: {stated}\n{text}"));
    }
    let shown: Vec<String> = wrong
        .iter()
        .map(|(fault, stated)| format!("{fault}\n{stated}"))
        .collect();
    assert!(wrong.is_empty(), "{}", shown.join("\n\n"));
}
