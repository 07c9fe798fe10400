//! Statements, and the sizes of what they bind.

use super::assertion::{At, Says, WITNESS, one, says};
use super::{Signature, atom_of};
use crate::core::simplify::sharing::Sharing;
use elder_core::SiteId;
use elder_core::names::{FunName, Name, Names};
use elder_core::rules::evaluation::{CORE_E_ARRAY, CORE_E_CONCAT, CORE_E_FLAT, CORE_E_UPDATE};
use elder_core::rules::inference::*;
use elder_core::site::Sites;
use elder_core::tree::{
    Atom, Binder, Body, Chunk, Dim, Exp, Ext, Form, Function, Lambda, Loop, Program, Results, Stm, Type,
    counts, step_counts,
};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::Rule;
use rustc_hash::FxHashMap;

/// What is known while sizes are inferred.
pub(crate) struct Infer {
    pub(super) names: Names,
    pub(super) sites: Sites,
    /// The types of the names that were met, with their sizes.
    types: Vec<Option<Type>>,
    /// When each name was met: what a body binds was met after the body was entered.
    met: Vec<u32>,
    clock: u32,
    /// The sizes that `size` statements asked for.
    put: FxHashMap<Name, Atom>,
    pub(super) signatures: Vec<Signature>,
    /// The functions whose sizes are known.
    pub(super) done: Vec<Function>,
    /// Which of them call themselves.
    pub(super) recursive: Vec<bool>,
    /// What may share with what is consumed, in the program as it was.
    pub(super) sharing: Sharing,
    /// The sites of tests, by the site of the statement, rule and premise.
    pub(super) tests: FxHashMap<(SiteId, &'static str, &'static str), SiteId>,
    /// Whether a part of a function has only what it needs of a call.
    pub(super) calls_are_sliced: bool,
}

/// What an expression gives.
pub(super) struct Gives {
    /// The types of the values, in which the sizes of the pattern stand.
    types: Vec<Type>,
    /// What the expression says that they are, where that is tested.
    said: Option<Vec<Type>>,
}

impl From<Vec<Type>> for Gives {
    fn from(types: Vec<Type>) -> Gives {
        Gives { types, said: None }
    }
}

impl From<Type> for Gives {
    fn from(ty: Type) -> Gives {
        vec![ty].into()
    }
}

impl Infer {
    /// Takes the names and sites of a program.
    pub(super) fn of(program: &mut Program, without: &[&Rule]) -> Infer {
        let sharing = Sharing::of(program);
        Infer {
            names: std::mem::take(&mut program.names),
            sites: std::mem::take(&mut program.sites),
            types: Vec::new(),
            met: Vec::new(),
            clock: 0,
            put: FxHashMap::default(),
            signatures: Vec::new(),
            done: Vec::new(),
            recursive: Vec::new(),
            sharing,
            tests: FxHashMap::default(),
            calls_are_sliced: !without.iter().any(|rule| rule.id == CORE_SI_SLICECALL.id),
        }
    }

    /// Gives them back, with the functions.
    pub(super) fn back_into(self, program: &mut Program) {
        program.names = self.names;
        program.sites = self.sites;
        program.functions = self.done;
    }

    /// A name with its type.
    pub(super) fn declare(&mut self, name: Name, ty: Type) {
        let at = name.index();
        if self.types.len() <= at {
            self.types.resize(at + 1, None);
            self.met.resize(at + 1, 0);
        }
        self.types[at] = Some(ty);
        self.clock += 1;
        self.met[at] = self.clock;
    }

    /// Now, to be compared with when a name was met.
    pub(super) fn now(&self) -> u32 {
        self.clock
    }

    /// Whether a size is bound, and was met since then.
    pub(super) fn is_since(&self, atom: Atom, then: u32) -> bool {
        let met = atom.name().and_then(|name| self.met.get(name.index()));
        met.is_some_and(|met| *met > then)
    }

    /// A new variable.
    pub(super) fn fresh(&mut self, text: &'static str, ty: Type) -> Binder {
        let name = self.names.fresh(text);
        self.declare(name, ty.clone());
        Binder { name, ty }
    }

    /// The type of an operand.
    pub(super) fn type_of(&self, atom: Atom) -> Type {
        match atom {
            // A checked program uses what is bound.
            Atom::Var(name) => self
                .types
                .get(name.index())
                .cloned()
                .flatten()
                .unwrap_or(Type::Cert),
            Atom::Const(value) => Type::Prim(value.prim_type()),
        }
    }

    pub(super) fn variable(&self, name: Name) -> Type {
        self.type_of(name.into())
    }

    /// A body, within which all is known afterwards.
    pub(super) fn body(&mut self, body: &mut Body) {
        self.body_after(vec![], body);
    }

    /// The same, after some statements.
    pub(super) fn body_after(&mut self, mut before: Vec<Stm>, body: &mut Body) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            for stm in std::mem::take(&mut body.stms) {
                self.stm(stm, &mut before);
            }
        });
        body.stms = before;
        rewrite::gives(&mut Operands(&self.put), body);
    }

    /// The results of a body have types that are made of their own ones; what is not seen of that is tested.
    pub(super) fn close(
        &mut self,
        body: &mut Body,
        wanted: impl Fn(usize, &Type) -> Type,
        (at, says): (&At, Says),
    ) -> Vec<Type> {
        let mut types = Vec::with_capacity(body.results.len());
        for (j, result) in body.results.iter_mut().enumerate() {
            let ty = wanted(j, &self.type_of(*result));
            *result = self.tested(*result, &ty, (at, says), &mut body.stms);
            types.push(ty);
        }
        types
    }

    /// CORE-SI-LET, CORE-SI-SIZE
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(&mut Operands(&self.put), &mut stm);
        if let Exp::Size { dimension, array } = stm.exp {
            CORE_SI_SIZE.apply();
            let dims = dims_of(&self.variable(array));
            let size = dims.get(usize::from(dimension)).and_then(|dim| atom_of(*dim));
            for (value, size) in stm.pat.values.iter().zip(size) {
                self.put.insert(value.name, size);
            }
            return;
        }
        CORE_SI_LET.apply();
        let at = At::stm(&stm);
        let gives = self.exp(&mut stm, &at, out);
        for size in &stm.pat.sizes {
            self.declare(*size, Type::SIZE);
        }
        // What the expression says is tested for all its values before what the pattern says.
        let mut tests: [Vec<(Name, Name, Type)>; 2] = [vec![], vec![]];
        for (j, value) in stm.pat.values.iter_mut().enumerate() {
            let own = gives.types.get(j).cloned().unwrap_or(Type::Cert);
            let said = gives.said.as_ref().and_then(|said| said.get(j)).unwrap_or(&own);
            let bound = filled_dims(&value.ty, said);
            let named = value.name;
            if bound != *said {
                value.name = self.names.again(named);
                tests[1].push((value.name, named, bound));
            }
            if *said != own {
                let given = value.name;
                value.name = self.names.again(named);
                tests[0].push((value.name, given, said.clone()));
            }
            value.ty = own;
            self.declare(value.name, value.ty.clone());
        }
        out.push(stm);
        let places = [at.clone(), at.bound()];
        for (tests, at) in tests.into_iter().zip(&places) {
            for (array, new, ty) in tests {
                self.test(array, new, &ty, (at, WITNESS), out);
            }
        }
    }

    /// What an expression gives; what has to be tested before it is.
    fn exp(&mut self, stm: &mut Stm, at: &At, out: &mut Vec<Stm>) -> Gives {
        match &mut stm.exp {
            Exp::Call { function, arguments } => {
                let (function, arguments) = (*function, std::mem::take(arguments));
                let (arguments, gives) = self.call(function, arguments, &mut stm.pat.sizes, at, out);
                stm.exp = Exp::Call { function, arguments };
                gives
            }
            Exp::If {
                then,
                otherwise,
                results,
                ..
            } => {
                self.branches(then, otherwise, results, at);
                self.hidden(&results.clone(), &mut stm.pat.sizes).into()
            }
            Exp::Loop(it) => {
                let results = self.repeat(it, at, out);
                self.hidden(&results, &mut stm.pat.sizes).into()
            }
            Exp::Soac { width, inputs, soac } => {
                let sizes = stm.pat.sizes.clone();
                self.soac(*width, inputs, soac, &sizes, at, out).into()
            }
            Exp::WithAcc { updates, function } => self.with_acc(updates, function, at, out).into(),
            exp => self.operator(exp, at, out).into(),
        }
    }

    /// The sizes that results hide have names in the pattern, new ones behind those that it has.  The types with these names.
    fn hidden(&mut self, results: &Results, sizes: &mut Vec<Name>) -> Vec<Type> {
        while sizes.len() < usize::from(results.hidden) {
            sizes.push(self.names.fresh("d"));
        }
        let given = results.given.iter();
        given.map(|given| shown(&given.ty, sizes)).collect()
    }

    /// Operators: what they give by their schemes, and tests of their operands.
    fn operator(&mut self, exp: &mut Exp, at: &At, out: &mut Vec<Stm>) -> Type {
        match exp {
            Exp::Atom(atom) | Exp::Opaque(atom) => self.type_of(*atom),
            Exp::Prim(function, _) => Type::Prim(function.result()),
            Exp::Index { array, .. } => self.element(*array, vec![]),
            Exp::Slice { array, at } => self.element(*array, counts(at)),
            Exp::Update {
                array,
                at: cuts,
                value,
            } => {
                let part = self.element(*array, counts(cuts));
                if self.type_of(*value) != part {
                    CORE_SI_OP.apply();
                    // The place is tested before what is put there.
                    let place = Exp::Slice {
                        array: *array,
                        at: cuts.clone(),
                    };
                    self.probe(place, &part, (at, says(&CORE_E_UPDATE, "bounds")), out);
                    *value = self.tested(*value, &part, (at, says(&CORE_E_UPDATE, "shape")), out);
                }
                self.variable(*array)
            }
            Exp::FlatIndex { array, dims, .. } => self.element(*array, step_counts(dims)),
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                let part = self.element(*array, step_counts(dims));
                if self.variable(*value) != part {
                    CORE_SI_OP.apply();
                    let place = Exp::FlatIndex {
                        array: *array,
                        offset: *offset,
                        dims: dims.clone(),
                    };
                    self.probe(place, &part, (at, says(&CORE_E_FLAT, "bounds")), out);
                    self.array(value, &part, (at, says(&CORE_E_FLAT, "shape")), out);
                }
                self.variable(*array)
            }
            Exp::Literal { row, elements } => {
                *row = match elements.first() {
                    Some(first) => self.type_of(*first),
                    None => row.map(|dim| closed(*dim)),
                };
                for element in elements.iter_mut() {
                    CORE_SI_OP.apply();
                    *element = self.tested(*element, row, (at, says(&CORE_E_ARRAY, "regular")), out);
                }
                row.rows(Atom::i64(elements.len() as i64))
            }
            Exp::Iota(count) => Type::SIZE.rows(*count),
            Exp::Replicate { count, value } => self.type_of(*value).rows(*count),
            Exp::Blank(ty) => {
                *ty = ty.map(|dim| closed(*dim));
                ty.clone()
            }
            Exp::Reshape { dims, array } | Exp::Coerce { dims, array } => self.element(*array, dims.clone()),
            Exp::Rearrange { order, array } => {
                let ty = self.variable(*array);
                let dims = order.iter().filter_map(|k| ty.dims().get(usize::from(*k)));
                self.element(*array, dims.filter_map(|dim| atom_of(*dim)).collect())
            }
            Exp::Concat { total, arrays } => {
                let first = arrays.first().and_then(|first| self.variable(*first).row(1));
                let first = first.unwrap_or(Type::SIZE);
                for array in arrays.iter_mut() {
                    CORE_SI_OP.apply();
                    let own = self.variable(*array).dims().first().copied();
                    let wanted = own.and_then(|own| first.array_of(own)).unwrap_or(Type::Cert);
                    self.array(array, &wanted, (at, says(&CORE_E_CONCAT, "shape")), out);
                }
                first.rows(*total)
            }
            Exp::Copy(name) => self.variable(*name),
            Exp::Assert { .. } => Type::Cert,
            Exp::AccUpdate { acc, values, .. } => {
                let ty = self.variable(*acc);
                if let Type::Acc(known) = &ty {
                    for (value, (dims, element)) in values.iter_mut().zip(&known.elements) {
                        CORE_SI_OP.apply();
                        let wanted = Type::array(dims.iter().copied(), *element);
                        *value = self.tested(*value, &wanted, (at, says(&CORE_E_UPDATE, "shape")), out);
                    }
                }
                ty
            }
            // All others are handled by functions of their own.
            Exp::Size { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::Soac { .. }
            | Exp::WithAcc { .. } => Type::Cert,
        }
    }

    /// An array of these sizes, of the elements of another.
    pub(super) fn element(&self, array: Name, sizes: Vec<Atom>) -> Type {
        // An array has elements.
        let element = self.variable(array).element();
        element.map_or(Type::Cert, |element| {
            Type::array(sizes.into_iter().map(Dim::Is), element)
        })
    }

    /// An operand that has to be an array of this type.
    pub(super) fn array(&mut self, array: &mut Name, ty: &Type, why: (&At, Says), out: &mut Vec<Stm>) {
        if let Atom::Var(tested) = self.tested((*array).into(), ty, why, out) {
            *array = tested;
        }
    }

    /// A place of an array exists.
    fn probe(&mut self, place: Exp, ty: &Type, why: (&At, Says), out: &mut Vec<Stm>) {
        let binder = self.fresh("place", ty.clone());
        let mut stm = why.0.with(one(binder), place);
        (stm.safe, stm.at) = (false, self.site(why.0, why.1));
        out.push(stm);
    }

    /// CORE-SI-CALL: the sizes of the arguments are arguments.
    fn call(
        &mut self,
        function: FunName,
        mut arguments: Vec<Atom>,
        sizes: &mut Vec<Name>,
        at: &At,
        out: &mut Vec<Stm>,
    ) -> (Vec<Atom>, Gives) {
        CORE_SI_CALL.apply();
        // A function calls those before it and itself.
        let Some(callee) = self.signatures.get(function.index()) else {
            return (arguments, vec![].into());
        };
        let (params, lead) = (callee.params.clone(), callee.sizes.clone());
        let (said, gives) = (callee.said.clone(), callee.gives.clone());
        let mut passed: FxHashMap<Name, Atom> = params
            .iter()
            .map(|param| param.binder.name)
            .zip(arguments.iter().copied())
            .collect();
        for (param, argument) in params.iter().zip(&mut arguments) {
            let mut wanted = param.binder.ty.clone();
            Operands(&passed).ty(&mut wanted);
            let wanted = filled_dims(&wanted, &self.type_of(*argument));
            *argument = self.tested(*argument, &wanted, (at, WITNESS), out);
        }
        let mut all = Vec::with_capacity(lead.len() + arguments.len());
        for (size, param, dimension) in lead {
            let dims = arguments
                .get(param)
                .map(|argument| dims_of(&self.type_of(*argument)));
            let dim = dims.and_then(|dims| dims.get(dimension).copied());
            // A type has the dimensions that the parameter's has.
            let own = dim.and_then(atom_of).unwrap_or(Atom::i64(0));
            passed.insert(size, own);
            all.push(own);
        }
        all.extend(arguments);
        let passed = |results: &Results| {
            let mut results = results.clone();
            for given in &mut results.given {
                Operands(&passed).result(&mut given.ty);
            }
            results
        };
        let types = self.hidden(&passed(&gives), sizes);
        let named: Vec<Atom> = sizes.iter().map(|size| (*size).into()).collect();
        let pairs = passed(&said).given;
        let said = pairs
            .iter()
            .zip(&types)
            .map(|(said, own)| filled(&said.ty, own, &named));
        let said = said.collect();
        (
            all,
            Gives {
                types,
                said: Some(said),
            },
        )
    }

    /// CORE-SI-IF: of sizes in which the branches differ, each pair is hidden once (CORE-SZ-JOIN).
    fn branches(&mut self, then: &mut Body, otherwise: &mut Body, results: &mut Results, at: &At) {
        CORE_SI_IF.apply();
        let [first, second] = [&mut *then, &mut *otherwise].map(|body| {
            self.body(body);
            let witnesses = body.witnesses.clone();
            let wanted = |j: usize, own: &Type| filled(&results.given[j].ty, own, &witnesses);
            self.close(body, wanted, (at, WITNESS))
        });
        let mut pairs: Vec<(Atom, Atom)> = Vec::new();
        let before = results.hidden;
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
                    Ext::Hidden(before + number as u16)
                }
                // A size that both branches have was bound before them.
                (Ext::Is(Dim::Open), Some((a, _))) => Ext::Is(a),
                (said, _) => *said,
            });
        }
        results.hidden += pairs.len() as u16;
        for (a, b) in pairs {
            then.witnesses.push(a);
            otherwise.witnesses.push(b);
        }
    }

    /// CORE-SI-LOOP: each open dimension of a parameter is a size that changes.
    fn repeat(&mut self, it: &mut Loop, at: &At, out: &mut Vec<Stm>) -> Results {
        CORE_SI_LOOP.apply();
        let said: Vec<Type> = it
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
            let mut wanted = said[j].clone();
            Operands(&begins).ty(&mut wanted);
            let wanted = filled_dims(&wanted, &self.type_of(*initial));
            *initial = self.tested(*initial, &wanted, (at, WITNESS), out);
            if let Type::Acc(_) = said[j] {
                param.binder.ty = self.type_of(*initial);
                continue;
            }
            let (mut firsts, mut k) = (dims_of(&wanted).into_iter(), 0);
            param.binder.ty = said[j].map(|dim| {
                let first = firsts.next().and_then(atom_of).unwrap_or(Atom::i64(0));
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
            let mut wanted = said[j].clone();
            Operands(&next).ty(&mut wanted);
            filled_dims(&wanted, own)
        };
        let types = self.close(&mut it.body, wanted, (at, WITNESS));
        for (j, k) in added {
            let next = types.get(j).and_then(|ty| dims_of(ty).get(k).copied());
            it.body.witnesses.extend(next.and_then(atom_of));
        }
        let hidden = |dim: &Dim| match dim {
            Dim::Is(Atom::Var(name)) => match it.sizes.iter().position(|(size, _)| size == name) {
                Some(number) => Ext::Hidden(number as u16),
                None => Ext::Is(*dim),
            },
            dim => Ext::Is(*dim),
        };
        Results {
            hidden: it.sizes.len() as u16,
            given: it
                .params
                .iter()
                .map(|(param, _)| elder_core::tree::Given {
                    ty: param.binder.ty.map(hidden),
                    unique: param.unique,
                })
                .collect(),
        }
    }
}

/// Puts sizes for names in operands and types of a statement, not in the bodies within it.
struct Operands<'p>(&'p FxHashMap<Name, Atom>);

impl Rewrite for Operands<'_> {
    fn atom(&mut self, atom: &mut Atom) {
        if let Some(put) = atom.name().and_then(|name| self.0.get(&name)) {
            *atom = *put;
        }
    }

    fn body(&mut self, _: &mut Body) {}

    fn lambda(&mut self, lambda: &mut Lambda) {
        for ty in lambda
            .params
            .iter_mut()
            .map(|param| &mut param.ty)
            .chain(&mut lambda.results)
        {
            self.ty(ty);
        }
    }

    fn chunk(&mut self, chunk: &mut Chunk) {
        self.lambda(&mut chunk.function);
    }
}

/// All dimensions of a type, those of an accumulator's space and elements too.
pub(super) fn dims_of(ty: &Type) -> Vec<Dim> {
    let mut dims = Vec::new();
    ty.map(|dim| dims.push(*dim));
    dims
}

/// What is said of a type, and where nothing is, what it is.  Of accumulators nothing can be tested, so they are what they are.
pub(super) fn filled_dims(said: &Type, own: &Type) -> Type {
    filled(&said.shown(), own, &[])
}

/// The same of a result, whose hidden sizes are these.
pub(super) fn filled(said: &Type<Ext>, own: &Type, hidden: &[Atom]) -> Type {
    if let Type::Acc(_) = own {
        return own.clone();
    }
    let mut dims = dims_of(own).into_iter();
    said.map(|ext| {
        let own = dims.next().unwrap_or(Dim::Open);
        match ext {
            Ext::Is(Dim::Open) => own,
            Ext::Is(said) => *said,
            Ext::Hidden(k) => hidden.get(usize::from(*k)).map_or(own, |size| Dim::Is(*size)),
        }
    })
}

/// With these names for the hidden sizes.
fn shown(ty: &Type<Ext>, sizes: &[Name]) -> Type {
    let sizes: Vec<Atom> = sizes.iter().map(|size| (*size).into()).collect();
    ty.instantiated(&sizes)
}

/// A dimension of an array that is made without elements: an open one is 0.
fn closed(dim: Dim) -> Dim {
    match dim {
        Dim::Open => Dim::Is(Atom::i64(0)),
        said => said,
    }
}
