//! Statements, and the sizes of what they bind.

use super::Signature;
use super::assertion::{At, Says, WITNESS};
use elder_core::SiteId;
use elder_core::analyses::aliases::Aliases;
use elder_core::names::{Name, Names};
use elder_core::renamed::Substitution;
use elder_core::rules::inference::*;
use elder_core::site::Sites;
use elder_core::tree::{
    Atom, Binder, Body, Chunk, Definition, Dim, Exp, Ext, Lambda, Program, Results, Stm, Type,
};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::Rule;
use rustc_hash::FxHashMap;

/// What is known while sizes are inferred.
pub(crate) struct Infer {
    pub(super) names: Names,
    pub(super) sites: Sites,
    /// When each name was met: what a body binds was met after the body was entered.
    met: Vec<u32>,
    clock: u32,
    /// The sizes that `size` statements asked for.
    substitution: FxHashMap<Name, Atom>,
    pub(super) signatures: Vec<Signature>,
    /// The functions whose sizes are known.
    pub(super) done: Vec<Definition>,
    /// Which of them call themselves.
    pub(super) recursive: Vec<bool>,
    /// What may share with what is consumed, in the program as it was.
    pub(super) sharing: Aliases,
    /// The sites of tests, by the site of the statement, rule and premise.
    pub(super) tests: FxHashMap<(SiteId, &'static str, &'static str), SiteId>,
    /// Whether a part of a function has only what it needs of a call.
    pub(super) calls_are_sliced: bool,
}

/// What an expression gives.
pub(super) struct Gives {
    /// The types of the values, in which the sizes of the pattern stand.
    pub(super) types: Vec<Type>,
    /// What the expression says that they are, where that is tested.
    pub(super) declared: Option<Vec<Type>>,
}

impl From<Vec<Type>> for Gives {
    fn from(types: Vec<Type>) -> Gives {
        Gives {
            types,
            declared: None,
        }
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
        let sharing = Aliases::of(program);
        Infer {
            names: std::mem::take(&mut program.names),
            sites: std::mem::take(&mut program.sites),
            met: Vec::new(),
            clock: 0,
            substitution: FxHashMap::default(),
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
        if self.met.len() <= at {
            self.met.resize(at + 1, 0);
        }
        self.names.note(name, &ty);
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
        // A checked program uses what is bound.
        self.names.types().atom(atom)
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
        elder_syntax::effort::deeper(|| {
            for stm in std::mem::take(&mut body.stms) {
                self.stm(stm, &mut before);
            }
        });
        body.stms = before;
        rewrite::gives(&mut Operands(&self.substitution), body);
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
        if let Some(mapped) = self.split_after(&mut stm) {
            self.stm(stm, out);
            return self.stm(mapped, out);
        }
        rewrite::stm(&mut Operands(&self.substitution), &mut stm);
        if let Exp::Size { dimension, array } = stm.exp {
            CORE_SI_SIZE.apply();
            let dims = dims_of(&self.variable(array));
            let size = dims.get(usize::from(dimension)).and_then(|dim| dim.size());
            for (value, size) in stm.pat.values.iter().zip(size) {
                self.substitution.insert(value.name, size);
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
            let declared = gives
                .declared
                .as_ref()
                .and_then(|declared| declared.get(j))
                .unwrap_or(&own);
            let bound = filled_dims(&value.ty, declared);
            let named = value.name;
            if bound != *declared {
                value.name = self.names.again(named);
                tests[1].push((value.name, named, bound));
            }
            if *declared != own {
                let given = value.name;
                value.name = self.names.again(named);
                tests[0].push((value.name, given, declared.clone()));
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
                self.existential(&results.clone(), &mut stm.pat.sizes).into()
            }
            Exp::Loop(it) => {
                let results = self.repeat(it, at, out);
                self.existential(&results, &mut stm.pat.sizes).into()
            }
            Exp::Soac { width, inputs, soac } => {
                let sizes = stm.pat.sizes.clone();
                self.soac(*width, inputs, soac, &sizes, at, out).into()
            }
            Exp::Segmented(it) => self.segmented(it, at, out).into(),
            Exp::WithAcc { updates, function } => self.with_acc(updates, function, at, out).into(),
            exp => self.operator(exp, at, out).into(),
        }
    }

    /// The sizes that results hide have names in the pattern, new ones behind those that it has.  The types with these names.
    pub(super) fn existential(&mut self, results: &Results, sizes: &mut Vec<Name>) -> Vec<Type> {
        while sizes.len() < usize::from(results.existential) {
            sizes.push(self.names.fresh("d"));
        }
        let given = results.given.iter();
        given.map(|given| shown(&given.ty, sizes)).collect()
    }
}

/// Puts sizes for names in operands and types of a statement, not in the bodies within it.
pub(super) struct Operands<'p>(pub(super) &'p FxHashMap<Name, Atom>);

impl Rewrite for Operands<'_> {
    fn atom(&mut self, atom: &mut Atom) {
        Substitution(self.0).atom(atom);
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
pub(super) fn filled_dims(declared: &Type, own: &Type) -> Type {
    filled(&declared.shown(), own, &[])
}

/// The same of a result, whose existential sizes are these.
pub(super) fn filled(declared: &Type<Ext>, own: &Type, existential: &[Atom]) -> Type {
    if let Type::Acc(_) = own {
        return own.clone();
    }
    let mut dims = dims_of(own).into_iter();
    declared.map(|ext| {
        let own = dims.next().unwrap_or(Dim::Open);
        match ext {
            Ext::Is(Dim::Open) => own,
            Ext::Is(declared) => *declared,
            Ext::Existential(k) => existential
                .get(usize::from(*k))
                .map_or(own, |size| Dim::Is(*size)),
        }
    })
}

/// With these names for the existential sizes.
fn shown(ty: &Type<Ext>, sizes: &[Name]) -> Type {
    let sizes: Vec<Atom> = sizes.iter().map(|size| (*size).into()).collect();
    ty.instantiated(&sizes)
}
