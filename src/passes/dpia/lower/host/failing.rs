//! Tests that fail: the record of failures, and what of the kernels depends on whether there is one (DPIA-G-TRAP).
//!
//! Only when all kernels are written is it known whether any test of the plan may fail.  Where something in them depends on it, they
//! are written once more.

use super::{Host, written};
use crate::dpia::lower::text::Done;
use elder_dpia::check::Obligation;
use elder_dpia::{Entry, PrimType};
use elder_kernel::c::Type;
use elder_kernel::plan::{Failures, Plan, Site};
use elder_kernel::print::Dialect;
use elder_kernel::size::Size;
use elder_kernel::words::Names;
use elder_syntax::{Name as Word, Span};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// What of the kernels depends on whether any test of the plan may fail.
#[derive(Clone, Default)]
pub(super) struct Failing {
    /// Whether one may.
    may: bool,
    /// Whether anything does depend on it.
    asked: bool,
    /// How many loops with conditions the items of a group execute together.
    together: usize,
    /// For each of those, what the word of local memory is called in which the items see that a test has failed.
    words: Vec<Word>,
    /// The numbers of the sites that the plan has.
    sites: FxHashMap<SiteKey, i64>,
}

/// What makes two sites one: rule, premise, place and message.
type SiteKey = (&'static str, &'static str, Span, Cow<'static, str>);

impl Failing {
    /// Tests may fail if it is said how many loops the items of a group execute together.
    pub(super) fn new(together: Option<usize>, names: &mut Names) -> Failing {
        Failing {
            may: together.is_some(),
            words: (0..together.unwrap_or(0))
                .map(|_| names.fresh("failed"))
                .collect(),
            ..Failing::default()
        }
    }
}

/// The plan of an entry after all passes, with kernels that compute indexes in that type.
///
/// # Errors
/// As [`crate::dpia::lower::lower`].
pub fn program(entry: &Entry, obligations: &[Obligation], dialect: Dialect, index: PrimType) -> Done<Plan> {
    let (plan, failing) = written(entry, obligations, dialect, index, None)?;
    // Which tests there are is known only now.
    match failing.asked && plan.failures.is_some() {
        true => written(entry, obligations, dialect, index, Some(failing.together)).map(|(plan, _)| plan),
        false => Ok(plan),
    }
}

impl Host {
    /// The record of failures, which there is from the first time on that it is asked for.
    pub(super) fn failures(&mut self) -> &mut Failures {
        let plan = &mut self.plan;
        let record = match &plan.failures {
            Some(failures) => failures.record,
            None => plan.add_buffer(self.failure.clone(), Type::Scalar(PrimType::I32), Size::Const(1)),
        };
        plan.failures.get_or_insert(Failures {
            record,
            sites: vec![],
        })
    }

    /// The number of a site at which kernels fail.
    pub fn site(&mut self, site: Site) -> i64 {
        let key = (site.rule.0.id, site.rule.1, site.span, site.message.clone());
        if let Some(number) = self.failing.sites.get(&key) {
            return *number;
        }
        let failures = self.failures();
        failures.sites.push(site);
        let number = failures.sites.len() as i64;
        self.failing.sites.insert(key, number);
        number
    }

    /// Whether a test may fail anywhere in the plan.
    pub fn may_fail(&mut self) -> bool {
        self.failing.asked = true;
        self.failing.may
    }

    /// A kernel has a loop with a condition that the items of a group execute together: the name of its word of local memory, where tests may fail.
    /// It stands at the top of the kernel, so no kernel has any other variable of that name.
    pub fn loop_together(&mut self) -> Option<Word> {
        let word = self.failing.words.get(self.failing.together).cloned();
        self.failing.together += 1;
        word
    }
}
