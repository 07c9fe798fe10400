//! Sizes at launch: where they come from, and nats as expressions that the host evaluates.

use super::memory::malformed;
use super::text::Done;
use elder_dpia::check::{Condition as Obliged, Obligation};
use elder_dpia::{Name, Nat, NatExpression};
use elder_kernel::plan::{Check, Condition, SizeParameter, SizeSource};
use elder_kernel::size::{Size, SizeOp};
use elder_kernel::words::Names;
use elder_syntax::{Name as Word, Span};
use rustc_hash::FxHashMap;

/// The words under which a plan knows sizes.
pub type SizeWords = FxHashMap<Name, Word>;

/// A nat over sizes as an expression of the host; `None` if it has other variables or is out of range.
pub fn size(nat: &Nat, words: &SizeWords) -> Option<Size> {
    expression(&nat.to_expression(), words)
}

fn expression(tree: &NatExpression, words: &SizeWords) -> Option<Size> {
    elder_syntax::effort::deeper(|| {
        let both = |op: SizeOp, a: &NatExpression, b: &NatExpression| {
            Some(Size::binary(op, expression(a, words)?, expression(b, words)?))
        };
        match tree {
            NatExpression::Lit(value) => Some(Size::Const(*value)),
            NatExpression::Var(x) => words.get(x).map(|word| Size::Var(word.clone())),
            NatExpression::Add(a, b) => both(SizeOp::Add, a, b),
            NatExpression::Sub(a, b) => both(SizeOp::Sub, a, b),
            NatExpression::Mul(a, b) => both(SizeOp::Mul, a, b),
            NatExpression::DivExact(a, b) | NatExpression::Div(a, b) => both(SizeOp::Div, a, b),
            NatExpression::Rem(a, b) => both(SizeOp::Mod, a, b),
            NatExpression::Pow(a, b) => both(SizeOp::Pow, a, b),
            NatExpression::Min(a, b) => both(SizeOp::Min, a, b),
            NatExpression::Max(a, b) => both(SizeOp::Max, a, b),
            NatExpression::Overflow => None,
        }
    })
}

/// The smallest and the largest number of a counter of the host's loops.
pub type Counters = FxHashMap<Name, (Size, Size)>;

/// The largest value of a nat while the host's counters run (DPIA-H-NATDEP): operands of sums, products, quotients and powers are natural
/// numbers, so bounds of the parts bound the whole.
pub fn largest(nat: &Nat, words: &SizeWords, counters: &Counters) -> Option<Size> {
    if nat.variables().iter().all(|x| !counters.contains_key(x)) {
        return size(nat, words);
    }
    bounds(&nat.to_expression(), words, counters).map(|(_, high)| high)
}

fn bounds(tree: &NatExpression, words: &SizeWords, counters: &Counters) -> Option<(Size, Size)> {
    elder_syntax::effort::deeper(|| {
        let natural = |size: Size| size.max(Size::Const(0));
        let both = |a: &NatExpression, b: &NatExpression| {
            Some((bounds(a, words, counters)?, bounds(b, words, counters)?))
        };
        let rising = |op: SizeOp, a: &NatExpression, b: &NatExpression| {
            let ((a, b), (c, d)) = both(a, b)?;
            Some((Size::binary(op, a, c), Size::binary(op, b, d)))
        };
        match tree {
            NatExpression::Var(x) if counters.contains_key(x) => counters.get(x).cloned(),
            NatExpression::Lit(_) | NatExpression::Var(_) | NatExpression::Overflow => {
                let own = expression(tree, words)?;
                Some((own.clone(), own))
            }
            NatExpression::Add(a, b) => rising(SizeOp::Add, a, b),
            NatExpression::Mul(a, b) => rising(SizeOp::Mul, a, b),
            NatExpression::Pow(a, b) => rising(SizeOp::Pow, a, b),
            NatExpression::Min(a, b) => rising(SizeOp::Min, a, b),
            NatExpression::Max(a, b) => rising(SizeOp::Max, a, b),
            NatExpression::Sub(a, b) => {
                let ((a, b), (c, d)) = both(a, b)?;
                Some((natural(a - d), natural(b - c)))
            }
            NatExpression::Div(a, b) | NatExpression::DivExact(a, b) => {
                let ((a, b), (c, d)) = both(a, b)?;
                Some((a / d.max(Size::Const(1)), b / c.max(Size::Const(1))))
            }
            NatExpression::Rem(_, b) => {
                let (_, b) = bounds(b, words, counters)?;
                Some((Size::Const(0), natural(b - Size::Const(1))))
            }
        }
    })
}

/// A dimension of a parameter: number of the parameter, of the dimension, and what it is.
pub type Dimension = (usize, usize, Nat);

/// The sizes of a program, each with what determines it: a dimension of a parameter in which it is the only unknown, or a
/// parameter of its own (`given`: its number).
pub fn solve(
    unknown: &[Name],
    dimensions: &[Dimension],
    given: &[(Name, usize)],
    words: &SizeWords,
    names: &mut Names,
) -> Vec<SizeParameter> {
    let mut out: Vec<SizeParameter> = Vec::new();
    let mut known: Vec<Name> = Vec::new();
    for (x, input) in given {
        if let Some(word) = words.get(x) {
            out.push(SizeParameter {
                name: word.clone(),
                from: SizeSource::Input(*input),
            });
            known.push(x.clone());
        }
    }
    loop {
        let before = known.len();
        for (parameter, dimension, nat) in dimensions {
            let missing: Vec<Name> = nat
                .variables()
                .into_iter()
                .filter(|x| !known.contains(x))
                .collect();
            let [x] = missing.as_slice() else { continue };
            let Some(word) = words.get(x).filter(|_| unknown.contains(x)) else {
                continue;
            };
            let source = SizeSource::Dimension {
                parameter: *parameter,
                dimension: *dimension,
            };
            if nat.as_variable() == Some(x) {
                out.push(SizeParameter {
                    name: word.clone(),
                    from: source,
                });
                known.push(x.clone());
                continue;
            }
            let whole = Name::fresh("dimension");
            let Some(solution) = nat.solve_for(x, &Nat::var(&whole)) else {
                continue;
            };
            let whole_word = names.fresh(&format!("{word}_dimension"));
            let mut with_whole = words.clone();
            with_whole.insert(whole, whole_word.clone());
            if let Some(solution) = size(&solution, &with_whole) {
                out.push(SizeParameter {
                    name: whole_word,
                    from: source,
                });
                out.push(SizeParameter {
                    name: word.clone(),
                    from: SizeSource::Computed(solution),
                });
                known.push(x.clone());
            }
        }
        if known.len() == before {
            return out;
        }
    }
}

/// Sizes are natural numbers.
pub fn natural(sizes: &[SizeParameter], span: Span) -> Vec<Check> {
    let computed = sizes
        .iter()
        .filter(|s| !matches!(s.from, SizeSource::Dimension { .. }));
    computed
        .map(|s| Check {
            condition: Condition::AtMost(Size::Const(0), Size::Var(s.name.clone())),
            message: format!("the size `{}` is negative", s.name),
            rule: (&elder_dpia::rules::kernels::DPIA_G_LAUNCH, "sizes"),
            span,
        })
        .collect()
}

/// What the checker left to the launch (DPIA-K-NATX-OBL).
pub fn check(obligation: &Obligation, words: &SizeWords) -> Done<Check> {
    let of = |n: &Nat| required(n, words, obligation.span);
    let condition = match &obligation.condition {
        Obliged::Divides(a, b) => Condition::Divides(of(a)?, of(b)?),
        Obliged::Less(a, b) => Condition::Less(of(a)?, of(b)?),
        Obliged::LessEq(a, b) => Condition::AtMost(of(a)?, of(b)?),
        Obliged::Positive(a) => Condition::Less(Size::Const(0), of(a)?),
        Obliged::Fits(a) => Condition::AtMost(of(a)?, Size::Const(i64::MAX)),
    };
    Ok(Check {
        condition,
        message: format!(
            "with these sizes it is not the case that {}",
            obligation.condition
        ),
        rule: (obligation.rule, obligation.premise),
        span: obligation.span,
    })
}

/// A size that the host must know.
pub fn required(nat: &Nat, words: &SizeWords, span: Span) -> Done<Size> {
    size(nat, words).ok_or_else(|| malformed(span, &format!("the host does not know the size `{nat}`")))
}

/// The shape of a parameter or result.
pub fn shape(dimensions: &[Nat], words: &SizeWords, span: Span) -> Done<Vec<Size>> {
    dimensions.iter().map(|n| required(n, words, span)).collect()
}
