//! Expressions in a copy, in the order in which they are evaluated: so it is seen what a size is bound by.

use super::{Copies, Scope};
use elder_futhark::check::traverse::deep;
use elder_futhark::tree::{DimIndex, Exp, ExpKind, Fun, Instance, Range, UpdateStep, VName};
use elder_syntax::Name;
use elder_syntax::attribute::Attributes;
use std::rc::Rc;

impl Copies<'_> {
    /// An expression.  Sizes of its type that nothing bound yet are read off its value.
    pub(super) fn exp(&mut self, scope: &mut Scope, e: &Exp) -> Exp {
        deep(|| {
            let kind = match &e.kind {
                ExpKind::LetFun(name, fun, body) => {
                    let made = self.local(scope, name, fun, body);
                    if e.sizes.is_empty() {
                        let attributes = made.attributes.and(&e.attributes);
                        return Exp { attributes, ..made };
                    }
                    made.kind
                }
                kind => self.kind(scope, kind),
            };
            let mut sizes = self.bind_all(scope, &e.sizes);
            // What sizes within the expression left open is not in its value.
            let within = scope.open.len();
            let ty = self.ty(scope, &e.ty);
            sizes.extend(scope.open.drain(within..));
            Exp {
                kind,
                ty,
                sizes,
                span: e.span,
                attributes: e.attributes.clone(),
            }
        })
    }

    fn boxed(&mut self, scope: &mut Scope, e: &Exp) -> Box<Exp> {
        Box::new(self.exp(scope, e))
    }

    fn exps(&mut self, scope: &mut Scope, es: &[Exp]) -> Vec<Exp> {
        es.iter().map(|e| self.exp(scope, e)).collect()
    }

    /// An expression that is perhaps not evaluated: what it binds is not known behind it.
    fn branch(&mut self, scope: &mut Scope, e: &Exp) -> Box<Exp> {
        let mark = scope.trail.len();
        let branch = self.boxed(scope, e);
        scope.leave(mark);
        branch
    }

    fn kind(&mut self, scope: &mut Scope, kind: &ExpKind) -> ExpKind {
        match kind {
            ExpKind::Lit(_) | ExpKind::String(_) | ExpKind::Hole => kind.clone(),
            ExpKind::Var(name, instance) => {
                let (name, instance) = self.instance(scope, name, instance);
                ExpKind::Var(name, instance)
            }
            ExpKind::Intrinsic(intrinsic, instance) => {
                let sizes = self.sizes(scope, &instance.sizes);
                let types = instance.types.iter().map(|t| self.ty(scope, t)).collect();
                ExpKind::Intrinsic(*intrinsic, Instance { sizes, types })
            }
            ExpKind::Record(fields) => {
                let fields = fields.iter();
                ExpKind::Record(fields.map(|(f, e)| (f.clone(), self.exp(scope, e))).collect())
            }
            ExpKind::Field(e, name) => ExpKind::Field(self.boxed(scope, e), name.clone()),
            ExpKind::RecordUpdate(record, path, value) => {
                let value = self.boxed(scope, value);
                ExpKind::RecordUpdate(self.boxed(scope, record), path.clone(), value)
            }
            ExpKind::Array(elements) => ExpKind::Array(self.exps(scope, elements)),
            ExpKind::Range(range) => ExpKind::Range(Box::new(Range {
                start: self.exp(scope, &range.start),
                second: range.second.as_ref().map(|e| self.exp(scope, e)),
                end: range.end,
                bound: self.exp(scope, &range.bound),
            })),
            ExpKind::Index(array, dims) => {
                let array = self.boxed(scope, array);
                ExpKind::Index(array, self.dims(scope, dims))
            }
            ExpKind::Update(array, dims, value) => {
                let dims = self.dims(scope, dims);
                let value = self.boxed(scope, value);
                ExpKind::Update(self.boxed(scope, array), dims, value)
            }
            ExpKind::UpdatePath(target, steps, value) => {
                let mut path = Vec::with_capacity(steps.len());
                for step in steps {
                    path.push(match step {
                        UpdateStep::Field(name) => UpdateStep::Field(Name::clone(name)),
                        UpdateStep::Index(dims) => UpdateStep::Index(self.dims(scope, dims)),
                    });
                }
                let value = self.boxed(scope, value);
                ExpKind::UpdatePath(self.boxed(scope, target), path, value)
            }
            ExpKind::Constr(name, args) => ExpKind::Constr(name.clone(), self.exps(scope, args)),
            ExpKind::App { fun, args, infix } => {
                // FUT-E-ORDER
                let args = if *infix {
                    self.exps(scope, args)
                } else {
                    let mut args: Vec<Exp> = args.iter().rev().map(|e| self.exp(scope, e)).collect();
                    args.reverse();
                    args
                };
                ExpKind::App {
                    fun: self.boxed(scope, fun),
                    args,
                    infix: *infix,
                }
            }
            ExpKind::And(a, b) => {
                let a = self.boxed(scope, a);
                ExpKind::And(a, self.branch(scope, b))
            }
            ExpKind::Or(a, b) => {
                let a = self.boxed(scope, a);
                ExpKind::Or(a, self.branch(scope, b))
            }
            ExpKind::Lambda(fun) => {
                let mark = scope.trail.len();
                let fun = self.fun(scope, fun, &[], Vec::new());
                scope.leave(mark);
                ExpKind::Lambda(Rc::new(fun))
            }
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => {
                let bound = self.boxed(scope, bound);
                let mut sizes = self.bind_all(scope, sizes);
                let (open, held) = (scope.open.len(), scope.held.len());
                sizes.extend(self.name_held(scope, &pat.ty));
                let pat = self.pat(scope, pat);
                sizes.extend(scope.open.drain(open..));
                let body = self.boxed(scope, body);
                scope.held.truncate(held);
                ExpKind::Let {
                    sizes,
                    pat,
                    bound,
                    body,
                }
            }
            ExpKind::LetFun(name, fun, body) => self.local(scope, name, fun, body).kind,
            ExpKind::If(condition, yes, no) => {
                let condition = self.boxed(scope, condition);
                let yes = self.branch(scope, yes);
                ExpKind::If(condition, yes, self.branch(scope, no))
            }
            ExpKind::Match(scrutinee, cases) => {
                let scrutinee = self.boxed(scope, scrutinee);
                let mut copied = Vec::with_capacity(cases.len());
                for (pat, body) in cases {
                    let mark = scope.trail.len();
                    let pat = self.pat(scope, pat);
                    copied.push((pat, self.exp(scope, body)));
                    scope.leave(mark);
                }
                ExpKind::Match(scrutinee, copied)
            }
            ExpKind::Loop(l) => ExpKind::Loop(Box::new(self.looped(scope, l))),
            ExpKind::Coerce(e, what) => ExpKind::Coerce(self.boxed(scope, e), *what),
            ExpKind::Assert(condition, e) => {
                let condition = self.boxed(scope, condition);
                ExpKind::Assert(condition, self.boxed(scope, e))
            }
            ExpKind::Attr(attribute, e) => ExpKind::Attr(attribute.clone(), self.boxed(scope, e)),
        }
    }

    fn dims(&mut self, scope: &mut Scope, dims: &[DimIndex]) -> Vec<DimIndex> {
        let mut copied = Vec::with_capacity(dims.len());
        for dim in dims {
            let mut part = |e: &Option<Exp>| e.as_ref().map(|e| self.exp(scope, e));
            copied.push(match dim {
                DimIndex::Slice(start, end, stride) => DimIndex::Slice(part(start), part(end), part(stride)),
                DimIndex::Fix(e) => DimIndex::Fix(self.exp(scope, e)),
            });
        }
        copied
    }

    /// FUT-MO-LOCAL: the copies of a local function that its scope wants, where it stood.
    fn local(&mut self, scope: &mut Scope, name: &VName, fun: &Fun, body: &Exp) -> Exp {
        let outer = scope.locals.insert(name.id, Vec::new());
        let mark = scope.trail.len();
        let body = self.exp(scope, body);
        // The function does not see what its scope binds.
        let behind = scope.leave(mark);
        let wanted = scope.locals.remove(&name.id).unwrap_or_default();
        if let Some(outer) = outer {
            scope.locals.insert(name.id, outer);
        }
        let mut copies = Vec::with_capacity(wanted.len());
        for local in wanted {
            let own = self.fun(scope, fun, &local.types, local.sizes);
            scope.leave(mark);
            copies.push((local.name, Rc::new(own)));
        }
        scope.again(behind);
        let around = |rest: Exp, (name, fun): (VName, Rc<Fun>)| Exp {
            ty: rest.ty.clone(),
            sizes: Vec::new(),
            span: rest.span,
            kind: ExpKind::LetFun(name, fun, Box::new(rest)),
            attributes: Attributes::NONE,
        };
        copies.into_iter().rev().fold(body, around)
    }
}
