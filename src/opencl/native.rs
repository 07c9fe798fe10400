//! The CPU as a device, by way of a C compiler with OpenMP.
//!
//! Kernels are compiled to a shared object and called in this process: a launch is one
//! call of a function that divides its work among threads itself.  There is neither a
//! driver nor OpenCL in between, so this is what the other devices are compared with.
//!
//! The compiler is `gcc`, or that of `ELDER_CC`, with the options of [`OPTIONS`].

use crate::build_log::build_error;
use crate::cache::Key;
use crate::device::{
    BuildOptions, Device, KernelArgument, KernelLaunch, LEAST_BYTES, Limits, Part, scalar_bytes,
};
use crate::error::Error;
use elder_kernel::print::entry_name;
use elder_kernel::{Dialect, Printed};
use elder_syntax::Name;
use elder_syntax::prim::PrimValue;
use rustc_hash::FxHashMap;
use std::alloc::{self, Layout};
use std::ffi::c_void;
use std::path::Path;
use std::process::Command;
use std::ptr::NonNull;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Instant;

/// The options of the C compiler, `-o` and the files aside.
pub const OPTIONS: &[&str] = &[
    "-std=gnu11",
    "-O3",
    "-march=native",
    "-fopenmp",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-Wno-psabi",
    "-Werror=implicit-function-declaration",
    "-shared",
    "-fPIC",
];

/// The CPU.
pub struct Native {
    name: String,
    compiler: String,
    /// What the compiled text depends on beside the text and the options: compiler and processor.
    identity: String,
    limits: Limits,
}

/// A kernel: takes the addresses of its arguments.
type EntryPoint = unsafe extern "C" fn(*mut *mut c_void);

/// Compiled kernels.  The code stays in the process until its end: OpenMP's threads may be in it.
pub struct Program {
    kernels: Vec<EntryPoint>,
    cached: bool,
}

/// A block of memory, aligned for every vector type.
pub struct Memory {
    start: NonNull<u8>,
    layout: Layout,
}

/// Shared objects by what they were compiled from: loaded once a process.
static LIBRARIES: LazyLock<Mutex<FxHashMap<Key, &'static libloading::Library>>> =
    LazyLock::new(Mutex::default);

const ALIGN: usize = 128;

/// How many bytes of a block are copied at once to fill it: a multiple of every scalar.
const MOST_COPIED: usize = 1 << 14;

impl Native {
    /// The CPU.
    ///
    /// # Errors
    /// [`Error::NoCompiler`].
    pub fn new() -> Result<Native, Error> {
        let compiler = std::env::var("ELDER_CC")
            .ok()
            .filter(|c| !c.is_empty())
            .unwrap_or("gcc".into());
        let version = Command::new(&compiler)
            .arg("--version")
            .output()
            .map_err(|error| Error::NoCompiler {
                compiler: compiler.clone(),
                error,
            })?;
        let version = String::from_utf8_lossy(&version.stdout)
            .lines()
            .next()
            .unwrap_or("")
            .to_string();
        let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let line = processor.lines().find(|l| l.starts_with(name));
            line.and_then(|l| l.split(':').nth(1))
                .unwrap_or("")
                .trim()
                .to_string()
        };
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        let memory = memory();
        Ok(Native {
            name: format!("C with OpenMP, {threads} threads ({compiler})"),
            identity: format!("{compiler} {version}; {} {}", field("model name"), field("flags")),
            compiler,
            limits: Limits {
                max_allocation: memory,
                memory,
                local_memory: u64::MAX,
                work_group: usize::MAX,
                work_items: [usize::MAX; 3],
                compute_units: threads as u32,
                has_f64: true,
                has_long_atomics: true,
            },
        })
    }

    /// Compiles a text to a shared object.
    fn compile(&self, text: &Printed, options: &BuildOptions, folder: &Path) -> Result<Vec<u8>, Error> {
        let (source, object) = (folder.join("kernels.c"), folder.join("kernels.so"));
        std::fs::write(&source, &text.text).map_err(Error::io("the text of the kernels"))?;
        let output = Command::new(&self.compiler)
            .args(OPTIONS)
            .args(&options.extra)
            .arg("-o")
            .arg(&object)
            .arg(&source)
            .arg("-lm")
            .output()
            .map_err(|error| Error::NoCompiler {
                compiler: self.compiler.clone(),
                error,
            })?;
        if !output.status.success() {
            let log = String::from_utf8_lossy(&output.stderr);
            return Err(Error::Build(Box::new(build_error(
                &self.compiler,
                &log,
                text,
                Dialect::OpenMp,
            ))));
        }
        std::fs::read(&object).map_err(Error::io("the compiled kernels"))
    }

    fn load(
        &self,
        text: &Printed,
        options: &BuildOptions,
    ) -> Result<(&'static libloading::Library, bool), Error> {
        let all_options = OPTIONS.join(" ") + " " + &options.extra.join(" ");
        let key = Key::new(&[&text.text, &all_options, &self.identity]);
        let libraries = || LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(library) = libraries().get(&key) {
            return Ok((library, true));
        }
        let folder = tempfile::tempdir().map_err(Error::io("a temporary folder"))?;
        let kept = options.cache.get(&key);
        let cached = kept.is_some();
        let object = match kept {
            Some(object) => object,
            None => {
                let object = self.compile(text, options, folder.path())?;
                options.cache.put(&key, &object);
                object
            }
        };
        let path = folder.path().join("loaded.so");
        std::fs::write(&path, object).map_err(Error::io("the compiled kernels"))?;
        // SAFETY: the object was made by the C compiler from a text of ours, now or by an earlier process of this user (the
        // cache checks that it is whole); it has no initialisers of its own.
        let library = unsafe { libloading::Library::new(&path) }.map_err(|e| Error::Load {
            path: path.clone(),
            message: e.to_string(),
        })?;
        let library: &'static libloading::Library = Box::leak(Box::new(library));
        libraries().insert(key, library);
        Ok((library, cached))
    }
}

/// The bytes that this process may have: those of the machine, or of the group that it is in.
fn memory() -> u64 {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|l| l.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    let machine = machine.map_or(1 << 32, |kib| kib * 1024);
    // A group without a bound says `max`.
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse::<u64>().ok());
    group.map_or(machine, |group| group.min(machine))
}

impl Device for Native {
    type Memory = Memory;
    type Program = Program;
    type Event = u64;

    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::OpenMp
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn build(&self, text: &Printed, kernels: &[Name], options: &BuildOptions) -> Result<Program, Error> {
        let (library, cached) = self.load(text, options)?;
        let find = |name: &Name| {
            let symbol = format!("{}\0", entry_name(name));
            // SAFETY: the printer gives every kernel an entry point of this name and type.
            let found = unsafe { library.get::<EntryPoint>(symbol.as_bytes()) };
            found.map(|f| *f).map_err(|e| Error::plan(name, e.to_string()))
        };
        Ok(Program {
            kernels: kernels.iter().map(find).collect::<Result<_, _>>()?,
            cached,
        })
    }

    fn was_cached(&self, program: &Program) -> bool {
        program.cached
    }

    fn allocate(&self, bytes: usize, what: &str) -> Result<Memory, Error> {
        let out_of_memory = || Error::OutOfMemory {
            what: what.to_string(),
            bytes: bytes as u64,
            device: self.name.clone(),
            reason: "has not so much left".to_string(),
        };
        let layout = Layout::from_size_align(bytes.max(LEAST_BYTES), ALIGN).map_err(|_| out_of_memory())?;
        // SAFETY: the size is not zero.
        let start = unsafe { alloc::alloc_zeroed(layout) };
        let start = NonNull::new(start).ok_or_else(out_of_memory)?;
        Ok(Memory { start, layout })
    }

    fn write(&self, to: &Memory, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let room = to.room(offset, bytes.len())?;
        // SAFETY: `room` is inside the block, no reference to which exists, and launches are over when they return.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), room, bytes.len()) };
        Ok(())
    }

    fn read(&self, from: &Memory, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        let room = from.room(offset, bytes.len())?;
        // SAFETY: as for `write`; all bytes of a block are initialised from the start.
        unsafe { std::ptr::copy_nonoverlapping(room, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn finish(&self) -> Result<(), Error> {
        Ok(())
    }

    fn copy(&self, from: Part<Memory>, to: Part<Memory>, bytes: usize) -> Result<u64, Error> {
        let start = Instant::now();
        let (from, to) = (from.of.room(from.offset, bytes)?, to.of.room(to.offset, bytes)?);
        // SAFETY: both are inside their blocks; should the blocks be one, `copy` allows that.
        unsafe { std::ptr::copy(from, to, bytes) };
        Ok(start.elapsed().as_nanos() as u64)
    }

    fn fill(&self, to: Part<Memory>, value: PrimValue, bytes: usize) -> Result<u64, Error> {
        let start = Instant::now();
        let (pattern, width) = scalar_bytes(value);
        let room = to.of.room(to.offset, bytes)?;
        // SAFETY: inside the block, initialised, and no other reference to it exists.
        let block = unsafe { std::slice::from_raw_parts_mut(room, bytes) };
        for (to, from) in block.iter_mut().zip(&pattern[..width]) {
            *to = *from;
        }
        // What is filled is copied behind itself, as long as a cache holds it.
        let mut filled = width.min(bytes);
        while filled < bytes {
            let more = filled.min(bytes - filled).min(MOST_COPIED);
            block.copy_within(..more, filled);
            filled += more;
        }
        Ok(start.elapsed().as_nanos() as u64)
    }

    fn launch(&self, program: &Program, launch: &KernelLaunch<Memory>) -> Result<u64, Error> {
        let Some(kernel) = program.kernels.get(launch.kernel) else {
            return Err(Error::plan(launch.name, "there is no such kernel"));
        };
        // Each argument in a cell of its own, as wide as the widest scalar.
        let mut cells = Vec::with_capacity(launch.arguments.len());
        for argument in launch.arguments {
            cells.push(match argument {
                KernelArgument::Memory(memory) => memory.start.as_ptr() as usize as u64,
                KernelArgument::Scalar(value) => u64::from_ne_bytes(scalar_bytes(*value).0),
                KernelArgument::Local(_) => {
                    return Err(Error::plan(launch.name, "C with OpenMP has no local memory"));
                }
            });
        }
        let mut addresses: Vec<*mut c_void> =
            cells.iter_mut().map(|c| std::ptr::from_mut(c).cast()).collect();
        let start = Instant::now();
        // SAFETY: the entry point reads one cell for each of the kernel's parameters; `Loaded::new` has checked that they are
        // as many as the arguments and that pointers meet pointers and scalars their types.  That the kernel stays inside the blocks
        // is what the language's types promise; it is the one thing here that no run-time check stands for.
        unsafe { kernel(addresses.as_mut_ptr()) };
        Ok(start.elapsed().as_nanos() as u64)
    }

    fn wait(&self, event: u64) -> Result<u64, Error> {
        Ok(event)
    }
}

impl Memory {
    /// The address of a range inside the block.
    fn room(&self, offset: usize, bytes: usize) -> Result<*mut u8, Error> {
        if offset
            .checked_add(bytes)
            .is_none_or(|end| end > self.layout.size())
        {
            return Err(Error::plan("?", "a transfer beyond the end of a buffer"));
        }
        // SAFETY: inside the block, as was just checked.
        Ok(unsafe { self.start.as_ptr().add(offset) })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and dropped once.
        unsafe { alloc::dealloc(self.start.as_ptr(), self.layout) };
    }
}
