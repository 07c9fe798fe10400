//! Rules of the judgement: values on input and output.  All languages share them, so they are declared with the reader.

pub use elder_syntax::value::rules::*;
