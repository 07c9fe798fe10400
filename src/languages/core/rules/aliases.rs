//! Rules of the judgement: aliases and consumption.  Figures 32 to 36 of the thesis, by tokens, with the slips of the notes mended.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Uniqueness;

    CORE_A_VAR = "CORE-A-VAR", "what a variable or an opaque operand gives shares with the variable", "thesis Figure 32", [];
    CORE_A_CONST = "CORE-A-CONST", "a constant shares with nothing", "thesis Figure 32", [];
    CORE_A_TUP = "CORE-A-TUP", "the results of a body share with what its operands share with", "thesis Figure 32", [];
    CORE_A_BINOP = "CORE-A-BINOP", "what a primitive function gives shares with nothing", "notes 3", [];
    CORE_A_INDEX = "CORE-A-INDEX", "an element shares with nothing", "thesis Figure 32", [];
    CORE_A_SLICE = "CORE-A-SLICE", "a part of an array shares with the array, whether it was taken by sections or by strides", "thesis Figure 32", [];
    CORE_A_IF = "CORE-A-IF", "what a conditional gives shares with what either branch gives; what it gives from different branches is apart", "thesis Figure 32; FUT-Z-45", [];
    CORE_A_LETPAT = "CORE-A-LETPAT", "each name of a pattern shares with what its value shares with", "thesis Figure 32", [];
    CORE_A_UPDATE = "CORE-A-UPDATE", "what an update gives shares with nothing that may still be used", "FUT-Z-01", [];
    CORE_A_LOOP_NU = "CORE-A-LOOP-NU", "an unstarred result of a loop shares with its first value and with what the body gives in any round", "thesis Figure 32; FUT-Z-02, FUT-Z-45", [];
    CORE_A_LOOP_U = "CORE-A-LOOP-U", "a starred result of a loop shares with nothing", "thesis Figure 32", [];
    CORE_A_CALL_NU = "CORE-A-CALL-NU", "an unstarred result of a call shares with those unstarred arguments, and those other results, with which it shares in the function", "thesis Figure 32; FUT-Z-45", [];
    CORE_A_CALL_U = "CORE-A-CALL-U", "a starred result of a call shares with nothing", "thesis Figure 32", [];
    CORE_A_DEAD = "CORE-A-DEAD", "what is shared stays shared when the name it came from goes out of scope", "FUT-Z-45", [];
    CORE_A_SIZE = "CORE-A-SIZE", "what `size`, `iota`, `replicate`, `blank`, `concat`, `copy` and a literal give shares with nothing", "thesis Figure 33; literals, blank: own", [];
    CORE_A_RESHAPE = "CORE-A-RESHAPE", "what `reshape` and `coerce` give shares with the array", "thesis Figure 33", [];
    CORE_A_REARR = "CORE-A-REARR", "what `rearrange` gives shares with the array", "thesis Figure 33", [];
    CORE_A_MAP = "CORE-A-MAP", "what is mapped or filtered shares with nothing", "thesis Figure 33", [];
    CORE_A_RED = "CORE-A-RED", "what is reduced or scanned, and the last state of a stream, share with nothing: of no elements they are copies", "thesis Figure 33; copies: own", [];
    CORE_A_SCATTER = "CORE-A-SCATTER", "what `scatter` and `hist` give shares with nothing that may still be used", "FUT-Z-01", [];
    CORE_A_ACC = "CORE-A-ACC", "arrays that were accumulated share with nothing that may still be used; what else a function under accumulators gives shares with what its body gives", "notes 3", [];

    CORE_SAFE_SEQ = "CORE-SAFE-SEQ", "nothing is used after it was consumed", "thesis Figure 34",
        [consumed: "what is used shares with nothing that was consumed before"];
    CORE_SAFE_UPDATE = "CORE-SAFE-UPDATE", "an update consumes its array", "thesis Figure 34",
        [apart: "what is put in does not share with what is updated"];
    CORE_SAFE_CALL = "CORE-SAFE-CALL", "a call consumes what is passed for starred parameters", "thesis Figure 34; constants: own",
        [apart: "what is passed for a starred parameter shares with no other argument",
         constant: "what every call of a function without parameters gives is not consumed"];
    CORE_SAFE_MAP = "CORE-SAFE-MAP", "the function of a combinator may consume its elements, and so the inputs", "thesis Figures 34, 35",
        [free: "the function consumes nothing from outside of it",
         apart: "an input that is consumed shares with no other input, and with nothing that the function uses",
         kept: "the predicate of a filter consumes no element"];
    CORE_SAFE_FUN = "CORE-SAFE-FUN", "a function consumes its starred parameters only, and a starred result is the caller's alone", "thesis 5.3.2; notes 4",
        [parameter: "what is consumed is not an unstarred parameter",
         result: "a starred result shares with no unstarred parameter, no constant and no other result"];
    CORE_SAFE_LOOP = "CORE-SAFE-LOOP", "a loop consumes the first values of its starred parameters, and its body these parameters only", "thesis 5.3.2; notes 4",
        [apart: "the first value of a starred parameter shares with no other first value",
         parameter: "what the body consumes is not an unstarred parameter",
         free: "the body consumes nothing from outside of the loop",
         result: "the next value of a starred parameter shares with no unstarred parameter, nothing from outside and no other result"];
    CORE_SAFE_RED = "CORE-SAFE-RED", "an operator may consume its operands, and so the elements that they are", "notes 4",
        [free: "an operator consumes nothing but its operands",
         apart: "an operand that is consumed shares with no other operand"];
    CORE_SAFE_AFTER = "CORE-SAFE-AFTER", "the function after the scans consumes nothing from outside of it", "own",
        [kept: "the function after the scans consumes nothing that it is handed"];
    CORE_SAFE_FOLD = "CORE-SAFE-FOLD", "a function of chunks may consume its chunks, and so the inputs, and its state", "notes 4",
        [free: "the function consumes nothing from outside of it",
         apart: "a state that is consumed shares with no chunk and no other state"];
    CORE_SAFE_SCATTER = "CORE-SAFE-SCATTER", "`scatter` and `hist` consume their destinations", "thesis Figure 34; notes 4",
        [apart: "a destination shares with no input and no other destination"];
    CORE_SAFE_ACC = "CORE-SAFE-ACC", "accumulation consumes its arrays; every use of an accumulator is its last", "notes 4",
        [once: "an accumulator is used once on every path",
         named: "what is under an accumulator is not used within its function",
         apart: "an array under an accumulator shares with no other one",
         free: "the function consumes nothing from outside of it",
         value: "the operator does not consume what is added"];
    CORE_SAFE_OTHER = "CORE-SAFE-OTHER", "everything else only observes", "notes 4", [];
}
