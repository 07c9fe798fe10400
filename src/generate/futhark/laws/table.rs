//! What holds of primitive functions, of the library and of literals.
//!
//! A line is an expression of type bool that is true for all values of its variables.  `#` is a primitive type, `W` its bits; `x`, `y`, `z` are numbers
//! of that type, `j`, `k` of i64, `xs`, `ys` arrays `[n]i64`, `@b` is a number of b random bits.  `a ~ b` says that two floats are equal or no numbers.

/// Of every integer type.
pub const INTEGERS: &str = include_str!("integers.txt");

/// Of every float type.
pub const FLOATS: &str = include_str!("floats.txt");

/// Of numbers of certain types, of the library and of literals.
pub const OTHERS: &str = include_str!("others.txt");
