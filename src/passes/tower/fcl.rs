//! From FCL to DPIA.

use super::{Arrow, PASS, Reading, Then, expect};
use crate::fcl;
use crate::programs::{Dpia, Fcl, Origin};
use std::rc::Rc;

/// These arrows, in the order in which they are taken.
pub(super) static FCL: &[Arrow] = &[Arrow {
    name: "fcl",
    from: &elder_fcl::LANGUAGE,
    description: "FCL is staged: what is left are DPIA's commands",
    rules: fcl::RULES,
    then: Then::Now(Reading::Unordered),
    run: |program, _| {
        let program: &Fcl = expect(program)?;
        let translated = fcl::translate(&program.entry, &program.configuration)?;
        Ok(Box::new(Dpia {
            entry: translated.entry.clone(),
            obligations: translated.obligations.clone(),
            origin: Origin::Staged(Rc::new(translated)),
        }))
    },
    ..PASS
}];
