//! Expressions: an arm each.

use super::{Arg, Binding, DEEP, Resolver, new_function};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::{RtType, Value};
use crate::futhark::rule::rule_of;
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::tree::{self, Exp, ExpKind, Fun, Instance, Type, VName};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use elder_syntax::{Name, Span};
use std::cell::OnceCell;
use std::rc::Rc;

impl<'p> Resolver<'p> {
    /// The code of an expression.
    pub(super) fn exp(&mut self, e: &'p Exp) -> Code {
        self.nesting += 1;
        let deep = self.nesting.is_multiple_of(DEEP);
        let code = if deep {
            elder_syntax::stack::deep(256 * 1024, 4 * 1024 * 1024, || self.exp_here(e))
        } else {
            self.exp_here(e)
        };
        self.nesting -= 1;
        if deep { Code::Deep(Box::new(code)) } else { code }
    }

    pub(super) fn exp_here(&mut self, e: &'p Exp) -> Code {
        let mut code = self.kind(e);
        if self.observe {
            code = Code::Observed(Box::new(Observed {
                rule: rule_of(&e.kind),
                span: e.span,
                code,
            }));
        }
        if e.sizes.is_empty() {
            return code;
        }
        let bindings = self.size_bindings(&e.sizes, &e.ty);
        Code::Sized(Box::new((code, bindings)))
    }

    pub(super) fn exps(&mut self, es: &'p [Exp]) -> Box<[Code]> {
        es.iter().map(|e| self.exp(e)).collect()
    }

    pub(super) fn kind(&mut self, e: &'p Exp) -> Code {
        match &e.kind {
            ExpKind::Lit(p) => Code::Const(self.literal(*p)),
            ExpKind::String(bytes) => {
                let elements = bytes.iter().map(|b| Code::Const(Value::U8(*b)));
                let ty = TypeCode::Known(Rc::new(RtType::Prim(PrimType::U8)));
                Code::Array(elements.collect(), Box::new(ty), e.span)
            }
            ExpKind::Var(name, instance) => self.variable(name, instance, e),
            ExpKind::Intrinsic(..) => self.apply(e, Vec::new(), false, e.span),
            ExpKind::Record(fields) => {
                let order = self.field_names(&e.ty);
                let fields = fields
                    .iter()
                    .enumerate()
                    .map(|(k, (name, field))| {
                        let place = order.iter().position(|f| f == name).unwrap_or(k) as u32;
                        (place, self.exp(field))
                    })
                    .collect();
                Code::Record(fields)
            }
            ExpKind::Field(record, name) => {
                let code = self.exp(record);
                Code::Field(self.field(&record.ty, name), Box::new(code))
            }
            ExpKind::RecordUpdate(record, path, value) => {
                let mut ty = record.ty.clone();
                let mut numbers = Vec::new();
                for name in path {
                    numbers.push(self.field(&ty, name));
                    ty = self.field_type(&ty, name);
                }
                let pair = (self.exp(record), self.exp(value));
                Code::RecordUpdate(Box::new(pair), numbers.into())
            }
            ExpKind::Array(elements) => {
                let codes = self.exps(elements);
                let ty = if elements.is_empty() {
                    self.element_type(&e.ty)
                } else {
                    self.boxed_type()
                };
                Code::Array(codes, Box::new(ty), e.span)
            }
            ExpKind::Range(range) => Code::Range(Box::new(RangeCode {
                start: self.exp(&range.start),
                second: range.second.as_ref().map(|s| self.exp(s)),
                end: range.end,
                bound: self.exp(&range.bound),
                prim: self.prim(&range.start.ty).unwrap_or(PrimType::I64),
                span: e.span,
            })),
            ExpKind::Index(array, dims) => Code::Index(Box::new(self.index(array, dims, e.span))),
            ExpKind::Update(array, dims, value) => {
                let index = self.place(array, dims, e.span);
                Code::Update(Box::new(index), Box::new(self.exp(value)))
            }
            ExpKind::UpdatePath(target, steps, value) => {
                let mut ty = target.ty.clone();
                let target = self.exp(target);
                let mut codes = Vec::with_capacity(steps.len());
                for step in steps {
                    codes.push(match step {
                        tree::UpdateStep::Field(name) => {
                            let place = self.field(&ty, name);
                            ty = self.field_type(&ty, name);
                            StepCode::Field(place)
                        }
                        tree::UpdateStep::Index(dims) => {
                            for _ in dims {
                                if let tree::TypeKind::Array(_, element) = &*self.expand(&ty) {
                                    ty = element.clone();
                                }
                            }
                            StepCode::Index(self.dims(dims))
                        }
                    });
                }
                Code::UpdatePath(Box::new((target, codes.into(), self.exp(value))), e.span)
            }
            ExpKind::Constr(name, args) => {
                let args = self.exps(args);
                self.constructor(name, args, &e.ty)
            }
            ExpKind::App { fun, args, infix } => {
                let args = args.iter().map(Arg::Exp).collect();
                self.apply(fun, args, *infix, e.span)
            }
            ExpKind::And(a, b) => Code::And(Box::new((self.exp(a), self.exp(b)))),
            ExpKind::Or(a, b) => Code::Or(Box::new((self.exp(a), self.exp(b)))),
            ExpKind::Lambda(fun) => {
                let function = self.local_function(Name::new_inline("lambda"), fun);
                Code::Closure(function)
            }
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => {
                let bound = self.exp(bound);
                let mut sizes = self.size_bindings(sizes, &pat.ty).into_vec();
                let outside = self.env.clone();
                let shown = self.shown_sizes(&pat.ty);
                let shows = !shown.is_empty();
                sizes.extend(shown);
                let pat = self.pattern(pat);
                let body = self.exp(body);
                if shows {
                    // What the value shows is known in the body only.
                    self.env = outside;
                }
                Code::Let(Box::new(LetCode {
                    pat,
                    bound,
                    sizes: sizes.into(),
                    body,
                }))
            }
            ExpKind::LetFun(name, fun, body) => {
                let function = self.local_function(name.name.clone(), fun);
                let slot = self.slot();
                let env = self.env.clone();
                let frame = self.frames.len().saturating_sub(1);
                self.env.insert(
                    name.id,
                    Binding::Local {
                        frame,
                        slot,
                        function: function.clone(),
                        fun,
                        env,
                    },
                );
                let body = self.exp(body);
                Code::Let(Box::new(LetCode {
                    pat: PatCode::Slot(slot),
                    bound: Code::Closure(function),
                    sizes: Box::default(),
                    body,
                }))
            }
            ExpKind::If(c, t, f) => Code::If(Box::new((self.exp(c), self.exp(t), self.exp(f)))),
            ExpKind::Match(scrutinee, cases) => {
                let scrutinee = self.exp(scrutinee);
                let cases = cases
                    .iter()
                    .map(|(pat, body)| {
                        let pat = self.pattern(pat);
                        (pat, self.exp(body))
                    })
                    .collect();
                Code::Match(Box::new((scrutinee, cases, e.span)))
            }
            ExpKind::Loop(l) => self.loop_code(l, e.span),
            ExpKind::Coerce(inner, what) => self.coercion(inner, &e.ty, &e.sizes, (*what, e.span)),
            ExpKind::Attr(attribute, inner) => self.attributed(attribute, inner, e),
            ExpKind::Assert(_, body) if self.unchecked => self.exp(body),
            ExpKind::Assert(c, body) => Code::Assert(Box::new((self.exp(c), self.exp(body))), e.span),
            ExpKind::Hole => Code::Hole(e.span),
        }
    }

    /// A constructor of this type.
    pub(super) fn constructor(&mut self, name: &Name, args: Box<[Code]>, ty: &Type) -> Code {
        let tag = super::tag(name);
        let others = match &*self.head(ty) {
            tree::TypeKind::Sum(constructors) => {
                let others: Vec<_> = constructors.iter().filter(|(other, _)| other != name).collect();
                self.sum_code(&others)
            }
            _ => None,
        };
        Code::Constr(Box::new(ConstrCode {
            name: name.clone(),
            tag,
            args,
            others,
        }))
    }

    pub(super) fn loop_code(&mut self, l: &'p tree::Loop, span: Span) -> Code {
        let init = self.exp(&l.init);
        let form = match &l.form {
            tree::LoopForm::For(name, bound) => {
                let prim = self.prim(&bound.ty).unwrap_or(PrimType::I64);
                let bound = self.exp(bound);
                LoopForm::For(self.bind(name), prim, bound)
            }
            tree::LoopForm::ForIn(pat, array) => {
                let array = self.exp(array);
                let slot = self.slot();
                LoopForm::ForIn(self.pattern(pat), array, slot)
            }
            // The condition sees the parameter.
            tree::LoopForm::While(_) => LoopForm::While(Code::Hole(span)),
        };
        let sizes = self.size_bindings(&l.sizes, &l.pat.ty);
        let pat = self.pattern(&l.pat);
        let mut within = Vec::new();
        let (pat, result) = self.whole(pat, &mut within);
        let form = match &l.form {
            tree::LoopForm::While(condition) => LoopForm::While(taken_apart(&within, self.exp(condition))),
            _ => form,
        };
        let body = taken_apart(&within, self.exp(&l.body));
        Code::Loop(Box::new(LoopCode {
            pat,
            sizes,
            init,
            form,
            body,
            result,
            span,
            kernel: OnceCell::new(),
        }))
    }

    /// Makes a pattern bind everything, and gives the code that puts the value together again.  A sum is bound as it is; `within` is
    /// what is to be taken apart of it.
    fn whole(&mut self, pat: PatCode, within: &mut Vec<(Slot, PatCode)>) -> (PatCode, Code) {
        match pat {
            PatCode::Record(parts) => {
                let (parts, codes): (Vec<PatCode>, Vec<Code>) = parts
                    .into_vec()
                    .into_iter()
                    .map(|p| self.whole(p, within))
                    .unzip();
                let codes = codes
                    .into_iter()
                    .enumerate()
                    .map(|(k, c)| (k as u32, c))
                    .collect();
                (PatCode::Record(parts.into()), Code::Record(codes))
            }
            PatCode::Slot(slot) => (PatCode::Slot(slot), Code::Local(slot)),
            PatCode::Wild | PatCode::Lit(_) => {
                let slot = self.slot();
                (PatCode::Slot(slot), Code::Local(slot))
            }
            PatCode::Constr(..) => {
                let slot = self.slot();
                within.push((slot, pat));
                (PatCode::Slot(slot), Code::Local(slot))
            }
        }
    }

    pub(super) fn index(&mut self, array: &'p Exp, dims: &'p [tree::DimIndex], span: Span) -> IndexCode {
        // `a[i][j]` is `a[i, j]`, without the row between; but `i` out of bounds comes before an error in `j`.
        if let ExpKind::Index(inner, first) = &array.kind
            && array.sizes.is_empty()
            && !self.observe
            && dims
                .iter()
                .all(|d| matches!(d, tree::DimIndex::Fix(j) if self.always_has_a_value(j)))
            && first.iter().all(|d| matches!(d, tree::DimIndex::Fix(_)))
        {
            let mut index = self.index(inner, first, span);
            let mut all = std::mem::take(&mut index.dims).into_vec();
            all.extend(self.dims(dims).into_vec());
            index.dims = all.into();
            return index;
        }
        self.place(array, dims, span)
    }

    /// Whether it is plain that an expression has a value: names and numbers, and operators that are defined everywhere.
    pub(super) fn always_has_a_value(&self, e: &Exp) -> bool {
        match &e.kind {
            ExpKind::Lit(_) => true,
            // A constant may be evaluated for the first time here.
            ExpKind::Var(name, _) => self.definition(name).is_none(),
            ExpKind::App { fun, args, .. } => {
                let total = match &fun.kind {
                    ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Bin(op, _)), _) => {
                        matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max)
                    }
                    ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Convert(..)), _) => true,
                    _ => false,
                };
                total && args.iter().all(|arg| self.always_has_a_value(arg))
            }
            _ => false,
        }
    }

    /// A place in just this array, which an update gives back whole.
    pub(super) fn place(&mut self, array: &'p Exp, dims: &'p [tree::DimIndex], span: Span) -> IndexCode {
        let array = self.exp(array);
        IndexCode {
            array,
            dims: self.dims(dims),
            span,
        }
    }

    pub(super) fn dims(&mut self, dims: &'p [tree::DimIndex]) -> Box<[DimCode]> {
        dims.iter()
            .map(|dim| match dim {
                tree::DimIndex::Fix(i) => DimCode::Fix(self.subscript(i)),
                tree::DimIndex::Slice(a, b, s) => DimCode::Slice(
                    a.as_ref().map(|x| self.exp(x)),
                    b.as_ref().map(|x| self.exp(x)),
                    s.as_ref().map(|x| self.exp(x)),
                ),
            })
            .collect()
    }

    /// An index as an `i64`.
    pub(super) fn subscript(&mut self, e: &'p Exp) -> Code {
        let code = self.exp(e);
        match self.prim(&e.ty) {
            Some(PrimType::I64) | None => code,
            Some(t) => Code::Convert(t, PrimType::I64, Box::new(code)),
        }
    }

    /// A function in the frame of another.
    pub(super) fn local_function(&mut self, name: Name, fun: &'p Fun) -> Rc<Function> {
        let function = new_function(name, fun);
        let env = self.env.clone();
        self.body(&function, fun);
        self.env = env;
        function
    }

    /// A use of a name that is not applied.
    pub(super) fn variable(&mut self, name: &'p VName, instance: &'p Instance, e: &'p Exp) -> Code {
        match self.env.get(&name.id).cloned() {
            Some(Binding::Slot { frame, slot }) => Code::Local(self.reach(frame, slot)),
            Some(Binding::Size(size, env)) => self.within(env, |this| this.size(size)),
            Some(Binding::Local { .. } | Binding::Known(_)) => self.apply(e, Vec::new(), false, e.span),
            Some(Binding::Type(..)) => Code::Hole(e.span),
            None => match self.definition(name) {
                Some(def)
                    if def.fun.params.is_empty()
                        && instance.sizes.is_empty()
                        && instance.types.is_empty() =>
                {
                    Code::Global(self.constant(def), e.span)
                }
                Some(_) => self.apply(e, Vec::new(), false, e.span),
                None => self.size_variable(name),
            },
        }
    }
}

/// Code in which these values are taken apart.
fn taken_apart(values: &[(Slot, PatCode)], code: Code) -> Code {
    values.iter().fold(code, |body, (slot, pat)| {
        Code::Let(Box::new(LetCode {
            pat: pat.clone(),
            bound: Code::Local(*slot),
            sizes: Box::default(),
            body,
        }))
    })
}
