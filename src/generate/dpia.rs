//! Generated DPIA programs: closed functional terms with inputs, well-typed and well-levelled by construction.
//!
//! Terms are generated towards a goal type ([`terms`]); the first alternative everywhere is the simplest term of the
//! type, so an exhausted or reduced tree of choices ends.  Features are switched off at random a program, sizes come from
//! the edge cases, and some are variables whose values only the inputs know.

mod calls;
pub(crate) mod inputs;
pub mod refused;
mod terms;
mod types;
mod views;
pub mod written;

use crate::Choices;

use elder_dpia::{Binder, Definition, Name, Node, Phrase, PhraseType, PrimType, Program};
use elder_syntax::{Span, Value};
use std::sync::Arc;
use terms::Generator;

/// A program with the values that it reads.
#[derive(Clone, Debug)]
pub struct Case {
    /// `main`, of an expression, and before it the definitions that it calls.
    pub program: Program,
    /// What `main` reads: sizes that no input determines (none: every size is the length of some input), then the inputs.
    pub inputs: Vec<Value>,
    /// Whether they have the types and sizes that `main` asks for; they may have them although this says no.
    pub fits: bool,
}

/// What programs may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whether maps and cells say who computes them and where they lie.
    pub strategies: bool,
    /// Largest nesting of terms.
    pub depth: usize,
    /// Whether values of other types than `i32`, `f32` and `bool` occur.
    pub all_numbers: bool,
    /// Whether programs are [`written`] texts of certain themes, not terms of any shape.
    pub written: bool,
}

impl Shape {
    /// The paper's language: nothing is marked.
    pub const PLAIN: Shape = Shape {
        strategies: false,
        depth: 4,
        all_numbers: true,
        written: false,
    };
    /// With work-groups, work-items, and address spaces.
    pub const MARKED: Shape = Shape {
        strategies: true,
        depth: 5,
        all_numbers: true,
        written: false,
    };
    /// Texts in which constructs meet that seldom meet by chance.
    pub const WRITTEN: Shape = Shape {
        written: true,
        ..Shape::MARKED
    };
}

/// A program of this shape.
pub fn case(choices: &mut Choices, shape: Shape) -> Case {
    let mut generator = Generator::new(choices, shape);
    let mut binders: Vec<(Name, PhraseType)> = Vec::new();
    let mut inputs = Vec::new();
    // An array of each symbolic size, so that the size is determined.
    for (size, _) in generator.sizes.clone() {
        let data = choices.part(|c| generator.input_type(c, Some(&size)));
        let name = generator.declare("xs", &data);
        inputs.extend(choices.part(|c| inputs::values(c, &data, &generator.sizes)));
        binders.push((name, PhraseType::Exp(data)));
    }
    for _ in 0..choices.below(3) {
        let data = choices.part(|c| generator.input_type(c, None));
        let name = generator.declare("ys", &data);
        inputs.extend(choices.part(|c| inputs::values(c, &data, &generator.sizes)));
        binders.push((name, PhraseType::Exp(data)));
    }
    let goal = choices.part(|c| generator.result_type(c));
    let body = choices.part(|c| generator.term(c, &goal, shape.depth));
    let main = definition(&generator.sizes, &binders, body, PhraseType::Exp(goal));
    let mut definitions = generator.definitions;
    definitions.push(main);
    let program = Program { definitions };
    let fits = !choices.one_in(24);
    if !fits {
        let types = binders.iter().filter_map(|(_, ty)| match ty {
            PhraseType::Exp(data) => Some(data),
            _ => None,
        });
        let types: Vec<_> = types.collect();
        choices.part(|c| inputs::spoil(c, &types, &generator.sizes, &mut inputs));
    }
    Case {
        program,
        inputs,
        fits,
    }
}

/// `def main = fun(n: nat, …, xs: …, …) body`
fn definition(
    sizes: &[(Name, i64)],
    binders: &[(Name, PhraseType)],
    body: Phrase,
    result: PhraseType,
) -> Definition {
    let (mut body, mut ty) = (body, result);
    for (name, binder) in binders.iter().rev() {
        body = Phrase::new(
            Node::Lambda(
                Binder {
                    name: name.clone(),
                    ty: binder.clone(),
                },
                body,
            ),
            Span::NONE,
        );
        ty = PhraseType::passive_fun(binder.clone(), ty);
    }
    for (size, _) in sizes.iter().rev() {
        body = Phrase::new(Node::NatLambda(size.clone(), body), Span::NONE);
        ty = PhraseType::NatFun(size.clone(), Arc::new(ty));
    }
    Definition {
        name: Name::fresh("main"),
        ty,
        body,
        span: Span::NONE,
    }
}

/// The types of numbers that a program uses.
fn number_types(shape: Shape) -> &'static [PrimType] {
    use PrimType::*;
    if shape.all_numbers {
        &[I32, F32, Bool, I64, U8, I16, F64, U32, I8, U16, U64, F16]
    } else {
        &[I32, F32, Bool]
    }
}
