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
use elder_core::names::Name;
use elder_core::tree::{Atom, Binder, Body, Exp, Form, Lambda, Program, Soac, Stm, Type};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};
use elder_core::{check, print, read};
use elder_syntax::prim::PrimType;
use elder_syntax::{Rule, SourceId, Value};
use rustc_hash::FxHashMap;

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

/// The types of all variables.
#[derive(Default)]
struct Types(FxHashMap<Name, Type>);

impl Types {
    fn of(program: &Program) -> Types {
        let mut types = Types::default();
        let params = program.functions.iter().flat_map(|function| &function.params);
        let params = params.chain(program.entries.iter().flat_map(|entry| &entry.params));
        params.for_each(|param| types.binder(&param.binder));
        fold::program(&mut types, program);
        types
    }

    fn binder(&mut self, binder: &Binder) {
        self.0.insert(binder.name, binder.ty.clone());
    }

    /// Whether two variables have the same type, but for sizes.
    fn are_same(&self, a: Name, b: Name) -> bool {
        let plain = |name| {
            let ty: Option<&Type> = self.0.get(&name);
            ty.map(|ty| (ty.element(), ty.rank()))
        };
        matches!((plain(a), plain(b)), (Some(a), Some(b)) if a == b && a.0.is_some())
    }
}

impl Fold for Types {
    fn stm(&mut self, stm: &Stm) {
        stm.pat.values.iter().for_each(|binder| self.binder(binder));
        for size in &stm.pat.sizes {
            self.0.insert(*size, Type::SIZE);
        }
        fold::stm(self, stm);
    }

    fn exp(&mut self, exp: &Exp) {
        if let Exp::Loop(own) = exp {
            own.params
                .iter()
                .for_each(|(param, _)| self.binder(&param.binder));
            for (size, _) in &own.sizes {
                self.0.insert(*size, Type::SIZE);
            }
            if let Form::For { index, ty, .. } = own.form {
                self.0.insert(index, Type::Prim(ty));
            }
        }
        fold::exp(self, exp);
    }

    fn lambda(&mut self, lambda: &Lambda) {
        lambda.params.iter().for_each(|binder| self.binder(binder));
        fold::lambda(self, lambda);
    }
}

/// How often each variable is used.
#[derive(Default)]
struct Uses(FxHashMap<Name, usize>);

impl Uses {
    fn of(program: &Program) -> Uses {
        let mut uses = Uses::default();
        fold::program(&mut uses, program);
        uses
    }

    fn is_unused(&self, name: Name) -> bool {
        !self.0.contains_key(&name)
    }
}

impl Fold for Uses {
    fn used(&mut self, name: &Name) {
        *self.0.entry(*name).or_default() += 1;
    }
}

/// An operand stands wherever a variable stood.
struct Put {
    from: Name,
    to: Atom,
    /// Whether a constant would have had to stand where only a variable can.
    failed: bool,
}

impl Rewrite for Put {
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
fn put(program: &mut Program, from: Name, to: Atom) -> Option<()> {
    let mut put = Put {
        from,
        to,
        failed: false,
    };
    rewrite::program(&mut put, program);
    (!put.failed).then_some(())
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
