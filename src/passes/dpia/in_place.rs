//! Keeps the state of a loop in one cell where each part of the next state is computed from the same part of the old one (DPIA-Z-01).
//!
//! Stage II computes every step of a compound state into a second cell, which is then copied.  Here the second cell is removed where
//! that changes nothing: no part of the new state is written before the old value of it is last read.  A parallel loop that writes the
//! new state and reads the old one becomes a loop over the elements of the variable ([`Prim::ParforInPlace`]), whose types say
//! that each iteration has its own element only (DPIA-X-MAPINPLACE).  A cell that only copies a part of the state, works on the
//! copy and copies it back is removed likewise.

use crate::Target;
use crate::dpia::make::{self, same};
use elder_dpia::entry::components;
use elder_dpia::rules::translation as rules;
use elder_dpia::{Entry, Name, Nat, Node, Phrase, PhraseType, Prim, Side};
use elder_syntax::{Diagnostic, Rule};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[&rules::DPIA_X_MAPINPLACE_A, &rules::DPIA_X_COPY];

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, _target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    Ok(Entry {
        body: improve(&entry.body),
        ..entry.clone()
    })
}

/// From the inside outwards, since inner steps must be in place for outer ones to be.
fn improve(c: &Phrase) -> Phrase {
    elder_syntax::effort::deeper(|| {
        let c = c.map_children(&mut improve);
        if let Node::Prim(Prim::New { space: None, of }, parts) = &*c.node
            && let Some((w, body)) = parts.first().and_then(make::open)
        {
            let commands = make::flatten(body);
            // A copy of pairs is one command a component.
            let copies = components(of).len();
            if let Some(split) = commands.len().checked_sub(copies)
                && let (compute, last) = commands.split_at(split)
                && let Some(v) = copied_to(last, &w.name)
                && let Some(step) = in_one_cell(compute, &w.name, &v)
            {
                rules::DPIA_X_MAPINPLACE_A.apply();
                return improve(&step);
            }
            if let Some(split) = commands
                .len()
                .checked_sub(copies)
                .filter(|split| *split >= copies)
                && let (first, rest) = commands.split_at(copies)
                && let (between, last) = rest.split_at(split - copies)
                && let Some(part) = copied_from(first, &w.name)
                && let Some(result) = copied_back(last, &w.name)
                && writes_what_it_reads(&result, &part)
                && let Some(v) = root(&part)
                && !between.iter().any(|c| make::mentions(c, &v))
            {
                rules::DPIA_X_COPY.apply();
                let direct = Phrase::new(Node::Pair(result, part), c.span);
                let body = make::sequence(between.iter().cloned(), c.span);
                return body.substitute(w, &direct);
            }
        }
        c
    })
}

/// The variable v, if the command is `v.1 := w.2` at the cell's type.
fn copied_to(c: &[Phrase], w: &Name) -> Option<Name> {
    let (target, source) = copies(c)?;
    match (&*target.node, &*source.node) {
        (Node::Proj(v, Side::First), Node::Proj(u, Side::Second)) => match (&*v.node, &*u.node) {
            (Node::Var(v), Node::Var(u)) if u == w && v != w => Some(v.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The expression E, if the command is `w.1 := E` and E is a part of a variable.
fn copied_from(c: &[Phrase], w: &Name) -> Option<Phrase> {
    let (target, source) = copies(c)?;
    (is_half(&target, w, Side::First) && root(&source).is_some()).then_some(source)
}

/// The acceptor A, if the command is `A := w.2`.
fn copied_back(c: &[Phrase], w: &Name) -> Option<Phrase> {
    let (target, source) = copies(c)?;
    is_half(&source, w, Side::Second).then_some(target)
}

fn is_half(p: &Phrase, v: &Name, side: Side) -> bool {
    matches!(&*p.node, Node::Proj(inner, s) if *s == side && matches!(&*inner.node, Node::Var(x) if x == v))
}

/// Target and source of an assignment at any type, as [`make::assign_all`] makes it.
pub(crate) fn copy(c: &Phrase) -> Option<(Phrase, Phrase)> {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Prim(Prim::Assign { .. }, parts) => match parts.as_slice() {
            [a, e] => Some((a.clone(), e.clone())),
            _ => None,
        },
        Node::Prim(Prim::Parfor { .. }, parts) => {
            let [a, body] = parts.as_slice() else {
                return None;
            };
            let (i, rest) = make::open(body)?;
            let (o, inner) = make::open(rest)?;
            let (target, source) = copy(inner)?;
            let owned = matches!(&*target.node, Node::Var(x) if *x == o.name);
            let (array, index) = indexed(&source)?;
            let whole = !make::mentions(&array, &i.name) && !make::mentions(&array, &o.name);
            (owned && index == i.name && whole).then(|| (a.clone(), array))
        }
        Node::Prim(Prim::For { .. }, parts) => {
            let (i, inner) = parts.first().and_then(make::open)?;
            let (target, source) = copy(inner)?;
            let Node::Prim(Prim::IdxAcc { .. }, acceptor) = &*target.node else {
                return None;
            };
            let [a, at] = acceptor.as_slice() else {
                return None;
            };
            let (array, index) = indexed(&source)?;
            let same = matches!(&*at.node, Node::Var(x) if *x == i.name) && index == i.name;
            let whole = !make::mentions(&array, &i.name) && !make::mentions(a, &i.name);
            (same && whole).then(|| (a.clone(), array))
        }
        Node::Prim(Prim::Seq {}, _) => copies(&make::flatten(c)),
        _ => None,
    })
}

/// Copies of pairs are recognised up to so many components.
const MOST_COMPONENTS: usize = 8;

/// Target and source of assignments to all components of a pair, or of one assignment.
fn copies(commands: &[Phrase]) -> Option<(Phrase, Phrase)> {
    if let [one] = commands {
        return copy(one);
    }
    // The ways to split are as many as trees have shapes.
    if commands.len() > MOST_COMPONENTS {
        return None;
    }
    (1..commands.len()).find_map(|split| {
        let (first, second) = commands.split_at(split);
        let (target1, source1) = copies(first)?;
        let (target2, source2) = copies(second)?;
        match (&*target1.node, &*target2.node, &*source1.node, &*source2.node) {
            (
                Node::Prim(Prim::PairAcc1 { .. }, a1),
                Node::Prim(Prim::PairAcc2 { .. }, a2),
                Node::Prim(Prim::Fst { .. }, e1),
                Node::Prim(Prim::Snd { .. }, e2),
            ) if same(&a1[0], &a2[0]) && same(&e1[0], &e2[0]) => Some((a1[0].clone(), e1[0].clone())),
            _ => None,
        }
    })
}

/// Array and variable of `idx E i`.
fn indexed(e: &Phrase) -> Option<(Phrase, Name)> {
    match &*e.node {
        Node::Prim(Prim::Idx { .. }, parts) => match parts.as_slice() {
            [array, at] => match &*at.node {
                Node::Var(i) => Some((array.clone(), i.clone())),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The variable of which an expression or acceptor is a half, or an element of a half.
fn root(p: &Phrase) -> Option<Name> {
    match &*p.node {
        Node::Proj(inner, _) => match &*inner.node {
            Node::Var(v) => Some(v.clone()),
            _ => None,
        },
        Node::Prim(Prim::Idx { .. } | Prim::IdxAcc { .. }, parts) => root(parts.first()?),
        _ => None,
    }
}

/// Whether an acceptor is to the same part of a variable that an expression reads.
fn writes_what_it_reads(a: &Phrase, e: &Phrase) -> bool {
    match (&*a.node, &*e.node) {
        (Node::Proj(v, Side::First), Node::Proj(u, Side::Second)) => same(v, u),
        (Node::Prim(Prim::IdxAcc { .. }, p), Node::Prim(Prim::Idx { .. }, q)) => {
            writes_what_it_reads(&p[0], &q[0]) && same(&p[1], &q[1])
        }
        _ => false,
    }
}

/// The step with v for w, if no part of v is written before it is last read.
fn in_one_cell(compute: &[Phrase], w: &Name, v: &Name) -> Option<Phrase> {
    let span = compute.first()?.span;
    let step = resolve_views(&make::sequence(compute.iter().cloned(), span));
    let cells = Cells {
        new: w.clone(),
        old: v.clone(),
    };
    let path = [];
    if !cells.keeps_order(&step, &path) {
        return None;
    }
    let mut out = cells.merged(&step)?;
    let renamed = make::writes(&Phrase::var(v, span));
    out = replace(&out, &|p| is_half(p, w, Side::First).then(|| renamed.clone()));
    (!make::mentions(&out, w)).then_some(out)
}

/// A new state in the making, and the old one.
struct Cells {
    new: Name,
    old: Name,
}

impl Cells {
    /// Whether the old state is read, and whether the new one is written.
    fn touches(&self, c: &Phrase) -> (bool, bool) {
        (
            mentions_half(c, &self.old, Side::Second),
            mentions_half(c, &self.new, Side::First),
        )
    }

    /// Whether in `c`, which works on the parts of both states at the indexes `path`, each part is last read before it is written.
    fn keeps_order(&self, c: &Phrase, path: &[Name]) -> bool {
        elder_syntax::effort::deeper(|| {
            let (reads, writes) = self.touches(c);
            if !(reads && writes) {
                return true;
            }
            let Node::Prim(prim, parts) = &*c.node else {
                return false;
            };
            match (prim, parts.as_slice()) {
                // An assignment writes one number after all its reads.
                (Prim::Assign { .. }, _) => true,
                (Prim::Seq {}, _) => {
                    let commands = make::flatten(c);
                    let ordered = commands.iter().enumerate().all(|(k, first)| {
                        let later = commands.iter().skip(k + 1);
                        !self.touches(first).1
                            || later
                                .filter(|c| self.touches(c).0)
                                .all(|c| self.other_fields(first, c))
                    });
                    ordered && commands.iter().all(|c| self.keeps_order(c, path))
                }
                (Prim::New { .. }, [body]) => {
                    make::open(body).is_some_and(|(_, inner)| self.keeps_order(inner, path))
                }
                (Prim::If { .. }, [condition, yes, no]) => {
                    !make::mentions(condition, &self.new)
                        && self.keeps_order(yes, path)
                        && self.keeps_order(no, path)
                }
                (Prim::For { .. }, [body]) => {
                    make::open(body).is_some_and(|(i, inner)| self.own_parts(inner, path, &i.name))
                }
                (Prim::Parfor { n, of, .. }, [a, body]) => {
                    let Some((i, rest)) = make::open(body) else {
                        return false;
                    };
                    let Some((o, inner)) = make::open(rest) else {
                        return false;
                    };
                    let index = Phrase::var(&i.name, c.span);
                    let element = make::idx_acc(n, of, a.clone(), index);
                    self.own_parts(&inner.substitute(o, &element), path, &i.name)
                }
                _ => false,
            }
        })
    }

    /// Whether iteration i works on the parts at `path`, i only.
    fn own_parts(&self, inner: &Phrase, path: &[Name], i: &Name) -> bool {
        let mut longer = path.to_vec();
        longer.push(i.clone());
        self.only_at(inner, &longer) && self.keeps_order(inner, &longer)
    }

    /// Whether all that is read or written of the states lies under these indexes.
    fn only_at(&self, p: &Phrase, path: &[Name]) -> bool {
        elder_syntax::effort::deeper(|| {
            let mut indexes = Vec::new();
            let mut rest = p;
            while let Node::Prim(Prim::Idx { .. } | Prim::IdxAcc { .. }, parts) = &*rest.node
                && let [array, index] = parts.as_slice()
            {
                indexes.push(index);
                rest = array;
            }
            if let Node::Proj(inner, _) = &*rest.node
                && let Node::Var(x) = &*inner.node
                && (*x == self.old || *x == self.new)
            {
                let found = indexes.iter().rev();
                let fits = indexes.len() >= path.len()
                    && path
                        .iter()
                        .zip(found)
                        .all(|(i, j)| matches!(&*j.node, Node::Var(j) if j == i));
                return fits && indexes.iter().all(|j| !make::mentions(j, &self.old));
            }
            if let Node::Var(x) = &*rest.node
                && (*x == self.old || *x == self.new)
            {
                return false;
            }
            rest.children().all(|child| self.only_at(child, path))
                && indexes.iter().all(|j| self.only_at(j, path))
        })
    }

    /// Whether the part of the state that `first` writes and the one that `second` reads are different components.
    fn other_fields(&self, first: &Phrase, second: &Phrase) -> bool {
        let written = self.fields(first, &self.new, Side::First);
        let read = self.fields(second, &self.old, Side::Second);
        match (written, read) {
            (Some(written), Some(read)) => written
                .iter()
                .all(|w| read.iter().all(|r| w.iter().zip(r).any(|(a, b)| a != b))),
            _ => false,
        }
    }

    /// The components of x that occur in a command, as lists of fields; `None` if something else of it occurs.
    fn fields(&self, p: &Phrase, x: &Name, side: Side) -> Option<Vec<Vec<Side>>> {
        elder_syntax::effort::deeper(|| {
            let mut chain = Vec::new();
            let mut rest = p;
            loop {
                let (field, inner) = match &*rest.node {
                    Node::Prim(Prim::Fst { .. } | Prim::PairAcc1 { .. }, parts) => {
                        (Side::First, parts.first()?)
                    }
                    Node::Prim(Prim::Snd { .. } | Prim::PairAcc2 { .. }, parts) => {
                        (Side::Second, parts.first()?)
                    }
                    _ => break,
                };
                chain.push(field);
                rest = inner;
            }
            if is_half(rest, x, side) {
                chain.reverse();
                return Some(vec![chain]);
            }
            if matches!(&*rest.node, Node::Var(y) if y == x) {
                return None;
            }
            let mut out = Vec::new();
            for child in rest.children() {
                out.extend(self.fields(child, x, side)?);
            }
            Some(out)
        })
    }

    /// The command with parallel loops that write the new state and read the old one as loops over the elements of the old one.
    fn merged(&self, c: &Phrase) -> Option<Phrase> {
        elder_syntax::effort::deeper(|| {
            let (reads, writes) = self.touches(c);
            if !(reads && writes) {
                return Some(c.clone());
            }
            match &*c.node {
                Node::Prim(Prim::Assign { .. }, _) => Some(c.clone()),
                Node::Prim(Prim::Parfor { strategy, n, of }, parts) => {
                    let [a, body] = parts.as_slice() else {
                        return None;
                    };
                    let (i, rest) = make::open(body)?;
                    let (o, inner) = make::open(rest)?;
                    let state = self.part(a)?;
                    let element = Name::fresh(self.old.text());
                    let variable = Phrase::var(&element, c.span);
                    let inner = inner.substitute(o, &make::writes(&variable));
                    let whole = make::reads(&state);
                    let inner = replace(&inner, &|p| {
                        let (array, index) = indexed(p)?;
                        (index == i.name && same(&array, &whole)).then(|| make::reads(&variable))
                    });
                    let deeper = Cells {
                        new: element.clone(),
                        old: element.clone(),
                    };
                    if make::mentions(&inner, &self.old) || make::mentions(&inner, &self.new) {
                        return None;
                    }
                    let inner = deeper.merged(&inner)?;
                    let own = elder_dpia::Binder {
                        name: element,
                        ty: PhraseType::var(of.clone()),
                    };
                    let body = Phrase::new(Node::Lambda(own, inner), c.span);
                    let body = Phrase::new(Node::Lambda(i.clone(), body), c.span);
                    let prim = Prim::ParforInPlace {
                        strategy: *strategy,
                        n: n.clone(),
                        of: of.clone(),
                    };
                    Some(Phrase::prim(prim, vec![state, body], c.span))
                }
                Node::Lambda(binder, body) => Some(Phrase::new(
                    Node::Lambda(binder.clone(), self.merged(body)?),
                    c.span,
                )),
                Node::Prim(
                    prim @ (Prim::Seq {} | Prim::New { .. } | Prim::If { .. } | Prim::For { .. }),
                    parts,
                ) => {
                    let parts = parts
                        .iter()
                        .map(|part| self.merged(part))
                        .collect::<Option<_>>()?;
                    Some(Phrase::prim(prim.clone(), parts, c.span))
                }
                Node::Prim(prim, _) if prim.signature().result != PhraseType::Comm => Some(c.clone()),
                _ => None,
            }
        })
    }

    /// The part of the old state that corresponds to an acceptor of the new one, as a variable.
    fn part(&self, a: &Phrase) -> Option<Phrase> {
        if is_half(a, &self.new, Side::First) {
            return Some(Phrase::var(&self.old, a.span));
        }
        let Node::Prim(Prim::IdxAcc { n, of }, parts) = &*a.node else {
            return None;
        };
        let [array, index] = parts.as_slice() else {
            return None;
        };
        let whole = self.part(array)?;
        let write = make::idx_acc(n, of, make::writes(&whole), index.clone());
        let read = make::idx(n, of, make::reads(&whole), index.clone());
        Some(Phrase::new(Node::Pair(write, read), a.span))
    }
}

/// Whether that half of a variable occurs, or all of it.
fn mentions_half(p: &Phrase, v: &Name, side: Side) -> bool {
    elder_syntax::effort::deeper(|| match &*p.node {
        _ if !p.mentions(v) => false,
        Node::Var(x) => x == v,
        Node::Proj(inner, s) if matches!(&*inner.node, Node::Var(_)) => {
            *s == side && matches!(&*inner.node, Node::Var(x) if x == v)
        }
        _ => p.children().any(|child| mentions_half(child, v, side)),
    })
}

/// `p` with the terms replaced for which `f` gives something, from the outside inwards.
fn replace(p: &Phrase, f: &dyn Fn(&Phrase) -> Option<Phrase>) -> Phrase {
    match f(p) {
        Some(other) => other,
        None => p.map_children(&mut |child| replace(child, f)),
    }
}

/// Elements of zips, of generated arrays and of transpositions as what they are.
pub(crate) fn resolve_views(p: &Phrase) -> Phrase {
    resolve_outer_view(p.map_children(&mut resolve_views))
}

/// [`resolve_views`] of what mentions the variable, with the indexes at which it is used.
pub(crate) fn resolve_views_of(x: &Name, p: &Phrase) -> Phrase {
    match &*p.node {
        _ if !p.mentions(x) => p.clone(),
        Node::Prim(Prim::Idx { .. } | Prim::IdxAcc { .. }, _) => resolve_views(p),
        _ => resolve_outer_view(p.map_children(&mut |part| resolve_views_of(x, part))),
    }
}

fn resolve_outer_view(p: Phrase) -> Phrase {
    let Node::Prim(prim, parts) = &*p.node else {
        return p;
    };
    match (prim, parts.as_slice()) {
        (Prim::Fst { first, second }, [e]) => make::fst(first, second, e),
        (Prim::Snd { first, second }, [e]) => make::snd(first, second, e),
        (Prim::Idx { n, .. }, [array, i]) => element(n, array, i).unwrap_or(p),
        _ => p,
    }
}

fn element(n: &Nat, array: &Phrase, i: &Phrase) -> Option<Phrase> {
    let span = array.span;
    let Node::Prim(view, parts) = &*array.node else {
        return None;
    };
    match (view, parts.as_slice()) {
        (Prim::Zip { first, second, .. }, [a, b]) => {
            let halves = vec![
                resolve_views(&make::idx(n, first, a.clone(), i.clone())),
                resolve_views(&make::idx(n, second, b.clone(), i.clone())),
            ];
            let prim = Prim::Pair {
                first: first.clone(),
                second: second.clone(),
            };
            Some(Phrase::prim(prim, halves, span))
        }
        (Prim::Generate { .. }, [f])
            if matches!(&*i.node, Node::Var(_) | Node::Prim(Prim::IndexLiteral { .. }, _)) =>
        {
            Some(resolve_views(&f.renewed().apply(i)))
        }
        _ => None,
    }
}
