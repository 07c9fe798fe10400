//! Host programs on their way.

use super::core::interface;
use super::{Failed, Settings, StopKind};
use crate::language::{Language, Outcome};
use elder_core::rules::evaluation::CORE_E_ENTRY;
use elder_engine::kernel::LANGUAGE as TEXTS;
use elder_kernel::rules::host::KER_H_ENTRY;
use elder_passes::programs::Host;
use elder_semantics::kernel::program::{self, dpia::DpiaEntries};
use elder_syntax::language::{Program as Stage, known};
use elder_syntax::{Diagnostic, Refusal, Value};

/// The language.
pub(crate) static LANGUAGE: Language = Language {
    passes: &elder_kernel::host::LANGUAGE,
    run: Some(run),
    ..Language::of(&TEXTS)
};

/// Runs an entry point, its entries by the semantics of DPIA.
fn run(stage: &dyn Stage, entry: &str, values: &[Value], settings: &Settings) -> Outcome {
    let Some(host) = known::<Host>(stage) else {
        return Outcome::of_another("host");
    };
    let options = settings.options();
    let results = match DpiaEntries::new(&host.program, &options) {
        Ok(mut entries) => {
            let outcome = program::run(&host.program, entry, values, &mut entries, &options);
            match outcome.results {
                Ok(components) => Ok(interface::results(&host.interface, entry, components)),
                Err(failure) => {
                    let mut failed = elder_engine::failed(&failure);
                    if let Some(refusal) = failure.blamed.as_deref().and_then(blamed) {
                        failed.diagnostic.refusal = Some(refusal);
                        if elder_engine::languages::is_limit(refusal) {
                            failed.kind = StopKind::Limit;
                        }
                    }
                    let refusal = failed.diagnostic.refusal;
                    if let Some(refusal) = refusal.filter(|refusal| refusal.id() == KER_H_ENTRY.id) {
                        // Whoever called it takes it for the program of Core that it was.
                        failed.diagnostic.refusal = Some(CORE_E_ENTRY.blamed(refusal.key()));
                        if refusal.key() == "agree" {
                            failed.kind = StopKind::Error;
                        }
                    }
                    Err(interface::failed(&host.interface, failed))
                }
            }
        }
        Err(errors) => {
            let first = errors.into_iter().next();
            let message = first.map_or_else(String::new, |error| error.message);
            Err(Failed::outside(
                StopKind::Internal,
                format!("an entry is refused: {message}"),
            ))
        }
    };
    Outcome {
        results,
        work: 0,
        rules: 0,
        tested: 0,
    }
}

/// What a kernel's failure is by the rules of the program that was written: its site says which premise is broken.
pub(crate) fn said(failure: &elder_kernel::plan::Failure) -> Diagnostic {
    let mut diagnostic = failure.diagnostic();
    if let Some(refusal) = failure.site.blamed.as_deref().and_then(blamed) {
        diagnostic.refusal = Some(refusal);
    }
    diagnostic
}

/// The premise of this text, `FUT-E-INDEX/bounds`.
pub(crate) fn blamed(text: &str) -> Option<Refusal> {
    let (id, key) = text.split_once('/').unwrap_or((text, ""));
    let rule = elder_engine::languages::rules().find(|rule| rule.id == id)?;
    Some(rule.blamed(key))
}
