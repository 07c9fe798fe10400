//! The definition's own cases, a little changed: what somebody wrote to show a rule, with other numbers, operators, parts and inputs.
//!
//! Nobody says what such a program gives.  The reference semantics does: of languages with two evaluators the definition and the machine, which must
//! agree; every stage must end as it does, and, if the language is compiled, the kernels when they are executed.  What a change made that
//! is no program, the next one replaces.  What a case promises it keeps: its text is not changed, or the promise is not made.

use super::{Limit, Verdict};
use crate::conformance::passes::{self, Values};
use crate::conformance::{TARGETS, settings};
use crate::engine::{Argument, Limits, Output, Program, Results, Settings, StopKind, Stopped};
use crate::finding;
use crate::testing::blocks::{self, Expected, Input};
use crate::tower;
use elder_futhark::rules::core::FUT_CO_OP;
use elder_generate::{Choices, cases};
use elder_spec::Case;
use elder_syntax::{Diagnostic, Language as Declared, Value};
use tempfile::TempDir;

/// Steps that a changed program may take.
const FUEL: u64 = 1_000_000;

/// Bytes of arrays that it may have.
const MEMORY: u64 = 16 << 20;

/// What it may take at each stage: steps of commands are smaller than those of the source, and there are cells besides arrays.
const STAGE: Limits = Limits {
    fuel: Some(20 * FUEL),
    memory: Some(16 * MEMORY),
    time: None,
};

/// How often a text is changed anew until it is a program.
const ATTEMPTS: usize = 24;

/// What makes a program promise something that a change would break: what items compute together, and what is accumulated by a monoid, that its
/// operator is associative and its first value neutral; what is taken for an index unseen, that it is one.
const PROMISES: [&str; 7] = [
    "reduceLocal",
    "scanLocal",
    "reduceSubgroup",
    "scanSubgroup",
    "runAccum with",
    "onoid",
    "unsafeFromOrdinal",
];

/// What promises that chunks make no difference, which shows where a case asks for other chunks than one.
const CHUNKS: &str = "stream_";

/// What says in Core that a statement does not fail (CORE-E-SAFE): a promise to passes that a change of the text or of the inputs may break.
const SAFE: &str = "safe";

/// Whether a text has one of these words.
fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// The cases of a language, and room for what is made of them.
pub struct Pool {
    cases: Vec<(&'static tower::Language, Case, Vec<blocks::Case>)>,
    reassociated: &'static [&'static str],
    folder: TempDir,
}

/// A changed case with what one of its entry points reads.
pub struct Changed {
    /// The text.
    pub text: String,
    /// The entry point.
    pub entry: String,
    /// What it reads.
    pub inputs: Vec<Value>,
    program: Program,
    is_compiled: bool,
    /// Whether the text is another one than that of the case.
    is_changed: bool,
    settings: Settings,
}

impl Pool {
    /// The accepted cases of these languages that are run on values that stand in them.  Programs with one of the words `reassociated` are such whose
    /// floats a pass adds in another order: they keep the numbers of which every order has the same sum.
    ///
    /// # Errors
    /// Why there is no folder for changed programs.
    pub fn new(
        languages: &[&'static Declared],
        reassociated: &'static [&'static str],
    ) -> Result<Pool, String> {
        let language_of = |case: &Case| {
            let own = tower::language_of(&case.path()).ok()?;
            languages.contains(&own.declared).then_some(own)
        };
        // What never ends, what only the reference sees, and what more than one file says.
        let is_apart = |case: &Case| {
            let apart = ["translation", "stages", "forced", "reads", "switch"];
            apart.iter().any(|key| case.field(key).is_some()) || case.program.contains("import \"")
        };
        Ok(Pool {
            cases: elder_spec::cases()
                .into_iter()
                .filter(|case| !is_apart(case))
                .filter_map(|case| {
                    let runs = runs(&case);
                    Some((language_of(&case)?, case, runs))
                })
                .filter(|(_, _, runs)| !runs.is_empty())
                .collect(),
            reassociated,
            folder: TempDir::new().map_err(|error| format!("no folder for programs: {error}"))?,
        })
    }

    fn load(&self, language: &tower::Language, text: &str) -> Option<Program> {
        let file = self.folder.path().join("changed");
        let file = file.with_extension(language.declared.ending);
        std::fs::write(&file, text).ok()?;
        Program::load(&file).ok()
    }

    /// A changed case; `None` if the case itself is refused here, as one is that reads other files.
    pub fn changed(&self, c: &mut Choices) -> Option<Changed> {
        let (language, case, runs) = c.pick(&self.cases)?;
        let run = c.pick(runs)?.clone();
        let settings = Settings {
            both: true,
            ..settings(case.program)
                .map(|(settings, _)| settings)
                .unwrap_or_default()
        };
        let original = case.code() + "\n";
        let is_exact = has(&original, self.reassociated);
        let promises = |text: &str| has(text, &PROMISES) || settings.seed != 0 && text.contains(CHUNKS);
        let changes = match is_exact || promises(&original) {
            true => 0,
            false => *c.pick(&[1, 0, 1, 1, 2, 3]).unwrap_or(&1),
        };
        let attempt = |c: &mut Choices| {
            let text = c.part(|c| (0..changes).fold(original.clone(), |text, _| cases::changed(c, &text)));
            // Nobody made the promise that a change put there.
            if promises(&text) {
                return None;
            }
            let program = self.load(language, &text)?;
            program.entries().contains(&run.entry).then_some((text, program))
        };
        let changed = match changes {
            0 => None,
            _ => (0..ATTEMPTS).find_map(|_| attempt(c)),
        };
        let is_changed = changed.is_some();
        let (text, program) = match changed {
            Some(changed) => changed,
            None => {
                let program = self.load(language, &original)?;
                (original, program)
            }
        };
        let Input::Values(written) = &run.input else {
            return None;
        };
        let given = written.values(&program.parameter_types(&run.entry)).ok()?;
        let inputs = match is_exact || c.one_in(3) {
            true => given,
            false => c.part(|c| cases::values(c, &given)),
        };
        let changed = Changed {
            text,
            entry: run.entry,
            inputs,
            program,
            is_compiled: language.is_compiled(),
            is_changed,
            settings: limited(settings),
        };
        match language.declared.name == elder_core::LANGUAGE.name {
            true => self.promising(language, changed),
            false => Some(changed),
        }
    }

    /// A program of Core that says `safe` only if what is marked so does not fail: what does not end with a value is judged without the marks.
    fn promising(&self, language: &tower::Language, changed: Changed) -> Option<Changed> {
        let text = cases::without(&changed.text, SAFE);
        if text == changed.text || changed.run().is_ok() {
            return Some(changed);
        }
        let program = self.load(language, &text)?;
        Some(Changed {
            text,
            program,
            ..changed
        })
    }
}

/// The settings within what a changed program may take.
fn limited(settings: Settings) -> Settings {
    Settings {
        limits: Limits {
            fuel: Some(settings.limits.fuel.unwrap_or(FUEL).min(FUEL)),
            memory: Some(settings.limits.memory.unwrap_or(MEMORY).min(MEMORY)),
            time: None,
        },
        ..settings
    }
}

/// The runs of a case on values that stand in it.
pub(super) fn runs(case: &Case) -> Vec<blocks::Case> {
    let Ok(tests) = blocks::parse(case.program) else {
        return vec![];
    };
    let has_values = |run: &blocks::Case| matches!(run.input, Input::Values(_));
    match tests.static_error {
        None => tests.cases.into_iter().filter(has_values).collect(),
        Some(_) => vec![],
    }
}

impl Changed {
    /// The entry point `main` of a program as it was written.
    pub(super) fn unchanged(
        language: &tower::Language,
        program: Program,
        text: String,
        inputs: Vec<Value>,
    ) -> Changed {
        Changed {
            text,
            entry: "main".to_owned(),
            inputs,
            program,
            is_compiled: language.is_compiled(),
            is_changed: false,
            settings: limited(Settings {
                both: true,
                ..Settings::default()
            }),
        }
    }

    /// What the reference semantics gives.
    fn run(&self) -> Result<Results, Stopped> {
        let arguments = self.inputs.iter().cloned().map(Argument::Data).collect();
        self.program.call(&self.entry, arguments, &self.settings)
    }

    /// Whether all pipelines end as the reference semantics does.
    pub fn agrees(&self) -> Verdict {
        let expected = match self.run() {
            Ok(results) => {
                let values: Option<Vec<Value>> = results
                    .outputs()
                    .map(|output| match output {
                        Output::Value(value) => Some(value),
                        Output::Opaque(_) => None,
                    })
                    .collect();
                values.map(Expected::Values)
            }
            // A value that the data formats cannot say.
            Err(stopped) if stopped.kind == StopKind::Unsupported => None,
            Err(stopped) => match error(&stopped) {
                Ok(expected) => Some(expected),
                Err(verdict) => return verdict,
            },
        };
        match (self.is_compiled, expected) {
            (false, _) => self.along().err().unwrap_or(Verdict::Agree),
            (true, Some(expected)) => self.compiled(&expected).err().unwrap_or(Verdict::Agree),
            (true, None) => Verdict::Agree,
        }
    }

    /// Where the passes that lead on from the language reach no device yet, the program ends behind each as it does itself.
    fn along(&self) -> Result<(), Verdict> {
        let Some(written) = self.program.start(&[&self.entry], &self.settings.overrides) else {
            return Ok(());
        };
        let refused = |errors: &[Diagnostic]| match errors.first().and_then(|error| error.refusal) {
            Some(refusal) => Verdict::Limit(Limit::refused(refusal)),
            None => Verdict::differ(
                "refused",
                errors.first().map_or("", |error| error.message.as_str()),
            ),
        };
        let written = written.map_err(|errors| refused(&errors))?;
        let found = finding::along(written.stage.program, &self.entry, &self.inputs, &self.settings);
        match found.into_iter().next() {
            None => Ok(()),
            // Beyond what was compared nobody takes derivatives.
            Some(found) if found.is_refused && found.class == FUT_CO_OP.refuse("derivative").to_string() => {
                Ok(())
            }
            // What a change made may be a program that a rule of a pass refuses, as one whose derivative does not exist.
            Some(found) if self.is_changed && found.is_refused => {
                Err(Verdict::Limit(Limit::Refused(found.class)))
            }
            Some(found) => Err(Verdict::differ(found.title(), found.message)),
        }
    }

    fn compiled(&self, expected: &Expected) -> Result<(), Verdict> {
        let entry = self.program.entry_with(&self.entry, &self.settings.overrides);
        let entry = entry.map_err(|rejected| {
            let refusal = rejected.refusal();
            refusal.map_or(Verdict::Agree, |refusal| Verdict::Limit(Limit::refused(refusal)))
        })?;
        let written = passes::Original {
            source: &self.program,
            overrides: &self.settings.overrides,
            name: &self.entry,
            entry: &entry,
            values: Values::Any,
            limits: STAGE,
        };
        for target in TARGETS {
            let failures = passes::agree(&written, &self.inputs, expected.clone(), target);
            let failures = failures.map_err(|refused| {
                let refusal = refused.errors.first().and_then(|error| error.refusal);
                let silent = || Verdict::differ(format!("{target:?}"), refused.to_string());
                refusal.map_or_else(silent, |refusal| Verdict::Limit(Limit::refused(refusal)))
            })?;
            if let Some(failure) = failures.first() {
                let (place, message) = failure.split_once(": ").unwrap_or(("", failure));
                return Err(Verdict::differ(format!("{target:?}, {place}"), message));
            }
        }
        Ok(())
    }
}

/// What stages are wanted to do where the reference semantics stops; or the verdict, if that is already all.
fn error(stopped: &Stopped) -> Result<Expected, Verdict> {
    let refusal = stopped.diagnostic.refusal;
    match (stopped.kind, refusal) {
        (StopKind::Error, Some(refusal)) => Ok(Expected::Error(refusal.id().to_owned())),
        (StopKind::Limit, refusal) => Err(Verdict::limit(refusal)),
        (StopKind::Internal, _) => Err(Verdict::differ("both", stopped.render_short())),
        // Such inputs the program does not take.
        (_, Some(refusal)) => Err(Verdict::Limit(Limit::refused(refusal))),
        (_, None) => Err(Verdict::limit(None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_syntax::prim::PrimValue;
    use std::path::Path;

    /// What a program does on these inputs, judged on all pipelines.
    fn judged(file: &str, text: &str, inputs: Vec<Value>) -> Verdict {
        let language = tower::language_of(Path::new(file)).unwrap();
        let program = Pool::new(&[language.declared], &[])
            .unwrap()
            .load(language, text)
            .unwrap();
        let settings = Settings {
            both: true,
            limits: Limits::fuel(20_000),
            ..Settings::default()
        };
        let changed = Changed {
            text: text.to_owned(),
            entry: "main".to_owned(),
            inputs,
            program,
            is_compiled: language.is_compiled(),
            is_changed: true,
            settings: limited(settings),
        };
        changed.agrees()
    }

    /// No array that a changed program grows and no launch that it asks for takes longer than its limits allow.
    #[test]
    fn changed_programs_end() {
        let grows = "def main (k: i64) = loop ys = [1] for i < k do ys ++ [i]\n";
        let verdict = judged("grows.fut", grows, vec![Value::scalar(PrimValue::I64(i64::MAX))]);
        assert!(matches!(verdict, Verdict::Limit(_)), "{verdict:?}");
        let launches = "kernel main n xs = concat 1 (generate n (fn i => push <warp> (generate 3 (fn j => index xs j)))) |> push <block> . force\n";
        let inputs = vec![
            Value::scalar(PrimValue::I32(i32::MAX)),
            Value::vector(vec![1i32, 2, 1]),
        ];
        let verdict = judged("launches.fcl", launches, inputs);
        assert!(!matches!(verdict, Verdict::Differ { .. }), "{verdict:?}");
    }

    /// What is absent from a sum is there as zeros once sums are records, and may be larger than a run may have.
    #[test]
    fn what_is_absent_may_be_larger_than_the_limit() {
        let text = "def f (n: i64): (#none | #some ([n]i64)) = #none
def main (n: i64): i64 = match f n case #none -> 1 case #some xs -> length xs
";
        let verdict = judged("absent.fut", text, vec![Value::scalar(PrimValue::I64(i64::MAX))]);
        assert!(matches!(verdict, Verdict::Agree), "{verdict:?}");
    }

    /// What groups of a dimension that no loop is about repeat is a race of the program, so its kernels may race (DPIA-S-GROUP); the run of the
    /// program by groups says so, whichever value one iteration after the other gives.
    #[test]
    fn repeated_work_is_a_race_of_the_program() {
        let text = "def main = fun(xs: 4.i32, out: acc[4.i32])
  launch((1, 1), (4, 2)) { parforGlobal i < 4 into out as o { o := xs[i] + 1 } }
";
        let verdict = judged("repeated.dpia", text, vec![Value::vector(vec![1i32, 2, 3, 4])]);
        assert!(matches!(verdict, Verdict::Agree), "{verdict:?}");
    }

    /// What is marked safe and fails is a mark that a change made wrong: the program is judged without it, and keeps it where it holds.
    #[test]
    fn marks_that_a_change_breaks_are_left_out() {
        let language = tower::language_of(Path::new("changed.core")).unwrap();
        let pool = Pool::new(&[language.declared], &[]).unwrap();
        let text = "entry main [n] (xs: [n]i32) (i: i64): i32 =\n  let x: i32 = safe xs[i]\n  in x\n";
        for (i, is_safe) in [(1, true), (2, false), (-1, false)] {
            let changed = Changed {
                text: text.to_owned(),
                entry: "main".to_owned(),
                inputs: vec![Value::vector(vec![7i32, 8]), Value::scalar(PrimValue::I64(i))],
                program: pool.load(language, text).unwrap(),
                is_compiled: false,
                is_changed: true,
                settings: limited(Settings::default()),
            };
            let judged = pool.promising(language, changed).unwrap();
            assert_eq!(judged.text.contains(SAFE), is_safe, "{}", judged.text);
            assert!(matches!(judged.agrees(), Verdict::Agree));
        }
    }

    /// No change makes a promise: `reduceLocal` in place of `reduceSeq`, whose operator is any.
    #[test]
    fn changes_make_no_promise() {
        let language = tower::language_of(Path::new("changed.dpia")).unwrap();
        let pool = Pool::new(&[language.declared], &[]).unwrap();
        let originals: Vec<String> = pool.cases.iter().map(|(_, case, _)| case.code() + "\n").collect();
        let mut others = 0;
        for seed in 0..300 {
            let made = pool.changed(&mut Choices::random(seed));
            if let Some(made) = made.filter(|made| !originals.contains(&made.text)) {
                others += 1;
                assert!(!has(&made.text, &PROMISES), "{}", made.text);
            }
        }
        assert!(others > 50, "{others}");
    }

    /// Of every language most changes make another program, and most of those have a value or an error that all pipelines can be held to.
    #[test]
    fn changed_cases_are_programs_that_can_be_judged() {
        for language in tower::LANGUAGES {
            let pool = Pool::new(&[language.declared], &[]).unwrap();
            if pool.cases.is_empty() {
                continue;
            }
            let originals: Vec<String> = pool.cases.iter().map(|(_, case, _)| case.code() + "\n").collect();
            let (mut changed, mut judged) = (0, 0);
            for seed in 0..120 {
                let Some(made) = pool.changed(&mut Choices::random(seed)) else {
                    continue;
                };
                changed += usize::from(!originals.contains(&made.text));
                judged += usize::from(!matches!(made.agrees(), Verdict::Limit(_)));
            }
            let name = language.declared.name;
            assert!(changed >= 30, "{name}: {changed} of 120 are changed");
            assert!(judged >= 60, "{name}: {judged} of 120 are judged");
        }
    }
}
