//! From Futhark's checked trees to Core.

use crate::futhark::{constructors, core as to_core, defunctionalise, monomorphise};
use crate::pass::{Pass, expect};
use crate::programs::{Core, Futhark, Interface};
use elder_core::check::Form;
use elder_futhark::check::tree::Promise;
use std::rc::Rc;

/// Polymorphic functions are copied for the types that they are used at.
pub static MONOMORPHISE: Pass = Pass {
    name: "monomorphise",
    from: &elder_futhark::LANGUAGE,
    to: &elder_futhark::LANGUAGE,
    description: "Polymorphic functions are copied for the types that they are used at",
    rules: monomorphise::RULES,
    run: |program, _, _| {
        let program: &Futhark = expect(&*program)?;
        Ok(Rc::new(Futhark {
            tree: Rc::new(monomorphise::run(&program.tree, &program.roots)?),
            promise: Promise::Monomorphic,
            ..program.clone()
        }))
    },
    work: Some(2),
    ..Pass::WITHIN_DPIA
};

/// Functions become the records of what they capture.
pub static DEFUNCTIONALISE: Pass = Pass {
    name: "defunctionalise",
    from: &elder_futhark::LANGUAGE,
    to: &elder_futhark::LANGUAGE,
    description: "Functions become the records of what they capture",
    rules: defunctionalise::RULES,
    run: |program, _, _| {
        let program: &Futhark = expect(&*program)?;
        Ok(Rc::new(Futhark {
            tree: Rc::new(defunctionalise::run(&program.tree)?),
            promise: Promise::FirstOrder,
            ..program.clone()
        }))
    },
    steps: Some(|program| {
        let program: &Futhark = expect(program)?;
        let steps = defunctionalise::steps(&program.tree)?;
        Ok(steps.iter().map(|step| format!("{step}\n")).collect())
    }),
    // What is captured is put into records and taken out of them; a lambda that gives one of its two parameters back is one rule, and a call
    // of what it was lifted to six: the call, the function, the environment, both operands, and the body.
    work: Some(8),
    ..Pass::WITHIN_DPIA
};

/// Sums are records with a number, matches are conditionals.
pub static CONSTRUCTORS: Pass = Pass {
    name: "constructors",
    from: &elder_futhark::LANGUAGE,
    to: &elder_futhark::LANGUAGE,
    description: "Sums are records with a number, matches are conditionals",
    rules: constructors::RULES,
    run: |program, _, _| {
        let program: &Futhark = expect(&*program)?;
        let crossed = constructors::interface::crossed(&program.tree);
        Ok(Rc::new(Futhark {
            tree: Rc::new(constructors::run(&program.tree)?),
            promise: Promise::NoSums,
            interface: match crossed.is_empty() {
                true => program.interface.clone(),
                false => Interface::Sums(crossed.into()),
            },
            ..program.clone()
        }))
    },
    // An array of sums has room for what its elements might have, which is copied with them.
    work: None,
    ..Pass::WITHIN_DPIA
};

/// Records and arrays of records are taken apart, operands are atoms, sizes that are known are written.
pub static CORE: Pass = Pass {
    name: "core",
    from: &elder_futhark::LANGUAGE,
    to: &elder_core::LANGUAGE,
    description: "Records and arrays of records are taken apart, operands are atoms, sizes that are known are written",
    rules: to_core::RULES,
    run: |program, _, _| {
        let program: &Futhark = expect(&*program)?;
        let (made, forms) = to_core::run(&program.tree, &program.interface)?;
        Ok(Rc::new(Core {
            program: made,
            interface: Interface::Components(forms.into()),
            form: Form::Open,
        }))
    },
    // A slice, a range or a comparison of arrays is one rule there.
    work: Some(8),
    ..Pass::WITHIN_DPIA
};
