//! What parses, and what is said of what does not.

use super::parse_program;
use crate::ast::{Exp, ExpKind};
use elder_syntax::{Diagnostic, SourceId};

fn parse(text: &str) -> Vec<Diagnostic> {
    parse_program(SourceId(0), text).1
}

fn body(text: &str) -> Exp {
    let (program, errors) = parse_program(SourceId(0), &format!("val it = {text}"));
    assert!(errors.is_empty(), "{text}: {errors:#?}");
    program.unwrap().definitions.remove(0).body
}

/// The structure, with parentheses around everything.
fn shape(e: &Exp) -> String {
    match &e.kind {
        ExpKind::Name(x) => x.to_string(),
        ExpKind::Int(Some(i)) => i.to_string(),
        ExpKind::Paren(e) => shape(e),
        ExpKind::Apply(f, x) => format!("({} {})", shape(f), shape(x)),
        ExpKind::LevelApply(f, l) => format!(
            "({} <{}{}>)",
            shape(f),
            "1+".repeat(l.above as usize),
            l.base.name
        ),
        ExpKind::Binary(op, a, b) => format!("({} {op} {})", shape(a), shape(b)),
        ExpKind::Negate(e) => format!("(-{})", shape(e)),
        ExpKind::Compose(f, g) => format!("({} . {})", shape(f), shape(g)),
        ExpKind::Pipe(e, f) => format!("({} |> {})", shape(e), shape(f)),
        ExpKind::Pair(a, b) => format!("({}, {})", shape(a), shape(b)),
        ExpKind::Let(bindings, e) => {
            let bindings: Vec<String> = bindings.iter().map(|(_, e)| shape(e)).collect();
            format!("(let {} in {})", bindings.join("; "), shape(e))
        }
        ExpKind::Fn(_, e) => format!("(fn {})", shape(e)),
        other => format!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_the_grammar_says() {
    let cases = [
        ("a + b * c", "(a + (b * c))"),
        ("a * b div c mod d", "(((a * b) / c) % d)"),
        ("a - b - c", "((a - b) - c)"),
        ("a |> f . g |> h x", "((a |> (f . g)) |> (h x))"),
        ("f . g . h", "(f . (g . h))"),
        ("f x . g y", "((f x) . (g y))"),
        ("1 << n + 1 == m", "((1 << (n + 1)) == m)"),
        ("a < b and c >= d or not e", "(((a < b) and (c >= d)) or (not e))"),
        ("-f x * y", "((-(f x)) * y)"),
        ("f -1", "(f - 1)"),
        ("fn x => x |> f", "(fn (x |> f))"),
        ("map fn x => x + 1", "(map (fn (x + 1)))"),
        ("(a, b)", "(a, b)"),
    ];
    for (text, expected) in cases {
        assert_eq!(shape(&body(text)), expected, "{text}");
    }
}

#[test]
fn a_level_between_angles_is_a_level_application() {
    let cases = [
        ("push <block> xs", "((push <block>) xs)"),
        ("push<1+l>xs", "((push <1+l>) xs)"),
        ("f <a> b", "((f <a>) b)"),
        ("f x <1 + 1 + Z>", "((f x) <1+1+Z>)"),
        ("a < b", "(a < b)"),
        ("a < b - c > d", "((a < (b - c)) > d)"),
        ("1 < n", "(1 < n)"),
        ("a < 1 + b", "(a < (1 + b))"),
    ];
    for (text, expected) in cases {
        assert_eq!(shape(&body(text)), expected, "{text}");
    }
}

#[test]
fn a_let_has_several_bindings() {
    assert_eq!(
        shape(&body("let n = g div m  k = f x (y, z)\n (a, b) = p  c = 1 in a")),
        "(let (g / m); ((f x) (y, z)); p; 1 in a)"
    );
    assert_eq!(shape(&body("let x = 1 in x == y")), "(let 1 in (x == y))");
}

#[test]
fn comments_nest_and_end() {
    assert!(parse("(* a (* b *) c *) val x = 1 -- (* \n val y = 2 (* ** *)").is_empty());
    let errors = parse("val x = (* a (* b *) 1");
    assert!(
        errors.iter().any(|e| e.message.contains("not closed")),
        "{errors:#?}"
    );
}

#[test]
fn definitions_of_all_sorts_parse() {
    let text = "
sig f : <l> -> (a -> 'b -> a) -> [[a]<l>] -> ([a], int) -> [a]<1+1+l>
fun f <l> g xss (a, b) = concat 2 xss
sig k : forall <lvl> 'a. 'a -> [int]<grid>
kernel k n = push <grid> [n] config #BlockSize = 128 #WarpSize = 32, #Groups = 1_024
val c <l> = push <l> [1.5, 2e3, -1.0e-3]
";
    let errors = parse(text);
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn each_wrong_definition_is_reported() {
    let text =
        "fun f x = \nfun g = 1 +\nfun h x = x\nsig i : int ->\nfun i x = (x\nfun j x y) = 1\nval k = 1";
    let (program, errors) = parse_program(SourceId(0), text);
    assert_eq!(errors.len(), 5, "{errors:#?}");
    let names: Vec<String> = program
        .unwrap()
        .definitions
        .iter()
        .map(|d| d.name.name.to_string())
        .collect();
    assert_eq!(names, ["h", "k"]);
}

#[test]
fn messages_say_what_was_expected_and_help() {
    let cases = [
        ("fun f x = x = 1", "`==` compares"),
        ("val f = fn x -> x", "`=>` stands between"),
        ("sig f : int => int fun f x = x", "`->` stands in types"),
        ("fun f <l>= 1", "a space ends the level"),
        ("fun in x = x", "is reserved"),
        ("val f = (1, 2, 3)", "a pair is"),
    ];
    for (text, help) in cases {
        let errors = parse(text);
        let stated = errors
            .iter()
            .any(|e| e.help.as_ref().is_some_and(|h| h.contains(help)));
        assert!(stated, "{text}: {errors:#?}");
    }
    let errors = parse("val f = [1, (2 + 3]");
    assert!(
        errors[0].message.contains("`)`") && !errors[0].labels.is_empty(),
        "{errors:#?}"
    );
    let cases = [
        ("sig f : int", "no definition follows"),
        ("sig f : int fun g = 1", "the signature is of `f`"),
        ("x", "a definition"),
        ("val x = 12ab", "runs into"),
        ("val x = §", "begins no token"),
    ];
    for (text, message) in cases {
        let errors = parse(text);
        assert!(
            errors.iter().any(|e| e.message.contains(message)),
            "{text}: {errors:#?}"
        );
    }
}

#[test]
fn what_is_deep_or_long_is_refused_or_read() {
    for n in [100usize, 10_000, 200_000] {
        let texts = [
            format!("val x = {}1{}", "(".repeat(n), ")".repeat(n)),
            format!("val x = {}1{}", "[".repeat(n), "]".repeat(n)),
            format!("val x = {}1", "fn x => ".repeat(n)),
            format!("val x = {}1", "let x = 1 in ".repeat(n)),
            format!("val x = {}1", "let x = ".repeat(n)),
            format!("val x = {}1", "if a then ".repeat(n)),
            format!("val x = {}1", "- ".repeat(n)),
            format!("val x = 1{}", " + 1".repeat(n)),
            format!("val x = f{}", " 1".repeat(n)),
            format!("val x = f{}", " <block>".repeat(n)),
            format!("val x = f{}", " |> f".repeat(n)),
            format!("val x = f{}", " . f".repeat(n)),
            format!("val x = f <{}Z>", "1 + ".repeat(n)),
            format!("val x = f <{}", "1 + ".repeat(n)),
            format!("sig x : {}int{} val x = 1", "(".repeat(n), ")".repeat(n)),
            format!("sig x : {}int val x = 1", "int -> ".repeat(n)),
            format!("val x = fn {}x{} => 1", "(".repeat(n), ", y)".repeat(n)),
            format!("val x = let {} in 1", "y = 1 ".repeat(n)),
            format!("val x = f {}", "(a, f ".repeat(n)),
            format!("val x = [{}]", "1, ".repeat(n)),
            format!("{}val x = 1", "(* ".repeat(n)),
            "val x = (\n".repeat(n),
        ];
        for text in texts {
            let (program, errors) = parse_program(SourceId(0), &text);
            assert!(program.is_some() || !errors.is_empty(), "{}", &text[..40]);
        }
    }
}
