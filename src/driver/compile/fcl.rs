//! An FCL kernel as a DPIA entry: values from outside become sizes and inputs, outputs become results, and what goes wrong in a kernel is
//! an error of FCL's rules.

use super::{EntryPoint, Interface, not_compiled};
use crate::tower;
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_S_SIZE};
use elder_dpia::rules::kernels::DPIA_G_LAUNCH;
use elder_engine::fcl::parameters;
use elder_fcl::rules::evaluation as rules;
use elder_fcl::rules::translation::{FCL_M_INJECTIVE, FCL_M_SIZE};
use elder_fcl::{Entry, Type};
use elder_kernel::plan::{Failure, Site};
use elder_passes::Target;
use elder_passes::fcl::Translated;
use elder_passes::pass::{Reading, expect};
use elder_passes::programs::{Dpia, Fcl, Origin};
use elder_semantics::fcl::interface;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Value};
use std::rc::Rc;

/// A kernel as the command that it is staged to, for a machine.
///
/// # Errors
/// What cannot be a kernel.
pub(crate) fn staged(kernel: Fcl) -> Result<EntryPoint, Vec<Diagnostic>> {
    let none = || vec![Diagnostic::outside(not_compiled(&elder_fcl::LANGUAGE))];
    let pipeline = tower::pipeline(&elder_fcl::LANGUAGE).ok_or_else(none)?;
    let (first, left) = pipeline.positions().split_first().ok_or_else(none)?;
    // Up to here nothing depends on the target.
    let entry = kernel.entry.clone();
    let made = first.take(Rc::new(kernel), &Target::OPENCL)?;
    let program: &Dpia = expect(&*made)?;
    let Origin::Staged(translated) = &program.origin else {
        return Err(none());
    };
    let interface = Box::new(Staged {
        entry,
        translated: translated.clone(),
    });
    let point = EntryPoint::new(program.clone(), left, Reading::Iterations, interface);
    Ok(point.staged_by(first))
}

/// The interface of a staged kernel.
pub(crate) struct Staged {
    /// The kernel.
    pub entry: Entry,
    /// What it was staged to.
    pub translated: Rc<Translated>,
}

impl Interface for Staged {
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

    fn site(&self, site: &Site) -> Site {
        let row = self.translated.tests.at(site.span);
        row.unwrap_or(site).clone()
    }

    fn error(&self, failure: &Failure) -> Diagnostic {
        let numbers = match failure.numbers.as_slice() {
            // An index that is a size below a length is at most one less.
            [i, most] if failure.site.rule.0.id == DPIA_S_SIZE.id => vec![*i, most.saturating_add(1)],
            numbers => numbers.to_vec(),
        };
        let site = self.site(&failure.site);
        Failure { site, numbers }.diagnostic()
    }

    /// A condition of the launch that does not hold, by the rule of what it stands for.
    fn refused(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let Some(refusal) = diagnostic.refusal else {
            return diagnostic;
        };
        // A number that lengths depend on is a size, whose own bounds are DPIA's to test.
        if [DPIA_G_LAUNCH.id, DPIA_E_ENTRY.id].contains(&refusal.id()) {
            diagnostic.refusal = Some(FCL_M_SIZE.refuse("negative"));
            return diagnostic.with_help(
                "lengths depend on this number, so it is a size of the kernels, which begins at 0",
            );
        }
        if refusal.is(&FCL_M_SIZE, "range") || ![FCL_M_SIZE.id, FCL_M_INJECTIVE.id].contains(&refusal.id()) {
            return diagnostic;
        }
        let Some(site) = self.translated.tests.at(diagnostic.span) else {
            return diagnostic;
        };
        let (rule, premise) = site.rule;
        diagnostic.refusal = Some(rule.refuse(premise));
        diagnostic.span = site.span;
        let condition = std::mem::replace(&mut diagnostic.message, site.without_numbers());
        diagnostic.with_note(condition)
    }
}
