//! Maps of views.

use super::terms::apply::{array, map, operands, prim};
use super::terms::{Generator, exp};
use crate::Choices;
use elder_dpia::{DataType, Nat, Phrase, Prim, Strategy};
use elder_syntax::Span;

/// A view: the type that it is of, and the view of something of that type.
type View = (DataType, Box<dyn FnOnce(Phrase) -> Phrase>);

impl Generator {
    /// A map of one view or of two, over anything.
    pub(super) fn mapped_view(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (from, view) = self.map_of_view(c, goal, 2)?;
        if !self.fits(&from) {
            return None;
        }
        let input = self.part(c, &from, depth);
        Some(view(input))
    }

    fn map_of_view(&mut self, c: &mut Choices, goal: &DataType, most: usize) -> Option<View> {
        let (n, to) = array(goal)?;
        let (from, view) = self.view(c, &to, most)?;
        let whole = DataType::array(n.clone(), from.clone());
        let view = move |xs| {
            let body = Phrase::lambda("x", exp(&from), Span::NONE, view);
            map(Strategy::Any, &n, (&from, &to), [body, xs])
        };
        Some((whole, Box::new(view)))
    }

    /// A view whose result is of that type.
    fn view(&mut self, c: &mut Choices, to: &DataType, most: usize) -> Option<View> {
        if most > 1 && c.one_in(3) {
            let (middle, outer) = self.view(c, to, 1)?;
            let (from, inner) = self.view(c, &middle, 1)?;
            return Some((from, Box::new(move |x| outer(inner(x)))));
        }
        if most > 1 && c.one_in(3) && matches!(to, DataType::Array(..)) {
            return self.map_of_view(c, to, most - 1);
        }
        let made = match array(to) {
            Some((m, row)) => match (array(&row), c.below(4)) {
                (Some((n, of)), 0) => Prim::Transpose { n, m, of },
                (Some((n, of)), 1) => Prim::Split { n, m, of },
                (Some((size, of)), 2) if m.as_constant().is_some_and(|m| m > 0) => {
                    let (n, step) = (m.minus(&Nat::one()), Nat::one());
                    Prim::Slide { n, size, step, of }
                }
                (_, 1) => Prim::Join {
                    n: Nat::one(),
                    m,
                    of: row,
                },
                (_, 2) => Prim::Take {
                    n: m,
                    m: Nat::one(),
                    of: row,
                },
                _ => Prim::Stride {
                    n: m,
                    s: Nat::one(),
                    of: row,
                },
            },
            None => {
                let (first, second) = (to.clone(), c.part(|c| self.number_type(c)));
                Prim::Fst { first, second }
            }
        };
        let from = operands(&made, 0).pop()?;
        Some((from, Box::new(move |x| prim(made, vec![x]))))
    }
}
