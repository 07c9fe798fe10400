//! Programs of shapes in which constructs meet that seldom meet by chance.
//!
//! [`case`](super::case) makes terms of any shape, so an array of a group that one loop writes and another one reads elsewhere, a length that
//! data decide, a condition that guards an access are rare in it.  Here each program has one such theme, and what varies is
//! chosen: sizes, numbers, operators, views, how many steps there are.  Programs are texts, so that parser and elaboration take part.

mod commands;
mod groups;
mod hosts;
mod indexes;
mod items;
mod numbers;
mod places;
mod vectors;

use super::inputs;
use crate::Choices;
use crate::kit::joined;
use elder_dpia::{DataType, Name, Nat, PrimType, print};
use elder_syntax::Value;

/// A program as it is written, with the values that it reads.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text; `main` is what is run.
    pub text: String,
    /// What `main` reads.
    pub inputs: Vec<Value>,
    /// Whether all that it gives has to be `true`.
    pub is_law: bool,
}

/// A program of one of the themes.
pub fn written(c: &mut Choices) -> Written {
    let mut writer = Writer::new(c);
    let main = c.below(THEMES.len());
    let body = c.part(|c| THEMES[main](&mut writer, c));
    writer.program(&body)
}

/// Writes the body of `main`, and says what it reads.
type Theme = fn(&mut Writer, &mut Choices) -> String;

/// Those that group code is made of more than once, since most goes wrong there.
const THEMES: [Theme; 25] = [
    groups::group,
    groups::group,
    groups::group,
    hosts::host,
    hosts::host,
    hosts::rooms,
    hosts::sizes,
    commands::lengths,
    commands::command,
    commands::command,
    numbers::elements,
    numbers::elements,
    numbers::elements,
    numbers::chains,
    indexes::computed,
    indexes::guarded,
    indexes::large,
    items::items,
    items::items,
    items::chosen,
    places::cut,
    places::strided,
    vectors::vectors,
    vectors::vectors,
    vectors::vectors,
];

/// What a text has been given so far.
struct Writer {
    /// The type of most numbers.
    number: PrimType,
    /// Sizes with their values, in order.
    sizes: Vec<(Name, i64)>,
    /// What stands before `main`.
    definitions: &'static str,
    /// What `main` reads or writes, in order, as it is written.
    parameters: Vec<String>,
    inputs: Vec<Value>,
    is_law: bool,
    names: usize,
}

impl Writer {
    fn new(c: &mut Choices) -> Writer {
        use PrimType::{F32, F64, I16, I32, I64, U8, U32};
        let numbers = [I32, I32, F32, I64, U8, I16, U32, F64];
        Writer {
            number: *c.pick(&numbers).unwrap_or(&I32),
            sizes: Vec::new(),
            definitions: "",
            parameters: Vec::new(),
            inputs: Vec::new(),
            is_law: false,
            names: 0,
        }
    }

    /// A name that no other is.
    fn name(&mut self, text: &str) -> String {
        self.names += 1;
        format!("{text}{}", self.names)
    }

    /// A size that only the inputs know.
    fn size(&mut self, value: i64) -> Nat {
        let name = Name::fresh(self.name("n"));
        self.sizes.push((name.clone(), value));
        Nat::var(&name)
    }

    /// An input; sizes of its type are numerals, or were made by [`Writer::size`].
    fn input(&mut self, c: &mut Choices, data: &DataType) -> String {
        let name = self.name("xs");
        self.parameters
            .push(format!("{name}: {}", print::data_type(data)));
        self.inputs
            .extend(c.part(|c| inputs::values(c, data, &self.sizes)));
        name
    }

    /// An input by which a size is known, if it is no numeral.
    fn known_by_input(&mut self, c: &mut Choices, size: &Nat) {
        if size.as_constant().is_none() {
            let of = DataType::array(size.clone(), DataType::Num(PrimType::Bool));
            self.input(c, &of);
        }
    }

    /// An output.
    fn output(&mut self, data: &DataType) -> String {
        let name = self.name("out");
        self.parameters
            .push(format!("{name}: acc[{}]", print::data_type(data)));
        name
    }

    fn program(self, body: &str) -> Written {
        let sizes = self.sizes.iter().map(|(size, _)| format!("{size}: nat"));
        let parameters = joined(", ", sizes.chain(self.parameters));
        Written {
            text: format!("{}def main({parameters}) =\n  {body}\n", self.definitions),
            inputs: self.inputs,
            is_law: self.is_law,
        }
    }

    /// The type of most numbers.
    fn number(&self) -> DataType {
        DataType::Num(self.number)
    }

    fn array(&self, length: i64) -> DataType {
        DataType::array(Nat::lit(length), self.number())
    }
}

/// One of these texts.
fn one<'a>(c: &mut Choices, texts: &[&'a str]) -> &'a str {
    c.pick(texts).copied().unwrap_or_default()
}

/// A number below `alternatives`, from `least` on.
fn from(c: &mut Choices, least: i64, alternatives: usize) -> i64 {
    least + c.below(alternatives) as i64
}

/// A number made of two, for most pairs another one if they are exchanged.
fn combined(c: &mut Choices, x: &str, y: &str) -> String {
    let shape = one(
        c,
        &[
            "(x - y)",
            "(x * 2 + y)",
            "(x - (y - 1))",
            "(y * 3 - x)",
            "(x + y)",
            "min(x, y + 1)",
            "(if x < y then x else y - x)",
            "max(x, y) - x",
        ],
    );
    let put = |letter: char| match letter {
        'x' => x.to_owned(),
        'y' => y.to_owned(),
        other => other.to_string(),
    };
    // The names of functions have no letter alone.
    let mut out = String::new();
    let letters: Vec<char> = shape.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let beside = |k: Option<usize>| k.and_then(|k| letters.get(k)).is_some_and(|l| l.is_alphabetic());
        match beside(at.checked_sub(1)) || beside(Some(at + 1)) {
            true => out.push(*letter),
            false => out += &put(*letter),
        }
    }
    out
}

/// A number made of one.
fn changed(c: &mut Choices, x: &str) -> String {
    let k = from(c, 1, 7);
    match c.below(4) {
        0 => format!("{x} + {k}"),
        1 => format!("{x} * {k} - 1"),
        2 => format!("{k} - {x}"),
        _ => format!("(if {x} > {k} then {x} - {k} else {x} + {k})"),
    }
}
