//! Arrays as they are seen: elements, slices, updates, copies, sizes.

use super::*;
use crate::futhark::machine::code::SizeWalk;
use smallvec::SmallVec;

/// An index or slice, compared with no size yet.
#[derive(Clone, Copy)]
pub(super) enum Subscript {
    Fix(Reg),
    Slice([Option<Reg>; 3]),
}

impl View {
    /// Whether it is the same array, perhaps of another generation.
    pub(super) fn same_as(&self, other: &View) -> bool {
        self.place == other.place && self.base == other.base && self.dims == other.dims
    }
}

impl Compiler<'_> {
    /// The kind of an array from outside.
    pub(super) fn bank_kind(&self, id: u8) -> Option<ArrayKind> {
        match usize::from(id).checked_sub(self.inputs.len()) {
            None => self.inputs.get(usize::from(id)).copied(),
            Some(own) => self.arrays.get(own).map(|(_, kind, _)| *kind),
        }
    }

    /// What is known of an array from outside.
    pub(super) fn part(&mut self, id: u8, part: Part) -> Option<Reg> {
        if let Some((reg, ..)) = self.parts.iter().find(|(_, i, p)| (*i, *p) == (id, part)) {
            return Some(*reg);
        }
        let reg = self.fresh()?;
        self.parts.push((reg, id, part));
        Some(reg)
    }

    /// An array of scalars that may be read.
    pub(super) fn view(&mut self, val: &Val) -> Option<View> {
        if !self.is_fresh(val) {
            return None;
        }
        match val {
            Val::View(view) => Some(view.clone()),
            Val::Array(id, generation) => {
                let kind = self.bank_kind(*id)?;
                let dims = (0..kind.rank)
                    .map(|k| Some((self.part(*id, Part::Size(k))?, self.part(*id, Part::Stride(k))?)))
                    .collect::<Option<_>>()?;
                Some(View {
                    prim: kind.prim,
                    place: Place::Of(Key::Bank(*id)),
                    generation: *generation,
                    base: self.part(*id, Part::Offset)?,
                    dims,
                    whole: false,
                })
            }
            _ => None,
        }
    }

    /// The number of an array, for an instruction.
    pub(super) fn seen(&mut self, view: &View) -> Option<u16> {
        let source = match view.place {
            Place::Of(Key::Bank(id)) => Source::Bank(id),
            Place::Of(Key::Buffer(_)) => Source::Scratch,
            Place::Range => Source::Range,
        };
        self.seen.push(Seen {
            prim: view.prim,
            source,
            base: view.base,
            dims: SmallVec::from_slice(&view.dims),
        });
        u16::try_from(self.seen.len() - 1).ok()
    }

    /// The kind of a value; `None` if it is an array of records without fields, which does not know how many it has.
    pub(super) fn kind(&self, val: &Val) -> Option<Kind> {
        let all = |parts: &[Val]| parts.iter().map(|v| self.kind(v)).collect::<Option<Vec<_>>>();
        Some(match val {
            Val::Scalar(_, p) => Kind::Scalar(*p),
            Val::Array(id, _) => Kind::Array(self.bank_kind(*id)?),
            Val::View(view) => Kind::Array(ArrayKind {
                prim: view.prim,
                rank: view.dims.len(),
            }),
            Val::Tuple(parts) => Kind::Tuple(all(parts)?),
            Val::Zipped(rank, parts) => {
                self.a_leaf(val)?;
                Kind::Table(*rank, all(parts)?)
            }
            Val::Function(..) | Val::Unknown => return None,
        })
    }

    /// Any of the arrays of scalars of which an array consists: its first dimensions are those of the whole.
    fn a_leaf<'v>(&self, val: &'v Val) -> Option<&'v Val> {
        match val {
            Val::Array(..) | Val::View(_) => Some(val),
            Val::Zipped(_, parts) => parts.iter().find_map(|v| self.a_leaf(v)),
            _ => None,
        }
    }

    /// The size of a dimension of an array.
    pub(super) fn size(&mut self, val: &Val, dim: usize) -> Option<Reg> {
        if let Val::Zipped(rank, _) = val
            && dim >= *rank
        {
            return None;
        }
        let leaf = self.a_leaf(val)?.clone();
        Some(self.view(&leaf)?.dims.get(dim)?.0)
    }

    /// The size that a value shows, as [`find_size`](crate::futhark::machine::shape::find_size) finds it.
    pub(super) fn shown(&mut self, val: &Val, walk: &SizeWalk) -> Option<Reg> {
        let mut val = val.clone();
        for step in &walk.steps {
            val = match (step, &val) {
                (Step::Field(k), Val::Tuple(parts) | Val::Zipped(_, parts)) => {
                    parts.get(*k as usize)?.clone()
                }
                (Step::Element(dims), Val::Zipped(rank, _)) if *dims as usize > *rank => return None,
                // The sizes are those of all elements, whether there is one or not.
                (Step::Element(dims), Val::Zipped(..) | Val::Array(..) | Val::View(_)) => {
                    let zero = self.zero()?;
                    let mut element = val.clone();
                    for _ in 0..*dims {
                        element = self.row(&element, zero)?;
                    }
                    element
                }
                _ => return None,
            };
        }
        self.size(&val, walk.dim as usize)
    }

    /// The element or row at an index that is in range.
    pub(super) fn row(&mut self, val: &Val, i: Reg) -> Option<Val> {
        if let Val::Zipped(rank, parts) = val {
            let parts = parts
                .iter()
                .map(|part| self.row(part, i))
                .collect::<Option<Vec<_>>>()?;
            return Some(match rank {
                1 => Val::Tuple(parts),
                _ => Val::Zipped(rank - 1, parts),
            });
        }
        let view = self.view(val)?;
        let ((_, stride), rest) = view.dims.split_first()?;
        if matches!(view.place, Place::Range) && (view.base, *stride) == (self.zero()?, self.one()?) {
            // The elements of `iota` are the indices.
            return Some(Val::Scalar(i, view.prim));
        }
        let d = self.fresh()?;
        if rest.is_empty() {
            self.emit(match view.place {
                Place::Of(Key::Bank(id)) => Inst::Element(d, id, view.base, i, *stride),
                Place::Of(Key::Buffer(_)) => Inst::Get(d, view.base, i, *stride),
                Place::Range => Inst::Along(d, view.base, i, *stride),
            });
            return Some(Val::Scalar(d, view.prim));
        }
        self.emit(Inst::Along(d, view.base, i, *stride));
        Some(Val::View(View {
            base: d,
            dims: rest.to_vec(),
            whole: false,
            ..view
        }))
    }

    /// An element of an array of one dimension.
    pub(super) fn at(&mut self, array: &Val, i: Reg, span: Span) -> Option<Val> {
        match array {
            Val::Array(id, _) if usize::from(*id) >= self.inputs.len() => {
                let kind = self.bank_kind(*id)?;
                if kind.rank != 1 || !self.is_fresh(array) {
                    return self.index(array, &[Subscript::Fix(i)], span);
                }
                let d = self.fresh()?;
                self.emit(Inst::Load(d, *id, i));
                self.place(span);
                Some(Val::Scalar(d, kind.prim))
            }
            Val::Zipped(1, parts) => {
                let parts = parts.iter().map(|part| self.at(part, i, span));
                Some(Val::Tuple(parts.collect::<Option<_>>()?))
            }
            _ => self.index(array, &[Subscript::Fix(i)], span),
        }
    }

    /// FUT-E-INDEX, FUT-E-SLICE
    pub(super) fn index(&mut self, array: &Val, subscripts: &[Subscript], span: Span) -> Option<Val> {
        if !self.is_fresh(array) {
            return None;
        }
        // The subscripts are compared with the sizes in order, before anything is read.
        let mut resolved = Vec::with_capacity(subscripts.len());
        for (k, subscript) in subscripts.iter().enumerate() {
            let size = self.size(array, k)?;
            resolved.push(match *subscript {
                Subscript::Fix(i) => {
                    self.emit(Inst::Within(i, size, false));
                    self.place(span);
                    (i, None)
                }
                Subscript::Slice(parts) => {
                    self.rule(&rules::FUT_E_SLICE);
                    let into = [self.fresh()?, self.fresh()?, self.fresh()?];
                    self.slices.push(SliceOf { size, parts, into });
                    let number = u16::try_from(self.slices.len() - 1).ok()?;
                    self.emit(Inst::Slice(number));
                    self.place(span);
                    (into[0], Some((into[1], into[2])))
                }
            });
        }
        self.part_of(array, &resolved)
    }

    /// The part at these subscripts: where it starts, for a slice with its step and size.
    fn part_of(&mut self, array: &Val, subscripts: &[(Reg, Option<(Reg, Reg)>)]) -> Option<Val> {
        if let Val::Zipped(rank, parts) = array {
            let gone = subscripts.iter().filter(|(_, slice)| slice.is_none()).count();
            let parts = parts
                .iter()
                .map(|part| self.part_of(part, subscripts))
                .collect::<Option<Vec<_>>>()?;
            return Some(match rank.checked_sub(gone)? {
                0 => Val::Tuple(parts),
                rank => Val::Zipped(rank, parts),
            });
        }
        let view = self.view(array)?;
        let mut base = view.base;
        let mut dims = Vec::with_capacity(view.dims.len());
        let last = subscripts.len().checked_sub(1)?;
        for (k, ((start, slice), (_, stride))) in subscripts.iter().zip(&view.dims).enumerate() {
            if k == last && slice.is_none() && dims.is_empty() && view.dims.len() == subscripts.len() {
                let rest = View {
                    base,
                    dims: vec![(view.dims[k].0, *stride)],
                    ..view
                };
                return self.row(&Val::View(rest), *start);
            }
            let next = self.fresh()?;
            self.emit(Inst::Along(next, base, *start, *stride));
            base = next;
            if let Some((step, count)) = slice {
                let stride = self.times(*step, *stride)?;
                dims.push((*count, stride));
            }
        }
        dims.extend_from_slice(view.dims.get(subscripts.len()..)?);
        if dims.is_empty() {
            return None;
        }
        Some(Val::View(View {
            base,
            dims,
            whole: false,
            ..view
        }))
    }

    pub(super) fn times(&mut self, a: Reg, b: Reg) -> Option<Reg> {
        let one = self.one()?;
        if a == one {
            return Some(b);
        }
        if b == one {
            return Some(a);
        }
        let d = self.fresh()?;
        self.emit(Inst::MulI64(d, a, b));
        Some(d)
    }

    /// FUT-E-UPDATE of an element, or of a record, of what was made within the kernel.
    pub(super) fn update(&mut self, array: &Val, indices: &[Reg], value: &Val, span: Span) -> Option<Val> {
        match (array, value) {
            (Val::Zipped(rank, parts), Val::Tuple(values))
                if *rank == indices.len() && parts.len() == values.len() =>
            {
                let parts = parts.iter().zip(values);
                let parts = parts.map(|(part, value)| self.update(part, indices, value, span));
                Some(Val::Zipped(*rank, parts.collect::<Option<_>>()?))
            }
            (Val::View(view), Val::Scalar(reg, prim))
                if view.whole && view.dims.len() == indices.len() && view.prim == *prim =>
            {
                let Place::Of(key @ Key::Buffer(_)) = view.place else {
                    return None;
                };
                if !self.is_fresh(array) {
                    return None;
                }
                for (i, (size, _)) in indices.iter().zip(&view.dims) {
                    self.emit(Inst::Within(*i, *size, true));
                    self.place(span);
                }
                let (last, first) = indices.split_last()?;
                let mut base = view.base;
                for (i, (_, stride)) in first.iter().zip(&view.dims) {
                    let next = self.fresh()?;
                    self.emit(Inst::Along(next, base, *i, *stride));
                    base = next;
                }
                self.emit(Inst::Set(base, *last, *reg));
                let generation = self.new_generation(key);
                Some(Val::View(View {
                    generation,
                    ..view.clone()
                }))
            }
            _ => None,
        }
    }

    /// The distances of neighbours of an array that lies row by row.
    pub(super) fn row_major(&mut self, sizes: &[Reg]) -> Option<Vec<(Reg, Reg)>> {
        let mut stride = self.one()?;
        let mut dims = Vec::with_capacity(sizes.len());
        for size in sizes.iter().rev() {
            dims.push((*size, stride));
            if dims.len() < sizes.len() {
                stride = self.times(stride, *size)?;
            }
        }
        dims.reverse();
        Some(dims)
    }

    /// How many elements an array of these sizes has.
    pub(super) fn volume(&mut self, sizes: &[Reg]) -> Option<Reg> {
        let one = self.one()?;
        sizes.iter().try_fold(one, |n, size| self.times(n, *size))
    }

    /// A copy in scratch memory; whether the account of memory has it.
    pub(super) fn copied(&mut self, val: &Val, counted: bool, span: Span) -> Option<Val> {
        Some(match val {
            Val::Array(..) | Val::View(_) => {
                let view = self.view(val)?;
                let sizes: Vec<Reg> = view.dims.iter().map(|(size, _)| *size).collect();
                let (n, one) = (self.volume(&sizes)?, self.one()?);
                let base = self.fresh()?;
                match counted {
                    true => self.alloc(base, n, one, view.prim, span),
                    false => {
                        self.emit(Inst::Room(base, n, one));
                    }
                }
                let seen = self.seen(&view)?;
                self.emit(Inst::Copy(base, seen));
                let (place, generation) = self.new_buffer();
                Val::View(View {
                    prim: view.prim,
                    place,
                    generation,
                    base,
                    dims: self.row_major(&sizes)?,
                    whole: true,
                })
            }
            Val::Tuple(parts) => Val::Tuple(
                parts
                    .iter()
                    .map(|v| self.copied(v, counted, span))
                    .collect::<Option<_>>()?,
            ),
            Val::Zipped(rank, parts) => {
                self.a_leaf(val)?;
                let parts = parts.iter().map(|v| self.copied(v, counted, span));
                Val::Zipped(*rank, parts.collect::<Option<_>>()?)
            }
            Val::Scalar(..) => val.clone(),
            Val::Function(..) | Val::Unknown => return None,
        })
    }

    /// Room in scratch memory that the account has.
    pub(super) fn alloc(&mut self, base: Reg, n: Reg, each: Reg, prim: PrimType, span: Span) {
        self.emit(Inst::Alloc(base, n, each, prim.bytes() as u8));
        self.place(span);
    }

    /// Enters what `eval` would have copied in the account.
    pub(super) fn account(&mut self, val: &Val, span: Span) -> Option<()> {
        match val {
            Val::Array(..) | Val::View(_) => {
                let view = self.view(val)?;
                let sizes: Vec<Reg> = view.dims.iter().map(|(size, _)| *size).collect();
                let n = self.volume(&sizes)?;
                self.emit(Inst::Account(n, view.prim.bytes() as u8));
                self.place(span);
                Some(())
            }
            Val::Tuple(parts) | Val::Zipped(_, parts) => parts.iter().try_for_each(|v| self.account(v, span)),
            Val::Scalar(..) => Some(()),
            Val::Function(..) | Val::Unknown => None,
        }
    }

    /// Fails unless the sizes are equal.
    pub(super) fn same(&mut self, a: Reg, b: Reg, span: Span) {
        if a != b {
            self.emit(Inst::Same(a, b));
            self.place(span);
        }
    }

    /// How the value is found when the kernel has run.
    pub(super) fn back(&mut self, val: &Val) -> Option<Back> {
        let mut all = |parts: &[Val]| -> Option<Vec<Back>> { parts.iter().map(|v| self.back(v)).collect() };
        Some(match val {
            Val::Scalar(reg, prim) => Back::Scalar(*reg, *prim),
            Val::Array(id, _) => Back::Array(*id),
            Val::Tuple(parts) => Back::Record(all(parts)?),
            Val::Zipped(rank, parts) => {
                let parts = all(parts)?;
                // Records without fields do not know how many they are.
                self.a_leaf(val)?;
                Back::Zipped(*rank, parts)
            }
            Val::View(view) => Back::Seen(self.seen(view)?),
            Val::Function(..) | Val::Unknown => return None,
        })
    }

    /// Where scratch memory ends now.
    pub(super) fn mark(&mut self) -> Option<(Reg, Reg)> {
        let mark = (self.fresh()?, self.fresh()?);
        self.emit(Inst::Mark(mark.0, mark.1));
        Some(mark)
    }

    /// Gives back what was made since, if anything was by the code from `start` on; whether it was.
    pub(super) fn release(&mut self, mark: (Reg, Reg), start: usize) -> bool {
        let makes = |inst: &Inst| {
            matches!(
                inst,
                Inst::Alloc(..) | Inst::Room(..) | Inst::Account(..) | Inst::Charge(..)
            )
        };
        let made = self.code.iter().skip(start).any(makes);
        if made {
            self.emit(Inst::Release(mark.0, mark.1));
        }
        made
    }

    /// Fails if a size is negative.
    pub(super) fn natural(&mut self, n: Reg, made: Natural, span: Span) {
        let known = self.constants.iter().find(|(reg, _)| *reg == n);
        if known.is_none_or(|(_, bits)| (*bits as i64) < 0) {
            self.emit(Inst::Natural(n, made));
            self.place(span);
        }
    }
}
