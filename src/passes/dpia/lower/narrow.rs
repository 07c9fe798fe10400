//! Integers of 64 bits for which 32 suffice, in kernels whose indexes have 32 (DPIA-G-NARROW).
//!
//! What a program computes of indexes it computes in 64 bits, which a device does in several steps.  Two things are known of a kernel for small arrays:
//!
//! - where an index is asked for, the upper half of a number is not, and the lower half of a sum, a difference or a product is that of its operands' lower halves;
//! - sizes are natural numbers of 32 bits, and so is what counts up to them.  A number that is computed of these by sums, products, minima and maxima and that comes to
//!   32 bits on the way as well is computed in 32.
//!
//! Values stay what they are: a number that is narrow is widened where 64 bits are asked for.

use super::expression::integer_of;
use super::tidy::{Part, each_name_of_value, operands, parts};
use elder_dpia::rules::kernels as rules;
use elder_kernel::c::{
    BinaryOp, Declaration, Expr, For, Param, Space, Stmt, StmtKind, Type, UnaryOp, WorkItem,
};
use elder_syntax::Name;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};

/// The statements of a kernel with these parameters, some of which are sizes.
pub fn kernel(block: Vec<Stmt>, params: &[Param], sizes: &FxHashSet<Name>, items: Items) -> Vec<Stmt> {
    let mut narrow = Narrow {
        items,
        ..Narrow::default()
    };
    changes(&block, &mut narrow.assigned);
    for param in params {
        if let Type::Scalar(t) = param.ty {
            let range = match sizes.contains(&param.name) {
                true => Some(Range::new(0, i32::MAX.into())),
                false => Range::of(t),
            };
            narrow.known.insert(param.name.clone(), Known { t, range });
        }
    }
    narrow.block(block)
}

/// How many items there are in each dimension, where that is known.
#[derive(Clone, Copy, Default)]
pub struct Items {
    /// Of a group.
    pub group: [Option<u64>; 3],
    /// Of the launch.
    pub launch: [Option<u64>; 3],
}

/// The numbers from the first to the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    first: i128,
    last: i128,
}

impl Range {
    fn new(first: i128, last: i128) -> Range {
        Range { first, last }
    }

    /// Those of a type that 64 bits with a sign hold.
    fn of(t: PrimType) -> Option<Range> {
        Some(match t {
            PrimType::I8 => Range::new(i8::MIN.into(), i8::MAX.into()),
            PrimType::I16 => Range::new(i16::MIN.into(), i16::MAX.into()),
            PrimType::I32 => Range::new(i32::MIN.into(), i32::MAX.into()),
            PrimType::U8 => Range::new(0, u8::MAX.into()),
            PrimType::U16 => Range::new(0, u16::MAX.into()),
            PrimType::U32 => Range::new(0, u32::MAX.into()),
            _ => return None,
        })
    }

    fn fits(self, t: PrimType) -> bool {
        Range::of(t).is_some_and(|all| all.first <= self.first && self.last <= all.last)
    }

    /// What an operator makes of numbers of both, if it does not wrap in 64 bits.
    fn combined(op: BinOp, a: Range, b: Range) -> Option<Range> {
        let range = match op {
            BinOp::Add => Range::new(a.first + b.first, a.last + b.last),
            BinOp::Sub => Range::new(a.first - b.last, a.last - b.first),
            BinOp::Min => Range::new(a.first.min(b.first), a.last.min(b.last)),
            BinOp::Max => Range::new(a.first.max(b.first), a.last.max(b.last)),
            BinOp::Mul => {
                let ends = [a.first, a.last].map(|x| [x * b.first, x * b.last]);
                let ends = || ends.iter().flatten().copied();
                Range::new(ends().min()?, ends().max()?)
            }
            _ => return None,
        };
        let all = i128::from(i64::MIN)..=i128::from(i64::MAX);
        (all.contains(&range.first) && all.contains(&range.last)).then_some(range)
    }
}

/// What is known of a variable: its type now, and its numbers.
#[derive(Clone, Copy)]
struct Known {
    t: PrimType,
    range: Option<Range>,
}

#[derive(Default)]
struct Narrow {
    items: Items,
    /// What conditions say of the numbers of expressions that are no variables.
    facts: Vec<(Expr, Range)>,
    known: FxHashMap<Name, Known>,
    /// What was known before declarations and conditions, and whether that was a variable that is declared narrow.
    before: Vec<(Name, Option<Known>, bool)>,
    /// Variables of 64 bits that are declared with 32.
    narrowed: FxHashSet<Name>,
    /// What variables are called that are assigned to.
    assigned: FxHashSet<Name>,
}

/// Notes the variables that have several values, or none at first.
fn changes(block: &[Stmt], out: &mut FxHashSet<Name>) {
    for stmt in block {
        elder_syntax::effort::deeper(|| {
            match &stmt.kind {
                StmtKind::Declare(Declaration {
                    name: x, init: None, ..
                })
                | StmtKind::Assign(Expr::Var(x), _)
                | StmtKind::Update(_, Expr::Var(x), _) => {
                    out.insert(x.clone());
                }
                _ => {}
            }
            parts(stmt).for_each(|part| match part {
                Part::Value(e) => addresses(e, out),
                Part::Body(body) => changes(body, out),
            });
        });
    }
}

/// Whoever has the address of a variable may assign to it.
fn addresses(e: &Expr, out: &mut FxHashSet<Name>) {
    elder_syntax::effort::deeper(|| {
        if let Expr::Unary(UnaryOp::AddressOf, of) = e
            && let Expr::Var(x) = &**of
        {
            out.insert(x.clone());
        }
        operands(e).for_each(|e| addresses(e, out));
    });
}

/// What an expression is made of.
fn operands_mut(e: &mut Expr) -> impl Iterator<Item = &mut Expr> {
    let (few, all): ([Option<&mut Expr>; 3], &mut [Expr]) = match e {
        Expr::Var(_) | Expr::Int(_) | Expr::Literal(_) | Expr::WorkItem(..) => ([None, None, None], &mut []),
        Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Field(a, _) | Expr::Component(a, _) => {
            ([Some(a), None, None], &mut [])
        }
        Expr::Binary(_, a, b) | Expr::Index(a, b) => ([Some(a), Some(b), None], &mut []),
        Expr::Conditional(a, b, c) => ([Some(a), Some(b), Some(c)], &mut []),
        Expr::Prim(_, _, all) | Expr::Call(_, all) | Expr::VectorOf(_, _, all) | Expr::StructOf(_, all) => {
            ([None, None, None], all)
        }
        Expr::VLoad(a) => ([Some(&mut a.offset), Some(&mut a.pointer), None], &mut []),
    };
    few.into_iter().flatten().chain(all)
}

/// A number before it was widened.
fn unwidened(e: &Expr) -> &Expr {
    match e {
        Expr::Cast(Type::Scalar(PrimType::I64), own) => own,
        _ => e,
    }
}

/// Whether C's operator compares.
fn compares(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne
    )
}

impl Narrow {
    fn block(&mut self, block: Vec<Stmt>) -> Vec<Stmt> {
        let before = (self.before.len(), self.facts.len());
        let block = block.into_iter().map(|stmt| self.stmt(stmt)).collect();
        self.back_to(before);
        block
    }

    /// A variable is known from here on, to the end of the block.
    fn be(&mut self, name: &Name, known: Option<Known>, is_narrow: bool) {
        let before = match known {
            Some(known) => self.known.insert(name.clone(), known),
            None => self.known.remove(name),
        };
        let was_narrow = match is_narrow {
            true => !self.narrowed.insert(name.clone()),
            false => self.narrowed.remove(name),
        };
        self.before.push((name.clone(), before, was_narrow));
    }

    /// Forgets what is known since there was so much.
    fn back_to(&mut self, (before, facts): (usize, usize)) {
        self.facts.truncate(facts);
        while self.before.len() > before
            && let Some((name, known, was_narrow)) = self.before.pop()
        {
            self.be(&name, known, was_narrow);
            self.before.pop();
        }
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Stmt {
        elder_syntax::effort::deeper(|| {
            match &mut stmt.kind {
                StmtKind::Declare(own) => {
                    own.dims.iter_mut().for_each(|e| self.wide(e));
                    let is_scalar = own.dims.is_empty() && own.space == Space::Private;
                    if let (Type::Scalar(t), Some(init), true) = (&mut own.ty, &mut own.init, is_scalar) {
                        self.declared(&own.name, t, init);
                    } else {
                        own.init.iter_mut().for_each(|init| self.wide(init));
                        self.be(&own.name, None, false);
                    }
                }
                StmtKind::Assign(a, b) | StmtKind::Update(_, a, b) => {
                    self.wide(a);
                    self.wide(b);
                }
                StmtKind::VStore(value, access) => {
                    self.wide(value);
                    self.wide(&mut access.offset);
                    self.wide(&mut access.pointer);
                }
                StmtKind::For(own) => self.counted(own),
                StmtKind::If(condition, then, otherwise) => {
                    let before = (self.before.len(), self.facts.len());
                    // What a condition says does not hold where it is tested.
                    let said = condition.clone();
                    self.wide(condition);
                    self.learn(&said);
                    *then = self.block(std::mem::take(then));
                    self.back_to(before);
                    *otherwise = self.block(std::mem::take(otherwise));
                }
                StmtKind::Subgroups(_, then, otherwise) => {
                    *then = self.block(std::mem::take(then));
                    *otherwise = self.block(std::mem::take(otherwise));
                }
                StmtKind::While(condition, body) => {
                    self.wide(condition);
                    *body = self.block(std::mem::take(body));
                }
                StmtKind::Block(body) => *body = self.block(std::mem::take(body)),
                StmtKind::Call(_, arguments) => arguments.iter_mut().for_each(|e| self.wide(e)),
                StmtKind::Return(Some(e)) => self.wide(e),
                StmtKind::Return(None) | StmtKind::Barrier(_) | StmtKind::Comment(_) | StmtKind::Break => {}
            }
            stmt
        })
    }

    /// A variable that is declared; of 64 bits for which 32 suffice, it has 32.
    fn declared(&mut self, name: &Name, t: &mut PrimType, init: &mut Expr) {
        let is_fixed = !self.assigned.contains(name);
        let range = self.range(init, *t).filter(|_| is_fixed);
        let suffices = range.is_some_and(|range| range.fits(PrimType::I32));
        let is_narrow = *t == PrimType::I64 && suffices;
        match is_narrow {
            true => {
                rules::DPIA_G_NARROW.apply();
                *init = self.low(init);
                *t = PrimType::I32;
            }
            false => self.wide(init),
        }
        let range = range.or(Range::of(*t));
        self.be(name, Some(Known { t: *t, range }), is_narrow);
    }

    /// A counter is at least where it starts, and below its limit.
    fn counted(&mut self, own: &mut For) {
        let first = self.range(&own.first, own.ty).map(|range| range.first);
        let last = self.range(&own.limit, own.ty).map(|range| range.last - 1);
        let own_range = Range::of(own.ty);
        for e in [&mut own.first, &mut own.limit, &mut own.step] {
            self.wide(e);
        }
        let is_fixed = !self.assigned.contains(&own.var);
        let range = own_range.map(|all| match is_fixed {
            true => Range::new(first.unwrap_or(all.first), last.unwrap_or(all.last)),
            false => all,
        });
        let before = (self.before.len(), self.facts.len());
        self.be(&own.var, Some(Known { t: own.ty, range }), false);
        own.body = self.block(std::mem::take(&mut own.body));
        self.back_to(before);
    }

    /// Notes what holds of numbers where a condition does.
    fn learn(&mut self, condition: &Expr) {
        elder_syntax::effort::deeper(|| match condition {
            Expr::Binary(BinaryOp::And, a, b) => {
                self.learn(a);
                self.learn(b);
            }
            Expr::Conditional(a, b, otherwise) if **otherwise == Expr::Literal(PrimValue::Bool(false)) => {
                self.learn(a);
                self.learn(b);
            }
            Expr::Binary(BinaryOp::Lt, a, b) => self.below(a, b, 1),
            Expr::Binary(BinaryOp::Le, a, b) => self.below(a, b, 0),
            Expr::Prim(PrimFn::Bin(op, _), None, both) => match (op, both.as_slice()) {
                (BinOp::Lt, [a, b]) => self.below(a, b, 1),
                (BinOp::Le, [a, b]) => self.below(a, b, 0),
                _ => {}
            },
            _ => {}
        });
    }

    /// Notes that a number is less than another by so much at least.
    fn below(&mut self, a: &Expr, b: &Expr, by: i128) {
        let range = |e: &Expr| self.range(e, self.type_of(e)?);
        let own = unwidened(a);
        if let (Some(range), Some(limit)) = (range(own), range(unwidened(b))) {
            self.at_most(own, range, limit.last - by);
        }
    }

    /// Notes that an index with these numbers is at most so much; of c · x + d that x is.
    fn at_most(&mut self, e: &Expr, own: Range, most: i128) {
        match e {
            Expr::Var(x) => {
                if let (Some(known), false) = (self.known.get(x), self.assigned.contains(x)) {
                    let range = Some(Range::new(own.first, own.last.min(most)));
                    self.be(x, Some(Known { range, ..*known }), self.narrowed.contains(x));
                }
            }
            Expr::Binary(BinaryOp::Add, a, b) => {
                if let (Expr::Int(more), Some(own)) = (&**b, self.range(a, PrimType::I32)) {
                    self.at_most(a, own, most - i128::from(*more));
                } else {
                    self.note(e, own, most);
                }
            }
            Expr::Binary(BinaryOp::Mul, a, b) => {
                if let (Expr::Int(times @ 1..), Some(own)) = (&**a, self.range(b, PrimType::I32)) {
                    self.at_most(b, own, most.div_euclid((*times).into()));
                } else {
                    self.note(e, own, most);
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, e: &Expr, own: Range, most: i128) {
        let mut is_fixed = true;
        each_name_of_value(e, &mut |x| is_fixed &= !self.assigned.contains(x));
        if is_fixed {
            self.facts
                .push((e.clone(), Range::new(own.first, own.last.min(most))));
        }
    }

    /// The numbers that an expression of a type may have, if 64 bits with a sign hold them.
    fn range(&self, e: &Expr, t: PrimType) -> Option<Range> {
        if !t.is_integer() {
            return None;
        }
        let known = elder_syntax::effort::deeper(|| match e {
            Expr::Int(n) => Some(Range::new((*n).into(), (*n).into())),
            Expr::Literal(PrimValue::U64(_)) => None,
            Expr::Literal(value) => {
                let n = integer_of(*value)?;
                Some(Range::new(n.into(), n.into()))
            }
            Expr::Var(x) => self.known.get(x)?.range,
            Expr::WorkItem(own, d) => {
                let of = match own {
                    WorkItem::LocalId => self.items.group,
                    _ => self.items.launch,
                };
                let items = of.get(usize::from(*d)).copied().flatten();
                // There are no more items than an index counts, and as many groups at most.
                let all = items.map_or(i32::MAX.into(), i128::from);
                let last = match own {
                    WorkItem::GlobalId | WorkItem::LocalId | WorkItem::GroupId => all - 1,
                    _ => i32::MAX.into(),
                };
                Some(Range::new(0, last))
            }
            // An index, which wraps nowhere.
            Expr::Binary(op, a, b) if t == PrimType::I32 => {
                let op = match op {
                    BinaryOp::Add => BinOp::Add,
                    BinaryOp::Sub => BinOp::Sub,
                    BinaryOp::Mul => BinOp::Mul,
                    _ => return None,
                };
                let own = Range::combined(op, self.range(a, t)?, self.range(b, t)?)?;
                let noted = self.facts.iter().rev().find(|(known, _)| known == e);
                let within =
                    |own: Range, all: Range| Range::new(own.first.max(all.first), own.last.min(all.last));
                let own = noted.map_or(own, |(_, noted)| within(own, *noted));
                Some(within(own, Range::of(t)?))
            }
            Expr::Cast(Type::Scalar(to), own) => {
                let range = self.range(own, self.type_of(own)?)?;
                // What a type does not hold, it wraps.
                (*to == PrimType::I64 || range.fits(*to)).then_some(range)
            }
            Expr::Prim(PrimFn::Convert(from, to), None, own) if from.is_integer() => {
                let range = self.range(own.first()?, *from)?;
                (*to == PrimType::I64 || range.fits(*to)).then_some(range)
            }
            Expr::Prim(PrimFn::Bin(op, of @ (PrimType::I64 | PrimType::I32)), None, both) => {
                let [a, b] = both.as_slice() else { return None };
                let range = Range::combined(*op, self.range(a, *of)?, self.range(b, *of)?)?;
                (*of == PrimType::I64 || range.fits(*of)).then_some(range)
            }
            _ => None,
        });
        known.or(Range::of(t))
    }

    /// The type of what may be narrow.
    fn type_of(&self, e: &Expr) -> Option<PrimType> {
        match e {
            Expr::Var(x) => Some(self.known.get(x)?.t),
            Expr::Cast(Type::Scalar(t), _) => Some(*t),
            Expr::Literal(value) => Some(value.prim_type()),
            Expr::Prim(function, None, _) => Some(function.result()),
            // An index.
            Expr::Int(_) | Expr::WorkItem(..) => Some(PrimType::I32),
            Expr::Binary(
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem,
                a,
                b,
            ) => {
                let (a, b) = (self.type_of(a)?, self.type_of(b)?);
                (a == PrimType::I32 && b == PrimType::I32).then_some(PrimType::I32)
            }
            _ => None,
        }
    }

    /// The lower 32 bits of an integer of 64.
    fn low(&self, e: &Expr) -> Expr {
        let cast = |mut e: Expr| {
            self.wide(&mut e);
            Expr::Cast(Type::Scalar(PrimType::I32), Box::new(e))
        };
        elder_syntax::effort::deeper(|| match e {
            Expr::Literal(PrimValue::I64(n)) => Expr::Literal(PrimValue::I32(*n as i32)),
            Expr::Var(x) if self.narrowed.contains(x) => e.clone(),
            Expr::Cast(Type::Scalar(PrimType::I64), own) => match self.type_of(own) {
                Some(PrimType::I32) => {
                    let mut own = (**own).clone();
                    self.wide(&mut own);
                    own
                }
                _ => cast(e.clone()),
            },
            Expr::Prim(PrimFn::Convert(PrimType::I32, PrimType::I64), None, own) => match own.as_slice() {
                [own] => {
                    let mut own = own.clone();
                    self.wide(&mut own);
                    own
                }
                _ => cast(e.clone()),
            },
            Expr::Prim(PrimFn::Bin(op, PrimType::I64), None, both) if self.keeps_low(*op, both) => {
                let both = both.iter().map(|e| self.low(e)).collect();
                Expr::Prim(PrimFn::Bin(*op, PrimType::I32), None, both)
            }
            _ => cast(e.clone()),
        })
    }

    /// Whether the lower half of what an operator gives is what it makes of the lower halves of these operands.
    fn keeps_low(&self, op: BinOp, operands: &[Expr]) -> bool {
        let is_narrow = |e: &Expr| {
            let range = self.range(e, PrimType::I64);
            range.is_some_and(|range| range.fits(PrimType::I32))
        };
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => true,
            BinOp::Min | BinOp::Max => operands.iter().all(is_narrow),
            _ => op.is_comparison() && operands.iter().all(is_narrow),
        }
    }

    /// The same value, of which parts are narrow.
    fn wide(&self, e: &mut Expr) {
        elder_syntax::effort::deeper(|| match e {
            Expr::Var(x) if self.narrowed.contains(x) => {
                *e = Expr::Cast(Type::Scalar(PrimType::I64), Box::new(e.clone()));
            }
            Expr::Cast(Type::Scalar(PrimType::I32), own) if self.is_wide(own) => {
                rules::DPIA_G_NARROW.apply();
                *e = self.low(own);
            }
            Expr::Prim(PrimFn::Bin(op, t @ PrimType::I64), None, both)
                if op.is_comparison() && self.keeps_low(*op, both) =>
            {
                rules::DPIA_G_NARROW.apply();
                *both = both.iter().map(|e| self.low(e)).collect();
                *t = PrimType::I32;
            }
            Expr::Prim(PrimFn::Bin(_, PrimType::I64), None, _)
                if self
                    .range(e, PrimType::I64)
                    .is_some_and(|range| range.fits(PrimType::I32))
                    && self.keeps_all(e) =>
            {
                rules::DPIA_G_NARROW.apply();
                let low = self.low(e);
                *e = Expr::Cast(Type::Scalar(PrimType::I64), Box::new(low));
            }
            // C converts the narrower one of what it compares.
            Expr::Binary(op, a, b) if compares(*op) => {
                for e in [a, b] {
                    if !matches!(**e, Expr::Var(_)) {
                        self.wide(e);
                    }
                }
            }
            _ => operands_mut(e).for_each(|e| self.wide(e)),
        })
    }

    fn keeps_all(&self, e: &Expr) -> bool {
        matches!(e, Expr::Prim(PrimFn::Bin(op, _), None, both) if self.keeps_low(*op, both))
    }

    /// Whether this is a sum, a difference, a product or the like of 64 bits, or a number that was widened.
    fn is_wide(&self, e: &Expr) -> bool {
        match e {
            Expr::Var(x) => self.narrowed.contains(x),
            Expr::Cast(Type::Scalar(PrimType::I64), own) => {
                self.is_wide(own) || self.type_of(own) == Some(PrimType::I32)
            }
            Expr::Prim(PrimFn::Bin(op, PrimType::I64), None, both) => self.keeps_low(*op, both),
            Expr::Prim(PrimFn::Convert(PrimType::I32, PrimType::I64), None, _) => true,
            _ => false,
        }
    }
}
