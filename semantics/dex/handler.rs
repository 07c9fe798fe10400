//! Handlers: regions that begin and end, and exceptions.

use super::monoid::Accumulation;
use super::store::Region;
use super::types::Type;
use super::value::{Reference, Value};
use super::{Interpreter, Step, Stop};
use elder_dex::core::MAYBE;
use std::rc::Rc;

impl Interpreter<'_> {
    /// The action of a handler, which takes a reference, and the type T1 of what that refers to.
    pub(super) fn opened(&mut self, action: &Value) -> Step<(Value, Rc<Type>)> {
        let region = Value::Type(Rc::new(Type::Opaque));
        let inner = self.apply(action, region)?;
        let Value::Closure(closure) = &inner else {
            return Err(self.malformed("the action of a handler takes a reference"));
        };
        let ty = self.ty(&closure.environment, &closure.lambda.binder.ty)?;
        match &*ty {
            Type::Reference(content) => Ok((inner.clone(), content.clone())),
            _ => Err(self.malformed("the action of a handler takes a reference")),
        }
    }

    /// ρ′, h = •, x = ref(l, ()); S[l = w] ⊢ e ⇒ w′; S′ gives w′, S′(l) and S′ without l.
    pub(super) fn handled(
        &mut self,
        action: &Value,
        content: Value,
        accumulation: Option<Rc<Accumulation>>,
    ) -> Step<(Value, Value)> {
        let location = self.store.allocate(Region {
            content,
            accumulation,
        });
        let reference = Value::Reference(Rc::new(Reference {
            location,
            path: Vec::new(),
        }));
        let result = self.apply(action, reference);
        let ended = self.store.end(location);
        let result = result?;
        match ended {
            Some(region) => Ok((result, region.content)),
            None => Err(self.malformed("a region ended before its handler")),
        }
    }

    /// DX-E-RUNSTATE
    pub(super) fn run_state(&mut self, initial: Value, action: &Value) -> Step<Value> {
        let initial = self.force(initial)?;
        self.cost.count(initial.cells() as usize);
        let action = self.apply(action, Value::Type(Rc::new(Type::Opaque)))?;
        let (result, state) = self.handled(&action, initial, None)?;
        Ok(Value::pair(result, state))
    }

    /// DX-E-RUNREADER
    pub(super) fn run_reader(&mut self, content: Value, action: &Value) -> Step<Value> {
        let content = self.force(content)?;
        let action = self.apply(action, Value::Type(Rc::new(Type::Opaque)))?;
        Ok(self.handled(&action, content, None)?.0)
    }

    /// DX-E-CATCH: what was done before the exception stays done.
    pub(super) fn catch(&mut self, action: &Value, ty: &Type) -> Step<Value> {
        let Type::Data(MAYBE, parameters) = ty else {
            return Err(self.malformed("what is caught is a Maybe"));
        };
        let (constructor, held) = match self.apply(action, Value::Unit) {
            Ok(value) => (1, vec![value]),
            Err(Stop::Thrown) => (0, vec![]),
            Err(stop) => return Err(stop),
        };
        Ok(Value::con(MAYBE, constructor, parameters.clone(), held))
    }
}
