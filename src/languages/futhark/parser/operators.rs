//! Infix operators, ranges and updates, by precedence.
//!
//! How tightly an operator binds depends on the characters that it begins with.  The
//! levels, loosest first: ranges, names in backticks, `with`, `|>`, `<|`, `||`, `&&`,
//! comparisons, bits, shifts, sums, products, powers.  All associate to the left but
//! ranges and `<|`.  An update `a with p = v` counts as looser than `|>` towards its
//! right and than itself towards its left, so that `v` takes all operators but another
//! `with`.
//!
//! The operands and operators that wait for their right side stand on a stack, so
//! chains of any length need no recursion.

use super::Failure;
use super::expected::EXPRESSION;
use super::names::{begins_operator, field, operator, split_modules};
use super::{In, Parsed, advance, chained, expect, next_span, peek, peek3, unexpected};
use super::{atoms, expressions};
use crate::ast::{Exp, ExpKind, Ident, QualName, RangeEnd, UpdateStep};
use crate::lexer::Kind;
use crate::rules::syntax::{FUT_X_OPERATOR, FUT_X_RANGE};
use chumsky::span::SimpleSpan;
use elder_syntax::Span;

/// How tightly something binds; larger is tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Range,
    Backtick,
    With,
    Update,
    PipeRight,
    PipeLeft,
    Or,
    And,
    Comparison,
    Bits,
    Shift,
    Sum,
    Product,
    Power,
}

impl Level {
    /// The level of a symbol by its longest known beginning.
    pub(crate) fn of(symbol: &str) -> Level {
        let mut chars = symbol.bytes();
        match (chars.next(), chars.next()) {
            (Some(b'|'), Some(b'>')) => Level::PipeRight,
            (Some(b'<'), Some(b'|')) => Level::PipeLeft,
            (Some(b'|'), Some(b'|')) => Level::Or,
            (Some(b'&'), Some(b'&')) => Level::And,
            (Some(b'<'), Some(b'<')) | (Some(b'>'), Some(b'>')) => Level::Shift,
            (Some(b'<' | b'>' | b'=' | b'!'), _) => Level::Comparison,
            (Some(b'|' | b'&' | b'^'), _) => Level::Bits,
            (Some(b'+' | b'-'), _) => Level::Sum,
            (Some(b'*'), Some(b'*')) => Level::Power,
            _ => Level::Product,
        }
    }

    /// Whether `a op b op c` means `a op (b op c)`.
    pub(crate) fn right_associative(self) -> bool {
        matches!(self, Level::Range | Level::PipeLeft)
    }
}

/// An operator whose right side is being read.
enum Pending {
    Binary(QualName, Level),
    Dots(Dots, SimpleSpan),
    Update(Vec<UpdateStep>),
}

/// The parts of a range.
enum Dots {
    /// `..`, before the second element.
    Second,
    /// `...`, `..<`, `..>`
    End(RangeEnd),
}

impl Pending {
    /// What it counts as when the next operator comes.
    fn level(&self) -> Level {
        match self {
            Pending::Binary(_, level) => *level,
            Pending::Dots(..) => Level::Range,
            Pending::Update(_) => Level::Update,
        }
    }

    /// Whether it takes its operands before an operator of this level does.
    fn before(&self, next: Level) -> bool {
        self.level() > next || (self.level() == next && !next.right_associative())
    }
}

/// An expression without ascription at its top: operands between operators.
///
/// An operator before a closing parenthesis is left alone: it belongs to a section.
pub(super) fn infix(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let mut operands = vec![operand(inp)?];
    let mut waiting: Vec<Pending> = Vec::new();
    let mut length = 0;
    while let Some(next) = next_level(inp) {
        FUT_X_OPERATOR.apply();
        reduce(&mut operands, &mut waiting, Some(next))?;
        let pending = pending(inp, next)?;
        waiting.push(pending);
        length += 1;
        chained(inp, length)?;
        operands.push(operand(inp)?);
    }
    if let Some(level) = section_level(inp) {
        reduce(&mut operands, &mut waiting, Some(level))?;
        if !waiting.is_empty() {
            // `(a + b *)`: the operator would take a part of the expression only.
            let _ = operator(inp)?;
            return unexpected(inp, EXPRESSION);
        }
    }
    reduce(&mut operands, &mut waiting, None)?;
    match operands.pop() {
        Some(e) => Ok(e),
        None => unexpected(inp, EXPRESSION),
    }
}

/// The level of the operator that comes next, if one does and it has an operand behind it.
fn next_level(inp: &mut In<'_, '_>) -> Option<Level> {
    let level = level_here(inp)?;
    (!ends_section(inp)).then_some(level)
}

/// The level of the operator that comes next, if it ends a section.
fn section_level(inp: &mut In<'_, '_>) -> Option<Level> {
    let level = level_here(inp)?;
    ends_section(inp).then_some(level)
}

fn level_here(inp: &mut In<'_, '_>) -> Option<Level> {
    match peek(inp)? {
        Kind::With => Some(Level::With),
        Kind::TwoDots | Kind::ThreeDots | Kind::DotsLess | Kind::DotsGreater => Some(Level::Range),
        Kind::Backtick => Some(Level::Backtick),
        Kind::Minus => Some(Level::Sum),
        Kind::Star => Some(Level::Product),
        Kind::Less => Some(Level::Comparison),
        Kind::Hat | Kind::Bar => Some(Level::Bits),
        Kind::Symbol | Kind::QualSymbol => {
            let span = next_span(inp);
            let (_, symbol) = split_modules(inp.state().0.text(span));
            Some(Level::of(symbol))
        }
        _ => None,
    }
}

/// Whether the operator that stands here has a closing parenthesis behind it.
fn ends_section(inp: &mut In<'_, '_>) -> bool {
    match peek3(inp) {
        [Some(Kind::Backtick), ..] => {
            let here = inp.save();
            let ends = operator(inp).is_ok() && peek(inp) == Some(Kind::RParen);
            inp.rewind(here);
            ends
        }
        [Some(kind), after, _] => begins_operator(kind) && after == Some(Kind::RParen),
        _ => false,
    }
}

/// Takes the operator.
fn pending(inp: &mut In<'_, '_>, level: Level) -> Parsed<Pending> {
    let dots = match peek(inp) {
        Some(Kind::With) => {
            inp.skip();
            let steps = update_path(inp)?;
            expect(inp, Kind::Equals)?;
            return Ok(Pending::Update(steps));
        }
        Some(Kind::TwoDots) => Dots::Second,
        Some(Kind::ThreeDots) => Dots::End(RangeEnd::Inclusive),
        Some(Kind::DotsLess) => Dots::End(RangeEnd::UpTo),
        Some(Kind::DotsGreater) => Dots::End(RangeEnd::DownTo),
        _ => return Ok(Pending::Binary(operator(inp)?, level)),
    };
    Ok(Pending::Dots(dots, advance(inp)))
}

/// `[i].f[j]` or `f.g` after `with`.
fn update_path(inp: &mut In<'_, '_>) -> Parsed<Vec<UpdateStep>> {
    let mut steps = vec![match peek(inp) {
        Some(Kind::LBracket) => index_step(inp)?,
        _ => UpdateStep::Field(field(inp)?),
    }];
    loop {
        match peek(inp) {
            Some(Kind::LBracket | Kind::Index) => steps.push(index_step(inp)?),
            Some(Kind::Dot) => {
                inp.skip();
                steps.push(UpdateStep::Field(field(inp)?));
            }
            Some(Kind::Ident | Kind::Nat) => steps.push(UpdateStep::Field(field(inp)?)),
            _ => return Ok(steps),
        }
    }
}

/// `[i, j]`
pub(super) fn index_step(inp: &mut In<'_, '_>) -> Parsed<UpdateStep> {
    inp.skip();
    Ok(UpdateStep::Index(atoms::dim_indexes(inp)?))
}

/// Gives operators their operands, as long as they come before an operator of the level `next`.
fn reduce(operands: &mut Vec<Exp>, waiting: &mut Vec<Pending>, next: Option<Level>) -> Parsed<()> {
    while waiting.last().is_some_and(|w| next.is_none_or(|n| w.before(n))) {
        let (Some(op), Some(right), Some(left)) = (waiting.pop(), operands.pop(), operands.pop()) else {
            return Ok(());
        };
        let span = left.span.to(right.span);
        let kind = match op {
            Pending::Binary(name, _) => ExpKind::BinOp(name, Box::new(left), Box::new(right)),
            Pending::Update(steps) => update(left, steps, right),
            Pending::Dots(Dots::Second, span) => return Err(endless(span)),
            Pending::Dots(Dots::End(end), _) => {
                FUT_X_RANGE.apply();
                let second = match waiting.last() {
                    Some(Pending::Dots(Dots::Second, _)) => {
                        waiting.pop();
                        operands.pop()
                    }
                    _ => None,
                };
                let (start, second) = match second {
                    Some(start) => (start, Some(Box::new(left))),
                    None => (left, None),
                };
                let span = start.span.to(right.span);
                operands.push(Exp {
                    kind: ExpKind::Range {
                        start: Box::new(start),
                        second,
                        end,
                        bound: Box::new(right),
                    },
                    span,
                });
                continue;
            }
        };
        operands.push(Exp { kind, span });
    }
    Ok(())
}

fn endless(span: SimpleSpan) -> Failure {
    let message = "`..` gives the second element of a range, which must be followed by its end";
    Failure::mistake(FUT_X_RANGE.refuse("end"), span, message)
        .with_help("write `a...b` for a range that includes `b`, `a..<b` for one that does not")
}

/// The update of a path, in its special form where it has one.
pub(super) fn update(target: Exp, mut steps: Vec<UpdateStep>, value: Exp) -> ExpKind {
    let (target, value) = (Box::new(target), Box::new(value));
    if let Some(fields) = only_fields(&steps) {
        return ExpKind::RecordUpdate(target, fields, value);
    }
    match (steps.pop(), steps.is_empty()) {
        (Some(UpdateStep::Index(dims)), true) => ExpKind::Update(target, dims, value),
        (last, _) => {
            steps.extend(last);
            ExpKind::UpdatePath(target, steps, value)
        }
    }
}

/// The fields of a path that has no index.
pub(super) fn only_fields(steps: &[UpdateStep]) -> Option<Vec<Ident>> {
    steps
        .iter()
        .map(|s| match s {
            UpdateStep::Field(f) => Some(f.clone()),
            UpdateStep::Index(_) => None,
        })
        .collect()
}

/// `-e`, `!e`, an expression that begins with a keyword, or an application.
fn operand(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let mut prefixes: Vec<(Kind, Span)> = Vec::new();
    while let Some(kind @ (Kind::Minus | Kind::Bang)) = peek(inp) {
        let span = advance(inp);
        prefixes.push((kind, inp.state().0.span(span)));
        chained(inp, prefixes.len())?;
    }
    let e = match peek(inp) {
        Some(kind) if expressions::begins_keyword_exp(kind) => expressions::keyword_exp(inp)?,
        _ => atoms::application(inp)?,
    };
    Ok(prefixes.into_iter().rev().fold(e, |e, (kind, start)| {
        let span = start.to(e.span);
        let kind = match kind {
            Kind::Minus => ExpKind::Negate(Box::new(e)),
            _ => ExpKind::Not(Box::new(e)),
        };
        Exp { kind, span }
    }))
}
