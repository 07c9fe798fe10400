use super::*;
use crate::make::*;
use elder_syntax::SourceId;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

fn expression(e: Expr, dialect: Dialect) -> String {
    let f = kernel("f", vec![], vec![Stmt::new(StmtKind::Return(Some(e)))]);
    let unit = Unit {
        structs: vec![],
        functions: vec![f],
    };
    let printed = print(&unit, dialect, &Options::default());
    let last = printed
        .text
        .lines()
        .rfind(|l| l.starts_with("    return"))
        .unwrap_or("");
    last.trim()
        .trim_start_matches("return ")
        .trim_end_matches(';')
        .to_string()
}

fn opencl(e: Expr) -> String {
    expression(e, Dialect::OpenCl)
}

fn prim(op: BinOp, t: PrimType, a: Expr, b: Expr) -> Expr {
    Expr::Prim(PrimFn::Bin(op, t), None, vec![a, b])
}

#[test]
fn parentheses_are_few_and_enough() {
    use BinaryOp::*;
    let (a, b, c) = (|| var("a"), || var("b"), || var("c"));
    assert_eq!(opencl(add(add(a(), b()), c())), "a + b + c");
    assert_eq!(opencl(add(a(), add(b(), c()))), "a + (b + c)");
    assert_eq!(opencl(mul(add(a(), b()), c())), "(a + b) * c");
    assert_eq!(opencl(binary(Lt, add(a(), b()), c())), "a + b < c");
    assert_eq!(opencl(binary(Or, binary(And, a(), b()), c())), "(a && b) || c");
    assert_eq!(opencl(binary(BitAnd, a(), binary(Eq, b(), c()))), "a & (b == c)");
    assert_eq!(opencl(binary(Shl, a(), add(b(), c()))), "a << (b + c)");
    assert_eq!(opencl(Expr::Unary(UnaryOp::Neg, Box::new(int(-1)))), "-(-1)");
    assert_eq!(opencl(binary(Sub, a(), int(-1))), "a - -1");
    let conditional = Expr::Conditional(Box::new(a()), Box::new(b()), Box::new(c()));
    assert_eq!(opencl(add(conditional, int(1))), "(a ? b : c) + 1");
    assert_eq!(
        opencl(index(field(var("p"), "x1"), add(a(), int(1)))),
        "p.x1[a + 1]"
    );
}

#[test]
fn literals_read_back() {
    assert_eq!(opencl(literal(PrimValue::F32(1.0))), "1.0f");
    assert_eq!(opencl(literal(PrimValue::F32(1e-30))), "1e-30f");
    assert_eq!(opencl(literal(PrimValue::F64(-0.0))), "-0.0");
    assert_eq!(
        opencl(literal(PrimValue::F64(f64::NEG_INFINITY))),
        "-(double)INFINITY"
    );
    assert_eq!(
        opencl(literal(PrimValue::I64(i64::MIN))),
        "(-9223372036854775807l - 1)"
    );
    assert_eq!(
        opencl(literal(PrimValue::U64(u64::MAX))),
        "18446744073709551615ul"
    );
    assert_eq!(opencl(literal(PrimValue::I32(i32::MIN))), "(-2147483647 - 1)");
}

#[test]
fn primitive_functions_keep_their_meaning() {
    use PrimType::*;
    let (a, b) = (|| var("a"), || var("b"));
    assert_eq!(
        opencl(prim(BinOp::Add, F32, a(), prim(BinOp::Mul, F32, a(), b()))),
        "a + a * b"
    );
    assert_eq!(opencl(prim(BinOp::Add, I32, a(), b())), "(int)((uint)a + b)");
    let square = |e: Expr| prim(BinOp::Mul, I32, e.clone(), e);
    assert_eq!(
        opencl(prim(BinOp::Sub, I32, a(), square(b()))),
        "(int)(a - (uint)b * b)"
    );
    assert_eq!(
        opencl(prim(BinOp::Sub, I32, a(), prim(BinOp::Sub, I32, b(), a()))),
        "(int)(a - ((uint)b - a))"
    );
    assert_eq!(
        opencl(prim(BinOp::Min, I32, a(), square(b()))),
        "min(a, (int)((uint)b * b))"
    );
    assert_eq!(opencl(prim(BinOp::Mul, U8, a(), b())), "(uchar)(a * b)");
    assert_eq!(opencl(prim(BinOp::Div, I32, a(), b())), "div_i32(a, b)");
    assert_eq!(
        expression(prim(BinOp::Pow, F32, a(), b()), Dialect::OpenMp),
        "powf(a, b)"
    );
    let vector = Expr::Prim(PrimFn::Bin(BinOp::Add, I32), Some(Width::W4), vec![a(), b()]);
    assert_eq!(opencl(vector.clone()), "as_int4(as_uint4(a) + as_uint4(b))");
    assert_eq!(expression(vector, Dialect::OpenMp), "(int4)((uint4)a + (uint4)b)");
}

#[test]
fn lines_know_where_they_come_from() {
    let span = Span::new(SourceId(0), 5, 9);
    let body = vec![for_loop(
        "i",
        work_item(WorkItem::GlobalId, 0),
        var("n"),
        work_item(WorkItem::GlobalSize, 0),
        vec![assign(index(var("out"), var("i")), literal(PrimValue::F32(2.0))).at(span)],
    )];
    let out = pointer(scalar(PrimType::F32), Space::Global);
    let f = kernel(
        "two",
        vec![param("out", out), param("n", scalar(PrimType::I32))],
        body,
    );
    let unit = Unit {
        structs: vec![],
        functions: vec![f],
    };
    let line_of = |s: Span| (s == span).then_some(7);
    let options = Options {
        line_of: Some(&line_of),
        ..Options::default()
    };
    let printed = print(&unit, Dialect::OpenCl, &options);
    assert_eq!(
        printed.text,
        "#pragma OPENCL FP_CONTRACT OFF\n\nkernel void two(global float* restrict out, int n) {\n    \
         for (int i = get_global_id(0); i < n; i += get_global_size(0)) {\n        out[i] = 2.0f;  // line 7\n    }\n}\n\n"
    );
    assert_eq!(printed.lines.len(), printed.text.lines().count());
    assert_eq!(printed.span_of(5), Some(span));
    assert_eq!(printed.span_of(4), None);
}
