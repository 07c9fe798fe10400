//! Operands, types, and what is bound with a type.

use crate::names::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use smallvec::SmallVec;
use std::rc::Rc;

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Atom {
    /// The value of a variable.
    Var(Name),
    /// A constant.
    Const(PrimValue),
}

impl Atom {
    /// The number as a size or an index.
    pub fn i64(number: i64) -> Atom {
        Atom::Const(PrimValue::I64(number))
    }

    /// The number, if it is a constant integer.
    pub fn integer(self) -> Option<i128> {
        match self {
            Atom::Const(value) => wide(value),
            Atom::Var(_) => None,
        }
    }

    /// The variable, if it is one.
    pub fn name(self) -> Option<Name> {
        match self {
            Atom::Var(name) => Some(name),
            Atom::Const(_) => None,
        }
    }
}

/// The number of an integer.
pub fn wide(value: PrimValue) -> Option<i128> {
    Some(match value {
        PrimValue::I8(n) => n.into(),
        PrimValue::I16(n) => n.into(),
        PrimValue::I32(n) => n.into(),
        PrimValue::I64(n) => n.into(),
        PrimValue::U8(n) => n.into(),
        PrimValue::U16(n) => n.into(),
        PrimValue::U32(n) => n.into(),
        PrimValue::U64(n) => n.into(),
        PrimValue::Bool(_) | PrimValue::F16(_) | PrimValue::F32(_) | PrimValue::F64(_) => return None,
    })
}

impl From<Name> for Atom {
    fn from(name: Name) -> Atom {
        Atom::Var(name)
    }
}

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dim {
    /// Its size, of type i64.
    Is(Atom),
    /// A size that nothing was said of.  Programs that have some are *open*; the pass `sizes` fills them (CORE-SZ-INV).
    Open,
}

impl Dim {
    /// The size, if something was said of it.
    pub fn size(self) -> Option<Atom> {
        match self {
            Dim::Is(size) => Some(size),
            Dim::Open => None,
        }
    }
}

/// A dimension of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ext {
    /// As in any type.
    Is(Dim),
    /// The k-th existential size of the results in which the type stands.
    Existential(u16),
}

/// The dimensions of an array, the outermost first.
pub type Dims<D = Dim> = SmallVec<[D; 2]>;

/// The type of a variable or, with [`Ext`] for dimensions, of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Type<D = Dim> {
    /// A scalar.
    Prim(PrimType),
    /// An array; it has at least one dimension.
    Array {
        /// Its dimensions.
        dims: Dims<D>,
        /// The type of its elements.
        element: PrimType,
    },
    /// A place to which values are added, or where they are put.
    Acc(Rc<AccType<D>>),
    /// A certificate: that an assertion held.
    Cert,
}

impl<D> Type<D> {
    /// An array of these dimensions, or the scalar if there are none.
    pub fn array(dims: impl IntoIterator<Item = D>, element: PrimType) -> Type<D> {
        let dims: Dims<D> = dims.into_iter().collect();
        match dims.is_empty() {
            true => Type::Prim(element),
            false => Type::Array { dims, element },
        }
    }

    /// The dimensions, none of what is no array.
    pub fn dims(&self) -> &[D] {
        match self {
            Type::Array { dims, .. } => dims,
            Type::Prim(_) | Type::Acc(_) | Type::Cert => &[],
        }
    }

    /// How many dimensions it has.
    pub fn rank(&self) -> usize {
        self.dims().len()
    }

    /// The type of the scalar, or of the elements of the array.
    pub fn element(&self) -> Option<PrimType> {
        match self {
            Type::Prim(element) | Type::Array { element, .. } => Some(*element),
            Type::Acc(_) | Type::Cert => None,
        }
    }

    /// With other dimensions.
    pub fn map<E>(&self, mut dim: impl FnMut(&D) -> E) -> Type<E> {
        match self {
            Type::Prim(element) => Type::Prim(*element),
            Type::Array { dims, element } => Type::Array {
                dims: dims.iter().map(dim).collect(),
                element: *element,
            },
            Type::Acc(acc) => Type::Acc(Rc::new(AccType {
                space: acc.space.iter().map(&mut dim).collect(),
                elements: acc
                    .elements
                    .iter()
                    .map(|(dims, element)| (dims.iter().map(&mut dim).collect(), *element))
                    .collect(),
            })),
            Type::Cert => Type::Cert,
        }
    }
}

impl Type {
    /// The scalar type of sizes and indexes.
    pub const SIZE: Type = Type::Prim(PrimType::I64);

    /// What is left after indexing the first `count` dimensions of an array; `None` if it has not so many.
    pub fn row(&self, count: usize) -> Option<Type> {
        let dims = self.dims().get(count..)?;
        Some(Type::array(dims.iter().copied(), self.element()?))
    }

    /// An array of so many of them; `None` if there are no such arrays.
    pub fn array_of(&self, size: Dim) -> Option<Type> {
        let dims = std::iter::once(size).chain(self.dims().iter().copied());
        Some(Type::array(dims, self.element()?))
    }

    /// An array of so many of them.  What stands in no array, which the types refuse, has no rows.
    pub fn rows(&self, count: Atom) -> Type {
        self.array_of(Dim::Is(count)).unwrap_or(Type::Cert)
    }

    /// An array of it over these sizes, the outermost first.
    pub fn over(&self, space: &[Atom]) -> Type {
        space.iter().rev().fold(self.clone(), |ty, size| ty.rows(*size))
    }

    /// Arrays of so many of each of these.
    pub fn all_rows(count: Atom, rows: &[Type]) -> Vec<Type> {
        rows.iter().map(|row| row.rows(count)).collect()
    }

    /// As the type of a result, with nothing hidden.
    pub fn shown(&self) -> Type<Ext> {
        self.map(|dim| Ext::Is(*dim))
    }
}

/// The type of an accumulator: over the arrays of one [`Accumulated`].
#[derive(Clone, Debug, PartialEq)]
pub struct AccType<D = Dim> {
    /// The sizes that its indexes go into.
    pub space: Vec<D>,
    /// For each array, the dimensions that are left after indexing, and the type of its elements.
    pub elements: Vec<(Vec<D>, PrimType)>,
}

/// A variable with its type, where it is bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The variable.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// A parameter of a function, an entry point or a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The variable.
    pub binder: Binder,
    /// Whether the body may consume what is passed.
    pub unique: bool,
}

/// What a body is said to give: `?[d].([d]i32, *[n]f64)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// How many sizes are hidden in the types.
    pub existential: u16,
    /// The types.
    pub given: Vec<Given>,
}

impl Results {
    /// Results of these types, of which nothing is hidden and none is unique.
    pub fn plain<'t>(types: impl IntoIterator<Item = &'t Type>) -> Results {
        Results::hiding(0, types.into_iter().map(Type::shown))
    }
}

/// A result.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Its type.
    pub ty: Type<Ext>,
    /// Whether it shares with nothing.
    pub unique: bool,
}

impl Type<Ext> {
    /// With these for the existential sizes; one that is not among them is open.
    pub fn instantiated(&self, sizes: &[Atom]) -> Type {
        self.map(|dim| match dim {
            Ext::Is(dim) => *dim,
            Ext::Existential(k) => sizes
                .get(usize::from(*k))
                .map_or(Dim::Open, |size| Dim::Is(*size)),
        })
    }
}
