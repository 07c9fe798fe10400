//! What lies in registers and slots, and the generations of arrays.

use super::*;

impl Compiler<'_> {
    /// Loads an element of the next inputs.
    pub(super) fn element(&mut self, kind: &Kind, counter: Reg, next: &mut u8) -> Option<Val> {
        Some(match kind {
            Kind::Scalar(p) => {
                let reg = self.fresh()?;
                self.emit(Inst::Load(reg, *next, counter));
                *next += 1;
                Val::Scalar(reg, *p)
            }
            Kind::Tuple(parts) => Val::Tuple(
                parts
                    .iter()
                    .map(|k| self.element(k, counter, next))
                    .collect::<Option<_>>()?,
            ),
        })
    }

    /// A loop's parameter, as it lies in its slots.
    pub(super) fn parameter(&mut self, pat: &PatCode) -> Option<Val> {
        match pat {
            PatCode::Slot(slot) => self.outside(*slot),
            PatCode::Record(parts) => Some(Val::Tuple(
                parts.iter().map(|p| self.parameter(p)).collect::<Option<_>>()?,
            )),
            _ => None,
        }
    }

    /// The content of a slot that was filled outside.
    pub(super) fn outside(&mut self, slot: Slot) -> Option<Val> {
        let content = (self.look)(slot);
        let val = self.outside_part(slot, &mut Vec::new(), &content)?;
        self.env.insert(slot, val.clone());
        Some(val)
    }

    pub(super) fn outside_part(&mut self, slot: Slot, path: &mut Vec<u32>, value: &Value) -> Option<Val> {
        let origin = Origin {
            slot,
            path: path.as_slice().into(),
        };
        if let Some(parts) = Parts::of(value) {
            self.records.push((origin.clone(), parts));
        }
        let mut parts = |this: &mut Self, fields: &[Value]| -> Option<Vec<Val>> {
            if path.len() > 3 || fields.len() > 16 {
                return None;
            }
            let mut vals = Vec::with_capacity(fields.len());
            for (k, field) in (0..).zip(fields) {
                path.push(k);
                vals.push(this.outside_part(slot, path, field)?);
                path.pop();
            }
            Some(vals)
        };
        match value {
            Value::Record(fields) => Some(Val::Tuple(parts(self, fields)?)),
            Value::Array(_, array) => match &array.data {
                Data::Record(fields) if array.shape.len() == 1 => Some(Val::Zipped(parts(self, fields)?)),
                Data::Record(_) => None,
                Data::Flat { cells, .. } => {
                    let kind = ArrayKind {
                        prim: cells.prim()?,
                        rank: array.shape.len(),
                    };
                    if kind.rank > 2 {
                        return None;
                    }
                    let id = u8::try_from(self.inputs.len() + self.arrays.len()).ok()?;
                    self.arrays.push((origin, kind, false));
                    self.generations.push(0);
                    Some(Val::Array(id, 0))
                }
            },
            value => {
                let prim = value.prim()?.prim_type();
                let reg = self.fresh()?;
                self.scalars.push((origin, prim, reg));
                Some(Val::Scalar(reg, prim))
            }
        }
    }

    /// An element of an array of one dimension.
    pub(super) fn at(&mut self, array: &Val, i: Reg, span: Span) -> Option<Val> {
        match array {
            Val::Array(id, generation) => {
                let kind = self.readable(*id, *generation)?;
                if kind.rank != 1 {
                    return None;
                }
                let d = self.fresh()?;
                self.emit(Inst::Load(d, *id, i));
                self.place(span);
                Some(Val::Scalar(d, kind.prim))
            }
            Val::Zipped(parts) => {
                let parts = parts.iter().map(|part| self.at(part, i, span));
                Some(Val::Tuple(parts.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    pub(super) fn bind(&mut self, pat: &PatCode, val: &Val) -> Option<()> {
        match (pat, val) {
            (PatCode::Slot(slot), val) => {
                self.env.insert(*slot, val.clone());
                Some(())
            }
            (PatCode::Record(parts), Val::Tuple(vals)) => {
                for (part, val) in parts.iter().zip(vals) {
                    self.bind(part, val)?;
                }
                Some(())
            }
            (PatCode::Wild, _) => Some(()),
            _ => None,
        }
    }

    pub(super) fn new_generation(&mut self, id: u8) -> Option<u32> {
        self.last_generation += 1;
        *self.generations.get_mut(usize::from(id))? = self.last_generation;
        Some(self.last_generation)
    }

    /// The same with a new generation for each of its arrays.
    pub(super) fn renew(&mut self, val: &Val) -> Val {
        match val {
            Val::Array(id, old) => Val::Array(*id, self.new_generation(*id).unwrap_or(*old)),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(|v| self.renew(v)).collect()),
            Val::Zipped(parts) => Val::Zipped(parts.iter().map(|v| self.renew(v)).collect()),
            scalar => scalar.clone(),
        }
    }

    /// Since `before` no arrays but those in `own` were updated.
    pub(super) fn only_updates(&self, before: &[u32], own: &Val) -> Option<()> {
        let mut allowed = Vec::new();
        own.arrays(&mut allowed);
        let fine = self.generations.iter().enumerate().all(|(id, new)| {
            let old = before.get(id).copied().unwrap_or(0);
            old == *new || allowed.iter().any(|a| usize::from(*a) == id)
        });
        fine.then_some(())
    }

    /// Fresh registers for the scalars of a value.
    pub(super) fn places_for(&mut self, val: &Val) -> Option<Val> {
        Some(match val {
            Val::Scalar(_, p) => Val::Scalar(self.fresh()?, *p),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(|v| self.places_for(v)).collect::<Option<_>>()?),
            array => array.clone(),
        })
    }

    /// Copies registers all at once; arrays must be the same, and the newest.
    pub(super) fn assign(&mut self, from: &Val, to: &Val) -> Option<()> {
        let mut moves = Vec::new();
        self.moves(from, to, &mut moves)?;
        let targets: Vec<Reg> = moves.iter().map(|(to, _)| *to).collect();
        for (to, from) in &mut moves {
            if targets.contains(from) && to != from {
                let copy = self.fresh()?;
                self.emit(Inst::Mov(copy, *from));
                *from = copy;
            }
        }
        for (to, from) in moves {
            if to != from {
                self.emit(Inst::Mov(to, from));
            }
        }
        Some(())
    }

    pub(super) fn moves(&self, from: &Val, to: &Val, out: &mut Vec<(Reg, Reg)>) -> Option<()> {
        match (from, to) {
            (Val::Scalar(a, p), Val::Scalar(b, q)) if p == q => {
                out.push((*b, *a));
                Some(())
            }
            (Val::Array(a, generation), Val::Array(b, _)) if a == b => {
                (self.generations.get(usize::from(*a)) == Some(generation)).then_some(())
            }
            (Val::Tuple(xs), Val::Tuple(ys)) | (Val::Zipped(xs), Val::Zipped(ys)) if xs.len() == ys.len() => {
                xs.iter().zip(ys).try_for_each(|(x, y)| self.moves(x, y, out))
            }
            _ => None,
        }
    }
}
