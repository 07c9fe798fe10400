//! Generated programs of Dex's core: well-typed by construction, with regions, capabilities and index sets in scope.
//!
//! A body is made forwards: each statement takes operands from what is in scope, most often what nothing has used yet, and what is left
//! over is the result.  Whatever a type asks for can be made of it.  A scope knows which effects may be done, so references are used only
//! where they may be.  What is added to an accumulator without a monoid is small and whole, and monoids are associative, so all orders
//! and chunks give the same bits.
//!
//! | file | what |
//! | --- | --- |
//! | `scope.rs` | what is in scope, statements, nested blocks |
//! | `types.rs` | types, their classes and sizes |
//! | `values.rs` | a value of a type that is asked for |
//! | `statements.rs` | statements without blocks |
//! | `closures.rs` | functions as values |
//! | `control.rs` | loops, views, `case`, exceptions |
//! | `effects.rs` | handlers, references, monoids |
//! | `derivatives.rs` | functions from vectors to vectors, and their derivatives |
//! | `differentiable.rs` | floats of which derivatives are taken |
//! | `functions.rs` | declared types, definitions, their calls |
//! | `counted.rs` | index sets by an instance |
//! | `smooth.rs` | what moves with the inputs of smooth programs, and what is made of it |
//! | `digest.rs` | results that the data formats can say |
//! | `held.rs` | what values of a type hold |
//! | `linear.rs` | programs of linear functions |
//! | `vectors.rs` | vectors, and what derivatives give |
//! | `refused.rs` | programs that break one premise |

mod build;
mod closures;
mod control;
mod counted;
mod derivatives;
mod differentiable;
mod digest;
mod effects;
mod functions;
mod held;
mod linear;
mod refused;
mod scope;
mod smooth;
mod statements;
#[cfg(test)]
mod tests;
mod types;
mod values;
mod vectors;

use crate::Choices;
use crate::core::numbers::number;
use crate::dpia::inputs::collect;
use crate::turn;
use elder_dex::core::rewrite::substitute;
use elder_dex::core::{Binder, Block, Definition, Lambda, Program, Row, Type, Value};
use elder_syntax::Span;
use elder_syntax::names::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Value as Data;
pub use linear::{DEFINITIONS, Linear, linear};
pub use refused::{Fault, refused};
use scope::Generator;
pub use statements::primitives;
use std::sync::Arc;
use types::TRUTH;

/// What programs may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Only floats are computed from inputs, by functions that have derivatives everywhere; `main` is from vectors to vectors.
    pub smooth: bool,
    /// Smooth, and numbers are added, subtracted, multiplied and negated only, so that small whole ones stay exact.
    pub exact: bool,
}

impl Shape {
    /// All that the language has.
    pub const WHOLE: Shape = Shape {
        smooth: false,
        exact: false,
    };
    /// What has derivatives.
    pub const SMOOTH: Shape = Shape {
        smooth: true,
        exact: false,
    };
    /// What has derivatives, without rounding.
    pub const EXACT: Shape = Shape {
        smooth: true,
        exact: true,
    };
}

/// A program with arguments for its definition `main`.
#[derive(Clone, Debug)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// What `main` reads.
    pub inputs: Vec<Data>,
    /// Which of the inputs turns branches.
    pub turn: Option<usize>,
    /// Whether what is added without a monoid is small and whole, so that all orders give the same bits.
    pub is_exact: bool,
}

/// A program.
pub fn case(c: &mut Choices, shape: Shape) -> Case {
    let mut g = Generator::new(shape);
    g.features = c.part(scope::Features::some);
    if !shape.smooth && c.below(3) == 0 {
        g.float = PrimType::F64;
    }
    if g.features.derivatives == Some(scope::Floats::Whole) && c.below(3) == 0 {
        c.part(|c| g.linear_definitions(c));
    }
    for number in 0..c.below(4) {
        c.part(|c| {
            g.declared(c, number);
            g.counted(c, number);
        });
    }
    for number in 0..c.below(3) {
        c.part(|c| match (g.features.derivatives, c.below(2)) {
            (Some(_), 0) => g.map_definition(c, number),
            _ => g.function(c, number),
        });
    }
    let inputs = c.part(|c| main(&mut g, c));
    let turn = g.turn.map(|_| inputs.len() - 1);
    let is_exact = !shape.smooth && g.features.derivatives != Some(scope::Floats::Curved);
    let program = g.program;
    Case {
        program,
        inputs,
        turn,
        is_exact,
    }
}

/// Sizes of inputs.
const SIZES: [i32; 6] = [2, 3, 1, 4, 5, 0];

/// `def main: (n: Int) -> (xs: Fin n => Float) -> .. = \n: Int. \xs: Fin n => Float. ..`
fn main(g: &mut Generator, c: &mut Choices) -> Vec<Data> {
    let mut inputs = Vec::new();
    let mut parameters = Vec::new();
    let mut sized = None;
    if !g.shape.smooth && c.below(2) == 1 {
        let value = c.pick(&SIZES).copied().unwrap_or(1);
        let name = g.fresh("n");
        g.declare(name, Value::INT);
        g.numbers.push((name, i64::from(value)));
        parameters.push(Binder { name, ty: Value::INT });
        inputs.push(Data::scalar(PrimValue::I32(value)));
        sized = Some(name);
    }
    for _ in 0..1 + c.below(3) {
        c.part(|c| parameters.push(argument(g, c, sized, &mut inputs)));
    }
    if !g.shape.smooth && c.below(8) > 0 {
        let name = g.fresh("turn");
        g.turn = Some(name);
        parameters.push(Binder { name, ty: Value::INT });
        inputs.push(turn::input(c, PrimType::I32));
    }
    let count = 3 + c.below(8);
    let ((value, ty), stms) = g.nested(None, |g| {
        let from = g.scope.len();
        g.statements(c, 3, count);
        g.linear_results();
        if g.features.derivatives.is_some() {
            c.part(|c| g.derivative(c, 2));
        }
        g.outcome(c, from, digest::MOST)
    });
    let mut body = Block { stms, result: value };
    let mut whole = ty;
    for binder in parameters.into_iter().rev() {
        whole = arrow(g, &binder, Row::PURE, &whole);
        body = Block::from(lambda(binder, Row::PURE, body));
    }
    let name = g.fresh("main");
    g.program.definitions.push(Definition {
        binder: Binder { name, ty: whole },
        body,
        at: Span::NONE,
    });
    inputs
}

/// A parameter of `main`, with its argument.
fn argument(g: &mut Generator, c: &mut Choices, sized: Option<Name>, inputs: &mut Vec<Data>) -> Binder {
    let base = match g.shape.smooth {
        true => PrimType::F32,
        false => g.base(c),
    };
    let mut ty = match (g.shape.smooth, c.below(5)) {
        (false, 4) => Value::Fin(Arc::new(Value::Literal(PrimValue::I32(3)))),
        _ => Value::Base(base),
    };
    let base = if matches!(ty, Value::Fin(_)) {
        PrimType::I32
    } else {
        base
    };
    let mut shape: Vec<usize> = Vec::new();
    for _ in 0..[1, 0, 1, 2][c.below(4)] {
        let (set, size) = match (sized, c.below(2)) {
            (Some(n), 0) => (Value::Fin(Arc::new(Value::Var(n))), g.known(n)),
            _ => {
                let mut set = g.index_type(c, 1);
                let mut size = g.size(&set);
                // An input without elements moves nothing.
                if g.shape.smooth && size == Some(0) {
                    (set, size) = (TRUTH, Some(2));
                }
                (set, size)
            }
        };
        shape.insert(0, size.unwrap_or(0) as usize);
        ty = g.table(set, ty);
    }
    let of_fin = base == PrimType::I32 && !matches!(innermost(&ty), Value::Base(_));
    let elements: Vec<PrimValue> = (0..shape.iter().product())
        .map(|_| match (g.shape.smooth, of_fin) {
            (true, _) => base.number(c.below(7) as i128 - 3),
            (_, true) => PrimValue::I32(c.below(3) as i32),
            _ => number(c, base),
        })
        .collect();
    let data = match shape.is_empty() {
        true => elements.into_iter().next().map(Data::scalar),
        false => Data::new(shape, collect(base, elements.into_iter())),
    };
    inputs.extend(data);
    let name = g.fresh("a");
    g.declare_moving(name, ty.clone());
    Binder { name, ty }
}

/// The element of the element of a table.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Value::Table(_, element) => innermost(element),
        other => other,
    }
}

/// `\x: type <effects>. body`
fn lambda(binder: Binder, effects: Row, body: Block) -> Value {
    Value::Lambda(Arc::new(Lambda {
        binder,
        effects,
        body,
    }))
}

/// The type of such a function, with a name of its own.
fn arrow(g: &mut Generator, binder: &Binder, effects: Row, result: &Type) -> Type {
    let name = g.program.names.again(binder.name);
    let result = substitute(&mut g.program.names, binder.name, &Value::Var(name), result);
    let ty = binder.ty.clone();
    Value::arrow(Binder { name, ty }, effects, result)
}
