//! Rules of the arrow from Futhark's checked tree to Core.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Translation;
    FUT_CO_ORDER = "FUT-CO-ORDER", "statements stand in the order in which expressions are evaluated; `&&` and `||` are conditionals",
        "thesis 5.1; FUT-E-ORDER", [];
    FUT_CO_FLAT = "FUT-CO-FLAT", "a record is its components, an array of records the arrays of its components", "thesis Figure 15", [];
    FUT_CO_SIZE = "FUT-CO-SIZE",
        "a size that is known is written, one that a value shows is hidden, and where two names of one size meet, a coercion says that they are one", "own", [];
    FUT_CO_SITE = "FUT-CO-SITE", "a statement has the place and the premise by which Futhark refuses there", "own", [];
    FUT_CO_ATTR = "FUT-CO-ATTR", "what an expression asks for stands before its combinators, loops and calls", "language reference, Attributes", [];
    FUT_CO_OP = "FUT-CO-OP", "each intrinsic is what its row says; what Core does not have is written out", "own",
        [derivative: "the intrinsic takes no derivative"];
}
