//! Rules of the way down: FCL to commands of DPIA (notes, section 8).

elder_syntax::rules! {
    /// The rules of the way down.
    pub static TABLE = Translation;
    FCL_M_KERNEL = "FCL-M-KERNEL", "A kernel is a command over its parameters: its result is written to an output by the locations of its level",
        "notes 8 (FCL-M-PARAM, FCL-M-OUT)", [];
    FCL_M_PARAM = "FCL-M-PARAM", "A pull array is an input; a number is a size if there is a length that some value of it would make none or unbounded, otherwise an input",
        "notes 8", [];
    FCL_M_STAGE = "FCL-M-STAGE", "Functions, levels and pairs are gone after staging; what is left of an expression are numbers",
        "paper 4; notes 8", [size: "the expression has a normal form that is not too large"];
    FCL_M_NAME = "FCL-M-NAME", "A number that is an argument or bound by let is computed once",
        "notes 7.3 (call by value)", [];
    FCL_M_IF = "FCL-M-IF", "A condition that is decided while staging chooses its branch; any other becomes a condition of the kernel",
        "own", [];
    FCL_M_SIZE = "FCL-M-SIZE", "A number that a length depends on is a size: a term over the program's sizes, or a number that is tested and becomes one",
        "own", [positive: "a divisor is positive", negative: "a length is not negative", range: "a number that is divided or compared fits into 32 bits",
            index: "an index is in range", same: "a part has the length that `concat` is told"];
    FCL_M_PULL = "FCL-M-PULL", "A pull array is a length and a function of the index; operators on pull arrays compose",
        "notes 8", [];
    FCL_M_INDEX = "FCL-M-INDEX", "An index that is seen to be in range is used as it is, any other is tested",
        "own", [];
    FCL_M_BLOCK = "FCL-M-BLOCK", "push <block> is a loop over the elements by the items of the work-group: element j on item j modulo their number",
        "notes 8", [];
    FCL_M_ROWS = "FCL-M-ROWS", "A block with #BlockWidth is a work-group of two dimensions: whole rows of elements are done by its rows of items, what is left by the first row",
        "own", [];
    FCL_M_WARP = "FCL-M-WARP", "push <warp> is a loop over the elements by items; of all warps of the block at once",
        "notes 8", [];
    FCL_M_THREAD = "FCL-M-THREAD", "push <thread> is a sequential loop",
        "notes 8", [];
    FCL_M_GRID = "FCL-M-GRID", "concat or interleave producing <grid> is a launch: a loop over the sub-arrays by the work-groups",
        "notes 8", [];
    FCL_M_WARPS = "FCL-M-WARPS", "concat producing <block> runs the sub-arrays of all warps side by side, loop by loop, so that all items of the block meet at barriers",
        "notes 8", [];
    FCL_M_THREADS = "FCL-M-THREADS", "concat over threads, and concatThreads, is a loop over the sub-arrays by the items",
        "notes 8", [];
    FCL_M_LEVELS = "FCL-M-LEVELS", "push <grid> is a launch of as many items as there are elements; force at grid ends a kernel",
        "notes 8", [];
    FCL_M_WRITER = "FCL-M-WRITER", "A sub-array writes through an acceptor: concat splits it into chunks, interleave moves its elements",
        "notes 8", [];
    FCL_M_INJECTIVE = "FCL-M-INJECTIVE", "An index function of interleave is seen to meet every position once where it is a change of mixed-radix digits; any other is tested by counting",
        "own", [range: "every position is within the array"];
    FCL_M_FORCE = "FCL-M-FORCE", "force writes to memory of its level: global at grid, local at block and warp, private at thread",
        "notes 8", [length: "memory has a largest length that is known when the program is launched"];
    FCL_M_WHILE = "FCL-M-WHILE", "while is written out where its condition is decided, otherwise a loop with its length in a cell; it works in place if each element is written after all that it, and nobody else, reads",
        "notes 8", [];
    FCL_M_ITERATE = "FCL-M-ITERATE", "iterate is a loop without a condition: over its own array if each element is written after all that it, and nobody else, reads, otherwise over two areas in turn; where lengths change it is written out, or their length is in a cell",
        "notes 14", [];
    FCL_M_CONCAT_SEQ = "FCL-M-CONCAT-SEQ", "concatSeq is a sequential loop over the sub-arrays at its place",
        "notes 14", [];
    FCL_M_FOLD = "FCL-M-FOLD", "fold and scanThread are sequential loops over a private cell",
        "notes 14", [];
    FCL_M_SAME = "FCL-M-SAME", "The parts of a concatenation have the length that it is given: seen, or tested",
        "notes 7.3 (FCL-E-42R)", [];
}
