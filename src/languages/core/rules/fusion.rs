//! Rules of fusion: a map becomes a part of the one combinator that takes its results.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    CORE_FU_MAPMAP = "CORE-FU-MAPMAP", "a map whose results one map takes is a part of its function", "thesis 7, Figure 52", [];
    CORE_FU_REDOMAP = "CORE-FU-REDOMAP", "a map whose results one reduction takes is a part of its function", "thesis 7, Figure 52", [];
    CORE_FU_SCANOMAP = "CORE-FU-SCANOMAP", "a map whose results one scan takes is a part of its function", "thesis 7, Figure 52", [];
    CORE_FU_MAPSCATTER = "CORE-FU-MAPSCATTER", "a map whose results one scatter takes is a part of its function", "thesis 7", [];
    CORE_FU_MAPHIST = "CORE-FU-MAPHIST", "a map whose results one histogram takes is a part of its function", "own", [];
}
