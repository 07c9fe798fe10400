//! Derivatives of programs of Dex: what they cost, and those of generated programs.  Those of the notes are cases of `spec/dex`.

#[cfg(feature = "exact")]
mod generated;
#[cfg(feature = "exact")]
mod programs;
#[cfg(feature = "exact")]
mod reals;

use elder_dex::core::Program;
use elder_dex::elaborate::file;
use elder_dex::library;
use elder_semantics::dex::{Options, Outcome, run, show};
use elder_syntax::SourceId;

/// A text behind the library.
fn program(text: &str) -> Program {
    let mut elaborator = library::elaborator();
    for (item, outcome) in file(&mut elaborator, SourceId(0), text).items {
        if let Err(errors) = outcome {
            let written = &text[item.span.start as usize..item.span.end as usize];
            panic!("{written}\n{errors:?}");
        }
    }
    elaborator.program().clone()
}

/// A run of the last command of a text.
fn ran(text: &str) -> (Program, Outcome) {
    let program = program(text);
    let outcome = run(&program, "it", &[], &Options::default());
    (program, outcome)
}

fn given(text: &str) -> String {
    let (program, outcome) = ran(text);
    match outcome.results {
        Ok(value) => show::text(&program, &value),
        Err(failure) => failure.refusal.map_or(failure.message.clone(), |r| r.to_string()),
    }
}

#[track_caller]
fn gives(text: &str, wanted: &str) {
    assert_eq!(given(text), wanted, "{text}");
}

/// Work and span of the last command of a text.
fn cost(text: &str) -> (u64, u64) {
    let (_, outcome) = ran(text);
    assert!(outcome.results.is_ok(), "{text}");
    (outcome.cost.work, outcome.cost.span)
}

/// C92: the work of a gradient grows as that of the function does, and the span by the levels of its accumulators.
#[test]
fn gradients_cost_a_constant_factor() {
    let sum = |n| format!("yieldAccumVector \\r. for i:(Fin {n}). r += x.i * x.i");
    let function = |n| cost(&format!("x = for i:(Fin {n}). 2.0\n\n{}", sum(n)));
    let gradient = |n| cost(&format!("grad (\\x. {}) (for i:(Fin {n}). 2.0)", sum(n)));
    let ((a, _), (b, _), (c, span)) = (gradient(10), gradient(100), gradient(1000));
    assert_eq!((c - b), 10 * (b - a));
    let (work, least) = function(1000);
    assert!(c < 12 * work, "{c} where the function takes {work}");
    assert!(span < 12 * least, "{span} where the function takes {least}");
}

/// C93: what is gathered from a table costs its elements and the reads, not their product.
#[test]
fn gradients_of_reads_cost_the_reads() {
    let gradient = |elements, reads| {
        cost(&format!(
            "grad (\\x:((Fin {elements})=>Float). fsum (for k:(Fin {reads}). x.(fromOrdinal _ (rem (ordinal k) 7)))) (for i. 1.0)"
        ))
        .0
    };
    let both = gradient(1000, 1000);
    let (few, less) = (gradient(10, 1000), gradient(1000, 10));
    assert!(both < few + less, "{both}, {few}, {less}");
}

/// What the library checks derivatives with.
#[test]
fn checked() {
    for (text, wanted) in [
        (
            "(checkDeriv sin 1.0, checkDeriv sqrt 4.0, checkDeriv (deriv cos) 1.0)",
            "(True, (True, True))",
        ),
        // At the corner the difference is between both slopes.
        ("checkDeriv (\\x. if x < 1.0 then x else 2.0 * x) 1.0", "False"),
        (
            "([1.0, 2.0] ~~ [1.0, 2.0001], FToF64 1.0 ~~ FToF64 1.0001)",
            "(True, False)",
        ),
    ] {
        gives(text, wanted);
    }
}
