//! Types with unknowns.
//!
//! An unknown size is a nat variable of its own, listed in [`Metas`]; an unknown data type or phrase type has a number.

use crate::{DataType, Name, Nat, PhraseType, PrimType, Ranges, UpdateOp};
use elder_syntax::Span;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// A data type that may have unknowns.
#[derive(Clone, Debug)]
pub enum Data {
    Num(PrimType),
    Index(Nat),
    Array(Nat, Rc<Data>),
    Pair(Rc<Data>, Rc<Data>),
    /// The components are a number type or an unknown for one.
    Vector(u8, Rc<Data>),
    Var(Name),
    Meta(usize),
}

/// A phrase type that may have unknowns.
#[derive(Clone, Debug)]
pub enum Type {
    Exp(Data),
    Acc(Data),
    Upd(UpdateOp, Data),
    Comm,
    Product(Rc<Type>, Rc<Type>),
    Fun {
        passive: bool,
        from: Rc<Type>,
        to: Rc<Type>,
    },
    NatFun(Name, Rc<Type>),
    DataFun(Name, Rc<Type>),
    Meta(usize),
}

/// What an unknown data type must be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Class {
    /// A number, or a vector of numbers.
    pub number: bool,
    /// A number type, no vector.
    pub scalar: bool,
    /// Floating-point.
    pub float: bool,
    /// What it is if nothing else says.
    pub default: Option<PrimType>,
}

impl Class {
    /// Of a literal without a suffix, or of a nat as a number.
    pub fn literal(default: PrimType) -> Class {
        Class {
            number: true,
            scalar: false,
            float: default.is_float(),
            default: Some(default),
        }
    }

    /// What both are.
    pub fn and(self, other: Class) -> Class {
        let rank = |t: PrimType| (t.is_float(), t.bytes());
        Class {
            number: self.number || other.number,
            scalar: self.scalar || other.scalar,
            float: self.float || other.float,
            default: match (self.default, other.default) {
                (Some(a), Some(b)) => Some(if rank(a) >= rank(b) { a } else { b }),
                (a, b) => a.or(b),
            },
        }
    }

    /// Whether a number type belongs to the class.
    pub fn admits(self, t: PrimType) -> bool {
        (!self.number || t != PrimType::Bool) && (!self.float || t.is_float())
    }
}

/// An unknown data type.
#[derive(Debug)]
pub struct DataMeta {
    pub solution: Option<Data>,
    pub class: Class,
    pub span: Span,
    pub what: &'static str,
}

/// An unknown phrase type.
#[derive(Debug)]
pub struct TypeMeta {
    pub solution: Option<Type>,
    pub span: Span,
}

/// An unknown size.
#[derive(Debug)]
pub struct NatMeta {
    pub solution: Option<Nat>,
    pub span: Span,
    pub what: &'static str,
}

/// An equation between sizes that could not be solved when it was met.
#[derive(Clone, Debug)]
pub struct Equation {
    pub left: Nat,
    pub right: Nat,
    pub span: Span,
}

/// The type of the result of an operator of one operand, which waits for that of the operand.
#[derive(Clone, Debug)]
pub struct UnaryResult {
    pub op: crate::UnOp,
    pub of: Data,
    pub result: Data,
    pub span: Span,
}

/// All unknowns of a definition.
#[derive(Debug, Default)]
pub struct Metas {
    pub data: Vec<DataMeta>,
    pub types: Vec<TypeMeta>,
    pub nats: FxHashMap<Name, NatMeta>,
    /// The unknowns that stand as variables in the arguments of primitives.
    pub named: FxHashMap<Name, Data>,
    pub equations: Vec<Equation>,
    pub unary: Vec<UnaryResult>,
    /// Functions that were given only some of their arguments: where, and what to say of it.
    pub partial: Vec<(Span, String)>,
    /// Whether a size was found since the equations were last looked at.
    pub news: bool,
    /// How many types were looked at.
    steps: Cell<usize>,
}

/// How many types one definition may look at: types can grow exponentially with the text (DPIA-SYN-NEST).
const MAX_STEPS: usize = 4_000_000;

impl Metas {
    pub fn fresh_data(&mut self, class: Class, span: Span, what: &'static str) -> Data {
        self.data.push(DataMeta {
            solution: None,
            class,
            span,
            what,
        });
        Data::Meta(self.data.len() - 1)
    }

    pub fn fresh_type(&mut self, span: Span) -> Type {
        self.types.push(TypeMeta { solution: None, span });
        Type::Meta(self.types.len() - 1)
    }

    pub fn fresh_nat(&mut self, span: Span, what: &'static str) -> Nat {
        Nat::var(&self.fresh_nat_name(span, what))
    }

    pub fn fresh_nat_name(&mut self, span: Span, what: &'static str) -> Name {
        let name = Name::fresh(format!("?{}", what.strip_prefix("size ").unwrap_or_default()));
        let meta = NatMeta {
            solution: None,
            span,
            what,
        };
        self.nats.insert(name.clone(), meta);
        name
    }

    /// A name for an unknown data type, to stand in the arguments of a primitive.
    pub fn fresh_named(&mut self, span: Span, what: &'static str) -> DataType {
        let name = Name::fresh("?");
        let data = self.fresh_data(Class::default(), span, what);
        self.named.insert(name.clone(), data);
        DataType::Var(name)
    }

    /// A name for a data type, to stand in the arguments of a primitive.
    pub fn name_data(&mut self, data: &Data) -> DataType {
        let name = Name::fresh("?");
        self.named.insert(name.clone(), data.clone());
        DataType::Var(name)
    }

    /// Notes that a type is looked at.  Whether that is still allowed: if not, all types look like leaves, so that everything ends.
    fn step(&self) -> bool {
        self.steps.set(self.steps.get().saturating_add(1));
        !self.exhausted()
    }

    /// Whether the definition has types that are too large.
    pub fn exhausted(&self) -> bool {
        self.steps.get() > MAX_STEPS
    }

    /// What is known of the outside of a data type.
    pub fn head(&self, data: &Data) -> Data {
        if !self.step() {
            return Data::Num(PrimType::I32);
        }
        let mut data = data.clone();
        while let Data::Meta(i) = data {
            match self.data.get(i).and_then(|m| m.solution.clone()) {
                Some(solution) => data = solution,
                None => break,
            }
        }
        data
    }

    /// What is known of the outside of a phrase type.
    pub fn type_head(&self, ty: &Type) -> Type {
        if !self.step() {
            return Type::Comm;
        }
        let mut ty = ty.clone();
        while let Type::Meta(i) = ty {
            match self.types.get(i).and_then(|m| m.solution.clone()) {
                Some(solution) => ty = solution,
                None => break,
            }
        }
        ty
    }

    /// A data type with what is known filled in.
    pub fn known_data(&self, data: &Data) -> Data {
        elder_syntax::effort::deeper(|| match self.head(data) {
            Data::Index(n) => Data::Index(self.nat(&n)),
            Data::Array(n, d) => Data::Array(self.nat(&n), Rc::new(self.known_data(&d))),
            Data::Pair(a, b) => Data::Pair(Rc::new(self.known_data(&a)), Rc::new(self.known_data(&b))),
            Data::Vector(w, t) => Data::Vector(w, Rc::new(self.known_data(&t))),
            other => other,
        })
    }

    /// A phrase type with what is known filled in.
    pub fn known(&self, ty: &Type) -> Type {
        elder_syntax::effort::deeper(|| match self.type_head(ty) {
            Type::Exp(d) => Type::Exp(self.known_data(&d)),
            Type::Acc(d) => Type::Acc(self.known_data(&d)),
            Type::Upd(op, d) => Type::Upd(op, self.known_data(&d)),
            Type::Product(a, b) => Type::Product(Rc::new(self.known(&a)), Rc::new(self.known(&b))),
            Type::Fun { passive, from, to } => Type::Fun {
                passive,
                from: Rc::new(self.known(&from)),
                to: Rc::new(self.known(&to)),
            },
            Type::NatFun(x, t) => Type::NatFun(x, Rc::new(self.known(&t))),
            Type::DataFun(x, t) => Type::DataFun(x, Rc::new(self.known(&t))),
            other => other,
        })
    }

    /// A size with what is known filled in.
    pub fn nat(&self, nat: &Nat) -> Nat {
        let mut nat = nat;
        while let Some(x) = nat.as_variable() {
            match self.solution(x) {
                Some(solution) => nat = solution,
                None => return nat.clone(),
            }
        }
        let mut known = false;
        nat.each_variable(&mut |x| known = known || self.solution(x).is_some());
        if !known {
            return nat.clone();
        }
        elder_syntax::effort::deeper(|| {
            nat.rebuild(
                &mut |x| self.solution(x).map(|value| self.nat(value)),
                &Ranges::new(),
            )
        })
    }

    fn solution(&self, x: &Name) -> Option<&Nat> {
        self.nats.get(x)?.solution.as_ref()
    }

    /// A type of the core, in which the named unknowns become unknowns; `hole`, if any, stands for the type of truth values:
    /// where a primitive has a number type as an argument that is not known yet, its signature is read off at `bool`.
    pub fn import_data(&self, data: &DataType, hole: Option<&Data>) -> Data {
        match data {
            DataType::Num(PrimType::Bool) if hole.is_some() => {
                hole.cloned().unwrap_or(Data::Num(PrimType::Bool))
            }
            DataType::Num(t) => Data::Num(*t),
            DataType::Index(n) => Data::Index(n.clone()),
            DataType::Array(n, d) => Data::Array(n.clone(), Rc::new(self.import_data(d, hole))),
            DataType::Pair(a, b) => Data::Pair(
                Rc::new(self.import_data(a, hole)),
                Rc::new(self.import_data(b, hole)),
            ),
            DataType::Vector(w, t) => Data::Vector(*w, Rc::new(self.import_data(&DataType::Num(*t), hole))),
            DataType::Var(x) => self.named.get(x).cloned().unwrap_or_else(|| Data::Var(x.clone())),
        }
    }

    /// [`Metas::import_data`] at phrase types.
    pub fn import(&self, ty: &PhraseType, hole: Option<&Data>) -> Type {
        match ty {
            PhraseType::Exp(d) => Type::Exp(self.import_data(d, hole)),
            PhraseType::Acc(d) => Type::Acc(self.import_data(d, hole)),
            PhraseType::Upd(op, d) => Type::Upd(*op, self.import_data(d, hole)),
            PhraseType::Comm => Type::Comm,
            PhraseType::Product(a, b) => {
                Type::Product(Rc::new(self.import(a, hole)), Rc::new(self.import(b, hole)))
            }
            PhraseType::Fun { passive, from, to } => Type::Fun {
                passive: *passive,
                from: Rc::new(self.import(from, hole)),
                to: Rc::new(self.import(to, hole)),
            },
            PhraseType::NatFun(x, t) => Type::NatFun(x.clone(), Rc::new(self.import(t, hole))),
            PhraseType::DataFun(x, t) => Type::DataFun(x.clone(), Rc::new(self.import(t, hole))),
        }
    }
}

impl Data {
    fn map(&self, nat: &mut dyn FnMut(&Nat) -> Nat, var: &mut dyn FnMut(&Name) -> Data) -> Data {
        match self {
            Data::Num(_) | Data::Vector(..) | Data::Meta(_) => self.clone(),
            Data::Index(n) => Data::Index(nat(n)),
            Data::Array(n, d) => Data::Array(nat(n), Rc::new(d.map(nat, var))),
            Data::Pair(a, b) => Data::Pair(Rc::new(a.map(nat, var)), Rc::new(b.map(nat, var))),
            Data::Var(x) => var(x),
        }
    }
}

impl Type {
    pub fn fun(from: &Type, to: Type) -> Type {
        Type::Fun {
            passive: false,
            from: Rc::new(from.clone()),
            to: Rc::new(to),
        }
    }

    pub fn var(data: &Data) -> Type {
        Type::Product(Rc::new(Type::Acc(data.clone())), Rc::new(Type::Exp(data.clone())))
    }

    fn map(&self, nat: &mut dyn FnMut(&Nat) -> Nat, var: &mut dyn FnMut(&Name) -> Data) -> Type {
        match self {
            Type::Exp(d) => Type::Exp(d.map(nat, var)),
            Type::Acc(d) => Type::Acc(d.map(nat, var)),
            Type::Upd(op, d) => Type::Upd(*op, d.map(nat, var)),
            Type::Comm | Type::Meta(_) => self.clone(),
            Type::Product(a, b) => Type::Product(Rc::new(a.map(nat, var)), Rc::new(b.map(nat, var))),
            Type::Fun { passive, from, to } => Type::Fun {
                passive: *passive,
                from: Rc::new(from.map(nat, var)),
                to: Rc::new(to.map(nat, var)),
            },
            Type::NatFun(x, t) => Type::NatFun(x.clone(), Rc::new(t.map(nat, var))),
            Type::DataFun(x, t) => Type::DataFun(x.clone(), Rc::new(t.map(nat, var))),
        }
    }

    /// `self[nat/x]`, where what is known is filled in: unknowns are left alone.
    pub fn with_nat(&self, x: &Name, nat: &Nat) -> Type {
        self.map(&mut |n| n.substitute(x, nat), &mut |y| Data::Var(y.clone()))
    }

    /// `self[data/x]`, likewise.
    pub fn with_data(&self, x: &Name, data: &Data) -> Type {
        self.map(&mut Nat::clone, &mut |y| {
            if y == x {
                data.clone()
            } else {
                Data::Var(y.clone())
            }
        })
    }
}
