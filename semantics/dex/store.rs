//! S: what locations hold, and how references read and write it.

use super::environment::Environment;
use super::monoid::Accumulation;
use super::value::{Part, Reference, Value};
use super::{Interpreter, Step, refusals};
use elder_dex::core::{self as tree, Projection};
use std::rc::Rc;

/// What a location holds.
#[derive(Clone, Debug)]
pub struct Region {
    /// The value, without views.
    pub content: Value,
    /// How it accumulates, if it does.
    pub accumulation: Option<Rc<Accumulation>>,
}

impl Region {
    /// What an accumulator begins with.
    pub(super) fn zero(&self) -> Option<Value> {
        self.accumulation.as_ref().map(|own| own.zero.clone())
    }
}

/// S: handlers end in the reverse order of their beginning, so the locations are those below a number.
#[derive(Clone, Debug, Default)]
pub struct Store(Vec<Region>);

impl Store {
    /// A fresh location, which holds this.
    pub(super) fn allocate(&mut self, region: Region) -> usize {
        self.0.push(region);
        self.0.len() - 1
    }

    /// S without the locations from this one on; what it held.
    pub(super) fn end(&mut self, location: usize) -> Option<Region> {
        self.0.drain(location.min(self.0.len())..).next()
    }

    /// The location that is made next.
    pub(super) fn next(&self) -> usize {
        self.0.len()
    }

    /// S(l)
    pub(super) fn region(&self, location: usize) -> Option<&Region> {
        self.0.get(location)
    }

    pub(super) fn region_mut(&mut self, location: usize) -> Option<&mut Region> {
        self.0.get_mut(location)
    }
}

impl Interpreter<'_> {
    /// The reference that a value is.
    pub(super) fn reference(
        &mut self,
        environment: &Environment,
        value: &tree::Value,
    ) -> Step<Rc<Reference>> {
        match self.value(environment, value)? {
            Value::Reference(reference) => Ok(reference),
            _ => Err(self.malformed("a reference was expected")),
        }
    }

    /// S(l) at π
    pub(super) fn content(&self, reference: &Reference) -> Step<&Value> {
        let region = self.store.region(reference.location);
        region
            .and_then(|region| region.content.at(&reference.path))
            .ok_or_else(|| self.malformed("there is no such place in the store"))
    }

    /// DX-E-SLICE: ref(l, π·ord(w))
    pub(super) fn slice(&mut self, reference: &Reference, index: &Value) -> Step<Value> {
        let ordinal = self.ordinal(index)?;
        let part = Part::Element(ordinal);
        let content = self.content(reference)?;
        if content.part(&part).is_none() {
            return Err(refusals::beyond_reference(self.at, ordinal).into());
        }
        Ok(longer(reference, part))
    }

    /// DX-E-FSTREF: ref(l, π·.1), ref(l, π·.2), or a field
    pub(super) fn part(&mut self, reference: &Reference, part: &Projection) -> Step<Value> {
        match part {
            Projection::First => Ok(longer(reference, Part::First)),
            Projection::Second => Ok(longer(reference, Part::Second)),
            Projection::Field(label) => Ok(longer(reference, Part::Field(label.clone()))),
            Projection::Held(_) => Err(self.malformed("references have no parts of constructors")),
        }
    }

    /// DX-E-GET: S(l) at π, a copy.
    pub(super) fn get(&mut self, reference: &Reference) -> Step<Value> {
        self.touches(reference.location)?;
        self.read(reference)
    }

    /// DX-E-ASK: what the reader was given.
    pub(super) fn ask(&mut self, reference: &Reference) -> Step<Value> {
        self.read(reference)
    }

    fn read(&mut self, reference: &Reference) -> Step<Value> {
        let content = self.content(reference)?.clone();
        self.cost.count(content.cells() as usize);
        Ok(content)
    }

    /// DX-E-PUT: S[l at π := force(w)]
    pub(super) fn put(&mut self, reference: &Reference, value: Value) -> Step<Value> {
        self.touches(reference.location)?;
        let value = self.force(value)?;
        self.cost.count(value.cells() as usize);
        self.write(reference.location, &reference.path, value)?;
        Ok(Value::Unit)
    }

    /// S[l at π := w]
    pub(super) fn write(&mut self, location: usize, path: &[Part], value: Value) -> Step<()> {
        let region = self.store.region_mut(location);
        match region.and_then(|region| region.content.set(path, value)) {
            // What was shared with copies was copied.
            Some(()) => self.room(0),
            None => Err(self.malformed("there is no such place in the store")),
        }
    }
}

fn longer(reference: &Reference, part: Part) -> Value {
    let mut path = Vec::with_capacity(reference.path.len() + 1);
    path.extend(reference.path.iter().cloned());
    path.push(part);
    Value::Reference(Rc::new(Reference {
        location: reference.location,
        path,
    }))
}
