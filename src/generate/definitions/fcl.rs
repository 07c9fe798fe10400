//! Definitions of FCL, which are put in place before the kernel: a `val` is computed there.

use super::{Chosen, Condition, Definition, Form, Guard, Place, Sort, Term, Tongue, meant};
use crate::Choices;
use crate::meant::{Expected, Meant, Output};
use elder_syntax::prim::PrimType;

static FCL: Tongue = Tongue {
    guards: &[
        Guard {
            text: "(12 div $)",
            value: |n| 12i32.checked_div(n),
            by: ("FCL-E-DELTA", "division"),
        },
        Guard {
            text: "(7 mod $)",
            value: |n| 7i32.checked_rem(n),
            by: ("FCL-E-DELTA", "division"),
        },
        Guard {
            text: "(index (generate 3 (fn k => 3 + (2 * k))) $)",
            value: |n| (0..3).contains(&n).then_some(3 + 2 * n),
            by: ("FCL-E-INDEX", "bounds"),
        },
    ],
    forms: &[
        Sort::Number,
        Sort::Number,
        Sort::Pair,
        Sort::Function,
        Sort::Function,
        Sort::Held,
        Sort::Partial,
    ],
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

fn number(n: i32) -> String {
    if n < 0 { format!("({n})") } else { n.to_string() }
}

fn condition(of: &Condition, locals: usize) -> String {
    match of {
        Condition::Above(of, n) => format!("({} > {n})", term(of, locals)),
        Condition::Both(a, b) => format!(
            "(if {} then {} else false)",
            condition(a, locals),
            condition(b, locals)
        ),
        Condition::Either(a, b) => {
            format!(
                "(if {} then true else {})",
                condition(a, locals),
                condition(b, locals)
            )
        }
    }
}

/// In parentheses, if it is more than a word.
fn term(what: &Term, locals: usize) -> String {
    let of = |what: &Term| term(what, locals);
    match what {
        Term::Number(n) => number(*n),
        Term::Local(k) => format!("v{k}"),
        Term::Named(d) => format!("c{d}"),
        Term::Part(d, is_second) => format!("({} c{d})", if *is_second { "snd" } else { "fst" }),
        Term::Call(d, arguments) => {
            let arguments: String = arguments.iter().map(|x| format!(" {}", of(x))).collect();
            format!("(c{d}{arguments})")
        }
        Term::Operation(sign, a, b) => format!("({} {sign} {})", of(a), of(b)),
        Term::Guarded(guard, operand) => guard.text.replace('$', &of(operand)),
        Term::If(of_both, yes, no) => {
            format!(
                "(if {} then {} else {})",
                condition(of_both, locals),
                of(yes),
                of(no)
            )
        }
        Term::Let(bound, body) => format!("(let v{locals} = {} in {})", of(bound), term(body, locals + 1)),
        Term::Ignored(first, body) => format!("(let u = {} in {})", of(first), of(body)),
        // What FCL has no form for is not chosen.
        _ => String::new(),
    }
}

fn declared(k: usize, definition: &Definition) -> String {
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
    let declared: String = chosen
        .definitions
        .iter()
        .enumerate()
        .map(|(k, definition)| declared(k, definition))
        .collect();
    let locals = chosen.inputs.len();
    let results = chosen.results.iter().enumerate().rev();
    let body = results.fold("0".to_owned(), |rest, (k, what)| {
        format!("if i == {k} then {} else ({rest})", term(what, locals))
    });
    declared
        + &format!(
            "sig main : int -> int -> [int]<block>\nkernel main v0 v1 = push <block> (generate {} (fn i => {body}))\n",
            chosen.results.len()
        )
}
