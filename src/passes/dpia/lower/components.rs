//! Vectors of their components, and components of vectors (DPIA-G-COMPONENTS).
//!
//! A component of a vector that lies in memory is read alone.  Any other vector is computed whole before components are taken of it,
//! because computing one of its components may fail where the one that is asked for does not.

use super::environment::Environment;
use super::expression::Value;
use super::memory::{Place, malformed};
use super::text::{Done, Text};
use crate::analyses::path::Path;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{Components, DataType, Nat, Phrase, PrimType};
use elder_kernel::c::{BinaryOp, Expr, Width};
use elder_kernel::make;
use elder_syntax::Span;

impl Text<'_> {
    /// ⟦vec E…⟧; only component `lane` if there is one.
    pub fn vector_literal(
        &mut self,
        parts: &[Phrase],
        env: &Environment,
        of: PrimType,
        lane: Option<Nat>,
        span: Span,
    ) -> Done<Value> {
        rules::DPIA_G_COMPONENTS.apply();
        let components = parts
            .iter()
            .map(|part| self.value(part, env, Path::empty()))
            .collect::<Done<Vec<Expr>>>()?;
        self.together(components, of, lane, span)
    }

    /// ⟦E.xyz⟧; only component `lane` of it if there is one.
    pub fn components(
        &mut self,
        e: &Phrase,
        env: &Environment,
        of: PrimType,
        width: u8,
        components: &Components,
        lane: Option<Nat>,
    ) -> Done<Value> {
        rules::DPIA_G_COMPONENTS.apply();
        if let Some(number) = components.single() {
            return self.component(e, env, of, width, &Nat::lit(i64::from(number)));
        }
        let vector = self.value(e, env, Path::empty())?;
        let parts = self.parts(vector, of, width, components.numbers());
        self.together(parts, of, lane, e.span)
    }

    /// ⟦E[j]⟧ of a vector
    pub fn component(
        &mut self,
        e: &Phrase,
        env: &Environment,
        of: PrimType,
        width: u8,
        j: &Nat,
    ) -> Done<Value> {
        rules::DPIA_G_COMPONENTS.apply();
        let value = match self.expression(e, env, Path::empty())? {
            Value::Place(place) => {
                let lane = Some(j.clone());
                return Ok(Value::Place(Place { lane, ..place }));
            }
            value => self.read(value, e.span)?,
        };
        let known = j.as_constant().and_then(|k| u8::try_from(k).ok());
        match known {
            Some(k) => match self.parts(value, of, width, &[k]).pop() {
                Some(part) => Ok(Value::Computed(part)),
                None => Err(malformed(e.span, "a vector without components")),
            },
            None => {
                let all: Vec<u8> = (0..width).collect();
                let parts = self.parts(value, of, width, &all);
                self.together(parts, of, Some(j.clone()), e.span)
            }
        }
    }

    /// These components of a vector, which is named if it would be computed for each of them.
    fn parts(&mut self, vector: Expr, of: PrimType, width: u8, numbers: &[u8]) -> Vec<Expr> {
        let once = numbers
            .iter()
            .enumerate()
            .all(|(at, i)| !numbers[..at].contains(i));
        let vector = match vector {
            Expr::Var(_) => vector,
            Expr::VectorOf(_, _, parts) if once && parts.len() > 1 => {
                let part = |i: &u8| parts.get(usize::from(*i)).cloned();
                return numbers.iter().filter_map(part).collect();
            }
            _ => self.named(vector, &DataType::Vector(width, of), "vector"),
        };
        let part = |i: &u8| make::component(vector.clone(), *i);
        numbers.iter().map(part).collect()
    }

    /// The vector of these components, or the one of number `lane`.
    fn together(&mut self, parts: Vec<Expr>, of: PrimType, lane: Option<Nat>, span: Span) -> Done<Value> {
        let Some(lane) = lane else {
            let width = Width::of(parts.len() as u64);
            let width = width.ok_or_else(|| malformed(span, "a vector has a width that C does not know"))?;
            return Ok(Value::Computed(Expr::VectorOf(of, width, parts)));
        };
        if let Some(k) = lane.as_constant() {
            let part = usize::try_from(k).ok().and_then(|k| parts.get(k).cloned());
            let part = part.ok_or_else(|| malformed(span, "a component beyond the width of a vector"))?;
            return Ok(Value::Computed(part));
        }
        let lane = self.index_text(&lane, span)?;
        let mut chosen = None;
        for (k, part) in parts.into_iter().enumerate().rev() {
            chosen = Some(match chosen {
                None => part,
                Some(rest) => {
                    let here = make::binary(BinaryOp::Eq, lane.clone(), make::int(k as i64));
                    Expr::Conditional(Box::new(here), Box::new(part), Box::new(rest))
                }
            });
        }
        chosen
            .map(Value::Computed)
            .ok_or_else(|| malformed(span, "a vector without components"))
    }
}
