//! Kernels: definitions that can be run from outside (FCL-T-KERNEL).
//!
//! A kernel takes base values and pull arrays of base values, and gives a push array; it runs at the level of that array.  A type
//! variable that nothing fixes is int.

use crate::rules::typing::FCL_T_KERNEL;
use crate::{Configuration, Definition, DefinitionKind, Effect, Expression, Level, Node, Program, Type};
use elder_syntax::{Diagnostic, Variable};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// A kernel: what to run, and on what.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The definition's name.
    pub name: Variable,
    /// Its parameters in order: base values, pairs of them, or pull arrays of those.
    pub parameters: Vec<(Variable, Type)>,
    /// What the resulting push array holds: a base type, or a pair of those.
    pub element: Type,
    /// Where it runs: at most grid, without variables.
    pub level: Level,
    /// A closed function of the parameters: the definition, with those that it uses bound around it.
    pub body: Expression,
    /// Sizes of the machine.
    pub configuration: Configuration,
}

/// Why there is no kernel of that name.
#[derive(Clone, Debug)]
pub enum NoEntry {
    /// No definition has the name; these can be run.
    Unknown {
        /// The name that was asked for; `None` if none was, and there is no `main` and no single `kernel`.
        name: Option<String>,
        /// Definitions of the program that are kernels.
        known: Vec<Variable>,
    },
    /// It takes or gives what no kernel does, or does work elsewhere.
    Refused(Box<Diagnostic>),
}

impl NoEntry {
    /// As a diagnostic, for the file as a whole if there is no definition to point at.
    pub fn diagnostic(self) -> Diagnostic {
        let message = self.to_string();
        match self {
            NoEntry::Refused(diagnostic) => *diagnostic,
            NoEntry::Unknown { .. } => {
                Diagnostic::error(FCL_T_KERNEL.refuse("entry"), elder_syntax::Span::NONE, message)
            }
        }
    }
}

impl fmt::Display for NoEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoEntry::Refused(diagnostic) => f.write_str(&diagnostic.message),
            NoEntry::Unknown { name, known } => {
                match name {
                    Some(name) => write!(f, "there is no definition `{name}`")?,
                    None => f.write_str("there is no `main`, and not exactly one `kernel`")?,
                }
                if known.is_empty() {
                    return Ok(());
                }
                let names: Vec<String> = known.iter().map(|x| format!("`{x}`")).collect();
                write!(f, "; these can be run: {}", names.join(", "))
            }
        }
    }
}

/// What the variables of a scheme stand for in a kernel.
#[derive(Default)]
struct Chosen {
    types: FxHashMap<Variable, Type>,
}

impl Chosen {
    /// Variables are int; elements from outside do no work.
    fn ty(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Var(x) => self.types.entry(x.clone()).or_insert(Type::INT).clone(),
            Type::Base(base) => Type::Base(*base),
            Type::Pair(a, b) => Type::Pair(Arc::new(self.ty(a)), Arc::new(self.ty(b))),
            Type::Pull(a, _) => Type::Pull(Arc::new(self.ty(a)), Effect::Pure),
            Type::Fun(..) | Type::LevelFun(..) | Type::Push(..) => ty.clone(),
        }
    }

    /// Whether it is a base type, a pair of those, or a variable that may be one.
    fn is_base(&self, ty: &Type) -> bool {
        match ty {
            Type::Var(_) | Type::Base(_) => true,
            Type::Pair(a, b) => self.is_base(a) && self.is_base(b),
            _ => false,
        }
    }

    fn is_value(&self, ty: &Type) -> bool {
        match ty {
            Type::Pull(a, _) => self.is_base(a),
            _ => self.is_base(ty),
        }
    }
}

/// The name of a definition's n-th parameter, as it was written.
fn parameter_name(body: &Expression, n: usize) -> Variable {
    let mut at = body;
    for _ in 0..n {
        match &*at.node {
            Node::Fn(_, below) => at = below,
            _ => break,
        }
    }
    match &*at.node {
        Node::Fn(x, _) => x.renewed(),
        _ => Variable::fresh(format!("x{}", n + 1)),
    }
}

impl Entry {
    /// The kernel of that name; without one `main`, else the only `kernel` of the file.
    ///
    /// # Errors
    /// [`NoEntry`].
    pub fn of(program: &Program, name: Option<&str>) -> Result<Entry, NoEntry> {
        let own = |d: &&Definition| !d.library && d.kind == DefinitionKind::Kernel;
        let position = match name {
            Some(name) => program.definitions.iter().rposition(|d| d.name.text() == name),
            None => program
                .definitions
                .iter()
                .rposition(|d| !d.library && d.name.text() == "main")
                .or_else(|| {
                    let only = program.definitions.iter().filter(own).count() == 1;
                    only.then(|| program.definitions.iter().position(|d| own(&d)))
                        .flatten()
                }),
        };
        match position {
            Some(at) => Entry::at(program, at).map_err(NoEntry::Refused),
            None => {
                let places = (0..program.definitions.len()).filter(|at| !program.definitions[*at].library);
                let known = places
                    .filter(|at| Entry::at(program, *at).is_ok())
                    .map(|at| program.definitions[at].name.clone());
                Err(NoEntry::Unknown {
                    name: name.map(str::to_owned),
                    known: known.collect(),
                })
            }
        }
    }

    /// The definition at a position of the program as a kernel.
    ///
    /// # Errors
    /// Why it is none.
    pub fn at(program: &Program, position: usize) -> Result<Entry, Box<Diagnostic>> {
        let definition = &program.definitions[position];
        let name = definition.name.clone();
        let span = definition.span;
        let refuse = |key: &str, message: String, help: &str| {
            Box::new(Diagnostic::error(FCL_T_KERNEL.refuse(key), span, message).with_help(help))
        };
        let Some(scheme) = &definition.scheme else {
            return Err(refuse(
                "entry",
                format!("`{name}` has not been checked"),
                "check the program first",
            ));
        };
        let mut chosen = Chosen::default();
        let mut ty = &scheme.body;
        let mut parameters = Vec::new();
        let (element, level) = loop {
            match ty {
                Type::Fun(from, _, to) => {
                    if !chosen.is_value(from) {
                        return Err(refuse(
                            "parameters",
                            format!(
                                "`{name}` cannot be run: it takes `{}`, and a kernel takes base values and pull arrays of base values",
                                crate::print::ty(from)
                            ),
                            "make a definition that gives it what it takes",
                        ));
                    }
                    let from = chosen.ty(from);
                    parameters.push((parameter_name(&definition.body, parameters.len()), from));
                    ty = to;
                }
                Type::LevelFun(l, ..) => {
                    return Err(refuse(
                        "level",
                        format!(
                            "`{name}` cannot be run: it is for every level `{l}`, and a kernel runs at one"
                        ),
                        &format!("make a definition that chooses one, as `{name} <block>`"),
                    ));
                }
                Type::Push(element, level) => break (element, level),
                _ => {
                    let help = match ty {
                        Type::Pull(..) => "say at which level its elements are run, as in `push <block>`",
                        _ => "a single result is an array of one element, as in `push <block> [x]`",
                    };
                    let ty = crate::print::ty(ty);
                    return Err(refuse(
                        "result",
                        format!(
                            "`{name}` cannot be run: its result is of type `{ty}`, and that of a kernel is a push array"
                        ),
                        help,
                    ));
                }
            }
        };
        match level.height() {
            Some(0..=3) => {}
            Some(_) => {
                return Err(refuse(
                    "level",
                    format!(
                        "`{name}` cannot be run: its result is at level {level}, and there is none above grid"
                    ),
                    "nest one `concat` less",
                ));
            }
            None => {
                return Err(refuse(
                    "level",
                    format!("`{name}` cannot be run: nothing fixes the level of its result"),
                    "write it, as in `push <block>`",
                ));
            }
        }
        let element = chosen.ty(element);
        let body = program.closed_at(position);
        let types: Vec<Type> = parameters.iter().map(|(_, ty)| ty.clone()).collect();
        crate::check::kernel(&body, &types, &element, level, span)?;
        Ok(Entry {
            name,
            parameters,
            element,
            level: level.clone(),
            body,
            configuration: definition.configuration,
        })
    }
}
