//! Plans made by hand, as the translation would make them.

#![allow(dead_code)] // each test binary uses some

pub mod checks;

use elder_kernel::c::*;
use elder_kernel::make::*;
use elder_kernel::plan::*;
use elder_kernel::{Dialect, Size};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use elder_syntax::{Name, SourceId, Span, Value};

elder_syntax::rules! {
    /// Rules of the tests.
    pub static TABLE = Evaluation;
    TEST_EVEN = "TEST-EVEN", "the number of elements is even", "test", [even: "2 divides n"];
}

pub const F32: PrimType = PrimType::F32;

pub fn f32s(n: usize) -> Vec<f32> {
    (0..n).map(|i| (i % 100) as f32 * 0.5 - 7.0).collect()
}

pub fn prim(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::Prim(PrimFn::Bin(op, F32), None, vec![a, b])
}

/// A loop over all elements: work-items in OpenCL, threads in C.
pub fn parallel(dialect: Dialect, body: Vec<Stmt>) -> Stmt {
    let mut stmt = match dialect {
        Dialect::OpenCl => for_loop(
            "i",
            work_item(WorkItem::GlobalId, 0),
            var("n"),
            work_item(WorkItem::GlobalSize, 0),
            body,
        ),
        Dialect::OpenMp => for_loop("i", int(0), var("n"), int(1), body),
    };
    if let StmtKind::For(f) = &mut stmt.kind {
        f.hints.push(Hint::Parallel { collapse: 1 });
    }
    stmt
}

pub fn at(array: &str) -> Expr {
    index(var(array), var("i"))
}

fn global(t: PrimType) -> Type {
    pointer(scalar(t), Space::Global)
}

fn input(t: PrimType) -> Type {
    const_pointer(scalar(t), Space::Global)
}

pub fn the_span() -> Span {
    Span::new(SourceId(0), 10, 20)
}

fn of(function: Function) -> Kernel {
    Kernel {
        function,
        local_bytes: 0,
    }
}

pub fn launch(kernel: KernelId, global: Size, local: Option<Size>, arguments: Vec<Argument>) -> Step {
    let one = || Size::Const(1);
    Step::Launch(Launch {
        kernel,
        global: [global, one(), one()],
        local: local.map(|l| [l, one(), one()]),
        arguments,
    })
}

fn n() -> Size {
    Size::var("n")
}

fn size_n(plan: &mut Plan, parameter: usize) {
    plan.sizes.push(SizeParameter {
        name: "n".into(),
        from: SizeSource::Dimension {
            parameter,
            dimension: 0,
        },
    });
}

pub fn array(name: &str, buffer: BufferId) -> Parameter {
    Parameter {
        name: name.into(),
        element: F32,
        shape: vec![n()],
        place: Some(Place::whole(buffer)),
        span: the_span(),
    }
}

pub fn number(name: &str) -> Parameter {
    Parameter {
        name: name.into(),
        element: F32,
        shape: vec![],
        place: None,
        span: Span::NONE,
    }
}

/// out[i] = a * xs[i] + ys[i]
pub fn saxpy(dialect: Dialect) -> Plan {
    let mut plan = Plan::new("saxpy");
    let out = plan.add_buffer("out", scalar(F32), n());
    let xs = plan.add_buffer("xs", scalar(F32), n());
    let ys = plan.add_buffer("ys", scalar(F32), n());
    plan.parameters = vec![number("a"), array("xs", xs), array("ys", ys)];
    size_n(&mut plan, 1);
    let body = prim(BinOp::Add, prim(BinOp::Mul, var("a"), at("xs")), at("ys"));
    let kernel = plan.add_kernel(of(kernel(
        "saxpy",
        vec![
            param("out", global(F32)),
            param("a", scalar(F32)),
            param("xs", input(F32)),
            param("ys", input(F32)),
            param("n", scalar(PrimType::I32)),
        ],
        vec![parallel(dialect, vec![assign(at("out"), body).at(the_span())])],
    )));
    let arguments = vec![
        Argument::Buffer(out),
        Argument::Input(0),
        Argument::Buffer(xs),
        Argument::Buffer(ys),
        Argument::Size(n(), PrimType::I32),
    ];
    plan.steps = vec![launch(kernel, Size::Const(256), Some(Size::Const(64)), arguments)];
    plan.results = vec![ResultPart {
        element: F32,
        shape: vec![n()],
        place: Place::whole(out),
    }];
    plan
}

pub fn saxpy_inputs(n: usize) -> Vec<Value> {
    let ys: Vec<f32> = f32s(n).into_iter().rev().collect();
    vec![
        Value::scalar(PrimValue::F32(2.0)),
        Value::vector(f32s(n)),
        Value::vector(ys),
    ]
}

pub fn saxpy_result(n: usize) -> Value {
    let (xs, ys) = (f32s(n), f32s(n));
    Value::vector(xs.iter().zip(ys.iter().rev()).map(|(x, y)| 2.0 * x + y).collect())
}

/// Squares into a temporary, then sums neighbours: two kernels.  Needs an even number of elements.
pub fn two_kernels(dialect: Dialect) -> Plan {
    let mut plan = Plan::new("two_kernels");
    let half = || n() / Size::Const(2);
    let out = plan.add_buffer("out", scalar(F32), half());
    let xs = plan.add_buffer("xs", scalar(F32), n());
    let tmp = plan.add_buffer("squares", scalar(F32), n());
    plan.parameters = vec![array("xs", xs)];
    size_n(&mut plan, 0);
    plan.checks.push(Check {
        condition: Condition::Divides(Size::Const(2), n()),
        message: "the number of elements must be even".into(),
        rule: (&TEST_EVEN, "even"),
        span: the_span(),
    });
    let square = plan.add_kernel(of(kernel(
        "square",
        vec![
            param("squares", global(F32)),
            param("xs", input(F32)),
            param("n", scalar(PrimType::I32)),
        ],
        vec![parallel(
            dialect,
            vec![assign(at("squares"), prim(BinOp::Mul, at("xs"), at("xs")))],
        )],
    )));
    let two_i = || mul(int(2), var("i"));
    let sum = prim(
        BinOp::Add,
        index(var("squares"), two_i()),
        index(var("squares"), add(two_i(), int(1))),
    );
    let sums = plan.add_kernel(of(kernel(
        "sums",
        vec![
            param("out", global(F32)),
            param("squares", input(F32)),
            param("n", scalar(PrimType::I32)),
        ],
        vec![parallel(dialect, vec![assign(at("out"), sum)])],
    )));
    let size = |s: Size| Argument::Size(s, PrimType::I32);
    plan.steps = vec![
        launch(
            square,
            Size::Const(128),
            None,
            vec![Argument::Buffer(tmp), Argument::Buffer(xs), size(n())],
        ),
        launch(
            sums,
            Size::Const(128),
            None,
            vec![Argument::Buffer(out), Argument::Buffer(tmp), size(half())],
        ),
    ];
    plan.results = vec![ResultPart {
        element: F32,
        shape: vec![half()],
        place: Place::whole(out),
    }];
    plan
}

pub fn two_kernels_result(n: usize) -> Value {
    Value::vector(f32s(n).chunks(2).map(|c| c[0] * c[0] + c[1] * c[1]).collect())
}

/// The plan with a name in its kernel that nothing declares.
pub fn broken(dialect: Dialect) -> Plan {
    let mut plan = saxpy(dialect);
    let body = vec![assign(at("out"), var("nowhere")).at(the_span())];
    plan.kernels[0].function.body = vec![parallel(dialect, body)];
    plan
}

/// Saxpy, and a kernel that finds a division by zero, the second of two sites.
pub fn failing(dialect: Dialect) -> Plan {
    let mut plan = saxpy(dialect);
    let record = plan.add_buffer("failure", scalar(PrimType::I32), Size::Const(5));
    let site = |message| Site::new((&TEST_EVEN, "even"), the_span(), message);
    plan.failures = Some(Failures {
        record,
        sites: vec![site("the first"), site("{} is the second, not {}")],
    });
    let failure = || index(var("failure"), int(0));
    let note = if_then(
        binary(BinaryOp::Eq, failure(), int(0)),
        vec![
            assign(failure(), int(2)),
            assign(index(var("failure"), int(1)), int(-1)),
            assign(index(var("failure"), int(2)), int(-1)),
            assign(index(var("failure"), int(3)), int(5)),
            assign(index(var("failure"), int(4)), int(1)),
        ],
    );
    let fail = plan.add_kernel(of(kernel(
        "fail",
        vec![param("failure", global(PrimType::I32))],
        vec![note],
    )));
    plan.steps
        .push(launch(fail, Size::Const(1), None, vec![Argument::Buffer(record)]));
    plan
}

/// Doubles `xs` as often as `times` says, in two buffers that are swapped, then as long as a flag on the device says.
pub fn doubling(dialect: Dialect) -> Plan {
    let mut plan = Plan::new("doubling");
    let a = plan.add_buffer("a", scalar(F32), n());
    let b = plan.add_buffer("b", scalar(F32), n());
    let flag = plan.add_buffer("flag", scalar(PrimType::I32), Size::Const(1));
    plan.parameters = vec![
        array("xs", a),
        Parameter {
            name: "times".into(),
            element: PrimType::I64,
            shape: vec![],
            place: None,
            span: Span::NONE,
        },
    ];
    size_n(&mut plan, 0);
    plan.sizes.push(SizeParameter {
        name: "times".into(),
        from: SizeSource::Input(1),
    });
    let double = plan.add_kernel(of(kernel(
        "twice",
        vec![
            param("to", global(F32)),
            param("from", input(F32)),
            param("n", scalar(PrimType::I32)),
        ],
        vec![parallel(
            dialect,
            vec![assign(at("to"), prim(BinOp::Add, at("from"), at("from")))],
        )],
    )));
    // Counts the flag down.
    let decrease = plan.add_kernel(of(kernel(
        "decrease",
        vec![param("flag", global(PrimType::I32))],
        vec![Stmt::new(StmtKind::Update(
            BinaryOp::Sub,
            index(var("flag"), int(0)),
            int(1),
        ))],
    )));
    let twice = || {
        vec![
            launch(
                double,
                Size::Const(64),
                None,
                vec![
                    Argument::Buffer(b),
                    Argument::Buffer(a),
                    Argument::Size(n(), PrimType::I32),
                ],
            ),
            Step::Swap(a, b),
        ]
    };
    let mut again = twice();
    again.push(launch(
        decrease,
        Size::Const(1),
        None,
        vec![Argument::Buffer(flag)],
    ));
    plan.steps = vec![
        Step::For {
            var: "k".into(),
            count: Size::var("times"),
            body: twice(),
        },
        Step::Fill {
            buffer: flag,
            value: PrimValue::I32(2),
        },
        Step::While {
            condition: ScalarAt {
                buffer: flag,
                index: Size::Const(0),
            },
            body: again,
        },
        Step::Copy { from: a, to: b },
    ];
    plan.results = vec![ResultPart {
        element: F32,
        shape: vec![n()],
        place: Place::whole(b),
    }];
    plan
}

/// The components of an array of pairs, exchanged: two inputs and two results in one buffer each.
pub fn exchange(dialect: Dialect) -> Plan {
    let mut plan = Plan::new("exchange");
    let field = |name: &str, t: PrimType| Field {
        name: name.into(),
        ty: scalar(t),
        dims: vec![],
    };
    plan.structs = vec![
        Struct {
            name: "pair".into(),
            fields: vec![field("x1", PrimType::I8), field("x2", F32)],
        },
        Struct {
            name: "riap".into(),
            fields: vec![field("x1", F32), field("x2", PrimType::I8)],
        },
    ];
    let (pair, riap) = (Type::Struct("pair".into()), Type::Struct("riap".into()));
    let from = plan.add_buffer("from", pair.clone(), n());
    let to = plan.add_buffer("to", riap.clone(), n());
    let part = |buffer, field: &str| Place {
        buffer,
        path: vec![Name::new(field)],
    };
    let mut small = array("small", from);
    small.element = PrimType::I8;
    small.place = Some(part(from, "x1"));
    let mut large = array("large", from);
    large.place = Some(part(from, "x2"));
    plan.parameters = vec![small, large];
    size_n(&mut plan, 0);
    let swapped = Expr::StructOf("riap".into(), vec![field_of("x2"), field_of("x1")]);
    let kernel = plan.add_kernel(of(kernel(
        "exchange",
        vec![
            param("to", pointer(riap, Space::Global)),
            param("from", const_pointer(pair, Space::Global)),
            param("n", scalar(PrimType::I32)),
        ],
        vec![parallel(dialect, vec![assign(at("to"), swapped)])],
    )));
    let arguments = vec![
        Argument::Buffer(to),
        Argument::Buffer(from),
        Argument::Size(n(), PrimType::I32),
    ];
    plan.steps = vec![launch(kernel, Size::Const(32), None, arguments)];
    plan.results = vec![
        ResultPart {
            element: F32,
            shape: vec![n()],
            place: part(to, "x1"),
        },
        ResultPart {
            element: PrimType::I8,
            shape: vec![n()],
            place: part(to, "x2"),
        },
    ];
    plan
}

fn field_of(name: &str) -> Expr {
    field(at("from"), name)
}

/// Reverses groups of 64 by way of local memory; without the barrier the work-items of a group race.
pub fn reverse(with_barrier: bool) -> Plan {
    let mut plan = Plan::new("reverse");
    let out = plan.add_buffer("out", scalar(F32), n());
    let xs = plan.add_buffer("xs", scalar(F32), n());
    plan.parameters = vec![array("xs", xs)];
    size_n(&mut plan, 0);
    let (i, l) = (work_item(WorkItem::GlobalId, 0), work_item(WorkItem::LocalId, 0));
    let mut body = vec![assign(index(var("tile"), l.clone()), index(var("xs"), i.clone()))];
    if with_barrier {
        body.push(barrier(true, false));
    }
    let mirrored = binary(BinaryOp::Sub, int(63), l);
    body.push(assign(index(var("out"), i), index(var("tile"), mirrored)));
    let mut function = kernel(
        "reverse",
        vec![
            param("out", global(F32)),
            param("xs", input(F32)),
            param("tile", pointer(scalar(F32), Space::Local)),
        ],
        body,
    );
    function.required_work_group = Some([64, 1, 1]);
    let kernel = plan.add_kernel(of(function));
    let tile = Argument::Local {
        element: scalar(F32),
        count: Size::Const(64),
    };
    plan.steps = vec![launch(
        kernel,
        n(),
        None,
        vec![Argument::Buffer(out), Argument::Buffer(xs), tile],
    )];
    plan.results = vec![ResultPart {
        element: F32,
        shape: vec![n()],
        place: Place::whole(out),
    }];
    plan
}

pub fn reverse_result(n: usize) -> Value {
    Value::vector(f32s(n).chunks(64).flat_map(|c| c.iter().rev().copied()).collect())
}
