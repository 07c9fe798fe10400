//! The front ends: any bytes are read without a panic, errors have places, and what is accepted reads back as it was printed.

use super::check_diagnostics;
use elder_driver::tower;
use elder_syntax::{Diagnostic, SourceId, SourceMap};

/// What is read and printed of a text: a front end by its language's ending.
type Front = (&'static str, fn(&[u8]));

/// The languages whose programs are printed as they are written.
pub static FRONTS: &[Front] = &[
    ("fut", futhark_front),
    ("core", core_front),
    ("dxc", dex_core_front),
    ("dpia", dpia_front),
    ("fcl", fcl_front),
];

/// A text nests deeper than the reader goes.
fn is_deep(error: &Diagnostic) -> bool {
    error
        .refusal
        .is_some_and(|refusal| refusal.id().ends_with("-NEST"))
}

/// What is printed of a text, if it can be read.
type Printed = Result<String, Vec<Diagnostic>>;

/// What is printed is read, and printed in the same way.
fn prints_the_same(bytes: &[u8], print: &dyn Fn(&str) -> Printed) {
    let text = String::from_utf8_lossy(bytes);
    let first = match print(&text) {
        Ok(first) => first,
        Err(errors) => return assert!(!errors.is_empty(), "no program and no error"),
    };
    match print(&first) {
        Ok(second) => assert_eq!(
            first, second,
            "what is printed is printed in another way when it is read again"
        ),
        Err(errors) => assert!(
            errors.iter().any(is_deep),
            "what is printed is not read: {first}\n{errors:?}"
        ),
    }
}

/// Lexing, parsing and printing of Futhark.
fn futhark_front(bytes: &[u8]) {
    prints_the_same(bytes, &|text| {
        let (program, errors) = elder_futhark::parser::parse_program(SourceId(0), text);
        match program {
            Some(program) if errors.is_empty() => Ok(elder_futhark::print::program(&program)),
            _ => Err(errors),
        }
    });
}

/// Reading and printing of Core.
fn core_front(bytes: &[u8]) {
    let rule = |id: &str| tower::rules().find(|rule| rule.id == id);
    prints_the_same(bytes, &|text| {
        let program = elder_core::read::program(SourceId(0), text, &rule)?;
        Ok(elder_core::print::program(&program))
    });
}

/// Reading and printing of Dex's core.
fn dex_core_front(bytes: &[u8]) {
    prints_the_same(bytes, &|text| {
        let program = elder_dex::core::read::program(SourceId(0), text)?;
        // Read for the first time, names that types bind are told apart that stood in several types.
        let once = elder_dex::core::print::program(&program);
        let program = elder_dex::core::read::program(SourceId(0), &once)?;
        Ok(elder_dex::core::print::program(&program))
    });
}

/// Bytes of what is read back: far below what a file may have.
const LONGEST_FILE: usize = 64 << 20;

/// Lexing, parsing, elaboration and printing of DPIA.
pub fn dpia_front(bytes: &[u8]) {
    // Trees may be deep, and dropping them recurses: as where programs are loaded.
    elder_syntax::stack::deep(64 << 20, 256 << 20, || dpia_texts(bytes));
}

fn dpia_texts(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut sources = SourceMap::new();
    let source = sources.add("fuzz.dpia", &*text);
    let (program, errors) = elder_dpia::parser::parse_program(source, &text);
    check_diagnostics(&text, &errors, &sources);
    let (Some(tree), true) = (program, errors.is_empty()) else {
        assert!(!errors.is_empty(), "no program and no error");
        return;
    };
    let first = match elder_dpia::elaborate::program(&tree) {
        Ok(program) => program,
        Err(errors) => return check_diagnostics(&text, &errors, &sources),
    };
    // Sizes that are no natural numbers are the checker's to refuse; their text is not read.
    if let Err(errors) = elder_dpia::check::program(&first) {
        return check_diagnostics(&text, &errors, &sources);
    }
    let printed = elder_dpia::print::program(&first);
    // A line is indented by its level, so a deep program may be printed longer than any file is read.
    if text.len() < printed.len() && printed.len() > LONGEST_FILE {
        return;
    }
    let (again, errors) = elder_dpia::parser::parse_program(source, &printed);
    assert!(
        errors.is_empty(),
        "what is printed does not parse: {printed}\n{errors:?}"
    );
    match elder_dpia::elaborate::program(&again.unwrap_or_default()) {
        Ok(again) => {
            // Definitions are variables of later ones, with new names: only the text of several is compared.
            let same = match (first.definitions.as_slice(), again.definitions.as_slice()) {
                ([a], [b]) => elder_dpia::alpha::equal(&a.body, &b.body),
                _ => printed == elder_dpia::print::program(&again),
            };
            assert!(same, "what is printed reads back as something else: {printed}");
        }
        Err(errors) => panic!("what is printed does not elaborate: {printed}\n{errors:?}"),
    }
}

/// Lexing, parsing, elaboration and printing of FCL.
pub fn fcl_front(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut sources = SourceMap::new();
    let source = sources.add("fuzz.fcl", &*text);
    let (program, errors) = elder_fcl::parser::parse_program(source, &text);
    check_diagnostics(&text, &errors, &sources);
    let (Some(tree), true) = (program, errors.is_empty()) else {
        assert!(!errors.is_empty(), "no program and no error");
        return;
    };
    let first = match elder_fcl::elaborate::program(&tree, elder_fcl::library::program()) {
        Ok(program) => program,
        Err(errors) => return check_diagnostics(&text, &errors, &sources),
    };
    let own = |program: &elder_fcl::Program| -> Vec<elder_fcl::Definition> {
        program
            .definitions
            .iter()
            .filter(|d| !d.library)
            .cloned()
            .collect()
    };
    let printed: String = own(&first)
        .iter()
        .map(|d| format!("{}\n", elder_fcl::print::definition(d)))
        .collect();
    let (again, errors) = elder_fcl::parser::parse_program(source, &printed);
    // Chains read as nesting when they are printed without their operators (`f . g`, `|>`).
    if errors.iter().any(is_deep) {
        return;
    }
    assert!(
        errors.is_empty(),
        "what is printed does not parse: {printed}\n{errors:?}"
    );
    match elder_fcl::elaborate::program(&again.unwrap_or_default(), elder_fcl::library::program()) {
        Ok(again) => {
            // Definitions are variables of later ones, with new names: only the text of several is compared.
            let (a, b) = (own(&first), own(&again));
            let same = match (a.as_slice(), b.as_slice()) {
                ([a], [b]) => elder_fcl::alpha::equal(&a.body, &b.body),
                _ => {
                    let second: String = b
                        .iter()
                        .map(|d| format!("{}\n", elder_fcl::print::definition(d)))
                        .collect();
                    printed == second
                }
            };
            assert!(same, "what is printed reads back as something else: {printed}");
        }
        Err(errors) => panic!("what is printed does not elaborate: {printed}\n{errors:?}"),
    }
    // What is wrong with it beyond its text.
    if let Err(errors) = elder_fcl::check::program(first) {
        check_diagnostics(&text, &errors, &sources);
    }
}
