//! Executes a launch plan as C defines it, on a few iterations of each loop and a few work-items, without memory: an element of an array
//! is known if it was written.  Arithmetic of C that leaves its type, and an index outside of its array, are what it looks for.

use crate::terms::{Scope, content};
use elder_kernel::Plan;
use elder_kernel::c::{BinaryOp, Declaration, Expr, Function, Stmt, StmtKind, Type, UnaryOp, WorkItem};
use elder_kernel::plan::{Argument, Launch, NOTE, Parameter, ScalarAt, SizeSource, Source, Step};
use elder_kernel::size::Sizes;
use elder_semantics::numeric;
use elder_syntax::Name;
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use std::collections::{BTreeMap, HashMap};

/// Why it stops.
#[derive(Debug)]
pub enum Trouble {
    /// A form of C that it does not know.
    Unsupported(String),
    /// What no kernel may do.
    Wrong(String),
}

type Run<T> = Result<T, Trouble>;

/// A scalar; `None` is one that no sampled iteration wrote.
type Scalar = Option<PrimValue>;

fn wrong<T>(what: String) -> Run<T> {
    Err(Trouble::Wrong(what))
}

fn unsupported<T>(what: impl std::fmt::Debug) -> Run<T> {
    Err(Trouble::Unsupported(format!("{what:?}")))
}

/// The size that a plan reads from what it is given.
pub fn size_of(plan: &Plan, from: &SizeSource, sizes: &Sizes, scope: &Scope) -> Option<i64> {
    match from {
        SizeSource::Input(parameter) => given(&plan.parameters[*parameter], scope),
        SizeSource::Dimension { .. } => scope.sizes.get("n").copied(),
        SizeSource::Computed(size) => size.eval(sizes).ok(),
    }
}

fn given(parameter: &Parameter, scope: &Scope) -> Option<i64> {
    scope.sizes.get(parameter.name.as_str()).copied()
}

/// What an array is in a kernel.
#[derive(Clone, Debug)]
enum Array {
    Buffer(usize),
    /// Of the kernel, under this number.
    Own(usize),
}

/// What a name is in a kernel.
#[derive(Clone, Debug)]
enum Place {
    Variable(PrimType, Scalar),
    Array(Array),
}

/// The elements that were written, and how many there are.
#[derive(Clone, Debug, Default)]
struct Memory {
    elements: BTreeMap<i64, Scalar>,
    count: i128,
}

/// How a statement ended.
#[derive(PartialEq)]
enum Flow {
    On,
    Break,
    Return,
}

pub struct Machine<'p> {
    plan: &'p Plan,
    sizes: Sizes,
    scope: &'p Scope,
    buffers: Vec<Memory>,
    own: Vec<Memory>,
    places: HashMap<Name, Place>,
    item: [[u64; 3]; 3],
    random: u64,
}

impl<'p> Machine<'p> {
    pub fn new(plan: &'p Plan, sizes: Sizes, scope: &'p Scope, seed: u64) -> Machine<'p> {
        let memory = |count| Memory {
            elements: BTreeMap::new(),
            count,
        };
        Machine {
            buffers: plan
                .buffers
                .iter()
                .map(|b| memory(b.count.exact(&sizes).unwrap_or(0)))
                .collect(),
            plan,
            sizes,
            scope,
            own: Vec::new(),
            places: HashMap::new(),
            item: [[0; 3]; 3],
            random: seed | 1,
        }
    }

    pub fn run(&mut self) -> Run<()> {
        let plan = self.plan;
        for number in 0..plan.parameters.len() {
            if let Some(place) = &plan.parameters[number].place {
                self.buffers[place.buffer.0].count = -1 - self.buffers[place.buffer.0].count;
            }
        }
        self.steps(&plan.steps)
    }

    /// The elements of a result that were written and are known.
    pub fn output(&self, number: usize) -> impl Iterator<Item = (i64, i64)> + '_ {
        let place = &self.plan.results[number].place;
        let elements = self.buffers[place.buffer.0].elements.iter();
        elements.filter_map(|(at, value)| match value {
            Some(PrimValue::I64(value)) => Some((*at, *value)),
            _ => None,
        })
    }

    fn steps(&mut self, steps: &[Step]) -> Run<()> {
        for step in steps {
            match step {
                Step::Launch(launch) => self.launch(launch)?,
                Step::Fill { buffer, value } => {
                    self.buffers[buffer.0].elements.insert(0, Some(*value));
                }
                Step::For { var, count, body } => {
                    let count = self.size(count)?;
                    for i in self.sample(0, i128::from(count), 1) {
                        self.sizes.insert(var.clone(), i as i64);
                        self.steps(body)?;
                    }
                    self.sizes.remove(var);
                }
                Step::If {
                    condition,
                    then,
                    otherwise,
                } => match self.number(condition)? {
                    Some(0) => self.steps(otherwise)?,
                    Some(_) => self.steps(then)?,
                    None => {}
                },
                Step::Read {
                    size, scalar, most, ..
                } => {
                    let most = self.size(most)?;
                    // What no sampled iteration wrote is any size.
                    let value = self.number(scalar)?.unwrap_or(most);
                    if !(0..=most).contains(&value) {
                        return wrong(format!("the size {size} is {value}, at most {most}"));
                    }
                    self.sizes.insert(size.clone(), value);
                }
                other => return unsupported(other),
            }
        }
        Ok(())
    }

    fn size(&self, size: &elder_kernel::Size) -> Run<i64> {
        size.eval(&self.sizes).or_else(|e| wrong(format!("{size}: {e}")))
    }

    fn number(&self, source: &Source) -> Run<Option<i64>> {
        match source {
            Source::At(at) => self.scalar_at(at),
            Source::Known(number) => {
                let input = |at: usize| given(&self.plan.parameters[at], self.scope);
                number
                    .eval(&self.sizes, &input)
                    .map(Some)
                    .or_else(|e| wrong(format!("{number}: {e}")))
            }
        }
    }

    fn scalar_at(&self, at: &ScalarAt) -> Run<Option<i64>> {
        let index = self.size(&at.index)?;
        let value = self.buffers[at.buffer.0].elements.get(&index).copied().flatten();
        Ok(value.and_then(|v| integer(v).map(|v| v as i64)))
    }

    fn launch(&mut self, launch: &Launch) -> Run<()> {
        let kernel = &self.plan.kernels[launch.kernel.0];
        let dimensions = |machine: &Machine, all: &[elder_kernel::Size; 3]| -> Run<[u64; 3]> {
            let mut out = [1; 3];
            for (to, size) in out.iter_mut().zip(all) {
                *to = machine.size(size)?.max(0) as u64;
            }
            Ok(out)
        };
        let global = dimensions(self, &launch.global)?;
        let local = match &launch.local {
            Some(local) => dimensions(self, local)?,
            None => [1; 3],
        };
        if global.contains(&0) {
            return Ok(());
        }
        // Arrays share memory: what a kernel writes into may hold what is no longer meant, where no sampled iteration writes.
        for (param, argument) in kernel.function.params.iter().zip(&launch.arguments) {
            if let (Type::Pointer(pointer), Argument::Buffer(b)) = (&param.ty, argument)
                && !pointer.is_const
            {
                self.buffers[b.0].elements.clear();
            }
        }
        let is_openmp = !mentions_items(&kernel.function);
        let items = if is_openmp {
            vec![0]
        } else {
            self.sample(0, i128::from(global[0]), 1)
        };
        for id in items {
            self.item = [[id as u64, 0, 0], global, local];
            self.places.clear();
            self.own.clear();
            for (param, argument) in kernel.function.params.iter().zip(&launch.arguments) {
                let place = match argument {
                    Argument::Buffer(b) => Place::Array(Array::Buffer(b.0)),
                    Argument::Size(size, t) => {
                        let value = self.size(size)?;
                        let value = match t {
                            PrimType::I32 => i32::try_from(value).map(PrimValue::I32),
                            _ => Ok(PrimValue::I64(value)),
                        };
                        match value {
                            Ok(value) => Place::Variable(*t, Some(value)),
                            Err(_) => return wrong(format!("the size {size} does not fit its parameter")),
                        }
                    }
                    Argument::Input(number) => {
                        let value = given(&self.plan.parameters[*number], self.scope);
                        let t = match param.ty {
                            Type::Scalar(t) => t,
                            _ => PrimType::I64,
                        };
                        Place::Variable(t, value.and_then(|value| typed(t, value.into())))
                    }
                    Argument::Value(value) => Place::Variable(value.prim_type(), Some(*value)),
                    Argument::Local { count, .. } => {
                        let count = i128::from(self.size(count)?);
                        self.array(count)
                    }
                };
                self.places.insert(param.name.clone(), place);
            }
            self.block(&kernel.function.body)?;
        }
        Ok(())
    }

    fn array(&mut self, count: i128) -> Place {
        self.own.push(Memory {
            elements: BTreeMap::new(),
            count,
        });
        Place::Array(Array::Own(self.own.len() - 1))
    }

    /// The first, the last and one other number from `first` on, below `limit`.
    fn sample(&mut self, first: i128, limit: i128, step: i128) -> Vec<i128> {
        if first >= limit || step <= 0 {
            return vec![];
        }
        let rounds = (limit - first + step - 1) / step;
        self.random = self
            .random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let between = i128::from(self.random >> 2) % rounds;
        let mut out = vec![first, first + between * step, first + (rounds - 1) * step];
        out.sort_unstable();
        out.dedup();
        out
    }

    fn block(&mut self, body: &[Stmt]) -> Run<Flow> {
        for stmt in body {
            match self.statement(stmt)? {
                Flow::On => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    fn statement(&mut self, stmt: &Stmt) -> Run<Flow> {
        match &stmt.kind {
            StmtKind::Declare(d) => self.declare(d)?,
            StmtKind::Assign(target, value) => {
                let value = self.value(value)?;
                self.store(target, value)?;
            }
            StmtKind::Update(op, target, value) => {
                // A sum or product of numbers of the program, which wraps by its definition: one operand is unsigned.
                let (old, value) = (self.value(target)?, self.value(value)?);
                let new = match (old, value) {
                    (Some(old), Some(value)) => binary(*op, old, value)?,
                    _ => None,
                };
                self.store(target, new)?;
            }
            StmtKind::For(f) => {
                let first = self.value(&f.first)?.and_then(integer);
                let (limit, step) = (self.value(&f.limit)?, self.value(&f.step)?);
                let (Some(first), Some(limit), Some(step)) =
                    (first, limit.and_then(integer), step.and_then(integer))
                else {
                    return Ok(Flow::On);
                };
                let all = self.sample(first, limit, step);
                if let Some(last) = all.last()
                    && typed(f.ty, last + step).is_none()
                {
                    return wrong(format!("`{}` leaves {} after its last round", f.var, f.ty));
                }
                for i in all {
                    let Some(value) = typed(f.ty, i) else {
                        return wrong(format!("`{}` does not fit {}", f.var, f.ty));
                    };
                    self.places
                        .insert(f.var.clone(), Place::Variable(f.ty, Some(value)));
                    match self.block(&f.body)? {
                        Flow::On => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
            }
            StmtKind::If(condition, then, otherwise) => {
                return match self.value(condition)?.map(is_true) {
                    Some(true) => self.block(then),
                    Some(false) => self.block(otherwise),
                    None => Ok(Flow::On),
                };
            }
            StmtKind::Block(body) => return self.block(body),
            StmtKind::Return(_) => return Ok(Flow::Return),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Barrier(_) | StmtKind::Comment(_) => {}
            StmtKind::Call(name, arguments) => return self.call(name.as_str(), arguments),
            other => return unsupported(other),
        }
        Ok(Flow::On)
    }

    /// A call for its effect: memory given back, a failure noted, an atomic update.
    fn call(&mut self, name: &str, arguments: &[Expr]) -> Run<Flow> {
        match (name, arguments) {
            ("free" | NOTE | "atomic_cmpxchg" | "__sync_val_compare_and_swap", _) => {}
            (_, [Expr::Unary(UnaryOp::AddressOf, target), value, ..]) if name.contains("atom") => {
                let (old, value) = (self.value(target)?, self.value(value)?);
                // Of the largest, what is known is the largest of what sampled iterations bring.
                let new = match (old, value) {
                    (old, Some(value)) if name.contains("max") => match old {
                        Some(old) if integer(old) > integer(value) => Some(old),
                        _ => Some(value),
                    },
                    _ => None,
                };
                self.store(target, new)?;
            }
            _ => return unsupported((name, arguments)),
        }
        Ok(Flow::On)
    }

    fn declare(&mut self, d: &Declaration) -> Run<()> {
        let place = match (&d.ty, d.dims.first()) {
            (_, Some(count)) => {
                let count = self.value(count)?.and_then(integer).unwrap_or(0);
                self.array(count)
            }
            (Type::Scalar(t), None) => {
                let value = match &d.init {
                    Some(init) => self.value(init)?.map(|v| numeric::convert::convert(v, *t)),
                    None => None,
                };
                Place::Variable(*t, value)
            }
            // Memory from the heap: how much was asked for stands in the call.
            (Type::Pointer(_), None) => match &d.init {
                Some(Expr::Call(name, _)) if name.as_str() == "malloc" => self.array(i128::MAX),
                other => return unsupported(other),
            },
            other => return unsupported(other),
        };
        self.places.insert(d.name.clone(), place);
        Ok(())
    }

    /// The array that an expression is, and the position in it.
    fn element(&mut self, array: &Expr, index: &Expr) -> Run<Option<(Array, i64)>> {
        let Expr::Var(name) = array else {
            return unsupported(array);
        };
        let Some(Place::Array(array)) = self.places.get(name).cloned() else {
            return unsupported(name);
        };
        let Some(at) = self.value(index)?.and_then(integer) else {
            return Ok(None);
        };
        let count = match &array {
            // An input: its elements are made up.
            Array::Buffer(b) if self.buffers[*b].count < 0 => -1 - self.buffers[*b].count,
            Array::Buffer(b) => self.buffers[*b].count,
            Array::Own(k) => self.own[*k].count,
        };
        match i64::try_from(at) {
            Ok(at) if at >= 0 && i128::from(at) < count => Ok(Some((array, at))),
            _ => wrong(format!("element {at} of `{name}`, which has {count}")),
        }
    }

    fn store(&mut self, target: &Expr, value: Scalar) -> Run<()> {
        match target {
            Expr::Var(name) => match self.places.get_mut(name) {
                Some(Place::Variable(t, old)) => {
                    *old = value.map(|v| numeric::convert::convert(v, *t));
                    Ok(())
                }
                other => unsupported(other),
            },
            Expr::Index(array, index) => {
                if let Some((array, at)) = self.element(array, index)? {
                    let memory = match array {
                        Array::Buffer(b) => &mut self.buffers[b],
                        Array::Own(k) => &mut self.own[k],
                    };
                    memory.elements.insert(at, value);
                }
                Ok(())
            }
            other => unsupported(other),
        }
    }

    fn value(&mut self, e: &Expr) -> Run<Scalar> {
        Ok(match e {
            Expr::Int(k) => Some(i32::try_from(*k).map_or(PrimValue::I64(*k), PrimValue::I32)),
            Expr::Literal(value) => Some(*value),
            Expr::Var(name) => match self.places.get(name) {
                Some(Place::Variable(_, value)) => *value,
                other => return unsupported((name, other)),
            },
            Expr::Unary(UnaryOp::Not, a) => self.value(a)?.map(|a| PrimValue::Bool(!is_true(a))),
            Expr::Binary(BinaryOp::And, a, b) => match self.value(a)?.map(is_true) {
                Some(true) => self.value(b)?.map(|b| PrimValue::Bool(is_true(b))),
                other => other.map(PrimValue::Bool),
            },
            Expr::Binary(BinaryOp::Or, a, b) => match self.value(a)?.map(is_true) {
                Some(false) => self.value(b)?.map(|b| PrimValue::Bool(is_true(b))),
                other => other.map(PrimValue::Bool),
            },
            Expr::Binary(op, a, b) => match (self.value(a)?, self.value(b)?) {
                (Some(a), Some(b)) => match binary(*op, a, b) {
                    Err(Trouble::Wrong(what)) => return wrong(format!("{what} in {e:?}")),
                    other => other?,
                },
                _ => None,
            },
            Expr::Conditional(c, a, b) => match self.value(c)?.map(is_true) {
                Some(true) => self.value(a)?,
                Some(false) => self.value(b)?,
                None => None,
            },
            Expr::Prim(f, None, operands) => {
                let mut values = Vec::new();
                for operand in operands {
                    match self.value(operand)? {
                        Some(value) => values.push(value),
                        None => return Ok(None),
                    }
                }
                apply(*f, &values)?
            }
            Expr::Cast(Type::Scalar(t), a) => self.value(a)?.map(|a| numeric::convert::convert(a, *t)),
            Expr::Index(array, index) => match self.element(array, index)? {
                None => None,
                Some((Array::Buffer(b), at)) if self.buffers[b].count < 0 => {
                    Some(PrimValue::I32(content(at)))
                }
                Some((Array::Buffer(b), at)) => self.buffers[b].elements.get(&at).copied().flatten(),
                Some((Array::Own(k), at)) => self.own[k].elements.get(&at).copied().flatten(),
            },
            Expr::WorkItem(what, d) => {
                let (d, [id, global, local]) = (usize::from(*d), self.item);
                let value = match what {
                    WorkItem::GlobalId => id[d],
                    WorkItem::GlobalSize => global[d],
                    WorkItem::GroupId => id[d] / local[d],
                    WorkItem::NumGroups => global[d] / local[d],
                    WorkItem::LocalId => id[d] % local[d],
                    WorkItem::LocalSize => local[d],
                };
                Some(PrimValue::U64(value))
            }
            other => return unsupported(other),
        })
    }
}

/// Whether a kernel asks who it is; otherwise it is a function that is called once.
fn mentions_items(function: &Function) -> bool {
    format!("{:?}", function.body).contains("WorkItem")
}

fn is_true(value: PrimValue) -> bool {
    integer(value) != Some(0)
}

fn integer(value: PrimValue) -> Option<i128> {
    Some(match value {
        PrimValue::Bool(x) => x.into(),
        PrimValue::I8(x) => x.into(),
        PrimValue::I16(x) => x.into(),
        PrimValue::I32(x) => x.into(),
        PrimValue::I64(x) => x.into(),
        PrimValue::U8(x) => x.into(),
        PrimValue::U16(x) => x.into(),
        PrimValue::U32(x) => x.into(),
        PrimValue::U64(x) => x.into(),
        _ => return None,
    })
}

/// The number in an integer type, if it fits.
fn typed(t: PrimType, value: i128) -> Scalar {
    Some(match t {
        PrimType::I32 => PrimValue::I32(value.try_into().ok()?),
        PrimType::I64 => PrimValue::I64(value.try_into().ok()?),
        PrimType::U32 => PrimValue::U32(value.try_into().ok()?),
        PrimType::U64 => PrimValue::U64(value.try_into().ok()?),
        _ => return None,
    })
}

/// C's operators with the usual arithmetic conversions.
fn binary(op: BinaryOp, a: PrimValue, b: PrimValue) -> Run<Scalar> {
    let rank = |v: PrimValue| match v.prim_type() {
        PrimType::U64 => 3,
        PrimType::I64 => 2,
        PrimType::U32 => 1,
        _ => 0,
    };
    let left = [PrimType::I32, PrimType::U32, PrimType::I64, PrimType::U64][rank(a)];
    let t = match op {
        BinaryOp::Shl | BinaryOp::Shr => left,
        _ => [PrimType::I32, PrimType::U32, PrimType::I64, PrimType::U64][rank(a).max(rank(b))],
    };
    let convert = |v: PrimValue| integer(numeric::convert::convert(v, t));
    let (Some(x), Some(y)) = (convert(a), convert(b)) else {
        return unsupported((op, a, b));
    };
    let truth = |b: bool| Ok(Some(PrimValue::Bool(b)));
    let value = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => match x.checked_mul(y) {
            Some(product) => product,
            None => return wrong(format!("{x} * {y}")),
        },
        BinaryOp::Div | BinaryOp::Rem if y == 0 => return wrong("a division by zero".to_owned()),
        BinaryOp::Div => x / y,
        BinaryOp::Rem => x % y,
        BinaryOp::Shl if (0..i128::from(8 * t.bytes() as i64)).contains(&y) && (0..1 << 62).contains(&x) => {
            x << y
        }
        BinaryOp::Shl => return wrong(format!("{x} << {y} in {t}")),
        BinaryOp::Shr => x >> y,
        BinaryOp::Lt => return truth(x < y),
        BinaryOp::Le => return truth(x <= y),
        BinaryOp::Gt => return truth(x > y),
        BinaryOp::Ge => return truth(x >= y),
        BinaryOp::Eq => return truth(x == y),
        BinaryOp::Ne => return truth(x != y),
        other => return unsupported(other),
    };
    match typed(t, value) {
        Some(value) => Ok(Some(value)),
        None if t.is_unsigned() => {
            let bits = 8 * t.bytes() as u32;
            Ok(typed(t, value.rem_euclid(1i128 << bits)))
        }
        None => wrong(format!("{op:?} of {x} and {y} leaves {t}")),
    }
}

/// A primitive function, on operands that C converts to its type.
fn apply(f: PrimFn, values: &[PrimValue]) -> Run<Scalar> {
    let convert = |v: PrimValue, t: PrimType| numeric::convert::convert(v, t);
    Ok(match (f, values) {
        (PrimFn::Convert(from, to), [a]) => Some(convert(convert(*a, from), to)),
        (PrimFn::Bin(op, t), [a, b]) => match numeric::binary(op, convert(*a, t), convert(*b, t)) {
            Ok(value) => Some(value),
            Err(error) => return wrong(format!("{f}: {error}")),
        },
        other => return unsupported(other),
    })
}
