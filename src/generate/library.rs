//! Functions of libraries on ties and at boundaries, made with their meaning.
//!
//! A function that takes the wrong one of two equal elements shows it only where there are equal ones that differ in something else; one that is
//! wrong at an end, only there.  So here elements are few and many are equal, what is ordered by a key carries its place, floats are zeros with
//! signs and what is no number, and arrays are empty, of one element, sorted, reversed, and beside powers of two.  Each function of each library
//! has a model, a few lines of Rust, or stands among those without one, with the reason.

pub mod dex;
pub mod dpia;
pub mod fcl;

pub mod futhark;

use crate::Choices;
use crate::meant::{Expected, Meant, Output, array, int, ints, shaped};
use crate::numbers::meaning::Meaning;
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};
use std::ops::Range;

/// A library with a model of what its functions give.
pub struct Library {
    /// The ending of files.
    pub ending: &'static str,
    /// Functions with what calls of them give.
    pub models: &'static [Model],
    /// The reasons why functions have none, with their names.
    pub without: &'static [(&'static str, &'static str)],
    /// Functions that hand on what they are given, or read a digit: seldom called.
    pub dull: &'static str,
    /// Those that have most ways.
    pub often: &'static [&'static str],
    /// How many calls of a function a program has at most.
    together: usize,
    /// The program with these parameters that makes these calls.
    program: fn(&Sheet, &[Call]) -> String,
}

/// A function, and calls of it.
pub struct Model {
    /// The name, with the module that it stands in.
    pub name: &'static str,
    make: fn(&mut Choices, &mut Sheet) -> Call,
}

/// A call: the expressions of results, what they give, and what stands before them.
pub struct Call {
    before: String,
    results: Vec<String>,
    outputs: Vec<Output>,
    /// Whether the function is not defined there.
    fails: bool,
    /// Which parameters it has.
    reads: Range<usize>,
}

/// How often a function is called that is dull, that is not, and that has many ways.
const WEIGHTS: [usize; 3] = [1, 6, 18];

impl Library {
    /// A function.
    fn model(&self, c: &mut Choices) -> Option<&Model> {
        let [dull, usual, often] = WEIGHTS;
        c.weighted(self.models, |model| {
            let is_dull = self.dull.split_whitespace().any(|name| name == model.name);
            match (is_dull, self.often.contains(&model.name)) {
                (true, _) => dull,
                (_, true) => often,
                _ => usual,
            }
        })
    }
}

/// What a program reads.
#[derive(Default)]
pub struct Sheet {
    parameters: Vec<(PrimType, Vec<usize>)>,
    inputs: Vec<Value>,
    /// The threads of a block and of a warp, where programs are run by such.
    threads: (usize, usize),
}

impl Sheet {
    fn read(&mut self, of: PrimType, shape: Vec<usize>, values: &[PrimValue]) -> String {
        let value = match shape.is_empty() {
            true => values.first().map(|x| Value::scalar(*x)),
            false => array(of, shape.clone(), values),
        };
        self.inputs.extend(value);
        self.parameters.push((of, shape));
        format!("a{}", self.inputs.len() - 1)
    }

    fn ints(&mut self, xs: &[i32]) -> String {
        self.read(PrimType::I32, vec![xs.len()], &all_ints(xs))
    }

    fn floats(&mut self, xs: &[f32]) -> String {
        self.read(PrimType::F32, vec![xs.len()], &all_floats(xs))
    }

    fn doubles(&mut self, xs: &[f64]) -> String {
        let all: Vec<PrimValue> = xs.iter().copied().map(PrimValue::F64).collect();
        self.read(PrimType::F64, vec![xs.len()], &all)
    }

    fn truths(&mut self, xs: &[bool]) -> String {
        let all: Vec<PrimValue> = xs.iter().copied().map(PrimValue::Bool).collect();
        self.read(PrimType::Bool, vec![xs.len()], &all)
    }

    fn longs(&mut self, xs: &[i64]) -> String {
        let all: Vec<PrimValue> = xs.iter().copied().map(PrimValue::I64).collect();
        self.read(PrimType::I64, vec![xs.len()], &all)
    }

    fn shaped(&mut self, shape: &[usize], xs: &[i32]) -> String {
        self.read(PrimType::I32, shape.to_vec(), &all_ints(xs))
    }

    fn int(&mut self, x: i32) -> String {
        self.read(PrimType::I32, vec![], &[PrimValue::I32(x)])
    }

    fn long(&mut self, x: i64) -> String {
        self.read(PrimType::I64, vec![], &[PrimValue::I64(x)])
    }

    fn float(&mut self, x: f32) -> String {
        self.read(PrimType::F32, vec![], &[PrimValue::F32(x)])
    }
}

fn all_ints(xs: &[i32]) -> Vec<PrimValue> {
    xs.iter().copied().map(PrimValue::I32).collect()
}

fn all_floats(xs: &[f32]) -> Vec<PrimValue> {
    xs.iter().copied().map(PrimValue::F32).collect()
}

/// A result for which there is an expression.
type Given = (String, Output);

impl Call {
    fn new(all: impl IntoIterator<Item = Given>) -> Call {
        let (results, outputs): (Vec<String>, Vec<Output>) = all.into_iter().unzip();
        Call {
            before: String::new(),
            results,
            outputs,
            fails: false,
            reads: 0..0,
        }
    }

    fn one(text: String, output: Output) -> Call {
        Call::new([(text, output)])
    }

    /// The same after these lines.
    fn after(self, before: String) -> Call {
        Call { before, ..self }
    }

    /// The same where the function is defined there, else a failure.
    fn if_defined(self, is_defined: bool) -> Call {
        Call {
            fails: !is_defined,
            ..self
        }
    }
}

fn longs(xs: impl IntoIterator<Item = i64>) -> Output {
    Output::vector(PrimType::I64, xs.into_iter().map(PrimValue::I64))
}

fn truths(xs: impl IntoIterator<Item = bool>) -> Output {
    Output::vector(PrimType::Bool, xs.into_iter().map(PrimValue::Bool))
}

fn floats(xs: impl IntoIterator<Item = f32>) -> Output {
    Output::vector(PrimType::F32, xs.into_iter().map(PrimValue::F32))
}

fn long(x: usize) -> Output {
    Output::scalar(PrimValue::I64(x as i64))
}

fn truth(x: bool) -> Output {
    Output::scalar(PrimValue::Bool(x))
}

fn float(x: f32) -> Output {
    Output::scalar(PrimValue::F32(x))
}

/// The names of functions with how they are called.
macro_rules! models {
    ($($name:literal: |$c:ident, $s:ident| $body:expr;)*) => {
        &[$($crate::library::Model {
            name: $name,
            make: |$c: &mut $crate::Choices, $s: &mut $crate::library::Sheet| $body,
        }),*]
    };
}
use models;

/// A float that is rounded on the way.
fn nearly(xs: impl IntoIterator<Item = f32>, off: f64) -> Output {
    let elements: Vec<Meaning> = xs.into_iter().map(|x| Meaning::Within(x.into(), off)).collect();
    Output {
        of: PrimType::F32,
        shape: vec![elements.len()],
        elements,
    }
}

// ---- What they are called with

/// Sizes of arrays.
const SIZES: [usize; 17] = [3, 2, 4, 5, 1, 0, 7, 8, 9, 6, 10, 15, 16, 17, 31, 32, 33];

/// How many elements there are; hardly any mistake needs many.
fn count(c: &mut Choices) -> usize {
    let few = if c.one_in(4) { SIZES.len() } else { 10 };
    SIZES.get(c.below(few)).copied().unwrap_or(1)
}

/// Numbers of which many are equal: of two or three values, all alike, in order, in the opposite order, or with the least or the greatest at an end.
fn ties(c: &mut Choices) -> Vec<i32> {
    let n = count(c);
    tied(c, n)
}

fn tied(c: &mut Choices, n: usize) -> Vec<i32> {
    let few = 1 + c.below(4);
    let mut all: Vec<i32> = (0..n).map(|_| c.below(few) as i32 - 1).collect();
    match c.below(6) {
        0 => all.sort_unstable(),
        1 => {
            all.sort_unstable();
            all.reverse();
        }
        2 => {
            if let Some(x) = all.first_mut() {
                *x = [9, -9][c.below(2)];
            }
        }
        3 => {
            if let Some(x) = all.last_mut() {
                *x = [9, -9][c.below(2)];
            }
        }
        _ => {}
    }
    all
}

/// The same, of one element at least.
fn some(c: &mut Choices) -> Vec<i32> {
    let n = count(c).max(1);
    tied(c, n)
}

/// Sorted.
fn sorted(c: &mut Choices) -> Vec<i32> {
    let mut all = ties(c);
    all.sort_unstable();
    all
}

/// Floats: few, whole or a half, and what is no number, infinite, and zeros with signs.
fn strange(c: &mut Choices, n: usize) -> Vec<f32> {
    const ALL: [f32; 9] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        0.5,
    ];
    let few = 2 + c.below(ALL.len() - 1);
    (0..n)
        .map(|_| ALL.get(c.below(few)).copied().unwrap_or(0.0))
        .collect()
}

/// Floats among which there is one zero only, and nothing that is no number.
fn ordered(c: &mut Choices, n: usize) -> Vec<f32> {
    const ALL: [f32; 6] = [0.0, 1.0, -1.0, 2.5, f32::INFINITY, f32::NEG_INFINITY];
    let few = 1 + c.below(ALL.len());
    (0..n)
        .map(|_| ALL.get(c.below(few)).copied().unwrap_or(0.0))
        .collect()
}

fn half_truths(c: &mut Choices, n: usize) -> Vec<bool> {
    let often = c.below(4);
    (0..n).map(|_| c.below(4) >= often).collect()
}

/// The places of elements.
fn places(n: usize) -> Vec<i32> {
    (0..n).map(|k| k as i32).collect()
}

/// A number at, before or behind one of the ends.
fn edge(c: &mut Choices, n: usize) -> i64 {
    let n = n as i64;
    [0, n, 1, n - 1, n / 2, n + 1, -1][c.below(7)]
}

/// The same, within them.
fn within(c: &mut Choices, n: usize) -> usize {
    [0, n, n.min(1), n.saturating_sub(1), n / 2][c.below(5)]
}

/// A program that calls a function of the library.
pub fn program(c: &mut Choices, library: &Library) -> Meant {
    const THREADS: [(usize, usize); 7] = [(4, 2), (8, 4), (2, 2), (4, 4), (8, 2), (1, 1), (2, 4)];
    let mut sheet = Sheet {
        threads: c.pick(&THREADS).copied().unwrap_or((4, 2)),
        ..Sheet::default()
    };
    let Some(model) = library.model(c) else {
        unreachable!("a library has functions");
    };
    let mut calls: Vec<Call> = Vec::new();
    for _ in 0..1 + c.below(library.together) {
        let before = sheet.inputs.len();
        let call = c.part(|c| (model.make)(c, &mut sheet));
        let is_alone = calls.is_empty();
        // A failure is seen alone.
        if call.fails && !is_alone {
            sheet.inputs.truncate(before);
            sheet.parameters.truncate(before);
            continue;
        }
        let fails = call.fails;
        calls.push(Call {
            reads: before..sheet.inputs.len(),
            ..call
        });
        if fails {
            break;
        }
    }
    let text = (library.program)(&sheet, &calls);
    let fails = calls.iter().any(|call| call.fails);
    Meant {
        sort: model.name.to_owned(),
        ending: library.ending,
        text,
        inputs: sheet.inputs,
        expected: match fails {
            false => Expected::Values(calls.into_iter().flat_map(|call| call.outputs).collect()),
            true => Expected::Error,
        },
    }
}
