//! Rules of fusion: combinators become parts of those that take their results, and those side by side one.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    CORE_FU_MAPMAP = "CORE-FU-MAPMAP", "a map whose results one map takes is a part of its function", "thesis 7, Figure 52", [];
    CORE_FU_REDOMAP = "CORE-FU-REDOMAP", "a map whose results one reduction takes is a part of its function", "thesis 7, Figure 52", [];
    CORE_FU_SCANOMAP = "CORE-FU-SCANOMAP", "a map whose results one scan takes is a part of its function", "thesis 7, Figure 52", [];
    CORE_FU_MAPSCATTER = "CORE-FU-MAPSCATTER", "a map whose results one scatter takes is a part of its function", "thesis 7", [];
    CORE_FU_MAPHIST = "CORE-FU-MAPHIST", "a map whose results one histogram takes is a part of its function", "own", [];
    CORE_FU_KEEP = "CORE-FU-KEEP", "what others take too of what a combinator has become a part of stays a result", "thesis 7, Figure 52", [];
    CORE_FU_HORIZ = "CORE-FU-HORIZ", "two combinators that read an array are one", "thesis 7", [];
    CORE_FU_FILTER = "CORE-FU-FILTER", "a filter is a part of what takes its elements, and what a predicate asks for a part of it", "device-road 6", [];
    CORE_FU_VIEW = "CORE-FU-VIEW", "a view of what a map gives is a map of views", "device-road 6", [];
    CORE_FU_INDEX = "CORE-FU-INDEX", "an element of what a map gives is computed where it is read", "device-road 6", [];
    CORE_FU_ACC = "CORE-FU-ACC", "a map whose results one map within an accumulation takes is a part of its function", "device-road 6", [];
}
