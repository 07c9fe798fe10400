//! Rules of the judgement: elaboration.  A text of Dex becomes core, whose types, rows, implicit arguments and dictionaries are found by unification
//! (notes, section 1.2).  What the core then has to fulfil stands with the rules of typing; a mismatch that is found here is refused by those.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Typing;

    DX_EL_NAME = "DX-EL-NAME", "a name means what the nearest binder of it binds", "notes 1.2, DX-T-VAR",
        [scope: "the name is in scope",
         defined: "nothing at the top of files is defined twice",
         twice: "a pattern binds a name once"];
    DX_EL_ANF = "DX-EL-ANF", "every intermediate result is named, function before argument, left to right", "notes 1.2", [];
    DX_EL_FORN = "DX-EL-FORN", "several binders are one loop, function or view in another", "notes 1.2", [];
    DX_EL_PAT = "DX-EL-PAT", "a pattern takes what it is matched with apart: a pair, a record, data with one constructor, a table of known size", "notes 1.2",
        [form: "what is taken apart has the form of the pattern",
         sum: "the pattern cannot fail, except in an alternative of `case`",
         count: "the constructor holds as many values as the pattern names"];
    DX_EL_REFPAT = "DX-EL-REFPAT", "a pattern of pairs takes references to pairs apart", "notes 1.2; DX-Z-10", [];
    DX_EL_REST = "DX-EL-REST", "what is left of a record or a variant has the labels that are not named, in their order; with more labels they stand behind those of their name", "dex-lang",
        [form: "what stands behind `...` is a record, or a variant",
         known: "the labels of what is left are known in the end"];
    DX_EL_ROW = "DX-EL-ROW", "a function at the top that takes apart records or variants of a row is written where it is used, for the labels that are known there", "own",
        [known: "the labels are known where it is used"];
    DX_EL_LENS = "DX-EL-LENS", "a label as a value is an isomorphism between what has it and what is left", "dex-lang", [];
    DX_EL_GEN = "DX-EL-GEN", "lower-case names of a signature that are bound nowhere, or at the top to what cannot stand there, are implicit arguments; implicit arguments are found at each use", "notes 1.2", [];
    DX_EL_HOLE = "DX-EL-HOLE", "what is not written is what its uses force", "notes 1.2",
        [known: "the uses force one type"];
    DX_EL_SCOPE = "DX-EL-SCOPE", "what is found for something that is not written has only names that are in scope where it stands", "DX-T-LET",
        [escape: "the type does not depend on what is bound further in"];
    DX_EL_IF = "DX-EL-IF", "`if` is `case` of a Bool", "notes 1.2", [];
    DX_EL_TAB = "DX-EL-TAB", "a table in brackets is over the numbers below its length, or over an index set of that size", "notes 1.2",
        [rows: "elements of several types are tables of lengths that are known"];
    DX_EL_DOLLAR = "DX-EL-DOLLAR", "`f $ x` is `f x`", "notes 1.2", [];
    DX_EL_POINT = "DX-EL-POINT", "`f . x` is `f x` where `f` is a function", "dex-lang", [];
    DX_EL_DEF = "DX-EL-DEF", "a definition of a function is a function, whose last arrow has the effects", "notes 1.2", [];
    DX_EL_EFF = "DX-EL-EFF", "a function does what the type that is wanted of it says, and nothing if none is known; a loop does what may be done around it", "notes 1.2", [];
    DX_EL_CLASS = "DX-EL-CLASS", "an instance is found by its type: among those that are given, what they need besides, and those that are declared", "dex-lang",
        [interface: "what an instance is of is an interface",
         found: "there is an instance of this type",
         method: "an instance has each method of the interface once, and no other"];
    DX_EL_SEARCH = "DX-EL-SEARCH", "the search for an instance ends, and finds one", "Haskell: the Paterson conditions; dex-lang: candidates",
        [smaller: "what an instance asks for has fewer names and constructors than what it is of, and no name more often",
         one: "no two instances are of this type, with all that they ask for"];
    DX_EL_INDEXSET = "DX-EL-INDEXSET", "an instance of IndexSet says size, ordinals and members of a declared type, for all of its parameters", "paper section 3.4",
        [declared: "what is made an index set is a type that a program declares",
         parameters: "the parameters of the type are names, each once, and the instance takes nothing else",
         once: "the type has no other instance",
         first: "nothing before had the type as an index set"];
    DX_EL_KIND = "DX-EL-KIND", "a type is in the classes that its uses ask for", "paper Figure 9; DX-K-VAR",
        [index: "what is indexed by, or counted, is an index set",
         data: "what is kept in a reference is data",
         space: "what is added, or derived by, is a vector space"];
    DX_EL_TYPE = "DX-EL-TYPE", "functions that make types are unfolded", "plan of issue 12, decision 2",
        [value: "nothing is computed in a signature"];
    DX_EL_PRIM = "DX-EL-PRIM", "a primitive operation stands with all its operands", "dex-lang",
        [known: "there is such an operation",
         count: "it has as many operands as it takes"];
    DX_EL_ACCUM = "DX-EL-ACCUM", "a handler of accumulators that is given an action alone adds vectors; given a monoid, it lifts that to tables", "DX-Z-17; plan of issue 12, decision 7", [];
    DX_EL_IMPORT = "DX-EL-IMPORT", "what is imported is a module of the library or a file beside the one that imports it, once", "dex-lang",
        [found: "there is such a module or file",
         readable: "the file can be read, and is UTF-8",
         cycle: "no file imports itself, by way of others or not",
         legal: "all that it defines is legal"];
    DX_EL_ERROR = "DX-EL-ERROR", "`error` of a text that is written ends the run with that text", "dex-lang", [];
    DX_EL_FORM = "DX-EL-FORM", "the construct is one that Elder has", "own",
        [known: "Elder has the construct"];
    DX_EL_EFFORT = "DX-EL-EFFORT", "a program is judged within the limits of the command", "own",
        [steps: "there are steps left", memory: "there is memory left"];
}
