//! Definitions and instances of Dex.
//!
//! A name is no computation (DX-EL-ANF): what it stands for is looked up when something takes it.  So in `xs.(f y)` whatever `f` does comes before
//! the definition of `xs`, and a name that is given another name is not looked up.

use super::written::{Words, Writer};
use super::{
    Chosen, Definition, EFFORT, Form, Guard, Place, Run, Scope, Sort, Stop, Term, Tongue, chosen, meant,
};
use crate::Choices;
use crate::kit::{each, joined, table};
use crate::meant::{Expected, Item, Meant};

static DEX: Tongue = WHOLE;

/// Without instances, which are no items that are computed.
static LITERATE: Tongue = Tongue {
    forms: &each! { Sort: Number Number Number Table Mapped Pair Function Held Partial },
    ..WHOLE
};

const WHOLE: Tongue = Tongue {
    guards: table! { Guard { by, text, value }
        (("DX-E-ARITH", "defined"), "(idiv 12 $)", |n| 12i32.checked_div(n));
        (("DX-E-ARITH", "defined"), "(rem 7 $)", |n| 7i32.checked_rem(n));
        (("DX-E-PRIM", "range"), "(ordinal ($@(Fin 3)))", |n| (0..3).contains(&n).then_some(n));
        (("DX-E-PRIM", "range"), "(ordinal ($@(Fin 2 & Bool)))", |n| (0..4).contains(&n).then_some(n));
        (("DX-E-FAIL", "reached"), "((\\g:Int. if g > 0 then (g + 1) else (error \"none\")) $)",
            |n| (n > 0).then(|| n.wrapping_add(1)));
        (("DX-E-FAIL", "reached"), "(fromJust (if $ > 1 then (Just 4) else Nothing))",
            |n| (n > 1).then_some(4));
        (("DX-E-INSTANCE", "range"), "(ordinal ((MkThree $) : Three))",
            |n| (0..3).contains(&n).then_some(n));
    },
    forms: &each! { Sort:
        Number Number Number Table Mapped Pair Function Function Held Partial Method Method Derived Set
    },
    outside: ("DX-E-PRIM", "range"),
    late: true,
    eager: false,
    beside: false,
    short: false,
    loops: true,
    attributes: false,
    updates: false,
};

fn place(_: &mut Choices, _: &[Definition]) -> Place {
    Place::Top
}

/// A program of Dex.
pub fn program(c: &mut Choices) -> Meant {
    meant(c, &DEX, place, "dx", text)
}

/// A literate file: definitions, and commands between them, each run where it stands.  What fails leaves the others as they are, and fails again where it
/// is needed.
pub fn literate(c: &mut Choices) -> Meant {
    let chosen = chosen(c, &LITERATE, place);
    let definitions = chosen.definitions.as_slice();
    let writer = Writer::new(&WORDS, &chosen);
    let mut run = Run {
        tongue: &LITERATE,
        definitions,
        known: vec![None; definitions.len()],
        effort: EFFORT,
    };
    let mut text = THREE.to_owned();
    let mut items: Vec<Item> = vec![Ok(vec![]), Ok(vec![])];
    for (k, definition) in definitions.iter().enumerate() {
        run.effort = EFFORT;
        items.push(match run.kept(k) {
            Ok(_) => Ok(vec![]),
            Err(Stop::Fails(by)) => Err(by),
            Err(Stop::Effort) => break,
        });
        text += &declared(&writer, k, definition);
        text += "\n";
        let scope = Scope {
            tongue: &LITERATE,
            definitions: definitions.get(..=k).unwrap_or_default(),
            locals: 0,
        };
        for _ in 0..c.below(3) {
            let asked = c.part(|c| scope.term(c, 2));
            run.effort = EFFORT;
            items.push(match run.term(&asked, &[]) {
                Ok(value) => Ok(vec![value.to_string()]),
                Err(Stop::Fails(by)) => Err(by),
                Err(Stop::Effort) => continue,
            });
            text += &format!(":p {}\n\n", writer.term(&asked, 0));
        }
    }
    let failing = items.iter().filter(|item| item.is_err()).count();
    Meant {
        sort: format!("literate, {} fail", failing.min(3)),
        ending: "dx",
        text,
        inputs: vec![],
        expected: Expected::Printed(items),
    }
}

static WORDS: Words = Words {
    name: |_, d| format!("c{d}"),
    both: |a, b| format!("({a} && {b})"),
    either: |a, b| format!("({a} || {b})"),
    term: of_dex,
};

fn of_dex(writer: &Writer<'_>, what: &Term, locals: usize) -> String {
    let of = |what: &Term| writer.term(what, locals);
    match what {
        Term::Named(d) | Term::Blank(d) | Term::Unsafe(d) => match writer.form(*d) {
            Some(Form::Set(_)) => format!("(size S{d})"),
            _ => format!("c{d}"),
        },
        Term::Element(d, at) => {
            let size = writer.definitions.get(*d).map_or(0, Definition::size);
            format!("c{d}.({}@(Fin {size}))", of(at))
        }
        Term::Part(d, is_second) => format!("({} c{d})", if *is_second { "snd" } else { "fst" }),
        Term::Along(d, n) => format!("(sum (map c{d} (for i:(Fin {n}). ordinal i)))"),
        Term::Constant(d) => format!("(n{d} : Int)"),
        Term::Paired(d, a, b) => format!("(c{d} ({}, {}))", of(a), of(b)),
        Term::Member(d, member) => format!("(ordinal ((MkS{d} {}) : S{d}))", of(member)),
        Term::Over(d) => format!("(sum (for i:S{d}. ordinal i))"),
        Term::Let(bound, body) => format!(
            "((\\v{locals}:Int. {}) {})",
            writer.term(body, locals + 1),
            of(bound)
        ),
        Term::Ignored(first, body) => format!("((\\_:Int. {}) {})", of(body), of(first)),
        Term::Sum(n, body) => format!(
            "(sum (for i{locals}:(Fin {n}). (\\v{locals}:Int. {}) (ordinal i{locals})))",
            writer.term(body, locals + 1)
        ),
        Term::Repeat(n, start, body) => format!(
            "(fold {} (\\i{locals}:(Fin {n}) v{locals}. (\\v{}:Int. {}) (ordinal i{locals})))",
            of(start),
            locals + 1,
            writer.term(body, locals + 2)
        ),
        _ => String::new(),
    }
}

fn declared(writer: &Writer<'_>, k: usize, definition: &Definition) -> String {
    let of = |what: &Term, locals: usize| writer.term(what, locals);
    let way = definition.way;
    match &definition.form {
        Form::Number(what) if way == 0 => format!("c{k} = {} + 0\n", of(what, 0)),
        Form::Number(what) => format!("c{k} : Int = {}\n", of(what, 0)),
        Form::Table(all) => {
            let all: Vec<String> = all.iter().map(|what| of(what, 0)).collect();
            format!("c{k} : Fin {} => Int = [{}]\n", all.len(), all.join(", "))
        }
        Form::Mapped(n, body) => format!(
            "c{k} : Fin {n} => Int = for i:(Fin {n}).\n  v0 = ordinal i\n  {}\n",
            of(body, 1)
        ),
        Form::Pair(a, b) => format!("c{k} : (Int & Int) = ({}, {})\n", of(a, 0), of(b, 0)),
        Form::Function(count, body) if way > 0 => {
            let parameters: String = (0..*count).map(|k| format!(" (v{k}:Int)")).collect();
            format!("def c{k}{parameters} : Int = {}\n", of(body, *count))
        }
        Form::Function(count, body) => {
            let parameters = joined(" ", (0..*count).map(|k| format!("v{k}:Int")));
            format!("c{k} = \\{parameters}. {}\n", of(body, *count))
        }
        Form::Held(kept, body) => format!(
            "c{k} : Int -> Int =\n  v0 = {} + 0\n  \\v1. {}\n",
            of(kept, 0),
            of(body, 2)
        ),
        Form::Partial(f, argument) => format!("c{k} : Int -> Int = c{f} {}\n", of(argument, 0)),
        Form::Sized(_) => String::new(),
        Form::Method(body, own) => format!(
            "interface C{k} a\n  c{k} : a -> Int\n  n{k} : a\n\ninstance C{k} Int\n  c{k} = \\v0. {}\n  n{k} = {}\n\ninstance [C{k} a, C{k} b] C{k} (a & b)\n  c{k} = \\(x, y). (c{k} x * 2) + c{k} y\n  n{k} = (n{k}, n{k})\n\n",
            of(body, 1),
            of(own, 0)
        ),
        Form::Derived(above, body, own) => format!(
            "interface [C{above} a] C{k} a\n  c{k} : a -> Int\n  n{k} : a\n\ninstance C{k} Int\n  n{k} = {}\n  c{k} = \\v0. {}\n\n",
            of(own, 0),
            of(body, 1)
        ),
        Form::Set(size) => format!(
            "data S{k} = MkS{k} Int\n\ninstance IndexSet S{k}\n  size = max 0 (rem {} 4)\n  ordinal = \\(MkS{k} x). x\n  fromOrdinal = \\x. MkS{k} x\n\n",
            of(size, 0)
        ),
    }
}

/// What is before all definitions: two items.
const THREE: &str = "data Three = MkThree Int\n\ninstance IndexSet Three\n  size = 3\n  ordinal = \\(MkThree x). x\n  fromOrdinal = \\k. MkThree k\n\n";

fn text(chosen: &Chosen) -> String {
    let mut text = THREE.to_owned();
    let writer = Writer::new(&WORDS, chosen);
    for (k, definition) in chosen.definitions.iter().enumerate() {
        text += &declared(&writer, k, definition);
    }
    let [results, other] = writer.results(chosen);
    text + &format!("main = \\v0:Int v1:Int. {results}\nother = \\v0:Int v1:Int. {other}\n")
}
