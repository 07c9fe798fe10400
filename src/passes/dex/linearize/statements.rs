//! D_Δ[b] ⇝ E, ep, et, by the form of the expression.

use super::{Done, Linearizer};
use elder_dex::core::rewrite::{free_of, substitute};
use elder_dex::core::{Block, Exp, Stm, Type, Value};
use elder_dex::rules::linearization::{
    DX_L_DISC, DX_L_INDEX, DX_L_LET, DX_L_PROJ, DX_L_SKIP, DX_L_SLICE, DX_L_TABLE,
};
use elder_syntax::names::Name;

impl Linearizer<'_> {
    /// D_Δ[b]: what the block gives, of this type, and its tangent.
    pub(super) fn block(&mut self, block: &Block, ty: &Type) -> Done<(Value, Value)> {
        for stm in &block.stms {
            elder_syntax::effort::deeper(|| self.statement(stm))?;
        }
        let tangent = self.tangent_of(&block.result, ty)?;
        Ok((block.result.clone(), tangent))
    }

    /// DX-L-LET, DX-L-SKIP, DX-L-DISC
    pub(super) fn statement(&mut self, stm: &Stm) -> Done<()> {
        self.at = stm.at;
        self.types.insert(stm.binder.name, stm.binder.ty.clone());
        let used = free_of(&stm.exp);
        let active = self.moving(&used);
        if active.is_empty() {
            DX_L_SKIP.apply();
            if let Exp::Slice(Value::Var(of), _) | Exp::Part(_, Value::Var(of)) = &stm.exp
                && self.still.contains(of)
            {
                self.still.insert(stm.binder.name);
            }
            self.primal.push(stm.clone());
            return Ok(());
        }
        let mut references = active.iter().filter(|name| self.tangents[name].region.is_some());
        let touches = references.next().is_some() || used.iter().any(|name| self.still.contains(name));
        if !touches && self.is_trivial(&stm.binder.ty) {
            DX_L_DISC.apply();
            self.primal.push(stm.clone());
            return Ok(());
        }
        DX_L_LET.apply();
        self.exp(stm, &active)
    }

    /// D_Δ[let x = e in •], where these names of Δ are in e.
    fn exp(&mut self, stm: &Stm, active: &[Name]) -> Done<()> {
        let ty = &stm.binder.ty;
        match &stm.exp {
            Exp::Value(value) => {
                let tangent = self.tangent_of(value, ty)?;
                self.primal.push(stm.clone());
                self.settle(stm.binder.name, ty, tangent)
            }
            // Only the index depends on the argument.
            Exp::Index(table, _) if !self.moves(table) => self.standing(stm),
            Exp::Index(table, at) => {
                DX_L_INDEX.apply();
                let of = self.type_of(table);
                let tangent = self.tangent_of(table, &of)?;
                self.both(stm, Exp::Index(tangent, at.clone()))
            }
            Exp::Table(set, elements) => {
                DX_L_TABLE.apply();
                let Value::Table(binder, element) = ty else {
                    return self.standing(stm);
                };
                // All elements are of one type.
                let element = substitute(self.names, binder.name, &Value::Unit, element);
                let tangents = elements.iter().map(|value| self.tangent_of(value, &element));
                let tangents = tangents.collect::<Done<_>>()?;
                self.both(stm, Exp::Table(set.clone(), tangents))
            }
            Exp::Prim(f, operands) => self.primitive(stm, *f, operands),
            Exp::For(l) => self.for_loop(stm, l, active),
            Exp::Case(scrutinee, alternatives) => self.case(stm, scrutinee, alternatives),
            Exp::Slice(reference, at) => {
                DX_L_SLICE.apply();
                let at = at.clone();
                self.part_of_reference(stm, reference, |tangent| Exp::Slice(tangent, at))
            }
            Exp::Part(part, reference) => {
                DX_L_PROJ.apply();
                let part = part.clone();
                self.part_of_reference(stm, reference, |tangent| Exp::Part(part, tangent))
            }
            Exp::Get(reference) => self.get(stm, reference),
            Exp::Ask(reference) => self.ask(stm, reference),
            Exp::Put(reference, value) => self.put(stm, reference, value),
            Exp::Accumulate(reference, value) => self.accumulate(stm, reference, value),
            Exp::RunState(value, action) => self.run_state(stm, value, action),
            Exp::RunReader(value, action) => self.run_reader(stm, value, action),
            Exp::RunAccum(monoid, action) => self.run_accum(stm, monoid.as_deref(), action),
            Exp::Catch(action) => self.catch(stm, action, active),
            // Members of index sets have no numbers, and nothing stands behind what throws or fails; the others are none that simplification makes.
            Exp::IndexSet(..)
            | Exp::Throw(_)
            | Exp::Fail(..)
            | Exp::Apply(..)
            | Exp::Linearize(..)
            | Exp::Transpose(..) => self.standing(stm),
        }
    }

    /// What stays as it is, and does not move.
    pub(super) fn standing(&mut self, stm: &Stm) -> Done<()> {
        self.primal.push(stm.clone());
        Ok(())
    }

    /// What stays as it is, with this for its tangent.
    pub(super) fn both(&mut self, stm: &Stm, tangent: Exp) -> Done<()> {
        self.primal.push(stm.clone());
        self.moved(stm, tangent)
    }

    /// What a name's tangent is computed by.
    pub(super) fn moved(&mut self, stm: &Stm, tangent: Exp) -> Done<()> {
        let ty = self.tan(&stm.binder.ty)?;
        self.moved_as(stm, ty, tangent)
    }

    /// The same by a statement of this type, which is not that of the tangent where nothing has one: of a loop it is a table.
    pub(super) fn moved_as(&mut self, stm: &Stm, ty: Type, tangent: Exp) -> Done<()> {
        let name = self.names.again(stm.binder.name);
        let value = self.then(name, ty, tangent);
        self.settle(stm.binder.name, &stm.binder.ty, value)
    }
}
