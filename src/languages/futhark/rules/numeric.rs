//! Rules of the judgement: evaluation, of primitive functions.
//!
//! They say what an operator computes where implementations could differ: rounding, wrapping, shifts by too much,
//! numbers that do not fit.

elder_syntax::rules! {
    /// All of them.
    pub static TABLE = Evaluation;

    FUT_N_WRAP = "FUT-N-WRAP", "integer +, -, * and negation keep the low bits of the result, unsigned negation too",
        "own; the present compiler", [];
    FUT_N_DIV = "FUT-N-DIV", "integer / rounds to minus infinity and % has the sign of the divisor; the least number divided by -1 wraps",
        "own; the present compiler", [zero: "the divisor is not zero"];
    FUT_N_QUOT = "FUT-N-QUOT", "integer // rounds to zero and %% has the sign of the dividend; the least number divided by -1 wraps",
        "own; the present compiler", [zero: "the divisor is not zero"];
    FUT_N_POW = "FUT-N-POW", "integer ** multiplies repeatedly and wraps; 0 ** 0 is 1",
        "own; the present compiler", [negative: "the exponent is not negative"];
    FUT_N_SHIFT = "FUT-N-SHIFT", "shift counts are read as unsigned; a count of the width or more shifts everything out",
        "own", [];
    FUT_N_BITS = "FUT-N-BITS", "&, |, ^ and ! work on each bit; on bool they are the logical operators",
        "language reference, Binary Operators", [];
    FUT_N_COUNT = "FUT-N-COUNT", "popc, clz and ctz count bits; the last two give the width for 0",
        "prelude of the present compiler", [];
    FUT_N_HIGH = "FUT-N-HIGH", "mul_hi gives the high half of the product of double width; mad_hi adds to it and wraps",
        "prelude of the present compiler", [];
    FUT_N_SIGN = "FUT-N-SIGN", "abs and sgn of an integer; abs of the least number is itself",
        "own; the present compiler", [];
    FUT_N_ORDER = "FUT-N-ORDER", "comparisons, min and max follow the order of the numbers; false is below true",
        "language reference, Binary Operators", [];

    FUT_N_FLOAT = "FUT-N-FLOAT", "+, -, *, / and sqrt of floats are rounded once, to nearest, ties to even, to the type of the operands",
        "IEEE 754", [];
    FUT_N_FMOD = "FUT-N-FMOD", "% of floats is exact and has the sign of the dividend; the remainder by zero is NaN",
        "own; C's fmod", [];
    FUT_N_FORDER = "FUT-N-FORDER", "comparisons with NaN are false, save !=; -0 equals 0; min and max prefer the operand that is not NaN",
        "IEEE 754; the present compiler", [];
    FUT_N_FSIGN = "FUT-N-FSIGN", "negation, abs, copysign work on the sign bit; sgn is -1, 1, or the operand itself if zero or NaN",
        "IEEE 754; the present compiler", [];
    FUT_N_ROUND = "FUT-N-ROUND", "round goes to the nearest integer, ties to even; floor, ceil and trunc down, up and to zero",
        "prelude of the present compiler", [];
    FUT_N_FMA = "FUT-N-FMA", "fma rounds once, mad after the product and after the sum; lerp first brings its last operand between 0 and 1",
        "prelude of the present compiler", [];
    FUT_N_ELEMENTARY = "FUT-N-ELEMENTARY", "elementary and special functions are computed in double precision and rounded",
        "own", [];
    FUT_N_CLASS = "FUT-N-CLASS", "isnan and isinf tell the kind of a float; nextafter and ldexp step through them",
        "IEEE 754", [];

    FUT_N_INT_INT = "FUT-N-INT-INT", "integers keep their low bits; they are widened with their sign to a signed type, with zeros to an unsigned one",
        "own; the present compiler", [];
    FUT_N_FLOAT_INT = "FUT-N-FLOAT-INT", "floats are rounded to zero and saturate at 64 bits, of which the low ones are kept; NaN and infinities give 0",
        "own", [];
    FUT_N_INT_FLOAT = "FUT-N-INT-FLOAT", "integers become the nearest float, ties to even, or infinity",
        "IEEE 754", [];
    FUT_N_FLOAT_FLOAT = "FUT-N-FLOAT-FLOAT", "floats become the nearest float of the other type, ties to even",
        "IEEE 754", [];
    FUT_N_BOOL = "FUT-N-BOOL", "true becomes 1, false 0; every number but zero becomes true, NaN too",
        "prelude of the present compiler", [];
    FUT_N_REPR = "FUT-N-REPR", "to_bits and from_bits keep the bit pattern",
        "IEEE 754", [];
}
