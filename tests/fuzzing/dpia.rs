//! The text of DPIA: any bytes are read without a panic, and what is accepted reads back as it was printed.

use super::check_diagnostics;
use elder_dpia::{alpha, check, elaborate, parser, print};
use elder_syntax::SourceMap;

/// Lexing, parsing, elaboration and printing of DPIA.
pub fn dpia_front(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut sources = SourceMap::new();
    let source = sources.add("fuzz.dpia", None, &*text);
    let (program, errors) = parser::parse_program(source, &text);
    check_diagnostics(&text, &errors, &sources);
    let (Some(tree), true) = (program, errors.is_empty()) else {
        assert!(!errors.is_empty(), "no program and no error");
        return;
    };
    let first = match elaborate::program(&tree) {
        Ok(program) => program,
        Err(errors) => return check_diagnostics(&text, &errors, &sources),
    };
    // Sizes that are no natural numbers are the checker's to refuse; their text is not read.
    if let Err(errors) = check::program(&first) {
        return check_diagnostics(&text, &errors, &sources);
    }
    let printed = print::program(&first);
    let (again, errors) = parser::parse_program(source, &printed);
    assert!(
        errors.is_empty(),
        "what is printed does not parse: {printed}\n{errors:?}"
    );
    match elaborate::program(&again.unwrap_or_default()) {
        Ok(again) => {
            // Definitions are variables of later ones, with new names: only the text of several is compared.
            let same = match (first.definitions.as_slice(), again.definitions.as_slice()) {
                ([a], [b]) => alpha::equal(&a.body, &b.body),
                _ => printed == print::program(&again),
            };
            assert!(same, "what is printed reads back as something else: {printed}");
        }
        Err(errors) => panic!("what is printed does not elaborate: {printed}\n{errors:?}"),
    }
}
