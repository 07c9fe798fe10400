//! What is printed reads back.

use crate::elaborate::tests::PROGRAMS;
use crate::{Program, alpha, elaborate, parser, print};
use elder_syntax::SourceId;

fn read(text: &str) -> Program {
    let (program, errors) = parser::parse_program(SourceId(0), text);
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    elaborate::program(&program.expect("a program")).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"))
}

#[test]
fn programs_read_back_as_they_were_printed() {
    for (number, text) in PROGRAMS {
        let first = read(text);
        let printed = print::program(&first);
        let again = read(&printed);
        assert_eq!(printed, print::program(&again), "{number}");
        for (a, b) in first.definitions.iter().zip(&again.definitions) {
            assert!(alpha::equal(&a.body, &b.body), "{number}: {printed}");
            assert!(alpha::equal_types(&a.ty, &b.ty), "{number}: {printed}");
        }
    }
}
