//! Branches and loops: sizes in which branches differ, or that a loop changes, are hidden.

use super::assertion::{At, WITNESS};
use super::infer::{Infer, Operands, dims_of, filled, filled_dims};
use elder_core::names::Name;
use elder_core::rules::inference::*;
use elder_core::tree::{Atom, Body, Dim, Ext, Form, Loop, Results, Stm, Type};
use elder_core::walk::Rewrite;
use rustc_hash::FxHashMap;

impl Infer {
    /// CORE-SI-IF: of sizes in which the branches differ, each pair is hidden once (CORE-SZ-JOIN).
    pub(super) fn branches(&mut self, then: &mut Body, otherwise: &mut Body, results: &mut Results, at: &At) {
        CORE_SI_IF.apply();
        let [first, second] = [&mut *then, &mut *otherwise].map(|body| {
            self.body(body);
            let witnesses = body.witnesses.clone();
            let wanted = |j: usize, own: &Type| filled(&results.given[j].ty, own, &witnesses);
            self.close(body, wanted, (at, WITNESS))
        });
        let mut pairs: Vec<(Atom, Atom)> = Vec::new();
        let before = results.existential;
        for ((given, a), b) in results.given.iter_mut().zip(&first).zip(&second) {
            if let Type::Acc(_) = given.ty {
                given.ty = a.shown();
                continue;
            }
            let mut dims = dims_of(a).into_iter().zip(dims_of(b));
            given.ty = given.ty.map(|ext| match (ext, dims.next()) {
                (Ext::Is(Dim::Open), Some((Dim::Is(a), Dim::Is(b)))) if a != b => {
                    let known = pairs.iter().position(|pair| *pair == (a, b));
                    let number = known.unwrap_or_else(|| {
                        pairs.push((a, b));
                        pairs.len() - 1
                    });
                    Ext::Existential(before + number as u16)
                }
                // A size that both branches have was bound before them.
                (Ext::Is(Dim::Open), Some((a, _))) => Ext::Is(a),
                (declared, _) => *declared,
            });
        }
        results.existential += pairs.len() as u16;
        for (a, b) in pairs {
            then.witnesses.push(a);
            otherwise.witnesses.push(b);
        }
    }

    /// CORE-SI-LOOP: each open dimension of a parameter is a size that changes.
    pub(super) fn repeat(&mut self, it: &mut Loop, at: &At, out: &mut Vec<Stm>) -> Results {
        CORE_SI_LOOP.apply();
        let declared: Vec<Type> = it
            .params
            .iter()
            .map(|(param, _)| param.binder.ty.clone())
            .collect();
        let own: Vec<Name> = it.params.iter().map(|(param, _)| param.binder.name).collect();
        let firsts = it.params.iter().map(|(_, initial)| *initial);
        let begins: FxHashMap<Name, Atom> = it
            .sizes
            .iter()
            .copied()
            .chain(own.iter().copied().zip(firsts))
            .collect();
        // Where each size that is added stands.
        let mut added: Vec<(usize, usize)> = Vec::new();
        for (j, (param, initial)) in it.params.iter_mut().enumerate() {
            let mut wanted = declared[j].clone();
            Operands(&begins).ty(&mut wanted);
            let wanted = filled_dims(&wanted, &self.type_of(*initial));
            *initial = self.tested(*initial, &wanted, (at, WITNESS), out);
            if let Type::Acc(_) = declared[j] {
                param.binder.ty = self.type_of(*initial);
                continue;
            }
            let (mut firsts, mut k) = (dims_of(&wanted).into_iter(), 0);
            param.binder.ty = declared[j].map(|dim| {
                let first = firsts.next().and_then(Dim::size).unwrap_or(Atom::i64(0));
                k += 1;
                match dim {
                    // A parameter is bound after its loop's sizes, so what it says of another one is tested.
                    Dim::Is(size) if size.name().is_none_or(|name| !own.contains(&name)) => Dim::Is(*size),
                    _ => {
                        let size = self.names.fresh("l");
                        it.sizes.push((size, first));
                        added.push((j, k - 1));
                        Dim::Is(size.into())
                    }
                }
            });
        }
        for (size, _) in &it.sizes {
            self.declare(*size, Type::SIZE);
        }
        for (param, _) in &it.params {
            self.declare(param.binder.name, param.binder.ty.clone());
        }
        if let Form::For { index, ty, .. } = it.form {
            self.declare(index, Type::Prim(ty));
        }
        self.body(&mut it.body);
        let nexts = it
            .sizes
            .iter()
            .map(|(size, _)| *size)
            .zip(it.body.witnesses.iter().copied());
        let results = own.iter().copied().zip(it.body.results.iter().copied());
        let next: FxHashMap<Name, Atom> = nexts.chain(results).collect();
        let wanted = |j: usize, own: &Type| {
            let mut wanted = declared[j].clone();
            Operands(&next).ty(&mut wanted);
            filled_dims(&wanted, own)
        };
        let types = self.close(&mut it.body, wanted, (at, WITNESS));
        for (j, k) in added {
            let next = types.get(j).and_then(|ty| dims_of(ty).get(k).copied());
            it.body.witnesses.extend(next.and_then(Dim::size));
        }
        let existential = |dim: &Dim| match dim {
            Dim::Is(Atom::Var(name)) => match it.sizes.iter().position(|(size, _)| size == name) {
                Some(number) => Ext::Existential(number as u16),
                None => Ext::Is(*dim),
            },
            dim => Ext::Is(*dim),
        };
        Results {
            existential: it.sizes.len() as u16,
            given: it
                .params
                .iter()
                .map(|(param, _)| elder_core::tree::Given {
                    ty: param.binder.ty.map(existential),
                    unique: param.unique,
                })
                .collect(),
        }
    }
}
