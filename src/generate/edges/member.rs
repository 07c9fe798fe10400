//! Index sets of Dex, their members, and what is no member.

use crate::Choices;
use crate::meant::{Expected, Meant, Output};
use elder_syntax::prim::{PrimType, PrimValue};

/// An index set.
#[derive(Clone, Debug)]
enum Set {
    Unit,
    Truth,
    Fin(usize),
    Pair(Box<Set>, Box<Set>),
    Either(Box<Set>, Box<Set>),
    /// What the program declares: numbers from one on, up or down by a step.
    Own(usize),
}

/// The first member and the step of the set that the program declares.
#[derive(Clone, Copy, Debug)]
struct Own {
    first: i32,
    step: i32,
}

/// The premises that what is no member breaks.
const PLACE: (&str, &str) = ("DX-E-PRIM", "range");
const RANGE: (&str, &str) = ("DX-E-INSTANCE", "range");
const INVERSE: (&str, &str) = ("DX-E-INSTANCE", "inverse");

fn set(c: &mut Choices, depth: usize) -> Set {
    match c.below(if depth == 0 { 5 } else { 8 }) {
        0 => Set::Unit,
        1 => Set::Truth,
        2 | 3 => Set::Fin(c.below(4)),
        4 => Set::Own(c.below(4)),
        5 | 6 => Set::Pair(
            Box::new(c.part(|c| set(c, depth - 1))),
            Box::new(c.part(|c| set(c, depth - 1))),
        ),
        _ => Set::Either(
            Box::new(c.part(|c| set(c, depth - 1))),
            Box::new(c.part(|c| set(c, depth - 1))),
        ),
    }
}

impl Set {
    fn size(&self) -> usize {
        match self {
            Set::Unit => 1,
            Set::Truth => 2,
            Set::Fin(n) | Set::Own(n) => *n,
            Set::Pair(a, b) => a.size() * b.size(),
            Set::Either(a, b) => a.size() + b.size(),
        }
    }

    fn text(&self) -> String {
        match self {
            Set::Unit => "Unit".to_owned(),
            Set::Truth => "Bool".to_owned(),
            Set::Fin(n) => format!("(Fin {n})"),
            Set::Own(n) => format!("(Own {n})"),
            Set::Pair(a, b) => format!("({} & {})", a.text(), b.text()),
            Set::Either(a, b) => format!("({} | {})", a.text(), b.text()),
        }
    }

    /// The member of a place, written as a value.
    fn member(&self, own: Own, k: usize) -> String {
        match self {
            Set::Unit => "()".to_owned(),
            Set::Truth => if k == 0 { "False" } else { "True" }.to_owned(),
            Set::Fin(n) => format!("({k}@(Fin {n}))"),
            Set::Own(_) => own.written(own.first + own.step * i32::try_from(k).unwrap_or_default()),
            Set::Pair(a, b) => {
                let n = b.size().max(1);
                format!("({}, {})", a.member(own, k / n), b.member(own, k % n))
            }
            Set::Either(a, _) if k < a.size() => format!("(Left {})", a.member(own, k)),
            Set::Either(a, b) => format!("(Right {})", b.member(own, k - a.size())),
        }
    }

    /// What is written like a member, and is none, by what it breaks; all else in it is a member.
    fn no_member(&self, c: &mut Choices, own: Own) -> Option<(String, (&'static str, &'static str))> {
        match self {
            Set::Unit | Set::Truth => None,
            Set::Fin(n) => {
                let k = c
                    .pick(&[n.to_string(), (n + 1).to_string(), "(-1)".to_owned()])
                    .cloned()?;
                Some((format!("({k}@(Fin {n}))"), PLACE))
            }
            Set::Own(n) => {
                let n = i32::try_from(*n).ok()?;
                match own.step {
                    2.. if n > 0 && c.one_in(2) => Some((own.written(own.first + 1), INVERSE)),
                    step => {
                        let k = c.pick(&[n, n + 1]).copied()?;
                        Some((own.written(own.first + step * k), RANGE))
                    }
                }
            }
            Set::Pair(a, b) => {
                let is_left = c.one_in(2);
                let (inner, other) = if is_left { (a, b) } else { (b, a) };
                if other.size() == 0 {
                    return None;
                }
                let (wrong, by) = inner.no_member(c, own)?;
                let right = other.member(own, c.below(other.size()));
                let text = if is_left {
                    format!("({wrong}, {right})")
                } else {
                    format!("({right}, {wrong})")
                };
                Some((text, by))
            }
            Set::Either(a, b) => {
                let (inner, name) = if c.one_in(2) { (a, "Left") } else { (b, "Right") };
                let (wrong, by) = inner.no_member(c, own)?;
                Some((format!("({name} {wrong})"), by))
            }
        }
    }
}

impl Own {
    fn written(self, x: i32) -> String {
        format!("(MkOwn ({x}))")
    }

    /// The declaration; the quotient of numbers below the first one is rounded away, so members are met by `range` only above.
    fn text(self) -> String {
        let Own { first, step } = self;
        format!(
            "data Own n:Int = MkOwn Int\n\ninstance IndexSet (Own n)\n  size = n\n  ordinal = \\(MkOwn x). idiv (x - ({first})) ({step})\n  fromOrdinal = \\k. MkOwn (({first}) + (({step}) * k))\n\n"
        )
    }
}

fn number(k: usize) -> PrimValue {
    PrimValue::I32(i32::try_from(k).unwrap_or(i32::MAX))
}

fn numbers(all: impl IntoIterator<Item = usize>) -> Output {
    Output::vector(PrimType::I32, all.into_iter().map(number))
}

/// A program.
pub fn program(c: &mut Choices) -> Meant {
    let own = Own {
        first: c.pick(&[0, 3, -2]).copied().unwrap_or_default(),
        step: c.pick(&[1, 2, 3, -1]).copied().unwrap_or(1),
    };
    let set = set(c, 2);
    let (n, t) = (set.size(), set.text());
    let table = format!("  t = for i:{t}. 3 * ordinal i + 1\n");
    let value = |k: usize| Output::scalar(number(3 * k + 1));
    let of = |text: &str| format!("(({text}) : {t})");
    let (sort, body, expected) = match c.below(9) {
        0 => ("size", format!("  size {t}\n"), Ok(Output::scalar(number(n)))),
        1 => (
            "table",
            format!("{table}  for k:(Fin {n}). t.((ordinal k)@{t})\n"),
            Ok(numbers((0..n).map(|k| 3 * k + 1))),
        ),
        2 => {
            let k = c.pick(&[n, n + 1]).copied().unwrap_or(n);
            let k = if c.one_in(3) {
                "(-1)".to_owned()
            } else {
                k.to_string()
            };
            ("place that is none", format!("  ordinal ({k}@{t})\n"), Err(PLACE))
        }
        way @ (3 | 4) if n > 0 => {
            let k = c.below(n);
            let m = of(&set.member(own, k));
            match way {
                3 => (
                    "ordinal",
                    format!("  ordinal {m}\n"),
                    Ok(Output::scalar(number(k))),
                ),
                _ => ("element", format!("{table}  t.{m}\n"), Ok(value(k))),
            }
        }
        5 if n > 0 => {
            let k = c.below(n);
            let m = of(&set.member(own, k));
            let all = (0..n).map(|j| if j == k { 7 } else { 0 });
            (
                "slice",
                format!(
                    "  u = yieldAccum (AddMonoid Int) \\r:(Ref _ ({t}=>Int)).\n    r!{m} += 7\n    ()\n  for k:(Fin {n}). u.((ordinal k)@{t})\n"
                ),
                Ok(numbers(all)),
            )
        }
        6 => {
            let sets = [
                ("(..i)", 1, 0),
                ("(..<i)", 0, 0),
                ("(i..)", 0, 1),
                ("(i<..)", 0, 2),
            ];
            let (range, more, side) = c.pick(&sets).copied().unwrap_or_default();
            let rows = (0..n).map(|k| match side {
                0 => k + more,
                1 => n - k,
                _ => n - k - 1,
            });
            (
                "range",
                format!("  u = for i:{t}. size {range}\n  for k:(Fin {n}). u.((ordinal k)@{t})\n"),
                Ok(numbers(rows)),
            )
        }
        _ => match set.no_member(c, own) {
            Some((m, by)) => {
                let m = of(&m);
                let body = match c.below(3) {
                    0 => format!("  ordinal {m}\n"),
                    1 if n > 0 => format!("{table}  t.{m}\n"),
                    _ => format!(
                        "  u = yieldAccum (AddMonoid Int) \\r:(Ref _ ({t}=>Int)).\n    r!{m} += 7\n    ()\n  sum u\n"
                    ),
                };
                ("no member", body, Err(by))
            }
            None => ("size", format!("  size {t}\n"), Ok(Output::scalar(number(n)))),
        },
    };
    Meant {
        sort: sort.to_owned(),
        ending: "dx",
        text: format!("{}main =\n{body}", own.text()),
        inputs: vec![],
        expected: match expected {
            Ok(output) => Expected::Values(vec![output]),
            Err((rule, premise)) => Expected::Fails(rule, premise),
        },
    }
}
