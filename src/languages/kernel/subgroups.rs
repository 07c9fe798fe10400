//! How the lanes of a sub-group hand each other values (DPIA-G-SUBGROUP).
//!
//! A kernel is the same text for all devices.  Which of its branches runs is decided when it is built: the runtime defines [`LANES`], the width of the
//! sub-groups whose lanes the device lets read from each other, and for NVIDIA's devices [`NVIDIA`].  Without them there are none.

use crate::prim::scalar_name;
use crate::print::Dialect;
use elder_syntax::prim::PrimType;
use std::fmt::Write;

/// The macro with the number of lanes; 0 where they cannot read from each other.
pub const LANES: &str = "ELDER_SUBGROUPS";
/// The macro that is defined for devices that have the instruction `shfl.sync`.
pub const NVIDIA: &str = "ELDER_SUBGROUPS_NVIDIA";

/// The function that gives the value of another lane: of the own value, the number of the lane (modulo the width), and the width.
pub fn function(t: PrimType) -> String {
    format!("elder_shuffle_{t}")
}

/// Exchanges 32 bits.  Lanes of one sub-group have numbers that follow each other, from a multiple of the width on.
const WORDS: &str = r#"#if defined(ELDER_SUBGROUPS_NVIDIA)
static uint elder_shuffle(uint x, uint from, uint width) {
    uint own, other;
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(own));
    uint members = width < 32 ? ((1u << width) - 1) << (own & ~(width - 1)) : 0xffffffffu;
    uint segment = ((32 - width) << 8) | 31;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, %3, %4;"
                     : "=r"(other)
                     : "r"(x), "r"(from & (width - 1)), "r"(segment), "r"(members));
    return other;
}
#elif defined(ELDER_SUBGROUPS)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
static uint elder_shuffle(uint x, uint from, uint width) {
    uint own = get_sub_group_local_id();
    return sub_group_shuffle(x, (own & ~(width - 1)) | (from & (width - 1)));
}
#endif
"#;

/// What a text in OpenCL C that mentions the macro or the functions needs in front of it.
pub(crate) fn helpers(text: &str) -> String {
    if !text.contains(LANES) {
        return String::new();
    }
    let mut out = WORDS.to_string();
    out.push_str("#ifdef ELDER_SUBGROUPS\n");
    for &t in PrimType::ALL {
        let name = function(t);
        if !text.contains(&format!("{name}(")) {
            continue;
        }
        let ty = scalar_name(t, Dialect::OpenCl);
        let body = match t {
            PrimType::F64 | PrimType::I64 | PrimType::U64 => {
                "uint2 word = as_uint2(x);\n    word = (uint2)(elder_shuffle(word.x, from, width), elder_shuffle(word.y, from, width));\n    return as_TYPE(word);"
            }
            PrimType::F32 | PrimType::I32 | PrimType::U32 => {
                "return as_TYPE(elder_shuffle(as_uint(x), from, width));"
            }
            PrimType::F16 => "return as_half((ushort)elder_shuffle(as_ushort(x), from, width));",
            PrimType::I8 | PrimType::U8 | PrimType::I16 | PrimType::U16 | PrimType::Bool => {
                "return (TYPE)elder_shuffle((uint)x, from, width);"
            }
        };
        let body = body.replace("TYPE", ty);
        let _ = writeln!(
            out,
            "static {ty} {name}({ty} x, uint from, uint width) {{\n    {body}\n}}"
        );
    }
    out.push_str("#else\n#define ELDER_SUBGROUPS 0\n#endif\n\n");
    out
}
