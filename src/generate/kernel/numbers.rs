//! Expressions of C on numbers of all types, and updates: what they compute, where they have no value.

use super::frame::{Dialect, Frame, surrounded};
use super::model::{self, ARITHMETIC, COMPARISONS, Computed, Num};
use super::{Expected, Sketch};
use crate::Choices;
use elder_syntax::prim::PrimType::{self, *};

const TYPES: [PrimType; 11] = [I32, U32, I64, U64, I8, U8, I16, U16, Bool, F32, F64];

/// An expression with its type and what it computes.
struct Expr {
    text: String,
    t: PrimType,
    computes: Computed,
}

fn expr(text: String, t: PrimType, computes: Computed) -> Expr {
    Expr { text, t, computes }
}

/// The kernel in the making.
struct Draw {
    frame: Frame,
    /// Statements before the expression.
    declared: String,
    /// How many arrays, variables and functions there are.
    names: usize,
}

impl Draw {
    fn new(c: &mut Choices, out: (PrimType, usize)) -> Draw {
        Draw {
            frame: Frame::new(Dialect::any(c), out),
            declared: String::new(),
            names: 0,
        }
    }

    fn fresh(&mut self, of: &str) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn name(&self, t: PrimType) -> &'static str {
        self.frame.dialect.name(t)
    }

    /// A number that comes in some way: from memory, by a variable, a vector, a function, a parameter.
    fn leaf(&mut self, c: &mut Choices, t: PrimType) -> Expr {
        let x = number(c, t);
        let as_is = |text: String| expr(text, t, Ok(x));
        let small = matches!(x, Num::Int(x) if t == I32 && (0..1 << 31).contains(&x));
        if small && c.one_in(3) {
            return as_is(model::value(t, x).bits().to_string());
        }
        let array = self.fresh("a");
        let at = c.below(3);
        let mut all = vec![number(c, t), number(c, t), number(c, t)];
        all[at] = x;
        self.frame.input(&array, model::array(t, &all));
        let from = format!("{array}[{at}]");
        let name = self.name(t);
        let declared = match c.below(9) {
            0..=2 => return as_is(from),
            3 => {
                let variable = self.fresh("v");
                self.declared += &format!("const {name} {variable} = {from};\n");
                variable
            }
            4 => {
                let own = self.fresh("p");
                self.declared += &format!("{name} {own}[4]; {own}[{at}] = {from};\n");
                format!("{own}[{at}]")
            }
            5 => {
                let f = self.fresh("f");
                self.frame.functions += &format!("static {name} {f}({name} x) {{\n    return x;\n}}\n\n");
                format!("{f}({from})")
            }
            6 if t != Bool && self.frame.dialect.is_opencl() => {
                let vector = self.fresh("w");
                self.declared += &format!(
                    "{name}4 {vector} = ({name}4)({array}[0], {array}[1], {array}[2], {array}[0]);\n"
                );
                format!("{vector}.s{at}")
            }
            7 => format!("*({array} + {at})"),
            _ => {
                let (variable, pointer) = (self.fresh("v"), self.fresh("p"));
                let of = self.frame.dialect.is_opencl();
                let space = if of { "private " } else { "" };
                self.declared +=
                    &format!("{name} {variable} = {from}; {space}{name}* {pointer} = &{variable};\n");
                format!("*{pointer}")
            }
        };
        as_is(declared)
    }

    fn expr(&mut self, c: &mut Choices, depth: usize) -> Expr {
        c.part(|c| self.expr_here(c, depth))
    }

    fn expr_here(&mut self, c: &mut Choices, depth: usize) -> Expr {
        let any = |c: &mut Choices| c.pick(&TYPES).copied().unwrap_or(I32);
        if depth == 0 {
            let t = any(c);
            return self.leaf(c, t);
        }
        match c.below(12) {
            0..=3 => {
                let (a, b) = (self.expr(c, depth - 1), self.expr(c, depth - 1));
                let t = model::common(a.t, b.t);
                let ops = if t.is_float() {
                    &ARITHMETIC[..4]
                } else {
                    &ARITHMETIC[..]
                };
                let op = c.pick(ops).copied().unwrap_or("+");
                let computes = both(&a, &b, t).and_then(|(x, y)| model::arithmetic(op, t, x, y));
                expr(format!("({} {op} {})", a.text, b.text), t, computes)
            }
            4 => {
                let (a, b) = (self.expr(c, depth - 1), self.expr(c, depth - 1));
                let op = c.pick(&COMPARISONS).copied().unwrap_or("<");
                let at = model::common(a.t, b.t);
                let computes = both(&a, &b, at).map(|(x, y)| truth(model::compare(op, x, y)));
                expr(format!("({} {op} {})", a.text, b.text), Bool, computes)
            }
            5 | 6 => {
                let whole = [I32, U32, I64, U64, I8, U8, I16, U16];
                let t = c.pick(&whole).copied().unwrap_or(I32);
                let a = self.leaf(c, t);
                let of = c.pick(&whole).copied().unwrap_or(I32);
                let by = [0, 1, 5, 31, 7, 63, 32, 64, -1, 8, 15, 30][c.below(12)];
                let (least, greatest) = model::range(of);
                let by = by.clamp(least, greatest);
                let array = self.fresh("a");
                self.frame.input(&array, model::array(of, &[Num::Int(by)]));
                let op = ["<<", ">>"][c.below(2)];
                let t = model::promoted(a.t);
                let computes = a.computes.and_then(|x| model::shift(op, t, x, Num::Int(by)));
                expr(format!("({} {op} {array}[0])", a.text), t, computes)
            }
            7 => {
                let a = self.expr(c, depth - 1);
                let t = model::promoted(a.t);
                let op = if t.is_float() { "-" } else { ["-", "~"][c.below(2)] };
                // A numeral with its sign is one of another type where the number alone would be too large.
                let is_numeral = a.text.starts_with(|first: char| first.is_ascii_digit());
                let computes = a.computes.and_then(|x| model::unary(op, t, x));
                match is_numeral {
                    true => a,
                    false => expr(format!("({op}{})", a.text), t, computes),
                }
            }
            8 | 9 => {
                let a = self.expr(c, depth - 1);
                let t = any(c);
                let computes = a.computes.and_then(|x| model::convert(x, t));
                expr(format!("(({}){})", self.name(t), a.text), t, computes)
            }
            10 => {
                let (a, b) = (self.expr(c, depth - 1), self.expr(c, depth - 1));
                let op = ["&&", "||"][c.below(2)];
                let computes = match a.computes.map(model::truth) {
                    Ok(x) if x == (op == "||") => Ok(truth(x)),
                    Ok(_) => b.computes.map(|y| truth(model::truth(y))),
                    Err(broken) => Err(broken),
                };
                let not = if c.one_in(3) { "!" } else { "" };
                let computes = computes.map(|x| {
                    if not.is_empty() {
                        x
                    } else {
                        truth(!model::truth(x))
                    }
                });
                expr(format!("({not}({} {op} {}))", a.text, b.text), Bool, computes)
            }
            _ => {
                let (k, a, b) = (
                    self.expr(c, depth - 1),
                    self.expr(c, depth - 1),
                    self.expr(c, depth - 1),
                );
                let t = if a.t == b.t { a.t } else { model::common(a.t, b.t) };
                let computes = k.computes.and_then(|k| {
                    let chosen = if model::truth(k) { &a } else { &b };
                    chosen.computes.and_then(|x| model::convert(x, t))
                });
                expr(format!("({} ? {} : {})", k.text, a.text, b.text), t, computes)
            }
        }
    }
}

fn truth(x: bool) -> Num {
    Num::Int(x.into())
}

/// Both operands, in a type, or what fails first.
fn both(a: &Expr, b: &Expr, t: PrimType) -> Result<(Num, Num), model::Broken> {
    let x = a.computes.and_then(|x| model::convert(x, t))?;
    let y = b.computes.and_then(|y| model::convert(y, t))?;
    Ok((x, y))
}

/// A number of the type: at its ends, at half-way points, beside zero.
fn number(c: &mut Choices, t: PrimType) -> Num {
    if t.is_float() {
        let x = c.float(
            "0.0 1.0 -1.0 0.5 -0.5 1.5 -1.5 2.5 -2.5 0.75 -0.75 127.5 128.0 -128.5 -129.0 255.5 256.0 \
            -0.0 32767.5 32768.0 -32769.0 65535.5 2147483520.0 2147483647.5 2147483648.0 -2147483648.0 \
            -2147483904.0 4294967040.0 4294967296.0 9.0e18 9223372036854775808.0 \
            -9223372036854775808.0 -9223372036854777856.0 1.8e19 18446744073709551616.0 16777217.0 \
            1.0e-3 inf nan",
        );
        return match t {
            F32 => Num::Single(x as f32),
            _ => Num::Double(x),
        };
    }
    let (least, greatest) = model::range(t);
    let x = match c.below(16) {
        0..=5 => c.below(9) as i128,
        6..=8 => -(c.below(9) as i128),
        9 => least,
        10 => greatest,
        11 => least + c.below(3) as i128,
        12 => greatest - c.below(3) as i128,
        13 => greatest / 2 + c.below(3) as i128 - 1,
        14 => 100 + c.below(60) as i128,
        _ => (1 << (c.below(8) * t.bytes())) - c.below(2) as i128,
    };
    Num::Int(x.clamp(least, greatest))
}

/// One that C converts to numbers of the type without being told.
fn converts(from: PrimType, to: PrimType) -> bool {
    from == to || to != Bool
}

fn expected(t: PrimType, computes: Computed) -> Expected {
    match computes {
        Ok(x) => Expected::Values(vec![model::array(t, &[x])]),
        Err(premise) => Expected::Refused("KER-E-INT", premise),
    }
}

/// `out[0] = e`
pub(super) fn expression(c: &mut Choices) -> Sketch {
    let mut draw = Draw::new(c, (I32, 1));
    let depth = 1 + c.below(3);
    let e = draw.expr(c, depth);
    let to = match c.below(3) {
        0 => c.pick(&TYPES).copied().unwrap_or(I32),
        _ => e.t,
    };
    let to = if converts(e.t, to) { to } else { e.t };
    draw.frame.out = (to, 1);
    let stored = format!("{}out[0] = {};", draw.declared, e.text);
    draw.frame.body = surrounded(c, draw.frame.dialect, &stored);
    draw.frame
        .sketch(expected(to, e.computes.and_then(|x| model::convert(x, to))))
}

/// `x op= e`, some times, of a variable or in memory.
pub(super) fn update(c: &mut Choices) -> Sketch {
    let t = TYPES[c.below(8)];
    let t = if c.one_in(4) { [F32, F64][c.below(2)] } else { t };
    let mut draw = Draw::new(c, (t, 1));
    let first = draw.leaf(c, t);
    let e = draw.expr(c, 1);
    let at = model::common(t, e.t);
    let ops = if at.is_float() {
        &ARITHMETIC[..4]
    } else {
        &ARITHMETIC[..]
    };
    let op = c.pick(ops).copied().unwrap_or("+");
    let rounds = c.below(4);
    let place = ["x", "out[0]", "x[1]", "*x"][c.below(4)];
    let name = draw.name(t);
    let declared = match place {
        "x" => format!("{name} x = {};", first.text),
        "x[1]" => format!("{name} x[2]; x[1] = {};", first.text),
        "*x" => {
            let space = if draw.frame.dialect.is_opencl() {
                "global "
            } else {
                ""
            };
            format!("{space}{name}* x = out; *x = {};", first.text)
        }
        _ => format!("out[0] = {};", first.text),
    };
    let mut x = first.computes;
    for _ in 0..rounds {
        let sum = x.and_then(|x| {
            let x = model::convert(x, at)?;
            let y = model::convert(e.computes?, at)?;
            model::arithmetic(op, at, x, y)
        });
        x = sum.and_then(|sum| model::convert(sum, t));
    }
    let int = draw.name(I32);
    let stored = format!(
        "{}{declared}\nfor ({int} r = 0; r < {rounds}; r += 1) {{ {place} {op}= {}; }}\nout[0] = {place};",
        draw.declared, e.text
    );
    draw.frame.body = surrounded(c, draw.frame.dialect, &stored);
    draw.frame.sketch(expected(t, x))
}
