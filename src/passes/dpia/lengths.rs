//! Cells that hold lengths (DPIA-X-LENGTH): a number that becomes a size again and again needs no test where its values are seen to be in bounds.
//!
//! A loop over a shrinking array keeps the length in a cell, and each round makes it a size: `letSize k <= n = v.rd { …; v.wr := k / 2 }`.
//! If all that is ever assigned to the cell is a nat that is at most n, as far as ranges and conditions tell, then the cell may as well
//! hold indexes into n + 1 elements: the types say what the test would find out.

use crate::Target;
use crate::dpia::make;
use elder_dpia::Places;
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    Binder, DataType, Entry, Known, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue, Ranges,
    Side, Strategy, Walk,
};
use elder_syntax::{Diagnostic, Rule};
use rustc_hash::FxHashSet;

/// The rules of this pass.
pub static RULES: &[&Rule] = &[&rules::DPIA_X_LENGTH];

const NUMBER: DataType = DataType::Num(PrimType::I32);

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, _target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let mut walk = Lengths::default();
    Ok(Entry {
        body: walk.command(&entry.body),
        ..entry.clone()
    })
}

#[derive(Default)]
struct Lengths {
    known: Known,
    /// Whether this is what one item does: its cells are its own, and stay where they are.
    is_of_item: bool,
}

impl Walk for Lengths {
    fn known(&mut self) -> &mut Known {
        &mut self.known
    }
}

impl Lengths {
    fn command(&mut self, c: &Phrase) -> Phrase {
        elder_syntax::effort::deeper(|| {
            if let Node::Prim(Prim::New { space, of }, parts) = &*c.node
                && *of == NUMBER
                && let Some((v, body)) = parts.first().and_then(make::open)
                && let Some(most) = self.bound(&v.name, body)
            {
                rules::DPIA_X_LENGTH.apply();
                let of = DataType::Index(most.plus(&Nat::one()));
                let binder = Binder {
                    name: v.name.clone(),
                    ty: PhraseType::var(of.clone()),
                };
                let body = with_indexes(body, &v.name, &most.plus(&Nat::one()));
                let scope = Phrase::new(Node::Lambda(binder, self.command(&body)), c.span);
                return make::new(*space, &of, scope, c.span);
            }
            let Node::Prim(prim, parts) = &*c.node else {
                return c.map_children(&mut |part| self.command(part));
            };
            let around = self.is_of_item;
            self.is_of_item |= is_over_items(prim);
            let mut position = 0..;
            let out = c.map_children(&mut |part| {
                let known = position
                    .next()
                    .map(|position| within(&self.known, prim, parts, position));
                match known {
                    Some(known) => self.within(known, |walk| walk.command(part)),
                    None => part.clone(),
                }
            });
            self.is_of_item = around;
            out
        })
    }

    /// The bound of the sizes that the cell gives, if all that it is assigned is seen to be at most that.
    fn bound(&self, v: &Name, body: &Phrase) -> Option<Nat> {
        let mut uses = Uses {
            v,
            most: None,
            bound_within: FxHashSet::default(),
        };
        if !uses.bounds(body) {
            return None;
        }
        let most = uses.most.take()?;
        // A cell that is shared moves out of loops and of the scopes of sizes (DPIA-H-NATDEP), so its type may not name what they bind.
        let stays = |x: &Name| self.is_of_item || self.known.of(x).is_none();
        let is_outside = |x: &Name| !uses.bound_within.contains(x) && stays(x);
        let outside = most.variables().iter().all(is_outside);
        (outside && assigned(body, v, &most, &self.known)).then_some(most)
    }
}

/// Whether each iteration is one item's.
fn is_over_items(prim: &Prim) -> bool {
    match prim {
        Prim::Parfor { strategy, .. }
        | Prim::ParforInPlace { strategy, .. }
        | Prim::ParforEach { strategy, .. } => {
            matches!(strategy, Strategy::Global(_) | Strategy::Local(_))
        }
        _ => false,
    }
}

/// What is known within a part of a command, a loop's body too.
fn within(known: &Ranges, prim: &Prim, parts: &[Phrase], position: usize) -> Ranges {
    let known = known.in_part(prim, parts, position);
    match parts.get(position).and_then(make::open) {
        Some((binder, _)) => known.under(binder),
        None => known,
    }
}

fn is_half(p: &Phrase, v: &Name, side: Side) -> bool {
    matches!(&*p.node, Node::Proj(inner, s) if *s == side && matches!(&*inner.node, Node::Var(x) if x == v))
}

/// The nat that is assigned.
fn nat(e: &Phrase) -> Option<Nat> {
    match &*e.node {
        Node::Prim(
            Prim::NatValue {
                of: PrimType::I32,
                value,
            },
            _,
        ) => Some(value.clone()),
        Node::Prim(
            Prim::Literal {
                value: PrimValue::I32(k),
                ..
            },
            _,
        ) => Some(Nat::lit(i64::from(*k))),
        _ => None,
    }
}

struct Uses<'a> {
    v: &'a Name,
    most: Option<Nat>,
    bound_within: FxHashSet<Name>,
}

impl Uses<'_> {
    /// Collects the bounds of the sizes that the cell gives; `false` if it is used otherwise than here.
    fn bounds(&mut self, p: &Phrase) -> bool {
        elder_syntax::effort::deeper(|| {
            if !p.mentions(self.v) {
                return true;
            }
            match &*p.node {
                Node::Proj(..) if is_half(p, self.v, Side::Second) => return true,
                Node::Var(x) => return x != self.v,
                Node::Lambda(binder, _) => {
                    self.bound_within.insert(binder.name.clone());
                }
                Node::NatLambda(k, _) => {
                    self.bound_within.insert(k.clone());
                }
                Node::Prim(Prim::Assign { .. }, parts) => {
                    if let [target, value] = parts.as_slice()
                        && is_half(target, self.v, Side::First)
                    {
                        return nat(value).is_some();
                    }
                }
                Node::Prim(Prim::LetSize { most, .. }, parts)
                    if parts.first().is_some_and(|e| is_half(e, self.v, Side::Second)) =>
                {
                    if self.most.as_ref().is_some_and(|known| known != most) {
                        return false;
                    }
                    self.most = Some(most.clone());
                }
                _ => {}
            }
            p.children().all(|child| self.bounds(child))
        })
    }
}

/// Whether all that is assigned to the cell is at most `most`.
fn assigned(p: &Phrase, v: &Name, most: &Nat, known: &Ranges) -> bool {
    elder_syntax::effort::deeper(|| match &*p.node {
        _ if !p.mentions(v) => true,
        Node::Prim(Prim::Assign { .. }, parts)
            if parts
                .first()
                .is_some_and(|target| is_half(target, v, Side::First)) =>
        {
            let value = parts.get(1).and_then(nat);
            value.is_some_and(|value| value.is_index_below(&most.plus(&Nat::one()), known))
        }
        Node::Prim(prim, parts) => (0..parts.len()).all(|position| {
            let known = within(known, prim, parts, position);
            parts
                .get(position)
                .is_some_and(|part| assigned(part, v, most, &known))
        }),
        _ => p.children().all(|child| assigned(child, v, most, known)),
    })
}

/// The scope of a cell of indexes into n elements.
fn with_indexes(p: &Phrase, v: &Name, n: &Nat) -> Phrase {
    elder_syntax::effort::deeper(|| {
        if !p.mentions(v) {
            return p.clone();
        }
        let of = DataType::Index(n.clone());
        if is_half(p, v, Side::Second) {
            let prim = Prim::Convert {
                to: PrimType::I32,
                from: of,
            };
            return Phrase::prim(prim, vec![p.clone()], p.span);
        }
        if let Node::Prim(Prim::Assign { .. }, parts) = &*p.node
            && let [target, value] = parts.as_slice()
            && is_half(target, v, Side::First)
            && let Some(nat) = nat(value)
        {
            return make::assign(&of, target.clone(), make::index(&nat, n, value.span));
        }
        p.map_children(&mut |child| with_indexes(child, v, n))
    })
}

/// The cell that a number is read from, also one of indexes: what the host can read.
pub(crate) fn cell_of(number: &Phrase) -> Option<&Phrase> {
    match &*number.node {
        Node::Prim(
            Prim::Convert {
                to: PrimType::I32,
                from: DataType::Index(_),
            },
            parts,
        ) => parts.first().and_then(cell_of),
        Node::Proj(inner, Side::Second) if matches!(&*inner.node, Node::Var(_)) => Some(number),
        _ => None,
    }
}
