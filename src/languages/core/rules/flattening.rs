//! Rules of flattening: combinators become segmented operations.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    CORE_FL_SEG = "CORE-FL-SEG", "a combinator of the host is one over the space of its elements' numbers", "thesis 8, G1; notes 9", [];
    CORE_FL_NEST = "CORE-FL-NEST", "a map that only maps over a size known outside is one over a space of one more dimension", "thesis 8, G2; notes 9", [];
    CORE_FL_SEGRED = "CORE-FL-SEGRED", "a map that only reduces over a size known outside is a reduction of segments", "thesis 8; device-road 7", [];
    CORE_FL_SCATTER = "CORE-FL-SCATTER", "a scatter is a map that puts what it writes into accumulators without operators", "own", [];
    CORE_FL_HIST = "CORE-FL-HIST", "a histogram is a map that adds to accumulators", "own", [];
    CORE_FL_STREAM = "CORE-FL-STREAM", "a stream is its function on the whole, if there is something", "thesis 8, E3; CORE-E-CHUNK", [];
    CORE_FU_SEQLOOP = "CORE-FU-SEQLOOP", "a combinator that an item executes is a loop over its elements", "thesis 7.4, E4", [];
    CORE_FU_SEQWRITE = "CORE-FU-SEQWRITE", "writes to computed places that an item executes are updates behind a test of their bounds", "thesis 7.4", [];
    CORE_FL_DERIVED = "CORE-FL-DERIVED", "a filter is what it stands for", "CORE-E-FILTER", [];
}
