//! Where OpenCL drivers differ: every kernel of `tests/drivers/` on every platform that is found and under Oclgrind.
//!
//! Each kernel says itself how it is launched and what is documented to come out (`docs/drivers.md`, `tests/drivers/README.md`). A driver that
//! does something else than it did fails the test: then the rule that was drawn from it for our generator is looked at again.
//! The kernels are run by a small host in C, so that Elder's own runtime is no part of the experiment, each in a process of its own, because some of them
//! crash the driver or never end.
#![cfg(feature = "opencl")]

use elder_opencl::{intel, oclgrind};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a kernel may take before it counts as one that never ends.
const PATIENCE: Duration = Duration::from_secs(60);
/// The same for the kernels that are documented never to end.
const IMPATIENCE: Duration = Duration::from_secs(4);

/// What is known of a kernel: its keys, as in `/// key: value`.
struct Case {
    name: String,
    path: PathBuf,
    keys: BTreeMap<String, String>,
}

impl Case {
    fn read(path: PathBuf) -> Case {
        let text = fs::read_to_string(&path).unwrap();
        let keys = text
            .lines()
            .filter_map(|line| line.strip_prefix("/// ")?.split_once(": "))
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .collect();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        Case { name, path, keys }
    }

    /// The outcome documented for a platform: its own on this processor, its own, or the one for all.
    fn documented(&self, platform: &Platform) -> &str {
        let own = platform.key.and_then(|key| {
            let here = self.keys.get(&format!("{key} without AVX-512"));
            here.filter(|_| !has_avx_512()).or_else(|| self.keys.get(key))
        });
        own.or_else(|| self.keys.get("expect")).map_or("", String::as_str)
    }
}

/// Whether the drivers of the processor compile for AVX-512: what has no meaning does something else without it.
fn has_avx_512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// An OpenCL platform on which the kernels are run.
struct Platform {
    /// A part of its name that no other has.
    name: String,
    /// The key of outcomes that it alone has; `None` for a driver of which nothing is documented.
    key: Option<&'static str>,
}

/// The drivers of which outcomes are documented: key, a part of the name, a part of the version.
const DOCUMENTED: [(&str, &str, &str); 3] = [
    ("pocl", "Portable Computing Language", "PoCL 3.1"),
    ("intel", "Intel(R) OpenCL", "OpenCL 3.1"),
    ("oclgrind", "Oclgrind", "Oclgrind 21.10"),
];

/// Waits for a process for a time; `None` if it had to be killed.
fn wait(mut command: Command, patience: Duration) -> Option<Output> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > patience {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Some(child.wait_with_output().unwrap())
}

/// The outcome of a process: what it printed on one line, `crash`, or `hang`.
fn outcome(output: Option<&Output>) -> String {
    match output {
        None => "hang".to_string(),
        Some(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            text.lines().collect::<Vec<_>>().join("; ")
        }
        Some(output) if output.status.code() == Some(2) => "the case itself is wrong".to_string(),
        Some(_) => "crash".to_string(),
    }
}

/// The kernels' folder.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers")
}

/// Where the host is compiled, the caches of drivers are and the vendors are listed.
struct Bench {
    folder: tempfile::TempDir,
    vendors: Option<PathBuf>,
}

impl Bench {
    fn new() -> Bench {
        let bench = tempfile::tempdir().unwrap();
        let compiled = Command::new("cc")
            .args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(bench.path().join("host"))
            .arg(folder().join("host.c"))
            .arg("-lOpenCL")
            .status()
            .unwrap();
        assert!(compiled.success(), "the host does not compile");
        let vendors = intel::folder()
            .filter(|_| std::env::var_os("OCL_ICD_VENDORS").is_none())
            .map(|runtime| {
                let into = bench.path().join("vendors");
                intel::vendors(&runtime, &into).unwrap();
                into
            });
        Bench {
            folder: bench,
            vendors,
        }
    }

    fn host(&self) -> PathBuf {
        self.folder.path().join("host")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.host());
        // pocl leaves a drawing of the kernel in the current folder when an assertion of its compiler fails.
        command.current_dir(self.folder.path());
        command.env("POCL_CACHE_DIR", self.folder.path().join("pocl"));
        if let Some(vendors) = &self.vendors {
            command.env("OCL_ICD_VENDORS", vendors);
        }
        command
    }

    fn platforms(&self) -> Vec<Platform> {
        let mut command = self.command();
        let listed = command.arg("LIST").output().unwrap();
        let text = String::from_utf8_lossy(&listed.stdout).into_owned();
        text.lines()
            .filter_map(|line| line.split_once('\t'))
            .map(|(name, version)| {
                let known = DOCUMENTED
                    .iter()
                    .find(|(_, n, v)| name.contains(n) && version.contains(v));
                Platform {
                    name: name.to_string(),
                    key: known.map(|k| k.0),
                }
            })
            .collect()
    }
}

/// Compares outcome and documentation; alternatives are separated by ` or `, and `any` is all that ends.
fn agrees(documented: &str, got: &str) -> bool {
    documented
        .split(" or ")
        .any(|one| one == got || (one == "any" && got != "hang"))
}

/// Runs the cases on all cores and gives the complaints.
fn all(cases: &[Case], check: impl Fn(&Case) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = check(case);
                    complaints.lock().unwrap().extend(found);
                }
            });
        }
    });
    complaints.into_inner().unwrap()
}

fn cases() -> Vec<Case> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "cl"));
    paths.sort();
    let cases: Vec<Case> = paths.into_iter().map(Case::read).collect();
    assert!(cases.len() > 50, "the kernels are in {}", folder().display());
    cases
}

fn patience(documented: &str) -> Duration {
    if documented == "hang" {
        IMPATIENCE
    } else {
        PATIENCE
    }
}

/// The kernels that are known to make a driver crash or hang are not run on drivers of which nothing is documented: a GPU may need its machine restarted.
fn is_harmless(case: &Case) -> bool {
    matches!(
        case.keys.get("verdict").map(String::as_str),
        Some("defined" | "defect" | "unspecified")
    ) && DOCUMENTED
        .iter()
        .all(|(key, ..)| case.keys.get(*key).is_none_or(|o| o != "crash"))
}

#[test]
fn drivers_do_what_is_documented() {
    let bench = Bench::new();
    let platforms = bench.platforms();
    assert!(
        !platforms.is_empty(),
        "no OpenCL platform is installed (Debian: pocl-opencl-icd)"
    );
    let complaints = all(&cases(), |case| {
        let mut found = Vec::new();
        for platform in &platforms {
            let documented = case.documented(platform);
            if platform.key.is_none() && !is_harmless(case) {
                continue;
            }
            let mut command = bench.command();
            command.arg(&platform.name).arg(&case.path);
            let got = outcome(wait(command, patience(documented)).as_ref());
            if !agrees(documented, &got) {
                found.push(format!(
                    "{} on {}\n  documented: {documented}\n  now:        {got}",
                    case.name, platform.name
                ));
            }
        }
        found
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn oclgrind_reports_what_is_documented() {
    if oclgrind::locate().is_none() {
        assert!(std::env::var_os("CI").is_none(), "Oclgrind is not installed");
        return;
    }
    let bench = Bench::new();
    let platform = Platform {
        name: "Oclgrind".to_string(),
        key: Some("oclgrind"),
    };
    let complaints = all(&cases(), |case| {
        let documented = case.documented(&platform);
        let mut found = Vec::new();
        // Nothing here kills what never ends, so it is left out.
        if documented == "hang" {
            return found;
        }
        let path = case.path.to_string_lossy();
        let report = oclgrind::run(&bench.host(), &["Oclgrind", &path]).unwrap();
        let got = outcome(Some(&report.output));
        if !agrees(documented, &got) {
            found.push(format!(
                "{} under Oclgrind\n  documented: {documented}\n  now:        {got}",
                case.name
            ));
        }
        let expected = case.keys.get("reports").map_or("", String::as_str);
        for (word, kind) in [
            ("race", oclgrind::Kind::Race),
            ("divergence", oclgrind::Kind::Divergence),
            ("uninitialized", oclgrind::Kind::Uninitialized),
            ("bounds", oclgrind::Kind::Bounds),
        ] {
            let reported = report.findings.iter().any(|finding| finding.kind == kind);
            if reported != expected.split(' ').any(|w| w == word) {
                found.push(format!(
                    "{} under Oclgrind: {word} reported: {reported}",
                    case.name
                ));
            }
        }
        found
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_case_has_a_verdict_and_a_rule_and_is_in_the_document() {
    let document =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/drivers.md")).unwrap();
    for case in cases() {
        let verdict = case.keys.get("verdict").map_or("", String::as_str);
        assert!(
            [
                "defined",
                "undefined",
                "unspecified",
                "defect",
                "optional",
                "resources"
            ]
            .contains(&verdict),
            "{}: verdict `{verdict}`",
            case.name
        );
        assert!(case.keys.contains_key("rule"), "{} has no rule", case.name);
        assert!(case.keys.contains_key("expect"), "{} expects nothing", case.name);
        assert!(
            document.contains(&format!("`{}`", case.name)),
            "{} is not in docs/drivers.md",
            case.name
        );
    }
}
