//! The commands `elder` and `ref-run`, for tests that run them as a user does.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

/// The root of the repository.
///
/// # Panics
/// If this crate is elsewhere than in `tests/`.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ is in the repository")
}

/// A binary of the driver, built in the profile and with the features of the test that asks: other features would put another binary
/// in its place.
///
/// # Panics
/// If it cannot be built.
pub fn binary(name: &str) -> PathBuf {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .current_dir(root())
            .args(["build", "--quiet", "--workspace", "--bins"]);
        for (feature, is_on) in [
            ("exact", cfg!(feature = "exact")),
            ("opencl", cfg!(feature = "opencl")),
        ] {
            if is_on {
                cargo.args(["--features", feature]);
            }
        }
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success());
    });
    let test = std::env::current_exe().expect("a running test has a path");
    let folder = test
        .parent()
        .and_then(Path::parent)
        .expect("tests run in target/PROFILE/deps");
    folder.join(name)
}
