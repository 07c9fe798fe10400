//! Programs that are made with their meaning, judged by it; then, as any other, behind every stage.
//!
//! What all evaluators and passes have in common cannot differ between them.  So a program is read and run as `ref-run` does it, and must give what
//! whoever made it says.

use super::Verdict;
use super::cases::Changed;
use crate::engine::{Argument, Limits, Output, Program, Settings, StopKind, Stopped};
use crate::tower;
use elder_generate::meant::{Expected, Item, Meant};
use elder_semantics::numeric;
use elder_syntax::Value;
use elder_syntax::imports::Disk;
use elder_syntax::prim::{PrimFn, PrimValue};
use std::path::Path;
use tempfile::TempDir;

/// Room for programs.
pub struct Room(TempDir);

/// What these programs need at most, and far less.
const LIMITS: Limits = Limits {
    fuel: Some(1_000_000),
    memory: Some(16 << 20),
    time: None,
};

impl Room {
    /// A folder for programs.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new() -> Result<Room, String> {
        let folder = TempDir::new().map_err(|error| format!("no folder for programs: {error}"))?;
        Ok(Room(folder))
    }

    /// What comes of the program is what was meant, also behind each stage.
    pub fn judge(&self, meant: &Meant) -> Verdict {
        let differs = |message: String| Verdict::differ(meant.sort.as_str(), message);
        let file = self.0.path().join("meant").with_extension(meant.ending);
        if let Err(error) = std::fs::write(&file, &meant.text) {
            return differs(format!("the program cannot be written: {error}"));
        }
        if let Expected::Printed(items) = &meant.expected {
            return printed(&file, items).map_or(Verdict::Agree, differs);
        }
        let program = match (Program::load(&file), &meant.expected) {
            (Ok(_), Expected::Refused(rule, premise)) => {
                return differs(format!("it is accepted, and breaks {rule}/{premise}"));
            }
            (Err(rejected), Expected::Refused(rule, premise)) => {
                return super::refused::judge(rule, premise, &rejected.diagnostics);
            }
            (Err(rejected), _) => return differs(format!("it is refused: {}", rejected.render_short())),
            (Ok(program), _) => program,
        };
        // In Futhark the seed cuts streams, on which no program may depend.
        let seeds: &[u64] = if meant.ending == "fut" { &[0, 5] } else { &[0] };
        for seed in seeds {
            let settings = Settings {
                limits: LIMITS,
                both: true,
                seed: *seed,
                ..Settings::default()
            };
            let arguments = meant.inputs.iter().cloned().map(Argument::Data).collect();
            match (program.call("main", arguments, &settings), &meant.expected) {
                (Err(stopped), Expected::Error) if stopped.kind == StopKind::Error => {}
                (Err(stopped), Expected::Fails(rule, premise)) if fails(&stopped, rule, premise) => {}
                (Err(stopped), Expected::Unfit) if stopped.kind == StopKind::Arguments => {
                    return Verdict::Agree;
                }
                (Err(stopped), _) => return differs(format!("it stops: {}", stopped.render_short())),
                (Ok(results), expected) => {
                    let outputs: Vec<Output> = results.outputs().collect();
                    if let Some(message) = difference(expected, &outputs) {
                        return differs(message);
                    }
                }
            }
        }
        let Ok(language) = tower::language_of(&file) else {
            return Verdict::Agree;
        };
        let whole = Changed::unchanged(language, program, meant.text.clone(), meant.inputs.clone());
        whole.agrees()
    }
}

/// How what the items of a literate file print differs from what was meant, by the definition or by the machine.
fn printed(file: &Path, items: &[Item]) -> Option<String> {
    let literate = tower::language_of(file).ok()?.literate?;
    [true, false].into_iter().find_map(|definition| {
        let settings = Settings {
            limits: LIMITS,
            definition,
            ..Settings::default()
        };
        let printed = match (literate.run)(&file.to_string_lossy(), &mut Disk, &settings) {
            Ok(printed) => printed,
            Err(rejected) => return Some(format!("it is refused: {}", rejected.render_short())),
        };
        if printed.items.len() != items.len() {
            return Some(format!(
                "it has {} items, not {}",
                printed.items.len(),
                items.len()
            ));
        }
        let mut pairs = printed.items.iter().zip(items).enumerate();
        pairs.find_map(|(k, (item, meant))| {
            let found = item.outcome.as_ref().map_err(|failure| {
                let by = failure.failed.diagnostic.refusal;
                by.map_or_else(String::new, |by| by.to_string())
            });
            let is_meant = match (&found, meant) {
                (Ok(lines), Ok(meant)) => *lines == meant,
                (Err(by), Err((rule, premise))) => *by == format!("{rule}/{premise}"),
                _ => false,
            };
            (!is_meant).then(|| format!("item {k} gives {found:?}, meant is {meant:?}"))
        })
    })
}

/// Whether it is a run-time error by this premise.
fn fails(stopped: &Stopped, rule: &str, premise: &str) -> bool {
    let by = stopped.diagnostic.refusal;
    stopped.kind == StopKind::Error && by.is_some_and(|by| by.to_string() == format!("{rule}/{premise}"))
}

/// How results differ from those that were meant.
fn difference(expected: &Expected, outputs: &[Output]) -> Option<String> {
    let values: Option<Vec<&Value>> = outputs
        .iter()
        .map(|output| match output {
            Output::Value(value) => Some(value),
            Output::Opaque(_) => None,
        })
        .collect();
    let Some(values) = values else {
        return Some("it gives what the data formats cannot say".to_owned());
    };
    let Expected::Values(expected) = expected else {
        let all: Vec<String> = values.iter().map(ToString::to_string).collect();
        return Some(format!("it gives {}, and should fail", all.join(" ")));
    };
    if values.len() != expected.len() {
        return Some(format!(
            "it gives {} results, not {}",
            values.len(),
            expected.len()
        ));
    }
    let mut pairs = expected.iter().zip(values).enumerate();
    pairs.find_map(|(k, (output, value))| {
        let message = output.difference(value)?;
        Some(format!("result {k}: {message}"))
    })
}

/// Primitive functions of operands give what exact arithmetic says.
pub fn numbers(applied: &[(PrimFn, Vec<PrimValue>)]) -> Verdict {
    use elder_generate::numbers::meaning::{Meaning, meaning};
    for (f, operands) in applied {
        let meant = meaning(*f, operands);
        let found = numeric::apply(*f, operands);
        let is_right = match (&meant, found) {
            (Meaning::Fails(rule, premise), Err(error)) => {
                error.refusal().is_some_and(|refusal| refusal.is(rule, premise))
            }
            (meant, Ok(value)) => meant.is(value),
            (_, Err(_)) => false,
        };
        if !is_right {
            let shown: Vec<String> = operands.iter().map(|x| Value::scalar(*x).to_string()).collect();
            let found = found.map_or_else(
                |error| error.to_string(),
                |value| Value::scalar(value).to_string(),
            );
            let message = format!("of {} is {found}, meant is {meant:?}", shown.join(" "));
            return Verdict::differ(f.to_string(), message);
        }
    }
    Verdict::Agree
}
