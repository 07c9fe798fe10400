//! The bodies of the fuzz targets.
//!
//! Each takes bytes, makes its input from them, and checks a property; the property
//! always includes that nothing panics, overflows or hangs.
//!
//! | body | input | property |
//! | --- | --- | --- |
//! | [`lexer_parser`] | text, or a soup of tokens, or a mutated program | errors have places; what parses is not refused when parsed again |
//! | [`checker`] | a mutated or generated program | errors have places and can be rendered |
//! | [`evaluator`] | a generated program, with little fuel and memory | a value, an error or a limit, and the same one twice |
//! | [`uniqueness`] | a program that aliases and consumes | if accepted, it never reads what was consumed, and copies before all updates change no result |
//! | [`dpia_front`] | text | errors have places; what is accepted reads back as it was printed |
//! | [`dpia_stages`] | choices that make a DPIA program | it has one value at every stage of the translation |
//! | [`dpia_device`] | the same | it has that value compiled, as C or on `ELDER_DEVICE` |
//! | [`fcl_front`] | text | errors have places; what is accepted reads back as it was printed |
//! | [`fcl_steps`] | choices that make an FCL program | types are kept by every step, and what else holds of the language |
//! | [`fcl_stages`] | the same | it has its value at every stage of the translation |
//! | [`dex_stages`] | choices that make a program of Dex's core | it is accepted, and has its value in every order of loops and at every stage |
//! | [`data_format`] | bytes | what is read and written again reads as the same |

mod choices;
mod consuming;
mod dex;
mod dpia;
mod fcl;
mod program;
mod soup;

pub use choices::Choices;
pub use consuming::consuming;
pub use dex::dex_stages;
pub use dpia::{dpia_device, dpia_front, dpia_stages};
pub use fcl::{fcl_front, fcl_stages, fcl_steps};
pub use program::program;
pub use soup::{TOKENS, mutated, soup};

use elder_driver::testing::blocks::{self, Input};
use elder_futhark::check::imports::check_text;
use elder_futhark::tree;
use elder_semantics::failure::Kind;
use elder_semantics::futhark::machine::interface;
use elder_semantics::futhark::{Argument, Options, run};
use elder_syntax::diagnostic::Severity;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{self, Tolerance, Value};
use elder_syntax::{Diagnostic, SourceMap, report};

/// The text that these bytes stand for: themselves if they begin like a text, so that programs can be
/// seeds; otherwise choices that make one.
fn text(bytes: &[u8]) -> String {
    match bytes.first() {
        Some(first) if *first >= b' ' => String::from_utf8_lossy(bytes).into_owned(),
        Some(first) if first % 3 == 0 => soup(&mut Choices::new(&bytes[1..])),
        _ => mutated(&mut Choices::new(bytes)),
    }
}

/// Diagnostics are placed inside the text and can be rendered.
fn check_diagnostics(text: &str, diagnostics: &[Diagnostic], sources: &SourceMap) {
    for diagnostic in diagnostics {
        let span = diagnostic.span;
        assert!(
            span.start <= span.end && (span.end as usize) <= text.len().max(1) + 1,
            "place {span:?} is outside of a text of {} bytes",
            text.len()
        );
    }
    let _ = report::render_short(diagnostics, sources);
    let _ = report::render(diagnostics, sources, false);
}

/// Lexing and parsing.
pub fn lexer_parser(bytes: &[u8]) {
    let text = text(bytes);
    let mut sources = SourceMap::new();
    let source = sources.add("fuzz.fut", None, text.as_str());
    let (program, diagnostics) = elder_futhark::parser::parse_program(source, &text);
    check_diagnostics(&text, &diagnostics, &sources);
    if program.is_none() {
        assert!(!diagnostics.is_empty(), "no program and no error");
    }
}

/// The data formats.
pub fn data_format(bytes: &[u8]) {
    let Ok(values) = value::read_values(bytes) else {
        return;
    };
    let mut text = Vec::new();
    let mut binary = Vec::new();
    for value in &values {
        value::text::write(value, &mut text);
        text.push(b'\n');
        value::binary::write(value, &mut binary);
    }
    for written in [text, binary] {
        let again = value::read_values(&written).expect("what was written can be read");
        assert_eq!(values.len(), again.len());
        for (a, b) in values.iter().zip(&again) {
            if let Some(difference) = value::compare::difference(a, b, Tolerance::Bitwise) {
                panic!("{difference}");
            }
        }
    }
}

/// A program to check or run: a mutated one of ours, or one that is well-typed by construction.
pub fn checkable(bytes: &[u8]) -> String {
    match bytes.first() {
        Some(first) if *first >= b' ' => String::from_utf8_lossy(bytes).into_owned(),
        Some(first) if first % 2 == 0 => program(&mut Choices::new(&bytes[1..])),
        _ => mutated(&mut Choices::new(bytes)),
    }
}

/// Checking.
pub fn checker(bytes: &[u8]) {
    let text = checkable(bytes);
    // A fuzzer has no business in the file system.
    if text.contains("import") {
        return;
    }
    let outcome = check_text("fuzz.fut", &text);
    let errors = outcome
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error);
    assert_eq!(
        outcome.program.is_none(),
        errors.count() > 0,
        "a program is refused if and only if there is an error"
    );
    let _ = report::render_short(&outcome.diagnostics, &outcome.sources);
    let _ = report::render(&outcome.diagnostics, &outcome.sources, false);
}

/// Evaluating, with little fuel and memory.
pub fn evaluator(bytes: &[u8]) {
    let text = checkable(bytes);
    if text.contains("import") {
        return;
    }
    let Some(checked) = check_text("fuzz.fut", &text).program else {
        return;
    };
    // A program that was ours has inputs in its comments; the others take none.
    let cases = blocks::parse(&text).map(|tests| tests.cases).unwrap_or_default();
    if cases.is_empty() {
        evaluate(&checked, "main", &[]);
    }
    for case in cases {
        if let Input::Values(written) = &case.input
            && let Ok(values) = written.values(&[])
        {
            evaluate(&checked, &case.entry, &values);
        }
    }
}

/// Property FUT-P-1: in an accepted program nobody can tell an update in place from one of a copy.
pub fn uniqueness(bytes: &[u8]) {
    let (text, copying) = consuming(&mut Choices::new(bytes));
    let Some(program) = check_text("fuzz.fut", &text).program else {
        return;
    };
    let once = |program: &tree::Program| {
        let options = Options {
            fuel: Some(20_000),
            memory: Some(1 << 20),
            depth: 200,
            ..Options::default()
        };
        let argument = Argument::Data(Value::scalar(PrimValue::I64(3)));
        match run(program, "main", vec![argument], options).results {
            Ok(values) => Ok(values.iter().map(interface::to_data).collect::<Vec<_>>()),
            Err(failure) => Err(failure),
        }
    };
    let outcome = once(&program);
    if let Err(failure) = &outcome {
        assert!(
            !matches!(failure.kind, Kind::Internal | Kind::Poison),
            "{:?}: {} in\n{text}",
            failure.kind,
            failure.message
        );
    }
    // With copies there is less that may be inferred to be unique, so this may be refused.
    let Some(copying) = check_text("fuzz.fut", &copying).program else {
        return;
    };
    if let (Ok(a), Ok(b)) = (outcome, once(&copying)) {
        for (a, b) in a.iter().zip(&b) {
            if let (Some(a), Some(b)) = (a, b)
                && let Some(difference) = value::compare::difference(a, b, Tolerance::Bitwise)
            {
                panic!("copies make a difference: {difference} in\n{text}");
            }
        }
    }
}

/// Evaluates twice: the outcomes agree, and neither is a mistake of ours.
fn evaluate(program: &tree::Program, entry: &str, arguments: &[Value]) {
    let once = || {
        let options = Options {
            fuel: Some(20_000),
            memory: Some(1 << 20),
            depth: 200,
            ..Options::default()
        };
        let arguments = arguments.iter().cloned().map(Argument::Data).collect();
        match run(program, entry, arguments, options).results {
            Ok(values) => Ok(values.iter().map(interface::to_data).collect::<Vec<_>>()),
            Err(failure) => Err(failure),
        }
    };
    match (once(), once()) {
        (Ok(a), Ok(b)) => {
            for (a, b) in a.iter().zip(&b) {
                if let (Some(a), Some(b)) = (a, b)
                    && let Some(difference) = value::compare::difference(a, b, Tolerance::Bitwise)
                {
                    panic!("two runs differ: {difference}");
                }
            }
        }
        (Err(a), Err(b)) => {
            assert_eq!(a.kind, b.kind, "two runs fail differently");
            assert!(
                !matches!(a.kind, Kind::Internal | Kind::Poison),
                "{:?}: {}",
                a.kind,
                a.message
            );
        }
        _ => panic!("one of two runs has a value"),
    }
}
