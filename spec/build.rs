//! Embeds the texts and the cases, so that `elder explain` works wherever the binary stands.
//!
//! Every folder beside this file that has `cases/` is of a language: `spec/NAME` is the definition of what the crate `elder_NAME` implements,
//! and `shared` of what all have in common.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let mut texts = Vec::new();
    let mut cases = Vec::new();
    println!("cargo::rerun-if-changed={}", root.display());
    let mut languages = Vec::new();
    for entry in fs::read_dir(&root)? {
        let path = entry?.path();
        if path.join("cases").is_dir() {
            walk(&path, &mut texts, &mut cases)?;
            languages.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    languages.sort();
    let mut code = String::from("pub(crate) static FOLDERS: &[(&str, &elder_syntax::Language)] = &[\n");
    for name in &languages {
        let package = if name == "shared" { "syntax" } else { name };
        let _ = writeln!(code, "    ({name:?}, &elder_{package}::LANGUAGE),");
    }
    code.push_str("];\n");
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

/// Collects texts, which are Markdown, and cases, which are all else.  Folders named `lib` hold what cases import; they are not cases.
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
        match path.extension() {
            Some(ending) if ending == "md" => texts.push(path),
            Some(_) => cases.push(path),
            // Hidden files.
            None => {}
        }
    }
    Ok(())
}
