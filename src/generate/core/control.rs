//! Branches, loops, calls and assertions.

use super::scope::{Generator, Var};
use crate::Choices;
use crate::turn;
use elder_core::tree::{
    Atom, Binder, Body, Cut, Dim, Exp, Ext, Form, Given, Loop, Param, Results, Soac, Type,
};
use elder_core::{FunName, Name};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use std::collections::BTreeMap;

impl Generator {
    /// A conditional: two results of which the branches say the types, and up to three arrays whose sizes are hidden.
    pub fn branches(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let condition = self.scalar(c, PrimType::Bool);
        let condition = self.turned(c, condition);
        let before = self.scope();
        let t = self.prim_type(c);
        let hides = [0, 0, 1, 2, 3][c.below(5)];
        let other = self.pick(c, |_, var| matches!(var.ty, Type::Array { .. } | Type::Prim(_)))?;
        let mut classes = Vec::new();
        let mut branch = |g: &mut Generator, c: &mut Choices| {
            let made = g.nested(|g| {
                let count = 1 + c.below(3);
                c.part(|c| g.statements(c, depth, count));
                let mut results = vec![g.settled(c, t)];
                let (atom, class) = g.of(c, &other.ty);
                results.push(atom);
                classes.push(class);
                let mut witnesses = Vec::new();
                for _ in 0..hides {
                    let found = g.pick(c, |_, var| var.ty.rank() == 1 && var.ty.element() == Some(t));
                    let (name, class, size) = match found {
                        Some(var) => (var.name, var.class, Self::dim(&var.ty, 0)),
                        None => {
                            let size = Atom::i64(c.below(3) as i64);
                            let (name, class) = g.new_array(c, &Type::sized([size], t));
                            (name, class, Some(size))
                        }
                    };
                    results.push(Atom::Var(name));
                    witnesses.extend(size);
                    classes.push(class);
                }
                (witnesses, results)
            });
            let ((witnesses, results), stms) = made;
            Body {
                stms,
                witnesses,
                results,
            }
        };
        let then = branch(self, c);
        let after = self.scope();
        self.back(before);
        let otherwise = branch(self, c);
        self.within(&after);
        let given = |ty| Given { ty, unique: false };
        let mut types = vec![given(Type::Prim(t).shown()), given(other.ty.shown())];
        let (mut sizes, mut values) = (Vec::new(), Vec::new());
        for ty in [Type::Prim(t), other.ty.clone()] {
            values.push(self.fresh(ty));
        }
        for k in 0..hides {
            types.push(given(Type::array([Ext::Existential(k)], t)));
            let size = self.program.names.fresh("d");
            sizes.push(size);
            let existential = self.fresh(Type::sized([size], t));
            values.push(existential);
        }
        let results = Results {
            existential: sizes.len() as u16,
            given: types,
        };
        let exp = Exp::either(condition, [then, otherwise], results);
        self.push(sizes.clone(), values.clone(), exp, Vec::new());
        for size in sizes {
            self.size(size, None);
            self.declare(size, Type::SIZE, true);
        }
        self.sharing(&values, &classes);
        Some(())
    }

    /// A condition that holds on one side of the number that turns branches, if it does not depend on it already.
    pub fn turned(&mut self, c: &mut Choices, condition: Atom) -> Atom {
        let Some(turn) = self.turn.filter(|_| c.below(8) > 0) else {
            return condition;
        };
        let side = self.side(c, turn);
        match c.below(3) {
            0 => side,
            _ => self.prim(PrimFn::Bin(BinOp::Ne, PrimType::Bool), vec![condition, side]),
        }
    }

    fn side(&mut self, c: &mut Choices, turn: Name) -> Atom {
        let (op, threshold) = turn::comparison(c);
        self.prim(
            PrimFn::Bin(op, PrimType::I64),
            vec![Atom::Var(turn), Atom::i64(threshold)],
        )
    }

    /// As many rounds, or none on one side.
    pub(super) fn rounds_turned(&mut self, c: &mut Choices, ty: PrimType, bound: Atom) -> Atom {
        let Some(turn) = self.turn.filter(|_| c.below(4) > 0) else {
            return bound;
        };
        let side = self.side(c, turn);
        let times = self.prim(PrimFn::Convert(PrimType::Bool, ty), vec![side]);
        self.prim(PrimFn::Bin(BinOp::Mul, ty), vec![bound, times])
    }

    /// Values come into scope that may share with each other and with these.
    pub(super) fn sharing(&mut self, values: &[Binder], classes: &[usize]) {
        let mut all: Option<usize> = None;
        for value in values {
            let class = self.declare(value.name, value.ty.clone(), false);
            if value.ty.rank() == 0 {
                continue;
            }
            for other in all.iter().chain(classes) {
                self.join(class, *other);
            }
            all = Some(class);
        }
    }

    /// `for`
    pub fn counted(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let ty = match c.below(2) {
            0 => PrimType::I64,
            _ => *c.pick(&PrimType::ALL[1..9])?,
        };
        let index = self.program.names.fresh("i");
        let bound = match ty {
            PrimType::I64 if c.below(4) > 0 => self.known(c),
            _ => {
                let below = i128::from(ty.is_signed() && c.one_in(6));
                Atom::Const(ty.number(c.below(4) as i128 - 2 * below))
            }
        };
        let bound = self.rounds_turned(c, ty, bound);
        let form = Form::For { index, ty, bound };
        self.repeated_with(c, depth, form, Some((index, ty)), Vec::new())
    }

    /// `while`, of so many rounds.
    pub fn conditional(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let go = self.fresh(Type::BOOL);
        let k = self.fresh(Type::Prim(PrimType::I32));
        let form = Form::While { condition: go.name };
        let goes = Atom::Const(PrimValue::Bool(c.below(4) > 0));
        let goes = self.turned(c, goes);
        let counting = vec![(go, goes), (k, Atom::Const(PrimValue::I32(c.below(3) as i32)))];
        self.repeated_with(c, depth, form, None, counting)
    }

    /// A loop over a scalar, an array that it writes to, and up to two that it reads; before these what counts the rounds.
    fn repeated_with(
        &mut self,
        c: &mut Choices,
        depth: usize,
        form: Form,
        index: Option<(Name, PrimType)>,
        counting: Vec<(Binder, Atom)>,
    ) -> Option<()> {
        let t = self.prim_type(c);
        let first = self.scalar(c, t);
        let written: Option<Var> = self.owned(c, |var| var.ty.rank() == 1);
        let mut read: Vec<Var> = Vec::new();
        for _ in 0..c.below(3) {
            read.extend(self.pick(c, |_, var| var.ty.rank() > 0));
        }
        let param = |binder: Binder, unique| Param { binder, unique };
        let mut params: Vec<(Param, Atom)> = counting
            .iter()
            .map(|(binder, first)| (param(binder.clone(), false), *first))
            .collect();
        let x = self.fresh(Type::Prim(t));
        params.push((param(x.clone(), false), first));
        for (var, unique) in written
            .iter()
            .map(|var| (var, true))
            .chain(read.iter().map(|var| (var, false)))
        {
            let binder = self.fresh(var.ty.clone());
            params.push((param(binder, unique), Atom::Var(var.name)));
        }
        let mut classes: Vec<usize> = read.iter().map(|var| var.class).collect();
        let (results, stms) = self.repeated(|g| {
            if let Some((index, ty)) = index {
                g.declare(index, Type::Prim(ty), true);
            }
            for (param, _) in params.iter().skip(counting.len()) {
                g.declare(param.binder.name, param.binder.ty.clone(), !param.unique);
            }
            let count = 1 + c.below(3);
            c.part(|c| g.statements(c, depth, count));
            let mut results = Vec::new();
            if let [(_, _), (k, _)] = counting.as_slice() {
                let less = PrimFn::Bin(BinOp::Lt, PrimType::I32);
                let add = PrimFn::Bin(BinOp::Add, PrimType::I32);
                let next = g.prim(add, vec![Atom::Var(k.name), Atom::Const(PrimValue::I32(1))]);
                results.push(g.prim(less, vec![next, Atom::Const(PrimValue::I32(3))]));
                results.push(next);
            }
            results.push(g.settled(c, t));
            if let Some(var) = &written {
                let own = g.owned(c, |own| own.ty == var.ty);
                let own = own.map_or_else(|| g.new_array(c, &var.ty).0, |own| own.name);
                results.push(Atom::Var(own));
            }
            for var in &read {
                let own = g.of(c, &var.ty);
                classes.push(own.1);
                results.push(own.0);
            }
            results
        });
        let values: Vec<Binder> = params
            .iter()
            .map(|(param, _)| self.fresh(param.binder.ty.clone()))
            .collect();
        let body = Body::of(stms, results);
        let exp = Exp::repeated(params.clone(), form, body);
        self.push(Vec::new(), values.clone(), exp, Vec::new());
        let mut unstarred = Vec::new();
        for (value, (param, _)) in values.iter().zip(&params) {
            match param.unique {
                true => {
                    self.declare(value.name, value.ty.clone(), false);
                }
                false => unstarred.push(value.clone()),
            }
        }
        self.sharing(&unstarred, &classes);
        Some(())
    }

    /// The sum of a vector, or how many elements it has times three.
    fn total_of(&mut self, vector: Name, count: Atom, element: PrimType) -> Atom {
        let (_, operator) = self.summing(BinOp::Add);
        let binder = self.fresh(Type::Prim(element));
        let function = self.lambda(vec![(binder.clone(), true)], |_, _| {
            let number = match element {
                PrimType::I64 => Atom::Var(binder.name),
                _ => Atom::i64(3),
            };
            vec![(number, Type::SIZE)]
        });
        let soac = Soac::redomap(operator, function);
        self.bind(Type::SIZE, Exp::soac(count, vec![vector], soac)).into()
    }

    /// A loop whose array grows, shrinks or is turned round: its sizes are hidden.
    pub fn growing(&mut self, c: &mut Choices) -> Option<()> {
        let first = self.pick(c, |g, var| {
            (1..3).contains(&var.ty.rank())
                && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
        })?;
        let element = first.ty.element()?;
        let mut sizes = Vec::new();
        for k in 0..first.ty.rank() {
            sizes.push((self.program.names.fresh("d"), Self::dim(&first.ty, k)?));
        }
        let of = |sizes: &[Name]| Type::sized(sizes.iter().copied(), element);
        let names: Vec<Name> = sizes.iter().map(|(name, _)| *name).collect();
        let own = self.fresh(of(&names));
        let index = self.program.names.fresh("i");
        let bound = Atom::i64(c.below(4) as i64);
        let bound = self.rounds_turned(c, PrimType::I64, bound);
        let (turns, way) = (names.len() > 1 && c.below(2) == 0, c.below(2));
        // What is computed of the sizes and of the number of the round.
        let sum = self.fresh(Type::SIZE);
        let begun = self.scalar(c, PrimType::I64);
        let ((witnesses, result, next), stms) = self.repeated(|g| {
            let of_size = match c.below(4) {
                0 => Atom::Var(index),
                // One after the other for other sizes: what is prepared for one is not for the next.
                1 if names.len() == 1 => g.total_of(own.name, Atom::Var(names[0]), element),
                _ => {
                    let (op, size) = ([BinOp::Mul, BinOp::Add][c.below(2)], c.pick(&names).copied());
                    let size = size.map_or(Atom::i64(2), Atom::Var);
                    g.of_two(op, Atom::Var(index), size)
                }
            };
            let summed = g.of_two(BinOp::Add, Atom::Var(sum.name), of_size);
            let array = own.name;
            let mut next: Vec<Atom> = names.iter().map(|name| Atom::Var(*name)).collect();
            let size = |g: &mut Generator, op, operands| g.prim(PrimFn::Bin(op, PrimType::I64), operands);
            let exp = match (turns, way) {
                (true, _) => {
                    next.reverse();
                    Exp::Rearrange {
                        order: vec![1, 0],
                        array,
                    }
                }
                (false, 0) => {
                    next[0] = size(g, BinOp::Add, vec![next[0], next[0]]);
                    let arrays = vec![array, array];
                    let total = next[0];
                    Exp::Concat { total, arrays }
                }
                _ => {
                    next[0] = size(g, BinOp::Div, vec![next[0], Atom::i64(2)]);
                    let at = next.iter().copied().map(Cut::whole).collect();
                    Exp::Slice { array, at }
                }
            };
            let ty = Type::sized(next.iter().copied(), element);
            let binder = g.fresh(ty);
            g.push(Vec::new(), vec![binder.clone()], exp, Vec::new());
            (next, Atom::Var(binder.name), summed)
        });
        let existential: Vec<Name> = names.iter().map(|_| self.program.names.fresh("d")).collect();
        let value = self.fresh(of(&existential));
        let exp = Exp::Loop(Box::new(Loop {
            sizes,
            params: vec![
                (Param::plain(own), Atom::Var(first.name)),
                (Param::plain(sum), begun),
            ],
            form: Form::counting(index, bound),
            body: Body {
                stms,
                witnesses,
                results: vec![result, next],
            },
        }));
        let total = self.fresh(Type::SIZE);
        self.push(
            existential.clone(),
            vec![value.clone(), total.clone()],
            exp,
            Vec::new(),
        );
        self.declare(total.name, total.ty, true);
        for size in existential {
            self.size(size, None);
            self.declare(size, Type::SIZE, true);
        }
        self.sharing(&[value], &[first.class]);
        Some(())
    }

    /// A call: arrays that are there say the sizes.
    pub fn call(&mut self, c: &mut Choices) -> Option<()> {
        let count = self.program.functions.len();
        let function = FunName(c.below(count) as u32);
        let callee = self.program.function(function)?.clone();
        let (sizes, others) = callee.params.split_at(*self.sized_by.get(function.index())?);
        let mut known: BTreeMap<Name, Atom> = BTreeMap::new();
        for param in others.iter().filter(|param| param.binder.ty.rank() > 0) {
            let wanted = &param.binder.ty;
            let fits = |var: &Var| var.ty.element() == wanted.element() && var.ty.rank() == wanted.rank();
            let Some(var) = self.pick(c, |_, var| fits(var)) else {
                continue;
            };
            for (dim, own) in wanted.dims().iter().zip(var.ty.dims()) {
                if let (Dim::Is(Atom::Var(size)), Dim::Is(own)) = (dim, own) {
                    known.entry(*size).or_insert(*own);
                }
            }
        }
        for param in sizes {
            known.entry(param.binder.name).or_insert_with(|| self.known(c));
        }
        let instance = |dim: Dim| match dim {
            Dim::Is(Atom::Var(name)) => Dim::Is(known.get(&name).copied().unwrap_or(Atom::Var(name))),
            dim => dim,
        };
        let of_size = |param: &Param| known.get(&param.binder.name).copied();
        let mut arguments: Vec<Atom> = sizes.iter().filter_map(of_size).collect();
        let mut classes = Vec::new();
        // What is handed over is not handed over again.
        let scope = self.scope();
        let mut starred = Vec::new();
        for param in others {
            let ty = param.binder.ty.map(|dim| instance(*dim));
            if let Type::Prim(t) = ty {
                let turn = self.turn.filter(|_| t == PrimType::I64 && c.below(4) > 0);
                let argument = turn.map_or_else(|| self.scalar(c, t), Atom::Var);
                arguments.push(argument);
                continue;
            }
            let var = match param.unique {
                true => self.owned(c, |var| var.ty == ty),
                false => self.pick(c, |_, var| var.ty == ty),
            };
            let (name, class) = match var {
                Some(var) => (var.name, var.class),
                None => self.new_array(c, &ty),
            };
            self.consume(class);
            match param.unique {
                true => starred.push(class),
                false => classes.push(class),
            }
            arguments.push(Atom::Var(name));
        }
        self.back(scope);
        for class in starred {
            self.consume(class);
        }
        let mut sizes: Vec<Name> = Vec::new();
        for _ in 0..callee.results.existential {
            sizes.push(self.program.names.fresh("d"));
        }
        let mut values = Vec::new();
        for given in &callee.results.given {
            let ty = given.ty.map(|dim| match *dim {
                Ext::Existential(k) => Dim::Is(
                    sizes
                        .get(usize::from(k))
                        .map_or(Atom::i64(0), |size| Atom::Var(*size)),
                ),
                Ext::Is(dim) => instance(dim),
            });
            values.push(self.fresh(ty));
        }
        self.push(
            sizes.clone(),
            values.clone(),
            Exp::Call { function, arguments },
            Vec::new(),
        );
        for size in sizes {
            self.size(size, None);
            self.declare(size, Type::SIZE, true);
        }
        let unstarred: Vec<Binder> = values
            .iter()
            .zip(&callee.results.given)
            .filter(|(_, given)| !given.unique)
            .map(|(value, _)| value.clone())
            .collect();
        let is_constant = callee.params.is_empty();
        if is_constant {
            // What every call gives nobody consumes.
            for value in &unstarred {
                self.declare(value.name, value.ty.clone(), true);
            }
        } else {
            self.sharing(&unstarred, &classes);
        }
        for (value, given) in values.iter().zip(&callee.results.given) {
            if given.unique {
                self.declare(value.name, value.ty.clone(), false);
            }
        }
        Some(())
    }
}
