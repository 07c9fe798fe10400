//! The tower: all arrows of all languages, as one table.
//!
//! An [`Arrow`] is a pure function from a checked program to a checked program, of the same language or the next one down.  Whatever ranges over
//! "every pass" (the commands, the fuzzer, the conformance cases, the documents) walks [`ARROWS`], so a new arrow is shown, checked, run and
//! compared from the day it stands here.  They stand in the order in which they are taken: [`road`] finds those between two languages.
//!
//! After each arrow within DPIA the program is again a well-typed program with the same meaning.  How far the reference semantics can run it there
//! is the arrow's [`Reading`].

use crate::dex::simplify::Cases;
use crate::dpia::{
    allocate, barriers, distribute, expand, hoist, in_place, initialise, launches, lengths, normalise, place,
    reuse, translate, unroll,
};
use crate::futhark::{constructors, core as to_core, defunctionalise, monomorphise};
use crate::programs::{Border, Core, Dex, Dpia, Fcl, Futhark, Kernels, Origin};
use crate::{Target, core, dex, fcl};
use elder_core::rules::simplification::{CORE_O_DEADRED, CORE_O_IFKNOWN, CORE_O_SOACONE};
use elder_dpia::Entry;
use elder_dpia::rules::{kernels, translation};
use elder_futhark::check::tree::Promise;
use elder_syntax::language::{Program, known};
use elder_syntax::{Diagnostic, Language, Rule};
use std::rc::Rc;

/// One step of the way from a language down to kernels.
pub struct Arrow {
    /// The name, as for `elder dev --pass NAME`.
    pub name: &'static str,
    /// The language that it starts from.
    pub from: &'static Language,
    /// The language that it leads to.
    pub to: &'static Language,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// The rules that it applies.
    pub rules: &'static [&'static Rule],
    /// How floats of its result compare with those of what it started from.
    pub floats: Floats,
    /// What it changes in how the reference semantics can run the program.
    pub then: Then,
    /// Of which programs it is.
    pub of: Of,
    /// The step itself.
    pub run: Step,
    /// The same without some of its rules, of an arrow whose rules can be switched off one by one.
    pub partial: Option<Partial>,
    /// The derivation by which it makes its result, as text, of an arrow whose judgement can be watched.
    pub steps: Option<Steps>,
    /// How many times the work of what it started from its result may do, and of one application for each of its lines.  What Futhark does is counted
    /// with its rules, and tests of theirs are operations in Core.  `None`: there is no bound.
    pub work: Option<u64>,
    /// Those of its rules that look into operators, or put a number for another one because they are equal: a run over the free monoid (E2) may have
    /// other words after them.  Without them it has the same.
    pub words: &'static [&'static Rule],
}

/// What an arrow does to a program without these rules.
pub type Partial = fn(&dyn Program, &Target, &[&Rule]) -> Result<Box<dyn Program>, Vec<Diagnostic>>;

/// The steps of an arrow on a program, a line each.
pub type Steps = fn(&dyn Program) -> Result<String, Vec<Diagnostic>>;

/// What an arrow does to a program of its language.
pub type Step = fn(&dyn Program, &Target) -> Result<Box<dyn Program>, Vec<Diagnostic>>;

/// Classes of agreement of floats, the stronger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Floats {
    /// E0: the same bits, any NaN like any other.
    Bitwise,
    /// E1: the same bits on inputs on which every order of evaluation gives them; operations are associated in another way.
    Reassociated,
}

/// How the reference semantics can run a program on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The iterations of parallel loops one after the other, in any order.
    Iterations,
    /// Not by itself: cells belong to items and groups already, and no launches are formed in which there are any.  What is run is what the next
    /// arrows make of it.
    Unordered,
    /// Work-groups whose barriers do not stand yet: each loop over the items of a group is a step that all of them end together.
    Steps,
    /// Work-groups, their items in lock-step between barriers.
    Groups,
    /// By a device.
    Device,
}

impl Reading {
    /// Whether launches are run by work-groups.
    pub fn has_groups(self) -> bool {
        matches!(self, Reading::Steps | Reading::Groups)
    }
}

/// What an arrow makes of the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The program is run as before.
    Same,
    /// It is run so from here on.
    Now(Reading),
    /// A program that could not be run before is run so from here on, others as before.
    AtLast(Reading),
}

/// Of which programs of its language an arrow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Of all.
    All,
    /// Of those that people wrote; what other arrows make does not need it.
    Written,
    /// Of those that it does not refuse: a program outside of the fragment goes no further.
    Fragment,
}

/// A program of DPIA that an arrow of DPIA changes.
macro_rules! pass {
    ($run:path) => {
        |program, target| {
            let program: &Dpia = expect(program)?;
            Ok(Box::new(program.with($run(&program.entry, target)?)))
        }
    };
}

/// An arrow within DPIA that keeps the bits of floats and is of all programs.
const PASS: Arrow = Arrow {
    name: "",
    from: &elder_dpia::LANGUAGE,
    to: &elder_dpia::LANGUAGE,
    description: "",
    rules: &[],
    floats: Floats::Bitwise,
    then: Then::Same,
    of: Of::All,
    run: |_, _| Err(vec![]),
    partial: None,
    steps: None,
    work: Some(1),
    words: &[],
};

/// An arrow within Core.
const CORE: Arrow = Arrow {
    from: &elder_core::LANGUAGE,
    to: &elder_core::LANGUAGE,
    ..PASS
};

/// All arrows, in the order in which they are taken.
pub static ARROWS: &[Arrow] = &[
    Arrow {
        name: "monomorphise",
        from: &elder_futhark::LANGUAGE,
        to: &elder_futhark::LANGUAGE,
        description: "Polymorphic functions are copied for the types that they are used at",
        rules: monomorphise::RULES,
        run: |program, _| {
            let program: &Futhark = expect(program)?;
            Ok(Box::new(Futhark {
                tree: Rc::new(monomorphise::run(&program.tree, &program.entry)?),
                promise: Promise::Monomorphic,
                ..program.clone()
            }))
        },
        work: Some(2),
        ..PASS
    },
    Arrow {
        name: "defunctionalise",
        from: &elder_futhark::LANGUAGE,
        to: &elder_futhark::LANGUAGE,
        description: "Functions become the records of what they capture",
        rules: defunctionalise::RULES,
        run: |program, _| {
            let program: &Futhark = expect(program)?;
            Ok(Box::new(Futhark {
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
        ..PASS
    },
    Arrow {
        name: "constructors",
        from: &elder_futhark::LANGUAGE,
        to: &elder_futhark::LANGUAGE,
        description: "Sums are records with a number, matches are conditionals",
        rules: constructors::RULES,
        run: |program, _| {
            let program: &Futhark = expect(program)?;
            let crossed = constructors::border::crossed(&program.tree, &program.entry);
            Ok(Box::new(Futhark {
                tree: Rc::new(constructors::run(&program.tree)?),
                promise: Promise::NoSums,
                border: crossed.map_or_else(|| program.border.clone(), Border::Sums),
                ..program.clone()
            }))
        },
        // An array of sums has room for what its elements might have, which is copied with them.
        work: None,
        ..PASS
    },
    Arrow {
        name: "core",
        from: &elder_futhark::LANGUAGE,
        to: &elder_core::LANGUAGE,
        description: "Records and arrays of records are taken apart, operands are atoms, sizes that are known are written",
        rules: to_core::RULES,
        run: |program, _| {
            let program: &Futhark = expect(program)?;
            let (made, forms) = to_core::run(&program.tree, program.border.written())?;
            Ok(Box::new(Core {
                program: made,
                border: Border::Components(Rc::new(forms)),
                sized: false,
            }))
        },
        // A slice, a range or a comparison of arrays is one rule there.
        work: Some(8),
        ..PASS
    },
    Arrow {
        name: "simplify",
        from: &elder_dex::core::LANGUAGE,
        to: &elder_dex::core::LANGUAGE,
        description: "Functions are applied, closures become what they captured; dictionaries and types that are arguments are gone",
        rules: dex::simplify::RULES,
        run: |program, _| {
            let program: &Dex = expect(program)?;
            Ok(Box::new(Dex {
                program: dex::simplify::run(&program.program, Cases::Sums)?,
                simplified: true,
            }))
        },
        // What was captured is read out of tables.
        work: Some(2),
        ..PASS
    },
    Arrow {
        name: "classes",
        from: &elder_dex::core::LANGUAGE,
        to: &elder_dex::core::LANGUAGE,
        description: "Each loop says whether its elements may be done in any order; handlers say no effects that they have not",
        rules: dex::classes::RULES,
        run: |program, _| {
            let program: &Dex = expect(program)?;
            Ok(Box::new(Dex {
                program: dex::classes::run(&program.program),
                ..program.clone()
            }))
        },
        ..PASS
    },
    Arrow {
        name: "core",
        from: &elder_dex::core::LANGUAGE,
        to: &elder_core::LANGUAGE,
        description: "Values are their scalars, index sets their sizes, states are carried on; loops go by their classes",
        rules: dex::core::RULES,
        of: Of::Fragment,
        run: |program, _| {
            let program: &Dex = expect(program)?;
            Ok(Box::new(Core {
                program: dex::core::run(&program.program)?,
                border: Border::Same,
                sized: false,
            }))
        },
        // What is read of a state is copied, and operations on index sets are several.
        work: None,
        ..PASS
    },
    Arrow {
        name: "sizes",
        description: "Each dimension has a name; what was assumed of sizes is tested",
        rules: core::sizes::RULES,
        run: |program, _| core::changed(expect(program)?, "sizes", |p| core::sizes::run(p, &[])),
        partial: Some(|program, _, without| {
            core::changed(expect(program)?, "sizes", |p| core::sizes::run(p, without))
        }),
        // Functions are run in part once more, for nests of combinators of one element in each nest.
        work: Some(8),
        ..CORE
    },
    Arrow {
        name: "inline",
        description: "Calls are the bodies of what they call",
        rules: core::inline::RULES,
        run: |program, _| core::changed(expect(program)?, "inline", core::inline::run),
        ..CORE
    },
    Arrow {
        name: "simplify",
        description: "The rules of simplification, to a fixed point",
        rules: core::simplify::RULES,
        run: |program, _| core::changed(expect(program)?, "simplify", |p| core::simplify::run(p, &[])),
        partial: Some(|program, _, without| {
            core::changed(expect(program)?, "simplify", |p| core::simplify::run(p, without))
        }),
        // An operator that is applied once is gone, as are components of its operands that nobody uses; a number that is tested becomes a constant.
        words: &[&CORE_O_SOACONE, &CORE_O_DEADRED, &CORE_O_IFKNOWN],
        ..CORE
    },
    Arrow {
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
    },
    Arrow {
        name: "initialise",
        description: "Cells that may be read before they are written, and outputs that may not be written in full, begin with zeros",
        rules: &[&translation::DPIA_A_INIT],
        of: Of::Written,
        run: pass!(initialise::run),
        ..PASS
    },
    Arrow {
        name: "normalise",
        description: "Applications of functions are reduced; what would be computed twice is named",
        rules: normalise::RULES,
        run: pass!(normalise::run),
        ..PASS
    },
    Arrow {
        name: "translate",
        description: "Functional terms become commands (stage I)",
        rules: translate::RULES,
        run: pass!(translate::run),
        ..PASS
    },
    Arrow {
        name: "expand",
        description: "Maps, reductions and scans become loops (stage II)",
        rules: expand::RULES,
        floats: Floats::Reassociated,
        run: pass!(expand::run),
        ..PASS
    },
    Arrow {
        name: "in_place",
        description: "Steps that allow it keep their state in one cell",
        rules: in_place::RULES,
        run: pass!(in_place::run),
        ..PASS
    },
    Arrow {
        name: "lengths",
        description: "Cells of lengths that are seen to be in bounds hold indexes",
        rules: lengths::RULES,
        run: pass!(lengths::run),
        ..PASS
    },
    Arrow {
        name: "place",
        description: "Loops whose strategy was left open get one",
        rules: place::RULES,
        run: pass!(place::run),
        ..PASS
    },
    Arrow {
        name: "launches",
        description: "Launches are formed; what lies between them is the host's",
        rules: launches::RULES,
        then: Then::AtLast(Reading::Steps),
        run: pass!(launches::run),
        ..PASS
    },
    Arrow {
        name: "distribute",
        description: "Cells of a group of which each item has its own part become private",
        rules: distribute::RULES,
        then: Then::Now(Reading::Steps),
        run: pass!(distribute::run),
        ..PASS
    },
    Arrow {
        name: "allocate",
        description: "Cells get their address space",
        rules: allocate::RULES,
        run: pass!(allocate::run),
        ..PASS
    },
    Arrow {
        name: "reuse",
        description: "Arrays that are never needed at one time share their memory",
        rules: reuse::RULES,
        run: pass!(reuse::run),
        ..PASS
    },
    Arrow {
        name: "hoist",
        description: "Allocations of global and local memory leave the kernels",
        rules: hoist::RULES,
        run: pass!(hoist::run),
        ..PASS
    },
    Arrow {
        name: "barriers",
        description: "Writes to shared memory get guards, work-groups get barriers",
        rules: barriers::RULES,
        then: Then::Now(Reading::Groups),
        run: pass!(barriers::run),
        ..PASS
    },
    Arrow {
        name: "unroll",
        description: "Short loops of known length are marked to be written out",
        rules: unroll::RULES,
        run: pass!(unroll::run),
        ..PASS
    },
    Arrow {
        name: "kernels",
        to: &elder_kernel::LANGUAGE,
        description: "Commands become kernels in C (stage III)",
        rules: kernels::TABLE,
        then: Then::Now(Reading::Device),
        run: |program, target| Ok(Box::new(Kernels::of(expect(program)?, target)?)),
        ..PASS
    },
];

/// The program as one of the language that an arrow starts from.
///
/// # Errors
/// Says that it is of another one, which is the mistake of who takes the arrow.
pub fn expect<P: Program>(program: &dyn Program) -> Result<&P, Vec<Diagnostic>> {
    known(program).ok_or_else(|| {
        let message = format!("an arrow that does not start from {}", program.language().name);
        vec![Diagnostic::outside(message)]
    })
}

impl Arrow {
    /// How the program is run after this arrow, if `before` it was run so.
    pub fn reading(&self, before: Reading) -> Reading {
        match self.then {
            Then::Same => before,
            Then::Now(reading) => reading,
            Then::AtLast(reading) if before == Reading::Unordered => reading,
            Then::AtLast(_) => before,
        }
    }

    /// What it makes of a program without these of its rules; the rules of an arrow that cannot do without one are all applied.
    ///
    /// # Errors
    /// What it refuses.
    pub fn without(
        &self,
        program: &dyn Program,
        target: &Target,
        without: &[&Rule],
    ) -> Result<Box<dyn Program>, Vec<Diagnostic>> {
        match self.partial {
            Some(partial) if !without.is_empty() => partial(program, target, without),
            _ => (self.run)(program, target),
        }
    }

    /// What a pass of DPIA makes of an entry.
    ///
    /// # Errors
    /// What it refuses.
    pub fn entry(&self, entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
        let program = Dpia {
            entry: entry.clone(),
            obligations: vec![],
            origin: Origin::Written,
        };
        let made = (self.run)(&program, target)?;
        Ok(expect::<Dpia>(&*made)?.entry.clone())
    }
}

/// The arrows within DPIA that all programs take, in order.
pub fn passes() -> &'static [Arrow] {
    let is_pass = |arrow: &Arrow| arrow.from == PASS.from && arrow.to == PASS.to && arrow.of == Of::All;
    let first = ARROWS.iter().position(is_pass).unwrap_or(ARROWS.len());
    let rest = &ARROWS[first..];
    let many = rest.iter().take_while(|arrow| is_pass(arrow)).count();
    &rest[..many]
}

/// The arrows from one language to another, those within each language on the way among them; `None` if there is no way.
pub fn road<'a>(arrows: &[&'a Arrow], from: &'a Language, to: &Language) -> Option<Vec<&'a Arrow>> {
    // The languages from which there is a way, found from its end.
    let mut leading = vec![to];
    for arrow in arrows.iter().rev() {
        if leading.contains(&arrow.to) && !leading.contains(&arrow.from) {
            leading.push(arrow.from);
        }
    }
    let mut at = from;
    let mut road = Vec::new();
    for arrow in arrows {
        if arrow.from == at && leading.contains(&arrow.to) {
            road.push(*arrow);
            at = arrow.to;
        }
    }
    (at == to).then_some(road)
}

/// The arrows of a road that are for a program: those for written programs only as long as no other arrow has made something of it.
pub fn taken(road: Vec<&Arrow>) -> Vec<&Arrow> {
    let written = |before: &[&Arrow]| before.iter().all(|arrow| arrow.of == Of::Written);
    let all = road.clone();
    let chosen = road.into_iter().enumerate();
    chosen
        .filter(|(number, arrow)| arrow.of != Of::Written || written(&all[..*number]))
        .map(|(_, arrow)| arrow)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_arrows_go_on_where_others_end() {
        // Arrows of different languages may share a name: a program has one language.
        let names: HashSet<_> = ARROWS.iter().map(|arrow| (arrow.from.name, arrow.name)).collect();
        assert_eq!(names.len(), ARROWS.len());
        for arrow in ARROWS {
            assert!(!arrow.name.is_empty() && !arrow.description.is_empty());
            assert!(!arrow.rules.is_empty(), "{} has no rules", arrow.name);
        }
        let within = |arrow: &&Arrow| arrow.from == PASS.from && arrow.to == PASS.to && arrow.of == Of::All;
        assert_eq!(passes().len(), ARROWS.iter().filter(within).count());
    }

    #[test]
    fn roads_lead_from_every_language_to_kernels() {
        let arrows: Vec<&Arrow> = ARROWS.iter().collect();
        let names = |from| {
            let road = road(&arrows, from, &elder_kernel::LANGUAGE)?;
            Some(taken(road).iter().map(|arrow| arrow.name).collect::<Vec<_>>())
        };
        let fcl = names(&elder_fcl::LANGUAGE).unwrap();
        let dpia = names(&elder_dpia::LANGUAGE).unwrap();
        assert_eq!((fcl[0], dpia[0]), ("fcl", "initialise"));
        assert_eq!(fcl[1..], dpia[1..]);
        assert_eq!(dpia.len(), passes().len() + 2);
        assert_eq!(names(&elder_syntax::LANGUAGE), None);
    }
}
