//! Maps of views.

use super::terms::{Generator, exp, prim};
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
        let DataType::Array(n, to) = goal else { return None };
        let (n, to) = (n.clone(), (**to).clone());
        let (from, view) = self.view(c, &to, most)?;
        let whole = DataType::array(n.clone(), from.clone());
        let view = move |xs| {
            let body = Phrase::lambda("x", exp(&from), Span::NONE, view);
            let map = Prim::Map {
                strategy: Strategy::Any,
                n,
                from,
                to,
            };
            prim(map, vec![body, xs])
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
        let (from, made) = match to {
            DataType::Array(m, row) => {
                let (m, row) = (m.clone(), (**row).clone());
                match (&row, c.below(4)) {
                    (DataType::Array(n, of), 0) => {
                        let (n, of) = (n.clone(), (**of).clone());
                        let from = DataType::array(n.clone(), DataType::array(m.clone(), of.clone()));
                        (from, Prim::Transpose { n, m, of })
                    }
                    (DataType::Array(n, of), 1) => {
                        let (n, of) = (n.clone(), (**of).clone());
                        let from = DataType::array(n.times(&m), of.clone());
                        (from, Prim::Split { n, m, of })
                    }
                    (DataType::Array(size, of), 2) if m.as_constant().is_some_and(|m| m > 0) => {
                        let n = m.minus(&Nat::one());
                        let (size, step, of) = (size.clone(), Nat::one(), (**of).clone());
                        let from = DataType::array(n.plus(&size), of.clone());
                        (from, Prim::Slide { n, size, step, of })
                    }
                    (_, 1) => {
                        let from = DataType::array(Nat::one(), DataType::array(m.clone(), row.clone()));
                        let (n, of) = (Nat::one(), row);
                        (from, Prim::Join { n, m, of })
                    }
                    (_, 2) => {
                        let from = DataType::array(m.plus(&Nat::one()), row.clone());
                        let (n, m, of) = (m, Nat::one(), row);
                        (from, Prim::Take { n, m, of })
                    }
                    _ => {
                        let from = DataType::array(m.clone(), row.clone());
                        (
                            from,
                            Prim::Stride {
                                n: m,
                                s: Nat::one(),
                                of: row,
                            },
                        )
                    }
                }
            }
            scalar => {
                let other = c.part(|c| self.number_type(c));
                let (first, second) = (scalar.clone(), other);
                let from = DataType::pair(first.clone(), second.clone());
                (from, Prim::Fst { first, second })
            }
        };
        Some((from, Box::new(move |x| prim(made, vec![x]))))
    }
}
