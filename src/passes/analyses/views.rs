//! What each view does to a path: the one table of it (notes, sections 9.2 and 9.3).
//!
//! A view gives the parts of an array another order, or shows one as a part of another.  Nothing is computed for it: a path to a number in what
//! is seen becomes a path to a number in what is looked at.  The same few ways serve expressions and acceptors, since an acceptor goes against its
//! expression: `split` puts two indexes together as `joinAcc` does, and `join` takes one apart as `splitAcc` does.
//!
//! The translation to kernels reads its addresses off this table, and the placing of barriers which accesses may meet; so the two cannot
//! disagree.  A new view is a row here.

use super::path::{Path, Step};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{Extent, Nat, Prim, Side};
use elder_syntax::Rule;

/// What happens to a path, its outermost steps first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Turn {
    /// `ps ↦ ps`
    Same,
    /// `i, ps ↦ i + n, ps`
    Shift(Nat),
    /// `i, j, ps ↦ i·n + j, ps`
    Flat(Nat),
    /// `i1, …, ik, ps ↦ o + Σ i·s, ps`
    Strided { o: Nat, strides: Extent },
    /// `i, ps ↦ i / n, i % n, ps`
    Cut(Nat),
    /// `i, ps ↦ (i % d)·s + i / d, ps`, where n is the number of elements and d = n / s: neighbours come to lie s apart.
    Apart { n: Nat, s: Nat },
    /// `i, ps ↦ (i % s)·(n / s) + i / s, ps`: what lies s apart comes together.
    Together { n: Nat, s: Nat },
    /// `p, q, ps ↦ q, p, ps`
    Swap,
    /// `ps ↦ .side, ps`
    Enter(Side),
    /// `i, ps ↦ i, .side, ps`
    EnterEach(Side),
    /// `.side, ps ↦ ps`, in the first or the second of the two phrases
    Choose,
    /// `i, .side, ps ↦ i, ps`, in the first or the second of the two phrases
    ChooseEach,
}

/// The row of a view: its rule in kernels, and what it does to paths; `None` for what is no view, and for those that leave the path to data or
/// to functions of indexes.
pub(crate) fn row(prim: &Prim) -> Option<(&'static Rule, Turn)> {
    use Turn::*;
    let width = |width: u8| Nat::lit(i64::from(width));
    let strided = |o: &Nat, strides: &Extent| Strided {
        o: o.clone(),
        strides: strides.clone(),
    };
    Some(match prim {
        // Expressions.
        Prim::Zip { .. } => (&rules::DPIA_G_E_ZIP, ChooseEach),
        Prim::Unzip { .. } => (&rules::DPIA_G_E_VIEW, Swap),
        Prim::Pair { .. } => (&rules::DPIA_G_E_PAIR, Choose),
        Prim::Fst { .. } => (&rules::DPIA_G_E_PAIR, Enter(Side::First)),
        Prim::Snd { .. } => (&rules::DPIA_G_E_PAIR, Enter(Side::Second)),
        Prim::Split { n, .. } => (&rules::DPIA_G_E_SPLIT, Flat(n.clone())),
        Prim::Join { m, .. } => (&rules::DPIA_G_E_JOIN, Cut(m.clone())),
        Prim::Take { .. } => (&rules::DPIA_G_E_VIEW, Same),
        Prim::Drop { n, .. } => (&rules::DPIA_G_E_VIEW, Shift(n.clone())),
        Prim::Transpose { .. } => (&rules::DPIA_G_E_VIEW, Swap),
        Prim::Slide { step, .. } => (&rules::DPIA_G_E_VIEW, Flat(step.clone())),
        Prim::Stride { n, s, .. } => (
            &rules::DPIA_G_E_VIEW,
            Apart {
                n: n.clone(),
                s: s.clone(),
            },
        ),
        Prim::Strided { o, strides, .. } => (&rules::DPIA_G_E_VIEW, strided(o, strides)),
        Prim::AsVector { width: w, .. } => (&rules::DPIA_G_VELEM, Flat(width(*w))),
        Prim::AsScalar { width: w, .. } => (&rules::DPIA_G_VELEM, Cut(width(*w))),
        // Acceptors.
        Prim::ZipAcc1 { .. } => (&rules::DPIA_G_A_ZIP, EnterEach(Side::First)),
        Prim::ZipAcc2 { .. } => (&rules::DPIA_G_A_ZIP, EnterEach(Side::Second)),
        Prim::UnzipAcc { .. } => (&rules::DPIA_G_A_ZIP, Swap),
        Prim::PairAcc { .. } => (&rules::DPIA_G_A_PAIR, Choose),
        Prim::PairAcc1 { .. } => (&rules::DPIA_G_A_PAIR, Enter(Side::First)),
        Prim::PairAcc2 { .. } => (&rules::DPIA_G_A_PAIR, Enter(Side::Second)),
        Prim::SplitAcc { n, .. } => (&rules::DPIA_G_A_SPLIT, Cut(n.clone())),
        Prim::JoinAcc { m, .. } => (&rules::DPIA_G_A_JOIN, Flat(m.clone())),
        Prim::CutAcc { l, .. } => (&rules::DPIA_G_A_CUT, Flat(l.clone())),
        Prim::TakeAcc { .. } => (&rules::DPIA_G_A_VIEW, Same),
        Prim::DropAcc { n, .. } => (&rules::DPIA_G_A_VIEW, Shift(n.clone())),
        Prim::TransposeAcc { .. } => (&rules::DPIA_G_A_VIEW, Swap),
        Prim::StrideAcc { n, s, .. } => (
            &rules::DPIA_G_A_VIEW,
            Together {
                n: n.clone(),
                s: s.clone(),
            },
        ),
        Prim::StridedAcc { o, strides, .. } => (&rules::DPIA_G_A_VIEW, strided(o, strides)),
        Prim::AsVectorAcc { width: w, .. } => (&rules::DPIA_G_VELEM, Cut(width(*w))),
        Prim::AsScalarAcc { width: w, .. } => (&rules::DPIA_G_VELEM, Flat(width(*w))),
        _ => return None,
    })
}

/// What can be done with the indexes of a path.
pub(crate) trait Indexes {
    type Index;
    type Error;

    /// What a size of the program is here.
    fn size(&mut self, n: &Nat) -> Result<Nat, Self::Error>;

    /// `i·n`
    fn scaled(&mut self, i: Self::Index, n: &Nat) -> Self::Index;

    /// `i + n`
    fn shifted(&mut self, i: Self::Index, n: &Nat) -> Self::Index;

    /// `i·n + j`
    fn flat(&mut self, i: Self::Index, n: &Nat, j: Self::Index) -> Self::Index;

    /// `i / n` and `i % n`
    fn cut(&mut self, i: Self::Index, n: &Nat) -> [Self::Index; 2];
}

impl Turn {
    /// Does it to a path, and says into which of the view's phrases that leads.  A path that is shorter than the view asks for stays as it is,
    /// and leads nowhere.
    ///
    /// # Errors
    /// Those of the indexes.
    pub fn apply<X: Indexes>(
        &self,
        path: &mut Path<X::Index>,
        with: &mut X,
    ) -> Result<Option<usize>, X::Error> {
        let first_or_second = |side| usize::from(side == Side::Second);
        match self {
            Turn::Same => {}
            Turn::Shift(n) => {
                let n = with.size(n)?;
                let Some(i) = path.pop_index() else {
                    return Ok(None);
                };
                path.push(Step::Index(with.shifted(i, &n)));
            }
            Turn::Flat(n) => {
                let n = with.size(n)?;
                let Some([i, j]) = path.pop_indexes() else {
                    return Ok(None);
                };
                path.push(Step::Index(with.flat(i, &n, j)));
            }
            Turn::Strided { o, strides } => {
                let Some((first, rest)) = strides.split_first() else {
                    return Ok(None);
                };
                let (o, first) = (with.size(o)?, with.size(first)?);
                let Some(indexes) = path.pop_so_many(strides.len()) else {
                    return Ok(None);
                };
                let mut indexes = indexes.into_iter();
                let Some(i) = indexes.next() else {
                    return Ok(None);
                };
                let mut at = with.scaled(i, &first);
                for (i, s) in indexes.zip(rest) {
                    let s = with.size(s)?;
                    at = with.flat(i, &s, at);
                }
                path.push(Step::Index(with.shifted(at, &o)));
            }
            Turn::Cut(n) => {
                let n = with.size(n)?;
                let Some(i) = path.pop_index() else {
                    return Ok(None);
                };
                let [q, r] = with.cut(i, &n);
                path.push(Step::Index(r));
                path.push(Step::Index(q));
            }
            Turn::Apart { n, s } | Turn::Together { n, s } => {
                let (n, s) = (with.size(n)?, with.size(s)?);
                let Some(d) = n.divided_exactly(&s) else {
                    return Ok(None);
                };
                let (by, times) = match self {
                    Turn::Apart { .. } => (d, s),
                    _ => (s, d),
                };
                let Some(i) = path.pop_index() else {
                    return Ok(None);
                };
                let [q, r] = with.cut(i, &by);
                path.push(Step::Index(with.flat(r, &times, q)));
            }
            Turn::Swap => {
                let Some(outer) = path.pop() else {
                    return Ok(None);
                };
                let Some(inner) = path.pop() else {
                    path.push(outer);
                    return Ok(None);
                };
                path.push(outer);
                path.push(inner);
            }
            Turn::Enter(side) => path.push(Step::Field(*side)),
            Turn::EnterEach(side) => {
                let Some(i) = path.pop_index() else {
                    return Ok(None);
                };
                path.push(Step::Field(*side));
                path.push(Step::Index(i));
            }
            Turn::Choose => return Ok(path.pop_field().map(first_or_second)),
            Turn::ChooseEach => {
                let Some(i) = path.pop_index() else {
                    return Ok(None);
                };
                let side = path.pop_field();
                path.push(Step::Index(i));
                return Ok(side.map(first_or_second));
            }
        }
        Ok(Some(0))
    }
}
