//! Positions of `interleave` that are computed: kept in memory, and tested by counting (FCL-M-INJECTIVE).

use super::builder::lambda;
use super::level::scattered_index;
use super::memory::Memory;
use super::scalar::both;
use super::value::{Pull, Staged, literal};
use super::{Place, Stager, Unseen, failures};
use crate::dpia::make;
use elder_dpia::{
    BinOp, DataType, Name, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue, Strategy, UpdateOp,
};
use elder_fcl::rules::translation::FCL_M_INDEX;
use elder_kernel::plan::Site;
use elder_syntax::Span;

/// The positions of all elements, in memory.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) memory: Memory,
}

impl Table {
    /// The position of element q of all lanes.
    pub(super) fn number(&self, q: &Nat, span: Span) -> Phrase {
        let at = make::index(q, &self.memory.total, span);
        let array = make::reads(&self.memory.variable());
        make::idx(&self.memory.total, &DataType::Num(PrimType::I32), array, at)
    }

    /// The position of element q as an index into all lanes' arrays, tested at that place; that of its lane begins at `lane`.
    pub(super) fn at(&self, q: &Nat, lane: &Nat, total: &Nat, span: Span) -> Phrase {
        let mut number = self.number(q, span);
        if !lane.is_zero() {
            let of = DataType::Num(PrimType::I32);
            let lane = make::nat_value(PrimType::I32, lane, span);
            number = Phrase::prim(Prim::Binary { op: BinOp::Add, of }, vec![lane, number], span);
        }
        scattered_index(number, total, span)
    }

    /// Whether the position of element q is one of `length`.
    pub(super) fn wanted(&self, q: &Nat, length: &Nat, span: Span) -> Phrase {
        within(&self.number(q, span), length, span)
    }
}

/// `0 ≤ number < length`
fn within(number: &Phrase, length: &Nat, span: Span) -> Phrase {
    let of = DataType::Num(PrimType::I32);
    let compare =
        |op, a: Phrase, b: Phrase| Phrase::prim(Prim::Binary { op, of: of.clone() }, vec![a, b], span);
    let low = compare(BinOp::Le, literal(PrimValue::I32(0), span), number.clone());
    let length = make::nat_value(PrimType::I32, length, span);
    both(low, compare(BinOp::Lt, number.clone(), length), span)
}

impl Stager {
    /// Counts how often each of `length` places is met.
    pub(super) fn counted(
        &mut self,
        counts: &Memory,
        n: &Nat,
        length: &Nat,
        cut: bool,
        places: &Pull,
        span: Span,
    ) -> Staged<()> {
        self.unseen.insert((Unseen::Positions, span));
        let int = DataType::Num(PrimType::I32);
        let op = UpdateOp::Add;
        let u = Name::fresh("u");
        let of = DataType::array(counts.total.clone(), int.clone());
        let body = |stager: &mut Stager, k: &Nat| {
            let place = (places.element)(stager, k, span)?;
            let place = stager.number(place, span)?;
            let place = stager.named(place, "place");
            let ((), update) = stager.scope(|stager| {
                FCL_M_INDEX.apply();
                let at = stager.position(place.exp.clone(), length, cut, span)?;
                let at = counts.lane().times(&counts.room).plus(&at);
                let element = Prim::IdxUpd {
                    op,
                    n: counts.total.clone(),
                    of: int.clone(),
                };
                let parts = vec![Phrase::var(&u, span), make::index(&at, &counts.total, span)];
                let element = Phrase::prim(element, parts, span);
                let one = literal(PrimValue::I32(1), span);
                let update = Prim::UpdateBy {
                    op,
                    of: PrimType::I32,
                };
                stager.emit(Phrase::prim(update, vec![element, one], span));
                Ok(())
            })?;
            let mut update = stager.folded(update, span);
            if cut {
                update = make::if_then(within(&place.exp, length, span), update, span);
            }
            stager.emit(update);
            Ok(())
        };
        let loop_ = self.for_effect(n, &body, span)?;
        let scope = lambda(&u, PhraseType::Upd(op, of.clone()), loop_, span);
        let lend = Prim::Accumulating { op, of };
        let target = make::writes(&counts.variable());
        self.emit(Phrase::prim(lend, vec![target, scope], span));
        Ok(())
    }

    /// A number as one of `length` positions: tested, but for where what lies outside of them is cut.
    pub(super) fn position(&mut self, number: Phrase, length: &Nat, cut: bool, span: Span) -> Staged<Nat> {
        let last = length.minus(&Nat::one());
        match cut {
            true => self.bounded(number, &last, "at"),
            false => self.tested(number, &last, "at", failures::position(span)),
        }
    }

    /// Ends the run with an error unless all of the numbers are to 1 as is asked.
    pub(super) fn tested_each(
        &mut self,
        n: &Nat,
        numbers: &Pull,
        asked: &[(BinOp, Site)],
        span: Span,
    ) -> Staged<()> {
        let body = |stager: &mut Stager, k: &Nat| {
            let number = (numbers.element)(stager, k, span)?;
            let number = stager.number(number, span)?;
            let number = stager.named(number, "count");
            for (op, asked) in asked {
                let (op, of) = (*op, DataType::Num(PrimType::I32));
                let one = literal(PrimValue::I32(1), span);
                let holds = Phrase::prim(Prim::Binary { op, of }, vec![number.exp.clone(), one], span);
                stager.require(holds, asked.clone())?;
            }
            Ok(())
        };
        let loop_ = self.for_effect(n, &body, span)?;
        self.emit(loop_);
        Ok(())
    }

    /// A parallel loop of this place that writes nothing of its own.
    fn for_effect(
        &mut self,
        n: &Nat,
        body: &dyn Fn(&mut Stager, &Nat) -> Staged<()>,
        span: Span,
    ) -> Staged<Phrase> {
        let strategy = match self.place {
            Place::Host => Strategy::Global(0),
            _ => Strategy::Local(0),
        };
        let k = Name::fresh("i");
        let (total, (), command) = self.of_all_lanes(&k, n, body, span)?;
        let whole = super::rows::Loop {
            n: total,
            index: k,
            written: None,
            body: command,
            span,
        };
        Ok(self.by_strategy(strategy, whole))
    }
}
