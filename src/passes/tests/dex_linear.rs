//! Generated linear functions of Dex: their transposes by the pass are those of the definition.

use elder_dex::check::simplified;
use elder_dex::core::rewrite::{Rewrite, exp_parts};
use elder_dex::core::{Class, Exp, Program, Value, print, read};
use elder_generate::Choices;
use elder_generate::dex::{DEFINITIONS, Linear, linear};
use elder_passes::dex::classes;
use elder_passes::dex::first_order as run;
use elder_passes::dex::simplify::Cases;
use elder_semantics::dex::{self, Options, show};
use elder_syntax::SourceId;
use elder_syntax::names::Name;

/// How many functions a test makes, unless `ELDER_PROGRAMS` says it.
const PROGRAMS: u64 = 300;

fn programs() -> u64 {
    let stated = std::env::var("ELDER_PROGRAMS").ok();
    stated.and_then(|count| count.parse().ok()).unwrap_or(PROGRAMS)
}

fn first(stated: u64) -> u64 {
    let first = std::env::var("ELDER_FIRST").ok();
    first.and_then(|first| first.parse().ok()).unwrap_or(stated)
}

/// The numbers of what a definition gives, with its work and span.
fn numbers(program: &Program, definition: &str) -> Result<(Vec<f64>, u64, u64), String> {
    let outcome = dex::run(program, definition, &[], &Options::default());
    let value = outcome.results.map_err(|failure| {
        let by = failure
            .refusal
            .map_or_else(String::new, |refusal| refusal.to_string());
        format!("{definition}: {by}: {}", failure.message)
    })?;
    let text = show::text(program, &value);
    let parts = text.split(|c: char| "[](){}, =ab\n".contains(c));
    let parts = parts.map(|part| part.trim_end_matches("f32").trim_end_matches("f64"));
    let numbers = parts.filter_map(|part| part.parse().ok()).collect();
    Ok((numbers, outcome.cost.work, outcome.cost.span))
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn is_near(one: &[f64], other: &[f64]) -> bool {
    let size = one.iter().chain(other).fold(1.0f64, |most, x| most.max(x.abs()));
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() <= 1e-5 * size)
}

/// Counts loops whose elements are done one after the other.
struct Sequential(usize);

impl Rewrite for Sequential {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        if let Exp::For(l) = exp {
            self.0 += usize::from(l.class == Some(Class::Sequential));
        }
        exp_parts(self, exp)
    }
}

fn sequential(program: &Program, definition: &str) -> usize {
    let mut count = Sequential(0);
    let found = program.definition(definition);
    found.inspect(|definition| {
        count.block(&definition.body);
    });
    count.0
}

/// How much a transpose costs, by that of the function.
#[derive(Default)]
struct Costs {
    work: Vec<f64>,
    span: Vec<f64>,
}

/// What is not as it should be of a linear function.
fn wrong(made: &Linear, costs: &mut Costs) -> Result<(), String> {
    let refusals = |errors: &[elder_syntax::Diagnostic]| {
        let all: Vec<String> = errors
            .iter()
            .map(|e| e.refusal.map_or_else(String::new, |r| r.to_string()) + ": " + &e.message)
            .collect();
        all.join(", ")
    };
    let program = read::checked(SourceId(0), &made.text)
        .map_err(|errors| format!("generated: {}", refusals(&errors)))?;
    let simple = run(&program, Cases::Sums).map_err(|errors| format!("refused: {}", refusals(&errors)))?;
    let text = print::program(&simple);
    simplified::program(&simple).map_err(|errors| format!("{}\n{text}", refusals(&errors)))?;
    let again =
        read::checked(SourceId(0), &text).map_err(|errors| format!("read: {}\n{text}", refusals(&errors)))?;
    if print::program(&again) != text {
        return Err(format!("it reads back as another program\n{text}"));
    }
    let classed = classes::run(&simple);
    let (before, after) = (sequential(&classed, "map"), sequential(&classed, "back"));
    if after > before {
        return Err(format!("{before} sequential loops became {after}\n{text}"));
    }
    let mut all = Vec::new();
    for definition in DEFINITIONS {
        let (expected, ..) = numbers(&program, definition)?;
        let (actual, work, span) =
            numbers(&simple, definition).map_err(|error| format!("{error}\n{text}"))?;
        if !is_near(&expected, &actual) {
            return Err(format!("{definition}: {expected:?} became {actual:?}\n{text}"));
        }
        all.push((actual, work, span));
    }
    let [(forward, work, span), (back, back_work, back_span), (twice, ..)] = all.as_slice() else {
        return Err("three definitions were run".to_owned());
    };
    if !is_near(forward, twice) {
        return Err(format!("transposed twice {forward:?} is {twice:?}\n{text}"));
    }
    let (point, ..) = numbers(&program, "point")?;
    let (weight, ..) = numbers(&program, "weight")?;
    let (one, other) = (dot(&weight, forward), dot(back, &point));
    let terms = |a: &[f64], b: &[f64]| {
        a.iter()
            .zip(b)
            .fold(1.0, |most: f64, (x, y)| most.max((x * y).abs()))
    };
    if (one - other).abs() > 1e-4 * terms(&weight, forward).max(terms(back, &point)) {
        return Err(format!("dot(t, f x) is {one}, dot(ft t, x) is {other}\n{text}"));
    }
    costs
        .work
        .push((*back_work as f64 + 10.0) / (*work as f64 + 10.0));
    costs
        .span
        .push((*back_span as f64 + 10.0) / (*span as f64 + 10.0));
    Ok(())
}

#[test]
fn transposes_agree() {
    let (mut all, mut costs) = (Vec::new(), Costs::default());
    let begin = first(0);
    for seed in begin..begin + programs() {
        let made = linear(&mut Choices::random(seed), false);
        if let Err(wrong) = wrong(&made, &mut costs) {
            all.push(format!("seed {seed}: {wrong}\n{}", made.text));
        }
    }
    costs.work.sort_by(f64::total_cmp);
    costs.span.sort_by(f64::total_cmp);
    let at = |all: &[f64], part: f64| all.get((all.len() as f64 * part) as usize).copied();
    eprintln!(
        "work: half within {:?}, all within {:?}",
        at(&costs.work, 0.5),
        costs.work.last()
    );
    eprintln!(
        "span: half within {:?}, all within {:?}",
        at(&costs.span, 0.5),
        costs.span.last()
    );
    let is_constant = |all: &[f64]| all.last().is_none_or(|most| *most < 8.0);
    assert!(
        is_constant(&costs.work) && is_constant(&costs.span),
        "{:?}",
        (costs.work.last(), costs.span.last())
    );
    let heads: Vec<&str> = all.iter().filter_map(|text| text.lines().next()).collect();
    let shown: Vec<&String> = all.iter().take(2).collect();
    assert!(
        all.is_empty(),
        "{} of {}\n{shown:#?}\n{}",
        all.len(),
        programs(),
        heads.join("\n")
    );
}

/// A function of a table of n numbers, with its point and its weight.
fn sized(name: &str, n: usize) -> String {
    let (result, weight, body) = match name {
        "gather" => (
            "Fin N => Float",
            "view i: Fin N. 1.0",
            "let y: Fin N => Float = for i: Fin N.
      let k: Int = ordinal i
      let m: Int = %mod_i32 k 3
      let j: Fin N = unsafeFromOrdinal (Fin N) m
      let e: Float = x[j]
      in e
    in y",
        ),
        "scatter" => (
            "Fin N => Float",
            "view i: Fin N. 1.0",
            "let both: Unit & (Fin N => Float) = runAccum (\\h: Type. \\r: Ref h (Fin N => Float) ! <Accum h>.
      let all: Fin N => Unit = for i: Fin N.
        let k: Int = ordinal i
        let m: Int = %mod_i32 k 3
        let j: Fin N = unsafeFromOrdinal (Fin N) m
        let s: Ref h Float = r ! j
        let e: Float = x[i]
        let u: Unit = s += e
        in u
      in ())
    in snd both",
        ),
        "prefixes" => (
            "Fin N => Float",
            "view i: Fin N. 1.0",
            "let both: (Fin N => Float) & Float = runState 0.0 (\\h: Type. \\r: Ref h Float ! <State h>.
      let all: Fin N => Float = for i: Fin N.
        let s: Float = get r
        let e: Float = x[i]
        let t: Float = %add_f32 s e
        let u: Unit = r := t
        in t
      in all)
    in fst both",
        ),
        "slots" => (
            "Fin N => Float",
            "view i: Fin N. 1.0",
            "let both: (Fin N => Unit) & (Fin N => Float) = runState x (\\h: Type. \\r: Ref h (Fin N => Float) ! <State h>.
      let all: Fin N => Unit = for i: Fin N.
        let s: Ref h Float = r ! i
        let o: Fin N = unsafeFromOrdinal (Fin N) 0
        let q: Ref h Float = r ! o
        let a: Float = get s
        let b: Float = get q
        let c: Float = %add_f32 a b
        let u: Unit = s := c
        in u
      in all)
    in snd both",
        ),
        // One number of each row is read.
        _ => (
            "Float",
            "1.0",
            "let both: Unit & Float = runAccum (\\h: Type. \\r: Ref h Float ! <Accum h>.
      let rows: Fin N => Fin N => Float = for i: Fin N.
        let row: Fin N => Float = for j: Fin N.
          let e: Float = x[j]
          in e
        in row
      let all: Fin N => Unit = for i: Fin N.
        let row: Fin N => Float = rows[i]
        let e: Float = row[i]
        let u: Unit = r += e
        in u
      in ())
    in snd both",
        ),
    };
    let text = format!(
        "def map: (Fin N => Float) -> {result} =\n  \\x: Fin N => Float.\n    {body}\n\ndef forward: {result} =\n  let y: {result} = map (view i: Fin N. 1.0)\n  in y\n\ndef back: Fin N => Float =\n  let y: Fin N => Float = transpose map ({weight})\n  in y\n"
    );
    text.replace('N', &n.to_string())
        .replace(&format!("{n}at"), "Nat")
}

/// Work and span of a transpose are those of the function, times a constant that does not depend on sizes.
#[test]
fn transposes_cost_a_constant_factor() {
    for name in ["gather", "scatter", "prefixes", "slots", "rows"] {
        for n in [8, 64, 512] {
            if name == "rows" && n > 64 {
                continue;
            }
            let text = sized(name, n);
            let program =
                read::checked(SourceId(0), &text).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
            let simple = run(&program, Cases::Sums).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
            let cost = |definition| numbers(&simple, definition).expect("it runs");
            let (_, work, span) = cost("forward");
            let (actual, back_work, back_span) = cost("back");
            let (expected, ..) = numbers(&program, "back").expect("it runs");
            assert!(
                is_near(&expected, &actual),
                "{name}: {expected:?} became {actual:?}"
            );
            eprintln!("{name} of {n}: work {work} and {back_work}, span {span} and {back_span}");
            assert!(
                back_work <= 5 * work,
                "{name} of {n}: work {work} became {back_work}"
            );
            // Accumulators have a level for each time that n is halved.
            let levels = u64::from(n.ilog2()) * 8;
            assert!(
                back_span <= 5 * span + levels,
                "{name} of {n}: span {span} became {back_span}"
            );
        }
    }
}

#[test]
fn what_is_not_linear_is_refused() {
    let (mut broken, mut all) = (0u64, Vec::new());
    let begin = first(10_000);
    for seed in begin..begin + programs() {
        let made = linear(&mut Choices::random(seed), true);
        if made.breaks.is_none() {
            continue;
        }
        broken += 1;
        let program = match read::checked(SourceId(0), &made.text) {
            Ok(program) => program,
            Err(errors) => {
                all.push(format!("seed {seed}: {errors:?}"));
                continue;
            }
        };
        let errors = run(&program, Cases::Sums).err().unwrap_or_default();
        let by = errors
            .first()
            .and_then(|error| error.refusal)
            .map(|refusal| refusal.to_string());
        if !by.as_ref().is_some_and(|by| by.starts_with("DX-TR-STRUCT/")) {
            all.push(format!("seed {seed}: {by:?}\n{}", made.text));
        }
    }
    eprintln!("{broken} were broken");
    assert!(broken * 3 > programs(), "{broken} were broken");
    let shown: Vec<&String> = all.iter().take(3).collect();
    assert!(
        all.is_empty(),
        "{} of {broken}\n{}",
        all.len(),
        shown.iter().map(|s| s.as_str()).collect::<Vec<_>>().join("\n")
    );
}
