//! How types lie in memory.
//!
//! Host and device must agree.  OpenCL C fixes the sizes of scalars and vectors, and
//! that a vector is aligned to its size (three components count as four); structs
//! follow C's rule of natural alignment on all devices that Elder knows.  The C with
//! OpenMP declares its vectors so that they lie in the same way.

use crate::c::{Struct, Type, Width};
use elder_syntax::Name;
use elder_syntax::prim::PrimType;

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes from one element of an array to the next.
    pub size: usize,
    /// Addresses are a multiple of this.
    pub align: usize,
}

/// How a type lies in memory; `None` for `void`, pointers, structs that are not declared or contain themselves, and
/// what is too large to be counted.
pub fn layout(ty: &Type, structs: &[Struct]) -> Option<Layout> {
    match ty {
        Type::Void | Type::Pointer(_) => None,
        Type::Scalar(t) => Some(Layout {
            size: t.bytes(),
            align: t.bytes(),
        }),
        Type::Vector(t, width) => {
            let lanes = if *width == Width::W3 {
                4
            } else {
                width.count() as usize
            };
            let size = t.bytes() * lanes;
            Some(Layout { size, align: size })
        }
        Type::Struct(name) => {
            let (_, layout) = fields(name, structs)?;
            Some(layout)
        }
    }
}

/// The offsets of the fields of a struct, and the layout of the whole.
fn fields(name: &Name, structs: &[Struct]) -> Option<(Vec<usize>, Layout)> {
    let position = structs.iter().position(|s| s.name == *name)?;
    let (mut offset, mut align) = (0usize, 1);
    let mut offsets = Vec::new();
    for field in &structs[position].fields {
        // A struct contains only structs before it, so this ends.
        let one = layout(&field.ty, &structs[..position])?;
        let count = (field.dims.iter()).try_fold(1usize, |n, d| n.checked_mul(usize::try_from(*d).ok()?))?;
        offset = offset.checked_next_multiple_of(one.align)?;
        offsets.push(offset);
        offset = offset.checked_add(one.size.checked_mul(count)?)?;
        align = align.max(one.align);
    }
    let size = offset.checked_next_multiple_of(align)?;
    Some((offsets, Layout { size, align }))
}

/// The scalars of one component in an array of structs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// The type of the scalars.
    pub element: PrimType,
    /// Bytes from the start of the array's element to the first of them.
    pub offset: usize,
    /// How many stand next to each other in one element of the array.
    pub run: usize,
    /// Bytes from one element of the array to the next.
    pub stride: usize,
}

/// The component that a path of fields leads to from an element of the type `ty`.
///
/// `None` if the path leads nowhere, or to a struct.
pub fn component(ty: &Type, path: &[Name], structs: &[Struct]) -> Option<Component> {
    let stride = layout(ty, structs)?.size;
    let (mut at, mut offset, mut run) = (ty.clone(), 0, 1);
    for step in path {
        let Type::Struct(name) = &at else { return None };
        let (offsets, _) = fields(name, structs)?;
        let of = structs.iter().find(|s| s.name == *name)?;
        let i = of.fields.iter().position(|f| f.name == *step)?;
        if run != 1 {
            return None; // an array of structs inside a struct: its components are not next to each other
        }
        offset += offsets.get(i)?;
        let field = of.fields.get(i)?;
        run = field
            .dims
            .iter()
            .try_fold(1usize, |n, d| n.checked_mul(usize::try_from(*d).ok()?))?;
        at = field.ty.clone();
    }
    let (element, lanes) = match at {
        Type::Scalar(t) => (t, 1),
        Type::Vector(_, Width::W3) => return None, // a gap after every third component
        Type::Vector(t, width) => (t, width.count() as usize),
        _ => return None,
    };
    Some(Component {
        element,
        offset,
        run: run * lanes,
        stride,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c::Field;

    fn field(name: &str, ty: Type) -> Field {
        Field {
            name: name.into(),
            ty,
            dims: Vec::new(),
        }
    }

    #[test]
    fn a_struct_ends_where_the_next_one_is_aligned() {
        let pair = Struct {
            name: "pair".into(),
            fields: vec![
                field("x1", Type::Scalar(PrimType::F64)),
                field("x2", Type::Scalar(PrimType::I8)),
            ],
        };
        let ty = Type::Struct("pair".into());
        assert_eq!(layout(&ty, &[pair]), Some(Layout { size: 16, align: 8 }));
    }

    #[test]
    fn structs_are_laid_out_as_in_c() {
        let (byte, double) = (Type::Scalar(PrimType::I8), Type::Scalar(PrimType::F64));
        let inner = Struct {
            name: "inner".into(),
            fields: vec![field("x1", byte.clone()), field("x2", double)],
        };
        let outer = Struct {
            name: "outer".into(),
            fields: vec![field("x1", byte), field("x2", Type::Struct("inner".into()))],
        };
        let structs = [inner, outer];
        let ty = Type::Struct("outer".into());
        assert_eq!(layout(&ty, &structs), Some(Layout { size: 24, align: 8 }));
        let found = component(&ty, &["x2".into(), "x2".into()], &structs);
        assert_eq!(
            found,
            Some(Component {
                element: PrimType::F64,
                offset: 16,
                run: 1,
                stride: 24
            })
        );
        assert_eq!(component(&ty, &["x2".into()], &structs), None);
        assert_eq!(
            layout(&Type::Vector(PrimType::F32, Width::W3), &[]).map(|l| l.size),
            Some(16)
        );
    }
}
