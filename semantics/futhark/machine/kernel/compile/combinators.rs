//! Map, reduction, scan and filter within a kernel.
//!
//! How many words a result takes is known when the body has been translated, so the code that makes room for it stands behind the loop, and a jump
//! before the loop goes there and back.

use super::*;
use crate::futhark::machine::value::RtType;
use elder_futhark::intrinsics::Op;
use elder_syntax::prim::PrimFn;

/// Where the results of iterations are put.
#[derive(Clone, Debug)]
pub(super) enum Out {
    /// Words one after the other.
    Scalar(Reg, PrimType),
    /// Rows one after the other: where, their sizes and how many words each has, which are known when there is one.
    Rows {
        base: Reg,
        dims: Vec<Reg>,
        volume: Reg,
        prim: PrimType,
    },
    /// Records: each field by itself.
    Fields(Vec<Out>),
    /// Arrays of records of so many dimensions.
    Table(usize, Vec<Out>),
}

/// Where an array that is carried is put, and its sizes.
pub(super) type Spare = (Reg, Vec<Reg>);

/// A loop over so many elements, while its body is translated.
struct Round {
    n: Reg,
    counter: Reg,
    start: u32,
    exit: usize,
    /// Where scratch memory ends before an iteration.
    mark: (Reg, Reg),
    /// Where the code of the loop starts.
    begins: usize,
    /// The jump to what is done before.
    enter: usize,
    ticks: bool,
    span: Span,
}

impl Compiler<'_> {
    /// The arguments of an intrinsic, evaluated from the last to the first; functions leave a gap.
    pub(super) fn arguments(&mut self, code: &IntrinsicCode) -> Option<Vec<Option<Val>>> {
        let mut values = vec![None; code.args.len()];
        for (place, arg) in values.iter_mut().zip(&code.args).rev() {
            match arg {
                Argument::Value(value) => *place = Some(self.val(value)?),
                Argument::Function(callee, before) => {
                    if let Some(before) = before {
                        let val = self.val(before)?;
                        if let Callee::Value(slot) = callee {
                            self.env.insert(*slot, val);
                        }
                    }
                }
            }
        }
        Some(values)
    }

    /// Combinators, and what else is an intrinsic.
    pub(super) fn intrinsic(&mut self, code: &IntrinsicCode) -> Option<Val> {
        match code.op {
            Op::Map | Op::Map2 | Op::Map3 | Op::Map4 | Op::Map5 => self.inner_map(code),
            Op::Reduce | Op::ReduceComm => self.inner_reduce(code),
            Op::Scan => self.inner_scan(code),
            Op::Filter => self.inner_filter(code),
            _ => {
                let values = self.arguments(code)?;
                let values = values.into_iter().collect::<Option<Vec<Val>>>()?;
                self.operation(code, &values)
            }
        }
    }

    /// What a function gives for these arguments.
    pub(super) fn invoke(&mut self, callee: &Callee, args: &[Val], span: Span) -> Option<Val> {
        match (callee, args) {
            (
                Callee::Inline {
                    params,
                    body,
                    consumes,
                },
                _,
            ) if params.len() == args.len() => {
                for (param, arg) in params.iter().zip(args) {
                    let arg = match consumes {
                        true => self.copied(arg, true, span)?,
                        false => arg.clone(),
                    };
                    self.bind(param, &arg)?;
                }
                self.val(body)
            }
            (Callee::Prim(PrimFn::Bin(op, t)), [Val::Scalar(a, p), Val::Scalar(b, q)])
                if (p, q) == (t, t) && !op.is_comparison() =>
            {
                self.binary(*op, *t, *a, *b, span)
            }
            (Callee::Value(slot), _) => {
                let function = self.env.get(slot)?.clone();
                self.apply(function, args.to_vec(), span)
            }
            _ => None,
        }
    }

    /// Begins a loop; whoever ends it says what is done before.
    fn round(&mut self, n: Reg, ticks: bool, span: Span) -> Option<Round> {
        let enter = self.emit(Inst::Jump(0));
        let begins = self.code.len();
        let mark = (self.fresh()?, self.fresh()?);
        let (counter, start, exit) = self.count(n, ticks, span)?;
        Some(Round {
            n,
            counter,
            start,
            exit,
            mark,
            begins,
            enter,
            ticks,
            span,
        })
    }

    /// Ends an iteration; then comes what is to be done if there was none, and what is done before the first.
    fn close(
        &mut self,
        round: &Round,
        none: impl FnOnce(&mut Self) -> Option<()>,
        before: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let releases = self.release(round.mark, round.begins);
        if round.ticks {
            self.emit(Inst::Next(round.counter, round.n, round.start));
            self.place(round.span);
        } else {
            self.emit(Inst::Step(round.counter, round.n, round.start));
        }
        let done = self.emit(Inst::Jump(0));
        self.land(round.exit);
        none(self)?;
        let none_done = self.emit(Inst::Jump(0));
        self.land(round.enter);
        before(self)?;
        if releases {
            self.emit(Inst::Mark(round.mark.0, round.mark.1));
        }
        self.emit(Inst::Jump(round.begins as u32));
        self.land(done);
        self.land(none_done);
        (self.code.len() < LONGEST).then_some(())
    }

    /// FUT-E-MAP
    fn inner_map(&mut self, code: &IntrinsicCode) -> Option<Val> {
        self.rule(&rules::FUT_E_MAP);
        let span = code.span;
        let mut values = self.arguments(code)?;
        let inputs: Vec<Val> = values.drain(1..).collect::<Option<_>>()?;
        let n = self.size(inputs.first()?, 0)?;
        for input in inputs.iter().skip(1) {
            let size = self.size(input, 0)?;
            self.same(n, size, span);
        }
        let Some(Argument::Function(callee, _)) = code.args.first() else {
            return None;
        };
        // Operators on arrays are mapped in one go.
        let ticks = !matches!(callee, Callee::Prim(_));
        let first = self.fresh()?;
        let round = self.round(n, ticks, span)?;
        let before = self.generations.clone();
        let elements = inputs
            .iter()
            .map(|input| self.row(input, round.counter))
            .collect::<Option<Vec<_>>>()?;
        let value = self.invoke(callee, &elements, span)?;
        self.only_updates(&before, &Val::Tuple(Vec::new()))?;
        let out = self.out(&value)?;
        if out.has_rows() {
            self.first_row(&out, &value, n, first, round.mark, span)?;
        }
        self.store(&out, &value, round.counter)?;
        self.close(
            &round,
            |this| match out.has_rows() {
                true => {
                    this.rule(&rules::FUT_E_EMPTYSHAPE);
                    this.absent(&code.element, &out, &mut Vec::new())
                }
                false => Some(()),
            },
            |this| {
                if out.has_rows() {
                    let one = this.one()?;
                    this.emit(Inst::Mov(first, one));
                }
                this.room_for_scalars(&out, n, span)
            },
        )?;
        self.result_of(&out, n)
    }

    /// FUT-E-REDUCE: a left fold that begins with the neutral element.
    fn inner_reduce(&mut self, code: &IntrinsicCode) -> Option<Val> {
        self.rule(&rules::FUT_E_REDUCE);
        let span = code.span;
        let mark = self.mark()?;
        let start = self.code.len();
        let mut values = self.arguments(code)?;
        let (array, init) = (values.pop()??, values.pop()??);
        let n = self.size(&array, 0)?;
        let Some(Argument::Function(callee, _)) = code.args.first() else {
            return None;
        };
        let total = match (callee, &init) {
            (Callee::Prim(PrimFn::Bin(op, t)), Val::Scalar(init, p)) if t == p && !op.is_comparison() => {
                let view = self.view(&array)?;
                if view.prim != *t || view.dims.len() != 1 {
                    return None;
                }
                let total = self.fresh()?;
                self.emit(Inst::Mov(total, *init));
                let seen = self.seen(&view)?;
                self.emit(Inst::Fold(*op, *t, total, seen));
                self.place(span);
                Val::Scalar(total, *t)
            }
            _ => {
                let total = self.carry(&init, true, span)?;
                let round = self.round(n, true, span)?;
                let before = self.generations.clone();
                let head = self.renew(&total);
                let element = self.row(&array, round.counter)?;
                let value = self.invoke(callee, &[head.clone(), element], span)?;
                self.only_updates(&before, &head)?;
                let spares = self.assign_carried(&value, &head, span)?;
                self.close(&round, |_| Some(()), |this| this.room_for_spares(&spares))?;
                let total = self.renew(&head);
                // The result is unique by its type.
                self.account(&total, span)?;
                total
            }
        };
        if total.is_flat() {
            self.release(mark, start);
        }
        Some(total)
    }

    /// FUT-E-SCAN, of scalars and tuples of them.
    fn inner_scan(&mut self, code: &IntrinsicCode) -> Option<Val> {
        self.rule(&rules::FUT_E_SCAN);
        let span = code.span;
        let mut values = self.arguments(code)?;
        let (array, init) = (values.pop()??, values.pop()??);
        if !init.is_flat() {
            return None;
        }
        let n = self.size(&array, 0)?;
        let Some(Argument::Function(callee, _)) = code.args.first() else {
            return None;
        };
        // An operator scans in one go.
        let ticks = !matches!(callee, Callee::Prim(_));
        let total = self.carry(&init, true, span)?;
        let out = self.out(&total)?;
        let round = self.round(n, ticks, span)?;
        let before = self.generations.clone();
        let element = self.row(&array, round.counter)?;
        let value = self.invoke(callee, &[total.clone(), element], span)?;
        self.only_updates(&before, &Val::Tuple(Vec::new()))?;
        self.assign(&value, &total)?;
        self.store(&out, &total, round.counter)?;
        self.close(&round, |_| Some(()), |this| this.room_for_scalars(&out, n, span))?;
        self.result_of(&out, n)
    }

    /// FUT-E-FILTER, of scalars and tuples of them.
    fn inner_filter(&mut self, code: &IntrinsicCode) -> Option<Val> {
        self.rule(&rules::FUT_E_FILTER);
        let span = code.span;
        let array = self.arguments(code)?.pop()??;
        let n = self.size(&array, 0)?;
        let Some(Argument::Function(callee, _)) = code.args.first() else {
            return None;
        };
        let kept = self.fresh()?;
        let round = self.round(n, true, span)?;
        let before = self.generations.clone();
        let element = self.row(&array, round.counter)?;
        if !element.is_flat() {
            return None;
        }
        let out = self.out(&element)?;
        let Val::Scalar(keep, PrimType::Bool) = self.invoke(callee, std::slice::from_ref(&element), span)?
        else {
            return None;
        };
        self.only_updates(&before, &Val::Tuple(Vec::new()))?;
        let skip = self.emit(Inst::Unless(keep, 0));
        self.store(&out, &element, kept)?;
        let one = self.one()?;
        self.emit(Inst::AddI64(kept, kept, one));
        self.land(skip);
        let mut leaves = Vec::new();
        out.scalars(&mut leaves);
        self.close(
            &round,
            |_| Some(()),
            |this| {
                let zero = this.zero()?;
                this.emit(Inst::Mov(kept, zero));
                // A truth value for each.
                this.emit(Inst::Account(n, 1));
                this.place(span);
                for (base, _) in &leaves {
                    this.emit(Inst::Room(*base, n, one));
                }
                Some(())
            },
        )?;
        let size = self.fresh()?;
        self.emit(Inst::Mov(size, kept));
        for (_, prim) in &leaves {
            self.emit(Inst::Charge(size, prim.bytes() as u8));
        }
        self.result_of(&out, size)
    }

    /// Places for results like this one.
    pub(super) fn out(&mut self, val: &Val) -> Option<Out> {
        let all = |this: &mut Self, parts: &[Val]| -> Option<Vec<Out>> {
            parts.iter().map(|v| this.out(v)).collect()
        };
        Some(match val {
            Val::Scalar(_, prim) => Out::Scalar(self.fresh()?, *prim),
            Val::Array(..) | Val::View(_) => {
                let view = self.view(val)?;
                Out::Rows {
                    base: self.fresh()?,
                    dims: view.dims.iter().map(|_| self.fresh()).collect::<Option<_>>()?,
                    volume: self.fresh()?,
                    prim: view.prim,
                }
            }
            Val::Tuple(parts) if !parts.is_empty() => Out::Fields(all(self, parts)?),
            Val::Zipped(rank, parts) if !parts.is_empty() => Out::Table(*rank, all(self, parts)?),
            Val::Tuple(_) | Val::Zipped(..) | Val::Function(..) | Val::Unknown => return None,
        })
    }

    pub(super) fn room_for_scalars(&mut self, out: &Out, n: Reg, span: Span) -> Option<()> {
        let mut scalars = Vec::new();
        out.scalars(&mut scalars);
        let one = self.one()?;
        for (base, prim) in scalars {
            self.alloc(base, n, one, prim, span);
        }
        Some(())
    }

    /// Room for rows like those of this value, if it is the first; otherwise a comparison of its sizes with the first's.
    fn first_row(
        &mut self,
        out: &Out,
        value: &Val,
        n: Reg,
        first: Reg,
        mark: (Reg, Reg),
        span: Span,
    ) -> Option<()> {
        let mut rows = Vec::new();
        self.rows(out, value, &mut rows)?;
        let others = self.emit(Inst::Unless(first, 0));
        for (base, dims, volume, view) in &rows {
            self.sizes_of_rows(dims, *volume, view)?;
            self.alloc(*base, n, *volume, view.prim, span);
        }
        self.emit(Inst::Mark(mark.0, mark.1));
        let zero = self.zero()?;
        self.emit(Inst::Mov(first, zero));
        let done = self.emit(Inst::Jump(0));
        self.land(others);
        for (_, dims, _, view) in &rows {
            for (dim, (size, _)) in dims.iter().zip(&view.dims) {
                self.same(*dim, *size, span);
            }
        }
        self.land(done);
        Some(())
    }

    /// The sizes of rows are those of this one.
    pub(super) fn sizes_of_rows(&mut self, dims: &[Reg], volume: Reg, view: &View) -> Option<()> {
        for (dim, (size, _)) in dims.iter().zip(&view.dims) {
            self.emit(Inst::Mov(*dim, *size));
        }
        let product = self.volume(dims)?;
        self.emit(Inst::Mov(volume, product));
        Some(())
    }

    /// The rows of a result beside the arrays that are put there.
    #[allow(clippy::type_complexity)]
    pub(super) fn rows(
        &mut self,
        out: &Out,
        value: &Val,
        rows: &mut Vec<(Reg, Vec<Reg>, Reg, View)>,
    ) -> Option<()> {
        match (out, value) {
            (Out::Scalar(..), Val::Scalar(..)) => Some(()),
            (
                Out::Rows {
                    base,
                    dims,
                    volume,
                    prim,
                },
                _,
            ) => {
                let view = self.view(value)?;
                if view.prim != *prim || view.dims.len() != dims.len() {
                    return None;
                }
                rows.push((*base, dims.clone(), *volume, view));
                Some(())
            }
            (Out::Fields(outs), Val::Tuple(parts)) | (Out::Table(_, outs), Val::Zipped(_, parts))
                if outs.len() == parts.len() =>
            {
                let mut both = outs.iter().zip(parts);
                both.try_for_each(|(out, part)| self.rows(out, part, rows))
            }
            _ => None,
        }
    }

    /// Puts a result in its place, for which there is room.
    pub(super) fn store(&mut self, out: &Out, value: &Val, counter: Reg) -> Option<()> {
        match (out, value) {
            (Out::Scalar(base, p), Val::Scalar(reg, q)) if p == q => {
                self.emit(Inst::Set(*base, counter, *reg));
                Some(())
            }
            (Out::Rows { base, volume, .. }, _) => {
                let view = self.view(value)?;
                let at = self.fresh()?;
                self.emit(Inst::Along(at, *base, counter, *volume));
                let seen = self.seen(&view)?;
                self.emit(Inst::Copy(at, seen));
                Some(())
            }
            (Out::Fields(outs), Val::Tuple(parts)) | (Out::Table(_, outs), Val::Zipped(_, parts))
                if outs.len() == parts.len() =>
            {
                let mut both = outs.iter().zip(parts);
                both.try_for_each(|(out, part)| self.store(out, part, counter))
            }
            _ => None,
        }
    }

    /// FUT-E-EMPTYSHAPE: the sizes of rows that are not there, by their type; `outer` are those of the arrays of records around.
    fn absent(&mut self, ty: &TypeCode, out: &Out, outer: &mut Vec<Reg>) -> Option<()> {
        match (ty, out) {
            (_, Out::Scalar(..)) => Some(()),
            (TypeCode::Known(ty), _) => self.known_absent(ty, out, outer),
            (TypeCode::Blank(parts), _) => self.absent(&parts.1, out, outer),
            (TypeCode::Array(size, element), Out::Rows { .. } | Out::Table(..)) => {
                self.rule(&rules::FUT_E_SHAPEOF);
                let size = self.scalar(size, PrimType::I64)?;
                outer.push(size);
                self.absent(element, out, outer)?;
                outer.pop();
                Some(())
            }
            (TypeCode::Record(types), Out::Fields(outs) | Out::Table(_, outs))
                if types.len() == outs.len() =>
            {
                let mut both = types.iter().zip(outs);
                both.try_for_each(|(ty, out)| self.absent(ty, out, outer))
            }
            _ => None,
        }
    }

    fn known_absent(&mut self, ty: &RtType, out: &Out, outer: &mut Vec<Reg>) -> Option<()> {
        match (ty, out) {
            (_, Out::Scalar(..)) => Some(()),
            (RtType::Blank(_, ty), _) => self.known_absent(ty, out, outer),
            (RtType::Array(size, element), Out::Rows { .. } | Out::Table(..)) => {
                outer.push(self.constant(*size as u64)?);
                self.known_absent(element, out, outer)?;
                outer.pop();
                Some(())
            }
            (RtType::Record(types), Out::Fields(outs) | Out::Table(_, outs)) if types.len() == outs.len() => {
                let mut both = types.iter().zip(outs);
                both.try_for_each(|(ty, out)| self.known_absent(ty, out, outer))
            }
            (RtType::Prim(_), Out::Rows { base, dims, .. }) if dims.len() == outer.len() => {
                let zero = self.zero()?;
                self.emit(Inst::Mov(*base, zero));
                for (dim, size) in dims.iter().zip(outer) {
                    self.emit(Inst::Mov(*dim, *size));
                }
                Some(())
            }
            _ => None,
        }
    }

    /// The array of so many results.
    pub(super) fn result_of(&mut self, out: &Out, n: Reg) -> Option<Val> {
        let array = |this: &mut Self, base: Reg, prim: PrimType, sizes: &[Reg]| -> Option<Val> {
            let (place, generation) = this.new_buffer();
            Some(Val::View(View {
                prim,
                place,
                generation,
                base,
                dims: this.row_major(sizes)?,
                whole: true,
            }))
        };
        match out {
            Out::Scalar(base, prim) => array(self, *base, *prim, &[n]),
            Out::Rows { base, dims, prim, .. } => {
                let mut sizes = vec![n];
                sizes.extend_from_slice(dims);
                array(self, *base, *prim, &sizes)
            }
            Out::Fields(outs) => {
                let parts = outs.iter().map(|out| self.result_of(out, n));
                Some(Val::Zipped(1, parts.collect::<Option<_>>()?))
            }
            Out::Table(rank, outs) => {
                let parts = outs.iter().map(|out| self.result_of(out, n));
                Some(Val::Zipped(rank + 1, parts.collect::<Option<_>>()?))
            }
        }
    }

    /// What goes from one iteration to the next, beginning with this: scalars in registers, arrays in scratch memory, unless they stay where they
    /// are, which is for those that are updated there.
    pub(super) fn carry(&mut self, init: &Val, copies: bool, span: Span) -> Option<Val> {
        let all = |this: &mut Self, parts: &[Val]| -> Option<Vec<Val>> {
            parts.iter().map(|v| this.carry(v, copies, span)).collect()
        };
        Some(match init {
            Val::Scalar(from, prim) => {
                let reg = self.fresh()?;
                self.emit(Inst::Mov(reg, *from));
                Val::Scalar(reg, *prim)
            }
            Val::Array(..) | Val::View(_) if !copies => init.clone(),
            Val::Function(..) | Val::Unknown => return None,
            Val::Array(..) | Val::View(_) => self.copied(init, false, span)?,
            Val::Tuple(parts) => Val::Tuple(all(self, parts)?),
            Val::Zipped(rank, parts) => Val::Zipped(*rank, all(self, parts)?),
        })
    }

    /// What an iteration gives becomes what the next one begins with.  An array that is not the one from the beginning is copied to a spare
    /// place, which it then has in turn with the old one's: the spare places and the sizes of what comes there.
    pub(super) fn assign_carried(&mut self, from: &Val, to: &Val, span: Span) -> Option<Vec<Spare>> {
        let mut moves = Vec::new();
        let mut copies = Vec::new();
        self.carried(from, to, &mut moves, &mut copies)?;
        // A size that a type hides may be another one each time.
        self.varies |= !copies.is_empty();
        let mut spares = Vec::new();
        for (from, to) in &copies {
            for ((size, _), (other, _)) in to.dims.iter().zip(&from.dims) {
                self.same(*size, *other, span);
            }
            let spare = self.fresh()?;
            let seen = self.seen(from)?;
            self.emit(Inst::Copy(spare, seen));
            let sizes: Vec<Reg> = to.dims.iter().map(|(size, _)| *size).collect();
            spares.push((spare, sizes));
        }
        self.move_all(moves)?;
        for ((_, to), (spare, _)) in copies.iter().zip(&spares) {
            let old = self.fresh()?;
            self.emit(Inst::Mov(old, to.base));
            self.emit(Inst::Mov(to.base, *spare));
            self.emit(Inst::Mov(*spare, old));
        }
        Some(spares)
    }

    fn carried(
        &mut self,
        from: &Val,
        to: &Val,
        moves: &mut Vec<(Reg, Reg)>,
        copies: &mut Vec<(View, View)>,
    ) -> Option<()> {
        match (from, to) {
            (Val::View(a), Val::View(b)) if a.same_as(b) => self.is_fresh(from).then_some(()),
            (Val::View(_) | Val::Array(..), Val::View(b)) => {
                let a = self.view(from)?;
                if a.prim != b.prim || a.dims.len() != b.dims.len() {
                    return None;
                }
                copies.push((a, b.clone()));
                Some(())
            }
            (Val::Tuple(xs), Val::Tuple(ys)) if xs.len() == ys.len() => {
                let mut both = xs.iter().zip(ys);
                both.try_for_each(|(x, y)| self.carried(x, y, moves, copies))
            }
            (Val::Zipped(r, xs), Val::Zipped(q, ys)) if xs.len() == ys.len() && r == q => {
                let mut both = xs.iter().zip(ys);
                both.try_for_each(|(x, y)| self.carried(x, y, moves, copies))
            }
            _ => self.moves(from, to, moves),
        }
    }

    pub(super) fn room_for_spares(&mut self, spares: &[Spare]) -> Option<()> {
        let one = self.one()?;
        for (spare, sizes) in spares {
            let volume = self.volume(sizes)?;
            self.emit(Inst::Room(*spare, volume, one));
        }
        Some(())
    }
}

impl Out {
    fn has_rows(&self) -> bool {
        match self {
            Out::Scalar(..) => false,
            Out::Rows { .. } | Out::Table(..) => true,
            Out::Fields(outs) => outs.iter().any(Out::has_rows),
        }
    }

    fn scalars(&self, out: &mut Vec<(Reg, PrimType)>) {
        match self {
            Out::Scalar(base, prim) => out.push((*base, *prim)),
            Out::Fields(outs) | Out::Table(_, outs) => outs.iter().for_each(|o| o.scalars(out)),
            Out::Rows { .. } => {}
        }
    }
}
