//! Maps that only rearrange: they are views, as the views are that they map.
//!
//! In continuation position the map of a view is the generated array of the views of the elements (DPIA-X-MAPVIEW-C); in acceptor position a
//! map of a view that can be undone writes each element through the acceptor that undoes it (DPIA-X-MAPVIEW-A).

use super::continuation::direct;
use crate::dpia::make;
use crate::dpia::normalise::is_view;
use elder_dpia::{Binder, DataType, Name, Nat, Node, Phrase, PhraseType, Prim, Strategy};
use elder_syntax::Span;

/// `map F` for an F that gives parts of what it gets and of what is stored.
pub(super) struct MapView {
    n: Nat,
    from: DataType,
    to: DataType,
    element: Binder,
    body: Phrase,
    span: Span,
}

impl MapView {
    /// The term as such a map, if no programmer said who is to run it.
    pub(super) fn of(e: &Phrase) -> Option<MapView> {
        let Node::Prim(
            Prim::Map {
                strategy: Strategy::Any,
                n,
                from,
                to,
            },
            parts,
        ) = &*e.node
        else {
            return None;
        };
        let (element, body) = make::open(parts.first()?)?;
        let body = direct(body)?;
        is_view(&body).then(|| MapView {
            n: n.clone(),
            from: from.clone(),
            to: to.clone(),
            element: element.clone(),
            body,
            span: e.span,
        })
    }

    /// Whether an element of the result is found in one element of the array.
    pub(super) fn looks_once(&self) -> bool {
        let mut uses = 0;
        make::each_use(&self.body, &mut |x| uses += usize::from(*x == self.element.name));
        uses <= 1
    }

    /// `generate n (λi. F (idx xs i))`
    pub(super) fn over(&self, xs: Phrase) -> Phrase {
        let index = PhraseType::Exp(DataType::Index(self.n.clone()));
        let each = Phrase::lambda("i", index, self.span, |i| {
            let x = make::idx(&self.n, &self.from, xs, i);
            self.body.substitute(&self.element, &x)
        });
        let prim = Prim::Generate {
            n: self.n.clone(),
            of: self.to.clone(),
        };
        Phrase::prim(prim, vec![each], self.span)
    }
}

/// The acceptor of x through which what F makes of x is written to `o`, for F = λx. `body`, if F only moves all of x.
fn undone(body: &Phrase, x: &Name, o: Phrase) -> Option<Phrase> {
    let (prim, parts) = match &*body.node {
        Node::Var(y) => return (y == x).then_some(o),
        Node::Prim(prim, parts) => (prim, parts.as_slice()),
        _ => return None,
    };
    let (inverse, before, inner) = match (prim, parts) {
        (Prim::Split { n, m, of }, [e]) => {
            let (n, m, of) = (n.clone(), m.clone(), of.clone());
            (Prim::SplitAcc { n, m, of }, vec![], e)
        }
        (Prim::Join { n, m, of }, [e]) => {
            let (n, m, of) = (n.clone(), m.clone(), of.clone());
            (Prim::JoinAcc { n, m, of }, vec![], e)
        }
        (Prim::Transpose { n, m, of }, [e]) => {
            let (n, m, of) = (n.clone(), m.clone(), of.clone());
            (Prim::TransposeAcc { n, m, of }, vec![], e)
        }
        (Prim::Unzip { n, first, second }, [e]) => {
            let (n, first, second) = (n.clone(), first.clone(), second.clone());
            (Prim::UnzipAcc { n, first, second }, vec![], e)
        }
        (Prim::AsVector { width, of, c }, [e]) => {
            let (width, of, c) = (*width, *of, c.clone());
            (Prim::AsVectorAcc { width, of, c }, vec![], e)
        }
        (Prim::AsScalar { width, of, c }, [e]) => {
            let (width, of, c) = (*width, *of, c.clone());
            (Prim::AsScalarAcc { width, of, c }, vec![], e)
        }
        (Prim::Stride { n, s, of }, [e]) => {
            let (n, s, of) = (n.clone(), s.clone(), of.clone());
            (Prim::StrideAcc { n, s, of }, vec![], e)
        }
        (Prim::Reorder { n, of }, [f, g, e]) => {
            let (n, of) = (n.clone(), of.clone());
            (Prim::ReorderAcc { n, of }, vec![g.clone(), f.clone()], e)
        }
        (
            Prim::Map {
                strategy: Strategy::Any,
                n,
                from,
                to,
            },
            [f, e],
        ) => {
            let (n, from, to) = (n.clone(), from.clone(), to.clone());
            let f = undoing(f, &to)?;
            (Prim::MapAcc { n, from, to }, vec![f], e)
        }
        _ => return None,
    };
    let mut arguments = before;
    arguments.push(o);
    undone(inner, x, Phrase::prim(inverse, arguments, body.span))
}

/// `λo. F⁻¹ o`, the function of acceptors that undoes F.
pub(super) fn undoing(f: &Phrase, to: &DataType) -> Option<Phrase> {
    let (x, body) = make::open(f)?;
    let o = Name::fresh("o");
    let acceptor = undone(body, &x.name, Phrase::var(&o, f.span))?;
    let binder = Binder {
        name: o,
        ty: PhraseType::Acc(to.clone()),
    };
    Some(Phrase::new(Node::Lambda(binder, acceptor), f.span))
}
