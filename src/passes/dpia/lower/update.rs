//! Updates of accumulators (DPIA-X-ACCUM, DPIA-G-UPDATE).
//!
//! An accumulator may be shared by parallel threads, so an update of memory that others see is one atomic operation: the
//! device's own where it has one, otherwise a function that compares and swaps the bits until nobody came between.  A command that makes a
//! number of the one that is there (DPIA-G-SWAP) stands in such a loop itself.  Of those who meet at a place one always comes through, whatever
//! becomes of the others, so nobody waits for anybody: devices promise nothing of items that wait for each other, as they would with locks.

use super::environment::{Binding, Environment};
use super::text::{Done, Level, Text};
use crate::analyses::path::Path;
use elder_dpia::{AddressSpace, BinOp, DataType, Name, Phrase, PrimType, PrimValue, UpdateOp};
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
        if !self.is_shared(space) || op == UpdateOp::Once {
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

    /// Whether others may use memory of this space in the meantime.
    fn is_shared(&self, space: Space) -> bool {
        match self.is_openmp() {
            true => self.in_parallel && space == Space::Global,
            false => space != Space::Private && self.level > Level::Grid,
        }
    }

    /// `swapAt u as v { c }`
    pub fn swap(
        &mut self,
        t: PrimType,
        u: &Phrase,
        (v, body): (&Name, &Phrase),
        env: &Environment,
        span: Span,
    ) -> Done {
        let place = self.scalar_target(u, env, Path::empty())?;
        let (target, space) = self.address(&place, span)?;
        let start = place.part.storage.start().cloned();
        let block = self.inner(|text| {
            if !text.is_shared(space) {
                let made = text.made(t, target.clone(), (v, body), env, span)?;
                text.push(make::assign(target, made));
                return Ok(());
            }
            let (cell, bits, load, swap) = match text.is_openmp() {
                true => text.openmp_word(t, target),
                false => text.opencl_word(t, target, space, start.as_ref()),
            };
            let seen = text.names.fresh("seen");
            text.push(make::declare(seen.clone(), Type::Scalar(bits.word), Some(load)));
            let again = text.inner(|text| {
                let old = text.constant("old", bits.word, make::var(seen.clone()));
                let made = text.made(t, bits.number(old.clone()), (v, body), env, span)?;
                let new = text.constant("new", bits.word, bits.with(old.clone(), made));
                let swapped = make::call(swap, vec![cell, old.clone(), new]);
                text.push(make::assign(make::var(seen.clone()), swapped));
                let done = make::binary(BinaryOp::Eq, make::var(seen.clone()), old);
                text.push(make::if_then(done, vec![Stmt::new(StmtKind::Break)]));
                Ok(())
            })?;
            let forever = Expr::Literal(PrimValue::Bool(true));
            text.push_kind(StmtKind::While(forever, again));
            Ok(())
        })?;
        self.push_kind(StmtKind::Block(block));
        Ok(())
    }

    /// What a command makes of a number.
    fn made(
        &mut self,
        t: PrimType,
        old: Expr,
        (v, body): (&Name, &Phrase),
        env: &Environment,
        span: Span,
    ) -> Done<Expr> {
        let of = DataType::Num(t);
        let cell = self.allocate(v.text(), of, AddressSpace::Private, &[], None, span)?;
        let own = self.place(&cell, Path::empty(), span)?;
        self.store(&own, old, span)?;
        self.command(body, &env.with(v, Binding::Cell(cell)))?;
        self.load(&own, span)
    }

    /// The word that has a number: a pointer to it, the number's bits in it, what it has now, and what compares and swaps it.
    fn openmp_word(&mut self, t: PrimType, target: Expr) -> (Expr, Bits, Expr, &'static str) {
        let bits = Bits::of(t, None);
        let cell = cast_pointer(bits.word, Space::Private, address_of(target));
        let cell = self.pointer(bits.word, Space::Private, cell);
        let load = make::call(
            "__atomic_load_n",
            vec![cell.clone(), make::var("__ATOMIC_RELAXED")],
        );
        (cell, bits, load, "__sync_val_compare_and_swap")
    }

    /// The same of OpenCL: numbers of 8 and 16 bits are in a word of 32.
    fn opencl_word(
        &mut self,
        t: PrimType,
        target: Expr,
        space: Space,
        start: Option<&Word>,
    ) -> (Expr, Bits, Expr, &'static str) {
        if t.bytes() < 4 {
            let (array, at) = in_words(target, start);
            let at = self.named(at, &DataType::Num(PrimType::I64), "at");
            let (cell, shift) = narrow_word(t, space, array, at);
            let cell = self.pointer(PrimType::U32, space, cell);
            let shift = self.constant("shift", PrimType::I32, shift);
            let bits = Bits::of(t, Some(shift));
            let load = make::call("atomic_add", vec![cell.clone(), Expr::Literal(PrimValue::U32(0))]);
            return (cell, bits, load, "atomic_cmpxchg");
        }
        let bits = Bits::of(t, None);
        let cell = cast_pointer(bits.word, space, address_of(target));
        let cell = self.pointer(bits.word, space, cell);
        let (load, swap) = wide_word(t);
        let load = make::call(load.0, vec![cell.clone(), load.1]);
        (cell, bits, load, swap)
    }

    /// A name for a pointer.
    fn pointer(&mut self, to: PrimType, space: Space, value: Expr) -> Expr {
        let name = self.names.fresh("cell");
        let ty = make::shared_pointer(Type::Scalar(to), space);
        self.push(make::declare(name.clone(), ty, Some(value)));
        make::var(name)
    }

    /// A name for a number.
    fn constant(&mut self, wanted: &str, t: PrimType, value: Expr) -> Expr {
        let name = self.names.fresh(wanted);
        self.push(constant(name.clone(), t, value));
        make::var(name)
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
            UpdateOp::Mul | UpdateOp::Set | UpdateOp::Once | UpdateOp::Swap => None,
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
            let (array, at) = in_words(target, start);
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

/// Memory that words begin with, and which of its numbers a place is.
fn in_words(target: Expr, start: Option<&Word>) -> (Expr, Expr) {
    let (array, at) = match target {
        Expr::Index(array, at) => (*array, *at),
        single => (address_of(single), make::int(0)),
    };
    // What a pointer points to need not be where a word begins; its memory does.
    match start {
        Some(start) => {
            let start = make::var(start.clone());
            let back = Expr::Unary(UnaryOp::Neg, Box::new(start.clone()));
            (make::add(array, back), make::add(start, at))
        }
        None => (array, at),
    }
}

/// The word of 32 bits that has number `at` of an array, and by how many bits the number is shifted in it.
fn narrow_word(t: PrimType, space: Space, array: Expr, at: Expr) -> (Expr, Expr) {
    let per_word = 4 / t.bytes() as i64;
    let cells = cast_pointer(PrimType::U32, space, array);
    let cell = make::add(
        cells,
        make::binary(BinaryOp::Div, at.clone(), make::int(per_word)),
    );
    let position = make::binary(BinaryOp::Rem, at, make::int(per_word));
    (cell, make::mul(position, make::int(8 * t.bytes() as i64)))
}

/// How a number of 32 or 64 bits is read, by adding nothing, and swapped.
fn wide_word(t: PrimType) -> ((&'static str, Expr), &'static str) {
    match t.bytes() {
        8 => (("atom_add", Expr::Literal(PrimValue::U64(0))), "atom_cmpxchg"),
        _ => (("atomic_add", Expr::Literal(PrimValue::U32(0))), "atomic_cmpxchg"),
    }
}

/// What puts another number of 32 or 64 bits into a word.
fn exchange(t: PrimType) -> &'static str {
    match t.bytes() {
        8 => "atom_xchg",
        _ => "atomic_xchg",
    }
}

/// Where the bits of a number are in a word.
struct Bits {
    t: PrimType,
    /// The word.
    word: PrimType,
    /// By how many bits the number is shifted, if the word has others too.
    shift: Option<Expr>,
}

impl Bits {
    fn of(t: PrimType, shift: Option<Expr>) -> Bits {
        let word = if shift.is_some() { PrimType::U32 } else { bits(t) };
        Bits { t, word, shift }
    }

    /// The number in a word.
    fn number(&self, word: Expr) -> Expr {
        let own = match &self.shift {
            Some(shift) => cast(bits(self.t), make::binary(BinaryOp::Shr, word, shift.clone())),
            None => word,
        };
        match self.t {
            PrimType::Bool => make::binary(BinaryOp::Ne, own, make::int(0)),
            _ => from_bits(self.t, own),
        }
    }

    /// The word with another number.
    fn with(&self, word: Expr, number: Expr) -> Expr {
        let Some(shift) = &self.shift else {
            return match self.t {
                PrimType::Bool => cast(PrimType::U8, number),
                _ => to_bits(self.t, number),
            };
        };
        let own = match self.t {
            PrimType::Bool => number,
            _ => to_bits(self.t, number),
        };
        let mask = if self.t.bytes() == 1 { 0xff } else { 0xffff };
        let hole = make::binary(BinaryOp::Shl, Expr::Literal(PrimValue::U32(mask)), shift.clone());
        let hole = Expr::Unary(UnaryOp::Complement, Box::new(hole));
        make::binary(
            BinaryOp::BitOr,
            make::binary(BinaryOp::BitAnd, word, hole),
            make::binary(BinaryOp::Shl, cast(PrimType::U32, own), shift.clone()),
        )
    }
}

/// The declaration of a number that does not change.
fn constant(name: Word, t: PrimType, value: Expr) -> Stmt {
    Stmt::new(StmtKind::Declare(elder_kernel::c::Declaration {
        ty: Type::Scalar(t),
        space: Space::Private,
        name,
        dims: vec![],
        init: Some(value),
        is_const: true,
    }))
}

/// The loop that all of these functions are: read, compute, swap if nobody came between.
fn swap_until_done(
    before: Vec<Stmt>,
    bits: &Bits,
    (op, first): (UpdateOp, Expr),
    swap: &str,
    cell: Expr,
) -> Vec<Stmt> {
    let swapped = make::call(swap, vec![cell, make::var("old"), make::var("new")]);
    let done = make::binary(BinaryOp::Eq, make::var("seen"), make::var("old"));
    let updated = combined(op, bits.t, bits.number(make::var("old")), make::var("x"));
    let body = vec![
        constant("old".into(), bits.word, make::var("seen")),
        constant("new".into(), bits.word, bits.with(make::var("old"), updated)),
        make::assign(make::var("seen"), swapped),
        make::if_then(done, vec![Stmt::new(StmtKind::Break)]),
    ];
    let forever = Expr::Literal(PrimValue::Bool(true));
    let seen = make::declare("seen", Type::Scalar(bits.word), Some(first));
    before
        .into_iter()
        .chain([seen, Stmt::new(StmtKind::While(forever, body))])
        .collect()
}

/// 32 and 64 bits.
fn opencl_wide(name: &Word, op: UpdateOp, t: PrimType, space: Space) -> Function {
    let bits = Bits::of(t, None);
    let cell = cast_pointer(bits.word, space, make::var("cell"));
    let (load, swap) = wide_word(t);
    let body = match op {
        // What was there is not asked for.
        UpdateOp::Set => {
            let number = bits.with(load.1, make::var("x"));
            vec![Stmt::new(StmtKind::Call(exchange(t).into(), vec![cell, number]))]
        }
        _ => {
            let first = make::call(load.0, vec![cell.clone(), load.1]);
            swap_until_done(vec![], &bits, (op, first), swap, cell)
        }
    };
    let params = vec![
        make::param("cell", make::shared_pointer(Type::Scalar(t), space)),
        make::param("x", Type::Scalar(t)),
    ];
    make::function(name.clone(), params, body)
}

/// 8 and 16 bits: within the word of 32 bits that contains them.
fn opencl_narrow(name: &Word, op: UpdateOp, t: PrimType, space: Space) -> Function {
    let (cell, shift) = narrow_word(t, space, make::var("array"), make::var("i"));
    let pointer = make::shared_pointer(Type::Scalar(PrimType::U32), space);
    let before = vec![
        make::declare("cell", pointer, Some(cell)),
        make::declare("shift", Type::Scalar(PrimType::I32), Some(shift)),
    ];
    let bits = Bits::of(t, Some(make::var("shift")));
    let zero = Expr::Literal(PrimValue::U32(0));
    let first = make::call("atomic_add", vec![make::var("cell"), zero]);
    let body = swap_until_done(before, &bits, (op, first), "atomic_cmpxchg", make::var("cell"));
    let params = vec![
        make::param("array", make::shared_pointer(Type::Scalar(t), space)),
        make::param("i", Type::Scalar(PrimType::I64)),
        make::param("x", Type::Scalar(t)),
    ];
    make::function(name.clone(), params, body)
}

fn openmp_swap(name: &Word, op: UpdateOp, t: PrimType) -> Function {
    let bits = Bits::of(t, None);
    let cell = cast_pointer(bits.word, Space::Private, make::var("cell"));
    let first = make::call(
        "__atomic_load_n",
        vec![cell.clone(), make::var("__ATOMIC_RELAXED")],
    );
    let body = swap_until_done(vec![], &bits, (op, first), "__sync_val_compare_and_swap", cell);
    let params = vec![
        make::param("cell", make::shared_pointer(Type::Scalar(t), Space::Private)),
        make::param("x", Type::Scalar(t)),
    ];
    make::function(name.clone(), params, body)
}
