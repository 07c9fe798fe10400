//! Arguments: values from outside, in buffers.

use super::answer::{bits, width};
use super::layout::Layout;
use super::types::Type;
use super::value::{Operand, Value};
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Value as Data;

/// A component of a value from outside, and how far it was read.
struct Component<'d> {
    data: &'d Data,
    at: usize,
}

impl Component<'_> {
    /// The next scalar, behind so many indices.
    fn next(&mut self, depth: usize) -> Option<PrimValue> {
        if self.data.shape().len() != depth {
            return None;
        }
        let scalar = self.data.data().get(self.at)?;
        self.at += 1;
        Some(scalar)
    }
}

/// Of how many values from outside one of this layout is.
fn components(layout: &Layout) -> Option<usize> {
    match layout {
        Layout::Unit => Some(0),
        Layout::Number(_) | Layout::Member(_) => Some(1),
        Layout::Pair(both) => Some(components(&both.0)? + components(&both.1)?),
        Layout::Record(fields) => fields.iter().map(|(_, own)| components(own)).sum(),
        Layout::Table(_, element) => components(element),
        Layout::Sum(sum) => {
            let held = sum.held.iter().map(Option::as_ref);
            let parts = held.collect::<Option<Vec<_>>>()?.into_iter().flatten();
            let count = parts.map(components).sum::<Option<usize>>()?;
            Some(count + usize::from(sum.held.len() != 1))
        }
        Layout::Never => None,
    }
}

/// The bytes of a scalar, of a sum, or of a table, if the first of these data are of its sizes and types; those are taken.
pub(super) fn packed(layout: &Layout, left: &mut &[Data]) -> Option<Vec<u8>> {
    let (own, rest) = left.split_at_checked(components(layout)?)?;
    let mut given: Vec<Component<'_>> = own.iter().map(|data| Component { data, at: 0 }).collect();
    let mut bytes = Vec::new();
    pack(layout, &mut given, 0, &mut bytes)?;
    *left = rest;
    Some(bytes)
}

/// Appends an element, behind so many indices.
fn pack(layout: &Layout, given: &mut [Component<'_>], depth: usize, bytes: &mut Vec<u8>) -> Option<()> {
    match layout {
        Layout::Unit => {}
        Layout::Pair(both) => {
            let (first, second) = given.split_at_mut_checked(components(&both.0)?)?;
            pack(&both.0, first, depth, bytes)?;
            pack(&both.1, second, depth, bytes)?;
        }
        Layout::Record(fields) => {
            let mut rest = given;
            for (_, layout) in fields.iter() {
                let (own, others) = rest.split_at_mut_checked(components(layout)?)?;
                pack(layout, own, depth, bytes)?;
                rest = others;
            }
        }
        Layout::Sum(sum) => {
            let end = bytes.len() + width(layout)?;
            let mut rest = given;
            let mut chosen = 0;
            if sum.held.len() != 1 {
                let (tag, others) = rest.split_first_mut()?;
                rest = others;
                let PrimValue::U8(number) = tag.next(depth)? else {
                    return None;
                };
                chosen = usize::from(number);
                bytes.push(number);
            }
            for (which, layouts) in sum.held.iter().enumerate() {
                for layout in layouts.as_ref()? {
                    let (own, others) = rest.split_at_mut_checked(components(layout)?)?;
                    rest = others;
                    match which == chosen {
                        true => pack(layout, own, depth, bytes)?,
                        false => pack(layout, own, depth, &mut Vec::new())?,
                    }
                }
            }
            sum.held.get(chosen)?;
            bytes.resize(end, 0);
        }
        Layout::Table(Operand::Known(count), element) => {
            let is_size =
                |own: &Component<'_>| own.data.shape().get(depth).is_some_and(|n| *n as u64 == *count);
            if !given.iter().all(is_size) {
                return None;
            }
            for _ in 0..*count {
                pack(element, given, depth + 1, bytes)?;
            }
        }
        scalar => {
            let [own] = given else { return None };
            let number = own.next(depth)?;
            match (scalar, number) {
                (Layout::Number(ty), _) if *ty == number.prim_type() => {
                    let width = usize::from(Layout::width(*ty));
                    bytes.extend_from_slice(number.bits().to_le_bytes().get(..width)?);
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
    }
    Some(())
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
