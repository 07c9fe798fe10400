//! Whether a program of core is legal (paper, Figures 3, 9 and 10; notes, sections 3 and 4).
//!
//! | file | judgement |
//! | --- | --- |
//! | `values.rs` | Γ ⊢ v : τ, of values |
//! | `types.rs` | the same, of values that are types |
//! | `sums.rs` | constructors, variants, `case` |
//! | `expressions.rs` | ε; Γ ⊢ e : τ |
//! | `effects.rs` | the same, of references and handlers |
//! | `classes.rs` | ⊢Idx τ, ⊢Data τ, ⊢VSpace τ |
//! | `index_sets.rs` | index sets by an instance |
//! | [`simplified`] | whether a legal program is one that simplification makes |
//!
//! One function a judgement, one arm a rule.  All types that judgements give are in normal form.  A statement that is refused binds what it says, so
//! that others are judged too.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod classes;
mod effects;
mod expressions;
mod index_sets;
pub mod simplified;
mod sums;
mod types;
mod values;

#[cfg(test)]
mod tests;

use crate::core::rewrite::{free, substitute};
use crate::core::{Binder, Block, Data, Definition, Program, Row, Type, Value, print};
use crate::rules::typing::{DX_T_DATA, DX_T_DEF, DX_T_LET, DX_T_TYEQ, DX_T_VAR};
use crate::types::{Definitions, equal};
use elder_syntax::names::{Name, Names};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether a program is legal.
///
/// # Errors
/// What is wrong with it, by the rules of [`typing`](crate::rules::typing).
pub fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    behind(program, Extent::default())
}

/// How much of a program stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    /// So many declared types.
    pub data: usize,
    /// So many definitions.
    pub definitions: usize,
}

impl Extent {
    /// All of it.
    pub fn of(program: &Program) -> Extent {
        Extent {
            data: program.data.len(),
            definitions: program.definitions.len(),
        }
    }
}

/// Whether what stands in a program behind this, which was judged before, is legal.
///
/// # Errors
/// As of [`program`].
pub fn behind(program: &Program, judged: Extent) -> Result<(), Vec<Diagnostic>> {
    let mut checker = checker(program);
    for (number, data) in program.data.iter().enumerate() {
        checker.at = data.at;
        if number >= judged.data {
            checker.declares = true;
            let judged = checker.data(data);
            checker.declares = false;
            checker.note(judged);
        }
        checker.declared += 1;
    }
    let judged_before = judged.definitions;
    for (number, definition) in program.definitions.iter().enumerate() {
        checker.at = definition.at;
        let judged = match number < judged_before {
            true => checker.defines(definition),
            false => checker.definition(definition),
        };
        checker.note(judged);
        checker.index_sets(definition.binder.name, number < judged_before);
    }
    let defined = checker.all_defined();
    checker.note(defined);
    match checker.errors.is_empty() {
        true => Ok(()),
        false => Err(checker.errors),
    }
}

/// How many members an index set has, where its type says so.
pub fn members(program: &Program, set: &Type) -> Option<u128> {
    checker(program).size(set)
}

/// Nothing is known yet.
fn checker(program: &Program) -> Checker<'_> {
    Checker {
        program,
        names: program.names.clone(),
        declared: 0,
        declares: false,
        types: FxHashMap::default(),
        seen: FxHashSet::default(),
        definitions: Definitions::default(),
        capability: Row::PURE,
        performed: Row::PURE,
        at: Span::NONE,
        errors: Vec::new(),
    }
}

/// The result of a judgement.
type Judged<T = ()> = Result<T, Box<Diagnostic>>;

/// What is known where a judgement is made.
struct Checker<'p> {
    program: &'p Program,
    /// The names of the program, and those of types that were made.
    names: Names,
    /// How many declared types stand before.
    declared: usize,
    /// Whether a declared type is judged: those stand before all definitions.
    declares: bool,
    /// Γ, in normal form.
    types: FxHashMap<Name, Type>,
    /// All names that were bound by statements, functions, loops and alternatives.
    seen: FxHashSet<Name>,
    definitions: Definitions,
    /// ε, in normal form.
    capability: Row,
    /// What is done by what was judged so far of the loop or function that stands around, in normal form.
    performed: Row,
    at: Span,
    errors: Vec<Diagnostic>,
}

impl Checker<'_> {
    /// DX-T-DATA
    fn data(&mut self, data: &Data) -> Judged {
        DX_T_DATA.apply();
        for parameter in &data.parameters {
            self.is_type(&parameter.ty, &DX_T_DATA, "parameter")?;
            self.bind(parameter)?;
        }
        for constructor in &data.constructors {
            for field in &constructor.fields {
                self.is_type(&field.ty, &DX_T_DATA, "field")?;
                self.bind(field)?;
            }
            self.leave(&constructor.fields);
        }
        self.leave(&data.parameters);
        Ok(())
    }

    /// DX-T-DEF
    fn definition(&mut self, definition: &Definition) -> Judged {
        DX_T_DEF.apply();
        self.capability = Row::PURE;
        let judged = self.defined(definition);
        self.at = definition.at;
        self.defines(definition)?;
        judged
    }

    /// What others see of a definition.
    fn defines(&mut self, definition: &Definition) -> Judged {
        self.bind(&definition.binder)?;
        if definition.body.stms.is_empty() {
            self.definitions
                .define(definition.binder.name, &definition.body.result);
        }
        Ok(())
    }

    fn defined(&mut self, definition: &Definition) -> Judged {
        self.is_type(&definition.binder.ty, &DX_T_DEF, "type")?;
        let found = self.block(&definition.body)?;
        self.at = definition.at;
        let fits = self.fits_block(&found, &definition.body, &definition.binder.ty);
        self.require(fits, &DX_T_DEF, "type", |c| {
            format!(
                "{} is said to be {}, and is {}",
                c.name_text(definition.binder.name),
                c.text(&definition.binder.ty),
                c.text(&found)
            )
        })
    }

    /// DX-T-LET and DX-T-VAL: statements, and the result under the capability that stands.
    fn block(&mut self, block: &Block) -> Judged<Type> {
        let at = self.at;
        for stm in &block.stms {
            self.at = stm.at;
            DX_T_LET.apply();
            let judged = self.statement(stm);
            self.note(judged);
            let bound = self.bind(&stm.binder);
            self.note(bound);
            if let crate::core::Exp::Value(value) = &stm.exp {
                self.definitions.define(stm.binder.name, value);
            }
        }
        self.at = at;
        let result = self.value(&block.result)?;
        let mentioned = free(&result);
        let escaped = block.stms.iter().find(|stm| mentioned.contains(&stm.binder.name));
        if let Some(stm) = escaped {
            let message = format!(
                "the result is of type {}, which depends on {}, computed inside",
                self.text(&result),
                self.name_text(stm.binder.name)
            );
            let error = Diagnostic::error(DX_T_LET.refuse("escape"), self.at, message)
                .and_at(stm.at, "this is computed here")
                .with_help("compute the size outside, or give a result whose type does not have it");
            return Err(Box::new(error));
        }
        for stm in &block.stms {
            self.types.remove(&stm.binder.name);
        }
        Ok(result)
    }

    /// DX-T-LET: what is named has the type that is said.
    fn statement(&mut self, stm: &crate::core::Stm) -> Judged {
        self.is_type(&stm.binder.ty, &DX_T_LET, "type")?;
        let found = self.exp(&stm.exp)?;
        self.at = stm.at;
        let value = match &stm.exp {
            crate::core::Exp::Value(value) => Some(value),
            _ => None,
        };
        let fits = self.fits(&found, value, &stm.binder.ty);
        self.require(fits, &DX_T_LET, "type", |c| {
            format!(
                "{} is said to be {}, and is {}",
                c.name_text(stm.binder.name),
                c.text(&stm.binder.ty),
                c.text(&found)
            )
        })
    }

    /// Whether something of this type may stand where that is wanted: the types are equal, or a type of those classes is wanted.
    fn fits(&mut self, found: &Type, value: Option<&Value>, wanted: &Type) -> bool {
        DX_T_TYEQ.apply();
        let wanted = self.definitions.normal(wanted);
        match (found, &wanted, value) {
            (Value::Kind(_), Value::Kind(classes), Some(value)) => self.in_classes(*classes, value),
            _ => equal(found, &wanted),
        }
    }

    fn fits_block(&mut self, found: &Type, block: &Block, wanted: &Type) -> bool {
        let value = block.stms.is_empty().then_some(&block.result);
        self.fits(found, value, wanted)
    }

    /// Takes down what is wrong, and goes on.
    fn note(&mut self, judged: Judged) {
        if let Err(error) = judged {
            self.errors.push(*error);
        }
    }

    /// DX-T-VAR: a name is in scope from here on, and was not before.
    fn bind(&mut self, binder: &Binder) -> Judged {
        let ty = self.definitions.normal(&binder.ty);
        self.types.insert(binder.name, ty);
        let new = self.seen.insert(binder.name);
        self.require(new, &DX_T_VAR, "once", |c| {
            format!("{} is bound a second time", c.name_text(binder.name))
        })
    }

    fn leave(&mut self, binders: &[Binder]) {
        for binder in binders {
            self.types.remove(&binder.name);
        }
    }

    /// `[x ↦ v]τ`, in normal form.
    fn substituted(&mut self, name: Name, value: &Value, ty: &Type) -> Type {
        let ty = substitute(&mut self.names, name, value, ty);
        self.definitions.normal(&ty)
    }

    /// That a premise of a rule does not hold.
    fn refuse<T>(&self, rule: &'static Rule, premise: &str, message: impl Into<String>) -> Judged<T> {
        Err(Box::new(Diagnostic::error(
            rule.refuse(premise),
            self.at,
            message,
        )))
    }

    /// Refuses by a premise unless it holds.
    fn require(
        &self,
        holds: bool,
        rule: &'static Rule,
        premise: &str,
        message: impl FnOnce(&Self) -> String,
    ) -> Judged {
        match holds {
            true => Ok(()),
            false => self.refuse(rule, premise, message(self)),
        }
    }

    fn text(&self, value: &Value) -> String {
        format!("`{}`", print::value(self.program, &self.names, value))
    }

    fn name_text(&self, name: Name) -> String {
        format!("`{}`", self.names.text(name))
    }
}
