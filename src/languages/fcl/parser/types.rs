//! Types and levels.

use super::expected::{LEVEL, TYPE, token};
use super::{In, Parsed, ident, taken};
use crate::ast::{Level, Type, TypeKind};
use crate::base_of_name;
use crate::lexer::Kind;
use crate::rules::syntax::FCL_SYN_TYPE;
use elder_syntax::parsing::{
    Expected, accept, chained, expect, nested, next_text, peek, peek_many, since, unexpected,
};

/// A type of a signature, behind the `forall` of later versions of the language, which says nothing new.
pub(super) fn signature(inp: &mut In<'_, '_>) -> Parsed<Type> {
    if peek(inp) == Some(Kind::Ident) && next_text(inp) == "forall" {
        inp.skip();
        loop {
            match peek(inp) {
                Some(Kind::Quoted) => inp.skip(),
                Some(Kind::Less) => {
                    inp.skip();
                    ident(inp)?;
                    expect(inp, Kind::Greater)?;
                }
                Some(Kind::Dot) => break,
                _ => {
                    return unexpected(
                        inp,
                        token(Kind::Quoted).or(token(Kind::Less)).or(token(Kind::Dot)),
                    );
                }
            }
        }
        expect(inp, Kind::Dot)?;
    }
    ty(inp)
}

/// `a -> b`, `<l> -> a`
fn ty(inp: &mut In<'_, '_>) -> Parsed<Type> {
    nested(inp, |inp| {
        FCL_SYN_TYPE.apply();
        let start = inp.cursor();
        let kind = if accept(inp, Kind::Less) {
            let name = ident(inp)?;
            expect(inp, Kind::Greater)?;
            expect(inp, Kind::Arrow)?;
            TypeKind::LevelFun(name, Box::new(ty(inp)?))
        } else {
            let from = simple(inp)?;
            if !accept(inp, Kind::Arrow) {
                return Ok(from);
            }
            chained(inp)?;
            TypeKind::Fun(Box::new(from), Box::new(ty(inp)?))
        };
        let span = since(inp, &start);
        Ok(Type { kind, span })
    })
}

fn simple(inp: &mut In<'_, '_>) -> Parsed<Type> {
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Ident) => {
            let name = taken(inp).name;
            match base_of_name(&name) {
                Some(base) => TypeKind::Base(base),
                None => TypeKind::Var(name),
            }
        }
        Some(Kind::Quoted) => TypeKind::Var(taken(inp).name),
        Some(Kind::LParen) => {
            inp.skip();
            let first = ty(inp)?;
            if accept(inp, Kind::RParen) {
                let span = since(inp, &start);
                return Ok(Type { span, ..first });
            }
            if !accept(inp, Kind::Comma) {
                return unexpected(
                    inp,
                    token(Kind::Arrow).or(token(Kind::Comma)).or(token(Kind::RParen)),
                );
            }
            let second = ty(inp)?;
            expect(inp, Kind::RParen)?;
            TypeKind::Pair(Box::new(first), Box::new(second))
        }
        Some(Kind::LBracket) => {
            inp.skip();
            let element = Box::new(ty(inp)?);
            expect(inp, Kind::RBracket)?;
            if accept(inp, Kind::Less) {
                let level = level(inp)?;
                expect(inp, Kind::Greater)?;
                TypeKind::Push(element, level)
            } else {
                TypeKind::Pull(element)
            }
        }
        _ => return unexpected(inp, TYPE),
    };
    let span = since(inp, &start);
    Ok(Type { kind, span })
}

/// `1 + 1 + name`
pub(super) fn level(inp: &mut In<'_, '_>) -> Parsed<Level> {
    let start = inp.cursor();
    let mut above = 0;
    while peek(inp) == Some(Kind::Int) {
        if next_text(inp) != "1" {
            return unexpected(inp, LEVEL);
        }
        inp.skip();
        expect(inp, Kind::Plus)?;
        chained(inp)?;
        above += 1;
    }
    if peek(inp) != Some(Kind::Ident) {
        return unexpected(inp, LEVEL);
    }
    let base = taken(inp);
    let span = since(inp, &start);
    Ok(Level { above, base, span })
}

/// Whether `<`, a level and `>` follow: then they are a level application, and no comparison.
pub(super) fn level_follows(inp: &mut In<'_, '_>) -> bool {
    match peek_many(inp) {
        [Some(Kind::Less), Some(Kind::Ident), Some(Kind::Greater)] => true,
        [Some(Kind::Less), Some(Kind::Int), Some(Kind::Plus)] => {
            let here = inp.save();
            inp.skip();
            let found = level(inp).is_ok() && peek(inp) == Some(Kind::Greater);
            inp.rewind(here);
            found
        }
        _ => false,
    }
}

/// `<name>` with the brackets.
pub(super) fn level_binder(inp: &mut In<'_, '_>) -> Parsed<crate::ast::Ident> {
    expect(inp, Kind::Less)?;
    let name = ident(inp)?;
    if peek(inp) != Some(Kind::Greater) {
        return unexpected(inp, Expected::of(Kind::Greater));
    }
    inp.skip();
    Ok(name)
}
