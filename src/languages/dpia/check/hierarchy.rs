//! The hierarchy of a device, by construction (notes, 10.5; the paper's future work).
//!
//! Four levels: the host launches kernels; a kernel's *grid* consists of work-groups; a *group* of items that can wait for each other;
//! an *item* runs alone.  Each part of a program is at one level: loops over groups lead from the grid to the group, loops over the
//! items of a group from there to the item, loops over all items from the grid to the item.  Functional terms are judged by the
//! marks on their maps, commands by their loops; both by the same arms.
//!
//! At the level of a group all values are the same for all its items, since nothing there can ask which item it is: conditions
//! and loop bounds are uniform.  So control is divergent exactly inside the code of one item, and that is where barriers, and
//! what needs them, are refused.
//!
//! A function stands where it is applied: the walk goes on in its body, so what a definition hides is judged as if it were written there.

use crate::rules::hierarchy::*;
use crate::rules::primitives::DPIA_X_HASSUBGROUPS;
use crate::{AddressSpace, DataType, Definition, Name, Node, Phrase, PhraseType, Prim, Side, Strategy};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Who wrote the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Author {
    /// A person, or a generator of programs.
    Person,
    /// A pass, which lets one item execute what is assigned at the level of a group (DPIA-L-UNIFORM).
    Pass,
}

/// Definitions that use each other several times grow when they are followed; this is where that ends, as it does for whoever puts them in place.
const MOST_FOLLOWED: usize = 1_000_000;

/// The functions of a program that are known by name.
pub(super) struct Functions {
    bodies: FxHashMap<Name, Phrase>,
    /// So many terms may still be looked at with functions in place.
    left: usize,
}

impl Default for Functions {
    fn default() -> Functions {
        Functions {
            bodies: FxHashMap::default(),
            left: MOST_FOLLOWED,
        }
    }
}

impl Functions {
    /// Notes a definition.  The value of one that is no function is computed once, before all else.
    pub(super) fn define(&mut self, definition: &Definition) {
        if !matches!(definition.ty, PhraseType::Exp(_)) {
            self.bodies
                .insert(definition.name.clone(), definition.body.clone());
        }
    }
}

/// Checks a term at the level of the host.
pub(super) fn check(term: &Phrase, author: Author, functions: &mut Functions, errors: &mut Vec<Diagnostic>) {
    let mut walk = Walk {
        author,
        functions,
        errors,
        spaces: FxHashMap::default(),
    };
    walk.phrase(term, &Place::HOST);
}

/// The levels, from the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Host,
    Grid,
    Group,
    Item,
}

/// A set of the dimensions 0, 1 and 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dimensions(u8);

impl Dimensions {
    const NONE: Dimensions = Dimensions(0);

    fn has(self, d: u8) -> bool {
        self.0 & (1 << (d & 7)) != 0
    }

    fn with(self, d: u8) -> Dimensions {
        Dimensions(self.0 | 1 << (d & 7))
    }
}

/// Where a phrase stands.
#[derive(Clone, Debug)]
struct Place {
    level: Level,
    /// Dimensions of the loops around: over groups, over items of a group, over all items.
    groups: Dimensions,
    locals: Dimensions,
    globals: Dimensions,
    /// The parallel loop that stands directly around: nothing but views and sequential loops between.
    directly: Option<Strategy>,
    /// The innermost loop around that led to this level.
    entered: Option<Span>,
    /// Whether the launch has a single item, so that all is uniform.
    alone: bool,
}

impl Place {
    const HOST: Place = Place {
        level: Level::Host,
        groups: Dimensions::NONE,
        locals: Dimensions::NONE,
        globals: Dimensions::NONE,
        directly: None,
        entered: None,
        alone: false,
    };

    fn apart(&self) -> Place {
        Place {
            directly: None,
            ..self.clone()
        }
    }
}

struct Walk<'a> {
    author: Author,
    functions: &'a mut Functions,
    errors: &'a mut Vec<Diagnostic>,
    /// The address spaces of the variables in scope that have one.
    spaces: FxHashMap<Name, AddressSpace>,
}

impl Walk<'_> {
    fn phrase(&mut self, phrase: &Phrase, place: &Place) {
        elder_syntax::effort::deeper(|| match &*phrase.node {
            Node::Prim(prim, arguments) => self.primitive(prim, arguments, phrase.span, place),
            Node::Lambda(_, body) | Node::NatLambda(_, body) | Node::DataLambda(_, body) => {
                self.phrase(body, place);
            }
            _ => match self.followed(phrase, place) {
                Some(followed) if Self::passes_made(phrase) => self.phrase(&followed, &place.apart()),
                Some(followed) => self.phrase(&followed, place),
                None => {
                    for child in phrase.children() {
                        self.phrase(child, &place.apart());
                    }
                }
            },
        });
    }

    /// Whether a function is applied to what is computed before it.
    fn passes_made(phrase: &Phrase) -> bool {
        matches!(&*phrase.node, Node::Apply(function, argument)
            if matches!(&*function.node, Node::Lambda(binder, _)
                if matches!(&binder.ty, PhraseType::Exp(of) if !is_named_only(of, argument))))
    }

    /// What a variable or an application of a known function stands for (DPIA-E-APP); the arguments that are passed by value are looked at
    /// where they are computed.
    fn followed(&mut self, phrase: &Phrase, place: &Place) -> Option<Phrase> {
        self.functions.left = self.functions.left.checked_sub(1)?;
        match &*phrase.node {
            Node::Var(x) => self.functions.bodies.get(x).cloned(),
            Node::Apply(function, argument) => match &*function.node {
                Node::Lambda(binder, body) if matches!(binder.ty, PhraseType::Exp(_)) => {
                    self.phrase(argument, &place.apart());
                    Some(body.clone())
                }
                Node::Lambda(binder, body) => Some(body.substitute(binder, argument)),
                _ => {
                    let function = self.followed(function, place)?;
                    Some(Phrase::new(Node::Apply(function, argument.clone()), phrase.span))
                }
            },
            // Levels do not depend on sizes and types.
            Node::NatApply(function, _) | Node::DataApply(function, _) => match &*function.node {
                Node::NatLambda(_, body) | Node::DataLambda(_, body) => Some(body.clone()),
                _ => {
                    let function = self.followed(function, place)?;
                    let applied = match &*phrase.node {
                        Node::NatApply(_, nat) => Node::NatApply(function, nat.clone()),
                        Node::DataApply(_, data) => Node::DataApply(function, data.clone()),
                        _ => return None,
                    };
                    Some(Phrase::new(applied, phrase.span))
                }
            },
            Node::Proj(pair, side) => match &*pair.node {
                Node::Pair(..) => Some(pair.project(*side)),
                _ => Some(self.followed(pair, place)?.project(*side)),
            },
            _ => None,
        }
    }

    fn all(&mut self, phrases: &[Phrase], place: &Place) {
        for phrase in phrases {
            self.phrase(phrase, place);
        }
    }

    fn primitive(&mut self, prim: &Prim, arguments: &[Phrase], span: Span, place: &Place) {
        match prim {
            Prim::Map { strategy, .. }
            | Prim::MapI { strategy, .. }
            | Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. } => {
                self.looped(prim, *strategy, arguments, span, place);
            }
            Prim::Run { local, global, .. } | Prim::Launch { local, global } => {
                DPIA_L_LAUNCH.apply();
                if place.level != Level::Host {
                    self.refuse(
                        Diagnostic::error(
                            DPIA_L_LAUNCH.refuse("host"),
                            span,
                            "a kernel cannot launch a kernel",
                        ),
                        place,
                    );
                }
                let alone = local.iter().chain(global).all(|n| n.is_one());
                let inside = Place {
                    level: Level::Grid,
                    directly: None,
                    entered: Some(span),
                    alone,
                    ..place.clone()
                };
                self.all(arguments, &inside);
            }
            Prim::To { space, .. } => {
                self.allocation(Some(*space), span, place);
                let inside = match space {
                    AddressSpace::Private => Place {
                        alone: true,
                        ..place.apart()
                    },
                    _ => place.apart(),
                };
                let (function, rest) = (arguments.first(), arguments.get(1..).unwrap_or_default());
                if let Some(function) = function {
                    self.phrase(function, &inside);
                }
                self.all(rest, &place.apart());
            }
            Prim::New { space, .. } => {
                self.allocation(*space, span, place);
                if let (Some(space), Some(Node::Lambda(binder, _))) =
                    (space, arguments.first().map(|p| &*p.node))
                {
                    self.spaces.insert(binder.name.clone(), *space);
                }
                self.all(arguments, &place.apart());
            }
            prim if prim.combines_in_groups()
                || matches!(prim, Prim::Shuffle { .. } | Prim::ShuffleI { .. }) =>
            {
                DPIA_L_COOP.apply();
                if place.level != Level::Group {
                    let message = format!("`{}` is not reached by all items of one group", prim.name());
                    let error = Diagnostic::error(DPIA_L_COOP.refuse("group"), span, message);
                    let help = "it stands inside `mapWorkgroup` and outside of `mapLocal`";
                    self.refuse(error.with_help(help), place);
                }
                // The operator is run by single items.
                let (operator, rest) = (arguments.first(), arguments.get(1..).unwrap_or_default());
                if let Some(operator) = operator {
                    let inside = Place {
                        level: Level::Item,
                        entered: Some(span),
                        ..place.apart()
                    };
                    self.phrase(operator, &inside);
                }
                self.all(rest, &place.apart());
            }
            // A function that stays one is code of an item.
            Prim::Call { .. } => {
                DPIA_L_SEQ.apply();
                let (function, rest) = (arguments.first(), arguments.get(1..).unwrap_or_default());
                if let Some(function) = function {
                    let inside = Place {
                        level: Level::Item,
                        entered: Some(span),
                        ..place.apart()
                    };
                    self.phrase(function, &inside);
                }
                self.all(rest, &place.apart());
            }
            Prim::If { .. } if chooses_subgroups(arguments) => {
                DPIA_L_SEQ.apply();
                self.all(arguments.get(1..).unwrap_or_default(), &place.apart());
            }
            Prim::Partition { .. } => {
                DPIA_L_SEQ.apply();
                self.all(arguments, &place.apart());
            }
            // Its steps need all of the step before, which only another kernel can wait for.
            Prim::PartitionGroups { .. } => {
                DPIA_L_LAUNCH.apply();
                if place.level != Level::Host {
                    let message = format!("`{}` is several kernels", prim.name());
                    let error = Diagnostic::error(DPIA_L_LAUNCH.refuse("host"), span, message);
                    self.refuse(
                        error.with_help("`partition` counts one element after the other"),
                        place,
                    );
                }
                let (predicate, rest) = (arguments.first(), arguments.get(1..).unwrap_or_default());
                if let Some(predicate) = predicate {
                    let inside = Place {
                        level: Level::Item,
                        entered: Some(span),
                        ..place.apart()
                    };
                    self.phrase(predicate, &inside);
                }
                self.all(rest, &place.apart());
            }
            // Elsewhere the value of the program would depend on the device.
            Prim::HasSubgroups { .. } => {
                let message = "what the program computes would depend on the device";
                let error = Diagnostic::error(DPIA_X_HASSUBGROUPS.refuse("choice"), span, message);
                let help = "it stands in `if hasSubgroups(w) { reduceSubgroupI(..) } else { .. }`, which stage II makes";
                self.errors.push(error.with_help(help));
            }
            Prim::Barrier { .. } => {
                DPIA_L_BARRIER.apply();
                if place.level != Level::Group {
                    let message = "not all items of a group reach this barrier equally often";
                    let error = Diagnostic::error(DPIA_L_BARRIER.refuse("divergent"), span, message);
                    let help = "a barrier stands inside a loop over groups and outside of loops over items";
                    self.refuse(error.with_help(help), place);
                }
            }
            Prim::While {} => {
                self.phase(arguments, arguments, place);
                self.repeated(arguments, span, place);
            }
            Prim::Seq {} => {
                DPIA_L_SEQ.apply();
                if let [first, second] = arguments {
                    self.phase(std::slice::from_ref(first), std::slice::from_ref(second), place);
                }
                self.all(arguments, &place.apart());
            }
            Prim::Assign { .. } => {
                self.assignment(arguments, span, place);
                self.all(arguments, &place.apart());
            }
            // One item executes the command, and waits for nobody meanwhile.
            Prim::SwapAt { .. } => {
                self.assignment(arguments, span, place);
                let (target, body) = (arguments.first(), arguments.get(1..).unwrap_or_default());
                self.all(
                    target.map(std::slice::from_ref).unwrap_or_default(),
                    &place.apart(),
                );
                let inside = Place {
                    level: Level::Item,
                    entered: Some(span),
                    ..place.apart()
                };
                self.all(body, &inside);
            }
            Prim::For { .. } => {
                DPIA_L_SEQ.apply();
                self.phase(arguments, arguments, place);
                self.all(arguments, place);
            }
            Prim::Let { of, .. } => {
                DPIA_L_SEQ.apply();
                match arguments.first().is_none_or(|value| is_named_only(of, value)) {
                    true => self.all(arguments, place),
                    false => self.all(arguments, &place.apart()),
                }
            }
            Prim::LetSize { .. } => {
                DPIA_L_SEQ.apply();
                self.all(arguments, &place.apart());
            }
            Prim::Part { .. } => {
                DPIA_L_SEQ.apply();
                if let [v, body] = arguments
                    && let Some(space) = root(v).and_then(|x| self.spaces.get(&x).copied())
                {
                    for part in parts(body) {
                        self.spaces.insert(part, space);
                    }
                }
                self.all(arguments, &place.apart());
            }
            _ if is_view(prim) => {
                DPIA_L_SEQ.apply();
                self.all(arguments, place);
            }
            _ => {
                DPIA_L_SEQ.apply();
                self.all(arguments, &place.apart());
            }
        }
    }

    /// Whether nothing has to be done for the value of a term: it is there, or an operator or a view of what is.
    fn stands(&self, term: &Phrase) -> bool {
        elder_syntax::effort::deeper(|| match &*term.node {
            Node::Var(x) => self.functions.bodies.get(x).is_none_or(|body| self.stands(body)),
            Node::Prim(
                Prim::Map {
                    strategy: Strategy::Any,
                    ..
                },
                parts,
            ) => parts.first().is_some_and(moves) && parts.iter().skip(1).all(|part| self.stands(part)),
            Node::Prim(Prim::Let { of, .. }, parts) => {
                parts.first().is_some_and(|value| is_named_only(of, value))
                    && parts.iter().all(|part| self.stands(part))
            }
            Node::Prim(prim, parts) => {
                (is_view(prim) || is_operator(prim)) && parts.iter().all(|part| self.stands(part))
            }
            _ => term.children().all(|child| self.stands(child)),
        })
    }

    /// A map or a loop over elements.
    fn looped(&mut self, prim: &Prim, strategy: Strategy, arguments: &[Phrase], span: Span, place: &Place) {
        let body = match prim {
            Prim::Parfor { .. } | Prim::ParforInPlace { .. } => 1,
            _ => 0,
        };
        let is_made =
            |position: usize| position != body && arguments.get(position).is_some_and(|a| !self.stands(a));
        let inside = match prim {
            Prim::Map { .. } if is_made(1) => self.entered(prim, strategy, span, &place.apart()),
            _ => self.entered(prim, strategy, span, place),
        };
        for (position, argument) in arguments.iter().enumerate() {
            if position == body {
                self.phrase(argument, &inside);
            } else {
                self.phrase(argument, &place.apart());
            }
        }
    }

    /// The place inside a loop of this strategy.
    fn entered(&mut self, prim: &Prim, strategy: Strategy, span: Span, place: &Place) -> Place {
        let mut inside = Place {
            directly: Some(strategy),
            entered: Some(span),
            ..place.clone()
        };
        let name = loop_name(prim, strategy);
        match strategy {
            // Sequential loops may stand between loops over the dimensions of a group: nothing is written there.
            Strategy::Any | Strategy::Seq => {
                DPIA_L_SEQ.apply();
                inside.directly = place.directly;
                inside.entered = place.entered;
            }
            Strategy::Workgroup(d) => {
                DPIA_L_WG.apply();
                if place.groups.has(d) {
                    self.twice(DPIA_L_WG.refuse("dimension"), &name, d, span, place);
                } else if place.level == Level::Item {
                    let message = format!("`{name}` is inside code of one item");
                    self.refuse(Diagnostic::error(DPIA_L_WG.refuse("grid"), span, message), place);
                } else if place.level == Level::Group
                    && !matches!(place.directly, Some(Strategy::Workgroup(_)))
                {
                    let message = format!("`{name}` is not directly inside the other loop over groups");
                    self.refuse(
                        Diagnostic::error(DPIA_L_WG.refuse("direct"), span, message),
                        place,
                    );
                }
                inside.level = place.level.max(Level::Group);
                inside.groups = place.groups.with(d);
            }
            Strategy::Local(d) => {
                DPIA_L_LOCAL.apply();
                if place.locals.has(d) {
                    self.twice(DPIA_L_LOCAL.refuse("dimension"), &name, d, span, place);
                } else if place.level < Level::Group {
                    let message = format!("`{name}` is not inside a loop over work-groups");
                    let error = Diagnostic::error(DPIA_L_LOCAL.refuse("group"), span, message);
                    self.refuse(
                        error.with_help("put `mapWorkgroup` around it, or use `mapGlobal`"),
                        place,
                    );
                } else if place.level == Level::Item && !matches!(place.directly, Some(Strategy::Local(_))) {
                    let message = format!("`{name}` is inside code of one item");
                    self.refuse(
                        Diagnostic::error(DPIA_L_LOCAL.refuse("item"), span, message),
                        place,
                    );
                }
                inside.level = Level::Item;
                inside.locals = place.locals.with(d);
            }
            Strategy::Global(d) => {
                DPIA_L_GLOBAL.apply();
                if place.globals.has(d) {
                    self.twice(DPIA_L_GLOBAL.refuse("dimension"), &name, d, span, place);
                } else if place.level > Level::Grid && !matches!(place.directly, Some(Strategy::Global(_))) {
                    let message = format!("`{name}` is inside a loop over groups or items");
                    self.refuse(
                        Diagnostic::error(DPIA_L_GLOBAL.refuse("grid"), span, message),
                        place,
                    );
                }
                inside.level = Level::Item;
                inside.globals = place.globals.with(d);
            }
        }
        inside
    }

    fn twice(&mut self, refusal: elder_syntax::Refusal, name: &str, d: u8, span: Span, place: &Place) {
        let message = format!("`{name}` is inside another loop over dimension {d}");
        self.refuse(Diagnostic::error(refusal, span, message), place);
    }

    /// Memory of a space is allocated here.
    fn allocation(&mut self, space: Option<AddressSpace>, span: Span, place: &Place) {
        DPIA_L_SEQ.apply();
        if space == Some(AddressSpace::Local) {
            DPIA_L_LOCALMEM.apply();
            // Hoisting moves it to the top of the kernel, from a work-group (DPIA-H-LOCAL).
            let hoisted = self.author == Author::Pass && place.level == Level::Grid;
            if place.groups == Dimensions::NONE && !hoisted {
                let message = "local memory exists only inside a work-group";
                let error = Diagnostic::error(DPIA_L_LOCALMEM.refuse("group"), span, message);
                self.refuse(error.with_help("put `mapWorkgroup` around it"), place);
            }
        }
    }

    /// A loop with a condition: if all items of a group run it and its body holds barriers, or will, the condition must stay the same
    /// for all of them while some have begun the body.
    fn repeated(&mut self, arguments: &[Phrase], span: Span, place: &Place) {
        DPIA_L_WHILE.apply();
        if let [condition, body] = arguments
            && place.level == Level::Group
            && self.author == Author::Person
            && synchronises(body)
            && !waits_first(body)
            && let Some((x, at)) = self.shared_read(condition)
        {
            let message = format!("items may see different values of the condition, which reads `{x}`");
            let error = Diagnostic::error(DPIA_L_WHILE.refuse("condition"), at, message)
                .and_at(span, "this loop holds a barrier, or a loop over items that needs one")
                .with_help("begin the body with a `barrier`, or copy what the condition reads to a private variable (`newPrivate`) at its end");
            self.refuse(error, place);
        }
        self.all(arguments, &place.apart());
    }

    /// A variable that is read and is not private.
    fn shared_read(&self, phrase: &Phrase) -> Option<(Name, Span)> {
        match &*phrase.node {
            Node::Proj(pair, Side::Second) => match &*pair.node {
                Node::Var(x) if self.spaces.get(x) != Some(&AddressSpace::Private) => {
                    Some((x.clone(), phrase.span))
                }
                _ => None,
            },
            _ => phrase.children().find_map(|child| self.shared_read(child)),
        }
    }

    /// DPIA-L-UNIFORM
    fn assignment(&mut self, arguments: &[Phrase], span: Span, place: &Place) {
        if !matches!(place.level, Level::Grid | Level::Group) {
            DPIA_L_SEQ.apply();
            return;
        }
        DPIA_L_UNIFORM.apply();
        let root = arguments.first().and_then(root);
        let private = root.as_ref().and_then(|x| self.spaces.get(x)) == Some(&AddressSpace::Private);
        if private || place.alone || self.author == Author::Pass {
            return;
        }
        let target = root.map_or_else(|| "its target".to_owned(), |x| format!("`{x}`"));
        let whose = match place.level {
            Level::Grid => "launch",
            _ => "group",
        };
        let message =
            format!("every item of the {whose} executes this assignment to {target}, which they share");
        let error = Diagnostic::error(DPIA_L_UNIFORM.refuse("target"), span, message);
        let help = "assign inside a loop over items, or to a private variable (`newPrivate`)";
        self.refuse(error.with_help(help), place);
    }

    /// DPIA-X-GRIDSYNC: at the level of the grid, one command after another (or after itself, in a loop).  The work-groups are not ordered
    /// between the two, so what the first writes the second must not use, and the other way round.
    fn phase(&mut self, first: &[Phrase], second: &[Phrase], place: &Place) {
        if place.level != Level::Grid || place.alone || self.author == Author::Pass {
            return;
        }
        DPIA_X_GRIDSYNC.apply();
        let (before, after) = (Accesses::of(first), Accesses::of(second));
        let forward = before
            .written
            .iter()
            .find_map(|(x, at)| Some((x, *at, after.any(x)?, "used")));
        let backward = || {
            let read = before.read.iter();
            read.filter_map(|(x, at)| Some((x, *after.written.get(x)?, *at, "read")))
                .next()
        };
        let clash = forward.or_else(backward);
        let Some((x, at, other, how)) = clash else {
            return;
        };
        let message = format!(
            "work-groups may write `{x}` while others still use it: nothing orders them within one kernel"
        );
        let error = Diagnostic::error(DPIA_X_GRIDSYNC.refuse("boundary"), other, message)
            .with_label(format!("`{x}` is {how} here"))
            .and_at(at, format!("`{x}` is written here"))
            .with_help("end the launch between the two");
        self.refuse(error, place);
    }

    fn refuse(&mut self, error: Diagnostic, place: &Place) {
        let level = match place.level {
            Level::Host => "the host",
            Level::Grid => "the grid",
            Level::Group => "a work-group",
            Level::Item => "a work-item",
        };
        let error = match place.entered {
            Some(span) => error.and_at(span, format!("inside of this the level is that of {level}")),
            None => error.with_note(format!("the level is that of {level}")),
        };
        // A function may be followed to the same place several times.
        let premise = |error: &Diagnostic| error.refusal.map(|refusal| (refusal.id(), refusal.key()));
        let is_same = |other: &Diagnostic| premise(other) == premise(&error) && other.span == error.span;
        if !self.errors.iter().any(is_same) {
            self.errors.push(error);
        }
    }
}

/// The variables that a command writes and reads, with a place.
#[derive(Default)]
struct Accesses {
    written: BTreeMap<Name, Span>,
    read: BTreeMap<Name, Span>,
}

impl Accesses {
    fn of(phrases: &[Phrase]) -> Accesses {
        let mut accesses = Accesses::default();
        for phrase in phrases {
            accesses.collect(phrase);
        }
        accesses
    }

    fn any(&self, x: &Name) -> Option<Span> {
        self.written.get(x).or_else(|| self.read.get(x)).copied()
    }

    fn collect(&mut self, phrase: &Phrase) {
        elder_syntax::effort::deeper(|| {
            match &*phrase.node {
                // What is bound inside is nobody else's.
                Node::Lambda(binder, body) => {
                    self.collect(body);
                    self.written.remove(&binder.name);
                    self.read.remove(&binder.name);
                    return;
                }
                // The halves of a variable: `.wr` and `.rd`.
                Node::Proj(pair, side) => {
                    if let Node::Var(x) = &*pair.node {
                        let half = match side {
                            Side::First => &mut self.written,
                            Side::Second => &mut self.read,
                        };
                        half.entry(x.clone()).or_insert(phrase.span);
                        return;
                    }
                }
                Node::Prim(prim, arguments) => {
                    // The parts of a variable are it.
                    if let (Prim::Part { .. }, [v, body]) = (prim, arguments.as_slice()) {
                        let mut inner = body;
                        while let Node::Lambda(_, rest) = &*inner.node {
                            inner = rest;
                        }
                        let mut inside = Accesses::of(std::slice::from_ref(inner));
                        for part in parts(body) {
                            for half in [true, false] {
                                let map = |a: &mut Accesses| match half {
                                    true => a.written.remove(&part),
                                    false => a.read.remove(&part),
                                };
                                if let (Some(at), Some(x)) = (map(&mut inside), root(v)) {
                                    let own = if half { &mut self.written } else { &mut self.read };
                                    own.entry(x).or_insert(at);
                                }
                            }
                        }
                        for (x, at) in inside.written {
                            self.written.entry(x).or_insert(at);
                        }
                        for (x, at) in inside.read {
                            self.read.entry(x).or_insert(at);
                        }
                        return;
                    }
                    // An acceptor or a whole variable that is written.
                    let target = match prim {
                        Prim::Assign { .. }
                        | Prim::UpdateBy { .. }
                        | Prim::SwapAt { .. }
                        | Prim::Parfor { .. }
                        | Prim::ParforInPlace { .. }
                        | Prim::Accumulating { .. } => arguments.first(),
                        Prim::MapI { .. } | Prim::ScanI { .. } | Prim::ScanGroupI { .. } => arguments.last(),
                        _ => None,
                    };
                    if let Some(x) = target.and_then(root) {
                        self.written.entry(x).or_insert(phrase.span);
                    }
                }
                _ => {}
            }
            for child in phrase.children() {
                self.collect(child);
            }
        });
    }
}

/// The variables that a body abstracts over.
fn parts(body: &Phrase) -> Vec<Name> {
    let mut out = Vec::new();
    let mut rest = body;
    while let Node::Lambda(binder, inner) = &*rest.node {
        out.push(binder.name.clone());
        rest = inner;
    }
    out
}

/// The variable that an acceptor or an accumulator writes to.
fn root(target: &Phrase) -> Option<Name> {
    match &*target.node {
        Node::Var(x) => Some(x.clone()),
        Node::Proj(inner, _) => root(inner),
        // The acceptor is the last argument of an acceptor primitive but for the two that index.
        Node::Prim(Prim::IdxAcc { .. } | Prim::IdxUpd { .. } | Prim::PairAcc { .. }, arguments) => {
            arguments.first().and_then(root)
        }
        Node::Prim(_, arguments) => arguments.last().and_then(root),
        _ => None,
    }
}

/// Whether a command begins with a barrier: then all items have seen the condition before any of them goes on.
fn waits_first(command: &Phrase) -> bool {
    match &*command.node {
        Node::Prim(Prim::Barrier { fences }, _) => fences.local && fences.global,
        Node::Prim(Prim::Seq {}, parts) => parts.first().is_some_and(waits_first),
        _ => false,
    }
}

/// Whether a command holds barriers, or loops over the items of a group, which may need some.
fn synchronises(phrase: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| {
        let own = match &*phrase.node {
            Node::Prim(prim, _) => match prim {
                Prim::Barrier { .. }
                | Prim::ReduceGroupI { .. }
                | Prim::ScanGroupI { .. }
                | Prim::ReduceSubgroupI { .. }
                | Prim::ScanSubgroupI { .. }
                | Prim::ShuffleI { .. } => true,
                Prim::MapI { strategy, .. }
                | Prim::Parfor { strategy, .. }
                | Prim::ParforInPlace { strategy, .. }
                | Prim::ParforEach { strategy, .. } => matches!(strategy, Strategy::Local(_)),
                _ => false,
            },
            _ => false,
        };
        own || phrase.children().any(synchronises)
    })
}

/// Whether these are the parts of a choice between a command of sub-groups and another one.
fn chooses_subgroups(parts: &[Phrase]) -> bool {
    let prim = |p: Option<&Phrase>| match p.map(|p| &*p.node) {
        Some(Node::Prim(prim, _)) => Some(prim.clone()),
        _ => None,
    };
    matches!(prim(parts.first()), Some(Prim::HasSubgroups { .. }))
        && matches!(
            prim(parts.get(1)),
            Some(Prim::ReduceSubgroupI { .. } | Prim::ScanSubgroupI { .. } | Prim::ShuffleI { .. })
        )
}

/// Whether the elements of the result are those of an argument, moved: such a primitive takes no time at any level.
fn is_view(prim: &Prim) -> bool {
    matches!(
        prim,
        Prim::Zip { .. }
            | Prim::Unzip { .. }
            | Prim::Split { .. }
            | Prim::Join { .. }
            | Prim::Pair { .. }
            | Prim::Fst { .. }
            | Prim::Snd { .. }
            | Prim::Idx { .. }
            | Prim::AsVector { .. }
            | Prim::AsScalar { .. }
            | Prim::Take { .. }
            | Prim::Drop { .. }
            | Prim::Transpose { .. }
            | Prim::Slide { .. }
            | Prim::PadClamp { .. }
            | Prim::PadConst { .. }
            | Prim::Gather { .. }
            | Prim::Reorder { .. }
            | Prim::Stride { .. }
            | Prim::Strided { .. }
            | Prim::Concat { .. }
    )
}

/// Operators on what is there: they become parts of expressions, as views do.
fn is_operator(prim: &Prim) -> bool {
    matches!(
        prim,
        Prim::Literal { .. }
            | Prim::Unary { .. }
            | Prim::Binary { .. }
            | Prim::Ternary { .. }
            | Prim::Ldexp { .. }
            | Prim::Convert { .. }
            | Prim::NatValue { .. }
            | Prim::IndexLiteral { .. }
            | Prim::AsIndex { .. }
            | Prim::Splat { .. }
            | Prim::VectorLiteral { .. }
            | Prim::Swizzle { .. }
            | Prim::VectorIdx { .. }
            | Prim::HasSubgroups { .. }
            | Prim::Generate { .. }
            | Prim::If { .. }
    )
}

/// Whether a name is all that a value gets: it is a name or a literal already, or moves an array.  Others are computed once, where they are named.
fn is_named_only(of: &DataType, value: &Phrase) -> bool {
    match &*value.node {
        Node::Var(_) | Node::Proj(..) => true,
        Node::Prim(Prim::Literal { .. } | Prim::NatValue { .. } | Prim::IndexLiteral { .. }, _) => true,
        _ => matches!(of, DataType::Array(..)) && moves(value),
    }
}

/// Whether a function, or a term, only moves what it gets.
fn moves(term: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| match &*term.node {
        Node::Var(_) => true,
        Node::Proj(inner, _) | Node::Lambda(_, inner) => moves(inner),
        Node::Prim(prim, parts) => {
            let may = is_view(prim)
                || matches!(
                    prim,
                    Prim::Splat { .. }
                        | Prim::Generate { .. }
                        | Prim::Map {
                            strategy: Strategy::Any,
                            ..
                        }
                );
            may && parts.iter().all(moves)
        }
        _ => false,
    })
}

/// As a person knows the loop.
fn loop_name(prim: &Prim, strategy: Strategy) -> String {
    let suffix = match strategy {
        Strategy::Any => String::new(),
        Strategy::Seq => "Seq".to_owned(),
        Strategy::Global(d) => format!("Global({d})"),
        Strategy::Workgroup(d) => format!("Workgroup({d})"),
        Strategy::Local(d) => format!("Local({d})"),
    };
    let stem = match prim {
        Prim::Map { .. } => "map",
        Prim::MapI { .. } => "mapI",
        _ => "parfor",
    };
    format!("{stem}{suffix}")
}
