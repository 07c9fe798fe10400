//! Texts that are broken into lines where they are too wide.

use std::rc::Rc;

/// Columns of a line.
pub const WIDTH: usize = 80;

/// A text with places where it may be broken.
#[derive(Clone, Debug)]
pub struct Layout(Rc<Node>);

#[derive(Debug)]
enum Node {
    Text(String),
    All(Vec<Layout>),
    /// The first where the group around it stands in one line; else a new line if that is asked for, and the second.
    Break(&'static str, bool, &'static str),
    Group(Layout),
    /// New lines inside begin where it begins.
    Align(Layout),
    /// New lines inside begin so far to the right.
    Nest(usize, Layout),
}

impl Layout {
    fn new(node: Node) -> Layout {
        Layout(Rc::new(node))
    }

    /// A text that is not broken.
    pub fn text(text: impl Into<String>) -> Layout {
        Layout::new(Node::Text(text.into()))
    }

    /// One behind the other.
    pub fn all(parts: impl IntoIterator<Item = Layout>) -> Layout {
        Layout::new(Node::All(parts.into_iter().collect()))
    }

    /// A space, or a new line.
    pub fn space() -> Layout {
        Layout::new(Node::Break(" ", true, ""))
    }

    /// Nothing, or a new line.
    pub fn soft() -> Layout {
        Layout::new(Node::Break("", true, ""))
    }

    /// One text where the group stands in one line, and another where it does not.
    pub fn either(one: &'static str, many: &'static str) -> Layout {
        Layout::new(Node::Break(one, false, many))
    }

    /// In one line if there is room.
    pub fn group(self) -> Layout {
        Layout::new(Node::Group(self))
    }

    /// New lines inside begin where it begins.
    pub fn align(self) -> Layout {
        Layout::new(Node::Align(self))
    }

    /// New lines inside begin so far to the right.
    pub fn nest(self, by: usize) -> Layout {
        Layout::new(Node::Nest(by, self))
    }

    /// What is broken for itself: its lines stand below each other wherever it stands.
    fn broken(&self) -> Layout {
        let text = self.rendered();
        let mut parts = Vec::new();
        for line in text.split('\n') {
            if !parts.is_empty() {
                parts.push(Layout::space());
            }
            parts.push(Layout::text(line));
        }
        Layout::all(parts)
    }

    /// `[a, b]`, with an element a line if there is no room; an element that has none for itself is broken first.
    pub fn list(elements: impl IntoIterator<Item = Layout>) -> Layout {
        let parts = separated(elements);
        match parts.is_empty() {
            true => Layout::text("[]"),
            false => enclosed(Layout::either("[", "[ "), parts, Layout::either("]", " ]")).align(),
        }
    }

    /// `(a, b)`, likewise; new lines begin where those around it do.
    pub fn pair(first: Layout, second: Layout) -> Layout {
        let parts = separated([first, second]);
        enclosed(Layout::either("(", "( "), parts, Layout::either(")", " )"))
    }

    /// The text, in lines.
    pub fn rendered(&self) -> String {
        let mut out = String::new();
        let mut column = 0;
        let mut left: Vec<(usize, bool, &Layout)> = vec![(0, false, self)];
        while let Some((indent, flat, layout)) = left.pop() {
            match &*layout.0 {
                Node::Text(text) => {
                    out.push_str(text);
                    column += text.chars().count();
                }
                Node::All(parts) => left.extend(parts.iter().rev().map(|part| (indent, flat, part))),
                Node::Break(one, _, _) if flat => {
                    out.push_str(one);
                    column += one.len();
                }
                Node::Break(_, new_line, many) => {
                    if *new_line {
                        out.push('\n');
                        out.extend(std::iter::repeat_n(' ', indent));
                        column = indent;
                    }
                    out.push_str(many);
                    column += many.len();
                }
                Node::Group(inside) => {
                    left.push((indent, true, inside));
                    if !flat && !fits(WIDTH.saturating_sub(column), &left) {
                        left.pop();
                        left.push((indent, false, inside));
                    }
                }
                Node::Align(inside) => left.push((column, flat, inside)),
                Node::Nest(by, inside) => left.push((indent + by, flat, inside)),
            }
        }
        out
    }
}

/// With commas between them, in front of the lines.
fn separated(elements: impl IntoIterator<Item = Layout>) -> Vec<Layout> {
    let mut parts = Vec::new();
    for element in elements {
        if !parts.is_empty() {
            parts.extend([Layout::soft(), Layout::text(", ")]);
        }
        parts.push(element.broken());
    }
    parts
}

fn enclosed(open: Layout, parts: Vec<Layout>, close: Layout) -> Layout {
    Layout::all([open, Layout::all(parts), close]).group()
}

/// Whether what is left fits into the line, up to its end.
fn fits(room: usize, left: &[(usize, bool, &Layout)]) -> bool {
    let mut room = room;
    let mut outside = left.iter().rev();
    let mut inside: Vec<(bool, &Layout)> = Vec::new();
    loop {
        let next = inside.pop();
        let Some((flat, layout)) = next.or_else(|| outside.next().map(|(_, flat, layout)| (*flat, *layout)))
        else {
            return true;
        };
        let width = match &*layout.0 {
            Node::Text(text) => text.chars().count(),
            Node::All(parts) => {
                inside.extend(parts.iter().rev().map(|part| (flat, part)));
                0
            }
            Node::Break(one, _, _) if flat => one.len(),
            Node::Break(_, true, _) => return true,
            Node::Break(_, false, many) => many.len(),
            Node::Group(inner) | Node::Align(inner) | Node::Nest(_, inner) => {
                inside.push((flat, inner));
                0
            }
        };
        match room.checked_sub(width) {
            Some(rest) => room = rest,
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize) -> Layout {
        Layout::list((0..count).map(|k| Layout::text(k.to_string())))
    }

    #[test]
    fn what_has_room_stands_in_one_line() {
        assert_eq!(numbers(0).rendered(), "[]");
        assert_eq!(numbers(3).rendered(), "[0, 1, 2]");
        assert_eq!(Layout::list([numbers(2), numbers(1)]).rendered(), "[[0, 1], [0]]");
    }

    #[test]
    fn what_has_none_stands_in_several_each_as_wide_as_may_be() {
        let rows = Layout::all([
            Layout::text("(A "),
            Layout::list([numbers(20), numbers(20)]),
            Layout::text(")"),
        ]);
        let row = numbers(20).rendered();
        assert_eq!(rows.rendered(), format!("(A [ {row}\n   , {row} ])"));
    }
}
