//! Statements, and those of operators.

use super::COMMON;
use super::scope::Generator;
use crate::Choices;
use elder_core::tree::{Atom, Cut, Dim, Exp, Step, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, TernOp, UnOp};
use std::sync::LazyLock;

/// All of them.
static ALL: LazyLock<Vec<PrimFn>> = LazyLock::new(primitives);

/// Those of the types that statements prefer.
static USUAL: LazyLock<Vec<PrimFn>> = LazyLock::new(|| {
    let is_usual = |function: &PrimFn| function.parameters().iter().all(|t| COMMON.contains(t));
    ALL.iter().copied().filter(is_usual).collect()
});

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
        let kinds = if depth == 0 { 14 } else { 28 };
        let _ = match c.below(kinds) {
            0..=2 => self.primitive(c),
            3 => self.literal(c),
            4 => self.made(c),
            5 | 6 => self.element(c),
            7 => self.slice(c),
            8 | 9 => self.update(c),
            10 => self.seen(c),
            11 => self.concat(c),
            12 => self.flat(c),
            13 => self.asserted(c),
            14 => self.branches(c, depth - 1),
            15 => self.counted(c, depth - 1),
            16 => self.conditional(c, depth - 1),
            17..=19 => self.map(c, depth - 1),
            20 => self.redomap(c, depth - 1, false),
            21 => self.redomap(c, depth - 1, true),
            22 => self.filter(c, depth - 1),
            23 => self.scatter(c, depth - 1),
            24 => self.hist(c, depth - 1),
            25 => self.stream(c, depth - 1),
            26 => self.accumulate(c, depth - 1),
            _ => self.call(c),
        };
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
        let may_fail = matches!(
            function,
            PrimFn::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Pow | BinOp::Shl | BinOp::Shr | BinOp::Lshr, t) if t.is_integer()
        );
        if may_fail && !c.one_in(16) {
            operands[1] = Atom::Const(crate::dpia::inputs::small(
                function.parameters()[1],
                1 + c.below(3) as u8,
            ));
        }
        self.prim(function, operands);
        Some(())
    }

    fn literal(&mut self, c: &mut Choices) -> Option<()> {
        let t = self.prim_type(c);
        let count = 1 + c.below(4);
        let elements: Vec<Atom> = (0..count).map(|_| self.scalar(c, t)).collect();
        let ty = Type::array([Dim::Is(Atom::i64(count as i64))], t);
        let row = Type::Prim(t);
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
        match c.below(4) {
            0 => {
                self.bind(Type::array([Dim::Is(n)], PrimType::I64), Exp::Iota(n));
            }
            1 => {
                let t = self.prim_type(c);
                let ty = Type::array([Dim::Is(n), Dim::Is(Atom::i64(2))], t);
                self.bind(ty.clone(), Exp::Blank(ty));
            }
            _ => {
                let t = self.prim_type(c);
                let mut ty = Type::array([Dim::Is(n)], t);
                if c.below(3) == 2 {
                    ty = ty.array_of(Dim::Is(self.known(c)))?;
                }
                self.new_array(c, &ty);
            }
        }
        Some(())
    }

    /// An index into a dimension of this size, which has elements.
    pub fn index(&mut self, c: &mut Choices, size: Atom) -> Option<Atom> {
        let value = self.value(size).filter(|value| *value > 0)?;
        Some(match c.below(4) {
            0 if c.one_in(12) => self.scalar(c, PrimType::I64),
            3 => {
                let x = self.scalar(c, PrimType::I64);
                self.prim(PrimFn::Bin(BinOp::Mod, PrimType::I64), vec![x, size])
            }
            _ => Atom::i64(c.below(value as usize) as i64),
        })
    }

    fn element(&mut self, c: &mut Choices) -> Option<()> {
        let var = self.pick(c, |g, var| {
            let has = |dim: &Dim| matches!(dim, Dim::Is(size) if g.value(*size).is_some_and(|n| n > 0));
            var.ty.rank() > 0 && var.ty.dims().iter().all(has)
        })?;
        let mut at = Vec::new();
        for k in 0..var.ty.rank() {
            at.push(self.index(c, Self::dim(&var.ty, k)?)?);
        }
        let array = var.name;
        self.bind(Type::Prim(var.ty.element()?), Exp::Index { array, at });
        Some(())
    }

    /// Cuts that fit, with the sizes that are left; a section at least, unless it may be a scalar.
    fn cuts(&mut self, c: &mut Choices, ty: &Type, scalar: bool) -> Option<(Vec<Cut>, Vec<Dim>)> {
        let (mut cuts, mut left) = (Vec::new(), Vec::new());
        for k in 0..ty.rank() {
            let size = Self::dim(ty, k)?;
            let value = self.value(size)?;
            let last = k + 1 == ty.rank() && left.is_empty() && !scalar;
            if value > 0 && !last && c.below(2) == 0 {
                cuts.push(Cut::At(self.index(c, size)?));
                continue;
            }
            let (start, count, stride) = match c.below(4) {
                0 => (0, size, 1),
                1 if value > 0 => (value - 1, size, -1),
                2 if value > 1 => (0, Atom::i64((value + 1) / 2), 2),
                _ => {
                    let start = c.below(value as usize + 1) as i64;
                    (start, Atom::i64(c.below((value - start) as usize + 1) as i64), 1)
                }
            };
            let (start, stride) = (Atom::i64(start), Atom::i64(stride));
            cuts.push(Cut::Section { start, count, stride });
            left.push(Dim::Is(count));
        }
        Some((cuts, left))
    }

    fn slice(&mut self, c: &mut Choices) -> Option<()> {
        let var = self.pick(c, |_, var| var.ty.rank() > 0)?;
        let (at, left) = self.cuts(c, &var.ty, false)?;
        let ty = Type::array(left, var.ty.element()?);
        let array = var.name;
        self.view(ty, Exp::Slice { array, at }, var.class);
        Some(())
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

    /// The same elements, seen in another way or copied.
    fn seen(&mut self, c: &mut Choices) -> Option<()> {
        let var = self.pick(c, |_, var| var.ty.rank() > 0)?;
        let (array, element, class) = (var.name, var.ty.element()?, var.class);
        let dims: Vec<Atom> = (0..var.ty.rank()).filter_map(|k| Self::dim(&var.ty, k)).collect();
        match c.below(6) {
            0 if dims.len() > 1 => {
                let order: Vec<u16> = (0..dims.len() as u16).rev().collect();
                let ty = Type::array(dims.iter().rev().map(|dim| Dim::Is(*dim)), element);
                self.view(ty, Exp::Rearrange { order, array }, class);
            }
            1 => {
                let volume: i64 = dims.iter().map(|dim| self.value(*dim)).product::<Option<i64>>()?;
                let dims = vec![Atom::i64(volume)];
                let ty = Type::array([Dim::Is(dims[0])], element);
                self.view(ty, Exp::Reshape { dims, array }, class);
            }
            2 => {
                let known: Option<Vec<i64>> = dims.iter().map(|dim| self.value(*dim)).collect();
                let dims: Vec<Atom> = known?.into_iter().map(Atom::i64).collect();
                let ty = Type::array(dims.iter().map(|dim| Dim::Is(*dim)), element);
                self.view(ty, Exp::Coerce { dims, array }, class);
            }
            3 => {
                self.view(var.ty.clone(), Exp::Opaque(Atom::Var(array)), class);
            }
            4 => {
                self.view(var.ty.clone(), Exp::Atom(Atom::Var(array)), class);
            }
            _ => {
                self.bind(var.ty.clone(), Exp::Copy(array));
            }
        }
        Some(())
    }

    fn concat(&mut self, c: &mut Choices) -> Option<()> {
        let one = self.pick(c, |g, var| {
            Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
        })?;
        let row = one.ty.row(1)?;
        let other = self.pick(c, |g, var| {
            var.ty.row(1).as_ref() == Some(&row)
                && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
        })?;
        let size = |g: &Self, ty: &Type| g.value(Self::dim(ty, 0)?);
        let total = Atom::i64(size(self, &one.ty)? + size(self, &other.ty)?);
        let arrays = vec![one.name, other.name];
        self.bind(row.array_of(Dim::Is(total))?, Exp::Concat { total, arrays });
        Some(())
    }

    /// Elements by strides, read or replaced.
    fn flat(&mut self, c: &mut Choices) -> Option<()> {
        let var = self.pick(c, |g, var| {
            var.ty.rank() == 1
                && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some_and(|n| n > 1))
        })?;
        let n = self.value(Self::dim(&var.ty, 0)?)?;
        let count = Atom::i64(n / 2);
        let offset = Atom::i64(c.below(2) as i64);
        let stride = Atom::i64(1 + c.below(2) as i64);
        let dims = vec![Step { count, stride }];
        let part = Type::array([Dim::Is(count)], var.ty.element()?);
        let array = var.name;
        if c.below(2) == 1 && self.is_consumable(var.class) {
            let (value, _) = self.new_array(c, &part);
            self.consume(var.class);
            self.bind(
                var.ty,
                Exp::FlatUpdate {
                    array,
                    offset,
                    dims,
                    value,
                },
            );
        } else {
            self.view(part, Exp::FlatIndex { array, offset, dims }, var.class);
        }
        Some(())
    }
}
