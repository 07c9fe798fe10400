//! What generated programs of Dex's core are like: how many there were, what they came to, and what they contained.

use crate::fuzz::refused::tally;
use elder_dex::core::rewrite::{self, Rewrite};
use elder_dex::core::{Exp, Program, Stm, Type, Value};
use elder_generate::dex::primitives;
use elder_syntax::names::Name;
use elder_syntax::prim::PrimFn;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

/// What all threads met; one for the process.
#[derive(Default)]
struct Met {
    programs: u64,
    values: u64,
    /// Why the machine did not take programs.
    untaken: BTreeMap<&'static str, u64>,
    /// Why programs are outside of the fragment that goes on to Core.
    outside: BTreeMap<String, u64>,
    bound: usize,
    used: usize,
    constructs: BTreeMap<&'static str, u64>,
    primitives: BTreeMap<String, u64>,
}

static MET: Mutex<Option<Met>> = Mutex::new(None);

/// Of one in so many programs it is asked why it does not go on to Core.
const ASKED: u64 = 16;

/// A program that the checker accepted, whether it gave a value, and why it does not go on to Core.
pub(super) fn add(program: &Program, gave: bool, outside: impl FnOnce() -> Option<String>) {
    let mut seen = Seen::default();
    for definition in &program.definitions {
        seen.block(&definition.body);
    }
    let is_asked = MET
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get_or_insert_default()
        .programs
        .is_multiple_of(ASKED);
    let outside = is_asked.then(outside).flatten();
    let mut guard = MET.lock().unwrap_or_else(PoisonError::into_inner);
    let met = guard.get_or_insert_default();
    met.programs += 1;
    met.values += u64::from(gave);
    if let Some(premise) = outside {
        *met.outside.entry(premise).or_default() += 1;
    }
    met.bound += seen.bound.len();
    met.used += seen.bound.iter().filter(|name| seen.used.contains(name)).count();
    for construct in seen.constructs {
        *met.constructs.entry(construct).or_default() += 1;
    }
    for function in seen.primitives {
        *met.primitives.entry(function.to_string()).or_default() += 1;
    }
}

/// The machine took a program, or why it did not.
pub(super) fn add_machine(untaken: Option<&'static str>) {
    let Some(why) = untaken else { return };
    let mut guard = MET.lock().unwrap_or_else(PoisonError::into_inner);
    *guard.get_or_insert_default().untaken.entry(why).or_default() += 1;
}

/// What one program has.
#[derive(Default)]
struct Seen {
    /// Names that statements bind to something else than `()`.
    bound: Vec<Name>,
    used: HashSet<Name>,
    constructs: Vec<&'static str>,
    primitives: Vec<PrimFn>,
}

impl Rewrite for Seen {
    fn used(&mut self, name: Name) -> Value {
        self.used.insert(name);
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        self.constructs.extend(of_value(value));
        elder_syntax::stack::deep(64 * 1024, 1024 * 1024, || rewrite::parts(self, value))
    }

    fn stm(&mut self, stm: &Stm) -> Stm {
        if stm.binder.ty != Value::UnitType {
            self.bound.push(stm.binder.name);
        }
        self.constructs.push(construct(&stm.exp));
        if let Exp::For(inside) = &stm.exp {
            self.constructs.push(of_set(&inside.binder.ty));
        }
        if let Exp::Prim(function, _) = &stm.exp {
            self.primitives.push(*function);
        }
        let exp = self.exp(&stm.exp);
        let (binder, at) = (self.binder(&stm.binder), stm.at);
        Stm { binder, exp, at }
    }
}

/// What sort of expression it is.
fn construct(exp: &Exp) -> &'static str {
    match exp {
        Exp::Value(_) => "value",
        Exp::Apply(..) => "apply",
        Exp::Index(..) => "index",
        Exp::For(inside) if inside.descending => "rof",
        Exp::For(_) => "for",
        Exp::Case(..) => "case",
        Exp::Table(..) => "table",
        Exp::Prim(..) => "primitive",
        Exp::IndexSet(op, _) => {
            let named = elder_dex::core::IndexOp::ALL.iter().find(|(own, _)| own == op);
            named.map_or("?", |(_, name)| name)
        }
        Exp::Slice(..) => "slice",
        Exp::Part(..) => "part of a reference",
        Exp::Get(_) => "get",
        Exp::Ask(_) => "ask",
        Exp::Put(..) => ":=",
        Exp::Accumulate(..) => "+=",
        Exp::RunState(..) => "runState",
        Exp::RunReader(..) => "runReader",
        Exp::RunAccum(None, _) => "runAccum",
        Exp::RunAccum(Some(_), _) => "runAccum with a monoid",
        Exp::Catch(_) => "catch",
        Exp::Throw(_) => "throw",
        Exp::Fail(..) => "fail",
        Exp::Linearize(..) => "linearize",
        Exp::Transpose(..) => "transpose",
    }
}

/// What sort of value it is, if it is one that statements seldom have.
fn of_value(value: &Value) -> Option<&'static str> {
    Some(match value {
        Value::View(_) => "view",
        Value::Choose(_) => "choose",
        Value::Lambda(_) => "lambda",
        Value::Record(_) => "record",
        Value::Variant(..) => "variant",
        Value::Con(_) => "constructor",
        Value::Project(..) => "projection",
        _ => return None,
    })
}

/// What a loop is over.
fn of_set(set: &Type) -> &'static str {
    match set {
        Value::UnitType => "for Unit",
        Value::Fin(_) => "for Fin",
        Value::Range(_) => "for Range",
        Value::PairType(..) => "for a pair",
        Value::DataType(elder_dex::core::BOOL, _) => "for Bool",
        Value::DataType(elder_dex::core::EITHER, _) => "for Either",
        Value::DataType(..) => "for data",
        Value::RecordType(_) => "for a record",
        Value::VariantType(_) => "for a variant",
        Value::Table(..) => "for tables",
        _ => "for a variable",
    }
}

/// The statistics of the generator.
pub fn statistics() -> String {
    let guard = MET.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(met) = &*guard else {
        return String::new();
    };
    let share = |part: f64, whole: f64| 100.0 * part / whole.max(1.0);
    let constructs = met.constructs.iter().map(|(name, count)| (*name, *count));
    let missed: Vec<String> = primitives()
        .iter()
        .map(PrimFn::to_string)
        .filter(|name| !met.primitives.contains_key(name))
        .collect();
    let outside = met.outside.iter().map(|(name, count)| (name.as_str(), *count));
    format!(
        "{} programs accepted, {:.1}% give a value, {:.1}% of {} binders used\n{}{}{}primitives at types: {} met, {} not: {}\n",
        met.programs,
        share(met.values as f64, met.programs as f64),
        share(met.used as f64, met.bound as f64),
        met.bound,
        tally(
            "left to the definition",
            met.untaken.iter().map(|(why, count)| (*why, *count))
        ),
        tally("outside of Core", outside),
        tally("constructs", constructs),
        met.primitives.len(),
        missed.len(),
        missed.join(", "),
    )
}
