//! Rules of the judgement: sizes.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Sizes;
}
