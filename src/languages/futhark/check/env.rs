//! Environments: what names mean while checking.

use crate::ast::{Liftedness, ModExp, ModParam, ModTypeExp};
use crate::check::realisation::Realisation;
use crate::intrinsics::Intrinsic;
use crate::tree::{Scheme, Type, TypeFun, TypeFunParam, VName};
use elder_syntax::prim::BinOp;
use elder_syntax::{Name, Span};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// A persistent map from names.
pub type Names<T> = im::GenericHashMap<Name, T, FxBuildHasher, im::shared_ptr::DefaultSharedPtr>;

/// What names mean at one place.  Persistent: cloning is cheap and scopes never need to be popped.
///
/// Values and modules share a name space (FUT-M-NAMES): entering one removes the other.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// Values, local ones included.
    pub values: Names<Value>,
    /// Types.
    pub types: Names<TypeBinding>,
    /// Modules.
    pub modules: Names<Module>,
    /// Module types.
    pub module_types: Names<Rc<ModuleType>>,
    /// Whether this is the module `intrinsics`, which is only for taking names from.
    pub intrinsics: bool,
    /// Something was opened that had been refused: unknown names fail without a message.
    pub poisoned: bool,
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
    /// Its definition was refused and reported: a use fails without another message.
    Poisoned,
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
    /// `intrinsics.neg`
    Negate,
    /// `intrinsics.!`
    Not,
}

/// What a type name means.
#[derive(Clone, Debug)]
pub struct TypeBinding {
    /// How much it may hide.
    pub lifted: Liftedness,
    /// Parameters and right-hand side; an abstract type `T` has the body `Named(T, its parameters)`.
    pub fun: Rc<TypeFun>,
    /// Its definition was refused and reported: a use fails without another message.
    pub poisoned: bool,
}

/// A module.
#[derive(Clone, Debug)]
pub enum Module {
    /// Names to meanings.
    Env(Rc<Env>),
    /// A function on modules.
    Functor(Rc<Functor>),
    /// Its definition was refused and reported: a use fails without another message.
    Poisoned,
}

/// A function on modules.
#[derive(Debug)]
pub struct Functor {
    /// Module type of the parameter, to match the argument against.
    pub param: Rc<ModuleType>,
    /// What happens at an application.
    pub body: FunctorBody,
}

/// What happens when a functor is applied.
#[derive(Debug)]
pub enum FunctorBody {
    /// Its text is elaborated again with the argument for the parameter (FUT-M-ELIM), which makes its abstract types
    /// anew (FUT-M-APPLY).  It was checked once where it stands, with abstract parameters.
    Closure {
        /// What names mean where it stands.
        env: Env,
        /// Parameters, result type and body.
        syntax: Rc<FunctorSyntax>,
        /// Which of the parameters is next; those before are in `env`.
        next: usize,
        /// Modules that it stands in.
        path: Rc<str>,
    },
    /// A functor seen through a functor's module type: the argument is first seen through `param`, the result is
    /// ascribed the module type.  That may mention the abstract types and values of `param`.
    Ascribed(Rc<Functor>, Rc<ModuleType>),
    /// A functor that came out of another one, whose parameter's abstract types are realised in what it takes and gives.
    Realised(Rc<Functor>, Rc<Realisation>),
    /// A parameter while the body of a functor is checked: a result of this type, out of nowhere.
    Abstract(Rc<ModuleType>),
}

/// The text of a functor.
#[derive(Debug)]
pub struct FunctorSyntax {
    /// Parameters, at least one.
    pub params: Vec<ModParam>,
    /// Ascribed result.
    pub ascription: Option<ModTypeExp>,
    /// What it gives.
    pub body: ModExp,
}

/// `Σ abstract. shape`
#[derive(Clone, Debug)]
pub struct ModuleType {
    /// Abstract types.
    pub abstract_types: Vec<AbstractType>,
    /// The items, in terms of the abstract types; value names in it are place-holders.
    pub shape: ModuleShape,
}

/// An abstract type of a module type.
#[derive(Clone, Debug)]
pub struct AbstractType {
    /// Its unique name.
    pub name: VName,
    /// How much it may hide.
    pub lifted: Liftedness,
    /// Its parameters.
    pub params: Rc<[TypeFunParam]>,
    /// Where it stands: submodules, then its own name.
    pub path: Vec<Name>,
}

/// What a module type describes.
#[derive(Clone, Debug)]
pub enum ModuleShape {
    /// Items by name.
    Env(Rc<Env>),
    /// A functor's: the parameter's module type and the result, which may mention the abstract types and place-holders
    /// of the former.
    Functor(Rc<ModuleType>, Rc<ModuleType>),
    /// Its definition was refused and reported: a use fails without another message.
    Poisoned,
}

impl Value {
    /// The type of the binding without its quantifiers, if it has one.
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Value::Bound { scheme, .. } | Value::Intrinsic(_, scheme) => Some(&scheme.ty),
            Value::Operator(_) | Value::Poisoned => None,
        }
    }
}
