//! Values from outside, in the text or binary data format.  Numbers without a suffix have the type of the parameter that they are given for.

use elder_syntax::Value;
use elder_syntax::prim::PrimType;
use elder_syntax::value::{Assumed, FormatError, Reader};

/// The values in bytes; `types` are those of numbers without a suffix, one a value that is wanted.
///
/// # Errors
/// Where the bytes are malformed.
pub fn values(bytes: &[u8], types: &[Option<PrimType>]) -> Result<Vec<Value>, FormatError> {
    let mut reader = Reader::new(bytes);
    all_values(&mut reader, types)
}

/// What [`values`] gives, if it gives anything, has this number without a suffix that Futhark's own readers refuse: they
/// do not know the types of the parameters.
pub fn assumed(bytes: &[u8], types: &[Option<PrimType>]) -> Option<Assumed> {
    let mut reader = Reader::watching(bytes);
    all_values(&mut reader, types).ok()?;
    reader.assumed()
}

fn all_values(reader: &mut Reader<'_>, types: &[Option<PrimType>]) -> Result<Vec<Value>, FormatError> {
    let mut values = Vec::new();
    while let Some(value) = reader.read(types.get(values.len()).copied().flatten())? {
        values.push(value);
    }
    Ok(values)
}
