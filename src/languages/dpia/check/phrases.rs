//! Types of phrases and their uses of identifiers (DPIA-Q, one arm a rule): `P ⇒ θ | A | F`.

use super::interference::{Sides, Uses};
use super::{Checked, Checker, Obligation, is_passive};
use crate::Places;
use crate::Walk;
use crate::rules::kinding::{DPIA_K_FACTS, DPIA_K_VAR};
use crate::rules::typing::*;
use crate::{Binder, DataType, Name, Nat, Node, Phrase, PhraseType, Side};
use elder_syntax::{Diagnostic, Span};

/// What a definition abstracts over, outermost first.
#[derive(Clone, Debug)]
pub(super) enum Parameter {
    /// A nat.
    Size(Name),
    /// A data type or a phrase.
    Other,
}

/// The parameters of a definition.
pub(super) fn parameters(body: &Phrase) -> Vec<Parameter> {
    let mut out = Vec::new();
    let mut rest = body;
    loop {
        rest = match &*rest.node {
            Node::NatLambda(x, inner) => {
                out.push(Parameter::Size(x.clone()));
                inner
            }
            Node::DataLambda(_, inner) | Node::Lambda(_, inner) => {
                out.push(Parameter::Other);
                inner
            }
            _ => return out,
        };
    }
}

fn fault(error: Diagnostic) -> Box<Diagnostic> {
    Box::new(error)
}

/// pass(θ, A)
fn pass(ty: &PhraseType, uses: Uses) -> Uses {
    if is_passive(ty) { uses.passified() } else { uses }
}

impl Checker {
    /// The type of a phrase and its uses.
    pub(super) fn infer(&mut self, phrase: &Phrase) -> Checked<(PhraseType, Uses)> {
        elder_syntax::effort::deeper(|| match &*phrase.node {
            Node::Var(x) => self.variable(x, phrase.span),
            Node::Lambda(binder, body) => self.abstraction(binder, body, phrase.span),
            Node::Apply(function, argument) => self.application(phrase, function, argument),
            Node::NatLambda(x, body) => {
                DPIA_Q_TLAM.apply();
                DPIA_T_TLAM.apply();
                let (ty, uses) = self.under_nat(x, |checker| checker.infer(body))?;
                Ok((PhraseType::NatFun(x.clone(), ty.into()), uses))
            }
            Node::NatApply(function, nat) => self.nat_application(phrase, function, nat),
            Node::DataLambda(x, body) => {
                DPIA_Q_TLAM.apply();
                DPIA_T_TLAM.apply();
                let (ty, uses) = self.under_data(x, |checker| checker.infer(body))?;
                Ok((PhraseType::DataFun(x.clone(), ty.into()), uses))
            }
            Node::DataApply(function, data) => self.data_application(phrase, function, data),
            Node::Pair(first, second) => {
                DPIA_Q_PAIR.apply();
                DPIA_T_PAIR.apply();
                let (first_type, first_uses) = self.infer(first)?;
                let (second_type, second_uses) = self.infer(second)?;
                let ty = PhraseType::product(first_type, second_type);
                let uses = pass(&ty, first_uses.and(second_uses));
                Ok((ty, uses))
            }
            Node::Proj(pair, side) => self.projection(pair, *side, phrase.span),
            Node::Prim(prim, arguments) => self.primitive(prim, arguments, phrase.span),
        })
    }

    /// Whether a phrase has this type, and its uses.  Unlike [`Checker::infer`] it knows what is wanted of abstractions, so that it
    /// can say which access keeps a body from being passive.
    pub(super) fn check(&mut self, phrase: &Phrase, expected: &PhraseType) -> Checked<Uses> {
        elder_syntax::effort::deeper(|| match (&*phrase.node, expected) {
            (Node::Lambda(binder, body), PhraseType::Fun { passive, from, to }) => {
                DPIA_Q_LAM.apply();
                DPIA_T_LAM.apply();
                self.after_binder(binder, phrase.span)?;
                self.expect(from, &binder.ty, phrase.span);
                let uses = self.under(binder, |checker| checker.check(body, to))?;
                let uses = uses.without(&binder.name);
                if *passive {
                    let own = uses.clone().only(&self.owned);
                    let shared = uses.except(&self.owned);
                    self.passive_body(&shared, phrase.span);
                    Ok(shared.passified().and(own))
                } else {
                    Ok(pass(to, uses))
                }
            }
            (Node::NatLambda(x, body), PhraseType::NatFun(y, to)) => {
                DPIA_Q_TLAM.apply();
                DPIA_T_TLAM.apply();
                let to = to.with_nat(y, &Nat::var(x));
                self.under_nat(x, |checker| checker.check(body, &to))
            }
            (Node::DataLambda(x, body), PhraseType::DataFun(y, to)) => {
                DPIA_Q_TLAM.apply();
                DPIA_T_TLAM.apply();
                let to = to.with_data(y, &DataType::Var(x.clone()));
                self.under_data(x, |checker| checker.check(body, &to))
            }
            (Node::Pair(first, second), PhraseType::Product(first_type, second_type)) => {
                DPIA_Q_PAIR.apply();
                DPIA_T_PAIR.apply();
                let uses = self.check(first, first_type)?;
                Ok(pass(expected, uses.and(self.check(second, second_type)?)))
            }
            _ => {
                let (found, uses) = self.infer(phrase)?;
                self.expect(&found, expected, phrase.span);
                Ok(pass(expected, uses))
            }
        })
    }

    fn variable(&mut self, x: &Name, span: Span) -> Checked<(PhraseType, Uses)> {
        DPIA_Q_VAR.apply();
        DPIA_T_VAR.apply();
        let Some(ty) = self.types.get(x).cloned() else {
            let message = format!("`{x}` is not bound");
            return Err(fault(Diagnostic::error(
                DPIA_T_VAR.refuse("bound"),
                span,
                message,
            )));
        };
        let uses = if is_passive(&ty) {
            DPIA_T_PASSIFY.apply();
            Uses::default()
        } else {
            Uses::of(x, span)
        };
        Ok((ty, uses))
    }

    fn abstraction(&mut self, binder: &Binder, body: &Phrase, span: Span) -> Checked<(PhraseType, Uses)> {
        DPIA_Q_LAM.apply();
        DPIA_T_LAM.apply();
        self.after_binder(binder, span)?;
        let (to, uses) = self.under(binder, |checker| checker.infer(body))?;
        let uses = uses.without(&binder.name);
        let passive = uses.active.is_empty();
        if passive {
            DPIA_T_PROMOTE.apply();
        }
        let ty = PhraseType::Fun {
            passive,
            from: binder.ty.clone().into(),
            to: to.into(),
        };
        let uses = pass(&ty, uses);
        Ok((ty, uses))
    }

    /// The annotation of a binder is a phrase type.
    fn after_binder(&mut self, binder: &Binder, span: Span) -> Checked<()> {
        self.phrase_type(&binder.ty, span)
    }

    fn application(
        &mut self,
        whole: &Phrase,
        function: &Phrase,
        argument: &Phrase,
    ) -> Checked<(PhraseType, Uses)> {
        DPIA_Q_APP.apply();
        DPIA_T_APP.apply();
        let (ty, function_uses) = self.infer(function)?;
        let PhraseType::Fun { from, to, .. } = ty else {
            let message = format!("this is {ty}, not a function");
            let error = Diagnostic::error(DPIA_T_APP.refuse("function"), function.span, message);
            return Err(fault(error.and_at(argument.span, "it is applied to this")));
        };
        let argument_uses = self.check(argument, &from)?;
        let sides = Sides {
            function: "function",
            argument: "argument",
        };
        self.apart(&function_uses, &argument_uses, &sides);
        self.called(whole);
        let uses = pass(&to, function_uses.and(argument_uses));
        Ok(((*to).clone(), uses))
    }

    fn nat_application(
        &mut self,
        whole: &Phrase,
        function: &Phrase,
        nat: &Nat,
    ) -> Checked<(PhraseType, Uses)> {
        DPIA_Q_TAPP.apply();
        DPIA_T_TAPP.apply();
        self.nat(nat, whole.span)?;
        let (ty, uses) = self.infer(function)?;
        let PhraseType::NatFun(x, to) = ty else {
            let message = format!("this is {ty}, not a function over a nat");
            let error = Diagnostic::error(DPIA_T_TAPP.refuse("function"), function.span, message);
            return Err(fault(error));
        };
        self.called(whole);
        Ok((to.with_nat(&x, nat), uses))
    }

    fn data_application(
        &mut self,
        whole: &Phrase,
        function: &Phrase,
        data: &DataType,
    ) -> Checked<(PhraseType, Uses)> {
        DPIA_Q_TAPP.apply();
        DPIA_T_TAPP.apply();
        self.data_type(data, whole.span)?;
        let (ty, uses) = self.infer(function)?;
        let PhraseType::DataFun(x, to) = ty else {
            let message = format!("this is {ty}, not a function over a data type");
            let error = Diagnostic::error(DPIA_T_TAPP.refuse("function"), function.span, message);
            return Err(fault(error));
        };
        Ok((to.with_data(&x, data), uses))
    }

    fn projection(&mut self, pair: &Phrase, side: Side, span: Span) -> Checked<(PhraseType, Uses)> {
        DPIA_Q_PROJ.apply();
        DPIA_T_PROJ.apply();
        let (ty, uses) = self.infer(pair)?;
        let PhraseType::Product(first, second) = ty else {
            let message = format!("this is {ty}, not a pair of phrases");
            return Err(fault(Diagnostic::error(
                DPIA_T_PROJ.refuse("pair"),
                span,
                message,
            )));
        };
        let ty = match side {
            Side::First => (*first).clone(),
            Side::Second => (*second).clone(),
        };
        let uses = pass(&ty, uses);
        Ok((ty, uses))
    }

    /// If `whole` is a definition applied to all its sizes so far: what the definition asks of its sizes is asked of these.
    fn called(&mut self, whole: &Phrase) {
        let mut arguments: Vec<Option<&Nat>> = Vec::new();
        let mut head = whole;
        let name = loop {
            head = match &*head.node {
                Node::Apply(function, _) | Node::DataApply(function, _) => {
                    arguments.push(None);
                    function
                }
                Node::NatApply(function, nat) => {
                    arguments.push(Some(nat));
                    function
                }
                Node::Var(x) => break x,
                _ => return,
            };
        };
        let Some((parameters, obligations)) = self.definitions.get(name) else {
            return;
        };
        let sizes: Vec<(Name, Nat)> = parameters
            .iter()
            .zip(arguments.iter().rev())
            .filter_map(|(parameter, argument)| match (parameter, argument) {
                (Parameter::Size(x), Some(nat)) => Some((x.clone(), (*nat).clone())),
                _ => None,
            })
            .collect();
        // Each obligation is taken over at the application that gives the last of its sizes.
        let last = matches!(&*whole.node, Node::NatApply(..))
            .then(|| sizes.last().cloned())
            .flatten();
        let Some((last, _)) = last else {
            return;
        };
        let taken: Vec<Obligation> = obligations
            .iter()
            .filter(|obligation| {
                let names: Vec<Name> = obligation
                    .condition
                    .terms()
                    .iter()
                    .flat_map(|n| n.variables())
                    .collect();
                names.contains(&last) && names.iter().all(|x| sizes.iter().any(|(y, _)| x == y))
            })
            .cloned()
            .collect();
        for obligation in taken {
            let condition = obligation.condition.map(&|nat| {
                nat.rebuild(
                    &mut |x| sizes.iter().find(|(y, _)| x == y).map(|(_, nat)| nat.clone()),
                    &crate::Ranges::new(),
                )
            });
            self.oblige(condition, obligation.rule, obligation.premise, whole.span);
        }
    }

    /// Θ, x:θ
    pub(super) fn under<T>(&mut self, binder: &Binder, inner: impl FnOnce(&mut Checker) -> T) -> T {
        let before = self.types.insert(binder.name.clone(), binder.ty.clone());
        let result = match &binder.ty {
            PhraseType::Exp(DataType::Index(_)) => {
                DPIA_K_FACTS.apply();
                self.within(self.known.under(binder), inner)
            }
            _ => inner(self),
        };
        match before {
            Some(ty) => self.types.insert(binder.name.clone(), ty),
            None => self.types.remove(&binder.name),
        };
        result
    }

    /// Δ, x:nat.  The nats that stand around a definition's body are known when it is launched.
    fn under_nat<T>(&mut self, x: &Name, inner: impl FnOnce(&mut Checker) -> Checked<T>) -> Checked<T> {
        DPIA_K_VAR.apply();
        let fresh = self.nats.insert(x.clone());
        if self.inside == 0 {
            self.sizes.insert(x.clone());
        }
        let result = inner(self);
        if fresh {
            self.nats.remove(x);
        }
        result
    }

    /// Δ, x:data
    fn under_data<T>(&mut self, x: &Name, inner: impl FnOnce(&mut Checker) -> Checked<T>) -> Checked<T> {
        DPIA_K_VAR.apply();
        let fresh = self.datas.insert(x.clone());
        let result = inner(self);
        if fresh {
            self.datas.remove(x);
        }
        result
    }
}
