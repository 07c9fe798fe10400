//! The host: launches and their groups, sizes, buffers and what is done with them, what comes from outside and goes there.

use super::model::{self, ints};
use super::{Expected, Sketch};
use crate::Choices;
use crate::kit::joined;
use elder_syntax::Value;
use elder_syntax::prim::PrimType::{self, *};

const ROWS: [fn(&mut Choices) -> Sketch; 9] = [
    launch, sizes, steps, read, inputs, results, aliases, mistakes, mistakes,
];

pub(super) fn sketch(c: &mut Choices) -> Sketch {
    let row = ROWS[c.below(ROWS.len())];
    c.part(row)
}

fn sketched(text: String, inputs: Vec<Value>, expected: Expected) -> Sketch {
    Sketch {
        text,
        inputs,
        expected,
        sort: "",
    }
}

fn refused(rule: &'static str, premise: &'static str) -> Expected {
    Expected::Refused(rule, premise)
}

/// Groups that divide the items or do not, of the size that is required or of another; every item counts.
fn launch(c: &mut Choices) -> Sketch {
    let of = |c: &mut Choices| [1, 2, 3, 4, 1, 6, 0][c.below(7)];
    let global: [i64; 3] = [of(c), of(c), [1, 1, 2][c.below(3)]];
    let local: [i64; 3] = [
        [1, 2, 3, 4, 0][c.below(5)],
        [1, 1, 2, 3][c.below(4)],
        [1, 1, 2][c.below(3)],
    ];
    let required = match c.below(3) {
        0 => None,
        1 => Some(local),
        _ => {
            let mut other = local;
            other[c.below(3)] += 1;
            Some(other)
        }
    };
    let stated = c.below(4) > 0;
    let attribute = required.map_or(String::new(), |[x, y, z]| {
        format!("__attribute__((reqd_work_group_size({x}, {y}, {z})))\n")
    });
    let groups = if stated { local } else { required.unwrap_or([1; 3]) };
    let size = |all: [i64; 3]| all.map(|n| n.to_string()).join(" x ");
    let in_groups = if stated {
        format!(" in groups of {}", size(local))
    } else {
        String::new()
    };
    let expected = match () {
        () if global.contains(&0) || groups.contains(&0) => Expected::Values(vec![ints(&[0])]),
        () if (0..3).any(|d| global[d] % groups[d] != 0) => refused("KER-E-LAUNCH", "groups"),
        () if required.is_some_and(|all| all != groups) => refused("KER-E-LAUNCH", "required"),
        () => Expected::Values(vec![ints(&[global.iter().product()])]),
    };
    let text = format!(
        "plan test\n  buffer out: 1 of i32\n  fill out with 0i32\n  launch k(out) on {}{in_groups}\n  gives [1]i32 in out\n\n{attribute}kernel void k(global int* out) {{\n    atomic_add(out, 1);\n}}\n",
        size(global)
    );
    sketched(text, vec![], expected)
}

/// An expression over sizes, and its value.
fn size(c: &mut Choices, known: &[(&'static str, i128)], depth: usize) -> (String, Option<i128>) {
    if depth == 0 || c.below(5) == 0 {
        let (name, n) = known[c.below(known.len())];
        let k = [0, 1, 2, 3, 7, -1, -4, 100, 2147483647, 4294967296][c.below(10)];
        return match c.below(2) {
            0 => (name.to_owned(), Some(n)),
            _ => (k.to_string(), Some(k)),
        };
    }
    let (a, x) = c.part(|c| size(c, known, depth - 1));
    let (b, y) = c.part(|c| size(c, known, depth - 1));
    let op = ["+", "-", "*", "/", "%", "min", "max"][c.below(7)];
    let value = x.zip(y).and_then(|(x, y)| {
        let floor = |x: i128, y: i128| {
            let below = x.rem_euclid(y.abs());
            let rest = if y < 0 && below != 0 { below + y } else { below };
            (y != 0).then_some((x - rest) / y).map(|q| (q, rest))
        };
        Some(match op {
            "+" => x + y,
            "-" => x - y,
            "*" => x * y,
            "/" if y == 0 => return None,
            "%" if y == 0 => return None,
            "/" => floor(x, y)?.0,
            "%" => floor(x, y)?.1,
            "min" => x.min(y),
            _ => x.max(y),
        })
    });
    let text = match op {
        "min" | "max" => format!("{op}({a}, {b})"),
        _ => format!("({a} {op} {b})"),
    };
    (text, value)
}

/// Sizes that are given to a kernel at some type, and lengths of buffers.
fn sizes(c: &mut Choices) -> Sketch {
    let n = 1 + c.below(6);
    let k = [2, 0, -3, 5][c.below(4)];
    let known = [("n", n as i128), ("k", i128::from(k))];
    let (text, value) = size(c, &known, 2);
    let t = [I32, U32, I64, U64, I8, U8, I16, U16][c.below(8)];
    let name = super::frame::Dialect::OpenCl.name(t);
    let (least, greatest) = model::range(t);
    let inputs = vec![
        ints(&vec![1; n]),
        Value::scalar(elder_syntax::prim::PrimValue::I64(k)),
    ];
    let head = "plan test\n  takes xs: [n]i32 in xs\n  takes kk: i64\n  size n = dimension 0 of xs\n  size k = kk\n  buffer xs: n of i32\n";
    if c.below(3) == 0 {
        // A buffer of so many elements, none of which is used.
        let expected = match value {
            None => refused("KER-E-SIZE", "value"),
            Some(m) if m < 0 && m >= i128::from(i64::MIN) => refused("KER-E-SIZE", "buffer"),
            Some(m) if (0..=1000).contains(&m) => Expected::Values(vec![ints(&vec![1; n])]),
            Some(_) => return sizes_plain(c),
        };
        let text =
            format!("{head}  buffer b: {text} of i32\n  gives [n]i32 in xs\n\nkernel void k() {{\n}}\n");
        return sketched(text, inputs, expected);
    }
    let expected = match value {
        None => refused("KER-E-SIZE", "value"),
        Some(m) if m < least || m > greatest => refused("KER-E-LAUNCH", "fits"),
        Some(m) => Expected::Values(vec![model::array(t, &[model::Num::Int(m)])]),
    };
    let text = format!(
        "{head}  buffer out: 1 of {t}\n  launch k(out, 0 + {text}) on 1\n  gives [1]{t} in out\n\nkernel void k(global {name}* out, {name} x) {{\n    out[0] = x;\n}}\n"
    );
    sketched(text, inputs, expected)
}

/// The sizes that dimensions have.
fn sizes_plain(c: &mut Choices) -> Sketch {
    let (n, m) = (c.below(4), 1 + c.below(4));
    let data = elder_syntax::value::Data::I32((0..(n * m) as i32).collect());
    let value = Value::new(vec![n, m], data).unwrap_or_else(|| ints(&[]));
    let text = "plan test\n  takes xs: [n][m]i32 in xs\n  size n = dimension 0 of xs\n  size m = dimension 1 of xs\n  size both = n * 100 + m\n  buffer xs: n * m of i32\n  buffer out: 1 of i32\n  launch k(out, both) on 1\n  gives [1]i32 in out\n\nkernel void k(global int* out, int x) {\n    out[0] = x;\n}\n";
    sketched(
        text.to_owned(),
        vec![value],
        Expected::Values(vec![ints(&[(n * 100 + m) as i64])]),
    )
}

const NAMES: [&str; 3] = ["a", "b", "d"];

/// A step of the host on three buffers of two numbers.
enum Step {
    Fill(usize, i64),
    Copy(usize, usize),
    Swap(usize, usize),
    /// By a kernel, one more; twice as many is the second number.
    Up(usize),
    /// A kernel counts down as long as there is something to count.
    Down(usize),
    For(usize, Vec<Step>),
    If(usize, usize, Vec<Step>, Vec<Step>),
}

/// The buffers so far, of which some were never written.
type Buffers = [Option<[i64; 2]>; 3];

fn some(c: &mut Choices, depth: usize) -> Vec<Step> {
    (0..1 + c.below(3)).map(|_| c.part(|c| step(c, depth))).collect()
}

fn step(c: &mut Choices, depth: usize) -> Step {
    let (x, y) = (c.below(3), c.below(3));
    match c.below(if depth > 0 { 9 } else { 6 }) {
        0 => Step::Fill(x, c.below(4) as i64),
        1 => Step::Copy(x, y),
        2 => Step::Swap(x, y),
        3 | 4 => Step::Up(x),
        5 => Step::Down(x),
        6 => Step::For(c.below(3), some(c, depth - 1)),
        _ => {
            let (at, then) = (c.below(2), some(c, depth - 1));
            let otherwise = if c.below(3) > 0 {
                some(c, depth - 1)
            } else {
                vec![]
            };
            Step::If(x, at, then, otherwise)
        }
    }
}

fn lines(steps: &[Step], indent: usize, out: &mut String) {
    let blank = " ".repeat(indent);
    for step in steps {
        *out += &match step {
            Step::Fill(x, k) => format!("{blank}fill {} with {k}i32\n", NAMES[*x]),
            Step::Copy(x, y) => format!("{blank}copy {} to {}\n", NAMES[*x], NAMES[*y]),
            Step::Swap(x, y) => format!("{blank}swap {} and {}\n", NAMES[*x], NAMES[*y]),
            Step::Up(x) => format!("{blank}launch up({}) on 1\n", NAMES[*x]),
            Step::Down(x) => format!("{blank}while {0}[0]\n{blank}  launch down({0}) on 1\n", NAMES[*x]),
            Step::For(n, body) => {
                let mut inner = format!("{blank}for r{indent} < {n}\n");
                lines(body, indent + 2, &mut inner);
                inner
            }
            Step::If(x, at, then, otherwise) => {
                let mut inner = format!("{blank}if {}[{at}]\n", NAMES[*x]);
                lines(then, indent + 2, &mut inner);
                if !otherwise.is_empty() {
                    inner += &format!("{blank}else\n");
                    lines(otherwise, indent + 2, &mut inner);
                }
                inner
            }
        };
    }
}

/// Does the steps; `None` if one reads what was never written.
fn done(steps: &[Step], all: &mut Buffers) -> Option<()> {
    for step in steps {
        match step {
            Step::Fill(x, k) => all[*x] = Some([*k; 2]),
            Step::Copy(x, y) => all[*y] = all[*x],
            Step::Swap(x, y) => all.swap(*x, *y),
            Step::Up(x) => {
                let [first, second] = all[*x].as_mut()?;
                *first += 1;
                *second = *first * 2;
            }
            Step::Down(x) => all[*x].as_mut()?[0] = 0,
            Step::For(n, body) => {
                for _ in 0..*n {
                    done(body, all)?;
                }
            }
            Step::If(x, at, then, otherwise) => {
                let chosen = if all[*x]?[*at] != 0 { then } else { otherwise };
                done(chosen, all)?;
            }
        }
    }
    Some(())
}

/// Copies, fills, exchanges, kernels, loops and branches on three buffers, of which the results are given.
fn steps(c: &mut Choices) -> Sketch {
    let all = some(c, 2);
    let mut buffers: Buffers = [None, Some([1, 2]), Some([0, 5])];
    let ran = done(&all, &mut buffers);
    let mut text = String::new();
    lines(&all, 2, &mut text);
    let text = format!(
        "plan test\n  takes bs: [2]i32 in b\n  takes ds: [2]i32 in d\n  buffer a: 2 of i32\n  buffer b: 2 of i32\n  buffer d: 2 of i32\n{text}  gives [2]i32 in a\n  gives [2]i32 in b\n  gives [2]i32 in d\n\nkernel void up(global int* x) {{\n    x[0] += 1;\n    x[1] = x[0] * 2;\n}}\n\nkernel void down(global int* x) {{\n    x[0] -= 1;\n}}\n"
    );
    let values: Option<Vec<Value>> = buffers.iter().map(|all| all.map(|all| ints(&all))).collect();
    let expected = match (ran, values) {
        (None, _) => refused("KER-E-READ", "written"),
        (_, None) => refused("KER-E-RESULT", "written"),
        (_, Some(values)) => Expected::Values(values),
    };
    sketched(text, vec![ints(&[1, 2]), ints(&[0, 5])], expected)
}

/// A size that is read from memory, at most another; so often a kernel is launched.
fn read(c: &mut Choices) -> Sketch {
    let t = [I32, I64, U8, I8, U32, I16, U16][c.below(7)];
    let most = [3, 0, 5, 200][c.below(4)];
    let drawn = [2, most, most + 1, 0, -1, most - 1][c.below(6)];
    let (least, greatest) = model::range(t);
    let x = i128::from(drawn).clamp(least, greatest);
    let at = c.below(3);
    let is_written = c.below(5) > 0;
    let mut all = [1, 1, 1].map(model::Num::Int);
    all[at] = model::Num::Int(x);
    let from = if is_written { "xs" } else { "ys" };
    let expected = match () {
        () if !is_written => refused("KER-E-READ", "written"),
        () if x < 0 || x > i128::from(most) => refused("KER-E-SIZE", "bounds"),
        () => Expected::Values(vec![ints(&[x as i64 * 2 + x as i64])]),
    };
    let text = format!(
        "plan test\n  takes xs: [3]{t} in xs\n  buffer xs: 3 of {t}\n  buffer ys: 3 of {t}\n  buffer out: 1 of i32\n  fill out with 0i32\n  size m = {from}[{at}], at most {most}\n  for i < m\n    launch k(out, 2) on 1\n  launch k(out, m) on 1\n  gives [1]i32 in out\n\nkernel void k(global int* out, int by) {{\n    out[0] += by;\n}}\n"
    );
    sketched(text, vec![model::array(t, &all)], expected)
}

/// Values of other types and shapes than the plan says, and indexes that are none.
fn inputs(c: &mut Choices) -> Sketch {
    let (n, below) = (1 + c.below(4), [3, 1, 5][c.below(3)]);
    let index = [0, below - 1, below, -1, below + 1][c.below(5)];
    let mut indexes = vec![0; n];
    indexes[c.below(n)] = index;
    let other = if c.below(4) == 0 { n + 1 } else { n };
    let ys: Vec<i64> = (0..other as i64).collect();
    let wrong = c.below(6);
    let first = ints(&indexes);
    let values = match wrong {
        0 => vec![first, Value::vector(vec![1_i64; other])],
        1 => vec![first],
        2 => vec![first, ints(&ys), ints(&ys)],
        _ => vec![first, ints(&ys)],
    };
    let is_right = wrong > 2 && other == n && (0..below).contains(&index);
    let text = format!(
        "plan test\n  takes is: [n]i32 in is\n  takes ys: [n]i32 in ys\n  indexes is below {below}\n  size n = dimension 0 of is\n  buffer is: n of i32\n  buffer ys: n of i32\n  gives [n]i32 in ys\n  gives [n]i32 in is\n\nkernel void k() {{\n}}\n"
    );
    let expected = match is_right {
        true => Expected::Values(vec![ints(&ys), ints(&indexes)]),
        false => Expected::Arguments,
    };
    sketched(text, values, expected)
}

/// Results of which some was written, and that have room or not.
fn results(c: &mut Choices) -> Sketch {
    let n = 1 + c.below(5);
    let (given, written) = ([n, n - 1, n + 1, n][c.below(4)], [n, n - 1, n][c.below(3)]);
    let t: PrimType = [I32, U8, I64, I16][c.below(4)];
    let name = super::frame::Dialect::OpenCl.name(t);
    let expected = match () {
        () if given > n => refused("KER-E-RESULT", "room"),
        () if given > written => refused("KER-E-RESULT", "written"),
        () => {
            let all: Vec<model::Num> = (0..given).map(|k| model::Num::Int(k as i128 + 2)).collect();
            Expected::Values(vec![model::array(t, &all)])
        }
    };
    let text = format!(
        "plan test\n  buffer out: {n} of {t}\n  launch k(out) on {n} in groups of 1\n  gives [{given}]{t} in out\n\nkernel void k(global {name}* out) {{\n    const int g = get_global_id(0);\n    if (g < {written}) {{\n        out[g] = g + 2;\n    }}\n}}\n"
    );
    sketched(text, vec![], expected)
}

/// One buffer for two parameters, of which one is written or none.
fn aliases(c: &mut Choices) -> Sketch {
    let is_const = [c.below(2) == 1, c.below(2) == 1, c.below(2) == 1];
    let given = [c.below(3), c.below(3), c.below(3)];
    let swap = [
        ("", [0, 1, 2]),
        ("  swap a and b\n", [1, 0, 2]),
        ("  swap a and d\n", [2, 1, 0]),
    ][c.below(3)];
    let places = given.map(|k| swap.1[k]);
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let broken = pairs
        .iter()
        .any(|(x, y)| places[*x] == places[*y] && !(is_const[*x] && is_const[*y]));
    let params = joined(
        ", ",
        (0..3).map(|k| format!("{}global int* p{k}", if is_const[k] { "const " } else { "" })),
    );
    let arguments = given.map(|k| NAMES[k]).join(", ");
    let expected = match broken {
        true => refused("KER-E-ALIAS", "one"),
        false => {
            let sum = places
                .iter()
                .enumerate()
                .map(|(k, at)| (*at as i64 + 1) * 10_i64.pow(k as u32));
            Expected::Values(vec![ints(&[sum.sum()])])
        }
    };
    let text = format!(
        "plan test\n  buffer a: 1 of i32\n  buffer b: 1 of i32\n  buffer d: 1 of i32\n  buffer out: 1 of i32\n  fill a with 1i32\n  fill b with 2i32\n  fill d with 3i32\n{}  launch k(out, {arguments}) on 1\n  gives [1]i32 in out\n\nkernel void k(global int* out, {params}) {{\n    out[0] = p0[0] + p1[0] * 10 + p2[0] * 100;\n}}\n",
        swap.0
    );
    sketched(text, vec![], expected)
}

/// Lines of which one is a mistake, behind `!`, and the nearest that is none.
const MISTAKES: [(&str, &str, &str, &str); 31] = [
    ("KER-P-REFER", "buffer", "copy xs to zs", "copy xs to ys"),
    ("KER-P-REFER", "buffer", "copy zs to xs", "copy ys to xs"),
    ("KER-P-REFER", "buffer", "swap xs and zs", "swap xs and ys"),
    ("KER-P-REFER", "buffer", "fill zs with 1i32", "fill ys with 1i32"),
    (
        "KER-P-REFER",
        "buffer",
        "launch k(zs, xs, 1) on 1",
        "launch k(ys, xs, 1) on 1",
    ),
    (
        "KER-P-REFER",
        "buffer",
        "while zs[0]\n    fill xs with 0i32",
        "while xs[0]\n    fill xs with 0i32",
    ),
    (
        "KER-P-REFER",
        "buffer",
        "if zs[0]\n    fill xs with 0i32",
        "if xs[0]\n    fill xs with 0i32",
    ),
    (
        "KER-P-REFER",
        "buffer",
        "size m = zs[0], at most 9",
        "size m = xs[0], at most 9",
    ),
    (
        "KER-P-REFER",
        "kernel",
        "launch h(ys, xs, 1) on 1",
        "launch k(ys, xs, 1) on 1",
    ),
    (
        "KER-P-REFER",
        "kernel",
        "for i < 2\n    launch h(ys, xs, 1) on 1",
        "for i < 2\n    launch k(ys, xs, 1) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "count",
        "launch k(ys, xs) on 1",
        "launch k(ys, xs, 1) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "count",
        "launch k(ys, xs, 1, 1) on 1",
        "launch k(ys, xs, 1) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "kind",
        "launch k(fs, xs, 1) on 1",
        "launch k(ys, xs, 1) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "kind",
        "launch k(ys, 1 + 1, 1) on 1",
        "launch k(ys, xs, 1 + 1) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "kind",
        "launch k(ys, local 4 of i32, 1) on 1",
        "launch k(ys, xs, (int) 1i32) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "kind",
        "launch k(ys, xs, (float) 1f32) on 1",
        "launch k(ys, xs, (int) 2i32) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "kind",
        "launch l(ys, xs) on 1",
        "launch l(ys, local 4 of i32) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "kind",
        "launch l(ys, local 4 of f32) on 1",
        "launch l(ys, local 4 of int4) on 1",
    ),
    (
        "KER-P-ARGUMENT",
        "kind",
        "launch l(us, local 4 of i32) on 1",
        "launch l(ys, local 1 of i32) on 1",
    ),
    ("KER-P-STEP", "same", "copy xs to ws", "copy xs to ys"),
    ("KER-P-STEP", "same", "swap ws and xs", "swap ys and xs"),
    ("KER-P-STEP", "same", "copy xs to fs", "copy xs to xs"),
    ("KER-P-STEP", "same", "swap us and xs", "swap xs and xs"),
    (
        "KER-P-STEP",
        "same",
        "if xs[0]\n    fill xs with 0i32\n  else\n    copy xs to us",
        "if xs[0]\n    fill xs with 0i32\n  else\n    copy xs to ys",
    ),
    ("KER-P-STEP", "value", "fill xs with 1f32", "fill fs with 1f32"),
    ("KER-P-STEP", "value", "fill us with 1i32", "fill us with 1u32"),
    ("KER-P-STEP", "value", "fill xs with true", "fill xs with 1i32"),
    (
        "KER-P-STEP",
        "scalar",
        "while fs[0]\n    fill xs with 0i32",
        "while xs[0]\n    fill xs with 0i32",
    ),
    (
        "KER-P-STEP",
        "scalar",
        "if fs[0]\n    fill xs with 0i32",
        "if us[0]\n    fill xs with 0i32",
    ),
    (
        "KER-P-STEP",
        "scalar",
        "size m = fs[0], at most 9",
        "size m = us[0], at most 9",
    ),
    ("KER-S-PLAN", "line", "throw xs", "copy xs to ys"),
];

/// A plan with one line that refers to nothing, or to what has another type; or the nearest that is fine.
fn mistakes(c: &mut Choices) -> Sketch {
    let heads = [
        (
            "KER-P-REFER",
            "component",
            "takes qs: [2]i32 in us",
            "takes qs: [2]u32 in us",
        ),
        (
            "KER-P-REFER",
            "component",
            "takes qs: [2]u32 in us.a",
            "takes qs: [2]u32 in us",
        ),
        (
            "KER-P-REFER",
            "buffer",
            "takes qs: [2]u32 in zs",
            "takes qs: [2]u32 in us",
        ),
        (
            "KER-P-REFER",
            "parameter",
            "takes qs: [2]u32 in us\n  indexes qs below 9",
            "takes qs: [2]u32 in us\n  indexes ps below 9",
        ),
        (
            "KER-P-REFER",
            "parameter",
            "takes qs: [2]u32 in us\n  indexes zs below 9",
            "takes qs: [2]u32 in us\n  indexes ps below 10",
        ),
    ];
    let gives = [
        (
            "KER-P-REFER",
            "component",
            "gives [2]f32 in xs",
            "gives [2]f32 in fs",
        ),
        (
            "KER-P-REFER",
            "component",
            "gives [2]i32 in xs.x",
            "gives [2]i32 in xs",
        ),
        (
            "KER-P-REFER",
            "buffer",
            "gives [2]i32 in zs",
            "gives [2]i32 in ys",
        ),
    ];
    let at = c.below(MISTAKES.len() + heads.len() + gives.len());
    let is_bad = c.below(3) > 0;
    let chosen = |(_, _, bad, good): (&'static str, &'static str, &'static str, &'static str)| {
        if is_bad { bad } else { good }
    };
    let (mut head, mut step, mut give) = ("takes qs: [2]u32 in us", "copy xs to ys", "gives [2]i32 in ys");
    let row = match at {
        at if at < MISTAKES.len() => {
            step = chosen(MISTAKES[at]);
            MISTAKES[at]
        }
        at if at < MISTAKES.len() + heads.len() => {
            head = chosen(heads[at - MISTAKES.len()]);
            heads[at - MISTAKES.len()]
        }
        at => {
            give = chosen(gives[at - MISTAKES.len() - heads.len()]);
            gives[at - MISTAKES.len() - heads.len()]
        }
    };
    // A step may stand within others.
    let step = match c.below(4) {
        0 => format!("for again < 1\n    {}", step.replace('\n', "\n  ")),
        1 => format!("if us[1]\n    {}", step.replace('\n', "\n  ")),
        2 => format!(
            "if us[0]\n    fill ys with 1i32\n  else\n    {}",
            step.replace('\n', "\n  ")
        ),
        _ => step.to_owned(),
    };
    let text = format!(
        "plan test\n  takes ps: [2]i32 in xs\n  {head}\n  buffer xs: 2 of i32\n  buffer ys: 2 of i32\n  buffer ws: 3 of i32\n  buffer us: 2 of u32\n  buffer fs: 2 of f32\n  fill ys with 4i32\n  fill fs with 1f32\n  {step}\n  {give}\n\nkernel void k(global int* out, const global int* a, int x) {{\n    out[0] = 1;\n}}\n\nkernel void l(global int* out, local int* a) {{\n    out[0] = 1;\n}}\n"
    );
    let expected = match is_bad {
        true => refused(row.0, row.1),
        // What comes of it is no matter: it is accepted, and has values.
        false => Expected::Accepted,
    };
    sketched(text, vec![ints(&[1, 2]), Value::vector(vec![0_u32, 3])], expected)
}
