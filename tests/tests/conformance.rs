//! The conformance cases of all languages, compiled: values and errors are those of the definition, errors by their rules.
//!
//! Which cases are for a device, each says itself ([`elder_driver::conformance::execute_on`]).

use elder_driver::conformance::execute_on;
use elder_driver::testing::subject::Backend;
use std::collections::BTreeMap;

fn cases_agree(backend: &Backend) {
    let mut complaints = Vec::new();
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    for case in elder_spec::cases() {
        let Some(execution) = execute_on(&case, backend) else {
            continue;
        };
        let language = case.language().map_or("", |language| language.folder);
        *compared.entry(language).or_default() += execution.assertions;
        let failures = execution.failures.iter();
        complaints.extend(failures.map(|failure| format!("{}: {failure}", case.file)));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    for language in ["dpia", "fcl"] {
        let compared = compared.get(language).copied().unwrap_or(0);
        assert!(
            compared > 150,
            "only {compared} outcomes of {language} were compared"
        );
    }
}

#[test]
fn cases_as_c() {
    cases_agree(&Backend::C);
}

#[cfg(feature = "opencl")]
#[test]
fn cases_on_pocl() {
    cases_agree(&Backend::OpenCl(Some("pocl".to_owned())));
}
