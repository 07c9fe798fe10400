//! OpenCL as a device, on the `ocl` crate.
//!
//! Only the crate's thin layer (`ocl::core`) is used: it names the errors, releases what
//! is dropped, and leaves the order of calls to us.  There is one context a process and
//! device; a device that is opened again shares it.  Its one queue works in order
//! and measures every launch.

mod api;
mod platforms;

use crate::build_log::build_error;
use crate::cache::Key;
use crate::device::{
    BuildOptions, Device, KernelArgument, KernelLaunch, LEAST_BYTES, Limits, Part, scalar_bytes,
};
use crate::error::Error;
use api::{failed, release_nothing};
use elder_kernel::{Dialect, Printed, subgroups};
use elder_syntax::Name;
use elder_syntax::prim::PrimValue;
use ocl::core::{self, ArgVal, CommandQueue, Context, Event, Mem, MemFlags};
use platforms::Found;
use rustc_hash::FxHashMap;
use std::ffi::CString;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

pub use platforms::list;

/// A device of OpenCL.
pub struct OpenCl {
    shared: Arc<Shared>,
}

/// What all who opened a device share.
struct Shared {
    found: Found,
    context: Context,
    queue: CommandQueue,
    /// Under Oclgrind, all buffers that there were: it keeps a shadow of a buffer's bytes under the buffer's number, and when the number is
    /// given again to a larger buffer, it takes what lies beyond the old size for never written (docs/drivers.md).
    kept: Mutex<Vec<Mem>>,
}

/// Compiled kernels.
pub struct Program {
    kernels: Vec<core::Kernel>,
    cached: bool,
    /// Kept as long as its kernels.
    _program: core::Program,
}

/// A block of memory.
pub struct Memory {
    mem: Mem,
    bytes: usize,
}

/// The devices that are open, by their number.
static OPEN: LazyLock<Mutex<FxHashMap<usize, Arc<Shared>>>> = LazyLock::new(Mutex::default);

/// Held while a driver compiles: OpenCL says that drivers can compile for several threads at once, experience says otherwise.
static COMPILING: Mutex<()> = Mutex::new(());

impl OpenCl {
    /// Opens the device of that number in [`list`].
    ///
    /// # Errors
    /// If there is none, or it cannot be used.
    pub fn open(index: usize) -> Result<OpenCl, Error> {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = open.get(&index) {
            return Ok(OpenCl {
                shared: shared.clone(),
            });
        }
        let all = platforms::find()?;
        let available = all.iter().map(|f| f.listed.name.clone()).collect();
        let found = all.get(index).cloned().ok_or_else(|| Error::NoDevice {
            wanted: format!("number {index}"),
            available,
        })?;
        let properties = core::ContextProperties::new().platform(found.platform);
        let context = core::create_context(Some(&properties), &[found.device], None, None)
            .map_err(failed("clCreateContext"))?;
        let profiling = Some(core::CommandQueueProperties::PROFILING_ENABLE);
        let queue = core::create_command_queue(&context, found.device, profiling)
            .map_err(failed("clCreateCommandQueue"))?;
        let shared = Arc::new(Shared {
            found,
            context,
            queue,
            kept: Mutex::default(),
        });
        open.insert(index, shared.clone());
        Ok(OpenCl { shared })
    }

    fn is_oclgrind(&self) -> bool {
        self.shared.found.listed.name.contains("Oclgrind")
    }

    fn options(&self, options: &BuildOptions, text: &Printed) -> String {
        let mut all = vec![format!("-cl-std={}", options.standard)];
        if text.text.contains(subgroups::LANES) {
            all.extend(self.shared.found.subgroups.options());
        }
        if options.exact_division && self.shared.found.exact_division {
            all.push("-cl-fp32-correctly-rounded-divide-sqrt".to_string());
        }
        // Oclgrind 21.10 interprets LLVM's code but not all of its intrinsics (llvm.abs, llvm.smax), which its compiler makes only
        // when it optimises.
        if self.is_oclgrind() {
            all.push("-cl-opt-disable".to_string());
        }
        all.extend(options.extra.iter().cloned());
        all.join(" ")
    }

    /// The program from the cache, or `None` if it is not there or the driver does not take it any more.
    fn take_cached(&self, key: &Key, build: &BuildOptions, options: &CString) -> Option<core::Program> {
        let binary = build.cache.get(key)?;
        let shared = &*self.shared;
        let program =
            core::create_program_with_binary(&shared.context, &[shared.found.device], &[&binary]).ok()?;
        core::build_program(&program, Some(&[shared.found.device]), options, None, None).ok()?;
        Some(program)
    }

    fn compile(&self, text: &Printed, options: &CString) -> Result<core::Program, Error> {
        let shared = &*self.shared;
        let source = CString::new(text.text.as_str()).map_err(|_| {
            Error::plan(
                &shared.found.listed.name,
                "the text of the kernels has a zero byte",
            )
        })?;
        let program = core::create_program_with_source(&shared.context, &[source])
            .map_err(failed("clCreateProgramWithSource"))?;
        let built = core::build_program(&program, Some(&[shared.found.device]), options, None, None);
        let log = || api::build_log(&program, &shared.found.device);
        match built {
            Ok(()) if api::is_built(&program, &shared.found.device) => Ok(program),
            Ok(()) | Err(core::Error::ProgramBuild(_)) => Err(Error::Build(Box::new(build_error(
                &shared.found.listed.name,
                &log(),
                text,
                Dialect::OpenCl,
            )))),
            Err(error) => Err(failed("clBuildProgram")(error)),
        }
    }

    fn out_of_memory(&self, what: &str, bytes: usize, error: core::Error) -> Error {
        let error = failed("clCreateBuffer")(error);
        match &error {
            Error::Api { status, .. }
                if [
                    "CL_MEM_OBJECT_ALLOCATION_FAILURE",
                    "CL_OUT_OF_RESOURCES",
                    "CL_OUT_OF_HOST_MEMORY",
                    "CL_INVALID_BUFFER_SIZE",
                ]
                .contains(&status.as_str()) =>
            {
                Error::OutOfMemory {
                    what: what.to_string(),
                    bytes: bytes as u64,
                    device: self.shared.found.listed.name.clone(),
                    reason: format!("answers {status}"),
                }
            }
            _ => error,
        }
    }
}

impl Device for OpenCl {
    type Memory = Memory;
    type Program = Program;
    type Event = Event;

    fn name(&self) -> &str {
        &self.shared.found.listed.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::OpenCl
    }

    fn limits(&self) -> &Limits {
        &self.shared.found.listed.limits
    }

    fn build(&self, text: &Printed, kernels: &[Name], build: &BuildOptions) -> Result<Program, Error> {
        let options = self.options(build, text);
        let found = &self.shared.found;
        let listed = &found.listed;
        let key = Key::new(&[
            &text.text,
            &options,
            &listed.name,
            &listed.driver,
            &listed.platform,
            &listed.about,
        ]);
        let options = CString::new(options)
            .map_err(|_| Error::plan(&listed.name, "an option of the compiler has a zero byte"))?;
        let _one_at_a_time = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
        let (program, cached) = match self.take_cached(&key, build, &options) {
            Some(program) => (program, true),
            None => {
                let program = self.compile(text, &options)?;
                // Not asked for in vain: pocl compiles every kernel once more when it is.
                if build.cache.folder().is_some()
                    && let Some(binary) = api::binary(&program)
                {
                    build.cache.put(&key, &binary);
                }
                (program, false)
            }
        };
        let kernels = (kernels.iter())
            .map(|name| {
                core::create_kernel(&program, name).map_err(api::failed_about("clCreateKernel", name))
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Program {
            kernels,
            cached,
            _program: program,
        })
    }

    fn was_cached(&self, program: &Program) -> bool {
        program.cached
    }

    fn allocate(&self, bytes: usize, what: &str) -> Result<Memory, Error> {
        // A buffer of no bytes is not allowed.  Whole words: updates of bytes swap the word that has them.
        let room = bytes.max(LEAST_BYTES).next_multiple_of(4);
        // A kernel goes on with element 0 after a test that failed, also where there is none (DPIA-G-TRAP).
        let nothing = vec![0; if bytes == 0 { room } else { 0 }];
        let flags = MemFlags::new().read_write();
        let (flags, content) = match bytes {
            0 => (flags.copy_host_ptr(), Some(nothing.as_slice())),
            _ => (flags, None),
        };
        // SAFETY: what is copied from the host has the length of the buffer, and is copied before the call returns.
        let mem = unsafe { core::create_buffer::<_, u8>(&self.shared.context, flags, room, content) };
        let mem = mem.map_err(|error| self.out_of_memory(what, bytes, error))?;
        if self.is_oclgrind() {
            let mut kept = self.shared.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push(mem.clone());
        }
        Ok(Memory { mem, bytes })
    }

    fn write(&self, to: &Memory, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        to.check(offset, bytes.len())?;
        // SAFETY: inside the buffer, and the call returns only when the bytes have been read.
        let done = unsafe {
            core::enqueue_write_buffer(
                &self.shared.queue,
                &to.mem,
                true,
                offset,
                bytes,
                None::<&Event>,
                release_nothing(),
            )
        };
        done.map_err(failed("clEnqueueWriteBuffer"))
    }

    fn read(&self, from: &Memory, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        from.check(offset, bytes.len())?;
        // SAFETY: inside the buffer, and the call returns only when the bytes have been written.
        let done = unsafe {
            core::enqueue_read_buffer(
                &self.shared.queue,
                &from.mem,
                true,
                offset,
                bytes,
                None::<&Event>,
                release_nothing(),
            )
        };
        done.map_err(failed("clEnqueueReadBuffer"))
    }

    fn finish(&self) -> Result<(), Error> {
        core::finish(&self.shared.queue).map_err(failed("clFinish"))
    }

    fn copy(&self, from: Part<Memory>, to: Part<Memory>, bytes: usize) -> Result<Event, Error> {
        from.of.check(from.offset, bytes)?;
        to.of.check(to.offset, bytes)?;
        let mut event = Event::null();
        core::enqueue_copy_buffer::<u8, _, _, _>(
            &self.shared.queue,
            &from.of.mem,
            &to.of.mem,
            from.offset,
            to.offset,
            bytes,
            None::<&Event>,
            Some(&mut event),
        )
        .map_err(failed("clEnqueueCopyBuffer"))?;
        Ok(event)
    }

    fn fill(&self, to: Part<Memory>, value: PrimValue, bytes: usize) -> Result<Event, Error> {
        to.of.check(to.offset, bytes)?;
        let (pattern, width) = scalar_bytes(value);
        let mut event = Event::null();
        let queue = &self.shared.queue;
        macro_rules! fill {
            ($t:ty, $bytes:expr) => {
                core::enqueue_fill_buffer(
                    queue,
                    &to.of.mem,
                    <$t>::from_ne_bytes($bytes),
                    to.offset / size_of::<$t>(),
                    bytes / size_of::<$t>(),
                    None::<&Event>,
                    Some(&mut event),
                    None,
                )
            };
        }
        let done = match pattern[..width] {
            [a] => fill!(u8, [a]),
            [a, b] => fill!(u16, [a, b]),
            [a, b, c, d] => fill!(u32, [a, b, c, d]),
            [a, b, c, d, e, f, g, h] => fill!(u64, [a, b, c, d, e, f, g, h]),
            _ => return Err(Error::plan("?", "a scalar of no known size")),
        };
        done.map_err(failed("clEnqueueFillBuffer"))?;
        Ok(event)
    }

    fn launch(&self, program: &Program, launch: &KernelLaunch<Memory>) -> Result<Event, Error> {
        let Some(kernel) = program.kernels.get(launch.kernel) else {
            return Err(Error::plan(launch.name, "there is no such kernel"));
        };
        for (number, argument) in launch.arguments.iter().enumerate() {
            let number = number as u32;
            let set = match argument {
                KernelArgument::Memory(memory) => {
                    core::set_kernel_arg(kernel, number, ArgVal::mem(&memory.mem))
                }
                KernelArgument::Local(bytes) => {
                    core::set_kernel_arg(kernel, number, ArgVal::local::<u8>(bytes))
                }
                KernelArgument::Scalar(value) => {
                    let (bytes, width) = scalar_bytes(*value);
                    // SAFETY: the call copies the bytes, which live until it returns.
                    let value = unsafe { ArgVal::from_raw(width, bytes.as_ptr().cast(), false) };
                    core::set_kernel_arg(kernel, number, value)
                }
            };
            set.map_err(api::failed_about("clSetKernelArg", launch.name))?;
        }
        let mut event = Event::null();
        let dimensions = (1..=3)
            .rev()
            .find(|d| launch.global[d - 1] > 1 || launch.local.is_some_and(|l| l[d - 1] > 1));
        // SAFETY: the arguments are set; that they are what the kernel takes was checked when the plan was loaded.  That the
        // kernel stays inside its buffers is what the language's types promise.
        let done = unsafe {
            core::enqueue_kernel(
                &self.shared.queue,
                kernel,
                dimensions.unwrap_or(1) as u32,
                None,
                &launch.global,
                launch.local,
                None::<&Event>,
                Some(&mut event),
            )
        };
        done.map_err(api::failed_about("clEnqueueNDRangeKernel", launch.name))?;
        Ok(event)
    }

    fn wait(&self, event: Event) -> Result<u64, Error> {
        core::wait_for_event(&event).map_err(failed("clWaitForEvents"))?;
        let time = |which| match core::get_event_profiling_info(&event, which) {
            Ok(info) => info.time().unwrap_or(0),
            Err(_) => 0,
        };
        let (start, end) = (time(core::ProfilingInfo::Start), time(core::ProfilingInfo::End));
        Ok(end.saturating_sub(start))
    }
}

impl Memory {
    fn check(&self, offset: usize, bytes: usize) -> Result<(), Error> {
        match offset.checked_add(bytes) {
            Some(end) if end <= self.bytes => Ok(()),
            _ => Err(Error::plan("?", "a transfer beyond the end of a buffer")),
        }
    }
}
