//! Values as text for people, and as data.

use super::value::{Shape, Value};
use crate::array::volume;
use crate::futhark::refusals::dims_text;
use elder_futhark::tree::is_tuple;
use elder_syntax::value::{Element, Value as Data};
use elder_syntax::with_prim_type;
use std::fmt::Write;

/// A scalar or array of scalars as data; `None` for anything else.
pub fn data(value: &Value) -> Option<Data> {
    match value {
        Value::Prim(_) | Value::Active(_) => value.scalar().map(Data::scalar),
        Value::Array(array) => {
            let Shape::Prim(prim) = array.element() else {
                return None;
            };
            // As data a size below zero is 0.
            let sizes = array.sizes().into_iter().map(|n| usize::try_from(n.max(0)).ok());
            let data = with_prim_type!(*prim, T => T::wrap(scalars::<T>(&array.elements())?));
            Data::new(sizes.collect::<Option<_>>()?, data)
        }
        _ => None,
    }
}

fn scalars<T: Element>(values: &[Value]) -> Option<Vec<T>> {
    let scalar = |value: &Value| {
        let p = value.scalar()?;
        T::slice(Data::scalar(p).data()).and_then(|xs| xs.first().copied())
    };
    values.iter().map(scalar).collect()
}

/// The value in Futhark's syntax as far as it goes.
pub fn text(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value, &|n| n);
    out
}

/// The same, with the sizes that data have: one below zero is 0.
pub fn text_of_data(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value, &|n| n.max(0));
    out
}

/// The same, unless it is so large that writing it out would take long.
pub fn brief(value: &Value) -> String {
    match value {
        Value::Array(array) if volume(&array.sizes()).is_none_or(|n| n > 1000) => {
            format!("an array {}", dims_text(&array.sizes()))
        }
        Value::Record(fields) => {
            let fields: Vec<String> = fields.iter().map(|(_, field)| brief(field)).collect();
            format!("({})", fields.join(", "))
        }
        value => text(value),
    }
}

fn write(out: &mut String, value: &Value, size: &dyn Fn(i64) -> i64) {
    match value {
        Value::Prim(_) | Value::Active(_) => {
            let _ = value.scalar().map(|p| write!(out, "{}", Data::scalar(p)));
        }
        Value::Array(array) if array.sizes().contains(&0) => {
            out.push_str("empty(");
            shape(out, &array.shape(), Some(size));
            out.push(')');
        }
        Value::Array(array) => {
            let rows = (0..array.len()).map(|i| array.get(i));
            list(out, "[", rows, "]", |out, row| write(out, &row, size));
        }
        Value::Record(fields) if is_tuple(fields) => {
            list(out, "(", fields.iter(), ")", |out, (_, field)| {
                write(out, field, size)
            });
        }
        Value::Record(fields) => list(out, "{", fields.iter(), "}", |out, (name, field)| {
            let _ = write!(out, "{name} = ");
            write(out, field, size);
        }),
        Value::Sum(sum) => {
            let _ = write!(out, "#{}", sum.name);
            for arg in &sum.args {
                let nested = matches!(arg, Value::Sum(inner) if !inner.args.is_empty());
                out.push_str(if nested { " (" } else { " " });
                write(out, arg, size);
                out.push_str(if nested { ")" } else { "" });
            }
        }
        Value::Function(_) => out.push_str("<function>"),
        Value::Accumulator(_) => out.push_str("<accumulator>"),
    }
}

/// A type with what its sizes are written as; what stands in constructors is written without its sizes, which each value has for itself.
fn shape(out: &mut String, ty: &Shape, sized: Option<&dyn Fn(i64) -> i64>) {
    match ty {
        Shape::Prim(p) => out.push_str(p.name()),
        Shape::Array(n, element) => {
            let _ = match sized {
                Some(size) => write!(out, "[{}]", size(*n)),
                None => write!(out, "[]"),
            };
            match &**element {
                Shape::Sum(_) => list(out, "(", [element].into_iter(), ")", |out, ty| {
                    shape(out, ty, sized)
                }),
                element => shape(out, element, sized),
            }
        }
        Shape::Record(fields) if is_tuple(fields) => {
            list(out, "(", fields.iter(), ")", |out, (_, field)| {
                shape(out, field, sized)
            });
        }
        Shape::Record(fields) => list(out, "{", fields.iter(), "}", |out, (name, field)| {
            let _ = write!(out, "{name}: ");
            shape(out, field, sized);
        }),
        Shape::Sum(constructors) => {
            for (k, (name, arguments)) in constructors.iter().enumerate() {
                out.push_str(if k > 0 { " | " } else { "" });
                let _ = write!(out, "#{name}");
                for argument in arguments {
                    out.push(' ');
                    let nested = matches!(argument, Shape::Sum(_));
                    out.push_str(if nested { "(" } else { "" });
                    shape(out, argument, None);
                    out.push_str(if nested { ")" } else { "" });
                }
            }
        }
        Shape::Other => out.push('?'),
    }
}

fn list<T>(
    out: &mut String,
    open: &str,
    parts: impl Iterator<Item = T>,
    close: &str,
    mut part: impl FnMut(&mut String, T),
) {
    out.push_str(open);
    for (k, item) in parts.enumerate() {
        out.push_str(if k > 0 { ", " } else { "" });
        part(out, item);
    }
    out.push_str(close);
}
