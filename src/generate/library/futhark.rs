//! Models of Futhark's prelude.

use super::{
    Call, Library, Model, Sheet, count, edge, float, half_truths, int, ints, long, longs, models, ordered,
    places, shaped, some, strange, tied, ties, truth, within,
};
use crate::Choices;
use crate::kit::{joined, tuple};
use elder_syntax::prim::PrimValue;

/// Futhark's prelude.
pub static FUTHARK: Library = Library {
    ending: "fut",
    models: MODELS,
    without: &[
        (
            "derivatives, which slopes are about",
            "jvp2 vjp2 jmp2 mjp2 jvp vjp jmp mjp with_vjp with_vjp_tape",
        ),
        ("conversions, which numbers are about", "r32 t32 r64 t64"),
        ("what it is given, watched", "trace break"),
    ],
    dull: "length null head indices rep id opaque const flip curry uncurry (>->) (<-<) (|>) (<|) not map \
           map1 map2 map3 map4 map5 zip zip2 zip3 zip4 zip5 unzip2 unzip3 unzip4 unzip5 copy stream_map",
    often: &["flatmap", "partition2", "reduce_by_index", "scatter"],
    together: 4,
    program: |sheet, calls| {
        let typed = |k: usize| {
            let (of, shape) = &sheet.parameters[k];
            let sizes: String = shape.iter().map(|n| format!("[{n}]")).collect();
            format!(" (a{k}: {sizes}{of})")
        };
        let all = |reads: std::ops::Range<usize>| -> String { reads.map(typed).collect() };
        let (mut text, mut lines, mut results) = (String::new(), String::new(), Vec::new());
        for (k, call) in calls.iter().enumerate() {
            let own: Vec<String> = (0..call.results.len()).map(|j| format!("r{k}_{j}")).collect();
            let read: String = call.reads.clone().map(|k| format!(" a{k}")).collect();
            text += &format!(
                "def call{k}{} =\n{}  {}\n\n",
                all(call.reads.clone()),
                call.before,
                tuple(&call.results)
            );
            lines += &format!("  let {} = call{k}{read}\n", tuple(&own));
            results.extend(own);
        }
        let parameters = all(0..sheet.parameters.len());
        format!(
            "{text}entry main{parameters} =\n{lines}  in {}\n",
            tuple(&results)
        )
    },
};

/// The least key, the first of those that are equal, with what it carries.
const LEAST: &str = "(\\(a: i32, i: i32) (b: i32, j: i32) -> if b < a then (b, j) else (a, i)) (100, -1)";

fn least(all: &[(i32, i32)]) -> (i32, i32) {
    all.iter().fold((100, -1), |a, b| if b.0 < a.0 { *b } else { a })
}

fn running(all: &[(i32, i32)]) -> Vec<(i32, i32)> {
    (1..=all.len()).map(|k| least(&all[..k])).collect()
}

fn zipped(xs: &[i32], ys: &[i32]) -> Vec<(i32, i32)> {
    xs.iter().copied().zip(ys.iter().copied()).collect()
}

fn parts(all: &[(i32, i32)]) -> [super::Output; 2] {
    [ints(all.iter().map(|x| x.0)), ints(all.iter().map(|x| x.1))]
}

/// Keys, their places, and the names of both.
fn keyed(c: &mut Choices, s: &mut Sheet) -> (Vec<(i32, i32)>, String) {
    let keys = ties(c);
    let carried = places(keys.len());
    let zip = format!("(zip {} {})", s.ints(&keys), s.ints(&carried));
    (zipped(&keys, &carried), zip)
}

/// A call that gives two arrays.
fn pair(text: String, [first, second]: [super::Output; 2]) -> Call {
    let names = ["r.0".to_owned(), "r.1".to_owned()];
    Call::new(names.into_iter().zip([first, second])).after(format!("  let r = {text} in\n"))
}

/// A call that gives as many results.
fn several(text: String, all: Vec<super::Output>) -> Call {
    let named = all
        .into_iter()
        .enumerate()
        .map(|(k, output)| (format!("r.{k}"), output));
    Call::new(named).after(format!("  let r = {text} in\n"))
}

/// Places of an array, doubled, at its ends, and beyond them.
fn indexes(c: &mut Choices, n: usize, count: usize) -> Vec<i64> {
    (0..count)
        .map(|_| {
            if c.one_in(3) {
                edge(c, n)
            } else {
                c.below(n.max(1)) as i64
            }
        })
        .collect()
}

/// The place of these indexes in an array of this shape, if there is one.
fn place(shape: &[usize], at: &[i64]) -> Option<usize> {
    shape.iter().zip(at).try_fold(0, |sum, (n, i)| {
        let i = usize::try_from(*i).ok().filter(|i| i < n)?;
        Some(sum * n + i)
    })
}

/// What is written where, in an array of one to three dimensions.
struct Writes {
    shape: Vec<usize>,
    old: Vec<i32>,
    at: Vec<Vec<i64>>,
    new: Vec<i32>,
    dest: String,
    is: String,
    vs: String,
}

fn writes(c: &mut Choices, s: &mut Sheet, dimensions: usize) -> Writes {
    let shape: Vec<usize> = (0..dimensions)
        .map(|_| if dimensions == 1 { count(c) } else { c.below(4) })
        .collect();
    let old = tied(c, shape.iter().product());
    let count = count(c);
    let by: Vec<Vec<i64>> = shape.iter().map(|n| indexes(c, *n, count)).collect();
    let at = (0..count)
        .map(|k| by.iter().filter_map(|own| own.get(k).copied()).collect())
        .collect();
    let new = places(count).iter().map(|k| k + 10).collect::<Vec<i32>>();
    let dest = format!("(copy {})", s.shaped(&shape, &old));
    let names: Vec<String> = by.iter().map(|own| s.longs(own)).collect();
    let is = match names.as_slice() {
        [one] => one.clone(),
        [a, b] => format!("(zip {a} {b})"),
        all => format!("(zip3 {})", all.join(" ")),
    };
    let vs = s.ints(&new);
    Writes {
        shape,
        old,
        at,
        new,
        dest,
        is,
        vs,
    }
}

fn scattered(c: &mut Choices, s: &mut Sheet, dimensions: usize, name: &str) -> Call {
    let w = writes(c, s, dimensions);
    let mut all = w.old.clone();
    // Of what is written twice the last stays.
    for (at, x) in w.at.iter().zip(&w.new) {
        if let Some(cell) = place(&w.shape, at).and_then(|k| all.get_mut(k)) {
            *cell = *x;
        }
    }
    Call::one(
        format!("{name} {} {} {}", w.dest, w.is, w.vs),
        shaped(&w.shape, all),
    )
}

fn gathered(c: &mut Choices, s: &mut Sheet, dimensions: usize, name: &str) -> Call {
    let w = writes(c, s, dimensions);
    let mut all = w.old.clone();
    let is_sum = c.below(2) == 0;
    for (at, x) in w.at.iter().zip(&w.new) {
        if let Some(cell) = place(&w.shape, at).and_then(|k| all.get_mut(k)) {
            *cell = if is_sum { *cell + x } else { (*cell).max(*x) };
        }
    }
    let op = if is_sum { "(+) 0" } else { "i32.max i32.lowest" };
    Call::one(
        format!("{name} {} {op} {} {}", w.dest, w.is, w.vs),
        shaped(&w.shape, all),
    )
}

/// A map of so many arrays.
fn mapped(c: &mut Choices, s: &mut Sheet, name: &str, count: usize) -> Call {
    let n = super::count(c);
    let all: Vec<Vec<i32>> = (0..count).map(|_| tied(c, n)).collect();
    let names = joined(" ", all.iter().map(|xs| s.ints(xs)));
    let bound = joined(" ", (0..count).map(|k| format!("x{k}")));
    let sum = joined(" - 0 + ", (0..count).map(|k| format!("x{k} * {}", k + 2)));
    let value = |k: usize| (0..count).map(|j| all[j][k] * (j as i32 + 2)).sum();
    Call::one(
        format!("{name} (\\{bound} -> {sum}) {names}"),
        ints((0..n).map(value)),
    )
}

/// Arrays that are zipped and taken apart again, turned by one place.
fn zips(c: &mut Choices, s: &mut Sheet, zip: &str, unzip: &str, width: usize) -> Call {
    let n = count(c);
    let all: Vec<Vec<i32>> = (0..width).map(|_| tied(c, n)).collect();
    let names = joined(" ", all.iter().map(|xs| s.ints(xs)));
    several(
        format!("{unzip} ({zip} {names})"),
        all.into_iter().map(ints).collect(),
    )
}

fn rotated(xs: &[i32], by: i64) -> Vec<i32> {
    let n = xs.len() as i64;
    (0..n).map(|k| xs[(k + by).rem_euclid(n) as usize]).collect()
}

/// An array of this many dimensions, each small.
fn boxed(c: &mut Choices, dimensions: usize) -> (Vec<usize>, Vec<i32>) {
    let shape: Vec<usize> = (0..dimensions).map(|_| c.below(4)).collect();
    let xs = tied(c, shape.iter().product());
    (shape, xs)
}

fn sizes(shape: &[usize]) -> String {
    shape.iter().map(|n| format!("[{n}]")).collect()
}

fn flat(c: &mut Choices, s: &mut Sheet, name: &str, dimensions: usize) -> Call {
    let (shape, xs) = boxed(c, dimensions);
    let all = s.shaped(&shape, &xs);
    Call::one(format!("{name} {all}"), ints(xs))
}

fn deep(c: &mut Choices, s: &mut Sheet, name: &str, dimensions: usize) -> Call {
    let (shape, xs) = boxed(c, dimensions);
    let all = s.ints(&xs);
    let product = joined(" * ", shape.iter().map(ToString::to_string));
    Call::one(
        format!("{name} ({all} :> [{product}]i32) :> {}i32", sizes(&shape)),
        shaped(&shape, xs),
    )
}

fn minimal(c: &mut Choices, s: &mut Sheet, op: &str) -> Call {
    let n = count(c);
    match c.below(3) {
        0 => {
            let xs = ordered(c, n);
            let value = match op {
                "minimum" => xs.iter().copied().fold(f32::INFINITY, f32::min),
                _ => xs.iter().copied().fold(f32::NEG_INFINITY, f32::max),
            };
            Call::one(format!("f32.{op} {}", s.floats(&xs)), float(value))
        }
        // What is no number is left out.
        1 => {
            let mut xs = ordered(c, n);
            if let Some(x) = xs.first_mut() {
                *x = f32::NAN;
            }
            if c.below(2) == 0 {
                xs.reverse();
            }
            let rest = xs.iter().copied().filter(|x| !x.is_nan());
            let value = match op {
                "minimum" => rest.fold(f32::INFINITY, f32::min),
                _ => rest.fold(f32::NEG_INFINITY, f32::max),
            };
            Call::one(format!("f32.{op} {}", s.floats(&xs)), float(value))
        }
        _ => {
            let xs = tied(c, n);
            let value = match op {
                "minimum" => xs.iter().copied().min().unwrap_or(i32::MAX),
                _ => xs.iter().copied().max().unwrap_or(i32::MIN),
            };
            Call::one(format!("i32.{op} {}", s.ints(&xs)), int(value))
        }
    }
}

const MODELS: &[Model] = models! {
    "length": |c, s| { let xs = ties(c); Call::one(format!("length {}", s.ints(&xs)), long(xs.len())) };
    "null": |c, s| { let xs = ties(c); Call::one(format!("null {}", s.ints(&xs)), truth(xs.is_empty())) };
    "head": |c, s| {
        let xs = ties(c);
        Call::one(format!("head {}", s.ints(&xs)), int(xs.first().copied().unwrap_or(0))).if_defined(!xs.is_empty())
    };
    "last": |c, s| {
        let xs = ties(c);
        Call::one(format!("last {}", s.ints(&xs)), int(xs.last().copied().unwrap_or(0))).if_defined(!xs.is_empty())
    };
    "tail": |c, s| {
        let xs = ties(c);
        let rest = xs.get(1..).unwrap_or(&[]).to_vec();
        Call::one(format!("tail {}", s.ints(&xs)), ints(rest)).if_defined(!xs.is_empty())
    };
    "init": |c, s| {
        let xs = ties(c);
        let rest = xs[..xs.len().saturating_sub(1)].to_vec();
        Call::one(format!("init {}", s.ints(&xs)), ints(rest)).if_defined(!xs.is_empty())
    };
    "take": |c, s| {
        let xs = ties(c);
        let k = edge(c, xs.len());
        let own = usize::try_from(k).ok().and_then(|k| xs.get(..k));
        let call = Call::one(format!("take {} {}", s.long(k), s.ints(&xs)), ints(own.unwrap_or(&[]).to_vec()));
        call.if_defined(own.is_some())
    };
    "drop": |c, s| {
        let xs = ties(c);
        let k = edge(c, xs.len());
        let own = usize::try_from(k).ok().and_then(|k| xs.get(k..));
        let call = Call::one(format!("drop {} {}", s.long(k), s.ints(&xs)), ints(own.unwrap_or(&[]).to_vec()));
        call.if_defined(own.is_some())
    };
    "sized": |c, s| {
        let xs = ties(c);
        let k = edge(c, xs.len());
        Call::one(format!("sized {} {}", s.long(k), s.ints(&xs)), ints(xs.clone())).if_defined(k == xs.len() as i64)
    };
    "split": |c, s| {
        let xs = ties(c);
        let k = within(c, xs.len());
        let (n, m) = (k, xs.len() - k);
        let text = format!("(split ({} :> [{n} + {m}]i32) : ([{n}]i32, [{m}]i32))", s.ints(&xs));
        pair(text, [ints(xs[..k].to_vec()), ints(xs[k..].to_vec())])
    };
    "reverse": |c, s| { let xs = ties(c); Call::one(format!("reverse {}", s.ints(&xs)), ints(xs.into_iter().rev())) };
    "(++)": |c, s| {
        let (xs, ys) = (ties(c), ties(c));
        Call::one(format!("{} ++ {}", s.ints(&xs), s.ints(&ys)), ints([xs, ys].concat()))
    };
    "concat": |c, s| {
        let (xs, ys) = (ties(c), ties(c));
        Call::one(format!("concat {} {}", s.ints(&xs), s.ints(&ys)), ints([xs, ys].concat()))
    };
    "iota": |c, s| {
        let n = [0, 1, 2, 7, -1][c.below(5)];
        Call::one(format!("iota {}", s.long(n)), longs(0..n)).if_defined(n >= 0)
    };
    "indices": |c, s| { let xs = ties(c); Call::one(format!("indices {}", s.ints(&xs)), longs(0..xs.len() as i64)) };
    "replicate": |c, s| {
        let n = [0, 1, 3, -1][c.below(4)];
        Call::one(format!("replicate {} 5i32", s.long(n)), ints((0..n).map(|_| 5))).if_defined(n >= 0)
    };
    "rep": |c, _s| { let n = count(c); Call::one(format!("rep 5 : [{n}]i32"), ints(vec![5; n])) };
    "copy": |c, s| {
        let xs = some(c);
        let x = s.ints(&xs);
        let mut other = xs.clone();
        other[0] = 77;
        pair(format!("let ys = copy {x} with [0] = 77 in (ys, {x})"), [ints(other), ints(xs)])
    };
    "manifest": |c, s| {
        let (shape, xs) = boxed(c, 2);
        let turned = (0..shape[1]).flat_map(|j| (0..shape[0]).map(move |i| (i, j)));
        let text = format!("manifest (transpose {})", s.shaped(&shape, &xs));
        Call::one(text, shaped(&[shape[1], shape[0]], turned.map(|(i, j)| xs[i * shape[1] + j]).collect::<Vec<_>>()))
    };
    "flatten": |c, s| flat(c, s, "flatten", 2);
    "flatten_3d": |c, s| flat(c, s, "flatten_3d", 3);
    "flatten_4d": |c, s| flat(c, s, "flatten_4d", 4);
    "unflatten": |c, s| deep(c, s, "unflatten", 2);
    "unflatten_3d": |c, s| deep(c, s, "unflatten_3d", 3);
    "unflatten_4d": |c, s| deep(c, s, "unflatten_4d", 4);
    "transpose": |c, s| {
        let (shape, xs) = boxed(c, 2);
        let turned = (0..shape[1]).flat_map(|j| (0..shape[0]).map(move |i| (i, j)));
        let text = format!("transpose {}", s.shaped(&shape, &xs));
        Call::one(text, shaped(&[shape[1], shape[0]], turned.map(|(i, j)| xs[i * shape[1] + j]).collect::<Vec<_>>()))
    };
    "and": |c, s| { let n = count(c); let xs = half_truths(c, n); Call::one(format!("and {}", s.truths(&xs)), truth(xs.iter().all(|x| *x))) };
    "or": |c, s| { let n = count(c); let xs = half_truths(c, n); Call::one(format!("or {}", s.truths(&xs)), truth(xs.iter().any(|x| *x))) };
    "foldl": |c, s| {
        let xs = ties(c);
        let value = xs.iter().fold(1i32, |a, x| a.wrapping_mul(3).wrapping_sub(*x));
        Call::one(format!("foldl (\\a x -> a * 3 - x) 1i32 {}", s.ints(&xs)), int(value))
    };
    "foldr": |c, s| {
        let xs = ties(c);
        let value = xs.iter().rev().fold(1i32, |a, x| a.wrapping_mul(3).wrapping_sub(*x));
        Call::one(format!("foldr (\\x a -> a * 3 - x) 1i32 {}", s.ints(&xs)), int(value))
    };
    "tabulate": |c, s| {
        let n = [0, 1, 3, 8, -1][c.below(5)];
        Call::one(format!("tabulate {} (\\i -> i * 2 - 1)", s.long(n)), longs((0..n).map(|i| i * 2 - 1))).if_defined(n >= 0)
    };
    "tabulate_2d": |c, _s| {
        let (n, m) = (c.below(4), c.below(4));
        let all = (0..n).flat_map(|i| (0..m).map(move |j| (i * 10 + j) as i32)).collect::<Vec<_>>();
        Call::one(format!("tabulate_2d {n} {m} (\\i j -> i32.i64 (i * 10 + j))"), shaped(&[n, m], all))
    };
    "tabulate_3d": |c, _s| {
        let (n, m, o) = (c.below(3), c.below(4), c.below(4));
        let rows = (0..n).flat_map(|i| (0..m).map(move |j| (i, j)));
        let all = rows.flat_map(|(i, j)| (0..o).map(move |k| (i * 100 + j * 10 + k) as i32)).collect::<Vec<_>>();
        Call::one(format!("tabulate_3d {n} {m} {o} (\\i j k -> i32.i64 (i * 100 + j * 10 + k))"), shaped(&[n, m, o], all))
    };
    "rotate": |c, s| {
        let xs = ties(c);
        let r = [edge(c, xs.len()), 100, -7][c.below(3)];
        Call::one(format!("rotate {} {}", s.long(r), s.ints(&xs)), ints(rotated(&xs, r)))
    };
    "map": |c, s| mapped(c, s, "map", 1);
    "map1": |c, s| mapped(c, s, "map1", 1);
    "map2": |c, s| mapped(c, s, "map2", 2);
    "map3": |c, s| mapped(c, s, "map3", 3);
    "map4": |c, s| mapped(c, s, "map4", 4);
    "map5": |c, s| mapped(c, s, "map5", 5);
    "reduce": |c, s| {
        let (all, zip) = keyed(c, s);
        let (key, at) = least(&all);
        several(format!("reduce {LEAST} {zip}"), vec![int(key), int(at)])
    };
    "reduce_comm": |c, s| {
        let xs = ties(c);
        let value = xs.iter().fold(i32::MAX, |a, x| a.min(*x));
        Call::one(format!("reduce_comm i32.min i32.highest {}", s.ints(&xs)), int(value))
    };
    "scan": |c, s| {
        let (all, zip) = keyed(c, s);
        pair(format!("unzip (scan {LEAST} {zip})"), parts(&running(&all)))
    };
    "exscan": |c, s| {
        let (all, zip) = keyed(c, s);
        let mut before = running(&all);
        before.pop();
        if !all.is_empty() {
            before.insert(0, (100, -1));
        }
        pair(format!("unzip (exscan {LEAST} {zip})"), parts(&before))
    };
    "all": |c, s| { let xs = ties(c); Call::one(format!("all (>= 0) {}", s.ints(&xs)), truth(xs.iter().all(|x| *x >= 0))) };
    "any": |c, s| { let xs = ties(c); Call::one(format!("any (> 0) {}", s.ints(&xs)), truth(xs.iter().any(|x| *x > 0))) };
    "filter": |c, s| {
        let (all, zip) = keyed(c, s);
        let kept: Vec<(i32, i32)> = all.into_iter().filter(|x| x.0 >= 0).collect();
        pair(format!("unzip (filter (\\(k, _) -> k >= 0) {zip})"), parts(&kept))
    };
    "partition": |c, s| {
        let (all, zip) = keyed(c, s);
        let (yes, no): (Vec<_>, Vec<_>) = all.into_iter().partition(|x| x.0 > 0);
        let [a, b] = parts(&yes);
        let [d, e] = parts(&no);
        Call::new([("yes.0".to_owned(), a), ("yes.1".to_owned(), b), ("no.0".to_owned(), d), ("no.1".to_owned(), e)])
            .after(format!("  let (ys, ns) = partition (\\(k, _) -> k > 0) {zip}\n  let yes = unzip ys\n  let no = unzip ns in\n"))
    };
    "partition2": |c, s| {
        let (all, zip) = keyed(c, s);
        // What both hold of is of the first part.
        let (first, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|x| x.0 > 0);
        let (second, third): (Vec<_>, Vec<_>) = rest.into_iter().partition(|x| x.0 >= 0);
        let carried = |own: &[(i32, i32)]| ints(own.iter().map(|x| x.1).collect::<Vec<_>>());
        let named = |k: &str| format!("map (.1) {k}");
        Call::new([(named("p"), carried(&first)), (named("q"), carried(&second)), (named("o"), carried(&third))])
            .after(format!("  let (p, q, o) = partition2 (\\(k, _) -> k > 0) (\\(k, _) -> k >= 0) {zip} in\n"))
    };
    "scatter": |c, s| scattered(c, s, 1, "scatter");
    "scatter_2d": |c, s| scattered(c, s, 2, "scatter_2d");
    "scatter_3d": |c, s| scattered(c, s, 3, "scatter_3d");
    "spread": |c, s| {
        let n = count(c);
        let is = { let m = count(c); indexes(c, n, m) };
        let vs = places(is.len());
        let mut all = vec![7; n];
        for (i, v) in is.iter().zip(&vs) {
            if let Some(k) = place(&[n], &[*i]) {
                all[k] = *v;
            }
        }
        Call::one(format!("spread {n} 7 {} {}", s.longs(&is), s.ints(&vs)), ints(all))
    };
    "hist": |c, s| {
        let n = count(c);
        let is = { let m = count(c); indexes(c, n, m) };
        let vs = tied(c, is.len());
        let mut all = vec![100; n];
        for (i, v) in is.iter().zip(&vs) {
            if let Some(k) = place(&[n], &[*i]) {
                all[k] = all[k].min(*v);
            }
        }
        Call::one(format!("hist i32.min 100 {n} {} {}", s.longs(&is), s.ints(&vs)), ints(all))
    };
    "reduce_by_index": |c, s| gathered(c, s, 1, "reduce_by_index");
    "reduce_by_index_2d": |c, s| gathered(c, s, 2, "reduce_by_index_2d");
    "reduce_by_index_3d": |c, s| gathered(c, s, 3, "reduce_by_index_3d");
    "flatmap": |c, s| {
        let n = count(c);
        let xs: Vec<i64> = tied(c, n).iter().map(|x| i64::from((*x).clamp(0, 3))).collect();
        let (shape, flags, offsets, all) = repeated(&xs);
        let last = longs(xs.iter().map(|x| -x).collect::<Vec<_>>());
        several(format!("flatmap (\\x -> (filter (>= 0) (replicate x x), -x)) {}", s.longs(&xs)), vec![shape, flags, offsets, all, last])
    };
    "flatmap'": |c, s| {
        let n = count(c);
        let xs: Vec<i64> = tied(c, n).iter().map(|x| i64::from((*x).clamp(0, 3))).collect();
        let (shape, flags, offsets, all) = repeated(&xs);
        several(format!("flatmap' (\\x -> filter (>= 0) (replicate x x)) {}", s.longs(&xs)), vec![shape, flags, offsets, all])
    };
    "stream_map": |c, s| {
        let xs = ties(c);
        Call::one(format!("stream_map (\\m (ys: [m]i32) -> map (\\y -> y * y - 3) ys) {}", s.ints(&xs)), ints(xs.iter().map(|x| x * x - 3).collect::<Vec<_>>()))
    };
    "stream_red": |c, s| {
        let (all, zip) = keyed(c, s);
        let (key, at) = least(&all);
        let op = LEAST.trim_end_matches(" (100, -1)");
        several(format!("stream_red {op} (\\m (ys: [m](i32, i32)) -> reduce {LEAST} ys) {zip}"), vec![int(key), int(at)])
    };
    "zip": |c, s| zips(c, s, "zip", "unzip", 2);
    "zip2": |c, s| zips(c, s, "zip2", "unzip2", 2);
    "zip3": |c, s| zips(c, s, "zip3", "unzip3", 3);
    "zip4": |c, s| zips(c, s, "zip4", "unzip4", 4);
    "zip5": |c, s| zips(c, s, "zip5", "unzip5", 5);
    "unzip": |c, s| { let (all, zip) = keyed(c, s); pair(format!("unzip (map (\\(a, b) -> (b, a)) {zip})"), { let [a, b] = parts(&all); [b, a] }) };
    "unzip2": |c, s| { let (all, zip) = keyed(c, s); pair(format!("unzip2 {zip}"), parts(&all)) };
    "unzip3": |c, s| zips(c, s, "zip3", "unzip3", 3);
    "unzip4": |c, s| zips(c, s, "zip4", "unzip4", 4);
    "unzip5": |c, s| zips(c, s, "zip5", "unzip5", 5);
    "(|>)": |c, s| { let xs = ties(c); Call::one(format!("{} |> reverse |> map (\\x -> x - 1)", s.ints(&xs)), ints(xs.iter().rev().map(|x| x - 1).collect::<Vec<_>>())) };
    "(<|)": |c, s| { let xs = ties(c); Call::one(format!("map (\\x -> x - 1) <| reverse <| {}", s.ints(&xs)), ints(xs.iter().rev().map(|x| x - 1).collect::<Vec<_>>())) };
    "(>->)": |c, s| { let x = edge(c, 5); Call::one(format!("((\\x -> x * 2) >-> (\\x -> x - 3)) {}", s.long(x)), longs_of(x * 2 - 3)) };
    "(<-<)": |c, s| { let x = edge(c, 5); Call::one(format!("((\\x -> x * 2) <-< (\\x -> x - 3)) {}", s.long(x)), longs_of((x - 3) * 2)) };
    "flip": |c, s| { let x = edge(c, 5); Call::one(format!("flip (\\a b -> a * 10 + b) {} 3", s.long(x)), longs_of(30 + x)) };
    "curry": |c, s| { let x = edge(c, 5); Call::one(format!("curry (\\(a, b) -> a * 10 + b) {} 3", s.long(x)), longs_of(x * 10 + 3)) };
    "uncurry": |c, s| { let x = edge(c, 5); Call::one(format!("uncurry (\\a b -> a * 10 + b) ({}, 3)", s.long(x)), longs_of(x * 10 + 3)) };
    "const": |c, s| { let x = edge(c, 5); Call::one(format!("const {} true", s.long(x)), longs_of(x)) };
    "id": |c, s| { let xs = ties(c); Call::one(format!("id {}", s.ints(&xs)), ints(xs)) };
    "opaque": |c, s| { let xs = ties(c); Call::one(format!("opaque {}", s.ints(&xs)), ints(xs)) };
    "iterate": |c, s| {
        let n = [0, 1, 5, -1][c.below(4)];
        let value = (0..n).fold(3i32, |x, _| x * 2 - 1);
        Call::one(format!("iterate {} (\\x -> x * 2 - 1) 3i32", s.int(n)), int(value))
    };
    "iterate_until": |c, s| {
        let (x, value) = doubled_to_eight(c);
        Call::one(format!("iterate_until (>= 8) (\\x -> x * 2 + 1) {}", s.int(x)), int(value))
    };
    "iterate_while": |c, s| {
        let (x, value) = doubled_to_eight(c);
        Call::one(format!("iterate_while (< 8) (\\x -> x * 2 + 1) {}", s.int(x)), int(value))
    };
    "not": |c, s| { let xs = { let n = count(c); half_truths(c, n) }; Call::one(format!("map not {}", s.truths(&xs)), super::truths(xs.iter().map(|x| !x).collect::<Vec<_>>())) };
    "sum": |c, s| {
        let xs = ties(c);
        Call::one(format!("i32.sum {}", s.ints(&xs)), int(xs.iter().sum()))
    };
    "product": |c, s| {
        let xs: Vec<i32> = ties(c).iter().map(|x| x + 2).collect();
        Call::one(format!("i32.product {}", s.ints(&xs)), int(xs.iter().fold(1i32, |a, x| a.wrapping_mul(*x))))
    };
    "minimum": |c, s| minimal(c, s, "minimum");
    "maximum": |c, s| minimal(c, s, "maximum");
    "get_bit": |c, s| {
        let (x, k) = (-7i32, [0, 31, 30, 3][c.below(4)]);
        Call::one(format!("i32.get_bit {k} {}", s.int(x)), int(x >> k & 1))
    };
    "set_bit": |c, s| {
        let (x, k, b) = ([-7i32, 12][c.below(2)], [0, 31, 30, 3][c.below(4)], c.below(2) as i32);
        Call::one(format!("i32.set_bit {k} {} {b}", s.int(x)), int(x & !(1 << k) | b << k))
    };
    "comparisons": |c, s| {
        let n = count(c);
        let (xs, ys) = (strange(c, n), strange(c, n));
        let all: Vec<bool> = xs.iter().zip(&ys).map(|(x, y)| x < y || x.is_nan()).collect();
        Call::one(
            format!("map2 (\\x y -> (x <= y && x != y) || f32.isnan x) {} {}", s.floats(&xs), s.floats(&ys)),
            super::truths(all),
        )
    };
};

/// A number, and what it becomes by `2 * x + 1` until that is 8 at least.
fn doubled_to_eight(c: &mut Choices) -> (i32, i32) {
    let x = [7, 8, 9, 1][c.below(4)];
    let mut value = x;
    while value < 8 {
        value = value * 2 + 1;
    }
    (x, value)
}

fn longs_of(x: i64) -> super::Output {
    super::Output::scalar(PrimValue::I64(x))
}

/// What a flattened map of repetitions gives: sizes, where rows begin, offsets, elements.
fn repeated(xs: &[i64]) -> (super::Output, super::Output, super::Output, super::Output) {
    let mut flags = Vec::new();
    let mut all = Vec::new();
    let mut offsets = Vec::new();
    for x in xs {
        offsets.push(all.len() as i64);
        for k in 0..*x {
            flags.push(k == 0);
            all.push(*x);
        }
    }
    (
        longs(xs.to_vec()),
        super::truths(flags),
        longs(offsets),
        longs(all),
    )
}
