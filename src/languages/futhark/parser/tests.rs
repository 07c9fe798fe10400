//! What the parser makes of texts, right and wrong.

use super::{parse_exp, parse_program, parse_type};
use crate::ast::*;
use elder_syntax::{Diagnostic, SourceId};
use proptest::prelude::*;

const SOURCE: SourceId = SourceId(0);

fn exp(text: &str) -> Exp {
    parse_exp(SOURCE, text).unwrap_or_else(|e| panic!("{text}: {}", e[0].message))
}

/// Operators and applications as nested parentheses: what binds to what.
fn grouping(e: &Exp) -> String {
    match &e.kind {
        ExpKind::Var(q) => [q.path.as_slice(), std::slice::from_ref(&q.name)]
            .concat()
            .join("."),
        ExpKind::Lit(Literal::Int(n, _)) => n.to_string(),
        ExpKind::BinOp(op, a, b) => format!("({} {} {})", grouping(a), op.name, grouping(b)),
        ExpKind::Apply(f, a) => format!("({} {})", grouping(f), grouping(a)),
        ExpKind::Negate(a) => format!("(-{})", grouping(a)),
        ExpKind::Not(a) => format!("(!{})", grouping(a)),
        ExpKind::Index(a, dims) => format!("{}[{}]", grouping(a), dims.len()),
        ExpKind::Field(a, f) => format!("{}.{}", grouping(a), f.name),
        ExpKind::Update(a, _, v) => format!("({} with [] = {})", grouping(a), grouping(v)),
        ExpKind::Range {
            start, second, bound, ..
        } => {
            let second = second
                .as_ref()
                .map_or(String::new(), |s| format!("..{}", grouping(s)));
            format!("<{}{second} to {}>", grouping(start), grouping(bound))
        }
        ExpKind::Lambda(_, _, body) => format!("(fun {})", grouping(body)),
        ExpKind::If(c, a, b) => format!("(if {} {} {})", grouping(c), grouping(a), grouping(b)),
        ExpKind::Ascribe(a, _) => format!("({} :)", grouping(a)),
        ExpKind::Let(_, _, a, b) => format!("(let {} {})", grouping(a), grouping(b)),
        ExpKind::SectionLeft(a, op) => format!("({} {})", grouping(a), op.name),
        ExpKind::SectionRight(op, a) => format!("({} {})", op.name, grouping(a)),
        other => panic!("no grouping for {other:?}"),
    }
}

#[track_caller]
fn groups(text: &str, expected: &str) {
    assert_eq!(grouping(&exp(text)), expected, "{text}");
}

/// The rules and premises that refuse a file, in order.
fn refusals(text: &str) -> Vec<String> {
    parse_program(SOURCE, text).1.iter().map(refusal).collect()
}

fn refusal(d: &Diagnostic) -> String {
    let r = d.refusal.unwrap();
    format!("{} {}", r.id(), r.key())
}

#[track_caller]
fn refuses(text: &str, expected: &str) {
    assert_eq!(refusals(text), [expected], "{text}");
}

#[test]
fn operators_bind_by_their_beginning() {
    groups("a + b * c ** d", "(a + (b * (c ** d)))");
    groups("a - b - c", "((a - b) - c)");
    groups("a <| b <| c", "(a <| (b <| c))");
    groups("a |> b |> c", "((a |> b) |> c)");
    groups(
        "a || b && c == d | e >> f + g",
        "(a || (b && (c == (d | (e >> (f + g))))))",
    );
    groups("a +^ b *+ c", "(a +^ (b *+ c))");
    groups("a `f` b + c `g` d", "((a f (b + c)) g d)");
    groups("a <= b && c", "((a <= b) && c)");
    groups("a M.* b M.+ c", "((a * b) + c)");
    groups("a |> b <| c", "(a |> (b <| c))");
    groups("a => b !== c", "((a => b) !== c)");
}

#[test]
fn prefixes_bind_tighter_than_operators_and_looser_than_application() {
    groups("-f x ** 2", "((-(f x)) ** 2)");
    groups("a - -b", "(a - (-b))");
    groups("f -x", "(f - x)");
    groups("!a && b", "((!a) && b)");
    groups("- if a then b else c + d", "(-(if a b (c + d)))");
}

#[test]
fn ranges_and_updates_are_looser_than_symbols() {
    groups("a + 1..<b |> c", "<(a + 1) to (b |> c)>");
    groups("0..2...n `f` m", "<0..2 to (n f m)>");
    groups("a + b with [0] = c |> d", "((a + b) with [] = (c |> d))");
    groups("a with [0] = b with [1] = c", "((a with [] = b) with [] = c)");
    groups("a with [0] = b `f` c", "((a with [] = b) f c)");
    groups("a `f` b with [0] = c", "(a f (b with [] = c))");
    groups("a...b...c", "<a to <b to c>>");
}

#[test]
fn indices_stand_directly_behind() {
    groups(
        "f a[0] (g)[1] [2][3]".trim_end_matches(" [2][3]"),
        "((f a[1]) g[1])",
    );
    assert!(matches!(exp("a [0]").kind, ExpKind::Apply(..)));
    assert!(matches!(exp("a[0]").kind, ExpKind::Index(..)));
    groups("a[0][1, 2:3]", "a[1][2]");
    assert_eq!(
        parse_exp(SOURCE, "a[0] [1]")
            .map_err(|e| refusal(&e[0]))
            .unwrap_err(),
        "FUT-X-INDEX together"
    );
    assert!(parse_exp(SOURCE, "(a[0]) [1]").is_ok());
    assert!(parse_exp(SOURCE, "a[0] ([1])").is_ok());
}

#[test]
fn dots_make_names_fields_and_local_opens() {
    groups("a.b.c", "a.b.c");
    assert!(matches!(&exp("a.b.c").kind, ExpKind::Var(q) if q.path.len() == 2));
    assert!(matches!(&exp("(a).b").kind, ExpKind::Field(..)));
    assert!(matches!(&exp("a[0].b").kind, ExpKind::Field(..)));
    groups("x.0.1", "x.0.1");
    assert!(matches!(&exp("M.N.(x + y)").kind, ExpKind::LocalOpen(q, _) if q.path.len() == 1));
    assert_eq!(
        refusal(&parse_exp(SOURCE, "(a).(b)").unwrap_err()[0]),
        "FUT-X-OPEN name"
    );
}

#[test]
fn greedy_expressions_reach_to_the_right() {
    groups("if a then b else c : t", "(if a b (c :))");
    groups("\\x -> x + y : t", "(fun ((x + y) :))");
    groups("f a \\x -> b c", "((f a) (fun (b c)))");
    groups("let x = a let y = b in c + d", "(let a (let b (c + d)))");
    groups("a + if b then c else d + e", "(a + (if b c (d + e)))");
}

#[test]
fn sections_take_whole_operands() {
    groups("(a * b +)", "((a * b) +)");
    groups("(+ a + b)", "(+ (a + b))");
    groups("(a `f`)", "(a f)");
    groups("(- a)", "(-a)");
    groups("((a : t) +)", "((a :) +)");
    for wrong in [
        "(a + b *)",
        "(a : t +)",
        "(if a then b else c +)",
        "(a +) +",
        "(=)",
    ] {
        assert!(parse_exp(SOURCE, wrong).is_err(), "{wrong}");
    }
    assert!(matches!(&exp("(.a.1)").kind, ExpKind::SectionField(fs) if fs.len() == 2));
    assert!(matches!(&exp("(.[0, 1])").kind, ExpKind::SectionIndex(ds) if ds.len() == 2));
    assert!(matches!(&exp("(.[0].a[1])").kind, ExpKind::SectionPath(s) if s.len() == 3));
    assert!(matches!(&exp("(-)").kind, ExpKind::Var(q) if q.name == "-"));
    assert!(matches!(&exp("(M.-)").kind, ExpKind::Var(q) if q.path.len() == 1 && q.name == "-"));
}

#[test]
fn bindings_of_let() {
    assert!(matches!(&exp("let a[0] = 1 in a").kind, ExpKind::LetWith(..)));
    assert!(matches!(
        &exp("let a [n] (b: [n]t) = 1 in a").kind,
        ExpKind::LetFun(..)
    ));
    assert!(matches!(&exp("let [n] (a: [n]t) = 1 in a").kind, ExpKind::Let(sizes, ..) if sizes.len() == 1));
    match &exp("let a.b[0] = 1 in a").kind {
        ExpKind::Let(_, _, bound, _) => {
            assert!(matches!(&bound.kind, ExpKind::UpdatePath(_, steps, _) if steps.len() == 2))
        }
        other => panic!("{other:?}"),
    }
    match &exp("let a.b = 1 in a").kind {
        ExpKind::Let(_, _, bound, _) => assert!(matches!(&bound.kind, ExpKind::RecordUpdate(..))),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_loop() {
    let form = |text: &str| match exp(text).kind {
        ExpKind::Loop(l) => (l.init.is_some(), l.form),
        other => panic!("{other:?}"),
    };
    assert!(matches!(
        form("loop x = 1 for i < n do x"),
        (true, LoopForm::For(..))
    ));
    assert!(matches!(
        form("loop x for (a, b) in xs do x"),
        (false, LoopForm::ForIn(..))
    ));
    assert!(matches!(
        form("loop (x: i32, y) = e while x < 1 do x"),
        (true, LoopForm::While(_))
    ));
}

#[test]
fn type_applications_take_sizes_and_closed_types() {
    let t = parse_type(SOURCE, "t [n] u").unwrap();
    match t.kind {
        TypeExpKind::Apply(f, a) => {
            assert!(matches!(*a, TypeArgExp::Type(_)));
            assert!(matches!(f.kind, TypeExpKind::Apply(..)));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        parse_type(SOURCE, "[n]t u").unwrap().kind,
        TypeExpKind::Array(_, t) if matches!(t.kind, TypeExpKind::Apply(..))
    ));
    assert!(matches!(
        parse_type(SOURCE, "(n: i64) -> a -> b").unwrap().kind,
        TypeExpKind::Arrow(Some(_), _, b) if matches!(b.kind, TypeExpKind::Arrow(None, ..))
    ));
}

#[test]
fn definitions_of_operators() {
    let name = |text: &str| match parse_program(SOURCE, text) {
        (Some(p), errors) if errors.is_empty() => match &p.decs[0].kind {
            DecKind::Val(v) => (v.name.name.to_string(), v.params.len()),
            other => panic!("{other:?}"),
        },
        (_, errors) => panic!("{}", errors[0].message),
    };
    assert_eq!(name("def x <+> y = x"), ("<+>".into(), 2));
    assert_eq!(name("def (x: t) `op` {y} = x"), ("op".into(), 2));
    assert_eq!(name("def (-) x y = x"), ("-".into(), 2));
    assert_eq!(name("def (*) x = x"), ("*".into(), 1));
    assert_eq!(name("let f [n] 't (x: [n]t) = x"), ("f".into(), 1));
}

#[test]
fn each_mistake_has_its_rule() {
    for (text, expected) in [
        ("def x = 1 ; 2", "FUT-X-CHARACTER known"),
        ("def x = 1x", "FUT-X-NUMBER suffix"),
        (
            "def x = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
            "FUT-X-NUMBER range",
        ),
        ("def x = \"a\\qb\"", "FUT-X-ESCAPE known"),
        ("def x = \"\\x110000\"", "FUT-X-ESCAPE code"),
        ("def x = '\\&'", "FUT-X-ESCAPE one"),
        ("1", "FUT-X-PROGRAM declaration"),
        ("type t i32", "FUT-X-PROGRAM token"),
        ("def x = ", "FUT-X-PROGRAM end"),
        ("def x = -- | no\n 1", "FUT-X-DOC placed"),
        ("def x M.+ y = x", "FUT-X-BIND unqualified"),
        ("def x ! y = x", "FUT-X-BIND infix"),
        ("def (x, y) = (1, 2)", "FUT-X-BIND name"),
        ("def x = )", "FUT-X-EXP expression"),
        ("def x = (1 2 = 3)", "FUT-X-EXP token"),
        ("def x = let y = 1\ndef z = 2", "FUT-X-LET body"),
        ("def x = 1..2", "FUT-X-RANGE end"),
        ("def x = a[1] [2]", "FUT-X-INDEX together"),
        ("def x = (a).(b)", "FUT-X-OPEN name"),
        ("def x = \\= -> 1", "FUT-X-PAT pattern"),
        ("type t = 1", "FUT-X-TYPE form"),
        ("module m = 1", "FUT-X-MODULE module"),
        ("module type m = 1", "FUT-X-MODULE module_type"),
        ("module type m = { def x = 1 }", "FUT-X-MODULE item"),
    ] {
        refuses(text, expected);
    }
    assert_eq!(refusals("def x = \"abc")[0], "FUT-X-STRING closed");
}

#[test]
fn errors_do_not_hide_each_other() {
    let text = "def a = (1\ndef b = 2\nmodule m = {\n  def c = ]\n}\nlet d = 3\ntype t = =\ndef e = 4\n";
    let (program, errors) = parse_program(SOURCE, text);
    assert_eq!(errors.len(), 3, "{errors:?}");
    let names: Vec<String> = program
        .unwrap()
        .decs
        .iter()
        .map(|d| match &d.kind {
            DecKind::Val(v) => v.name.name.to_string(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["b", "d", "e"]);
    assert!(parse_program(SOURCE, &"def\n".repeat(100_000)).1.len() <= 100);
}

#[test]
fn messages_say_what_was_found_and_expected() {
    let message = |text| parse_program(SOURCE, text).1[0].message.clone();
    assert_eq!(
        message("def x = (1, 2"),
        "found the end of the text where `)` or `,` should stand"
    );
    assert_eq!(message("def if = 1"), "found `if` where a name should stand");
    assert_eq!(
        message("type t = i32 foo 1"),
        "found a number `1` where a declaration should stand"
    );
    assert_eq!(
        message("def f [n] = {x = 1, 2}"),
        "found `}` where `=` should stand"
    );
    let help = parse_program(SOURCE, "def f (in: i32) = 1").1[0].help.clone();
    assert_eq!(help.as_deref(), Some("`in` is reserved and cannot be a name"));
}

#[test]
fn unclosed_brackets_are_shown() {
    let labels = |text| {
        let labels = parse_program(SOURCE, text).1.remove(0).labels;
        labels.iter().map(|l| l.span.start).collect::<Vec<_>>()
    };
    assert_eq!(labels("def x = (a, (b), [c]"), [8]);
    assert_eq!(labels("def x = a[(1), 2\ndef y = 2"), [9]);
    assert_eq!(labels("def x = (a in"), [8]);
    assert_eq!(labels("def x = if (a) b"), [0; 0]);
}

#[test]
fn documentation_belongs_to_what_follows() {
    let (p, errors) = parse_program(
        SOURCE,
        "-- | File.\n\n-- | One\n--   two.\ndef x = 1\n-- no\ndef y = 2",
    );
    assert!(errors.is_empty());
    let p = p.unwrap();
    assert_eq!(p.doc.as_deref(), Some("File."));
    assert_eq!(p.decs[0].doc.as_deref(), Some("One\n  two."));
    assert_eq!(p.decs[1].doc, None);
}

/// Parses on a stack that has room to drop what was parsed.
fn deep(text: String) -> Vec<String> {
    let work = move || refusals(&text);
    std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(work)
        .unwrap()
        .join()
        .unwrap()
}

#[test]
fn nesting_ends_in_an_error_and_never_in_an_overflow() {
    let n = 100_000;
    for (open, close) in [
        ("def x = ", "("),
        ("def x = ", "["),
        ("def x = ", "{a = "),
        ("def x = ", "a[b"),
        ("def x = ", "\\x -> "),
        ("def x = ", "if a then "),
        ("def x = ", "let a = "),
        ("def x = ", "match a case _ -> "),
        ("def x = ", "loop a = "),
        ("def x = ", "assert a "),
        ("def x = ", "#[a] "),
        ("def x = ", "M.("),
        ("def x ", "("),
        ("def x : ", "[]"),
        ("def x : ", "(a: "),
        ("type t = ", "* "),
        ("type t = ", "?[n]."),
        ("module m = ", "{ module m = "),
        ("module m = ", "\\(A: B) -> "),
        ("module type m = ", "A -> "),
        ("", "local "),
    ] {
        let found = deep(format!("{open}{}", close.repeat(n)));
        assert_eq!(found, ["FUT-X-NEST depth"], "{open}{close}");
    }
}

#[test]
fn chains_end_in_an_error_and_never_in_an_overflow() {
    let n = 100_000;
    for (open, link, end) in [
        ("def x = ", "a + ", "b"),
        ("def x = ", "a <| ", "b"),
        ("def x = ", "a with b = ", "b"),
        ("def x = ", "- ", "b"),
        ("def x = ", "a ", "b"),
        ("def x = ", "if a then b else ", "c"),
        ("def x = ", "let a = 1 ", "in a"),
        ("def x = a", ".b", ""),
        ("def x = a", "[b]", ""),
        ("def x = a", " : b", ""),
        ("def x : ", "a -> ", "b = 1"),
    ] {
        let found = deep(format!("{open}{}{end}", link.repeat(n)));
        assert_eq!(found, ["FUT-X-NEST length"], "{open}{link}");
        let found = deep(format!("{open}{}{end}", link.repeat(5_000)));
        assert_eq!(found, [""; 0], "{open}{link}");
    }
}

#[test]
fn the_longest_chain_is_dropped_on_a_small_stack() {
    let text = format!("def x = {}b", "a + ".repeat(9_900));
    assert!(parse_program(SOURCE, &text).0.is_some());
}

/// Texts made of tokens, in no sensible order.
fn soup() -> impl Strategy<Value = String> {
    let tokens = prop::sample::select(vec![
        "def", "let", "in", "x", "M", ".", "(", ")", "[", "]", "{", "}", "=", "->", "\\", ",", ":", ":>",
        "+", "-", "*", "|", "#c", "#[", "1", "1.5", "\"s\"", "'c'", "'t", "`", "with", "loop", "for",
        "while", "do", "if", "then", "else", "match", "case", "module", "type", "val", "open", "local",
        "import", "include", "entry", "?", "???", "_", "..", "...", "..<", "!", "~", "^", "assert", "\n",
        "-- | d\n", "\u{e9}", "\"",
    ]);
    prop::collection::vec((tokens, any::<bool>()), 0..60).prop_map(|ts| {
        ts.into_iter()
            .map(|(t, space)| if space { format!("{t} ") } else { t.to_string() })
            .collect()
    })
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in soup()) {
        let (program, errors) = parse_program(SOURCE, &text);
        prop_assert!(program.is_some() || !errors.is_empty());
        for e in errors {
            prop_assert!(e.span.start <= e.span.end && e.span.end as usize <= text.len());
        }
    }

    #[test]
    fn any_unicode_is_parsed_or_refused(text in "\\PC*") {
        let (program, errors) = parse_program(SOURCE, &text);
        prop_assert!(program.is_some() || !errors.is_empty());
    }

    #[test]
    fn names_are_read_whole(name in "[a-zA-Z][a-zA-Z0-9_']{0,12}") {
        let is_name = matches!(parse_exp(SOURCE, &name).map(|e| e.kind), Ok(ExpKind::Var(q)) if q.name == name);
        let reserved = crate::lexer::lex(SOURCE, &name).0[0].0.is_reserved();
        prop_assert!(is_name != reserved);
    }
}
