//! From DPIA, functional or imperative, to kernels.

use crate::dpia::{
    allocate, barriers, distribute, expand, hoist, in_place, initialise, launches, lengths, normalise, place,
    reuse, translate, unroll,
};
use crate::pass::{Floats, Pass, Reading, Then, expect};
use crate::programs::{Dpia, Kernels};
use elder_dpia::rules::{kernels, translation};
use std::rc::Rc;

/// A program of DPIA that a pass of DPIA changes.
macro_rules! pass {
    ($run:path) => {
        |program, target, _| {
            let program: &Dpia = expect(&*program)?;
            Ok(Rc::new(program.with($run(&program.entry, target)?)))
        }
    };
}

/// Cells that may be read before they are written, and outputs that may not be written in full, begin with zeros.
pub static INITIALISE: Pass = Pass {
    name: "initialise",
    description: "Cells that may be read before they are written, and outputs that may not be written in full, begin with zeros",
    rules: &[&translation::DPIA_A_INIT],
    run: pass!(initialise::run),
    ..Pass::WITHIN_DPIA
};

/// Applications of functions are reduced; what would be computed twice is named.
pub static NORMALISE: Pass = Pass {
    name: "normalise",
    description: "Applications of functions are reduced; what would be computed twice is named",
    rules: normalise::RULES,
    run: pass!(normalise::run),
    ..Pass::WITHIN_DPIA
};

/// Functional terms become commands (stage I).
pub static TRANSLATE: Pass = Pass {
    name: "translate",
    description: "Functional terms become commands (stage I)",
    rules: translate::RULES,
    run: pass!(translate::run),
    ..Pass::WITHIN_DPIA
};

/// Maps, reductions and scans become loops (stage II).
pub static EXPAND: Pass = Pass {
    name: "expand",
    description: "Maps, reductions and scans become loops (stage II)",
    rules: expand::RULES,
    floats: Floats::Reassociated,
    run: pass!(expand::run),
    ..Pass::WITHIN_DPIA
};

/// Steps that allow it keep their state in one cell.
pub static IN_PLACE: Pass = Pass {
    name: "in_place",
    description: "Steps that allow it keep their state in one cell",
    rules: in_place::RULES,
    run: pass!(in_place::run),
    ..Pass::WITHIN_DPIA
};

/// Cells of lengths that are seen to be in bounds hold indexes.
pub static LENGTHS: Pass = Pass {
    name: "lengths",
    description: "Cells of lengths that are seen to be in bounds hold indexes",
    rules: lengths::RULES,
    run: pass!(lengths::run),
    ..Pass::WITHIN_DPIA
};

/// Loops whose strategy was left open get one.
pub static PLACE: Pass = Pass {
    name: "place",
    description: "Loops whose strategy was left open get one",
    rules: place::RULES,
    run: pass!(place::run),
    ..Pass::WITHIN_DPIA
};

/// Launches are formed; what lies between them is the host's.
pub static LAUNCHES: Pass = Pass {
    name: "launches",
    description: "Launches are formed; what lies between them is the host's",
    rules: launches::RULES,
    then: Then::AtLast(Reading::Steps),
    run: pass!(launches::run),
    ..Pass::WITHIN_DPIA
};

/// Cells of a group of which each item has its own part become private.
pub static DISTRIBUTE: Pass = Pass {
    name: "distribute",
    description: "Cells of a group of which each item has its own part become private",
    rules: distribute::RULES,
    then: Then::Now(Reading::Steps),
    run: pass!(distribute::run),
    ..Pass::WITHIN_DPIA
};

/// Cells get their address space.
pub static ALLOCATE: Pass = Pass {
    name: "allocate",
    description: "Cells get their address space",
    rules: allocate::RULES,
    run: pass!(allocate::run),
    ..Pass::WITHIN_DPIA
};

/// Arrays that are never needed at one time share their memory.
pub static REUSE: Pass = Pass {
    name: "reuse",
    description: "Arrays that are never needed at one time share their memory",
    rules: reuse::RULES,
    run: pass!(reuse::run),
    ..Pass::WITHIN_DPIA
};

/// Allocations of global and local memory leave the kernels.
pub static HOIST: Pass = Pass {
    name: "hoist",
    description: "Allocations of global and local memory leave the kernels",
    rules: hoist::RULES,
    run: pass!(hoist::run),
    ..Pass::WITHIN_DPIA
};

/// Writes to shared memory get guards, work-groups get barriers.
pub static BARRIERS: Pass = Pass {
    name: "barriers",
    description: "Writes to shared memory get guards, work-groups get barriers",
    rules: barriers::RULES,
    then: Then::Now(Reading::Groups),
    run: pass!(barriers::run),
    ..Pass::WITHIN_DPIA
};

/// Short loops of known length are marked to be written out.
pub static UNROLL: Pass = Pass {
    name: "unroll",
    description: "Short loops of known length are marked to be written out",
    rules: unroll::RULES,
    run: pass!(unroll::run),
    ..Pass::WITHIN_DPIA
};

/// Commands become kernels in C (stage III).
pub static KERNELS: Pass = Pass {
    name: "kernels",
    to: &elder_kernel::LANGUAGE,
    description: "Commands become kernels in C (stage III)",
    rules: kernels::TABLE,
    then: Then::Now(Reading::Device),
    run: |program, target, _| Ok(Rc::new(Kernels::of(expect(&*program)?, target)?)),
    ..Pass::WITHIN_DPIA
};
