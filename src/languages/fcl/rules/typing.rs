//! Typing: Δ,Γ ⊢γ e : τ (paper, rules 17 to 30; notes, sections 4.1 and 4.2).
//!
//! The level on the turnstile is that of the place where an expression is evaluated.  A function is evaluated where it is
//! called, an element of an array where it is run; so the turnstile of a function's body and of elements is not that of the
//! place where they are written, but the latent effect in their type (notes, section 4.3).  With the turnstile handed on into the
//! bodies of functions, as the paper prints it, a step that moves a function below a `concat` would lose its type.

elder_syntax::rules! {
    /// Typing of expressions, definitions and kernels.
    pub static TABLE = Typing;

    FCL_T_INT = "FCL-T-INT", "an integer is an int", "paper (17)", [];
    FCL_T_DBL = "FCL-T-DBL", "a number with a point is a double", "paper (18)", [];
    FCL_T_BOOL = "FCL-T-BOOL", "true and false are bools", "paper (19)", [];
    FCL_T_NUMBER = "FCL-T-NUMBER", "a number with the name of a type is of that type", "own", [];
    FCL_T_SETTING = "FCL-T-SETTING", "a size of the machine is an int", "notes 2 (FCL-G-BS)", [];
    FCL_T_ARR = "FCL-T-ARR", "an array written out has elements of one type, which is no function", "paper (20)",
        [same: "all elements have one type", ground: "the elements are no functions and contain none"];
    FCL_T_PAIR = "FCL-T-PAIR", "a pair has the types of its halves", "paper (21), FCL-D-13", [];
    FCL_T_FST = "FCL-T-FST", "fst gives the first half of a pair", "paper (22)", [pair: "the argument is a pair"];
    FCL_T_SND = "FCL-T-SND", "snd gives the second half of a pair", "paper (23)", [pair: "the argument is a pair"];
    FCL_T_VAR = "FCL-T-VAR", "a variable has every instance of its scheme", "paper (24)", [];
    FCL_T_LET_R = "FCL-T-LET-R", "what is named by let has the scheme of its type, generalised over what the context does not fix",
        "paper (25); notes 4.2, FCL-D-07",
        [generalised: "uses at two types are of a type that the context does not fix"];
    FCL_T_APP = "FCL-T-APP", "a function is applied to an argument of its parameter's type", "paper (26)",
        [function: "what is applied is a function",
         argument: "the argument has the type of the parameter",
         finite: "no type contains itself"];
    FCL_T_LAPP_R = "FCL-T-LAPP-R", "a function of a level is applied to a level", "paper (27); notes 4.2, FCL-D-08",
        [function: "what is applied to a level takes a level"];
    FCL_T_FN = "FCL-T-FN", "a function takes its parameter's type to that of its body, with the body's effect", "paper (28)", [];
    FCL_T_LFN = "FCL-T-LFN", "a function of a level is the same for every level", "paper (29)",
        [rigid: "the body fixes its level variable to no level", escape: "no type outside mentions the level variable"];
    FCL_T_OP = "FCL-T-OP", "an operator has every instance of its scheme", "notes 4.2, FCL-D-15", [];
    FCL_T_CONCAT_R = "FCL-T-CONCAT-R", "concat of arrays of level γ makes one of level 1+γ, under the turnstile 1+γ", "paper (30); notes 4.2",
        [size: "the length of the sub-arrays is an int",
         parts: "the sub-arrays are a pull array of push arrays",
         level: "the result is used as an array one level above its sub-arrays",
         turnstile: "it is evaluated one level above its sub-arrays"];
    FCL_T_INTERLEAVE = "FCL-T-INTERLEAVE", "interleave is typed as concat; its function takes a pair of ints to an int", "notes 4.2",
        [size: "the length of the sub-arrays is an int",
         function: "the function takes a pair of ints to an int, and does no work at any level",
         parts: "the sub-arrays are a pull array of push arrays",
         level: "the result is used as an array one level above its sub-arrays",
         turnstile: "it is evaluated one level above its sub-arrays"];
    FCL_T_INTERLEAVE_INTO = "FCL-T-INTERLEAVE-INTO", "interleaveInto is typed as interleave, with the length of the result before", "own",
        [size: "the two lengths are ints",
         function: "the function takes a pair of ints to an int, and does no work at any level",
         parts: "the sub-arrays are a pull array of push arrays",
         level: "the result is used as an array one level above its sub-arrays",
         turnstile: "it is evaluated one level above its sub-arrays"];
    FCL_T_CONCAT_SEQ = "FCL-T-CONCAT-SEQ", "concatSeq of arrays of level γ makes one of level γ", "notes 14",
        [size: "the length of the sub-arrays is an int", parts: "the sub-arrays are a pull array of push arrays of the level of the result"];
    FCL_T_CONCAT_THREADS = "FCL-T-CONCAT-THREADS", "concatThreads of arrays of level thread makes one of any level of groups", "own",
        [size: "the length of the sub-arrays is an int", parts: "the sub-arrays are a pull array of push arrays of level thread"];
    FCL_T_IF = "FCL-T-IF", "a conditional has the type of both its branches", "notes 4.2",
        [condition: "the condition is a bool", branches: "both branches have one type"];
    FCL_G_OVER = "FCL-G-OVER",
        "map and length are those of pull or push arrays as their argument is, arithmetic that of its operands; pull and int where nothing says",
        "notes 2", [array: "the argument is an array"];
    FCL_T_DEF = "FCL-T-DEF",
        "a definition has the scheme of its type under a turnstile that is generalised too; every use takes an instance",
        "notes 4.2",
        [signature: "the definition has the declared type",
         size: "its type is not too large to be written down"];
    FCL_T_KERNEL = "FCL-T-KERNEL",
        "a kernel takes base values and pull arrays of base values to a push array of its level, and does work at that level only",
        "notes 4.2",
        [entry: "there is a definition of that name, or one that is run when none is named",
         parameters: "the parameters are base values and pull arrays of base values",
         result: "the result is a push array",
         level: "the level of the result is fixed, and at most grid",
         effect: "all work outside its elements is at the level of the result"];
    FCL_T_EFFORT = "FCL-T-EFFORT", "a program is judged within the limits of the command", "own",
        [steps: "there are steps left", memory: "there is memory left"];
}
