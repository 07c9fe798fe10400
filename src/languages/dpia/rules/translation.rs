//! Rules of the stages before kernel text: acceptor- and continuation-passing (notes, sections 6, 7, 10, 16), loops (8), launches,
//! hoisting (11), barriers (12).
//!
//! Where the notes give one id to the type of a primitive and to its translation, the translation has the suffix `-A` or `-C`.

use elder_syntax::Rule;

elder_syntax::rules! {
    /// The rules of the stages.
    pub static TABLE = Translation;
    DPIA_A_BETA = "DPIA-A-BETA", "A function applied to an argument is the body with the argument for the variable; a value that would be computed twice, or not at all though that can fail, is named",
        "paper 4.3; notes 6, 7", [size: "the normal form is not too large", normal: "the term has a normal form without functions as values"];
    DPIA_A_INIT = "DPIA-A-INIT", "A cell that a command of the program may read before it is written begins with zeros, and so does an output that it may not write in full",
        "own", [index: "the cell holds no indexes"];
    DPIA_A_ASG_NUM = "DPIA-A-ASG-NUM", "At a number, an index or a vector the assignment is one command",
        "paper 3.4; notes 5", [];
    DPIA_A_ASG_ARR = "DPIA-A-ASG-ARR", "At an array the assignment is a map of assignments; who runs it is decided by where it ends up",
        "paper 3.4; notes 5", [];
    DPIA_A_ASG_PAIR = "DPIA-A-ASG-PAIR", "At a pair the assignment is that of the first component, then of the second",
        "paper 3.4; notes 5", [];
    DPIA_A_VAR = "DPIA-A-VAR", "A variable is assigned",
        "paper 4.1; notes 6", [];
    DPIA_A_LIT = "DPIA-A-LIT", "A numeral is assigned",
        "paper 4.1; notes 6", [];
    DPIA_A_NEG = "DPIA-A-NEG", "The operand is passed on, the result assigned",
        "paper 4.1; notes 6", [];
    DPIA_A_ARITH = "DPIA-A-ARITH", "The operands are passed on from left to right, the result is assigned",
        "paper 4.1; notes 6", [];
    DPIA_A_MAP = "DPIA-A-MAP", "The array is passed on, each element is written by the function's acceptor translation",
        "paper 4.1; notes 6", [];
    DPIA_A_REDUCE = "DPIA-A-REDUCE", "The array and the initial value are passed on, the last accumulator is assigned",
        "paper 4.1; notes 6", [];
    DPIA_A_ZIP = "DPIA-A-ZIP", "Each half of a zip is written to its half of the acceptor",
        "paper 4.1; notes 6", [];
    DPIA_A_SPLIT = "DPIA-A-SPLIT", "A split writes the unsplit array",
        "paper 4.1; notes 6", [];
    DPIA_A_JOIN = "DPIA-A-JOIN", "A join writes the rows",
        "paper 4.1; notes 6", [];
    DPIA_A_PAIR = "DPIA-A-PAIR", "Each component is written to its half of the acceptor",
        "paper 4.1; notes 6", [];
    DPIA_A_FST = "DPIA-A-FST", "The pair is passed on, its first component assigned",
        "paper 4.1; notes 6", [];
    DPIA_A_SND = "DPIA-A-SND", "The pair is passed on, its second component assigned",
        "paper 4.1; notes 6", [];
    DPIA_A_IDX = "DPIA-A-IDX", "Array and index are passed on, the element is assigned",
        "notes 6", [];
    DPIA_C_VAR = "DPIA-C-VAR", "A variable is handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_LIT = "DPIA-C-LIT", "A numeral is handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_NEG = "DPIA-C-NEG", "The operand is passed on, the result handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_ARITH = "DPIA-C-ARITH", "The operands are passed on from left to right, the result is handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_MAP = "DPIA-C-MAP", "A map is written to a temporary, which is handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_REDUCE = "DPIA-C-REDUCE", "Array and initial value are passed on, the last accumulator is handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_ZIP = "DPIA-C-ZIP", "Both arrays are passed on, their zip is handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_SPLIT = "DPIA-C-SPLIT", "The array is passed on, its split handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_JOIN = "DPIA-C-JOIN", "The array is passed on, its join handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_PAIR = "DPIA-C-PAIR", "Both components are passed on, their pair is handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_FST = "DPIA-C-FST", "The pair is passed on, its first component handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_SND = "DPIA-C-SND", "The pair is passed on, its second component handed over",
        "paper 4.2; notes 7", [];
    DPIA_C_IDX = "DPIA-C-IDX", "Array and index are passed on, the element is handed over",
        "notes 7", [];
    DPIA_O_ACC = "DPIA-O-ACC", "A map with a strategy is translated as a plain one; the strategy stays with it",
        "paper 6.1; notes 10.1", [];
    DPIA_O_DEFAULT = "DPIA-O-DEFAULT", "The temporary of a map lies in global memory",
        "paper 6.2; notes 10.2", [];
    DPIA_O_TO_C = "DPIA-O-TO-C", "A result that is marked with a space is written to a temporary there, which is handed over",
        "paper 6.2; notes 10.2", [];
    DPIA_O_TO_A = "DPIA-O-TO-A", "A result that is marked with a space is written to a temporary there, which is assigned",
        "paper 6.2; notes 10.2", [];
    DPIA_O_VEC_A = "DPIA-O-VEC-A", "A change between vectors and numbers is made in the acceptor",
        "paper 6.3; notes 10.3", [];
    DPIA_O_VEC_C = "DPIA-O-VEC-C", "A change between vectors and numbers is made in the expression",
        "paper 6.3; notes 10.3", [];
    DPIA_X_MULTI_A = "DPIA-X-MULTI-A", "A program of several results writes several outputs",
        "notes 16.6", [];
    DPIA_X_LET_C = "DPIA-X-LET-C", "A number that is named is stored in a cell, and so is an array whose elements are computed if it is used more than once; views are replaced by what they are",
        "own", [];
    DPIA_X_CALL_C = "DPIA-X-CALL-C", "A function that stays one is left alone, what it is given is translated; one that needs memory of a size that no item has is put in place", "own", [];
    DPIA_X_IF_A = "DPIA-X-IF-A", "The condition is passed on, the branches are commands that write to the same acceptor",
        "notes 16.5", [];
    DPIA_X_IF_C = "DPIA-X-IF-C", "A choice of numbers that needs no commands and cannot fail is an expression, any other one is stored",
        "notes 16.5", [];
    DPIA_X_STORE_C = "DPIA-X-STORE-C", "What has no form as an expression is written to a temporary, which is handed over",
        "notes 16", [];
    DPIA_X_VIEW_A = "DPIA-X-VIEW-A", "A view that reads elements several times or not at all is passed on and assigned",
        "notes 16.1", [];
    DPIA_X_VIEW_C = "DPIA-X-VIEW-C", "The array under a view is passed on, the view of it handed over",
        "notes 16.1", [];
    DPIA_X_TRANSPOSE_A = "DPIA-X-TRANSPOSE-A", "A transposition writes to the transposed acceptor",
        "notes 16.1", [];
    DPIA_X_UNZIP_A = "DPIA-X-UNZIP-A", "An unzip writes the pairs",
        "notes 16.1", [];
    DPIA_X_REORDER_A = "DPIA-X-REORDER-A", "A reordering writes by the inverse",
        "notes 16.1", [];
    DPIA_X_STRIDE_A = "DPIA-X-STRIDE-A", "A reordering with a stride writes by its inverse",
        "notes 16.1", [];
    DPIA_X_CONCAT_A = "DPIA-X-CONCAT-A", "The parts of a concatenation are written to the parts of the acceptor",
        "notes 16.1", [];
    DPIA_X_GENERATE_A = "DPIA-X-GENERATE-A", "A generated array is written by a loop over its indexes",
        "notes 16.1", [];
    DPIA_X_GENERATE_C = "DPIA-X-GENERATE-C", "A generated array whose elements need no commands is a view",
        "notes 16.1", [];
    DPIA_X_MAPVIEW_A = "DPIA-X-MAPVIEW-A", "A map of a view that moves all of its elements writes each element through the acceptor that moves it back",
        "own; shine", [];
    DPIA_X_MAPVIEW_C = "DPIA-X-MAPVIEW-C", "A map of a view is a view: the array under it is passed on, the views of its elements are handed over",
        "own; shine", [];
    DPIA_X_SCATTER_A = "DPIA-X-SCATTER-A", "The indexes are passed on, the elements are written to where they say",
        "notes 16.2", [];
    DPIA_X_SCATTER_TEST = "DPIA-X-SCATTER-TEST", "Indexes that are not seen to differ are counted before a scatter; a count of two is an index out of bounds",
        "notes 16.2, DPIA-X-SCATTER-OBL (ii)", [];
    DPIA_X_SCATTERLAST_A = "DPIA-X-SCATTERLAST-A", "The largest index that goes to each place is found by an accumulator of maxima, then each place takes the element of that index; with values of a sequential map the elements are written one after the other",
        "own", [];
    DPIA_X_PARTITION_A = "DPIA-X-PARTITION-A", "The elements of which the predicate holds are counted up to each one; each element goes to the place that the counts say; the number of all becomes a size",
        "own", [];
    DPIA_X_ACCUM_A = "DPIA-X-ACCUM-A", "The initial array is written, then lent as an accumulator to a loop that updates it",
        "own; design, accumulation is typed", [];
    DPIA_X_UPD_A = "DPIA-X-UPD-A", "The old array is written, then the new element",
        "notes 16.4", [];
    DPIA_X_SCAN_A = "DPIA-X-SCAN-A", "Array and initial value are passed on; each accumulator is written",
        "notes 16.4", [];
    DPIA_X_REDUCE_GROUP_C = "DPIA-X-REDUCE-GROUP-C", "A reduction by a group is one command, which hands over a result that all its items see",
        "own", [];
    DPIA_X_SCAN_GROUP_A = "DPIA-X-SCAN-GROUP-A", "A scan by a group is one command",
        "own", [];
    DPIA_X_SUBGROUP_A = "DPIA-X-SUBGROUP-A", "What a sub-group computes is one command",
        "own", [];
    DPIA_X_RUN_A = "DPIA-X-RUN-A", "An expression that is marked as a kernel is written by one launch, once",
        "notes 16.6", [];
    DPIA_X_TAKE_A = "DPIA-X-TAKE-A", "A part of a map is the map of a part",
        "own", [];
    DPIA_X_RUN_VIEW = "DPIA-X-RUN-VIEW", "A part of what loops over the grid compute is taken after the kernel that computes it",
        "own", [];
    DPIA_X_ITER_C = "DPIA-X-ITER-C", "The steps of an iteration read one array and write the other in turn; the first reads the input itself",
        "notes 16.3", [];
    DPIA_X_LOOP_C = "DPIA-X-LOOP-C", "The state of a loop is one cell if the step is in place, two with swapped roles if it is another array",
        "notes 16.4", [];
    DPIA_X_INPLACE = "DPIA-X-INPLACE", "A step that is the old state with some elements replaced writes only these, after all reads",
        "notes 16.4", [];
    DPIA_X_STEP = "DPIA-X-STEP", "Any other step is computed into a second cell and copied",
        "notes 16.4; Z-01", [];
    DPIA_X_ITERWHILE_C = "DPIA-X-ITERWHILE-C", "The condition is computed into a cell before the loop and after each step",
        "notes 16.5", [];
    DPIA_X_WHILE_C = "DPIA-X-WHILE-C", "A condition that needs commands is kept in a cell",
        "notes 16.5", [];
    DPIA_X_SIZE_C = "DPIA-X-SIZE-C", "The number that becomes a size is passed on to its command",
        "own", [];
    DPIA_I_MAPI = "DPIA-I-MAPI", "A map is a parallel loop whose body owns its element of the acceptor",
        "paper 4.4; notes 8", [];
    DPIA_I_MAPSEQI = "DPIA-I-MAPSEQI", "A sequential map is a loop that writes the elements in order",
        "paper 6.1; notes 8", [];
    DPIA_I_REDUCEI = "DPIA-I-REDUCEI", "A reduction to one number is a loop that updates one cell",
        "paper 4.4; notes 8", [];
    DPIA_I_REDUCEI_SAFE = "DPIA-I-REDUCEI-SAFE", "A reduction to a compound value computes each step into a second cell",
        "notes 8; Z-01", [];
    DPIA_I_REDUCEI_SWAP = "DPIA-I-REDUCEI-SWAP", "A reduction to an array outside of all parallel loops swaps two cells instead of copying",
        "notes 8, 16.3", [];
    DPIA_I_SCANI = "DPIA-I-SCANI", "A scan is a reduction that writes each accumulator",
        "notes 16.4", [];
    DPIA_I_REDUCELOCALI = "DPIA-I-REDUCELOCALI", "A reduction by a group: each item reduces a share, then a tree over local memory",
        "own", [];
    DPIA_I_SCANLOCALI = "DPIA-I-SCANLOCALI", "A scan by a group: each item scans a share, then the totals are scanned over local memory",
        "own", [];
    DPIA_I_SUBGROUP = "DPIA-I-SUBGROUP", "What a sub-group computes: by its lanes where the device can, else by the items of the group over local memory",
        "own", [];
    DPIA_X_MAPINPLACE_A = "DPIA-X-MAPINPLACE-A", "A step that computes each part of the state from the same part of the old one works in one cell",
        "notes 16.4; Z-01", [];
    DPIA_X_COPY = "DPIA-X-COPY", "A cell that copies a part of a variable, is worked on, and is copied back is that part",
        "own", [];
    DPIA_H_DISTRIBUTE = "DPIA-H-DISTRIBUTE", "A cell of a group of which each item uses only its own part is a private cell of each item",
        "own", [];
    DPIA_O_ANY_GRID = "DPIA-O-ANY-GRID", "A loop without strategy outside of all parallel loops is run by all items, or by the groups if its body has work for the items of one",
        "own", [];
    DPIA_O_ANY_GROUP = "DPIA-O-ANY-GROUP", "A loop without strategy within a group is run by its items",
        "own", [];
    DPIA_O_ANY_ITEM = "DPIA-O-ANY-ITEM", "A loop without strategy within one item is sequential",
        "own", [];
    DPIA_O_ANY_ONCE = "DPIA-O-ANY-ONCE", "Of an open loop of one iteration that is all of a launch, each loop over the grid leaves the dimensions that it does not divide to the first group or item",
        "own", [];
    DPIA_O_ACCUM_SPACE = "DPIA-O-ACCUM-SPACE", "A cell of numbers that no parallel loop writes is private",
        "notes 10.2, 10.5", [];
    DPIA_O_SHARED_SPACE = "DPIA-O-SHARED-SPACE", "A cell that parallel loops write, or that is too large to be private, lies where all its readers see it",
        "own", [];
    DPIA_X_GRIDSYNC_A = "DPIA-X-GRIDSYNC-A", "What one parallel loop over the grid writes and another reads lies between two kernels",
        "notes 16.6", [kernel: "no kernel that the programmer marked needs two of them"];
    DPIA_X_HOST_SEQ = "DPIA-X-HOST-SEQ", "Sequential commands between kernels are a kernel of one item",
        "own", [];
    DPIA_X_HOST_LOOP = "DPIA-X-HOST-LOOP", "A loop or choice with kernels inside stays on the host; its condition is computed by a kernel",
        "own", [];
    DPIA_X_LAUNCH_SIZE = "DPIA-X-LAUNCH-SIZE", "A launch that the programmer gave no size has groups as large as its constant loops over items, and as many items as its loops ask for",
        "own", [];
    DPIA_H_REUSE = "DPIA-H-REUSE", "Arrays that are never needed at one time share their memory, unless that needs a barrier more",
        "own", [];
    DPIA_H_PARFOR = "DPIA-H-PARFOR", "Hoisting remembers the parallel loops around a cell",
        "paper 6.4; notes 11", [];
    DPIA_H_GLOBAL = "DPIA-H-GLOBAL", "A cell in global memory moves out of the kernel, with one part for each iteration of the parallel loops around it",
        "paper 6.4; notes 11", [];
    DPIA_H_LOCAL = "DPIA-H-LOCAL", "A cell in local memory moves to the top of the kernel, with one part for each iteration of the loops over items around it",
        "notes 11", [group: "the cell lies within a loop over work-groups"];
    DPIA_H_OWN = "DPIA-H-OWN", "What a pass made may write within a parallel loop to a cell from outside, if each iteration uses only its own part of it",
        "notes 11, side condition", [];
    DPIA_H_PRIVATE = "DPIA-H-PRIVATE", "A private cell stays where it is",
        "paper 6.4; notes 11", [];
    DPIA_H_FOR = "DPIA-H-FOR", "Sequential loops do not multiply a cell: each iteration uses it anew",
        "paper 6.4; notes 11", [];
    DPIA_X_LENGTH = "DPIA-X-LENGTH", "A cell whose values are seen to be in bounds as sizes holds indexes", "own", [];
    DPIA_H_SIZE = "DPIA-H-SIZE", "A size that is known only when the program runs is at most its bound", "own", [];
    DPIA_H_NATDEP = "DPIA-H-NATDEP", "A cell whose size depends on a loop has the largest size",
        "notes 11", [bound: "the largest size is known, and only the length of the outermost array depends on loops"];
    DPIA_L_UNIFORM_GUARD = "DPIA-L-UNIFORM-GUARD", "A sequential write to shared memory within a group is done by its first item",
        "notes 10.5", [];
    DPIA_B_SEQ = "DPIA-B-SEQ", "A barrier stands between two commands of which one writes what the other one reads or writes, unless each item meets only itself",
        "notes 12, repaired", [];
    DPIA_B_LOOP = "DPIA-B-LOOP", "A barrier ends the body of a loop if its end conflicts with its beginning",
        "notes 12, repaired", [];
    DPIA_B_OWN = "DPIA-B-OWN", "Accesses at the loop variables of one and the same distribution meet only within one item and need no barrier",
        "own", [];
    DPIA_X_UNROLL = "DPIA-X-UNROLL", "A small loop of known length is written out, so that private arrays have constant indexes",
        "notes 10.4", [];
}

/// The rules of stage I.
pub static STAGE_I: &[&Rule] = &[
    &DPIA_A_ASG_NUM,
    &DPIA_A_ASG_ARR,
    &DPIA_A_ASG_PAIR,
    &DPIA_A_VAR,
    &DPIA_A_LIT,
    &DPIA_A_NEG,
    &DPIA_A_ARITH,
    &DPIA_A_MAP,
    &DPIA_A_REDUCE,
    &DPIA_A_ZIP,
    &DPIA_A_SPLIT,
    &DPIA_A_JOIN,
    &DPIA_A_PAIR,
    &DPIA_A_FST,
    &DPIA_A_SND,
    &DPIA_A_IDX,
    &DPIA_C_VAR,
    &DPIA_C_LIT,
    &DPIA_C_NEG,
    &DPIA_C_ARITH,
    &DPIA_C_MAP,
    &DPIA_C_REDUCE,
    &DPIA_C_ZIP,
    &DPIA_C_SPLIT,
    &DPIA_C_JOIN,
    &DPIA_C_PAIR,
    &DPIA_C_FST,
    &DPIA_C_SND,
    &DPIA_C_IDX,
    &DPIA_O_ACC,
    &DPIA_O_DEFAULT,
    &DPIA_O_TO_C,
    &DPIA_O_TO_A,
    &DPIA_O_VEC_A,
    &DPIA_O_VEC_C,
    &DPIA_X_MULTI_A,
    &DPIA_X_LET_C,
    &DPIA_X_CALL_C,
    &DPIA_X_IF_A,
    &DPIA_X_IF_C,
    &DPIA_X_STORE_C,
    &DPIA_X_VIEW_A,
    &DPIA_X_VIEW_C,
    &DPIA_X_TRANSPOSE_A,
    &DPIA_X_UNZIP_A,
    &DPIA_X_REORDER_A,
    &DPIA_X_STRIDE_A,
    &DPIA_X_CONCAT_A,
    &DPIA_X_GENERATE_A,
    &DPIA_X_GENERATE_C,
    &DPIA_X_MAPVIEW_A,
    &DPIA_X_MAPVIEW_C,
    &DPIA_X_SCATTER_A,
    &DPIA_X_SCATTER_TEST,
    &DPIA_X_SCATTERLAST_A,
    &DPIA_X_PARTITION_A,
    &DPIA_X_ACCUM_A,
    &DPIA_X_UPD_A,
    &DPIA_X_SCAN_A,
    &DPIA_X_REDUCE_GROUP_C,
    &DPIA_X_SCAN_GROUP_A,
    &DPIA_X_SUBGROUP_A,
    &DPIA_X_RUN_A,
    &DPIA_X_TAKE_A,
    &DPIA_X_RUN_VIEW,
    &DPIA_X_ITER_C,
    &DPIA_X_LOOP_C,
    &DPIA_X_INPLACE,
    &DPIA_X_STEP,
    &DPIA_X_ITERWHILE_C,
    &DPIA_X_WHILE_C,
    &DPIA_X_SIZE_C,
];

/// The rules of stage II.
pub static STAGE_II: &[&Rule] = &[
    &DPIA_I_MAPI,
    &DPIA_I_MAPSEQI,
    &DPIA_I_REDUCEI,
    &DPIA_I_REDUCEI_SAFE,
    &DPIA_I_REDUCEI_SWAP,
    &DPIA_I_SCANI,
    &DPIA_I_REDUCELOCALI,
    &DPIA_I_SCANLOCALI,
    &DPIA_I_SUBGROUP,
];
