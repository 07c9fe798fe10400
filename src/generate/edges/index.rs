//! Places in arrays of Futhark: indexes, slices and updates at the ends of what there is and far behind them, in every position.
//!
//! Arrays are vectors here, and an index is an integer that is wider than any type; what is selected is looked for one by one.

use crate::Choices;
use crate::kit::each;
use crate::kit::tuple;
use crate::meant::{By, Expected, Meant, Output, vector};
use crate::numbers::meaning::Meaning;
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

const INDEX: By = ("FUT-E-INDEX", "bounds");
const SLICE: By = ("FUT-E-SLICE", "bounds");
const STRIDE: By = ("FUT-E-SLICE", "stride");
const UPDATE: By = ("FUT-E-UPDATE", "bounds");
const SHAPE: By = ("FUT-E-UPDATE", "shape");
const COERCE: By = ("FUT-E-COERCE", "size");

/// An array of one dimension, how it is written, and what it holds.
#[derive(Clone, Debug)]
struct Row {
    text: String,
    all: Vec<i32>,
}

/// An array of two.
#[derive(Clone, Debug)]
struct Rows {
    text: String,
    columns: usize,
    all: Vec<Vec<i32>>,
}

/// A number that is written somehow.
#[derive(Clone, Debug)]
struct Number {
    text: String,
    value: i128,
}

/// What `main` reads, as it is found to be needed.
struct Program {
    parameters: String,
    inputs: Vec<Value>,
}

/// What an expression gives.
enum Gives {
    One(i32),
    Row(Vec<i32>),
    Rows(Vec<Vec<i32>>, usize),
}

type Came<T = Gives> = Result<T, By>;

/// What a function gives for a place of an array of so many elements.
type Element = fn(&[i32], i128, i128) -> Came<i32>;

pub(super) fn small(c: &mut Choices) -> i32 {
    c.number(-9, 19)
}

pub(super) fn wide(n: usize) -> i128 {
    i128::try_from(n).unwrap_or_default()
}

/// The element of a place.
pub(super) fn at<T: Clone>(all: &[T], place: i128) -> Option<T> {
    usize::try_from(place).ok().and_then(|k| all.get(k)).cloned()
}

impl Program {
    fn new() -> Program {
        Program {
            parameters: String::new(),
            inputs: Vec::new(),
        }
    }

    fn read(&mut self, ty: &str, value: Value) -> String {
        let name = format!("x{}", self.inputs.len());
        self.parameters += &format!(" ({name}: {ty})");
        self.inputs.push(value);
        name
    }

    /// A place of an array with so many elements; one in three is none.
    fn place(&mut self, c: &mut Choices, size: usize, of: Option<PrimType>) -> Number {
        let n = wide(size);
        let value = match c.below(9) {
            0 => -1,
            1 => n,
            2 => [
                n + 1,
                -n,
                i128::from(i64::MIN),
                i128::from(i64::MAX),
                1 << 32,
                -(1 << 32),
                256,
                u64::MAX.into(),
            ][c.below(8)],
            3 => n - 1,
            4 => 0,
            _ => wide(c.below(size.max(1))),
        };
        self.number(c, value, of)
    }

    /// A number, which is read, written, or computed; of the type, or of one that has it.
    fn number(&mut self, c: &mut Choices, value: i128, of: Option<PrimType>) -> Number {
        let types = each! { PrimType: I64 I64 I32 I8 I16 };
        let has = |t: PrimType| {
            let bits = 8 * t.bytes();
            (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value)
        };
        let fitting: Vec<PrimType> = types
            .into_iter()
            .filter(|t| has(*t) && of.is_none_or(|of| of == *t))
            .collect();
        let Some(t) = c.pick(&fitting).copied() else {
            // What no type has is as far away in this one.
            return Number {
                text: "(-1i64)".to_owned(),
                value: -1,
            };
        };
        let text = match c.below(3) {
            0 if value >= 0 => format!("{value}{t}"),
            0 if value > i128::from(i64::MIN) => format!("({value}{t})"),
            _ => self.read(t.name(), Value::scalar(t.number(value))),
        };
        Number { text, value }
    }

    /// An array that is read, or made of one.
    fn row(&mut self, c: &mut Choices) -> Row {
        let all: Vec<i32> = (0..c.below(7)).map(|_| small(c)).collect();
        let name = self.read("[]i32", row_value(&all));
        let turned = |text: String, all: Vec<i32>| Row { text, all };
        match c.below(9) {
            0 => turned(format!("(reverse {name})"), all.iter().rev().copied().collect()),
            1 => turned(
                format!("(map (\\x -> x * 2 + 1) {name})"),
                all.iter().map(|x| x * 2 + 1).collect(),
            ),
            2 => turned(format!("({name} ++ {name})"), [all.clone(), all].concat()),
            3 => turned(
                format!("(filter (> 0) {name})"),
                all.into_iter().filter(|x| *x > 0).collect(),
            ),
            4 => turned(format!("(scan (+) 0 {name})"), {
                let mut sum = 0;
                all.iter()
                    .map(|x| {
                        sum += x;
                        sum
                    })
                    .collect()
            }),
            5 => turned(
                format!("(map i32.i64 (iota (length {name})))"),
                (0..).take(all.len()).collect(),
            ),
            6 => turned(format!("{name}[::-1]"), all.into_iter().rev().collect()),
            _ => turned(name, all),
        }
    }

    fn rows(&mut self, c: &mut Choices) -> Rows {
        let (rows, columns) = (c.below(4), c.below(4));
        let all: Vec<Vec<i32>> = (0..rows)
            .map(|_| (0..columns).map(|_| small(c)).collect())
            .collect();
        let name = self.read("[][]i32", rows_value(&all, columns));
        match c.below(4) {
            0 => {
                let turned = (0..columns).map(|k| all.iter().filter_map(|row| row.get(k).copied()).collect());
                Rows {
                    text: format!("(transpose {name})"),
                    columns: rows,
                    all: turned.collect(),
                }
            }
            1 => Rows {
                text: format!("(map (map (+ 1)) {name})"),
                columns,
                all: all
                    .iter()
                    .map(|row| row.iter().map(|x| x + 1).collect())
                    .collect(),
            },
            _ => Rows {
                text: name,
                columns,
                all,
            },
        }
    }

    /// A slice of what has so many elements, and the places that it selects.
    fn slice(&mut self, c: &mut Choices, size: usize) -> (String, Came<Vec<i128>>) {
        let n = wide(size);
        let i64 = Some(PrimType::I64);
        let stride = match c.below(4) {
            0 => None,
            1 => Some([1, 2, 3, i128::from(i64::MAX)][c.below(4)]),
            2 => Some([-1, -1, -2, i128::from(i64::MIN)][c.below(4)]),
            _ => Some([1, 1, -1, 0][c.below(4)]),
        };
        let is_up = stride.is_none_or(|s| s > 0);
        let mut part = |c: &mut Choices, default: i128, near: &[i128]| match c.below(3) {
            0 => (String::new(), default),
            _ => {
                let value = c.pick(near).copied().unwrap_or_default();
                let number = self.number(c, value, i64);
                (number.text, number.value)
            }
        };
        let middle = wide(c.below(size + 1));
        let (first, last) = if is_up { (0, n) } else { (n - 1, -1) };
        let (from, i) = part(
            c,
            first,
            &[
                first,
                first,
                middle,
                middle,
                first - 1,
                first + 1,
                n,
                i64::MIN.into(),
            ],
        );
        // Where the last element would be, and beside it.
        let by = stride.unwrap_or(1);
        let count = wide(c.below(size + 2));
        let exact = i
            .saturating_add(by.saturating_mul(count))
            .clamp(i64::MIN.into(), i64::MAX.into());
        let near = [
            last,
            last,
            middle,
            exact,
            (exact - 1).max(i64::MIN.into()),
            (exact + 1).min(i64::MAX.into()),
            last + 1,
            last - 1,
            i,
            i64::MAX.into(),
        ];
        let (to, j) = part(c, last, &near);
        let (by, s) = match stride {
            None => (String::new(), 1),
            Some(s) => {
                let number = self.number(c, s, i64);
                (format!(":{}", number.text), s)
            }
        };
        (format!("{from}:{to}{by}"), selected(i, j, s, n))
    }
}

/// The places i, i + s, .. that lie before j.
fn selected(i: i128, j: i128, s: i128, n: i128) -> Came<Vec<i128>> {
    if s == 0 || (j - i) * s < 0 {
        return Err(STRIDE);
    }
    let count = (j - i).abs().div_euclid(s.abs()) + i128::from((j - i).abs().rem_euclid(s.abs()) != 0);
    let last = i + (count - 1) * s;
    let is_in = |k: i128| (0..n).contains(&k);
    if count > 0 && !(is_in(i) && is_in(last)) {
        return Err(SLICE);
    }
    Ok((0..count).map(|k| i + k * s).collect())
}

pub(super) fn row_value(all: &[i32]) -> Value {
    let all: Vec<PrimValue> = all.iter().copied().map(PrimValue::I32).collect();
    vector(PrimType::I32, &all)
}

pub(super) fn rows_value(all: &[Vec<i32>], columns: usize) -> Value {
    let flat: Vec<PrimValue> = all.iter().flatten().copied().map(PrimValue::I32).collect();
    crate::meant::array(PrimType::I32, vec![all.len(), columns], &flat).unwrap_or_else(|| row_value(&[]))
}

/// Places as an array that is read, with their numbers.
fn places(program: &mut Program, c: &mut Choices, size: usize, count: usize) -> (String, Vec<i128>) {
    let n = wide(size);
    let ends = [-1, n, n + 1, i64::MIN.into(), i64::MAX.into()];
    let is_safe = c.one_in(3);
    let all: Vec<i128> = (0..count)
        .map(|_| match c.below(5) {
            0 if !is_safe => c.pick(&ends).copied().unwrap_or_default(),
            _ if size == 0 && is_safe => -1,
            _ => wide(c.below(size.max(1))),
        })
        .collect();
    let values: Vec<PrimValue> = all.iter().map(|k| PrimType::I64.number(*k)).collect();
    (program.read("[]i64", vector(PrimType::I64, &values)), all)
}

/// The updates of `old` in their order, outside of which nothing is written.
pub(super) fn written(old: &[i32], places: &[i128], values: &[i32], with: fn(i32, i32) -> i32) -> Vec<i32> {
    let mut new = old.to_vec();
    for (place, value) in places.iter().zip(values) {
        if let Some(cell) = usize::try_from(*place).ok().and_then(|k| new.get_mut(k)) {
            *cell = with(*cell, *value);
        }
    }
    new
}

/// An expression with what it gives.
fn expression(c: &mut Choices, p: &mut Program) -> (&'static str, String, Came) {
    match c.below(20) {
        0 => {
            let xs = p.row(c);
            let i = p.place(c, xs.all.len(), None);
            (
                "index",
                format!("({})[{}]", xs.text, i.text),
                at(&xs.all, i.value).map(Gives::One).ok_or(INDEX),
            )
        }
        1 => {
            let xss = p.rows(c);
            let (i, j) = (p.place(c, xss.all.len(), None), p.place(c, xss.columns, None));
            let found = at(&xss.all, i.value).and_then(|row| at(&row, j.value));
            let text = match c.below(2) {
                0 => format!("({})[{}, {}]", xss.text, i.text, j.text),
                _ => format!("({})[{}][{}]", xss.text, i.text, j.text),
            };
            ("index of two", text, found.map(Gives::One).ok_or(INDEX))
        }
        2 => {
            let xss = p.rows(c);
            let i = p.place(c, xss.all.len(), None);
            (
                "row",
                format!("({})[{}]", xss.text, i.text),
                at(&xss.all, i.value).map(Gives::Row).ok_or(INDEX),
            )
        }
        3..=5 => {
            let xs = p.row(c);
            let (text, places) = p.slice(c, xs.all.len());
            let came = places.map(|all| Gives::Row(all.iter().filter_map(|k| at(&xs.all, *k)).collect()));
            ("slice", format!("({})[{text}]", xs.text), came)
        }
        6 => {
            let xss = p.rows(c);
            let (first, rows) = p.slice(c, xss.all.len());
            let (second, columns) = p.slice(c, xss.columns);
            let came = rows
                .and_then(|rows| columns.map(|columns| (rows, columns)))
                .map(|(rows, columns)| {
                    let row = |row: Vec<i32>| columns.iter().filter_map(|k| at(&row, *k)).collect();
                    let all = rows.iter().filter_map(|k| at(&xss.all, *k)).map(row);
                    Gives::Rows(all.collect(), columns.len())
                });
            ("slice of two", format!("({})[{first}, {second}]", xss.text), came)
        }
        7 | 8 => {
            let xs = p.row(c);
            let i = p.place(c, xs.all.len(), None);
            let (v, w) = (small(c), c.below(2));
            // The new value is computed before it is asked where it goes.
            let j = p.place(c, xs.all.len(), None);
            let (value, found) = match w {
                0 => (format!("({v})"), Ok(v)),
                _ => (
                    format!("{}[{}]", xs.text, j.text),
                    at(&xs.all, j.value).ok_or(INDEX),
                ),
            };
            let came = found.and_then(|value| match (0..wide(xs.all.len())).contains(&i.value) {
                true => Ok(Gives::Row(written(&xs.all, &[i.value], &[value], |_, new| new))),
                false => Err(UPDATE),
            });
            (
                "update",
                format!("(copy {}) with [{}] = {value}", xs.text, i.text),
                came,
            )
        }
        9 => {
            let xss = p.rows(c);
            let i = p.place(c, xss.all.len(), None);
            let row: Vec<i32> = (0..xss.columns).map(|_| small(c)).collect();
            let name = p.read("[]i32", row_value(&row));
            let came = match at(&xss.all, i.value) {
                None => Err(UPDATE),
                Some(_) => {
                    let mut all = xss.all.clone();
                    if let Some(place) = usize::try_from(i.value).ok().and_then(|k| all.get_mut(k)) {
                        *place = row;
                    }
                    Ok(Gives::Rows(all, xss.columns))
                }
            };
            (
                "update of a row",
                format!("(copy {}) with [{}] = {name}", xss.text, i.text),
                came,
            )
        }
        10 => {
            let xs = p.row(c);
            let (text, places) = p.slice(c, xs.all.len());
            let count = places.as_ref().map_or(1, Vec::len);
            let count = if c.one_in(4) { count + 1 } else { count };
            let new: Vec<i32> = (0..count).map(|_| small(c)).collect();
            let name = p.read("[]i32", row_value(&new));
            let came = match places {
                Err(by) => Err(by),
                Ok(places) if places.len() != count => Err(SHAPE),
                Ok(places) => Ok(Gives::Row(written(&xs.all, &places, &new, |_, new| new))),
            };
            (
                "update of a slice",
                format!("(copy {}) with [{text}] = {name}", xs.text),
                came,
            )
        }
        11 => {
            let xss = p.rows(c);
            let (i, j) = (p.place(c, xss.all.len(), None), p.place(c, xss.columns, None));
            let v = small(c);
            let mut all = xss.all.clone();
            let cell = usize::try_from(i.value).ok().and_then(|k| all.get_mut(k));
            let cell = cell.and_then(|row| usize::try_from(j.value).ok().and_then(|k| row.get_mut(k)));
            let came = match cell {
                None => Err(UPDATE),
                Some(cell) => {
                    *cell = v;
                    Ok(Gives::Rows(all, xss.columns))
                }
            };
            (
                "update of two",
                format!("(copy {}) with [{}, {}] = ({v})", xss.text, i.text, j.text),
                came,
            )
        }
        12 | 13 => {
            let xs = p.row(c);
            let n = xs.all.len();
            let count = c.below(5);
            let ((to, written_to), (from, read_from)) = (places(p, c, n, count), places(p, c, n, count));
            let mut all = xs.all.clone();
            let mut came = Ok(());
            for (to, from) in written_to.iter().zip(&read_from) {
                came = match at(&all, *from) {
                    None => Err(INDEX),
                    Some(_) if !(0..wide(n)).contains(to) => Err(UPDATE),
                    Some(value) => {
                        all = written(&all, &[*to], &[value.wrapping_mul(2)], |old, new| {
                            old.wrapping_sub(new)
                        });
                        Ok(())
                    }
                };
                if came.is_err() {
                    break;
                }
            }
            let text = format!(
                "let zs = {} in loop ys = copy zs for (i, j) in zip (sized {count} {to}) (sized {count} {from}) do ys with [i] = ys[i] - 2 * ys[j]",
                xs.text
            );
            // What is read at the place itself comes before what is read at the other.
            let first_read = written_to
                .iter()
                .zip(&read_from)
                .find(|(to, from)| !(0..wide(n)).contains(*to) || !(0..wide(n)).contains(*from));
            let came = match first_read {
                Some(_) => Err(INDEX),
                None => came.map(|()| Gives::Row(all)),
            };
            ("loop in place", text, came)
        }
        14 | 15 => {
            let xs = p.row(c);
            let n = wide(xs.all.len());
            let count = c.below(5);
            let (name, all) = places(p, c, xs.all.len(), count);
            let (body, element): (&str, Element) = match c.below(3) {
                0 => ("ys[i] * 2", |xs, i, _| {
                    at(xs, i).map(|x| x.wrapping_mul(2)).ok_or(INDEX)
                }),
                1 => ("i32.sum ys[i:] + ys[i]", |xs, i, n| {
                    let all = selected(i, n, 1, n)?;
                    let sum = all.iter().filter_map(|k| at(xs, *k)).sum::<i32>();
                    at(xs, i).map(|x| x + sum).ok_or(INDEX)
                }),
                _ => ("if i >= 0 && i < length ys then ys[i] else 77", |xs, i, _| {
                    Ok(at(xs, i).unwrap_or(77))
                }),
            };
            let came: Came<Vec<i32>> = all.iter().map(|i| element(&xs.all, *i, n)).collect();
            (
                "index in map",
                format!("let ys = {} in map (\\i -> {body}) {name}", xs.text),
                came.map(Gives::Row),
            )
        }
        16 | 17 => {
            let xs = p.row(c);
            let n = xs.all.len();
            let count = c.below(6);
            let (name, all) = places(p, c, n, count);
            let values: Vec<i32> = (0..count).map(|_| small(c)).collect();
            let vs = p.read("[]i32", row_value(&values));
            let parts = format!("(copy {})", xs.text);
            let (is, vs) = (format!("(sized {count} {name})"), format!("(sized {count} {vs})"));
            match c.below(3) {
                0 => {
                    let new = written(&xs.all, &all, &values, i32::wrapping_add);
                    (
                        "hist outside",
                        format!("reduce_by_index {parts} (+) 0 {is} {vs}"),
                        Ok(Gives::Row(new)),
                    )
                }
                1 => {
                    // No place is written twice, for then it is open what is there.
                    let mut seen = Vec::new();
                    let once: Vec<i128> = all
                        .iter()
                        .map(|k| match seen.contains(k) {
                            true => -1,
                            false => {
                                seen.push(*k);
                                *k
                            }
                        })
                        .collect();
                    let numbers: Vec<String> =
                        once.iter().map(|k| format!("{}", (*k).clamp(-5, 99))).collect();
                    let near: Vec<i128> = once.iter().map(|k| (*k).clamp(-5, 99)).collect();
                    let new = written(&xs.all, &near, &values, |_, new| new);
                    let list = match numbers.is_empty() {
                        true => "(replicate 0 0i64)".to_owned(),
                        false => format!("[{}]", numbers.join(", ")),
                    };
                    (
                        "scatter outside",
                        format!("scatter {parts} (sized {count} {list}) {vs}"),
                        Ok(Gives::Row(new)),
                    )
                }
                _ => {
                    let bins = c.below(4);
                    let new = written(&vec![0; bins], &all, &values, i32::wrapping_add);
                    (
                        "hist outside",
                        format!("hist (+) 0 {bins} {is} {vs}"),
                        Ok(Gives::Row(new)),
                    )
                }
            }
        }
        18 => {
            let xs = p.row(c);
            let n = wide(xs.all.len());
            let k = [n, n, n + 1, n - 1, -1][c.below(5)];
            let k = p.number(c, k, Some(PrimType::I64));
            let came = match k.value == n {
                true => Ok(Gives::Row(xs.all)),
                false => Err(COERCE),
            };
            (
                "coercion",
                format!("let k = {} in {} :> [k]i32", k.text, xs.text),
                came,
            )
        }
        _ => {
            let xs = p.row(c);
            let n = wide(xs.all.len());
            let k = [0, n, n, wide(c.below(xs.all.len() + 1)), n + 1, -1][c.below(6)];
            let k = p.number(c, k, Some(PrimType::I64));
            let part = |from: i128, to: i128| {
                let all = selected(from, to, 1, n).map_err(|by| if by == STRIDE { STRIDE } else { SLICE })?;
                Ok(Gives::Row(all.iter().filter_map(|k| at(&xs.all, *k)).collect()))
            };
            match c.below(3) {
                0 => ("part", format!("take {} {}", k.text, xs.text), part(0, k.value)),
                1 => ("part", format!("drop {} {}", k.text, xs.text), part(k.value, n)),
                _ => (
                    "part",
                    format!("head {}", xs.text),
                    at(&xs.all, 0).map(Gives::One).ok_or(INDEX),
                ),
            }
        }
    }
}

/// A program of Futhark.
pub fn program(c: &mut Choices) -> Meant {
    let mut p = Program::new();
    let (mut sort, mut lines, mut names) = (String::new(), String::new(), vec![]);
    let mut came: Came<Vec<Output>> = Ok(vec![]);
    for k in 0..1 + c.below(3) {
        let (name, text, gives) = c.part(|c| expression(c, &mut p));
        if sort.is_empty() {
            sort = format!("place: {name}");
        }
        lines += &format!("  let r{k} = {text}\n");
        // What nobody needs fails, too.
        let gives = match c.one_in(5) {
            true => {
                names.push("7".to_owned());
                gives.map(|_| Gives::One(7))
            }
            false => {
                names.push(format!("r{k}"));
                gives
            }
        };
        came = came.and_then(|mut outputs| {
            outputs.push(gives?.output());
            Ok(outputs)
        });
    }
    Meant {
        sort,
        ending: "fut",
        text: format!("entry main{} =\n{lines}  in {}\n", p.parameters, tuple(&names)),
        inputs: p.inputs,
        expected: match came {
            Ok(outputs) => Expected::Values(outputs),
            Err((rule, premise)) => Expected::Fails(rule, premise),
        },
    }
}

impl Gives {
    fn output(self) -> Output {
        let (shape, all) = match self {
            Gives::One(x) => (vec![], vec![x]),
            Gives::Row(all) => (vec![all.len()], all),
            Gives::Rows(all, columns) => (vec![all.len(), columns], all.concat()),
        };
        Output {
            of: PrimType::I32,
            shape,
            elements: all
                .into_iter()
                .map(|x| Meaning::Exactly(PrimValue::I32(x)))
                .collect(),
        }
    }
}
