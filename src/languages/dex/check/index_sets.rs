//! Index sets by an instance (paper, section 3.4): definitions that count the members of a declared type.

use super::{Checker, Judged};
use crate::core::{Arrow, Binder, Classes, Data, DataName, IndexSet, Type, Value};
use crate::rules::classes::DX_K_IDX_INSTANCE;
use crate::rules::typing::DX_T_INDEXSET;
use crate::types::equal;
use elder_syntax::names::Name;
use elder_syntax::prim::PrimValue;

impl Checker<'_> {
    /// The declared types that the last of their definitions makes index sets; they are judged unless they were.
    pub(super) fn index_sets(&mut self, last: Name, judged: bool) {
        let program = self.program;
        for data in &program.data {
            let Some(set) = data.index_set else { continue };
            let all = set.definitions();
            if all.contains(&last) && all.iter().all(|name| self.types.contains_key(name)) && !judged {
                let judged = self.counts(data, &set);
                self.note(judged);
            }
        }
    }

    /// DX-T-INDEXSET: all three stand among the definitions.
    pub(super) fn all_defined(&mut self) -> Judged {
        let program = self.program;
        for data in &program.data {
            if data.index_set.is_some_and(|set| !self.is_defined(&set)) {
                self.at = data.at;
                let message = format!("what makes `{}` an index set is not defined", data.name);
                return self.refuse(&DX_T_INDEXSET, "defined", message);
            }
        }
        Ok(())
    }

    fn is_defined(&self, set: &IndexSet) -> bool {
        set.definitions().iter().all(|name| self.types.contains_key(name))
    }

    /// DX-T-INDEXSET
    fn counts(&mut self, data: &Data, set: &IndexSet) -> Judged {
        DX_T_INDEXSET.apply();
        let number = self.program.data.iter().position(|own| std::ptr::eq(own, data));
        let number = DataName(number.and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX));
        let (taken, size) = self.counting(data, set.size, None)?;
        self.require(size == Value::INT, &DX_T_INDEXSET, "size", |c| {
            format!("the size of `{}` is of type {}", data.name, c.text(&size))
        })?;
        let of: Vec<Value> = taken.iter().map(|binder| Value::Var(binder.name)).collect();
        let member = Value::DataType(number, of);
        let (_, ordinal) = self.counting(data, set.ordinal, Some(&taken))?;
        let is = matches!(&ordinal, Value::Arrow(a) if is_pure(a, &member, &Value::INT));
        self.require(is, &DX_T_INDEXSET, "ordinal", |c| {
            format!("the ordinal of `{}` is of type {}", data.name, c.text(&ordinal))
        })?;
        let (_, from) = self.counting(data, set.member, Some(&taken))?;
        let is = matches!(&from, Value::Arrow(a) if is_pure(a, &Value::INT, &member));
        self.require(is, &DX_T_INDEXSET, "member", |c| {
            format!("the members of `{}` are of type {}", data.name, c.text(&from))
        })?;
        // Index sets are data, so a parameter that is one is.
        for binder in &taken {
            let ty = match &binder.ty {
                Value::Kind(classes) => Value::Kind(Classes {
                    data: classes.data || classes.index,
                    ..*classes
                }),
                ty => ty.clone(),
            };
            self.types.insert(binder.name, ty);
        }
        let is = self.is_data(&member);
        self.leave(&taken);
        self.require(is, &DX_T_INDEXSET, "data", |c| {
            format!("{} is no data", c.text(&member))
        })
    }

    /// What a definition of an index set takes, which is what the type takes, and the type of what it gives; under the names of those that were
    /// taken before.
    fn counting(
        &mut self,
        data: &Data,
        name: Name,
        before: Option<&[Binder]>,
    ) -> Judged<(Vec<Binder>, Type)> {
        let mut ty = self.types.get(&name).cloned().unwrap_or(Value::UnitType);
        let mut taken: Vec<Binder> = Vec::with_capacity(data.parameters.len());
        for (place, parameter) in data.parameters.iter().enumerate() {
            let arrow = match &ty {
                Value::Arrow(arrow) if arrow.effects.is_pure() => arrow.clone(),
                _ => {
                    let message = format!("`{}` has more parameters than {}", data.name, self.text(&ty));
                    return self.refuse(&DX_T_INDEXSET, "parameters", message);
                }
            };
            let mut wanted = parameter.ty.clone();
            for (own, given) in data.parameters.iter().zip(&taken) {
                wanted = self.substituted(own.name, &Value::Var(given.name), &wanted);
            }
            let found = &arrow.binder.ty;
            let fits = match (before.and_then(|before| before.get(place)), found, &wanted) {
                (Some(before), ..) => equal(&before.ty, found),
                (None, Value::Kind(_), Value::Kind(_)) => true,
                (None, ..) => equal(found, &wanted),
            };
            self.require(fits, &DX_T_INDEXSET, "parameters", |c| {
                match before.and_then(|before| before.get(place)) {
                    Some(_) => format!(
                        "what makes `{}` an index set takes parameters of several kinds",
                        data.name
                    ),
                    None => format!(
                        "`{}` has a parameter of type {}, where {} stands",
                        data.name,
                        c.text(&wanted),
                        c.text(found)
                    ),
                }
            })?;
            let given = before.and_then(|before| before.get(place));
            let given = given.map_or(arrow.binder.name, |given| given.name);
            ty = self.substituted(arrow.binder.name, &Value::Var(given), &arrow.result);
            taken.push(Binder {
                name: given,
                ty: arrow.binder.ty.clone(),
            });
        }
        Ok((taken, ty))
    }

    /// DX-K-IDX-INSTANCE: the parameters are of the kinds that the definitions take.  Before those stand, the type is no index set; but types are
    /// declared before all definitions.
    pub(super) fn index_by_instance(&mut self, set: &IndexSet, parameters: &[Value]) -> bool {
        DX_K_IDX_INSTANCE.apply();
        if !self.declares && !self.is_defined(set) {
            return false;
        }
        let mut definitions = self.program.definitions.iter();
        let size = definitions.find(|definition| definition.binder.name == set.size);
        let mut ty = size.map_or(Value::UnitType, |size| size.binder.ty.clone());
        for parameter in parameters {
            let Value::Arrow(arrow) = &ty else { return false };
            if let Value::Kind(classes) = arrow.binder.ty
                && !self.in_classes(classes, parameter)
            {
                return false;
            }
            ty = self.substituted(arrow.binder.name, parameter, &arrow.result.clone());
        }
        true
    }

    /// How many members there are, where the definition is a number.
    pub(super) fn size_by_instance(&self, set: &IndexSet) -> Option<u128> {
        match self.definitions.normal(&Value::Var(set.size)) {
            Value::Literal(PrimValue::I32(size)) => Some(u128::try_from(size).unwrap_or(0)),
            _ => None,
        }
    }
}

/// Whether functions of a type are pure, from this to that.
fn is_pure(arrow: &Arrow, from: &Type, to: &Type) -> bool {
    arrow.effects.is_pure() && equal(&arrow.binder.ty, from) && equal(&arrow.result, to)
}
