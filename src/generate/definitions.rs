//! Programs about definitions, made with their meaning: constants that fail, in which order, and whether anybody needs them.
//!
//! A definition without parameters has a value, which is computed when a run first needs it, and once; one that nobody needs does not fail.  So a
//! program here is a row of definitions, of which many fail, each by a premise of its own, and a `main` that needs some of them: behind branches, in
//! loops without rounds, in functions, as operands, in instances.  A small interpreter says which failure is the first, or what the numbers are.
//! [`futhark`], [`dex`] and [`fcl`] write the same programs with what each language has; in FCL what fails does so
//! before `main`, needed or not; a [`literate`] file of Dex runs each item where it stands.  Definitions of DPIA are names for what is written, and have no time of their own.

mod dex;
mod fcl;
mod futhark;
mod written;

pub use dex::{literate, program as dex};
pub use fcl::program as fcl;
pub use futhark::program as futhark;

use crate::Choices;
use crate::meant::{By, Expected, Meant, int};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;

/// An operation that fails for some numbers.
#[derive(Debug)]
struct Guard {
    /// How it is written; `$` is the number, in parentheses where it needs them.
    text: &'static str,
    /// What it gives, or nothing.
    value: fn(i32) -> Option<i32>,
    by: By,
}

/// What a language has, and in which order it computes.
struct Tongue {
    guards: &'static [Guard],
    forms: &'static [Sort],
    /// What is read of an array outside of it.
    outside: By,
    /// Whether a name that is handed on is looked up by what takes it, once everything that is computed for it is there; and arguments come from the
    /// first to the last.
    late: bool,
    /// Whether all numbers that `main` mentions, itself or by others, are computed before it, in the order of the text.
    eager: bool,
    /// Whether results are elements that are made beside each other, so that nobody says which of two that fail does so first.
    beside: bool,
    /// Whether `&&` and `||` leave out what does not decide.
    short: bool,
    /// Whether loops, and sums of what is computed for each number, may be written.
    loops: bool,
    /// Whether a mention may say that nobody looks at the value, or that nothing is tested.
    attributes: bool,
    /// Whether a changed copy of a table may be made.
    updates: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Number,
    Table,
    Mapped,
    Pair,
    Function,
    Held,
    Partial,
    Sized,
    Method,
    Derived,
    Set,
}

/// What a name stands for.
#[derive(Clone, Debug)]
enum Form {
    Number(Term),
    Table(Vec<Term>),
    /// An element for each number below the size.
    Mapped(usize, Term),
    Pair(Term, Term),
    /// With so many parameters.
    Function(usize, Term),
    /// A function of one parameter that keeps what was computed when it was made.
    Held(Term, Term),
    /// A function of two parameters with its first argument.
    Partial(usize, Term),
    /// A table that is made anew for each size that is asked for.
    Sized(Term),
    /// A function and a number that an instance has; who needs one of them needs both to be there.
    Method(Term, Term),
    /// The same, of an interface below that of another one.
    Derived(usize, Term, Term),
    /// An index set with so many members, up to three, if it is above zero.
    Set(Term),
}

/// Where a definition stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Top,
    Module,
    Sealed,
    /// The module is opened behind it.
    Opened,
    /// In a functor, which takes that number.
    Functor(usize),
}

#[derive(Clone, Debug)]
struct Definition {
    form: Form,
    place: Place,
    /// A number that says how it is written, where there are several ways.
    way: usize,
}

#[derive(Clone, Debug)]
enum Condition {
    Above(Term, i32),
    Both(Box<Condition>, Box<Condition>),
    Either(Box<Condition>, Box<Condition>),
}

/// What gives a number.
#[derive(Clone, Debug)]
enum Term {
    Number(i32),
    /// A parameter or what is bound around, by its place from outside.
    Local(usize),
    Named(usize),
    /// A mention of a number that nobody looks at.
    Blank(usize),
    /// A mention where nothing is tested, which does not reach the definition.
    Unsafe(usize),
    Element(usize, Box<Term>),
    /// The first element of a copy of a table with another element at the place, and the table's own.
    Updated(usize, i32, i32),
    Part(usize, bool),
    Call(usize, Vec<Term>),
    /// The sum of what a function gives for each number below.
    Along(usize, usize),
    Constant(usize),
    /// What an instance for pairs makes of the instance for numbers.
    Paired(usize, Box<Term>, Box<Term>),
    /// The ordinal of what may be a member.
    Member(usize, Box<Term>),
    /// The sum of the ordinals of all members.
    Over(usize),
    Operation(char, Box<Term>, Box<Term>),
    Guarded(&'static Guard, Box<Term>),
    If(Box<Condition>, Box<Term>, Box<Term>),
    Let(Box<Term>, Box<Term>),
    /// What is computed first, and not used.
    Ignored(Box<Term>, Box<Term>),
    /// The sum of the body for each number below.
    Sum(usize, Box<Term>),
    /// A number that is computed anew in so many rounds, of it and the round.
    Repeat(usize, Box<Term>, Box<Term>),
}

/// A program without its text.
struct Chosen {
    definitions: Vec<Definition>,
    inputs: Vec<i32>,
    results: Vec<Term>,
    /// What another entry point gives, which is not run.
    other: Term,
}

/// Rounds of loops and elements of tables, at most.
const MOST: usize = 3;

/// Terms that a run may compute: few programs need more, and they are replaced.
const EFFORT: usize = 3000;

/// How long a row of definitions is each of which needs the one before twice.
const ROW: usize = 21;

/// What stands where a term stands.
struct Scope<'a> {
    tongue: &'static Tongue,
    definitions: &'a [Definition],
    locals: usize,
}

impl<'a> Scope<'a> {
    fn with(&self, more: usize) -> Scope<'a> {
        Scope {
            locals: self.locals + more,
            ..*self
        }
    }

    fn small(&self, c: &mut Choices) -> Term {
        match (c.below(3), self.locals) {
            (0, n) if n > 0 => Term::Local(c.below(n)),
            _ => Term::Number(c.number(-2, 9)),
        }
    }

    fn boxed(&self, c: &mut Choices, depth: usize) -> Box<Term> {
        Box::new(c.part(|c| self.term(c, depth)))
    }

    /// A number that makes an operation fail.
    fn failing(&self, c: &mut Choices) -> Term {
        let Some(guard) = c.pick(self.tongue.guards) else {
            return Term::Number(0);
        };
        let bad: Vec<i32> = (-9..=9).filter(|n| (guard.value)(*n).is_none()).collect();
        let n = c.pick(&bad).copied().unwrap_or_default();
        Term::Guarded(guard, Box::new(Term::Number(n)))
    }

    /// A use of one of the definitions.
    fn mention(&self, c: &mut Choices, depth: usize) -> Term {
        let count = self.definitions.len();
        let last = count.saturating_sub(3);
        // What was defined last is needed most.
        let d = if c.one_in(2) {
            last + c.below(count - last)
        } else {
            c.below(count)
        };
        let Some(definition) = self.definitions.get(d) else {
            return self.small(c);
        };
        let argument = |c: &mut Choices| match depth {
            0 => self.small(c),
            _ => c.part(|c| self.term(c, depth - 1)),
        };
        let along = |c: &mut Choices| Term::Along(d, c.below(MOST + 1));
        match &definition.form {
            Form::Number(_) => match c.below(8) {
                0 if self.tongue.attributes => Term::Blank(d),
                1 if self.tongue.attributes => Term::Unsafe(d),
                _ => Term::Named(d),
            },
            Form::Table(_) | Form::Mapped(..) | Form::Sized(_) => {
                let n = definition.size();
                let number = |k: usize| i32::try_from(k).unwrap_or_default();
                match c.below(6) {
                    0 => Term::Element(d, Box::new(argument(c))),
                    1 => Term::Element(d, Box::new(Term::Number(number(n)))),
                    2 if self.tongue.updates && !matches!(definition.form, Form::Sized(_)) => {
                        Term::Updated(d, number(c.below(n)), number(c.below(9)))
                    }
                    _ => Term::Element(d, Box::new(Term::Number(number(c.below(n))))),
                }
            }
            Form::Pair(..) => Term::Part(d, c.one_in(2)),
            Form::Function(2, _) => Term::Call(d, vec![argument(c), argument(c)]),
            Form::Method(..) | Form::Derived(..) if c.one_in(3) => Term::Constant(d),
            Form::Method(..) if c.one_in(3) => Term::Paired(d, Box::new(argument(c)), Box::new(argument(c))),
            Form::Set(_) => match c.below(3) {
                0 => Term::Over(d),
                1 => Term::Member(d, Box::new(argument(c))),
                _ => Term::Named(d),
            },
            _ if self.tongue.loops && c.one_in(3) => along(c),
            _ => Term::Call(d, vec![argument(c)]),
        }
    }

    fn condition(&self, c: &mut Choices, depth: usize) -> Condition {
        if depth > 0 && c.one_in(3) {
            let left = Box::new(c.part(|c| self.condition(c, depth - 1)));
            let right = Box::new(c.part(|c| self.condition(c, depth - 1)));
            return match c.below(2) {
                0 => Condition::Both(left, right),
                _ => Condition::Either(left, right),
            };
        }
        let term = if c.one_in(3) {
            self.term(c, depth)
        } else {
            self.small(c)
        };
        Condition::Above(term, c.number(0, 5))
    }

    fn term(&self, c: &mut Choices, depth: usize) -> Term {
        if depth == 0 {
            return match c.below(3) {
                0 => self.small(c),
                _ => self.mention(c, 0),
            };
        }
        let deeper = depth - 1;
        match c.below(20) {
            0 => self.small(c),
            1..=5 => self.mention(c, depth),
            6 | 7 => {
                let sign = c.pick(&['+', '-', '*']).copied().unwrap_or('+');
                Term::Operation(sign, self.boxed(c, deeper), self.boxed(c, deeper))
            }
            8 => match c.pick(self.tongue.guards) {
                Some(guard) => Term::Guarded(guard, self.boxed(c, deeper)),
                None => self.small(c),
            },
            9 => self.failing(c),
            10..=12 => {
                let condition = Box::new(self.condition(c, 1));
                Term::If(condition, self.boxed(c, deeper), self.boxed(c, deeper))
            }
            13 => {
                let bound = self.boxed(c, deeper);
                Term::Let(bound, self.with(1).boxed(c, deeper))
            }
            14 | 15 => Term::Ignored(self.boxed(c, deeper), self.boxed(c, deeper)),
            16 | 17 if self.tongue.loops => Term::Sum(c.below(MOST + 1), self.with(1).boxed(c, deeper)),
            18 | 19 if self.tongue.loops => {
                let start = Box::new(self.small(c));
                Term::Repeat(c.below(MOST + 1), start, self.with(2).boxed(c, deeper))
            }
            _ => self.mention(c, depth),
        }
    }

    /// What a definition is, which fails in one of three.
    fn body(&self, c: &mut Choices) -> Term {
        match c.below(6) {
            0 => self.failing(c),
            1 => {
                let operand = self.boxed(c, 0);
                Term::Operation('+', operand, Box::new(self.failing(c)))
            }
            2 => self.small(c),
            _ => self.term(c, 2),
        }
    }

    fn form(&self, c: &mut Choices) -> Form {
        let all = |is_wanted: fn(&Form) -> bool| -> Vec<usize> {
            let each = self.definitions.iter().enumerate();
            let wanted = each.filter(|(_, definition)| is_wanted(&definition.form));
            wanted.map(|(d, _)| d).collect()
        };
        let instances = all(|form| matches!(form, Form::Method(..) | Form::Derived(..)));
        let binary = all(|form| matches!(form, Form::Function(2, _)));
        let outer = self.with(0);
        let of = |locals: usize| Scope { locals, ..outer };
        match c.pick(self.tongue.forms).copied().unwrap_or(Sort::Number) {
            Sort::Table => {
                let count = 1 + c.below(MOST);
                Form::Table((0..count).map(|_| c.part(|c| of(0).term(c, 1))).collect())
            }
            Sort::Mapped => Form::Mapped(1 + c.below(MOST), c.part(|c| of(1).body(c))),
            Sort::Pair => Form::Pair(c.part(|c| of(0).term(c, 1)), c.part(|c| of(0).body(c))),
            Sort::Function => {
                let count = 1 + c.below(2);
                Form::Function(count, c.part(|c| of(count).body(c)))
            }
            Sort::Held => Form::Held(c.part(|c| of(0).body(c)), c.part(|c| of(2).term(c, 1))),
            Sort::Partial => match c.pick(&binary).copied() {
                Some(d) => Form::Partial(d, c.part(|c| of(0).body(c))),
                None => Form::Function(2, c.part(|c| of(2).term(c, 2))),
            },
            Sort::Sized => Form::Sized(c.part(|c| of(0).body(c))),
            Sort::Method => Form::Method(c.part(|c| of(1).body(c)), c.part(|c| of(0).term(c, 1))),
            Sort::Derived => {
                let (body, number) = (c.part(|c| of(1).body(c)), c.part(|c| of(0).term(c, 1)));
                match c.pick(&instances) {
                    Some(d) => Form::Derived(*d, body, number),
                    None => Form::Method(body, number),
                }
            }
            Sort::Set => Form::Set(c.part(|c| of(0).body(c))),
            Sort::Number => Form::Number(c.part(|c| of(0).body(c))),
        }
    }
}

impl Definition {
    /// How many elements a table has.
    fn size(&self) -> usize {
        match &self.form {
            Form::Table(all) => all.len(),
            Form::Mapped(n, _) => *n,
            _ => MOST,
        }
    }
}

fn chosen(
    c: &mut Choices,
    tongue: &'static Tongue,
    places: fn(&mut Choices, &[Definition]) -> Place,
) -> Chosen {
    let mut definitions: Vec<Definition> = Vec::new();
    if c.one_in(8) {
        for k in 0..ROW {
            let form = match k {
                0 => Term::Number(3),
                k => Term::Operation('+', Box::new(Term::Named(k - 1)), Box::new(Term::Named(k - 1))),
            };
            definitions.push(Definition {
                form: Form::Number(form),
                place: Place::Top,
                way: 0,
            });
        }
    }
    for _ in 0..2 + c.below(6) {
        let definition = c.part(|c| {
            let scope = Scope {
                tongue,
                definitions: &definitions,
                locals: 0,
            };
            Definition {
                form: scope.form(c),
                place: places(c, &definitions),
                way: c.below(6),
            }
        });
        definitions.push(definition);
    }
    let inputs: Vec<i32> = (0..2).map(|_| c.number(-3, 9)).collect();
    let scope = Scope {
        tongue,
        definitions: &definitions,
        locals: inputs.len(),
    };
    let results = (0..1 + c.below(3))
        .map(|_| c.part(|c| scope.term(c, 3)))
        .collect();
    let other = c.part(|c| scope.term(c, 2));
    Chosen {
        definitions,
        inputs,
        results,
        other,
    }
}

/// Why a term has no value.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Fails(By),
    /// More is computed than is worth it.
    Effort,
}

type Outcome<T> = Result<T, Stop>;

/// What a run knows.
struct Run<'a> {
    tongue: &'static Tongue,
    definitions: &'a [Definition],
    /// The value of each number that was needed, and what functions keep.
    known: Vec<Option<Vec<i32>>>,
    effort: usize,
}

impl Run<'_> {
    fn all(&mut self, terms: &[Term], locals: &[i32]) -> Outcome<Vec<i32>> {
        Ok(self.after(terms, locals, |_| Ok(()))?.1)
    }

    /// What is taken together with terms, which it stands before: it is looked up with the names among them, behind all that is computed.
    fn after<T>(
        &mut self,
        terms: &[Term],
        locals: &[i32],
        take: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<(T, Vec<i32>)> {
        let is_name = |term: &Term| match term {
            Term::Named(d) => self
                .definitions
                .get(*d)
                .is_some_and(|d| !matches!(d.form, Form::Set(_))),
            term => matches!(term, Term::Constant(_)),
        };
        let is_late = |term: &Term| self.tongue.late && is_name(term);
        let late: Vec<bool> = terms.iter().map(is_late).collect();
        let mut values = vec![0; terms.len()];
        let mut pass = |run: &mut Self, turn: bool| -> Outcome<()> {
            for ((term, late), value) in terms.iter().zip(&late).zip(&mut values) {
                if *late == turn {
                    *value = run.term(term, locals)?;
                }
            }
            Ok(())
        };
        pass(self, false)?;
        let taken = take(self)?;
        pass(self, true)?;
        Ok((taken, values))
    }

    /// What a definition keeps: its number, its elements, its parts, what was computed when a function was made.
    fn kept(&mut self, d: usize) -> Outcome<Vec<i32>> {
        if let Some(Some(known)) = self.known.get(d) {
            return Ok(known.clone());
        }
        let Some(definition) = self.definitions.get(d) else {
            return Ok(vec![]);
        };
        let kept = match &definition.form {
            Form::Number(term) | Form::Held(term, _) | Form::Partial(_, term) => vec![self.term(term, &[])?],
            Form::Table(terms) => self.all(terms, &[])?,
            Form::Mapped(n, term) => (0..)
                .take(*n)
                .map(|k| self.term(term, &[k]))
                .collect::<Outcome<_>>()?,
            Form::Pair(a, b) => self.all(&[a.clone(), b.clone()], &[])?,
            Form::Function(..) => vec![],
            // Not kept: it is made anew.
            Form::Sized(term) => return Ok(vec![self.term(term, &[])?; MOST]),
            Form::Method(_, number) => vec![self.term(number, &[])?],
            Form::Derived(above, _, number) => {
                let numbers = self.after(std::slice::from_ref(number), &[], |run| run.kept(*above))?;
                numbers.1
            }
            Form::Set(term) => return Ok(vec![(self.term(term, &[])? % 4).max(0)]),
        };
        if let Some(place) = self.known.get_mut(d) {
            *place = Some(kept.clone());
        }
        Ok(kept)
    }

    fn first(&mut self, d: usize) -> Outcome<i32> {
        Ok(self.kept(d)?.first().copied().unwrap_or_default())
    }

    /// What the function gives, once it and its arguments are there.
    fn entered(&mut self, d: usize, kept: &[i32], arguments: &[i32]) -> Outcome<i32> {
        match self.definitions.get(d).map(|definition| &definition.form) {
            Some(Form::Function(_, body) | Form::Method(body, _) | Form::Derived(_, body, _)) => {
                self.term(body, arguments)
            }
            Some(Form::Held(_, body)) => self.term(body, &[kept, arguments].concat()),
            Some(Form::Partial(f, _)) => self.entered(*f, &[], &[kept, arguments].concat()),
            _ => Ok(0),
        }
    }

    fn element(&mut self, elements: &[i32], k: i32) -> Outcome<i32> {
        let found = usize::try_from(k).ok().and_then(|k| elements.get(k));
        found.copied().ok_or(Stop::Fails(self.tongue.outside))
    }

    fn holds(&mut self, condition: &Condition, locals: &[i32]) -> Outcome<bool> {
        let (left, right, decides) = match condition {
            Condition::Above(term, n) => return Ok(self.term(term, locals)? > *n),
            Condition::Both(left, right) => (left, right, false),
            Condition::Either(left, right) => (left, right, true),
        };
        let first = self.holds(left, locals)?;
        if self.tongue.short && first == decides {
            return Ok(first);
        }
        let second = self.holds(right, locals)?;
        Ok(if decides { first || second } else { first && second })
    }

    fn term(&mut self, term: &Term, locals: &[i32]) -> Outcome<i32> {
        self.effort = self.effort.checked_sub(1).ok_or(Stop::Effort)?;
        let local = |k: usize| locals.get(k).copied().unwrap_or_default();
        match term {
            Term::Number(n) => Ok(*n),
            Term::Local(k) => Ok(local(*k)),
            Term::Named(d) | Term::Unsafe(d) | Term::Constant(d) => self.first(*d),
            Term::Blank(_) => Ok(0),
            Term::Element(d, at) => {
                // A member is made of the number before the table is looked up, if there are members.
                let size = self.definitions.get(*d).map_or(0, Definition::size);
                let before = if self.tongue.late {
                    vec![0; size]
                } else {
                    self.kept(*d)?
                };
                let k = self.term(at, locals)?;
                self.element(&before, k)?;
                let elements = self.kept(*d)?;
                self.element(&elements, k)
            }
            Term::Updated(d, at, with) => {
                let elements = self.kept(*d)?;
                let own = self.element(&elements, *at)?;
                let first = elements.first().copied().unwrap_or_default();
                let changed = if *at == 0 { *with } else { first };
                Ok(changed.wrapping_sub(own))
            }
            Term::Part(d, is_second) => {
                let parts = self.kept(*d)?;
                Ok(parts.get(usize::from(*is_second)).copied().unwrap_or_default())
            }
            Term::Call(d, arguments) => {
                match (self.tongue.late, arguments.as_slice()) {
                    (true, [argument]) => {
                        let argument = std::slice::from_ref(argument);
                        let (kept, argument) = self.after(argument, locals, |run| run.kept(*d))?;
                        return self.entered(*d, &kept, &argument);
                    }
                    // Each argument is handed over by itself.
                    (true, arguments) => {
                        let each = arguments.iter().map(|x| self.term(x, locals));
                        let arguments = each.collect::<Outcome<Vec<i32>>>()?;
                        return self.entered(*d, &[], &arguments);
                    }
                    (false, ..) => {}
                }
                let mut values = Vec::new();
                for argument in arguments.iter().rev() {
                    values.insert(0, self.term(argument, locals)?);
                }
                let kept = self.kept(*d)?;
                self.entered(*d, &kept, &values)
            }
            Term::Along(d, n) => {
                let kept = self.kept(*d)?;
                let mut sum = 0i32;
                for k in (0..).take(*n) {
                    sum = sum.wrapping_add(self.entered(*d, &kept, &[k])?);
                }
                Ok(sum)
            }
            Term::Paired(d, a, b) => {
                let kept = self.kept(*d)?;
                let values = self.all(&[(**a).clone(), (**b).clone()], locals)?;
                let mut sum = 0i32;
                for value in values {
                    sum = sum
                        .wrapping_mul(2)
                        .wrapping_add(self.entered(*d, &kept, &[value])?);
                }
                Ok(sum)
            }
            Term::Member(d, member) => {
                let member = self.term(member, locals)?;
                let size = self.first(*d)?;
                match (0..size).contains(&member) {
                    true => Ok(member),
                    false => Err(Stop::Fails(("DX-E-INSTANCE", "range"))),
                }
            }
            Term::Over(d) => Ok((0..self.first(*d)?).sum()),
            Term::Operation(sign, a, b) => {
                let (a, b) = (self.term(a, locals)?, self.term(b, locals)?);
                Ok(match sign {
                    '+' => a.wrapping_add(b),
                    '-' => a.wrapping_sub(b),
                    _ => a.wrapping_mul(b),
                })
            }
            Term::Guarded(guard, operand) => {
                let operand = self.term(operand, locals)?;
                (guard.value)(operand).ok_or(Stop::Fails(guard.by))
            }
            Term::If(condition, yes, no) => match self.holds(condition, locals)? {
                true => self.term(yes, locals),
                false => self.term(no, locals),
            },
            Term::Let(bound, body) => {
                let bound = self.term(bound, locals)?;
                self.term(body, &[locals, &[bound]].concat())
            }
            Term::Ignored(first, body) => {
                self.term(first, locals)?;
                self.term(body, locals)
            }
            Term::Sum(n, body) => {
                let mut sum = 0i32;
                for k in (0..).take(*n) {
                    sum = sum.wrapping_add(self.term(body, &[locals, &[k]].concat())?);
                }
                Ok(sum)
            }
            Term::Repeat(n, start, body) => {
                let mut state = self.term(start, locals)?;
                for k in (0..).take(*n) {
                    state = self.term(body, &[locals, &[state, k]].concat())?;
                }
                Ok(state)
            }
        }
    }
}

/// The definitions that terms mention, by others too, in the order of the text.
fn mentioned(definitions: &[Definition], results: &[Term]) -> Vec<usize> {
    let mut found = vec![false; definitions.len()];
    results.iter().for_each(|term| mark(term.parts(), &mut found));
    // A definition mentions earlier ones only.
    for (d, definition) in definitions.iter().enumerate().rev() {
        if found.get(d) == Some(&true) {
            mark(definition.form.parts(), &mut found);
        }
    }
    (0..definitions.len())
        .filter(|d| found.get(*d) == Some(&true))
        .collect()
}

/// The definition that something mentions itself, and the terms in it.
type Parts<'a> = (Option<usize>, Vec<&'a Term>);

fn mark((own, terms): Parts<'_>, found: &mut Vec<bool>) {
    if let Some(place) = own.and_then(|d| found.get_mut(d)) {
        *place = true;
    }
    terms.into_iter().for_each(|term| mark(term.parts(), found));
}

impl Form {
    fn parts(&self) -> Parts<'_> {
        match self {
            Form::Number(a) | Form::Mapped(_, a) | Form::Function(_, a) | Form::Sized(a) | Form::Set(a) => {
                (None, vec![a])
            }
            Form::Partial(d, a) => (Some(*d), vec![a]),
            Form::Pair(a, b) | Form::Held(a, b) | Form::Method(a, b) => (None, vec![a, b]),
            Form::Derived(d, a, b) => (Some(*d), vec![a, b]),
            Form::Table(all) => (None, all.iter().collect()),
        }
    }
}

impl Condition {
    fn terms(&self) -> Vec<&Term> {
        match self {
            Condition::Above(term, _) => vec![term],
            Condition::Both(a, b) | Condition::Either(a, b) => [a.terms(), b.terms()].concat(),
        }
    }
}

impl Term {
    fn parts(&self) -> Parts<'_> {
        use Term::*;
        match self {
            Number(_) | Local(_) => (None, vec![]),
            Named(d)
            | Blank(d)
            | Unsafe(d)
            | Updated(d, ..)
            | Part(d, _)
            | Along(d, _)
            | Constant(d)
            | Over(d) => (Some(*d), vec![]),
            Element(d, a) | Member(d, a) => (Some(*d), vec![a]),
            Call(d, all) => (Some(*d), all.iter().collect()),
            Paired(d, a, b) => (Some(*d), vec![a, b]),
            Guarded(_, a) | Sum(_, a) => (None, vec![a]),
            Operation(_, a, b) | Let(a, b) | Ignored(a, b) | Repeat(_, a, b) => (None, vec![a, b]),
            If(condition, a, b) => (None, [condition.terms(), vec![a, b]].concat()),
        }
    }
}

impl Chosen {
    /// What comes of `main`, and how it is called.
    /// What comes of it; an error without a premise, where it is open which one is met.
    fn run(&mut self, tongue: &'static Tongue) -> (String, Result<Vec<i32>, Option<By>>) {
        let mut run = Run {
            tongue,
            definitions: &self.definitions,
            known: vec![None; self.definitions.len()],
            effort: EFFORT,
        };
        let mentioned = match tongue.eager {
            true => mentioned(&self.definitions, &self.results),
            false => vec![],
        };
        let before: Outcome<Vec<_>> = mentioned.into_iter().map(|d| run.kept(d)).collect();
        let is_begun = before.is_ok();
        match before.and_then(|_| run.all(&self.results, &self.inputs)) {
            Ok(values) => ("definitions".to_owned(), Ok(values)),
            Err(Stop::Fails(by)) => {
                let fails_by_another = |result: &Term| {
                    let alone = run.all(std::slice::from_ref(result), &self.inputs);
                    matches!(alone, Err(Stop::Fails(other)) if other != by)
                };
                let is_open = tongue.beside && is_begun && self.results.iter().any(fails_by_another);
                (format!("definitions, {}", by.0), Err((!is_open).then_some(by)))
            }
            Err(Stop::Effort) => {
                self.results = vec![Term::Number(1)];
                ("definitions".to_owned(), Ok(vec![1]))
            }
        }
    }

    fn inputs(&self) -> Vec<Value> {
        let scalars = self.inputs.iter().map(|x| Value::scalar(PrimValue::I32(*x)));
        scalars.collect()
    }
}

/// The program: its text is written when it is known what its results are.
fn meant(
    c: &mut Choices,
    tongue: &'static Tongue,
    places: fn(&mut Choices, &[Definition]) -> Place,
    ending: &'static str,
    text: fn(&Chosen) -> String,
) -> Meant {
    let mut chosen = chosen(c, tongue, places);
    let (sort, came) = chosen.run(tongue);
    Meant {
        sort,
        ending,
        text: text(&chosen),
        inputs: chosen.inputs(),
        expected: match came {
            Ok(values) => Expected::Values(values.into_iter().map(int).collect()),
            Err(Some((rule, premise))) => Expected::Fails(rule, premise),
            Err(None) => Expected::Error,
        },
    }
}
