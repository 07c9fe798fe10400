//! What has no value: an index out of bounds, a division by zero (DPIA-G-TRAP).
//!
//! A kernel cannot stop the program. It notes what went wrong in a cell that the host reads after the last launch, the first one to do
//! so wins, and goes on with a harmless value: index 0, quotient 0.  Here each test gets its row of the plan's table ([`Site`]): the rule of the
//! definition that refuses the same, the place, and what the definition says.

use super::expression::{integer_of, may_fail};
use super::text::{Done, Text};
use elder_dpia::rules::evaluation::{DPIA_E_ASINDEX, DPIA_E_OP, DPIA_E_SCATTER, DPIA_S_SIZE};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{BinOp, DataType, IndexTest, PrimType, PrimValue};
use elder_kernel::c::{BinaryOp, Expr, Stmt, StmtKind, Width};
use elder_kernel::make;
use elder_kernel::plan::Site;
use elder_syntax::Span;
use elder_syntax::prim::PrimFn;

/// A number becomes an index.
pub fn no_index(test: IndexTest, span: Span) -> Site {
    let (rule, message) = match test {
        IndexTest::Bounds => ((&DPIA_E_ASINDEX, "bounds"), "an index is out of bounds"),
        IndexTest::Once => (
            (&DPIA_E_SCATTER, "injective"),
            "two elements go to the same index",
        ),
    };
    Site { rule, span, message }
}

/// A number becomes a size.
pub fn no_size(span: Span) -> Site {
    Site {
        rule: (&DPIA_S_SIZE, "bounds"),
        span,
        message: "a size is not between 0 and its bound",
    }
}

/// A number that the host reads becomes a size: the number, and its bound.
pub fn read_size(span: Span) -> Site {
    Site {
        message: "the size {} is not between 0 and {}",
        ..no_size(span)
    }
}

/// An integer is divided.
fn division_by_zero(span: Span) -> Site {
    Site {
        rule: (&DPIA_E_OP, "division"),
        span,
        message: "division by zero",
    }
}

/// An integer is raised to a power.
fn negative_exponent(span: Span) -> Site {
    Site {
        rule: (&DPIA_E_OP, "exponent"),
        span,
        message: "negative exponent of an integer power",
    }
}

impl Text<'_> {
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
        let (comparison, site) = match op {
            BinOp::Pow => (BinOp::Lt, negative_exponent(span)),
            _ => (BinOp::Eq, division_by_zero(span)),
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
        let fail = self.fail(site);
        self.push(make::if_then(condition, vec![fail]));
        Ok(b)
    }

    /// Notes that a test failed, unless one was noted before.
    pub fn fail(&mut self, site: Site) -> Stmt {
        rules::DPIA_G_TRAP.apply();
        self.uses.failure = true;
        let code = self.host.site(site);
        let failure = make::var(self.host.failure_name());
        let function = match self.is_openmp() {
            true => "__sync_val_compare_and_swap",
            false => "atomic_cmpxchg",
        };
        let arguments = vec![failure, make::int(0), make::int(code)];
        Stmt::new(StmtKind::Call(function.into(), arguments)).at(site.span)
    }
}
