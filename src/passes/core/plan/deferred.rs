//! Scans that are deferred to the combinator that takes what they give (CORE-K-DEFER).
//!
//! A filter is a scan that finds where each element goes, and a combinator that puts elements there.  What the scan gives for a place only the item of that place
//! asks for, so it need not be kept: the last launch of the scan, which knows it, is the one that puts.  Between both stands what the host does with the number
//! of elements, so the scan begins no earlier than there.

use super::Made;
use super::accumulations::Adding;
use super::host::Host;
use super::schedule::{Choice, Skeleton};
use super::segments::{
    Given, Row, data, functions, is_little_itself, operands, rounded_up, skeleton, straight_line,
};
use elder_core::analyses::consumed::Consumed;
use elder_core::analyses::free;
use elder_core::names::Name;
use elder_core::rules::plan::{CORE_K_DEFER, CORE_K_SCAN};
use elder_core::tree::{Atom, Body, Exp, Lambda, Screma, Segmented, Stm};
use elder_core::walk::{Fold, fold};
use elder_dpia::ast::NatOp;
use elder_sizes::Nat;
use rustc_hash::FxHashMap;

/// A scan that was not executed yet.
pub struct Deferred<'p> {
    /// What its arrays are called.
    pub text: String,
    /// The combinator, of which reductions were executed.
    pub screma: &'p Screma,
    /// The only dimension.
    pub width: Nat,
    /// What its function gives.
    pub rows: Vec<Row>,
    /// By groups of so many items, which combine so many neighbours each.
    by: (Choice, i64, i64),
}

/// How often the arrays of a body are used, and by which combinators that accumulate, place by place.
#[derive(Default)]
struct Uses {
    uses: FxHashMap<Name, u32>,
    takers: FxHashMap<Name, Atom>,
}

impl Fold for Uses {
    fn used(&mut self, name: &Name) {
        *self.uses.entry(*name).or_default() += 1;
    }

    fn exp(&mut self, exp: &Exp) {
        if !matches!(exp, Exp::Release(_)) {
            fold::exp(self, exp);
        }
    }
}

impl Uses {
    fn takers(&mut self, body: &Body) {
        for stm in &body.stms {
            match &stm.exp {
                Exp::Segmented(it) => {
                    if let ([width], false) = (it.space.as_slice(), it.screma.accs.is_empty()) {
                        let reads = it
                            .screma
                            .function
                            .body
                            .stms
                            .iter()
                            .filter_map(|stm| read(&it.screma, stm));
                        self.takers.extend(reads.map(|(array, _)| (array, *width)));
                    }
                }
                Exp::WithAcc { function, .. } => self.takers(&function.body),
                _ => {}
            }
        }
    }
}

/// The array of which a statement of a combinator that accumulates reads the element of its own place, and what that is called.
fn read(screma: &Screma, stm: &Stm) -> Option<(Name, Name)> {
    let Exp::Index { array, at } = &stm.exp else {
        return None;
    };
    let place = screma.function.params.get(screma.accs.len())?;
    let [value] = stm.pat.values.as_slice() else {
        return None;
    };
    (*at == [place.name.into()]).then_some((*array, value.name))
}

/// Whether a function only computes a few scalars.
fn is_short(function: &Lambda) -> bool {
    straight_line(function).is_some() && function.body.stms.iter().all(is_little_itself)
}

impl<'p> Host<'p, '_> {
    /// CORE-K-DEFER: the arrays of scans of a body that one combinator takes, place by place, with what it is wide.
    pub(super) fn taken_within(&self, body: &Body) -> FxHashMap<Name, Atom> {
        let is_scan = |stm: &Stm| matches!(&stm.exp, Exp::Segmented(it) if !it.screma.scans.is_empty());
        if !self.defers() || !body.stms.iter().any(is_scan) {
            return FxHashMap::default();
        }
        let mut found = Uses::default();
        found.body(body);
        found.takers(body);
        let Uses { uses, mut takers } = found;
        takers.retain(|name, _| uses.get(name) == Some(&1));
        takers
    }

    /// CORE-K-DEFER: whether a combinator is deferred, of which this array is the only one.
    pub(super) fn deferred(
        &mut self,
        text: &str,
        names: &[Name],
        it: &'p Segmented,
        rows: &[Row],
    ) -> Option<Deferred<'p>> {
        let screma = &it.screma;
        let ([width], [operator]) = (it.space.as_slice(), screma.scans.as_slice()) else {
            return None;
        };
        let [array] = names.get(screma.singles()..)? else {
            return None;
        };
        if self.taken.get(array) != Some(width) || !screma.after.as_ref().is_none_or(is_short) {
            return None;
        }
        let own = screma.combined() - operator.operands()..screma.combined();
        let choice = self
            .schedule()
            .scan(0, super::segments::operands_of(operator, rows.get(own)?, true));
        let Skeleton::ScanGroups(items, neighbours) = choice.skeleton else {
            return None;
        };
        let consumed = self.entries.consumed.get_or_init(|| Consumed::of(self.program));
        let types = self.program.names.types();
        let functions = [&screma.function, &operator.function];
        let mut free = functions
            .into_iter()
            .chain(&screma.after)
            .flat_map(free::of_lambda);
        if free.any(|name| types.variable(name).rank() > 0 && consumed.anywhere(name)) {
            return None;
        }
        let width = self.term(*width).ok()?;
        let choice = Choice {
            skeleton: Skeleton::ScanUse(items, neighbours),
            why: format!(
                "what it gives one combinator takes, place by place: the last launch does what that one does; {}",
                choice.why
            ),
        };
        Some(Deferred {
            text: text.to_owned(),
            screma,
            width,
            rows: rows.to_vec(),
            by: (choice, items, neighbours),
        })
    }

    /// The deferred scans that a combinator takes, with what it calls their elements; if it cannot have their last launch they are executed now.
    pub(super) fn taken_by(
        &mut self,
        adding: &Adding<'_, 'p>,
        screma: &'p Screma,
    ) -> Made<Option<(Deferred<'p>, Name)>> {
        let reads = screma
            .function
            .body
            .stms
            .iter()
            .filter_map(|stm| read(screma, stm));
        let reads: Vec<(Name, Name)> = reads.collect();
        let mut first = None;
        for (array, value) in reads {
            let Some(deferred) = self.deferred.remove(&array) else {
                continue;
            };
            let alone = first.is_none() && adding.is_plain() && !self.has_copies(adding);
            match alone {
                true => first = Some((deferred, value)),
                false => self.executed(array, deferred)?,
            }
        }
        Ok(first)
    }

    /// A scan that was deferred is executed.
    fn executed(&mut self, array: Name, deferred: Deferred<'p>) -> Made<()> {
        let Deferred {
            text,
            screma,
            width,
            rows,
            ..
        } = deferred;
        let given = Given::Again(&screma.function);
        self.scans(&[array], &text, screma, &[width], (&given, &rows))
    }

    /// CORE-K-DEFER: the last launch of a scan is that of the combinator that takes what it gives.
    pub(super) fn added_behind(
        &mut self,
        (deferred, value): (Deferred<'p>, Name),
        adding: &Adding<'_, 'p>,
    ) -> Made<()> {
        CORE_K_SCAN.apply();
        CORE_K_DEFER.apply();
        let Deferred {
            screma,
            width,
            rows,
            by: (choice, group, neighbours),
            ..
        } = deferred;
        let [operator] = screma.scans.as_slice() else {
            return self.malformed("a deferred combinator that scans several times");
        };
        let (until, from) = (screma.combined(), screma.combined() - operator.operands());
        let of_scan = rows.get(from..until).unwrap_or_default();
        let given = Given::Again(&screma.function);
        let tile = group.saturating_mul(neighbours);
        let each = self.tiles(&width, tile, i64::MAX)?;
        let name = self.entries.called(&format!("{}_{}", self.point, adding.text));
        let mut items = self.items();
        let make = items.make;
        let of = data(&mut items, of_scan)?;
        let (n, c) = (items.size(&width)?, items.size(&each)?);
        let together = adding.together();
        let (shared, lent): (Vec<_>, Vec<_>) = together.iter().map(|own| items.share(own)).unzip();
        let mut arguments = functions(&mut items, operator, of_scan, 1, &mut |items, at| {
            given.at(items, from..until, &rows, at)
        })?;
        let (i, s) = (items.parameters.called("i"), items.parameters.called("s"));
        let number = make.var(&i);
        let command = items.inner(&mut |items| {
            let scanned = operands(&s, make, of_scan);
            let rest = given.at(items, until..rows.len(), &rows, std::slice::from_ref(&number))?;
            let results = match &screma.after {
                None => scanned,
                Some(after) => {
                    for (param, value) in after.params.iter().zip(scanned.into_iter().chain(rest)) {
                        items.set(param.name, value);
                    }
                    items.body(&after.body)?
                }
            };
            let Some(result) = results.into_iter().next() else {
                return items.malformed("a scan without a result");
            };
            items.set(value, result);
            adding.lend(items, &shared)?;
            adding.item_but(items, &number, value)
        })?;
        arguments.push(make.function(&[&i, &s], command));
        let places = make.nat_op(NatOp::Mul, c.ty(make), make.nat(tile));
        let mut sizes = vec![n.ty(make), rounded_up(make, &n, &places), c.ty(make)];
        sizes.extend([group, neighbours].map(|n| make.nat(n)));
        let whole = skeleton(make, choice.skeleton.name(), Some(of), &sizes, arguments);
        let whole = lent.iter().rev().fold(whole, |whole, lent| {
            make.accumulate(lent.op, make.field(make.var(&lent.of), "wr"), &lent.own, whole)
        });
        let entry = items
            .parameters
            .entry((&name, choice.skeleton), make, vec![], vec![], whole)?;
        self.run(name, choice, entry, &[])
    }
}
