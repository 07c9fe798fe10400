//! Reductions, scans and shuffles of sub-groups (DPIA-I-SUBGROUP).
//!
//! A device whose lanes can read each other's registers does them as they stand ([`Subgroup::choice`]); for all others they become
//! loops over the items of the group, level by level over local memory ([`Subgroup::loops`]).  Both combine the same
//! values in the same order: neighbours, then neighbours of what came out.

use crate::dpia::make;
use elder_dpia::{
    AddressSpace, BinOp, DataType, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue, Ranges, Strategy,
};
use elder_syntax::Span;

/// What is common to the three.
pub(super) struct Subgroup<'a> {
    /// How many lanes; a power of two.
    pub width: u8,
    /// How many rows.
    pub m: &'a Nat,
    pub of: &'a DataType,
    /// The operator, or the function of lanes.
    pub f: &'a Phrase,
    pub span: Span,
}

impl Subgroup<'_> {
    /// By sub-groups if the device has them, else by the loops.
    pub(super) fn choice(&self, lanes: &Phrase, loops: Phrase) -> Phrase {
        let condition = Phrase::prim(Prim::HasSubgroups { width: self.width }, vec![], self.span);
        let result = PhraseType::Comm;
        Phrase::prim(
            Prim::If { result },
            vec![condition, lanes.clone(), loops],
            self.span,
        )
    }

    /// Whether lanes can hold the values in registers: numbers, combined without cells and loops.
    pub(super) fn have_registers(&self, prim: &Prim) -> bool {
        matches!(self.of, DataType::Num(_)) && (matches!(prim, Prim::ShuffleI { .. }) || is_plain(self.f))
    }

    /// Loops over the items of the group that write to `a`.
    pub(super) fn loops(&self, prim: &Prim, xss: &Phrase, a: &Phrase) -> Phrase {
        match prim {
            Prim::ReduceSubgroupI { .. } => self.halve(self.flat(xss), i64::from(self.width), a),
            Prim::ScanSubgroupI { .. } => self.prefixes(self.flat(xss), 1, &self.flat_acceptor(a)),
            _ => self.shuffled(xss, &self.flat_acceptor(a)),
        }
    }

    fn lanes(&self) -> Nat {
        Nat::lit(i64::from(self.width))
    }

    /// The elements of all rows.
    fn flat(&self, xss: &Phrase) -> Phrase {
        let prim = Prim::Join {
            n: self.m.clone(),
            m: self.lanes(),
            of: self.of.clone(),
        };
        Phrase::prim(prim, vec![xss.clone()], self.span)
    }

    fn flat_acceptor(&self, a: &Phrase) -> Phrase {
        let prim = Prim::SplitAcc {
            n: self.lanes(),
            m: self.m.clone(),
            of: self.of.clone(),
        };
        Phrase::prim(prim, vec![a.clone()], self.span)
    }

    /// `parforLocal n a (λi o. body i o)`; the body is told what is known of the index.
    fn items(&self, n: &Nat, a: Phrase, body: impl FnOnce(&Nat, &Ranges, Phrase) -> Phrase) -> Phrase {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        let body = Phrase::lambda("l", index, self.span, |i| {
            let (i, known) = match &*i.node {
                Node::Var(name) => (Nat::var(name), Ranges::new().below(name, n)),
                _ => (Nat::zero(), Ranges::new()),
            };
            let taken = PhraseType::Acc(self.of.clone());
            Phrase::lambda("o", taken, self.span, |o| body(&i, &known, o))
        });
        make::parfor(Strategy::Local(0), n, self.of, a, &body, self.span)
    }

    /// The same into local memory, and what follows.
    fn level(
        &self,
        n: &Nat,
        body: impl FnOnce(&Nat, &Ranges, Phrase) -> Phrase,
        rest: impl FnOnce(Phrase) -> Phrase,
    ) -> Phrase {
        let array = DataType::array(n.clone(), self.of.clone());
        let cell = Phrase::lambda("partial", PhraseType::var(array.clone()), self.span, |t| {
            let write = self.items(n, make::writes(&t), body);
            make::seq(write, rest(make::reads(&t)))
        });
        make::new(Some(AddressSpace::Local), &array, cell, self.span)
    }

    fn element(&self, n: &Nat, xs: &Phrase, i: &Nat) -> Phrase {
        make::idx(n, self.of, xs.clone(), make::index(i, n, self.span))
    }

    fn combine(&self, later: &Phrase, earlier: &Phrase, o: &Phrase) -> Phrase {
        self.f.renewed().apply(later).apply(earlier).apply(o)
    }

    /// Neighbours are combined until each row of `width` has one value.
    fn halve(&self, xs: Phrase, width: i64, a: &Phrase) -> Phrase {
        let (n, half) = (self.m.times(&Nat::lit(width)), self.m.times(&Nat::lit(width / 2)));
        let body = |i: &Nat, _: &Ranges, o: Phrase| {
            let first = i.times(&Nat::lit(2));
            let later = self.element(&n, &xs, &first.plus(&Nat::one()));
            self.combine(&later, &self.element(&n, &xs, &first), &o)
        };
        if width == 2 {
            return self.items(&half, a.clone(), body);
        }
        self.level(&half, body, |t| self.halve(t, width / 2, a))
    }

    /// Each value is combined with the one `distance` before it in its row, for distances 1, 2, 4, …
    fn prefixes(&self, xs: Phrase, distance: i64, a: &Phrase) -> Phrase {
        let n = self.m.times(&self.lanes());
        let body = |i: &Nat, known: &Ranges, o: Phrase| {
            let own = self.element(&n, &xs, i);
            let earlier = self.element(&n, &xs, &i.minus(&Nat::lit(distance)));
            let lane = make::nat_value(PrimType::I32, &i.remainder(&self.lanes(), known), self.span);
            let of = DataType::Num(PrimType::I32);
            let value = PrimValue::I32(distance as i32);
            let limit = Phrase::prim(
                Prim::Literal {
                    value,
                    of: of.clone(),
                },
                vec![],
                self.span,
            );
            let far = Phrase::prim(Prim::Binary { op: BinOp::Ge, of }, vec![lane, limit], self.span);
            let combined = self.combine(&own, &earlier, &o);
            let result = PhraseType::Comm;
            let parts = vec![far, combined, make::assign_all(self.of, o, own)];
            Phrase::prim(Prim::If { result }, parts, self.span)
        };
        if 2 * distance >= i64::from(self.width) {
            return self.items(&n, a.clone(), body);
        }
        self.level(&n, body, |t| self.prefixes(t, 2 * distance, a))
    }

    fn shuffled(&self, xss: &Phrase, a: &Phrase) -> Phrase {
        let n = self.m.times(&self.lanes());
        let row = DataType::array(self.lanes(), self.of.clone());
        self.items(&n, a.clone(), |i, known, o| {
            let (q, r) = i.divide(&self.lanes(), known);
            let own = make::idx(self.m, &row, xss.clone(), make::index(&q, self.m, self.span));
            let lane = self.f.renewed().apply(&make::index(&r, &self.lanes(), self.span));
            make::assign_all(self.of, o, make::idx(&self.lanes(), self.of, own, lane))
        })
    }
}

/// Whether the command has neither cells nor loops.
fn is_plain(c: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Lambda(_, body) => is_plain(body),
        Node::Prim(Prim::Seq {} | Prim::Skip {}, parts) => parts.iter().all(is_plain),
        Node::Prim(Prim::Assign { .. }, _) => true,
        Node::Prim(
            Prim::If {
                result: PhraseType::Comm,
            },
            parts,
        ) => parts.iter().skip(1).all(is_plain),
        _ => false,
    })
}
