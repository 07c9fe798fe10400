//! Expressions of trees, as syntax.

use super::{Names, ident, path};
use crate::ast::{self, Attr, AttrKind, ExpKind as Syntax, Literal};
use crate::check::display::operator_text;
use crate::intrinsics::Intrinsic;
use crate::tree::walk::deep;
use crate::tree::{
    Attribute, Coerced, DimIndex, Exp, ExpKind, Fun, Loop, LoopForm, Stars, TypeKind, UpdateStep, is_tuple,
};
use elder_syntax::prim::real::Real;
use elder_syntax::prim::{PrimFn, PrimValue, UnOp};
use elder_syntax::{Name, Span};

fn syntax(kind: Syntax) -> ast::Exp {
    ast::Exp {
        kind,
        span: Span::NONE,
    }
}

/// A value with its type.
pub(super) fn literal(value: PrimValue) -> Literal {
    let ty = Some(value.prim_type());
    match value {
        PrimValue::Bool(b) => Literal::Bool(b),
        PrimValue::I8(x) => Literal::Int(x.into(), ty),
        PrimValue::I16(x) => Literal::Int(x.into(), ty),
        PrimValue::I32(x) => Literal::Int(x.into(), ty),
        PrimValue::I64(x) => Literal::Int(x.into(), ty),
        PrimValue::U8(x) => Literal::Int(x.into(), ty),
        PrimValue::U16(x) => Literal::Int(x.into(), ty),
        PrimValue::U32(x) => Literal::Int(x.into(), ty),
        PrimValue::U64(x) => Literal::Int(x.into(), ty),
        PrimValue::F16(x) => Literal::Float(Real::of(x.to_f64()), ty),
        PrimValue::F32(x) => Literal::Float(Real::of(x.into()), ty),
        PrimValue::F64(x) => Literal::Float(Real::of(x), ty),
    }
}

/// A literal as an expression, where a sign is an operator.
fn number(literal: Literal) -> Syntax {
    let negated = match literal {
        Literal::Int(x, ty) if x < 0 => Literal::Int(-x, ty),
        Literal::Float(x, ty) if x.double().is_sign_negative() && !x.double().is_nan() => {
            Literal::Float(-x, ty)
        }
        positive => return Syntax::Lit(positive),
    };
    Syntax::Negate(Box::new(syntax(Syntax::Lit(negated))))
}

/// The sign of an intrinsic that is written between its operands.
fn sign(intrinsic: Intrinsic) -> Option<&'static str> {
    match intrinsic {
        Intrinsic::Prim(PrimFn::Bin(op, _)) => operator_text(op),
        Intrinsic::Eq => Some("=="),
        Intrinsic::Ne => Some("!="),
        _ => None,
    }
}

fn intrinsic(of: Intrinsic) -> Syntax {
    match (of, sign(of)) {
        (_, Some(sign)) => Syntax::Var(path(&[], Name::new_static(sign))),
        (Intrinsic::Prim(PrimFn::Un(UnOp::Not, _)), _) => Syntax::Var(path(&[], Name::new_static("!"))),
        (of, None) => Syntax::Var(path(&["intrinsics"], Name::from(of.to_string()))),
    }
}

impl Names {
    /// An expression.
    pub(super) fn exp(&mut self, e: &Exp) -> ast::Exp {
        let plain = deep(|| ast::Exp {
            kind: self.form(e),
            span: e.span,
        });
        e.attributes.iter().fold(plain, |inner, asked| ast::Exp {
            kind: Syntax::Attr(Attr::saying(asked), Box::new(inner)),
            span: e.span,
        })
    }

    fn boxed(&mut self, e: &Exp) -> Box<ast::Exp> {
        Box::new(self.exp(e))
    }

    fn exps(&mut self, es: &[Exp]) -> Vec<ast::Exp> {
        es.iter().map(|e| self.exp(e)).collect()
    }

    fn form(&mut self, e: &Exp) -> Syntax {
        match &e.kind {
            ExpKind::Lit(value) => number(literal(*value)),
            ExpKind::String(bytes) => Syntax::Lit(Literal::String(bytes.to_vec())),
            ExpKind::Var(name, _) => Syntax::Var(self.path(name)),
            ExpKind::Intrinsic(of, _) => intrinsic(*of),
            ExpKind::Record(fields) if is_tuple(fields) => {
                Syntax::Tuple(fields.iter().map(|(_, e)| self.exp(e)).collect())
            }
            ExpKind::Record(fields) => {
                let field = |(name, e): &(Name, Exp)| ast::RecordField {
                    name: ident(name.clone()),
                    value: Some(self.exp(e)),
                };
                Syntax::Record(fields.iter().map(field).collect())
            }
            ExpKind::Field(e, name) => Syntax::Field(self.boxed(e), ident(name.clone())),
            ExpKind::RecordUpdate(e, fields, value) => {
                let fields = fields.iter().cloned().map(ident).collect();
                Syntax::RecordUpdate(self.boxed(e), fields, self.boxed(value))
            }
            ExpKind::Array(es) if es.is_empty() => {
                let ty = self.ty(&e.ty, &Stars::None);
                Syntax::Ascribe(Box::new(syntax(Syntax::Array(Vec::new()))), Box::new(ty))
            }
            ExpKind::Array(es) => Syntax::Array(self.exps(es)),
            ExpKind::Range(range) => Syntax::Range {
                start: self.boxed(&range.start),
                second: range.second.as_ref().map(|e| self.boxed(e)),
                end: range.end,
                bound: self.boxed(&range.bound),
            },
            ExpKind::Index(array, dims) => Syntax::Index(self.boxed(array), self.dims(dims)),
            ExpKind::Update(array, dims, value) => {
                Syntax::Update(self.boxed(array), self.dims(dims), self.boxed(value))
            }
            ExpKind::UpdatePath(target, steps, value) => {
                let step = |step: &UpdateStep| match step {
                    UpdateStep::Field(name) => ast::UpdateStep::Field(ident(name.clone())),
                    UpdateStep::Index(dims) => ast::UpdateStep::Index(self.dims(dims)),
                };
                let steps = steps.iter().map(step).collect();
                Syntax::UpdatePath(self.boxed(target), steps, self.boxed(value))
            }
            ExpKind::Constr(name, args) => Syntax::Constr(ident(name.clone()), self.exps(args)),
            ExpKind::App { fun, args, infix } => self.application(fun, args, *infix),
            ExpKind::And(a, b) => self.infix("&&", a, b),
            ExpKind::Or(a, b) => self.infix("||", a, b),
            ExpKind::Lambda(fun) => {
                let params = fun.params.iter().map(|param| self.param(param)).collect();
                Syntax::Lambda(params, None, self.boxed(&fun.body))
            }
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => {
                let pattern = match sizes.is_empty() {
                    true => self.pattern(pat),
                    false => self.typed(pat, &Stars::None),
                };
                let sizes = self.idents(sizes);
                Syntax::Let(sizes, Box::new(pattern), self.boxed(bound), self.boxed(body))
            }
            ExpKind::LetFun(name, fun, body) => {
                let local = self.local(name, fun);
                Syntax::LetFun(Box::new(local), self.boxed(body))
            }
            ExpKind::If(c, a, b) => Syntax::If(self.boxed(c), self.boxed(a), self.boxed(b)),
            ExpKind::Match(scrutinee, cases) => {
                let scrutinee = self.boxed(scrutinee);
                let mut shown = Vec::with_capacity(cases.len());
                for (pat, body) in cases {
                    shown.push(ast::Case {
                        pat: self.pattern(pat),
                        body: self.exp(body),
                        span: pat.span,
                    });
                }
                Syntax::Match(scrutinee, shown)
            }
            ExpKind::Loop(l) => Syntax::Loop(Box::new(self.looped(l))),
            ExpKind::Coerce(inner, what) => {
                let ty = self.ty(&e.ty, &Stars::None);
                let coercion = Syntax::Coerce(self.boxed(inner), Box::new(ty));
                match what {
                    Coerced::Value => coercion,
                    Coerced::Argument => blamed("argument", coercion),
                    Coerced::Result => blamed("result", coercion),
                }
            }
            ExpKind::Assert(c, e) => Syntax::Assert(self.boxed(c), self.boxed(e)),
            ExpKind::Attr(attribute, e) => Syntax::Attr(attr(attribute), self.boxed(e)),
            ExpKind::Hole => Syntax::Hole,
        }
    }

    fn infix(&mut self, sign: &'static str, a: &Exp, b: &Exp) -> Syntax {
        Syntax::BinOp(path(&[], Name::new_static(sign)), self.boxed(a), self.boxed(b))
    }

    fn application(&mut self, fun: &Exp, args: &[Exp], infix: bool) -> Syntax {
        match (&fun.kind, args) {
            (ExpKind::Intrinsic(of, _), [a, b]) if infix && sign(*of).is_some() => {
                self.infix(sign(*of).unwrap_or_default(), a, b)
            }
            (ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Un(UnOp::Neg, _)), _), [a]) => {
                Syntax::Negate(self.boxed(a))
            }
            _ => {
                let applied = |f: ast::Exp, arg| syntax(Syntax::Apply(Box::new(f), Box::new(arg)));
                let head = self.exp(fun);
                self.exps(args).into_iter().fold(head, applied).kind
            }
        }
    }

    fn local(&mut self, name: &crate::tree::VName, fun: &Fun) -> ast::LetFun {
        ast::LetFun {
            name: self.ident(name),
            type_params: self.type_params(fun),
            params: fun.params.iter().map(|param| self.param(param)).collect(),
            ret: Some(self.ret(&fun.ret)),
            body: self.exp(&fun.body),
        }
    }

    fn looped(&mut self, l: &Loop) -> ast::Loop {
        let init = self.exp(&l.init);
        // Its type says nothing that the initial value does not, unless sizes change.
        let is_plain = l.sizes.is_empty() && !l.stars.any() && !matches!(&*l.pat.ty, TypeKind::Array(..));
        let pat = match is_plain {
            true => self.pattern(&l.pat),
            false => self.typed(&l.pat, &l.stars),
        };
        let sizes = self.idents(&l.sizes);
        let form = match &l.form {
            LoopForm::For(name, bound) => ast::LoopForm::For(self.ident(name), self.exp(bound)),
            LoopForm::ForIn(pat, array) => ast::LoopForm::ForIn(self.pattern(pat), self.exp(array)),
            LoopForm::While(condition) => ast::LoopForm::While(self.exp(condition)),
        };
        ast::Loop {
            sizes,
            pat,
            init: Some(init),
            form,
            body: self.exp(&l.body),
        }
    }

    fn dims(&mut self, dims: &[DimIndex]) -> Vec<ast::DimIndex> {
        let mut shown = Vec::with_capacity(dims.len());
        for dim in dims {
            shown.push(match dim {
                DimIndex::Fix(e) => ast::DimIndex::Fix(self.exp(e)),
                DimIndex::Slice(start, end, stride) => ast::DimIndex::Slice {
                    start: start.as_ref().map(|e| self.exp(e)),
                    end: end.as_ref().map(|e| self.exp(e)),
                    stride: stride.as_ref().map(|e| self.exp(e)),
                    span: Span::NONE,
                },
            });
        }
        shown
    }
}

/// A coercion of what a function takes or gives: no text that programmers write says so, hence an attribute.
fn blamed(whom: &'static str, coercion: Syntax) -> Syntax {
    let attr = Attr {
        kind: AttrKind::Atom(Name::new_static(whom)),
        span: Span::NONE,
    };
    Syntax::Attr(attr, Box::new(syntax(coercion)))
}

fn attr(attribute: &Attribute) -> Attr {
    let atom = |name: &str| AttrKind::Atom(Name::from(name));
    let kind = match attribute {
        Attribute::Blank => atom("blank"),
        Attribute::Scratch => atom("scratch"),
        Attribute::Unsafe => atom("unsafe"),
        Attribute::Param(name) => {
            let inner = Attr {
                kind: AttrKind::Atom(name.clone()),
                span: Span::NONE,
            };
            AttrKind::Compound(Name::new_static("param"), vec![inner])
        }
    };
    Attr {
        kind,
        span: Span::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_syntax::prim::PrimType;

    #[test]
    fn a_sign_is_an_operator() {
        let ty = Some(PrimType::I32);
        let Syntax::Negate(one) = number(Literal::Int(-1, ty)) else {
            panic!("-1 has no sign");
        };
        assert!(matches!(one.kind, Syntax::Lit(Literal::Int(1, _))));
        assert!(matches!(
            number(Literal::Int(1, ty)),
            Syntax::Lit(Literal::Int(1, _))
        ));
        assert!(matches!(
            number(Literal::Float(Real::of(-0.0), None)),
            Syntax::Negate(_)
        ));
    }
}
