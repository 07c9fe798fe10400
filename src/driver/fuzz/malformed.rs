//! Malformed inputs: programs, values, plans and kernels that are cut, spliced, deep, huge or of wrong bytes.
//!
//! What is asked of Elder is only that it answers: by a refusal, a limit or a value, never by a mistake of its own.  An input goes through what `elder
//! check`, `ref-run`, `elder dev` and `elder test` do, by the functions that these commands call.  What ends the process, or does not end,
//! only another process can see: [`isolated`] judges there.

pub mod isolated;

use super::Verdict;
use super::cases::runs;
use crate::conformance::TARGETS;
use crate::engine::{Argument, Limits, Output, Program, Rejected, Settings, StopKind, Watch};
use crate::lowering::{Lowering, Way};
use crate::testing::blocks;
use crate::testing::run::{Cause, Options, run_file};
use crate::tower::{self, Language};
use crate::{compile, input};
use elder_generate::Choices;
use elder_generate::malformed::malformed;
use elder_syntax::diagnostic::Severity;
use elder_syntax::imports::Disk;
use elder_syntax::{Language as Declared, Value, value};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;
use tempfile::TempDir;

/// What each run may take.  It is little, so that what grows meets it.
const LIMITS: Limits = Limits {
    fuel: Some(100_000),
    memory: Some(16 << 20),
    time: Some(Duration::from_secs(2)),
};

/// Entry points of one program that are run.
const ENTRIES: usize = 4;

/// Programs of which the texts after each pass are originals too.
const STAGED: usize = 40;

/// What malformed inputs of a language are made of.
#[derive(Default)]
struct Originals {
    programs: Vec<Vec<u8>>,
    /// What programs are run on, in both formats.
    values: Vec<Vec<u8>>,
}

/// The cases of each language, by the endings of their files, and what is shown of some between passes; made when the first input of the language is.
static ORIGINALS: LazyLock<BTreeMap<&'static str, OnceLock<Originals>>> = LazyLock::new(|| {
    let languages = elder_spec::cases()
        .into_iter()
        .filter_map(|case| tower::language_of(&case.path()).ok());
    languages
        .map(|language| (language.declared.ending, OnceLock::new()))
        .collect()
});

impl Originals {
    /// Those of the language with this ending.
    fn of(ending: &str) -> Self {
        let mut own = Self::default();
        for case in elder_spec::cases() {
            if !tower::language_of(&case.path()).is_ok_and(|language| language.declared.ending == ending) {
                continue;
            }
            own.programs.push(case.program.as_bytes().to_vec());
            for run in runs(&case) {
                let blocks::Input::Values(written) = &run.input else {
                    continue;
                };
                let Ok(values) = written.values(&[]) else {
                    continue;
                };
                own.values.push(written.text.as_bytes().to_vec());
                own.values.push(values.iter().flat_map(binary).collect());
            }
        }
        if let Ok(folder) = TempDir::new() {
            let staged = own.programs.iter().step_by(1 + own.programs.len() / STAGED);
            let staged: Vec<Vec<u8>> = staged
                .flat_map(|text| stages(folder.path(), ending, text))
                .collect();
            own.programs.extend(staged);
        }
        own
    }
}

fn binary(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    value::binary::write(value, &mut out);
    out
}

/// The texts of a program between passes, of those that are read again as programs of its language.
fn stages(folder: &Path, ending: &str, text: &[u8]) -> Vec<Vec<u8>> {
    let file = folder.join("original").with_extension(ending);
    let program = fs::write(&file, text)
        .ok()
        .and_then(|()| compile::load(&file).ok());
    let stages = program.and_then(|program| {
        // Kernels are no program of its language.
        let mut own = tower::onwards(program.language()).iter().rev();
        let last = own.find(|position| position.pass.from == position.pass.to)?;
        let lowering = program.lowering(program.entries().first()?, &Way::to(last.name()))?;
        lowering.ok()
    });
    let texts = |lowering: &Lowering| {
        let chosen = lowering.stages().skip(1).step_by(3);
        chosen
            .map(|(name, stage)| lowering.text(name, stage).into_bytes())
            .collect()
    };
    stages.as_ref().map(texts).unwrap_or_default()
}

/// A malformed input.
#[derive(Clone, Debug)]
pub struct Malformed {
    /// The ending of the program's file.
    pub ending: &'static str,
    /// The program.
    pub program: Vec<u8>,
    /// What it is run on.
    pub values: Vec<u8>,
}

/// One of these languages; `None` if there is no case of any.
pub fn made(c: &mut Choices, languages: &[&'static Declared]) -> Option<Malformed> {
    let known: Vec<(&&str, &OnceLock<Originals>)> = ORIGINALS
        .iter()
        .filter(|(ending, _)| languages.iter().any(|language| language.ending == **ending))
        .collect();
    let (ending, originals) = *c.pick(&known)?;
    let originals = originals.get_or_init(|| Originals::of(ending));
    let slices = |all: &'static [Vec<u8>]| all.iter().map(Vec::as_slice).collect::<Vec<_>>();
    let (programs, values) = (slices(&originals.programs), slices(&originals.values));
    let of_values = c.one_in(6);
    let program = match of_values {
        true => c.pick(&programs).copied().unwrap_or_default().to_vec(),
        false => malformed(c, &programs),
    };
    let given = c.pick(&values).copied().unwrap_or_default().to_vec();
    let values = match of_values || c.one_in(4) {
        true => malformed(c, &values),
        false => given,
    };
    Some(Malformed {
        ending,
        program,
        values,
    })
}

impl Malformed {
    /// Writes the files of the input, and says which is the program; what it is run on stands beside it.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, folder: &Path, name: &str) -> io::Result<PathBuf> {
        let program = folder.join(format!("{name}.{}", self.ending));
        fs::write(&program, &self.program)?;
        fs::write(values_of(&program), &self.values)?;
        Ok(program)
    }

    /// The input as text, as far as it is some.
    pub fn text(&self) -> String {
        const SHOWN: usize = 4_000;
        let shown = |bytes: &[u8]| {
            let (shown, rest) = bytes.split_at(bytes.len().min(SHOWN));
            let rest = match rest.len() {
                0 => String::new(),
                more => format!("… and {more} more bytes"),
            };
            format!("{}{rest}\n", String::from_utf8_lossy(shown))
        };
        format!("{}-- input\n{}", shown(&self.program), shown(&self.values))
    }
}

/// The file of what a program is run on.
fn values_of(program: &Path) -> PathBuf {
    program.with_extension("in")
}

/// Whether Elder answers to the program in a file, run on the values in the file beside it.
pub fn survives(program: &Path) -> Verdict {
    let Ok(language) = tower::language_of(program) else {
        return Verdict::Agree;
    };
    let values = fs::read(values_of(program)).unwrap_or_default();
    let answers = [checked_and_run, shown, tested, literate];
    let found = answers
        .iter()
        .find_map(|answer| answer(language, program, &values).err());
    found.unwrap_or(Verdict::Agree)
}

/// What is answered, if it is no mistake of Elder's.
type Answered = std::result::Result<(), Verdict>;

/// What is said of a program can be said: it has places within the text.
fn refused(rejected: &Rejected) -> Answered {
    let _ = (rejected.render(true), rejected.render_short());
    let has_error = |rejected: &Rejected| rejected.diagnostics.iter().any(|d| d.severity == Severity::Error);
    if !has_error(rejected) {
        return Err(Verdict::differ("check", "it is refused, and there is no error"));
    }
    placed(rejected)
}

/// Every place is one of the texts.
fn placed(rejected: &Rejected) -> Answered {
    for diagnostic in &rejected.diagnostics {
        let span = diagnostic.span;
        let file = rejected.sources.get(span.source);
        let is_outside = file.is_some_and(|file| span.end as usize > file.text.len() + 1);
        if span.start > span.end || is_outside {
            return Err(Verdict::differ(
                "check",
                format!("{span:?} is no place of the text"),
            ));
        }
    }
    Ok(())
}

/// `elder check` and `ref-run`: by the machine, and by the definition with its derivation.
fn checked_and_run(_: &Language, file: &Path, values: &[u8]) -> Answered {
    let program = match Program::load(file) {
        Ok(program) => program,
        Err(rejected) => return refused(&rejected),
    };
    let _ = program.render_warnings(true);
    let settings = Settings {
        limits: LIMITS,
        ..Settings::default()
    };
    for entry in program.entries().iter().take(ENTRIES) {
        let Ok(values) = input::values(values, &program.parameter_types(entry)) else {
            continue;
        };
        for definition in [false, true] {
            let watch = Watch {
                definition,
                cost: !definition,
                derivation: definition.then_some(3),
                ..Watch::default()
            };
            let arguments = values.iter().cloned().map(Argument::Data).collect();
            match program.watch(entry, arguments, &settings, watch).results {
                Ok(results) => results.for_each(|output| {
                    if let Output::Value(value) = output {
                        let _ = binary(&value);
                    }
                }),
                Err(stopped) => {
                    let _ = program.render(&stopped, true);
                    not_internal("ref-run", stopped.kind, stopped.render_short())?;
                }
            }
        }
    }
    Ok(())
}

fn not_internal(command: &str, kind: StopKind, message: &str) -> Answered {
    match kind {
        StopKind::Internal => Err(Verdict::differ(command, message)),
        _ => Ok(()),
    }
}

/// `elder dev`: the program after every pass, its plan and its kernels.
fn shown(language: &Language, file: &Path, _: &[u8]) -> Answered {
    let Ok(program) = Program::load(file) else {
        return Ok(());
    };
    let Some(entry) = program.entries().into_iter().next() else {
        return Ok(());
    };
    let targets = match language.is_compiled() {
        true => &TARGETS[..],
        false => &TARGETS[..1],
    };
    for target in targets {
        let way = Way {
            target: *target,
            ..Way::default()
        };
        match program.lowering(&entry, &way) {
            Some(Ok(lowering)) => {
                lowering.texts().for_each(drop);
                let _ = lowering.plan().map(|plan| program.text(plan, target.dialect()));
            }
            Some(Err(rejected)) => refused(&rejected)?,
            None => {}
        }
    }
    Ok(())
}

/// `elder test`: the test blocks of the program.
fn tested(_: &Language, file: &Path, _: &[u8]) -> Answered {
    let options = Options {
        settings: Settings {
            limits: LIMITS,
            ..Settings::default()
        },
        tuning: None,
        ..Options::default()
    };
    let report = run_file(file, &options);
    let internal = report
        .failures
        .iter()
        .find(|failure| failure.cause == Cause::Internal);
    match internal {
        Some(failure) => Err(Verdict::differ("test", &*failure.message)),
        None => Ok(()),
    }
}

/// `ref-run` of a file of which the commands print their results.
fn literate(language: &Language, file: &Path, _: &[u8]) -> Answered {
    let Some(literate) = language.literate else {
        return Ok(());
    };
    let settings = Settings {
        limits: LIMITS,
        ..Settings::default()
    };
    let printed = match (literate.run)(&file.to_string_lossy(), &mut Disk, &settings) {
        Ok(printed) => printed,
        Err(rejected) => return refused(&rejected),
    };
    let _ = (printed.text(), printed.render(true));
    for item in &printed.items {
        if let Err(failure) = &item.outcome {
            not_internal("ref-run", failure.failed.kind, &failure.failed.diagnostic.message)?;
        }
    }
    Ok(())
}
