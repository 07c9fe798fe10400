//! Sizes of index sets, ordinals of members, members of ordinals (DX-CO-INDEX): numbers of type i64.

use super::emit::{blank, body, converted, one_of};
use super::expressions::read;
use super::layout::{TAG, Tagged, is_tagged, types};
use super::loops::{mapped, rows};
use super::{Made, Pass};
use elder_core::Builder;
use elder_core::tree::{Atom, Body, Exp, Form, Param, Results, Type};
use elder_dex::core::{Binder, Limit, Range, Type as Dex, Value};
use elder_dex::rules::to_core::DX_CO_INDEX;
use elder_dex::types::{equal, is_by_instance};
use elder_syntax::prim::{BinOp, PrimType, PrimValue};

impl Pass<'_> {
    /// size(T), named once for all that is within the body in which it is needed first.
    pub(super) fn size(&mut self, b: &mut Builder<'_>, set: &Dex) -> Made<Atom> {
        DX_CO_INDEX.apply();
        if let Some((_, size)) = self.scope.sizes.iter().find(|(own, _)| equal(own, set)) {
            return Ok(*size);
        }
        let size = match set {
            Value::Fin(size) => {
                let (number, _) = self.scalar(b, size)?;
                let known = self.scope.counts.iter().find(|(own, _)| *own == number);
                match known {
                    Some((_, size)) => *size,
                    None => {
                        let size = converted(b, PrimType::I32, PrimType::I64, number);
                        let size = b.number(BinOp::Max, size, Atom::i64(0));
                        self.scope.counts.push((number, size));
                        size
                    }
                }
            }
            Value::Range(range) => {
                let (first, behind) = self.ends(b, range)?;
                let size = b.number(BinOp::Sub, behind, first);
                b.number(BinOp::Max, size, Atom::i64(0))
            }
            Value::Table(binder, element) => {
                self.regular(set)?;
                let count = self.size(b, &binder.ty)?;
                let each = self.size(b, element)?;
                b.number(BinOp::Pow, each, count)
            }
            _ if let Some(counted) = self.counted_by(set) => self.size_by_instance(b, counted)?,
            _ => {
                let alternatives = self.alternatives(set)?;
                let mut sum = Atom::i64(0);
                for parts in &alternatives {
                    let size = self.product(b, parts)?;
                    sum = b.number(BinOp::Add, sum, size);
                }
                sum
            }
        };
        self.scope.sizes.push((set.clone(), size));
        Ok(size)
    }

    fn product(&mut self, b: &mut Builder<'_>, parts: &[Dex]) -> Made<Atom> {
        let mut product = Atom::i64(1);
        for part in parts {
            let size = self.size(b, part)?;
            product = b.number(BinOp::Mul, product, size);
        }
        Ok(product)
    }

    /// The ordinals of the first member of a range, and of the one behind the last.
    fn ends(&mut self, b: &mut Builder<'_>, range: &Range) -> Made<(Atom, Atom)> {
        let low = match &range.low {
            Limit::Open => Atom::i64(0),
            Limit::Including(member) => self.ordinal_of(b, member)?,
            Limit::Excluding(member) => {
                let low = self.ordinal_of(b, member)?;
                b.number(BinOp::Add, low, Atom::i64(1))
            }
        };
        let high = match &range.high {
            Limit::Open => self.size(b, &range.set)?,
            Limit::Including(member) => {
                let high = self.ordinal_of(b, member)?;
                b.number(BinOp::Add, high, Atom::i64(1))
            }
            Limit::Excluding(member) => self.ordinal_of(b, member)?,
        };
        Ok((low, high))
    }

    /// The ordinal in the whole set of the first member of a range.
    pub(super) fn first(&mut self, b: &mut Builder<'_>, range: &Range) -> Made<Atom> {
        Ok(self.ends(b, range)?.0)
    }

    /// ord(v)
    pub(super) fn ordinal_of(&mut self, b: &mut Builder<'_>, member: &Value) -> Made<Atom> {
        let (atoms, set) = self.forced(b, member)?;
        self.ordinal(b, &set, &atoms)
    }

    /// ord(w), of the scalars of w.
    pub(super) fn ordinal(&mut self, b: &mut Builder<'_>, set: &Dex, atoms: &[Atom]) -> Made<Atom> {
        match (set, atoms) {
            (Value::Fin(_) | Value::Range(_), [ordinal]) => {
                Ok(converted(b, PrimType::I32, PrimType::I64, *ordinal))
            }
            (Value::Table(binder, element), _) => self.ordinal_of_table(b, binder, element, atoms),
            _ if let Some(counted) = self.counted_by(set) => self.ordinal_by_instance(b, set, counted, atoms),
            _ => {
                let alternatives = self.alternatives(set)?;
                match (is_tagged(set, &alternatives), atoms) {
                    (Tagged::Bool, [truth]) => Ok(converted(b, PrimType::Bool, PrimType::I64, *truth)),
                    (Tagged::Number, [tag, rest @ ..]) => self.ordinal_in_sum(b, &alternatives, *tag, rest),
                    _ => match alternatives.as_slice() {
                        [parts] => self.in_tuple(b, parts, first_is_fastest(set), atoms),
                        _ => self.unexpected("a member of no constructor"),
                    },
                }
            }
        }
    }

    /// The ordinal of a tuple, the first part the slowest, or the fastest.
    fn in_tuple(
        &mut self,
        b: &mut Builder<'_>,
        parts: &[Dex],
        fastest: bool,
        mut atoms: &[Atom],
    ) -> Made<Atom> {
        let mut each = Vec::with_capacity(parts.len());
        for part in parts {
            let (own, rest) = atoms.split_at(self.count(part)?.min(atoms.len()));
            atoms = rest;
            each.push((part, own));
        }
        if fastest {
            each.reverse();
        }
        let mut ordinal = Atom::i64(0);
        for (part, own) in each {
            let size = self.size(b, part)?;
            let own = self.ordinal(b, part, own)?;
            let before = b.number(BinOp::Mul, ordinal, size);
            ordinal = b.number(BinOp::Add, before, own);
        }
        Ok(ordinal)
    }

    /// The ordinal of a table, as of the tuple of its elements.
    fn ordinal_of_table(
        &mut self,
        b: &mut Builder<'_>,
        binder: &Binder,
        element: &Dex,
        arrays: &[Atom],
    ) -> Made<Atom> {
        let count = self.size(b, &binder.ty)?;
        let each = self.size(b, element)?;
        let leaves = self.leaves(b, element)?;
        let sum = b.fresh("n", Type::SIZE);
        let before = Atom::from(sum.name);
        let index = b.fresh("i", Type::SIZE).name;
        let made = self.within(|pass| {
            body(b, |b| {
                let at = [Atom::from(index)];
                let pairs = arrays.iter().zip(&leaves);
                let own: Vec<Atom> = pairs.map(|(array, leaf)| read(b, *array, &at, leaf)).collect();
                let own = pass.ordinal(b, element, &own)?;
                let before = b.number(BinOp::Mul, before, each);
                Ok(vec![b.number(BinOp::Add, before, own)])
            })
        })?;
        let params = vec![(Param::plain(sum), Atom::i64(0))];
        let exp = Exp::repeated(params, Form::counting(index, count), made);
        Ok(b.bind_as("n", Type::SIZE, exp).into())
    }

    fn ordinal_in_sum(
        &mut self,
        b: &mut Builder<'_>,
        alternatives: &[Vec<Dex>],
        tag: Atom,
        mut atoms: &[Atom],
    ) -> Made<Atom> {
        let (mut before, mut found) = (Atom::i64(0), Atom::i64(0));
        for (constructor, parts) in alternatives.iter().enumerate() {
            let mut count = 0;
            for part in parts {
                count += self.count(part)?;
            }
            let (own, rest) = atoms.split_at(count.min(atoms.len()));
            atoms = rest;
            let place = |pass: &mut Self, b: &mut Builder<'_>| -> Made<Atom> {
                let own = pass.in_tuple(b, parts, false, own)?;
                Ok(b.number(BinOp::Add, before, own))
            };
            let data = &self.program.data;
            found = match constructor {
                // What another constructor holds is no member, and an instance asks whether it is.
                _ if parts.iter().any(|part| is_by_instance(data, part)) => {
                    let is = is_constructor(b, tag, constructor);
                    let then = self.within(|pass| body(b, |b| Ok(vec![place(pass, b)?])))?;
                    let otherwise = body(b, |_| Ok(vec![found]))?;
                    let exp = Exp::either(is, [then, otherwise], Results::plain(&[Type::SIZE]));
                    b.bind_as("k", Type::SIZE, exp).into()
                }
                0 => place(self, b)?,
                _ => {
                    let own = place(self, b)?;
                    let is = is_constructor(b, tag, constructor);
                    chosen(b, is, own, found)
                }
            };
            let size = self.product(b, parts)?;
            before = b.number(BinOp::Add, before, size);
        }
        Ok(found)
    }

    /// elem_T(k), as scalars.
    pub(super) fn member(&mut self, b: &mut Builder<'_>, set: &Dex, ordinal: Atom) -> Made<Vec<Atom>> {
        match set {
            Value::Fin(_) | Value::Range(_) => Ok(vec![converted(b, PrimType::I64, PrimType::I32, ordinal)]),
            Value::Table(binder, element) => self.member_table(b, set, (binder, element), ordinal),
            _ if let Some(counted) = self.counted_by(set) => {
                self.member_by_instance(b, set, counted, ordinal)
            }
            _ => {
                let alternatives = self.alternatives(set)?;
                match is_tagged(set, &alternatives) {
                    Tagged::Bool => Ok(vec![b.compare("is", BinOp::Ne, ordinal, Atom::i64(0))]),
                    Tagged::Nothing => self.tuple(b, &alternatives[0], first_is_fastest(set), ordinal),
                    Tagged::Number => self.member_of_sum(b, &alternatives, ordinal),
                }
            }
        }
    }

    /// The parts of a member of a product.
    fn tuple(
        &mut self,
        b: &mut Builder<'_>,
        parts: &[Dex],
        fastest: bool,
        mut ordinal: Atom,
    ) -> Made<Vec<Atom>> {
        let mut all = Vec::with_capacity(parts.len());
        let mut order: Vec<&Dex> = parts.iter().collect();
        if fastest {
            order.reverse();
        }
        for (place, part) in order.into_iter().enumerate().rev() {
            let own = match place {
                0 => ordinal,
                _ => {
                    let size = self.size(b, part)?;
                    let own = b.number(BinOp::Rem, ordinal, size);
                    ordinal = b.number(BinOp::Quot, ordinal, size);
                    own
                }
            };
            all.push(self.member(b, part, own)?);
        }
        if !fastest {
            all.reverse();
        }
        Ok(all.concat())
    }

    /// A table as a member: an element is a digit of the ordinal, and the first has all that is left.
    fn member_table(
        &mut self,
        b: &mut Builder<'_>,
        set: &Dex,
        (binder, element): (&Binder, &Dex),
        ordinal: Atom,
    ) -> Made<Vec<Atom>> {
        let leaves = self.leaves(b, set)?;
        let count = self.size(b, &binder.ty)?;
        let each = self.size(b, element)?;
        let last = b.number(BinOp::Sub, count, Atom::i64(1));
        let index = b.fresh("i", Type::SIZE);
        let at = Atom::from(index.name);
        let made = self.within(|pass| {
            body(b, |b| {
                let behind = b.number(BinOp::Sub, last, at);
                let behind = b.number(BinOp::Pow, each, behind);
                // An empty set has no members, whatever is made of a number without a test.
                let behind = b.number(BinOp::Max, behind, Atom::i64(1));
                let from = b.number(BinOp::Quot, ordinal, behind);
                let each = b.number(BinOp::Max, each, Atom::i64(1));
                let digit = b.number(BinOp::Rem, from, each);
                let is_first = b.compare("is", BinOp::Eq, at, Atom::i64(0));
                let own = chosen(b, is_first, from, digit);
                pass.member(b, element, own)
            })
        })?;
        Ok(mapped(b, "member", count, index, made, &rows(&leaves)))
    }

    /// The member of an alternative, with some values for what other constructors hold.
    fn member_of_sum(
        &mut self,
        b: &mut Builder<'_>,
        alternatives: &[Vec<Dex>],
        ordinal: Atom,
    ) -> Made<Vec<Atom>> {
        let (mut before, mut tag) = (Atom::i64(0), Atom::Const(TAG.number(0)));
        let mut held = Vec::new();
        for (constructor, parts) in alternatives.iter().enumerate() {
            let mut leaves = Vec::new();
            for part in parts {
                leaves.append(&mut self.leaves(b, part)?);
            }
            let size = self.product(b, parts)?;
            let behind = b.number(BinOp::Add, before, size);
            let from = b.compare("is", BinOp::Ge, ordinal, before);
            let below = b.compare("is", BinOp::Lt, ordinal, behind);
            let is = b.logic("is", BinOp::And, from, below);
            let own = Atom::Const(TAG.number(constructor as i128));
            tag = select(b, is, own, tag, &Type::Prim(TAG));
            let then = self.within(|pass| {
                body(b, |b| {
                    let own = b.number(BinOp::Sub, ordinal, before);
                    pass.tuple(b, parts, false, own)
                })
            })?;
            let otherwise = body(b, |b| Ok(leaves.iter().map(|leaf| blank(b, leaf)).collect()))?;
            held.extend(one_of(b, "part", is, [then, otherwise], types(&leaves)));
            before = behind;
        }
        held.insert(0, tag);
        Ok(held)
    }
}

/// DX-CO-INDEX: in records the first field is the fastest, in pairs and what constructors hold the last.
fn first_is_fastest(set: &Dex) -> bool {
    matches!(set, Value::RecordType(_))
}

/// Whether a tag says this constructor.
pub(super) fn is_constructor(b: &mut Builder<'_>, tag: Atom, constructor: usize) -> Atom {
    let wanted = Atom::Const(TAG.number(constructor as i128));
    b.op("is", (BinOp::Eq, TAG), tag, wanted)
}

/// One of two numbers.
fn chosen(b: &mut Builder<'_>, condition: Atom, then: Atom, otherwise: Atom) -> Atom {
    select(b, condition, then, otherwise, &Type::SIZE)
}

/// One of two scalars.
pub(super) fn select(b: &mut Builder<'_>, condition: Atom, then: Atom, otherwise: Atom, ty: &Type) -> Atom {
    if let Atom::Const(PrimValue::Bool(known)) = condition {
        return if known { then } else { otherwise };
    }
    let bodies = [then, otherwise].map(|given| Body::of(Vec::new(), vec![given]));
    let exp = Exp::either(condition, bodies, Results::plain([ty]));
    b.bind_as("n", ty.clone(), exp).into()
}
