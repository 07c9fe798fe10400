//! Loops and combinators: a kernel each, or a part of the one around it.

use super::{ArrayKind, Back, Compiler, Inst, Kernel, Kind, Outside, Reg, Val};
use crate::futhark::machine::code::*;
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
pub fn compile_loop(look: Outside<'_>, l: &LoopCode) -> Option<Kernel> {
    // Arrays are updated where they are; if that is not what the body does, each iteration makes new ones.
    whole_loop(look, l, false).or_else(|| whole_loop(look, l, true))
}

fn whole_loop(look: Outside<'_>, l: &LoopCode, copies: bool) -> Option<Kernel> {
    if !l.sizes.is_empty() {
        return None;
    }
    let mut c = Compiler::new(look, Vec::new());
    let param = c.parameter(&l.pat)?;
    if copies && param.is_flat() {
        return None;
    }
    let bound = c.fresh()?;
    let param = match copies {
        true => c.carry(&param, true, l.span)?,
        false => param,
    };
    let enter = if copies { Some(c.emit(Inst::Jump(0))) } else { None };
    let begins = c.code.len();
    let mark = if copies {
        (c.fresh()?, c.fresh()?)
    } else {
        c.mark()?
    };
    let before = c.generations.clone();
    let head = c.renew(&param);
    c.bind(&l.pat, &head)?;
    let (counter, start, exit) = match &l.form {
        LoopForm::For(slot, prim, _) => {
            if *prim == PrimType::U64 {
                return None;
            }
            let (counter, start, exit) = c.count(bound, true, l.span)?;
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
            let (counter, start, exit) = c.count(bound, true, l.span)?;
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
    let spares = c.assign_carried(&body, &head, l.span)?;
    if !copies && !spares.is_empty() {
        return None;
    }
    c.release(mark, begins);
    c.again(counter.map(|c| (c, bound)), start, exit, l.span)?;
    if let Some(enter) = enter {
        let end = c.emit(Inst::Jump(0));
        c.land(enter);
        c.room_for_spares(&spares)?;
        c.emit(Inst::Mark(mark.0, mark.1));
        c.emit(Inst::Jump(begins as u32));
        c.land(end);
    }
    let mut back = Vec::new();
    write_back(&mut c, &l.pat, &head, &mut back)?;
    let mut kernel = c.finish(bound)?;
    kernel.back = back;
    Some(kernel)
}

/// A kernel for a map, reduction or scan: `carried` is the kind of the accumulator, `elements`
/// are those of the elements of the inputs.
pub fn compile_soac(
    look: Outside<'_>,
    form: Form,
    callee: &Callee,
    carried: Option<&Kind>,
    elements: &[Kind],
    span: Span,
) -> Option<Kernel> {
    let mut inputs = Vec::new();
    elements.iter().for_each(|k| k.leaves(&mut inputs));
    let mut next_total = u8::try_from(inputs.len()).ok()?;
    if let Some(kind) = carried {
        kind.arrays(&mut inputs);
    }
    if inputs.len() > 32 {
        return None;
    }
    let mut c = Compiler::new(look, inputs);
    let bound = c.fresh()?;
    let init = match carried {
        Some(kind) => Some(c.registers(kind, &mut next_total)?),
        None => None,
    };
    let total = match &init {
        Some(init) if !init.is_flat() => Some(c.carry(init, true, span)?),
        init => init.clone(),
    };
    let enter = c.emit(Inst::Jump(0));
    let begins = c.code.len();
    let mark = (c.fresh()?, c.fresh()?);
    let before = c.generations.clone();
    let total = total.map(|total| c.renew(&total));
    let (counter, start, exit) = c.count(bound, true, span)?;
    let mut next_input = 0;
    let mut args: Vec<Val> = total.clone().into_iter().collect();
    for kind in elements {
        args.push(c.element(kind, counter, &mut next_input)?);
    }
    if let Callee::Value(slot) = callee {
        c.outside(*slot)?;
    }
    let value = c.invoke(callee, &args, span)?;
    c.only_updates(&before, total.as_ref().unwrap_or(&Val::Tuple(Vec::new())))?;
    let mut spares = Vec::new();
    if let Some(total) = &total {
        spares = c.assign_carried(&value, total, span)?;
    }
    let stored = total.as_ref().unwrap_or(&value);
    if form == Form::Scan && !stored.is_flat() {
        return None;
    }
    let result = c.kind(stored)?;
    let mut outputs = Vec::new();
    if form != Form::Reduce {
        let stored = stored.clone();
        c.put(&stored, counter, &mut outputs, span)?;
    }
    c.release(mark, begins);
    c.again(Some((counter, bound)), start, exit, span)?;
    let end = c.emit(Inst::Jump(0));
    c.land(enter);
    c.room_for_spares(&spares)?;
    c.emit(Inst::Mark(mark.0, mark.1));
    c.emit(Inst::Jump(begins as u32));
    c.land(end);
    let mut carry = Vec::new();
    if let Some(init) = &init {
        init.registers(&mut carry);
    }
    let back = match (&total, form) {
        (Some(total), Form::Reduce) => Some(c.back(total)?),
        _ => None,
    };
    let mut kernel = c.finish(bound)?;
    kernel.kinds = carried
        .cloned()
        .into_iter()
        .chain(elements.iter().cloned())
        .collect();
    kernel.carried = carry;
    kernel.outputs = outputs;
    kernel.result = result;
    kernel.total = back;
    Some(kernel)
}

fn write_back(c: &mut Compiler<'_>, pat: &PatCode, val: &Val, out: &mut Vec<(Slot, Back)>) -> Option<()> {
    match (pat, val) {
        (PatCode::Slot(slot), val) => out.push((*slot, c.back(val)?)),
        (PatCode::Record(parts), Val::Tuple(vals)) => {
            for (part, val) in parts.iter().zip(vals) {
                write_back(c, part, val, out)?;
            }
        }
        _ => return None,
    }
    Some(())
}

impl Compiler<'_> {
    /// Puts what an iteration gives into the next outputs.
    fn put(&mut self, val: &Val, counter: Reg, outputs: &mut Vec<ArrayKind>, span: Span) -> Option<()> {
        let bank = u8::try_from(self.inputs.len() + self.arrays.len() + outputs.len()).ok()?;
        match val {
            Val::Scalar(reg, prim) => {
                self.emit(Inst::Put(bank, counter, *reg));
                outputs.push(ArrayKind { prim: *prim, rank: 0 });
                Some(())
            }
            Val::Array(..) | Val::View(_) => {
                let view = self.view(val)?;
                let seen = self.seen(&view)?;
                self.emit(Inst::PutRow(bank, counter, seen));
                self.place(span);
                outputs.push(ArrayKind {
                    prim: view.prim,
                    rank: view.dims.len(),
                });
                Some(())
            }
            Val::Tuple(parts) | Val::Zipped(_, parts) => {
                parts.iter().try_for_each(|v| self.put(v, counter, outputs, span))
            }
            Val::Function(..) | Val::Unknown => None,
        }
    }

    /// A loop within the kernel.
    pub(super) fn inner_loop(&mut self, l: &LoopCode) -> Option<Val> {
        if !l.sizes.is_empty() {
            return None;
        }
        let init = self.val(&l.init)?;
        let bound = match &l.form {
            LoopForm::For(_, prim, bound) if *prim != PrimType::U64 => Some(self.scalar(bound, *prim)?),
            LoopForm::ForIn(_, array, slot) => {
                let array = self.val(array)?;
                let bound = self.size(&array, 0)?;
                self.env.insert(*slot, array);
                Some(bound)
            }
            LoopForm::While(_) => None,
            LoopForm::For(..) => return None,
        };
        if !init.is_flat() {
            // As in `compile_loop`.
            let saved = self.clone();
            if let Some(result) = self.rounds(l, &init, bound, false) {
                return Some(result);
            }
            *self = saved;
        }
        self.rounds(l, &init, bound, true)
    }

    /// The iterations of a loop; whether arrays from outside are copied before.
    fn rounds(&mut self, l: &LoopCode, init: &Val, bound: Option<Reg>, copies: bool) -> Option<Val> {
        let flat = init.is_flat();
        let param = self.carry(init, copies, l.span)?;
        let enter = if flat {
            None
        } else {
            Some(self.emit(Inst::Jump(0)))
        };
        let begins = self.code.len();
        let mark = match flat {
            true => self.mark()?,
            false => (self.fresh()?, self.fresh()?),
        };
        let before = self.generations.clone();
        let head = self.renew(&param);
        self.bind(&l.pat, &head)?;
        let (counter, start, exit) = match (&l.form, bound) {
            (LoopForm::For(slot, prim, _), Some(bound)) => {
                self.rule(&rules::FUT_E_LOOPFOR);
                let (counter, start, exit) = self.count(bound, true, l.span)?;
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
                let (counter, start, exit) = self.count(bound, true, l.span)?;
                (Some(counter), start, exit)
            }
            _ => return None,
        };
        if let (LoopForm::ForIn(pat, _, slot), Some(counter)) = (&l.form, counter) {
            let array = self.env.get(slot)?.clone();
            let element = self.row(&array, counter)?;
            self.bind(pat, &element)?;
        }
        self.rule(&rules::FUT_E_LOOPN);
        let body = self.val(&l.body)?;
        self.only_updates(&before, &head)?;
        let spares = self.assign_carried(&body, &head, l.span)?;
        if !copies && !spares.is_empty() {
            return None;
        }
        self.release(mark, begins);
        self.again(counter.zip(bound), start, exit, l.span)?;
        if let Some(enter) = enter {
            let end = self.emit(Inst::Jump(0));
            self.land(enter);
            self.room_for_spares(&spares)?;
            self.emit(Inst::Mark(mark.0, mark.1));
            self.emit(Inst::Jump(begins as u32));
            self.land(end);
        }
        let end = self.renew(&head);
        self.bind(&l.pat, &end)?;
        self.val(&l.result)
    }
}
