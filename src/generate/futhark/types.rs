//! Types of generated programs, with sizes as they are written.
//!
//! Two sizes are equal if they are written alike, as in the language: there is no arithmetic on them.  Abbreviations are no types of their own; where
//! a type is printed, one that stands for it may be written instead.

use crate::kit::joined;
use elder_syntax::prim::PrimType;
use std::collections::BTreeMap;

/// A size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// A number.
    Number(i64),
    /// A variable of type i64, or a size parameter.
    Name(String),
    /// Two sizes and an operator between them.
    Infix(char, Box<Size>, Box<Size>),
}

impl Size {
    pub fn name(name: &str) -> Size {
        Size::Name(name.to_owned())
    }

    pub fn infix(operator: char, left: Size, right: Size) -> Size {
        Size::Infix(operator, Box::new(left), Box::new(right))
    }

    /// As an expression of type i64, in parentheses if it is more than a name or number.
    pub fn argument(&self) -> String {
        match self {
            Size::Number(n) => n.to_string(),
            Size::Name(name) => name.clone(),
            Size::Infix(..) => format!("({})", self.text()),
        }
    }

    /// As it stands between brackets.
    pub fn text(&self) -> String {
        match self {
            Size::Infix(operator, left, right) => {
                format!("{} {operator} {}", left.argument(), right.argument())
            }
            _ => self.argument(),
        }
    }

    /// Whether this name occurs in it.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Size::Number(_) => false,
            Size::Name(other) => other == name,
            Size::Infix(_, left, right) => left.mentions(name) || right.mentions(name),
        }
    }
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ty {
    Prim(PrimType),
    Array(Size, Box<Ty>),
    Tuple(Vec<Ty>),
    /// Fields in the order of their names.
    Record(Vec<(String, Ty)>),
    /// Constructors in the order of their names.
    Sum(Vec<(String, Vec<Ty>)>),
    /// A type parameter or an abstract type.
    Opaque(String),
    /// Parameters and result.
    Fun(Vec<Ty>, Box<Ty>),
}

/// The numbers of sizes.
pub const I64: Ty = Ty::Prim(PrimType::I64);
/// Conditions.
pub const BOOL: Ty = Ty::Prim(PrimType::Bool);

impl Ty {
    pub fn array(size: Size, element: Ty) -> Ty {
        Ty::Array(size, Box::new(element))
    }

    /// Whether a value of this type may share memory with another.
    pub fn may_alias(&self) -> bool {
        match self {
            Ty::Prim(_) => false,
            Ty::Array(..) | Ty::Opaque(_) | Ty::Fun(..) => true,
            Ty::Tuple(parts) => parts.iter().any(Ty::may_alias),
            Ty::Record(fields) => fields.iter().any(|(_, t)| t.may_alias()),
            Ty::Sum(constructors) => constructors
                .iter()
                .any(|(_, parts)| parts.iter().any(Ty::may_alias)),
        }
    }

    /// Whether values of it are compared by `==`: no functions and nothing abstract.
    pub fn has_equality(&self) -> bool {
        match self {
            Ty::Prim(_) => true,
            Ty::Opaque(_) | Ty::Fun(..) => false,
            Ty::Array(_, element) => element.has_equality(),
            Ty::Tuple(parts) => parts.iter().all(Ty::has_equality),
            Ty::Record(fields) => fields.iter().all(|(_, t)| t.has_equality()),
            Ty::Sum(constructors) => constructors
                .iter()
                .all(|(_, parts)| parts.iter().all(Ty::has_equality)),
        }
    }

    /// Whether the data formats express its values.
    pub fn is_plain(&self) -> bool {
        match self {
            Ty::Prim(_) => true,
            Ty::Array(_, element) => element.is_plain(),
            _ => false,
        }
    }

    /// Whether values of it may leave an entry point: no functions, nothing abstract, and sizes that every value shows.
    pub fn can_be_shown(&self) -> bool {
        match self {
            Ty::Prim(_) => true,
            Ty::Opaque(_) | Ty::Fun(..) => false,
            Ty::Array(_, element) => element.can_be_shown(),
            Ty::Tuple(parts) => parts.iter().all(Ty::can_be_shown),
            Ty::Record(fields) => fields.iter().all(|(_, t)| t.can_be_shown()),
            Ty::Sum(_) => {
                let mut numbers = true;
                self.sizes(&mut |size| numbers &= matches!(size, Size::Number(_)));
                numbers && self.has_equality()
            }
        }
    }

    /// How many dimensions stand outside.
    pub fn rank(&self) -> usize {
        match self {
            Ty::Array(_, element) => 1 + element.rank(),
            _ => 0,
        }
    }

    /// Whether this size occurs in it.
    pub fn mentions(&self, name: &str) -> bool {
        let mut found = false;
        self.sizes(&mut |size| found |= size.mentions(name));
        found
    }

    /// Looks at every size.
    pub fn sizes(&self, look: &mut dyn FnMut(&Size)) {
        match self {
            Ty::Prim(_) | Ty::Opaque(_) => {}
            Ty::Array(size, element) => {
                look(size);
                element.sizes(look);
            }
            Ty::Tuple(parts) => parts.iter().for_each(|t| t.sizes(look)),
            Ty::Record(fields) => fields.iter().for_each(|(_, t)| t.sizes(look)),
            Ty::Sum(constructors) => {
                for (_, parts) in constructors {
                    parts.iter().for_each(|t| t.sizes(look));
                }
            }
            Ty::Fun(parameters, result) => {
                parameters.iter().for_each(|t| t.sizes(look));
                result.sizes(look);
            }
        }
    }

    /// As text, abbreviated where `shorten` says so.
    pub fn show(&self, shorten: &mut dyn FnMut(&Ty) -> Option<String>) -> String {
        if let Some(short) = shorten(self) {
            return short;
        }
        let mut show = |t: &Ty| t.show(shorten);
        match self {
            Ty::Prim(p) => p.name().to_owned(),
            Ty::Opaque(name) => name.clone(),
            Ty::Array(size, element) => {
                let text = show(element);
                let open = matches!(**element, Ty::Sum(_)) && !text.starts_with('(') && text.contains('#');
                let text = if open || applied(&text) {
                    format!("({text})")
                } else {
                    text
                };
                format!("[{}]{text}", size.text())
            }
            Ty::Tuple(parts) => format!("({})", parts.iter().map(show).collect::<Vec<_>>().join(", ")),
            Ty::Record(fields) => {
                let fields = joined(", ", fields.iter().map(|(f, t)| format!("{f}: {}", show(t))));
                format!("{{{fields}}}")
            }
            Ty::Sum(constructors) => {
                let mut out = Vec::new();
                for (name, parts) in constructors {
                    let mut text = format!("#{name}");
                    for part in parts {
                        let part = show(part);
                        let atomic = !part.contains(' ') && !part.contains('[') && !part.contains('#');
                        let enclosed = part.starts_with('(') || part.starts_with('{');
                        text += &if atomic || enclosed && !part.contains("->") {
                            format!(" {part}")
                        } else {
                            format!(" ({part})")
                        };
                    }
                    out.push(text);
                }
                format!("({})", out.join(" | "))
            }
            Ty::Fun(parameters, result) => {
                let mut parts: Vec<String> = parameters.iter().map(&mut show).collect();
                parts.push(show(result));
                format!("({})", parts.join(" -> "))
            }
        }
    }

    /// As text.
    pub fn text(&self) -> String {
        self.show(&mut |_| None)
    }
}

/// Whether a type as text is an application, which needs parentheses behind a dimension.
fn applied(text: &str) -> bool {
    !text.starts_with(['(', '[', '{']) && text.contains(' ')
}

/// What parameters stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Substitution {
    pub sizes: BTreeMap<String, Size>,
    pub types: BTreeMap<String, Ty>,
}

/// The parameters of a scheme, an abbreviation or a functor.
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a> {
    pub sizes: &'a [String],
    pub types: &'a [String],
}

impl Substitution {
    pub fn size(&self, size: &Size) -> Size {
        match size {
            Size::Number(_) => size.clone(),
            Size::Name(name) => self.sizes.get(name).unwrap_or(size).clone(),
            Size::Infix(operator, a, b) => Size::infix(*operator, self.size(a), self.size(b)),
        }
    }

    pub fn ty(&self, ty: &Ty) -> Ty {
        let all = |parts: &[Ty]| parts.iter().map(|t| self.ty(t)).collect();
        match ty {
            Ty::Prim(_) => ty.clone(),
            Ty::Opaque(name) => self.types.get(name).unwrap_or(ty).clone(),
            Ty::Array(size, element) => Ty::array(self.size(size), self.ty(element)),
            Ty::Tuple(parts) => Ty::Tuple(all(parts)),
            Ty::Record(fields) => Ty::Record(fields.iter().map(|(f, t)| (f.clone(), self.ty(t))).collect()),
            Ty::Sum(constructors) => Ty::Sum(
                constructors
                    .iter()
                    .map(|(c, parts)| (c.clone(), all(parts)))
                    .collect(),
            ),
            Ty::Fun(parameters, result) => Ty::Fun(all(parameters), Box::new(self.ty(result))),
        }
    }

    /// Extends it so that `pattern`, whose parameters these are, becomes `goal`.
    pub fn fit(&mut self, of: Parameters<'_>, pattern: &Ty, goal: &Ty) -> bool {
        let all = |this: &mut Self, a: &[Ty], b: &[Ty]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| this.fit(of, a, b))
        };
        match (pattern, goal) {
            (Ty::Opaque(name), _) if of.types.contains(name) => match self.types.get(name) {
                Some(known) => known == goal,
                None => {
                    self.types.insert(name.clone(), goal.clone());
                    !matches!(goal, Ty::Fun(..))
                }
            },
            (Ty::Array(m, a), Ty::Array(n, b)) => self.fit_size(of, m, n) && self.fit(of, a, b),
            (Ty::Tuple(a), Ty::Tuple(b)) => all(self, a, b),
            (Ty::Record(a), Ty::Record(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .zip(b)
                        .all(|((f, a), (g, b))| f == g && self.fit(of, a, b))
            }
            (Ty::Sum(a), Ty::Sum(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((f, a), (g, b))| f == g && all(self, a, b))
            }
            (Ty::Fun(a, x), Ty::Fun(b, y)) => all(self, a, b) && self.fit(of, x, y),
            _ => pattern == goal,
        }
    }

    fn fit_size(&mut self, of: Parameters<'_>, pattern: &Size, goal: &Size) -> bool {
        match (pattern, goal) {
            (Size::Name(name), _) if of.sizes.contains(name) => match self.sizes.get(name) {
                Some(known) => known == goal,
                None => {
                    self.sizes.insert(name.clone(), goal.clone());
                    true
                }
            },
            (Size::Infix(f, a, b), Size::Infix(g, x, y)) => {
                f == g && self.fit_size(of, a, x) && self.fit_size(of, b, y)
            }
            _ => pattern == goal,
        }
    }
}
