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
}
