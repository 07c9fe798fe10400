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
//! | `numbers.rs` | numbers at which rules change |
//! | `statements.rs` | operators |
//! | `views.rs` | parts and views of arrays, and updates of what they see |
//! | `redexes.rs`, `guards.rs` | scalars and accesses to which rules of simplification apply, or just do not |
//! | `chains.rs`, `beside.rs` | combinators that take what others give, or read what others read |
//! | `lines.rs` | loops that compute with the number of the round |
//! | `control.rs` | branches, loops, calls, assertions |
//! | `soacs.rs`, `segments.rs`, `writes.rs` | combinators, over spaces too, by segments, accumulation |
//! | `hosts.rs` | arrays that lie in each other: views in views, states of loops that change places |
//! | `rooms.rs` | skeletons and accumulators on what lies in larger arrays |
//! | `rounds.rs` | sizes that are numbers of rounds |
//! | `steered.rs` | loops of numbers, which the host executes by itself |
//! | `twins.rs` | combinators and entry points that are there twice, but for one thing |
//! | `handed.rs` | bold programs, which consume by no plan |
//! | `open.rs`, `fragments.rs` | dimensions dropped, and what only such programs say |
//! | `refused.rs`, `mutants.rs`, `displaced.rs` | programs that break one premise, and legal ones after a change, of places too |
//! | `unfolded.rs` | programs element by element, which give the same |

mod added;
mod asked;
mod beside;
mod chains;
mod control;
mod displaced;
mod fragments;
mod guards;
mod handed;
mod hosts;
mod lines;
mod mutants;
mod nests;
pub(crate) mod numbers;
mod open;
mod redexes;
mod refused;
mod rooms;
mod rounds;
mod scope;
mod segments;
mod soacs;
mod statements;
mod steered;
mod twins;
mod unfolded;
mod views;
mod writes;

use crate::Choices;
use crate::dpia::inputs::collect;
use crate::turn;
pub use displaced::{Displacement, displaced};
use elder_core::tree::{Atom, Binder, Body, Definition, Dim, Param, Program, Results, Stm, Type};
use elder_core::walk::{Fold, fold};
use elder_core::{Name, Site, SiteId};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Span, Value};
use numbers::number;
pub use refused::{Fault, Suspect, suspect};
use scope::Generator;
pub use statements::primitives;
use std::collections::BTreeSet;
pub use unfolded::unfolded;

/// A program with arguments for its entry point.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its entry point is `main`.
    pub program: Program,
    /// What `main` reads.
    pub inputs: Vec<Value>,
    /// Which of the inputs turns branches.
    pub turn: Option<usize>,
    /// Whether dimensions of it were dropped: it may then fail, and sizes are not judged before the pass `sizes`.
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
        let (mut program, inputs) = handed::handed(c);
        asked::ask(c, &mut program);
        return Case {
            program,
            inputs,
            // The condition, which comes first.
            turn: Some(0),
            is_open: false,
            is_bold,
        };
    }
    let (mut program, inputs, turn) = sized(c);
    let is_open = c.below(3) == 2 && c.part(|c| open::opened(c, &mut program));
    if !is_open && c.one_in(12) {
        c.part(|c| twins::another(c, &mut program));
    }
    asked::ask(c, &mut program);
    Case {
        program,
        inputs,
        turn,
        is_open,
        is_bold,
    }
}

/// A legal program with all its sizes.
pub(crate) fn legal(c: &mut Choices) -> Case {
    let (program, inputs, turn) = sized(c);
    Case {
        program,
        inputs,
        turn,
        is_open: false,
        is_bold: false,
    }
}

/// A program with all its sizes, what its entry point reads, and which of that turns branches.
pub(crate) fn sized(c: &mut Choices) -> (Program, Vec<Value>, Option<usize>) {
    let mut generator = Generator::new();
    // What costs little there are many of, and two or three things done to an array show most mistakes.
    let is_little = c.below(3) > 0;
    let functions = if is_little { 0 } else { c.below(3) };
    // What a function gives of a constant is frozen as well, so where there are functions there is none.
    if functions == 0 && c.below(3) == 2 {
        c.part(|c| constant(&mut generator, c));
    }
    for index in 0..functions {
        c.part(|c| function(&mut generator, c, index));
    }
    let mut inputs = Vec::new();
    c.part(|c| entry(&mut generator, c, is_little, &mut inputs));
    let turn = generator.turn.map(|_| inputs.len() - 1);
    (generator.program, inputs, turn)
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

/// `fun f (n: i64) (m: i64) (x: t) (xs: *[n][m]t)`
fn function(g: &mut Generator, c: &mut Choices, index: usize) {
    g.clear();
    let t = g.prim_type(c);
    let mut params = Vec::new();
    let mut sizes = Vec::new();
    for text in ["n", "m"].iter().take(1 + c.below(2)) {
        let name = g.program.names.fresh(*text);
        g.size(name, None);
        g.declare(name, Type::SIZE, true);
        params.push(param(name, Type::SIZE, false));
        sizes.push(name);
    }
    let x = g.program.names.fresh("x");
    g.declare(x, Type::Prim(t), true);
    params.push(param(x, Type::Prim(t), false));
    let name = g.program.names.fresh("turn");
    g.turn = Some(name);
    params.push(param(name, Type::SIZE, false));
    for text in ["xs", "ys"].iter().take(1 + c.below(2)) {
        let name = g.program.names.fresh(*text);
        let rank = 1 + usize::from(c.below(3) == 2);
        let dims: Vec<Name> = (0..rank).filter_map(|_| c.pick(&sizes).copied()).collect();
        let ty = Type::sized(dims, t);
        let unique = c.below(2) == 0;
        g.declare(name, ty.clone(), !unique);
        params.push(param(name, ty, unique));
    }
    let name = format!("f{index}");
    defined(g, (name, params, sizes.len()), |g| {
        g.statements(c, 2, 4);
        g.given(c, 3, true)
    });
}

/// `fun c`: a constant, which gives an array of its own and perhaps a view of it.
fn constant(g: &mut Generator, c: &mut Choices) {
    g.clear();
    defined(g, ("c".to_owned(), vec![], 0), |g| {
        g.numbered(c, &[3]);
        g.statements(c, 1, 2);
        g.given(c, 2, false)
    });
}

/// A function of these parameters, the first of which are so many sizes.
fn defined(
    g: &mut Generator,
    (name, params, sizes): (String, Vec<Param>, usize),
    inside: impl FnOnce(&mut Generator) -> (Results, Vec<Atom>, Vec<Atom>),
) {
    let ((results, witnesses, given), stms) = g.nested(inside);
    g.sized_by.push(sizes);
    g.program.functions.push(Definition {
        sizes: vec![],
        name: name.into(),
        params,
        results,
        body: Body {
            stms,
            witnesses,
            results: given,
        },
        at: g.at,
    });
}

fn param(name: Name, ty: Type, unique: bool) -> Param {
    Param::new(Binder { name, ty }, unique)
}

fn entry(g: &mut Generator, c: &mut Choices, is_little: bool, inputs: &mut Vec<Value>) {
    g.clear();
    let mut params = Vec::new();
    let mut sizes = Vec::new();
    // An array of each size, so that it can be read off.
    for text in ["n", "m"].iter().take(1 + c.below(2)) {
        let name = g.program.names.fresh(*text);
        let value = c.pick(&SIZES).copied().unwrap_or(1);
        g.size(name, Some(value));
        g.declare(name, Type::SIZE, true);
        sizes.push((Atom::Var(name), value));
        let mut dims = vec![(Atom::Var(name), value)];
        for _ in 0..c.below(6) / 4 {
            dims.push(dimension(c, &sizes));
        }
        params.push(c.part(|c| argument(g, c, &dims, inputs)));
    }
    let names = sizes.iter().filter_map(|(size, _)| size.name()).collect();
    let others = if is_little { c.below(2) } else { 1 + c.below(3) };
    for _ in 0..others {
        let rank = [0, 1, 1, 2, 3][c.below(5)];
        let dims: Vec<(Atom, i64)> = (0..rank).map(|_| dimension(c, &sizes)).collect();
        params.push(c.part(|c| argument(g, c, &dims, inputs)));
    }
    // Numbers that may be sizes and indexes, or just not.
    for _ in 0..c.below(3) {
        let name = g.program.names.fresh("k");
        let value = c.below(8) as i64 - 1;
        g.size(name, Some(value));
        g.declare(name, Type::SIZE, true);
        params.push(param(name, Type::SIZE, false));
        inputs.push(Value::scalar(PrimValue::I64(value)));
    }
    if c.below(8) > 0 {
        let name = g.program.names.fresh("turn");
        g.turn = Some(name);
        params.push(param(name, Type::SIZE, false));
        inputs.push(turn::input(c, PrimType::I64));
    }
    g.is_dense = !is_little && c.below(3) > 0;
    let count = 4 + c.below(9);
    let (depth, most) = match (is_little, g.is_dense) {
        (true, _) => (2, [24, 3, 2][c.below(3)]),
        (_, true) => (1, 24),
        (_, false) => (3, 12),
    };
    let ((results, witnesses, given), stms) = g.nested(|g| {
        match (is_little, c.below(6)) {
            (true, 0) => g.statements(c, depth, 1 + count / 4),
            (true, 1) => {
                g.statements(c, 0, count / 4);
                c.part(|c| {
                    let kind = LITTLE[c.below(LITTLE.len())];
                    g.combinator(c, kind, 1)
                });
            }
            (true, 2) => {
                c.part(|c| g.skeletal(c, 1));
            }
            (true, _) => g.lying(c, 1 + count / 6, 1),
            (_, 0 | 1) => {
                g.statements(c, depth, count / 4);
                g.lying(c, 1 + count / 3, 1);
            }
            _ => g.statements(c, depth, count),
        }
        if c.one_in(4) {
            c.part(|c| g.launch(c, 1));
        }
        if c.one_in(4) {
            c.part(|c| g.in_segments(c));
        }
        if c.one_in(3) {
            c.part(|c| g.steered(c));
        }
        g.given(c, most, false)
    });
    let body = Body {
        stms,
        witnesses,
        results: given,
    };
    let entry = Definition {
        name: "main".into(),
        sizes: names,
        params,
        results,
        body,
        at: g.at,
    };
    g.program.entries.push(entry);
}

/// A size of an argument, which it has beside others.
fn dimension(c: &mut Choices, sizes: &[(Atom, i64)]) -> (Atom, i64) {
    let constant = 1 + c.below(3) as i64;
    match c.below(3) {
        0 => (Atom::i64(constant), constant),
        _ => c.pick(sizes).copied().unwrap_or((Atom::i64(constant), constant)),
    }
}

/// A parameter of the entry point, with its argument.
fn argument(g: &mut Generator, c: &mut Choices, dims: &[(Atom, i64)], inputs: &mut Vec<Value>) -> Param {
    let t = g.prim_type(c);
    let name = g.program.names.fresh("a");
    let ty = Type::array(dims.iter().map(|(size, _)| Dim::Is(*size)), t);
    let unique = !dims.is_empty() && c.below(2) == 0;
    g.declare(name, ty.clone(), !unique);
    let shape: Vec<usize> = dims.iter().map(|(_, value)| *value as usize).collect();
    let elements: Vec<_> = (0..shape.iter().product()).map(|_| number(c, t)).collect();
    if let (true, Some(value)) = (shape.is_empty(), elements.first()) {
        g.given_number(name, *value);
    }
    inputs.extend(match shape.is_empty() {
        true => elements.into_iter().next().map(Value::scalar),
        false => Value::new(shape, collect(t, elements.into_iter())),
    });
    param(name, ty, unique)
}

/// A place of which nothing is said.
fn nowhere(program: &mut Program) -> SiteId {
    program.sites.add(Site::at(Span::NONE))
}

/// The combinators of little programs, by their places in the table of [`Generator::combinator`]: accumulation twice as often.
const LITTLE: [usize; 10] = [0, 3, 4, 5, 6, 7, 8, 9, 9, 11];

/// The types that statements prefer: integers, of which all operators are exact.
const COMMON: [PrimType; 4] = [PrimType::I32, PrimType::I64, PrimType::Bool, PrimType::F32];
