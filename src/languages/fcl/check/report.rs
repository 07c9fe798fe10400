//! What a clash of types, levels or effects is called in words.

use super::Checker;
use super::origin::{Asker, Demand, Origin, What, kind_words};
use super::relate::Clash;
use super::unknowns::{Bases, L, LevelNode, T, TypeNode, letter};
use crate::rules::effects::*;
use crate::rules::kinding::*;
use crate::rules::operators::*;
use crate::rules::typing::*;
use crate::{BaseType, Kind, Operator, ScalarOperator, Side, base_name};
use elder_syntax::{Diagnostic, Refusal, Rule, Span};
use rustc_hash::FxHashMap;

/// What an argument is to its operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Function,
    Array,
    Parts,
    Size,
    Index,
    Condition,
    Step,
    Start,
}

/// What asks that a type fits another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Context {
    /// Nothing that can refuse by itself.
    Plain,
    Argument(Operator, Role),
    Scalar(ScalarOperator),
    /// An argument of a function; whether the function is one of `let` whose type the context fixes.
    Call {
        held: bool,
    },
    Element,
    Condition,
    Branch,
    Signature,
    Project(Side),
}

/// The context and the place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Why {
    pub context: Context,
    pub span: Span,
}

impl Why {
    pub fn new(context: Context, span: Span) -> Why {
        Why { context, span }
    }

    pub fn plain(span: Span) -> Why {
        Why::new(Context::Plain, span)
    }

    pub fn argument(operator: Operator, role: Role, span: Span) -> Why {
        Why::new(Context::Argument(operator, role), span)
    }

    pub fn scalar(operator: ScalarOperator, span: Span) -> Why {
        Why::new(Context::Scalar(operator), span)
    }

    fn refuse(self) -> Refusal {
        match self.context {
            Context::Plain => FCL_T_APP.refuse("argument"),
            Context::Argument(operator, role) => argument_rule(operator, role),
            Context::Scalar(_) => FCL_B_SCALAR.refuse("operand"),
            Context::Call { held: false } => FCL_T_APP.refuse("argument"),
            Context::Call { held: true } => FCL_T_LET_R.refuse("generalised"),
            Context::Element => FCL_T_ARR.refuse("same"),
            Context::Condition => FCL_T_IF.refuse("condition"),
            Context::Branch => FCL_T_IF.refuse("branches"),
            Context::Signature => FCL_T_DEF.refuse("signature"),
            Context::Project(Side::First) => FCL_T_FST.refuse("pair"),
            Context::Project(Side::Second) => FCL_T_SND.refuse("pair"),
        }
    }

    /// `is` or `are`.
    fn verb(self) -> &'static str {
        match self.context {
            Context::Argument(_, Role::Parts) => "are",
            _ => "is",
        }
    }

    /// What stands at the place.
    fn subject(self) -> String {
        match self.context {
            Context::Plain => "this".to_owned(),
            Context::Argument(operator, role) => format!("{} of `{operator}`", role_words(operator, role)),
            Context::Scalar(operator) => format!("an operand of `{operator}`"),
            Context::Call { .. } => "the argument".to_owned(),
            Context::Element => "this element".to_owned(),
            Context::Condition => "the condition".to_owned(),
            Context::Branch => "this branch".to_owned(),
            Context::Signature => "the definition".to_owned(),
            Context::Project(Side::First) => "the argument of `fst`".to_owned(),
            Context::Project(Side::Second) => "the argument of `snd`".to_owned(),
        }
    }
}

fn role_words(operator: Operator, role: Role) -> &'static str {
    match (operator, role) {
        (Operator::Interleave | Operator::InterleaveInto, Role::Function) => "the index function",
        (_, Role::Function) => "the function",
        (_, Role::Array) => "the array",
        (_, Role::Parts) => "the sub-arrays",
        (Operator::Generate, Role::Size) => "the length",
        (Operator::ForcePadded, Role::Size) => "width or padding",
        (Operator::Iterate | Operator::IterateFrom, Role::Size) => "the number of steps",
        (_, Role::Size) => "the length",
        (_, Role::Index) => "the index",
        (_, Role::Condition) => "the condition",
        (_, Role::Step) => "the step",
        (_, Role::Start) => "the start",
    }
}

fn argument_rule(operator: Operator, role: Role) -> Refusal {
    let (rule, key): (&'static Rule, &str) = match (operator, role) {
        (Operator::LengthPull, _) => (&FCL_B_LENPULL, "pull"),
        (Operator::LengthPush, _) => (&FCL_B_LENPUSH, "push"),
        (Operator::MapPull | Operator::Map, Role::Function) => (&FCL_B_MAPPULL, "function"),
        (Operator::MapPull | Operator::Map, _) => (&FCL_B_MAPPULL, "pull"),
        (Operator::MapPush, Role::Function) => (&FCL_B_MAPPUSH, "function"),
        (Operator::MapPush, _) => (&FCL_B_MAPPUSH, "push"),
        (Operator::Length, _) => (&FCL_G_OVER, "array"),
        (Operator::Generate, Role::Function) => (&FCL_B_GEN, "function"),
        (Operator::Generate, _) => (&FCL_B_GEN, "length"),
        (Operator::Index, Role::Array) => (&FCL_B_INDEX, "pull"),
        (Operator::Index, _) => (&FCL_B_INDEX, "index"),
        (Operator::Push, _) => (&FCL_B_PUSH, "pull"),
        (Operator::Force, _) => (&FCL_B_FORCE, "push"),
        (Operator::ForcePadded, Role::Size) => (&FCL_B_FORCE_PADDED, "size"),
        (Operator::ForcePadded, _) => (&FCL_B_FORCE_PADDED, "push"),
        (Operator::While, Role::Condition) => (&FCL_B_WHILE, "condition"),
        (Operator::While, Role::Step) => (&FCL_B_WHILE, "step"),
        (Operator::While, _) => (&FCL_B_WHILE, "start"),
        (Operator::Iterate | Operator::IterateFrom, Role::Size) => (&FCL_B_ITERATE, "count"),
        (Operator::Iterate | Operator::IterateFrom, Role::Step) => (&FCL_B_ITERATE, "step"),
        (Operator::Iterate | Operator::IterateFrom, _) => (&FCL_B_ITERATE, "start"),
        (Operator::ConcatSeq, Role::Size) => (&FCL_T_CONCAT_SEQ, "size"),
        (Operator::ConcatSeq, _) => (&FCL_T_CONCAT_SEQ, "parts"),
        (Operator::ConcatThreads, Role::Size) => (&FCL_T_CONCAT_THREADS, "size"),
        (Operator::ConcatThreads, _) => (&FCL_T_CONCAT_THREADS, "parts"),
        (Operator::Concat, role) => (&FCL_T_CONCAT_R, if role == Role::Size { "size" } else { "parts" }),
        (Operator::Interleave, role) => (&FCL_T_INTERLEAVE, interleave_key(role)),
        (Operator::InterleaveInto, role) => (&FCL_T_INTERLEAVE_INTO, interleave_key(role)),
        (Operator::Fold, role) => (&FCL_B_FOLD, fold_key(role)),
        (Operator::ScanThread, role) => (&FCL_B_SCAN, fold_key(role)),
    };
    rule.refuse(key)
}

fn interleave_key(role: Role) -> &'static str {
    match role {
        Role::Size => "size",
        Role::Function => "function",
        _ => "parts",
    }
}

fn fold_key(role: Role) -> &'static str {
    match role {
        Role::Function => "function",
        Role::Start => "start",
        _ => "pull",
    }
}

/// The typing rule of what delays sub-arrays.
fn delay_rule(operator: Operator) -> Option<&'static Rule> {
    match operator {
        Operator::Concat => Some(&FCL_T_CONCAT_R),
        Operator::Interleave => Some(&FCL_T_INTERLEAVE),
        Operator::InterleaveInto => Some(&FCL_T_INTERLEAVE_INTO),
        _ => None,
    }
}

/// Types as messages show them: without effects, abbreviated when long.
#[derive(Default)]
pub(super) struct Names {
    types: FxHashMap<T, String>,
    levels: FxHashMap<L, String>,
}

impl Names {
    pub fn level(&mut self, checker: &mut Checker<'_>, l: L) -> String {
        let (height, at, bottom) = checker.tables.bottom(l);
        let name = match bottom {
            LevelNode::Skolem(s) => checker.tables.skolems[s].variable.text().to_owned(),
            LevelNode::Unknown { .. } => {
                let n = self.levels.len();
                self.levels
                    .entry(at)
                    .or_insert_with(|| {
                        if n == 0 {
                            "lvl".to_owned()
                        } else {
                            format!("lvl{n}")
                        }
                    })
                    .clone()
            }
            _ => match height {
                0 => return "thread".to_owned(),
                1 => return "warp".to_owned(),
                2 => return "block".to_owned(),
                3 => return "grid".to_owned(),
                _ => return format!("{}grid", "1+".repeat((height - 3) as usize)),
            },
        };
        format!("{}{name}", "1+".repeat(height as usize))
    }

    /// `tight`: to the left of an arrow.
    pub fn ty(&mut self, checker: &mut Checker<'_>, t: T, tight: bool, fuel: &mut u32) -> String {
        if *fuel == 0 {
            return "…".to_owned();
        }
        *fuel -= 1;
        elder_syntax::effort::deeper(|| {
            let (t, node) = checker.tables.shape(t);
            match node {
                TypeNode::Link(_) => unreachable!("links were followed"),
                TypeNode::Unknown(unknown) if unknown.bases != Bases::ANY => {
                    let names: Vec<&str> = unknown.bases.list().into_iter().map(base_name).collect();
                    names.join(" or ")
                }
                TypeNode::Unknown(_) => {
                    let n = self.types.len();
                    self.types.entry(t).or_insert_with(|| letter(n)).clone()
                }
                TypeNode::Rigid(x, _) => x.text().to_owned(),
                TypeNode::Base(base) => base_name(base).to_owned(),
                TypeNode::Pair(a, b) => {
                    let a = self.ty(checker, a, false, fuel);
                    let b = self.ty(checker, b, false, fuel);
                    format!("({a}, {b})")
                }
                TypeNode::Fun(a, _, b) => {
                    let a = self.ty(checker, a, true, fuel);
                    let b = self.ty(checker, b, false, fuel);
                    if tight {
                        format!("({a} -> {b})")
                    } else {
                        format!("{a} -> {b}")
                    }
                }
                TypeNode::LevelFun(s, _, a) => {
                    let x = checker.tables.skolems[s].variable.text().to_owned();
                    let a = self.ty(checker, a, false, fuel);
                    if tight {
                        format!("(<{x}> -> {a})")
                    } else {
                        format!("<{x}> -> {a}")
                    }
                }
                TypeNode::Pull(a, _) => {
                    let a = self.ty(checker, a, false, fuel);
                    format!("[{a}]")
                }
                TypeNode::Push(a, l) => {
                    let a = self.ty(checker, a, false, fuel);
                    let l = self.level(checker, l);
                    format!("[{a}]<{l}>")
                }
            }
        })
    }
}

/// Nodes of a type that a message shows.
const SHOWN: u32 = 60;

type Reported = Box<Diagnostic>;

impl Checker<'_> {
    /// A type in words.
    pub(super) fn text(&mut self, t: T) -> String {
        Names::default().ty(self, t, false, &mut SHOWN.clone())
    }

    /// Does it, and says why it cannot be.
    pub(super) fn tried<A>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<A, Clash>,
        why: Why,
    ) -> Result<A, Reported> {
        match act(self) {
            Ok(done) => Ok(done),
            Err(clash) => Err(Box::new(self.report(clash, why, None))),
        }
    }

    /// A value of type `actual` stands where `expected` is asked for.
    pub(super) fn expect(&mut self, actual: T, expected: T, why: Why) -> Result<(), Reported> {
        match self.flow(actual, expected) {
            Ok(()) if self.ready.is_empty() => Ok(()),
            Ok(()) => self.settle(),
            Err(clash) => Err(Box::new(self.report(clash, why, Some((actual, expected))))),
        }
    }

    /// A clash as a diagnostic.
    pub(super) fn report(&mut self, clash: Clash, why: Why, whole: Option<(T, T)>) -> Diagnostic {
        match clash {
            Clash::Shape(a, b) => self.shape_report(a, b, why, whole),
            Clash::Level(a, b) => self.level_report(a, b, why, whole),
            Clash::Kind(t, kind, demand) => self.kind_report(t, kind, demand, why),
            Clash::Bases(t, bases) => {
                let text = self.text(t);
                let names = bases.describe();
                if let (_, TypeNode::Rigid(x, _)) = self.tables.shape(t) {
                    let subject = why.subject();
                    return Diagnostic::error(
                        FCL_T_DEF.refuse("signature"),
                        why.span,
                        format!("the signature lets `{x}` be any type, and {subject} must be {names}"),
                    );
                }
                let refusal = match why.context {
                    Context::Plain => FCL_B_SCALAR.refuse("operand"),
                    _ => why.refuse(),
                };
                let message = if names.is_empty() {
                    format!(
                        "no type has all the operations that {} is used with",
                        why.subject()
                    )
                } else {
                    format!(
                        "{} {} of type `{text}`, and must be {names}",
                        why.subject(),
                        why.verb()
                    )
                };
                let diagnostic = Diagnostic::error(refusal, why.span, message);
                let has = |base| bases.0 & Bases::of(base).0 != 0;
                match text.as_str() {
                    "int" if has(BaseType::F64) => diagnostic.with_help("`i2d` makes a double of an int"),
                    "double" if has(BaseType::I32) => diagnostic.with_help("`d2i` makes an int of a double"),
                    _ => diagnostic,
                }
            }
            Clash::Infinite(a, b) => {
                let mut names = Names::default();
                let a = names.ty(self, a, false, &mut SHOWN.clone());
                let b = names.ty(self, b, false, &mut SHOWN.clone());
                Diagnostic::error(
                    FCL_T_APP.refuse("finite"),
                    why.span,
                    "the type of this would contain itself",
                )
                .with_note(format!("`{a}` would be `{b}`"))
            }
            Clash::Escape(s) => {
                let info = self.tables.skolems[s].clone();
                let x = info.variable.text().to_owned();
                Diagnostic::error(
                    FCL_T_LFN.refuse("escape"),
                    why.span,
                    format!(
                        "level `{x}` is known only inside the function that binds it, and is needed outside"
                    ),
                )
                .and_at(info.span, format!("`{x}` is bound here"))
            }
            Clash::Work { work, limit } => self.work_report(work, limit, why),
            Clash::Large => Diagnostic::error(
                FCL_T_DEF.refuse("size"),
                why.span,
                "the types of this definition grow too large",
            )
            .with_help(
                "types that double with every step have no use: name the parts and give them one by one",
            ),
        }
    }

    fn texts(&mut self, a: T, b: T) -> (String, String) {
        let mut names = Names::default();
        let a = names.ty(self, a, false, &mut SHOWN.clone());
        let b = names.ty(self, b, false, &mut SHOWN.clone());
        (a, b)
    }

    fn shape_report(&mut self, a: T, b: T, why: Why, whole: Option<(T, T)>) -> Diagnostic {
        let (whole_a, whole_b) = whole.unwrap_or((a, b));
        let (actual, expected) = self.texts(whole_a, whole_b);
        let message = match why.context {
            Context::Call { held: true } => format!(
                "the argument is of type `{actual}`, and the function takes `{expected}`: its type is fixed by what surrounds the `let`"
            ),
            _ => format!(
                "{} {} of type `{actual}`, and must be `{expected}`",
                why.subject(),
                why.verb()
            ),
        };
        let mut diagnostic = Diagnostic::error(why.refuse(), why.span, message);
        let (_, a_node) = self.tables.shape(a);
        let (_, b_node) = self.tables.shape(b);
        if let (a_whole, b_whole) = (self.tables.find(whole_a), self.tables.find(whole_b))
            && (a_whole != self.tables.find(a) || b_whole != self.tables.find(b))
        {
            let (x, y) = self.texts(a, b);
            diagnostic = diagnostic.with_note(format!("`{x}` is not `{y}`"));
        }
        match (a_node, b_node) {
            (TypeNode::Pull(..), TypeNode::Push(_, l)) => {
                let level = self.level_text(l);
                let level = if level.starts_with("lvl") {
                    "block".to_owned()
                } else {
                    level
                };
                diagnostic.with_help(format!("`push <{level}>` makes a push array of a pull array"))
            }
            (TypeNode::Push(..), TypeNode::Pull(..)) => {
                diagnostic.with_help("a push array cannot be read: `force` runs it and gives a pull array")
            }
            (TypeNode::Base(BaseType::I32), TypeNode::Base(BaseType::F64)) => {
                diagnostic.with_help("`i2d` makes a double of an int; `2` is an int, `2.0` a double")
            }
            (TypeNode::Base(from), TypeNode::Base(to)) if from != to && to != BaseType::Bool => {
                let conversion = ScalarOperator::conversion(to);
                let to = base_name(to);
                diagnostic.with_help(format!("`{conversion}` makes a `{to}` of any number"))
            }
            (TypeNode::Fun(..), _) => diagnostic.with_help("is an argument missing?"),
            (TypeNode::LevelFun(..), _) => diagnostic.with_help("a level is missing, as in `f <block>`"),
            _ => diagnostic,
        }
    }

    pub(super) fn level_text(&mut self, l: L) -> String {
        Names::default().level(self, l)
    }

    fn level_report(&mut self, a: L, b: L, why: Why, whole: Option<(T, T)>) -> Diagnostic {
        let (left, right) = {
            let mut names = Names::default();
            (names.level(self, a), names.level(self, b))
        };
        let (from, to) = (self.made(a), self.made(b));
        let skolem = [a, b].into_iter().find_map(|l| match self.tables.bottom(l).2 {
            LevelNode::Skolem(s) => Some(s),
            _ => None,
        });
        let delayed = [from, to].into_iter().find_map(|origin| match origin.what {
            What::Work(operator) => delay_rule(operator),
            _ => None,
        });
        let refusal = match (delayed, skolem) {
            (Some(rule), _) => rule.refuse("level"),
            (None, Some(s)) if self.tables.skolems[s].signature => FCL_T_DEF.refuse("signature"),
            (None, Some(_)) => FCL_T_LFN.refuse("rigid"),
            (None, None) => why.refuse(),
        };
        let message = match skolem {
            Some(s) if delayed.is_none() => {
                let x = self.tables.skolems[s].variable.text().to_owned();
                format!(
                    "level `{left}` stands where level `{right}` is asked for, and `{x}` may be any level"
                )
            }
            _ => {
                let subject = match why.context {
                    Context::Signature => "the result".to_owned(),
                    _ => why.subject(),
                };
                format!(
                    "{subject} {} at level {left}, where one at level {right} is asked for",
                    why.verb()
                )
            }
        };
        let mut diagnostic = Diagnostic::error(refusal, why.span, message);
        for (origin, level) in [(from, &left), (to, &right)] {
            match self.level_words(origin, level) {
                Some(text) if origin.span == why.span => diagnostic = diagnostic.with_label(text),
                Some(text) => diagnostic = diagnostic.and_at(origin.span, text),
                None => {}
            }
        }
        if let Some((actual, expected)) = whole {
            let (actual, expected) = self.texts(actual, expected);
            diagnostic = diagnostic.with_note(format!("the type is `{actual}`, and must be `{expected}`"));
        }
        diagnostic
    }

    /// Where a level comes from: the outermost `1+` that is not just a part of another level.
    fn made(&mut self, l: L) -> Origin {
        let own = self.tables.level_origin(l);
        if !own.is_none() {
            return own;
        }
        let root = self.tables.find_level(l);
        self.tables.level_origin(root)
    }

    /// Where a level, or what it is made from, is written.
    fn written(&mut self, l: L) -> Origin {
        let mut at = l;
        loop {
            let origin = self.made(at);
            if origin.what == What::Written {
                return origin;
            }
            let root = self.tables.find_level(at);
            match self.tables.levels[root] {
                LevelNode::Succ(below) => at = below,
                _ => return origin,
            }
        }
    }

    fn level_words(&mut self, origin: Origin, level: &str) -> Option<String> {
        Some(match origin.what {
            What::Nothing => return None,
            What::Written => format!("level {level} is written here"),
            What::Signature => format!("the signature says {level}"),
            What::Use(x) => format!("`{}` is at level {level} here", self.uses.get(x as usize)?),
            What::Work(operator) if delay_rule(operator).is_some() => {
                format!("`{operator}` makes an array one level above its sub-arrays: level {level}")
            }
            What::Work(operator) => format!("this `{operator}` is at level {level}"),
            What::Kernel => format!("the kernel runs at level {level}"),
            _ => return None,
        })
    }

    fn kind_report(&mut self, t: T, kind: Kind, demand: Demand, why: Why) -> Diagnostic {
        let text = self.text(t);
        let (refusal, message) = match demand.asker {
            Asker::Push => (
                FCL_K_PUSH_R.refuse("element"),
                format!("a push array holds base values and pairs of them, not `{text}`"),
            ),
            Asker::Pull => (
                FCL_K_PULL.refuse("element"),
                format!("a pull array holds no functions, so not `{text}`"),
            ),
            Asker::Literal => (
                FCL_T_ARR.refuse("ground"),
                format!("an array holds no functions, so not `{text}`"),
            ),
            Asker::Scalar => (
                FCL_B_SCALAR.refuse("operand"),
                format!("scalar operators work on base values, not on `{text}`"),
            ),
            Asker::Accumulator => (
                FCL_I_INST_R.refuse("kind"),
                format!(
                    "what is carried from element to element is a base value or a pair of them, not `{text}`"
                ),
            ),
            Asker::Scheme | Asker::Nobody => (
                FCL_I_INST_R.refuse("kind"),
                format!("here stands {}, and `{text}` is none", kind_words(kind)),
            ),
        };
        let span = if demand.span == Span::NONE {
            why.span
        } else {
            demand.span
        };
        let diagnostic = Diagnostic::error(refusal, span, message);
        if span == why.span {
            diagnostic
        } else {
            diagnostic.and_at(why.span, format!("this makes it `{text}`"))
        }
    }

    /// What does the work.
    fn work_words(&self, origin: Origin, level: &str) -> (String, String) {
        match origin.what {
            What::Work(operator) if delay_rule(operator).is_some() => (
                format!(
                    "this `{operator}` makes an array at level {level}, and belongs where level {level} runs"
                ),
                format!("makes an array at level {level}"),
            ),
            What::Work(operator) => (
                format!("this `{operator}` runs at level {level}"),
                format!("runs at level {level}"),
            ),
            What::Use(x) if let Some(used) = self.uses.get(x as usize) => (
                format!("`{used}` does work at level {level}"),
                format!("does work at level {level}"),
            ),
            _ => (
                format!("this does work at level {level}"),
                format!("work at level {level}"),
            ),
        }
    }

    fn work_report(&mut self, work: (L, Origin), limit: (Option<L>, Origin), why: Why) -> Diagnostic {
        let level = self.level_text(work.0);
        let allowed = limit.0.map(|l| self.level_text(l));
        let (does, label) = self.work_words(work.1, &level);
        let span = if work.1.span == Span::NONE {
            why.span
        } else {
            work.1.span
        };
        let delayed = match work.1.what {
            What::Work(operator) => delay_rule(operator),
            _ => None,
        };
        let allowed_text = allowed.clone().unwrap_or_else(|| "no level".to_owned());
        let (refusal, reason, place, help) = match limit.1.what {
            What::PushElements | What::Elements => (
                FCL_T_EFF_PUSH.refuse("thread"),
                "the elements of a push array are run by single threads".to_owned(),
                "the elements of this array are run by single threads".to_owned(),
                Some(
                    "do it before, and bind the result by `let` outside the elements; or do it at level thread",
                ),
            ),
            What::Parts(operator) => (
                FCL_T_EFF_CONCAT.refuse("parts"),
                format!("the sub-arrays of `{operator}` run at level {allowed_text}"),
                format!("the sub-arrays of this `{operator}` run at level {allowed_text}"),
                None,
            ),
            What::Condition => (
                FCL_T_EFF_WHILE.refuse("condition"),
                "the condition of `while` may do no work at any level".to_owned(),
                "this condition is only looked at".to_owned(),
                None,
            ),
            What::Step => (
                FCL_T_EFF_WHILE.refuse("step"),
                format!("the step of `while` runs at level {allowed_text}"),
                format!("this `while` runs at level {allowed_text}"),
                None,
            ),
            What::Turn => (
                FCL_T_EFF_ITERATE.refuse("step"),
                format!("the step of `iterate` runs at level {allowed_text}"),
                format!("this `iterate` runs at level {allowed_text}"),
                None,
            ),
            What::Scan => (
                FCL_T_EFF_SCAN.refuse("thread"),
                "`scanThread` is run by one thread".to_owned(),
                "this `scanThread` is run by one thread".to_owned(),
                None,
            ),
            What::IndexFunction(operator) => (
                delay_rule(operator)
                    .unwrap_or(&FCL_T_INTERLEAVE)
                    .refuse("function"),
                format!("the index function of `{operator}` may do no work at any level"),
                "this asks where each element goes".to_owned(),
                None,
            ),
            What::LevelVariable => (
                FCL_T_EFF_LFN.refuse("escape"),
                "that level is known only inside the function that takes it".to_owned(),
                "this function takes the level".to_owned(),
                Some("bind the level further outside, or name a fixed level"),
            ),
            What::Turnstile => (
                delayed.map_or_else(|| FCL_T_EFF_TOP.refuse("level"), |rule| rule.refuse("turnstile")),
                format!("all that is evaluated here together is at level {allowed_text}"),
                format!("this is evaluated at level {allowed_text}"),
                Some(
                    "what one place evaluates is at one level: put the lower one into sub-arrays of `concat`",
                ),
            ),
            What::Kernel => (
                delayed.map_or_else(|| FCL_T_KERNEL.refuse("effect"), |rule| rule.refuse("turnstile")),
                format!("the kernel's result is at level {allowed_text}, so it runs there"),
                format!("this kernel runs at level {allowed_text}"),
                Some(
                    "a kernel's work is that of its result's level; elements of it may do more, level by level",
                ),
            ),
            What::Work(_) | What::Use(_) | What::Written | What::Signature | What::Nothing => {
                let other = self.work_words(limit.1, &allowed_text).1;
                (
                    FCL_T_EFF_JOIN.refuse("one"),
                    format!("what is evaluated together with it does work at level {allowed_text}"),
                    other,
                    Some(
                        "what one place evaluates is at one level: put the lower one into sub-arrays of `concat`",
                    ),
                )
            }
        };
        let mut diagnostic =
            Diagnostic::error(refusal, span, format!("{does}, but {reason}")).with_label(label);
        if limit.1.span != Span::NONE && limit.1.span != span {
            diagnostic = diagnostic.and_at(limit.1.span, place);
        }
        let written = self.written(work.0);
        if written.what == What::Written && written.span != span && written.span != limit.1.span {
            diagnostic = diagnostic.and_at(written.span, format!("this says level {level}"));
        }
        if let (What::Turnstile, Some(l)) = (limit.1.what, limit.0) {
            // A definition's level is what its first work says.
            let first = self.written(l);
            if first.what == What::Written && first.span != written.span {
                diagnostic = diagnostic.and_at(first.span, format!("this says level {allowed_text}"));
            }
        }
        match help {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        }
    }
}
