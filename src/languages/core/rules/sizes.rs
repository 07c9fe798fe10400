//! Rules of the judgement: sizes.  Figures 37, 38, 44 and 45 of the thesis, where existential sizes have witnesses, so that nothing has to be searched.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Sizes;

    CORE_SZ_INV = "CORE-SZ-INV", "after sizes are inferred, each dimension of each variable is a constant or a variable of type i64 that is in scope", "thesis 6.1",
        [known: "the size is said",
         number: "the size is of type i64"];
    CORE_SZ_EQ = "CORE-SZ-EQ", "sizes are equal if they are the same variable or the same constant", "thesis 6.1", [];
    CORE_SZ_OP = "CORE-SZ-OP", "an operator's sizes are those of its scheme", "thesis 6.8, Figure 38; FUT-Z-09",
        [size: "the operand has the sizes that the scheme says"];
    CORE_SZ_LET = "CORE-SZ-LET", "what is bound has the sizes of the pattern; those that the expression hides are bound first, in its order", "thesis 6.6",
        [size: "the pattern says the sizes of the value"];
    CORE_SZ_INST = "CORE-SZ-INST", "the witnesses that a body gives, put for the existential sizes of its results, are the sizes of its results", "thesis 6.1 to 6.5 in one; FUT-Z-10, FUT-Z-43",
        [size: "the result has the sizes that are said"];
    CORE_SZ_CALL = "CORE-SZ-CALL", "with the arguments put for the parameters, arguments have the sizes of parameters", "thesis 6.7",
        [size: "the argument has the sizes of its parameter"];
    CORE_SZ_IF = "CORE-SZ-IF", "both branches give the results that are said, each with its own witnesses", "thesis 6.9", [];
    CORE_SZ_LOOP = "CORE-SZ-LOOP", "sizes that change are parameters of the loop, with initial values and witnesses", "thesis 6.10",
        [initial: "with the initial sizes, the first value has the sizes of its parameter"];
    CORE_SZ_LAMBDA = "CORE-SZ-LAMBDA", "sizes of a combinator's function are known outside of it; inputs have the combinator's width", "thesis 6.1",
        [width: "the input has as many rows as the combinator is wide",
         size: "the function takes and gives the sizes that the combinator hands it"];
}
