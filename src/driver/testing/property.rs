//! Properties: entry points that must give `true` for every argument.
//!
//! A property is tried on random candidates, which an entry point or its type makes.  A counterexample is made smaller before it is
//! reported, by an entry point or by smaller sizes, as `futhark test` does.

use super::random::{Floats, Random};
use super::run::{Cause, Failed, stop};
use crate::engine::Form;
use crate::engine::{Argument, Program, Property, Settings};
use elder_futhark::tree::is_tuple;
use elder_semantics::futhark::machine::array::{Array, Data};
use elder_semantics::futhark::machine::display::display;
use elder_semantics::futhark::machine::interface::{from_data, to_data};
use elder_semantics::futhark::machine::value::Value;
use elder_semantics::memory::Memory;
use elder_syntax::prim::PrimValue;
use std::rc::Rc;
use std::time::Instant;

/// How many candidates a property is tried on.
const CANDIDATES: u32 = 100;
/// The size of candidates, if the property does not say.
const SIZE: i64 = 50;
/// A shrinker that did not help so often in a row is asked no more.
const FUTILE: u32 = 5;
/// Nor one that helped so often: it may not make anything smaller.
const SHRUNK: u32 = 10_000;

/// Tries a property on random candidates.
///
/// # Errors
/// The smallest counterexample that was found, or why the property cannot be tried.
pub(super) fn test(
    program: &Program,
    entry: &str,
    settings: &Settings,
    after: Option<&'static str>,
) -> Result<(), Failed> {
    let block = |message: String| (Cause::Block, message);
    let Some((parameters, result)) = program.signature(entry) else {
        return Err(block(format!(
            "`{entry}` is stated to be a property, but is no entry point"
        )));
    };
    let mut found = program.properties(entry);
    let property = match (found.pop(), found.is_empty()) {
        (Some(property), true) => property,
        (None, _) => {
            return Err(block(format!(
                "the property `{entry}` has no #[prop(..)] before it"
            )));
        }
        (Some(_), false) => return Err(block(format!("the property `{entry}` has several #[prop(..)]"))),
    };
    let ([parameter], Form::Scalar(elder_syntax::prim::PrimType::Bool)) = (parameters.as_slice(), &result)
    else {
        let message = format!(
            "the property `{entry}` takes {} and gives {result}; it must take one value and give bool",
            list(&parameters)
        );
        return Err(block(message));
    };
    let trial = Trial {
        program,
        entry,
        property: &property,
        parameter,
        settings,
        after,
        memory: Rc::new(Memory::new(settings.limits.memory.unwrap_or(u64::MAX))),
        deadline: settings.limits.time.map(|time| Instant::now() + time),
    };
    trial.check_helpers().map_err(block)?;
    trial.run()
}

/// Types one after the other.
fn list(forms: &[Form]) -> String {
    match forms {
        [] => "nothing".to_string(),
        _ => forms
            .iter()
            .map(Form::to_string)
            .collect::<Vec<_>>()
            .join(" and "),
    }
}

/// A property that is being tried.
struct Trial<'a> {
    program: &'a Program,
    entry: &'a str,
    property: &'a Property,
    parameter: &'a Form,
    settings: &'a Settings,
    /// The position behind which the property is tried.
    after: Option<&'static str>,
    memory: Rc<Memory>,
    deadline: Option<Instant>,
}

impl Trial<'_> {
    /// The generator and the shrinker have the types that they must have.
    fn check_helpers(&self) -> Result<(), String> {
        use elder_syntax::prim::PrimType::{I64, U64};
        let (size, random) = (Form::Scalar(I64), Form::Scalar(U64));
        let wanted = [
            ("generator", &self.property.generator, vec![size, random.clone()]),
            (
                "shrinker",
                &self.property.shrinker,
                vec![self.parameter.clone(), random],
            ),
        ];
        for (role, name, parameters) in wanted {
            let Some(name) = name else { continue };
            let Some(found) = self.program.signature(name) else {
                return Err(format!(
                    "the {role} `{name}` of `{}` is no entry point",
                    self.entry
                ));
            };
            if found != (parameters.clone(), self.parameter.clone()) {
                return Err(format!(
                    "the {role} `{name}` of `{}` takes {} and gives {}; it must take {} and give {}",
                    self.entry,
                    list(&found.0),
                    found.1,
                    list(&parameters),
                    self.parameter
                ));
            }
        }
        Ok(())
    }

    fn run(&self) -> Result<(), Failed> {
        let size = self.property.size.unwrap_or(SIZE);
        let mut random = Random::new(self.settings.seed, Floats::Unit);
        for count in 1..=CANDIDATES {
            let seed = random.bits();
            let candidate = self.candidate(size, seed)?;
            match self.holds(&candidate) {
                Ok(true) => {}
                Ok(false) => {
                    let (smallest, note) = self.shrink(candidate, size, seed, &mut random);
                    let message = format!(
                        "the property does not hold (size {size}, candidate {count} of seed {})\ncounterexample: {}{note}",
                        self.settings.seed,
                        shown(&smallest, self.parameter)
                    );
                    return Err((Cause::Property, message));
                }
                Err((cause, message)) => {
                    let message = format!("{message}\ncandidate: {}", shown(&candidate, self.parameter));
                    return Err((cause, message));
                }
            }
            self.in_time()?;
        }
        Ok(())
    }

    /// A candidate of that size.
    fn candidate(&self, size: i64, seed: u64) -> Result<Value, Failed> {
        let Some(generator) = &self.property.generator else {
            let mut random = Random::new(seed, Floats::Unit);
            return self
                .automatic(self.parameter, &[], size, &mut random)
                .map_err(|message| (Cause::Block, message));
        };
        let arguments = vec![Value::I64(size), Value::U64(seed)];
        self.call(None, generator, arguments).map_err(|(cause, message)| {
            let message = format!("the generator `{generator}`, size {size}, seed {seed}: {message}");
            (cause, message)
        })
    }

    /// A value of a form, in an array with these sizes.
    fn automatic(
        &self,
        form: &Form,
        dims: &[usize],
        size: i64,
        random: &mut Random,
    ) -> Result<Value, String> {
        match form {
            Form::Scalar(t) => match random.value(dims, *t) {
                Some(data) => Ok(from_data(&self.memory, data)),
                None => Err(format!("a candidate of size {size} does not fit in memory")),
            },
            Form::Array(fixed, element) => {
                let here = fixed.unwrap_or(size);
                let here = usize::try_from(here).map_err(|_| format!("{here} is not a size"))?;
                let mut dims = dims.to_vec();
                dims.push(here);
                self.automatic(element, &dims, size, random)
            }
            Form::Record(fields) => {
                let values = fields.iter().map(|(_, f)| self.automatic(f, dims, size, random));
                let values: Result<Vec<Value>, String> = values.collect();
                if dims.is_empty() {
                    return values.map(Value::record);
                }
                let shape = dims
                    .iter()
                    .map(|n| i64::try_from(*n).unwrap_or(i64::MAX))
                    .collect();
                let data = Data::Record(values?.into());
                Ok(Value::Array(0, Rc::new(Array { shape, data })))
            }
            Form::Opaque(name) => Err(format!(
                "nothing makes random values of type {name}; give `{}` a generator: #[prop(gen(NAME))]",
                self.entry
            )),
        }
    }

    /// Calls an entry point after a position on values that are its own, so that it may consume them.
    fn call(&self, after: Option<&'static str>, entry: &str, arguments: Vec<Value>) -> Result<Value, Failed> {
        let own = |value: Value| match value.deep_copy(&self.memory) {
            Ok(copy) => Ok(Argument::Opaque(copy)),
            Err(_) => Err((Cause::Limit, "a candidate does not fit in memory".to_string())),
        };
        let arguments = arguments.into_iter().map(own).collect::<Result<_, _>>()?;
        match self
            .program
            .call_after(after, (&[entry], entry), arguments, self.settings)
        {
            Ok(results) => Ok(match results.into_argument() {
                Argument::Data(data) => from_data(&self.memory, data),
                Argument::Opaque(value) => value,
            }),
            Err(stopped) => Err(stop(&stopped.into())),
        }
    }

    /// Whether the property holds of a candidate.
    fn holds(&self, candidate: &Value) -> Result<bool, Failed> {
        let result = self.call(self.after, self.entry, vec![candidate.clone()])?;
        Ok(matches!(result.prim(), Some(PrimValue::Bool(true))))
    }

    fn in_time(&self) -> Result<(), Failed> {
        match self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            true => Err((Cause::Limit, "out of time".to_string())),
            false => Ok(()),
        }
    }

    /// A counterexample that is as small as can be found, and what went wrong on the way.
    fn shrink(&self, candidate: Value, size: i64, seed: u64, random: &mut Random) -> (Value, String) {
        let mut smallest = candidate;
        let outcome = match &self.property.shrinker {
            Some(shrinker) => self.ask(shrinker, &mut smallest, random),
            None => self.smaller_sizes(&mut smallest, size, seed),
        };
        let note = match outcome {
            Ok(()) => String::new(),
            Err((_, message)) => format!("\nmaking it smaller ended early: {message}"),
        };
        (smallest, note)
    }

    fn ask(&self, shrinker: &str, smallest: &mut Value, random: &mut Random) -> Result<(), Failed> {
        let (mut futile, mut shrunk) = (0, 0);
        while futile < FUTILE && shrunk < SHRUNK {
            self.in_time()?;
            let arguments = vec![smallest.clone(), Value::U64(random.bits())];
            let smaller = self.call(None, shrinker, arguments)?;
            if self.holds(&smaller)? {
                futile += 1;
            } else {
                *smallest = smaller;
                futile = 0;
                shrunk += 1;
            }
        }
        Ok(())
    }

    fn smaller_sizes(&self, smallest: &mut Value, size: i64, seed: u64) -> Result<(), Failed> {
        for size in (1..size).rev() {
            self.in_time()?;
            let smaller = self.candidate(size, seed)?;
            if !self.holds(&smaller)? {
                *smallest = smaller;
            }
        }
        Ok(())
    }
}

/// A value of a form as text.
fn shown(value: &Value, form: &Form) -> String {
    if let Some(data) = to_data(value) {
        return data.to_string();
    }
    match (form, value) {
        (Form::Array(_, element), Value::Array(version, array)) if !array.is_empty() => {
            let rows = (0..array.len()).map(|i| shown(&array.element(*version, i), element));
            format!("[{}]", rows.collect::<Vec<_>>().join(", "))
        }
        (Form::Record(forms), Value::Record(values)) => {
            let tuple = is_tuple(forms);
            let parts = forms.iter().zip(values.iter()).map(|((name, f), v)| match tuple {
                true => shown(v, f),
                false => format!("{name} = {}", shown(v, f)),
            });
            let parts = parts.collect::<Vec<_>>().join(", ");
            if tuple {
                format!("({parts})")
            } else {
                format!("{{{parts}}}")
            }
        }
        _ => display(value),
    }
}

#[cfg(test)]
mod tests;
