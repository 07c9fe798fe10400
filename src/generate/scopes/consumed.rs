//! Calls of Futhark with several arguments, some of which are consumed, and who may still be looked at.
//!
//! Arrays are names for others or their own; functions with one to six parameters, starred or not, take them as they are, in parts, copied, changed on the
//! way, chosen between two, in pairs.  A small model walks the arguments as FUT-U-CALL says, from the last to the first, with what each name aliases and what is
//! gone; it ends at the first premise that is broken, behind which nothing is named any more.

use super::Scoped;
use crate::Choices;
use crate::meant::By;
use std::collections::BTreeSet;

const GONE: By = ("FUT-U-VAR", "consumed");
const HELD: By = ("FUT-U-HELD", "consumed");
const OVERLAPPING: By = ("FUT-U-CALL", "overlapping");
const SELF: By = ("FUT-U-CALL", "self_aliased");

/// Variables, by number.
type Aliases = BTreeSet<usize>;

/// A parameter of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Parameter {
    Number,
    Array { is_consumed: bool },
    Pair { is_consumed: bool },
}

impl Parameter {
    fn text(self) -> &'static str {
        match self {
            Parameter::Number => "i64",
            Parameter::Array { is_consumed: false } => "[]i64",
            Parameter::Array { is_consumed: true } => "*[]i64",
            Parameter::Pair { is_consumed: false } => "([]i64, []i64)",
            Parameter::Pair { is_consumed: true } => "*([]i64, []i64)",
        }
    }

    fn is_consumed(self) -> bool {
        matches!(
            self,
            Parameter::Array { is_consumed: true } | Parameter::Pair { is_consumed: true }
        )
    }
}

/// A function: what it takes, and whether it gives an array that is new, or a number.
struct Function {
    parameters: Vec<Parameter>,
    gives_array: bool,
}

/// What is in scope, and what is gone.
#[derive(Clone, Default)]
struct Scope {
    /// What each variable aliases, itself among it.
    aliases: Vec<Aliases>,
    gone: Aliases,
}

impl Scope {
    /// Using a variable.
    fn used(&self, x: usize) -> Result<Aliases, By> {
        let all = self.aliases.get(x).cloned().unwrap_or_default();
        if all.is_disjoint(&self.gone) {
            Ok(all)
        } else {
            Err(GONE)
        }
    }

    fn bind(&mut self, mut aliases: Aliases) -> usize {
        let x = self.aliases.len();
        aliases.insert(x);
        self.aliases.push(aliases);
        x
    }
}

/// An array, and what it aliases.
fn array(c: &mut Choices, scope: &mut Scope) -> (String, Result<Aliases, By>) {
    let count = scope.aliases.len();
    let (x, y) = (c.below(count), c.below(count));
    let gone = |scope: &mut Scope| -> Result<Aliases, By> {
        let all = scope.used(x)?;
        scope.gone.extend(all);
        Ok(Aliases::new())
    };
    match c.below(12) {
        0 => ("[i, 2]".to_owned(), Ok(Aliases::new())),
        1 => (format!("(copy x{x})"), scope.used(x).map(|_| Aliases::new())),
        2 => (format!("x{x}[1:]"), scope.used(x)),
        3 => (format!("(x{x} with [0] = i)"), gone(scope)),
        4 => (format!("(new x{x})"), gone(scope)),
        5 => {
            let both = scope.used(x).and_then(|a| Ok((a, scope.used(y)?)));
            let both = both.map(|(a, b)| a.union(&b).copied().collect());
            (format!("(if i > 0 then x{x} else x{y})"), both)
        }
        6 => (format!("(same x{x})"), scope.used(x)),
        _ => (format!("x{x}"), scope.used(x)),
    }
}

/// An argument, and what it aliases, part by part.
fn argument(c: &mut Choices, scope: &mut Scope, parameter: Parameter) -> (String, Result<Vec<Aliases>, By>) {
    match parameter {
        Parameter::Number => {
            let x = c.below(scope.aliases.len());
            match c.below(3) {
                0 => ("i".to_owned(), Ok(vec![])),
                1 => (format!("(length x{x})"), scope.used(x).map(|_| vec![])),
                _ => (format!("x{x}[0]"), scope.used(x).map(|_| vec![])),
            }
        }
        Parameter::Array { .. } => {
            let (text, came) = array(c, scope);
            (text, came.map(|all| vec![all]))
        }
        Parameter::Pair { .. } => {
            // Neither consumes anything, so their own order is no matter.
            let part = |c: &mut Choices| {
                let x = c.below(scope.aliases.len());
                match c.below(4) {
                    0 => (format!("copy x{x}"), scope.used(x).map(|_| Aliases::new())),
                    1 => ("[i, 3]".to_owned(), Ok(Aliases::new())),
                    _ => (format!("x{x}"), scope.used(x)),
                }
            };
            let ((a, first), (b, second)) = (c.part(part), c.part(part));
            let both = first.and_then(|first| Ok(vec![first, second?]));
            (format!("({a}, {b})"), both)
        }
    }
}

/// What stands for an argument of which nothing is asked.
fn nothing(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Number => "i",
        Parameter::Array { .. } => "[i, 4]",
        Parameter::Pair { .. } => "([i, 5], [i])",
    }
}

/// A call, with what the scope is behind it; each argument keeps all premises, if it is to be `careful`.
fn call(
    c: &mut Choices,
    name: &str,
    f: &Function,
    scope: &mut Scope,
    careful: bool,
) -> (String, Result<(), By>) {
    let mut arguments: Vec<String> = f.parameters.iter().map(|p| nothing(*p).to_owned()).collect();
    // What has been evaluated: what it aliases, and what was gone then.
    let mut held: Vec<(Aliases, Aliases)> = Vec::new();
    let mut came = Ok(());
    for (place, parameter) in f.parameters.iter().enumerate().rev() {
        let mut next = scope.clone();
        let (text, own) = c.part(|c| argument(c, &mut next, *parameter));
        let is_held = |next: &Scope| {
            held.iter().any(|(aliases, before)| {
                next.gone
                    .iter()
                    .any(|x| aliases.contains(x) && !before.contains(x))
            })
        };
        let own = own.and_then(|parts| if is_held(&next) { Err(HELD) } else { Ok(parts) });
        let own = own.and_then(|parts| {
            let all: Aliases = parts.iter().flatten().copied().collect();
            if parameter.is_consumed() {
                let is_self = matches!(parts.as_slice(), [a, b] if !a.is_disjoint(b));
                if is_self {
                    return Err(SELF);
                }
                if held.iter().any(|(aliases, _)| !aliases.is_disjoint(&all)) {
                    return Err(OVERLAPPING);
                }
                next.gone.extend(&all);
            }
            Ok(all)
        });
        match own {
            Ok(all) => {
                held.push((all, next.gone.clone()));
                *scope = next;
                arguments[place] = text;
            }
            Err(by) if !careful => {
                arguments[place] = text;
                came = Err(by);
                break;
            }
            Err(_) => held.push((Aliases::new(), scope.gone.clone())),
        }
    }
    (format!("{name} {}", arguments.join(" ")), came)
}

/// A program, and what comes of it.
pub(super) fn program(c: &mut Choices) -> Scoped {
    let careful = c.below(3) == 0;
    let functions: Vec<Function> = (0..1 + c.below(3)).map(|_| c.part(function)).collect();
    let mut text =
        String::from("def new (xs: *[]i64): *[]i64 = xs with [0] = 7\ndef same (xs: []i64): []i64 = xs\n");
    for (k, f) in functions.iter().enumerate() {
        let parameters = f.parameters.iter().enumerate();
        let parameters: String = parameters
            .map(|(j, p)| format!(" (_p{j}: {})", p.text()))
            .collect();
        let (gives, body) = if f.gives_array {
            ("*[]i64", "[1, 2]")
        } else {
            ("i64", "3")
        };
        text += &format!("def f{k}{parameters}: {gives} = {body}\n");
    }
    text += "def main (i: i64): i64 =\n";
    let mut scope = Scope::default();
    for k in 0..1 + c.below(6) {
        let (value, aliases) = match (k, c.below(5)) {
            (0, _) | (_, 0 | 4) => ("[1, i, 3]".to_owned(), Aliases::new()),
            (_, way) => {
                let x = c.below(k);
                let aliases = scope.aliases[x].clone();
                match way {
                    1 => (format!("x{x}"), aliases),
                    2 => (format!("x{x}[:2]"), aliases),
                    _ => (format!("(copy x{x})"), Aliases::new()),
                }
            }
        };
        let x = scope.bind(aliases);
        text += &format!("  let x{x} = {value}\n");
    }
    let mut came = Ok(());
    for k in 0..1 + c.below(4) {
        let which = c.below(functions.len());
        let Some(f) = functions.get(which) else { break };
        let (value, own) = c.part(|c| call(c, &format!("f{which}"), f, &mut scope, careful));
        came = own;
        if f.gives_array {
            let x = scope.bind(Aliases::new());
            text += &format!("  let x{x} = {value}\n");
        } else {
            text += &format!("  let r{k} = {value}\n");
        }
        if came.is_err() {
            break;
        }
    }
    Scoped {
        text: text + "  in i\n",
        about: came.err().unwrap_or(OVERLAPPING),
        is_right: came.is_ok(),
    }
}

fn function(c: &mut Choices) -> Function {
    let parameter = |c: &mut Choices| {
        let is_consumed = c.below(3) == 0;
        match c.below(6) {
            0 => Parameter::Number,
            1 => Parameter::Pair { is_consumed },
            _ => Parameter::Array { is_consumed },
        }
    };
    Function {
        parameters: (0..1 + c.below(6)).map(|_| parameter(c)).collect(),
        gives_array: c.below(2) == 0,
    }
}
