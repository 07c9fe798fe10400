//! Models of FCL's library.

use super::{Call, Library, Model, count, ints, models, places, some, tied, ties, within};
use crate::Choices;
use crate::kit::table;
use crate::meant::Output;
use elder_syntax::prim::{PrimType, PrimValue};

/// FCL's library.
pub static FCL: Library = Library {
    ending: "fcl",
    models: MODELS,
    without: &[(
        "a step of what is asked about as a whole",
        "scanStep tilePadded warpThreads exclusive redStep",
    )],
    dull: "iota replicate rev zip mapIndexed append generateGrid mapGrid zipWithGrid head last",
    often: &[],
    together: 1,
    program: |sheet, calls| {
        let names: String = (0..sheet.parameters.len()).map(|k| format!(" a{k}")).collect();
        let (block, warp) = sheet.threads;
        let body: String = calls.iter().flat_map(|call| call.results.clone()).collect();
        format!("kernel main{names} = {body}\n  config #BlockSize = {block}\n  config #WarpSize = {warp}\n")
    },
};

/// A pull array, written by a block.
fn block(text: String, xs: impl IntoIterator<Item = i32>) -> Call {
    Call::one(format!("push <block> ({text})"), ints(xs))
}

/// What is a push array of a grid already.
fn grid(text: String, xs: impl IntoIterator<Item = i32>) -> Call {
    Call::one(text, ints(xs))
}

/// Pairs, written as two numbers each.
fn pairs(text: String, all: &[(i32, i32)]) -> Call {
    let text = format!("flatten 2 (mapPull (fn p => [fst p, snd p]) ({text}))");
    block(text, all.iter().flat_map(|x| [x.0, x.1]).collect::<Vec<_>>())
}

/// Both arrays of a pair, one after the other.
fn both(text: String, [first, second]: [Vec<i32>; 2]) -> Call {
    block(
        format!("let p = {text} in append (fst p) (snd p)"),
        [first, second].concat(),
    )
}

/// Arrays of n elements, one after the other.
fn chunks(text: String, n: usize, all: Vec<i32>) -> Call {
    block(format!("flatten {n} ({text})"), all)
}

/// `count` of a size, rounded up.
fn parts(size: usize, n: usize) -> usize {
    size.div_ceil(n)
}

fn transposed(xs: &[i32], columns: usize, rows: usize) -> Vec<i32> {
    (0..columns)
        .flat_map(|j| (0..rows).map(move |i| i * columns + j))
        .filter_map(|k| xs.get(k).copied())
        .collect()
}

/// A matrix with its numbers of columns and rows.
fn matrix(c: &mut Choices, by: usize) -> (usize, usize, Vec<i32>) {
    let (columns, rows) = (by * (1 + c.below(4)), by * (1 + c.below(4)));
    let xs = tied(c, columns * rows);
    (columns, rows, xs)
}

/// The sums of all elements up to each.
fn prefixes(xs: &[i32]) -> Vec<i32> {
    let mut sum = 0;
    xs.iter()
        .map(|x| {
            sum += x;
            sum
        })
        .collect()
}

/// The greatest of all elements up to each; of none, the least number.
fn greatest(xs: &[i32]) -> i32 {
    xs.iter().copied().max().unwrap_or(-100)
}

fn clamped(xs: &[i32], k: i64) -> i32 {
    let last = xs.len() as i64 - 1;
    usize::try_from(k.clamp(0, last))
        .ok()
        .and_then(|k| xs.get(k))
        .copied()
        .unwrap_or(0)
}

/// The sum of each window, weighed by place so that turned windows show.
fn windows(xs: &[i32], radius: i64) -> Vec<i32> {
    let width = 2 * radius + 1;
    (0..xs.len() as i64)
        .map(|k| {
            (0..width)
                .map(|j| clamped(xs, k + j - radius) * (j as i32 + 1))
                .sum()
        })
        .collect()
}

const WEIGHED: &str = "fold (fn s p => s + fst p * snd p) 0 . (fn w => mapIndexed (fn j x => (j + 1, x)) w)";

/// What a place and a number become.
type Made = fn(i32, i32) -> [i32; 2];

/// An associative operator on pairs, with its neutral element; an element is made of a number and its place.
struct Joint {
    text: &'static str,
    neutral: (&'static str, [i32; 2]),
    element: (&'static str, Made),
    join: fn([i32; 2], [i32; 2]) -> [i32; 2],
}

/// Those that do not commute.
const ORDERED: &[Joint] = table! { Joint { text, neutral, element, join }
    ("(fn p q => (fst p * fst q, snd p * fst q + snd q))", ("(1, 0)", [1, 0]),
        ("(2 * x + 1, k - x)", |k, x| [2 * x + 1, k - x]),
        |p, q| { [p[0].wrapping_mul(q[0]), p[1].wrapping_mul(q[0]).wrapping_add(q[1])] });
    ("(fn p q => if snd q < 0 then p else q)", ("(0, 0 - 1)", [0, -1]),
        ("(if x > 0 then x else 0, if x > 0 then k else 0 - 1)", |k, x| {
            if x > 0 { [x, k] } else { [0, -1] }
        }), |p, q| if q[1] < 0 { p } else { q });
    ("(fn p q => if snd p < 0 then q else p)", ("(0, 0 - 1)", [0, -1]),
        ("(if x < 0 then 0 else x, if x < 0 then 0 - 1 else k)", |k, x| {
            if x < 0 { [0, -1] } else { [x, k] }
        }), |p, q| if p[1] < 0 { q } else { p });
};

/// Those that commute, of which a tree may take any two.
const COMMUTING: &[Joint] = table! { Joint { text, neutral, element, join }
    ("(fn p q => if fst p < fst q then p else if fst q < fst p then q else (fst p, min (snd p) (snd q)))",
        ("(1000, 1000)", [1000, 1000]), ("(x, k)", |k, x| [x, k]), |p, q| p.min(q));
    ("(fn p q => (fst p + fst q, max (snd p) (snd q)))", ("(0, 0 - 1)", [0, -1]),
        ("(x + 1, k)", |k, x| [x + 1, k]), |p, q| [p[0].wrapping_add(q[0]), p[1].max(q[1])]);
    ("(fn p q => (fst p * fst q, snd p + snd q))", ("(1, 0)", [1, 0]),
        ("(2 * x + 1, k)", |k, x| [(2 * x).wrapping_add(1), k]),
        |p, q| [p[0].wrapping_mul(q[0]), p[1].wrapping_add(q[1])]);
};

/// A function that combines elements with an operator on pairs: `text` has `F` for the operator, `Z` for its neutral element, `XS` for the elements.
/// What it gives is said of the elements.
fn joined(
    c: &mut Choices,
    s: &mut super::Sheet,
    all: &'static [Joint],
    xs: &[i32],
    text: &str,
    gives: impl Fn(&Joint, &[[i32; 2]]) -> Vec<[i32; 2]>,
) -> Call {
    let Some(joint) = c.pick(all) else {
        unreachable!("there are operators");
    };
    let elements: Vec<[i32; 2]> = xs
        .iter()
        .zip(0..)
        .map(|(x, k)| (joint.element.1)(k, *x))
        .collect();
    let made = format!("(mapIndexed (fn k x => {}) {})", joint.element.0, s.ints(xs));
    // A block is asked as a block, and what takes several kernels is read by another one.
    let is_block = ["<block>", "scanWarps", "scanBlock"]
        .iter()
        .any(|word| text.contains(word));
    let read = if is_block { "push <block>" } else { "distribute 4" };
    let text = text
        .replace("XS", &made)
        .replace('F', joint.text)
        .replace('Z', joint.neutral.0);
    let all = gives(joint, &elements);
    let one = all.iter().map(|p| p[0].wrapping_mul(1000).wrapping_add(p[1]));
    Call::one(
        format!("{read} (mapPull (fn p => fst p * 1000 + snd p) (force ({text})))"),
        ints(one.collect::<Vec<_>>()),
    )
}

impl Joint {
    fn folded(&self, all: &[[i32; 2]]) -> [i32; 2] {
        all.iter().fold(self.neutral.1, |p, q| (self.join)(p, *q))
    }

    fn scanned(&self, all: &[[i32; 2]]) -> Vec<[i32; 2]> {
        (1..=all.len()).map(|k| self.folded(&all[..k])).collect()
    }

    /// What is combined before each.
    fn before(&self, all: &[[i32; 2]]) -> Vec<[i32; 2]> {
        (0..all.len()).map(|k| self.folded(&all[..k])).collect()
    }

    fn of_chunks(&self, n: usize, all: &[[i32; 2]]) -> Vec<[i32; 2]> {
        all.chunks(n).map(|own| self.folded(own)).collect()
    }
}

fn doubles(c: &mut Choices) -> Vec<f64> {
    let n = count(c);
    tied(c, n).iter().map(|x| f64::from(*x)).collect()
}

fn of_doubles(xs: impl IntoIterator<Item = f64>) -> Output {
    Output::vector(PrimType::F64, xs.into_iter().map(PrimValue::F64))
}

const MODELS: &[Model] = models! {
    "iota": |c, _s| { let n = count(c); block(format!("iota {n}"), places(n)) };
    "replicate": |c, s| { let n = count(c); block(format!("replicate {n} {}", s.int(5)), vec![5; n]) };
    "reverse": |c, s| { let xs = ties(c); block(format!("reverse {}", s.ints(&xs)), xs.into_iter().rev()) };
    "rev": |c, s| { let xs = ties(c); block(format!("rev {}", s.ints(&xs)), xs.into_iter().rev()) };
    "zipWith": |c, s| {
        let (xs, ys) = (ties(c), ties(c));
        block(format!("zipWith (fn x y => x * 10 - y) {} {}", s.ints(&xs), s.ints(&ys)), xs.iter().zip(&ys).map(|(x, y)| x * 10 - y).collect::<Vec<_>>())
    };
    "zip": |c, s| {
        let (xs, ys) = (ties(c), ties(c));
        pairs(format!("zip {} {}", s.ints(&xs), s.ints(&ys)), &xs.into_iter().zip(ys).collect::<Vec<_>>())
    };
    "unzip": |c, s| {
        let xs = ties(c);
        let n = xs.len();
        both(format!("unzip (mapIndexed (fn k x => (k, x)) {})", s.ints(&xs)), [places(n), xs])
    };
    "mapIndexed": |c, s| { let xs = ties(c); block(format!("mapIndexed (fn k x => k * 10 - x) {}", s.ints(&xs)), xs.iter().enumerate().map(|(k, x)| k as i32 * 10 - x).collect::<Vec<_>>()) };
    "head": |c, s| { let xs = some(c); block(format!("[head {}]", s.ints(&xs)), [xs[0]]) };
    "last": |c, s| { let xs = some(c); block(format!("[last {}]", s.ints(&xs)), [xs[xs.len() - 1]]) };
    "take": |c, s| {
        let xs = ties(c);
        let k = super::edge(c, xs.len());
        let n = usize::try_from(k).unwrap_or(0).min(xs.len());
        let k = s.int(k as i32);
        block(format!("take {k} {}", s.ints(&xs)), xs[..n].to_vec())
    };
    "drop": |c, s| {
        let xs = ties(c);
        let k = super::edge(c, xs.len());
        let n = usize::try_from(k).unwrap_or(0).min(xs.len());
        let k = s.int(k as i32);
        block(format!("drop {k} {}", s.ints(&xs)), xs[n..].to_vec())
    };
    "pad": |c, s| {
        let xs = ties(c);
        let n = [xs.len(), xs.len() + 1, xs.len().saturating_sub(1), 0, 9][c.below(5)];
        block(format!("pad {n} 7 {}", s.ints(&xs)), (0..n).map(|k| xs.get(k).copied().unwrap_or(7)).collect::<Vec<_>>())
    };
    "clamp": |c, s| {
        let xs = some(c);
        let n = [xs.len(), xs.len() + 1, xs.len() - 1, 0, 9][c.below(5)];
        block(format!("clamp {n} {}", s.ints(&xs)), (0..n).map(|k| clamped(&xs, k as i64)).collect::<Vec<_>>())
    };
    "append": |c, s| { let (xs, ys) = (ties(c), ties(c)); block(format!("append {} {}", s.ints(&xs), s.ints(&ys)), [xs, ys].concat()) };
    "rotate": |c, s| {
        let xs = ties(c);
        let k = within(c, xs.len());
        block(format!("rotate {k} {}", s.ints(&xs)), [&xs[k..], &xs[..k]].concat())
    };
    "backpermute": |c, s| {
        let xs = some(c);
        let n = xs.len();
        block(format!("backpermute {} (fn k => k / 2) {}", 2 * n, s.ints(&xs)), (0..2 * n).map(|k| xs[k / 2]).collect::<Vec<_>>())
    };
    "halve": |c, s| { let xs = ties(c); let h = xs.len() / 2; let (a, b) = (xs[..h].to_vec(), xs[h..].to_vec()); let text = format!("halve {}", s.ints(&xs)); block(format!("let p = {text} in append (snd p) (fst p)"), [b, a].concat()) };
    "evenOdds": |c, s| {
        let xs = ties(c);
        let odds = xs.iter().skip(1).step_by(2).copied().collect();
        both(format!("evenOdds {}", s.ints(&xs)), [xs.iter().step_by(2).copied().collect(), odds])
    };
    "splitUp": |c, s| {
        let xs = ties(c);
        let n = 1 + c.below(4);
        chunks(format!("mapPull reverse (splitUp {n} {})", s.ints(&xs)), n, xs.chunks_exact(n).flat_map(|own| own.iter().rev().copied()).collect())
    };
    "splitGrid": |c, s| {
        let xs = ties(c);
        let m = 1 + c.below(4);
        let n = xs.len() / m;
        let all: Vec<i32> = if n == 0 { vec![] } else { xs.chunks_exact(n).take(m).flat_map(|own| own.iter().rev().copied()).collect() };
        match n {
            // Rows of nothing have no place.
            0 => block(format!("mapPull lengthPull (splitGrid {m} {})", s.ints(&xs)), vec![0; m]),
            _ => chunks(format!("mapPull reverse (splitGrid {m} {})", s.ints(&xs)), n, all),
        }
    };
    "chunks": |c, s| {
        let (n, size) = (1 + c.below(5), c.below(12));
        block(format!("[chunks {} {}]", s.int(n as i32), s.int(size as i32)), [parts(size, n) as i32])
    };
    "splitPadded": |c, s| {
        let xs = ties(c);
        let n = 1 + c.below(4);
        let all = (0..parts(xs.len(), n) * n).map(|k| xs.get(k).copied().unwrap_or(7)).collect();
        chunks(format!("splitPadded {n} 7 {}", s.ints(&xs)), n, all)
    };
    "splitClamped": |c, s| {
        let xs = some(c);
        let n = 1 + c.below(4);
        let all = (0..parts(xs.len(), n) * n).map(|k| clamped(&xs, k as i64)).collect();
        chunks(format!("splitClamped {n} {}", s.ints(&xs)), n, all)
    };
    "flatten": |c, s| { let xs = ties(c); let n = 1 + c.below(3); let whole = xs.len() / n * n; chunks(format!("splitUp {n} {}", s.ints(&xs)), n, xs[..whole].to_vec()) };
    "concatMap": |c, s| { let xs = ties(c); block(format!("concatMap 2 (fn x => [x, x * 10]) {}", s.ints(&xs)), xs.iter().flat_map(|x| [*x, x * 10]).collect::<Vec<_>>()) };
    "transpose": |c, s| { let (columns, rows, xs) = matrix(c, 1); block(format!("transpose {columns} {rows} {}", s.ints(&xs)), transposed(&xs, columns, rows)) };
    "rows": |c, s| { let (columns, _, xs) = matrix(c, 1); chunks(format!("mapPull reverse (rows {columns} {})", s.ints(&xs)), columns, xs.chunks(columns).flat_map(|own| own.iter().rev().copied()).collect()) };
    "windows": |c, s| { let xs = some(c); let r = c.below(3); block(format!("mapPull ({WEIGHED}) (windows {r} {})", s.ints(&xs)), windows(&xs, r as i64)) };
    "foldStrided": |c, s| {
        let xs = ties(c);
        let w = 1 + c.below(4);
        // What does not commute shows the order from the left.
        let all: Vec<i32> = (0..w).map(|k| xs.iter().skip(k).step_by(w).fold(1i32, |a, x| a.wrapping_mul(3).wrapping_sub(*x))).collect();
        block(format!("foldStrided {w} (fn a x => a * 3 - x) 1 {}", s.ints(&xs)), all)
    };
    "concatInto": |c, s| {
        let xs = some(c);
        let n = 1 + c.below(4);
        grid(format!("splitClamped {n} {} |> map (push <block>) |> concatInto {} {n}", s.ints(&xs), xs.len()), xs)
    };
    "distribute": |c, s| { let xs = ties(c); let n = 1 + c.below(5); grid(format!("distribute {n} {}", s.ints(&xs)), xs) };
    "mapGrid": |c, s| { let xs = ties(c); grid(format!("mapGrid (fn x => x * 2 - 1) {}", s.ints(&xs)), xs.iter().map(|x| x * 2 - 1).collect::<Vec<_>>()) };
    "zipWithGrid": |c, s| {
        let (xs, ys) = (ties(c), ties(c));
        grid(format!("zipWithGrid (fn x y => x * 10 - y) {} {}", s.ints(&xs), s.ints(&ys)), xs.iter().zip(&ys).map(|(x, y)| x * 10 - y).collect::<Vec<_>>())
    };
    "generateGrid": |c, _s| { let n = count(c); grid(format!("generateGrid {n} (fn k => k * 3 - 1)"), places(n).iter().map(|k| k * 3 - 1).collect::<Vec<_>>()) };
    "red": |c, s| { let n = [2, 4, 8, 16][c.below(4)]; let xs = tied(c, n); grid(format!("red <block> max {}", s.ints(&xs)), [greatest(&xs)]) };
    "step": |c, s| {
        let h = 1 + c.below(5);
        let xs = tied(c, 2 * h);
        grid(format!("step <block> max {}", s.ints(&xs)), (0..h).map(|k| xs[k].max(xs[k + h])).collect::<Vec<_>>())
    };
    "reduceGrid": |c, s| {
        let n = 2 * s.threads.0;
        let xs = { let m = 1 + c.below(3); tied(c, n * m) };
        grid(format!("reduceGrid max {}", s.ints(&xs)), xs.chunks(n).map(greatest).collect::<Vec<_>>())
    };
    "redGrid": |c, s| {
        let n = 2 * s.threads.0;
        let xs = { let m = 1 + c.below(3); tied(c, n * m) };
        grid(format!("redGrid max {}", s.ints(&xs)), xs.chunks(n).map(greatest).collect::<Vec<_>>())
    };
    "revGrid": |c, s| { let (n, m) = (1 + c.below(4), 1 + c.below(4)); let xs = tied(c, n * m); grid(format!("revGrid {n} {}", s.ints(&xs)), xs.into_iter().rev()) };
    "transp": |c, s| { let (columns, rows, xs) = matrix(c, 1); block(format!("transp {columns} {rows} {}", s.ints(&xs)), transposed(&xs, columns, rows)) };
    "reduceChunks": |c, s| {
        let (n, m) = ([2, 4][c.below(2)], 1 + c.below(3));
        let xs = tied(c, n * m);
        grid(format!("reduceChunks {n} max {}", s.ints(&xs)), xs.chunks(n).map(greatest).collect::<Vec<_>>())
    };
    "stepAny": |c, s| {
        let xs = some(c);
        let h = xs.len().div_ceil(2);
        grid(format!("stepAny <block> max {}", s.ints(&xs)), (0..h).map(|k| xs.get(k + h).map_or(xs[k], |y| xs[k].max(*y))).collect::<Vec<_>>())
    };
    "redAny": |c, s| { let xs = some(c); grid(format!("redAny <block> max {}", s.ints(&xs)), [greatest(&xs)]) };
    "reduceStrided": |c, s| { let xs = ties(c); let w = 1 + c.below(5); grid(format!("reduceStrided <block> {w} max (-100) {}", s.ints(&xs)), [greatest(&xs)]) };
    "reducePartial": |c, s| { let xs = ties(c); let n = 1 + c.below(5); grid(format!("reducePartial {n} max (-100) {}", s.ints(&xs)), xs.chunks(n).map(greatest).collect::<Vec<_>>()) };
    "reduceBy": |c, s| { let xs = ties(c); let n = 1 + c.below(5); grid(format!("reduceBy {n} max (-100) {}", s.ints(&xs)), [greatest(&xs)]) };
    "reduce": |c, s| { let xs = ties(c); grid(format!("reduce max (-100) {}", s.ints(&xs)), [greatest(&xs)]) };
    "sum": |c, s| { let xs = ties(c); grid(format!("sum {}", s.ints(&xs)), [xs.iter().sum()]) };
    "dot": |c, s| {
        let n = count(c);
        let (xs, ys): (Vec<f64>, Vec<f64>) = (tied(c, n).iter().map(|x| f64::from(*x)).collect(), tied(c, n).iter().map(|x| f64::from(*x)).collect());
        let sum = xs.iter().zip(&ys).map(|(x, y)| x * y).sum::<f64>() + 0.0;
        Call::one(format!("dot {} {}", s.doubles(&xs), s.doubles(&ys)), of_doubles([sum]))
    };
    "argmin": |c, s| {
        let xs = doubles(c);
        let mut best = (f64::INFINITY, -1);
        for (k, x) in xs.iter().enumerate() {
            if *x < best.0 {
                best = (*x, k as i32);
            }
        }
        // A pair is two results.
        Call::new([(format!("argmin {}", s.doubles(&xs)), of_doubles([best.0])), (String::new(), ints([best.1]))])
    };
    "scanTree": |c, s| { let xs = ties(c); grid(format!("scanTree <block> (fn x y => x + y) {}", s.ints(&xs)), prefixes(&xs)) };
    "scanWarps": |c, s| { let xs = ties(c); grid(format!("scanWarps (fn x y => x + y) 0 {}", s.ints(&xs)), prefixes(&xs)) };
    "scanBlock": |c, s| { let xs = ties(c); grid(format!("scanBlock (fn x y => x + y) 0 {}", s.ints(&xs)), prefixes(&xs)) };
    "prefixes": |c, s| { let xs = ties(c); grid(format!("distribute 4 (prefixes (fn x y => x + y) 0 {})", s.ints(&xs)), prefixes(&xs)) };
    "scanGrid": |c, s| { let xs = ties(c); grid(format!("scanGrid (fn x y => x + y) 0 {}", s.ints(&xs)), prefixes(&xs)) };
    "scanGridExclusive": |c, s| {
        let xs = ties(c);
        let all: Vec<i32> = prefixes(&xs).iter().zip(&xs).map(|(sum, x)| sum - x).collect();
        grid(format!("scanGridExclusive (fn x y => x + y) 0 {}", s.ints(&xs)), all)
    };
    // ---- Operators on pairs
    "red of pairs": |c, s| { let n = [2, 4, 8, 16][c.below(4)]; let xs = tied(c, n); joined(c, s, COMMUTING, &xs, "red <block> F XS", |f, all| vec![f.folded(all)]) };
    "redAny of pairs": |c, s| { let xs = some(c); joined(c, s, COMMUTING, &xs, "redAny <block> F XS", |f, all| vec![f.folded(all)]) };
    "reduceGrid of pairs": |c, s| {
        let n = 2 * s.threads.0;
        let xs = { let m = 1 + c.below(3); tied(c, n * m) };
        let name = ["reduceGrid", "redGrid"][c.below(2)];
        joined(c, s, COMMUTING, &xs, &format!("{name} F XS"), |f, all| f.of_chunks(n, all))
    };
    "reduceStrided of pairs": |c, s| { let xs = ties(c); let w = 1 + c.below(5); joined(c, s, COMMUTING, &xs, &format!("reduceStrided <block> {w} F Z XS"), |f, all| vec![f.folded(all)]) };
    "reducePartial of pairs": |c, s| { let xs = ties(c); let n = 1 + c.below(5); joined(c, s, COMMUTING, &xs, &format!("reducePartial {n} F Z XS"), |f, all| f.of_chunks(n, all)) };
    "reduceBy of pairs": |c, s| { let xs = ties(c); let n = 1 + c.below(5); joined(c, s, COMMUTING, &xs, &format!("reduceBy {n} F Z XS"), |f, all| vec![f.folded(all)]) };
    "reduce of pairs": |c, s| { let xs = ties(c); joined(c, s, COMMUTING, &xs, "reduce F Z XS", |f, all| vec![f.folded(all)]) };
    "foldStrided of pairs": |c, s| {
        let xs = ties(c);
        let w = 1 + c.below(4);
        joined(c, s, ORDERED, &xs, &format!("push <block> (foldStrided {w} F Z XS)"), |f, all| {
            (0..w).map(|k| f.folded(&all.iter().skip(k).step_by(w).copied().collect::<Vec<_>>())).collect()
        })
    };
    "scanTree of pairs": |c, s| { let xs = ties(c); joined(c, s, ORDERED, &xs, "scanTree <block> F XS", |f, all| f.scanned(all)) };
    "scanWarps of pairs": |c, s| { let xs = ties(c); joined(c, s, ORDERED, &xs, "scanWarps F Z XS", |f, all| f.scanned(all)) };
    "scanBlock of pairs": |c, s| { let xs = ties(c); joined(c, s, ORDERED, &xs, "scanBlock F Z XS", |f, all| f.scanned(all)) };
    "prefixes of pairs": |c, s| { let xs = ties(c); joined(c, s, ORDERED, &xs, "distribute 4 (prefixes F Z XS)", |f, all| f.scanned(all)) };
    "scanGrid of pairs": |c, s| { let xs = ties(c); joined(c, s, ORDERED, &xs, "scanGrid F Z XS", |f, all| f.scanned(all)) };
    "scanGridExclusive of pairs": |c, s| { let xs = ties(c); joined(c, s, ORDERED, &xs, "scanGridExclusive F Z XS", |f, all| f.before(all)) };
    "revBlock": |c, s| { let xs = ties(c); grid(format!("revBlock {}", s.ints(&xs)), xs.into_iter().rev()) };
    "revDistribute": |c, s| { let (n, m) = (1 + c.below(4), 1 + c.below(4)); let xs = tied(c, n * m); grid(format!("revDistribute {n} {}", s.ints(&xs)), xs.into_iter().rev()) };
    "reverseGrid": |c, s| { let xs = ties(c); let n = 1 + c.below(4); grid(format!("reverseGrid {n} {}", s.ints(&xs)), xs.into_iter().rev()) };
    "stencil": |c, s| { let xs = some(c); let r = c.below(3); block(format!("stencil {r} ({WEIGHED}) {}", s.ints(&xs)), windows(&xs, r as i64)) };
    "stencilGrid": |c, s| { let xs = some(c); let (r, n) = (c.below(3), 1 + c.below(4)); grid(format!("stencilGrid {n} {r} ({WEIGHED}) {}", s.ints(&xs)), windows(&xs, r as i64)) };
    "transposeTiled": |c, s| { let (columns, rows, xs) = matrix(c, 2); grid(format!("transposeTiled 2 {columns} {rows} {}", s.ints(&xs)), transposed(&xs, columns, rows)) };
    "transposePadded": |c, s| { let (columns, rows, xs) = matrix(c, 2); grid(format!("transposePadded 2 {columns} {rows} {}", s.ints(&xs)), transposed(&xs, columns, rows)) };
    "transpTiled": |c, s| { let (columns, rows, xs) = matrix(c, 2); grid(format!("transpTiled 2 {columns} {rows} {}", s.ints(&xs)), transposed(&xs, columns, rows)) };
    "transposeGrid": |c, s| { let (columns, rows, xs) = matrix(c, 1); let t = 1 + c.below(3); grid(format!("transposeGrid {t} {columns} {rows} {}", s.ints(&xs)), transposed(&xs, columns, rows)) };
    "split2DGrid": |c, s| {
        let (columns, rows, xs) = matrix(c, 2);
        let (n, m) = (columns / 2, rows / 2);
        // Each tile is turned round where it is.
        let text = format!("split2DGrid 2 {columns} {n} {m} {} |> mapPull reverse |> map (push <block>) |> concat2DGrid 2 {n} {columns}", s.ints(&xs));
        let at = |i: usize, j: usize| { let (ti, tj) = (i / 2, j / 2); xs[(2 * ti + 1 - i % 2) * columns + 2 * tj + 1 - j % 2] };
        grid(text, (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| at(i, j)).collect::<Vec<_>>())
    };
    "concat2DGrid": |c, s| {
        let (columns, rows, xs) = matrix(c, 2);
        let (n, m) = (columns / 2, rows / 2);
        grid(format!("split2DGrid 2 {columns} {n} {m} {} |> map (push <block>) |> concat2DGrid 2 {n} {columns}", s.ints(&xs)), xs)
    };
    "split2DClamped": |c, s| {
        let (columns, rows, xs) = matrix(c, 1);
        let t = 1 + c.below(3);
        grid(format!("split2DClamped {t} {columns} {rows} {} |> map (push <block>) |> concat2DInto {t} {columns} {rows}", s.ints(&xs)), xs)
    };
    "concat2DInto": |c, s| {
        let (columns, rows, xs) = matrix(c, 1);
        let t = 1 + c.below(3);
        grid(format!("split2DClamped {t} {columns} {rows} {} |> map (push <block>) |> concat2DInto {t} {columns} {rows}", s.ints(&xs)), xs)
    };
    "matrixVector": |c, s| {
        let (columns, rows, xs) = matrix(c, 1);
        let v = tied(c, columns);
        let all: Vec<i32> = (0..rows).map(|i| (0..columns).map(|j| xs[i * columns + j] * v[j]).sum()).collect();
        grid(format!("matrixVector (fn x y => x * y) (fn x y => x + y) 0 {columns} {} {}", s.ints(&xs), s.ints(&v)), all)
    };
    "matrixProduct": |c, s| {
        let [n, k, m] = [1 + c.below(3), 1 + c.below(3), 1 + c.below(3)];
        let (a, b) = (tied(c, n * k), tied(c, k * m));
        block(format!("matrixProduct (fn x y => x * y) (fn x y => x + y) 0 {n} {k} {m} {} {}", s.ints(&a), s.ints(&b)), product(&a, &b, [n, k, m]))
    };
    "matrixProductTiled": |c, s| {
        let [n, k, m] = [1 + c.below(3), 1 + c.below(3), 1 + c.below(3)];
        let (a, b) = (tied(c, n * k), tied(c, k * m));
        grid(format!("matrixProductTiled 2 (fn x y => x * y) (fn x y => x + y) 0 0 0 {n} {k} {m} {} {}", s.ints(&a), s.ints(&b)), product(&a, &b, [n, k, m]))
    };
};

fn product(a: &[i32], b: &[i32], [n, k, m]: [usize; 3]) -> Vec<i32> {
    let cell = |i: usize, j: usize| (0..k).map(|h| a[i * k + h] * b[h * m + j]).sum();
    (0..n)
        .flat_map(|i| (0..m).map(move |j| (i, j)))
        .map(|(i, j)| cell(i, j))
        .collect()
}
