//! The reference semantics at every stage of the tower.

use super::{Result, Verdict, difference, options, question};
use elder_dpia::{Entry, check};
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_passes::{PASSES, Target};
use elder_semantics::dpia::failure::Kind;
use elder_semantics::dpia::{Options, Order};
use elder_syntax::Value;

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
    passes_agree(&question.entry, &question.case.inputs, &options, false, &judge)
        .err()
        .unwrap_or(Verdict::Agree)
}

/// What an entry does after every pass, for both targets; `launched` says that it is a command with launches already.
///
/// # Errors
/// The verdict, where it is refused, ill-typed, has no value, or what `judge` says of its result.
pub fn passes_agree(
    entry: &Entry,
    inputs: &[Value],
    options: &Options,
    launched: bool,
    judge: &dyn Fn(&Result) -> Option<String>,
) -> std::result::Result<(), Verdict> {
    for target in [Target::OPENCL, Target::OpenMp] {
        let mut entry = entry.clone();
        for (number, pass) in PASSES.iter().enumerate() {
            let place = |what: &str| format!("{} for {target:?}: {what}", pass.name);
            entry = (pass.run)(&entry, &target).map_err(|errors| {
                let message = errors.first().map_or(String::new(), |e| e.message.clone());
                Verdict::differ(place("refused"), message)
            })?;
            // Another order at every pass.
            let order = match number % 3 {
                0 => Order::Reverse,
                1 => Order::Shuffled(number as u64),
                _ => Order::Forward,
            };
            // Until launches are formed, parallel loops are like any other; once barriers stand, work-groups run in lock-step. In
            // between, what was hoisted or distributed is one cell a group or item only for a semantics that asks for the barriers.
            let groups = PASSES[..=number].iter().any(|pass| pass.name == "barriers");
            let formed = launched || PASSES[..number].iter().any(|pass| pass.name == "launches");
            let options = (!formed || groups).then(|| Options {
                order,
                groups,
                ..options.clone()
            });
            stage_agrees(&place, &entry, inputs, options.as_ref(), judge)?;
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
        Err(failure) if failure.kind == Kind::Limit => Err(Verdict::Limit),
        Err(failure) => Err(Verdict::differ(
            place("no value"),
            format!("{:?}: {}", failure.kind, failure.message),
        )),
    }
}
