//! Definitions, bodies, statements, and functions of combinators.

use super::{Checker, Gives, Judged, erased};
use crate::names::{Name, Types};
use crate::rules::typing::{CORE_T_CERT, CORE_T_CONST, CORE_T_LAMBDA, CORE_T_LET, CORE_T_PROG, CORE_T_TUP};
use crate::tree::{Atom, Binder, Body, Definition, Dim, Lambda, Program, Results, Stm, Type};
use elder_syntax::Diagnostic;

/// All definitions.  The types of all names, without sizes.
pub(super) fn program(program: &Program) -> Result<Types, Vec<Diagnostic>> {
    let mut checker = Checker::new(program);
    for (index, function) in program.functions.iter().enumerate() {
        checker.function = index;
        checker.at = function.at;
        checker.definition(function);
    }
    for entry in &program.entries {
        checker.function = program.functions.len();
        checker.at = entry.at;
        checker.definition(entry);
    }
    let types = std::mem::take(&mut checker.types);
    checker.done().map(|()| types)
}

impl Checker<'_> {
    /// CORE-T-PROG
    fn definition(&mut self, definition: &Definition) {
        CORE_T_PROG.apply();
        let at = self.at;
        for size in &definition.sizes {
            self.bind(*size, Type::SIZE);
        }
        for param in &definition.params {
            self.bind_binder(&param.binder);
        }
        let results = &definition.results;
        let judged = self.body(
            &definition.body,
            usize::from(results.existential),
            &declared(results),
        );
        self.at = at;
        self.note(judged);
    }

    /// Takes down what is wrong, and goes on.
    pub fn note(&mut self, judged: Judged) {
        if let Err(error) = judged {
            self.errors.push(*error);
        }
    }

    pub fn bind(&mut self, name: Name, ty: Type) {
        self.types.set(name, ty);
    }

    pub fn bind_binder(&mut self, binder: &Binder) {
        self.bind(binder.name, erased(&binder.ty));
    }

    /// The type of a variable.
    pub fn variable(&self, name: Name) -> Type {
        // All names are bound: the program has passed CORE-T-SCOPE.
        self.types.variable(name)
    }

    /// CORE-T-CONST
    pub fn atom(&self, atom: Atom) -> Type {
        match atom {
            Atom::Var(name) => self.variable(name),
            Atom::Const(value) => {
                CORE_T_CONST.apply();
                Type::Prim(value.prim_type())
            }
        }
    }

    pub fn atoms(&self, atoms: &[Atom]) -> Vec<Type> {
        atoms.iter().map(|atom| self.atom(*atom)).collect()
    }

    /// CORE-T-TUP: a body that is to hide so many sizes and to have results of these types.
    pub fn body(&mut self, body: &Body, existential: usize, types: &[Type]) -> Judged {
        let at = self.at;
        elder_syntax::effort::deeper(|| {
            for stm in &body.stms {
                self.at = stm.at;
                let judged = self.stm(stm);
                self.note(judged);
            }
        });
        self.at = at;
        CORE_T_TUP.apply();
        let (witnesses, results) = (body.witnesses.len(), body.results.len());
        self.require(
            witnesses == existential && results == types.len(),
            &CORE_T_TUP,
            "count",
            || {
                format!(
                    "a body gives {results} values and {witnesses} existential sizes where {} and {existential} are said",
                    types.len()
                )
            },
        )?;
        self.numbers(&body.witnesses, &CORE_T_TUP, "type")?;
        for (result, ty) in body.results.iter().zip(types) {
            let found = self.atom(*result);
            self.require(found == *ty, &CORE_T_TUP, "type", || {
                format!(
                    "the result {} is of type {}, said is {}",
                    self.atom_text(*result),
                    self.type_text(&found),
                    self.type_text(ty)
                )
            })?;
        }
        Ok(())
    }

    /// A statement; what it binds is bound even if it is refused.
    fn stm(&mut self, stm: &Stm) -> Judged {
        let judged = self.certificates(&stm.certs);
        let judged = judged.and_then(|()| self.exp(&stm.exp));
        let judged = judged.and_then(|gives| self.pattern(stm, &gives));
        for size in &stm.pat.sizes {
            self.bind(*size, Type::SIZE);
        }
        for value in &stm.pat.values {
            self.bind_binder(value);
        }
        judged
    }

    /// CORE-T-CERT
    fn certificates(&self, certs: &[Name]) -> Judged {
        for cert in certs {
            CORE_T_CERT.apply();
            let ty = self.variable(*cert);
            self.require(ty == Type::Cert, &CORE_T_CERT, "certificate", || {
                format!(
                    "{} is of type {}, no certificate",
                    self.name_text(*cert),
                    self.type_text(&ty)
                )
            })?;
        }
        Ok(())
    }

    /// CORE-T-LET
    fn pattern(&self, stm: &Stm, gives: &Gives) -> Judged {
        CORE_T_LET.apply();
        let (sizes, values) = (stm.pat.sizes.len(), stm.pat.values.len());
        self.require(
            sizes == gives.existential && values == gives.types.len(),
            &CORE_T_LET,
            "count",
            || {
                format!(
                    "{sizes} sizes and {values} values are bound where {} and {} are given",
                    gives.existential,
                    gives.types.len()
                )
            },
        )?;
        for (value, ty) in stm.pat.values.iter().zip(&gives.types) {
            let bound = erased(&value.ty);
            self.require(bound == *ty, &CORE_T_LET, "type", || {
                format!(
                    "{} is bound as {}, what is given is {}",
                    self.name_text(value.name),
                    self.type_text(&bound),
                    self.type_text(ty)
                )
            })?;
        }
        Ok(())
    }

    /// CORE-T-LAMBDA: a function that is handed values of these types.  What it says that it gives.
    pub fn lambda(&mut self, lambda: &Lambda, handed: &[Type]) -> Judged<Vec<Type>> {
        CORE_T_LAMBDA.apply();
        let count = lambda.params.len();
        self.require(count == handed.len(), &CORE_T_LAMBDA, "count", || {
            format!(
                "a function of {count} parameters is handed {}",
                self.types_text(handed)
            )
        })?;
        for (param, ty) in lambda.params.iter().zip(handed) {
            let taken = erased(&param.ty);
            self.require(taken == *ty, &CORE_T_LAMBDA, "parameter", || {
                format!(
                    "the parameter {} takes {} and is handed {}",
                    self.name_text(param.name),
                    self.type_text(&taken),
                    self.type_text(ty)
                )
            })?;
        }
        for param in &lambda.params {
            self.bind_binder(param);
        }
        let results: Vec<Type> = lambda.results.iter().map(erased).collect();
        self.body(&lambda.body, 0, &results)?;
        Ok(results)
    }

    /// CORE-T-LAMBDA: the same, of which the combinator wants these results.
    pub fn lambda_to(&mut self, lambda: &Lambda, handed: &[Type], wanted: &[Type]) -> Judged {
        let results = self.lambda(lambda, handed)?;
        self.require(results == wanted, &CORE_T_LAMBDA, "result", || {
            format!(
                "a function gives {} where {} is wanted",
                self.types_text(&results),
                self.types_text(wanted)
            )
        })
    }
}

/// The types of results, without sizes.
pub(super) fn declared(results: &Results) -> Vec<Type> {
    let given = results.given.iter();
    given.map(|given| given.ty.map(|_| Dim::Open)).collect()
}
