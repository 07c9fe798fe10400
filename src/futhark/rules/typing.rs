//! Rules of the judgement: typing.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Typing;
}
