//! What commands print under themselves, compared with the lines that are expected there: results as text, failures by their kind and place.
//!
//! Of compiled programs each value is compared with that of the reference semantics, too, as the lines round numbers.

use super::commands::{Commands, Unopened};
use super::run::{Cause, Failed, Options, Report, quoted_path, rejection, stop};
use super::subject::{Ended, Runner};
use crate::engine::StopKind;
use crate::engine::printed::{Item, Kind, Printed, marked};
use crate::judge::{self, Near};
use crate::tower::Literate;
use elder_engine::language::Awaited;
use elder_syntax::value::Tolerance;
use elder_syntax::{SourceMap, Value};

/// Compares what items with expectations printed; one without that fails is a failure too.
pub(super) fn compare(report: &mut Report, printed: &Printed, command: &str) {
    for item in &printed.items {
        if item.expected.is_empty() && item.outcome.is_ok() {
            continue;
        }
        report.cases += 1;
        report.compares = true;
        report.compared += 1;
        if !agrees(item, &printed.sources) {
            let line = printed.sources.line_column(item.span).map_or(0, |(line, _)| line);
            let found = item.lines(&printed.sources).join("\n");
            let cause = match &item.outcome {
                Ok(_) => Cause::Value,
                Err(failure) if failure.kind == Kind::Run => Cause::RunTime,
                Err(failure) if failure.kind == Kind::Parse => Cause::Syntax,
                Err(_) => Cause::Typing,
            };
            let message = format!("expected\n{}\nfound\n{found}", item.expected.join("\n"));
            report.fail(cause, format!("line {line}"), message, command.to_owned());
        }
    }
}

/// Runs the commands of a literate file by what is tested, and compares each with the reference semantics and with the lines under it.
pub(super) fn run(report: &mut Report, literate: Literate, runner: &Runner, options: &Options) {
    let commands = match Commands::open(literate, &report.path, runner) {
        Ok(commands) => commands,
        Err(Unopened::Rejected(rejected)) => return rejection(report, &rejected, options),
        Err(Unopened::Ended(ended)) => {
            let (cause, message) = stop(&ended);
            return report.fail(cause, String::new(), message, String::new());
        }
    };
    let items = commands.items();
    let is_chosen = |item: &Item| {
        let line = items.sources.line_column(item.span).map(|(line, _)| line);
        options.line.is_none_or(|chosen| Some(chosen) == line)
    };
    for command in commands.all() {
        let Some(item) = items.items.get(command.item).filter(|item| is_chosen(item)) else {
            continue;
        };
        report.cases += 1;
        report.compares = true;
        if let Err((cause, message)) = command_agrees(report, &commands, command, item, options) {
            let line = items.sources.line_column(item.span).map_or(0, |(line, _)| line);
            let path = quoted_path(&report.path);
            let text = format!("elder test{} --line {line} {path}", options.backend.arguments());
            report.fail(cause, format!("line {line}"), message, text);
        }
    }
}

/// Whether a command gives what the reference semantics gives, and prints what is expected.
fn command_agrees(
    report: &mut Report,
    commands: &Commands<'_>,
    command: &Awaited,
    item: &Item,
    options: &Options,
) -> Result<(), Failed> {
    let settings = &options.settings;
    let expected = commands.reference(command, settings);
    let actual = commands.run(options.after, command, settings);
    let expected = match (expected, &actual) {
        // What fails for the one fails for the other by the same premise.
        (Err(expected), Err(actual))
            if expected.kind == StopKind::Error && actual.kind == StopKind::Error =>
        {
            report.compared += 1;
            return same_failure(&expected, actual);
        }
        (Err(expected), Ok(_)) if expected.kind == StopKind::Error => {
            let message = format!(
                "there is a value, but must be a run-time error: {}",
                expected.text
            );
            return Err((Cause::NoRunTimeError, message));
        }
        // The formats cannot say it, or a limit was reached: there is nothing to compare.
        (Err(_), _) => None,
        (Ok(expected), _) => Some(expected),
    };
    let actual = actual.map_err(|ended| stop(&ended))?;
    report.compared += 1;
    let is_same = match &expected {
        Some(expected) => same_values(report, expected, &actual, options.tolerance)?,
        None => true,
    };
    let printed = Item {
        span: item.span,
        expected: item.expected.clone(),
        outcome: commands.shown(command, &actual, settings),
    };
    let sources = &commands.items().sources;
    match item.expected.is_empty() || !is_same || agrees(&printed, sources) {
        true => Ok(()),
        false => {
            let found = printed.lines(sources).join("\n");
            let message = format!("expected\n{}\nfound\n{found}", item.expected.join("\n"));
            Err((Cause::Value, message))
        }
    }
}

/// Whether two runs failed by one premise.
fn same_failure(expected: &Ended, actual: &Ended) -> Result<(), Failed> {
    let premise = |ended: &Ended| ended.diagnostic.refusal.map(|by| (by.id(), by.key()));
    match premise(expected) == premise(actual) {
        true => Ok(()),
        false => {
            let message = format!(
                "{}\nexpected\n{}",
                actual.text.trim_end(),
                expected.text.trim_end()
            );
            Err((Cause::Message, message))
        }
    }
}

/// Whether values are the same bits; that they are near is noted, with the share of the tolerance.
fn same_values(
    report: &mut Report,
    expected: &[Value],
    actual: &[Value],
    tolerance: Option<Tolerance>,
) -> Result<bool, Failed> {
    let differ = |tolerance| judge::values(expected, actual, Near::All(tolerance)).difference();
    if differ(Tolerance::Bitwise).is_none() {
        return Ok(true);
    }
    if let Some(difference) = differ(tolerance.unwrap_or(Tolerance::FOREIGN)) {
        return Err((Cause::Value, difference.message));
    }
    if let Tolerance::Futhark(most) = Tolerance::FOREIGN {
        report
            .shares
            .push(share(&|of| differ(Tolerance::Futhark(most * of)).is_none()));
    }
    Ok(false)
}

/// The least share of a tolerance that suffices, where all of it does: within a sixteenth of itself.
fn share(suffices: &dyn Fn(f64) -> bool) -> f64 {
    let (mut least, mut most) = (1e-9, 1.0);
    while most > least * 1.0625 {
        let middle = f64::sqrt(least * most);
        match suffices(middle) {
            true => most = middle,
            false => least = middle,
        }
    }
    most
}

/// Whether what an item printed is what is expected.
fn agrees(item: &Item, sources: &SourceMap) -> bool {
    let lines = item.lines(sources);
    let trimmed = |lines: &[String]| {
        lines
            .iter()
            .map(|line| line.trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    if trimmed(&lines) == trimmed(&item.expected) {
        return true;
    }
    match (&item.outcome, Kind::of(&item.expected)) {
        (Err(failure), Some(kind)) if failure.kind == kind => {
            let ours = marked(failure.failed.diagnostic.span, sources);
            match (ours, expected_mark(&item.expected)) {
                (Some(ours), Some((line, column, length))) => {
                    ours.0.trim_end() == line.trim_end()
                        && ours.1 < column + length
                        && column < ours.1 + ours.2
                }
                _ => true,
            }
        }
        _ => false,
    }
}

/// The line above one of `^`, with the column and the number of those.
fn expected_mark(lines: &[String]) -> Option<(&str, usize, usize)> {
    let place = lines.iter().position(|line| line.trim_start().starts_with('^'))?;
    let marks = lines[place].trim_end();
    let line = lines.get(place.checked_sub(1)?)?;
    let column = marks.chars().take_while(|c| *c != '^').count();
    Some((line, column, marks.chars().count() - column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn kinds_of_failures() {
        assert_eq!(Kind::of(&lines("why\nRuntime error")), Some(Kind::Run));
        assert_eq!(Kind::of(&lines("Type error:\nmore")), Some(Kind::Type));
        assert_eq!(Kind::of(&lines("Error: more")), Some(Kind::Name));
        assert_eq!(Kind::of(&lines("Errors")), None);
    }

    /// What an item printed under it, line by line, whatever items before it did.
    #[test]
    fn items_are_compared_one_by_one() {
        let path = std::env::temp_dir().join(format!("elder-printed-{}.dx", std::process::id()));
        let text = ":p 1.0 + 2.0\n> 3.\n\nx = 1 + y\n> Error: no such name\n>\n> x = 1 + y\n>         ^\n\n\
            :t \\z:Int. (z, 'a')\n> (Int32 -> (Int32 & Word8))\n\n:p 2 + 2\n> 5\n\n:p [1, 2].(2@_)\n> Runtime error\n";
        std::fs::write(&path, text).unwrap();
        let report = super::super::run::run_file(&path, &super::super::run::Options::default());
        std::fs::remove_file(&path).unwrap();
        let failures: Vec<&str> = report
            .failures
            .iter()
            .map(|failure| failure.case.as_str())
            .collect();
        assert_eq!((report.compared, failures), (5, vec!["line 13"]));
    }

    #[test]
    fn places_of_failures() {
        let text = lines("Type error: why\n\n  f x y\n    ^^\n");
        assert_eq!(expected_mark(&text), Some(("  f x y", 4, 2)));
        assert_eq!(expected_mark(&lines("Type error: why")), None);
    }
}
