//! β-normal form (DPIA-A-BETA): what stage I expects.
//!
//! Reducing an application replaces a variable by its argument.  Where that would compute the argument more than once, the argument is
//! named by a `let` instead: the translation then stores it once.  An argument that costs nothing (a variable, a numeral, a view of
//! such) is always replaced.

use crate::Target;
use crate::make;
use crate::types::Types;
use elder_dpia::rules::translation as rules;
use elder_dpia::{Binder, Entry, Name, Node, Phrase, PhraseType, Prim};
use elder_syntax::{Diagnostic, Rule};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[&rules::DPIA_A_BETA];

/// So many terms may be looked at: reduction can make a program exponentially larger.
const BUDGET: usize = 2_000_000;

/// The pass.
///
/// # Errors
/// DPIA-A-BETA refuses a program whose normal form is too large.
pub fn run(entry: &Entry, _target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let mut normaliser = Normaliser {
        types: Types::default(),
        budget: BUDGET,
    };
    for binder in entry.inputs.iter().chain(&entry.outputs) {
        normaliser.types.insert(&binder.name, &binder.ty);
    }
    let body = normaliser.normal(&entry.body).map_err(|d| vec![*d])?;
    Ok(Entry {
        body,
        ..entry.clone()
    })
}

struct Normaliser {
    types: Types,
    budget: usize,
}

impl Normaliser {
    fn normal(&mut self, p: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        self.budget = self.budget.checked_sub(1).ok_or_else(|| {
            Diagnostic::error(
                rules::DPIA_A_BETA.refuse("size"),
                p.span,
                "this program becomes too large when its functions are applied",
            )
            .with_note(format!("more than {BUDGET} terms"))
        })?;
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.normal_node(p))
    }

    fn normal_node(&mut self, p: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        let node = match &*p.node {
            Node::Var(_) => return Ok(p.clone()),
            Node::Apply(..) | Node::NatApply(..) | Node::DataApply(..) => return self.application(p),
            Node::Proj(inner, side) => {
                let inner = self.normal(inner)?;
                return Ok(inner.project(*side));
            }
            Node::Lambda(binder, body) => {
                self.types.insert(&binder.name, &binder.ty);
                Node::Lambda(binder.clone(), self.normal(body)?)
            }
            Node::NatLambda(x, body) => Node::NatLambda(x.clone(), self.normal(body)?),
            Node::DataLambda(x, body) => Node::DataLambda(x.clone(), self.normal(body)?),
            Node::Pair(a, b) => Node::Pair(self.normal(a)?, self.normal(b)?),
            Node::Prim(prim @ Prim::Let { .. }, arguments) => {
                let value = self.normal(&arguments[0])?;
                if let Node::Lambda(binder, body) = &*arguments[1].node
                    && is_free(&value)
                {
                    rules::DPIA_A_BETA.apply();
                    return self.normal(&body.substitute(binder, &value));
                }
                Node::Prim(prim.clone(), vec![value, self.normal(&arguments[1])?])
            }
            Node::Prim(prim, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|a| self.normal(a))
                    .collect::<Result<_, _>>()?;
                Node::Prim(prim.clone(), arguments)
            }
        };
        Ok(Phrase::new(node, p.span))
    }

    /// A head with all its arguments, reduced argument by argument.
    fn application(&mut self, p: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        let mut spine = Vec::new();
        let mut head = p.clone();
        while let Node::Apply(f, _) | Node::NatApply(f, _) | Node::DataApply(f, _) = &*head.node.clone() {
            spine.push(head);
            head = f.clone();
        }
        if !matches!(
            &*head.node,
            Node::Lambda(..) | Node::NatLambda(..) | Node::DataLambda(..)
        ) {
            head = self.normal(&head)?;
        }
        let mut named: Vec<(Binder, Phrase)> = Vec::new();
        while let Some(application) = spine.pop() {
            head = match &*application.node {
                Node::NatApply(_, n) => head.apply_nat(n),
                Node::DataApply(_, d) => head.apply_data(d),
                Node::Apply(_, argument) => {
                    let argument = self.normal(argument)?;
                    match &*head.node {
                        Node::Lambda(binder, body) => {
                            rules::DPIA_A_BETA.apply();
                            if must_be_named(binder, body, &argument) {
                                let fresh = Binder {
                                    name: binder.name.renewed(),
                                    ty: binder.ty.clone(),
                                };
                                self.types.insert(&fresh.name, &fresh.ty);
                                let body = body.substitute(binder, &Phrase::var(&fresh.name, argument.span));
                                named.push((fresh, argument));
                                body
                            } else {
                                body.substitute(binder, &argument)
                            }
                        }
                        _ => head.apply(&argument),
                    }
                }
                _ => head,
            };
            self.budget = self.budget.saturating_sub(1);
        }
        let mut result = match &*head.node {
            // Stuck on a variable: nothing more to reduce.
            Node::Apply(..) | Node::NatApply(..) | Node::DataApply(..) => head,
            _ => self.normal(&head)?,
        };
        while let Some((binder, value)) = named.pop() {
            let (Some(of), Some(ty)) = (binder.ty.as_exp().cloned(), self.types.of(&result)) else {
                result = result.substitute(&binder, &value);
                continue;
            };
            let span = result.span;
            let body = Phrase::new(Node::Lambda(binder, result), span);
            result = Phrase::prim(Prim::Let { of, result: ty }, vec![value, body], span);
        }
        Ok(result)
    }
}

/// Whether replacing the variable would compute the argument several times.
pub(crate) fn must_be_named(binder: &Binder, body: &Phrase, argument: &Phrase) -> bool {
    matches!(binder.ty, PhraseType::Exp(_)) && !is_free(argument) && uses(body, &binder.name, false) > 1
}

/// How often `x` is evaluated in `p`, as far as can be seen: an occurrence in a function that a primitive repeats counts twice.
fn uses(p: &Phrase, x: &Name, repeated: bool) -> usize {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || match &*p.node {
        Node::Var(y) => usize::from(y == x) * (1 + usize::from(repeated)),
        Node::Prim(prim, arguments) => {
            let repeats = !matches!(
                prim,
                Prim::Let { .. }
                    | Prim::New { .. }
                    | Prim::LetSize { .. }
                    | Prim::Part { .. }
                    | Prim::To { .. }
                    | Prim::Seq {}
                    | Prim::Launch { .. }
            );
            let own = match prim {
                Prim::IndexLiteral { value, .. } => 2 * usize::from(value.variables().contains(x)),
                _ => 0,
            };
            arguments.iter().fold(own, |sum, a| {
                let is_function = matches!(&*a.node, Node::Lambda(..) | Node::NatLambda(..));
                sum.saturating_add(uses(a, x, repeated || (repeats && is_function)))
            })
        }
        _ => {
            let children = p.children();
            children
                .iter()
                .fold(0_usize, |sum, c| sum.saturating_add(uses(c, x, repeated)))
        }
    })
}

/// What is written out at each of its uses has at most so many nodes: views of views would grow without bound.
pub(crate) const MOST_NODES: usize = 128;

/// Whether evaluating `p` any number of times costs nothing: variables, numerals, and rearrangements of such.
pub(crate) fn is_free(p: &Phrase) -> bool {
    make::within(p, MOST_NODES) && has_no_operator(p)
}

fn has_no_operator(p: &Phrase) -> bool {
    match &*p.node {
        Node::Var(_) => true,
        Node::Proj(inner, _) => has_no_operator(inner),
        Node::Prim(prim, arguments) => {
            matches!(
                prim,
                Prim::Literal { .. }
                    | Prim::NatValue { .. }
                    | Prim::IndexLiteral { .. }
                    | Prim::Zip { .. }
                    | Prim::Unzip { .. }
                    | Prim::Split { .. }
                    | Prim::Join { .. }
                    | Prim::Pair { .. }
                    | Prim::Fst { .. }
                    | Prim::Snd { .. }
                    | Prim::Take { .. }
                    | Prim::Drop { .. }
                    | Prim::Transpose { .. }
                    | Prim::Slide { .. }
                    | Prim::AsVector { .. }
                    | Prim::AsScalar { .. }
            ) && stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
                arguments.iter().all(has_no_operator)
            })
        }
        _ => false,
    }
}
