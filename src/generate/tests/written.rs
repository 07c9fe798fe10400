//! Programs that are written as texts are accepted, and all that their themes are there for occurs.

use elder_dpia::load;
use elder_generate::Choices;
use elder_generate::dpia::written::written;

#[test]
fn written_programs_are_accepted() {
    let mut all = String::new();
    for seed in 0..5000 {
        let text = written(&mut Choices::random(seed)).text;
        let loaded = load::text("written.dpia", &text);
        let stated: Vec<&str> = loaded.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert!(loaded.program.is_some(), "seed {seed}: {stated:?}\n{text}");
        all += &text;
    }
    let wanted = [
        "toLocal",
        "toGlobal",
        "reduceLocal",
        "scanLocal",
        "reduceSubgroup",
        "mapLocal(1)",
        "gather",
        "slide(2, 3",
        "iterate(3)",
        "loopSeq(3",
        "iterWhile",
        "partitionWorkgroup",
        "scatterLast",
        "partAt",
        "letSize",
        "dblFor",
        "accumulate",
        "swapAt",
        "while",
        "parforGlobal",
        "vec(",
        "run((",
        "skip",
        "asIndex",
    ];
    for construct in wanted {
        let count = all.matches(construct).count();
        assert!(count >= 10, "{construct} occurs {count} times");
    }
}
