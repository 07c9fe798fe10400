//! ⟦·⟧acc: acceptors with a path to places in memory (notes, sections 9.2, 10.3 and 16).

use super::environment::{Binding, Environment};
use super::memory::{Place, malformed};
use super::text::{Done, Text};
use crate::analyses::path::Path;
use crate::dpia::make;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{Name, Nat, Node, Phrase, Prim};
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
    pub fn scalar_target(&mut self, phrase: &Phrase, env: &Environment, path: Path<Nat>) -> Done<Place> {
        match self.acceptor(phrase, env, path)? {
            Target::Place(place) => Ok(place),
            _ => Err(malformed(phrase.span, "a vector stands where a number should")),
        }
    }

    /// ⟦A⟧acc η ps
    pub fn acceptor(&mut self, phrase: &Phrase, env: &Environment, path: Path<Nat>) -> Done<Target> {
        elder_syntax::effort::deeper(|| self.acceptor_here(phrase, env, path))
    }

    fn acceptor_here(&mut self, phrase: &Phrase, env: &Environment, mut path: Path<Nat>) -> Done<Target> {
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
        if let Some(part) = self.through(prim, env, &mut path)? {
            let viewed = arguments
                .get(part)
                .ok_or_else(|| malformed(span, "a view of nothing"))?;
            return self.acceptor(viewed, env, path);
        }
        let missing = || malformed(span, "a path ends within an acceptor of compound type");
        match (prim, arguments) {
            (Prim::IdxAcc { n, .. } | Prim::IdxUpd { n, .. }, [a, j]) => {
                rules::DPIA_G_A_IDX.apply();
                let n = self.nat(n, env)?;
                let j = self.index(j, env, Some(&n))?;
                self.acceptor(a, env, path.with_index(j))
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
            (Prim::ScatterAcc { m, .. }, [js, a]) => {
                rules::DPIA_G_A_VIEW.apply();
                let m = self.nat(m, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                let j = self.indirect(js, env, i, &m)?;
                self.acceptor(a, env, path.with_index(j))
            }
            (Prim::AsScalarAcc { width, .. }, [a]) => {
                let first = path.pop_index().ok_or_else(missing)?;
                let first = first.times(&Nat::lit(i64::from(*width)));
                self.vector_target(a, env, &first, *width, span)
            }
            _ => Err(malformed(
                span,
                &format!("`{}` is no acceptor of a kernel", prim.name()),
            )),
        }
    }
}
