//! What lies in registers and slots, and the generations of arrays.

use super::*;

impl Compiler<'_> {
    /// An element of the next inputs, the counter being in range.
    pub(super) fn element(&mut self, kind: &Kind, counter: Reg, next: &mut u8) -> Option<Val> {
        let mut all = |this: &mut Self, parts: &[Kind]| -> Option<Vec<Val>> {
            parts.iter().map(|k| this.element(k, counter, next)).collect()
        };
        Some(match kind {
            Kind::Scalar(p) => {
                let reg = self.fresh()?;
                self.emit(Inst::Load(reg, *next, counter));
                *next += 1;
                Val::Scalar(reg, *p)
            }
            Kind::Tuple(parts) => Val::Tuple(all(self, parts)?),
            Kind::Table(rank, parts) => Val::Zipped(*rank, all(self, parts)?),
            Kind::Array(_) => {
                let array = Val::Array(*next, 0);
                *next += 1;
                self.row(&array, counter)?
            }
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
        // In the body of a function only its own slots are meant.
        if !self.active.is_empty() {
            return None;
        }
        let content = (self.look.slot)(slot);
        let val = self.outside_part(Root::Slot(slot), &mut Vec::new(), &content)?;
        self.env.insert(slot, val.clone());
        Some(val)
    }

    /// A top-level constant, if it has been evaluated.
    pub(super) fn global(&mut self, number: u32) -> Option<Val> {
        if let Some(val) = self.globals.get(&number) {
            return Some(val.clone());
        }
        let content = (self.look.constant)(number)?;
        let val = self.outside_part(Root::Constant(number), &mut Vec::new(), &content)?;
        self.globals.insert(number, val.clone());
        Some(val)
    }

    pub(super) fn outside_part(&mut self, root: Root, path: &mut Vec<u32>, value: &Value) -> Option<Val> {
        let origin = Origin {
            root,
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
                let val = this.outside_part(root, path, field);
                path.pop();
                vals.push(val?);
            }
            Some(vals)
        };
        match value {
            Value::Record(fields) => Some(Val::Tuple(parts(self, fields)?)),
            Value::Array(_, array) => match &array.data {
                Data::Record(fields) => Some(Val::Zipped(array.shape.len(), parts(self, fields)?)),
                Data::Flat(Flat { cells, .. }) => {
                    let kind = ArrayKind {
                        prim: cells.prim()?,
                        rank: array.shape.len(),
                    };
                    let id = u8::try_from(self.inputs.len() + self.arrays.len()).ok()?;
                    self.arrays.push((origin, kind, false));
                    Some(Val::Array(id, 0))
                }
            },
            Value::Function(closure) => {
                let function = closure.function.clone();
                self.functions
                    .push((origin, function.clone(), closure.args.len()));
                let mut parts = Vec::new();
                for (k, part) in (0..).zip(closure.captured.iter().chain(&closure.args)) {
                    path.push(k);
                    // What it does not use need not be known.
                    let deep = path.len() > 3;
                    let part = if deep {
                        None
                    } else {
                        self.outside_part(root, path, part)
                    };
                    parts.push(part.unwrap_or(Val::Unknown));
                    path.pop();
                }
                let args = parts.split_off(closure.captured.len());
                Some(Val::Function(function, parts, args))
            }
            value => {
                let prim = value.prim()?.prim_type();
                let reg = self.fresh()?;
                self.scalars.push((origin, prim, reg));
                Some(Val::Scalar(reg, prim))
            }
        }
    }

    /// Sizes read off a value.
    pub(super) fn bind_sizes(&mut self, sizes: &[SizeBinding], value: &Val) -> Option<()> {
        for binding in sizes {
            // Where there is more than one walk, the first need not arrive.
            let [walk] = &*binding.walks else { return None };
            let size = self.shown(value, walk)?;
            self.env.insert(binding.slot, Val::Scalar(size, PrimType::I64));
        }
        Some(())
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

    pub(super) fn new_generation(&mut self, key: Key) -> u32 {
        self.last_generation += 1;
        self.generations.insert(key, self.last_generation);
        self.last_generation
    }

    pub(super) fn generation(&self, key: Key) -> u32 {
        self.generations.get(&key).copied().unwrap_or(0)
    }

    /// An array in scratch memory of which nothing is known yet.
    pub(super) fn new_buffer(&mut self) -> (Place, u32) {
        self.buffers += 1;
        let key = Key::Buffer(self.buffers);
        (Place::Of(key), self.new_generation(key))
    }

    /// The same, each of its arrays being of what the function says.
    fn with_generations(&mut self, val: &Val, of: &mut dyn FnMut(&mut Self, Key) -> u32) -> Val {
        let mut all = |this: &mut Self, parts: &[Val]| -> Vec<Val> {
            parts.iter().map(|v| this.with_generations(v, of)).collect()
        };
        match val {
            Val::Array(id, _) => Val::Array(*id, of(self, Key::Bank(*id))),
            Val::View(view) => Val::View(View {
                generation: match view.place {
                    Place::Of(key) => of(self, key),
                    Place::Range => view.generation,
                },
                ..view.clone()
            }),
            Val::Tuple(parts) => Val::Tuple(all(self, parts)),
            Val::Zipped(rank, parts) => Val::Zipped(*rank, all(self, parts)),
            // What a function captured is of the time when it did.
            other => other.clone(),
        }
    }

    /// The same with a new generation for each of its arrays.
    pub(super) fn renew(&mut self, val: &Val) -> Val {
        self.with_generations(val, &mut |this, key| this.new_generation(key))
    }

    /// The same with the newest generation of each of its arrays.
    pub(super) fn current(&mut self, val: &Val) -> Val {
        self.with_generations(val, &mut |this, key| this.generation(key))
    }

    /// Whether all its arrays may be read.
    pub(super) fn is_fresh(&self, val: &Val) -> bool {
        match val {
            Val::Array(id, generation) => self.generation(Key::Bank(*id)) == *generation,
            Val::View(view) => match view.place {
                Place::Of(key) => self.generation(key) == view.generation,
                Place::Range => true,
            },
            Val::Tuple(parts) | Val::Zipped(_, parts) => parts.iter().all(|v| self.is_fresh(v)),
            // Whoever uses what it captured looks at that.
            Val::Scalar(..) | Val::Function(..) | Val::Unknown => true,
        }
    }

    /// Since `before` no arrays but those in `own` were updated, and those made since.
    pub(super) fn only_updates(&self, before: &Generations, own: &Val) -> Option<()> {
        let mut allowed = Vec::new();
        own.keys(&mut allowed);
        let fine = self.generations.iter().all(|(key, new)| match before.get(key) {
            Some(old) => old == new || allowed.contains(key),
            None => matches!(key, Key::Buffer(_)) || allowed.contains(key),
        });
        fine.then_some(())
    }

    /// Copies registers all at once; arrays must be the same, and the newest.
    pub(super) fn assign(&mut self, from: &Val, to: &Val) -> Option<()> {
        let mut moves = Vec::new();
        self.moves(from, to, &mut moves)?;
        self.move_all(moves)
    }

    pub(super) fn move_all(&mut self, mut moves: Vec<(Reg, Reg)>) -> Option<()> {
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
            (Val::Array(a, _), Val::Array(b, _)) if a == b => self.is_fresh(from).then_some(()),
            (Val::View(a), Val::View(b)) if a.same_as(b) => self.is_fresh(from).then_some(()),
            (Val::Tuple(xs), Val::Tuple(ys)) if xs.len() == ys.len() => {
                xs.iter().zip(ys).try_for_each(|(x, y)| self.moves(x, y, out))
            }
            (Val::Zipped(r, xs), Val::Zipped(q, ys)) if xs.len() == ys.len() && r == q => {
                xs.iter().zip(ys).try_for_each(|(x, y)| self.moves(x, y, out))
            }
            _ => None,
        }
    }
}
