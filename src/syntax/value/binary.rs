//! The binary format: one header, then the elements in little-endian order.
//!
//! ```text
//! b  2  rank  type (4 bytes)  size (8 bytes, once a dimension)  elements
//! ```

use super::{Data, Element, Value};
use crate::prim::PrimType;
use crate::with_data;

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
    fn elements<E: Element>(elements: &[E], out: &mut Vec<u8>) {
        E::encode(elements, out);
    }
    out.extend_from_slice(&[b'b', VERSION, value.shape.len() as u8]);
    out.extend_from_slice(&type_code(value.prim_type()));
    for size in &value.shape {
        out.extend_from_slice(&(*size as u64).to_le_bytes());
    }
    with_data!(&value.data, x => elements(x, out));
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
