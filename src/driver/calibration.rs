//! Those who judge, asked what is known.
//!
//! Whoever compares results, runs test blocks or counts findings is judged by nobody: where it takes a wrong value for a right one, everything
//! agrees.  So it is given outcomes that are made wrong on purpose, beside right ones: [`files`] has test files each of whose cases has to pass or to
//! fail for a known reason, [`agreement`] has ends of runs with what the one judge says of each pair on the terms of all who ask it, [`comparers`] has verdicts that are known, and [`pipelines`] has programs whose answer is
//! altered before their stages and kernels are held to it, and [`runtime`] has launch plans on a device that says no to what OpenCL does not allow.  `elder spec` and `elder fuzz` begin with it; it takes as long as a few programs.

mod agreement;
mod comparers;
mod files;
pub mod made_up;
mod pipelines;
mod runtime;

/// Somebody judged wrongly.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// Who judged, and what.
    pub judged: String,
    /// What it said, and what is known.
    pub message: String,
}

/// What those who judge say wrongly of what is known.
pub fn mistakes() -> Vec<Mistake> {
    let mut found = files::mistakes();
    found.extend(agreement::mistakes());
    found.extend(comparers::mistakes());
    found.extend(pipelines::mistakes());
    found.extend(runtime::mistakes());
    found
}

/// What is wrong where `answer` is not what is known.
fn held<T: PartialEq + std::fmt::Debug>(judged: impl Into<String>, answer: &T, known: &T) -> Option<Mistake> {
    (answer != known).then(|| Mistake {
        judged: judged.into(),
        message: format!("{answer:?}, and {known:?} is known"),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn nobody_who_judges_is_mistaken() {
        let found = super::mistakes();
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn what_is_not_as_it_is_known_is_a_mistake() {
        assert!(super::held("", &1, &2).is_some() && super::held("", &1, &1).is_none());
    }
}
