//! Generated programs of Core: well-typed, with all their sizes, and legal in what they consume, by construction.
//!
//! A body is made forwards: each statement takes operands from what is in scope, and most often those that nothing has used yet;
//! what is left over is given back.  A scope knows what every variable may share, as classes that are joined wherever two may be
//! one, so an update in place is made only of what may be consumed, and takes the whole class out of scope.  Operators of
//! reductions are monoids, functions of chunks are homomorphisms, and writes go to places of their own, so all orders, chunks and
//! brackets give the same.
//!
//! | file | what |
//! | --- | --- |
//! | `scope.rs` | what is in scope, what it shares, sizes that are known |
//! | `statements.rs` | operators |
//! | `control.rs` | branches, loops, calls, assertions |
//! | `soacs.rs`, `writes.rs` | combinators, accumulation |
//! | `handed.rs` | bold programs, which consume by no plan |
//! | `open.rs` | dimensions dropped |
//! | `refused.rs` | programs that break one premise |

mod control;
mod handed;
mod open;
mod refused;
mod scope;
mod soacs;
mod statements;
mod writes;

use crate::Choices;
use crate::dpia::inputs::{collect, number};
use elder_core::tree::{Atom, Binder, Body, Dim, Entry, Function, Param, Program, Stm, Type};
use elder_core::walk::{Fold, fold};
use elder_core::{Name, Site};
use elder_syntax::prim::PrimType;
use elder_syntax::{Span, Value};
pub use refused::{Fault, refused};
use scope::Generator;
pub use statements::primitives;
use std::collections::BTreeSet;

/// A program with arguments for its entry point.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its entry point is `main`.
    pub program: Program,
    /// What `main` reads.
    pub inputs: Vec<Value>,
    /// Whether dimensions of it were dropped: it may then fail, and sizes are not judged before the arrow `sizes`.
    pub is_open: bool,
    /// Whether it was made without regard to what it consumes, which the checker has to find.
    pub is_bold: bool,
}

/// Sizes of inputs.
const SIZES: [i64; 8] = [2, 3, 1, 4, 7, 8, 5, 0];

/// A program.
pub fn case(c: &mut Choices) -> Case {
    let is_bold = c.below(4) == 3;
    if is_bold {
        let (program, inputs) = handed::handed(c);
        return Case {
            program,
            inputs,
            is_open: false,
            is_bold,
        };
    }
    let (mut program, inputs) = sized(c);
    let is_open = c.below(3) == 2 && c.part(|c| open::opened(c, &mut program));
    Case {
        program,
        inputs,
        is_open,
        is_bold,
    }
}

/// A program with all its sizes, and what its entry point reads.
fn sized(c: &mut Choices) -> (Program, Vec<Value>) {
    let mut generator = Generator::new();
    for index in 0..c.below(3) {
        c.part(|c| function(&mut generator, c, index));
    }
    let mut inputs = Vec::new();
    c.part(|c| entry(&mut generator, c, &mut inputs));
    (generator.program, inputs)
}

/// How many variables statements bind, and how many of these something uses.
pub fn binders(program: &Program) -> (usize, usize) {
    let mut seen = Seen::default();
    fold::program(&mut seen, program);
    let used = seen.bound.iter().filter(|name| seen.used.contains(name)).count();
    (seen.bound.len(), used)
}

#[derive(Default)]
struct Seen {
    bound: Vec<Name>,
    used: BTreeSet<Name>,
}

impl Fold for Seen {
    fn used(&mut self, name: &Name) {
        self.used.insert(*name);
    }

    fn stm(&mut self, stm: &Stm) {
        self.bound.extend(stm.pat.values.iter().map(|value| value.name));
        fold::stm(self, stm);
    }
}

/// `fun f (n: i64) (x: t) (xs: *[n]t)`
fn function(g: &mut Generator, c: &mut Choices, index: usize) {
    g.clear();
    let t = g.prim_type(c);
    let n = g.program.names.fresh("n");
    let mut params = vec![param(n, Type::SIZE, false)];
    g.size(n, None);
    g.declare(n, Type::SIZE, true);
    let x = g.program.names.fresh("x");
    g.declare(x, Type::Prim(t), true);
    params.push(param(x, Type::Prim(t), false));
    for text in ["xs", "ys"].iter().take(1 + c.below(2)) {
        let name = g.program.names.fresh(*text);
        let ty = Type::array([Dim::Is(Atom::Var(n))], t);
        let unique = c.below(2) == 0;
        g.declare(name, ty.clone(), !unique);
        params.push(param(name, ty, unique));
    }
    let ((results, witnesses, given), stms) = g.nested(|g| {
        g.statements(c, 2, 4);
        g.given(c, 3, true)
    });
    let body = Body {
        stms,
        witnesses,
        results: given,
    };
    g.program.functions.push(Function {
        name: format!("f{index}").into(),
        params,
        results,
        body,
        at: g.at,
    });
}

fn param(name: Name, ty: Type, unique: bool) -> Param {
    let binder = Binder { name, ty };
    Param { binder, unique }
}

fn entry(g: &mut Generator, c: &mut Choices, inputs: &mut Vec<Value>) {
    g.clear();
    let mut params = Vec::new();
    let mut sizes = Vec::new();
    // An array of each size, so that it can be read off.
    for text in ["n", "m"].iter().take(1 + c.below(2)) {
        let name = g.program.names.fresh(*text);
        let value = c.pick(&SIZES).copied().unwrap_or(1);
        g.size(name, Some(value));
        g.declare(name, Type::SIZE, true);
        sizes.push((name, value));
        let mut dims = vec![(name, value)];
        if let (true, Some(inner)) = (c.below(3) == 2, sizes.first()) {
            dims.push(*inner);
        }
        params.push(c.part(|c| argument(g, c, &dims, inputs)));
    }
    for _ in 0..1 + c.below(3) {
        let dims: Vec<(Name, i64)> = match c.below(3) {
            0 => Vec::new(),
            _ => c.pick(&sizes).copied().into_iter().collect(),
        };
        params.push(c.part(|c| argument(g, c, &dims, inputs)));
    }
    let count = 4 + c.below(9);
    let ((results, witnesses, given), stms) = g.nested(|g| {
        g.statements(c, 3, count);
        g.given(c, 12, false)
    });
    let body = Body {
        stms,
        witnesses,
        results: given,
    };
    let entry = Entry {
        name: "main".into(),
        sizes: sizes.into_iter().map(|(name, _)| name).collect(),
        params,
        results,
        body,
        at: g.at,
    };
    g.program.entries.push(entry);
}

/// A parameter of the entry point, with its argument.
fn argument(g: &mut Generator, c: &mut Choices, dims: &[(Name, i64)], inputs: &mut Vec<Value>) -> Param {
    let t = g.prim_type(c);
    let name = g.program.names.fresh("a");
    let ty = Type::array(dims.iter().map(|(size, _)| Dim::Is(Atom::Var(*size))), t);
    let unique = !dims.is_empty() && c.below(2) == 0;
    g.declare(name, ty.clone(), !unique);
    let shape: Vec<usize> = dims.iter().map(|(_, value)| *value as usize).collect();
    let elements: Vec<_> = (0..shape.iter().product()).map(|_| number(c, t)).collect();
    inputs.extend(match shape.is_empty() {
        true => elements.into_iter().next().map(Value::scalar),
        false => Value::new(shape, collect(t, elements.into_iter())),
    });
    param(name, ty, unique)
}

/// A place of which nothing is said.
fn nowhere(program: &mut Program) -> elder_core::SiteId {
    program.sites.add(Site::at(Span::NONE))
}

/// The types that statements prefer: integers, of which all operators are exact.
const COMMON: [PrimType; 4] = [PrimType::I32, PrimType::I64, PrimType::Bool, PrimType::F32];
