//! Rules of the judgement: a program fits the levels of an OpenCL device: host, grid, work-group, work-item.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Hierarchy;
    DPIA_L_LAUNCH = "DPIA-L-LAUNCH", "kernels are launched by the host", "own, the paper's future work",
        [host: "a launch is not inside a kernel"];
    DPIA_L_WG = "DPIA-L-WG", "work-group loops stand at the level of the grid, each dimension once, directly inside each other",
        "own, the paper's future work",
        [grid: "the loop is not inside a loop over items", dimension: "no loop around it runs over the same dimension",
         direct: "nothing stands between two work-group loops"];
    DPIA_L_LOCAL = "DPIA-L-LOCAL", "loops over the items of a group stand at the level of a work-group, each dimension once, directly inside each other",
        "own, the paper's future work",
        [group: "the loop is inside a work-group loop", item: "the loop is not inside code of one item", dimension: "no loop around it runs over the same dimension"];
    DPIA_L_GLOBAL = "DPIA-L-GLOBAL", "loops over all items stand at the level of the grid, each dimension once, directly inside each other",
        "own, the paper's future work",
        [grid: "the loop is not inside a loop over groups or items", dimension: "no loop around it runs over the same dimension"];
    DPIA_L_SEQ = "DPIA-L-SEQ", "all else is allowed at the level of an item; sequences, loops and allocations at that of a group if their parts are",
        "own, the paper's future work", [];
    DPIA_L_UNIFORM = "DPIA-L-UNIFORM", "an assignment at the level of a group is executed by every item, so its target is private",
        "own, the paper's future work",
        [target: "the target is private or one item executes the assignment"];
    DPIA_L_LOCALMEM = "DPIA-L-LOCALMEM", "local memory exists only inside a work-group", "own, the paper's future work",
        [group: "the allocation is inside a work-group loop"];
    DPIA_L_PRIVATE = "DPIA-L-PRIVATE", "a private array that items of a group write together is used by each item at its own elements only", "own",
        [own: "it is seen that an item reads only what it wrote itself"];
    DPIA_L_COOP = "DPIA-L-COOP", "reductions and scans by a group or by its sub-groups, and their shuffles, stand at the level of a work-group", "own",
        [group: "all items of one group reach it"];
    DPIA_L_BARRIER = "DPIA-L-BARRIER", "a barrier is reached by all items of a group equally often", "own, the paper's future work",
        [divergent: "it is not in the code of one item"];
    DPIA_L_WHILE = "DPIA-L-WHILE", "the condition of a loop that holds barriers is the same for all items of the group", "own",
        [condition: "the condition reads private cells only, or the body begins with a barrier"];
    DPIA_X_GRIDSYNC = "DPIA-X-GRIDSYNC", "only the end of a kernel orders its work-groups", "own, after shine",
        [boundary: "within one kernel nothing that a loop over the grid writes is used by another one, or again"];
}
