//! Rules of the judgement: evaluation.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Evaluation;
    FUT_E_VAR = "FUT-E-VAR", "a name has the value that it is bound to", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_CONST = "FUT-E-CONST", "a literal is its value", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_TUP = "FUT-E-TUP", "a tuple or record has the values of its fields", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_LET = "FUT-E-LET", "the bound expression comes before the body", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_BINOP = "FUT-E-BINOP", "a primitive function is applied to the values of its operands", "language reference, Primitive Types and Values",
        [defined: "the function is defined on the operands"];
    FUT_E_CALL = "FUT-E-CALL", "a call has the value of the body with the arguments for the parameters", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_LOOP0 = "FUT-E-LOOP0", "a loop without iterations has the initial value", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_LOOPN = "FUT-E-LOOPN", "each iteration of a loop gives the next its parameter", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_WHILE = "FUT-E-WHILE", "a while loop tests its condition before each iteration", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_IOTA = "FUT-E-IOTA", "iota n is the array of 0 to n-1", "own, after the thesis, 2.4 and 2.5",
        [negative: "the size is not negative"];
    FUT_E_REPL = "FUT-E-REPL", "replicate n v is n copies of v", "own, after the thesis, 2.4 and 2.5",
        [negative: "the size is not negative"];
    FUT_E_RESHAPE = "FUT-E-RESHAPE", "reshaping keeps the elements in row-major order", "own, after the thesis, 2.4 and 2.5",
        [volume: "the new shape has as many elements as the old, and no negative size"];
    FUT_E_REARR = "FUT-E-REARR", "rearranging permutes the dimensions", "own, after the thesis, 2.4 and 2.5",
        [negative: "a size below zero still stands behind a dimension that is 0"];
    FUT_E_COPY = "FUT-E-COPY", "copies and concatenations share nothing with their arguments", "own, after the thesis, 2.4 and 2.5",
        [];
    FUT_E_MAP = "FUT-E-MAP", "map applies the function to every element", "own, after the thesis, 2.4 and 2.5",
        [];
    FUT_E_REDUCE = "FUT-E-REDUCE", "a reduction is evaluated as a left fold from the neutral element", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_SCAN = "FUT-E-SCAN", "a scan has the reductions of all prefixes", "own, after the thesis, 2.4 and 2.5",
        [];
    FUT_E_FILTER = "FUT-E-FILTER", "filter keeps the elements that satisfy the predicate, in order", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_SCATTER = "FUT-E-SCATTER", "scatter writes in order, ignoring indices out of range", "own, after the thesis, 2.4 and 2.5",
        [];
    FUT_E_HIST = "FUT-E-HIST", "a histogram combines the values of each index, ignoring indices out of range", "own, after the thesis, 2.4 and 2.5",
        [];
    FUT_E_STREAM_MAP = "FUT-E-STREAM-MAP", "stream_map applies the function to chunks and concatenates", "own, after the thesis, 2.4 and 2.5",
        [];
    FUT_E_STREAM_RED = "FUT-E-STREAM-RED", "stream_red combines the results of chunks, the empty one first", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_ACC_NEW = "FUT-E-ACC-NEW", "a stream over an accumulator gives the array with all writes made", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_ACC_UPD = "FUT-E-ACC-UPD", "writing to an accumulator combines or replaces, ignoring indices out of range", "own, after the thesis, 2.4 and 2.5", [];
    FUT_E_ORDER = "FUT-E-ORDER", "arguments are evaluated from the last to the first, operands of operators from left to right", "language reference, Expressions", [];
    FUT_E_IF = "FUT-E-IF", "only the branch taken is evaluated", "language reference, Expressions", [];
    FUT_E_LOGIC = "FUT-E-LOGIC", "the second operand of && and || is evaluated only if the first does not decide", "language reference, Expressions", [];
    FUT_E_FIELD = "FUT-E-FIELD", "a field of a record is projected", "language reference, Expressions", [];
    FUT_E_RECUPDATE = "FUT-E-RECUPDATE", "a record with a field replaced", "language reference, Expressions", [];
    FUT_E_ARRAY = "FUT-E-ARRAY", "an array literal is regular", "language reference, Expressions",
        [];
    FUT_E_CONSTR = "FUT-E-CONSTR", "a constructor holds its arguments", "language reference, Expressions", [];
    FUT_E_LAMBDA = "FUT-E-LAMBDA", "a function keeps the values of its free names", "language reference, Expressions", [];
    FUT_E_INDEX = "FUT-E-INDEX", "an index selects an element", "language reference, Expressions",
        [bounds: "the index is at least 0 and less than the size"];
    FUT_E_SLICE = "FUT-E-SLICE", "a slice selects elements at regular distances", "language reference, Expressions",
        [stride: "the stride is not 0 and goes from the start towards the end",
         bounds: "all selected indices are in range"];
    FUT_E_RANGE = "FUT-E-RANGE", "a range lists numbers at regular distances", "language reference, Expressions",
        [step: "the step is not 0 and has the direction of the range",
         bounds: "the bound lies in the direction of the range"];
    FUT_E_UPDATE = "FUT-E-UPDATE", "an update replaces an element or a slice", "language reference, Expressions",
        [bounds: "the index is in range",
         shape: "the new value has the shape of what it replaces"];
    FUT_E_LOOPFOR = "FUT-E-LOOPFOR", "the bound of a for loop is evaluated once", "language reference, Expressions", [];
    FUT_E_LOOPIN = "FUT-E-LOOPIN", "a for-in loop visits the elements in order", "language reference, Expressions", [];
    FUT_E_COERCE = "FUT-E-COERCE", "a size coercion compares sizes when it is evaluated", "language reference, Expressions",
        [size: "the sizes are those of the type"];
    FUT_E_PROXY = "FUT-E-PROXY", "a coerced function compares sizes when it is applied", "own, after Findler and Felleisen",
        [argument: "what is given to it has the sizes that it takes",
         result: "what it gives has the sizes of the coercion's type"];
    FUT_E_SIZEPAR = "FUT-E-SIZEPAR", "a size parameter of an entry point is read off the first argument that has it", "language reference, Expressions",
        [agree: "all arguments agree on the size",
         argument: "each argument has the type of its parameter"];
    FUT_E_ASSERT = "FUT-E-ASSERT", "an assertion whose condition is true has the value of its body", "language reference, Expressions",
        [holds: "the condition is true"];
    FUT_E_ATTR = "FUT-E-ATTR", "attributes change no value, but for `#[blank]`, `#[unsafe]` and `#[param(..)]`, which say what they change", "language reference, Attributes", [];
    FUT_E_HOLE = "FUT-E-HOLE", "a hole has no value", "language reference, Expressions",
        [value: "there is an expression instead of the hole"];
    FUT_E_EQ = "FUT-E-EQ", "equality is structural", "language reference, Expressions", [];
    FUT_E_REDEMPTY = "FUT-E-REDEMPTY", "the reduction of nothing is the neutral element", "language reference, Expressions", [];
    FUT_E_MATCH = "FUT-E-MATCH", "the first case whose pattern matches is taken", "language reference, Expressions", [];
    FUT_E_EMPTYSHAPE = "FUT-E-EMPTYSHAPE", "empty arrays keep their inner sizes", "language reference, Expressions", [];
    FUT_E_SHAPEOF = "FUT-E-SHAPEOF", "types are passed with their sizes, so that empty results have a shape", "language reference, Expressions", [];
    FUT_E_PARTITION = "FUT-E-PARTITION", "partition sorts elements stably by their class", "language reference, Expressions",
        [classes: "the number of classes is not negative", class: "the class of each element is one of them"];
    FUT_E_ZIP = "FUT-E-ZIP", "zip and unzip exchange arrays of tuples and tuples of arrays", "language reference, Expressions",
        [];
    FUT_E_FLATINDEX = "FUT-E-FLATINDEX", "flat indexing reads or writes at an offset with strides", "language reference, Expressions",
        [bounds: "all indices are in range"];
    FUT_E_JVP = "FUT-E-JVP", "jvp2 f x t has the value of f at x, and how it moves as x moves by t", "prelude of the present compiler",
        [alike: "the tangent has the constructors of the argument"];
    FUT_E_VJP = "FUT-E-VJP", "vjp2 f x w has the value of f at x, and the gradient of it weighed by w", "prelude of the present compiler",
        [alike: "the adjoint has the constructors of the result"];
    FUT_E_JMP = "FUT-E-JMP", "jmp2 is jvp2 for many tangents", "prelude of the present compiler",
        [alike: "each tangent has the constructors of the argument"];
    FUT_E_MJP = "FUT-E-MJP", "mjp2 is vjp2 for many adjoints", "prelude of the present compiler",
        [alike: "each adjoint has the constructors of the result"];
    FUT_E_WITHVJP = "FUT-E-WITHVJP", "with_vjp f g x is f x, whose adjoint g says", "prelude of the present compiler",
        [alike: "the adjoint that the program says has the constructors of the argument"];
    FUT_E_POISON = "FUT-E-POISON", "no consumed array is read", "language reference, In-place Updates",
        [consumed: "the array was not consumed before"];
    FUT_E_LIMIT = "FUT-E-LIMIT", "evaluation stays within the limits of the run", "own",
        [fuel: "there is fuel left", memory: "there is memory left", depth: "calls are not nested too deeply"];
}
