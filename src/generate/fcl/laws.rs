//! Laws: what holds whatever the inputs are.
//!
//! Generated kernels are printed with a name of its own for each variable, and both evaluators get the same term.  What a text means (which name a
//! variable is, how literals and operators are read) is judged here by what it has to do with the rest: all that the kernel gives is 1.

use super::inputs;
use crate::Choices;
use elder_fcl::BaseType;
use elder_syntax::prim::PrimValue;
use elder_syntax::{Value, value};

/// How many laws a kernel has at most.
const MOST: usize = 8;

/// The numbers that each is asked of.
const PAIRS: usize = 6;

/// A program whose kernel `main` gives 1 for each pair of numbers that it reads, and those numbers.
pub fn laws(c: &mut Choices) -> (String, Vec<Value>) {
    let all: Vec<&str> = include_str!("laws.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut held = "1".to_owned();
    for _ in 0..1 + c.below(MOST) {
        held = format!("if {} then {held} else 0", all[c.below(all.len())]);
    }
    let text = format!(
        "kernel main xs ys =\n  push <block> (generate (lengthPull xs) (fn i =>\n    let x = index xs i y = index ys i in\n    {held}))\n"
    );
    let mut array = || {
        let numbers = (0..PAIRS).map(|_| inputs::base(c, BaseType::I32, true));
        let numbers: Vec<i32> = numbers
            .filter_map(|n| match n {
                PrimValue::I32(n) => Some(n),
                _ => None,
            })
            .collect();
        Value::new(vec![numbers.len()], value::Data::I32(numbers))
    };
    let inputs = [array(), array()].into_iter().flatten().collect();
    (text, inputs)
}
