//! A finding as a program file: what was found in comments, the run in a test block, the program.

use super::subject::Run;
use crate::engine::Switches;
use elder_syntax::value::text;

/// Characters of a message that are shown.
const SHOWN: usize = 300;

/// How the line begins that says what the checker takes beyond the language.
pub const SWITCH: &str = "-- switch:";

/// That line, if there is something to say.
pub fn switched(switches: Switches) -> String {
    match switches.words() {
        "" => String::new(),
        words => format!("{SWITCH} {words}\n"),
    }
}

/// The file.  A test block states the runs, so that `elder reduce` and `elder test` find them.
pub fn file(comments: &[String], runs: &[Run], program: &str) -> String {
    let mut out = String::new();
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        let line: String = line.chars().take(SHOWN).collect();
        out += format!("-- {line}").trim_end();
        out.push('\n');
    }
    for run in runs {
        out += &format!(
            "-- ==\n-- entry: {}\n-- input {{{} }}\n\n",
            run.entry,
            values(run)
        );
    }
    out + program.trim_start()
}

fn values(run: &Run) -> String {
    let mut out = Vec::new();
    for value in &run.inputs {
        out.push(b' ');
        text::write(value, &mut out);
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::blocks::{self, Input};
    use elder_syntax::Value;

    #[test]
    fn what_is_written_is_read_as_the_same_runs() {
        let run = |entry: &str, inputs| Run {
            entry: entry.to_owned(),
            inputs,
        };
        let runs = [
            run(
                "main",
                vec![Value::vector(vec![1i32, -2]), Value::vector(vec![0.5f32])],
            ),
            run("f", vec![]),
        ];
        let written = file(&["a\nb".to_owned()], &runs, "def x = 1\n");
        assert!(
            written.starts_with("-- a\n-- b\n-- ==\n") && written.ends_with("\ndef x = 1\n"),
            "{written}"
        );
        let cases = blocks::parse(&written).unwrap().cases;
        let entries: Vec<&str> = cases.iter().map(|case| case.entry.as_str()).collect();
        assert_eq!(entries, ["main", "f"]);
        for (case, run) in cases.iter().zip(&runs) {
            let Input::Values(values) = &case.input else {
                panic!("{case:?}")
            };
            assert_eq!(values.values(&[None, None]).unwrap(), run.inputs);
        }
    }
}
