//! Models of Dex's library.

mod instances;

use super::{
    Call, Given, Library, Model, Sheet, count, edge, float, floats, half_truths, int, ints, models, nearly,
    ordered, places, shaped, some, sorted, strange, tied, ties, truth, truths, within,
};
use crate::Choices;
use crate::kit::{joined, tuple};
use crate::meant::Output;
use crate::numbers::programs::dex as base;

/// Dex's library.
pub static DEX: Library = Library {
    ending: "dx",
    models: MODELS,
    without: &[
        (
            "derivatives, which slopes are about",
            "linearize jvp transposeLinear vjp grad deriv derivRev checkDerivBase checkDeriv",
        ),
        (
            "conversions, which numbers are about",
            "F64ToF FToF64 F32ToF FToF32 I64ToI IToI64 I32ToI IToI32 W8ToI IToW8 IToF FToI float64Of",
        ),
        (
            "handlers and monoids, which operators are about",
            "get (:=) ask (+=) fstRef sndRef runState withState yieldState runReader withReader AddMonoid \
             MulMonoid runAccum yieldAccum runAccumVector yieldAccumVector catch throw assert liftState",
        ),
        (
            "index sets, which edges are about",
            "ordinal unsafeFromOrdinal fromOrdinal asidx (@) unsafeCastTable Range Fin",
        ),
        ("types", "Ref ListMonoid ParserHandle"),
        ("what ends a run", "error todo unreachable"),
        ("primitive functions, which numbers are about", "atan2 atan lbeta"),
        (
            "random numbers: the cases have what Dex gives",
            "threefryRotate threefryRound threefry threefryWords hash newKey ixkey ixkey2 many splitKey \
             rand randVec randMat randn randnVec randInt bern randIdx categoricalFromCDF categorical \
             categoricalBatch",
        ),
        (
            "parts of records and sums, which no order has anything to do with",
            "appIso revIso flipIso (&>>) (<<&) getAt popAt pushAt setAt exceptLens overLens overFields \
             matchWith buildWith swappedEither exceptPrism rightOfEmpty sliceFields",
        ),
        (
            "complex numbers, of elementary functions of their parts",
            "complex_exp complex_log complex_exp2 complex_log2 complex_log10 complex_log1p complex_pow \
             complex_sqrt complex_sin complex_cos complex_sinh complex_cosh complex_tan complex_tanh",
        ),
        (
            "parts of parsers, which whole ones are made of",
            "parse fromOrdinalExc indexList push parseAny return parseDigit parseUnsignedInt bracketed \
             runParserPartial",
        ),
        (
            "parts of showing a number, which `show` is asked about as a whole",
            "decimalDigits withoutZeros spliced showPositive showFloat",
        ),
        (
            "rounds of loops: iteration is asked about as a whole",
            "while iter dex_test_mode",
        ),
    ],
    dull: "id const flip fst snd swap dup uncurry (<<<) (>>>) (|>) not (&&) (||) select BToI BToF \
           codepoint isNothing isJust maybe BToW8 W8ToB fromJust size iota fanout map (.*) (*.) neg sq",
    often: &[
        "instances of numbers",
        "instances of Floating",
        "instances of Monoid",
        "instances of Eq and Ord",
    ],
    together: 4,
    program: |sheet, calls| {
        let typed = |k: usize| {
            let (of, shape) = &sheet.parameters[k];
            format!("(a{k} : {}) ", nested(shape, base(*of)))
        };
        let head = |name: &str, reads: std::ops::Range<usize>, calls: &[Call]| {
            let outputs = calls.iter().flat_map(|call| &call.outputs);
            let types = joined(" & ", outputs.map(|own| nested(&own.shape, base(own.of))));
            match reads.is_empty() {
                true => format!("{name} ="),
                false => format!("def {name} {}: ({types}) =", reads.map(typed).collect::<String>()),
            }
        };
        let (mut text, mut lines, mut results) = (String::new(), String::new(), Vec::new());
        for (k, call) in calls.iter().enumerate() {
            let own: Vec<String> = (0..call.results.len()).map(|j| format!("r{k}j{j}")).collect();
            let read: String = call.reads.clone().map(|k| format!(" a{k}")).collect();
            let head = head(
                &format!("call{k}"),
                call.reads.clone(),
                std::slice::from_ref(call),
            );
            text += &format!("{head}\n{}  {}\n\n", call.before, tuple(&call.results));
            lines += &format!("  {} = call{k}{read}\n", tuple(&own));
            results.extend(own);
        }
        let imported = if text.contains("runParser") {
            "import parser\n\n"
        } else {
            ""
        };
        let head = head("main", 0..sheet.parameters.len(), calls);
        format!("{imported}{text}{head}\n{lines}  {}\n", tuple(&results))
    },
};

/// `(Fin 2 => (Fin 3 => Int))`
fn nested(shape: &[usize], element: &str) -> String {
    shape
        .iter()
        .rev()
        .fold(element.to_owned(), |text, n| format!("(Fin {n} => {text})"))
}

/// What a list of integers is: its length, and its elements as a table that is so long.
fn listed(text: String, element: &str, meant: Vec<i32>) -> Call {
    let m = meant.len();
    let all: Vec<Given> = vec![
        ("n".to_owned(), int(m as i32)),
        (
            format!(
                "(for i:(Fin {m}). {})",
                element.replace('$', "(xs.((ordinal i)@_))")
            ),
            ints(meant),
        ),
    ];
    Call::new(all).after(format!("  (AsList n xs) = {text}\n"))
}

/// The text that is shown.
fn shown(text: String, meant: &str) -> Call {
    listed(text, "W8ToI $", meant.bytes().map(i32::from).collect())
}

/// Keys with their places.
fn keyed(c: &mut Choices, s: &mut Sheet, all: Vec<i32>) -> (Vec<(i32, i32)>, String) {
    let carried = if c.one_in(3) {
        places(all.len()).into_iter().rev().collect()
    } else {
        places(all.len())
    };
    let text = format!(
        "(for i:(Fin {}). ({}.i, {}.i))",
        all.len(),
        s.ints(&all),
        s.ints(&carried)
    );
    (all.into_iter().zip(carried).collect(), text)
}

/// The place of the last element than which none is better: of two that are alike the second is taken.
fn last_best(xs: &[i32], better: fn(i32, i32) -> bool) -> i32 {
    let mut best = 0;
    for (k, x) in xs.iter().enumerate() {
        if !better(xs[best], *x) {
            best = k;
        }
    }
    best as i32
}

/// `f` of a table of keyed elements, which gives one of them: the last of those that are alike, as `minBy` and `maxBy` of two take the second.
fn extreme(c: &mut Choices, s: &mut Sheet, name: &str, is_before: fn(i32, i32) -> bool) -> Call {
    let xs = some(c);
    let (all, text) = keyed(c, s, xs);
    let first = all[0];
    let best = all
        .iter()
        .fold(first, |a, b| if is_before(a.0, b.0) { a } else { *b });
    Call::new([
        ("fst r".to_owned(), int(best.0)),
        ("snd r".to_owned(), int(best.1)),
    ])
    .after(format!("  r = {name} fst {text}\n"))
}

/// A table of tables, none of which is empty.
fn boxed(c: &mut Choices, dimensions: usize) -> (Vec<usize>, Vec<i32>) {
    let shape: Vec<usize> = (0..dimensions).map(|_| 1 + c.below(3)).collect();
    let xs = tied(c, shape.iter().product());
    (shape, xs)
}

fn maybe(text: &str) -> String {
    format!("maybe (-1) ordinal ({text})")
}

fn place(at: Option<usize>) -> Output {
    int(at.map_or(-1, |k| k as i32))
}

/// A question about two floats, one by one.
fn compared(c: &mut Choices, s: &mut Sheet, op: &str, holds: fn(f32, f32) -> bool) -> Call {
    let n = count(c);
    let (xs, ys) = (strange(c, n), strange(c, n));
    let (a, b) = (s.floats(&xs), s.floats(&ys));
    let all: Vec<bool> = xs.iter().zip(&ys).map(|(x, y)| holds(*x, *y)).collect();
    Call::one(format!("for i:(Fin {n}). {a}.i {op} {b}.i"), truths(all))
}

/// The same of tables and of pairs, whose first part decides unless it is equal.
fn ordered_by_parts(c: &mut Choices, s: &mut Sheet, op: &str, holds: fn(std::cmp::Ordering) -> bool) -> Call {
    let n = count(c);
    let (xs, mut ys) = (tied(c, n), tied(c, n));
    if c.below(2) == 0 {
        ys.clone_from(&xs);
        if let (0, Some(last)) = (c.below(2), ys.last_mut()) {
            *last += 1;
        }
    }
    let (a, b) = (s.ints(&xs), s.ints(&ys));
    let of = |k: usize| (xs.get(k).copied().unwrap_or(0), ys.get(k).copied().unwrap_or(0));
    let ((x, y), (z, w)) = (of(0), of(n.saturating_sub(1)));
    let head = if n == 0 {
        ("0".to_owned(), "0".to_owned(), "0".to_owned(), "0".to_owned())
    } else {
        let last = n - 1;
        (
            format!("{a}.(0@_)"),
            format!("{a}.({last}@_)"),
            format!("{b}.(0@_)"),
            format!("{b}.({last}@_)"),
        )
    };
    Call::new([
        (format!("({a} {op} {b})"), truth(holds(xs.cmp(&ys)))),
        (
            format!("(({}, {}) {op} ({}, {}))", head.0, head.1, head.2, head.3),
            truth(holds((x, z).cmp(&(y, w)))),
        ),
    ])
}

fn orders(
    c: &mut Choices,
    s: &mut Sheet,
    op: &str,
    of_floats: fn(f32, f32) -> bool,
    of_parts: fn(std::cmp::Ordering) -> bool,
) -> Call {
    match c.below(4) {
        0 => compared(c, s, op, of_floats),
        1 => {
            let n = count(c);
            let (xs, ys) = (tied(c, n), tied(c, n));
            let (a, b) = (s.ints(&xs), s.ints(&ys));
            // Below zero a byte is large.
            let (of, is_byte) = [("IToI64", false), ("FToF64 $ IToF", false), ("IToW8", true)][c.below(3)];
            let key = |x: i32| if is_byte { x & 255 } else { x };
            let all: Vec<bool> = xs
                .iter()
                .zip(&ys)
                .map(|(x, y)| of_parts(key(*x).cmp(&key(*y))))
                .collect();
            Call::one(
                format!("for i:(Fin {n}). ({of} {a}.i) {op} ({of} {b}.i)"),
                truths(all),
            )
        }
        // Not every order of tables is one of the library's.
        _ => ordered_by_parts(c, s, op, of_parts),
    }
}

fn two_floats(c: &mut Choices, s: &mut Sheet, text: &str, f: fn(f32, f32) -> f32) -> Call {
    let n = count(c);
    let (xs, ys) = (strange(c, n), strange(c, n));
    let (a, b) = (s.floats(&xs), s.floats(&ys));
    let all: Vec<f32> = xs.iter().zip(&ys).map(|(x, y)| f(*x, *y)).collect();
    Call::one(format!("for i:(Fin {n}). {text} {a}.i {b}.i"), floats(all))
}

fn one_float(c: &mut Choices, s: &mut Sheet, text: &str, f: fn(f32) -> f32) -> Call {
    let n = count(c);
    let xs: Vec<f32> = match c.below(3) {
        0 => strange(c, n),
        _ => (0..n).map(|_| (c.below(24) as f32 - 12.0) / 4.0).collect(),
    };
    let a = s.floats(&xs);
    let is_of_all = ["abs", "round", "floor", "ceil"].contains(&text);
    let text = match c.below(4) {
        2 if is_of_all => format!("for i:(Fin {n}). F64ToF ({text} (FToF64 {a}.i))"),
        3 if is_of_all && text != "abs" => format!("{text} {a}"),
        _ => format!("for i:(Fin {n}). {text} {a}.i"),
    };
    Call::one(text, floats(xs.iter().map(|x| f(*x)).collect::<Vec<_>>()))
}

/// A number as Dex shows it: nine digits without zeros at the end, with an exponent where the point is far away.
fn show(x: f32) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    let sign = if x < 0.0 { "-" } else { "" };
    if x == 0.0 {
        return "0".to_owned();
    }
    if x.is_infinite() {
        return format!("{sign}inf");
    }
    let written = format!("{:.8e}", f64::from(x.abs()));
    let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let pointed = |whole: &str, fraction: &str| match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        rest => format!("{whole}.{rest}"),
    };
    let text = if !(-4..9).contains(&exponent) {
        let sign = if exponent < 0 { "-" } else { "+" };
        format!(
            "{}e{sign}{:02}",
            pointed(&digits[..1], &digits[1..]),
            exponent.abs()
        )
    } else if exponent < 0 {
        pointed("0", &format!("{}{digits}", "0".repeat((-exponent - 1) as usize)))
    } else {
        let at = exponent as usize + 1;
        pointed(&digits[..at], &digits[at..])
    };
    format!("{sign}{text}")
}

/// A text parsed as a whole; -1 if it cannot be.
fn parsed(text: &str, parser: &str, value: &str, meant: i32) -> Call {
    Call::one(
        "maybe (-1) (\\x. VALUE) found".replace("VALUE", value),
        int(meant),
    )
    .after(format!("  found = runParser \"{text}\" {parser}\n"))
}

/// A function of complex numbers, of quarters.
fn complex(c: &mut Choices, s: &mut Sheet, name: &str, f: fn(f32, f32) -> (f32, f32)) -> Call {
    let quarter = |c: &mut Choices| (c.below(13) as f32 - 6.0) / 4.0;
    let (a, b) = (quarter(c), quarter(c));
    let (x, y) = f(a, b);
    Call::new([("x".to_owned(), nearly_one(x)), ("y".to_owned(), nearly_one(y))]).after(format!(
        "  (MkComplex x y) = {name} (MkComplex {} {})\n",
        s.float(a),
        s.float(b)
    ))
}

/// A float, whichever sign a zero has.
fn nearly_one(x: f32) -> Output {
    Output {
        shape: vec![],
        ..nearly([x], 0.0)
    }
}

/// The corner below a complex number: the nearest of three corners of its unit square from which what is left has parts with a sum below one.
fn corner(a: f32, b: f32) -> (f32, f32) {
    let (x, y) = (a - a.floor(), b - b.floor());
    let right = x + y >= 1.0 && x >= y;
    let above = x + y >= 1.0 && x < y;
    (
        a.floor() + f32::from(u8::from(right)),
        b.floor() + f32::from(u8::from(above)),
    )
}

fn halves_away(x: f32) -> f32 {
    x.round()
}

const MODELS: &[Model] = models! {
    "(==)": |c, s| orders(c, s, "==", |x, y| x == y, |o| o.is_eq());
    "(/=)": |c, s| orders(c, s, "/=", |x, y| x != y, |o| o.is_ne());
    "(<)": |c, s| orders(c, s, "<", |x, y| x < y, |o| o.is_lt());
    "(>)": |c, s| orders(c, s, ">", |x, y| x > y, |o| o.is_gt());
    "(<=)": |c, s| orders(c, s, "<=", |x, y| x <= y, |o| o.is_le());
    "(>=)": |c, s| orders(c, s, ">=", |x, y| x >= y, |o| o.is_ge());
    "compare": |c, s| {
        let n = count(c);
        let (xs, ys) = (tied(c, n), tied(c, n));
        let (a, b) = (s.ints(&xs), s.ints(&ys));
        let all: Vec<i32> = xs.iter().zip(&ys).map(|(x, y)| x.cmp(y) as i32).collect();
        Call::one(format!("for i:(Fin {n}). case compare {a}.i {b}.i of\n    LT -> -1\n    EQ -> 0\n    GT -> 1"), ints(all))
    };
    "orderOf": |c, s| {
        let n = count(c);
        let (xs, mut ys) = (tied(c, n), tied(c, n));
        if c.below(2) == 0 { ys.clone_from(&xs); }
        let (a, b) = (s.ints(&xs), s.ints(&ys));
        Call::one(format!("case orderOf {a} {b} of\n    LT -> -1\n    EQ -> 0\n    GT -> 1"), int(xs.cmp(&ys) as i32))
    };
    "abs": |c, s| one_float(c, s, "abs", |x| if x > 0.0 { x } else { 0.0 - x });
    "min": |c, s| two_floats(c, s, "min", |x, y| if x < y { x } else { y });
    "max": |c, s| two_floats(c, s, "max", |x, y| if x > y { x } else { y });
    "minBy": |c, s| {
        let x = c.below(3) as i32;
        let y = c.below(3) as i32;
        let text = format!("snd (minBy fst ({}, 1) ({}, 2))", s.int(x), s.int(y));
        Call::one(text, int(if x < y { 1 } else { 2 }))
    };
    "maxBy": |c, s| {
        let x = c.below(3) as i32;
        let y = c.below(3) as i32;
        let text = format!("snd (maxBy fst ({}, 1) ({}, 2))", s.int(x), s.int(y));
        Call::one(text, int(if x > y { 1 } else { 2 }))
    };
    // ---- Search
    "tail": |c, s| {
        let xs = ties(c);
        let k = within(c, xs.len());
        let a = s.ints(&xs);
        listed(format!("tail {a} {k}"), "$", xs[k..].to_vec())
    };
    "argFilter": |c, s| {
        let xs = ties(c);
        let kept: Vec<i32> = xs.iter().enumerate().filter(|(_, x)| **x >= 0).map(|(k, _)| k as i32).collect();
        listed(format!("argFilter (\\x. x >= 0) {}", s.ints(&xs)), "ordinal $", kept)
    };
    "argscan": |c, s| {
        let xs = some(c);
        match c.below(2) {
            0 => Call::one(format!("ordinal (argscan (>) {})", s.ints(&xs)), int(last_best(&xs, |x, y| x > y))),
            _ => Call::one(format!("ordinal (argscan (<) {})", s.ints(&xs)), int(last_best(&xs, |x, y| x < y))),
        }
    };
    "argmax": |c, s| { let xs = some(c); Call::one(format!("ordinal (argmax {})", s.ints(&xs)), int(last_best(&xs, |x, y| x > y))) };
    "argmin": |c, s| { let xs = some(c); Call::one(format!("ordinal (argmin {})", s.ints(&xs)), int(last_best(&xs, |x, y| x < y))) };
    "clip": |c, s| {
        let n = count(c);
        let xs = tied(c, n);
        Call::one(format!("for i:(Fin {n}). clip (0, 1) {}.i", s.ints(&xs)), ints(xs.iter().map(|x| (*x).clamp(0, 1)).collect::<Vec<_>>()))
    };
    "searchSorted": |c, s| {
        let xs = sorted(c);
        let x = [0, 1, -1, 9, -9, 2][c.below(6)];
        let at = xs.iter().filter(|y| **y <= x).count().checked_sub(1);
        let a = s.ints(&xs);
        Call::one(maybe(&format!("searchSorted {a} {}", s.int(x))), place(at))
    };
    "linearSearch": |c, s| {
        let xs = ties(c);
        let x = [0, 1, -1, 9][c.below(4)];
        // What is found last stays.
        let at = xs.iter().rposition(|y| *y == x);
        let a = s.ints(&xs);
        Call::one(maybe(&format!("linearSearch {a} {}", s.int(x))), place(at))
    };
    "reverse": |c, s| { let xs = ties(c); Call::one(format!("reverse {}", s.ints(&xs)), ints(xs.into_iter().rev())) };
    "padTo": |c, s| {
        let xs = ties(c);
        let m = [xs.len(), xs.len() + 1, xs.len().saturating_sub(1), 0, 5][c.below(5)];
        let all: Vec<i32> = (0..m).map(|k| xs.get(k).copied().unwrap_or(7)).collect();
        Call::one(format!("padTo (Fin {m}) 7 {}", s.ints(&xs)), ints(all))
    };
    "idivCeil": |c, s| {
        let (x, y) = ([0, 1, 5, 6, 7, 12][c.below(6)], [1, 2, 3, 6][c.below(4)]);
        Call::one(format!("idivCeil {} {}", s.int(x), s.int(y)), int((x + y - 1) / y))
    };
    "fromJust": |c, s| { let x = c.below(3) as i32; Call::one(format!("fromJust (Just {})", s.int(x)), int(x)) };
    "anySat": |c, s| { let xs = ties(c); Call::one(format!("anySat (\\x. x > 0) {}", s.ints(&xs)), truth(xs.iter().any(|x| *x > 0))) };
    "seqMaybes": |c, s| {
        let xs = ties(c);
        let n = xs.len();
        let all = xs.iter().all(|x| *x >= 0);
        let text = format!("maybe (-1) sum (seqMaybes (for i:(Fin {n}). if {0}.i >= 0 then Just {0}.i else Nothing))", s.ints(&xs));
        Call::one(text, int(if all { xs.iter().sum() } else { -1 }))
    };
    "axis1": |c, s| {
        let (shape, xs) = boxed(c, 3);
        let [l, m, n] = [shape[0], shape[1], shape[2]];
        let all: Vec<i32> = (0..m).flat_map(|j| (0..l).map(move |i| (i, j))).flat_map(|(i, j)| (0..n).map(move |k| (i * m + j) * n + k)).map(|k| xs[k]).collect();
        Call::one(format!("axis1 {}", s.shaped(&shape, &xs)), shaped(&[m, l, n], all))
    };
    "axis2": |c, s| {
        let (shape, xs) = boxed(c, 3);
        let [l, m, n] = [shape[0], shape[1], shape[2]];
        let all: Vec<i32> = (0..n).flat_map(|k| (0..l).map(move |i| (k, i))).flat_map(|(k, i)| (0..m).map(move |j| (i * m + j) * n + k)).map(|k| xs[k]).collect();
        Call::one(format!("axis2 {}", s.shaped(&shape, &xs)), shaped(&[n, l, m], all))
    };
    "inner": |c, s| {
        let a = [c.below(3) as f32, 2.0];
        let b = [1.0, c.below(3) as f32 - 1.0, 3.0];
        let sum: f32 = (0..2).flat_map(|i| (0..3).map(move |j| (i, j))).map(|(i, j)| a[i] * (i * 3 + j) as f32 * b[j]).sum();
        let text = format!("inner {} (for i:(Fin 2) j:(Fin 3). IToF (ordinal i * 3 + ordinal j)) {}", s.floats(&a), s.floats(&b));
        Call::one(text, float(sum))
    };
    // ---- Tables
    "size": |c, _s| { let n = count(c); Call::one(format!("size (Fin {n})"), int(n as i32)) };
    "iota": |c, _s| { let n = count(c); Call::one(format!("for i:(Fin {n}). (iota (Fin {n})).i"), ints(places(n))) };
    "map": |c, s| { let xs = ties(c); Call::one(format!("map (\\x. 3 - x * 2) {}", s.ints(&xs)), ints(xs.iter().map(|x| 3 - x * 2).collect::<Vec<_>>())) };
    "zip": |c, s| {
        let n = count(c);
        let (xs, ys) = (tied(c, n), tied(c, n));
        let text = format!("map (\\(x, y). x * 10 - y) (zip {} {})", s.ints(&xs), s.ints(&ys));
        Call::one(text, ints(xs.iter().zip(&ys).map(|(x, y)| x * 10 - y).collect::<Vec<_>>()))
    };
    "unzip": |c, s| {
        let xs = ties(c);
        let (all, text) = keyed(c, s, xs);
        Call::new([("fst r".to_owned(), ints(all.iter().map(|x| x.0))), ("snd r".to_owned(), ints(all.iter().map(|x| x.1)))])
            .after(format!("  r = unzip {text}\n"))
    };
    "fanout": |c, s| { let n = count(c); Call::one(format!("for i:(Fin {n}). (fanout (Fin {n}) {}).i", s.int(4)), ints(vec![4; n])) };
    "transpose": |c, s| {
        let (shape, xs) = boxed(c, 2);
        let [m, n] = [shape[0], shape[1]];
        let all: Vec<i32> = (0..n).flat_map(|j| (0..m).map(move |i| i * n + j)).map(|k| xs[k]).collect();
        Call::one(format!("for j i. (transpose {}).j.i", s.shaped(&shape, &xs)), shaped(&[n, m], all))
    };
    "reindex": |c, s| {
        let xs = some(c);
        let n = xs.len();
        let text = format!("reindex (\\i:(Fin {n}). ({} - ordinal i)@(Fin {n})) {}", n - 1, s.ints(&xs));
        Call::one(text, ints(xs.into_iter().rev()))
    };
    "scan": |c, s| {
        let xs = ties(c);
        let n = xs.len();
        let mut sum = 1i32;
        let all: Vec<i32> = xs.iter().map(|x| { let y = sum.wrapping_sub(*x); sum = sum.wrapping_mul(2).wrapping_sub(*x); y }).collect();
        let text = format!("scan 1 (\\i:(Fin {n}) a. (a * 2 - {0}.i, a - {0}.i))", s.ints(&xs));
        Call::new([("fst r".to_owned(), int(sum)), ("snd r".to_owned(), ints(all))]).after(format!("  r = {text}\n"))
    };
    "fold": |c, s| {
        let xs = ties(c);
        let n = xs.len();
        let sum = xs.iter().fold(1i32, |a, x| a.wrapping_mul(2).wrapping_sub(*x));
        Call::one(format!("fold 1 (\\i:(Fin {n}) a. a * 2 - {}.i)", s.ints(&xs)), int(sum))
    };
    "scan'": |c, s| {
        let xs = ties(c);
        let n = xs.len();
        let mut sum = 1i32;
        let all: Vec<i32> = xs.iter().map(|x| { sum = sum.wrapping_mul(2).wrapping_sub(*x); sum }).collect();
        Call::one(format!("scan' 1 (\\i:(Fin {n}) a. a * 2 - {}.i)", s.ints(&xs)), ints(all))
    };
    "reduce": |c, s| {
        let xs = ties(c);
        let (all, text) = keyed(c, s, xs);
        // The first of those that are least.
        let best = all.iter().fold((100, -1), |a, b| if b.0 < a.0 { *b } else { a });
        Call::new([("fst r".to_owned(), int(best.0)), ("snd r".to_owned(), int(best.1))])
            .after(format!("  r = reduce (100, -1) (\\(a, i) (b, j). if b < a then (b, j) else (a, i)) {text}\n"))
    };
    "fsum": |c, s| { let n = count(c); let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32 / 2.0).collect(); Call::one(format!("fsum {}", s.floats(&xs)), float(xs.iter().sum::<f32>() + 0.0)) };
    "sum": |c, s| { let xs = ties(c); Call::one(format!("sum {}", s.ints(&xs)), int(xs.iter().sum())) };
    "prod": |c, s| { let xs: Vec<i32> = ties(c).iter().map(|x| x + 2).collect(); Call::one(format!("prod {}", s.ints(&xs)), int(xs.iter().fold(1i32, |a, x| a.wrapping_mul(*x)))) };
    "mean": |c, s| {
        let n = [1, 2, 4, 8][c.below(4)];
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        Call::one(format!("mean {}", s.floats(&xs)), float(xs.iter().sum::<f32>() / n as f32 + 0.0))
    };
    "std": |c, s| {
        let n = [1, 2, 4, 8][c.below(4)];
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        let mean = |f: fn(f32) -> f32| xs.iter().map(|x| f(*x)).sum::<f32>() / n as f32;
        let value = (mean(|x| x * x) - mean(|x| x) * mean(|x| x)).sqrt();
        Call::one(format!("for _:(Fin 1). std {}", s.floats(&xs)), nearly([value], 1e-5))
    };
    "any": |c, s| { let n = count(c); let xs = half_truths(c, n); Call::one(format!("any {}", s.truths(&xs)), truth(xs.iter().any(|x| *x))) };
    "all": |c, s| { let n = count(c); let xs = half_truths(c, n); Call::one(format!("all {}", s.truths(&xs)), truth(xs.iter().all(|x| *x))) };
    "applyN": |c, s| {
        let n = [0, 1, 2, 5][c.below(4)];
        Call::one(format!("applyN {} 3 (\\x. x * 2 - 1)", s.int(n)), int((0..n).fold(3, |x, _| x * 2 - 1)))
    };
    "linspace": |c, s| {
        let n = [1, 2, 4, 8][c.below(4)];
        let all: Vec<f32> = (0..n).map(|k| -1.0 + k as f32 * (4.0 / n as f32)).collect();
        Call::one(format!("linspace (Fin {n}) {} {}", s.float(-1.0), s.float(3.0)), floats(all))
    };
    "vdot": |c, s| {
        let n = count(c);
        let (xs, ys): (Vec<f32>, Vec<f32>) = (tied(c, n).iter().map(|x| *x as f32).collect(), tied(c, n).iter().map(|x| *x as f32).collect());
        Call::one(format!("vdot {} {}", s.floats(&xs), s.floats(&ys)), float(xs.iter().zip(&ys).map(|(x, y)| x * y).sum::<f32>() + 0.0))
    };
    "dot": |c, s| {
        let n = count(c);
        let (xs, ys): (Vec<f32>, Vec<f32>) = (tied(c, n).iter().map(|x| *x as f32).collect(), tied(c, n).iter().map(|x| *x as f32).collect());
        Call::one(format!("dot {} {}", s.floats(&xs), s.floats(&ys)), float(xs.iter().zip(&ys).map(|(x, y)| x * y).sum::<f32>() + 0.0))
    };
    "(**)": |c, s| {
        let k = c.below(5) as f32;
        // The product of [[1, 2], [3, k]] and [[0, 1], [1, 1]].
        let text = format!("(for i:(Fin 2) j:(Fin 2). {}.(((ordinal i) * 2 + ordinal j)@_)) ** (for i:(Fin 2) j:(Fin 2). select ((ordinal i + ordinal j) == 0) 0.0 1.0)", s.floats(&[1.0, 2.0, 3.0, k]));
        let m = "m".to_owned();
        Call::new([(format!("(for i. {m}.i.(0@_))"), floats([2.0, k])), (format!("(for i. {m}.i.(1@_))"), floats([3.0, 3.0 + k]))]).after(format!("  m = {text}\n"))
    };
    "(**.)": |c, s| {
        let k = c.below(5) as f32;
        let text = format!("(for i:(Fin 2) j:(Fin 3). IToF (ordinal i * 3 + ordinal j)) **. {}", s.floats(&[1.0, k, 2.0]));
        Call::one(text, floats([k + 4.0, 3.0 + 4.0 * k + 10.0]))
    };
    "(.**)": |c, s| {
        let k = c.below(5) as f32;
        let text = format!("{} .** (for i:(Fin 2) j:(Fin 3). IToF (ordinal i * 3 + ordinal j))", s.floats(&[1.0, k, 2.0]));
        Call::one(text, floats([k + 4.0, 3.0 + 4.0 * k + 10.0]))
    };
    "eye": |c, _s| {
        let n = 1 + c.below(4);
        let all: Vec<i32> = (0..n * n).map(|k| i32::from(k % (n + 1) == 0)).collect();
        Call::one(format!("(for i:(Fin {n}) j:(Fin {n}). BToI (eye.i.j == 1))"), shaped(&[n, n], all))
    };
    "cumSum": |c, s| {
        let n = count(c);
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        let mut sum = 0.0;
        let all: Vec<f32> = xs.iter().map(|x| { sum += x; sum }).collect();
        Call::one(format!("cumSum {}", s.floats(&xs)), floats(all))
    };
    "(~~)": |c, s| {
        let (x, y) = ([1.0, 0.0, -2.0][c.below(3)], [1.0, 1.00005, 1.001, 0.0, 0.000001, -2.0001][c.below(6)]);
        let is_close = (f64::from(x) - f64::from(y)).abs() <= 0.00001 + 0.0001 * f64::from(y).abs();
        Call::one(format!("{} ~~ {}", s.float(x), s.float(y)), truth(is_close))
    };
    "isnan": |c, s| { let n = count(c); let xs = strange(c, n); Call::one(format!("map isnan {}", s.floats(&xs)), truths(xs.iter().map(|x| x.is_nan()).collect::<Vec<_>>())) };
    "isinf": |c, s| { let n = count(c); let xs = strange(c, n); Call::one(format!("map isinf {}", s.floats(&xs)), truths(xs.iter().map(|x| x.is_infinite()).collect::<Vec<_>>())) };
    "sign": |c, s| one_float(c, s, "sign", |x| if x.is_nan() || x == 0.0 { x } else { x.signum() });
    "logsumexp": |c, s| {
        let n = 1 + c.below(5);
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        let value = xs.iter().map(|x| f64::from(*x).exp()).sum::<f64>().ln();
        Call::one(format!("for _:(Fin 1). logsumexp {}", s.floats(&xs)), nearly([value as f32], 1e-4))
    };
    "logsoftmax": |c, s| {
        let n = 1 + c.below(5);
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        let total = xs.iter().map(|x| f64::from(*x).exp()).sum::<f64>().ln();
        let all: Vec<f32> = xs.iter().map(|x| (f64::from(*x) - total) as f32).collect();
        Call::one(format!("logsoftmax {}", s.floats(&xs)), nearly(all, 1e-4))
    };
    "softmax": |c, s| {
        let n = 1 + c.below(5);
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        let total = xs.iter().map(|x| f64::from(*x).exp()).sum::<f64>();
        let all: Vec<f32> = xs.iter().map(|x| (f64::from(*x).exp() / total) as f32).collect();
        Call::one(format!("softmax {}", s.floats(&xs)), nearly(all, 1e-4))
    };
    "evalpoly": |c, s| {
        let n = count(c);
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        // The first coefficient is of the highest power.
        let value = xs.iter().fold(0.0f32, |a, x| x + 2.0 * a);
        Call::one(format!("evalpoly {} {}", s.floats(&xs), s.float(2.0)), float(value + 0.0))
    };
    "listLength": |c, s| { let xs = ties(c); Call::one(format!("listLength (toList {})", s.ints(&xs)), int(xs.len() as i32)) };
    "castTable": |c, s| {
        let xs = some(c);
        let n = xs.len();
        let m = [n, n + 1, n - 1][c.below(3)];
        let all: Vec<i32> = (0..m).map(|k| xs.get(k).copied().unwrap_or(0)).collect();
        Call::one(format!("castTable (Fin {m}) {}", s.ints(&xs)), ints(all)).if_defined(m == n)
    };
    "toList": |c, s| { let xs = ties(c); listed(format!("toList {}", s.ints(&xs)), "$", xs) };
    "append": |c, s| {
        let xs = ties(c);
        let n = xs.len();
        let text = format!("yieldAccum (ListMonoid Int) \\list. for i:(Fin {n}). if {0}.i >= 0 then append list {0}.i", s.ints(&xs));
        listed(text, "$", xs.into_iter().filter(|x| *x >= 0).collect())
    };
    "(<>)": |c, s| { let (xs, ys) = (ties(c), ties(c)); listed(format!("toList {} <> toList {}", s.ints(&xs), s.ints(&ys)), "$", [xs, ys].concat()) };
    "filter": |c, s| {
        let xs = ties(c);
        let (all, text) = keyed(c, s, xs);
        listed(format!("filter (\\(k, _). k >= 0) {text}"), "snd $", all.iter().filter(|x| x.0 >= 0).map(|x| x.1).collect())
    };
    "concat": |c, s| {
        let all: Vec<Vec<i32>> = (0..1 + c.below(4)).map(|_| { let n = c.below(4); tied(c, n) }).collect();
        let lists = joined(", ", all.iter().map(|xs| format!("toList {}", s.ints(xs))));
        listed(format!("concat [{lists}]"), "$", all.concat())
    };
    "slice": |c, s| {
        let xs = ties(c);
        let k = within(c, xs.len());
        let m = xs.len() - k;
        let m = [m, m.saturating_sub(1), m + 1][c.below(3)];
        let own = xs.get(k..k + m);
        Call::one(format!("slice {} {k} (Fin {m})", s.ints(&xs)), ints(own.map_or(vec![0; m], <[i32]>::to_vec))).if_defined(own.is_some())
    };
    "head": |c, s| { let xs = ties(c); Call::one(format!("head {}", s.ints(&xs)), int(xs.first().copied().unwrap_or(0))).if_defined(!xs.is_empty()) };
    "minimumBy": |c, s| extreme(c, s, "minimumBy", |x, y| x < y);
    "maximumBy": |c, s| extreme(c, s, "maximumBy", |x, y| x > y);
    "minimum": |c, s| { let n = count(c).max(1); let xs = ordered(c, n); Call::one(format!("minimum {}", s.floats(&xs)), float(xs.iter().copied().fold(f32::INFINITY, f32::min))) };
    "maximum": |c, s| { let n = count(c).max(1); let xs = ordered(c, n); Call::one(format!("maximum {}", s.floats(&xs)), float(xs.iter().copied().fold(f32::NEG_INFINITY, f32::max))) };
    // ---- Functions, pairs, sums
    "id": |c, s| { let xs = ties(c); Call::one(format!("id {}", s.ints(&xs)), ints(xs)) };
    "const": |c, s| { let x = c.below(3) as i32; Call::one(format!("const {} True", s.int(x)), int(x)) };
    "flip": |c, s| { let x = c.below(3) as i32; Call::one(format!("flip (\\a b. a * 10 + b) {} 3", s.int(x)), int(30 + x)) };
    "fst": |c, s| { let x = c.below(3) as i32; Call::one(format!("fst ({}, 7)", s.int(x)), int(x)) };
    "snd": |c, s| { let x = c.below(3) as i32; Call::one(format!("snd (7, {})", s.int(x)), int(x)) };
    "swap": |c, s| { let x = c.below(3) as i32; Call::one(format!("fst (swap (7, {}))", s.int(x)), int(x)) };
    "dup": |c, s| { let x = c.below(3) as i32; Call::one(format!("snd (dup {})", s.int(x)), int(x)) };
    "uncurry": |c, s| { let x = c.below(3) as i32; Call::one(format!("uncurry (\\a b. a * 10 + b) ({}, 3)", s.int(x)), int(x * 10 + 3)) };
    "(<<<)": |c, s| { let x = c.below(3) as i32; Call::one(format!("((\\a. a * 2) <<< (\\a. a - 3)) {}", s.int(x)), int((x - 3) * 2)) };
    "(>>>)": |c, s| { let x = c.below(3) as i32; Call::one(format!("((\\a. a * 2) >>> (\\a. a - 3)) {}", s.int(x)), int(x * 2 - 3)) };
    "(|>)": |c, s| { let x = c.below(3) as i32; Call::one(format!("{} |> (\\a. a - 3)", s.int(x)), int(x - 3)) };
    "not": |c, s| { let n = count(c); let xs = half_truths(c, n); Call::one(format!("map not {}", s.truths(&xs)), truths(xs.iter().map(|x| !x).collect::<Vec<_>>())) };
    "(&&)": |c, s| { let (x, y) = (half_truths(c, 4), half_truths(c, 4)); Call::one(format!("for i:(Fin 4). {}.i && {}.i", s.truths(&x), s.truths(&y)), truths(x.iter().zip(&y).map(|(x, y)| *x && *y).collect::<Vec<_>>())) };
    "(||)": |c, s| { let (x, y) = (half_truths(c, 4), half_truths(c, 4)); Call::one(format!("for i:(Fin 4). {}.i || {}.i", s.truths(&x), s.truths(&y)), truths(x.iter().zip(&y).map(|(x, y)| *x || *y).collect::<Vec<_>>())) };
    "select": |c, s| { let xs = half_truths(c, 4); Call::one(format!("for i:(Fin 4). select {}.i 3 4", s.truths(&xs)), ints(xs.iter().map(|x| if *x { 3 } else { 4 }).collect::<Vec<_>>())) };
    "BToI": |c, s| { let xs = half_truths(c, 4); Call::one(format!("map BToI {}", s.truths(&xs)), ints(xs.iter().map(|x| i32::from(*x)).collect::<Vec<_>>())) };
    "BToF": |c, s| { let xs = half_truths(c, 4); Call::one(format!("map BToF {}", s.truths(&xs)), floats(xs.iter().map(|x| f32::from(u8::from(*x))).collect::<Vec<_>>())) };
    "codepoint": |_c, _s| Call::one("codepoint 'a'".to_owned(), int(97));
    "isNothing": |c, s| { let x = c.below(2) as i32; Call::one(format!("isNothing (if {} > 0 then Just 1 else Nothing)", s.int(x)), truth(x == 0)) };
    "isJust": |c, s| { let x = c.below(2) as i32; Call::one(format!("isJust (if {} > 0 then Just 1 else Nothing)", s.int(x)), truth(x > 0)) };
    "maybe": |c, s| { let x = c.below(2) as i32; Call::one(format!("maybe 9 (\\y. y + 1) (if {} > 0 then Just 1 else Nothing)", s.int(x)), int(if x > 0 { 2 } else { 9 })) };
    // ---- Arithmetic
    "mod": |c, s| {
        let (x, y) = ([0, 1, -1, 5, -5, 6, -6, 7, -7][c.below(9)], [1, 2, 3, 6, 7][c.below(5)]);
        Call::one(format!("mod {} {}", s.int(x), s.int(y)), int(i32::rem_euclid(x, y)))
    };
    "idiv": |c, s| {
        let (x, y) = ([0, 1, -1, 5, -5, 6, -6, 7, -7][c.below(9)], [1, 2, 3, -2, -7, 0][c.below(6)]);
        Call::one(format!("idiv {} {}", s.int(x), s.int(y)), int(x.checked_div(y).unwrap_or(0))).if_defined(y != 0)
    };
    "rem": |c, s| {
        let (x, y) = ([0, 1, -1, 5, -5, 6, -6, 7, -7][c.below(9)], [1, 2, 3, -2, -7, 0][c.below(6)]);
        Call::one(format!("rem {} {}", s.int(x), s.int(y)), int(x.checked_rem(y).unwrap_or(0))).if_defined(y != 0)
    };
    "round": |c, s| one_float(c, s, "round", halves_away);
    "floor": |c, s| one_float(c, s, "floor", f32::floor);
    "ceil": |c, s| one_float(c, s, "ceil", f32::ceil);
    "neg": |c, s| one_float(c, s, "neg", |x| -x);
    "sq": |c, s| one_float(c, s, "sq", |x| x * x);
    "(+)": |c, s| two_floats(c, s, "(+)", |x, y| x + y);
    "(-)": |c, s| two_floats(c, s, "(-)", |x, y| x - y);
    "(*)": |c, s| two_floats(c, s, "(*)", |x, y| x * y);
    "(.*)": |c, s| two_floats(c, s, "(.*)", |x, y| x * y);
    "(*.)": |c, s| two_floats(c, s, "(*.)", |x, y| x * y);
    "(/)": |c, s| two_floats(c, s, "(/)", |x, y| 1.0 / y * x);
    "copysign": |c, s| two_floats(c, s, "copysign", |x, y| if y > 0.0 { x } else if y < 0.0 { -x } else { 0.0 });
    "either_is_nan": |c, s| {
        let n = count(c);
        let (xs, ys) = (strange(c, n), strange(c, n));
        let all: Vec<bool> = xs.iter().zip(&ys).map(|(x, y)| x.is_nan() || y.is_nan()).collect();
        Call::one(format!("for i:(Fin {n}). either_is_nan {}.i {}.i", s.floats(&xs), s.floats(&ys)), truths(all))
    };
    "min_and_max": |c, s| {
        let (x, y) = (c.below(3) as i32, c.below(3) as i32);
        Call::new([("fst r".to_owned(), int(x.min(y))), ("snd r".to_owned(), int(x.max(y)))])
            .after(format!("  r = min_and_max {} {}\n", s.int(x), s.int(y)))
    };
    "(<<)": |c, s| { let (x, k) = ([1, 3, 255, 128][c.below(4)], [0, 1, 7, 8][c.below(4)]); Call::one(format!("W8ToI ((IToW8 {}) << {})", s.int(x), s.int(k)), int((x << k) & 255)) };
    "(>>)": |c, s| { let (x, k) = ([1, 3, 255, 128][c.below(4)], [0, 1, 7, 8][c.below(4)]); Call::one(format!("W8ToI ((IToW8 {}) >> {})", s.int(x), s.int(k)), int(x >> k)) };
    "(.|.)": |c, s| { let (x, k) = ([1, 3, 255, 128][c.below(4)], [0, 1, 7, 8][c.below(4)]); Call::one(format!("W8ToI ((IToW8 {}) .|. (IToW8 {}))", s.int(x), s.int(k)), int(x | k)) };
    "(.&.)": |c, s| { let (x, k) = ([1, 3, 255, 128][c.below(4)], [0, 1, 7, 8][c.below(4)]); Call::one(format!("W8ToI ((IToW8 {}) .&. (IToW8 {}))", s.int(x), s.int(k)), int(x & k)) };
    "BToW8": |c, s| { let xs = half_truths(c, 4); Call::one(format!("for i:(Fin 4). W8ToI (BToW8 {}.i)", s.truths(&xs)), ints(xs.iter().map(|x| i32::from(*x)).collect::<Vec<_>>())) };
    "W8ToB": |c, s| { let x = [0, 1, 255][c.below(3)]; Call::one(format!("W8ToB (IToW8 {})", s.int(x)), truth(x != 0)) };
    "boundedIter": |c, s| {
        let (most, wanted) = ([0, 1, 5, 6][c.below(4)], [0, 1, 4, 5][c.below(4)]);
        Call::one(format!("boundedIter {} (-1) \\i. if i == {} then Done (i * 10) else Continue", s.int(most), s.int(wanted)), int(if wanted < most { wanted * 10 } else { -1 }))
    };
    "cumSumLow": |c, s| {
        let n = count(c);
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        let mut sum = 0.0;
        let all: Vec<f32> = xs.iter().map(|x| { let before = sum; sum += x; before }).collect();
        Call::one(format!("cumSumLow {}", s.floats(&xs)), floats(all))
    };
    "normalizePdf": |c, s| {
        let n = [1, 2, 4, 8][c.below(4)];
        let xs: Vec<f32> = vec![2.0; n];
        Call::one(format!("normalizePdf {}", s.floats(&xs)), floats(vec![1.0 / n as f32; n]))
    };
    "cdfForCategorical": |c, s| {
        let n = 1 + c.below(5);
        let xs: Vec<f32> = tied(c, n).iter().map(|x| *x as f32).collect();
        let total: f32 = xs.iter().map(|x| x.exp()).sum();
        let mut sum = 0.0;
        let all: Vec<f32> = xs.iter().map(|x| { let before = sum / total; sum += x.exp(); before }).collect();
        Call::one(format!("cdfForCategorical {}", s.floats(&xs)), nearly(all, 1e-4))
    };
    // ---- Instances
    "instances of numbers": |c, s| instances::arithmetic(c, s);
    "instances of Floating": |c, s| instances::functions(c, s);
    "instances of VSpace": |c, s| instances::scaled(c, s);
    "instances of Monoid": |c, s| instances::monoids(c, s);
    "instances of Eq and Ord": |c, s| instances::orders(c, s);
    "instances of HasAllClose": |c, s| instances::close(c, s);
    "pairs of members": |c, s| instances::along_pairs(c, s);
    "widths": |c, s| instances::widths(c, s);
    // ---- Complex numbers
    "complex_conj": |c, s| complex(c, s, "complex_conj", |a, b| (a, -b));
    "complex_floor": |c, s| complex(c, s, "complex_floor", corner);
    "complex_ceil": |c, s| complex(c, s, "complex_ceil", |a, b| { let (x, y) = corner(-a, -b); (-x, -y) });
    "complex_round": |c, s| complex(c, s, "complex_round", |a, b| corner(a + 0.5, b));
    "complex_division": |c, s| complex(c, s, "(\\z. complex_division z (MkComplex 0.0 2.0))", |a, b| (b / 2.0, -a / 2.0));
    "complex_abs": |c, s| {
        let (a, b) = (c.below(5) as f32 - 2.0, c.below(5) as f32 - 2.0);
        Call::one(format!("complex_abs (MkComplex {} {})", s.float(a), s.float(b)), float(a * a + b * b))
    };
    "complex_mag": |c, s| {
        let k = c.below(3) as f32 - 1.0;
        Call::one(format!("complex_mag (MkComplex {} {})", s.float(3.0 * k), s.float(-4.0 * k)), float(5.0 * k.abs()))
    };
    "complex_arg": |c, s| {
        let (a, b) = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 1.0), (-1.0, -1.0)][c.below(6)];
        Call::one(format!("for _:(Fin 1). complex_arg (MkComplex {} {})", s.float(a), s.float(b)), nearly([b.atan2(a)], 1e-5))
    };
    // ---- Parsers
    "parseInt": |c, _s| {
        let text = ["", "-", "0", "12", "-7", "12a", "007", "-0", "1-2"][c.below(9)];
        // Nothing is zero, too.
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number = digits.chars().all(|x| x.is_ascii_digit());
        let value: i32 = if digits.is_empty() { 0 } else { text.parse().unwrap_or(0) };
        parsed(text, "parseInt", "x", if is_number { value } else { -1 })
    };
    "parens": |c, _s| {
        let text = ["(5)", "(5", "5)", "()", "(5))", "((5))"][c.below(6)];
        let value = match text { "(5)" => 5, "()" => 0, _ => -1 };
        parsed(text, "(parens parseInt)", "x", value)
    };
    "pChar": |c, _s| {
        let text = ["a", "", "b", "ab"][c.below(4)];
        parsed(text, "(pChar 'a')", "1", if text == "a" { 1 } else { -1 })
    };
    "pEOF": |c, _s| {
        let text = ["", "a"][c.below(2)];
        parsed(text, "pEOF", "1", if text.is_empty() { 1 } else { -1 })
    };
    "(<|>)": |c, _s| {
        // What has read something and fails is the end of it, also where the second would go on.
        let text = ["(1)", "7", "(1", "a", ""][c.below(5)];
        match c.below(2) {
            0 => {
                let value = match text { "(1)" => 1, "7" => 7, "" => 0, _ => -1 };
                parsed(text, "(parens parseInt <|> parseInt)", "x", value)
            }
            _ => parsed(text, "(parens parseInt <|> bracketed (pChar '(') (return ()) parseInt)", "x", if text == "(1)" { 1 } else { -1 }),
        }
    };
    "try": |c, _s| {
        let text = ["(1)", "(1", "(", "1"][c.below(4)];
        let value = match text { "(1)" | "(1" => 1, "(" => 0, _ => -1 };
        parsed(text, "(try (parens parseInt) <|> bracketed (pChar '(') (return ()) parseInt)", "x", value)
    };
    "optional": |c, _s| {
        let text = ["a", "", "b"][c.below(3)];
        parsed(text, "(optional (pChar 'a'))", "BToI (isJust x)", match text { "a" => 1, "" => 0, _ => -1 })
    };
    "parseMany": |c, _s| {
        let text = ["", "a", "aaa", "aab"][c.below(4)];
        parsed(text, "(parseMany (pChar 'a'))", "listLength x", if text == "aab" { -1 } else { text.len() as i32 })
    };
    "runParser": |c, _s| {
        let text = ["", "1", "12", "1 "][c.below(4)];
        parsed(text, "parseDigit", "x", if text == "1" { 1 } else { -1 })
    };
    // ---- Texts
    "show": |c, s| match c.below(2) {
        0 => {
            let x = [0, 9, 10, -1, -10, 99, 100, i32::MAX, i32::MIN][c.below(9)];
            shown(format!("show {}", s.int(x)), &x.to_string())
        }
        _ => {
            let x = [0.0, 1.0, -2.5, 0.1, 1e9, 999_999_999.0, 1e8, 0.0001, 0.00001, 123456.79, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e-10, 3.4e38, 9.5, 10.0][c.below(17)];
            shown(format!("show {}", s.float(x)), &show(x))
        }
    };
    "edges of places": |c, s| {
        let xs = some(c);
        let k = edge(c, xs.len());
        let own = usize::try_from(k).ok().and_then(|k| xs.get(k));
        Call::one(format!("{}.({}@_)", s.ints(&xs), s.int(k as i32)), int(own.copied().unwrap_or(0))).if_defined(own.is_some())
    };
};
