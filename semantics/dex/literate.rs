//! The items of a literate file, evaluated in their order.

use super::value::Value;
use super::{Interpreter, Options, Step, Stop};
use crate::failure::{Failure, Run};
use elder_dex::core::{Definition, Program};
use elder_syntax::names::Name;

/// A run of the definitions of a program, one after the other.  One that fails leaves the others as they are.
pub struct Session<'p> {
    program: &'p Program,
    options: Options,
    interpreter: Interpreter<'p>,
}

impl<'p> Session<'p> {
    /// A run that has not begun; the limits are those of each item.
    pub fn new(program: &'p Program, options: &Options) -> Session<'p> {
        Session {
            program,
            options: options.clone(),
            interpreter: Interpreter::new(program, options),
        }
    }

    /// Evaluates a definition.
    ///
    /// # Errors
    /// Why it has no value.
    pub fn evaluate(&mut self, definition: &Definition) -> Run<()> {
        self.item(|interpreter| interpreter.definition(definition.binder.name))?;
        Ok(())
    }

    /// What a command prints of the value of a definition.
    ///
    /// # Errors
    /// Why it has none.
    pub fn printed(&mut self, name: Name) -> Run<String> {
        let Some(definition) = self.program.definitions.iter().find(|d| d.binder.name == name) else {
            return Err(Failure::internal(
                elder_syntax::Span::NONE,
                "a command is of no definition",
            ));
        };
        self.item(|interpreter| interpreter.command(definition))
    }

    /// Something of an item, within limits of its own.
    fn item<T>(&mut self, inside: impl FnOnce(&mut Interpreter<'p>) -> Step<T>) -> Run<T> {
        self.interpreter.renew(&self.options);
        let result = inside(&mut self.interpreter);
        result.map_err(|stop| match stop {
            Stop::Failure(failure) => failure,
            Stop::Thrown | Stop::Ordered(_) => Failure::internal(
                self.interpreter.at,
                "what ends an evaluation was not met where it ends",
            ),
        })
    }
}

impl Interpreter<'_> {
    /// The definition of a command, evaluated and printed.
    fn command(&mut self, definition: &Definition) -> Step<String> {
        // What is a type, or a function without a computation before it, is shown as it is written.
        if let ([], value) = (definition.body.stms.as_slice(), &definition.body.result)
            && !matches!(value, elder_dex::core::Value::View(_))
            && matches!(
                definition.binder.ty,
                elder_dex::core::Value::Kind(_)
                    | elder_dex::core::Value::EffectsKind
                    | elder_dex::core::Value::FieldsKind
            )
        {
            let program = self.program;
            return Ok(elder_dex::shown::value(program, value).whole().rendered());
        }
        let value = self.definition(definition.binder.name)?;
        let value = self.force(value)?;
        self.printed(&definition.binder.ty, &value)
    }

    /// Nothing is under way.
    fn renew(&mut self, options: &Options) {
        self.fuel = options.fuel.unwrap_or(u64::MAX);
        self.deadline = options.time.map(|time| std::time::Instant::now() + time);
        self.store = super::Store::default();
        self.loops.clear();
        self.depth = 0;
    }

    /// A value of a definition, as it is printed.
    fn printed(&mut self, ty: &elder_dex::core::Type, value: &Value) -> Step<String> {
        let ty = self.ty(&super::environment::Environment::default(), ty)?;
        let shown = self.shown(&ty, value)?;
        let layout = match value {
            Value::Closure(_) => shown.whole(),
            _ => shown.argument(),
        };
        Ok(layout.rendered())
    }
}
