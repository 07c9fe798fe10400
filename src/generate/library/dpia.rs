//! Primitives of DPIA as a library: each at unusual sizes, one behind another, read through and written through.
//!
//! A program is a chain: an array, and what is made of it step by step.  Of the array there are the numbers, so what each step gives is a few lines of
//! vectors.  [`acceptors`] writes an array through views of views; where each element goes is found from the same lines.

use super::{count, ints, shaped, tied};
use crate::Choices;
use crate::meant::{Expected, Meant, Output, array};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

/// Rows of numbers: of one dimension, or of two.
#[derive(Clone, Debug)]
struct Table {
    shape: Vec<usize>,
    all: Vec<i32>,
}

impl Table {
    fn row(all: Vec<i32>) -> Table {
        Table {
            shape: vec![all.len()],
            all,
        }
    }

    fn rows(rows: usize, columns: usize, all: Vec<i32>) -> Table {
        Table {
            shape: vec![rows, columns],
            all,
        }
    }

    /// How many rows there are, and how many numbers each is.
    fn sizes(&self) -> (usize, usize) {
        match self.shape.as_slice() {
            [n, rest @ ..] => (*n, rest.iter().product()),
            [] => (0, 1),
        }
    }

    /// The rows of these numbers, in this order.
    fn picked(&self, places: impl IntoIterator<Item = usize>) -> Table {
        let (_, width) = self.sizes();
        let mut all = Vec::new();
        let mut n = 0;
        for k in places {
            all.extend_from_slice(&self.all[k * width..(k + 1) * width]);
            n += 1;
        }
        let rest = self.shape.get(1..).unwrap_or_default();
        Table {
            shape: [&[n], rest].concat(),
            all,
        }
    }

    fn mapped(&self, f: impl Fn(i32) -> i32) -> Table {
        Table {
            shape: self.shape.clone(),
            all: self.all.iter().map(|x| f(*x)).collect(),
        }
    }

    fn output(&self) -> Output {
        shaped(&self.shape, self.all.iter().copied())
    }

    /// `3.2.i32`
    fn data(&self) -> String {
        self.shape.iter().map(|n| format!("{n}.")).collect::<String>() + "i32"
    }
}

/// What a program reads.
#[derive(Default)]
struct Program {
    parameters: Vec<String>,
    inputs: Vec<Value>,
}

impl Program {
    fn read(&mut self, data: &str, shape: Vec<usize>, values: &[PrimValue]) -> String {
        let name = format!("x{}", self.inputs.len());
        let scalar = || values.first().map(|x| Value::scalar(*x));
        let value = if shape.is_empty() {
            scalar()
        } else {
            array(
                values.first().map_or(PrimType::I32, |x| x.prim_type()),
                shape,
                values,
            )
        };
        self.inputs.extend(value);
        self.parameters.push(format!("{name}: {data}"));
        name
    }

    fn table(&mut self, table: &Table) -> String {
        let values: Vec<PrimValue> = table.all.iter().copied().map(PrimValue::I32).collect();
        self.read(&table.data(), table.shape.clone(), &values)
    }

    /// Indexes below a size.
    fn indexes(&mut self, all: &[usize], below: usize) -> String {
        let values: Vec<i32> = all.iter().map(|k| *k as i32).collect();
        let values: Vec<PrimValue> = values.into_iter().map(PrimValue::I32).collect();
        self.read(&format!("{}.idx({below})", all.len()), vec![all.len()], &values)
    }
}

/// A divisor of a number, one and the number among them.
fn divisor(c: &mut Choices, n: usize) -> usize {
    let all: Vec<usize> = (1..=n.max(1)).filter(|k| n.is_multiple_of(*k)).collect();
    c.pick(&all).copied().unwrap_or(1)
}

/// A part of a size: none, all, or some of it.
fn part(c: &mut Choices, n: usize) -> usize {
    [0, n, 1, n.saturating_sub(1), n / 2][c.below(5)].min(n)
}

/// A short table into which the elements of a row are written at places of it, and those places, by name; and the table as it is then.
fn written(
    c: &mut Choices,
    p: &mut Program,
    t: &Table,
    meet: fn(i32, i32) -> i32,
) -> Option<([String; 2], Table)> {
    if t.shape.len() != 1 {
        return None;
    }
    let m = 1 + c.below(4);
    let mut all = tied(c, m);
    let under = p.table(&Table::row(all.clone()));
    let places: Vec<usize> = t.all.iter().map(|_| c.below(m)).collect();
    let name = p.indexes(&places, m);
    for (k, x) in places.iter().zip(&t.all) {
        all[*k] = meet(all[*k], *x);
    }
    Some(([under, name], Table::row(all)))
}

/// A step: the function that is applied, with what it gives; nothing where it cannot be.
type Step = fn(&mut Choices, &mut Program, &Table) -> Option<(String, Table)>;

/// The steps, by their names.
const STEPS: &[(&str, Step)] = &[
    ("take", |c, _, t| {
        let k = part(c, t.sizes().0);
        Some((format!("take({k})"), t.picked(0..k)))
    }),
    ("drop", |c, _, t| {
        let n = t.sizes().0;
        let k = part(c, n);
        Some((format!("drop({k})"), t.picked(k..n)))
    }),
    ("reorder", |c, _, t| {
        let n = t.sizes().0;
        match c.below(2) {
            0 => Some((
                format!("reorder(fun i. {n} - 1 - i, fun i. {n} - 1 - i)"),
                t.picked((0..n).rev()),
            )),
            _ if n == 0 => None,
            _ => {
                let k = c.below(n);
                Some((
                    format!("reorder(fun i. (i + {k}) % {n}, fun i. (i + {}) % {n})", n - k),
                    t.picked((0..n).map(|i| (i + k) % n)),
                ))
            }
        }
    }),
    ("reorderWithStride", |c, _, t| {
        let n = t.sizes().0;
        let s = divisor(c, n);
        let m = n / s;
        Some((
            format!("reorderWithStride({s})"),
            t.picked((0..n).map(|i| i / m.max(1) + s * (i % m.max(1)))),
        ))
    }),
    ("strided", |c, _, t| {
        let n = t.sizes().0;
        let (o, s) = (c.below(n.max(1)), c.below(4));
        let most = n.saturating_sub(o).div_ceil(s.max(1));
        let k = if s == 0 {
            c.below(4).min(most)
        } else {
            part(c, most)
        };
        let all = (0..k).map(|i| o + s * i);
        if c.one_in(2) && t.shape.len() == 1 && k > 0 {
            // Windows, s apart.
            let m = 1 + c.below(n - (o + s * (k - 1)));
            let places = (0..k).flat_map(|i| (0..m).map(move |j| o + s * i + j));
            let rows = t.picked(places);
            return Some((
                format!("strided({o}, ({k}, {s}), ({m}, 1))"),
                Table::rows(k, m, rows.all),
            ));
        }
        Some((format!("strided({o}, ({k}, {s}))"), t.picked(all)))
    }),
    ("padClamp", |c, _, t| {
        let n = t.sizes().0;
        let (l, r) = (c.below(3), c.below(3));
        let nearest = |k: usize| k.saturating_sub(l).min(n - 1);
        (n > 0).then(|| {
            (
                format!("padClamp({l}, {r})"),
                t.picked((0..l + n + r).map(nearest)),
            )
        })
    }),
    ("padCst", |c, p, t| {
        let n = t.sizes().0;
        let (l, r) = (c.below(3), c.below(3));
        if t.shape.len() != 1 {
            return None;
        }
        let value = c.below(19) as i32 - 9;
        let name = p.read("i32", vec![], &[PrimValue::I32(value)]);
        let at = |k: usize| match (l..l + n).contains(&k) {
            true => t.all[k - l],
            false => value,
        };
        Some((
            format!("padCst({l}, {r})({name})"),
            Table::row((0..l + n + r).map(at).collect()),
        ))
    }),
    ("gather", |c, p, t| {
        let n = t.sizes().0;
        let places: Vec<usize> = match n {
            0 => vec![],
            _ => (0..c.below(6)).map(|_| c.below(n)).collect(),
        };
        let name = p.indexes(&places, n);
        (n > 0).then(|| (format!("gather({name}, $)"), t.picked(places)))
    }),
    ("split", |c, _, t| {
        let n = t.sizes().0;
        let k = divisor(c, n);
        (t.shape.len() == 1).then(|| (format!("split({k})"), Table::rows(n / k, k, t.all.clone())))
    }),
    ("slide", |c, _, t| {
        let n = t.sizes().0;
        if t.shape.len() != 1 || n == 0 {
            return None;
        }
        let size = 1 + c.below(n.min(4));
        let step = divisor(c, n - size).max(1);
        let count = (n - size) / step + 1;
        let at = |k: usize| t.all[k / size * step + k % size];
        Some((
            format!("slide({size}, {step})"),
            Table::rows(count, size, (0..count * size).map(at).collect()),
        ))
    }),
    ("join", |_, _, t| {
        (t.shape.len() == 2).then(|| ("join".to_owned(), Table::row(t.all.clone())))
    }),
    ("transpose", |_, _, t| {
        let (n, m) = t.sizes();
        let at = |k: usize| t.all[k % n * m + k / n];
        (t.shape.len() == 2).then(|| {
            (
                "transpose".to_owned(),
                Table::rows(m, n, (0..n * m).map(at).collect()),
            )
        })
    }),
    ("concat", |c, p, t| {
        if t.shape.len() != 1 {
            return None;
        }
        let k = c.below(4);
        let other = tied(c, k);
        let name = p.table(&Table::row(other.clone()));
        Some(match c.below(2) {
            0 => (
                format!("concat($, {name})"),
                Table::row([t.all.clone(), other].concat()),
            ),
            _ => (
                format!("concat({name}, $)"),
                Table::row([other, t.all.clone()].concat()),
            ),
        })
    }),
    ("map", |c, _, t| {
        let (text, f): (&str, fn(i32) -> i32) = [
            (
                "fun x. x * 3 - 1",
                (|x: i32| x.wrapping_mul(3).wrapping_sub(1)) as fn(i32) -> i32,
            ),
            ("fun x. if x > 0 then x else 0 - x", |x| x.wrapping_abs()),
            ("fun x. let y = x + 1 in y * y", |x| {
                x.wrapping_add(1).wrapping_mul(x.wrapping_add(1))
            }),
        ][c.below(3)];
        Some(match t.shape.len() {
            1 => (format!("map({text})"), t.mapped(f)),
            _ => (format!("map(fun row. row |> map({text}))"), t.mapped(f)),
        })
    }),
    ("view in map", |c, _, t| {
        let (n, m) = t.sizes();
        if t.shape.len() != 2 {
            return None;
        }
        let k = part(c, m);
        let rows = |view: &dyn Fn(&[i32]) -> Vec<i32>| -> Table {
            let all: Vec<Vec<i32>> = (0..n).map(|i| view(&t.all[i * m..(i + 1) * m])).collect();
            Table::rows(n, all.first().map_or(0, Vec::len), all.concat())
        };
        if n == 0 {
            return None;
        }
        Some(match c.below(4) {
            0 => (
                format!("map(fun row. row |> take({k}))"),
                rows(&|row| row[..k].to_vec()),
            ),
            1 => (
                format!("map(fun row. row |> drop({k}))"),
                rows(&|row| row[k..].to_vec()),
            ),
            2 => (
                format!("map(fun row. row |> reorder(fun i. {m} - 1 - i, fun i. {m} - 1 - i))"),
                rows(&|row| row.iter().rev().copied().collect()),
            ),
            _ if m == 0 => return None,
            _ => (
                "map(fun row. row |> padClamp(1, 1))".to_owned(),
                rows(&|row| [&[row[0]], row, &[row[m - 1]]].concat()),
            ),
        })
    }),
    ("reduce of rows", |_, _, t| {
        let (n, m) = t.sizes();
        let sum = |i: usize| {
            t.all[i * m..(i + 1) * m]
                .iter()
                .fold(1i32, |a, x| a.wrapping_mul(2).wrapping_sub(*x))
        };
        (t.shape.len() == 2).then(|| {
            (
                "map(fun row. row |> reduce(fun x a. a * 2 - x, 1))".to_owned(),
                Table::row((0..n).map(sum).collect()),
            )
        })
    }),
    ("scanSeq", |_, _, t| {
        let mut sum = 1i32;
        let all = t.all.iter().map(|x| {
            sum = sum.wrapping_mul(2).wrapping_sub(*x);
            sum
        });
        (t.shape.len() == 1).then(|| {
            (
                "scanSeq(fun x a. a * 2 - x, 1)".to_owned(),
                Table::row(all.collect()),
            )
        })
    }),
    ("scatter", |c, p, t| {
        let n = t.sizes().0;
        let mut left: Vec<usize> = (0..n).collect();
        let mut places = Vec::new();
        while !left.is_empty() {
            places.push(left.swap_remove(c.below(left.len())));
        }
        let mut from = vec![0; n];
        for (i, k) in places.iter().enumerate() {
            from[*k] = i;
        }
        let name = p.indexes(&places, n);
        (n > 0).then(|| (format!("scatter({name}, $)"), t.picked(from)))
    }),
    ("scatterLast", |c, p, t| {
        let ([under, places], new) = written(c, p, t, |_, x| x)?;
        Some((
            format!("mapSeq(fun x. x) |> (fun all. scatterLast({under}, {places}, all))"),
            new,
        ))
    }),
    ("reduceByIndex", |c, p, t| {
        let ([under, places], new) = written(c, p, t, i32::wrapping_add)?;
        Some((format!("reduceByIndex(+)({under}, {places}, $)"), new))
    }),
    ("update", |c, p, t| {
        let n = t.sizes().0;
        if t.shape.len() != 1 || n == 0 {
            return None;
        }
        let k = [0, n - 1, c.below(n)][c.below(3)];
        let at = p.read(&format!("idx({n})"), vec![], &[PrimValue::I32(k as i32)]);
        let mut all = t.all.clone();
        all[k] = 77;
        Some((
            format!("mapSeq(fun x. x) |> (fun all. update(all, {at}, 77))"),
            Table::row(all),
        ))
    }),
    ("partition", |_, _, t| {
        let n = t.sizes().0;
        if t.shape.len() != 1 {
            return None;
        }
        let (yes, no): (Vec<i32>, Vec<i32>) = t.all.iter().partition(|x| **x > 0);
        Some((
            format!(
                "mapSeq(fun x. x) |> (fun all. partition(fun x. x > 0, all, fun(k: nat, yes: k.i32, no: ({n} - k).i32) concat(no, yes)))"
            ),
            Table::row([no, yes].concat()),
        ))
    }),
    ("zip", |c, p, t| {
        let n = t.sizes().0;
        if t.shape.len() != 1 {
            return None;
        }
        let other = tied(c, n);
        let name = p.table(&Table::row(other.clone()));
        let all = t
            .all
            .iter()
            .zip(&other)
            .map(|(x, y)| x.wrapping_mul(2).wrapping_sub(*y));
        Some((
            format!("zip($, {name}) |> map(fun p. fst p * 2 - snd p)"),
            Table::row(all.collect()),
        ))
    }),
    ("unzip", |c, p, t| {
        let n = t.sizes().0;
        if t.shape.len() != 1 {
            return None;
        }
        let other = tied(c, n);
        let name = p.table(&Table::row(other.clone()));
        Some(match c.below(2) {
            0 => (format!("snd (unzip(zip($, {name})))"), Table::row(other)),
            _ => (format!("fst (unzip(zip($, {name})))"), t.clone()),
        })
    }),
    ("vectors", |c, _, t| {
        let n = t.sizes().0;
        let w = [2, 4, 8][c.below(3)];
        (t.shape.len() == 1 && n > 0 && n.is_multiple_of(w)).then(|| {
            (
                format!("asVector({w}) |> map(fun v. v + splat({w}, 3)) |> asScalar({w})"),
                t.mapped(|x| x.wrapping_add(3)),
            )
        })
    }),
];

/// The steps there are.
pub fn names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|(name, _)| *name)
}

/// A step applied to what an expression gives.
fn applied(text: &str, step: &str) -> String {
    match step.contains('$') {
        true => step.replacen('$', &format!("({text})"), 1),
        false => format!("{text} |> {step}"),
    }
}

/// A program that reads an array through a chain.
fn chain(c: &mut Choices) -> Meant {
    let mut p = Program::default();
    let start = match c.below(3) {
        0 => {
            let (n, m) = (c.below(5), 1 + c.below(4));
            Table::rows(n, m, tied(c, n * m))
        }
        _ => {
            let n = count(c);
            Table::row(tied(c, n))
        }
    };
    let mut text = p.table(&start);
    let mut table = start;
    let mut sort = String::new();
    let mut left = 1 + c.below(4);
    for _ in 0..4 * left {
        if left == 0 {
            break;
        }
        let (name, step) = STEPS[c.below(STEPS.len())];
        let (before, inputs) = (p.parameters.len(), p.inputs.len());
        let Some((own, next)) = c.part(|c| step(c, &mut p, &table)) else {
            p.parameters.truncate(before);
            p.inputs.truncate(inputs);
            continue;
        };
        if next.all.len() > 200 {
            p.parameters.truncate(before);
            p.inputs.truncate(inputs);
            continue;
        }
        text = applied(&text, &own);
        table = next;
        left -= 1;
        if sort.is_empty() {
            sort = name.to_owned();
        }
    }
    // A program that only looks has nothing to write: who writes it says by which strategy.
    let ending = [
        " |> map(fun x. x)",
        " |> mapGlobal(fun x. x)",
        " |> mapSeq(fun x. x)",
    ][c.below(3)];
    let ending = match table.shape.len() {
        1 => ending.to_owned(),
        _ => ending.replace("(fun x. x)", "(fun row. row |> mapSeq(fun x. x))"),
    };
    Meant {
        sort,
        ending: "dpia",
        text: format!("def main({}) = {text}{ending}\n", p.parameters.join(", ")),
        inputs: p.inputs,
        expected: Expected::Values(vec![table.output()]),
    }
}

/// A view of an acceptor: what is written to place `k` of the view goes to `to(k)` of what stands behind it.
struct Writes {
    text: String,
    shape: Vec<usize>,
    /// The place of each.
    to: Vec<usize>,
}

/// The view through which a view of an acceptor is written.
fn acceptor(c: &mut Choices, view: &Writes) -> Option<(&'static str, Writes)> {
    let n = view.shape.first().copied().unwrap_or(0);
    let is_row = view.shape.len() == 1;
    let text = &view.text;
    let width: usize = view.shape.iter().skip(1).product();
    // Row `k` of the new view is row `from(k)` of the old one.
    let moved = |name: &'static str, text: String, from: &dyn Fn(usize) -> usize| {
        let to = (0..n * width).map(|k| view.to[from(k / width.max(1)) * width + k % width.max(1)]);
        Some((
            name,
            Writes {
                text,
                shape: view.shape.clone(),
                to: to.collect(),
            },
        ))
    };
    match c.below(8) {
        0 => {
            let by = c.below(n);
            match c.below(2) {
                0 => moved(
                    "reorderAcc",
                    format!("reorderAcc(fun i. {n} - 1 - i, fun i. {n} - 1 - i, {text})"),
                    &|k| n - 1 - k,
                ),
                _ => moved(
                    "reorderAcc",
                    format!(
                        "reorderAcc(fun i. (i + {by}) % {n}, fun i. (i + {}) % {n}, {text})",
                        n - by
                    ),
                    &|k| (k + by) % n,
                ),
            }
        }
        1 => {
            let s = divisor(c, n);
            let m = (n / s).max(1);
            moved("strideAcc", format!("strideAcc({s})({text})"), &|k| {
                k % s * m + k / s
            })
        }
        2 => {
            // That indexes differ is to be seen before they are there.
            let m = divisor(c, n);
            let k = c.below(n);
            let (index, places): (String, Vec<usize>) = match c.below(3) {
                0 => (format!("{n} - 1 - i"), (0..n).rev().collect()),
                1 => (format!("(i + {k}) % {n}"), (0..n).map(|i| (i + k) % n).collect()),
                _ => (
                    format!("(i % {m}) * {} + i / {m}", n / m),
                    (0..n).map(|i| (i % m) * (n / m) + i / m).collect(),
                ),
            };
            moved(
                "scatterAcc",
                format!("scatterAcc(generate({n}, fun i. {index}), {text})"),
                &|k| places[k],
            )
        }
        3 if is_row => {
            let m = divisor(c, n);
            Some((
                "joinAcc",
                Writes {
                    text: format!("joinAcc({m})({text})"),
                    shape: vec![n / m, m],
                    to: view.to.clone(),
                },
            ))
        }
        7 if is_row => {
            let m = divisor(c, n);
            let k = n / m;
            // By columns, or by rows.
            let (strides, to): ([usize; 2], Vec<usize>) = match c.below(2) {
                0 => ([1, k], (0..n).map(|i| i / m + k * (i % m)).collect()),
                _ => ([m, 1], (0..n).collect()),
            };
            let [r, s] = strides;
            Some((
                "stridedAcc",
                Writes {
                    text: format!("stridedAcc(0, ({k}, {r}), ({m}, {s}))({text})"),
                    shape: vec![k, m],
                    to: to.into_iter().map(|place| view.to[place]).collect(),
                },
            ))
        }
        6 if is_row => {
            let l = divisor(c, n);
            Some((
                "cutAcc",
                Writes {
                    text: format!("cutAcc({l})({text})"),
                    shape: vec![n / l, l],
                    to: view.to.clone(),
                },
            ))
        }
        4 if !is_row => Some((
            "splitAcc",
            Writes {
                text: format!("splitAcc({text})"),
                shape: vec![n * width],
                to: view.to.clone(),
            },
        )),
        5 if !is_row => Some((
            "transposeAcc",
            Writes {
                text: format!("transposeAcc({text})"),
                shape: vec![width, n],
                to: (0..n * width).map(|k| view.to[k % n * width + k / n]).collect(),
            },
        )),
        _ => None,
    }
}

/// A program that writes an array through views of views.
fn acceptors(c: &mut Choices) -> Meant {
    let mut p = Program::default();
    let n = [1, 2, 3, 4, 6, 8, 9, 12, 5][c.below(9)];
    let xs = tied(c, n);
    let own = p.table(&Table::row(xs.clone()));
    let shape = match c.below(2) {
        0 => vec![n],
        _ => {
            let m = divisor(c, n);
            vec![n / m, m]
        }
    };
    let mut view = Writes {
        text: "out".to_owned(),
        shape: shape.clone(),
        to: (0..n).collect(),
    };
    let mut sort = String::new();
    for _ in 0..1 + c.below(4) {
        if let Some((name, next)) = c.part(|c| acceptor(c, &view)) {
            view = next;
            if sort.is_empty() {
                sort = name.to_owned();
            }
        }
    }
    let mut all = vec![0; n];
    for (k, to) in view.to.iter().enumerate() {
        all[*to] = xs[k].wrapping_mul(2).wrapping_add(k as i32);
    }
    let value = |place: &str, number: &str| format!("{own}[{place}] * 2 + {number}");
    let loops = ["parfor", "for"][c.below(2)];
    let body = match (view.shape.as_slice(), loops) {
        ([n], "parfor") => format!(
            "parfor i < {n} into {} as o {{ o := {} }}",
            view.text,
            value("i", "i32(i)")
        ),
        ([n], _) => format!(
            "for i < {n} {{ idxAcc({}, i) := {} }}",
            view.text,
            value("i", "i32(i)")
        ),
        ([n, m], "parfor") => format!(
            "parfor i < {n} into {} as r {{ parfor j < {m} into r as o {{ o := {} }} }}",
            view.text,
            value(&format!("{m} * i + j"), &format!("(i32(i) * {m} + i32(j))"))
        ),
        ([n, m], _) => format!(
            "for i < {n} {{ for j < {m} {{ idxAcc(idxAcc({}, i), j) := {} }} }}",
            view.text,
            value(&format!("{m} * i + j"), &format!("(i32(i) * {m} + i32(j))"))
        ),
        _ => "skip".to_owned(),
    };
    let data: String = shape.iter().map(|n| format!("{n}.")).collect();
    Meant {
        sort: format!("{sort}, written"),
        ending: "dpia",
        text: format!(
            "def main({}, out: acc[{data}i32]) = {body}\n",
            p.parameters.join(", ")
        ),
        inputs: p.inputs,
        expected: Expected::Values(vec![Output { shape, ..ints(all) }]),
    }
}

/// A program of DPIA.
pub fn program(c: &mut Choices) -> Meant {
    match c.below(4) {
        0 => acceptors(c),
        _ => chain(c),
    }
}
