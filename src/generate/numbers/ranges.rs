//! Ranges of Futhark with their elements: of every integer type, up and down, at the ends of types, empty, and those that are refused.
//!
//! Elements are counted one by one with integers that are wider than any type, as FUT-E-RANGE says it; nothing is divided.

use super::boundary;
use super::exact::{ends, integer};
use super::programs::FUTHARK;
use crate::Choices;
use crate::kit::each;
use crate::meant::{Expected, Meant, Output, vector};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};
use num_traits::ToPrimitive;

/// How a range ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    UpTo,
    DownTo,
    Inclusive,
}

/// A range.
#[derive(Clone, Copy, Debug)]
struct Range {
    of: PrimType,
    first: i128,
    second: Option<i128>,
    bound: i128,
    end: End,
}

/// What a program makes of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Made {
    Itself,
    Length,
    Sum,
    /// Each element depends on all before it.
    Folded,
    Element,
    Mapped,
}

/// No range has more elements.
const MOST: usize = 300;

/// Why a range is refused: a premise of FUT-E-RANGE.
type Premise = &'static str;

impl Range {
    fn step(&self) -> i128 {
        match (self.second, self.end) {
            (Some(second), _) => second - self.first,
            (None, End::DownTo) => -1,
            (None, _) => 1,
        }
    }

    /// The elements; nothing if there are too many.
    fn elements(&self) -> Option<Result<Vec<i128>, Premise>> {
        let step = self.step();
        let is_up = step > 0;
        if step == 0 || self.end == End::UpTo && !is_up || self.end == End::DownTo && is_up {
            return Some(Err("step"));
        }
        if is_up && self.bound < self.first || !is_up && self.bound > self.first {
            return Some(Err("bounds"));
        }
        let is_within = |x: i128| match (self.end, is_up) {
            (End::Inclusive, true) => x <= self.bound,
            (End::Inclusive, false) => x >= self.bound,
            (_, true) => x < self.bound,
            (_, false) => x > self.bound,
        };
        let all = (0..).map(|k| self.first + k * step);
        let elements: Vec<i128> = all.take_while(|x| is_within(*x)).take(MOST + 1).collect();
        (elements.len() <= MOST).then_some(Ok(elements))
    }

    fn text(&self, parts: &[String]) -> String {
        let sign = match self.end {
            End::UpTo => "..<",
            End::DownTo => "..>",
            End::Inclusive => "...",
        };
        match parts {
            [first, second, bound] => format!("{first}..{second}{sign}{bound}"),
            [first, bound] => format!("{first}{sign}{bound}"),
            _ => String::new(),
        }
    }

    fn parts(&self) -> Vec<PrimValue> {
        let all = [Some(self.first), self.second, Some(self.bound)];
        all.into_iter().flatten().map(|x| self.of.number(x)).collect()
    }
}

fn number(c: &mut Choices, t: PrimType) -> i128 {
    integer(boundary::number(c, t)).to_i128().unwrap_or(0)
}

/// A range of the type; mostly one that has elements.
fn range(c: &mut Choices, of: PrimType, end: End, has_second: bool) -> Range {
    let (least, most) = ends(of);
    let (least, most) = (least.to_i128().unwrap_or(0), most.to_i128().unwrap_or(0));
    let first = number(c, of);
    let is_up = match end {
        End::UpTo => true,
        End::DownTo => false,
        End::Inclusive => !has_second || c.below(2) == 0,
    };
    let sign = if is_up { 1 } else { -1 };
    let bound = match c.below(8) {
        0..3 if has_second => number(c, of),
        0 => first - sign,
        1 => first,
        2 => first + sign * c.below(MOST) as i128,
        3 if is_up => most,
        3 => least,
        _ => first + sign * c.below(14) as i128,
    };
    let bound = bound.clamp(least, most);
    // At the end of the type a range that goes there begins just before it.
    let first = match (bound == most && is_up || bound == least && !is_up) && !has_second {
        true => (bound - sign * c.below(6) as i128).clamp(least, most),
        false => first,
    };
    let second = has_second.then(|| {
        let distance = (bound - first).abs();
        let step = match c.below(10) {
            0 => 0,
            1 => -1 - c.below(3) as i128,
            2 | 3 => 1 + c.below(4) as i128,
            4 => distance,
            _ => distance / (1 + c.below(9) as i128) + c.below(3) as i128 - 1,
        };
        (first + sign * step).clamp(least, most)
    });
    Range {
        of,
        first,
        second,
        bound,
        end,
    }
}

fn made(how: Made, of: PrimType, at: usize, range: &str) -> String {
    match how {
        Made::Itself => range.to_owned(),
        Made::Length => format!("length ({range})"),
        Made::Sum => format!("{of}.sum ({range})"),
        Made::Folded => format!("loop s = 1{of} for x in {range} do s * 3 + x"),
        Made::Element => format!("({range})[{at}]"),
        Made::Mapped => format!("map (\\x -> x * 3 + 1) ({range})"),
    }
}

/// What a program makes of the elements: one number, or all of them.
fn numbers(how: Made, of: PrimType, at: usize, elements: &[i128]) -> Vec<PrimValue> {
    // What is wider than the type is cut off at the end, and before it is too wide for this.
    let cut = |n: i128| integer(of.number(n)).to_i128().unwrap_or(0);
    let one = |n: i128| vec![of.number(n)];
    match how {
        Made::Itself => elements.iter().map(|x| of.number(*x)).collect(),
        Made::Length => vec![PrimValue::I64(elements.len() as i64)],
        Made::Sum => one(elements.iter().sum()),
        Made::Folded => one(elements.iter().fold(1, |s, x| cut(s * 3 + x))),
        Made::Element => elements.get(at).map(|x| of.number(*x)).into_iter().collect(),
        Made::Mapped => elements.iter().map(|x| of.number(x * 3 + 1)).collect(),
    }
}

fn result(how: Made, of: PrimType) -> PrimType {
    if how == Made::Length { PrimType::I64 } else { of }
}

/// A program that makes ranges.
pub fn program(c: &mut Choices) -> Meant {
    let integers: Vec<PrimType> = PrimType::ALL.iter().copied().filter(|t| t.is_integer()).collect();
    let of = match c.one_in(3) {
        true => PrimType::I64,
        false => c.pick(&integers).copied().unwrap_or(PrimType::I64),
    };
    let end = [End::UpTo, End::DownTo, End::Inclusive][c.below(3)];
    let has_second = c.below(2) == 0;
    if c.one_in(4) {
        return mapped(c, of, end, has_second);
    }
    let range = chosen(c, of, end, has_second);
    let Some(elements) = range.elements() else {
        return mapped(c, of, end, has_second);
    };
    let how = each! { Made: Itself Itself Length Sum Folded Element Mapped }[c.below(7)];
    let count = elements.as_ref().map_or(1, Vec::len);
    let how = if how == Made::Element && count == 0 {
        Made::Length
    } else {
        how
    };
    let at = c.below(count.max(1));
    let (mut parameters, mut inputs, mut parts) = (String::new(), vec![], vec![]);
    for value in range.parts() {
        let written = match c.below(2) {
            0 => c.part(|c| (FUTHARK.literal)(c, value)),
            _ => None,
        };
        parts.push(written.unwrap_or_else(|| {
            let name = format!("a{}", inputs.len());
            parameters += &format!(" ({name}: {of})");
            inputs.push(Value::scalar(value));
            name
        }));
    }
    let text = made(how, of, at, &range.text(&parts));
    Meant {
        sort: format!("range of {of}"),
        ending: "fut",
        text: format!("entry main{parameters} = {text}\n"),
        inputs,
        expected: match elements {
            Err(premise) => Expected::Fails("FUT-E-RANGE", premise),
            Ok(elements) => {
                let values = numbers(how, of, at, &elements);
                Expected::Values(vec![match (how, values.as_slice()) {
                    (Made::Itself | Made::Mapped, _) => Output::vector(of, values),
                    (_, [one]) => Output::scalar(*one),
                    _ => Output::vector(of, values),
                }])
            }
        },
    }
}

/// A range that is not too long, if one is found.
fn chosen(c: &mut Choices, of: PrimType, end: End, has_second: bool) -> Range {
    let mut all = (0..4).map(|_| c.part(|c| range(c, of, end, has_second)));
    let found = all.find(|range| range.elements().is_some());
    found.unwrap_or(Range {
        of,
        first: 1,
        second: has_second.then_some(if end == End::DownTo { 0 } else { 2 }),
        bound: 1,
        end,
    })
}

/// A program that makes a range of each row of its inputs, each of another length.
fn mapped(c: &mut Choices, of: PrimType, end: End, has_second: bool) -> Meant {
    let how = [Made::Length, Made::Sum, Made::Folded][c.below(3)];
    let (mut rows, mut results) = (Vec::new(), Vec::new());
    // One failure at most, and it ends the rows.
    let may_fail = c.one_in(4);
    let mut failure = None;
    for _ in 0..1 + c.below(6) {
        let range = chosen(c, of, end, has_second);
        match range.elements() {
            Some(Ok(elements)) => results.extend(numbers(how, of, 0, &elements)),
            Some(Err(premise)) if may_fail && failure.is_none() => failure = Some(premise),
            _ => continue,
        }
        rows.push(range);
    }
    let names = if has_second { "abc" } else { "ab" };
    let names: Vec<String> = names.chars().map(String::from).collect();
    let column = |k: usize| -> Vec<PrimValue> {
        rows.iter()
            .filter_map(|row| row.parts().get(k).copied())
            .collect()
    };
    let inputs = (0..names.len()).map(|k| vector(of, &column(k))).collect();
    let written = Range {
        of,
        first: 0,
        second: None,
        bound: 0,
        end,
    };
    let typed: String = names.iter().map(|x| format!(" ({x}s: [n]{of})")).collect();
    let arrays: String = names.iter().map(|x| format!(" {x}s")).collect();
    let body = made(how, of, 0, &written.text(&names));
    Meant {
        sort: format!("ranges in map of {of}"),
        ending: "fut",
        text: format!(
            "entry main [n]{typed} = map{} (\\{} -> {body}){arrays}\n",
            names.len(),
            names.join(" ")
        ),
        inputs,
        expected: match failure {
            Some(premise) => Expected::Fails("FUT-E-RANGE", premise),
            None => Expected::Values(vec![Output::vector(result(how, of), results)]),
        },
    }
}
