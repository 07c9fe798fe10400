//! How programs are run on their way from functional terms to kernels.

/// How the reference semantics can run a program on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The iterations of parallel loops one after the other, in any order.
    Iterations,
    /// Not by itself: cells belong to items and groups already, and no launches are formed in which there are any.  What is run is what the next
    /// passes make of it.
    Unordered,
    /// Work-groups whose barriers do not stand yet: each loop over the items of a group is a step that all of them end together.
    Steps,
    /// Work-groups, their items in lock-step between barriers.
    Groups,
    /// By a device.
    Device,
}

impl Reading {
    /// Whether launches are run by work-groups.
    pub fn has_groups(self) -> bool {
        matches!(self, Reading::Steps | Reading::Groups)
    }
}
