//! The skeletons alone: each against the functional term that it means, at all small sizes.
//!
//! A row of the table has an entry that is a skeleton with functions for its parameters, and one that is a functional term of DPIA.  Both become points of a host
//! program, which is run by the reference semantics and compiled by a C compiler.  Sizes are all those beside 0, 1, a chunk and its multiples, with
//! several numbers of chunks, among them more than there are places for.  Operators do not commute (affine maps, products of matrices), are compound (pairs,
//! arrays), or tell one element from an equal one (the least with its place).

#[path = "skeletons/faults.rs"]
mod faults;
#[path = "skeletons/table.rs"]
mod table;

use elder_dpia::Entry;
use elder_kernel::host::Program;
use elder_kernel::{Plan, check, read};
use elder_opencl::choose::{Choice, open};
use elder_opencl::device::BuildOptions;
use elder_passes::Target;
use elder_semantics::kernel::program::dpia::DpiaEntries;
use elder_semantics::kernel::program::{self, Options};
use elder_syntax::prim::PrimValue;
use elder_syntax::{SourceId, Value};
use faults::FAULTS;
use std::fmt::Write as _;
use table::{Given, ROWS, Row};

/// The texts of the skeletons, as the compiler has them, and of the operators.
const SKELETONS: [&str; 7] = [
    include_str!("../core/skeletons/map.dpia"),
    include_str!("../core/skeletons/reduce.dpia"),
    include_str!("../core/skeletons/rows.dpia"),
    include_str!("../core/skeletons/scan.dpia"),
    include_str!("skeletons/several.dpia"),
    include_str!("skeletons/rows.dpia"),
    include_str!("skeletons/operators.dpia"),
];

/// The entries and the points of a row: the skeleton's (`true`) and its meaning's.
fn points(row: &Row, roles: &[bool], steps: &mut (String, String), definitions: &mut String) {
    let Row { name, sizes, .. } = row;
    let types = |list: &[&str]| list.join(", ");
    let blocks =
        |letter: &str, count: usize| -> Vec<String> { (0..count).map(|k| format!("{letter}{k}")).collect() };
    let reads = blocks("b", row.reads.len());
    let updates = blocks("u", row.updates.len());
    let names: Vec<&str> = sizes.split_whitespace().collect();
    let gives: Vec<String> = (0..row.writes.len() + row.updates.len())
        .map(|k| format!("o{k}"))
        .collect();
    for &is_skeleton in roles {
        let (role, text) = match is_skeleton {
            true => ("alone", row.alone),
            false => ("meant", row.meant),
        };
        // What is updated is a variable of the skeleton; its meaning reads it and gives the same anew.
        let (taken, written): (Vec<&str>, Vec<&str>) = match is_skeleton {
            true => (
                row.reads.to_vec(),
                row.writes.iter().map(|write| write.0).collect(),
            ),
            false => (
                row.reads.iter().chain(row.updates).copied().collect(),
                row.writes
                    .iter()
                    .map(|write| write.0)
                    .chain(row.updates.iter().copied())
                    .collect(),
            ),
        };
        let updated = match is_skeleton && !row.updates.is_empty() {
            true => format!("; {}", types(row.updates)),
            false => String::new(),
        };
        let _ = writeln!(
            steps.0,
            "entry {name}.{role}[{}]({} -> {}{updated})",
            names.len(),
            types(&taken),
            types(&written)
        );
        let _ = writeln!(definitions, "def {name}_{role} = {text}");
        let out = &mut steps.1;
        let shapes: Vec<String> = reads
            .iter()
            .chain(&updates)
            .map(|own| format!("[n_{own}]"))
            .collect();
        let parameters = names.iter().map(|size| format!("{size}: i64"));
        let reads_of = reads
            .iter()
            .zip(row.reads)
            .map(|(own, ty)| format!("{own}: [n_{own}]{ty}"));
        let star = if is_skeleton { "*" } else { "" };
        let updates_of = updates
            .iter()
            .zip(row.updates)
            .map(|(own, ty)| format!("{own}: {star}[n_{own}]{ty}"));
        let parameters: Vec<String> = parameters.chain(reads_of).chain(updates_of).collect();
        let _ = writeln!(
            out,
            "point {name}.{role}{}({})",
            shapes.concat(),
            parameters.join(", ")
        );
        let mut allocate = |own: &str, ty: &str, room: &str| {
            let mut term = String::from("1");
            for (k, size) in room.split_whitespace().enumerate() {
                let _ = writeln!(out, "  let {own}_{k}: i64 = mul_i64({term}, {size})");
                term = format!("{own}_{k}");
            }
            let _ = writeln!(out, "  alloc {own}: {term} of {ty}");
        };
        for (own, (ty, room, shape)) in gives.iter().zip(row.writes) {
            allocate(own, ty, if is_skeleton { room } else { shape });
        }
        let given: Vec<String> = match is_skeleton {
            true => gives.iter().take(row.writes.len()).cloned().collect(),
            false => {
                for (own, (ty, update)) in gives
                    .iter()
                    .skip(row.writes.len())
                    .zip(row.updates.iter().zip(&updates))
                {
                    allocate(own, ty, &format!("n_{update}"));
                }
                gives.clone()
            }
        };
        let taken: Vec<String> = match is_skeleton {
            true => reads.clone(),
            false => reads.iter().chain(&updates).cloned().collect(),
        };
        let updated = match is_skeleton && !updates.is_empty() {
            true => format!("; {}", updates.join(", ")),
            false => String::new(),
        };
        let (sizes, reads, writes) = (names.join(", "), taken.join(", "), given.join(", "));
        let _ = writeln!(out, "  do {name}.{role}[{sizes}]({reads} -> {writes}{updated})");
        for own in taken {
            let _ = writeln!(out, "  drop {own}");
        }
        for (own, (ty, _, shape)) in gives.iter().zip(row.writes) {
            let shape: Vec<String> = shape.split_whitespace().map(|size| format!("[{size}]")).collect();
            let _ = writeln!(out, "  result {}{ty} in {own}", shape.concat());
        }
        for (update, (ty, own)) in updates
            .iter()
            .zip(row.updates.iter().zip(gives.iter().skip(row.writes.len())))
        {
            let block = if is_skeleton { update } else { own };
            let _ = writeln!(out, "  result [n_{update}]{ty} in {block}");
        }
    }
}

/// The host program of some rows over these texts, with the skeletons, their meanings, or both.
fn host(rows: &[Row], roles: &[bool], texts: &str) -> Result<Program<Entry>, String> {
    let (mut steps, mut definitions) = (<(String, String)>::default(), String::new());
    for row in rows {
        points(row, roles, &mut steps, &mut definitions);
    }
    let text = format!("{}{}", steps.0, steps.1);
    let program = read::host::program(SourceId(0), &text, &|_| None);
    let program = program.unwrap_or_else(|e| panic!("{text}: {e:?}"));
    check::host::program(&program).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let loaded = elder_dpia::load::text("skeletons", &format!("{texts}\n{definitions}"));
    let found = loaded
        .program
        .ok_or_else(|| format!("{:#?}", loaded.diagnostics))?;
    program.with_entries(|name, _, ()| {
        Entry::closed(&found, &name.replace('.', "_")).map_err(|why| format!("{name}: {why:?}"))
    })
}

fn values(given: &Given) -> Vec<Value> {
    let sizes = given
        .sizes
        .iter()
        .map(|size| Value::scalar(PrimValue::I64(*size)));
    sizes.chain(given.blocks.iter().cloned()).collect()
}

/// A host program and its entries, which are checked once.
struct Meant {
    program: Program<Entry>,
    entries: DpiaEntries,
}

impl Meant {
    fn of(program: Program<Entry>) -> Result<Meant, String> {
        let entries = DpiaEntries::new(&program, &Options::default());
        let entries = entries.map_err(|errors| format!("{errors:?}"))?;
        Ok(Meant { program, entries })
    }

    /// What the semantics gives.
    fn run(&mut self, point: &str, values: &[Value]) -> Result<Vec<Value>, String> {
        let options = Options::default();
        let outcome = program::run(&self.program, point, values, &mut self.entries, &options);
        outcome
            .results
            .map_err(|failure| format!("{point} of {values:?}: {failure:?}"))
    }
}

/// How a row is wrong over these texts, if it is.
fn wrong(row: &Row, texts: &str) -> Result<(), String> {
    let mut program = Meant::of(host(std::slice::from_ref(row), &[true, false], texts)?)?;
    for given in (row.given)() {
        let values = values(&given);
        let mut run = |role: &str| program.run(&format!("{}.{role}", row.name), &values);
        let (alone, meant) = (run("alone")?, run("meant")?);
        if alone != meant {
            let Given { sizes, blocks } = given;
            return Err(format!(
                "{} at {sizes:?} of {blocks:?} gives {alone:?}, not {meant:?}",
                row.name
            ));
        }
    }
    Ok(())
}

/// All skeletons by the reference semantics, each step of which is checked: races, reads of what was not written, indexes.
#[test]
fn skeletons_by_their_definition() {
    for row in ROWS {
        wrong(row, &SKELETONS.join("\n")).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

/// Mistakes that somebody could make in a skeleton are found by its rows.
#[test]
fn faults_are_found() {
    let texts = SKELETONS.join("\n");
    let mut left = Vec::new();
    for (fault, begin, from, to) in FAULTS {
        let at = texts
            .find(begin)
            .unwrap_or_else(|| panic!("{fault}: no `{begin}`"));
        let (front, behind) = texts.split_at(at);
        assert!(behind.contains(from), "{fault}: no `{from}` behind `{begin}`");
        let faulty = format!("{front}{}", behind.replacen(from, to, 1));
        // The rows of the skeleton that is changed.
        let upto = &texts[..at + begin.len()];
        let name = upto.rsplit("def ").next().and_then(|text| text.split(' ').next());
        let used = format!("{}@", name.expect("a definition"));
        // A skeleton may be what others go on from.
        let definitions = texts.split("\ndef ").filter(|text| text.contains(&used));
        let users = definitions.filter_map(|text| text.split(' ').next());
        let users: Vec<String> = users
            .map(|name| format!("{name}@"))
            .chain([used.clone()])
            .collect();
        let mut rows = ROWS
            .iter()
            .filter(|row| users.iter().any(|user| row.alone.contains(user)));
        match rows.find_map(|row| wrong(row, &faulty).err()) {
            Some(first) => println!("{fault}: {first:.200}"),
            None => left.push(fault),
        }
    }
    assert!(left.is_empty(), "nothing finds {left:?}");
}

/// The same compiled: in C, or on the device that `ELDER_DEVICE` names (with the feature `elder-opencl/opencl`).
#[test]
fn skeletons_compiled() {
    let choice = match std::env::var("ELDER_DEVICE") {
        Ok(_) => Choice::from_environment(),
        Err(_) => Choice::C,
    };
    let machine = open(&choice).expect("a device");
    let target = Target::of(machine.dialect());
    let texts = SKELETONS.join("\n");
    let meant = host(ROWS, &[false], &texts).and_then(Meant::of);
    let mut by_meaning = meant.unwrap_or_else(|e| panic!("{e}"));
    let program = host(ROWS, &[true], &texts).unwrap_or_else(|e| panic!("{e}"));
    let plans = program.with_entries(|name, _, entry| {
        elder_passes::plan(&entry, &target).map_err(|errors| format!("{name}: {errors:#?}"))
    });
    let plans: Program<Plan> = plans.unwrap_or_else(|e| panic!("{e}"));
    // Memory that nobody wrote has anything in it.
    let options = BuildOptions {
        garbage: Some(0xa5),
        ..BuildOptions::default()
    };
    let loaded = machine
        .load_program(plans, &options, None)
        .unwrap_or_else(|e| panic!("{e}"));
    for row in ROWS {
        let [alone, meant] = ["alone", "meant"].map(|role| format!("{}.{role}", row.name));
        for given in (row.given)() {
            let values = values(&given);
            let point = loaded.point(&alone).expect("a point of that name");
            let found = loaded
                .run(point, &values)
                .unwrap_or_else(|e| panic!("{alone} {values:?}: {e}"));
            let expected = by_meaning.run(&meant, &values).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(
                found.values, expected,
                "{alone} at {:?} of {:?}",
                given.sizes, given.blocks
            );
        }
    }
}
