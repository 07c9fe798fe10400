//! What the program is compiled for.

use elder_kernel::Dialect;

/// What the program is compiled for.  The commands are the same for both up to the choices that the programmer left open
/// (`Strategy::Any`) and the sizes of launches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// OpenCL C kernels.
    OpenCl {
        /// Work-items in a group of one dimension, if neither the program nor the extent of its loops says it.
        items: u16,
    },
    /// C with OpenMP.
    OpenMp,
}

/// Items that a device takes through one instruction together.
const WARP: i64 = 32;

impl Target {
    /// OpenCL with groups of a size that suits every device.
    pub const OPENCL: Target = Target::OpenCl { items: 256 };

    /// The target whose kernels are in this language.
    pub fn of(dialect: Dialect) -> Target {
        match dialect {
            Dialect::OpenCl => Target::OPENCL,
            Dialect::OpenMp => Target::OpenMp,
        }
    }

    /// The language of its kernels.
    pub fn dialect(self) -> Dialect {
        match self {
            Target::OpenCl { .. } => Dialect::OpenCl,
            Target::OpenMp => Dialect::OpenMp,
        }
    }

    /// Work-items in each dimension of a group of so many dimensions, if neither the program nor the extent of its loops says it.
    pub fn group(self, dimensions: usize) -> [i64; 3] {
        let items = match (self, dimensions) {
            (Target::OpenCl { items }, _) => i64::from(items).max(1),
            (Target::OpenMp, 0 | 1) => 1,
            (Target::OpenMp, _) => 256,
        };
        let side = items.isqrt();
        let half = (side / 2).max(1);
        match dimensions {
            0 | 1 => [items, 1, 1],
            // Neighbours along the first dimension are what a device reads and writes at once.
            2 if items > WARP && matches!(self, Target::OpenCl { .. }) => [WARP, items / WARP, 1],
            2 => [side, side, 1],
            _ => [half, half, (items / (half * half)).max(1)],
        }
    }
}
