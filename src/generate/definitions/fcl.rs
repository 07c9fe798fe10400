//! Definitions of FCL, which are put in place before the kernel: a `val` is computed there.

use super::written::{Words, Writer};
use super::{Chosen, Definition, Form, Guard, Place, Sort, Term, Tongue, meant};
use crate::Choices;
use crate::kit::{each, table};
use crate::meant::{Expected, Meant, Output};
use elder_syntax::prim::PrimType;

static FCL: Tongue = Tongue {
    guards: table! { Guard { by, text, value }
        (("FCL-E-DELTA", "division"), "(12 div $)", |n| 12i32.checked_div(n));
        (("FCL-E-DELTA", "division"), "(7 mod $)", |n| 7i32.checked_rem(n));
        (("FCL-E-INDEX", "bounds"), "(index (generate 3 (fn k => 3 + (2 * k))) $)",
            |n| (0..3).contains(&n).then_some(3 + 2 * n));
    },
    forms: &each! { Sort: Number Number Pair Function Function Held Partial },
    outside: ("FCL-E-INDEX", "bounds"),
    late: true,
    eager: true,
    beside: true,
    short: true,
    loops: false,
    attributes: false,
    updates: false,
};

fn place(_: &mut Choices, _: &[Definition]) -> Place {
    Place::Top
}

/// A program of FCL.
pub fn program(c: &mut Choices) -> Meant {
    let mut meant = meant(c, &FCL, place, "fcl", text);
    if let Expected::Values(values) = &mut meant.expected {
        let all: Vec<_> = values.drain(..).flat_map(|output| output.elements).collect();
        values.push(Output {
            of: PrimType::I32,
            shape: vec![all.len()],
            elements: all,
        });
    }
    meant
}

static WORDS: Words = Words {
    name: |_, d| format!("c{d}"),
    both: |a, b| format!("(if {a} then {b} else false)"),
    either: |a, b| format!("(if {a} then true else {b})"),
    term: of_fcl,
};

fn of_fcl(writer: &Writer<'_>, what: &Term, locals: usize) -> String {
    let of = |what: &Term| writer.term(what, locals);
    match what {
        Term::Named(d) => format!("c{d}"),
        Term::Part(d, is_second) => format!("({} c{d})", if *is_second { "snd" } else { "fst" }),
        Term::Let(bound, body) => format!(
            "(let v{locals} = {} in {})",
            of(bound),
            writer.term(body, locals + 1)
        ),
        Term::Ignored(first, body) => format!("(let u = {} in {})", of(first), of(body)),
        // What FCL has no form for is not chosen.
        _ => String::new(),
    }
}

fn declared(writer: &Writer<'_>, k: usize, definition: &Definition) -> String {
    let term = |what: &Term, locals: usize| writer.term(what, locals);
    match &definition.form {
        Form::Number(what) => format!("val c{k} = {}\n", term(what, 0)),
        Form::Pair(a, b) => format!("val c{k} = ({}, {})\n", term(a, 0), term(b, 0)),
        Form::Function(count, body) => {
            let parameters: String = (0..*count).map(|k| format!(" v{k}")).collect();
            let sig = "int -> ".repeat(*count);
            format!(
                "sig c{k} : {sig}int\nfun c{k}{parameters} = {}\n",
                term(body, *count)
            )
        }
        Form::Held(kept, body) => format!(
            "sig c{k} : int -> int\nval c{k} = let v0 = {} in fn v1 => {}\n",
            term(kept, 0),
            term(body, 2)
        ),
        Form::Partial(f, argument) => format!("val c{k} = c{f} {}\n", term(argument, 0)),
        _ => String::new(),
    }
}

fn text(chosen: &Chosen) -> String {
    let writer = Writer::new(&WORDS, chosen);
    let declared: String = chosen
        .definitions
        .iter()
        .enumerate()
        .map(|(k, definition)| declared(&writer, k, definition))
        .collect();
    let locals = chosen.inputs.len();
    let results = chosen.results.iter().enumerate().rev();
    let body = results.fold("0".to_owned(), |rest, (k, what)| {
        format!("if i == {k} then {} else ({rest})", writer.term(what, locals))
    });
    declared
        + &format!(
            "sig main : int -> int -> [int]<block>\nkernel main v0 v1 = push <block> (generate {} (fn i => {body}))\n",
            chosen.results.len()
        )
}
