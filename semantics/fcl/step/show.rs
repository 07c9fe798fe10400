//! Terms on one line, abbreviated: what lies deep or comes late in an array is left out.

use elder_fcl::{Base, Expression, Node, Side};

/// Parts nested deeper than this are shown as `…`.
const DEPTH: usize = 6;
/// Elements of an array that are shown.
const ELEMENTS: usize = 8;
/// Texts grow no longer than about this.
const LENGTH: usize = 400;

/// The term, abbreviated.
pub fn brief(e: &Expression) -> String {
    let mut out = String::new();
    write(e, DEPTH, false, &mut out);
    out
}

/// A base value as it is written in programs.
pub fn base(value: Base) -> String {
    elder_fcl::print::base(value)
}

/// `inside`: whether an application needs brackets.
fn write(e: &Expression, depth: usize, inside: bool, out: &mut String) {
    if depth == 0 || out.len() > LENGTH {
        out.push('…');
        return;
    }
    let deeper = depth - 1;
    let open = inside
        && match &*e.node {
            Node::Operator { level, arguments, .. } => level.is_some() || !arguments.is_empty(),
            Node::Base(Base::I32(i)) => *i < 0,
            Node::Scalar(..)
            | Node::Fn(..)
            | Node::LevelFn(..)
            | Node::Apply(..)
            | Node::LevelApply(..)
            | Node::Let(..)
            | Node::Project(..)
            | Node::If(..)
            | Node::ConcatDelay(..)
            | Node::InterleaveDelay(..)
            | Node::InterleaveIntoDelay(..)
            | Node::Loop(..) => true,
            _ => false,
        };
    if open {
        out.push('(');
    }
    match &*e.node {
        Node::Base(value) => out.push_str(&base(*value)),
        Node::Setting(setting) => out.push_str(setting.name()),
        Node::Var(x) => out.push_str(x.text()),
        Node::Array(elements) => list(elements, deeper, out),
        Node::PushArray(elements, level) => {
            list(elements, deeper, out);
            out.push_str(&format!("<{level}>"));
        }
        Node::Operator {
            operator,
            level,
            arguments,
        } => {
            out.push_str(operator.name());
            if let Some(level) = level {
                out.push_str(&format!(" <{level}>"));
            }
            spaced(arguments.iter(), deeper, out);
        }
        Node::Scalar(operator, arguments) => match arguments.as_slice() {
            [a, b] if !operator.name().starts_with(char::is_alphabetic) => {
                write(a, deeper, true, out);
                out.push_str(&format!(" {operator} "));
                write(b, deeper, true, out);
            }
            _ => {
                match operator.name().starts_with(char::is_alphabetic) {
                    true => out.push_str(operator.name()),
                    false => out.push_str(&format!("({operator})")),
                }
                spaced(arguments.iter(), deeper, out);
            }
        },
        Node::Fn(x, body) => {
            out.push_str(&format!("fn {x} => "));
            write(body, deeper, false, out);
        }
        Node::LevelFn(x, body) => {
            out.push_str(&format!("fn <{x}> => "));
            write(body, deeper, false, out);
        }
        Node::Apply(f, x) => {
            write(f, deeper, !matches!(&*f.node, Node::Apply(..)), out);
            spaced([x].into_iter(), deeper, out);
        }
        Node::LevelApply(f, level) => {
            write(f, deeper, true, out);
            out.push_str(&format!(" <{level}>"));
        }
        Node::Let(x, bound, body) => {
            out.push_str(&format!("let {x} = "));
            write(bound, deeper, false, out);
            out.push_str(" in ");
            write(body, deeper, false, out);
        }
        Node::Pair(a, b) => {
            out.push('(');
            write(a, deeper, false, out);
            out.push_str(", ");
            write(b, deeper, false, out);
            out.push(')');
        }
        Node::Project(side, e) => {
            out.push_str(match side {
                Side::First => "fst",
                Side::Second => "snd",
            });
            spaced([e].into_iter(), deeper, out);
        }
        Node::If(c, a, b) => {
            out.push_str("if ");
            write(c, deeper, false, out);
            out.push_str(" then ");
            write(a, deeper, false, out);
            out.push_str(" else ");
            write(b, deeper, false, out);
        }
        Node::ConcatDelay(a, b) => {
            out.push_str("concatDelay");
            spaced([a, b].into_iter(), deeper, out);
        }
        Node::InterleaveDelay(a, b, c) => {
            out.push_str("interleaveDelay");
            spaced([a, b, c].into_iter(), deeper, out);
        }
        Node::InterleaveIntoDelay(a, b, c, d) => {
            out.push_str("interleaveIntoDelay");
            spaced([a, b, c, d].into_iter(), deeper, out);
        }
        Node::Loop(a, b, c) => {
            out.push_str("loop");
            spaced([a, b, c].into_iter(), deeper, out);
        }
    }
    if open {
        out.push(')');
    }
}

fn spaced<'a>(arguments: impl Iterator<Item = &'a Expression>, depth: usize, out: &mut String) {
    for argument in arguments {
        out.push(' ');
        write(argument, depth, true, out);
    }
}

fn list(elements: &[Expression], depth: usize, out: &mut String) {
    out.push('[');
    for (k, element) in elements.iter().take(ELEMENTS).enumerate() {
        if k > 0 {
            out.push_str(", ");
        }
        write(element, depth, false, out);
    }
    if elements.len() > ELEMENTS {
        out.push_str(&format!(", … {} in all", elements.len()));
    }
    out.push(']');
}
