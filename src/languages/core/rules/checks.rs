//! Rules of explicit checks: what may fail is asserted before.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    CORE_CK_ASSERT = "CORE-CK-ASSERT", "the premises of a statement are assertions in front of it, which say what it would have said", "own", [];
}
