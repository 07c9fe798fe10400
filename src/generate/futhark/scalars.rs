//! Numbers and truth values: literals, operators, conversions, functions of the modules of numbers.

use super::features::{Construct, Feature};
use super::generator::{Exp, Generator};
use super::quote::{applied, exp, infix};
use super::signature::{Scheme, scheme};
use super::types::{BOOL, Ty};
use crate::Choices;
use crate::kit::joined;
use elder_syntax::prim::PrimType;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Functions of the modules of integers, for the type `t`.
const INTEGERS: &str = include_str!("scalars/integers.txt");

/// Functions of the modules of floats, for the type `t` whose bits are `b`.
const FLOATS: &str = include_str!("scalars/floats.txt");

/// The functions on floats whose result any machine gives bit by bit, if it is no `NaN`.
const EXACT: &str =
    "neg abs sgn min max recip to_f64 sqrt ceil floor trunc round isinf isnan nextafter minimum maximum";

/// Whether any machine gives the same result: all functions on integers do.
fn is_exact(scheme: &Scheme) -> bool {
    match scheme.name.split_once('.') {
        Some(("f16", _)) => false,
        Some(("f32" | "f64", name)) => EXACT.split(' ').any(|exact| exact == name),
        _ => true,
    }
}

/// The functions of all modules of numbers, by their results.
pub static NUMBERS: LazyLock<BTreeMap<PrimType, Vec<Scheme>>> = LazyLock::new(|| {
    let mut out: BTreeMap<PrimType, Vec<Scheme>> = BTreeMap::new();
    for &p in PrimType::ALL {
        let table = match p {
            PrimType::Bool => continue,
            _ if p.is_integer() => INTEGERS,
            _ => FLOATS,
        };
        let bits = match p {
            PrimType::F16 => "u16",
            PrimType::F32 => "u32",
            _ => "u64",
        };
        for line in table.lines().filter(|line| !line.is_empty()) {
            let Some((name, ty)) = line.split_once(" : ") else {
                continue;
            };
            let words = joined(
                " ",
                ty.split(' ').map(|word| match word {
                    "t" => p.name().to_owned(),
                    "[n]t" => format!("[n]{p}"),
                    "b" => bits.to_owned(),
                    _ => word.to_owned(),
                }),
            );
            let scheme = scheme(&format!("{p}.{name} : {words}"));
            if let Ty::Prim(result) = scheme.result {
                out.entry(result).or_default().push(scheme);
            }
        }
    }
    out
});

impl Generator {
    /// A literal, small mostly.
    pub fn literal(&mut self, c: &mut Choices, p: PrimType) -> Exp {
        self.meet(Construct::Literal);
        let kind = c.below(16);
        if self.is_small && p != PrimType::Bool {
            return Exp::named(format!("{}{p}", kind % 3));
        }
        if p == PrimType::Bool {
            return exp!(["false", "true"][kind % 2]);
        }
        if kind >= 14 && (p.is_integer() || self.on(Feature::Floats)) {
            self.meet(Construct::Boundary);
            return boundary(c, p);
        }
        let small: i64 = [0, 1, 2, 3, 5, 7, 8, 10, 15, 16, 31, 64, 100, 127][c.below(14)];
        if p.is_float() {
            let part = ["", ".0", ".5", ".25", "e1", ".75e-1"][c.below(6)];
            return Exp::named(format!("{small}{part}{p}"));
        }
        match kind {
            8 => Exp::named(format!("0x{small:x}{p}")),
            9 => Exp::named(format!("0b{small:b}{p}")),
            10 => exp!("$ : $"; small, &Ty::Prim(p)),
            11 if p == PrimType::U8 => {
                exp!(["'a' : u8", "'\\n' : u8", "' ' : u8", "'~' : u8"][c.below(4)])
            }
            12 if p.is_signed() => exp!("-$"; format!("{small}{p}")),
            13 if matches!(p, PrimType::I8 | PrimType::U8) => Exp::named(format!("1_0{p}")),
            13 => Exp::named(format!("1_{small:03}{p}")),
            _ => Exp::named(format!("{small}{p}")),
        }
    }

    /// A number or truth value of more than one part.
    pub fn number(&mut self, c: &mut Choices, p: PrimType, d: usize) -> Exp {
        let goal = Ty::Prim(p);
        match c.below(8) {
            0 if c.below(2) == 1 => self.chain(c, p),
            0..=2 if p == PrimType::Bool => self.condition(c, d),
            0..=2 => self.arithmetic(c, p, d),
            3 => self.number_function(c, p, d),
            4 => self.converted(c, p, d),
            5 => self.prefix(c, p, d),
            6 if p == PrimType::I64 && !self.sizes.is_empty() => {
                let i = c.below(self.sizes.len());
                let size = self.sizes[i].clone();
                size.tree().into()
            }
            _ => self.library_call(c, &goal, d),
        }
    }

    fn arithmetic(&mut self, c: &mut Choices, p: PrimType, d: usize) -> Exp {
        const INTEGERS: [&str; 13] = [
            "+", "-", "*", "/", "%", "//", "%%", "**", "&", "|", "^", "<<", ">>",
        ];
        let goal = Ty::Prim(p);
        let operator = match p.is_float() {
            true => self.float_operator(c),
            false => match c.below(INTEGERS.len() + 1) {
                i if i < INTEGERS.len() => INTEGERS[i],
                _ if !self.on(Feature::Extensions) => ">>",
                _ => ">>>",
            },
        };
        let opened = c.below(10) == 9;
        let left = if opened {
            self.leaf(c, &goal)
        } else {
            self.exp(c, &goal, d)
        };
        let mut right = if opened {
            self.leaf(c, &goal)
        } else {
            self.exp(c, &goal, d)
        };
        if p.is_integer() {
            let guard = match operator {
                "/" | "%" | "//" | "%%" if !self.on(Feature::Errors) => Some("|"),
                "**" if !self.on(Feature::Errors) => Some("&"),
                "<<" | ">>" if !self.on(Feature::Machine) => Some("&"),
                _ => None,
            };
            if let Some(guard) = guard {
                let number = if guard == "|" { 1 } else { 7 };
                right = infix(guard, &right, &Exp::named(format!("{number}{p}")));
            }
        }
        let whole = infix(operator, &left, &right);
        // Inside of the module its conversions have the names of the other modules of numbers.
        if opened && !whole.text().contains('.') {
            self.meet(Construct::ModuleOpened);
            return exp!("$.($)"; p, whole);
        }
        self.meet(Construct::Infix);
        whole
    }

    /// An operator on floats.
    pub fn float_operator(&self, c: &mut Choices) -> &'static str {
        const FLOATS: [&str; 6] = ["+", "-", "*", "/", "%", "**"];
        match FLOATS[c.below(FLOATS.len())] {
            "**" if !self.on(Feature::Machine) => "*",
            operator => operator,
        }
    }

    fn condition(&mut self, c: &mut Choices, d: usize) -> Exp {
        match c.below(5) {
            0 | 1 => {
                let operator = ["&&", "||"][c.below(2)];
                self.meet(Construct::Infix);
                infix(operator, &self.exp(c, &BOOL, d), &self.exp(c, &BOOL, d))
            }
            2 => {
                let ty = self.data(c, 2);
                if !ty.has_equality() {
                    return self.leaf(c, &BOOL);
                }
                self.meet(Construct::Equality);
                let operator = ["==", "!="][c.below(2)];
                match c.below(2) {
                    0 => infix(operator, &self.exp(c, &ty, d), &self.exp(c, &ty, d)),
                    // Equal in some of their parts.
                    _ => self.with_small_numbers(|g| {
                        let (left, right) = (g.exp(c, &ty, d.min(1)), g.exp(c, &ty, d.min(1)));
                        infix(operator, &left, &right)
                    }),
                }
            }
            _ => {
                self.meet(Construct::Comparison);
                let operator = ["<", "<=", ">", ">=", "==", "!="][c.below(6)];
                let ty = Ty::Prim(self.prim(c));
                infix(operator, &self.exp(c, &ty, d), &self.exp(c, &ty, d))
            }
        }
    }

    fn prefix(&mut self, c: &mut Choices, p: PrimType, d: usize) -> Exp {
        self.meet(Construct::Prefix);
        let operand = self.exp(c, &Ty::Prim(p), d);
        let operator = match p {
            PrimType::Bool => "!",
            _ if p.is_integer() && c.below(2) == 1 => "!",
            _ => "-",
        };
        exp!("$$"; operator, operand)
    }

    fn converted(&mut self, c: &mut Choices, p: PrimType, d: usize) -> Exp {
        self.meet(Construct::Conversion);
        let from = match self.prim(c) {
            from if p.is_integer() && from.is_float() && !self.on(Feature::Machine) => PrimType::I64,
            from => from,
        };
        let operand = self.exp(c, &Ty::Prim(from), d);
        exp!("$.$ $"; p, from, operand)
    }

    fn number_function(&mut self, c: &mut Choices, p: PrimType, d: usize) -> Exp {
        let known = NUMBERS.get(&p).into_iter().flatten();
        let known: Vec<&Scheme> = known
            .filter(|scheme| self.on(Feature::Machine) || is_exact(scheme))
            .collect();
        let Some(scheme) = c.pick(&known).copied() else {
            return self.leaf(c, &Ty::Prim(p));
        };
        self.meet(Construct::NumberFunction);
        let mut arguments = Vec::new();
        for parameter in &scheme.parameters {
            arguments.push(match (parameter.name.as_str(), &parameter.ty) {
                ("bit", _) => exp!("$"; c.below(8)),
                ("bool", _) => exp!("$"; c.below(2)),
                (_, Ty::Array(_, element)) => {
                    let size = self.size(c);
                    self.exp(c, &Ty::array(size, (**element).clone()), d)
                }
                (_, ty) => self.exp(c, ty, d),
            });
        }
        applied(&scheme.name, &arguments)
    }
}

/// A number at the end of its type, or none.
fn boundary(c: &mut Choices, p: PrimType) -> Exp {
    let of_module = if p.is_integer() {
        ["highest", "lowest"][c.below(2)]
    } else {
        ["inf", "nan", "highest", "lowest", "pi", "epsilon"][c.below(6)]
    };
    match c.below(3) {
        0 if p.is_float() => exp!("-$"; Exp::named(format!("0{p}"))),
        1 if p.is_float() => Exp::named(format!("0x1.8p-{}{p}", [3, 14, 24][c.below(3)])),
        2 if p.is_integer() => exp!("!$"; format!("0{p}")),
        _ => exp!("$.$"; p, of_module),
    }
}
