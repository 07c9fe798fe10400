//! Indexes, slices, updates and ranges.
//!
//! Slices become natural: a start, a count and a stride, of which assertions said as FUT-E-SLICE make sure that all selected rows exist.  Distances are
//! computed in u64, which holds the distance of any two numbers of 64 bits.

use super::emit::left;
use super::flatten::{count, field};
use super::scope::SIZE;
use super::{Made, Pass, unexpected};
use crate::normal::Blamed;
use elder_core::Builder;
use elder_core::tree::{Atom, Cut, Exp as Core, Type};
use elder_futhark::ast::RangeEnd;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{DimIndex, Exp, Range, UpdateStep};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimType, PrimValue};

/// An index or a slice whose parts have been evaluated.
#[derive(Clone, Copy, Debug)]
pub enum Subscript {
    /// `i`
    Fix(Atom),
    /// `start:end:stride`
    Slice([Option<Atom>; 3]),
}

const STRIDE: Blamed = (&rules::FUT_E_SLICE, "stride");
const BOUNDS: Blamed = (&rules::FUT_E_SLICE, "bounds");

impl Pass<'_> {
    /// The values of indexes and slices, from left to right.
    pub fn subscripts(&mut self, b: &mut Builder<'_>, dims: &[DimIndex]) -> Made<Vec<Subscript>> {
        let mut subscripts = Vec::with_capacity(dims.len());
        for dim in dims {
            subscripts.push(match dim {
                DimIndex::Fix(i) => {
                    let i = self.one(b, i)?;
                    Subscript::Fix(self.convert(b, i, SIZE))
                }
                DimIndex::Slice(start, end, stride) => {
                    let mut parts = [None; 3];
                    for (part, e) in parts.iter_mut().zip([start, end, stride]) {
                        if let Some(e) = e {
                            let atom = self.one(b, e)?;
                            *part = Some(self.convert(b, atom, SIZE));
                        }
                    }
                    Subscript::Slice(parts)
                }
            });
        }
        Ok(subscripts)
    }

    /// FUT-E-INDEX, FUT-E-SLICE
    pub fn index(
        &mut self,
        b: &mut Builder<'_>,
        arrays: &[Atom],
        dims: &[DimIndex],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let subscripts = self.subscripts(b, dims)?;
        let bounds = (&rules::FUT_E_INDEX, "bounds");
        let cuts = self.cuts(b, arrays, &subscripts, bounds, span)?;
        let parts = arrays.iter().map(|array| {
            self.at(b, span, Some(bounds), |this, b| {
                this.part(b, *array, cuts.clone())
            })
        });
        Ok(parts.collect())
    }

    /// What subscripts take of the dimensions of arrays.  Beside slices, indexes are asserted to be in bounds, so that what fails first is what
    /// stands first; otherwise that is left to the statement that uses them.
    fn cuts(
        &mut self,
        b: &mut Builder<'_>,
        arrays: &[Atom],
        subscripts: &[Subscript],
        bounds: Blamed,
        span: Span,
    ) -> Made<Vec<Cut>> {
        let Some(array) = arrays.first() else {
            return Err(unexpected(span, "an index of nothing"));
        };
        let sliced = subscripts
            .iter()
            .any(|subscript| matches!(subscript, Subscript::Slice(_)));
        let mut cuts = Vec::with_capacity(subscripts.len());
        for (k, subscript) in subscripts.iter().enumerate() {
            cuts.push(match subscript {
                Subscript::Fix(i) => {
                    if sliced {
                        let size = self.size_of(b, *array, k);
                        let inside = self.inside(b, *i, size);
                        self.assert(b, inside, span, bounds);
                    }
                    Cut::At(*i)
                }
                Subscript::Slice(parts) => {
                    let size = self.size_of(b, *array, k);
                    self.section(b, size, *parts, span)
                }
            });
        }
        Ok(cuts)
    }

    /// 0 <= i < size
    fn inside(&mut self, b: &mut Builder<'_>, i: Atom, size: Atom) -> Atom {
        let low = self.number(b, BinOp::Le, Atom::i64(0), i);
        let high = self.number(b, BinOp::Lt, i, size);
        b.logic("c", BinOp::And, low, high)
    }

    /// FUT-E-SLICE: a section of a dimension of this size.
    fn section(&mut self, b: &mut Builder<'_>, size: Atom, parts: [Option<Atom>; 3], span: Span) -> Cut {
        match parts {
            [None, None, None] => Cut::whole(size),
            [start, end, None | Some(Atom::Const(PrimValue::I64(1)))] => {
                self.forwards(b, size, start, end, span)
            }
            [start, end, Some(stride)] => self.strided(b, size, start, end, stride, span),
        }
    }

    /// `start:end`
    fn forwards(
        &mut self,
        b: &mut Builder<'_>,
        size: Atom,
        start: Option<Atom>,
        end: Option<Atom>,
        span: Span,
    ) -> Cut {
        let (from, to) = (start.unwrap_or(Atom::i64(0)), end.unwrap_or(size));
        let ordered = self.number(b, BinOp::Le, from, to);
        self.assert(b, ordered, span, STRIDE);
        let empty = self.number(b, BinOp::Eq, from, to);
        let low = match start {
            Some(start) => self.number(b, BinOp::Le, Atom::i64(0), start),
            None => Atom::TRUE,
        };
        let within = match end {
            Some(end) => {
                let high = self.number(b, BinOp::Le, end, size);
                match low == Atom::TRUE {
                    true => high,
                    false => b.logic("c", BinOp::And, low, high),
                }
            }
            None => low,
        };
        if within != Atom::TRUE {
            let within = b.logic("c", BinOp::Or, empty, within);
            self.assert(b, within, span, BOUNDS);
        }
        let count = match start {
            Some(start) => self.number(b, BinOp::Sub, to, start),
            None => to,
        };
        Cut::Section {
            start: from,
            count,
            stride: Atom::i64(1),
        }
    }

    /// `start:end:stride`
    fn strided(
        &mut self,
        b: &mut Builder<'_>,
        size: Atom,
        start: Option<Atom>,
        end: Option<Atom>,
        stride: Atom,
        span: Span,
    ) -> Cut {
        let (zero, one) = (Atom::i64(0), Atom::i64(1));
        let down = self.number(b, BinOp::Lt, stride, zero);
        let last = self.number(b, BinOp::Sub, size, one);
        let from = match start {
            Some(start) => start,
            None => self.chosen(b, down, last, zero),
        };
        let to = match end {
            Some(end) => end,
            None => self.chosen(b, down, Atom::i64(-1), size),
        };
        let empty = self.number(b, BinOp::Eq, from, to);
        let falls = self.number(b, BinOp::Lt, to, from);
        let fits = b.logic("c", BinOp::Eq, falls, down);
        let moves = self.number(b, BinOp::Ne, stride, zero);
        let leads = b.logic("c", BinOp::Or, empty, fits);
        let leads = b.logic("c", BinOp::And, moves, leads);
        self.assert(b, leads, span, STRIDE);
        // How many strides lead from the first row to the last one, and how many could.
        let distance = self.distance(b, from, to, SIZE);
        let width = self.distance(b, stride, zero, SIZE);
        let times = self.before_last(b, distance, width);
        let behind = self.number(b, BinOp::Sub, last, from);
        let room = self.chosen(b, down, from, behind);
        let room = self.convert(b, room, PrimType::U64);
        let most = self.op(b, BinOp::Quot, PrimType::U64, room, width);
        let begins = self.inside(b, from, size);
        let ends = self.op(b, BinOp::Le, PrimType::U64, times, most);
        let inside = b.logic("c", BinOp::And, begins, ends);
        let inside = b.logic("c", BinOp::Or, empty, inside);
        self.assert(b, inside, span, BOUNDS);
        let times = self.convert(b, times, SIZE);
        let count = self.number(b, BinOp::Add, times, one);
        Cut::Section {
            start: from,
            count: self.chosen(b, empty, zero, count),
            stride,
        }
    }

    /// One of two numbers.
    pub fn chosen(&mut self, b: &mut Builder<'_>, condition: Atom, yes: Atom, no: Atom) -> Atom {
        let ty = self.type_of(b, yes);
        b.choose("i", condition, &[ty], |_| vec![yes], |_| vec![no])[0].into()
    }

    /// |x - y| of two numbers of an integer type, of type u64.
    fn distance(&mut self, b: &mut Builder<'_>, x: Atom, y: Atom, t: PrimType) -> Atom {
        let below = self.op(b, BinOp::Lt, t, x, y);
        // NUM-INT-INT: to an unsigned type integers widen with zeros, to a signed one by their sign.
        let (x, y) = (self.convert(b, x, SIZE), self.convert(b, y, SIZE));
        let (x, y) = (
            self.convert(b, x, PrimType::U64),
            self.convert(b, y, PrimType::U64),
        );
        let up = self.op(b, BinOp::Sub, PrimType::U64, y, x);
        let down = self.op(b, BinOp::Sub, PrimType::U64, x, y);
        self.chosen(b, below, up, down)
    }

    /// (distance - 1) / width, which is not 0: how often a step fits before the distance is reached.
    fn before_last(&mut self, b: &mut Builder<'_>, distance: Atom, width: Atom) -> Atom {
        let one = Atom::Const(PrimValue::U64(1));
        let less = self.op(b, BinOp::Sub, PrimType::U64, distance, one);
        self.op(b, BinOp::Quot, PrimType::U64, less, width)
    }

    /// FUT-E-UPDATE
    pub fn update(
        &mut self,
        b: &mut Builder<'_>,
        arrays: Vec<Atom>,
        subscripts: &[Subscript],
        values: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let bounds = (&rules::FUT_E_UPDATE, "bounds");
        let cuts = self.cuts(b, &arrays, subscripts, bounds, span)?;
        self.put(b, arrays, &cuts, values, span)
    }

    /// Parts of arrays replaced by values, which are first seen to have their shape.
    fn put(
        &mut self,
        b: &mut Builder<'_>,
        arrays: Vec<Atom>,
        cuts: &[Cut],
        values: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let bounds = (&rules::FUT_E_UPDATE, "bounds");
        let mut made = Vec::with_capacity(arrays.len());
        for (array, value) in arrays.into_iter().zip(values) {
            let Atom::Var(name) = array else {
                return Err(unexpected(span, "an update of no array"));
            };
            let mut at = cuts.to_vec();
            at.extend(self.whole(b, array, cuts.len()));
            let wanted = left(&at);
            let found = self.type_of(b, *value);
            if found.dims() != wanted.as_slice() {
                self.indexes_inside(b, array, cuts, span);
            }
            let blamed = Some((&rules::FUT_E_UPDATE, "shape"));
            let value = self.at(b, span, blamed, |this, b| this.fit(b, *value, &wanted));
            let ty = self.type_of(b, array);
            made.push(self.at(b, span, Some(bounds), |this, b| {
                let exp = Core::Update {
                    array: name,
                    at,
                    value,
                };
                this.bind(b, "a", ty, exp)
            }));
        }
        Ok(made)
    }

    /// That indexes are in bounds, which is asked before the shape of what is put there; sections are known to be.
    fn indexes_inside(&mut self, b: &mut Builder<'_>, array: Atom, cuts: &[Cut], span: Span) {
        if cuts.iter().any(|cut| matches!(cut, Cut::Section { .. })) {
            return;
        }
        for (k, cut) in cuts.iter().enumerate() {
            if let Cut::At(i) = cut {
                let size = self.size_of(b, array, k);
                let inside = self.inside(b, *i, size);
                self.assert(b, inside, span, (&rules::FUT_E_UPDATE, "bounds"));
            }
        }
    }

    /// FUT-E-UPDATE along a path of fields and indexes: of the components that the path names, all indexes together.
    pub fn update_path(
        &mut self,
        b: &mut Builder<'_>,
        target: &Exp,
        steps: &[UpdateStep],
        value: &Exp,
        span: Span,
    ) -> Made<Vec<Atom>> {
        // FUT-E-ORDER
        let mut indexes = Vec::new();
        for step in steps {
            if let UpdateStep::Index(dims) = step {
                indexes.push(self.subscripts(b, dims)?);
            }
        }
        let value = self.exp(b, value)?;
        let mut atoms = self.exp(b, target)?;
        let (mut from, mut ty) = (0, target.ty.clone());
        let mut subscripts = Vec::new();
        let mut indexes = indexes.into_iter();
        for step in steps {
            match step {
                UpdateStep::Field(name) => {
                    let (range, inner) = field(&ty, name, span)?;
                    (from, ty) = (from + range.start, inner);
                }
                UpdateStep::Index(dims) => {
                    for _ in dims {
                        ty = match &*ty.clone() {
                            elder_futhark::tree::TypeKind::Array(_, element) => element.clone(),
                            _ => return Err(unexpected(span, "an index of no array")),
                        };
                    }
                    subscripts.extend(indexes.next().unwrap_or_default());
                }
            }
        }
        let range = from..from + count(&ty)?;
        let made = self.update(b, atoms[range.clone()].to_vec(), &subscripts, &value, span)?;
        atoms.splice(range, made);
        Ok(atoms)
    }

    /// FUT-E-RANGE
    pub fn range(&mut self, b: &mut Builder<'_>, range: &Range, span: Span) -> Made<Vec<Atom>> {
        let start = self.one(b, &range.start)?;
        let second = match &range.second {
            Some(second) => Some(self.one(b, second)?),
            None => None,
        };
        let bound = self.one(b, &range.bound)?;
        let Some(t) = self.type_of(b, start).element() else {
            return Err(unexpected(span, "a range of no numbers"));
        };
        let down = range.end == RangeEnd::DownTo;
        let wrong_step = (&rules::FUT_E_RANGE, "step");
        let wrong_bound = (&rules::FUT_E_RANGE, "bounds");
        // Whether it falls, the number of steps that reach the bound, and the step.
        let (width, step) = match second {
            None => {
                let ordered = match down {
                    true => self.op(b, BinOp::Le, t, bound, start),
                    false => self.op(b, BinOp::Le, t, start, bound),
                };
                self.assert(b, ordered, span, wrong_bound);
                (None, None)
            }
            Some(second) => {
                let moves = self.op(b, BinOp::Ne, t, start, second);
                self.assert(b, moves, span, wrong_step);
                let falls = self.op(b, BinOp::Lt, t, second, start);
                match range.end {
                    RangeEnd::Inclusive => {}
                    RangeEnd::UpTo => {
                        let rises = b.not("c", falls);
                        self.assert(b, rises, span, wrong_step);
                    }
                    RangeEnd::DownTo => self.assert(b, falls, span, wrong_step),
                }
                let above = self.op(b, BinOp::Le, t, start, bound);
                let below = self.op(b, BinOp::Le, t, bound, start);
                let rises = b.not("c", falls);
                let up = b.logic("c", BinOp::And, rises, above);
                let fell = b.logic("c", BinOp::And, falls, below);
                let ordered = b.logic("c", BinOp::Or, up, fell);
                self.assert(b, ordered, span, wrong_bound);
                let width = self.distance(b, start, second, t);
                (Some(width), Some(self.op(b, BinOp::Sub, t, second, start)))
            }
        };
        let many = self.steps(
            b,
            (start, bound, t),
            width,
            down,
            range.end == RangeEnd::Inclusive,
        );
        let ty = Type::sized([many], SIZE);
        let numbers = self.bind(b, "is", ty, Core::Iota(many));
        if (start, step, down) == (Atom::i64(0), None, false) {
            return Ok(vec![numbers]);
        }
        let from = |this: &mut Self, b: &mut Builder<'_>, k: &[Atom]| {
            let k = this.convert(b, k[0], t);
            let step = match step {
                Some(step) => this.op(b, BinOp::Mul, t, k, step),
                None => k,
            };
            let op = match down && second.is_none() {
                true => BinOp::Sub,
                false => BinOp::Add,
            };
            Ok(vec![this.op(b, op, t, start, step)])
        };
        let function = self.lambda(b, &[Type::Prim(SIZE)], &[Type::Prim(t)], from)?;
        self.mapped(b, many, &[numbers], function)
    }

    /// How many numbers there are between two of an integer type, the step being so wide.
    fn steps(
        &mut self,
        b: &mut Builder<'_>,
        (start, bound, t): (Atom, Atom, PrimType),
        width: Option<Atom>,
        down: bool,
        inclusive: bool,
    ) -> Atom {
        let one = Atom::i64(1);
        let Some(width) = width else {
            let (from, to) = match down {
                true => (bound, start),
                false => (start, bound),
            };
            let (from, to) = (self.convert(b, from, SIZE), self.convert(b, to, SIZE));
            let distance = match from == Atom::i64(0) {
                true => to,
                false => self.number(b, BinOp::Sub, to, from),
            };
            return match inclusive {
                true => self.number(b, BinOp::Add, distance, one),
                false => distance,
            };
        };
        let distance = self.distance(b, start, bound, t);
        if inclusive {
            let whole = self.op(b, BinOp::Quot, PrimType::U64, distance, width);
            let whole = self.convert(b, whole, SIZE);
            return self.number(b, BinOp::Add, whole, one);
        }
        let times = self.before_last(b, distance, width);
        let times = self.convert(b, times, SIZE);
        let count = self.number(b, BinOp::Add, times, one);
        let none = self.op(b, BinOp::Eq, t, start, bound);
        self.chosen(b, none, Atom::i64(0), count)
    }
}
