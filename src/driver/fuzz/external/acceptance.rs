//! What is a program at all, asked of Elder's checker and of another implementation.
//!
//! A refusal that is wrong cannot be seen in programs that are made to be accepted, where one checker judges for all.  So both are asked of
//! four sorts of texts: generated programs; those that break one rule; cases of the definition and generated programs, each a little changed.  Both
//! directions are findings, classed by Elder's premise or the other one's message.

use super::difference::{Found, Sort};
use super::{Asking, Judge};
use crate::fuzz::{Limit, Verdict};
use elder_futhark::check::imports::check_text;
use elder_generate::futhark::{Shape, Variant, case, refused};
use elder_generate::{Choices, cases};
use elder_spec::Case;
use elder_syntax::diagnostic::Severity;
use std::io;

/// A text that may be a program.
#[derive(Clone, Debug)]
pub struct Made {
    /// The text.
    pub text: String,
    /// What was changed to it, if it is a case of the definition: where implementations differ on that, the change shows nothing new.
    pub case: Option<String>,
}

/// The cases of Futhark that are one file.
pub struct Pool(Vec<Case>);

impl Pool {
    /// All of them.
    pub fn new() -> Pool {
        let is_one = |case: &Case| {
            let is_futhark = case
                .path()
                .extension()
                .is_some_and(|e| e == elder_futhark::LANGUAGE.ending);
            is_futhark && case.field("switch").is_none() && !case.program.contains("import \"")
        };
        Pool(elder_spec::cases().into_iter().filter(is_one).collect())
    }

    /// A text.
    pub fn made(&self, c: &mut Choices) -> Made {
        let generated = |c: &mut Choices| case(c, Shape::FOR_OTHERS).text(Variant::Plain);
        let changed = |c: &mut Choices, text: String| {
            let changes = 1 + c.below(3);
            (0..changes).fold(text, |text, _| cases::changed(c, &text))
        };
        let sort = c.below(4);
        if let (2, Some(case)) = (sort, c.pick(&self.0)) {
            let original = case.code() + "\n";
            let text = match c.one_in(6) {
                true => original.clone(),
                false => changed(c, original.clone()),
            };
            let case = (text != original).then_some(original);
            return Made { text, case };
        }
        let text = match sort {
            0 => generated(c),
            1 => refused(c, Shape::FOR_OTHERS).0.text(Variant::Plain),
            _ => {
                let text = generated(c);
                changed(c, text)
            }
        };
        Made { text, case: None }
    }
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Judge<'_> {
    /// The verdict on a text: whether both take it for a program, or both do not.
    pub fn acceptance(&self, made: &Made) -> Verdict {
        let found = match self.differs(&made.text) {
            Ok(None) => return Verdict::Agree,
            Ok(Some(found)) => found,
            Err(error) => return Verdict::differ("the system", error.to_string()),
        };
        if let Some(case) = &made.case
            && let Ok(Some(before)) = self.differs(case)
            && before.class() == found.class()
        {
            return Verdict::Limit(Limit::Deviation("the case itself".to_owned()));
        }
        match self.deviations.known(&self.asked(&found, None)) {
            Some(row) => Verdict::Limit(Limit::Deviation(row.name.clone())),
            None => Verdict::differ(found.class(), found.message),
        }
    }

    /// What is known of a finding on this text, which should be a small one.
    pub fn known_acceptance(&self, made: &Made) -> Option<Limit> {
        let found = self.differs(&made.text).ok()??;
        let row = self.deviations.known(&self.asked(&found, Some(&made.text)))?;
        Some(Limit::Deviation(row.name.clone()))
    }

    /// How the two differ on a text.
    ///
    /// # Errors
    /// Why files cannot be written, or no process be started.
    pub fn differs(&self, text: &str) -> io::Result<Option<Found>> {
        let asking = Asking {
            text: text.to_owned(),
            questions: vec![],
        };
        let other = self.found(&asking)?.map(|(found, _)| found);
        let own = check_text("program.fut", text);
        let error = own.diagnostics.iter().find(|d| d.severity == Severity::Error);
        Ok(match (error, other) {
            // Both refuse; by which rule is each one's own affair.
            (Some(_), Some(found)) if found.sort == Sort::Refused => None,
            (_, Some(found)) => Some(found),
            (Some(error), None) => Some(Found {
                sort: Sort::Accepted,
                about: error
                    .refusal
                    .map_or_else(String::new, |refusal| refusal.to_string()),
                message: error.message.clone(),
                output: vec![],
                errors: String::new(),
            }),
            (None, None) => None,
        })
    }
}
