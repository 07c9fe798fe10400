//! Embeds the texts and the cases, so that `elder explain` works wherever the binary stands.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let mut texts = Vec::new();
    let mut cases = Vec::new();
    // A folder a language; `language.rs` knows them too.
    for language in ["dpia", "fcl", "futhark", "shared"] {
        walk(&root.join(language), &mut texts, &mut cases)?;
    }
    let mut code = String::new();
    for (name, files) in [("TEXT_FILES", &mut texts), ("CASE_FILES", &mut cases)] {
        files.sort();
        let _ = writeln!(code, "pub(crate) static {name}: &[(&str, &str)] = &[");
        for file in files.iter() {
            let relative = file.strip_prefix(&root).map_err(io::Error::other)?;
            let _ = writeln!(
                code,
                "    ({:?}, include_str!({:?})),",
                relative.display().to_string().replace('\\', "/"),
                file.display().to_string()
            );
        }
        code.push_str("];\n");
    }
    fs::write(out.join("embedded.rs"), code)
}

/// Collects texts and cases.  Folders named `lib` hold what cases import; they are not cases.
fn walk(folder: &Path, texts: &mut Vec<PathBuf>, cases: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|n| n != "lib") {
                walk(&path, texts, cases)?;
            }
            continue;
        }
        match path.extension().and_then(|e| e.to_str()) {
            Some("md") => texts.push(path),
            Some("dpia" | "fcl" | "fut" | "values") => cases.push(path),
            _ => {}
        }
    }
    Ok(())
}
