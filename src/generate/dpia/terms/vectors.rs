//! Vectors: maps over them, their components, operators on them.

use super::{Generator, prim};
use crate::Choices;
use elder_dpia::{BinOp, Components, DataType, Nat, Phrase, Prim, PrimType};
use elder_syntax::Span;

/// How many components vectors have.
const WIDTHS: [u8; 5] = [4, 2, 3, 8, 16];

impl Generator {
    /// A map over vectors, from and to scalars.
    pub(super) fn vectorised(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(length, of) = goal else {
            return None;
        };
        let (DataType::Num(t), Some(length)) = (&**of, length.as_constant()) else {
            return None;
        };
        let width = *c.pick(&[2u8, 4, 3, 8])?;
        if *t == PrimType::Bool || length % i64::from(width) != 0 {
            return None;
        }
        let (t, n) = (*t, Nat::lit(length / i64::from(width)));
        let vector = DataType::Vector(width, t);
        let op = if c.below(2) == 0 { BinOp::Add } else { BinOp::Mul };
        let (strategy, level) = self.strategy(c);
        let body = self.at_level(level, |g| {
            g.function(c, "v", &vector, |g, c| {
                let Some((v, _)) = g.scope.last().cloned() else {
                    return g.leaf(c, &vector);
                };
                if c.one_in(2) {
                    return g.part(c, &vector, depth.min(2));
                }
                let scale = g.part(c, &DataType::Num(t), depth.min(1));
                let other = prim(Prim::Splat { width, of: t }, vec![scale]);
                prim(
                    Prim::Binary {
                        op,
                        of: vector.clone(),
                    },
                    vec![Phrase::var(&v, Span::NONE), other],
                )
            })
        });
        let input = self.part(c, goal, depth);
        let vectors = prim(
            Prim::AsVector {
                width,
                of: t,
                c: n.clone(),
            },
            vec![input],
        );
        let map = Prim::Map {
            strategy,
            n: n.clone(),
            from: vector.clone(),
            to: vector.clone(),
        };
        let mapped = prim(map, vec![body, vectors]);
        Some(prim(Prim::AsScalar { width, of: t, c: n }, vec![mapped]))
    }

    /// A vector of its components.
    pub(super) fn vector_of_components(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let DataType::Vector(width, of) = goal else {
            return None;
        };
        let (width, of) = (*width, *of);
        let number = DataType::Num(of);
        let parts = (0..width).map(|_| self.part(c, &number, depth.min(1)));
        let parts = parts.collect();
        Some(prim(Prim::VectorLiteral { width, of }, parts))
    }

    /// An operator, component by component.
    pub(super) fn operator_on_vectors(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let DataType::Vector(..) = goal else {
            return None;
        };
        let op = *c.pick(&[BinOp::Add, BinOp::Mul, BinOp::Sub, BinOp::Max])?;
        let operands = vec![self.part(c, goal, depth), self.part(c, goal, depth)];
        Some(prim(Prim::Binary { op, of: goal.clone() }, operands))
    }

    /// Some components of another vector, in any order.
    pub(super) fn components_of_vector(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let DataType::Vector(count, of) = goal else {
            return None;
        };
        let (width, of) = (*c.pick(&WIDTHS)?, *of);
        let numbers: Vec<u8> = (0..*count).map(|_| c.below(usize::from(width)) as u8).collect();
        let components = Components::new(numbers)?;
        let vector = self.part(c, &DataType::Vector(width, of), depth);
        let swizzle = Prim::Swizzle {
            width,
            of,
            components,
        };
        Some(prim(swizzle, vec![vector]))
    }

    /// A component of a vector, by its number or by an index.
    pub(super) fn component_of_vector(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let DataType::Num(of) = *goal else {
            return None;
        };
        if of == PrimType::Bool {
            return None;
        }
        let width = *c.pick(&WIDTHS)?;
        let vector = self.part(c, &DataType::Vector(width, of), depth);
        if c.one_in(2) {
            let index = c.part(|c| self.index(c, &Nat::lit(i64::from(width))));
            return Some(prim(Prim::VectorIdx { width, of }, vec![vector, index]));
        }
        let components = Components::new([c.below(usize::from(width)) as u8])?;
        let swizzle = Prim::Swizzle {
            width,
            of,
            components,
        };
        Some(prim(swizzle, vec![vector]))
    }
}
