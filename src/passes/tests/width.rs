//! Index and size terms in programs with loops, branches, work-groups, scatters, sizes made of numbers, and several kernels
//! (DPIA-G-WIDTH): no kernel computes one wrongly or leaves
//! an array, at sizes from 0 to 2^33.
//!
//! Programs are generated for their terms.  What a kernel computes is found by executing its tree ([`machine`]) as C defines it, on a few
//! iterations of each loop and without memory; what it should be is the term, evaluated exactly ([`terms`]).  So sizes that no machine
//! has memory for cost nothing.  `ELDER_TERMS` is the number of terms that are judged, 20,000 if it is not set.

#[path = "width/machine.rs"]
mod machine;
#[path = "width/programs.rs"]
mod programs;
#[path = "width/terms.rs"]
mod terms;

use elder_dpia::{Entry, check, load};
use elder_generate::Choices;
use elder_kernel::Plan;
use elder_kernel::size::Sizes;
use elder_passes::{Target, compile, lower};
use elder_syntax::Name;
use machine::{Machine, Trouble};
use programs::Program;
use std::collections::BTreeMap;
use terms::{Scope, content};

/// What became of the terms.
#[derive(Debug, Default)]
struct Tally {
    judged: usize,
    wide: usize,
    in_groups: usize,
    scattered: usize,
    below_size: usize,
    refused: usize,
    refused_though_exact: usize,
    refused_programs: BTreeMap<String, usize>,
}

/// The plan of a program, unless it is refused.
fn plan(text: &str, target: &Target) -> Result<Plan, String> {
    let loaded = load::text("test", text);
    let stated = |all: &[elder_syntax::Diagnostic]| {
        let first = all.first();
        let rule = first.and_then(|d| d.refusal).map_or("?", |r| r.id());
        format!("{rule}: {}", first.map_or("", |d| d.message.as_str()))
    };
    let Some(program) = loaded.program else {
        return Err(stated(&loaded.diagnostics));
    };
    let entry = Entry::closed(&program, "main").map_err(|_| "no entry".to_owned())?;
    let obligations = check::obligations(&entry).map_err(|all| stated(&all))?;
    let commands = compile(&entry, target).map_err(|all| stated(&all))?;
    lower(&commands, &obligations, target).map_err(|all| stated(&all))
}

/// Sizes as the launch finds them; `None` if it refuses the launch.
fn launched<'p>(plan: &'p Plan, scope: &Scope) -> Option<(&'p Plan, Sizes)> {
    let mut sizes = Sizes::default();
    for size in &plan.sizes {
        let value = machine::size_of(plan, &size.from, &sizes, scope)?;
        sizes.insert(size.name.clone(), value);
    }
    if !plan.checks.iter().all(|c| c.condition.holds(&sizes) == Ok(true)) {
        return None;
    }
    if plan.fits(&sizes) {
        return Some((plan, sizes));
    }
    let wide = plan.wide.as_deref().filter(|wide| wide.fits(&sizes))?;
    let holds = wide.checks.iter().all(|c| c.condition.holds(&sizes) == Ok(true));
    holds.then_some((wide, sizes))
}

/// Runs a program at some sizes and compares what was computed.
fn judge(program: &Program, text: &str, plan: &Plan, scope: &Scope, seed: u64, tally: &mut Tally) {
    let context = || format!("seed {seed}, {:?}\n{text}", scope.sizes);
    let Some((chosen, sizes)) = launched(plan, scope) else {
        tally.refused += program.terms();
        if program.is_exact(scope) {
            tally.refused_though_exact += program.terms();
        }
        return;
    };
    let is_wide = chosen.index == elder_syntax::prim::PrimType::I64;
    let mut machine = Machine::new(chosen, sizes, scope, seed);
    match machine.run() {
        Ok(()) => {}
        Err(Trouble::Unsupported(what)) => panic!("the machine does not know {what}\n{}", context()),
        Err(Trouble::Wrong(what)) => panic!("{what}\n{}", context()),
    }
    let mut compared = 0;
    for (number, output) in program.outputs.iter().enumerate() {
        for (address, value) in machine.output(number) {
            assert!(
                output.holds(address, value, scope),
                "output {number}, element {address} is {value}\n{}",
                context()
            );
            compared += output.terms();
            tally.in_groups += usize::from(output.is_in_groups());
            tally.scattered += usize::from(output.is_scattered());
            tally.below_size += usize::from(program.makes_size());
        }
    }
    tally.judged += compared;
    if is_wide {
        tally.wide += compared;
    }
}

#[test]
fn no_term_is_computed_wrongly() {
    let wanted = std::env::var("ELDER_TERMS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(20_000);
    let mut tally = Tally::default();
    let mut seed = 0;
    while tally.judged < wanted {
        seed += 1;
        assert!(seed < 100_000, "most programs are refused: {tally:?}");
        let mut choices = Choices::random(seed);
        let program = Program::random(&mut choices);
        let text = program.text();
        let target = if seed % 2 == 0 {
            Target::OPENCL
        } else {
            Target::OpenMp
        };
        let plan = match plan(&text, &target) {
            Ok(plan) => plan,
            Err(why) => {
                *tally
                    .refused_programs
                    .entry(why.split(':').next().unwrap_or("?").to_owned())
                    .or_insert(0) += 1;
                continue;
            }
        };
        for _ in 0..24 {
            let scope = Scope::random(&mut choices);
            judge(&program, &text, &plan, &scope, seed, &mut tally);
        }
    }
    println!("{seed} programs: {tally:?}");
    assert!(
        tally.wide * 10 > tally.judged,
        "hardly any term is wide: {tally:?}"
    );
    let places = [tally.in_groups, tally.scattered, tally.below_size];
    assert!(
        places.iter().all(|found| found * 100 > tally.judged),
        "elements of some kind are hardly met: {tally:?}"
    );
    assert!(
        tally.refused_though_exact * 5 < tally.judged,
        "terms that fit are refused: {tally:?}"
    );
    let refused: usize = tally.refused_programs.values().sum();
    assert!(refused * 3 < seed as usize, "programs are refused: {tally:?}");
}

/// The machine is one that sees what is wrong: an index in 32 bits where 64 are needed.
#[test]
fn the_machine_sees_what_wraps() {
    let text = "def main(k: nat, m: nat, n: nat, xs: n.i32) = generate(n, fun i. nat@i64(k * i))";
    let plan = plan(text, &Target::OpenMp).expect("it is accepted");
    let scope = Scope {
        sizes: [("k", 1 << 20), ("m", 1), ("n", 1 << 20)].into(),
        ..Scope::default()
    };
    let sizes: Sizes = scope.sizes.iter().map(|(x, n)| (Name::new(*x), *n)).collect();
    assert!(!plan.fits(&sizes));
    let mut machine = Machine::new(&plan, sizes, &scope, 1);
    assert!(matches!(machine.run(), Err(Trouble::Wrong(_))));
    assert_ne!(content(0), content(1));
}
