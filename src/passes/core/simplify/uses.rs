//! The way back: statements from the last to the first, with how often each name is used.
//!
//! What nobody uses goes: whole statements (CORE-O-DEAD), [parts](dead) of them, updates that the next one replaces
//! (CORE-O-UPDATE), and copies of what nobody uses afterwards (CORE-O-COPYDEAD).

use super::Known;
use super::rules::dead;
use super::table::Switches;
use elder_core::Name;
use elder_core::analyses::aliases::Aliases;
use elder_core::analyses::effects::{self, Counted};
use elder_core::analyses::uses::Uses;
use elder_core::rules::simplification::{CORE_O_COPYDEAD, CORE_O_DEAD, CORE_O_DEADPARAM, CORE_O_UPDATE};
use elder_core::tree::{Atom, Body, Definition, Exp, Lambda, Param, Program, Stm};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};
use rustc_hash::FxHashMap;

/// Goes over a program once, of which this is known; whether a rule applied.
pub(super) fn round(
    program: &mut Program,
    switches: &Switches,
    known: Known,
    counted: &Counted,
) -> (bool, Known) {
    let Known { sharing, uses } = known;
    let mut back = Back::new(switches, uses, &sharing, counted, program.names.len());
    rewrite::program(&mut back, program);
    let (changed, mut uses) = (back.changed, back.uses);
    let dropped = switches.on(&CORE_O_DEADPARAM) && parameters(program, &mut uses);
    (changed | dropped, Known { sharing, uses })
}

/// Goes once over a function; whether a rule applied.
pub(super) fn round_of(
    names: usize,
    functions: &[Definition],
    lambda: &mut Lambda,
    switches: &Switches,
    counted: &Counted,
) -> bool {
    let sharing = Aliases::of_lambda(names, functions, lambda);
    let mut back = Back::new(switches, Uses::of_lambda(names, lambda), &sharing, counted, names);
    back.lambda(lambda);
    back.changed
}

/// Goes back over a program.
pub struct Back<'p> {
    pub(super) switches: &'p Switches,
    pub(super) uses: Uses,
    sharing: &'p Aliases,
    /// What the way down found out.
    pub(super) counted: &'p Counted,
    /// Of classes of arrays, whether what comes after the statement uses one of them.
    after: Vec<bool>,
    pub(super) changed: bool,
}

impl<'p> Back<'p> {
    fn new(
        switches: &'p Switches,
        uses: Uses,
        sharing: &'p Aliases,
        counted: &'p Counted,
        names: usize,
    ) -> Back<'p> {
        Back {
            switches,
            uses,
            after: vec![false; names],
            sharing,
            counted,
            changed: false,
        }
    }
}

impl Back<'_> {
    /// CORE-O-DEAD: whether nobody uses what a statement binds, but the types of the same pattern.
    fn is_dead(&self, stm: &Stm) -> bool {
        let own = |size: Name| {
            let dims = stm.pat.values.iter().flat_map(|value| value.ty.dims());
            let is_size = |dim: &&elder_core::Dim| **dim == elder_core::Dim::Is(Atom::Var(size));
            dims.filter(is_size).count() as u32
        };
        stm.pat
            .values
            .iter()
            .all(|value| self.uses.count(value.name) == 0)
            && stm
                .pat
                .sizes
                .iter()
                .all(|size| self.uses.count(*size) == own(*size))
            && effects::is_pure_counted(stm, self.counted)
    }
}

impl Rewrite for Back<'_> {
    fn body(&mut self, body: &mut Body) {
        elder_syntax::effort::deeper(|| self.reversed(body));
    }
}

impl Back<'_> {
    /// The statements from the last to the first.
    fn reversed(&mut self, body: &mut Body) {
        // From here on stand those that are kept.
        let length = body.stms.len();
        let mut kept = length;
        // Of arrays that only an update of the same body uses, that update, counted from the last statement.
        let mut updates: FxHashMap<Name, usize> = FxHashMap::default();
        for result in &body.results {
            Fold::atom(&mut After(self), result);
        }
        for at in (0..length).rev() {
            let (before, behind) = body.stms.split_at_mut(at + 1);
            let stm = &mut before[at];
            if self.switches.on(&CORE_O_DEAD) && self.is_dead(stm) {
                CORE_O_DEAD.apply();
                self.changed = true;
                fold::stm(&mut self.uses.released(), stm);
                continue;
            }
            if self.switches.on(&CORE_O_UPDATE) && self.is_replaced(stm, behind, &updates) {
                CORE_O_UPDATE.apply();
                self.changed = true;
                continue;
            }
            dead::results(self, stm);
            rewrite::exp(self, &mut stm.exp);
            dead::inputs(self, stm);
            if self.switches.on(&CORE_O_COPYDEAD) {
                self.copied(stm);
            }
            fold::stm(&mut After(self), stm);
            kept -= 1;
            if let Exp::Update { array, .. } = &stm.exp
                && self.uses.count(*array) == 1
            {
                updates.insert(*array, length - kept);
            }
            body.stms.swap(at, kept);
        }
        body.stms.drain(..kept);
    }

    /// CORE-O-UPDATE: whether a statement that cannot fail puts what the next update, which only uses its array, replaces; that takes
    /// the array then that was there before.
    fn is_replaced(&mut self, stm: &Stm, behind: &mut [Stm], updates: &FxHashMap<Name, usize>) -> bool {
        let (Exp::Update { array, at, .. }, [value], true) = (&stm.exp, &stm.pat.values[..], stm.safe) else {
            return false;
        };
        let next = updates.get(&value.name);
        let next = next.and_then(|next| behind.iter_mut().nth_back(*next - 1));
        let Some(Exp::Update {
            array: from,
            at: same,
            ..
        }) = next.map(|next| &mut next.exp)
        else {
            return false;
        };
        if same != at {
            return false;
        }
        *from = *array;
        fold::stm(&mut self.uses.released(), stm);
        Uses::used(&mut self.uses, array);
        true
    }

    /// CORE-O-COPYDEAD: a copy of what nobody uses afterwards, and nobody outside of the body sees, is that.
    fn copied(&mut self, stm: &mut Stm) {
        let (Exp::Copy(array), [value]) = (&stm.exp, &stm.pat.values[..]) else {
            return;
        };
        let is_used = |class: usize| self.after.get(class) != Some(&false);
        if !self.sharing.class(*array).is_none_or(is_used) && self.sharing.is_at_home(*array, value.name) {
            CORE_O_COPYDEAD.apply();
            self.changed = true;
            stm.exp = Exp::Atom((*array).into());
        }
    }
}

/// Marks the classes of what is used.
struct After<'b, 'p>(&'b mut Back<'p>);

impl Fold for After<'_, '_> {
    /// What a body uses was marked on the way back over it.
    fn body(&mut self, _: &Body) {}

    fn used(&mut self, name: &Name) {
        let class = self.0.sharing.class(*name);
        if let Some(after) = class.and_then(|class| self.0.after.get_mut(class)) {
            *after = true;
        }
    }
}

/// CORE-O-DEADPARAM: parameters that nobody uses go, with their arguments, but the last one: a function without parameters is
/// evaluated once in a run.  Whether there were any.
fn parameters(program: &mut Program, uses: &mut Uses) -> bool {
    let kept = |function: &Definition| {
        let is_used = |param: &Param| uses.count(param.binder.name) > 0;
        let mut kept: Vec<bool> = function.params.iter().map(is_used).collect();
        if !kept.contains(&true)
            && let Some(first) = kept.first_mut()
        {
            *first = true;
        }
        kept
    };
    let kept: Vec<Vec<bool>> = program.functions.iter().map(kept).collect();
    if kept.iter().flatten().all(|kept| *kept) {
        return false;
    }
    CORE_O_DEADPARAM.apply();
    for (function, kept) in program.functions.iter_mut().zip(&kept) {
        retain(&mut function.params, kept);
    }
    rewrite::program(&mut Arguments(&kept), program);
    true
}

/// Leaves out the arguments of parameters that have gone.
struct Arguments<'k>(&'k [Vec<bool>]);

impl Rewrite for Arguments<'_> {
    fn exp(&mut self, exp: &mut Exp) {
        if let Exp::Call { function, arguments } = exp
            && let Some(kept) = self.0.get(function.index())
        {
            retain(arguments, kept);
        }
        rewrite::exp(self, exp);
    }
}

/// Keeps what is to be kept.
pub fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next() != Some(&false));
}
