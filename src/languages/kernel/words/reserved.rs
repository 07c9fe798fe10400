//! The words that mean something to C, to OpenCL C or to the text that is printed, by where they come from.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Keywords of C up to C23, and of gcc.
const C_KEYWORDS: &str = "
    alignas alignof auto bool break case char const constexpr continue default do double else enum extern false float for goto if
    inline int long nullptr register restrict return short signed sizeof static static_assert struct switch thread_local true
    typedef typeof typeof_unqual union unsigned void volatile while asm fortran";

/// Keywords and types of OpenCL C up to 3.0, those kept for later among them.
const OPENCL_KEYWORDS: &str = "
    kernel global local constant private generic read_only write_only read_write uniform pipe half quad complex imaginary
    uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t event_t sampler_t queue_t ndrange_t clk_event_t reserve_id_t
    clk_profiling_info memory_order memory_scope image1d_t image1d_array_t image1d_buffer_t image2d_t image2d_array_t
    image2d_depth_t image2d_array_depth_t image2d_msaa_t image2d_array_msaa_t image2d_msaa_depth_t image2d_array_msaa_depth_t
    image3d_t";

/// Types and functions of the headers that the printed C includes, and their macros that are written small.
const C_HEADERS: &str = "
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intmax_t uintmax_t float_t double_t wchar_t I main
    malloc calloc realloc free abort exit memcpy memmove memset memcmp alloca linux unix i386 vax sun
    fpclassify isfinite isgreater isgreaterequal isinf isless islessequal islessgreater isnan isnormal isunordered signbit
    signgam math_errhandling signal clock time index div y0 y1 yn j0 j1 jn gamma printf";

/// Built-in functions of OpenCL C; those that C has too stand in [`MATHEMATICS`].
const OPENCL_FUNCTIONS: &str = "
    abs abs_diff add_sat hadd rhadd clamp clz ctz mad_hi mad_sat mad24 mul24 max min mul_hi rotate sub_sat upsample popcount
    bit_reverse bitfield_insert bitfield_extract_signed bitfield_extract_unsigned acospi asinpi atanpi atan2pi cospi sinpi tanpi
    mad maxmag minmag pown powr rootn rsqrt sincos degrees mix radians step smoothstep sign cross dot distance length normalize
    fract fast_distance fast_length fast_normalize isequal isnotequal isordered any all bitselect select barrier mem_fence
    read_mem_fence write_mem_fence prefetch wait_group_events shuffle shuffle2 vec_step as_type ndrange_1D ndrange_2D ndrange_3D
    enqueue_kernel enqueue_marker retain_event release_event create_user_event set_user_event_status is_valid_event
    is_valid_reserve_id reserve_read_pipe commit_read_pipe reserve_write_pipe commit_write_pipe read_pipe write_pipe
    capture_event_profiling_info kernel_exec arm_dot";

/// Functions of `math.h`: each also with `f` and `l` behind.
const MATHEMATICS: &str = "
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1 fabs fdim floor fma
    fmax fmin fmod frexp hypot ilogb ldexp lgamma lgamma_r llrint llround log log10 log1p log2 logb lrint lround modf nan
    nearbyint nextafter nexttoward pow remainder remquo rint round scalb scalbln scalbn significand sin sinh sqrt tan tanh
    tgamma trunc";

/// Beginnings of the names of built-in types, functions and macros.
const STARTS: &[&str] = &[
    "__",
    "get_",
    "convert_",
    "as_",
    "vload",
    "vstore",
    "atomic_",
    "atom_",
    "async_",
    "native_",
    "half_",
    "cl_",
    "cles_",
    "intel_",
    "read_image",
    "write_image",
    "work_group_",
    "sub_group_",
    "pocl_",
    "elder_",
    "omp_",
    "dot_",
    "CLK_",
    "GOMP_",
];

/// Vector types: these with a width behind.
const VECTOR_BASES: &[&str] = &[
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "double", "bool",
    "quad",
];

/// The words of all lists.
static LISTED: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let lists = [
        MATHEMATICS,
        C_KEYWORDS,
        OPENCL_KEYWORDS,
        C_HEADERS,
        OPENCL_FUNCTIONS,
    ];
    lists.into_iter().flat_map(str::split_ascii_whitespace).collect()
});

/// The words of mathematics, which exist in three precisions.
static MATHEMATICAL: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| MATHEMATICS.split_ascii_whitespace().collect());

/// Whether it is in one of the lists.
pub(super) fn is_listed(name: &str) -> bool {
    let root = name.strip_suffix(['f', 'l']).unwrap_or(name);
    LISTED.contains(name) || MATHEMATICAL.contains(root)
}

/// Whether it begins like names that are kept.
pub(super) fn has_reserved_start(name: &str) -> bool {
    STARTS.iter().any(|start| name.starts_with(start))
        || (name.starts_with('_') && name[1..].starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Whether it is written as macros are by custom: headers and drivers define ever more of them.
pub(super) fn looks_like_macro(name: &str) -> bool {
    name.len() > 2
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Whether it is a vector type: `float4`, and also `double8x4`, which is kept for matrices.
pub(super) fn is_vector_type(name: &str) -> bool {
    let is_base = |name: &str| {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        base.len() < name.len() && VECTOR_BASES.contains(&base)
    };
    is_base(name)
        || name.rsplit_once('x').is_some_and(|(rows, columns)| {
            is_base(rows) && !columns.is_empty() && columns.bytes().all(|c| c.is_ascii_digit())
        })
}
