//! The kernels of the programs in `examples`, `examples/dpia` and `examples/fcl` are those in the folders `golden` there, text for text; of those of Futhark
//! the host programs as well, with all entry points.
//!
//! A change of the compiler shows here as a change of code that people have read.  With `ELDER_UPDATE=1` the test writes the files
//! instead, and the difference is read before it is committed.

use elder_driver::compile;
use elder_driver::compile::host::Hosted;
use elder_driver::engine::{Program, Settings};
use elder_fcl::DefinitionKind;
use elder_kernel::Dialect;
use elder_passes::Target;
use std::fs;
use std::path::{Path, PathBuf};

fn examples(language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples")
        .join(language)
}

/// The languages that kernels are written in, with the endings of their files.
const DIALECTS: [(Dialect, &str); 2] = [(Dialect::OpenCl, "cl"), (Dialect::OpenMp, "c")];

/// The entry points of a program that are looked at.
fn entries(path: &Path) -> Vec<String> {
    if path.extension().is_none_or(|e| e != "fcl") {
        return ["main", "gpu", "cpu"].map(str::to_owned).to_vec();
    }
    let text = std::fs::read_to_string(path).unwrap();
    let program = elder_fcl::load::text("kernels.fcl", &text).program.unwrap();
    program
        .definitions
        .iter()
        .filter(|d| !d.library && d.kind == DefinitionKind::Kernel)
        .map(|d| d.name.text().to_owned())
        .collect()
}

/// Names of golden files and what should be in them.
fn kernels(language: &str) -> Vec<(String, String)> {
    let mut programs: Vec<PathBuf> = fs::read_dir(examples(language))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == language))
        .collect();
    programs.sort();
    let mut kernels = Vec::new();
    for path in programs {
        let source = compile::load(&path).unwrap_or_else(|e| panic!("{}", e.render(false)));
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let before = kernels.len();
        for name in entries(&path) {
            let Ok(entry) = source.entry(&name) else { continue };
            for (dialect, ending) in DIALECTS {
                let plan = source.plan(&entry, Target::of(dialect));
                let plan = plan.unwrap_or_else(|e| panic!("{}", e.render(false)));
                kernels.push((
                    format!("{stem}.{name}.{ending}"),
                    source.text(&plan, dialect).text,
                ));
            }
        }
        assert!(
            kernels.len() > before,
            "{stem} has no entry point that is looked at"
        );
    }
    kernels
}

/// The same of programs of Futhark: the host program, and the kernels of its entries in C.
fn hosted() -> Vec<(String, String)> {
    let mut programs: Vec<PathBuf> = fs::read_dir(examples(""))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "fut"))
        .collect();
    programs.sort();
    let mut texts = Vec::new();
    for path in programs {
        let source = Program::load(&path).unwrap_or_else(|e| panic!("{}", e.render(false)));
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let entries = source.entries();
        let roots: Vec<&str> = entries.iter().map(String::as_str).collect();
        let hosted = Hosted::of(&source, &roots, Target::OpenMp, &Settings::default());
        let hosted = hosted.unwrap_or_else(|e| panic!("{}", e.rejected.render(false)));
        let compiled = hosted
            .compiled(&source)
            .unwrap_or_else(|e| panic!("{}", e.rejected.render(false)));
        let plans: Vec<_> = compiled.entries.iter().map(|entry| &entry.what).collect();
        texts.push((format!("{stem}.host"), compiled.to_string()));
        texts.push((format!("{stem}.c"), source.texts(&plans, Dialect::OpenMp).text));
    }
    texts
}

fn kernels_are_as_they_were_read(language: &str) {
    let kernels = match language {
        "" => hosted(),
        language => kernels(language),
    };
    let golden = examples(language).join("golden");
    let update = std::env::var_os("ELDER_UPDATE").is_some();
    let mut differing = Vec::new();
    for (name, text) in &kernels {
        let path = golden.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == *text) {
            continue;
        }
        differing.push(name.as_str());
        if update {
            fs::create_dir_all(&golden).unwrap();
            fs::write(&path, text).unwrap();
        }
    }
    let stale: Vec<PathBuf> = fs::read_dir(&golden)
        .map(|files| files.map(|f| f.unwrap().path()).collect())
        .unwrap_or_default();
    for path in stale {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !kernels.iter().any(|(known, _)| *known == name) {
            assert!(update, "nothing makes {name}");
            fs::remove_file(&path).unwrap();
        }
    }
    assert!(
        update || differing.is_empty(),
        "kernels that are not as in examples/{language}/golden: {}\nELDER_UPDATE=1 cargo test -p elder-tests --test kernels writes them; then read the difference",
        differing.join(", ")
    );
}

#[test]
fn kernels_of_dpia() {
    kernels_are_as_they_were_read("dpia");
}

#[test]
fn kernels_of_fcl() {
    kernels_are_as_they_were_read("fcl");
}

#[test]
fn kernels_of_futhark() {
    kernels_are_as_they_were_read("");
}
