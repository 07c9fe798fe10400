//! Programs become programs of the same meaning that do less: the rules of the passes `inline` and `simplify`.

elder_syntax::rules! {
    /// The rules of inlining and simplification.
    pub static TABLE = Simplification;

    CORE_IN_CALL = "CORE-IN-CALL", "a call of a function that does not call itself is its body with names of its own", "thesis 5.1", [];
    CORE_IN_CONST = "CORE-IN-CONST", "a constant that only names scalars is put where it is called", "own", [];
    CORE_IN_BUDGET = "CORE-IN-BUDGET", "a function without parallelism whose copies would add too much stays", "own", [];
    CORE_IN_NOINLINE = "CORE-IN-NOINLINE", "a function or a call that asks for it stays", "language reference of Futhark, Attributes", [];
    CORE_IN_INLINE = "CORE-IN-INLINE", "a function that asks for it is put where it is called, whatever that adds", "language reference of Futhark, Attributes", [];
    CORE_IN_ATTR = "CORE-IN-ATTR", "what a call asks for is asked for by the combinators, accumulations and calls in its place", "own", [];
    CORE_IN_DEAD = "CORE-IN-DEAD", "a function that nobody calls is left out", "thesis 5.1", [];
    CORE_O_COPY = "CORE-O-COPY", "a variable bound to an atom is that atom, in types too", "thesis 5.1.1", [];
    CORE_O_FOLD = "CORE-O-FOLD", "a primitive function of constants that has a value is that constant", "thesis 5.1.1", [];
    CORE_O_UNIT = "CORE-O-UNIT", "an operation with a neutral operand is the other operand", "thesis 5.1.1", [];
    CORE_O_ZERO = "CORE-O-ZERO", "an operation of integers whose value no operand changes is that constant", "thesis 5.1.1", [];
    CORE_O_REASSOC = "CORE-O-REASSOC", "two constants that are added to an integer, or that it is multiplied by, are one", "thesis 5.1.1", [];
    CORE_O_BOOL = "CORE-O-BOOL", "what is said of a truth value in a roundabout way is that value, or its opposite", "thesis 5.1.1", [];
    CORE_O_CONVERT = "CORE-O-CONVERT", "a conversion to the same type, and there and back through an integer type with room for the number, is nothing", "thesis 5.1.1", [];
    CORE_O_POWER = "CORE-O-POWER", "the square of an integer is a product; products, quotients and remainders by powers of two are shifts and masks", "thesis 5.1.1", [];
    CORE_O_CSE = "CORE-O-CSE", "a second statement that is the same, in scope of the first, is a name of the first", "thesis 5.1.1", [];
    CORE_O_DEAD = "CORE-O-DEAD", "a statement that cannot fail and whose names nobody uses goes", "thesis 5.1.1", [];
    CORE_O_DEADIF = "CORE-O-DEADIF", "a result of a conditional that nobody uses goes", "thesis 5.1.1", [];
    CORE_O_DEADLOOP = "CORE-O-DEADLOOP", "a parameter of a loop that only it needs for itself goes", "thesis 5.1.1", [];
    CORE_O_DEADMAP = "CORE-O-DEADMAP", "a mapped result that nobody uses goes", "thesis 5.1.1", [];
    CORE_O_DEADRED = "CORE-O-DEADRED", "a reduced result that nobody uses and no other operand depends on goes", "thesis 5.1.1", [];
    CORE_O_DEADINPUT = "CORE-O-DEADINPUT", "an input that the function does not use goes, one that comes twice comes once", "thesis 5.1.1", [];
    CORE_O_DEADPARAM = "CORE-O-DEADPARAM", "a parameter of a function that nobody uses goes, with its arguments", "thesis 5.1.1", [];
    CORE_O_HOISTLOOP = "CORE-O-HOISTLOOP", "a statement of a loop that cannot fail and does not depend on the loop stands before it", "thesis 5.1.1", [];
    CORE_O_HOISTSOAC = "CORE-O-HOISTSOAC", "a statement of a combinator's function that cannot fail and does not depend on the element stands before it", "thesis 5.1.1", [];
    CORE_O_HOISTIF = "CORE-O-HOISTIF", "a statement that both branches have, that cannot fail and that depends on neither, stands before the conditional", "thesis 5.1.1", [];
    CORE_O_HOISTCERT = "CORE-O-HOISTCERT", "an assertion that does not depend on a combinator's elements stands before it: there are none, or it holds", "thesis 5.1.1", [];
    CORE_O_IFCONST = "CORE-O-IFCONST", "a conditional with a constant condition is its branch", "thesis 5.1.1", [];
    CORE_O_IFSAME = "CORE-O-IFSAME", "results that both branches have alike stand for the conditional's", "thesis 5.1.1", [];
    CORE_O_IFKNOWN = "CORE-O-IFKNOWN", "the condition is true in the one branch and false in the other, and so is what that says", "thesis 5.1.1", [];
    CORE_O_LOOPNONE = "CORE-O-LOOPNONE", "a loop that runs no round is its initial values", "thesis 5.1.1", [];
    CORE_O_LOOPONE = "CORE-O-LOOPONE", "a loop that runs one round is its body", "thesis 5.1.1", [];
    CORE_O_LOOPSAME = "CORE-O-LOOPSAME", "a parameter that each round gives on unchanged is its initial value", "thesis 5.1.1", [];
    CORE_O_SOACNONE = "CORE-O-SOACNONE", "a combinator of width 0 is blank arrays and neutral values", "thesis 5.1.1", [];
    CORE_O_SOACONE = "CORE-O-SOACONE", "a combinator of width 1 is its function", "thesis 5.1.1", [];
    CORE_O_AFTER = "CORE-O-AFTER", "without scans, a function after them that is pure is the end of the function of elements", "own", [];
    CORE_O_MAPID = "CORE-O-MAPID", "a mapped result that is an input's element, or does not depend on the element, is a copy or a replicate", "thesis 5.1.1", [];
    CORE_O_MAPIOTA = "CORE-O-MAPIOTA", "an element of an input that is a replicate is what that repeats", "thesis 5.1.1", [];
    CORE_O_INDEXOF = "CORE-O-INDEXOF", "an index into an array whose elements are known is the element", "thesis 5.1.1", [];
    CORE_O_SLICEALL = "CORE-O-SLICEALL", "a slice of everything is the array, a slice of a slice is one", "thesis 5.1.1", [];
    CORE_O_RESHAPE = "CORE-O-RESHAPE", "reshape to the same sizes and rearrange to the same order are nothing, two of them are one", "thesis 5.1.1", [];
    CORE_O_CONCAT = "CORE-O-CONCAT", "concat of one array is a copy, of concats one concat, of replicates of one value a replicate", "thesis 5.1.1", [];
    CORE_O_UPDATE = "CORE-O-UPDATE", "an update by what stands there already is nothing, and one that the next overwrites goes", "thesis 5.1.1", [];
    CORE_O_COPYDEAD = "CORE-O-COPYDEAD", "a copy of what nobody uses afterwards, or of what nobody changes, is that", "thesis 5.1.1", [];
    CORE_O_COERCE = "CORE-O-COERCE", "coerce to the sizes that the array has is nothing", "thesis 5.1.1", [];
    CORE_O_UNEXIF = "CORE-O-UNEXIF", "a witness that both branches have alike hides nothing", "thesis 6.1, 5.1.1", [];
    CORE_O_UNEXLOOP = "CORE-O-UNEXLOOP", "a size of a loop that no round changes is its first value", "thesis 6.2", [];
    CORE_O_UNEXFUN = "CORE-O-UNEXFUN", "an existential size of a function that is a number or a parameter is said to be", "thesis 6.2", [];
    CORE_O_ASSERTTRUE = "CORE-O-ASSERTTRUE", "an assertion of true is nothing", "thesis 5.1.1", [];
    CORE_O_ASSERTRANGE = "CORE-O-ASSERTRANGE", "an assertion that is known to hold is one of true", "thesis 5.1.1", [];
    CORE_O_INBOUNDS = "CORE-O-INBOUNDS", "an index that is known to be in bounds, and a count that is known not to be negative, are safe", "thesis 5.1.1", [];
    CORE_O_ACCUPDATE = "CORE-O-ACCUPDATE", "an accumulator's update by the neutral value is nothing, an accumulation without updates is its arrays", "thesis 5.1.1", [];
}
