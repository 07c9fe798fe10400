//! Rules of the judgement: values on input and output.

crate::rules! {
    /// All of them.
    pub static TABLE = Format;
    FMT_INPUT = "FMT-INPUT", "values are read one after another, each in the text or in the binary format", "binary data format; futhark-test, Values",
        [value: "a value begins here", separate: "two values are separated by white space or a bracket"];
    FMT_BOOL = "FMT-BOOL", "`true` and `false` are the values of type bool", "futhark-test, Values", [];
    FMT_INT = "FMT-INT", "an integer is decimal, hexadecimal or binary, with or without a sign, of the type of its suffix, without one i32, and taken modulo the size of that type", "futhark-test, Values; futhark-data, Parser",
        [digits: "the number has digits", suffix: "the suffix names a numeric type that can hold such a number"];
    FMT_FLOAT = "FMT-FLOAT", "a number with a fraction, an exponent or a float suffix is a float, without a suffix f64", "futhark-test, Values",
        [digits: "the number is a decimal or hexadecimal floating-point literal", suffix: "the suffix names a float type"];
    FMT_STRING = "FMT-STRING", "a string is the array of its UTF-8 bytes, as u8", "language reference, Literals",
        [closed: "the string ends on its line with a quotation mark", escape: "an escape sequence is a known one"];
    FMT_ARRAY = "FMT-ARRAY", "an array is its elements in brackets, all of the type of the first and of one shape; a comma may follow the last", "futhark-test, Values",
        [element: "an element follows", separator: "elements are separated by commas and the array ends with a bracket",
         regular: "all rows have the same shape", same_type: "all elements have the same type", rank: "there are no more than 255 dimensions"];
    FMT_EMPTY = "FMT-EMPTY", "an array without elements is `empty(T)`, where T gives all its sizes, one of them zero, or an array of such", "futhark-test, Values",
        [form: "the sizes and the type follow in parentheses", zero: "one of the sizes is zero"];
    FMT_BINARY = "FMT-BINARY", "a binary value is b, version 2, the rank, the type, the sizes, and the elements in little-endian order", "binary data format",
        [header: "the header is complete", version: "the version is 2", element_type: "the type is one of the twelve",
         length: "as many elements follow as the sizes say", boolean: "a bool is 0 or 1"];
}
