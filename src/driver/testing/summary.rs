//! What a run over many files came to.

use super::run::{Cause, Report};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The figures of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files with a fixed outcome, all of which agreed.
    pub agreed: usize,
    /// Files with a fixed outcome, at least one of which did not agree.
    pub disagreed: usize,
    /// Files without a fixed outcome that ran or were accepted.
    pub uncompared: usize,
    /// Files without a fixed outcome in which something failed.
    pub uncompared_failed: usize,
    /// Files left out.
    pub ignored: usize,
    /// Cases that were run.
    pub cases: usize,
    /// Those of them that failed.
    pub failed: usize,
    /// Inputs that other implementations refuse.
    pub notes: usize,
    /// Outcomes compared.
    pub compared: usize,
    /// Outcomes that are near what is expected, and not the same bits.
    pub near: usize,
    /// The share of the tolerance that they need at most, in millionths.
    pub share: u32,
    /// Failed files by the cause of their first failure.
    pub causes: BTreeMap<Cause, usize>,
    /// Failures that are not of what is outside of what is compiled.
    pub inside: usize,
}

impl Summary {
    /// Counts reports.
    pub fn of(reports: &[Report]) -> Summary {
        let mut s = Summary::default();
        for report in reports {
            s.cases += report.cases;
            s.failed += report.failures.iter().filter(|f| !f.case.is_empty()).count();
            s.notes += report.notes.len();
            s.compared += report.compared;
            s.near += report.shares.len();
            let millionths = report.shares.iter().map(|share| (share * 1e6).ceil() as u32);
            s.share = millionths.fold(s.share, u32::max);
            let count = match (&report.ignored, report.compares, report.passed()) {
                (Some(_), _, _) => &mut s.ignored,
                (None, true, true) => &mut s.agreed,
                (None, true, false) => &mut s.disagreed,
                (None, false, true) => &mut s.uncompared,
                (None, false, false) => &mut s.uncompared_failed,
            };
            *count += 1;
            let of = report.failures.iter().map(|failure| failure.cause);
            s.inside += of.filter(|cause| *cause != Cause::Unsupported).count();
            if let Some(failure) = report.failures.first() {
                *s.causes.entry(failure.cause).or_default() += 1;
            }
        }
        s
    }

    /// Whether nothing failed.
    pub fn passed(&self) -> bool {
        self.disagreed == 0 && self.uncompared_failed == 0
    }

    /// Whether all that failed is outside of what is compiled.
    pub fn is_outside(&self) -> bool {
        !self.passed() && self.inside == 0
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fixed = self.agreed + self.disagreed;
        if fixed > 0 {
            let percent = 100.0 * self.agreed as f64 / fixed as f64;
            writeln!(
                f,
                "{} of {fixed} files with something to compare agree ({percent:.1}%)",
                self.agreed
            )?;
        }
        let free = self.uncompared + self.uncompared_failed;
        if free > 0 {
            writeln!(
                f,
                "{} of {free} files with nothing to compare run without error",
                self.uncompared
            )?;
        }
        if self.ignored > 0 {
            writeln!(f, "{} files left out", self.ignored)?;
        }
        write!(
            f,
            "{} cases run, {} failed, {} outcomes compared",
            self.cases, self.failed, self.compared
        )?;
        if self.near > 0 {
            let percent = f64::from(self.share) * 1e-4;
            write!(
                f,
                "\n{} outcomes are not the same bits, and need {percent:.4}% of the tolerance at most",
                self.near
            )?;
        }
        if self.notes > 0 {
            write!(
                f,
                "\n{} inputs with numbers that only the parameter gives a type",
                self.notes
            )?;
        }
        if !self.causes.is_empty() {
            let causes: Vec<String> = self
                .causes
                .iter()
                .map(|(c, n)| format!("{} {n}", c.name()))
                .collect();
            write!(f, "\nfailures by first cause: {}", causes.join(", "))?;
        }
        Ok(())
    }
}

/// The failures of a file as text for people, each with the command that shows it.
pub fn describe(report: &Report) -> String {
    let mut out = String::new();
    for failure in &report.failures {
        let case = if failure.case.is_empty() {
            String::new()
        } else {
            format!(", {}", failure.case)
        };
        let _ = writeln!(
            out,
            "FAILED {}{case}: {}",
            report.path.display(),
            failure.cause.name()
        );
        for line in failure.message.lines().take(12) {
            let _ = writeln!(out, "    {line}");
        }
        let _ = writeln!(out, "    $ {}", failure.command);
    }
    out
}

/// What is no failure of a file, as text for people.
pub fn remarks(report: &Report) -> String {
    let path = report.path.display();
    let line = |note: &String| format!("note: {path}, {note}\n");
    report.notes.iter().map(line).collect()
}

/// A line a failure, for other programs: file, cause, case, rule-bearing first line of the message, command, separated by tabs.
pub fn machine_lines(report: &Report) -> String {
    let mut out = String::new();
    for f in &report.failures {
        let message = f.message.lines().next().unwrap_or("").replace('\t', " ");
        let (path, cause) = (report.path.display(), f.cause.name());
        let _ = writeln!(out, "{path}\t{cause}\t{}\t{message}\t{}", f.case, f.command);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn files_are_counted_by_what_they_fix() {
        let mut good = Report {
            compares: true,
            compared: 2,
            cases: 2,
            ..Report::new(Path::new("a"))
        };
        good.notes.push("line 3: something".into());
        let free = Report {
            cases: 1,
            ..Report::new(Path::new("b"))
        };
        let bad = Report {
            compares: true,
            ..Report::failed(Path::new("c"), Cause::Sizes, "x\ty\nz")
        };
        let mut one_of_two = Report {
            compares: true,
            compared: 1,
            cases: 2,
            ..Report::new(Path::new("e"))
        };
        let (title, message) = ("main at line 2".to_string(), "another value".to_string());
        one_of_two.fail(Cause::Value, title, message, "ref-run e".into());
        let out = Report {
            ignored: Some("tag".into()),
            ..Report::new(Path::new("d"))
        };
        let summary = Summary::of(&[good.clone(), free, bad.clone(), out, one_of_two]);
        assert!(!summary.passed());
        let text = summary.to_string();
        assert!(
            text.starts_with("1 of 3 files with something to compare agree (33.3%)"),
            "{text}"
        );
        // A file that is refused has no case that failed.
        assert!(
            text.contains("5 cases run, 1 failed, 3 outcomes compared\n1 inputs"),
            "{text}"
        );
        assert!(
            text.ends_with("failures by first cause: sizes 1, value 1"),
            "{text}"
        );
        assert_eq!(remarks(&good), "note: a, line 3: something\n");
        assert_eq!(machine_lines(&bad), "c\tsizes\t\tx y\tref-run --check c\n");
    }
}
