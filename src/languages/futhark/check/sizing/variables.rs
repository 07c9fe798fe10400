//! Size variables and what is known about them.

use super::super::substitution::{self, Sizes, Substitution, in_size, in_type};
use super::super::unify::Level;
use super::Sizing;
use crate::ast::Liftedness;
use crate::tree::walk::{deep, map};
use crate::tree::{Size, Type, TypeKind, VName};
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// How an unknown size came about, for messages.
#[derive(Clone, Debug)]
pub enum Source {
    /// A function with an existential result was applied.
    Returned(Option<Name>),
    /// An argument that cannot be part of a size.
    Argument(Option<Name>),
    /// A loop changes it.
    Loop,
    /// A slice.
    Slice,
    /// A range.
    Range,
    /// Branches disagree.
    Branches,
    /// It mentions a name that went out of scope.
    Scope(Name),
    /// Made while functions were compared.
    Unification,
}

impl Source {
    /// What to say of a size of this origin.
    pub fn describe(&self) -> String {
        match self {
            Source::Returned(None) => "is an unknown size returned by a function".into(),
            Source::Returned(Some(f)) => format!("is an unknown size returned by `{f}`"),
            Source::Argument(None) => "is the value of an argument that binds names".into(),
            Source::Argument(Some(f)) => format!("is the value of an argument of `{f}` that binds names"),
            Source::Loop => "is a size that a loop changes".into(),
            Source::Slice => "is the size of a slice".into(),
            Source::Range => "is the length of a range".into(),
            Source::Branches => "is a size in which branches differ".into(),
            Source::Scope(v) => format!("is a size that mentioned `{v}`, which went out of scope"),
            Source::Unification => "is a size that only the result of a function knows".into(),
        }
    }
}

/// The state of a name in sizes.
#[derive(Clone, Debug)]
pub enum SizeVar {
    /// Known from outside of the definition.
    Outside,
    /// A size parameter or a local variable: rigid.
    Param {
        /// Scope that it belongs to.
        level: Level,
    },
    /// To be inferred.
    Flexible {
        /// Scope that it belongs to.
        level: Level,
        /// Where it came from.
        span: Span,
        /// What it is the size of, for messages.
        of: &'static str,
    },
    /// Inferred to be a size.
    Linked {
        /// Scope that it belongs to.
        level: Level,
        /// The size.
        to: Size,
    },
    /// Made by an expression: rigid.
    Unknown {
        /// Scope that it belongs to.
        level: Level,
        /// The expression.
        span: Span,
        /// How.
        source: Source,
    },
    /// A size of a type that a type parameter (of that liftedness) was instantiated with, or the instance of a size
    /// parameter.  Unless the parameter is unlifted it may turn out to be existential.
    Instance {
        /// Scope that it belongs to.
        level: Level,
        /// Where.
        span: Span,
        /// Of the type parameter.
        lifted: Liftedness,
        /// Where it stands in that type.
        within: Within,
    },
    /// The same size in a later occurrence of the type parameter: equal to the first unless that is existential.
    Copy {
        /// Scope that it belongs to.
        level: Level,
        /// The first occurrence.
        of: VName,
        /// Which occurrence of the type parameter this is.
        occurrence: u32,
    },
    /// An `Instance` that met a size bound by a function type: every occurrence stands for a size of its own.
    Existential {
        /// Scope that it belongs to.
        level: Level,
        /// Where it stands in the type of the instance.
        within: Within,
        /// The size that it met.
        key: Option<u32>,
        /// Where that is computed, if it is not just bound in a type.
        computed: Option<Span>,
        /// Whether each call of the function that has it could be of an instance of its own.
        met: Met,
    },
}

/// What the occurrences of an existential size met.
#[derive(Clone, Debug)]
pub enum Met {
    /// All of them the same size, which every call of the function knows.
    One {
        /// That size.
        size: Size,
        /// Whether a result relies on it: then no other may be met.
        needed: bool,
    },
    /// Sizes that differ, or that not every call knows.
    Several,
}

/// Where a size stands in a type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Within {
    /// In the results of how many arrows: their parameters it may be found to be.
    pub arrows: u32,
    /// Whether in what functions of the type take rather than in what they give.
    pub taken: bool,
}

/// How the sizes of a type are made anew.
#[derive(Clone, Copy, Debug)]
pub enum Anew {
    /// As flexible sizes.
    Flexible(&'static str),
    /// As sizes of an instance.
    Instance(Liftedness),
}

impl<'a> Sizing<'a> {
    pub(super) fn state(&self, v: &VName) -> &SizeVar {
        match v.id.checked_sub(self.base) {
            Some(i) => self.sizes.get(i as usize).unwrap_or(&SizeVar::Outside),
            None if self.borrowed.is_empty() => &SizeVar::Outside,
            None => self.borrowed.get(&v.id).unwrap_or(&SizeVar::Outside),
        }
    }

    pub(super) fn set_state(&mut self, v: &VName, state: SizeVar) {
        match v.id.checked_sub(self.base) {
            Some(i) => {
                let i = i as usize;
                if self.sizes.len() <= i {
                    self.sizes.resize(i + 1, SizeVar::Outside);
                }
                if let Some(size) = self.sizes.get_mut(i) {
                    *size = state;
                }
            }
            None if matches!(state, SizeVar::Outside) => {
                self.borrowed.remove(&v.id);
            }
            None => {
                self.borrowed.insert(v.id, state);
            }
        }
    }

    pub(super) fn level_of(&self, v: &VName) -> Option<Level> {
        match self.state(v) {
            SizeVar::Outside => None,
            SizeVar::Param { level }
            | SizeVar::Flexible { level, .. }
            | SizeVar::Linked { level, .. }
            | SizeVar::Unknown { level, .. }
            | SizeVar::Instance { level, .. }
            | SizeVar::Copy { level, .. }
            | SizeVar::Existential { level, .. } => Some(*level),
        }
    }

    pub(super) fn lower_level(&mut self, v: &VName, to: Level) {
        let state = match v.id.checked_sub(self.base) {
            Some(i) => self.sizes.get_mut(i as usize),
            None => self.borrowed.get_mut(&v.id),
        };
        if let Some(
            SizeVar::Param { level }
            | SizeVar::Flexible { level, .. }
            | SizeVar::Linked { level, .. }
            | SizeVar::Unknown { level, .. }
            | SizeVar::Instance { level, .. }
            | SizeVar::Copy { level, .. }
            | SizeVar::Existential { level, .. },
        ) = state
        {
            *level = to;
        }
    }

    /// Whether a size name stands for one that is not the same everywhere: an existential instance, or a copy of one.
    pub fn is_pending(&self, v: &VName) -> bool {
        match self.state(v) {
            SizeVar::Existential { .. } => true,
            SizeVar::Copy { of, .. } => matches!(self.state(of), SizeVar::Existential { .. }),
            _ => false,
        }
    }

    pub(super) fn is_unknown(&self, v: &VName) -> bool {
        matches!(self.state(v), SizeVar::Unknown { .. })
    }

    /// Whether unification may link the name.
    pub(super) fn is_flexible(&self, v: &VName) -> bool {
        match self.state(v) {
            SizeVar::Flexible { .. } | SizeVar::Instance { .. } | SizeVar::Linked { .. } => true,
            SizeVar::Copy { of, .. } => {
                matches!(
                    self.state(of),
                    SizeVar::Flexible { .. } | SizeVar::Instance { .. } | SizeVar::Linked { .. }
                )
            }
            _ => false,
        }
    }

    /// What a size name has been found to be.
    pub(super) fn solution(&self, v: &VName) -> Option<Size> {
        match self.state(v) {
            SizeVar::Linked { to, .. } => Some(self.normal_size(to)),
            SizeVar::Copy { of, .. } => match self.state(of) {
                SizeVar::Linked { to, .. } => Some(self.normal_size(to)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The size with everything found put in.
    pub(super) fn normal_size(&self, s: &Size) -> Size {
        elder_syntax::effort::deeper(|| match s {
            Size::Var(v) => self.solution(v).unwrap_or_else(|| s.clone()),
            s => in_size(s, &mut self.found(false)).unwrap_or_else(|| s.clone()),
        })
    }

    /// The type with everything found put in.
    pub(super) fn normal(&self, t: &Type) -> Type {
        substitution::subst(t, &mut self.found(false))
    }

    pub(super) fn found(&self, everywhere: bool) -> Normal<'_, 'a> {
        Normal {
            sizing: self,
            everywhere,
        }
    }

    pub(super) fn unknown(&mut self, name: impl Into<Name>, span: Span, source: Source) -> VName {
        let v = self.cx.fresh(name);
        let level = self.level;
        self.set_state(&v, SizeVar::Unknown { level, span, source });
        v
    }

    pub(super) fn flexible(&mut self, name: impl Into<Name>, span: Span, of: &'static str) -> VName {
        let v = self.cx.fresh(name);
        self.make_flexible(&v, span, of);
        v
    }

    pub(super) fn make_flexible(&mut self, v: &VName, span: Span, of: &'static str) {
        let level = self.level;
        self.set_state(v, SizeVar::Flexible { level, span, of });
    }

    pub(super) fn make_param(&mut self, v: &VName) {
        let level = self.level;
        self.set_state(v, SizeVar::Param { level });
    }

    fn anew(
        &mut self,
        how: Anew,
        span: Span,
        made: &mut Vec<(VName, Size)>,
        old: &Size,
        within: Within,
    ) -> Size {
        let v = self.cx.fresh(Name::new_static("d"));
        let level = self.level;
        let state = match how {
            Anew::Flexible(of) => SizeVar::Flexible { level, span, of },
            Anew::Instance(lifted) => SizeVar::Instance {
                level,
                span,
                lifted,
                within,
            },
        };
        self.set_state(&v, state);
        made.push((v.clone(), old.clone()));
        Size::Var(v)
    }

    /// The type with every size made anew; `made` gets the new names with the old sizes.
    pub(super) fn with_new_sizes(
        &mut self,
        t: &Type,
        how: Anew,
        span: Span,
        made: &mut Vec<(VName, Size)>,
    ) -> Type {
        self.new_sizes(t, how, span, made, Within::default())
    }

    fn new_sizes(
        &mut self,
        t: &Type,
        how: Anew,
        span: Span,
        made: &mut Vec<(VName, Size)>,
        within: Within,
    ) -> Type {
        deep(|| match &**t {
            TypeKind::Arrow(a) => {
                // Sizes may be found to be the arrow's own parameter, so its name takes part in unification.
                if let Some(x) = &a.param_name {
                    self.make_param(x);
                }
                let param = Within {
                    taken: !within.taken,
                    ..within
                };
                let result = Within {
                    arrows: within.arrows + 1,
                    ..within
                };
                let param = self.new_sizes(&a.param, how, span, made, param);
                let mut arrow = a.of(param, self.new_sizes(&a.ret.ty, how, span, made, result));
                arrow.ret.exts = Vec::new();
                Rc::new(TypeKind::Arrow(arrow))
            }
            // Its parts are within as many functions as it is.
            _ => map(
                t,
                &mut (self, made),
                |(this, made), s| this.anew(how, span, made, s, within),
                |(this, made), part| this.new_sizes(part, how, span, made, within),
            ),
        })
    }

    /// The type found by the first walk, with sizes that are still to be found.
    pub(super) fn sized(&mut self, t: &Type, lifted: Liftedness, span: Span) -> Type {
        let t = self.vars.zonk(t);
        self.with_new_sizes(&t, Anew::Instance(lifted), span, &mut Vec::new())
    }

    /// Another occurrence of a type that a type parameter was instantiated with.
    pub(super) fn copy_of(&mut self, t: &Type) -> Type {
        let occurrence = self.occurrences;
        self.occurrences += 1;
        let mut copies: Vec<(VName, VName)> = Vec::new();
        let copied = in_type(
            t,
            &mut Sizes(|v: &VName| {
                if !matches!(
                    self.state(v),
                    SizeVar::Instance { .. } | SizeVar::Existential { .. }
                ) {
                    return None;
                }
                if let Some((_, c)) = copies.iter().find(|(x, _)| x == v) {
                    return Some(Size::Var(c.clone()));
                }
                let c = self.cx.fresh(v.name.clone());
                let level = self.level;
                self.set_state(
                    &c,
                    SizeVar::Copy {
                        level,
                        of: v.clone(),
                        occurrence,
                    },
                );
                copies.push((v.clone(), c.clone()));
                Some(Size::Var(c))
            }),
        );
        copied.unwrap_or_else(|| t.clone())
    }

    /// From here on, instance sizes of at least this level, made since `since`, are ordinary sizes (those found
    /// existential excepted).
    pub(super) fn collapse_instances(&mut self, min_level: Level, since: u32) {
        let start = since.saturating_sub(self.base) as usize;
        for i in start..self.sizes.len() {
            let Some(size) = self.sizes.get(i) else {
                continue;
            };
            let new = match size {
                SizeVar::Copy { level, of, .. }
                    if *level >= min_level && !matches!(self.state(of), SizeVar::Existential { .. }) =>
                {
                    SizeVar::Linked {
                        level: *level,
                        to: Size::Var(of.clone()),
                    }
                }
                SizeVar::Instance { level, span, .. } if *level >= min_level => SizeVar::Flexible {
                    level: *level,
                    span: *span,
                    of: "a type found by inference",
                },
                _ => continue,
            };
            if let Some(size) = self.sizes.get_mut(i) {
                *size = new;
            }
        }
    }
}

/// Puts in what has been found.
pub(super) struct Normal<'a, 'b> {
    pub sizing: &'a Sizing<'b>,
    /// In the types inside of size expressions too.
    pub everywhere: bool,
}

impl Substitution for Normal<'_, '_> {
    fn size(&mut self, v: &VName) -> Option<Size> {
        let found = self.sizing.solution(v)?;
        // What was found may be an expression, with types of its own.
        match (&found, self.everywhere) {
            (Size::Exp(_), true) => Some(in_size(&found, self).unwrap_or(found)),
            _ => Some(found),
        }
    }
    fn enters_size_types(&self) -> bool {
        self.everywhere
    }
}
