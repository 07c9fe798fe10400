//! Whether a legal program is one that simplification makes (paper, Figure 4): without functions but those that handlers take and the parameters of
//! entries, without applications, without value cases.
//!
//! Until derivatives are taken they stay, with the functions that they are of, and functions that they give are applied and handed on ([`Left`]).
//!
//! What a legal program is, [`super::program`] judges before.

use super::Judged;
use crate::core::rewrite::{Rewrite, parts, substitute, uses_functions};
use crate::core::{Binder, Block, Definition, Exp, Lambda, Program, Stm, Type, Value, print};
use crate::rules::simplified::{DX_SI_ACTION, DX_SI_DEF, DX_SI_EXP, DX_SI_TYPE, DX_SI_VALUE};
use crate::types::{Definitions, is_data_if, is_kind_of_data};
use elder_syntax::names::{Name, Names};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::FxHashSet;

/// Which derivatives are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// None.
    Nothing,
    /// Transpositions, and linearizations of functions that hold derivatives.
    Transpositions,
    /// All.
    Derivatives,
}

/// Whether a program is legal, and simplified, where no derivative is left.
///
/// # Errors
/// What is wrong with it, by the rules of [`typing`](crate::rules::typing) and [`simplified`](crate::rules::simplified).
pub fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    with(program, Left::Nothing)
}

/// Whether a program is legal, and simplified, where these derivatives are left.
///
/// # Errors
/// What is wrong with it, by the rules of [`typing`](crate::rules::typing) and [`simplified`](crate::rules::simplified).
pub fn with(program: &Program, left: Left) -> Result<(), Vec<Diagnostic>> {
    super::program(program)?;
    let mut judge = Judge {
        program,
        left,
        names: program.names.clone(),
        definitions: Definitions::default(),
        parameters: FxHashSet::default(),
        at: Span::NONE,
    };
    let mut errors = Vec::new();
    for definition in &program.definitions {
        judge.at = definition.at;
        if let Err(error) = judge.definition(definition) {
            errors.push(*error);
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

struct Judge<'p> {
    program: &'p Program,
    left: Left,
    names: Names,
    definitions: Definitions,
    /// The parameters of declared types that are types of data.
    parameters: FxHashSet<Name>,
    at: Span,
}

impl Judge<'_> {
    /// DX-SI-DEF
    fn definition(&mut self, definition: &Definition) -> Judged {
        DX_SI_DEF.apply();
        let mut ty = self.definitions.normal(&definition.binder.ty);
        let mut body = &definition.body;
        while let Value::Arrow(arrow) = &ty {
            let kind = self.counts(definition.binder.name) && matches!(arrow.binder.ty, Value::Kind(_));
            let pure = arrow.effects.is_pure() && (kind || self.is_data(&arrow.binder.ty));
            self.require(pure, &DX_SI_DEF, "type", || {
                format!("the function takes {}", self.text(&arrow.binder.ty))
            })?;
            let lambda = match &body.result {
                Value::Lambda(lambda) if body.stms.is_empty() => lambda,
                _ => return self.refuse(&DX_SI_DEF, "parameters", "a parameter is not written"),
            };
            match &lambda.binder.ty {
                Value::Kind(_) if kind => {
                    if is_kind_of_data(&lambda.binder.ty) {
                        self.parameters.insert(lambda.binder.name);
                    }
                }
                _ => self.binder(&lambda.binder)?,
            }
            let given = Value::Var(lambda.binder.name);
            body = &lambda.body;
            ty = self.given(arrow.binder.name, &given, &arrow.result);
        }
        let data = self.is_held(&ty);
        self.require(data, &DX_SI_DEF, "type", || {
            format!("the definition gives {}", self.text(&ty))
        })?;
        self.block(body)?;
        if definition.body.stms.is_empty() {
            self.definitions
                .define(definition.binder.name, &definition.body.result);
        }
        Ok(())
    }

    /// Whether a definition makes a declared type an index set: the parameters of the type may be types.
    fn counts(&self, name: Name) -> bool {
        let mut sets = self.program.data.iter().filter_map(|data| data.index_set);
        sets.any(|set| set.definitions().contains(&name))
    }

    fn given(&mut self, name: Name, value: &Value, ty: &Type) -> Type {
        let ty = substitute(&mut self.names, name, value, ty);
        self.definitions.normal(&ty)
    }

    fn is_data(&self, ty: &Type) -> bool {
        self.is_normal_data(&self.definitions.normal(ty))
    }

    fn is_normal_data(&self, ty: &Type) -> bool {
        is_data_if(&self.program.data, ty, &|name| self.parameters.contains(&name))
    }

    /// Whether a type in normal form is data, or has functions that derivatives give.
    fn is_held(&self, ty: &Type) -> bool {
        self.is_normal_data(ty) || self.left > Left::Nothing && self.is_normal_data(&Handed(self).value(ty))
    }

    /// DX-SI-TYPE: of what is named.
    fn binder(&self, binder: &Binder) -> Judged {
        DX_SI_TYPE.apply();
        let ty = self.definitions.normal(&binder.ty);
        let is = match &ty {
            Value::Ref(_, content) => self.is_normal_data(content),
            ty => self.is_held(ty),
        };
        self.require(is, &DX_SI_TYPE, "data", || {
            format!(
                "`{}` is of type {}",
                self.program.names.text(binder.name),
                self.text(&ty)
            )
        })
    }

    fn block(&mut self, block: &Block) -> Judged {
        for stm in &block.stms {
            self.at = stm.at;
            self.statement(stm)?;
        }
        self.value(&block.result)
    }

    /// DX-SI-EXP
    fn statement(&mut self, stm: &Stm) -> Judged {
        elder_syntax::effort::deeper(|| {
            DX_SI_EXP.apply();
            self.exp(&stm.exp)?;
            self.binder(&stm.binder)
        })
    }

    fn exp(&mut self, exp: &Exp) -> Judged {
        match exp {
            Exp::Value(value) if has_view(value) => self.value(value),
            // A definition that may fail is looked up so, if it has functions.
            Exp::Value(Value::Var(_)) if self.left > Left::Nothing => Ok(()),
            Exp::Value(_) => self.refuse(&DX_SI_EXP, "value", "a name for a value stands"),
            Exp::Apply(function @ (Value::Var(_) | Value::Project(..)), argument)
                if self.left > Left::Nothing =>
            {
                self.value(function)?;
                self.value(argument)
            }
            Exp::Linearize(function, at) | Exp::Transpose(function, at) if self.is_left(exp) => {
                self.value(function)?;
                self.value(at)
            }
            Exp::Apply(..) | Exp::Linearize(..) | Exp::Transpose(..) => {
                self.refuse(&DX_SI_EXP, "apply", "a function is used")
            }
            Exp::For(l) => {
                self.binder(&l.binder)?;
                self.block(&l.body)
            }
            Exp::Case(scrutinee, alternatives) => {
                self.value(scrutinee)?;
                for alternative in alternatives {
                    self.binders(&alternative.binders)?;
                    self.block(&alternative.body)?;
                }
                Ok(())
            }
            Exp::Table(_, operands) | Exp::Prim(_, operands) | Exp::IndexSet(_, operands) => {
                self.values(operands)
            }
            Exp::Index(one, other)
            | Exp::Slice(one, other)
            | Exp::Put(one, other)
            | Exp::Accumulate(one, other) => {
                self.value(one)?;
                self.value(other)
            }
            Exp::Part(_, one) | Exp::Get(one) | Exp::Ask(one) => self.value(one),
            Exp::RunState(value, action) | Exp::RunReader(value, action) => {
                self.value(value)?;
                self.handled(action)
            }
            Exp::RunAccum(monoid, action) => {
                if let Some(monoid) = monoid {
                    self.value(&monoid.zero)?;
                    let outer = self.written(&monoid.plus)?;
                    self.binder(&outer.binder)?;
                    let inner = self.written_in(outer)?;
                    self.binder(&inner.binder)?;
                    self.block(&inner.body)?;
                }
                self.handled(action)
            }
            Exp::Catch(action) => {
                let action = self.written(action)?;
                self.block(&action.body)
            }
            Exp::Throw(_) | Exp::Fail(..) => Ok(()),
        }
    }

    /// Whether a derivative may be left.
    fn is_left(&self, exp: &Exp) -> bool {
        match exp {
            Exp::Linearize(Value::Lambda(function), _) if uses_functions(&function.body) => {
                self.left > Left::Nothing
            }
            Exp::Linearize(Value::Lambda(_), _) => self.left == Left::Derivatives,
            _ => self.left > Left::Nothing,
        }
    }

    /// DX-SI-ACTION: the action of a handler, a function of a region and of a reference.
    fn handled(&mut self, action: &Value) -> Judged {
        let outer = self.written(action)?;
        let inner = self.written_in(outer)?;
        self.binder(&inner.binder)?;
        self.block(&inner.body)
    }

    /// DX-SI-ACTION
    fn written<'v>(&self, action: &'v Value) -> Judged<&'v Lambda> {
        DX_SI_ACTION.apply();
        match action {
            Value::Lambda(lambda) => Ok(lambda),
            _ => self.refuse(&DX_SI_ACTION, "written", "the function is not written here"),
        }
    }

    fn written_in<'v>(&self, outer: &'v Lambda) -> Judged<&'v Lambda> {
        match outer.body.stms.is_empty() {
            true => self.written(&outer.body.result),
            false => self.refuse(&DX_SI_ACTION, "written", "a parameter is not written here"),
        }
    }

    fn binders(&self, binders: &[Binder]) -> Judged {
        binders.iter().try_for_each(|binder| self.binder(binder))
    }

    fn values(&mut self, values: &[Value]) -> Judged {
        values.iter().try_for_each(|value| self.value(value))
    }

    /// DX-SI-VALUE
    fn value(&mut self, value: &Value) -> Judged {
        elder_syntax::effort::deeper(|| {
            DX_SI_VALUE.apply();
            match value {
                Value::Lambda(lambda) if self.left > Left::Nothing => {
                    self.binder(&lambda.binder)?;
                    self.block(&lambda.body)
                }
                Value::Lambda(_) => self.refuse(&DX_SI_VALUE, "function", "a function stands as a value"),
                Value::Choose(_) => self.refuse(&DX_SI_VALUE, "choice", "a value case stands"),
                Value::Pair(first, second) => {
                    self.value(first)?;
                    self.value(second)
                }
                Value::Con(con) => self.values(&con.fields),
                Value::Record(fields) => fields.iter().try_for_each(|(_, value)| self.value(value)),
                Value::Variant(_, value, _) | Value::Project(_, value) => self.value(value),
                Value::View(view) => {
                    self.binder(&view.binder)?;
                    self.block(&view.body)
                }
                // Variables, numbers and types.
                _ => Ok(()),
            }
        })
    }

    fn refuse<T>(&self, rule: &'static Rule, premise: &str, message: impl Into<String>) -> Judged<T> {
        Err(Box::new(Diagnostic::error(
            rule.refuse(premise),
            self.at,
            message,
        )))
    }

    fn require(
        &self,
        holds: bool,
        rule: &'static Rule,
        premise: &str,
        message: impl FnOnce() -> String,
    ) -> Judged {
        match holds {
            true => Ok(()),
            false => self.refuse(rule, premise, message()),
        }
    }

    fn text(&self, value: &Value) -> String {
        format!("`{}`", print::value(self.program, &self.program.names, value))
    }
}

/// Types of pure functions from data to data become that of `()`.
struct Handed<'j>(&'j Judge<'j>);

impl Rewrite for Handed<'_> {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Arrow(arrow)
                if arrow.effects.is_pure()
                    && self.0.is_normal_data(&arrow.binder.ty)
                    && self.0.is_normal_data(&arrow.result) =>
            {
                Value::UnitType
            }
            other => elder_syntax::effort::deeper(|| parts(self, other)),
        }
    }
}

/// Whether a value has views.
fn has_view(value: &Value) -> bool {
    match value {
        Value::View(_) => true,
        Value::Pair(first, second) => has_view(first) || has_view(second),
        Value::Con(con) => con.fields.iter().any(has_view),
        Value::Record(fields) => fields.iter().any(|(_, value)| has_view(value)),
        Value::Variant(_, held, _) | Value::Project(_, held) => has_view(held),
        _ => false,
    }
}
