//! Rules of the judgement: typing, without sizes.  Figures 30 and 31 of the thesis, with what they leave out.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Typing;

    CORE_T_SCOPE = "CORE-T-SCOPE", "what is used is in scope, and every name is bound once in a program", "own",
        [bound: "the name is bound where it is used",
         once: "no name is bound a second time"];
    CORE_T_PROG = "CORE-T-PROG", "the body of a function has its results; it calls functions before it, and itself", "thesis 5.6; itself: FUT-T-RECFUN",
        [earlier: "the function that is called stands before this one, or is this one"];
    CORE_T_LET = "CORE-T-LET", "a pattern has the types of what it binds", "thesis 5.1, 5.5, 5.8",
        [count: "the pattern has a name for each existential size and each value",
         type: "the types are those of the values"];
    CORE_T_TUP = "CORE-T-TUP", "the results of a body are as many as they are said to be, and of these types", "thesis 5.9",
        [count: "there is a result, and a witness, for each that is said",
         type: "the results have the types that are said"];
    CORE_T_CONST = "CORE-T-CONST", "a constant has its type", "thesis 5.11", [];
    CORE_T_PRIM = "CORE-T-PRIM", "operands have the types that the primitive function takes", "notes 2, CORE-T-BINOP",
        [count: "there is an operand for each that it takes",
         operand: "the operand has the type that it takes"];
    CORE_T_INDEX = "CORE-T-INDEX", "an index has a number for each dimension and gives a scalar", "thesis 5.10; FUT-Z-04",
        [array: "what is indexed is an array",
         rank: "there is an index for each dimension",
         index: "an index is an i64"];
    CORE_T_SLICE = "CORE-T-SLICE", "a slice has an index or a section for each dimension, a section at least", "own",
        [array: "what is sliced is an array",
         rank: "there is an index or a section for each dimension, and a section",
         index: "indexes, counts and strides are of type i64"];
    CORE_T_UPDATE = "CORE-T-UPDATE", "what is put into an array has the type of what it replaces", "notes 2",
        [array: "what is updated is an array",
         rank: "there is an index or a section for each dimension",
         index: "indexes, counts and strides are of type i64",
         value: "the value has the type of the part that it replaces"];
    CORE_T_FLAT = "CORE-T-FLAT", "a flat index goes into an array of one dimension; what is put there has one dimension a stride", "own",
        [array: "the array has one dimension",
         index: "offset, counts and strides are of type i64, and there is a stride",
         value: "the value has the type of the part that it replaces"];
    CORE_T_ARRAY = "CORE-T-ARRAY", "the elements of a literal are of one type", "own",
        [element: "the elements have the type that is said, of a scalar or an array"];
    CORE_T_OP = "CORE-T-OP", "an operator is applied as its scheme says", "thesis 5.12, Figure 29; FUT-Z-06, FUT-Z-08",
        [argument: "the argument has the type that the scheme says",
         rank: "there are as many sizes or dimensions as the scheme says",
         permutation: "the order names each dimension once"];
    CORE_T_CALL = "CORE-T-CALL", "arguments have the types of the parameters", "thesis 5.13",
        [count: "there is an argument for each parameter",
         argument: "the argument has the type of its parameter"];
    CORE_T_IF = "CORE-T-IF", "the condition is a truth value, both branches have the results that are said", "thesis 5.14",
        [condition: "the condition is a bool"];
    CORE_T_LOOP = "CORE-T-LOOP", "initial values, parameters and results of the body have the same types; the bound is an integer of the index's type", "thesis 5.15",
        [initial: "the first value has the type of its parameter",
         bound: "index and bound are of one integer type"];
    CORE_T_WHILE = "CORE-T-WHILE", "the condition of a while loop is one of its parameters, a truth value", "own",
        [condition: "the condition is a parameter of type bool"];
    CORE_T_LAMBDA = "CORE-T-LAMBDA", "the function of a combinator takes and gives what the combinator hands it", "thesis 5.3; FUT-Z-05",
        [count: "the function has a parameter for each value that it is handed",
         parameter: "the parameter has the type of what it is handed",
         result: "the function gives what the combinator takes from it"];
    CORE_T_MAP = "CORE-T-MAP", "map takes arrays, a function of their elements, and accumulators that it hands on", "thesis Figure 29",
        [input: "the width is an i64 and the inputs are arrays",
         accumulator: "what is handed on is an accumulator, and given back first; nothing else is"];
    CORE_T_REDOMAP = "CORE-T-REDOMAP", "an operator takes two groups of operands of the types of its neutral values and gives one; the function gives operands first, then mapped values", "thesis Figure 49; FUT-Z-25",
        [input: "the width is an i64 and the inputs are arrays",
         operand: "the function gives first what the operator takes"];
    CORE_T_SCANOMAP = "CORE-T-SCANOMAP", "likewise, with all prefixes", "thesis Figure 49",
        [input: "the width is an i64 and the inputs are arrays",
         operand: "the function gives first what the operator takes"];
    CORE_T_SCREMA = "CORE-T-SCREMA", "several operators and accumulators take from what one function gives, in their order; a function after the scans takes what they come to, and the others", "own",
        [input: "the width is an i64 and the inputs are arrays",
         accumulator: "what is handed on is an accumulator, and given back first",
         operand: "the function gives then what the reductions take, then what the scans take",
         mapped: "what is given of each element, by either function, is a scalar or an array"];
    CORE_T_SEG = "CORE-T-SEG", "a combinator over a space is one of the numbers of its places, an array of what it gives for each segment", "own, after the present compiler",
        [space: "the space has a dimension, and its sizes are of type i64",
         items: "the number of items is an i64",
         accumulator: "what is handed on is an accumulator, and given back first",
         operand: "the function gives then what the reductions take, then what the scans take",
         mapped: "what is given of each place, by either function, is a scalar or an array"];
    CORE_T_FILTER = "CORE-T-FILTER", "the predicate gives one truth value", "thesis Figure 29",
        [input: "the width is an i64 and the inputs are arrays"];
    CORE_T_SCATTER = "CORE-T-SCATTER", "the function gives the indexes of all writes, then their values", "thesis Figure 49; FUT-Z-06",
        [input: "the width is an i64 and the inputs are arrays",
         target: "what is written to is an array with the dimensions that are indexed",
         write: "the function gives an i64 for each index, then the value of each write"];
    CORE_T_HIST = "CORE-T-HIST", "likewise, with an operator and neutral values for each group of destinations", "own, after the present compiler",
        [input: "the width is an i64 and the inputs are arrays",
         target: "what is written to is an array with the dimensions that are indexed, the same number in a group",
         write: "the function gives an i64 for each index, then the values of each group",
         operator: "neutral values have the types of the elements of the group"];
    CORE_T_STREAMPAR = "CORE-T-STREAMPAR", "the function takes the size of its chunk and the chunks, and gives operands, then arrays of that size", "thesis Figure 49; FUT-Z-13",
        [input: "the width is an i64 and the inputs are arrays",
         operand: "the function gives first what the operator takes",
         chunk: "what it gives then are arrays"];
    CORE_T_STREAMSEQ = "CORE-T-STREAMSEQ", "likewise, with the state first among parameters and results", "thesis Figure 49; FUT-Z-13",
        [input: "the width is an i64 and the inputs are arrays",
         state: "the function gives the next state first",
         chunk: "what it gives then are arrays"];
    CORE_T_WITHACC = "CORE-T-WITHACC", "the function takes an accumulator for each group of arrays and gives them back first", "notes 7",
        [array: "sizes are of type i64, and arrays have dimensions for them",
         operator: "neutral values have the types of the elements of the arrays",
         result: "the function gives back the accumulators first, and no other"];
    CORE_T_ACCUPD = "CORE-T-ACCUPD", "an update gives indexes into the space of the accumulator, and a value for each of its arrays", "notes 7",
        [accumulator: "what is updated is an accumulator",
         index: "there is an i64 for each dimension of its space",
         value: "there is a value of the type of the elements for each of its arrays"];
    CORE_T_ACCROOT = "CORE-T-ACCROOT", "the k-th accumulator that a body gives is made from the k-th that it was given", "own",
        [same: "the accumulator comes from the one in its place"];
    CORE_T_ASSERT = "CORE-T-ASSERT", "what is asserted is a truth value; the message has a place for each number", "thesis Figure 42",
        [condition: "what is asserted is a bool",
         message: "the message has as many places as there are numbers, each an i64"];
    CORE_T_TUNED = "CORE-T-TUNED", "a tuned number is an i64", "own",
        [positive: "what it is by default is above zero",
         one: "a name has one class and one default in a program"];
    CORE_T_CERT = "CORE-T-CERT", "what a statement relies on are certificates", "thesis Figure 42",
        [certificate: "it is the certificate of an assertion"];
    CORE_T_EFFORT = "CORE-T-EFFORT", "a program is judged within the limits of the command", "own",
        [steps: "there are steps left", memory: "there is memory left"];
}
