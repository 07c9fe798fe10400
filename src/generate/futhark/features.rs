//! What programs contain: features, which are switched off at random, and constructs, which are counted.

use crate::Choices;
use crate::kit::each;

/// What a program may do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Arrays that are no part of what another feature needs.
    Arrays,
    /// Records.
    Records,
    /// Sums.
    Sums,
    /// All primitive types, not the four most common.
    Widths,
    /// Functions that are bound by `let`, given and taken.
    Functions,
    /// Size and type parameters.
    Polymorphism,
    /// Modules, module types and functors.
    Modules,
    /// Loops.
    Loops,
    /// Updates in place and what consumes.
    Updates,
    /// Sizes that only running the program gives.
    Unknown,
    /// Floats at the ends of their range, and those that are no numbers.
    Floats,
    /// Names for types.
    Abbreviations,
    /// What may fail when it is run.
    Errors,
    /// The functions of the library.
    Library,
    /// What other implementations do not have, some not yet, or mean otherwise: recursion, streams, accumulators by name, coerced functions,
    /// attributes with a meaning, updates within records, `>>>`, sizes that `partition` names, functors without a name.
    Extensions,
    /// What a machine may compute otherwise: f16, elementary functions, shifts by more than the width, bits of floats that are no numbers,
    /// integers of floats that are none.
    Machine,
    /// Inputs and results of entry points that the data formats cannot express.
    Interfaces,
    /// Functions of conditionals, loops and arrays, which the checker takes when it is told so.
    FunctionBranches,
}

/// How many are switched off at random.
const FEATURES: usize = Feature::Library as usize + 1;

/// What is only left out of programs for other implementations.
const OWN: [Feature; 4] = each! { Feature: Extensions Machine Interfaces FunctionBranches };

/// The features that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// All but some.
    pub fn choose(c: &mut Choices) -> Features {
        let mut on = (1 << (FEATURES + OWN.len())) - 1;
        for _ in 0..c.below(4) {
            on &= !(1 << c.below(FEATURES));
        }
        // Programs that fail say less than those that have a value.
        if c.below(4) > 0 {
            on &= !(1 << Feature::Errors as u32);
        }
        // They are no programs of the language as others have it.
        if on >> Feature::Functions as u32 & 1 == 0 || c.below(6) > 0 {
            on &= !(1 << Feature::FunctionBranches as u32);
        }
        Features(on)
    }

    /// Without what the checker takes only if it is told so.
    pub fn for_the_checker(self) -> Features {
        Features(self.0 & !(1 << Feature::FunctionBranches as u32))
    }

    /// Without what only this implementation has.
    pub fn for_others(self) -> Features {
        let own = OWN.iter().fold(0, |own, feature| own | 1 << *feature as u32);
        Features(self.0 & !own)
    }

    /// Whether it is on.
    pub fn on(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 == 1
    }
}

macro_rules! names {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = concat!("`", $text, "`")] $variant),* }
        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// What it is called in reports.
            pub const fn name(self) -> &'static str { match self { $($name::$variant => $text),* } }
        }
    };
}

names! {
    /// What is counted.
    Construct {
        Variable = "variable", Literal = "literal", Boundary = "boundary value", If = "if", Match = "match", Let = "let",
        LetFunction = "let of a function", Destructured = "pattern taken apart",
        Shadowed = "name shadowed", Infix = "infix operator", Chain = "chain of operators", Prefix = "prefix operator", Comparison = "comparison",
        Equality = "equality of compound values", Conversion = "conversion", NumberFunction = "function of a module of numbers",
        ModuleOpened = "module opened in an expression", LibraryCall = "call of the library", OwnCall = "call of the program's function",
        Partial = "partial application", Lambda = "lambda", Section = "section", OperatorFunction = "operator as a function",
        Projection = "projection", FunctionVariable = "function by its name", LambdaApplied = "lambda applied", Backticks = "function in backticks",
        Index = "index", IndexChecked = "index in bounds by a test", IndexUnchecked = "index that may fail", Slice = "slice",
        StridedSlice = "slice with a stride", ArrayLiteral = "array literal", StringLiteral = "string literal", Range = "range",
        Coercion = "coercion", Ascription = "ascription", TupleMade = "tuple", RecordMade = "record", RecordUpdated = "record update",
        Constructed = "constructor", FieldTaken = "field", Update = "update", UpdateSlice = "update of a slice", UpdateField = "update within a record",
        LetUpdate = "update by let", ConsumingCall = "call that consumes", ForLoop = "for loop", ForInLoop = "for-in loop", WhileLoop = "while loop",
        ConsumingLoop = "loop that consumes", Unknown = "unknown size named", SizesNamed = "sizes of a type named", UnknownCoerced = "unknown size coerced",
        Partitioned = "partition with dependent sizes", Assert = "assert", BranchConsumes = "branch that consumes",
        Abbreviated = "abbreviation used", TypeDefined = "type defined", FunctionDefined = "function defined", PolymorphicDefined = "polymorphic function defined",
        HigherOrderDefined = "higher-order function defined", CurriedDefined = "function that gives a function", ConsumingDefined = "consuming function defined", OperatorDefined = "operator defined",
        RecursiveDefined = "recursive function defined", UnknownResult = "function with an unknown size in its result", ConstantDefined = "constant defined", Module = "module", ModuleType = "module type",
        Ascribed = "module ascribed", Functor = "functor", HigherFunctor = "functor that takes a functor", Applied = "functor applied", Opened = "open", WithType = "module type with",
        Include = "include", Nested = "module in a module", Local = "local", Entry = "entry point", Observed = "variable as a result", Law = "law", Phrase = "phrase", Nest = "operators within each other", SizedInput = "input of a named size", RecordInput = "input of a record", HistOverlap = "histogram", Attribute = "attribute",
        MeaningfulAttribute = "attribute with a meaning", Hole = "hole", Failing = "check that fails", Clash = "several operands that fail", SizeComputed = "size computed", Classified = "partition by classes", TestedPattern = "pattern that asks for several things",
        FunctionTravels = "function that travels", SizeTravels = "unknown size that travels", ArraySection = "section of an array", LocalPolymorphic = "polymorphic function in a block", SizeExistential = "module that hides a size", ExistentialSizes = "values of existential sizes",
        VariableConsumed = "variable consumed by a call", ConstantUnsized = "constant of unknown size", SizesDisagree = "input of another size", Rearranged = "rearrange", Reshaped = "reshape", StreamMap = "stream_map",
        StreamRed = "stream_red", Accumulated = "accumulator", FlatIndex = "flat index", FlatUpdate = "flat update", CoercedFunction = "coerced function",
        FunctionOfBranch = "function of a branch", FunctionOfCase = "function of a case", FunctionOfRecord = "function in a record of a branch",
        FunctionOfTuple = "functions in a tuple of a branch", FunctionOfArray = "function of an array", FunctionOfLoop = "function of a loop",
        FunctionOfSum = "function in a sum of a branch", FunctionBehindValue = "function of a branch with a value of its own",
        FunctionOfFunction = "function that a function of a branch gives", FunctionInPart = "function of a branch in part", ChoiceApplied = "function of a branch applied",
        FunctionsInTurn = "loop over functions", FunctionWithArrays = "function with arrays of a branch",
    }
}
