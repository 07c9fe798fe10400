//! Vectors of neighbours in arrays of numbers (DPIA-G-VLOAD, -VSTORE, -VELEM).
//!
//! Whether the elements that a view gathers into a vector are neighbours in memory is read off from the index: it is computed once for a
//! component of unknown number; if that number appears in it with coefficient 1, one instruction reads or writes them all.

use super::acceptor::Target;
use super::environment::Environment;
use super::expression::Value;
use super::memory::malformed;
use super::text::{Done, Text};
use crate::analyses::path::Path;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{Name, Nat, Phrase, PrimType};
use elder_kernel::c::{Expr, Width};
use elder_kernel::make;
use elder_syntax::Span;

impl Text<'_> {
    /// The vector of the elements of `e` from `first` on.
    pub fn vector_of(
        &mut self,
        e: &Phrase,
        env: &Environment,
        first: &Nat,
        width: u8,
        of: PrimType,
        span: Span,
    ) -> Done<Value> {
        let whole = self.attempt(|text| {
            let lane = text.lane();
            let (before, value) = text.below(&Nat::var(&lane), &Nat::lit(i64::from(width)), |text| {
                let path = Path::empty().with_index(first.plus(&Nat::var(&lane)).shortened());
                text.apart(|text| text.expression(e, env, path))
            })?;
            match value {
                // What had to be computed before may depend on the component.
                Value::Place(place) if before.is_empty() => {
                    text.neighbours(&place, &lane, width, false, span)
                }
                _ => Ok(None),
            }
        })?;
        if let Some(access) = whole {
            rules::DPIA_G_VLOAD.apply();
            return Ok(Value::Computed(Expr::VLoad(access)));
        }
        rules::DPIA_G_VELEM.apply();
        let mut components = Vec::with_capacity(usize::from(width));
        for lane in 0..i64::from(width) {
            let path = Path::empty().with_index(first.plus(&Nat::lit(lane)));
            components.push(self.value(e, env, path)?);
        }
        let width = Width::of(u64::from(width));
        let width = width.ok_or_else(|| malformed(span, "a vector has a width that C does not know"))?;
        Ok(Value::Computed(Expr::VectorOf(of, width, components)))
    }

    /// Where to write a vector to the elements of `a` from `first` on.
    pub fn vector_target(
        &mut self,
        a: &Phrase,
        env: &Environment,
        first: &Nat,
        width: u8,
        span: Span,
    ) -> Done<Target> {
        let whole = self.attempt(|text| {
            let lane = text.lane();
            let (before, target) = text.below(&Nat::var(&lane), &Nat::lit(i64::from(width)), |text| {
                let path = Path::empty().with_index(first.plus(&Nat::var(&lane)).shortened());
                text.apart(|text| text.acceptor(a, env, path))
            })?;
            match target {
                Target::Place(place) if before.is_empty() => {
                    text.neighbours(&place, &lane, width, true, span)
                }
                _ => Ok(None),
            }
        })?;
        if let Some(access) = whole {
            rules::DPIA_G_VSTORE.apply();
            return Ok(Target::Neighbours(access));
        }
        rules::DPIA_G_VELEM.apply();
        let mut places = Vec::with_capacity(usize::from(width));
        for lane in 0..i64::from(width) {
            let path = Path::empty().with_index(first.plus(&Nat::lit(lane)));
            places.push(self.scalar_target(a, env, path)?);
        }
        Ok(Target::Lanes(places))
    }

    /// The number of a component that is not known.
    fn lane(&mut self) -> Name {
        let lane = Name::fresh("lane");
        self.indexes.insert(lane.clone(), make::int(0));
        lane
    }
}
