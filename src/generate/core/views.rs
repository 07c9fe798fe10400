//! Parts and views of arrays, and updates of what other names see, or do not.

use super::scope::{Generator, Var};
use crate::Choices;
use elder_core::tree::{Atom, Cut, Dim, Exp, Step, Type};
use elder_syntax::prim::{BinOp, PrimType};

/// So rarely something lies outside.
const MISS: usize = 40;

impl Generator {
    /// An index into a dimension of this size, which has elements: often the first or the last.
    pub fn index(&mut self, c: &mut Choices, size: Atom) -> Option<Atom> {
        let value = self.value(size).filter(|value| *value > 0)?;
        Some(match c.below(6) {
            0 if c.one_in(12) => self.scalar(c, PrimType::I64),
            0 if c.one_in(MISS) => Atom::i64(value),
            1 => Atom::i64(value - 1),
            2 => Atom::i64(0),
            3 => {
                let x = self.scalar(c, PrimType::I64);
                self.of_two(BinOp::Mod, x, size)
            }
            _ => {
                let at = c.below(value as usize) as i64;
                self.named(c, at)
            }
        })
    }

    pub fn element(&mut self, c: &mut Choices) -> Option<()> {
        let var = self.pick(c, |g, var| {
            let has = |dim: &Dim| matches!(dim, Dim::Is(size) if g.value(*size).is_some_and(|n| n > 0));
            var.ty.rank() > 0 && var.ty.dims().iter().all(has)
        })?;
        for _ in 0..1 + c.below(2) {
            self.element_of(c, &var)?;
        }
        Some(())
    }

    pub(super) fn element_of(&mut self, c: &mut Choices, var: &Var) -> Option<Atom> {
        let mut at = Vec::new();
        for k in 0..var.ty.rank() {
            at.push(self.index(c, Self::dim(&var.ty, k)?)?);
        }
        let array = var.name;
        let ty = Type::Prim(var.ty.element()?);
        Some(Atom::Var(self.bind(ty, Exp::Index { array, at })))
    }

    /// Cuts that fit, with the sizes that are left; a section at least, unless it may be a scalar.  Seldom one lies outside.
    pub fn cuts(&mut self, c: &mut Choices, ty: &Type, scalar: bool) -> Option<(Vec<Cut>, Vec<Dim>)> {
        let (mut cuts, mut left) = (Vec::new(), Vec::new());
        for k in 0..ty.rank() {
            let size = Self::dim(ty, k)?;
            let value = self.value(size)?;
            let last = k + 1 == ty.rank() && left.is_empty() && !scalar;
            if value > 0 && !last && c.below(2) == 0 {
                cuts.push(Cut::At(self.index(c, size)?));
                continue;
            }
            let (start, count, stride) = self.section(c, size, value);
            let (start, stride) = (self.named(c, start), self.named(c, stride));
            cuts.push(Cut::Section { start, count, stride });
            left.push(Dim::Is(count));
        }
        Some((cuts, left))
    }

    /// A section of a dimension: all, backwards, by strides, some rows from somewhere.
    fn section(&mut self, c: &mut Choices, size: Atom, value: i64) -> (i64, Atom, i64) {
        match c.below(7) {
            0 => (0, size, 1),
            1 if value > 0 => (value - 1, size, -1),
            2 if value > 1 => {
                let start = c.below(2) as i64;
                (start, Atom::i64((value + 1 - start) / 2), 2)
            }
            3 if value > 1 => {
                let start = value - 1 - c.below(2) as i64;
                (start, self.named(c, start / 2 + 1), -2)
            }
            4 if value > 0 => (c.below(value as usize) as i64, self.named(c, 2), 0),
            _ => {
                let start = c.below(value as usize + 1) as i64;
                let most = value - start + i64::from(c.one_in(MISS / 4));
                let count = match c.below(3) {
                    0 => most,
                    _ => c.below(most as usize + 1) as i64,
                };
                (start, self.named(c, count), 1)
            }
        }
    }

    pub fn slice(&mut self, c: &mut Choices) -> Option<()> {
        let least = c.below(2);
        let mut var = self.pick(c, |_, var| var.ty.rank() > least)?;
        // A part of a part, and perhaps that in another shape.
        for _ in 0..1 + c.below(2) {
            var = self.part_of(c, &var)?;
        }
        if c.below(3) == 0 {
            self.seen_of(c, &var)?;
        }
        Some(())
    }

    /// A part of an array.
    pub(super) fn part_of(&mut self, c: &mut Choices, var: &Var) -> Option<Var> {
        let (at, left) = self.cuts(c, &var.ty, false)?;
        let ty = Type::array(left, var.ty.element()?);
        let array = var.name;
        self.uses(Atom::Var(array));
        self.view(ty, Exp::Slice { array, at }, var.class);
        self.scope().pop()
    }

    /// The same elements, seen in another way or copied.
    pub fn seen(&mut self, c: &mut Choices) -> Option<()> {
        let mut var = self.pick(c, |_, var| var.ty.rank() > 0)?;
        for _ in 0..1 + c.below(2) {
            var = match c.below(8) {
                0 => {
                    self.bind(var.ty.clone(), Exp::Copy(var.name));
                    self.scope().pop()?
                }
                _ => self.seen_of(c, &var)?,
            };
        }
        Some(())
    }

    /// A view of an array: its dimensions in another order, other dimensions, the same.
    pub(super) fn seen_of(&mut self, c: &mut Choices, var: &Var) -> Option<Var> {
        let (array, element, class) = (var.name, var.ty.element()?, var.class);
        let dims: Vec<Atom> = (0..var.ty.rank()).filter_map(|k| Self::dim(&var.ty, k)).collect();
        self.uses(Atom::Var(array));
        match c.below(8) {
            0..=2 if dims.len() > 1 => {
                let order = self.order(c, dims.len());
                let sides = order.iter().filter_map(|k| dims.get(usize::from(*k)));
                let ty = Type::sized(sides.copied(), element);
                self.view(ty, Exp::Rearrange { order, array }, class);
            }
            0..=4 => {
                let volume: i64 = dims.iter().map(|dim| self.value(*dim)).product::<Option<i64>>()?;
                let sizes = sides(c, volume);
                let dims: Vec<Atom> = sizes.into_iter().map(|size| self.named(c, size)).collect();
                let ty = Type::sized(dims.iter().copied(), element);
                self.view(ty, Exp::Reshape { dims, array }, class);
            }
            5 => {
                let known: Option<Vec<i64>> = dims.iter().map(|dim| self.value(*dim)).collect();
                let dims: Vec<Atom> = known?.into_iter().map(|size| self.named(c, size)).collect();
                let ty = Type::sized(dims.iter().copied(), element);
                self.view(ty, Exp::Coerce { dims, array }, class);
            }
            6 => {
                self.view(var.ty.clone(), Exp::Opaque(Atom::Var(array)), class);
            }
            _ => {
                self.view(var.ty.clone(), Exp::Atom(Atom::Var(array)), class);
            }
        }
        self.scope().pop()
    }

    /// So many dimensions in any order.
    pub(super) fn order(&mut self, c: &mut Choices, rank: usize) -> Vec<u16> {
        let mut order: Vec<u16> = (0..rank as u16).rev().collect();
        for k in 0..rank.saturating_sub(1) {
            let other = k + c.below(rank - k);
            order.swap(k, other);
        }
        order
    }

    /// One to four arrays with the same rows, one after the other.
    pub fn concat(&mut self, c: &mut Choices) -> Option<()> {
        let one = self.pick(c, |g, var| {
            Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
        })?;
        let row = one.ty.row(1)?;
        let mut parts = vec![one];
        for _ in 0..c.below(4) {
            parts.extend(self.pick(c, |g, var| {
                var.ty.row(1).as_ref() == Some(&row)
                    && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
            }));
        }
        let sizes = parts.iter().map(|var| self.value(Self::dim(&var.ty, 0)?));
        let total: i64 = sizes.sum::<Option<i64>>()?;
        let total = self.named(c, total);
        let arrays = parts.iter().map(|var| var.name).collect();
        let ty = row.array_of(Dim::Is(total))?;
        self.bind(ty, Exp::Concat { total, arrays });
        let whole = self.scope().pop()?;
        if c.below(2) == 0 {
            self.element_of(c, &whole);
        }
        Some(())
    }

    /// Elements by strides, read or replaced: forwards, backwards, the same again, in one dimension or two.
    pub fn flat(&mut self, c: &mut Choices) -> Option<()> {
        let var = self.pick(c, |g, var| {
            var.ty.rank() == 1
                && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some_and(|n| n > 1))
        })?;
        let n = self.value(Self::dim(&var.ty, 0)?)?;
        let steps = self.steps(c, n);
        let (mut offset, mut highest) = (0, 0);
        for (count, stride) in &steps {
            let reach = (count - 1).max(0) * stride;
            offset -= reach.min(0);
            highest += reach.abs();
        }
        if c.one_in(MISS / 5) {
            offset += [-1, -1, 1, n][c.below(4)];
        } else if highest < n {
            offset += c.below((n - highest) as usize) as i64;
        }
        let offset = self.named(c, offset);
        let step = |g: &mut Self, c: &mut Choices, (count, stride): &(i64, i64)| Step {
            count: g.named(c, *count),
            stride: g.named(c, *stride),
        };
        let dims: Vec<Step> = steps.iter().map(|own| step(self, c, own)).collect();
        let part = Type::sized(dims.iter().map(|step| step.count), var.ty.element()?);
        let array = var.name;
        if c.below(2) == 1 && self.is_consumable(var.class) {
            let (value, _) = self.new_array(c, &part);
            self.consume(var.class);
            self.uses(Atom::Var(value));
            self.bind(
                var.ty,
                Exp::FlatUpdate {
                    array,
                    offset,
                    dims,
                    value,
                },
            );
        } else {
            self.view(part, Exp::FlatIndex { array, offset, dims }, var.class);
        }
        Some(())
    }

    /// Counts and strides that stay within so many elements.
    pub(super) fn steps(&mut self, c: &mut Choices, n: i64) -> Vec<(i64, i64)> {
        let mut left = n - 1;
        let mut steps = Vec::new();
        for _ in 0..1 + c.below(2) {
            // Strides that are the same see elements several times.
            let stride = match steps.last() {
                Some((_, stride)) if c.below(3) == 0 => *stride,
                _ => [1, -1, 2, -1, 3, -2, -3, 0][c.below(8)],
            };
            let most = match stride {
                0 => 2,
                _ => left / i64::abs(stride),
            };
            let count = c.below(most as usize + 2) as i64;
            left -= (count - 1).max(0) * i64::abs(stride);
            steps.push((count, stride));
        }
        steps
    }

    /// A copy is kept, the array or what sees it is written to, and both are read.
    pub fn kept_apart(&mut self, c: &mut Choices) -> Option<()> {
        let is_wanted = |g: &Generator, var: &Var| {
            let has = |dim: &Dim| matches!(dim, Dim::Is(size) if g.value(*size).is_some_and(|n| n > 0));
            var.ty.rank() > 0 && var.ty.dims().iter().all(has) && g.is_consumable(var.class)
        };
        let var = self.pick(c, is_wanted)?;
        let before = c.below(3) > 0;
        let kept = |g: &mut Generator| {
            g.bind(var.ty.clone(), Exp::Copy(var.name));
            g.scope().pop()
        };
        let mut copy = match before {
            true => kept(self),
            false => None,
        };
        let mut seen = var.clone();
        for _ in 0..c.below(3) {
            seen = self.seen_of(c, &seen)?;
        }
        if !before {
            copy = kept(self);
        }
        // Which of the two is written to.
        let (written, other) = match (c.below(4), copy) {
            (0, Some(copy)) => (copy, seen),
            (_, Some(copy)) => (seen, copy),
            (_, None) => return None,
        };
        let next = self.written(c, &written)?;
        self.element_of(c, &other);
        self.element_of(c, &next);
        Some(())
    }

    /// An array after an update of a place of it.
    pub(super) fn written(&mut self, c: &mut Choices, var: &Var) -> Option<Var> {
        let (at, left) = self.cuts(c, &var.ty, true)?;
        let ty = Type::array(left, var.ty.element()?);
        let (value, _) = match &ty {
            Type::Prim(t) => (self.scalar(c, *t), 0),
            _ => {
                let (name, class) = self.new_array(c, &ty);
                (Atom::Var(name), class)
            }
        };
        self.uses(value);
        self.consume(var.class);
        let array = var.name;
        self.bind(var.ty.clone(), Exp::Update { array, at, value });
        self.scope().pop()
    }

    /// Places of one array are written to one after the other, and perhaps read in between.
    pub fn rewritten(&mut self, c: &mut Choices) -> Option<()> {
        let mut var = self.owned(c, |var| var.ty.rank() == 1)?;
        let t = var.ty.element()?;
        let size = Self::dim(&var.ty, 0)?;
        let places = [self.index(c, size)?, self.index(c, size)?];
        for _ in 0..2 + c.below(3) {
            let at = places[c.below(2)];
            match c.below(4) {
                0 => {
                    let array = var.name;
                    self.bind(Type::Prim(t), Exp::Index { array, at: vec![at] });
                }
                1 => {
                    let (value, _) = self.new_array(c, &var.ty.clone());
                    self.uses(Atom::Var(value));
                    var = self.put(&var, Cut::whole(size), Atom::Var(value))?;
                }
                _ => {
                    let value = self.scalar(c, t);
                    self.uses(value);
                    var = self.put(&var, Cut::At(at), value)?;
                }
            }
        }
        self.element_of(c, &var);
        Some(())
    }

    fn put(&mut self, var: &Var, cut: Cut, value: Atom) -> Option<Var> {
        self.consume(var.class);
        let (array, at) = (var.name, vec![cut]);
        self.bind(var.ty.clone(), Exp::Update { array, at, value });
        self.scope().pop()
    }
}

/// Sizes of a shape of so many elements.
fn sides(c: &mut Choices, volume: i64) -> Vec<i64> {
    let mut sizes = Vec::new();
    let mut left = volume;
    for _ in 0..c.below(3) {
        let divisors: Vec<i64> = match left {
            0 => vec![0, 1, 2, 3],
            1.. => (1..=left.min(64)).filter(|k| left % k == 0).collect(),
            _ => vec![],
        };
        let Some(size) = c.pick(&divisors) else { break };
        sizes.push(*size);
        left = if *size == 0 {
            1 + c.below(3) as i64
        } else {
            left / size
        };
    }
    sizes.push(left);
    let by = c.below(sizes.len());
    sizes.rotate_left(by);
    sizes
}
