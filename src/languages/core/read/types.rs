//! Types, parameters and results.

use super::scope::{Reader, natural, written};
use super::token::{Kind, TYPE, token};
use super::{In, Parsed};
use crate::names::Name;
use crate::tree::{AccType, Atom, Binder, Dim, Ext, Given, Param, Results, Type};
use elder_syntax::parsing::{accept, expect, next_text, peek, unexpected};
use elder_syntax::prim::PrimType;
use std::rc::Rc;

/// The names of existential sizes in scope; of types that hide nothing, none.
type Existential<'h> = &'h [Name];

impl Reader<'_> {
    /// The type of a variable.
    pub fn ty(&mut self, inp: &mut In<'_, '_>) -> Parsed<Type> {
        let ty = self.any_type(inp, &[])?;
        // Nothing is hidden where nothing may be.
        Ok(ty.map(|dim| match dim {
            Ext::Is(dim) => *dim,
            Ext::Existential(_) => Dim::Open,
        }))
    }

    /// `i32`, `[n][2]f64`, `[]f64`, `acc [k] i64`, `cert`
    fn any_type(&mut self, inp: &mut In<'_, '_>, existential: Existential<'_>) -> Parsed<Type<Ext>> {
        if peek(inp) == Some(Kind::Ident) {
            match next_text(inp) {
                "cert" => {
                    inp.skip();
                    return Ok(Type::Cert);
                }
                "acc" => {
                    inp.skip();
                    return self.accumulator(inp, existential);
                }
                _ => {}
            }
        }
        let dims = self.dims(inp, existential)?;
        Ok(Type::array(dims, element(inp)?))
    }

    /// `[n][2][]`
    fn dims(&mut self, inp: &mut In<'_, '_>, existential: Existential<'_>) -> Parsed<Vec<Ext>> {
        let mut dims = Vec::new();
        while accept(inp, Kind::LBracket) {
            let dim = match peek(inp) {
                Some(Kind::RBracket) => Ext::Is(Dim::Open),
                Some(Kind::Nat) => Ext::Is(Dim::Is(Atom::i64(natural(inp)?))),
                _ => {
                    let written = written(inp)?;
                    match self.meant(inp, written) {
                        Atom::Var(name) if let Some(k) = existential.iter().position(|h| *h == name) => {
                            Ext::Existential(k as u16)
                        }
                        size => Ext::Is(Dim::Is(size)),
                    }
                }
            };
            expect(inp, Kind::RBracket)?;
            dims.push(dim);
        }
        Ok(dims)
    }

    /// `[k] i64`, `[k][l] (i64, [m]f32)`
    fn accumulator(&mut self, inp: &mut In<'_, '_>, existential: Existential<'_>) -> Parsed<Type<Ext>> {
        let space = self.dims(inp, existential)?;
        let several = between_parentheses(inp, |inp| Ok((self.dims(inp, existential)?, element(inp)?)))?;
        let elements = match several {
            Some(elements) => elements,
            None => vec![(Vec::new(), element(inp)?)],
        };
        Ok(Type::Acc(Rc::new(AccType { space, elements })))
    }

    /// `[n][m]`: sizes that are bound here.
    pub fn sizes(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Name>> {
        let mut sizes = Vec::new();
        while accept(inp, Kind::LBracket) {
            sizes.push(self.bind(inp, Type::SIZE)?);
            expect(inp, Kind::RBracket)?;
        }
        Ok(sizes)
    }

    /// `name: type`, bound.
    pub fn binder(&mut self, inp: &mut In<'_, '_>) -> Parsed<Binder> {
        Ok(self.starred(inp, false)?.binder)
    }

    /// `name: *type`, bound.
    pub fn starred(&mut self, inp: &mut In<'_, '_>, star: bool) -> Parsed<Param> {
        let text = super::scope::ident(inp)?;
        expect(inp, Kind::Colon)?;
        let unique = star && accept(inp, Kind::Star);
        let ty = self.ty(inp)?;
        let name = self.make(text, ty.clone());
        self.show(name);
        let binder = Binder { name, ty };
        self.place(inp, &binder)?;
        Ok(Param { binder, unique })
    }

    /// `(x: i32) (ys: *[n]f32)`
    pub fn params(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Param>> {
        let mut params = Vec::new();
        while accept(inp, Kind::LParen) {
            params.push(self.starred(inp, true)?);
            expect(inp, Kind::RParen)?;
        }
        Ok(params)
    }

    /// `?[d].([d]i32, *[n]f64)`
    pub fn results(&mut self, inp: &mut In<'_, '_>) -> Parsed<Results> {
        let scope = self.open();
        let mut existential = Vec::new();
        if accept(inp, Kind::Existential) {
            if peek(inp) != Some(Kind::LBracket) {
                return unexpected(inp, token(Kind::LBracket));
            }
            existential = self.sizes(inp)?;
            expect(inp, Kind::Dot)?;
        }
        let given = match between_parentheses(inp, |inp| self.given(inp, &existential))? {
            Some(given) => given,
            None => vec![self.given(inp, &existential)?],
        };
        self.close(scope);
        Ok(Results {
            existential: u16::try_from(existential.len()).unwrap_or(u16::MAX),
            given,
        })
    }

    fn given(&mut self, inp: &mut In<'_, '_>, existential: Existential<'_>) -> Parsed<Given> {
        let unique = accept(inp, Kind::Star);
        let ty = self.any_type(inp, existential)?;
        Ok(Given { ty, unique })
    }

    /// What a function of a combinator gives: `i32`, `(i32, [m]f32)`
    pub fn types(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Type>> {
        match between_parentheses(inp, |inp| self.ty(inp))? {
            Some(types) => Ok(types),
            None => Ok(vec![self.ty(inp)?]),
        }
    }
}

/// `()`, `(a, b)`; `None` where no parenthesis opens, and one stands alone.
fn between_parentheses<'t, 'p, T>(
    inp: &mut In<'t, 'p>,
    mut item: impl FnMut(&mut In<'t, 'p>) -> Parsed<T>,
) -> Parsed<Option<Vec<T>>> {
    if !accept(inp, Kind::LParen) {
        return Ok(None);
    }
    let mut items = Vec::new();
    if !accept(inp, Kind::RParen) {
        items.push(item(inp)?);
        while accept(inp, Kind::Comma) {
            items.push(item(inp)?);
        }
        expect(inp, Kind::RParen)?;
    }
    Ok(Some(items))
}

/// The name of a scalar type.
pub(super) fn element(inp: &mut In<'_, '_>) -> Parsed<PrimType> {
    match peek(inp) {
        Some(Kind::Ident) if let Some(t) = PrimType::from_name(next_text(inp)) => {
            inp.skip();
            Ok(t)
        }
        _ => unexpected(inp, TYPE),
    }
}
