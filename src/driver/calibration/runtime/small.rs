//! A device that computes next to nothing, has little of everything, and refuses what OpenCL does not allow.

use elder_kernel::plan::Plan;
use elder_kernel::{Dialect, Printed};
use elder_opencl::cache::Cache;
use elder_opencl::device::{KernelArgument, KernelLaunch, Part};
use elder_opencl::run::Loaded;
use elder_opencl::{BuildOptions, Device, Error, Executable, Limits};
use elder_syntax::prim::PrimValue;
use elder_syntax::{Name, Value};
use std::cell::RefCell;

/// A device with small limits.
struct Small {
    limits: Limits,
    /// What it was asked for.
    launched: RefCell<Vec<Launched>>,
}

/// A launch that a device was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Launched {
    pub global: [usize; 3],
    pub local: Option<[usize; 3]>,
    /// Bytes of local memory, an argument each.
    pub rooms: Vec<usize>,
    pub scalars: Vec<PrimValue>,
}

impl Small {
    fn new() -> Small {
        Small {
            limits: Limits {
                max_allocation: 4096,
                memory: 8192,
                local_memory: 1024,
                work_group: 64,
                work_items: [64, 16, 4],
                compute_units: 1,
                has_f64: true,
                has_long_atomics: true,
            },
            launched: RefCell::new(vec![]),
        }
    }

    fn refuses<T>(message: &str) -> Result<T, Error> {
        Err(Error::Api {
            call: message.to_owned(),
            status: String::new(),
            about: None,
        })
    }
}

/// So many bytes of a block.
fn part<'a>(bytes: &'a mut [u8], offset: usize, count: usize, what: &str) -> Result<&'a mut [u8], Error> {
    match bytes.get_mut(offset..offset + count) {
        Some(bytes) => Ok(bytes),
        None => Small::refuses(what),
    }
}

impl Device for Small {
    type Memory = RefCell<Vec<u8>>;
    type Program = ();
    type Event = ();

    fn name(&self) -> &'static str {
        "a small device"
    }

    fn dialect(&self) -> Dialect {
        Dialect::OpenCl
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn build(&self, _: &Printed, _: &[Name], _: &BuildOptions) -> Result<(), Error> {
        Ok(())
    }

    fn was_cached(&self, (): &()) -> bool {
        false
    }

    fn allocate(&self, bytes: usize, _: &str) -> Result<RefCell<Vec<u8>>, Error> {
        // What is there before anything is written is of no meaning.
        Ok(RefCell::new(vec![0xa5; bytes]))
    }

    fn write(&self, to: &RefCell<Vec<u8>>, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        part(
            &mut to.borrow_mut(),
            offset,
            bytes.len(),
            "a write behind the end",
        )?
        .copy_from_slice(bytes);
        Ok(())
    }

    fn read(&self, from: &RefCell<Vec<u8>>, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        match from.borrow().get(offset..offset + bytes.len()) {
            Some(own) => bytes.copy_from_slice(own),
            None => return Small::refuses("a read behind the end"),
        }
        Ok(())
    }

    fn finish(&self) -> Result<(), Error> {
        Ok(())
    }

    fn copy(
        &self,
        from: Part<'_, RefCell<Vec<u8>>>,
        to: Part<'_, RefCell<Vec<u8>>>,
        bytes: usize,
    ) -> Result<(), Error> {
        let own = part(
            &mut from.of.borrow_mut(),
            from.offset,
            bytes,
            "a copy of more than there is",
        )?
        .to_vec();
        part(
            &mut to.of.borrow_mut(),
            to.offset,
            bytes,
            "a copy to behind the end",
        )?
        .copy_from_slice(&own);
        Ok(())
    }

    fn fill(&self, to: Part<'_, RefCell<Vec<u8>>>, value: PrimValue, bytes: usize) -> Result<(), Error> {
        let PrimValue::I32(value) = value else {
            return Small::refuses("a value of another type");
        };
        let mut memory = to.of.borrow_mut();
        let words = part(&mut memory, to.offset, bytes, "a fill behind the end")?
            .as_chunks_mut()
            .0;
        words.iter_mut().for_each(|word| *word = value.to_le_bytes());
        Ok(())
    }

    /// Adds the scalars to all elements of the first argument, which are numbers of 32 bits; a launch of three dimensions writes them there.
    fn launch(&self, (): &(), launch: &KernelLaunch<'_, RefCell<Vec<u8>>>) -> Result<(), Error> {
        if launch.global.contains(&0) || launch.local.is_some_and(|local| local.contains(&0)) {
            return Small::refuses("a launch of no items");
        }
        let mut asked = Launched {
            global: launch.global,
            local: launch.local,
            rooms: vec![],
            scalars: vec![],
        };
        for argument in launch.arguments {
            match argument {
                KernelArgument::Memory(_) => {}
                KernelArgument::Local(bytes) => asked.rooms.push(*bytes),
                KernelArgument::Scalar(value) => asked.scalars.push(*value),
            }
        }
        let numbers: Vec<i32> = asked.scalars.iter().filter_map(whole).collect();
        if let Some(KernelArgument::Memory(memory)) = launch.arguments.first() {
            let mut memory = memory.borrow_mut();
            let words = memory.as_chunks_mut().0.iter_mut();
            match launch.global {
                [_, 1, 1] => words.for_each(|word| {
                    let sum = numbers
                        .iter()
                        .fold(i32::from_le_bytes(*word), |sum, n| sum.wrapping_add(*n));
                    *word = sum.to_le_bytes();
                }),
                _ => words.zip(&numbers).for_each(|(word, n)| *word = n.to_le_bytes()),
            }
        }
        self.launched.borrow_mut().push(asked);
        Ok(())
    }

    fn wait(&self, (): ()) -> Result<u64, Error> {
        Ok(0)
    }
}

fn whole(value: &PrimValue) -> Option<i32> {
    match value {
        PrimValue::I32(n) => Some(*n),
        _ => None,
    }
}

/// How a plan ends, and what it asked the device for.
#[derive(Debug, PartialEq)]
pub(super) struct Ran {
    pub ended: Ended,
    pub launched: Vec<Launched>,
}

/// How a plan ends.
#[derive(Debug, PartialEq)]
pub(super) enum Ended {
    Values(Vec<Vec<i32>>),
    Limit,
    OutOfMemory,
    Plan,
    Failed(Vec<i64>),
    Other(String),
}

/// What comes of a plan on these inputs.
pub(super) fn run(plan: Plan, inputs: &[Value]) -> Ran {
    let device = Small::new();
    let options = BuildOptions {
        cache: Cache::none(),
        ..BuildOptions::default()
    };
    let ran = Loaded::new(&device, vec![plan], &options, None).and_then(|loaded| loaded.run(0, inputs));
    let ended = match ran {
        Ok(outcome) => Ended::Values(outcome.values.iter().map(numbers).collect()),
        Err(Error::Limit { .. }) => Ended::Limit,
        Err(Error::OutOfMemory { .. }) => Ended::OutOfMemory,
        Err(Error::Plan { .. }) => Ended::Plan,
        Err(Error::Failed(failure)) => Ended::Failed(failure.numbers),
        Err(other) => Ended::Other(other.to_string()),
    };
    Ran {
        ended,
        launched: device.launched.into_inner(),
    }
}

/// The elements of a value of `int`s.
fn numbers(value: &Value) -> Vec<i32> {
    let elements = (0..value.data().len()).filter_map(|at| value.data().get(at));
    elements.filter_map(|element| whole(&element)).collect()
}

/// The sort of an end.
pub(super) fn sort(ended: &Ended) -> &'static str {
    match ended {
        Ended::Values(_) => "a value",
        Ended::Limit => "a limit",
        Ended::OutOfMemory => "no memory",
        Ended::Plan => "a wrong plan",
        Ended::Failed(_) => "a failure",
        Ended::Other(_) => "another error",
    }
}
