//! Expressions towards a type.

use super::features::{Construct, Feature};
use super::generator::{Abstract, Aliases, Exp, Generator};
use super::phrases::VERSIONS;
use super::quote::{self, exp, many, part};
use super::types::{BOOL, I64, Size, Ty};
use crate::kit::joined;
use crate::numbers::programs::infix;
use crate::{Choices, turn};

impl Generator {
    /// An expression of this type, with this many constructs in each other at most.
    pub fn exp(&mut self, c: &mut Choices, goal: &Ty, depth: usize) -> Exp {
        let mut exp = c.part(|c| self.any_exp(c, goal, depth));
        if !goal.may_alias() {
            exp.aliases = Aliases::new();
        }
        exp
    }

    /// One whose value is new: nothing else shares its memory.
    pub fn fresh(&mut self, c: &mut Choices, goal: &Ty, depth: usize) -> Exp {
        let exp = self.exp(c, goal, depth);
        self.freshened(exp, goal)
    }

    /// The same value, copied if it or its parts may share memory.
    pub fn freshened(&mut self, exp: Exp, ty: &Ty) -> Exp {
        if exp.aliases.is_empty() && matches!(ty, Ty::Prim(_) | Ty::Array(..)) {
            return exp;
        }
        exp!("copy $"; exp).alone()
    }

    /// The same, or a copy of what shares memory with a top-level array: no function gives that away (FUT-U-GLOBAL).
    pub fn apart_from_globals(&mut self, exp: Exp, ty: &Ty) -> Exp {
        match exp.aliases.iter().any(|id| self.is_global(*id)) {
            true => self.freshened(exp, ty),
            false => exp,
        }
    }

    fn any_exp(&mut self, c: &mut Choices, goal: &Ty, depth: usize) -> Exp {
        if let Some(failing) = self.failing(c, goal) {
            return failing;
        }
        if depth == 0 || self.budget == 0 {
            return self.leaf(c, goal);
        }
        self.budget -= 1;
        let d = depth - 1;
        if let Ty::Fun(parameters, result) = goal {
            return self.function(c, parameters, result, d);
        }
        if self.on(Feature::FunctionBranches) && c.below(5) == 4 {
            return self.chosen_application(c, goal, d);
        }
        match c.below(12) {
            0 => self.leaf(c, goal),
            1 => self.conditional(c, goal, d),
            2 => self.operand_block(c, goal, d),
            3 => self.own_call(c, goal, d),
            4 | 5 => self.taken(c, goal, d),
            6 => self.matched(c, goal, d, false),
            7 if self.on(Feature::Loops) => self.iteration(c, goal, d),
            8 => self.wrapped(c, goal, d),
            _ => self.operation(c, goal, d),
        }
    }

    /// A variable or a constant.
    pub fn leaf(&mut self, c: &mut Choices, goal: &Ty) -> Exp {
        if let Ty::Fun(parameters, result) = goal {
            return self.function(c, parameters, result, 0);
        }
        let known = self.usable(|ty| ty == goal);
        if !known.is_empty() && c.below(4) > 0 {
            let id = known[c.below(known.len())];
            self.meet(Construct::Variable);
            return self.variable(id);
        }
        self.constant(c, goal)
    }

    /// A value without computation.
    pub fn constant(&mut self, c: &mut Choices, goal: &Ty) -> Exp {
        match goal {
            Ty::Prim(p) => self.literal(c, *p),
            Ty::Array(size, element) => self.constant_array(c, size, element),
            Ty::Opaque(name) => {
                let known = self.usable(|ty| ty == goal);
                match known.last() {
                    Some(&id) => self.variable(id),
                    None => {
                        let value = self.abstracts.iter().find(|a| a.name == *name);
                        // Every type parameter has a variable, every abstract type a constant.
                        let Some(Abstract { value, aliases, .. }) = value else {
                            return exp!("???");
                        };
                        self.mentions.extend(aliases);
                        exp!(value).sharing(aliases.clone())
                    }
                }
            }
            Ty::Fun(parameters, result) => self.function(c, parameters, result, 0),
            _ => self.assembled(c, goal, Generator::leaf),
        }
    }

    /// A value of parts that are made so.
    fn assembled(
        &mut self,
        c: &mut Choices,
        goal: &Ty,
        mut make: impl FnMut(&mut Generator, &mut Choices, &Ty) -> Exp,
    ) -> Exp {
        match goal {
            Ty::Record(fields) => {
                self.meet(Construct::RecordMade);
                let fields = fields.iter().map(|(f, t)| part!("$ = $"; f, make(self, c, t)));
                exp!("{$}"; many(", ", fields))
            }
            Ty::Sum(constructors) => {
                self.meet(Construct::Constructed);
                let (name, parts) = &constructors[c.below(constructors.len())];
                let parts = many(" ", parts.iter().map(|t| make(self, c, t)));
                exp!("#$ $ : $"; name, parts, self.show(c, goal))
            }
            _ => {
                let parts: Vec<Exp> = goal.parts().into_iter().map(|t| make(self, c, t)).collect();
                self.tuple(&parts)
            }
        }
    }

    pub fn tuple(&mut self, parts: &[Exp]) -> Exp {
        self.meet(Construct::TupleMade);
        quote::tuple(parts)
    }

    /// A condition; in an entry point one that mostly holds on one side of the number that turns branches.
    pub fn decision(&mut self, c: &mut Choices, d: usize) -> Exp {
        let side = self.side(c).filter(|_| c.below(8) > 0);
        match (side, c.below(3)) {
            (None, _) => self.exp(c, &BOOL, d),
            (Some(side), 0) => side,
            (Some(side), _) => exp!("$ != $"; side, self.exp(c, &BOOL, d)),
        }
    }

    /// A comparison of the number that turns branches, if that is in scope.
    pub fn side(&mut self, c: &mut Choices) -> Option<Exp> {
        let turn = self.turn.clone()?;
        let known = self.usable(|ty| *ty == I64);
        let id = known.into_iter().find(|id| self.variables[*id].name == turn)?;
        let (op, threshold) = turn::comparison(c);
        Some(exp!("$ $ $"; self.variable(id), infix(op)?, threshold))
    }

    fn conditional(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.meet(Construct::If);
        let condition = self.decision(c, d);
        let (yes, no) = (self.exp(c, goal, d), self.exp(c, goal, d));
        exp!("if $ then $ else $"; condition, yes, no)
    }

    /// A `let`, whose variables only it may consume.
    fn operand_block(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.enclosed(|g| g.block(c, goal, d, 2))
    }

    /// A part of something larger.
    fn taken(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        match c.below(5) {
            0 => self.field_of_variable(c, goal),
            1 => {
                let other = self.data(c, 1);
                let number = c.below(2);
                let types = if number == 0 {
                    vec![goal.clone(), other]
                } else {
                    vec![other, goal.clone()]
                };
                self.meet(Construct::FieldTaken);
                let whole = self.exp(c, &Ty::Tuple(types), d);
                exp!("$.$"; whole, number)
            }
            2 if self.on(Feature::Records) => {
                let other = self.data(c, 1);
                self.meet(Construct::FieldTaken);
                let fields = vec![("a".to_owned(), goal.clone()), ("b".to_owned(), other)];
                let whole = self.exp(c, &Ty::Record(fields), d);
                exp!("$.a"; whole)
            }
            _ if self.on(Feature::Arrays) => self.indexed(c, goal, d),
            _ => self.leaf(c, goal),
        }
    }

    /// A field, in one step or two, of a variable that has one of the type.
    fn field_of_variable(&mut self, c: &mut Choices, goal: &Ty) -> Exp {
        let mut found: Vec<(usize, String)> = Vec::new();
        for id in self.usable(|ty| matches!(ty, Ty::Tuple(_) | Ty::Record(_))) {
            let ty = self.variables[id].ty.clone();
            for (field, part) in fields(&ty) {
                if part == *goal {
                    found.push((id, format!(".{field}")));
                }
                for (inner, part) in fields(&part) {
                    if part == *goal {
                        found.push((id, format!(".{field}.{inner}")));
                    }
                }
            }
        }
        let Some((id, path)) = c.pick(&found).cloned() else {
            return self.leaf(c, goal);
        };
        self.meet(Construct::FieldTaken);
        exp!("$$"; self.variable(id), path)
    }

    /// A pattern that matches every value of the type, its names in scope; they may be consumed unless `observed`.
    pub fn pattern(&mut self, c: &mut Choices, ty: &Ty, of: &Aliases, observed: bool) -> String {
        let apart = c.below(3);
        match ty {
            Ty::Tuple(parts) if apart > 0 => {
                self.meet(Construct::Destructured);
                let of = &self.parts_of(of);
                let parts = joined(", ", parts.iter().map(|t| self.pattern(c, t, of, observed)));
                format!("({parts})")
            }
            Ty::Record(fields) if apart == 2 => {
                self.meet(Construct::Destructured);
                let of = &self.parts_of(of);
                let fields = fields.iter();
                let fields = fields.map(|(f, t)| format!("{f} = {}", self.pattern(c, t, of, observed)));
                format!("{{{}}}", joined(", ", fields))
            }
            _ if c.below(12) == 11 => "_".to_owned(),
            _ => {
                let name = self.name("v");
                self.bind(&name, ty.clone(), of, observed);
                name
            }
        }
    }

    /// The same value by another way of writing it.
    fn wrapped(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        match c.below(6) {
            5 if self.on(Feature::Extensions) => self.special(c, goal, d),
            0 => {
                self.meet(Construct::Ascription);
                let exp = self.exp(c, goal, d);
                exp.of_type(self.show(c, goal))
            }
            1 => {
                self.meet(Construct::Assert);
                let exp = self.exp(c, goal, d);
                let condition = match self.on(Feature::Errors) {
                    true => self.exp(c, &BOOL, d),
                    false => exp!("true"),
                };
                exp!("assert $ $"; condition, exp)
            }
            2 if self.on(Feature::Functions) => {
                self.meet(Construct::LambdaApplied);
                let from = self.data(c, 1);
                let argument = self.exp(c, &from, d);
                let function = match c.below(2) {
                    0 => self.lambda(c, &[from], goal, d, true),
                    _ => self.travelled(c, &[from], goal, d),
                };
                exp!("$ $"; function, argument)
            }
            3 => {
                self.meet(Construct::Attribute);
                let attribute = match c.below(4) {
                    3 => VERSIONS[c.below(VERSIONS.len())],
                    other => ["inline", "opaque", "noinline"][other],
                };
                exp!("#[$] $"; attribute, self.exp(c, goal, d))
            }
            _ => self.operation(c, goal, d),
        }
    }

    /// What belongs to the type.
    pub fn operation(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        match goal {
            Ty::Prim(p) => self.number(c, *p, d),
            Ty::Array(size, element) => self.array(c, size, element, d),
            Ty::Tuple(_) if c.below(3) > 0 => self.assembled(c, goal, |g, c, t| g.exp(c, t, d)),
            Ty::Record(fields) => match c.below(3) {
                0 => self.assembled(c, goal, |g, c, t| g.exp(c, t, d)),
                _ => {
                    self.meet(Construct::RecordUpdated);
                    let (mut path, mut ty) = fields[c.below(fields.len())].clone();
                    while let (Ty::Record(inner), true) = (&ty, c.below(3) > 0) {
                        let (field, of) = inner[c.below(inner.len())].clone();
                        (path, ty) = (format!("{path}.{field}"), of);
                    }
                    let (whole, part) = (self.exp(c, goal, d), self.exp(c, &ty, d));
                    exp!("$ with $ = $"; whole, path, part)
                }
            },
            Ty::Sum(_) => self.assembled(c, goal, |g, c, t| g.exp(c, t, d)),
            _ => self.library_call(c, goal, d),
        }
    }

    /// An element of an array, within its bounds unless errors are wanted.
    pub fn indexed(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        let known = self.usable(|ty| matches!(ty, Ty::Array(_, element) if **element == *goal));
        let (array, size) = if !known.is_empty() && c.below(4) > 0 {
            let id = known[c.below(known.len())];
            let Ty::Array(size, _) = self.variables[id].ty.clone() else {
                return self.leaf(c, goal);
            };
            (self.variable(id), size)
        } else {
            let size = self.size(c);
            (self.exp(c, &Ty::array(size.clone(), goal.clone()), d), size)
        };
        match &size {
            Size::Number(n) if *n > 0 => {
                self.meet(Construct::Index);
                if c.below(2) == 0 {
                    let width = ["", "i8", "i16", "i32", "i64"][c.below(5)];
                    return exp!("$[$$]"; array, c.below(*n as usize), width);
                }
                exp!("$[$ % $]"; array, self.exp(c, &I64, d), *n)
            }
            _ if self.on(Feature::Errors) && c.below(3) == 0 => {
                self.meet(Construct::IndexUnchecked);
                exp!("$[$]"; array, self.exp(c, &I64, d))
            }
            Size::Number(_) => self.leaf(c, goal),
            size => {
                self.meet(Construct::IndexChecked);
                let (index, other) = (self.exp(c, &I64, d), self.leaf(c, goal));
                exp!("if $0 > 0 then $1[$2 % $0] else $3"; size, array, index, other)
            }
        }
    }
}

/// The parts of a tuple or record.
pub fn fields(ty: &Ty) -> Vec<(String, Ty)> {
    match ty {
        Ty::Tuple(parts) => parts
            .iter()
            .enumerate()
            .map(|(i, t)| (i.to_string(), t.clone()))
            .collect(),
        Ty::Record(fields) => fields.clone(),
        _ => Vec::new(),
    }
}
