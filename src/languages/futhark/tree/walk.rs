//! The one traversal of typed trees.
//!
//! Who looks for something in a program, or changes something of it, says what it does where it does something, and comes to the rest by what is here:
//! the [parts](TypeKind::parts) of a type, the [children](Exp::children) of an expression, the [parts](Pat::parts) of a pattern, the [types](Exp::types) that are
//! written at an expression.  The matches in this file leave no constructor out: one that is added is an error here, and what only passes on
//! to the parts is right for it as it stands.
//!
//! What expressions and patterns have is written once and made twice, to look at and to change.

use super::{
    Arrow, DimIndex, Exp, ExpKind, Fun, Instance, Loop, LoopForm, Pat, PatKind, RetType, Size, Type, TypeArg,
    TypeKind, UpdateStep, VName,
};
use smallvec::SmallVec;
use std::convert::Infallible;
use std::mem::discriminant;
use std::rc::Rc;

/// Runs one level of a recursion over a program, with more stack if there is little left.
pub fn deep<R>(f: impl FnOnce() -> R) -> R {
    elder_syntax::effort::deeper(f)
}

/// What stands directly in a type.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A size.
    Size(&'a Size),
    /// A type.
    Type(&'a Type),
}

/// The places of a type that have parts: of which kind it is decides which of them are empty.
#[derive(Default)]
struct Places<'a> {
    size: Option<&'a Size>,
    types: [Option<&'a Type>; 2],
    fields: &'a [(elder_syntax::Name, Type)],
    constructors: &'a [(elder_syntax::Name, Vec<Type>)],
    args: &'a [TypeArg],
}

impl TypeKind {
    /// What stands directly in the type, in the order of the text.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let mut at = Places::default();
        match self {
            TypeKind::Prim(_) | TypeKind::Var(_) => {}
            TypeKind::Array(size, element) => (at.size, at.types) = (Some(size), [Some(element), None]),
            TypeKind::Record(fields) => at.fields = fields,
            TypeKind::Sum(constructors) => at.constructors = constructors,
            TypeKind::Arrow(arrow) => at.types = [Some(&arrow.param), Some(&arrow.ret.ty)],
            TypeKind::Named(_, args) => at.args = args,
        }
        let fields = at.fields.iter().map(|(_, ty)| ty);
        let payloads = at.constructors.iter().flat_map(|(_, types)| types);
        let types = at.types.into_iter().flatten().chain(fields).chain(payloads);
        let args = at.args.iter().map(|arg| match arg {
            TypeArg::Size(size) => Part::Size(size),
            TypeArg::Type(ty) => Part::Type(ty),
        });
        at.size
            .into_iter()
            .map(Part::Size)
            .chain(types.map(Part::Type))
            .chain(args)
    }

    /// The types that stand directly in it, in the order of the text.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.parts().filter_map(|part| match part {
            Part::Type(ty) => Some(ty),
            Part::Size(_) => None,
        })
    }

    /// Whether the type is of the same form as the other: the same, whatever their parts are.
    pub fn is_like(&self, other: &TypeKind) -> bool {
        match (self, other) {
            (TypeKind::Prim(p), TypeKind::Prim(q)) => p == q,
            (TypeKind::Var(v), TypeKind::Var(w)) => v == w,
            (TypeKind::Array(..), TypeKind::Array(..)) | (TypeKind::Arrow(_), TypeKind::Arrow(_)) => true,
            (TypeKind::Record(xs), TypeKind::Record(ys)) => {
                xs.len() == ys.len() && xs.iter().zip(ys).all(|((f, _), (g, _))| f == g)
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
                let alike =
                    |((c, xs), (d, ys)): (&(_, Vec<Type>), &(_, Vec<Type>))| c == d && xs.len() == ys.len();
                xs.len() == ys.len() && xs.iter().zip(ys).all(alike)
            }
            (TypeKind::Named(v, xs), TypeKind::Named(w, ys)) => v == w && xs.len() == ys.len(),
            // Types of two forms.
            (
                TypeKind::Prim(_)
                | TypeKind::Var(_)
                | TypeKind::Array(..)
                | TypeKind::Arrow(_)
                | TypeKind::Record(_)
                | TypeKind::Sum(_)
                | TypeKind::Named(..),
                _,
            ) => false,
        }
    }
}

/// What stands at the same places directly in two types of one sort; nothing if one is of another sort.
pub fn pairs<'a>(a: &'a TypeKind, b: &'a TypeKind) -> impl Iterator<Item = (Part<'a>, Part<'a>)> {
    let is_same = discriminant(a) == discriminant(b);
    a.parts().zip(b.parts()).take_while(move |_| is_same)
}

/// Calls `f` with the sizes at the same places of two types that are equal but for sizes.
pub fn each_size_pair(a: &Type, b: &Type, f: &mut dyn FnMut(&Size, &Size)) {
    deep(|| {
        pairs(a, b).for_each(|pair| match pair {
            (Part::Size(s), Part::Size(r)) => f(s, r),
            (Part::Type(x), Part::Type(y)) => each_size_pair(x, y, f),
            _ => {}
        })
    })
}

fn changed<T: Clone, E>(
    all: &[T],
    mut change: impl FnMut(&T) -> Result<Option<T>, E>,
) -> Result<Option<Vec<T>>, E> {
    let mut out: Option<Vec<T>> = None;
    for (k, one) in all.iter().enumerate() {
        if let Some(new) = change(one)? {
            // What stands before it is as it was.
            if let Some(old) = out.get_or_insert_with(|| all.to_vec()).get_mut(k) {
                *old = new;
            }
        }
    }
    Ok(out)
}

/// The type with what becomes of its parts, which are asked for in their order; `None`, so that it stays shared, if nothing becomes of any.
///
/// `with` is what both closures work with.
///
/// # Errors
/// The first that one of them gives.
pub fn change<C: ?Sized, E>(
    ty: &TypeKind,
    with: &mut C,
    mut size: impl FnMut(&mut C, &Size) -> Result<Option<Size>, E>,
    mut part: impl FnMut(&mut C, &Type) -> Result<Option<Type>, E>,
) -> Result<Option<Type>, E> {
    let made = match ty {
        TypeKind::Prim(_) | TypeKind::Var(_) => None,
        TypeKind::Array(own, element) => match (size(with, own)?, part(with, element)?) {
            (None, None) => None,
            (s, t) => Some(TypeKind::Array(
                s.unwrap_or_else(|| own.clone()),
                t.unwrap_or_else(|| element.clone()),
            )),
        },
        TypeKind::Record(fields) => {
            let field = |(f, t): &(_, Type)| Ok(part(with, t)?.map(|t| (elder_syntax::Name::clone(f), t)));
            changed(fields, field)?.map(TypeKind::Record)
        }
        TypeKind::Sum(constructors) => {
            let mut payload = |types: &[Type]| changed(types, |t| part(with, t));
            let of = |(c, types): &(_, Vec<Type>)| {
                Ok(payload(types)?.map(|types| (elder_syntax::Name::clone(c), types)))
            };
            changed(constructors, of)?.map(TypeKind::Sum)
        }
        TypeKind::Arrow(arrow) => match (part(with, &arrow.param)?, part(with, &arrow.ret.ty)?) {
            (None, None) => None,
            (param, ret) => Some(TypeKind::Arrow(arrow.of(
                param.unwrap_or_else(|| arrow.param.clone()),
                ret.unwrap_or_else(|| arrow.ret.ty.clone()),
            ))),
        },
        TypeKind::Named(name, args) => {
            let arg = |arg: &TypeArg| {
                Ok(match arg {
                    TypeArg::Size(s) => size(with, s)?.map(TypeArg::Size),
                    TypeArg::Type(t) => part(with, t)?.map(TypeArg::Type),
                })
            };
            changed(args, arg)?.map(|args| TypeKind::Named(name.clone(), args))
        }
    };
    Ok(made.map(Rc::new))
}

/// The type with what its parts become, in their order.
///
/// # Errors
/// As [`change`].
pub fn try_map<C: ?Sized, E>(
    ty: &Type,
    with: &mut C,
    mut size: impl FnMut(&mut C, &Size) -> Result<Size, E>,
    mut part: impl FnMut(&mut C, &Type) -> Result<Type, E>,
) -> Result<Type, E> {
    let made = change(
        ty,
        with,
        |with, s| size(with, s).map(Some),
        |with, t| part(with, t).map(Some),
    )?;
    Ok(made.unwrap_or_else(|| ty.clone()))
}

/// The type with what its parts become, in their order.
pub fn map<C: ?Sized>(
    ty: &Type,
    with: &mut C,
    mut size: impl FnMut(&mut C, &Size) -> Size,
    mut part: impl FnMut(&mut C, &Type) -> Type,
) -> Type {
    let Ok(made) = try_map(
        ty,
        with,
        |with, s| Ok::<_, Infallible>(size(with, s)),
        |with, t| Ok(part(with, t)),
    );
    made
}

/// The first type with what becomes of its parts and those at the same places of the second; itself if that is of another sort.
pub fn merge<C: ?Sized>(
    a: &Type,
    b: &Type,
    with: &mut C,
    mut size: impl FnMut(&mut C, &Size, &Size) -> Size,
    mut part: impl FnMut(&mut C, &Type, &Type) -> Type,
) -> Type {
    // Parts are asked for in their order.
    let others = pairs(a, b).map(|(_, other)| other);
    let Ok(made) = change(
        a,
        &mut (with, others),
        |(with, others), own| {
            Ok::<_, Infallible>(match others.next() {
                Some(Part::Size(other)) => Some(size(with, own, other)),
                _ => None,
            })
        },
        |(with, others), own| {
            Ok(match others.next() {
                Some(Part::Type(other)) => Some(part(with, own, other)),
                _ => None,
            })
        },
    );
    made.unwrap_or_else(|| a.clone())
}

/// The type with other sizes.
pub fn with_sizes(ty: &Type, f: &mut dyn FnMut(&Size) -> Size) -> Type {
    map(ty, f, |f, size| f(size), |f, part| with_sizes(part, f))
}

impl Arrow {
    /// A function of these types, otherwise as this one.
    pub fn of(&self, param: Type, ret: Type) -> Arrow {
        Arrow {
            param_name: self.param_name.clone(),
            param,
            param_stars: self.param_stars.clone(),
            ret: RetType {
                exts: self.ret.exts.clone(),
                ty: ret,
                stars: self.ret.stars.clone(),
            },
        }
    }
}

fn shared(fun: &Rc<Fun>) -> &Fun {
    fun
}

macro_rules! walks {
    (
        $children:ident, $evaluated:ident, $pats:ident, $parts:ident, $each:ident, $types:ident, $(#[$meta:meta])* $Site:ident,
        [$($mutable:tt)?], $inside:path
    ) => {
        $(#[$meta])*
        pub enum $Site<'a> {
            /// A type with no place of its own to bind sizes.
            Plain(&'a $($mutable)? Type),
            /// The result of a function, with its existential sizes.
            Ret(&'a $($mutable)? RetType),
            /// Sizes and types of a polymorphic use.
            Instance(&'a $($mutable)? Instance),
        }

        impl Exp {
            /// The expressions that stand directly in it, in the order of the text.
            pub fn $children(&$($mutable)? self) -> SmallVec<[&$($mutable)? Exp; 4]> {
                let mut out = SmallVec::new();
                match &$($mutable)? self.kind {
                    ExpKind::Lit(_) | ExpKind::String(_) | ExpKind::Var(..) | ExpKind::Intrinsic(..) | ExpKind::Hole => {}
                    ExpKind::Record(fields) => out.extend(fields.into_iter().map(|(_, e)| e)),
                    ExpKind::Field(e, _) | ExpKind::Coerce(e, _) | ExpKind::Attr(_, e) => out.push(&$($mutable)? **e),
                    ExpKind::RecordUpdate(a, _, b) | ExpKind::And(a, b) | ExpKind::Or(a, b) | ExpKind::Assert(a, b) => {
                        out.extend([&$($mutable)? **a, b]);
                    }
                    ExpKind::Array(es) | ExpKind::Constr(_, es) => out.extend(es),
                    ExpKind::Range(range) => {
                        let super::Range { start, second, bound, .. } = &$($mutable)? **range;
                        out.push(start);
                        out.extend(second);
                        out.push(bound);
                    }
                    ExpKind::Index(a, dims) => {
                        out.push(&$($mutable)? **a);
                        dims.into_iter().for_each(|dim| dim.$children(&mut out));
                    }
                    ExpKind::Update(a, dims, v) => {
                        out.push(&$($mutable)? **a);
                        dims.into_iter().for_each(|dim| dim.$children(&mut out));
                        out.push(v);
                    }
                    ExpKind::UpdatePath(a, steps, v) => {
                        out.push(&$($mutable)? **a);
                        for step in steps {
                            match step {
                                UpdateStep::Field(_) => {}
                                UpdateStep::Index(dims) => dims.into_iter().for_each(|dim| dim.$children(&mut out)),
                            }
                        }
                        out.push(v);
                    }
                    ExpKind::App { fun, args, .. } => {
                        out.push(&$($mutable)? **fun);
                        out.extend(args);
                    }
                    ExpKind::Lambda(fun) => out.push(&$($mutable)? $inside(fun).body),
                    ExpKind::Let { bound, body, .. } => out.extend([&$($mutable)? **bound, body]),
                    ExpKind::LetFun(_, fun, body) => out.extend([&$($mutable)? $inside(fun).body, body]),
                    ExpKind::If(a, b, c) => out.extend([&$($mutable)? **a, b, c]),
                    ExpKind::Match(e, cases) => {
                        out.push(&$($mutable)? **e);
                        out.extend(cases.into_iter().map(|(_, e)| e));
                    }
                    ExpKind::Loop(l) => {
                        let Loop { init, form, body, .. } = &$($mutable)? **l;
                        let (LoopForm::For(_, turns) | LoopForm::ForIn(_, turns) | LoopForm::While(turns)) = form;
                        out.extend([init, turns, body]);
                    }
                }
                out
            }

            /// The expressions that stand directly in it, in the order in which they are evaluated where all of them are (FUT-E-ORDER).
            pub fn $evaluated(&$($mutable)? self) -> SmallVec<[&$($mutable)? Exp; 4]> {
                // What is updated, or applied, comes last.
                let (is_first_last, is_reversed) = match &self.kind {
                    ExpKind::RecordUpdate(..) | ExpKind::Update(..) | ExpKind::UpdatePath(..) => (true, false),
                    ExpKind::App { infix, .. } => (*infix, !infix),
                    _ => (false, false),
                };
                let mut out = self.$children();
                if is_first_last {
                    out.rotate_left(1);
                }
                if is_reversed {
                    out.reverse();
                }
                out
            }

            /// The patterns that stand directly in it, in the order of the text.
            pub fn $pats(&$($mutable)? self) -> SmallVec<[&$($mutable)? Pat; 2]> {
                let mut out = SmallVec::new();
                match &$($mutable)? self.kind {
                    ExpKind::Lambda(fun) | ExpKind::LetFun(_, fun, _) => {
                        out.extend((&$($mutable)? $inside(fun).params).into_iter().map(|param| &$($mutable)? param.pat));
                    }
                    ExpKind::Let { pat, .. } => out.push(pat),
                    ExpKind::Match(_, cases) => out.extend(cases.into_iter().map(|(pat, _)| pat)),
                    ExpKind::Loop(l) => {
                        let Loop { pat, form, .. } = &$($mutable)? **l;
                        out.push(pat);
                        match form {
                            LoopForm::ForIn(pat, _) => out.push(pat),
                            LoopForm::For(..) | LoopForm::While(_) => {}
                        }
                    }
                    ExpKind::Lit(_)
                    | ExpKind::String(_)
                    | ExpKind::Var(..)
                    | ExpKind::Intrinsic(..)
                    | ExpKind::Record(_)
                    | ExpKind::Field(..)
                    | ExpKind::RecordUpdate(..)
                    | ExpKind::Array(_)
                    | ExpKind::Range(_)
                    | ExpKind::Index(..)
                    | ExpKind::Update(..)
                    | ExpKind::UpdatePath(..)
                    | ExpKind::Constr(..)
                    | ExpKind::App { .. }
                    | ExpKind::And(..)
                    | ExpKind::Or(..)
                    | ExpKind::If(..)
                    | ExpKind::Coerce(..)
                    | ExpKind::Assert(..)
                    | ExpKind::Attr(..)
                    | ExpKind::Hole => {}
                }
                out
            }

            /// Calls `f` with every type written at it, its patterns and its function heads; not those of its children.
            pub fn $types(&$($mutable)? self, f: &mut dyn FnMut($Site<'_>)) {
                f($Site::Plain(&$($mutable)? self.ty));
                for pat in self.$pats() {
                    pat.$each(&mut |part| f($Site::Plain(&$($mutable)? part.ty)));
                }
                // What has patterns has its types there, but for the result of a function.
                match &$($mutable)? self.kind {
                    ExpKind::Var(_, instance) | ExpKind::Intrinsic(_, instance) => f($Site::Instance(instance)),
                    ExpKind::Lambda(fun) | ExpKind::LetFun(_, fun, _) => f($Site::Ret(&$($mutable)? $inside(fun).ret)),
                    _ => {}
                }
            }
        }

        impl DimIndex {
            fn $children<'a>(&'a $($mutable)? self, out: &mut SmallVec<[&'a $($mutable)? Exp; 4]>) {
                match self {
                    DimIndex::Fix(e) => out.push(e),
                    DimIndex::Slice(start, end, stride) => out.extend([start, end, stride].into_iter().flatten()),
                }
            }
        }

        impl Pat {
            /// The patterns that stand directly in it, in the order of the text.
            pub fn $parts(&$($mutable)? self) -> SmallVec<[&$($mutable)? Pat; 4]> {
                match &$($mutable)? self.kind {
                    PatKind::Wildcard | PatKind::Var(_) | PatKind::Lit(_) => SmallVec::new(),
                    PatKind::Record(fields) => fields.into_iter().map(|(_, part)| part).collect(),
                    PatKind::Constr(_, parts) => parts.into_iter().collect(),
                }
            }

            /// Calls `f` with it and all patterns in it, each before its parts.
            pub fn $each<'a>(&'a $($mutable)? self, f: &mut dyn FnMut(&$($mutable)? Pat)) {
                f(self);
                self.$parts().into_iter().for_each(|part| part.$each(f));
            }
        }
    };
}

walks! {
    children, evaluated, pats, parts, each, types,
    /// What [`Exp::types`] meets.
    TypeSite, [], shared
}
walks! {
    children_mut, evaluated_mut, pats_mut, parts_mut, each_mut, types_mut,
    /// What [`Exp::types_mut`] meets.
    TypeSiteMut, [mut], Rc::make_mut
}

impl Pat {
    /// The names that it binds, in the order of the text.
    pub fn names(&self) -> Vec<VName> {
        let mut names = Vec::new();
        self.each(&mut |part| {
            if let PatKind::Var(name) = &part.kind {
                names.push(name.clone());
            }
        });
        names
    }
}

impl Exp {
    /// Whether it is so for the expression or one in it.
    pub fn any(&self, is: &mut dyn FnMut(&Exp) -> bool) -> bool {
        is(self) || deep(|| self.children().into_iter().any(|part| part.any(is)))
    }

    /// Whether it contains a binding construct, and so cannot be a size.
    pub fn binds(&self) -> bool {
        match &self.kind {
            ExpKind::Lambda(fun) if fun.section => deep(|| fun.body.binds()),
            ExpKind::Lambda(_) | ExpKind::LetFun(..) | ExpKind::Match(..) => true,
            // What has patterns binds; all else does if a part does.
            _ => !self.pats().is_empty() || deep(|| self.children().into_iter().any(Exp::binds)),
        }
    }
}
