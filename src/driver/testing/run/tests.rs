use super::*;

fn run(text: &str, options: &Options) -> Report {
    run_as("p.fut", text, options)
}

fn run_as(name: &str, text: &str, options: &Options) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    run_file(&path, options)
}

fn causes(text: &str) -> Vec<Cause> {
    run(text, &Options::default())
        .failures
        .iter()
        .map(|f| f.cause)
        .collect()
}

#[test]
fn static_errors_are_demanded_and_found() {
    let refused = run(
        "-- ==\n-- error: words of others\n\ndef main = (1\n",
        &Options::default(),
    );
    assert!(refused.passed() && refused.compared == 1);
    assert_eq!(causes("-- ==\n-- error: FUT-X-\n\ndef main = (1\n"), []);
    assert_eq!(
        causes("-- ==\n-- error: FUT-M-\n\ndef main = (1\n"),
        [Cause::Message]
    );
    assert_eq!(
        causes("-- ==\n-- error: x\n\ndef main = 1i32\n"),
        [Cause::NotRefused]
    );
    assert_eq!(
        causes("-- ==\n-- input {}\n-- output { 1 }\n\ndef main = (1\n"),
        [Cause::Syntax]
    );
    let strict = Options {
        strict_messages: true,
        ..Options::default()
    };
    let refused = run("-- ==\n-- error: words of others\n\ndef main = (1\n", &strict);
    assert_eq!(refused.failures[0].cause, Cause::Message);
}

#[test]
fn inputs_that_only_elder_reads_are_noted() {
    let notes = |input: &str| {
        let text = format!(
            "-- ==\n-- input {{ {input} }}\n\ndef main (n: i64) (xs: []f32) = f32.sum xs + f32.i64 n\n"
        );
        let report = run(&text, &Options::default());
        assert!(report.passed());
        report.notes
    };
    let printed = "line 2: `5` is taken for i64, as the parameter is; Futhark's own readers take it for i32 and refuse it";
    assert_eq!(notes("5 [1, 2]"), [printed]);
    assert_eq!(notes("5i64 [1f32, 2]").len(), 1);
    assert_eq!(notes("5i64 [1f32, 2f32]"), [""; 0]);
}

#[test]
fn what_one_entry_point_gives_another_takes() {
    let program = |script: &str| {
        format!(
            "-- ==\n-- entry: use\n-- script input {{ {script} }}\n-- output {{ 2i32 }}\n\
             type t = #a i32 | #b [2]i32\n\
             entry mk (x: i32): t = if x > 0 then #b [x, x] else #a x\n\
             entry pair (x: i32): (i32, i32) = (x, x)\n\
             entry use (v: t): i32 = match v case #a x -> x case #b xs -> xs[0] + xs[1]\n"
        )
    };
    assert_eq!(causes(&program("mk 1")), []);
    // Values of another type are refused before anything is evaluated.
    assert_eq!(causes(&program("pair 1")), [Cause::Format]);
    assert_eq!(causes(&program("1i32")), [Cause::Format]);
}

#[test]
fn tuning_files_are_read() {
    // A parameter is a size, too.
    let text = "-- ==\n-- input { 1i64 } output { 3i64 6i64 }\n\
                def main (x: i64) = (#[param(foo)] x, i64.sum (map (+ 1) (iota (#[param(foo)] x))))\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.fut");
    std::fs::write(&path, text).unwrap();
    std::fs::write(folder.path().join("p.fut.tuning"), "foo=3\nbar=4\n").unwrap();
    assert!(run_file(&path, &Options::default()).passed());
    for position in tower::tested() {
        let options = Options {
            after: Some(position.name()),
            ..Options::default()
        };
        assert!(run_file(&path, &options).passed(), "{}", position.name());
    }
    let without = Options {
        tuning: None,
        ..Options::default()
    };
    assert_eq!(run_file(&path, &without).failures[0].cause, Cause::Value);
    std::fs::write(folder.path().join("p.fut.tuning"), "foo\n").unwrap();
    assert_eq!(
        run_file(&path, &Options::default()).failures[0].cause,
        Cause::Block
    );
}

#[test]
fn input_is_read_by_the_types_of_the_parameters() {
    let block = "-- ==\n-- input { 3000000000 [1, 2.5] [255i8, 300] }\n-- output { 3000000000i64 [1f64, 2.5f64] [-1i8, 44i8] }\n";
    let program = "def main (n: i64) (xs: []f64) (ys: []i8) = (n, xs, ys)\n";
    assert_eq!(causes(&format!("{block}{program}")), []);
    let property = "-- ==\n-- property: p\n\n#[prop]\nentry p (x: i8) = ";
    assert_eq!(causes(&format!("{property}x == x\n")), []);
    assert_eq!(causes(&format!("{property}x != x\n")), [Cause::Property]);
    let unstated = "-- ==\n-- entry: q\n-- input { 1i32 } output { 1i32 }\n\n#[prop]\nentry p (x: i8) = x == x\nentry q (x: i32) = x\n";
    assert_eq!(causes(unstated), [Cause::Block]);
}

#[test]
fn malformed_blocks_and_excluded_tags() {
    assert_eq!(causes("-- ==\n-- input { 1\n"), [Cause::Block]);
    let exclude = Options {
        exclude: vec!["slow".to_string()],
        ..Options::default()
    };
    assert!(run("-- ==\n-- tags { slow }\n", &exclude).ignored.is_some());
    assert!(
        run("-- ==\n-- tags { disable }\n", &Options::default())
            .ignored
            .is_some()
    );
}

/// What has no test to run, and what an option leaves out, is not run; all else is.
#[test]
fn tags_of_files_and_of_cases() {
    let wrong = "-- input { 1i32 } output { 2i32 }\n\ndef main (x: i32) = x\n";
    for tag in ["notest", "disable"] {
        let text = format!("-- ==\n-- tags {{ {tag} }}\n{wrong}");
        assert!(run(&text, &Options::default()).ignored.is_some(), "{tag}");
    }
    let exclude = |tags: &[&str]| Options {
        exclude: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..Options::default()
    };
    let compared = |tags: &str, options: &Options| {
        let text = "input { 1i32 } output { 1i32 }\n\ndef main (x: i32) = x\n";
        run(&format!("-- ==\n-- {tags} {text}"), options).compared
    };
    assert_eq!(compared("one", &Options::default()), 1);
    assert_eq!(compared("one", &exclude(&["two"])), 1);
    assert_eq!(compared("one", &exclude(&["one"])), 0);
    assert_eq!(compared("one two", &exclude(&["two"])), 0);
    assert_eq!(compared("one two", &exclude(&["three", "one"])), 0);
    assert_eq!(compared("one two", &exclude(&["three"])), 1);
}

#[test]
fn results_are_as_many_as_expected() {
    let program = |expected: &str, body: &str| {
        let text = "-- ==\n-- input { 1i32 }\n-- output {";
        causes(&format!("{text} {expected} }}\n\ndef main (x: i32) = {body}\n"))
    };
    assert_eq!(program("1i32 2i32", "(x, x + 1)"), []);
    assert_eq!(program("1i32 2i32", "x"), [Cause::Value]);
    assert_eq!(program("1i32", "(x, x + 1)"), [Cause::Value]);
    assert_eq!(program("", "x"), [Cause::Value]);
}

/// Behind each pass: values, also of records and sums and of arrays of these that another entry point gave, and errors of the rules of the program that was written.
#[test]
fn programs_are_run_behind_passes() {
    let text = "-- ==\n-- entry: rows\n-- input { [[1,2],[3,4]] } output { [3,7] }\n-- input { empty([0][2]i32) } output { empty([0]i32) }\n\
                \n-- ==\n-- entry: at\n-- input { [5,6] 1i64 } output { 6 }\n-- input { [5,6] 2i64 } error: FUT-E-INDEX\n\
                \n-- ==\n-- entry: both\n-- script input { pair 2 } output { 5 }\n\
                \n-- ==\n-- entry: table\n-- script input { made 3i64 } output { [0i64, 3i64, 2i64] }\n\
                \n-- ==\n-- property: holds\n\n\
                entry rows (xss: [][]i32) = map i32.sum xss\n\
                entry at (xs: []i32) (i: i64) = xs[i]\n\
                entry pair (x: i32): (i32, {a: i32}) = (x, {a = x + 1})\n\
                entry both (p: (i32, {a: i32})) = p.0 + p.1.a\n\
                type option = #none | #some i64 ([2]i64)\n\
                entry made (n: i64): [n](i64, option) =\n\
                \x20 map (\\i -> (i, if i == 1 then #some i [i, i + 1] else #none)) (iota n)\n\
                entry table [n] (xs: [n](i64, option)): [n]i64 =\n\
                \x20 map (\\(i, o) -> match o case #some j ys -> j + ys[1] case #none -> i) xs\n\
                #[prop]\nentry holds (xs: []i32) = length (filter (> 0) xs) <= length xs\n";
    for position in tower::tested() {
        let options = Options {
            after: Some(position.name()),
            ..Options::default()
        };
        let report = run(text, &options);
        assert_eq!((report.compared, report.cases), (7, 7), "{}", position.name());
        assert!(report.passed(), "{}: {:?}", position.name(), report.failures);
    }
    // The wrong rule and the wrong value are found, and the command says how.
    let options = Options {
        after: Some("simplify"),
        ..Options::default()
    };
    let wrong = text
        .replace("error: FUT-E-INDEX", "error: FUT-E-SLICE")
        .replace("{ 6 }", "{ 7 }");
    let failures = run(&wrong, &options).failures;
    let causes: Vec<Cause> = failures.iter().map(|failure| failure.cause).collect();
    assert_eq!(causes, [Cause::Value, Cause::Message]);
    assert!(
        failures[0]
            .command
            .starts_with("elder test --pass simplify --entry at")
    );
}

#[test]
fn patterns_of_our_own_begin_with_the_beginning_of_an_id() {
    assert!(is_ours("FMT-INT") && is_ours("FMT-") && is_ours("FMT-INT.*range"));
    assert!(!is_ours("FUT") && !is_ours("") && !is_ours("Cannot") && !is_ours("A-B"));
    assert_eq!(matches("Cannot", "something else", false), Ok(true));
    assert_eq!(matches("Cannot", "something else", true), Ok(false));
    assert_eq!(matches("FMT-", "x [FMT-INT]", false), Ok(true));
    assert!(matches("FMT-(", "", false).is_err());
}

#[test]
fn commands_can_be_pasted_into_a_shell() {
    assert_eq!(quoted("a b'c"), "'a b'\\''c'");
    let tests = blocks::parse(
        "-- ==\n-- entry: f\n-- input { [1,2] } output { 1 }\n-- input @ d/x.gz\n-- random input { [3]i32 }\n",
    )
    .unwrap();
    let path = Path::new("dir/p.fut");
    let commands: Vec<String> = tests
        .cases
        .iter()
        .map(|c| command(path, c, &Options::default()))
        .collect();
    assert_eq!(commands[0], "echo '[1,2]' | ref-run --entry f dir/p.fut");
    assert_eq!(commands[1], "ref-run --entry f dir/p.fut < dir/d/x.gz");
    assert_eq!(commands[2], "elder test --entry f --line 5 dir/p.fut");
}

/// Off by so many units in the last place.
fn off(x: f32, units: i32) -> String {
    format!("{:?}f32", f32::from_bits(x.to_bits().wrapping_add_signed(units)))
}

/// The bits of a result behind no elementary function are those that are expected (E0); of one behind some the class says how far off it may be (E4), or
/// the block (E3).
#[test]
fn floats_are_as_near_as_their_class_says() {
    let exp = |x: f32| f64::from(x).exp() as f32;
    let causes = |program: &str, output: String| -> Vec<Cause> {
        let text = format!("-- ==\n-- input {{ 1.5f32 }} output {{ {output} }}\n\n{program}\n");
        let report = run_as("p.dpia", &text, &Options::default());
        report.failures.iter().map(|failure| failure.cause).collect()
    };
    let elementary = "def main(x: f32) = exp(x)";
    for units in [-3, -2, 0, 2, 3] {
        assert_eq!(causes(elementary, off(exp(1.5), units)), [], "{units}");
    }
    for units in [-4, 4, 100] {
        assert_eq!(
            causes(elementary, off(exp(1.5), units)),
            [Cause::Value],
            "{units}"
        );
    }
    let exact = "def main(x: f32) = x * x + 1.0";
    assert_eq!(causes(exact, off(3.25, 0)), []);
    for units in [-1, 1, 2] {
        assert_eq!(causes(exact, off(3.25, units)), [Cause::Value], "{units}");
    }
    // What a block says of it must be of a program that has such results, and of all of them.
    let behind = "def main(x: f32) = (exp(x) - 4.0, x * x)";
    let both = |units, other, printed: &str| {
        let own = off(exp(1.5) - 4.0, units);
        causes(
            behind,
            format!(
                "{own} {} }} within {printed} ulps input {{ 1.5f32",
                off(2.25, other)
            ),
        )
    };
    assert_eq!(both(20, 0, "24 0"), []);
    assert_eq!(both(25, 0, "24 0"), [Cause::Value]);
    assert_eq!(both(20, 1, "24 0"), [Cause::Value]);
    assert_eq!(both(20, 1, "24"), []);
    assert_eq!(both(0, 0, "24 0 0"), [Cause::Block]);
    assert_eq!(
        causes(
            exact,
            format!("{} }} within 1 ulps input {{ 1.5f32", off(3.25, 0))
        ),
        [Cause::Block]
    );
    let strict = Options {
        tolerance: Some(Tolerance::Bitwise),
        ..Options::default()
    };
    let text = format!(
        "-- ==\n-- input {{ 1.5f32 }} output {{ {} }}\n\n{elementary}\n",
        off(exp(1.5), 1)
    );
    assert_eq!(run_as("p.dpia", &text, &strict).failures[0].cause, Cause::Value);
}

#[test]
fn only_kernels_have_units() {
    let text =
        "-- ==\n-- input { 1.5f64 } output { 4.4816f64 } within 3 ulps\n\ndef main (x: f64) = f64.exp x\n";
    assert_eq!(causes(text), [Cause::Block]);
}
