use super::{Loaded, file};
use crate::rules::elaboration::DX_EL_IMPORT;
use elder_syntax::imports::Disk;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn loaded(folder: &Path) -> Loaded {
    file(&folder.join("main.dx").to_string_lossy(), &mut Disk).unwrap()
}

fn accepted(files: &[(&str, &[u8])]) {
    let folder = folder(files);
    let errors = loaded(folder.path()).legal().err().unwrap_or_default();
    assert!(errors.is_empty(), "{errors:?}");
}

/// The only error is by this premise; the first lines of its places, with their files, and what it says.
fn refused(folder: &Path, premise: &str) -> (Vec<String>, String) {
    let loaded = loaded(folder);
    let sources = loaded.sources.clone();
    let errors = loaded.legal().unwrap_err();
    let [error] = &errors[..] else {
        panic!("one error: {errors:?}");
    };
    let refusal = error.refusal.unwrap();
    assert!(refusal.is(&DX_EL_IMPORT, premise), "{refusal}: {}", error.message);
    let spans = [error.span]
        .into_iter()
        .chain(error.labels.iter().map(|label| label.span));
    let place = |span| {
        let place = sources.describe(span);
        place.rsplit('/').next().unwrap_or_default().to_owned()
    };
    (spans.map(place).collect(), error.message.clone())
}

#[test]
fn imports_are_beside_the_file_that_imports() {
    accepted(&[
        ("main.dx", b"include \"parts/outer.dx\"\nx : Int = whole\n"),
        ("parts/outer.dx", b"import part\nwhole : Int = part\n"),
        ("parts/part.dx", b"part : Int = 1\n"),
        ("part.dx", b"part : Float = 1.0\n"),
    ]);
    // What lies beside the program alone is not found from another folder.
    let folder = folder(&[
        ("main.dx", b"include \"parts/outer.dx\"\n"),
        ("parts/outer.dx", b"import part\n"),
        ("part.dx", b"part : Int = 1\n"),
    ]);
    let (places, _) = refused(folder.path(), "legal");
    assert_eq!(places, ["main.dx:1:1", "outer.dx:1:1"]);
}

#[test]
fn the_library_imports_from_the_library() {
    let own: &[u8] = b"png : Int = 1\n";
    accepted(&[("main.dx", b"import plot\n"), ("png.dx", own)]);
    // The program itself gets the file.
    accepted(&[("main.dx", b"import png\nx : Int = png\n"), ("png.dx", own)]);
}

#[test]
fn a_file_is_one_however_it_is_spelled() {
    let helper: &[u8] = b"helper : Int = 1\n";
    accepted(&[
        (
            "main.dx",
            b"include \"./helper.dx\"\nimport helper\ninclude \"parts/../helper.dx\"\nimport other\n",
        ),
        ("helper.dx", helper),
        ("other.dx", b"import helper\n"),
        ("parts/nothing.dx", b""),
    ]);
    // The library's modules too.
    accepted(&[("main.dx", b"import plot\nimport png\ninclude \"plot.dx\"\n")]);
}

#[cfg(unix)]
#[test]
fn links_lead_to_the_same_file() {
    let folder = folder(&[
        ("main.dx", b"import helper\nimport link\n"),
        ("helper.dx", b"helper : Int = 1\n"),
    ]);
    std::os::unix::fs::symlink("helper.dx", folder.path().join("link.dx")).unwrap();
    let errors = loaded(folder.path()).legal().err().unwrap_or_default();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn files_that_import_themselves_are_refused() {
    let alone = folder(&[("main.dx", b"x : Int = 1\n\nimport main\n")]);
    assert_eq!(refused(alone.path(), "cycle").0, ["main.dx:3:1"]);
    let two = folder(&[
        ("main.dx", b"import other\n"),
        ("other.dx", b"\ninclude \"./main.dx\"\n"),
    ]);
    assert_eq!(refused(two.path(), "cycle").0, ["other.dx:2:1", "main.dx:1:1"]);
    // The program is not in the cycle, but imports what is.
    let further = folder(&[
        ("main.dx", b"import one\n"),
        ("one.dx", b"import two\n"),
        ("two.dx", b"import one\n"),
    ]);
    let places = ["two.dx:1:1", "one.dx:1:1", "main.dx:1:1"];
    assert_eq!(refused(further.path(), "cycle").0, places);
}

#[test]
fn what_is_refused_is_not_imported() {
    let folder = folder(&[
        ("main.dx", b"import wrong\nhelper : Int = 2\n"),
        ("wrong.dx", b"import helper\nx : Int = 1.0\n"),
        ("helper.dx", b"helper : Int = 1\n"),
    ]);
    refused(folder.path(), "legal");
}

#[test]
fn what_cannot_be_read_is_there() {
    let bytes = folder(&[("main.dx", b"import latin\n"), ("latin.dx", b"-- caf\xe9\n")]);
    let (_, message) = refused(bytes.path(), "readable");
    assert!(message.contains("UTF-8"), "{message}");
    let inside = folder(&[("main.dx", b"import sub\n"), ("sub.dx/inner.dx", b"")]);
    refused(inside.path(), "readable");
    // A name that leads through a file is of nothing.
    let through = folder(&[("main.dx", b"include \"main.dx/other.dx\"\n")]);
    refused(through.path(), "found");
}
