//! Which types there are (paper, rules 1 to 13; notes, section 3), and what a scheme may stand for (rules 14 to 16).
//!
//! BT is what a push array may hold, GT what a pull array may hold, TYP everything.  A type variable has the smallest kind that
//! its uses ask for.

elder_syntax::rules! {
    /// Kinds and instances.
    pub static TABLE = Kinding;

    FCL_K_INT = "FCL-K-INT", "integers are base values", "paper (1)", [];
    FCL_K_DBL = "FCL-K-DBL", "doubles are base values", "paper (2)", [];
    FCL_K_BOOL = "FCL-K-BOOL", "truth values are base values", "paper (3)", [];
    FCL_K_NUMBER = "FCL-K-NUMBER", "half and float, and the integers of 8, 16 and 64 bits and those without sign, are base values", "own", [];
    FCL_K_VAR = "FCL-K-VAR", "a type variable has the kind that it is bound with", "paper (4)", [];
    FCL_K_PAIR = "FCL-K-PAIR", "a pair has every kind that both halves have", "paper (5); FCL-D-14", [];
    FCL_K_BT_GT = "FCL-K-BT-GT", "what a push array may hold, a pull array may hold", "paper (6)", [];
    FCL_K_GT_TYP = "FCL-K-GT-TYP", "what a pull array may hold is a type", "paper (7)", [];
    FCL_K_FUN_R = "FCL-K-FUN-R", "functions between types are a type, of kind TYP only", "paper (8); notes 3, FCL-D-12", [];
    FCL_K_LFUN = "FCL-K-LFUN", "functions of a level are a type, of kind TYP only", "paper (9)", [];
    FCL_K_PULL = "FCL-K-PULL", "a pull array holds what is no function, and may itself be held by one", "paper (10)",
        [element: "the elements are no functions and contain none"];
    FCL_K_PUSH_R = "FCL-K-PUSH-R", "a push array of a level holds base values and pairs of them", "paper (11); notes 3, FCL-D-12",
        [element: "the elements are base values or pairs of them"];
    FCL_K_Z = "FCL-K-Z", "thread is a level", "paper (12)", [];
    FCL_K_SUCC = "FCL-K-SUCC", "a group of what is a level is a level", "paper (13)", [];

    FCL_I_INST_R = "FCL-I-INST-R", "a type of the bound variable's kind may stand for it", "paper (14); notes 3, FCL-D-12",
        [kind: "the type has the kind of the variable"];
    FCL_I_REFL = "FCL-I-REFL", "a type without bound variables is its own instance", "paper (15)", [];
    FCL_I_TRANS = "FCL-I-TRANS", "several variables are instantiated one after the other", "paper (16)", [];
    FCL_I_LVL = "FCL-I-LVL", "each use of an operator, or of a definition whose level nothing fixes, picks a level", "notes 3", [];
}
