//! The reference semantics at every stage of the tower.

use super::{Result, Verdict, difference, options, question, turn};
use elder_dpia::{Entry, alpha, check};
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_passes::tower::Reading;
use elder_passes::{Target, passes};
use elder_semantics::dpia::failure::Kind;
use elder_semantics::dpia::{Options, Order};
use elder_syntax::Value;

/// Work-items of groups whose size a program leaves open: one size makes groups with idle items, another items with several iterations
/// and launches of several groups.
pub(super) const GROUPS: [u16; 5] = [2, 3, 8, 32, 256];

/// Theorem 5.1 and what follows it, on one program: after every pass the program is accepted by the checker (notes, V-08, V-09) and has
/// the value of the functional reading (V-02, V-03, V-10, V-14), in whatever order parallel loops run (V-15), and no cell is read
/// before it is written.
pub fn stages_agree(tree: &ChoiceTree, shape: Shape) -> Verdict {
    let question = match question(tree, shape) {
        Ok(question) => question,
        Err(verdict) => return verdict,
    };
    let judge = |actual: &Result| difference(actual, &question.expected);
    let options = options(&question.obligations);
    let groups = Target::OpenCl {
        items: GROUPS[turn(tree) % GROUPS.len()],
    };
    let inputs = &question.case.inputs;
    passes_agree(
        &question.entry,
        inputs,
        &options,
        Reading::Iterations,
        groups,
        &judge,
    )
    .err()
    .unwrap_or(Verdict::Agree)
}

/// What an entry does after every pass, for `groups` and for C; `start` says how it can be run before them.
///
/// # Errors
/// The verdict, where it is refused, ill-typed, has no value, or what `judge` says of its result.
pub fn passes_agree(
    entry: &Entry,
    inputs: &[Value],
    options: &Options,
    start: Reading,
    groups: Target,
    judge: &dyn Fn(&Result) -> Option<String>,
) -> std::result::Result<(), Verdict> {
    // The stages of the first target.
    let mut first: Vec<Entry> = Vec::new();
    for target in [groups, Target::OpenMp] {
        let mut stages: Vec<Entry> = Vec::new();
        let mut read_before = start;
        for (number, pass) in passes().iter().enumerate() {
            let place = |what: &str| format!("{} for {target:?}: {what}", pass.name);
            let before = stages.last();
            let stage = pass.entry(before.unwrap_or(entry), &target).map_err(|errors| {
                let message = errors.first().map_or(String::new(), |e| e.message.clone());
                Verdict::differ(place("refused"), message)
            })?;
            let reading = pass.reading(read_before);
            // A pass that changes nothing, or does the same for both targets, leaves nothing new to judge.
            let known = before
                .filter(|_| reading == read_before)
                .into_iter()
                .chain(first.get(number));
            let mut known = known.filter(|known| alpha::equal_entries(known, &stage));
            if known.next().is_none() {
                // Another order at every pass.
                let order = match number % 3 {
                    0 => Order::Reverse,
                    1 => Order::Shuffled(number as u64),
                    _ => Order::Forward,
                };
                let options = (reading != Reading::Unordered).then(|| Options {
                    order,
                    groups: reading == Reading::Groups,
                    ..options.clone()
                });
                stage_agrees(&place, &stage, inputs, options.as_ref(), judge)?;
            }
            stages.push(stage);
            read_before = reading;
        }
        if first.is_empty() {
            first = stages;
        }
    }
    Ok(())
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
    judge: &dyn Fn(&Result) -> Option<String>,
) -> std::result::Result<(), Verdict> {
    if let Err(errors) = check::entry(entry) {
        let message = errors.first().map_or(String::new(), |e| e.message.clone());
        return Err(Verdict::differ(place("ill-typed"), message));
    }
    let Some(options) = options else { return Ok(()) };
    let judged = |actual: Result, why: &str| match judge(&actual) {
        None => Ok(()),
        Some(message) => Err(Verdict::differ(place("another value"), message + why)),
    };
    match super::run(entry, inputs, options) {
        Ok(actual) => judged(actual, ""),
        // What a launch refuses.
        Err(failure) if failure.kind == Kind::Arguments => {
            let rule = failure.refusal.map_or("?", |refusal| refusal.id());
            judged(Result::Error(rule), &format!(": {}", failure.message))
        }
        Err(failure) if failure.kind == Kind::Limit => Err(Verdict::limit(failure.refusal)),
        Err(failure) => Err(Verdict::differ(
            place("no value"),
            format!("{:?}: {}", failure.kind, failure.message),
        )),
    }
}
