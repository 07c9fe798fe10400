//! Intrinsics that make arrays of the elements of others.

use super::{Made, Pass, unexpected};
use crate::normal::{Blamed, both, named};
use elder_core::Builder;
use elder_core::tree::{Atom, Dim, Exp as Core, Step, Type};
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, UnOp};

const VOLUME: Blamed = (&rules::FUT_E_RESHAPE, "volume");
const FLAT: Blamed = (&rules::FUT_E_FLATINDEX, "bounds");

impl Pass<'_> {
    /// FUT-E-COPY of two arrays, one behind the other.
    pub fn concat(&mut self, b: &mut Builder<'_>, xs: &[Atom], ys: &[Atom]) -> Made<Vec<Atom>> {
        let mut out = Vec::with_capacity(xs.len());
        let mut total = None;
        for (x, y) in xs.iter().zip(ys) {
            let (m, n) = (self.size_of(b, *x, 0), self.size_of(b, *y, 0));
            let total = match total {
                Some(total) => total,
                None => *total.insert(self.number(b, BinOp::Add, m, n)),
            };
            let ty = self.type_of(b, *x);
            let rows = ty.dims().get(1..).unwrap_or_default();
            let wanted: Vec<Dim> = std::iter::once(Dim::Is(n)).chain(rows.iter().copied()).collect();
            let y = self.fit(b, *y, &wanted);
            let dims = std::iter::once(Dim::Is(total)).chain(rows.iter().copied());
            let ty = Type::array(dims, ty.element().unwrap_or(PrimType::Bool));
            let arrays = named(&[*x, y]);
            out.push(self.bind(b, "a", ty, Core::Concat { total, arrays }));
        }
        Ok(out)
    }

    /// FUT-E-RESHAPE of the first two dimensions to one.
    pub fn flatten(&mut self, b: &mut Builder<'_>, xs: &[Atom], span: Span) -> Made<Vec<Atom>> {
        let Some(first) = xs.first() else {
            return Err(unexpected(span, "an intrinsic of nothing"));
        };
        let (n, m) = (self.size_of(b, *first, 0), self.size_of(b, *first, 1));
        let total = self.number(b, BinOp::Mul, n, m);
        self.reshape(b, xs, 2, &[total], span)
    }

    /// FUT-E-RESHAPE: the first so many dimensions are given other sizes.
    pub fn reshape(
        &mut self,
        b: &mut Builder<'_>,
        xs: &[Atom],
        replaced: usize,
        new: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let mut out = Vec::with_capacity(xs.len());
        for (k, x) in xs.iter().enumerate() {
            let Atom::Var(array) = *x else {
                return Err(unexpected(span, "a shape of no array"));
            };
            let sizes = self.sizes(b, *x);
            let (old, rest) = sizes.split_at(replaced.min(sizes.len()));
            // Where the rows are empty, any number of them has as many elements: the dimensions themselves are compared.
            if k == 0 && sizes.len() > replaced {
                let mut natural = Atom::TRUE;
                for size in new {
                    let own = self.number(b, BinOp::Le, Atom::i64(0), *size);
                    natural = both(b, "c", natural, own);
                }
                let (old, new) = (self.product(b, old), self.product(b, new));
                if old != new {
                    let same = self.number(b, BinOp::Eq, old, new);
                    natural = both(b, "c", natural, same);
                }
                self.assert(b, natural, span, VOLUME);
            }
            let dims: Vec<Atom> = new.iter().chain(rest).copied().collect();
            let element = self.type_of(b, *x).element().unwrap_or(PrimType::Bool);
            let ty = Type::sized(dims.iter().copied(), element);
            out.push(self.at(b, span, Some(VOLUME), |this, b| {
                this.bind(b, "a", ty, Core::Reshape { dims, array })
            }));
        }
        Ok(out)
    }

    /// The product of numbers.
    pub fn product(&mut self, b: &mut Builder<'_>, numbers: &[Atom]) -> Atom {
        match numbers {
            [] => Atom::i64(1),
            [first, others @ ..] => {
                let times = |total, number: &Atom| self.number(b, BinOp::Mul, total, *number);
                others.iter().fold(*first, times)
            }
        }
    }

    /// FUT-E-REARR: dimension j of the result is dimension `order[j]`.
    pub fn rearrange(
        &mut self,
        b: &mut Builder<'_>,
        xs: &[Atom],
        order: &[u16],
        span: Span,
    ) -> Made<Vec<Atom>> {
        self.stay_behind(b, xs, order, span);
        let mut out = Vec::with_capacity(xs.len());
        for x in xs {
            let Atom::Var(array) = *x else {
                return Err(unexpected(span, "a transposition of no array"));
            };
            let ty = self.type_of(b, *x);
            let others = order.len() as u16..ty.rank() as u16;
            let order: Vec<u16> = order.iter().copied().chain(others).collect();
            let dims = order.iter().filter_map(|k| ty.dims().get(usize::from(*k)));
            let ty = Type::array(dims.copied(), ty.element().unwrap_or(PrimType::Bool));
            out.push(self.bind(b, "a", ty, Core::Rearrange { order, array }));
        }
        Ok(out)
    }

    /// FUT-E-REARR: that in this order the first size that is not positive is not below zero.
    fn stay_behind(&mut self, b: &mut Builder<'_>, xs: &[Atom], order: &[u16], span: Span) {
        let Some(x) = xs.first() else { return };
        let sizes = self.sizes(b, *x);
        let mut holds = Atom::TRUE;
        for k in order.iter().rev().map(|k| usize::from(*k)) {
            let Some(size) = sizes.get(k).copied() else {
                continue;
            };
            if holds != Atom::TRUE {
                let none = self.number(b, BinOp::Eq, size, Atom::i64(0));
                holds = b.logic("c", BinOp::Or, none, holds);
            }
            // The outermost dimension of an array is natural.
            if k != 0 && !self.is_natural(size) {
                let own = self.number(b, BinOp::Le, Atom::i64(0), size);
                holds = both(b, "c", holds, own);
            }
        }
        if holds != Atom::TRUE {
            self.assert(b, holds, span, (&rules::FUT_E_REARR, "negative"));
        }
    }

    /// FUT-E-FLATINDEX: that the rows are there, by their own numbers.  Those of their elements may be beyond 64 bits, and empty rows have none.
    fn rows_exist(
        &mut self,
        b: &mut Builder<'_>,
        start: Atom,
        pairs: &[(Atom, Atom)],
        sizes: &[Atom],
        span: Span,
    ) {
        let [many, _, ..] = *sizes else { return };
        let (zero, one) = (Atom::i64(0), Atom::i64(1));
        let last = self.number(b, BinOp::Sub, many, one);
        let (mut natural, mut nothing) = (Atom::TRUE, Atom::FALSE);
        let mut inside = self.is_below(b, start, many);
        let (mut low, mut high) = (start, start);
        for (count, stride) in pairs {
            let own = self.number(b, BinOp::Le, zero, *count);
            natural = both(b, "c", natural, own);
            let none = self.number(b, BinOp::Eq, *count, zero);
            nothing = b.logic("c", BinOp::Or, nothing, none);
            // A product that leaves the array is not computed: it could wrap.
            let times = self.number(b, BinOp::Sub, *count, one);
            let stays = self.number(b, BinOp::Eq, *stride, zero);
            let divisor = self.chosen(b, stays, one, *stride);
            let most = self.number(b, BinOp::Quot, last, divisor);
            let most = self.prim(b, "i", PrimFn::Un(UnOp::Abs, PrimType::I64), vec![most]);
            let short = self.number(b, BinOp::Le, times, most);
            let short = b.logic("c", BinOp::Or, stays, short);
            inside = both(b, "c", inside, short);
            let reach = self.number(b, BinOp::Mul, times, *stride);
            let (down, up) = (
                self.number(b, BinOp::Min, reach, zero),
                self.number(b, BinOp::Max, reach, zero),
            );
            low = self.number(b, BinOp::Add, low, down);
            high = self.number(b, BinOp::Add, high, up);
            for end in [low, high] {
                let there = self.is_below(b, end, many);
                inside = both(b, "c", inside, there);
            }
        }
        let exist = b.logic("c", BinOp::Or, nothing, inside);
        let exist = both(b, "c", natural, exist);
        self.assert(b, exist, span, FLAT);
    }

    /// 0 ≤ k < n
    fn is_below(&mut self, b: &mut Builder<'_>, k: Atom, n: Atom) -> Atom {
        let from = self.number(b, BinOp::Le, Atom::i64(0), k);
        let to = self.number(b, BinOp::Lt, k, n);
        b.logic("c", BinOp::And, from, to)
    }

    /// The offset and the steps of a part of an array whose rows have these sizes, as they are in all its elements.
    fn strides(
        &mut self,
        b: &mut Builder<'_>,
        start: Atom,
        pairs: &[(Atom, Atom)],
        row: &[Atom],
    ) -> (Atom, Vec<Step>) {
        let mut steps = Vec::with_capacity(pairs.len() + row.len());
        let unit = self.product(b, row);
        let scaled = |this: &mut Self, b: &mut Builder<'_>, n: Atom| match row.is_empty() {
            true => n,
            false => this.number(b, BinOp::Mul, n, unit),
        };
        let offset = scaled(self, b, start);
        for (count, stride) in pairs {
            let stride = scaled(self, b, *stride);
            steps.push(Step {
                count: *count,
                stride,
            });
        }
        for (k, count) in row.iter().enumerate() {
            let stride = self.product(b, &row[k + 1..]);
            steps.push(Step {
                count: *count,
                stride,
            });
        }
        (offset, steps)
    }

    /// FUT-E-FLATINDEX: elements at an offset, with a count and a stride for each dimension.  An element at two places is one element until the array
    /// is updated, which copies it then.
    pub fn flat_index(
        &mut self,
        b: &mut Builder<'_>,
        xs: &[Atom],
        start: Atom,
        pairs: &[(Atom, Atom)],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let mut out = Vec::with_capacity(xs.len());
        for (k, x) in xs.iter().enumerate() {
            let sizes = self.sizes(b, *x);
            if k == 0 {
                self.rows_exist(b, start, pairs, &sizes, span);
            }
            let flat = self.flat(b, *x, &sizes);
            let Atom::Var(array) = flat else {
                return Err(unexpected(span, "a flat index of no array"));
            };
            let (offset, dims) = self.strides(b, start, pairs, sizes.get(1..).unwrap_or_default());
            let element = self.type_of(b, flat).element().unwrap_or(PrimType::Bool);
            let ty = Type::sized(dims.iter().map(|step| step.count), element);
            out.push(self.at(b, span, Some(FLAT), |this, b| {
                let exp = Core::FlatIndex { array, offset, dims };
                this.bind(b, "a", ty, exp)
            }));
        }
        Ok(out)
    }

    /// FUT-E-FLATINDEX: the array with such elements replaced.
    pub fn flat_update(
        &mut self,
        b: &mut Builder<'_>,
        xs: &[Atom],
        start: Atom,
        strides: &[Atom],
        new: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let mut out = Vec::with_capacity(xs.len());
        for (k, (x, value)) in xs.iter().zip(new).enumerate() {
            let sizes = self.sizes(b, *x);
            let counts = self.sizes(b, *value);
            let row = sizes.get(1..).unwrap_or_default();
            let pairs: Vec<(Atom, Atom)> = counts.iter().copied().zip(strides.iter().copied()).collect();
            if k == 0 {
                self.rows_exist(b, start, &pairs, &sizes, span);
            }
            let flat = self.flat(b, *x, &sizes);
            let (offset, dims) = self.strides(b, start, &pairs, row);
            let wanted: Vec<Dim> = dims.iter().map(|step| Dim::Is(step.count)).collect();
            let blamed = Some((&rules::FUT_E_UPDATE, "shape"));
            let value = self.at(b, span, blamed, |this, b| this.fit(b, *value, &wanted));
            let (Atom::Var(array), Atom::Var(value)) = (flat, value) else {
                return Err(unexpected(span, "a flat update of no array"));
            };
            let ty = self.type_of(b, flat);
            let made = self.at(b, span, Some(FLAT), |this, b| {
                let exp = Core::FlatUpdate {
                    array,
                    offset,
                    dims,
                    value,
                };
                this.bind(b, "a", ty, exp)
            });
            let Atom::Var(array) = made else { continue };
            out.push(match row.is_empty() {
                true => made,
                false => {
                    let ty = self.type_of(b, *x);
                    let dims = sizes;
                    self.bind(b, "a", ty, Core::Reshape { dims, array })
                }
            });
        }
        Ok(out)
    }
}
