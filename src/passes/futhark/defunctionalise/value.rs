//! Static values: what is known of the value of an expression without running it (slides; notes 10.2, 10.3).
//!
//! Types in a static value are those of the residual program, and their sizes are names of it, at the place where the expression stands.
//! Two static values are the same if only sizes tell them apart: sizes are passed at run time.

use super::branches::beside;
use elder_futhark::check::{build, same_size};
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::tree::walk::{self, with_sizes};
use elder_futhark::tree::{Def, Exp, ExpKind, Fun, Size, Type, TypeArg, TypeKind, VName};
use elder_syntax::Name;
use std::rc::Rc;

/// A static value.
#[derive(Clone, Debug)]
pub enum Static {
    /// `Dyn τ`: any value of a type without functions.
    Dyn(Type),
    /// `Lam x e E`: this function.
    Lam(Rc<Lam>),
    /// `Rcd {ℓ ↦ sv}`: a record with functions in it.
    Rcd(Vec<(Name, Static)>),
    /// `Arr n sv {x ↦ sv}`: an array of so many elements that are all known alike, and what stands beside them (FUT-DF-BESIDE).
    Arr(Size, Box<Static>, Vec<(VName, Static)>),
    /// Within an element of an array: what a function captured, or was given, and what stands beside the elements under this name.
    Beside(VName),
    /// FUT-DF-SUM: a sum with functions in it, of which these constructors may be there.
    Sum(Vec<(Name, Payload)>),
    /// `Or sv sv`: one of these functions, all different, in the order in which they were met.
    Or(Vec<Rc<Lam>>),
}

/// What is known of the arguments of a constructor.
#[derive(Clone, Debug)]
pub enum Payload {
    /// It may be there, with these.
    Present(Vec<Static>),
    /// It is not there; the types of its arguments, functions erased.
    Absent(Vec<Type>),
}

/// A function whose text is known, with what it captures.
#[derive(Clone, Debug)]
pub struct Lam {
    /// Where it stands in the program.
    pub code: Code,
    /// The free variables, a field each.
    pub captured: Vec<Captured>,
    /// FUT-DF-SIZE: sizes that the function mentions, and their values here; the record shows them.
    pub sizes: Vec<(VName, Size)>,
    /// The arguments that it has already, a field each.
    pub given: Vec<(Name, Static)>,
}

/// A variable that a function captures.
#[derive(Clone, Debug)]
pub struct Captured {
    /// Its field in the record.
    pub label: Name,
    /// The variable, as the function names it.
    pub name: VName,
    /// Its static value.
    pub value: Static,
}

/// An occurrence of a function in the program.
#[derive(Clone, Debug)]
pub enum Code {
    /// A top-level function.
    Definition(Rc<Def>),
    /// A local or anonymous one.
    Local(Rc<Fun>),
    /// An intrinsic, as a function that applies it.  What fails in it fails where it is applied, wherever it was named.
    Intrinsic(Rc<Fun>),
}

impl Code {
    /// The function.
    pub fn fun(&self) -> &Fun {
        match self {
            Code::Definition(def) => &def.fun,
            Code::Local(fun) | Code::Intrinsic(fun) => fun,
        }
    }

    /// The primitive function that it is, if it is one: its arguments are numbers or a tuple of some, and it gives one.
    pub fn operator(&self) -> Option<&Exp> {
        match (self, &self.fun().body.kind) {
            (Code::Intrinsic(_), ExpKind::App { fun, .. }) => match fun.kind {
                ExpKind::Intrinsic(Intrinsic::Prim(_) | Intrinsic::Futhark(_), _) => Some(fun),
                _ => None,
            },
            _ => None,
        }
    }

    /// What tells occurrences apart.
    pub fn occurrence(&self) -> usize {
        match self {
            Code::Definition(def) => Rc::as_ptr(def) as usize,
            Code::Local(fun) | Code::Intrinsic(fun) => Rc::as_ptr(fun) as usize,
        }
    }
}

/// A part of the description by which static values are compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// What follows, and of how many parts.
    Form(u8, usize),
    /// An occurrence, or the number of a name.
    Number(usize),
    /// A label.
    Label(Name),
}

impl Static {
    /// Rep: the type of the residual values.
    pub fn rep(&self) -> Type {
        match self {
            Static::Dyn(ty) => ty.clone(),
            Static::Lam(lam) => lam.rep(),
            Static::Rcd(fields) => {
                build::record(fields.iter().map(|(f, sv)| (f.clone(), sv.rep())).collect())
            }
            Static::Arr(size, element, beside) => {
                let elements = build::array(size.clone(), element.rep());
                if beside.is_empty() {
                    return elements;
                }
                let types = std::iter::once(elements).chain(beside.iter().map(|(_, sv)| sv.rep()));
                build::record(beside::labels(beside).into_iter().zip(types).collect())
            }
            Static::Beside(_) => build::unit(),
            Static::Sum(constructors) => Rc::new(TypeKind::Sum(
                constructors
                    .iter()
                    .map(|(name, payload)| (name.clone(), payload.rep()))
                    .collect(),
            )),
            Static::Or(leaves) => Rc::new(TypeKind::Sum(
                leaves
                    .iter()
                    .enumerate()
                    .map(|(k, lam)| (tag(k, leaves.len()), vec![lam.rep()]))
                    .collect(),
            )),
        }
    }

    /// The static value with other sizes.
    pub fn map_sizes(&self, f: &mut dyn FnMut(&Size) -> Size) -> Static {
        match self {
            Static::Dyn(ty) => Static::Dyn(with_sizes(ty, f)),
            Static::Lam(lam) => Static::Lam(Rc::new(lam.map_sizes(f))),
            Static::Rcd(fields) => Static::Rcd(
                fields
                    .iter()
                    .map(|(l, sv)| (l.clone(), sv.map_sizes(f)))
                    .collect(),
            ),
            Static::Arr(size, element, beside) => {
                let (size, element) = (f(size), element.map_sizes(f));
                let beside = beside.iter().map(|(v, sv)| (v.clone(), sv.map_sizes(f)));
                Static::Arr(size, Box::new(element), beside.collect())
            }
            Static::Beside(v) => Static::Beside(v.clone()),
            Static::Sum(constructors) => Static::Sum(
                constructors
                    .iter()
                    .map(|(name, payload)| (name.clone(), payload.map_sizes(f)))
                    .collect(),
            ),
            Static::Or(leaves) => Static::Or(leaves.iter().map(|lam| Rc::new(lam.map_sizes(f))).collect()),
        }
    }

    /// Describes it; `number` says how a size is described.
    pub fn describe(&self, number: &mut dyn FnMut(&Size) -> usize, out: &mut Vec<Token>) {
        match self {
            Static::Dyn(ty) => describe_type(ty, number, out),
            Static::Lam(lam) => lam.describe(number, out),
            Static::Rcd(fields) => {
                out.push(Token::Form(1, fields.len()));
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_by(|a, b| elder_futhark::tree::field_order(&a.0, &b.0));
                for (label, sv) in fields {
                    out.push(Token::Label(label.clone()));
                    sv.describe(number, out);
                }
            }
            Static::Arr(size, element, beside) => {
                out.extend([Token::Form(2, beside.len()), Token::Number(number(size))]);
                element.describe(number, out);
                for (v, sv) in beside {
                    out.push(Token::Number(v.id as usize));
                    sv.describe(number, out);
                }
            }
            Static::Beside(v) => out.extend([Token::Form(10, 0), Token::Number(v.id as usize)]),
            Static::Sum(constructors) => {
                out.push(Token::Form(3, constructors.len()));
                for (name, payload) in constructors {
                    out.push(Token::Label(name.clone()));
                    match payload {
                        Payload::Present(args) => {
                            out.push(Token::Form(4, args.len()));
                            args.iter().for_each(|arg| arg.describe(number, out));
                        }
                        Payload::Absent(types) => {
                            out.push(Token::Form(5, types.len()));
                            types.iter().for_each(|ty| describe_type(ty, number, out));
                        }
                    }
                }
            }
            Static::Or(leaves) => {
                out.push(Token::Form(6, leaves.len()));
                leaves.iter().for_each(|lam| lam.describe(number, out));
            }
        }
    }

    /// Whether only sizes tell them apart.
    pub fn same(&self, other: &Static) -> bool {
        let describe = |sv: &Static| {
            let mut out = Vec::new();
            sv.describe(&mut |_| 0, &mut out);
            out
        };
        describe(self) == describe(other)
    }
}

impl Payload {
    /// The types of the residual arguments.
    pub fn rep(&self) -> Vec<Type> {
        match self {
            Payload::Present(args) => args.iter().map(Static::rep).collect(),
            Payload::Absent(types) => types.clone(),
        }
    }

    fn map_sizes(&self, f: &mut dyn FnMut(&Size) -> Size) -> Payload {
        match self {
            Payload::Present(args) => Payload::Present(args.iter().map(|arg| arg.map_sizes(f)).collect()),
            Payload::Absent(types) => Payload::Absent(types.iter().map(|ty| with_sizes(ty, f)).collect()),
        }
    }
}

impl Lam {
    /// Rep: the record of what it captures and of the arguments that it has, without what stands beside an array in which it is.
    pub fn rep(&self) -> Type {
        let fields = self.fields().filter(|(_, sv)| !matches!(sv, Static::Beside(_)));
        build::record(fields.map(|(label, sv)| (label.clone(), sv.rep())).collect())
    }

    /// The fields of its record.
    pub fn fields(&self) -> impl Iterator<Item = (&Name, &Static)> {
        let captured = self.captured.iter().map(|c| (&c.label, &c.value));
        captured.chain(self.given.iter().map(|(label, sv)| (label, sv)))
    }

    /// How many arguments it waits for.
    pub fn missing(&self) -> usize {
        self.code.fun().params.len() - self.given.len()
    }

    /// The function with other sizes.
    pub fn map_sizes(&self, f: &mut dyn FnMut(&Size) -> Size) -> Lam {
        let captured = self.captured.iter().map(|c| Captured {
            value: c.value.map_sizes(f),
            ..c.clone()
        });
        Lam {
            code: self.code.clone(),
            captured: captured.collect(),
            given: self
                .given
                .iter()
                .map(|(l, sv)| (l.clone(), sv.map_sizes(f)))
                .collect(),
            sizes: self.sizes.iter().map(|(v, size)| (v.clone(), f(size))).collect(),
        }
    }

    /// Describes it, what it captures included.
    pub fn describe(&self, number: &mut dyn FnMut(&Size) -> usize, out: &mut Vec<Token>) {
        out.push(Token::Form(7, self.captured.len()));
        out.push(Token::Number(self.code.occurrence()));
        for captured in &self.captured {
            out.push(Token::Number(captured.name.id as usize));
            captured.value.describe(number, out);
        }
        out.push(Token::Form(8, self.given.len()));
        self.given.iter().for_each(|(_, sv)| sv.describe(number, out));
        // The sizes are sizes of what it captures: all that matters is which.
        for (name, size) in &self.sizes {
            out.extend([Token::Number(name.id as usize), Token::Number(number(size))]);
        }
    }

    /// A label that its record does not have yet.
    pub fn label(&self, name: &Name) -> Name {
        unused(name, |label| self.fields().any(|(other, _)| other == label))
    }
}

/// A name for a field, made of this one so that it is not taken: Lab is injective.
pub fn unused(name: &Name, taken: impl Fn(&Name) -> bool) -> Name {
    let is_word = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let base = if is_word {
        name.clone()
    } else {
        Name::from("captured")
    };
    let numbered = (1..).map(|k| Name::from(format!("{base}_{k}")));
    let mut candidates = std::iter::once(base.clone()).chain(numbered);
    candidates.find(|label| !taken(label)).unwrap_or(base)
}

/// The constructor of the `k`-th of so many functions; the alphabet has them in this order.
pub fn tag(k: usize, many: usize) -> Name {
    let width = many.saturating_sub(1).to_string().len();
    Name::from(format!("f{k:0width$}"))
}

/// The type with the empty record for functions.
pub fn erased(ty: &Type) -> Type {
    match &**ty {
        TypeKind::Arrow(_) => build::unit(),
        TypeKind::Named(..) => ty.clone(),
        // A value without its functions is its parts without theirs.
        _ => walk::map(ty, &mut (), |(), size| size.clone(), |(), part| erased(part)),
    }
}

/// The place of a size in a list, where it is put if it is not there.
pub fn numbered(list: &mut Vec<Size>, size: &Size) -> usize {
    let found = list.iter().position(|other| same_size(other, size));
    found.unwrap_or_else(|| {
        list.push(size.clone());
        list.len() - 1
    })
}

/// Describes a type.
pub fn describe_type(ty: &Type, number: &mut dyn FnMut(&Size) -> usize, out: &mut Vec<Token>) {
    match &**ty {
        TypeKind::Prim(p) => out.push(Token::Form(16, *p as usize)),
        TypeKind::Array(size, element) => {
            out.extend([Token::Form(17, 1), Token::Number(number(size))]);
            describe_type(element, number, out);
        }
        TypeKind::Record(fields) => {
            out.push(Token::Form(18, fields.len()));
            for (label, t) in fields {
                out.push(Token::Label(label.clone()));
                describe_type(t, number, out);
            }
        }
        TypeKind::Sum(constructors) => {
            out.push(Token::Form(19, constructors.len()));
            for (label, types) in constructors {
                out.extend([Token::Label(label.clone()), Token::Form(20, types.len())]);
                types.iter().for_each(|t| describe_type(t, number, out));
            }
        }
        TypeKind::Arrow(arrow) => {
            out.push(Token::Form(21, 2));
            describe_type(&arrow.param, number, out);
            describe_type(&arrow.ret.ty, number, out);
        }
        TypeKind::Var(v) => out.extend([Token::Form(22, 1), Token::Number(v.id as usize)]),
        TypeKind::Named(v, args) => {
            out.extend([Token::Form(23, args.len()), Token::Number(v.id as usize)]);
            for arg in args {
                match arg {
                    TypeArg::Size(size) => out.push(Token::Number(number(size))),
                    TypeArg::Type(t) => describe_type(t, number, out),
                }
            }
        }
    }
}
