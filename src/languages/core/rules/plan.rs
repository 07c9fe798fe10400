//! Rules of plans: programs in kernel form become host programs whose entries are programs of DPIA.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Simplification;

    CORE_K_HOST = "CORE-K-HOST", "what the host executes becomes steps: scalars, control, blocks for arrays", "own", [form: "the host executes no combinators but those over spaces"];
    CORE_K_PLACE = "CORE-K-PLACE", "an array lies in a block, by an offset and strides; views of it are other places in the same block", "thesis 5; own", [number: "indexes and sizes are numbers that are known where the array is used"];
    CORE_K_CALL = "CORE-K-CALL", "a call is the body of the function", "own", [recursion: "the function does not call itself"];
    CORE_K_CONST = "CORE-K-CONST", "a function without parameters is a constant of the host program, which entry points and items share", "own", [];
    CORE_K_MAP = "CORE-K-MAP", "a map over a space is an entry with an item for each place", "device-road 9", [];
    CORE_K_HIST = "CORE-K-HIST", "items add to accumulators together where each number changes in one step, else chunks add to copies of their own", "device-road 2.3 D5, 9", [];
    CORE_K_REDUCE = "CORE-K-REDUCE", "a reduction is an entry: chunks that follow each other, an item each, then what they come to", "device-road 9", [];
    CORE_K_SCAN = "CORE-K-SCAN", "a scan is an entry: sums of chunks, what stands before each chunk, then the chunks again from there", "device-road 9", [];
    CORE_K_DEFER = "CORE-K-DEFER", "a scan that one combinator takes, place by place, is not kept: its last launch is what that one does", "device-road 13", [];
    CORE_K_SEVERAL = "CORE-K-SEVERAL", "a combinator that does several things is a map that keeps what it gives, and one combinator for each thing", "own", [];
    CORE_K_ITEM = "CORE-K-ITEM", "what an item executes becomes a command, statement by statement", "device-road 6", [size: "the size of an array that an item makes is known before the launch"];
    CORE_K_ONE = "CORE-K-ONE", "what touches elements one after the other is an entry of one item", "device-road 6", [];
    CORE_K_CHECK = "CORE-K-CHECK", "an assertion of an item guards what follows it", "device-road 6", [];
    CORE_K_PRIM = "CORE-K-PRIM", "a primitive function is the one of DPIA", "own", [];
}
