//! Cases of Futhark on the way to Core, before the arrows between stand in the tower: what reaches Core is accepted by its checker, and does what
//! Futhark's definition does.

use super::roads::{difference, run};
use super::{said, settings};
use crate::engine::{Program, Settings};
use crate::testing::blocks::{self, Input, Tests};
use elder_passes::futhark::core;
use elder_passes::programs::{Border, Core, Futhark};
use elder_passes::{ARROWS, Arrow, Target};
use elder_syntax::language::{Program as Stage, known};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What came of an entry point.
enum Came {
    /// It did not get to Core.
    Refused(String),
    /// Core's checker refuses it.
    IllTyped(String),
    /// It does something else.
    Differs(String),
    /// All runs agree.
    Agrees,
}

/// An entry point of Futhark as a program of Core.
fn to_core(written: &dyn Stage) -> Result<Core, String> {
    let refused = |errors: Vec<elder_syntax::Diagnostic>| said(&errors);
    let mut made: Option<Box<dyn Stage>> = None;
    let within = |arrow: &&Arrow| arrow.from == arrow.to && *arrow.from == elder_futhark::LANGUAGE;
    for arrow in ARROWS.iter().filter(within) {
        let next = (arrow.run)(made.as_deref().unwrap_or(written), &Target::OPENCL);
        made = Some(next.map_err(refused)?);
    }
    let last = made
        .as_deref()
        .and_then(known::<Futhark>)
        .ok_or("no program of Futhark")?;
    let (program, forms) = core::run(&last.tree, last.border.written()).map_err(refused)?;
    Ok(Core {
        program,
        border: Border::Components(Rc::from(forms)),
        sized: false,
    })
}

fn came(source: &Program, tests: &Tests, name: &str, settings: &Settings) -> Came {
    let Some(Ok(road)) = source.road(name, &[]) else {
        return Came::Refused("no road".to_owned());
    };
    let core = match to_core(&*road.written) {
        Ok(core) => core,
        Err(why) => return Came::Refused(why),
    };
    let shown = |why: String| match std::env::var_os("ELDER_SHOW") {
        Some(_) => format!("{why}\n{}", core.text()),
        None => why,
    };
    if let Err(errors) = core.check() {
        return Came::IllTyped(shown(said(&errors)));
    }
    for run_of in tests.cases.iter().filter(|run| run.entry == name) {
        let Input::Values(written) = &run_of.input else {
            continue;
        };
        let Ok(values) = written.values(&source.parameter_types(name)) else {
            continue;
        };
        let expected = run(&*road.written, name, &values, settings);
        let actual = run(&core, name, &values, settings);
        match (expected, actual) {
            (Some(expected), Some(actual)) => match difference(&expected, &actual) {
                Some(difference) => return Came::Differs(shown(difference)),
                None => {}
            },
            _ => return Came::Refused("cannot be run".to_owned()),
        }
    }
    Came::Agrees
}

/// All entry points of a file that a block runs.
fn file(path: &Path, text: &str, out: &mut Vec<(String, Came)>) {
    let (Ok(source), Ok(tests), Ok(mut settings)) =
        (Program::load(path), blocks::parse(text), settings(text))
    else {
        return;
    };
    settings.limits.time = Some(std::time::Duration::from_secs(5));
    let mut names: Vec<&str> = tests.cases.iter().map(|case| case.entry.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        if source.entries().iter().any(|entry| entry == name) {
            let came = came(&source, &tests, name, &settings);
            out.push((format!("{}:{name}", path.display()), came));
        }
    }
}

/// What came of all, counted, with what is wrong.
fn summary(all: &[(String, Came)]) -> (BTreeMap<&'static str, usize>, Vec<String>) {
    let mut counts = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, came) in all {
        let (kind, why) = match came {
            Came::Refused(why) => ("refused", Some(format!("refused {name}: {why}"))),
            Came::IllTyped(why) => ("ill-typed", Some(format!("ill-typed {name}: {why}"))),
            Came::Differs(why) => ("differs", Some(format!("differs {name}: {why}"))),
            Came::Agrees => ("agrees", None),
        };
        *counts.entry(kind).or_default() += 1;
        wrong.extend(why);
    }
    (counts, wrong)
}

/// What comes of all programs of a folder, or of a file.
fn all_of(root: PathBuf) -> Vec<(String, Came)> {
    let (mut paths, mut folders) = (Vec::new(), vec![root]);
    while let Some(path) = folders.pop() {
        match std::fs::read_dir(&path) {
            Ok(entries) => folders.extend(entries.filter_map(|entry| entry.ok().map(|entry| entry.path()))),
            Err(_) if path.extension().is_some_and(|ending| ending == "fut") => paths.push(path),
            Err(_) => {}
        }
    }
    paths.sort();
    let mut all = Vec::new();
    for path in &paths {
        if let Ok(text) = std::fs::read_to_string(path) {
            file(path, &text, &mut all);
        }
    }
    all
}

/// Entry points of cases that do something else than Futhark's definition, each for the reason beside it.
const OPEN: &[&str] = &[
    // A blank whose size only its value shows is that value, which may fail.
    "attribute-blank.fut:filtered",
    // The definition refuses arguments by a rule of its own.
    "entry-argument.fut:main",
    // Fuel is counted in another way.
    "limit-compared.fut:compared",
    // The sizes of what is mapped over nothing.
    "empty-map-shape.fut:main",
    "proxy-unapplied.fut:main",
    "size-of-consumed.fut:empty",
    "captured-sizes.fut:main",
    "empty-constructors.fut:mapped",
    // An array is passed for a starred parameter and beside it.
    "consumed-arguments.fut:main",
    // Sizes of a use are computed where it stands: `monomorphise`.
    "sizes-of-use.fut:unasked",
    "sizes-of-use.fut:unasked_called",
];

#[test]
fn what_reaches_core_is_accepted_and_does_the_same() {
    let all = all_of(PathBuf::from("../../spec/futhark/cases"));
    let (counts, wrong) = summary(&all);
    let wrong: Vec<&String> = wrong
        .iter()
        .filter(|why| !why.starts_with("refused") && !OPEN.iter().any(|open| why.contains(open)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(
        counts.get("agrees").is_some_and(|agrees| *agrees >= 300),
        "{counts:?}"
    );
}

/// `ELDER_MEASURE=FOLDER-OR-FILE`: what comes of the programs there.
#[test]
#[ignore = "a measurement"]
fn measure() {
    let root = std::env::var_os("ELDER_MEASURE")
        .map_or_else(|| PathBuf::from("../../spec/futhark/cases"), PathBuf::from);
    let (counts, wrong) = summary(&all_of(root));
    println!("{}\n{counts:?}", wrong.join("\n"));
}
