//! T_Ω[b, t] of blocks, by the form of the first statement.

use super::{Done, Standing, Transposer, Weight};
use elder_dex::core::rewrite::{Rewrite, free_of};
use elder_dex::core::{Binder, Block, Effect, Exp, Projection, Row, Stm, Type, Value};
use elder_dex::rules::transposition::{
    DX_TR_LETASK, DX_TR_LETIDX, DX_TR_LETNON, DX_TR_LETOTHER, DX_TR_LETSLICE, DX_TR_LETTRIV,
};
use elder_syntax::names::Name;
use rustc_hash::FxHashSet;

/// What handlers say that they do loses what nothing does any more.
struct WithoutRegions<'g>(&'g FxHashSet<Name>);

impl Rewrite for WithoutRegions<'_> {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn row(&mut self, row: &Row) -> Row {
        let is_gone = |effect: &&Effect| match effect.parts() {
            (_, Some(Value::Var(region))) => self.0.contains(region),
            _ => false,
        };
        Row {
            effects: row.effects.iter().filter(|e| !is_gone(e)).cloned().collect(),
            rest: row.rest.clone(),
        }
    }
}

impl Transposer<'_> {
    /// T_Ω[b, t]
    pub(super) fn block(&mut self, block: &Block, weight: &Weight) -> Done {
        self.look_ahead(block);
        self.statements(&block.stms, &block.result, weight)
    }

    pub(super) fn statements(&mut self, stms: &[Stm], result: &Value, weight: &Weight) -> Done {
        elder_syntax::effort::deeper(|| {
            let mut rest = stms;
            while let Some((stm, after)) = rest.split_first() {
                self.at = stm.at;
                rest = after;
                if !self.depends(&stm.exp) {
                    self.stays(stm);
                } else if let Some(standing) = self.alias(stm)? {
                    self.stands(stm.binder.name, standing);
                } else {
                    return self.other(stm, rest, result, weight);
                }
            }
            self.value(result, weight)
        })
    }

    /// DX-TR-LETNON
    fn stays(&mut self, stm: &Stm) {
        DX_TR_LETNON.apply();
        let used = free_of(&stm.exp);
        // A handler may say that it reads what it does not.
        let is_read = |name: &Name, region: &Value| {
            used.contains(name) || matches!(region, Value::Var(region) if used.contains(region))
        };
        let readers = self.readers.iter().filter(|(name, region)| is_read(name, region));
        let regions: Vec<Value> = readers.map(|(_, region)| region.clone()).collect();
        for region in regions {
            self.performs(Effect::Read(region));
        }
        // A slice of a reader's reference is one of that reader.
        if let Value::Ref(region, _) = &stm.binder.ty {
            self.readers.push((stm.binder.name, Value::clone(region)));
        }
        if self.is_zero_exp(&stm.exp, &stm.binder.ty) {
            self.zeros.insert(stm.binder.name);
        }
        let stm = WithoutRegions(&self.gone).stm(stm);
        self.push(stm);
    }

    /// DX-TR-LETIDX, DX-TR-LETSLICE, DX-TR-LETASK: what stands for a part of something is a part of what stands for that.
    fn alias(&mut self, stm: &Stm) -> Done<Option<Standing>> {
        let standing = match &stm.exp {
            Exp::Index(table, at) => {
                DX_TR_LETIDX.apply();
                self.fixed(at, "an index")?;
                match self.standing_of(table)? {
                    Some(standing) => self.slice_of(standing, at)?,
                    None => return self.no_form(table),
                }
            }
            Exp::Slice(reference, at) => {
                DX_TR_LETSLICE.apply();
                self.fixed(at, "an index")?;
                match self.standing_of(reference)? {
                    Some(standing) => self.slice_of(standing, at)?,
                    None => return self.no_form(reference),
                }
            }
            Exp::Part(part, reference) => {
                DX_TR_LETSLICE.apply();
                match self.standing_of(reference)? {
                    Some(standing) => self.part_of(standing, part)?,
                    None => return self.no_form(reference),
                }
            }
            Exp::Ask(reference) => {
                DX_TR_LETASK.apply();
                match self.standing_of(reference)? {
                    Some(standing) => standing,
                    None => return self.no_form(reference),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(standing))
    }

    /// DX-TR-LETOTHER, DX-TR-LETTRIV
    fn other(&mut self, stm: &Stm, rest: &[Stm], result: &Value, weight: &Weight) -> Done {
        let ty = stm.binder.ty.clone();
        self.fixed(&ty, "a type")?;
        let at = stm.at;
        let Some(space) = self.space(&ty)? else {
            DX_TR_LETTRIV.apply();
            let standing = Standing::Value(ty.clone(), None);
            self.stands(stm.binder.name, standing);
            self.statements(rest, result, weight)?;
            self.at = at;
            return self.exp(&stm.exp, &Weight { value: None, ty });
        };
        if self.here.contains(&stm.binder.name) {
            return self.let_here(stm, &space, rest, result, weight);
        }
        DX_TR_LETOTHER.apply();
        let weights = self.accumulated(&stm.binder, space, |t| t.statements(rest, result, weight))?;
        self.at = at;
        let value = Some(weights);
        self.exp(&stm.exp, &Weight { value, ty })
    }

    /// `snd (runAccum \h. \r. e)`: the weight of a variable after all that adds to it.
    pub(super) fn accumulated(
        &mut self,
        variable: &Binder,
        space: Type,
        judge: impl FnOnce(&mut Self) -> Done,
    ) -> Done<Value> {
        let action = self.accumulating(variable, space.clone(), judge)?;
        let ty = Value::pair_type(Value::UnitType, space);
        let both = self.emit("weights", ty, Exp::RunAccum(None, action));
        Ok(Value::project(Projection::Second, both))
    }
}
