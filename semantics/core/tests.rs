//! Programs that are made by hand: what no text can say, and what a text would hide.

use super::{Options, Outcome, run};
use crate::failure::Kind;
use elder_core::site::{Message, Site, Sites};
use elder_core::tree::*;
use elder_core::{Builder, Name, Names, SiteId};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use elder_syntax::{Span, Value};

const I64: Type = Type::SIZE;

fn vector() -> Type {
    Type::array([Dim::Open], PrimType::I64)
}

fn add(a: impl Into<Atom>, b: impl Into<Atom>) -> Exp {
    let function = PrimFn::Bin(BinOp::Add, PrimType::I64);
    Exp::Prim(function, vec![a.into(), b.into()])
}

/// A program whose entry point takes an array of i64.
fn program(make: impl FnOnce(&mut Builder<'_>, Name) -> Vec<Atom>, types: &[Type], blamed: Site) -> Program {
    let (mut names, mut sites) = (Names::default(), Sites::default());
    let at: SiteId = sites.add(blamed);
    let mut builder = Builder::new(&mut names, at);
    let binder = builder.fresh("xs", vector());
    let results = make(&mut builder, binder.name);
    let body = builder.finish(results);
    let entry = Definition {
        name: "main".into(),
        sizes: Vec::new(),
        params: vec![Param { binder, unique: true }],
        results: Results::plain(types),
        body,
        at,
    };
    Program {
        names,
        sites,
        functions: Vec::new(),
        entries: vec![entry],
        ..Program::default()
    }
}

/// CORE-M-ROOM: more elements than there is room for are an error of who made the room, as many are none.
#[test]
fn an_array_of_an_item_fits_in_its_room() {
    let of = |room: i64| {
        let text = format!(
            "entry main [n] (ks: [n]i64 @ ks): i64 =
              let s: i64 = segred @global (n) (\\(a: i64) (b: i64): i64 -> let c: i64 = a + b in c) (0i64) (\\(i: i64): i64 ->
                  let k: i64 = ks[i]
                  let numbers: [k][2]i64 @ [{room}i64] = blank [k][2]i64
                  in k)
              release ks
              in s"
        );
        let program = elder_core::read::program(elder_syntax::SourceId(0), &text, &|_| None).unwrap();
        elder_core::check::program(&program).unwrap();
        ran(&program).results
    };
    let given: Vec<String> = of(6).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(given, ["6i64"]);
    let error = of(5).unwrap_err();
    assert!(format!("{error:?}").contains("CORE-M-ROOM"), "{error:?}");
}

fn ran(program: &Program) -> Outcome {
    run(
        program,
        "main",
        &[Value::vector(vec![1i64, 2, 3])],
        &Options::default(),
    )
}

fn results(program: &Program) -> String {
    match ran(program).results {
        Ok(values) => values
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        Err(failure) => {
            let refusal = failure.refusal.map(|refusal| refusal.to_string());
            format!(
                "{:?} {}: {}",
                failure.kind,
                refusal.unwrap_or_default(),
                failure.message
            )
        }
    }
}

fn nowhere() -> Site {
    Site::at(Span::NONE)
}

fn put(builder: &mut Builder<'_>, xs: Name, i: i64, value: i64) -> Name {
    let at = vec![Cut::At(Atom::i64(i))];
    let value = Atom::i64(value);
    let update = Exp::Update { array: xs, at, value };
    builder.bind_as("ys", vector(), update)
}

#[test]
fn updates_are_in_place_and_poison_the_rest() {
    let updated = program(|b, xs| vec![put(b, xs, 1, 9).into()], &[vector()], nowhere());
    assert_eq!(results(&updated), "[1i64, 9i64, 3i64]");
    let both = |b: &mut Builder<'_>, xs: Name| vec![put(b, xs, 1, 9).into(), xs.into()];
    let outcome = ran(&program(both, &[vector(), vector()], nowhere())).results;
    assert_eq!(outcome.map_err(|failure| failure.kind).err(), Some(Kind::Poison));
}

#[test]
fn a_failure_is_said_as_its_site_says() {
    let blamed = &elder_core::rules::evaluation::CORE_E_COERCE;
    let site = Site {
        blamed: Some(elder_syntax::Refusal {
            rule: blamed,
            premise: Some(0),
        }),
        message: Some(Message::new("no {} among {}")),
        ..nowhere()
    };
    let outside = |b: &mut Builder<'_>, xs: Name| vec![put(b, xs, 3, 9).into()];
    let (blamed, plain) = (
        program(outside, &[vector()], site),
        program(outside, &[vector()], nowhere()),
    );
    assert_eq!(results(&blamed), "Error CORE-E-COERCE/size: no 3 among 3");
    assert_eq!(
        results(&plain),
        "Error CORE-E-UPDATE/bounds: index 3 is out of bounds for a dimension of size 3"
    );
}

/// What overlaps is copied before it is written to: an update changes one element.
#[test]
fn elements_that_share_a_cell_are_apart_once_they_are_written_to() {
    let overlapping = |b: &mut Builder<'_>, xs: Name| {
        let same = Exp::FlatIndex {
            array: xs,
            offset: Atom::i64(1),
            dims: vec![Step {
                count: Atom::i64(3),
                stride: Atom::i64(0),
            }],
        };
        let same = b.bind_as("same", vector(), same);
        vec![put(b, same, 0, 9).into()]
    };
    assert_eq!(
        results(&program(overlapping, &[vector()], nowhere())),
        "[9i64, 2i64, 2i64]"
    );
}

/// A function may consume its rows; the next row is another.
#[test]
fn rows_that_are_consumed_leave_the_others() {
    let rows = |b: &mut Builder<'_>, xs: Name| {
        let matrix = Type::array([Dim::Open, Dim::Open], PrimType::I64);
        let literal = Exp::Literal {
            row: vector(),
            elements: vec![xs.into(), xs.into()],
        };
        let xss = b.bind_as("xss", matrix.clone(), literal);
        let row = b.fresh("row", vector());
        let mut inside = b.inner();
        let new = put(&mut inside, row.name, 0, 7);
        let function = Lambda {
            params: vec![row],
            body: inside.finish(vec![new.into()]),
            results: vec![vector()],
        };
        let map = Exp::Soac {
            width: Atom::i64(2),
            inputs: vec![xss],
            soac: Box::new(Soac::map(Vec::new(), function)),
        };
        vec![b.bind_as("new", matrix, map).into()]
    };
    let matrix = Type::array([Dim::Open, Dim::Open], PrimType::I64);
    assert_eq!(
        results(&program(rows, &[matrix], nowhere())),
        "[[7i64, 2i64, 3i64], [7i64, 2i64, 3i64]]"
    );
}

/// f n = if n == 0 then 0 else (let m = f (n - 1) in n + m): after the call, n is what it was.
#[test]
fn a_function_that_calls_itself_keeps_its_names() {
    let (mut names, mut sites) = (Names::default(), Sites::default());
    let at = sites.add(nowhere());
    let mut outer = Builder::new(&mut names, at);
    let n = outer.fresh("n", I64);
    let is_zero = PrimFn::Bin(BinOp::Eq, PrimType::I64);
    let condition = outer.prim("zero", is_zero, vec![n.name.into(), Atom::i64(0)]);
    let mut inner = outer.inner();
    let less = inner.bind_as("less", I64, add(n.name, Atom::i64(-1)));
    let call = Exp::Call {
        function: elder_core::FunName(0),
        arguments: vec![less.into()],
    };
    let m = inner.bind_as("m", I64, call);
    let sum = inner.bind_as("sum", I64, add(n.name, m));
    let otherwise = Box::new(inner.finish(vec![sum.into()]));
    let branch = Exp::If {
        condition,
        then: Box::new(outer.inner().finish(vec![Atom::i64(0)])),
        otherwise,
        results: Results::plain([&I64]),
    };
    let result = outer.bind_as("r", I64, branch);
    let body = outer.finish(vec![result.into()]);
    let function = Definition {
        sizes: vec![],
        name: "f".into(),
        params: vec![Param::plain(n)],
        results: Results::plain([&I64]),
        body,
        at,
    };
    let function_of = || function.clone();
    let call = |count| {
        let mut names = names.clone();
        let mut builder = Builder::new(&mut names, at);
        let arguments = vec![Atom::i64(count)];
        let function = elder_core::FunName(0);
        let result = builder.bind_as("r", I64, Exp::Call { function, arguments });
        let body = builder.finish(vec![result.into()]);
        let entry = Definition {
            name: "main".into(),
            sizes: Vec::new(),
            params: Vec::new(),
            results: Results::plain([&I64]),
            body,
            at,
        };
        let program = Program {
            names: names.clone(),
            sites: sites.clone(),
            functions: vec![function_of()],
            entries: vec![entry],
            ..Program::default()
        };
        run(&program, "main", &[], &Options::default()).results
    };
    assert_eq!(
        call(100).map(|values| values[0].to_string()).ok().as_deref(),
        Some("5050i64")
    );
    let failure = call(30_000).map_err(|failure| failure.kind);
    assert_eq!(failure.err(), Some(Kind::Limit));
}

/// The sum of an array of numbers by an operator that begins with 0, and combines two of them as this says.
fn reduced(both: impl FnOnce(&mut Builder<'_>, Name, Name) -> Atom) -> Program {
    let sum = |b: &mut Builder<'_>, xs: Name| {
        let (left, right) = (b.fresh("a", I64), b.fresh("b", I64));
        let mut inside = b.inner();
        let both = both(&mut inside, left.name, right.name);
        let operator = Operator {
            function: Lambda {
                params: vec![left, right],
                body: inside.finish(vec![both]),
                results: vec![I64],
            },
            neutral: vec![Atom::i64(0)],
            commutative: false,
        };
        let x = b.fresh("x", I64);
        let function = Lambda {
            body: b.inner().finish(vec![x.name.into()]),
            params: vec![x],
            results: vec![I64],
        };
        let reduce = Exp::Soac {
            width: Atom::i64(3),
            inputs: vec![xs],
            soac: Box::new(Soac::redomap(operator, function)),
        };
        vec![b.bind_as("s", I64, reduce).into()]
    };
    program(sum, &[I64], nowhere())
}

/// What 1, 2 and 3 come to in such a program by the choices of a seed.
fn by_choice(program: &Program, seed: u64) -> Option<String> {
    let options = Options::default().choosing(seed);
    let values = run(program, "main", &[Value::vector(vec![1i64, 2, 3])], &options).results;
    values.ok().map(|values| values[0].to_string())
}

/// Subtraction is not associative: another bracketing shows it, and forward from the left it is what it is.
#[test]
fn other_brackets_show_what_is_not_associative() {
    let subtract = PrimFn::Bin(BinOp::Sub, PrimType::I64);
    let program = reduced(|b, left, right| b.prim("c", subtract, vec![left.into(), right.into()]));
    assert_eq!(results(&program), "-6i64");
    let other = |seed| by_choice(&program, seed).is_some_and(|sum| sum != "-6i64");
    assert!((1..10).any(other) && !other(0));
}

/// The right one of two is associative, and has neutral values on its left only: a chunk of nothing behind the last operand shows it.
#[test]
fn neutral_values_stand_behind_the_last_operand_too() {
    let program = reduced(|_, _, right| right.into());
    assert_eq!(results(&program), "3i64");
    let all: std::collections::BTreeSet<_> = (1..20).filter_map(|seed| by_choice(&program, seed)).collect();
    assert_eq!(all, ["0i64".to_owned(), "3i64".to_owned()].into());
}

/// So they do behind what an accumulator holds to which nothing is added, as a chunk of nothing adds them.
#[test]
fn neutral_values_are_added_where_nothing_is() {
    let text = "entry main (a: *[3]i64): [3]i64 =
  let ys: [3]i64 = with_acc [3i64] (a) (\\(x: i64) (y: i64): i64 -> in y) (0i64) do (\\(acc: acc [3] i64): acc [3] i64 -> in acc)
  in ys
";
    let program = elder_core::read::program(elder_syntax::SourceId(0), text, &|_| None);
    let program = program.unwrap_or_else(|errors| panic!("{}", errors[0].message));
    let all: std::collections::BTreeSet<_> = (1..20).filter_map(|seed| by_choice(&program, seed)).collect();
    let of = |values: [i64; 3]| Value::vector(values.to_vec()).to_string();
    assert_eq!(all, [of([0, 0, 0]), of([1, 2, 3])].into());
}

/// Of rows that are written to one place, any may stay by other choices, scalar by scalar; the definition leaves the last.
#[test]
fn of_rows_in_one_place_each_scalar_is_that_of_one() {
    let row = || Type::array([Dim::Is(Atom::i64(2))], PrimType::I64);
    let rows = || Type::array([Dim::Is(Atom::i64(1)), Dim::Is(Atom::i64(2))], PrimType::I64);
    let written = |b: &mut Builder<'_>, xs: Name| {
        let zeros = b.bind_as(
            "zeros",
            row(),
            Exp::Replicate {
                count: Atom::i64(2),
                value: Atom::i64(0),
            },
        );
        let to = b.bind_as(
            "to",
            rows(),
            Exp::Replicate {
                count: Atom::i64(1),
                value: zeros.into(),
            },
        );
        let x = b.fresh("x", I64);
        let mut inner = b.inner();
        let more = inner.bind_as("more", I64, add(x.name, Atom::i64(10)));
        let elements = vec![x.name.into(), more.into()];
        let twice = inner.bind_as("twice", row(), Exp::Literal { row: I64, elements });
        let function = Lambda {
            body: inner.finish(vec![Atom::i64(0), twice.into()]),
            params: vec![x],
            results: vec![I64, row()],
        };
        let into = vec![Target { array: to, rank: 1 }];
        let scatter = Exp::Soac {
            width: Atom::i64(3),
            inputs: vec![xs],
            soac: Box::new(Soac::Scatter { function, into }),
        };
        vec![b.bind_as("out", rows(), scatter).into()]
    };
    let program = program(written, &[rows()], nowhere());
    assert_eq!(results(&program), "[[3i64, 13i64]]");
    let by = |seed| {
        let options = Options::default().choosing(seed);
        let values = run(&program, "main", &[Value::vector(vec![1i64, 2, 3])], &options).results;
        values
            .map(|values| values[0].to_string())
            .map_err(|failure| failure.message)
    };
    let left: std::collections::BTreeSet<_> = (1..200).map(by).collect();
    let every = |a: i64| [11, 12, 13].map(|b| Ok(format!("[[{a}i64, {b}i64]]")));
    assert_eq!(left, [1, 2, 3].into_iter().flat_map(every).collect());
}
