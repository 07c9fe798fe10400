//! The text of one kernel in the making: statements so far, names in use, parameters that turned out to be needed.

use super::doubtful::Doubtful;
use super::host::{BufferKey, Host, ScalarKey};
use elder_dpia::{Extent, Known, Name, Nat, Ranges, Walk};
use elder_kernel::c::{Expr, Stmt, StmtKind, WorkItem};
use elder_kernel::interval::Terms;
use elder_kernel::plan::Argument;
use elder_kernel::print::Dialect;
use elder_kernel::words::Names;
use elder_syntax::{Diagnostic, Name as Word, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What the types call success.
pub type Done<T = ()> = Result<T, Box<Diagnostic>>;

/// Which parallel loops are around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// None: all items of the launch do the same.
    Grid,
    /// Loops over work-groups.
    Group,
    /// Loops over work-items.
    Item,
}

/// Who an index belongs to that is another one in each work-item of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemIndex {
    /// The dimension of the launch.
    pub dimension: u8,
    /// Whether each work-item has at most one.
    pub once: bool,
}

/// Memory of a work-group in C with OpenMP.
#[derive(Clone, Debug)]
pub struct GroupMemory {
    /// Its name.
    pub name: Word,
    /// What declares it.
    pub declare: Stmt,
    /// What gives it back.
    pub release: Option<Stmt>,
}

/// The parameters that the kernel turned out to need.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Buffers, and what the kernel does with them.
    pub buffers: BTreeMap<BufferKey, Access>,
    /// Scalars that the program takes.
    pub scalars: BTreeSet<ScalarKey>,
    /// Sizes.
    pub sizes: BTreeSet<Name>,
    /// Whether something may have no value.
    pub failure: bool,
    /// Whether it relies on numbers of which nobody tests here that they are indexes (DPIA-G-KNOWN).
    pub owed: bool,
}

/// What a kernel does with a buffer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Access {
    /// Whether it reads elements.
    pub reads: bool,
    /// Whether it writes elements.
    pub writes: bool,
}

/// A kernel in the making.
pub struct Text<'h> {
    /// The program around it.
    pub host: &'h mut Host,
    /// The statements of the innermost block.
    pub block: Vec<Stmt>,
    /// The names in scope.
    pub names: Names,
    /// What is known where the next statement will stand.
    pub known: Known,
    /// Numbers that were tested in the blocks around to be below lengths that may be 0.
    pub doubtful: Doubtful,
    /// How C calls the index variables.
    pub indexes: FxHashMap<Name, Expr>,
    /// Index variables that differ between the items of a group.
    pub items: FxHashMap<Name, ItemIndex>,
    /// The parameters.
    pub uses: Uses,
    /// Local memory: declarations, at the top of the kernel, and parameters.
    pub locals: Vec<Stmt>,
    /// Local memory that is passed as parameters.
    pub local_parameters: Vec<(elder_kernel::c::Param, Argument)>,
    /// Bytes of local memory declared.
    pub local_bytes: u64,
    /// The parallel loops around.
    pub level: Level,
    /// C with OpenMP: whether the statement is run by several threads.
    pub in_parallel: bool,
    /// The size of the launch: of a group, of all.
    pub launch: (Extent, Extent),
    /// Accesses of private arrays that outlive loops over items.
    pub recording: Recording,
    /// Ids of work-items that have a name in scope.
    pub ids: FxHashMap<(WorkItem, u8), Word>,
    /// What gives heap memory back at the end of the block.
    pub heap: Vec<Stmt>,
    /// C with OpenMP: memory that each work-group has for itself, declared before the loops over work-groups.
    pub group_memory: Vec<GroupMemory>,
    /// Index variables that private arrays are indexed by: registers have no addresses, so their loops are unrolled.
    pub register_indexes: FxHashSet<Name>,
    /// What the kernel computes in the type of indexes.
    pub terms: Terms,
    /// What index variables are called there, by what they are known to be less than.
    pub term_variables: FxHashMap<(Name, Option<Nat>), Word>,
    /// C with OpenMP: how many iterations the parallel loops around have together.
    pub iterations: Nat,
    /// The place of the command at hand.
    pub span: Span,
}

impl Walk for Text<'_> {
    fn known(&mut self) -> &mut Known {
        &mut self.known
    }
}

impl<'h> Text<'h> {
    /// An empty kernel.
    pub fn new(host: &'h mut Host, names: Names, launch: (Extent, Extent)) -> Text<'h> {
        let mut known = Known::default();
        known.learn(host.known.clone());
        let doubtful = Doubtful::new(host.known.clone());
        Text {
            host,
            block: Vec::new(),
            names,
            known,
            doubtful,
            indexes: FxHashMap::default(),
            items: FxHashMap::default(),
            uses: Uses::default(),
            locals: Vec::new(),
            local_parameters: Vec::new(),
            local_bytes: 0,
            level: Level::Grid,
            in_parallel: false,
            launch,
            recording: Recording::default(),
            ids: FxHashMap::default(),
            heap: Vec::new(),
            group_memory: Vec::new(),
            register_indexes: FxHashSet::default(),
            terms: Terms::default(),
            term_variables: FxHashMap::default(),
            iterations: Nat::one(),
            span: Span::NONE,
        }
    }

    /// Whether work-items are iterations of loops.
    pub fn is_openmp(&self) -> bool {
        self.host.dialect == Dialect::OpenMp
    }

    /// Adds a statement to the block.
    pub fn push(&mut self, stmt: Stmt) {
        self.block.push(stmt.at(self.span));
    }

    /// Adds a statement to the block.
    pub fn push_kind(&mut self, kind: StmtKind) {
        self.push(Stmt::new(kind));
    }

    /// The statements that `f` makes, as a block of their own: names declared in it end with it.
    pub fn inner(&mut self, f: impl FnOnce(&mut Self) -> Done) -> Done<Vec<Stmt>> {
        let outer = std::mem::take(&mut self.block);
        let heap = std::mem::take(&mut self.heap);
        let (names, ids) = (self.names.clone(), self.ids.clone());
        let result = self.in_block(f);
        let own = std::mem::replace(&mut self.heap, heap);
        self.block.extend(own.into_iter().rev());
        (self.names, self.ids) = (names, ids);
        let block = std::mem::replace(&mut self.block, outer);
        result.map(|()| block)
    }

    /// What `f` gives; what it tests is known within it only.
    fn in_block<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.doubtful.mark();
        let result = self.within((*self.known).clone(), f);
        self.doubtful.end(mark);
        result
    }

    /// What `f` gives where the index variable is below `n`, as in the body of its loop.
    pub fn below<T>(&mut self, i: &Nat, n: &Nat, f: impl FnOnce(&mut Self) -> T) -> T {
        match i.as_variable() {
            Some(x) => self.where_known(&|known| known.below(x, n), f),
            None => f(self),
        }
    }

    /// What `f` gives where more is known.
    pub fn where_known<T>(&mut self, more: &dyn Fn(&Ranges) -> Ranges, f: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.doubtful.mark();
        self.doubtful.know(more);
        let result = self.within(more(&self.known), f);
        self.doubtful.forget(mark);
        result
    }

    /// In the rest of the block, the variable is below `n`, or 0 after a test that failed (DPIA-G-TRAP): if n is 0, that is not below it.
    pub fn learn_below(&mut self, i: &Nat, n: &Nat) {
        if let Some(x) = i.as_variable() {
            let one = Nat::one();
            let ranges = match n.minus(&one).is_nonnegative(&self.known) {
                true => {
                    self.doubtful.know(|passed| passed.below(x, n));
                    self.known.below(x, n)
                }
                false => {
                    self.doubtful.push(x, n);
                    self.known.below(x, &n.maximum(&one))
                }
            };
            self.known.learn(ranges);
        }
    }

    /// What `f` gives, and the statements that have to stand before it.  Unlike in [`Text::inner`], names stay.
    pub fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> Done<T>) -> Done<(Vec<Stmt>, T)> {
        let outer = std::mem::take(&mut self.block);
        let ids = self.ids.clone();
        let result = self.in_block(f);
        self.ids = ids;
        let block = std::mem::replace(&mut self.block, outer);
        result.map(|value| (block, value))
    }

    /// What `f` gives if it is of use; otherwise everything is as it was.
    pub fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Done<Option<T>>) -> Done<Option<T>> {
        let (names, uses, ids) = (self.names.clone(), self.uses.clone(), self.ids.clone());
        let length = self.block.len();
        let (known, mark) = ((*self.known).clone(), self.doubtful.mark());
        let outcome = f(self);
        if !matches!(outcome, Ok(Some(_))) {
            self.block.truncate(length);
            self.known.learn(known);
            self.doubtful.forget(mark);
            (self.names, self.uses, self.ids) = (names, uses, ids);
        }
        outcome
    }
}

/// An access to a private array under trial.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// At these indexes.
    pub indexes: Vec<Nat>,
    /// Whether it writes within a loop over work-items.
    pub by_item: bool,
}

/// The accesses to private arrays under trial, and what was found of arrays whose trial is over.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// Of each part of an array that is on trial.
    accesses: Vec<Vec<Recorded>>,
    /// Arrays that were tried together, in the order in which they are met: which dimensions of their parts each work-item does without.
    found: VecDeque<(Name, Vec<Vec<bool>>)>,
}

impl Recording {
    /// Whether this is a trial.
    pub fn is_on(&self) -> bool {
        !self.accesses.is_empty()
    }

    /// Records the accesses of an array of so many parts: where it stands among those tried together, and the number of its first part.
    pub fn begin(&mut self, x: &Name, parts: usize) -> (usize, usize) {
        let (place, first) = (self.found.len(), self.accesses.len());
        self.found.push_back((x.clone(), Vec::new()));
        self.accesses.extend((0..parts).map(|_| Vec::new()));
        (place, first)
    }

    /// An access to this part.
    pub fn access(&mut self, part: usize, access: Recorded) {
        if let Some(own) = self.accesses.get_mut(part) {
            own.push(access);
        }
    }

    /// The accesses of an array whose first part has this number, which nobody records any more.
    pub fn end(&mut self, first: usize) -> Vec<Vec<Recorded>> {
        self.accesses.split_off(first)
    }

    /// What was found of the array that stands there.
    pub fn found(&mut self, place: usize, dropped: Vec<Vec<bool>>) {
        if let Some(own) = self.found.get_mut(place) {
            own.1 = dropped;
        }
    }

    /// What was found of an array, if it is the next of those tried together.
    pub fn tried(&mut self, x: &Name) -> Option<Vec<Vec<bool>>> {
        self.found
            .pop_front_if(|(tried, _)| tried == x)
            .map(|(_, dropped)| dropped)
    }

    /// Nothing that was found is of use any more.
    pub fn forget(&mut self) {
        self.found.clear();
    }
}
