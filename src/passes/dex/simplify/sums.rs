//! `case`, and what is done with value cases.

use super::branches::Branch;
use super::{Done, Named, Simplifier};
use elder_dex::core::rewrite::Rewrite;
use elder_dex::core::{Alternative, Binder, Block, Choice, EITHER, Exp, Stm, Tag, Value};
use elder_dex::rules::simplification::{
    DX_S_CASE_CON, DX_S_CASE_L, DX_S_CASE_R, DX_S_COMMUTE, DX_S_DATA, DX_S_EXPR,
};

impl Simplifier<'_> {
    /// DX-S-CASE-L, DX-S-CASE-R, DX-S-CASE-CON of what is there; DX-S-DATA, DX-S-CASE of what stays.
    pub(super) fn case(&mut self, scrutinee: &Value, alternatives: &[Alternative], named: &Named) -> Done {
        let scrutinee = self.form(scrutinee);
        let (tag, held) = match &scrutinee {
            Value::Con(con) => (Tag::Constructor(con.data, con.constructor), con.fields.clone()),
            Value::Variant(label, held, _) => (Tag::Label(label.clone()), vec![Value::clone(held)]),
            Value::Choose(choice) => {
                let of = |scrutinee| Exp::Case(scrutinee, alternatives.to_vec());
                return self.commute(choice, named, &of);
            }
            _ => return self.branched(&scrutinee, alternatives, named),
        };
        match &tag {
            Tag::Constructor(EITHER, 0) => DX_S_CASE_L.apply(),
            Tag::Constructor(EITHER, _) => DX_S_CASE_R.apply(),
            _ => DX_S_CASE_CON.apply(),
        }
        let Some(taken) = alternatives.iter().find(|alternative| alternative.tag == tag) else {
            let message = format!("no alternative is for {}", self.text(&scrutinee));
            return self.refuse(&DX_S_EXPR, "data", message);
        };
        for (binder, held) in taken.binders.iter().zip(held) {
            let held = self.given_to(binder, &taken.body, &held)?;
            self.values.insert(binder.name, held);
        }
        self.block(&taken.body)
    }

    /// DX-S-COMMUTE: `K[choose z of | p -> v1 | q -> v2 end]` is `case z of | p -> K[v1] | q -> K[v2] end`.
    pub(super) fn commute(&mut self, choice: &Choice, named: &Named, of: &dyn Fn(Value) -> Exp) -> Done {
        DX_S_COMMUTE.apply();
        self.counted()?;
        let mut alternatives = Vec::with_capacity(choice.alternatives.len());
        for (tag, binders, value) in &choice.alternatives {
            let name = self.names.again(named.name);
            let (binders, exp) = self.copy(|s| {
                let binders = s.binders(binders);
                (binders, s.exp(&of(value.clone())))
            });
            let stm = Stm {
                binder: Binder {
                    name,
                    ty: named.ty.clone(),
                },
                exp,
                at: self.at,
            };
            alternatives.push(Alternative {
                tag: tag.clone(),
                binders,
                body: Block {
                    stms: vec![stm],
                    result: Value::Var(name),
                },
            });
        }
        self.case(&choice.scrutinee, &alternatives, named)
    }

    /// A case of what is known when the program runs.
    fn branched(&mut self, scrutinee: &Value, alternatives: &[Alternative], named: &Named) -> Done {
        let scrutinee = self.operand(scrutinee)?;
        let is_data = self.is_data(&named.ty);
        let mut branches = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            let mut binders = Vec::with_capacity(alternative.binders.len());
            for binder in &alternative.binders {
                binders.push(self.bind(binder));
            }
            self.partial.name_parts(&scrutinee, &binders);
            let (stms, result) = self.within(|s| {
                let result = s.block(&alternative.body)?;
                match is_data {
                    true => s.operand(&result),
                    false => Ok(s.resolved(&result)),
                }
            })?;
            branches.push(Branch {
                tag: alternative.tag.clone(),
                binders,
                stms,
                result,
            });
        }
        if !is_data || self.are_delayed(&branches) {
            return self.cased(&scrutinee, branches, named);
        }
        DX_S_DATA.apply();
        let alternatives = branches.into_iter().map(Branch::alternative).collect();
        Ok(self.emit(named, Exp::Case(scrutinee, alternatives)))
    }
}
