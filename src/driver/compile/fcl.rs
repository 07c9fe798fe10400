//! An FCL kernel as a DPIA entry: values from outside become sizes and inputs, outputs become results, and what goes wrong in a kernel is
//! an error of FCL's rules.

use super::{Border, EntryPoint, not_compiled};
use crate::tower;
use elder_dpia::rules::evaluation::{DPIA_E_OP, DPIA_S_SIZE};
use elder_dpia::rules::kernels::DPIA_G_LAUNCH;
use elder_fcl::rules::evaluation as rules;
use elder_fcl::rules::translation::FCL_M_SIZE;
use elder_fcl::{Configuration, Entry, Expression, Node, Operator, Program, Type};
use elder_kernel::plan::Failure;
use elder_passes::Target;
use elder_passes::fcl::Translated;
use elder_passes::programs::{Dpia, Fcl, Origin};
use elder_passes::tower::{Reading, expect};
use elder_semantics::fcl::interface;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Refusal, Span, Value};
use std::rc::Rc;

/// What `--entry` says if nobody says anything.
const DEFAULT: &str = "main";

/// The kernel of that name; for the name that nobody chose, also the only kernel of the file.
pub(crate) fn entry(program: &Program, name: &str) -> Result<Entry, Box<Diagnostic>> {
    let chosen = (name != DEFAULT).then_some(name);
    Entry::of(program, chosen).map_err(|why| Box::new(why.diagnostic()))
}

/// What the kernel reads from outside, in order.
pub(crate) fn parameters(entry: &Entry) -> Vec<(PrimType, bool)> {
    let types: Vec<&Type> = entry.parameters.iter().map(|(_, ty)| ty).collect();
    interface::parameters(&types).unwrap_or_default()
}

/// A kernel as the command that it is staged to, for a machine.
///
/// # Errors
/// What cannot be a kernel.
pub(crate) fn staged(
    entry: Entry,
    text: String,
    configuration: Configuration,
) -> Result<EntryPoint, Vec<Diagnostic>> {
    let none = || vec![Diagnostic::outside(not_compiled(&elder_fcl::LANGUAGE))];
    let road = tower::road(&elder_fcl::LANGUAGE, &elder_dpia::LANGUAGE).ok_or_else(none)?;
    let arrow = road.first().ok_or_else(none)?;
    let kernel = Fcl {
        entry,
        text,
        configuration,
    };
    // Up to here nothing depends on the target.
    let made = (arrow.run)(&kernel, &Target::OPENCL)?;
    let program: &Dpia = expect(&*made)?;
    let Origin::Staged(translated) = &program.origin else {
        return Err(none());
    };
    let border = Box::new(Staged {
        entry: kernel.entry,
        translated: translated.clone(),
    });
    let point = EntryPoint::new(kernel.text, program.clone(), None, Reading::Iterations, border);
    Ok(point.staged_by(arrow))
}

/// The border of a staged kernel.
pub(crate) struct Staged {
    /// The kernel.
    pub entry: Entry,
    /// What it was staged to.
    pub translated: Rc<Translated>,
}

impl Border for Staged {
    fn parameters(&self) -> Vec<Option<PrimType>> {
        let parameters = parameters(&self.entry).into_iter();
        parameters.map(|(t, _)| Some(t)).collect()
    }

    /// FCL-E-ENTRY: the values as those of the DPIA entry.
    fn arguments(&self, values: Vec<Value>) -> Result<Vec<Value>, Box<Diagnostic>> {
        let types: Vec<&Type> = self.entry.parameters.iter().map(|(_, ty)| ty).collect();
        let span = self.entry.body.span;
        let refused = |message: String| {
            Box::new(Diagnostic::error(
                rules::FCL_E_ENTRY.refuse("argument"),
                span,
                message,
            ))
        };
        interface::arguments(self.entry.name.text(), &types, &values, span)
            .map_err(|failure| Box::new(failure.diagnostic()))?;
        let inputs = self.translated.inputs(&values);
        inputs.map_err(|k| refused(format!("argument {} does not fit the kernel", k + 1)))
    }

    fn results(&self, values: Vec<Value>) -> Vec<Value> {
        self.translated.results(values)
    }

    fn error(&self, failure: &Failure) -> Diagnostic {
        let (rule, premise) = failure.site.rule;
        let wrong = match premise {
            "division" if rule.id == DPIA_E_OP.id => Wrong::Division,
            "exponent" if rule.id == DPIA_E_OP.id => Wrong::Exponent,
            _ => Wrong::Position,
        };
        let span = failure.site.span;
        let numbers = match failure.numbers.as_slice() {
            // An index that is a size below a length is at most one less.
            [i, most] if rule.id == DPIA_S_SIZE.id => vec![*i, most.saturating_add(1)],
            numbers => numbers.to_vec(),
        };
        let (refusal, message) = self.said(wrong, span, &numbers);
        Diagnostic::error(refusal, span, message)
    }

    /// A condition of the launch that does not hold, by the rule by which the reference semantics refuses the same, if that is seen.
    fn refused(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let Some(refusal) = diagnostic.refusal else {
            return diagnostic;
        };
        let premise = refusal.premise.and_then(|k| refusal.rule.premises.get(k));
        // A number that lengths depend on is a size, whose own bounds are DPIA's to test.
        if refusal.rule.id == DPIA_G_LAUNCH.id {
            diagnostic.refusal = Some(FCL_M_SIZE.refuse("negative"));
            return diagnostic.with_help(
                "lengths depend on this number, so it is a size of the kernels, which begins at 0",
            );
        }
        let by = match (refusal.rule.id, premise.map_or("", |p| p.key)) {
            ("FCL-M-SIZE", "positive") => Wrong::Division,
            ("FCL-M-SIZE", "negative" | "index" | "same") | ("FCL-M-INJECTIVE", _) => Wrong::Position,
            _ => return diagnostic,
        };
        let by = match operator_at(&self.entry.body, diagnostic.span) {
            Some(Operator::ForcePadded) => Wrong::Position,
            _ => by,
        };
        let (refusal, message) = self.said(by, diagnostic.span, &[]);
        diagnostic.refusal = Some(refusal);
        let condition = std::mem::replace(&mut diagnostic.message, message);
        diagnostic.with_note(condition)
    }
}

impl Staged {
    /// What went wrong in a kernel at that place, by FCL's rules: the operator there says which it was.
    fn said(&self, wrong: Wrong, span: Span, numbers: &[i64]) -> (Refusal, String) {
        let said = |text: &str| text.to_string();
        match (wrong, operator_at(&self.entry.body, span)) {
            (Wrong::Division, _) => (rules::FCL_E_DELTA.refuse("division"), said("division by zero")),
            (Wrong::Exponent, _) => (
                rules::FCL_E_DELTA.refuse("exponent"),
                said("negative exponent of an integer power"),
            ),
            (Wrong::Position, Some(Operator::Concat)) => (
                rules::FCL_E_42R.refuse("size"),
                said("a part has another length than `concat` is told"),
            ),
            (Wrong::Position, Some(Operator::ConcatSeq)) => (
                rules::FCL_E_CONCAT_SEQ.refuse("size"),
                said("a part has another length than `concatSeq` is told"),
            ),
            (Wrong::Position, Some(Operator::ConcatThreads)) => (
                rules::FCL_E_CONCAT_THREADS.refuse("size"),
                said("a part has another length than `concatThreads` is told"),
            ),
            (Wrong::Position, Some(Operator::Interleave)) => (
                rules::FCL_E_42I.refuse("race"),
                said("the positions of the elements are not those of the array, each once"),
            ),
            (Wrong::Position, Some(Operator::InterleaveInto)) => (
                rules::FCL_E_INTERLEAVE_INTO.refuse("race"),
                said("the positions of the elements are not those of the array, each once"),
            ),
            (Wrong::Position, Some(Operator::Generate)) => (
                rules::FCL_E_GEN.refuse("negative"),
                said("the length of an array is negative"),
            ),
            (Wrong::Position, Some(Operator::ForcePadded)) => (
                rules::FCL_E_FORCE_PADDED.refuse("padding"),
                said("the width of padding is not positive, or the padding negative"),
            ),
            (Wrong::Position, _) => {
                let message = match numbers {
                    [i, n] => format!("index {i} in an array of {n} elements"),
                    _ => said("an index is out of bounds"),
                };
                (rules::FCL_E_INDEX.refuse("bounds"), message)
            }
        }
    }
}

/// What of a kernel has no value.
#[derive(Clone, Copy)]
enum Wrong {
    /// A quotient.
    Division,
    /// A power.
    Exponent,
    /// An index, a length or a position.
    Position,
}

/// The operator of the application at a place.
fn operator_at(body: &Expression, span: Span) -> Option<Operator> {
    let mut rest = vec![body];
    while let Some(e) = rest.pop() {
        if let Node::Operator { operator, .. } = &*e.node
            && e.span == span
        {
            return Some(*operator);
        }
        rest.extend(e.children());
    }
    None
}
