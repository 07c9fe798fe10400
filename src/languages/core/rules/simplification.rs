//! Programs become programs of the same meaning that do less: the rules of the arrows `inline` and `simplify`.

elder_syntax::rules! {
    /// The rules of inlining and simplification.
    pub static TABLE = Simplification;

    CORE_IN_CALL = "CORE-IN-CALL", "a call of a function that does not call itself is its body with names of its own", "thesis 5.1", [];
    CORE_IN_DEAD = "CORE-IN-DEAD", "a function that nobody calls is left out", "thesis 5.1", [];
    CORE_O_COPY = "CORE-O-COPY", "a variable bound to an atom is that atom, in types too", "thesis 5.1.1", [];
    CORE_O_FOLD = "CORE-O-FOLD", "a primitive function of constants that has a value is that constant", "thesis 5.1.1", [];
    CORE_O_UNIT = "CORE-O-UNIT", "an operation with a neutral operand is the other operand", "thesis 5.1.1", [];
    CORE_O_ZERO = "CORE-O-ZERO", "an operation of integers whose value no operand changes is that constant", "thesis 5.1.1", [];
    CORE_O_POWER = "CORE-O-POWER", "the square of an integer is its product with itself", "thesis 5.1.1", [];
    CORE_O_CSE = "CORE-O-CSE", "a second statement that is the same, in scope of the first, is a name of the first", "thesis 5.1.1", [];
    CORE_O_DEAD = "CORE-O-DEAD", "a statement that cannot fail and whose names nobody uses goes", "thesis 5.1.1", [];
    CORE_O_HOISTLOOP = "CORE-O-HOISTLOOP", "a statement of a loop that cannot fail and does not depend on the loop stands before it", "thesis 5.1.1", [];
    CORE_O_HOISTSOAC = "CORE-O-HOISTSOAC", "a statement of a combinator's function that cannot fail and does not depend on the element stands before it", "thesis 5.1.1", [];
    CORE_O_IFCONST = "CORE-O-IFCONST", "a conditional with a constant condition is its branch", "thesis 5.1.1", [];
    CORE_O_LOOPNONE = "CORE-O-LOOPNONE", "a loop that runs no round is its initial values", "thesis 5.1.1", [];
    CORE_O_LOOPONE = "CORE-O-LOOPONE", "a loop that runs one round is its body", "thesis 5.1.1", [];
    CORE_O_SOACONE = "CORE-O-SOACONE", "a combinator of width 1 is its function", "thesis 5.1.1", [];
    CORE_O_INDEXOF = "CORE-O-INDEXOF", "an index into an array whose elements are known is the element", "thesis 5.1.1", [];
    CORE_O_COERCE = "CORE-O-COERCE", "coerce to the sizes that the array has is nothing", "thesis 5.1.1", [];
    CORE_O_UNEXIF = "CORE-O-UNEXIF", "a witness that both branches have alike hides nothing", "thesis 6.1, 5.1.1", [];
    CORE_O_ASSERTTRUE = "CORE-O-ASSERTTRUE", "an assertion of true is nothing", "thesis 5.1.1", [];
    CORE_O_ASSERTRANGE = "CORE-O-ASSERTRANGE", "an assertion that is known to hold is one of true", "thesis 5.1.1", [];
    CORE_O_INBOUNDS = "CORE-O-INBOUNDS", "an index that is known to be in bounds, and a count that is known not to be negative, are safe", "thesis 5.1.1", [];
}
