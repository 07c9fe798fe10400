//! What a step of a host program costs on the host: `cargo bench -p elder-opencl --bench steps`.

#[path = "../tests/host/mod.rs"]
mod host;
#[path = "../tests/plans/mod.rs"]
mod plans;

use elder_kernel::host::{Form, Kind, Loop, Operand, Point, Step};
use elder_opencl::native::Native;
use elder_opencl::{LoadedProgram, Machine};
use elder_syntax::Value;
use elder_syntax::prim::{BinOp, PrimValue};
use host::*;
use plans::{F32, f32s};
use std::time::Instant;

/// A loop of so many rounds as the parameter `times` says; each does what `round` adds, with a block of one element.
fn looped(name: &str, round: impl FnOnce(&mut Making, elder_kernel::host::Var)) -> Point {
    let mut m = Making::default();
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let times = m.parameter("times", I64, &[]);
    let index = m.var("i");
    let since = m.steps.len();
    round(&mut m, xs);
    let body = m.body(since, &[]);
    m.step(Step::Loop(Box::new(Loop {
        params: vec![],
        form: Form::For {
            index,
            ty: I64,
            bound: times.into(),
        },
        body,
        results: vec![],
    })));
    m.point(name, &[n.into(), xs.into()], &[(F32, 1)])
}

fn main() {
    let device = Native::new().expect("there is a C compiler");
    let points = vec![
        looped("nothing", |_, _| {}),
        looped("add_i64", |m, _| {
            m.compute(BinOp::Add, I64, Operand::i64(1), Operand::i64(2));
        }),
        looped("div_i64", |m, _| {
            m.compute(BinOp::Div, I64, Operand::i64(100), Operand::i64(7));
        }),
        looped("mul_f32", |m, _| {
            let half = Operand::Const(PrimValue::F32(0.5));
            m.compute(BinOp::Mul, F32, half, half);
        }),
        looped("read", |m, xs| {
            let var = m.var("x");
            m.step(Step::Read {
                var,
                element: F32,
                block: xs,
                index: Operand::i64(0),
            });
        }),
        looped("write", |m, xs| {
            m.step(Step::Write {
                block: xs,
                index: Operand::i64(0),
                value: Operand::Const(PrimValue::F32(0.5)),
            });
        }),
        looped("alloc, drop", |m, _| {
            let block = m.alloc("b", F32, Operand::i64(1));
            m.step(Step::Drop(block));
        }),
        looped("if", |m, _| {
            let then = m.body(m.steps.len(), &[Operand::i64(1)]);
            let result = m.var("r");
            m.step(Step::If {
                condition: Operand::Const(PrimValue::Bool(true)),
                otherwise: then.clone(),
                then,
                results: vec![(result, Kind::Scalar(I64))],
            });
        }),
        looped("do in place", |m, xs| {
            m.step(run_entry(NEXT, &[], &[], &[], &[xs]));
        }),
        looped("do two kernels, a temporary", |m, xs| {
            let out = m.alloc("out", F32, Operand::i64(1));
            m.step(run_entry(TWO_KERNELS, &[], &[xs], &[out], &[]));
            m.step(Step::Drop(out));
        }),
    ];
    let names: Vec<_> = points.iter().map(|point| point.name.clone()).collect();
    let program = program(Machine::dialect(&device), points);
    let loaded =
        LoadedProgram::new(&device, program, &plans::checks::options(), None).expect("it can be loaded");
    println!("nanoseconds a round of a loop, that of an empty one included");
    for name in names {
        let rounds = if name.starts_with("do") { 20_000 } else { 1_000_000 };
        let inputs = [Value::vector(f32s(2)), Value::scalar(PrimValue::I64(rounds))];
        let start = Instant::now();
        let outcome = loaded.run(&name, &inputs).expect("it runs");
        let all = start.elapsed().as_nanos() as u64;
        let kernels = outcome.profile.total();
        let rounds = rounds as u64;
        println!(
            "{:8.1}  {name}, of which {:.1} in calls of kernels",
            all as f64 / rounds as f64,
            kernels as f64 / rounds as f64
        );
    }
}
