//! Programs about what a type may mention, of any language: the right ones are accepted, the wrong ones refused for what they break, and either comes soon.

use super::{Verdict, refused};
use elder_generate::scopes::Scoped;
use elder_syntax::Diagnostic;
use elder_syntax::diagnostic::Severity;
use elder_syntax::effort::{Bounds, bounded};

/// Each program is a line or three.  One that takes more is refused by the rule of its language that ends checking, which none of them breaks.
const BOUNDS: Bounds = Bounds {
    steps: 200_000,
    memory: 1 << 30,
};

/// What the checker says of the program is what was expected.
pub fn judge(scoped: &Scoped, checked: fn(&str) -> Vec<Diagnostic>) -> Verdict {
    let diagnostics = bounded(BOUNDS, || checked(&scoped.text));
    let (rule, premise) = scoped.about;
    if !scoped.is_right {
        return refused::judge(rule, premise, &diagnostics);
    }
    match diagnostics.iter().find(|d| d.severity == Severity::Error) {
        None => Verdict::Agree,
        Some(error) => {
            let by = error
                .refusal
                .map_or_else(String::new, |refusal| refusal.to_string());
            let place = format!("beside {rule}/{premise}");
            Verdict::differ(place, format!("it is refused by {by}: {}", error.message))
        }
    }
}
