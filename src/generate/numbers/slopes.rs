//! Slopes: programs that take derivatives of primitive functions, an argument at a time, with what they give.
//!
//! [`slope`] has what mathematics says of a slope in one operand; here it is put together to what derivatives give: changes of some operands
//! forward, a weight backward, both with the value; several of them at once; of the second order; of an operand that stands in two places.
//! [`points`] chooses where.  [`futhark`] and [`dex`] write it down, among constructs that change nothing.

pub mod dex;
pub mod futhark;
pub mod points;
pub mod slope;

use super::exact::Exact;
use super::meaning::{Meaning, meaning};
use super::programs::{Function, Tongue};
use crate::Choices;
use crate::meant::{Expected, Meant, Output, vector};
use elder_syntax::Value;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use slope::{Slope, bend, double, slope};

/// How a derivative is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a change of each operand that moves.
    Forward,
    /// By a weight of the result.
    Reverse,
}

/// A derivative as it is written: of a function of names, at a point.
#[derive(Clone, Debug)]
pub struct Derivative {
    /// How it is taken.
    pub way: Way,
    /// The function's body.
    pub body: String,
    /// What its parameters are called, of which type they are, and where they stand.
    pub moving: Vec<(&'static str, PrimType, String)>,
    /// The type of its result.
    pub result: PrimType,
    /// Changes of the parameters, or weights of the result; several, if the derivative is taken several times.
    pub changes: Vec<Vec<String>>,
}

/// The same of the second order, in one parameter and then in another or the same: of the body, both by a change of one.
#[derive(Clone, Debug)]
pub struct Second {
    /// How the inner derivative is taken, and the outer one.
    pub ways: [Way; 2],
    /// The function's body.
    pub body: String,
    /// The parameters of the inner derivative and of the outer one, and where they stand.
    pub moving: [(&'static str, String); 2],
    /// The type of all numbers.
    pub of: PrimType,
    /// The number one.
    pub one: String,
}

/// Lines of a program, and the names of what comes of them.
pub type Lines = (Vec<String>, Vec<String>);

/// A number with its name.
pub type Typed = (String, PrimType);

/// A result with its name.
pub type Named = (String, Parameter);

/// How a language writes derivatives.
pub struct Writer {
    /// The language.
    pub tongue: &'static Tongue,
    /// Whether numbers of this type have derivatives.
    pub carries: fn(PrimType) -> bool,
    /// Whether the language takes the derivative of a function.
    pub takes: fn(PrimFn) -> bool,
    /// How an expression of a type is written in another way, which gives the same.
    pub wrapped: fn(&mut Choices, PrimType, String) -> String,
    /// The lines that take a derivative, with the names of what comes of it: the value, and what it changes by for each change, or of each parameter for
    /// each weight.
    pub first: fn(&mut Choices, &Derivative, usize) -> Lines,
    /// The lines that take one of the second order, and its name.
    pub second: fn(&Second, usize) -> (Vec<String>, String),
    /// How an element of an array is written in a loop; a language without loops here has none.
    pub element: Option<fn(&str) -> String>,
    /// The lines that compute these results so often in a loop.
    pub looped: fn(usize, &[String], &[Typed], usize) -> Lines,
    /// The program with these parameters, lines, and results.
    pub program: fn(&[Parameter], &[String], &[Named]) -> String,
}

/// The type of a parameter or result: a number, or so many.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The type of numbers.
    pub of: PrimType,
    /// How many, if it is an array.
    pub size: Option<usize>,
}

// ---- What comes of it

/// A part of a sum.
#[derive(Clone, Copy, Debug)]
enum Term {
    Exactly(PrimValue),
    /// A number, and how far off it may be.
    Near(f64, f64),
    Open,
}

/// What rounding to the type changes a number by, at most, in parts of it.
fn unit(t: PrimType) -> f64 {
    match t {
        PrimType::F16 => 2f64.powi(-11),
        PrimType::F32 => 2f64.powi(-24),
        _ => 1e-12,
    }
}

/// The largest number of which steps on the way are numbers of the type, and the smallest.
fn range(t: PrimType) -> (f64, f64) {
    match t {
        PrimType::F16 => (2000.0, 1e-3),
        PrimType::F32 => (1e30, 1e-30),
        _ => (1e250, 1e-250),
    }
}

/// How many roundings a slope has, at most.
const ROUNDINGS: f64 = 16.0;

/// A change or a weight through a slope; `None` if nothing comes of it.
fn through(slope: &Slope, t: PrimType, change: PrimValue, way: Way) -> Option<Term> {
    let exactly = |f: PrimFn, operands: &[PrimValue]| match meaning(f, operands) {
        Meaning::Exactly(value) => Term::Exactly(value),
        _ => Term::Open,
    };
    Some(match slope {
        Slope::None => return None,
        Slope::Open => Term::Open,
        Slope::Exactly(s) => exactly(PrimFn::Bin(BinOp::Mul, t), &[*s, change]),
        Slope::Near(s, rounded) => {
            let by = double(change);
            let (most, least) = range(t);
            // What is rounded to zero brings another thing than what is nearly zero.
            let is_wild = s.is_finite() && s.abs() > most || by.is_infinite() && s.abs() < 1e-3;
            let off = ROUNDINGS * unit(t) * (s.abs() + rounded) * by.abs() + least * (1.0 + by.abs());
            match is_wild {
                true => Term::Open,
                false => Term::Near(s * by, off),
            }
        }
        Slope::Through(there, back, rest) => {
            let f = if way == Way::Forward { there } else { back };
            let mut operands = vec![change];
            operands.extend(rest);
            exactly(*f, &operands)
        }
    })
}

fn sum(t: PrimType, a: Term, b: Term) -> Term {
    let near = |term| match term {
        Term::Exactly(x) => Some((double(x), 0.0)),
        Term::Near(x, off) => Some((x, off)),
        Term::Open => None,
    };
    if let (Term::Exactly(x), Term::Exactly(y)) = (a, b) {
        return match meaning(PrimFn::Bin(BinOp::Add, t), &[x, y]) {
            Meaning::Exactly(sum) => Term::Exactly(sum),
            _ => Term::Open,
        };
    }
    match (near(a), near(b)) {
        (Some((x, off)), Some((y, also))) => {
            Term::Near(x + y, off + also + 2.0 * unit(t) * (x.abs() + y.abs()))
        }
        _ => Term::Open,
    }
}

fn stated(t: PrimType, term: Option<Term>) -> Meaning {
    match term {
        // What does not move at all has a zero that is positive.
        None => Meaning::Exactly(t.number(0)),
        Some(Term::Exactly(value)) => Meaning::Exactly(value),
        Some(Term::Near(x, _)) if x.is_finite() && x.abs() > range(t).0 => Meaning::Open,
        Some(Term::Near(x, off)) => Meaning::Within(x, off),
        Some(Term::Open) => Meaning::Open,
    }
}

/// What the result changes by where operands change: the sum of what they bring, from the first to the last.
fn forward(f: PrimFn, operands: &[PrimValue], changes: &[(usize, PrimValue)]) -> Meaning {
    let t = f.result();
    let brought = changes
        .iter()
        .filter_map(|(k, change)| through(&slope(f, operands, *k), t, *change, Way::Forward));
    stated(t, brought.reduce(|a, b| sum(t, a, b)))
}

/// What a weight of the result is in one operand.
fn backward(f: PrimFn, operands: &[PrimValue], k: usize, weight: PrimValue) -> Option<Term> {
    through(&slope(f, operands, k), f.result(), weight, Way::Reverse)
}

// ---- Programs

/// What a derivative is taken of: a function at operands, some of which move.
struct Asked {
    function: Function,
    /// The operands at each point.
    rows: Vec<Vec<PrimValue>>,
    /// Which move, from the first to the last.
    moving: Vec<usize>,
    /// Whether the first two are one that stands in both places.
    is_doubled: bool,
}

impl Asked {
    fn f(&self) -> PrimFn {
        self.function.f
    }

    /// The types of what moves.
    fn types(&self) -> Vec<PrimType> {
        let all = self.f().parameters();
        self.moving.iter().filter_map(|k| all.get(*k).copied()).collect()
    }

    /// The value, and what it changes by at a point; a change for each that moves.
    fn forward(&self, row: &[PrimValue], changes: &[PrimValue]) -> Meaning {
        let mut all: Vec<(usize, PrimValue)> =
            self.moving.iter().copied().zip(changes.iter().copied()).collect();
        if let (true, [(0, change)]) = (self.is_doubled, all.as_slice()) {
            all.push((1, *change));
        }
        forward(self.f(), row, &all)
    }

    /// The weights of what moves.
    fn backward(&self, row: &[PrimValue], weight: PrimValue) -> Vec<Meaning> {
        let back = |(k, t): (&usize, PrimType)| {
            let own = backward(self.f(), row, *k, weight);
            let all = match self.is_doubled {
                true => [own, backward(self.f(), row, 1, weight)],
                false => [own, None],
            };
            // An adjoint begins with zero.
            let zero = Term::Exactly(t.number(0));
            stated(t, Some(all.into_iter().flatten().fold(zero, |a, b| sum(t, a, b))))
        };
        self.moving.iter().zip(self.types()).map(back).collect()
    }
}

/// The names of operands in bodies.
const NAMES: [&str; 3] = ["x", "y", "z"];

/// A program that is being written.
struct Written<'w> {
    writer: &'w Writer,
    parameters: Vec<Parameter>,
    inputs: Vec<Value>,
    lines: Vec<String>,
    results: Vec<(String, Parameter)>,
    outputs: Vec<Output>,
    fresh: usize,
}

impl Written<'_> {
    fn parameter(&mut self, of: PrimType, size: Option<usize>, value: Value) -> String {
        self.inputs.push(value);
        self.parameters.push(Parameter { of, size });
        format!("a{}", self.inputs.len() - 1)
    }

    /// Numbers of all points: one that is written or read, or an element of an array.
    fn numbers(&mut self, c: &mut Choices, values: &[PrimValue], in_loop: bool) -> String {
        let Some(first) = values.first().copied() else {
            return String::new();
        };
        let of = first.prim_type();
        match self.writer.element.filter(|_| in_loop) {
            Some(element) => {
                let name = self.parameter(of, Some(values.len()), vector(of, values));
                element(&name)
            }
            None => match c.below(2) {
                0 => None,
                _ => c.part(|c| (self.writer.tongue.literal)(c, first)),
            }
            .unwrap_or_else(|| self.parameter(of, None, Value::scalar(first))),
        }
    }

    /// A number for the program's own use.
    fn fresh(&mut self) -> usize {
        self.fresh += 1;
        self.fresh - 1
    }
}

/// A change or a weight: none, one, or a number that shows whether it is a square, a sign or a factor that is missing.
fn change(c: &mut Choices, t: PrimType) -> PrimValue {
    let n: i32 = [1, 0, 1, -1, 2, 3, -3, 5][c.below(8)];
    match (t.is_float(), c.below(3)) {
        (true, 2) if c.one_in(8) => Exact::Infinite(n < 0).float(t),
        (true, 1) => Exact::of(PrimValue::F64(f64::from(n) / 4.0)).float(t),
        _ if t.is_unsigned() => t.number(i128::from(n.unsigned_abs())),
        _ => t.number(n.into()),
    }
}

/// Whether the language takes the derivative of a function, and an operand has one.
pub fn is_asked(writer: &Writer, f: PrimFn) -> bool {
    (writer.takes)(f) && f.parameters().into_iter().any(writer.carries)
}

/// A program that takes derivatives of primitive functions.
pub fn program(c: &mut Choices, writer: &Writer) -> Meant {
    let mut written = Written {
        writer,
        parameters: vec![],
        inputs: vec![],
        lines: vec![],
        results: vec![],
        outputs: vec![],
        fresh: 0,
    };
    let can: Vec<&Function> = writer
        .tongue
        .functions
        .iter()
        .filter(|function| is_asked(writer, function.f))
        .collect();
    let Some(function) = chosen(c, &can) else {
        unreachable!("a language has functions");
    };
    for _ in 0..1 + c.below(3) {
        c.part(|c| {
            let is_bent = c.below(4) == 3 && second(c, &function, &mut written).is_some();
            if !is_bent {
                first(c, &function, &mut written);
            }
        });
    }
    Meant {
        sort: format!("slopes of {}", function.f),
        ending: writer.tongue.ending,
        text: (writer.program)(&written.parameters, &written.lines, &written.results),
        inputs: written.inputs,
        expected: Expected::Values(written.outputs),
    }
}

/// A function: of floats, of several floats, of integers, or any, as conversions are more than all others.
fn chosen(c: &mut Choices, can: &[&Function]) -> Option<Function> {
    let way = c.below(4);
    let is_among = |f: PrimFn| match (way, f) {
        (3, _) => true,
        (_, PrimFn::Convert(..)) => false,
        (2, _) => !f.result().is_float(),
        // There is more to be wrong about where there are several operands.
        (1, _) => f.result().is_float() && f.parameters().len() > 1,
        _ => f.result().is_float(),
    };
    let among: Vec<&Function> = can
        .iter()
        .copied()
        .filter(|function| is_among(function.f))
        .collect();
    c.pick(&among).or(c.pick(can)).map(|function| (*function).clone())
}

/// Derivatives of the first order.
fn first(c: &mut Choices, function: &Function, written: &mut Written<'_>) {
    let f = function.f;
    let parameters = f.parameters();
    let carries = written.writer.carries;
    let can: Vec<usize> = (0..parameters.len())
        .filter(|k| carries(parameters[*k]))
        .collect();
    let is_doubled = parameters.len() == 2 && parameters[0] == parameters[1] && c.one_in(8);
    let moving = match c.below(2) {
        _ if is_doubled => vec![0],
        0 => c.pick(&can).copied().into_iter().collect(),
        _ => can,
    };
    let in_loop = written.writer.element.is_some() && c.one_in(3);
    let count = if in_loop { 1 + c.below(6) } else { 1 };
    let mut rows: Vec<Vec<PrimValue>> = Vec::new();
    while rows.len() < count {
        let mut row = c.part(|c| points::operands(c, f));
        if let (true, [a, b]) = (is_doubled, row.as_mut_slice()) {
            *b = *a;
        }
        // What is not defined has no slope either.
        match matches!(function.meaning(&row), Meaning::Fails(..)) {
            true => rows.push(parameters.iter().map(|t| t.number(1)).collect()),
            false => rows.push(row),
        }
    }
    let asked = Asked {
        function: function.clone(),
        rows,
        moving,
        is_doubled,
    };
    let columns: Vec<String> = (0..parameters.len())
        .map(|k| {
            let column: Vec<PrimValue> = asked.rows.iter().filter_map(|row| row.get(k).copied()).collect();
            match k == 1 && is_doubled {
                true => String::new(),
                false => written.numbers(c, &column, in_loop),
            }
        })
        .collect();
    let way = if c.below(2) == 0 {
        Way::Forward
    } else {
        Way::Reverse
    };
    let types = match way {
        Way::Forward => asked.types(),
        Way::Reverse => vec![f.result()],
    };
    // Changes, by the time they are made, then by what moves, then by point.
    let times = if !in_loop && c.one_in(4) { 2 } else { 1 };
    let mut all = Vec::new();
    let mut changes = Vec::new();
    for _ in 0..times {
        let each: Vec<Vec<PrimValue>> = types
            .iter()
            .map(|t| asked.rows.iter().map(|_| change(c, *t)).collect())
            .collect();
        changes.push(each.iter().map(|own| written.numbers(c, own, in_loop)).collect());
        all.push(each);
    }
    let names: Vec<String> = (0..parameters.len())
        .map(|k| match (asked.moving.contains(&k), k == 1 && is_doubled) {
            (_, true) => NAMES[0].to_owned(),
            (true, _) => NAMES[k].to_owned(),
            _ => columns[k].clone(),
        })
        .collect();
    let body = asked.function.applied(&names);
    let derivative = Derivative {
        way,
        body: (written.writer.wrapped)(c, f.result(), body),
        moving: asked
            .moving
            .iter()
            .map(|k| (NAMES[*k], parameters[*k], columns[*k].clone()))
            .collect(),
        result: f.result(),
        changes,
    };
    let fresh = written.fresh();
    let (lines, results) = (written.writer.first)(c, &derivative, fresh);
    // What is meant, a list for each result.
    let at = |own: &[Vec<PrimValue>], row: usize| -> Vec<PrimValue> {
        own.iter().filter_map(|own| own.get(row).copied()).collect()
    };
    let mut meant: Vec<(PrimType, Vec<Meaning>)> = vec![(
        f.result(),
        asked.rows.iter().map(|row| asked.function.meaning(row)).collect(),
    )];
    for own in &all {
        let by_row = asked.rows.iter().enumerate().map(|(k, row)| match way {
            Way::Forward => vec![asked.forward(row, &at(own, k))],
            Way::Reverse => match at(own, k).first() {
                Some(weight) => asked.backward(row, *weight),
                None => vec![],
            },
        });
        let by_row: Vec<Vec<Meaning>> = by_row.collect();
        let types = match way {
            Way::Forward => vec![f.result()],
            Way::Reverse => asked.types(),
        };
        for (k, t) in types.into_iter().enumerate() {
            meant.push((t, by_row.iter().filter_map(|row| row.get(k).cloned()).collect()));
        }
    }
    let typed: Vec<(String, PrimType)> = results.into_iter().zip(meant.iter().map(|(t, _)| *t)).collect();
    let (size, names) = match in_loop {
        true => {
            let (lines, names) = (written.writer.looped)(count, &lines, &typed, fresh);
            written.lines.extend(lines);
            (Some(count), names)
        }
        false => {
            written.lines.extend(lines);
            (None, typed.into_iter().map(|(name, _)| name).collect())
        }
    };
    for (name, (of, elements)) in names.into_iter().zip(meant) {
        written.results.push((name, Parameter { of, size }));
        written.outputs.push(Output {
            of,
            shape: size.into_iter().collect(),
            elements,
        });
    }
}

/// A derivative of the second order, if the function bends at the point.
fn second(c: &mut Choices, function: &Function, written: &mut Written<'_>) -> Option<()> {
    let f = function.f;
    let of = f.result();
    let parameters = f.parameters();
    if !of.is_float() || parameters.iter().any(|t| *t != of) {
        return None;
    }
    let row = points::inside(c, f)?;
    let (inner, outer) = (c.below(row.len()), c.below(row.len()));
    let bend = bend(f, &row, inner, outer)?;
    let slopes = [inner, outer].map(|k| match slope(f, &row, k) {
        Slope::Near(s, rounded) => s.abs() + rounded,
        _ => 1.0,
    });
    let size = row.iter().map(|x| double(*x).abs()).fold(1.0, f64::max);
    // Quotients of differences are good to six digits; what is rounded on the way is as large as the slopes.
    let rounded = bend.abs() + (slopes[0] + slopes[1]) * size;
    let off = 8.0 * ROUNDINGS * unit(of) * rounded * size + 1e-4 * (1.0 + bend.abs());
    if rounded * size > range(of).0 {
        return None;
    }
    let texts: Vec<String> = row.iter().map(|x| written.numbers(c, &[*x], false)).collect();
    let one = (written.writer.tongue.literal)(c, of.number(1));
    let one = one.unwrap_or_else(|| written.parameter(of, None, Value::scalar(of.number(1))));
    let names: Vec<String> = (0..row.len())
        .map(|k| match k == inner || k == outer {
            true => NAMES[k].to_owned(),
            false => texts[k].clone(),
        })
        .collect();
    let body = function.applied(&names);
    let way = |c: &mut Choices| [Way::Forward, Way::Reverse][c.below(2)];
    // The inner one is taken where the outer one moves.
    let at = match inner == outer {
        true => NAMES[outer].to_owned(),
        false => texts[inner].clone(),
    };
    let second = Second {
        ways: [way(c), way(c)],
        body: (written.writer.wrapped)(c, of, body),
        moving: [(NAMES[inner], at), (NAMES[outer], texts[outer].clone())],
        of,
        one,
    };
    let fresh = written.fresh();
    let (lines, name) = (written.writer.second)(&second, fresh);
    written.lines.extend(lines);
    written.results.push((name, Parameter { of, size: None }));
    written.outputs.push(Output {
        of,
        shape: vec![],
        elements: vec![Meaning::Within(bend, off)],
    });
    Some(())
}
