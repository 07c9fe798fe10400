//! The typed tree: what the checker makes of a program.
//!
//! Names are unique, modules and abbreviations are gone, every expression has its
//! type, and what inference found is written down: a use of a polymorphic name
//! carries its [`Instance`], an expression that makes sizes nobody could know
//! beforehand names them in [`Exp::sizes`].
//!
//! **Sizes are values.**  Every size name is an `i64` variable.  It gets its value in
//! one of four ways: as an explicit size argument of a function (from the `Instance`
//! at the use, in the order of [`Fun::sizes`]); from `sizes` of an expression,
//! read off the value by walking the type beside it; from `sizes` of a `let` or loop
//! pattern, likewise; or as an ordinary `i64` variable (`let n = ..`, a parameter).
//!
//! **Types are passed.**  A function with type parameters gets a type for each, with its
//! sizes, so that `map f []` knows its inner sizes (rule FUT-E-SHAPEOF).

pub mod walk;

use crate::ast::Liftedness;
use crate::intrinsics::Intrinsic;
use elder_syntax::attribute::Attributes;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Name, Span};
use rustc_hash::FxHashMap;
use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A name made unique by a number.  Equality and hashing look at the number only.
#[derive(Clone)]
pub struct VName {
    /// What the programmer called it (for messages).
    pub name: Name,
    /// Unique in one run of the checker; dense from 0.
    pub id: u32,
}

impl PartialEq for VName {
    fn eq(&self, other: &VName) -> bool {
        self.id == other.id
    }
}
impl Eq for VName {}
impl Hash for VName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state)
    }
}
impl fmt::Debug for VName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.name, self.id)
    }
}
impl fmt::Display for VName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A type; shared, cheap to clone.
pub type Type = Rc<TypeKind>;

/// The forms of a type.  Uniqueness is not part of a type: see [`Stars`].
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A primitive type.
    Prim(PrimType),
    /// `[s]t`; `[s][r]t` is nested.
    Array(Size, Type),
    /// Fields in the order of [`field_order`]; a tuple has the fields `0`, `1`, ..
    Record(Vec<(Name, Type)>),
    /// Constructors by name.
    Sum(Vec<(Name, Vec<Type>)>),
    /// A function of one argument.
    Arrow(Arrow),
    /// A type parameter; inside the checker also a unification variable.
    Var(VName),
    /// An abstract type, applied.  What it stands for: [`Program::abstract_types`].
    Named(VName, Vec<TypeArg>),
}

/// `(x: param) -> ?[exts].ret`
#[derive(Clone, Debug)]
pub struct Arrow {
    /// The name by which `ret` may mention the argument (of type i64) in sizes.
    pub param_name: Option<VName>,
    /// Argument.
    pub param: Type,
    /// Which parts of the argument are consumed.
    pub param_stars: Stars,
    /// The existential result.
    pub ret: RetType,
}

/// `?[exts].ty`, with its stars.
#[derive(Clone, Debug)]
pub struct RetType {
    /// Sizes that only the result knows.
    pub exts: Vec<VName>,
    /// The type.
    pub ty: Type,
    /// Which parts are unique.
    pub stars: Stars,
}

/// Where `*` stands in a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stars {
    /// Nowhere.
    None,
    /// On the whole.
    All,
    /// On parts of a record or tuple; absent fields have none.
    Fields(Vec<(Name, Stars)>),
}

impl Stars {
    /// Whether any part is starred.
    pub fn any(&self) -> bool {
        match self {
            Stars::None => false,
            Stars::All => true,
            Stars::Fields(fs) => fs.iter().any(|(_, s)| s.any()),
        }
    }

    /// The stars of a field.
    pub fn field(&self, name: &str) -> Stars {
        match self {
            Stars::None => Stars::None,
            Stars::All => Stars::All,
            Stars::Fields(fs) => fs
                .iter()
                .find(|(f, _)| f == name)
                .map_or(Stars::None, |(_, s)| s.clone()),
        }
    }
}

/// An argument of an abstract type.
#[derive(Clone, Debug)]
pub enum TypeArg {
    /// `[s]`
    Size(Size),
    /// `t`
    Type(Type),
}

/// A size.
#[derive(Clone, Debug)]
pub enum Size {
    /// A constant.
    Const(i64),
    /// A size name or an `i64` variable; inside the checker also a flexible size.
    Var(VName),
    /// Any other size expression, of type `i64`; equality is syntactic (FUT-SZ-EQ).
    Exp(Rc<Exp>),
}

/// The order of record fields: numbers numerically, before names alphabetically.
pub fn field_order(a: &Name, b: &Name) -> std::cmp::Ordering {
    match (a.parse::<u64>(), b.parse::<u64>()) {
        (Ok(x), Ok(y)) => x.cmp(&y),
        (Ok(_), Err(_)) => std::cmp::Ordering::Less,
        (Err(_), Ok(_)) => std::cmp::Ordering::Greater,
        (Err(_), Err(_)) => a.cmp(b),
    }
}

/// Whether these fields make a tuple: `0`, `1`, .. (not just one), or none.
pub fn is_tuple<T>(fields: &[(Name, T)]) -> bool {
    fields.len() != 1
        && fields
            .iter()
            .enumerate()
            .all(|(i, (f, _))| f.parse::<usize>() == Ok(i))
}

/// A type parameter of a scheme.
#[derive(Clone, Debug)]
pub struct TypeParam {
    /// Its name.
    pub name: VName,
    /// What it may be instantiated with.
    pub lifted: Liftedness,
}

/// `∀ sizes types. ty`
#[derive(Clone, Debug)]
pub struct Scheme {
    /// Size parameters.
    pub sizes: Vec<VName>,
    /// Type parameters.
    pub types: Vec<TypeParam>,
    /// The type.
    pub ty: Type,
}

/// How a polymorphic name is used: one size per size parameter, one type per type parameter.
#[derive(Clone, Debug, Default)]
pub struct Instance {
    /// In the order of the scheme.
    pub sizes: Vec<Size>,
    /// In the order of the scheme.
    pub types: Vec<Type>,
}

/// A whole program: all modules of all files flattened in order of evaluation.
#[derive(Debug)]
pub struct Program {
    /// Definitions; each mentions only earlier ones and itself.
    pub defs: Vec<Rc<Def>>,
    /// Entry points of the root file, in order.
    pub entries: Vec<Entry>,
    /// What abstract types stand for, by the id of their name.
    pub abstract_types: FxHashMap<u32, TypeFun>,
    /// One more than the largest [`VName::id`].
    pub names: u32,
}

/// The right-hand side of a type definition.
#[derive(Clone, Debug)]
pub struct TypeFun {
    /// Size and type parameters in order.
    pub params: Vec<TypeFunParam>,
    /// Sizes bound per value (`?[n].[n]i32`).
    pub exts: Vec<VName>,
    /// The right-hand side.
    pub body: Type,
}

/// A parameter of a [`TypeFun`].
#[derive(Clone, Debug)]
pub enum TypeFunParam {
    /// `[n]`
    Size(VName),
    /// `'t`
    Type(TypeParam),
}

/// An entry point.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name given on the command line.
    pub name: Name,
    /// The definition.
    pub def: VName,
    /// What stands before it: a runner of tests looks for `#[prop(..)]`.
    pub attrs: Vec<crate::ast::Attr>,
}

/// A top-level definition.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its unique name.
    pub name: VName,
    /// Its name with the modules that it stood in (`M.f`), for messages.
    pub path: String,
    /// What it asks of its calls.
    pub attributes: Attributes,
    /// What it is: a function, or a constant if `fun.params` is empty.
    ///
    /// For a constant without size and type parameters, `fun.ret.exts` are top-level sizes that later definitions may
    /// mention; they get their values when the constant is evaluated.
    pub fun: Fun,
    /// Where it stands.
    pub span: Span,
}

/// A function: top-level, local, or (with no sizes and types) anonymous.
#[derive(Clone, Debug)]
pub struct Fun {
    /// Size parameters, explicit and inferred.
    pub sizes: Vec<VName>,
    /// Type parameters, explicit and inferred.
    pub types: Vec<TypeParam>,
    /// Value parameters, curried.
    pub params: Vec<Param>,
    /// Result.
    pub ret: RetType,
    /// Whether the result was annotated by the programmer; if not, uniqueness inference may star it (FUT-U-INFER).
    pub annotated: bool,
    /// Whether it stands for a section: then it binds nothing that the programmer wrote, and may be part of a size.
    pub section: bool,
    /// Body.
    pub body: Exp,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// The pattern, irrefutable.
    pub pat: Pat,
    /// Which parts may be consumed.
    pub stars: Stars,
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pat {
    /// The pattern.
    pub kind: PatKind,
    /// Type of what it matches.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// The kinds of pattern.
#[derive(Clone, Debug)]
pub enum PatKind {
    /// `_`
    Wildcard,
    /// `x`
    Var(VName),
    /// Tuples and records, fields in the order of [`field_order`], all present.
    Record(Vec<(Name, Pat)>),
    /// A literal.
    Lit(PrimValue),
    /// A constructor with its arguments.
    Constr(Name, Vec<Pat>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Exp {
    /// The expression.
    pub kind: ExpKind,
    /// Its type.
    pub ty: Type,
    /// Unknown sizes that this expression makes, all occurring in `ty` (or in types of later expressions): after
    /// evaluation each gets its value by walking `ty` beside the value.
    pub sizes: Vec<VName>,
    /// Its place.
    pub span: Span,
    /// What it asks of those that execute it, of which its value does not depend.
    pub attributes: Attributes,
}

impl Exp {
    /// An expression of this type that makes no sizes.
    pub fn of(kind: ExpKind, ty: impl Borrow<Type>, span: Span) -> Exp {
        Exp {
            kind,
            ty: ty.borrow().clone(),
            sizes: Vec::new(),
            span,
            attributes: Attributes::NONE,
        }
    }

    /// The expression, which makes these sizes.
    pub fn making(self, sizes: Vec<VName>) -> Exp {
        Exp { sizes, ..self }
    }

    /// `let [sizes] pat = bound in body`, where the body stands.
    pub fn bind(sizes: Vec<VName>, pat: Pat, bound: Exp, body: Exp) -> Exp {
        let (ty, span) = (body.ty.clone(), body.span);
        let (bound, body) = (Box::new(bound), Box::new(body));
        let kind = ExpKind::Let {
            sizes,
            pat,
            bound,
            body,
        };
        Exp::of(kind, ty, span)
    }
}

impl ExpKind {
    /// `fun args`, written before its arguments.
    pub fn app(fun: Exp, args: Vec<Exp>) -> ExpKind {
        ExpKind::App {
            fun: Box::new(fun),
            args,
            infix: false,
        }
    }
}

impl Pat {
    /// `name`, for values of this type.
    pub fn var(name: VName, ty: impl Borrow<Type>, span: Span) -> Pat {
        Pat {
            kind: PatKind::Var(name),
            ty: ty.borrow().clone(),
            span,
        }
    }
}

impl Param {
    /// A parameter that may not be consumed.
    pub fn of(pat: Pat) -> Param {
        Param {
            pat,
            stars: Stars::None,
        }
    }
}

impl RetType {
    /// A type without sizes that only the result knows, and without stars.
    pub fn of(ty: Type) -> RetType {
        RetType {
            exts: Vec::new(),
            ty,
            stars: Stars::None,
        }
    }
}

impl Fun {
    /// A function that nobody wrote, without size and type parameters.
    pub fn of(params: Vec<Param>, ret: RetType, body: Exp) -> Fun {
        Fun {
            sizes: Vec::new(),
            types: Vec::new(),
            params,
            ret,
            annotated: false,
            section: false,
            body,
        }
    }
}

impl Instance {
    /// The use of a name without type parameters.
    pub fn of(sizes: Vec<Size>) -> Instance {
        Instance {
            sizes,
            types: Vec::new(),
        }
    }
}

/// The kinds of expression.  Evaluation order is the order of the text in FUT-E-ORDER, not that of the fields here.
#[derive(Clone, Debug)]
pub enum ExpKind {
    /// A primitive value.
    Lit(PrimValue),
    /// `"text"`, of type `[n]u8`.
    String(Rc<[u8]>),
    /// A local or top-level name.
    Var(VName, Instance),
    /// An intrinsic or resolved operator, used as a value or applied.
    Intrinsic(Intrinsic, Instance),
    /// Tuples and records, in the order of the text (type has [`field_order`]).
    Record(Vec<(Name, Exp)>),
    /// `e.f`
    Field(Box<Exp>, Name),
    /// `r with f.g = v`
    RecordUpdate(Box<Exp>, Vec<Name>, Box<Exp>),
    /// `[a, b]`
    Array(Vec<Exp>),
    /// `a..b...c`
    Range(Box<Range>),
    /// `a[i, j:k]`
    Index(Box<Exp>, Vec<DimIndex>),
    /// `a with [i] = v`; `let a[i] = v in b` is a `Let` of it.
    Update(Box<Exp>, Vec<DimIndex>, Box<Exp>),
    /// `a with f[i].g = v`: a path that mixes fields and indices (with only one kind it is `RecordUpdate` or `Update`).
    UpdatePath(Box<Exp>, Vec<UpdateStep>, Box<Exp>),
    /// `#c e1 e2`, saturated.
    Constr(Name, Vec<Exp>),
    /// A function applied to one or more arguments, possibly too few.  Evaluated from the last argument to the first,
    /// then the function; an operator written infix is evaluated left to right: `infix`.
    App {
        /// The function.
        fun: Box<Exp>,
        /// At least one.
        args: Vec<Exp>,
        /// Whether it was written `a op b`.
        infix: bool,
    },
    /// `a && b`
    And(Box<Exp>, Box<Exp>),
    /// `a || b`
    Or(Box<Exp>, Box<Exp>),
    /// `\p -> e`; sections too.
    Lambda(Rc<Fun>),
    /// `let [sizes] p = e in b`; the sizes are read off the value by the pattern's type.
    Let {
        /// Sizes bound by the pattern.
        sizes: Vec<VName>,
        /// The pattern, irrefutable.
        pat: Pat,
        /// Bound expression.
        bound: Box<Exp>,
        /// Body.
        body: Box<Exp>,
    },
    /// `let f ps = e in b`
    LetFun(VName, Rc<Fun>, Box<Exp>),
    /// `if c then a else b`
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `match e case ..`, exhaustive.
    Match(Box<Exp>, Vec<(Pat, Exp)>),
    /// `loop ..`
    Loop(Box<Loop>),
    /// `e :> t`, with `t` in `ty`: sizes are compared when run.
    Coerce(Box<Exp>, Coerced),
    /// `e : t` leaves no trace.  `assert c e`
    Assert(Box<Exp>, Box<Exp>),
    /// `#[a] e`, for the attributes that say something about values; the others are the expression's [own](Exp::attributes).
    Attr(Attribute, Box<Exp>),
    /// `???`
    Hole,
}

/// An attribute that says something about the value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// `blank`: any value of the type will do.
    Blank,
    /// `scratch`: the same for arrays.
    Scratch,
    /// `unsafe`: assertions are not looked at.
    Unsafe,
    /// `param(name)`: the tuning parameter of that name, if it is set, in place of an `i64`.
    Param(Name),
}

/// What a coercion compares, which says whose fault it is if sizes differ (FUT-E-PROXY).  Those that programs say are of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coerced {
    /// The value that is coerced.
    Value,
    /// What goes into a coerced function: whoever applies it is to blame.
    Argument,
    /// What comes out of a coerced function: the function is to blame.
    Result,
}

impl Coerced {
    /// What the result of a function is that is reached this way.
    pub fn result(self) -> Coerced {
        match self {
            Coerced::Value | Coerced::Result => Coerced::Result,
            Coerced::Argument => Coerced::Argument,
        }
    }

    /// What the argument of a function is that is reached this way.
    pub fn argument(self) -> Coerced {
        match self {
            Coerced::Value | Coerced::Result => Coerced::Argument,
            Coerced::Argument => Coerced::Result,
        }
    }
}

/// `start..second...bound`
#[derive(Clone, Debug)]
pub struct Range {
    /// First element.
    pub start: Exp,
    /// Second element.
    pub second: Option<Exp>,
    /// How it ends.
    pub end: crate::ast::RangeEnd,
    /// Where it ends.
    pub bound: Exp,
}

/// One dimension of an index; expressions of any signed integer type for `Fix`, `i64` for slices.
// Slices are rarer than indices, which a box would cost an allocation each.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub enum DimIndex {
    /// `i`
    Fix(Exp),
    /// `a:b:s`
    Slice(Option<Exp>, Option<Exp>, Option<Exp>),
}

/// One step of the path in `a with f[i].g = v`.
#[derive(Clone, Debug)]
pub enum UpdateStep {
    /// `.f`
    Field(Name),
    /// `[i, j:k]`
    Index(Vec<DimIndex>),
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Sizes of the parameter that may change between iterations: read off the parameter's value, by the pattern's
    /// type, before each iteration (and before each test of a `while`).
    pub sizes: Vec<VName>,
    /// The parameter, irrefutable.
    pub pat: Pat,
    /// Stars written on it.
    pub stars: Stars,
    /// Which parts of it the programmer gave a type (same shape as `stars`): there the stars are final, elsewhere it is
    /// inferred whether the body consumes the part (FUT-U-LOOP).
    pub annotated: Stars,
    /// Initial value.
    pub init: Exp,
    /// What makes it go round.
    pub form: LoopForm,
    /// The body.
    pub body: Exp,
}

/// What makes a loop go round.
#[derive(Clone, Debug)]
pub enum LoopForm {
    /// `for i < n`, of any integer type.
    For(VName, Exp),
    /// `for p in xs`
    ForIn(Pat, Exp),
    /// `while c`
    While(Exp),
}
