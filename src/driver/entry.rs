//! What an entry point takes, as far as the data formats can say it.
//!
//! Values on input are scalars and arrays of scalars.  A parameter that is a tuple or
//! a record takes its components one after another; one of any other type can only be
//! given by another entry point (in `script input`).

use elder_futhark::tree::{Arrow, Program, Type, TypeArg, TypeFunParam, TypeKind};
use elder_syntax::prim::PrimType;
use rustc_hash::FxHashMap;

/// The form of a parameter or result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A scalar or an array of scalars, with its rank.
    Array(PrimType, usize),
    /// A tuple or record that is not in an array.
    Record(Vec<Form>),
    /// Anything else.
    Opaque,
}

impl Form {
    /// The scalars and arrays in it, first to last; `None` for what is opaque.
    pub fn leaves(&self, out: &mut Vec<Option<(PrimType, usize)>>) {
        match self {
            Form::Array(t, rank) => out.push(Some((*t, *rank))),
            Form::Record(fields) => fields.iter().for_each(|f| f.leaves(out)),
            Form::Opaque => out.push(None),
        }
    }
}

/// The forms of the parameters of an entry point, `None` if there is no entry point of that name.
pub fn parameters(program: &Program, entry: &str) -> Option<Vec<Form>> {
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
    Some(out)
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
        if depth > MAX_DEPTH {
            return Form::Opaque;
        }
        match &**ty {
            TypeKind::Prim(t) => Form::Array(*t, 0),
            TypeKind::Array(_, element) => match self.form(element, bindings, depth + 1) {
                Form::Array(t, rank) => Form::Array(t, rank + 1),
                _ => Form::Opaque,
            },
            TypeKind::Record(fields) => Form::Record(
                fields
                    .iter()
                    .map(|(_, t)| self.form(t, bindings, depth + 1))
                    .collect(),
            ),
            TypeKind::Var(name) => bindings.get(&name.id).cloned().unwrap_or(Form::Opaque),
            TypeKind::Named(name, arguments) => {
                let Some(fun) = self.program.abstract_types.get(&name.id) else {
                    return Form::Opaque;
                };
                let mut inner = Bindings::default();
                for (parameter, argument) in fun.params.iter().zip(arguments) {
                    if let (TypeFunParam::Type(p), TypeArg::Type(t)) = (parameter, argument) {
                        inner.insert(p.name.id, self.form(t, bindings, depth + 1));
                    }
                }
                self.form(&fun.body, &inner, depth + 1)
            }
            TypeKind::Sum(_) | TypeKind::Arrow(_) => Form::Opaque,
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
