//! Rules of the judgement: uniqueness.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Uniqueness;
}
