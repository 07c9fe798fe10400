//! Generated smooth programs of Dex, linearized: what simplification makes of their derivatives has the values that the semantics gives.

use elder_dex::check::simplified;
use elder_dex::core::rewrite::substitute;
use elder_dex::core::{
    Binder, Block, Definition, Exp, Lambda, Program, Projection, Row, Stm, Type, Value, read,
};
use elder_generate::Choices;
use elder_generate::dex::{Case, Shape, case};
use elder_passes::dex::simplify::{Cases, run};
use elder_semantics::dex::{self, Options, show};
use elder_syntax::value::Value as Data;
use elder_syntax::{SourceId, Span};
use std::sync::Arc;

/// Whether a type is a vector space.
fn is_space(ty: &Type) -> bool {
    match ty {
        Value::Base(base) => base.is_float(),
        Value::Table(_, element) => is_space(element),
        Value::PairType(first, second) => is_space(first) && is_space(second),
        Value::RecordType(labels) => labels.fields.iter().all(|(_, ty)| is_space(ty)),
        _ => false,
    }
}

/// A statement of a program that is made here.
fn stm(program: &mut Program, stms: &mut Vec<Stm>, ty: Type, exp: Exp) -> Value {
    let name = program.names.fresh("d");
    let (binder, at) = (Binder { name, ty }, Span::NONE);
    stms.push(Stm { binder, exp, at });
    Value::Var(name)
}

/// `\x: a. b`
fn lambda(binder: Binder, body: Block) -> Value {
    let effects = Row::PURE;
    Value::Lambda(Arc::new(Lambda {
        binder,
        effects,
        body,
    }))
}

/// The derivative of `main` in its first argument, in the direction of that: `\x. .. snd (linearize (\y. main y ..) x) x`, so many times.
fn derived(case: &Case, times: usize) -> Option<Program> {
    let mut program = case.program.clone();
    let main = program.definitions.last()?.binder.clone();
    let mut parameters = Vec::new();
    let mut ty = main.ty.clone();
    while let Value::Arrow(arrow) = &ty {
        let name = program.names.again(arrow.binder.name);
        let own = arrow.binder.ty.clone();
        let result = substitute(
            &mut program.names,
            arrow.binder.name,
            &Value::Var(name),
            &arrow.result,
        );
        parameters.push(Binder { name, ty: own });
        ty = result;
    }
    let first = parameters.first()?.clone();
    if !is_space(&first.ty) || !is_space(&ty) {
        return None;
    }
    // \y. main y a2 .. an
    let y = Binder {
        name: program.names.again(first.name),
        ty: first.ty.clone(),
    };
    let mut stms = Vec::new();
    let mut left = Value::Var(main.name);
    let mut left_ty = main.ty.clone();
    let arguments = parameters.iter().skip(1).map(|p| p.name);
    let arguments: Vec<_> = std::iter::once(y.name).chain(arguments).collect();
    for argument in arguments {
        let Value::Arrow(arrow) = left_ty.clone() else {
            return None;
        };
        let argument = Value::Var(argument);
        left_ty = substitute(&mut program.names, arrow.binder.name, &argument, &arrow.result);
        left = stm(
            &mut program,
            &mut stms,
            left_ty.clone(),
            Exp::Apply(left, argument),
        );
    }
    let mut function = lambda(y, Block { stms, result: left });
    let mut whole = ty.clone();
    let arrow = |program: &mut Program, result: Type| {
        let name = program.names.again(first.name);
        let ty = first.ty.clone();
        Value::arrow(Binder { name, ty }, Row::PURE, result)
    };
    for _ in 0..times {
        let x = Binder {
            name: program.names.again(first.name),
            ty: first.ty.clone(),
        };
        let tangent = arrow(&mut program, whole.clone());
        let mut stms = Vec::new();
        let point = Value::Var(x.name);
        let both = Value::pair_type(whole.clone(), tangent);
        let both = stm(
            &mut program,
            &mut stms,
            both,
            Exp::Linearize(function, point.clone()),
        );
        let own = Value::project(Projection::Second, both.clone());
        let change = stm(&mut program, &mut stms, whole.clone(), Exp::Apply(own, point));
        whole = Value::pair_type(whole.clone(), whole);
        let result = Value::pair(Value::project(Projection::First, both), change);
        function = lambda(x, Block { stms, result });
    }
    let mut stms = Vec::new();
    let result = stm(
        &mut program,
        &mut stms,
        whole.clone(),
        Exp::Apply(function, Value::Var(first.name)),
    );
    let mut body = Block { stms, result };
    for binder in parameters.into_iter().rev() {
        let name = program.names.again(binder.name);
        let result = substitute(&mut program.names, binder.name, &Value::Var(name), &whole);
        let ty = binder.ty.clone();
        whole = Value::arrow(Binder { name, ty }, Row::PURE, result);
        body = Block::from(lambda(binder, body));
    }
    let name = program.names.fresh("derived");
    program.definitions.push(Definition {
        binder: Binder { name, ty: whole },
        body,
        at: Span::NONE,
    });
    Some(program)
}

/// How a program came off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Came {
    /// Another sort of program, or one that reaches a limit.
    Beside,
    /// To the same bits.
    Same,
    /// To numbers that are near, or to no numbers in one of them.
    Near,
    /// It is refused.
    Refused,
}

/// The numbers of a text, and what is between them.
fn numbers(text: &str) -> (Vec<f64>, String) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
    let words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    let number = |word: &str| word.parse::<f64>().ok();
    let (found, others): (Vec<_>, Vec<_>) = words
        .map(|word| (number(word), word))
        .partition(|(n, _)| n.is_some());
    let others = others
        .into_iter()
        .map(|(_, word)| word)
        .collect::<Vec<_>>()
        .join(" ");
    (found.into_iter().filter_map(|(n, _)| n).collect(), others)
}

/// Whether numbers agree to the last digits of a float of 32 bits; where one is none, nothing is asked of it.
fn are_near(left: &str, right: &str) -> bool {
    let ((a, rest), (b, other)) = (numbers(left), numbers(right));
    // A sum of tables has terms far larger than itself.
    let scale = a
        .iter()
        .chain(&b)
        .filter(|x| x.is_finite())
        .fold(1.0f64, |m, x| m.max(x.abs()));
    rest == other
        && a.len() == b.len()
        && a.iter()
            .zip(&b)
            .all(|(x, y)| !x.is_finite() || !y.is_finite() || (x - y).abs() <= 1e-5 * scale)
}

fn ended(program: &Program, inputs: &[Data]) -> Option<(Result<String, String>, (u64, u64))> {
    let options = Options {
        fuel: Some(400_000),
        memory: Some(1 << 26),
        ..Options::default()
    };
    let outcome = dex::run(program, "derived", inputs, &options);
    let cost = (outcome.cost.work, outcome.cost.span);
    match outcome.result {
        Ok(value) => Some((Ok(show::text(program, &value)), cost)),
        Err(failure) if failure.kind == elder_semantics::failure::Kind::Limit => None,
        Err(failure) => Some((
            Err(failure.refusal.map_or(failure.message.clone(), |r| r.to_string())),
            cost,
        )),
    }
}

/// # Errors
/// What is wrong.
fn judged(seed: u64, times: usize) -> Result<(Came, String), String> {
    let made = case(&mut Choices::random(seed), Shape::SMOOTH);
    let Some(program) = derived(&made, times) else {
        return Ok((Came::Beside, String::new()));
    };
    let text = elder_dex::core::print::program(&program);
    let Ok(program) = read::checked(SourceId(0), &text) else {
        return Err(format!("{seed}: it is not legal\n{text}"));
    };
    let Some((expected, _)) = ended(&program, &made.inputs) else {
        return Ok((Came::Beside, String::new()));
    };
    let simplified = match run(&program, Cases::Sums) {
        Ok(simplified) => simplified,
        Err(errors) => {
            let premise = errors[0].refusal.map_or_else(String::new, |r| r.to_string());
            return match premise.starts_with("DX-L-") || premise == "DX-S-COLLECT/local" {
                true => Ok((Came::Refused, premise)),
                false => Err(format!("{seed}: refused by {premise}: {}", errors[0].message)),
            };
        }
    };
    if let Err(errors) = simplified::program(&simplified) {
        return Err(format!(
            "{seed}: {:?}",
            errors.first().map(|e| (&e.message, e.refusal))
        ));
    }
    let Some((actual, _)) = ended(&simplified, &made.inputs) else {
        return Ok((Came::Beside, String::new()));
    };
    match (&expected, &actual) {
        _ if expected == actual => Ok((Came::Same, String::new())),
        (Ok(expected), Ok(actual)) if are_near(expected, actual) => Ok((Came::Near, String::new())),
        _ => Err(format!("{seed}: {expected:?} became {actual:?}")),
    }
}

/// How many programs, of which the environment may ask for more.
fn counted(times: usize) {
    let asked = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (from, count) = (
        asked("ELDER_FIRST").unwrap_or(0),
        asked("ELDER_PROGRAMS").unwrap_or(300),
    );
    let mut came = std::collections::BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in from..from + count {
        match judged(seed, times) {
            Ok(how) => *came.entry(how).or_insert(0) += 1,
            Err(message) => wrong.push(message),
        }
    }
    println!("order {times}: {came:?}");
    let compared: i32 = came
        .iter()
        .filter(|((how, _), _)| matches!(how, Came::Same | Came::Near))
        .map(|(_, n)| n)
        .sum();
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(compared as u64 * 4 > count, "{compared} of {count} are compared");
}

#[test]
fn first_derivatives_of_smooth_programs_are_those_of_the_semantics() {
    counted(1);
}

#[test]
fn second_derivatives_of_smooth_programs_are_those_of_the_semantics() {
    counted(2);
}
