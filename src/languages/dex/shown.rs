//! What commands print of types and functions: `:t e`.
//!
//! [`Shown`] has the forms that types and values share, with their parentheses and with places where long ones are broken.

pub mod numbers;
mod projections;
mod types;

use crate::core::{Label, Program, Value};
use crate::layout::Layout;
use elder_syntax::prim::PrimType;
use std::cell::RefCell;

/// How tightly parts hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `a -> b`
    Whole,
    /// `Fin n`
    Application,
    /// `a`, `(a & b)`
    Argument,
}

/// A text and how tightly it holds together.
#[derive(Clone, Debug)]
pub struct Shown {
    layout: Layout,
    level: Level,
}

impl Shown {
    /// A text of this level.
    pub fn at(level: Level, layout: Layout) -> Shown {
        Shown { layout, level }
    }

    /// A word.
    pub fn word(text: impl Into<String>) -> Shown {
        Shown::at(Level::Argument, Layout::text(text))
    }

    /// Where this level is wanted: in parentheses if it is looser.
    pub fn as_level(self, wanted: Level) -> Layout {
        match self.level < wanted {
            true => Layout::all([Layout::text("("), self.layout.align(), Layout::text(")")]),
            false => self.layout,
        }
    }

    /// As it stands.
    pub fn whole(self) -> Layout {
        self.layout
    }

    /// As an argument.
    pub fn argument(self) -> Layout {
        self.as_level(Level::Argument)
    }

    /// `(a & b)`, `(a | b)`
    pub fn joined(first: Shown, operator: &str, second: Shown) -> Shown {
        let layout = Layout::all([
            Layout::text("("),
            Layout::either("", " "),
            first.as_level(Level::Application),
            Layout::space(),
            Layout::text(format!("{operator} ")),
            second.as_level(Level::Application),
            Layout::text(")"),
        ]);
        Shown::at(Level::Argument, layout.group().align())
    }

    /// `Fin n`, `List a`: with these arguments.
    pub fn applied(head: &str, arguments: Vec<Shown>) -> Shown {
        if arguments.is_empty() {
            return Shown::word(head);
        }
        let arguments = arguments
            .into_iter()
            .flat_map(|argument| [Layout::space(), argument.argument()]);
        let layout = Layout::all([Layout::text(head), Layout::all(arguments).nest(2).group()]);
        Shown::at(Level::Application, layout.align())
    }

    /// `..i`, `i<..`, by the ends, with whether they are left out.
    pub fn range(low: Option<(bool, Shown)>, high: Option<(bool, Shown)>) -> Shown {
        let mut parts = Vec::new();
        if let Some((left_out, member)) = low {
            parts.push(member.as_level(Level::Application));
            parts.push(Layout::text(if left_out { "<" } else { "" }));
        }
        parts.push(Layout::text(".."));
        if let Some((left_out, member)) = high {
            parts.push(Layout::text(if left_out { "<" } else { "" }));
            parts.push(member.as_level(Level::Application));
        }
        Shown::at(Level::Whole, Layout::all(parts))
    }

    /// `{a: Int32 & b: Float32}`, by `&` or `|`.
    pub fn labels(fields: Vec<(Label, Shown)>, rest: Option<Shown>, operator: &str) -> Shown {
        let fields = fields
            .into_iter()
            .map(|((text, _), ty)| Layout::all([Layout::text(format!("{text}: ")), ty.whole()]));
        let rest = rest.map(|rest| Layout::all([Layout::text("..."), rest.argument()]));
        let parts: Vec<Layout> = fields.chain(rest).collect();
        if parts.is_empty() {
            return Shown::word(format!("{{ {operator}}}"));
        }
        let mut all = vec![Layout::text("{"), Layout::either("", " ")];
        for (place, part) in parts.into_iter().enumerate() {
            if place > 0 {
                all.extend([Layout::space(), Layout::text(format!("{operator} "))]);
            }
            all.push(part);
        }
        all.push(Layout::text("}"));
        Shown::at(Level::Argument, Layout::all(all).group().align())
    }

    /// A declared type with its parameters; the sum of two types is written with an operator.
    pub fn data(program: &Program, data: crate::core::DataName, mut parameters: Vec<Shown>) -> Shown {
        if data == crate::core::EITHER
            && parameters.len() == 2
            && let (Some(second), Some(first)) = (parameters.pop(), parameters.pop())
        {
            return Shown::joined(first, "|", second);
        }
        let name = program
            .data
            .get(data.index())
            .map_or("_", |data| data.name.as_str());
        Shown::applied(name, parameters)
    }
}

/// A primitive type.
pub fn base(base: PrimType) -> &'static str {
    match base {
        PrimType::I32 => "Int32",
        PrimType::F32 => "Float32",
        other => crate::core::base_name(other).unwrap_or("_"),
    }
}

/// A type, or another value of core that commands print as it stands, in lines.
pub fn value(program: &Program, value: &Value) -> Shown {
    let types = types::Types {
        program,
        bound: RefCell::default(),
    };
    types.value(value)
}
