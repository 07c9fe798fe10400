//! Rules of the judgement: sizes.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Sizes;
    FUT_SZ_ANONSPEC = "FUT-SZ-ANONSPEC", "in a module type, a size without a name is hidden by the result of a function; elsewhere sizes have names",
        "language reference, Module Type Expressions", [named: "sizes of parameters and constants have names"];
}
