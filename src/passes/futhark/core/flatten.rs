//! Components of types: Figure 15 of the thesis.
//!
//! `[n](i32, [k]f64)` has the components `[n]i32` and `[n][k]f64`.  Components are in the order in which a value shows its sizes, so a size that is
//! read off a value is read off the first component whose type has it.  A record without fields is an array of no elements: `[n]()` has the component
//! `[n][0]bool`.

use super::{Made, unexpected};
use elder_futhark::rules::core::FUT_CO_FLAT;
use elder_futhark::tree::{Size, Stars, Type, TypeArg, TypeKind};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span};

/// A component of a type.
#[derive(Clone, Debug)]
pub struct Component {
    /// Its dimensions, the outermost first.
    pub dims: Vec<Size>,
    /// What is in them.
    pub leaf: Leaf,
}

/// What a component is made of.
#[derive(Clone, Debug)]
pub enum Leaf {
    /// Scalars.
    Prim(PrimType),
    /// It is an accumulator, of so many elements of these components.
    Acc(Size, Vec<Component>),
}

impl Component {
    /// The sizes that a value of it shows: its dimensions; of an accumulator, what it is indexed by and the dimensions of its elements.
    pub fn sizes(&self) -> Vec<&Size> {
        let own = self.dims.iter();
        match &self.leaf {
            Leaf::Prim(_) => own.collect(),
            Leaf::Acc(space, elements) => {
                let elements = elements.iter().flat_map(Component::sizes);
                own.chain([space]).chain(elements).collect()
            }
        }
    }
}

/// The components of a type.
///
/// # Errors
/// If it has a function or a sum.
pub fn components(ty: &Type) -> Made<Vec<Component>> {
    FUT_CO_FLAT.apply();
    // Most types have one.
    let mut out = Vec::with_capacity(1);
    add(ty, &mut Vec::new(), &mut out)?;
    Ok(out)
}

fn add(ty: &Type, around: &mut Vec<Size>, out: &mut Vec<Component>) -> Made<()> {
    let leaf = match &**ty {
        TypeKind::Prim(p) => Leaf::Prim(*p),
        TypeKind::Array(size, element) => {
            around.push(size.clone());
            let added = add(element, around, out);
            around.pop();
            return added;
        }
        // It holds nothing, so an array of it has its sizes and no element.
        TypeKind::Record(fields) if fields.is_empty() => {
            out.push(Component {
                dims: around.iter().cloned().chain([Size::Const(0)]).collect(),
                leaf: Leaf::Prim(PrimType::Bool),
            });
            return Ok(());
        }
        TypeKind::Record(fields) => return fields.iter().try_for_each(|(_, field)| add(field, around, out)),
        TypeKind::Named(name, args) if name.name == "acc" => match args.as_slice() {
            [TypeArg::Type(array)] => match &**array {
                TypeKind::Array(size, element) => Leaf::Acc(size.clone(), components(element)?),
                _ => return Err(unexpected(Span::NONE, "an accumulator of no array")),
            },
            _ => return Err(unexpected(Span::NONE, "an accumulator of no array")),
        },
        TypeKind::Sum(_) => return Err(unexpected(Span::NONE, "a sum")),
        TypeKind::Arrow(_) => return Err(unexpected(Span::NONE, "a function")),
        TypeKind::Var(_) | TypeKind::Named(..) => {
            return Err(unexpected(Span::NONE, "a type without a form"));
        }
    };
    out.push(Component {
        dims: around.clone(),
        leaf,
    });
    Ok(())
}

/// How many components a type has.
///
/// # Errors
/// Those of [`components`].
pub fn count(ty: &Type) -> Made<usize> {
    Ok(match &**ty {
        TypeKind::Array(_, element) => count(element)?,
        TypeKind::Record(fields) if !fields.is_empty() => {
            let counts: Made<Vec<usize>> = fields.iter().map(|(_, field)| count(field)).collect();
            counts?.iter().sum()
        }
        _ => components(ty)?.len(),
    })
}

/// Which components of a record are those of a field, and the field's type.
///
/// # Errors
/// If it is no record with that field.
pub fn field(ty: &Type, name: &Name, span: Span) -> Made<(std::ops::Range<usize>, Type)> {
    let TypeKind::Record(fields) = &**ty else {
        return Err(unexpected(span, "a field of no record"));
    };
    let mut from = 0;
    for (own, field) in fields {
        let many = count(field)?;
        if own == name {
            return Ok((from..from + many, field.clone()));
        }
        from += many;
    }
    Err(unexpected(span, "a field of no record"))
}

/// Which components are starred.
///
/// # Errors
/// Those of [`components`].
pub fn stars(ty: &Type, stars: &Stars) -> Made<Vec<bool>> {
    match (&**ty, stars) {
        (TypeKind::Record(fields), Stars::Fields(_)) => {
            let mut out = Vec::new();
            for (name, field) in fields {
                out.extend(self::stars(field, &stars.field(name))?);
            }
            Ok(out)
        }
        _ => Ok(vec![stars.any(); count(ty)?]),
    }
}
