//! Programs have values: `E ⊢ body ⇓ values`.

elder_syntax::rules! {
    /// The rules of evaluation.
    pub static TABLE = Evaluation;

    CORE_E_VAR = "CORE-E-VAR", "a variable is what it was bound to", "notes 7", [];
    CORE_E_CONST = "CORE-E-CONST", "a constant is its value", "notes 7", [];
    CORE_E_TUP = "CORE-E-TUP", "the results of a body are the values of its operands", "notes 7", [];
    CORE_E_LET = "CORE-E-LET", "statements are executed in their order, and each sees what those before it bind", "notes 7", [];
    CORE_E_IF = "CORE-E-IF", "a conditional is the branch that its condition names", "notes 7", [];
    CORE_E_CALL = "CORE-E-CALL", "a call is the body of the function, with the arguments for its parameters", "notes 7", [];
    CORE_E_ONCE = "CORE-E-ONCE", "a function without parameters is evaluated when it is first called, and once in a run", "own, for top-level constants", [];
    CORE_E_LOOP0 = "CORE-E-LOOP0", "a loop that runs no round is its initial values", "notes 7", [];
    CORE_E_LOOPN = "CORE-E-LOOPN", "a loop runs its body once for each number below its bound, which is read once", "notes 7", [];
    CORE_E_WHILE = "CORE-E-WHILE", "a while loop runs its body as long as its condition is true", "notes 7", [];
    CORE_E_PRIM = "CORE-E-PRIM", "a primitive function is applied to the values of its operands", "notes 7, BINOP",
        [defined: "the function is defined for these operands"];
    CORE_E_INDEX = "CORE-E-INDEX", "an index gives the element at that place", "notes 7",
        [bounds: "each index is in bounds"];
    CORE_E_SLICE = "CORE-E-SLICE", "a slice has the rows that its cuts name", "own, FUT-Z-33",
        [count: "the count of a section is not negative", bounds: "each index, and the first and last of each section, are in bounds"];
    CORE_E_UPDATE = "CORE-E-UPDATE", "an update is the array with something else at a place", "notes 7",
        [bounds: "the place exists", shape: "what is put there has its shape"];
    CORE_E_FLAT = "CORE-E-FLAT", "offset, counts and strides name elements of an array of one dimension", "own",
        [bounds: "all of these elements exist", shape: "what is put there has the counts as sizes"];
    CORE_E_ARRAY = "CORE-E-ARRAY", "a literal is the array of its rows", "own",
        [regular: "the rows have one shape"];
    CORE_E_IOTA = "CORE-E-IOTA", "iota n is the numbers from 0 to n - 1", "notes 7; CORE-SZ-NONNEG",
        [negative: "the size is not negative"];
    CORE_E_REPL = "CORE-E-REPL", "replicate n v is n copies of v", "notes 7; CORE-SZ-NONNEG",
        [negative: "the size is not negative"];
    CORE_E_BLANK = "CORE-E-BLANK", "a blank value is zeros", "own",
        [negative: "its sizes are not negative"];
    CORE_E_SIZE = "CORE-E-SIZE", "size k x is the size of dimension k of x", "notes 7", [];
    CORE_E_RESHAPE = "CORE-E-RESHAPE", "reshape has the same elements in row-major order", "notes 7, CORE-SZ-RESHAPE",
        [volume: "the first size that is not positive is 0, and there are as many elements as before"];
    CORE_E_COERCE = "CORE-E-COERCE", "coerce is the array itself", "thesis, reshape in Figures 40 to 47; FUT-Z-12",
        [size: "each size is the one that is asked for"];
    CORE_E_REARR = "CORE-E-REARR", "dimension k of rearrange is dimension c_k of the array", "notes 7", [];
    CORE_E_CONCAT = "CORE-E-CONCAT", "concat has the rows of its arrays, one array after the other", "own",
        [shape: "the rows of all arrays have one shape", total: "there are as many rows as the operand says"];
    CORE_E_COPY = "CORE-E-COPY", "copy x shares nothing with x and has the same elements", "notes 7", [];
    CORE_E_OPAQUE = "CORE-E-OPAQUE", "an opaque operand is the operand", "own", [];
    CORE_E_TUNED = "CORE-E-TUNED", "a tuned number is any number above zero, the same for all of its name in a run", "own", [];
    CORE_E_ATTR = "CORE-E-ATTR", "attributes change no value: what they stand before is what it is without them", "FUT-E-ATTR", [];
    CORE_E_ASSERT = "CORE-E-ASSERT", "an assertion gives a certificate; otherwise its site says whose rule is broken", "thesis, Figure 42",
        [holds: "what is asserted is true"];
    CORE_E_WITNESS = "CORE-E-WITNESS", "a size that a type says, or that a witness gives, is the one that the value has", "own",
        [size: "the sizes are equal"];
    CORE_E_WIDTH = "CORE-E-WIDTH", "the inputs of a combinator have its width, and the results of its function for all elements one shape", "notes 7, MAP",
        [size: "each input has as many rows as the width says", regular: "results for different elements have one shape"];
    CORE_E_MAP = "CORE-E-MAP", "map gives the results of its function for each element", "notes 7", [];
    CORE_E_REDOMAP = "CORE-E-REDOMAP", "redomap is a left fold of the operands that its function gives, and the mapped values", "notes 7", [];
    CORE_E_SCANOMAP = "CORE-E-SCANOMAP", "scanomap is all results of a left fold but the neutral values, and the mapped values", "notes 7", [];
    CORE_E_SCREMA = "CORE-E-SCREMA", "several left folds side by side, of operands that one function gives; the function after the scans is mapped over what they come to", "own", [];
    CORE_E_SEG = "CORE-E-SEG", "a combinator over a space is that of its last dimension, mapped over the numbers of the others", "own, after the present compiler", [];
    CORE_E_FILTER = "CORE-E-FILTER", "filter keeps the rows for which its predicate holds, in their order", "notes 7", [];
    CORE_E_SCATTER = "CORE-E-SCATTER", "scatter writes values at indexes in the order of the elements, and leaves out those out of bounds", "notes 7", [];
    CORE_E_HIST = "CORE-E-HIST", "hist combines values with what stands at indexes, and leaves out those out of bounds", "notes 7", [];
    CORE_E_CHUNK = "CORE-E-CHUNK", "a stream has its inputs in chunks: one, or none of inputs without rows", "notes 7", [];
    CORE_E_STREAM_PAR = "CORE-E-STREAM-PAR", "stream_par reduces the operands that its function gives for each chunk, and puts the arrays one after the other", "notes 7", [];
    CORE_E_STREAM_SEQ = "CORE-E-STREAM-SEQ", "stream_seq hands a state from chunk to chunk, and puts the arrays one after the other", "notes 7", [];
    CORE_E_ACC_NEW = "CORE-E-ACC-NEW", "with_acc gives the arrays as they are after all that its function added to them", "notes 7", [];
    CORE_E_ACC_UPD = "CORE-E-ACC-UPD", "an update adds values at an index to an accumulator, and gives it", "notes 7", [];
    CORE_E_ACC_PAR = "CORE-E-ACC-PAR", "all elements of a map add to the same accumulators", "notes 7", [];
    CORE_E_ACC_APPLY = "CORE-E-ACC-APPLY", "what is added is combined with what is there or takes its place, and is left out if out of bounds", "notes 7", [];
    CORE_E_ERR = "CORE-E-ERR", "the first error in the order of the text, and of elements, is the program's", "own, against notes 7", [];
    CORE_E_SAFE = "CORE-E-SAFE", "a statement that is marked safe does not fail", "own",
        [fails: "the statement does not fail"];
    CORE_E_POISON = "CORE-E-POISON", "what is used was not consumed before", "FUT-E-POISON",
        [consumed: "the array was not consumed"];
    CORE_E_ENTRY = "CORE-E-ENTRY", "sizes in brackets are read off the first argument that has them", "FUT-E-SIZEPAR",
        [kind: "each argument has the type of its parameter", agree: "each argument has the sizes that its type says"];
    CORE_E_WORD = "CORE-E-WORD", "over the free monoid, what an operator gives is the word of what was combined; what a primitive function gives is none", "method.md, E2", [];
    CORE_E_WORD_CHUNK = "CORE-E-WORD-CHUNK", "the word of a chunk is written out where the stream reduces as the chunk does", "method.md, E2", [];
    CORE_E_LIMIT = "CORE-E-LIMIT", "a run stays within its limits", "own",
        [fuel: "there is fuel, and time", memory: "there is memory", depth: "calls are not nested too deep"];
}
