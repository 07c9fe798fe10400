//! The programs within folders, in a fixed order.

use crate::tower;
use std::path::{Path, PathBuf};

/// Links may lead in circles.
const DEPTH: usize = 64;

/// The programs that these paths name: files, and what folders hold as far as `enters` lets into theirs.
///
/// # Errors
/// Which cannot be read.
pub fn within(paths: &[PathBuf], enters: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        let rendered = |e: std::io::Error| format!("cannot read {}: {e}", path.display());
        match std::fs::metadata(path).map_err(rendered)?.is_dir() {
            true => walk(path, enters, &mut files, 0)?,
            false => files.push(path.clone()),
        }
    }
    Ok(files)
}

fn walk(
    folder: &Path,
    enters: &dyn Fn(&Path) -> bool,
    files: &mut Vec<PathBuf>,
    depth: usize,
) -> Result<(), String> {
    let rendered = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(rendered)? {
        entries.push(entry.map_err(rendered)?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if depth < DEPTH && enters(&path) {
                walk(&path, enters, files, depth + 1)?;
            }
        } else if tower::language_of(&path).is_ok() {
            files.push(path);
        }
    }
    Ok(())
}
