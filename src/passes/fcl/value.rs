//! The values of staging: what an expression of FCL is before there is a kernel.
//!
//! Functions are functions of Rust, levels are known, a pull array is a length and a function of the index, a push array is a
//! length and a way to write its elements somewhere.  Only numbers are left of a program: each is an expression of DPIA and, where
//! that can be said, a term over sizes and loop variables.

use super::Stager;
use super::bounds::Bounds;
use elder_dpia::{DataType, Name, Nat, Phrase, PrimType, PrimValue};
use elder_fcl::Level;
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

/// The result of staging something.
pub(super) type Staged<T> = Result<T, Box<Diagnostic>>;

/// A function of values.
pub(super) type Function = Rc<dyn Fn(&mut Stager, Value, Span) -> Staged<Value>>;

/// A function of levels.
pub(super) type LevelFunction = Rc<dyn Fn(&mut Stager, &Level, Span) -> Staged<Value>>;

/// The element at an index.
pub(super) type Element = Rc<dyn Fn(&mut Stager, &Nat, Span) -> Staged<Value>>;

/// A loop that waits for a place to write to.
pub(super) type Write = Rc<dyn Fn(&mut Stager, &Target, &Then) -> Staged<DataType>>;

/// A value.
#[derive(Clone)]
pub(super) enum Value {
    /// A base value that is no pair.
    Scalar(Scalar),
    /// Two values.
    Pair(Rc<(Value, Value)>),
    /// `fn x => e`, or an operator that wants more arguments.
    Function(Function),
    /// `fn <l> => e`
    LevelFunction(LevelFunction),
    /// A pull array.
    Pull(Pull),
    /// A push array.
    Push(Push),
}

/// A number or truth value.
#[derive(Clone)]
pub(super) struct Scalar {
    /// Its type: `i32`, `f64` or `bool`.
    pub(super) ty: PrimType,
    /// The expression that computes it, in the arithmetic of the language.
    pub(super) exp: Phrase,
    /// The integer as a polynomial over sizes and loop variables: equal to `exp` modulo 2³².
    pub(super) nat: Option<Nat>,
    /// What is known where a truth value holds, and where it does not.
    pub(super) test: Option<Rc<Test>>,
    /// What the integer is equal to in different cases, of which one holds.
    pub(super) cases: Option<Rc<Vec<Case>>>,
    /// Between what it lies where that is not seen from the term.
    pub(super) bounds: Bounds,
}

/// A case of a conditional.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// Terms that are not below zero exactly in this case, if it can be said so.
    pub(super) when: Option<Vec<Nat>>,
    /// What the number is then.
    pub(super) nat: Nat,
}

/// Terms that are not below zero if a condition holds, and if it does not.
#[derive(Clone, Debug, Default)]
pub(super) struct Test {
    /// If it holds.
    pub(super) yes: Vec<Nat>,
    /// If it does not.
    pub(super) no: Vec<Nat>,
    /// Whether `yes` is all that it says.
    pub(super) exactly_yes: bool,
    /// Whether `no` is all that its opposite says.
    pub(super) exactly_no: bool,
}

/// A pull array.
#[derive(Clone)]
pub(super) struct Pull {
    /// The number of elements.
    pub(super) length: Nat,
    /// The element at an index that is in range.
    pub(super) element: Element,
}

/// What is done with each element before it is written.
pub(super) type Then = Rc<dyn Fn(&mut Stager, Value, Span) -> Staged<Value>>;

/// A push array.  Its loop runs where it is written: the checker saw that this is its level.
#[derive(Clone)]
pub(super) struct Push {
    /// The number of elements.
    pub(super) length: Nat,
    /// Writes the elements, each after `then`; gives their type.
    pub(super) write: Write,
}

/// Where an array is written.
#[derive(Clone)]
pub(super) struct Target {
    /// The acceptor of the array, for elements of that type.
    pub(super) acceptor: Rc<dyn Fn(&DataType) -> Phrase>,
    /// When the element at an index is to be written; without it all are.
    pub(super) guard: Option<Guard>,
    /// Whether elements are computed that are not written: each one leaves behind what the next one needs.
    pub(super) always: bool,
}

/// Emits what must hold for the element at an index to be written: what is emitted after it is done only then.
pub(super) type Guard = Rc<dyn Fn(&mut Stager, &Nat, Span) -> Staged<()>>;

impl Target {
    /// An acceptor that is a variable.
    pub(super) fn variable(x: &Name, span: Span) -> Target {
        let phrase = Phrase::var(x, span);
        Target {
            acceptor: Rc::new(move |_| phrase.clone()),
            guard: None,
            always: false,
        }
    }

    /// With another acceptor; the indexes stay.
    pub(super) fn with(&self, acceptor: impl Fn(&DataType, Phrase) -> Phrase + 'static) -> Target {
        let inner = self.acceptor.clone();
        Target {
            acceptor: Rc::new(move |of| acceptor(of, inner(of))),
            guard: self.guard.clone(),
            always: self.always,
        }
    }
}

impl Value {
    /// `(a, b)`
    pub(super) fn pair(a: Value, b: Value) -> Value {
        Value::Pair(Rc::new((a, b)))
    }

    /// What it is, for messages about programs that are not well typed.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Value::Scalar(_) => "a number",
            Value::Pair(_) => "a pair",
            Value::Function(_) => "a function",
            Value::LevelFunction(_) => "a function of levels",
            Value::Pull(_) => "a pull array",
            Value::Push(_) => "a push array",
        }
    }

    /// The type of a base value.
    pub(super) fn data(&self) -> Option<DataType> {
        match self {
            Value::Scalar(s) => Some(DataType::Num(s.ty)),
            Value::Pair(parts) => Some(DataType::pair(parts.0.data()?, parts.1.data()?)),
            _ => None,
        }
    }

    /// An expression of a type without arrays, as a value.
    pub(super) fn of(data: &DataType, exp: Phrase) -> Value {
        match data {
            DataType::Pair(a, b) => {
                let first = crate::dpia::make::fst(a, b, &exp);
                let second = crate::dpia::make::snd(a, b, &exp);
                Value::pair(Value::of(a, first), Value::of(b, second))
            }
            DataType::Num(ty) => Value::Scalar(Scalar::of(*ty, exp)),
            _ => Value::Scalar(Scalar::of(PrimType::I32, exp)),
        }
    }
}

impl Scalar {
    /// A number of which nothing is known.
    pub(super) fn of(ty: PrimType, exp: Phrase) -> Scalar {
        Scalar {
            ty,
            exp,
            nat: None,
            test: None,
            cases: None,
            bounds: Bounds::default(),
        }
    }

    /// A constant.
    pub(super) fn constant(value: PrimValue, span: Span) -> Scalar {
        let ty = value.prim_type();
        let nat = match value {
            PrimValue::I32(i) => Some(Nat::lit(i64::from(i))),
            _ => None,
        };
        Scalar {
            ty,
            exp: literal(value, span),
            nat,
            test: None,
            cases: None,
            bounds: Bounds::default(),
        }
    }

    /// A term that is not below zero and fits into 32 bits.
    pub(super) fn of_nat(nat: &Nat, span: Span) -> Scalar {
        let exp = match nat.as_constant() {
            Some(value) => literal(PrimValue::I32(value as i32), span),
            None => crate::dpia::make::nat_value(PrimType::I32, nat, span),
        };
        Scalar {
            ty: PrimType::I32,
            exp,
            nat: Some(nat.clone()),
            test: None,
            cases: None,
            bounds: Bounds::default(),
        }
    }

    /// What an integer is in each case.
    pub(super) fn in_cases(&self) -> Option<Vec<Case>> {
        match (&self.nat, &self.cases) {
            (Some(nat), _) => Some(vec![Case {
                when: Some(vec![]),
                nat: nat.clone(),
            }]),
            (None, Some(cases)) => Some(cases.to_vec()),
            _ => None,
        }
    }

    /// The truth value, if it is known.
    pub(super) fn known(&self) -> Option<bool> {
        match &*self.exp.node {
            elder_dpia::Node::Prim(
                elder_dpia::Prim::Literal {
                    value: PrimValue::Bool(b),
                    ..
                },
                _,
            ) => Some(*b),
            _ => None,
        }
    }
}

/// A literal.
pub(super) fn literal(value: PrimValue, span: Span) -> Phrase {
    let of = DataType::Num(value.prim_type());
    Phrase::prim(elder_dpia::Prim::Literal { value, of }, vec![], span)
}

/// Writes elements as they are.
pub(super) fn as_is() -> Then {
    Rc::new(|_, value, _| Ok(value))
}
