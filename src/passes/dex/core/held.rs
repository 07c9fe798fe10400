//! What bodies give whose sizes are known behind them only (DX-CO-HELD), and room for the largest of rows that differ in size (DX-CO-PAD).

use super::emit::{bind_all, blank, body, filled};
use super::expressions::cuts;
use super::layout::{Leaf, Source};
use super::loops::iota;
use super::references::{Cell, CellKind, Touched};
use super::{Made, Pass};
use crate::normal::copied;
use elder_core::tree::{
    Atom, Binder, Body, Dim, Exp, Ext, Form, Lambda, Loop, Operator, Param, Pat, Results, Soac, Type,
};
use elder_core::{Builder, Name};
use elder_dex::core::Type as Dex;
use elder_dex::rules::to_core::{DX_CO_HELD, DX_CO_PAD};
use elder_syntax::names::Text;
use elder_syntax::prim::{BinOp, PrimType};

/// What a body gives.
#[derive(Clone, Debug)]
pub(super) enum Given {
    /// Something of a type that is known outside.
    Known(Type),
    /// An array of so many dimensions whose sizes are hidden, or a scalar.
    Hidden(usize, PrimType),
}

impl Given {
    /// How many sizes it hides.
    fn hides(&self) -> usize {
        match self {
            Given::Known(_) => 0,
            Given::Hidden(rank, _) => *rank,
        }
    }

    /// Its type, with the next of these sizes for those that are hidden.
    fn with(&self, sizes: &mut impl Iterator<Item = Name>) -> Type {
        match self {
            Given::Known(ty) => ty.clone(),
            Given::Hidden(rank, element) => {
                let dims: Vec<Atom> = sizes.take(*rank).map(Atom::from).collect();
                Type::sized(dims, *element)
            }
        }
    }
}

/// All that bodies give.
fn results(given: &[Given]) -> Results {
    let mut hidden = 0_u16..;
    let types: Vec<Type<Ext>> = given
        .iter()
        .map(|given| match given {
            Given::Known(ty) => ty.shown(),
            Given::Hidden(rank, element) => {
                let dims = vec![Dim::Is(Atom::i64(0)); *rank];
                let open = Type::sized(dims.iter().filter_map(|dim| dim.size()), *element);
                open.map(|_| Ext::Existential(hidden.next().unwrap_or(u16::MAX)))
            }
        })
        .collect();
    Results::hiding(given.iter().map(Given::hides).sum(), types)
}

/// A body in the one that is made, which gives these.
pub(super) fn body_of(
    b: &mut Builder<'_>,
    given: &[Given],
    make: impl FnOnce(&mut Builder<'_>) -> Made<Vec<Atom>>,
) -> Made<Body> {
    let mut inner = b.inner();
    let mut atoms = make(&mut inner)?;
    let mut witnesses = Vec::new();
    for (given, atom) in given.iter().zip(&mut atoms) {
        match given {
            Given::Known(ty) => *atom = fitted(&mut inner, *atom, ty),
            Given::Hidden(..) => witnesses.extend(sizes(&inner, *atom)),
        }
    }
    Ok(inner.finish_hiding(witnesses, atoms))
}

/// The sizes of an array.
pub(super) fn sizes(b: &Builder<'_>, atom: Atom) -> Vec<Atom> {
    b.type_of(atom)
        .dims()
        .iter()
        .filter_map(|dim| dim.size())
        .collect()
}

/// An array with the sizes of a type, which it has.
pub(super) fn fitted(b: &mut Builder<'_>, atom: Atom, ty: &Type) -> Atom {
    match (atom.name(), ty) {
        (Some(array), Type::Array { .. }) if b.type_of(atom) != *ty => {
            let dims = ty.dims().iter().filter_map(|dim| dim.size()).collect();
            b.bind_as("sized", ty.clone(), Exp::Coerce { dims, array }).into()
        }
        _ => atom,
    }
}

/// DX-CO-PAD: an array in one of these sizes, with zeros behind it.
pub(super) fn padded(b: &mut Builder<'_>, atom: Atom, leaf: &Leaf) -> Atom {
    if leaf.dims.is_empty() || b.type_of(atom) == leaf.ty() {
        return atom;
    }
    DX_CO_PAD.apply();
    let own = Leaf::of(sizes(b, atom), leaf.element);
    let zeros = filled(b, &leaf.dims, Atom::Const(leaf.element.number(0)));
    let Some(array) = zeros.name() else { return atom };
    let exp = Exp::Update {
        array,
        at: cuts(&[], &own),
        value: atom,
    };
    b.bind_as("padded", leaf.ty(), exp).into()
}

/// The largest of several sizes that a body gives for each of so many ordinals.
pub(super) fn largest_of(
    b: &mut Builder<'_>,
    count: Atom,
    index: Binder,
    made: Body,
    sizes: usize,
) -> Vec<Atom> {
    let types = vec![Type::SIZE; sizes];
    let both: Vec<Type> = types.iter().chain(&types).cloned().collect();
    let larger = b.lambda("n", &both, |b, operands| {
        let (left, right) = operands.split_at(sizes);
        let pairs = left.iter().zip(right);
        pairs.map(|(x, y)| b.number(BinOp::Max, *x, *y)).collect()
    });
    let operator = Operator::new(larger, vec![Atom::i64(0); sizes], true);
    let function = Lambda::new(vec![index], made, types.clone());
    let inputs = vec![iota(b, count)];
    let exp = Exp::soac(count, inputs, Soac::redomap(operator, function));
    bind_all(b, &Text::new_static("largest"), types, exp)
}

/// What an expression gives, called so.
pub(super) fn bind_given(b: &mut Builder<'_>, text: &Text, given: &[Given], exp: Exp) -> Vec<Atom> {
    let hidden = given.iter().map(Given::hides).sum();
    let sizes: Vec<Name> = (0..hidden).map(|_| b.fresh("d", Type::SIZE).name).collect();
    let mut next = sizes.iter().copied();
    let values = given
        .iter()
        .map(|given| b.fresh(text.clone(), given.with(&mut next)))
        .collect();
    b.bind_values(Pat { sizes, values }, exp)
}

/// What one of two bodies gives, called so.
pub(super) fn one_given(
    b: &mut Builder<'_>,
    text: &Text,
    condition: Atom,
    bodies: [Body; 2],
    given: &[Given],
) -> Vec<Atom> {
    let exp = Exp::either(condition, bodies, results(given));
    bind_given(b, text, given, exp)
}

/// Parameters of a loop that has these first values.
pub(super) struct Carried {
    sizes: Vec<(Name, Atom)>,
    params: Vec<(Param, Atom)>,
}

impl Carried {
    /// Called so.
    pub(super) fn of(b: &mut Builder<'_>, text: &Text, given: &[Given], first: Vec<Atom>) -> Carried {
        let mut own = Vec::new();
        let mut params = Vec::with_capacity(first.len());
        for (given, first) in given.iter().zip(first) {
            let first = match given {
                Given::Known(ty) => fitted(b, first, ty),
                Given::Hidden(..) => first,
            };
            let from = own.len();
            if let Given::Hidden(..) = given {
                for size in sizes(b, first) {
                    own.push((b.fresh("d", Type::SIZE).name, size));
                }
            }
            let ty = given.with(&mut own[from..].iter().map(|(name, _)| *name));
            params.push((Param::plain(b.fresh(text.clone(), ty)), first));
        }
        Carried { sizes: own, params }
    }

    /// What the parameters are called.
    pub(super) fn names(&self) -> Vec<Atom> {
        self.params
            .iter()
            .map(|(param, _)| param.binder.name.into())
            .collect()
    }

    /// The loop.
    pub(super) fn repeated(self, form: Form, body: Body) -> Exp {
        Exp::Loop(Box::new(Loop {
            sizes: self.sizes,
            params: self.params,
            form,
            body,
        }))
    }
}

/// The scalars of the element at an ordinal.
type Element<'m, P> = dyn FnMut(&mut P, &mut Builder<'_>, Atom) -> Made<Vec<Atom>> + 'm;

impl Pass<'_> {
    /// What is given of this type: sizes that are held are known behind it.
    pub(super) fn given_types(&mut self, b: &mut Builder<'_>, ty: &Dex) -> Made<Vec<Given>> {
        if !self.has_held(ty)? {
            let leaves = self.leaves_before(b, ty)?;
            return Ok(leaves.iter().map(|leaf| Given::Known(leaf.ty())).collect());
        }
        DX_CO_HELD.apply();
        let leaves = self.before(ty, |pass| pass.blank_leaves(b, ty))?;
        let hidden = leaves
            .iter()
            .map(|leaf| Given::Hidden(leaf.dims.len(), leaf.element));
        Ok(hidden.collect())
    }

    /// What regions hold.
    pub(super) fn given_cells(&mut self, touched: &Touched) -> Made<Vec<Given>> {
        let mut given = Vec::new();
        for region in touched {
            let is_held = self.is_held(*region)?;
            for cell in self.scope.cells.get(region).into_iter().flatten() {
                given.push(match (&cell.kind, is_held) {
                    (CellKind::Held(leaf), true) => Given::Hidden(leaf.dims.len(), leaf.element),
                    _ => Given::Known(cell.ty()),
                });
            }
        }
        Ok(given)
    }

    /// Whether a region holds sizes of what it holds.
    pub(super) fn is_held(&mut self, region: Name) -> Made<bool> {
        match self.contents.get(&region).cloned() {
            Some(content) => self.has_held(&content),
            None => Ok(false),
        }
    }

    /// The scalars of a value, with the sizes that its type and itself say, which they have.
    pub(super) fn settled(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        atoms: Vec<Atom>,
    ) -> Made<(Vec<Atom>, Vec<Leaf>)> {
        self.settled_as(b, ty, Source::of(&atoms), &atoms)
    }

    /// The same, with the sizes that this source says.
    fn settled_as(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        source: Source<'_>,
        atoms: &[Atom],
    ) -> Made<(Vec<Atom>, Vec<Leaf>)> {
        let leaves = self.leaves_of(b, ty, source)?;
        let pairs = atoms.iter().zip(&leaves);
        let atoms = pairs.map(|(atom, leaf)| fitted(b, *atom, &leaf.ty())).collect();
        Ok((atoms, leaves))
    }

    /// DX-E-ENTRY: the same of a value that was made elsewhere, which holds anything for the constructors that a sum does not have, in arrays of the sizes
    /// that are held there; zeros take its place.
    pub(super) fn settled_foreign(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        atoms: Vec<Atom>,
    ) -> Made<Vec<Atom>> {
        if !self.has_held(ty)? {
            return Ok(self.settled(b, ty, atoms)?.0);
        }
        let (atoms, _) = self.settled_as(b, ty, Source::foreign(&atoms, &[]), &atoms)?;
        let atoms = self.given(b, ty, atoms)?;
        Ok(self.settled(b, ty, atoms)?.0)
    }

    /// The same of a value that was given, if it holds sizes.
    pub(super) fn settled_if_held(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        atoms: Vec<Atom>,
    ) -> Made<Vec<Atom>> {
        match self.has_held(ty)? {
            true => Ok(self.settled(b, ty, atoms)?.0),
            false => Ok(atoms),
        }
    }

    /// Some value of a type, which nobody looks at but for the sizes that it holds: those are zero.
    pub(super) fn blanks(&mut self, b: &mut Builder<'_>, ty: &Dex) -> Made<Vec<Atom>> {
        let leaves = self.blank_leaves(b, ty)?;
        let is_held = self.has_held(ty)?;
        let some = leaves.iter().map(|leaf| match is_held {
            true => filled(b, &leaf.dims, Atom::Const(leaf.element.number(0))),
            false => blank(b, leaf),
        });
        Ok(some.collect())
    }

    /// DX-CO-PAD: the scalars of a table of so many elements, with room for the largest of those that a body gives, which is done once for the sizes alone;
    /// what regions hold is for that body what it will be.
    pub(super) fn roomy(
        &mut self,
        b: &mut Builder<'_>,
        (count, mut leaves): (Atom, Vec<Leaf>),
        (touched, in_order): (&Touched, bool),
        make: &mut Element<'_, Self>,
    ) -> Made<Vec<Leaf>> {
        let ragged = leaves.iter().enumerate().flat_map(|(number, leaf)| {
            let dims = leaf.ragged.iter().enumerate().skip(1);
            dims.filter(|(_, ragged)| **ragged)
                .map(move |(dim, _)| (number, dim))
        });
        let ragged: Vec<(usize, usize)> = ragged.collect();
        if ragged.is_empty() {
            return Ok(leaves);
        }
        DX_CO_PAD.apply();
        let cells: Vec<Cell> = self.all_cells(touched);
        if cells.iter().any(Cell::is_acc) {
            let message = "what adds to an accumulator from outside gives rows that differ in size";
            return self.refuse(&DX_CO_PAD, "again", message);
        }
        let of = |b: &Builder<'_>, elements: &[Atom]| -> Vec<Atom> {
            let each = ragged
                .iter()
                .map(|(number, dim)| sizes(b, elements[*number])[*dim - 1]);
            each.collect()
        };
        let index = b.fresh("i", Type::SIZE);
        let ordinal = index.name.into();
        let largest = if cells.is_empty() && !in_order {
            let made = self.within(|pass| {
                body(b, |b| {
                    let elements = make(pass, b, ordinal)?;
                    Ok(of(b, &elements))
                })
            })?;
            largest_of(b, count, index, made, ragged.len())
        } else {
            let mut given = self.given_cells(touched)?;
            let held = given.len();
            given.extend(ragged.iter().map(|_| Given::Known(Type::SIZE)));
            let mut first: Vec<Atom> = cells
                .iter()
                .map(|cell| copied(b, "copy", cell.ty(), cell.atom))
                .collect();
            first.extend(ragged.iter().map(|_| Atom::i64(0)));
            let text = Text::new_static("largest");
            let carried = Carried::of(b, &text, &given, first);
            let names = carried.names();
            let made = self.within(|pass| {
                body_of(b, &given, |b| {
                    pass.set_cells(b, touched, &names[..held])?;
                    let elements = make(pass, b, ordinal)?;
                    let mut results = pass.cell_atoms(touched);
                    let own = of(b, &elements);
                    let pairs = names[held..].iter().zip(own);
                    results.extend(pairs.map(|(most, own)| b.number(BinOp::Max, *most, own)));
                    Ok(results)
                })
            })?;
            let exp = carried.repeated(Form::counting(index.name, count), made);
            bind_given(b, &text, &given, exp).split_off(held)
        };
        for ((number, dim), largest) in ragged.iter().zip(largest) {
            leaves[*number].dims[*dim] = largest;
        }
        Ok(leaves)
    }
}
