//! Launch plans on a device that computes next to nothing, and says no to what OpenCL does not allow.
//!
//! Real devices take much that none has to: a launch of no items, groups that are too large for another one, local memory that is too small.
//! This one has small limits.  Of each launch it notes what it was asked for; that is known, or that it is asked for nothing.

mod small;

use super::made_up::MADE_UP_TOO;
use super::{Mistake, held};
use elder_kernel::Size;
use elder_kernel::c::{Space, Type, Width};
use elder_kernel::make::{kernel, param, pointer, scalar};
use elder_kernel::plan::{
    Argument, BufferId, Failures, Kernel, KernelId, Launch, Parameter, Place, Plan, ResultPart, ScalarAt,
    Site, SizeParameter, SizeSource, Source, Step,
};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Span, Value};
use small::{Ended, run, sort};

/// What is said of these plans that is not so.
pub(super) fn mistakes() -> Vec<Mistake> {
    let mut found = launches();
    found.extend(local_memory());
    found.extend(scalars());
    found.extend(buffers());
    found.extend(steps());
    found
}

/// The memory that kernels of these plans write first.
const XS: BufferId = BufferId(0);

/// As much memory again, which comes as it goes.
const YS: BufferId = BufferId(1);

/// A plan that takes and gives two arrays of n elements, with kernels of these parameters behind the first array.
fn plan(kernels: Vec<Vec<Type>>, steps: Vec<Step>) -> Plan {
    let int = scalar(PrimType::I32);
    let mut plan = Plan::new("known");
    for name in ["xs", "ys"] {
        let buffer = plan.add_buffer(name, int.clone(), Size::var("n"));
        plan.parameters.push(Parameter {
            name: name.into(),
            element: PrimType::I32,
            shape: vec![Size::var("n")],
            place: Some(Place::whole(buffer)),
            span: Span::NONE,
        });
        plan.results.push(ResultPart {
            element: PrimType::I32,
            shape: vec![Size::var("n")],
            place: Place::whole(buffer),
        });
    }
    plan.sizes.push(SizeParameter {
        name: "n".into(),
        from: SizeSource::Dimension {
            parameter: 0,
            dimension: 0,
        },
    });
    for (number, rest) in kernels.into_iter().enumerate() {
        let first = pointer(int.clone(), Space::Global);
        let types = std::iter::once(first).chain(rest);
        let params = types
            .enumerate()
            .map(|(k, ty)| param(format!("p{k}"), ty))
            .collect();
        plan.add_kernel(Kernel {
            function: kernel(format!("k{number}"), params, vec![]),
            local_bytes: 0,
        });
    }
    plan.steps = steps;
    plan
}

/// The inputs `[1, 2, 3]` and `[4, 5, 6]`.
fn inputs() -> Vec<Value> {
    vec![Value::vector(vec![1i32, 2, 3]), Value::vector(vec![4i32, 5, 6])]
}

fn sizes(numbers: [i64; 3]) -> [Size; 3] {
    numbers.map(Size::Const)
}

/// A launch of kernel `number`, which gets these arguments behind its memory.
fn launch(number: usize, global: [i64; 3], local: Option<[i64; 3]>, rest: Vec<Argument>) -> Step {
    let memory = Argument::Buffer(XS);
    Step::Launch(Launch {
        kernel: KernelId(number),
        global: sizes(global),
        local: local.map(sizes),
        arguments: std::iter::once(memory).chain(rest).collect(),
    })
}

/// Items, the groups that they come in, and the groups that the kernel requires.
type Asked = ([i64; 3], Option<[i64; 3]>, Option<[i64; 3]>);

/// Launches of all shapes: those that a device may be asked for are, and no others.
fn launches() -> Vec<Mistake> {
    let ends = [0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 32, 63, 64, 65, 128];
    let mut shapes: Vec<Asked> = vec![
        ([8, 8, 1], Some([8, 8, 1]), None),
        ([8, 9, 1], Some([8, 9, 1]), None),
        ([8, 8, 2], Some([8, 8, 2]), None),
        ([4, 4, 4], Some([4, 4, 4]), None),
        ([5, 4, 4], Some([5, 4, 4]), None),
        ([6, 4, 1], Some([3, 3, 1]), None),
        ([6, 4, 3], Some([3, 2, 2]), None),
        ([0, 4, 1], Some([2, 2, 1]), None),
        ([4, 0, 1], None, None),
        ([4, 4, 0], Some([2, 2, 1]), None),
        ([8, 1, 1], None, Some([4, 1, 1])),
        ([8, 1, 1], Some([4, 1, 1]), Some([4, 1, 1])),
        ([8, 1, 1], Some([8, 1, 1]), Some([4, 1, 1])),
        ([6, 1, 1], None, Some([4, 1, 1])),
        ([-1, 1, 1], None, None),
        ([4, 1, 1], Some([-4, 1, 1]), None),
    ];
    for n in ends {
        for d in 0..3 {
            let one = |value: i64| {
                let mut all = [1; 3];
                all[d] = value;
                all
            };
            shapes.push((one(n), None, None));
            shapes.push((one(n), Some(one(n)), None));
            shapes.push((one(2 * n), Some(one(n)), None));
            shapes.push((one(n), Some(one(4)), None));
        }
    }
    let each = shapes.into_iter().filter_map(|(global, local, required)| {
        let mut made = plan(vec![vec![]], vec![launch(0, global, local, vec![])]);
        made.kernels[0].function.required_work_group = required.map(|all| all.map(i64::unsigned_abs));
        let ran = run(made, &inputs());
        let known = ended_launch(global, local.or(required), required);
        let asked = ran
            .launched
            .first()
            .map(|launched| (launched.global, launched.local));
        let answer = (sort(&ran.ended), ran.launched.len(), asked);
        let natural = |all: [i64; 3]| all.map(|n| usize::try_from(n).unwrap_or_default());
        let asked = (known == "a value" && !is_empty(global, local.or(required)))
            .then(|| (natural(global), local.or(required).map(natural)));
        let what =
            format!("a launch of {global:?} items in groups of {local:?} where {required:?} are required");
        held(what, &answer, &(known, usize::from(asked.is_some()), asked))
    });
    each.collect()
}

fn is_empty(global: [i64; 3], local: Option<[i64; 3]>) -> bool {
    global.contains(&0) || local.is_some_and(|local| local.contains(&0))
}

/// How a launch ends on the small device, by what OpenCL allows.
fn ended_launch(global: [i64; 3], local: Option<[i64; 3]>, required: Option<[i64; 3]>) -> &'static str {
    let negative = |all: &[i64; 3]| all.iter().any(|n| *n < 0);
    if negative(&global) || local.as_ref().is_some_and(negative) {
        return "a wrong plan";
    }
    let Some(local) = local.filter(|_| !is_empty(global, local)) else {
        return "a value";
    };
    let [x, y, z] = local;
    if x * y * z > 64 || x > 64 || y > 16 || z > 4 {
        return "a limit";
    }
    let divides = global.iter().zip(local).all(|(n, group)| n % group == 0);
    match divides && required.is_none_or(|required| required == local) {
        true => "a value",
        false => "a wrong plan",
    }
}

/// Local memory has the bytes that are asked for, in words and never none, and no more than there are.
fn local_memory() -> Vec<Mistake> {
    let vector = |width| Type::Vector(PrimType::F32, width);
    let arrays: Vec<(Type, usize, Vec<i64>)> = vec![
        (
            scalar(PrimType::I8),
            1,
            vec![0, 1, 127, 129, 255, 1023, 1024, 1025],
        ),
        (scalar(PrimType::I16), 2, vec![0, 65, 511, 512, 513]),
        (scalar(PrimType::I32), 4, vec![0, 33, 64, 255, 256, 257]),
        (scalar(PrimType::F64), 8, vec![0, 17, 127, 128, 129]),
        (vector(Width::W2), 8, vec![17, 128, 129]),
        (vector(Width::W3), 16, vec![9, 64, 65]),
        (vector(Width::W4), 16, vec![9, 64, 65]),
    ];
    let mut found = Vec::new();
    let asked = |element: &Type, count: i64| Argument::Local {
        element: element.clone(),
        count: Size::Const(count),
    };
    for (element, bytes, counts) in &arrays {
        for count in counts {
            let needed = bytes * usize::try_from(*count).unwrap_or_default();
            let made = plan(
                vec![vec![pointer(element.clone(), Space::Local)]],
                vec![launch(
                    0,
                    [8, 1, 1],
                    Some([4, 1, 1]),
                    vec![asked(element, *count)],
                )],
            );
            let ran = run(made, &inputs());
            let is_beyond = needed > 1024;
            let rooms: Vec<usize> = ran
                .launched
                .iter()
                .flat_map(|launched| launched.rooms.clone())
                .collect();
            let is_enough = rooms
                .iter()
                .all(|room| *room >= needed.max(1) && room.is_multiple_of(4) && *room < needed + 132);
            let answer = (sort(&ran.ended), rooms.len(), is_enough);
            let what = format!("local memory for {count} elements of {bytes} bytes, {rooms:?}");
            let known = if is_beyond {
                ("a limit", 0, true)
            } else {
                ("a value", 1, true)
            };
            found.extend(held(what, &answer, &known));
        }
    }
    // All that a kernel has together.
    for (own, one, other, fits) in [
        (0, 128, 128, true),
        (0, 128, 129, false),
        (24, 200, 50, true),
        (28, 200, 50, false),
        (1028, 0, 0, false),
    ] {
        let int = scalar(PrimType::I32);
        let room = pointer(int.clone(), Space::Local);
        let mut made = plan(
            vec![vec![room.clone(), room]],
            vec![launch(
                0,
                [8, 1, 1],
                Some([4, 1, 1]),
                vec![asked(&int, one), asked(&int, other)],
            )],
        );
        made.kernels[0].local_bytes = own;
        let answer = sort(&run(made, &inputs()).ended);
        let what = format!("local memory of {own} bytes and of {one} and {other} elements");
        found.extend(held(what, &answer, &if fits { "a value" } else { "a limit" }));
    }
    found
}

/// Sizes are handed to kernels in types that hold them.
fn scalars() -> Vec<Mistake> {
    let ends: Vec<(PrimType, i64, i64)> = vec![
        (PrimType::I8, -128, 127),
        (PrimType::I16, -32768, 32767),
        (PrimType::I32, i64::from(i32::MIN), i64::from(i32::MAX)),
        (PrimType::U8, 0, 255),
        (PrimType::U16, 0, 65535),
        (PrimType::U32, 0, i64::from(u32::MAX)),
        (PrimType::U64, 0, i64::MAX),
        (PrimType::I64, i64::MIN, i64::MAX),
    ];
    let mut found = Vec::new();
    for (t, least, most) in ends {
        let beyond = [least.checked_sub(1), most.checked_add(1)];
        let inside = [least, most, 7].map(|n| (n, true));
        let outside = beyond.into_iter().flatten().map(|n| (n, false));
        for (n, fits) in inside.into_iter().chain(outside) {
            let asked = vec![Argument::Size(Size::Const(n), t)];
            let ran = run(
                plan(vec![vec![scalar(t)]], vec![launch(0, [1; 3], None, asked)]),
                &inputs(),
            );
            let given: Vec<String> = (ran.launched.iter())
                .flat_map(|launched| launched.scalars.iter().map(|value| format!("{value:?}")))
                .collect();
            let name = format!("{t:?}({n})");
            let known = if fits {
                ("a value", vec![name])
            } else {
                ("a limit", vec![])
            };
            found.extend(held(
                format!("the size {n} as {t}"),
                &(sort(&ran.ended), given),
                &known,
            ));
        }
    }
    found
}

/// Memory that a device has, and that it has not.
fn buffers() -> Vec<Mistake> {
    let known = [
        (vec![1024], true),
        (vec![1025], false),
        (vec![1024, 1000], true),
        (vec![1024, 1018], true),
        (vec![1024, 1019], false),
        (vec![500, 500, 500, 500], true),
        (vec![600, 600, 600, 600], false),
        (vec![0], true),
    ];
    let each = known.into_iter().filter_map(|(counts, fits)| {
        let mut made = plan(vec![], vec![]);
        for (number, count) in counts.iter().enumerate() {
            made.add_buffer(format!("b{number}"), scalar(PrimType::I32), Size::Const(*count));
        }
        let answer = sort(&run(made, &inputs()).ended);
        let what = format!("memory for {counts:?} numbers beside six");
        held(what, &answer, &if fits { "a value" } else { "no memory" })
    });
    each.collect()
}

/// A site whose message speaks of two numbers.
fn site() -> Site {
    Site::new((&MADE_UP_TOO, "one"), Span::NONE, "{} and {}")
}

/// The steps of the host, on a kernel that adds a number to all of `xs`.
fn steps() -> Vec<Mistake> {
    let add = |size: Size| launch(0, [4, 1, 1], None, vec![Argument::Size(size, PrimType::I32)]);
    let constant = |n| add(Size::Const(n));
    let at = |buffer, index| ScalarAt {
        buffer,
        index: Size::Const(index),
    };
    let read = |buffer, index, most| Step::Read {
        size: "m".into(),
        scalar: Source::At(at(buffer, index)),
        most: Size::Const(most),
        site: site(),
    };
    let choice = |index| Step::If {
        condition: Source::At(at(XS, index)),
        then: vec![constant(10)],
        otherwise: vec![constant(20)],
    };
    let repeat = |count, body| Step::For {
        var: "k".into(),
        count,
        body,
    };
    let values = |xs: [i32; 3], ys: [i32; 3]| Ended::Values(vec![xs.to_vec(), ys.to_vec()]);
    let same = [4, 5, 6];
    let m = || Size::var("m");
    let k = || Size::var("k");
    let known: Vec<(&str, Vec<Step>, Ended)> = vec![
        ("nothing", vec![], values([1, 2, 3], same)),
        ("a launch", vec![constant(5)], values([6, 7, 8], same)),
        (
            "two launches",
            vec![constant(5), constant(-7)],
            values([-1, 0, 1], same),
        ),
        (
            "a size of the input",
            vec![add(Size::var("n"))],
            values([4, 5, 6], same),
        ),
        (
            "a copy",
            vec![Step::Copy { from: XS, to: YS }, constant(1)],
            values([2, 3, 4], [1, 2, 3]),
        ),
        (
            "a copy to itself",
            vec![Step::Copy { from: XS, to: XS }],
            values([1, 2, 3], same),
        ),
        (
            "a fill",
            vec![Step::Fill {
                buffer: YS,
                value: PrimValue::I32(-9),
            }],
            values([1, 2, 3], [-9; 3]),
        ),
        (
            "an exchange",
            vec![Step::Swap(XS, YS), constant(1)],
            values([5, 6, 7], [1, 2, 3]),
        ),
        (
            "two exchanges",
            vec![Step::Swap(XS, YS), Step::Swap(YS, XS), constant(1)],
            values([2, 3, 4], same),
        ),
        (
            "a copy after an exchange",
            vec![Step::Swap(XS, YS), Step::Copy { from: XS, to: YS }, constant(1)],
            values([5, 6, 7], [4, 5, 6]),
        ),
        (
            "no rounds",
            vec![repeat(Size::Const(0), vec![constant(5)])],
            values([1, 2, 3], same),
        ),
        (
            "rounds below none",
            vec![repeat(Size::Const(-2), vec![constant(5)])],
            values([1, 2, 3], same),
        ),
        (
            "four rounds",
            vec![repeat(Size::Const(4), vec![add(k())])],
            values([7, 8, 9], same),
        ),
        (
            "rounds within rounds",
            vec![repeat(
                Size::Const(3),
                vec![repeat(k(), vec![add(k())]), add(k())],
            )],
            values([5, 6, 7], same),
        ),
        (
            "a number read",
            vec![read(XS, 2, 3), add(m())],
            values([4, 5, 6], same),
        ),
        (
            "a number read after a launch",
            vec![constant(4), read(XS, 0, 9), add(m())],
            values([10, 11, 12], same),
        ),
        (
            "a number beyond its bound",
            vec![read(XS, 2, 2), add(m())],
            Ended::Failed(vec![3, 2]),
        ),
        (
            "a number below zero",
            vec![constant(-2), read(XS, 0, 9)],
            Ended::Failed(vec![-1, 9]),
        ),
        (
            "zero",
            vec![constant(-1), read(XS, 0, 0), add(m())],
            values([0, 1, 2], same),
        ),
        ("a number that there is not", vec![read(XS, 3, 9)], Ended::Plan),
        ("a choice that holds", vec![choice(1)], values([11, 12, 13], same)),
        (
            "a choice that does not",
            vec![constant(-2), choice(1)],
            values([19, 20, 21], same),
        ),
        (
            "rounds while there is something",
            vec![Step::While {
                condition: at(XS, 2),
                body: vec![constant(-1)],
            }],
            values([-2, -1, 0], same),
        ),
        (
            "a kernel that does not fail",
            vec![note([0, 7, 0, 8, 0])],
            values([1, 2, 3], same),
        ),
        (
            "a kernel that fails",
            vec![note([1, 7, 0, 8, 0])],
            Ended::Failed(vec![7, 8]),
        ),
        (
            "long numbers",
            vec![note([1, -1, -1, 0, 1])],
            Ended::Failed(vec![-1, 1 << 32]),
        ),
        (
            "a failure that there is not",
            vec![note([2, 0, 0, 0, 0])],
            Ended::Plan,
        ),
        (
            "a failure before a number is read",
            vec![note([1, 7, 0, 8, 0]), read(XS, 2, 2)],
            Ended::Failed(vec![7, 8]),
        ),
    ];
    let each = known.into_iter().filter_map(|(what, steps, known)| {
        let int = scalar(PrimType::I32);
        let sites = vec![site()];
        let record = BufferId(0);
        let words = Failures {
            record,
            sites: sites.clone(),
        }
        .words();
        let mut made = plan(vec![vec![int.clone()], vec![int.clone(); words]], steps);
        let record = made.add_buffer("record", int, Size::Const(words as i64));
        made.failures = Some(Failures { record, sites });
        held(
            format!("steps of the host: {what}"),
            &run(made, &inputs()).ended,
            &known,
        )
    });
    each.collect()
}

/// A launch that writes these numbers to the record of failures.
fn note(numbers: [i32; 5]) -> Step {
    let record = std::iter::once(Argument::Buffer(BufferId(2)));
    let numbers = numbers.map(|n| Argument::Value(PrimValue::I32(n)));
    Step::Launch(Launch {
        kernel: KernelId(1),
        global: sizes([1, 2, 1]),
        local: None,
        arguments: record.chain(numbers).collect(),
    })
}
