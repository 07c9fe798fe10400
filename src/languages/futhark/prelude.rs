//! The text of the prelude: Futhark files that every program opens without naming them.
//!
//! `prelude.fut` is the root; the others are reached from it by `import`.
//! `intrinsics.fut` is not a program but the inside of a module type: what the
//! polymorphic intrinsics are.

/// The file that is opened around every program.
pub const ROOT: &str = "prelude";

macro_rules! files {
    ($($name:literal),*) => { &[$(($name, include_str!(concat!("prelude/", $name, ".fut")))),*] };
}

/// All files that imports may reach: names as imports write them, and texts.
pub static FILES: &[(&str, &str)] = files!(
    "prelude",
    "functional",
    "soacs",
    "zip",
    "array",
    "streams",
    "math",
    "numeric",
    "integers",
    "floats",
    "ad"
);

/// The specifications of the polymorphic intrinsics.
pub static INTRINSICS: &str = include_str!("prelude/intrinsics.fut");

/// The text of the file that imports call `name`.
pub fn file(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{DecKind, ModExp, ModExpKind};
    use crate::parser::parse_program;
    use elder_syntax::SourceId;

    #[test]
    fn every_file_parses_and_imports_only_files_of_the_prelude() {
        for (name, text) in FILES {
            let (program, diagnostics) = parse_program(SourceId(0), text);
            assert!(diagnostics.is_empty(), "{name}: {diagnostics:#?}");
            for dec in program.expect("no errors").decs {
                let path = match dec.kind {
                    DecKind::Import(path) => path,
                    DecKind::Open(ModExp {
                        kind: ModExpKind::Import(path),
                        ..
                    }) => path,
                    _ => continue,
                };
                assert!(file(&path).is_some(), "{name} imports {path}");
            }
        }
    }

    #[test]
    fn specifications_of_intrinsics_parse() {
        let text = format!("module type intrinsics = {{{INTRINSICS}}}");
        let (_, diagnostics) = parse_program(SourceId(0), &text);
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    }
}
