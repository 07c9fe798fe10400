//! Launches and work-groups (DPIA-S-LAUNCH, notes 14.4).
//!
//! The groups of a launch run one after the other, in the order of the run's iterations; the items of a group are the lanes of
//! [`super::execute`].  Two owner tables find races: that of the groups, for global memory and the whole launch, and that of
//! the items, which a barrier clears for the memory that it orders.

use crate::dpia::code::{Comm, Nat};
use crate::dpia::cost::Level;
use crate::dpia::machine::{Division, Group, Lane, Machine};
use crate::dpia::store::{OwnerTable, Parallel};
use crate::failure::{Failure, Run};
use elder_dpia::Strategy;
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_E_LIMIT};
use elder_dpia::rules::primitives::DPIA_X_RUN;
use elder_syntax::Span;

/// More items in a group than any device has.
const MAX_ITEMS: i64 = 1 << 16;

impl Machine {
    /// DPIA-X-RUN, of sizes that are known only now: those that the program begins with were tested then.
    pub(super) fn launchable(
        &self,
        local: &[Nat],
        global: &[Nat],
        work: &Nat,
        lane: &Lane,
        span: Span,
    ) -> Run<()> {
        if local.iter().chain(global).all(|n| matches!(n, Nat::Const(_))) {
            return Ok(());
        }
        let local = self.extent(local, lane, span)?;
        let global = self.extent(global, lane, span)?;
        if self.length(work, lane, span)? > 0 && (local.contains(&0) || global.contains(&0)) {
            let message = "there is work for a launch of which a size is zero";
            return Err(Failure::error(&DPIA_X_RUN, "positive", span, message));
        }
        // Groups of no items have nothing to do.
        if local.iter().zip(global).any(|(l, g)| g % l.max(&1) != 0) {
            let message = "the size of a work-group does not divide that of its launch";
            return Err(Failure::error(&DPIA_X_RUN, "divides", span, message));
        }
        Ok(())
    }

    /// DPIA-S-LAUNCH
    pub(super) fn launch(
        &mut self,
        local: &[Nat],
        global: &[Nat],
        body: &Comm,
        lane: &mut Lane,
        span: Span,
    ) -> Run<()> {
        if !self.options.mode.groups {
            let outer = std::mem::replace(&mut self.level, Level::Grid);
            let result = self.execute(body, std::slice::from_mut(lane), &[0]);
            self.level = outer;
            return result;
        }
        if self.group.is_some() {
            return Err(Failure::internal(span, "a launch within a launch"));
        }
        let local = self.extent(local, lane, span)?;
        let global = self.extent(global, lane, span)?;
        // No items, or groups of none: there is nothing to do (DPIA-X-RUN).
        if local.contains(&0) || global.contains(&0) {
            return Ok(());
        }
        let mut count = [1; 3];
        for d in 0..3 {
            if global[d] % local[d] != 0 {
                return Err(Failure::arguments(
                    &DPIA_E_ENTRY,
                    "obligation",
                    span,
                    format!(
                        "the global size {} of a launch is no multiple of its local size {}",
                        global[d], local[d]
                    ),
                ));
            }
            count[d] = global[d] / local[d];
        }
        let items: i64 = local.iter().fold(1, |n: i64, d| n.saturating_mul(*d));
        let groups: i64 = count.iter().fold(1, |n: i64, d| n.saturating_mul(*d));
        if items > MAX_ITEMS {
            return Err(Failure::limit(
                &DPIA_E_LIMIT,
                "memory",
                span,
                format!("a work-group of {items} items"),
            ));
        }
        let table = self.tables.len();
        let mut between_groups = OwnerTable::new(Parallel::Groups, &self.memory);
        between_groups.dims = Some(count);
        self.tables.push(between_groups);
        let outer = std::mem::replace(&mut self.level, Level::Grid);
        self.division = Division::default();
        let active: Vec<usize> = (0..items as usize).collect();
        // What a group bound, the next one binds again before it looks at it.
        let lane_of = |item: &usize| Lane {
            frame: lane.frame.clone(),
            item: *item,
        };
        let mut lanes: Vec<Lane> = active.iter().map(lane_of).collect();
        let mut result = Ok(());
        for g in self.iterations(groups) {
            let id = [g % count[0], g / count[0] % count[1], g / count[0] / count[1]];
            self.group = Some(Group {
                id,
                count,
                local,
                table,
            });
            if let Some(owners) = self.tables.get_mut(table) {
                owners.who = g as u64;
            }
            let mut between_items = OwnerTable::new(Parallel::Items, &self.memory);
            between_items.dims = Some(local);
            self.tables.push(between_items);
            result = self.execute(body, &mut lanes, &active);
            self.tables.truncate(table + 1);
            if result.is_err() {
                break;
            }
        }
        self.group = None;
        self.level = outer;
        self.tables.truncate(table);
        result
    }

    /// A launch size in three dimensions.
    fn extent(&self, sizes: &[Nat], lane: &Lane, span: Span) -> Run<[i64; 3]> {
        let mut out = [1; 3];
        for (place, size) in out.iter_mut().zip(sizes) {
            *place = self.length(size, lane, span)?;
        }
        Ok(out)
    }

    /// DPIA-S-GROUP: the first iteration of an item in a parallel loop, and how far apart they are (notes 10.1).
    pub(super) fn share(&self, strategy: Strategy, item: usize) -> (i64, i64) {
        let Some(group) = &self.group else { return (0, 1) };
        let at = |d: u8, of: &[i64; 3]| of.get(usize::from(d)).copied();
        let share = match strategy {
            Strategy::Any | Strategy::Seq => None,
            Strategy::Workgroup(d) => at(d, &group.id).zip(at(d, &group.count)),
            Strategy::Local(d) => at(d, &group.local_id(item)).zip(at(d, &group.local)),
            Strategy::Global(d) => (|| {
                let (id, local) = (at(d, &group.local_id(item))?, at(d, &group.local)?);
                let (block, count) = (at(d, &group.id)?, at(d, &group.count)?);
                Some((block * local + id, local * count))
            })(),
        };
        share.unwrap_or((0, 1))
    }
}
