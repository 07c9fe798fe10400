//! The rules of meaning: locations (FCL-L-*), values (FCL-V-*) and the small steps (FCL-E-*) of notes 6 and 7.
//!
//! FCL-E-36 to FCL-E-42 are the rules that the paper prints.  41 and 42 as printed are the special cases in which there are as many
//! places as things to do; the general rules, with which programs run, are 41R and 42R (FCL-D-01 to FCL-D-03).

elder_syntax::rules! {
    /// Places of the machine, values, and steps.
    pub static TABLE = Evaluation;

    FCL_L_THREAD = "FCL-L-THREAD", "a thread is a place for work of level Z", "paper (31)", [];
    FCL_L_GROUP = "FCL-L-GROUP", "a group of places for work of level γ is one for work of level 1+γ", "paper (32)", [];
    FCL_L_THREADS = "FCL-L-THREADS", "the threads of a group are those of its members, one after the other", "notes 6", [];

    FCL_V_PULL = "FCL-V-PULL", "a pull array is a value; its elements stay expressions", "paper (33)", [];
    FCL_V_PUSH = "FCL-V-PUSH", "a push array is a value; its elements stay expressions", "paper (34)", [];
    FCL_V_PUSH_R = "FCL-V-PUSH-R", "a push array is data wherever it is: its elements will run on threads of its own level", "notes 6, FCL-D-06", [];
    FCL_V_DELAY = "FCL-V-DELAY", "a delayed concatenation is a value", "paper (35)", [];
    FCL_V_MORE = "FCL-V-MORE",
        "functions, operators with too few arguments, pairs of values, delayed interleavings and delayed scans are values", "notes 6, FCL-D-16", [];

    FCL_E_ENTRY = "FCL-E-ENTRY", "the values from outside fit the parameters of the kernel that is run", "own",
        [argument: "there are as many values, of the types of the parameters, and the arrays of a pair are of one length"];
    FCL_E_LIMIT = "FCL-E-LIMIT", "an evaluation that runs out of steps, time or memory has no outcome", "own",
        [fuel: "there are steps left", time: "there is time left", memory: "the arrays fit in the memory allowed"];
    FCL_E_TOP = "FCL-E-TOP", "a kernel is evaluated to a push array at a place of its level, then forced into the output", "notes 7.3", [];

    FCL_E_CTX = "FCL-E-CTX", "functions, arguments and operands are evaluated before they are used, left to right", "notes 7.3, FCL-D-21", [];
    FCL_E_BETA = "FCL-E-BETA", "a function applied to a value is its body with the value for the variable", "notes 7.3", [];
    FCL_E_LBETA = "FCL-E-LBETA", "a function applied to a level is its body with the level for the variable", "notes 7.3", [];
    FCL_E_LET = "FCL-E-LET", "what is named is evaluated once", "notes 7.3", [];
    FCL_E_FST = "FCL-E-FST", "the first half of a pair", "notes 7.3", [];
    FCL_E_SND = "FCL-E-SND", "the second half of a pair", "notes 7.3", [];
    FCL_E_IF = "FCL-E-IF", "the condition chooses which of the two is evaluated", "notes 7.3", [];
    FCL_E_DELTA = "FCL-E-DELTA", "a scalar operator gives the result of its operation", "notes 7.3; FCL-D-17",
        [division: "the divisor is not zero", exponent: "the exponent of an integer is not negative"];
    FCL_E_CONVERT = "FCL-E-CONVERT",
        "a conversion keeps the value where the type has it; integers lose their high bits, floats are rounded, to an integer towards zero and to the nearest end", "own", [];
    FCL_E_GEN = "FCL-E-GEN", "element k of a generated array is the function at k, not yet evaluated", "notes 7.3",
        [negative: "the length is not negative"];
    FCL_E_INDEX = "FCL-E-INDEX", "indexing gives the element as it stands, to be evaluated where it is used", "notes 7.3",
        [bounds: "the index lies between 0 and the length"];
    FCL_E_LENPULL = "FCL-E-LENPULL", "the length of a pull array, without running an element", "notes 7.3", [];
    FCL_E_LENPUSH = "FCL-E-LENPUSH", "the length of a push array, without running an element", "notes 7.3", [];
    FCL_E_LENDELAY = "FCL-E-LENDELAY", "the length of delayed sub-arrays is that of one, times their number; of interleaveInto, what it is told", "notes 7.3", [];
    FCL_E_PUSH = "FCL-E-PUSH", "a pull array becomes a push array of a level, its elements as they stand", "notes 7.3", [];
    FCL_E_36 = "FCL-E-36", "mapPull puts the function before every element", "paper (36)", [];
    FCL_E_37 = "FCL-E-37", "mapPush puts the function before every element", "paper (37)", [];
    FCL_E_38 = "FCL-E-38", "concat is delayed until somebody forces it", "paper (38)", [];
    FCL_E_MAPDELAY = "FCL-E-MAPDELAY", "mapPush of delayed sub-arrays is done in each of them", "notes 7.3", [];
    FCL_E_INTERLEAVE = "FCL-E-INTERLEAVE", "interleave, and interleaveInto, are delayed until somebody forces them", "notes 7.3", [];
    FCL_E_39 = "FCL-E-39", "forcing base values gives them as a pull array", "paper (39)", [];
    FCL_E_40 = "FCL-E-40", "a thread forces its elements one after the other", "paper (40)", [];
    FCL_E_41 = "FCL-E-41", "a group with a place for each element forces all of them at once", "paper (41)", [];
    FCL_E_41R = "FCL-E-41R",
        "the threads of a group force elements in waves, element j on thread j modulo their number; one step of the wave is one of each unfinished element",
        "notes 7.3, FCL-D-01, FCL-D-02", [];
    FCL_E_42 = "FCL-E-42", "a group with a place for each sub-array forces all of them at once", "paper (42)", [];
    FCL_E_42R = "FCL-E-42R", "sub-array i is forced at place i modulo their number; the results stand one after the other",
        "notes 7.3, FCL-D-03", [size: "every sub-array has the length that concat is told"];
    FCL_E_42I = "FCL-E-42I", "element j of sub-array i is written where the index function says",
        "notes 7.3", [size: "every sub-array has the length that interleave is told", index: "every position lies in the result",
        race: "no position is written twice"];
    FCL_E_INTERLEAVE_INTO = "FCL-E-INTERLEAVE-INTO",
        "element j of sub-array i is written where the index function says if the result has that position, and dropped otherwise", "own",
        [size: "every sub-array has the length that interleaveInto is told, and every position of the result is written",
        race: "no position is written twice"];
    FCL_E_LEVEL = "FCL-E-LEVEL", "threads do the work of threads, groups that of groups", "notes 7.3, FCL-D-04",
        [level: "elements are forced at thread level by a thread and at other levels by a group"];
    FCL_E_WHILE = "FCL-E-WHILE", "a while forces its first array, then goes on with a loop", "notes 7.3", [];
    FCL_E_LOOP_CTX = "FCL-E-LOOP-CTX", "the array of a loop is evaluated before its condition", "notes 7.3", [];
    FCL_E_LOOP = "FCL-E-LOOP", "while the condition holds of the array, the loop goes on with the step of it, forced", "notes 7.3, FCL-D-09", [];
    FCL_E_ITERATE = "FCL-E-ITERATE", "an iterate begins with step 0", "own; notes 14", [];
    FCL_E_ITERATE_STEP = "FCL-E-ITERATE-STEP", "while there is a step left, its function is applied to the array, forced", "own; notes 14", [];
    FCL_E_ITERATE_END = "FCL-E-ITERATE-END", "after the last step the array is forced", "own; notes 14", [];
    FCL_E_CONCAT_SEQ = "FCL-E-CONCAT-SEQ", "the sub-arrays are forced one after the other where the whole is; the results stand one after the other",
        "notes 14", [size: "every sub-array has the length that concatSeq is told"];
    FCL_E_CONCAT_THREADS = "FCL-E-CONCAT-THREADS", "sub-array i is forced by thread i modulo the number of threads of the group",
        "own", [size: "every sub-array has the length that concatThreads is told"];
    FCL_E_FOLD_NIL = "FCL-E-FOLD-NIL", "the fold of no elements is what it started from", "own; notes 14", [];
    FCL_E_FOLD = "FCL-E-FOLD", "a fold goes on from the function at the accumulator and the first element, evaluated", "own; notes 14", [];
    FCL_E_SCAN = "FCL-E-SCAN", "forcing a scan names its elements one after the other, each the function at the one before", "own; notes 14", [];
    FCL_E_SCAN_LEN = "FCL-E-SCAN-LEN", "a scan is as long as what it scans", "own", [];
    FCL_E_SCAN_MAP = "FCL-E-SCAN-MAP", "a mapped scan is forced as the scan, then as the map of it", "own", [];
    FCL_E_FORCE_PADDED = "FCL-E-FORCE-PADDED", "where in memory the elements lie does not change their values", "own",
        [padding: "the width is positive and the padding not negative"];
}
