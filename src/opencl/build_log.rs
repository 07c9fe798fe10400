//! What compilers say, and which line they say it of.
//!
//! Intel's runtime, NVIDIA's driver and gcc write `FILE:LINE:COLUMN: error: MESSAGE`, and
//! pocl writes `error: FILE:LINE:COLUMN: MESSAGE`.

use crate::error::BuildError;
use elder_kernel::{Dialect, Printed};

/// The first error in a log: its line (from 1) if it has one, and what it says.
pub fn first_complaint(log: &str) -> Option<(Option<usize>, String)> {
    for line in log.lines() {
        let Some((before, after)) = line.split_once("error:") else {
            continue;
        };
        return Some(match (location_before(before), location_behind(after)) {
            (Some(number), _) => (Some(number), after.trim().to_string()),
            (None, Some((number, message))) => (Some(number), message.to_string()),
            (None, None) => (None, after.trim().to_string()),
        });
    }
    None
}

/// The line in the `LINE:COLUMN:` or `LINE:` at the end of a text.
fn location_before(text: &str) -> Option<usize> {
    let text = text
        .trim_end()
        .trim_end_matches("fatal")
        .trim_end()
        .strip_suffix(':')?;
    let mut parts = text.rsplit(':').map_while(|part| part.trim().parse().ok());
    let last = parts.next()?;
    Some(parts.next().unwrap_or(last))
}

/// The line in the first `LINE:COLUMN:` of a text, and what stands behind it.
fn location_behind(text: &str) -> Option<(usize, &str)> {
    let mut start = 0;
    for part in text.split(':') {
        let behind = text.get(start + part.len() + 1..)?;
        if let (Ok(line), Some((column, message))) = (part.trim().parse(), behind.split_once(':'))
            && column.trim().parse::<usize>().is_ok()
        {
            return Some((line, message.trim()));
        }
        start += part.len() + 1;
    }
    None
}

/// The error for a text that a compiler refused.
pub fn build_error(device: &str, log: &str, printed: &Printed, dialect: Dialect) -> BuildError {
    let (number, complaint) = match first_complaint(log) {
        Some((number, complaint)) => (number, Some(complaint)),
        None => (None, None),
    };
    BuildError {
        device: device.to_string(),
        log: log.to_string(),
        complaint,
        line: number.and_then(|n| Some((n, printed.line(n)?.to_string()))),
        span: number.and_then(|n| printed.span_of(n)),
        text: printed.text.clone(),
        dialect,
    }
}

#[cfg(test)]
mod tests {
    use super::first_complaint;

    #[test]
    fn lines_are_found_in_the_logs_of_all_drivers() {
        let pocl = "/tmp/pocl/tempfile-ab.cl:5:16: error: use of undeclared identifier 'y'\n";
        assert_eq!(
            first_complaint(pocl),
            Some((Some(5), "use of undeclared identifier 'y'".into()))
        );
        let old =
            "error: /root/.cache/pocl/kcache/tempfile_gf.cl:10:18: use of undeclared identifier 'x'\nfailed";
        assert_eq!(
            first_complaint(old),
            Some((Some(10), "use of undeclared identifier 'x'".into()))
        );
        let intel = "Compilation started\n1:7:3: error: expected ';'\n";
        assert_eq!(first_complaint(intel), Some((Some(7), "expected ';'".into())));
        let nvidia = "<kernel>:12:9: error: unknown type name 'flot'\n";
        assert_eq!(
            first_complaint(nvidia),
            Some((Some(12), "unknown type name 'flot'".into()))
        );
        let gcc = "kernels.c: In function 'f':\nkernels.c:9:5: error: 'y' undeclared\n";
        assert_eq!(first_complaint(gcc), Some((Some(9), "'y' undeclared".into())));
        assert_eq!(first_complaint("warning: unused\n"), None);
        assert_eq!(
            first_complaint("error: no line\n"),
            Some((None, "no line".into()))
        );
    }
}
