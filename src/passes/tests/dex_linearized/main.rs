//! Generated programs of Dex and their derivatives: those of the rules, of numbers that carry tangents, of tapes, and of differences in
//! reals.
//!
//! The rules' are `linearize` and `transpose` as simplification takes them, evaluated as any other program.  In floats they agree with the
//! semantics to the last bit where both compute the same in the same order: values and tangents.  What is added in another order, and what
//! differences measure, is compared in reals of many bits, each with an interval that is sure to hold it: no bound is guessed.  On small whole
//! numbers (`Shape::EXACT`) floats are exact and all agree to the last bit.
//!
//! `ELDER_PROGRAMS` says how many programs there are, `ELDER_FIRST` which is the first, `ELDER_SHOW` writes down those that are refused.

mod costs;
mod floats;
mod programs;
#[cfg(feature = "exact")]
mod reals;

use elder_generate::Choices;
use elder_generate::dex::{Shape, case};
use programs::{Numbers, subject};
use std::collections::BTreeMap;

/// How programs came off, by what is said of them.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<String, u64>,
    wrong: Vec<String>,
    /// Ratios, each with the program's seed.
    costs: BTreeMap<&'static str, Vec<(f64, u64)>>,
    seed: u64,
}

impl Tally {
    fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    fn counted(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    fn cost(&mut self, what: &'static str, ratio: f64) {
        self.costs.entry(what).or_default().push((ratio, self.seed));
    }

    /// Writes what was counted, and fails if something is wrong.
    fn close(&mut self, name: &str) {
        println!("{name}: {:#?}", self.counts);
        for (what, ratios) in &mut self.costs {
            ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
            let at = |part: usize| ratios[(ratios.len() - 1) * part / 100].0;
            println!(
                "{what}: half within {:.2}, 99% within {:.2}, all within {:.2} (program {})",
                at(50),
                at(99),
                at(100),
                ratios[ratios.len() - 1].1
            );
        }
        let shown: Vec<&String> = self.wrong.iter().take(3).collect();
        let heads = self.wrong.iter().filter_map(|text| text.lines().next());
        assert!(
            self.wrong.is_empty(),
            "{} are wrong\n{}\n{shown:#?}",
            self.wrong.len(),
            heads.collect::<Vec<_>>().join("\n")
        );
    }
}

/// How many programs a test makes, of which the environment may ask for more, and the first.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let asked = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let from = asked("ELDER_FIRST").unwrap_or(0);
    from..from + asked("ELDER_PROGRAMS").unwrap_or(usual)
}

/// All that is asked of the program of a seed.
fn judge(seed: u64, shape: Shape, second: bool, tally: &mut Tally) -> Result<(), String> {
    let c = &mut Choices::random(seed);
    let made = case(c, shape);
    let numbers = if shape.exact {
        Numbers::Whole
    } else {
        Numbers::Apart
    };
    let subject = match subject(&made, c, numbers, second)? {
        Ok(subject) => subject,
        Err(why) => {
            tally.count(format!("beside: {why}"));
            return Ok(());
        }
    };
    let Some(simple) = floats::simplified(&subject, tally)? else {
        return Ok(());
    };
    if !floats::agree(&subject, &simple, shape, second, tally)? {
        return Ok(());
    }
    tally.count("compared");
    #[cfg(feature = "exact")]
    reals::agree(&subject, &simple, shape, second, tally)?;
    costs::measure(&subject, &simple, tally)
}

fn judge_all(name: &str, usual: u64, shape: Shape, second: bool) -> Tally {
    let mut tally = Tally::default();
    let seeds = seeds(usual);
    for seed in seeds.clone() {
        tally.seed = seed;
        if let Err(message) = judge(seed, shape, second, &mut tally) {
            tally.wrong.push(format!("{seed}: {message}"));
        }
    }
    tally.close(&format!("{name}, {seeds:?}"));
    tally
}

/// Most of the programs are compared, and results depend on inputs.
#[track_caller]
fn shows(tally: &Tally, what: &str) {
    let (all, compared) = (tally.counted("programs"), tally.counted("compared"));
    assert!(compared * 3 > all * 2, "{compared} of {all} are compared");
    let moving = tally.counted(what);
    assert!(moving * 3 > compared, "{moving} of {compared}: {what}");
}

#[test]
fn derivatives_of_smooth_programs_agree() {
    let tally = judge_all("smooth", 150, Shape::SMOOTH, false);
    shows(&tally, "tangents that are not zero");
}

#[test]
fn second_derivatives_of_smooth_programs_agree() {
    let tally = judge_all("second order", 50, Shape::SMOOTH, true);
    shows(&tally, "second derivatives that are not zero");
}

#[test]
fn derivatives_on_small_whole_numbers_are_exact() {
    let tally = judge_all("exact", 50, Shape::EXACT, true);
    shows(&tally, "exact");
}
