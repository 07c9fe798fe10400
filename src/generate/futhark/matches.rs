//! Matches: what is looked at, and patterns that take it apart, some of which not every value matches.

use super::features::Construct;
use super::generator::{Aliases, Exp, Generator};
use super::quote;
use super::types::Ty;
use crate::Choices;
use crate::kit::joined;
use elder_syntax::prim::PrimType;

/// Cases of a match.
#[derive(Clone, Debug)]
enum Case {
    Constructor(usize),
    Text(String),
    /// Patterns within each other, which ask for several things.
    Tested,
    Anything,
}

impl Generator {
    /// A match on some sum, tuple or number.
    pub fn matched(&mut self, c: &mut Choices, goal: &Ty, d: usize, consuming: bool) -> Exp {
        let scrutinee_type = self.looked_at(c);
        if matches!(scrutinee_type, Ty::Prim(p) if p.is_float()) {
            return self.leaf(c, goal);
        }
        self.meet(Construct::Match);
        // Numbers that patterns ask for.
        let small = c.below(3) > 0;
        let scrutinee = match small {
            true => self.enclosed(|g| g.with_small_numbers(|g| g.exp(c, &scrutinee_type, d.min(1)))),
            false => self.enclosed(|g| g.exp(c, &scrutinee_type, d)),
        };
        let cases = self.cases(c, &scrutinee_type);
        let before = self.consumed();
        let mut gone = before.clone();
        let mut all = Vec::new();
        for case in cases {
            self.restore(&before);
            let case = c.part(|c| {
                let mark = self.mark();
                let pattern = self.case_pattern(c, &case, &scrutinee_type, &scrutinee.aliases);
                let body = if consuming {
                    self.block(c, goal, d, 2)
                } else {
                    self.exp(c, goal, d)
                };
                self.leave(mark);
                (pattern, body)
            });
            all.push(case);
            gone.resize(self.variables.len(), false);
            for (gone, variable) in gone.iter_mut().zip(&self.variables) {
                *gone |= variable.consumed;
            }
        }
        self.restore(&gone);
        quote::cases(scrutinee.alone(), all)
    }

    /// The type of what is looked at.
    fn looked_at(&mut self, c: &mut Choices) -> Ty {
        match c.below(5) {
            0 => Ty::Prim(self.prim(c)),
            1 => Ty::Tuple(vec![Ty::Prim(self.prim(c)), self.data(c, 1)]),
            2 => Ty::Tuple((0..2 + c.below(3)).map(|_| self.data(c, 1)).collect()),
            _ => {
                let known = self.usable(|ty| matches!(ty, Ty::Sum(_)));
                match c.pick(&known) {
                    Some(id) => self.variables[*id].ty.clone(),
                    None => self.data(c, 2),
                }
            }
        }
    }

    /// Cases that leave no value out.
    fn cases(&mut self, c: &mut Choices, ty: &Ty) -> Vec<Case> {
        if !matches!(ty, Ty::Prim(_)) && c.below(2) == 1 {
            let mut out = vec![Case::Tested; 1 + c.below(3)];
            out.push(Case::Anything);
            return out;
        }
        match ty {
            Ty::Sum(constructors) => {
                let mut out: Vec<Case> = (0..constructors.len()).map(Case::Constructor).collect();
                if c.below(3) == 2 {
                    out.truncate(1);
                    out.push(Case::Anything);
                }
                out
            }
            Ty::Prim(PrimType::Bool) => ["true", "false"].map(|text| Case::Text(text.to_owned())).to_vec(),
            Ty::Prim(p) if p.is_integer() => {
                let numbers = ["0", "1 0", "2 7 1"][c.below(3)].split(' ');
                let exactly = numbers.map(|n| Case::Text(n.to_owned()));
                exactly.chain([Case::Anything]).collect()
            }
            _ => vec![Case::Anything],
        }
    }

    /// The pattern of a case, with its names in scope.
    fn case_pattern(&mut self, c: &mut Choices, case: &Case, ty: &Ty, of: &Aliases) -> String {
        match (case, ty) {
            (Case::Constructor(number), Ty::Sum(constructors)) => {
                let (name, parts) = &constructors[*number];
                let parts = parts.iter().map(|part| self.pattern(c, part, of, true));
                format!("#{name} {}", joined(" ", parts))
            }
            (Case::Tested, _) => {
                self.meet(Construct::TestedPattern);
                self.tested(c, ty, of)
            }
            (Case::Text(text), _) => text.clone(),
            _ => self.pattern(c, ty, of, true),
        }
    }

    /// A pattern that some values of the type do not match, wherever it can be, its names in scope.
    fn tested(&mut self, c: &mut Choices, ty: &Ty, of: &Aliases) -> String {
        match ty {
            _ if c.below(4) == 0 => self.pattern(c, ty, of, true),
            Ty::Prim(p) => tested_number(c, *p),
            Ty::Tuple(parts) => {
                let of = &self.parts_of(of);
                format!("({})", joined(", ", parts.iter().map(|t| self.tested(c, t, of))))
            }
            Ty::Record(fields) => {
                let of = &self.parts_of(of);
                let fields = fields
                    .iter()
                    .map(|(f, t)| format!("{f} = {}", self.tested(c, t, of)));
                format!("{{{}}}", joined(", ", fields))
            }
            Ty::Sum(constructors) => {
                let (name, parts) = &constructors[c.below(constructors.len())];
                let of = &self.parts_of(of);
                let parts = parts.iter().map(|part| match self.tested(c, part, of) {
                    open if open.starts_with(['#', '-']) => format!("({open})"),
                    closed => closed,
                });
                format!("#{name} {}", joined(" ", parts))
            }
            _ => self.pattern(c, ty, of, true),
        }
    }

    /// What parts of a value share memory with: each other too, for all that is known.
    pub fn parts_of(&mut self, whole: &Aliases) -> Aliases {
        whole.union(&self.shared()).copied().collect()
    }

    /// Numbers that are made here are 0, 1 or 2, so that many of them are the same.
    pub fn with_small_numbers<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        self.with(|g| &mut g.is_small, true, make)
    }
}

/// A number as a pattern.
fn tested_number(c: &mut Choices, p: PrimType) -> String {
    let number = c.below(3);
    match p {
        PrimType::Bool => ["true", "false"][number % 2].to_owned(),
        _ if p.is_float() => format!("{number}.0"),
        _ if p.is_signed() && c.below(6) == 5 => format!("-{number}"),
        _ => number.to_string(),
    }
}
