//! Rules of the judgement: simplified programs become Core (notes, section 10).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Translation;

    DX_CO_DEF = "DX-CO-DEF", "a definition of data is a function without parameters, a function of data an entry point", "own", [];
    DX_CO_FLAT = "DX-CO-FLAT", "a value is its scalars, a table an array of each scalar of its elements", "notes 10, DX-Y-SOA, DX-Y-OFF",
        [regular: "members that are tables have elements of one index set"];
    DX_CO_HELD = "DX-CO-HELD", "a size that is held is one of the scalars, and what is held beside it has that size", "notes 10, DX-Y-SOA",
        [whole: "what changes its size is written over as a whole"];
    DX_CO_PAD = "DX-CO-PAD", "a table whose elements differ in size has room for the largest, and zeros behind the others", "notes 10, DX-Y-OFF",
        [again: "a body whose elements hold their sizes adds to no accumulator from outside, as it is done for the sizes first"];
    DX_CO_SUM = "DX-CO-SUM", "a sum is the number of the constructor, and what all constructors hold; `case` is `if`", "notes 10, DX-Y-SUM", [];
    DX_CO_INDEX = "DX-CO-INDEX", "an index set is its size, a loop over it has one dimension, and a member has an ordinal", "notes 10, DX-Y-SIZE", [];
    DX_CO_INSTANCE = "DX-CO-INSTANCE", "what makes a declared type an index set is computed where a size, an ordinal or a member is asked for", "own",
        [tables: "members hold no tables",
         size: "a size that may fail is asked for before the type that has it"];
    DX_CO_VIEW = "DX-CO-VIEW", "a view is written out where all its elements are asked for, or none may fail", "notes 10, DX-Y-VIEW",
        [total: "no element fails of a view of which nobody may ask for all"];
    DX_CO_EXP = "DX-CO-EXP", "an expression is statements that give its scalars", "own",
        [derivative: "no derivative is left to be taken"];
    DX_CO_CATCH = "DX-CO-CATCH", "what may throw says whether it did; what follows is done if it did not", "own", [];
    DX_CO_REF = "DX-CO-REF", "what a region holds are names that statements carry on; a reference says which, and behind which indexes", "notes 10, DX-Y-REF",
        [made: "a reference is made of another one, not by what fails"];
    DX_CO_ACC = "DX-CO-ACC", "what is added is added to an accumulator within the loop that has it, and to what the region holds elsewhere", "notes 9, DX-P-ACC", [];
    DX_CO_FOR = "DX-CO-FOR", "a loop is `map`, `map` under `with_acc`, or `loop`, by its class", "notes 9, DX-P-CLASS", [];
    DX_CO_SITE = "DX-CO-SITE", "a statement fails by the premise by which Dex's evaluation does, at the same place", "own", [];
}
