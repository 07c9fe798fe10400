//! Infix operators, arrows, ranges, application, index.
//!
//! | level | operators | side |
//! | --- | --- | --- |
//! | `Index` | `.` `!` | left |
//! | `Apply` | application | left |
//! | `Prefix` | `-` before an operand | |
//! | `Other` | all operators that are not below | left |
//! | `Sum` | `+` `-` `\|\|` `&&` `<<<` `>>>` `<<&` `&>>`, names in backquotes; `=>` | left; right |
//! | `Range` | `..` `..<` `<..` `<..<` | none |
//! | `Ascribe` | `:` | left |
//! | `Dollar` | `$` | right |
//! | `Assign` | `+=` `:=`, in parentheses `\|`; `->` `?->` `?=>` `--o` `&>` | left; right |
//! | `Pair` | in parentheses `&` `,` | right |

use super::atoms::{atom, begins_atom};
use super::expected::{EXPRESSION, OPERATOR, TYPE, token};
use super::expressions::{begins_form, form};
use super::names::taken;
use super::records::effects;
use super::{Failure, In, Parsed};
use crate::ast::{Arrow, ArrowKind, Exp, ExpKind, Ident, Limit, Row, is_symbol};
use crate::lexer::Kind;
use crate::rules::syntax::{DX_SYN_EXPRESSION, DX_SYN_OPERATOR};
use elder_syntax::parsing::{
    SimpleSpan, accept, advance, chained, expect, nested, next_span, next_text, peek, peek_many, since,
    unexpected,
};

/// How strongly an operator binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Pair,
    Assign,
    Dollar,
    Ascribe,
    Range,
    Sum,
    Other,
    Prefix,
    Apply,
    Index,
    Atom,
}

/// What an operator does among those of its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    Neither,
}

/// How an operator with a name binds.
pub(crate) fn fixity(name: &str) -> (Level, Side) {
    match name {
        "!" => (Level::Index, Side::Left),
        "+" | "-" | "||" | "&&" | "<<<" | ">>>" | "<<&" | "&>>" => (Level::Sum, Side::Left),
        "$" => (Level::Dollar, Side::Right),
        "+=" | ":=" | "|" => (Level::Assign, Side::Left),
        "&" | "," => (Level::Pair, Side::Right),
        name if is_symbol(name) => (Level::Other, Side::Left),
        _ => (Level::Sum, Side::Left),
    }
}

impl ArrowKind {
    /// How the arrow binds.
    pub(crate) fn level(self) -> Level {
        match self {
            ArrowKind::Table => Level::Sum,
            _ => Level::Assign,
        }
    }
}

/// The arrow that a token is.
pub(super) fn arrow(kind: Kind) -> Option<ArrowKind> {
    Some(match kind {
        Kind::Arrow => ArrowKind::Plain,
        Kind::ImplicitArrow => ArrowKind::Implicit,
        Kind::ClassArrow => ArrowKind::Class,
        Kind::LinearArrow => ArrowKind::Linear,
        Kind::TableArrow => ArrowKind::Table,
        Kind::PairArrow => ArrowKind::Pair,
        _ => return None,
    })
}

/// An operator that waits for its right operand.
enum Pending {
    Infix(Ident),
    Ascribe,
    Arrow(ArrowKind, Option<Ident>, Option<Row>),
    Range(Kind),
}

struct Waiting {
    operator: Pending,
    level: Level,
    side: Side,
}

/// Any expression, or type.
pub(super) fn exp(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    nested(inp, |inp| infix(inp, Level::Assign, false))
}

/// An expression between parentheses, where `,`, `&` and `|` are operators.
pub(super) fn inside(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    nested(inp, |inp| infix(inp, Level::Pair, true))
}

/// The type of what is bound before a point or an arrow: an atom, or a table of such.
pub(super) fn binder_type(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    if !peek(inp).is_some_and(begins_atom) {
        return unexpected(inp, TYPE);
    }
    let mut parts = vec![atom(inp)?];
    while accept(inp, Kind::TableArrow) {
        chained(inp)?;
        parts.push(atom(inp)?);
    }
    let Some(last) = parts.pop() else {
        return unexpected(inp, TYPE);
    };
    Ok(parts
        .into_iter()
        .rev()
        .fold(last, |result, argument| table_type(argument, result)))
}

fn table_type(argument: Exp, result: Exp) -> Exp {
    let span = argument.span.to(result.span);
    let arrow = Arrow {
        binder: None,
        argument,
        kind: ArrowKind::Table,
        effects: None,
        result,
    };
    Exp {
        kind: ExpKind::Arrow(Box::new(arrow)),
        span,
    }
}

/// Operands with operators that bind at least so strongly.
fn infix(inp: &mut In<'_, '_>, least: Level, pairing: bool) -> Parsed<Exp> {
    DX_SYN_EXPRESSION.apply();
    let mut operands: Vec<Exp> = Vec::new();
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut start = None;
    loop {
        // A name and a colon: an argument that the result depends on, or an ascription.
        if start.is_none()
            && peek_many(inp) == [Some(Kind::Ident), Some(Kind::Colon)]
            && least <= Level::Assign
        {
            let name = taken(inp);
            let colon = advance(inp);
            if !peek(inp).is_some_and(begins_atom) {
                return unexpected(inp, TYPE);
            }
            let argument = atom(inp)?;
            match peek(inp).and_then(arrow) {
                Some(kind) => {
                    if taken_before(&waiting, kind.level()) || kind.level() < least {
                        return Err(mixed(next_span(inp)));
                    }
                    operands.push(argument);
                    take_arrow(inp, kind, Some(name), &mut waiting)?;
                    continue;
                }
                None => {
                    let span = name.span;
                    operands.push(Exp {
                        kind: ExpKind::Name(name.name),
                        span,
                    });
                    reduce(
                        &mut operands,
                        &mut waiting,
                        Some((Level::Ascribe, Side::Left, colon)),
                    )?;
                    waiting.push(Waiting {
                        operator: Pending::Ascribe,
                        level: Level::Ascribe,
                        side: Side::Left,
                    });
                    start = Some(argument);
                }
            }
        }
        let operand = operand(inp, start.take())?;
        operands.push(operand);
        let Some((level, side)) = next_operator(inp, pairing) else {
            break;
        };
        if level < least {
            break;
        }
        chained(inp)?;
        let place = next_span(inp);
        reduce(&mut operands, &mut waiting, Some((level, side, place)))?;
        if level == Level::Range && open_above(inp, &mut operands) {
            let after = next_operator(inp, pairing);
            match after {
                None => break,
                Some((level, _)) if level < least => break,
                Some((level, side)) => {
                    let place = next_span(inp);
                    reduce(&mut operands, &mut waiting, Some((level, side, place)))?;
                    take(inp, level, side, &mut waiting)?;
                }
            }
            continue;
        }
        take(inp, level, side, &mut waiting)?;
    }
    reduce(&mut operands, &mut waiting, None)?;
    match operands.pop() {
        Some(e) => Ok(e),
        None => unexpected(inp, EXPRESSION),
    }
}

/// Whether the operator that waits takes what stands before an arrow of this level.
fn taken_before(waiting: &[Waiting], level: Level) -> bool {
    waiting
        .last()
        .is_some_and(|w| w.level > level || (w.level == level && w.side != Side::Right))
}

/// The level of the next token, if it is an operator.
fn next_operator(inp: &mut In<'_, '_>, pairing: bool) -> Option<(Level, Side)> {
    let kind = peek(inp)?;
    if let Some(arrow) = arrow(kind) {
        return Some((arrow.level(), Side::Right));
    }
    match kind {
        Kind::Bar | Kind::Ampersand | Kind::Comma if !pairing => None,
        Kind::Symbol | Kind::Minus | Kind::At | Kind::Bar | Kind::Ampersand | Kind::Comma => {
            Some(fixity(next_text(inp)))
        }
        Kind::Backquote => Some((Level::Sum, Side::Left)),
        Kind::Colon => Some((Level::Ascribe, Side::Left)),
        Kind::Dots | Kind::DotsLess | Kind::LessDots | Kind::LessDotsLess => {
            Some((Level::Range, Side::Neither))
        }
        _ => None,
    }
}

/// Takes an operator, which then waits.
fn take(inp: &mut In<'_, '_>, level: Level, side: Side, waiting: &mut Vec<Waiting>) -> Parsed<()> {
    let operator = match peek(inp) {
        Some(Kind::Colon) => {
            inp.skip();
            Pending::Ascribe
        }
        Some(kind @ (Kind::Dots | Kind::DotsLess | Kind::LessDots | Kind::LessDotsLess)) => {
            inp.skip();
            Pending::Range(kind)
        }
        Some(Kind::Backquote) => {
            inp.skip();
            let name = super::names::ident(inp)?;
            expect(inp, Kind::Backquote)?;
            Pending::Infix(name)
        }
        Some(kind) => match arrow(kind) {
            Some(kind) => return take_arrow(inp, kind, None, waiting),
            None => {
                DX_SYN_OPERATOR.apply();
                Pending::Infix(taken(inp))
            }
        },
        None => return unexpected(inp, OPERATOR),
    };
    waiting.push(Waiting {
        operator,
        level,
        side,
    });
    Ok(())
}

/// Takes an arrow and the effects behind it.
fn take_arrow(
    inp: &mut In<'_, '_>,
    kind: ArrowKind,
    binder: Option<Ident>,
    waiting: &mut Vec<Waiting>,
) -> Parsed<()> {
    inp.skip();
    let row = match kind {
        ArrowKind::Plain => effects(inp)?,
        _ => None,
    };
    waiting.push(Waiting {
        operator: Pending::Arrow(kind, binder, row),
        level: kind.level(),
        side: Side::Right,
    });
    Ok(())
}

/// Whether the next token is a range that has no upper end; then it is taken.
fn open_above(inp: &mut In<'_, '_>, operands: &mut Vec<Exp>) -> bool {
    let here = inp.save();
    let Some(kind @ (Kind::Dots | Kind::LessDots)) = peek(inp) else {
        return false;
    };
    let place = advance(inp);
    let lower = match peek(inp) {
        Some(next) if begins_operand(next) => None,
        _ => operands.pop(),
    };
    let Some(lower) = lower else {
        inp.rewind(here);
        return false;
    };
    let span = lower.span.to(inp.state().0.span(place));
    operands.push(Exp {
        kind: ExpKind::Range(lower_end(kind, lower), Limit::Open),
        span,
    });
    true
}

fn lower_end(kind: Kind, e: Exp) -> Limit {
    match kind {
        Kind::LessDots | Kind::LessDotsLess => Limit::Excluding(Box::new(e)),
        _ => Limit::Including(Box::new(e)),
    }
}

fn upper_end(kind: Kind, e: Exp) -> Limit {
    match kind {
        Kind::DotsLess | Kind::LessDotsLess => Limit::Excluding(Box::new(e)),
        _ => Limit::Including(Box::new(e)),
    }
}

/// Gives operators their operands, as long as they bind them before the next operator does.
fn reduce(
    operands: &mut Vec<Exp>,
    waiting: &mut Vec<Waiting>,
    next: Option<(Level, Side, SimpleSpan)>,
) -> Parsed<()> {
    while let Some(last) = waiting.last() {
        if let Some((level, side, place)) = next {
            if last.level == level && (last.side != side || side == Side::Neither) {
                return Err(mixed(place));
            }
            if last.level < level || (last.level == level && side == Side::Right) {
                return Ok(());
            }
        }
        let (Some(Waiting { operator, .. }), Some(right), Some(left)) =
            (waiting.pop(), operands.pop(), operands.pop())
        else {
            return Ok(());
        };
        let span = left.span.to(right.span);
        let kind = match operator {
            Pending::Infix(name) => ExpKind::Binary(name, Box::new(left), Box::new(right)),
            Pending::Ascribe => ExpKind::Ascribe(Box::new(left), Box::new(right)),
            Pending::Arrow(kind, binder, effects) => ExpKind::Arrow(Box::new(Arrow {
                binder,
                argument: left,
                kind,
                effects,
                result: right,
            })),
            Pending::Range(kind) => ExpKind::Range(lower_end(kind, left), upper_end(kind, right)),
        };
        operands.push(Exp { kind, span });
    }
    Ok(())
}

fn mixed(place: SimpleSpan) -> Failure {
    let message = "this operator and one before it bind equally strongly, but not to the same side";
    Failure::mistake(DX_SYN_OPERATOR.refuse("mixed"), place, message)
        .with_help("parentheses say which of them is meant")
}

/// Whether an operand begins with such a token.
pub(super) fn begins_operand(kind: Kind) -> bool {
    begins_atom(kind) || begins_form(kind) || matches!(kind, Kind::Minus | Kind::Dots | Kind::DotsLess)
}

/// What stands between operators; `start` is its first atom, if that was read.
fn operand(inp: &mut In<'_, '_>, start: Option<Exp>) -> Parsed<Exp> {
    let begin = inp.cursor();
    match peek(inp) {
        _ if start.is_some() => application(inp, start),
        Some(Kind::Minus) => nested(inp, |inp| {
            inp.skip();
            let e = operand(inp, None)?;
            Ok(Exp {
                kind: ExpKind::Negate(Box::new(e)),
                span: since(inp, &begin),
            })
        }),
        Some(kind @ (Kind::Dots | Kind::DotsLess)) => nested(inp, |inp| {
            inp.skip();
            let upper = infix(inp, Level::Sum, false)?;
            Ok(Exp {
                kind: ExpKind::Range(Limit::Open, upper_end(kind, upper)),
                span: since(inp, &begin),
            })
        }),
        Some(kind) if begins_form(kind) => form(inp),
        _ => application(inp, None),
    }
}

/// `f x y`; the last argument may be a function, a loop and the like.
fn application(inp: &mut In<'_, '_>, start: Option<Exp>) -> Parsed<Exp> {
    let mut e = indexed(inp, start)?;
    loop {
        let argument = match peek(inp) {
            Some(kind) if begins_atom(kind) => indexed(inp, None)?,
            Some(kind) if begins_form(kind) => form(inp)?,
            _ => return Ok(e),
        };
        chained(inp)?;
        let span = e.span.to(argument.span);
        e = Exp {
            kind: ExpKind::Apply(Box::new(e), Box::new(argument)),
            span,
        };
    }
}

/// `xs.i`, `ref!i`
fn indexed(inp: &mut In<'_, '_>, start: Option<Exp>) -> Parsed<Exp> {
    let mut e = match start {
        Some(e) => e,
        None => atom(inp)?,
    };
    loop {
        let operator = match peek(inp) {
            Some(Kind::Dot) => {
                inp.skip();
                None
            }
            Some(Kind::Symbol) if next_text(inp) == "!" => Some(taken(inp)),
            _ => return Ok(e),
        };
        chained(inp)?;
        let index = match peek(inp) {
            // A function is applied by a point too: `sum . for i. e`.
            Some(kind) if operator.is_none() && begins_form(kind) => form(inp)?,
            Some(Kind::Primitive) => operation(inp)?,
            _ => atom(inp)?,
        };
        let span = e.span.to(index.span);
        let (e0, index) = (Box::new(e), Box::new(index));
        e = Exp {
            kind: match operator {
                Some(slice) => ExpKind::Binary(slice, e0, index),
                None => ExpKind::Index(e0, index),
            },
            span,
        };
    }
}

/// `%inject i`: a primitive operation takes what follows it for its operands also where an index stands.
fn operation(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let mut e = atom(inp)?;
    while peek(inp).is_some_and(begins_atom) {
        chained(inp)?;
        let operand = atom(inp)?;
        let span = e.span.to(operand.span);
        e = Exp {
            kind: ExpKind::Apply(Box::new(e), Box::new(operand)),
            span,
        };
    }
    Ok(e)
}

/// Refuses operators that stand in parentheses only, with the way out.
pub(super) fn outside(inp: &mut In<'_, '_>) -> Option<Failure> {
    let kind = peek(inp)?;
    if !matches!(kind, Kind::Comma | Kind::Ampersand | Kind::Bar) {
        return None;
    }
    let message = format!("{} stands in parentheses", kind.describe());
    let refusal = DX_SYN_OPERATOR.refuse("inside");
    Some(
        Failure::mistake(refusal, next_span(inp), message)
            .with_help("write `(a, b)`, `(a & b)` and `(a | b)` for a pair, its type, and the type of a sum"),
    )
}

/// The tokens that may go on with an expression.
pub(super) fn goes_on(close: Kind) -> elder_syntax::parsing::Expected {
    OPERATOR.or(token(close))
}
