//! The test blocks that Futhark programs carry in their comments.
//!
//! ```text
//! -- Adds one.
//! -- ==
//! -- tags { arithmetic }
//! -- entry: add1 inc
//! -- input { 1 } output { 2 }
//! -- input @ data/large.in.gz
//! -- error: overflow
//! -- input { 2.0 } output { 7.389056 } within 3 ulps
//! ```
//!
//! A block begins with the line `-- ==` and ends with its comment.  A file has any
//! number of them; one that says only `error:` states that the program must be
//! refused.  This module reads the blocks; it runs nothing and opens no files.

use crate::input;
use elder_syntax::prim::PrimType;
use elder_syntax::value::FormatError;
use elder_syntax::{Value, value};

/// All that the test blocks of one file say.
#[derive(Clone, Debug, Default)]
pub struct Tests {
    /// Words that classify the file.
    pub tags: Vec<String>,
    /// Whether the file has a block at all.
    pub has_block: bool,
    /// The program must be refused; the regular expression that the message must match, empty for any.
    pub static_error: Option<String>,
    /// Warnings that must be given.
    pub warnings: Vec<String>,
    /// The runs, in order.
    pub cases: Vec<Case>,
    /// Entry points stated to be properties.
    pub properties: Vec<Stated>,
}

/// An entry point that is stated to be a property: it gives `true` for every argument.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The entry point.
    pub entry: String,
    /// The line that says so, from 1.
    pub line: usize,
}

/// One run of one entry point.
#[derive(Clone, Debug)]
pub struct Case {
    /// The entry point.
    pub entry: String,
    /// The name given to the data set, if any.
    pub name: Option<String>,
    /// Words before `input`, such as `compiled` or `nobench`.
    pub tags: Vec<String>,
    /// The arguments.
    pub input: Input,
    /// What must come out.
    pub expected: Expected,
    /// How many units in the last place floats may be from it: one number for all results or one for each; nothing if the block does not say.
    pub within: Vec<u32>,
    /// The line of the case's `input`, from 1.
    pub line: usize,
}

/// Where the arguments come from.
#[derive(Clone, Debug)]
pub enum Input {
    /// Written in the block.
    Values(Written),
    /// In a file, relative to the program's.
    File(String),
    /// Made from the types.
    Random(Vec<Generator>),
    /// What an expression over entry points gives.
    Script(String),
    /// The expression stands in a file.
    ScriptFile(String),
}

/// Values as they are written between the braces of a block: which they are depends on the types that are wanted.
#[derive(Clone, Debug)]
pub struct Written {
    /// What stands between the braces, comment marks removed.
    pub text: String,
    /// The line in the program on which it begins, from 1.
    line: usize,
}

impl Written {
    /// These values.
    pub fn of(values: &[Value]) -> Written {
        let mut text = Vec::new();
        for value in values {
            value::text::write(value, &mut text);
            text.push(b'\n');
        }
        Written {
            text: String::from_utf8_lossy(&text).into_owned(),
            line: 1,
        }
    }

    /// The values; `types` are those of numbers without a suffix, one a value that is wanted.
    ///
    /// # Errors
    /// Where the values are malformed.
    pub fn values(&self, types: &[Option<PrimType>]) -> Result<Vec<Value>, BlockError> {
        input::plain_values(self.text.as_bytes(), types).map_err(|e| {
            let before = &self.text.as_bytes()[..e.offset.min(self.text.len())];
            BlockError {
                line: self.line + before.iter().filter(|b| **b == b'\n').count(),
                message: format_message(&e),
            }
        })
    }

    /// A number without a suffix that has its type from these (FMT-INT, FMT-FLOAT): what is said of it.
    pub fn assumed(&self, types: &[Option<PrimType>]) -> Option<String> {
        let found = input::assumed(self.text.as_bytes(), types)?;
        let before = &self.text.as_bytes()[..found.offset];
        let line = self.line + before.iter().filter(|b| **b == b'\n').count();
        let rest = &self.text[found.offset..];
        let end = rest.find(|c: char| c.is_whitespace() || ",]".contains(c));
        Some(format!(
            "line {line}: `{}` is taken for {}, as the parameter is; Futhark's own readers take it for {} and refuse it",
            &rest[..end.unwrap_or(rest.len())],
            found.given,
            found.elsewhere
        ))
    }
}

/// What is wrong with written values, with the way out.
fn format_message(e: &FormatError) -> String {
    let help = e.help.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
    format!("{} [{}]{help}", e.message, e.refusal.id())
}

/// One argument of `random input`.
#[derive(Clone, Debug)]
pub enum Generator {
    /// Any value of this type.
    Random(Vec<usize>, PrimType),
    /// This value.
    Constant(Value),
}

/// What a run must give.
#[derive(Clone, Debug)]
pub enum Expected {
    /// Any result, but no error.
    Success,
    /// What the reference gives; if the reference is what is run, any result.
    Auto,
    /// These values.
    Values(Vec<Value>),
    /// The values in this file.
    File(String),
    /// A run-time error; the regular expression that its message must match, empty for any.
    Error(String),
}

/// A malformed block.
#[derive(Clone, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BlockError {
    /// The line in the program, from 1.
    pub line: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl Tests {
    /// Whether there is anything whose outcome is fixed: an error, or output values.
    pub fn compares(&self) -> bool {
        let fixed = |c: &Case| !matches!(c.expected, Expected::Success | Expected::Auto);
        self.static_error.is_some() || !self.properties.is_empty() || self.cases.iter().any(fixed)
    }
}

/// Reads what stands between the braces of `random input { .. }`.
///
/// # Errors
/// The first part that is neither a type nor a value.
pub fn generators(text: &str) -> Result<Vec<Generator>, BlockError> {
    let block = Block {
        text,
        at: 0,
        first_line: 1,
    };
    block.generators(text, 0)
}

/// Reads the blocks of a program.
///
/// # Errors
/// The first malformed block, with its line.
pub fn parse(program: &str) -> Result<Tests, BlockError> {
    let mut tests = Tests::default();
    let mut lines = program.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        if line.strip_prefix("--").is_none_or(|rest| rest.trim() != "==") {
            continue;
        }
        let mut text = String::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("--")) {
            text.push_str(&line[2..]);
            text.push('\n');
        }
        tests.has_block = true;
        // The text begins on the line after `-- ==`, lines counted from 1.
        let block = Block {
            text: &text,
            at: 0,
            first_line: number + 2,
        };
        block.parse(&mut tests)?;
    }
    Ok(tests)
}

/// The text of one block, comment marks removed, and how far it was read.
struct Block<'a> {
    text: &'a str,
    at: usize,
    first_line: usize,
}

impl<'a> Block<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn line(&self, at: usize) -> usize {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        self.first_line + before.iter().filter(|b| **b == b'\n').count()
    }

    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, BlockError> {
        Err(BlockError {
            line: self.line(at),
            message: message.into(),
        })
    }

    fn white(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn accept(&mut self, text: &str) -> bool {
        self.white();
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// The next word, not consumed: letters, digits, `_`, `-`.
    fn word(&mut self) -> &'a str {
        self.white();
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(rest.len());
        &rest[..end]
    }

    fn rest_of_line(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at += end;
        rest[..end].trim()
    }

    /// What stands between braces, and where it begins.  Strings may contain braces.
    fn braces(&mut self) -> Result<(&'a str, usize), BlockError> {
        self.white();
        let open = self.at;
        if !self.accept("{") {
            return self.error(open, "expected `{`");
        }
        let start = self.at;
        let mut depth = 1;
        let mut in_string = false;
        let mut escaped = false;
        for (i, c) in self.rest().char_indices() {
            if in_string {
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => in_string = false,
                    _ => {}
                }
                continue;
            }
            match c {
                '"' => in_string = true,
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + i + 1;
                return Ok((&self.text[start..start + i], start));
            }
        }
        self.error(open, "this `{` is not closed within the block")
    }

    fn file_name(&mut self) -> Result<String, BlockError> {
        self.white();
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if end == 0 {
            return self.error(self.at, "expected a file name after `@`");
        }
        self.at += end;
        Ok(rest[..end].to_string())
    }

    fn values(&self, text: &str, start: usize) -> Result<Vec<Value>, BlockError> {
        let read = input::plain_values(text.as_bytes(), &[]);
        read.or_else(|e| self.error(start + e.offset, format_message(&e)))
    }

    fn parse(mut self, tests: &mut Tests) -> Result<(), BlockError> {
        let mut entries = vec!["main".to_string()];
        let mut name = None;
        // Since the last `entry:`, and since the block began.
        let mut cases = 0;
        loop {
            self.white();
            let at = self.at;
            if self.rest().is_empty() {
                return Ok(());
            }
            if self.rest().starts_with('"') {
                name = Some(self.quoted()?);
                continue;
            }
            let word = self.word();
            let after = &self.rest()[word.len()..];
            match word {
                "tags" if after.trim_start().starts_with('{') => {
                    self.at += word.len();
                    let (text, _) = self.braces()?;
                    tests.tags.extend(text.split_whitespace().map(str::to_string));
                }
                "entry" if after.starts_with(':') => {
                    self.at += word.len() + 1;
                    entries = self
                        .rest_of_line()
                        .split_whitespace()
                        .map(str::to_string)
                        .collect();
                    if entries.is_empty() {
                        return self.error(at, "expected the names of entry points after `entry:`");
                    }
                }
                "property" if after.starts_with(':') => {
                    self.at += word.len() + 1;
                    let line = self.line(at);
                    let names = self.rest_of_line().split_whitespace();
                    tests.properties.extend(names.map(|name| Stated {
                        entry: name.to_string(),
                        line,
                    }));
                }
                "warning" if after.starts_with(':') => {
                    self.at += word.len() + 1;
                    let pattern = self.rest_of_line().to_string();
                    tests.warnings.push(pattern);
                }
                "error" if after.starts_with(':') => {
                    self.at += word.len() + 1;
                    let pattern = self.rest_of_line().to_string();
                    if cases > 0 {
                        return self.error(at, "this case already says what it gives");
                    }
                    tests.static_error = Some(pattern);
                }
                "structure" => {
                    self.at += word.len();
                    let pipeline = self.word();
                    self.at += pipeline.len();
                    self.braces()?;
                }
                "" => {
                    let found: String = self.rest().chars().take(20).take_while(|c| *c != '\n').collect();
                    return self.error(at, format!("expected a test case, found `{found}`"));
                }
                _ => {
                    let case = self.case(name.take())?;
                    cases += 1;
                    tests.cases.extend(entries.iter().map(|entry| Case {
                        entry: entry.clone(),
                        ..case.clone()
                    }));
                }
            }
        }
    }

    fn quoted(&mut self) -> Result<String, BlockError> {
        let start = self.at;
        let (rest, mut escaped) = (&self.rest()[1..], false);
        for (i, c) in rest.char_indices() {
            match c {
                '"' if !escaped => {
                    self.at += i + 2;
                    return Ok(rest[..i].to_string());
                }
                '\n' => break,
                _ => escaped = c == '\\' && !escaped,
            }
        }
        self.error(start, "this name does not end on its line")
    }

    /// A run, from its first tag on; its entry point is left open.
    fn case(&mut self, name: Option<String>) -> Result<Case, BlockError> {
        let start = self.at;
        let mut tags = Vec::new();
        loop {
            let word = self.word();
            if word.is_empty() {
                return self.error(
                    start,
                    "expected a test case: `input {..}`, `input @ FILE`, `random input {..}` or `script input {..}`",
                );
            }
            self.at += word.len();
            if word == "input" {
                break;
            }
            tags.push(word.to_string());
        }
        let line = self.line(self.at);
        let has = |tag: &str| tags.iter().any(|t| t == tag);
        let input = if self.accept("@") {
            let file = self.file_name()?;
            if has("script") {
                Input::ScriptFile(file)
            } else {
                Input::File(file)
            }
        } else {
            let (text, at) = self.braces()?;
            if has("script") {
                Input::Script(text.trim().to_string())
            } else if has("random") {
                Input::Random(self.generators(text, at)?)
            } else {
                Input::Values(Written {
                    text: text.to_string(),
                    line: self.line(at),
                })
            }
        };
        tags.retain(|t| t != "script" && t != "random");
        let expected = self.expected()?;
        let within = self.within(&expected)?;
        Ok(Case {
            entry: String::new(),
            name,
            tags,
            input,
            expected,
            within,
            line,
        })
    }

    /// `within N .. ulps`, behind values that are expected.
    fn within(&mut self, expected: &Expected) -> Result<Vec<u32>, BlockError> {
        if self.word() != "within" {
            return Ok(vec![]);
        }
        let at = self.at;
        if matches!(expected, Expected::Success | Expected::Error(_)) {
            return self.error(at, "`within` stands behind an output");
        }
        self.at += "within".len();
        let mut units = Vec::new();
        loop {
            let word = self.word();
            let at = self.at;
            self.at += word.len();
            match (word, word.parse()) {
                ("ulps", _) if !units.is_empty() => return Ok(units),
                (_, Ok(number)) => units.push(number),
                _ => return self.error(at, "expected numbers of units and `ulps`, as in `within 3 ulps`"),
            }
        }
    }

    fn expected(&mut self) -> Result<Expected, BlockError> {
        let word = self.word();
        let after = &self.rest()[word.len()..];
        match word {
            "output" => {
                self.at += word.len();
                if self.accept("@") {
                    return Ok(Expected::File(self.file_name()?));
                }
                let (text, at) = self.braces()?;
                Ok(Expected::Values(self.values(text, at)?))
            }
            "auto" if after.trim_start().starts_with("output") => {
                self.at += word.len();
                self.accept("output");
                Ok(Expected::Auto)
            }
            "error" if after.starts_with(':') => {
                self.at += word.len() + 1;
                Ok(Expected::Error(self.rest_of_line().to_string()))
            }
            _ => Ok(Expected::Success),
        }
    }

    /// The types and constants of `random input`.
    fn generators(&self, text: &str, start: usize) -> Result<Vec<Generator>, BlockError> {
        let mut generators = Vec::new();
        let mut at = 0;
        loop {
            let rest = text[at..].trim_start();
            at = text.len() - rest.len();
            if rest.is_empty() {
                return Ok(generators);
            }
            if let Some((shape, t, length)) = array_type(rest) {
                generators.push(Generator::Random(shape, t));
                at += length;
                continue;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let mut constants = self.values(&rest[..end], start + at)?;
            generators.extend(constants.pop().map(Generator::Constant));
            at += end;
        }
    }
}

/// `[2][3]i32` at the start of the text: sizes, type and length.
fn array_type(text: &str) -> Option<(Vec<usize>, PrimType, usize)> {
    let mut rest = text;
    let mut shape = Vec::new();
    while let Some(inner) = rest.strip_prefix('[') {
        let (size, after) = inner.split_once(']')?;
        let size = size.trim().replace('_', "");
        shape.push(size.strip_suffix("i64").unwrap_or(&size).parse().ok()?);
        rest = after.trim_start();
    }
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    let t = PrimType::from_name(&rest[..end])?;
    Some((shape, t, text.len() - rest.len() + end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_of_a_block() {
        let tests = parse(
            "-- Words.\n-- ==\n-- tags { a b-c }\n-- entry: f g\n-- \"small\" nobench compiled input { 1\n--  [2,3] }\n\
             -- output { 4 }\n-- input @ data/x.in.gz output @ data/x.out\n-- random input { 10i64 [10][2]f32 }\n\
             -- auto output\n-- input { \"}\" } error: b{2}\n-- structure gpu { SegMap 1 If/True 2 }\n\ndef f = 1\n\
             -- ==\n-- entry: h\n-- script input { mk 10i64 }\n",
        )
        .unwrap();
        assert_eq!(tests.tags, ["a", "b-c"]);
        assert_eq!(tests.cases.len(), 9);
        let first = &tests.cases[0];
        assert_eq!(
            (first.entry.as_str(), first.line, first.name.as_deref()),
            ("f", 5, Some("small"))
        );
        assert_eq!(first.tags, ["nobench", "compiled"]);
        assert!(matches!(&first.input, Input::Values(w) if w.values(&[]).unwrap().len() == 2));
        assert!(matches!(&tests.cases[3].expected, Expected::File(f) if f == "data/x.out"));
        assert!(matches!(&tests.cases[4].input, Input::Random(gs) if gs.len() == 2));
        assert!(matches!(&tests.cases[6].expected, Expected::Error(e) if e == "b{2}"));
        assert!(matches!(&tests.cases[8].input, Input::Script(s) if s == "mk 10i64"));
        assert!(tests.compares());
    }

    #[test]
    fn a_block_says_how_near_floats_are() {
        let text = "-- ==\n-- input { 1 } output { 2 } within 3 ulps input { 2 } auto output within 0 16 ulps\n-- input { 3 } output { 4 }\n";
        let within = |text: &str| -> Vec<Vec<u32>> {
            parse(text)
                .unwrap()
                .cases
                .into_iter()
                .map(|case| case.within)
                .collect()
        };
        assert_eq!(within(text), [vec![3], vec![0, 16], vec![]]);
        for wrong in [
            "output { 2 } within ulps",
            "output { 2 } within 3",
            "output { 2 } within -1 ulps",
            "error: x\n-- within 3 ulps",
        ] {
            let wrong = format!("-- ==\n-- input {{ 1 }} {wrong}\n");
            assert!(parse(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_block_can_demand_a_static_error() {
        let tests = parse("-- ==\n-- error: uniq.*\n\ndef x = 1").unwrap();
        assert_eq!(tests.static_error.as_deref(), Some("uniq.*"));
        assert!(!parse("-- no block\n--\n-- == here\n").unwrap().has_block);
        assert!(!parse("-- ==\n-- input {}\n").unwrap().compares());
    }

    #[test]
    fn errors_have_the_line_in_the_program() {
        let refused = |text: &str| parse(text).unwrap_err();
        assert_eq!(refused("\n-- ==\n-- input {} output { 1\n--   x }\n").line, 4);
        let tests = parse("\n-- ==\n-- input { 1\n--   x }\n").unwrap();
        let Input::Values(written) = &tests.cases[0].input else {
            panic!("{:?}", tests.cases[0].input)
        };
        assert_eq!(written.values(&[]).unwrap_err().line, 4);
        assert_eq!(refused("-- ==\n-- input { 1\n").line, 2);
        assert_eq!(refused("-- ==\n-- tags {}\n-- inpt { 1 }\n").line, 3);
        assert_eq!(refused("-- ==\n-- input {} output {} error: x\n").line, 2);
        assert!(refused("-- ==\n-- ?\n").message.contains("expected a test case"));
    }

    proptest::proptest! {
        #[test]
        fn no_block_panics(text in "([a-z]{1,3}|input|output|random|script|auto|error:|entry:|tags|structure|\\{|\\}|@|\"|\\[|[0-9]|i32|é| |\n-- |--){0,40}") {
            let _ = parse(&format!("-- ==\n-- {text}"));
        }
    }
}
