//! The machine: memory, the item at work, and what expressions compute.
//!
//! Numbers, addresses and vectors are evaluated by functions of their own, since the checker has told them apart.

use super::failure::{Ended, Run};
use super::memory::{Address, Memory};
use super::numbers;
use crate::numeric::{self, NumericError};
use elder_kernel::c::{BinaryOp, WorkItem};
use elder_kernel::check::Checked;
use elder_kernel::plan::NOTE;
use elder_kernel::rules::{KER_E_ALIGN, KER_E_READ};
use elder_kernel::tree::{Access, Atomic, Expr, Routine};
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};

/// So many different failures of one run are kept.
const MOST_NOTED: usize = 1 << 12;

/// What a slot holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// Nothing was assigned yet.
    Unwritten,
    /// A number.
    Number(PrimValue),
    /// An address.
    Address(Address),
}

/// The variables of one item in one routine.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// By slot.
    pub values: Vec<Value>,
    /// The arrays that were declared, by number.
    pub arrays: Vec<Option<u32>>,
}

impl Frame {
    /// The frame of a routine that begins with these arguments.
    pub fn new(routine: &Routine, arguments: &[Value]) -> Frame {
        let mut frame = Frame::default();
        frame.begin(routine, arguments);
        frame
    }

    /// Begins anew.
    pub fn begin(&mut self, routine: &Routine, arguments: &[Value]) {
        self.values.clear();
        self.values.extend_from_slice(arguments);
        self.values
            .resize(routine.slots.max(arguments.len()), Value::Unwritten);
        self.arrays.clear();
        self.arrays.resize(routine.arrays, None);
    }
}

/// Where a work-item is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    pub global: [u64; 3],
    pub global_size: [u64; 3],
    pub group: [u64; 3],
    pub groups: [u64; 3],
    pub local: [u64; 3],
    pub local_size: [u64; 3],
}

/// The machine.
pub(super) struct Machine<'c> {
    /// The kernels and functions.
    pub code: &'c Checked,
    /// All memory.
    pub memory: Memory,
    /// The item at work.
    pub position: Position,
    /// Arrays of the group at work, by number.
    pub group_arrays: Vec<Option<u32>>,
    /// Statements and rounds of loops that are left.
    pub fuel: u64,
    /// Bytes that may be in use.
    pub most_bytes: usize,
    /// The record in which kernels note failures.
    pub failures: Option<Address>,
    /// The sites at which kernels noted failures, or would have if none had been before, with the numbers of their messages.
    pub noted: Vec<(i32, [i64; 2])>,
    /// What the next failure to be noted speaks of.
    pub numbers: Option<[i64; 2]>,
    /// Numbers of launches so far, and of loops that threads share.
    pub launches: u32,
    /// Whether the loop at hand is shared by threads.
    pub in_shared: bool,
    /// Whether arrays may be reached by several threads.
    pub threads: bool,
}

impl Machine<'_> {
    /// Whether a kernel noted a failure: from then on it computes with what happens to be there, and nobody sees what.
    pub fn has_failed(&self) -> bool {
        self.memory.failed
    }

    /// Counts one step.
    #[inline]
    pub fn step(&mut self) -> Run {
        match self.fuel.checked_sub(1) {
            Some(left) => {
                self.fuel = left;
                Ok(())
            }
            None => Err(Ended::Limit("steps")),
        }
    }

    /// A number.
    pub fn number(&mut self, e: &Expr, frame: &Frame) -> Run<PrimValue> {
        match e {
            Expr::Constant(value) => Ok(*value),
            Expr::Variable(slot) => match frame.values[*slot] {
                Value::Number(value) => Ok(value),
                Value::Unwritten => {
                    KER_E_READ.apply();
                    Err(Ended::wrong(
                        &KER_E_READ,
                        "written",
                        "a variable is read that was never assigned",
                    ))
                }
                Value::Address(_) => Err(Ended::unchecked("an address is taken for a number")),
            },
            Expr::Load(access) => self.load(access, frame),
            Expr::Prim(f, None, operands) => self.primitive(*f, operands, frame),
            Expr::Arithmetic(op, t, operands) => {
                let (a, b) = (
                    self.number(&operands[0], frame)?,
                    self.number(&operands[1], frame)?,
                );
                self.arithmetic(*op, *t, a, b)
            }
            Expr::Compare(op, operands) => {
                let (a, b) = (
                    self.number(&operands[0], frame)?,
                    self.number(&operands[1], frame)?,
                );
                numbers::compare(*op, a, b).map(PrimValue::Bool)
            }
            Expr::And(operands) => {
                let both = self.truth(&operands[0], frame)? && self.truth(&operands[1], frame)?;
                Ok(PrimValue::Bool(both))
            }
            Expr::Or(operands) => {
                let either = self.truth(&operands[0], frame)? || self.truth(&operands[1], frame)?;
                Ok(PrimValue::Bool(either))
            }
            Expr::Not(e) => Ok(PrimValue::Bool(!self.truth(e, frame)?)),
            Expr::Negate(t, e) => numbers::negate(*t, self.number(e, frame)?),
            Expr::Complement(t, e) => numbers::complement(*t, self.number(e, frame)?),
            Expr::Conditional(parts) => match self.truth(&parts[0], frame)? {
                true => self.number(&parts[1], frame),
                false => self.number(&parts[2], frame),
            },
            Expr::Convert(t, e) => numbers::convert(self.number(e, frame)?, *t),
            Expr::Component(vector, k) => Ok(self.vector(vector, frame)?[usize::from(*k)]),
            Expr::WorkItem(function, dimension) => Ok(PrimValue::U64(self.work_item(*function, *dimension))),
            Expr::Call(number, arguments) => self.call(*number, arguments, frame),
            Expr::Atomic(atomic, access, operands) => self.atomic(*atomic, access, operands, frame),
            Expr::Prim(_, Some(_), _) | Expr::Vector(..) | Expr::Offset { .. } => {
                Err(Ended::unchecked("what is no number is taken for one"))
            }
        }
    }

    /// A truth value.
    pub fn truth(&mut self, e: &Expr, frame: &Frame) -> Run<bool> {
        match self.number(e, frame)? {
            PrimValue::Bool(value) => Ok(value),
            _ => Err(Ended::unchecked("a number is taken for a truth value")),
        }
    }

    /// An integer as `i64`.
    pub fn integer(&mut self, e: &Expr, frame: &Frame) -> Run<i64> {
        let value = self.number(e, frame)?;
        let value = numbers::whole(value).and_then(|value| i64::try_from(value).ok());
        value.ok_or_else(|| Ended::unchecked("an index does not fit 64 bits"))
    }

    /// An address.
    pub fn address(&mut self, e: &Expr, frame: &Frame) -> Run<Address> {
        match e {
            Expr::Variable(slot) => match frame.values[*slot] {
                Value::Address(address) => Ok(address),
                Value::Unwritten => Err(Ended::wrong(
                    &KER_E_READ,
                    "written",
                    "a pointer is used that was never assigned",
                )),
                Value::Number(_) => Err(Ended::unchecked("a number is taken for an address")),
            },
            Expr::Offset { base, count, size } => {
                let base = self.address(base, frame)?;
                let bytes = self.integer(count, frame)?.checked_mul(*size);
                let offset = bytes.and_then(|bytes| base.offset.checked_add(bytes));
                let offset = offset.ok_or_else(|| Ended::unchecked("an address does not fit 64 bits"))?;
                Ok(Address { offset, ..base })
            }
            Expr::Conditional(parts) => match self.truth(&parts[0], frame)? {
                true => self.address(&parts[1], frame),
                false => self.address(&parts[2], frame),
            },
            _ => Err(Ended::unchecked("what is no address is taken for one")),
        }
    }

    /// A vector.
    pub fn vector(&mut self, e: &Expr, frame: &Frame) -> Run<Vec<PrimValue>> {
        match e {
            Expr::Load(access) => {
                let at = self.aligned(access, frame)?;
                let lenient = self.has_failed();
                let width = access.width.map_or(1, |w| w.count());
                let bytes = access.element.bytes() as i64;
                (0..i64::from(width))
                    .map(|k| {
                        let at = Address {
                            offset: at.offset + k * bytes,
                            ..at
                        };
                        self.memory.load(at, access.element, lenient)
                    })
                    .collect()
            }
            Expr::Vector(width, parts) => match parts.as_slice() {
                [one] => Ok(vec![self.number(one, frame)?; width.count() as usize]),
                parts => parts.iter().map(|part| self.number(part, frame)).collect(),
            },
            Expr::Prim(f, Some(width), operands) => {
                let operands = operands
                    .iter()
                    .map(|e| self.vector(e, frame))
                    .collect::<Run<Vec<_>>>()?;
                (0..width.count() as usize)
                    .map(|k| {
                        let components: Vec<PrimValue> = operands.iter().map(|all| all[k]).collect();
                        defined(*f, numeric::apply(*f, &components))
                    })
                    .collect()
            }
            Expr::Conditional(parts) => match self.truth(&parts[0], frame)? {
                true => self.vector(&parts[1], frame),
                false => self.vector(&parts[2], frame),
            },
            _ => Err(Ended::unchecked("what is no vector is taken for one")),
        }
    }

    /// What goes into a slot.
    pub fn value(&mut self, e: &Expr, frame: &Frame) -> Run<Value> {
        match e {
            Expr::Variable(slot) => match frame.values[*slot] {
                Value::Unwritten => self.number(e, frame).map(Value::Number),
                value => Ok(value),
            },
            Expr::Offset { .. } => self.address(e, frame).map(Value::Address),
            Expr::Conditional(parts) => match self.truth(&parts[0], frame)? {
                true => self.value(&parts[1], frame),
                false => self.value(&parts[2], frame),
            },
            _ => self.number(e, frame).map(Value::Number),
        }
    }

    /// The address of an access, which is aligned as its type asks for.
    fn aligned(&mut self, access: &Access, frame: &Frame) -> Run<Address> {
        KER_E_ALIGN.apply();
        let at = self.address(&access.address, frame)?;
        if at.offset % access.align as i64 != 0 {
            let message = format!(
                "an access at {} bytes is to be aligned to {}",
                at.offset, access.align
            );
            return Err(Ended::wrong(&KER_E_ALIGN, "aligned", message));
        }
        Ok(at)
    }

    fn load(&mut self, access: &Access, frame: &Frame) -> Run<PrimValue> {
        let at = self.aligned(access, frame)?;
        match self.memory.load(at, access.element, false) {
            Err(Ended::Wrong(fault))
                if fault.refusal.is_some_and(|r| r.id() == KER_E_READ.id) && self.has_failed() =>
            {
                self.memory.load(at, access.element, true)
            }
            other => other,
        }
    }

    /// Writes a number or a vector.
    pub fn store(&mut self, access: &Access, value: &Expr, frame: &Frame) -> Run {
        if access.width.is_none() {
            let value = self.number(value, frame)?;
            let at = self.aligned(access, frame)?;
            return self.memory.store(at, value);
        }
        let value = self.vector(value, frame)?;
        let at = self.aligned(access, frame)?;
        let bytes = access.element.bytes() as i64;
        for (k, component) in (0_i64..).zip(value) {
            let at = Address {
                offset: at.offset + k * bytes,
                ..at
            };
            self.memory.store(at, component)?;
        }
        Ok(())
    }

    fn primitive(&mut self, f: PrimFn, operands: &[Expr], frame: &Frame) -> Run<PrimValue> {
        let result = match (f, operands) {
            (PrimFn::Bin(op, _), [a, b]) => {
                let (a, b) = (self.number(a, frame)?, self.number(b, frame)?);
                numeric::binary(op, a, b)
            }
            (PrimFn::Un(op, _), [a]) => {
                let a = self.number(a, frame)?;
                numeric::unary(op, a)
            }
            _ => {
                let operands = operands
                    .iter()
                    .map(|e| self.number(e, frame))
                    .collect::<Run<Vec<_>>>()?;
                numeric::apply(f, &operands)
            }
        };
        defined(f, result)
    }

    /// C's operator; after a failure what leaves its type is anything.
    fn arithmetic(&mut self, op: BinaryOp, t: PrimType, a: PrimValue, b: PrimValue) -> Run<PrimValue> {
        match numbers::arithmetic(op, t, a, b) {
            Err(Ended::Wrong(_)) if self.has_failed() => Ok(numbers::wrapped(t, 0)),
            result => result,
        }
    }

    fn work_item(&self, function: WorkItem, dimension: u8) -> u64 {
        let position = &self.position;
        let of = match function {
            WorkItem::GlobalId => &position.global,
            WorkItem::GlobalSize => &position.global_size,
            WorkItem::GroupId => &position.group,
            WorkItem::NumGroups => &position.groups,
            WorkItem::LocalId => &position.local,
            WorkItem::LocalSize => &position.local_size,
        };
        of.get(usize::from(dimension)).copied().unwrap_or(0)
    }

    /// A call of a function of the plan.
    pub fn call(&mut self, number: usize, arguments: &[Expr], frame: &Frame) -> Run<PrimValue> {
        let arguments = arguments
            .iter()
            .map(|e| self.value(e, frame))
            .collect::<Run<Vec<Value>>>()?;
        let code = self.code;
        let routine = &code.functions[number];
        if let [
            _,
            _,
            Value::Number(PrimValue::I64(first)),
            Value::Number(PrimValue::I64(second)),
        ] = arguments.as_slice()
            && routine.name.as_str() == NOTE
        {
            self.numbers = Some([*first, *second]);
        }
        let mut inner = Frame::new(routine, &arguments);
        let mark = self.memory.mark();
        let returned = self
            .routine(routine, &mut inner)
            .map_err(|e| e.within(&routine.name))?;
        self.memory.release(mark)?;
        // What returns nothing is called as a statement only.
        Ok(returned.unwrap_or(PrimValue::Bool(false)))
    }

    /// Keeps what failed.
    fn noted_at(&mut self, site: i32, numbers: [i64; 2]) {
        self.memory.failed = true;
        let noted = (site, numbers);
        if self.noted.len() < MOST_NOTED && !self.noted.contains(&noted) {
            self.noted.push(noted);
        }
    }

    fn atomic(
        &mut self,
        atomic: Atomic,
        access: &Access,
        operands: &[Expr],
        frame: &Frame,
    ) -> Run<PrimValue> {
        let at = self.aligned(access, frame)?;
        let operands = operands
            .iter()
            .map(|e| self.number(e, frame))
            .collect::<Run<Vec<_>>>()?;
        if let [_, PrimValue::I32(site)] = operands.as_slice()
            && self.failures == Some(at)
        {
            let numbers = self.numbers.take().unwrap_or_default();
            self.noted_at(*site, numbers);
        }
        self.memory
            .update(at, access.element, |old| match (atomic, operands.as_slice()) {
                (Atomic::Load, _) => Ok(old),
                (Atomic::Fetch(op), [value]) => {
                    let f = PrimFn::Bin(op, access.element);
                    defined(f, numeric::binary(op, old, *value))
                }
                (Atomic::Exchange, [new]) => Ok(*new),
                (Atomic::Swap, [expected, new]) => Ok(if old == *expected { *new } else { old }),
                _ => Err(Ended::unchecked("an atomic operation without its operands")),
            })
    }
}

/// A primitive function that has no value gives 0 in a kernel, which noted that before ([`elder_kernel::prim`]).
fn defined(f: PrimFn, result: numeric::Numeric) -> Run<PrimValue> {
    match result {
        Ok(value) => Ok(value),
        Err(NumericError::Operands) => Err(Ended::unchecked(format!("{f} on operands of other types"))),
        Err(_) => Ok(numbers::wrapped(f.result(), 0)),
    }
}

/// So many bytes are kept at most of the items of a group, which are no memory of the program.
const MOST_OF_ITEMS: usize = 1 << 30;

/// That there is room for the items of a group.
pub(super) fn admit_items(items: usize, routine: &Routine) -> Run {
    let item = size_of::<Position>() + size_of::<Frame>() + routine.slots * size_of::<Value>();
    match items
        .checked_mul(item)
        .is_some_and(|bytes| bytes <= MOST_OF_ITEMS)
    {
        true => Ok(()),
        false => Err(Ended::Limit("memory")),
    }
}
