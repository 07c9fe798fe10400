//! Terms in few words.

use crate::dpia::{Mode, Options, run};
use crate::failure::Failure;
use elder_dpia::{
    BinOp, Binder, DataType, Entry, Name, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue, Side,
};
use elder_syntax::{Span, Value};

pub const F: DataType = DataType::Num(PrimType::F32);
pub const HERE: Span = Span::NONE;

pub fn prim(prim: Prim, arguments: &[&Phrase]) -> Phrase {
    Phrase::prim(prim, arguments.iter().map(|p| (*p).clone()).collect(), HERE)
}

pub fn n(value: i64) -> Nat {
    Nat::lit(value)
}

pub fn arr(n: &Nat, of: &DataType) -> DataType {
    DataType::array(n.clone(), of.clone())
}

pub fn lit(value: f32) -> Phrase {
    prim(
        Prim::Literal {
            value: PrimValue::F32(value),
            of: F,
        },
        &[],
    )
}

pub fn op(op: BinOp, a: &Phrase, b: &Phrase) -> Phrase {
    prim(Prim::Binary { op, of: F }, &[a, b])
}

pub fn add(a: &Phrase, b: &Phrase) -> Phrase {
    op(BinOp::Add, a, b)
}

pub fn fun(text: &str, ty: PhraseType, body: impl FnOnce(Phrase) -> Phrase) -> Phrase {
    Phrase::lambda(text, ty, HERE, body)
}

pub fn exp(of: &DataType) -> PhraseType {
    PhraseType::Exp(of.clone())
}

pub fn fun2(of: [&DataType; 2], body: impl FnOnce(Phrase, Phrase) -> Phrase) -> Phrase {
    fun("x", exp(of[0]), |x| fun("a", exp(of[1]), |a| body(x, a)))
}

pub fn index(value: &Nat, n: &Nat) -> Phrase {
    prim(
        Prim::IndexLiteral {
            value: value.clone(),
            n: n.clone(),
        },
        &[],
    )
}

pub fn idx(n: &Nat, of: &DataType, e: &Phrase, i: &Phrase) -> Phrase {
    prim(
        Prim::Idx {
            n: n.clone(),
            of: of.clone(),
        },
        &[e, i],
    )
}

pub fn assign(a: &Phrase, e: &Phrase) -> Phrase {
    prim(Prim::Assign { of: F }, &[a, e])
}

pub fn seq(a: &Phrase, b: &Phrase) -> Phrase {
    prim(Prim::Seq {}, &[a, b])
}

pub fn wr(v: &Phrase) -> Phrase {
    v.project(Side::First)
}

pub fn rd(v: &Phrase) -> Phrase {
    v.project(Side::Second)
}

/// An entry: sizes, inputs, outputs, body.
pub struct Maker {
    pub entry: Entry,
}

impl Maker {
    pub fn new() -> Maker {
        Maker {
            entry: Entry {
                name: Name::fresh("main"),
                sizes: vec![],
                inputs: vec![],
                outputs: vec![],
                body: prim(Prim::Skip {}, &[]),
                result: None,
            },
        }
    }

    pub fn size(&mut self, text: &str) -> Nat {
        let name = Name::fresh(text);
        self.entry.sizes.push(name.clone());
        Nat::var(&name)
    }

    pub fn input(&mut self, text: &str, of: &DataType) -> Phrase {
        let name = Name::fresh(text);
        let phrase = Phrase::var(&name, HERE);
        self.entry.inputs.push(Binder { name, ty: exp(of) });
        phrase
    }

    pub fn output(&mut self, text: &str, of: &DataType) -> Phrase {
        let name = Name::fresh(text);
        let phrase = Phrase::var(&name, HERE);
        self.entry.outputs.push(Binder {
            name,
            ty: PhraseType::Acc(of.clone()),
        });
        phrase
    }

    pub fn value(mut self, body: &Phrase, of: &DataType) -> Entry {
        self.entry.body = body.clone();
        self.entry.result = Some(of.clone());
        self.entry
    }

    pub fn command(mut self, body: &Phrase) -> Entry {
        self.entry.body = body.clone();
        self.entry
    }
}

pub fn floats(values: &[f32]) -> Value {
    Value::vector(values.to_vec())
}

pub fn outcome(entry: &Entry, values: &[Value], options: &Options) -> Result<Vec<Value>, Box<Failure>> {
    run(entry, values.to_vec(), options).results
}

/// Runs with new cells that hold zeros, as in the paper.
pub fn zeros() -> Options {
    Options {
        mode: Mode {
            strict: false,
            ..Mode::default()
        },
        ..Options::default()
    }
}

/// The results, with new cells that hold zeros.
pub fn results(entry: &Entry, values: &[Value]) -> Vec<Value> {
    match outcome(entry, values, &zeros()) {
        Ok(values) => values,
        Err(failure) => panic!("{:?}: {}", failure.kind, failure.message),
    }
}

pub fn failure(entry: &Entry, values: &[Value], options: &Options) -> Box<Failure> {
    match outcome(entry, values, options) {
        Ok(values) => panic!("there are values: {values:?}"),
        Err(failure) => failure,
    }
}
