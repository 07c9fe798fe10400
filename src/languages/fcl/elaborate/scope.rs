//! What names mean.

use super::Elaborator;
use crate::rules::syntax::FCL_SYN_NAME;
use crate::{Base, Operator, Program, ScalarOperator, Side};
use elder_syntax::{Diagnostic, Name as Text, Span, Variable, spelling};
use half::f16;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name means.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A variable or a definition.
    Variable(Variable),
    /// A definition that has errors: of use to nobody, and not reported again.
    Broken,
    /// An operator on arrays.
    Operator(Operator),
    /// An operator on base values.
    Scalar(ScalarOperator),
    /// `fst`, `snd`
    Project(Side),
    /// `inf`, `nan`, and those of the other floats
    Constant(Base),
}

/// Names that mean neither operators nor definitions.
const OTHERS: [&str; 8] = ["fst", "snd", "inf", "nan", "inf32", "nan32", "inf16", "nan16"];

/// The meaning that a name has unless a variable or definition has it.
fn built_in(text: &str) -> Option<Meaning> {
    if let Some(operator) = Operator::from_name(text) {
        return Some(Meaning::Operator(operator));
    }
    if let Some(operator) = ScalarOperator::from_name(text) {
        return Some(Meaning::Scalar(operator));
    }
    match text {
        "fst" => Some(Meaning::Project(Side::First)),
        "snd" => Some(Meaning::Project(Side::Second)),
        "inf" => Some(Meaning::Constant(Base::F64(f64::INFINITY))),
        "nan" => Some(Meaning::Constant(Base::F64(f64::NAN))),
        "inf32" => Some(Meaning::Constant(Base::F32(f32::INFINITY))),
        "nan32" => Some(Meaning::Constant(Base::F32(f32::NAN))),
        "inf16" => Some(Meaning::Constant(Base::F16(f16::INFINITY))),
        "nan16" => Some(Meaning::Constant(Base::F16(f16::NAN))),
        _ => None,
    }
}

/// Whether a text means something already in the empty scope.
pub(crate) fn is_operator(text: &str) -> bool {
    built_in(text).is_some()
}

/// The names in scope; later ones hide earlier ones.  Levels have names of their own.
#[derive(Debug, Default)]
pub struct Scope {
    values: FxHashMap<Text, Vec<Meaning>>,
    levels: FxHashMap<Text, Vec<Variable>>,
    /// What the file defines somewhere.
    announced: FxHashSet<Text>,
    /// What is being defined.
    current: Text,
}

impl Scope {
    /// The definitions of a library.
    pub fn of(library: &Program) -> Scope {
        let mut scope = Scope::default();
        for definition in &library.definitions {
            scope.define(&definition.name);
        }
        scope
    }

    /// Notes that the file defines this name.
    pub fn announce(&mut self, name: &Text) {
        self.announced.insert(name.clone());
    }

    /// Begins the definition of this name.
    pub fn enter(&mut self, name: &Text) {
        self.current = name.clone();
    }

    /// A definition.
    pub fn define(&mut self, name: &Variable) {
        self.push(name);
    }

    /// A definition with errors.
    pub fn broken(&mut self, name: &Text) {
        self.values.entry(name.clone()).or_default().push(Meaning::Broken);
    }

    /// A variable comes into scope.
    pub fn push(&mut self, x: &Variable) {
        let meaning = Meaning::Variable(x.clone());
        self.values.entry(Text::new(x.text())).or_default().push(meaning);
    }

    /// The variable that came last under this name leaves.
    pub fn pop(&mut self, x: &Variable) {
        if let Some(meanings) = self.values.get_mut(x.text()) {
            meanings.pop();
        }
    }

    /// A level variable comes into scope.
    pub fn push_level(&mut self, x: &Variable) {
        self.levels
            .entry(Text::new(x.text()))
            .or_default()
            .push(x.clone());
    }

    /// The level variable that came last under this name leaves.
    pub fn pop_level(&mut self, x: &Variable) {
        if let Some(variables) = self.levels.get_mut(x.text()) {
            variables.pop();
        }
    }

    /// What a name means.
    pub fn find(&self, text: &str) -> Option<Meaning> {
        match self.values.get(text).and_then(|meanings| meanings.last()) {
            Some(meaning) => Some(meaning.clone()),
            None => built_in(text),
        }
    }

    /// The level variable of a name.
    pub fn find_level(&self, text: &str) -> Option<&Variable> {
        self.levels.get(text).and_then(|variables| variables.last())
    }

    /// All names that mean something.
    fn names(&self) -> impl Iterator<Item = String> {
        let bound = self.values.iter().filter(|(_, meanings)| !meanings.is_empty());
        let operators = Operator::ALL.iter().map(|o| o.name());
        let scalars = ScalarOperator::ALL.iter().map(|o| o.name());
        bound
            .map(|(text, _)| text.to_string())
            .chain(operators.chain(scalars).chain(OTHERS).map(str::to_owned))
    }

    /// All names of levels.
    pub fn level_names(&self) -> impl Iterator<Item = String> {
        let bound = self.levels.iter().filter(|(_, variables)| !variables.is_empty());
        bound
            .map(|(text, _)| text.to_string())
            .chain(["thread", "warp", "block", "grid"].map(str::to_owned))
    }
}

impl Elaborator {
    /// Reports a name that means nothing.
    pub(super) fn unbound(&mut self, name: &str, span: Span) {
        let error = if name == self.scope.current {
            let message = format!("`{name}` is used in its own definition");
            Diagnostic::error(FCL_SYN_NAME.refuse("earlier"), span, message)
                .with_help("there is no recursion; `while` repeats")
        } else if self.scope.announced.contains(name) {
            let message = format!("`{name}` is defined after its use");
            Diagnostic::error(FCL_SYN_NAME.refuse("earlier"), span, message)
                .with_help("a definition may use those before it")
        } else {
            let message = format!("there is no variable or definition `{name}`");
            let error = Diagnostic::error(FCL_SYN_NAME.refuse("bound"), span, message);
            match spelling::closest(name, self.scope.names()) {
                Some(close) => error.with_help(format!("is `{close}` meant?")),
                None => error,
            }
        };
        self.error(error);
    }
}
