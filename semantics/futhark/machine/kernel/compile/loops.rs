//! Loops and combinators: a kernel each, or a part of the one around it.

use super::{ArrayKind, Back, Compiler, Inst, Kernel, Kind, Val};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Span;
use elder_syntax::prim::PrimType;

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

impl Compiler<'_> {
    /// A loop within the kernel.
    pub(super) fn inner_loop(&mut self, l: &LoopCode) -> Option<Val> {
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
