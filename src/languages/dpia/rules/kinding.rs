//! Rules of the judgement: types and nat terms are well-formed, types are equal, types are passive.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Kinding;
    DPIA_K_VAR = "DPIA-K-VAR", "a variable of a nat or a data type has the kind of its binder", "paper Figure 1",
        [bound: "the variable is bound"];
    DPIA_K_LIT = "DPIA-K-LIT", "a numeral is a nat", "paper Figure 1", [];
    DPIA_K_ADD = "DPIA-K-ADD", "a sum of nats is a nat", "paper Figure 1", [];
    DPIA_K_MUL = "DPIA-K-MUL", "a product of nats is a nat", "paper Figure 1", [];
    DPIA_K_NATX = "DPIA-K-NATX", "differences, exact and floor division, remainder, power, min and max of nats are nats", "shine", [];
    DPIA_K_NATX_OBL = "DPIA-K-NATX-OBL", "an exact division leaves no remainder, a difference is not negative; what cannot be seen is tested at launch",
        "own, after shine",
        [divides: "the divisor divides the dividend", negative: "a difference is not negative", positive: "no divisor is zero",
         launch: "what is left to test at launch is about sizes known at launch", overflow: "coefficients stay within 128 bits",
         fits: "what is added, multiplied and raised to a power fits 64 bits"];
    DPIA_K_FACTS = "DPIA-K-FACTS", "in a branch, what the condition says of sizes and indexes is known", "own",
        [exact: "no arithmetic of the condition wraps, if an index is in range by what the condition says"];
    DPIA_K_NUM = "DPIA-K-NUM", "numbers and truth values are data", "paper Figure 1", [];
    DPIA_K_IDX = "DPIA-K-IDX", "idx(n) is data: 0 to n-1", "paper Figure 1", [];
    DPIA_K_ARR = "DPIA-K-ARR", "an array of data is data", "paper Figure 1", [];
    DPIA_K_PROD = "DPIA-K-PROD", "a pair of data is data", "paper Figure 1", [];
    DPIA_O_VEC_KIND = "DPIA-O-VEC-KIND", "a vector of 2, 3, 4, 8 or 16 numbers is data", "paper 6.2",
        [element: "its components are numbers"];
    DPIA_K_EXP = "DPIA-K-EXP", "expressions of a data type are a phrase type", "paper Figure 1", [];
    DPIA_K_ACC = "DPIA-K-ACC", "acceptors of a data type are a phrase type", "paper Figure 1", [];
    DPIA_K_UPD = "DPIA-K-UPD", "accumulators are a phrase type; the operator works on the numbers of the data type", "own",
        [operator: "the operator works on every number of the data type"];
    DPIA_K_COMM = "DPIA-K-COMM", "commands are a phrase type", "paper Figure 1", [];
    DPIA_K_PPROD = "DPIA-K-PPROD", "a pair of phrase types is a phrase type", "paper Figure 1", [];
    DPIA_K_FUN = "DPIA-K-FUN", "functions between phrase types are a phrase type", "paper Figure 1", [];
    DPIA_K_PFUN = "DPIA-K-PFUN", "passive functions between phrase types are a phrase type", "paper Figure 1", [];
    DPIA_K_DEP = "DPIA-K-DEP", "functions over a nat or a data type are a phrase type", "paper Figure 1", [];
    DPIA_K_EQ = "DPIA-K-EQ", "nats are equal if they are equal for all values of their variables", "paper section 3.1",
        [sizes: "the two sizes are equal for all values of their variables"];
    DPIA_K_EQ_CONG = "DPIA-K-EQ-CONG", "types are equal if they are built alike from equal nats", "paper section 3.1", [];
    DPIA_K_EQ_ALG = "DPIA-K-EQ-ALG", "equality of nats is decided by their normal forms", "own", [];
    DPIA_K_PAS_EXP = "DPIA-K-PAS-EXP", "expressions are passive", "paper Figure 2", [];
    DPIA_K_PAS_PROD = "DPIA-K-PAS-PROD", "a pair of passive types is passive", "paper Figure 2", [];
    DPIA_K_PAS_FUN = "DPIA-K-PAS-FUN", "functions to a passive type are passive", "paper Figure 2", [];
    DPIA_K_PAS_PFUN = "DPIA-K-PAS-PFUN", "passive functions are passive", "paper Figure 2", [];
    DPIA_K_PAS_DEP = "DPIA-K-PAS-DEP", "dependent functions to a passive type are passive", "paper Figure 2", [];
    DPIA_K_PAS_UPD = "DPIA-K-PAS-UPD", "accumulators are passive, because their updates commute", "own", [];
}
