//! One of several functions: what conditionals, matches, loops and arrays give where the checker is told that they may give functions (FUT-DF-OR-TYPE).
//!
//! Functions are chosen among lambdas, operators, functions by their names and partial applications, which capture what is in scope, and arrays and records that stand
//! before them: of another shape in each branch.  Choices are made within each other, in tuples, records, sums and arrays, applied at once, later, in part, in
//! combinators, and given to and by functions.
//!
//! Names of functions begin with `fs`, as `f64` is the name of a module of numbers.  Two things are not made, as the pass refuses them: functions of a loop that capture
//! what they were before (FUT-DF-OR-LOOP/finite), and elements of an array that bind arrays of their own (FUT-DF-OR-ARRAY/regular).

use super::features::{Construct, Feature};
use super::generator::{Aliases, Exp, Generator};
use super::quote::{self, exp, many, part};
use super::signature::Scheme;
use super::types::{I64, Size, Ty};
use crate::Choices;
use crate::kit::joined;

/// How often the body of a loop over functions is taken at most.
const ROUNDS: usize = 5;

impl Generator {
    /// One of several functions from these types to that.  What they capture is not consumed here.
    pub fn chosen_function(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.enclosed(|g| g.quietly(|g| g.one_of(c, takes, gives, d)))
    }

    fn one_of(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        if d == 0 || self.budget == 0 {
            return self.single(c, takes, gives, 0);
        }
        self.budget -= 1;
        let d = d - 1;
        c.part(|c| match c.below(12) {
            1 => self.of_branches(c, takes, gives, d),
            2 if self.on(Feature::Arrays) => self.of_one_with_arrays(c, takes, gives, d),
            11 | 2 => self.of_cases(c, takes, gives, d),
            3 if self.on(Feature::Records) => self.of_records(c, takes, gives, d),
            3 | 4 => self.of_tuples(c, takes, gives, d),
            5 if self.on(Feature::Arrays) => self.of_elements(c, takes, gives, d),
            6 if self.on(Feature::Loops) => self.of_rounds(c, takes, gives, d),
            7 if self.on(Feature::Sums) => self.of_sums(c, takes, gives, d),
            8 => self.behind_a_value(c, takes, gives, d),
            9 => self.of_a_choice(c, takes, gives, d),
            10 => self.in_part(c, takes, gives, d),
            _ => self.single(c, takes, gives, d),
        })
    }

    /// A function that is none of several; what it takes is annotated, as nothing around it may say it.
    fn single(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        let numbers = takes.iter().all(|ty| matches!(ty, Ty::Prim(_)));
        // A function that consumes what it takes makes all others consume it.
        let plain = !takes.iter().any(Ty::may_alias);
        // One whose result is unique takes no other in its place.
        let replaceable = |s: &Scheme| !s.fresh;
        let other = match c.below(6) {
            3 if numbers => self.section(c, takes, gives),
            4 if plain => self.known_function(c, takes, gives, replaceable),
            5 if plain && d > 0 => self.partial_ascribed(c, takes, gives, replaceable, d - 1),
            _ => None,
        };
        match other {
            Some(function) => function,
            None => self.lambda(c, takes, gives, d, true),
        }
    }

    /// A partial application that says its type: what it captured may be `(.0)`, of which nothing else need say what it takes.
    fn partial_ascribed(
        &mut self,
        c: &mut Choices,
        takes: &[Ty],
        gives: &Ty,
        wanted: fn(&Scheme) -> bool,
        d: usize,
    ) -> Option<Exp> {
        let function = self.partial(c, takes, gives, wanted, d)?;
        Some(function.of_type(&Ty::function(takes, gives)))
    }

    fn of_branches(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfBranch);
        let condition = self.decision(c, 1);
        let (yes, no) = (self.one_of(c, takes, gives, d), self.one_of(c, takes, gives, d));
        exp!("if $ then $ else $"; condition, yes, no)
    }

    fn of_cases(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfCase);
        let scrutinee = self.exp(c, &I64, 1);
        let count = 2 + c.below(2);
        let cases = (0..count).map(|k| {
            let pattern = match k + 1 == count {
                true => "_".to_owned(),
                false => k.to_string(),
            };
            (pattern, self.one_of(c, takes, gives, d))
        });
        quote::cases(scrutinee, cases.collect())
    }

    /// `(if b then {f = .., with = ..} else ..).f`
    fn of_records(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfRecord);
        let condition = self.decision(c, 1);
        let other = self.data(c, 1);
        let mut records = Vec::new();
        for _ in 0..2 {
            let (f, a) = (self.one_of(c, takes, gives, d), self.exp(c, &other, d));
            records.push(exp!("{f = $, a = $}"; f, a));
        }
        let (yes, no) = (&records[0], &records[1]);
        let chosen = exp!("if $ then $ else $"; condition, yes, no);
        match c.below(3) {
            0 => exp!("($ with f = $).f"; chosen, self.one_of(c, takes, gives, d)),
            _ => exp!("$.f"; chosen),
        }
    }

    /// `let (f, g) = if b then (.., ..) else (.., ..) in if c then f else g`
    fn of_tuples(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfTuple);
        let (chosen, asked) = (self.decision(c, 1), self.decision(c, 1));
        let all: Vec<Exp> = (0..4).map(|_| self.one_of(c, takes, gives, d)).collect();
        let (f, g) = (self.name("fs"), self.name("fs"));
        let [a, b, x, y] = [0, 1, 2, 3].map(|k| &all[k]);
        let template = "let ($0, $1) = if $ then ($, $) else ($, $) in if $ then $0 else $1";
        exp!(template; f, g, chosen, a, b, x, y, asked)
    }

    /// `[.., ..][i]`, perhaps updated before.
    fn of_elements(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfArray);
        let count = 1 + c.below(3);
        let all: Vec<Exp> = (0..count).map(|_| self.single(c, takes, gives, d)).collect();
        let mut array = exp!("[$]"; many(", ", &all));
        if c.below(3) == 2 {
            let new = self.single(c, takes, gives, d);
            array = exp!("$ with [$] = $"; array, c.below(count), new);
        }
        exp!("$[$ % $]"; array, self.exp(c, &I64, 1), count)
    }

    /// A loop whose parameter is a function or several, which change places or give way to others.
    fn of_rounds(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfLoop);
        let count = 1 + c.below(3);
        let all: Vec<Exp> = (0..count).map(|_| self.one_of(c, takes, gives, d)).collect();
        let names: Vec<String> = (0..count).map(|_| self.name("fs")).collect();
        let at = self.name("at");
        let rounds = c.below(ROUNDS);
        // What is known of the first ones, as that a result is unique, need not be so of the others.
        let ty = &Ty::function(takes, gives);
        let shown = |name: &String| match gives.may_alias() {
            true => part!("$: $"; name, ty),
            false => name.into(),
        };
        let taken = many(", ", names.iter().map(shown));
        let given = quote::tuple(&all);
        if let [name] = names.as_slice() {
            // Another one may come in its place, which knows the round.
            let (condition, other) = self.enclosed(|g| {
                g.bind(&at, I64, &Aliases::new(), true);
                (g.decision(c, 1), g.one_of(c, takes, gives, d))
            });
            let template = "loop ($) = $ for $ < $i64 do if $ then $ else $";
            return exp!(template; taken, given, at, rounds, condition, name, other);
        }
        let mut turned = names.clone();
        turned.rotate_left(1 + c.below(count - 1));
        exp!("(loop ($) = $ for $ < $i64 do ($)).0"; taken, given, at, rounds, joined(", ", turned))
    }

    /// `match (if b then #some f else #none) case #some g -> g case #none -> ..`
    fn of_sums(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfSum);
        let condition = self.decision(c, 1);
        let (some, none) = (self.one_of(c, takes, gives, d), self.one_of(c, takes, gives, d));
        let ty = &Ty::function(takes, gives);
        let f = self.name("fs");
        let template = "match (if $ then (#some $ : #some ($2) | #none) else (#none : #some ($2) | #none)) case #some $3 -> $3 case #none -> $4";
        exp!(template; condition, some, ty, f, none)
    }

    /// A value by a name, of a type that no other branch has, and a function that may capture it.
    fn behind_a_value(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionBehindValue);
        let ty = match self.on(Feature::Arrays) && c.below(3) > 0 {
            true => {
                let element = match gives {
                    Ty::Prim(_) => gives.clone(),
                    _ => Ty::Prim(self.prim(c)),
                };
                Ty::array(Size::Number(1 + c.below(4) as i64), element)
            }
            false => self.data(c, 2),
        };
        let value = self.exp(c, &ty, d);
        let name = self.name("v");
        self.enclosed(|g| {
            g.bind(&name, ty, &value.aliases, true);
            let f = g.one_of(c, takes, gives, d);
            exp!("let $ = $ in $"; name, value, f)
        })
    }

    /// One function that has arrays of different sizes already: `let h [n] (v: [n]t) x = .. in if b then h .. else h ..`.
    fn of_one_with_arrays(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionWithArrays);
        let (h, n, v) = (self.name("h"), self.name("n"), self.name("v"));
        let element = Ty::Prim(self.prim(c));
        let ((parameters, body), free) = self.closed(|g| {
            let size = Size::name(&n);
            let array = Ty::array(size.clone(), element.clone());
            let mut parameters = vec![part!("($: $)"; &v, &array)];
            g.sizes.push(size);
            g.bind(&n, I64, &Aliases::new(), true);
            g.bind(&v, array, &Aliases::new(), true);
            for ty in takes {
                let pattern = g.pattern(c, ty, &Aliases::new(), true);
                parameters.push(part!("($: $)"; pattern, ty));
            }
            let body = g.exp(c, gives, d);
            let body = g.apart_from_globals(body, gives);
            (parameters, body)
        });
        let condition = self.decision(c, 1);
        let arrays = [0, 1].map(|_| {
            let ty = Ty::array(Size::Number(c.below(4) as i64), element.clone());
            self.exp(c, &ty, d)
        });
        let [yes, no] = &arrays;
        let template = "let $0 [$] $ : $ = $ in if $ then $0 $ else $0 $";
        let mut chosen = exp!(template; h, n, many(" ", parameters), gives, body.alone(), condition, yes, no);
        chosen.aliases.extend(&free);
        chosen
    }

    /// One of several functions of a function, applied to one.
    fn of_a_choice(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfFunction);
        let condition = self.decision(c, 1);
        let ty = &Ty::function(takes, gives);
        let f = self.one_of(c, takes, gives, d);
        // It stands in a lambda, which captures what its conditions read, too; there as well it may be bound.
        let (other, free) = self.closed(|g| g.quietly(|g| g.one_of(c, takes, gives, d)));
        let (h, x) = (self.name("h"), self.name("x"));
        let within = match takes {
            [one] if one == gives => exp!("\\($0: $1) -> \\($2: $3) -> $0 ($0 $2)"; h, ty, x, one),
            [one] => exp!("\\($0: $1) -> \\($2: $3) -> $0 $2"; h, ty, x, one),
            _ => exp!("\\($0: $1) -> $0"; h, ty),
        };
        let mut chosen = exp!("(if $ then $ else \\(_: $) -> $) $"; condition, within, ty, other.alone(), f);
        chosen.aliases.extend(&free);
        chosen
    }

    /// One of several functions with some of its arguments.
    fn in_part(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionInPart);
        let first = self.data(c, 1);
        let argument = self.exp(c, &first, d);
        let mut all = vec![first];
        all.extend(takes.iter().cloned());
        let f = self.one_of(c, &all, gives, d);
        exp!("$ $"; f, argument)
    }

    /// A value that one of several functions gives.
    pub fn chosen_application(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.meet(Construct::ChoiceApplied);
        let is_turn = self.on(Feature::Loops) && self.on(Feature::Arrays) && c.below(4) == 3;
        if is_turn {
            return self.in_turn(c, goal, d);
        }
        let takes: Vec<Ty> = match c.below(3) {
            0 => vec![goal.clone()],
            count => (0..count).map(|_| self.data(c, 1)).collect(),
        };
        let f = self.chosen_function(c, &takes, goal, d);
        let name = self.name("g");
        let mut arguments = |g: &mut Generator| -> Vec<Exp> {
            g.enclosed(|g| g.quietly(|g| takes.iter().map(|ty| g.exp(c, ty, d)).collect()))
        };
        let given = arguments(self);
        let call = |f: Exp| given.iter().fold(f, |f, argument| exp!("$ $"; f, argument));
        match given.len() {
            1 if takes[0] == *goal => exp!("let $0 = $ in $0 ($0 $)"; name, f, &given[0]),
            2 if c.below(2) == 1 => {
                exp!("let $0 = $2 let $1 = $0 $3 in $1 $4"; name, self.name("g"), f, &given[0], &given[1])
            }
            _ if d > 0 => {
                // It is in scope, and applied at least once.
                let call = call(Exp::named(&name));
                let scheme = Scheme::plain(name.clone(), takes.clone(), goal.clone());
                let (condition, other) = self.enclosed(|g| {
                    g.quietly(|g| {
                        g.local(scheme, &f.aliases);
                        (g.decision(c, 1), g.exp(c, goal, d - 1))
                    })
                });
                exp!("let $ = $ in if $ then $ else $"; name, f, condition, call, other)
            }
            _ => call(f),
        }
    }

    /// `loop x = .. for f in [.., ..] do f x`
    fn in_turn(&mut self, c: &mut Choices, goal: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionsInTurn);
        let start = self.enclosed(|g| g.quietly(|g| g.exp(c, goal, d)));
        let takes = std::slice::from_ref(goal);
        let count = 1 + c.below(3);
        let all: Vec<Exp> =
            self.enclosed(|g| g.quietly(|g| (0..count).map(|_| g.single(c, takes, goal, d)).collect()));
        let (x, f) = (self.name("x"), self.name("fs"));
        exp!("loop ($0: $) = $ for $ in $ do $3 $0"; x, goal, start, f, exp!("[$]"; many(", ", &all)))
    }
}
