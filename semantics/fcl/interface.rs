//! Values across the interface: data as arguments of kernels, and results as data (FCL-E-ENTRY).
//!
//! A scalar is a scalar, a pull array of base values an array; an array of pairs is an array a component, in order.

use crate::failure::{Failure, Run};
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Base, Expression};
use elder_fcl::{Node, Type};
use elder_syntax::prim::PrimType;
use elder_syntax::value::{Data, Element};
use elder_syntax::{Span, Value, with_prim_type};

/// One argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A base value that is no pair.
    Scalar(Base),
    /// A pair of scalars.
    Pair(Box<(Argument, Argument)>),
    /// A pull array in the memory of the kernel's inputs.
    Array(Column),
}

/// Base values of one type, side by side; pairs as a column a component, all of one length.
#[derive(Clone, Debug)]
pub enum Column {
    /// Of a base type.
    Base(Data),
    /// Of pairs.
    Pair(Box<(Column, Column)>),
}

impl Column {
    /// How many.
    pub fn len(&self) -> usize {
        let mut column = self;
        loop {
            match column {
                Column::Base(all) => return all.len(),
                Column::Pair(both) => column = &both.0,
            }
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Element `i` as a term.
    pub fn expression(&self, i: usize, span: Span) -> Option<Expression> {
        Some(match self {
            Column::Base(all) => Expression::base(all.get(i)?, span),
            Column::Pair(both) => {
                let node = Node::Pair(both.0.expression(i, span)?, both.1.expression(i, span)?);
                Expression::new(node, span)
            }
        })
    }

    /// As data for outside, a value a component.
    pub fn outside(self, out: &mut Vec<Value>) {
        match self {
            Column::Base(all) => out.extend(Value::new(vec![all.len()], all)),
            Column::Pair(both) => {
                both.0.outside(out);
                both.1.outside(out);
            }
        }
    }

    /// An empty one of a type; `None` if the type is none of base values.
    pub fn empty(ty: &Type) -> Option<Column> {
        Some(match ty {
            Type::Base(base) => Column::Base(zeros(*base, 0)),
            Type::Pair(a, b) => Column::Pair(Box::new((Column::empty(a)?, Column::empty(b)?))),
            _ => return None,
        })
    }

    /// The elements of an array of base values, of this type.
    pub fn of_terms(ty: &Type, elements: &[Expression]) -> Option<Column> {
        Some(match ty {
            Type::Base(base) => {
                let mut all = zeros(*base, elements.len());
                for (i, e) in elements.iter().enumerate() {
                    let Node::Base(value) = &*e.node else {
                        return None;
                    };
                    put(&mut all, i, *value)?;
                }
                Column::Base(all)
            }
            Type::Pair(a, b) => {
                let halves = |e: &Expression| match &*e.node {
                    Node::Pair(a, b) => Some((a.clone(), b.clone())),
                    _ => None,
                };
                let halves: Option<Vec<(Expression, Expression)>> = elements.iter().map(halves).collect();
                let (first, second): (Vec<_>, Vec<_>) = halves?.into_iter().unzip();
                Column::Pair(Box::new((
                    Column::of_terms(a, &first)?,
                    Column::of_terms(b, &second)?,
                )))
            }
            _ => return None,
        })
    }
}

/// `n` times zero, or false.
pub fn zeros(base: PrimType, n: usize) -> Data {
    with_prim_type!(base, E => E::wrap(vec![E::ZERO; n]))
}

/// Element `i` becomes this; `None` if it is of another type or there is no such element.
pub fn put(all: &mut Data, i: usize, value: Base) -> Option<()> {
    macro_rules! put {
        ($($variant:ident)*) => {
            match (all, value) {
                $((Data::$variant(all), Base::$variant(x)) => *all.get_mut(i)? = x,)*
                _ => return None,
            }
        };
    }
    put!(I32 F64 Bool F32 F16 I8 I16 I64 U8 U16 U32 U64);
    Some(())
}

impl Argument {
    /// As a term: an array is written out.
    pub fn expression(&self, span: Span) -> Expression {
        match self {
            Argument::Scalar(value) => Expression::base(*value, span),
            Argument::Pair(both) => {
                let node = Node::Pair(both.0.expression(span), both.1.expression(span));
                Expression::new(node, span)
            }
            Argument::Array(column) => {
                let elements = (0..column.len()).filter_map(|i| column.expression(i, span));
                Expression::new(Node::Array(elements.collect()), span)
            }
        }
    }
}

/// What a kernel reads from outside: for each value its type, and whether it is an array; in order.
pub fn parameters(types: &[&Type]) -> Option<Vec<(PrimType, bool)>> {
    let mut out = vec![];
    for ty in types {
        let (ty, array) = match ty {
            Type::Pull(element, _) => (&**element, true),
            other => (*other, false),
        };
        leaves(ty, array, &mut out)?;
    }
    Some(out)
}

fn leaves(ty: &Type, array: bool, out: &mut Vec<(PrimType, bool)>) -> Option<()> {
    match ty {
        Type::Base(base) => out.push((*base, array)),
        Type::Pair(a, b) => {
            leaves(a, array, out)?;
            leaves(b, array, out)?;
        }
        _ => return None,
    }
    Some(())
}

/// FCL-E-ENTRY: values from outside as the arguments of the kernel `name` with parameters of these types.
///
/// # Errors
/// When their number, types or lengths do not fit.
pub fn arguments(name: &str, types: &[&Type], values: &[Value], span: Span) -> Run<Vec<Argument>> {
    rules::FCL_E_ENTRY.apply();
    let Some(wanted) = parameters(types) else {
        return Err(Failure::arguments(
            &rules::FCL_E_ENTRY,
            "argument",
            span,
            format!("`{name}` takes more than base values and arrays of them"),
        ));
    };
    if wanted.len() != values.len() {
        let message = format!(
            "`{name}` takes {} values, {} were given",
            wanted.len(),
            values.len()
        );
        return Err(Failure::arguments(&rules::FCL_E_ENTRY, "argument", span, message));
    }
    for (k, ((ty, array), value)) in wanted.iter().zip(values).enumerate() {
        if value.prim_type() != *ty || value.rank() != usize::from(*array) {
            let brackets = if *array { "[]" } else { "" };
            let message = format!(
                "argument {} of `{name}` is of type {}, not {brackets}{ty}",
                k + 1,
                value.type_string()
            );
            return Err(Failure::arguments(&rules::FCL_E_ENTRY, "argument", span, message));
        }
    }
    let mut values = values.iter();
    let mut out = vec![];
    for ty in types {
        let argument = match ty {
            Type::Pull(element, _) => column(name, element, &mut values, span).map(Argument::Array)?,
            other => scalar(other, &mut values, span)?,
        };
        out.push(argument);
    }
    Ok(out)
}

fn scalar(ty: &Type, values: &mut std::slice::Iter<'_, Value>, span: Span) -> Run<Argument> {
    let missing = || Failure::arguments(&rules::FCL_E_ENTRY, "argument", span, "too few values");
    match ty {
        Type::Pair(a, b) => {
            let first = scalar(a, values, span)?;
            Ok(Argument::Pair(Box::new((first, scalar(b, values, span)?))))
        }
        _ => {
            let value = values.next().and_then(Value::as_scalar);
            value.map(Argument::Scalar).ok_or_else(missing)
        }
    }
}

fn column(name: &str, ty: &Type, values: &mut std::slice::Iter<'_, Value>, span: Span) -> Run<Column> {
    if let Type::Pair(a, b) = ty {
        let first = column(name, a, values, span)?;
        let second = column(name, b, values, span)?;
        if first.len() != second.len() {
            let message = format!(
                "the arrays of an array of pairs of `{name}` have {} and {} elements",
                first.len(),
                second.len()
            );
            return Err(Failure::arguments(&rules::FCL_E_ENTRY, "argument", span, message));
        }
        return Ok(Column::Pair(Box::new((first, second))));
    }
    let column = match (values.next().map(Value::data), ty) {
        (Some(all), Type::Base(base)) if all.prim_type() == *base => Column::Base(all.clone()),
        _ => {
            return Err(Failure::arguments(
                &rules::FCL_E_ENTRY,
                "argument",
                span,
                "an array of another type",
            ));
        }
    };
    if i32::try_from(column.len()).is_err() {
        return Err(Failure::arguments(
            &rules::FCL_E_ENTRY,
            "argument",
            span,
            format!("an array of {} elements", column.len()),
        ));
    }
    Ok(column)
}
