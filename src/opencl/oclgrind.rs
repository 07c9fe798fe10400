//! Running programs under Oclgrind.
//!
//! Oclgrind is an OpenCL device that interprets kernels and watches their memory: races
//! between work-items, reads of what was never written, accesses outside of
//! buffers, barriers that not all items of a group reach, wrong uses of the API.  A
//! process becomes its client by being started under the command `oclgrind`; what
//! it finds it writes to a log, which [`run`] reads.

use crate::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What is watched.
pub const OPTIONS: &[&str] = &[
    "--data-races",
    "--uninitialized",
    "--check-api",
    "--max-errors",
    "1000000",
];

/// One thing that Oclgrind found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub kind: Kind,
    /// The kernel, if one was running.
    pub kernel: Option<String>,
    /// The whole paragraph.
    pub text: String,
}

impl Finding {
    /// Whether the record of failures is said to be unwritten: Oclgrind 21.10 takes it for that although the host has written zeros to all of
    /// it before the launch.  A kernel without a host, given to `oclgrind-kernel` with such a record, has no such finding.
    pub fn is_of_record(&self) -> bool {
        let accesses = ["atomic_cmpxchg(record, 0, site)", "failure[0]", "&& failed"];
        self.kind == Kind::Uninitialized && accesses.iter().any(|access| self.text.contains(access))
    }
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Two work-items touch one address at once, and one of them writes.
    Race,
    /// A value that was never written decides something.
    Uninitialized,
    /// An access outside of all buffers.
    Bounds,
    /// A barrier that not all work-items of the group reach.
    Divergence,
    /// Anything else: wrong calls of the API, unaligned accesses.
    Other,
}

/// What a run gave.
#[derive(Debug)]
pub struct Report {
    /// What Oclgrind found.
    pub findings: Vec<Finding>,
    /// Status and output of the process itself.
    pub output: Output,
}

impl Report {
    /// Whether the process ended well and nothing was found.
    pub fn is_clean(&self) -> bool {
        self.output.status.success() && self.findings.is_empty()
    }

    /// The same, but for what is said of the record of failures ([`Finding::is_of_record`]).
    pub fn is_clean_but_for_record(&self) -> bool {
        self.output.status.success() && self.findings.iter().all(Finding::is_of_record)
    }

    /// All that was found and what the process said, for a failing test.
    pub fn describe(&self) -> String {
        let findings: Vec<&str> = self.findings.iter().map(|f| f.text.as_str()).collect();
        format!(
            "{}\n{}\nstatus: {}\n{}{}",
            self.findings.len(),
            findings.join("\n\n"),
            self.output.status,
            String::from_utf8_lossy(&self.output.stdout),
            String::from_utf8_lossy(&self.output.stderr)
        )
    }
}

/// Where the command is.
pub fn locate() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join("oclgrind"))
        .find(|file| file.is_file())
}

/// Runs a command under Oclgrind, with [`OPTIONS`] and without the program cache.
///
/// # Errors
/// If Oclgrind is not installed or the command cannot be started.
pub fn run(program: &Path, arguments: &[&str]) -> Result<Report, Error> {
    run_with(program, arguments, |_| ())
}

/// The same, after `prepare` has changed the command (its environment, its folder).
///
/// # Errors
/// As for [`run`].
pub fn run_with(
    program: &Path,
    arguments: &[&str],
    prepare: impl FnOnce(&mut Command),
) -> Result<Report, Error> {
    let oclgrind = locate().ok_or_else(|| Error::NoDevice {
        wanted: "under Oclgrind (package oclgrind)".to_string(),
        available: Vec::new(),
    })?;
    let log = tempfile::NamedTempFile::new().map_err(Error::io("a temporary file"))?;
    let mut command = Command::new(oclgrind);
    command
        .args(OPTIONS)
        .arg("--log")
        .arg(log.path())
        .arg(program)
        .args(arguments);
    command
        .env("ELDER_CACHE", "")
        .env_remove("OCL_ICD_VENDORS")
        .env_remove("ELDER_DEVICE");
    prepare(&mut command);
    let output = command.output().map_err(Error::io("oclgrind"))?;
    let log = std::fs::read(log.path()).map_err(Error::io("the log of oclgrind"))?;
    Ok(Report {
        findings: parse(&String::from_utf8_lossy(&log)),
        output,
    })
}

/// The findings in a log: paragraphs, whose first line says what it is.
pub fn parse(log: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    for line in log.lines().chain([""]) {
        if !line.trim().is_empty() {
            paragraph.push(line);
            continue;
        }
        if let Some(finding) = finding(&paragraph) {
            findings.push(finding);
        }
        paragraph.clear();
    }
    findings
}

fn finding(paragraph: &[&str]) -> Option<Finding> {
    let first = paragraph.first()?.to_lowercase();
    // What Oclgrind says of its own work, not of the kernel's.
    if first.starts_with("oclgrind: information") || first.starts_with("further") {
        return None;
    }
    let kind = if first.contains("fatal error") {
        // It stopped; the text may name a source file of Oclgrind.
        Kind::Other
    } else if first.contains("data race") {
        Kind::Race
    } else if first.contains("uninitialized") {
        Kind::Uninitialized
    } else if first.contains("invalid read")
        || first.contains("invalid write")
        || first.contains("out of bounds")
    {
        Kind::Bounds
    } else if first.contains("divergence") || first.contains("divergent") {
        Kind::Divergence
    } else {
        Kind::Other
    };
    let kernel = paragraph
        .iter()
        .find_map(|line| line.trim().strip_prefix("Kernel:"));
    Some(Finding {
        kind,
        kernel: kernel.map(|k| k.trim().to_string()),
        text: paragraph.join("\n"),
    })
}
