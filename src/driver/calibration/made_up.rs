//! Rules of no language: what is said by them is made up.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Evaluation;
    MADE_UP = "MADE-UP", "it is so", "own", [one: "the first is so", other: "the second is so"];
    MADE_UP_TOO = "MADE-UP-TOO", "that is so, too", "own", [one: "the first is so"];
}
