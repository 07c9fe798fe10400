//! The reference semantics of DPIA.
//!
//! | module | what |
//! | --- | --- |
//! | [`code`], [`resolve`] | resolved programs, and how they come from the tree |
//! | [`value`], [`store`] | values and views; cells, addresses and who touched them |
//! | [`machine`] | what a run carries along; looking views up |
//! | [`evaluate`] | the judgement of expressions: rules DPIA-E-* |
//! | [`execute`], [`group`] | the judgement of commands: rules DPIA-S-*; launches and work-groups |
//! | [`cost`] | steps a level, transactions with global memory |
//! | `unread` | what a program does whatever its failing parts had given |
//! | [`interface`], [`display`] | values on input and output |
//!
//! [`run`] runs an entry: an expression has the value of the functional reading (notes 14.2), a command runs by the store
//! semantics (14.3), its launches by that of work-groups (14.4).

pub mod code;
pub mod cost;
pub mod display;
mod evaluate;
mod execute;
mod group;
pub mod interface;
mod machine;
mod resolve;
pub mod store;
mod subgroup;
mod unread;
pub mod value;

use crate::failure::{Failure, Kind, Run};
use crate::options;
use code::{Main, Type};
use cost::Cost;
use elder_dpia::check::Obligation;
use elder_dpia::rules::evaluation as rules;
use elder_dpia::{AddressSpace, Binder, Entry};
use elder_syntax::Span;
use elder_syntax::Value as Data;
use interface::Input;
use machine::{Builder, Lane, Machine};
use std::rc::Rc;
use store::{Address, Cell, Fill};
use value::{Buffer, Flat, Source, Value, View, part};

pub use crate::order::Order;
pub use unread::{Undefined, is_unread, regardless};

/// How programs of DPIA are run.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Whether new cells hold nothing that may be read, as by the definition, rather than zeros.
    pub strict: bool,
    /// Whether outputs hold nothing either: whoever made the program, as a pass did, has it write all of them.  By the definition they begin
    /// with zeros.
    pub writes_outputs: bool,
    /// What becomes of an operator that has no value, and of a number that is no index.
    pub undefined: Undefined,
    /// Whether launches run by the semantics of work-groups; otherwise their parallel loops are like any other.
    pub groups: bool,
    /// Whether what a work-group does, and each loop over its items, is a step that all its items end together: how a launch is run whose barriers do
    /// not stand yet.
    pub steps: bool,
    /// What the checker could not decide about sizes, and is tested before anything runs.
    pub obligations: Vec<Obligation>,
    /// Whether to count the cost.
    pub cost: bool,
}

impl Default for Mode {
    fn default() -> Mode {
        Mode {
            strict: true,
            writes_outputs: false,
            undefined: Undefined::Refused,
            groups: true,
            steps: false,
            obligations: vec![],
            cost: false,
        }
    }
}

/// How to run.
pub type Options = options::Options<Mode>;

/// What a run gave: the components of the result, or of the outputs one after the other; the cost, if it was asked for.
pub type Outcome = options::Outcome<Vec<Data>, Option<Cost>, Taken>;

/// What a run took.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The most bytes of arrays that were alive at one time.
    pub peak: u64,
    /// The bytes of all arrays made.
    pub allocated: u64,
    /// The steps, as fuel counts them.
    pub steps: u64,
}

/// Runs an entry of a checked program on values from outside: the sizes that no input shows
/// ([`Entry::given_sizes`]), then the components of the inputs.  The entry is closed ([`Entry::closed`]).
pub fn run(entry: &Entry, values: Vec<Data>, options: &Options) -> Outcome {
    let results = |machine: &mut Machine| {
        let arguments = interface::arguments(entry, values)?;
        let results = outcome(machine, entry, arguments, None)?;
        Ok(results.into_iter().map(|result| result.value).collect())
    };
    taking(options, results)
}

/// A value from outside, or for outside, of which some elements may hold nothing that may be read.
#[derive(Clone, Debug)]
pub struct Partly {
    /// The value.
    pub value: Data,
    /// Which of its elements were written, one after the other; `None` if all were.
    pub written: Option<Vec<bool>>,
}

/// Runs an entry as [`run`] does, at all its sizes and on the components of its inputs.  Outputs begin with nothing and may stay so.
pub fn run_at(
    entry: &Entry,
    sizes: &[i64],
    inputs: Vec<Partly>,
    options: &Options,
) -> options::Outcome<Vec<Partly>, Option<Cost>, Taken> {
    taking(options, |machine| {
        let (values, written): (Vec<Data>, Vec<_>) = inputs
            .into_iter()
            .map(|input| (input.value, input.written))
            .unzip();
        let arguments = interface::arguments_at(entry, sizes, values)?;
        outcome(machine, entry, arguments, Some(written))
    })
}

/// A run, with what it took.
fn taking<T>(
    options: &Options,
    run: impl FnOnce(&mut Machine) -> Run<T>,
) -> options::Outcome<T, Option<Cost>, Taken> {
    let mut machine = Machine::new(options.clone());
    let results = run(&mut machine);
    options::Outcome {
        results,
        cost: machine.cost,
        derivation: machine.derivation,
        also: Taken {
            peak: machine.memory.peak(),
            allocated: machine.memory.total(),
            steps: machine.steps,
        },
    }
}

/// An input as a value.
fn read_only(machine: &mut Machine, (ty, parts): Input, lane: &mut Lane, span: Span) -> Run<Value> {
    let memory = machine.memory.clone();
    let mut sources = parts
        .into_iter()
        .map(|(layout, data)| (Source::Buffer(Rc::new(Buffer::new(data, &memory))), layout));
    let value = ty.assemble(&mut sources);
    machine.force(value, lane, span)
}

/// What an entry gives.  With `written`, which says so of each input, not all elements need to be known, and those of outputs are not.
fn outcome(
    machine: &mut Machine,
    entry: &Entry,
    arguments: interface::Arguments,
    written: Option<Vec<Option<Vec<bool>>>>,
) -> Run<Vec<Partly>> {
    rules::DPIA_E_LIMIT.apply();
    for obligation in &machine.options.mode.obligations {
        interface::test(obligation, &arguments.sizes)?;
    }
    let (main, frame) = resolve::entry(entry, &arguments.sizes)?;
    let mut lane = Lane {
        frame: vec![Value::Empty; frame],
        item: 0,
    };
    match &main {
        Main::Value(exp, ty) => {
            let span = entry.body.span;
            if written.iter().flatten().flatten().flatten().any(|w| !w) {
                let message = format!("`{}` takes what was never written", entry.name);
                return Err(Failure::refused(
                    Kind::Uninitialised,
                    &rules::DPIA_S_R,
                    "uninitialised",
                    span,
                    message,
                ));
            }
            for (slot, input) in arguments.inputs.into_iter().enumerate() {
                let value = read_only(machine, input, &mut lane, span)?;
                lane.set(slot, value);
            }
            let value = machine.eval(exp, &mut lane)?;
            let ty = machine.concrete(ty, &lane, span)?;
            let values = give(machine, value, ty, &mut lane, entry)?;
            let known = |value| Partly { value, written: None };
            Ok(values.into_iter().map(known).collect())
        }
        Main::Command(comm) => {
            let partly = written.is_some();
            let mut written = written.into_iter().flatten();
            let parameters = entry.parameters();
            let slot_of = |binder: &Binder| parameters.iter().position(|p| p.name == binder.name);
            let nowhere = || Failure::internal(entry.body.span, "a parameter that is none");
            for (binder, (ty, parts)) in entry.inputs.iter().zip(arguments.inputs) {
                let known: Vec<Option<Vec<bool>>> = parts.iter().map(|_| written.next().flatten()).collect();
                let slot = slot_of(binder).ok_or_else(nowhere)?;
                let is_var = binder.ty.as_var().is_some();
                if matches!(ty, Type::Index(_)) && !is_var {
                    let value = read_only(machine, (ty, parts), &mut lane, entry.body.span)?;
                    lane.set(slot, value);
                    continue;
                }
                let name: Rc<str> = binder.name.text().into();
                // Numbers are passed to kernels by value.
                let space = match ty {
                    Type::Array(..) | Type::Pair(..) => AddressSpace::Global,
                    _ if is_var => AddressSpace::Global,
                    _ => AddressSpace::Private,
                };
                let fill = Fill::of(known.iter().any(Option::is_some));
                let cell = top_cell(machine, &name, space, ty, fill, entry)?;
                for ((part, (_, data)), known) in cell.parts.iter().zip(parts).zip(known) {
                    if let Some(written) = &part.written {
                        *written.borrow_mut() = known.unwrap_or_else(|| vec![true; data.len()]);
                    }
                    *part.data.borrow_mut() = data;
                }
                lane.set(slot, Value::Cell(cell));
            }
            let mut outputs = Vec::new();
            for binder in &entry.outputs {
                let slot = slot_of(binder).ok_or_else(nowhere)?;
                if binder.ty.as_var().is_some() {
                    let Value::Cell(cell) = lane.get(slot) else {
                        return Err(nowhere());
                    };
                    outputs.push(cell.clone());
                    continue;
                }
                let elder_dpia::PhraseType::Acc(data) = &binder.ty else {
                    return Err(Failure::internal(
                        entry.body.span,
                        "an output that is no acceptor",
                    ));
                };
                let ty = interface::concrete(data, &arguments.sizes, entry.body.span)?;
                // There may be no index that an output could begin with.
                let holds_indexes = elder_dpia::entry::components(data)
                    .iter()
                    .any(|part| part.index_of.is_some());
                let mode = &machine.options.mode;
                let fill = Fill::of(partly || mode.strict && (mode.writes_outputs || holds_indexes));
                let name = binder.name.text().into();
                let cell = top_cell(machine, &name, AddressSpace::Global, ty, fill, entry)?;
                lane.set(slot, Value::Cell(cell.clone()));
                outputs.push(cell);
            }
            machine.execute(comm, std::slice::from_mut(&mut lane), &[0])?;
            drop(lane);
            let mut results = Vec::new();
            for cell in outputs {
                for (k, part) in cell.parts.iter().enumerate() {
                    let written = part.written.as_ref().map(|written| written.borrow().clone());
                    if !partly
                        && let Some(written) = &written
                        && let Some(offset) = written.iter().position(|w| !w)
                    {
                        return Err(cell.unwritten(Address { part: k, offset }, entry.body.span));
                    }
                    let data = part.data.borrow().clone();
                    let value = interface::outside(&part.layout, data)
                        .ok_or_else(|| Failure::internal(entry.body.span, "an output of other size"))?;
                    results.push(Partly { value, written });
                }
            }
            Ok(results)
        }
    }
}

/// A cell for an input or an output.
fn top_cell(
    machine: &mut Machine,
    name: &Rc<str>,
    space: AddressSpace,
    ty: Type<i64>,
    fill: Fill,
    entry: &Entry,
) -> Run<Rc<Cell>> {
    let id = machine.next_cell();
    let memory = machine.memory.clone();
    Cell::new(id, name, space, 0, ty, fill, &memory, entry.body.span)
}

/// The value as data for outside, one a component.
fn give(
    machine: &mut Machine,
    value: Value,
    ty: Type<i64>,
    lane: &mut Lane,
    entry: &Entry,
) -> Run<Vec<Data>> {
    let span = entry.body.span;
    let missing = || Failure::internal(span, "a result that is not in memory");
    let layouts = ty.layout();
    let mut builder = Builder::new(ty, 1, machine, span)?;
    builder.push(machine, value, lane, span)?;
    let mut flats = Vec::new();
    leaves(&builder.finish_one(machine), &mut flats);
    let mut out = Vec::new();
    for (layout, flat) in layouts.iter().zip(flats) {
        let Source::Buffer(buffer) = &flat.source else {
            return Err(missing());
        };
        let range = flat.range().ok_or_else(missing)?;
        let data = part(&buffer.data, range).ok_or_else(missing)?;
        out.push(interface::outside(layout, data).ok_or_else(missing)?);
    }
    Ok(out)
}

/// The strided views of a value in memory, in the order of its components.
fn leaves(value: &Value, out: &mut Vec<Flat>) {
    fn of(view: &View, out: &mut Vec<Flat>) {
        match view {
            View::Flat(flat) => out.push(flat.clone()),
            View::Zip(a, b, _) => {
                of(a, out);
                of(b, out);
            }
            _ => {}
        }
    }
    match value {
        Value::View(view) => of(view, out),
        Value::Pair(halves) => {
            leaves(&halves.0, out);
            leaves(&halves.1, out);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
