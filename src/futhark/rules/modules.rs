//! Rules of the judgement: modules.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Modules;
}
