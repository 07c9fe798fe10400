//! The expressions of `script input`: entry points applied to literals and to each other.
//!
//! ```text
//! e ::= f a .. a | a | let p = e in e          a ::= x | literal | (e, .., e) | $loaddata "FILE" | $loadbytes "FILE"
//! ```

use elder_syntax::Value;
use elder_syntax::value::Reader;
use std::path::Path;

/// An expression.
#[derive(Clone, Debug)]
pub enum Script {
    /// A literal.
    Value(Value),
    /// A variable, or an entry point (or built-in function, with its `$`) applied to arguments.
    Apply(String, Vec<Script>),
    /// A tuple.
    Tuple(Vec<Script>),
    /// `let names = e in body`; one name takes the whole.
    Let(Vec<String>, Box<Script>, Box<Script>),
}

/// What an expression gives.
#[derive(Clone, Debug)]
pub enum Outcome<T> {
    /// One value.
    One(T),
    /// A tuple.
    Tuple(Vec<Outcome<T>>),
}

impl<T> Outcome<T> {
    /// The components, nested tuples flattened.
    pub fn flatten(self) -> Vec<T> {
        match self {
            Outcome::One(x) => vec![x],
            Outcome::Tuple(xs) => xs.into_iter().flat_map(Outcome::flatten).collect(),
        }
    }
}

/// Runs an entry point on arguments.
pub type Call<'a, T> = &'a mut dyn FnMut(&str, Vec<T>) -> Result<Outcome<T>, String>;

/// Parses an expression.
///
/// # Errors
/// What was expected where.
pub fn parse(text: &str) -> Result<Script, String> {
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
    };
    let script = parser.expression()?;
    parser.white();
    if parser.at < text.len() {
        return Err(format!("`{}` follows the expression", parser.rest()));
    }
    Ok(script)
}

/// Evaluates an expression; `call` runs an entry point, `wrap` makes a literal one of its values.
///
/// # Errors
/// Those of `call`, and files that cannot be read.
pub fn evaluate<T: Clone>(
    script: &Script,
    folder: &Path,
    call: Call<T>,
    wrap: &dyn Fn(Value) -> T,
) -> Result<Outcome<T>, String> {
    Evaluator {
        folder,
        call,
        wrap,
        variables: Vec::new(),
    }
    .evaluate(script)
}

struct Evaluator<'a, T> {
    folder: &'a Path,
    call: Call<'a, T>,
    wrap: &'a dyn Fn(Value) -> T,
    variables: Vec<(String, Outcome<T>)>,
}

impl<T: Clone> Evaluator<'_, T> {
    fn evaluate(&mut self, script: &Script) -> Result<Outcome<T>, String> {
        match script {
            Script::Value(value) => Ok(Outcome::One((self.wrap)(value.clone()))),
            Script::Tuple(parts) => Ok(Outcome::Tuple(
                parts.iter().map(|p| self.evaluate(p)).collect::<Result<_, _>>()?,
            )),
            Script::Let(names, bound, body) => {
                let bound = self.evaluate(bound)?;
                let before = self.variables.len();
                match (names.as_slice(), bound) {
                    ([name], bound) => self.variables.push((name.clone(), bound)),
                    (names, Outcome::Tuple(parts)) if names.len() == parts.len() => {
                        self.variables.extend(names.iter().cloned().zip(parts));
                    }
                    _ => return Err("a tuple pattern meets another kind of value".to_string()),
                }
                let result = self.evaluate(body);
                self.variables.truncate(before);
                result
            }
            Script::Apply(name, arguments) if name.starts_with('$') => self.built_in(name, arguments),
            Script::Apply(name, arguments) => {
                if arguments.is_empty()
                    && let Some((_, value)) = self.variables.iter().rev().find(|(n, _)| n == name)
                {
                    return Ok(value.clone());
                }
                let mut values = Vec::new();
                for argument in arguments {
                    values.extend(self.evaluate(argument)?.flatten());
                }
                (self.call)(name, values)
            }
        }
    }

    fn built_in(&mut self, name: &str, arguments: &[Script]) -> Result<Outcome<T>, String> {
        let [Script::Value(file)] = arguments else {
            return Err(format!("{name} takes the name of a file"));
        };
        let elder_syntax::value::Data::U8(file) = file.data() else {
            return Err(format!("{name} takes the name of a file"));
        };
        let path = self.folder.join(String::from_utf8_lossy(file).as_ref());
        let bytes = crate::input::read_file(&path)?;
        match name {
            "$loadbytes" => Ok(Outcome::One((self.wrap)(Value::vector(bytes)))),
            "$loaddata" => {
                let mut values =
                    crate::input::values(&bytes, &[]).map_err(|e| format!("{}: {e}", path.display()))?;
                match (values.pop(), values.is_empty()) {
                    (Some(value), true) => Ok(Outcome::One((self.wrap)(value))),
                    (last, _) => Ok(Outcome::Tuple(
                        values
                            .into_iter()
                            .chain(last)
                            .map(|v| Outcome::One((self.wrap)(v)))
                            .collect(),
                    )),
                }
            }
            _ => Err(format!("there is no built-in function {name}")),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

/// Deeper nesting is refused rather than followed.
const MAX_DEPTH: u32 = 200;

type Parsed<T> = Result<T, String>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn white(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn accept(&mut self, text: &str) -> bool {
        self.white();
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// The name that follows, not consumed.
    fn name(&mut self) -> &'a str {
        self.white();
        let rest = self.rest();
        let first = rest.chars().next();
        if !first.is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$') || rest.starts_with("f32.") {
            return "";
        }
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.' | '$');
        &rest[..rest.find(|c| !inside(c)).unwrap_or(rest.len())]
    }

    fn expression(&mut self) -> Parsed<Script> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the expression is nested too deeply".to_string());
        }
        let script = self.expression_inner();
        self.depth -= 1;
        script
    }

    fn expression_inner(&mut self) -> Parsed<Script> {
        let name = self.name();
        if name == "let" {
            self.at += name.len();
            let names = self.pattern()?;
            self.expect("=")?;
            let bound = self.expression()?;
            if self.name() == "in" {
                self.at += 2;
            }
            return Ok(Script::Let(names, Box::new(bound), Box::new(self.expression()?)));
        }
        if name.is_empty() || matches!(name, "true" | "false" | "empty") {
            return self.atom();
        }
        self.at += name.len();
        let mut arguments = Vec::new();
        while self.starts_atom() {
            arguments.push(self.atom()?);
        }
        Ok(Script::Apply(name.to_string(), arguments))
    }

    fn pattern(&mut self) -> Parsed<Vec<String>> {
        let parenthesised = self.accept("(");
        let mut names = Vec::new();
        loop {
            let name = self.name();
            if name.is_empty() {
                return Err(format!("expected a name before `{}`", self.rest()));
            }
            self.at += name.len();
            names.push(name.to_string());
            if !parenthesised {
                return Ok(names);
            }
            if !self.accept(",") {
                self.expect(")")?;
                return Ok(names);
            }
        }
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.accept(text) {
            return Ok(());
        }
        Err(format!("expected `{text}` before `{}`", self.rest()))
    }

    fn starts_atom(&mut self) -> bool {
        self.white();
        let name = self.name();
        match self.rest().chars().next() {
            None | Some(')' | ',' | '=' | '}' | ']') => false,
            Some(_) => name != "in",
        }
    }

    fn atom(&mut self) -> Parsed<Script> {
        if self.accept("(") {
            let mut parts = Vec::new();
            if !self.accept(")") {
                loop {
                    parts.push(self.expression()?);
                    if !self.accept(",") {
                        break;
                    }
                }
                self.expect(")")?;
            }
            return Ok(match parts.len() {
                1 => parts.swap_remove(0),
                _ => Script::Tuple(parts),
            });
        }
        let name = self.name();
        if !name.is_empty() && !matches!(name, "true" | "false" | "empty") {
            self.at += name.len();
            return Ok(Script::Apply(name.to_string(), Vec::new()));
        }
        // The value ends where the literal does; what may follow it here may not follow it in a file of values.
        self.white();
        let rest = self.rest();
        let end = literal_end(rest);
        let mut reader = Reader::new(&rest.as_bytes()[..end]);
        match reader.read(None) {
            Ok(Some(value)) => {
                self.at += reader.offset();
                Ok(Script::Value(value))
            }
            Ok(None) => Err("expected an expression".to_string()),
            Err(e) => Err(e.to_string()),
        }
    }
}

/// Where a literal at the start of the text ends at the latest.
fn literal_end(text: &str) -> usize {
    let mut depth = 0i32;
    let mut in_string = false;
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '[' | '(' => depth += 1,
            ']' | ')' if depth > 0 => depth -= 1,
            ')' | '}' | ']' => return i,
            ',' if depth == 0 => return i,
            c if c.is_whitespace() && depth == 0 => return i,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Result<Vec<String>, String> {
        let mut call = |name: &str, arguments: Vec<String>| match name {
            "pair" => Ok(Outcome::Tuple(vec![
                Outcome::One("a".to_string()),
                Outcome::One("b".to_string()),
            ])),
            "fail" => Err("failed".to_string()),
            _ => Ok(Outcome::One(format!("{name}({})", arguments.join(";")))),
        };
        let script = parse(text)?;
        Ok(evaluate(&script, Path::new("."), &mut call, &|v| v.to_string())?.flatten())
    }

    #[test]
    fn applications_tuples_and_lets() {
        assert_eq!(
            run("f 1i64 [1,2] (g 2)").unwrap(),
            ["f(1i64;[1i32, 2i32];g(2i32))"]
        );
        assert_eq!(
            run("(1i32, f true, \"a)\")").unwrap(),
            ["1i32", "f(true)", "[97u8, 41u8]"]
        );
        assert_eq!(
            run("let x = 2 in let y = 3 in mk x y").unwrap(),
            ["mk(2i32;3i32)"]
        );
        assert_eq!(run("let (x, y) = pair in f y x").unwrap(), ["f(b;a)"]);
        assert_eq!(run("f").unwrap(), ["f()"]);
    }

    #[test]
    fn what_is_malformed_is_refused() {
        assert!(run("(1, 2").unwrap_err().contains("expected `)`"));
        assert!(run("f 1 )").unwrap_err().contains("follows"));
        assert!(run("let 1 = 2 in 3").unwrap_err().contains("expected a name"));
        assert!(run("fail 1").unwrap_err().contains("failed"));
        assert!(run("$loaddata 1").unwrap_err().contains("name of a file"));
        assert!(run(&"(".repeat(100_000)).unwrap_err().contains("too deeply"));
    }

    proptest::proptest! {
        #[test]
        fn no_script_panics(text in "(f|let|in|=|\\(|\\)|,|\"|\\[|\\]|[0-9]|i64|é|\\\\|\\$loaddata|true| ){0,30}") {
            let _ = run(&text);
        }
    }
}
