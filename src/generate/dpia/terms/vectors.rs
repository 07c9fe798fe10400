//! Vectors: maps over them, their components, operators on them.

use super::Generator;
use super::apply::{array, map, number, prim};
use crate::Choices;
use elder_dpia::{BinOp, Components, DataType, Nat, Phrase, Prim, PrimType};
use elder_syntax::Span;

/// How many components vectors have.
const WIDTHS: [u8; 5] = [4, 2, 3, 8, 16];

impl Generator {
    /// A map over vectors, from and to scalars.
    pub(super) fn vectorised(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (length, of) = array(goal)?;
        let (of, length) = (number(&of)?, length.as_constant()?);
        let width = *c.pick(&[2u8, 4, 3, 8])?;
        if of == PrimType::Bool || length % i64::from(width) != 0 {
            return None;
        }
        let n = Nat::lit(length / i64::from(width));
        let vector = DataType::Vector(width, of);
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
                let scale = g.part(c, &DataType::Num(of), depth.min(1));
                let other = prim(Prim::Splat { width, of }, vec![scale]);
                let of = vector.clone();
                prim(Prim::Binary { op, of }, vec![Phrase::var(&v, Span::NONE), other])
            })
        });
        let input = self.part(c, goal, depth);
        let vectors = Prim::AsVector {
            width,
            of,
            c: n.clone(),
        };
        let mapped = map(
            strategy,
            &n,
            (&vector, &vector),
            [body, prim(vectors, vec![input])],
        );
        Some(prim(Prim::AsScalar { width, of, c: n }, vec![mapped]))
    }

    /// A vector of its components.
    pub(super) fn vector_of_components(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let DataType::Vector(width, of) = *goal else {
            return None;
        };
        self.made_of(c, Prim::VectorLiteral { width, of }, vec![], depth.min(1))
    }

    /// An operator, component by component.
    pub(super) fn operator_on_vectors(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let op = *c.pick(&[BinOp::Add, BinOp::Mul, BinOp::Sub, BinOp::Max])?;
        self.made_of(c, Prim::Binary { op, of: goal.clone() }, vec![], depth)
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
        swizzled(vector, (width, of), components)
    }

    /// A component of a vector, by its number or by an index.
    pub(super) fn component_of_vector(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let of = number(goal).filter(|of| *of != PrimType::Bool)?;
        let width = *c.pick(&WIDTHS)?;
        let vector = self.part(c, &DataType::Vector(width, of), depth);
        if c.one_in(2) {
            let index = c.part(|c| self.index(c, &Nat::lit(i64::from(width))));
            return Some(prim(Prim::VectorIdx { width, of }, vec![vector, index]));
        }
        let components = Components::new([c.below(usize::from(width)) as u8])?;
        swizzled(vector, (width, of), components)
    }
}

fn swizzled(vector: Phrase, (width, of): (u8, PrimType), components: Components) -> Option<Phrase> {
    let swizzle = Prim::Swizzle {
        width,
        of,
        components,
    };
    Some(prim(swizzle, vec![vector]))
}
