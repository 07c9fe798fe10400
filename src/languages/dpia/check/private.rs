//! Private arrays of a group: each item has its own, so what one item wrote in it no other item can read (DPIA-L-PRIVATE).
//!
//! An array that is made outside of loops over items, but written by one, holds in each item only the elements that this item wrote.
//! The rule is conservative: it follows an array through indexes, zips, pairs, conditions, maps and `let`, and asks that it is used
//! there at the index of a loop over the same dimension; any other use of such an array is refused.  An array that each item
//! computes in full is free to be read.
//!
//! [`Step`]s say of the leading dimensions of an array who goes along each of them.  Those of what writes it are its *pattern*,
//! those of what uses it a *path*; a path follows the pattern if both go the same way.

use crate::rules::hierarchy::DPIA_L_PRIVATE;
use crate::{AddressSpace, DataType, Name, Node, Phrase, Prim, Side, Strategy};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::FxHashMap;

/// Who goes along a dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Each item along its own indexes: those that a loop of this strategy gives it.
    Own(Strategy),
    /// Each item along the same indexes.
    Same,
    /// Items along indexes that cannot be told apart from others'.
    Unknown,
}

/// Where a phrase stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Host,
    /// In a kernel, outside of loops over items; what has no strategy is distributed by this one.
    Shared(Strategy),
    Item,
}

/// Refuses private arrays of which items would read each other's elements, in a term at the level of the host.
pub(super) fn check(term: &Phrase, errors: &mut Vec<Diagnostic>) {
    let mut walk = Walk {
        errors,
        arrays: FxHashMap::default(),
        items: FxHashMap::default(),
    };
    walk.phrase(term, &[], Place::Host);
}

struct Walk<'a> {
    errors: &'a mut Vec<Diagnostic>,
    /// The private arrays in scope that loops over items wrote, with their patterns.
    arrays: FxHashMap<Name, Vec<Step>>,
    /// The index variables of loops over items.
    items: FxHashMap<Name, Strategy>,
}

impl Walk<'_> {
    /// A phrase whose value is used by this path.
    fn phrase(&mut self, p: &Phrase, path: &[Step], place: Place) {
        elder_syntax::effort::deeper(|| match &*p.node {
            Node::Var(x) => self.used(x, path, p.span),
            Node::Proj(variable, Side::Second) => self.phrase(variable, path, place),
            // What acceptors say of the pattern is known where the array is made.
            Node::Proj(variable, Side::First) if matches!(&*variable.node, Node::Var(_)) => {}
            Node::Lambda(_, body) | Node::NatLambda(_, body) | Node::DataLambda(_, body) => {
                self.phrase(body, path, place);
            }
            Node::Prim(prim, arguments) => self.primitive(prim, arguments, path, place, p.span),
            _ => self.all(p.children(), &[], place),
        });
    }

    fn all<'p>(&mut self, phrases: impl IntoIterator<Item = &'p Phrase>, path: &[Step], place: Place) {
        for phrase in phrases {
            self.phrase(phrase, path, place);
        }
    }

    fn primitive(&mut self, prim: &Prim, arguments: &[Phrase], path: &[Step], place: Place, span: Span) {
        match (prim, arguments) {
            (Prim::Idx { .. }, [array, index]) => {
                let mut longer = vec![self.step(index)];
                longer.extend_from_slice(path);
                self.phrase(array, &longer, place);
                self.phrase(index, &[], place);
            }
            (
                Prim::Zip { .. }
                | Prim::Unzip { .. }
                | Prim::Pair { .. }
                | Prim::Fst { .. }
                | Prim::Snd { .. },
                _,
            )
            | (Prim::Take { .. }, _) => self.all(arguments, path, place),
            (Prim::If { .. }, [condition, yes, no]) => {
                self.phrase(condition, &[], place);
                self.all([yes, no], path, place);
            }
            (Prim::Let { .. }, [value, body]) => {
                self.bound(value, body, place);
                self.phrase(body, path, place);
            }
            (Prim::Map { strategy, .. }, [f, xs]) => {
                let step = match strategy {
                    Strategy::Local(_) | Strategy::Global(_) => Step::Own(*strategy),
                    _ => match distributed(f, place) {
                        Some(own) if path.first().is_none_or(|step| *step == Step::Own(own)) => {
                            Step::Own(own)
                        }
                        Some(_) => Step::Unknown,
                        None => Step::Same,
                    },
                };
                self.phrase(xs, &[step], place);
                let inside = inside(*strategy, place);
                let rest = match inside {
                    // What a group computes is copied where it goes by its items.
                    Place::Shared(own) if inside != place => &[Step::Own(own)],
                    _ => path.get(1..).unwrap_or_default(),
                };
                self.phrase(f, rest, inside);
            }
            (Prim::Parfor { strategy, .. }, [acceptor, f]) => {
                self.phrase(acceptor, &[], place);
                self.enter(*strategy, f);
                self.phrase(f, &[], inside(*strategy, place));
            }
            (Prim::ParforInPlace { strategy, .. }, [variable, f]) => {
                // Each iteration has its element to itself.
                if !matches!(&*variable.node, Node::Var(_)) {
                    self.phrase(variable, &[], place);
                }
                self.enter(*strategy, f);
                self.phrase(f, &[], inside(*strategy, place));
            }
            (Prim::ParforEach { strategy, .. }, [f]) => {
                self.enter(*strategy, f);
                self.phrase(f, &[], inside(*strategy, place));
            }
            (Prim::New { space, of }, [f]) => {
                let is_private = matches!((space, of), (Some(AddressSpace::Private), DataType::Array(..)));
                if is_private && place != Place::Host {
                    DPIA_L_PRIVATE.apply();
                }
                if let (true, Place::Shared(_), Node::Lambda(binder, body)) = (is_private, place, &*f.node) {
                    let mut writes = Writes {
                        walk: self,
                        acceptors: FxHashMap::default(),
                        all: Vec::new(),
                    };
                    writes.acceptors.insert(binder.name.clone(), Vec::new());
                    writes.collect(body, place);
                    let pattern = merged(writes.all);
                    self.arrays.insert(binder.name.clone(), pattern);
                }
                self.phrase(f, &[], place);
            }
            (Prim::Assign { .. }, [acceptor, value]) => {
                self.phrase(acceptor, &[], place);
                let copied = match place {
                    Place::Shared(own) => vec![Step::Own(own)],
                    _ => vec![],
                };
                self.phrase(value, &copied, place);
            }
            (Prim::To { space, to, .. }, [f, x]) => {
                self.bound(x, f, place);
                let is_private = *space == AddressSpace::Private && matches!(to, DataType::Array(..));
                if is_private && place != Place::Host {
                    DPIA_L_PRIVATE.apply();
                }
                if let (true, Place::Shared(_), Node::Lambda(_, body)) = (is_private, place, &*f.node) {
                    self.follows(&merged(vec![pattern(body, place)]), path, span);
                }
                let copied = match place {
                    Place::Shared(own) => vec![Step::Own(own)],
                    _ => vec![],
                };
                self.phrase(f, &copied, place);
            }
            (Prim::Run { local, global, .. } | Prim::Launch { local, global }, [body]) => {
                // A single item has no others.
                let alone = local.iter().chain(global).all(|n| n.is_one());
                let inside = match alone {
                    true => Place::Item,
                    false => Place::Shared(Strategy::Global(0)),
                };
                self.phrase(body, path, inside);
            }
            // The operator is run by single items (DPIA-L-COOP), and a function that stays one by each alone (DPIA-X-CALL).
            (prim, [operator, rest @ ..])
                if prim.combines_in_groups() || matches!(prim, Prim::Call { .. }) =>
            {
                self.phrase(operator, &[], Place::Item);
                self.all(rest, &[], place);
            }
            _ => self.all(arguments, &[], place),
        }
    }

    /// A value that the function names: a private array keeps its pattern under that name.
    fn bound(&mut self, value: &Phrase, function: &Phrase, place: Place) {
        if let Node::Lambda(binder, _) = &*function.node
            && let Node::Prim(
                Prim::To {
                    space: AddressSpace::Private,
                    to: DataType::Array(..),
                    ..
                },
                parts,
            ) = &*value.node
            && let [f, x] = parts.as_slice()
            && let (Node::Lambda(_, body), Place::Shared(own)) = (&*f.node, place)
        {
            DPIA_L_PRIVATE.apply();
            self.arrays
                .insert(binder.name.clone(), merged(vec![pattern(body, place)]));
            self.bound(x, f, place);
            return self.phrase(f, &[Step::Own(own)], place);
        }
        self.phrase(value, &[], place);
    }

    /// DPIA-L-PRIVATE: whoever uses the array goes along it as whoever wrote it.
    fn used(&mut self, x: &Name, path: &[Step], span: Span) {
        if let Some(pattern) = self.arrays.get(x).cloned() {
            self.follows(&pattern, path, span);
        }
    }

    fn follows(&mut self, pattern: &[Step], path: &[Step], span: Span) {
        let own = |(k, wanted): (usize, &Step)| *wanted != Step::Unknown && path.get(k) == Some(wanted);
        if pattern.iter().enumerate().all(own) {
            return;
        }
        let message = "this private array is each item's own: it is not seen that an item reads only what it wrote itself";
        let error = Diagnostic::error(DPIA_L_PRIVATE.refuse("own"), span, message);
        self.errors.push(error.with_help(
            "use it at the index of a loop over the same dimension of the items, or put it in local memory",
        ));
    }

    /// Notes the index of a loop over items.
    fn enter(&mut self, strategy: Strategy, f: &Phrase) {
        if let (Strategy::Local(_) | Strategy::Global(_), Node::Lambda(index, _)) = (strategy, &*f.node) {
            self.items.insert(index.name.clone(), strategy);
        }
    }

    /// Who goes along a dimension at this index.
    fn step(&self, index: &Phrase) -> Step {
        let variable = match &*index.node {
            Node::Var(x) => Some(x.clone()),
            Node::Prim(Prim::IndexLiteral { value, .. }, _) => value.as_variable().cloned(),
            _ => None,
        };
        if let Some(strategy) = variable.and_then(|x| self.items.get(&x)) {
            return Step::Own(*strategy);
        }
        match self.is_of_item(index) {
            true => Step::Unknown,
            false => Step::Same,
        }
    }

    /// Whether the phrase mentions the index of a loop over items.
    fn is_of_item(&self, p: &Phrase) -> bool {
        elder_syntax::effort::deeper(|| match &*p.node {
            Node::Var(x) => self.items.contains_key(x),
            Node::Prim(prim, arguments) => {
                let mut found = false;
                prim.each_nat(&mut |n| {
                    found = found || n.variables().iter().any(|x| self.items.contains_key(x));
                });
                found || arguments.iter().any(|p| self.is_of_item(p))
            }
            _ => p.children().any(|p| self.is_of_item(p)),
        })
    }
}

/// What writes an array.
struct Writes<'a, 'b> {
    walk: &'a mut Walk<'b>,
    /// The array, and acceptors of its elements with the steps to them.
    acceptors: FxHashMap<Name, Vec<Step>>,
    all: Vec<Vec<Step>>,
}

impl Writes<'_, '_> {
    fn collect(&mut self, p: &Phrase, place: Place) {
        elder_syntax::effort::deeper(|| match &*p.node {
            Node::Prim(Prim::Parfor { strategy, .. } | Prim::ParforInPlace { strategy, .. }, parts)
                if let [target, f] = parts.as_slice()
                    && let Some(mut steps) = self.steps(target) =>
            {
                steps.push(match (strategy, place) {
                    (Strategy::Local(_) | Strategy::Global(_), _) => Step::Own(*strategy),
                    (Strategy::Any, _) => distributed(f, place).map_or(Step::Same, Step::Own),
                    _ => Step::Same,
                });
                self.walk.enter(*strategy, f);
                if let Node::Lambda(_, inner) = &*f.node
                    && let Node::Lambda(element, body) = &*inner.node
                {
                    self.acceptors.insert(element.name.clone(), steps);
                    self.collect(body, inside(*strategy, place));
                }
            }
            Node::Prim(Prim::Assign { of }, parts)
                if let [target, value] = parts.as_slice()
                    && let Some(mut steps) = self.steps(target) =>
            {
                if matches!(of, DataType::Array(..)) {
                    steps.extend(pattern(value, place));
                }
                self.all.push(steps);
            }
            // Other acceptors, and what is lent the whole variable.
            Node::Proj(_, Side::First) | Node::Var(_) if self.steps(p).is_some() => {
                self.all.push(vec![Step::Unknown]);
            }
            Node::Proj(variable, Side::Second) if matches!(&*variable.node, Node::Var(_)) => {}
            Node::Prim(prim, parts) => {
                let place = match prim {
                    Prim::Parfor { strategy, .. }
                    | Prim::ParforInPlace { strategy, .. }
                    | Prim::ParforEach { strategy, .. } => inside(*strategy, place),
                    _ => place,
                };
                for part in parts {
                    self.collect(part, place);
                }
            }
            _ => {
                for child in p.children() {
                    self.collect(child, place);
                }
            }
        });
    }

    /// The steps from the array to what an acceptor, or a variable, stands for.
    fn steps(&self, acceptor: &Phrase) -> Option<Vec<Step>> {
        match &*acceptor.node {
            Node::Var(x) => self.acceptors.get(x).cloned(),
            Node::Proj(variable, Side::First) => self.steps(variable),
            Node::Prim(Prim::IdxAcc { .. }, parts) => {
                let mut steps = self.steps(parts.first()?)?;
                steps.push(self.walk.step(parts.get(1)?));
                Some(steps)
            }
            _ => None,
        }
    }
}

/// Who writes along the dimensions of the value of an expression where it is stored.
fn pattern(e: &Phrase, place: Place) -> Vec<Step> {
    let Place::Shared(own) = place else {
        return vec![];
    };
    match &*e.node {
        Node::Prim(Prim::Map { strategy, .. }, parts) => {
            let Some(Node::Lambda(_, body)) = parts.first().map(|f| &*f.node) else {
                return vec![Step::Unknown];
            };
            let step = match strategy {
                Strategy::Local(_) | Strategy::Global(_) => Step::Own(*strategy),
                Strategy::Any => parts
                    .first()
                    .and_then(|f| distributed(f, place))
                    .map_or(Step::Same, Step::Own),
                _ => Step::Same,
            };
            let mut steps = vec![step];
            // Further dimensions of the items are directly inside.
            let nested = |e: &Phrase| {
                matches!(
                    &*e.node,
                    Node::Prim(
                        Prim::Map {
                            strategy: Strategy::Local(_) | Strategy::Global(_),
                            ..
                        },
                        _
                    )
                )
            };
            if nested(body) {
                steps.extend(pattern(body, place));
            }
            steps
        }
        Node::Prim(Prim::Let { .. }, parts) => match parts.get(1).map(|f| &*f.node) {
            Some(Node::Lambda(_, body)) => pattern(body, place),
            _ => vec![Step::Unknown],
        },
        Node::Prim(Prim::Scan { .. }, _) => vec![Step::Same],
        // Copies, and what is computed an element at a time, are distributed.
        Node::Var(_) | Node::Proj(..) | Node::Prim(Prim::Generate { .. }, _) => vec![Step::Own(own)],
        _ => vec![Step::Unknown],
    }
}

/// One pattern of several writes: they go the same way as far as items have their own parts.
fn merged(writes: Vec<Vec<Step>>) -> Vec<Step> {
    let mut pattern: Vec<Step> = Vec::new();
    for steps in &writes {
        if pattern.iter().zip(steps).any(|(a, b)| a != b) {
            return vec![Step::Unknown];
        }
        if steps.len() > pattern.len() {
            pattern.clone_from(steps);
        }
    }
    let last = pattern.iter().rposition(|step| *step != Step::Same);
    pattern.truncate(last.map_or(0, |last| last + 1));
    pattern
}

/// The strategy by which a loop without one is distributed, if no other is inside it.
fn distributed(f: &Phrase, place: Place) -> Option<Strategy> {
    match place {
        Place::Shared(own) if !has_loop_over_items(f) => Some(own),
        _ => None,
    }
}

fn has_loop_over_items(p: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| {
        let own = matches!(
            &*p.node,
            Node::Prim(
                Prim::Map {
                    strategy: Strategy::Local(_) | Strategy::Global(_),
                    ..
                } | Prim::Parfor {
                    strategy: Strategy::Local(_) | Strategy::Global(_),
                    ..
                },
                _
            )
        );
        own || p.children().any(has_loop_over_items)
    })
}

/// The place inside a loop of this strategy.
fn inside(strategy: Strategy, place: Place) -> Place {
    match strategy {
        Strategy::Local(_) | Strategy::Global(_) => Place::Item,
        Strategy::Workgroup(_) if place != Place::Item => Place::Shared(Strategy::Local(0)),
        _ => place,
    }
}
