//! The text of DPIA programs: what is printed at any stage of the translation reads back as the same program.

use elder_dpia::{Entry, Phrase, alpha, load, print};
use std::path::{Path, PathBuf};

/// All programs of the examples and of the conformance cases.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![root.join("spec/dpia"), root.join("examples/dpia")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "dpia") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(
        found.len() > 30,
        "the programs are not where this test looks for them"
    );
    found
}

/// The entry abstracted over what it takes.
fn closed(entry: &Entry) -> Phrase {
    // A variable stands among inputs and outputs, and is one parameter.
    let binders = entry.parameters().into_iter().cloned().rev();
    let body = binders.fold(entry.body.clone(), |body, binder| {
        let span = body.span;
        Phrase::new(elder_dpia::Node::Lambda(binder, body), span)
    });
    entry.sizes.iter().rev().fold(body, |body, size| {
        let span = body.span;
        Phrase::new(elder_dpia::Node::NatLambda(size.clone(), body), span)
    })
}

/// What the text says, and whether it is the same as the phrase.
fn reads_back(what: &str, text: &str, phrase: &Phrase) -> Result<(), String> {
    let loaded = load::forced(what, text);
    let Some(program) = &loaded.program else {
        let messages: Vec<_> = loaded.diagnostics.iter().map(|d| (d.span, &d.message)).collect();
        return Err(format!("{what} does not read back:\n{text}\n{messages:?}"));
    };
    let again = program.definitions.last().map(|d| d.body.clone());
    match again {
        Some(again) if alpha::equal(phrase, &again) => Ok(()),
        _ => Err(format!(
            "{what} reads back as something else:\n{text}\n{}",
            print::program(program)
        )),
    }
}

#[test]
fn what_is_printed_at_any_stage_reads_back() {
    let mut failures = Vec::new();
    let (mut read, mut stages) = (0, 0);
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("a readable program");
        let name = path.display().to_string();
        let loaded = load::forced(&name, &text);
        let Some(program) = loaded.program else {
            continue;
        };
        // Sizes that are none have no text that is read; rows of no elements make a number of rows that is none.
        let checked = load::text(&name, &text);
        let refusals = checked.diagnostics.iter().filter_map(|d| d.refusal);
        if refusals.into_iter().any(|r| {
            r.rule.judgement == elder_syntax::Judgement::Kinding || r.id() == "DPIA-X-PARTITION-GROUPS"
        }) {
            continue;
        }
        read += 1;
        for definition in &program.definitions {
            let Ok(entry) = Entry::closed(&program, definition.name.text()) else {
                continue;
            };
            failures.extend(reads_back(&name, &print::entry(&entry), &closed(&entry)).err());
            let Ok(made) = elder_passes::stages(&entry, &elder_passes::Target::OPENCL) else {
                continue;
            };
            // What cannot be translated may have sizes on the way that nothing binds.
            let last = made.last().map(|(_, stage)| stage);
            if last
                .is_some_and(|stage| elder_passes::lower(stage, &[], &elder_passes::Target::OPENCL).is_err())
            {
                continue;
            }
            for (pass, stage) in made {
                stages += 1;
                let what = format!("{name} after {pass}");
                failures.extend(reads_back(&what, &print::entry(&stage), &closed(&stage)).err());
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {stages} stages of {read} programs:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(read > 30 && stages > 30, "{read} programs, {stages} stages");
}
