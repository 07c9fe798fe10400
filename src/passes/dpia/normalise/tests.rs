//! Normal forms of small programs.

use super::run;
use crate::Target;
use elder_dpia::{Entry, Node, Phrase, load, print};

fn normal(text: &str) -> Phrase {
    let program = load::text("test", text).program.expect("a program");
    let entry = Entry::closed(&program, "main").expect("an entry");
    run(&entry, &Target::OPENCL).expect("a normal form").body
}

fn applications(p: &Phrase) -> usize {
    let is_one = matches!(
        &*p.node,
        Node::Apply(..) | Node::NatApply(..) | Node::DataApply(..)
    );
    usize::from(is_one) + p.children().map(applications).sum::<usize>()
}

#[test]
fn no_function_is_left_to_apply() {
    for body in [
        "(fun(a: i32) (fun(b: 4.i32) a)(generate(4, fun i. y)))(y)",
        "(fun(a: i32) (fun(b: i32) (fun(c: i32) a + c)(b * b))(a * y))(y)",
        "(fun(f: exp[i32] -> exp[i32]) f(3))(fun x. x + y)",
        "(fun(f: exp[i32] -> exp[i32] -> exp[i32]) f(y))(fun a b. a * b)(y + 1)",
        "(fun(f: exp[i32] -> exp[i32] -> exp[i32]) fun(x: i32) f(x, x * y))(fun a b. a * b - a)(y / 2)",
        "({fun(x: i32) (fun(z: i32) z * z)(x / y), y}.1)(3)",
        "(fun(k: i32) {fun(x: i32) x + k * k, k})(y / 2).1(3)",
    ] {
        let reduced = normal(&format!("def main(y: i32) = {body}"));
        assert_eq!(applications(&reduced), 0, "{body}: {}", print::phrase(&reduced));
    }
}

#[test]
fn halves_of_a_pair_name_their_argument() {
    let pair = "def both(k: i32): {exp[i32], exp[i32]} = {k * k, 1}";
    let reduced = |half| {
        print::phrase(&normal(&format!(
            "{pair}\ndef main(y: i32) = both(10 / y).{half}"
        )))
    };
    assert_eq!(reduced(1), "let k = 10 / y in\nk * k");
    assert_eq!(reduced(2), "let k = 10 / y in\n1");
}
