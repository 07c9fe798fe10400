//! What an entry point takes and gives, as far as the data formats can say it.
//!
//! Values on input are scalars and arrays of scalars.  A parameter that is a tuple or
//! a record takes its components one after another; one of any other type can only be
//! given by another entry point (in `script input`) or made at random (for a property).

use elder_futhark::check::display::show_unsized;
use elder_futhark::tree::{Arrow, Program, Size, Type, TypeArg, TypeFunParam, TypeKind, is_tuple};
use elder_syntax::Name;
use elder_syntax::prim::PrimType;
use rustc_hash::FxHashMap;
use std::fmt::{Display, Formatter};

/// The form of a parameter or result.
#[derive(Clone, Debug)]
pub enum Form {
    /// A scalar.
    Scalar(PrimType),
    /// An array, with its size if that is a constant.
    Array(Option<i64>, Box<Form>),
    /// A tuple or record.
    Record(Vec<(Name, Form)>),
    /// Anything else, as text.
    Opaque(String),
}

impl Form {
    /// The scalars and arrays in it, first to last; `None` for what is opaque.
    pub fn leaves(&self, out: &mut Vec<Option<(PrimType, usize)>>) {
        match self {
            Form::Scalar(t) => out.push(Some((*t, 0))),
            Form::Array(_, element) => out.push(element.rank_and_scalar(1)),
            Form::Record(fields) => fields.iter().for_each(|(_, f)| f.leaves(out)),
            Form::Opaque(_) => out.push(None),
        }
    }

    fn rank_and_scalar(&self, rank: usize) -> Option<(PrimType, usize)> {
        match self {
            Form::Scalar(t) => Some((*t, rank)),
            Form::Array(_, element) => element.rank_and_scalar(rank + 1),
            Form::Record(_) | Form::Opaque(_) => None,
        }
    }
}

/// The same but for sizes.
impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        match (self, other) {
            (Form::Scalar(a), Form::Scalar(b)) => a == b,
            (Form::Array(_, a), Form::Array(_, b)) => a == b,
            (Form::Record(a), Form::Record(b)) => a == b,
            (Form::Opaque(a), Form::Opaque(b)) => a == b,
            _ => false,
        }
    }
}

impl Display for Form {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Form::Scalar(t) => write!(f, "{t}"),
            Form::Array(Some(n), element) => write!(f, "[{n}]{element}"),
            Form::Array(None, element) => write!(f, "[]{element}"),
            Form::Record(fields) => {
                let tuple = is_tuple(fields);
                f.write_str(if tuple { "(" } else { "{" })?;
                for (k, (name, form)) in fields.iter().enumerate() {
                    let comma = if k > 0 { ", " } else { "" };
                    match tuple {
                        true => write!(f, "{comma}{form}")?,
                        false => write!(f, "{comma}{name}: {form}")?,
                    }
                }
                f.write_str(if tuple { ")" } else { "}" })
            }
            Form::Opaque(text) => f.write_str(text),
        }
    }
}

/// The forms of the parameters of an entry point, `None` if there is no entry point of that name.
pub fn parameters(program: &Program, entry: &str) -> Option<Vec<Form>> {
    signature(program, entry).map(|(parameters, _)| parameters)
}

/// The forms of the parameters and of the result of an entry point, `None` if there is none of that name.
pub fn signature(program: &Program, entry: &str) -> Option<(Vec<Form>, Form)> {
    let entry = program.entries.iter().find(|e| e.name == entry)?;
    let def = program.defs.iter().rev().find(|d| d.name == entry.def)?;
    let forms = Forms { program };
    let none = FxHashMap::default();
    let mut out: Vec<Form> = def
        .fun
        .params
        .iter()
        .map(|p| forms.form(&p.pat.ty, &none, 0))
        .collect();
    let mut ret = &def.fun.ret.ty;
    while let TypeKind::Arrow(Arrow { param, ret: next, .. }) = &**ret {
        out.push(forms.form(param, &none, 0));
        ret = &next.ty;
    }
    Some((out, forms.form(ret, &none, 0)))
}

struct Forms<'a> {
    program: &'a Program,
}

/// What type parameters stand for.
type Bindings = FxHashMap<u32, Form>;

/// Abbreviations nested deeper than any programmer would.
const MAX_DEPTH: usize = 100;

impl Forms<'_> {
    fn form(&self, ty: &Type, bindings: &Bindings, depth: usize) -> Form {
        let opaque = || Form::Opaque(show_unsized(ty));
        if depth > MAX_DEPTH {
            return opaque();
        }
        match &**ty {
            TypeKind::Prim(t) => Form::Scalar(*t),
            TypeKind::Array(size, element) => {
                let size = match size {
                    Size::Const(n) => Some(*n),
                    Size::Var(_) | Size::Exp(_) => None,
                };
                Form::Array(size, Box::new(self.form(element, bindings, depth + 1)))
            }
            TypeKind::Record(fields) => Form::Record(
                fields
                    .iter()
                    .map(|(name, t)| (name.clone(), self.form(t, bindings, depth + 1)))
                    .collect(),
            ),
            TypeKind::Var(name) => bindings.get(&name.id).cloned().unwrap_or_else(opaque),
            TypeKind::Named(name, arguments) => {
                let Some(fun) = self.program.abstract_types.get(&name.id) else {
                    return opaque();
                };
                let mut inner = Bindings::default();
                for (parameter, argument) in fun.params.iter().zip(arguments) {
                    if let (TypeFunParam::Type(p), TypeArg::Type(t)) = (parameter, argument) {
                        inner.insert(p.name.id, self.form(t, bindings, depth + 1));
                    }
                }
                self.form(&fun.body, &inner, depth + 1)
            }
            TypeKind::Sum(_) | TypeKind::Arrow(_) => opaque(),
        }
    }
}

/// A leaf of a form as text for people.
pub fn describe(leaf: Option<(PrimType, usize)>) -> String {
    match leaf {
        Some((t, rank)) => format!("{}{t}", "[]".repeat(rank)),
        None => "(what only another entry point can give)".to_string(),
    }
}
