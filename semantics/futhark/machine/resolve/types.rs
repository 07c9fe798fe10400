//! Types, sizes and patterns in code.

use super::{Binding, Resolver};
use crate::futhark::machine::array::{Data, Flat};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::{RtType, Value};
use elder_futhark::tree::{
    Arrow, DimIndex, Exp, ExpKind, Instance, Pat, PatKind, RetType, Size, Type, TypeArg, TypeFunParam,
    TypeKind, VName,
};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Name, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl<'p> Resolver<'p> {
    /// The type as far as it takes to see its form: abstract types replaced by what they stand for.
    pub(crate) fn expand(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        // A type that stands for itself would go on for ever.
        for _ in 0..64 {
            ty = match &*ty {
                TypeKind::Named(name, args) => match self.unfold(name, args) {
                    Some(body) => body,
                    None => return ty,
                },
                _ => return ty,
            };
        }
        ty
    }

    /// The number of dimensions that a type shows.
    pub(super) fn rank(&self, ty: &Type) -> usize {
        match &*self.expand(ty) {
            TypeKind::Array(_, element) => 1 + self.rank(element),
            _ => 0,
        }
    }

    fn unfold(&self, name: &VName, args: &[TypeArg]) -> Option<Type> {
        let fun = self.program.abstract_types.get(&name.id)?;
        let mut types = FxHashMap::default();
        let mut sizes = FxHashMap::default();
        for (param, arg) in fun.params.iter().zip(args) {
            match (param, arg) {
                (TypeFunParam::Size(v), TypeArg::Size(s)) => {
                    sizes.insert(v.id, s.clone());
                }
                (TypeFunParam::Type(p), TypeArg::Type(t)) => {
                    types.insert(p.name.id, t.clone());
                }
                _ => {}
            }
        }
        if types.is_empty() && sizes.is_empty() {
            return Some(fun.body.clone());
        }
        Some(substitute(&fun.body, &types, &sizes))
    }

    /// As [`Resolver::expand`], through type parameters of inlined functions.
    pub(super) fn head(&self, ty: &Type) -> Type {
        let ty = self.expand(ty);
        match &*ty {
            TypeKind::Var(v) => match self.env.get(&v.id) {
                Some(Binding::Type(t, _)) if !Rc::ptr_eq(t, &ty) => self.expand(t),
                _ => ty,
            },
            _ => ty,
        }
    }

    /// The primitive type, if it is one.
    pub(super) fn prim(&self, ty: &Type) -> Option<PrimType> {
        match &*self.head(ty) {
            TypeKind::Prim(p) => Some(*p),
            _ => None,
        }
    }

    /// The fields of a record type.
    pub(super) fn field_names(&self, ty: &Type) -> Vec<Name> {
        match &*self.head(ty) {
            TypeKind::Record(fields) => fields.iter().map(|(f, _)| f.clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// The number of a field.
    pub(super) fn field(&self, ty: &Type, name: &Name) -> u32 {
        let place = match &*self.head(ty) {
            TypeKind::Record(fields) => fields.iter().position(|(f, _)| f == name),
            _ => None,
        };
        place.map_or(u32::MAX, |k| k as u32)
    }

    /// The type of a field.
    pub(super) fn field_type(&self, ty: &Type, name: &Name) -> Type {
        match &*self.head(ty) {
            TypeKind::Record(fields) => match fields.iter().find(|(f, _)| f == name) {
                Some((_, t)) => t.clone(),
                None => ty.clone(),
            },
            _ => ty.clone(),
        }
    }

    /// The fields that lead to a place of a value, with dots; empty if there are none.
    pub(crate) fn path(&self, ty: &Type, steps: &[Step]) -> String {
        let mut ty = ty.clone();
        let mut names: Vec<String> = Vec::new();
        for step in steps {
            let Step::Field(k) = step else { break };
            // Dimensions do not count as steps to a field of the elements.
            while let TypeKind::Array(_, element) = &*self.head(&ty).clone() {
                ty = element.clone();
            }
            let TypeKind::Record(fields) = &*self.head(&ty).clone() else {
                break;
            };
            let Some((name, t)) = fields.get(*k as usize) else {
                break;
            };
            names.push(name.to_string());
            ty = t.clone();
        }
        names.join(".")
    }

    /// Whether a value from another entry point can have this type, sizes apart.
    pub(crate) fn admits(&self, ty: &Type, value: &Value) -> bool {
        self.admits_within(ty, 0, value)
    }

    /// The same of an array with that many dimensions around the type.
    fn admits_within(&self, ty: &Type, dims: usize, value: &Value) -> bool {
        match (&*self.head(ty), value) {
            (TypeKind::Array(_, element), _) => self.admits_within(element, dims + 1, value),
            (element, Value::Array(_, array)) if dims > 0 => match (element, &array.data) {
                _ if array.is_empty() => true,
                (TypeKind::Prim(p), Data::Flat(Flat { cells, .. })) => {
                    array.shape.len() == dims && (cells.prim() == Some(*p) || self.arithmetic.is_some())
                }
                (TypeKind::Record(fields), Data::Record(columns)) => {
                    let mut pairs = fields.iter().zip(columns.iter());
                    fields.len() == columns.len() && pairs.all(|((_, t), v)| self.admits_within(t, dims, v))
                }
                (TypeKind::Prim(_) | TypeKind::Record(_), _) => false,
                (_, Data::Flat(Flat { cells, .. })) => cells.prim().is_none(),
                (_, Data::Record(_)) => false,
            },
            _ if dims > 0 => false,
            (TypeKind::Record(fields), Value::Record(values)) => {
                fields.len() == values.len()
                    && fields
                        .iter()
                        .zip(values.iter())
                        .all(|((_, t), v)| self.admits(t, v))
            }
            (TypeKind::Sum(constructors), Value::Sum(sum)) => {
                let found = constructors.iter().find(|(name, _)| *name == sum.name);
                found.is_some_and(|(_, types)| {
                    types.len() == sum.args.len()
                        && types.iter().zip(sum.args.iter()).all(|(t, v)| self.admits(t, v))
                })
            }
            (TypeKind::Arrow(_), Value::Function(_)) => true,
            (TypeKind::Prim(p), Value::Number(_)) => p.is_float(),
            (TypeKind::Prim(p), _) => value.prim().is_some_and(|x| x.prim_type() == *p),
            // An abstract type that stays one: nothing is known of it.
            (TypeKind::Var(_) | TypeKind::Named(..), _) => true,
            _ => false,
        }
    }

    /// A type of which nothing needs to be known.
    pub(super) fn boxed_type(&self) -> TypeCode {
        TypeCode::Known(Rc::new(RtType::Boxed))
    }

    /// The element type of an array type.
    pub(super) fn element_type(&mut self, ty: &Type) -> TypeCode {
        match &*self.expand(ty) {
            TypeKind::Array(_, element) => self.type_code(element),
            _ => self.boxed_type(),
        }
    }

    /// A type in code.
    pub(super) fn type_code(&mut self, ty: &Type) -> TypeCode {
        self.typed(ty, false)
    }

    /// A type in code that is an argument: what is under `#[blank]` there may be of it.
    pub(super) fn type_argument(&mut self, ty: &Type) -> TypeCode {
        self.typed(ty, true)
    }

    /// A type in code, in which functions give blank values if those are wanted.
    fn typed(&mut self, ty: &Type, blanks: bool) -> TypeCode {
        match &**ty {
            TypeKind::Prim(p) if self.arithmetic.is_some() && p.is_float() => self.boxed(ty, blanks),
            TypeKind::Prim(p) => TypeCode::Known(Rc::new(RtType::Prim(*p))),
            TypeKind::Array(size, element) => {
                let size = self.size(size);
                let element = self.typed(element, blanks);
                match (&size, &element) {
                    (Code::Const(n), TypeCode::Known(t)) => {
                        TypeCode::Known(Rc::new(RtType::Array(n.as_i64().unwrap_or(0), t.clone())))
                    }
                    _ => TypeCode::Array(size, Box::new(element)),
                }
            }
            TypeKind::Record(fields) => {
                let fields: Vec<TypeCode> = fields.iter().map(|(_, t)| self.typed(t, blanks)).collect();
                let known: Option<Vec<Rc<RtType>>> = fields
                    .iter()
                    .map(|f| match f {
                        TypeCode::Known(t) => Some(t.clone()),
                        _ => None,
                    })
                    .collect();
                match known {
                    Some(known) => TypeCode::Known(Rc::new(RtType::Record(known))),
                    None => TypeCode::Record(fields.into()),
                }
            }
            TypeKind::Sum(constructors) => {
                let constructors: Vec<_> = constructors.iter().collect();
                match self.sum_code(&constructors) {
                    Some(sum) => self.of_argument(ty, sum, blanks),
                    None => self.boxed(ty, blanks),
                }
            }
            TypeKind::Arrow(_) => self.boxed(ty, blanks),
            TypeKind::Var(v) => match self.env.get(&v.id).cloned() {
                Some(Binding::Slot { frame, slot }) => TypeCode::Slot(self.reach(frame, slot)),
                Some(Binding::Type(t, env)) => self.within(env, |this| this.typed(&t, blanks)),
                _ => self.boxed_type(),
            },
            TypeKind::Named(name, args) => match self.unfold(name, args) {
                Some(body) => self.typed(&body, blanks),
                None => self.boxed_type(),
            },
        }
    }

    fn boxed(&mut self, ty: &Type, blanks: bool) -> TypeCode {
        let boxed = self.boxed_type();
        self.of_argument(ty, boxed, blanks)
    }

    /// The code of a type, which as an argument says how its blank value is made.
    fn of_argument(&mut self, ty: &Type, code: TypeCode, blanks: bool) -> TypeCode {
        let blank = blanks.then(|| self.function_of_blank(None, ty, Span::NONE));
        match blank.flatten() {
            Some(function) => TypeCode::Blank(Box::new((function, code))),
            None => code,
        }
    }

    /// These constructors in code, if they have sizes or may have them.
    pub(super) fn sum_code(&mut self, constructors: &[&(Name, Vec<Type>)]) -> Option<TypeCode> {
        let mut codes = Vec::with_capacity(constructors.len());
        for (name, args) in constructors {
            let args: Box<[TypeCode]> = args.iter().map(|t| self.typed(t, false)).collect();
            codes.push((super::tag(name), args));
        }
        let shows = codes
            .iter()
            .any(|(_, args)| args.iter().any(TypeCode::shows_sizes));
        shows.then(|| TypeCode::Sum(codes.into()))
    }

    /// A size in code.
    pub(super) fn size(&mut self, size: &Size) -> Code {
        match size {
            Size::Const(n) => Code::Const(Value::from(*n)),
            Size::Var(v) => self.size_variable(v),
            Size::Exp(e) => {
                let shown = self.consumable(e).and_then(|id| self.env.get(&id).cloned());
                if let Some(Binding::Slot { frame, slot }) = shown {
                    return Code::Local(self.reach(frame, slot));
                }
                let (e, end) = self.kept.keep(e.clone());
                self.kept = end;
                self.exp(e)
            }
        }
    }

    /// A size name in code; one that has no value stands only in types that are never looked at.
    pub(super) fn size_variable(&mut self, v: &VName) -> Code {
        match self.env.get(&v.id).cloned() {
            Some(Binding::Slot { frame, slot }) => Code::Local(self.reach(frame, slot)),
            Some(Binding::Size(size, env)) => self.within(env, |this| this.size(size)),
            _ => match self.top_sizes.get(&v.id).copied() {
                Some((def, k)) => Code::GlobalSize(self.constant(def), k, def.span),
                None => match self.definition(v) {
                    Some(def) if def.fun.params.is_empty() => Code::Global(self.constant(def), def.span),
                    _ => Code::Const(Value::from(0)),
                },
            },
        }
    }

    /// Slots for sizes, and how to read them off a value of this type.
    pub(super) fn size_bindings(&mut self, sizes: &[VName], ty: &Type) -> Box<[SizeBinding]> {
        sizes
            .iter()
            .map(|v| {
                let walks = self.walks(ty, v);
                SizeBinding {
                    slot: self.bind(v),
                    walks,
                }
            })
            .collect()
    }

    /// Slots for sizes that mention arrays, and how to read them off a value of this type.  Once the arrays have been
    /// consumed the sizes cannot be computed any more, but types may go on to mention them.
    pub(super) fn shown_sizes(&mut self, ty: &Type) -> Vec<SizeBinding> {
        let mut found: Vec<(Rc<Exp>, SizeWalk)> = Vec::new();
        self.walk(ty, &mut Vec::new(), 0, &mut |size, steps, dim| {
            // An element or the arguments of a constructor may be absent.
            if let (Size::Exp(e), true) = (size, steps.iter().all(|s| matches!(s, Step::Field(_)))) {
                let steps = steps.into();
                found.push((e.clone(), SizeWalk { steps, dim }));
            }
        });
        let mut bindings = Vec::new();
        for (e, walk) in found {
            let Some(id) = self.consumable(&e) else { continue };
            if self.env.contains_key(&id) {
                continue;
            }
            let (frame, slot) = (self.frames.len().saturating_sub(1), self.slot());
            self.env.insert(id, Binding::Slot { frame, slot });
            let walks = Box::new([walk]);
            bindings.push(SizeBinding { slot, walks });
        }
        bindings
    }

    /// A number for a size that depends on something that may be consumed, the same for equal expressions.
    fn consumable(&mut self, e: &Exp) -> Option<u32> {
        let mut key = String::new();
        if !self.describe_size(e, &mut key)? {
            return None;
        }
        // Names are numbered from the other end.
        let next = u32::MAX - self.size_numbers.len() as u32;
        Some(*self.size_numbers.entry(key).or_insert(next))
    }

    /// A number for a name of which the program knows nothing.
    pub(super) fn new_number(&mut self) -> u32 {
        let next = u32::MAX - self.size_numbers.len() as u32;
        // No size is described like this.
        self.size_numbers.insert(format!("= {next}"), next);
        next
    }

    /// Appends a description of the size that only equal expressions have, and says whether the size mentions a local
    /// name that is no scalar; `None` for forms that sizes do not usually have.
    pub(super) fn describe_size(&self, e: &Exp, key: &mut String) -> Option<bool> {
        use std::fmt::Write;
        let mut consumable = false;
        match &e.kind {
            ExpKind::Lit(p) => write!(key, "{p:?}").ok()?,
            ExpKind::Intrinsic(i, _) => write!(key, "{i}").ok()?,
            ExpKind::Var(name, _) => {
                consumable = !matches!(&*e.ty, TypeKind::Prim(_)) && self.definition(name).is_none();
                write!(key, "v{}", name.id).ok()?;
            }
            ExpKind::Field(record, field) => {
                consumable = self.describe_size(record, key)?;
                write!(key, ".{field}").ok()?;
            }
            ExpKind::App { fun, args, .. } => {
                key.push('(');
                consumable = self.describe_size(fun, key)?;
                for arg in args {
                    key.push(' ');
                    consumable |= self.describe_size(arg, key)?;
                }
                key.push(')');
            }
            ExpKind::Lambda(fun) if fun.section => {
                key.push('\\');
                consumable = self.describe_size(&fun.body, key)?;
                key.push(';');
            }
            ExpKind::Index(array, dims) => {
                consumable = self.describe_size(array, key)?;
                for dim in dims {
                    let DimIndex::Fix(i) = dim else { return None };
                    key.push('!');
                    consumable |= self.describe_size(i, key)?;
                }
                key.push(';');
            }
            _ => return None,
        }
        Some(consumable)
    }

    /// All places of a value of type `ty` that show the size `v`.
    pub(super) fn walks(&mut self, ty: &Type, v: &VName) -> Box<[SizeWalk]> {
        let mut found = Vec::new();
        self.walk(ty, &mut Vec::new(), 0, &mut |size, steps, dim| {
            if matches!(size, Size::Var(w) if w == v) {
                found.push(SizeWalk {
                    steps: steps.into(),
                    dim,
                });
            }
        });
        found.into()
    }

    /// All sizes of a type that can be compared with those of a value, save the names given.
    pub(super) fn size_checks(&mut self, ty: &Type, unknown: &[VName]) -> Box<[SizeCheck]> {
        let mut found = Vec::new();
        self.walk(ty, &mut Vec::new(), 0, &mut |size, steps, dim| {
            if !matches!(size, Size::Var(w) if unknown.contains(w)) {
                found.push((
                    SizeWalk {
                        steps: steps.into(),
                        dim,
                    },
                    size.clone(),
                ));
            }
        });
        found
            .into_iter()
            .map(|(walk, size)| (walk, self.size(&size)))
            .collect()
    }

    /// Visits every size of a type with the way to it; `dims` dimensions lie outside.
    pub(super) fn walk(
        &mut self,
        ty: &Type,
        steps: &mut Vec<Step>,
        dims: u32,
        visit: &mut dyn FnMut(&Size, &[Step], u32),
    ) {
        match &**ty {
            TypeKind::Array(size, element) => {
                visit(size, steps, dims);
                self.walk(element, steps, dims + 1, visit);
            }
            TypeKind::Record(fields) => {
                for (k, (_, t)) in fields.iter().enumerate() {
                    steps.push(Step::Field(k as u32));
                    self.walk(t, steps, dims, visit);
                    steps.pop();
                }
            }
            TypeKind::Sum(constructors) => {
                let outer = steps.len();
                if dims > 0 {
                    steps.push(Step::Element(dims));
                }
                for (name, args) in constructors {
                    let tag = super::tag(name);
                    for (k, t) in args.iter().enumerate() {
                        steps.push(Step::Arg(tag, k as u32));
                        self.walk(t, steps, 0, visit);
                        steps.pop();
                    }
                }
                steps.truncate(outer);
            }
            TypeKind::Named(name, args) => {
                if let Some(body) = self.unfold(name, args) {
                    self.walk(&body, steps, dims, visit);
                }
            }
            TypeKind::Prim(_) | TypeKind::Arrow(_) | TypeKind::Var(_) => {}
        }
    }

    /// A pattern; its names enter the environment.
    pub(super) fn pattern(&mut self, pat: &Pat) -> PatCode {
        match &pat.kind {
            PatKind::Wildcard => PatCode::Wild,
            PatKind::Var(name) => PatCode::Slot(self.bind(name)),
            PatKind::Record(fields) => PatCode::Record(fields.iter().map(|(_, p)| self.pattern(p)).collect()),
            PatKind::Lit(p) => PatCode::Lit(self.literal(*p)),
            PatKind::Constr(name, args) => {
                let tag = super::tag(name);
                PatCode::Constr(tag, args.iter().map(|p| self.pattern(p)).collect())
            }
        }
    }
}

/// The type with types and sizes for names.
fn substitute(ty: &Type, types: &FxHashMap<u32, Type>, sizes: &FxHashMap<u32, Size>) -> Type {
    let size = |s: &Size| substitute_size(s, sizes);
    match &**ty {
        TypeKind::Prim(_) => ty.clone(),
        TypeKind::Array(s, t) => Rc::new(TypeKind::Array(size(s), substitute(t, types, sizes))),
        TypeKind::Record(fields) => Rc::new(TypeKind::Record(
            fields
                .iter()
                .map(|(f, t)| (f.clone(), substitute(t, types, sizes)))
                .collect(),
        )),
        TypeKind::Sum(constructors) => Rc::new(TypeKind::Sum(
            constructors
                .iter()
                .map(|(c, ts)| {
                    (
                        c.clone(),
                        ts.iter().map(|t| substitute(t, types, sizes)).collect(),
                    )
                })
                .collect(),
        )),
        TypeKind::Arrow(a) => Rc::new(TypeKind::Arrow(Arrow {
            param_name: a.param_name.clone(),
            param: substitute(&a.param, types, sizes),
            param_stars: a.param_stars.clone(),
            ret: RetType {
                exts: a.ret.exts.clone(),
                ty: substitute(&a.ret.ty, types, sizes),
                stars: a.ret.stars.clone(),
            },
        })),
        TypeKind::Var(v) => types.get(&v.id).cloned().unwrap_or_else(|| ty.clone()),
        TypeKind::Named(name, args) => Rc::new(TypeKind::Named(
            name.clone(),
            args.iter()
                .map(|arg| match arg {
                    TypeArg::Size(s) => TypeArg::Size(size(s)),
                    TypeArg::Type(t) => TypeArg::Type(substitute(t, types, sizes)),
                })
                .collect(),
        )),
    }
}

fn substitute_size(size: &Size, sizes: &FxHashMap<u32, Size>) -> Size {
    match size {
        Size::Var(v) => sizes.get(&v.id).cloned().unwrap_or_else(|| size.clone()),
        // Expressions over parameters of an abbreviation are rebuilt with the arguments in place.
        Size::Exp(e) => Size::Exp(substitute_exp(e, sizes)),
        Size::Const(_) => size.clone(),
    }
}

/// A size expression with sizes for names.
fn substitute_exp(e: &Rc<Exp>, sizes: &FxHashMap<u32, Size>) -> Rc<Exp> {
    Rc::new(replace(e, sizes))
}

fn replace(e: &Exp, sizes: &FxHashMap<u32, Size>) -> Exp {
    let kind = match &e.kind {
        ExpKind::Var(name, _) => match sizes.get(&name.id) {
            Some(Size::Const(n)) => ExpKind::Lit(PrimValue::I64(*n)),
            Some(Size::Var(v)) => ExpKind::Var(v.clone(), Instance::default()),
            Some(Size::Exp(other)) => return (**other).clone(),
            None => e.kind.clone(),
        },
        ExpKind::App { fun, args, infix } => ExpKind::App {
            fun: fun.clone(),
            args: args.iter().map(|a| replace(a, sizes)).collect(),
            infix: *infix,
        },
        other => other.clone(),
    };
    Exp { kind, ..e.clone() }
}
