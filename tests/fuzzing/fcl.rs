//! The text of FCL: any bytes are read without a panic, and what is accepted reads back as it was printed.

use super::check_diagnostics;
use elder_fcl::{Definition, alpha, elaborate, library, parser, print};
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
    }
}
