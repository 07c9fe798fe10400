//! What is timed of a program: the data sets of its test blocks, or what the command line says.

use crate::testing::blocks::{self, BlockError, Case, Expected, Generator, Input};
use elder_syntax::Value;
use std::path::PathBuf;

/// Cases and files with these tags are not timed.
const LEFT_OUT: [&str; 4] = ["nobench", "no_bench", "disable", "notest"];

/// The longest name that is made of an input.
const LONGEST: usize = 40;

/// An entry point with arguments.
#[derive(Clone, Debug)]
pub struct Data {
    /// What it is called: as the block says, else by what it is.
    pub name: String,
    /// The entry point, the input, and what is expected.
    pub case: Case,
    /// Whether a block has it.
    pub is_of_block: bool,
}

/// What the command line says of it.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Only this entry point.
    pub entry: Option<String>,
    /// Instead of blocks: types of random arrays and values, or a file behind `@`.
    pub input: Option<String>,
    /// Whether programs without blocks are left out, unless there is an input.
    pub only_blocks: bool,
}

impl Asked {
    /// The data sets of a program with this text, in order.  One without blocks is called once: `main`, if no other entry point is asked for, with what
    /// `--input` says.
    ///
    /// # Errors
    /// The first malformed block, or what is wrong with `--input`.
    pub fn of(&self, program: &str) -> Result<Vec<Data>, BlockError> {
        let tests = blocks::parse(program)?;
        match (&self.input, tests.has_block, self.only_blocks) {
            (Some(_), ..) | (None, false, false) => return Ok(vec![self.given()?]),
            (None, false, true) => return Ok(Vec::new()),
            (None, true, _) => {}
        }
        let is_out = |tags: &[String]| tags.iter().any(|tag| LEFT_OUT.contains(&tag.as_str()));
        if is_out(&tests.tags) {
            return Ok(Vec::new());
        }
        // A program that has to be refused, or a run that has to fail, takes no time that anybody asks for.
        let timed = tests.cases.into_iter().filter(|case| {
            (self.entry.as_ref()).is_none_or(|entry| *entry == case.entry)
                && !is_out(&case.tags)
                && !matches!(case.expected, Expected::Error(_))
        });
        let mut all: Vec<Data> = Vec::new();
        for case in timed {
            let name = case.name.clone().unwrap_or_else(|| name(&case.input));
            let same = all
                .iter()
                .filter(|data| data.case.entry == case.entry && data.name.split(" #").next() == Some(&name));
            let name = match same.count() {
                0 => name,
                before => format!("{name} #{}", before + 1),
            };
            all.push(Data {
                name,
                case,
                is_of_block: true,
            });
        }
        Ok(all)
    }

    /// What the command line gives.
    fn given(&self) -> Result<Data, BlockError> {
        let text = self.input.as_deref().unwrap_or_default().trim();
        let input = match text.strip_prefix('@') {
            // Not beside the program, as a file of a block is.
            Some(file) => {
                let file = PathBuf::from(file.trim());
                Input::File(std::path::absolute(&file).unwrap_or(file).display().to_string())
            }
            None => Input::Random(blocks::generators(text)?),
        };
        Ok(Data {
            name: shortened(text),
            case: Case {
                entry: self.entry.clone().unwrap_or_else(|| "main".to_owned()),
                name: None,
                tags: Vec::new(),
                input,
                expected: Expected::Success,
                within: Vec::new(),
                line: 0,
            },
            is_of_block: false,
        })
    }
}

/// What an input without a name is called.
fn name(input: &Input) -> String {
    match input {
        Input::Values(written) => shortened(&written.text),
        Input::File(file) | Input::ScriptFile(file) => file.clone(),
        Input::Script(text) => shortened(text),
        Input::Random(generators) => {
            let each: Vec<String> = generators.iter().map(generated).collect();
            shortened(&each.join(" "))
        }
    }
}

fn generated(generator: &Generator) -> String {
    match generator {
        Generator::Constant(value) => Value::to_string(value),
        Generator::Random(shape, t) => {
            let sizes: String = shape.iter().map(|size| format!("[{size}]")).collect();
            format!("{sizes}{t}")
        }
    }
}

/// On one line, and not too long.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.chars().count() {
        0 => "no arguments".to_owned(),
        length if length <= LONGEST => line,
        _ => line.chars().take(LONGEST - 2).chain("..".chars()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "\
-- ==
-- entry: f g
-- \"large\" random input { [100]f32 3i64 }
-- random input { [100]f32 3i64 }
-- compiled random input { [100]f32 3i64 }
-- nobench input { 1 }
-- input @ data/one.in
-- input { 1
--   2 } output { 3 }
-- input { 0 } error: index
entry f = 1
";

    fn named(asked: &Asked, program: &str) -> Vec<(String, String)> {
        let data = asked.of(program).unwrap().into_iter();
        data.map(|data| (data.case.entry, data.name)).collect()
    }

    #[test]
    fn data_sets_have_names_of_their_own() {
        let asked = Asked {
            entry: Some("g".into()),
            ..Asked::default()
        };
        let names: Vec<String> = named(&asked, PROGRAM).into_iter().map(|(_, name)| name).collect();
        let expected = ["large", "[100]f32 3i64", "[100]f32 3i64 #2", "data/one.in", "1 2"];
        assert_eq!(names, expected);
        assert_eq!(named(&Asked::default(), PROGRAM).len(), 2 * expected.len());
    }

    #[test]
    fn the_command_line_gives_an_input() {
        let asked = |input: Option<&str>| Asked {
            input: input.map(str::to_owned),
            ..Asked::default()
        };
        let all = named(&asked(Some("[3]i32  1f32")), PROGRAM);
        assert_eq!(all, [("main".to_owned(), "[3]i32 1f32".to_owned())]);
        assert_eq!(named(&asked(None), "entry main = 1").len(), 1);
        let only_blocks = Asked {
            only_blocks: true,
            ..asked(None)
        };
        assert_eq!(named(&only_blocks, "entry main = 1").len(), 0);
        assert_eq!(
            named(&asked(None), "-- ==\n-- tags { nobench }\n-- input { }\n").len(),
            0
        );
        let file = asked(Some("@ x.in")).of("").unwrap().remove(0).case.input;
        assert!(matches!(file, Input::File(path) if path.starts_with('/') && path.ends_with("/x.in")));
        assert!(asked(Some("[3]what")).of("").is_err());
    }
}
