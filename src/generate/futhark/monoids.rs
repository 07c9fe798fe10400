//! Operators with neutral elements: associative ones, some of which do not commute, and some that mix the components of what they combine.

use super::generator::{Exp, Generator};
use super::types::{Size, Ty};
use crate::Choices;
use crate::kit::joined;
use elder_syntax::prim::PrimType;

impl Generator {
    /// An associative operator on values of a type, and its neutral element.
    pub fn monoid(&mut self, c: &mut Choices, ty: &Ty, d: usize) -> (Exp, Exp) {
        match ty {
            Ty::Prim(PrimType::Bool) => {
                let (op, neutral) =
                    [("&&", "true"), ("||", "false"), ("!=", "false"), ("==", "true")][c.below(4)];
                (Exp::atom(format!("({op})")), Exp::atom(neutral))
            }
            Ty::Prim(p) if p.is_float() => match c.below(4) {
                0 => (Exp::atom("(+)"), Exp::atom(format!("0{p}"))),
                1 => (Exp::atom(format!("{p}.min")), Exp::atom(format!("{p}.inf"))),
                2 => (Exp::atom(format!("{p}.max")), Exp::atom(format!("{p}.lowest"))),
                _ => (Exp::atom("(*)"), Exp::atom(format!("1{p}"))),
            },
            Ty::Prim(p) => {
                let (op, neutral) = match c.below(8) {
                    0 => ("(+)".to_owned(), format!("0{p}")),
                    1 => ("(*)".to_owned(), format!("1{p}")),
                    2 => ("(^)".to_owned(), format!("0{p}")),
                    3 => ("(|)".to_owned(), format!("0{p}")),
                    4 => ("(&)".to_owned(), format!("(!0{p})")),
                    5 => (format!("{p}.min"), format!("{p}.highest")),
                    6 => (format!("{p}.max"), format!("{p}.lowest")),
                    _ => {
                        // The first that is not zero: associative, but not commutative.
                        (
                            format!("(\\x y -> if x != 0 then x else y : {p})"),
                            format!("0{p}"),
                        )
                    }
                };
                (Exp::atom(op), Exp::atom(neutral))
            }
            Ty::Tuple(parts) if c.below(2) == 0 && mixes(parts) => mixed(c, parts),
            Ty::Tuple(parts) if parts.is_empty() => (Exp::atom("(\\(_: ()) (y: ()) -> y)"), Exp::atom("()")),
            Ty::Tuple(parts) => {
                let each: Vec<(Exp, Exp)> = parts.iter().map(|t| self.monoid(c, t, d)).collect();
                let names = |stem: &str| {
                    (0..parts.len())
                        .map(|i| format!("{stem}{i}"))
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                let ops = joined(
                    ", ",
                    each.iter()
                        .enumerate()
                        .map(|(i, (op, _))| format!("{} x{i} y{i}", op.argument())),
                );
                let ty = ty.text();
                let op = format!("(\\(({}): {ty}) (({}): {ty}) -> ({ops}))", names("x"), names("y"));
                let neutral: Vec<&str> = each.iter().map(|(_, ne)| ne.text.as_str()).collect();
                let neutral =
                    Exp::atom(format!("({})", neutral.join(", "))).with(each.iter().map(|(_, ne)| ne));
                (Exp::atom(op).with(each.iter().map(|(op, _)| op)), neutral)
            }
            Ty::Record(fields) => {
                let types: Vec<Ty> = fields.iter().map(|(_, t)| t.clone()).collect();
                let (op, neutral) = self.monoid(c, &Ty::Tuple(types.clone()), d);
                let of = |x: &str| {
                    fields
                        .iter()
                        .map(|(f, _)| format!("{x}.{f}"))
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                let back = joined(
                    ", ",
                    fields
                        .iter()
                        .enumerate()
                        .map(|(i, (f, _))| format!("{f} = z.{i}")),
                );
                let record = |tuple: &str| {
                    let whole = Ty::Tuple(types.clone()).text();
                    format!("((\\(z: {whole}) -> {{{back}}}) ({tuple}))")
                };
                let ty = ty.text();
                let both = format!("{} ({}) ({})", op.argument(), of("x"), of("y"));
                let text = format!("(\\(x: {ty}) (y: {ty}) -> {})", record(&both));
                (
                    Exp::atom(text).with([&op]),
                    Exp::atom(record(&neutral.text)).with([&neutral]),
                )
            }
            Ty::Array(size, element) if c.below(2) == 0 && is_square(size, element) => {
                // Products of matrices.
                let p = element_of(element).text();
                let n = size.text();
                let op = format!(
                    "(\\(xs: [{n}][{n}]{p}) (ys: [{n}][{n}]{p}) -> map (\\x -> map (\\y -> reduce (+) 0{p} (map2 (*) x y)) (transpose ys)) xs)"
                );
                let neutral = format!("(tabulate_2d {n} {n} (\\i j -> {p}.bool (i == j)))");
                (Exp::atom(op), Exp::atom(neutral))
            }
            Ty::Array(size, element) => {
                let (op, neutral) = self.monoid(c, element, d);
                let array = Exp::atom(format!("(replicate {} {})", size.argument(), neutral.argument()));
                (Exp::atom(format!("(map2 {})", op.argument())).with([&op]), array)
            }
            _ => {
                // The second of two: without a neutral element, which only an empty array shows.
                let neutral = self.exp(c, ty, d);
                let ty = ty.text();
                (Exp::atom(format!("(\\(_: {ty}) (y: {ty}) -> y)")), neutral)
            }
        }
    }
}

fn is_integer(ty: &Ty) -> bool {
    matches!(ty, Ty::Prim(p) if p.is_integer())
}

/// Whether the operators of [`mixed`] are on these.
fn mixes(parts: &[Ty]) -> bool {
    match parts {
        [Ty::Prim(PrimType::Bool), second] => is_integer(second),
        [first, second] => is_integer(first) && is_integer(second),
        _ => false,
    }
}

/// An operator in which one component has to do with the other: it is associative, but does not commute or has a neutral element of its own.
fn mixed(c: &mut Choices, parts: &[Ty]) -> (Exp, Exp) {
    let (p, q) = (parts[0].text(), parts[1].text());
    let whole = format!("({p}, {q})");
    let (op, neutral) = match (p == "bool", p == q && c.below(2) == 0) {
        // Sums that begin again where a flag stands.
        (true, _) => (
            format!("(\\((f, a): {whole}) ((g, b): {whole}) -> (f || g, if g then b else a + b))"),
            format!("(false, 0{q})"),
        ),
        // Composition of affine functions.
        (false, true) => (
            format!("(\\((a, b): {whole}) ((x, y): {whole}) -> (a * x, b * x + y))"),
            format!("(1{p}, 0{p})"),
        ),
        // The largest with the first of its places.
        (false, false) => (
            format!(
                "(\\((a, i): {whole}) ((b, j): {whole}) -> if a > b || a == b && i < j then (a, i) else (b, j))"
            ),
            format!("({p}.lowest, {q}.highest)"),
        ),
    };
    (Exp::atom(op), Exp::atom(neutral))
}

/// Whether it is the outer dimension of a small square matrix of integers.
fn is_square(size: &Size, element: &Ty) -> bool {
    matches!(size, Size::Number(1..=3) | Size::Name(_))
        && matches!(element, Ty::Array(other, inner) if other == size && is_integer(inner))
}

/// What the elements of an array are, or the type itself.
fn element_of(ty: &Ty) -> &Ty {
    match ty {
        Ty::Array(_, element) => element,
        ty => ty,
    }
}
