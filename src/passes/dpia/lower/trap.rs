//! What has no value: an index out of bounds, a division by zero (DPIA-G-TRAP).
//!
//! A kernel cannot stop the program. It notes what went wrong in a cell that the host reads after the last launch, the first one to do
//! so wins, and goes on with a harmless value: index 0, quotient 0.

use super::expression::{integer_of, may_fail};
use super::text::{Done, Text};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{BinOp, DataType, PrimType, PrimValue};
use elder_kernel::c::{BinaryOp, Expr, Stmt, StmtKind, Width};
use elder_kernel::make;
use elder_kernel::plan::Trap;
use elder_syntax::Span;
use elder_syntax::prim::PrimFn;

impl Text<'_> {
    /// Notes that an index is out of bounds.
    pub fn out_of_bounds(&mut self, span: Span) -> Stmt {
        self.fail(Trap::Bounds, span)
    }

    /// Notes that a number is no size.
    pub fn bad_size(&mut self, span: Span) -> Stmt {
        self.fail(Trap::Size, span)
    }

    /// The second operand of an operator, tested if the operator has no value on some.
    pub fn divisor(
        &mut self,
        op: BinOp,
        t: PrimType,
        width: Option<Width>,
        b: Expr,
        span: Span,
    ) -> Done<Expr> {
        if !may_fail(op, t) {
            return Ok(b);
        }
        let fails = |k: i64| if op == BinOp::Pow { k < 0 } else { k == 0 };
        let known = match &b {
            Expr::Literal(value) => integer_of(*value).or((t == PrimType::U64).then_some(1)),
            Expr::VectorOf(_, _, parts) => match parts.as_slice() {
                [Expr::Literal(value)] => integer_of(*value),
                _ => None,
            },
            _ => None,
        };
        if known.is_some_and(|k| !fails(k)) {
            return Ok(b);
        }
        let data = match width {
            Some(width) => DataType::Vector(width.count() as u8, t),
            None => DataType::Num(t),
        };
        let b = match b {
            Expr::Var(_) => b,
            _ => self.named(b, &data, "divisor"),
        };
        let (comparison, trap) = match op {
            BinOp::Pow => (BinOp::Lt, Trap::NegativeExponent),
            _ => (BinOp::Eq, Trap::DivisionByZero),
        };
        let zero = Expr::Prim(
            PrimFn::Convert(PrimType::I32, t),
            None,
            vec![Expr::Literal(PrimValue::I32(0))],
        );
        let zero = if t == PrimType::I32 {
            Expr::Literal(PrimValue::I32(0))
        } else {
            zero
        };
        let test = |x: Expr| Expr::Prim(PrimFn::Bin(comparison, t), None, vec![x, zero.clone()]);
        let condition = match width {
            None => test(b.clone()),
            Some(width) => (1..width.count() as u8).fold(test(make::component(b.clone(), 0)), |all, k| {
                make::binary(BinaryOp::Or, all, test(make::component(b.clone(), k)))
            }),
        };
        let fail = self.fail(trap, span);
        self.push(make::if_then(condition, vec![fail]));
        Ok(b)
    }

    /// Notes a failure, unless one was noted before.
    fn fail(&mut self, trap: Trap, span: Span) -> Stmt {
        rules::DPIA_G_TRAP.apply();
        self.uses.failure = true;
        let code = self.host.cause(trap, span);
        let failure = make::var(self.host.failure_name());
        let function = match self.is_openmp() {
            true => "__sync_val_compare_and_swap",
            false => "atomic_cmpxchg",
        };
        let arguments = vec![failure, make::int(0), make::int(code)];
        Stmt::new(StmtKind::Call(function.into(), arguments)).at(span)
    }
}
