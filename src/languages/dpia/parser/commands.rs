//! Commands that begin with a word: allocation, loops, accumulation, barriers, launches.

use super::Failure;
use super::expected::{PHRASE, token};
use super::operators::{infix, phrase, pipeline, single};
use super::types::{type_or_size, update_op};
use super::{
    In, Parsed, accept, comma_separated, expect, ident, next_span, next_text, peek, peek_many, scoped, since,
    unexpected,
};
use crate::ast::{Exp, ExpKind, For, LoopKind, LoopTarget};
use crate::lexer::Kind;
use crate::rules::syntax::DPIA_SYN_PHRASE;
use crate::{AddressSpace, Fences, Notice, Strategy};
use elder_syntax::Name as Text;

/// Whether [`command`] reads what begins with this token.
pub(super) fn begins(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Skip
            | Kind::New
            | Kind::NewGlobal
            | Kind::NewLocal
            | Kind::NewPrivate
            | Kind::For
            | Kind::ForUnroll
            | Kind::Parfor
            | Kind::ParforGlobal
            | Kind::ParforWorkgroup
            | Kind::ParforLocal
            | Kind::While
            | Kind::LetSize
            | Kind::PartAt
            | Kind::Accumulate
            | Kind::SwapAt
            | Kind::Fail
            | Kind::Guard
            | Kind::Barrier
            | Kind::Launch
    )
}

/// `{ c }`
pub(super) fn block(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    expect(inp, Kind::LCurly)?;
    let body = scoped(inp, phrase)?;
    expect(inp, Kind::RCurly)?;
    Ok(body)
}

/// A command that begins with a word.
pub(super) fn command(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    let kind = match peek_many(inp) {
        [Some(Kind::Skip), _] => {
            inp.skip();
            ExpKind::Skip
        }
        [
            Some(Kind::New | Kind::NewGlobal | Kind::NewLocal | Kind::NewPrivate),
            _,
        ] => allocation(inp)?,
        [Some(Kind::While), _] => {
            inp.skip();
            let condition = single(inp)?;
            ExpKind::While(Box::new(condition), Box::new(block(inp)?))
        }
        [Some(Kind::LetSize), _] => {
            inp.skip();
            let name = ident(inp)?;
            let most = match accept(inp, Kind::LessEq) {
                true => Some(Box::new(infix(inp, 3)?)),
                false => None,
            };
            expect(inp, Kind::Equals)?;
            let number = single(inp)?;
            ExpKind::LetSize(name, most, Box::new(number), Box::new(block(inp)?))
        }
        [Some(Kind::PartAt), _] => {
            inp.skip();
            let first = infix(inp, 3)?;
            expect(inp, Kind::In)?;
            let variable = pipeline(inp)?;
            expect(inp, Kind::As)?;
            let names = [ident(inp)?, ident(inp)?];
            ExpKind::PartAt(Box::new(first), Box::new(variable), names, Box::new(block(inp)?))
        }
        [Some(Kind::Accumulate), _] => {
            inp.skip();
            expect(inp, Kind::LParen)?;
            let op = update_op(inp)?;
            expect(inp, Kind::RParen)?;
            let acceptor = single(inp)?;
            expect(inp, Kind::As)?;
            let name = ident(inp)?;
            ExpKind::Accumulate(op, Box::new(acceptor), name, Box::new(block(inp)?))
        }
        [Some(Kind::SwapAt), _] => {
            inp.skip();
            let place = pipeline(inp)?;
            expect(inp, Kind::As)?;
            let name = ident(inp)?;
            ExpKind::SwapAt(Box::new(place), name, Box::new(block(inp)?))
        }
        [Some(Kind::Fail), _] => {
            inp.skip();
            failure(inp)?
        }
        [Some(Kind::Guard), _] => {
            inp.skip();
            let condition = single(inp)?;
            let start = inp.cursor();
            let kind = failure(inp)?;
            let span = since(inp, &start);
            let body = block(inp)?;
            ExpKind::If(
                Box::new(condition),
                Box::new(body),
                Some(Box::new(Exp { kind, span })),
            )
        }
        [Some(Kind::Barrier), _] => barrier(inp)?,
        [Some(Kind::Launch), _] => {
            inp.skip();
            expect(inp, Kind::LParen)?;
            let local = extent(inp)?;
            expect(inp, Kind::Comma)?;
            let global = extent(inp)?;
            expect(inp, Kind::RParen)?;
            ExpKind::Launch(local, global, Box::new(block(inp)?))
        }
        _ => ExpKind::For(Box::new(repetition(inp)?)),
    };
    let span = since(inp, &start);
    Ok(Exp { kind, span })
}

/// `new T v { c }`
fn allocation(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    let space = match peek(inp) {
        Some(Kind::NewGlobal) => Some(AddressSpace::Global),
        Some(Kind::NewLocal) => Some(AddressSpace::Local),
        Some(Kind::NewPrivate) => Some(AddressSpace::Private),
        _ => None,
    };
    inp.skip();
    let data = type_or_size(inp)?;
    let name = ident(inp)?;
    Ok(ExpKind::New(space, data, name, Box::new(block(inp)?)))
}

/// `at "no row {} of {}"(i, n)`, `at #FUT-E-INDEX/bounds "…"`
fn failure(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    if next_text(inp) != "at" {
        return unexpected(inp, token(Kind::Ident));
    }
    inp.skip();
    let blamed = match peek(inp) {
        Some(Kind::Premise) => {
            let text = Text::new(next_text(inp).trim_start_matches('#'));
            inp.skip();
            Some(text)
        }
        _ => None,
    };
    if peek(inp) != Some(Kind::Message) {
        return unexpected(inp, token(Kind::Message));
    }
    let message = Text::new(unquoted(next_text(inp)));
    inp.skip();
    let numbers = match accept(inp, Kind::LParen) {
        true => comma_separated(inp, Kind::RParen, phrase)?,
        false => Vec::new(),
    };
    Ok(ExpKind::Fail(Notice { message, blamed }, numbers))
}

/// What stands between the quotes.
fn unquoted(text: &str) -> String {
    let mut letters = text.chars().skip(1);
    let mut out = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => out.extend(letters.next().map(|next| if next == 'n' { '\n' } else { next })),
            letter => out.push(letter),
        }
    }
    out
}

/// `barrier`, `barrier(local, global)`
fn barrier(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    if !accept(inp, Kind::LParen) {
        return Ok(ExpKind::Barrier(Fences {
            local: true,
            global: true,
        }));
    }
    let mut fences = Fences {
        local: false,
        global: false,
    };
    let words = comma_separated(inp, Kind::RParen, |inp| match next_text(inp) {
        "local" => ident(inp).map(|_| true),
        "global" => ident(inp).map(|_| false),
        _ => {
            let refusal = DPIA_SYN_PHRASE.refuse("token");
            let message = "a barrier orders `local` memory, `global` memory or both";
            Err(Failure::mistake(refusal, next_span(inp), message))
        }
    })?;
    for local in words {
        if local {
            fences.local = true;
        } else {
            fences.global = true;
        }
    }
    Ok(ExpKind::Barrier(fences))
}

/// `(64, 4)` or `64`
fn extent(inp: &mut In<'_, '_>) -> Parsed<Vec<Exp>> {
    let e = single(inp)?;
    Ok(match e.kind {
        ExpKind::Tuple(parts) => parts,
        ExpKind::Paren(inner) => vec![*inner],
        _ => vec![e],
    })
}

/// `for i < n { c }`, `parforGlobal(0) i < n into A as o { c }`
fn repetition(inp: &mut In<'_, '_>) -> Parsed<For> {
    let strategy = match peek(inp) {
        Some(Kind::For) => LoopKind::Sequential,
        Some(Kind::ForUnroll) => LoopKind::Unrolled,
        Some(Kind::Parfor) => LoopKind::Parallel(Strategy::Any),
        Some(Kind::ParforGlobal) => LoopKind::Parallel(Strategy::Global(0)),
        Some(Kind::ParforWorkgroup) => LoopKind::Parallel(Strategy::Workgroup(0)),
        Some(Kind::ParforLocal) => LoopKind::Parallel(Strategy::Local(0)),
        _ => return unexpected(inp, PHRASE),
    };
    inp.skip();
    let strategy = dimension(inp, strategy)?;
    let index = ident(inp)?;
    // Not a whole phrase: `<` would be a comparison.
    let bound = if accept(inp, Kind::Less) {
        Some(infix(inp, 3)?)
    } else {
        None
    };
    let target = match peek(inp) {
        Some(Kind::Into) => {
            inp.skip();
            let acceptor = pipeline(inp)?;
            expect(inp, Kind::As)?;
            LoopTarget::Into(acceptor, ident(inp)?)
        }
        Some(Kind::In) => {
            inp.skip();
            let variable = pipeline(inp)?;
            expect(inp, Kind::As)?;
            LoopTarget::InPlace(variable, ident(inp)?)
        }
        Some(Kind::LCurly) => LoopTarget::Nothing,
        _ => {
            let expected = token(Kind::Into).or(token(Kind::In)).or(token(Kind::LCurly));
            return unexpected(
                inp,
                if bound.is_some() {
                    expected
                } else {
                    expected.or(token(Kind::Less))
                },
            );
        }
    };
    Ok(For {
        strategy,
        index,
        bound,
        target,
        body: block(inp)?,
    })
}

/// `(1)` after the word of a loop.
fn dimension(inp: &mut In<'_, '_>, kind: LoopKind) -> Parsed<LoopKind> {
    let make: fn(u8) -> Strategy = match kind {
        LoopKind::Parallel(Strategy::Global(_)) => Strategy::Global,
        LoopKind::Parallel(Strategy::Workgroup(_)) => Strategy::Workgroup,
        LoopKind::Parallel(Strategy::Local(_)) => Strategy::Local,
        _ => return Ok(kind),
    };
    if !accept(inp, Kind::LParen) {
        return Ok(kind);
    }
    let d = match next_text(inp) {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => {
            let refusal = DPIA_SYN_PHRASE.refuse("token");
            let message = "the dimensions of a launch are 0, 1 and 2";
            return Err(Failure::mistake(refusal, next_span(inp), message));
        }
    };
    inp.skip();
    expect(inp, Kind::RParen)?;
    Ok(LoopKind::Parallel(make(d)))
}
