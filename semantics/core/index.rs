//! Parts of arrays, read and replaced.

use super::value::{Array, Value};
use super::{Given, Interpreter, rules};
use crate::array::{Dim, Dims, Part, Sizes};
use crate::failure::Run;
use elder_core::Name;
use elder_core::tree::{Atom, Cut, Step};
use elder_syntax::Rule;
use smallvec::SmallVec;
use std::rc::Rc;

/// That something is no index of a dimension.
const OUTSIDE: &str = "index {} is out of bounds for a dimension of size {}";

impl Interpreter<'_> {
    /// CORE-E-INDEX
    pub(super) fn element(&mut self, array: Name, at: &[Atom]) -> Run<Given> {
        let array = self.array(array)?;
        let at = self.numbers(at)?;
        for (&i, dim) in at.iter().zip(array.dims()) {
            if !(0..dim.size).contains(&i) {
                return Err(self.broken(&rules::CORE_E_INDEX, "bounds", OUTSIDE, &[i, dim.size]));
            }
        }
        let parts: SmallVec<[Part; 2]> = at.iter().copied().map(Part::At).collect();
        match array.part(&parts) {
            Some(element @ Value::Prim(_)) if at.len() == array.dims().len() => {
                self.cost.count(1);
                Ok(element.into())
            }
            _ => Err(self.malformed("an index with another number of dimensions than its array")),
        }
    }

    /// CORE-E-SLICE
    pub(super) fn slice(&mut self, array: Name, at: &[Cut]) -> Run<Given> {
        let array = self.array(array)?;
        let parts = self.cuts(&array, at, &rules::CORE_E_SLICE, "count")?;
        self.seen(&array, &parts).map(Given::from)
    }

    /// What parts that exist leave of an array.
    pub(super) fn seen(&self, array: &Rc<Array>, parts: &[Part]) -> Run<Value> {
        let seen = array.part(parts);
        seen.ok_or_else(|| self.malformed("an element that does not exist"))
    }

    /// Which parts the cuts name: those of `rule` exist, and `natural` is its premise that counts are not negative.
    fn cuts(&self, array: &Array, at: &[Cut], rule: &'static Rule, natural: &str) -> Run<Vec<Part>> {
        if at.len() != array.dims().len() {
            return Err(self.malformed("cuts of another number of dimensions than the array has"));
        }
        let mut parts = Vec::with_capacity(at.len());
        for (cut, side) in at.iter().zip(array.dims()) {
            let within = |i: i128| match (0..i128::from(side.size)).contains(&i) {
                true => Ok(()),
                false => Err(self.broken(rule, "bounds", OUTSIDE, &[clamped(i), side.size])),
            };
            parts.push(match *cut {
                Cut::At(i) => {
                    let i = self.number(i)?;
                    within(i.into())?;
                    Part::At(i)
                }
                Cut::Section { start, count, stride } => {
                    let (start, count, stride) =
                        (self.number(start)?, self.number(count)?, self.number(stride)?);
                    // Of rows that are not there a size may be below zero, and all of them are a section.
                    let is_whole = start == 0 && stride == 1 && count == side.size;
                    if count < 0 && !is_whole {
                        return Err(self.broken(rule, natural, "a section of {} rows", &[count]));
                    }
                    if count > 0 {
                        within(start.into())?;
                        within(i128::from(start) + i128::from(count - 1) * i128::from(stride))?;
                    }
                    Part::Section { start, count, stride }
                }
            });
        }
        Ok(parts)
    }

    /// CORE-E-UPDATE
    pub(super) fn update(&mut self, array: Name, at: &[Cut], value: Atom) -> Run<Given> {
        let array = self.array(array)?;
        let value = self.atom(value)?;
        let parts = self.cuts(&array, at, &rules::CORE_E_UPDATE, "bounds")?;
        // Read before the array is consumed: by the rules it does not share with it.
        let scalars = self.scalars(&value)?;
        self.fits(&array, &parts, &value)?;
        let array = self.writable(&array)?;
        self.cost.count(scalars.len());
        array.put(&parts, scalars);
        Ok(Value::Array(array).into())
    }

    /// CORE-E-UPDATE: parts of an array, which exist, are replaced by a value of their shape.
    pub(super) fn put(&mut self, array: &Array, parts: &[Part], value: &Value) -> Run<()> {
        self.readable(value)?;
        self.fits(array, parts, value)?;
        let scalars = self.scalars(value)?;
        self.cost.count(scalars.len());
        array.put(parts, scalars);
        Ok(())
    }

    fn fits(&self, array: &Array, parts: &[Part], value: &Value) -> Run<()> {
        let kept = parts.iter().filter_map(|part| match part {
            Part::At(_) => None,
            Part::Section { count, .. } => Some(*count),
        });
        let rest = array.dims().iter().skip(parts.len()).map(|side| side.size);
        let place: Sizes = kept.chain(rest).collect();
        let sizes = value.sizes();
        if place.len() != sizes.len() {
            return Err(self.malformed("a value of another number of dimensions than its place"));
        }
        self.same_sizes(&rules::CORE_E_UPDATE, &place, &sizes)
    }

    /// What is written has the sizes of its place.
    pub(super) fn same_sizes(&self, rule: &'static Rule, place: &[i64], sizes: &[i64]) -> Run<()> {
        match place.iter().zip(sizes).find(|(place, size)| place != size) {
            None => Ok(()),
            Some((place, size)) => {
                let text = "a value of size {} for a place of size {}";
                Err(self.broken(rule, "shape", text, &[*size, *place]))
            }
        }
    }

    /// An array that is consumed, to be written to: nothing else sees it, and no two of its elements are one.
    pub(super) fn writable(&mut self, array: &Array) -> Run<Rc<Array>> {
        let array = array.consume();
        match array.is_apart() {
            true => Ok(array),
            false => self.copied(&array),
        }
    }

    /// CORE-E-FLAT: a part of an array of one dimension.
    pub(super) fn flat_index(&mut self, array: Name, offset: Atom, dims: &[Step]) -> Run<Given> {
        let array = self.array(array)?;
        let part = self.flat(&array, offset, dims)?;
        Ok(Value::Array(part).into())
    }

    /// CORE-E-FLAT: the array with another such part; where its elements are one, the last in row-major order stays.
    pub(super) fn flat_update(
        &mut self,
        array: Name,
        offset: Atom,
        dims: &[Step],
        value: Name,
    ) -> Run<Given> {
        let array = self.array(array)?;
        let value = self.array(value)?;
        let sizes = self.flat(&array, offset, dims)?.sizes();
        if sizes.len() != value.dims().len() {
            return Err(self.malformed("a value of another number of dimensions than its place"));
        }
        self.same_sizes(&rules::CORE_E_FLAT, &sizes, &value.sizes())?;
        let scalars = self.scalars(&Value::Array(value))?;
        let array = self.writable(&array)?;
        self.cost.count(scalars.len());
        self.flat(&array, offset, dims)?.overwrite(scalars);
        Ok(Value::Array(array).into())
    }

    /// The part of an array that offset, counts and strides name, all of whose elements exist.
    fn flat(&self, array: &Array, offset: Atom, dims: &[Step]) -> Run<Rc<Array>> {
        let &[side] = array.dims().as_slice() else {
            return Err(self.malformed("a flat index into an array of several dimensions"));
        };
        let offset = self.number(offset)?;
        let (mut lowest, mut highest) = (i128::from(offset), i128::from(offset));
        let mut sides = Dims::new();
        for step in dims {
            let (count, stride) = (self.number(step.count)?, self.number(step.stride)?);
            if count < 0 {
                let text = "a dimension of {} elements of an array of {}";
                return Err(self.broken(&rules::CORE_E_FLAT, "bounds", text, &[count, side.size]));
            }
            let reach = i128::from(count - 1) * i128::from(stride);
            lowest = lowest.saturating_add(reach.min(0));
            highest = highest.saturating_add(reach.max(0));
            sides.push(Dim {
                size: count,
                stride: stride.wrapping_mul(side.stride),
            });
        }
        let empty = sides.iter().any(|side| side.size == 0);
        for place in [lowest, highest] {
            if !empty && !(0..i128::from(side.size)).contains(&place) {
                let numbers = [clamped(place), side.size];
                return Err(self.broken(&rules::CORE_E_FLAT, "bounds", OUTSIDE, &numbers));
            }
        }
        let first = match empty {
            true => 0,
            false => offset * side.stride,
        };
        Ok(array.view(sides, array.offset() + first))
    }
}

/// As near as 64 bits come.
fn clamped(number: i128) -> i64 {
    number.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}
