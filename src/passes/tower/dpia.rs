//! From DPIA, functional or imperative, to kernels.

use super::{Arrow, Floats, Of, PASS, Reading, Then, expect};
use crate::dpia::{
    allocate, barriers, distribute, expand, hoist, in_place, initialise, launches, lengths, normalise, place,
    reuse, translate, unroll,
};
use crate::programs::{Dpia, Kernels};
use elder_dpia::rules::{kernels, translation};

/// A program of DPIA that an arrow of DPIA changes.
macro_rules! pass {
    ($run:path) => {
        |program, target| {
            let program: &Dpia = expect(program)?;
            Ok(Box::new(program.with($run(&program.entry, target)?)))
        }
    };
}

/// These arrows, in the order in which they are taken.
pub(super) static DPIA: &[Arrow] = &[
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
