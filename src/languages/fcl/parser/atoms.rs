//! Names, literals, parentheses, functions, `let` and `if`, and patterns.

use super::expected::{EXPRESSION, OPERATOR, PARAMETER, token};
use super::operators::{expression, operator, section};
use super::types::level_binder;
use super::{Failure, In, Parsed, ident, taken};
use crate::BaseType;
use crate::ast::{Exp, ExpKind, Parameter, Pattern};
use crate::lexer::Kind;
use crate::rules::syntax::{FCL_SYN_EXPRESSION, FCL_SYN_NUMBER};
use elder_syntax::parsing::{
    accept, advance, chained, comma_separated, expect, nested, next_span, next_text, peek, peek_many, since,
    unexpected,
};

/// Whether an atom begins with such a token, so that it can be an argument.
pub(super) fn begins_atom(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ident
            | Kind::Setting
            | Kind::Int
            | Kind::Double
            | Kind::Typed
            | Kind::True
            | Kind::False
            | Kind::LParen
            | Kind::LBracket
            | Kind::Fn
            | Kind::Let
            | Kind::If
    )
}

/// What operators and application are made of.
pub(super) fn atom(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Ident) => ExpKind::Name(taken(inp).name),
        Some(Kind::Setting) => ExpKind::Setting(taken(inp).name),
        Some(Kind::Int) => {
            let text = next_text(inp);
            inp.skip();
            ExpKind::Int(digits(text).parse().ok())
        }
        Some(Kind::Double) => {
            FCL_SYN_NUMBER.apply();
            let text = next_text(inp);
            inp.skip();
            ExpKind::Double(digits(text).parse().unwrap_or(f64::NAN))
        }
        Some(Kind::Typed) => {
            FCL_SYN_NUMBER.apply();
            let text = digits(next_text(inp));
            inp.skip();
            let suffix = BaseType::ALL
                .iter()
                .find_map(|base| Some((*base, text.strip_suffix(base.name())?)));
            match suffix {
                Some((base, digits)) => ExpKind::Typed(digits.to_owned(), base),
                None => return unexpected(inp, EXPRESSION),
            }
        }
        Some(Kind::True) => {
            inp.skip();
            ExpKind::Bool(true)
        }
        Some(Kind::False) => {
            inp.skip();
            ExpKind::Bool(false)
        }
        Some(Kind::LParen) => parentheses(inp)?,
        Some(Kind::LBracket) => {
            inp.skip();
            ExpKind::Array(comma_separated(inp, Kind::RBracket, expression)?)
        }
        Some(Kind::Fn) => function(inp)?,
        Some(Kind::Let) => bindings(inp)?,
        Some(Kind::If) => conditional(inp)?,
        // A word that is an operator is a function where an operand should stand: `and a b`.
        Some(word @ (Kind::And | Kind::Or | Kind::Xor | Kind::Div | Kind::Mod)) => match operator(word) {
            Some((op, _)) => {
                inp.skip();
                ExpKind::Operator(op)
            }
            None => return unexpected(inp, EXPRESSION),
        },
        _ => return unexpected(inp, EXPRESSION),
    };
    let span = since(inp, &start);
    Ok(Exp { kind, span })
}

fn digits(text: &str) -> String {
    text.chars().filter(|c| *c != '_').collect()
}

/// `(e)`, `(a, b)`, `(+)`
fn parentheses(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    let place = advance(inp);
    if let Some(section) = section(inp)? {
        return Ok(section);
    }
    let first = expression(inp)?;
    if accept(inp, Kind::RParen) {
        return Ok(ExpKind::Paren(Box::new(first)));
    }
    let wanted = OPERATOR.or(token(Kind::Comma)).or(token(Kind::RParen));
    if !accept(inp, Kind::Comma) {
        return unexpected(inp, wanted);
    }
    let second = expression(inp)?;
    if peek(inp) == Some(Kind::Comma) {
        let message = "more than two components in parentheses";
        return Err(
            Failure::mistake(FCL_SYN_EXPRESSION.refuse("pair"), place, message)
                .with_help("a pair is `(a, b)`, more nest: `(a, (b, c))`"),
        );
    }
    if !accept(inp, Kind::RParen) {
        return unexpected(inp, OPERATOR.or(token(Kind::RParen)));
    }
    Ok(ExpKind::Pair(Box::new(first), Box::new(second)))
}

/// Whether a parameter begins here.
fn begins_parameter(inp: &mut In<'_, '_>) -> bool {
    matches!(peek(inp), Some(Kind::Ident | Kind::LParen | Kind::Less))
}

/// `<l>`, `x`, `(x, y)`, as many as there are.
pub(super) fn parameters(inp: &mut In<'_, '_>) -> Parsed<Vec<Parameter>> {
    let mut parameters = Vec::new();
    while begins_parameter(inp) {
        chained(inp)?;
        parameters.push(match peek(inp) {
            Some(Kind::Less) => Parameter::Level(level_binder(inp)?),
            _ => Parameter::Value(pattern(inp)?),
        });
    }
    Ok(parameters)
}

/// `x`, `(x, y)`
fn pattern(inp: &mut In<'_, '_>) -> Parsed<Pattern> {
    match peek(inp) {
        Some(Kind::Ident) => Ok(Pattern::Name(ident(inp)?)),
        Some(Kind::LParen) => nested(inp, |inp| {
            let start = inp.cursor();
            inp.skip();
            let first = pattern(inp)?;
            expect(inp, Kind::Comma)?;
            let second = pattern(inp)?;
            expect(inp, Kind::RParen)?;
            let span = since(inp, &start);
            Ok(Pattern::Pair(Box::new(first), Box::new(second), span))
        }),
        _ => unexpected(inp, PARAMETER),
    }
}

/// `fn x y => e`
fn function(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    if !begins_parameter(inp) {
        return unexpected(inp, PARAMETER);
    }
    let parameters = parameters(inp)?;
    if !accept(inp, Kind::FatArrow) {
        return unexpected(inp, PARAMETER.or(token(Kind::FatArrow)));
    }
    Ok(ExpKind::Fn(parameters, Box::new(expression(inp)?)))
}

/// `let x = a  (y, z) = b in e`
fn bindings(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let mut bindings = Vec::new();
    loop {
        chained(inp)?;
        let bound = pattern(inp)?;
        expect(inp, Kind::Equals)?;
        bindings.push((bound, expression(inp)?));
        if accept(inp, Kind::In) {
            break;
        }
        if !begins_binding(inp) {
            return unexpected(inp, OPERATOR.or(token(Kind::In)));
        }
    }
    Ok(ExpKind::Let(bindings, Box::new(expression(inp)?)))
}

/// Whether a pattern and `=` follow, so that the next binding begins here.
pub(super) fn begins_binding(inp: &mut In<'_, '_>) -> bool {
    match peek_many(inp) {
        [Some(Kind::Ident), next] => next == Some(Kind::Equals),
        [Some(Kind::LParen), _] => {
            let here = inp.save();
            // Only the tokens of patterns are passed over.
            let mut open = 0usize;
            let mut found = false;
            while let Some(kind) = inp.next() {
                match kind {
                    Kind::LParen => open += 1,
                    Kind::RParen => open -= 1,
                    Kind::Ident | Kind::Comma => {}
                    _ => break,
                }
                if open == 0 {
                    found = peek(inp) == Some(Kind::Equals);
                    break;
                }
            }
            inp.rewind(here);
            found
        }
        _ => false,
    }
}

/// `if c then a else b`
fn conditional(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let condition = expression(inp)?;
    if !accept(inp, Kind::Then) {
        return unexpected(inp, OPERATOR.or(token(Kind::Then)));
    }
    let yes = expression(inp)?;
    if !accept(inp, Kind::Else) {
        return unexpected(inp, OPERATOR.or(token(Kind::Else)));
    }
    let no = expression(inp)?;
    Ok(ExpKind::If(Box::new(condition), Box::new(yes), Box::new(no)))
}

/// The place of the next token, for definitions.
pub(super) fn here(inp: &mut In<'_, '_>) -> usize {
    next_span(inp).start
}
