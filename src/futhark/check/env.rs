//! Environments: what names mean while checking.

use crate::ast::Liftedness;
use crate::intrinsics::Intrinsic;
use crate::tree::{Def, Scheme, Type, TypeFun, VName};
use elder_syntax::prim::BinOp;
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// What names mean at one place.  Persistent: cloning is cheap and scopes never need to be popped.
///
/// Values and modules share a name space (FUT-M-NAMES): entering one removes the other.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// Values, local ones included.
    pub values: im::HashMap<Name, Value>,
    /// Types.
    pub types: im::HashMap<Name, TypeBinding>,
    /// Modules.
    pub modules: im::HashMap<Name, Module>,
    /// Module types.
    pub module_types: im::HashMap<Name, Rc<ModuleType>>,
}

/// What a value name means.
#[derive(Clone, Debug)]
pub enum Value {
    /// A definition, parameter or local binding.
    Bound {
        /// Its unique name.
        name: VName,
        /// Its scheme; local monomorphic bindings quantify over nothing.
        scheme: Rc<Scheme>,
        /// Whether it is a top-level definition.
        global: bool,
        /// Where it was bound.
        span: Span,
    },
    /// An intrinsic with a scheme (`intrinsics.map`).
    Intrinsic(Intrinsic, Rc<Scheme>),
    /// An overloaded operator of the language (`+`), until the prelude or the program shadows it.
    Operator(Operator),
}

/// The overloaded operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+ - * / % // %% ** & | ^ << >> >>> == != < <= > >=`
    Binary(BinOp),
    /// `&&`
    And,
    /// `||`
    Or,
}

/// What a type name means.
#[derive(Clone, Debug)]
pub struct TypeBinding {
    /// How much it may hide.
    pub lifted: Liftedness,
    /// Parameters and right-hand side; an abstract type `T` has the body `Named(T, its parameters)`.
    pub fun: Rc<TypeFun>,
}

/// A module.
#[derive(Clone, Debug)]
pub enum Module {
    /// Names to meanings.
    Env(Rc<Env>),
    /// A function on modules.
    Functor(Rc<Functor>),
}

/// A functor.  Its body was checked once, with abstract parameters; an application copies the emitted definitions with
/// fresh names and the argument's values and types for the parameter's (FUT-M-ELIM).
#[derive(Debug)]
pub struct Functor {
    /// Abstract types of the parameter.
    pub param_types: Vec<VName>,
    /// What the parameter provides: a module built of the abstract types and of value names that the body mentions.
    pub param: Module,
    /// Module type of the parameter, to match the argument against.
    pub param_type: Rc<ModuleType>,
    /// Definitions of the body.
    pub defs: Vec<Rc<Def>>,
    /// Abstract types made by the body, with what they stand for: renewed at every application.
    pub body_types: Vec<(VName, TypeFun)>,
    /// What the body gives.
    pub result: Module,
}

/// `Σ abstract. shape`
#[derive(Clone, Debug)]
pub struct ModuleType {
    /// Abstract types, with their liftedness and parameters.
    pub abstract_types: Vec<(VName, Liftedness)>,
    /// The items, in terms of the abstract types; value names in it are place-holders.
    pub shape: ModuleShape,
}

/// What a module type describes.
#[derive(Clone, Debug)]
pub enum ModuleShape {
    /// Items by name.
    Env(Rc<Env>),
    /// A functor's: the parameter's module type, the parameter as the result sees it, and the result.
    Functor(Rc<ModuleType>, Module, Rc<ModuleType>),
}

/// A helper for messages: the type of a name.
impl Value {
    /// The type of the binding without its quantifiers, if it has one.
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Value::Bound { scheme, .. } | Value::Intrinsic(_, scheme) => Some(&scheme.ty),
            Value::Operator(_) => None,
        }
    }
}
