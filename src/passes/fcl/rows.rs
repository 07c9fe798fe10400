//! Loops by the items of a work-group of two dimensions (FCL-M-ROWS).
//!
//! A block of w·h threads whose rows have w threads is a work-group of (w, h).  A loop over n elements becomes a loop over the
//! ⌊n / w⌋ whole rows of elements by the rows of items, and in it one over w elements by the items of the row; what is left is
//! done by the first row.  So the column of an element is the number of its item, and needs no division.

use super::Stager;
use super::builder::{index_lambda, lambda};
use crate::dpia::make;
use elder_dpia::{Binder, DataType, Name, Nat, Phrase, PhraseType, Prim, Strategy};
use elder_fcl::rules::translation::FCL_M_ROWS;
use elder_syntax::Span;

/// The items of a block that is more than one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    /// Items of a row.
    pub(super) width: u32,
    /// Rows.
    pub(super) height: u32,
}

/// A loop over elements by items.
pub(super) struct Loop {
    /// How many elements.
    pub(super) n: Nat,
    /// The index, in the body.
    pub(super) index: Name,
    /// What is written, if anything is.
    pub(super) written: Option<Written>,
    pub(super) body: Phrase,
    pub(super) span: Span,
}

/// What a loop writes.
pub(super) struct Written {
    /// The acceptor of an element, in the body.
    pub(super) own: Name,
    /// The type of an element.
    pub(super) of: DataType,
    /// The acceptor of all elements.
    pub(super) all: Phrase,
}

impl Loop {
    /// By the items of one dimension.
    pub(super) fn command(self, strategy: Strategy) -> Phrase {
        let Loop {
            n,
            index,
            written,
            body,
            span,
        } = self;
        let Some(Written { own, of, all }) = written else {
            let body = index_lambda(&index, &n, body, span);
            return Phrase::prim(Prim::ParforEach { strategy, n }, vec![body], span);
        };
        let body = lambda(&own, PhraseType::Acc(of.clone()), body, span);
        let parts = vec![all, index_lambda(&index, &n, body, span)];
        Phrase::prim(Prim::Parfor { strategy, n, of }, parts, span)
    }

    /// Its `count` rows of `width` elements from element `first` on, which `all` writes.
    fn rows(&self, first: &Nat, count: &Nat, width: &Nat, all: Option<Phrase>, body: &Phrase) -> Phrase {
        let (n, span) = (&self.n, self.span);
        let (row, column, part) = (Name::fresh("y"), Name::fresh("x"), Name::fresh("row"));
        let at = first.plus(&Nat::var(&row).times(width)).plus(&Nat::var(&column));
        let index = Binder {
            name: self.index.clone(),
            ty: PhraseType::Exp(DataType::Index(n.clone())),
        };
        let written = self.written.as_ref().zip(all);
        let inner = Loop {
            n: width.clone(),
            index: column,
            written: written.as_ref().map(|(written, _)| Written {
                own: written.own.clone(),
                of: written.of.clone(),
                all: Phrase::var(&part, span),
            }),
            body: body.substitute(&index, &make::index(&at, n, span)),
            span,
        };
        let outer = Loop {
            n: count.clone(),
            index: row,
            written: written.map(|(written, all)| {
                let join = Prim::JoinAcc {
                    n: count.clone(),
                    m: width.clone(),
                    of: written.of.clone(),
                };
                Written {
                    own: part,
                    of: DataType::array(width.clone(), written.of.clone()),
                    all: Phrase::prim(join, vec![all], span),
                }
            }),
            body: inner.command(Strategy::Local(0)),
            span,
        };
        outer.command(Strategy::Local(1))
    }
}

impl Stager {
    /// The loop by the items of the group.
    pub(super) fn by_rows(&self, rows: Rows, whole: &Loop) -> Phrase {
        FCL_M_ROWS.apply();
        let (n, span) = (&whole.n, whole.span);
        let width = Nat::lit(i64::from(rows.width));
        let count = self.facts.quotient(n, &width);
        let first = count.times(&width);
        let rest = n.minus(&first);
        let all = whole.written.as_ref().map(|written| written.all.clone());
        if rest.is_zero() {
            return whole.rows(&Nat::zero(), &count, &width, all, &whole.body);
        }
        let one = Nat::one();
        if count.is_zero() {
            return whole.rows(&first, &one, n, all, &whole.body);
        }
        let part = |begin: bool| {
            whole.written.as_ref().map(|Written { of, all, .. }| {
                let (n, m, of) = (first.clone(), rest.clone(), of.clone());
                let prim = match begin {
                    true => Prim::TakeAcc { n, m, of },
                    false => Prim::DropAcc { n, m, of },
                };
                Phrase::prim(prim, vec![all.clone()], span)
            })
        };
        let begin = whole.rows(&Nat::zero(), &count, &width, part(true), &whole.body);
        let end = whole.rows(&first, &one, &rest, part(false), &whole.body);
        make::seq(begin, end.renewed())
    }
}
