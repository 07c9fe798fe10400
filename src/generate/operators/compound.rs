//! Operators on elements of several parts, each of another type with another operation: tuples, records, records in tuples, small arrays in them.
//!
//! Parts do not look at each other, so what comes of each is a fold of its own, with integers that are cut to the type.

use crate::Choices;
use crate::kit::tuple;
use crate::kit::{joined, table};
use crate::meant::{Expected, Meant, Output, vector as input};
use crate::numbers::meaning::Meaning;
use elder_syntax::prim::{PrimType, PrimValue};

/// An operation on one part.
#[derive(Clone, Copy, Debug)]
struct Part {
    of: PrimType,
    /// How it is written, of `A` and `B`.
    text: &'static str,
    neutral: &'static str,
    zero: i128,
    combine: fn(i128, i128) -> i128,
    /// How a part is made of a number `x`.
    element: &'static str,
    lift: fn(i128) -> i128,
    commutes: bool,
}

const PARTS: &[Part] = table! { Part { of, text, neutral, zero, combine, element, lift, commutes }
    (PrimType::I64, "(A + B)", "0i64", 0, |a, b| a + b, "(i64.i32 x)", |x| x, true);
    (PrimType::I64, "(i64.max A B)", "i64.lowest", i64::MIN as i128, i128::max, "(i64.i32 (x * 7))",
        |x| x * 7, true);
    (PrimType::I64, "(A * B)", "1i64", 1, |a, b| i128::from((a as i64).wrapping_mul(b as i64)),
        "(i64.i32 (2 * x + 1))", |x| 2 * x + 1, true);
    (PrimType::I8, "(i8.max A B)", "i8.lowest", -128, i128::max, "(i8.i32 x)", |x| x, true);
    (PrimType::U8, "(A * B)", "1u8", 1, |a, b| (a * b).rem_euclid(256), "(u8.i32 (2 * x + 1))",
        |x| (2 * x + 1).rem_euclid(256), true);
    (PrimType::Bool, "(A && B)", "true", 1, |a, b| a & b, "(x > -9)", |x| i128::from(x > -9), true);
    (PrimType::Bool, "(A != B)", "false", 0, |a, b| a ^ b, "(x > 0)", |x| i128::from(x > 0), true);
    (PrimType::I16, "(A ^ B)", "0i16", 0, |a, b| a ^ b, "(i16.i32 x)", |x| x, true);
    (PrimType::F64, "(A + B)", "0f64", 0, |a, b| a + b, "(f64.i32 x)", |x| x, true);
    (PrimType::U32, "(u32.min A B)", "u32.highest", 0xffff_ffff, i128::min, "(u32.i32 (x + 20))",
        |x| x + 20, true);
    (PrimType::I32, "(if B == -1000 then A else B)", "(-1000)", -1000,
        |a, b| if b == -1000 { a } else { b }, "(if x > 4 then -1000 else x)",
        |x| if x > 4 { -1000 } else { x }, false);
    (PrimType::I64, "(if A == -1000 then B else A)", "(-1000)", -1000,
        |a, b| if a == -1000 { b } else { a }, "(if x > 0 then -1000 else i64.i32 x)",
        |x| if x > 0 { -1000 } else { x }, false);
    (PrimType::U16, "(A + B)", "0u16", 0, |a, b| (a + b) % 65536, "(u16.i32 (x * 400))",
        |x| (x * 400).rem_euclid(65536), true);
};

/// How many elements there are.
const LENGTHS: &[usize] = &[
    0, 1, 2, 3, 5, 7, 8, 9, 16, 17, 31, 32, 33, 64, 65, 127, 129, 255, 256, 257, 511, 513, 1023, 1025,
];

/// How an element is put together.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Tuple,
    Record,
    /// The first part beside a record of the others.
    Nested,
}

struct Compound {
    parts: Vec<Part>,
    /// The parts that are arrays of two.
    doubled: Vec<bool>,
    shape: Shape,
    /// Whether the operator changes the fields of its left operand.
    updates: bool,
}

impl Compound {
    fn new(c: &mut Choices) -> Compound {
        let commutes = c.one_in(3);
        // Parts of one type are told apart by nothing but their places.
        let one = c.one_in(3).then_some(PrimType::I64);
        let all: Vec<Part> = PARTS
            .iter()
            .copied()
            .filter(|part| (part.commutes || !commutes) && one.is_none_or(|one| part.of == one))
            .collect();
        let parts: Vec<Part> = (0..1 + c.below(4))
            .filter_map(|_| c.pick(&all).copied())
            .collect();
        Compound {
            doubled: parts.iter().map(|_| c.one_in(6)).collect(),
            shape: [Shape::Tuple, Shape::Record, Shape::Nested][c.below(3)],
            updates: c.one_in(2),
            parts,
        }
    }

    /// An element, or a type of elements, of its parts.
    fn built(&self, parts: &[String], sign: &str) -> String {
        let record = |all: &[String]| {
            let fields = joined(
                ", ",
                all.iter().enumerate().map(|(k, x)| format!("p{k} {sign} {x}")),
            );
            format!("{{{fields}}}")
        };
        match (self.shape, parts) {
            (Shape::Record, all) => record(all),
            (Shape::Nested, [first, rest @ ..]) if !rest.is_empty() => format!("({first}, {})", record(rest)),
            (_, all) => tuple(all),
        }
    }

    /// The parts, and whether each is an array of two.
    fn each(&self) -> impl Iterator<Item = (&Part, bool)> {
        self.parts.iter().zip(self.doubled.iter().copied())
    }

    /// The same of what each part is.
    fn built_of(&self, sign: &str, text: impl Fn(&Part, bool) -> String) -> String {
        let all: Vec<String> = self.each().map(|(part, doubled)| text(part, doubled)).collect();
        self.built(&all, sign)
    }

    /// A part of an element.
    fn part(&self, of: &str, k: usize) -> String {
        match self.shape {
            Shape::Record => format!("({of}).p{k}"),
            _ if self.parts.len() == 1 => of.to_owned(),
            Shape::Nested if k > 0 => format!("(({of}).1).p{}", k - 1),
            _ => format!("({of}).{k}"),
        }
    }

    fn type_text(&self) -> String {
        self.built_of(":", |part, doubled| {
            format!("{}{}", if doubled { "[2]" } else { "" }, part.of)
        })
    }

    fn neutral(&self) -> String {
        self.built_of("=", |part, doubled| match doubled {
            true => format!("[{0}, {0}]", part.neutral),
            false => part.neutral.to_owned(),
        })
    }

    fn element(&self) -> String {
        self.built_of("=", |part, doubled| match doubled {
            true => format!("map (\\x -> {}) [x, x - 1]", part.element),
            false => part.element.to_owned(),
        })
    }

    fn operation(&self) -> String {
        let combined = |k: usize, part: &Part| {
            let (a, b) = (self.part("a", k), self.part("b", k));
            match self.doubled.get(k) {
                Some(true) => format!(
                    "map2 (\\a b -> {}) ({a}) ({b})",
                    part.text.replace('A', "a").replace('B', "b")
                ),
                _ => part.text.replace('A', &a).replace('B', &b),
            }
        };
        let all: Vec<String> = self
            .parts
            .iter()
            .enumerate()
            .map(|(k, part)| combined(k, part))
            .collect();
        match (self.shape, self.updates) {
            (Shape::Record, true) => {
                let lines: String = all
                    .iter()
                    .enumerate()
                    .map(|(k, text)| format!("let c = c with p{k} = {text} in "))
                    .collect();
                format!("let c = a in {lines}c")
            }
            _ => self.built(&all, "="),
        }
    }

    /// Numbers of each part; two of one that is doubled.
    fn lifted(&self, x: i32) -> Vec<i128> {
        let mut all = Vec::new();
        for (part, doubled) in self.each() {
            all.push((part.lift)(x.into()));
            if doubled {
                all.push((part.lift)(i128::from(x) - 1));
            }
        }
        all
    }

    /// Each number with its part.
    fn numbers(&self) -> Vec<&Part> {
        self.each()
            .flat_map(|(part, doubled)| std::iter::repeat_n(part, if doubled { 2 } else { 1 }))
            .collect()
    }

    fn combined(&self, a: &[i128], b: &[i128]) -> Vec<i128> {
        let each = self.numbers().into_iter().zip(a.iter().zip(b));
        each.map(|(part, (a, b))| (part.combine)(*a, *b)).collect()
    }

    fn zeros(&self) -> Vec<i128> {
        self.numbers().iter().map(|part| part.zero).collect()
    }

    fn reduced(&self, xs: &[i32]) -> Vec<i128> {
        xs.iter()
            .fold(self.zeros(), |sum, x| self.combined(&sum, &self.lifted(*x)))
    }

    fn scanned(&self, xs: &[i32], begins: impl Fn(usize) -> bool) -> Vec<Vec<i128>> {
        let mut sum = self.zeros();
        let each = xs.iter().enumerate().map(|(k, x)| {
            let old = if begins(k) { self.zeros() } else { sum.clone() };
            sum = self.combined(&old, &self.lifted(*x));
            sum.clone()
        });
        each.collect()
    }

    /// The parts of an element, or of many, of which `shape` says how many there are.
    fn outputs(&self, shape: &[usize], all: &[Vec<i128>]) -> Vec<Output> {
        let mut outputs = Vec::new();
        let mut first = 0;
        for (part, doubled) in self.each() {
            let count = if doubled { 2 } else { 1 };
            let numbers = all.iter().flat_map(|one| one.iter().skip(first).take(count));
            let more: &[usize] = if doubled { &[2] } else { &[] };
            outputs.push(Output {
                of: part.of,
                shape: [shape, more].concat(),
                elements: numbers.map(|n| Meaning::Exactly(part.of.number(*n))).collect(),
            });
            first += count;
        }
        outputs
    }

    /// What is read of many elements: an array a part.
    fn split(&self, of: &str, depth: usize) -> String {
        tuple((0..self.parts.len()).map(|k| match depth {
            0 => self.part(of, k),
            1 => format!("(map (\\e -> {}) {of})", self.part("e", k)),
            _ => format!("(map (map (\\e -> {})) {of})", self.part("e", k)),
        }))
    }
}

/// A program of Futhark.
pub fn futhark(c: &mut Choices) -> Meant {
    let compound = Compound::new(c);
    let few = if c.one_in(if compound.parts.len() == 1 { 2 } else { 4 }) {
        LENGTHS.len()
    } else {
        9
    };
    let n = LENGTHS.get(c.below(few)).copied().unwrap_or(1);
    let xs: Vec<i32> = (0..n).map(|_| c.number(-9, 19)).collect();
    let commutes = compound.parts.iter().all(|part| part.commutes);
    let place = |k: usize| k * 3 % 5;
    let (sort, text, depth, shape, gives) = match c.below(if commutes { 9 } else { 6 }) {
        0 => (
            "reduce",
            "reduce op NE (map element xs)",
            0,
            vec![],
            vec![compound.reduced(&xs)],
        ),
        1 => (
            "scan",
            "scan op NE (map element xs)",
            1,
            vec![n],
            compound.scanned(&xs, |_| false),
        ),
        2 => (
            "segmented scan",
            "map (.1) (scan (\\(f, a) (g, b) -> (f || g, if g then b else op a b)) (false, NE) (zip (map (\\i -> i % 4 == 1) (indices xs)) (map element xs)))",
            1,
            vec![n],
            compound.scanned(&xs, |k| k % 4 == 1),
        ),
        3 => (
            "reduce in map",
            "map (\\k -> reduce op NE (map (\\x -> element (x - i32.i64 k)) xs)) (iota 3)",
            1,
            vec![3],
            (0..3)
                .map(|k| compound.reduced(&xs.iter().map(|x| x - k).collect::<Vec<i32>>()))
                .collect(),
        ),
        4 => (
            "scan in map",
            "map (\\k -> scan op NE (map (\\x -> element (x - i32.i64 k)) xs)) (iota 2)",
            2,
            vec![2, n],
            (0..2)
                .flat_map(|k| compound.scanned(&xs.iter().map(|x| x - k).collect::<Vec<i32>>(), |_| false))
                .collect(),
        ),
        5 => (
            "loop",
            "loop sum = NE for x in xs do op sum (element x)",
            0,
            vec![],
            vec![compound.reduced(&xs)],
        ),
        6 => (
            "reduce_comm",
            "reduce_comm op NE (map element xs)",
            0,
            vec![],
            vec![compound.reduced(&xs)],
        ),
        way => {
            let mut bins = vec![
                if way == 7 {
                    compound.zeros()
                } else {
                    compound.lifted(3)
                };
                4
            ];
            for (k, x) in xs.iter().enumerate() {
                if let Some(bin) = bins.get_mut(place(k)) {
                    *bin = compound.combined(bin, &compound.lifted(*x));
                }
            }
            let text = match way {
                7 => "hist op NE 4 (map (\\i -> i * 3 % 5) (indices xs)) (map element xs)",
                _ => {
                    "reduce_by_index (replicate 4 (element 3)) op NE (map (\\i -> i * 3 % 5) (indices xs)) (map element xs)"
                }
            };
            ("hist", text, 1, vec![4], bins)
        }
    };
    // What is of the top level is nobody's to give.
    let is_bare = compound.parts.len() == 1 && !matches!(compound.shape, Shape::Record);
    let sign = compound.parts.first().and_then(|part| match part.text {
        "(A + B)" => Some("(+)"),
        "(A * B)" => Some("(*)"),
        "(A ^ B)" => Some("(^)"),
        _ => None,
    });
    // The language's own operator, where it is one.
    let text = match (sign, compound.doubled.as_slice()) {
        (Some(sign), [false]) if is_bare => text.replace("op NE", &format!("{sign} NE")),
        _ => text.to_owned(),
    };
    let neutral = if compound.doubled.contains(&true) {
        "(copy ne)"
    } else {
        "ne"
    };
    let text = text.replace("NE", neutral);
    let values: Vec<PrimValue> = xs.iter().copied().map(PrimValue::I32).collect();
    Meant {
        sort: format!("compound {sort}"),
        ending: "fut",
        text: format!(
            "type t = {}\ndef op (a: t) (b: t) : t = {}\ndef ne : t = {}\ndef element (x: i32) : t = {}\nentry main (xs: []i32) =\n  let ys = {text}\n  in {}\n",
            compound.type_text(),
            compound.operation(),
            compound.neutral(),
            compound.element(),
            compound.split("ys", depth)
        ),
        inputs: vec![input(PrimType::I32, &values)],
        expected: Expected::Values(compound.outputs(&shape, &gives)),
    }
}

// ---- Dex

const DEX: &[Part] = table! { Part { of, text, neutral, zero, combine, element, lift, commutes }
    (PrimType::I32, "(A + B)", "0", 0, |a, b| a + b, "(x * 3)", |x| x * 3, true);
    (PrimType::I32, "(max A B)", "(-1000)", -1000, i128::max, "(x + 1)", |x| x + 1, true);
    (PrimType::I32, "(if B == (-1000) then A else B)", "(-1000)", -1000,
        |a, b| if b == -1000 { a } else { b }, "(if x > 4 then (-1000) else x)",
        |x| if x > 4 { -1000 } else { x }, false);
    (PrimType::F32, "(A + B)", "0.0", 0, |a, b| a + b, "(IToF x)", |x| x, true);
    (PrimType::F32, "(min A B)", "1000.0", 1000, i128::min, "(IToF x)", |x| x, true);
    (PrimType::Bool, "(A && B)", "True", 1, |a, b| a & b, "(x > (-9))", |x| i128::from(x > -9), true);
    (PrimType::Bool, "(A || B)", "False", 0, |a, b| a | b, "(x > 6)", |x| i128::from(x > 6), true);
};

fn dex_name(t: PrimType) -> &'static str {
    match t {
        PrimType::F32 => "Float",
        PrimType::Bool => "Bool",
        _ => "Int",
    }
}

impl Compound {
    /// An element of its parts, or a type, or a pattern.
    fn dex(&self, parts: &[String], signs: [&str; 3]) -> String {
        let [between, of, next] = signs;
        let row = |all: &[String]| match all {
            [one] => one.clone(),
            all => format!("({})", all.join(between)),
        };
        match (self.shape, parts) {
            (Shape::Record, all) if all.len() > 1 => {
                let fields = joined(next, all.iter().enumerate().map(|(k, x)| format!("p{k}{of}{x}")));
                format!("{{{fields}}}")
            }
            (Shape::Nested, [first, second, rest @ ..]) if !rest.is_empty() => {
                let pair = row(&[first.clone(), second.clone()]);
                row(&[&[pair], rest].concat())
            }
            (_, all) => row(all),
        }
    }

    fn dex_all(&self, of: impl Fn(usize, &Part, bool) -> String, signs: [&str; 3]) -> String {
        let each = self.parts.iter().zip(&self.doubled).enumerate();
        let all: Vec<String> = each.map(|(k, (part, doubled))| of(k, part, *doubled)).collect();
        self.dex(&all, signs)
    }
}

const VALUES: [&str; 3] = [", ", "=", ", "];
const TYPES: [&str; 3] = [" & ", ":", " & "];

/// A program of Dex.
pub fn dex(c: &mut Choices) -> Meant {
    let parts: Vec<Part> = (0..1 + c.below(4)).filter_map(|_| c.pick(DEX).copied()).collect();
    let compound = Compound {
        doubled: parts.iter().map(|_| c.one_in(6)).collect(),
        shape: [Shape::Tuple, Shape::Record, Shape::Nested][c.below(3)],
        updates: false,
        parts,
    };
    let few = if c.one_in(3) { LENGTHS.len() } else { 9 };
    let n = LENGTHS.get(c.below(few)).copied().unwrap_or(1).min(70);
    let xs: Vec<i32> = (0..n).map(|_| c.number(-9, 19)).collect();
    let ty = compound.dex_all(
        |_, part, doubled| match doubled {
            true => format!("(Fin 2 => {})", dex_name(part.of)),
            false => dex_name(part.of).to_owned(),
        },
        TYPES,
    );
    let zero = compound.dex_all(
        |_, part, doubled| match doubled {
            true => format!("[{0}, {0}]", part.neutral),
            false => part.neutral.to_owned(),
        },
        VALUES,
    );
    let element = compound.dex_all(
        |_, part, doubled| match doubled {
            true => format!("(for j:(Fin 2). (\\x:Int. {}) (x - ordinal j))", part.element),
            false => part.element.to_owned(),
        },
        VALUES,
    );
    let pattern = |side: &str| compound.dex_all(|k, _, _| format!("{side}{k}"), VALUES);
    let operation = compound.dex_all(
        |k, part, doubled| match doubled {
            true => format!(
                "(for j. {})",
                part.text
                    .replace('A', &format!("a{k}.j"))
                    .replace('B', &format!("b{k}.j"))
            ),
            false => part
                .text
                .replace('A', &format!("a{k}"))
                .replace('B', &format!("b{k}")),
        },
        VALUES,
    );
    let shifted = |k: i32| -> Vec<i32> { xs.iter().map(|x| x - k).collect() };
    let (sort, text, shape, gives) = match c.below(6) {
        0 => (
            "reduce",
            "reduce (ne ()) op (for i. element xs.i)".to_owned(),
            vec![],
            vec![compound.reduced(&xs)],
        ),
        1 => (
            "scan'",
            "scan' (ne ()) \\i s. op s (element xs.i)".to_owned(),
            vec![n],
            compound.scanned(&xs, |_| false),
        ),
        2 => (
            "accumulator",
            format!("yieldAccum Own \\r:(Ref _ {ty}). for i. r += element xs.i"),
            vec![],
            vec![compound.reduced(&xs)],
        ),
        3 => (
            "accumulators",
            format!("for k:(Fin 3). yieldAccum Own \\r:(Ref _ {ty}). for i. r += element (xs.i - ordinal k)"),
            vec![3],
            (0..3).map(|k| compound.reduced(&shifted(k))).collect(),
        ),
        4 => (
            "state",
            format!("yieldState (ne ()) \\r:(Ref _ {ty}). for i. r := op (get r) (element xs.i)"),
            vec![],
            vec![compound.reduced(&xs)],
        ),
        _ => {
            let mut bins = vec![compound.zeros(); 3];
            for (k, x) in xs.iter().enumerate() {
                if let Some(bin) = bins.get_mut(k * 2 % 3) {
                    *bin = compound.combined(bin, &compound.lifted(*x));
                }
            }
            (
                "table of accumulators",
                format!(
                    "yieldAccum Own \\r:(Ref _ (Fin 3 => {ty})). for i. r!((rem (ordinal i * 2) 3)@(Fin 3)) += element xs.i"
                ),
                vec![3],
                bins,
            )
        }
    };
    let values: Vec<PrimValue> = xs.iter().copied().map(PrimValue::I32).collect();
    Meant {
        sort: format!("compound {sort}"),
        ending: "dx",
        text: format!(
            "def op (a : {ty}) (b : {ty}) : {ty} =\n  {} = a\n  {} = b\n  {operation}\ndef ne (_ : Unit) : {ty} = {zero}\ndef element (x : Int) : {ty} = {element}\nnamed-instance Own : Monoid {ty}\n  mempty = {zero}\n  mcombine = op\nmain = \\xs:(Fin {n} => Int). {text}\n",
            pattern("a"),
            pattern("b"),
        ),
        inputs: vec![input(PrimType::I32, &values)],
        expected: Expected::Values(compound.outputs(&shape, &gives)),
    }
}
