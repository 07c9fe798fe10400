//! ⟦·⟧acc: acceptors with a path to places in memory (notes, sections 9.2, 10.3 and 16).

use super::environment::{Binding, Environment};
use super::memory::{Place, malformed};
use super::path::Path;
use super::text::{Done, Text};
use crate::dpia::make;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{Name, Nat, Node, Phrase, Prim, Side};
use elder_kernel::c::VectorAccess;

/// Where an acceptor writes.
#[derive(Clone, Debug)]
pub enum Target {
    /// One scalar or vector.
    Place(Place),
    /// A vector of neighbours in an array of scalars.
    Neighbours(VectorAccess),
    /// A vector whose components lie apart.
    Lanes(Vec<Place>),
}

impl Text<'_> {
    /// ⟦A⟧acc η ps, one scalar.
    pub fn scalar_target(&mut self, phrase: &Phrase, env: &Environment, path: Path) -> Done<Place> {
        match self.acceptor(phrase, env, path)? {
            Target::Place(place) => Ok(place),
            _ => Err(malformed(phrase.span, "a vector stands where a number should")),
        }
    }

    /// ⟦A⟧acc η ps
    pub fn acceptor(&mut self, phrase: &Phrase, env: &Environment, path: Path) -> Done<Target> {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            self.acceptor_here(phrase, env, path)
        })
    }

    fn acceptor_here(&mut self, phrase: &Phrase, env: &Environment, mut path: Path) -> Done<Target> {
        let span = phrase.span;
        let (prim, arguments) = match &*phrase.node {
            Node::Var(x) => {
                rules::DPIA_G_A_VAR.apply();
                return match env.get(x).cloned() {
                    Some(Binding::Cell(cell)) => Ok(Target::Place(self.place(&cell, path, span)?)),
                    Some(Binding::Phrase(phrase, inner)) => self.acceptor(&phrase, &inner, path),
                    _ => Err(malformed(span, &format!("`{x}` is no place to write to"))),
                };
            }
            Node::Proj(p, side) => {
                return match &*p.node {
                    Node::Var(x) => match env.get(x).cloned() {
                        Some(Binding::Phrase(phrase, inner)) => {
                            self.acceptor(&phrase.project(*side), &inner, path)
                        }
                        Some(Binding::Cell(cell)) => Ok(Target::Place(self.place(&cell, path, span)?)),
                        _ => Err(malformed(span, &format!("`{x}` is no variable"))),
                    },
                    Node::Pair(..) => self.acceptor(&p.project(*side), env, path),
                    _ => Err(malformed(span, "a projection of what is no pair")),
                };
            }
            Node::Prim(prim, arguments) => (prim, arguments.as_slice()),
            _ => return Err(malformed(span, "a function stands where an acceptor should")),
        };
        let missing = || malformed(span, "a path ends within an acceptor of compound type");
        match (prim, arguments) {
            (Prim::IdxAcc { n, .. } | Prim::IdxUpd { n, .. }, [a, j]) => {
                rules::DPIA_G_A_IDX.apply();
                let n = self.nat(n, env)?;
                let j = self.index(j, env, Some(&n))?;
                self.acceptor(a, env, path.with_index(j))
            }
            (Prim::SplitAcc { n, .. }, [a]) => {
                rules::DPIA_G_A_SPLIT.apply();
                let n = self.nat(n, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                let (q, r) = (i.quotient(&n, &self.known), i.remainder(&n, &self.known));
                self.acceptor(a, env, path.with_index(r).with_index(q))
            }
            (Prim::JoinAcc { m, .. }, [a]) => {
                rules::DPIA_G_A_JOIN.apply();
                let m = self.nat(m, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                let j = path.pop_index().ok_or_else(missing)?;
                self.acceptor(a, env, path.with_index(i.times(&m).plus(&j).shortened()))
            }
            (Prim::PairAcc1 { .. }, [a]) => {
                rules::DPIA_G_A_PAIR.apply();
                self.acceptor(a, env, path.with_field(Side::First))
            }
            (Prim::PairAcc2 { .. }, [a]) => {
                rules::DPIA_G_A_PAIR.apply();
                self.acceptor(a, env, path.with_field(Side::Second))
            }
            (Prim::PairAcc { .. }, [a, b]) => {
                rules::DPIA_G_A_PAIR.apply();
                match path.pop_field().ok_or_else(missing)? {
                    Side::First => self.acceptor(a, env, path),
                    Side::Second => self.acceptor(b, env, path),
                }
            }
            (Prim::ZipAcc1 { .. } | Prim::ZipAcc2 { .. }, [a]) => {
                rules::DPIA_G_A_ZIP.apply();
                let side = match prim {
                    Prim::ZipAcc1 { .. } => Side::First,
                    _ => Side::Second,
                };
                let i = path.pop_index().ok_or_else(missing)?;
                self.acceptor(a, env, path.with_field(side).with_index(i))
            }
            (Prim::UnzipAcc { .. }, [a]) => {
                rules::DPIA_G_A_ZIP.apply();
                let i = path.pop_index().ok_or_else(missing)?;
                let side = path.pop_field().ok_or_else(missing)?;
                self.acceptor(a, env, path.with_index(i).with_field(side))
            }
            (Prim::TakeAcc { .. }, [a]) => {
                rules::DPIA_G_A_VIEW.apply();
                self.acceptor(a, env, path)
            }
            (Prim::DropAcc { n, .. }, [a]) => {
                rules::DPIA_G_A_VIEW.apply();
                let n = self.nat(n, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                self.acceptor(a, env, path.with_index(i.plus(&n)))
            }
            (Prim::TransposeAcc { .. }, [a]) => {
                rules::DPIA_G_A_VIEW.apply();
                let i = path.pop_index().ok_or_else(missing)?;
                let j = path.pop_index().ok_or_else(missing)?;
                self.acceptor(a, env, path.with_index(i).with_index(j))
            }
            (Prim::MapAcc { n, to, .. }, [f, a]) => {
                rules::DPIA_G_A_MAP.apply();
                let Node::Lambda(binder, body) = &*f.node else {
                    return Err(malformed(f.span, "a function of acceptors is not known"));
                };
                let index = Name::fresh("i");
                let i = path.pop_index().ok_or_else(missing)?;
                let inner = env.with(&index, Binding::Index(i));
                let element = make::idx_acc(n, to, a.clone(), Phrase::var(&index, span));
                let env = env.with(&binder.name, Binding::Phrase(element, inner));
                self.acceptor(body, &env, path)
            }
            (Prim::ReorderAcc { n, .. }, [inverse, _, a]) => {
                rules::DPIA_G_A_VIEW.apply();
                let n = self.nat(n, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                let j = self.index_function(inverse, env, i, &n)?;
                self.acceptor(a, env, path.with_index(j))
            }
            (Prim::StrideAcc { n, s, .. }, [a]) => {
                rules::DPIA_G_A_VIEW.apply();
                let (n, s) = (self.nat(n, env)?, self.nat(s, env)?);
                let j = path.pop_index().ok_or_else(missing)?;
                let rows = n.divided_exactly(&s).ok_or_else(missing)?;
                let (q, r) = (j.quotient(&s, &self.known), j.remainder(&s, &self.known));
                self.acceptor(a, env, path.with_index(r.times(&rows).plus(&q).shortened()))
            }
            (Prim::ScatterAcc { m, .. }, [js, a]) => {
                rules::DPIA_G_A_VIEW.apply();
                let m = self.nat(m, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                let j = self.indirect(js, env, i, &m)?;
                self.acceptor(a, env, path.with_index(j))
            }
            (Prim::AsVectorAcc { width, .. }, [a]) => {
                rules::DPIA_G_VELEM.apply();
                let i = path.pop_index().ok_or_else(missing)?;
                let width = Nat::lit(i64::from(*width));
                let (q, r) = (i.quotient(&width, &self.known), i.remainder(&width, &self.known));
                self.acceptor(a, env, Path::empty().with_index(r).with_index(q))
            }
            (Prim::AsScalarAcc { width, .. }, [a]) => {
                let i = path.pop_index().ok_or_else(missing)?;
                let first = i.times(&Nat::lit(i64::from(*width)));
                match path.pop_index() {
                    Some(lane) => {
                        rules::DPIA_G_VELEM.apply();
                        self.acceptor(a, env, Path::empty().with_index(first.plus(&lane).shortened()))
                    }
                    None => self.vector_target(a, env, &first, *width, span),
                }
            }
            _ => Err(malformed(
                span,
                &format!("`{}` is no acceptor of a kernel", prim.name()),
            )),
        }
    }
}
