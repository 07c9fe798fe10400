//! Reductions and scans by the items of a work-group together (DPIA-I-REDUCELOCALI, DPIA-I-SCANLOCALI).
//!
//! The array is cut into as many shares as items are expected.  Each item reduces (scans) its share by itself; what the shares
//! give is combined over local memory, in a number of steps that is the logarithm of the number of items.  Every step reads one
//! array and writes another, so the types show that there is no race, and the barriers between the steps come from the
//! general rules.  All loops over items are strided, so the result is right for every size of the group, whatever was expected.
//!
//! The operator is associative and the initial value neutral; the order of the elements is kept, save that the shares of an operator
//! that is known to commute lie side by side in memory.  A length that the number of shares does not divide is filled up with the
//! neutral element.

use crate::dpia::make;
use elder_dpia::{AddressSpace, BinOp, DataType, Nat, Node, Phrase, PhraseType, Prim, Ranges, Strategy};
use elder_syntax::Span;

/// A reduction or scan by a group.
pub(super) struct Group<'a> {
    strategy: Strategy,
    n: &'a Nat,
    of: &'a DataType,
    f: &'a Phrase,
    init: &'a Phrase,
    span: Span,
    /// How many shares.
    width: i64,
    /// How long each of them is.
    share: Nat,
}

impl<'a> Group<'a> {
    /// `f` is a function of the later and the earlier value and an acceptor; `group` the expected number of items a dimension.
    pub(super) fn new(
        dimension: u8,
        n: &'a Nat,
        of: &'a DataType,
        f: &'a Phrase,
        init: &'a Phrase,
        span: Span,
        group: [i64; 3],
    ) -> Group<'a> {
        let items = group
            .get(usize::from(dimension))
            .copied()
            .unwrap_or(1)
            .clamp(1, 1024);
        let most = n.as_constant().map_or(items, |n| n.clamp(1, items));
        // The largest power of two.
        let width = 1_i64 << (63 - most.leading_zeros());
        let share = n
            .plus(&Nat::lit(width - 1))
            .quotient(&Nat::lit(width), &Ranges::new())
            .maximum(&Nat::one());
        Group {
            strategy: Strategy::Local(dimension),
            n,
            of,
            f,
            init,
            span,
            width,
            share,
        }
    }

    /// All shares together: at least n.
    fn total(&self) -> Nat {
        self.share.times(&Nat::lit(self.width))
    }

    /// `xs`, filled up with the neutral element.
    fn padded(&self, xs: &Phrase) -> Phrase {
        let right = self.total().minus(self.n);
        if right.is_zero() {
            return xs.clone();
        }
        let prim = Prim::PadConst {
            n: self.n.clone(),
            left: Nat::zero(),
            right,
            of: self.of.clone(),
        };
        Phrase::prim(prim, vec![self.init.clone(), xs.clone()], self.span)
    }

    /// The shares as rows: neighbours, or `width` apart.
    fn rows(&self, xs: &Phrase, apart: bool) -> Phrase {
        let (width, share) = (Nat::lit(self.width), self.share.clone());
        let padded = vec![self.padded(xs)];
        let of = self.of.clone();
        if !apart {
            let (n, m) = (share, width);
            return Phrase::prim(Prim::Split { n, m, of }, padded, self.span);
        }
        let split = Prim::Split {
            n: width.clone(),
            m: share.clone(),
            of: of.clone(),
        };
        let columns = vec![Phrase::prim(split, padded, self.span)];
        let (n, m) = (share, width);
        Phrase::prim(Prim::Transpose { n, m, of }, columns, self.span)
    }

    /// `newLocal (width.of) (λt. parforLocal width t.1 (λi o. body i o) ; rest t.2)`
    fn level(
        &self,
        width: i64,
        of: &DataType,
        body: impl FnOnce(Phrase, Phrase) -> Phrase,
        rest: impl FnOnce(Phrase) -> Phrase,
    ) -> Phrase {
        let n = Nat::lit(width);
        let array = DataType::array(n.clone(), of.clone());
        let cell = Phrase::lambda("partial", PhraseType::var(array.clone()), self.span, |t| {
            let write = self.loop_over(&n, of, make::writes(&t), body);
            make::seq(write, rest(make::reads(&t)))
        });
        make::new(Some(AddressSpace::Local), &array, cell, self.span)
    }

    fn loop_over(
        &self,
        n: &Nat,
        of: &DataType,
        a: Phrase,
        body: impl FnOnce(Phrase, Phrase) -> Phrase,
    ) -> Phrase {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        let body = Phrase::lambda("l", index, self.span, |i| {
            let taken = PhraseType::Acc(of.clone());
            Phrase::lambda("o", taken, self.span, |o| body(i, o))
        });
        make::parfor(self.strategy, n, of, a, &body, self.span)
    }

    /// `f later earlier o`
    fn combine(&self, later: &Phrase, earlier: &Phrase, o: &Phrase) -> Phrase {
        self.f.renewed().apply(later).apply(earlier).apply(o)
    }

    fn element(&self, n: i64, xs: &Phrase, i: &Phrase) -> Phrase {
        make::idx(&Nat::lit(n), self.of, xs.clone(), i.clone())
    }

    /// The reduction; `rest` gets the result, which all items of the group can read.
    pub(super) fn reduce(&self, xs: &Phrase, rest: &Phrase) -> Phrase {
        let apart = self.commutes();
        if self.share.is_one() && self.total() == *self.n {
            return self.tree(self.width, xs.clone(), apart, rest);
        }
        let rows = self.rows(xs, apart);
        let row = DataType::array(self.share.clone(), self.of.clone());
        self.level(
            self.width,
            self.of,
            |i, o| {
                let prim = Prim::ReduceI {
                    n: self.share.clone(),
                    from: self.of.clone(),
                    to: self.of.clone(),
                };
                let share = make::idx(&Nat::lit(self.width), &row, rows, i);
                let store = Phrase::lambda("r", PhraseType::Exp(self.of.clone()), self.span, |r| {
                    make::assign_all(self.of, o, r)
                });
                let parts = vec![self.f.renewed(), self.init.clone(), share, store];
                Phrase::prim(prim, parts, self.span)
            },
            |t| self.tree(self.width, t, apart, rest),
        )
    }

    /// Pairs are combined until one value is left.
    fn tree(&self, width: i64, xs: Phrase, apart: bool, rest: &Phrase) -> Phrase {
        if width == 1 {
            let first = make::index(&Nat::zero(), &Nat::one(), self.span);
            return rest.apply(&self.element(1, &xs, &first));
        }
        let half = width / 2;
        let (inner, outer) = if apart { (half, 2) } else { (2, half) };
        let split = Prim::Split {
            n: Nat::lit(inner),
            m: Nat::lit(outer),
            of: self.of.clone(),
        };
        let rows = Phrase::prim(split, vec![xs], self.span);
        let row = DataType::array(Nat::lit(inner), self.of.clone());
        let at = |i: &Phrase, which: i64| {
            let which = make::index(&Nat::lit(which), &Nat::lit(2), self.span);
            let (first, second) = if apart { (&which, i) } else { (i, &which) };
            let chosen = make::idx(&Nat::lit(outer), &row, rows.clone(), first.clone());
            self.element(inner, &chosen, second)
        };
        self.level(
            half,
            self.of,
            |i, o| self.combine(&at(&i, 1), &at(&i, 0), &o),
            |t| self.tree(half, t, apart, rest),
        )
    }

    /// The scan, written to `a`.
    pub(super) fn scan(&self, xs: &Phrase, a: &Phrase) -> Phrase {
        let width = Nat::lit(self.width);
        if self.share.is_one() {
            return self.prefixes(1, self.padded(xs), &|sums| {
                let whole = self.take(&sums, &self.total());
                self.loop_over(self.n, self.of, a.clone(), |i, o| {
                    make::assign_all(self.of, o, make::idx(self.n, self.of, whole, i))
                })
            });
        }
        let rows = self.rows(xs, false);
        let row = DataType::array(self.share.clone(), self.of.clone());
        let last = self.share.minus(&Nat::one());
        self.level(
            self.width,
            &row,
            |i, o| {
                let prim = Prim::ScanI {
                    n: self.share.clone(),
                    from: self.of.clone(),
                    to: self.of.clone(),
                };
                let share = make::idx(&width, &row, rows, i);
                let parts = vec![self.f.renewed(), self.init.clone(), share, o];
                Phrase::prim(prim, parts, self.span)
            },
            |scanned| {
                let totals = |i: Phrase| {
                    let own = make::idx(&width, &row, scanned.clone(), i);
                    let last = make::index(&last, &self.share, self.span);
                    make::idx(&self.share, self.of, own, last)
                };
                self.level(
                    self.width,
                    self.of,
                    |i, o| make::assign_all(self.of, o, totals(i)),
                    |totals| {
                        self.prefixes(1, totals, &|sums| {
                            let before = self.spread(&self.shifted(&sums, 1));
                            let join = Prim::Join {
                                n: width.clone(),
                                m: self.share.clone(),
                                of: self.of.clone(),
                            };
                            let joined = Phrase::prim(join, vec![scanned.clone()], self.span);
                            let own = self.take(&joined, &self.total());
                            let before = self.take(&before, &self.total());
                            self.loop_over(self.n, self.of, a.clone(), |i, o| {
                                let own = make::idx(self.n, self.of, own, i.clone());
                                let before = make::idx(self.n, self.of, before, i);
                                self.combine(&own, &before, &o)
                            })
                        })
                    },
                )
            },
        )
    }

    /// Each value is combined with the one `distance` before it, for distances 1, 2, 4, …
    fn prefixes(&self, distance: i64, xs: Phrase, rest: &dyn Fn(Phrase) -> Phrase) -> Phrase {
        if distance >= self.width {
            return rest(xs);
        }
        let earlier = self.shifted(&xs, distance);
        self.level(
            self.width,
            self.of,
            |i, o| {
                let (later, earlier) = (
                    self.element(self.width, &xs, &i),
                    self.element(self.width, &earlier, &i),
                );
                self.combine(&later, &earlier, &o)
            },
            |t| self.prefixes(distance * 2, t, rest),
        )
    }

    /// `width` values, the first `distance` of them neutral, then those of `xs` from the start.
    fn shifted(&self, xs: &Phrase, distance: i64) -> Phrase {
        let pad = Prim::PadConst {
            n: Nat::lit(self.width),
            left: Nat::lit(distance),
            right: Nat::zero(),
            of: self.of.clone(),
        };
        let take = Prim::Take {
            n: Nat::lit(self.width),
            m: Nat::lit(distance),
            of: self.of.clone(),
        };
        let padded = Phrase::prim(pad, vec![self.init.clone(), xs.clone()], self.span);
        Phrase::prim(take, vec![padded], self.span)
    }

    /// Each of `width` values as often as a share has elements.
    fn spread(&self, xs: &Phrase) -> Phrase {
        let index = |n: &Nat| PhraseType::Exp(DataType::Index(n.clone()));
        let width = Nat::lit(self.width);
        let rows = Phrase::lambda("l", index(&width), self.span, |i| {
            let same = Phrase::lambda("j", index(&self.share), self.span, |_| {
                self.element(self.width, xs, &i)
            });
            let prim = Prim::Generate {
                n: self.share.clone(),
                of: self.of.clone(),
            };
            Phrase::prim(prim, vec![same], self.span)
        });
        let generate = Prim::Generate {
            n: width.clone(),
            of: DataType::array(self.share.clone(), self.of.clone()),
        };
        let join = Prim::Join {
            n: width,
            m: self.share.clone(),
            of: self.of.clone(),
        };
        Phrase::prim(
            join,
            vec![Phrase::prim(generate, vec![rows], self.span)],
            self.span,
        )
    }

    /// The first n of `xs`, which has `length` elements.
    fn take(&self, xs: &Phrase, length: &Nat) -> Phrase {
        let m = length.minus(self.n);
        if m.is_zero() {
            return xs.clone();
        }
        let prim = Prim::Take {
            n: self.n.clone(),
            m,
            of: self.of.clone(),
        };
        Phrase::prim(prim, vec![xs.clone()], self.span)
    }

    /// Whether the operator is one that is known to commute.
    fn commutes(&self) -> bool {
        let Some((x, rest)) = make::open(self.f) else {
            return false;
        };
        let Some((y, rest)) = make::open(rest) else {
            return false;
        };
        let Some((o, body)) = make::open(rest) else {
            return false;
        };
        let is =
            |p: &Phrase, binder: &elder_dpia::Binder| matches!(&*p.node, Node::Var(v) if *v == binder.name);
        let Node::Prim(Prim::Assign { .. }, assignment) = &*body.node else {
            return false;
        };
        let [target, value] = assignment.as_slice() else {
            return false;
        };
        let Node::Prim(Prim::Binary { op, .. }, operands) = &*value.node else {
            return false;
        };
        let known = matches!(
            op,
            BinOp::Add | BinOp::Mul | BinOp::Min | BinOp::Max | BinOp::And | BinOp::Or | BinOp::Xor
        );
        let [a, b] = operands.as_slice() else {
            return false;
        };
        known && is(target, o) && ((is(a, x) && is(b, y)) || (is(a, y) && is(b, x)))
    }
}
