//! Predictive commoning: what a round computes of what it hands on, the next one does not compute again.
//!
//! A `while` loop decides at the end of a round whether there is another, and often by the same numbers that the next round begins with.  If it has
//! computed them, they are carried.  What stands in a branch is then computed in every round: for each round it takes the place of what that round began with.
//!
//! ```text
//! loop (r: f32 = 1.5) (go: bool = true) while go do
//!   let s: f32 = r * r   let t: f32 = s - c   let u: f32 = t * t   let p: bool = u < 4.0   in t, p
//!
//! loop (r: f32 = 1.5) (go: bool = true) (s: f32 = 2.25) while go do
//!   let t: f32 = s - c   let u: f32 = t * t   let p: bool = u < 4.0   in t, p, u
//! ```

use super::Reduce;
use crate::core::simplify::Key;
use elder_core::analyses::effects;
use elder_core::rules::strength::CORE_SR_COMMON;
use elder_core::tree::{Form, Loop, Pat};
use elder_core::{Atom, Body, Builder, Exp, Name, SiteId, Stm, Type};
use elder_syntax::prim::PrimType;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a loop is to carry besides.
struct Common {
    /// Where its statement stands.
    at: usize,
    name: Name,
    ty: PrimType,
    /// What the first round has.
    first: Exp,
    /// What the next one has.
    next: Key,
}

/// What is carried already, and what each round begins with.
struct Carried {
    /// What the parameters are at first, and what the next round gets.
    params: FxHashMap<Name, (Atom, Atom)>,
    /// What else is another one in each round.
    changing: FxHashSet<Name>,
}

impl Carried {
    fn of(it: &Loop) -> Carried {
        let params = it.params.iter().zip(&it.body.results);
        let params = params.map(|((param, first), next)| (param.binder.name, (*first, *next)));
        let index = match it.form {
            Form::For { index, .. } => Some(index),
            Form::While { .. } => None,
        };
        let sizes = it.sizes.iter().map(|(name, _)| *name);
        let within = it.body.stms.iter().flat_map(|stm| stm.pat.names());
        Carried {
            params: params.collect(),
            changing: sizes.chain(within).chain(index).collect(),
        }
    }

    /// An operand in the first round and in the next one, of one that is a parameter or does not change.
    fn operand(&self, atom: Atom) -> Option<(Atom, Atom)> {
        let Some(name) = atom.name() else {
            return Some((atom, atom));
        };
        match self.params.get(&name) {
            Some(rounds) => Some(*rounds),
            None => (!self.changing.contains(&name)).then_some((atom, atom)),
        }
    }

    /// What a statement computes of parameters.
    fn common(&self, at: usize, stm: &Stm) -> Option<Common> {
        let (name, now) = scalar(stm)?;
        let (Exp::Prim(function, operands), Type::Prim(ty)) = (&stm.exp, &stm.pat.values.first()?.ty) else {
            return None;
        };
        let rounds: Option<Vec<(Atom, Atom)>> = operands.iter().map(|atom| self.operand(*atom)).collect();
        let (first, next): (Vec<Atom>, Vec<Atom>) = rounds?.into_iter().unzip();
        let next = Key::of(&Exp::Prim(*function, next))?;
        // A round that gets the same computes the same, and simplification has moved it out.
        (next != now).then(|| Common {
            at,
            name,
            ty: *ty,
            first: Exp::Prim(*function, first),
            next,
        })
    }
}

/// The name of a statement that computes a scalar wherever it stands, and what that is.
fn scalar(stm: &Stm) -> Option<(Name, Key)> {
    match (&stm.exp, stm.pat.values.as_slice()) {
        (Exp::Prim(..), [value]) if stm.certs.is_empty() && effects::is_pure_anywhere(stm, &|_| false) => {
            Some((value.name, Key::of(&stm.exp)?))
        }
        _ => None,
    }
}

/// Its name, if that is what it computes.
fn computes(stm: &Stm, key: &Key) -> Option<Name> {
    scalar(stm).and_then(|(name, of)| (of == *key).then_some(name))
}

/// Takes the statement that computes this out of a branch.
fn taken(stm: &mut Stm, key: &Key) -> Option<Stm> {
    let Exp::If { then, otherwise, .. } = &mut stm.exp else {
        return None;
    };
    [then, otherwise].into_iter().find_map(|branch| {
        match branch.stms.iter().position(|stm| computes(stm, key).is_some()) {
            Some(at) => Some(branch.stms.remove(at)),
            None => branch.stms.iter_mut().find_map(|stm| taken(stm, key)),
        }
    })
}

/// The name of what the statements of a loop's own body compute; what stands in a branch comes to stand in front of it.
fn computed(body: &mut Body, but: usize, key: &Key) -> Option<Name> {
    let own = body.stms.iter().enumerate().filter(|(at, _)| *at != but);
    if let Some(name) = own.into_iter().find_map(|(_, stm)| computes(stm, key)) {
        return Some(name);
    }
    let (at, stm) = (body.stms.iter_mut().enumerate()).find_map(|(at, stm)| Some((at, taken(stm, key)?)))?;
    let name = stm.pat.values.first().map(|value| value.name);
    body.stms.insert(at, stm);
    name
}

impl Reduce<'_> {
    /// The statements behind one know what it computes.
    pub(super) fn note(&mut self, stm: &Stm) {
        if let (Some((name, key)), Some(scope)) = (scalar(stm), self.computed.last_mut()) {
            scope.entry(key).or_insert(name);
        }
    }

    /// A loop carries what its rounds compute of what they hand on.
    pub(super) fn common(&mut self, it: &mut Loop, pat: &mut Pat, site: SiteId, out: &mut Vec<Stm>) {
        if self.without.iter().any(|off| off.id == CORE_SR_COMMON.id) {
            return;
        }
        let mut carried = Carried::of(it);
        let mut reached = runs(it);
        let mut at = 0;
        while let Some(stm) = it.body.stms.get(at) {
            reached &= effects::is_pure(stm);
            let found = carried
                .common(at, stm)
                .filter(|common| self.uses.count(common.name) > 0);
            at += 1;
            let Some(common) = found else { continue };
            // What the first round has is there already, or that round pays for it.
            let key = Key::of(&common.first);
            let known = key.and_then(|key| self.computed.iter().find_map(|scope| scope.get(&key).copied()));
            if known.is_none() && !reached {
                continue;
            }
            let Some(next) = computed(&mut it.body, common.at, &common.next) else {
                continue;
            };
            CORE_SR_COMMON.apply();
            let begin = known.map(Atom::Var).unwrap_or_else(|| {
                let mut before = Builder::new(self.names, site);
                let begin = before.bind("begin", common.first);
                out.extend(before.finish(Vec::new()).stms);
                begin.into()
            });
            // A branch in front of it may have moved it.
            it.body
                .stms
                .retain(|stm| stm.pat.names().all(|name| name != common.name));
            at = common.at;
            carried.changing.remove(&common.name);
            carried.params.insert(common.name, (begin, Atom::Var(next)));
            self.carry(it, pat, (common.name, common.ty), begin, Atom::Var(next));
        }
    }
}

/// Whether a loop has a first round.
fn runs(it: &Loop) -> bool {
    match &it.form {
        Form::For { bound, .. } => bound.integer().is_some_and(|bound| bound > 0),
        Form::While { condition } => {
            let first = it
                .params
                .iter()
                .find(|(param, _)| param.binder.name == *condition);
            first.is_some_and(|(_, first)| *first == Atom::TRUE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::reduced;
    use super::CORE_SR_COMMON;

    /// A loop that goes on as long as `go`, from these values on.
    fn looped(first: &str, body: &str) -> String {
        format!(
            "entry main (n: i64) (s: i64) (p: bool): i64 =
               let b: i64, q: bool = loop (a: i64 = {first}) (go: bool = p) while go do {body} in t, q
               in b"
        )
    }

    /// With a first round.
    fn sure(text: &str) -> String {
        text.replace("(go: bool = p)", "(go: bool = true)")
    }

    const ROUND: &str = "let x: i64 = a * 3i64 let t: i64 = x + s let y: i64 = t * 3i64 let q: bool = y < n";

    #[test]
    fn what_is_not_there_before_an_unsure_loop_stays() {
        assert!(!reduced(&looped("1i64", ROUND), &[]).contains("(x: i64"));
        let text = sure(&looped("1i64", ROUND));
        assert!(reduced(&text, &[]).contains("(x: i64 = begin)"));
        assert!(!reduced(&text, &[&CORE_SR_COMMON]).contains("(x: i64"));
        let known = looped("s", ROUND).replace("let b: i64", "let k: i64 = s * 3i64 let b: i64");
        assert!(reduced(&known, &[]).contains("(x: i64 = k)"));
        // A failure before it may end the first round.
        let failing = ROUND
            .replace("let x", "let f: i64 = s / a let x")
            .replace("x + s", "x + f");
        assert!(!reduced(&sure(&looped("1i64", &failing)), &[]).contains("(x: i64"));
    }

    #[test]
    fn another_operator_operand_or_what_fails_stays() {
        for round in [
            ROUND.replace("t * 3i64", "t * 4i64"),
            ROUND.replace("t * 3i64", "t + 3i64"),
            ROUND.replace("t * 3i64", "3i64 * t"),
            ROUND.replace("t * 3i64", "x * 3i64"),
            ROUND.replace("* 3i64", "/ s"),
        ] {
            let text = sure(&looped("1i64", &round));
            assert!(!reduced(&text, &[]).contains("(x: i64"), "{round}");
        }
    }

    #[test]
    fn what_is_carried_is_a_parameter_of_what_follows() {
        let round = "let x: i64 = a * 3i64 let z: i64 = x ^ s let t: i64 = z + s
            let y: i64 = t * 3i64 let w: i64 = y ^ s let q: bool = w < n";
        let made = reduced(&sure(&looped("1i64", round)), &[]);
        assert!(made.contains("(z: i64 ="), "{made}");
    }

    #[test]
    fn branches_give_what_they_compute() {
        let round = "let x: i64 = a * 3i64 let t: i64 = x + s let low: bool = t < n
            let q: bool = if low: bool then let y: i64 = t * 3i64 let r: bool = y < n in r else in false";
        let made = reduced(&sure(&looped("1i64", round)), &[]);
        let (before, branch) = made.split_once("if low").unwrap();
        assert!(
            before.contains("let y: i64 = t * 3i64") && !branch.contains("let y"),
            "{made}"
        );
    }
}
