//! Generated Futhark programs with what their entry points are run with; well-typed by construction.
//!
//! Expressions are made towards a type with its sizes as they are written ([`types`]); what may be consumed is known from an overestimate of
//! what aliases what ([`generator`]).  What is made are syntax trees ([`quote`]), which the language's printer writes, so that lexer, parser, checker and
//! prelude are tested; what is about how something is spelled is text.  Features are switched off at random.

mod arrays;
mod chains;
mod choices;
mod clashes;
mod closures;
mod consumption;
mod declarations;
mod entries;
mod existential;
mod expressions;
mod extent;
mod failing;
mod features;
mod functions;
mod generator;
mod inputs;
mod intrinsics;
mod laws;
mod library;
mod matches;
mod modules;
mod monoids;
mod phrases;
mod quote;
mod refused;
mod scalars;
mod sections;
mod signature;
mod statements;
mod travels;
mod types;

use crate::Choices;
use crate::kit::each;
use elder_futhark::ast::walk::change::{self, Node};
use elder_futhark::ast::{Dec, ExpKind, Program};
use elder_futhark::print;
use elder_syntax::Value;
use extent::Extent;
use features::{Feature, Features};
use generator::Generator;
pub use refused::Fault;
use refused::{BROKEN, FAULTS};
use std::collections::BTreeMap;

/// An entry point with its inputs.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// A value for each component of each parameter.
    pub inputs: Vec<Value>,
    /// Whether all its results have to be `true`.
    pub holds: bool,
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Case {
    program: Vec<Declaration>,
    /// The text that breaks a rule, where [`BROKEN`] stands.
    broken: Option<String>,
    /// Whether `in` stands before each binding of a block, not only before what it gives.
    is_spelled_out: bool,
    /// What is run.
    pub entries: Vec<Entry>,
    /// A value of its own, for the formats of values.
    pub value: Value,
    /// Whether it is for a checker that takes functions of branches, loops and arrays (`--function-branches`).
    pub function_branches: bool,
    /// The variant that the program is compared with.
    pub variant: Variant,
    /// Whether all of it is judged that can be: each stage is run and not only the last, and its values go through the formats of values.
    pub in_full: bool,
    /// How often constructs were made.
    pub met: BTreeMap<&'static str, u64>,
}

/// A declaration of a program.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a program has few of them")]
enum Declaration {
    Made(Dec),
    /// As text.
    Written(String),
}

/// What programs may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Largest nesting of expressions.
    pub depth: usize,
    /// How many expressions are more than a leaf in the largest programs.
    pub budget: usize,
    /// Whether any implementation can be asked: programs of the common language, with inputs and results that the data formats express and floats
    /// that are exact in any order.
    pub for_others: bool,
}

impl Shape {
    /// For interpreters.
    pub const SMALL: Shape = Shape {
        depth: 4,
        budget: 60,
        for_others: false,
    };
    /// For other implementations.
    pub const FOR_OTHERS: Shape = Shape {
        for_others: true,
        ..Shape::SMALL
    };
}

/// How the same choices are written down; all variants have the same meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As the parser prints it.
    Printed,
    /// With as few parentheses as possible.
    Plain,
    /// With parentheses where the program may do without them.
    Parenthesised,
    /// With a copy of every array before it is updated.
    Copying,
    /// As it is, but watched while it runs.
    Watched,
}

/// Is called where a copy may be made that nobody needs.
const COPY: &str = "copy_here";

impl Case {
    /// The program.
    pub fn text(&self, variant: Variant) -> String {
        let text = written(&self.program, variant, self.is_spelled_out);
        match &self.broken {
            Some(broken) => text.replace(BROKEN, broken),
            None => text,
        }
    }
}

/// Declarations as text.
fn written(program: &[Declaration], variant: Variant, is_spelled_out: bool) -> String {
    let mut out = String::new();
    for declaration in program {
        match declaration {
            Declaration::Made(dec) => {
                let mut dec = dec.clone();
                change::each(Node::Dec(&mut dec), &mut |node| vary(node, variant));
                let (doc, decs) = (None, vec![dec]);
                out += &match is_spelled_out {
                    true => print::program(&Program { doc, decs }),
                    false => print::program_joined(&Program { doc, decs }),
                };
            }
            Declaration::Written(text) => out += &format!("{text}\n"),
        }
    }
    out
}

/// Writes a node down as a variant has it.
fn vary(node: Node<'_>, variant: Variant) {
    let Node::Exp(e) = node else { return };
    let is_parenthesised = variant == Variant::Parenthesised;
    match &mut e.kind {
        ExpKind::Apply(f, array) if matches!(&f.kind, ExpKind::Var(q) if q.name == COPY) => match variant {
            Variant::Copying => **f = quote::named("copy"),
            _ => *e = (**array).clone(),
        },
        ExpKind::BinOp(_, a, b) if is_parenthesised => {
            for operand in [a, b] {
                // Of one component it is what stands in parentheses.
                let own = std::mem::replace(&mut **operand, quote::at_no_place(ExpKind::Hole));
                **operand = quote::at_no_place(ExpKind::Tuple(vec![own]));
            }
        }
        _ => {}
    }
}

/// One program of so many is judged in full.
const IN_FULL: usize = 4;

/// Variants, as often as they are taken: most programs have none that is to be checked as well.
const VARIANTS: [Variant; 8] = each! { Variant:
    Plain Plain Plain Plain Watched Parenthesised Copying Printed
};

/// A program of this shape.
pub fn case(c: &mut Choices, shape: Shape) -> Case {
    made(c, shape, None)
}

/// A program that breaks one rule, and the rule with the premise that has to refuse.
pub fn refused(c: &mut Choices, shape: Shape) -> (Case, Fault) {
    let fault = FAULTS[c.below(FAULTS.len())];
    (made(c, shape, Some(fault)), fault)
}

fn made(c: &mut Choices, shape: Shape, fault: Option<Fault>) -> Case {
    let variant = VARIANTS[c.below(VARIANTS.len())];
    let in_full = c.below(IN_FULL) == 0;
    let chosen = Features::choose(c);
    let features = match (shape.for_others, &fault) {
        (true, _) => chosen.for_others(),
        (_, Some(_)) => chosen.for_the_checker(),
        _ => chosen,
    };
    // Others take most of their time for any program.  There are hundreds of ways to break a rule, and each shows among little as among much.
    let is_large = shape.for_others || (fault.is_some() && c.one_in(6));
    let extent = match is_large {
        true => Extent::large(shape.budget),
        false => Extent::choose(c, shape.budget),
    };
    let mut generator = Generator::new(features, extent);
    generator.fault = fault;
    c.part(|c| generator.choose_common(c));
    let mut program: Vec<Declaration> = Vec::new();
    for _ in 0..c.below(extent.declarations + 1) {
        let made = c.part(|c| generator.declaration(c, shape.depth));
        program.extend(quote::decs(made).into_iter().map(Declaration::Made));
    }
    if generator.planned_declaration(c).is_some() {
        program.push(Declaration::Written(BROKEN.to_owned()));
    }
    let mut entries = Vec::new();
    let count = 1 + usize::from(extent.entries > 1 && c.below(4) == 3);
    for number in 0..count {
        let name = if number == 0 {
            "main".to_owned()
        } else {
            format!("main{number}")
        };
        generator.budget = generator.budget.max(extent.budget / 2);
        let (defined, runs) = c.part(|c| generator.entry(c, &name, shape.depth));
        program.extend(quote::decs(defined).into_iter().map(Declaration::Made));
        entries.extend(runs);
    }
    // Laws are about what a machine may compute otherwise, too.
    if fault.is_none() && !shape.for_others && c.one_in(extent.without_laws) {
        let (text, entry) = c.part(|c| generator.laws(c, "laws", extent.laws));
        program.push(Declaration::Written(text));
        entries.push(entry);
    }
    // A part that was dropped took what it broke with it.
    if let Some(fault) = fault
        && !written(&program, Variant::Plain, true).contains(BROKEN)
    {
        generator.fault = Some(fault);
        c.part(|c| generator.enclosed(|g| g.break_rule(c)));
        program.push(Declaration::Written(format!(
            "def broken =\n  {BROKEN}\n  in true"
        )));
    }
    Case {
        program,
        broken: generator.broken,
        is_spelled_out: generator.is_spelled_out,
        value: c.part(inputs::any_value),
        entries,
        function_branches: features.on(Feature::FunctionBranches),
        variant,
        in_full,
        met: generator.met,
    }
}

/// The names of all that is counted.
pub fn constructs() -> impl Iterator<Item = &'static str> {
    let own = features::Construct::ALL.iter().map(|c| c.name());
    own.chain(library::LIBRARY.iter().map(|s| s.name.as_str()))
}
