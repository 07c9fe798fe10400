//! Rules of the judgement: programs of core have values (notes, section 5).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Evaluation;

    DX_E_VAL = "DX-E-VAL", "a value is itself, with what its variables stand for; functions and views keep that", "notes 5", [];
    DX_E_LET = "DX-E-LET", "statements are evaluated in their order, and each sees what those before it name", "notes 5", [];
    DX_E_DEF = "DX-E-DEF", "a definition is evaluated when it is first asked for, and once", "own", [];
    DX_E_ENTRY = "DX-E-ENTRY", "what is run from outside is a definition, applied to arguments of the types that it takes", "own",
        [kind: "there is such a definition, and the arguments have the types that it takes"];
    DX_E_APP = "DX-E-APP", "applying a function evaluates its body where it was made, with the argument for its parameter", "notes 5", [];
    DX_E_FOR = "DX-E-FOR", "a loop evaluates its body for each member of its index set in the order of their ordinals, and is the table of the values", "notes 5; exceptions: dex-lang", [];
    DX_E_TABLE = "DX-E-TABLE", "a table in brackets has these elements", "dex-lang", [];
    DX_E_IDX_ARR = "DX-E-IDX-ARR", "an index gives the element of that ordinal", "notes 5",
        [bounds: "the ordinal is that of an element"];
    DX_E_IDX_VIEW = "DX-E-IDX-VIEW", "an index of a view evaluates its body, at each indexing", "notes 5", [];
    DX_E_FST = "DX-E-FST", "fst and snd are the parts of a pair", "notes 5", [];
    DX_E_PROJECT = "DX-E-PROJECT", "a projection is the field of a record, or what a constructor holds at a place", "own", [];
    DX_E_CASE_L = "DX-E-CASE-L", "a case of Left is its first alternative, with what Left holds", "notes 5", [];
    DX_E_CASE_R = "DX-E-CASE-R", "a case of Right is its second alternative, with what Right holds", "notes 5", [];
    DX_E_CASE = "DX-E-CASE", "a case of another sum is the alternative of the constructor or label, with what that holds", "own", [];
    DX_E_FAIL = "DX-E-FAIL", "where no alternative of a pattern is met, the run ends", "dex-lang",
        [reached: "an alternative was met"];
    DX_E_ARITH = "DX-E-ARITH", "a primitive function is applied to the values of its operands", "notes 5",
        [defined: "the function is defined for these operands"];
    DX_E_PRIM = "DX-E-PRIM", "members of index sets have ordinals from 0 up to the size, and ordinals have members", "notes 5",
        [range: "the number is the ordinal of a member"];
    DX_E_INSTANCE = "DX-E-INSTANCE", "the definitions of a declared type say how many members it has, and what their ordinals are", "paper section 3.4",
        [range: "the ordinal of a member is from 0 up to the size",
         inverse: "the ordinal of the member of an ordinal is that, and the member of the ordinal of a value is that"];
    DX_E_FORCE = "DX-E-FORCE", "what a location holds, and what a run gives, is without views: their elements are evaluated", "notes 5", [];
    DX_E_SLICE = "DX-E-SLICE", "a slice of a reference is the reference to the element; nothing is read", "notes 5",
        [bounds: "the ordinal is that of an element"];
    DX_E_FSTREF = "DX-E-FSTREF", "a part of a reference is the reference to the part; nothing is read", "notes 5", [];
    DX_E_GET = "DX-E-GET", "get is a copy of what the reference refers to now", "notes 5", [];
    DX_E_PUT = "DX-E-PUT", "after := the reference refers to the value; other places stay as they are", "notes 5", [];
    DX_E_ASK = "DX-E-ASK", "ask is what the reader was given", "dex-lang", [];
    DX_E_ACC = "DX-E-ACC", "after += the reference refers to what it did, with the value added by the monoid of its region", "notes 5; DX-Z-17", [];
    DX_E_RUNSTATE = "DX-E-RUNSTATE", "runState evaluates its action with a reference to a fresh location, and gives the result and what the location holds in the end", "notes 5", [];
    DX_E_RUNREADER = "DX-E-RUNREADER", "runReader likewise, and gives the result", "dex-lang", [];
    DX_E_RUNACCUM = "DX-E-RUNACCUM", "runAccum likewise, with the neutral element of its monoid in the location", "notes 5; DX-Z-17", [];
    DX_E_THROW = "DX-E-THROW", "throw ends the evaluation up to the innermost catch; a loop ends after all its elements", "dex-lang", [];
    DX_E_CATCH = "DX-E-CATCH", "catch is Just the result of its action, or Nothing if it throws; what was done stays done", "dex-lang", [];
    DX_E_LIN = "DX-E-LIN", "linearize is the value of the function at the point, and its derivative there", "notes 5", [];
    DX_E_TANGENT = "DX-E-TANGENT", "a derivative applied to a tangent evaluates its function at the point, with numbers that move by the tangent, and is how the result moves", "notes 5", [];
    DX_E_TRANS = "DX-E-TRANS", "transpose evaluates its function with numbers that have places on a tape, and walks that back from the cotangent", "notes 5; DX-TR-STRUCT",
        [linear: "what the function is given is only added to what is linear, negated, and multiplied and divided by what is not"];
    DX_P_ACC = "DX-P-ACC", "of a loop without State, workers accumulate for themselves, and what they have is combined and added once", "notes 9", [];
    DX_E_LIMIT = "DX-E-LIMIT", "a run stays within its limits", "own",
        [fuel: "there is fuel and time left",
         memory: "there is memory left",
         depth: "calls are not nested deeper than allowed",
         size: "the members of index sets can be counted"];
}
