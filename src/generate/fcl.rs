//! Generated FCL programs: a kernel with its inputs, well-typed and well-levelled by construction.
//!
//! Terms are generated towards a goal ([`types::Goal`]): a type, the sizes of its arrays and what running it may do at which
//! level. Sizes are expressions of the program whose values with the case's inputs are known, so that most programs have a value; the
//! rest ends in the errors of the language ([`Shape::faults`]). The first alternative everywhere is the simplest term, so an
//! exhausted or reduced tree of choices ends. Features are switched off at random a program.

mod arrays;
mod build;
mod functions;
mod inputs;
mod laws;
mod library;
mod loops;
mod prelude;
mod pushes;
mod refused;
mod scalars;
mod terms;
mod types;

use crate::{Choices, turn};
use elder_fcl::{
    Configuration, Definition, DefinitionKind, Effect, Expression, Level, Node, Program, Type, Variable,
};
use elder_syntax::prim::PrimType;
use elder_syntax::{Span, Value};
pub use laws::laws;
use refused::Planned;
pub use refused::{Fault, refused};
use std::collections::HashSet;
use std::sync::Arc;
use terms::Generator;
use types::{Goal, Known, Place, Size};

/// A program with what it is run with.
#[derive(Clone, Debug)]
pub struct Case {
    /// Definitions: those of the library that it uses, its own, and the kernel `main`.
    pub program: Program,
    /// What `main` reads: a value for each component of each parameter.
    pub inputs: Vec<Value>,
    /// Which of the inputs turns branches.
    pub turn: Option<usize>,
    /// The machine that it was made for; it has a value for others too, or an error where a size depends on the machine.
    pub configuration: Configuration,
    /// The level of the result.
    pub level: Level,
}

/// What programs may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Largest nesting of terms.
    pub depth: usize,
    /// Largest number of elements that nested arrays have together.
    pub elements: usize,
    /// Whether some programs end in an error of the language.
    pub faults: bool,
    /// Whether operators occur whose results differ between machines in the last digit.
    pub approximate: bool,
    /// Whether a loop that never ends may occur.
    pub endless: bool,
    /// How the same choices are turned into another program of the same meaning.
    pub variant: Variant,
}

/// Another program from the same choices, with the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As it is.
    Plain,
    /// A pull array that is pushed by who evaluates it is forced before that (notes, FCL-P-FORCE).
    Forced,
    /// `concat m` is `interleave m (fn p => fst p * m + snd p)` (notes, FCL-P-CONCAT).
    Interleaved,
}

impl Shape {
    /// For the small-step system: few elements.
    pub const SMALL: Shape = Shape {
        depth: 5,
        elements: 12,
        faults: true,
        approximate: true,
        endless: true,
        variant: Variant::Plain,
    };
    /// For the reference semantics of every stage of the pipeline: few elements, no endless loops.
    pub const MIDDLE: Shape = Shape {
        depth: 5,
        elements: 40,
        faults: true,
        approximate: false,
        endless: false,
        variant: Variant::Plain,
    };
    /// For compiled programs: more elements, no endless loops.
    pub const LARGE: Shape = Shape {
        depth: 6,
        elements: 1200,
        faults: true,
        approximate: false,
        endless: false,
        variant: Variant::Plain,
    };
}

/// A program of this shape.
pub fn case(choices: &mut Choices, shape: Shape) -> Case {
    program_of(choices, shape, None).0
}

/// A program of this shape that breaks a rule if one is planned.
fn program_of(choices: &mut Choices, shape: Shape, fault: Option<Planned>) -> (Case, Option<Planned>) {
    let levels = [Level::block(), Level::grid(), Level::warp(), Level::THREAD];
    let level = levels[[0, 1, 1, 1, 0, 2, 3, 0][choices.below(8)]].clone();
    let place = Place::new(Some(level.clone()), Effect::At(level.clone()));
    let mut generator = Generator::new(choices, shape);
    generator.fault = fault;
    let (parameters, inputs) = generator.parameters(choices);
    let (goal, mut body) = generator.kernel(choices, &place, &level);
    if let Some(bindings) = generator.planned(choices, &place, true) {
        body = refused::bound(bindings, body);
    }
    let Goal::Push(data, ..) = &goal else {
        unreachable!("a kernel's result is a push array")
    };
    let result = Type::Push(Arc::new(data.to_type()), level.clone());
    let configuration = generator.configuration;
    let program = program(generator.definitions, &parameters, body, result, configuration);
    let case = Case {
        program,
        turn: generator.turn.as_ref().map(|_| inputs.len() - 1),
        inputs,
        configuration,
        level,
    };
    (case, generator.fault)
}

/// The same program at every level: its level was a variable when it was made (notes, FCL-P-LEVEL). All take the same inputs.
pub fn family(choices: &mut Choices, shape: Shape) -> Vec<Case> {
    let variable = Variable::fresh("l");
    let place = Place::new(None, Effect::At(Level::Var(variable.clone())));
    let mut generator = Generator::new(choices, shape);
    let (parameters, inputs) = generator.parameters(choices);
    let (goal, body) = generator.kernel(choices, &place, &Level::Var(variable.clone()));
    let Goal::Push(data, ..) = &goal else {
        unreachable!("a kernel's result is a push array")
    };
    let configuration = generator.configuration;
    [Level::THREAD, Level::warp(), Level::block(), Level::grid()]
        .into_iter()
        .map(|level| {
            let result = Type::Push(Arc::new(data.to_type()), level.clone());
            let body = body.substitute_level(&variable, &level);
            let program = program(
                generator.definitions.clone(),
                &parameters,
                body,
                result,
                configuration,
            );
            Case {
                program,
                inputs: inputs.clone(),
                turn: generator.turn.as_ref().map(|_| inputs.len() - 1),
                configuration,
                level,
            }
        })
        .collect()
}

/// `definitions; kernel main parameters = body`
fn program(
    mut definitions: Vec<Definition>,
    parameters: &[(Variable, Type)],
    body: Expression,
    result: Type,
    configuration: Configuration,
) -> Program {
    let names: Vec<Variable> = parameters.iter().map(|(x, _)| x.clone()).collect();
    let signature = parameters.iter().rev().fold(result, |result, (_, parameter)| {
        Type::Fun(Arc::new(parameter.clone()), Effect::Pure, Arc::new(result))
    });
    definitions.push(Definition {
        name: Variable::fresh("main"),
        kind: DefinitionKind::Kernel,
        body: build::functions(&names, body),
        signature: Some(signature),
        configuration,
        scheme: None,
        library: false,
        span: Span::NONE,
    });
    let mut program = library_for(&definitions);
    program.definitions.extend(definitions);
    program
}

/// The definitions of the library that these use, in its order.
fn library_for(definitions: &[Definition]) -> Program {
    let mut used: HashSet<Variable> = HashSet::new();
    let mut rest: Vec<&Expression> = definitions.iter().map(|d| &d.body).collect();
    let library = &elder_fcl::library::program().definitions;
    while let Some(e) = rest.pop() {
        if let Node::Var(x) = &*e.node
            && let Some(definition) = library.iter().find(|d| d.name == *x)
            && used.insert(x.clone())
        {
            rest.push(&definition.body);
        }
        rest.extend(e.children());
    }
    let definitions = library.iter().filter(|d| used.contains(&d.name));
    Program {
        definitions: definitions.cloned().collect(),
    }
}

impl Generator {
    /// The kernel's parameters, put into scope, and their values.
    fn parameters(&mut self, c: &mut Choices) -> (Vec<(Variable, Type)>, Vec<Value>) {
        let mut parameters = Vec::new();
        let mut values = Vec::new();
        // The kernel has an array at least; more arrays may have its length.
        for number in 0..1 + c.below(3) {
            let known = c.part(|c| {
                let data = self.data(c);
                let size = match self.scope.first().and_then(Known::size) {
                    Some(size) if number > 0 && c.one_in(2) => size.value,
                    _ => self.input_size(c),
                };
                values.extend(inputs::array(c, &data, size));
                let goal = Goal::pull(&data, &Size::literal(size), &Effect::Pure);
                Known::new(&Variable::fresh(["xs", "ys", "zs"][number % 3]), goal)
            });
            let Goal::Pull(element, ..) = &known.goal else {
                continue;
            };
            let Goal::Data(data) = &**element else { continue };
            parameters.push((
                known.variable.clone(),
                Type::Pull(Arc::new(data.to_type()), Effect::Pure),
            ));
            self.scope.push(known);
        }
        for number in 0..c.below(3) {
            let name = ["n", "p"][number % 2];
            let known = c.part(|c| {
                let data = if c.one_in(2) {
                    types::Data::INT
                } else {
                    self.data(c)
                };
                let mut known = Known::new(&Variable::fresh(name), Goal::Data(data.clone()));
                if data == types::Data::INT && !c.one_in(3) {
                    let size = self.input_size(c);
                    known.value = Some(size);
                    values.push(inputs::int(size));
                } else {
                    values.extend(inputs::scalar(c, &data));
                }
                known
            });
            if let Goal::Data(data) = &known.goal {
                parameters.push((known.variable.clone(), data.to_type()));
            }
            self.scope.push(known);
        }
        if !c.one_in(8) {
            let known = Known::new(&Variable::fresh("turn"), Goal::Data(types::Data::INT));
            parameters.push((known.variable.clone(), types::Data::INT.to_type()));
            values.push(turn::input(c, PrimType::I32));
            self.turn = Some(known.variable.clone());
            self.scope.push(known);
        }
        (parameters, values)
    }

    /// The body of a kernel at this level and its type.
    fn kernel(&mut self, c: &mut Choices, place: &Place, level: &Level) -> (Goal, Expression) {
        let (data, size) = c.part(|c| {
            let data = self.data(c);
            (data, self.size(c))
        });
        let goal = Goal::Push(data, size, level.clone());
        let depth = self.shape.depth;
        let body = c.part(|c| self.term(c, &goal, place, depth));
        (goal, body)
    }
}
