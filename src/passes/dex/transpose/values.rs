//! T_Ω[v, t], and what stands for parts of linear variables.

use super::{Done, Reference, Standing, Target, Transposer, Weight};
use elder_dex::core::rewrite::substitute;
use elder_dex::core::{Effect, Exp, Loop, Projection, Type, Value};
use elder_dex::rules::transposition::{DX_TR_LETPROJ, DX_TR_PAIR, DX_TR_VAR, DX_TR_VIEW, DX_TR_ZERO};
use elder_dex::types::reduced;

impl Transposer<'_> {
    /// T_Ω[v, t]
    pub(super) fn value(&mut self, value: &Value, weight: &Weight) -> Done {
        let Some(whole) = &weight.value else {
            // Of a trivial type: there is nothing to add.
            return Ok(());
        };
        if !self.depends_value(value) {
            DX_TR_ZERO.apply();
            return self.is_nothing(value, weight);
        }
        match value {
            Value::Var(_) | Value::Project(..) => {
                DX_TR_VAR.apply();
                match self.standing_of(value)? {
                    Some(Standing::Value(_, Some(into))) => {
                        self.weighs(into, whole.clone());
                        Ok(())
                    }
                    Some(Standing::Value(_, None)) => Ok(()),
                    _ => self.no_form(value),
                }
            }
            Value::Pair(first, second) => {
                DX_TR_PAIR.apply();
                let of = self.part_of_weight(weight, &Projection::First)?;
                self.value(first, &of)?;
                let of = self.part_of_weight(weight, &Projection::Second)?;
                self.value(second, &of)
            }
            Value::Record(fields) => {
                DX_TR_PAIR.apply();
                for (label, value) in fields {
                    let of = self.part_of_weight(weight, &Projection::Field(label.clone()))?;
                    self.value(value, &of)?;
                }
                Ok(())
            }
            Value::Con(con) => {
                DX_TR_PAIR.apply();
                for (place, value) in con.fields.iter().enumerate() {
                    let of = self.part_of_weight(weight, &Projection::Held(place))?;
                    self.value(value, &of)?;
                }
                Ok(())
            }
            Value::View(view) => {
                DX_TR_VIEW.apply();
                let body = self.within(|t| {
                    let at = Value::Var(view.binder.name);
                    let element = t.element_of_weight(weight, &at)?;
                    t.block(&view.body, &element)
                })?;
                self.looped(Loop {
                    descending: false,
                    class: None,
                    binder: view.binder.clone(),
                    body,
                });
                Ok(())
            }
            _ => self.no_form(value),
        }
    }

    /// A loop that gives nothing.
    pub(super) fn looped(&mut self, l: Loop) {
        let mut set = l.binder.clone();
        set.name = self.names.again(set.name);
        self.emit("u", Value::table(set, Value::UnitType), Exp::For(Box::new(l)));
    }

    /// `r += t`, or t is kept.
    fn weighs(&mut self, target: Target, weight: Value) {
        match target {
            Target::Reference(into) => {
                self.performs(Effect::Accum(into.region));
                self.emit("u", Value::UnitType, Exp::Accumulate(into.value, weight));
            }
            Target::Kept(number, path) => self.kept[number].push((path, weight)),
        }
    }

    /// DX-TR-LETPROJ: what stands for a variable, or a part of one; nothing of what is none.
    pub(super) fn standing_of(&mut self, value: &Value) -> Done<Option<Standing>> {
        match value {
            Value::Var(name) => Ok(self.standing.get(name).cloned()),
            Value::Project(part, whole) => {
                DX_TR_LETPROJ.apply();
                match self.standing_of(whole)? {
                    Some(standing) => self.part_of(standing, part).map(Some),
                    None => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// What stands for a part.
    pub(super) fn part_of(&mut self, standing: Standing, part: &Projection) -> Done<Standing> {
        match standing {
            Standing::Value(ty, into) => {
                let (ty, into) = self.part_of_target(&ty, into, part)?;
                Ok(Standing::Value(ty, into))
            }
            Standing::State(ty, into) => {
                let (ty, into) = self.part_of_reference(&ty, into, part)?;
                Ok(Standing::State(ty, into))
            }
            Standing::Accum(weight) => self.part_of_weight(&weight, part).map(Standing::Accum),
        }
    }

    fn part_of_target(
        &mut self,
        ty: &Type,
        into: Option<Target>,
        part: &Projection,
    ) -> Done<(Type, Option<Target>)> {
        match into {
            Some(Target::Kept(number, mut path)) => {
                let (steps, _, ty) = self.taken(ty, part)?;
                let is_trivial = self.space(&ty)?.is_none();
                path.extend(steps);
                Ok((ty, (!is_trivial).then_some(Target::Kept(number, path))))
            }
            Some(Target::Reference(reference)) => {
                let (ty, into) = self.part_of_reference(ty, Some(reference), part)?;
                Ok((ty, into.map(Target::Reference)))
            }
            None => {
                let (ty, _) = self.part_of_reference(ty, None, part)?;
                Ok((ty, None))
            }
        }
    }

    fn part_of_reference(
        &mut self,
        ty: &Type,
        into: Option<Reference>,
        part: &Projection,
    ) -> Done<(Type, Option<Reference>)> {
        let (path, types, ty) = self.taken(ty, part)?;
        if self.space(&ty)?.is_none() {
            return Ok((ty, None));
        }
        let Some(mut reference) = into else {
            return Ok((ty, None));
        };
        for (step, content) in path.into_iter().zip(types) {
            let of = Value::reference(reference.region.clone(), content);
            reference.value = self.emit("r", of, Exp::Part(step, reference.value));
        }
        Ok((ty, Some(reference)))
    }

    /// A part of a weight.
    pub(super) fn part_of_weight(&mut self, weight: &Weight, part: &Projection) -> Done<Weight> {
        let (path, _, ty) = self.taken(&weight.ty, part)?;
        let value = match self.space(&ty)? {
            None => None,
            Some(_) => weight
                .value
                .clone()
                .map(|whole| path.iter().fold(whole, |whole, step| reduced(step, whole))),
        };
        Ok(Weight { value, ty })
    }

    /// What stands for an element.
    pub(super) fn slice_of(&mut self, standing: Standing, at: &Value) -> Done<Standing> {
        match standing {
            Standing::Value(ty, into) => {
                let into = match into {
                    Some(Target::Reference(reference)) => Some(reference),
                    // What is kept has no elements taken of it.
                    Some(Target::Kept(..)) | None => None,
                };
                let (ty, into) = self.slice_of_reference(&ty, into, at)?;
                Ok(Standing::Value(ty, into.map(Target::Reference)))
            }
            Standing::State(ty, into) => {
                let (ty, into) = self.slice_of_reference(&ty, into, at)?;
                Ok(Standing::State(ty, into))
            }
            Standing::Accum(weight) => self.element_of_weight(&weight, at).map(Standing::Accum),
        }
    }

    fn slice_of_reference(
        &mut self,
        ty: &Type,
        into: Option<Reference>,
        at: &Value,
    ) -> Done<(Type, Option<Reference>)> {
        let ty = self.element_type(ty, at)?;
        let into = match (self.space(&ty)?, into) {
            (Some(content), Some(reference)) => {
                let of = Value::reference(reference.region.clone(), content);
                let value = self.emit("r", of, Exp::Slice(reference.value, at.clone()));
                let region = reference.region;
                Some(Reference { value, region })
            }
            _ => None,
        };
        Ok((ty, into))
    }

    /// An element of a weight.
    pub(super) fn element_of_weight(&mut self, weight: &Weight, at: &Value) -> Done<Weight> {
        let ty = self.element_type(&weight.ty, at)?;
        let value = match (self.space(&ty)?, &weight.value) {
            (Some(space), Some(whole)) => {
                let index = Exp::Index(whole.clone(), at.clone());
                Some(self.emit("t", space, index))
            }
            _ => None,
        };
        Ok(Weight { value, ty })
    }

    /// The type of an element.
    fn element_type(&mut self, ty: &Type, at: &Value) -> Done<Type> {
        match ty {
            Value::Table(binder, element) => Ok(substitute(self.names, binder.name, at, element)),
            other => self.no_space(other),
        }
    }
}
