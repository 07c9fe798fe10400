//! Laws: what holds whatever the inputs are.
//!
//! What both interpreters take from the same place (how primitive functions compute, the library, what literals mean) is not judged by comparing
//! the two.  Here it is judged by what it has to do with the rest: every result of the entry point is `true`.

mod table;

use super::Entry;
use super::features::Construct;
use super::generator::Generator;
use super::inputs::{self, Known};
use super::types::{I64, Size, Ty};
use crate::Choices;
use elder_syntax::Value;
use elder_syntax::prim::PrimType;
use std::collections::BTreeSet;
use table::{FLOATS, INTEGERS, OTHERS};

/// What laws compare arrays of different sizes by.
const HASH: &str = "def hash [m] (vs: [m]i64) : i64 = loop s = m for v in vs do s * 31 + v\n";

impl Generator {
    /// An entry point whose results are all true.
    pub fn laws(&mut self, c: &mut Choices, name: &str, most: usize) -> (String, Entry) {
        self.meet(Construct::Law);
        let mut laws = Vec::new();
        let mut types = BTreeSet::new();
        for _ in 0..1 + c.below(most) {
            laws.push(c.part(|c| match c.below(4) {
                0 => literal(c),
                1 => instantiated(c, OTHERS, None),
                _ => {
                    let numbers: Vec<PrimType> = PrimType::ALL
                        .iter()
                        .copied()
                        .filter(|p| *p != PrimType::Bool)
                        .collect();
                    let p = numbers[c.below(numbers.len())];
                    types.insert(p);
                    instantiated(c, if p.is_float() { FLOATS } else { INTEGERS }, Some(p))
                }
            }));
        }
        let size = Generator::input_size(c);
        let known: Known = [("n".to_owned(), size)].into();
        let array = Ty::array(Size::name("n"), I64);
        let mut parameters: Vec<(String, Ty)> = vec![
            ("xs".to_owned(), array.clone()),
            ("ys".to_owned(), array),
            ("j".to_owned(), I64),
            ("k".to_owned(), I64),
        ];
        for p in types {
            parameters.extend(["x", "y", "z"].map(|v| (format!("{v}_{p}"), Ty::Prim(p))));
        }
        let mut values: Vec<Value> = Vec::new();
        let mut text = format!("{HASH}entry {name} [n]");
        for (name, ty) in &parameters {
            text += &format!(" ({name}: {})", ty.text());
            values.extend(inputs::values(c, ty, &known));
        }
        let laws: Vec<String> = laws.iter().map(|law| format!("({law})")).collect();
        let body = match laws.as_slice() {
            [only] => only.clone(),
            _ => format!("({})", laws.join(",\n   ")),
        };
        let entry = Entry {
            name: name.to_owned(),
            inputs: values,
            holds: true,
        };
        (format!("{text} =\n  {body}"), entry)
    }
}

/// A law of a table, for a type if it is one of numbers.
fn instantiated(c: &mut Choices, table: &str, p: Option<PrimType>) -> String {
    let lines: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
    let line = lines[c.below(lines.len())];
    let mut law = String::new();
    let mut words = line.chars().peekable();
    while let Some(letter) = words.next() {
        if letter != '@' {
            law.push(letter);
            continue;
        }
        let mut bits = String::new();
        while let Some(digit) = words.next_if(char::is_ascii_digit) {
            bits.push(digit);
        }
        law += &format!("{}i64", random(c, bits.parse().unwrap_or(1)));
    }
    let Some(p) = p else { return law };
    let bits = 8 * p.bytes();
    let law = match law.split_once(" ~ ") {
        Some((a, b)) => format!("(\\(p: #) (q: #) -> p == q || #.isnan p && #.isnan q) ({a}) ({b})"),
        None => law,
    };
    let law = law.replace('#', p.name()).replace('W', &bits.to_string());
    with_variables(&law, p)
}

/// With the variables of this type for `x`, `y` and `z`.
fn with_variables(law: &str, p: PrimType) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for letter in law.chars().chain([' ']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        match word.as_str() {
            "x" | "y" | "z" => out += &format!("{word}_{p}"),
            _ => out += &word,
        }
        word.clear();
        out.push(letter);
    }
    out.trim_end().to_owned()
}

/// A number of so many bits.
fn random(c: &mut Choices, bits: u32) -> u64 {
    let most = |bits: u32| 1usize << bits.min(31);
    let low = c.below(most(bits)) as u64;
    match bits {
        0..=31 => low,
        _ => (c.below(most(bits - 31)) as u64) << 31 | low,
    }
}

/// The same number written in two ways.
fn literal(c: &mut Choices) -> String {
    match c.below(11) {
        9 => {
            // Midway between two doubles, and next to that.
            let n = 1 << 52 | random(c, 52);
            let zeros = c.below(20);
            format!(
                "0x{n:x}.8p0f64 == f64.u64 {}u64 && 0x{n:x}.8{:0<zeros$}1p0f64 == f64.u64 {}u64 && 0x{n:x}.7{:f<zeros$}p0f64 == f64.u64 {n}u64",
                n + n % 2,
                "",
                n + 1,
                ""
            )
        }
        10 => {
            // The same below the least normal double.
            let n = 1 + random(c, 40);
            format!(
                "0x{n:x}.8p-1074f64 == f64.from_bits {}u64 && 0x{n:x}.8001p-1074f64 == f64.from_bits {}u64",
                n + n % 2,
                n + 1
            )
        }
        0 => {
            let n = random(c, 62);
            format!("0x{n:x}i64 == {n}i64 && 0b{n:b}i64 == {n}i64")
        }
        1 => {
            let n = 1 + random(c, 11) as usize;
            format!("0r{}i64 == {n}i64", roman(n))
        }
        2 | 3 => {
            // Digits beyond those that a number holds, and rounding of those that it does not.
            let (n, zeros) = (random(c, 62), c.below(20));
            let exponent = c.below(40) as i64 - 20;
            format!(
                "0x{n:x}.{:0<width$}p{exponent}f64 == f64.ldexp (f64.u64 {n}u64) ({exponent})",
                "0",
                width = zeros + 1
            )
        }
        4 => {
            // The point stands elsewhere.
            let n = random(c, 60);
            let text = format!("{n:016x}");
            let point = 1 + c.below(15);
            let (before, after) = text.split_at(point);
            let shift = 4 * after.len();
            format!("0x{before}.{after}p0f64 == f64.ldexp (f64.u64 {n}u64) (-{shift})")
        }
        5 => {
            let (whole, part) = (random(c, 20), c.below(1000));
            format!(
                "{whole}.{part:03}f64 == f64.i64 {}i64 / 1000f64",
                whole * 1000 + part as u64
            )
        }
        6 => {
            let (n, power) = (random(c, 20), c.below(10));
            format!(
                "{n}e{power}f64 == f64.i64 {}i64 && {n}.0e-{power}f64 == {n}f64 / {}f64",
                n * 10u64.pow(power as u32),
                10u64.pow(power as u32)
            )
        }
        7 => {
            let n = random(c, 30);
            format!("{}_{:03}i64 == {n}i64", n / 1000, n % 1000)
        }
        _ => {
            let letters: Vec<u8> = (0..1 + c.below(5)).map(|_| b'a' + c.below(26) as u8).collect();
            let numbers: Vec<String> = letters.iter().map(|l| format!("{l}u8")).collect();
            let text: String = letters.iter().map(|l| char::from(*l)).collect();
            format!(
                "\"{text}\" == [{}] && '{}' == {}",
                numbers.join(", "),
                &text[..1],
                numbers[0]
            )
        }
    }
}

/// A number in Roman digits.
fn roman(mut n: usize) -> String {
    const DIGITS: [(usize, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut out = String::new();
    for (value, digit) in DIGITS {
        while n >= value {
            out += digit;
            n -= value;
        }
    }
    out
}
