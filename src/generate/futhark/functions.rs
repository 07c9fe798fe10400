//! Functions as values: lambdas, sections, partial applications, functions by their names.

use super::expressions::fields;
use super::features::{Construct, Feature};
use super::generator::{Aliases, Exp, Generator};
use super::quote::{self, Part, exp, many, part};
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
        let ((patterns, shown, mut body), free) = self.closed(|g| {
            let mut patterns: Vec<Part> = Vec::new();
            for ty in parameters {
                let pattern = g.pattern(c, ty, &Aliases::new(), true);
                // Where a field is taken the type has to be known; numbers are found out.
                let simple =
                    matches!(ty, Ty::Prim(_)) || matches!(ty, Ty::Array(_, t) if matches!(**t, Ty::Prim(_)));
                patterns.push(match annotated || !simple || c.below(3) == 2 {
                    true => part!("($: $)"; pattern, g.show(c, ty)),
                    false => pattern.into(),
                });
            }
            let is_shown = c.below(6) == 5 && !matches!(result, Ty::Fun(..));
            let shown = is_shown.then(|| part!(": $"; g.show(c, result)));
            let body = match (result, c.below(4)) {
                // Nothing behind says what it takes.
                (Ty::Fun(parameters, to), _) => g.stated(c, parameters, to, d),
                (_, 3) if d > 0 => g.block(c, result, d, 1),
                _ => g.exp(c, result, d),
            };
            (patterns, shown, body)
        });
        if !matches!(result, Ty::Fun(..)) {
            body = self.apart_from_globals(body, result);
        }
        exp!("\\$$ -> $"; many(" ", patterns), many("", shown), body).sharing(free)
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
                Some(Exp::named(operator))
            }
            ([Ty::Prim(a)], Ty::Prim(r)) => {
                let operator = match r {
                    PrimType::Bool if a == r => ["&&", "||", "!="][c.below(3)],
                    PrimType::Bool => ["<", ">=", "=="][c.below(3)],
                    _ if r == a => ["+", "*", "-"][c.below(3)],
                    _ if a != r => return Some(exp!("$.$"; *r, *a)),
                    _ => return None,
                };
                self.meet(Construct::Section);
                let operand = self.leaf(c, &Ty::Prim(*a));
                let left = c.below(2) == 0 || operator == "-";
                Some(exp!(["($1 $0)", "($0 $1)"][usize::from(left)]; operand, operator))
            }
            ([ty @ (Ty::Tuple(_) | Ty::Record(_))], _) => {
                let (field, _) = fields(ty).into_iter().find(|(_, t)| t == result)?;
                self.meet(Construct::Projection);
                Some(exp!("(.$)"; field))
            }
            ([Ty::Array(super::types::Size::Number(n), element)], _) if *n > 0 && **element == *result => {
                self.meet(Construct::Projection);
                Some(exp!("(.[$])"; c.below(*n as usize)))
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
        let goal = Ty::function(parameters, result);
        let variables = self.usable(|ty| *ty == goal);
        if let Some(id) = c.pick(&variables) {
            self.meet(Construct::FunctionVariable);
            return Some(self.variable(*id));
        }
        let count = parameters.len();
        let (scheme, captured) =
            self.one_fitting(c, &goal, count, |s| wanted(s) && s.parameters.len() == count)?;
        self.meet(Construct::FunctionVariable);
        self.mentions.extend(&captured);
        Some(Exp::named(scheme.name).sharing(captured))
    }

    /// A function that without its last `kept` parameters has such a type.
    fn one_fitting(
        &self,
        c: &mut Choices,
        goal: &Ty,
        kept: usize,
        wanted: impl Fn(&Scheme) -> bool,
    ) -> Option<(Scheme, Aliases)> {
        let fits = |s: &Scheme| s.unknown.is_empty() && !s.is_open() && s.fit(goal, kept).is_some();
        let known = self.callable(|s| wanted(s) && fits(s));
        c.pick(&known).map(|callee| self.callee(*callee))
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
        let goal = Ty::function(parameters, result);
        let count = parameters.len();
        let takes_more = |s: &Scheme| s.parameters.len() > count && !s.parameters.iter().any(|p| p.consumed);
        let (scheme, captured) = self.one_fitting(c, &goal, count, |s| wanted(s) && takes_more(s))?;
        let found = scheme.fit(&goal, count)?;
        let (arguments, _) = self.quietly(|g| g.arguments(c, &scheme, found, count, d))?;
        self.meet(Construct::Partial);
        self.mentions.extend(&captured);
        let mut out = quote::applied(&scheme.name, &arguments);
        out.aliases.extend(&captured);
        Some(out)
    }
}
