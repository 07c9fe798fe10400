//! The text of kernels for small programs: what the rules of stage III make of them.

use crate::{Target, compile, lower};
use elder_dpia::{Entry, check, load};
use elder_kernel::print::{Dialect, Options, print};
use elder_syntax::Diagnostic;
use elder_syntax::effort::{Bounds, bounded};

fn plan(text: &str, target: Target) -> Result<elder_kernel::Plan, Box<Diagnostic>> {
    lowered(text, target, Bounds::default())
}

/// What stage III makes of a program, within bounds of its own.
fn lowered(text: &str, target: Target, bounds: Bounds) -> Result<elder_kernel::Plan, Box<Diagnostic>> {
    let loaded = load::text("test", text);
    let stated: Vec<&str> = loaded.diagnostics.iter().map(|d| d.message.as_str()).collect();
    let program = loaded
        .program
        .unwrap_or_else(|| panic!("{text} is refused: {stated:?}"));
    let entry = Entry::closed(&program, "main").unwrap_or_else(|_| panic!("{text} has no main"));
    let first = |mut all: Vec<Diagnostic>| Box::new(all.remove(0));
    let obligations = check::obligations(&entry).unwrap_or_default();
    let commands = compile(&entry, &target).map_err(first)?;
    bounded(bounds, || lower(&commands, &obligations, &target)).map_err(first)
}

/// The kernels in OpenCL C without pragmas, attributes, helper functions and empty lines.
fn opencl(text: &str) -> String {
    let plan = plan(text, Target::OPENCL).unwrap_or_else(|d| panic!("{text} is refused: {}", d.message));
    let printed = print(&plan.unit(), Dialect::OpenCl, &Options::default()).text;
    let from = printed.find("__attribute__").unwrap_or(0);
    let lines = printed[from..].lines();
    let lines = lines.filter(|l| !l.is_empty() && !l.starts_with("__attribute__"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The kernels in C with OpenMP without what stands before them.
fn openmp(text: &str) -> String {
    let plan = plan(text, Target::OpenMp).unwrap_or_else(|d| panic!("{text} is refused: {}", d.message));
    let printed = print(&plan.unit(), Dialect::OpenMp, &Options::default()).text;
    let from = printed.find("void main_1").unwrap_or(0);
    printed[from..].trim_end().to_owned()
}

/// `part` stands in `text`, whatever the indentation.
#[track_caller]
fn contains(text: &str, part: &str) {
    let flat = |s: &str| s.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    assert!(
        flat(text).contains(&flat(part)),
        "{part}\n--- does not stand in\n{text}"
    );
}

const DOT: &str = "def main = fun(n: nat) fun(xs: n.num) fun(ys: n.num)
    zip(xs, ys) |> map(fun p. fst p * snd p) |> reduce(fun x a. x + a, 0)";

#[test]
fn the_first_dot_product_of_the_paper() {
    // Notes 13.1.
    contains(
        &openmp(DOT),
        "#pragma omp parallel for
         for (int32_t i = 0; i < n; i += 1) {
             tmp[i] = xs[i] * ys[i];
         }",
    );
    contains(
        &opencl(DOT),
        "const int i = get_global_id(0);
         if (i < n) {
             tmp[i] = xs[i] * ys[i];
         }",
    );
    contains(
        &opencl(DOT),
        "float a = 0.0f;
         for (int i = 0; i < n; i += 1) {
             a += tmp[i];
         }
         out[0] = a;",
    );
}

#[test]
fn parameters_stand_in_their_order() {
    // Notes 10.4; pairs are taken apart.
    let text = opencl(
        "def main = fun(n: nat, xs: n.i8, k: i64, ys: n.(f32, i64))
           zip(xs, ys) |> map(fun p. (snd (snd p) + k, (fst p, fst (snd p))))",
    );
    contains(
        &text,
        "global long* restrict out_1,
         global char* restrict out_2,
         global float* restrict out_3,
         const global char* restrict xs,
         long k,
         const global float* restrict ys_1,
         const global long* restrict ys_2,
         int n) {",
    );
}

#[test]
fn views_are_one_short_index() {
    let both = "def main = fun(n: nat, xs: (4*n).f32) xs |> split(4) |> map(fun r. r |> mapSeq(fun x. x + 1)) |> join";
    contains(&opencl(both), "out[4 * i + i1] = xs[4 * i + i1] + 1.0f;");
    let there_and_back = "def main = fun(n: nat, xs: (4*n).f32) xs |> split(4) |> join |> map(fun x. x + 1)";
    contains(&opencl(there_and_back), "out[i] = xs[i] + 1.0f;");
    let turned = "def main = fun(n: nat, m: nat, xs: n.m.f32) xs |> transpose |> map(fun c. c |> mapSeq(fun x. x + 1))";
    contains(&opencl(turned), "out[i * n + i1] = xs[i1 * m + i] + 1.0f;");
    let clamped = "def main = fun(n: nat, xs: n.f32) xs |> padClamp(1,1) |> slide(3,1) |> map(fun w. w |> reduce(fun x a. x + a, 0))";
    contains(&opencl(clamped), "a += xs[min(n - 1, max(1, i + i1) - 1)];");
}

#[test]
fn an_index_that_is_read_has_a_name() {
    let text = opencl("def main = fun(n: nat, m: nat, js: m.idx(n), xs: n.f32) gather(js, xs)");
    contains(&text, "const int at = js[i];\nout[i] = xs[at];");
}

#[test]
fn loops_that_run_once_are_none() {
    let launch = |global: &str, n: &str| {
        opencl(&format!(
            "def main = fun(xs: {n}.i32) fun(out: acc[{n}.i32])
               launch((4), ({global})) {{ parforGlobal i < {n} into out as o {{ o := xs[i] }} }}"
        ))
    };
    contains(
        &launch("8", "8"),
        "const int i = get_global_id(0);\nout[i] = xs[i];",
    );
    contains(&launch("8", "7"), "if (i < 7) {\nout[i] = xs[i];");
    contains(&launch("8", "1"), "if (i == 0) {\nout[0] = xs[0];");
    contains(
        &launch("8", "9"),
        "for (int i = get_global_id(0); i < 9; i += 8) {\nout[i] = xs[i];",
    );
}

#[test]
fn vectors_of_neighbours_are_one_request() {
    let text = opencl(
        "def main = fun(n: nat, a: f32, xs: (4*n).f32)
           xs |> asVector(4) |> mapGlobal(fun v. splat(4, a) * v) |> asScalar(4)",
    );
    contains(&text, "vstore4((float4)(a) * vload4(i, xs), i, out);");
    let apart = opencl(
        "def main = fun(n: nat, xs: (4*n).f32)
           xs |> split(n) |> transpose |> join |> asVector(4) |> mapGlobal(fun v. v + v) |> asScalar(4)",
    );
    contains(&apart, "(float4)(xs[i], xs[n + i], xs[2 * n + i], xs[3 * n + i])");
}

#[test]
fn private_arrays_of_items_are_their_own_elements() {
    let text = opencl(
        "def main = fun(xs: 4.i32) fun(out: acc[2.2.i32])
           launch((2), (4)) { parforWorkgroup g < 2 into out as r { newPrivate 2.i32 t {
             parforLocal i < 2 into t.wr as o { o := xs[2*g + i] } ;
             parforLocal i < 2 into r as o { o := t.rd[i] } } } }",
    );
    contains(&text, "int t = xs[2 * g + l];\nout[2 * g + l] = t;");
    // Loops of two lengths give an item more than one element.
    let shared = "def main = fun(xs: 4.i32) fun(out: acc[1.2.i32])
           launch((2), (2)) { parforWorkgroup g < 1 into out as r { newPrivate 4.i32 t {
             parforLocal i < 4 into t.wr as o { o := xs[i] } ;
             parforLocal i < 2 into r as o { o := t.rd[at(i)] } } } }";
    let error = plan(shared, Target::OPENCL).map(|_| ()).unwrap_err();
    assert_eq!(error.refusal.map(|r| r.id()), Some("DPIA-G-NEW"));
}

/// So many private arrays within each other, which outlive no loop of items but might.
fn nested(count: usize) -> String {
    let arrays: String = (0..count).map(|k| format!("newPrivate 2.i32 t{k} {{ ")).collect();
    let writes: String = (0..count)
        .map(|k| format!("for i < 2 {{ t{k}.wr[i] := xs[i] }} ; "))
        .collect();
    let last = count - 1;
    format!(
        "def main = fun(xs: 2.i32) fun(out: acc[2.i32])
           launch((1), (1)) {{ {arrays} {writes} for i < 2 {{ out[i] := t{last}.rd[i] }} {} }}",
        "}".repeat(count)
    )
}

#[test]
fn arrays_within_arrays_are_tried_together() {
    let steps = |steps, count| {
        let bounds = Bounds {
            steps,
            ..Bounds::default()
        };
        lowered(&nested(count), Target::OPENCL, bounds).map(|_| ())
    };
    // By trials of trials there would be a million of them.
    assert!(steps(20_000, 20).is_ok());
    let refused = steps(1_000, 20).unwrap_err();
    assert_eq!(refused.refusal.map(|r| r.id()), Some("DPIA-T-EFFORT"));
}

#[test]
fn arrays_within_arrays_are_each_their_own_elements() {
    let text = opencl(
        "def main = fun(xs: 4.i32) fun(out: acc[2.2.i32])
           launch((2), (4)) { parforWorkgroup g < 2 into out as r { newPrivate 3.i32 a {
             for k < 3 { a.wr[k] := 0 } ;
             newPrivate 2.i32 t {
             parforLocal i < 2 into t.wr as o { o := xs[2*g + i] + a.rd[0] } ;
             newPrivate 2.i32 u {
             parforLocal i < 2 into u.wr as o { o := t.rd[i] } ;
             parforLocal i < 2 into r as o { o := u.rd[i] } } } } } }",
    );
    contains(&text, "int a[3];");
    contains(
        &text,
        "int t = (uint)xs[2 * g + l] + a[0];\nint u = t;\nout[2 * g + l] = u;",
    );
}

#[test]
fn private_arrays_are_indexed_by_constants() {
    let text = opencl(
        "def main = fun(n: nat, xs: n.4.f32)
           xs |> mapGlobal(fun r. r |> toPrivate(mapSeq(fun x. x * x)) |> reduce(fun x a. x * a, 1))",
    );
    contains(
        &text,
        "#pragma unroll
         for (int i1 = 0; i1 < 4; i1 += 1) {
             tmp[i1] = xs[4 * i + i1] * xs[4 * i + i1];
         }",
    );
}

#[test]
fn what_is_written_out_for_a_compiler_of_c_is_short() {
    // The rows of a square of 32, and a row.
    let program = "def main = fun(n: nat, xs: n.32.32.f32) fun(out: acc[n.32.32.f32])
        launch((n), (1)) { parforGlobal i < n into out as o { newPrivate 32.32.f32 t {
          for j < 32 { for k < 32 { t.wr[j][k] := xs[i][j][k] } } ;
          for j < 32 { for k < 32 { o[j][k] := t.rd[k][j] } } } } }";
    assert_eq!(opencl(program).matches("#pragma unroll").count(), 4);
    assert_eq!(openmp(program).matches("#pragma GCC unroll 32").count(), 2);
}

const GROUPS: &str = "def main = fun(n: nat, m: nat, xs: n.m.f32)
    xs |> mapWorkgroup(fun r. r |> toLocal(mapLocal(fun x. x * x)) |> mapLocal(fun x. x + 1))";

#[test]
fn memory_of_groups() {
    // Of unknown size: a parameter in OpenCL, the iteration's own on the heap in C.
    contains(&opencl(GROUPS), "local float* tmp,");
    contains(
        &openmp(GROUPS),
        "#pragma omp parallel for
         for (int32_t g = 0; g < n; g += 1) {
             float* restrict tmp = malloc((uint64_t)m * 4);",
    );
    contains(&openmp(GROUPS), "free(tmp);\n}\n}");
    let constant = GROUPS.replace("n.m.f32", "n.64.f32").replace("m: nat, ", "");
    contains(&opencl(&constant), "local float tmp[64];");
    contains(
        &openmp(&constant),
        "for (int32_t g = 0; g < n; g += 1) {\nfloat tmp[64];",
    );
}

#[test]
fn shared_updates_are_atomic() {
    let program = |op: &str, t: &str| {
        opencl(&format!(
            "def main = fun(n: nat, m: nat, h: m.{t}, js: n.idx(m), xs: n.{t}) reduceByIndex({op})(h, js, xs)"
        ))
    };
    contains(&program("+", "i32"), "atomic_add(&out[at], xs[i]);");
    contains(&program("max", "u32"), "atomic_max(&out[at], xs[i]);");
    contains(&program("+", "i64"), "atom_add(&out[at], xs[i]);");
    contains(&program("*", "f32"), "atomic_mul_f32(&out[at], xs[i]);");
    contains(&program("+", "u8"), "atomic_add_u8(out, at, xs[i]);");
    let threads = openmp(
        "def main = fun(n: nat, m: nat, h: m.i32, js: n.idx(m), xs: n.i32) reduceByIndex(+)(h, js, xs)",
    );
    contains(&threads, "__atomic_fetch_add(&out[at], xs[i], __ATOMIC_RELAXED);");
}

#[test]
fn what_has_no_value_is_noted() {
    let division = opencl("def main = fun(n: nat, xs: n.i32, d: i32) xs |> map(fun x. x / d)");
    contains(&division, "if (d == 0) {\natomic_cmpxchg(failure, 0, 1);\n}");
    let known = opencl("def main = fun(n: nat, xs: n.i32) xs |> map(fun x. x / 3)");
    assert!(!known.contains("failure"), "{known}");
    let index = opencl("def main = fun(n: nat, xs: n.f32, js: n.i32) js |> map(fun j. xs[j])");
    contains(
        &index,
        "int at = js[i];
         if (at < 0 || at >= n) {
             note_failure(failure, 1, at, n);
             at = 0;
         }
         out[i] = xs[at];",
    );
}

#[test]
fn buffers_take_turns_by_pointers() {
    let text = opencl(
        "def main = fun(n: nat, xs: (8*n).f32)
           xs |> split(8) |> mapGlobal(fun c. c |> iterate(3, fun(l: nat) fun a.
             a |> split(2) |> mapSeq(fun p. p |> reduce(fun x s. x + s, 0))))",
    );
    contains(&text, "float* other = in;\nin = out1;\nout1 = other;");
}

#[test]
fn what_a_launch_has_to_test() {
    let plan = plan(
        "def main = fun(n: nat, xs: (n + 1).f32) fun(out: acc[(n + 1).f32])
           launch((4), (n)) { parforGlobal i < n + 1 into out as o { o := xs[i] } }",
        Target::OPENCL,
    );
    let plan = plan.unwrap_or_else(|d| panic!("{}", d.message));
    let rules: Vec<(&str, &str)> = plan.checks.iter().map(|c| (c.rule.0.id, c.rule.1)).collect();
    let expected = [
        ("DPIA-G-LAUNCH", "sizes"),
        ("DPIA-K-NATX-OBL", "fits"),
        ("DPIA-X-RUN", "positive"),
        ("DPIA-X-RUN", "divides"),
    ];
    assert_eq!(rules, expected);
}
