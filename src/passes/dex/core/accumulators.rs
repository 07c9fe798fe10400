//! Additions (DX-CO-ACC): to an accumulator within the loop that has it, to what the region holds elsewhere.

use super::emit::{body, filled};
use super::expressions::read;
use super::layout::Leaf;
use super::loops::{iota, mapped_with};
use super::references::{Cell, Plus, written};
use super::{Made, Pass};
use elder_core::Builder;
use elder_core::tree::{Accumulated, Atom, Exp, Lambda, Operator, Soac, Type};
use elder_dex::core::{Monoid, Value};
use elder_dex::rules::to_core::DX_CO_ACC;
use elder_syntax::prim::BinOp;
use std::rc::Rc;

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
        let leaves = self.leaves(b, &content)?;
        let plus = match monoid {
            None => None,
            Some(monoid) => Some(Rc::new(self.plus(b, monoid)?)),
        };
        let zero = |b: &mut Builder<'_>, leaf: &Leaf| {
            let addition = Atom::Const(leaf.element.number(0));
            let zero = plus.as_ref().map_or(addition, |plus| plus.zero);
            filled(b, &leaf.dims, zero)
        };
        let zeros = leaves.iter().map(|leaf| zero(b, leaf)).collect();
        let (mut results, cells) = self.handled(b, action, (zeros, leaves), plus)?;
        results.extend(cells);
        Ok(results)
    }

    /// The operation of a monoid.
    fn plus(&mut self, b: &mut Builder<'_>, monoid: &Monoid) -> Made<Plus> {
        DX_CO_ACC.apply();
        let (zero, ty) = self.forced(b, &monoid.zero)?;
        let leaves = self.leaves(b, &ty)?;
        let scalar = matches!(leaves.as_slice(), [leaf] if leaf.dims.is_empty());
        match (&monoid.plus, zero.as_slice()) {
            (Value::Lambda(outer), [zero]) if scalar => match &outer.body.result {
                Value::Lambda(inner) => Ok(Plus {
                    zero: *zero,
                    ty,
                    operands: [outer.binder.name, inner.binder.name],
                    body: inner.body.clone(),
                }),
                _ => self.unexpected("an operation that is not written"),
            },
            _ => {
                let message = format!("a monoid of {} is left to a later version", self.text(&ty));
                self.refuse(&DX_CO_ACC, "scalar", message)
            }
        }
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
        let leaves = self.leaves(b, &reference.content)?;
        let cells = self.cells_of(&reference);
        let mut made = Vec::with_capacity(cells.len());
        for ((cell, leaf), atom) in cells.iter().zip(&leaves).zip(atoms) {
            made.push(match cell.is_acc {
                true => added(b, cell, cell.atom, &reference.at, leaf, atom),
                false => {
                    let part = read(b, cell.atom, &reference.at, leaf);
                    let sum = self.summed(b, cell, leaf, part, atom)?;
                    match reference.at.is_empty() {
                        true => sum,
                        false => written(b, cell, &reference.at, leaf, sum),
                    }
                }
            });
        }
        self.change(&reference, made);
        Ok(vec![])
    }

    /// The sum of two scalars or arrays.
    fn summed(
        &mut self,
        b: &mut Builder<'_>,
        cell: &Cell,
        leaf: &Leaf,
        left: Atom,
        right: Atom,
    ) -> Made<Atom> {
        let (Some(count), Some(x), Some(y)) = (leaf.dims.first(), left.name(), right.name()) else {
            return self.sum(b, cell, left, right);
        };
        let row = leaf.row();
        let params = [b.fresh("x", row.ty()), b.fresh("y", row.ty())];
        let [left, right] = [params[0].name.into(), params[1].name.into()];
        let body = self.within(|pass| body(b, |b| Ok(vec![pass.summed(b, cell, &row, left, right)?])))?;
        let function = Lambda::new(params.to_vec(), body, vec![row.ty()]);
        let exp = Exp::soac(*count, vec![x, y], Soac::map(vec![], function));
        Ok(b.bind_as("sum", leaf.ty(), exp).into())
    }

    /// The sum of two scalars.
    fn sum(&mut self, b: &mut Builder<'_>, cell: &Cell, left: Atom, right: Atom) -> Made<Atom> {
        let Some(plus) = &cell.plus else {
            return Ok(b.op("sum", (BinOp::Add, cell.leaf.element), left, right));
        };
        for (name, atom) in plus.operands.into_iter().zip([left, right]) {
            self.values.insert(name, (vec![atom], plus.ty.clone()));
        }
        match self.block(b, &plus.body)?.0.as_slice() {
            [sum] => Ok(*sum),
            _ => self.unexpected("a sum of several scalars"),
        }
    }

    /// What is under an accumulator, and how it adds.
    pub(super) fn accumulated(&mut self, b: &mut Builder<'_>, cell: &Cell) -> Made<Accumulated> {
        let element = cell.leaf.element;
        let array = match (cell.leaf.dims.is_empty(), cell.atom.name()) {
            (false, Some(array)) => array,
            _ => {
                let (count, value) = (Atom::i64(1), cell.atom);
                b.bind("sum", Exp::Replicate { count, value })
            }
        };
        let ty = Type::Prim(element);
        let params = vec![b.fresh("x", ty.clone()), b.fresh("y", ty.clone())];
        let [left, right] = [params[0].name.into(), params[1].name.into()];
        let body = self.within(|pass| body(b, |b| Ok(vec![pass.sum(b, cell, left, right)?])))?;
        let addition = Atom::Const(element.number(0));
        let neutral = vec![cell.plus.as_ref().map_or(addition, |plus| plus.zero)];
        let function = Lambda::new(params, body, vec![ty]);
        let operator = Operator::new(function, neutral, cell.plus.is_none());
        Ok(Accumulated {
            space: cell.space(),
            arrays: vec![array],
            operator: Some(operator),
        })
    }
}

/// An accumulator to which a scalar or all elements of an array were added.
fn added(b: &mut Builder<'_>, cell: &Cell, acc: Atom, at: &[Atom], leaf: &Leaf, value: Atom) -> Atom {
    let Some(acc) = acc.name() else { return acc };
    let (Some(count), Some(array)) = (leaf.dims.first(), value.name()) else {
        let at = match at {
            [] => vec![Atom::i64(0)],
            at => at.to_vec(),
        };
        let values = vec![value];
        return b
            .bind_as("acc", cell.acc(), Exp::AccUpdate { acc, at, values })
            .into();
    };
    let row = leaf.row();
    let own = b.fresh("acc", cell.acc());
    let index = b.fresh("i", Type::SIZE);
    let element = b.fresh("x", row.ty());
    let mut inner = b.inner();
    let mut behind = at.to_vec();
    behind.push(index.name.into());
    let made = added(
        &mut inner,
        cell,
        own.name.into(),
        &behind,
        &row,
        element.name.into(),
    );
    let body = inner.finish(vec![made]);
    let inputs = vec![iota(b, *count), array];
    let all = mapped_with(
        b,
        *count,
        inputs,
        (vec![acc], vec![own]),
        vec![index, element],
        body,
        &[],
    );
    all[0]
}
