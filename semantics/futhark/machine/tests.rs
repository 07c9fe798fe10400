//! Programs built by hand, without parser and checker.

use super::*;
use elder_futhark::intrinsics::{Intrinsic, Op};
use elder_futhark::tree::*;
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
        memory: Some(32),
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
        fuel: Some(5),
        ..Options::default()
    };
    let failure = call(&histogram(), &[10], options).expect_err("out of fuel");
    assert_eq!(failure.kind, Kind::Limit);
    let options = Options {
        memory: Some(31),
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

#[test]
#[ignore = "a measurement"]
fn five_million_updates() {
    let p = histogram();
    let start = std::time::Instant::now();
    call(&p, &[5_000_000], Options::default()).expect("a value");
    eprintln!("{:?}", start.elapsed());
}
