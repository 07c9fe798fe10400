//! What a fuzzer runs: any bytes are read without a panic, and what is read and printed reads back.

use crate::{alpha, elaborate, parser, print};
use elder_syntax::SourceId;

/// Parses, elaborates, prints and reads back.
///
/// # Panics
/// When what is printed does not read back as the same program: that is what the fuzzer looks for.
pub fn fuzz_parse(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (program, errors) = parser::parse_program(SourceId(0), &text);
    let (Some(tree), true) = (program, errors.is_empty()) else {
        return;
    };
    let Ok(first) = elaborate::program(&tree) else {
        return;
    };
    // Sizes that are no natural numbers are the checker's to refuse; their text is not read.
    if crate::check::program(&first).is_err() {
        return;
    }
    let printed = print::program(&first);
    let (again, errors) = parser::parse_program(SourceId(0), &printed);
    assert!(
        errors.is_empty(),
        "what is printed does not parse: {printed}\n{errors:?}"
    );
    let again = elaborate::program(&again.unwrap_or_default());
    match again {
        Ok(again) => {
            for (a, b) in first.definitions.iter().zip(&again.definitions) {
                // Definitions are variables of later ones, with new names.
                let same = first.definitions.len() > 1 || alpha::equal(&a.body, &b.body);
                assert!(same, "what is printed reads back as something else: {printed}");
            }
        }
        Err(errors) => panic!("what is printed does not elaborate: {printed}\n{errors:?}"),
    }
}

#[cfg(test)]
mod tests;
