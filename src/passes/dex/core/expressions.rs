//! Expressions by form (DX-CO-EXP).

use super::emit::{bind_certified, converted};
use super::held::{padded, sizes};
use super::layout::{Leaf, Source};
use super::values::INT;
use super::{Made, Pass};
use crate::futhark::total::cannot_fail;
use crate::normal::Blamed;
use elder_core::tree::{Atom, Cut, Exp as Core, Type};
use elder_core::{Builder, Name};
use elder_dex::core::{Block, Exp, IndexOp, Stm, Type as Dex, Value};
use elder_dex::rules::evaluation::{DX_E_ARITH, DX_E_FAIL, DX_E_IDX_ARR, DX_E_PRIM};
use elder_dex::rules::to_core::DX_CO_EXP;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// An expression whose value is named: how it is called, and its type.
#[derive(Clone, Copy)]
pub(super) struct Named<'s> {
    pub stm: &'s Stm,
}

impl Named<'_> {
    /// Its type.
    pub(super) fn ty(&self) -> &Dex {
        &self.stm.binder.ty
    }
}

impl Pass<'_> {
    /// Statements, and the scalars of the result.
    pub(super) fn block(&mut self, b: &mut Builder<'_>, block: &Block) -> Made<(Vec<Atom>, Dex)> {
        self.behind_none(b, &block.stms, &block.result, false)
    }

    /// The same where all elements of the result are asked for.
    pub(super) fn block_forced(&mut self, b: &mut Builder<'_>, block: &Block) -> Made<(Vec<Atom>, Dex)> {
        self.behind_none(b, &block.stms, &block.result, true)
    }

    /// Statements before which nothing was thrown, and the result.
    pub(super) fn behind_none(
        &mut self,
        b: &mut Builder<'_>,
        stms: &[Stm],
        result: &Value,
        is_forced: bool,
    ) -> Made<(Vec<Atom>, Dex)> {
        let (outside, site) = (self.at, b.at);
        for (number, stm) in stms.iter().enumerate() {
            self.at = stm.at;
            b.at = self.site(None);
            self.statement(b, stm)?;
            if self.scope.thrown.is_some() {
                (self.at, b.at) = (outside, site);
                return self.behind(b, &stms[number + 1..], result, is_forced);
            }
        }
        (self.at, b.at) = (outside, site);
        match is_forced {
            true => self.forced(b, result),
            false => self.operand(b, result),
        }
    }

    fn statement(&mut self, b: &mut Builder<'_>, stm: &Stm) -> Made {
        let name = stm.binder.name;
        match &stm.exp {
            Exp::Slice(reference, at) => {
                let slice = self.slice(b, reference, at)?;
                self.references.insert(name, slice);
            }
            Exp::Part(part, reference) => {
                let part = self.part_of(part, reference)?;
                self.references.insert(name, part);
            }
            _ => {
                let atoms = elder_syntax::effort::deeper(|| self.exp(b, Named { stm }))?;
                self.values.insert(name, (atoms, stm.binder.ty.clone()));
            }
        }
        Ok(())
    }

    /// DX-CO-EXP: the scalars of what an expression gives.
    fn exp(&mut self, b: &mut Builder<'_>, named: Named<'_>) -> Made<Vec<Atom>> {
        DX_CO_EXP.apply();
        match &named.stm.exp {
            Exp::Value(value) => Ok(self.operand(b, value)?.0),
            Exp::Index(table, at) => self.element(b, table, at, named),
            Exp::For(l) => self.for_loop(b, l, named),
            Exp::Case(scrutinee, alternatives) => self.case(b, scrutinee, alternatives, named),
            Exp::Table(_, elements) => self.table(b, elements, named),
            Exp::Prim(f, operands) => {
                let operands = self.scalars(b, operands)?;
                let text = self.called(named.stm.binder.name);
                let blamed = (&DX_E_ARITH, "defined");
                self.fallible += usize::from(may_fail(*f, &operands));
                Ok(vec![self.blamed(b, blamed, |b| b.prim(text, *f, operands))])
            }
            Exp::IndexSet(op, operands) => self.index_op(b, *op, operands),
            Exp::Get(reference) | Exp::Ask(reference) => self.get(b, reference),
            Exp::Put(reference, value) => self.put(b, reference, value),
            Exp::Accumulate(reference, value) => self.accumulate(b, reference, value),
            Exp::RunState(value, action) => self.run_state(b, value, action),
            Exp::RunReader(value, action) => self.run_reader(b, value, action),
            Exp::RunAccum(monoid, action) => self.run_accum(b, monoid.as_deref(), action),
            Exp::Catch(action) => self.catch(b, action, named),
            Exp::Throw(ty) => self.throw(b, ty),
            Exp::Fail(ty, _) => self.fail(b, ty),
            Exp::Slice(..) | Exp::Part(..) => self.unexpected("a reference as data"),
            Exp::Apply(..) | Exp::Linearize(..) | Exp::Transpose(..) => self.derivative(),
        }
    }

    /// Elements of the arrays of a table.
    fn element(
        &mut self,
        b: &mut Builder<'_>,
        table: &Value,
        at: &Value,
        named: Named<'_>,
    ) -> Made<Vec<Atom>> {
        let (arrays, ty) = self.operand(b, table)?;
        let Value::Table(binder, element) = &ty else {
            return self.unexpected("an index of what is no table");
        };
        let (members, _) = self.forced(b, at)?;
        let ordinal = self.ordinal(b, &binder.ty, &members)?;
        let blamed = (&DX_E_IDX_ARR, "bounds");
        let leaves = match self.is_padded(&ty)? {
            true => {
                let from = Source {
                    atoms: Some(&arrays),
                    at: &[ordinal],
                    when: None,
                };
                // A size that is held there is read first.
                let site = self.site(Some(blamed));
                b.under(site, |b| self.leaves_of(b, named.ty(), from))?
            }
            false => self.leaves(b, element)?,
        };
        self.fallible += usize::from(self.partial.unsafely);
        if self.partial.unsafely && leaves.is_empty() {
            let size = self.size(b, &binder.ty)?;
            self.bounded(b, ordinal, size, blamed);
        }
        self.blamed(b, blamed, |b| {
            let pairs = arrays.iter().zip(&leaves);
            Ok(pairs
                .map(|(array, leaf)| read(b, *array, &[ordinal], leaf))
                .collect())
        })
    }

    /// Rows one after the other.
    fn table(&mut self, b: &mut Builder<'_>, elements: &[Value], named: Named<'_>) -> Made<Vec<Atom>> {
        let mut rows = Vec::with_capacity(elements.len());
        for element in elements {
            rows.push(self.operand(b, element)?.0);
        }
        let mut leaves = self.blank_leaves(b, named.ty())?;
        for (column, leaf) in leaves.iter_mut().enumerate() {
            let own = rows.iter().filter_map(|row| row.get(column).copied());
            let own: Vec<Vec<Atom>> = own.map(|atom| sizes(b, atom)).collect();
            for dim in 1..leaf.dims.len() {
                if leaf.ragged[dim] && self.has_held(named.ty())? {
                    let each = own.iter().filter_map(|own| own.get(dim - 1).copied());
                    leaf.dims[dim] = each.fold(Atom::i64(0), |most, own| b.number(BinOp::Max, most, own));
                }
            }
            for atom in rows.iter_mut().filter_map(|row| row.get_mut(column)) {
                *atom = padded(b, *atom, &leaf.row());
            }
        }
        let text = self.called(named.stm.binder.name);
        let columns = leaves.iter().enumerate().map(|(column, leaf)| {
            let row = leaf.row().ty();
            let elements = rows.iter().filter_map(|row| row.get(column).copied()).collect();
            b.bind_as(text.clone(), leaf.ty(), Core::Literal { row, elements })
                .into()
        });
        Ok(columns.collect())
    }

    /// DX-E-PRIM
    fn index_op(&mut self, b: &mut Builder<'_>, op: IndexOp, operands: &[Value]) -> Made<Vec<Atom>> {
        match (op, operands) {
            (IndexOp::Ordinal, [member]) => {
                let ordinal = self.ordinal_of(b, member)?;
                Ok(vec![converted(b, PrimType::I64, INT, ordinal)])
            }
            (IndexOp::Size, [set]) => {
                let size = self.size(b, set)?;
                Ok(vec![converted(b, PrimType::I64, INT, size)])
            }
            (IndexOp::FromOrdinal, [set, ordinal]) => {
                let (ordinal, _) = self.scalar(b, ordinal)?;
                let size = self.size(b, set)?;
                let wide = converted(b, INT, PrimType::I64, ordinal);
                let cert = self.bounded(b, wide, size, (&DX_E_PRIM, "range"));
                let wide = bind_certified(b, "k", Type::SIZE, Core::Atom(wide), cert);
                self.member(b, set, wide)
            }
            (IndexOp::UnsafeFromOrdinal, [set, ordinal]) => {
                let (ordinal, _) = self.scalar(b, ordinal)?;
                let wide = converted(b, INT, PrimType::I64, ordinal);
                self.member(b, set, wide)
            }
            (IndexOp::Inject, [member]) => {
                let (member, ty) = self.scalar(b, member)?;
                let Value::Range(range) = &ty else {
                    return self.unexpected("a member of no range");
                };
                let first = self.first(b, range)?;
                let own = converted(b, INT, PrimType::I64, member);
                let ordinal = b.number(BinOp::Add, first, own);
                self.member(b, &range.set, ordinal)
            }
            _ => self.unexpected("an operation with other operands"),
        }
    }

    /// A certificate that a number is an ordinal.
    pub(super) fn bounded(&mut self, b: &mut Builder<'_>, ordinal: Atom, size: Atom, blamed: Blamed) -> Name {
        let from = b.compare("is", BinOp::Ge, ordinal, Atom::i64(0));
        let below = b.compare("is", BinOp::Lt, ordinal, size);
        let holds = b.logic("is", BinOp::And, from, below);
        self.assert(b, holds, blamed)
    }

    /// DX-E-FAIL: nothing stands behind what fails, so any value does there.
    fn fail(&mut self, b: &mut Builder<'_>, ty: &Dex) -> Made<Vec<Atom>> {
        self.assert(b, Atom::FALSE, (&DX_E_FAIL, "reached"));
        self.blanks(b, ty)
    }
}

/// Whether a primitive function may not be defined for its operands.
fn may_fail(f: PrimFn, operands: &[Atom]) -> bool {
    let by_number = match (f, operands) {
        (PrimFn::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem, ty), [_, Atom::Const(by)]) => {
            *by != ty.number(0)
        }
        _ => false,
    };
    !by_number && !cannot_fail(f)
}

/// What an array has at these indexes: a scalar or an array of this leaf.
pub(super) fn read(b: &mut Builder<'_>, array: Atom, at: &[Atom], leaf: &Leaf) -> Atom {
    let Some(array) = array.name() else { return array };
    if at.is_empty() {
        return array.into();
    }
    let ty = leaf.ty();
    let exp = Core::row(array, at.iter().copied(), &ty);
    b.bind_as("x", ty, exp).into()
}

/// All that is behind these indexes, of the sizes of a leaf.
pub(super) fn cuts(at: &[Atom], leaf: &Leaf) -> Vec<Cut> {
    let whole = leaf.dims.iter().copied().map(Cut::whole);
    at.iter().copied().map(Cut::At).chain(whole).collect()
}
