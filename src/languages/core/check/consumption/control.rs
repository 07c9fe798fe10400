//! Branches and loops.

use super::super::Judged;
use super::super::aliases::{Shared, Token, union};
use super::{Consumption, Gives};
use crate::rules::aliases::{CORE_A_IF, CORE_A_LOOP_NU, CORE_A_LOOP_U, CORE_SAFE_LOOP};
use crate::tree::{Body, Loop};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// Of a value with more tokens it is not said from which branches they are.
const MOST: usize = 64;

impl Consumption<'_> {
    /// CORE-A-IF.  What one branch consumed is consumed, but the other may give it: what it was then has another token.
    pub(super) fn branches(&mut self, then: &Body, otherwise: &Body) -> Judged<Gives> {
        CORE_A_IF.apply();
        let mark = self.aliases.mark();
        let first = self.body(then);
        let consumed = self.aliases.undone(mark);
        let second = self.body(otherwise);
        for (token, by) in consumed {
            self.aliases.consume(token, by);
        }
        let mut given = self.either(first?, second?);
        let mut renamed = Vec::new();
        for shared in &mut given {
            for token in shared.iter_mut() {
                if self.aliases.is_gone(*token) {
                    *token = self.aliases.renamed(*token, &mut renamed);
                }
            }
            shared.sort_unstable();
        }
        Ok(Gives::Shared(given))
    }

    /// What either branch gives.  Where different values get an array from different branches, its tokens have the sides.
    fn either(&mut self, then: Vec<Shared>, otherwise: Vec<Shared>) -> Vec<Shared> {
        let (yes, no) = self.aliases.conditional();
        let apart = self.crossing(&then, &otherwise);
        let mut given = Vec::with_capacity(then.len());
        for (k, (then, otherwise)) in then.into_iter().zip(otherwise).enumerate() {
            let mut shared = Shared::new();
            for (side, own, others) in [(yes, &then, &otherwise), (no, &otherwise, &then)] {
                for token in own {
                    let is_crossing = apart.contains(&(k, *token)) && !others.contains(token);
                    shared.push(match is_crossing {
                        true => self.aliases.on(*token, side),
                        false => *token,
                    });
                }
            }
            if shared.len() > MOST {
                for token in &mut shared {
                    *token = self.aliases.base(*token);
                }
            }
            shared.sort_unstable();
            shared.dedup();
            given.push(shared);
        }
        given
    }

    /// The tokens that a value has from one branch only, and another value from the other branch.
    fn crossing(&self, then: &[Shared], otherwise: &[Shared]) -> Vec<(usize, Token)> {
        let only = |own: &[Shared], others: &[Shared]| -> Vec<(usize, Token)> {
            let pairs = own.iter().zip(others).enumerate();
            let only = pairs.flat_map(|(k, (own, others))| {
                let own = own.iter().filter(|token| !others.contains(token));
                own.map(move |token| (k, *token))
            });
            only.collect()
        };
        let (firsts, seconds) = (only(then, otherwise), only(otherwise, then));
        let mut places: FxHashMap<Token, Vec<(usize, Token)>> = FxHashMap::default();
        for (k, token) in &seconds {
            let base = self.aliases.base(*token);
            places.entry(base).or_default().push((*k, *token));
        }
        let mut crossing = Vec::new();
        for (k, token) in firsts {
            let others = places.get(&self.aliases.base(token)).into_iter().flatten();
            for (other, theirs) in others {
                if *other != k && self.aliases.may_be(token, *theirs) {
                    crossing.extend([(k, token), (*other, *theirs)]);
                }
            }
        }
        crossing
    }

    /// A loop; while its stars are sought, with these.
    pub(super) fn repetition(&mut self, inside: &Loop) -> Judged<Gives> {
        loop {
            let unique = self.starred_params(inside);
            let mark = self.aliases.mark();
            let judged = self.rounds(inside, &unique);
            if self.starred_params(inside) == unique {
                return judged;
            }
            self.aliases.undone(mark);
        }
    }

    /// CORE-SAFE-LOOP, CORE-A-LOOP-NU, CORE-A-LOOP-U
    fn rounds(&mut self, inside: &Loop, unique: &[bool]) -> Judged<Gives> {
        CORE_SAFE_LOOP.apply();
        let params = || inside.params.iter().map(|(param, _)| param);
        let mut first = Vec::with_capacity(inside.params.len());
        for (_, initial) in &inside.params {
            first.push((*initial, self.atom(*initial)?));
        }
        self.handed(unique, &first, (&CORE_SAFE_LOOP, "apart"))?;
        let from = self.aliases.next();
        let (next, _) = self.within((&CORE_SAFE_LOOP, "free"), |this| -> Judged<_> {
            let tokens = this.params(params(), unique, (&CORE_SAFE_LOOP, "parameter"));
            let next = this.body(&inside.body);
            this.found(inside, &tokens, next.as_deref().unwrap_or_default());
            let next = next?;
            this.starred(&next, unique, (&CORE_SAFE_LOOP, "result"), |this, token| {
                this.aliases.is_below(token, from) || this.aliases.premise(token).is_some()
            })?;
            Ok((tokens, next))
        });
        let (tokens, mut next) = next?;
        // What a starred parameter began with is consumed: who gets the parameter has the array alone.
        let mut results: Vec<Shared> = first
            .into_iter()
            .zip(unique)
            .map(|((_, shared), unique)| match unique {
                true => Shared::new(),
                false => shared,
            })
            .collect();
        // In another round another branch may be taken, and another array be made.
        let mut made = Vec::new();
        for (shared, next) in results.iter_mut().zip(&mut next) {
            for token in next {
                *token = self.aliases.before(*token, from);
                let param = tokens.iter().position(|param| param == token);
                let is_given = param.is_none_or(|param| unique.get(param) == Some(&true));
                let leaves = match self.aliases.is_below(*token, from) {
                    true => *token,
                    false if is_given => self.aliases.renamed(*token, &mut made),
                    false => continue,
                };
                union(shared, &[leaves]);
            }
        }
        self.shifted(&tokens, &next, &mut results);
        for (shared, unique) in results.iter_mut().zip(unique) {
            match unique {
                true => {
                    CORE_A_LOOP_U.apply();
                    *shared = smallvec![self.aliases.fresh()];
                }
                false => CORE_A_LOOP_NU.apply(),
            }
        }
        Ok(Gives::Shared(results))
    }

    /// A result that may be what another parameter was shares what that parameter shares, in the end.
    pub(super) fn shifted(&self, params: &[Token], next: &[Shared], results: &mut [Shared]) {
        let mut again = true;
        while std::mem::take(&mut again) {
            for (k, carried) in next.iter().enumerate().take(results.len()) {
                for (other, _) in params
                    .iter()
                    .enumerate()
                    .filter(|(_, token)| carried.contains(token))
                {
                    if let Ok([own, theirs]) = results.get_disjoint_mut([k, other]) {
                        let before = own.len();
                        union(own, theirs);
                        again |= own.len() > before;
                    }
                }
            }
        }
    }
}
