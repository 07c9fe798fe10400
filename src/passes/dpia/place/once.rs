//! An open loop of one iteration that is all of a launch (DPIA-O-ANY-ONCE): what stands in it is done once, whatever the launch has.
//!
//! The translation puts it around what `run` marks.  The launch that a person gives may have groups or items in a dimension that no loop is
//! about.  All of them would do the same: harmless where they write, if it were no race, but an update would be made several times.  So each
//! loop over the grid leaves its work in such a dimension to the first one.  A `launch` that a person writes has no such loop around it: there
//! what no loop divides is repeated (DPIA-S-GROUP).
//!
//! What stands outside of loops over the grid the pass that sets barriers leaves to the first item, and the items of a group that loops over items
//! leave idle it guards, too.

use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{Extent, Node, Phrase, PhraseType, Prim, Strategy};

/// The body of the open loop of one iteration that is all of a launch.
pub(super) fn done_once(c: &Phrase) -> Option<&Phrase> {
    let Node::Prim(
        Prim::ParforEach {
            strategy: Strategy::Any,
            n,
        },
        parts,
    ) = &*c.node
    else {
        return None;
    };
    let (index, body) = parts.last().and_then(make::open)?;
    (n.is_one() && !make::mentions(body, &index.name)).then_some(body)
}

/// A command at the level of the grid of which each loop over the grid leaves dimensions that it does not divide to the first group, or item.
pub(super) fn by_the_first(c: &Phrase, local: &Extent, global: &Extent) -> Phrase {
    elder_syntax::effort::deeper(|| {
        let Node::Prim(prim, parts) = &*c.node else {
            return c.clone();
        };
        let over = match prim {
            Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. } => Over::of(*strategy),
            _ => None,
        };
        let Some((over, (body, others))) = over.zip(parts.split_last()) else {
            return c.map_children(&mut |part| under(part, &mut |c| by_the_first(c, local, global)));
        };
        let mut divided = [false; 3];
        divide(c, &mut divided);
        let idle = (0_u8..3).filter(|d| !divided[usize::from(*d)] && over.has_several(*d, local, global));
        let body = under(body, &mut |c| {
            idle.clone().fold(c.clone(), |c, d| {
                rules::DPIA_O_ANY_ONCE.apply();
                make::once(over.strategy(d), c)
            })
        });
        let parts = others.iter().cloned().chain([body]).collect();
        Phrase::prim(prim.clone(), parts, c.span)
    })
}

/// What a loop divides its iterations among.
#[derive(Clone, Copy)]
enum Over {
    Groups,
    Items,
}

impl Over {
    fn of(strategy: Strategy) -> Option<Over> {
        match strategy {
            Strategy::Workgroup(_) => Some(Over::Groups),
            Strategy::Global(_) => Some(Over::Items),
            Strategy::Local(_) | Strategy::Any | Strategy::Seq => None,
        }
    }

    fn strategy(self, d: u8) -> Strategy {
        match self {
            Over::Groups => Strategy::Workgroup(d),
            Over::Items => Strategy::Global(d),
        }
    }

    /// Whether the launch may have several of them in a dimension.
    fn has_several(self, d: u8, local: &Extent, global: &Extent) -> bool {
        let d = usize::from(d);
        match self {
            Over::Groups => global.get(d) != local.get(d),
            Over::Items => global.get(d).is_some_and(|n| !n.is_one()),
        }
    }
}

/// The dimensions of the loops over the grid.
fn divide(c: &Phrase, divided: &mut [bool; 3]) {
    elder_syntax::effort::deeper(|| {
        if let Node::Prim(
            Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. },
            _,
        ) = &*c.node
            && let Strategy::Workgroup(d) | Strategy::Global(d) = strategy
            && let Some(own) = divided.get_mut(usize::from(*d))
        {
            *own = true;
        }
        c.children().for_each(|child| divide(child, divided));
    });
}

/// A command, or a function whose result is one, with this done to the command; anything else stays.
fn under(p: &Phrase, walk: &mut dyn FnMut(&Phrase) -> Phrase) -> Phrase {
    match &*p.node {
        Node::Lambda(binder, body) => Phrase::new(Node::Lambda(binder.clone(), under(body, walk)), p.span),
        Node::NatLambda(k, body) => Phrase::new(Node::NatLambda(k.clone(), under(body, walk)), p.span),
        Node::Prim(prim, _) if prim.signature().result == PhraseType::Comm => walk(p),
        _ => p.clone(),
    }
}
