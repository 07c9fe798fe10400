//! What the program is compiled for.

/// What the program is compiled for.  The commands are the same for both up to the choices that the programmer left open
/// (`Strategy::Any`) and the sizes of launches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// OpenCL C kernels.
    OpenCl {
        /// Whether `a * b + c` may be contracted to one rounding.
        contract: bool,
    },
    /// C with OpenMP.
    OpenMp,
}

impl Target {
    /// OpenCL without contraction.
    pub const OPENCL: Target = Target::OpenCl { contract: false };

    /// Work-items in a group, if neither the program nor the extent of its loops says it.
    pub fn group_size(self) -> i64 {
        match self {
            Target::OpenCl { .. } => 256,
            Target::OpenMp => 1,
        }
    }
}
