//! A finding on a generated program as it is told, and, if `elder reduce` takes such programs, as a file.

use super::configurations::Configuration;
use super::{Arguments, Rung};
use crate::fuzz::campaign::Finding;
use crate::fuzz::malformed;
use crate::reduce;
use elder_generate::Choices;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A finding: where it differs, the least program, its inputs, and the lines that reproduce it and make it smaller.
pub(super) fn report(finding: &Finding, arguments: &Arguments, configuration: Configuration) -> String {
    let Finding {
        seed,
        count,
        place,
        message,
        program,
        options,
        tree: _,
    } = finding;
    let device = match configuration.rung {
        Rung::Device => configuration.device(arguments).map(|d| format!(" --device {d}")),
        _ => None,
    };
    let device = device.unwrap_or_default();
    let optimise = if arguments.optimise { " --optimise" } else { "" };
    let batch = if *count > 1 { " --batch 1" } else { "" };
    let line = format!(
        "elder fuzz --rung {}{device}{optimise} {options} --seed {seed} --count {count}{batch}",
        configuration.rung.name()
    );
    let smaller = match written(finding, &line, &arguments.external.out, configuration) {
        None => String::new(),
        Some(Ok(file)) if configuration.rung == Rung::Malformed => format!("-- {}\n", file.display()),
        Some(Ok(file)) => format!("-- elder reduce {}\n", file.display()),
        Some(Err(why)) => format!("-- no file was written: {why}\n"),
    };
    format!("== seed {seed}, {place}: {message}\n{program}-- {line}\n{smaller}\n")
}

/// The file of a finding on a program that `elder reduce` takes, or of a malformed one.
fn written(
    finding: &Finding,
    line: &str,
    folder: &Path,
    configuration: Configuration,
) -> Option<io::Result<PathBuf>> {
    if configuration.rung == Rung::Malformed {
        let mut choices = Choices::replaying(finding.tree.clone()?);
        let made = malformed::made(&mut choices, configuration.language.texts)?;
        let written = fs::create_dir_all(folder);
        return Some(written.and_then(|()| made.write(folder, &finding.seed.to_string())));
    }
    let is_reduced = configuration.language.is_reduced && configuration.rung == Rung::Stages;
    if !is_reduced || finding.program.is_empty() {
        return None;
    }
    let comments = [format!("{}: {}", finding.place, finding.message), line.to_owned()];
    let text = reduce::report::file(&comments, &[], &finding.program);
    let ending = configuration.language.declared.ending;
    let file = folder.join(format!("{}.{ending}", finding.seed));
    let done = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
    Some(done.map(|()| file))
}
