//! What the checker refuses: a row a mistake, with the nearest statement that is none.

use super::frame::{Dialect, Frame, surrounded};
use super::model::ints;
use super::{Expected, Sketch};
use crate::Choices;
use Dialect::{OpenCl, OpenMp};
use elder_syntax::prim::PrimType::I32;

/// A mistake.
struct Row {
    rule: &'static str,
    premise: &'static str,
    dialect: Dialect,
    /// Statements that are refused; what stands before `@` are functions.
    bad: &'static [&'static str],
    /// The nearest that are accepted, and do nothing that has no value.
    good: &'static [&'static str],
}

const fn row(
    rule: &'static str,
    premise: &'static str,
    dialect: Dialect,
    bad: &'static [&'static str],
    good: &'static [&'static str],
) -> Row {
    Row { rule, premise, dialect, bad, good }
}

/// Variables that statements speak of: numbers of all sorts, a vector, pointers, arrays.
const CL: &str = "int i = 1; uint u = 2u; long n = 3l; char h = (char)1; float f = 1.5f; double d = 2.5; bool b = true;
const int ki = 4; int4 v = (int4)(1, 2, 3, 4); float4 w = (float4)(1.0f); local int t[4]; int p[4];
global int* go = ys; const global int* gc = xs; local int* lt = t; private int* pp = p;
p[0] = 1; p[1] = 2; p[2] = 3; p[3] = 4; t[0] = 1; t[1] = 1; t[2] = 2; t[3] = 3;
";
const MP: &str = "int32_t i = 1; uint32_t u = 2u; int64_t n = 3l; float f = 1.5f; bool b = true; const int32_t ki = 4; int32_t p[4];
int32_t* go = ys; const int32_t* gc = xs; p[0] = 1; p[1] = 2; p[2] = 3; p[3] = 4;
";

const ROWS: &[Row] = &[
    row("KER-T-VAR", "declared", OpenCl, &["i = z;", "z = 1;", "{ int in = 1; } i = in;", "for (int r = 0; r < 2; r += 1) { } i = r;", "if (b) { int in = 1; } else { i = in; }", "int z = z + 1;", "f1(z);", "i = p[z];", "static int g1(int a) { return i; }@i = g1(1);", "while (z < 1) { break; }", "go = &z;", "for (int r = r; r < 2; r += 1) { }"],
        &["{ int in = 1; i = in; }", "int z = i + 1;", "for (int r = 0; r < 2; r += 1) { i = r; }", "if (b) { int in = 1; } else { int in = 2; i = in; }"]),
    row("KER-T-VAR", "hides", OpenCl, &["int i = 2;", "{ float i = 2.0f; }", "for (int i = 0; i < 2; i += 1) { }", "if (b) { int xs = 1; }", "{ int in = 1; int in = 2; }", "for (int r = 0; r < 1; r += 1) { int r = 2; }", "int t[2];", "static int g1(int a) { int a = 1; return a; }@i = g1(1);", "static int g1(int a, int a) { return a; }@i = g1(1, 2);", "while (b) { int b = 1; break; }", "local int p[2];"],
        &["{ int in = 1; } { int in = 2; }", "for (int r = 0; r < 1; r += 1) { } for (int r = 0; r < 1; r += 1) { }", "static int g1(int i) { int xs = i; return xs; }@i = g1(1);"]),
    row("KER-T-OPERATOR", "number", OpenCl, &["i = gc * 2;", "i = i + gc;", "i = gc - gc;", "i = -v.s0 + v;", "f = f % 2.0f;", "i = f & 1;", "i = i | f;", "i = i << f;", "i = f >> 1;", "i = ~f;", "i = ~d;", "i = -gc;", "p[f] = 1;", "i = p[d];", "i = *(p + f);", "i = (int)v;", "i = (int)gc;", "go = (global int*)i;", "i = v * v;", "i = v < v;", "i = gc < gc;", "i = b ? v : i;", "i = b ? gc : i;", "i ^= f;", "f %= 2.0f;", "i <<= 1.0f;", "go += 1;", "i += gc;", "i = t == lt;", "u = u % f;", "i = d | d;", "i = i % d;", "int z[2]; z[1.0] = 1;"],
        &["i = i + (int)f;", "f = f + i;", "f = -f;", "i = ~i;", "u = ~u;", "i = i % 3;", "i = i << 1;", "i += f;", "i = p[h];", "i = p[u];", "i = p[n];", "i = p[b];", "i = b ? i : u;", "i = (int)d + (int)b;", "f *= d;", "i = b + b;", "u = h << u;"]),
    row("KER-T-OPERATOR", "exact", OpenCl, &["i = div_i32(i, u);", "i = div_i32(i);", "i = div_i32(i, 1, 2);", "f = add_f32(f, i);", "f = add_f32(f, d);", "i = add_i32(h, i);", "f = add_f32(f, 1);", "n = add_i64(n, i);", "i = add_i32(v, v);", "i = abs_i32(u);", "i = i64_to_i32(i);", "i = add_i32(b, i);", "u = min_u32(u, i);"],
        &["i = div_i32(i, 2);", "f = add_f32(f, 1.0f);", "n = add_i64(n, 3l);", "i = i64_to_i32(n);", "i = abs_i32(i);", "u = min_u32(u, u);", "h = add_i8(h, h);"]),
    row("KER-T-OPERATOR", "vector", OpenCl, &["v = (int4)(1, 2, 3);", "v = (int4)(1, 2);", "i = v.s4;", "i = v.sf;", "v.s4 = 1;", "int2 z = (int2)(1, 2); i = z.s2;", "int3 z = (int3)(1, 2, 3); i = z.s3;", "v = (int4)(1, 2, 3, 4, 5);", "v /= v;", "v ^= v;", "i = p.s0;", "i = i.s0;", "int8 z = (int8)(1, 2, 3, 4);", "i = (int4)(1).s4;", "int16 z = (int16)(1); z.s8 = 1; v.s8 = 1;"],
        &["v = (int4)(1, 2, 3, 4);", "v = (int4)(i);", "i = v.s3;", "v.s3 = 1;", "v += v;", "v -= v;", "v *= v;", "int16 z = (int16)(1); z.sf = 2; i = z.sf;", "i = (int4)(1, 2, 3, 4).s3;", "int3 z = (int3)(1, 2, 3); i = z.s2;"]),
    row("KER-T-OPERATOR", "pointer", OpenCl, &["i = i[0];", "i = *i;", "i = f[0];", "*i = 1;", "i[0] = 1;", "i = v[0];", "go = &i[0];", "pp = &p;", "atomic_add(i, 1);", "i = *v;"],
        &["i = p[0];", "i = *pp;", "*pp = 1;", "i = *gc;", "pp = &p[1];", "pp = p + 1;", "i = pp[1];"]),
    row("KER-T-CONDITION", "number", OpenCl, &["if (gc) { i = 1; }", "while (v) { break; }", "i = go ? 1 : 2;", "b = gc && b;", "b = b && gc;", "b = lt || b;", "b = b || v;", "b = !gc;", "if (p) { }", "if (b) { } else if (w) { }", "i = w ? 1 : 2;"],
        &["if (i) { i = 2; }", "if (f) { i = 2; }", "while (u) { break; }", "b = i && f;", "b = !d;", "b = u || h;", "i = n ? 1 : 2;"]),
    row("KER-T-CALL", "function", OpenCl, &["i = g9(i);", "g9(i);", "static int g1(int a) { return g2(a); } static int g2(int a) { return a; }@i = g1(1);", "static int g1(int a) { return g1(a); }@i = g1(1);", "i = __atomic_load_n(go, __ATOMIC_RELAXED);", "i = __atomic_fetch_add(go, 1, __ATOMIC_RELAXED);", "i = malloc(4);", "i = get_global_id(3);", "i = get_local_size(4);", "atomic_mul(go, 2);", "atomic_sub(go, 2);"],
        &["static int g2(int a) { return a; } static int g1(int a) { return g2(a); }@i = g1(1);", "i = get_global_id(2);", "i = get_local_size(1);", "atomic_add(go, 1);"]),
    row("KER-T-CALL", "function", OpenMp, &["atomic_add(go, 1);", "i = get_global_id(0);", "i = elder_shuffle_i32(i, 0u, 1);", "__atomic_fetch_min(go, 1, __ATOMIC_RELAXED);", "i = atomic_max(go, 1);", "atom_add(go, 1);"], &["__atomic_fetch_add(go, 1, __ATOMIC_RELAXED);"]),
    row("KER-T-CALL", "arguments", OpenCl, &["static int g1(int a, int b) { return a; }@i = g1(i);", "static int g1(int a, int b) { return a; }@i = g1(i, i, i);", "static int g1(global int* a) { return a[0]; }@i = g1(gc);", "static int g1(local int* a) { return a[0]; }@i = g1(go);", "static int g1(global float* a) { return 1; }@i = g1(go);", "static int g1(global int* a) { return 1; }@i = g1(lt);", "static int g1(const global int* a) { return 1; }@i = g1(i);", "atomic_add(go);", "atomic_add(go, 1, 2);", "atomic_add(gc, 1);", "atomic_cmpxchg(go, 1);", "atom_add(go, 1l);", "atomic_add(pp, 1);", "local long z[2]; atomic_add(z, 1);", "local float z[2]; atomic_add(z, 1);", "local short z[2]; atomic_add(z, 1);", "i = elder_shuffle_i32(i, 0u);", "i = elder_shuffle_i32(i, 0u, i);", "i = elder_shuffle_i32(i, 0u, 3);", "i = elder_shuffle_i32(i, 0u, 0);", "local uchar z[2]; atomic_or(z, 1);"],
        &["static int g1(int a, int b) { return a; }@i = g1(i, u);", "static int g1(const global int* a) { return a[0]; }@i = g1(go);", "static int g1(local int* a) { return a[0]; }@i = g1(lt);", "static int g1(private int* a) { return a[0]; }@i = g1(pp);", "atomic_add(lt, 1);", "local long z[2]; z[0] = 1; atom_add(z, 1l);", "i = elder_shuffle_i32(i, 0u, 1);", "static int g1(long a, float b) { return a; }@i = g1(i, i);"]),
    row("KER-T-CALL", "arguments", OpenMp, &["free();", "free(go, go);", "__atomic_fetch_add(go, 1);", "__atomic_fetch_add(go, 1, 2);", "__atomic_fetch_add(gc, 1, __ATOMIC_RELAXED);", "i = __atomic_load_n(go);", "int32_t z = malloc(4);", "int32_t* z = malloc(4, 4);", "int32_t* z = malloc();", "i = __sync_val_compare_and_swap(go, 1);"],
        &["int32_t* z = malloc(4); free(z);", "i = __atomic_load_n(go, __ATOMIC_RELAXED);", "__atomic_fetch_xor(go, 1, __ATOMIC_RELAXED);"]),
    row("KER-T-ASSIGN", "place", OpenCl, &["i + 1 = 2;", "3 = i;", "p = pp;", "t = lt;", "(i) + 0 = 2;", "-i = 1;", "(b ? i : u) = 1;", "i + 1 += 2;", "(int4)(1).s0 = 1;", "f1(1) = 2;", "div_i32(i, 2) = 1;"],
        &["p[1] = 2;", "pp = p;", "*pp = 1;", "(i) = 2;", "v.s0 = 1;"]),
    row("KER-T-ASSIGN", "constant", OpenCl, &["gc[0] = 1;", "*gc = 1;", "ki = 2;", "ki += 1;", "gc[1] += 1;", "for (int r = 0; r < 2; r += 1) { r = 1; }", "for (int r = 0; r < 2; r += 1) { r += 1; }", "const int z = i; z = 2;", "*(gc + 1) = 1;", "(gc + 1)[0] = 1;", "const int4 z = (int4)(1); z.s0 = 2;", "const global int* z = go; z[0] = 1;", "static int g1(const global int* a) { a[0] = 1; return 1; }@i = g1(gc);", "const global int4* z = (const global int4*)go; z[0].s0 = 1;", "global int* z = (global int*)gc; const global int* y = z; y[0] = 1;", "xs[0] = 1;"],
        &["go[0] = 1;", "*go = 1;", "gc = gc + 1;", "const global int* z = gc; z = go;", "int4 z = (int4)(1); z.s0 = 2;"]),
    row("KER-T-ASSIGN", "kind", OpenCl, &["v = i;", "i = v;", "b = i;", "b = f;", "i = gc;", "go = gc;", "global int* z = gc;", "go = lt;", "lt = pp;", "v = w;", "int z = gc;", "int4 z = 1;", "bool z = 1;", "global float* z = go;", "b = h;", "global uint* z = go;", "p[0] = v;", "bool z = u;", "v.s0 = v;", "int3 z = v;", "b += i;", "static bool g1(bool a) { return a; }@b = g1(i);", "w = (float4)(v);", "static bool g1(int a) { return a; }@b = g1(i);", "private int* z = go;", "*go = gc;"],
        &["i = f;", "f = i;", "i = b;", "b = i < 2;", "gc = go;", "const global int* z = go;", "u = d;", "v = (int4)(i);", "h = i;", "b = (bool)i;", "n = u;", "int4 z = v;"]),
    row("KER-T-DECLARE", "kind", OpenCl, &["int z[2][2];", "int z[2] = i;", "global int* z[2];", "for (float r = 0.0f; r < 2.0f; r += 1.0f) { }", "void z;", "i = i.x;", "int4 z[2][1];", "for (double r = 0.0; r < 1.0; r += 1.0) { }", "static int g1(int4 a) { return 1; }@i = g1(v);", "static int g1(void a) { return 1; }@i = 1;", "for (bool r = b; r < 2; r += 1) { }"],
        &["int z[2]; z[0] = 1;", "int4 z[2]; z[0] = v;", "for (uint r = 0u; r < 2; r += 1) { }", "for (long r = 0; r < 2; r += 1) { }", "for (char r = 0; r < 2; r += 1) { }", "global int* z = go;"]),
    row("KER-T-DECLARE", "space", OpenCl, &["global int z;", "global int z[2];", "local int z = 1;", "constant int z[2];", "global int4 z;", "local int4 z = v;"], &["local int z; z = 1;", "local int z[2]; z[0] = 1;", "private int z = 1;", "local int4 z; z = v;"]),
    row("KER-T-DECLARE", "space", OpenMp, &["local int32_t z;", "local int32_t z[2];", "global int32_t z[2];", "global int32_t z;"], &["int32_t z = 1;", "int32_t z[2]; z[0] = 1;"]),
    row("KER-T-DECLARE", "length", OpenCl, &["local int z[i];", "int z[f];", "local int z[ki];", "local int z[1.0f];", "int z[d];", "int z[b];", "local int z[1 + 1];"], &["int z[i + 1]; z[0] = 1;", "local int z[3]; z[0] = 1;", "int z[ki]; z[3] = 1;"]),
    row("KER-T-BARRIER", "kernel", OpenCl, &["static int g1(int a) { barrier(CLK_LOCAL_MEM_FENCE); return a; }@i = g1(1);", "static int g1(int a) { if (a < 0) { barrier(CLK_GLOBAL_MEM_FENCE); } return a; }@i = g1(1);", "static void g1(int a) { for (int r = 0; r < 1; r += 1) { barrier(CLK_LOCAL_MEM_FENCE); } }@g1(1);"], &["barrier(CLK_LOCAL_MEM_FENCE);", "if (one) { barrier(CLK_GLOBAL_MEM_FENCE); }"]),
    row("KER-T-BARRIER", "kernel", OpenMp, &["barrier(CLK_LOCAL_MEM_FENCE);", "for (int32_t r = 0; r < 1; r += 1) { barrier(CLK_GLOBAL_MEM_FENCE); }"], &["i = 2;"]),
    row("KER-T-EXCHANGE", "apart", OpenCl, &["i = b ? elder_shuffle_i32(i, 0u, 1) : i;", "i = b ? i : elder_shuffle_i32(i, 0u, 1);", "b = b && elder_shuffle_i32(i, 0u, 1);", "b = b || elder_shuffle_i32(i, 0u, 1) < 2;", "while (elder_shuffle_i32(i, 0u, 1) < 5) { break; }", "for (int r = 0; r < elder_shuffle_i32(i, 0u, 1); r += 1) { }", "for (int r = elder_shuffle_i32(i, 0u, 1); r < 2; r += 1) { }", "for (int r = 0; r < 2; r += elder_shuffle_i32(i, 0u, 1)) { }", "b = b && (i < 2 || elder_shuffle_i32(i, 0u, 1) == 1);"],
        &["i = elder_shuffle_i32(i, 0u, 1) + 1;", "b = elder_shuffle_i32(i, 0u, 1) < 2 && b;", "i = elder_shuffle_i32(i, 0u, 1) ? 1 : 2;", "if (elder_shuffle_i32(i, 0u, 1) < 2) { i = 1; }", "i = (b ? 1 : 2) + elder_shuffle_i32(i, 0u, 1);", "f = elder_shuffle_f32(f, 0u, 1);"]),
    row("KER-T-SHARED", "own", OpenMp, &["int32_t s = 0;\n#pragma omp parallel for\nfor (int32_t r = 0; r < 2; r += 1) { s = r; }", "\n#pragma omp parallel for\nfor (int32_t r = 0; r < 2; r += 1) { i += 1; }", "\n#pragma omp parallel for\nfor (int32_t r = 0; r < 2; r += 1) { for (int32_t q = 0; q < 1; q += 1) { i = q; } }", "\n#pragma omp parallel for collapse(2)\nfor (int32_t r = 0; r < 2; r += 1) {\nfor (int32_t q = 0; q < 2; q += 1) { if (q > 0) { i = 3; } } }", "\n#pragma omp parallel for\nfor (int32_t r = 0; r < 2; r += 1) { gc = xs; }", "\n#pragma omp parallel for\nfor (int32_t r = 0; r < 2; r += 1) { int32_t s = 0; s = 1; f = s; }"],
        &["\n#pragma omp parallel for\nfor (int32_t r = 0; r < 2; r += 1) { int32_t s = 0; s = r; s += i; }", "for (int32_t r = 0; r < 2; r += 1) { i = r; }", "\n#pragma omp parallel for\nfor (int32_t r = 0; r < 2; r += 1) { const int32_t s = i + r; ys[r] = s; }\n i = 3;", "\n#pragma omp parallel for\nfor (int32_t r = 0; r < 2; r += 1) { int32_t s = 0; for (int32_t q = 0; q < 2; q += 1) { s += q; } ys[r] = s; }"]),
    row("KER-T-SPACE", "same", OpenCl, &["local int* z = (local int*)go;", "go = (global int*)t;", "private int* z = (private int*)gc;", "const global int* z = (const global int*)p;", "local int4* z = (local int4*)p;", "global float* z = (global float*)lt;", "private int* z = (private int*)t;"],
        &["global uint* z = (global uint*)go;", "local int* z = (local int*)t;", "private uint* z = (private uint*)p;", "const global int4* z = (const global int4*)gc;", "const global uint* z = (const global uint*)go;"]),
    row("KER-T-FLOW", "inside", OpenCl, &["break;", "if (b) { break; }", "for (int r = 0; r < 2; r += 1) { } break;", "{ break; }", "static int g1(int a) { break; return a; }@for (int r = 0; r < 1; r += 1) { i = g1(1); }"], &["for (int r = 0; r < 2; r += 1) { if (b) { break; } }", "while (b) { { break; } }"]),
    row("KER-T-FLOW", "returned", OpenCl, &["return i;", "return 0;", "static int g1(int a) { return; }@i = g1(1);", "static void g1(int a) { return a; }@g1(1);", "if (b) { return 1; }", "static global int* g1(global int* a) { return a; }@i = 1;"], &["static int g1(int a) { return a; }@i = g1(1);", "static void g1(int a) { return; }@g1(1);", "static float g1(int a) { return a; }@f = g1(1);", "if (i > 5) { return; }"]),
    row("KER-S-FUNCTION", "form", OpenCl, &["for (int r = 8; r > 0; r += 1) { }", "for (int r = 0; i < 2; r += 1) { }", "for (int r = 0; r < 2; i += 1) { }", "i = ;", "i += 1", "if b { }", "i = 1 +;", "for (r = 0; r < 2; r += 1) { }", "i = (1;", "barrier();", "barrier(CLK_MEM_FENCE);", "i = p[0;", "else { }", "int = 3;", "i = 1 ? 2;", "i = 3q;", "i == 2;", "i;"], &["i = (1);", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);", "if (b) { } else if (i) { } else { }"]),
];

/// A kernel with one mistake, or with none.
pub(super) fn sketch(c: &mut Choices) -> Sketch {
    let row = &ROWS[c.below(ROWS.len())];
    let is_bad = c.below(3) > 0;
    let all = if is_bad { row.bad } else { row.good };
    let text = all[c.below(all.len())];
    let mut frame = Frame::new(row.dialect, (I32, 1));
    frame.input("xs", ints(&[5, 6, 7, 8]));
    frame.buffer("ys", I32, 4);
    frame.before.push("fill ys with 1i32".to_owned());
    let (functions, stmts) = text.split_once('@').unwrap_or(("", text));
    frame.functions = format!("{functions}\n\n");
    let stmts = surrounded(c, row.dialect, stmts);
    let declared = if row.dialect == OpenMp { MP } else { CL };
    let moreover = ["", "i = i;", "if (one == 1) { i = 1; } ", "{ u = u + 1u; }"];
    let (before, after) = (moreover[c.below(4)], moreover[c.below(4)]);
    frame.body = format!("out[0] = 3;\n{declared}{before}\n{stmts}\n{after}");
    frame.sketch(match is_bad {
        true => Expected::Refused(row.rule, row.premise),
        false => Expected::Values(vec![ints(&[3])]),
    })
}
