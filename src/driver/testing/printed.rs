//! What commands print under themselves, compared with the lines that are expected there: results as text, failures by their kind and place.

use super::run::{Cause, Report};
use crate::engine::printed::{Item, Kind, Printed, marked};
use elder_syntax::SourceMap;

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
