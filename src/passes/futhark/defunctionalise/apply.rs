//! D-App: application, written out or of a lifted function; and the functions of combinators.

use super::types::{field, variable};
use super::value::{Code, Lam, Static, tag};
use super::{Env, Known, Made, Pass, Refused, unknown};
use elder_futhark::check::build;
use elder_futhark::check::substitution::is_order_zero;
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::{
    Exp, ExpKind, Fun, Instance, Param, Pat, PatKind, RetType, Size, Stars, Type, TypeKind, VName,
};
use elder_syntax::Span;
use std::rc::Rc;

/// How a function is applied.
pub struct Call {
    /// Whether its arguments are evaluated from the first to the last.
    pub infix: bool,
    /// The type of what it gives, if that is no function.
    pub result: Option<Type>,
    /// Where.
    pub span: Span,
}

/// A name that is bound before an expression.
pub struct Let {
    sizes: Vec<VName>,
    pat: Pat,
    bound: Exp,
}

/// So often may the body of a function be written out within itself before it is taken for a recursion without end.
const NESTED: usize = 64;

impl Pass<'_> {
    /// FUT-DF-APP, FUT-DF-APP-OR
    pub fn apply(&mut self, fun: Exp, value: &Static, args: Vec<(Exp, Static)>, call: &Call) -> Made {
        match value {
            Static::Lam(lam) => self.apply_known(fun, lam, args, call),
            Static::Or(leaves) => self.apply_one_of(fun, leaves, args, call),
            _ => Err(unknown(call.span, "an application")),
        }
    }

    fn apply_known(&mut self, fun: Exp, lam: &Rc<Lam>, args: Vec<(Exp, Static)>, call: &Call) -> Made {
        let missing = lam.missing();
        if args.len() < missing {
            return self.apply_partly(fun, lam, args, call);
        }
        if args.len() == missing && call.result.is_some() {
            return match lam.code.operator() {
                Some(operator) => Ok(self.operation(fun, lam, operator, args, call)),
                None => self.call(fun, lam, args, call),
            };
        }
        let mut lets = Vec::new();
        let (fun, mut args) = self.all_named(&mut lets, (fun, Static::Lam(lam.clone())), args, call.infix);
        let rest = args.split_off(missing);
        let (mut made, mut value) = self.write_out(lam, &fun, args, call.span)?;
        if !rest.is_empty() {
            (made, value) = self.apply(made, &value, rest, call)?;
        }
        Ok(self.wrapped(lets, made, value))
    }

    /// FUT-DF-PLUS: a primitive function that is a value, where it is applied to all of its arguments.
    fn operation(
        &mut self,
        mut fun: Exp,
        lam: &Rc<Lam>,
        operator: &Exp,
        mut args: Vec<(Exp, Static)>,
        call: &Call,
    ) -> (Exp, Static) {
        self.by(&rules::FUT_DF_PLUS);
        let mut lets = Vec::new();
        if !self.is_value(&fun) {
            let known = Static::Lam(lam.clone());
            (fun, args) = self.all_named(&mut lets, (fun, known), args, call.infix);
        }
        let given = lam.given.iter().map(|(label, sv)| field(&fun, label, sv.rep()));
        let ty = lam.code.fun().ret.ty.clone();
        let made = Exp::of(
            ExpKind::App {
                fun: Box::new(operator.clone()),
                args: given.chain(args.into_iter().map(|(arg, _)| arg)).collect(),
                infix: call.infix,
            },
            ty.clone(),
            call.span,
        );
        self.wrapped(lets, made, Static::Dyn(ty))
    }

    /// A function on too few arguments: it has them in its record.
    fn apply_partly(&mut self, fun: Exp, lam: &Rc<Lam>, args: Vec<(Exp, Static)>, call: &Call) -> Made {
        let mut lets = Vec::new();
        let (fun, args) = self.all_named(&mut lets, (fun, Static::Lam(lam.clone())), args, call.infix);
        let mut waiting = (**lam).clone();
        let fields = lam
            .fields()
            .map(|(label, sv)| (label.clone(), field(&fun, label, sv.rep())));
        let mut fields: Vec<_> = fields.collect();
        for (arg, value) in args {
            let param = &lam.code.fun().params[waiting.given.len()];
            let text = match &param.pat.kind {
                PatKind::Var(v) => v.name.clone(),
                _ => "argument".into(),
            };
            let label = waiting.label(&text);
            fields.push((label.clone(), arg));
            waiting.given.push((label, value));
        }
        let made = Exp::of(ExpKind::Record(fields), waiting.rep(), call.span);
        Ok(self.wrapped(lets, made, Static::Lam(Rc::new(waiting))))
    }

    /// FUT-DF-APP-OR: it is seen which function it is.
    fn apply_one_of(&mut self, fun: Exp, leaves: &[Rc<Lam>], args: Vec<(Exp, Static)>, call: &Call) -> Made {
        self.by(&rules::FUT_DF_APP_OR);
        let span = call.span;
        let mut lets = Vec::new();
        let known = Static::Or(leaves.to_vec());
        let (fun, args) = self.all_named(&mut lets, (fun, known), args, call.infix);
        let text = match &fun.kind {
            ExpKind::Var(v, _) => v.name.clone(),
            ExpKind::Field(_, label) => label.clone(),
            _ => "f".into(),
        };
        let (mut pats, mut bodies) = (Vec::new(), Vec::new());
        for (k, lam) in leaves.iter().enumerate() {
            let env = self.name(text.clone());
            let var = Pat::var(env.clone(), lam.rep(), span);
            pats.push(Pat {
                kind: PatKind::Constr(tag(k, leaves.len()), vec![var]),
                ty: fun.ty.clone(),
                span,
            });
            let inner = variable(&env, lam.rep(), span);
            let (body, value) = self.apply_known(inner, lam, args.clone(), call)?;
            let mut gone = vec![env];
            gone.extend(super::branches::join::bound_names(&body));
            bodies.push((body, value, gone));
        }
        let (bodies, value, existential) = match &call.result {
            Some(ty) => {
                let bodies = bodies.into_iter().map(|(body, ..)| body).collect();
                (bodies, Static::Dyn(ty.clone()), Vec::new())
            }
            None => self.joined(bodies, span)?,
        };
        let kind = match leaves.is_empty() {
            // There is no function to apply.
            true => ExpKind::Hole,
            false => ExpKind::Match(Box::new(fun), pats.into_iter().zip(bodies).collect()),
        };
        let made = Exp::of(kind, value.rep(), span).making(existential);
        Ok(self.wrapped(lets, made, value))
    }

    /// A call of a function that cannot be lifted where it stands: what it would be is written out.
    pub fn call_written_out(
        &mut self,
        fun: Exp,
        lam: &Rc<Lam>,
        args: Vec<(Exp, Static)>,
        call: &Call,
        result: Type,
    ) -> Made {
        let mut lets = Vec::new();
        let known = Static::Lam(lam.clone());
        let (fun, args) = self.all_named(&mut lets, (fun, known), args, call.infix);
        let (bound, value) = self.write_out(lam, &fun, args, call.span)?;
        // The sizes of the call are read off it, whatever its type says of its own.
        let name = self.name("result");
        lets.push(Let {
            sizes: Vec::new(),
            pat: Pat::var(name.clone(), value.rep(), call.span),
            bound,
        });
        let made = variable(&name, result.clone(), call.span);
        Ok(self.wrapped(lets, made, Static::Dyn(result)))
    }

    /// FUT-DF-APP, written out: the arguments are bound before what was captured (FUT-Z-26).  The operands may be evaluated any number of times.
    pub fn write_out(&mut self, lam: &Lam, fun: &Exp, args: Vec<(Exp, Static)>, span: Span) -> Made {
        self.by(&rules::FUT_DF_APP);
        let occurrence = lam.code.occurrence();
        if self.writing.iter().filter(|other| **other == occurrence).count() >= NESTED {
            return Err(unknown(span, "a recursion without end"));
        }
        let mut env = Env::default();
        let mut lets = Vec::new();
        self.captured(&mut env, &mut lets, lam, fun)?;
        let given = lam
            .given
            .iter()
            .map(|(label, sv)| (field(fun, label, sv.rep()), sv.clone()));
        let given: Vec<_> = given.collect();
        let params = lam.code.fun().params.iter();
        for (param, (arg, value)) in params.zip(given.into_iter().chain(args)) {
            self.bound_to(&mut env, &mut lets, &param.pat, arg, &value)?;
        }
        self.writing.push(occurrence);
        let made = self.exp(&mut env, &lam.code.fun().body);
        self.writing.pop();
        let (body, value) = made?;
        Ok(self.wrapped(lets, body, value))
    }

    /// The variables that a function captured, read off its record, and the sizes that it mentions.
    pub fn captured(
        &mut self,
        env: &mut Env,
        lets: &mut Vec<Let>,
        lam: &Lam,
        record: &Exp,
    ) -> Result<(), Refused> {
        let i64 = build::prim(elder_syntax::prim::PrimType::I64);
        for (v, size) in &lam.sizes {
            let exp = super::types::size_exp(size, record.span);
            let value = Static::Dyn(i64.clone());
            self.known_as(env, lets, v, exp, &value);
        }
        for captured in &lam.captured {
            let exp = field(record, &captured.label, captured.value.rep());
            self.known_as(env, lets, &captured.name, exp, &captured.value);
        }
        Ok(())
    }

    /// A name of the source for a value: no name is needed for a variable.
    pub fn known_as(&mut self, env: &mut Env, lets: &mut Vec<Let>, v: &VName, exp: Exp, value: &Static) {
        let (is_function, is_variable) = (
            !matches!(value, Static::Dyn(_)),
            self.is_value(&exp) && matches!(exp.kind, ExpKind::Var(..)),
        );
        if is_variable || (is_function && !matches!(exp.kind, ExpKind::Field(..)) && self.is_value(&exp)) {
            let value = value.clone();
            env.insert(v.id, Rc::new(Known { exp, value }));
            return;
        }
        let name = self.bind_known(env, v, value.clone(), exp.span);
        lets.push(Let {
            sizes: Vec::new(),
            pat: Pat::var(name, value.rep(), exp.span),
            bound: exp,
        });
    }

    /// A pattern of the source for a value.
    pub fn bound_to(
        &mut self,
        env: &mut Env,
        lets: &mut Vec<Let>,
        pat: &Pat,
        exp: Exp,
        value: &Static,
    ) -> Result<(), Refused> {
        if let PatKind::Var(v) = &pat.kind {
            self.known_as(env, lets, v, exp, value);
            return Ok(());
        }
        let pat = self.pat(env, pat, value)?;
        lets.push(Let {
            sizes: Vec::new(),
            pat,
            bound: exp,
        });
        Ok(())
    }

    /// Whether an expression may be evaluated any number of times, or not at all: it is a variable, a literal, or a record or a field of such.  A constant that has to be
    /// evaluated is none, as it is evaluated where it is used first (FUT-E-ORDER).
    pub fn is_value(&self, e: &Exp) -> bool {
        e.sizes.is_empty()
            && match &e.kind {
                ExpKind::Lit(_) => true,
                ExpKind::Var(v, instance) => {
                    let is_there = self.constants.get(&v.id).is_none_or(|known| known.is_value);
                    is_there && instance.sizes.is_empty() && instance.types.is_empty()
                }
                ExpKind::Record(fields) => fields.iter().all(|(_, e)| self.is_value(e)),
                ExpKind::Field(e, _) => self.is_value(e),
                _ => false,
            }
    }

    /// The expression, or a variable for its value if it may be evaluated only once.
    pub fn named(&mut self, lets: &mut Vec<Let>, exp: Exp, value: &Static) -> Exp {
        if self.is_value(&exp) {
            return exp;
        }
        let name = self.name("x");
        let var = variable(&name, value.rep(), exp.span);
        lets.push(Let {
            sizes: Vec::new(),
            pat: Pat::var(name, value.rep(), exp.span),
            bound: exp,
        });
        var
    }

    /// FUT-E-ORDER: a function and its arguments, evaluated in their order.
    pub fn all_named(
        &mut self,
        lets: &mut Vec<Let>,
        fun: (Exp, Static),
        args: Vec<(Exp, Static)>,
        infix: bool,
    ) -> (Exp, Vec<(Exp, Static)>) {
        let many = args.len();
        let mut named: Vec<(usize, (Exp, Static))> = Vec::with_capacity(many);
        let mut order: Vec<(usize, (Exp, Static))> = args.into_iter().enumerate().collect();
        if !infix {
            order.reverse();
        }
        for (k, (arg, value)) in order {
            let arg = self.named(lets, arg, &value);
            named.push((k, (arg, value)));
        }
        named.sort_by_key(|(k, _)| *k);
        let fun = self.named(lets, fun.0, &fun.1);
        (fun, named.into_iter().map(|(_, arg)| arg).collect())
    }

    /// An expression with names bound before it: sizes that mention these are hidden.
    pub fn wrapped(&mut self, lets: Vec<Let>, exp: Exp, value: Static) -> (Exp, Static) {
        if lets.is_empty() {
            return (exp, value);
        }
        let mut gone = Vec::new();
        for one in &lets {
            gone.extend(one.sizes.iter().cloned());
            gone.extend(one.pat.names());
        }
        let (value, existential) = self.leave(&value, &mut |_, v| gone.contains(v));
        let mut made = around(lets, exp);
        if !matches!(value, Static::Dyn(_)) {
            made.ty = value.rep();
        }
        made.sizes.extend(existential);
        (made, value)
    }

    /// The application of an intrinsic.
    pub fn intrinsic(
        &mut self,
        env: &mut Env,
        e: &Exp,
        (intrinsic, instance, fun): (Intrinsic, &Instance, &Exp),
        args: &[Exp],
        infix: bool,
    ) -> Made {
        let mut arity = 0;
        let mut ty = fun.ty.clone();
        while let TypeKind::Arrow(arrow) = &*ty.clone() {
            arity += 1;
            ty = arrow.ret.ty.clone();
        }
        if args.len() < arity || !is_order_zero(&e.ty) {
            let expanded = self.expanded(fun);
            let (function, value) = self.closure(env, Code::Intrinsic(expanded), fun.span);
            let mut made = Vec::with_capacity(args.len());
            for arg in args {
                made.push(self.exp(env, arg)?);
            }
            let sizes = self.bind_sizes(env, &e.sizes);
            let call = Call {
                infix,
                result: None,
                span: e.span,
            };
            let (mut made, value) = self.apply(function, &value, made, &call)?;
            made.sizes.extend(sizes);
            return Ok((made, value));
        }
        self.by(&rules::FUT_DF_PLUS);
        let mut order: Vec<usize> = (0..args.len()).collect();
        if !infix {
            order.reverse();
        }
        let mut made: Vec<Option<Operand>> = args.iter().map(|_| None).collect();
        for k in &order {
            made[*k] = Some(self.operand(env, &args[*k], e.span)?);
        }
        // A function that is evaluated first keeps its place in the order.
        let must_name = made.iter().flatten().any(|operand| match operand {
            Operand::Function(exp, ..) => !self.is_value(exp),
            _ => false,
        });
        let mut lets = Vec::new();
        let mut operands: Vec<Option<Exp>> = args.iter().map(|_| None).collect();
        for k in order {
            operands[k] = Some(match made[k].take() {
                Some(Operand::Plain(exp, value)) if must_name => self.named(&mut lets, exp, &value),
                Some(Operand::Plain(exp, _)) | Some(Operand::Written(exp)) => exp,
                Some(Operand::Function(exp, value)) => {
                    let exp = self.named(&mut lets, exp, &value);
                    self.expanded_call(env, exp, &value, &args[k], e.span)?
                }
                None => return Err(unknown(e.span, "an operand")),
            });
        }
        let instance = Instance {
            sizes: self.sizes(env, &instance.sizes)?,
            types: self.types(env, &instance.types)?,
        };
        let fun = Exp {
            kind: ExpKind::Intrinsic(intrinsic, instance),
            ty: self.ty(env, &fun.ty)?,
            ..fun.clone()
        };
        let kind = ExpKind::App {
            fun: Box::new(fun),
            args: operands.into_iter().flatten().collect(),
            infix,
        };
        let value = Static::Dyn(e.ty.clone());
        let (made, value) = self.done(env, e, kind, value, Vec::new())?;
        Ok(match lets.is_empty() {
            true => (made, value),
            false => {
                // The sizes that it makes are seen outside.
                let sizes = made.sizes.clone();
                let made = Exp {
                    sizes: Vec::new(),
                    ..made
                };
                let (mut made, value) = self.wrapped(lets, made, value);
                made.sizes.extend(sizes);
                (made, value)
            }
        })
    }

    /// An operand of an intrinsic: FUT-DF-MAP and its likes for functions that are written there.  An intrinsic among them is applied where that
    /// is, at `span`.
    fn operand(&mut self, env: &mut Env, arg: &Exp, span: Span) -> Result<Operand, Refused> {
        let TypeKind::Arrow(_) = &*arg.ty else {
            let (exp, value) = self.exp(env, arg)?;
            return Ok(Operand::Plain(exp, value));
        };
        let written = match &arg.kind {
            ExpKind::Lambda(fun) if is_order_zero(&fun.ret.ty) => Some(fun.clone()),
            ExpKind::Intrinsic(..) => {
                let mut fun = (*self.expanded(arg)).clone();
                fun.body.span = span;
                Some(Rc::new(fun))
            }
            _ => None,
        };
        match written {
            Some(fun) => {
                self.by(&rules::FUT_DF_MAP);
                let mut inner = env.clone();
                let mut params = Vec::with_capacity(fun.params.len());
                for param in &fun.params {
                    let value = Static::Dyn(param.pat.ty.clone());
                    params.push(Param {
                        pat: self.pat(&mut inner, &param.pat, &value)?,
                        stars: param.stars.clone(),
                    });
                }
                let (body, _) = self.exp(&mut inner, &fun.body)?;
                let ret = self.ret(&mut inner, &fun.ret)?;
                let made = Fun {
                    params,
                    ret,
                    body,
                    ..(*fun).clone()
                };
                let ty = self.ty(env, &arg.ty)?;
                Ok(Operand::Written(lambda(made, ty, arg.span)))
            }
            None => {
                let (exp, value) = self.exp(env, arg)?;
                Ok(Operand::Function(exp, value))
            }
        }
    }

    /// FUT-DF-SOAC: a function that is no lambda becomes one.
    fn expanded_call(
        &mut self,
        env: &mut Env,
        function: Exp,
        value: &Static,
        arg: &Exp,
        span: Span,
    ) -> Result<Exp, Refused> {
        self.by(&rules::FUT_DF_SOAC);
        let (params, args, ret) = self.parameters(&arg.ty, arg.span);
        let mut inner = env.clone();
        let stars = stars_of(value);
        let (mut made, mut values) = (Vec::new(), Vec::new());
        for (k, (param, arg)) in params.iter().zip(&args).enumerate() {
            let known = Static::Dyn(param.pat.ty.clone());
            let own = stars.get(k).filter(|stars| stars.any()).cloned();
            made.push(Param {
                pat: self.pat(&mut inner, &param.pat, &known)?,
                stars: own.unwrap_or_else(|| param.stars.clone()),
            });
            values.push(self.exp(&mut inner, arg)?);
        }
        let ret = self.ret(&mut inner, &ret)?;
        let call = Call {
            infix: false,
            result: Some(ret.ty.clone()),
            span,
        };
        let (mut body, _) = self.apply(function, value, values, &call)?;
        // The body hides what the function hides, by names of its own.
        let mut own = Vec::new();
        for ext in &ret.exts {
            own.push((ext.clone(), self.name(ext.name.clone())));
        }
        body.ty = elder_futhark::tree::walk::with_sizes(&body.ty, &mut |size| match size {
            Size::Var(v) => match own.iter().find(|(ext, _)| ext == v) {
                Some((_, name)) => Size::Var(name.clone()),
                None => size.clone(),
            },
            _ => size.clone(),
        });
        body.sizes.extend(own.into_iter().map(|(_, name)| name));
        let fun = Fun::of(made, ret, body);
        let ty = self.ty(env, &arg.ty)?;
        Ok(lambda(fun, ty, arg.span))
    }

    /// An intrinsic that is a value, as a function that applies it.
    pub fn expanded(&mut self, e: &Exp) -> Rc<Fun> {
        let address = std::ptr::from_ref(e) as usize;
        if let Some(fun) = self.expanded.get(&address) {
            return fun.clone();
        }
        let (params, args, ret) = self.parameters(&e.ty, e.span);
        let body = Exp::of(ExpKind::app(e.clone(), args), ret.ty.clone(), e.span).making(ret.exts.clone());
        let fun = Rc::new(Fun {
            sizes: Vec::new(),
            types: Vec::new(),
            params,
            ret,
            annotated: false,
            section: true,
            body,
        });
        self.expanded.insert(address, fun.clone());
        fun
    }

    /// What a function gives; what it hides has names of its own.
    pub fn ret(&mut self, env: &mut Env, ret: &RetType) -> Result<RetType, Refused> {
        let exts = self.bind_sizes(env, &ret.exts);
        Ok(RetType {
            exts,
            ty: self.ty(env, &ret.ty)?,
            stars: ret.stars.clone(),
        })
    }
}

/// An operand of an intrinsic.
enum Operand {
    /// No function.
    Plain(Exp, Static),
    /// A function that is written there, translated.
    Written(Exp),
    /// Any other function: its record.
    Function(Exp, Static),
}

/// The stars of the parameters for which a function waits.
fn stars_of(value: &Static) -> Vec<Stars> {
    let of = |lam: &Lam| -> Vec<Stars> {
        let params = lam.code.fun().params.iter();
        params
            .skip(lam.given.len())
            .map(|param| param.stars.clone())
            .collect()
    };
    match value {
        Static::Lam(lam) => of(lam),
        Static::Or(leaves) => {
            let all: Vec<_> = leaves.iter().map(|lam| of(lam)).collect();
            let many = all.iter().map(Vec::len).min().unwrap_or(0);
            let starred = |k: usize| all.iter().map(|stars| &stars[k]).find(|stars| stars.any());
            (0..many)
                .map(|k| starred(k).cloned().unwrap_or(Stars::None))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn lambda(fun: Fun, ty: Type, span: Span) -> Exp {
    Exp::of(ExpKind::Lambda(Rc::new(fun)), ty, span)
}

/// The expression with names bound before it.
pub fn around(lets: Vec<Let>, exp: Exp) -> Exp {
    lets.into_iter()
        .rev()
        .fold(exp, |body, one| Exp::bind(one.sizes, one.pat, one.bound, body))
}
