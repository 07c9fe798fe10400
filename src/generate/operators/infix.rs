//! Expressions of many operators, with as few parentheses as their levels allow.
//!
//! Operators that a program defines give `3 x + 5 y + k`, with another `k` each, so that no two ways to group a chain of them give the same.

use super::scalar;
use crate::Choices;
use crate::kit::tuple;
use crate::meant::{Expected, Meant};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;

/// What an operator does.
#[derive(Clone, Copy, Debug)]
enum Does {
    /// What is the language's own.
    Known(fn(i32, i32) -> i32),
    /// The same, of a number on its right that is small and above zero.
    Small(fn(i32, i32) -> i32),
    /// What the program defines, with its number.
    Own(i32),
}

#[derive(Clone, Copy, Debug)]
struct Infix {
    sign: &'static str,
    /// How tightly it binds.
    level: u8,
    does: Does,
}

const fn known(sign: &'static str, level: u8, does: fn(i32, i32) -> i32) -> Infix {
    Infix {
        sign,
        level,
        does: Does::Known(does),
    }
}

const fn small(sign: &'static str, level: u8, does: fn(i32, i32) -> i32) -> Infix {
    Infix {
        sign,
        level,
        does: Does::Small(does),
    }
}

const fn own(sign: &'static str, level: u8, k: i32) -> Infix {
    Infix {
        sign,
        level,
        does: Does::Own(k),
    }
}

impl Infix {
    fn of(self, a: i32, b: i32) -> i32 {
        match self.does {
            Does::Known(f) | Does::Small(f) => f(a, b),
            Does::Own(k) => a.wrapping_mul(3).wrapping_add(b.wrapping_mul(5)).wrapping_add(k),
        }
    }
}

/// How a language writes expressions.
struct Grammar {
    operators: &'static [Infix],
    /// The level of operators that bind to the right.
    right: Option<u8>,
    /// The level of a prefix `-`, if numbers have one.
    prefix: Option<u8>,
    /// Whether `(+ x)` and `(x +)` are functions.
    has_sections: bool,
    /// Whether `(+)` is a function.
    has_names: bool,
}

/// FUT-X-OPERATOR.
const FUTHARK: Grammar = Grammar {
    operators: &[
        own("`f`", 0, 1),
        own("`g`", 0, 2),
        own("|>+", 1, 3),
        own("|>.", 1, 4),
        own("<|+", 2, 5),
        own("<|.", 2, 6),
        own("||+", 3, 7),
        own("||.", 3, 8),
        own("&&+", 4, 9),
        own("&&*", 4, 10),
        own("<+", 5, 11),
        own(">*", 5, 12),
        own("==+", 5, 13),
        own("!=.", 5, 14),
        own("<=.", 5, 32),
        own("|+", 6, 15),
        own("&*", 6, 16),
        own("^-", 6, 17),
        known("|", 6, |a, b| a | b),
        known("&", 6, |a, b| a & b),
        known("^", 6, |a, b| a ^ b),
        own("<<+", 7, 18),
        own(">>*", 7, 19),
        own(">>>.", 7, 20),
        small("<<", 7, |a, b| a.wrapping_shl(b.cast_unsigned())),
        small(">>", 7, |a, b| a.wrapping_shr(b.cast_unsigned())),
        own("+^", 8, 21),
        own("-.", 8, 22),
        own("+*", 8, 23),
        known("+", 8, i32::wrapping_add),
        known("-", 8, i32::wrapping_sub),
        own("*^", 9, 24),
        own("/.", 9, 25),
        own("%+", 9, 26),
        own("*+*", 9, 27),
        known("*", 9, i32::wrapping_mul),
        small("/", 9, i32::div_euclid),
        small("%", 9, i32::rem_euclid),
        small("//", 9, |a, b| a / b),
        small("%%", 9, |a, b| a % b),
        own("**.", 10, 28),
        own("**+", 10, 29),
        small("**", 10, |a, b| a.wrapping_pow(b.cast_unsigned())),
    ],
    right: Some(2),
    prefix: Some(11),
    has_sections: true,
    has_names: true,
};

/// DX-SYN-OPERATOR.
const DEX: Grammar = Grammar {
    operators: &[
        own("`f`", 1, 1),
        own("`g`", 1, 2),
        known("+", 1, i32::wrapping_add),
        known("-", 1, i32::wrapping_sub),
        known("*", 2, i32::wrapping_mul),
        own("<+>", 2, 3),
        own("+|", 2, 4),
        own("*|", 2, 5),
        own("-*-", 2, 6),
        own("|+", 2, 7),
    ],
    right: None,
    prefix: None,
    has_sections: false,
    has_names: true,
};

/// FCL-G-INFIX.
const FCL: Grammar = Grammar {
    operators: &[
        small("<<", 4, |a, b| a.wrapping_shl(b.cast_unsigned())),
        small(">>", 4, |a, b| a.wrapping_shr(b.cast_unsigned())),
        known("+", 5, i32::wrapping_add),
        known("-", 5, i32::wrapping_sub),
        known("*", 6, i32::wrapping_mul),
        small("/", 6, |a, b| a / b),
        small("div", 6, |a, b| a / b),
        small("%", 6, |a, b| a % b),
        small("mod", 6, |a, b| a % b),
    ],
    right: None,
    prefix: Some(7),
    has_sections: false,
    has_names: false,
};

/// What is written as a number or a name.
const ATOM: u8 = 20;

#[derive(Clone, Debug)]
struct Written {
    text: String,
    value: i32,
    /// The level of the operator that binds least.
    level: u8,
}

fn written(text: String, value: i32, level: u8) -> Written {
    Written { text, value, level }
}

/// Variables of the programs.
const NAMES: [&str; 3] = ["x", "y", "z"];

fn leaf(c: &mut Choices, variables: &[i32]) -> Written {
    let k = c.below(variables.len() + 1);
    let (text, value) = match (variables.get(k), NAMES.get(k)) {
        (Some(value), Some(name)) => ((*name).to_owned(), *value),
        _ => {
            let value = c.number(0, 10);
            (value.to_string(), value)
        }
    };
    written(text, value, ATOM)
}

fn within(text: &str, are_needed: bool) -> String {
    if are_needed {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

/// An expression, often of an operator of the level of the one that it is an operand of, or of the next.
fn expression(
    c: &mut Choices,
    grammar: &Grammar,
    variables: &[i32],
    depth: usize,
    outer: Option<u8>,
) -> Written {
    if depth == 0 || c.one_in(5) {
        return leaf(c, variables);
    }
    if let Some(prefix) = grammar.prefix.filter(|_| c.one_in(9)) {
        let inner = c.part(|c| expression(c, grammar, variables, depth - 1, outer));
        // A minus before digits is a part of the number.
        let text = format!(
            "-{}",
            within(
                &inner.text,
                inner.level < ATOM || inner.text.starts_with(char::is_numeric)
            )
        );
        return written(text, inner.value.wrapping_neg(), prefix);
    }
    let near: Vec<Infix> = grammar
        .operators
        .iter()
        .copied()
        .filter(|operator| outer.is_some_and(|level| operator.level.abs_diff(level) <= 1))
        .collect();
    let is_near = !near.is_empty() && !c.one_in(3);
    let among = if is_near {
        near.as_slice()
    } else {
        grammar.operators
    };
    let Some(operator) = c.pick(among).copied() else {
        return leaf(c, variables);
    };
    let left = c.part(|c| expression(c, grammar, variables, depth - 1, Some(operator.level)));
    let right = match operator.does {
        Does::Small(_) => {
            let value = 1 + c.number(0, 3);
            written(value.to_string(), value, ATOM)
        }
        _ => c.part(|c| expression(c, grammar, variables, depth - 1, Some(operator.level))),
    };
    let value = operator.of(left.value, right.value);
    let sign = operator.sign;
    let is_symbol = !sign.starts_with(['`', 'd', 'm']);
    // What begins with a minus is no section, and hardly an operand on the right.
    let is_signed = right.text.starts_with('-');
    let operands = || {
        (
            within(&left.text, left.level < ATOM),
            within(&right.text, right.level < ATOM),
        )
    };
    let applied = match c.below(12) {
        0 if grammar.has_sections && is_symbol && sign != "-" => {
            let (left, right) = operands();
            format!("({sign} {right}) {left}")
        }
        1 if grammar.has_sections && is_symbol => {
            let (left, right) = operands();
            format!("({left} {sign}) {right}")
        }
        2 if grammar.has_names && is_symbol => {
            let (left, right) = operands();
            format!("({sign}) {left} {right}")
        }
        _ => {
            let is_right = grammar.right == Some(operator.level);
            let (of_left, of_right) = match is_right {
                true => (left.level <= operator.level, right.level < operator.level),
                false => (left.level < operator.level, right.level <= operator.level),
            };
            let left = within(&left.text, of_left || c.one_in(20));
            let right = within(&right.text, of_right || is_signed || c.one_in(20));
            return written(format!("{left} {sign} {right}"), value, operator.level);
        }
    };
    written(applied, value, ATOM - 1)
}

struct Chosen {
    variables: Vec<i32>,
    results: Vec<Written>,
}

impl Chosen {
    fn new(c: &mut Choices, grammar: &Grammar) -> Chosen {
        let variables: Vec<i32> = (0..NAMES.len()).map(|_| c.number(-9, 19)).collect();
        let results = (0..1 + c.below(3))
            .map(|_| c.part(|c| expression(c, grammar, &variables, 4, None)))
            .collect();
        Chosen { variables, results }
    }

    fn texts(&self) -> Vec<String> {
        self.results.iter().map(|result| result.text.clone()).collect()
    }

    fn program(self, sort: &str, ending: &'static str, text: String) -> Meant {
        Meant {
            sort: sort.to_owned(),
            ending,
            text,
            inputs: self
                .variables
                .iter()
                .map(|x| Value::scalar(PrimValue::I32(*x)))
                .collect(),
            expected: Expected::Values(self.results.iter().map(|result| scalar(result.value)).collect()),
        }
    }
}

/// The definitions of those of a grammar's own operators that are used, each by `define`.
fn definitions(grammar: &Grammar, chosen: &Chosen, define: impl Fn(&str, &str, i32) -> String) -> String {
    let is_used = |sign: &str| chosen.results.iter().any(|result| result.text.contains(sign));
    let own = grammar
        .operators
        .iter()
        .filter_map(|operator| match operator.does {
            Does::Own(k) if is_used(operator.sign) => Some((operator.sign, k)),
            _ => None,
        });
    own.map(|(sign, k)| match sign.strip_prefix('`') {
        Some(name) => define(name.trim_end_matches('`'), sign, k),
        None => define(&format!("({sign})"), sign, k),
    })
    .collect()
}

/// A program of Futhark.
pub fn futhark(c: &mut Choices) -> Meant {
    let chosen = Chosen::new(c, &FUTHARK);
    let is_infix = c.one_in(2);
    let own = definitions(&FUTHARK, &chosen, |name, sign, k| {
        let head = match is_infix && name != sign.trim_matches('`') {
            true => format!("(a: i32) {sign} (b: i32)"),
            false => format!("{name} (a: i32) (b: i32)"),
        };
        format!("def {head} : i32 = i32.(a * 3 + b * 5 + {k})\n")
    });
    let results = tuple(chosen.texts());
    let text = format!("{own}entry main (x: i32) (y: i32) (z: i32) = {results}\n");
    chosen.program("infix", "fut", text)
}

/// A program of Dex.
pub fn dex(c: &mut Choices) -> Meant {
    let chosen = Chosen::new(c, &DEX);
    let own = definitions(&DEX, &chosen, |name, _, k| {
        format!("def {name} (a : Int) (b : Int) : Int = ((a * 3) + (b * 5)) + {k}\n")
    });
    let results = tuple(chosen.texts());
    let text = format!("{own}main = \\x:Int y:Int z:Int. {results}\n");
    chosen.program("infix", "dx", text)
}

/// A program of FCL.
pub fn fcl(c: &mut Choices) -> Meant {
    let chosen = Chosen::new(c, &FCL);
    let results = chosen.texts();
    let body = results
        .iter()
        .enumerate()
        .fold("0".to_owned(), |rest, (k, text)| {
            format!("if i == {k} then {text} else ({rest})")
        });
    let text = format!(
        "sig main : int -> int -> int -> [int]<block>\nkernel main x y z = push <block> (generate {} (fn i => {body}))\n",
        results.len()
    );
    let values: Vec<i32> = chosen.results.iter().map(|result| result.value).collect();
    let mut meant = chosen.program("infix", "fcl", text);
    meant.expected = Expected::Values(vec![super::vector(values)]);
    meant
}
