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
    /// How many seeds there were.
    seeds: u64,
}

impl Tally {
    fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    fn counted(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// What was counted in all that begins with this.
    fn counted_from(&self, start: &str) -> u64 {
        let counts = self.counts.iter().filter(|(what, _)| what.starts_with(start));
        counts.map(|(_, count)| count).sum()
    }

    /// Whether so few programs were asked for that shares of them say nothing: someone looks at single ones.
    fn has_no_shares(&self) -> bool {
        self.seeds < FEW
    }

    #[track_caller]
    fn at_least(&self, percent: u64, what: &str, all: u64) {
        let count = self.counted(what);
        assert!(
            count * 100 >= all * percent && count > 0,
            "{count} of {all} are fewer than {percent}%: {what}"
        );
    }

    fn cost(&mut self, what: &'static str, ratio: f64) {
        self.costs.entry(what).or_default().push((ratio, self.seed));
    }

    /// Writes what was counted, and fails if something is wrong.
    fn close(&mut self, name: &str) {
        println!("{name}: {:#?}", self.counts);
        for (what, ratios) in &mut self.costs {
            ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
            let [half, most, (worst, program)] = [50, 99, 100].map(|part| quantile(ratios, part));
            println!(
                "{what}: half within {:.2}, 99% within {:.2}, the worst {worst:.2} (program {program})",
                half.0, most.0
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

/// Fewer programs than this have no shares.
const FEW: u64 = 40;

/// The ratio that so many of a hundred are within, of ratios in their order.
fn quantile(ratios: &[(f64, u64)], percent: usize) -> (f64, u64) {
    ratios[(ratios.len() - 1) * percent / 100]
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
    let seeds = seeds(usual);
    let mut tally = Tally {
        seeds: seeds.end - seeds.start,
        ..Tally::default()
    };
    for seed in seeds.clone() {
        tally.seed = seed;
        if let Err(message) = judge(seed, shape, second, &mut tally) {
            tally.wrong.push(format!("{seed}: {message}"));
        }
    }
    tally.close(&format!("{name}, {seeds:?}"));
    tally
}

/// Most of the programs are compared, in reals too, their results depend on inputs, and so much of a hundred that are compared shows more.
#[track_caller]
fn shows(tally: &Tally, more: &[(&str, u64)]) {
    if tally.has_no_shares() {
        return;
    }
    tally.at_least(80, "compared", tally.seeds);
    let refused = tally.counted_from("refused by ");
    assert!(
        refused * 100 < tally.seeds * 15,
        "{refused} of {} are refused",
        tally.seeds
    );
    let compared = tally.counted("compared");
    tally.at_least(50, "tangents that are not zero", compared);
    #[cfg(feature = "exact")]
    for what in reals::SHOWN {
        tally.at_least(80, what, compared);
    }
    for (what, percent) in more {
        tally.at_least(*percent, what, compared);
    }
    floats::mostly_the_same_bits(tally);
    costs::within_bounds(tally);
}

#[test]
fn derivatives_of_smooth_programs_agree() {
    let tally = judge_all("smooth", 150, Shape::SMOOTH, false);
    shows(&tally, &[]);
}

#[test]
fn second_derivatives_of_smooth_programs_agree() {
    let tally = judge_all("second order", 50, Shape::SMOOTH, true);
    let more = [
        ("second derivatives that are not zero", 34),
        #[cfg(feature = "exact")]
        (reals::TANGENTS, 80),
        #[cfg(feature = "exact")]
        (reals::GRADIENTS, 80),
    ];
    shows(&tally, &more);
}

#[test]
fn derivatives_on_small_whole_numbers_are_exact() {
    let tally = judge_all("exact", 50, Shape::EXACT, true);
    shows(&tally, &[("exact", 80)]);
}
