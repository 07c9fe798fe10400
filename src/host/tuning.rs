//! Tuning files: values for the tuning parameters of Futhark programs.
//!
//! A line is `name=value`, as `futhark autotune` writes it; values are integers that fit `i64`.  Names that a program does not have, such as those of
//! thresholds that a compiler chose, mean nothing here.

use elder_engine::Tuning;
use std::path::{Path, PathBuf};

/// The parameters in a tuning file.
///
/// # Errors
/// Names the file and the line that is no assignment.
pub fn read(path: &Path) -> Result<Tuning, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let mut tuning = Tuning::new();
    for (k, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let (name, value) =
            assignment(line).map_err(|e| format!("{}: line {}: {e}", path.display(), k + 1))?;
        tuning.insert(name, value);
    }
    Ok(tuning)
}

/// The numbers of a program: those of this file or of the one beside the program, and these.
///
/// # Errors
/// As of [`read`].
pub fn of(program: &Path, file: Option<&Path>, sizes: &[(String, i64)]) -> Result<Tuning, String> {
    let beside = PathBuf::from(format!("{}.tuning", program.display()));
    let file = file.or(Some(beside.as_path()).filter(|file| file.is_file()));
    let mut numbers = file.map_or(Ok(Tuning::new()), read)?;
    numbers.extend(sizes.iter().cloned());
    Ok(numbers)
}

/// `name=value`
///
/// # Errors
/// What is wrong with the text.
pub fn assignment(text: &str) -> Result<(String, i64), String> {
    let parts = text
        .split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()));
    match parts {
        Some((name, value)) if !name.is_empty() => match value.parse() {
            Ok(value) => Ok((name.to_string(), value)),
            Err(_) => Err(format!("`{value}` is not an integer of 64 bits")),
        },
        _ => Err(format!("`{text}` is not of the form name=value")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_assignments() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.fut.tuning");
        std::fs::write(&path, "foo=3\n\nmain.suff_outer_par_1 = -1\n").unwrap();
        let tuning = read(&path).unwrap();
        assert_eq!(tuning.get("foo"), Some(&3));
        assert_eq!(tuning.get("main.suff_outer_par_1"), Some(&-1));
        std::fs::write(&path, "foo=3\nbar\n").unwrap();
        assert!(read(&path).unwrap_err().contains("line 2: `bar` is not"));
        std::fs::write(&path, "foo=3.5\n").unwrap();
        assert!(read(&path).unwrap_err().contains("`3.5` is not an integer"));
    }
}
