//! Cases of the data formats.
//!
//! A program is not needed to say how a value is written, so these cases are files of
//! values, `*.values`, with the same comments in front:
//!
//! ```text
//! -- An array's rows have one shape.
//! -- refuses: FMT-ARRAY/regular
//! -- error: FMT-ARRAY
//! [[1, 2], [3]]
//! ```
//!
//! `-- reads:` is what the values are when written again; `-- bytes:` gives the input in
//! hexadecimal in place of the lines that follow.

use elder_syntax::value::read_values;

use crate::{Case, Execution};

/// Whether the case is a file of values.
pub(crate) fn is_values(case: &Case) -> bool {
    case.file.ends_with(".values")
}

/// Reads the values of a case and compares with what it says.
pub(crate) fn execute(case: &Case) -> Execution {
    let mut execution = Execution::default();
    let field = |name: &str| {
        case.program
            .lines()
            .find_map(|l| l.strip_prefix(name))
            .map(str::trim)
    };
    let input = match field("-- bytes:") {
        Some(hex) => match bytes(hex) {
            Some(bytes) => bytes,
            None => {
                execution.failures.push(format!("`{hex}` is not hexadecimal"));
                return execution;
            }
        },
        None => case.program.as_bytes().to_vec(),
    };
    let result = read_values(&input);
    if let Some(expected) = field("-- reads:") {
        execution.assertions += 1;
        match &result {
            Ok(values) => {
                let written: Vec<String> = values.iter().map(ToString::to_string).collect();
                if written.join(" ") != expected {
                    execution
                        .failures
                        .push(format!("read {}, expected {expected}", written.join(" ")));
                }
            }
            Err(error) => execution.failures.push(error.to_string()),
        }
    }
    if let Some(expected) = field("-- error:") {
        execution.assertions += 1;
        match &result {
            Ok(_) => execution
                .failures
                .push(format!("read, but {expected} should refuse")),
            Err(error) if error.refusal.id() != expected => {
                execution.failures.push(format!("expected {expected}: {error}"));
            }
            Err(_) => {}
        }
    }
    execution
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    hex.split_whitespace()
        .map(|pair| u8::from_str_radix(pair, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cases_of_the_formats_agree() {
        let cases: Vec<Case> = crate::cases().into_iter().filter(is_values).collect();
        assert!(!cases.is_empty());
        for case in &cases {
            let execution = execute(case);
            assert!(execution.assertions > 0, "{}", case.file);
            assert_eq!(execution.failures, Vec::<String>::new(), "{}", case.file);
        }
    }
}
