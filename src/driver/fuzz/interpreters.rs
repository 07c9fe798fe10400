//! The reference semantics at every stage of the tower.

use super::{Question, Verdict, initialised, options, question, turn};
use crate::judge::{Answer, End, Failures, Limits};
use elder_dpia::check::Obligation;
use elder_dpia::rules::syntax::DPIA_SYN_NEST;
use elder_dpia::{Entry, alpha, check, load, print};
use elder_engine::dpia::made::renamed;
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_passes::pass::Reading;
use elder_passes::pipeline::Refused;
use elder_passes::programs::Dpia;
use elder_passes::{Stage, Target, within_dpia};
use elder_semantics::dpia::{Mode, Options, Order};
use elder_syntax::Value;
use elder_syntax::language::known;
use std::cell::Cell;
use std::rc::Rc;

/// Work-items of groups whose size a program leaves open: one size makes groups with idle items, another items with several iterations
/// and launches of several groups.
pub(super) const GROUPS: [u16; 5] = [2, 3, 8, 32, 256];

/// What is said of how an entry ends, run with these options.
pub type Judge<'a> = dyn Fn(End, &Entry, &Options) -> Answer + 'a;

/// Theorem 5.1 and what follows it, on one program: after every pass the program is accepted by the checker (notes, V-08, V-09) and has
/// the value of the functional reading (V-02, V-03, V-10, V-14), in whatever order parallel loops run (V-15), and no cell is read
/// before it is written.
pub fn stages_agree(tree: &ChoiceTree, shape: Shape) -> Verdict {
    match question(tree, shape) {
        Ok(question) => stages_of(&question, turn(tree)),
        Err(verdict) => verdict,
    }
}

/// [`stages_agree`] of a program that is read; `turn` says for which size of groups, and of which stage the text is read again.
pub(crate) fn stages_of(question: &Question, turn: usize) -> Verdict {
    let judge = |actual: End, entry: &Entry, options: &Options| {
        let made = || Some((entry.clone(), options.clone()));
        question.judge(&actual, (Failures::Any, Limits::Other), &made)
    };
    let options = options(&question.obligations);
    let groups = Target::OpenCl {
        items: GROUPS[turn % GROUPS.len()],
    };
    let inputs = &question.inputs;
    let entry = match initialised(&question.entry, groups) {
        Ok(entry) => entry,
        Err(errors) => {
            let message = errors.first().map_or(String::new(), |e| e.message.clone());
            return Verdict::differ("initialise: refused", message);
        }
    };
    let place = |what: &str| format!("initialise: {what}");
    if let Err(verdict) = stage_agrees(&place, &entry, inputs, Some(&options), &judge) {
        return verdict;
    }
    passes_agree(
        &entry,
        inputs,
        &options,
        Reading::Iterations,
        groups,
        &judge,
        Some(turn / GROUPS.len()),
    )
    .err()
    .unwrap_or(Verdict::Agree)
}

/// Steps that the stages of one program take together before only the last one for each target is run.  One program in twenty takes more, and
/// all of its stages took most of the time.
const EFFORT: u64 = 20_000;

/// What an entry does after every pass, for `groups` and for C; `start` says how it can be run before them.  The text of one of the stages is
/// read again: `turn`, if there is one, says of which.  Every stage is checked.  Where runs are long, the last stage shows what any pass made wrong;
/// then all are run, to say which.
///
/// # Errors
/// The verdict, where it is refused, ill-typed, has no value, or what `judge` says of its result.
pub fn passes_agree(
    entry: &Entry,
    inputs: &[Value],
    options: &Options,
    start: Reading,
    groups: Target,
    judge: &Judge<'_>,
    turn: Option<usize>,
) -> Result<(), Verdict> {
    let within = |effort: u64| Stages {
        inputs,
        options,
        judge,
        effort: Cell::new(effort),
    };
    let stages = within(EFFORT);
    match stages.agree(entry, start, groups, turn) {
        Err(differ @ Verdict::Differ { .. }) if stages.effort.get() == 0 => within(u64::MAX)
            .agree(entry, start, groups, turn)
            .and(Err(differ)),
        verdict => verdict,
    }
}

/// How the stages of a program are judged.
struct Stages<'a> {
    inputs: &'a [Value],
    options: &'a Options,
    judge: &'a Judge<'a>,
    /// The steps that are left.
    effort: Cell<u64>,
}

impl Stages<'_> {
    fn agree(
        &self,
        entry: &Entry,
        start: Reading,
        groups: Target,
        turn: Option<usize>,
    ) -> Result<(), Verdict> {
        let read = turn.map(|turn| turn % within_dpia().len());
        // The stages of the first target.
        let mut first: Vec<Entry> = Vec::new();
        for target in [groups, Target::OpenMp] {
            let mut stages: Vec<Entry> = Vec::new();
            let mut read_before = start;
            // The last stage that was checked and not run.
            let mut waiting = None;
            let written = Stage {
                program: Rc::new(Dpia::of(entry)),
                reading: start,
            };
            for (number, stage) in written.along(within_dpia(), target).enumerate() {
                let (position, Stage { program, reading }) =
                    stage.map_err(|Refused { position, errors }| {
                        let message = errors.first().map_or(String::new(), |e| e.message.clone());
                        Verdict::differ(place_in(position.name(), target)("refused"), message)
                    })?;
                let place = place_in(position.name(), target);
                let Some(Dpia { entry: stage, .. }) = known(&*program) else {
                    break;
                };
                let stage = stage.clone();
                let before = stages.last();
                // A pass that changes nothing, or does the same for both targets, leaves nothing new to judge.
                let known = before
                    .filter(|_| reading == read_before)
                    .into_iter()
                    .chain(first.get(number));
                let mut known = known.filter(|known| alpha::equal_entries(known, &stage));
                let is_new = known.next().is_none();
                // Another order at every pass.
                let order = match number % 3 {
                    0 => Order::Reverse,
                    1 => Order::Shuffled(number as u64),
                    _ => Order::Forward,
                };
                let options = (reading != Reading::Unordered).then(|| Options {
                    order,
                    mode: Mode {
                        groups: reading.has_groups(),
                        steps: reading == Reading::Steps,
                        ..self.options.mode.clone()
                    },
                    ..self.options.clone()
                });
                if is_new {
                    is_typed(&place, &stage)?;
                    waiting = options.as_ref().map(|options| (number, options.clone()));
                }
                if self.effort.get() > 0
                    && let Some((_, options)) = waiting.take()
                {
                    self.runs(&place, &stage, &options)?;
                }
                if read == Some(number) {
                    self.text_agrees(&place, &stage, options.as_ref())?;
                }
                stages.push(stage);
                read_before = reading;
            }
            if let Some((number, options)) = waiting
                && let (Some(stage), Some(position)) = (stages.get(number), within_dpia().get(number))
            {
                self.runs(&place_in(position.name(), target), stage, &options)?;
            }
            if first.is_empty() {
                first = stages;
            }
        }
        Ok(())
    }

    /// What an entry does is as it should be.
    fn runs(&self, place: &dyn Fn(&str) -> String, entry: &Entry, options: &Options) -> Result<(), Verdict> {
        let (steps, verdict) = runs_as_judged(place, entry, self.inputs, options, self.judge);
        self.effort.set(self.effort.get().saturating_sub(steps));
        verdict
    }

    /// The text of an entry is read as an entry with the same meaning.  Whoever reads a text shortens its index terms, so it need not be the
    /// same entry.
    fn text_agrees(
        &self,
        place: &dyn Fn(&str) -> String,
        entry: &Entry,
        options: Option<&Options>,
    ) -> Result<(), Verdict> {
        let loaded = load::forced("stage.dpia", &print::entry(entry));
        let definition = loaded.program.as_ref().and_then(|p| p.definitions.last());
        let Some(read) = definition.and_then(Entry::of) else {
            let first = loaded.diagnostics.first();
            // A stage may nest deeper, and have longer chains, than a text may.
            let limit = first
                .and_then(|e| e.refusal)
                .filter(|refusal| refusal.id() == DPIA_SYN_NEST.id);
            if limit.is_some() {
                return Err(Verdict::limit(limit));
            }
            let message = first.map_or(String::new(), |e| e.message.clone());
            return Err(Verdict::differ(place("the text is refused"), message));
        };
        let Some(options) = options.filter(|_| !alpha::equal_entries(&read, entry)) else {
            return Ok(());
        };
        // Sizes have other names in it.
        let renamed = |o: &Obligation| Obligation {
            condition: o.condition.map(&|n| renamed(n, &entry.sizes, &read.sizes)),
            ..o.clone()
        };
        let options = Options {
            mode: Mode {
                obligations: options.mode.obligations.iter().map(renamed).collect(),
                ..options.mode.clone()
            },
            ..options.clone()
        };
        self.runs(&|what| place(&format!("its text: {what}")), &read, &options)
    }
}

/// What is said of a place after a pass.
fn place_in(pass: &str, target: Target) -> impl Fn(&str) -> String + use<> {
    let pass = pass.to_owned();
    move |what| format!("{pass} for {target:?}: {what}")
}

/// An entry is well-typed, and `judge` has nothing to say of what it does.
///
/// # Errors
/// The verdict otherwise.
pub fn stage_agrees(
    place: &dyn Fn(&str) -> String,
    entry: &Entry,
    inputs: &[Value],
    options: Option<&Options>,
    judge: &Judge<'_>,
) -> Result<(), Verdict> {
    is_typed(place, entry)?;
    match options {
        None => Ok(()),
        Some(options) => runs_as_judged(place, entry, inputs, options, judge).1,
    }
}

/// An entry is well-typed.
fn is_typed(place: &dyn Fn(&str) -> String, entry: &Entry) -> Result<(), Verdict> {
    check::entry(entry).map(drop).map_err(|errors| {
        let message = errors.first().map_or(String::new(), |e| e.message.clone());
        Verdict::differ(place("ill-typed"), message)
    })
}

/// What an entry does is as `judge` wants it; how many steps it took to say so.
fn runs_as_judged(
    place: &dyn Fn(&str) -> String,
    entry: &Entry,
    inputs: &[Value],
    options: &Options,
    judge: &Judge<'_>,
) -> (u64, Result<(), Verdict>) {
    let (actual, steps) = super::counted(entry, inputs, options);
    let answer = judge(actual, entry, options);
    (steps, Verdict::of(place, answer))
}
