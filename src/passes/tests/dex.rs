//! Dex's programs, simplified: legal, without functions, and of the same value.

use elder_dex::check::simplified::{self, Left};
use elder_dex::core::{Program, Type, print, read};
use elder_passes::dex::simplify::{self, Cases, Simplified};
use elder_passes::dex::transpose::Around;
use elder_passes::dex::{classes, core, linearize, transpose};
use elder_semantics::dex::{self, Options, show};
use elder_syntax::{Diagnostic, SourceId};
use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder that end so.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("it can be read").path();
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|ending| ending == "dxc") => found.push(path),
            false => {}
        }
    }
}

/// The cases of Dex's core, legal ones and others.
fn cases() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    files(&root.join("../../spec/dex/cases"), &mut found);
    files(&root.join("../../semantics/tests"), &mut found);
    found.sort();
    let text = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("cases are texts");
        (path, text)
    };
    found.into_iter().map(text).collect()
}

fn refusals(errors: &[Diagnostic]) -> String {
    let all: Vec<String> = errors
        .iter()
        .map(|e| e.refusal.map_or_else(|| e.message.to_string(), |r| r.to_string()))
        .collect();
    all.join(", ")
}

/// What a definition gives, as text.
fn given(program: &Program, definition: &str) -> String {
    let outcome = dex::run(program, definition, &[], &Options::default());
    match outcome.results {
        Ok(value) => show::text(program, &value),
        Err(failure) => failure.refusal.map_or(failure.message.clone(), |r| r.to_string()),
    }
}

/// A program after `simplify`, `linearize` and `transpose`, with what is left then; where linearizations are not taken, after `transpose` without them.
fn stages(program: &Program, cases: Cases) -> Result<Vec<(&'static str, Program, Left)>, Vec<Diagnostic>> {
    let Simplified { program, derivatives } = simplify::run(program, cases)?;
    if !derivatives {
        return Ok(vec![("simplify", program, Left::Nothing)]);
    }
    let linear = linearize::run(&program)?;
    let all = transpose::run(&linear, Around::Taken)?;
    let alone = transpose::run(&program, Around::Left)?;
    Ok(vec![
        ("simplify", program, Left::Derivatives),
        ("linearize", linear, Left::Transpositions),
        ("transpose", all, Left::Nothing),
        ("transpose alone", alone, Left::Derivatives),
    ])
}

/// What is not as it should be of a program.
fn wrong(program: &Program, cases: Cases) -> Result<(), String> {
    let stages = stages(program, cases).map_err(|errors| format!("refused: {}", refusals(&errors)))?;
    for (stage, made, left) in &stages {
        let text = print::program(made);
        let judged = simplified::with(made, *left);
        judged.map_err(|errors| format!("{stage}: {}\n{:#?}\n{text}", refusals(&errors), errors))?;
        let again = read::checked(SourceId(0), &text);
        let again = again.map_err(|errors| format!("{stage}: read: {}\n{text}", refusals(&errors)))?;
        if print::program(&again) != text {
            return Err(format!("{stage}: it reads back as another program\n{text}"));
        }
        // The classes of loops are those of a legal program, whatever is left.
        let classed = classes::run(made);
        let judged = simplified::with(&classed, *left);
        judged.map_err(|errors| format!("{stage}: classes: {}\n{text}", refusals(&errors)))?;
        for definition in &program.definitions {
            let name = program.names.text(definition.binder.name).as_str();
            // Of functions nothing is shown.
            let is_function = matches!(definition.binder.ty, Type::Arrow(_));
            if is_function || made.definition(name).is_none() {
                continue;
            }
            let (before, after) = (given(program, name), given(made, name));
            if before != after {
                return Err(format!("{stage}: {name}: {before} became {after}\n{text}"));
            }
        }
    }
    Ok(())
}

/// A gradient: its function is linearized, and the function of the tangent is transposed.
const GRADIENT: &str = "
def main: Float =
  let l: Float & (Float -> Float) = linearize (\\x: Float.
    let y: Float = %mul_f32 x x
    in y) 3.0
  let g: Float = transpose (snd l) 1.0
  in g
";

#[test]
fn derivatives_that_nobody_takes_stay() {
    let program = read::checked(SourceId(0), GRADIENT).expect("it is legal");
    let made = simplify::run(&program, Cases::Sums).expect("it is simplified");
    assert!(made.derivatives);
    let alone = transpose::run(&made.program, Around::Left).expect("nothing is refused");
    let linear = linearize::run(&made.program).expect("there is a tangent");
    for left in [&made.program, &alone, &linear] {
        assert_eq!(given(left, "main"), "6.0");
        let errors = core::run(&classes::run(left)).err().unwrap_or_default();
        assert_eq!(refusals(&errors), "DX-CO-EXP/derivative");
    }
    let all = transpose::run(&linear, Around::Taken).expect("it is linear");
    assert!(core::run(&classes::run(&all)).is_ok());
}

#[test]
fn cases_keep_their_values() {
    let mut judged = 0;
    let mut all = Vec::new();
    for (path, text) in cases() {
        // What simplification makes, not what it takes.
        if text.contains("-- judged: simplified") {
            continue;
        }
        let Ok(program) = read::checked(SourceId(0), &text) else {
            continue;
        };
        for cases in [Cases::Sums, Cases::Products] {
            judged += 1;
            if let Err(wrong) = wrong(&program, cases) {
                let refuses = text.lines().find_map(|line| line.strip_prefix("-- refuses: "));
                let as_stated = refuses.is_some_and(|premise| wrong == format!("refused: {premise}"));
                let translation = text
                    .lines()
                    .find_map(|line| line.strip_prefix("-- translation: "));
                let by = translation.map(|rule| format!("refused: {rule}/"));
                let as_stated = as_stated || by.is_some_and(|by| wrong.starts_with(&by));
                if !as_stated {
                    all.push(format!("{} {cases:?}: {wrong}", path.display()));
                }
            }
        }
    }
    assert!(judged > 140, "{judged} programs are judged");
    assert!(all.is_empty(), "{} of {judged}\n{}", all.len(), all.join("\n\n"));
}
