//! Operations that make arrays or change how they are seen.

use super::combinators::Out;
use super::*;
use elder_futhark::intrinsics::Op;

/// Array literals with more elements are not worth it.
const ELEMENTS: usize = 64;

impl Compiler<'_> {
    /// Intrinsics that are no combinators.
    pub(super) fn operation(&mut self, code: &IntrinsicCode, values: &[Val]) -> Option<Val> {
        let span = code.span;
        match (code.op, values) {
            (Op::Iota, [Val::Scalar(n, PrimType::I64)]) => {
                self.rule(&rules::FUT_E_IOTA);
                self.natural(*n, Natural::Iota, span);
                let (zero, one) = (self.zero()?, self.one()?);
                self.ascending(PrimType::I64, zero, one, *n, span)
            }
            (Op::Replicate, [Val::Scalar(n, PrimType::I64), value]) => self.replicate(*n, value, span),
            (Op::Copy | Op::Manifest, [value]) => {
                self.rule(&rules::FUT_E_COPY);
                self.copied(value, true, span)
            }
            (Op::Opaque | Op::Break, [value]) => self.is_fresh(value).then(|| value.clone()),
            (Op::Transpose, [array]) => {
                self.rule(&rules::FUT_E_REARR);
                self.rearranged(array, &[1, 0], span)
            }
            (Op::Rearrange, [_, array]) => {
                self.rule(&rules::FUT_E_REARR);
                self.rearranged(array, &code.numbers, span)
            }
            (Op::Zip | Op::Zip3 | Op::Zip4 | Op::Zip5, [first, rest @ ..]) => {
                self.rule(&rules::FUT_E_ZIP);
                let n = self.size(first, 0)?;
                for other in rest {
                    let size = self.size(other, 0)?;
                    self.same(n, size, span);
                }
                // The copies are not made, so none of them may be updated.
                for value in values {
                    self.account(value, span)?;
                }
                Some(Val::Zipped(1, values.iter().map(shared).collect()))
            }
            (Op::Unzip | Op::Unzip3 | Op::Unzip4 | Op::Unzip5, [Val::Zipped(1, parts)]) => {
                self.rule(&rules::FUT_E_ZIP);
                let tuple = Val::Tuple(parts.clone());
                self.account(&tuple, span)?;
                self.is_fresh(&tuple).then_some(tuple)
            }
            (Op::Flatten, [array]) => {
                self.rule(&rules::FUT_E_RESHAPE);
                let (n, m) = (self.size(array, 0)?, self.size(array, 1)?);
                let size = self.times(n, m)?;
                self.reshaped(array, 2, &[size], span)
            }
            (
                Op::Unflatten,
                [
                    Val::Scalar(n, PrimType::I64),
                    Val::Scalar(m, PrimType::I64),
                    array,
                ],
            ) => {
                self.rule(&rules::FUT_E_RESHAPE);
                let size = self.size(array, 0)?;
                self.emit(Inst::Unflatten(*n, *m, size));
                self.place(span);
                self.reshaped(array, 1, &[*n, *m], span)
            }
            (Op::Concat, [a, b]) => {
                self.rule(&rules::FUT_E_COPY);
                self.concat(a, b, span)
            }
            _ => None,
        }
    }

    /// Numbers at equal distances, which lie nowhere.
    fn ascending(&mut self, prim: PrimType, start: Reg, step: Reg, n: Reg, span: Span) -> Option<Val> {
        self.emit(Inst::Account(n, prim.bytes() as u8));
        self.place(span);
        Some(Val::View(View {
            prim,
            place: Place::Range,
            generation: 0,
            base: start,
            dims: vec![(n, step)],
            whole: false,
        }))
    }

    /// FUT-E-RANGE
    pub(super) fn range(&mut self, range: &RangeCode) -> Option<Val> {
        self.rule(&rules::FUT_E_RANGE);
        let start = self.scalar(&range.start, range.prim)?;
        let second = match &range.second {
            Some(second) => Some(self.scalar(second, range.prim)?),
            None => None,
        };
        let bound = self.scalar(&range.bound, range.prim)?;
        let into = [self.fresh()?, self.fresh()?, self.fresh()?];
        self.ranges.push(RangeOf {
            prim: range.prim,
            parts: (start, second, bound),
            end: range.end,
            into,
        });
        self.emit(Inst::Range(u16::try_from(self.ranges.len() - 1).ok()?));
        self.place(range.span);
        self.ascending(range.prim, into[0], into[1], into[2], range.span)
    }

    /// FUT-E-REPL
    fn replicate(&mut self, n: Reg, value: &Val, span: Span) -> Option<Val> {
        self.rule(&rules::FUT_E_REPL);
        self.natural(n, Natural::Replicate, span);
        let out = self.out(value)?;
        self.room_for_scalars(&out, n, span)?;
        if let (Out::Scalar(base, _), Val::Scalar(reg, _)) = (&out, value) {
            self.emit(Inst::Fill(*base, n, *reg));
            return self.result_of(&out, n);
        }
        self.room_for_rows(&out, value, n, span)?;
        let (counter, start, exit) = self.count(n, true, span)?;
        self.store(&out, value, counter)?;
        self.again(Some((counter, n)), start, exit, span)?;
        self.result_of(&out, n)
    }

    /// Room for so many rows like those of this value.
    fn room_for_rows(&mut self, out: &Out, value: &Val, n: Reg, span: Span) -> Option<()> {
        let mut rows = Vec::new();
        self.rows(out, value, &mut rows)?;
        for (base, dims, volume, view) in rows {
            self.sizes_of_rows(&dims, volume, &view)?;
            self.alloc(base, n, volume, view.prim, span);
        }
        Some(())
    }

    /// FUT-E-ARRAY
    pub(super) fn literal(&mut self, elements: &[Code], span: Span) -> Option<Val> {
        self.rule(&rules::FUT_E_ARRAY);
        if elements.is_empty() || elements.len() > ELEMENTS {
            return None;
        }
        let vals = elements.iter().map(|e| self.val(e)).collect::<Option<Vec<_>>>()?;
        let (first, rest) = vals.split_first()?;
        let n = self.constant(vals.len() as u64)?;
        let out = self.out(first)?;
        self.room_for_scalars(&out, n, span)?;
        self.room_for_rows(&out, first, n, span)?;
        for other in rest {
            let mut rows = Vec::new();
            self.rows(&out, other, &mut rows)?;
            for (_, dims, _, view) in rows {
                for (dim, (size, _)) in dims.iter().zip(&view.dims) {
                    self.same(*dim, *size, span);
                }
            }
        }
        for (k, val) in vals.iter().enumerate() {
            let place = self.constant(k as u64)?;
            self.store(&out, val, place)?;
        }
        self.result_of(&out, n)
    }

    /// FUT-E-REARR
    fn rearranged(&mut self, array: &Val, permutation: &[usize], span: Span) -> Option<Val> {
        if let Val::Zipped(rank, parts) = array {
            if permutation.len() > *rank {
                return None;
            }
            let parts = parts.iter().map(|part| self.rearranged(part, permutation, span));
            return Some(Val::Zipped(*rank, parts.collect::<Option<_>>()?));
        }
        let view = self.view(array)?;
        let mut dims = permutation
            .iter()
            .map(|p| view.dims.get(*p).copied())
            .collect::<Option<Vec<_>>>()?;
        // The product of the dimensions so far, of each at most 1: below zero if the first one that is not positive is.
        let mut some = self.one()?;
        for dim in &dims {
            let one = self.one()?;
            let (product, bit) = (self.times(some, dim.0)?, self.fresh()?);
            self.natural(product, Natural::Rearranged, span);
            self.emit(Inst::Two(total(BinOp::Min, PrimType::I64)?, bit, product, one));
            some = bit;
        }
        dims.extend_from_slice(view.dims.get(permutation.len()..)?);
        Some(Val::View(View {
            dims,
            whole: false,
            ..view
        }))
    }

    /// FUT-E-RESHAPE, of so many dimensions to these.
    fn reshaped(&mut self, array: &Val, old: usize, new: &[Reg], span: Span) -> Option<Val> {
        if let Val::Zipped(rank, parts) = array {
            let rank = (rank + new.len()).checked_sub(old)?;
            let parts = parts.iter().map(|part| self.reshaped(part, old, new, span));
            return Some(Val::Zipped(rank, parts.collect::<Option<_>>()?));
        }
        let view = match self.view(array)? {
            view if view.whole => view,
            // It may have gaps.
            _ => match self.copied(array, true, span)? {
                Val::View(copy) => copy,
                _ => return None,
            },
        };
        let mut sizes = new.to_vec();
        sizes.extend(view.dims.get(old..)?.iter().map(|(size, _)| *size));
        Some(Val::View(View {
            dims: self.row_major(&sizes)?,
            ..view
        }))
    }

    /// Two arrays of scalars or tuples, one after the other.
    fn concat(&mut self, a: &Val, b: &Val, span: Span) -> Option<Val> {
        let (n, m) = (self.size(a, 0)?, self.size(b, 0)?);
        let size = self.fresh()?;
        self.emit(Inst::AddI64(size, n, m));
        self.concatenated(a, b, (n, size), span)
    }

    fn concatenated(&mut self, a: &Val, b: &Val, sizes: (Reg, Reg), span: Span) -> Option<Val> {
        match (a, b) {
            (Val::Zipped(1, xs), Val::Zipped(1, ys)) if xs.len() == ys.len() => {
                let both = xs.iter().zip(ys);
                let parts = both.map(|(x, y)| self.concatenated(x, y, sizes, span));
                Some(Val::Zipped(1, parts.collect::<Option<_>>()?))
            }
            _ => {
                let (a, b) = (self.view(a)?, self.view(b)?);
                if a.prim != b.prim || a.dims.len() != 1 || b.dims.len() != 1 {
                    return None;
                }
                let (n, size) = sizes;
                let (base, second, one) = (self.fresh()?, self.fresh()?, self.one()?);
                self.alloc(base, size, one, a.prim, span);
                let seen = self.seen(&a)?;
                self.emit(Inst::Copy(base, seen));
                self.emit(Inst::AddI64(second, base, n));
                let seen = self.seen(&b)?;
                self.emit(Inst::Copy(second, seen));
                self.result_of(&Out::Scalar(base, a.prim), size)
            }
        }
    }
}

/// The same, not to be updated.
fn shared(val: &Val) -> Val {
    match val {
        Val::View(view) => Val::View(View {
            whole: false,
            ..view.clone()
        }),
        Val::Tuple(parts) => Val::Tuple(parts.iter().map(shared).collect()),
        Val::Zipped(rank, parts) => Val::Zipped(*rank, parts.iter().map(shared).collect()),
        other => other.clone(),
    }
}
