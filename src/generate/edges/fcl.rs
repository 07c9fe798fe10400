//! Places in arrays of FCL: what is read at the ends and behind them, where the parts of an array go, how long they are, how long arrays are.
//!
//! A program has one failure at most, since kernels ask in another order than the definition.

use super::index::{at, small, wide};
use crate::Choices;
use crate::meant::{By, Expected, Meant, Output, vector};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

const INDEX: By = ("FCL-E-INDEX", "bounds");
const NEGATIVE: By = ("FCL-E-GEN", "negative");

/// What `main` reads.
#[derive(Default)]
struct Program {
    inputs: Vec<Value>,
    /// What is bound before everything else, as what a block does is not done by one of its threads.
    lets: String,
    /// The type of `main`, where it does not follow.
    signature: String,
}

impl Program {
    fn int(&mut self, x: i128) -> String {
        let x = i32::try_from(x).unwrap_or_default();
        self.inputs.push(Value::scalar(PrimValue::I32(x)));
        format!("a{}", self.inputs.len() - 1)
    }

    fn ints(&mut self, all: &[i32]) -> String {
        let all: Vec<PrimValue> = all.iter().copied().map(PrimValue::I32).collect();
        self.inputs.push(vector(PrimType::I32, &all));
        format!("a{}", self.inputs.len() - 1)
    }

    /// An array that is read, or made of one.
    fn row(&mut self, c: &mut Choices) -> (String, Vec<i32>) {
        let all: Vec<i32> = (0..c.below(8)).map(|_| small(c)).collect();
        let name = self.ints(&all);
        let (text, all) = match c.below(6) {
            0 => (format!("(reverse {name})"), all.into_iter().rev().collect()),
            1 => (
                format!("(mapPull (fn x => x * 2 - 1) {name})"),
                all.into_iter().map(|x| x * 2 - 1).collect(),
            ),
            2 => (format!("(append {name} {name})"), [all.clone(), all].concat()),
            3 => (
                format!("(force (push <block> (mapPull (fn x => x + 1) {name})))"),
                all.into_iter().map(|x| x + 1).collect(),
            ),
            4 => (
                format!("(drop 1 {name})"),
                all.get(1..).unwrap_or_default().to_vec(),
            ),
            _ => return (name, all),
        };
        let name = format!("v{}", self.inputs.len());
        self.lets += &format!("let {name} = {text} in ");
        (name, all)
    }
}

/// A place of what has so many elements; one of three is none.
fn place(c: &mut Choices, size: usize) -> i128 {
    let n = wide(size);
    match c.below(8) {
        0 => n,
        1 => [-1, n + 1, i32::MAX.into(), i32::MIN.into()][c.below(4)],
        2 => n - 1,
        3 => 0,
        _ => wide(c.below(size.max(1))),
    }
}

type Came = (String, Result<Vec<i32>, By>);

/// Writes a program.
type Form = fn(&mut Choices, &mut Program) -> Came;

/// A program: its sort, and what it does.
const FORMS: &[(&str, Form)] = &[
    ("index", index),
    ("indexes", indexes),
    ("generate", generate),
    ("branch", branch),
    ("concat", concat),
    ("interleave", interleave),
    ("interleaveInto", into),
    ("forcePadded", padded),
    ("iterate", iterate),
    ("while", repeated),
    ("fold", fold),
    ("division", division),
    ("nested", nested),
];

fn index(c: &mut Choices, p: &mut Program) -> Came {
    let (xs, all) = p.row(c);
    let k = place(c, all.len());
    let name = p.int(k);
    let found = at(&all, k).map(|x| vec![x]).ok_or(INDEX);
    (format!("push <block> [index {xs} {name}]"), found)
}

fn indexes(c: &mut Choices, p: &mut Program) -> Came {
    let (xs, all) = p.row(c);
    let is_safe = c.below(2) == 0 && !all.is_empty();
    let ks: Vec<i32> = (0..c.below(6))
        .map(|_| match is_safe {
            true => c.below(all.len()) as i32,
            false => i32::try_from(place(c, all.len())).unwrap_or(-1),
        })
        .collect();
    let name = p.ints(&ks);
    let found: Option<Vec<i32>> = ks.iter().map(|k| at(&all, i128::from(*k))).collect();
    (
        format!("push <block> (mapPull (fn k => index {xs} k) {name})"),
        found.ok_or(INDEX),
    )
}

fn generate(c: &mut Choices, p: &mut Program) -> Came {
    let n = [0, 1, 5, 9, -1, i128::from(i32::MIN)][c.below(6)];
    let name = p.int(n);
    let level = ["block", "grid", "thread"][c.below(2)];
    let came = (n >= 0).then(|| (0..n as i32).map(|k| k * 3 - 1).collect());
    (
        format!("push <{level}> (generate {name} (fn k => k * 3 - 1))"),
        came.ok_or(NEGATIVE),
    )
}

/// Only the side that is taken is asked.
fn branch(c: &mut Choices, p: &mut Program) -> Came {
    let (xs, all) = p.row(c);
    let r = c.below(3) as i32 - 1;
    let off = p.int(r.into());
    let n = all.len() as i32;
    let each = (0..n)
        .map(|k| at(&all, i128::from(k + r)).unwrap_or(77))
        .collect();
    (
        format!(
            "push <block> (generate (lengthPull {xs}) (fn k => if 0 <= k + {off} then (if k + {off} < lengthPull {xs} then index {xs} (k + {off}) else 77) else 77))"
        ),
        Ok(each),
    )
}

/// Parts of two, of which some are told to be longer.
fn concat(c: &mut Choices, p: &mut Program) -> Came {
    let (m, count) = (1 + c.below(4), 1 + c.below(4));
    let all: Vec<i32> = (0..m * count).map(|_| small(c)).collect();
    let told = wide(m) + [0, 0, 0, 1, -1][c.below(5)];
    let xs = p.ints(&all);
    let name = p.int(told);
    let (combine, by, part) = match c.below(3) {
        0 => ("concat", ("FCL-E-42R", "size"), "block"),
        1 => ("concatSeq", ("FCL-E-CONCAT-SEQ", "size"), "block"),
        _ => ("concatThreads", ("FCL-E-CONCAT-THREADS", "size"), "thread"),
    };
    if combine == "concatThreads" {
        p.signature = "sig main : [int] -> int -> [int]<block>\n".to_owned();
    }
    let came = if told == wide(m) {
        Ok(all.iter().map(|x| x * 2).collect())
    } else {
        Err(by)
    };
    (
        format!(
            "splitUp {m} {xs} |> mapPull (fn c => push <{part}> (mapPull (fn x => x * 2) c)) |> {combine} {name}"
        ),
        came,
    )
}

/// The place of an element of a part, by the number of the part, its own, and how many there are of both.
type To = fn(i32, i32, i32, i32) -> i32;

/// Where each element of each part goes.
const PLACES: &[(&str, To)] = &[
    ("fst p * M + snd p", |i, j, m, _| i * m + j),
    ("snd p * N + fst p", |i, j, _, n| j * n + i),
    ("(N * M - 1) - (fst p * M + snd p)", |i, j, m, n| {
        n * m - 1 - (i * m + j)
    }),
    ("fst p * M + (M - 1 - snd p)", |i, j, m, _| i * m + m - 1 - j),
    ("fst p * M + snd p + 1", |i, j, m, _| i * m + j + 1),
    ("fst p * M + snd p - 1", |i, j, m, _| i * m + j - 1),
    ("fst p * M", |i, _, m, _| i * m),
    ("min 2 (fst p * M + snd p)", |i, j, m, _| 2.min(i * m + j)),
];

fn interleave(c: &mut Choices, p: &mut Program) -> Came {
    let (m, n) = (1 + c.below(3), 1 + c.below(4));
    let all: Vec<i32> = (0..m * n).map(|_| small(c)).collect();
    let xs = p.ints(&all);
    let (m, n) = (m as i32, n as i32);
    let few = if c.below(3) == 0 { PLACES.len() } else { 4 };
    let (text, to) = PLACES.get(c.below(few)).copied().unwrap_or(PLACES[0]);
    let text = text.replace('M', &m.to_string()).replace('N', &n.to_string());
    let mut out: Vec<Option<i32>> = vec![None; all.len()];
    let (mut outside, mut twice) = (false, false);
    for (k, x) in (0..).zip(&all) {
        let to = to(k / m, k % m, m, n);
        match usize::try_from(to).ok().and_then(|k| out.get_mut(k)) {
            None => outside = true,
            Some(cell) => twice |= cell.replace(*x).is_some(),
        }
    }
    let came = match (outside, twice) {
        (true, false) => Err(("FCL-E-42I", "index")),
        (false, true) => Err(("FCL-E-42I", "race")),
        (true, true) => Err(("", "")),
        _ => Ok(out.into_iter().flatten().collect()),
    };
    (
        format!("splitUp {m} {xs} |> mapPull (push <block>) |> interleave {m} (fn p => {text})"),
        came,
    )
}

fn into(c: &mut Choices, p: &mut Program) -> Came {
    let (m, n) = (1 + c.below(3), 1 + c.below(4));
    let all: Vec<i32> = (0..m * n).map(|_| small(c)).collect();
    let length = (wide(m * n) + [0, 0, -1, -2, 1][c.below(5)]).max(0);
    let xs = p.ints(&all);
    let name = p.int(length);
    let (m, n) = (m as i32, n as i32);
    let (text, to) = PLACES.get(c.below(PLACES.len())).copied().unwrap_or(PLACES[0]);
    let text = text.replace('M', &m.to_string()).replace('N', &n.to_string());
    let mut out: Vec<Option<i32>> = vec![None; usize::try_from(length).unwrap_or_default()];
    let mut twice = false;
    for (k, x) in (0..).zip(&all) {
        let to = to(k / m, k % m, m, n);
        if let Some(cell) = usize::try_from(to).ok().and_then(|k| out.get_mut(k)) {
            twice |= cell.replace(*x).is_some();
        }
    }
    let whole: Option<Vec<i32>> = out.into_iter().collect();
    let came = match (twice, whole) {
        (true, None) => Err(("", "")),
        (true, _) => Err(("FCL-E-INTERLEAVE-INTO", "race")),
        (false, None) => Err(("FCL-E-INTERLEAVE-INTO", "size")),
        (false, Some(all)) => Ok(all),
    };
    (
        format!("splitUp {m} {xs} |> mapPull (push <block>) |> interleaveInto {name} {m} (fn p => {text})"),
        came,
    )
}

fn padded(c: &mut Choices, p: &mut Program) -> Came {
    let (xs, all) = p.row(c);
    let width = [1, 2, 4, 0, -1][c.below(5)];
    let unused = [0, 1, 3, -1][c.below(4)];
    let (w, u) = (p.int(width), p.int(unused));
    let came = match width > 0 && unused >= 0 {
        true => Ok(all.iter().rev().copied().collect()),
        false => Err(("FCL-E-FORCE-PADDED", "padding")),
    };
    (
        format!("push <block> (reverse (forcePadded {w} {u} (push <block> {xs})))"),
        came,
    )
}

fn iterate(c: &mut Choices, p: &mut Program) -> Came {
    let (xs, mut all) = p.row(c);
    let n = [0, 1, 3, -1][c.below(4)];
    let name = p.int(n);
    for k in 0..n as i32 {
        all = all.iter().rev().map(|x| x * 2 - k).collect();
    }
    (
        format!(
            "push <block> (iterate {name} (fn k a => push <block> (mapPull (fn x => x * 2 - k) (reverse a))) (push <block> {xs}))"
        ),
        Ok(all),
    )
}

fn repeated(c: &mut Choices, p: &mut Program) -> Came {
    let (xs, mut all) = p.row(c);
    let least = [0, 1, 2, 9][c.below(4)];
    let name = p.int(least);
    while all.len() as i128 > least {
        all.remove(0);
        all.iter_mut().for_each(|x| *x += 1);
    }
    (
        format!(
            "push <block> (while (fn a => {name} < lengthPull a) (fn a => push <block> (mapPull (fn x => x + 1) (drop 1 a))) (push <block> {xs}))"
        ),
        Ok(all),
    )
}

/// An operator that does not commute, over what may be nothing.
fn fold(c: &mut Choices, p: &mut Program) -> Came {
    let (xs, all) = p.row(c);
    let start = small(c);
    let z = p.int(start.into());
    let sum = all.iter().fold(start, |a, x| a.wrapping_mul(3).wrapping_sub(*x));
    let pair = all
        .iter()
        .zip(0..)
        .fold((start, 0i32), |(a, b), (x, k)| (b - x, a + k));
    match c.below(2) {
        0 => (
            format!("push <block> [fold (fn a x => a * 3 - x) {z} {xs}]"),
            Ok(vec![sum]),
        ),
        // Both parts are of what was before.
        _ => (
            format!(
                "let r = fold (fn a q => (snd a - snd q, fst a + fst q)) ({z}, 0) (mapIndexed (fn k x => (k, x)) {xs}) in push <block> [fst r, snd r]"
            ),
            Ok(vec![pair.0, pair.1]),
        ),
    }
}

fn division(c: &mut Choices, p: &mut Program) -> Came {
    let (xs, all) = p.row(c);
    let by = [1, 2, -2, 3, 0, 7][c.below(6)];
    let name = p.int(by);
    let (op, f): (&str, fn(i32, i32) -> i32) =
        [("/", (|x, y| x / y) as fn(i32, i32) -> i32), ("%", |x, y| x % y)][c.below(2)];
    let by = by as i32;
    let came = match by == 0 && !all.is_empty() {
        true => Err(("FCL-E-DELTA", "division")),
        false => Ok(all.iter().map(|x| f(*x, by)).collect()),
    };
    (
        format!("push <block> (mapPull (fn x => x {op} {name}) {xs})"),
        came,
    )
}

/// A place in a row, of a place among rows.
fn nested(c: &mut Choices, p: &mut Program) -> Came {
    let (m, n) = (1 + c.below(3), 1 + c.below(3));
    let all: Vec<i32> = (0..m * n).map(|_| small(c)).collect();
    let xs = p.ints(&all);
    let (i, j) = (place(c, n), place(c, m));
    let (k, l) = (p.int(i), p.int(j));
    let is_in = (0..wide(n)).contains(&i) && (0..wide(m)).contains(&j);
    let found = is_in.then(|| at(&all, i * wide(m) + j)).flatten();
    (
        format!("push <block> [index (index (splitUp {m} {xs}) {k}) {l}]"),
        found.map(|x| vec![x]).ok_or(INDEX),
    )
}

/// A program of FCL.
pub fn program(c: &mut Choices) -> Meant {
    let mut p = Program::default();
    let (sort, form) = c.pick(FORMS).copied().unwrap_or(FORMS[0]);
    let (body, came) = form(c, &mut p);
    let names: String = (0..p.inputs.len()).map(|k| format!(" a{k}")).collect();
    let (block, warp) = [(4, 2), (8, 4), (2, 2), (1, 1)][c.below(4)];
    let ending = if came.is_err() { " that fails" } else { "" };
    Meant {
        sort: format!("{sort}{ending}"),
        ending: "fcl",
        text: format!(
            "{}kernel main{names} = {}{body}\n  config #BlockSize = {block}\n  config #WarpSize = {warp}\n",
            p.signature, p.lets
        ),
        inputs: p.inputs,
        expected: match came {
            Ok(all) => Expected::Values(vec![Output::vector(
                PrimType::I32,
                all.into_iter().map(PrimValue::I32),
            )]),
            // Of several premises nobody says which.
            Err(("", "")) => Expected::Error,
            Err((rule, premise)) => Expected::Fails(rule, premise),
        },
    }
}
