//! Sizes: Figures 38, 44 and 45 of the thesis.
//!
//! Asked of programs that passed the types, so counts are right.  Sizes of results are [`Ext`]: the k-th existential size of what an
//! expression gives is the k-th that its pattern binds, and the k-th witness of each body that gives it.  So every judgement is a
//! substitution and a comparison.
//!
//! Some of the thesis's rules need no judgement here.  What a function, a branch or a loop gives is said where its body cannot be
//! seen, so no size escapes from it (CORE-T-SCOPE); the sizes of parameters are parameters for the same reason.

use super::{Checker, Judged};
use crate::gives::{self, substituted};
use crate::names::{FunName, Name, Types};
use crate::rules::sizes::{
    CORE_SZ_CALL, CORE_SZ_EQ, CORE_SZ_IF, CORE_SZ_INST, CORE_SZ_INV, CORE_SZ_LET, CORE_SZ_LOOP, CORE_SZ_OP,
};
use crate::site::SiteId;
use crate::tree::{
    Atom, Body, Dim, Exp, Ext, Loop, Program, Results, Segmented, Stm, Type, counts, step_counts,
};
use crate::walk::{Fold, fold};
use elder_syntax::prim::PrimValue;
use elder_syntax::{Diagnostic, Rule, Span};

mod soacs;

/// Whether a program has a dimension of which nothing is said.
pub fn is_open(program: &Program) -> bool {
    struct Open(bool);
    impl Fold for Open {
        fn ty(&mut self, ty: &Type) {
            ty.map(|dim| self.0 |= *dim == Dim::Open);
        }

        fn result(&mut self, ty: &Type<Ext>) {
            ty.map(|dim| self.0 |= *dim == Ext::Is(Dim::Open));
        }
    }
    let mut open = Open(false);
    fold::program(&mut open, program);
    open.0
}

/// CORE-SZ-INV: each size is a number; with `known`, nothing is open either.  `types` are the types of the names.
pub(super) fn invariant(program: &Program, types: &Types, known: bool) -> Result<(), Vec<Diagnostic>> {
    CORE_SZ_INV.apply();
    let mut invariant = Invariant {
        program,
        types,
        known,
        at: None,
        errors: Vec::new(),
    };
    for definition in program.definitions() {
        invariant.at = Some(definition.at);
        fold::definition(&mut invariant, definition);
    }
    match invariant.errors.is_empty() {
        true => Ok(()),
        false => Err(invariant.errors),
    }
}

struct Invariant<'p> {
    program: &'p Program,
    types: &'p Types,
    known: bool,
    at: Option<SiteId>,
    errors: Vec<Diagnostic>,
}

impl Invariant<'_> {
    fn dim(&mut self, dim: Dim) {
        match dim {
            Dim::Is(Atom::Const(PrimValue::I64(_))) => {}
            Dim::Is(Atom::Var(name)) if self.types.get(name) == Some(&Type::SIZE) => {}
            Dim::Is(atom) => {
                let text = crate::print::atom(&self.program.names, atom);
                self.report("number", format!("the size `{text}` is not of type i64"));
            }
            Dim::Open if self.known => self.report("known", "nothing is said of a size".to_owned()),
            Dim::Open => {}
        }
    }

    fn report(&mut self, premise: &str, message: String) {
        let span = self.at.map_or(Span::NONE, |at| self.program.site(at).span);
        let error = Diagnostic::error(CORE_SZ_INV.refuse(premise), span, message);
        self.errors.push(error);
    }
}

impl Fold for Invariant<'_> {
    fn ty(&mut self, ty: &Type) {
        ty.map(|dim| self.dim(*dim));
    }

    fn result(&mut self, ty: &Type<Ext>) {
        ty.map(|dim| match dim {
            Ext::Is(dim) => self.dim(*dim),
            Ext::Existential(_) => {}
        });
    }

    fn stm(&mut self, stm: &Stm) {
        let outside = self.at.replace(stm.at);
        fold::stm(self, stm);
        self.at = outside;
    }

    /// Kernel form is of sized programs.
    fn segmented(&mut self, segmented: &Segmented) {
        let known = std::mem::replace(&mut self.known, true);
        fold::segmented(self, segmented);
        self.known = known;
    }
}

/// All definitions of a sized program.
pub(super) fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    let mut sizes = Sizes(Checker::new(program));
    for definition in program.definitions() {
        sizes.0.at = definition.at;
        for size in &definition.sizes {
            sizes.0.bind(*size, Type::SIZE);
        }
        for param in &definition.params {
            sizes.0.bind(param.binder.name, param.binder.ty.clone());
        }
        sizes.definition(&definition.results, &definition.body);
    }
    sizes.0.done()
}

/// A checker whose types have their sizes.
struct Sizes<'p>(Checker<'p>);

impl Sizes<'_> {
    fn definition(&mut self, results: &Results, body: &Body) {
        let at = self.0.at;
        let judged = self.body(body, &declared(results));
        self.0.at = at;
        self.0.note(judged);
    }

    /// CORE-SZ-EQ: refuses by a premise unless the types are the same, sizes and all.
    fn same(
        &self,
        found: &Type,
        wanted: &Type,
        what: impl FnOnce() -> String,
        (rule, premise): (&'static Rule, &str),
    ) -> Judged {
        CORE_SZ_EQ.apply();
        self.0.require(found == wanted, rule, premise, || {
            format!(
                "{} is {}, wanted is {}",
                what(),
                self.0.type_text(found),
                self.0.type_text(wanted)
            )
        })
    }

    /// CORE-SZ-INST: a body that gives results of these types.
    fn body(&mut self, body: &Body, results: &[Type<Ext>]) -> Judged {
        let at = self.0.at;
        elder_syntax::effort::deeper(|| {
            for stm in &body.stms {
                self.0.at = stm.at;
                let judged = self.stm(stm);
                self.0.note(judged);
            }
        });
        self.0.at = at;
        CORE_SZ_INST.apply();
        for (result, ty) in body.results.iter().zip(results) {
            let wanted = ty.instantiated(&body.witnesses);
            let found = self.0.atom(*result);
            let what = || format!("the result {}", self.0.atom_text(*result));
            self.same(&found, &wanted, what, (&CORE_SZ_INST, "size"))?;
        }
        Ok(())
    }

    /// CORE-SZ-LET; what the pattern binds is bound even if it is refused.
    fn stm(&mut self, stm: &Stm) -> Judged {
        let given = self.exp(&stm.exp);
        for size in &stm.pat.sizes {
            self.0.bind(*size, Type::SIZE);
        }
        for value in &stm.pat.values {
            self.0.bind(value.name, value.ty.clone());
        }
        CORE_SZ_LET.apply();
        let sizes: Vec<Atom> = stm.pat.sizes.iter().copied().map(Atom::Var).collect();
        for (value, given) in stm.pat.values.iter().zip(given?) {
            let found = given.instantiated(&sizes);
            let what = || format!("the value of {}", self.0.name_text(value.name));
            self.same(&found, &value.ty, what, (&CORE_SZ_LET, "size"))?;
        }
        Ok(())
    }

    /// What an expression gives.
    fn exp(&mut self, exp: &Exp) -> Judged<Vec<Type<Ext>>> {
        let ty = match exp {
            Exp::Call { function, arguments } => return self.call(*function, arguments),
            Exp::If {
                then,
                otherwise,
                results,
                ..
            } => {
                // CORE-SZ-IF
                CORE_SZ_IF.apply();
                let results = declared(results);
                self.body(then, &results)?;
                self.body(otherwise, &results)?;
                return Ok(results);
            }
            Exp::Loop(inside) => return self.repetition(inside),
            Exp::Soac { width, inputs, soac } => return self.soac(*width, inputs, soac),
            Exp::Segmented(segmented) => return self.segmented(segmented),
            Exp::WithAcc { updates, function } => return Ok(known(self.with_acc(updates, function)?)),
            Exp::Release(_) => return Ok(vec![]),
            _ => self.operator(exp)?,
        };
        Ok(vec![ty.shown()])
    }

    /// CORE-SZ-OP, a scheme each: what it asks of the operands; what it gives [`gives::operator`] says.
    fn operator(&self, exp: &Exp) -> Judged<Type> {
        CORE_SZ_OP.apply();
        let operand = (&CORE_SZ_OP, "size");
        let types = &self.0.types;
        match exp {
            Exp::Update { array, at, value } => {
                let part = gives::of_elements(types, *array, counts(at));
                self.same(
                    &self.0.atom(*value),
                    &part,
                    || "what is put there".to_owned(),
                    operand,
                )?;
            }
            Exp::FlatUpdate {
                array, dims, value, ..
            } => {
                let part = gives::of_elements(types, *array, step_counts(dims));
                self.same(
                    &self.0.variable(*value),
                    &part,
                    || "what is put there".to_owned(),
                    operand,
                )?;
            }
            Exp::Literal { row, elements } => {
                for element in elements {
                    self.same(&self.0.atom(*element), row, || "an element".to_owned(), operand)?;
                }
            }
            Exp::Concat { arrays, .. } => {
                let row = |name: &Name| self.0.variable(*name).row(1).unwrap_or(Type::SIZE);
                let first = arrays.first().map_or(Type::SIZE, row);
                for array in arrays {
                    self.same(&row(array), &first, || "a row".to_owned(), operand)?;
                }
            }
            Exp::AccUpdate { acc, values, .. } => {
                if let Some(Type::Acc(known)) = types.get(*acc) {
                    for (value, (dims, element)) in values.iter().zip(&known.elements) {
                        let wanted = Type::array(dims.iter().copied(), *element);
                        let what = || "what is added".to_owned();
                        self.same(&self.0.atom(*value), &wanted, what, operand)?;
                    }
                }
            }
            // Of the others any operands have the sizes that are asked for.
            _ => {}
        }
        Ok(gives::operator(types, exp))
    }

    /// CORE-SZ-CALL
    fn call(&self, function: FunName, arguments: &[Atom]) -> Judged<Vec<Type<Ext>>> {
        CORE_SZ_CALL.apply();
        let Some(callee) = self.0.program.function(function) else {
            // CORE-T-PROG has found it.
            return Ok(Vec::new());
        };
        let passed = |name: Name| {
            let at = callee.params.iter().position(|param| param.binder.name == name)?;
            arguments.get(at).copied().map(|atom| Ext::Is(Dim::Is(atom)))
        };
        for (param, argument) in callee.params.iter().zip(arguments) {
            let wanted = substituted(&param.binder.ty.shown(), passed).instantiated(&[]);
            let what = || format!("the argument {}", self.0.atom_text(*argument));
            self.same(&self.0.atom(*argument), &wanted, what, (&CORE_SZ_CALL, "size"))?;
        }
        Ok(declared(&gives::call(callee, arguments)))
    }

    /// CORE-SZ-LOOP
    fn repetition(&mut self, inside: &Loop) -> Judged<Vec<Type<Ext>>> {
        CORE_SZ_LOOP.apply();
        let size = |name: Name| inside.sizes.iter().position(|(size, _)| *size == name);
        let first = |name| Some(Ext::Is(Dim::Is(inside.sizes.get(size(name)?)?.1)));
        for (param, initial) in &inside.params {
            let wanted = substituted(&param.binder.ty.shown(), first).instantiated(&[]);
            let what = || format!("the first value of {}", self.0.name_text(param.binder.name));
            self.same(&self.0.atom(*initial), &wanted, what, (&CORE_SZ_LOOP, "initial"))?;
        }
        for (size, _) in &inside.sizes {
            self.0.bind(*size, Type::SIZE);
        }
        for (param, _) in &inside.params {
            self.0.bind(param.binder.name, param.binder.ty.clone());
        }
        if let crate::tree::Form::For { index, ty, .. } = &inside.form {
            self.0.bind(*index, Type::Prim(*ty));
        }
        let results = declared(&gives::repetition(inside));
        self.body(&inside.body, &results)?;
        Ok(results)
    }
}

/// The types of results.
fn declared(results: &Results) -> Vec<Type<Ext>> {
    results.given.iter().map(|given| given.ty.clone()).collect()
}

/// Types of which nothing is hidden.
fn known(types: Vec<Type>) -> Vec<Type<Ext>> {
    types.iter().map(Type::shown).collect()
}
