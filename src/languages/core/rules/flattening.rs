//! Rules of flattening: combinators become segmented operations.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    CORE_FL_SEG = "CORE-FL-SEG", "a combinator of the host is one over the space of its elements' numbers", "thesis 8, G1; notes 9", [];
    CORE_FL_NEST = "CORE-FL-NEST", "a map that only maps over a size known outside is one over a space of one more dimension", "thesis 8, G2; notes 9", [];
    CORE_FL_SEGRED = "CORE-FL-SEGRED", "a map that only reduces or scans over a size known outside is a reduction or a scan of segments", "thesis 8; device-road 7", [];
    CORE_FL_SCATTER = "CORE-FL-SCATTER", "a scatter is a map that puts what it writes into accumulators without operators", "own", [];
    CORE_FL_HIST = "CORE-FL-HIST", "a histogram is a map that adds to accumulators", "own", [];
    CORE_FL_STREAM = "CORE-FL-STREAM", "a stream is its function on the whole, if there is something", "thesis 8, E3; CORE-E-CHUNK", [];
    CORE_FL_DIST = "CORE-FL-DIST", "a map is distributed over the parts of its function: what crosses from one to another is an array of all items", "thesis 8, G4; PPoPP 2019", [];
    CORE_FL_PARTS = "CORE-FL-PARTS", "cheap primitive functions are executed again in the parts that use them", "own", [];
    CORE_FL_SPLIT = "CORE-FL-SPLIT", "a combinator of what a function with parallelism of its own gives is a map, and one that combines", "thesis 8, E2", [];
    CORE_FL_SEGACC = "CORE-FL-SEGACC", "writes of each item to places of an array of its own are writes of all items to one array", "thesis 8; own", [];
    CORE_FL_LOOP = "CORE-FL-LOOP", "a map of loops of as many rounds is a loop of maps", "thesis 8, G7", [];
    CORE_FL_BRANCH = "CORE-FL-BRANCH", "a map of branches by a condition that is known outside is a branch of maps", "PPoPP 2019; notes 9, G8", [];
    CORE_FL_OUTER = "CORE-FL-OUTER", "a map of as many places as the device has items for is not distributed", "PPoPP 2019; notes 9, E1", [];
    CORE_FL_ASKED = "CORE-FL-ASKED", "attributes say which versions there are", "PPoPP 2019", [];
    CORE_FU_SEQLOOP = "CORE-FU-SEQLOOP", "a combinator that an item executes is a loop over its elements", "thesis 7.4, E4", [];
    CORE_FU_SEQWRITE = "CORE-FU-SEQWRITE", "writes to computed places that an item executes are updates behind a test of their bounds", "thesis 7.4", [];
    CORE_FL_DERIVED = "CORE-FL-DERIVED", "a filter is what it stands for", "CORE-E-FILTER", [];
}
