//! Generated programs become kernels in both languages.

use crate::{Target, compile, lower};
use elder_dpia::Entry;
use elder_generate::Choices;
use elder_generate::dpia::{Shape, case};
use elder_kernel::print::{Dialect, Options, print};
use std::collections::BTreeMap;

#[test]
fn survey() {
    let mut errors: BTreeMap<String, usize> = BTreeMap::new();
    let show: u64 = std::env::var("SHOW").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let mut good = 0;
    for (shape, count) in [(Shape::PLAIN, 300), (Shape::MARKED, 300)] {
        for seed in 0..count {
            let case = case(&mut Choices::random(seed), shape);
            let Some(definition) = case.program.definitions.last() else { continue };
            let Some(entry) = Entry::of(definition) else { continue };
            for target in [Target::OPENCL, Target::OpenMp] {
                let compiled = match compile(&entry, &target) {
                    Ok(c) => c,
                    Err(e) => {
                        *errors.entry(format!("COMPILE {}", e[0].message)).or_default() += 1;
                        continue;
                    }
                };
                match lower(&compiled, &target) {
                    Ok(plan) => {
                        good += 1;
                        if good <= show {
                            let dialect = if target == Target::OpenMp { Dialect::OpenMp } else { Dialect::OpenCl };
                            println!("{}", print(&plan.unit(), dialect, &Options::default()).text);
                            println!("{:?}", plan.steps);
                        }
                    }
                    Err(e) => {
                        let e = &e[0];
                        *errors.entry(format!("{} {}", e.refusal.map_or("", |r| r.id()), e.message)).or_default() += 1;
                    }
                }
            }
        }
    }
    println!("good {good}");
    for (message, count) in errors {
        println!("{count:5} {message}");
    }
}
