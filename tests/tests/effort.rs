//! A few lines that stand for more than any machine holds end a command by a rule, before they run: each front end, and each pass that may make a program larger.
//!
//! A program has levels, each of which uses the one before it twice, so that forty of them are more than anybody counts to.

use elder_tests::binaries::{binary, root};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

/// The levels of a program.
const LEVELS: usize = 40;

/// A program: what stands before its levels, a level that uses the one before it, what stands behind.
struct Growing {
    /// What doubles.
    what: &'static str,
    ending: &'static str,
    first: &'static str,
    /// `NEXT` is the number of the level, `LAST` that of the one before it.
    level: &'static str,
    /// `LAST` is the last of them.
    rest: &'static str,
    command: &'static [&'static str],
    rule: &'static str,
}

static GROWING: &[Growing] = &[
    Growing {
        what: "copies of polymorphic functions",
        ending: "fut",
        first: "def f0 'a (x: a): i32 = 1",
        level: "def fNEXT 'a (x: a): i32 = fLAST (x, 1i32) + fLAST (1i32, x)",
        rest: "def main (x: i32) = fLAST x",
        command: &["dev", "--pass", "monomorphise"],
        rule: "FUT-T-EFFORT/steps",
    },
    Growing {
        what: "functions written out for the functions that they are given",
        ending: "fut",
        first: "def f0 (g: i32 -> i32) (x: i32): i32 = g x",
        level: "def fNEXT (g: i32 -> i32) (x: i32): i32 = fLAST (\\y -> g (y + 1)) x + fLAST (\\y -> g (y * 2)) x",
        rest: "def main (x: i32) = fLAST (\\y -> y) x",
        command: &["dev", "--pass", "defunctionalise"],
        rule: "FUT-T-EFFORT/steps",
    },
    Growing {
        // Those without parallelism stay (CORE-IN-BUDGET).
        what: "calls of Core that become bodies",
        ending: "core",
        first: "fun f0 (x: i32): i32 =\n  let is: [3]i64 = iota 3i64\n  let ys: [3]i32 = map 3i64 (\\(i: i64): i32 -> let v: i32 = x + x in v) is\n  let y: i32 = ys[0i64]\n  in y",
        level: "fun fNEXT (x: i32): i32 =\n  let y: i32 = fLAST x\n  let z: i32 = fLAST y\n  in z",
        rest: "entry main (x: i32): i32 =\n  let y: i32 = fLAST x\n  in y",
        command: &["dev", "--pass", "inline"],
        rule: "CORE-T-EFFORT/steps",
    },
    Growing {
        what: "types of pairs",
        ending: "dx",
        first: "x0 = 1",
        level: "xNEXT = (xLAST, xLAST)",
        rest: "main = 1",
        command: &["check"],
        rule: "DX-EL-EFFORT/steps",
    },
    Growing {
        what: "functions that make types",
        ending: "dx",
        first: "def T0 (a:Type) : Type = a",
        level: "def TNEXT (a:Type) : Type = TLAST (a & a)",
        rest: "def g (x:TLAST Int) : Int = 1",
        command: &["check"],
        rule: "DX-EL-EFFORT/steps",
    },
    Growing {
        what: "superclasses",
        ending: "dx",
        first: "interface A0 a\n  a0 : a -> Int",
        level: "interface [ALAST a, ALAST a] ANEXT a\n  aNEXT : a -> Int",
        rest: "def g [ALAST a] (x:a) : Int = a0 x",
        command: &["check"],
        rule: "DX-EL-EFFORT/steps",
    },
    Growing {
        what: "functions of Dex that are applied",
        ending: "dx",
        first: "def f0 (x:Int) : Int = x + 1",
        level: "def fNEXT (x:Int) : Int = fLAST (fLAST x)",
        rest: "def main (x:Int) : Int = fLAST x",
        command: &["dev", "--pass", "simplify"],
        rule: "DX-EL-EFFORT/steps",
    },
    Growing {
        what: "types of DPIA's pairs",
        ending: "dpia",
        first: "def main(x0: exp[i32]) =",
        level: "  let xNEXT = (xLAST, xLAST) in",
        rest: "  x0",
        command: &["check"],
        rule: "DPIA-T-EFFORT/steps",
    },
    Growing {
        what: "FCL's functions, staged",
        ending: "fcl",
        first: "fun f0 x = x + 1",
        level: "fun fNEXT x = fLAST (fLAST x)",
        rest: "kernel main x = push <block> [fLAST x]",
        command: &["dev"],
        rule: "FCL-T-EFFORT/steps",
    },
];

impl Growing {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.first);
        for last in 0..LEVELS {
            let level = self.level.replace("NEXT", &(last + 1).to_string());
            writeln!(text, "{}", level.replace("LAST", &last.to_string())).expect("texts grow");
        }
        text + &self.rest.replace("LAST", &LEVELS.to_string()) + "\n"
    }
}

/// The exit status and what is said.
fn ended(text: &str, ending: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program").with_extension(ending);
    std::fs::write(&file, text).expect("the folder is writable");
    let output = Command::new(binary("elder"))
        .current_dir(root())
        .args(arguments)
        .arg(&file)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn what_grows_without_a_limit_is_given_up() {
    for growing in GROWING {
        let (command, options) = growing.command.split_first().expect("there is a command");
        let mut arguments = vec![*command, "--check-fuel", "100000"];
        arguments.extend(options);
        let (status, printed) = ended(&growing.text(), growing.ending, &arguments);
        assert_eq!(status, Some(3), "{}: {printed}", growing.what);
        assert!(printed.contains(growing.rule), "{}: {printed}", growing.what);
    }
}

#[test]
fn memory_ends_it_as_well() {
    let pairs = GROWING
        .iter()
        .find(|growing| growing.what == "types of pairs")
        .expect("there are pairs");
    let (status, printed) = ended(&pairs.text(), "dx", &["check", "--check-memory", "100000000"]);
    assert_eq!(status, Some(3), "{printed}");
    assert!(printed.contains("DX-EL-EFFORT/memory"), "{printed}");
}

/// Modules that double end by their number too, so only a process that begins with little is sure to end by its memory: no case can say it.
#[test]
fn memory_ends_modules_that_double() {
    let functors = (1..=16).map(|k| {
        let last = k - 1;
        format!(
            "module F{k} (A: T) = {{ module l = F{last} A  module r = F{last} l  def f (x: i32) = r.f x }}\n"
        )
    });
    let text = "module type T = { val f : i32 -> i32 }\nmodule F0 (A: T) = { def f (x: i32) = A.f x }\n"
        .to_owned()
        + &functors.collect::<String>()
        + "module m = F16 { def f (x: i32) = x }\ndef main (x: i32) = m.f x\n";
    let (status, printed) = ended(&text, "fut", &["check", "--check-memory", "1000000"]);
    assert_eq!(status, Some(3), "{printed}");
    assert!(printed.contains("FUT-T-EFFORT/memory"), "{printed}");
}

#[test]
fn items_behind_one_that_is_given_up_are_run() {
    let pairs = GROWING
        .iter()
        .find(|growing| growing.what == "types of pairs")
        .expect("there are pairs");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.dx");
    std::fs::write(&file, pairs.text() + "\n:p 1 + 1\n").expect("the folder is writable");
    let output = Command::new(binary("ref-run"))
        .args(["--check-fuel", "100000"])
        .arg(&file)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with(":p 1 + 1\n> 2\n"));
}
