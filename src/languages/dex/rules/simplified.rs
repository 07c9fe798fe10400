//! Rules of the judgement: programs that simplification made (paper, Figure 4; notes, section 2).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Typing;

    DX_SI_DEF = "DX-SI-DEF", "a definition is data, or a pure function from data to data whose parameters are written", "paper Figure 4",
        [type: "it is of such a type",
         parameters: "the parameters of the function are written"];
    DX_SI_TYPE = "DX-SI-TYPE", "types are of data, or of references to data", "paper Figure 4",
        [data: "the type has no functions, and no types of which nothing is known"];
    DX_SI_VALUE = "DX-SI-VALUE", "a value is no function and no value case", "paper Figure 4",
        [function: "no function stands as a value",
         choice: "no value case stands"];
    DX_SI_EXP = "DX-SI-EXP", "an expression applies no function, and is no value but one with views", "paper Figure 4",
        [apply: "nothing is applied, and no derivative is taken of a function",
         value: "what is named is computed, or has views"];
    DX_SI_ACTION = "DX-SI-ACTION", "a handler has its action written, an accumulator its operation", "paper Figure 4",
        [written: "the function is written there, with all its parameters"];
}
