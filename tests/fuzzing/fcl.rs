//! The text of FCL: any bytes are read without a panic, and what is accepted reads back as it was printed.  And programs that are
//! generated from the bytes: the properties of the language hold of them, and they mean the same on the road down.

use super::check_diagnostics;
use elder_driver::fuzz::Verdict;
use elder_driver::fuzz::fcl::{properties, roads};
use elder_fcl::{Definition, alpha, check, elaborate, library, parser, print};
use elder_generate::ChoiceTree;
use elder_generate::fcl::Shape;
use elder_syntax::{Diagnostic, SourceMap};

/// Lexing, parsing, elaboration and printing of FCL.
pub fn fcl_front(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut sources = SourceMap::new();
    let source = sources.add("fuzz.fcl", None, &*text);
    let (program, errors) = parser::parse_program(source, &text);
    check_diagnostics(&text, &errors, &sources);
    let (Some(tree), true) = (program, errors.is_empty()) else {
        assert!(!errors.is_empty(), "no program and no error");
        return;
    };
    let first = match elaborate::program(&tree, library::program()) {
        Ok(program) => program,
        Err(errors) => return check_diagnostics(&text, &errors, &sources),
    };
    let own = |program: &elder_fcl::Program| -> Vec<Definition> {
        program
            .definitions
            .iter()
            .filter(|d| !d.library)
            .cloned()
            .collect()
    };
    let printed: String = own(&first)
        .iter()
        .map(|d| format!("{}\n", print::definition(d)))
        .collect();
    let (again, errors) = parser::parse_program(source, &printed);
    // Chains read as nesting when they are printed without their operators (`f . g`, `|>`).
    let deep = |d: &Diagnostic| d.refusal.is_some_and(|refusal| refusal.id() == "FCL-SYN-NEST");
    if errors.iter().any(deep) {
        return;
    }
    assert!(
        errors.is_empty(),
        "what is printed does not parse: {printed}\n{errors:?}"
    );
    match elaborate::program(&again.unwrap_or_default(), library::program()) {
        Ok(again) => {
            // Definitions are variables of later ones, with new names: only the text of several is compared.
            let (a, b) = (own(&first), own(&again));
            let same = match (a.as_slice(), b.as_slice()) {
                ([a], [b]) => alpha::equal(&a.body, &b.body),
                _ => {
                    let second: String = b.iter().map(|d| format!("{}\n", print::definition(d))).collect();
                    printed == second
                }
            };
            assert!(same, "what is printed reads back as something else: {printed}");
        }
        Err(errors) => panic!("what is printed does not elaborate: {printed}\n{errors:?}"),
    } // What is wrong with it beyond its text.
    if let Err(errors) = check::program(first) {
        check_diagnostics(&text, &errors, &sources);
    }
}

fn agrees(verdict: Verdict) {
    if let Verdict::Differ { place, message } = verdict {
        panic!("{place}: {message}");
    }
}

/// The properties of the language on a generated program, or on one at all levels, as the first byte says.
pub fn fcl_steps(bytes: &[u8]) {
    let (first, rest) = bytes
        .split_first()
        .map_or((0, bytes), |(first, rest)| (*first, rest));
    let tree = ChoiceTree::from_bytes(rest);
    agrees(if first % 4 == 3 {
        properties::levels_agree(&tree, Shape::SMALL)
    } else {
        properties::hold(&tree, Shape::SMALL, 150)
    });
}

/// A generated program at every stage of the translation.
pub fn fcl_stages(bytes: &[u8]) {
    agrees(roads::stages_agree(&ChoiceTree::from_bytes(bytes), Shape::MIDDLE));
}
