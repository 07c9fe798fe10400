//! What is printed reads back.

use crate::elaborate::counted_loop;
use crate::elaborate::tests::alone;
use crate::{
    Base, Expression, Level, Node, Operator, ScalarOperator, Setting, Side, Variable, alpha, load, print,
};
use elder_syntax::Span;
use proptest::prelude::*;

/// An expression with its variables as numbers: how many binders lie between use and binder, modulo those that there are.
#[derive(Clone, Debug)]
enum Plan {
    Base(Base),
    Setting(Setting),
    Var(usize),
    Array(Vec<Plan>),
    Operator(Operator, u32, Vec<Plan>),
    Scalar(ScalarOperator, Vec<Plan>),
    Fn(usize, Box<Plan>),
    LevelFn(usize, Box<Plan>),
    Apply(Box<Plan>, Box<Plan>),
    LevelApply(Box<Plan>, u32),
    Let(usize, Box<Plan>, Box<Plan>),
    Pair(Box<Plan>, Box<Plan>),
    Project(Side, Box<Plan>),
    If(Box<Plan>, Box<Plan>, Box<Plan>),
}

const NAMES: [&str; 6] = ["x", "y", "min", "in", "x1", "_"];

fn plans() -> impl Strategy<Value = Plan> {
    let base = prop_oneof![
        any::<i32>().prop_map(Base::I32),
        any::<f64>()
            .prop_filter("one NaN", |d| !d.is_nan())
            .prop_map(Base::F64),
        any::<bool>().prop_map(Base::Bool),
    ];
    let leaf = prop_oneof![
        base.prop_map(Plan::Base),
        Just(Plan::Setting(Setting::WarpSize)),
        Just(Plan::Setting(Setting::BlockWidth)),
        any::<usize>().prop_map(Plan::Var),
    ];
    leaf.prop_recursive(6, 60, 4, |inner| {
        let boxed = inner.clone().prop_map(Box::new).boxed();
        let several = prop::collection::vec(inner, 0..4);
        prop_oneof![
            several.clone().prop_map(Plan::Array),
            (prop::sample::select(Operator::ALL), 0..5u32, several.clone())
                .prop_map(|(op, level, arguments)| Plan::Operator(op, level, arguments)),
            (prop::sample::select(ScalarOperator::ALL), several)
                .prop_map(|(op, arguments)| Plan::Scalar(op, arguments)),
            (0..NAMES.len(), boxed.clone()).prop_map(|(x, e)| Plan::Fn(x, e)),
            (0..NAMES.len(), boxed.clone()).prop_map(|(x, e)| Plan::LevelFn(x, e)),
            (boxed.clone(), boxed.clone()).prop_map(|(f, e)| Plan::Apply(f, e)),
            (boxed.clone(), 0..5u32).prop_map(|(f, l)| Plan::LevelApply(f, l)),
            (0..NAMES.len(), boxed.clone(), boxed.clone()).prop_map(|(x, a, b)| Plan::Let(x, a, b)),
            (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Plan::Pair(a, b)),
            boxed.clone().prop_map(|e| Plan::Project(Side::First, e)),
            boxed.clone().prop_map(|e| Plan::Project(Side::Second, e)),
            (boxed.clone(), boxed.clone(), boxed).prop_map(|(a, b, c)| Plan::If(a, b, c)),
        ]
    })
}

#[derive(Clone, Default)]
struct Bound {
    values: Vec<Variable>,
    levels: Vec<Variable>,
}

fn level(number: u32, bound: &Bound) -> Level {
    match bound.levels.last() {
        Some(x) if number.is_multiple_of(2) => {
            (0..number).fold(Level::Var(x.clone()), |level, _| level.successor())
        }
        _ => (0..number).fold(Level::THREAD, |level, _| level.successor()),
    }
}

fn build(plan: &Plan, bound: &Bound) -> Expression {
    let all = |plans: &[Plan], most: usize| plans.iter().take(most).map(|p| build(p, bound)).collect();
    let node = match plan {
        Plan::Base(value) => Node::Base(*value),
        Plan::Setting(setting) => Node::Setting(*setting),
        Plan::Var(i) => match bound.values.len() {
            0 => Node::Base(Base::I32(3)),
            n => Node::Var(bound.values[i % n].clone()),
        },
        Plan::Array(parts) => Node::Array(all(parts, 9)),
        Plan::Operator(operator, l, arguments) => {
            let mut e = Expression::operator(*operator, Span::NONE);
            if operator.takes_level() {
                e = e.apply_level(level(*l, bound));
            }
            // Those that are η-expanded have all their arguments.
            let mut arguments: Vec<Expression> = all(arguments, operator.arity());
            if matches!(
                operator,
                Operator::Concat | Operator::Interleave | Operator::InterleaveInto
            ) {
                arguments.resize(operator.arity(), Expression::base(Base::I32(1), Span::NONE));
            }
            return arguments.into_iter().fold(e, |e, argument| e.apply(argument));
        }
        Plan::Scalar(operator, arguments) => Node::Scalar(*operator, all(arguments, operator.arity())),
        Plan::Fn(x, e) | Plan::LevelFn(x, e) => {
            let x = Variable::fresh(NAMES[*x]);
            let mut inner = bound.clone();
            if let Plan::Fn(..) = plan {
                inner.values.push(x.clone());
                Node::Fn(x, build(e, &inner))
            } else {
                inner.levels.push(x.clone());
                Node::LevelFn(x, build(e, &inner))
            }
        }
        Plan::Apply(f, e) => {
            let f = build(f, bound);
            return counted_loop(&f).unwrap_or(f).apply(build(e, bound));
        }
        Plan::LevelApply(f, l) => return build(f, bound).apply_level(level(*l, bound)),
        Plan::Let(x, a, b) => {
            let x = Variable::fresh(NAMES[*x]);
            let mut inner = bound.clone();
            inner.values.push(x.clone());
            Node::Let(x, build(a, bound), build(b, &inner))
        }
        Plan::Pair(a, b) => Node::Pair(build(a, bound), build(b, bound)),
        Plan::Project(side, e) => Node::Project(*side, build(e, bound)),
        Plan::If(a, b, c) => Node::If(build(a, bound), build(b, bound), build(c, bound)),
    };
    Expression::new(node, Span::NONE)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn expressions_read_back_as_they_were_printed(plan in plans()) {
        let first = build(&plan, &Bound::default());
        let text = print::expression(&first);
        let again = alone(&format!("val it = {text}"));
        let again = again.unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
        let again = &again.definitions[0].body;
        prop_assert!(alpha::equal(&first, again), "{text}\n{}", print::expression(again));
    }
}

#[test]
fn definitions_read_back_as_they_were_printed() {
    let text = "
sig f : <l> -> (a -> b -> a) -> [[a]<l>] -> ([a], int) -> [a]<1+1+m>
fun f <l> g xss (a, b) = concat 2 xss
sig k : [int] -> [int]<grid>
kernel k xs = push <grid> xs
  config #BlockSize = 128 #WarpSize = 64 #Groups = 1024
val c <l> = fn min => push <l> [1.5, 2e300, -1.0e-3, inf, -inf, nan, min]
fun min a b = if a < b and true then f <thread> else c <block>
fun last x = min x (min x)
";
    let first = alone(text).unwrap();
    let printed = print::program(&first);
    let again = alone(&printed).unwrap_or_else(|errors| panic!("{printed}\n{errors:#?}"));
    assert_eq!(printed, print::program(&again));
    for (a, b) in first.definitions.iter().zip(&again.definitions) {
        assert_eq!(a.configuration, b.configuration);
        assert_eq!(
            a.signature.as_ref().map(print::ty),
            b.signature.as_ref().map(print::ty)
        );
    }
}

#[test]
fn the_library_reads_back() {
    let text = print::program(&crate::Program {
        definitions: crate::library::program()
            .definitions
            .iter()
            .map(|d| crate::Definition {
                library: false,
                ..d.clone()
            })
            .collect(),
    });
    let again = alone(&text).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
    assert_eq!(text, print::program(&again));
    assert!(!load::forced("library", &text).is_refused());
}
