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
    let show: u64 = std::env::var("SHOW")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(0);
    let mut good = 0;
    for (shape, count) in [(Shape::PLAIN, 300), (Shape::MARKED, 300)] {
        for seed in 0..count {
            let case = case(&mut Choices::random(seed), shape);
            let Some(definition) = case.program.definitions.last() else {
                continue;
            };
            let Some(entry) = Entry::of(definition) else {
                continue;
            };
            for target in [Target::OPENCL, Target::OpenMp] {
                let compiled = match compile(&entry, &target) {
                    Ok(c) => c,
                    Err(e) => {
                        *errors.entry(format!("COMPILE {}", e[0].message)).or_default() += 1;
                        continue;
                    }
                };
                match lower(&compiled, &[], &target) {
                    Ok(plan) => {
                        good += 1;
                        if good <= show {
                            let dialect = if target == Target::OpenMp {
                                Dialect::OpenMp
                            } else {
                                Dialect::OpenCl
                            };
                            println!("{}", print(&plan.unit(), dialect, &Options::default()).text);
                            println!("{:?}", plan.steps);
                        }
                    }
                    Err(e) => {
                        let e = &e[0];
                        *errors
                            .entry(format!("{} {}", e.refusal.map_or("", |r| r.id()), e.message))
                            .or_default() += 1;
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

#[test]
fn show() {
    let Ok(files) = std::env::var("DPIA") else { return };
    for file in files.split_whitespace() {
        println!("==== {file}");
        let text = std::fs::read_to_string(file).unwrap();
        let loaded = elder_dpia::load::text(file, &text);
        for e in &loaded.diagnostics {
            println!(
                "LOAD {:?} {} {:?}: {}",
                e.refusal.map(|r| r.id()),
                e.message,
                e.notes,
                text.get(e.span.start as usize..e.span.end as usize)
                    .unwrap_or("?")
            );
        }
        let Some(program) = loaded.program else { continue };
        let wanted = std::env::var("ENTRY").unwrap_or("gpu".into());
        let Ok(entry) = Entry::closed(&program, &wanted).or(Entry::closed(&program, "main")) else {
            println!("no main");
            continue;
        };
        for target in [Target::OPENCL, Target::OpenMp] {
            let compiled = match compile(&entry, &target) {
                Ok(c) => c,
                Err(e) => {
                    println!("COMPILE {}", e[0].message);
                    continue;
                }
            };
            match lower(&compiled, &[], &target) {
                Ok(plan) => {
                    let dialect = if target == Target::OpenMp {
                        Dialect::OpenMp
                    } else {
                        Dialect::OpenCl
                    };
                    println!("{}", print(&plan.unit(), dialect, &Options::default()).text);
                    for l in &plan.steps {
                        if let elder_kernel::plan::Step::Launch(l) = l {
                            println!(
                                "{} / {:?}",
                                l.global
                                    .iter()
                                    .map(|s| s.to_string())
                                    .collect::<Vec<_>>()
                                    .join(" x "),
                                l.local.as_ref().map(|l| l
                                    .iter()
                                    .map(|s| s.to_string())
                                    .collect::<Vec<_>>()
                                    .join(" x "))
                            );
                        } else {
                            println!("{l:?}")
                        }
                    }
                }
                Err(e) => println!(
                    "LOWER {:?} {} {:?} at {}",
                    e[0].refusal.map(|r| r.id()),
                    e[0].message,
                    e[0].notes,
                    text.get(e[0].span.start as usize..e[0].span.end as usize)
                        .unwrap_or("?")
                ),
            }
        }
    }
}
