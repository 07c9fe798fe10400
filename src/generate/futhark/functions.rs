//! Functions as values: lambdas, sections, partial applications, functions by their names.

use super::expressions::fields;
use super::features::{Construct, Feature};
use super::generator::{Aliases, Exp, Form, Generator};
use super::signature::Scheme;
use super::types::Ty;
use crate::Choices;
use elder_syntax::prim::PrimType;

impl Generator {
    /// A function from these types to that.
    pub fn function(&mut self, c: &mut Choices, parameters: &[Ty], result: &Ty, d: usize) -> Exp {
        if self.on(Feature::FunctionBranches) && d > 0 && c.below(2) == 1 {
            return self.chosen_function(c, parameters, result, d);
        }
        let other = match c.below(8) {
            0..=2 => None,
            3 => self.section(c, parameters, result),
            4 => self.known_function(c, parameters, result, |_| true),
            5 if d > 0 => self.partial(c, parameters, result, |_| true, d - 1),
            6 if d > 0 => Some(self.travelled(c, parameters, result, d - 1)),
            _ => None,
        };
        match other {
            Some(function) => function,
            None => self.lambda(c, parameters, result, d, false),
        }
    }

    /// A lambda; `annotated` if nothing around it says what it takes.
    pub fn lambda(
        &mut self,
        c: &mut Choices,
        parameters: &[Ty],
        result: &Ty,
        d: usize,
        annotated: bool,
    ) -> Exp {
        self.meet(Construct::Lambda);
        let ((text, mut body), free) = self.closed(|g| {
            let mut text = "\\".to_owned();
            for ty in parameters {
                let pattern = g.pattern(c, ty, &Aliases::new(), true);
                // Where a field is taken the type has to be known; numbers are found out.
                let simple =
                    matches!(ty, Ty::Prim(_)) || matches!(ty, Ty::Array(_, t) if matches!(**t, Ty::Prim(_)));
                if annotated || !simple || c.below(3) == 2 {
                    let ty = g.show(c, ty);
                    text += &format!("({pattern}: {ty}) ");
                } else {
                    text += &format!("{pattern} ");
                }
            }
            if c.below(6) == 5 && !matches!(result, Ty::Fun(..)) {
                let ty = g.show(c, result);
                text = format!("{}: {ty} ", text.trim_end());
            }
            let body = match (result, c.below(4)) {
                // Nothing behind says what it takes.
                (Ty::Fun(parameters, to), _) => g.stated(c, parameters, to, d),
                (_, 3) if d > 0 => g.block(c, result, d, 1),
                _ => g.exp(c, result, d),
            };
            (text, body)
        });
        if !matches!(result, Ty::Fun(..)) {
            body = self.apart_from_globals(body, result);
        }
        let mut out = Exp::open(format!("{text}-> {}", body.operand(0)));
        out.aliases = free;
        out
    }

    /// Whether it is a top-level array.
    pub fn is_global(&self, id: usize) -> bool {
        self.globals.contains(&id)
    }

    /// `(+ 1)`, `(+)`, `(.x)`, `(.[i])`.
    pub fn section(&mut self, c: &mut Choices, parameters: &[Ty], result: &Ty) -> Option<Exp> {
        match (parameters, result) {
            ([Ty::Prim(a), Ty::Prim(b)], Ty::Prim(r)) if a == b => {
                let operator = match r {
                    PrimType::Bool if a == r => ["&&", "||", "==", "!="][c.below(4)],
                    PrimType::Bool => ["<", "<=", ">", ">=", "==", "!="][c.below(6)],
                    _ if r == a => ["+", "-", "*"][c.below(3)],
                    _ => return None,
                };
                self.meet(Construct::OperatorFunction);
                Some(Exp::atom(format!("({operator})")))
            }
            ([Ty::Prim(a)], Ty::Prim(r)) => {
                let operator = match r {
                    PrimType::Bool if a == r => ["&&", "||", "!="][c.below(3)],
                    PrimType::Bool => ["<", ">=", "=="][c.below(3)],
                    _ if r == a => ["+", "*", "-"][c.below(3)],
                    _ if a != r => return Some(Exp::atom(format!("{r}.{a}"))),
                    _ => return None,
                };
                self.meet(Construct::Section);
                let operand = self.leaf(c, &Ty::Prim(*a));
                let left = c.below(2) == 0 || operator == "-";
                let text = match left {
                    true => format!("({} {operator})", operand.argument()),
                    false => format!("({operator} {})", operand.argument()),
                };
                Some(Exp::atom(text).with([&operand]))
            }
            ([ty @ (Ty::Tuple(_) | Ty::Record(_))], _) => {
                let (field, _) = fields(ty).into_iter().find(|(_, t)| t == result)?;
                self.meet(Construct::Projection);
                Some(Exp::atom(format!("(.{field})")))
            }
            ([Ty::Array(super::types::Size::Number(n), element)], _) if *n > 0 && **element == *result => {
                self.meet(Construct::Projection);
                Some(Exp::atom(format!("(.[{}])", c.below(*n as usize))))
            }
            _ => None,
        }
    }

    /// A function of the program or the library by its name, or a variable.
    pub fn known_function(
        &mut self,
        c: &mut Choices,
        parameters: &[Ty],
        result: &Ty,
        wanted: fn(&Scheme) -> bool,
    ) -> Option<Exp> {
        let goal = Ty::Fun(parameters.to_vec(), Box::new(result.clone()));
        let variables = self.usable(|ty| *ty == goal);
        if !variables.is_empty() {
            self.meet(Construct::FunctionVariable);
            let id = variables[c.below(variables.len())];
            return Some(self.variable(id));
        }
        let count = parameters.len();
        let known = self.callable(|s| {
            wanted(s)
                && s.unknown.is_empty()
                && !s.is_open()
                && s.parameters.len() == count
                && s.fit(&goal, count).is_some()
        });
        if known.is_empty() {
            return None;
        }
        let (scheme, captured) = self.callee(known[c.below(known.len())]);
        self.meet(Construct::FunctionVariable);
        self.mentions.extend(&captured);
        let name = if scheme.is_infix() {
            format!("({})", scheme.name)
        } else {
            scheme.name
        };
        let mut out = Exp::atom(name);
        out.aliases = captured;
        Some(out)
    }

    /// A function with some of its arguments.
    pub fn partial(
        &mut self,
        c: &mut Choices,
        parameters: &[Ty],
        result: &Ty,
        wanted: fn(&Scheme) -> bool,
        d: usize,
    ) -> Option<Exp> {
        let goal = Ty::Fun(parameters.to_vec(), Box::new(result.clone()));
        let count = parameters.len();
        let known = self.callable(|s| {
            wanted(s)
                && s.unknown.is_empty()
                && !s.is_open()
                && s.parameters.len() > count
                && !s.parameters.iter().any(|p| p.consumed)
                && s.fit(&goal, count).is_some()
        });
        if known.is_empty() {
            return None;
        }
        let (scheme, captured) = self.callee(known[c.below(known.len())]);
        let found = scheme.fit(&goal, count)?;
        let (arguments, _) = self.quietly(|g| g.arguments(c, &scheme, found, count, d))?;
        self.meet(Construct::Partial);
        self.mentions.extend(&captured);
        let mut text = if scheme.is_infix() {
            format!("({})", scheme.name)
        } else {
            scheme.name.clone()
        };
        for argument in &arguments {
            text += &format!(" {}", argument.argument());
        }
        let mut out = Exp::new(Form::Applied, text).with(&arguments);
        out.aliases.extend(&captured);
        Some(out)
    }
}
