//! Judges the inputs of fuzz targets and says what they reach: the rules and premises of each language, the passes, and how large their
//! programs are:
//!
//! ```text
//! cargo run -p elder-tests --example fuzz_reach stages fuzz/seeds/stages cases fuzz/seeds/cases
//! ```

use elder_driver::tower::{LANGUAGES, passes};
use elder_syntax::rule::Premise;
use elder_syntax::{Language, Rule};
use elder_tests::fuzzing::{BODIES, shown};
use std::collections::BTreeMap;
use std::time::Instant;

/// The rules of a language.
fn rules(language: &Language) -> impl Iterator<Item = &'static Rule> {
    language.rules.iter().flat_map(|table| table.iter().copied())
}

/// How often each rule was applied and each of its premises refused, by its id.
type Counts = BTreeMap<&'static str, (u64, Vec<u64>)>;

fn counts() -> Counts {
    let of = |rule: &'static Rule| {
        let refusals = rule.premises.iter().map(Premise::refusals).collect();
        (rule.id, (rule.applications(), refusals))
    };
    LANGUAGES
        .iter()
        .flat_map(|own| rules(own.declared))
        .map(of)
        .collect()
}

fn median(mut sizes: Vec<usize>) -> usize {
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or(0)
}

fn judge(target: &str, folder: &str) -> std::io::Result<()> {
    let Some((_, body)) = BODIES.iter().find(|(name, _)| *name == target) else {
        println!("no target `{target}`");
        return Ok(());
    };
    let mut inputs = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        inputs.push(std::fs::read(entry?.path())?);
    }
    let mut sizes: BTreeMap<u8, Vec<(usize, usize)>> = BTreeMap::new();
    let start = Instant::now();
    for input in &inputs {
        body(input);
    }
    let seconds = start.elapsed().as_secs_f64();
    for input in &inputs {
        let text = shown(target, input).unwrap_or_default();
        let configuration = input.first().copied().unwrap_or(0);
        sizes
            .entry(configuration)
            .or_default()
            .push((input.len(), text.lines().count()));
    }
    println!("{target}: {} inputs in {seconds:.1} s", inputs.len());
    for (configuration, sizes) in sizes {
        let (bytes, lines): (Vec<usize>, Vec<usize>) = sizes.iter().copied().unzip();
        println!(
            "  configuration {configuration}: {} programs, in the median of {} bytes of choices and {} lines",
            sizes.len(),
            median(bytes),
            median(lines)
        );
    }
    Ok(())
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // What lies before every program of a language is checked first, so that only what the inputs do is counted.
    LANGUAGES.iter().for_each(|language| (language.prepare)());
    let before = counts();
    for pair in arguments.chunks(2) {
        if let [target, folder] = pair {
            judge(target, folder)?;
        }
    }
    let now = counts();
    let silent = || (0, Vec::new());
    for language in LANGUAGES {
        let mut never = Vec::new();
        let (mut met, mut all, mut refused, mut premises) = (0, 0, 0, 0);
        for rule in rules(language.declared) {
            let (was, were) = before.get(rule.id).cloned().unwrap_or_else(silent);
            let (is, are) = now.get(rule.id).cloned().unwrap_or_else(silent);
            all += 1;
            match is > was {
                true => met += 1,
                false => never.push(rule.id),
            }
            premises += are.len();
            refused += are.iter().zip(&were).filter(|(is, was)| is > was).count();
        }
        println!(
            "{}: {met} of {all} rules applied, {refused} of {premises} premises refused",
            language.declared.name
        );
        if !never.is_empty() {
            println!("  never: {}", never.join(", "));
        }
    }
    for pass in passes() {
        println!(
            "{} from {}: taken {} times",
            pass.name,
            pass.from.name,
            pass.taken()
        );
    }
    Ok(())
}
