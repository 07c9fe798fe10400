//! Host programs made by hand, as the passes would make them.

#![allow(dead_code)] // each test binary uses some

use super::plans::{self, F32, TEST_EVEN, array, launch, number, parallel, the_span};
use elder_kernel::c::*;
use elder_kernel::host::{
    Body, Entry, Form, Interface, Kind, Loop, Operand, Output, Parameter, Point, Program,
};
use elder_kernel::host::{Site, Step, Var};
use elder_kernel::make::*;
use elder_kernel::plan::{Argument, BufferId, Kernel, Place, Plan, ResultPart, SizeParameter, SizeSource};
use elder_kernel::{Dialect, Size};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use elder_syntax::{Name, Span};

pub const I64: PrimType = PrimType::I64;

/// A point that is being made: its variables and its steps.
#[derive(Default)]
pub struct Making {
    pub names: Vec<Name>,
    pub sizes: Vec<Var>,
    pub parameters: Vec<Parameter>,
    pub steps: Vec<Step>,
}

impl Making {
    pub fn var(&mut self, name: &str) -> Var {
        self.names.push(name.into());
        Var(self.names.len() as u32 - 1)
    }

    pub fn size(&mut self, name: &str) -> Var {
        let var = self.var(name);
        self.sizes.push(var);
        var
    }

    pub fn parameter(&mut self, name: &str, element: PrimType, shape: &[Operand]) -> Var {
        let var = self.var(name);
        self.parameters.push(Parameter {
            var,
            element,
            shape: shape.to_vec(),
            unique: false,
        });
        var
    }

    pub fn compute(&mut self, op: BinOp, t: PrimType, a: impl Into<Operand>, b: impl Into<Operand>) -> Var {
        let var = self.var("x");
        self.steps.push(Step::Let {
            var,
            function: PrimFn::Bin(op, t),
            operands: vec![a.into(), b.into()],
            site: None,
        });
        var
    }

    pub fn alloc(&mut self, name: &str, element: PrimType, count: impl Into<Operand>) -> Var {
        let var = self.var(name);
        self.steps.push(Step::Alloc {
            var,
            element,
            count: count.into(),
            span: Span::NONE,
        });
        var
    }

    pub fn share(&mut self, name: &str, of: Var) -> Var {
        let var = self.var(name);
        self.steps.push(Step::Share {
            var,
            element: F32,
            of,
        });
        var
    }

    pub fn step(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// The steps since some number of them, as a body.
    pub fn body(&mut self, since: usize, results: &[Operand]) -> Body {
        Body {
            steps: self.steps.split_off(since),
            results: results.to_vec(),
        }
    }

    pub fn point(self, name: &str, body_results: &[Operand], results: &[(PrimType, usize)]) -> Point {
        Point {
            name: name.into(),
            names: self.names,
            sizes: self.sizes,
            parameters: self.parameters,
            body: Body {
                steps: self.steps,
                results: body_results.to_vec(),
            },
            results: results
                .iter()
                .map(|(element, rank)| Output {
                    element: *element,
                    rank: *rank,
                })
                .collect(),
            span: the_span(),
        }
    }
}

pub fn site(message: &str) -> Site {
    Site {
        premise: TEST_EVEN.blamed("even"),
        span: the_span(),
        message: message.into(),
    }
}

pub fn run_entry(entry: usize, scalars: &[Operand], reads: &[Var], writes: &[Var], updates: &[Var]) -> Step {
    Step::Do {
        entry,
        sizes: vec![],
        scalars: scalars.to_vec(),
        reads: reads.to_vec(),
        writes: writes.to_vec(),
        updates: updates.to_vec(),
    }
}

/// The numbers of the entries that all programs of the tests have.
pub const SAXPY: usize = 0;
pub const TWICE: usize = 1;
pub const COUNT: usize = 2;
pub const NEXT: usize = 3;
pub const FAILING: usize = 4;
pub const DOUBLING: usize = 5;
pub const AROUND: usize = 6;
pub const TWO_KERNELS: usize = 7;

/// A program of some points over the entries of the tests.
pub fn program(dialect: Dialect, points: Vec<Point>) -> Program<Plan> {
    let interface = |scalars: &[PrimType], reads: usize, writes: usize, updates: usize| Interface {
        sizes: 0,
        scalars: scalars.to_vec(),
        reads: vec![F32; reads],
        writes: vec![F32; writes],
        updates: vec![F32; updates],
    };
    let mut all = vec![
        (plans::saxpy(dialect), interface(&[F32], 2, 1, 0)),
        (twice(dialect), interface(&[], 1, 1, 0)),
        (count(dialect), interface(&[], 0, 1, 0)),
        (next(dialect), interface(&[], 0, 0, 1)),
        (plans::failing(dialect), interface(&[F32], 2, 1, 0)),
        (doubling(dialect), interface(&[I64], 1, 1, 0)),
        (around(dialect), interface(&[], 0, 1, 1)),
        (plans::two_kernels(dialect), interface(&[], 1, 1, 0)),
    ];
    all[COUNT].1.sizes = 1;
    let entries = all.into_iter().map(|(what, interface)| Entry {
        name: what.name.clone(),
        interface,
        what,
        span: Span::NONE,
    });
    Program {
        entries: entries.collect(),
        constants: vec![],
        points,
    }
}

fn n() -> Size {
    Size::var("n")
}

/// A plan with the size `n`, the length of its first parameter.
fn with_size(name: &str) -> Plan {
    let mut plan = Plan::new(name);
    plan.sizes.push(SizeParameter {
        name: "n".into(),
        from: SizeSource::Dimension {
            parameter: 0,
            dimension: 0,
        },
    });
    plan
}

/// Adds a kernel of one statement for each element and its launch.
fn each(plan: &mut Plan, dialect: Dialect, name: &str, buffers: &[(&str, BufferId, bool)], statement: Stmt) {
    let pointer_to = |read: bool| match read {
        true => const_pointer(scalar(F32), Space::Global),
        false => pointer(scalar(F32), Space::Global),
    };
    let mut params: Vec<_> = buffers
        .iter()
        .map(|(name, _, read)| param(*name, pointer_to(*read)))
        .collect();
    params.push(param("n", scalar(PrimType::I32)));
    let mut arguments: Vec<_> = buffers.iter().map(|(_, b, _)| Argument::Buffer(*b)).collect();
    arguments.push(Argument::Size(n(), PrimType::I32));
    let kernel = plan.add_kernel(Kernel {
        function: kernel(name, params, vec![parallel(dialect, vec![statement])]),
        local_bytes: 0,
    });
    plan.steps.push(launch(kernel, Size::Const(64), None, arguments));
}

fn gives(plan: &mut Plan, buffer: BufferId) {
    plan.results.push(ResultPart {
        element: F32,
        shape: vec![n()],
        place: Place::whole(buffer),
    });
}

/// to[i] = from[i] + from[i]
fn twice(dialect: Dialect) -> Plan {
    let mut plan = with_size("twice");
    let to = plan.add_buffer("to", scalar(F32), n());
    let from = plan.add_buffer("from", scalar(F32), n());
    plan.parameters = vec![array("from", from)];
    let sum = plans::prim(BinOp::Add, plans::at("from"), plans::at("from"));
    let buffers = [("to", to, false), ("from", from, true)];
    each(
        &mut plan,
        dialect,
        "twice",
        &buffers,
        assign(plans::at("to"), sum),
    );
    gives(&mut plan, to);
    plan
}

/// to[i] = i, for a size that is given.
fn count(dialect: Dialect) -> Plan {
    let mut plan = Plan::new("count");
    plan.sizes.push(SizeParameter {
        name: "n".into(),
        from: SizeSource::Input(0),
    });
    let mut size = number("n");
    size.element = I64;
    plan.parameters = vec![size];
    let to = plan.add_buffer("to", scalar(F32), n());
    let i = Expr::Prim(PrimFn::Convert(PrimType::I32, F32), None, vec![var("i")]);
    each(
        &mut plan,
        dialect,
        "count",
        &[("to", to, false)],
        assign(plans::at("to"), i),
    );
    gives(&mut plan, to);
    plan
}

/// xs[i] = xs[i] + 1, in place.
fn next(dialect: Dialect) -> Plan {
    let mut plan = with_size("next");
    let xs = plan.add_buffer("xs", scalar(F32), n());
    plan.parameters = vec![array("xs", xs)];
    let sum = plans::prim(BinOp::Add, plans::at("xs"), literal(PrimValue::F32(1.0)));
    each(
        &mut plan,
        dialect,
        "next",
        &[("xs", xs, false)],
        assign(plans::at("xs"), sum),
    );
    gives(&mut plan, xs);
    plan
}

/// The plan that swaps what it reads, its scalar first.
fn doubling(dialect: Dialect) -> Plan {
    let mut plan = plans::doubling(dialect);
    plan.parameters.swap(0, 1);
    for size in &mut plan.sizes {
        match &mut size.from {
            SizeSource::Dimension { parameter, .. } => *parameter = 1,
            SizeSource::Input(parameter) => *parameter = 0,
            SizeSource::Computed(_) => {}
        }
    }
    plan
}

/// out[i] = xs[i] + xs[i] with what is written and what is updated swapped, so that each ends as the other.
fn around(dialect: Dialect) -> Plan {
    let mut plan = with_size("around");
    let out = plan.add_buffer("out", scalar(F32), n());
    let xs = plan.add_buffer("xs", scalar(F32), n());
    plan.parameters = vec![array("xs", xs)];
    let sum = plans::prim(BinOp::Add, plans::at("xs"), plans::at("xs"));
    let buffers = [("out", out, false), ("xs", xs, true)];
    each(
        &mut plan,
        dialect,
        "around",
        &buffers,
        assign(plans::at("out"), sum),
    );
    plan.steps.push(elder_kernel::plan::Step::Swap(out, xs));
    gives(&mut plan, out);
    gives(&mut plan, xs);
    plan
}

/// Doubles its input as often as it is told, in two blocks that take turns.
pub fn power() -> Point {
    let mut m = Making::default();
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let times = m.parameter("times", I64, &[]);
    let spare = m.alloc("spare", F32, n);
    let (first, second, i) = (m.var("first"), m.var("second"), m.var("i"));
    let (a, b) = (m.var("a"), m.var("b"));
    let since = m.steps.len();
    m.step(run_entry(TWICE, &[], &[first], &[second], &[]));
    let body = m.body(since, &[second.into(), first.into()]);
    let block = Kind::Block(F32);
    m.step(Step::Loop(Box::new(Loop {
        params: vec![(first, block, xs.into()), (second, block, spare.into())],
        form: Form::For {
            index: i,
            ty: I64,
            bound: times.into(),
        },
        body,
        results: vec![(a, block), (b, block)],
    })));
    m.step(Step::Drop(b));
    m.parameters[0].unique = true;
    m.point("power", &[n.into(), a.into()], &[(F32, 1)])
}

/// The same with a new block in each round.
pub fn power_of_new_blocks() -> Point {
    let mut m = Making::default();
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let times = m.parameter("times", I64, &[]);
    let (now, i, last) = (m.var("now"), m.var("i"), m.var("last"));
    let since = m.steps.len();
    let then = m.alloc("then", F32, n);
    m.step(run_entry(TWICE, &[], &[now], &[then], &[]));
    m.step(Step::Drop(now));
    let body = m.body(since, &[then.into()]);
    m.step(Step::Loop(Box::new(Loop {
        params: vec![(now, Kind::Block(F32), xs.into())],
        form: Form::For {
            index: i,
            ty: I64,
            bound: times.into(),
        },
        body,
        results: vec![(last, Kind::Block(F32))],
    })));
    m.point("power_of_new_blocks", &[n.into(), last.into()], &[(F32, 1)])
}

/// How many steps the numbers of Collatz take from a number to 1.
pub fn collatz() -> Point {
    let mut m = Making::default();
    let start = m.parameter("start", I64, &[]);
    let one = Operand::i64(1);
    let more = m.compute(BinOp::Ne, I64, start, one);
    let (go, now, steps) = (m.var("go"), m.var("now"), m.var("steps"));
    let (last_go, last, all) = (m.var("last_go"), m.var("last"), m.var("all"));
    let since = m.steps.len();
    let rest = m.compute(BinOp::Mod, I64, now, Operand::i64(2));
    let even = m.compute(BinOp::Eq, I64, rest, Operand::i64(0));
    let at = m.steps.len();
    let half = m.compute(BinOp::Div, I64, now, Operand::i64(2));
    let then = m.body(at, &[half.into()]);
    let three = m.compute(BinOp::Mul, I64, now, Operand::i64(3));
    let three = m.compute(BinOp::Add, I64, three, one);
    let otherwise = m.body(at, &[three.into()]);
    let next = m.var("next");
    m.step(Step::If {
        condition: even.into(),
        then,
        otherwise,
        results: vec![(next, Kind::Scalar(I64))],
    });
    let again = m.compute(BinOp::Ne, I64, next, one);
    let count = m.compute(BinOp::Add, I64, steps, one);
    let body = m.body(since, &[again.into(), next.into(), count.into()]);
    let (truth, scalar) = (Kind::Scalar(PrimType::Bool), Kind::Scalar(I64));
    m.step(Step::Loop(Box::new(Loop {
        params: vec![
            (go, truth, more.into()),
            (now, scalar, start.into()),
            (steps, scalar, Operand::i64(0)),
        ],
        form: Form::While(0),
        body,
        results: vec![(last_go, truth), (last, scalar), (all, scalar)],
    })));
    m.point(
        "collatz",
        &[all.into(), last_go.into()],
        &[(I64, 0), (PrimType::Bool, 0)],
    )
}

/// A quotient; its divisor is tested twice.
pub fn quotient() -> Point {
    let mut m = Making::default();
    let a = m.parameter("a", PrimType::I32, &[]);
    let b = m.parameter("b", PrimType::I32, &[]);
    let hundred = Operand::Const(PrimValue::I32(100));
    let small = m.compute(BinOp::Lt, PrimType::I32, a, hundred);
    m.step(Step::Check {
        holds: small.into(),
        numbers: vec![a.into(), hundred],
        site: site("{} is not below {}"),
    });
    let q = m.var("q");
    m.step(Step::Let {
        var: q,
        function: PrimFn::Bin(BinOp::Div, PrimType::I32),
        operands: vec![a.into(), b.into()],
        site: Some(site("{} is divided by {}")),
    });
    m.point("quotient", &[q.into()], &[(PrimType::I32, 0)])
}

/// A block of k + 4 elements: x, the first k of the input, x, a filled element, the last of the input or 0; and that element.
pub fn parts() -> Point {
    let mut m = Making::default();
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let k = m.parameter("k", I64, &[]);
    let x = m.parameter("x", F32, &[]);
    let (zero, one) = (Operand::i64(0), Operand::i64(1));
    let count = m.compute(BinOp::Add, I64, k, Operand::i64(4));
    let out = m.alloc("out", F32, count);
    m.step(Step::Write {
        block: out,
        index: zero,
        value: x.into(),
    });
    m.step(Step::Copy {
        from: xs,
        from_offset: zero,
        to: out,
        to_offset: one,
        count: k.into(),
    });
    let after = m.compute(BinOp::Add, I64, k, one);
    // The element in front, over itself where it is meant to be.
    m.step(Step::Copy {
        from: out,
        from_offset: zero,
        to: out,
        to_offset: after.into(),
        count: one,
    });
    let after = m.compute(BinOp::Add, I64, k, Operand::i64(2));
    m.step(Step::Fill {
        block: out,
        offset: after.into(),
        count: Operand::i64(2),
        value: Operand::Const(PrimValue::F32(0.5)),
    });
    let some = m.compute(BinOp::Gt, I64, n, zero);
    let at = m.steps.len();
    let last = m.compute(BinOp::Sub, I64, n, one);
    let read = m.var("read");
    m.step(Step::Read {
        var: read,
        element: F32,
        block: xs,
        index: last.into(),
    });
    let then = m.body(at, &[read.into()]);
    let otherwise = m.body(at, &[Operand::Const(PrimValue::F32(0.0))]);
    let end = m.var("end");
    m.step(Step::If {
        condition: some.into(),
        then,
        otherwise,
        results: vec![(end, Kind::Scalar(F32))],
    });
    let after = m.compute(BinOp::Add, I64, k, Operand::i64(3));
    m.step(Step::Write {
        block: out,
        index: after.into(),
        value: end.into(),
    });
    m.step(Step::Drop(xs));
    m.point(
        "parts",
        &[count.into(), out.into(), end.into()],
        &[(F32, 1), (F32, 0)],
    )
}

/// a * xs + ys, where both are the same block or two.
pub fn saxpy_of(entry: usize) -> Point {
    let mut m = Making::default();
    let a = m.parameter("a", F32, &[]);
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let ys = m.parameter("ys", F32, &[n.into()]);
    let same = m.share("same", xs);
    let out = m.alloc("out", F32, n);
    m.step(run_entry(entry, &[a.into()], &[xs, ys], &[out], &[]));
    m.step(Step::Drop(ys));
    m.step(Step::Drop(xs));
    let both = m.alloc("both", F32, n);
    m.step(run_entry(entry, &[a.into()], &[same, same], &[both], &[]));
    m.step(Step::Drop(same));
    m.point(
        "saxpy",
        &[n.into(), out.into(), n.into(), both.into()],
        &[(F32, 1), (F32, 1)],
    )
}

/// 0, 1 and so on, plus 1 as often as the type of elements has rounds: n rows of two.
pub fn counting() -> Point {
    let mut m = Making::default();
    let n = m.parameter("n", I64, &[]);
    let count = m.compute(BinOp::Mul, I64, n, Operand::i64(2));
    let out = m.alloc("out", F32, count);
    m.step(Step::Do {
        entry: COUNT,
        sizes: vec![count.into()],
        scalars: vec![],
        reads: vec![],
        writes: vec![out],
        updates: vec![],
    });
    for _ in 0..3 {
        m.step(run_entry(NEXT, &[], &[], &[], &[out]));
    }
    m.point("counting", &[n.into(), Operand::i64(2), out.into()], &[(F32, 2)])
}

/// Counts to 0, to 1 and so on, each in a block of its own, and gives the last one.
pub fn growing() -> Point {
    let mut m = Making::default();
    let n = m.parameter("n", I64, &[]);
    let first = m.alloc("first", F32, Operand::i64(0));
    let (i, last, out, size) = (m.var("i"), m.var("last"), m.var("out"), m.var("size"));
    let since = m.steps.len();
    m.step(Step::Drop(last));
    let block = m.alloc("block", F32, i);
    m.step(Step::Do {
        entry: COUNT,
        sizes: vec![i.into()],
        scalars: vec![],
        reads: vec![],
        writes: vec![block],
        updates: vec![],
    });
    let kept = m.compute(BinOp::Max, I64, i, Operand::i64(0));
    let body = m.body(since, &[block.into(), kept.into()]);
    let before = m.var("before");
    m.step(Step::Loop(Box::new(Loop {
        params: vec![
            (last, Kind::Block(F32), first.into()),
            (before, Kind::Scalar(I64), Operand::i64(0)),
        ],
        form: Form::For {
            index: i,
            ty: I64,
            bound: n.into(),
        },
        body,
        results: vec![(out, Kind::Block(F32)), (size, Kind::Scalar(I64))],
    })));
    m.point("growing", &[size.into(), out.into()], &[(F32, 1)])
}

/// What an entry reads stays, though its plan swaps it; what it writes and updates lies where it belongs, also if somebody else counts it.
pub fn swapping(shared: bool) -> Point {
    let mut m = Making::default();
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let doubled = m.alloc("doubled", F32, n);
    m.step(run_entry(DOUBLING, &[Operand::i64(3)], &[xs], &[doubled], &[]));
    let out = m.alloc("out", F32, n);
    let other = shared.then(|| m.share("other", out));
    let copy = m.alloc("copy", F32, n);
    let zero = Operand::i64(0);
    m.step(Step::Copy {
        from: xs,
        from_offset: zero,
        to: copy,
        to_offset: zero,
        count: n.into(),
    });
    m.step(run_entry(AROUND, &[], &[], &[out], &[copy]));
    if let Some(other) = other {
        m.step(Step::Drop(out));
        let results = [
            n.into(),
            xs.into(),
            n.into(),
            doubled.into(),
            n.into(),
            other.into(),
            n.into(),
            copy.into(),
        ];
        return m.point("swapping", &results, &[(F32, 1); 4]);
    }
    let results = [
        n.into(),
        xs.into(),
        n.into(),
        doubled.into(),
        n.into(),
        out.into(),
        n.into(),
        copy.into(),
    ];
    m.point("swapping", &results, &[(F32, 1); 4])
}

/// A matrix and a vector whose sizes have to agree; gives a temporary's sums.
pub fn shapes() -> Point {
    let mut m = Making::default();
    let (n, k) = (m.size("n"), m.size("k"));
    let a = m.parameter("a", F32, &[n.into(), k.into()]);
    let b = m.parameter("b", F32, &[k.into(), Operand::i64(2)]);
    let all = m.compute(BinOp::Mul, I64, n, k);
    let half = m.compute(BinOp::Div, I64, all, Operand::i64(2));
    let out = m.alloc("out", F32, half);
    m.step(run_entry(TWO_KERNELS, &[], &[a], &[out], &[]));
    m.step(Step::Drop(a));
    m.step(Step::Drop(b));
    m.point("shapes", &[half.into(), out.into()], &[(F32, 1)])
}

/// Steps that are wrong, each behind the same beginning: a block `xs` of n elements, and `out` of as many.
pub fn wrong(steps: impl FnOnce(&mut Making, Var, Var, Var) -> Vec<Operand>) -> Point {
    let mut m = Making::default();
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let out = m.alloc("out", F32, n);
    let results = steps(&mut m, n, xs, out);
    m.point("wrong", &results, &[(F32, 1)])
}
