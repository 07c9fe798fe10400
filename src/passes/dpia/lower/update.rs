//! Updates of accumulators (DPIA-X-ACCUM, DPIA-G-UPDATE).
//!
//! An accumulator may be shared by parallel threads, so an update of memory that others see is one atomic operation: the
//! device's own where it has one, otherwise a function that compares and swaps the bits until nobody came between.

use super::environment::Environment;
use super::text::{Done, Level, Text};
use crate::analyses::path::Path;
use elder_dpia::{BinOp, Phrase, PrimType, PrimValue, UpdateOp};
use elder_kernel::c::{BinaryOp, Expr, Function, Space, Stmt, StmtKind, Type, UnaryOp};
use elder_kernel::make;
use elder_syntax::prim::{PrimFn, UnOp};
use elder_syntax::{Name as Word, Span};

impl Text<'_> {
    /// `u op= e`
    pub fn update(
        &mut self,
        op: UpdateOp,
        t: PrimType,
        u: &Phrase,
        e: &Phrase,
        env: &Environment,
        span: Span,
    ) -> Done {
        let value = self.value(e, env, Path::empty())?;
        let place = self.scalar_target(u, env, Path::empty())?;
        let (target, space) = self.address(&place, span)?;
        let shared = match self.is_openmp() {
            true => self.in_parallel && space == Space::Global,
            false => space != Space::Private && self.level > Level::Grid,
        };
        if !shared || op == UpdateOp::Once {
            let updated = combined(op, t, target.clone(), value);
            self.push(make::assign(target, updated));
            return Ok(());
        }
        let (name, arguments) = if self.is_openmp() {
            self.openmp_update(op, t, target, value)
        } else {
            self.opencl_update((op, t), target, value, (space, place.part.storage.start()))
        };
        self.push_kind(StmtKind::Call(name, arguments));
        Ok(())
    }

    fn opencl_update(
        &mut self,
        (op, t): (UpdateOp, PrimType),
        target: Expr,
        value: Expr,
        (space, start): (Space, Option<&Word>),
    ) -> (Word, Vec<Expr>) {
        let own = match op {
            UpdateOp::Add => Some("add"),
            UpdateOp::Min => Some("min"),
            UpdateOp::Max => Some("max"),
            UpdateOp::And => Some("and"),
            UpdateOp::Or => Some("or"),
            UpdateOp::Xor => Some("xor"),
            UpdateOp::Mul | UpdateOp::Set | UpdateOp::Once => None,
        };
        let plain =
            |name: String, target: Expr, value: Expr| (Word::from(name), vec![address_of(target), value]);
        match (t, own) {
            (PrimType::I32 | PrimType::U32, Some(own)) => {
                return plain(format!("atomic_{own}"), target, value);
            }
            (PrimType::I64 | PrimType::U64, Some("add")) => return plain("atom_add".into(), target, value),
            _ => {}
        }
        let suffix = if space == Space::Local { "_local" } else { "" };
        let name: Word = format!("atomic_{}_{t}{suffix}", name_of(op)).into();
        if t.bytes() < 4 {
            self.host.function(|| opencl_narrow(&name, op, t, space));
            let (array, at) = match target {
                Expr::Index(array, at) => (*array, *at),
                single => (address_of(single), make::int(0)),
            };
            // What a pointer points to need not be where a word begins; its memory does.
            let (array, at) = match start {
                Some(start) => {
                    let start = make::var(start.clone());
                    let back = Expr::Unary(UnaryOp::Neg, Box::new(start.clone()));
                    (make::add(array, back), make::add(start, at))
                }
                None => (array, at),
            };
            return (name, vec![array, at, value]);
        }
        self.host.function(|| opencl_wide(&name, op, t, space));
        (name, vec![address_of(target), value])
    }

    fn openmp_update(&mut self, op: UpdateOp, t: PrimType, target: Expr, value: Expr) -> (Word, Vec<Expr>) {
        let own = match op {
            UpdateOp::Add => Some("add"),
            UpdateOp::And => Some("and"),
            UpdateOp::Or => Some("or"),
            UpdateOp::Xor => Some("xor"),
            _ => None,
        };
        if let Some(own) = own
            && t.is_integer()
        {
            let arguments = vec![address_of(target), value, make::var("__ATOMIC_RELAXED")];
            return (format!("__atomic_fetch_{own}").into(), arguments);
        }
        let name: Word = format!("atomic_{}_{t}", name_of(op)).into();
        self.host.function(|| openmp_swap(&name, op, t));
        (name, vec![address_of(target), value])
    }
}

/// What an update makes of the old value.
fn combined(op: UpdateOp, t: PrimType, old: Expr, x: Expr) -> Expr {
    match op.operator() {
        Some(op) => Expr::Prim(PrimFn::Bin(op, t), None, vec![old, x]),
        None => x,
    }
}

/// As functions are called that update by it.
fn name_of(op: UpdateOp) -> &'static str {
    op.operator().map_or(op.symbol(), BinOp::name)
}

fn address_of(target: Expr) -> Expr {
    Expr::Unary(UnaryOp::AddressOf, Box::new(target))
}

fn cast(t: PrimType, e: Expr) -> Expr {
    Expr::Cast(Type::Scalar(t), Box::new(e))
}

fn cast_pointer(t: PrimType, space: Space, e: Expr) -> Expr {
    Expr::Cast(make::shared_pointer(Type::Scalar(t), space), Box::new(e))
}

/// The unsigned integers that hold the bits of a type.
fn bits(t: PrimType) -> PrimType {
    match t.bytes() {
        1 => PrimType::U8,
        2 => PrimType::U16,
        4 => PrimType::U32,
        _ => PrimType::U64,
    }
}

fn from_bits(t: PrimType, e: Expr) -> Expr {
    let function = match t {
        _ if t == bits(t) => return e,
        _ if t.is_float() => PrimFn::Un(UnOp::FromBits, bits(t)),
        _ => PrimFn::Convert(bits(t), t),
    };
    Expr::Prim(function, None, vec![e])
}

fn to_bits(t: PrimType, e: Expr) -> Expr {
    let function = match t {
        _ if t == bits(t) => return e,
        _ if t.is_float() => PrimFn::Un(UnOp::ToBits, t),
        _ => PrimFn::Convert(t, bits(t)),
    };
    Expr::Prim(function, None, vec![e])
}

/// The loop that all of these functions are: read, compute, swap if nobody came between.
fn swap_until_done(
    before: Vec<Stmt>,
    word: PrimType,
    first: Expr,
    next: Expr,
    swap: &str,
    cell: Expr,
) -> Vec<Stmt> {
    let constant = |name: &str, value: Expr| {
        Stmt::new(StmtKind::Declare(elder_kernel::c::Declaration {
            ty: Type::Scalar(word),
            space: Space::Private,
            name: name.into(),
            dims: vec![],
            init: Some(value),
            is_const: true,
        }))
    };
    let swapped = make::call(swap, vec![cell, make::var("old"), make::var("new")]);
    let done = make::binary(BinaryOp::Eq, make::var("seen"), make::var("old"));
    let body = vec![
        constant("old", make::var("seen")),
        constant("new", next),
        make::assign(make::var("seen"), swapped),
        make::if_then(done, vec![Stmt::new(StmtKind::Break)]),
    ];
    let forever = Expr::Literal(PrimValue::Bool(true));
    let seen = make::declare("seen", Type::Scalar(word), Some(first));
    before
        .into_iter()
        .chain([seen, Stmt::new(StmtKind::While(forever, body))])
        .collect()
}

/// 32 and 64 bits.
fn opencl_wide(name: &Word, op: UpdateOp, t: PrimType, space: Space) -> Function {
    let word = bits(t);
    let prefix = if t.bytes() == 8 { "atom" } else { "atomic" };
    let cell = cast_pointer(word, space, make::var("cell"));
    let zero = if t.bytes() == 8 {
        PrimValue::U64(0)
    } else {
        PrimValue::U32(0)
    };
    let first = make::call(format!("{prefix}_add"), vec![cell.clone(), Expr::Literal(zero)]);
    let next = to_bits(t, combined(op, t, from_bits(t, make::var("old")), make::var("x")));
    let body = swap_until_done(vec![], word, first, next, &format!("{prefix}_cmpxchg"), cell);
    let params = vec![
        make::param("cell", make::shared_pointer(Type::Scalar(t), space)),
        make::param("x", Type::Scalar(t)),
    ];
    make::function(name.clone(), params, body)
}

/// 8 and 16 bits: within the word of 32 bits that contains them.
fn opencl_narrow(name: &Word, op: UpdateOp, t: PrimType, space: Space) -> Function {
    let per_word = 4 / t.bytes() as i64;
    let mask = if t.bytes() == 1 { 0xff } else { 0xffff };
    let binary = make::binary;
    let cells = cast_pointer(PrimType::U32, space, make::var("array"));
    let cell = make::declare(
        "cell",
        make::shared_pointer(Type::Scalar(PrimType::U32), space),
        Some(make::add(
            cells,
            binary(BinaryOp::Div, make::var("i"), make::int(per_word)),
        )),
    );
    let position = binary(BinaryOp::Rem, make::var("i"), make::int(per_word));
    let shift = make::mul(position, make::int(8 * t.bytes() as i64));
    let shift = make::declare("shift", Type::Scalar(PrimType::I32), Some(shift));
    let own = cast(
        bits(t),
        binary(BinaryOp::Shr, make::var("old"), make::var("shift")),
    );
    let current = match t {
        PrimType::Bool => binary(BinaryOp::Ne, own, make::int(0)),
        _ => from_bits(t, own),
    };
    let updated = combined(op, t, current, make::var("x"));
    let updated = match t {
        PrimType::Bool => cast(PrimType::U32, updated),
        _ => cast(PrimType::U32, to_bits(t, updated)),
    };
    let hole = binary(
        BinaryOp::Shl,
        Expr::Literal(PrimValue::U32(mask)),
        make::var("shift"),
    );
    let hole = Expr::Unary(UnaryOp::Complement, Box::new(hole));
    let kept = binary(BinaryOp::BitAnd, make::var("old"), hole);
    let next = binary(
        BinaryOp::BitOr,
        kept,
        binary(BinaryOp::Shl, updated, make::var("shift")),
    );
    let first = make::call(
        "atomic_add",
        vec![make::var("cell"), Expr::Literal(PrimValue::U32(0))],
    );
    let before = vec![cell, shift];
    let body = swap_until_done(
        before,
        PrimType::U32,
        first,
        next,
        "atomic_cmpxchg",
        make::var("cell"),
    );
    let params = vec![
        make::param("array", make::shared_pointer(Type::Scalar(t), space)),
        make::param("i", Type::Scalar(PrimType::I64)),
        make::param("x", Type::Scalar(t)),
    ];
    make::function(name.clone(), params, body)
}

fn openmp_swap(name: &Word, op: UpdateOp, t: PrimType) -> Function {
    let word = bits(t);
    let cell = cast_pointer(word, Space::Private, make::var("cell"));
    let first = make::call(
        "__atomic_load_n",
        vec![cell.clone(), make::var("__ATOMIC_RELAXED")],
    );
    let old = match t {
        PrimType::Bool => make::binary(BinaryOp::Ne, make::var("old"), make::int(0)),
        _ => from_bits(t, make::var("old")),
    };
    let updated = combined(op, t, old, make::var("x"));
    let next = match t {
        PrimType::Bool => cast(PrimType::U8, updated),
        _ => to_bits(t, updated),
    };
    let body = swap_until_done(vec![], word, first, next, "__sync_val_compare_and_swap", cell);
    let params = vec![
        make::param("cell", make::shared_pointer(Type::Scalar(t), Space::Private)),
        make::param("x", Type::Scalar(t)),
    ];
    make::function(name.clone(), params, body)
}
