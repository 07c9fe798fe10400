//! The host program: what the host does to run one entry point, as a program of scalars, blocks of memory and control.
//!
//! A *block* is memory for some scalars of one type.  The host makes blocks, reads and writes single elements of them, copies and fills parts of
//! them, and hands them to *entries*, which do all that touches many elements.  What an entry is, the host program does not say ([`Program::entries`]
//! has a type of its own): an entry of DPIA before its passes, a launch [plan](crate::Plan) behind them.  There are no arrays as values: the shape
//! of a result is some scalars beside its block.
//!
//! Every variable is bound once and has a [`Kind`].  A block variable *owns* a count of its block.  [`Step::Alloc`], [`Step::Share`] and [`Step::Use`]
//! make counts, [`Step::Drop`] gives one back; what a body gives, a loop begins with or a program returns is handed over, so the variable is gone behind it.
//! Everything else borrows.  What all entry points use and none of them writes is a [`Constant`], computed once.  Behind the last step of a body each block that it bound is dropped or handed over (KER-P-LEAK), and none is used
//! when it is gone (KER-P-LIVE).
//!
//! As text it is what [`display`] writes and [`crate::read::host`] reads; [`crate::check::host`] judges it.

pub mod display;

use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use elder_syntax::{Name, Refusal, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The language of host programs, for all that ranges over languages.
pub static LANGUAGE: elder_syntax::Language = elder_syntax::Language {
    name: "host",
    ending: "host",
    rules: &[],
    effort: Some(&crate::rules::KER_T_EFFORT),
};

/// A host program: entry points over common entries and constants.
#[derive(Clone, Debug)]
pub struct Program<E> {
    /// What [`Step::Do`] runs, by number.
    pub entries: Vec<Entry<E>>,
    /// What [`Step::Use`] uses, by number.
    pub constants: Vec<Constant>,
    /// What can be run from outside.
    pub points: Vec<Point>,
}

impl<E> Program<E> {
    /// Tuned numbers of these names are these.
    pub fn tune(&mut self, numbers: &BTreeMap<String, i64>) {
        self.asked(&mut |asked| {
            if let Asked::Tuned { name, default } = asked
                && let Some(number) = numbers.get(name.as_str())
            {
                *default = *number;
            }
        });
    }

    /// The names of its tuned numbers.
    pub fn tuned(&mut self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        self.asked(&mut |asked| {
            if let Asked::Tuned { name, .. } = asked {
                names.insert(name.to_string());
            }
        });
        names
    }

    fn asked(&mut self, look: &mut dyn FnMut(&mut Asked)) {
        let constants = self.constants.iter_mut().map(|constant| &mut constant.body);
        let points = self.points.iter_mut().map(|point| &mut point.body);
        constants.chain(points).for_each(|body| body.asked(look));
    }

    /// The same program over what entries are elsewhere.
    ///
    /// # Errors
    /// The first that there is not.
    pub fn with_entries<F, X>(
        self,
        mut find: impl FnMut(&Name, &Interface, E) -> Result<F, X>,
    ) -> Result<Program<F>, X> {
        let mut found = |Entry {
                             name,
                             interface,
                             what,
                             span,
                         }: Entry<E>| {
            let what = find(&name, &interface, what)?;
            Ok(Entry {
                name,
                interface,
                what,
                span,
            })
        };
        Ok(Program {
            entries: self
                .entries
                .into_iter()
                .map(&mut found)
                .collect::<Result<_, X>>()?,
            constants: self.constants,
            points: self.points,
        })
    }
}

/// The entry points of these programs, in their order, as those of one program.
pub fn joined<E>(programs: Vec<Program<E>>) -> Program<E> {
    let mut all = Program {
        entries: Vec::new(),
        constants: Vec::new(),
        points: Vec::new(),
    };
    for program in programs {
        let first = (all.entries.len(), all.constants.len());
        all.entries.extend(program.entries);
        for mut constant in program.constants {
            constant.body.renumber(first);
            all.constants.push(constant);
        }
        for mut point in program.points {
            point.body.renumber(first);
            all.points.push(point);
        }
    }
    all
}

impl Body {
    fn asked(&mut self, look: &mut dyn FnMut(&mut Asked)) {
        elder_syntax::effort::deeper(|| {
            for step in &mut self.steps {
                match step {
                    Step::Ask { number, .. } => look(number),
                    Step::If { then, otherwise, .. } => {
                        then.asked(look);
                        otherwise.asked(look);
                    }
                    Step::Loop(of) => of.body.asked(look),
                    _ => {}
                }
            }
        });
    }

    /// The entries that it runs, and the constants that it uses, have numbers from these on.
    fn renumber(&mut self, first: (usize, usize)) {
        elder_syntax::effort::deeper(|| {
            for step in &mut self.steps {
                match step {
                    Step::Do { entry, .. } => *entry += first.0,
                    Step::Use { constant, .. } => *constant += first.1,
                    Step::If { then, otherwise, .. } => {
                        then.renumber(first);
                        otherwise.renumber(first);
                    }
                    Step::Loop(of) => of.body.renumber(first),
                    _ => {}
                }
            }
        });
    }
}

/// Something that touches many elements.
#[derive(Clone, Debug)]
pub struct Entry<E> {
    /// What it is called, for texts and messages.
    pub name: Name,
    /// What [`Step::Do`] has to bring.
    pub interface: Interface,
    /// What it is.
    pub what: E,
    /// Where in the source what it does stands.
    pub span: Span,
}

/// What an entry takes, in the order in which [`Step::Do`] has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interface {
    /// How many sizes; each is at least 0.
    pub sizes: usize,
    /// The types of the scalars that it reads.
    pub scalars: Vec<PrimType>,
    /// The types of the elements of the blocks that it reads.
    pub reads: Vec<PrimType>,
    /// Of the blocks that it writes, without reading them.
    pub writes: Vec<PrimType>,
    /// Of the blocks that it reads and writes.
    pub updates: Vec<PrimType>,
}

/// What is computed once for all entry points: where it is used first, and kept for as long as the program is.
///
/// It takes nothing and uses only constants that stand before it, so it is the same whoever uses it.  Its blocks are the program's own no more
/// once it is computed: nobody writes to them.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its name.
    pub name: Name,
    /// What its variables are called, by number.
    pub names: Vec<Name>,
    /// What is done.
    pub body: Body,
    /// What the body gives.
    pub results: Vec<Kind>,
    /// Where it stands.
    pub span: Span,
}

/// An entry point.
#[derive(Clone, Debug)]
pub struct Point {
    /// Its name.
    pub name: Name,
    /// What its variables are called, by number.
    pub names: Vec<Name>,
    /// Sizes that the shapes of the parameters bind; each is the size of the first dimension that names it, and that of all others.
    pub sizes: Vec<Var>,
    /// What it takes, in order.
    pub parameters: Vec<Parameter>,
    /// What is done.  It gives what [`results`](Point::results) lie in, in their order.
    pub body: Body,
    /// What it gives, in order.
    pub results: Vec<Output>,
    /// Where it stands.
    pub span: Span,
}

/// A variable: its number in [`Point::names`] or [`Constant::names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

impl Var {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A number or a truth value.
    Scalar(PrimType),
    /// A block of such.
    Block(PrimType),
}

/// A scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    /// The value of a scalar variable, or a block variable where a block is given.
    Var(Var),
    /// A constant.
    Const(PrimValue),
}

impl Operand {
    /// A size or an index.
    pub fn i64(number: i64) -> Operand {
        Operand::Const(PrimValue::I64(number))
    }

    /// The variable, if it is one.
    pub fn var(self) -> Option<Var> {
        match self {
            Operand::Var(var) => Some(var),
            Operand::Const(_) => None,
        }
    }
}

impl From<Var> for Operand {
    fn from(var: Var) -> Operand {
        Operand::Var(var)
    }
}

/// What an entry point takes.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The variable: a scalar, or a block with all elements in row-major order, which is handed over to the program.
    pub var: Var,
    /// The type of its elements.
    pub element: PrimType,
    /// The sizes of its dimensions, the outermost first; none of a scalar.
    pub shape: Vec<Operand>,
    /// Whether it is the program's to write to: then it is a block that nobody else knows.
    pub unique: bool,
}

/// What an entry point gives: [`Body::results`] has the scalar, or the block of the elements in row-major order.
#[derive(Clone, Debug)]
pub struct Output {
    /// The type of its elements.
    pub element: PrimType,
    /// How many dimensions it has.  Their sizes stand before the block among the results of the body, the outermost first.
    pub rank: usize,
}

/// Steps, and what they give.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// In order.
    pub steps: Vec<Step>,
    /// What is given: scalars, and blocks, which are handed over.
    pub results: Vec<Operand>,
}

/// Where something may fail, and what is said then.
#[derive(Clone, Debug)]
pub struct Site {
    /// The premise by which the definition refuses the same.
    pub premise: Refusal,
    /// Where in the source.
    pub span: Span,
    /// What is wrong, in one sentence without a stop; each `{}` stands for a number of the step.
    pub message: Name,
}

/// What the host does.
#[derive(Clone, Debug)]
pub enum Step {
    /// `let x: t = f(a, b)`.
    Let {
        /// The scalar that is bound.
        var: Var,
        /// The function.
        function: PrimFn,
        /// Its operands.
        operands: Vec<Operand>,
        /// What is said if it has no value; `None` of what has one always.
        site: Option<Site>,
    },
    /// `let x: i64 = tuned "tile" 16`, `let x: i64 = limit cores`: a number above 0 that this program does not say.
    Ask {
        /// The `i64` that is bound.
        var: Var,
        /// Which number.
        number: Asked,
    },
    /// `check c at SITE(numbers)`: the run ends here with the site's failure unless this holds.
    Check {
        /// What has to hold.
        holds: Operand,
        /// The numbers of the message.
        numbers: Vec<Operand>,
        /// What is said otherwise.
        site: Site,
    },
    /// `alloc b: n of t`: a block for so many elements, at least 0, of which nothing is known.
    Alloc {
        /// The block that is bound.
        var: Var,
        /// The type of its elements.
        element: PrimType,
        /// How many.
        count: Operand,
        /// Where it was needed.
        span: Span,
    },
    /// `share c = b`: another count of a block.
    Share {
        /// The block that is bound.
        var: Var,
        /// The type of its elements.
        element: PrimType,
        /// The same block.
        of: Var,
    },
    /// `use x: t, b: block of t = C`: what a constant is, of each block another count.
    Use {
        /// The number of the constant.
        constant: usize,
        /// What is bound to what its body gave.
        results: Vec<(Var, Kind)>,
    },
    /// `drop b`: one count less; with the last one the memory is free.
    Drop(Var),
    /// `read x = b[i]`.
    Read {
        /// The scalar that is bound.
        var: Var,
        /// Its type, that of the elements.
        element: PrimType,
        /// The block.
        block: Var,
        /// Which element; it is one of the block.
        index: Operand,
    },
    /// `write b[i] = x`.
    Write {
        /// The block.
        block: Var,
        /// Which element; it is one of the block.
        index: Operand,
        /// What it becomes.
        value: Operand,
    },
    /// `copy n of b@o -> c@p`: elements that follow each other, to another block or to a part that does not overlap.
    Copy {
        /// From this block.
        from: Var,
        /// From this element on.
        from_offset: Operand,
        /// To this block.
        to: Var,
        /// To this element and those behind it.
        to_offset: Operand,
        /// How many.
        count: Operand,
    },
    /// `fill n of b@o = x`.
    Fill {
        /// The block.
        block: Var,
        /// From this element on.
        offset: Operand,
        /// How many.
        count: Operand,
        /// What they become.
        value: Operand,
    },
    /// `do ENTRY[n, m](x; b -> c; d)`.
    Do {
        /// The number of the entry.
        entry: usize,
        /// Its sizes.
        sizes: Vec<Operand>,
        /// The scalars that it reads.
        scalars: Vec<Operand>,
        /// The blocks that it reads.
        reads: Vec<Var>,
        /// The blocks that it writes; none is another argument.
        writes: Vec<Var>,
        /// The blocks that it reads and writes; none is another argument.
        updates: Vec<Var>,
    },
    /// `observe x.1: [n][m]t = b@o[s][r]`: an array is shown to whoever judges the run.  Nothing changes.
    Observe(Box<Observed>),
    /// One of two bodies.
    If {
        /// Which one.
        condition: Operand,
        /// If it is true.
        then: Body,
        /// If it is false.
        otherwise: Body,
        /// What is bound to what the body gives.
        results: Vec<(Var, Kind)>,
    },
    /// A loop, with what changes.
    Loop(Box<Loop>),
}

/// An array that a run shows: where it lies when the step is reached.  A program has such steps only if it was asked for them.
#[derive(Clone, Debug)]
pub struct Observed {
    /// What it is called where the program comes from, with a number behind it that no other has.
    pub name: Name,
    /// The type of its elements.
    pub element: PrimType,
    /// The block that it lies in.
    pub block: Var,
    /// Where its first element is.
    pub offset: Operand,
    /// The size of each dimension, the outermost first, and what is added for each step along it.  A size below 0 is that of rows that are not there.
    pub dims: Vec<(Operand, Operand)>,
}

impl Observed {
    /// The numbers that say where it lies.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let dims = self.dims.iter().flat_map(|(size, stride)| [*size, *stride]);
        std::iter::once(self.offset).chain(dims)
    }
}

/// How many elements an array has, of which each dimension has a size and a stride: none of rows that are not there.  `None` if no number says it.
pub fn count(dims: &[(i64, i64)]) -> Option<i64> {
    (dims.iter()).try_fold(1_i64, |all, (size, _)| all.checked_mul((*size).max(0)))
}

/// Which elements of a block are those of an array, in row-major order: an offset, and of each dimension the size and what is added for each step along it.  Of rows that
/// are not there, there are none; an element that no block can have is none of the numbers.
pub fn positions(offset: i64, dims: &[(i64, i64)]) -> impl Iterator<Item = Option<usize>> {
    let reach = move |place: i64| {
        let mut rest = place;
        dims.iter().rev().try_fold(offset, |at, (size, stride)| {
            let index = rest % size;
            rest /= size;
            at.checked_add(index.checked_mul(*stride)?)
        })
    };
    (0..count(dims).unwrap_or(0)).map(move |place| usize::try_from(reach(place)?).ok())
}

/// A number above 0 that a program leaves to where it runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// One that tuning decides; the program gives the same values whatever it is.
    Tuned {
        /// What it is called: the same number in all of a program.
        name: Name,
        /// What it is where nobody has tuned it.
        default: i64,
    },
    /// One that the device decides.
    Limit(Limit),
}

/// What a device has so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Items that a group may have.
    Group,
    /// Bytes of local memory of a group.
    Local,
    /// Groups that run at once.
    Cores,
    /// Bytes of memory.
    Memory,
}

impl Limit {
    /// All of them.
    pub const ALL: [Limit; 4] = [Limit::Group, Limit::Local, Limit::Cores, Limit::Memory];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Group => "group",
            Limit::Local => "local",
            Limit::Cores => "cores",
            Limit::Memory => "memory",
        }
    }
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// What changes, and what it begins with; blocks are handed over.
    pub params: Vec<(Var, Kind, Operand)>,
    /// How often.
    pub form: Form,
    /// An iteration; it gives the next ones.
    pub body: Body,
    /// What is bound to the last ones.
    pub results: Vec<(Var, Kind)>,
}

/// How often a loop runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// `for i < n`, with the number of the iteration, from 0.
    For {
        /// The number.
        index: Var,
        /// Its type.
        ty: PrimType,
        /// How often.
        bound: Operand,
    },
    /// As long as that parameter, a truth value, is true.
    While(usize),
}

impl Step {
    /// The variables that it binds in the body where it stands, with what they are.
    pub fn binds(&self) -> Vec<(Var, Kind)> {
        match self {
            Step::Let { var, function, .. } => vec![(*var, Kind::Scalar(function.result()))],
            Step::Ask { var, .. } => vec![(*var, Kind::Scalar(PrimType::I64))],
            Step::Alloc { var, element, .. } | Step::Share { var, element, .. } => {
                vec![(*var, Kind::Block(*element))]
            }
            Step::Read { var, element, .. } => vec![(*var, Kind::Scalar(*element))],
            Step::Use { results, .. } | Step::If { results, .. } => results.clone(),
            Step::Loop(of) => of.results.clone(),
            Step::Check { .. }
            | Step::Drop(_)
            | Step::Write { .. }
            | Step::Copy { .. }
            | Step::Fill { .. }
            | Step::Do { .. }
            | Step::Observe(_) => vec![],
        }
    }

    /// What it uses, blocks among them, save for what stands within its bodies.
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            Step::Let { operands, .. } => operands.clone(),
            Step::Check { holds, numbers, .. } => [&[*holds], numbers.as_slice()].concat(),
            Step::Alloc { count, .. } => vec![*count],
            Step::Share { of, .. } => vec![(*of).into()],
            Step::Drop(block) => vec![(*block).into()],
            Step::Read { block, index, .. } => vec![(*block).into(), *index],
            Step::Write { block, index, value } => vec![(*block).into(), *index, *value],
            Step::Copy {
                from,
                from_offset,
                to,
                to_offset,
                count,
            } => vec![*count, (*from).into(), *from_offset, (*to).into(), *to_offset],
            Step::Fill {
                block,
                offset,
                count,
                value,
            } => vec![*count, (*block).into(), *offset, *value],
            Step::Do {
                sizes,
                scalars,
                reads,
                writes,
                updates,
                ..
            } => {
                let blocks = reads.iter().chain(writes).chain(updates);
                let scalars = sizes.iter().chain(scalars).copied();
                scalars.chain(blocks.copied().map(Operand::Var)).collect()
            }
            Step::Ask { .. } | Step::Use { .. } => vec![],
            Step::Observe(of) => std::iter::once(of.block.into()).chain(of.operands()).collect(),
            Step::If { condition, .. } => vec![*condition],
            Step::Loop(of) => {
                let bound = match of.form {
                    Form::For { bound, .. } => Some(bound),
                    Form::While(_) => None,
                };
                let first = of.params.iter().map(|(_, _, first)| *first);
                first.chain(bound).collect()
            }
        }
    }
}
