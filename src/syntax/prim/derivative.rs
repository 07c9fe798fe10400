//! Rules of the judgement: evaluation, of the derivatives of primitive functions, for all languages.

crate::rules! {
    /// All of them.
    pub static TABLE = Evaluation;

    DER_TAG = "DER-TAG", "a derivative taken within another one is taken first, of what the other sees", "own, after Siskind and Pearlmutter", [];
    DER_CHAIN = "DER-CHAIN", "the change of a value is the sum of the changes of its operands, each times its slope", "own; the chain rule", [];
    DER_TAPE = "DER-TAPE", "in reverse, what was computed is walked backwards: an operand's weight is that of the result, times the slope", "own; the chain rule", [];
    DER_SUM = "DER-SUM", "the slopes of sums, differences and negation are 1 and -1", "own; calculus", [];
    DER_PRODUCT = "DER-PRODUCT", "the slopes of products, quotients and remainders, of fma, mad, lerp, ldexp and shifts to the left", "own; calculus", [];
    DER_POWER = "DER-POWER", "the slopes of powers, roots and hypot; at 0 a power with an exponent below 1 has none", "own; the present compiler", [];
    DER_ORDER = "DER-ORDER", "the slope of min and max is that of the operand taken, of equal ones the first; abs has that of its operand's sign", "own; the present compiler", [];
    DER_ELEMENTARY = "DER-ELEMENTARY", "the slopes of exponentials, logarithms, trigonometric and hyperbolic functions, gamma and erf", "Abramowitz and Stegun, Handbook of Mathematical Functions", [];
    DER_CONVERT = "DER-CONVERT", "a conversion between types of numbers converts changes, and in reverse weights; to_bits takes their bits", "own; the present compiler", [];
    DER_STEP = "DER-STEP", "what moves in steps has no slope: rounding, signs, operators on bits, counts", "own; calculus", [];
}
