//! Programs of Futhark: edits of what was written, led by the types that the checker found.
//!
//! | file | what |
//! | --- | --- |
//! | `nodes.rs` | nodes of the syntax tree, numbered |
//! | `types.rs` | types of what was written, by its place |
//! | `literals.rs` | the plainest values of a type |
//! | `declarations.rs` | declarations and type parameters are dropped, definitions written out |
//! | `modules.rs` | modules are dissolved, items of module types dropped |
//! | `parameters.rs` | parameters are dropped with the arguments at each use |
//! | `expressions.rs` | parts for the whole, literals, statements dropped |

mod declarations;
mod expressions;
mod literals;
mod modules;
pub mod nodes;
mod parameters;
#[cfg(test)]
mod tests;
mod types;

use crate::{Case, Edit, Language, Size, inputs};
use elder_futhark::ast::{self, ExpKind, Literal, PatKind, TypeExpKind};
use elder_futhark::check::imports::check_text_with;
use elder_futhark::parser::parse_program;
use elder_futhark::print;
use elder_syntax::SourceId;
use elder_syntax::prim::PrimValue;
use nodes::change::Node;
use nodes::look;
use types::Types;

/// Programs of Futhark.
#[derive(Clone, Debug)]
pub struct Futhark {
    /// The file that they are variants of: what they import is relative to its folder.
    pub file: String,
    /// The entry point that reads the inputs.
    pub entry: String,
    /// Whether the checker takes functions of branches, loops and arrays.
    pub function_branches: bool,
}

/// A program as it was written, with its types.
#[derive(Clone)]
pub struct Program {
    syntax: ast::Program,
    types: Types,
}

/// An edit of a program of Futhark.
type Change<'a> = Edit<'a, Program>;

impl Language for Futhark {
    type Program = Program;

    fn read(&self, text: &str) -> Option<Program> {
        let outcome = check_text_with(&self.file, text, self.function_branches);
        let types = Types::of(&outcome, text)?;
        let (syntax, errors) = parse_program(SourceId(0), text);
        match syntax {
            Some(syntax) if errors.is_empty() => Some(Program { syntax, types }),
            _ => None,
        }
    }

    fn text(&self, program: &Program) -> String {
        print::program(&program.syntax)
    }

    fn size(&self, program: &Program) -> Size {
        let nodes = nodes::all(&program.syntax);
        let stated = program
            .syntax
            .decs
            .iter()
            .map(|dec| dec.attrs.len() + usize::from(dec.doc.is_some()));
        Size {
            nodes: nodes.len(),
            detail: nodes.iter().map(detail).sum::<usize>() + stated.sum::<usize>(),
        }
    }

    fn edits<'a>(&'a self, case: &'a Case<Program>) -> Vec<Change<'a>> {
        let mut edits = declarations::edits(case);
        edits.extend(parameters::edits(case, &self.entry));
        edits.extend(expressions::edits(case));
        edits
    }
}

/// What is not as plain as it could be in a node, its parts apart.
fn detail(node: &look::Node<'_>) -> usize {
    match node {
        look::Node::Exp(e) => match &e.kind {
            ExpKind::Lit(literal) => magnitude(literal),
            ExpKind::Let(sizes, ..) => 2 + sizes.len(),
            _ => 2,
        },
        look::Node::Pat(pat) => match &pat.kind {
            PatKind::Wildcard => 0,
            PatKind::Lit(literal) => magnitude(literal),
            _ => 1,
        },
        look::Node::Type(ty) => usize::from(!matches!(ty.kind, TypeExpKind::Var(_))),
        look::Node::Dec(dec) => match &dec.kind {
            ast::DecKind::Val(def) => def.type_params.len(),
            ast::DecKind::Type(def) => def.params.len(),
            _ => 0,
        },
        look::Node::Module(_) | look::Node::Interface(_) | look::Node::Spec(_) => 0,
    }
}

/// The case with another program.
fn changed(
    case: &Case<Program>,
    change: impl FnOnce(&mut ast::Program) -> Option<()>,
) -> Option<Case<Program>> {
    let mut made = case.clone();
    change(&mut made.program.syntax)?;
    Some(made)
}

/// An edit of the node of that number.
fn at<'a>(
    case: &'a Case<Program>,
    removes: usize,
    number: usize,
    change: impl Fn(Node<'_>) -> Option<()> + 'a,
) -> Change<'a> {
    Edit::new(removes, move || {
        changed(case, |program| change(nodes::at(program, number)?))
    })
}

/// An edit of the expression of that number.
fn at_exp<'a>(
    case: &'a Case<Program>,
    removes: usize,
    number: usize,
    change: impl Fn(&mut ast::Exp) -> Option<()> + 'a,
) -> Change<'a> {
    at(case, removes, number, move |node| match node {
        Node::Exp(e) => change(e),
        _ => None,
    })
}

/// How far a number is from 0.
fn magnitude(literal: &Literal) -> usize {
    match literal {
        Literal::Bool(x) => usize::from(*x),
        Literal::Int(n, _) => inputs::magnitude(PrimValue::I64(i64::try_from(*n).unwrap_or(i64::MAX))),
        Literal::Float(x, _) => inputs::magnitude(PrimValue::F64(x.double())),
        Literal::Char(_) => 8,
        Literal::String(bytes) => 8 * bytes.len(),
    }
}
