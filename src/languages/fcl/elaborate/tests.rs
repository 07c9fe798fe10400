//! What names mean, what shorthands become, and what is refused.

use crate::{Operator, Program, elaborate, load, parser, print};
use elder_syntax::{Diagnostic, SourceId};

/// Elaborates a text without the library.
pub(crate) fn alone(text: &str) -> Result<Program, Vec<Diagnostic>> {
    let (program, errors) = parser::parse_program(SourceId(0), text);
    assert!(errors.is_empty(), "{text}: {errors:#?}");
    elaborate::program(&program.expect("no errors"), &Program::default())
}

fn printed(text: &str) -> String {
    let program = alone(&format!("val it = {text}")).unwrap_or_else(|e| panic!("{text}: {e:#?}"));
    print::expression(&program.definitions[0].body)
}

#[test]
fn shorthands_are_written_out() {
    let cases = [
        ("[1] |> push <block>", "push <block> [1]"),
        ("force . push <block>", "fn x => force (push <block> x)"),
        ("concat 2", "fn xss => concat 2 xss"),
        ("concat (1 + 1)", "let a = 1 + 1 in fn xss => concat a xss"),
        ("interleave", "fn m f xss => interleave m f xss"),
        (
            "[[1]] |> map (push <warp>) |> concat 1",
            "concat 1 (map (push <warp>) [[1]])",
        ),
        ("map fst", "map (fn p => fst p)"),
        ("(1, 2) |> fst", "fst (1, 2)"),
        ("snd (fst, 1) 2", "snd (fn p => fst p, 1) 2"),
        ("- 5", "-5"),
        ("-inf", "-inf"),
        ("-(5)", "negate 5"),
        ("fn (x, y) => x + y", "fn p => let x = fst p y = snd p in x + y"),
        (
            "let (x, (y, z)) = (1, (2, 3)) in x",
            "let p = (1, (2, 3)) x = fst p p1 = snd p y = fst p1 z = snd p1 in x",
        ),
        ("7 div 2 mod 3", "7 / 2 % 3"),
        ("and 1 2", "1 and 2"),
        ("(+) 1", "(+) 1"),
        ("fn min => min 1 2", "fn min1 => min1 1 2"),
        (
            "fn p => fn (a, b) => p a b",
            "fn p p1 => let a = fst p1 b = snd p1 in p a b",
        ),
        ("#BlockSize * 2", "#BlockSize * 2"),
        (
            "fn <block1> x => push <1+block1> x",
            "fn <block1> x => push <1+block1> x",
        ),
    ];
    for (text, expected) in cases {
        let got = printed(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(got, expected, "{text}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let cases = [
        ("fun f x = y", "no variable or definition `y`"),
        ("fun f x = lenghtPull x", "no variable or definition `lenghtPull`"),
        ("fun f x = f x", "used in its own definition"),
        ("fun f x = g x\nfun g x = x", "defined after its use"),
        ("fun f x x = x", "two parameters have the name `x`"),
        ("fun f (x, x) = x", "two parameters have the name `x`"),
        ("fun f <l> <l> = 1", "two parameters have the name `l`"),
        ("fun f x = push <lvl> x", "no level `lvl`"),
        ("fun f <block> x = push <block> x", "`block` is a level"),
        ("val x = 2147483648", "does not fit 32 bits"),
        ("val x = -2147483649", "does not fit 32 bits"),
        ("val x = 99999999999999999999999999999999", "does not fit 32 bits"),
        ("val x = #Groups", "no size of the machine"),
        ("kernel k = 1 config #BlockSize = 0", "a number from 1 to 1024"),
        ("kernel k = 1 config #WarpSize = 24", "a power of two"),
        (
            "kernel k = 1 config #BlockSize = 64 #BlockWidth = 24",
            "no whole number of rows of 24",
        ),
        (
            "kernel k = 1 config #BlockWidth = 0",
            "`#BlockWidth` is a number from 1 to 1024",
        ),
        ("kernel k = 1 config #BlockSize = 48", "no whole number of warps"),
        ("kernel k = 1 config #Blocks = 48", "no option"),
        ("kernel k = 1 config #Groups = 48 #Groups = 1", "given twice"),
        ("fun k = 1 config #Groups = 48", "only a `kernel`"),
        ("fun f x = x\nval f = 1", "defined twice"),
        ("sig f : Int -> int\nfun f x = x", "no type `Int`"),
    ];
    for (text, message) in cases {
        let Err(errors) = alone(text) else {
            panic!("{text} is accepted");
        };
        assert!(
            errors.iter().any(|e| e.message.contains(message)),
            "{text}: {errors:#?}"
        );
    }
}

#[test]
fn several_errors_show_and_none_twice() {
    let Err(errors) = alone("fun f x = y + z\nfun g x = f x\nfun h x = g u") else {
        panic!("accepted")
    };
    let messages: Vec<&str> = errors.iter().map(|e| e.message.as_str()).collect();
    assert_eq!(messages.len(), 3, "{messages:#?}");
}

#[test]
fn a_file_may_hide_what_the_library_defines() {
    let loaded = load::forced("test", "fun reverse xs = reverse (reverse xs)");
    assert!(!loaded.is_refused(), "{:#?}", loaded.diagnostics);
    let program = loaded.program.unwrap();
    assert!(!program.find("reverse").unwrap().library);
}

#[test]
fn configurations_are_those_of_the_text() {
    let program = alone("kernel k x = push <grid> x config #BlockSize = 64 #Groups = 3").unwrap();
    let configuration = program.definitions[0].configuration;
    assert_eq!(
        (
            configuration.block_size,
            configuration.warp_size,
            configuration.groups
        ),
        (64, 32, Some(3))
    );
}

#[test]
fn every_operator_has_a_name() {
    for operator in Operator::ALL {
        alone(&format!("val it = {operator}")).unwrap();
    }
}

#[test]
fn long_and_deep_programs_are_elaborated() {
    let sum = format!("val x = 1{}", " + 1".repeat(3_900));
    let lets = format!("val x = let {} in y", "y = 1 ".repeat(3_900));
    let deep = format!("val x = {}1{}", "(f ".repeat(160), ")".repeat(160)).replace('f', "negate");
    let many: String = (0..3_000).map(|i| format!("val x{i} = {i}\n")).collect();
    for text in [sum, lets, deep, many] {
        let program = alone(&text).unwrap();
        assert!(!print::program(&program).is_empty());
    }
}
