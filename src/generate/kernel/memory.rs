//! One item and its memory: bounds, what was written, alignment, cells, truth values, the heap, atomic operations.

use super::frame::{Dialect, Frame, surrounded};
use super::model::{self, Num, ints};
use super::{Expected, Sketch};
use crate::Choices;
use elder_syntax::Value;
use elder_syntax::prim::PrimType::{self, *};

/// What one item gives that executes statements, or the premise that they break.
type Outcome = Result<i64, (&'static str, &'static str)>;

const ROWS: [fn(&mut Choices) -> Sketch; 9] = [
    array,
    array,
    again,
    reinterpreted,
    vectors,
    heap,
    atomic,
    variables,
    truth,
];

pub(super) fn sketch(c: &mut Choices) -> Sketch {
    let row = ROWS[c.below(ROWS.len())];
    c.part(row)
}

fn ended(c: &mut Choices, mut frame: Frame, stmts: &str, outcome: Outcome) -> Sketch {
    frame.body = surrounded(c, frame.dialect, stmts);
    let expected = match outcome {
        Ok(value) => Expected::Values(vec![model::array(frame.out.0, &[Num::Int(value.into())])]),
        Err((rule, premise)) => Expected::Refused(rule, premise),
    };
    frame.sketch(expected)
}

const INSIDE: Outcome = Err(("KER-E-BOUNDS", "inside"));
const UNWRITTEN: Outcome = Err(("KER-E-READ", "written"));

/// An array of some space of which the first elements are written; one element is read, written or updated.
fn array(c: &mut Choices) -> Sketch {
    let dialect = Dialect::any(c);
    let is_opencl = dialect.is_opencl();
    let t = [I32, I8, U16, I64, U8, U32, I16, U64][c.below(8)];
    let n = [3, 1, 2, 4, 5, 8, 0][c.below(7)];
    // The host's and local memory that is an argument may have no element, and then has room for one.
    let place = if is_opencl {
        c.below(4)
    } else {
        [0, 1, 4][c.below(3)]
    };
    let n = if n == 0 && matches!(place, 1 | 2 | 4) {
        3
    } else {
        n
    };
    let room = n.max(1);
    let first = c.below(room + 1);
    let at = [
        c.below(room) as i64,
        first as i64 - 1,
        first as i64,
        room as i64 - 1,
        room as i64,
        -1,
    ][c.below(6)];
    let mut frame = Frame::new(dialect, (t, 1));
    let name = dialect.name(t);
    let int = dialect.name(I32);
    let declared = match place {
        0 => {
            frame.buffer("m", t, n);
            String::new()
        }
        1 => format!("{name} m[{n}];"),
        2 => format!("local {name} m[{n}];"),
        3 => {
            frame
                .params
                .push((format!("local {name}* m"), format!("local {n} of {t}")));
            String::new()
        }
        _ => format!("{name}* m = malloc({});", n * t.bytes()),
    };
    let from = [0, 1, -1, 2][c.below(4)];
    let index = match c.below(4) {
        0 => format!("m[{at}]"),
        1 => format!("(m + {from})[{}]", at - from),
        2 => format!("*(m + {at})"),
        _ => format!("m[one * {} + {}]", at - from, from),
    };
    let inside = (0..room as i64).contains(&at);
    let written = inside && at < first as i64;
    let is_updated = is_opencl && t.bytes() == 4 && place != 1;
    let (access, outcome) = match c.below(if is_updated { 4 } else { 3 }) {
        0 | 1 => (
            format!("out[0] = {index};"),
            match (inside, written) {
                (false, _) => INSIDE,
                (_, false) => UNWRITTEN,
                _ => Ok(at + 3),
            },
        ),
        2 => (
            format!("{index} = 9; out[0] = {index};"),
            if inside { Ok(9) } else { INSIDE },
        ),
        _ => (
            format!("atomic_add(m + {at}, 2); out[0] = {index};"),
            match (inside, written) {
                (false, _) => INSIDE,
                (_, false) => UNWRITTEN,
                _ => Ok(at + 5),
            },
        ),
    };
    let freed = if place == 4 { " free(m);" } else { "" };
    let stmts =
        format!("{declared} for ({int} i = 0; i < {first}; i += 1) {{ m[i] = i + 3; }} {access}{freed}");
    ended(c, frame, &stmts, outcome)
}

/// What is declared in a loop is new in each round, but for what lies in local memory.
fn again(c: &mut Choices) -> Sketch {
    let dialect = Dialect::any(c);
    let int = dialect.name(I32);
    let rounds = 1 + c.below(3);
    let round = c.below(3);
    let form = c.below(if dialect.is_opencl() { 4 } else { 2 });
    let (declared, x) = match form {
        0 => (format!("{int} x;"), "x"),
        1 => (format!("{int} x[2];"), "x[1]"),
        2 => ("local int x[2];".to_owned(), "x[1]"),
        _ => ("int4 x;".to_owned(), "x.s2"),
    };
    let stmts = format!(
        "for ({int} r = 0; r < {rounds}; r += 1) {{ {declared} if (r <= {round}) {{ {x} = r + 20; }} out[0] = {x}; }}"
    );
    let last = rounds as i64 - 1;
    let outcome = match last <= round as i64 {
        true => Ok(last + 20),
        false if form == 2 => Ok(round as i64 + 20),
        false => UNWRITTEN,
    };
    let frame = Frame::new(dialect, (I32, 1));
    ended(c, frame, &stmts, outcome)
}

/// Numbers of one size read as such of another, at any place.
fn reinterpreted(c: &mut Choices) -> Sketch {
    let dialect = Dialect::any(c);
    let all = [U8, U16, U32, I8, I16, I32, I64, U64];
    let (of, t) = (all[c.below(8)], all[c.below(8)]);
    let n = 2 + c.below(9);
    let numbers: Vec<i128> = (0..n)
        .map(|_| c.below(256) as i128 * [1, 257, -1][c.below(3)])
        .collect();
    let value = model::array(
        of,
        &numbers
            .iter()
            .map(|x| Num::Int(of.number(*x).bits().into()))
            .collect::<Vec<_>>(),
    );
    let bytes: Vec<u8> = numbers
        .iter()
        .flat_map(|x| of.number(*x).bits().to_le_bytes()[..of.bytes()].to_vec())
        .collect();
    let (k, j) = (c.below(n + 1), c.below(3));
    let at = k * of.bytes() + j * t.bytes();
    let mut frame = Frame::new(dialect, (t, 1));
    frame.input("xs", value);
    let pointer = dialect.pointer(t, true);
    let stmts = format!("{pointer} p = ({pointer})(xs + {k}); out[0] = p[{j}];");
    let outcome = match () {
        () if at % t.bytes() != 0 => Err(("KER-E-ALIGN", "aligned")),
        () if at + t.bytes() > bytes.len() => INSIDE,
        () if t.bytes() % of.bytes() != 0 => Err(("KER-E-CELL", "whole")),
        () => {
            let mut word = [0; 8];
            word[..t.bytes()].copy_from_slice(&bytes[at..at + t.bytes()]);
            Ok(u64::from_le_bytes(word) as i64)
        }
    };
    ended(c, frame, &stmts, outcome)
}

/// Vectors through a pointer to them, from any element on, and their components.
fn vectors(c: &mut Choices) -> Sketch {
    let t = [I32, U8, I16, U32, I8, I64, U16][c.below(7)];
    let width = [4, 2, 3, 8, 16][c.below(5)];
    let stride = width.max(2_usize).next_power_of_two();
    let k = match c.below(2) {
        0 => [0, stride][c.below(2)],
        _ => c.below(stride + 1),
    };
    let j = c.below(2);
    let component = c.below(width);
    let first = k + j * stride;
    // Where the last component is there, and where just that one is not.
    let n = match c.below(2) {
        0 => (first + width + c.below(3)).saturating_sub(1),
        _ => width + c.below(2 * stride + 2),
    };
    let mut frame = Frame::new(Dialect::OpenCl, (t, 1));
    let name = frame.dialect.name(t);
    let misaligned = !first.is_multiple_of(stride);
    let digit = format!("{component:x}");
    let is_stored = c.below(2) == 1;
    let (stmts, outcome) = match is_stored {
        false => {
            frame.input(
                "xs",
                model::array(t, &(0..n).map(|x| Num::Int(x as i128 + 1)).collect::<Vec<_>>()),
            );
            let whole = c.below(2) == 1;
            let read = match whole {
                true => format!("const {name}{width} v = p[{j}]; out[0] = v.s{digit};"),
                false => format!("out[0] = p[{j}].s{digit};"),
            };
            let last = if whole {
                first + width
            } else {
                first + component + 1
            };
            // A component alone is a number, which lies anywhere.
            let outcome = match () {
                () if misaligned && whole => Err(("KER-E-ALIGN", "aligned")),
                () if last > n => INSIDE,
                () => Ok((first + component + 1) as i64),
            };
            let pointer = format!("const global {name}{width}*");
            (format!("{pointer} p = ({pointer})(xs + {k}); {read}"), outcome)
        }
        true => {
            frame.buffer("m", t, n);
            let parts: Vec<String> = (0..width).map(|x| (x + 5).to_string()).collect();
            let outcome = match () {
                () if misaligned => Err(("KER-E-ALIGN", "aligned")),
                () if first + width > n => INSIDE,
                () => Ok(component as i64 + 5),
            };
            let pointer = format!("global {name}{width}*");
            let at = first + component;
            let parts = parts.join(", ");
            (
                format!(
                    "{pointer} p = ({pointer})(m + {k}); p[{j}] = ({name}{width})({parts}); out[0] = m[{at}];"
                ),
                outcome,
            )
        }
    };
    ended(c, frame, &stmts, outcome)
}

/// Memory of the heap: given back once, and not used then.
fn heap(c: &mut Choices) -> Sketch {
    let mut frame = Frame::new(Dialect::OpenMp, (I32, 1));
    let live: Outcome = Err(("KER-E-BOUNDS", "live"));
    let once: Outcome = Err(("KER-E-HEAP", "once"));
    let returned: Outcome = Err(("KER-E-HEAP", "returned"));
    let new = "int32_t* p = malloc(8); p[0] = 3; p[1] = 4;";
    let (stmts, outcome) = match c.below(16) {
        0 => (format!("{new} out[0] = p[1]; free(p);"), Ok(4)),
        1 => (format!("{new} out[0] = p[1];"), returned),
        2 => (format!("{new} free(p); out[0] = p[1];"), live),
        3 => (format!("{new} free(p); p[0] = 4; out[0] = 1;"), live),
        4 => (format!("{new} out[0] = p[1]; free(p); free(p);"), once),
        5 => (format!("{new} out[0] = p[1]; free(p + 1);"), once),
        6 => (
            format!("{new} out[0] = p[1]; if (one != 1) {{ free(p); }}"),
            returned,
        ),
        7 => ("int32_t p[2]; p[0] = 1; out[0] = p[0]; free(p);".to_owned(), once),
        8 => ("out[0] = 1; free(out);".to_owned(), once),
        9 => (
            format!(
                "int32_t s = 0; for (int32_t r = 0; r < 3; r += 1) {{ {new} s += p[1] + r; free(p); }} out[0] = s;"
            ),
            Ok(15),
        ),
        10 => (
            format!(
                "for (int32_t r = 0; r < 2; r += 1) {{ {new} out[0] = p[1]; if (r == 1) {{ free(p); }} }}"
            ),
            returned,
        ),
        11 => {
            let k = c.below(3);
            frame.functions = "static int32_t f(int32_t k) {\n    int32_t* q = malloc(4);\n    q[0] = k + 1;\n    if (k < 1) {\n        free(q);\n        return 5;\n    }\n    const int32_t y = q[0];\n    free(q);\n    return y;\n}\n\n".to_owned();
            (
                format!("out[0] = f({k});"),
                Ok(if k < 1 { 5 } else { k as i64 + 1 }),
            )
        }
        12 => {
            let k = c.below(3);
            frame.functions = "static int32_t f(int32_t k) {\n    int32_t* q = malloc(4);\n    q[0] = k + 1;\n    if (k < 1) {\n        return 5;\n    }\n    free(q);\n    return k;\n}\n\n".to_owned();
            (
                format!("out[0] = f({k});"),
                if k < 1 { returned } else { Ok(k as i64) },
            )
        }
        13 => {
            let kept = c.below(2) == 1;
            frame.out.1 = 1;
            frame.buffer("m", I32, 4);
            let freed = if kept {
                "if (i < 3) { free(q); }"
            } else {
                "free(q);"
            };
            (
                format!(
                    "\n#pragma omp parallel for\nfor (int32_t i = 0; i < 4; i += 1) {{ int32_t* q = malloc(4); q[0] = i; m[i] = q[0] + 1; {freed} }}\n out[0] = m[3];"
                ),
                if kept { returned } else { Ok(4) },
            )
        }
        14 => (
            format!("{new} int32_t* q = malloc(4); q[0] = 7; free(p); out[0] = q[0]; free(q);"),
            Ok(7),
        ),
        _ => (format!("{new} int32_t* q = p + 1; free(p); out[0] = q[0];"), live),
    };
    ended(c, frame, &stmts, outcome)
}

/// Atomic operations: what they leave and what they give.
fn atomic(c: &mut Choices) -> Sketch {
    let dialect = Dialect::any(c);
    let is_opencl = dialect.is_opencl();
    let t = [I32, U32, I64, U64][c.below(4)];
    let draw = |c: &mut Choices| {
        let (least, greatest) = model::range(t);
        let small = c.below(20) as i128;
        [small, greatest, least, small - 7, greatest - small, least + small][c.below(6)]
            .clamp(least, greatest)
    };
    let (old, x, y) = (draw(c), draw(c), draw(c));
    let op = [
        "add", "and", "or", "xor", "min", "max", "swap", "same", "exchange",
    ][c.below(9)];
    let op = if !is_opencl && matches!(op, "min" | "max" | "exchange") {
        "add"
    } else {
        op
    };
    let new = match op {
        "add" => t.number(old + x),
        "and" => t.number(old & x),
        "or" => t.number(old | x),
        "xor" => t.number(old ^ x),
        "min" => t.number(old.min(x)),
        "max" => t.number(old.max(x)),
        "exchange" => t.number(x),
        "swap" => t.number(if old == x { y } else { old }),
        _ => t.number(y),
    };
    let mut frame = Frame::new(dialect, (t, 2));
    let is_local = is_opencl && c.below(2) == 1;
    frame.input("xs", model::array(t, &[Num::Int(old), Num::Int(x), Num::Int(y)]));
    let name = dialect.name(t);
    let declared = match is_local {
        true => format!("local {name} m[3];"),
        false => {
            frame.buffer("m", t, 3);
            String::new()
        }
    };
    let word = if t.bytes() == 4 { "atomic" } else { "atom" };
    let call = match (op, is_opencl) {
        ("exchange", true) => format!("{word}_xchg(m + 1, xs[1])"),
        ("swap", true) => format!("{word}_cmpxchg(m + 1, xs[1], xs[2])"),
        ("same", true) => format!("{word}_cmpxchg(m + 1, xs[0], xs[2])"),
        ("swap", _) => "__sync_val_compare_and_swap(m + 1, xs[1], xs[2])".to_owned(),
        ("same", _) => "__sync_val_compare_and_swap(m + 1, xs[0], xs[2])".to_owned(),
        (op, true) => format!("{word}_{op}(m + 1, xs[1])"),
        (op, _) => format!("__atomic_fetch_{op}(m + 1, xs[1], __ATOMIC_RELAXED)"),
    };
    let last = if is_opencl {
        "m[1]"
    } else {
        "__atomic_load_n(m + 1, __ATOMIC_RELAXED)"
    };
    let stmts = format!("{declared} m[1] = xs[0]; const {name} o = {call}; out[0] = o; out[1] = {last};");
    frame.body = surrounded(c, dialect, &stmts);
    let of = |x: elder_syntax::prim::PrimValue| Num::Int(x.bits().into());
    let values = model::array(t, &[of(t.number(old)), of(new)]);
    frame.sketch(Expected::Values(vec![values]))
}

/// Variables that are assigned in one branch, pointers, choices between them, components, functions.
fn variables(c: &mut Choices) -> Sketch {
    let mut frame = Frame::new(Dialect::OpenCl, (I32, 1));
    frame.input("xs", ints(&[5, 6, 7, 8]));
    let k = 1 + c.below(2);
    let taken = k == 1;
    let or = |value: i64| if taken { Ok(value) } else { UNWRITTEN };
    let t = ["int", "uint", "long", "char", "float", "double", "ushort"][c.below(7)];
    let (stmts, outcome): (String, Outcome) = match c.below(12) {
        0 => (format!("{t} x; if (one == {k}) {{ x = 5; }} out[0] = x;"), or(5)),
        1 => (
            format!(
                "{t} x; for (int i = 1; i < {}; i += 1) {{ x = 4; }} out[0] = x;",
                3 - k
            ),
            or(4),
        ),
        2 => (format!("int4 v; v.s{} = 8; out[0] = v.s0;", k - 1), or(8)),
        3 => (
            format!("const global int* p; if (one == {k}) {{ p = xs + 1; }} out[0] = p[1];"),
            or(7),
        ),
        4 => (
            format!("const global int* p = one == {k} ? xs : xs + 2; out[0] = p[1];"),
            Ok(if taken { 6 } else { 8 }),
        ),
        5 => (
            format!("const global int* p = one == {k} ? xs + 3 : xs + 4; out[0] = p[0];"),
            if taken { Ok(8) } else { INSIDE },
        ),
        6 => (
            format!(
                "{t} x; x = 3; private {t}* p = &x; *p = x + 1; if (one == {k}) {{ *p = 2; }} out[0] = x;"
            ),
            Ok(if taken { 2 } else { 4 }),
        ),
        7 => {
            frame.functions = "static int f(const global int* p, int k) {\n    int q[2];\n    if (k == 1) {\n        q[1] = p[2];\n    }\n    return q[1] + k;\n}\n\n".to_owned();
            (format!("out[0] = f(xs, {k});"), or(8))
        }
        8 => {
            frame.functions = "static int f(int a, int b) {\n    for (int i = 0; i < 9; i += 1) {\n        if (i * b > a) {\n            return i;\n        }\n    }\n    return -1;\n}\n\n".to_owned();
            let (a, b) = (c.below(12) as i64, c.below(4) as i64);
            let found = (0..9).find(|i| i * b > a).unwrap_or(-1);
            (format!("out[0] = f({a}, {b});"), Ok(found))
        }
        9 => (
            format!(
                "int s = 0; for (int i = {k}; i < 9; i += {k}) {{ if (i > 6) {{ break; }} s += i; }} out[0] = s;"
            ),
            Ok((k..=6).step_by(k).sum::<usize>() as i64),
        ),
        10 => (
            format!("{t} x = 2; {{ {t} y = x; y += 1; x = y; }} {{ {t} y = 5; x += y; }} out[0] = x;"),
            Ok(8),
        ),
        _ => (
            format!(
                "int i = 0; int s = 0; while (i < {k}) {{ i += 1; int q[2]; q[i % 2] = i; s += q[i % 2]; }} out[0] = s;"
            ),
            Ok((1..=k).sum::<usize>() as i64),
        ),
    };
    ended(c, frame, &stmts, outcome)
}

/// Bytes that are read as truth values.
fn truth(c: &mut Choices) -> Sketch {
    let dialect = Dialect::any(c);
    let byte = [0, 1, 2, 255, 128, 3][c.below(6)];
    let mut frame = Frame::new(dialect, (I32, 1));
    frame.input("xs", Value::vector(vec![1_u8, byte, 0]));
    let pointer = dialect.pointer(PrimType::Bool, true);
    let read = [
        "out[0] = b[1];",
        "if (b[1]) { out[0] = 1; }",
        "out[0] = b[1] ? 1 : 0;",
    ][c.below(3)];
    let stmts = format!("{pointer} b = ({pointer})xs; {read}");
    let outcome = match byte {
        0 | 1 => Ok(byte.into()),
        _ => Err(("KER-E-CELL", "truth")),
    };
    ended(c, frame, &stmts, outcome)
}
