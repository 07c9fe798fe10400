//! Constants and functions of Futhark, in modules and functors and behind attributes.

use super::written::{Words, Writer};
use super::{Chosen, Definition, Form, Guard, Place, Sort, Term, Tongue, meant};
use crate::Choices;
use crate::kit::{each, joined, table};
use crate::meant::Meant;

static FUTHARK: Tongue = Tongue {
    guards: table! { Guard { by, text, value }
        (("NUM-DIV", "zero"), "(12 / $)", |n| (n != 0).then(|| floor(12, n)));
        (("FUT-E-ASSERT", "holds"), "(let g = $ in assert (g > 0) (g + 1))",
            |n| (n > 0).then(|| n.wrapping_add(1)));
        (("FUT-E-INDEX", "bounds"), "([3, 5, 7])[$]",
            |n| usize::try_from(n).ok().and_then(|k| [3, 5, 7].get(k).copied()));
        (("FUT-E-REPL", "negative"), "(i32.i64 (length (replicate (i64.i32 ($ %% 5)) 0u8)))",
            |n| Some(n % 5).filter(|n| *n >= 0));
        (("FUT-E-IOTA", "negative"), "(i32.i64 (i64.sum (iota (i64.i32 ($ %% 5)))))",
            |n| Some(n % 5).filter(|n| *n >= 0).map(|n| (0..n).sum()));
        (("FUT-E-RANGE", "bounds"), "(i32.sum (1..<($ %% 6)))",
            |n| Some(n % 6).filter(|n| *n >= 1).map(|n| (1..n).sum()));
        (("FUT-E-COERCE", "size"), "(let s = i64.i32 ($ %% 5) in i32.i64 (length (iota 3 :> [s]i64)))",
            |n| (n % 5 == 3).then_some(3));
        (("FUT-E-SLICE", "bounds"), "(i32.sum ([4, 5, 6])[0:i64.i32 ($ % 5)])",
            |n| [0, 4, 9, 15].get(usize::try_from(n.rem_euclid(5)).ok()?).copied());
        (("FUT-E-UPDATE", "bounds"), "(i32.sum ([4, 5, 6] with [$] = 9))",
            |n| (0..3).contains(&n).then(|| 20 - n));
        (("FUT-E-HOLE", "value"), "(let _ = $ in (??? : i32))", |_| None);
    },
    forms: &each! { Sort: Number Number Number Table Mapped Pair Function Function Held Partial Sized },
    outside: ("FUT-E-INDEX", "bounds"),
    late: false,
    eager: false,
    beside: false,
    short: true,
    loops: true,
    attributes: true,
    updates: true,
};

/// The quotient that is rounded down.
fn floor(a: i32, b: i32) -> i32 {
    let (q, r) = (a / b, a % b);
    if r != 0 && (r < 0) != (b < 0) { q - 1 } else { q }
}

fn place(c: &mut Choices, definitions: &[Definition]) -> Place {
    let is_number = |d: &usize| {
        matches!(
            definitions.get(*d),
            Some(Definition {
                form: Form::Number(_),
                ..
            })
        )
    };
    let numbers: Vec<usize> = (0..definitions.len()).filter(is_number).collect();
    match c.below(9) {
        0 => Place::Module,
        1 => Place::Sealed,
        2 => Place::Opened,
        3 | 4 => c.pick(&numbers).copied().map_or(Place::Module, Place::Functor),
        _ => Place::Top,
    }
}

/// A program of Futhark.
pub fn program(c: &mut Choices) -> Meant {
    meant(c, &FUTHARK, place, "fut", text)
}

static WORDS: Words = Words {
    name: |writer, d| match writer.definitions.get(d).map(|definition| definition.place) {
        _ if writer.taken == Some(d) => "P.p".to_owned(),
        Some(Place::Top | Place::Opened) | None => format!("c{d}"),
        Some(Place::Module | Place::Sealed | Place::Functor(_)) => format!("m{d}.c{d}"),
    },
    both: |a, b| format!("({a} && {b})"),
    either: |a, b| format!("({a} || {b})"),
    term: |writer, term, locals| writer.of_futhark(term, locals),
};

impl Writer<'_> {
    fn of_futhark(&self, term: &Term, locals: usize) -> String {
        let of = |term: &Term| self.term(term, locals);
        match term {
            Term::Named(d) | Term::Constant(d) => self.name(*d),
            Term::Blank(d) => format!("(#[blank] {})", self.name(*d)),
            Term::Unsafe(d) => format!("(#[unsafe] {})", self.name(*d)),
            Term::Element(d, at) => {
                let name = self.name(*d);
                match self.form(*d) {
                    Some(Form::Sized(_)) => format!("({name} : [{}]i32)[{}]", super::MOST, of(at)),
                    _ => format!("{name}[{}]", of(at)),
                }
            }
            Term::Updated(d, at, with) => {
                let name = self.name(*d);
                format!("(let w = copy {name} with [{at}] = {with} in w[0] - {name}[{at}])")
            }
            Term::Part(d, is_second) => {
                let is_record = self.definitions.get(*d).is_some_and(Definition::is_record);
                let part = match (is_record, is_second) {
                    (false, false) => "0",
                    (false, true) => "1",
                    (true, false) => "b",
                    (true, true) => "a",
                };
                format!("({}).{part}", self.name(*d))
            }
            Term::Along(d, n) => format!("(i32.sum (map {} (map i32.i64 (iota {n}))))", self.name(*d)),
            Term::Let(bound, body) => {
                let (value, body) = (of(bound), self.term(body, locals + 1));
                match **bound {
                    Term::Named(_) | Term::Call(..) | Term::Guarded(..) => {
                        format!("((\\(v{locals}: i32) -> {body}) {value})")
                    }
                    _ => format!("(let v{locals} : i32 = {value} in {body})"),
                }
            }
            Term::Ignored(first, body) => format!("(let _ = {} in {})", of(first), of(body)),
            Term::Sum(n, body) => format!(
                "(i32.sum (map (\\v{locals} -> {}) (map i32.i64 (iota {n}))))",
                self.term(body, locals + 1)
            ),
            Term::Repeat(n, start, body) => format!(
                "(loop v{locals} = {} for v{} < {n}i32 do {})",
                of(start),
                locals + 1,
                self.term(body, locals + 2)
            ),
            _ => String::new(),
        }
    }

    fn declared(&self, k: usize, definition: &Definition) -> String {
        let (way, of) = (definition.way, |term: &Term, locals: usize| {
            self.term(term, locals)
        });
        let typed = format!("def c{k} : {}", definition.type_text());
        let attribute = match way {
            2 => "#[noinline]\n",
            3 => "#[inline]\n",
            _ => "",
        };
        let definition = match &definition.form {
            Form::Number(term) if way == 0 => format!("def c{k} = {}", of(term, 0)),
            Form::Number(term) => format!("{typed} = {}", of(term, 0)),
            Form::Table(all) => {
                let all = joined(", ", all.iter().map(|term| of(term, 0)));
                format!("{typed} = [{all}]")
            }
            Form::Mapped(n, body) if way < 3 => {
                format!(
                    "{typed} = tabulate {n} (\\(i: i64) -> let v0 = i32.i64 i in {})",
                    of(body, 1)
                )
            }
            Form::Mapped(n, body) => {
                format!("{typed} = map (\\v0 -> {}) (map i32.i64 (iota {n}))", of(body, 1))
            }
            Form::Pair(a, b) => {
                let (a, b) = (of(a, 0), of(b, 0));
                match definition.is_record() {
                    true => format!("{typed} = {{b = {a}, a = {b}}}"),
                    false => format!("{typed} = ({a}, {b})"),
                }
            }
            Form::Function(count, body) => {
                let body = of(body, *count);
                let names: Vec<String> = (0..*count).map(|k| format!("v{k}")).collect();
                match way {
                    0 => format!("{typed} = \\{} -> {body}", names.join(" ")),
                    _ => {
                        let parameters: String = names.iter().map(|x| format!(" ({x}: i32)")).collect();
                        format!("def c{k}{parameters} : i32 = {body}")
                    }
                }
            }
            Form::Held(kept, body) => {
                format!("{typed} = let v0 = {} in \\v1 -> {}", of(kept, 0), of(body, 2))
            }
            Form::Partial(f, argument) => format!("{typed} = {} {}", self.name(*f), of(argument, 0)),
            Form::Sized(term) => format!("def c{k} [n] : [n]i32 = replicate n {}", of(term, 0)),
            Form::Method(..) | Form::Derived(..) | Form::Set(_) => String::new(),
        };
        attribute.to_owned() + &definition
    }
}

impl Definition {
    fn is_record(&self) -> bool {
        self.way.is_multiple_of(2)
    }

    fn type_text(&self) -> String {
        match &self.form {
            Form::Number(_) => "i32".to_owned(),
            Form::Table(_) | Form::Mapped(..) => format!("[{}]i32", self.size()),
            Form::Pair(..) if self.is_record() => "{a: i32, b: i32}".to_owned(),
            Form::Pair(..) => "(i32, i32)".to_owned(),
            Form::Function(2, _) => "i32 -> i32 -> i32".to_owned(),
            Form::Sized(_) => "[n]i32".to_owned(),
            _ => "i32 -> i32".to_owned(),
        }
    }
}

fn text(chosen: &Chosen) -> String {
    let mut text = String::new();
    for (k, definition) in chosen.definitions.iter().enumerate() {
        let taken = match definition.place {
            Place::Functor(d) => Some(d),
            _ => None,
        };
        let outer = Writer::new(&WORDS, chosen);
        let writer = Writer { taken, ..outer };
        let declared = writer.declared(k, definition);
        let size = if matches!(definition.form, Form::Sized(_)) {
            " [n]"
        } else {
            ""
        };
        text += &match definition.place {
            Place::Top if definition.way == 1 => {
                format!("module old{k} = {{ def c{k} : i32 = 1 / 0 }}\nopen old{k}\n{declared}\n")
            }
            Place::Top => format!("{declared}\n"),
            Place::Module => format!("module m{k} = {{\n{declared}\n}}\n"),
            Place::Sealed => format!(
                "module m{k} : {{ val c{k}{size} : {} }} = {{\n{declared}\n}}\n",
                definition.type_text()
            ),
            Place::Opened => format!("module o{k} = {{\n{declared}\n}}\nopen o{k}\n"),
            Place::Functor(d) => format!(
                "module F{k} (P: {{ val p : i32 }}) = {{\n{declared}\n}}\nmodule m{k} = F{k} {{ def p : i32 = {} }}\n",
                outer.name(d)
            ),
        };
    }
    let [results, other] = Writer::new(&WORDS, chosen).results(chosen);
    text + &format!("entry main (v0: i32) (v1: i32) = {results}\nentry other (v0: i32) (v1: i32) = {other}\n")
}
