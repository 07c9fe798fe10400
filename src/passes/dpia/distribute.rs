//! Distributes cells of a work-group over its items (DPIA-H-DISTRIBUTE): what only one item ever touches is kept in its registers.
//!
//! The state of a sequential loop at the level of a group may be an array that loops over items compute, part by part: the block of sums of
//! a tiled matrix product.  If every use of the cell is at the variables of loops over items, of which each has exactly as many
//! iterations as the group has items, then iteration i is item i, and each item can keep its part by itself.  Only cells
//! whose space the programmer left open are distributed, and only where items have registers: in C with OpenMP one thread does the work of
//! all items of a group, one after the other.

use crate::Target;
use crate::dpia::allocate::{MOST_PRIVATE, size};
use crate::dpia::in_place::{resolve_views, resolve_views_of};
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    AddressSpace, DataType, Entry, Extent, Name, Nat, Node, Phrase, PhraseType, Prim, Side, Strategy,
};
use elder_syntax::{Diagnostic, Rule};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[&rules::DPIA_H_DISTRIBUTE];

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    if *target == Target::OpenMp {
        return Ok(entry.clone());
    }
    Ok(Entry {
        body: host(&entry.body),
        ..entry.clone()
    })
}

fn host(c: &Phrase) -> Phrase {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Prim(Prim::Launch { local, .. }, _) => c.map_children(&mut |body| within(body, local, false)),
        _ => c.map_children(&mut host),
    })
}

/// A command of a kernel; `group` says whether a group runs it.
fn within(c: &Phrase, local: &Extent, group: bool) -> Phrase {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Prim(Prim::New { space: None, of }, parts) if group => {
            let distributed = parts.first().and_then(|scope| distributed(of, scope, local));
            match distributed {
                Some((own, scope)) => {
                    rules::DPIA_H_DISTRIBUTE.apply();
                    let scope = within(&scope, local, group);
                    make::new(Some(AddressSpace::Private), &own, scope, c.span)
                }
                None => c.map_children(&mut |part| within(part, local, group)),
            }
        }
        Node::Prim(
            Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. },
            _,
        ) => match strategy {
            Strategy::Workgroup(_) => c.map_children(&mut |part| within(part, local, true)),
            Strategy::Local(_) | Strategy::Global(_) => c.clone(),
            Strategy::Any | Strategy::Seq => c.map_children(&mut |part| within(part, local, group)),
        },
        _ => c.map_children(&mut |part| within(part, local, group)),
    })
}

/// The part of the cell that an item has, and the scope that works on it.
fn distributed(of: &DataType, scope: &Phrase, local: &Extent) -> Option<(DataType, Phrase)> {
    let (v, body) = make::open(scope)?;
    // What is no array has no part for each item.
    let DataType::Array(..) = of else {
        return None;
    };
    let mut finder = Finder {
        cell: &v.name,
        local,
        items: Vec::new(),
        dimensions: None,
        fits: true,
    };
    finder.look(&lend_by_index(&resolve_views_of(&v.name, body), &v.name));
    let dimensions = finder.dimensions.filter(|_| finder.fits)?;
    // Items that differ in another dimension would have parts of their own of what is one part.
    let wide = local
        .iter()
        .enumerate()
        .filter(|(_, n)| !n.is_one())
        .map(|(d, _)| d);
    if dimensions.is_empty()
        || !wide
            .into_iter()
            .all(|d| dimensions.iter().any(|e| usize::from(*e) == d))
    {
        return None;
    }
    let mut own = of;
    for _ in &dimensions {
        let DataType::Array(_, element) = own else {
            return None;
        };
        own = element;
    }
    size(own).filter(|n| *n <= MOST_PRIVATE)?;
    let body = lend_by_index(&resolve_views(body), &v.name);
    let part = Phrase::lambda(v.name.text(), PhraseType::var(own.clone()), scope.span, |part| {
        shortened(&body, &v.name, dimensions.len(), &part)
    });
    Some((own.clone(), part))
}

/// Loops over the elements of the cell as loops over indexes, whose bodies take the elements from the cell.
fn lend_by_index(c: &Phrase, cell: &Name) -> Phrase {
    elder_syntax::effort::deeper(|| {
        if !c.mentions(cell) {
            return c.clone();
        }
        if let Node::Prim(prim, parts) = &*c.node
            && let [target, body] = parts.as_slice()
            && make::mentions(target, cell)
            && let Some((i, rest)) = make::open(body)
            && let Some((lent, inner)) = make::open(rest)
        {
            let index = Phrase::var(&i.name, c.span);
            let (strategy, n, element) = match prim {
                Prim::Parfor { strategy, n, of } => {
                    (strategy, n, make::idx_acc(n, of, target.clone(), index))
                }
                Prim::ParforInPlace { strategy, n, of } => {
                    let write = make::idx_acc(n, of, make::writes(target), index.clone());
                    let read = make::idx(n, of, make::reads(target), index);
                    (strategy, n, Phrase::new(Node::Pair(write, read), c.span))
                }
                _ => return c.map_children(&mut |child| lend_by_index(child, cell)),
            };
            let inner = lend_by_index(&inner.substitute(lent, &element), cell);
            let body = Phrase::new(Node::Lambda(i.clone(), inner), c.span);
            let prim = Prim::ParforEach {
                strategy: *strategy,
                n: n.clone(),
            };
            return Phrase::prim(prim, vec![body], c.span);
        }
        c.map_children(&mut |child| lend_by_index(child, cell))
    })
}

/// Looks at all uses of a cell.
struct Finder<'a> {
    cell: &'a Name,
    local: &'a Extent,
    /// The loops over items around: variable, dimension, length.
    items: Vec<(Name, u8, Nat)>,
    /// The dimensions of the group that the first indexes of all uses so far belong to.
    dimensions: Option<Vec<u8>>,
    /// Whether all uses have indexes of that kind.
    fits: bool,
}

impl Finder<'_> {
    fn look(&mut self, p: &Phrase) {
        elder_syntax::effort::deeper(|| {
            if !self.fits || !p.mentions(self.cell) {
                return;
            }
            let mut indexes = Vec::new();
            let mut rest = p;
            while let Node::Prim(Prim::Idx { .. } | Prim::IdxAcc { .. }, parts) = &*rest.node
                && let [array, index] = parts.as_slice()
            {
                indexes.push(index);
                rest = array;
            }
            if let Node::Proj(inner, _) = &*rest.node
                && matches!(&*inner.node, Node::Var(x) if x == self.cell)
            {
                self.meet(&indexes);
                indexes.iter().for_each(|index| self.look(index));
                return;
            }
            if matches!(&*rest.node, Node::Var(x) if x == self.cell) {
                self.fits = false;
                return;
            }
            let around = self.items.len();
            if let Node::Prim(
                Prim::Parfor { strategy, n, .. }
                | Prim::ParforInPlace { strategy, n, .. }
                | Prim::ParforEach { strategy, n },
                parts,
            ) = &*rest.node
                && let Strategy::Local(d) = strategy
                && let Some((i, _)) = parts.last().and_then(make::open)
            {
                self.items.push((i.name.clone(), *d, n.clone()));
            }
            rest.children().for_each(|child| self.look(child));
            self.items.truncate(around);
            indexes.iter().for_each(|index| self.look(index));
        });
    }

    /// A use of the cell at these indexes, the innermost first.
    fn meet(&mut self, indexes: &[&Phrase]) {
        let mut found = Vec::new();
        for index in indexes.iter().rev() {
            let Node::Var(i) = &*index.node else { break };
            let Some((_, d, n)) = self.items.iter().find(|(x, ..)| x == i) else {
                break;
            };
            if found.contains(d) || self.local.get(usize::from(*d)) != Some(n) {
                break;
            }
            found.push(*d);
        }
        let common = match self.dimensions.take() {
            None => found,
            Some(before) => {
                let same = before.iter().zip(&found).take_while(|(a, b)| a == b);
                same.map(|(d, _)| *d).collect()
            }
        };
        self.fits = !common.is_empty();
        self.dimensions = Some(common);
    }
}

/// The scope with the first `count` indexes of all uses of the cell left out.
fn shortened(p: &Phrase, cell: &Name, count: usize, part: &Phrase) -> Phrase {
    elder_syntax::effort::deeper(|| {
        if !p.mentions(cell) {
            return p.clone();
        }
        let mut depth = 0;
        let mut rest = p;
        while let Node::Prim(Prim::Idx { .. } | Prim::IdxAcc { .. }, parts) = &*rest.node
            && let [array, _] = parts.as_slice()
        {
            depth += 1;
            rest = array;
        }
        if depth == count
            && let Node::Proj(inner, side) = &*rest.node
            && matches!(&*inner.node, Node::Var(x) if x == cell)
        {
            return match side {
                Side::First => make::writes(part),
                Side::Second => make::reads(part),
            };
        }
        p.map_children(&mut |child| shortened(child, cell, count, part))
    })
}
