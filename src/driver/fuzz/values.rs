//! Readers and writers of values, judged by inputs that are made with their meaning.

use super::Verdict;
use elder_generate::values::{Answer, Compared, Input};
use elder_syntax::Value;
use elder_syntax::value::compare::Difference;
use elder_syntax::value::{Reader, Tolerance, binary, compare, read_values, text};

/// The input is read as it was meant, and what is read is written and read again; `other` is another value than the first.
pub fn judge(input: &Input, other: Option<&Value>) -> Verdict {
    let differs = |message: String| Verdict::differ(input.sort, message);
    let read = read(input);
    let values = match (read, &input.expected) {
        (Ok(values), Err(rule)) => {
            let all: Vec<String> = values.iter().map(Value::to_string).collect();
            return differs(format!(
                "they are read as {}, and refused by {}",
                all.join(" "),
                rule.id
            ));
        }
        (Err(error), Err(rule)) if error.refusal.id() == rule.id => return Verdict::Agree,
        (Err(error), expected) => {
            let wanted = expected.as_ref().map_or_else(|rule| rule.id, |_| "nothing");
            return differs(format!("they are refused: {error}; meant is {wanted}"));
        }
        (Ok(values), Ok(_)) => values,
    };
    let expected = input.expected.as_deref().unwrap_or_default();
    let pairs = expected.iter().zip(&values);
    let wrong = |(meant, value): (&Value, &Value)| {
        let message = format!("{} is read, meant is {}", told(value), told(meant));
        (!same(meant, value)).then_some(message)
    };
    if values.len() != expected.len() {
        return differs(format!(
            "{} values are read, not {}",
            values.len(),
            expected.len()
        ));
    }
    if let Some(message) = pairs.into_iter().find_map(wrong) {
        return differs(message);
    }
    if let Some(message) = values.iter().find_map(written) {
        return Verdict::differ("written values", message);
    }
    match (expected.first(), other) {
        (Some(value), Some(other)) if compare::difference(other, value, Tolerance::Bitwise).is_none() => {
            Verdict::differ(
                "compared values",
                format!("{} and {} are taken for the same", told(value), told(other)),
            )
        }
        _ => Verdict::Agree,
    }
}

/// Two values agree by their tolerance, or differ where it was meant.
pub fn comparison(compared: &Compared) -> Verdict {
    let answer = match compare::difference(&compared.actual, &compared.expected, compared.tolerance) {
        None => Answer::Agree,
        Some(Difference::Type { .. }) => Answer::Type,
        Some(Difference::Element { index, count, .. }) => Answer::Elements(index, count),
    };
    if answer == compared.answer {
        return Verdict::Agree;
    }
    let (actual, expected) = (told(&compared.actual), told(&compared.expected));
    let message = format!(
        "{actual} for {expected} by {:?}: {answer:?}, meant is {:?}",
        compared.tolerance, compared.answer
    );
    Verdict::differ("compared values", message)
}

fn read(input: &Input) -> Result<Vec<Value>, elder_syntax::value::FormatError> {
    let mut reader = Reader::new(&input.bytes);
    let mut values = Vec::new();
    while let Some(value) = reader.read(input.types.get(values.len()).copied().flatten())? {
        values.push(value);
    }
    Ok(values)
}

/// Whether type, sizes and elements are the same, by their bits; of what is no number, whether both are none.
fn same(a: &Value, b: &Value) -> bool {
    let elements = |value: &Value| -> Vec<_> {
        let all = (0..value.data().len()).filter_map(|k| value.data().get(k));
        all.map(|x| x.with_one_nan()).collect()
    };
    a.prim_type() == b.prim_type() && a.shape() == b.shape() && elements(a) == elements(b)
}

fn told(value: &Value) -> String {
    format!("{value} of type {}", value.type_string())
}

/// What is wrong with the texts and bytes of a value.
fn written(value: &Value) -> Option<String> {
    let (mut plain, mut bytes, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    text::write(value, &mut plain);
    binary::write(value, &mut bytes);
    let _ = text::write_to(value, &mut parts);
    if plain != parts {
        return Some(format!("{} is written in two ways", told(value)));
    }
    [plain, bytes].into_iter().find_map(|written| {
        let text = String::from_utf8_lossy(&written).into_owned();
        match read_values(&written) {
            Ok(read) => match read.as_slice() {
                [read] if same(read, value) => None,
                read => {
                    let read: Vec<String> = read.iter().map(told).collect();
                    Some(format!("{text} is read as {}", read.join(" ")))
                }
            },
            Err(error) => Some(format!("{text} is refused: {error}")),
        }
    })
}
