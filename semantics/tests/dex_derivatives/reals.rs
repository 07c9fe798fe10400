//! Definitions in reals: values, derivatives by numbers with tangents, and differences.

use super::program;
use elder_dex::core::Program;
use elder_semantics::dex::Options;
use elder_semantics::dex::reals::{Evaluated, Point, run};
use elder_semantics::exact::Real;
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

const BITS: u32 = 500;

const TEXT: &str = "
def f (x:Float) (y:Float) : Float = (x * sin y) / y

def slope (x:Float) (y:Float) : Float = jvp (\\q. f x q) y 1.0

def steep (x:Float) (y:Float) : Float = snd (vjp (\\q. slope x q) y) 1.0

def bent (x:Float) (y:Float) : Float = if x < y then y else x * x
";

fn at(program: &Program, definition: &str, x: f32, y: f32, step: Option<(i32, bool)>) -> Evaluated {
    let of = |x| Value::scalar(PrimValue::F32(x));
    let point = Point {
        arguments: &[of(x), of(y)],
        direction: &[of(0.0), of(1.0)],
        step,
    };
    let evaluated = run(program, definition, &point, BITS, &Options::default());
    evaluated.unwrap_or_else(|failure| panic!("{definition}: {}", failure.message))
}

fn number(evaluated: &Evaluated) -> &Real {
    &evaluated.numbers[0]
}

#[test]
fn derivatives_in_reals_are_those_of_differences() {
    let program = program(TEXT);
    for (function, derivative) in [("f", "slope"), ("slope", "steep")] {
        let there = at(&program, function, 1.5, 0.75, Some((-70, false)));
        let back = at(&program, function, 1.5, 0.75, Some((-70, true)));
        let quotient = number(&there).sub(number(&back)).scaled(69);
        let slope = at(&program, derivative, 1.5, 0.75, None);
        let off = number(&slope).sub(&quotient).abs();
        let most = Real::of(BITS, 1.0).scaled(-130);
        assert!(
            off.value() < most.value(),
            "{function}: {:?}",
            off.nearest(PrimType::F64)
        );
        assert!(number(&slope).bound() < *most.scaled(-200).value());
    }
}

#[test]
fn what_moves_less_than_a_float_can_say_goes_another_way() {
    let program = program(TEXT);
    let [stands, up, down] = [None, Some((-90, false)), Some((-90, true))].map(|step| {
        let evaluated = at(&program, "bent", 1.0, 1.0, step);
        assert_eq!(evaluated.undecided, 0);
        evaluated.way
    });
    assert_eq!(stands, down);
    assert_ne!(stands, up);
}
