//! The types of operators, with their effects (paper, Figure 3; notes, sections 4.3 and 5).

use super::Checker;
use super::origin::{Asker, Demand, Origin, What};
use super::report::{Role, Why};
use super::unknowns::{BOUND, Bases, E, L, LevelNode, T, TypeNode};
use super::waiting::Waiting;
use crate::rules::effects::*;
use crate::rules::kinding::*;
use crate::rules::operators::*;
use crate::rules::typing::*;
use crate::{BaseType, Expression, Kind, Level, Operator, ScalarOperator};
use elder_syntax::{Diagnostic, Span};

type Checked = Result<T, Box<Diagnostic>>;

/// An instance of an operator's type: `p1 → … → pn →ε τ`.
struct Instance {
    parameters: Vec<(T, Role)>,
    effect: E,
    result: T,
}

impl Checker<'_> {
    fn element(&mut self, kind: Kind, span: Span) -> T {
        let asker = if kind == Kind::BT {
            Asker::Push
        } else {
            Asker::Pull
        };
        self.tables.of_kind(kind, Demand::new(asker, span))
    }

    fn accumulator(&mut self, span: Span) -> T {
        self.tables
            .of_kind(Kind::BT, Demand::new(Asker::Accumulator, span))
    }

    fn pull(&mut self, element: T, effect: E) -> T {
        self.tables.node(TypeNode::Pull(element, effect))
    }

    fn push(&mut self, element: T, level: L) -> T {
        self.tables.node(TypeNode::Push(element, level))
    }

    fn int(&mut self) -> T {
        self.tables.base(BaseType::I32)
    }

    /// `(int, int) →∅ int`, what interleave asks where to put an element.
    pub(super) fn index_function(&mut self, operator: Operator, span: Span) -> T {
        let int = self.int();
        let pair = self.tables.node(TypeNode::Pair(int, int));
        let none = self.no_work(What::IndexFunction(operator), span);
        self.tables.fun(pair, none, int)
    }

    /// `[[α]<γ>]ε` with ε ∅ or γ, and `[α]<1+γ>` (FCL-T-CONCAT-R).
    pub(super) fn parts(&mut self, operator: Operator, span: Span) -> (T, T, L) {
        FCL_T_EFF_CONCAT.apply();
        FCL_I_LVL.apply();
        let element = self.element(Kind::BT, span);
        let level = self.tables.unknown_level(Origin::NONE);
        let limit = self.tables.at(level, Origin::new(What::Parts(operator), span));
        let part = self.push(element, level);
        let parts = self.pull(part, limit);
        let above = self
            .tables
            .level_node(LevelNode::Succ(level), Origin::new(What::Work(operator), span));
        (parts, self.push(element, above), above)
    }

    /// FCL-T-OP: an instance of the operator's scheme.
    fn operator_instance(&mut self, operator: Operator, level: Option<&Level>, span: Span) -> Instance {
        FCL_T_OP.apply();
        let nothing = self.tables.pure();
        let int = self.int();
        match operator {
            Operator::LengthPull => {
                FCL_B_LENPULL.apply();
                let element = self.element(Kind::GT, span);
                let effect = self.tables.unknown_effect();
                Instance {
                    parameters: vec![(self.pull(element, effect), Role::Array)],
                    effect: nothing,
                    result: int,
                }
            }
            Operator::LengthPush => {
                FCL_B_LENPUSH.apply();
                FCL_I_LVL.apply();
                let element = self.element(Kind::BT, span);
                let level = self.tables.unknown_level(Origin::NONE);
                Instance {
                    parameters: vec![(self.push(element, level), Role::Array)],
                    effect: nothing,
                    result: int,
                }
            }
            Operator::MapPull => {
                FCL_B_MAPPULL.apply();
                FCL_T_EFF_MAP.apply();
                let (from, to) = (self.element(Kind::GT, span), self.element(Kind::GT, span));
                let total = self.tables.unknown_effect();
                Instance {
                    parameters: vec![
                        (self.tables.fun(from, total, to), Role::Function),
                        (self.pull(from, total), Role::Array),
                    ],
                    effect: nothing,
                    result: self.pull(to, total),
                }
            }
            Operator::MapPush => {
                FCL_B_MAPPUSH.apply();
                FCL_I_LVL.apply();
                let (from, to) = (self.element(Kind::BT, span), self.element(Kind::BT, span));
                let level = self.tables.unknown_level(Origin::NONE);
                let limit = self.thread_limit(What::PushElements, span);
                Instance {
                    parameters: vec![
                        (self.tables.fun(from, limit, to), Role::Function),
                        (self.push(from, level), Role::Array),
                    ],
                    effect: nothing,
                    result: self.push(to, level),
                }
            }
            Operator::Generate => {
                FCL_B_GEN.apply();
                FCL_T_EFF_GEN.apply();
                let element = self.element(Kind::GT, span);
                let effect = self.tables.unknown_effect();
                Instance {
                    parameters: vec![
                        (int, Role::Size),
                        (self.tables.fun(int, effect, element), Role::Function),
                    ],
                    effect: nothing,
                    result: self.pull(element, effect),
                }
            }
            Operator::Index => {
                FCL_B_INDEX.apply();
                FCL_T_EFF_IDX.apply();
                let element = self.element(Kind::GT, span);
                let effect = self.tables.unknown_effect();
                Instance {
                    parameters: vec![(self.pull(element, effect), Role::Array), (int, Role::Index)],
                    effect,
                    result: element,
                }
            }
            Operator::Push => {
                FCL_B_PUSH.apply();
                FCL_T_EFF_PUSH.apply();
                FCL_I_INST_R.apply();
                let element = self.element(Kind::BT, span);
                let limit = self.thread_limit(What::PushElements, span);
                let level = match level {
                    Some(level) => self.written_level(level, span),
                    None => self.tables.unknown_level(Origin::NONE),
                };
                Instance {
                    parameters: vec![(self.pull(element, limit), Role::Array)],
                    effect: nothing,
                    result: self.push(element, level),
                }
            }
            Operator::Force | Operator::ForcePadded => {
                FCL_T_EFF_FORCE.apply();
                FCL_I_LVL.apply();
                let element = self.element(Kind::BT, span);
                let level = self.tables.unknown_level(Origin::NONE);
                let array = (self.push(element, level), Role::Array);
                let parameters = if operator == Operator::Force {
                    FCL_B_FORCE.apply();
                    vec![array]
                } else {
                    FCL_B_FORCE_PADDED.apply();
                    vec![(int, Role::Size), (int, Role::Size), array]
                };
                Instance {
                    parameters,
                    effect: self.tables.at(level, Origin::new(What::Work(operator), span)),
                    result: self.pull(element, nothing),
                }
            }
            Operator::While => {
                FCL_B_WHILE.apply();
                FCL_T_EFF_WHILE.apply();
                FCL_I_LVL.apply();
                let element = self.element(Kind::BT, span);
                let level = self.tables.unknown_level(Origin::NONE);
                let forced = self.pull(element, nothing);
                let pushed = self.push(element, level);
                let bool = self.tables.base(BaseType::Bool);
                let none = self.no_work(What::Condition, span);
                let limit = self.tables.at(level, Origin::new(What::Step, span));
                Instance {
                    parameters: vec![
                        (self.tables.fun(forced, none, bool), Role::Condition),
                        (self.tables.fun(forced, limit, pushed), Role::Step),
                        (pushed, Role::Start),
                    ],
                    effect: self.tables.at(level, Origin::new(What::Work(operator), span)),
                    result: forced,
                }
            }
            Operator::Iterate | Operator::IterateFrom => {
                FCL_B_ITERATE.apply();
                FCL_T_EFF_ITERATE.apply();
                FCL_I_LVL.apply();
                let element = self.element(Kind::BT, span);
                let level = self.tables.unknown_level(Origin::NONE);
                let forced = self.pull(element, nothing);
                let pushed = self.push(element, level);
                let limit = self.tables.at(level, Origin::new(What::Turn, span));
                let turn = self.tables.fun(forced, limit, pushed);
                let mut parameters = vec![(int, Role::Size)];
                if operator == Operator::IterateFrom {
                    parameters.push((int, Role::Size));
                }
                parameters.push((self.tables.fun(int, limit, turn), Role::Step));
                parameters.push((pushed, Role::Start));
                Instance {
                    parameters,
                    effect: self.tables.at(level, Origin::new(What::Work(operator), span)),
                    result: forced,
                }
            }
            Operator::ConcatSeq => {
                FCL_T_CONCAT_SEQ.apply();
                let element = self.element(Kind::BT, span);
                let level = self.tables.unknown_level(Origin::NONE);
                let limit = self.tables.at(level, Origin::new(What::Parts(operator), span));
                let whole = self.push(element, level);
                let parts = self.pull(whole, limit);
                Instance {
                    parameters: vec![(int, Role::Size), (parts, Role::Parts)],
                    effect: nothing,
                    result: whole,
                }
            }
            Operator::ConcatThreads => {
                FCL_T_CONCAT_THREADS.apply();
                let element = self.element(Kind::BT, span);
                let limit = self.thread_limit(What::Parts(operator), span);
                let origin = Origin::new(What::Work(operator), span);
                let thread = self.tables.level_node(LevelNode::Zero, origin);
                let part = self.push(element, thread);
                let parts = self.pull(part, limit);
                let below = self.tables.unknown_level(Origin::NONE);
                let level = self.tables.level_node(LevelNode::Succ(below), origin);
                Instance {
                    parameters: vec![(int, Role::Size), (parts, Role::Parts)],
                    effect: nothing,
                    result: self.push(element, level),
                }
            }
            Operator::Concat => {
                FCL_B_CONCAT.apply();
                FCL_T_CONCAT_R.apply();
                let (parts, result, above) = self.parts(operator, span);
                Instance {
                    parameters: vec![(int, Role::Size), (parts, Role::Parts)],
                    effect: self.tables.at(above, Origin::new(What::Work(operator), span)),
                    result,
                }
            }
            Operator::Interleave | Operator::InterleaveInto => {
                FCL_B_INTERLEAVE.apply();
                let (parts, result, above) = self.parts(operator, span);
                let mut parameters = vec![(int, Role::Size)];
                if operator == Operator::Interleave {
                    FCL_T_INTERLEAVE.apply();
                } else {
                    FCL_T_INTERLEAVE_INTO.apply();
                    parameters.push((int, Role::Size));
                }
                parameters.push((self.index_function(operator, span), Role::Function));
                parameters.push((parts, Role::Parts));
                Instance {
                    parameters,
                    effect: self.tables.at(above, Origin::new(What::Work(operator), span)),
                    result,
                }
            }
            Operator::Fold | Operator::ScanThread => {
                let (carried, element) = (self.accumulator(span), self.element(Kind::GT, span));
                let total = if operator == Operator::Fold {
                    FCL_B_FOLD.apply();
                    FCL_T_EFF_FOLD.apply();
                    self.tables.unknown_effect()
                } else {
                    FCL_B_SCAN.apply();
                    FCL_T_EFF_SCAN.apply();
                    self.thread_limit(What::Scan, span)
                };
                let step = self.tables.fun(element, total, carried);
                let function = self.tables.fun(carried, total, step);
                let array = self.pull(element, total);
                let parameters = vec![
                    (function, Role::Function),
                    (carried, Role::Start),
                    (array, Role::Array),
                ];
                if operator == Operator::Fold {
                    Instance {
                        parameters,
                        effect: total,
                        result: carried,
                    }
                } else {
                    let thread = self
                        .tables
                        .level_node(LevelNode::Zero, Origin::new(What::Work(operator), span));
                    Instance {
                        parameters,
                        effect: nothing,
                        result: self.push(carried, thread),
                    }
                }
            }
            Operator::Map => {
                FCL_G_OVER.apply();
                let function = self.tables.unknown();
                let (array, result) = (self.overloaded_array(span), self.overloaded_array(span));
                Instance {
                    parameters: vec![(function, Role::Function), (array, Role::Array)],
                    effect: nothing,
                    result,
                }
            }
            Operator::Length => {
                FCL_G_OVER.apply();
                Instance {
                    parameters: vec![(self.overloaded_array(span), Role::Array)],
                    effect: nothing,
                    result: int,
                }
            }
        }
    }

    fn overloaded_array(&mut self, span: Span) -> T {
        let _ = span;
        self.tables.unknown()
    }

    /// An operator with the level and the arguments that it has.
    pub(super) fn operator(
        &mut self,
        operator: Operator,
        level: Option<&Level>,
        arguments: &[Expression],
        span: Span,
        ambient: E,
    ) -> Checked {
        let instance = self.operator_instance(operator, level, span);
        let mut given: Vec<_> = arguments.iter().zip(&instance.parameters).collect();
        if matches!(
            operator,
            Operator::While | Operator::Iterate | Operator::IterateFrom
        ) {
            // Where a loop starts says its level: then a step at another one is what is wrong.
            given.sort_by_key(|(_, (_, role))| *role != Role::Start);
        }
        for (argument, (parameter, role)) in given {
            let why = Why::argument(operator, *role, argument.span);
            self.argument(argument, *parameter, ambient, why)?;
        }
        // What the function is, is known before the array: then messages about it name the place of the use.
        match (operator, &instance.parameters[..]) {
            (Operator::Map, [(function, _), (array, _)]) => self.wait(Waiting::Map {
                function: *function,
                array: *array,
                result: instance.result,
                span,
            })?,
            (Operator::Length, [(array, _)]) => self.wait(Waiting::Length { array: *array, span })?,
            _ => {}
        }
        let rest = instance.parameters.get(arguments.len()..).unwrap_or(&[]);
        let ty = self.curried(
            rest.iter().map(|p| p.0),
            instance.effect,
            instance.result,
            ambient,
            span,
        )?;
        if operator.takes_level() && level.is_none() {
            return self.of_every_level(ty, span);
        }
        Ok(ty)
    }

    /// What is left to be given, then the effect: that of the surroundings if nothing is left.
    fn curried(
        &mut self,
        rest: impl DoubleEndedIterator<Item = T>,
        effect: E,
        result: T,
        ambient: E,
        span: Span,
    ) -> Checked {
        let mut ty = result;
        let mut latent = Some(effect);
        for parameter in rest.rev() {
            let e = match latent.take() {
                Some(e) => e,
                None => self.tables.pure(),
            };
            ty = self.tables.fun(parameter, e, ty);
        }
        if let Some(effect) = latent {
            self.tried(|c| c.below(effect, ambient), Why::plain(span))?;
        }
        Ok(ty)
    }

    /// `push` without its level: `<l> → [α] → [α]<l>`.
    fn of_every_level(&mut self, ty: T, span: Span) -> Checked {
        let variable = elder_syntax::Variable::fresh("l");
        let skolem = self.tables.skolem(&variable, BOUND, span, false);
        let (_, node) = self.tables.shape(ty);
        let TypeNode::Fun(from, effect, to) = node else {
            return Ok(ty);
        };
        let (_, TypeNode::Push(element, _)) = self.tables.shape(to) else {
            return Ok(ty);
        };
        let level = self
            .tables
            .level_node(LevelNode::Skolem(skolem), Origin::new(What::Written, span));
        let to = self.push(element, level);
        let body = self.tables.fun(from, effect, to);
        let nothing = self.tables.pure();
        Ok(self.tables.node(TypeNode::LevelFun(skolem, nothing, body)))
    }

    /// A scalar operator with the arguments that it has.
    pub(super) fn scalar(
        &mut self,
        operator: ScalarOperator,
        arguments: &[Expression],
        span: Span,
        ambient: E,
    ) -> Checked {
        FCL_T_OP.apply();
        FCL_B_SCALAR.apply();
        let bases = operand_types(operator);
        let operand = match bases.list()[..] {
            [base] => self.tables.base(base),
            _ => {
                let t = self.tables.of_kind(Kind::BT, Demand::new(Asker::Scalar, span));
                self.tried(|c| c.restrict(t, bases), Why::scalar(operator, span))?;
                t
            }
        };
        for argument in arguments {
            self.argument(argument, operand, ambient, Why::scalar(operator, argument.span))?;
        }
        let result = match result_type(operator) {
            Some(base) => self.tables.base(base),
            None => operand,
        };
        let rest = operator.arity().saturating_sub(arguments.len());
        let nothing = self.tables.pure();
        self.curried(std::iter::repeat_n(operand, rest), nothing, result, ambient, span)
    }
}

/// The base types that a scalar operator exists on.
pub(super) fn operand_types(operator: ScalarOperator) -> Bases {
    Bases::with(|base| operator.primitive(base).is_some())
}

/// The type of the result, if it is the same whatever the operands are, and not always theirs.
fn result_type(operator: ScalarOperator) -> Option<BaseType> {
    let bases = operand_types(operator).list();
    let results = bases
        .iter()
        .filter_map(|base| Some((*base, operator.result(*base)?)));
    let results: Vec<_> = results.collect();
    match results[..] {
        [] => None,
        _ if results.iter().all(|(from, to)| from == to) => None,
        [(_, to), ..] => Some(to),
    }
}
