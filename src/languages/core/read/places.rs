//! Where arrays lie.

use super::scope::{Reader, natural};
use super::token::{Kind, OPERAND};
use super::{In, Parsed};
use crate::memory::Spot;
use crate::tree::{Atom, Binder};
use elder_sizes::Nat;
use elder_syntax::parsing::{accept, expect, peek, unexpected};

impl Reader<'_> {
    /// `@ b[o; s1, s2]` behind the type of an array, or `@ b` where it lies as a whole; its own name may stand for the block.  `@ [m]`: an array of an item
    /// has a room.
    pub fn place(&mut self, inp: &mut In<'_, '_>, binder: &Binder) -> Parsed<()> {
        if !accept(inp, Kind::Place) {
            return Ok(());
        }
        if accept(inp, Kind::LBracket) {
            let room = self.atom(inp)?;
            expect(inp, Kind::RBracket)?;
            self.program.memory.make_room(binder.name, room);
            return Ok(());
        }
        let block = self.used(inp)?;
        let spot = match accept(inp, Kind::LBracket) {
            true => {
                let offset = self.term(inp)?;
                expect(inp, Kind::Semicolon)?;
                let mut strides = Vec::new();
                if peek(inp) != Some(Kind::RBracket) {
                    strides.push(self.term(inp)?);
                    while accept(inp, Kind::Comma) {
                        strides.push(self.term(inp)?);
                    }
                }
                expect(inp, Kind::RBracket)?;
                Spot {
                    block,
                    offset,
                    strides,
                }
            }
            false => {
                let program = &mut self.program;
                let dims = program.memory.terms.dims(&program.names, &binder.ty);
                Spot::whole(block, &dims.unwrap_or_default())
            }
        };
        self.program.memory.put(binder.name, spot);
        Ok(())
    }

    /// `n * m - 2 * k`, or `?`: what is too large.
    fn term(&mut self, inp: &mut In<'_, '_>) -> Parsed<Nat> {
        if accept(inp, Kind::Existential) {
            return Ok(Nat::overflow());
        }
        let mut sum = Nat::zero();
        let mut is_negative = accept(inp, Kind::Minus);
        loop {
            let product = self.product(inp)?;
            sum = match is_negative {
                true => sum.minus(&product),
                false => sum.plus(&product),
            };
            is_negative = match peek(inp) {
                Some(Kind::Plus) => false,
                Some(Kind::Minus) => true,
                _ => return Ok(sum),
            };
            inp.skip();
        }
    }

    fn product(&mut self, inp: &mut In<'_, '_>) -> Parsed<Nat> {
        let mut product = self.factor(inp)?;
        while accept(inp, Kind::Star) {
            product = product.times(&self.factor(inp)?);
        }
        Ok(product)
    }

    fn factor(&mut self, inp: &mut In<'_, '_>) -> Parsed<Nat> {
        match peek(inp) {
            Some(Kind::Nat) => Ok(Nat::lit(natural(inp)?)),
            Some(Kind::Ident) => {
                let name = self.used(inp)?;
                let program = &mut self.program;
                let number = program.memory.terms.number(&program.names, Atom::Var(name));
                Ok(number.unwrap_or_else(Nat::overflow))
            }
            _ => unexpected(inp, OPERAND),
        }
    }
}
