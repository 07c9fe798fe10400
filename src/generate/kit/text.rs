//! Parts of texts.

use std::fmt::{Display, Write};

/// Texts one after the other, with something between them.
pub(crate) fn joined<T: Display>(between: &str, parts: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for (k, part) in parts.into_iter().enumerate() {
        let between = if k == 0 { "" } else { between };
        let _ = write!(text, "{between}{part}");
    }
    text
}

/// `(a, b)`, or what stands alone.
pub(crate) fn tuple<T: Display>(parts: impl IntoIterator<Item = T>) -> String {
    let mut parts = parts.into_iter().peekable();
    match (parts.next(), parts.peek()) {
        (Some(only), None) => only.to_string(),
        (first, _) => format!("({})", joined(", ", first.into_iter().chain(parts))),
    }
}

/// A number, in parentheses if it has a sign.
pub(crate) fn number(n: i32) -> String {
    if n < 0 { format!("({n})") } else { n.to_string() }
}
