//! Rules of the judgement: uniqueness.
//!
//! Three rules of the notes have no entry, because no code of their own carries them out: FUT-U-MAPROW is FUT-U-HOPAR
//! for the parameter of `map`; FUT-U-DEAD (a consumed name may be shadowed) holds because names are unique in the tree;
//! FUT-U-LIFT concerns an extension.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Uniqueness;
    FUT_U_VAR = "FUT-U-VAR", "a use of a variable has the variable's aliases", "language reference, In-place Updates",
        [consumed: "no variable that it aliases has been consumed before"];
    FUT_U_R_CONSUME = "FUT-U-R-CONSUME", "consuming a value consumes every variable that it aliases",
        "language reference, In-place Updates",
        [consumable: "every variable in scope that it aliases is consumable: bound in this function or loop body, and not an observing parameter",
         twice: "none of them has been consumed before"];
    FUT_U_HELD = "FUT-U-HELD", "operands are all evaluated before they are used together", "own, for soundness",
        [consumed: "no operand is consumed by the evaluation of another one"];
    FUT_U_BIND = "FUT-U-BIND", "each name of a pattern aliases itself and its part of the value", "language reference, Alias Analysis", [];
    FUT_U_PARAM = "FUT-U-PARAM", "the starred names of a parameter may be consumed in the body, the others may not",
        "language reference, In-place Updates", [];
    FUT_U_SIZE = "FUT-U-SIZE", "an expression in the size of a parameter's type or in a coercion is checked where nothing may be consumed",
        "compiler, tests of uniqueness", [];
    FUT_U_PROJ = "FUT-U-PROJ", "a field has the aliases of its part", "language reference, Alias Analysis", [];
    FUT_U_RESULT = "FUT-U-RESULT",
        "an unstarred result part aliases the function value, all observed arguments, and the other parts of the same result",
        "language reference, Alias Analysis", [];
    FUT_U_PRIM = "FUT-U-PRIM", "literals, ranges and new arrays alias nothing; an index or slice aliases the array",
        "language reference, Alias Analysis", [];
    FUT_U_ASCR = "FUT-U-ASCR", "coercions and assertions pass aliases on", "language reference, Alias Analysis", [];
    FUT_U_UPDATE = "FUT-U-UPDATE", "an update consumes the array and makes one that aliases nothing",
        "language reference, In-place Updates",
        [overlap: "the value written does not alias the array",
         parts: "if the array is a part of a record, the parts of the record do not alias each other"];
    FUT_U_RECUPD = "FUT-U-RECUPD", "a record update consumes nothing, and the new part has the new value's aliases",
        "language reference, Alias Analysis", [];
    FUT_U_IF = "FUT-U-IF",
        "the result of a conditional or match aliases what any branch aliases, except what some branch consumes",
        "language reference, Alias Analysis", [];
    FUT_U_CALL = "FUT-U-CALL", "a call consumes what is passed for starred parameters; arguments are taken from the last to the first",
        "language reference, In-place Updates",
        [self_aliased: "the parts of a consumed argument do not alias each other",
         overlapping: "a consumed argument aliases no argument already evaluated"];
    FUT_U_BINOP = "FUT-U-BINOP", "an infix operator takes its left argument first", "language reference, Evaluation order", [];
    FUT_U_RETURN = "FUT-U-RETURN", "a starred part of a function's result belongs to the caller alone",
        "language reference, In-place Updates",
        [consumable: "it aliases no parameter that the function does not consume, and nothing bound outside of the function",
         distinct: "it aliases no other part of the result"];
    FUT_U_GLOBAL = "FUT-U-GLOBAL", "top-level arrays cannot be given away", "language reference, Functions",
        [function: "the result of a function does not alias a top-level array",
         constant: "a constant has no unique type"];
    FUT_U_LENT = "FUT-U-LENT", "what a function gives of a top-level value of abstract type is shared with it", "own, for soundness", [];
    FUT_U_INFER = "FUT-U-INFER",
        "without annotation, a result part is unique if it aliases nothing but consumed parameters and no other part aliases it",
        "compiler, tests of uniqueness", [];
    FUT_U_CLOSURE = "FUT-U-CLOSURE", "a function value aliases the free variables of its body, which it cannot consume",
        "language reference, In-place Updates and Higher-Order Functions",
        [once: "a function that was given an argument for a starred parameter is no element and no argument of a function that may apply it more than once, is not carried by a loop, and is given only by functions that consume"];
    FUT_U_HOLET = "FUT-U-HOLET", "a function may be bound by let",
        "language reference, In-place Updates and Higher-Order Functions",
        [quiet: "evaluating the bound expression consumes nothing"];
    FUT_U_HOARG = "FUT-U-HOARG", "a function may be an argument",
        "language reference, In-place Updates and Higher-Order Functions",
        [quiet: "evaluating the argument consumes nothing"];
    FUT_U_HOPAR = "FUT-U-HOPAR", "a function value fits where a function is expected",
        "language reference, In-place Updates and Higher-Order Functions",
        [parameter: "it consumes its argument only if the expected function may",
         result: "its result is unique where the expected function's is"];
    FUT_U_LOOP = "FUT-U-LOOP",
        "a loop parameter is consuming if it is starred, or if it has no type annotation and the body consumes it, or if what is returned for a consuming one aliases it",
        "language reference, In-place Updates",
        [outer: "the next value of a consuming parameter aliases nothing bound outside of the loop",
         element: "the next value of a consuming parameter aliases no element of the array that the loop goes over",
         consumed: "no next value aliases the next value of a consuming parameter that stands before it",
         returned: "the next value of a consuming parameter aliases no next value before it",
         body: "body and condition use nothing that the initial value consumed, and the bound nothing that its evaluation consumed"];
    FUT_U_LOOPRES = "FUT-U-LOOPRES",
        "a loop's result aliases the body's result and, for observing parameters, the initial value, to a fixed point",
        "language reference, Alias Analysis", [];
    FUT_U_FORIN = "FUT-U-FORIN", "the element in `for x in xs` aliases xs and cannot be consumed", "own, for soundness",
        [consumed: "the array was not consumed by the initial value"];
    FUT_U_POLY = "FUT-U-POLY", "a part whose type is a type variable may alias like an array", "compiler, tests of uniqueness", [];
    FUT_U_ABS = "FUT-U-ABS", "a part of abstract type may alias like an array, itself included", "compiler, tests of uniqueness", [];
}
