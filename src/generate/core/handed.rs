//! Bold programs: arrays of one type are handed on by branches, loops and calls, seen, copied and written to, by no plan.
//!
//! Most of what the checker refuses of them it refuses for what they consume.  What it accepts must read nothing that was consumed: a judgement of
//! consumption that takes two arrays to be apart which are one is found here.

use super::nowhere;
use crate::Choices;
use elder_core::tree::{
    Atom, Binder, Body, Cut, Definition, Exp, Form, Given, Param, Pat, Program, Results, Step, Stm, Type,
};
use elder_core::{FunName, Name, SiteId};
use elder_syntax::Value;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

/// How often in eight what was consumed is not used again.
const CAREFUL: usize = 7;

/// A program in the making.
struct Maker {
    program: Program,
    at: SiteId,
    out: Vec<Stm>,
    /// The arrays in scope, with the level at which they may be consumed; what is frozen may be at none.
    arrays: Vec<(Name, Option<usize>)>,
    /// In how many loops we are.
    level: usize,
    conditions: Vec<Atom>,
    /// How often loops run.
    rounds: Atom,
    /// What was read.
    read: Vec<Name>,
}

/// A program, and what its entry point reads.
pub fn handed(c: &mut Choices) -> (Program, Vec<Value>) {
    let mut program = Program::default();
    let at = nowhere(&mut program);
    let mut maker = Maker {
        program,
        at,
        out: Vec::new(),
        arrays: Vec::new(),
        level: 0,
        conditions: Vec::new(),
        rounds: Atom::i64(1),
        read: Vec::new(),
    };
    for index in 0..c.below(3) {
        c.part(|c| maker.function(c, index));
    }
    let inputs = c.part(|c| maker.entry(c));
    (maker.program, inputs)
}

impl Maker {
    fn fresh(&mut self, text: &str, ty: Type) -> Binder {
        let name = self.program.names.fresh(text);
        Binder { name, ty }
    }

    fn push(&mut self, values: Vec<Binder>, exp: Exp) {
        self.out.push(Stm::binding(Pat::of(values), exp, self.at));
    }

    /// Arrays that an expression gives.
    fn bind(&mut self, count: usize, exp: Exp) {
        let values: Vec<Binder> = (0..count).map(|_| self.fresh("xs", array())).collect();
        let names: Vec<Name> = values.iter().map(|value| value.name).collect();
        self.push(values, exp);
        self.arrays
            .extend(names.into_iter().map(|name| (name, Some(self.level))));
    }

    fn one(&mut self, exp: Exp) -> Name {
        let value = self.fresh("xs", array());
        let name = value.name;
        self.push(vec![value], exp);
        self.arrays.push((name, Some(self.level)));
        name
    }

    fn scalar(&mut self, t: PrimType, exp: Exp) -> Name {
        let value = self.fresh("x", Type::Prim(t));
        let name = value.name;
        self.push(vec![value], exp);
        name
    }

    /// An array in scope, most often one of the last.
    fn any(&mut self, c: &mut Choices) -> Name {
        let names: Vec<Name> = self.arrays.iter().map(|(name, _)| *name).collect();
        near(c, &names).unwrap_or_else(|| {
            let (count, value) = (Atom::i64(2), Atom::i64(7));
            self.one(Exp::Replicate { count, value })
        })
    }

    /// An array that is consumed: one that was bound where we are, or a copy.  It is not used again, most often.
    fn own(&mut self, c: &mut Choices) -> Name {
        // Seldom one is consumed that may not be, which the checker has to see.
        let is_bold = c.one_in(16);
        let own = self
            .arrays
            .iter()
            .filter(|(_, level)| is_bold || *level == Some(self.level));
        let own: Vec<Name> = own.map(|(name, _)| *name).collect();
        let name = near(c, &own).unwrap_or_else(|| {
            let array = self.any(c);
            self.one(Exp::Copy(array))
        });
        if c.below(8) < CAREFUL {
            self.arrays.retain(|(other, _)| *other != name);
        }
        name
    }

    /// Arrays for parameters or results, of which some are starred.
    fn passed(&mut self, c: &mut Choices, starred: &[bool]) -> Vec<Name> {
        let pick = |starred: &bool| match starred {
            true => self.own(c),
            false => self.any(c),
        };
        starred.iter().map(pick).collect()
    }

    /// Statements and results, of which some are starred; what is bound within is not in scope behind it.
    fn body(&mut self, c: &mut Choices, depth: usize, starred: &[bool], most: usize) -> Body {
        let outside = std::mem::take(&mut self.out);
        let (arrays, read) = (self.arrays.clone(), self.read.len());
        for _ in 0..c.below(most + 1) {
            c.part(|c| self.statement(c, depth));
        }
        let results = self.passed(c, starred).into_iter().map(Atom::Var).collect();
        let left = std::mem::replace(&mut self.arrays, arrays);
        self.arrays.retain(|array| left.contains(array));
        self.read.truncate(read);
        Body::of(std::mem::replace(&mut self.out, outside), results)
    }

    fn statement(&mut self, c: &mut Choices, depth: usize) {
        match c.below(if depth == 0 { 6 } else { 12 }) {
            0 | 1 => {
                let array = self.own(c);
                let at = vec![Cut::At(Atom::i64(c.below(2) as i64))];
                let value = Atom::i64(c.below(9) as i64);
                self.one(Exp::Update { array, at, value });
            }
            2 | 3 => {
                let (array, at) = (self.any(c), vec![Atom::i64(c.below(2) as i64)]);
                let read = self.scalar(PrimType::I64, Exp::Index { array, at });
                self.read.push(read);
            }
            4 => {
                let array = self.any(c);
                self.one(Exp::Copy(array));
            }
            5 => {
                let array = self.any(c);
                let seen = self.seen(c, array);
                let level = self.arrays.iter().find(|(name, _)| *name == array);
                let level = level.and_then(|(_, level)| *level);
                self.arrays.push((seen, level));
            }
            6..=8 => self.branches(c, depth - 1),
            9 | 10 => self.repetition(c, depth - 1),
            _ => self.call(c),
        }
    }

    /// The same two elements, seen in another way; not in scope yet.
    fn seen(&mut self, c: &mut Choices, array: Name) -> Name {
        let two = Atom::i64(2);
        let (start, stride) = match c.below(2) {
            0 => (Atom::i64(0), Atom::i64(1)),
            _ => (Atom::i64(1), Atom::i64(-1)),
        };
        let exp = match c.below(8) {
            0 | 1 => Exp::Slice {
                array,
                at: vec![Cut::Section {
                    start,
                    count: two,
                    stride,
                }],
            },
            2 => Exp::FlatIndex {
                array,
                offset: start,
                dims: vec![Step { count: two, stride }],
            },
            3 => Exp::Opaque(Atom::Var(array)),
            4 => Exp::Atom(Atom::Var(array)),
            5 => Exp::Rearrange {
                order: vec![0],
                array,
            },
            6 => Exp::Coerce {
                dims: vec![two],
                array,
            },
            _ => {
                // There and back.
                let sides = [[1, 2], [2, 1]][c.below(2)].map(Atom::i64);
                let ty = Type::sized(sides, PrimType::I64);
                let value = self.fresh("xss", ty);
                let other = value.name;
                let dims = sides.to_vec();
                self.push(vec![value], Exp::Reshape { dims, array });
                Exp::Reshape {
                    dims: vec![two],
                    array: other,
                }
            }
        };
        let seen = self.one(exp);
        self.arrays.pop();
        seen
    }

    fn branches(&mut self, c: &mut Choices, depth: usize) {
        let count = 1 + c.below(3);
        let condition = c.pick(&self.conditions).copied();
        let condition = condition.unwrap_or(Atom::TRUE);
        let before = self.arrays.clone();
        let then = self.body(c, depth, &vec![false; count], 1);
        let after = std::mem::replace(&mut self.arrays, before);
        let otherwise = self.body(c, depth, &vec![false; count], 1);
        self.arrays.retain(|array| after.contains(array));
        let exp = Exp::either(condition, [then, otherwise], given(&vec![false; count]));
        self.bind(count, exp);
    }

    fn repetition(&mut self, c: &mut Choices, depth: usize) {
        let starred: Vec<bool> = (0..1 + c.below(3)).map(|_| c.below(3) == 2).collect();
        let first = self.passed(c, &starred);
        let params: Vec<Param> = starred.iter().map(|unique| self.param(*unique)).collect();
        let index = self.program.names.fresh("i");
        let outside = (
            self.arrays.clone(),
            self.conditions.len(),
            std::mem::take(&mut self.out),
        );
        self.level += 1;
        let level = Some(self.level);
        let own = params
            .iter()
            .map(|param| (param.binder.name, level.filter(|_| param.unique)));
        self.arrays.extend(own);
        let less = PrimFn::Bin(BinOp::Lt, PrimType::I64);
        let operands = vec![Atom::Var(index), Atom::i64(1)];
        let first_round = self.scalar(PrimType::Bool, Exp::Prim(less, operands));
        self.conditions.push(Atom::Var(first_round));
        let mut body = self.body(c, depth, &starred, 1);
        self.level -= 1;
        let (arrays, conditions, out) = outside;
        let mut stms = std::mem::replace(&mut self.out, out);
        stms.append(&mut body.stms);
        body.stms = stms;
        self.arrays = arrays;
        self.conditions.truncate(conditions);
        let params = params.into_iter().zip(first.into_iter().map(Atom::Var));
        let exp = Exp::repeated(params.collect(), Form::counting(index, self.rounds), body);
        self.bind(starred.len(), exp);
    }

    fn call(&mut self, c: &mut Choices) {
        let function = FunName(c.below(self.program.functions.len()) as u32);
        let Some(callee) = self.program.function(function) else {
            return;
        };
        let starred: Vec<bool> = callee.params.iter().skip(2).map(|param| param.unique).collect();
        let count = callee.results.given.len();
        let condition = c.pick(&self.conditions).copied();
        let condition = condition.unwrap_or(Atom::TRUE);
        let arrays = self.passed(c, &starred).into_iter().map(Atom::Var);
        let arguments = [condition, self.rounds].into_iter().chain(arrays).collect();
        self.bind(count, Exp::Call { function, arguments });
    }

    fn param(&mut self, unique: bool) -> Param {
        let binder = self.fresh("as", array());
        Param { binder, unique }
    }

    /// A condition, how often loops run, and arrays, each starred so often in eight.
    fn params(&mut self, c: &mut Choices, often: usize) -> Vec<Param> {
        let b = self.fresh("b", Type::BOOL);
        let n = self.fresh("n", Type::SIZE);
        (self.conditions, self.rounds) = (vec![Atom::Var(b.name)], Atom::Var(n.name));
        let unstarred = |binder| Param::plain(binder);
        let mut params = vec![unstarred(b), unstarred(n)];
        for _ in 0..2 + c.below(2) {
            let unique = c.below(8) < often;
            params.push(self.param(unique));
        }
        let own = params.iter().skip(2);
        let own = own.map(|param| (param.binder.name, Some(0).filter(|_| param.unique)));
        self.arrays = own.collect();
        self.read.clear();
        params
    }

    fn function(&mut self, c: &mut Choices, index: usize) {
        let params = self.params(c, 5);
        let starred: Vec<bool> = (0..1 + c.below(3)).map(|_| c.below(4) == 3).collect();
        let body = self.body(c, 1, &starred, 2);
        self.program.functions.push(Definition {
            sizes: vec![],
            name: format!("f{index}").into(),
            params,
            results: given(&starred),
            body,
            at: self.at,
        });
    }

    fn entry(&mut self, c: &mut Choices) -> Vec<Value> {
        let params = self.params(c, 8);
        let mut inputs = vec![
            Value::scalar(PrimValue::Bool(c.below(2) == 0)),
            Value::scalar(PrimValue::I64(c.below(4) as i64)),
        ];
        for k in 0..params.len() as i64 - 2 {
            let elements = [10 * k, 10 * k + 1].map(PrimValue::I64);
            let data = crate::dpia::inputs::collect(PrimType::I64, elements.into_iter());
            inputs.extend(Value::new(vec![2], data));
        }
        for _ in 0..2 + c.below(4) {
            c.part(|c| self.statement(c, 2));
        }
        let read = std::mem::take(&mut self.read);
        let arrays: Vec<Name> = self.arrays.iter().rev().take(2).map(|(name, _)| *name).collect();
        let mut results = given(&vec![false; arrays.len()]);
        results
            .given
            .extend(read.iter().map(|_| Given::new(Type::Prim(PrimType::I64), false)));
        let body = Body::of(
            std::mem::take(&mut self.out),
            arrays.into_iter().chain(read).map(Atom::Var).collect(),
        );
        self.program.entries.push(Definition {
            name: "main".into(),
            sizes: Vec::new(),
            params,
            results,
            body,
            at: self.at,
        });
        inputs
    }
}

/// One of these, most often one of the last.
fn near(c: &mut Choices, names: &[Name]) -> Option<Name> {
    let many = match c.below(4) {
        0 => names.len(),
        _ => names.len().min(4),
    };
    let back = c.below(many);
    names.get(names.len().checked_sub(1 + back)?).copied()
}

/// The type of all arrays.
fn array() -> Type {
    Type::sized([Atom::i64(2)], PrimType::I64)
}

/// Arrays that are given, of which these are starred.
fn given(starred: &[bool]) -> Results {
    let given = starred.iter().map(|unique| Given::new(array().shown(), *unique));
    Results {
        existential: 0,
        given: given.collect(),
    }
}
