//! Programs in whatever words: every name that means something to C, OpenCL C, POSIX, OpenMP or a compiler, as an entry, a size, a
//! parameter, a loop variable and a cell.
//!
//! The written lists below come from the standards; what this machine's C library exports and what its compilers define is asked for when
//! the test runs.

use elder_driver::compile;
use elder_kernel::words;
use elder_opencl::{BuildOptions, Choice, Machine, choose};
use elder_passes::Target;
use elder_syntax::Value;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// C11 and C23, gcc's words among them.
const C: &str = "auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas _Alignof _Atomic _Bool
    _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local alignas alignof bool constexpr false nullptr static_assert
    thread_local true typeof typeof_unqual _BitInt _Decimal32 _Decimal64 _Decimal128 asm __asm__ __attribute__ __func__ __real__
    _Float16 _Float32 fortran int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ptrdiff_t wchar_t intptr_t uintptr_t
    NULL NAN INFINITY HUGE_VAL EOF RAND_MAX INT_MAX LONG_MIN UINT64_MAX M_PI linux unix i386 main environ errno stdin stdout stderr
    printf memcpy malloc free sqrtf expf fmaf powf logf fabsf floorf signgam j0 y1 gamma";

/// OpenCL C up to 3.0.
const OPENCL: &str = "kernel global local constant private generic read_only write_only read_write pipe uniform half quad complex
    imaginary uchar ushort uint ulong bool2 char4 uchar16 short3 ushort8 int2 int3 int4 int8 int16 uint4 long2 ulong8 float2 float3 float4
    float8 float16 double2 double16 half2 half16 quad4 float4x4 double8x16 event_t sampler_t queue_t ndrange_t clk_event_t reserve_id_t
    image1d_t image2d_t image3d_t image2d_array_t memory_order memory_scope get_global_id get_local_size get_work_dim convert_int4 as_float
    vload4 vstore4 vload_half4 barrier mem_fence read_mem_fence work_group_barrier work_group_reduce_add sub_group_any
    async_work_group_copy prefetch atomic_add atomic_cmpxchg atom_add atomic_fetch_add native_sin half_sin half_recip acospi asinpi atan2pi
    clamp degrees mix radians step smoothstep sign cross dot distance length normalize fast_length mad mad24 mul24 mad_hi mul_hi mad_sat
    hadd rhadd rotate upsample popcount clz ctz abs_diff add_sat sub_sat maxmag minmag pown powr rootn rsqrt sincos fract nan any all
    bitselect select isequal isnotequal isordered shuffle shuffle2 vec_step printf read_imagef write_imagei CLK_LOCAL_MEM_FENCE
    CLK_GLOBAL_MEM_FENCE FLT_MAX DBL_EPSILON HALF_MAX M_PI_F MAXFLOAT CHAR_BIT FP_FAST_FMA cl_khr_fp64 cles_khr_int64 kernel_exec
    enqueue_kernel ndrange_1D unroll opencl_unroll_hint reqd_work_group_size vec_type_hint s0 s3 x y z w lo hi even odd";

/// Functions of C's library and of POSIX that programs are likely to be named like.
const LIBRARY: &str = "rand srand read write open close remove rename kill abort exit system signal raise select poll index time clock
    sleep pause link unlink access truncate environ getenv main malloc calloc free realloc abs div labs qsort bsearch sort reverse hash
    scan reduce map filter sum min max dot scal asum gemv copy transpose histogram split join zip gather scatter iterate exp log sin cos
    tan pow floor ceil round trunc sqrt fma fmin fmax hypot memset memmove strlen strcpy puts gets send recv connect accept bind listen
    step_1 pipe dup fork wait daemon sync tee splice stat chmod nice";

/// OpenMP's and gcc's runtime.
const OPENMP: &str = "omp parallel simd collapse omp_get_num_threads omp_set_num_threads omp_get_thread_num GOMP_parallel GCC _OPENMP
    __builtin_popcountll elder_call_main elder_kernel_0_main elder_kernel_1_main splat_float4 div_i32 min_i32 pow_f32 vload_float4 failure
    failure_1 note_failure taken inner tmp chosen other arguments offset out xs n i";

/// The output of a command; empty if it does not run.
fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output();
    output.map_or(String::new(), |o| String::from_utf8_lossy(&o.stdout).into_owned())
}

/// The macros that gcc has after the headers of the generated C, but for those with arguments: a variable may be called like one.
fn macros() -> BTreeSet<String> {
    let headers = ["math.h", "stdbool.h", "stdint.h", "string.h", "stdlib.h", "omp.h"];
    let includes = headers.iter().flat_map(|h| ["-include", h]);
    let arguments = ["-dM", "-E", "-std=gnu11", "-fopenmp"]
        .into_iter()
        .chain(includes);
    let arguments: Vec<&str> = arguments.chain(["-x", "c", "/dev/null"]).collect();
    let text = output("gcc", &arguments);
    let words = text.lines().filter_map(|line| line.split_whitespace().nth(1));
    words.filter(|w| !w.contains('(')).map(str::to_owned).collect()
}

/// The names that C's library and its mathematical one export.
fn exported() -> BTreeSet<String> {
    let maps =
        output("gcc", &["-print-file-name=libc.so.6"]) + &output("gcc", &["-print-file-name=libm.so.6"]);
    let files: Vec<&str> = maps.lines().map(str::trim).collect();
    let text = output("nm", &[&["-D", "--defined-only"], files.as_slice()].concat());
    let names = text.lines().filter_map(|line| line.split_whitespace().nth(2));
    names
        .map(|n| n.split('@').next().unwrap_or(n).to_owned())
        .collect()
}

/// The written words, each once.
fn written() -> Vec<String> {
    let lists = [C, OPENCL, LIBRARY, OPENMP];
    let words: BTreeSet<&str> = lists.iter().flat_map(|list| list.split_whitespace()).collect();
    words.into_iter().map(str::to_owned).collect()
}

/// Those of the words that can be a name in a program, which `text` makes of each.
fn names(words: impl IntoIterator<Item = String>, is_name: impl Fn(&str) -> bool) -> Vec<String> {
    words.into_iter().filter(|w| is_name(w)).collect()
}

fn is_dpia_name(word: &str) -> bool {
    elder_dpia::load::text(
        "word",
        &format!("def {word}1 = fun({word}: nat, xs: {word}.i32) xs"),
    )
    .program
    .is_some()
}

fn is_fcl_name(word: &str) -> bool {
    let text = format!("kernel {word} xs = push <grid> (mapPull (fn {word} => {word}) xs)");
    elder_fcl::load::text("word", &text).program.is_some()
}

/// For each name a DPIA program in which it and those after it are all that there is; four times each number.
fn dpia(names: &[String]) -> Vec<(String, String)> {
    let at = |k: usize| names[k % names.len()].as_str();
    let program = |k: usize| {
        let [entry, n, xs, out, i, o, cell, j] = [0, 1, 2, 3, 4, 5, 6, 7].map(|role| at(k + role));
        format!(
            "def {entry}({n}: nat, {xs}: {n}.i32, {out}: acc[{n}.i32]) = parfor {i} < {n} into {out} as {o} {{ \
             new i32 {cell} {{ {cell}.wr := {xs}[{i}]; for {j} < 3 {{ {cell}.wr := {cell}.rd + {xs}[{i}] }}; {o} := {cell}.rd }} }}\n"
        )
    };
    (0..names.len()).map(|k| (at(k).to_owned(), program(k))).collect()
}

/// The same in FCL.
fn fcl(names: &[String]) -> Vec<(String, String)> {
    let at = |k: usize| names[k % names.len()].as_str();
    let program = |k: usize| {
        let [entry, xs, x, y] = [0, 1, 2, 3].map(|role| at(k + role));
        format!(
            "kernel {entry} {xs} = push <grid> (mapPull (fn {x} => let {y} = {x} + {x} in {y} + {y}) {xs})\n"
        )
    };
    (0..names.len()).map(|k| (at(k).to_owned(), program(k))).collect()
}

/// Compiles all programs as one text and runs `every`th of them.
#[track_caller]
fn agree(machine: &dyn Machine, programs: &[(String, String)], ending: &str, every: usize) {
    let folder = tempfile::tempdir().unwrap();
    let plans = programs.iter().map(|(name, text)| {
        let path = folder.path().join(format!("words.{ending}"));
        std::fs::write(&path, text).unwrap();
        let source = compile::load(&path).unwrap_or_else(|e| panic!("{text}{}", e.render(false)));
        let entry = source
            .entry(name)
            .unwrap_or_else(|e| panic!("{text}{}", e.render(false)));
        let plan = source.plan(&entry, Target::of(machine.dialect()));
        plan.unwrap_or_else(|e| panic!("{text}{}", e.render(false)))
    });
    let plans: Vec<_> = plans.collect();
    let loaded = machine.load(plans, &BuildOptions::default());
    let loaded = loaded.unwrap_or_else(|e| panic!("{e}"));
    let read = |text: &str| -> Vec<Value> { elder_syntax::value::read_values(text.as_bytes()).unwrap() };
    for (k, (name, text)) in programs.iter().enumerate().step_by(every) {
        let outcome = loaded.run(k, &read("[1i32, 2i32, 3i32]"));
        let outcome = outcome.unwrap_or_else(|e| panic!("{name}: {text}{e}"));
        assert_eq!(outcome.values, read("[4i32, 8i32, 12i32]"), "{name}: {text}");
    }
}

fn open(name: &str) -> Box<dyn Machine> {
    choose::open(&name.parse::<Choice>().unwrap()).unwrap()
}

#[test]
fn no_name_of_a_macro_is_given_to_a_variable() {
    let found = macros();
    assert!(found.contains("linux") && found.len() > 300, "{}", found.len());
    for word in &found {
        let mut names = words::Names::new();
        let name = names.fresh(word);
        assert!(
            !found.contains(name.as_str()) && !words::is_reserved(&name),
            "{name}"
        );
    }
}

#[test]
fn programs_in_words_of_c_and_opencl_run_as_c() {
    let machine = open("c");
    let names = names(written(), is_dpia_name);
    assert!(names.len() > 300, "{}", names.len());
    agree(&*machine, &dpia(&names), "dpia", 1);
}

#[test]
fn kernels_of_fcl_in_words_of_c_and_opencl_run_as_c() {
    let machine = open("c");
    let names = names(written(), is_fcl_name);
    assert!(names.len() > 300, "{}", names.len());
    agree(&*machine, &fcl(&names), "fcl", 1);
}

#[test]
fn entries_named_like_functions_of_the_library_run_as_c() {
    let machine = open("c");
    let names = names(exported(), is_dpia_name);
    assert!(names.len() > 1500, "{}", names.len());
    // One text would be long to compile; neighbours in the alphabet are of one kind.
    let names: Vec<String> = names.into_iter().step_by(29).collect();
    agree(&*machine, &dpia(&names), "dpia", 1);
}

#[test]
#[cfg(feature = "opencl")]
fn programs_in_words_of_c_and_opencl_run_on_pocl() {
    let machine = open("pocl");
    let names = names(written(), is_dpia_name);
    // Each kernel that runs is compiled by itself.
    for chunk in dpia(&names).chunks(80) {
        agree(&*machine, chunk, "dpia", 40);
    }
}
