//! Places in arrays of Core, sizes and shapes: at the ends of what there is, and behind them, read and written.
//!
//! A program is a row of statements, each with what it gives, or with the premise by which it fails; the first failure is the program's.

use super::index::{at, row_value, rows_value, small, wide, written};
use crate::Choices;
use crate::kit::{joined, tuple};
use crate::meant::{By, Expected, Meant, Output, int, ints, shaped, vector};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};
use std::fmt::Write;

const INDEX: By = ("CORE-E-INDEX", "bounds");
const COUNT: By = ("CORE-E-SLICE", "count");
const SLICE: By = ("CORE-E-SLICE", "bounds");
const UPDATE: By = ("CORE-E-UPDATE", "bounds");
const FLAT: By = ("CORE-E-FLAT", "bounds");
const VOLUME: By = ("CORE-E-RESHAPE", "volume");
const COERCE: By = ("CORE-E-COERCE", "size");
const TOTAL: By = ("CORE-E-CONCAT", "total");
const IOTA: By = ("CORE-E-IOTA", "negative");
const REPLICATE: By = ("CORE-E-REPL", "negative");
const ASSERT: By = ("CORE-E-ASSERT", "holds");
const BLANK: By = ("CORE-E-BLANK", "negative");

/// What a statement gives, with the types of that.
type Came = Result<(Vec<Output>, Vec<String>), By>;

/// What `main` reads, and what it does.
#[derive(Default)]
struct Program {
    parameters: String,
    inputs: Vec<Value>,
    lines: String,
    names: usize,
}

/// A number that is read, or written where it stands.
struct Number {
    text: String,
    value: i128,
}

impl Program {
    fn fresh(&mut self, word: &str) -> String {
        self.names += 1;
        format!("{word}{}", self.names)
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.lines, "  {line}");
    }

    fn read(&mut self, ty: &str, value: Value) -> String {
        let name = format!("x{}", self.inputs.len());
        let _ = write!(self.parameters, " ({name}: {ty})");
        self.inputs.push(value);
        name
    }

    /// A number that is read: a size may be one.
    fn size(&mut self, value: i128) -> Number {
        let text = self.read("i64", Value::scalar(PrimType::I64.number(value)));
        Number { text, value }
    }

    fn number(&mut self, c: &mut Choices, value: i128) -> Number {
        match c.below(2) {
            0 => Number {
                text: format!("{value}i64"),
                value,
            },
            _ => self.size(value),
        }
    }

    /// A place of what has so many elements; about one of three is none.
    fn place(&mut self, c: &mut Choices, size: usize) -> Number {
        let n = wide(size);
        let value = match c.below(8) {
            0 => [-1, n, n + 1, i64::MAX.into(), i64::MIN.into(), 1 << 32][c.below(6)],
            1 => [n, -1][c.below(2)],
            2 => n - 1,
            3 => 0,
            _ => wide(c.below(size.max(1))),
        };
        self.number(c, value)
    }

    /// An array that is read, or made of one, so that it is seen in another way.
    fn row(&mut self, c: &mut Choices) -> (String, Vec<i32>) {
        let all: Vec<i32> = (0..c.below(7)).map(|_| small(c)).collect();
        let n = all.len();
        let name = self.read(&format!("[{n}]i32"), row_value(&all));
        let made = self.fresh("v");
        match c.below(6) {
            0 => {
                let last = wide(n) - 1;
                self.line(&format!(
                    "let {made}: [{n}]i32 = {name}[{last}i64 :+ {n}i64 * -1i64]"
                ));
                (made, all.into_iter().rev().collect())
            }
            1 => {
                self.line(&format!(
                    "let {made}: [{n}]i32 = map {n}i64 (\\(x: i32): i32 -> let y: i32 = x * 2i32 in y) {name}"
                ));
                (made, all.into_iter().map(|x| x * 2).collect())
            }
            2 => {
                self.line(&format!(
                    "let {made}: [{}]i32 = concat {}i64 {name} {name}",
                    2 * n,
                    2 * n
                ));
                (made, [all.clone(), all].concat())
            }
            _ => (name, all),
        }
    }

    /// Two dimensions; read, or turned.
    fn rows(&mut self, c: &mut Choices) -> (String, [usize; 2], Vec<i32>) {
        let (rows, columns) = (c.below(4), c.below(4));
        let all: Vec<Vec<i32>> = (0..rows)
            .map(|_| (0..columns).map(|_| small(c)).collect())
            .collect();
        let name = self.read(&format!("[{rows}][{columns}]i32"), rows_value(&all, columns));
        if c.below(3) > 0 {
            return (name, [rows, columns], all.concat());
        }
        let made = self.fresh("t");
        self.line(&format!(
            "let {made}: [{columns}][{rows}]i32 = rearrange (1, 0) {name}"
        ));
        let turned = (0..columns).flat_map(|k| all.iter().filter_map(move |row| row.get(k).copied()));
        (made, [columns, rows], turned.collect())
    }

    /// A section of what has so many elements: the first, how many, how far apart.
    fn section(&mut self, c: &mut Choices, size: usize) -> (Number, Number, Number, Result<Vec<i128>, By>) {
        let n = wide(size);
        let stride = [1, 1, 2, -1, 0, -2, i64::MAX.into(), i64::MIN.into()][c.below(8)];
        let start = match c.below(4) {
            0 => n - 1,
            1 => [n, -1, n + 1][c.below(3)],
            2 => 0,
            _ => wide(c.below(size.max(1))),
        };
        // As many as there are from there on, and beside that.
        let left = match stride {
            0 => 2,
            s if s > 0 => (n - start + s - 1).div_euclid(s),
            s => (start - s).div_euclid(-s),
        };
        let count = match c.below(6) {
            0 => left + 1,
            1 => 0,
            2 => [-1, i64::MIN.into()][c.below(2)],
            _ => left.min(6),
        };
        let (start, count, stride) = (self.number(c, start), self.size(count), self.number(c, stride));
        let places = selected(start.value, &[(count.value, stride.value)], n);
        let places = match count.value < 0 {
            true => Err(COUNT),
            false => places.ok_or(SLICE),
        };
        (start, count, stride, places)
    }
}

/// The places by an offset, counts and strides, if all exist.
fn selected(offset: i128, steps: &[(i128, i128)], n: i128) -> Option<Vec<i128>> {
    let mut all = vec![offset];
    for (count, stride) in steps {
        // More than there are places only if they are not apart.
        if *count > 64 {
            return None;
        }
        all = all
            .iter()
            .flat_map(|k| (0..*count).map(move |i| k + i * stride))
            .collect();
    }
    all.iter().all(|k| (0..n).contains(k)).then_some(all)
}

fn taken(all: &[i32], places: &[i128]) -> Vec<i32> {
    places.iter().filter_map(|k| at(all, *k)).collect()
}

/// Writes a statement that binds this name.
type Statement = fn(&mut Choices, &mut Program, &str) -> Came;

/// A statement: its sort, and what it does.
const STATEMENTS: &[(&str, Statement)] = &[
    ("index", index),
    ("index of two", index_of_two),
    ("index in map", index_in_map),
    ("slice", slice),
    ("slice of rows", slice_of_rows),
    ("update", update),
    ("update of slice", update_of_slice),
    ("update of row", update_of_row),
    ("flat", flat),
    ("flat update", flat_update),
    ("reshape", reshape),
    ("coerce", coerce),
    ("concat", concat),
    ("iota", iota),
    ("replicate", replicate),
    ("blank", blank),
    ("scatter", scatter),
    ("scatter of two", scatter_of_two),
    ("scatter of several", scatter_of_several),
    ("size", size),
    ("assert", assert),
];

fn gives(p: &mut Program, name: &str, ty: String, expression: &str, output: Output) -> Came {
    p.line(&format!("let {name}: {ty} = {expression}"));
    Ok((vec![output], vec![ty]))
}

/// The same, or a failure.
fn may_give(p: &mut Program, name: &str, ty: String, expression: &str, output: Result<Output, By>) -> Came {
    p.line(&format!("let {name}: {ty} = {expression}"));
    output.map(|output| (vec![output], vec![ty]))
}

fn index(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, all) = p.row(c);
    let k = p.place(c, all.len());
    let found = at(&all, k.value).map(int).ok_or(INDEX);
    may_give(p, name, "i32".to_owned(), &format!("{xs}[{}]", k.text), found)
}

fn index_of_two(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, [rows, columns], all) = p.rows(c);
    let (i, j) = (p.place(c, rows), p.place(c, columns));
    let is_in = (0..wide(rows)).contains(&i.value) && (0..wide(columns)).contains(&j.value);
    let found = is_in.then(|| i.value * wide(columns) + j.value);
    let found = found.and_then(|k| at(&all, k)).map(int).ok_or(INDEX);
    may_give(
        p,
        name,
        "i32".to_owned(),
        &format!("{xs}[{}, {}]", i.text, j.text),
        found,
    )
}

fn index_in_map(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, all) = p.row(c);
    let (ks, places) = places(c, p, all.len());
    let count = places.len();
    let found: Option<Vec<i32>> = places.iter().map(|k| at(&all, *k)).collect();
    may_give(
        p,
        name,
        format!("[{count}]i32"),
        &format!("map {count}i64 (\\(k: i64): i32 -> let x: i32 = {xs}[k] in x) {ks}"),
        found.map(ints).ok_or(INDEX),
    )
}

/// Places as an array that is read.
fn places(c: &mut Choices, p: &mut Program, size: usize) -> (String, Vec<i128>) {
    let n = wide(size);
    let ends = [-1, n, i64::MIN.into(), i64::MAX.into()];
    let is_safe = c.below(2) == 0 && size > 0;
    let all: Vec<i128> = (0..c.below(5))
        .map(|_| match c.below(4) {
            0 if !is_safe => c.pick(&ends).copied().unwrap_or_default(),
            _ => wide(c.below(size.max(1))),
        })
        .collect();
    let values: Vec<PrimValue> = all.iter().map(|k| PrimType::I64.number(*k)).collect();
    let name = p.read(&format!("[{}]i64", all.len()), vector(PrimType::I64, &values));
    (name, all)
}

fn slice(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, all) = p.row(c);
    let (start, count, stride, places) = p.section(c, all.len());
    may_give(
        p,
        name,
        format!("[{}]i32", count.text),
        &format!("{xs}[{} :+ {} * {}]", start.text, count.text, stride.text),
        places.map(|places| ints(taken(&all, &places))),
    )
}

fn slice_of_rows(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, [rows, columns], all) = p.rows(c);
    let is_row = c.below(2) == 0;
    let (fixed, along) = if is_row { (rows, columns) } else { (columns, rows) };
    let k = p.place(c, fixed);
    let (start, count, stride, places) = p.section(c, along);
    let section = format!("{} :+ {} * {}", start.text, count.text, stride.text);
    let text = match is_row {
        true => format!("{xs}[{}, {section}]", k.text),
        false => format!("{xs}[{section}, {}]", k.text),
    };
    let is_in = (0..wide(fixed)).contains(&k.value);
    let found = |places: Vec<i128>| -> Vec<i32> {
        let each = places.iter().map(|j| match is_row {
            true => k.value * wide(columns) + j,
            false => j * wide(columns) + k.value,
        });
        each.filter_map(|k| at(&all, k)).collect()
    };
    // Counts come before places, and these from the first dimension to the last.
    let came = match places {
        Err(COUNT) if is_row && !is_in => Err(SLICE),
        Err(by) => Err(by),
        Ok(_) if !is_in => Err(SLICE),
        Ok(places) => Ok(ints(found(places))),
    };
    may_give(p, name, format!("[{}]i32", count.text), &text, came)
}

/// A copy that may be written to.
fn copied(p: &mut Program, xs: &str, ty: &str) -> String {
    let name = p.fresh("c");
    p.line(&format!("let {name}: {ty} = copy {xs}"));
    name
}

fn update(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, all) = p.row(c);
    let ty = format!("[{}]i32", all.len());
    let own = copied(p, &xs, &ty);
    let k = p.place(c, all.len());
    let came = match at(&all, k.value) {
        None => Err(UPDATE),
        Some(_) => Ok(ints(written(&all, &[k.value], &[77], |_, new| new))),
    };
    may_give(p, name, ty, &format!("{own} with [{}] = 77i32", k.text), came)
}

fn update_of_slice(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, all) = p.row(c);
    let ty = format!("[{}]i32", all.len());
    let own = copied(p, &xs, &ty);
    let (start, count, stride, places) = p.section(c, all.len());
    let m = usize::try_from(count.value).unwrap_or_default();
    // Of a count below zero there is nothing that could be put there.
    let values: Vec<i32> = (0..).map(|k| 50 + k).take(m.min(64)).collect();
    let put = p.fresh("p");
    match places {
        Err(COUNT) => {
            let longs = p.fresh("l");
            p.line(&format!("let {longs}: [{0}]i64 = iota {0}", count.text));
            may_give(p, name, ty, &format!("copy {own}"), Err(IOTA))
        }
        places => {
            let longs = p.fresh("l");
            p.line(&format!("let {longs}: [{0}]i64 = iota {0}", count.text));
            p.line(&format!(
                "let {put}: [{0}]i32 = map {0} (\\(l: i64): i32 -> let i: i32 = i64_to_i32 l let j: i32 = i + 50i32 in j) {longs}",
                count.text
            ));
            let came = places.map_err(|_| UPDATE);
            may_give(
                p,
                name,
                ty,
                &format!(
                    "{own} with [{} :+ {} * {}] = {put}",
                    start.text, count.text, stride.text
                ),
                came.map(|places| ints(written(&all, &places, &values, |_, new| new))),
            )
        }
    }
}

fn update_of_row(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, [rows, columns], all) = p.rows(c);
    let ty = format!("[{rows}][{columns}]i32");
    let own = copied(p, &xs, &ty);
    let new: Vec<i32> = (0..columns).map(|_| small(c)).collect();
    let put = p.read(&format!("[{columns}]i32"), row_value(&new));
    let k = p.place(c, rows);
    let came = match (0..wide(rows)).contains(&k.value) {
        false => Err(UPDATE),
        true => {
            let places: Vec<i128> = (0..wide(columns)).map(|j| k.value * wide(columns) + j).collect();
            Ok(shaped(
                &[rows, columns],
                written(&all, &places, &new, |_, new| new),
            ))
        }
    };
    may_give(
        p,
        name,
        ty,
        &format!("{own} with [{}, 0i64 :+ {columns}i64 * 1i64] = {put}", k.text),
        came,
    )
}

/// An offset, counts and strides.
fn steps(c: &mut Choices, p: &mut Program, n: usize) -> (Number, Vec<(Number, Number)>) {
    let offset = p.place(c, n);
    let two = c.below(2) == 0;
    let steps = (0..1 + usize::from(two)).map(|_| {
        let count = [0, 1, 2, 3, 2][c.below(5)];
        let stride = [1, 1, 2, -1, 0, -2][c.below(6)];
        (p.size(count), p.number(c, stride))
    });
    (offset, steps.collect())
}

fn step_text(offset: &Number, steps: &[(Number, Number)]) -> String {
    steps.iter().fold(offset.text.clone(), |text, (count, stride)| {
        format!("{text}, {} * {}", count.text, stride.text)
    })
}

fn step_places(offset: &Number, steps: &[(Number, Number)], n: usize) -> Option<Vec<i128>> {
    let values: Vec<(i128, i128)> = steps.iter().map(|(count, s)| (count.value, s.value)).collect();
    selected(offset.value, &values, wide(n))
}

fn sizes(steps: &[(Number, Number)]) -> (String, Vec<usize>) {
    let text = steps
        .iter()
        .map(|(count, _)| format!("[{}]", count.text))
        .collect();
    let shape = steps
        .iter()
        .map(|(count, _)| usize::try_from(count.value).unwrap_or_default());
    (text, shape.collect())
}

fn flat(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, all) = p.row(c);
    let (offset, steps) = steps(c, p, all.len());
    let (text, shape) = sizes(&steps);
    let found = step_places(&offset, &steps, all.len()).map(|places| shaped(&shape, taken(&all, &places)));
    may_give(
        p,
        name,
        format!("{text}i32"),
        &format!("flat {xs}[{}]", step_text(&offset, &steps)),
        found.ok_or(FLAT),
    )
}

fn flat_update(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, all) = p.row(c);
    let ty = format!("[{}]i32", all.len());
    let own = copied(p, &xs, &ty);
    let (offset, steps) = steps(c, p, all.len());
    let (text, shape) = sizes(&steps);
    let count = shape.iter().product::<usize>();
    let new: Vec<i32> = (0..).map(|k| 50 + k).take(count).collect();
    let value = crate::meant::array(
        PrimType::I32,
        shape,
        &new.iter().copied().map(PrimValue::I32).collect::<Vec<_>>(),
    );
    let put = p.read(&format!("{text}i32"), value.unwrap_or_else(|| row_value(&[])));
    let came = step_places(&offset, &steps, all.len())
        .map(|places| ints(written(&all, &places, &new, |_, new| new)));
    may_give(
        p,
        name,
        ty,
        &format!("flat {own} with [{}] = {put}", step_text(&offset, &steps)),
        came.ok_or(FLAT),
    )
}

fn reshape(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, [rows, columns], all) = p.rows(c);
    let n = all.len();
    let (a, b) = match c.below(6) {
        0 => (wide(columns), wide(rows)),
        1 => (wide(n), 1),
        2 => (-wide(columns), -wide(rows)),
        3 => (wide(rows) + 1, wide(columns)),
        4 => (0, 5),
        _ => (1, wide(n)),
    };
    let (a, b) = (p.size(a), p.size(b));
    // Of rows that are not there a size may be below zero.
    let fits = a.value >= 0 && (a.value == 0 || b.value >= 0) && a.value * b.value == wide(n);
    let shape = [&a, &b].map(|size| usize::try_from(size.value).unwrap_or_default());
    may_give(
        p,
        name,
        format!("[{}][{}]i32", a.text, b.text),
        &format!("reshape ({}, {}) {xs}", a.text, b.text),
        if fits {
            Ok(shaped(&shape, all))
        } else {
            Err(VOLUME)
        },
    )
}

fn coerce(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, [rows, columns], all) = p.rows(c);
    let beside = |c: &mut Choices, n: usize| wide(n) + [0, 0, 0, 1, -1][c.below(5)];
    let (a, b) = (beside(c, rows), beside(c, columns));
    let (a, b) = (p.size(a), p.size(b));
    let fits = a.value == wide(rows) && b.value == wide(columns);
    may_give(
        p,
        name,
        format!("[{}][{}]i32", a.text, b.text),
        &format!("coerce ({}, {}) {xs}", a.text, b.text),
        if fits {
            Ok(shaped(&[rows, columns], all))
        } else {
            Err(COERCE)
        },
    )
}

fn concat(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let parts: Vec<(String, Vec<i32>)> = (0..1 + c.below(3)).map(|_| p.row(c)).collect();
    let all: Vec<i32> = parts.iter().flat_map(|(_, all)| all.iter().copied()).collect();
    let total = p.size(wide(all.len()) + [0, 0, 0, 1, -1][c.below(5)]);
    let names = joined(" ", parts.iter().map(|(name, _)| name.as_str()));
    let fits = total.value == wide(all.len());
    may_give(
        p,
        name,
        format!("[{}]i32", total.text),
        &format!("concat {} {names}", total.text),
        if fits { Ok(ints(all)) } else { Err(TOTAL) },
    )
}

/// A size: small, none, or below zero.
fn some_size(c: &mut Choices, p: &mut Program) -> Number {
    let value = [0, 1, 2, 5, -1, i64::MIN.into()][c.below(6)];
    p.size(value)
}

fn iota(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let n = some_size(c, p);
    let all = (0..i64::try_from(n.value).unwrap_or_default()).map(PrimValue::I64);
    let came = (n.value >= 0).then(|| Output::vector(PrimType::I64, all));
    may_give(
        p,
        name,
        format!("[{}]i64", n.text),
        &format!("iota {}", n.text),
        came.ok_or(IOTA),
    )
}

fn replicate(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let n = some_size(c, p);
    let (xs, all) = p.row(c);
    let count = usize::try_from(n.value);
    let came = count.map(|count| {
        let each = std::iter::repeat_n(all.as_slice(), count);
        shaped(&[count, all.len()], each.flatten().copied())
    });
    may_give(
        p,
        name,
        format!("[{}][{}]i32", n.text, all.len()),
        &format!("replicate {} {xs}", n.text),
        came.map_err(|_| REPLICATE),
    )
}

fn blank(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (n, m) = (some_size(c, p), some_size(c, p));
    let ty = format!("[{}][{}]i32", n.text, m.text);
    let is_fine = n.value == 0 || m.value == 0 || (n.value > 0 && m.value > 0);
    // What is there nobody says: only how much there is.
    let made = p.fresh("b");
    p.line(&format!("let {made}: {ty} = blank {ty}"));
    if !is_fine {
        return Err(BLANK);
    }
    let columns = Output::scalar(PrimType::I64.number(m.value.max(0)));
    let is_known = m.value >= 0;
    match is_known {
        true => gives(p, name, "i64".to_owned(), &format!("size 1 {made}"), columns),
        false => gives(p, name, "i32".to_owned(), "3i32", int(3)),
    }
}

fn scatter(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, all) = p.row(c);
    let ty = format!("[{}]i32", all.len());
    let own = copied(p, &xs, &ty);
    let (ks, places) = places(c, p, all.len());
    let count = places.len();
    // Where two are written to one place they are alike.
    let new: Vec<i32> = places
        .iter()
        .map(|k| i32::try_from(*k % 100).unwrap_or(0))
        .collect();
    let vs = p.read(&format!("[{count}]i32"), row_value(&new));
    let output = ints(written(&all, &places, &new, |_, new| new));
    gives(
        p,
        name,
        ty,
        &format!("scatter {count}i64 (\\(k: i64) (v: i32): (i64, i32) -> in k, v) into ({own}: 1) {ks} {vs}"),
        output,
    )
}

/// The place among all of an array of two dimensions.  What is outside of one dimension is nowhere, though there may be such a place in the row of all.
fn place_in_all([rows, columns]: [usize; 2], [i, j]: [i128; 2]) -> i128 {
    match (0..wide(rows)).contains(&i) && (0..wide(columns)).contains(&j) {
        true => i * wide(columns) + j,
        false => -1,
    }
}

fn scatter_of_two(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, [rows, columns], all) = p.rows(c);
    let ty = format!("[{rows}][{columns}]i32");
    let own = copied(p, &xs, &ty);
    let (ks, across) = places(c, p, rows);
    let count = across.len();
    let n = wide(columns);
    let down: Vec<i128> = (0..count)
        .map(|_| match c.below(4) {
            0 => [-1, n, -n][c.below(3)],
            _ => wide(c.below(columns.max(1))),
        })
        .collect();
    let values: Vec<PrimValue> = down.iter().map(|k| PrimType::I64.number(*k)).collect();
    let js = p.read(&format!("[{count}]i64"), vector(PrimType::I64, &values));
    let places: Vec<i128> = across
        .iter()
        .zip(&down)
        .map(|(i, j)| place_in_all([rows, columns], [*i, *j]))
        .collect();
    let nines = vec![9; count];
    let output = shaped(&[rows, columns], written(&all, &places, &nines, |_, new| new));
    gives(
        p,
        name,
        ty,
        &format!(
            "scatter {count}i64 (\\(k: i64) (j: i64): (i64, i64, i32) -> in k, j, 9i32) into ({own}: 2) {ks} {js}"
        ),
        output,
    )
}

/// Two arrays, each with places of its own, the first of more dimensions.
fn scatter_of_several(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, [rows, columns], all) = p.rows(c);
    let (ys, others) = p.row(c);
    let types = [
        format!("[{rows}][{columns}]i32"),
        format!("[{}]i32", others.len()),
    ];
    let own = [copied(p, &xs, &types[0]), copied(p, &ys, &types[1])];
    let (ks, down) = places(c, p, rows);
    let count = down.len();
    let mut read = |c: &mut Choices, size: usize| -> (String, Vec<i128>) {
        let each = (0..count).map(|_| wide(c.below(size + 2)) - 1);
        let all: Vec<i128> = each.collect();
        let values: Vec<PrimValue> = all.iter().map(|k| PrimType::I64.number(*k)).collect();
        (
            p.read(&format!("[{count}]i64"), vector(PrimType::I64, &values)),
            all,
        )
    };
    let (js, across) = read(c, columns);
    let (ls, along) = read(c, others.len());
    let flat: Vec<i128> = down
        .iter()
        .zip(&across)
        .map(|(i, j)| place_in_all([rows, columns], [*i, *j]))
        .collect();
    let both = [
        shaped(
            &[rows, columns],
            written(&all, &flat, &vec![9; count], |_, new| new),
        ),
        ints(written(&others, &along, &vec![8; count], |_, new| new)),
    ];
    p.line(&format!(
        "let {name}: {}, {name}b: {} = scatter {count}i64 (\\(k: i64) (j: i64) (l: i64): (i64, i64, i64, i32, i32) -> in k, j, l, 9i32, 8i32) into ({}: 2, {}: 1) {ks} {js} {ls}",
        types[0], types[1], own[0], own[1]
    ));
    Ok((both.into(), types.into()))
}

fn size(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let (xs, shape, _) = p.rows(c);
    let k = c.below(2);
    let n = shape.get(k).copied().unwrap_or_default();
    let output = Output::scalar(PrimType::I64.number(wide(n)));
    gives(p, name, "i64".to_owned(), &format!("size {k} {xs}"), output)
}

fn assert(c: &mut Choices, p: &mut Program, name: &str) -> Came {
    let x = wide(c.below(19)) - 9;
    let read = p.size(x).text;
    let (holds, sure) = (p.fresh("h"), p.fresh("k"));
    p.line(&format!("let {holds}: bool = {read} > -5i64"));
    p.line(&format!(
        "let {sure}: cert = assert {holds} \"below {{}}\" ({read})"
    ));
    let output = Output::scalar(PrimType::I64.number(x));
    match x > -5 {
        true => gives(p, name, "i64".to_owned(), &format!("<{sure}> {read}"), output),
        false => Err(ASSERT),
    }
}

/// A program of Core.
pub fn program(c: &mut Choices) -> Meant {
    let mut p = Program::default();
    let (mut sort, mut failed) = (String::new(), None);
    let (mut names, mut types, mut outputs) = (vec![], vec![], vec![]);
    for k in 0..1 + c.below(3) {
        let Some((own, statement)) = c.pick(STATEMENTS) else {
            continue;
        };
        let name = format!("r{k}");
        match c.part(|c| statement(c, &mut p, &name)) {
            Ok((gives, own_types)) => {
                // A second result is called by the name of the first.
                let own_names = ["", "b"].iter().take(gives.len());
                names.extend(own_names.map(|end| format!("{name}{end}")));
                types.extend(own_types);
                outputs.extend(gives);
            }
            Err(by) => {
                sort = format!("{own} that fails");
                failed = Some(by);
                break;
            }
        }
        if sort.is_empty() {
            sort = (*own).to_owned();
        }
    }
    let text = format!(
        "entry main{}: {} =\n{}  in {}\n",
        p.parameters,
        tuple(&types),
        p.lines,
        names.join(", ")
    );
    Meant {
        sort,
        ending: "core",
        text,
        inputs: p.inputs,
        expected: match failed {
            None => Expected::Values(outputs),
            Some((rule, premise)) => Expected::Fails(rule, premise),
        },
    }
}
