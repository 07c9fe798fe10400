//! The text of DPIA: any bytes are read without a panic, and what is accepted reads back as it was printed.  And programs that are
//! generated from the bytes: they mean the same on every road through Elder.

use super::check_diagnostics;
use elder_dpia::{alpha, check, elaborate, parser, print};
use elder_driver::device::Device;
use elder_driver::fuzz::{Verdict, devices, interpreters};
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_syntax::SourceMap;

/// Lexing, parsing, elaboration and printing of DPIA.
pub fn dpia_front(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut sources = SourceMap::new();
    let source = sources.add("fuzz.dpia", None, &*text);
    let (program, errors) = parser::parse_program(source, &text);
    check_diagnostics(&text, &errors, &sources);
    let (Some(tree), true) = (program, errors.is_empty()) else {
        assert!(!errors.is_empty(), "no program and no error");
        return;
    };
    let first = match elaborate::program(&tree) {
        Ok(program) => program,
        Err(errors) => return check_diagnostics(&text, &errors, &sources),
    };
    // Sizes that are no natural numbers are the checker's to refuse; their text is not read.
    if let Err(errors) = check::program(&first) {
        return check_diagnostics(&text, &errors, &sources);
    }
    let printed = print::program(&first);
    let (again, errors) = parser::parse_program(source, &printed);
    assert!(
        errors.is_empty(),
        "what is printed does not parse: {printed}\n{errors:?}"
    );
    match elaborate::program(&again.unwrap_or_default()) {
        Ok(again) => {
            // Definitions are variables of later ones, with new names: only the text of several is compared.
            let same = match (first.definitions.as_slice(), again.definitions.as_slice()) {
                ([a], [b]) => alpha::equal(&a.body, &b.body),
                _ => printed == print::program(&again),
            };
            assert!(same, "what is printed reads back as something else: {printed}");
        }
        Err(errors) => panic!("what is printed does not elaborate: {printed}\n{errors:?}"),
    }
}

/// The tree of choices in these bytes, and what programs to make of it, which the first byte says.
fn program(bytes: &[u8]) -> (ChoiceTree, Shape) {
    let (first, rest) = bytes
        .split_first()
        .map_or((0, bytes), |(first, rest)| (*first, rest));
    let shape = if first % 2 == 0 {
        Shape::PLAIN
    } else {
        Shape::MARKED
    };
    (ChoiceTree::from_bytes(rest), shape)
}

fn agrees(verdict: Option<Verdict>) {
    if let Some(Verdict::Differ { place, message }) = verdict {
        panic!("{place}: {message}");
    }
}

/// A generated program at every stage of the translation.
pub fn dpia_stages(bytes: &[u8]) {
    let (tree, shape) = program(bytes);
    agrees(Some(interpreters::stages_agree(&tree, shape)));
}

/// A generated program on the device that `ELDER_DEVICE` names, or else as C.
pub fn dpia_device(bytes: &[u8]) {
    let (tree, shape) = program(bytes);
    let named = std::env::var_os("ELDER_DEVICE").is_some();
    let device = Device::open((!named).then_some("c")).unwrap_or_else(|message| panic!("{message}"));
    agrees(devices::device_agrees(&[tree], shape, device.machine(), device.options()).pop());
}
