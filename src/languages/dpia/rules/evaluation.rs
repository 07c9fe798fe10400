//! The rules of meaning: the functional reading (DPIA-E-*, notes 14.2) and the store semantics with its work-groups
//! (DPIA-S-*, notes 14.3 and 14.4).
//!
//! What a primitive *is* has one id, DPIA-P-* or DPIA-X-*, among the rules of types; how it is evaluated has another here.

elder_syntax::rules! {
    /// Expressions have values, commands change the store.
    pub static TABLE = Evaluation;

    DPIA_E_ENTRY = "DPIA-E-ENTRY", "the values from outside fit the inputs of the definition that is run, and its sizes", "own",
        [argument: "there is a definition that can be run, with as many inputs of these types",
         agree: "the sizes of the inputs are those of their types",
         obligation: "what the checker could not decide about sizes holds"];
    DPIA_E_LIMIT = "DPIA-E-LIMIT", "an evaluation that runs out of steps, time, memory or bits of a size has no outcome", "own",
        [fuel: "there are steps left", time: "there is time left", memory: "the arrays fit in the memory allowed",
         size: "the sizes that are computed on the way fit 64 bits"];
    DPIA_E_UNREAD = "DPIA-E-UNREAD", "a failure that no result depends on is met, or it is not", "own", [];
    DPIA_E_VAR = "DPIA-E-VAR", "a variable has the value that it is bound to", "notes 14.2", [];
    DPIA_E_LIT = "DPIA-E-LIT", "a literal is its value", "notes 14.2", [];
    DPIA_E_NAT = "DPIA-E-NAT", "a nat as a number has the nat's value", "own", [];
    DPIA_E_OP = "DPIA-E-OP", "the operands are evaluated left to right, then the operation; on vectors componentwise", "notes 14.2",
        [division: "no integer is divided by zero",
         exponent: "no integer is raised to a negative power"];
    DPIA_E_CONVERT = "DPIA-E-CONVERT", "conversions are those of the numeric types; an index is a number", "own", [];
    DPIA_E_APP = "DPIA-E-APP", "an expression is passed by value, anything else by name", "notes 14.2; Idealised Algol", [];
    DPIA_E_LET = "DPIA-E-LET", "the named expression is evaluated once", "own", [];
    DPIA_E_IF = "DPIA-E-IF", "the condition chooses which of the two is evaluated", "own", [];
    DPIA_E_INDEX = "DPIA-E-INDEX", "an index term has its value", "own", [];
    DPIA_E_ASINDEX = "DPIA-E-ASINDEX", "a number is an index if it is one", "own", [bounds: "the number lies between 0 and the length"];
    DPIA_E_KNOWN = "DPIA-E-KNOWN", "a number that is known to be an index is one", "own",
        [owed: "whoever made the program owes that the number lies between 0 and the length"];
    DPIA_E_CLAMP = "DPIA-E-CLAMP", "a number is an index if it is one, and otherwise stands for index 0", "own",
        [some: "there is an index"];
    DPIA_E_MAP = "DPIA-E-MAP", "the function is applied to every element", "notes 14.2", [];
    DPIA_E_REDUCE = "DPIA-E-REDUCE", "left to right, element first, accumulator second", "notes 14.2", [];
    DPIA_E_SCAN = "DPIA-E-SCAN", "the accumulators after each element", "notes 16.4", [];
    DPIA_E_SUBGROUP = "DPIA-E-SUBGROUP", "what the lanes of a sub-group compute, in the order in which they do", "own", [];
    DPIA_E_HASSUBGROUPS = "DPIA-E-HASSUBGROUPS", "the reference semantics has sub-groups", "own", [];
    DPIA_E_ZIP = "DPIA-E-ZIP", "element by element, as pairs", "notes 14.2", [];
    DPIA_E_UNZIP = "DPIA-E-UNZIP", "the first halves and the second halves", "notes 16.1", [];
    DPIA_E_SPLIT = "DPIA-E-SPLIT", "element j of chunk i of n is element i·n + j", "notes 14.2", [];
    DPIA_E_JOIN = "DPIA-E-JOIN", "element i is element i mod m of row i / m", "notes 14.2", [];
    DPIA_E_PAIR = "DPIA-E-PAIR", "both halves are evaluated", "notes 14.2", [];
    DPIA_E_FST = "DPIA-E-FST", "the first half", "notes 14.2", [];
    DPIA_E_SND = "DPIA-E-SND", "the second half", "notes 14.2", [];
    DPIA_E_IDX = "DPIA-E-IDX", "the element at an index", "notes 14.2", [];
    DPIA_E_TO = "DPIA-E-TO", "where a result is stored does not change it", "notes 10.2", [];
    DPIA_E_VECTOR = "DPIA-E-VECTOR", "neighbours as one vector, and back", "notes 10.3", [];
    DPIA_E_COMPONENTS = "DPIA-E-COMPONENTS", "a vector of its components, and components of a vector", "OpenCL", [];
    DPIA_E_SPLAT = "DPIA-E-SPLAT", "all components are the number", "notes 10.3", [];
    DPIA_E_TAKE = "DPIA-E-TAKE", "element i is element i", "notes 16.1", [];
    DPIA_E_DROP = "DPIA-E-DROP", "element i is element n + i", "notes 16.1", [];
    DPIA_E_TRANSPOSE = "DPIA-E-TRANSPOSE", "element (i, j) is element (j, i)", "notes 16.1", [];
    DPIA_E_SLIDE = "DPIA-E-SLIDE", "element j of window i is element step·i + j", "notes 16.1", [];
    DPIA_E_PAD = "DPIA-E-PAD", "outside, the nearest element or the constant", "notes 16.1", [];
    DPIA_E_GATHER = "DPIA-E-GATHER", "element i is the element at index i of the indexes", "notes 16.1", [];
    DPIA_E_REORDER = "DPIA-E-REORDER", "element i is element f(i)", "notes 16.1", [];
    DPIA_E_STRIDE = "DPIA-E-STRIDE", "element i is element i/(n/s) + s·(i mod n/s)", "notes 16.1", [];
    DPIA_E_STRIDED = "DPIA-E-STRIDED", "element (i, …) is element o + Σ i·s", "own", [];
    DPIA_E_GENERATE = "DPIA-E-GENERATE", "element i is the function at i", "notes 16.1", [];
    DPIA_E_CONCAT = "DPIA-E-CONCAT", "the elements of the first, then those of the second", "notes 16.1", [];
    DPIA_E_SCATTER = "DPIA-E-SCATTER", "element J(i) of the result is element i", "notes 16.2", [injective: "no two indexes are the same"];
    DPIA_E_SCATTERLAST = "DPIA-E-SCATTERLAST", "element j of the result is the last element i with J(i) = j", "own", [];
    DPIA_E_PARTITION = "DPIA-E-PARTITION", "the elements of which the predicate holds and the others, in their order, are handed to the function", "own", [];
    DPIA_E_REDUCEBYINDEX = "DPIA-E-REDUCEBYINDEX", "element J(i) is updated by element i, for each i", "own", [];
    DPIA_E_ITERATE = "DPIA-E-ITERATE", "the function is applied k times, at sizes that divide by n", "notes 16.3", [];
    DPIA_E_LOOP = "DPIA-E-LOOP", "k steps on a state", "notes 16.4", [];
    DPIA_E_ITERWHILE = "DPIA-E-ITERWHILE", "steps while the condition holds of the state", "notes 16.5", [];
    DPIA_E_UPDATE = "DPIA-E-UPDATE", "the array with one element replaced", "notes 16.4", [];
    DPIA_E_RUN = "DPIA-E-RUN", "what is one kernel does not change the value", "notes 16.6", [];

    DPIA_S_R = "DPIA-S-R", "reading a cell at a path gives what was last written there", "notes 14.3",
        [uninitialised: "something was written there"];
    DPIA_S_A = "DPIA-S-A", "an acceptor at a path is an address", "notes 14.3", [];
    DPIA_S_CUT = "DPIA-S-CUT", "element (r, c) of rows of l is element l·r + c", "own", [owed: "whoever made the program owes that nothing is written behind the end of the row that is cut"];
    DPIA_S_SKIP = "DPIA-S-SKIP", "nothing changes", "notes 14.3", [];
    DPIA_S_SEQ = "DPIA-S-SEQ", "the second command starts from the store that the first one leaves", "notes 14.3", [];
    DPIA_S_ASSIGN = "DPIA-S-ASSIGN", "the value is computed, then written to the address", "notes 14.3", [];
    DPIA_S_NEW = "DPIA-S-NEW", "a fresh cell for the length of a command", "notes 14.3", [];
    DPIA_S_LET = "DPIA-S-LET", "the value of an expression now, for the length of a command", "own", [];
    DPIA_S_FAIL = "DPIA-S-FAIL", "a command that fails has no outcome", "own", [reached: "no command that fails is run"];
    DPIA_S_IF = "DPIA-S-IF", "the condition chooses which command runs", "notes 16.5", [];
    DPIA_S_FOR = "DPIA-S-FOR", "one iteration after the other", "notes 14.3", [];
    DPIA_S_WHILE = "DPIA-S-WHILE", "condition, command, and again", "notes 16.5", [];
    DPIA_S_SIZE = "DPIA-S-SIZE", "the number becomes a size of the command", "own",
        [bounds: "the number is at least zero and at most the bound"];
    DPIA_S_DBLFOR = "DPIA-S-DBLFOR", "steps from one variable into the other, in turn", "notes 16.3", [];
    DPIA_S_PARFOR = "DPIA-S-PARFOR", "iterations that do not conflict, in any order", "notes 14.3", [];
    DPIA_S_RACE = "DPIA-S-RACE", "what one parallel iteration or work-item writes, no other one touches", "notes 14.3",
        [disjoint: "the iterations of a parallel loop touch different addresses, or only read, or only update by one operator",
         items: "between two barriers the items of a work-group touch different addresses",
         groups: "the work-groups of a launch touch different addresses of global memory"];
    DPIA_S_SWAP = "DPIA-S-SWAP", "a command makes another number of that of an address, and nobody comes between", "device-road 2.3 D5", [];
    DPIA_S_UPDATE = "DPIA-S-UPDATE", "an update of an address by an operator; updates by one operator commute", "own, after design.md", [];
    DPIA_S_LAUNCH = "DPIA-S-LAUNCH", "every work-group of a launch runs the command", "notes 14.4", [];
    DPIA_S_GROUP = "DPIA-S-GROUP", "an iteration of a parallel loop over groups or items goes to the group or item whose turn it is", "notes 10.1", [];
    DPIA_S_TOGETHER = "DPIA-S-TOGETHER", "the items of a group reduce or scan together; before and after, they wait for each other", "own", [];
    DPIA_S_BARRIER = "DPIA-S-BARRIER", "all items of a group wait for each other", "notes 14.4",
        [uniform: "all items of the group come to the same barrier"];
}
