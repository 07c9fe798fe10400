//! Combinators that Core does not have, written out: `partition` and `flatmap`.

use super::control::Hiding;
use super::emit::left;
use super::flatten::Component;
use super::scope::SIZE;
use super::soac::targets;
use super::{Made, Pass, unexpected};
use crate::normal::Blamed;
use elder_core::Builder;
use elder_core::tree::{Atom, Binder, Cut, Dim, Exp as Core, Form, Param, Soac, Type};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Exp, TypeKind};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimType};

impl Pass<'_> {
    /// FUT-E-PARTITION: the class of each element; how many are in each class, and where each class begins; then each element goes to the next
    /// place of its class.
    pub fn partition(
        &mut self,
        b: &mut Builder<'_>,
        classes: Atom,
        f: &Exp,
        xs: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        const MANY: Blamed = (&rules::FUT_E_PARTITION, "classes");
        const CLASS: Blamed = (&rules::FUT_E_PARTITION, "class");
        let (zero, one) = (Atom::i64(0), Atom::i64(1));
        let classes = self.convert(b, classes, SIZE);
        let natural = self.number(b, BinOp::Le, zero, classes);
        self.assert(b, natural, span, MANY);
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let elements = self.elements(b, &xs);
        let function = self.lambda(b, &elements, &[Type::SIZE], |this, b, atoms| {
            let class = this.applied(b, f, &[atoms.to_vec()], true)?;
            let low = this.number(b, BinOp::Le, zero, class[0]);
            let high = this.number(b, BinOp::Lt, class[0], classes);
            let known = b.logic("c", BinOp::And, low, high);
            this.assert(b, known, span, CLASS);
            Ok(class)
        })?;
        let class = self.mapped(b, width, &xs, function)?[0];
        // How many are in each class.
        let counters = Type::sized([classes], SIZE);
        let (count, value) = (classes, zero);
        let zeros = self.bind(b, "zeros", counters.clone(), Core::Replicate { count, value });
        let count = |_: &mut Self, _: &mut Builder<'_>, i: &[Atom]| Ok(vec![i[0], one]);
        let function = self.lambda(b, &[Type::SIZE], &[Type::SIZE, Type::SIZE], count)?;
        let operator = b.sum();
        let into = vec![(targets(&[zeros], 1), operator)];
        let counts = self.combined(
            b,
            width,
            &[class],
            Soac::Hist { function, into },
            vec![counters.clone()],
        )[0];
        let begins = self.begins(b, classes, counts)?;
        let places = self.places(b, class, begins, width)?;
        let mut out = Vec::with_capacity(xs.len() + 1);
        for x in &xs {
            let ty = self.type_of(b, *x);
            let blank = self.bind(b, "a", ty.clone(), Core::Blank(ty));
            out.extend(self.scatter(b, &[blank], &[places], &[*x], span)?);
        }
        out.push(counts);
        Ok(out)
    }

    /// Where each of several parts begins, of so many elements each: the sum of those before.
    fn begins(&mut self, b: &mut Builder<'_>, width: Atom, counts: Atom) -> Made<Atom> {
        let operator = b.sum();
        let function = self.identity(b, &[Type::SIZE])?;
        let soac = Soac::scanomap(operator, function);
        let types = vec![self.type_of(b, counts)];
        let ends = self.combined(b, width, &[counts], soac, types)[0];
        let difference = |this: &mut Self, b: &mut Builder<'_>, x: &[Atom]| {
            Ok(vec![this.number(b, BinOp::Sub, x[0], x[1])])
        };
        let function = self.lambda(b, &[Type::SIZE, Type::SIZE], &[Type::SIZE], difference)?;
        Ok(self.mapped(b, width, &[ends, counts], function)?[0])
    }

    /// A loop of so many rounds that updates these: what a round makes of them, given its number.
    fn counted(
        &mut self,
        b: &mut Builder<'_>,
        bound: Atom,
        first: &[Atom],
        round: impl FnOnce(&mut Self, &mut Builder<'_>, Atom, &[Atom]) -> Made<Vec<Atom>>,
    ) -> Made<Vec<Atom>> {
        let types: Vec<Type> = first.iter().map(|atom| self.type_of(b, *atom)).collect();
        let hiding = Hiding::nothing(&types);
        let binders: Vec<Binder> = types.into_iter().map(|ty| b.fresh("a", ty)).collect();
        let state: Vec<Atom> = binders.iter().map(|binder| binder.name.into()).collect();
        let index = b.fresh("i", Type::SIZE).name;
        let body = self.body(b, &hiding, |this, b| round(this, b, index.into(), &state))?;
        let params = binders.into_iter().map(|binder| Param::new(binder, true));
        let params = params.zip(first.iter().copied()).collect();
        let exp = Core::repeated(params, Form::counting(index, bound), body);
        let pat = self.pattern(b, &hiding);
        Ok(self.bind_pat(b, pat, exp))
    }

    /// The place of each element: where its class begins, behind those of its class before it.
    fn places(&mut self, b: &mut Builder<'_>, class: Atom, begins: Atom, width: Atom) -> Made<Atom> {
        let places = Type::sized([width], SIZE);
        let blank = self.bind(b, "places", places.clone(), Core::Blank(places));
        let made = self.counted(b, width, &[begins, blank], |this, b, i, state| {
            let own = this.part(b, class, vec![Cut::At(i)]);
            let place = this.part(b, state[0], vec![Cut::At(own)]);
            let behind = this.number(b, BinOp::Add, place, Atom::i64(1));
            let next = this.replaced(b, state[0], vec![Cut::At(own)], behind);
            let places = this.replaced(b, state[1], vec![Cut::At(i)], place);
            Ok(vec![next, places])
        })?;
        Ok(made[1])
    }

    /// An array with a part replaced.
    fn replaced(&mut self, b: &mut Builder<'_>, array: Atom, at: Vec<Cut>, value: Atom) -> Atom {
        let (ty, Atom::Var(array)) = (self.type_of(b, array), array) else {
            return array;
        };
        self.bind(b, "a", ty, Core::Update { array, at, value })
    }

    /// FUT-E-MAP with irregular results: how many each element gives is found first, with what is regular; then each puts its own where those
    /// before it end.
    pub fn flatmap(&mut self, b: &mut Builder<'_>, f: &Exp, xs: &[Atom], e: &Exp) -> Made<Vec<Atom>> {
        let span = e.span;
        let TypeKind::Record(fields) = &*e.ty else {
            return Err(unexpected(span, "a flatmap of another type"));
        };
        let [_, _, _, (_, data), (_, others)] = fields.as_slice() else {
            return Err(unexpected(span, "a flatmap of another type"));
        };
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let elements = self.elements(b, &xs);
        let regular = self.element_components(others, span)?;
        let parts = self.element_components(data, span)?;
        let mut results = vec![Type::SIZE];
        for component in &regular {
            results.push(self.component(b, component)?);
        }
        let many = parts.len();
        let function = self.lambda(b, &elements, &results, |this, b, atoms| {
            let own = this.copies(b, atoms);
            let mut given = this.applied(b, f, &[own], true)?;
            let size = this.size_of(b, given[0], 0);
            given.splice(..many, [size]);
            Ok(given)
        })?;
        let mut found = self.mapped(b, width, &xs, function)?;
        let others = found.split_off(1);
        let sizes = found[0];
        let offsets = self.begins(b, width, sizes)?;
        let operator = b.sum();
        let function = self.identity(b, &[Type::SIZE])?;
        let total = self.combined(
            b,
            width,
            &[sizes],
            Soac::redomap(operator, function),
            vec![Type::SIZE],
        )[0];
        let (flags, data) = self.put_together(b, f, &xs, (&parts, total), (offsets, sizes, width))?;
        let mut out = vec![sizes, flags, offsets];
        out.extend(data);
        out.extend(others);
        Ok(out)
    }

    /// The irregular results one after the other, in a loop over the elements, and where each begins.
    fn put_together(
        &mut self,
        b: &mut Builder<'_>,
        f: &Exp,
        xs: &[Atom],
        (parts, total): (&[Component], Atom),
        (offsets, sizes, width): (Atom, Atom, Atom),
    ) -> Made<(Atom, Vec<Atom>)> {
        let mut types = vec![Type::sized([total], PrimType::Bool)];
        for part in parts {
            let row = self.sized(b, part)?;
            types.extend(row.array_of(Dim::Is(total)));
        }
        let blank = |ty: Type| self.bind(b, "a", ty.clone(), Core::Blank(ty));
        let blanks: Vec<Atom> = types.into_iter().map(blank).collect();
        let mut made = self.counted(b, width, &blanks, |this, b, i, into| {
            let row: Vec<Atom> = xs.iter().map(|x| this.part(b, *x, vec![Cut::At(i)])).collect();
            let row = this.copies(b, &row);
            let given = this.applied(b, f, &[row], true)?;
            let start = this.part(b, offsets, vec![Cut::At(i)]);
            let count = this.part(b, sizes, vec![Cut::At(i)]);
            // The first one is flagged, if there is one.
            let some = this.number(b, BinOp::Lt, Atom::i64(0), count);
            let flagged = this.convert(b, some, SIZE);
            let flags = Core::Replicate {
                count: flagged,
                value: Atom::TRUE,
            };
            let flag = this.bind(b, "a", Type::sized([flagged], PrimType::Bool), flags);
            let mut next = Vec::with_capacity(into.len());
            let counts = std::iter::once(flagged).chain(std::iter::repeat(count));
            let values = std::iter::once(flag).chain(given);
            for ((array, value), count) in into.iter().zip(values).zip(counts) {
                let stride = Atom::i64(1);
                let mut at = vec![Cut::Section { start, count, stride }];
                at.extend(this.whole(b, *array, 1));
                let value = this.fit(b, value, &left(&at));
                next.push(this.replaced(b, *array, at, value));
            }
            Ok(next)
        })?;
        let data = made.split_off(1);
        Ok((made[0], data))
    }
}
