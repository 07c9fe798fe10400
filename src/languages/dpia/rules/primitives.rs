//! Rules of the judgement: the types of the primitives, and the conditions on their sizes.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Typing;
    DPIA_P_LIT = "DPIA-P-LIT", "a number has its type", "paper Figure 4", [value: "the number is a value of the type"];
    DPIA_P_NEG = "DPIA-P-NEG", "operators of one operand keep its type", "paper Figure 4", [operand: "the operator exists on the type of the operand"];
    DPIA_P_ARITH = "DPIA-P-ARITH", "operators of two operands take a phrase pair of one type", "paper Figure 4",
        [operand: "the operator exists on the type of the operands"];
    DPIA_P_LDEXP = "DPIA-P-LDEXP", "a float times a power of two", "own", [float: "the first operand is a float"];
    DPIA_P_TERNARY = "DPIA-P-TERNARY", "operators of three operands take them of one type", "own",
        [operand: "the operator exists on the type of the operands"];
    DPIA_P_CONVERT = "DPIA-P-CONVERT", "numbers, truth values and indexes convert to numbers", "own",
        [number: "what is converted is a number, a truth value or an index"];
    DPIA_P_NAT = "DPIA-P-NAT", "a nat is a number", "own", [];
    DPIA_P_INDEX = "DPIA-P-INDEX", "an index term is below the length of the array", "own",
        [range: "the index is seen to be below the length"];
    DPIA_P_ASINDEX = "DPIA-P-ASINDEX", "an integer becomes an index if it is in range, which is tested when it runs", "own",
        [integer: "what becomes an index is an integer"];
    DPIA_X_KNOWN = "DPIA-X-KNOWN", "an integer becomes an index that whoever made the program knows to be in range", "own",
        [integer: "what becomes an index is an integer"];
    DPIA_X_CLAMP = "DPIA-X-CLAMP", "an integer becomes an index, 0 if it is out of range", "own",
        [integer: "what becomes an index is an integer"];
    DPIA_X_BOOL = "DPIA-X-BOOL", "comparisons give truth values", "own, after shine", [];
    DPIA_X_FAIL = "DPIA-X-FAIL", "`fail` says what is wrong, with numbers; `guard` runs a command if a condition holds, and else fails", "own",
        [numbers: "there are as many numbers as the message speaks of"];
    DPIA_X_IF = "DPIA-X-IF", "`if` chooses between two expressions or two commands; they share state with the condition", "own, after shine",
        [result: "the branches are expressions or commands"];
    DPIA_X_LET = "DPIA-X-LET", "`let` names the value of an expression in an expression or a command", "own, after shine",
        [result: "the body is an expression or a command"];
    DPIA_P_MAP = "DPIA-P-MAP", "map applies a function to every element", "paper Figure 4", [];
    DPIA_O_TYPE = "DPIA-O-TYPE", "maps and loops of every strategy have the types of map, mapI and parfor", "paper 6.1",
        [dimension: "the dimension is 0, 1 or 2"];
    DPIA_O_GLOBAL = "DPIA-O-GLOBAL", "mapGlobal: the iterations are run by all items of the launch", "paper 6.1", [];
    DPIA_O_WG = "DPIA-O-WG", "mapWorkgroup: the iterations are run by the work-groups", "paper 6.1", [];
    DPIA_O_LOCAL = "DPIA-O-LOCAL", "mapLocal: the iterations are run by the items of a work-group", "paper 6.1", [];
    DPIA_O_SEQ = "DPIA-O-SEQ", "mapSeq: the iterations are run one after the other", "paper 6.1", [];
    DPIA_P_REDUCE = "DPIA-P-REDUCE", "reduce: the function takes the element first, the accumulator second", "paper Figure 4", [];
    DPIA_X_SCAN = "DPIA-X-SCAN", "scanSeq: inclusive, left to right", "shine", [];
    DPIA_X_REDUCE_GROUP = "DPIA-X-REDUCE-GROUP", "reduceLocal: the items of a group reduce together with an associative operator and its neutral element", "own", [];
    DPIA_X_SCAN_GROUP = "DPIA-X-SCAN-GROUP", "scanLocal: the items of a group scan together with an associative operator and its neutral element", "own", [];
    DPIA_X_REDUCE_SUBGROUP = "DPIA-X-REDUCE-SUBGROUP", "reduceSubgroup: the lanes of a sub-group reduce a row together with an associative operator, neighbours first", "OpenCL",
        [width: "a sub-group has 2, 4, 8, 16 or 32 lanes"];
    DPIA_X_SCAN_SUBGROUP = "DPIA-X-SCAN-SUBGROUP", "scanSubgroup: the lanes of a sub-group scan a row together with an associative operator", "OpenCL", [];
    DPIA_X_SHUFFLE = "DPIA-X-SHUFFLE", "shuffle: each lane of a sub-group reads the element of another lane", "OpenCL", [];
    DPIA_X_HASSUBGROUPS = "DPIA-X-HASSUBGROUPS", "hasSubgroups: whether the device has sub-groups of that width", "own",
        [choice: "it chooses between a command of sub-groups and what does the same without them"];
    DPIA_P_ZIP = "DPIA-P-ZIP", "zip pairs arrays of one length", "paper Figure 4", [];
    DPIA_X_UNZIP = "DPIA-X-UNZIP", "unzip takes an array of pairs apart", "shine", [];
    DPIA_P_SPLIT = "DPIA-P-SPLIT", "split(n) makes chunks of n", "paper Figure 4", [];
    DPIA_P_JOIN = "DPIA-P-JOIN", "join makes one array of rows", "paper Figure 4", [];
    DPIA_P_PAIR = "DPIA-P-PAIR", "pair makes a pair of data", "paper Figure 4", [];
    DPIA_P_FST = "DPIA-P-FST", "fst gives the first half", "paper Figure 4", [];
    DPIA_P_SND = "DPIA-P-SND", "snd gives the second half", "paper Figure 4", [];
    DPIA_P_IDX = "DPIA-P-IDX", "an array is indexed by an index into its length", "paper Figure 4",
        [array: "what is indexed is an array", index: "the index is one into arrays of that length"];
    DPIA_O_TO_TYPE = "DPIA-O-TO-TYPE", "toGlobal, toLocal and toPrivate are the identity on functions", "paper 6.2", [];
    DPIA_O_ASVEC = "DPIA-O-ASVEC", "asVector makes vectors of neighbours", "paper 6.2", [];
    DPIA_O_ASSCAL = "DPIA-O-ASSCAL", "asScalar makes scalars of vectors", "paper 6.2", [];
    DPIA_O_SPLAT = "DPIA-O-SPLAT", "splat makes a vector of equal components", "shine", [];
    DPIA_O_VECTOR = "DPIA-O-VECTOR", "vec makes a vector of its components", "OpenCL",
        [width: "there are 2, 3, 4, 8 or 16 components"];
    DPIA_O_SWIZZLE = "DPIA-O-SWIZZLE", "components of a vector are named in any order: one is a number, several are a vector", "OpenCL",
        [component: "the vector has the components", width: "one component is named, or as many as a vector has"];
    DPIA_O_VECIDX = "DPIA-O-VECIDX", "a vector is indexed by an index below its width", "own", [];
    DPIA_O_VOP = "DPIA-O-VOP", "operators and assignment work on vectors, component by component", "shine", [];
    DPIA_X_TAKE = "DPIA-X-TAKE", "take(n) gives the first n elements", "shine", [];
    DPIA_X_DROP = "DPIA-X-DROP", "drop(n) gives all but the first n elements", "shine", [];
    DPIA_X_TRANSPOSE = "DPIA-X-TRANSPOSE", "transpose exchanges rows and columns", "shine", [];
    DPIA_X_SLIDE = "DPIA-X-SLIDE", "slide gives overlapping windows", "shine", [];
    DPIA_X_PADCLAMP = "DPIA-X-PADCLAMP", "padClamp repeats the elements at the ends of an array that has some", "shine",
        [nonempty: "the array has elements"];
    DPIA_X_PADCST = "DPIA-X-PADCST", "padCst adds a constant at both ends", "shine", [];
    DPIA_X_GATHER = "DPIA-X-GATHER", "gather reads by an array of indexes", "shine", [];
    DPIA_X_REORDER = "DPIA-X-REORDER", "reorder reads by an index function whose inverse is given", "shine",
        [inverse: "the second function undoes the first"];
    DPIA_X_STRIDE = "DPIA-X-STRIDE", "reorderWithStride(s) reads with stride s, which divides the length", "shine",
        [divides: "the stride divides the length"];
    DPIA_X_STRIDED = "DPIA-X-STRIDED", "strided reads a part by an offset, and an extent and a stride a dimension", "own",
        [inside: "the last element of the part, if it has any, is one of the array"];
    DPIA_X_GENERATE = "DPIA-X-GENERATE", "generate makes an array from a function of the index", "shine", [];
    DPIA_X_CONCAT = "DPIA-X-CONCAT", "concat puts arrays one after the other", "shine", [];
    DPIA_X_SCATTER = "DPIA-X-SCATTER", "scatter writes by a permutation", "shine", [];
    DPIA_X_SCATTERINTO = "DPIA-X-SCATTERINTO", "scatterInto writes over a copy by indexes that differ", "own", [];
    DPIA_X_SCATTER_OBL = "DPIA-X-SCATTER-OBL", "the indexes of a scatter differ; what cannot be seen is tested when it runs", "own",
        [injective: "the indexes are not visibly the same"];
    DPIA_X_SCATTERLAST = "DPIA-X-SCATTERLAST", "scatterLast writes over a copy; of elements that go to one place the last counts", "own", [length: "there are fewer than 2^31 elements"];
    DPIA_X_PARTITION = "DPIA-X-PARTITION", "partition gives the elements of which a predicate holds, their number as a size, and the others to a function; what that gives has a size that is known outside", "own",
        [length: "there are fewer than 2^31 elements"];
    DPIA_X_PARTITION_GROUPS = "DPIA-X-PARTITION-GROUPS", "partitionWorkgroup(w) counts rows of w elements, each by a work-group", "own",
        [rows: "the rows are not empty"];
    DPIA_X_REDUCEBYINDEX = "DPIA-X-REDUCEBYINDEX", "reduceByIndex updates a copy by an operator whose updates commute", "Futhark", [];
    DPIA_X_ITER = "DPIA-X-ITER", "iterate applies a function that divides the length k times", "shine", [];
    DPIA_X_LOOP = "DPIA-X-LOOP", "loopSeq makes k steps on a state", "own", [];
    DPIA_X_ITERWHILE = "DPIA-X-ITERWHILE", "iterWhile makes steps on a state while a condition holds", "own", [];
    DPIA_X_UPD = "DPIA-X-UPD", "update replaces one element", "own", [];
    DPIA_X_CALL = "DPIA-X-CALL", "call applies a function of values that stays a function", "own",
        [first_order: "its parameters are numbers, indexes and arrays of numbers, and it gives a number",
         closed: "it makes use of its parameters, of functions, and of sizes that the launch knows"];
    DPIA_X_RUN = "DPIA-X-RUN", "run and launch mark one kernel with its local and global size", "shine",
        [dimensions: "both sizes have as many dimensions, 1 to 3", positive: "if there is work, no size is zero", divides: "the local size divides the global one"];

    DPIA_P_SKIP = "DPIA-P-SKIP", "skip is a command", "paper Figure 4", [];
    DPIA_P_SEQ = "DPIA-P-SEQ", "commands one after the other share all identifiers", "paper Figure 4", [];
    DPIA_P_NEW = "DPIA-P-NEW", "new lends a variable to a command", "paper Figure 4", [];
    DPIA_O_NEW = "DPIA-O-NEW", "newGlobal, newLocal and newPrivate have the type of new", "paper 6.2", [];
    DPIA_P_ASSIGN = "DPIA-P-ASSIGN", "assignment writes a number, an index or a vector", "paper Figure 4",
        [sides: "the left side is an acceptor, the right side an expression of its data type"];
    DPIA_P_FOR = "DPIA-P-FOR", "for runs its body for every index in order", "paper Figure 4",
        [elements: "it owns no element of an acceptor"];
    DPIA_P_PARFOR = "DPIA-P-PARFOR", "parfor gives every iteration its own element of an acceptor; its body is passive", "paper Figure 4", [];
    DPIA_X_MAPINPLACE = "DPIA-X-MAPINPLACE", "a loop in place gives every iteration its own element of a variable; its body is passive", "own", [];
    DPIA_X_PARFOREACH = "DPIA-X-PARFOREACH", "a parallel loop without acceptor has a passive body, which can only update accumulators", "own", [];
    DPIA_X_WHILE = "DPIA-X-WHILE", "while repeats a command; condition and body share state", "own", [];
    DPIA_X_SIZE = "DPIA-X-SIZE", "letSize makes a number a size within a command; that it is in bounds is tested when it runs", "own", [integer: "what becomes a size is an integer"];
    DPIA_X_PART = "DPIA-X-PART", "partAt lends a variable in two parts that do not interfere", "own, after DPIA-P-SPLITACC", [];
    DPIA_X_DBLFOR = "DPIA-X-DBLFOR", "dblFor makes k steps between two variables in turn", "shine", [];
    DPIA_X_ACCUM = "DPIA-X-ACCUM", "an acceptor is lent as an accumulator that parallel iterations share", "own", [];
    DPIA_X_UPDATE = "DPIA-X-UPDATE", "an accumulator of a number is updated by its operator", "own", [];
    DPIA_X_SWAP = "DPIA-X-SWAP", "the number of an accumulator becomes what a passive command makes of it, in one step", "device-road 2.3 D5",
        [again: "what may be executed again updates no accumulator"];
    DPIA_X_BARRIER = "DPIA-X-BARRIER", "barrier makes the items of a group wait for each other", "OpenCL", [];

    DPIA_P_IDXACC = "DPIA-P-IDXACC", "idxAcc writes one element", "paper Figure 4", [];
    DPIA_X_IDXUPD = "DPIA-X-IDXUPD", "the accumulator of one element", "own", [];
    DPIA_P_ZIPACC1 = "DPIA-P-ZIPACC1", "zipAcc1 writes the first halves of an array of pairs", "paper Figure 4", [];
    DPIA_P_ZIPACC2 = "DPIA-P-ZIPACC2", "zipAcc2 writes the second halves of an array of pairs", "paper Figure 4", [];
    DPIA_X_UNZIPACC = "DPIA-X-UNZIPACC", "unzipAcc writes an array of pairs to a pair of arrays", "shine", [];
    DPIA_P_SPLITACC = "DPIA-P-SPLITACC", "splitAcc writes an array to its chunks", "paper Figure 4", [];
    DPIA_P_JOINACC = "DPIA-P-JOINACC", "joinAcc writes rows to one array", "paper Figure 4", [];
    DPIA_X_CUTACC = "DPIA-X-CUTACC", "cutAcc writes rows of l to one array, of which the last one is cut", "own", [rows: "the rows are not empty"];
    DPIA_P_PAIRACC1 = "DPIA-P-PAIRACC1", "pairAcc1 writes the first half", "paper Figure 4", [];
    DPIA_P_PAIRACC2 = "DPIA-P-PAIRACC2", "pairAcc2 writes the second half", "paper Figure 4", [];
    DPIA_X_PAIRACC = "DPIA-X-PAIRACC", "pairAcc makes two acceptors one; they do not interfere", "shine", [];
    DPIA_O_VECACC = "DPIA-O-VECACC", "asVectorAcc and asScalarAcc write between vectors and scalars", "paper 6.2", [];
    DPIA_X_TAKEACC = "DPIA-X-TAKEACC", "takeAcc writes the first n elements", "shine", [];
    DPIA_X_DROPACC = "DPIA-X-DROPACC", "dropAcc writes all but the first n elements", "shine", [];
    DPIA_X_TRANSPOSEACC = "DPIA-X-TRANSPOSEACC", "transposeAcc writes with rows and columns exchanged", "shine", [];
    DPIA_X_MAPACC = "DPIA-X-MAPACC", "mapAcc writes each element through a passive function of acceptors", "shine", [];
    DPIA_X_REORDERACC = "DPIA-X-REORDERACC", "reorderAcc writes by the inverse of an index function", "shine", [];
    DPIA_X_STRIDEACC = "DPIA-X-STRIDEACC", "strideAcc writes with a stride", "shine", [];
    DPIA_X_STRIDEDACC = "DPIA-X-STRIDEDACC", "stridedAcc writes a part by an offset, and an extent and a stride a dimension", "own",
        [inside: "the last element of the part, if it has any, is one of the array", injective: "two elements are not visibly one"];
    DPIA_X_SCATTERACC = "DPIA-X-SCATTERACC", "scatterAcc writes by an array of indexes that differ", "shine", [];

    DPIA_P_MAPI = "DPIA-P-MAPI", "mapI: map whose function writes its result; the function is passive unless the map is sequential", "paper Figure 4", [];
    DPIA_P_REDUCEI = "DPIA-P-REDUCEI", "reduceI: reduce whose function writes its result, with a continuation", "paper Figure 4", [];
    DPIA_X_SCANI = "DPIA-X-SCANI", "scanI: scan whose function writes its result", "own", [];
    DPIA_X_REDUCEGROUPI = "DPIA-X-REDUCEGROUPI", "reduceLocalI: reduction by a group whose function writes its result, with a continuation", "own", [];
    DPIA_X_SUBGROUPI = "DPIA-X-SUBGROUPI", "reduceSubgroupI, scanSubgroupI and shuffleI: what a sub-group does, written to an acceptor", "own", [];
    DPIA_X_SCANGROUPI = "DPIA-X-SCANGROUPI", "scanLocalI: scan by a group whose function writes its result", "own", [];
}
