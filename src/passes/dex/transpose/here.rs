//! DX-TR-LETHERE: variables that are used in their block only, whose weights are values there.

use super::{Done, Standing, Target, Transposer, Weight};
use elder_dex::core::rewrite::{free, free_of};
use elder_dex::core::{Block, Exp, Projection, Stm, Type, Value};
use elder_dex::rules::transposition::DX_TR_LETHERE;
use elder_dex::types::reduced;
use elder_syntax::names::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of the uses of a variable.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// The number of the last statement that has it.
    last: usize,
    /// Whether one is within another block, or takes an element.
    elsewhere: bool,
}

impl Transposer<'_> {
    /// Which variables of a block are used in it only, before any that is accumulated.
    pub(super) fn look_ahead(&mut self, block: &Block) {
        let mut uses: FxHashMap<Name, Uses> = FxHashMap::default();
        let mut linear = vec![false; block.stms.len()];
        for (number, stm) in block.stms.iter().enumerate() {
            let used = free_of(&stm.exp);
            linear[number] = used
                .iter()
                .any(|name| self.standing.contains_key(name) || uses.contains_key(name));
            if linear[number] {
                used_at(&mut uses, number, &used, &elsewhere(&stm.exp));
                uses.insert(stm.binder.name, Uses::default());
            }
        }
        let used = free(&block.result);
        used_at(&mut uses, block.stms.len(), &used, &elsewhere_in(&block.result));
        // From here on nothing is accumulated.
        let mut accumulated = block.stms.len() + 1;
        for (number, stm) in block.stms.iter().enumerate().rev() {
            if !linear[number] || is_alias(&stm.exp) {
                continue;
            }
            let is_trivial = matches!(self.space(&stm.binder.ty), Ok(None) | Err(_));
            let own = uses.get(&stm.binder.name).copied().unwrap_or_default();
            if is_trivial {
                continue;
            }
            match !own.elsewhere && own.last <= accumulated {
                true => {
                    self.here.insert(stm.binder.name);
                }
                false => accumulated = number,
            }
        }
    }

    /// DX-TR-LETHERE
    pub(super) fn let_here(
        &mut self,
        stm: &Stm,
        space: &Type,
        rest: &[Stm],
        result: &Value,
        weight: &Weight,
    ) -> Done {
        DX_TR_LETHERE.apply();
        let ty = stm.binder.ty.clone();
        let number = self.kept.len();
        self.kept.push(Vec::new());
        let target = Target::Kept(number, Vec::new());
        self.stands(stm.binder.name, Standing::Value(ty.clone(), Some(target)));
        self.statements(rest, result, weight)?;
        self.at = stm.at;
        let kept = std::mem::take(&mut self.kept[number]);
        let value = Some(self.total(space, kept)?);
        self.exp(&stm.exp, &Weight { value, ty })
    }

    /// The sum of weights, some of them of parts.
    fn total(&mut self, space: &Type, kept: Vec<(Vec<Projection>, Value)>) -> Done<Value> {
        let (whole, parts): (Vec<_>, Vec<_>) = kept.into_iter().partition(|(path, _)| path.is_empty());
        let mut whole = whole.into_iter().map(|(_, value)| value);
        let mut sum = whole.next();
        for other in whole {
            sum = match sum {
                Some(sum) => Some(self.sum(space, sum, other)?),
                None => Some(other),
            };
        }
        if parts.is_empty() {
            return match sum {
                Some(sum) => Ok(sum),
                None => self.zero(space),
            };
        }
        let of = |t: &mut Self, step: Projection, ty: &Type| {
            let inner = parts.iter().filter(|(path, _)| path.first() == Some(&step));
            let mut inner: Vec<_> = inner
                .map(|(path, value)| (path[1..].to_vec(), value.clone()))
                .collect();
            if let Some(sum) = &sum {
                inner.push((vec![], reduced(&step, sum.clone())));
            }
            t.total(ty, inner)
        };
        match space {
            Value::PairType(first, second) => {
                let first = of(self, Projection::First, first)?;
                Ok(Value::pair(first, of(self, Projection::Second, second)?))
            }
            Value::RecordType(labels) => {
                let mut fields = Vec::with_capacity(labels.fields.len());
                for (label, ty) in &labels.fields {
                    fields.push((label.clone(), of(self, Projection::Field(label.clone()), ty)?));
                }
                Ok(Value::Record(fields))
            }
            other => self.no_space(other),
        }
    }
}

fn used_at(
    uses: &mut FxHashMap<Name, Uses>,
    number: usize,
    used: &FxHashSet<Name>,
    elsewhere: &FxHashSet<Name>,
) {
    for name in used {
        if let Some(own) = uses.get_mut(name) {
            own.last = number;
            own.elsewhere |= elsewhere.contains(name);
        }
    }
}

/// Whether what is named is a part of something.
fn is_alias(exp: &Exp) -> bool {
    matches!(exp, Exp::Index(..) | Exp::Slice(..) | Exp::Part(..) | Exp::Ask(_))
}

/// The variables of an expression that are no operands of the block in which it stands.
fn elsewhere(exp: &Exp) -> FxHashSet<Name> {
    match exp {
        Exp::Prim(_, operands) | Exp::Table(_, operands) => operands.iter().flat_map(elsewhere_in).collect(),
        Exp::Put(reference, value)
        | Exp::Accumulate(reference, value)
        | Exp::RunState(value, reference)
        | Exp::RunReader(value, reference) => {
            let mut names = free(reference);
            names.extend(elsewhere_in(value));
            names
        }
        other => free_of(other),
    }
}

fn elsewhere_in(value: &Value) -> FxHashSet<Name> {
    match value {
        Value::Var(_) => FxHashSet::default(),
        Value::Project(_, whole) => elsewhere_in(whole),
        Value::Pair(first, second) => {
            let mut names = elsewhere_in(first);
            names.extend(elsewhere_in(second));
            names
        }
        Value::Record(fields) => fields.iter().flat_map(|(_, value)| elsewhere_in(value)).collect(),
        Value::Con(con) => con.fields.iter().flat_map(elsewhere_in).collect(),
        other => free(other),
    }
}
