//! The launch plan: what the host does to run a program, as data.
//!
//! A plan says what the program takes (`parameters`), how its sizes follow from that
//! (`sizes`), what must hold of them before anything is launched (`checks`), which
//! memory it uses (`buffers`), which kernels it has, in which order the host launches
//! them (`steps`), and where the results lie afterwards.  The same plan serves OpenCL
//! and C with OpenMP; on the latter a kernel is a function that is called once a
//! launch, and the work sizes of the launch mean nothing.
//!
//! Every array on the device is a buffer of the plan, those of inputs and results
//! too.  A buffer of pairs (structs) can be filled from, and read back to, one value a
//! component: that is what the path in [`Place`] is for.

mod display;
mod failure;

use crate::c::{Function, Struct, Type};
use crate::interval::Terms;
use crate::number::Number;
use crate::size::{Size, SizeError, Sizes};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Name, Rule, Span};

pub use failure::{Failure, Failures, LEAST, NOTE, Site};

/// How to run one program.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the program, for messages.
    pub name: Name,
    /// What the program takes, in order.
    pub parameters: Vec<Parameter>,
    /// The sizes that the other parts speak of.
    pub sizes: Vec<SizeParameter>,
    /// What must hold before anything is launched.
    pub checks: Vec<Check>,
    /// The memory.
    pub buffers: Vec<Buffer>,
    /// The structs that kernels and buffers use, each after those that it contains.
    pub structs: Vec<Struct>,
    /// Functions that kernels call, each after those that it calls.
    pub functions: Vec<Function>,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// What the host does, in order.
    pub steps: Vec<Step>,
    /// What the program gives, in order.
    pub results: Vec<ResultPart>,
    /// The type in which kernels compute indexes, `I32` or `I64`.
    pub index: PrimType,
    /// What kernels compute in that type.  A launch for whose sizes it does not hold all of that, or in which some buffer has more
    /// elements than it counts, needs another plan.
    pub terms: Terms,
    /// The same program with wider indexes, for launches for which these are too narrow.
    pub wide: Option<Box<Plan>>,
    /// The rule, and the key of its premise, by which a launch is refused for which no indexes are wide enough.
    pub width_rule: Option<(&'static Rule, &'static str)>,
    /// How kernels say that something has no value, if they can.
    pub failures: Option<Failures>,
    /// Parameters whose elements are indexes: each is tested before anything is launched.
    pub indexes: Vec<IndexParameter>,
}

/// A parameter whose elements are indexes into arrays of a length.
#[derive(Clone, Debug)]
pub struct IndexParameter {
    /// The number of the parameter.
    pub parameter: usize,
    /// Its elements are at least 0 and less than this.
    pub below: Size,
}

/// The number of a buffer in [`Plan::buffers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub usize);

/// The number of a kernel in [`Plan::kernels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KernelId(pub usize);

/// One value that the program takes.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name in the source.
    pub name: Name,
    /// The type of its elements.
    pub element: PrimType,
    /// The sizes of its dimensions, outermost first; empty for a scalar.  That the value has them is checked.
    pub shape: Vec<Size>,
    /// Where the program wants it.
    pub place: Option<Place>,
    /// Where it was declared.
    pub span: Span,
}

/// A part of a buffer: the whole of it, or one component of each of its structs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The buffer.
    pub buffer: BufferId,
    /// The fields that lead from an element of the buffer to the component; empty if elements are scalars or vectors.
    pub path: Vec<Name>,
}

/// A size and where it comes from.
#[derive(Clone, Debug)]
pub struct SizeParameter {
    /// Its name.
    pub name: Name,
    /// What determines it.
    pub from: SizeSource,
}

/// What determines a size.
#[derive(Clone, Debug)]
pub enum SizeSource {
    /// The size of dimension `dimension` (0 is the outermost) of that parameter's value.
    Dimension {
        /// Number of the parameter.
        parameter: usize,
        /// Number of its dimension.
        dimension: usize,
    },
    /// The value of that parameter, a scalar of an integer type.
    Input(usize),
    /// An expression over the sizes before it.
    Computed(Size),
}

/// What values from outside contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The number or the types of the parameters.
    Types,
    /// The sizes in the types of the parameters.
    Sizes,
}

/// Something that must hold before anything is launched.
#[derive(Clone, Debug)]
pub struct Check {
    /// What must hold.
    pub condition: Condition,
    /// What is wrong if it does not, in one sentence without a stop.
    pub message: String,
    /// The rule that needs it and the key of its premise.
    pub rule: (&'static Rule, &'static str),
    /// Where it was needed.
    pub span: Span,
}

/// A condition over sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Both are equal.
    Equal(Size, Size),
    /// The first is at most the second.
    AtMost(Size, Size),
    /// The first is less than the second.
    Less(Size, Size),
    /// The first divides the second (so it is not zero).
    Divides(Size, Size),
}

/// One array in the memory of the device.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Its name, for messages.
    pub name: Name,
    /// A scalar, vector or struct type.
    pub element: Type,
    /// How many elements it has.
    pub count: Size,
}

/// A kernel: a function, and what the host has to know of it.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The function.  Its parameters stand in the order: output pointer, inputs, temporaries (pointers to global
    /// and local memory), one integer a free size in the order of their names.
    pub function: Function,
    /// Bytes of local memory that it declares itself, beyond those of its [`Argument::Local`]s.
    pub local_bytes: u64,
}

/// What the host does.
#[derive(Clone, Debug)]
pub enum Step {
    /// Launches a kernel.
    Launch(Launch),
    /// Copies the whole of a buffer to another of the same type and size.
    Copy {
        /// From here.
        from: BufferId,
        /// To here.
        to: BufferId,
    },
    /// Sets every element of a buffer of scalars.
    Fill {
        /// The buffer.
        buffer: BufferId,
        /// The value of its elements, of their type.
        value: PrimValue,
    },
    /// Exchanges two buffers of one type and size: each then stands for the memory of the other.
    Swap(BufferId, BufferId),
    /// Makes a number the value of a size.
    Read {
        /// The name of the size.
        size: Name,
        /// Where it comes from.
        scalar: Source,
        /// It is at least 0 and at most this; otherwise the program has failed.
        most: Size,
        /// How: its message speaks of the number and of the bound.
        site: Site,
    },
    /// Repeats steps.
    For {
        /// The name under which sizes of the body know the number of the iteration, from 0.
        var: Name,
        /// How often.
        count: Size,
        /// What.
        body: Vec<Step>,
    },
    /// Chooses by a number: not zero.
    If {
        /// The number.
        condition: Source,
        /// If it is not zero.
        then: Vec<Step>,
        /// If it is.
        otherwise: Vec<Step>,
    },
    /// Repeats steps as long as a scalar, read back before each round, is not zero.
    While {
        /// The scalar.
        condition: ScalarAt,
        /// What is repeated.
        body: Vec<Step>,
    },
}

/// A number that the host needs.
#[derive(Clone, Debug)]
pub enum Source {
    /// Read back from the device.
    At(ScalarAt),
    /// Computed by the host.
    Known(Number),
}

/// An element of a buffer of scalars.
#[derive(Clone, Debug)]
pub struct ScalarAt {
    /// The buffer; its elements are of type `bool` or integers.
    pub buffer: BufferId,
    /// Which element.
    pub index: Size,
}

/// A launch of a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Which.
    pub kernel: KernelId,
    /// How many work-items there are, in each dimension.
    pub global: [Size; 3],
    /// How many of them form a work-group; `None` leaves it to the driver.  Must divide the number of work-items.
    pub local: Option<[Size; 3]>,
    /// What the kernel's parameters get, in order.
    pub arguments: Vec<Argument>,
}

/// What a parameter of a kernel gets.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A pointer to a buffer.
    Buffer(BufferId),
    /// A pointer to local memory for that many elements of a type, fresh in each work-group.  C with OpenMP has none.
    Local {
        /// The type of the elements.
        element: Type,
        /// How many.
        count: Size,
    },
    /// A size, as an integer of that type; refused if it does not fit.
    Size(Size, PrimType),
    /// The value of a scalar parameter of the program.
    Input(usize),
    /// A constant.
    Value(PrimValue),
}

/// One value that the program gives.
#[derive(Clone, Debug)]
pub struct ResultPart {
    /// The type of its elements.
    pub element: PrimType,
    /// The sizes of its dimensions, outermost first; empty for a scalar.
    pub shape: Vec<Size>,
    /// Where it lies when all steps are done.
    pub place: Place,
}

impl Plan {
    /// A plan without anything.
    pub fn new(name: impl Into<Name>) -> Plan {
        Plan {
            name: name.into(),
            parameters: Vec::new(),
            sizes: Vec::new(),
            checks: Vec::new(),
            buffers: Vec::new(),
            structs: Vec::new(),
            functions: Vec::new(),
            kernels: Vec::new(),
            steps: Vec::new(),
            results: Vec::new(),
            index: PrimType::I32,
            terms: Terms::default(),
            wide: None,
            width_rule: None,
            failures: None,
            indexes: Vec::new(),
        }
    }

    /// How many numbers a buffer has: an element of a vector type is reached by the indexes of its components, too.
    /// `None` if it has no size.
    pub fn counted(&self, buffer: &Buffer, sizes: &crate::size::Sizes) -> Option<i128> {
        let element = crate::layout::layout(&buffer.element, &self.structs)?;
        let components = (element.size / element.align).max(1) as i128;
        buffer.count.exact(sizes).ok()?.checked_mul(components)
    }

    /// Whether indexes hold all that kernels compute in their type, and the number of the elements of each buffer.
    pub fn fits(&self, sizes: &crate::size::Sizes) -> bool {
        let most = match self.index {
            PrimType::I32 => i128::from(i32::MAX),
            _ => i128::from(i64::MAX),
        };
        let counted = |b: &Buffer| self.counted(b, sizes).is_some_and(|n| n <= most);
        self.terms.fit(self.index, sizes).is_ok() && self.buffers.iter().all(counted)
    }

    /// Whether the type of indexes holds all of them whatever the sizes of a launch are.
    pub fn always_fits(&self) -> bool {
        let count = |b: &Buffer| matches!(b.count, Size::Const(n) if n <= i64::from(i32::MAX) / 16);
        self.terms.iter().next().is_none() && self.buffers.iter().all(count)
    }

    /// Where it tests whether something has a value: in kernels, and on the host, with narrow and with wide indexes.
    pub fn sites(&self) -> Vec<Site> {
        fn of(steps: &[Step], out: &mut Vec<Site>) {
            for step in steps {
                match step {
                    Step::Read { site, .. } => out.push(site.clone()),
                    Step::For { body, .. } | Step::While { body, .. } => of(body, out),
                    Step::If { then, otherwise, .. } => {
                        of(then, out);
                        of(otherwise, out);
                    }
                    Step::Launch(_) | Step::Copy { .. } | Step::Fill { .. } | Step::Swap(..) => {}
                }
            }
        }
        let mut sites: Vec<Site> = self
            .failures
            .iter()
            .flat_map(|failures| failures.sites.clone())
            .collect();
        of(&self.steps, &mut sites);
        sites.extend(self.wide.iter().flat_map(|wide| wide.sites()));
        sites
    }

    /// Adds a buffer.
    pub fn add_buffer(&mut self, name: impl Into<Name>, element: Type, count: Size) -> BufferId {
        self.buffers.push(Buffer {
            name: name.into(),
            element,
            count,
        });
        BufferId(self.buffers.len() - 1)
    }

    /// Adds a kernel.
    pub fn add_kernel(&mut self, kernel: Kernel) -> KernelId {
        self.kernels.push(kernel);
        KernelId(self.kernels.len() - 1)
    }

    /// The plan with kernels that are called as no function of a library is, see [`crate::print::public_name`].
    pub fn published(mut self) -> Plan {
        for kernel in &mut self.kernels {
            kernel.function.name = crate::print::public_name(&kernel.function.name, 0);
        }
        self
    }

    /// All that is compiled together: the structs, the functions, the kernels.
    pub fn unit(&self) -> crate::c::Unit {
        crate::c::Unit {
            structs: self.structs.clone(),
            functions: (self.functions.iter())
                .chain(self.kernels.iter().map(|k| &k.function))
                .cloned()
                .collect(),
        }
    }
}

impl Place {
    /// The whole of a buffer of scalars or vectors.
    pub fn whole(buffer: BufferId) -> Place {
        Place {
            buffer,
            path: Vec::new(),
        }
    }
}

impl Condition {
    /// Whether it holds; one of a size that divides by zero or that 128 bits do not hold does not.
    ///
    /// # Errors
    /// A variable has no value: a mistake in the plan.
    pub fn holds(&self, sizes: &Sizes) -> Result<bool, SizeError> {
        let (Condition::Equal(a, b)
        | Condition::AtMost(a, b)
        | Condition::Less(a, b)
        | Condition::Divides(a, b)) = self;
        let both = a.exact(sizes).and_then(|a| Ok((a, b.exact(sizes)?)));
        let (a, b) = match both {
            Ok(both) => both,
            Err(SizeError::DivisionByZero(_) | SizeError::Overflow(_)) => return Ok(false),
            Err(error @ SizeError::Unbound(_)) => return Err(error),
        };
        Ok(match self {
            Condition::Equal(..) => a == b,
            Condition::AtMost(..) => a <= b,
            Condition::Less(..) => a < b,
            Condition::Divides(..) => a != 0 && b.checked_rem(a).unwrap_or(0) == 0,
        })
    }
}
