//! Programs that are made with their meaning.
//!
//! A generator that knows what its program gives needs no evaluator to say it: so what all evaluators have in common is judged too.

use crate::numbers::meaning::Meaning;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::{Data, Element};
use elder_syntax::{Value, with_prim_type};

/// A rule and its premise, by which a program is refused or fails.
pub(crate) type By = (&'static str, &'static str);

/// A program, what it reads, and what comes of it.
#[derive(Clone, Debug)]
pub struct Meant {
    /// What it is about, as findings are sorted by.
    pub sort: String,
    /// The ending of its file.
    pub ending: &'static str,
    /// The text.
    pub text: String,
    /// What `main` reads.
    pub inputs: Vec<Value>,
    /// What comes of it.
    pub expected: Expected,
}

/// What comes of a program.
#[derive(Clone, Debug)]
pub enum Expected {
    /// Results.
    Values(Vec<Output>),
    /// A run-time error.
    Error,
    /// A run-time error by a premise: the rule and the premise.
    Fails(&'static str, &'static str),
    /// Nothing is evaluated, as the inputs do not fit the types of the entry point.
    Unfit,
    /// A refusal before anything is evaluated, by a premise: the rule and the premise.
    Refused(&'static str, &'static str),
    /// The items of a literate file, run in their order.
    Printed(Vec<Item>),
}

/// The lines that an item of a literate file prints, or the rule and the premise by which it fails.
pub type Item = Result<Vec<String>, (&'static str, &'static str)>;

/// A result: a scalar or an array.
#[derive(Clone, Debug)]
pub struct Output {
    /// The type of its elements.
    pub of: PrimType,
    /// Its sizes.
    pub shape: Vec<usize>,
    /// Its elements, row by row.
    pub elements: Vec<Meaning>,
}

impl Output {
    /// A scalar.
    pub fn scalar(value: PrimValue) -> Output {
        Output {
            of: value.prim_type(),
            shape: vec![],
            elements: vec![Meaning::Exactly(value)],
        }
    }

    /// An array of one dimension.
    pub fn vector(of: PrimType, values: impl IntoIterator<Item = PrimValue>) -> Output {
        let elements: Vec<Meaning> = values.into_iter().map(Meaning::Exactly).collect();
        Output {
            of,
            shape: vec![elements.len()],
            elements,
        }
    }

    /// How a value differs from what was meant.
    pub fn difference(&self, value: &Value) -> Option<String> {
        if value.prim_type() != self.of || value.shape() != self.shape {
            let sizes: String = self.shape.iter().map(|n| format!("[{n}]")).collect();
            return Some(format!(
                "it is of type {}, not {sizes}{}",
                value.type_string(),
                self.of
            ));
        }
        self.elements.iter().enumerate().find_map(|(k, meant)| {
            let found = value.data().get(k)?;
            (!meant.is(found)).then(|| {
                format!(
                    "element {k} is {}, meant is {}",
                    Value::scalar(found),
                    stated(meant)
                )
            })
        })
    }
}

fn stated(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Exactly(value) => Value::scalar(*value).to_string(),
        Meaning::Near(x) => format!("{x:?} nearly"),
        Meaning::Within(x, off) => format!("{x:?} within {off:e}"),
        Meaning::Fails(rule, premise) => format!("refused by {}/{premise}", rule.id),
        Meaning::Open => "anything".to_owned(),
    }
}

/// An array of these values, of this shape.
pub fn array(of: PrimType, shape: Vec<usize>, values: &[PrimValue]) -> Option<Value> {
    fn data<E: Element>(values: &[PrimValue]) -> Data {
        let mut bytes = Vec::new();
        for value in values {
            let all = value.bits().to_le_bytes();
            bytes.extend(all.iter().take(E::TYPE.bytes()));
        }
        E::wrap(E::decode(&bytes))
    }
    Value::new(shape, with_prim_type!(of, E => data::<E>(values)))
}

/// A vector of these values.
pub fn vector(of: PrimType, values: &[PrimValue]) -> Value {
    let none = || Value::scalar(PrimValue::of_bits(of, 0));
    array(of, vec![values.len()], values).unwrap_or_else(none)
}

/// An array of one dimension of type i32.
pub fn ints(xs: impl IntoIterator<Item = i32>) -> Output {
    Output::vector(PrimType::I32, xs.into_iter().map(PrimValue::I32))
}

/// An array of this shape of type i32, in row-major order.
pub fn shaped(shape: &[usize], xs: impl IntoIterator<Item = i32>) -> Output {
    Output {
        shape: shape.to_vec(),
        ..ints(xs)
    }
}

/// A scalar of type i32.
pub fn int(x: i32) -> Output {
    Output::scalar(PrimValue::I32(x))
}
