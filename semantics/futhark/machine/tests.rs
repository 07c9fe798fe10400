//! Programs built by hand, without parser and checker; what becomes a kernel is asked of texts.

use super::*;
use crate::failure::{Fail, Kind};
use crate::options::Limits;
use elder_futhark::intrinsics::{Intrinsic, Op};
use elder_futhark::tree::*;
use elder_syntax::attribute::Attributes;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use elder_syntax::{Name, Span};

fn name(text: &str, id: u32) -> VName {
    VName {
        name: Name::new(text),
        id,
    }
}

fn i64_type() -> Type {
    Rc::new(TypeKind::Prim(PrimType::I64))
}

fn vector() -> Type {
    Rc::new(TypeKind::Array(Size::Const(0), i64_type()))
}

fn exp(kind: ExpKind, ty: Type) -> Exp {
    Exp {
        kind,
        ty,
        sizes: Vec::new(),
        span: Span::NONE,
        attributes: Attributes::NONE,
    }
}

fn lit(n: i64) -> Exp {
    exp(ExpKind::Lit(PrimValue::I64(n)), i64_type())
}

fn var(v: &VName, ty: Type) -> Exp {
    exp(ExpKind::Var(v.clone(), Instance::default()), ty)
}

fn bin(op: BinOp, a: Exp, b: Exp) -> Exp {
    let f = Intrinsic::Prim(PrimFn::Bin(op, PrimType::I64));
    let fun = exp(ExpKind::Intrinsic(f, Instance::default()), i64_type());
    exp(
        ExpKind::App {
            fun: Box::new(fun),
            args: vec![a, b],
            infix: true,
        },
        i64_type(),
    )
}

fn op(op: Op, types: Vec<Type>, args: Vec<Exp>, ty: Type) -> Exp {
    let instance = Instance {
        sizes: vec![Size::Const(0)],
        types,
    };
    let fun = exp(ExpKind::Intrinsic(Intrinsic::Op(op), instance), i64_type());
    exp(
        ExpKind::App {
            fun: Box::new(fun),
            args,
            infix: false,
        },
        ty,
    )
}

fn pat(v: &VName, ty: Type) -> Pat {
    Pat {
        kind: PatKind::Var(v.clone()),
        ty,
        span: Span::NONE,
    }
}

fn lambda(params: &[&VName], body: Exp) -> Exp {
    let fun = Fun {
        sizes: Vec::new(),
        types: Vec::new(),
        params: params
            .iter()
            .map(|v| Param {
                pat: pat(v, i64_type()),
                stars: Stars::None,
            })
            .collect(),
        ret: RetType {
            exts: Vec::new(),
            ty: body.ty.clone(),
            stars: Stars::None,
        },
        annotated: false,
        section: false,
        body,
    };
    let arrow = Arrow {
        param_name: None,
        param: i64_type(),
        param_stars: Stars::None,
        ret: RetType {
            exts: Vec::new(),
            ty: i64_type(),
            stars: Stars::None,
        },
    };
    exp(ExpKind::Lambda(Rc::new(fun)), Rc::new(TypeKind::Arrow(arrow)))
}

fn program(params: &[&VName], body: Exp) -> Program {
    let main = name("main", 1000);
    let ExpKind::Lambda(fun) = lambda(params, body).kind else {
        panic!("no lambda")
    };
    let fun = Rc::try_unwrap(fun).expect("the only owner");
    let def = Def {
        name: main.clone(),
        path: "main".to_string(),
        attributes: Attributes::NONE,
        fun,
        span: Span::NONE,
    };
    Program {
        defs: vec![Rc::new(def)],
        entries: vec![Entry {
            name: Name::new("main"),
            def: main,
            attrs: Vec::new(),
        }],
        abstract_types: Default::default(),
        names: 1001,
    }
}

fn call(program: &Program, args: &[i64], options: Options) -> Result<String, Fail> {
    let args = args
        .iter()
        .map(|&n| Argument::Data(Data::scalar(PrimValue::I64(n))))
        .collect();
    let results = run(program, "main", args, options).results?;
    Ok(results.iter().map(display::display).collect::<Vec<_>>().join(" "))
}

/// `loop h = replicate 4 0 for i < n do h with [i % 4] = h[i % 4] + 1`
fn histogram() -> Program {
    let (n, h, i) = (name("n", 0), name("h", 1), name("i", 2));
    let at = || bin(BinOp::Mod, var(&i, i64_type()), lit(4));
    let old = exp(
        ExpKind::Index(Box::new(var(&h, vector())), vec![DimIndex::Fix(at())]),
        i64_type(),
    );
    let body = exp(
        ExpKind::Update(
            Box::new(var(&h, vector())),
            vec![DimIndex::Fix(at())],
            Box::new(bin(BinOp::Add, old, lit(1))),
        ),
        vector(),
    );
    let init = op(Op::Replicate, vec![i64_type()], vec![lit(4), lit(0)], vector());
    let l = Loop {
        sizes: Vec::new(),
        pat: pat(&h, vector()),
        stars: Stars::All,
        annotated: Stars::None,
        init,
        form: LoopForm::For(i.clone(), var(&n, i64_type())),
        body,
    };
    program(&[&n], exp(ExpKind::Loop(Box::new(l)), vector()))
}

#[test]
fn a_loop_updates_in_place() {
    let options = Options {
        limits: Limits {
            memory: Some(32),
            ..Limits::default()
        },
        ..Options::default()
    };
    assert_eq!(
        call(&histogram(), &[10], options).expect("a value"),
        "[3i64, 3i64, 2i64, 2i64]"
    );
}

#[test]
fn fuel_and_memory_are_limits() {
    let options = Options {
        limits: Limits::fuel(5),
        ..Options::default()
    };
    let failure = call(&histogram(), &[10], options).expect_err("out of fuel");
    assert_eq!(failure.kind, Kind::Limit);
    let options = Options {
        limits: Limits {
            memory: Some(31),
            ..Limits::default()
        },
        ..Options::default()
    };
    let failure = call(&histogram(), &[10], options).expect_err("out of memory");
    assert_eq!(failure.kind, Kind::Limit);
}

#[test]
fn a_literal_function_is_mapped_in_the_frame_around_it() {
    let (n, x) = (name("n", 0), name("x", 1));
    let square = bin(
        BinOp::Add,
        bin(BinOp::Mul, var(&x, i64_type()), var(&x, i64_type())),
        var(&n, i64_type()),
    );
    let iota = op(Op::Iota, vec![], vec![var(&n, i64_type())], vector());
    let map = op(
        Op::Map,
        vec![i64_type(), i64_type()],
        vec![lambda(&[&x], square), iota],
        vector(),
    );
    let p = program(&[&n], map);
    assert_eq!(
        call(&p, &[3], Options::default()).expect("a value"),
        "[3i64, 4i64, 7i64]"
    );
    assert_eq!(
        call(&p, &[0], Options::default()).expect("a value"),
        "empty([0]i64)"
    );
    let negative = call(&p, &[-1], Options::default()).expect_err("a negative size");
    assert_eq!(negative.refusal.map(|r| r.id()), Some("FUT-E-IOTA"));
}

#[test]
fn reading_a_consumed_array_is_found() {
    // let b = a with [0] = 1 in a[0]: the checker would have refused.
    let (n, a, b) = (name("n", 0), name("a", 1), name("b", 2));
    let update = exp(
        ExpKind::Update(
            Box::new(var(&a, vector())),
            vec![DimIndex::Fix(lit(0))],
            Box::new(lit(1)),
        ),
        vector(),
    );
    let read = exp(
        ExpKind::Index(Box::new(var(&a, vector())), vec![DimIndex::Fix(lit(0))]),
        i64_type(),
    );
    let bind = |v: &VName, bound: Exp, body: Exp| {
        let ty = body.ty.clone();
        exp(
            ExpKind::Let {
                sizes: vec![],
                pat: pat(v, vector()),
                bound: Box::new(bound),
                body: Box::new(body),
            },
            ty,
        )
    };
    let iota = op(Op::Iota, vec![], vec![var(&n, i64_type())], vector());
    let p = program(&[&n], bind(&a, iota, bind(&b, update, read)));
    let failure = call(&p, &[2], Options::default()).expect_err("poison");
    assert_eq!(failure.kind, Kind::Poison);
}

/// Whether the outermost map of a program has become a kernel, once it has been run with this size.
fn becomes_a_kernel(text: &str, n: i64) -> bool {
    fn outermost(code: &code::Code) -> Option<bool> {
        match code {
            code::Code::Intrinsic(map) if map.op == Op::Map => {
                Some(matches!(map.kernel.get(), Some(Some(_))))
            }
            code::Code::Let(l) => outermost(&l.bound).or_else(|| outermost(&l.body)),
            code::Code::Inlined(parts) => outermost(&parts.0),
            code::Code::Sized(parts) => outermost(&parts.0),
            _ => None,
        }
    }
    let checked = elder_futhark::check::imports::check_text("main.fut", text);
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let kept = resolve::Kept::default();
    let mut resolver = Resolver::new(&program, &kept, false);
    let entry = program.entries.first().expect("an entry point");
    let function = resolver
        .definition(&entry.def)
        .map(|def| resolver.function(def))
        .expect("its code");
    let memory = Rc::new(Memory::new(1 << 20));
    let mut machine = Machine::new(resolver.into_constants(), memory.clone(), u64::MAX, 1000, 0);
    drop(machine.run(&function, vec![Value::I64(n)], Span::NONE));
    drop(machine);
    assert!(memory.admits(1 << 20), "what a kernel made is given back: {text}");
    let body = function.body.get().expect("a body");
    outermost(&body.code).expect("a map")
}

#[test]
fn what_an_iteration_makes_lies_in_scratch_memory() {
    for body in [
        "i64.sum (map (\\d -> i + d) (iota 3))",
        "map (\\d -> map (\\e -> d * e + i) (iota n)) (iota 2)",
        "(filter (\\d -> d > i) (iota 3), 1).1",
        "let (a, b) = unzip (map (\\d -> (d, d + i)) (iota 3)) in a[0] + b[2]",
        "loop xs = replicate 3 i for j < 2 do map (+ j) xs",
        "loop xs = replicate 3 i for j < 2 do xs with [j] = xs[j + 1]",
        "reduce (map2 (+)) (replicate 2 0) [[i, 1], [2, 3]]",
        "scan (+) 0 (reverse [i, 2, 3])",
        "let f x = x + i in i64.sum (map f (0..<i))",
        "(transpose [[i, 1], [2, 3]])[1]",
        "if i > 1 then [i, 2] else replicate 2 (i / 2)",
        "assert (i < 9) (i64.sum (take 2 (iota 3 ++ iota 2)))",
    ] {
        for n in [1, 3] {
            let text = format!("entry main (n: i64) = map (\\i -> {body}) (iota n)");
            assert!(becomes_a_kernel(&text, n), "{text}");
        }
    }
    // Where it fails, it gives back what it made as well.
    let text = "entry main (n: i64) = map (\\i -> let xs = map (\\d -> d / i) (iota 3) in xs[i]) (iota n)";
    assert!(becomes_a_kernel(text, 3));
}

#[test]
#[ignore = "a measurement"]
fn five_million_updates() {
    let p = histogram();
    let start = std::time::Instant::now();
    call(&p, &[5_000_000], Options::default()).expect("a value");
    eprintln!("{:?}", start.elapsed());
}
