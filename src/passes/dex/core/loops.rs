//! Loops by their classes (DX-CO-FOR).

use super::accumulators::{Group, groups};
use super::emit::{bind_all, blank, body, filled};
use super::exceptions::{THROWN, any, either, throws};
use super::expressions::{Named, cuts};
use super::held::{Carried, Given, bind_given, body_of, padded};
use super::layout::{Leaf, types};
use super::references::{Cell, Touched, touched};
use super::{Made, Pass};
use elder_core::tree::{Atom, Binder, Exp, Form, Lambda, Soac, Type};
use elder_core::{Body, Builder, Name};
use elder_dex::core::{Class, Loop as Dex};
use elder_dex::rules::to_core::DX_CO_FOR;
use elder_syntax::names::Text;
use elder_syntax::prim::BinOp;

impl Pass<'_> {
    /// DX-CO-FOR
    pub(super) fn for_loop(&mut self, b: &mut Builder<'_>, l: &Dex, named: Named<'_>) -> Made<Vec<Atom>> {
        DX_CO_FOR.apply();
        let count = self.size(b, &l.binder.ty)?;
        let text = self.called(named.stm.binder.name);
        let touched = touched(&self.regions.of, &self.scope.cells, [&l.body]);
        let cells = self.all_cells(&touched);
        let all_accs = cells.iter().all(|cell| cell.is_acc());
        let is_mixed = !all_accs && cells.iter().any(|cell| cell.is_acc());
        let leaves = self.before(named.ty(), |pass| pass.blank_leaves(b, named.ty()))?;
        let leaves = match self.has_held(named.ty())? {
            true => {
                let in_order = l.descending && !self.partial.is_total_block(&l.body);
                let mut round = |pass: &mut Self, b: &mut Builder<'_>, at: Atom| {
                    let ordinal = match l.descending {
                        true => from_last(b, count, at),
                        false => at,
                    };
                    Ok(pass.round(b, l, ordinal, &vec![], &[])?.0)
                };
                self.roomy(b, (count, leaves), (&touched, in_order), &mut round)?
            }
            false => leaves,
        };
        let mut is_held = false;
        for region in &touched {
            is_held |= self.is_held(*region)?;
        }
        match l.class {
            None => self.unexpected("a loop without a class"),
            // What fails first is the last element that fails.
            Some(Class::Parallel) if l.descending && !self.partial.is_total_block(&l.body) => {
                self.looped(b, l, &text, (&leaves, count), &touched)
            }
            Some(Class::Parallel) => self.mapped(b, l, &text, (&leaves, count), &touched),
            // Another order of additions has other bits; accumulators from outside cannot be used beside new ones.
            Some(Class::Accumulating) if l.descending || is_mixed || is_held => {
                self.looped(b, l, &text, (&leaves, count), &touched)
            }
            Some(Class::Accumulating) if all_accs => self.mapped(b, l, &text, (&leaves, count), &touched),
            Some(Class::Accumulating) => self.accumulating(b, l, &text, (&leaves, count), &touched),
            Some(Class::Sequential) => self.looped(b, l, &text, (&leaves, count), &touched),
        }
    }

    /// An element: the scalars, behind what regions hold then, and whether it has thrown if it may.
    fn round(
        &mut self,
        b: &mut Builder<'_>,
        l: &Dex,
        ordinal: Atom,
        touched: &Touched,
        leaves: &[Leaf],
    ) -> Made<(Vec<Atom>, Option<Atom>)> {
        let member = self.member(b, &l.binder.ty, ordinal)?;
        let known = (member, l.binder.ty.clone());
        self.values.insert(l.binder.name, known);
        let (element, _) = self.block(b, &l.body)?;
        let mut results = self.cell_atoms(touched);
        let thrown = throws([&l.body]).then(|| self.thrown());
        for (number, atom) in element.into_iter().enumerate() {
            results.push(match leaves.get(number) {
                Some(leaf) => padded(b, atom, &leaf.row()),
                None => atom,
            });
        }
        Ok((results, thrown))
    }

    /// `map`, with the accumulators that elements add to.
    fn mapped(
        &mut self,
        b: &mut Builder<'_>,
        l: &Dex,
        text: &Text,
        (leaves, count): (&[Leaf], Atom),
        touched: &Touched,
    ) -> Made<Vec<Atom>> {
        let cells = self.all_cells(touched);
        let accs: Vec<Name> = cells.iter().filter_map(|cell| cell.atom.name()).collect();
        let own: Vec<Binder> = cells.iter().map(|cell| b.fresh("acc", cell.ty())).collect();
        let index = b.fresh("i", Type::SIZE);
        let names: Vec<Atom> = own.iter().map(|own| own.name.into()).collect();
        let made = self.within(|pass| {
            body(b, |b| {
                pass.set_cells(b, touched, &names)?;
                let (mut results, thrown) = pass.round(b, l, index.name.into(), touched, leaves)?;
                results.extend(thrown);
                Ok(results)
            })
        })?;
        let inputs = vec![iota(b, count)];
        let throws = throws([&l.body]);
        let mut rows = rows(leaves);
        rows.extend(throws.then_some(THROWN));
        let mut atoms = mapped_called(b, text, count, inputs, (accs, own), vec![index], made, &rows);
        if throws {
            self.scope.thrown = atoms.pop().map(|flags| any(b, count, flags));
        }
        let elements = atoms.split_off(cells.len());
        self.set_cells(b, touched, &atoms)?;
        Ok(elements)
    }

    /// `map` under `with_acc`: what regions hold becomes accumulators for the loop.
    fn accumulating(
        &mut self,
        b: &mut Builder<'_>,
        l: &Dex,
        text: &Text,
        (leaves, count): (&[Leaf], Atom),
        touched: &Touched,
    ) -> Made<Vec<Atom>> {
        let regions: Vec<Vec<Group>> = self
            .cells_by_region(touched)
            .iter()
            .map(|cells| groups(cells))
            .collect();
        let all = || regions.iter().flatten();
        let updates: Made<Vec<_>> = all().map(|group| self.accumulated(b, group)).collect();
        let updates = updates?;
        let throws = throws([&l.body]);
        let accs: Vec<Type> = all().map(|group| Type::Acc(group.acc.clone())).collect();
        let params: Vec<Binder> = accs.iter().map(|acc| b.fresh("acc", acc.clone())).collect();
        let mut names = params.iter().map(|param| Atom::from(param.name));
        let within: Vec<Vec<Cell>> = regions
            .iter()
            .map(|groups| {
                groups
                    .iter()
                    .zip(&mut names)
                    .map(|(group, acc)| group.cell(acc))
                    .collect()
            })
            .collect();
        let made = self.within(|pass| {
            for (region, cells) in touched.iter().zip(within) {
                pass.scope.cells.insert(*region, cells);
            }
            body(b, |b| {
                let elements = pass.mapped(b, l, text, (leaves, count), touched)?;
                let mut results = pass.cell_atoms(touched);
                results.extend(elements);
                results.extend(throws.then(|| pass.thrown()));
                Ok(results)
            })
        })?;
        let thrown = throws.then_some(THROWN);
        let results = accs
            .into_iter()
            .chain(types(leaves))
            .chain(thrown.clone())
            .collect();
        let function = Box::new(Lambda::new(params, made, results));
        let under = all().flat_map(Group::arrays);
        let given: Vec<Type> = under.chain(types(leaves)).chain(thrown).collect();
        let mut atoms = bind_all(b, text, given, Exp::WithAcc { updates, function });
        if throws {
            self.scope.thrown = atoms.pop();
        }
        let count = all().map(|group| group.cells.len()).sum();
        let elements = atoms.split_off(count);
        let held = all().flat_map(|group| group.cells.iter().map(|cell| (group.is_one(), cell.ty())));
        for ((is_one, ty), atom) in held.zip(&mut atoms) {
            if let (true, Some(array)) = (is_one, atom.name()) {
                *atom = b
                    .bind_as("sum", ty.clone(), Exp::row(array, [Atom::i64(0)], &ty))
                    .into();
            }
        }
        self.set_cells(b, touched, &atoms)?;
        Ok(elements)
    }

    /// `loop`: what regions hold and the table are carried on, and the table is written in place.
    fn looped(
        &mut self,
        b: &mut Builder<'_>,
        l: &Dex,
        text: &Text,
        (leaves, count): (&[Leaf], Atom),
        touched: &Touched,
    ) -> Made<Vec<Atom>> {
        let cells = self.all_cells(touched);
        let mut first: Vec<Atom> = cells.iter().map(|cell| cell.atom).collect();
        // Behind rows that are smaller there are zeros.
        first.extend(leaves.iter().map(|leaf| match leaf.ragged.contains(&true) {
            true => filled(b, &leaf.dims, Atom::Const(leaf.element.number(0))),
            false => blank(b, leaf),
        }));
        let throws = throws([&l.body]);
        first.extend(throws.then_some(Atom::FALSE));
        let mut given = self.given_cells(touched)?;
        given.extend(types(leaves).into_iter().map(Given::Known));
        given.extend(throws.then_some(Given::Known(THROWN)));
        let carried = Carried::of(b, text, &given, first);
        let names = carried.names();
        let (held, tables) = names.split_at(cells.len());
        let index = b.fresh("i", Type::SIZE).name;
        let made = self.within(|pass| {
            body_of(b, &given, |b| {
                pass.set_cells(b, touched, held)?;
                let ordinal = match l.descending {
                    true => from_last(b, count, index.into()),
                    false => index.into(),
                };
                let (mut results, own) = pass.round(b, l, ordinal, touched, leaves)?;
                let elements = results.split_off(held.len());
                for ((table, leaf), value) in tables.iter().zip(leaves).zip(elements) {
                    results.push(element_written(b, *table, ordinal, leaf, value));
                }
                if let (Some(own), Some(before)) = (own, names.last()) {
                    results.push(either(b, *before, own));
                }
                Ok(results)
            })
        })?;
        let exp = carried.repeated(Form::counting(index, count), made);
        let mut atoms = bind_given(b, text, &given, exp);
        if throws {
            self.scope.thrown = atoms.pop();
        }
        let elements = atoms.split_off(cells.len());
        self.set_cells(b, touched, &atoms)?;
        Ok(elements)
    }
}

/// The ordinal that is as far from the last.
fn from_last(b: &mut Builder<'_>, count: Atom, at: Atom) -> Atom {
    let last = b.number(BinOp::Sub, count, Atom::i64(1));
    b.number(BinOp::Sub, last, at)
}

/// A table with an element of this ordinal.
fn element_written(b: &mut Builder<'_>, table: Atom, ordinal: Atom, leaf: &Leaf, value: Atom) -> Atom {
    let Some(array) = table.name() else { return table };
    let at = cuts(&[ordinal], &leaf.row());
    b.bind_as("table", leaf.ty(), Exp::Update { array, at, value })
        .into()
}

/// The types of the elements of tables.
pub(super) fn rows(leaves: &[Leaf]) -> Vec<Type> {
    leaves.iter().map(|leaf| leaf.row().ty()).collect()
}

/// The ordinals of an index set of so many members.
pub(super) fn iota(b: &mut Builder<'_>, count: Atom) -> Name {
    b.bind_as("is", Type::SIZE.rows(count), Exp::Iota(count))
}

/// `map` over so many ordinals, whose elements have these types.
pub(super) fn mapped(
    b: &mut Builder<'_>,
    text: &str,
    count: Atom,
    index: Binder,
    body: Body,
    rows: &[Type],
) -> Vec<Atom> {
    let inputs = vec![iota(b, count)];
    let none = (vec![], vec![]);
    mapped_called(b, &Text::new(text), count, inputs, none, vec![index], body, rows)
}

/// `map` over inputs, with accumulators and what they are called within.
pub(super) fn mapped_with(
    b: &mut Builder<'_>,
    count: Atom,
    inputs: Vec<Name>,
    accs: (Vec<Name>, Vec<Binder>),
    params: Vec<Binder>,
    body: Body,
    rows: &[Type],
) -> Vec<Atom> {
    let text = Text::new_static("acc");
    mapped_called(b, &text, count, inputs, accs, params, body, rows)
}

#[expect(clippy::too_many_arguments)]
fn mapped_called(
    b: &mut Builder<'_>,
    text: &Text,
    count: Atom,
    inputs: Vec<Name>,
    (accs, own): (Vec<Name>, Vec<Binder>),
    params: Vec<Binder>,
    body: Body,
    rows: &[Type],
) -> Vec<Atom> {
    let handed: Vec<Type> = own.iter().map(|own| own.ty.clone()).collect();
    let params = own.into_iter().chain(params).collect();
    let results = handed.iter().chain(rows).cloned().collect();
    let exp = Exp::soac(count, inputs, Soac::map(accs, Lambda::new(params, body, results)));
    let tables = Type::all_rows(count, rows);
    bind_all(b, text, handed.into_iter().chain(tables), exp)
}
