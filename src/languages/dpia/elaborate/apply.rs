//! Application: of primitives to what is given of their arguments, and of other functions.

use super::Elaborator;
use super::metas::{Data, Type};
use super::primitives;
use super::report::Place;
use super::scope::Binding;
use super::term::{Term, TermNode};
use super::types::prim_type;
use crate::ast::{self, Exp, ExpKind, Operator};
use crate::rules::syntax::{DPIA_SYN_NAME, DPIA_SYN_PHRASE};
use crate::rules::typing::{DPIA_T_APP, DPIA_T_TAPP, DPIA_T_VAR};
use crate::{BinOp, Name, TernOp, UnOp};
use elder_syntax::{Diagnostic, Name as Text, Span};

/// An argument.
#[derive(Clone, Copy)]
enum Argument<'a> {
    Phrase(&'a Exp),
    /// After `@`.
    Static(&'a ast::Type),
}

/// What is applied, and to what, over several calls and pipes.
fn spine(e: &Exp) -> (&Exp, Vec<Argument<'_>>) {
    let mut reversed = Vec::new();
    let mut head = e;
    loop {
        head = match &head.kind {
            ExpKind::Call(f, arguments) => {
                reversed.extend(arguments.iter().rev().map(Argument::Phrase));
                f
            }
            ExpKind::Pipe(argument, f) => {
                reversed.push(Argument::Phrase(argument));
                f
            }
            ExpKind::At(f, ty) => {
                reversed.push(Argument::Static(ty));
                f
            }
            ExpKind::Paren(inner)
                if matches!(
                    inner.kind,
                    ExpKind::Call(..)
                        | ExpKind::Pipe(..)
                        | ExpKind::At(..)
                        | ExpKind::Var(_)
                        | ExpKind::Paren(_)
                ) =>
            {
                inner
            }
            _ => break,
        };
    }
    reversed.reverse();
    (head, reversed)
}

/// The parts of a call that are the same for every function.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    /// What messages call it.
    pub name: &'a str,
    pub expected: Option<&'a Type>,
    pub span: Span,
    pub place: Place<'a>,
}

impl Elaborator {
    /// A variable, a call, a pipe, an instance.
    pub(super) fn application(&mut self, e: &Exp, expected: Option<&Type>, place: Place<'_>) -> Term {
        let (head, arguments) = spine(e);
        let (name, call) = match &head.kind {
            ExpKind::Var(name) => {
                let span = e.span;
                (
                    name,
                    Call {
                        name,
                        expected,
                        span,
                        place,
                    },
                )
            }
            ExpKind::Operator(op) => {
                let call = Call {
                    name: spelling(*op),
                    expected,
                    span: e.span,
                    place,
                };
                return self.operator(*op, &phrases(&arguments), call);
            }
            _ => {
                let function = self.phrase(head, None);
                return self.applied(function, &arguments, expected, e.span, place);
            }
        };
        let term = match self.scope.find(name).cloned() {
            Some(Binding::Phrase(name, ty)) => Term {
                node: TermNode::Var(name),
                ty,
                span: head.span,
            },
            Some(Binding::Part(part)) => Term {
                span: head.span,
                ..*part
            },
            Some(Binding::Definition(name, ty)) => Term {
                node: TermNode::Var(name),
                ty: self.metas.import(&ty, None),
                span: head.span,
            },
            Some(Binding::Broken) => return self.broken(e.span),
            Some(Binding::Nat(_)) => {
                let message = format!("`{name}` is a size; a phrase should stand here");
                let error = Diagnostic::error(DPIA_SYN_NAME.refuse("sort"), head.span, message);
                self.error(error.with_help(format!("`nat({name})` is its value as a number")));
                return self.broken(e.span);
            }
            Some(Binding::Data(_)) => {
                let message = format!("`{name}` is a type; a phrase should stand here");
                self.error(Diagnostic::error(
                    DPIA_SYN_NAME.refuse("sort"),
                    head.span,
                    message,
                ));
                return self.broken(e.span);
            }
            None => return self.primitive(head.span, &arguments, call),
        };
        DPIA_SYN_NAME.apply();
        DPIA_T_VAR.apply();
        self.applied(term, &arguments, expected, e.span, place)
    }

    /// A function that is no primitive, applied to some arguments.
    fn applied(
        &mut self,
        mut f: Term,
        arguments: &[Argument<'_>],
        expected: Option<&Type>,
        span: Span,
        place: Place<'_>,
    ) -> Term {
        for argument in arguments {
            f = match argument {
                Argument::Static(ty) => self.applied_to_static(f, ty),
                Argument::Phrase(e) => {
                    if let (Type::NatFun(x, _), ExpKind::Var(name)) = (self.metas.type_head(&f.ty), &e.kind)
                        && let Some(Binding::Nat(_)) = self.scope.find(name)
                    {
                        let message = format!("the size {x} is not given in parentheses");
                        let error = Diagnostic::error(DPIA_SYN_NAME.refuse("sort"), e.span, message);
                        self.error(error.with_help(format!(
                            "sizes follow from the other arguments; or they stand behind `@`: `f@{name}(..)`"
                        )));
                        return self.broken(span);
                    }
                    let function = self.instance(f);
                    let (from, to) = match self.metas.type_head(&function.ty) {
                        Type::Fun { from, to, .. } => ((*from).clone(), (*to).clone()),
                        Type::Meta(_) => {
                            let from = self.metas.fresh_type(e.span);
                            let to = self.metas.fresh_type(span);
                            // An unknown takes any form but one that holds it, and `from` and `to` are new.
                            let _ = self.unify(&function.ty, &Type::fun(&from, to.clone()), span);
                            (from, to)
                        }
                        _ => {
                            if !matches!(function.node, TermNode::Error) {
                                let message = format!("this is {}, not a function", self.show(&function.ty));
                                let refusal = DPIA_T_APP.refuse("function");
                                let error = Diagnostic::error(refusal, function.span, message);
                                self.error(error.and_at(e.span, "the argument"));
                            }
                            return self.broken(span);
                        }
                    };
                    let argument = self.phrase(e, Some(&from));
                    let span = function.span.to(e.span);
                    Term {
                        node: TermNode::Apply(Box::new(function), Box::new(argument)),
                        ty: to,
                        span,
                    }
                }
            };
        }
        self.checked(f, expected, place)
    }

    fn applied_to_static(&mut self, f: Term, ty: &ast::Type) -> Term {
        let span = f.span.to(ty.span);
        match self.metas.known(&f.ty) {
            Type::NatFun(x, to) => {
                let nat = self.nat_of(ty);
                let result = to.with_nat(&x, &nat);
                let node = TermNode::NatApply(Box::new(f), nat);
                Term {
                    node,
                    ty: result,
                    span,
                }
            }
            Type::DataFun(x, to) => {
                let data = self.data_of(ty);
                let result = to.with_data(&x, &data);
                let node = TermNode::DataApply(Box::new(f), data);
                Term {
                    node,
                    ty: result,
                    span,
                }
            }
            _ => {
                if !matches!(f.node, TermNode::Error) {
                    let message = format!("this is {}, not a function over sizes or types", self.show(&f.ty));
                    self.error(Diagnostic::error(DPIA_T_TAPP.refuse("function"), f.span, message));
                }
                self.broken(span)
            }
        }
    }

    /// A primitive, or an operator or a conversion by its name.
    fn primitive(&mut self, at: Span, arguments: &[Argument<'_>], call: Call<'_>) -> Term {
        let name = call.name;
        if primitives::leads(name).is_none() {
            let given = phrases(arguments);
            if given.len() < arguments.len() {
                let message = format!("`{name}` has no sizes or types as arguments");
                self.error(Diagnostic::error(DPIA_T_TAPP.refuse("function"), at, message));
                return self.broken(call.span);
            }
            if let Some(op) = UnOp::from_name(name) {
                return self.unary(op, &given, call);
            }
            if let Some(op) = BinOp::from_name(name) {
                return self.binary(op, &given, call);
            }
            if let Some(op) = TernOp::from_name(name) {
                return self.ternary(op, &given, call);
            }
            if let Some(to) = prim_type(name) {
                return self.conversion(to, &given, call);
            }
            let error = self.unbound(DPIA_T_VAR.refuse("bound"), "phrase", name, at);
            self.error(error);
            return self.broken(call.span);
        }
        let mut arguments = arguments.iter().peekable();
        // What stands after `@` directly behind the name.
        let mut statics = Vec::new();
        while let Some(Argument::Static(ty)) = arguments.peek() {
            statics.push(*ty);
            arguments.next();
        }
        let mut given: Vec<&Exp> = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Phrase(e) => given.push(e),
                Argument::Static(ty) => {
                    let message = format!("sizes and types stand directly behind `{name}`");
                    self.error(Diagnostic::error(
                        DPIA_T_TAPP.refuse("function"),
                        ty.span,
                        message,
                    ));
                    return self.broken(call.span);
                }
            }
        }
        if name == "vec" && statics.is_empty() {
            return self.vector(&given, call);
        }
        if name == "call" {
            return self.kept(&given, at, call);
        }
        let Some((leads, nats, given)) = self.leads(name, &given, at) else {
            return self.broken(call.span);
        };
        let Some(made) = primitives::make(name, &leads, &mut self.metas, at) else {
            return self.broken(call.span);
        };
        let (prim, hole) = (made.prim, made.hole);
        let (mut sizes, types) = primitives::unknowns(&prim);
        let mut types: Vec<Data> = types.iter().map(|d| self.metas.import_data(d, None)).collect();
        for (i, size) in &nats {
            if let Some(unknown) = sizes.get(*i).cloned() {
                self.written(&unknown, size);
            }
        }
        let led: Vec<usize> = nats.iter().map(|(i, _)| *i).collect();
        let mut position = 0;
        sizes.retain(|_| {
            position += 1;
            !led.contains(&(position - 1))
        });
        types.extend(hole.clone());
        self.statics(name, &statics, &sizes, &types);
        let signature = prim.signature();
        let parameters: Vec<Type> = signature
            .arguments
            .iter()
            .map(|t| self.metas.import(t, hole.as_ref()))
            .collect();
        let result = self.metas.import(&signature.result, hole.as_ref());
        if let ("toLocal" | "toGlobal" | "toPrivate", [argument]) = (name, given.as_slice()) {
            return self.stored(prim, &parameters, result, argument, call);
        }
        self.saturated(&parameters, result, &given, call, |terms| {
            TermNode::Prim(prim, hole, terms)
        })
    }

    /// The sizes and types behind `@`: the sizes in their order, the types in theirs.
    fn statics(&mut self, name: &str, statics: &[&ast::Type], sizes: &[crate::Nat], types: &[Data]) {
        let (mut sizes, mut types) = (sizes.iter(), types.iter());
        for ty in statics {
            let is_data = match &ty.kind {
                ast::TypeKind::Name(text) => match self.scope.find(text) {
                    Some(Binding::Data(_)) => true,
                    Some(_) => false,
                    None => prim_type(text).is_some(),
                },
                ast::TypeKind::Number(_) | ast::TypeKind::Nat(..) => false,
                _ => true,
            };
            let next = if is_data {
                let data = self.data_of(ty);
                types
                    .next()
                    .map(|unknown| self.unify_data(unknown, &data, ty.span))
            } else {
                let nat = self.nat_of(ty);
                sizes.next().map(|unknown| self.unify_nat(unknown, &nat, ty.span))
            };
            if !matches!(next, Some(Ok(()))) {
                let message = format!("`{name}` has no such argument behind `@`");
                self.error(Diagnostic::error(
                    DPIA_T_TAPP.refuse("function"),
                    ty.span,
                    message,
                ));
            }
        }
    }

    /// `call(f, F, e, ..)`: F, which stays a function of the name f, applied to the others (DPIA-X-CALL).
    fn kept(&mut self, given: &[&Exp], at: Span, call: Call<'_>) -> Term {
        let [name, function, given @ ..] = given else {
            let message = "`call` needs a name and a function before its other arguments";
            self.error(Diagnostic::error(DPIA_SYN_PHRASE.refuse("lead"), at, message));
            return self.broken(call.span);
        };
        let ExpKind::Var(label) = &name.kind else {
            let message = "a name should stand here, by which the function is known";
            self.error(Diagnostic::error(
                DPIA_SYN_PHRASE.refuse("lead"),
                name.span,
                message,
            ));
            return self.broken(call.span);
        };
        self.called(label, function, given, call)
    }

    /// What `proc` makes of its body.
    pub(super) fn kept_body(
        &mut self,
        (label, function, given): (&ast::Ident, &Exp, &[Exp]),
        expected: Option<&Type>,
        span: Span,
        place: Place<'_>,
    ) -> Term {
        let given: Vec<&Exp> = given.iter().collect();
        let call = Call {
            name: &label.name,
            expected,
            span,
            place,
        };
        self.called(&label.name, function, &given, call)
    }

    /// A function that stays one, of that name, applied to the others.
    fn called(&mut self, label: &Text, function: &Exp, given: &[&Exp], call: Call<'_>) -> Term {
        let function = self.phrase(function, None);
        let function = self.instance(function);
        let mut parameters = Vec::new();
        let mut result = self.metas.type_head(&function.ty);
        while let Type::Fun { from, to, .. } = &result {
            parameters.push((**from).clone());
            result = self.metas.type_head(to);
        }
        let label = label.clone();
        self.saturated(&parameters, result, given, call, |terms| {
            TermNode::Call(label, Box::new(function), terms)
        })
    }

    /// `toLocal(e)`: a function is marked, an expression is stored (the identity on it is marked).
    fn stored(
        &mut self,
        prim: crate::Prim,
        parameters: &[Type],
        result: Type,
        argument: &Exp,
        call: Call<'_>,
    ) -> Term {
        let span = call.span;
        let (Some(function), Some(input)) = (parameters.first(), parameters.get(1)) else {
            return self.broken(span);
        };
        let mut inner = argument;
        while let ExpKind::Paren(part) = &inner.kind {
            inner = part;
        }
        let term = match &inner.kind {
            ExpKind::Fun(..) => self.phrase(argument, Some(function)),
            _ => {
                let term = self.phrase(argument, None);
                self.instance(term)
            }
        };
        let place = Place::Argument(0, call.name);
        if let Type::Exp(_) = self.metas.type_head(&term.ty) {
            let term = self.checked(term, Some(input), place);
            let x = Name::fresh("x");
            let body = Term {
                node: TermNode::Var(x.clone()),
                ty: input.clone(),
                span,
            };
            // From and to are unknowns of this primitive alone.
            let _ = self.unify(&result, input, span);
            let identity = Term {
                ty: function.clone(),
                node: TermNode::Lambda(x, input.clone(), Box::new(body)),
                span,
            };
            let node = TermNode::Prim(prim, None, vec![identity, term]);
            return self.checked(
                Term {
                    node,
                    ty: result,
                    span,
                },
                call.expected,
                call.place,
            );
        }
        let term = self.checked(term, Some(function), place);
        self.expanded(parameters.get(1..).unwrap_or_default(), result, call, |rest| {
            let mut terms = vec![term];
            terms.extend(rest);
            TermNode::Prim(prim, None, terms)
        })
    }

    /// A function of known parameters applied to the first of them: to those that are no functions before the others, so
    /// that the types of abstractions are known when their bodies are looked at.  What is missing is abstracted over.
    pub(super) fn saturated(
        &mut self,
        parameters: &[Type],
        result: Type,
        given: &[&Exp],
        call: Call<'_>,
        build: impl FnOnce(Vec<Term>) -> TermNode,
    ) -> Term {
        if given.len() > parameters.len() {
            let message = format!(
                "`{}` takes {} arguments, not {}",
                call.name,
                parameters.len(),
                given.len()
            );
            self.error(Diagnostic::error(
                DPIA_T_APP.refuse("function"),
                call.span,
                message,
            ));
            return self.broken(call.span);
        }
        let (present, missing) = parameters.split_at(given.len());
        let is_function = |e: &Elaborator, t: &Type| {
            matches!(
                e.metas.type_head(t),
                Type::Fun { .. } | Type::NatFun(..) | Type::DataFun(..)
            )
        };
        let mut terms: Vec<Option<Term>> = vec![None; given.len()];
        for (i, (ty, e)) in present.iter().zip(given).enumerate() {
            if !is_function(self, ty)
                && let Some(slot) = terms.get_mut(i)
            {
                *slot = Some(self.phrase_at(e, Some(ty), Place::Argument(i, call.name)));
            }
        }
        // What is expected of the result helps with the functions; that it is not met is reported after them.
        if call.expected.is_some() || !missing.is_empty() {
            self.expect_result(missing, &result, call.expected, call.span);
        }
        self.settle();
        for (i, (ty, e)) in present.iter().zip(given).enumerate() {
            if let Some(slot @ None) = terms.get_mut(i) {
                *slot = Some(self.phrase_at(e, Some(ty), Place::Argument(i, call.name)));
            }
        }
        let terms: Vec<Term> = terms.into_iter().flatten().collect();
        let broken = terms.iter().any(|t| matches!(t.node, TermNode::Error));
        if !missing.is_empty() && !given.is_empty() {
            let (some, all) = (given.len(), parameters.len());
            let note = format!("`{}` has {some} of its {all} arguments here", call.name);
            self.metas.partial.push((call.span, note));
        }
        self.expanded(missing, result, call, |rest| {
            // What follows from an error is not reported.
            if broken {
                TermNode::Error
            } else {
                build(terms.into_iter().chain(rest).collect())
            }
        })
    }

    /// Lets what is expected flow into the type of a partly applied function.
    fn expect_result(&mut self, missing: &[Type], result: &Type, expected: Option<&Type>, span: Span) {
        let mut expected = expected.cloned();
        for parameter in missing {
            expected = match expected.map(|t| self.metas.type_head(&t)) {
                Some(Type::Fun { from, to, .. }) => {
                    let _ = self.unify(parameter, &from, span);
                    Some((*to).clone())
                }
                _ => None,
            };
        }
        if let Some(expected) = expected
            && !matches!(
                self.metas.type_head(&expected),
                Type::NatFun(..) | Type::DataFun(..)
            )
        {
            let _ = self.unify(&expected, result, span);
        }
    }

    /// A function η-expanded over the parameters that are missing.
    fn expanded(
        &mut self,
        missing: &[Type],
        result: Type,
        call: Call<'_>,
        build: impl FnOnce(Vec<Term>) -> TermNode,
    ) -> Term {
        let span = call.span;
        let texts = ["x", "y", "z", "w"];
        let names: Vec<Name> = missing
            .iter()
            .zip(texts.into_iter().cycle())
            .map(|(_, x)| Name::fresh(x))
            .collect();
        let variables = names.iter().zip(missing).map(|(x, ty)| Term {
            node: TermNode::Var(x.clone()),
            ty: ty.clone(),
            span,
        });
        let node = build(variables.collect());
        let whole = Term {
            node,
            ty: result,
            span,
        };
        let term = names.iter().zip(missing).rev().fold(whole, |body, (x, from)| {
            let ty = Type::fun(from, body.ty.clone());
            let node = TermNode::Lambda(x.clone(), from.clone(), Box::new(body));
            Term { node, ty, span }
        });
        self.checked(term, call.expected, call.place)
    }
}

fn phrases<'a>(arguments: &[Argument<'a>]) -> Vec<&'a Exp> {
    arguments
        .iter()
        .filter_map(|a| match a {
            Argument::Phrase(e) => Some(*e),
            Argument::Static(_) => None,
        })
        .collect()
}

/// How messages name an infix operator.
pub(super) fn spelling(op: Operator) -> &'static str {
    match op {
        Operator::AndAlso => "&&",
        Operator::OrElse => "||",
        Operator::DivExact => "/^",
        Operator::NatPower => "^",
        Operator::Bin(op) => crate::print::infix(op).map_or(op.name(), |(symbol, _)| symbol),
    }
}
