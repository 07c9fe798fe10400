//! Arguments: values from outside, in buffers.

use super::layout::Layout;
use super::types::Type;
use super::value::{Operand, Value};
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Value as Data;

/// The bytes of a scalar, or of a table of scalars, if the data are of its sizes and types.
pub(super) fn packed(layout: &Layout, data: &Data) -> Option<Vec<u8>> {
    let mut inner = layout;
    let mut shape = data.shape().iter();
    while let Layout::Table(count, element) = inner {
        let size = shape.next()?;
        if *count != Operand::Known(*size as u64) {
            return None;
        }
        inner = element;
    }
    if shape.next().is_some() {
        return None;
    }
    let mut bytes = Vec::new();
    for at in 0..data.data().len() {
        let scalar = data.data().get(at)?;
        match (inner, scalar) {
            (Layout::Number(ty), _) if *ty == scalar.prim_type() => {
                let width = usize::from(Layout::width(*ty));
                bytes.extend_from_slice(scalar.bits().to_le_bytes().get(..width)?);
            }
            (Layout::Member(set), PrimValue::I32(ordinal)) => {
                let ordinal = u64::try_from(ordinal).ok()?;
                match &**set {
                    Type::Fin(Operand::Known(size)) if ordinal < *size => {
                        bytes.extend_from_slice(&ordinal.to_le_bytes());
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    Some(bytes)
}

/// A scalar whose bytes these are.
pub(super) fn scalar(layout: &Layout, bytes: &[u8]) -> Option<Value> {
    let bits = Operand::Known(bits(bytes, 0, bytes.len())?);
    match layout {
        Layout::Number(ty) => Some(Value::Number(*ty, bits)),
        Layout::Member(set) => Some(Value::Member(set.clone(), bits)),
        _ => None,
    }
}

pub(super) fn bits(all: &[u8], offset: usize, width: usize) -> Option<u64> {
    let own = all.get(offset..offset.checked_add(width)?)?;
    Some(
        own.iter()
            .rev()
            .fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
    )
}
