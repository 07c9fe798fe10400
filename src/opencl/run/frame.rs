//! A plan with memory for its buffers: what its steps are done with.

use super::Loaded;
use crate::device::Device;
use crate::error::Error;
use crate::pool::Block;
use elder_kernel::layout;
use elder_kernel::plan::{BufferId, Plan};
use elder_kernel::size::Sizes;
use elder_syntax::prim::{PrimType, PrimValue};

/// A plan, its sizes, its scalars and memory for its buffers.
pub(crate) struct Frame<'l, D: Device> {
    pub(crate) device: &'l D,
    pub(crate) plan: &'l Plan,
    pub(super) program: &'l D::Program,
    /// Number of the plan's first kernel in the program.
    pub(super) first_kernel: usize,
    /// The values of the parameters that are scalars.
    pub(crate) scalars: Vec<Option<PrimValue>>,
    /// The memory of each buffer.
    pub(crate) memories: Vec<Block<D::Memory>>,
    /// Elements and bytes of each buffer.
    pub(crate) extents: Vec<Extent>,
    /// Which memory each buffer of the plan stands for, since buffers can be swapped.
    pub(crate) places: Vec<usize>,
}

/// How large a buffer is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) count: usize,
    pub(crate) bytes: usize,
}

impl<'l, D: Device> Frame<'l, D> {
    /// The plan of that number for these sizes, with narrow indexes if they suffice (DPIA-G-WIDTH), and no memory yet.
    ///
    /// # Errors
    /// If the plan refuses the sizes, or the device has no room for one of the buffers.
    pub(crate) fn new(
        loaded: &'l Loaded<'_, D>,
        number: usize,
        sizes: &Sizes,
        scalars: Vec<Option<PrimValue>>,
    ) -> Result<Frame<'l, D>, Error> {
        let (plan, program, first_kernel) = loaded.of_width(number, sizes)?;
        super::inputs::check(plan, sizes)?;
        Ok(Frame {
            device: loaded.device,
            plan,
            program,
            first_kernel,
            scalars,
            memories: Vec::new(),
            extents: extents(loaded.device, plan, sizes)?,
            places: (0..plan.buffers.len()).collect(),
        })
    }

    /// The memory that a buffer stands for.
    pub(super) fn memory(&self, buffer: BufferId) -> Result<&D::Memory, Error> {
        Ok(self.memories[self.place(buffer)?].memory())
    }

    /// The number of the memory that a buffer stands for.
    pub(super) fn place(&self, buffer: BufferId) -> Result<usize, Error> {
        let at = self.places.get(buffer.0).copied();
        at.ok_or_else(|| Error::plan(&self.plan.name, format!("there is no buffer number {}", buffer.0)))
    }
}

/// What a buffer is called in messages.
pub(crate) fn called(plan: &Plan, buffer: usize) -> String {
    let name = plan.buffers.get(buffer).map_or("?", |buffer| &buffer.name);
    format!("buffer `{name}` of `{}`", plan.name)
}

/// The extents of the buffers, if the device has room for each.
fn extents<D: Device>(device: &D, plan: &Plan, sizes: &Sizes) -> Result<Vec<Extent>, Error> {
    let mut extents = Vec::new();
    for (number, buffer) in plan.buffers.iter().enumerate() {
        let what = || called(plan, number);
        let out_of_memory = |bytes: u64, reason: String| Error::OutOfMemory {
            what: what(),
            bytes,
            device: device.name().to_string(),
            reason,
        };
        let count = buffer
            .count
            .exact(sizes)
            .map_err(|error| Error::Size { what: what(), error })?;
        // Of more elements than that no device has memory.
        let count = count.min(i128::from(i64::MAX));
        let element = layout::layout(&buffer.element, &plan.structs)
            .ok_or_else(|| Error::plan(&plan.name, format!("buffer `{}` has no layout", buffer.name)))?;
        let count = u64::try_from(count).map_err(|_| {
            Error::plan(
                &plan.name,
                format!("buffer `{}` would have {count} elements", buffer.name),
            )
        })?;
        let bytes = count.saturating_mul(element.size as u64);
        let most = device.limits().max_allocation;
        if bytes > most {
            return Err(out_of_memory(bytes, format!("allocates at most {most} at once")));
        }
        let most = i128::from(i32::MAX);
        if plan.index == PrimType::I32 && plan.counted(buffer, sizes).is_none_or(|n| n > most) {
            let reason = format!("has kernels for it that count elements up to {most} only");
            return Err(out_of_memory(bytes, reason));
        }
        extents.push(Extent {
            count: count as usize,
            bytes: bytes as usize,
        });
    }
    Ok(extents)
}
