//! The sizes that a value shows.
//!
//! Where a value ends before its type does (an array has no elements, a constructor is another one) it carries the type of
//! what is missing: an empty array of constructors in its buffer, a constructor beside its arguments.

use crate::futhark::machine::array::{Array, Data, Flat};
use crate::futhark::machine::code::{SizeWalk, Step};
use crate::futhark::machine::resolve::tag;
use crate::futhark::machine::value::{RtType, Value};
use elder_syntax::Name;
use std::rc::Rc;

/// Where a walk has come to.
enum At {
    /// At a value.
    Value(Value),
    /// At what would have this type.
    Type(Rc<RtType>),
}

/// The size that a value shows: the first walk that arrives gives it.
pub(crate) fn find_size(walks: &[SizeWalk], value: &Value) -> Option<i64> {
    walks.iter().find_map(|walk| {
        let start = At::Value(value.clone());
        match walk.steps.iter().try_fold(start, |at, step| follow(&at, *step))? {
            At::Value(value) => value.as_array()?.shape.get(walk.dim as usize).copied(),
            At::Type(ty) => ty.dim(walk.dim),
        }
    })
}

fn follow(at: &At, step: Step) -> Option<At> {
    let value = match at {
        At::Value(value) => value,
        At::Type(ty) => return ty.follow(step).map(At::Type),
    };
    match (step, value) {
        (Step::Field(k), Value::Record(fields)) => fields.get(k as usize).cloned().map(At::Value),
        (Step::Field(k), Value::Array(_, a)) => match &a.data {
            Data::Record(fields) => fields.get(k as usize).cloned().map(At::Value),
            Data::Flat(_) => None,
        },
        (Step::Arg(tag, k), Value::Sum(sum)) if sum.tag == tag => {
            sum.args.get(k as usize).cloned().map(At::Value)
        }
        (Step::Arg(..), Value::Sum(sum)) => sum.others.as_ref()?.follow(step).map(At::Type),
        (Step::Element(_), Value::Array(_, a)) if a.is_empty() => element_type(a).map(At::Type),
        (Step::Element(dims), Value::Array(..)) => {
            let mut at = value.clone();
            for _ in 0..dims {
                at = match &at {
                    Value::Array(v, a) => a.element(*v, 0),
                    _ => return None,
                };
            }
            Some(At::Value(at))
        }
        _ => None,
    }
}

/// The type of the constructors that an array without elements would hold.
pub(crate) fn element_type(array: &Array) -> Option<Rc<RtType>> {
    match &array.data {
        Data::Flat(Flat { cells, .. }) => cells.element_type(),
        Data::Record(_) => None,
    }
}

/// The type of a value, for arrays without elements made of it.
pub fn type_of(value: &Value) -> Rc<RtType> {
    Rc::new(match value {
        Value::Array(_, a) => {
            let inner = match &a.data {
                Data::Flat(Flat { cells, .. }) => match cells.prim() {
                    Some(p) => Rc::new(RtType::Prim(p)),
                    None => element_type(a).unwrap_or_else(|| Rc::new(RtType::Boxed)),
                },
                Data::Record(fields) => Rc::new(RtType::Record(
                    fields.iter().map(|f| strip(type_of(f), a.shape.len())).collect(),
                )),
            };
            let wrapped = a.shape.iter().rev();
            return wrapped.fold(inner, |ty, &n| Rc::new(RtType::Array(n, ty)));
        }
        Value::Record(fields) => RtType::Record(fields.iter().map(type_of).collect()),
        Value::Sum(sum) => {
            let mut constructors = vec![(sum.tag, sum.args.iter().map(type_of).collect())];
            if let Some(RtType::Sum(others)) = sum.others.as_deref() {
                constructors.extend(others.iter().cloned());
            }
            match RtType::Sum(constructors) {
                sum if sum.shows_sizes() => sum,
                _ => RtType::Boxed,
            }
        }
        Value::Type(ty) => return ty.clone(),
        value => match value.prim() {
            Some(p) => RtType::Prim(p.prim_type()),
            None => RtType::Boxed,
        },
    })
}

/// The type without its outermost dimensions.
fn strip(mut ty: Rc<RtType>, dims: usize) -> Rc<RtType> {
    for _ in 0..dims {
        ty = match &*ty {
            RtType::Array(_, inner) => inner.clone(),
            _ => return ty,
        };
    }
    ty
}

impl RtType {
    /// What a constructor of a sum takes; `None` of anything else, and of a sum without sizes.
    pub fn arguments(&self, constructor: &Name) -> Option<&[Rc<RtType>]> {
        match self {
            RtType::Blank(_, ty) => ty.arguments(constructor),
            RtType::Sum(constructors) => {
                let own = tag(constructor);
                let (_, args) = constructors.iter().find(|(other, _)| *other == own)?;
                Some(args)
            }
            _ => None,
        }
    }

    /// Whether no size is below zero.
    pub fn is_natural(&self) -> bool {
        match self {
            RtType::Array(n, element) => *n >= 0 && element.is_natural(),
            RtType::Record(fields) => fields.iter().all(|t| t.is_natural()),
            RtType::Sum(constructors) => constructors
                .iter()
                .all(|(_, args)| args.iter().all(|t| t.is_natural())),
            RtType::Blank(_, ty) => ty.is_natural(),
            RtType::Prim(_) | RtType::Boxed | RtType::Failed(_) => true,
        }
    }

    /// Whether it has sizes.
    pub fn shows_sizes(&self) -> bool {
        match self {
            RtType::Array(..) => true,
            RtType::Record(fields) => fields.iter().any(|t| t.shows_sizes()),
            RtType::Sum(constructors) => constructors
                .iter()
                .any(|(_, args)| args.iter().any(|t| t.shows_sizes())),
            RtType::Blank(_, ty) => ty.shows_sizes(),
            RtType::Prim(_) | RtType::Boxed | RtType::Failed(_) => false,
        }
    }

    /// The size of a dimension of an array type.
    fn dim(&self, dim: u32) -> Option<i64> {
        match (self, dim) {
            (RtType::Array(n, _), 0) => Some(*n),
            (RtType::Array(_, element), _) => element.dim(dim - 1),
            _ => None,
        }
    }

    /// The type of the part of a value to which the step leads.
    fn follow(&self, step: Step) -> Option<Rc<RtType>> {
        match (self, step) {
            (RtType::Blank(_, ty), _) => ty.follow(step),
            (RtType::Array(n, element), Step::Field(_)) => {
                Some(Rc::new(RtType::Array(*n, element.follow(step)?)))
            }
            (RtType::Array(_, element), Step::Element(1)) => Some(element.clone()),
            (RtType::Array(_, element), Step::Element(dims)) => element.follow(Step::Element(dims - 1)),
            (RtType::Record(fields), Step::Field(k)) => fields.get(k as usize).cloned(),
            (RtType::Sum(constructors), Step::Arg(tag, k)) => {
                let (_, args) = constructors.iter().find(|(other, _)| *other == tag)?;
                args.get(k as usize).cloned()
            }
            _ => None,
        }
    }
}
