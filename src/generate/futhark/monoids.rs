//! Operators with neutral elements: associative ones, some of which do not commute, and some that mix the components of what they combine.

use super::generator::{Exp, Generator};
use super::quote::{self, exp};
use super::types::{Size, Ty};
use crate::Choices;
use crate::kit::joined;
use elder_syntax::prim::PrimType;

impl Generator {
    /// An associative operator on values of a type, and its neutral element.
    pub fn monoid(&mut self, c: &mut Choices, ty: &Ty, d: usize) -> (Exp, Exp) {
        self.combining(c, ty, d, false)
    }

    /// One that commutes.
    pub fn commutative_monoid(&mut self, c: &mut Choices, ty: &Ty, d: usize) -> (Exp, Exp) {
        self.combining(c, ty, d, true)
    }

    fn combining(&mut self, c: &mut Choices, ty: &Ty, d: usize, commutes: bool) -> (Exp, Exp) {
        match ty {
            Ty::Prim(PrimType::Bool) => {
                let (op, neutral) =
                    [("&&", "true"), ("||", "false"), ("!=", "false"), ("==", "true")][c.below(4)];
                (Exp::named(op), exp!(neutral))
            }
            Ty::Prim(p) if p.is_float() => match c.below(4) {
                0 => (exp!("(+)"), zero(*p)),
                1 => (exp!("$.min"; *p), exp!("$.inf"; *p)),
                2 => (exp!("$.max"; *p), exp!("$.lowest"; *p)),
                _ => (exp!("(*)"), one(*p)),
            },
            Ty::Prim(p) => match c.below(8 - usize::from(commutes)) {
                0 => (exp!("(+)"), zero(*p)),
                1 => (exp!("(*)"), one(*p)),
                2 => (exp!("(^)"), zero(*p)),
                3 => (exp!("(|)"), zero(*p)),
                4 => (exp!("(&)"), exp!("!$"; zero(*p))),
                5 => (exp!("$.min"; *p), exp!("$.highest"; *p)),
                6 => (exp!("$.max"; *p), exp!("$.lowest"; *p)),
                // The first that is not zero: associative, but not commutative.
                _ => (exp!("\\x y -> if x != 0 then x else y : $"; ty), zero(*p)),
            },
            Ty::Tuple(parts)
                if c.below(2) == 0
                    && !commutes
                    && let Some(numbers) = mixing(parts) =>
            {
                mixed(c, ty, numbers)
            }
            Ty::Tuple(parts) if parts.is_empty() => (exp!("\\(_: ()) (y: ()) -> y"), exp!("()")),
            Ty::Tuple(parts) => {
                let each: Vec<(Exp, Exp)> = parts.iter().map(|t| self.combining(c, t, d, commutes)).collect();
                let names = |stem: &str| joined(", ", (0..parts.len()).map(|i| format!("{stem}{i}")));
                let ops = each.iter().enumerate();
                let ops = ops.map(|(i, (op, _))| exp!("$ $ $"; op, format!("x{i}"), format!("y{i}")));
                let ops: Vec<Exp> = ops.collect();
                let neutral: Vec<Exp> = each.into_iter().map(|(_, neutral)| neutral).collect();
                let template = "\\(($0): $2) (($1): $2) -> $3";
                let op = exp!(template; names("x"), names("y"), ty, quote::tuple(&ops));
                (op, quote::tuple(&neutral))
            }
            Ty::Record(fields) => {
                let whole = Ty::Tuple(fields.iter().map(|(_, t)| t.clone()).collect());
                let (op, neutral) = self.combining(c, &whole, d, commutes);
                let of = |x: &str| joined(", ", fields.iter().map(|(f, _)| format!("{x}.{f}")));
                let back = fields.iter().enumerate();
                let back = joined(", ", back.map(|(i, (f, _))| format!("{f} = z.{i}")));
                let record = |tuple: Exp| exp!("(\\(z: $) -> {$}) $"; &whole, &back, tuple);
                let both = record(exp!("$ ($) ($)"; op, of("x"), of("y")));
                (exp!("\\(x: $0) (y: $0) -> $"; ty, both), record(neutral))
            }
            Ty::Array(size, element)
                if c.below(2) == 0
                    && !commutes
                    && let Some(p) = of_square(size, element) =>
            {
                // Products of matrices.
                let op = exp!(
                    "\\(xs: [$0][$0]$1) (ys: [$0][$0]$1) -> map (\\x -> map (\\y -> reduce (+) $2 (map2 (*) x y)) (transpose ys)) xs";
                    size, &Ty::Prim(p), zero(p)
                );
                (op, exp!("tabulate_2d $0 $0 (\\i j -> $1.bool (i == j))"; size, p))
            }
            Ty::Array(size, element) => {
                let (op, neutral) = self.combining(c, element, d, commutes);
                (exp!("map2 $"; op), exp!("replicate $ $"; size, neutral).alone())
            }
            _ => {
                // The second of two: without a neutral element (see [`has_neutral`]).
                let neutral = self.exp(c, ty, d);
                (exp!("\\(_: $0) (y: $0) -> y"; ty), neutral)
            }
        }
    }
}

/// Whether operators on values of a type have a neutral element.
pub fn has_neutral(ty: &Ty) -> bool {
    match ty {
        Ty::Prim(_) => true,
        Ty::Tuple(parts) => parts.iter().all(has_neutral),
        Ty::Record(fields) => fields.iter().all(|(_, ty)| has_neutral(ty)),
        Ty::Array(_, element) => has_neutral(element),
        _ => false,
    }
}

fn integer(ty: &Ty) -> Option<PrimType> {
    match ty {
        Ty::Prim(p) if p.is_integer() => Some(*p),
        _ => None,
    }
}

/// The types that the operators of [`mixed`] are on, if these are such.
fn mixing(parts: &[Ty]) -> Option<(PrimType, PrimType)> {
    match parts {
        [Ty::Prim(PrimType::Bool), second] => Some((PrimType::Bool, integer(second)?)),
        [first, second] => Some((integer(first)?, integer(second)?)),
        _ => None,
    }
}

/// An operator in which one component has to do with the other: it is associative, but does not commute or has a neutral element of its own.
fn mixed(c: &mut Choices, whole: &Ty, (p, q): (PrimType, PrimType)) -> (Exp, Exp) {
    match (p == PrimType::Bool, p == q && c.below(2) == 0) {
        // Sums that begin again where a flag stands.
        (true, _) => (
            exp!("\\((f, a): $0) ((g, b): $0) -> (f || g, if g then b else a + b)"; whole),
            exp!("(false, $)"; zero(q)),
        ),
        // Composition of affine functions.
        (false, true) => (
            exp!("\\((a, b): $0) ((x, y): $0) -> (a * x, b * x + y)"; whole),
            exp!("($, $)"; one(p), zero(p)),
        ),
        // The largest with the first of its places.
        (false, false) => (
            exp!("\\((a, i): $0) ((b, j): $0) -> if a > b || a == b && i < j then (a, i) else (b, j)"; whole),
            exp!("($.lowest, $.highest)"; p, q),
        ),
    }
}

/// `0` and `1` of a type.
fn zero(p: PrimType) -> Exp {
    Exp::named(format!("0{p}"))
}

fn one(p: PrimType) -> Exp {
    Exp::named(format!("1{p}"))
}

/// What a small square matrix has as elements, if they are integers.
fn of_square(size: &Size, element: &Ty) -> Option<PrimType> {
    match (size, element) {
        (Size::Number(1..=3) | Size::Name(_), Ty::Array(other, inner)) if other == size => integer(inner),
        _ => None,
    }
}
