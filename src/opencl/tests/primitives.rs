//! What kernels compute with primitive functions is what the reference semantics says, on every device, on scalars and on
//! vectors: exactly, but for elementary functions of floats, which are the device's own.

use elder_kernel::c::*;
use elder_kernel::make::*;
use elder_kernel::plan::*;
use elder_kernel::{Dialect, Size};
use elder_opencl::cache::Cache;
use elder_opencl::{BuildOptions, Choice, Machine, list, open};
use elder_semantics::numeric;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use elder_syntax::value::{Data, Element};
use elder_syntax::{Span, Value, with_prim_type};
use half::f16;

/// Functions of one operand type.
fn functions(t: PrimType) -> Vec<PrimFn> {
    let bins = BinOp::ALL
        .iter()
        .filter(|op| op.exists_on(t))
        .map(|op| PrimFn::Bin(*op, t));
    let uns = UnOp::ALL
        .iter()
        .filter(|op| op.result(t).is_some())
        .map(|op| PrimFn::Un(*op, t));
    let terns = [TernOp::Fma, TernOp::Mad, TernOp::MadHi, TernOp::Lerp];
    let terns = terns
        .into_iter()
        .filter(|op| op.exists_on(t))
        .map(|op| PrimFn::Tern(op, t));
    let converts = PrimType::ALL.iter().map(|to| PrimFn::Convert(t, *to));
    let ldexp = t.is_float().then_some(PrimFn::Ldexp(t));
    bins.chain(uns)
        .chain(terns)
        .chain(converts)
        .chain(ldexp)
        .collect()
}

/// Functions that devices approximate.
fn is_approximate(f: PrimFn) -> bool {
    match f {
        PrimFn::Bin(op, t) => {
            t.is_float() && matches!(op, BinOp::Pow | BinOp::Atan2 | BinOp::Atan2pi | BinOp::Hypot)
        }
        PrimFn::Un(op, t) => {
            let exact = [
                UnOp::Neg,
                UnOp::Not,
                UnOp::Abs,
                UnOp::Sgn,
                UnOp::Round,
                UnOp::Ceil,
                UnOp::Floor,
                UnOp::Trunc,
                UnOp::IsNan,
                UnOp::IsInf,
                UnOp::ToBits,
            ];
            t.is_float() && !exact.contains(&op)
        }
        PrimFn::Tern(..) | PrimFn::Convert(..) | PrimFn::Ldexp(_) => false,
    }
}

fn interesting(t: PrimType) -> Vec<PrimValue> {
    let wide: [i64; 18] = [
        0,
        1,
        2,
        3,
        7,
        8,
        31,
        32,
        63,
        64,
        100,
        -1,
        -2,
        -7,
        i64::MIN,
        i64::MAX,
        0x1234_5678_9abc_def1,
        0x7fff_ffff,
    ];
    let floats: [f64; 24] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1.5,
        2.5,
        -2.5,
        3.7,
        0.1,
        -0.3,
        255.5,
        -300.25,
        1e4,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        2147483648.0,
        -9223372036854775808.0,
        18446744073709551616.0,
        1e30,
        -1e-3,
        65504.0,
        6.25e-2,
    ];
    match t {
        PrimType::Bool => vec![PrimValue::Bool(false), PrimValue::Bool(true)],
        PrimType::F16 => floats.map(|x| PrimValue::F16(f16::from_f64(x))).to_vec(),
        PrimType::F32 => floats.map(|x| PrimValue::F32(x as f32)).to_vec(),
        PrimType::F64 => floats.map(PrimValue::F64).to_vec(),
        _ => {
            let mut all: Vec<PrimValue> = wide
                .iter()
                .map(|x| numeric::convert::convert(PrimValue::I64(*x), t))
                .collect();
            // The extremes of the type.
            let least = 1i64 << (t.bytes() * 8 - 1).min(62);
            all.extend([least, least - 1].map(|x| numeric::convert::convert(PrimValue::I64(x), t)));
            all
        }
    }
}

fn array(t: PrimType, values: &[PrimValue]) -> Value {
    fn pack<E: Element>(values: &[PrimValue]) -> Data {
        let bytes: Vec<u8> = (values.iter())
            .flat_map(|v| {
                let bits: E = match *v {
                    PrimValue::Bool(x) => E::decode(&[x.into()]),
                    PrimValue::I8(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::I16(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::I32(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::I64(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::U8(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::U16(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::U32(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::U64(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::F16(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::F32(x) => E::decode(&x.to_le_bytes()),
                    PrimValue::F64(x) => E::decode(&x.to_le_bytes()),
                }[0];
                let mut out = Vec::new();
                E::encode(&[bits], &mut out);
                out
            })
            .collect();
        E::wrap(E::decode(&bytes))
    }
    let data = with_prim_type!(t, E => pack::<E>(values));
    Value::new(vec![values.len()], data).unwrap()
}

/// All functions of a type, each into an array of its own.
fn plan(dialect: Dialect, t: PrimType, width: Option<Width>) -> Plan {
    let mut plan = Plan::new(format!("all_{t}"));
    let n = || Size::var("n");
    let operands = ["a", "b", "c", "k"];
    let types = [t, t, t, PrimType::I32];
    let mut params = Vec::new();
    let mut arguments = Vec::new();
    for (name, t) in operands.iter().zip(types) {
        let buffer = plan.add_buffer(*name, scalar(t), n());
        plan.parameters.push(Parameter {
            name: (*name).into(),
            element: t,
            shape: vec![n()],
            place: Some(Place::whole(buffer)),
            span: Span::NONE,
        });
        params.push(param(*name, const_pointer(scalar(t), Space::Global)));
        arguments.push(Argument::Buffer(buffer));
    }
    plan.sizes.push(SizeParameter {
        name: "n".into(),
        from: SizeSource::Dimension {
            parameter: 0,
            dimension: 0,
        },
    });
    let lanes = width.map_or(1, |w| w.count() as i64);
    let access = |element: PrimType, name: &str| VectorAccess {
        element,
        width: width.unwrap_or(Width::W2),
        offset: Box::new(var("i")),
        pointer: Box::new(var(name)),
        space: Space::Global,
    };
    let mut body = Vec::new();
    for f in functions(t) {
        let name = format!("r_{f}");
        let result = f.result();
        let buffer = plan.add_buffer(name.clone(), scalar(result), n());
        plan.results.push(ResultPart {
            element: result,
            shape: vec![n()],
            place: Place::whole(buffer),
        });
        let names = match f {
            PrimFn::Ldexp(_) => vec!["a", "k"],
            _ => operands[..f.parameters().len()].to_vec(),
        };
        let loads = (names.iter().zip(f.parameters()))
            .map(|(name, t)| match width {
                None => index(var(*name), var("i")),
                Some(_) => Expr::VLoad(access(t, name)),
            })
            .collect();
        let value = Expr::Prim(f, width, loads);
        body.push(match width {
            None => assign(index(var(name.clone()), var("i")), value),
            Some(_) => Stmt::new(StmtKind::VStore(value, access(result, &name))),
        });
        params.push(param(name, pointer(scalar(result), Space::Global)));
        arguments.push(Argument::Buffer(buffer));
    }
    params.push(param("n", scalar(PrimType::I32)));
    arguments.push(Argument::Size(n() / Size::Const(lanes), PrimType::I32));
    let (first, step) = match dialect {
        Dialect::OpenCl => (
            work_item(WorkItem::GlobalId, 0),
            work_item(WorkItem::GlobalSize, 0),
        ),
        Dialect::OpenMp => (int(0), int(1)),
    };
    let body = vec![for_loop("i", first, var("n"), step, body)];
    let kernel = plan.add_kernel(Kernel {
        function: kernel(format!("all_{t}"), params, body),
        local_bytes: 0,
    });
    plan.steps = vec![Step::Launch(Launch {
        kernel,
        global: [Size::Const(16), Size::Const(1), Size::Const(1)],
        local: None,
        arguments,
    })];
    plan
}

fn agree(f: PrimFn, actual: PrimValue, expected: PrimValue) -> bool {
    let widened = |v: PrimValue| match v {
        PrimValue::F16(x) => Some(x.to_f64()),
        PrimValue::F32(x) => Some(x.into()),
        PrimValue::F64(x) => Some(x),
        _ => None,
    };
    let (Some(x), Some(y)) = (widened(actual), widened(expected)) else {
        return actual == expected;
    };
    if x.is_nan() || y.is_nan() {
        return x.is_nan() && y.is_nan();
    }
    if !is_approximate(f) {
        return x == y && x.is_sign_negative() == y.is_sign_negative();
    }
    let (relative, tiny, huge) = match f.result() {
        PrimType::F16 => (2e-3, 1e-4, 65504.0),
        // Devices may take what is too small for normal numbers for zero.
        PrimType::F32 => (4e-6, 1e-36, f32::MAX.into()),
        _ => (1e-13, 1e-300, f64::MAX),
    };
    // One that is rounded to infinity is beside the largest number.
    x == y
        || (x - y).abs() <= relative * y.abs() + tiny
        || (x.abs() >= huge && y.abs() >= huge && x.signum() == y.signum())
}

fn check(machine: &dyn Machine, t: PrimType, width: Option<Width>, except: &[UnOp]) -> Vec<String> {
    let values = interesting(t);
    let mut operands: [Vec<PrimValue>; 4] = Default::default();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            let c = values[(3 * i + 5 * j) % values.len()];
            let k = PrimValue::I32([0, 1, -1, 5, -20, 200][(i + j) % 6]);
            for (column, value) in operands.iter_mut().zip([*a, *b, c, k]) {
                column.push(value);
            }
        }
    }
    let lanes = width.map_or(1, |w| w.count() as usize);
    while !operands[0].len().is_multiple_of(lanes) {
        for column in &mut operands {
            let first = column[0];
            column.push(first);
        }
    }
    let inputs: Vec<Value> = (operands.iter().zip([t, t, t, PrimType::I32]))
        .map(|(column, t)| array(t, column))
        .collect();
    let options = BuildOptions {
        cache: Cache::none(),
        ..BuildOptions::default()
    };
    let loaded = match machine.load(vec![plan(machine.dialect(), t, width)], &options) {
        Ok(loaded) => loaded,
        Err(error) => panic!(
            "{t} {width:?} on {}: {}",
            machine.name(),
            error.diagnostic().notes.join("\n")
        ),
    };
    let outcome = loaded.run(0, &inputs).unwrap();
    let mut wrong = Vec::new();
    for (f, result) in functions(t).into_iter().zip(&outcome.values) {
        if matches!(f, PrimFn::Un(op, _) if except.contains(&op)) {
            continue;
        }
        for (i, actual) in (0..).map_while(|i| Some((i, result.data().get(i)?))) {
            let columns: &[usize] = match f {
                PrimFn::Ldexp(_) => &[0, 3],
                _ => &[0, 1, 2][..f.parameters().len()],
            };
            let arguments: Vec<PrimValue> = columns.iter().map(|c| operands[*c][i]).collect();
            // Where the semantics refuses, a kernel may give anything.
            let Ok(expected) = numeric::apply(f, &arguments) else {
                continue;
            };
            if !agree(f, actual, expected) {
                wrong.push(format!("{f}{arguments:?} is {actual:?} instead of {expected:?}"));
                break;
            }
        }
    }
    wrong
}

fn check_all(machine: &dyn Machine, except: &[UnOp]) {
    let mut wrong = Vec::new();
    for &t in PrimType::ALL {
        // Three components differ from four in how they lie in memory only.
        let three = matches!(t, PrimType::Bool | PrimType::I16 | PrimType::F32).then_some(Some(Width::W3));
        for width in [None, Some(Width::W4)].into_iter().chain(three) {
            let found = check(machine, t, width, except);
            wrong.extend(found.into_iter().map(|w| format!("{width:?}: {w}")));
        }
    }
    assert!(wrong.is_empty(), "on {}:\n{}", machine.name(), wrong.join("\n"));
}

#[test]
fn primitive_functions_mean_what_the_semantics_says() {
    for listed in list().unwrap() {
        check_all(&*open(&Choice::Index(listed.index)).unwrap(), &[]);
    }
}

#[test]
#[cfg(feature = "opencl")]
fn primitive_functions_are_clean_under_oclgrind() {
    let this = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "child_all", "--test-threads=1"];
    let report = elder_opencl::oclgrind::run(&this, &arguments).unwrap();
    assert!(report.is_clean(), "{}", report.describe());
}

#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_all() {
    // It reduces no angles before it multiplies by pi.
    let except = [UnOp::Sinpi, UnOp::Cospi, UnOp::Tanpi];
    check_all(&*open(&Choice::Fragment("oclgrind".into())).unwrap(), &except);
}
