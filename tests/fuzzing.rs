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
//! | [`data_format`] | bytes | what is read and written again reads as the same |

mod choices;
mod program;
mod soup;

pub use choices::Choices;
pub use program::program;
pub use soup::{TOKENS, mutated, soup};

use elder_syntax::value::{self, Tolerance};
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
