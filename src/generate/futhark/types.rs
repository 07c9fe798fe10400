//! Types of generated programs, with sizes as they are written.
//!
//! Two sizes are equal if they are written alike, as in the language: there is no arithmetic on them.  Abbreviations are no types of their own; where
//! a type is printed, one that stands for it may be written instead.

use super::quote::{at_no_place, ident, named, qualified, type_named, type_of};
use elder_futhark::ast::{self, ExpKind, Literal, SizeExp, TypeExp, TypeExpKind};
use elder_futhark::print;
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

    /// As an expression of type i64.
    pub fn tree(&self) -> ast::Exp {
        match self {
            Size::Number(n) => at_no_place(ExpKind::Lit(Literal::Int((*n).into(), None))),
            Size::Name(name) => named(name),
            Size::Infix(operator, left, right) => {
                let [left, right] = [left, right].map(|size| Box::new(size.tree()));
                at_no_place(ExpKind::BinOp(qualified(&operator.to_string()), left, right))
            }
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

impl Size {
    /// The size that this stands for; `None` if tables have no such sizes.
    fn of(tree: &ast::Exp) -> Option<Size> {
        Some(match &tree.kind {
            ExpKind::Lit(Literal::Int(n, None)) => Size::Number(i64::try_from(*n).ok()?),
            ExpKind::Var(q) => Size::name(&q.name),
            ExpKind::BinOp(q, a, b) => Size::infix(q.name.chars().next()?, Size::of(a)?, Size::of(b)?),
            _ => return None,
        })
    }
}

impl Ty {
    /// The type that this stands for; `None` if tables have no such types.
    pub fn of(tree: &TypeExp) -> Option<Ty> {
        Some(match &tree.kind {
            TypeExpKind::Var(q) => match PrimType::from_name(&q.name) {
                Some(p) => Ty::Prim(p),
                None => Ty::Opaque(q.name.to_string()),
            },
            TypeExpKind::Array(SizeExp::Exp(size), element) => Ty::array(Size::of(size)?, Ty::of(element)?),
            TypeExpKind::Tuple(parts) => Ty::Tuple(parts.iter().map(Ty::of).collect::<Option<_>>()?),
            TypeExpKind::Arrow(_, a, b) => match Ty::of(b)? {
                Ty::Fun(mut parameters, result) => {
                    parameters.insert(0, Ty::of(a)?);
                    Ty::Fun(parameters, result)
                }
                result => Ty::Fun(vec![Ty::of(a)?], Box::new(result)),
            },
            _ => return None,
        })
    }

    pub fn array(size: Size, element: Ty) -> Ty {
        Ty::Array(size, Box::new(element))
    }

    /// The types that it is made of.
    pub fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Prim(_) | Ty::Opaque(_) => Vec::new(),
            Ty::Array(_, element) => vec![element],
            Ty::Tuple(parts) => parts.iter().collect(),
            Ty::Record(fields) => fields.iter().map(|(_, ty)| ty).collect(),
            Ty::Sum(constructors) => constructors.iter().flat_map(|(_, parts)| parts).collect(),
            Ty::Fun(parameters, result) => parameters.iter().chain([&**result]).collect(),
        }
    }

    /// Whether a value of this type may share memory with another.
    pub fn may_alias(&self) -> bool {
        let shares = matches!(self, Ty::Array(..) | Ty::Opaque(_) | Ty::Fun(..));
        shares || self.parts().into_iter().any(Ty::may_alias)
    }

    /// Whether values of it are compared by `==`: no functions and nothing abstract.
    pub fn has_equality(&self) -> bool {
        !matches!(self, Ty::Opaque(_) | Ty::Fun(..)) && self.parts().into_iter().all(Ty::has_equality)
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
            Ty::Opaque(_) | Ty::Fun(..) => false,
            Ty::Sum(_) => {
                let mut numbers = true;
                self.sizes(&mut |size| numbers &= matches!(size, Size::Number(_)));
                numbers && self.has_equality()
            }
            _ => self.parts().into_iter().all(Ty::can_be_shown),
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
        if let Ty::Array(size, _) = self {
            look(size);
        }
        self.parts().into_iter().for_each(|part| part.sizes(look));
    }

    /// As syntax, abbreviated where `shorten` says so.
    pub fn show(&self, shorten: &mut dyn FnMut(&Ty) -> Option<TypeExp>) -> TypeExp {
        if let Some(short) = shorten(self) {
            return short;
        }
        let mut show = |t: &Ty| t.show(shorten);
        type_of(match self {
            Ty::Prim(p) => return type_named(p.name()),
            Ty::Opaque(name) => return type_named(name),
            Ty::Array(size, element) => {
                TypeExpKind::Array(SizeExp::Exp(Box::new(size.tree())), Box::new(show(element)))
            }
            Ty::Tuple(parts) => TypeExpKind::Tuple(parts.iter().map(show).collect()),
            Ty::Record(fields) => {
                TypeExpKind::Record(fields.iter().map(|(f, t)| (ident(f), show(t))).collect())
            }
            Ty::Sum(constructors) => {
                let all = constructors.iter();
                let mut shown = |parts: &Vec<Ty>| parts.iter().map(&mut show).collect();
                TypeExpKind::Sum(all.map(|(name, parts)| (ident(name), shown(parts))).collect())
            }
            Ty::Fun(parameters, result) => {
                let parameters: Vec<TypeExp> = parameters.iter().map(&mut show).collect();
                let arrow = |to, from| type_of(TypeExpKind::Arrow(None, Box::new(from), Box::new(to)));
                return parameters.into_iter().rfold(show(result), arrow);
            }
        })
    }

    /// As syntax.
    pub fn tree(&self) -> TypeExp {
        self.show(&mut |_| None)
    }

    /// As text.
    pub fn text(&self) -> String {
        print::type_exp(&self.tree())
    }

    /// A function from these types to that.
    pub fn function(parameters: &[Ty], result: &Ty) -> Ty {
        Ty::Fun(parameters.to_vec(), Box::new(result.clone()))
    }
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
