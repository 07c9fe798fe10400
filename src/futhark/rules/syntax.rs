//! Rules of the judgement: syntax.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Syntax;
}
