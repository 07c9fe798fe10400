//! Programs of Core.
//!
//! | file | what |
//! | --- | --- |
//! | `definitions.rs` | functions and entry points are dropped, with less parameters and results |
//! | `statements.rs` | statements are dropped, become a plain value, an operand, a branch, a round |
//! | `operands.rs` | operands and sizes become constants |

mod definitions;
mod operands;
mod statements;
#[cfg(test)]
mod tests;

use crate::{Case, Edit, Language, Size, inputs};
use elder_core::names::{Name, Types};
use elder_core::tree::{Atom, Body, Exp, Lambda, Program, Soac, Type};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};
use elder_core::{check, print, read};
use elder_syntax::prim::PrimType;
use elder_syntax::{Rule, SourceId, Value};

/// Programs of Core.
#[derive(Clone, Copy, Debug)]
pub struct Core<'a> {
    /// The entry point that reads the inputs.
    pub entry: &'a str,
    /// The rules whose premises statements may say: the one of an id.
    pub rules: fn(&str) -> Option<&'static Rule>,
}

impl Language for Core<'_> {
    type Program = Program;

    fn read(&self, text: &str) -> Option<Program> {
        let program = read::program(SourceId(0), text, &self.rules).ok()?;
        check::program(&program).ok().map(|()| program)
    }

    fn text(&self, program: &Program) -> String {
        print::program(program)
    }

    fn size(&self, program: &Program) -> Size {
        let mut measure = Measure(Size {
            nodes: program.functions.len() + program.entries.len() + definitions::asking(program),
            detail: 0,
        });
        fold::program(&mut measure, program);
        measure.0
    }

    fn edits<'a>(&'a self, case: &'a Case<Program>) -> Vec<Edit<'a, Program>> {
        let mut changes = definitions::changes(case, self.entry);
        changes.extend(statements::changes(&case.program));
        changes.extend(operands::changes(&case.program));
        let edit = |change: Change| {
            let Change { removes, apply } = change;
            Edit::new(removes, move || {
                let mut made = case.clone();
                apply(&mut made.program, &mut made.inputs)?;
                Some(made)
            })
        };
        changes.into_iter().map(edit).collect()
    }
}

/// Does it, if it can be done.
type Apply = Box<dyn Fn(&mut Program, &mut Vec<Value>) -> Option<()>>;

/// A way to make a program smaller.
struct Change {
    removes: usize,
    apply: Apply,
}

impl Change {
    fn new(removes: usize, apply: impl Fn(&mut Program, &mut Vec<Value>) -> Option<()> + 'static) -> Change {
        Change {
            removes,
            apply: Box::new(apply),
        }
    }
}

/// Counts what is bound, expressions, operands and the sizes in types.
struct Measure(Size);

impl Fold for Measure {
    fn bound(&mut self, _name: &Name) {
        self.0.nodes += 1;
    }

    fn used(&mut self, _name: &Name) {
        self.0.nodes += 1;
        self.0.detail += 2;
    }

    fn atom(&mut self, atom: &Atom) {
        match atom {
            Atom::Var(name) => self.used(name),
            Atom::Const(number) => {
                self.0.nodes += 1;
                self.0.detail += inputs::magnitude(*number);
            }
        }
    }

    fn exp(&mut self, exp: &Exp) {
        // An operand that is bound is an operand.
        self.0.nodes += usize::from(!matches!(exp, Exp::Atom(_)));
        fold::exp(self, exp);
    }
}

/// How many nodes an expression has.
fn size(exp: &Exp) -> usize {
    let mut measure = Measure(Size::default());
    measure.exp(exp);
    measure.0.nodes
}

/// Drops an element.
fn remove<T>(list: &mut Vec<T>, k: usize) -> Option<()> {
    (k < list.len()).then(|| drop(list.remove(k)))
}

/// Whether two variables have the same type, but for sizes.
fn are_same(types: &Types, a: Name, b: Name) -> bool {
    let plain = |name| types.get(name).map(|ty| (ty.element(), ty.rank()));
    matches!((plain(a), plain(b)), (Some(a), Some(b)) if a == b && a.0.is_some())
}

/// An operand stands wherever a variable stood.
struct Substitution {
    from: Name,
    to: Atom,
    /// Whether a constant would have had to stand where only a variable can.
    failed: bool,
}

impl Rewrite for Substitution {
    fn used(&mut self, name: &mut Name) {
        if *name == self.from {
            match self.to {
                Atom::Var(to) => *name = to,
                Atom::Const(_) => self.failed = true,
            }
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        if *atom == Atom::Var(self.from) {
            *atom = self.to;
        }
    }
}

/// That operand for the variable, in the whole program.
fn substitute(program: &mut Program, from: Name, to: Atom) -> Option<()> {
    let mut substitute = Substitution {
        from,
        to,
        failed: false,
    };
    rewrite::program(&mut substitute, program);
    (!substitute.failed).then_some(())
}

/// Changes the body of that number; bodies are numbered from the outside in, in the order of the text.
fn at_body(
    program: &mut Program,
    number: usize,
    change: &mut dyn FnMut(&mut Body) -> Option<()>,
) -> Option<()> {
    struct At<'c> {
        left: usize,
        change: &'c mut dyn FnMut(&mut Body) -> Option<()>,
        changed: Option<()>,
    }
    impl Rewrite for At<'_> {
        fn body(&mut self, body: &mut Body) {
            match self.left.checked_sub(1) {
                None => {
                    self.left = usize::MAX;
                    self.changed = (self.change)(body);
                }
                Some(left) => {
                    self.left = left;
                    rewrite::body(self, body);
                }
            }
        }
    }
    let mut at = At {
        left: number,
        change,
        changed: None,
    };
    rewrite::program(&mut at, program);
    at.changed
}

/// Looks at each body with its number.
fn each_body(program: &Program, look: &mut dyn FnMut(usize, &Body)) {
    struct Each<'l> {
        number: usize,
        look: &'l mut dyn FnMut(usize, &Body),
    }
    impl Fold for Each<'_> {
        fn body(&mut self, body: &Body) {
            (self.look)(self.number, body);
            self.number += 1;
            fold::body(self, body);
        }
    }
    fold::program(&mut Each { number: 0, look }, program);
}

/// A plain constant of a type.
fn constant(ty: PrimType, n: i32) -> Option<Atom> {
    Some(Atom::Const(ty.number(n.into())))
}

/// A plain expression of a type, if it has one.
fn plain(ty: &Type) -> Option<Exp> {
    match ty {
        Type::Prim(ty) => Some(Exp::Atom(constant(*ty, 0)?)),
        Type::Array { .. } => Some(Exp::Blank(ty.clone())),
        Type::Acc(_) | Type::Cert => None,
    }
}

/// The functions of a combinator whose parameters are its inputs, one an element, with how many other parameters come first.
fn elementwise(soac: &mut Soac) -> Option<(&mut Lambda, usize)> {
    match soac {
        Soac::Screma(screma) => Some((&mut screma.function, screma.accs.len())),
        Soac::Scatter { function, .. } | Soac::Hist { function, .. } => Some((function, 0)),
        Soac::Filter { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => None,
    }
}
