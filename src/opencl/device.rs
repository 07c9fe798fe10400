//! What a device is to those who execute plans.

use crate::Error;
use crate::cache::Cache;
use elder_kernel::print::Extension;
use elder_kernel::{Dialect, Printed};
use elder_syntax::Name;
use elder_syntax::prim::PrimValue;

/// All memory has so many bytes at least, those of the longest vector: a kernel that goes on after a failure may touch the place of
/// element 0 of an array that has none.
pub(crate) const LEAST_BYTES: usize = 128;

/// A device, and the things that live on it.
///
/// All operations are done in the order in which they are called; only reading waits.
pub trait Device {
    /// A block of memory; freed when dropped.
    type Memory;
    /// Compiled kernels.
    type Program;
    /// Something that was asked for and will be done.
    type Event;

    /// The name, for messages.
    fn name(&self) -> &str;
    /// The language of its kernels.
    fn dialect(&self) -> Dialect;
    /// What it can do.
    fn limits(&self) -> &Limits;

    /// Compiles a text with these kernels in it.
    fn build(&self, text: &Printed, kernels: &[Name], options: &BuildOptions)
    -> Result<Self::Program, Error>;
    /// Whether a program came from the cache.
    fn was_cached(&self, program: &Self::Program) -> bool;

    /// A block of that many bytes with any content; `what` is for the message if there is no room.
    fn allocate(&self, bytes: usize, what: &str) -> Result<Self::Memory, Error>;
    /// Writes to a block, starting at an offset in bytes.
    fn write(&self, to: &Self::Memory, offset: usize, bytes: &[u8]) -> Result<(), Error>;
    /// Reads from a block, starting at an offset in bytes, when all that was asked for before is done.
    fn read(&self, from: &Self::Memory, offset: usize, bytes: &mut [u8]) -> Result<(), Error>;
    /// Waits until all that was asked for is done.
    fn finish(&self) -> Result<(), Error>;
    /// Copies bytes of a block to another one, or to a part of it that does not overlap them.
    fn copy(
        &self,
        from: Part<Self::Memory>,
        to: Part<Self::Memory>,
        bytes: usize,
    ) -> Result<Self::Event, Error>;
    /// Fills bytes of a block with copies of a scalar; they begin at a whole number of scalars.
    fn fill(&self, to: Part<Self::Memory>, value: PrimValue, bytes: usize) -> Result<Self::Event, Error>;
    /// Launches a kernel by its number in the list that it was built with.
    fn launch(
        &self,
        program: &Self::Program,
        launch: &KernelLaunch<Self::Memory>,
    ) -> Result<Self::Event, Error>;
    /// Waits until it is done; how many nanoseconds it took.
    fn wait(&self, event: Self::Event) -> Result<u64, Error>;
}

/// What begins at a byte of a block.
pub struct Part<'a, M> {
    /// The block.
    pub of: &'a M,
    /// The number of the byte.
    pub offset: usize,
}

impl<'a, M> Part<'a, M> {
    /// What begins with the block.
    pub fn start(of: &'a M) -> Part<'a, M> {
        Part { of, offset: 0 }
    }
}

/// The bytes of a scalar on the device: that many of the first ones.
pub(crate) fn scalar_bytes(value: PrimValue) -> ([u8; 8], usize) {
    (value.bits().to_le_bytes(), value.prim_type().bytes())
}

/// A launch of a kernel, all sizes known.
pub struct KernelLaunch<'a, M> {
    /// Its number.
    pub kernel: usize,
    /// Its name, for messages.
    pub name: &'a str,
    /// Work-items; none of them is zero.
    pub global: [usize; 3],
    /// Work-items of a group.
    pub local: Option<[usize; 3]>,
    /// One for each parameter.
    pub arguments: &'a [KernelArgument<'a, M>],
}

/// What a parameter of a kernel gets.
pub enum KernelArgument<'a, M> {
    /// The address of a block.
    Memory(&'a M),
    /// Local memory of that many bytes.
    Local(usize),
    /// A scalar.
    Scalar(PrimValue),
}

/// What a device can do.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest block of memory, in bytes.
    pub max_allocation: u64,
    /// All memory, in bytes.
    pub memory: u64,
    /// The local memory of a work-group, in bytes.
    pub local_memory: u64,
    /// The largest number of work-items of a group.
    pub work_group: usize,
    /// The same in each dimension.
    pub work_items: [usize; 3],
    /// How many groups can run at once.
    pub compute_units: u32,
    /// Whether it computes in double precision.
    pub has_f64: bool,
    /// Whether it has atomic operations on 64 bits.
    pub has_long_atomics: bool,
}

impl Limits {
    /// Whether it has what a text may need.
    pub fn has(&self, extension: Extension) -> bool {
        match extension {
            Extension::Double => self.has_f64,
            Extension::LongAtomics => self.has_long_atomics,
        }
    }
}

/// How programs are loaded.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The version of OpenCL C.
    pub standard: String,
    /// Whether division and square root of single precision are rounded correctly, where the device can do that.
    pub exact_division: bool,
    /// Further options for the compiler.
    pub extra: Vec<String>,
    /// Which of the kernels of a plan are used, where it has them in two widths.
    pub indexes: Indexes,
    /// Where compiled programs are kept.
    pub cache: Cache,
    /// What each byte of a block is that a host program allocates, for tests; whatever is there if it is not given.
    pub garbage: Option<u8>,
}

/// In which type kernels compute indexes, where both are right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indexes {
    /// In the narrower one that suffices for the launch.
    #[default]
    AsNeeded,
    /// In 64 bits, always: for tests of those kernels, without arrays that need them.
    Wide,
}

impl Indexes {
    /// Wide if the environment variable `ELDER_INDEXES` is `wide`.
    pub fn from_environment() -> Indexes {
        match std::env::var("ELDER_INDEXES").as_deref() {
            Ok("wide") => Indexes::Wide,
            _ => Indexes::AsNeeded,
        }
    }
}

impl BuildOptions {
    /// Compiled without optimisation and kept nowhere: for kernels that are launched once.
    #[must_use]
    pub fn in_a_hurry(mut self, dialect: Dialect) -> BuildOptions {
        let option = match dialect {
            Dialect::OpenCl => "-cl-opt-disable",
            Dialect::OpenMp => "-O0",
        };
        self.extra.push(option.to_owned());
        self.cache = Cache::none();
        self
    }
}

impl Default for BuildOptions {
    fn default() -> BuildOptions {
        BuildOptions {
            standard: "CL1.2".to_string(),
            exact_division: true,
            extra: Vec::new(),
            indexes: Indexes::from_environment(),
            cache: Cache::from_environment(),
            garbage: None,
        }
    }
}
