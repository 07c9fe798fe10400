//! The items of a literate file, evaluated in their order.

use super::environment::Environment;
use super::machine::{Answer, Machine};
use super::places::Places;
use super::value::Value;
use super::{Interpreter, Options, Step, Stop};
use crate::failure::{Failure, Run};
use elder_dex::core::{Definition, Program};
use elder_syntax::Value as Data;
use elder_syntax::names::Name;
use rustc_hash::FxHashSet;

/// A run of the definitions of a program, one after the other.  One that fails leaves the others as they are.
pub struct Session<'p> {
    program: &'p Program,
    places: Places,
    options: Options,
    interpreter: Interpreter<'p>,
    machine: Machine<'p>,
    /// Definitions that the machine computed.
    computed: FxHashSet<Name>,
}

impl<'p> Session<'p> {
    /// A run that has not begun; the limits are those of each item.
    pub fn new(program: &'p Program, options: &Options) -> Session<'p> {
        Session {
            program,
            places: Places::default(),
            options: options.clone(),
            interpreter: Interpreter::new(program, options),
            machine: Machine::new(program),
            computed: FxHashSet::default(),
        }
    }

    /// A definition on the machine, where that takes it; nothing where the definition of the language is to run it.
    fn fast(&mut self, name: Name) -> Option<Run<()>> {
        if !super::running::admits_machine(&self.options) {
            return None;
        }
        if self.computed.contains(&name) {
            return Some(Ok(()));
        }
        let result = self.machine.run(name, &[], &self.options, true).ok()?;
        Some(result.map(|_| {
            self.computed.insert(name);
        }))
    }

    /// Evaluates a definition.
    ///
    /// # Errors
    /// Why it has no value.
    pub fn evaluate(&mut self, definition: &Definition) -> Run<()> {
        let name = definition.binder.name;
        if let Some(result) = self.fast(name) {
            return result;
        }
        self.item(|interpreter| interpreter.definition(name))?;
        Ok(())
    }

    /// What a command prints of the value of a definition.
    ///
    /// # Errors
    /// Why it has none.
    pub fn printed(&mut self, name: Name) -> Run<String> {
        let Some(definition) = self.places.definition(self.program, name) else {
            return Err(Failure::internal(
                elder_syntax::Span::NONE,
                "a command is of no definition",
            ));
        };
        if let Some(result) = self.fast(name) {
            result?;
            self.hand_over(definition);
        }
        self.item(|interpreter| interpreter.command(definition))
    }

    /// The definition gets what the machine computed; functions and types it evaluates itself.
    fn hand_over(&mut self, definition: &Definition) {
        self.interpreter.renew(&self.options);
        let interpreter = &mut self.interpreter;
        let given = self
            .machine
            .known(definition.binder.name)
            .filter(Answer::is_whole);
        let Some(answer) = given else { return };
        let ty = interpreter.ty(&Environment::default(), &definition.binder.ty);
        let value = ty.and_then(|ty| answer.value(interpreter, &ty));
        if let Ok(value) = value {
            interpreter.definitions.insert(definition.binder.name, value);
        }
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

/// What a command prints of a value that was computed elsewhere: the components of the result of an entry point that the definition of the command is.
///
/// # Errors
/// They are those of no value of its type.
pub fn shown(
    program: &Program,
    definition: &Definition,
    components: &[Data],
    options: &Options,
) -> Run<String> {
    let mut interpreter = Interpreter::new(program, options);
    interpreter.at = definition.at;
    let mut print = || {
        let ty = interpreter.ty(&Environment::default(), &definition.binder.ty)?;
        let mut left = components;
        let value = interpreter.inside(&ty, components, &mut left)?;
        match left.is_empty() {
            true => interpreter.printed(&definition.binder.ty, &value),
            false => Err(interpreter.misfit("a command is given more than its value".to_owned())),
        }
    };
    print().map_err(|stop| match stop {
        Stop::Failure(failure) => failure,
        Stop::Thrown | Stop::Ordered(_) => Failure::internal(definition.at, "a type was not evaluated"),
    })
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
        self.fuel = options.limits.steps();
        self.deadline = options.limits.deadline();
        self.store = super::Store::default();
        self.loops.clear();
        self.depth = 0;
    }

    /// A value of a definition, as it is printed.
    fn printed(&mut self, ty: &elder_dex::core::Type, value: &Value) -> Step<String> {
        let ty = self.ty(&Environment::default(), ty)?;
        let shown = self.shown(&ty, value)?;
        let layout = match value {
            Value::Closure(_) => shown.whole(),
            _ => shown.argument(),
        };
        Ok(layout.rendered())
    }
}
