//! From code to instructions.
//!
//! The compiler looks at the values that are in the slots when a loop is first run:
//! their types are then those of the kernel, and a later run with others is left to
//! `eval`.  Every function gives `None` where something does not fit.
//!
//! Updates of arrays stay safe: each array has a generation, a number that changes with
//! every update; code that would read an old generation is not compiled, so that `eval`
//! can say what is wrong with it.

use super::{ArrayKind, Back, Inst, Kernel, Kind, Origin, REGISTERS, Reg, conversion, total};
use crate::futhark::machine::array::Data;
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::prim::{BinOp, PrimType};
use elder_syntax::{Rule, Span};
use rustc_hash::FxHashMap;

/// What an expression has become.
#[derive(Clone, Debug, PartialEq)]
enum Val {
    Scalar(Reg, PrimType),
    /// An array of some generation.
    Array(u8, u32),
    Tuple(Vec<Val>),
    /// An array of records of one dimension: an array for each field.
    Zipped(Vec<Val>),
}

/// Which combinator is compiled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Results are stored.
    Map,
    /// Results are carried.
    Reduce,
    /// Results are carried and stored.
    Scan,
}

/// Kernels with more instructions are not worth it.
const LONGEST: usize = 4000;
/// Nor is code nested so deep.
const DEEPEST: u32 = 300;

struct Compiler<'m> {
    look: &'m dyn Fn(Slot) -> Value,
    code: Vec<Inst>,
    constants: Vec<(Reg, u64)>,
    scalars: Vec<(Origin, PrimType, Reg)>,
    arrays: Vec<(Origin, ArrayKind, bool)>,
    inputs: Vec<ArrayKind>,
    env: FxHashMap<Slot, Val>,
    /// By the number of an array.
    generations: Vec<u32>,
    last_generation: u32,
    next: usize,
    calls: Vec<Span>,
    places: Vec<(u32, Span, Box<[Span]>)>,
    rules: Vec<&'static Rule>,
    depth: u32,
}

/// A kernel for the iterations of a loop, its parameter being in its slots.
pub fn compile_loop(look: &dyn Fn(Slot) -> Value, l: &LoopCode) -> Option<Kernel> {
    if !l.sizes.is_empty() {
        return None;
    }
    let mut c = Compiler::new(look, Vec::new());
    let param = c.parameter(&l.pat)?;
    let bound = c.fresh()?;
    let before = c.generations.clone();
    let head = c.renew(&param);
    c.bind(&l.pat, &head)?;
    let (counter, start, exit) = match &l.form {
        LoopForm::For(slot, prim, _) => {
            if *prim == PrimType::U64 {
                return None;
            }
            let (counter, start, exit) = c.count(bound, l.span)?;
            c.env.insert(*slot, Val::Scalar(counter, *prim));
            (Some(counter), start, exit)
        }
        LoopForm::While(condition) => {
            let start = c.code.len() as u32;
            let go = c.scalar(condition, PrimType::Bool)?;
            let exit = c.emit(Inst::Unless(go, 0));
            c.tick(l.span);
            (None, start, exit)
        }
        LoopForm::ForIn(_, _, slot) => {
            c.outside(*slot)?;
            let (counter, start, exit) = c.count(bound, l.span)?;
            (Some(counter), start, exit)
        }
    };
    if let (LoopForm::ForIn(pat, _, slot), Some(counter)) = (&l.form, counter) {
        let array = c.env.get(slot)?.clone();
        let element = c.at(&array, counter, l.span)?;
        c.bind(pat, &element)?;
    }
    c.rule(&rules::FUT_E_LOOPN);
    let body = c.val(&l.body)?;
    c.only_updates(&before, &head)?;
    c.assign(&body, &head)?;
    c.again(counter.map(|c| (c, bound)), start, exit, l.span)?;
    let mut back = Vec::new();
    write_back(&l.pat, &head, &mut back)?;
    Some(c.finish(
        bound,
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Kind::Tuple(Vec::new()),
        back,
    ))
}

/// A kernel for a map, reduction or scan with literal function: `carried` is the kind of the accumulator, `elements`
/// are those of the elements of the inputs.
pub fn compile_soac(
    look: &dyn Fn(Slot) -> Value,
    form: Form,
    params: &[PatCode],
    body: &Code,
    carried: Option<&Kind>,
    elements: &[Kind],
    span: Span,
) -> Option<Kernel> {
    let mut leaves = Vec::new();
    elements.iter().for_each(|k| k.leaves(&mut leaves));
    if leaves.len() > 32 {
        return None;
    }
    let inputs = leaves.iter().map(|&prim| ArrayKind { prim, rank: 1 }).collect();
    let mut c = Compiler::new(look, inputs);
    let bound = c.fresh()?;
    let total = match carried {
        Some(kind) => Some(c.registers(kind)?),
        None => None,
    };
    let before = c.generations.clone();
    let (counter, start, exit) = c.count(bound, span)?;
    let mut next_input = 0;
    let mut params = params.iter();
    if let Some(total) = &total {
        c.bind(params.next()?, total)?;
    }
    for kind in elements {
        let element = c.element(kind, counter, &mut next_input)?;
        c.bind(params.next()?, &element)?;
    }
    if params.next().is_some() {
        return None;
    }
    let value = c.val(body)?;
    c.only_updates(&before, &Val::Tuple(Vec::new()))?;
    if let Some(total) = &total {
        c.assign(&value, total)?;
    }
    let stored = total.as_ref().unwrap_or(&value);
    let result = stored.kind()?;
    let mut outputs = Vec::new();
    if form != Form::Reduce {
        let mut registers = Vec::new();
        stored.registers(&mut registers);
        let first = c.inputs.len() + c.arrays.len();
        for (k, (reg, prim)) in registers.iter().enumerate() {
            c.emit(Inst::Put(u8::try_from(first + k).ok()?, counter, *reg));
            outputs.push(*prim);
        }
    }
    c.again(Some((counter, bound)), start, exit, span)?;
    let mut carry = Vec::new();
    if let Some(total) = &total {
        total.registers(&mut carry);
    }
    let mut kinds: Vec<Kind> = carried.cloned().into_iter().collect();
    kinds.extend_from_slice(elements);
    Some(c.finish(bound, kinds, carry, outputs, result, Vec::new()))
}

fn write_back(pat: &PatCode, val: &Val, out: &mut Vec<(Slot, Back)>) -> Option<()> {
    match (pat, val) {
        (PatCode::Slot(slot), val) => out.push((*slot, val.back()?)),
        (PatCode::Record(parts), Val::Tuple(vals)) => {
            for (part, val) in parts.iter().zip(vals) {
                write_back(part, val, out)?;
            }
        }
        _ => return None,
    }
    Some(())
}

impl Val {
    fn kind(&self) -> Option<Kind> {
        match self {
            Val::Scalar(_, p) => Some(Kind::Scalar(*p)),
            Val::Tuple(parts) => Some(Kind::Tuple(parts.iter().map(Val::kind).collect::<Option<_>>()?)),
            Val::Array(..) | Val::Zipped(_) => None,
        }
    }

    fn back(&self) -> Option<Back> {
        Some(match self {
            Val::Scalar(reg, prim) => Back::Scalar(*reg, *prim),
            Val::Array(id, _) => Back::Array(*id),
            Val::Tuple(parts) => Back::Record(parts.iter().map(Val::back).collect::<Option<_>>()?),
            Val::Zipped(_) => return None,
        })
    }

    fn registers(&self, out: &mut Vec<(Reg, PrimType)>) {
        match self {
            Val::Scalar(r, p) => out.push((*r, *p)),
            Val::Tuple(parts) => parts.iter().for_each(|v| v.registers(out)),
            Val::Array(..) | Val::Zipped(_) => {}
        }
    }

    fn arrays(&self, out: &mut Vec<u8>) {
        match self {
            Val::Array(id, _) => out.push(*id),
            Val::Tuple(parts) | Val::Zipped(parts) => parts.iter().for_each(|v| v.arrays(out)),
            Val::Scalar(..) => {}
        }
    }
}

impl<'m> Compiler<'m> {
    fn new(look: &'m dyn Fn(Slot) -> Value, inputs: Vec<ArrayKind>) -> Compiler<'m> {
        Compiler {
            look,
            code: Vec::new(),
            constants: Vec::new(),
            scalars: Vec::new(),
            arrays: Vec::new(),
            generations: vec![0; inputs.len()],
            inputs,
            env: FxHashMap::default(),
            last_generation: 0,
            next: 0,
            calls: Vec::new(),
            places: Vec::new(),
            rules: Vec::new(),
            depth: 0,
        }
    }

    fn finish(
        self,
        bound: Reg,
        kinds: Vec<Kind>,
        carried: Vec<(Reg, PrimType)>,
        outputs: Vec<PrimType>,
        result: Kind,
        back: Vec<(Slot, Back)>,
    ) -> Kernel {
        Kernel {
            code: self.code,
            constants: self.constants,
            scalars: self.scalars,
            arrays: self.arrays,
            given: self.inputs.len(),
            kinds,
            carried,
            outputs,
            result,
            bound,
            back,
            places: self.places,
            rules: self.rules,
        }
    }

    fn fresh(&mut self) -> Option<Reg> {
        if self.next >= REGISTERS {
            return None;
        }
        self.next += 1;
        Reg::try_from(self.next - 1).ok()
    }

    fn emit(&mut self, inst: Inst) -> usize {
        self.code.push(inst);
        self.code.len() - 1
    }

    /// Makes a jump go to the next instruction.
    fn land(&mut self, jump: usize) {
        let here = self.code.len() as u32;
        if let Some(Inst::Jump(to) | Inst::Unless(_, to) | Inst::When(_, to)) = self.code.get_mut(jump) {
            *to = here
        }
    }

    /// Notes where the last instruction comes from.
    fn place(&mut self, span: Span) {
        let calls = self.calls.iter().rev().copied().collect();
        self.places.push((self.code.len() as u32 - 1, span, calls));
    }

    fn rule(&mut self, rule: &'static Rule) {
        if !self.rules.iter().any(|r| std::ptr::eq(*r, rule)) {
            self.rules.push(rule);
        }
    }

    fn constant(&mut self, bits: u64) -> Option<Reg> {
        if let Some((reg, _)) = self.constants.iter().find(|(_, b)| *b == bits) {
            return Some(*reg);
        }
        let reg = self.fresh()?;
        self.constants.push((reg, bits));
        Some(reg)
    }

    /// A counter from 0, the test before the first iteration, and its tick: counter, beginning, and the jump out.
    fn count(&mut self, bound: Reg, span: Span) -> Option<(Reg, u32, usize)> {
        let counter = self.fresh()?;
        let zero = self.constant(0)?;
        self.emit(Inst::Mov(counter, zero));
        let go = self.fresh()?;
        self.emit(Inst::LtI64(go, counter, bound));
        let exit = self.emit(Inst::Unless(go, 0));
        self.tick(span);
        Some((counter, self.code.len() as u32, exit))
    }

    fn tick(&mut self, span: Span) {
        self.emit(Inst::Tick);
        self.place(span);
    }

    /// Ends an iteration; a loop with a counter has its bound as well.
    fn again(&mut self, counter: Option<(Reg, Reg)>, start: u32, exit: usize, span: Span) -> Option<()> {
        match counter {
            Some((counter, bound)) => {
                self.emit(Inst::Next(counter, bound, start));
                self.place(span);
            }
            None => {
                self.emit(Inst::Jump(start));
            }
        }
        self.land(exit);
        (self.code.len() < LONGEST).then_some(())
    }

    /// Registers for something of this kind.
    fn registers(&mut self, kind: &Kind) -> Option<Val> {
        Some(match kind {
            Kind::Scalar(p) => Val::Scalar(self.fresh()?, *p),
            Kind::Tuple(parts) => Val::Tuple(parts.iter().map(|k| self.registers(k)).collect::<Option<_>>()?),
        })
    }

    /// Loads an element of the next inputs.
    fn element(&mut self, kind: &Kind, counter: Reg, next: &mut u8) -> Option<Val> {
        Some(match kind {
            Kind::Scalar(p) => {
                let reg = self.fresh()?;
                self.emit(Inst::Load(reg, *next, counter));
                *next += 1;
                Val::Scalar(reg, *p)
            }
            Kind::Tuple(parts) => Val::Tuple(
                parts
                    .iter()
                    .map(|k| self.element(k, counter, next))
                    .collect::<Option<_>>()?,
            ),
        })
    }

    /// A loop's parameter, as it lies in its slots.
    fn parameter(&mut self, pat: &PatCode) -> Option<Val> {
        match pat {
            PatCode::Slot(slot) => self.outside(*slot),
            PatCode::Record(parts) => Some(Val::Tuple(
                parts.iter().map(|p| self.parameter(p)).collect::<Option<_>>()?,
            )),
            _ => None,
        }
    }

    /// The content of a slot that was filled outside.
    fn outside(&mut self, slot: Slot) -> Option<Val> {
        let content = (self.look)(slot);
        let val = self.outside_part(slot, &mut Vec::new(), &content)?;
        self.env.insert(slot, val.clone());
        Some(val)
    }

    fn outside_part(&mut self, slot: Slot, path: &mut Vec<u32>, value: &Value) -> Option<Val> {
        let origin = Origin {
            slot,
            path: path.as_slice().into(),
        };
        let mut parts = |this: &mut Self, fields: &[Value]| -> Option<Vec<Val>> {
            if path.len() > 3 || fields.len() > 16 {
                return None;
            }
            let mut vals = Vec::with_capacity(fields.len());
            for (k, field) in (0..).zip(fields) {
                path.push(k);
                vals.push(this.outside_part(slot, path, field)?);
                path.pop();
            }
            Some(vals)
        };
        match value {
            Value::Record(fields) => Some(Val::Tuple(parts(self, fields)?)),
            Value::Array(_, array) => match &array.data {
                Data::Record(fields) if array.shape.len() == 1 => Some(Val::Zipped(parts(self, fields)?)),
                Data::Record(_) => None,
                Data::Flat { cells, .. } => {
                    let kind = ArrayKind {
                        prim: cells.prim()?,
                        rank: array.shape.len(),
                    };
                    if kind.rank > 2 {
                        return None;
                    }
                    let id = u8::try_from(self.inputs.len() + self.arrays.len()).ok()?;
                    self.arrays.push((origin, kind, false));
                    self.generations.push(0);
                    Some(Val::Array(id, 0))
                }
            },
            value => {
                let prim = value.prim()?.prim_type();
                let reg = self.fresh()?;
                self.scalars.push((origin, prim, reg));
                Some(Val::Scalar(reg, prim))
            }
        }
    }

    /// An element of an array of one dimension.
    fn at(&mut self, array: &Val, i: Reg, span: Span) -> Option<Val> {
        match array {
            Val::Array(id, generation) => {
                let kind = self.readable(*id, *generation)?;
                if kind.rank != 1 {
                    return None;
                }
                let d = self.fresh()?;
                self.emit(Inst::Load(d, *id, i));
                self.place(span);
                Some(Val::Scalar(d, kind.prim))
            }
            Val::Zipped(parts) => {
                let parts = parts.iter().map(|part| self.at(part, i, span));
                Some(Val::Tuple(parts.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    fn bind(&mut self, pat: &PatCode, val: &Val) -> Option<()> {
        match (pat, val) {
            (PatCode::Slot(slot), val) => {
                self.env.insert(*slot, val.clone());
                Some(())
            }
            (PatCode::Record(parts), Val::Tuple(vals)) => {
                for (part, val) in parts.iter().zip(vals) {
                    self.bind(part, val)?;
                }
                Some(())
            }
            (PatCode::Wild, _) => Some(()),
            _ => None,
        }
    }

    fn new_generation(&mut self, id: u8) -> Option<u32> {
        self.last_generation += 1;
        *self.generations.get_mut(usize::from(id))? = self.last_generation;
        Some(self.last_generation)
    }

    /// The same with a new generation for each of its arrays.
    fn renew(&mut self, val: &Val) -> Val {
        match val {
            Val::Array(id, old) => Val::Array(*id, self.new_generation(*id).unwrap_or(*old)),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(|v| self.renew(v)).collect()),
            Val::Zipped(parts) => Val::Zipped(parts.iter().map(|v| self.renew(v)).collect()),
            scalar => scalar.clone(),
        }
    }

    /// Since `before` no arrays but those in `own` were updated.
    fn only_updates(&self, before: &[u32], own: &Val) -> Option<()> {
        let mut allowed = Vec::new();
        own.arrays(&mut allowed);
        let fine = self.generations.iter().enumerate().all(|(id, new)| {
            let old = before.get(id).copied().unwrap_or(0);
            old == *new || allowed.iter().any(|a| usize::from(*a) == id)
        });
        fine.then_some(())
    }

    /// Fresh registers for the scalars of a value.
    fn places_for(&mut self, val: &Val) -> Option<Val> {
        Some(match val {
            Val::Scalar(_, p) => Val::Scalar(self.fresh()?, *p),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(|v| self.places_for(v)).collect::<Option<_>>()?),
            array => array.clone(),
        })
    }

    /// Copies registers all at once; arrays must be the same, and the newest.
    fn assign(&mut self, from: &Val, to: &Val) -> Option<()> {
        let mut moves = Vec::new();
        self.moves(from, to, &mut moves)?;
        let targets: Vec<Reg> = moves.iter().map(|(to, _)| *to).collect();
        for (to, from) in &mut moves {
            if targets.contains(from) && to != from {
                let copy = self.fresh()?;
                self.emit(Inst::Mov(copy, *from));
                *from = copy;
            }
        }
        for (to, from) in moves {
            if to != from {
                self.emit(Inst::Mov(to, from));
            }
        }
        Some(())
    }

    fn moves(&self, from: &Val, to: &Val, out: &mut Vec<(Reg, Reg)>) -> Option<()> {
        match (from, to) {
            (Val::Scalar(a, p), Val::Scalar(b, q)) if p == q => {
                out.push((*b, *a));
                Some(())
            }
            (Val::Array(a, generation), Val::Array(b, _)) if a == b => {
                (self.generations.get(usize::from(*a)) == Some(generation)).then_some(())
            }
            (Val::Tuple(xs), Val::Tuple(ys)) | (Val::Zipped(xs), Val::Zipped(ys)) if xs.len() == ys.len() => {
                xs.iter().zip(ys).try_for_each(|(x, y)| self.moves(x, y, out))
            }
            _ => None,
        }
    }

    /// The register of a scalar of this type.
    fn scalar(&mut self, code: &Code, prim: PrimType) -> Option<Reg> {
        match self.val(code)? {
            Val::Scalar(reg, p) if p == prim => Some(reg),
            _ => None,
        }
    }

    fn val(&mut self, code: &Code) -> Option<Val> {
        self.depth += 1;
        if self.depth > DEEPEST || self.code.len() > LONGEST {
            return None;
        }
        let val = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.val_here(code));
        self.depth -= 1;
        val
    }

    fn val_here(&mut self, code: &Code) -> Option<Val> {
        match code {
            Code::Const(value) => {
                let p = value.prim()?;
                let bits = crate::with_scalar!(p.prim_type(), T => {
                    use crate::futhark::machine::scalar::Scalar;
                    T::of(value)?.into_bits()
                });
                Some(Val::Scalar(self.constant(bits)?, p.prim_type()))
            }
            Code::Local(slot) => match self.env.get(slot) {
                Some(val) => Some(val.clone()),
                None => self.outside(*slot),
            },
            Code::Binary(op, t, operands, span) => {
                self.rule(&rules::FUT_E_BINOP);
                let a = self.scalar(&operands.0, *t)?;
                let b = self.scalar(&operands.1, *t)?;
                let d = self.fresh()?;
                let inst = match (op, t) {
                    (BinOp::Add, PrimType::I64) => Inst::AddI64(d, a, b),
                    (BinOp::Sub, PrimType::I64) => Inst::SubI64(d, a, b),
                    (BinOp::Mul, PrimType::I64) => Inst::MulI64(d, a, b),
                    (BinOp::Add, PrimType::I32) => Inst::AddI32(d, a, b),
                    (BinOp::Add, PrimType::F64) => Inst::AddF64(d, a, b),
                    (BinOp::Sub, PrimType::F64) => Inst::SubF64(d, a, b),
                    (BinOp::Mul, PrimType::F64) => Inst::MulF64(d, a, b),
                    _ => match total(*op, *t) {
                        Some(f) => Inst::Two(f, d, a, b),
                        None => Inst::Try(*op, *t, d, a, b),
                    },
                };
                self.emit(inst);
                if matches!(inst, Inst::Try(..)) {
                    self.place(*span);
                }
                Some(Val::Scalar(d, *t))
            }
            Code::Compare(op, t, operands) => {
                self.rule(&rules::FUT_E_BINOP);
                let a = self.scalar(&operands.0, *t)?;
                let b = self.scalar(&operands.1, *t)?;
                let d = self.fresh()?;
                self.emit(match (op, t) {
                    (BinOp::Lt, PrimType::I64) => Inst::LtI64(d, a, b),
                    (BinOp::Gt, PrimType::I64) => Inst::LtI64(d, b, a),
                    (BinOp::Lt, PrimType::I32) => Inst::LtI32(d, a, b),
                    (BinOp::Gt, PrimType::I32) => Inst::LtI32(d, b, a),
                    (BinOp::Lt, PrimType::F64) => Inst::LtF64(d, a, b),
                    (BinOp::Gt, PrimType::F64) => Inst::LtF64(d, b, a),
                    (BinOp::Le, PrimType::F64) => Inst::LeF64(d, a, b),
                    (BinOp::Ge, PrimType::F64) => Inst::LeF64(d, b, a),
                    _ => Inst::Two(total(*op, *t)?, d, a, b),
                });
                Some(Val::Scalar(d, PrimType::Bool))
            }
            Code::Convert(from, to, operand) => {
                self.rule(&rules::FUT_E_BINOP);
                let a = self.scalar(operand, *from)?;
                let d = self.fresh()?;
                self.emit(Inst::One(conversion(*from, *to), d, a));
                Some(Val::Scalar(d, *to))
            }
            Code::Prim(f, args, span) => {
                self.rule(&rules::FUT_E_BINOP);
                let types = f.parameters();
                if types.len() != args.len() || args.len() > 3 {
                    return None;
                }
                let mut registers = [0; 3];
                for ((reg, arg), t) in registers.iter_mut().zip(args).zip(types) {
                    *reg = self.scalar(arg, t)?;
                }
                let d = self.fresh()?;
                self.emit(Inst::Prim(*f, d, registers));
                self.place(*span);
                Some(Val::Scalar(d, f.result()))
            }
            Code::And(parts) | Code::Or(parts) => {
                self.rule(&rules::FUT_E_LOGIC);
                let d = self.fresh()?;
                let a = self.scalar(&parts.0, PrimType::Bool)?;
                self.emit(Inst::Mov(d, a));
                let out = self.emit(match code {
                    Code::And(_) => Inst::Unless(d, 0),
                    _ => Inst::When(d, 0),
                });
                let b = self.scalar(&parts.1, PrimType::Bool)?;
                self.emit(Inst::Mov(d, b));
                self.land(out);
                Some(Val::Scalar(d, PrimType::Bool))
            }
            Code::If(parts) => self.branches(parts),
            Code::Let(l) => {
                if !l.sizes.is_empty() {
                    return None;
                }
                self.rule(&rules::FUT_E_LET);
                let bound = self.val(&l.bound)?;
                self.bind(&l.pat, &bound)?;
                self.val(&l.body)
            }
            Code::Record(fields) => {
                self.rule(&rules::FUT_E_TUP);
                let mut vals = vec![Val::Tuple(Vec::new()); fields.len()];
                for (place, field) in fields {
                    *vals.get_mut(*place as usize)? = self.val(field)?;
                }
                Some(Val::Tuple(vals))
            }
            Code::Field(k, record) => {
                self.rule(&rules::FUT_E_FIELD);
                if let Code::Index(index) = &**record
                    && let [DimCode::Fix(i)] = &*index.dims
                    && let Val::Zipped(parts) = self.val(&index.array)?
                {
                    let i = self.scalar(i, PrimType::I64)?;
                    return self.at(parts.get(*k as usize)?, i, index.span);
                }
                match self.val(record)? {
                    Val::Tuple(parts) => parts.get(*k as usize).cloned(),
                    _ => None,
                }
            }
            Code::Index(index) => {
                self.rule(&rules::FUT_E_INDEX);
                let array = self.val(&index.array)?;
                if let [DimCode::Fix(i)] = &*index.dims {
                    let i = self.scalar(i, PrimType::I64)?;
                    return self.at(&array, i, index.span);
                }
                let Val::Array(id, generation) = array else {
                    return None;
                };
                let kind = self.readable(id, generation)?;
                let (i, j) = self.subscripts(&index.dims, kind)?;
                let d = self.fresh()?;
                self.emit(Inst::Load2(d, id, i, j?));
                self.place(index.span);
                Some(Val::Scalar(d, kind.prim))
            }
            Code::Update(index, value) => {
                let Val::Array(id, generation) = self.val(&index.array)? else {
                    return None;
                };
                let kind = self.readable(id, generation)?;
                self.rule(&rules::FUT_E_UPDATE);
                let own = usize::from(id).checked_sub(self.inputs.len())?;
                let subscripts = self.subscripts(&index.dims, kind)?;
                let value = self.scalar(value, kind.prim)?;
                self.emit(match subscripts {
                    (i, None) => Inst::Store(id, i, value),
                    (i, Some(j)) => Inst::Store2(id, i, j, value),
                });
                self.place(index.span);
                self.arrays.get_mut(own)?.2 = true;
                Some(Val::Array(id, self.new_generation(id)?))
            }
            Code::Loop(l) => self.inner_loop(l),
            Code::Inlined(parts) => {
                self.calls.push(parts.1);
                let val = self.val(&parts.0);
                self.calls.pop();
                val
            }
            Code::Deep(inner) => self.val(inner),
            Code::Assert(parts, span) => {
                self.rule(&rules::FUT_E_ASSERT);
                let condition = self.scalar(&parts.0, PrimType::Bool)?;
                self.emit(Inst::Check(condition));
                self.place(*span);
                self.val(&parts.1)
            }
            _ => None,
        }
    }

    /// The kind of an array that may be read: of the newest generation.
    fn readable(&self, id: u8, generation: u32) -> Option<ArrayKind> {
        if self.generations.get(usize::from(id)) != Some(&generation) {
            return None;
        }
        let own = usize::from(id).checked_sub(self.inputs.len())?;
        self.arrays.get(own).map(|(_, kind, _)| *kind)
    }

    fn subscripts(&mut self, dims: &[DimCode], kind: ArrayKind) -> Option<(Reg, Option<Reg>)> {
        match (dims, kind.rank) {
            ([DimCode::Fix(i)], 1) => Some((self.scalar(i, PrimType::I64)?, None)),
            ([DimCode::Fix(i), DimCode::Fix(j)], 2) => {
                let i = self.scalar(i, PrimType::I64)?;
                Some((i, Some(self.scalar(j, PrimType::I64)?)))
            }
            _ => None,
        }
    }

    /// FUT-E-IF
    fn branches(&mut self, parts: &(Code, Code, Code)) -> Option<Val> {
        self.rule(&rules::FUT_E_IF);
        let condition = self.scalar(&parts.0, PrimType::Bool)?;
        let to_else = self.emit(Inst::Unless(condition, 0));
        let before = self.generations.clone();
        let yes = self.val(&parts.1)?;
        let result = self.places_for(&yes)?;
        self.assign(&yes, &result)?;
        let after_yes = std::mem::replace(&mut self.generations, before.clone());
        let known = before.len();
        // Arrays first met in the first branch are met outside of the second as well.
        self.generations.extend_from_slice(after_yes.get(known..)?);
        let out = self.emit(Inst::Jump(0));
        self.land(to_else);
        let no = self.val(&parts.2)?;
        self.assign(&no, &result)?;
        self.land(out);
        for id in 0..self.generations.len() {
            let old = before.get(id).copied().unwrap_or(0);
            let changed = self.generations[id] != old || after_yes.get(id).is_some_and(|g| *g != old);
            if changed {
                self.new_generation(u8::try_from(id).ok()?)?;
            }
        }
        Some(self.current(&result))
    }

    /// The same with the newest generation of each of its arrays.
    fn current(&self, val: &Val) -> Val {
        match val {
            Val::Array(id, old) => Val::Array(
                *id,
                self.generations.get(usize::from(*id)).copied().unwrap_or(*old),
            ),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(|v| self.current(v)).collect()),
            Val::Zipped(parts) => Val::Zipped(parts.iter().map(|v| self.current(v)).collect()),
            scalar => scalar.clone(),
        }
    }

    /// A loop within the kernel.
    fn inner_loop(&mut self, l: &LoopCode) -> Option<Val> {
        if !l.sizes.is_empty() {
            return None;
        }
        let init = self.val(&l.init)?;
        let param = self.places_for(&init)?;
        self.assign(&init, &param)?;
        let bound = match &l.form {
            LoopForm::For(_, prim, bound) if *prim != PrimType::U64 => Some(self.scalar(bound, *prim)?),
            LoopForm::ForIn(_, array, slot) => {
                let array = self.val(array)?;
                let bound = self.fresh()?;
                self.emit(Inst::Size(bound, first_array(&array)?));
                self.env.insert(*slot, array);
                Some(bound)
            }
            LoopForm::While(_) => None,
            LoopForm::For(..) => return None,
        };
        let head = self.renew(&param);
        let before = self.generations.clone();
        self.bind(&l.pat, &head)?;
        let (counter, start, exit) = match (&l.form, bound) {
            (LoopForm::For(slot, prim, _), Some(bound)) => {
                self.rule(&rules::FUT_E_LOOPFOR);
                let (counter, start, exit) = self.count(bound, l.span)?;
                self.env.insert(*slot, Val::Scalar(counter, *prim));
                (Some(counter), start, exit)
            }
            (LoopForm::While(condition), _) => {
                self.rule(&rules::FUT_E_WHILE);
                let start = self.code.len() as u32;
                let go = self.scalar(condition, PrimType::Bool)?;
                let exit = self.emit(Inst::Unless(go, 0));
                self.tick(l.span);
                (None, start, exit)
            }
            (LoopForm::ForIn(..), Some(bound)) => {
                self.rule(&rules::FUT_E_LOOPIN);
                let (counter, start, exit) = self.count(bound, l.span)?;
                (Some(counter), start, exit)
            }
            _ => return None,
        };
        if let (LoopForm::ForIn(pat, _, slot), Some(counter)) = (&l.form, counter) {
            let array = self.env.get(slot)?.clone();
            let element = self.at(&array, counter, l.span)?;
            self.bind(pat, &element)?;
        }
        self.rule(&rules::FUT_E_LOOPN);
        let body = self.val(&l.body)?;
        self.only_updates(&before, &head)?;
        self.assign(&body, &head)?;
        self.again(counter.zip(bound), start, exit, l.span)?;
        let end = self.renew(&head);
        self.bind(&l.pat, &end)?;
        self.val(&l.result)
    }
}

/// The array that shows the size of an array of scalars or records.
fn first_array(val: &Val) -> Option<u8> {
    match val {
        Val::Array(id, _) => Some(*id),
        Val::Zipped(parts) => parts.iter().find_map(first_array),
        _ => None,
    }
}
