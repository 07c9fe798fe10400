//! Rules of the judgement: evaluation, of primitive functions, for all languages.
//!
//! They say what an operator computes where implementations could differ: rounding, wrapping, shifts by too much,
//! numbers that do not fit.

crate::rules! {
    /// All of them.
    pub static TABLE = Evaluation;

    NUM_WRAP = "NUM-WRAP", "integer +, -, * and negation keep the low bits of the result, unsigned negation too",
        "own; the present compiler", [];
    NUM_DIV = "NUM-DIV", "integer / rounds to minus infinity and % has the sign of the divisor; the least number divided by -1 wraps",
        "own; the present compiler", [zero: "the divisor is not zero"];
    NUM_QUOT = "NUM-QUOT", "integer // rounds to zero and %% has the sign of the dividend; the least number divided by -1 wraps",
        "own; the present compiler", [zero: "the divisor is not zero"];
    NUM_POW = "NUM-POW", "integer ** multiplies repeatedly and wraps; 0 ** 0 is 1",
        "own; the present compiler", [negative: "the exponent is not negative"];
    NUM_SHIFT = "NUM-SHIFT", "shift counts are read as unsigned; a count of the width or more shifts everything out",
        "own", [];
    NUM_BITS = "NUM-BITS", "&, |, ^ and ! work on each bit; on bool they are the logical operators",
        "language reference, Binary Operators", [];
    NUM_COUNT = "NUM-COUNT", "popc, clz and ctz count bits; the last two give the width for 0",
        "prelude of the present compiler", [];
    NUM_HIGH = "NUM-HIGH", "mul_hi gives the high half of the product of double width; mad_hi adds to it and wraps",
        "prelude of the present compiler", [];
    NUM_SIGN = "NUM-SIGN", "abs and sgn of an integer; abs of the least number is itself",
        "own; the present compiler", [];
    NUM_ORDER = "NUM-ORDER", "comparisons, min and max follow the order of the numbers; false is below true",
        "language reference, Binary Operators", [];

    NUM_FLOAT = "NUM-FLOAT", "+, -, *, / and sqrt of floats are rounded once, to nearest, ties to even, to the type of the operands",
        "IEEE 754", [];
    NUM_FMOD = "NUM-FMOD", "% of floats is exact and has the sign of the dividend; the remainder by zero is NaN",
        "own; C's fmod", [];
    NUM_FORDER = "NUM-FORDER", "comparisons with NaN are false, save !=; -0 equals 0; min and max prefer the operand that is not NaN",
        "IEEE 754; the present compiler", [];
    NUM_FSIGN = "NUM-FSIGN", "negation, abs, copysign work on the sign bit; sgn is -1, 1, or the operand itself if zero or NaN",
        "IEEE 754; the present compiler", [];
    NUM_ROUND = "NUM-ROUND", "round goes to the nearest integer, ties to even; floor, ceil and trunc down, up and to zero",
        "prelude of the present compiler", [];
    NUM_FMA = "NUM-FMA", "fma rounds once, mad after the product and after the sum; lerp first brings its last operand between 0 and 1",
        "prelude of the present compiler", [];
    NUM_ELEMENTARY = "NUM-ELEMENTARY", "elementary and special functions are computed in double precision and rounded",
        "own", [];
    NUM_CLASS = "NUM-CLASS", "isnan and isinf tell the kind of a float; nextafter and ldexp step through them",
        "IEEE 754", [];

    NUM_INT_INT = "NUM-INT-INT", "integers keep their low bits; they are widened with their sign to a signed type, with zeros to an unsigned one",
        "own; the present compiler", [];
    NUM_FLOAT_INT = "NUM-FLOAT-INT", "floats are rounded to zero and saturate at 64 bits, of which the low ones are kept; NaN and infinities give 0",
        "own", [];
    NUM_INT_FLOAT = "NUM-INT-FLOAT", "integers become the nearest float, ties to even, or infinity",
        "IEEE 754", [];
    NUM_FLOAT_FLOAT = "NUM-FLOAT-FLOAT", "floats become the nearest float of the other type, ties to even",
        "IEEE 754", [];
    NUM_BOOL = "NUM-BOOL", "true becomes 1, false 0; every number but zero becomes true, NaN too",
        "prelude of the present compiler", [];
    NUM_REPR = "NUM-REPR", "to_bits and from_bits keep the bit pattern",
        "IEEE 754", [];
}
