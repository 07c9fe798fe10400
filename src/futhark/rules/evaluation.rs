//! Rules of the judgement: evaluation.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Evaluation;
}
