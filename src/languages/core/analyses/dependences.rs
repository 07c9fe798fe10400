//! Which statements of a body have to stay before which.
//!
//! A statement depends on an earlier one that binds what it uses, or asserts what it relies on.  One that consumes an array depends on those
//! that use the array before, for it is another one then.  One with an effect depends on the last one with an effect, since what fails first
//! is what a run says.

use super::aliases::Aliases;
use super::effects::Counted;
use super::uses::Definitions;
use super::{effects, free};
use crate::names::Name;
use crate::tree::{Body, Stm};
use rustc_hash::FxHashMap;

/// The dependences between the statements of a body.
#[derive(Clone, Debug, Default)]
pub struct Dependences {
    on: Vec<Vec<usize>>,
    definitions: Definitions,
}

impl Dependences {
    /// Those of a body, in a program with these classes.
    pub fn of(body: &Body, aliases: &Aliases) -> Dependences {
        let definitions = Definitions::of(body);
        let mut on: Vec<Vec<usize>> = Vec::with_capacity(body.stms.len());
        let mut last = None;
        // Of each class that is consumed, the statements that used it since it was consumed last, that one too.
        let mut users: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (at, stm) in body.stms.iter().enumerate() {
            let used = free::of_stm(stm);
            let mut own: Vec<usize> = used.iter().filter_map(|name| definitions.get(*name)).collect();
            if !effects::is_pure(stm) {
                own.extend(last.replace(at));
            }
            let consumed = effects::consumes(stm);
            let class = |name: &Name| aliases.class(*name).filter(|_| aliases.is_consumed(*name));
            let mut classes: Vec<usize> = used.iter().filter_map(class).collect();
            classes.sort_unstable();
            classes.dedup();
            let gone: Vec<usize> = consumed.iter().filter_map(class).collect();
            for class in classes {
                let users = users.entry(class).or_default();
                if gone.contains(&class) {
                    own.append(users);
                }
                users.push(at);
            }
            own.retain(|other| *other < at);
            own.sort_unstable();
            own.dedup();
            on.push(own);
        }
        Dependences { on, definitions }
    }

    /// The statements that one depends on directly, in their order.
    pub fn on(&self, stm: usize) -> &[usize] {
        self.on.get(stm).map_or(&[], Vec::as_slice)
    }

    /// The number of the statement that defines a name.
    pub fn definition(&self, name: Name) -> Option<usize> {
        self.definitions.get(name)
    }

    /// Whether one statement has to stay before another.
    pub fn is_before(&self, first: usize, second: usize) -> bool {
        first != second && self.needed([second]).get(first).is_some_and(|needed| *needed)
    }

    /// These statements and all that they depend on.
    pub fn needed(&self, stms: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut needed = vec![false; self.on.len()];
        let mut open: Vec<usize> = stms.into_iter().collect();
        while let Some(stm) = open.pop() {
            if let Some(known) = needed.get_mut(stm)
                && !std::mem::replace(known, true)
            {
                open.extend(self.on(stm));
            }
        }
        needed
    }
}

/// Which of these statements a set of names needs, from the last to the first, if those with an effect are needed anyway; and the names that these use.
pub fn needed_for(stms: &[Stm], names: &mut free::Names, counted: &Counted) -> Vec<bool> {
    use crate::walk::Fold;
    let mut needed = vec![true; stms.len()];
    for (needed, stm) in needed.iter_mut().zip(stms).rev() {
        *needed = names.uses_any(stm.pat.names()) || !effects::is_pure_counted(stm, counted);
        if *needed {
            names.stm(stm);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use elder_syntax::SourceMap;

    #[test]
    fn order_is_kept_for_names_errors_and_consumption() {
        let text = "
entry main [n] (xs: *[n]i32) (i: i64): ([n]i32, i32, i32) =
  let x: i32 = xs[i]
  let y: i32 = x + 1i32
  let ys: [n]i32 = xs with [i] = 7i32
  let z: i32 = y * y
  let w: i32 = ys[i]
  in ys, z, w
";
        let source = SourceMap::new().add("a.core", text);
        let program = read::program(source, text, &|_| None).unwrap();
        let found = Dependences::of(&program.entries[0].body, &Aliases::of(&program));
        // y needs x; the update fails after x may have, and x is read before it; z needs y; w is read from what was updated.
        let on: Vec<&[usize]> = (0..5).map(|stm| found.on(stm)).collect();
        assert_eq!(on, [&[][..], &[0], &[0], &[1], &[2]]);
        assert!(found.is_before(0, 4) && !found.is_before(2, 3) && !found.is_before(3, 2));
        assert_eq!(found.needed([3]), [true, true, false, true, false]);
    }
}
