//! The programs of the notes' section 13 that the checker accepts and refuses, and more of what types, levels and effects say.

use crate::load::text;
use crate::{Entry, print};

/// The notes' own texts of sections 9, 10 and 13; they hide the library's of the same name.
const PRELUDE: &str = include_str!("../../../../spec/sources/fcl-library.fcl");

fn checked(program: &str) -> Result<crate::Program, Vec<(String, String)>> {
    let loaded = text("test.fcl", &format!("{PRELUDE}{program}"));
    match loaded.program {
        Some(program) => Ok(program),
        None => Err(loaded
            .diagnostics
            .iter()
            .map(|d| {
                let refusal = d.refusal.expect("errors have rules");
                (refusal.to_string(), d.message.clone())
            })
            .collect()),
    }
}

fn accepted(program: &str) -> crate::Program {
    match checked(program) {
        Ok(program) => program,
        Err(errors) => panic!("{program}\nis refused: {errors:?}"),
    }
}

fn refused(program: &str, rule: &str) -> String {
    match checked(program) {
        Ok(done) => {
            let last = done.definitions.last().unwrap();
            let ty = print::ty(&last.scheme.as_ref().unwrap().body);
            panic!("{program}\nis accepted with type {ty}, but {rule} should refuse it")
        }
        Err(errors) => {
            assert_eq!(errors.len(), 1, "{program}\n{errors:?}");
            assert_eq!(errors[0].0, rule, "{program}\n{errors:?}");
            errors[0].1.clone()
        }
    }
}

fn kernel(body: &str) {
    accepted(&format!("kernel main = {body}"));
}

/// The type of the last definition of that name.
fn type_of(program: &str, name: &str) -> String {
    let program = accepted(program);
    print::ty(&program.find(name).unwrap().scheme.as_ref().unwrap().body)
}

#[test]
fn accepted_programs_of_the_notes() {
    kernel("revBlock [1,2,3,4]");
    kernel("sq <thread> [1,2,3]");
    kernel("sq <warp> [1,2,3]");
    kernel("sq <block> [1,2,3]");
    kernel("revGrid 2 [1,2,3,4,5,6,7,8]");
    kernel("splitUp 2 [1,2,3,4,5,6] |> mapPull revBlock |> concat 2");
    kernel("push <block> (transp 3 2 [1,2,3,4,5,6])");
    kernel("transpTiled 2 4 4 (iota 16)");
    kernel("transpTiled 2 6 4 (iota 24)");
    kernel("red <block> add [1,2,3,4,5,6,7,8]");
    kernel("red <warp> add [1,2,3,4,5,6,7,8]");
    kernel("red <thread> add [1,2,3,4,5,6,7,8]");
    kernel("redGrid add (iota 32)");
    kernel("push <block> (zipWith add [1,2,3] [10,20])");
    kernel("push <block> (fst (halve [1,2,3,4,5]))");
    kernel("push <block> (snd (halve [1,2,3,4,5]))");
    kernel("mapPush (fn x => x * x) (push <warp> [1,2,3])");
    kernel("mapPush (fn x => x + 1) (splitUp 2 [1,2,3,4] |> mapPull (push <block>) |> concat 2)");
    accepted("val p = lengthPush (concat 4 (mapPull (push <block>) (splitUp 4 (iota 8))))");
    kernel("splitUp 2 [1,2,3,4,5,6] |> mapPull (push <block>) |> interleave 2 (fn p => snd p * 3 + fst p)");
    kernel(
        "splitUp 4 (iota 8) |> mapPull (fn c => splitUp 2 c |> mapPull (fn d => push <warp> (rev d)) |> concat 2) |> concat 4",
    );
    kernel("push <block> (while (fn a => 1 != lengthPull a) (redStep <block> add) (push <block> [7]))");
    kernel(
        "push <block> (while (fn a => 1 != lengthPull a) (evenOddStep <block> add) (push <block> [1,2,3,4,5,6,7,8]))",
    );
    kernel(
        "push <block> (while (fn a => index a 0 != 3) (fn a => push <block> (rev a)) (push <block> [1,2,3]))",
    );
    kernel("push <block> [lengthPull [index [1] 5, 2]]");
    accepted(
        "val p = (let id = fn x => x in (id 1, id true), let p = fn <l> => fn a => push <l> a in (lengthPush (p <thread> [1]), lengthPush (p <warp> [2,3])))",
    );
    kernel(
        "push <block> (let a = force (push <block> (mapPull (fn x => x * x) [1,2,3,4])) in zipWith add a (rev a))",
    );
    kernel("push <block> (mapPull (fn x => index (force (push <thread> (rev [x, x + 1]))) 0) [1,2,3])");
    // Those that end in an error when they run.
    kernel("push <block> [index [1,2,3] 3]");
    kernel("concat 3 (mapPull (push <block>) (splitUp 4 (iota 8)))");
    kernel("interleave 2 (fn p => snd p) (mapPull (push <block>) (splitUp 2 [1,2,3,4]))");
    kernel("push <block> [1 / 0]");
    kernel("push <block> (while (fn a => true) (fn a => push <block> a) (push <block> [1]))");
}

#[test]
fn refused_programs_of_the_notes() {
    refused("val p = force [1,2,3]", "FCL-B-FORCE/push");
    refused("val p = index (push <block> [1,2]) 0", "FCL-B-INDEX/pull");
    refused("val p = push <block> [[1],[2]]", "FCL-K-PUSH-R/element");
    refused("val p = concat 2 [[1,2],[3,4]]", "FCL-T-CONCAT-R/parts");
    refused(
        "sig f : [int] -> [int]<block>\nfun f xs = concat 2 (mapPull (push <block>) (splitUp 2 xs))",
        "FCL-T-CONCAT-R/level",
    );
    let why = refused(
        "kernel g xs = push <block> (force (concat 2 (mapPull (push <block>) (splitUp 2 xs))))",
        "FCL-T-CONCAT-R/turnstile",
    );
    assert!(why.contains("grid") && why.contains("block"), "{why}");
    refused("val p = [fn x => x]", "FCL-T-ARR/ground");
    refused(
        "val p = while (fn a => lengthPull a) (redStep <block> add) (push <block> [1,2])",
        "FCL-B-WHILE/condition",
    );
    refused(
        "val p = while (fn a => lengthPull a != 1) (fn a => fst (halve a)) (push <block> [1,2])",
        "FCL-B-WHILE/step",
    );
    refused(
        "sig h : <l> -> [int] -> [int]<l>\nfun h <l> xs = push <block> xs",
        "FCL-T-LFN/rigid",
    );
    refused(
        "val p = fn x => let y = x in (y 1, y true)",
        "FCL-T-LET-R/generalised",
    );
    let why = refused(
        "kernel p = push <block> (mapPull (fn x => index (force (push <block> (rev [x, x + 1]))) 0) [1,2,3])",
        "FCL-T-EFF-PUSH/thread",
    );
    assert!(why.contains("single threads"), "{why}");
    refused(
        "val p = while (fn a => 1 != lengthPull a) (redStep <warp> add) (push <block> [1,2])",
        "FCL-B-WHILE/step",
    );
    refused("fun k x = x <block>", "FCL-T-LAPP-R/function");
    refused(
        "sig k : (int -> int) -> int -> int\nfun k x = x <block>",
        "FCL-T-LAPP-R/function",
    );
}

#[test]
fn types_of_the_library_of_the_notes() {
    for (name, ty) in [
        ("splitUp", "int -> [a] -> [[a]]"),
        ("zipWith", "(a -> b -> c) -> [a] -> [b] -> [c]"),
        ("halve", "[a] -> ([a], [a])"),
        ("split2DGrid", "int -> int -> int -> int -> [a] -> [[a]]"),
        ("concat2DGrid", "int -> a -> int -> [[b]<lvl>] -> [b]<1+lvl>"),
        ("revGrid", "int -> [a] -> [a]<grid>"),
        ("transpTiled", "int -> int -> int -> [a] -> [a]<grid>"),
        ("red", "<l> -> (a -> a -> a) -> [a] -> [a]<l>"),
        ("redGrid", "(a -> a -> a) -> [a] -> [a]<grid>"),
        ("add", "int -> int -> int"),
    ] {
        assert_eq!(type_of("", name), ty, "{name}");
    }
}

#[test]
fn elements_that_a_context_reads_do_no_work() {
    let f = "fun f xs = let p = index xs 0 in push <block> (mapPull (fn x => x - p) xs)\n";
    accepted(&format!("{f}kernel main xs = f xs"));
    accepted(&format!(
        "{f}kernel main xs = concat 2 (mapPull f (splitUp 2 xs))"
    ));
    // Elements that thread-level code computes are no longer fit for it: they are read outside too.
    refused(
        &format!("{f}kernel main xs = f (mapPull (fn x => index (force (push <thread> [x])) 0) xs)"),
        "FCL-T-KERNEL/effect",
    );
}

#[test]
fn functions_with_a_level() {
    // A function that a level function takes may do its work at that level.
    let each = "fun each <l> n f xs = concat n (mapPull (fn c => push <l> (force (f c))) (splitUp n xs))\n";
    accepted(&format!(
        "{each}kernel main xs = each <block> 4 (fn c => push <block> (rev c)) xs"
    ));
    refused(
        "fun k <l> xs = if true then push <l> xs else push <block> xs",
        "FCL-T-LFN/rigid",
    );
    refused("fun k f = fn <l> => f (push <l> [1])", "FCL-T-LFN/escape");
}

#[test]
fn kernels() {
    let program = accepted("fun main n xs = push <block> (mapPull (fn x => (x + n, true)) xs)");
    let entry = Entry::of(&program, None).unwrap();
    assert_eq!(entry.parameters.len(), 2);
    assert_eq!(print::ty(&entry.element), "(int, bool)");
    assert_eq!(entry.level, crate::Level::block());
    refused("kernel k f = push <block> [f 1]", "FCL-T-KERNEL/parameters");
    refused("kernel k xs = mapPull (fn x => x + 1) xs", "FCL-T-KERNEL/result");
    refused("kernel k <l> xs = push <l> xs", "FCL-T-KERNEL/level");
    refused(
        "kernel k xs = concat 1 [concat 1 [push <block> xs]]",
        "FCL-T-KERNEL/level",
    );
    refused(
        "kernel k xs = push <grid> (force (push <block> xs))",
        "FCL-T-KERNEL/effect",
    );
}

/// Programs whose types double with every step are refused or accepted soon, whatever they are made of.
#[test]
fn types_that_double() {
    let started = std::time::Instant::now();
    let chain = |first: &str, step: &dyn Fn(usize) -> String, last: &str| {
        let mut text = format!("fun f x =\n  let a0 = {first}\n");
        for k in 1..60 {
            text.push_str(&format!("      a{k} = {}\n", step(k - 1)));
        }
        text + &format!("  in {last}\n")
    };
    // A graph that is a tree of 2^60 leaves, of which nothing is left.
    accepted(&chain("(x, x)", &|k| format!("(a{k}, a{k})"), "lengthPull [a59]"));
    let pairs = chain("(x, x)", &|k| format!("(a{k}, a{k})"), "a59");
    refused(&pairs, "FCL-T-DEF/size");
    let functions = chain("fn y => (y, y)", &|k| format!("fn y => a{k} (a{k} y)"), "a59 x");
    refused(&functions, "FCL-T-DEF/size");
    let arrays = chain(
        "[x]",
        &|k| format!("mapPull (fn y => (a{k}, a{k})) a{k}"),
        "lengthPull a59",
    );
    accepted(&arrays);
    let calls = chain("fn g => g x", &|k| format!("fn g => a{k} (fn y => a{k} g)"), "1");
    let _ = checked(&calls);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// Definitions that use each other in a long row, and long chains within one.
#[test]
fn many_definitions() {
    let mut text = String::from("fun f0 g xs = mapPull g xs\n");
    for k in 1..600 {
        text.push_str(&format!(
            "fun f{k} g xs = f{} (fn x => g x) (f{} g xs)\n",
            k - 1,
            k - 1
        ));
    }
    accepted(&text);
    assert_eq!(type_of(&text, "f599"), "(a -> a) -> [a] -> [a]");
    let mut text = String::from("fun f g xs =\n  let a0 = mapPull g xs\n");
    for k in 1..300 {
        text.push_str(&format!("      a{k} = mapPull (fn x => g x) a{}\n", k - 1));
    }
    text.push_str("  in push <block> a299\n");
    accepted(&text);
    // Overloaded operators that wait for the type of one parameter, and arrays that are pushed.
    let mut text = String::from("fun f g xs =\n  let a0 = map g xs\n");
    for k in 1..200 {
        text.push_str(&format!("      a{k} = map g xs  b{k} = push <block> a{k}\n"));
    }
    text.push_str("  in push <block> a199\n");
    accepted(&text);
    let mut text =
        String::from("fun f xs =\n  let a0 = fn <l> => fn g => fn ys => force (push <l> (mapPull g ys))\n");
    for k in 1..150 {
        text.push_str(&format!(
            "      a{k} = fn <l> => fn g => fn ys => a{} <l> g (mapPull g ys)\n",
            k - 1
        ));
    }
    text.push_str("  in push <block> (a149 <block> (fn x => x + 1) xs)\n");
    accepted(&text);
}

/// A level error shows what does the work, who runs it, and where the level is written.
#[test]
fn level_errors_in_words() {
    let program = "fun tile xs = force (push <block> xs)
kernel k xs = concat 4 (mapPull (fn c => push <warp> (tile c)) (splitUp 4 xs))";
    let loaded = text("test.fcl", program);
    let [error] = &loaded.diagnostics[..] else {
        panic!("{:?}", loaded.diagnostics)
    };
    assert_eq!(
        error.message,
        "`tile` does work at level block, but the sub-arrays of `concat` run at level warp"
    );
    let labels: Vec<&str> = error.labels.iter().map(|l| l.message.as_str()).collect();
    assert_eq!(labels, ["the sub-arrays of this `concat` run at level warp"]);
    let program = "kernel k xs = push <block> (mapPull (fn x => index (force (push <block> [x])) 0) xs)";
    let loaded = text("test.fcl", program);
    let [error] = &loaded.diagnostics[..] else {
        panic!("{:?}", loaded.diagnostics)
    };
    assert_eq!(
        error.message,
        "this `force` runs at level block, but the elements of a push array are run by single threads"
    );
    let labels: Vec<&str> = error.labels.iter().map(|l| l.message.as_str()).collect();
    assert_eq!(
        labels,
        [
            "the elements of this array are run by single threads",
            "this says level block"
        ]
    );
}

/// What a program becomes while it runs has the type that it had.
#[test]
fn forms_that_only_running_makes() {
    use crate::{Base, Expression, Level, Node, Operator, Type, Variable};
    use elder_syntax::Span;
    let span = Span::NONE;
    let e = |node| Expression::new(node, span);
    let int = |i| e(Node::Base(Base::I32(i)));
    let force = |x: Expression| Expression::operator(Operator::Force, span).apply(x);
    let first = |level| {
        let forced = force(e(Node::PushArray(vec![int(1)], level)));
        Expression::operator(Operator::Index, span)
            .apply(forced)
            .apply(int(0))
    };
    let (thread_work, block_work) = (first(Level::THREAD), first(Level::block()));
    let array = |level: Level, x: &Expression| e(Node::PushArray(vec![int(1), x.clone()], level));
    let ty = |x: &Expression, level: &Level| {
        super::closed(x, level)
            .map(|t| print::ty(&t))
            .map_err(|d| d.refusal.unwrap().id())
    };
    // A push array is data wherever it is; its elements are run by threads.
    let block = array(Level::block(), &thread_work);
    assert_eq!(ty(&block, &Level::grid()), Ok("[int]<block>".to_owned()));
    assert_eq!(ty(&block, &Level::THREAD), Ok("[int]<block>".to_owned()));
    assert_eq!(
        ty(&array(Level::block(), &block_work), &Level::block()),
        Err("FCL-T-EFF-PUSH")
    );
    // It is forced where its level is.
    assert_eq!(ty(&force(block.clone()), &Level::block()), Ok("[int]".to_owned()));
    assert_eq!(ty(&force(block.clone()), &Level::grid()), Err("FCL-T-EFF-TOP"));
    // Delayed sub-arrays are values, too.
    let parts = e(Node::Array(vec![block.clone(), block.clone()]));
    let delayed = e(Node::ConcatDelay(int(2), parts.clone()));
    assert_eq!(ty(&delayed, &Level::THREAD), Ok("[int]<grid>".to_owned()));
    assert_eq!(ty(&force(delayed), &Level::grid()), Ok("[int]".to_owned()));
    let p = Variable::fresh("p");
    let index = e(Node::Fn(
        p.clone(),
        e(Node::Project(crate::Side::First, Expression::var(&p, span))),
    ));
    let delayed = e(Node::InterleaveDelay(int(2), index.clone(), parts.clone()));
    assert_eq!(ty(&delayed, &Level::warp()), Ok("[int]<grid>".to_owned()));
    let delayed = e(Node::InterleaveIntoDelay(int(3), int(2), index, parts));
    assert_eq!(ty(&delayed, &Level::warp()), Ok("[int]<grid>".to_owned()));
    // A loop runs at the level of what its step gives.
    let a = Variable::fresh("a");
    let never = e(Node::Fn(Variable::fresh("a"), e(Node::Base(Base::Bool(false)))));
    let step = e(Node::Fn(
        a.clone(),
        Expression::operator(Operator::Push, span)
            .apply_level(Level::block())
            .apply(Expression::var(&a, span)),
    ));
    let running = e(Node::Loop(never, step, e(Node::Array(vec![int(1)]))));
    assert_eq!(ty(&running, &Level::block()), Ok("[int]".to_owned()));
    assert_eq!(ty(&running, &Level::warp()), Err("FCL-T-EFF-TOP"));
    // Less work, and a more general type, may stand where there was more.
    let pure = Type::Pull(std::sync::Arc::new(Type::INT), crate::Effect::Pure);
    let working = Type::Pull(std::sync::Arc::new(Type::INT), crate::Effect::At(Level::THREAD));
    let works = e(Node::Array(vec![thread_work]));
    let rests = e(Node::Array(vec![int(1)]));
    assert!(super::closed_as(&works, &Level::block(), &working).is_ok());
    assert!(super::closed_as(&works, &Level::block(), &pure).is_err());
    assert!(super::closed_as(&rests, &Level::block(), &working).is_ok());
    assert!(super::closed_as(&e(Node::Array(vec![])), &Level::block(), &pure).is_ok());
}

#[test]
fn overloading() {
    for (definition, ty) in [
        ("fun f g xs = map g xs", "(a -> b) -> [a] -> [b]"),
        ("fun f g xs = force (map g xs)", "(a -> b) -> [a]<lvl> -> [b]"),
        ("fun f xs = length xs", "[a] -> int"),
        ("fun f x y = x + y", "int -> int -> int"),
        ("fun f x y = x == y", "int -> int -> bool"),
        ("fun f x y = x == y and not x", "bool -> bool -> bool"),
        (
            "fun f x = let g = fn y => y + y in g (x / 2.0)",
            "double -> double",
        ),
        (
            "fun f xs = let n = length xs in push <block> (generate n (fn k => index xs k))",
            "[a] -> [a]<block>",
        ),
        ("fun f xs = length (mapPush (fn x => x) xs)", "[a]<lvl> -> int"),
        ("fun f = map", "(a -> b) -> [a] -> [b]"),
        ("val f = fold (fn a x => a + i2d x) 0.0", "[int] -> double"),
        ("val f = mapPull (push <block>)", "[[a]] -> [[a]<block>]"),
    ] {
        assert_eq!(type_of(definition, "f"), ty, "{definition}");
    }
    refused("val p = map (fn x => x) 1", "FCL-G-OVER/array");
    refused("val p = not 1", "FCL-B-SCALAR/operand");
    refused("val p = 1 + 2.0", "FCL-B-SCALAR/operand");
    refused("val p = [1] == [1]", "FCL-B-SCALAR/operand");
}

#[test]
fn signatures() {
    accepted("sig r : <m> -> [int] -> [int]<m>\nval r = fn <l> => red <l> add");
    accepted("sig r : <m> -> (a -> a -> a) -> [a] -> [a]<m>\nval r = red");
    accepted("sig p : <m> -> [a] -> [a]<m>\nval p = push");
    accepted("sig c : int -> [[a]<m>] -> [a]<1+m>\nfun c n xs = concat n xs");
    accepted(
        "sig each : <l> -> int -> ([a] -> [b]<l>) -> [a] -> [b]<1+l>\nfun each <l> n f xs = concat n (mapPull f (splitUp n xs))",
    );
    // A function of a level as an argument is used at two levels.
    let both = "sig both : (<l> -> [int] -> [int]<l>) -> [int] -> ([int]<warp>, [int]<block>)\nfun both f xs = (f <warp> xs, f <block> xs)\n";
    accepted(&format!(
        "{both}val b = both (fn <l> => fn xs => push <l> xs) [1]"
    ));
    accepted(&format!("{both}val b = both sq [1]"));
    refused(
        &format!("{both}val b = both (push <warp>) [1]"),
        "FCL-T-APP/argument",
    );
    refused("sig f : a -> b\nfun f x = x", "FCL-T-DEF/signature");
    refused(
        "sig f : [[int]]<block>\nval f = push <block> [[1]]",
        "FCL-K-PUSH-R/element",
    );
    refused(
        "sig f : [int -> int] -> int\nfun f xs = lengthPull xs",
        "FCL-K-PULL/element",
    );
    refused(
        "sig f : [a]<l> -> [a]<block>\nfun f xs = xs",
        "FCL-T-DEF/signature",
    );
}

/// A function is evaluated where it is called: what helps at a lower level may be named outside.
#[test]
fn local_functions_of_a_lower_level() {
    kernel(
        "let tile = fn c => concat 2 (mapPull (push <warp>) (splitUp 2 c)) in concat 4 (mapPull tile (splitUp 4 (iota 8)))",
    );
    // Several kernels: a force at grid in the parts of the next one.
    kernel(
        "concat 4 (mapPull (push <block>) (splitUp 4 (force (concat 2 (mapPull (push <block>) (splitUp 2 (iota 8)))))))",
    );
    refused(
        "kernel main = let tile = fn c => concat 2 (mapPull (push <block>) (splitUp 2 c)) in concat 4 (mapPull (fn c => push <block> (force (tile c))) (splitUp 4 (iota 8)))",
        "FCL-T-EFF-CONCAT/parts",
    );
    // A value is evaluated where the kernel runs.
    accepted("val a = force (push <block> [1, 2])\nkernel main = push <block> a");
    refused(
        "val a = force (push <warp> [1, 2])\nkernel main = push <block> a",
        "FCL-T-KERNEL/effect",
    );
}
