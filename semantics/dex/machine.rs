//! Dex's core, fast: a program is translated for its arguments and then run, with the values and failures of the definition.
//!
//! The translation evaluates what is known: types, functions, dictionaries and sizes, so that calls and methods disappear; what depends on
//! tables, states and indices becomes instructions on registers of 64 bits.  Tables lie in buffers without gaps, a state or an
//! accumulator in one buffer, which is changed in place; a reference is an offset.
//!
//! | module | what |
//! | --- | --- |
//! | [`value`], [`types`] | what is known of values and types |
//! | [`translate`], [`values`], [`join`], [`table`], [`effects`] | the translation, by the form of the expression |
//! | [`index_set`], [`instance`] | sizes, ordinals and members; those that the program says |
//! | [`derived`] | derivatives, which the definition computes within a run |
//! | [`layout`], [`cells`] | how values lie in buffers, and how they are read and written there |
//! | [`code`], [`build`] | instructions, and how they are written |
//! | [`direct`] | primitive functions on bits |
//! | [`execute`] | runs them |
//! | [`packing`] | arguments |
//! | [`resolved`], [`answer`] | results, as data and as values of the definition |
//!
//! What is not taken is found by the translation, before anything is run: functions, references and types that are stored or
//! that depend on a `case`; tables of tables of different sizes; views in tables where computing them could
//! fail.  Those programs are run by the definition, from their beginning.

mod answer;
mod build;
mod cells;
mod code;
mod derived;
mod direct;
mod effects;
mod execute;
mod index_set;
mod instance;
mod join;
mod layout;
mod packing;
mod resolved;
mod table;
mod translate;
mod types;
mod value;
mod values;

use super::Options;
use super::places::Places;
use crate::failure::{Failure, Run};
use build::Builder;
use code::{Block, Site};
use elder_dex::core::Program;
use elder_syntax::Span;
use elder_syntax::names::Name;
use elder_syntax::value::Value as Data;
use execute::Halt;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use value::{Environment, Operand, Value};

/// Why a translation does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The machine does not take the program, since this is so.
    Untaken(&'static str),
    /// What follows is never reached.
    Never,
}

impl Stop {
    /// The tree is not what the checker promises; the definition says so.
    const MALFORMED: Stop = Stop::Untaken("it is not what the checker promises");
}

type Step<T> = Result<T, Stop>;

/// A definition that was translated.
struct Defined {
    /// Its value, if it has one.
    value: Option<Value>,
    /// What computes it, which is run where it is met first.
    code: Option<(u32, Rc<Block>)>,
}

/// A translation.
struct Translator<'p> {
    program: &'p Program,
    places: Places,
    /// Definitions whose values were known before.
    known: Rc<FxHashMap<Name, Value>>,
    definitions: FxHashMap<Name, Defined>,
    code: Builder,
    at: Span,
    /// From where the calls under way were made, the innermost last.
    calls: Vec<Span>,
}

impl Translator<'_> {
    /// Here the program may fail.
    fn site(&mut self) -> Site {
        self.code.fallible += 1;
        self.limit_site()
    }

    /// Here a run may reach a limit.
    fn limit_site(&mut self) -> Site {
        self.code.site(self.at, &self.calls)
    }
}

/// A program on the machine, with what its definitions gave in earlier runs.
pub struct Machine<'p> {
    program: &'p Program,
    places: Places,
    /// Definitions whose values are known.
    known: Rc<FxHashMap<Name, Value>>,
    /// The buffers that they are in.
    buffers: Vec<Vec<u8>>,
}

/// A value without views, and the buffers that its tables are in.
pub struct Answer<'m> {
    value: Value,
    buffers: &'m [Vec<u8>],
}

/// Why the machine did not run something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Untaken(pub &'static str);

impl<'p> Machine<'p> {
    /// Nothing was run.
    pub fn new(program: &'p Program) -> Machine<'p> {
        Machine {
            program,
            places: Places::default(),
            known: Rc::default(),
            buffers: Vec::new(),
        }
    }

    /// The value of a definition, applied to values from outside if it is a function; with `keep` it is known from then on.
    ///
    /// # Errors
    /// What the machine does not take; nothing was run then.
    pub fn run(
        &mut self,
        name: Name,
        arguments: &[Data],
        options: &Options,
        keep: bool,
    ) -> Result<Run<Answer<'_>>, Untaken> {
        let own = self.buffers.len();
        let mut translator = Translator {
            program: self.program,
            places: self.places.clone(),
            known: self.known.clone(),
            definitions: FxHashMap::default(),
            code: Builder::new(u32::try_from(own).unwrap_or(u32::MAX)),
            at: Span::NONE,
            calls: Vec::new(),
        };
        let translated = translator.entry(name, arguments, &mut self.buffers);
        let value = match translated {
            Ok(value) => Some(value),
            Err(Stop::Never) => None,
            Err(Stop::Untaken(why)) => {
                self.buffers.truncate(own);
                return Err(Untaken(why));
            }
        };
        let Translator {
            code,
            definitions,
            known,
            ..
        } = translator;
        // What is known is not shared any more, so it can grow.
        drop(known);
        let code = code.finish();
        let buffers = std::mem::take(&mut self.buffers);
        let mut run = execute::Run::new(self.program, &code, buffers, options);
        let ended = run.all();
        let (registers, buffers) = (run.registers, run.buffers);
        self.buffers = buffers;
        if let Err(halt) = ended {
            self.buffers.truncate(own);
            return Ok(Err(match halt {
                Halt::Failure(failure) => failure,
                Halt::Thrown => {
                    Failure::internal(Span::NONE, "what ends an evaluation was not met where it ends")
                }
            }));
        }
        let Some(value) = value else {
            self.buffers.truncate(own);
            let message = "a program came to an end that it has not";
            return Ok(Err(Failure::internal(Span::NONE, message)));
        };
        let known = Rc::make_mut(&mut self.known);
        if keep {
            for (name, defined) in definitions {
                if let (None, Some(value)) = (defined.code, defined.value) {
                    known.insert(name, value);
                }
            }
        }
        let resolved = resolved::resolved(&value, &registers);
        if let (true, Some(value)) = (keep, &resolved) {
            known.insert(name, value.clone());
        }
        // What is a function stays as it was translated; nobody looks into it.
        let value = resolved.unwrap_or(value);
        self.dropped(own, &value);
        Ok(Ok(Answer {
            value,
            buffers: &self.buffers,
        }))
    }

    /// What an earlier run gave for a definition.
    pub fn known(&self, name: Name) -> Option<Answer<'_>> {
        let value = self.known.get(&name)?.clone();
        Some(Answer {
            value,
            buffers: &self.buffers,
        })
    }

    /// Buffers from this one on are emptied that a value is not in.
    fn dropped(&mut self, own: usize, value: &Value) {
        let mut used = vec![false; self.buffers.len()];
        resolved::mark(value, &mut used);
        for (buffer, used) in self.buffers.iter_mut().zip(used).skip(own) {
            if !used {
                *buffer = Vec::new();
            }
        }
    }
}

impl Translator<'_> {
    /// The value of a definition, applied, without views.
    fn entry(&mut self, name: Name, arguments: &[Data], buffers: &mut Vec<Vec<u8>>) -> Step<Value> {
        let definition = self.places.definition(self.program, name);
        self.at = definition.ok_or(Stop::MALFORMED)?.at;
        let mut value = self.value(&Environment::default(), &elder_dex::core::Value::Var(name))?;
        let mut left = arguments;
        while !left.is_empty() {
            let Value::Closure(closure) = &value else {
                return Err(Stop::Untaken("it is given too many arguments"));
            };
            let ty = self.ty(&closure.environment, &closure.lambda.binder.ty)?;
            let layout = self.layout_of(&ty)?;
            let argument = self.given(&layout, &mut left, buffers)?;
            value = self.apply(&value, argument)?;
        }
        self.force(value)
    }

    /// DX-E-ENTRY: a value from outside, a value a component; what does not fit is left to the definition.
    fn given(
        &mut self,
        layout: &layout::Layout,
        left: &mut &[Data],
        buffers: &mut Vec<Vec<u8>>,
    ) -> Step<Value> {
        use layout::Layout;
        match layout {
            Layout::Unit => return Ok(Value::Unit),
            Layout::Pair(both) => {
                let first = self.given(&both.0, left, buffers)?;
                return Ok(Value::pair(first, self.given(&both.1, left, buffers)?));
            }
            Layout::Record(fields) => {
                let mut values = Vec::with_capacity(fields.len());
                for (label, layout) in fields.iter() {
                    values.push((label.clone(), self.given(layout, left, buffers)?));
                }
                return Ok(Value::Record(Rc::new(values)));
            }
            _ => {}
        }
        let bytes = packing::packed(layout, left).ok_or(Stop::Untaken("an argument does not fit"))?;
        let buffer = self.code.buffer();
        buffers.resize_with(buffer as usize, Vec::new);
        buffers.push(bytes);
        let buffer = Operand::Known(buffer.into());
        match layout {
            Layout::Table(..) | Layout::Sum(_) => self.load(layout, buffer, Operand::Known(0)),
            _ => {
                Ok(packing::scalar(layout, buffers.last().map_or(&[], Vec::as_slice))
                    .ok_or(Stop::MALFORMED)?)
            }
        }
    }
}
