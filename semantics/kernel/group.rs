//! Work-groups: items go their own way up to where they meet.
//!
//! Statements in which nobody meets are executed by one item after the other.  A statement with a barrier is executed by all items
//! together: they must take the same way in it (OpenCL C 6.12.8).  Where only the lanes of sub-groups hand each other values, items may
//! part, as long as all lanes of a sub-group come to each exchange.

use super::execute::Flow;
use super::failure::{Ended, Run};
use super::machine::{Frame, Machine, Position, Value};
use elder_kernel::rules::{KER_E_BARRIER, KER_E_EXCHANGE};
use elder_kernel::tree::{Expr, Meeting, Routine, Slot, Stmt, StmtKind};

/// The items of a group and where they are.
struct Group {
    frames: Vec<Frame>,
    positions: Vec<Position>,
}

/// Where items are behind statements, in order of their numbers.  Who is in neither has returned.
#[derive(Default)]
struct Ways {
    on: Vec<u32>,
    broke: Vec<u32>,
}

impl Ways {
    /// All go on to the next statement.
    fn on(mut items: Vec<u32>) -> Self {
        items.sort_unstable();
        Self {
            on: items,
            broke: Vec::new(),
        }
    }
}

impl Machine<'_> {
    /// Executes a kernel by all items of a group.
    pub fn group(&mut self, routine: &Routine, arguments: &[Value], positions: Vec<Position>) -> Run {
        self.group_arrays.clear();
        let meeting = routine.body.iter().map(|stmt| stmt.meeting).max();
        if meeting.unwrap_or(Meeting::Nobody) == Meeting::Nobody {
            let mut frame = Frame::default();
            for (item, position) in (0..).zip(positions) {
                self.position = position;
                self.memory.who.item = item;
                let mark = self.memory.mark();
                frame.begin(routine, arguments);
                self.routine(routine, &mut frame)?;
                // Arrays of the group stay for the other items.
                if self.group_arrays.is_empty() {
                    self.memory.release(mark)?;
                }
            }
            return Ok(());
        }
        let frames = positions.iter().map(|_| Frame::new(routine, arguments)).collect();
        let mut group = Group { frames, positions };
        let all: Vec<u32> = (0..group.frames.len() as u32).collect();
        self.together(&routine.body, &mut group, &all)?;
        Ok(())
    }

    /// Statements, executed by these items of the group, in order of their numbers.
    fn together(&mut self, body: &[Stmt], group: &mut Group, items: &[u32]) -> Run<Ways> {
        let mut ways = Ways {
            on: items.to_vec(),
            broke: Vec::new(),
        };
        let mut rest = body;
        while let (Some(stmt), false) = (rest.first(), ways.on.is_empty()) {
            let apart = rest
                .iter()
                .take_while(|stmt| stmt.meeting == Meeting::Nobody)
                .count();
            let behind = if apart > 0 {
                let (own, after) = rest.split_at(apart);
                rest = after;
                self.apart(own, group, &ways.on)?
            } else {
                rest = &rest[1..];
                self.meeting(stmt, group, &ways.on)
                    .map_err(|ended| ended.at(stmt.span))?
            };
            ways.on = behind.on;
            ways.broke.extend(behind.broke);
        }
        ways.broke.sort_unstable();
        Ok(ways)
    }

    /// Statements that each item executes by itself.  Some may leave: whether the others come to a barrier without them is seen there.
    fn apart(&mut self, body: &[Stmt], group: &mut Group, items: &[u32]) -> Run<Ways> {
        let mut ways = Ways::default();
        for &item in items {
            self.turn_to(item, group);
            match self.block(body, &mut group.frames[item as usize])? {
                Flow::On => ways.on.push(item),
                Flow::Break => ways.broke.push(item),
                Flow::Return(_) => {}
            }
        }
        Ok(ways)
    }

    fn turn_to(&mut self, item: u32, group: &Group) {
        self.position = group.positions[item as usize];
        self.memory.who.item = item;
    }

    /// The items for which a condition holds, and the others.
    fn those(&mut self, condition: &Expr, group: &mut Group, items: &[u32]) -> Run<(Vec<u32>, Vec<u32>)> {
        let (mut chosen, mut others) = (Vec::with_capacity(items.len()), Vec::new());
        for &item in items {
            self.turn_to(item, group);
            match self.truth(condition, &group.frames[item as usize])? {
                true => chosen.push(item),
                false => others.push(item),
            }
        }
        Ok((chosen, others))
    }

    /// The slot of each item gets a value.
    fn assign(&mut self, slot: Slot, value: &Expr, group: &mut Group, items: &[u32]) -> Run {
        for &item in items {
            self.turn_to(item, group);
            let value = self.value(value, &group.frames[item as usize])?;
            group.frames[item as usize].values[slot] = value;
        }
        Ok(())
    }

    /// A statement in which items meet.
    fn meeting(&mut self, stmt: &Stmt, group: &mut Group, items: &[u32]) -> Run<Ways> {
        self.step()?;
        KER_E_BARRIER.apply();
        let waits = stmt.meeting == Meeting::Group;
        match &stmt.kind {
            StmtKind::Barrier(fences) => {
                if items.len() != group.frames.len() {
                    return Err(divergent("not all items of the group come to a barrier"));
                }
                self.memory.who.local += u32::from(fences.local);
                self.memory.who.global += u32::from(fences.global);
            }
            StmtKind::Exchange { to, own, from, width } => {
                self.exchange(*to, own, from, *width, group, items)?
            }
            StmtKind::For(f) => {
                self.assign(f.slot, &f.first, group, items)?;
                let mut behind = Vec::new();
                let mut round = self.round(&f.test, waits, group, items.to_vec(), &mut behind)?;
                while !round.is_empty() {
                    let ways = self.together(&f.body, group, &round)?;
                    behind.extend(ways.broke);
                    self.assign(f.slot, &f.next, group, &ways.on)?;
                    round = self.round(&f.test, waits, group, ways.on, &mut behind)?;
                }
                return Ok(Ways::on(behind));
            }
            StmtKind::While(condition, body) => {
                let mut behind = Vec::new();
                let mut round = self.round(condition, waits, group, items.to_vec(), &mut behind)?;
                while !round.is_empty() {
                    self.step()?;
                    let ways = self.together(body, group, &round)?;
                    behind.extend(ways.broke);
                    round = self.round(condition, waits, group, ways.on, &mut behind)?;
                }
                return Ok(Ways::on(behind));
            }
            StmtKind::If(condition, then, otherwise) => {
                let (chosen, others) = self.those(condition, group, items)?;
                if waits && !chosen.is_empty() && !others.is_empty() {
                    return Err(divergent("items of a group part before a branch with a barrier"));
                }
                let mut ways = self.together(then, group, &chosen)?;
                let other = self.together(otherwise, group, &others)?;
                ways.broke.extend(other.broke);
                ways.on.extend(other.on);
                return Ok(Ways {
                    broke: ways.broke,
                    ..Ways::on(ways.on)
                });
            }
            StmtKind::Block(body) => return self.together(body, group, items),
            _ => return Err(Ended::unchecked("items meet in a statement that none waits in")),
        }
        Ok(Ways::on(items.to_vec()))
    }

    /// The items that go into a round of a loop; those for which it ends are behind it.
    fn round(
        &mut self,
        test: &Expr,
        waits: bool,
        group: &mut Group,
        items: Vec<u32>,
        behind: &mut Vec<u32>,
    ) -> Run<Vec<u32>> {
        let (more, ended) = self.those(test, group, &items)?;
        if waits && !more.is_empty() && !ended.is_empty() {
            return Err(divergent(
                "a loop with a barrier ends for some items of the group only",
            ));
        }
        behind.extend(ended);
        Ok(more)
    }

    /// Lanes give each other values: items whose numbers in dimension 0 follow each other, from a multiple of the width on.
    fn exchange(
        &mut self,
        to: Slot,
        own: &Expr,
        from: &Expr,
        width: u32,
        group: &mut Group,
        items: &[u32],
    ) -> Run {
        KER_E_EXCHANGE.apply();
        let mut given = Vec::with_capacity(items.len());
        for &item in items {
            self.turn_to(item, group);
            let frame = &group.frames[item as usize];
            let value = self.value(own, frame)?;
            let from = self.integer(from, frame)?;
            given.push((item, value, from));
        }
        for (item, _, from) in &given {
            let first = item - item % width;
            let absent = (first..first + width).find(|lane| items.binary_search(lane).is_err());
            if let Some(absent) = absent {
                let message =
                    format!("item {item} exchanges values where lane {absent} of its sub-group is not");
                return Err(Ended::wrong(&KER_E_EXCHANGE, "together", message));
            }
            let other = first + (from.rem_euclid(i64::from(width))) as u32;
            if let Ok(at) = items.binary_search(&other) {
                group.frames[*item as usize].values[to] = given[at].1;
            }
        }
        Ok(())
    }
}

fn divergent(message: &str) -> Ended {
    Ended::wrong(&KER_E_BARRIER, "together", message)
}
