//! What has no value: an index out of bounds, a division by zero (DPIA-G-TRAP).
//!
//! A kernel cannot stop the program. It notes what went wrong in a record that the host reads after the last launch, the first one to do
//! so wins, and goes on with a harmless value: index 0, quotient 0.  Here each test gets its row of the plan's table ([`Site`]): the rule of the
//! definition that refuses the same, the place, and what the definition says.

use super::expression::{integer_of, may_fail};
use super::text::{Done, Text};
use elder_dpia::rules::evaluation::{DPIA_E_ASINDEX, DPIA_E_OP, DPIA_E_SCATTER, DPIA_S_FAIL, DPIA_S_SIZE};
use elder_dpia::rules::kernels as rules;
use elder_dpia::rules::primitives::DPIA_X_RUN;
use elder_dpia::{BinOp, DataType, IndexTest, Notice, PrimType, PrimValue};
use elder_kernel::c::{BinaryOp, Expr, Function, Space, Stmt, StmtKind, Type, Width};
use elder_kernel::make;
use elder_kernel::plan::{LEAST, NOTE, Site};
use elder_kernel::print::Dialect;
use elder_syntax::prim::PrimFn;
use elder_syntax::{Name as Word, Span};
use std::borrow::Cow;

/// A number becomes an index: the number, and the length; nothing if that is no failure of the program.
pub fn no_index(test: IndexTest, span: Span) -> Option<Site> {
    let (rule, message) = match test {
        IndexTest::Bounds => (
            (&DPIA_E_ASINDEX, "bounds"),
            "index {} is out of bounds of an array of {} elements",
        ),
        IndexTest::Once => (
            (&DPIA_E_SCATTER, "injective"),
            "two elements go to the same index",
        ),
        IndexTest::Known | IndexTest::Clamp => return None,
    };
    Some(Site::new(rule, span, message))
}

/// A number becomes a size: the number, and its bound.
pub fn no_size(span: Span) -> Site {
    Site::size((&DPIA_S_SIZE, "bounds"), span)
}

/// A command fails: the numbers of what it says.
pub fn noticed(notice: &Notice, span: Span) -> Site {
    Site {
        rule: (&DPIA_S_FAIL, "reached"),
        span,
        message: Cow::Owned(notice.message.to_string()),
        blamed: notice.blamed.clone(),
    }
}

/// A launch has work and no items.
pub fn no_items(span: Span) -> Site {
    Site::new(
        (&DPIA_X_RUN, "positive"),
        span,
        "there is work for a launch of which a size is zero",
    )
}

/// The items of a launch are no whole number of groups.
pub fn no_groups(span: Span) -> Site {
    Site::new(
        (&DPIA_X_RUN, "divides"),
        span,
        "the size of a work-group does not divide that of its launch",
    )
}

/// An integer is divided.
fn division_by_zero(span: Span) -> Site {
    Site::new((&DPIA_E_OP, "division"), span, "division by zero")
}

/// An integer is raised to a power.
fn negative_exponent(span: Span) -> Site {
    Site::new(
        (&DPIA_E_OP, "exponent"),
        span,
        "negative exponent of an integer power",
    )
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
        let fail = self.fail_alone(site);
        self.push(make::if_then(condition, vec![fail]));
        Ok(b)
    }

    /// Notes that a test failed, unless one was noted before, with the numbers of its message.
    pub fn fail(&mut self, site: Site, mut numbers: Vec<Expr>) -> Stmt {
        if numbers.is_empty() {
            return self.fail_alone(site);
        }
        rules::DPIA_G_TRAP.apply();
        let dialect = self.host.dialect;
        // One function serves most.
        numbers.resize(numbers.len().max(LEAST), make::int(0));
        let (name, count) = (note_name(numbers.len()), numbers.len());
        self.host.function(|| note(dialect, count));
        self.noted(site, &name, |record, site| [vec![record, site], numbers].concat())
    }

    /// Notes that a test failed whose message has no numbers.
    fn fail_alone(&mut self, site: Site) -> Stmt {
        rules::DPIA_G_TRAP.apply();
        let function = swap(self.host.dialect);
        self.noted(site, function, |record, site| vec![record, make::int(0), site])
    }

    fn noted(&mut self, site: Site, function: &str, arguments: impl FnOnce(Expr, Expr) -> Vec<Expr>) -> Stmt {
        self.uses.failure = true;
        let span = site.span;
        let number = make::int(self.host.site(site));
        let arguments = arguments(make::var(self.host.failure_name()), number);
        Stmt::new(StmtKind::Call(function.into(), arguments)).at(span)
    }
}

/// The function that compares and swaps an `int`.
fn swap(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::OpenCl => "atomic_cmpxchg",
        Dialect::OpenMp => "__sync_val_compare_and_swap",
    }
}

/// What the function is called that notes so many numbers.
fn note_name(count: usize) -> Word {
    match count {
        LEAST => NOTE.into(),
        count => format!("{NOTE}_{count}").into(),
    }
}

/// The first item to note a site writes its numbers, and no other.
fn note(dialect: Dialect, count: usize) -> Function {
    let space = match dialect {
        Dialect::OpenCl => Space::Global,
        Dialect::OpenMp => Space::Private,
    };
    let record = || make::var("record");
    let int = |e: Expr| Expr::Cast(Type::Scalar(PrimType::I32), Box::new(e));
    let high = |name: &Word| {
        let bits = Expr::Cast(Type::Scalar(PrimType::U64), Box::new(make::var(name.clone())));
        make::binary(BinaryOp::Shr, bits, make::int(32))
    };
    let put = |at: i64, e: Expr| make::assign(make::index(record(), make::int(at)), int(e));
    let before = make::call(swap(dialect), vec![record(), make::int(0), make::var("site")]);
    let names: Vec<Word> = (0..count)
        .map(|k| match ["first", "second"].get(k) {
            Some(name) => Word::from(*name),
            None => format!("number{}", k + 1).into(),
        })
        .collect();
    let halves = |(at, name): (i64, &Word)| [put(at, make::var(name.clone())), put(at + 1, high(name))];
    let writes = (1..).step_by(2).zip(&names).flat_map(halves).collect();
    let body = vec![make::if_then(
        make::binary(BinaryOp::Eq, before, make::int(0)),
        writes,
    )];
    let long = || Type::Scalar(PrimType::I64);
    let mut params = vec![
        make::param("record", make::shared_pointer(Type::Scalar(PrimType::I32), space)),
        make::param("site", Type::Scalar(PrimType::I32)),
    ];
    params.extend(names.iter().map(|name| make::param(name.clone(), long())));
    make::function(note_name(count), params, body)
}
