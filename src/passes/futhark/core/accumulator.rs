//! Accumulators: a function adds to arrays, or replaces their elements, in any order.

use super::control::Hiding;
use super::{Made, Pass, unexpected};
use crate::normal::named;
use elder_core::Builder;
use elder_core::tree::{AccType, Accumulated, Atom, Dim, Exp as Core, Soac, Type};
use elder_futhark::tree::Exp;
use elder_syntax::Span;
use elder_syntax::prim::PrimType;
use std::rc::Rc;

impl Pass<'_> {
    /// FUT-E-ACC-NEW: the function adds to what stands in the destination, or replaces it.
    pub fn accumulate(
        &mut self,
        b: &mut Builder<'_>,
        dest: &[Atom],
        operator: Option<(&Exp, &[Atom])>,
        f: &Exp,
        xs: &[Atom],
    ) -> Made<Vec<Atom>> {
        let span = self.place(b);
        let width = self.width(b, xs, span)?;
        let xs = self.of_width(b, xs, width);
        let space = self.width(b, dest, span)?;
        let dest = self.of_width(b, dest, space);
        let rows = self.elements(b, &dest);
        let operator = match operator {
            None => None,
            Some((op, neutral)) => {
                let fitted = self.fitted(b, neutral, &rows);
                Some(self.operator(b, op, &fitted, true, true)?)
            }
        };
        let elements = rows.iter();
        let acc = Type::Acc(Rc::new(AccType {
            space: vec![Dim::Is(space)],
            elements: elements
                .map(|row| (row.dims().to_vec(), row.element().unwrap_or(PrimType::Bool)))
                .collect(),
        }));
        let types = [acc];
        let function = self.lambda(b, &types, &types, |this, b, accs| {
            let handed = [types.to_vec(), this.elements(b, &xs)].concat();
            let function = this.lambda(b, &handed, &types, |this, b, atoms| {
                let (acc, element) = atoms.split_at(1);
                this.applied(b, f, &[acc.to_vec(), element.to_vec()], false)
            })?;
            let accs = named(accs);
            Ok(this.combined(b, width, &xs, Soac::map(accs, function), types.to_vec()))
        })?;
        let given: Vec<Type> = dest.iter().map(|array| self.type_of(b, *array)).collect();
        let hiding = Hiding::nothing(&given);
        let pat = self.pattern(b, &hiding);
        let updates = vec![Accumulated {
            space: vec![space],
            arrays: named(&dest),
            operator,
        }];
        let function = Box::new(function);
        Ok(self.bind_pat(b, pat, Core::WithAcc { updates, function }))
    }

    /// FUT-E-ACC-UPD
    pub fn acc_write(
        &mut self,
        b: &mut Builder<'_>,
        acc: &[Atom],
        i: Atom,
        values: &[Atom],
        span: Span,
    ) -> Made<Vec<Atom>> {
        let &[Atom::Var(name)] = acc else {
            return Err(unexpected(span, "an update of no accumulator"));
        };
        let ty = self.type_of(b, acc[0]);
        let Type::Acc(known) = &ty else {
            return Err(unexpected(span, "an update of no accumulator"));
        };
        let row = |(dims, element): &(Vec<Dim>, PrimType)| Type::array(dims.iter().copied(), *element);
        let rows: Vec<Type> = known.elements.iter().map(row).collect();
        let exp = Core::AccUpdate {
            acc: name,
            at: vec![i],
            values: self.fitted(b, values, &rows),
        };
        Ok(vec![self.bind(b, "acc", ty.clone(), exp)])
    }
}
