//! The primitives: one table of names, parameters and types (paper Figure 4 and section 6; notes, sections 4, 10 and 16).
//!
//! A primitive carries its nat and data arguments and is applied to all its phrase arguments at once
//! ([`crate::Node::Prim`]); one that is used as a function is η-expanded.  [`Prim::signature`] gives the types of
//! the arguments and of the result, with the same names n, m, k, δ as the notes.

use crate::{DataType, Name, Nat, PhraseType, UpdateOp};
use elder_syntax::Name as Text;
use elder_syntax::prim::{BinOp, PrimType, PrimValue, TernOp, UnOp};

/// Who runs the iterations of a parallel map or loop (paper 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strategy {
    /// Not decided: the paper's plain `map` and `parfor`.
    Any,
    /// All work-items of the launch, in this dimension (0, 1 or 2).
    Global(u8),
    /// The work-groups of the launch, in this dimension.
    Workgroup(u8),
    /// The work-items of a work-group, in this dimension.
    Local(u8),
    /// One after the other; not for `parfor`, whose sequential form is `for`.
    Seq,
}

/// Where a cell lies (paper 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressSpace {
    /// Seen by all work-items.
    Global,
    /// Seen by the work-items of a group.
    Local,
    /// Seen by one work-item.
    Private,
}

/// Whether the arguments of a primitive form a phrase pair, and so share active identifiers (DPIA-T-PAIR), or are
/// arguments of an application one after the other, and so do not (DPIA-T-APP).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// One phrase tuple.
    Tuple,
    /// Curried.
    Curried,
}

/// What is wrong if a number is no index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexTest {
    /// It is out of bounds (DPIA-E-ASINDEX).
    Bounds,
    /// It counts the elements that go to one place, of which there may be one (DPIA-X-SCATTER-TEST).
    Once,
    /// What made the program made it no index: a mistake there, which no kernel tests (DPIA-X-KNOWN).
    Known,
    /// Nothing: it stands for index 0 (DPIA-X-CLAMP).
    Clamp,
}

impl IndexTest {
    /// All of them.
    pub const ALL: [IndexTest; 4] = [
        IndexTest::Bounds,
        IndexTest::Once,
        IndexTest::Known,
        IndexTest::Clamp,
    ];

    /// The test of the primitive of that name.
    pub fn named(name: &str) -> Option<IndexTest> {
        IndexTest::ALL.into_iter().find(|test| test.name() == name)
    }

    /// The name of the primitive with this test.
    pub fn name(self) -> &'static str {
        match self {
            IndexTest::Bounds => "asIndex",
            IndexTest::Once => "once",
            IndexTest::Known => "known",
            IndexTest::Clamp => "clamp",
        }
    }
}

/// What a command that fails says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Notice {
    /// A sentence without a stop, with `{}` where a number stands that is known when it fails.
    pub message: Text,
    /// The rule and the premise that is broken, `FUT-E-INDEX/bounds`, of the language that the program was made from.
    pub blamed: Option<Text>,
}

impl Notice {
    /// How many numbers the message speaks of.
    pub fn count(&self) -> usize {
        self.message.matches("{}").count()
    }
}

/// The memory that a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fences {
    /// Local memory.
    pub local: bool,
    /// Global memory.
    pub global: bool,
}

/// A launch size: one term a dimension; 1 to 3 dimensions.  Also the extents, or the strides, of a part of an array.
pub type Extent = smallvec::SmallVec<[Nat; 3]>;

/// Numbers of components of a vector: one, or as many as a vector has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Components(smallvec::SmallVec<[u8; 16]>);

impl Components {
    /// These components, if they are one or as many as a vector has.
    pub fn new(numbers: impl IntoIterator<Item = u8>) -> Option<Components> {
        let numbers: smallvec::SmallVec<[u8; 16]> = numbers.into_iter().take(17).collect();
        matches!(numbers.len(), 1 | 2 | 3 | 4 | 8 | 16).then_some(Components(numbers))
    }

    /// In order.
    pub fn numbers(&self) -> &[u8] {
        &self.0
    }

    /// The only one.
    pub fn single(&self) -> Option<u8> {
        match self.numbers() {
            [number] => Some(*number),
            _ => None,
        }
    }

    /// What they are together, of a vector of such numbers.
    pub fn data(&self, of: PrimType) -> DataType {
        match u8::try_from(self.0.len()) {
            Ok(width) if width > 1 => DataType::Vector(width, of),
            _ => DataType::Num(of),
        }
    }

    /// As in text: `xzy`, or `s0a` where a component has no letter.
    pub fn text(&self) -> String {
        let letters: Option<String> = self
            .0
            .iter()
            .map(|i| ['x', 'y', 'z', 'w'].get(usize::from(*i)))
            .collect();
        letters.unwrap_or_else(|| {
            let digits = self.0.iter().filter_map(|i| char::from_digit(u32::from(*i), 16));
            std::iter::once('s').chain(digits).collect()
        })
    }
}

macro_rules! primitives {
    ($($(#[$meta:meta])* $variant:ident = $name:literal
        $({ $($extra:ident : $ety:ty),* })? $([ $($nat:ident),* ])? $(( $($data:ident),* ))? $(< $phrase:ident >)? $(@ $($extent:ident),*)? ;)*) => {
        /// A primitive with its nat and data arguments.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub enum Prim {
            $($(#[$meta])* $variant { $($($extra: $ety,)*)? $($($nat: Nat,)*)? $($($data: DataType,)*)? $($phrase: PhraseType,)? $($($extent: Extent,)*)? },)*
        }

        impl Prim {
            /// The name in text, without strategy or width.
            pub fn name(&self) -> &'static str {
                match self { $(Prim::$variant { .. } => $name),* }
            }

            /// Calls `f` on every nat.
            #[allow(unused_variables)]
            pub fn each_nat(&self, f: &mut dyn FnMut(&Nat)) {
                match self {
                    $(Prim::$variant { $($($extra,)*)? $($($nat,)*)? $($($data,)*)? $($phrase,)? $($($extent,)*)? } => {
                        $($(f($nat);)*)?
                        $($($data.each_nat(f);)*)?
                        $($phrase.each_nat(f);)?
                        $($($extent.iter().for_each(&mut *f);)*)?
                    }),*
                }
            }

            /// Calls `f` on every variable of a nat or a data type.
            #[allow(unused_variables)]
            pub fn each_variable(&self, f: &mut dyn FnMut(&Name)) {
                match self {
                    $(Prim::$variant { $($($extra,)*)? $($($nat,)*)? $($($data,)*)? $($phrase,)? $($($extent,)*)? } => {
                        $($($nat.each_variable(f);)*)?
                        $($($data.each_variable(f);)*)?
                        $($phrase.each_variable(f);)?
                        $($($extent.iter().for_each(|n| n.each_variable(f));)*)?
                    }),*
                }
            }

            /// With `f` at every nat and `g` at every variable of a data type.
            #[allow(unused_variables)]
            pub fn map(&self, f: &mut dyn FnMut(&Nat) -> Nat, g: &mut dyn FnMut(&Name) -> DataType) -> Prim {
                match self {
                    $(Prim::$variant { $($($extra,)*)? $($($nat,)*)? $($($data,)*)? $($phrase,)? $($($extent,)*)? } => Prim::$variant {
                        $($($extra: $extra.clone(),)*)?
                        $($($nat: f($nat),)*)?
                        $($($data: $data.map(f, g),)*)?
                        $($phrase: $phrase.map(f, g),)?
                        $($($extent: $extent.iter().map(&mut *f).collect(),)*)?
                    }),*
                }
            }
        }
    };
}

primitives! {
    // ---- expressions: numbers (4.1, 16.5) ----
    /// A number; `of` is the type of `value` (DPIA-P-LIT).
    Literal = "literal" { value: PrimValue } (of);
    /// An operator of one operand, componentwise on vectors (DPIA-P-NEG, DPIA-O-VOP).
    Unary = "unary" { op: UnOp } (of);
    /// An operator of two operands, componentwise on vectors (DPIA-P-ARITH, DPIA-O-VOP, DPIA-X-BOOL).
    Binary = "binary" { op: BinOp } (of);
    /// An operator of three operands.
    Ternary = "ternary" { op: TernOp } (of);
    /// A float times a power of two (DPIA-P-LDEXP).
    Ldexp = "ldexp" { of: PrimType };
    /// From a number, a truth value or an index to a number.
    Convert = "convert" { to: PrimType } (from);
    /// The value of a nat, as a number.
    NatValue = "nat" { of: PrimType } [value];
    /// The index `value` into arrays of length n; the obligation is value < n.
    IndexLiteral = "at" [value, n];
    /// A number as an index into arrays of length n; the test says what one out of bounds is.
    AsIndex = "asIndex" { from: PrimType, test: IndexTest } [n];
    /// `if`, of expressions or of commands (DPIA-X-BOOL).
    If = "if" <result>;
    /// Names the value of an expression in an expression or a command.
    Let = "let" (of) <result>;

    // ---- expressions: arrays and pairs (4.1, 10, 16) ----
    Map = "map" { strategy: Strategy } [n] (from, to);
    /// Left to right: element first, accumulator second (DPIA-P-REDUCE).
    Reduce = "reduce" [n] (from, to);
    /// Inclusive, left to right (DPIA-X-SCAN).
    Scan = "scanSeq" [n] (from, to);
    /// A reduction by the items of one work-group together; the operator is associative and `init` its neutral element (DPIA-X-REDUCE-GROUP).
    ReduceGroup = "reduceLocal" { dimension: u8 } [n] (of);
    /// An inclusive scan by the items of one work-group together (DPIA-X-SCAN-GROUP).
    ScanGroup = "scanLocal" { dimension: u8 } [n] (of);
    /// Rows of `width` elements, each reduced by the lanes of a sub-group, neighbours first; the operator is associative (DPIA-X-REDUCE-SUBGROUP).
    ReduceSubgroup = "reduceSubgroup" { width: u8 } [m] (of);
    /// Inclusive scans of rows of `width` elements (DPIA-X-SCAN-SUBGROUP).
    ScanSubgroup = "scanSubgroup" { width: u8 } [m] (of);
    /// Element l of each row is element g(l) of it: lanes of a sub-group read from each other (DPIA-X-SHUFFLE).
    Shuffle = "shuffle" { width: u8 } [m] (of);
    /// Whether the lanes of sub-groups of this width can read from each other on the device that runs the kernel (DPIA-X-HASSUBGROUPS).
    HasSubgroups = "hasSubgroups" { width: u8 };
    Zip = "zip" [n] (first, second);
    Unzip = "unzip" [n] (first, second);
    /// From n·m elements to m chunks of n.
    Split = "split" [n, m] (of);
    /// From n rows of m to n·m elements.
    Join = "join" [n, m] (of);
    Pair = "pair" (first, second);
    Fst = "fst" (first, second);
    Snd = "snd" (first, second);
    Idx = "idx" [n] (of);
    /// Marks a function's result as stored in this space (paper 6.2).
    To = "to" { space: AddressSpace } (from, to);
    /// `width` neighbours as one vector: from (c·width).t to c.t<width>.
    AsVector = "asVector" { width: u8, of: PrimType } [c];
    /// The other way round.
    AsScalar = "asScalar" { width: u8, of: PrimType } [c];
    /// A vector with equal components.
    Splat = "splat" { width: u8, of: PrimType };
    /// A vector of its components, in order (DPIA-O-VECTOR).
    VectorLiteral = "vec" { width: u8, of: PrimType };
    /// Some components of a vector: one is a number, several are a vector (DPIA-O-SWIZZLE).
    Swizzle = "swizzle" { width: u8, of: PrimType, components: Components };
    /// The component of an index below the width (DPIA-O-VECIDX).
    VectorIdx = "vectorIdx" { width: u8, of: PrimType };
    /// The first n of n+m.
    Take = "take" [n, m] (of);
    /// All but the first n of n+m.
    Drop = "drop" [n, m] (of);
    Transpose = "transpose" [n, m] (of);
    /// 1+n windows of `size`, `step` apart, over step·n + size elements.
    Slide = "slide" [n, size, step] (of);
    /// `left` and `right` more elements, equal to the nearest; n > 0.
    PadClamp = "padClamp" [n, left, right] (of);
    /// `left` and `right` more elements, equal to the first argument.
    PadConst = "padCst" [n, left, right] (of);
    /// m elements of n, by their indexes.
    Gather = "gather" [n, m] (of);
    /// By an index function and its inverse, both exp[idx n] → exp[idx n].
    Reorder = "reorder" [n] (of);
    /// Element i is element i/(n/s) + s·(i mod n/s); s divides n (DPIA-X-STRIDE).
    Stride = "reorderWithStride" [n, s] (of);
    /// Element (i, …) is element o + Σ i·s of m, for an extent and a stride a dimension (DPIA-X-STRIDED).
    Strided = "strided" [m, o] (of) @ extents, strides;
    /// From a function of the index.
    Generate = "generate" [n] (of);
    Concat = "concat" [n, m] (of);
    /// `result[J[i]] = E[i]`; J is a permutation of n (DPIA-X-SCATTER).
    Scatter = "scatter" [n] (of);
    /// A copy of the first argument (m) in which element J[i] is E[i] (n of them, J injective).
    ScatterInto = "scatterInto" [n, m] (of);
    /// A copy of the first argument (m) in which element J[i] is E[i]; of several i with the same J[i] the last counts (DPIA-X-SCATTERLAST).
    ScatterLast = "scatterLast" [n, m] (of);
    /// The elements of which the predicate holds, how many they are, and the others, to a function of all three (DPIA-X-PARTITION).
    Partition = "partition" [n] (of, to);
    /// The same, counted in rows of `width` elements, each by a work-group (DPIA-X-PARTITION-GROUPS).
    PartitionGroups = "partitionWorkgroup" [width, n] (of, to);
    /// A copy of the first argument (m) in which element J[i] is updated by E[i], for all i < n, in any order (DPIA-X-ACCUM).
    ReduceByIndex = "reduceByIndex" { op: UpdateOp, of: PrimType } [n, m];
    /// f at sizes m·n^(k−1) … m, each step dividing the length by n (DPIA-X-ITER).
    Iterate = "iterate" [n, m, k] (of);
    /// k steps on a state (DPIA-X-LOOP).
    LoopSeq = "loopSeq" [k] (of);
    /// Steps while the condition holds (DPIA-X-ITERWHILE).
    IterWhile = "iterWhile" (of);
    /// One element replaced (DPIA-X-UPD).
    Update = "update" [n] (of);
    /// The first argument, a function of values, applied to the others; it stays a function, of this name (DPIA-X-CALL).
    Call = "call" { label: Text } < function >;
    /// Marks an expression as computed by one kernel, with this launch size (DPIA-X-RUN).
    Run = "run" (of) @ local, global;

    // ---- commands (4.2, 10, 12, 16) ----
    Skip = "skip";
    Seq = "seq";
    /// `space` is decided by stage II at the latest.
    New = "new" { space: Option<AddressSpace> } (of);
    /// To a cell that one assignment writes: a number, an index, a vector (DPIA-P-ASSIGN).
    Assign = "assign" (of);
    For = "for" { unroll: bool } [n];
    /// Parallel loop over the elements of an acceptor (DPIA-P-PARFOR); the strategy is not `Seq`.
    Parfor = "parfor" { strategy: Strategy } [n] (of);
    /// Parallel (or, with `Seq`, sequential) loop over the elements of a variable, each body owning one (DPIA-X-MAPINPLACE).
    ParforInPlace = "parforInPlace" { strategy: Strategy } [n] (of);
    /// Parallel loop that owns no acceptor; its passive body can only update accumulators (DPIA-X-PARFOREACH).
    ParforEach = "parforEach" { strategy: Strategy } [n];
    While = "while";
    /// The number e as a nat k of at most `most`, for a command; out of bounds is a run-time error (DPIA-X-SIZE).
    LetSize = "letSize" { of: PrimType } [most];
    /// A variable of n+m elements as two, that of the first n and that of the others (DPIA-X-PART).
    Part = "partAt" [n, m] (of);
    /// k steps that read one variable and write the other in turn (DPIA-X-DBLFOR).
    DoubleFor = "dblFor" [k, n] (of);
    /// Lends an acceptor as an accumulator; its content is updated (DPIA-X-ACCUM).
    Accumulating = "accumulating" { op: UpdateOp } (of);
    /// `u op= e`, for a number.
    UpdateBy = "updateBy" { op: UpdateOp, of: PrimType };
    /// What a command makes of the number of an accumulator, in one step (DPIA-X-SWAP).
    SwapAt = "swapAt" { of: PrimType };
    /// The program has failed (DPIA-X-FAIL); its arguments are the numbers of what it says.
    Fail = "fail" { notice: Notice };
    /// All items of a work-group wait for each other.
    Barrier = "barrier" { fences: Fences };
    /// One kernel: a command at the level of the grid, with its launch size (DPIA-X-RUN).
    Launch = "launch" @ local, global;

    // ---- acceptors (4.2, 16) ----
    IdxAcc = "idxAcc" [n] (of);
    /// The accumulator of one element.
    IdxUpd = "idxUpd" { op: UpdateOp } [n] (of);
    ZipAcc1 = "zipAcc1" [n] (first, second);
    ZipAcc2 = "zipAcc2" [n] (first, second);
    UnzipAcc = "unzipAcc" [n] (first, second);
    SplitAcc = "splitAcc" [n, m] (of);
    JoinAcc = "joinAcc" [n, m] (of);
    /// Rows of l of an array of n, the last one cut: element (r, c) is element l·r + c (DPIA-X-CUTACC).
    CutAcc = "cutAcc" [n, l] (of);
    PairAcc1 = "pairAcc1" (first, second);
    PairAcc2 = "pairAcc2" (first, second);
    /// Two acceptors as one (DPIA-X-MULTI).
    PairAcc = "pairAcc" (first, second);
    AsVectorAcc = "asVectorAcc" { width: u8, of: PrimType } [c];
    AsScalarAcc = "asScalarAcc" { width: u8, of: PrimType } [c];
    TakeAcc = "takeAcc" [n, m] (of);
    DropAcc = "dropAcc" [n, m] (of);
    TransposeAcc = "transposeAcc" [n, m] (of);
    /// Each element through a function of acceptors.
    MapAcc = "mapAcc" [n] (from, to);
    /// By the inverse of an index function and the function.
    ReorderAcc = "reorderAcc" [n] (of);
    StrideAcc = "strideAcc" [n, s] (of);
    /// Element (i, …) is element o + Σ i·s of m (DPIA-X-STRIDEDACC).
    StridedAcc = "stridedAcc" [m, o] (of) @ extents, strides;
    /// First argument the indexes; `m` the length of the target (DPIA-X-SCATTER).
    ScatterAcc = "scatterAcc" [n, m] (of);

    // ---- between (4.3): gone after stage II ----
    MapI = "mapI" { strategy: Strategy } [n] (from, to);
    ReduceI = "reduceI" [n] (from, to);
    ScanI = "scanI" [n] (from, to);
    ReduceGroupI = "reduceLocalI" { dimension: u8 } [n] (of);
    ScanGroupI = "scanLocalI" { dimension: u8 } [n] (of);
    /// These three stay to the end where the device may have sub-groups.
    ReduceSubgroupI = "reduceSubgroupI" { width: u8 } [m] (of);
    ScanSubgroupI = "scanSubgroupI" { width: u8 } [m] (of);
    ShuffleI = "shuffleI" { width: u8 } [m] (of);
}

/// What a size is at most of which nothing else is said (DPIA-X-SIZE): what indexes of 32 bits count to.
pub const MOST_SIZE: i64 = i32::MAX as i64;

impl Prim {
    /// A number of type `from` as an index below `n`, which is an error if it is none.
    pub fn as_index(from: PrimType, n: &Nat) -> Prim {
        Prim::AsIndex {
            test: IndexTest::Bounds,
            from,
            n: n.clone(),
        }
    }

    /// Whether the items of a group, or of a sub-group, combine values with an operator that each of them runs by itself (DPIA-L-COOP).
    pub fn combines_in_groups(&self) -> bool {
        matches!(
            self,
            Prim::ReduceGroup { .. }
                | Prim::ScanGroup { .. }
                | Prim::ReduceGroupI { .. }
                | Prim::ScanGroupI { .. }
                | Prim::ReduceSubgroup { .. }
                | Prim::ScanSubgroup { .. }
                | Prim::ReduceSubgroupI { .. }
                | Prim::ScanSubgroupI { .. }
        )
    }

    /// Number of phrase arguments.
    pub fn arity(&self) -> usize {
        self.signature().arguments.len()
    }
}
