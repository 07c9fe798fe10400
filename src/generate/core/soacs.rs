//! Combinators.

use super::numbers::ends;
use super::scope::{Generator, Var};
use crate::Choices;
use crate::dpia::inputs::small;
use crate::kit::each;
use elder_core::Name;
use elder_core::tree::{Atom, Binder, Chunk, Dim, Exp, Lambda, Operator, Screma, Soac, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

impl Generator {
    /// Inputs of one width, with their elements: `consumes` says of which the function may consume the elements.
    pub(super) fn inputs(&mut self, c: &mut Choices) -> Option<(Atom, Vec<Var>)> {
        let first = self.pick(c, |_, var| var.ty.rank() > 0)?;
        let width = Self::dim(&first.ty, 0)?;
        let mut inputs = vec![first];
        if c.below(2) == 1 {
            inputs.extend(self.pick(c, |_, var| Self::dim(&var.ty, 0) == Some(width)));
        }
        Some((width, inputs))
    }

    /// An input of no element or of one, which everybody sees.
    fn few(&mut self, c: &mut Choices) -> Option<(Atom, Vec<Var>)> {
        let width = Atom::i64(c.below(2) as i64);
        let t = self.prim_type(c);
        let (array, _) = self.new_array(c, &Type::sized([width], t));
        let input = self.pick(c, |_, var| var.name == array)?;
        Some((width, vec![input]))
    }

    pub(super) fn elements(&mut self, inputs: &[Var]) -> Option<Vec<(Binder, bool)>> {
        let row = |g: &mut Self, var: &Var| Some((g.fresh(var.ty.row(1)?), true));
        inputs.iter().map(|var| row(self, var)).collect()
    }

    fn soac(&mut self, width: Atom, inputs: &[Var], soac: Soac) -> Exp {
        Exp::soac(width, inputs.iter().map(|var| var.name).collect(), soac)
    }

    /// Some results of a function whose sizes are known outside; the last depends on what else nothing uses.
    pub(super) fn some_results(&mut self, c: &mut Choices, most: usize) -> Vec<(Atom, Type)> {
        let mut results = Vec::new();
        for _ in 0..c.below(most) {
            let found = self.pick(c, |g, var| {
                matches!(var.ty, Type::Prim(_) | Type::Array { .. }) && g.is_outer(&var.ty)
            });
            results.extend(found.map(|var| (Atom::Var(var.name), var.ty)));
        }
        let t = self.settling(c);
        results.push((self.settled(c, t), Type::Prim(t)));
        results
    }

    /// `map`; where there is one input of rows that may be consumed, sometimes its function writes to them.
    pub fn map(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (width, inputs) = self.inputs(c)?;
        let mut params = self.elements(&inputs)?;
        if let ([var], true) = (inputs.as_slice(), c.below(2) == 1)
            && var.ty.rank() > 1
            && self.is_consumable(var.class)
        {
            params[0].1 = false;
            self.consume(var.class);
        }
        let function = self.lambda(params, |g, _| {
            let count = 1 + c.below(4);
            c.part(|c| g.statements(c, depth, count));
            g.some_results(c, 3)
        });
        let types = arrays(&function.results, width)?;
        let accs = Vec::new();
        let exp = self.soac(width, &inputs, Soac::map(accs, function));
        self.bind_all(types, exp);
        Some(())
    }

    /// A monoid on integers or truth values, with the type.
    pub fn monoid(&mut self, c: &mut Choices) -> (PrimType, Operator) {
        let t = *c
            .pick(&each! { PrimType: I32 I64 U8 Bool I16 U64 I8 })
            .unwrap_or(&PrimType::I32);
        let ops: &[BinOp] = match t {
            PrimType::Bool => &[BinOp::And, BinOp::Or, BinOp::Xor],
            _ => &[
                BinOp::Add,
                BinOp::Mul,
                BinOp::Or,
                BinOp::Xor,
                BinOp::Max,
                BinOp::Min,
            ],
        };
        let op = c.pick(ops).copied().unwrap_or(BinOp::Xor);
        let neutral = match op {
            BinOp::Max => t.number(ends(t).0),
            BinOp::Min => t.number(ends(t).1),
            _ => small(t, u8::from(matches!(op, BinOp::And | BinOp::Mul))),
        };
        let commutative = c.below(2) == 0;
        (t, self.operator(t, op, Atom::Const(neutral), commutative))
    }

    /// Sums of numbers, or the greatest of them.
    pub(super) fn summing(&mut self, op: BinOp) -> (PrimType, Operator) {
        let t = PrimType::I64;
        let neutral = match op {
            BinOp::Max => t.number(ends(t).0),
            _ => t.number(0),
        };
        (t, self.operator(t, op, Atom::Const(neutral), true))
    }

    pub(super) fn operator(&mut self, t: PrimType, op: BinOp, neutral: Atom, commutative: bool) -> Operator {
        let params = (0..2).map(|_| (self.fresh(Type::Prim(t)), true)).collect();
        let function = self.lambda(params, |g, names| {
            let operands = names.iter().copied().map(Atom::Var).collect();
            vec![(g.prim(PrimFn::Bin(op, t), operands), Type::Prim(t))]
        });
        Operator::new(function, vec![neutral], commutative)
    }

    /// Composition of functions x ↦ ax + b: a monoid whose operands may not change places.
    pub(super) fn affine(&mut self) -> (PrimType, Operator) {
        let t = PrimType::I32;
        let params = (0..4).map(|_| (self.fresh(Type::Prim(t)), true)).collect();
        let function = self.lambda(params, |g, names| {
            let [a, b, d, e] =
                [0, 1, 2, 3].map(|k: usize| names.get(k).map_or(Atom::i64(0), |name| Atom::Var(*name)));
            let (mul, add) = (PrimFn::Bin(BinOp::Mul, t), PrimFn::Bin(BinOp::Add, t));
            let factor = g.prim(mul, vec![a, d]);
            let moved = g.prim(mul, vec![b, d]);
            let sum = g.prim(add, vec![moved, e]);
            vec![(factor, Type::Prim(t)), (sum, Type::Prim(t))]
        });
        let neutral = [1, 0].map(|number| Atom::Const(small(t, number)));
        (t, Operator::new(function, neutral.to_vec(), false))
    }

    /// Sums of vectors, which write to their left operands.
    fn vectors(&mut self, c: &mut Choices) -> (Type, Operator) {
        let t = PrimType::I32;
        let size = Atom::i64(1 + c.below(2) as i64);
        let ty = Type::sized([size], t);
        let (neutral, class) = self.new_zeros(&ty);
        let _ = class;
        let params = (0..2).map(|_| (self.fresh(ty.clone()), true)).collect();
        let row = ty.clone();
        let function = self.lambda(params, |g, names| {
            let at = vec![Atom::i64(0)];
            let element = |g: &mut Generator, array: Name| {
                let at = at.clone();
                Atom::Var(g.bind(Type::Prim(t), Exp::Index { array, at }))
            };
            let (Some(a), Some(b)) = (names.first(), names.get(1)) else {
                return Vec::new();
            };
            let (x, y) = (element(g, *a), element(g, *b));
            let sum = g.prim(PrimFn::Bin(BinOp::Add, t), vec![x, y]);
            let cut = vec![elder_core::tree::Cut::At(Atom::i64(0))];
            let exp = Exp::Update {
                array: *a,
                at: cut,
                value: sum,
            };
            let next = g.bind(row.clone(), exp);
            vec![(Atom::Var(next), row)]
        });
        (ty, Operator::new(function, vec![Atom::Var(neutral)], false))
    }

    fn new_zeros(&mut self, ty: &Type) -> (Name, usize) {
        let value = Atom::Const(small(PrimType::I32, 0));
        let count = Self::dim(ty, 0).unwrap_or(Atom::i64(0));
        let name = self.bind(ty.clone(), Exp::Replicate { count, value });
        (name, 0)
    }

    /// One of these monoids, with the types of its operands.
    fn combining(&mut self, c: &mut Choices) -> (Vec<Type>, Operator) {
        match c.below(6) {
            3 => {
                let (t, operator) = self.affine();
                (vec![Type::Prim(t); 2], operator)
            }
            5 => {
                let (t, operator) = self.shifted(c);
                (vec![Type::Prim(t)], operator)
            }
            4 => {
                let (ty, operator) = self.vectors(c);
                (vec![ty], operator)
            }
            _ => {
                let (t, operator) = self.monoid(c);
                (vec![Type::Prim(t)], operator)
            }
        }
    }

    /// So many operators, with the types of all their operands.
    pub(super) fn several(&mut self, c: &mut Choices, count: usize) -> (Vec<Type>, Vec<Operator>) {
        let made = (0..count).map(|_| self.combining(c));
        let (types, operators): (Vec<Vec<Type>>, Vec<Operator>) = made.unzip();
        (types.concat(), operators)
    }

    /// What a function gives to operators of these operands; the first depends on what else nothing uses.
    pub(super) fn operands(&mut self, c: &mut Choices, types: &[Type]) -> Vec<(Atom, Type)> {
        let mut operands = Vec::new();
        for ty in types {
            let operand = match (ty, operands.is_empty()) {
                (Type::Prim(t), true) => self.settled(c, *t),
                _ => self.of(c, ty).0,
            };
            operands.push((operand, ty.clone()));
        }
        operands
    }

    /// `screma`: up to two reductions and up to two scans of what one function gives, and perhaps a function after them.
    pub fn screma(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (width, inputs) = match c.below(4) {
            3 => self.few(c)?,
            _ => self.inputs(c)?,
        };
        let count = c.below(3);
        let (reduced, reductions) = self.several(c, count);
        let count = c.below(3);
        let (scanned, scans) = self.several(c, count);
        let operands = [&reduced[..], &scanned].concat();
        let has_after = c.below(2) == 1;
        let params = self.elements(&inputs)?;
        let function = self.lambda(params, |g, _| {
            let count = 1 + c.below(3);
            c.part(|c| g.statements(c, depth, count));
            let mut results = g.operands(c, &operands);
            if has_after || operands.is_empty() || c.below(2) == 1 {
                results.extend(g.some_results(c, 2));
            }
            results
        });
        let handed = function.results.get(reduced.len()..)?.to_vec();
        let after = has_after.then(|| {
            let params = handed.iter().map(|ty| (self.fresh(ty.clone()), true)).collect();
            self.lambda(params, |g, _| {
                let count = 1 + c.below(3);
                c.part(|c| g.statements(c, depth, count));
                g.some_results(c, 3)
            })
        });
        let screma = Screma {
            accs: Vec::new(),
            reductions,
            scans,
            function,
            after,
        };
        let types = [reduced, arrays(screma.rows(), width)?].concat();
        let exp = self.soac(width, &inputs, Soac::Screma(screma));
        self.bind_all(types, exp);
        Some(())
    }

    /// `redomap` or `scanomap` by one of these monoids.
    pub fn redomap(&mut self, c: &mut Choices, depth: usize, scans: bool) -> Option<()> {
        let (width, inputs) = self.inputs(c)?;
        let (operands, operator) = self.combining(c);
        let params = self.elements(&inputs)?;
        let function = self.lambda(params, |g, _| {
            let count = 1 + c.below(3);
            c.part(|c| g.statements(c, depth, count));
            let mut results = g.operands(c, &operands);
            if c.below(2) == 1 {
                results.extend(g.some_results(c, 2));
            }
            results
        });
        let mapped = function.results.get(operands.len()..)?.to_vec();
        let reduced = match scans {
            true => arrays(&operands, width)?,
            false => operands,
        };
        let types = [reduced, arrays(&mapped, width)?].concat();
        let soac = match scans {
            true => Soac::scanomap(operator, function),
            false => Soac::redomap(operator, function),
        };
        let exp = self.soac(width, &inputs, soac);
        self.bind_all(types, exp);
        Some(())
    }

    pub fn filter(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (width, inputs) = self.inputs(c)?;
        let params = self.elements(&inputs)?;
        let predicate = self.lambda(params, |g, _| {
            let count = 1 + c.below(3);
            c.part(|c| g.statements(c, depth, count));
            vec![(g.settled(c, PrimType::Bool), Type::BOOL)]
        });
        let size = self.program.names.fresh("d");
        let mut values = Vec::new();
        for var in &inputs {
            let ty = var.ty.row(1)?.array_of(Dim::Is(Atom::Var(size)))?;
            values.push(self.fresh(ty));
        }
        let exp = self.soac(width, &inputs, Soac::Filter { predicate });
        self.push(vec![size], values.clone(), exp, Vec::new());
        self.size(size, None);
        self.declare(size, Type::SIZE, true);
        for value in values {
            self.declare(value.name, value.ty, false);
        }
        Some(())
    }

    /// `stream_par` or `stream_seq` of a reduction and a map of its elements.
    pub fn stream(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (width, inputs) = self.inputs(c)?;
        let (t, operator) = self.monoid(c);
        let is_par = c.below(2) == 0;
        let op = operator.function.clone();
        let neutral = operator.neutral.clone();
        let first = self.scalar(c, t);
        let size = self.program.names.fresh("c");
        let mut params = Vec::new();
        let state = self.fresh(Type::Prim(t));
        if !is_par {
            params.push((state.clone(), true));
        }
        for var in &inputs {
            let ty = var.ty.row(1)?.array_of(Dim::Is(Atom::Var(size)))?;
            params.push((self.fresh(ty), true));
        }
        let chunks: Vec<Binder> = params
            .iter()
            .skip(usize::from(!is_par))
            .map(|(param, _)| param.clone())
            .collect();
        let mut mapped = Vec::new();
        let function = self.lambda(params, |g, _| {
            let mut elements = Vec::new();
            for chunk in &chunks {
                let row = chunk.ty.row(1).unwrap_or(Type::SIZE);
                elements.push((g.fresh(row), true));
            }
            let inner = g.lambda(elements, |g, _| {
                // What is outside of the elements differs between chunks, but for the state, whose prefix is not used.
                g.closed(chunks.iter().map(|chunk| chunk.name).chain([state.name]));
                let count = 1 + c.below(2);
                c.part(|c| g.statements(c, depth.min(1), count));
                let own = g.scalar(c, t);
                let other = g.settled(c, t);
                vec![(own, Type::Prim(t)), (other, Type::Prim(t))]
            });
            let operator = g.again(&op, &neutral);
            let width = Atom::Var(size);
            let ty = Type::sized([width], t);
            let soac = Soac::redomap(operator, inner);
            let exp = Exp::soac(width, chunks.iter().map(|chunk| chunk.name).collect(), soac);
            let names = g.bind_all(vec![Type::Prim(t), ty.clone()], exp);
            let mut total = names.first().map_or(first, |name| Atom::Var(*name));
            if !is_par {
                let op = g.function_of(&op);
                total = g.prim(op, vec![Atom::Var(state.name), total]);
            }
            mapped.push(Type::sized([width], t));
            let own = names.get(1).map_or(first, |name| Atom::Var(*name));
            vec![(total, Type::Prim(t)), (own, ty)]
        });
        let function = Chunk { size, function };
        let types = vec![Type::Prim(t), Type::sized([width], t)];
        let soac = match is_par {
            true => Soac::StreamPar { operator, function },
            false => Soac::StreamSeq {
                initial: vec![first],
                function,
            },
        };
        let exp = self.soac(width, &inputs, soac);
        self.bind_all(types, exp);
        Some(())
    }

    /// The primitive function that an operator is.
    fn function_of(&self, op: &Lambda) -> PrimFn {
        let of = |exp: &Exp| match exp {
            Exp::Prim(function, _) => Some(*function),
            _ => None,
        };
        let found = op.body.stms.first().and_then(|stm| of(&stm.exp));
        found.unwrap_or(PrimFn::Bin(BinOp::Add, PrimType::I32))
    }

    /// The same operator, with names of its own.
    fn again(&mut self, op: &Lambda, neutral: &[Atom]) -> Operator {
        let neutral = neutral.first().copied().unwrap_or(Atom::i64(0));
        match self.function_of(op) {
            PrimFn::Bin(op, t) => self.operator(t, op, neutral, false),
            _ => self.operator(PrimType::I32, BinOp::Add, neutral, false),
        }
    }
}

/// Arrays of so many.
pub fn arrays(rows: &[Type], width: Atom) -> Option<Vec<Type>> {
    rows.iter().map(|row| row.array_of(Dim::Is(width))).collect()
}
