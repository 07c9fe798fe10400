//! Names that C, OpenCL C and the printer keep for themselves, and names that avoid them.

use elder_syntax::Name;
use elder_syntax::prim::PrimFn;
use rustc_hash::FxHashSet;

/// Words of C11 and OpenCL C, names of built-in types and functions that a variable would hide, and macros of the headers
/// that the printed C includes.
const RESERVED: &str = "
    auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local asm typeof
    bool true false half quad complex imaginary uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t
    kernel global local constant private generic read_only write_only read_write pipe event_t sampler_t image1d_t
    image2d_t image3d_t uniform NULL NAN INFINITY HUGE_VAL HUGE_VALF MAXFLOAT M_PI M_E I main printf
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
    abs abs_diff add_sat hadd rhadd clamp clz ctz mad_hi mad_sat mad24 mul24 max min mul_hi rotate sub_sat upsample popcount
    acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh cospi erfc erf exp
    exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma lgamma_r log log2 log10 log1p
    logb mad maxmag minmag modf nan nextafter pow pown powr remainder remquo rint rootn round rsqrt sin sincos sinh sinpi
    sqrt tan tanh tanpi tgamma trunc degrees mix radians step smoothstep sign cross dot distance length normalize
    fast_distance fast_length fast_normalize isequal isnotequal isgreater isless islessgreater isfinite isinf isnan isnormal
    isordered isunordered signbit any all bitselect select barrier mem_fence read_mem_fence write_mem_fence prefetch
    shuffle shuffle2 vec_step as_type j0 j1 jn y0 y1 yn gamma index div signgam time clock signal exit abort malloc free
    memcpy memset linux unix";

/// Beginnings of the names of built-in types, functions and macros.
const RESERVED_STARTS: &[&str] = &[
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
    "CLK_",
    "FLT_",
    "DBL_",
    "HALF_",
    "INT_",
    "UINT_",
    "LONG_",
    "CHAR_",
    "SHRT_",
    "FP_",
    "cl_",
    "read_image",
    "write_image",
    "work_group_",
    "sub_group_",
    "elder_",
    "omp_",
    "GOMP_",
];

/// Vector types: these with a width behind.
const VECTOR_BASES: &[&str] = &[
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "double", "bool",
];

/// Whether a name means something to C, OpenCL C or the printer already.
pub fn is_reserved(name: &str) -> bool {
    let is_vector_type = || {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        base.len() < name.len() && VECTOR_BASES.contains(&base)
    };
    RESERVED.split_ascii_whitespace().any(|word| word == name)
        || RESERVED_STARTS.iter().any(|start| name.starts_with(start))
        || (name.starts_with('_') && name[1..].starts_with(|c: char| c.is_ascii_uppercase()))
        || is_vector_type()
        || is_helper(name)
}

/// The names of the helper functions of [`crate::prim`]: `div_i32`, `div_i32x4`, `splat_float4`.
fn is_helper(name: &str) -> bool {
    let scalar = name
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .strip_suffix('x')
        .unwrap_or(name);
    PrimFn::from_name(name).is_some() || PrimFn::from_name(scalar).is_some() || name.starts_with("splat_")
}

/// The identifiers of C that a name of the source may become: letters, digits, underscores; Greek letters are spelled out.
fn legible(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => out.push(c),
            '\'' => out.push_str("_prime"),
            '.' | '-' | '$' | '#' => out.push('_'),
            _ => match greek(c) {
                Some(text) => out.push_str(text),
                None => out.push_str(&format!("u{:x}", c as u32)),
            },
        }
    }
    if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        out.insert(0, 'v');
    }
    out
}

fn greek(c: char) -> Option<&'static str> {
    Some(match c {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma_",
        'δ' => "delta",
        'ε' => "epsilon",
        'λ' => "lambda",
        'μ' => "mu",
        'π' => "pi",
        'ρ' => "rho",
        'σ' => "sigma",
        'τ' => "tau",
        'φ' => "phi",
        'ω' => "omega",
        _ => return None,
    })
}

/// The names in use in one scope of generated text.
#[derive(Clone, Debug, Default)]
pub struct Names {
    used: FxHashSet<Name>,
}

impl Names {
    /// None in use.
    pub fn new() -> Names {
        Names::default()
    }

    /// A name that is not in use and not reserved, as close as can be to `wanted`; it is in use from now on.
    pub fn fresh(&mut self, wanted: &str) -> Name {
        let base = legible(wanted);
        if !is_reserved(&base) && self.used.insert(base.as_str().into()) {
            return base.into();
        }
        // A digit behind a digit would be misread: x1, then x1_2.
        let joint = if base.ends_with(|c: char| c.is_ascii_digit()) || is_reserved(&base) {
            "_"
        } else {
            ""
        };
        let stem = if is_reserved(&base) && RESERVED_STARTS.iter().any(|start| base.starts_with(start)) {
            format!("v_{}", base.trim_start_matches('_'))
        } else {
            base
        };
        let mut number = 1u64;
        loop {
            let name = format!("{stem}{joint}{number}");
            if !is_reserved(&name) && self.used.insert(name.as_str().into()) {
                return name.into();
            }
            number += 1;
        }
    }

    /// Marks a name as in use.
    pub fn reserve(&mut self, name: impl Into<Name>) {
        self.used.insert(name.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_names_are_identifiers_and_differ() {
        let mut names = Names::new();
        let given: Vec<Name> = [
            "x", "x", "kernel", "float4", "xs'", "acc1", "acc1", "λ", "get_x", "1st", "名",
        ]
        .iter()
        .map(|w| names.fresh(w))
        .collect();
        let expected = [
            "x",
            "x1",
            "kernel_1",
            "float4_1",
            "xs_prime",
            "acc1",
            "acc1_1",
            "lambda",
            "v_get_x_1",
            "v1st",
            "u540d",
        ];
        assert_eq!(given, expected);
        assert!(given.iter().all(|n| !is_reserved(n)));
    }
}
