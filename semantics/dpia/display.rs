//! Values as text for people.

use crate::dpia::value::{Flat, Source, Value, View};
use std::fmt::Write;

/// Arrays longer than this are named by their length.
const MAX_SHOWN: i64 = 8;

/// The value as far as it is known without looking at anything.
pub fn show(value: &Value) -> String {
    match value {
        Value::Empty => "nothing".into(),
        Value::Scalar(p) => elder_syntax::Value::scalar(*p).to_string(),
        Value::Vector(components) => {
            let all: Vec<String> = components
                .iter()
                .map(|p| elder_syntax::Value::scalar(*p).to_string())
                .collect();
            format!("<{}>", all.join(", "))
        }
        Value::Pair(halves) => format!("({}, {})", show(&halves.0), show(&halves.1)),
        Value::Cell(cell) => format!("the variable {}", cell.name),
        Value::View(view) => show_view(view),
    }
}

fn show_view(view: &View) -> String {
    match view {
        View::Flat(flat) => show_flat(flat, 0, flat.offset),
        View::Zip(a, b, _) => format!("zip of {} and {}", show_view(a), show_view(b)),
        View::Element(array, i) => format!("element {i} of {}", show_view(array)),
        _ => "a view".into(),
    }
}

fn show_flat(flat: &Flat, rank: usize, offset: i64) -> String {
    match flat.dims.get(rank) {
        None => match (&flat.source, usize::try_from(offset)) {
            (Source::Buffer(buffer), Ok(offset)) if flat.width.is_none() => buffer
                .data
                .get(offset)
                .map_or("?".into(), |p| elder_syntax::Value::scalar(p).to_string()),
            (Source::Cell(cell, _), _) => format!("content of {}", cell.name),
            _ => "a vector".into(),
        },
        Some(_) if matches!(flat.source, Source::Cell(..)) => match &flat.source {
            Source::Cell(cell, _) => format!("content of {}", cell.name),
            Source::Buffer(_) => String::new(),
        },
        Some(d) if d.len > MAX_SHOWN => format!("an array of {}", d.len),
        Some(d) => {
            let mut out = String::from("[");
            for i in 0..d.len {
                let comma = if i > 0 { ", " } else { "" };
                let element = show_flat(flat, rank + 1, offset + i * d.stride);
                let _ = write!(out, "{comma}{element}");
            }
            out.push(']');
            out
        }
    }
}
