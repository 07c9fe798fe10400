//! Dex's programs, simplified: legal, without functions, and of the same value.

use elder_dex::check::simplified;
use elder_dex::core::{Program, print, read};
use elder_passes::dex::simplify::{Cases, run};
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
    match outcome.result {
        Ok(value) => show::text(program, &value),
        Err(failure) => failure.refusal.map_or(failure.message.clone(), |r| r.to_string()),
    }
}

/// What is not as it should be of a program.
fn wrong(program: &Program, cases: Cases) -> Result<(), String> {
    let made = run(program, cases).map_err(|errors| format!("refused: {}", refusals(&errors)))?;
    let text = print::program(&made);
    let judged = simplified::program(&made);
    judged.map_err(|errors| format!("{}\n{:#?}\n{text}", refusals(&errors), errors))?;
    let again = read::checked(SourceId(0), &text);
    let again = again.map_err(|errors| format!("read: {}\n{text}", refusals(&errors)))?;
    if print::program(&again) != text {
        return Err(format!("it reads back as another program\n{text}"));
    }
    for definition in &program.definitions {
        let name = program.names.text(definition.binder.name).as_str();
        if made.definition(name).is_none() {
            continue;
        }
        let (before, after) = (given(program, name), given(&made, name));
        if before != after {
            return Err(format!("{name}: {before} became {after}\n{text}"));
        }
    }
    Ok(())
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
                let as_said = refuses.is_some_and(|premise| wrong == format!("refused: {premise}"));
                let translation = text
                    .lines()
                    .find_map(|line| line.strip_prefix("-- translation: "));
                let by = translation.map(|rule| format!("refused: {rule}/"));
                let as_said = as_said || by.is_some_and(|by| wrong.starts_with(&by));
                if !as_said {
                    all.push(format!("{} {cases:?}: {wrong}", path.display()));
                }
            }
        }
    }
    assert!(judged > 140, "{judged} programs are judged");
    assert!(all.is_empty(), "{} of {judged}\n{}", all.len(), all.join("\n\n"));
}
