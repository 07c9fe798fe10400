//! What a function has to compute so that its sizes are known (Figure 43 of the thesis).
//!
//! Statements are taken from the last to the first.  One is kept if it binds what is needed, or if it can fail and one that is kept
//! comes after it: so the part fails first by what the function fails by first, and what comes after the last size that is asked
//! for is not computed twice.  The function itself will fail by what was left out.
//!
//! The part is run on the first rows, which share with the inputs, so what it consumes is copied (FUT-Z-39).

use super::assertion::At;
use super::infer::Infer;
use elder_core::analyses::{effects, free};
use elder_core::names::Name;
use elder_core::renamed::Renamed;
use elder_core::rules::inference::{CORE_SI_SLICE, CORE_SI_SLICECALL};
use elder_core::tree::{Accumulated, Atom, Binder, Body, Exp, Lambda, Pat, Stm, Type};
use elder_core::walk::{Fold, Rewrite};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a part of a function is run on.
#[derive(Clone, Copy)]
pub(super) enum Argument {
    /// The first row of an array.
    Row(Name),
    /// A value.
    Whole(Atom),
    /// An accumulator to which nobody adds.
    Accumulator,
    /// The size of a chunk.
    Size(Name, Atom),
}

impl Infer {
    /// CORE-SI-SLICE: the part of a function that finds these sizes.  Its statements and the sizes, by names of their own.
    pub(super) fn slice(
        &mut self,
        function: &Lambda,
        found: &[Atom],
        arguments: Vec<Argument>,
        at: &At,
    ) -> (Vec<Stm>, Vec<Atom>) {
        CORE_SI_SLICE.apply();
        let mut part = Part::of(found);
        part.body(self, &function.body);
        let accs = arguments
            .iter()
            .filter(|argument| matches!(argument, Argument::Accumulator))
            .count();
        let (accs, _) = function.params.split_at(accs);
        let adds = accs.iter().any(|acc| part.needed.uses(acc.name));
        if adds {
            // What an accumulator is made into has to be given back.
            part = Part::of(found);
            part.needed.extend(
                function
                    .body
                    .results
                    .iter()
                    .take(accs.len())
                    .filter_map(|acc| acc.name()),
            );
            part.body(self, &function.body);
        }
        let mut stms = Vec::new();
        let mut substitution: FxHashMap<Name, Atom> = FxHashMap::default();
        for (param, argument) in function.params.iter().zip(&arguments) {
            if part.needed.uses(param.name) {
                let atom = self.first(param, *argument, at, &mut stms);
                substitution.extend(atom.map(|atom| (param.name, atom)));
            }
        }
        for argument in &arguments {
            if let Argument::Size(size, width) = argument {
                substitution.insert(*size, *width);
            }
        }
        let mut body = Body::of(part.stms, part.found);
        if adds {
            let given = function.body.results.iter().take(accs.len()).copied().collect();
            body = self.accumulating(accs, given, body, at);
        }
        let mut renamed = Renamed {
            names: &mut self.names,
            substitution,
        };
        renamed.body(&mut body);
        stms.extend(body.stms);
        (stms, body.results)
    }

    /// A body that adds to accumulators, of which it gives these: to some that nobody sees.
    fn accumulating(&mut self, accs: &[Binder], given: Vec<Atom>, inner: Body, at: &At) -> Body {
        let (mut stms, mut values, mut updates) = (vec![], vec![], vec![]);
        for acc in accs {
            let Type::Acc(known) = &acc.ty else { continue };
            let mut arrays = Vec::with_capacity(known.elements.len());
            for (dims, element) in &known.elements {
                let ty = Type::array(known.space.iter().chain(dims).copied(), *element);
                let blank = self.fresh("blank", ty.clone());
                arrays.push(blank.name);
                values.push(self.fresh("unseen", ty.clone()));
                stms.push(at.safe(blank, Exp::Blank(ty)));
            }
            updates.push(Accumulated {
                space: known.space.iter().filter_map(|dim| dim.size()).collect(),
                arrays,
                operator: None,
            });
        }
        let sizes: Vec<Binder> = inner
            .results
            .iter()
            .map(|_| self.fresh("l", Type::SIZE))
            .collect();
        let results = sizes.iter().map(|size| size.name.into()).collect();
        values.extend(sizes);
        let types = accs.iter().map(|acc| acc.ty.clone());
        let types = types.chain(inner.results.iter().map(|_| Type::SIZE)).collect();
        let given = given.into_iter().chain(inner.results).collect();
        let body = Body::of(inner.stms, given);
        let function = Box::new(Lambda::new(accs.to_vec(), body, types));
        let exp = Exp::WithAcc { updates, function };
        stms.push(at.with(Pat::of(values), exp));
        Body::of(stms, results)
    }

    /// What a parameter stands for in the part.
    fn first(&mut self, param: &Binder, argument: Argument, at: &At, out: &mut Vec<Stm>) -> Option<Atom> {
        let is_consumed = !param.ty.dims().is_empty() && self.sharing.is_consumed(param.name);
        let mut atom = match argument {
            Argument::Row(array) => {
                let binder = self.named(param);
                let name = binder.name;
                let exp = Exp::row(array, [Atom::i64(0)], &param.ty);
                out.push(at.safe(binder, exp));
                Atom::from(name)
            }
            Argument::Whole(atom) => atom,
            Argument::Accumulator | Argument::Size(..) => return None,
        };
        if let (true, Atom::Var(array)) = (is_consumed, atom) {
            let ty = self.variable(array);
            let binder = self.named(&Binder { name: array, ty });
            atom = binder.name.into();
            out.push(at.safe(binder, Exp::Copy(array)));
        }
        Some(atom)
    }

    /// A new variable like this one.
    fn named(&mut self, like: &Binder) -> Binder {
        let name = self.names.again(like.name);
        self.declare(name, like.ty.clone());
        Binder {
            name,
            ty: like.ty.clone(),
        }
    }

    /// The sizes that the function of an accumulation finds when it is run on copies.
    pub(super) fn first_run(
        &mut self,
        updates: &[Accumulated],
        function: &Lambda,
        accs: usize,
        found: &[Atom],
        at: &At,
        out: &mut Vec<Stm>,
    ) -> Vec<Atom> {
        let mut updates = updates.to_vec();
        let mut values = Vec::new();
        for array in updates.iter_mut().flat_map(|update| &mut update.arrays) {
            let ty = self.variable(*array);
            let like = Binder { name: *array, ty };
            let copy = self.named(&like);
            let original = std::mem::replace(array, copy.name);
            out.push(at.safe(copy, Exp::Copy(original)));
            values.push(self.named(&like));
        }
        let mut function = function.clone();
        let mut part = Part::of(found);
        part.needed.extend(
            function
                .body
                .results
                .iter()
                .take(accs)
                .filter_map(|acc| acc.name()),
        );
        part.body(self, &function.body);
        function.body.stms = part.stms;
        function.body.results.truncate(accs);
        function.body.results.extend(part.found);
        function.results.truncate(accs);
        let accs = function.params.iter().take(accs).map(|param| param.ty.clone());
        function.results = accs.chain(found.iter().map(|_| Type::SIZE)).collect();
        let mut exp = Exp::WithAcc {
            updates,
            function: Box::new(function),
        };
        Renamed {
            names: &mut self.names,
            substitution: FxHashMap::default(),
        }
        .exp(&mut exp);
        let sizes: Vec<Binder> = found.iter().map(|_| self.fresh("l", Type::SIZE)).collect();
        let firsts = sizes.iter().map(|size| size.name.into()).collect();
        values.extend(sizes);
        out.push(at.with(Pat::of(values), exp));
        firsts
    }
}

/// Primitive functions that cannot fail and need no row go out, where the function itself may find them; the others.
pub(super) fn independent(stms: Vec<Stm>, out: &mut Vec<Stm>) -> Vec<Stm> {
    let mut inside: FxHashSet<Name> = FxHashSet::default();
    let mut kept = Vec::new();
    for stm in stms {
        let needed = free::of_stm(&stm);
        if matches!(stm.exp, Exp::Prim(..)) && effects::is_pure(&stm) && needed.is_disjoint(&inside) {
            out.push(stm);
        } else {
            inside.extend(stm.pat.names());
            kept.push(stm);
        }
    }
    kept
}

/// A part of a body.
struct Part {
    /// What is needed before the statements.
    needed: free::Names,
    /// What was kept.
    stms: Vec<Stm>,
    /// The sizes that it finds.
    found: Vec<Atom>,
}

impl Part {
    fn of(found: &[Atom]) -> Part {
        let mut needed = free::Names::default();
        needed.extend(found.iter().filter_map(|size| size.name()));
        Part {
            needed,
            stms: vec![],
            found: found.to_vec(),
        }
    }

    /// What a body has to do, from its last statement on.
    fn body(&mut self, infer: &mut Infer, body: &Body) {
        let mut kept: Vec<Stm> = Vec::new();
        for stm in body.stms.iter().rev() {
            let is_needed = |name: &Name| self.needed.uses(*name);
            let values = stm.pat.values.iter().any(|value| is_needed(&value.name));
            let binds = values || stm.pat.sizes.iter().any(is_needed);
            if !binds && (kept.is_empty() && self.stms.is_empty() || effects::is_pure(stm)) {
                continue;
            }
            if !values && kept.is_empty() && self.stms.is_empty() && self.call(infer, stm) {
                continue;
            }
            self.keep(stm);
            kept.push(stm.clone());
        }
        kept.reverse();
        kept.append(&mut self.stms);
        self.stms = kept;
    }

    /// What a statement needs is needed before it.
    fn keep(&mut self, stm: &Stm) {
        self.needed.stm(stm);
    }

    /// CORE-SI-SLICECALL: of the last call, of which only sizes are needed, only what these need.
    fn call(&mut self, infer: &mut Infer, stm: &Stm) -> bool {
        let Exp::Call { function, arguments } = &stm.exp else {
            return false;
        };
        // One that is not done calls itself.
        let Some(callee) = infer.done.get(function.index()) else {
            return false;
        };
        let is_kept = callee.params.is_empty() || infer.recursive[function.index()];
        if is_kept || !infer.calls_are_sliced {
            return false;
        }
        CORE_SI_SLICECALL.apply();
        let callee = callee.clone();
        let existential = stm.pat.sizes.iter().zip(&callee.body.witnesses);
        let existential: Vec<(Name, Atom)> = existential
            .filter(|(size, _)| self.needed.uses(**size))
            .map(|(size, witness)| (*size, *witness))
            .collect();
        let witnesses: Vec<Atom> = existential.iter().map(|(_, witness)| *witness).collect();
        let mut part = Part::of(&witnesses);
        part.body(infer, &callee.body);
        let inner = Body::of(part.stms, part.found);
        let params = callee.params.iter().map(|param| param.binder.name);
        let substitution = params.zip(arguments.iter().copied());
        let mut inner = Renamed::of_body(&mut infer.names, &inner, substitution);
        let substitution: FxHashMap<Name, Atom> = existential
            .iter()
            .map(|(size, _)| *size)
            .zip(inner.results)
            .collect();
        for size in &mut self.found {
            if let Some(found) = size.name().and_then(|name| substitution.get(&name)) {
                *size = *found;
            }
        }
        self.needed
            .extend(self.found.iter().filter_map(|size| size.name()));
        for inner in &mut inner.stms {
            inner.certs.extend(&stm.certs);
            self.keep(inner);
        }
        self.stms = inner.stms;
        true
    }
}
