//! What programs are made of, said short: each with what it mostly has.

use super::{
    Atom, Binder, Body, Dim, Exp, Ext, Form, Given, Lambda, Loop, Operator, Param, Pat, Results, Soac, Stm,
    Type,
};
use crate::names::Name;
use crate::site::SiteId;
use elder_syntax::prim::{PrimType, PrimValue};

impl Atom {
    /// What holds.
    pub const TRUE: Atom = Atom::Const(PrimValue::Bool(true));
    /// What does not hold.
    pub const FALSE: Atom = Atom::Const(PrimValue::Bool(false));
}

impl Type {
    /// The type of truth values.
    pub const BOOL: Type = Type::Prim(PrimType::Bool);

    /// An array of these sizes, or the scalar if there are none.
    pub fn sized<A: Into<Atom>>(sizes: impl IntoIterator<Item = A>, element: PrimType) -> Type {
        Type::array(sizes.into_iter().map(|size| Dim::Is(size.into())), element)
    }
}

impl Binder {
    /// A variable for a size.
    pub fn size(name: Name) -> Binder {
        let ty = Type::SIZE;
        Binder { name, ty }
    }
}

impl Param {
    /// A parameter that is not consumed.
    pub fn plain(binder: Binder) -> Param {
        Param::new(binder, false)
    }

    /// A parameter, starred or not.
    pub fn new(binder: Binder, unique: bool) -> Param {
        Param { binder, unique }
    }
}

impl Pat {
    /// These values, of which no size is hidden.
    pub fn of(values: impl IntoIterator<Item = Binder>) -> Pat {
        Pat {
            sizes: Vec::new(),
            values: values.into_iter().collect(),
        }
    }
}

impl Stm {
    /// A statement that relies on no certificate, and may fail.
    pub fn binding(pat: Pat, exp: Exp, at: SiteId) -> Stm {
        let (certs, safe) = (Vec::new(), false);
        Stm {
            pat,
            exp,
            certs,
            safe,
            at,
        }
    }

    /// The same, which was seen not to fail.
    pub fn safely(self) -> Stm {
        Stm { safe: true, ..self }
    }
}

impl Body {
    /// A body that hides no sizes.
    pub fn of(stms: Vec<Stm>, results: Vec<Atom>) -> Body {
        Body {
            stms,
            witnesses: Vec::new(),
            results,
        }
    }
}

impl Lambda {
    /// A function with all that it has.
    pub fn new(params: Vec<Binder>, body: Body, results: Vec<Type>) -> Lambda {
        Lambda {
            params,
            body,
            results,
        }
    }

    /// The function that takes nothing and gives nothing.
    pub fn nothing() -> Lambda {
        Lambda::new(Vec::new(), Body::default(), Vec::new())
    }
}

impl Operator {
    /// An operator with its neutral values; `commutative`: groups may change places.
    pub fn new(function: Lambda, neutral: Vec<Atom>, commutative: bool) -> Operator {
        Operator {
            function,
            neutral,
            commutative,
        }
    }

    /// The operator of no operands: what only maps reduces nothing.
    pub fn nothing() -> Operator {
        Operator::new(Lambda::nothing(), Vec::new(), false)
    }
}

impl Given {
    /// A result, starred or not.
    pub fn new(ty: Type<Ext>, unique: bool) -> Given {
        Given { ty, unique }
    }
}

impl Results {
    /// Results of these types, of which so many sizes are hidden, and none is unique.
    pub fn hiding(existential: usize, types: impl IntoIterator<Item = Type<Ext>>) -> Results {
        let given = types.into_iter().map(|ty| Given::new(ty, false));
        Results {
            existential: u16::try_from(existential).unwrap_or(u16::MAX),
            given: given.collect(),
        }
    }
}

impl Form {
    /// So many rounds, with their numbers.
    pub fn counting(index: Name, bound: Atom) -> Form {
        let ty = PrimType::I64;
        Form::For { index, ty, bound }
    }
}

impl Exp {
    /// A combinator.
    pub fn soac(width: Atom, inputs: Vec<Name>, soac: Soac) -> Exp {
        let soac = Box::new(soac);
        Exp::Soac { width, inputs, soac }
    }

    /// One of two bodies.
    pub fn either(condition: Atom, [then, otherwise]: [Body; 2], results: Results) -> Exp {
        Exp::If {
            condition,
            then: Box::new(then),
            otherwise: Box::new(otherwise),
            results,
        }
    }

    /// A loop whose state has no sizes of its own.
    pub fn repeated(params: Vec<(Param, Atom)>, form: Form, body: Body) -> Exp {
        let sizes = Vec::new();
        Exp::Loop(Box::new(Loop {
            sizes,
            params,
            form,
            body,
        }))
    }
}
