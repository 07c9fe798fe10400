//! What waits for a type to be found out: overloaded `map` and `length` (FCL-G-OVER), and level application of a parameter.

use super::Checker;
use super::origin::{Asker, Demand, Origin, What};
use super::report::{Role, Why};
use super::unknowns::{E, EffectNode, L, T, TypeNode};
use crate::rules::effects::*;
use crate::rules::operators::*;
use crate::rules::typing::*;
use crate::{Kind, Level, Operator};
use elder_syntax::{Diagnostic, Span};

/// Something that waits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waiting {
    /// `map f xs`
    Map {
        function: T,
        array: T,
        result: T,
        span: Span,
    },
    /// `length xs`
    Length { array: T, span: Span },
    /// `e <γ>`
    LevelApply {
        function: T,
        level: L,
        result: T,
        effect: E,
        span: Span,
    },
}

impl Waiting {
    /// The type that it waits for.
    fn of(self) -> T {
        match self {
            Waiting::Map { array, .. } | Waiting::Length { array, .. } => array,
            Waiting::LevelApply { function, .. } => function,
        }
    }
}

impl Checker<'_> {
    /// Goes on at once if the type is known, else as soon as it is.
    pub(super) fn wait(&mut self, waiting: Waiting) -> Result<(), Box<Diagnostic>> {
        let id = self.waiting.len();
        self.waiting.push(Some(waiting));
        let (t, node) = self.tables.shape(waiting.of());
        if let TypeNode::Unknown(mut unknown) = node {
            unknown.watched = true;
            self.tables.types[t] = TypeNode::Unknown(unknown);
            self.watchers.entry(t).or_default().push(id);
            self.live.push(id);
            Ok(())
        } else {
            self.ready.push(id);
            self.settle()
        }
    }

    /// Goes on with everything whose type has been found out.
    pub(super) fn settle(&mut self) -> Result<(), Box<Diagnostic>> {
        while let Some(id) = self.ready.pop() {
            if let Some(waiting) = self.waiting.get_mut(id).and_then(Option::take) {
                self.go_on(waiting)?;
            }
        }
        Ok(())
    }

    fn go_on(&mut self, waiting: Waiting) -> Result<(), Box<Diagnostic>> {
        let (found, node) = self.tables.shape(waiting.of());
        match (waiting, node) {
            (
                Waiting::Map {
                    function,
                    result,
                    span,
                    ..
                },
                TypeNode::Pull(element, effect),
            ) => {
                FCL_G_OVER.apply();
                FCL_B_MAPPULL.apply();
                FCL_T_EFF_MAP.apply();
                let to = self.tables.of_kind(Kind::GT, Demand::new(Asker::Pull, span));
                let total = self.tables.unknown_effect();
                let wanted = self.tables.fun(element, total, to);
                self.expect(
                    function,
                    wanted,
                    Why::argument(Operator::Map, Role::Function, span),
                )?;
                self.tried(
                    |c| c.below(effect, total),
                    Why::argument(Operator::Map, Role::Function, span),
                )?;
                let pull = self.tables.node(TypeNode::Pull(to, total));
                self.expect(pull, result, Why::plain(span))
            }
            (
                Waiting::Map {
                    function,
                    result,
                    span,
                    ..
                },
                TypeNode::Push(element, level),
            ) => {
                FCL_G_OVER.apply();
                FCL_B_MAPPUSH.apply();
                let to = self.tables.of_kind(Kind::BT, Demand::new(Asker::Push, span));
                let limit = self.thread_limit(What::PushElements, span);
                let wanted = self.tables.fun(element, limit, to);
                self.expect(
                    function,
                    wanted,
                    Why::argument(Operator::Map, Role::Function, span),
                )?;
                let push = self.tables.node(TypeNode::Push(to, level));
                self.expect(push, result, Why::plain(span))
            }
            (Waiting::Length { .. }, TypeNode::Pull(..)) => {
                FCL_G_OVER.apply();
                FCL_B_LENPULL.apply();
                Ok(())
            }
            (Waiting::Length { .. }, TypeNode::Push(..)) => {
                FCL_G_OVER.apply();
                FCL_B_LENPUSH.apply();
                Ok(())
            }
            (Waiting::Map { span, .. } | Waiting::Length { span, .. }, _) => {
                let name = if matches!(waiting, Waiting::Map { .. }) {
                    "map"
                } else {
                    "length"
                };
                let text = self.text(found);
                Err(Box::new(
                    Diagnostic::error(
                        FCL_G_OVER.refuse("array"),
                        span,
                        format!("`{name}` is of an array, not of `{text}`"),
                    )
                    .with_label("no array"),
                ))
            }
            (
                Waiting::LevelApply {
                    level,
                    result,
                    effect,
                    span,
                    ..
                },
                TypeNode::LevelFun(s, latent, body),
            ) => {
                let why = Why::plain(span);
                let (latent, body) = self.tried(|c| c.at_level(s, level, latent, body), why)?;
                self.tried(|c| c.below(latent, effect), why)?;
                self.expect(body, result, why)
            }
            (Waiting::LevelApply { span, .. }, _) => Err(self.no_level_function(found, span)),
        }
    }

    pub(super) fn no_level_function(&mut self, found: T, span: Span) -> Box<Diagnostic> {
        let text = self.text(found);
        Box::new(
            Diagnostic::error(
                FCL_T_LAPP_R.refuse("function"),
                span,
                format!("only functions of a level take one, and this is of type `{text}`"),
            )
            .with_help("a function of a level is written `fn <l> => …`, or `fun name <l> … = …`"),
        )
    }

    /// Before unknowns of higher rank are bound: what waits for one of them decides (pull arrays), what waits for one of the
    /// surroundings keeps its types there.
    pub(super) fn decide(&mut self) -> Result<(), Box<Diagnostic>> {
        self.settle()?;
        let rank = self.tables.rank;
        let open = self.live.len() as u64 / 16;
        self.tried(|c| c.spend(open), Why::plain(Span::NONE))?;
        let mut at = 0;
        while let Some(id) = self.live.get(at) {
            at += 1;
            let Some(Some(waiting)) = self.waiting.get(*id).copied() else {
                continue;
            };
            let (t, node) = self.tables.shape(waiting.of());
            let TypeNode::Unknown(unknown) = node else {
                continue;
            };
            let open = unknown.rank > rank;
            match waiting {
                Waiting::Map { result, span, .. } if open && self.is_push(result) => {
                    let element = self.tables.of_kind(Kind::BT, Demand::new(Asker::Push, span));
                    let (_, TypeNode::Push(_, level)) = self.tables.shape(result) else {
                        continue;
                    };
                    let push = self.tables.node(TypeNode::Push(element, level));
                    self.expect(push, t, Why::plain(span))?;
                }
                Waiting::Map { span, .. } | Waiting::Length { span, .. } if open => {
                    let element = self.tables.of_kind(Kind::GT, Demand::new(Asker::Pull, span));
                    let effect = self.tables.unknown_effect_at(unknown.rank);
                    let pull = self.tables.node(TypeNode::Pull(element, effect));
                    if let TypeNode::Unknown(new) = &mut self.tables.types[element] {
                        new.rank = unknown.rank;
                    }
                    self.expect(pull, t, Why::plain(span))?;
                }
                Waiting::LevelApply { function, span, .. } if open && rank == 0 => {
                    let found = self.tables.find(function);
                    return Err(self.no_level_function(found, span));
                }
                Waiting::Map {
                    function,
                    result,
                    span,
                    ..
                } => {
                    let rank = rank.min(unknown.rank);
                    self.tried(|c| c.lower_rank(function, rank), Why::plain(span))?;
                    self.tried(|c| c.lower_rank(result, rank), Why::plain(span))?;
                }
                Waiting::LevelApply {
                    function,
                    level,
                    result,
                    span,
                    effect,
                } => {
                    let rank = rank.min(unknown.rank);
                    let why = Why::plain(span);
                    self.tried(|c| c.lower_rank(function, rank), why)?;
                    self.tried(|c| c.lower_rank(result, rank), why)?;
                    self.tried(|c| c.adjust_level(level, rank), why)?;
                    if let Some(flow) = self.tables.flow(effect) {
                        flow.rank = flow.rank.min(rank);
                    }
                }
                Waiting::Length { .. } => {}
            }
        }
        self.settle()?;
        let waiting = &self.waiting;
        self.live
            .retain(|id| waiting.get(*id).is_some_and(Option::is_some));
        Ok(())
    }

    fn is_push(&mut self, t: T) -> bool {
        matches!(self.tables.shape(t).1, TypeNode::Push(..))
    }

    /// The effect of single threads, as a limit.
    pub(super) fn thread_limit(&mut self, what: What, span: Span) -> E {
        let origin = Origin::new(what, span);
        let thread = self.tables.level_node(super::unknowns::LevelNode::Zero, origin);
        self.tables.at(thread, origin)
    }

    /// ∅, as a limit.
    pub(super) fn no_work(&mut self, what: What, span: Span) -> E {
        self.tables.effect_node(EffectNode::Pure(Origin::new(what, span)))
    }

    /// A level as it is written.
    pub(super) fn written_level(&mut self, level: &Level, span: Span) -> L {
        let mut import = super::import::Import::new(Origin::new(What::Written, span));
        import.level(self, level)
    }
}
