//! The semantics is an oracle only as long as it shares no code with what it judges.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn dependencies(package: &str) -> Vec<String> {
    dependencies_with(package, &["--all-features"])
}

fn dependencies_with(package: &str, options: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            package,
            "--edges",
            "normal",
            "--prefix",
            "none",
        ])
        .args(options)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn semantics_depends_on_no_pass_and_no_driver() {
    let found = dependencies("elder-semantics");
    assert!(found.iter().any(|d| d == "elder-futhark"), "{found:?}");
    assert!(found.iter().any(|d| d == "elder-dpia"), "{found:?}");
    assert!(found.iter().any(|d| d == "elder-fcl"), "{found:?}");
    assert!(found.iter().any(|d| d == "elder-core"), "{found:?}");
    for forbidden in [
        "elder-driver",
        "elder-passes",
        "elder-opencl",
        "elder-scalar",
        "elder-generate",
        "elder-spec",
    ] {
        assert!(
            !found.iter().any(|d| d == forbidden),
            "semantics depends on {forbidden}"
        );
    }
}

/// What no crate of a list may depend on.
fn apart(packages: &[&str], forbidden: &[&str]) {
    for package in packages {
        let found = dependencies(package);
        for other in forbidden.iter().filter(|other| *other != package) {
            assert!(!found.iter().any(|d| d == other), "{package} depends on {other}");
        }
    }
}

#[test]
fn the_front_ends_depend_on_no_semantics_and_no_pass() {
    let forbidden = [
        "elder-semantics",
        "elder-driver",
        "elder-spec",
        "elder-passes",
        "elder-kernel",
        "elder-opencl",
        "elder-generate",
    ];
    apart(
        &["elder-futhark", "elder-dpia", "elder-fcl", "elder-core"],
        &forbidden,
    );
}

/// A pass that asked the oracle could not be judged by it; and only the runtime links OpenCL.
#[test]
fn the_compiler_depends_on_no_semantics_and_no_runtime() {
    let forbidden = [
        "elder-semantics",
        "elder-driver",
        "elder-opencl",
        "elder-generate",
        "ocl",
    ];
    apart(
        &["elder-passes", "elder-kernel", "elder-scalar", "elder-generate"],
        &forbidden,
    );
}

/// What a crate without threads, files, allocator and device may not depend on.
const IMPURE: &[&str] = &[
    "clap",
    "flate2",
    "gmp-mpfr-sys",
    "indicatif",
    "libloading",
    "mimalloc",
    "ocl",
    "rayon",
    "rug",
    "rustix",
    "tempfile",
];

/// The engine takes texts and gives values: it knows no pass, and nothing of the machine.
#[test]
fn the_engine_depends_on_languages_and_semantics() {
    let found = dependencies_with("elder-engine", &[]);
    let own: Vec<&str> = found.iter().filter_map(|d| d.strip_prefix("elder-")).collect();
    let allowed = [
        "engine",
        "semantics",
        "syntax",
        "sizes",
        "core",
        "dex",
        "dpia",
        "fcl",
        "futhark",
        "kernel",
    ];
    let other = own.iter().find(|d| !allowed.contains(d));
    assert!(
        other.is_none(),
        "the engine depends on elder-{}",
        other.unwrap_or(&"")
    );
    // Where stacks cannot grow, nothing tries.
    let target = ["--target", "wasm32-unknown-unknown"];
    let there = dependencies_with("elder-engine", &target);
    for forbidden in IMPURE.iter().chain(&["stacker", "libc", "cc"]) {
        assert!(
            !there.iter().any(|d| d == forbidden),
            "the engine depends on {forbidden}"
        );
    }
    for forbidden in IMPURE {
        assert!(
            !found.iter().any(|d| d == forbidden),
            "the engine depends on {forbidden}"
        );
    }
}

/// `ref-run` is the engine with files: the first command of the README builds nothing else.
#[test]
fn the_host_depends_on_the_engine_alone() {
    let forbidden = [
        "elder-driver",
        "elder-passes",
        "elder-opencl",
        "elder-generate",
        "elder-reduce",
        "elder-spec",
    ];
    apart(&["elder-host"], &forbidden);
}

/// A module of the machine that a pure crate would name.
const MACHINE: &[&str] = &[
    "std::env",
    "std::fs",
    "std::net",
    "std::path",
    "std::process",
    "std::thread",
];

#[test]
fn the_engine_names_nothing_of_the_machine() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let folder = source.join("engine");
    let mut folders = vec![folder.clone(), source.join("compile")];
    let mut seen = 0;
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder of the engine") {
            let path = entry.expect("an entry").path();
            // The binary has standard input and output.
            if path.is_dir() && path != folder.join("bin") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                seen += 1;
                let text = std::fs::read_to_string(&path).expect("a text");
                let named = MACHINE.iter().find(|name| text.contains(**name));
                assert!(
                    named.is_none(),
                    "{} names {}",
                    path.display(),
                    named.unwrap_or(&"")
                );
            }
        }
    }
    assert!(seen > 10, "{seen} files");
}

/// What these folders name of the languages, as modules (`core::tree`): what a crate's root takes from a module counts as that module.
fn modules(folders: &[&str]) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let roots: Roots = LANGUAGES
        .iter()
        .map(|language| (*language, reexported(&root, language)))
        .collect();
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut found = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "tests" {
            let entries = path.read_dir().expect("a folder is read");
            waiting.extend(entries.map(|entry| entry.expect("an entry is read").path()));
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            let text = code(&path);
            let uses = text
                .split("elder_")
                .skip(1)
                .filter_map(|rest| rest.split_once("::"));
            for (language, rest) in uses.filter(|(language, _)| LANGUAGES.contains(language)) {
                found.extend(first_steps(rest).filter_map(|step| module(&roots, language, step)));
            }
        }
    }
    found
}

/// The crates that semantics and compiler may share.
const LANGUAGES: &[&str] = &[
    "core", "dex", "dpia", "fcl", "futhark", "kernel", "sizes", "syntax",
];

/// Of each language the names that its root has from elsewhere, with the paths that they stand for.
type Roots<'a> = BTreeMap<&'a str, BTreeMap<String, String>>;

/// A text without its line comments, in which modules are named but not used.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a file is read");
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The `pub use` lines of a crate's root: `Nat` is `nat::Nat`.
fn reexported(root: &Path, language: &str) -> BTreeMap<String, String> {
    let folders = ["src", "src/languages"].map(|folder| root.join(folder).join(language).join("lib.rs"));
    let file = folders
        .iter()
        .find(|file| file.exists())
        .expect("a crate has a root");
    let text = code(file);
    let uses = text
        .split("pub use ")
        .skip(1)
        .filter_map(|rest| rest.split_once(';'));
    let paths = uses.flat_map(|(tree, _)| paths(tree));
    let named = paths.map(|path| {
        let (path, name) = path
            .split_once(" as ")
            .unwrap_or((&path, path.rsplit("::").next().unwrap_or_default()));
        (name.trim().to_owned(), path.trim().to_owned())
    });
    named.collect()
}

/// The paths of a `use`: `nat::{Atom, Nat}` has two.
fn paths(tree: &str) -> Vec<String> {
    let Some((before, list)) = tree.split_once('{') else {
        return vec![tree.trim().to_owned()];
    };
    let list = list.rsplit_once('}').map_or(list, |(list, _)| list);
    let inner = parts(list).flat_map(paths);
    inner.map(|path| format!("{}{path}", before.trim())).collect()
}

/// The module in which a name of a crate's root is declared, if that is none of its own types; macros count as modules.
fn module(roots: &Roots<'_>, language: &str, name: &str) -> Option<String> {
    let Some(path) = roots.get(language).and_then(|names| names.get(name)) else {
        let own = name.starts_with(|letter: char| letter.is_ascii_lowercase());
        return own.then(|| format!("{language}::{name}"));
    };
    let mut steps = path.split("::");
    let first = steps.next()?;
    match first.strip_prefix("elder_") {
        Some(other) => module(roots, other, steps.next()?),
        None => Some(format!("{language}::{first}")),
    }
}

/// The names that a path goes on with behind its crate: one, or those of its braces.
fn first_steps(rest: &str) -> impl Iterator<Item = &str> {
    let inner = match rest.strip_prefix('{') {
        None => rest.split(',').next().unwrap_or_default(),
        Some(inner) => {
            let mut depth = 1;
            let end = inner.find(|letter| {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                depth == 0
            });
            &inner[..end.unwrap_or(inner.len())]
        }
    };
    let other = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    parts(inner).filter_map(move |part| part.split(other).next())
}

/// What stands between the commas of a list that are in no braces of it.
fn parts(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    list.split(move |letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
}

/// Crates from outside that these crates depend on, as their manifests say.
fn outside(folders: &[&str]) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifests = folders.iter().map(|folder| root.join(folder).join("Cargo.toml"));
    let texts = manifests.map(|manifest| std::fs::read_to_string(manifest).expect("a manifest is read"));
    let mut found = BTreeSet::new();
    for text in texts {
        let (_, rest) = text
            .split_once("\n[dependencies]\n")
            .expect("dependencies are declared");
        let lines = rest.lines().take_while(|line| !line.starts_with('['));
        let names = lines.filter_map(|line| line.split(['.', ' ', '=', '#']).next());
        found.extend(
            names
                .filter(|name| !name.is_empty() && !name.starts_with("elder-"))
                .map(str::to_owned),
        );
    }
    found
}

/// What both use can be wrong in both and be seen by neither.
#[test]
fn what_oracle_and_compiler_share_stands_in_the_architecture() {
    let used = |folders: &[&str]| &modules(folders) | &outside(folders);
    let (oracle, compiler) = (
        used(&["semantics"]),
        used(&["src/passes", "src/compile", "src/opencl", "src/scalar"]),
    );
    let shared: BTreeSet<&str> = oracle.intersection(&compiler).map(String::as_str).collect();
    let text = include_str!("../../docs/architecture.md");
    let (_, table) = text.split_once("<!-- shared:").expect("the table begins");
    let (table, _) = table
        .split_once("<!-- end of shared -->")
        .expect("the table ends");
    let first_cells = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let listed: BTreeSet<&str> = first_cells
        .flat_map(|cell| cell.split("`, `"))
        .map(|module| module.trim_end_matches('`'))
        .collect();
    let missing: Vec<_> = shared.difference(&listed).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
    let gone: Vec<_> = listed.difference(&shared).collect();
    assert!(gone.is_empty(), "in the table and not shared: {gone:?}");
}
