//! The judgement E ⊢ e ⇝ ⟨e', sv⟩: an arm for each form of expression.

use super::apply::{Call, Let};
use super::branches::arrays::residual_steps;
use super::branches::beside::{self, Known as Aside, Rows};
use super::types::{can_match, field, field_of, variable};
use super::value::{Code, Lam, Payload, Static, erased};
use super::{Env, Made, Pass, Refused, is_constant, unknown};
use elder_futhark::check::build;
use elder_futhark::check::substitution::is_order_zero;
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{
    Attribute, Def, DimIndex, Exp, ExpKind, Fun, Instance, Loop, LoopForm, Pat, Range, Size, TypeKind,
    UpdateStep, VName,
};
use elder_syntax::Name;
use elder_syntax::prim::PrimType;
use std::rc::Rc;

/// What is evaluated once of the form of a loop.
#[derive(Clone)]
pub struct Form {
    /// The bound, or the elements.
    bound: Exp,
    /// What is known of it, with what is beside it.
    value: Static,
    /// What is beside the elements.
    beside: Vec<Aside>,
}

impl Pass<'_> {
    /// E ⊢ e ⇝ ⟨e', sv⟩.  The sizes that the expression makes are known from here on.
    pub fn exp(&mut self, env: &mut Env, e: &Exp) -> Made {
        let (mut made, value) = deep(|| self.judged(env, e, |pass, env| pass.by_form(env, e)))?;
        if !e.attributes.is_empty() {
            made.attributes = made.attributes.and(&e.attributes);
        }
        Ok((made, value))
    }

    /// The residual expression alone, of one without functions.
    pub fn plain(&mut self, env: &mut Env, e: &Exp) -> Result<Exp, Refused> {
        Ok(self.exp(env, e)?.0)
    }

    fn maybe(&mut self, env: &mut Env, e: &Option<Exp>) -> Result<Option<Exp>, Refused> {
        e.as_ref().map(|e| self.plain(env, e)).transpose()
    }

    fn by_form(&mut self, env: &mut Env, e: &Exp) -> Made {
        let span = e.span;
        let kind = match &e.kind {
            // FUT-DF-CONST
            ExpKind::Lit(p) => {
                self.by(&rules::FUT_DF_CONST);
                ExpKind::Lit(*p)
            }
            ExpKind::String(text) => ExpKind::String(text.clone()),
            ExpKind::Hole if is_order_zero(&e.ty) => ExpKind::Hole,
            // Nothing is known of what does not come to be.
            ExpKind::Hole => return self.done(env, e, ExpKind::Hole, Static::Or(Vec::new()), Vec::new()),
            ExpKind::Var(v, instance) => {
                let (made, value) = self.variable(env, e, v, instance, false)?;
                return self.done(env, e, made.kind, value, made.sizes);
            }
            ExpKind::Intrinsic(..) => {
                let fun = self.expanded(e);
                return Ok(self.closure(env, Code::Intrinsic(fun), span));
            }
            ExpKind::Lambda(fun) => return Ok(self.closure(env, Code::Local(fun.clone()), span)),
            ExpKind::Record(fields) => {
                self.by(&rules::FUT_DF_RCD);
                let (mut made, mut values) = (Vec::new(), Vec::new());
                for (label, e) in fields {
                    let (e, value) = self.exp(env, e)?;
                    made.push((label.clone(), e));
                    values.push((label.clone(), value));
                }
                return self.done(env, e, ExpKind::Record(made), Static::Rcd(values), Vec::new());
            }
            ExpKind::Field(record, label) => {
                self.by(&rules::FUT_DF_PROJ);
                let (record, value) = self.exp(env, record)?;
                let value = field_of(&value, label, &e.ty);
                let kind = ExpKind::Field(Box::new(record), label.clone());
                return self.done(env, e, kind, value, Vec::new());
            }
            ExpKind::RecordUpdate(record, path, new) => return self.record_update(env, e, record, path, new),
            ExpKind::Array(elements) => {
                let mut made = Vec::with_capacity(elements.len());
                for e in elements {
                    made.push(self.exp(env, e)?);
                }
                if !is_order_zero(&e.ty) {
                    return self.array_of_functions(env, e, made);
                }
                ExpKind::Array(made.into_iter().map(|(e, _)| e).collect())
            }
            ExpKind::Range(range) => ExpKind::Range(Box::new(Range {
                start: self.plain(env, &range.start)?,
                second: self.maybe(env, &range.second)?,
                end: range.end,
                bound: self.plain(env, &range.bound)?,
            })),
            ExpKind::Index(array, dims) => {
                let (array, value) = self.exp(env, array)?;
                let dims = self.dims(env, dims)?;
                if !is_order_zero(&e.ty) {
                    return self.indexed(env, e, (array, value), dims);
                }
                ExpKind::Index(Box::new(array), dims)
            }
            ExpKind::Update(array, dims, new) => {
                let dims = self.dims(env, dims)?;
                let new = self.exp(env, new)?;
                let target = self.exp(env, array)?;
                let steps = vec![UpdateStep::Index(dims)];
                let (target, new, value) = self.updated(e, &steps, target, new)?;
                let mut steps = residual_steps(steps, &value);
                let (target, new) = (Box::new(target), Box::new(new));
                let kind = match (steps.pop(), steps.is_empty()) {
                    (Some(UpdateStep::Index(dims)), true) => ExpKind::Update(target, dims, new),
                    (last, _) => ExpKind::UpdatePath(target, steps.into_iter().chain(last).collect(), new),
                };
                return self.done(env, e, kind, value, Vec::new());
            }
            ExpKind::UpdatePath(target, steps, new) => {
                let mut made = Vec::with_capacity(steps.len());
                for step in steps {
                    made.push(match step {
                        UpdateStep::Field(label) => UpdateStep::Field(label.clone()),
                        UpdateStep::Index(dims) => UpdateStep::Index(self.dims(env, dims)?),
                    });
                }
                let new = self.exp(env, new)?;
                let target = self.exp(env, target)?;
                let (target, new, value) = self.updated(e, &made, target, new)?;
                let made = residual_steps(made, &value);
                let kind = ExpKind::UpdatePath(Box::new(target), made, Box::new(new));
                return self.done(env, e, kind, value, Vec::new());
            }
            ExpKind::Constr(name, args) => return self.constructor(env, e, name, args),
            ExpKind::App { fun, args, infix } => return self.application(env, e, fun, args, *infix),
            ExpKind::And(a, b) => {
                let a = self.plain(env, a)?;
                ExpKind::And(Box::new(a), Box::new(self.plain(&mut env.clone(), b)?))
            }
            ExpKind::Or(a, b) => {
                let a = self.plain(env, a)?;
                ExpKind::Or(Box::new(a), Box::new(self.plain(&mut env.clone(), b)?))
            }
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => return self.let_in(env, e, sizes, pat, bound, body),
            ExpKind::LetFun(name, fun, body) => return self.let_function(env, e, name, fun, body),
            ExpKind::If(condition, yes, no) => {
                self.by(&rules::FUT_DF_IF);
                let condition = self.plain(env, condition)?;
                let mut branches = Vec::with_capacity(2);
                for branch in [yes, no] {
                    branches.push((self.exp(&mut env.clone(), branch)?, Vec::new()));
                }
                let (branches, value, existential) = self.branches(e, branches)?;
                let mut branches = branches.into_iter().map(Box::new);
                let (Some(yes), Some(no)) = (branches.next(), branches.next()) else {
                    return Err(unknown(span, "a conditional without branches"));
                };
                return self.done(
                    env,
                    e,
                    ExpKind::If(Box::new(condition), yes, no),
                    value,
                    existential,
                );
            }
            ExpKind::Match(scrutinee, cases) => {
                self.by(&rules::FUT_DF_IF);
                let (scrutinee, known) = self.exp(env, scrutinee)?;
                let (mut pats, mut bodies) = (Vec::new(), Vec::new());
                for (pat, body) in cases.iter().filter(|(pat, _)| can_match(pat, &known)) {
                    let mut inner = env.clone();
                    let pat = self.pat(&mut inner, pat, &known)?;
                    let bound = pat.names();
                    pats.push(pat);
                    bodies.push((self.exp(&mut inner, body)?, bound));
                }
                let (bodies, value, existential) = self.branches(e, bodies)?;
                let cases = pats.into_iter().zip(bodies).collect();
                return self.done(
                    env,
                    e,
                    ExpKind::Match(Box::new(scrutinee), cases),
                    value,
                    existential,
                );
            }
            ExpKind::Loop(l) => return self.loop_over(env, e, l),
            ExpKind::Coerce(inner, what) => return self.coercion(env, e, inner, *what),
            ExpKind::Assert(condition, body) => {
                let condition = Box::new(self.plain(env, condition)?);
                let (body, value) = self.exp(env, body)?;
                let kind = ExpKind::Assert(condition, Box::new(body));
                return self.done(env, e, kind, value, Vec::new());
            }
            ExpKind::Attr(Attribute::Blank, inner) if !is_order_zero(&e.ty) => {
                return self.blank(env, e, inner);
            }
            ExpKind::Attr(attribute, inner) => {
                let (inner, value) = self.exp(env, inner)?;
                let kind = ExpKind::Attr(attribute.clone(), Box::new(inner));
                return self.done(env, e, kind, value, Vec::new());
            }
        };
        if !matches!(kind, ExpKind::Lit(_)) {
            self.by(&rules::FUT_DF_PLUS);
        }
        let value = Static::Dyn(e.ty.clone());
        self.done(env, e, kind, value, Vec::new())
    }

    /// The residual expression of `e`; `existential` are the sizes of its static value that left their scope with it.
    pub fn done(
        &mut self,
        env: &mut Env,
        e: &Exp,
        kind: ExpKind,
        value: Static,
        existential: Vec<VName>,
    ) -> Made {
        let mut sizes = self.bind_sizes(env, &e.sizes);
        sizes.extend(existential);
        let value = match is_order_zero(&e.ty) {
            true => Static::Dyn(self.ty(env, &e.ty)?),
            false => value,
        };
        let made = Exp::of(kind, value.rep(), e.span).making(sizes);
        Ok((made, value))
    }

    /// FUT-DF-VAR.  A function that is `applied` at once need not carry the sizes that it is used at.
    pub fn variable(
        &mut self,
        env: &mut Env,
        e: &Exp,
        v: &VName,
        instance: &Instance,
        applied: bool,
    ) -> Made {
        self.by(&rules::FUT_DF_VAR);
        let span = e.span;
        if let Some(known) = env.get(&v.id).cloned() {
            let exp = Exp {
                span,
                ..known.exp.clone()
            };
            return match &known.value {
                Static::Lam(lam) => {
                    let sizes = self.sizes(env, &instance.sizes)?;
                    Ok(self.instantiated(exp, lam, sizes, applied))
                }
                value => Ok((exp, value.clone())),
            };
        }
        let Some(def) = self.defs.get(&v.id).cloned() else {
            // A size that is bound at the top level.
            return Ok((variable(v, e.ty.clone(), span), Static::Dyn(e.ty.clone())));
        };
        if !def.fun.types.is_empty() {
            return Err(unknown(def.span, "a polymorphic function"));
        }
        if is_constant(&def) {
            let value = self.constant(&def)?;
            return Ok((variable(v, value.rep(), span), value));
        }
        let sizes = self.sizes(env, &instance.sizes)?;
        if def.fun.params.is_empty() {
            return self.unparameterised(env, e, &def, sizes);
        }
        let lam = Lam {
            code: Code::Definition(def),
            captured: Vec::new(),
            sizes: Vec::new(),
            given: Vec::new(),
        };
        let nothing = Exp::of(ExpKind::Record(Vec::new()), build::unit(), span);
        Ok(self.instantiated(nothing, &lam, sizes, applied))
    }

    /// A definition without parameters but sizes: it is evaluated where it is used.
    fn unparameterised(&mut self, env: &mut Env, e: &Exp, def: &Rc<Def>, sizes: Vec<Size>) -> Made {
        if is_order_zero(&def.fun.ret.ty) {
            self.ordinary(def)?;
            let instance = Instance::of(sizes);
            let ty = self.ty(&mut env.clone(), &e.ty)?;
            let made = Exp::of(ExpKind::Var(def.name.clone(), instance), ty.clone(), e.span);
            return Ok((made, Static::Dyn(ty)));
        }
        let own = def.fun.sizes.iter().cloned().zip(sizes).collect();
        let lam = Lam {
            code: Code::Definition(def.clone()),
            captured: Vec::new(),
            sizes: own,
            given: Vec::new(),
        };
        let nothing = Exp::of(ExpKind::Record(Vec::new()), build::unit(), e.span);
        self.write_out(&lam, &nothing, Vec::new(), e.span)
    }

    /// FUT-DF-UPDREC: the static value of a field may change, and with it the type.
    fn record_update(&mut self, env: &mut Env, e: &Exp, record: &Exp, path: &[Name], new: &Exp) -> Made {
        let (new, of_new) = self.exp(env, new)?;
        let (record, of_record) = self.exp(env, record)?;
        if is_order_zero(&e.ty) {
            let kind = ExpKind::RecordUpdate(Box::new(record), path.to_vec(), Box::new(new));
            return self.done(env, e, kind, of_record, Vec::new());
        }
        self.by(&rules::FUT_DF_UPDREC);
        let mut lets = Vec::new();
        let new = self.named(&mut lets, new, &of_new);
        let record = self.named(&mut lets, record, &of_record);
        let made = with_field(&record, &of_record, path, &new, &of_new);
        let (made, value) = self.wrapped(lets, made.0, made.1);
        self.done(env, e, made.kind, value, made.sizes)
    }

    /// FUT-DF-SUM
    fn constructor(&mut self, env: &mut Env, e: &Exp, name: &Name, args: &[Exp]) -> Made {
        let (mut made, mut values) = (Vec::new(), Vec::new());
        for arg in args {
            let (arg, value) = self.exp(env, arg)?;
            made.push(arg);
            values.push(value);
        }
        let kind = ExpKind::Constr(name.clone(), made);
        let TypeKind::Sum(constructors) = &*e.ty else {
            return Err(unknown(e.span, "a constructor of an abstract type"));
        };
        if is_order_zero(&e.ty) {
            return self.done(env, e, kind, Static::Dyn(e.ty.clone()), Vec::new());
        }
        self.by(&rules::FUT_DF_SUM);
        let mut known = Vec::new();
        for (other, types) in constructors {
            let payload = match other == name {
                true => Payload::Present(std::mem::take(&mut values)),
                false => {
                    let types: Vec<_> = types.iter().map(erased).collect();
                    Payload::Absent(self.types(env, &types)?)
                }
            };
            known.push((other.clone(), payload));
        }
        self.done(env, e, kind, Static::Sum(known), Vec::new())
    }

    fn application(&mut self, env: &mut Env, e: &Exp, fun: &Exp, args: &[Exp], infix: bool) -> Made {
        if let ExpKind::Intrinsic(intrinsic, instance) = &fun.kind {
            return self.intrinsic(env, e, (*intrinsic, instance, fun), args, infix);
        }
        // In the order of evaluation, so that sizes are known where they are used.
        let mut made: Vec<(Exp, Static)> = Vec::with_capacity(args.len());
        if infix {
            for arg in args {
                made.push(self.exp(env, arg)?);
            }
        } else {
            for arg in args.iter().rev() {
                made.push(self.exp(env, arg)?);
            }
            made.reverse();
        }
        let (function, value) = match &fun.kind {
            ExpKind::Var(v, instance) => {
                self.judged(env, fun, |pass, env| pass.variable(env, fun, v, instance, true))?
            }
            _ => self.exp(env, fun)?,
        };
        let sizes = self.bind_sizes(env, &e.sizes);
        let result = match is_order_zero(&e.ty) {
            true => Some(self.ty(env, &e.ty)?),
            false => None,
        };
        let call = Call {
            infix,
            result,
            span: e.span,
        };
        let (mut made, value) = self.apply(function, &value, made, &call)?;
        made.sizes.extend(sizes);
        Ok((made, value))
    }

    /// FUT-DF-LET
    fn let_in(
        &mut self,
        env: &mut Env,
        e: &Exp,
        sizes: &[VName],
        pat: &Pat,
        bound: &Exp,
        body: &Exp,
    ) -> Made {
        self.by(&rules::FUT_DF_LET);
        let (bound, value) = self.exp(env, bound)?;
        let sizes = self.bind_sizes(env, sizes);
        let pat = self.pat(env, pat, &value)?;
        let (body, value) = self.exp(env, body)?;
        let mut gone = sizes.clone();
        gone.extend(pat.names());
        let (value, existential) = self.leave(&value, &mut |_, v| gone.contains(v));
        let kind = Exp::bind(sizes, pat, bound, body).kind;
        self.done(env, e, kind, value, existential)
    }

    /// A local function is a variable whose value is a function.
    fn let_function(&mut self, env: &mut Env, e: &Exp, name: &VName, fun: &Rc<Fun>, body: &Exp) -> Made {
        if !fun.types.is_empty() {
            return Err(unknown(fun.body.span, "a polymorphic function"));
        }
        self.by(&rules::FUT_DF_LET);
        let (record, value) = self.closure(env, Code::Local(fun.clone()), fun.body.span);
        let rep = value.rep();
        let name = self.bind_known(env, name, value, fun.body.span);
        let (body, value) = self.exp(env, body)?;
        let pat = Pat::var(name, rep, record.span);
        let kind = Exp::bind(Vec::new(), pat, record, body).kind;
        self.done(env, e, kind, value, Vec::new())
    }

    /// FUT-DF-LOOP
    fn loop_over(&mut self, env: &mut Env, e: &Exp, l: &Loop) -> Made {
        self.by(&rules::FUT_DF_LOOP);
        let (init, value) = self.exp(env, &l.init)?;
        if !is_order_zero(&l.pat.ty) {
            return self.loop_of_functions(env, e, l, init, value);
        }
        let mut lets = Vec::new();
        let (init, form) = self.loop_form(env, &mut lets, &l.form, (init, &value))?;
        let mut inner = env.clone();
        let (made, _) = self.loop_body(&mut inner, l, init, &value, form)?;
        let (made, value) = self.done(env, e, ExpKind::Loop(Box::new(made)), value, Vec::new())?;
        Ok(self.wrapped(lets, made, value))
    }

    /// What is evaluated once of the form of a loop, after the initial value.
    pub fn loop_form(
        &mut self,
        env: &mut Env,
        lets: &mut Vec<Let>,
        form: &LoopForm,
        (init, known): (Exp, &Static),
    ) -> Result<(Exp, Option<Form>), Refused> {
        let (LoopForm::For(_, bound) | LoopForm::ForIn(_, bound)) = form else {
            return Ok((init, None));
        };
        let (bound, value) = self.exp(env, bound)?;
        let mut own = Vec::new();
        let (bound, beside) = self.taken_apart(&mut own, bound, &value);
        let init = match own.is_empty() {
            true => init,
            // FUT-E-ORDER
            false => self.named(lets, init, known),
        };
        lets.extend(own);
        let form = Form { bound, value, beside };
        Ok((init, Some(form)))
    }

    /// The loop whose parameter has this static value, with that of its body.
    pub fn loop_body(
        &mut self,
        env: &mut Env,
        l: &Loop,
        init: Exp,
        value: &Static,
        form: Option<Form>,
    ) -> Result<(Loop, Static), Refused> {
        let sizes = self.bind_sizes(env, &l.sizes);
        let pat = self.pat(env, &l.pat, value)?;
        let mut lets = Vec::new();
        let form = match (&l.form, form) {
            (LoopForm::For(v, bound), Some(Form { bound: made, .. })) => {
                let ty = match &*bound.ty {
                    TypeKind::Prim(_) => bound.ty.clone(),
                    _ => build::prim(PrimType::I64),
                };
                LoopForm::For(self.bind(env, v, ty, bound.span), made)
            }
            (LoopForm::ForIn(pat, _), Some(form)) => {
                let element = match form.value {
                    Static::Arr(_, element, _) => *element,
                    _ => Static::Dyn(pat.ty.clone()),
                };
                let pat = match form.beside.is_empty() {
                    true => self.pat(env, pat, &element)?,
                    false => self.element_pat(env, &mut lets, pat, &element, &form.beside)?,
                };
                LoopForm::ForIn(pat, form.bound)
            }
            (LoopForm::While(condition), _) => LoopForm::While(self.plain(&mut env.clone(), condition)?),
            (_, None) => return Err(unknown(l.body.span, "a loop without a bound")),
        };
        let (body, of_body) = self.exp(env, &l.body)?;
        let (body, of_body) = self.wrapped(lets, body, of_body);
        let made = Loop {
            sizes,
            pat,
            stars: beside::stars(&l.stars, value),
            annotated: l.annotated.clone(),
            init,
            form,
            body,
        };
        Ok((made, of_body))
    }

    /// The pattern for an element of an array; the body begins with what that is outside of the array.
    fn element_pat(
        &mut self,
        env: &mut Env,
        lets: &mut Vec<Let>,
        pat: &Pat,
        element: &Static,
        beside: &[Aside],
    ) -> Result<Pat, Refused> {
        let name = self.name("x");
        let var = variable(&name, element.rep(), pat.span);
        let (whole, value) = self.put_in(var, element, beside, Rows::Beside)?;
        self.bound_to(env, lets, pat, whole, &value)?;
        Ok(Pat::var(name, element.rep(), pat.span))
    }

    fn dims(&mut self, env: &mut Env, dims: &[DimIndex]) -> Result<Vec<DimIndex>, Refused> {
        let mut made = Vec::with_capacity(dims.len());
        for dim in dims {
            made.push(match dim {
                DimIndex::Fix(e) => DimIndex::Fix(self.plain(env, e)?),
                DimIndex::Slice(start, end, stride) => DimIndex::Slice(
                    self.maybe(env, start)?,
                    self.maybe(env, end)?,
                    self.maybe(env, stride)?,
                ),
            });
        }
        Ok(made)
    }
}

/// The record with another field, written out.
fn with_field(record: &Exp, value: &Static, path: &[Name], new: &Exp, of_new: &Static) -> (Exp, Static) {
    let (Some((label, rest)), Static::Rcd(fields)) = (path.split_first(), value) else {
        return (new.clone(), of_new.clone());
    };
    let (mut made, mut known) = (Vec::new(), Vec::new());
    for (other, value) in fields {
        let old = field(record, other, value.rep());
        let (exp, value) = match other == label {
            true => with_field(&old, value, rest, new, of_new),
            false => (old, value.clone()),
        };
        made.push((other.clone(), exp));
        known.push((other.clone(), value));
    }
    let value = Static::Rcd(known);
    let exp = Exp::of(ExpKind::Record(made), value.rep(), record.span);
    (exp, value)
}
