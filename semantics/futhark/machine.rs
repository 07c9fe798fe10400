//! The fast evaluator of Futhark: the values and failures of [`crate::futhark::clear`], which is the definition, sooner.
//!
//! | module | what |
//! | --- | --- |
//! | [`value`], [`array`], [`buffer`], [`scalar`] | values, arrays as views of versioned buffers |
//! | [`build`] | arrays from elements |
//! | [`code`], [`resolve`] | resolved programs, and how they come from the tree |
//! | [`eval`] | what code gives |
//! | [`kernel`] | loops over scalars, compiled to a register machine |
//! | [`observe`], [`cost`] | watching an evaluation |
//! | [`arithmetic`] | numbers in place of floats |
//! | [`interface`], [`display`] | values on input and output |
//!
//! [`run`] calls an entry point.

pub mod arithmetic;
pub mod array;
pub mod buffer;
pub mod build;
pub mod code;
pub mod cost;
pub mod display;
pub mod eval;
pub mod interface;
pub mod kernel;
pub mod observe;
pub mod resolve;
pub mod scalar;
pub mod shape;
pub mod value;

use crate::failure::{Failure, Run};
use crate::futhark::refusals;
use crate::memory::Memory;
use crate::options;
use arithmetic::Arithmetic;
use code::{Function, SizeWalk, Step};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Def, PatKind, Program, Size, Type, TypeKind, VName};
use elder_syntax::Span;
use elder_syntax::value::Value as Data;
use eval::Machine;
use observe::Observer;
use resolve::Resolver;
use shape::find_size;
use std::rc::Rc;
use value::{RtType, Value};

/// What takes part in a run.
#[derive(Default)]
pub struct Mode {
    /// Somebody to watch.
    pub observer: Option<Box<dyn Observer>>,
    /// What computes with floats instead of the machine.
    pub arithmetic: Option<Rc<dyn Arithmetic>>,
}

/// How to run; the semantics leaves a choice of the chunks of streams.
pub type Options = options::Options<Mode>;

/// An argument of an entry point.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A scalar or array from outside.  A parameter that is a tuple or record takes its components one after another.
    Data(Data),
    /// A value that another entry point gave.
    Value(Value),
}

/// What a run gave: the results (the components, if the result is a tuple), and the account of memory.
pub type Outcome = options::Outcome<Vec<Value>, Rc<Memory>, Told>;

/// What else a run gives.
#[derive(Default)]
pub struct Told {
    /// The types of the results, for [`display::display_as`].
    pub types: Vec<Type>,
    /// The observer that was given.
    pub observer: Option<Box<dyn Observer>>,
}

/// Calls an entry point of a checked program.
pub fn run(program: &Program, entry: &str, args: Vec<Argument>, options: Options) -> Outcome {
    let Mode { observer, arithmetic } = options.mode;
    let memory = options.limits.account();
    let kept = resolve::Kept::default();
    let mut resolver = Resolver::new(program, &kept, observer.is_some());
    resolver.compute_with(arithmetic.clone());
    resolver.tune(options.tuned);
    let def = program
        .entries
        .iter()
        .find(|e| e.name == entry)
        .and_then(|e| resolver.definition(&e.def));
    let Some(def) = def else {
        return Outcome {
            results: Err(Failure::no_entry(entry)),
            derivation: None,
            cost: memory,
            also: Told {
                types: Vec::new(),
                observer,
            },
        };
    };
    let prepared = prepare(&mut resolver, def, &memory, args).and_then(|call| match &arithmetic {
        Some(arithmetic) => Ok(EntryCall {
            args: lift_all(&**arithmetic, &memory, &call.args)?,
            ..call
        }),
        None => Ok(call),
    });
    let (types, tuple) = result_types(&mut resolver, def);
    let constants = resolver.into_constants();
    let fuel = options.limits.steps();
    let mut machine = Machine::new(
        constants,
        memory.clone(),
        fuel,
        options.depth,
        options.chunks.seed(),
    );
    machine.compute_with(arithmetic);
    machine.stop_at(options.limits.deadline());
    if let Some(observer) = observer {
        machine.observe(observer);
    }
    let results = prepared.and_then(|call| {
        call.check(&mut machine, def)?;
        let value = machine.run(&call.function, call.args, def.span)?;
        machine.require_fresh(&value, def.span)?;
        Ok(value)
    });
    let results = results.map(|value| match value {
        Value::Record(fields) if tuple => fields.iter().cloned().collect(),
        other => vec![other],
    });
    Outcome {
        results,
        derivation: None,
        cost: memory,
        also: Told {
            types,
            observer: machine.take_observer(),
        },
    }
}

/// Arguments with their floats as numbers.
fn lift_all(arithmetic: &dyn Arithmetic, memory: &Rc<Memory>, args: &[Value]) -> Run<Vec<Value>> {
    let lifted: Result<Vec<Value>, _> = args
        .iter()
        .map(|arg| arithmetic::lift(arithmetic, memory, arg))
        .collect();
    lifted.map_err(|_| Failure::internal(Span::NONE, "an argument that was consumed"))
}

/// The types of the results, and whether the result is a tuple.
fn result_types(resolver: &mut Resolver<'_>, def: &Def) -> (Vec<Type>, bool) {
    let mut ty = resolver.expand(&def.fun.ret.ty);
    while let TypeKind::Arrow(arrow) = &*ty.clone() {
        ty = resolver.expand(&arrow.ret.ty);
    }
    match &*ty {
        TypeKind::Record(fields) if elder_futhark::tree::is_tuple(fields) && !fields.is_empty() => {
            (fields.iter().map(|(_, t)| resolver.expand(t)).collect(), true)
        }
        _ => (vec![ty.clone()], false),
    }
}

/// A call of an entry point, with what has to be compared first.
struct EntryCall {
    function: Rc<Function>,
    /// Sizes, types and values.
    args: Vec<Value>,
    /// Values of the names that sizes mention, and the slots needed to evaluate them.
    names: Vec<Value>,
    frame: u32,
    checks: Vec<SizeDemand>,
}

/// A size of an argument that the type of its parameter fixes.
struct SizeDemand {
    /// What the type says.
    size: Size,
    /// Code for it.
    required: code::Code,
    /// What the argument has.
    actual: i64,
    /// The argument and the dimension, as a noun.
    place: String,
    /// The parameter.
    span: Span,
}

impl EntryCall {
    /// FUT-E-SIZEPAR: the sizes of the arguments agree with the types of the parameters.
    fn check(&self, machine: &mut Machine, def: &Def) -> Run<()> {
        for demand in &self.checks {
            let required = machine.in_frame(&self.names, self.frame, &demand.required)?;
            let Some(required) = required.as_i64().filter(|n| *n != demand.actual) else {
                continue;
            };
            let why = match &demand.size {
                Size::Var(v) => format!("`{v}` is {required}"),
                _ => format!("the type of `{}` says {required}", def.name),
            };
            let message = format!("{} has size {}, but {why}", demand.place, demand.actual);
            return Err(Failure::error(
                &rules::FUT_E_SIZEPAR,
                "agree",
                demand.span,
                message,
            ));
        }
        Ok(())
    }
}

/// FUT-E-SIZEPAR: the code of an entry point and all its arguments, sizes first.
fn prepare<'p>(
    resolver: &mut Resolver<'p>,
    def: &'p Def,
    memory: &Rc<Memory>,
    args: Vec<Argument>,
) -> Run<EntryCall> {
    rules::FUT_E_SIZEPAR.apply();
    let mut params: Vec<(Type, Option<VName>, Span)> = def
        .fun
        .params
        .iter()
        .map(|p| {
            let name = match &p.pat.kind {
                PatKind::Var(v) => Some(v.clone()),
                _ => None,
            };
            (p.pat.ty.clone(), name, p.pat.span)
        })
        .collect();
    let mut ret = resolver.expand(&def.fun.ret.ty);
    while let TypeKind::Arrow(arrow) = &*ret.clone() {
        params.push((arrow.param.clone(), arrow.param_name.clone(), def.span));
        ret = resolver.expand(&arrow.ret.ty);
    }
    let mut known: Vec<(VName, Value)> = Vec::new();
    let mut found: Vec<(Size, i64, String, Span)> = Vec::new();
    let mut args = args.into_iter();
    let mut values = Vec::new();
    for (k, (ty, name, span)) in params.iter().enumerate() {
        let whole = match name {
            Some(v) => format!("argument {} (`{v}`)", k + 1),
            None => format!("argument {}", k + 1),
        };
        let value = take(resolver, ty, memory, &mut args).map_err(|what| {
            refusals::misfit(
                def,
                format!("{whole} does not have the type of its parameter: {what}"),
            )
        })?;
        if let Some(v) = name {
            known.push((v.clone(), value.clone()));
        }
        let mut sizes: Vec<(Size, SizeWalk)> = Vec::new();
        resolver.walk_sizes(ty, &mut |size: &Size, steps: &[Step], dim: u32| {
            sizes.push((
                size.clone(),
                SizeWalk {
                    steps: steps.into(),
                    dim,
                },
            ));
        });
        for (size, walk) in sizes {
            let Some(actual) = find_size(std::slice::from_ref(&walk), &value) else {
                continue;
            };
            match &size {
                Size::Var(v) if def.fun.sizes.contains(v) && !known.iter().any(|(w, _)| w == v) => {
                    known.push((v.clone(), Value::from(actual)));
                }
                _ => {
                    let place = size_place(resolver, &whole, ty, &walk);
                    found.push((size, actual, place, *span));
                }
            }
        }
        values.push(value);
    }
    if args.next().is_some() {
        return Err(refusals::misfit(def, "too many arguments".to_string()));
    }
    let function = resolver.function(def);
    let size_of = |v: &VName| known.iter().find(|(w, _)| w == v).map(|(_, n)| n.clone());
    let mut all: Vec<Value> = def
        .fun
        .sizes
        .iter()
        .map(|v| size_of(v).unwrap_or(Value::from(0)))
        .collect();
    all.extend(def.fun.types.iter().map(|_| Value::Type(Rc::new(RtType::Boxed))));
    all.extend(values);
    let (names, values): (Vec<VName>, Vec<Value>) = known.into_iter().unzip();
    let sizes: Vec<Size> = found.iter().map(|(size, ..)| size.clone()).collect();
    let (codes, frame) = resolver.sizes_over(&names, &sizes);
    let checks = found
        .into_iter()
        .zip(codes)
        .map(|((size, actual, place, span), required)| SizeDemand {
            size,
            required,
            actual,
            place,
            span,
        })
        .collect();
    Ok(EntryCall {
        function,
        args: all,
        names: values,
        frame,
        checks,
    })
}

/// Where a size of an argument is, as a noun.
fn size_place(resolver: &mut Resolver<'_>, whole: &str, ty: &Type, walk: &SizeWalk) -> String {
    let mut place = whole.to_string();
    let path = resolver.path(ty, &walk.steps);
    if !path.is_empty() {
        place = format!("`{path}` of {place}");
    }
    let mut dims = 0;
    resolver.walk_sizes(ty, &mut |_, steps, _| dims += u32::from(*steps == *walk.steps));
    if dims > 1 {
        place = format!("dimension {} of {place}", walk.dim + 1);
    }
    place
}

/// The argument for a parameter of this type.
fn take(
    resolver: &mut Resolver<'_>,
    ty: &Type,
    memory: &Rc<Memory>,
    args: &mut std::vec::IntoIter<Argument>,
) -> Result<Value, String> {
    let ty = resolver.expand(ty);
    // What another entry point gave may be the record itself, or its components.
    let whole = matches!(args.as_slice().first(), Some(Argument::Value(Value::Record(_))));
    match &*ty {
        TypeKind::Record(fields) if !whole => {
            let fields: Result<Vec<Value>, String> = fields
                .iter()
                .map(|(_, t)| take(resolver, t, memory, args))
                .collect();
            Ok(Value::record(fields?))
        }
        _ => match args.next() {
            // Nothing says that the two entry points agree on the type.
            Some(Argument::Value(value)) => match resolver.admits(&ty, &value) {
                true => Ok(value),
                false => Err("another entry point gave a value of another type".to_string()),
            },
            Some(Argument::Data(data)) => {
                let (mut rank, mut element) = (0, ty.clone());
                while let TypeKind::Array(_, inner) = &*element.clone() {
                    rank += 1;
                    element = resolver.expand(inner);
                }
                match &*element {
                    TypeKind::Prim(p) if *p == data.prim_type() && rank == data.rank() => {
                        Ok(interface::from_data(memory, data))
                    }
                    TypeKind::Prim(p) => Err(format!(
                        "expected {}{p}, found {}",
                        "[]".repeat(rank),
                        data.type_string()
                    )),
                    _ => Err("its type has no values in the data formats".to_string()),
                }
            }
            None => Err("it is missing".to_string()),
        },
    }
}

#[cfg(test)]
mod tests;
