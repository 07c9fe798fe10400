//! The binary format: one header, then the elements in little-endian order.
//!
//! ```text
//! b  2  rank  type (4 bytes)  size (8 bytes, once a dimension)  elements
//! ```

use super::{Data, Element, Value};
use crate::prim::PrimType;
use crate::with_data;
use std::io::{self, Write};

/// The version that is written and the only one that is read.
pub const VERSION: u8 = 2;

/// The four bytes that name a type.
pub fn type_code(t: PrimType) -> [u8; 4] {
    let mut code = *b"    ";
    let name = t.name().as_bytes();
    code[4 - name.len()..].copy_from_slice(name);
    code
}

/// The type that four bytes name.
pub fn type_of_code(code: &[u8]) -> Option<PrimType> {
    PrimType::ALL.iter().copied().find(|t| type_code(*t) == code)
}

/// Appends the binary form of a value.
pub fn write(value: &Value, out: &mut Vec<u8>) {
    let written = write_to(value, out);
    debug_assert!(written.is_ok());
}

/// Writes the binary form of a value, and never holds more than a small part of it.
///
/// # Errors
/// Those of the sink.
pub fn write_to(value: &Value, sink: &mut dyn Write) -> io::Result<()> {
    fn parts<E: Element>(elements: &[E], sink: &mut dyn Write) -> io::Result<()> {
        let mut out = Vec::new();
        elements.chunks(1 << 14).try_for_each(|part| {
            out.clear();
            E::encode(part, &mut out);
            sink.write_all(&out)
        })
    }
    sink.write_all(&[b'b', VERSION, value.shape.len() as u8])?;
    sink.write_all(&type_code(value.prim_type()))?;
    for size in &value.shape {
        sink.write_all(&(*size as u64).to_le_bytes())?;
    }
    with_data!(&value.data, x => parts(x, sink))
}

/// The elements, `None` for another number of bytes than they need or for a bool that is neither 0 nor 1.
pub(super) fn decode(t: PrimType, bytes: &[u8]) -> Option<Data> {
    if t == PrimType::Bool && bytes.iter().any(|b| *b > 1) {
        return None;
    }
    Some(crate::with_prim_type!(t, E => E::wrap(E::decode(bytes))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_padded_on_the_left() {
        assert_eq!(&type_code(PrimType::I8), b"  i8");
        assert_eq!(&type_code(PrimType::Bool), b"bool");
        for t in PrimType::ALL {
            assert_eq!(type_of_code(&type_code(*t)), Some(*t));
        }
        assert_eq!(type_of_code(b"i8  "), None);
    }
}
