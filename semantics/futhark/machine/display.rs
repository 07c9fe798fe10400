//! Values as text for people, in Futhark's syntax as far as it goes.

use crate::futhark::machine::array::{Array, Data, Flat};
use crate::futhark::machine::value::Value;
use crate::futhark::refusals::dims_text;
use elder_futhark::check::display::show_unsized;
use elder_futhark::tree::{Type, TypeKind, is_tuple};
use elder_syntax::prim::PrimValue;
use std::fmt::Write;

/// The value in Futhark's syntax; fields of records have their numbers for names, which the value does not know.
pub fn display(value: &Value) -> String {
    display_as(value, None)
}

/// The value in Futhark's syntax, with the field names of its type.
pub fn display_as(value: &Value, ty: Option<&Type>) -> String {
    let mut out = String::new();
    write_value(&mut out, value, ty);
    out
}

fn write_value(out: &mut String, value: &Value, ty: Option<&Type>) {
    match value {
        Value::Record(fields) => {
            let names = match ty.map(|t| &**t) {
                Some(TypeKind::Record(names)) if !is_tuple(names) => Some(names),
                _ => None,
            };
            let types = match ty.map(|t| &**t) {
                Some(TypeKind::Record(types)) => Some(types),
                _ => None,
            };
            out.push(if names.is_some() { '{' } else { '(' });
            for (k, field) in fields.iter().enumerate() {
                if k > 0 {
                    out.push_str(", ");
                }
                if let Some((name, _)) = names.and_then(|n| n.get(k)) {
                    let _ = write!(out, "{name} = ");
                }
                write_value(out, field, types.and_then(|t| t.get(k)).map(|(_, t)| t));
            }
            out.push(if names.is_some() { '}' } else { ')' });
        }
        Value::Array(version, array) => {
            if array.shape.contains(&0) {
                out.push_str("empty(");
                write_shape(out, array, 0, ty);
                out.push(')');
                return;
            }
            let element = match ty.map(|t| &**t) {
                Some(TypeKind::Array(_, element)) => Some(element),
                _ => None,
            };
            out.push('[');
            for i in 0..array.len() {
                if i > 0 {
                    out.push_str(", ");
                }
                write_value(out, &array.element(*version, i), element);
            }
            out.push(']');
        }
        Value::Sum(sum) => {
            let types = match ty.map(|t| &**t) {
                Some(TypeKind::Sum(constructors)) => constructors
                    .iter()
                    .find(|(c, _)| *c == sum.name)
                    .map(|(_, ts)| ts),
                _ => None,
            };
            let _ = write!(out, "#{}", sum.name);
            for (k, arg) in sum.args.iter().enumerate() {
                out.push(' ');
                let nested = matches!(arg, Value::Sum(inner) if !inner.args.is_empty());
                if nested {
                    out.push('(');
                }
                write_value(out, arg, types.and_then(|t| t.get(k)));
                if nested {
                    out.push(')');
                }
            }
        }
        Value::Function(_) => out.push_str("<function>"),
        Value::Acc(_) => out.push_str("<accumulator>"),
        Value::Type(_) => out.push_str("<type>"),
        scalar => match scalar.prim() {
            Some(p) => write_scalar(out, p),
            None => out.push('?'),
        },
    }
}

/// The type of an array without its first dimensions; `ty` is that of the whole with them.
fn write_shape(out: &mut String, array: &Array, without: usize, ty: Option<&Type>) {
    let inner = array.shape.get(without..).unwrap_or(&[]);
    out.push_str(&dims_text(inner));
    let mut ty = ty;
    for _ in inner {
        ty = match ty.map(|t| &**t) {
            Some(TypeKind::Array(_, element)) => Some(element),
            _ => None,
        };
    }
    let fields = match &array.data {
        Data::Flat(Flat { cells, .. }) => {
            match (cells.prim(), ty) {
                (Some(p), _) => out.push_str(p.name()),
                (None, Some(ty)) if matches!(&**ty, TypeKind::Sum(_)) => {
                    let _ = write!(out, "({})", show_unsized(ty));
                }
                (None, Some(ty)) => out.push_str(&show_unsized(ty)),
                (None, None) => out.push('?'),
            }
            return;
        }
        Data::Record(fields) => fields,
    };
    let types = match ty.map(|t| &**t) {
        Some(TypeKind::Record(types)) => Some(types),
        _ => None,
    };
    let named = types.is_some_and(|types| !is_tuple(types));
    out.push(if named { '{' } else { '(' });
    for (k, field) in fields.iter().enumerate() {
        out.push_str(if k > 0 { ", " } else { "" });
        let known = types.and_then(|types| types.get(k));
        if let Some((name, _)) = known.filter(|_| named) {
            let _ = write!(out, "{name}: ");
        }
        if let Value::Array(_, field) = field {
            write_shape(out, field, array.shape.len(), known.map(|(_, ty)| ty));
        }
    }
    out.push(if named { '}' } else { ')' });
}

fn write_scalar(out: &mut String, p: PrimValue) {
    let _ = write!(out, "{}", elder_syntax::value::Value::scalar(p));
}
