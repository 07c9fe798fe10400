//! Small kernels, each with one thing wrong, and the rule that finds it.

use super::{Ended, Options, Prepared};
use elder_kernel::Plan;
use elder_kernel::Size;
use elder_kernel::c::{BinaryOp, Expr, Space, Stmt, WorkItem};
use elder_kernel::check::Target;
use elder_kernel::make::{
    add, assign, barrier, binary, const_pointer, declare, declare_array, if_then, index, int, kernel, param,
    pointer, scalar, var, work_item,
};
use elder_kernel::plan::{Argument, Kernel, Launch, Parameter, Place, ResultPart, Step};
use elder_kernel::print::Dialect;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Span, Value};

const ITEMS: i64 = 4;

/// A plan that launches one kernel of two groups of four items, from eight numbers to eight.
fn plan(body: Vec<Stmt>) -> Plan {
    let mut plan = Plan::new("test");
    let number = || scalar(PrimType::I32);
    let xs = plan.add_buffer("xs", number(), Size::Const(2 * ITEMS));
    let out = plan.add_buffer("out", number(), Size::Const(2 * ITEMS));
    plan.parameters.push(Parameter {
        name: "xs".into(),
        element: PrimType::I32,
        shape: vec![Size::Const(2 * ITEMS)],
        place: Some(Place::whole(xs)),
        span: Span::NONE,
    });
    let params = vec![
        param("out", pointer(number(), Space::Global)),
        param("xs", const_pointer(number(), Space::Global)),
    ];
    let kernel = plan.add_kernel(Kernel {
        function: kernel("test_1", params, body),
        local_bytes: 0,
    });
    let one = || Size::Const(1);
    plan.steps.push(Step::Launch(Launch {
        kernel,
        global: [Size::Const(2 * ITEMS), one(), one()],
        local: Some([Size::Const(ITEMS), one(), one()]),
        arguments: vec![Argument::Buffer(out), Argument::Buffer(xs)],
    }));
    plan.results.push(ResultPart {
        element: PrimType::I32,
        shape: vec![Size::Const(2 * ITEMS)],
        place: Place::whole(out),
    });
    plan
}

const TARGET: Target = Target {
    dialect: Dialect::OpenCl,
    lanes: 0,
};

fn inputs() -> [Value; 1] {
    [Value::vector((0_i32..8).collect())]
}

/// What the kernel gives, or the rule that finds it wrong.
fn outcome(body: Vec<Stmt>) -> Result<String, &'static str> {
    let plan = plan(body);
    let prepared = Prepared::new(&plan, TARGET).map_err(|refused| refused.refusal.id())?;
    match prepared.run(&inputs(), &Options::default()) {
        Ok(values) => Ok(values[0].to_string()),
        Err(Ended::Wrong(fault)) => Err(fault.refusal.map_or("unchecked", |refusal| refusal.id())),
        Err(other) => panic!("{other:?}"),
    }
}

fn global() -> Stmt {
    declare("g", scalar(PrimType::I32), Some(work_item(WorkItem::GlobalId, 0)))
}

fn local() -> Stmt {
    declare("l", scalar(PrimType::I32), Some(work_item(WorkItem::LocalId, 0)))
}

fn tile() -> Stmt {
    declare_array("tile", scalar(PrimType::I32), Space::Local, vec![int(ITEMS)])
}

fn next(of: Expr, by: i64) -> Expr {
    binary(BinaryOp::Rem, add(of, int(by)), int(ITEMS))
}

/// Each item hands its number to its neighbour, by way of local memory.
fn rotation(between: Vec<Stmt>) -> Vec<Stmt> {
    let mut body = vec![global(), local(), tile()];
    body.push(assign(index(var("tile"), var("l")), index(var("xs"), var("g"))));
    body.extend(between);
    body.push(assign(
        index(var("out"), var("g")),
        index(var("tile"), next(var("l"), 1)),
    ));
    body
}

#[test]
fn a_barrier_orders_the_items_of_a_group() {
    assert_eq!(
        outcome(rotation(vec![barrier(true, false)])).as_deref(),
        Ok("[1i32, 2i32, 3i32, 0i32, 5i32, 6i32, 7i32, 4i32]")
    );
    // Without it, or with a fence for other memory, the neighbour may not have written yet.
    assert_eq!(outcome(rotation(vec![])), Err("KER-E-READ"));
    assert_eq!(outcome(rotation(vec![barrier(false, true)])), Err("KER-E-RACE"));
}

#[test]
fn items_come_to_a_barrier_together() {
    let some = binary(BinaryOp::Lt, var("l"), int(2));
    let body = rotation(vec![if_then(some, vec![barrier(true, false)])]);
    assert_eq!(outcome(body), Err("KER-E-BARRIER"));
}

#[test]
fn groups_do_not_share_without_order() {
    let shared = vec![global(), local(), assign(index(var("out"), var("l")), var("g"))];
    assert_eq!(outcome(shared), Err("KER-E-RACE"));
}

#[test]
fn accesses_lie_in_their_arrays() {
    let beyond = add(var("g"), int(1));
    let body = vec![
        global(),
        assign(index(var("out"), beyond), index(var("xs"), var("g"))),
    ];
    assert_eq!(outcome(body), Err("KER-E-BOUNDS"));
    let body = vec![
        global(),
        assign(
            index(var("out"), var("g")),
            index(var("xs"), add(var("g"), int(-1))),
        ),
    ];
    assert_eq!(outcome(body), Err("KER-E-BOUNDS"));
}

#[test]
fn what_is_read_or_given_was_written() {
    let body = vec![
        global(),
        declare("x", scalar(PrimType::I32), None),
        assign(index(var("out"), var("g")), var("x")),
    ];
    assert_eq!(outcome(body), Err("KER-E-READ"));
    let some = binary(BinaryOp::Lt, var("g"), int(7));
    let body = vec![
        global(),
        if_then(some, vec![assign(index(var("out"), var("g")), int(1))]),
    ];
    assert_eq!(outcome(body), Err("KER-E-RESULT"));
}

#[test]
fn a_launch_says_what_it_did_not_write() {
    let some = binary(BinaryOp::Lt, var("g"), int(7));
    let body = vec![
        global(),
        if_then(some, vec![assign(index(var("out"), var("g")), int(1))]),
    ];
    let plan = plan(body);
    let prepared = Prepared::new(&plan, TARGET).unwrap();
    let left = prepared.leaves(&inputs(), &Options::default()).unwrap();
    assert_eq!(left[0].get(6), Some(PrimValue::I32(1)));
    assert_eq!(left[0].first_unwritten(), Some(7));
}

#[test]
fn signed_arithmetic_stays_in_its_type() {
    let large = binary(BinaryOp::Mul, int(65_536), add(var("g"), int(32_761)));
    let body = vec![global(), assign(index(var("out"), var("g")), large)];
    assert_eq!(outcome(body), Err("KER-E-INT"));
    let body = vec![
        global(),
        assign(
            index(var("out"), var("g")),
            binary(BinaryOp::Div, int(1), var("g")),
        ),
    ];
    assert_eq!(outcome(body), Err("KER-E-INT"));
}

#[test]
fn the_checker_refuses_what_is_ill_formed() {
    let body = vec![global(), assign(index(var("xs"), var("g")), int(1))];
    assert_eq!(outcome(body), Err("KER-T-ASSIGN"));
    let body = vec![global(), assign(index(var("out"), var("h")), int(1))];
    assert_eq!(outcome(body), Err("KER-T-VAR"));
    let body = vec![global(), global()];
    assert_eq!(outcome(body), Err("KER-T-VAR"));
    let body = vec![global(), assign(var("g"), var("out"))];
    assert_eq!(outcome(body), Err("KER-T-OPERATOR"));
}

#[test]
fn a_group_of_more_items_than_can_be_kept_ends_at_a_limit() {
    for groups in [[i64::MAX, 1, 1], [1 << 40, 1 << 40, 1]] {
        let mut plan = plan(vec![global()]);
        for step in &mut plan.steps {
            if let Step::Launch(launch) = step {
                launch.global = groups.map(Size::Const);
                launch.local = Some(groups.map(Size::Const));
            }
        }
        let target = Target {
            dialect: Dialect::OpenCl,
            lanes: 0,
        };
        let Ok(prepared) = Prepared::new(&plan, target) else {
            panic!("the plan is refused");
        };
        let ended = prepared.run(&[Value::vector((0_i32..8).collect())], &Options::default());
        assert!(matches!(ended, Err(Ended::Limit("memory"))), "{ended:?}");
    }
}
