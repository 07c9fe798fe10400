//! Effects of Dex: monoids, states, readers and exceptions, in handlers in loops in handlers.
//!
//! A program is made of statements, and a small interpreter of them says what is in each reference at the end.  The operation of the monoid may itself
//! be made of handlers, or fail; exceptions are thrown from any depth, out of regions, whose content is then lost, and of loops.

use super::algebra::Operator;
use super::fold::{dex_parts, dex_type, monoid, operator};
use super::{scalar, vector};
use crate::Choices;
use crate::kit::{joined, tuple};
use crate::meant::{Expected, Meant, Output};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;

/// A place in the table of states and in that of accumulators.
const PLACES: usize = 3;

#[derive(Clone, Debug)]
enum Number {
    Is(i32),
    /// What is read.
    Asked,
    /// What the state has.
    Got,
    /// What a place of the table of states has.
    GotAt(usize),
    /// The number of the round, of the loop that is so deep.
    Round(usize),
    Minus(Box<Number>, Box<Number>),
}

#[derive(Clone, Debug)]
enum Statement {
    Put(Number),
    PutAt(usize, Number),
    /// `r += one x i`.
    Add(Number, Number),
    /// The same, into a place of the table of accumulators.
    AddAt(usize, Number, Number),
    For(usize, Vec<Statement>),
    If(Number, Box<Statement>, Box<Statement>),
    /// Another region of the same monoid, what comes of which is added.
    Within(Vec<Statement>),
    /// Another reader.
    Reading(Number, Vec<Statement>),
    /// Another state, which is put into the outer one at the end.
    Stated(Number, Vec<Statement>),
    /// Throws, if the number is above zero.
    Throw(Number),
    /// Fails, if the number is above the bound: nothing catches that.
    Fail(Number, i32),
    /// Another region of the same monoid, in what catches: what comes of it is added, or an element if it was left.
    Tried(Vec<Statement>),
    /// What throws before the last statements, if the number is above zero; what was done remains, and five are taken from the state.
    Caught(Vec<Statement>, Number, Vec<Statement>),
}

/// What ends a statement early.
enum Stop {
    Thrown,
    Failed,
}

type Done = Result<(), Stop>;

/// How the operation of the monoid is written.
#[derive(Clone, Copy, Debug)]
enum Made {
    Plainly,
    ByState,
    ByReader,
    ByFold,
    /// Both ways give the same.
    ByCatch,
    /// It fails above this sum.
    Bounded(i32),
}

/// Sums of squares: they only grow, so that every order of combining them meets a bound or none does.
const SQUARES: Operator = Operator {
    name: "squares",
    neutral: &[0],
    parts: &["a0 + b0"],
    combine: |a, b| vec![a.iter().chain(b).fold(0, |sum, x| sum.wrapping_add(*x))],
    element: &["(x * x) + (i * i)"],
    lift: |x, i| vec![x * x + i * i],
    commutes: true,
};

/// What is in all references.
#[derive(Clone)]
struct Store {
    state: i32,
    states: Vec<i32>,
    sums: Vec<i32>,
    table: Vec<Vec<i32>>,
    asked: i32,
    rounds: Vec<i32>,
    made: Made,
    /// How often something was thrown.
    thrown: usize,
}

/// What programs are about: in how many statements one throws where that is caught, and in how many one fails, there and elsewhere.
#[derive(Clone, Copy, Debug)]
struct About {
    throws: usize,
    fails: (usize, usize),
    /// Above which number it fails.
    bounds: &'static [i32],
    /// How many of the statements catch, of eighteen more.
    catches: usize,
}

/// Weighed by how often they stand here.
const ABOUT: &[About] = &[
    About {
        throws: 6,
        fails: (40, 60),
        bounds: &[7],
        catches: 1,
    },
    THROWN,
    THROWN,
    About {
        throws: 4,
        fails: (5, 8),
        bounds: &[4, 2, 0, -2],
        catches: 6,
    },
];

const THROWN: About = About {
    throws: 4,
    fails: (30, 60),
    bounds: &[7, 3],
    catches: 10,
};

fn number(c: &mut Choices, loops: usize, depth: usize) -> Number {
    match c.below(if depth == 0 { 5 } else { 6 }) {
        0 => Number::Asked,
        1 => Number::Got,
        2 => Number::GotAt(c.below(PLACES)),
        3 if loops > 0 => Number::Round(c.below(loops)),
        3 | 4 => Number::Is(c.number(-4, 9)),
        _ => {
            let left = c.part(|c| number(c, loops, depth - 1));
            let right = c.part(|c| number(c, loops, depth - 1));
            Number::Minus(Box::new(left), Box::new(right))
        }
    }
}

fn simple(c: &mut Choices, loops: usize) -> Statement {
    match c.below(6) {
        0 => Statement::Put(number(c, loops, 2)),
        1 => Statement::PutAt(c.below(PLACES), number(c, loops, 2)),
        2 | 3 => Statement::Add(number(c, loops, 1), number(c, loops, 1)),
        _ => Statement::AddAt(c.below(PLACES), number(c, loops, 1), number(c, loops, 1)),
    }
}

/// Where statements stand.
#[derive(Clone, Copy)]
struct At {
    about: About,
    loops: usize,
    depth: usize,
    /// Whether what is thrown is caught.
    throws: bool,
}

fn statements(c: &mut Choices, at: At) -> Vec<Statement> {
    let count = 1 + c.below(3);
    (0..count).map(|_| c.part(|c| statement(c, at))).collect()
}

fn statement(c: &mut Choices, at: At) -> Statement {
    let At {
        about,
        loops,
        depth,
        throws,
    } = at;
    if throws && c.one_in(about.throws) {
        return Statement::Throw(number(c, loops, 1));
    }
    let (caught, open) = about.fails;
    if c.one_in(if throws { caught } else { open }) {
        let bound = c.pick(about.bounds).copied().unwrap_or(7);
        return Statement::Fail(number(c, loops, 1), bound);
    }
    let Some(depth) = depth.checked_sub(1) else {
        return simple(c, loops);
    };
    let at = At { depth, ..at };
    let inside = At { throws: true, ..at };
    match c.below(18 + about.catches) {
        0..=3 => Statement::For(
            c.below(5),
            statements(
                c,
                At {
                    loops: loops + 1,
                    ..at
                },
            ),
        ),
        4 => {
            let condition = number(c, loops, 1);
            Statement::If(condition, Box::new(simple(c, loops)), Box::new(simple(c, loops)))
        }
        5 | 6 => Statement::Within(statements(c, at)),
        7 => Statement::Reading(number(c, loops, 1), statements(c, at)),
        8 => Statement::Stated(number(c, loops, 1), statements(c, at)),
        9..=17 => simple(c, loops),
        way if way % 2 == 0 => Statement::Tried(statements(c, inside)),
        _ => {
            let before = statements(c, inside);
            let condition = number(c, loops, 1);
            Statement::Caught(before, condition, statements(c, At { depth: 0, ..inside }))
        }
    }
}

impl Store {
    fn number(&self, number: &Number) -> i32 {
        match number {
            Number::Is(x) => *x,
            Number::Asked => self.asked,
            Number::Got => self.state,
            Number::GotAt(k) => self.states.get(*k).copied().unwrap_or_default(),
            Number::Round(k) => self.rounds.get(*k).copied().unwrap_or_default(),
            Number::Minus(a, b) => self.number(a).wrapping_sub(self.number(b)),
        }
    }

    /// An element of numbers that are cut to what the operators are made for.
    fn element(&self, operator: &Operator, x: &Number, i: &Number) -> Vec<i32> {
        (operator.lift)(cut(self.number(x)), cut(self.number(i)))
    }

    /// What the operation gives.
    fn combined(&self, operator: &Operator, a: &[i32], b: &[i32]) -> Result<Vec<i32>, Stop> {
        let sum = (operator.combine)(a, b);
        match (self.made, sum.first()) {
            (Made::Bounded(most), Some(sum)) if *sum > most => Err(Stop::Failed),
            _ => Ok(sum),
        }
    }

    fn throw(&mut self) -> Done {
        self.thrown += 1;
        Err(Stop::Thrown)
    }

    fn run_all(&mut self, operator: &Operator, all: &[Statement]) -> Done {
        all.iter().try_for_each(|statement| self.run(operator, statement))
    }

    /// Statements that have some of what is there for themselves: what that is afterwards, and how they ended.
    fn run_in<T>(
        &mut self,
        part: fn(&mut Store) -> &mut T,
        own: T,
        operator: &Operator,
        all: &[Statement],
    ) -> (T, Done) {
        let outer = std::mem::replace(part(self), own);
        let done = self.run_all(operator, all);
        (std::mem::replace(part(self), outer), done)
    }

    fn run(&mut self, operator: &Operator, statement: &Statement) -> Done {
        match statement {
            Statement::Put(x) => self.state = self.number(x),
            Statement::PutAt(k, x) => {
                let x = self.number(x);
                if let Some(place) = self.states.get_mut(*k) {
                    *place = x;
                }
            }
            Statement::Add(x, i) => {
                let element = self.element(operator, x, i);
                self.sums = self.combined(operator, &self.sums, &element)?;
            }
            Statement::AddAt(k, x, i) => {
                let element = self.element(operator, x, i);
                let old = self.table.get(*k).cloned().unwrap_or_default();
                let new = self.combined(operator, &old, &element)?;
                if let Some(place) = self.table.get_mut(*k) {
                    *place = new;
                }
            }
            Statement::For(n, body) => {
                // A round that throws does not keep the loop from the others (DX-E-FOR).
                let mut came = Ok(());
                for round in (0..).take(*n) {
                    self.rounds.push(round);
                    let done = self.run_all(operator, body);
                    self.rounds.pop();
                    match done {
                        Err(Stop::Failed) => return Err(Stop::Failed),
                        done => came = came.and(done),
                    }
                }
                came?;
            }
            Statement::If(condition, yes, no) => {
                let taken = if self.number(condition) > 0 { yes } else { no };
                self.run(operator, taken)?;
            }
            Statement::Throw(x) if self.number(x) > 0 => return self.throw(),
            Statement::Fail(x, bound) if self.number(x) > *bound => return Err(Stop::Failed),
            Statement::Throw(_) | Statement::Fail(..) => {}
            Statement::Within(body) => {
                let start = operator.neutral.to_vec();
                let (sums, done) = self.run_in(|store| &mut store.sums, start, operator, body);
                done?;
                self.sums = self.combined(operator, &self.sums, &sums)?;
            }
            Statement::Tried(body) => {
                let start = operator.neutral.to_vec();
                let (sums, done) = self.run_in(|store| &mut store.sums, start, operator, body);
                let sums = match done {
                    Ok(()) => sums,
                    Err(Stop::Thrown) => (operator.lift)(2, 1),
                    Err(Stop::Failed) => return Err(Stop::Failed),
                };
                self.sums = self.combined(operator, &self.sums, &sums)?;
            }
            Statement::Reading(x, body) => {
                let inner = self.number(x);
                self.run_in(|store| &mut store.asked, inner, operator, body).1?;
            }
            Statement::Stated(x, body) => {
                let inner = self.number(x);
                let (state, done) = self.run_in(|store| &mut store.state, inner, operator, body);
                done?;
                self.state = state;
            }
            Statement::Caught(before, condition, after) => {
                let done = self
                    .run_all(operator, before)
                    .and_then(|()| match self.number(condition) > 0 {
                        true => self.throw(),
                        false => self.run_all(operator, after),
                    });
                match done {
                    Ok(()) => {}
                    Err(Stop::Thrown) => self.state = self.state.wrapping_sub(5),
                    Err(Stop::Failed) => return Err(Stop::Failed),
                }
            }
        }
        Ok(())
    }
}

impl Made {
    fn name(self) -> &'static str {
        match self {
            Made::Plainly => "plainly",
            Made::ByState => "by a state",
            Made::ByReader => "by a reader",
            Made::ByFold => "by a loop",
            Made::ByCatch => "by exceptions",
            Made::Bounded(_) => "bounded",
        }
    }

    /// The definition of the operation, if it is not the plain one.
    fn text(self, operator: &Operator) -> Option<String> {
        let (left, right) = (tuple(operator.names("a")), tuple(operator.names("b")));
        let t = dex_type(operator);
        let parts = tuple(dex_parts(operator.parts));
        let body = match self {
            Made::Plainly => return None,
            Made::ByState => format!(
                "  yieldState a \\s:(Ref _ {t}).\n    {left} = get s\n    {right} = b\n    s := {parts}\n"
            ),
            Made::ByReader => {
                format!("  withReader b \\q:(Ref _ {t}).\n    {right} = ask q\n    {left} = a\n    {parts}\n")
            }
            Made::ByFold => {
                format!("  fold a \\i:(Fin 1) s.\n    {left} = s\n    {right} = b\n    {parts}\n")
            }
            Made::ByCatch => format!(
                "  {left} = a\n  {right} = b\n  w = catch \\u:Unit.\n    if a0 > b0 then (throw ()) else ()\n    {parts}\n  case w of\n    Nothing -> {parts}\n    Just x -> x\n"
            ),
            Made::Bounded(most) => format!(
                "  {left} = a\n  {right} = b\n  sum = {parts}\n  if sum > {most} then (error \"too much\") else sum\n"
            ),
        };
        Some(format!("def op (a : {t}) (b : {t}) : {t} =\n{body}"))
    }
}

/// The remainder by ten, of the sign of the number.
fn cut(x: i32) -> i32 {
    x.wrapping_rem(10)
}

/// The names of the references where a statement stands.
#[derive(Clone)]
struct Names {
    /// The type of what is accumulated.
    of: String,
    state: String,
    sums: String,
    reader: String,
    loops: usize,
    fresh: usize,
}

fn show(number: &Number, names: &Names) -> String {
    match number {
        Number::Is(x) if *x < 0 => format!("({x})"),
        Number::Is(x) => x.to_string(),
        Number::Asked => format!("(ask {})", names.reader),
        Number::Got => format!("(get {})", names.state),
        Number::GotAt(k) => format!("(get t!({k}@(Fin {PLACES})))"),
        Number::Round(k) => format!("(ordinal i{k})"),
        Number::Minus(a, b) => format!("({} - {})", show(a, names), show(b, names)),
    }
}

fn line(statement: &Statement, names: &mut Names, indent: usize) -> String {
    let space = " ".repeat(indent);
    let block = |all: &[Statement], inner: &mut Names| -> String {
        all.iter().map(|s| line(s, inner, indent + 2)).collect::<String>() + &format!("{space}  ()\n")
    };
    let plain = |text: String| format!("{space}{text}\n");
    names.fresh += 1;
    let fresh = names.fresh;
    match statement {
        Statement::For(n, body) => {
            let mut inner = names.clone();
            inner.loops += 1;
            let text = block(body, &mut inner);
            names.fresh = inner.fresh;
            format!("{space}for i{}:(Fin {n}).\n{text}", names.loops)
        }
        Statement::Within(body) => {
            let mut inner = Names {
                sums: format!("r{fresh}"),
                ..names.clone()
            };
            let text = block(body, &mut inner);
            names.fresh = inner.fresh;
            format!(
                "{space}w{fresh} = yieldAccum Own \\r{fresh}:(Ref _ {}).\n{text}{space}{} += w{fresh}\n",
                names.of, names.sums
            )
        }
        Statement::Tried(body) => {
            let mut inner = Names {
                sums: format!("r{fresh}"),
                ..names.clone()
            };
            inner.fresh += 1;
            let all: String = body.iter().map(|s| line(s, &mut inner, indent + 4)).collect();
            names.fresh = inner.fresh;
            format!(
                "{space}w{fresh} = catch \\u{fresh}:Unit.\n{space}  yieldAccum Own \\r{fresh}:(Ref _ {}).\n{all}{space}    ()\n{space}{} += (case w{fresh} of\n{space}    Nothing -> element 2 1\n{space}    Just x -> x)\n",
                names.of, names.sums
            )
        }
        Statement::Reading(x, body) => {
            let mut inner = Names {
                reader: format!("q{fresh}"),
                ..names.clone()
            };
            let text = block(body, &mut inner);
            names.fresh = inner.fresh;
            format!("{space}withReader {} \\q{fresh}.\n{text}", show(x, names))
        }
        Statement::Stated(x, body) => {
            let mut inner = Names {
                state: format!("s{fresh}"),
                ..names.clone()
            };
            let text = block(body, &mut inner);
            names.fresh = inner.fresh;
            format!(
                "{space}w{fresh} = yieldState {} \\s{fresh}.\n{text}{space}{} := w{fresh}\n",
                show(x, names),
                names.state
            )
        }
        Statement::Caught(before, condition, after) => {
            let mut inner = names.clone();
            let first: String = before.iter().map(|s| line(s, &mut inner, indent + 2)).collect();
            let test = format!(
                "{space}  if {} > 0 then (throw ()) else ()\n",
                show(condition, &inner)
            );
            let text = block(after, &mut inner);
            names.fresh = inner.fresh;
            format!(
                "{space}w{fresh} = catch \\u{fresh}:Unit.\n{first}{test}{text}{space}{0} := (get {0}) - (maybe 5 (\\_. 0) w{fresh})\n",
                names.state
            )
        }
        Statement::If(condition, yes, no) => plain(format!(
            "if {} > 0 then ({}) else ({})",
            show(condition, names),
            one(yes, names),
            one(no, names)
        )),
        other => plain(one(other, names)),
    }
}

/// A statement that is one expression.
fn one(statement: &Statement, names: &Names) -> String {
    let element =
        |x: &Number, i: &Number| format!("(element (cut {}) (cut {}))", show(x, names), show(i, names));
    match statement {
        Statement::Put(x) => format!("{} := {}", names.state, show(x, names)),
        Statement::PutAt(k, x) => format!("t!({k}@(Fin {PLACES})) := {}", show(x, names)),
        Statement::Throw(x) => format!("if {} > 0 then (throw ()) else ()", show(x, names)),
        Statement::Fail(x, bound) => format!(
            "if {} > {bound} then (error \"above\") else ()",
            show(x, names),
            bound = show(&Number::Is(*bound), names)
        ),
        Statement::Add(x, i) => format!("{} += {}", names.sums, element(x, i)),
        Statement::AddAt(k, x, i) => format!("a!({k}@(Fin {PLACES})) += {}", element(x, i)),
        _ => "()".to_owned(),
    }
}

/// A program.
pub fn program(c: &mut Choices) -> Meant {
    let (operator, made) = match c.below(8) {
        0 | 1 => (SQUARES, Made::Bounded([20, 60, 200][c.below(3)])),
        2 => (operator(c), Made::ByState),
        3 => (operator(c), Made::ByReader),
        4 => (operator(c), Made::ByFold),
        5 => (operator(c), Made::ByCatch),
        _ => (operator(c), Made::Plainly),
    };
    let asked = c.number(-4, 9);
    let start = c.number(-4, 9);
    let about = c.pick(ABOUT).copied().unwrap_or(THROWN);
    let at = At {
        about,
        loops: 0,
        depth: 1 + c.below(3),
        throws: false,
    };
    let body = statements(c, at);
    let mut store = Store {
        state: start,
        states: vec![1, 2, 3],
        sums: operator.neutral.to_vec(),
        table: vec![operator.neutral.to_vec(); PLACES],
        asked,
        rounds: vec![],
        made,
        thrown: 0,
    };
    let came = store.run_all(&operator, &body);
    let ended = match (&came, store.thrown) {
        (Err(_), _) => ", failed",
        (Ok(()), 0) => "",
        (Ok(()), _) => ", thrown",
    };
    // The handlers stand in each other in some order; each gives its content beside what was given within.
    let mut handlers = vec![
        ("runState start \\s.", "s"),
        ("runState [1, 2, 3] \\t.", "t"),
        ("runAccum Own \\r:(Ref _ TYPE).", "r"),
        ("runAccum Own \\a:(Ref _ TABLE).", "a"),
    ];
    let mut ordered = Vec::new();
    while !handlers.is_empty() {
        ordered.push(handlers.remove(c.below(handlers.len())));
    }
    let t = dex_type(&operator);
    let table = format!("(Fin {PLACES} => {t})");
    let mut text = monoid(&operator);
    if let Some(own) = made.text(&operator) {
        let (first, after) = (text.find("def op").unwrap_or(0), text.find("def ne").unwrap_or(0));
        text.replace_range(first..after, &own);
    }
    text += "def cut (x : Int) : Int = rem x 10\n";
    let pattern = ordered
        .iter()
        .rev()
        .fold("_".to_owned(), |inner, (_, name)| format!("({inner}, {name}1)"));
    let chain = joined(
        " ",
        ordered
            .iter()
            .map(|(handler, _)| handler.replace("TABLE", &table).replace("TYPE", &t)),
    );
    text += &format!("main = \\asked:Int start:Int.\n  {pattern} = {chain} withReader asked \\q.\n");
    let mut names = Names {
        of: t,
        state: "s".to_owned(),
        sums: "r".to_owned(),
        reader: "q".to_owned(),
        loops: 0,
        fresh: 0,
    };
    for statement in &body {
        text += &line(statement, &mut names, 4);
    }
    text += "    ()\n";
    let sums = operator.names("p");
    text += &format!("  {} = r1\n", tuple(&sums));
    for (k, name) in sums.iter().enumerate() {
        let each = tuple(operator.names("e"));
        text += &format!("  {name}t = for i.\n    {each} = a1.i\n    e{k}\n");
    }
    let mut results = vec!["s1".to_owned(), "t1".to_owned()];
    results.extend(sums.iter().cloned());
    results.extend(sums.iter().map(|name| format!("{name}t")));
    text += &format!("  {}\n", tuple(&results));
    let mut outputs = vec![scalar(store.state), vector(store.states.iter().copied())];
    outputs.extend(store.sums.iter().copied().map(scalar));
    let part = |k: usize| -> Output { vector(store.table.iter().filter_map(|sum| sum.get(k).copied())) };
    outputs.extend((0..operator.width()).map(part));
    Meant {
        sort: format!("effects{ended} and {}, {}", operator.name, made.name()),
        ending: "dx",
        text,
        inputs: [asked, start]
            .iter()
            .map(|x| Value::scalar(PrimValue::I32(*x)))
            .collect(),
        expected: match came {
            Ok(()) => Expected::Values(outputs),
            Err(_) => Expected::Fails("DX-E-FAIL", "reached"),
        },
    }
}
