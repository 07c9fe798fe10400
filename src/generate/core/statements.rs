//! Statements, and those of operators.

use super::COMMON;
use super::redexes::{divides, divisor};
use super::scope::Generator;
use crate::Choices;
use elder_core::tree::{Atom, Body, Class, Dim, Exp, Results, Tuned, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use std::sync::LazyLock;

/// All of them.
static ALL: LazyLock<Vec<PrimFn>> = LazyLock::new(primitives);

/// Those of the types that statements prefer.
static USUAL: LazyLock<Vec<PrimFn>> = LazyLock::new(|| {
    let is_usual = |function: &PrimFn| function.parameters().iter().all(|t| COMMON.contains(t));
    ALL.iter().copied().filter(is_usual).collect()
});

/// Sizes of arrays that are made of numbers.
const SIDES: [i64; 6] = [2, 3, 1, 4, 2, 0];

/// Every primitive function at every type.
pub fn primitives() -> Vec<PrimFn> {
    let mut all = Vec::new();
    for t in PrimType::ALL.iter().copied() {
        let (binary, unary, ternary) = (BinOp::ALL.iter(), UnOp::ALL.iter(), TernOp::ALL.iter());
        all.extend(binary.filter(|op| op.exists_on(t)).map(|op| PrimFn::Bin(*op, t)));
        all.extend(
            unary
                .filter(|op| op.result(t).is_some())
                .map(|op| PrimFn::Un(*op, t)),
        );
        all.extend(
            ternary
                .filter(|op| op.exists_on(t))
                .map(|op| PrimFn::Tern(*op, t)),
        );
        all.extend(PrimType::ALL.iter().map(|to| PrimFn::Convert(t, *to)));
        all.extend(t.is_float().then_some(PrimFn::Ldexp(t)));
    }
    all
}

impl Generator {
    /// So many statements, in which bodies nest so deep.
    pub fn statements(&mut self, c: &mut Choices, depth: usize, count: usize) {
        for _ in 0..count {
            c.part(|c| self.statement(c, depth));
        }
    }

    /// A statement; nothing if what it needs is not in scope.
    fn statement(&mut self, c: &mut Choices, depth: usize) {
        let often = if self.is_dense { 4 } else { 1 };
        let _ = match c.below(8) < often {
            true => self.dense(c, depth),
            false => self.any(c, depth),
        };
    }

    /// What rules of simplification apply to.
    fn dense(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        match c.below(14) {
            0..=5 => self.redex(c, depth),
            6 => self.kept_apart(c),
            7 => self.rewritten(c),
            8 => self.concat(c),
            9 => self.element(c),
            10 | 11 => self.seen(c),
            12 => self.made(c),
            _ => self.slice(c),
        }
    }

    /// A statement of any sort.
    fn any(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let kinds = if depth == 0 { 14 } else { 32 };
        match c.below(kinds) {
            0..=2 => self.primitive(c),
            3 => self.literal(c),
            4 => self.made(c),
            5 | 6 => self.element(c),
            7 => self.slice(c),
            8 | 9 => self.update(c),
            10 => self.seen(c),
            11 => self.concat(c),
            12 => self.flat(c),
            13 => self.sure(c).map(|_| ()),
            14 => self.branches(c, depth - 1),
            15 => self.counted(c, depth - 1),
            16 => self.conditional(c, depth - 1),
            kind @ 17..30 => self.combinator(c, kind - 17, depth - 1),
            30 => self.call(c),
            _ => self.tuned(c),
        }
    }

    /// A combinator, by its place in this table.
    pub fn combinator(&mut self, c: &mut Choices, kind: usize, depth: usize) -> Option<()> {
        match kind {
            0..=2 => self.map(c, depth),
            3 => self.redomap(c, depth, false),
            4 => self.redomap(c, depth, true),
            5 => self.filter(c, depth),
            6 => self.scatter(c, depth),
            7 => self.hist(c, depth),
            8 => self.stream(c, depth),
            9 => self.accumulate(c, depth),
            10 => self.growing(c),
            _ => self.screma(c, depth),
        }
    }

    /// A branch that gives what is the same whatever a tuned number is: that it is above zero, or what is left of it by one; the other branch gives that too.
    fn tuned(&mut self, c: &mut Choices) -> Option<()> {
        let class = *c.pick(&Class::ALL)?;
        let number = c.below(3);
        let tuned = Exp::Tuned(Tuned {
            name: format!("{}.{number}", class.name()).into(),
            class,
            default: [None, Some(2), Some(64)][number],
        });
        let condition = self.scalar(c, PrimType::Bool);
        let (op, given) = *c.pick(&[
            (BinOp::Mod, PrimValue::I64(0)),
            (BinOp::Div, PrimValue::I64(1)),
            (BinOp::Lt, PrimValue::Bool(true)),
        ])?;
        // Nothing else may see the number, or what the program gives would depend on it.
        let (known, stms) = self.nested(|g| {
            let tuned = Atom::Var(g.bind(Type::SIZE, tuned));
            let operands = match op {
                BinOp::Mod => vec![tuned, Atom::i64(1)],
                BinOp::Div => vec![tuned, tuned],
                _ => vec![Atom::i64(0), tuned],
            };
            g.prim(PrimFn::Bin(op, PrimType::I64), operands)
        });
        let body = |stms, result| Body::of(stms, vec![result]);
        let ty = Type::Prim(given.prim_type());
        let exp = Exp::either(
            condition,
            [body(stms, known), body(vec![], Atom::Const(given))],
            Results::plain([&ty]),
        );
        self.bind(ty, exp);
        Some(())
    }

    /// A primitive function; what may fail has an operand with which it does not, most often.
    fn primitive(&mut self, c: &mut Choices) -> Option<()> {
        // Any one, or any one of the types that are usual.
        let function = match c.below(2) {
            0 => *c.pick(&USUAL)?,
            _ => *c.pick(&ALL)?,
        };
        let mut operands = Vec::new();
        for ty in function.parameters() {
            operands.push(self.scalar(c, ty));
        }
        if let PrimFn::Bin(op, t) = function
            && divides(op)
            && t.is_integer()
            && !c.one_in(16)
        {
            operands[1] = Atom::Const(divisor(c, op, t));
        }
        if let PrimFn::Bin(BinOp::Shl | BinOp::Shr | BinOp::Lshr, t) = function
            && c.below(2) == 0
        {
            // By all bits, one less, one more.
            let bits = t.bytes() * 8 + c.below(3) - 1;
            operands[1] = Atom::Const(t.number(bits as i128));
        }
        self.prim(function, operands);
        Some(())
    }

    /// An array of what is written down: scalars, or rows of one type.
    fn literal(&mut self, c: &mut Choices) -> Option<()> {
        let count = 1 + c.below(4);
        let rows = match c.below(4) {
            0 => self.pick(c, |_, var| (1..3).contains(&var.ty.rank())),
            _ => None,
        };
        let row = match &rows {
            Some(var) => var.ty.clone(),
            None => Type::Prim(self.prim_type(c)),
        };
        let elements: Vec<Atom> = (0..count).map(|_| self.of(c, &row).0).collect();
        let ty = row.array_of(Dim::Is(Atom::i64(count as i64)))?;
        self.bind(ty, Exp::Literal { row, elements });
        Some(())
    }

    /// A size whose value is known and natural.
    pub fn known(&mut self, c: &mut Choices) -> Atom {
        let size = self.pick(c, |g, var| {
            g.value(Atom::Var(var.name))
                .is_some_and(|value| (0..=64).contains(&value))
        });
        match size {
            Some(var) if c.below(3) > 0 => Atom::Var(var.name),
            _ => Atom::i64(c.below(4) as i64),
        }
    }

    fn made(&mut self, c: &mut Choices) -> Option<()> {
        let n = self.known(c);
        match c.below(8) {
            0 => {
                self.bind(Type::sized([n], PrimType::I64), Exp::Iota(n));
            }
            1 => {
                let t = self.prim_type(c);
                let ty = Type::array([Dim::Is(n), Dim::Is(Atom::i64(2))], t);
                self.bind(ty.clone(), Exp::Blank(ty));
            }
            2 | 3 => {
                let t = self.prim_type(c);
                let mut ty = Type::sized([n], t);
                if c.below(3) == 2 {
                    ty = ty.array_of(Dim::Is(self.known(c)))?;
                }
                self.new_array(c, &ty);
            }
            _ => {
                let rank = 1 + c.below(4);
                let dims: Vec<i64> = (0..rank).map(|_| SIDES[c.below(SIDES.len())]).collect();
                self.numbered(c, &dims);
            }
        }
        Some(())
    }

    /// An array of these sizes, no two elements of which are the same.
    pub(super) fn numbered(&mut self, c: &mut Choices, sizes: &[i64]) {
        let volume = self.named(c, sizes.iter().product());
        let flat = Type::sized([volume], PrimType::I64);
        let array = self.bind(flat, Exp::Iota(volume));
        if sizes.len() > 1 {
            let dims: Vec<Atom> = sizes.iter().map(|size| self.named(c, *size)).collect();
            let ty = Type::sized(dims.iter().copied(), PrimType::I64);
            self.uses(Atom::Var(array));
            // Sharing of the whole is of no interest: it is seen in one way only.
            self.closed([array]);
            self.bind(ty, Exp::Reshape { dims, array });
        }
    }

    /// A number, or a size that is known to be it.
    pub fn named(&mut self, c: &mut Choices, value: i64) -> Atom {
        let found = match c.below(3) {
            0 => self.pick(c, |g, var| g.value(Atom::Var(var.name)) == Some(value)),
            _ => None,
        };
        found.map_or(Atom::i64(value), |var| Atom::Var(var.name))
    }

    fn update(&mut self, c: &mut Choices) -> Option<()> {
        let var = self.pick(c, |g, var| var.ty.rank() > 0 && g.is_consumable(var.class))?;
        let (at, left) = self.cuts(c, &var.ty, true)?;
        let ty = Type::array(left, var.ty.element()?);
        let value = match &ty {
            Type::Prim(t) => self.scalar(c, *t),
            _ => {
                let class = var.class;
                let found = self.pick(c, |g, other| other.ty == ty && !g.share(other.class, class));
                match found {
                    Some(other) => Atom::Var(other.name),
                    None => Atom::Var(self.new_array(c, &ty).0),
                }
            }
        };
        self.consume(var.class);
        let array = var.name;
        self.bind(var.ty, Exp::Update { array, at, value });
        Some(())
    }
}
