//! What generated programs of Core are like: how many there were, what they came to, and what they contained.

use crate::fuzz::refused::tally;
use crate::words::Seen;
use elder_core::Program;
use elder_core::tree::{Exp, Form, Shape, Soac};
use elder_core::walk::{Fold, fold};
use elder_generate::core::{binders, primitives};
use elder_syntax::prim::PrimFn;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What all threads met; as the counters of rules, one for the process.
#[derive(Default)]
struct Met {
    programs: u64,
    values: u64,
    bound: usize,
    used: usize,
    constructs: BTreeMap<&'static str, u64>,
    primitives: BTreeMap<String, u64>,
}

/// What was met of runs over the free monoid.
#[derive(Default)]
struct Spelled {
    programs: u64,
    with_words: u64,
    same: u64,
    unknown: u64,
}

static SPELLED: Mutex<Option<Spelled>> = Mutex::new(None);

/// The words of a program along its pipeline.
pub(super) fn spelled(seen: &Seen) {
    let mut guard = SPELLED.lock().unwrap_or_else(PoisonError::into_inner);
    let spelled = guard.get_or_insert_default();
    spelled.programs += 1;
    spelled.with_words += u64::from(seen.words > 0);
    spelled.same += seen.agreement.same;
    spelled.unknown += seen.agreement.unknown;
}

/// The statistics of runs over the free monoid.
pub fn words() -> String {
    let guard = SPELLED.lock().unwrap_or_else(PoisonError::into_inner);
    guard.as_ref().map_or_else(String::new, |spelled| {
        format!(
            "{} programs over the free monoid, {} give words; of these, behind the last pass, {} are the same, {} unknown\n",
            spelled.programs, spelled.with_words, spelled.same, spelled.unknown
        )
    })
}

static MET: Mutex<Option<Met>> = Mutex::new(None);

/// A program that the checker accepted, and whether it gave a value.
pub(super) fn add(program: &Program, gave: bool) {
    let mut guard = MET.lock().unwrap_or_else(PoisonError::into_inner);
    let met = guard.get_or_insert_default();
    met.programs += 1;
    met.values += u64::from(gave);
    let (bound, used) = binders(program);
    met.bound += bound;
    met.used += used;
    fold::program(met, program);
}

impl Fold for Met {
    fn exp(&mut self, exp: &Exp) {
        *self.constructs.entry(construct(exp)).or_default() += 1;
        if let Exp::Prim(function, _) = exp {
            *self.primitives.entry(function.to_string()).or_default() += 1;
        }
        fold::exp(self, exp);
    }
}

/// What sort of expression it is.
fn construct(exp: &Exp) -> &'static str {
    match exp {
        Exp::Atom(_) => "operand",
        Exp::Prim(..) => "primitive",
        Exp::Index { .. } => "index",
        Exp::Slice { .. } => "slice",
        Exp::Update { .. } => "update",
        Exp::FlatIndex { .. } => "flat index",
        Exp::FlatUpdate { .. } => "flat update",
        Exp::Literal { .. } => "literal",
        Exp::Iota(_) => "iota",
        Exp::Replicate { .. } => "replicate",
        Exp::Blank(_) => "blank",
        Exp::Size { .. } => "size",
        Exp::Reshape { .. } => "reshape",
        Exp::Coerce { .. } => "coerce",
        Exp::Rearrange { .. } => "rearrange",
        Exp::Concat { .. } => "concat",
        Exp::Copy(_) => "copy",
        Exp::Opaque(_) => "opaque",
        Exp::Tuned(_) => "tuned",
        Exp::Release(_) => "release",
        Exp::Assert { .. } => "assert",
        Exp::Call { .. } => "call",
        Exp::If { .. } => "if",
        Exp::Loop(inside) => match inside.form {
            Form::For { .. } => "for",
            Form::While { .. } => "while",
        },
        Exp::Soac { soac, .. } => match &**soac {
            Soac::Screma(screma) => match screma.shape() {
                Shape::Map => "map",
                Shape::Redomap(_) => "redomap",
                Shape::Scanomap(_) => "scanomap",
                Shape::Several => "screma",
            },
            Soac::Filter { .. } => "filter",
            Soac::Scatter { .. } => "scatter",
            Soac::Hist { .. } => "hist",
            Soac::StreamPar { .. } => "stream_par",
            Soac::StreamSeq { .. } => "stream_seq",
        },
        Exp::Segmented(it) => match it.screma.shape() {
            Shape::Map => "segmap",
            Shape::Redomap(_) => "segred",
            Shape::Scanomap(_) => "segscan",
            Shape::Several => "segscrema",
        },
        Exp::WithAcc { .. } => "with_acc",
        Exp::AccUpdate { .. } => "+=",
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
    let taken = elder_passes::core::simplify::taken();
    format!(
        "{} programs accepted, {:.1}% give a value, {:.1}% of {} binders used\n{}primitives at types: {} met, {} not: {}\n{} simplifications took {:.2} rounds each, {} more than {}\n",
        met.programs,
        share(met.values as f64, met.programs as f64),
        share(met.used as f64, met.bound as f64),
        met.bound,
        tally("constructs", constructs),
        met.primitives.len(),
        missed.len(),
        missed.join(", "),
        taken.programs,
        taken.rounds as f64 / (taken.programs as f64).max(1.0),
        taken.unfinished,
        elder_passes::core::simplify::ROUNDS,
    )
}
