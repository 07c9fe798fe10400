//! From FCL to DPIA.

use crate::fcl;
use crate::pass::{Pass, Reading, Then, expect};
use crate::programs::{Dpia, Fcl, Origin};
use std::rc::Rc;

/// FCL is staged: what is left are DPIA's commands.
pub static FCL: Pass = Pass {
    name: "fcl",
    from: &elder_fcl::LANGUAGE,
    description: "FCL is staged: what is left are DPIA's commands",
    rules: fcl::RULES,
    then: Then::Now(Reading::Unordered),
    run: |program, _, _| {
        let program: &Fcl = expect(&*program)?;
        let translated = fcl::translate(&program.entry, &program.configuration)?;
        Ok(Rc::new(Dpia {
            entry: translated.entry.clone(),
            obligations: translated.obligations.clone(),
            origin: Origin::Staged(Rc::new(translated)),
        }))
    },
    ..Pass::WITHIN_DPIA
};
