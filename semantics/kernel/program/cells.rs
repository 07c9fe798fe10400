//! Memory of which each element knows whether it was written.

use crate::numeric::Primitive;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::{Data, Element};
use elder_syntax::{with_data, with_prim_type};
use std::ops::Range;

/// The elements of a block.
#[derive(Clone, Debug)]
pub struct Cells {
    data: Data,
    written: Option<Vec<bool>>,
}

impl Cells {
    /// So many elements of a type, of which none was written.
    pub fn unwritten(element: PrimType, count: usize) -> Cells {
        Cells {
            data: with_prim_type!(element, T => <T as Element>::wrap(vec![T::ZERO; count])),
            written: Some(vec![false; count]),
        }
    }

    /// Elements, and which of them were written; `None` if all were.  `None` if it is said of more or fewer.
    pub fn new(data: Data, written: Option<Vec<bool>>) -> Option<Cells> {
        let count = data.len();
        let agree = written.as_ref().is_none_or(|written| written.len() == count);
        agree.then_some(Cells { data, written })
    }

    /// The type of the elements.
    pub fn element(&self) -> PrimType {
        self.data.prim_type()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.data.len()
    }

    /// The elements, those that were never written as anything.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// Which elements were written; `None` if all were.
    pub fn written(&self) -> Option<&[bool]> {
        self.written.as_deref()
    }

    /// Elements, and which of them were written.
    pub fn into_parts(self) -> (Data, Option<Vec<bool>>) {
        (self.data, self.written)
    }

    /// The first element that was never written.
    pub fn first_unwritten(&self) -> Option<usize> {
        self.written.as_ref()?.iter().position(|written| !written)
    }

    /// An element that was written.
    pub fn get(&self, at: usize) -> Option<PrimValue> {
        let written = self
            .written
            .as_ref()
            .is_none_or(|written| written.get(at) == Some(&true));
        self.data.get(at).filter(|_| written)
    }

    /// Some elements become a value; whether they are there, and of its type.
    pub fn fill(&mut self, at: Range<usize>, value: PrimValue) -> bool {
        fn fill<T: Element + Primitive>(cells: &mut [T], at: Range<usize>, value: PrimValue) -> bool {
            match (cells.get_mut(at), T::unwrap(value)) {
                (Some(part), Some(value)) => {
                    part.fill(value);
                    true
                }
                _ => false,
            }
        }
        let done = with_data!(&mut self.data, cells => fill(cells, at.clone(), value));
        if let Some(part) = self.written.as_mut().and_then(|written| written.get_mut(at)) {
            part.fill(done);
        }
        done
    }

    /// A part by itself.
    pub fn part(&self, at: Range<usize>) -> Option<Cells> {
        fn part<T: Element>(cells: &[T], at: Range<usize>) -> Option<Data> {
            Some(<T as Element>::wrap(cells.get(at)?.to_vec()))
        }
        let written = match &self.written {
            Some(written) => Some(written.get(at.clone())?.to_vec()),
            None => None,
        };
        Some(Cells {
            data: with_data!(&self.data, cells => part(cells, at))?,
            written,
        })
    }

    /// The elements at these positions, by themselves; `None` if one is not there.
    pub fn gathered(&self, at: &[usize]) -> Option<Cells> {
        fn gathered<T: Element>(cells: &[T], at: &[usize]) -> Option<Data> {
            let picked: Option<Vec<T>> = at.iter().map(|at| cells.get(*at).copied()).collect();
            Some(<T as Element>::wrap(picked?))
        }
        let written = match &self.written {
            Some(written) => Some(
                at.iter()
                    .map(|at| written.get(*at).copied())
                    .collect::<Option<_>>()?,
            ),
            None => None,
        };
        Some(Cells {
            data: with_data!(&self.data, cells => gathered(cells, at))?,
            written,
        })
    }

    /// The elements from there on become others, written or not; whether they are there, and of their type.
    pub fn put(&mut self, at: usize, part: &Cells) -> bool {
        fn put<T: Element>(cells: &mut [T], at: Range<usize>, part: &Data) -> bool {
            match (cells.get_mut(at), T::slice(part)) {
                (Some(cells), Some(part)) => {
                    cells.copy_from_slice(part);
                    true
                }
                _ => false,
            }
        }
        let Some(end) = at.checked_add(part.count()) else {
            return false;
        };
        if !with_data!(&mut self.data, cells => put(cells, at..end, &part.data)) {
            return false;
        }
        if part.written.is_some() && self.written.is_none() {
            self.written = Some(vec![true; self.data.len()]);
        }
        if let Some(own) = self.written.as_mut().and_then(|written| written.get_mut(at..end)) {
            match &part.written {
                Some(written) => own.copy_from_slice(written),
                None => own.fill(true),
            }
        }
        true
    }
}
