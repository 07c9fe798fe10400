//! The machine: what a run carries along, and how views are looked up and brought into memory.

use crate::derivation::Derivation;
use crate::dpia::Options;
use crate::dpia::code::{Nat, NatOp, Slot, Type};
use crate::dpia::cost::{Cost, Level};
use crate::dpia::resolve::{compute, too_large};
use crate::dpia::store::{Access, Address, Cell, OwnerTable, no_room};
use crate::dpia::value::{
    Buffer, Flat, Layout, Source, Value, View, append, drop_first, push, strided, with_capacity,
};
use crate::failure::{Fail, Failure, Run};
use crate::memory::Memory;
use crate::order::Schedule;
use elder_dpia::rules::evaluation as rules;
use elder_dpia::{AddressSpace, PrimValue, Side, Strategy};
use elder_syntax::Span;
use elder_syntax::value::Data;
use smallvec::SmallVec;
use std::rc::Rc;
use std::time::Instant;

/// One thread of control: the host, or an item of the group that is running.
#[derive(Debug, Default)]
pub(super) struct Lane {
    /// What is bound.
    pub frame: Vec<Value>,
    /// Which item of the group.
    pub item: usize,
}

impl Lane {
    /// Binds a slot.
    #[inline]
    pub fn set(&mut self, slot: Slot, value: Value) {
        if let Some(place) = self.frame.get_mut(slot) {
            *place = value;
        }
    }

    /// What a slot holds.
    #[inline]
    pub fn get(&self, slot: Slot) -> &Value {
        self.frame.get(slot).unwrap_or(&Value::Empty)
    }
}

/// Who accesses memory, and where in the program.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    /// Who.
    pub lane: &'a Lane,
    /// Which component of a vector that is read or written as a whole; 0 for a number.
    pub component: u8,
    /// Where.
    pub span: Span,
}

/// The work-group that is running.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Which one, in every dimension.
    pub id: [i64; 3],
    /// How many there are.
    pub count: [i64; 3],
    /// Items in every dimension.
    pub local: [i64; 3],
    /// The owner table of the groups; that of the items follows.
    pub table: usize,
}

impl Group {
    /// Where an item is in its group.
    pub fn local_id(&self, item: usize) -> [i64; 3] {
        let item = item as i64;
        let [x, y, _] = self.local;
        [item % x, item / x % y, item / x / y]
    }

    /// The number of items.
    pub fn items(&self) -> usize {
        self.local.iter().product::<i64>().max(0) as usize
    }
}

/// The dimensions of a launch whose groups, and whose items in a group, the loops around a command divide their work among.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Division {
    groups: [bool; 3],
    items: [bool; 3],
}

impl Division {
    /// Within a loop of this strategy.
    pub fn within(mut self, strategy: Strategy) -> Division {
        let (group, item) = match strategy {
            Strategy::Any | Strategy::Seq => (None, None),
            Strategy::Workgroup(d) => (Some(d), None),
            Strategy::Local(d) => (None, Some(d)),
            Strategy::Global(d) => (Some(d), Some(d)),
        };
        for (d, divided) in [(group, &mut self.groups), (item, &mut self.items)] {
            if let Some(divided) = d.and_then(|d| divided.get_mut(usize::from(d))) {
                *divided = true;
            }
        }
        self
    }

    /// Whether nobody else does what an item does.
    pub fn is_alone(self, group: &Group) -> bool {
        (0..3).all(|d| (self.groups[d] || group.count[d] <= 1) && (self.items[d] || group.local[d] <= 1))
    }

    /// Whether an item is the first of those that do the same.
    pub fn is_first(self, group: &Group, item: usize) -> bool {
        let id = group.local_id(item);
        (0..3).all(|d| (self.groups[d] || group.id[d] == 0) && (self.items[d] || id[d] == 0))
    }
}

/// What a run carries along.
pub(super) struct Machine {
    pub memory: Rc<Memory>,
    fuel: u64,
    deadline: Option<Instant>,
    /// Taken so far.
    pub steps: u64,
    pub options: Options,
    pub tables: Vec<OwnerTable>,
    pub group: Option<Group>,
    pub level: Level,
    /// What the loops around divide.
    pub division: Division,
    pub cost: Option<Cost>,
    pub derivation: Option<Derivation>,
    cells: u32,
    schedule: Schedule,
    /// What stands for values that there are not, if anything may.
    pub stand_ins: Option<Schedule>,
}

impl Machine {
    pub fn new(options: Options) -> Machine {
        Machine {
            memory: Rc::new(Memory::new(options.limits.bytes())),
            fuel: options.limits.steps(),
            deadline: options.limits.deadline(),
            steps: 0,
            tables: Vec::new(),
            group: None,
            level: Level::Host,
            division: Division::default(),
            cost: options.mode.cost.then(Cost::default),
            derivation: options.recorded(),
            cells: 0,
            schedule: Schedule::new(options.order),
            stand_ins: options.mode.undefined.values(),
            options,
        }
    }

    /// One more step.
    #[inline]
    pub fn step(&mut self, span: Span) -> Run<()> {
        if self.fuel == 0 {
            return Err(Failure::limit(
                &rules::DPIA_E_LIMIT,
                "fuel",
                span,
                "the steps allowed are used up",
            ));
        }
        self.fuel -= 1;
        self.steps = self.steps.wrapping_add(1);
        if self.steps & 0xfff == 0
            && let Some(deadline) = self.deadline
            && Instant::now() > deadline
        {
            return Err(Failure::limit(
                &rules::DPIA_E_LIMIT,
                "time",
                span,
                "the time allowed is used up",
            ));
        }
        Ok(())
    }

    /// The number of the next cell.
    pub fn next_cell(&mut self) -> u32 {
        self.cells += 1;
        self.cells
    }

    /// The iterations 0 … n−1 of a parallel loop, in the order of this run.
    pub fn iterations(&mut self, n: i64) -> impl Iterator<Item = i64> + use<> {
        let n = usize::try_from(n).unwrap_or(0);
        self.schedule.iterations(n).map(|i| i as i64)
    }

    /// The value of a size or an index.
    pub fn nat(&self, nat: &Nat, lane: &Lane, span: Span) -> Run<i64> {
        match nat {
            Nat::Const(value) => Ok(*value),
            Nat::Slot(slot) => match lane.get(*slot) {
                Value::Scalar(PrimValue::I64(i)) => Ok(*i),
                Value::Scalar(PrimValue::I32(i)) => Ok(i64::from(*i)),
                _ => Err(Failure::internal(span, "an index that is not known")),
            },
            Nat::Op(op, operands) => {
                let (a, b) = &**operands;
                let (a, b) = (self.nat(a, lane, span)?, self.nat(b, lane, span)?);
                compute(*op, a, b).ok_or_else(|| no_nat(*op, a, b, span))
            }
        }
    }

    /// A length: a nat that is not negative.
    pub fn length(&self, nat: &Nat, lane: &Lane, span: Span) -> Run<i64> {
        let n = self.nat(nat, lane, span)?;
        if n < 0 {
            return Err(Failure::arguments(
                &rules::DPIA_E_ENTRY,
                "obligation",
                span,
                format!("the size {n} is negative"),
            ));
        }
        Ok(n)
    }

    /// A data type with its sizes.
    pub fn concrete(&self, ty: &Type<Nat>, lane: &Lane, span: Span) -> Run<Type<i64>> {
        Ok(match ty {
            Type::Num(t) => Type::Num(*t),
            Type::Vector(w, t) => Type::Vector(*w, *t),
            Type::Index(n) => Type::Index(self.length(n, lane, span)?),
            Type::Array(n, d) => {
                Type::Array(self.length(n, lane, span)?, self.concrete(d, lane, span)?.into())
            }
            Type::Pair(a, b) => Type::Pair(
                self.concrete(a, lane, span)?.into(),
                self.concrete(b, lane, span)?.into(),
            ),
        })
    }

    /// DPIA-S-R: what stands at an address.
    fn read(&mut self, cell: &Rc<Cell>, at: Address, of: Request<'_>) -> Run<PrimValue> {
        rules::DPIA_S_R.apply();
        self.touch(cell, at, Access::Read, of)?;
        let span = of.span;
        cell.read(at, span)
    }

    /// What a cell of one number holds.
    pub fn read_scalar(&mut self, cell: &Rc<Cell>, lane: &Lane, span: Span) -> Run<PrimValue> {
        let of = Request {
            lane,
            component: 0,
            span,
        };
        self.read(cell, Address { part: 0, offset: 0 }, of)
    }

    /// Enters an access in the owner tables and the cost.
    pub fn touch(&mut self, cell: &Cell, at: Address, access: Access, of: Request<'_>) -> Run<()> {
        let Request {
            lane,
            component,
            span,
        } = of;
        if let (Some(cost), Some(_)) = (&mut self.cost, &self.group)
            && cell.space == AddressSpace::Global
        {
            let bytes = cell
                .parts
                .get(at.part)
                .map_or(1, |part| part.layout.element.bytes());
            let buffer = (cell.id, at.part);
            cost.access(lane.item, (span, component), access, buffer, at.offset * bytes);
        }
        for table in self.tables.iter_mut().skip(cell.depth) {
            table.note(cell, at, access, span)?;
        }
        Ok(())
    }

    /// The scalar or vector that a strided view without dimensions is.
    fn leaf(&mut self, flat: &Flat, lane: &mut Lane, span: Span) -> Run<Value> {
        let Some(width) = flat.width else {
            return Ok(Value::Scalar(self.leaf_scalar(
                &flat.source,
                flat.offset,
                0,
                lane,
                span,
            )?));
        };
        let components: Run<Rc<[PrimValue]>> = (0..width)
            .map(|k| self.leaf_scalar(&flat.source, flat.offset + i64::from(k), k, lane, span))
            .collect();
        components.map(Value::Vector)
    }

    /// The scalar at a place of a memory; of a vector, which component it is.
    fn leaf_scalar(
        &mut self,
        source: &Source,
        offset: i64,
        component: u8,
        lane: &mut Lane,
        span: Span,
    ) -> Run<PrimValue> {
        let outside = || Failure::internal(span, "an element outside of its memory");
        let offset = usize::try_from(offset).ok();
        let element = match source {
            Source::Buffer(buffer) => match offset.and_then(|offset| buffer.data.get(offset)) {
                Some(element) => return Ok(element),
                None => buffer.data.prim_type(),
            },
            Source::Cell(cell, part) => {
                let place = cell.parts.get(*part).ok_or_else(outside)?;
                let n = place.data.borrow().len();
                let Some(offset) = offset.filter(|offset| *offset < n) else {
                    return self.missing(place.layout.element, outside);
                };
                let of = Request {
                    lane,
                    component,
                    span,
                };
                return self.read(cell, Address { part: *part, offset }, of);
            }
        };
        self.missing(element, outside)
    }

    /// Looks at an element that was not looked at yet.
    pub fn force(&mut self, value: Value, lane: &mut Lane, span: Span) -> Run<Value> {
        let Value::View(view) = &value else {
            return Ok(value);
        };
        match &**view {
            View::Flat(flat) if flat.dims.is_empty() => self.leaf(flat, lane, span),
            View::Element(source, i) => {
                let (source, i) = (source.clone(), *i);
                let element = self.at(&source, i, lane, span)?;
                self.force(element, lane, span)
            }
            _ => Ok(value),
        }
    }

    /// Whether expressions are evaluated at paths, as in the store semantics, where reading has an effect: that nobody else writes.
    pub fn reads_by_path(&self) -> bool {
        self.group.is_some() || !self.tables.is_empty()
    }

    /// Element i of an array, looked at unless it is half of a pair.
    pub fn at(&mut self, view: &Rc<View>, i: i64, lane: &mut Lane, span: Span) -> Run<Value> {
        self.part_at(view, i, &[], lane, span)
    }

    /// That part of a value: half of a pair, half of that.
    pub fn taken(&mut self, value: Value, fields: &[Side], lane: &mut Lane, span: Span) -> Run<Value> {
        fields.iter().try_fold(value, |pair, side| {
            let half = self.half(pair, *side, span)?;
            self.force(half, lane, span)
        })
    }

    /// That part of element i of an array: half of the pair that it is, half of that; the rest is not looked at.
    pub fn part_at(
        &mut self,
        view: &Rc<View>,
        i: i64,
        fields: &[Side],
        lane: &mut Lane,
        span: Span,
    ) -> Run<Value> {
        if let View::Flat(flat) = &**view {
            return self.flat_at(flat, i, lane, span);
        }
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || match &**view {
            View::Flat(flat) => self.flat_at(flat, i, lane, span),
            View::Zip(a, b, 1) => match fields.split_first() {
                Some((Side::First, rest)) => self.part_at(a, i, rest, lane, span),
                Some((Side::Second, rest)) => self.part_at(b, i, rest, lane, span),
                None => {
                    let first = self.half_at(a, i, lane, span)?;
                    let second = self.half_at(b, i, lane, span)?;
                    Ok(Value::Pair(Rc::new((first, second))))
                }
            },
            View::Zip(a, b, rank) => {
                let a = self.row(a, i, lane, span)?;
                let b = self.row(b, i, lane, span)?;
                Ok(Value::View(Rc::new(View::Zip(a, b, rank - 1))))
            }
            View::Element(..) => {
                let array = self.force(Value::View(view.clone()), lane, span)?;
                let array = self.array(array, span)?;
                self.part_at(&array, i, fields, lane, span)
            }
            View::Affine { source, base, step } => {
                let at = step.checked_mul(i).and_then(|k| k.checked_add(*base));
                self.part_at(source, at.unwrap_or(i64::MAX), fields, lane, span)
            }
            View::Strided(source, base, strides) => {
                let (step, rest) = strides
                    .split_first()
                    .map_or((0, [].as_slice()), |(s, rest)| (*s, rest));
                let base = base.saturating_add(step.saturating_mul(i));
                Ok(Value::View(strided(source, base, rest)))
            }
            View::Split(source, n) => Ok(Value::View(Rc::new(View::Affine {
                source: source.clone(),
                base: i.saturating_mul(*n),
                step: 1,
            }))),
            View::Join(source, m) => {
                let m = (*m).max(1);
                let row = self.row(source, i / m, lane, span)?;
                self.part_at(&row, i % m, fields, lane, span)
            }
            View::Transpose(source) => Ok(Value::View(Rc::new(View::Column(source.clone(), i)))),
            View::Column(source, j) => {
                let row = self.row(source, i, lane, span)?;
                self.part_at(&row, *j, fields, lane, span)
            }
            View::Slide(source, step) => Ok(Value::View(drop_first(source, i.saturating_mul(*step)))),
            View::Pad {
                source,
                n,
                left,
                constant,
            } => {
                let j = i - left;
                match constant {
                    Some(constant) if j < 0 || j >= *n => {
                        let constant = self.force(constant.clone(), lane, span)?;
                        self.taken(constant, fields, lane, span)
                    }
                    _ => self.part_at(source, j.clamp(0, (*n - 1).max(0)), fields, lane, span),
                }
            }
            View::Gather { indexes, source } => {
                let index = self.at(indexes, i, lane, span)?;
                let j = self.index(&index, span)?;
                self.part_at(source, j, fields, lane, span)
            }
            View::Stride { source, n, s } => {
                let j = match stride(i, *n, *s) {
                    Some(j) => j,
                    // Of no elements.
                    None => {
                        self.missing_index(*n, || Failure::internal(span, "a stride that does not divide"))?
                    }
                };
                self.part_at(source, j, fields, lane, span)
            }
            View::Concat(n, a, b) => {
                if i < *n {
                    self.part_at(a, i, fields, lane, span)
                } else {
                    self.part_at(b, i - n, fields, lane, span)
                }
            }
            View::Field(side, source) if self.reads_by_path() => {
                let fields: SmallVec<[Side; 4]> =
                    std::iter::once(*side).chain(fields.iter().copied()).collect();
                let part = self.part_at(source, i, &fields, lane, span)?;
                self.force(part, lane, span)
            }
            View::Field(side, source) => {
                let pair = self.at(source, i, lane, span)?;
                let half = self.half(pair, *side, span)?;
                self.force(half, lane, span)
            }
            View::AsVector(width, source) => {
                let w = i64::from(*width);
                let components: Run<Rc<[PrimValue]>> = (0..w)
                    .map(|k| {
                        let component = self.at(source, i * w + k, lane, span)?;
                        self.scalar_of(component, span)
                    })
                    .collect();
                components.map(Value::Vector)
            }
            View::AsScalar(width, source) => {
                let w = i64::from(*width).max(1);
                match self.at(source, i / w, lane, span)? {
                    Value::Vector(components) => match components.get((i % w) as usize) {
                        Some(component) => Ok(Value::Scalar(*component)),
                        None => Err(Failure::internal(span, "a vector of other width")),
                    },
                    _ => Err(Failure::internal(span, "no vector")),
                }
            }
            View::Computed { body, frame, source } => {
                let mut inner = Lane {
                    frame: std::mem::take(&mut *frame.borrow_mut()),
                    item: lane.item,
                };
                inner.set(body.slots[0], Value::Scalar(PrimValue::I64(i)));
                let result = match source {
                    None => self.eval_fields(&body.body, fields, &mut inner),
                    Some(_) => self.eval(&body.body, &mut inner),
                };
                *frame.borrow_mut() = inner.frame;
                match source {
                    None => result,
                    Some(source) => {
                        let index = result?;
                        let j = self.index(&index, span)?;
                        self.part_at(source, j, fields, lane, span)
                    }
                }
            }
        })
    }

    /// Element i of a strided array.
    fn flat_at(&mut self, flat: &Flat, i: i64, lane: &mut Lane, span: Span) -> Run<Value> {
        let offset = match flat.dims.first().filter(|d| 0 <= i && i < d.len) {
            Some(d) => flat.offset + i * d.stride,
            None if self.stand_ins.is_some() => NOWHERE,
            None => {
                let n = flat.dims.first().map_or(0, |d| d.len);
                return Err(Failure::internal(
                    span,
                    format!("index {i} is out of bounds of an array of {n} elements"),
                ));
            }
        };
        if let ([_], None) = (&*flat.dims, flat.width) {
            return Ok(Value::Scalar(self.leaf_scalar(
                &flat.source,
                offset,
                0,
                lane,
                span,
            )?));
        }
        let element = Flat {
            source: flat.source.clone(),
            offset,
            dims: flat.dims.iter().skip(1).copied().collect(),
            width: flat.width,
        };
        if element.dims.is_empty() {
            return self.leaf(&element, lane, span);
        }
        Ok(Value::View(Rc::new(View::Flat(element))))
    }

    /// Element i as half of a pair: looked at only if nobody can tell, which is quicker than to remember it.
    fn half_at(&mut self, view: &Rc<View>, i: i64, lane: &mut Lane, span: Span) -> Run<Value> {
        match &**view {
            View::Flat(flat) if matches!(flat.source, Source::Buffer(_)) => self.at(view, i, lane, span),
            _ => Ok(Value::delayed(view, i)),
        }
    }

    /// Element i, which is an array.
    fn row(&mut self, view: &Rc<View>, i: i64, lane: &mut Lane, span: Span) -> Run<Rc<View>> {
        let row = self.at(view, i, lane, span)?;
        self.array(row, span)
    }

    /// The array that a value is.
    pub fn array(&self, value: Value, span: Span) -> Run<Rc<View>> {
        match value {
            Value::View(view) => Ok(view),
            _ => Err(Failure::internal(span, "no array")),
        }
    }

    /// The scalar that a value is.
    pub fn scalar_of(&self, value: Value, span: Span) -> Run<PrimValue> {
        match value {
            Value::Scalar(p) => Ok(p),
            _ => Err(Failure::internal(span, "no scalar")),
        }
    }

    /// The index that a value is.
    pub fn index(&self, value: &Value, span: Span) -> Run<i64> {
        match value {
            Value::Scalar(PrimValue::I64(i)) => Ok(*i),
            Value::Scalar(PrimValue::I32(i)) => Ok(i64::from(*i)),
            _ => Err(Failure::internal(span, "no index")),
        }
    }

    /// Half of a pair, or of all pairs of an array.
    pub fn half(&self, value: Value, side: Side, span: Span) -> Run<Value> {
        match value {
            Value::Pair(halves) => Ok(match side {
                Side::First => halves.0.clone(),
                Side::Second => halves.1.clone(),
            }),
            _ => Err(Failure::internal(span, "no pair")),
        }
    }

    /// The value in memory of its own.
    pub fn settled(&mut self, value: Value, ty: &Type<i64>, lane: &mut Lane, span: Span) -> Run<Value> {
        match (&value, ty) {
            (Value::Scalar(_) | Value::Vector(_), _) => return Ok(value),
            (Value::View(view), Type::Array(..)) => {
                if let View::Flat(Flat {
                    source: Source::Buffer(_),
                    ..
                }) = &**view
                {
                    return Ok(value);
                }
            }
            (Value::Pair(halves), Type::Pair(a, b)) => {
                let (first, second) = (halves.0.clone(), halves.1.clone());
                let first = self.force(first, lane, span)?;
                let first = self.settled(first, a, lane, span)?;
                let second = self.force(second, lane, span)?;
                let second = self.settled(second, b, lane, span)?;
                return Ok(Value::Pair(Rc::new((first, second))));
            }
            _ => {}
        }
        let mut builder = Builder::new(ty.clone(), 1, self, span)?;
        builder.push(self, value, lane, span)?;
        Ok(builder.finish_one(self))
    }
}

/// Where an element begins that there is not: whatever is added to it on the way to a number, no memory has that place.
const NOWHERE: i64 = i64::MIN / 2;

fn no_nat(op: NatOp, a: i64, b: i64, span: Span) -> Fail {
    let what = match op {
        NatOp::DivExact => format!("{b} does not divide {a}"),
        NatOp::Div | NatOp::Rem if b == 0 => "a size divides by zero".to_string(),
        _ => return too_large(span),
    };
    Failure::arguments(&rules::DPIA_E_ENTRY, "obligation", span, what)
}

/// DPIA-E-STRIDE: i/(n/s) + s·(i mod n/s)
pub(super) fn stride(i: i64, n: i64, s: i64) -> Option<i64> {
    let rows = n.checked_div(s)?;
    Some(i.checked_div(rows)? + s * i.checked_rem(rows)?)
}

/// Its inverse: (j mod s)·(n/s) + j/s
pub(super) fn unstride(j: i64, n: i64, s: i64) -> Option<i64> {
    let rows = n.checked_div(s)?;
    Some(j.checked_rem(s)? * rows + j.checked_div(s)?)
}

/// The memories of a value that is being made, one a component.
pub(super) struct Builder {
    ty: Type<i64>,
    layout: Vec<Layout>,
    parts: Vec<Data>,
}

/// Memory reserved at once.
const MAX_RESERVED: i64 = 1 << 20;

impl Builder {
    /// For so many values of this type.
    pub fn new(ty: Type<i64>, count: i64, machine: &Machine, span: Span) -> Run<Builder> {
        let layout = ty.layout();
        let mut bytes = 0u64;
        for part in &layout {
            let size = part
                .len()
                .and_then(|n| n.checked_mul(count)?.checked_mul(part.element.bytes() as i64))
                .and_then(|n| u64::try_from(n).ok());
            bytes = size.and_then(|n| bytes.checked_add(n)).unwrap_or(u64::MAX);
        }
        if !machine.memory.admits(bytes) {
            return Err(no_room(bytes, &machine.memory, span));
        }
        let parts = layout
            .iter()
            .map(|part| {
                let n = part.len().and_then(|n| n.checked_mul(count)).unwrap_or(0);
                with_capacity(part.element, n.clamp(0, MAX_RESERVED) as usize)
            })
            .collect();
        Ok(Builder { ty, layout, parts })
    }

    /// One value more.
    pub fn push(&mut self, machine: &mut Machine, value: Value, lane: &mut Lane, span: Span) -> Run<()> {
        push_value(machine, value, &self.ty, &mut self.parts, lane, span)
    }

    /// The values as an array of n.
    pub fn finish(self, n: i64, machine: &Machine) -> Value {
        let Builder {
            ty,
            mut layout,
            parts,
        } = self;
        layout.iter_mut().for_each(|part| part.shape.insert(0, n));
        let ty = Type::Array(n, Rc::new(ty));
        assemble(&ty, layout, parts, machine)
    }

    /// The one value that was pushed.
    pub fn finish_one(self, machine: &Machine) -> Value {
        assemble(&self.ty, self.layout, self.parts, machine)
    }
}

fn assemble(ty: &Type<i64>, layout: Vec<Layout>, parts: Vec<Data>, machine: &Machine) -> Value {
    let mut sources = parts.into_iter().zip(layout).map(|(data, layout)| {
        (
            Source::Buffer(Rc::new(Buffer::new(data, &machine.memory))),
            layout,
        )
    });
    ty.assemble(&mut sources)
}

fn push_value(
    machine: &mut Machine,
    value: Value,
    ty: &Type<i64>,
    parts: &mut [Data],
    lane: &mut Lane,
    span: Span,
) -> Run<()> {
    let value = machine.force(value, lane, span)?;
    let misfit = || Failure::internal(span, "a value that does not have its type");
    match (ty, value) {
        (Type::Num(_) | Type::Index(_), Value::Scalar(p)) => {
            let done = parts.first_mut().is_some_and(|data| push(data, p));
            done.then_some(()).ok_or_else(misfit)
        }
        (Type::Vector(..), Value::Vector(components)) => {
            let done = parts
                .first_mut()
                .is_some_and(|data| components.iter().all(|c| push(data, *c)));
            done.then_some(()).ok_or_else(misfit)
        }
        (Type::Pair(a, b), Value::Pair(halves)) => {
            let (left, right) = parts.split_at_mut(a.leaves().min(parts.len()));
            push_value(machine, halves.0.clone(), a, left, lane, span)?;
            push_value(machine, halves.1.clone(), b, right, lane, span)
        }
        (Type::Array(n, element), Value::View(view)) => {
            if let (View::Flat(flat), [data]) = (&*view, &mut *parts)
                && let Source::Buffer(buffer) = &flat.source
                && let Some(range) = flat.range()
                && flat.dims.first().is_some_and(|d| d.len == *n)
                && append(data, &buffer.data, range)
            {
                return Ok(());
            }
            for i in 0..*n {
                machine.step(span)?;
                let element_value = machine.at(&view, i, lane, span)?;
                push_value(machine, element_value, element, parts, lane, span)?;
            }
            Ok(())
        }
        _ => Err(misfit()),
    }
}
