//! β-normal form (DPIA-A-BETA): what stage I expects.
//!
//! Functions are applied by name, expressions by value (DPIA-E-APP).  The value of an argument is computed once: if it is used more
//! than once, or once for each element of an array, or perhaps not at all while computing it could fail, a `let` names it, and the
//! translation stores it.  What costs nothing (a variable, a numeral, a view of such) and an argument that is used exactly once
//! are put in their place.

mod cost;
#[cfg(test)]
mod tests;
mod uses;

use crate::Target;
use crate::analyses::types::Types;
use cost::is_small_number;
pub(crate) use cost::{MOST_NODES, is_free, is_view};
use elder_dpia::rules::translation as rules;
use elder_dpia::{Binder, Entry, Node, Phrase, PhraseType, Prim, Side};
use elder_syntax::{Diagnostic, Rule};
use uses::Uses;
pub(crate) use uses::{is_total, is_used_once, must_be_named};

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
        inside: 0,
    };
    for binder in entry.parameters() {
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
    /// How many functions that a primitive repeats, and kernels, are around what is looked at; outside of all, a cell is the host's.
    inside: usize,
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
        elder_syntax::effort::deeper(|| self.normal_node(p))
    }

    fn normal_node(&mut self, p: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        match &*p.node {
            Node::Apply(..) | Node::NatApply(..) | Node::DataApply(..) => return self.application(p),
            Node::Proj(inner, side) => {
                let normal = self.normal(inner)?;
                let stays = normal.node.is(&inner.node) && !matches!(&*inner.node, Node::Pair(..));
                return Ok(match stays {
                    true => p.clone(),
                    false => normal.project(*side),
                });
            }
            Node::Prim(Prim::Let { .. }, arguments) => {
                if let [value, function] = arguments.as_slice()
                    && let Node::Lambda(binder, body) = &*function.node
                {
                    let value = self.normal(value)?;
                    if is_free(&value) {
                        rules::DPIA_A_BETA.apply();
                        return self.normal(&body.substitute(binder, &value));
                    }
                    let mut value = Some(value);
                    return p.try_map_children(&mut |part| match value.take() {
                        Some(value) => Ok(value),
                        None => self.normal(part),
                    });
                }
            }
            Node::Prim(prim, _) => {
                let mut position = 0;
                return p.try_map_children(&mut |part| {
                    let deeper = usize::from(uses::repeats(prim, position, part));
                    position += 1;
                    self.inside += deeper;
                    let part = self.normal(part);
                    self.inside -= deeper;
                    part
                });
            }
            Node::Lambda(binder, _) => self.types.insert(&binder.name, &binder.ty),
            Node::Var(_) | Node::NatLambda(..) | Node::DataLambda(..) | Node::Pair(..) => {}
        }
        p.try_map_children(&mut |part| self.normal(part))
    }

    /// A head with all its arguments, reduced argument by argument.  What an expression is passed as is looked at once, whatever
    /// becomes of it.
    fn application(&mut self, p: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        let mut spine = Vec::new();
        let mut passed: Vec<(Binder, Phrase)> = Vec::new();
        let mut head = unwound(p.clone(), &mut spine);
        // Whether `head` is in normal form.
        let mut normal = false;
        while let Some(application) = spine.pop() {
            if !normal && !is_abstraction(&head) {
                head = self.normal(&head)?;
                normal = true;
            }
            let reduces = is_abstraction(&head);
            let applied = match &*application.node {
                Node::NatApply(_, n) => head.apply_nat(n),
                Node::DataApply(_, d) => head.apply_data(d),
                Node::Apply(_, argument) => match &*head.node {
                    Node::Lambda(binder, body) if matches!(binder.ty, PhraseType::Exp(_)) => {
                        rules::DPIA_A_BETA.apply();
                        let argument = self.normal(argument)?;
                        if is_free(&argument) {
                            body.substitute(binder, &argument)
                        } else {
                            self.types.insert(&binder.name, &binder.ty);
                            passed.push((binder.clone(), argument));
                            body.clone()
                        }
                    }
                    Node::Lambda(binder, body) => {
                        rules::DPIA_A_BETA.apply();
                        body.substitute(binder, argument)
                    }
                    _ => {
                        let argument = self.normal(argument)?;
                        head.apply(&argument)
                    }
                },
                _ => head,
            };
            // The body of a function may be an application too, which may be of a function.
            head = match reduces {
                true => unwound(applied, &mut spine),
                false => applied,
            };
            normal &= !reduces;
            self.budget = self.budget.saturating_sub(1);
        }
        let mut result = match normal {
            true => head,
            false => self.normal(&head)?,
        };
        while let Some((binder, value)) = passed.pop() {
            result = self.naming(binder, value, result);
        }
        Ok(result)
    }

    /// `body` in which `binder` stands for `value`; both are in normal form.
    fn naming(&mut self, binder: Binder, value: Phrase, body: Phrase) -> Phrase {
        let in_place = match uses::of(&body, &binder.name) {
            Uses::Once => true,
            Uses::Never | Uses::Perhaps => uses::is_total(&value),
            Uses::Many => self.inside == 0 && is_small_number(&binder, &value) && uses::is_total(&value),
        };
        if in_place {
            rules::DPIA_A_BETA.apply();
            return body.substitute(&binder, &value);
        }
        let span = body.span;
        // Only what is computed can have a value named before it.  A function names it when it is applied, a pair in each half.
        let node = match &*body.node {
            Node::Lambda(parameter, inner) => {
                Node::Lambda(parameter.clone(), self.naming(binder, value, inner.clone()))
            }
            Node::NatLambda(x, inner) => {
                Node::NatLambda(x.clone(), self.naming(binder, value, inner.clone()))
            }
            Node::DataLambda(x, inner) => {
                Node::DataLambda(x.clone(), self.naming(binder, value, inner.clone()))
            }
            Node::Pair(first, second) => self.naming_in_pair(binder, value, first, second),
            _ => match (self.types.of(&body), &binder.ty) {
                (Some(result @ (PhraseType::Exp(_) | PhraseType::Comm)), PhraseType::Exp(of)) => {
                    let of = of.clone();
                    let function = Phrase::new(Node::Lambda(binder, body), span);
                    Node::Prim(Prim::Let { of, result }, vec![value, function])
                }
                (Some(PhraseType::Product(..)), _) => {
                    let (first, second) = (body.project(Side::First), body.project(Side::Second));
                    self.naming_in_pair(binder, value, &first, &second)
                }
                _ => return body.substitute(&binder, &value),
            },
        };
        Phrase::new(node, span)
    }

    /// `{first, second}`, each with the value under a name of its own.
    fn naming_in_pair(&mut self, binder: Binder, value: Phrase, first: &Phrase, second: &Phrase) -> Node {
        let other = Binder {
            name: binder.name.renewed(),
            ty: binder.ty.clone(),
        };
        self.types.insert(&other.name, &other.ty);
        let second = second.substitute(&binder, &Phrase::var(&other.name, second.span));
        let second = self.naming(other, value.renewed(), second);
        Node::Pair(self.naming(binder, value, first.clone()), second)
    }
}

/// The head of an application; the applications that it stands in are put on the spine, the innermost last.
fn unwound(mut head: Phrase, spine: &mut Vec<Phrase>) -> Phrase {
    while let Node::Apply(f, _) | Node::NatApply(f, _) | Node::DataApply(f, _) = &*head.node.clone() {
        spine.push(head);
        head = f.clone();
    }
    head
}

fn is_abstraction(p: &Phrase) -> bool {
    matches!(
        &*p.node,
        Node::Lambda(..) | Node::NatLambda(..) | Node::DataLambda(..)
    )
}
