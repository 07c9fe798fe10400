//! The size of a launch that the programmer left open (DPIA-X-LAUNCH-SIZE).

use crate::Target;
use elder_dpia::{Extent, Nat, Node, Phrase, Prim, Ranges, Strategy};

/// What the parallel loops of a kernel ask for, a dimension.
#[derive(Clone, Default)]
struct Asked {
    global: Option<Nat>,
    groups: Option<Nat>,
    items: Option<Nat>,
}

/// The largest group.
const MOST_ITEMS: i64 = 1024;

/// The size of a work-group and the number of work-items for a kernel.
pub(super) fn of(kernel: &Phrase, target: Target) -> (Extent, Extent) {
    let mut asked: [Asked; 3] = Default::default();
    collect(kernel, &mut asked);
    let used = asked
        .iter()
        .rposition(|a| a.global.is_some() || a.groups.is_some() || a.items.is_some())
        .map_or(1, |last| last + 1);
    let usual = target.group(used);
    let mut room = MOST_ITEMS;
    let mut local = Extent::new();
    let mut global = Extent::new();
    for (dimension, asked) in asked.iter().take(used).enumerate() {
        let usual = usual[dimension].min(room);
        let wanted = asked.items.as_ref().or(asked.global.as_ref());
        let size = match (wanted, wanted.and_then(Nat::as_constant)) {
            (None, _) => 1,
            (Some(_), Some(n)) if asked.items.is_some() && (1..=room).contains(&n) => n,
            (Some(_), Some(n)) if (1..=usual).contains(&n) => n,
            (Some(_), _) => usual,
        };
        room = (room / size).max(1);
        let size = Nat::lit(size);
        let count = match (&asked.groups, &asked.global) {
            (Some(groups), _) => groups.times(&size),
            (None, Some(n)) => {
                let groups = n.plus(&size).minus(&Nat::one()).quotient(&size, &Ranges::new());
                groups.times(&size)
            }
            (None, None) => size.clone(),
        };
        local.push(size);
        global.push(count);
    }
    (local, global)
}

fn collect(c: &Phrase, asked: &mut [Asked; 3]) {
    elder_syntax::effort::deeper(|| {
        if let Node::Prim(
            Prim::Parfor { strategy, n, .. }
            | Prim::ParforInPlace { strategy, n, .. }
            | Prim::ParforEach { strategy, n },
            _,
        ) = &*c.node
        {
            let note = |place: &mut Option<Nat>| {
                // A size that varies within the kernel says nothing about the launch.
                *place = Some(match place.take() {
                    None => n.clone(),
                    Some(other) => other.maximum(n),
                });
            };
            match strategy {
                Strategy::Global(d) => asked.get_mut(usize::from(*d)).map(|a| note(&mut a.global)),
                Strategy::Workgroup(d) => asked.get_mut(usize::from(*d)).map(|a| note(&mut a.groups)),
                Strategy::Local(d) => asked.get_mut(usize::from(*d)).map(|a| note(&mut a.items)),
                Strategy::Any | Strategy::Seq => None,
            };
        }
        for child in c.children() {
            collect(child, asked);
        }
    });
}
