//! How another implementation differs from the definition, and which differences are of one class.
//!
//! A class is the sort of the difference with what makes it another bug in all likelihood: of messages their first lines without numbers, names and
//! places, of values the type and what is wrong with it.

use super::is_unknown_command;
use super::process::{Ended, Ending};
use super::template::Places;
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{Difference, Tolerance, compare, read_values};
use regex::Regex;
use std::fmt;
use std::sync::LazyLock;

/// What the definition says of an entry point.
#[derive(Clone, Debug)]
pub enum Expected {
    /// It gives these.
    Values(Vec<Value>),
    /// This premise of a rule refuses.
    Error(String),
}

/// How an implementation differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A program that is one is refused.
    Refused,
    /// A text that is no program is accepted.
    Accepted,
    /// What accepts programs does not end in a way that it should.
    CompilerCrashes,
    /// It does not end.
    CompilerHangs,
    /// The program ends in a way that it should not.
    Crashes,
    /// The program does not end.
    Hangs,
    /// What it writes is no value.
    Unreadable,
    /// It gives another value.
    OtherValue,
    /// It ends in an error and should give a value.
    Error,
    /// It gives a value and should end in an error.
    NoError,
    /// There is no such command.
    NoCommand,
}

impl Sort {
    /// All of them.
    pub const ALL: [Sort; 11] = [
        Sort::Refused,
        Sort::Accepted,
        Sort::CompilerCrashes,
        Sort::CompilerHangs,
        Sort::Crashes,
        Sort::Hangs,
        Sort::Unreadable,
        Sort::OtherValue,
        Sort::Error,
        Sort::NoError,
        Sort::NoCommand,
    ];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Sort::Refused => "refused",
            Sort::Accepted => "accepted",
            Sort::CompilerCrashes => "compiler crashes",
            Sort::CompilerHangs => "compiler hangs",
            Sort::Crashes => "crashes",
            Sort::Hangs => "hangs",
            Sort::Unreadable => "unreadable",
            Sort::OtherValue => "other value",
            Sort::Error => "error",
            Sort::NoError => "no error",
            Sort::NoCommand => "no command",
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A difference.
#[derive(Clone, Debug)]
pub struct Found {
    /// How it differs.
    pub sort: Sort,
    /// What else is of its class.
    pub about: String,
    /// What was said or given, for people.
    pub message: String,
    /// What was written in its place: the output of the implementation.
    pub output: Vec<u8>,
    /// What it said on its standard error.
    pub errors: String,
}

impl Found {
    /// Its class.
    pub fn class(&self) -> String {
        match self.about.as_str() {
            "" => self.sort.to_string(),
            about => format!("{}: {about}", self.sort),
        }
    }

    /// What a step did that no program should make it do.
    fn of(sort: Sort, ended: &Ended, places: &Places) -> Found {
        let (about, message) = gist(&ended.errors, places);
        Found {
            sort,
            about: match ended.ending {
                Ending::Late => String::new(),
                Ending::Signal(signal) => format!("signal {signal} {about}").trim_end().to_owned(),
                Ending::Status(_) => about,
            },
            message: match ended.ending {
                Ending::Late => "has not ended in its time".to_owned(),
                Ending::Signal(signal) => format!("ended by signal {signal} {message}")
                    .trim_end()
                    .to_owned(),
                Ending::Status(status) => format!("status {status}, {message}"),
            },
            output: ended.output.clone(),
            errors: ended.errors.clone(),
        }
    }
}

/// What compilers say when they, not the program, are wrong; in lower case.
const OWN_FAULT: [&str; 7] = [
    "internal compiler error",
    "internal error",
    "compiler bug",
    "compiler limitation",
    "panicked at",
    "mistake in elder",
    "failed with exit code",
];

/// What is wrong with how a program was accepted.
pub fn accepting(ended: &Ended, places: &Places) -> Option<Found> {
    let rendered = ended.errors.to_lowercase();
    let sort = match ended.ending {
        Ending::Status(0) => return None,
        Ending::Late => Sort::CompilerHangs,
        _ if is_unknown_command(ended) => Sort::NoCommand,
        Ending::Signal(_) => Sort::CompilerCrashes,
        Ending::Status(_) if OWN_FAULT.iter().any(|words| rendered.contains(words)) => Sort::CompilerCrashes,
        Ending::Status(_) => Sort::Refused,
    };
    Some(Found::of(sort, ended, places))
}

/// What is wrong with how an entry point ran.
pub fn running(ended: &Ended, expected: &Expected, places: &Places) -> Option<Found> {
    let found = |sort| Some(Found::of(sort, ended, places));
    match (ended.ending, expected) {
        (Ending::Late, _) => found(Sort::Hangs),
        _ if is_unknown_command(ended) => found(Sort::NoCommand),
        (Ending::Signal(_), _) => found(Sort::Crashes),
        (Ending::Status(0), Expected::Values(expected)) => valued(ended, expected),
        (Ending::Status(0), Expected::Error(rule)) => Some(Found {
            about: rule.clone(),
            message: format!("{} instead of an error ({rule})", excerpt(&given(&ended.output))),
            ..Found::of(Sort::NoError, ended, places)
        }),
        (Ending::Status(_), Expected::Values(_)) => found(Sort::Error),
        (Ending::Status(_), Expected::Error(_)) => None,
    }
}

/// What was written, as text whatever its format.
fn given(output: &[u8]) -> String {
    match read_values(output) {
        Ok(values) => {
            let shown: Vec<String> = values.iter().map(Value::to_string).collect();
            shown.join(" ")
        }
        Err(_) => String::from_utf8_lossy(output).into_owned(),
    }
}

/// What is wrong with the values that were written.
fn valued(ended: &Ended, expected: &[Value]) -> Option<Found> {
    let found = |sort, about: &str, message: String| {
        Some(Found {
            sort,
            about: about.to_owned(),
            message,
            output: ended.output.clone(),
            errors: ended.errors.clone(),
        })
    };
    let actual = match read_values(&ended.output) {
        Ok(actual) => actual,
        Err(error) => return found(Sort::Unreadable, "", error.to_string()),
    };
    if actual.len() != expected.len() {
        let message = format!("{} values instead of {}", actual.len(), expected.len());
        return found(Sort::OtherValue, "their number", message);
    }
    let mut pairs = actual.iter().zip(expected).enumerate();
    pairs.find_map(|(k, (actual, expected))| {
        let difference = compare::difference(actual, expected, Tolerance::Bitwise)?;
        let about = match &difference {
            Difference::Type { .. } => "type or shape".to_owned(),
            Difference::Element { actual, expected, .. } => format!(
                "{}{}",
                expected.prim_type(),
                of_floats(*actual, *expected).unwrap_or_default()
            ),
        };
        found(Sort::OtherValue, &about, format!("result {k}: {difference}"))
    })
}

/// What is wrong with a float, if it is nothing like the one that is expected: no number, only its sign, or only its last bits.
fn of_floats(actual: PrimValue, expected: PrimValue) -> Option<&'static str> {
    let wide = |p: PrimValue| match p {
        PrimValue::F16(x) => Some((x.to_f64(), f64::from(half::f16::EPSILON))),
        PrimValue::F32(x) => Some((f64::from(x), f64::from(f32::EPSILON))),
        PrimValue::F64(x) => Some((x, f64::EPSILON)),
        _ => None,
    };
    let ((a, _), (b, epsilon)) = (wide(actual)?, wide(expected)?);
    Some(match (a, b) {
        _ if a.is_nan() => ", no number",
        _ if b.is_nan() => ", a number",
        _ if a == b => ", its sign",
        _ if (a - b).abs() <= LAST_BITS * epsilon * b.abs() => ", its last bits",
        _ => "",
    })
}

/// Units in the last place that a rounding in another order may make: it only says which class a difference is of.
const LAST_BITS: f64 = 16.0;

/// Lines of a message that tell it from others.
const TELLING: usize = 3;

/// The beginning of a message: without what changes from program to program, and as it was said.
fn gist(rendered: &str, places: &Places) -> (String, String) {
    static CHANGES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
        [r#""[^"]*"|`[^`]*`|“[^”]*”"#, r"\b[A-Za-z_']*\d[\w']*", r"\d+"]
            .iter()
            .filter_map(|pattern| Regex::new(pattern).ok())
            .collect()
    });
    let lines: Vec<&str> = rendered
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    // Warnings may stand before it.
    let is_error = |line: &&str| {
        let line = line.to_lowercase();
        line.starts_with("error") || OWN_FAULT.iter().any(|words| line.contains(words))
    };
    let first = lines.iter().position(is_error).unwrap_or(0);
    let told: Vec<&str> = lines.iter().skip(first).take(TELLING).copied().collect();
    let folder = places.program.parent().map(|folder| folder.display().to_string());
    let told = told.join(" ");
    let message = match folder {
        Some(folder) => told.replace(&format!("{folder}/"), ""),
        None => told,
    };
    let about = CHANGES.iter().fold(message.clone(), |text, pattern| {
        pattern.replace_all(&text, "_").into_owned()
    });
    (excerpt(&about), excerpt(&message))
}

/// Characters of a message that are shown.
const SHOWN: usize = 300;

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn ended(ending: Ending, output: &str, errors: &str) -> Ended {
        Ended {
            ending,
            output: output.as_bytes().to_vec(),
            errors: errors.to_owned(),
        }
    }

    fn ran(ending: Ending, output: &str, errors: &str, expected: &Expected) -> Option<String> {
        let places = Places::within(Path::new("/tmp/x"));
        running(&ended(ending, output, errors), expected, &places).map(|found| found.class())
    }

    #[test]
    fn each_difference_is_sorted() {
        let values = |text: &str| Expected::Values(read_values(text.as_bytes()).unwrap());
        let ints = values("1i32 [2i32, 3i32]");
        let floats = values("1f32 0f64");
        let error = Expected::Error("FUT-E-INDEX".to_owned());
        let done = Ending::Status(0);
        let class = |ending, output, expected| ran(ending, output, "", expected).unwrap_or_default();
        assert_eq!(class(done, "1i32\n[2i32, 3i32]\n", &ints), "");
        assert_eq!(class(Ending::Status(1), "", &error), "");
        assert_eq!(class(done, "1i32", &ints), "other value: their number");
        assert_eq!(class(done, "1i32 [2i32]", &ints), "other value: type or shape");
        assert_eq!(
            class(done, "1i64 [2i32, 3i32]", &ints),
            "other value: type or shape"
        );
        assert_eq!(class(done, "1i32 [2i32, 4i32]", &ints), "other value: i32");
        assert_eq!(
            class(done, "f32.nan 0f64", &floats),
            "other value: f32, no number"
        );
        assert_eq!(
            class(done, "1.0000001f32 0f64", &floats),
            "other value: f32, its last bits"
        );
        assert_eq!(class(done, "1f32 -0f64", &floats), "other value: f64, its sign");
        assert_eq!(class(done, "2f32 0f64", &floats), "other value: f32");
        assert_eq!(class(done, "one", &ints), "unreadable");
        assert_eq!(class(done, "1i32", &error), "no error: FUT-E-INDEX");
        assert_eq!(class(Ending::Late, "", &error), "hangs");
        assert_eq!(class(Ending::Signal(11), "", &error), "crashes: signal 11");
        assert_eq!(class(Ending::Status(127), "", &ints), "no command");
        assert_eq!(class(Ending::Status(1), "", &ints), "error");
    }

    #[test]
    fn messages_that_differ_in_names_and_numbers_are_of_one_class() {
        let places = Places::within(Path::new("/tmp/x"));
        let rendered = |errors: &str| accepting(&ended(Ending::Status(1), "", errors), &places).unwrap();
        let one = rendered("Error at /tmp/x/program.fut:1:5-7:\nUnknown variable \"v12\".\n");
        let other = rendered("Error at /tmp/x/program.fut:21:5-17:\n\nUnknown variable \"foo\".\n");
        assert_eq!((one.sort, one.class()), (Sort::Refused, other.class()));
        assert_ne!(one.class(), rendered("Unknown type.\n").class());
        let warned =
            rendered("Warning at a.fut:1:2:\nUnused.\nError at a.fut:1:5-7:\nUnknown variable \"v12\".\n");
        assert!(warned.message.contains("Unknown variable") && !warned.message.contains("Unused"));
        let bug = rendered("Internal compiler error.\nPlease report this.\n");
        assert_eq!(bug.sort, Sort::CompilerCrashes);
        let late = accepting(&ended(Ending::Late, "", ""), &places).unwrap();
        assert_eq!(late.sort, Sort::CompilerHangs);
        let none = accepting(&ended(Ending::Status(0), "", "Warning: unused"), &places);
        assert!(none.is_none());
    }
}
