//! One of several functions: what conditionals, matches, loops and arrays give where the checker is told that they may give functions (FUT-DF-OR-TYPE).
//!
//! Functions are chosen among lambdas, operators, functions by their names and partial applications, which capture what is in scope, and arrays and records that stand
//! before them: of another shape in each branch.  Choices are made within each other, in tuples, records, sums and arrays, applied at once, later, in part, in
//! combinators, and given to and by functions.
//!
//! Names of functions begin with `fs`, as `f64` is the name of a module of numbers.  Two things are not made, as the pass refuses them: functions of a loop that capture
//! what they were before (FUT-DF-OR-LOOP/finite), and elements of an array that bind arrays of their own (FUT-DF-OR-ARRAY/regular).

use super::features::{Construct, Feature};
use super::generator::{Aliases, Exp, Form, Generator};
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
        let ty = Ty::Fun(takes.to_vec(), Box::new(gives.clone())).text();
        Some(Exp::atom(format!("({} : {ty})", function.operand(0))).with([&function]))
    }

    fn of_branches(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfBranch);
        let condition = self.decision(c, 1);
        let (yes, no) = (self.one_of(c, takes, gives, d), self.one_of(c, takes, gives, d));
        Exp::open(format!(
            "if {} then {} else {}",
            condition.text,
            yes.argument(),
            no.argument()
        ))
        .with([&yes, &no])
    }

    fn of_cases(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfCase);
        let scrutinee = self.exp(c, &I64, 1);
        let count = 2 + c.below(2);
        let mut text = format!("match {}", scrutinee.operand(0));
        let mut all = Vec::new();
        for k in 0..count {
            let pattern = match k + 1 == count {
                true => "_".to_owned(),
                false => k.to_string(),
            };
            let body = self.one_of(c, takes, gives, d);
            text += &format!(" case {pattern} -> {}", body.argument());
            all.push(body);
        }
        Exp::open(text).with(&all)
    }

    /// `(if b then {f = .., with = ..} else ..).f`
    fn of_records(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfRecord);
        let condition = self.decision(c, 1);
        let other = self.data(c, 1);
        let mut records = Vec::new();
        for _ in 0..2 {
            let (f, a) = (self.one_of(c, takes, gives, d), self.exp(c, &other, d));
            records.push(Exp::atom(format!("{{f = {}, a = {}}}", f.text, a.text)).with([&f, &a]));
        }
        let (yes, no) = (&records[0], &records[1]);
        let chosen = format!("(if {} then {} else {})", condition.text, yes.text, no.text);
        let text = match c.below(3) {
            0 => {
                let f = self.one_of(c, takes, gives, d);
                let updated = format!("({chosen} with f = {}).f", f.argument());
                return Exp::atom(updated).with([yes, no, &f]);
            }
            _ => format!("{chosen}.f"),
        };
        Exp::atom(text).with([yes, no])
    }

    /// `let (f, g) = if b then (.., ..) else (.., ..) in if c then f else g`
    fn of_tuples(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfTuple);
        let (chosen, asked) = (self.decision(c, 1), self.decision(c, 1));
        let all: Vec<Exp> = (0..4).map(|_| self.one_of(c, takes, gives, d)).collect();
        let (f, g) = (self.name("fs"), self.name("fs"));
        let [a, b, x, y] = [0, 1, 2, 3].map(|k| all[k].text.as_str());
        Exp::open(format!(
            "let ({f}, {g}) = if {} then ({a}, {b}) else ({x}, {y}) in if {} then {f} else {g}",
            chosen.text, asked.text
        ))
        .with(&all)
    }

    /// `[.., ..][i]`, perhaps updated before.
    fn of_elements(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfArray);
        let count = 1 + c.below(3);
        let mut all: Vec<Exp> = (0..count).map(|_| self.single(c, takes, gives, d)).collect();
        let texts = joined(", ", all.iter().map(|f| f.text.as_str()));
        let mut array = format!("[{texts}]");
        if c.below(3) == 2 {
            let new = self.single(c, takes, gives, d);
            array = format!("{array} with [{}] = {}", c.below(count), new.argument());
            all.push(new);
        }
        let index = self.exp(c, &I64, 1);
        let index = index.operand(super::scalars::PRODUCT - 1);
        Exp::atom(format!("(({array})[{index} % {count}])")).with(&all)
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
        let ty = Ty::Fun(takes.to_vec(), Box::new(gives.clone())).text();
        let shown = |name: &String| match gives.may_alias() {
            true => format!("{name}: {ty}"),
            false => name.clone(),
        };
        let taken = names.iter().map(shown).collect::<Vec<_>>().join(", ");
        if let ([first], [name]) = (all.as_slice(), names.as_slice()) {
            // Another one may come in its place, which knows the round.
            let (condition, other) = self.enclosed(|g| {
                g.bind(&at, I64, &Aliases::new(), true);
                (g.decision(c, 1), g.one_of(c, takes, gives, d))
            });
            return Exp::open(format!(
                "loop ({taken}) = {} for {at} < {rounds}i64 do if {} then {name} else {}",
                first.operand(0),
                condition.text,
                other.argument()
            ))
            .with([first, &other]);
        }
        let (texts, mut turned) = (texts(&all), names.clone());
        turned.rotate_left(1 + c.below(count - 1));
        let turned = turned.join(", ");
        let text = format!("(loop ({taken}) = ({texts}) for {at} < {rounds}i64 do ({turned})).0");
        Exp::atom(text).with(&all)
    }

    /// `match (if b then #some f else #none) case #some g -> g case #none -> ..`
    fn of_sums(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfSum);
        let condition = self.decision(c, 1);
        let (some, none) = (self.one_of(c, takes, gives, d), self.one_of(c, takes, gives, d));
        let ty = Ty::Fun(takes.to_vec(), Box::new(gives.clone())).text();
        let sum = format!("#some ({ty}) | #none");
        let f = self.name("fs");
        Exp::open(format!(
            "match (if {} then (#some {} : {sum}) else (#none : {sum})) case #some {f} -> {f} case #none -> {}",
            condition.text,
            some.argument(),
            none.argument()
        ))
        .with([&some, &none])
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
            Exp::open(format!("let {name} = {} in {}", value.operand(0), f.operand(0))).with([&value, &f])
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
            let mut parameters = format!("[{n}] ({v}: {})", array.text());
            g.sizes.push(size);
            g.bind(&n, I64, &Aliases::new(), true);
            g.bind(&v, array, &Aliases::new(), true);
            for ty in takes {
                let pattern = g.pattern(c, ty, &Aliases::new(), true);
                parameters += &format!(" ({pattern}: {})", ty.text());
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
        let mut chosen = Exp::open(format!(
            "let {h} {parameters}: {} = {} in if {} then {h} {} else {h} {}",
            gives.text(),
            body.operand(0),
            condition.text,
            yes.argument(),
            no.argument()
        ))
        .with(&arrays);
        chosen.aliases.extend(&free);
        chosen
    }

    /// One of several functions of a function, applied to one.
    fn of_a_choice(&mut self, c: &mut Choices, takes: &[Ty], gives: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionOfFunction);
        let condition = self.decision(c, 1);
        let ty = Ty::Fun(takes.to_vec(), Box::new(gives.clone())).text();
        let f = self.one_of(c, takes, gives, d);
        // It stands in a lambda, which captures what its conditions read, too; there as well it may be bound.
        let (other, free) = self.closed(|g| g.quietly(|g| g.one_of(c, takes, gives, d)));
        let (h, x) = (self.name("h"), self.name("x"));
        let within = match takes {
            [one] if one == gives => format!("\\({h}: {ty}) -> \\({x}: {}) -> {h} ({h} {x})", one.text()),
            [one] => format!("\\({h}: {ty}) -> \\({x}: {}) -> {h} {x}", one.text()),
            _ => format!("\\({h}: {ty}) -> {h}"),
        };
        let instead = format!("\\(_: {ty}) -> {}", other.argument());
        let mut chosen = Exp::new(
            Form::Applied,
            format!(
                "(if {} then {within} else {instead}) {}",
                condition.text,
                f.argument()
            ),
        )
        .with([&f]);
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
        Exp::new(Form::Applied, format!("{} {}", f.argument(), argument.argument())).with([&f, &argument])
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
        let applied = |f: &str, args: &[Exp]| {
            let args = args.iter().map(|arg| format!(" {}", arg.argument()));
            format!("{f}{}", args.collect::<String>())
        };
        match given.len() {
            1 if takes[0] == *goal => {
                let text = format!(
                    "let {name} = {} in {name} ({name} {})",
                    f.operand(0),
                    given[0].argument()
                );
                Exp::open(text).with(given.iter().chain([&f]))
            }
            2 if c.below(2) == 1 => {
                let part = self.name("g");
                let text = format!(
                    "let {name} = {} let {part} = {name} {} in {part} {}",
                    f.operand(0),
                    given[0].argument(),
                    given[1].argument()
                );
                Exp::open(text).with(given.iter().chain([&f]))
            }
            _ if d > 0 => {
                // It is in scope, and applied at least once.
                let call = applied(&name, &given);
                let scheme = Scheme::plain(name.clone(), takes.clone(), goal.clone());
                let (condition, other) = self.enclosed(|g| {
                    g.quietly(|g| {
                        g.local(scheme, &f.aliases);
                        (g.decision(c, 1), g.exp(c, goal, d - 1))
                    })
                });
                let text = format!(
                    "let {name} = {} in if {} then {call} else {}",
                    f.operand(0),
                    condition.text,
                    other.argument()
                );
                Exp::open(text).with(given.iter().chain([&f, &other]))
            }
            _ => Exp::new(Form::Applied, applied(&f.argument(), &given)).with(given.iter().chain([&f])),
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
        let text = format!(
            "loop ({x}: {}) = {} for {f} in [{}] do {f} {x}",
            goal.text(),
            start.operand(0),
            texts(&all)
        );
        Exp::open(text).with(all.iter().chain([&start]))
    }
}

fn texts(all: &[Exp]) -> String {
    all.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join(", ")
}
