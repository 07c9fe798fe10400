//! Arrays that lie in larger ones: turned, in parts in either direction, by strides, regrouped, and such in each other; and skeletons that take them.
//!
//! What accumulators and writes go to lies so too.  No two elements are the same but for few, as far as the type has numbers, so whoever takes another
//! element, or leaves out what was there, gives other numbers.

use super::scope::{Generator, Var};
use super::soacs::arrays;
use crate::Choices;
use elder_core::tree::{Atom, Cut, Exp, Soac, Step, Type};
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};

/// Sizes of what skeletons work on: none, one, and those beside what the chunks of a tiny machine come to.
pub(super) const WIDTHS: [i64; 12] = [3, 5, 2, 7, 4, 1, 6, 9, 0, 8, 11, 13];

/// Sizes of rows.
const ROWS: [i64; 6] = [2, 3, 1, 2, 0, 4];

/// The combinators that take such arrays, by their places in the table of [`Generator::combinator`].
const TAKING: [usize; 12] = [0, 0, 3, 3, 4, 4, 5, 6, 7, 8, 11, 11];

/// So many elements are written down at most; more are computed.
const WRITTEN: i64 = 8;

impl Generator {
    /// A combinator over one or two arrays that lie somewhere, of types of their own.
    pub fn skeletal(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let width = WIDTHS[c.below(WIDTHS.len())];
        let width = self.named(c, width);
        for _ in 0..1 + c.below(2) {
            let t = self.prim_type(c);
            let mut sizes = vec![width];
            for _ in 0..c.below(5) / 3 {
                let row = ROWS[c.below(ROWS.len())];
                sizes.push(self.named(c, row));
            }
            self.lain(c, t, &sizes)?;
        }
        let kind = TAKING[c.below(TAKING.len())];
        self.combinator(c, kind, depth)
    }

    /// An array of these sizes, which are known, that lies in one or two others, or in none.
    pub(super) fn lain(&mut self, c: &mut Choices, t: PrimType, sizes: &[Atom]) -> Option<Var> {
        let within = [1, 2, 0][c.below(3)];
        self.lain_within(c, t, sizes.to_vec(), within)
    }

    fn lain_within(&mut self, c: &mut Choices, t: PrimType, sizes: Vec<Atom>, within: usize) -> Option<Var> {
        let rank = sizes.len();
        let ty = Type::sized(sizes.iter().copied(), t);
        let (base, exp) = match (within, c.below(7)) {
            (0, _) => return self.whole(t, &sizes),
            (_, 0 | 1) if rank > 1 => {
                let order = self.order(c, rank);
                let mut turned = sizes.clone();
                for (size, k) in sizes.iter().zip(&order) {
                    turned[usize::from(*k)] = *size;
                }
                let base = self.lain_within(c, t, turned, within - 1)?;
                let array = base.name;
                (base, Exp::Rearrange { order, array })
            }
            (_, 0..=3) => {
                let (larger, at) = self.larger(c, &sizes)?;
                let base = self.lain_within(c, t, larger, within - 1)?;
                let array = base.name;
                (base, Exp::Slice { array, at })
            }
            (_, 4 | 5) => {
                let (length, offset, dims) = self.strides(c, &sizes)?;
                let base = self.lain_within(c, t, vec![length], within - 1)?;
                let array = base.name;
                (base, Exp::FlatIndex { array, offset, dims })
            }
            _ => {
                let volume: i64 = (sizes.iter())
                    .map(|size| self.value(*size))
                    .product::<Option<i64>>()?;
                let volume = self.named(c, volume);
                let base = self.lain_within(c, t, vec![volume], within - 1)?;
                let (dims, array) = (sizes, base.name);
                (base, Exp::Reshape { dims, array })
            }
        };
        self.uses(Atom::Var(base.name));
        // What it lies in is seen besides, sometimes.
        if c.below(3) > 0 {
            self.closed([base.name]);
        }
        self.view(ty, exp, base.class);
        self.scope().pop()
    }

    /// An array of these sizes that is made.
    fn whole(&mut self, t: PrimType, sizes: &[Atom]) -> Option<Var> {
        let volume: i64 = (sizes.iter())
            .map(|size| self.value(*size))
            .product::<Option<i64>>()?;
        let count = match sizes {
            [own] => *own,
            _ => Atom::i64(volume),
        };
        let flat = Type::sized([count], t);
        let mut array = if t != PrimType::I64 && (1..=WRITTEN).contains(&volume) {
            let elements = (2..2 + volume).map(|k| match t {
                PrimType::Bool => Atom::Const(PrimValue::Bool(k % 3 == 0)),
                _ => Atom::Const(t.number(k.into())),
            });
            let (row, elements) = (Type::Prim(t), elements.collect());
            let ty = Type::sized([Atom::i64(volume)], t);
            let array = self.bind(ty, Exp::Literal { row, elements });
            self.closed([array]);
            match count {
                Atom::Var(_) => self.bind(
                    flat,
                    Exp::Reshape {
                        dims: vec![count],
                        array,
                    },
                ),
                Atom::Const(_) => array,
            }
        } else {
            let numbers = self.bind(Type::sized([count], PrimType::I64), Exp::Iota(count));
            self.closed([numbers]);
            match t {
                PrimType::I64 => numbers,
                _ => {
                    let element = self.fresh(Type::SIZE);
                    let convert = PrimFn::Convert(PrimType::I64, t);
                    let function = self.lambda(vec![(element.clone(), true)], |g, _| {
                        vec![(g.prim(convert, vec![Atom::Var(element.name)]), Type::Prim(t))]
                    });
                    let types = arrays(&function.results, count)?;
                    let exp = Exp::soac(count, vec![numbers], Soac::map(vec![], function));
                    let array = *self.bind_all(types, exp).first()?;
                    self.closed([array]);
                    array
                }
            }
        };
        if sizes.len() != 1 {
            self.closed([array]);
            let dims = sizes.to_vec();
            array = self.bind(
                Type::sized(sizes.iter().copied(), t),
                Exp::Reshape { dims, array },
            );
        }
        match self.scope().pop() {
            Some(own) if own.name == array => Some(own),
            _ => {
                self.declare(array, Type::sized(sizes.iter().copied(), t), false);
                self.scope().pop()
            }
        }
    }

    /// A number that is known before the program runs, or then only.
    fn unsure(&mut self, c: &mut Choices, value: i64) -> Atom {
        match c.below(4) {
            0 => Atom::Var(self.bind(Type::SIZE, Exp::Opaque(Atom::i64(value)))),
            _ => self.named(c, value),
        }
    }

    /// Sizes of a larger array, perhaps of one dimension more, and the part of it that has these sizes.
    fn larger(&mut self, c: &mut Choices, sizes: &[Atom]) -> Option<(Vec<Atom>, Vec<Cut>)> {
        let (mut larger, mut at) = (Vec::new(), Vec::new());
        let beside = match c.below(3) {
            0 => Some(c.below(sizes.len() + 1)),
            _ => None,
        };
        for k in 0..=sizes.len() {
            if beside == Some(k) {
                let count = 1 + c.below(3);
                let place = [count - 1, 0, c.below(count)][c.below(3)];
                larger.push(Atom::i64(count as i64));
                at.push(Cut::At(Atom::i64(place as i64)));
            }
            let Some(count) = sizes.get(k).copied() else {
                break;
            };
            let many = self.value(count)?;
            let stride = match c.one_in(10) {
                true => 0,
                false => [1, -1, 2, 1, -2, 3][c.below(6)],
            };
            let reach = (many - 1).max(0) * i64::abs(stride);
            let (before, behind) = (c.below(3) as i64, c.below(3) as i64);
            let start = before + if stride < 0 { reach } else { 0 };
            larger.push(Atom::i64(before + reach + many.min(1) + behind));
            let (start, stride) = (self.unsure(c, start), self.unsure(c, stride));
            at.push(Cut::Section { start, count, stride });
        }
        Some((larger, at))
    }

    /// How long a vector is of which an array of these sizes is seen by strides, from where, and by which: rows or columns one after the other, in either
    /// direction, with room between.
    fn strides(&mut self, c: &mut Choices, sizes: &[Atom]) -> Option<(Atom, Atom, Vec<Step>)> {
        let many: Vec<i64> = (sizes.iter())
            .map(|size| self.value(*size))
            .collect::<Option<_>>()?;
        let mut strides = vec![0; many.len()];
        let mut stride = 1 + c.below(2) as i64;
        for k in self.order(c, many.len()) {
            let (Some(own), Some(many)) = (strides.get_mut(usize::from(k)), many.get(usize::from(k))) else {
                continue;
            };
            // Seldom all of a dimension are one.
            *own = match c.below(10) {
                0 => 0,
                1..=3 => -stride,
                _ => stride,
            };
            stride = stride * (*many).max(1) + c.below(2) as i64;
        }
        let is_none = many.contains(&0);
        let reaches: Vec<i64> = many
            .iter()
            .zip(&strides)
            .map(|(many, stride)| (many - 1).max(0) * stride)
            .collect();
        let (before, behind) = (c.below(3) as i64, c.below(2) as i64);
        let offset = before - reaches.iter().map(|reach| (*reach).min(0)).sum::<i64>();
        let highest = offset + reaches.iter().map(|reach| (*reach).max(0)).sum::<i64>();
        let (length, offset) = match is_none {
            true => (before + behind, 0),
            false => (highest + 1 + behind, offset),
        };
        let mut dims = Vec::new();
        for (count, stride) in sizes.iter().zip(strides) {
            let stride = self.unsure(c, stride);
            dims.push(Step {
                count: *count,
                stride,
            });
        }
        let offset = self.named(c, offset);
        Some((self.named(c, length), offset, dims))
    }
}
