//! Δ,Γ ⊢γ e : τ, an arm a rule.  γ is given as the effect that the place allows: a level, or an unknown effect in the bodies of
//! functions and in elements, which becomes the latent effect in their type.

use super::Checker;
use super::origin::{Asker, Demand, Origin, What};
use super::relate::Clash;
use super::report::{Context, Why};
use super::schemes::Binding;
use super::unknowns::{E, L, LevelNode, T, TypeNode};
use super::waiting::Waiting;
use crate::rules::effects::*;
use crate::rules::evaluation::{FCL_V_DELAY, FCL_V_MORE, FCL_V_PUSH_R};
use crate::rules::kinding::{FCL_I_LVL, FCL_I_REFL};
use crate::rules::typing::*;
use crate::{Base, BaseType, Expression, Kind, Node, Operator, Side};
use elder_syntax::{Diagnostic, Span, Variable};
use std::rc::Rc;

pub(super) type Checked = Result<T, Box<Diagnostic>>;

impl Checker<'_> {
    /// The type of an expression.
    pub(super) fn infer(&mut self, e: &Expression, ambient: E) -> Checked {
        elder_syntax::effort::deeper(|| {
            self.tried(|c| c.spend(1), Why::plain(e.span))?;
            self.infer_node(e, ambient)
        })
    }

    fn infer_node(&mut self, e: &Expression, ambient: E) -> Checked {
        let span = e.span;
        match &*e.node {
            Node::Base(Base::I32(_)) => {
                FCL_T_INT.apply();
                Ok(self.tables.base(BaseType::I32))
            }
            Node::Base(Base::F64(_)) => {
                FCL_T_DBL.apply();
                Ok(self.tables.base(BaseType::F64))
            }
            Node::Base(Base::Bool(_)) => {
                FCL_T_BOOL.apply();
                Ok(self.tables.base(BaseType::Bool))
            }
            Node::Base(value) => {
                FCL_T_NUMBER.apply();
                Ok(self.tables.base(value.prim_type()))
            }
            Node::Setting(_) => {
                FCL_T_SETTING.apply();
                Ok(self.tables.base(BaseType::I32))
            }
            Node::Var(x) => {
                FCL_T_VAR.apply();
                self.variable(x, span, ambient)
            }
            Node::Array(elements) => {
                FCL_T_ARR.apply();
                let element = self.tables.of_kind(Kind::GT, Demand::new(Asker::Literal, span));
                let effect = self.tables.unknown_effect();
                for e in elements {
                    self.argument(e, element, effect, Why::new(Context::Element, e.span))?;
                }
                Ok(self.tables.node(TypeNode::Pull(element, effect)))
            }
            Node::PushArray(elements, level) => {
                FCL_V_PUSH_R.apply();
                let element = self.tables.of_kind(Kind::BT, Demand::new(Asker::Push, span));
                let thread = self.thread_limit(What::Elements, span);
                for e in elements {
                    self.argument(e, element, thread, Why::new(Context::Element, e.span))?;
                }
                let level = self.written_level(level, span);
                Ok(self.tables.node(TypeNode::Push(element, level)))
            }
            Node::Operator {
                operator,
                level,
                arguments,
            } => self.operator(*operator, level.as_ref(), arguments, span, ambient),
            Node::Scalar(operator, arguments) => self.scalar(*operator, arguments, span, ambient),
            Node::Fn(x, body) => {
                FCL_T_FN.apply();
                let from = self.tables.unknown();
                let effect = self.tables.unknown_effect();
                let to = self.with(x, Binding::One(from), |c| c.infer(body, effect))?;
                Ok(self.tables.fun(from, effect, to))
            }
            Node::LevelFn(x, body) => self.level_function(x, body, None, span),
            Node::Apply(function, argument) => self.application(function, argument, span, ambient),
            Node::LevelApply(function, level) => {
                FCL_T_LAPP_R.apply();
                let found = self.infer(function, ambient)?;
                let level = self.written_level(level, span);
                let result = self.tables.unknown();
                self.wait(Waiting::LevelApply {
                    function: found,
                    level,
                    result,
                    effect: ambient,
                    span: function.span,
                })?;
                Ok(result)
            }
            Node::Let(x, bound, body) => {
                let binding = self.bound(bound, ambient)?;
                self.with(x, binding, |c| c.infer(body, ambient))
            }
            Node::Pair(a, b) => {
                FCL_T_PAIR.apply();
                let a = self.infer(a, ambient)?;
                let b = self.infer(b, ambient)?;
                Ok(self.tables.node(TypeNode::Pair(a, b)))
            }
            Node::Project(side, pair) => {
                match side {
                    Side::First => FCL_T_FST.apply(),
                    Side::Second => FCL_T_SND.apply(),
                }
                let found = self.infer(pair, ambient)?;
                let (a, b) = match self.tables.shape(found).1 {
                    TypeNode::Pair(a, b) => (a, b),
                    _ => {
                        let (a, b) = (self.tables.unknown(), self.tables.unknown());
                        let wanted = self.tables.node(TypeNode::Pair(a, b));
                        self.expect(found, wanted, Why::new(Context::Project(*side), pair.span))?;
                        (a, b)
                    }
                };
                Ok(if *side == Side::First { a } else { b })
            }
            Node::If(condition, yes, no) => {
                FCL_T_IF.apply();
                let bool = self.tables.base(BaseType::Bool);
                self.argument(
                    condition,
                    bool,
                    ambient,
                    Why::new(Context::Condition, condition.span),
                )?;
                let result = self.tables.unknown();
                for branch in [yes, no] {
                    self.argument(branch, result, ambient, Why::new(Context::Branch, branch.span))?;
                }
                Ok(result)
            }
            Node::ConcatDelay(size, parts) => {
                FCL_V_DELAY.apply();
                self.delay(Operator::Concat, &[size], None, parts, span, ambient)
            }
            Node::InterleaveDelay(size, function, parts) => {
                FCL_V_MORE.apply();
                self.delay(
                    Operator::Interleave,
                    &[size],
                    Some(function),
                    parts,
                    span,
                    ambient,
                )
            }
            Node::InterleaveIntoDelay(total, size, function, parts) => {
                FCL_V_MORE.apply();
                self.delay(
                    Operator::InterleaveInto,
                    &[total, size],
                    Some(function),
                    parts,
                    span,
                    ambient,
                )
            }
            Node::Loop(condition, step, array) => self.running_loop(condition, step, array, span, ambient),
        }
    }

    /// FCL-V-DELAY and its kin: as the operator, but a value, which is data wherever it is.
    fn delay(
        &mut self,
        operator: Operator,
        sizes: &[&Expression],
        function: Option<&Expression>,
        parts: &Expression,
        span: Span,
        ambient: E,
    ) -> Checked {
        use super::report::Role;
        let int = self.tables.base(BaseType::I32);
        for size in sizes {
            self.argument(size, int, ambient, Why::argument(operator, Role::Size, size.span))?;
        }
        if let Some(function) = function {
            let wanted = self.index_function(operator, span);
            self.argument(
                function,
                wanted,
                ambient,
                Why::argument(operator, Role::Function, function.span),
            )?;
        }
        let (wanted, result, _) = self.parts(operator, span);
        self.argument(
            parts,
            wanted,
            ambient,
            Why::argument(operator, Role::Parts, parts.span),
        )?;
        Ok(result)
    }

    /// `loop c s e`: a while whose array has been forced, or is being.
    fn running_loop(
        &mut self,
        condition: &Expression,
        step: &Expression,
        array: &Expression,
        span: Span,
        ambient: E,
    ) -> Checked {
        use super::report::Role;
        FCL_T_EFF_WHILE.apply();
        let element = self.tables.of_kind(Kind::BT, Demand::new(Asker::Push, span));
        let level = self.tables.unknown_level(Origin::NONE);
        let nothing = self.tables.pure();
        let forced = self.tables.node(TypeNode::Pull(element, nothing));
        let pushed = self.tables.node(TypeNode::Push(element, level));
        let bool = self.tables.base(BaseType::Bool);
        let none = self.no_work(What::Condition, span);
        let limit = self.tables.at(level, Origin::new(What::Step, span));
        let asks = self.tables.fun(forced, none, bool);
        let steps = self.tables.fun(forced, limit, pushed);
        let why = |role, e: &Expression| Why::argument(Operator::While, role, e.span);
        self.argument(condition, asks, ambient, why(Role::Condition, condition))?;
        self.argument(step, steps, ambient, why(Role::Step, step))?;
        self.argument(array, forced, ambient, why(Role::Start, array))?;
        let origin = Origin::new(What::Work(Operator::While), span);
        self.tried(|c| c.work(level, origin, ambient), Why::plain(span))?;
        Ok(forced)
    }

    /// An expression where a type is asked for.
    pub(super) fn argument(
        &mut self,
        e: &Expression,
        wanted: T,
        ambient: E,
        why: Why,
    ) -> Result<(), Box<Diagnostic>> {
        // A function meets its parameter's type on the way in: what waits for it can go on, and messages are closer to the cause.
        if let Node::Fn(x, body) = &*e.node
            && let (_, TypeNode::Fun(from, effect, to)) = self.tables.shape(wanted)
        {
            FCL_T_FN.apply();
            return self.with(x, Binding::One(from), |c| {
                c.argument(body, to, effect, why.at(body))
            });
        }
        let found = self.infer(e, ambient)?;
        self.expect(found, wanted, why)
    }

    /// An expression against a declared type: gives the type with the effects found.
    pub(super) fn declared(&mut self, e: &Expression, wanted: T, ambient: E, why: Why) -> Checked {
        elder_syntax::effort::deeper(|| {
            let (_, node) = self.tables.shape(wanted);
            match (&*e.node, node) {
                (Node::Fn(x, body), TypeNode::Fun(from, effect, to)) => {
                    FCL_T_FN.apply();
                    let to = self.with(x, Binding::One(from), |c| {
                        c.declared(body, to, effect, why.at(body))
                    })?;
                    Ok(self.tables.fun(from, effect, to))
                }
                (Node::LevelFn(x, body), TypeNode::LevelFun(s, effect, to)) => {
                    self.level_function(x, body, Some((s, effect, to, why)), e.span)
                }
                (Node::Let(x, bound, body), _) => {
                    let binding = self.bound(bound, ambient)?;
                    self.with(x, binding, |c| c.declared(body, wanted, ambient, why.at(body)))
                }
                // A level function that is not written out: its effects may be its level, and signatures name none.
                (Node::Var(_) | Node::Operator { .. }, TypeNode::LevelFun(s, effect, to)) => {
                    let x = self.tables.skolems[s].variable.renewed();
                    let body = e.apply_level(crate::Level::Var(x.clone()));
                    self.level_function(&x, &body, Some((s, effect, to, why)), e.span)
                }
                _ => {
                    let found = self.infer(e, ambient)?;
                    self.expect(found, wanted, why)?;
                    Ok(wanted)
                }
            }
        })
    }

    fn variable(&mut self, x: &Variable, span: Span, ambient: E) -> Checked {
        match self.variables.get(x).cloned() {
            Some(Binding::One(t)) => {
                FCL_I_REFL.apply();
                Ok(t)
            }
            Some(Binding::Let(local)) => self.tried(|c| c.instance(&local), Why::plain(span)),
            None => match self.definitions.get(x).map(Option::as_ref) {
                Some(Some(scheme)) => {
                    let origin = self.used(x, span);
                    let (ty, turnstile) = self.tried(|c| c.instance_of(scheme, origin), Why::plain(span))?;
                    if let Some(level) = turnstile {
                        FCL_T_DEF.apply();
                        self.tried(|c| c.work(level, origin, ambient), Why::plain(span))?;
                    }
                    Ok(ty)
                }
                Some(None) => Err(Box::new(self.silent(span))),
                None => Err(Box::new(self.unbound(x, span))),
            },
        }
    }

    /// A use of a definition, as the reason of what its type asks for.
    fn used(&mut self, x: &Variable, span: Span) -> Origin {
        self.uses.push(x.clone());
        Origin::new(What::Use(self.uses.len() as u32 - 1), span)
    }

    /// With a variable bound; a variable of the same binder outside is hidden meanwhile.
    pub(super) fn with<A>(&mut self, x: &Variable, binding: Binding, act: impl FnOnce(&mut Self) -> A) -> A {
        let hidden = self.variables.insert(x.clone(), binding);
        let done = act(self);
        match hidden {
            Some(hidden) => self.variables.insert(x.clone(), hidden),
            None => self.variables.remove(x),
        };
        done
    }

    /// FCL-T-LET-R: what `let` names, generalised.
    fn bound(&mut self, e: &Expression, ambient: E) -> Result<Binding, Box<Diagnostic>> {
        FCL_T_LET_R.apply();
        self.tables.rank += 1;
        let found = self.infer(e, ambient);
        self.tables.rank -= 1;
        let found = found?;
        self.decide()?;
        let local = self.tried(|c| c.generalise(found), Why::plain(e.span))?;
        Ok(Binding::Let(Rc::new(local)))
    }

    /// FCL-T-LFN; `wanted`: the declared type with the variable that it binds.
    fn level_function(
        &mut self,
        x: &Variable,
        body: &Expression,
        wanted: Option<(super::unknowns::Skolem, E, T, Why)>,
        span: Span,
    ) -> Checked {
        FCL_T_LFN.apply();
        FCL_T_EFF_LFN.apply();
        let outer = self.tables.rank;
        self.tables.rank = outer + 1;
        let skolem = self.tables.skolem(x, outer + 1, span, false);
        let level = self.tables.level_node(LevelNode::Skolem(skolem), Origin::NONE);
        let hidden = self.level_variables.insert(x.clone(), level);
        let found = match wanted {
            None => {
                let effect = self.tables.unknown_effect();
                self.infer(body, effect).map(|to| (effect, to))
            }
            Some((s, effect, to, why)) => {
                self.tried(|c| c.at_level(s, level, effect, to), why)
                    .and_then(|(effect, to)| {
                        let to = self.declared(body, to, effect, why.at(body))?;
                        Ok((effect, to))
                    })
            }
        };
        match hidden {
            Some(hidden) => self.level_variables.insert(x.clone(), hidden),
            None => self.level_variables.remove(x),
        };
        self.tables.rank = outer;
        let (effect, to) = found?;
        let ty = self.tables.node(TypeNode::LevelFun(skolem, effect, to));
        self.tried(|c| c.leave_level(skolem, ty, span), Why::plain(span))?;
        // What is left unknown inside cannot become the variable any more: it is out of scope.
        self.tried(|c| c.lower_rank(ty, outer), Why::plain(span))?;
        Ok(ty)
    }

    /// FCL-T-APP
    fn application(
        &mut self,
        function: &Expression,
        argument: &Expression,
        span: Span,
        ambient: E,
    ) -> Checked {
        FCL_T_APP.apply();
        let found = self.infer(function, ambient)?;
        let (found, node) = self.tables.shape(found);
        let held = match &*function.node {
            Node::Var(x) => matches!(self.variables.get(x), Some(Binding::Let(local)) if local.held),
            _ => false,
        };
        let (from, effect, to) = match node {
            TypeNode::Fun(from, effect, to) => (from, effect, to),
            TypeNode::Unknown(_) => {
                let from = self.tables.unknown();
                let effect = self.tables.unknown_effect();
                let to = self.tables.unknown();
                let wanted = self.tables.fun(from, effect, to);
                self.expect(found, wanted, Why::plain(function.span))?;
                (from, effect, to)
            }
            TypeNode::LevelFun(..) => {
                let text = self.text(found);
                return Err(Box::new(
                    Diagnostic::error(
                        FCL_T_APP.refuse("function"),
                        function.span,
                        "this takes a level before its argument",
                    )
                    .with_note(format!("it is of type `{text}`"))
                    .with_help("write the level, as in `f <block> x`"),
                ));
            }
            _ => {
                let text = self.text(found);
                return Err(Box::new(
                    Diagnostic::error(
                        FCL_T_APP.refuse("function"),
                        function.span,
                        format!("only functions take arguments, and this is of type `{text}`"),
                    )
                    .and_at(argument.span, "the argument"),
                ));
            }
        };
        self.argument(
            argument,
            from,
            ambient,
            Why::new(Context::Call { held }, argument.span),
        )?;
        self.tried(|c| c.below(effect, ambient), Why::plain(span))?;
        Ok(to)
    }

    /// A level variable that nothing binds: those of a signature, and those of a place where no program has one.
    pub(super) fn free_level(&mut self, x: &Variable, span: Span) -> L {
        if let Some(level) = self.level_variables.get(x) {
            return *level;
        }
        FCL_I_LVL.apply();
        let skolem = self.tables.skolem(x, 0, span, true);
        let level = self
            .tables
            .level_node(LevelNode::Skolem(skolem), Origin::new(What::Signature, span));
        self.level_variables.insert(x.clone(), level);
        self.signature_levels.push(x.clone());
        level
    }

    fn unbound(&mut self, x: &Variable, span: Span) -> Diagnostic {
        let refusal = crate::rules::syntax::FCL_SYN_NAME.refuse("bound");
        Diagnostic::error(refusal, span, format!("`{x}` is bound nowhere"))
    }

    /// The error of something that has been reported already.
    fn silent(&mut self, span: Span) -> Diagnostic {
        self.quiet = true;
        self.report(Clash::Large, Why::plain(span), None)
    }
}

impl Why {
    /// The same for a part of it.
    fn at(self, e: &Expression) -> Why {
        Why { span: e.span, ..self }
    }
}
