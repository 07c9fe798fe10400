//! Additions (DX-CO-ACC): to an accumulator within the loop that has it, to what the region holds elsewhere.

use super::emit::{bind_all, body, filled};
use super::expressions::{cuts, read};
use super::held::fitted;
use super::layout::{Leaf, types};
use super::loops::{iota, mapped_with};
use super::references::{Cell, CellKind, Plus, Reference, written};
use super::{Made, Pass};
use crate::normal::copied;
use elder_core::Builder;
use elder_core::tree::{AccType, Accumulated, Atom, Dim, Exp, Lambda, Operator, Soac, Type};
use elder_dex::core::rewrite::{Rewrite, Substitution};
use elder_dex::core::{Binder, Monoid, Value};
use elder_dex::rules::to_core::DX_CO_ACC;
use elder_syntax::names::Text;
use elder_syntax::prim::BinOp;
use std::rc::Rc;

/// Cells that go under one accumulator.
pub(super) struct Group {
    /// The cells.
    pub cells: Vec<Cell>,
    /// How they accumulate, if not by addition.
    pub plus: Option<Rc<Plus>>,
    /// What the accumulator is of.
    pub acc: Rc<AccType>,
}

impl Group {
    /// The accumulator of these cells, called so.
    pub(super) fn cell(&self, atom: Atom) -> Cell {
        Cell {
            atom,
            kind: CellKind::Acc(self.acc.clone()),
            plus: self.plus.clone(),
        }
    }

    /// The types of the arrays under the accumulator.
    pub(super) fn arrays(&self) -> impl Iterator<Item = Type> + '_ {
        let sizes = |dims: &[Dim]| dims.iter().filter_map(|dim| dim.size()).collect::<Vec<Atom>>();
        self.acc.elements.iter().map(move |(own, element)| {
            let dims = sizes(&self.acc.space).into_iter().chain(sizes(own));
            Type::sized(dims, *element)
        })
    }

    /// Whether the space has no size of its own, so that one of 1 stands for it.
    pub(super) fn is_one(&self) -> bool {
        let own = self.acc.elements.first().map_or(0, |(own, _)| own.len());
        let held = self.cells.first().map_or(0, |cell| cell.ty().dims().len());
        held == own
    }
}

/// DX-CO-ACC: scalars accumulate each by itself by addition, by a monoid all that the region holds do together.
pub(super) fn groups(cells: &[Cell]) -> Vec<Group> {
    let plus = cells.first().and_then(|cell| cell.plus.clone());
    let leaves: Vec<&Leaf> = cells
        .iter()
        .filter_map(|cell| match &cell.kind {
            CellKind::Held(leaf) => Some(leaf),
            CellKind::Acc(_) => None,
        })
        .collect();
    let group = |cells: &[Cell], indices: usize, leaves: &[&Leaf]| {
        let space = leaves.first().map(|leaf| leaf.dims[..indices].to_vec());
        let space = space
            .filter(|space| !space.is_empty())
            .unwrap_or(vec![Atom::i64(1)]);
        let own = |leaf: &&Leaf| {
            let dims = leaf.dims[indices..].iter().copied().map(Dim::Is);
            (dims.collect(), leaf.element)
        };
        Group {
            cells: cells.to_vec(),
            plus: plus.clone(),
            acc: Rc::new(AccType {
                space: space.into_iter().map(Dim::Is).collect(),
                elements: leaves.iter().map(own).collect(),
            }),
        }
    };
    match (&plus, leaves.as_slice()) {
        (_, []) => vec![],
        (Some(plus), leaves) => vec![group(cells, plus.indices, leaves)],
        (None, leaves) => {
            let each = cells.iter().zip(leaves);
            each.map(|(cell, leaf)| group(std::slice::from_ref(cell), leaf.dims.len(), &[*leaf]))
                .collect()
        }
    }
}

impl Pass<'_> {
    /// `runAccum`: the region begins with zeros.
    pub(super) fn run_accum(
        &mut self,
        b: &mut Builder<'_>,
        monoid: Option<&Monoid>,
        action: &Value,
    ) -> Made<Vec<Atom>> {
        let (_, inner) = self.action(action)?;
        let content = self.content(&inner.binder.ty)?;
        let leaves = self.blank_leaves(b, &content)?;
        let plus = match monoid {
            None => None,
            Some(monoid) => Some(Rc::new(self.plus(b, monoid, &leaves)?)),
        };
        if let Some(plus) = &plus
            && self.has_held(&plus.ty)?
        {
            if plus.indices > 0 {
                return self.placed(&content);
            }
            let zero = plus.zero.iter().zip(&plus.leaves);
            let zero = zero
                .map(|(atom, leaf)| copied(b, "zero", leaf.ty(), *atom))
                .collect();
            let held = (zero, plus.leaves.clone());
            let (mut results, cells) = self.handled(b, action, held, Some(plus.clone()))?;
            results.extend(cells);
            return Ok(results);
        }
        let zero = |b: &mut Builder<'_>, (number, leaf): (usize, &Leaf)| match &plus {
            None => filled(b, &leaf.dims, Atom::Const(leaf.element.number(0))),
            Some(plus) => {
                let own = plus.zero.get(number).copied();
                let own = own.unwrap_or(Atom::Const(leaf.element.number(0)));
                match plus.indices {
                    // What is there is written over, and the neutral element may be asked for again.
                    0 => copied(b, "zero", leaf.ty(), own),
                    indices => filled(b, &leaf.dims[..indices], own),
                }
            }
        };
        let zeros = leaves.iter().enumerate().map(|leaf| zero(b, leaf)).collect();
        let (mut results, cells) = self.handled(b, action, (zeros, leaves), plus)?;
        results.extend(cells);
        Ok(results)
    }

    /// The operation of a monoid, of a region with these scalars.
    fn plus(&mut self, b: &mut Builder<'_>, monoid: &Monoid, content: &[Leaf]) -> Made<Plus> {
        DX_CO_ACC.apply();
        let (zero, ty) = self.forced(b, &monoid.zero)?;
        let (zero, leaves) = self.settled(b, &ty, zero)?;
        let first = content.iter().zip(&leaves).next();
        let indices = first.map_or(0, |(whole, own)| whole.dims.len().saturating_sub(own.dims.len()));
        if let Value::Lambda(outer) = &monoid.plus
            && let Value::Lambda(inner) = &outer.body.result
        {
            return Ok(Plus {
                zero,
                ty,
                leaves,
                indices,
                operands: [outer.binder.name, inner.binder.name],
                body: inner.body.clone(),
            });
        }
        self.unexpected("an operation that is not written")
    }

    /// DX-CO-ACC
    pub(super) fn accumulate(
        &mut self,
        b: &mut Builder<'_>,
        reference: &Value,
        value: &Value,
    ) -> Made<Vec<Atom>> {
        DX_CO_ACC.apply();
        let reference = self.reference(reference)?;
        let (atoms, _) = self.forced(b, value)?;
        let first = self
            .scope
            .cells
            .get(&reference.region)
            .and_then(|cells| cells.first());
        if let Some(plus) = first.and_then(|cell| cell.plus.clone()) {
            self.accumulate_by(b, &plus, &reference, atoms)?;
            return Ok(vec![]);
        }
        let cells = self.cells_of(&reference);
        let leaves = self.leaves_at(b, &reference, &cells)?;
        let mut made = Vec::with_capacity(cells.len());
        for ((cell, leaf), atom) in cells.iter().zip(&leaves).zip(atoms) {
            let add = |b: &mut Builder<'_>, left: &[Atom], right: &[Atom]| {
                let add = (BinOp::Add, leaf.element);
                Ok(vec![b.op("sum", add, left[0], right[0])])
            };
            let part = Part {
                levels: &leaf.dims,
                rows: &[Leaf::of(vec![], leaf.element)],
            };
            let atom = fitted(b, atom, &leaf.ty());
            made.push(match cell.is_acc() {
                true => added(b, cell, cell.atom, &reference.at, part, &[atom]),
                false => {
                    let own = read(b, cell.atom, &reference.at, leaf);
                    let sum = self.summed(b, part, &[own], &[atom], &mut |_, b, x, y| add(b, x, y))?;
                    match reference.at.is_empty() {
                        true => sum[0],
                        false => written(b, cell, &reference.at, leaf, sum[0]),
                    }
                }
            });
        }
        self.change(&reference, made);
        Ok(vec![])
    }

    /// The same by the operation of a monoid: what is added inside an element is added as that element, neutral everywhere else.
    fn accumulate_by(
        &mut self,
        b: &mut Builder<'_>,
        plus: &Rc<Plus>,
        reference: &Reference,
        atoms: Vec<Atom>,
    ) -> Made {
        if self.has_held(&plus.ty)? {
            if !reference.at.is_empty() || reference.cells.len() != plus.leaves.len() {
                return self.placed(&reference.content);
            }
            let cells = self.cells_of(reference);
            let own: Vec<Atom> = cells.iter().map(|cell| cell.atom).collect();
            let sums = self.sum(b, plus, &own, &atoms)?;
            return self.replace(b, reference, sums);
        }
        let (at, inner) = reference.at.split_at(plus.indices.min(reference.at.len()));
        // What is added has its own sizes, where the content has room for the largest.
        let parts = self.blank_leaves(b, &reference.content)?;
        let mut given = atoms.into_iter().zip(&parts);
        let mut values = Vec::with_capacity(plus.leaves.len());
        for (number, (zero, leaf)) in plus.zero.iter().zip(&plus.leaves).enumerate() {
            let own = match reference.cells.contains(&number) {
                true => given.next(),
                false => None,
            };
            values.push(match (own, inner, zero.name()) {
                (None, ..) => *zero,
                (Some((own, _)), [], _) | (Some((own, _)), _, None) => own,
                (Some((value, row)), inner, Some(_)) => {
                    let value = fitted(b, value, &row.ty());
                    match copied(b, "element", leaf.ty(), *zero).name() {
                        Some(array) => {
                            let at = cuts(inner, row);
                            b.bind_as("element", leaf.ty(), Exp::Update { array, at, value })
                                .into()
                        }
                        None => value,
                    }
                }
            });
        }
        let cells = self
            .scope
            .cells
            .get(&reference.region)
            .cloned()
            .unwrap_or_default();
        let levels = parts
            .first()
            .and_then(|leaf| leaf.dims.get(..plus.indices - at.len()));
        let part = Part {
            levels: levels.unwrap_or_default(),
            rows: &plus.leaves,
        };
        if let [acc] = cells.as_slice()
            && acc.is_acc()
        {
            let made = added(b, acc, acc.atom, at, part, &values);
            self.change_all(reference.region, vec![made]);
            return Ok(());
        }
        let whole = part.leaves();
        for (value, leaf) in values.iter_mut().zip(&whole) {
            *value = fitted(b, *value, &leaf.ty());
        }
        let own: Vec<Atom> = cells
            .iter()
            .zip(&whole)
            .map(|(cell, leaf)| read(b, cell.atom, at, leaf))
            .collect();
        let mut sum = |pass: &mut Self, b: &mut Builder<'_>, x: &[Atom], y: &[Atom]| pass.sum(b, plus, x, y);
        let sums = self.summed(b, part, &own, &values, &mut sum)?;
        let made = cells
            .iter()
            .zip(&whole)
            .zip(sums)
            .map(|((cell, leaf), sum)| match at {
                [] => sum,
                at => written(b, cell, at, leaf, sum),
            });
        let made = made.collect();
        self.change_all(reference.region, made);
        Ok(())
    }

    /// The sums of elements behind indices.
    fn summed(
        &mut self,
        b: &mut Builder<'_>,
        part: Part<'_>,
        left: &[Atom],
        right: &[Atom],
        sum: &mut Sum<'_, Self>,
    ) -> Made<Vec<Atom>> {
        let Some((count, row)) = part.row() else {
            return sum(self, b, left, right);
        };
        let types = types(&row.leaves());
        let name = |atoms: &[Atom]| atoms.iter().filter_map(|atom| atom.name()).collect::<Vec<_>>();
        let inputs: Vec<_> = name(left).into_iter().chain(name(right)).collect();
        let params: Vec<_> = types
            .iter()
            .chain(&types)
            .map(|ty| b.fresh("x", ty.clone()))
            .collect();
        let names: Vec<Atom> = params.iter().map(|param| param.name.into()).collect();
        let (left, right) = names.split_at(types.len());
        let made = self.within(|pass| body(b, |b| pass.summed(b, row, left, right, sum)))?;
        let function = Lambda::new(params, made, types);
        let exp = Exp::soac(count, inputs, Soac::map(vec![], function));
        let whole = super::layout::types(&part.leaves());
        Ok(bind_all(b, &Text::new_static("sum"), whole, exp))
    }

    /// The sum of two elements of a monoid, with names of its own: sizes are known by what they are computed from, which is another one each time.
    fn sum(&mut self, b: &mut Builder<'_>, plus: &Plus, left: &[Atom], right: &[Atom]) -> Made<Vec<Atom>> {
        let mut renamed = Substitution {
            names: &mut self.names,
            values: Default::default(),
        };
        let operands = plus.operands.map(|name| {
            let ty = plus.ty.clone();
            renamed.binder(&Binder { name, ty })
        });
        let block = renamed.block(&plus.body);
        for (operand, atoms) in operands.into_iter().zip([left, right]) {
            self.values.insert(operand.name, (atoms.to_vec(), operand.ty));
        }
        self.regions.block(&block);
        Ok(self.block(b, &block)?.0)
    }

    /// What is under an accumulator, and how it adds.
    pub(super) fn accumulated(&mut self, b: &mut Builder<'_>, group: &Group) -> Made<Accumulated> {
        let arrays = group
            .cells
            .iter()
            .map(|cell| match (group.is_one(), cell.atom.name()) {
                (false, Some(array)) => array,
                _ => {
                    let (count, value) = (Atom::i64(1), cell.atom);
                    b.bind("sum", Exp::Replicate { count, value })
                }
            });
        let arrays = arrays.collect();
        let elements = group.acc.elements.iter();
        let types: Vec<Type> = elements
            .map(|(own, element)| Type::sized(own.iter().filter_map(|dim| dim.size()), *element))
            .collect();
        let params: Vec<_> = ["x", "y"]
            .iter()
            .flat_map(|text| types.iter().map(move |ty| (*text, ty)))
            .map(|(text, ty)| b.fresh(text, ty.clone()))
            .collect();
        let names: Vec<Atom> = params.iter().map(|param| param.name.into()).collect();
        let (left, right) = names.split_at(types.len());
        let made = match (&group.plus, group.acc.elements.as_slice()) {
            (Some(plus), _) => self.within(|pass| body(b, |b| pass.sum(b, plus, left, right)))?,
            (None, elements) => body(b, |b| {
                let sums = elements.iter().zip(left).zip(right);
                let sums = sums.map(|(((_, element), x), y)| b.op("sum", (BinOp::Add, *element), *x, *y));
                Ok(sums.collect())
            })?,
        };
        let neutral = match &group.plus {
            Some(plus) => plus.zero.clone(),
            None => group
                .acc
                .elements
                .iter()
                .map(|(_, element)| Atom::Const(element.number(0)))
                .collect(),
        };
        let function = Lambda::new(params, made, types);
        let operator = Operator::new(function, neutral, group.plus.is_none());
        Ok(Accumulated {
            space: group.acc.space.iter().filter_map(|dim| dim.size()).collect(),
            arrays,
            operator: Some(operator),
        })
    }
}

/// How two elements are added.
type Sum<'s, P> = dyn FnMut(&mut P, &mut Builder<'_>, &[Atom], &[Atom]) -> Made<Vec<Atom>> + 's;

/// What is added: elements behind indices.
#[derive(Clone, Copy)]
struct Part<'l> {
    /// The sizes of the tables around the elements.
    levels: &'l [Atom],
    /// An element.
    rows: &'l [Leaf],
}

impl<'l> Part<'l> {
    /// What is behind the first index, of so many.
    fn row(self) -> Option<(Atom, Part<'l>)> {
        let (first, levels) = self.levels.split_first()?;
        Some((*first, Part { levels, ..self }))
    }

    /// The scalars.
    fn leaves(self) -> Vec<Leaf> {
        let leaves = self.rows.iter().map(|row| {
            let dims = self.levels.iter().chain(&row.dims).copied();
            Leaf::of(dims.collect(), row.element)
        });
        leaves.collect()
    }
}

/// An accumulator to which an element or all elements of arrays were added.
fn added(b: &mut Builder<'_>, cell: &Cell, acc: Atom, at: &[Atom], part: Part<'_>, values: &[Atom]) -> Atom {
    let Some(acc) = acc.name() else { return acc };
    let Some((count, row)) = part.row() else {
        let at = match at {
            [] => vec![Atom::i64(0)],
            at => at.to_vec(),
        };
        let values = values.to_vec();
        return b
            .bind_as("acc", cell.ty(), Exp::AccUpdate { acc, at, values })
            .into();
    };
    let own = b.fresh("acc", cell.ty());
    let index = b.fresh("i", Type::SIZE);
    let elements: Vec<_> = types(&row.leaves())
        .into_iter()
        .map(|ty| b.fresh("x", ty))
        .collect();
    let names: Vec<Atom> = elements.iter().map(|element| element.name.into()).collect();
    let mut inner = b.inner();
    let mut behind = at.to_vec();
    behind.push(index.name.into());
    let made = added(&mut inner, cell, own.name.into(), &behind, row, &names);
    let body = inner.finish(vec![made]);
    let arrays = values.iter().filter_map(|value| value.name());
    let inputs: Vec<_> = std::iter::once(iota(b, count)).chain(arrays).collect();
    let params = std::iter::once(index).chain(elements).collect();
    let all = mapped_with(b, count, inputs, (vec![acc], vec![own]), params, body, &[]);
    all[0]
}
