//! Rules of the judgement: which loops may be done in which order (notes, section 9).

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    DX_P_CLASS = "DX-P-CLASS", "a loop is parallel, adds to accumulators, or is sequential, by what its elements do to what is outside", "notes 9",
        [class: "the class that is written down is that of the effects"];
    DX_P_LOCAL = "DX-P-LOCAL", "what a handler in an element handles does not count", "notes 9", [];
    DX_P_INNER = "DX-P-INNER", "a loop in a sequential one has a class of its own", "notes 9", [];
    DX_F_NARROW = "DX-F-NARROW", "a handler's action says the effects that it has, and no others", "notes 9", [];
}
