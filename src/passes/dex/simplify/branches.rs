//! DX-S-CASE and DX-S-CASEPROD: a `case` that gives more than data.
//!
//! What the alternatives give is joined part by part, as far as its type has parts: data becomes a part of what the case gives, what all alternatives
//! give alike stays as it is, and for the rest there is a value case, by what was captured.  If nothing was, that is by what the case looked at.

use super::capture::{Captured, nested, parts as tuple_parts};
use super::values::part_of;
use super::{Cases, Done, Named, Simplifier};
use elder_dex::core::rewrite::{Rewrite, free};
use elder_dex::core::{
    Alternative, Binder, Block, Choice, Construction, DataName, EITHER, Exp, Label, Labels, Projection, Stm,
    Tag, Type, Value,
};
use elder_dex::rules::simplification::{DX_S_CASE, DX_S_CASEPROD, DX_S_REF};
use elder_dex::types::equal;
use elder_syntax::names::{Name, Text};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A simplified alternative.
pub(super) struct Branch {
    pub tag: Tag,
    pub binders: Vec<Binder>,
    pub stms: Vec<Stm>,
    /// What is left, resolved.
    pub result: Value,
}

impl Branch {
    /// The names that it binds.
    fn names(&self) -> impl Iterator<Item = Name> {
        let computed = self.stms.iter().map(|stm| stm.binder.name);
        self.binders.iter().map(|binder| binder.name).chain(computed)
    }

    pub fn alternative(self) -> Alternative {
        Alternative {
            tag: self.tag,
            binders: self.binders,
            body: Block {
                stms: self.stms,
                result: self.result,
            },
        }
    }
}

/// How what the alternatives give is joined.
enum Joined {
    /// The part of what the case gives, of this number.
    Data(usize),
    /// The same in all.
    Same(Value),
    /// A value case, of these values.
    Chosen(Vec<Value>),
    /// A view of the table type, of these tables.
    View(Type, Vec<Value>),
    Pair(Box<[Joined; 2]>),
    Record(Vec<(Label, Joined)>),
    Con(DataName, Vec<Value>, Vec<Joined>),
}

/// A part that is data: its type, and what each alternative gives for it.
struct Part {
    ty: Type,
    values: Vec<Value>,
}

/// Where what was captured is.
enum Kept {
    /// Nothing was, but of what the case looked at.
    Nothing,
    /// In a sum, the last part: by these tags, of these types.
    Sum(Vec<(Tag, Type)>),
    /// In parts from this one on, one for each alternative.
    Products(usize),
}

/// What is known of the alternatives when values are made of what was captured.
pub(super) struct Made<'b> {
    scrutinee: &'b Value,
    tags: Vec<(Tag, Vec<Binder>)>,
    captured: Vec<Captured>,
    kept: Kept,
    /// The parts of what the case gives.
    parts: Vec<Value>,
}

impl Simplifier<'_> {
    /// A case whose alternatives give these, of a type that is not data, or with views that may fail.
    pub(super) fn cased(&mut self, scrutinee: &Value, mut branches: Vec<Branch>, named: &Named) -> Done {
        for branch in &mut branches {
            self.slices_before(branch);
        }
        let names = branches.iter().flat_map(Branch::names);
        let inside: FxHashSet<Name> = names.collect();
        let results: Vec<Value> = branches.iter().map(|branch| branch.result.clone()).collect();
        let mut parts = Vec::new();
        let joined = self.joined(&named.ty, &results, &inside, &mut parts)?;
        let mut chosen = vec![Vec::new(); branches.len()];
        joined.chosen(&mut chosen);
        let mut captured = Vec::with_capacity(branches.len());
        for (branch, values) in branches.iter().zip(&chosen) {
            captured.push(self.collected(&branch.binders, &branch.stms, values));
        }
        let mut all = branches.iter().zip(&captured);
        let is_kept = all.any(|(branch, captured)| !captured.is_of(&branch.binders));
        let kept = match (is_kept, self.cases) {
            (false, _) => Kept::Nothing,
            (true, Cases::Sums) if branches.len() > 1 => self.summed(&branches, &captured, &mut parts)?,
            // Of one alternative there is nothing to choose.
            (true, _) => {
                for (branch, captured) in branches.iter().zip(&mut captured) {
                    captured.without(&branch.binders);
                }
                self.multiplied(&mut branches, &captured, &mut parts)?
            }
        };
        match kept {
            Kept::Products(_) => DX_S_CASEPROD.apply(),
            Kept::Nothing | Kept::Sum(_) => DX_S_CASE.apply(),
        }
        let kept_name = self.names.again(named.name);
        let tags = branches
            .iter()
            .map(|branch| (branch.tag.clone(), branch.binders.clone()));
        let made = Made {
            scrutinee,
            tags: tags.collect(),
            captured,
            kept,
            parts: tuple_parts(&Value::Var(kept_name), parts.len()),
        };
        if !parts.is_empty() || branches.iter().any(|branch| !branch.stms.is_empty()) {
            for (place, branch) in branches.iter_mut().enumerate() {
                let given = parts.iter().map(|part| part.values[place].clone()).collect();
                branch.result = nested(given, Value::pair, Value::Unit);
            }
            let types = parts.iter().map(|part| part.ty.clone()).collect();
            let kept = Named {
                name: kept_name,
                ty: nested(types, Value::pair_type, Value::UnitType),
            };
            let alternatives = branches.into_iter().map(Branch::alternative).collect();
            self.emit(&kept, Exp::Case(scrutinee.clone(), alternatives));
        }
        self.made(&joined, &made)
    }

    /// DX-S-REF: a slice that needs nothing of its alternative stands before the case, as it does nothing.
    fn slices_before(&mut self, branch: &mut Branch) {
        let mut own: FxHashSet<Name> = branch.binders.iter().map(|binder| binder.name).collect();
        for stm in std::mem::take(&mut branch.stms) {
            let operands = match &stm.exp {
                Exp::Slice(reference, at) => Some((free(reference), free(at))),
                Exp::Part(_, reference) => Some((free(reference), FxHashSet::default())),
                _ => None,
            };
            let is_outside = operands.is_some_and(|(reference, at)| {
                let mut used = reference.iter().chain(&at);
                !used.any(|name| own.contains(name))
            });
            match self.blocks.last_mut() {
                Some(outside) if is_outside => {
                    DX_S_REF.apply();
                    outside.push(stm);
                }
                _ => {
                    own.insert(stm.binder.name);
                    branch.stms.push(stm);
                }
            }
        }
    }

    /// DX-S-CASE: what was captured as a sum.
    fn summed(&mut self, branches: &[Branch], captured: &[Captured], parts: &mut Vec<Part>) -> Done<Kept> {
        for (branch, captured) in branches.iter().zip(captured) {
            self.kept(captured, &branch.binders, &branch.stms)?;
        }
        let tuples: Vec<Type> = captured.iter().map(Captured::ty).collect();
        let labels = (0u32..).map(|number| (Text::new_static("branch"), number));
        let labels: Vec<(Label, Type)> = labels.zip(tuples.iter().cloned()).collect();
        let is_either = tuples.len() == 2;
        let ty = match is_either {
            true => Value::DataType(EITHER, tuples.clone()),
            false => Value::VariantType(Arc::new(Labels {
                fields: labels.clone(),
                rest: None,
            })),
        };
        let mut tags = Vec::with_capacity(branches.len());
        let mut values = Vec::with_capacity(branches.len());
        for (place, ((label, tuple), captured)) in labels.into_iter().zip(captured).enumerate() {
            let held = captured.tuple();
            if is_either {
                tags.push((Tag::Constructor(EITHER, place), tuple));
                values.push(Value::Con(Arc::new(Construction {
                    data: EITHER,
                    constructor: place,
                    parameters: tuples.clone(),
                    fields: vec![held],
                })));
            } else {
                tags.push((Tag::Label(label.clone()), tuple));
                values.push(Value::Variant(label, Arc::new(held), Arc::new(ty.clone())));
            }
        }
        parts.push(Part { ty, values });
        Ok(Kept::Sum(tags))
    }

    /// DX-S-CASEPROD: what was captured as a product.
    fn multiplied(
        &mut self,
        branches: &mut [Branch],
        captured: &[Captured],
        parts: &mut Vec<Part>,
    ) -> Done<Kept> {
        let first = parts.len();
        for (own, (branch, captured)) in branches.iter().zip(captured).enumerate() {
            self.kept(captured, &branch.binders, &branch.stms)?;
            parts.push(Part {
                ty: captured.ty(),
                values: vec![captured.tuple(); own + 1],
            });
        }
        for (place, branch) in branches.iter_mut().enumerate() {
            self.blocks.push(std::mem::take(&mut branch.stms));
            let mut failed = None;
            for (own, part) in parts[first..].iter_mut().enumerate() {
                if own == place {
                    continue;
                }
                match self.any_value(&part.ty) {
                    Ok(value) if place < own => part.values[place] = value,
                    Ok(value) => part.values.push(value),
                    Err(error) => failed = Some(error),
                }
            }
            branch.stms = self.blocks.pop().unwrap_or_default();
            if let Some(error) = failed {
                return Err(error);
            }
        }
        Ok(Kept::Products(first))
    }

    /// What alternatives give, joined by the type.
    fn joined(
        &mut self,
        ty: &Type,
        values: &[Value],
        inside: &FxHashSet<Name>,
        parts: &mut Vec<Part>,
    ) -> Done<Joined> {
        if let Some((first, others)) = values.split_first() {
            let is_outside = || !free(first).iter().any(|name| inside.contains(name));
            if others.iter().all(|other| equal(first, other)) && is_outside() {
                return Ok(Joined::Same(first.clone()));
            }
        }
        let is_data = self.is_data(ty);
        let mut is_delayed = false;
        if is_data {
            let values = self.operands(values)?;
            is_delayed = values.iter().any(|value| self.may_fail(value));
            if !is_delayed {
                return Ok(data(ty, values, parts));
            }
        }
        let of = |part: &Projection| -> Vec<Value> {
            values.iter().map(|value| part_of(part, value.clone())).collect()
        };
        match ty {
            Value::PairType(first, second) => {
                let first = self.joined(first, &of(&Projection::First), inside, parts)?;
                let second = self.joined(second, &of(&Projection::Second), inside, parts)?;
                Ok(Joined::Pair(Box::new([first, second])))
            }
            Value::RecordType(labels) if labels.rest.is_none() => {
                let mut fields = Vec::with_capacity(labels.fields.len());
                for (label, ty) in &labels.fields {
                    let values = of(&Projection::Field(label.clone()));
                    fields.push((label.clone(), self.joined(ty, &values, inside, parts)?));
                }
                Ok(Joined::Record(fields))
            }
            Value::Table(..) if is_delayed => Ok(Joined::View(ty.clone(), values.to_vec())),
            Value::DataType(data, parameters) if let Some(types) = self.fields_of_one(*data, parameters) => {
                let mut fields = Vec::with_capacity(types.len());
                for (place, ty) in types.iter().enumerate() {
                    fields.push(self.joined(ty, &of(&Projection::Held(place)), inside, parts)?);
                }
                Ok(Joined::Con(*data, parameters.clone(), fields))
            }
            Value::Kind(_) | Value::EffectsKind | Value::FieldsKind => {
                let message = "the alternatives give different types";
                self.refuse(&DX_S_CASE, "types", message)
            }
            // What several constructors hold stays in them.
            _ if is_data => {
                let values = self.operands(values)?;
                Ok(data(ty, values, parts))
            }
            _ => Ok(Joined::Chosen(values.to_vec())),
        }
    }

    /// The types of the fields of data with one constructor, if none depends on another.
    fn fields_of_one(&mut self, data: DataName, parameters: &[Value]) -> Option<Vec<Type>> {
        let declared = self.program.data.get(data.index())?;
        let [only] = declared.constructors.as_slice() else {
            return None;
        };
        let names: Vec<Name> = only.fields.iter().map(|field| field.name).collect();
        let depends = |ty: &Type| free(ty).iter().any(|name| names.contains(name));
        if only.fields.iter().any(|field| depends(&field.ty)) {
            return None;
        }
        let given = declared.parameters.iter().zip(parameters);
        let given: FxHashMap<Name, Value> = given.map(|(own, value)| (own.name, value.clone())).collect();
        let fields = only.fields.iter();
        Some(
            fields
                .map(|field| self.replaced(given.clone(), |s| s.value(&field.ty)))
                .collect(),
        )
    }

    /// What is left, of what the case gives.
    fn made(&mut self, joined: &Joined, with: &Made<'_>) -> Done {
        match joined {
            Joined::Data(place) => Ok(with.parts[*place].clone()),
            Joined::Same(value) => Ok(value.clone()),
            Joined::Pair(both) => {
                let first = self.made(&both[0], with)?;
                Ok(Value::pair(first, self.made(&both[1], with)?))
            }
            Joined::Record(fields) => {
                let mut made = Vec::with_capacity(fields.len());
                for (label, field) in fields {
                    made.push((label.clone(), self.made(field, with)?));
                }
                Ok(Value::Record(made))
            }
            Joined::Con(data, parameters, fields) => {
                let fields = fields.iter().map(|field| self.made(field, with));
                Ok(Value::Con(Arc::new(Construction {
                    data: *data,
                    constructor: 0,
                    parameters: parameters.clone(),
                    fields: fields.collect::<Done<Vec<Value>>>()?,
                })))
            }
            Joined::Chosen(values) => {
                let mut alternatives = Vec::with_capacity(values.len());
                for (place, value) in values.iter().enumerate() {
                    alternatives.push(self.alternative(value, place, with)?);
                }
                Ok(Value::Choose(Arc::new(Choice {
                    scrutinee: with.chosen_by(),
                    alternatives,
                })))
            }
            Joined::View(ty, values) => self.view_of_case(ty, values, with),
        }
    }

    /// An alternative of a value case.
    pub(super) fn alternative(
        &mut self,
        value: &Value,
        place: usize,
        with: &Made<'_>,
    ) -> Done<(Tag, Vec<Binder>, Value)> {
        let (tag, held) = &with.tags[place];
        let captured = &with.captured[place];
        if let Kept::Sum(tags) = &with.kept {
            let (tag, ty) = tags[place].clone();
            let name = self.names.fresh("captured");
            let values = captured.parts(&Value::Var(name));
            let value = self.remade_alone(value, captured, values)?;
            return Ok((tag, vec![Binder { name, ty }], value));
        }
        let (binders, mut values) = self.replaced(FxHashMap::default(), |s| {
            let binders = s.binders(held);
            (binders, std::mem::take(&mut s.values))
        });
        if let Kept::Products(first) = with.kept {
            values.extend(captured.parts(&with.parts[first + place]));
        }
        let value = self.remade_alone(value, captured, values)?;
        Ok((tag.clone(), binders, value))
    }
}

/// A part that is data.
fn data(ty: &Type, values: Vec<Value>, parts: &mut Vec<Part>) -> Joined {
    parts.push(Part {
        ty: ty.clone(),
        values,
    });
    Joined::Data(parts.len() - 1)
}

impl Made<'_> {
    /// What says which alternative it was.
    pub(super) fn chosen_by(&self) -> Value {
        match (&self.kept, self.parts.last()) {
            (Kept::Sum(_), Some(sum)) => sum.clone(),
            _ => self.scrutinee.clone(),
        }
    }
}

impl Joined {
    /// Appends to the values of each alternative those between which a value case chooses.
    fn chosen(&self, all: &mut [Vec<Value>]) {
        match self {
            Joined::Data(_) | Joined::Same(_) => {}
            Joined::Chosen(values) | Joined::View(_, values) => {
                for (own, value) in all.iter_mut().zip(values) {
                    own.push(value.clone());
                }
            }
            Joined::Pair(both) => both.iter().for_each(|part| part.chosen(all)),
            Joined::Record(fields) => fields.iter().for_each(|(_, part)| part.chosen(all)),
            Joined::Con(_, _, fields) => fields.iter().for_each(|part| part.chosen(all)),
        }
    }
}
