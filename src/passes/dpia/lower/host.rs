//! The host level: the program in the making, and what all of its kernels know (DPIA-G-HOST).
//!
//! - [`interface`] is what the program takes and gives, and its memory; [`steps`] the commands around launches; [`kernel`] one kernel and its launch.
//! - [`failing`] is the record of failures, and what of the kernels depends on whether there is one.

mod failing;
mod interface;
mod kernel;
mod steps;

pub use failing::program;
pub use steps::host_nat;

use super::kept;
use super::sizes::{self, Counters, SizeWords};
use super::text::Done;
use elder_dpia::check::Obligation;
use elder_dpia::entry::{Component, components};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{DataType, Entry, Name, Nat, Node, Phrase, Prim, PrimType, PrimValue, Ranges};
use elder_kernel::c::Function;
use elder_kernel::interval::Terms;
use elder_kernel::plan::{BufferId, NOTE, Plan, Step};
use elder_kernel::print::Dialect;
use elder_kernel::size::Size;
use elder_kernel::words::Names;
use elder_syntax::{Name as Word, Span};
use failing::Failing;
use std::collections::BTreeMap;

/// Of so many conditions of the launch kernels make use.
const MOST_KNOWN: usize = 32;

/// Where buffers and scalars stand among the parameters of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Outputs.
    Output,
    /// Inputs.
    Input,
    /// Temporaries.
    Temporary,
}

/// A buffer of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BufferKey(Rank, usize);

/// A scalar that the program takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScalarKey(usize);

struct HostScalar {
    input: usize,
    word: Word,
    ty: PrimType,
}

/// The program in the making.
pub struct Host {
    /// The plan so far.
    pub(super) plan: Plan,
    /// The language of kernels.
    pub dialect: Dialect,
    /// The names of the program: buffers, scalars, sizes, kernels, local memory.
    names: Names,
    buffers: BTreeMap<BufferKey, (BufferId, Word)>,
    scalars: BTreeMap<ScalarKey, HostScalar>,
    pub(super) sizes: SizeWords,
    /// The counters of the host's loops.
    pub(super) counters: Counters,
    /// Sizes that are known to be multiples.
    multiples: BTreeMap<Name, i64>,
    /// Names for functions that stay such, by what the program calls them: one for each call.
    kept: BTreeMap<Word, Vec<Word>>,
    failure: Word,
    /// What kernels are called, and how many there are to be.
    kernel_name: String,
    kernel_count: usize,
    /// What the launch has tested before any kernel runs.
    pub known: Ranges,
    /// What depends on whether a test may fail.
    failing: Failing,
}

/// The plan, and what depends on whether its tests may fail: they may if it is said how many loops the items of a group execute together.
fn written(
    entry: &Entry,
    obligations: &[Obligation],
    dialect: Dialect,
    index: PrimType,
    together: Option<usize>,
) -> Done<(Plan, Failing)> {
    let mut names = Names::new();
    let mut words = SizeWords::default();
    for x in &entry.sizes {
        words.insert(x.clone(), names.fresh(x.text()));
    }
    let failure = names.fresh("failure");
    names.reserve(Word::from(NOTE));
    let failing = Failing::new(together, &mut names);
    let mut labels = Vec::new();
    kept::labels(&entry.body, &mut labels);
    let mut functions: BTreeMap<Word, Vec<Word>> = BTreeMap::new();
    for label in labels {
        let name = names.fresh(&label);
        functions.entry(label).or_default().insert(0, name);
    }
    let mut host = Host {
        plan: Plan::new(entry.name.text()),
        dialect,
        names,
        buffers: BTreeMap::new(),
        scalars: BTreeMap::new(),
        sizes: words,
        counters: Counters::default(),
        multiples: BTreeMap::new(),
        kept: functions,
        failure,
        kernel_name: entry.name.text().to_owned(),
        kernel_count: steps::launches(&entry.body),
        known: Ranges::new().assuming_all(
            obligations
                .iter()
                .filter_map(|o| o.condition.says())
                .take(MOST_KNOWN),
        ),
        failing,
    };
    if together.is_some() {
        host.failures();
    }
    host.plan.index = index;
    host.plan.width_rule = Some((&rules::DPIA_G_WIDTH, "fits"));
    host.note_multiples(&entry.body);
    let env = host.interface(entry)?;
    for obligation in obligations {
        host.plan.checks.push(sizes::check(obligation, &host.sizes)?);
    }
    let steps = host.steps(&entry.body, &env)?;
    if let Some(failures) = &host.plan.failures {
        let words = Size::Const(failures.words() as i64);
        if let Some(record) = host.plan.buffers.get_mut(failures.record.0) {
            record.count = words;
        }
        host.plan.steps.push(Step::Fill {
            buffer: failures.record,
            value: PrimValue::I32(0),
        });
    }
    host.plan.steps.extend(steps);
    host.plan.terms = std::mem::take(&mut host.plan.terms).without_evident();
    Ok((host.plan, host.failing))
}

impl Host {
    /// The type of indexes in kernels.
    pub fn index_type(&self) -> PrimType {
        self.plan.index
    }

    /// The components of a value in memory of the program's own: indexes have the type in which they are computed.
    pub fn components(&self, data: &DataType) -> Vec<Component> {
        let mut parts = components(data);
        for part in parts.iter_mut().filter(|part| part.index_of.is_some()) {
            part.element = self.plan.index;
        }
        parts
    }

    /// What kernels call a buffer.
    pub fn buffer_name(&self, key: BufferKey) -> Word {
        self.buffers
            .get(&key)
            .map(|(_, word)| word.clone())
            .unwrap_or_else(|| "buffer".into())
    }

    /// What kernels call a scalar.
    pub fn scalar_name(&self, key: ScalarKey) -> Word {
        self.scalars
            .get(&key)
            .map(|s| s.word.clone())
            .unwrap_or_else(|| "scalar".into())
    }

    /// What kernels call a size.
    pub fn size_word(&self, x: &Name) -> Option<Word> {
        self.sizes.get(x).cloned()
    }

    /// The sizes of the program and the counters of the host's loops.
    pub fn size_names(&self) -> impl Iterator<Item = &Name> {
        self.sizes.keys()
    }

    /// Whether there is more than one kernel.
    pub fn has_several_kernels(&self) -> bool {
        self.kernel_count > 1
    }

    /// What kernels call the cell for failures.
    pub fn failure_name(&self) -> Word {
        self.failure.clone()
    }

    /// A name that no later kernel takes.
    pub fn keep_name(&mut self, name: &Word) {
        self.names.reserve(name.clone());
    }

    /// The host's expression of a size.
    pub fn size(&self, nat: &Nat, span: Span) -> Done<Size> {
        sizes::required(nat, &self.sizes, span)
    }

    /// A function that kernels call, unless there is one of that name.
    pub fn function(&mut self, make: impl FnOnce() -> Function) {
        let function = make();
        if self.plan.functions.iter().all(|f| f.name != function.name) {
            self.plan.functions.push(function);
        }
    }

    /// The names that the program has taken.
    pub fn names(&self) -> Names {
        self.names.clone()
    }

    /// Notes terms that a function computes.
    pub fn add_terms(&mut self, terms: Terms) {
        self.plan.terms.extend(terms);
    }

    /// The name of a function that stays one, which the program calls so: that of an equal one, if there is one.
    pub fn kept(&mut self, label: &Word, function: Function) -> Word {
        let is_same = |other: &&Function| {
            let named = Function {
                name: other.name.clone(),
                ..function.clone()
            };
            **other == named
        };
        if let Some(same) = self.plan.functions.iter().find(is_same) {
            return same.name.clone();
        }
        let own = self.kept.get_mut(label).and_then(Vec::pop);
        let name = own.unwrap_or_else(|| self.names.fresh(label));
        self.plan.functions.push(Function {
            name: name.clone(),
            ..function
        });
        name
    }

    /// Whether a nat is a whole number wherever the program's types make sense.
    pub fn is_whole(&self, nat: &Nat) -> bool {
        if nat.is_integral() {
            return true;
        }
        let mut multiple = |x: &Name| self.multiples.get(x).map(|k| Nat::lit(*k).times(&Nat::var(x)));
        nat.rebuild(&mut multiple, &elder_dpia::Ranges::new())
            .is_integral()
    }

    /// An array that is read in vectors of w has a multiple of w elements; so have the sizes in it.
    fn note_multiples(&mut self, phrase: &Phrase) {
        elder_syntax::effort::deeper(|| {
            if let Node::Prim(
                Prim::AsVector { c, .. }
                | Prim::AsScalar { c, .. }
                | Prim::AsVectorAcc { c, .. }
                | Prim::AsScalarAcc { c, .. },
                _,
            ) = &*phrase.node
                && !c.is_integral()
            {
                let whole = Name::fresh("whole");
                for x in c.variables().into_iter().filter(|x| self.sizes.contains_key(x)) {
                    let solved = c.solve_for(&x, &Nat::var(&whole));
                    let factor = solved.and_then(|n| n.linear_in(&whole));
                    if let Some((k, rest)) = factor
                        && let Some(k) = k.as_constant()
                        && rest.as_constant().is_some_and(|r| k > 0 && r % k == 0)
                    {
                        let known = self.multiples.entry(x).or_insert(1);
                        if k % *known == 0 {
                            *known = k;
                        }
                    }
                }
            }
            for child in phrase.children() {
                self.note_multiples(child);
            }
        });
    }
}
