//! Expressions: an arm for each that a kernel can hold.

use super::*;

impl Compiler<'_> {
    /// The register of a scalar of this type.
    pub(super) fn scalar(&mut self, code: &Code, prim: PrimType) -> Option<Reg> {
        match self.val(code)? {
            Val::Scalar(reg, p) if p == prim => Some(reg),
            _ => None,
        }
    }

    pub(super) fn val(&mut self, code: &Code) -> Option<Val> {
        self.depth += 1;
        if self.depth > DEEPEST || self.code.len() > LONGEST {
            return None;
        }
        let val = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.val_here(code));
        self.depth -= 1;
        val
    }

    pub(super) fn val_here(&mut self, code: &Code) -> Option<Val> {
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
    pub(super) fn readable(&self, id: u8, generation: u32) -> Option<ArrayKind> {
        if self.generations.get(usize::from(id)) != Some(&generation) {
            return None;
        }
        let own = usize::from(id).checked_sub(self.inputs.len())?;
        self.arrays.get(own).map(|(_, kind, _)| *kind)
    }

    pub(super) fn subscripts(&mut self, dims: &[DimCode], kind: ArrayKind) -> Option<(Reg, Option<Reg>)> {
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
    pub(super) fn branches(&mut self, parts: &(Code, Code, Code)) -> Option<Val> {
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
    pub(super) fn current(&self, val: &Val) -> Val {
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
}
