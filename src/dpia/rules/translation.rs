//! Rules of the stages before kernel text: acceptor- and continuation-passing (notes, sections 6, 7, 10, 16), loops (8), launches,
//! hoisting (11), barriers (12).

elder_syntax::rules! {
    /// The rules of the stages.
    pub static TABLE = Translation;
    DPIA_A_BETA = "DPIA-A-BETA", "A function applied to an argument is the body with the argument for the variable",
        "paper 4.3; notes 6, 7", [];
}
