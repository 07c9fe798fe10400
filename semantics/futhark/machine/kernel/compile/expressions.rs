//! Expressions: an arm for each that a kernel can hold.

use super::arrays::Subscript;
use super::*;
use crate::futhark::machine::array::Element;
use elder_syntax::prim::PrimFn;

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
        let val = elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || self.val_here(code));
        self.depth -= 1;
        val
    }

    pub(super) fn val_here(&mut self, code: &Code) -> Option<Val> {
        match code {
            Code::Const(value) => {
                let p = value.prim()?;
                let bits = elder_syntax::with_prim_type!(p.prim_type(), T => {
                    use crate::futhark::machine::scalar::Scalar;
                    T::from_value(value)?.word()
                });
                Some(Val::Scalar(self.constant(bits)?, p.prim_type()))
            }
            Code::Local(slot) => match self.env.get(slot) {
                Some(val) => Some(val.clone()),
                None => self.outside(*slot),
            },
            Code::Binary(op, t, operands, span) => {
                let a = self.scalar(&operands.0, *t)?;
                let b = self.scalar(&operands.1, *t)?;
                self.binary(*op, *t, a, b, *span)
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
                    (BinOp::Lt, PrimType::F32) => Inst::LtF32(d, a, b),
                    (BinOp::Gt, PrimType::F32) => Inst::LtF32(d, b, a),
                    (BinOp::Le, PrimType::F32) => Inst::LeF32(d, a, b),
                    (BinOp::Ge, PrimType::F32) => Inst::LeF32(d, b, a),
                    (BinOp::Eq, PrimType::I64 | PrimType::I32) => Inst::EqWord(d, a, b),
                    _ => Inst::Two(total(*op, *t)?, d, a, b),
                });
                Some(Val::Scalar(d, PrimType::Bool))
            }
            Code::Equal(equal, operands, _) => {
                self.rule(&rules::FUT_E_EQ);
                let a = self.val(&operands.0)?;
                let b = self.val(&operands.1)?;
                let same = self.equal(&a, &b)?;
                if *equal {
                    return Some(Val::Scalar(same, PrimType::Bool));
                }
                let (d, one) = (self.fresh()?, self.one()?);
                self.emit(Inst::Two(total(BinOp::Xor, PrimType::Bool)?, d, same, one));
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
                self.emit(match f {
                    PrimFn::Un(op, t) => Inst::Unary(*op, *t, d, registers[0]),
                    _ => Inst::Prim(*f, d, registers),
                });
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
                self.rule(&rules::FUT_E_LET);
                let bound = self.val(&l.bound)?;
                self.bind_sizes(&l.sizes, &bound)?;
                self.bind(&l.pat, &bound)?;
                self.val(&l.body)
            }
            Code::Sized(parts) => {
                let value = self.val(&parts.0)?;
                self.bind_sizes(&parts.1, &value)?;
                Some(value)
            }
            Code::Coerce(coercion) => self.coerce(coercion),
            Code::Global(number, _) => self.global(*number),
            Code::Call(call) => self.call(call),
            Code::Apply(apply) => self.apply_code(apply),
            Code::Closure(function) => Some(self.closure(function)),
            Code::Intrinsic(code) => self.intrinsic(code),
            Code::Array(elements, _, span) => self.literal(elements, *span),
            Code::Range(range) => self.range(range),
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
                    && let (Code::Local(_), [DimCode::Fix(i)]) = (&index.array, &*index.dims)
                    && let Val::Zipped(1, parts) = self.val(&index.array)?
                {
                    self.rule(&rules::FUT_E_INDEX);
                    let i = self.scalar(i, PrimType::I64)?;
                    return self.at(parts.get(*k as usize)?, i, index.span);
                }
                match self.val(record)? {
                    Val::Tuple(parts) => parts.get(*k as usize).cloned(),
                    _ => None,
                }
            }
            Code::RecordUpdate(pair, path) => {
                self.rule(&rules::FUT_E_RECUPDATE);
                let value = self.val(&pair.1)?;
                let record = self.val(&pair.0)?;
                with_field(record, path, value)
            }
            Code::Index(index) => {
                self.rule(&rules::FUT_E_INDEX);
                let array = self.val(&index.array)?;
                let subscripts = self.subscripts(&index.dims)?;
                match (&array, &subscripts[..]) {
                    (_, [Subscript::Fix(i)]) => self.at(&array, *i, index.span),
                    (Val::Array(id, _), [Subscript::Fix(i), Subscript::Fix(j)])
                        if self.is_fresh(&array) && self.bank_kind(*id)?.rank == 2 =>
                    {
                        let prim = self.bank_kind(*id)?.prim;
                        let d = self.fresh()?;
                        self.emit(Inst::Load2(d, *id, *i, *j));
                        self.place(index.span);
                        Some(Val::Scalar(d, prim))
                    }
                    _ => self.index(&array, &subscripts, index.span),
                }
            }
            Code::Update(index, value) => {
                self.rule(&rules::FUT_E_UPDATE);
                // What is neither in a slot nor a name is evaluated last.
                let named = matches!(index.array, Code::Local(_));
                let early = if named {
                    Some(self.val(&index.array)?)
                } else {
                    None
                };
                let indices = self.subscripts(&index.dims)?;
                let value = self.val(value)?;
                let array = match early {
                    Some(array) => array,
                    None => self.val(&index.array)?,
                };
                let indices = indices
                    .iter()
                    .map(|subscript| match subscript {
                        Subscript::Fix(i) => Some(*i),
                        Subscript::Slice(_) => None,
                    })
                    .collect::<Option<Vec<Reg>>>()?;
                let Val::Array(id, _) = array else {
                    return self.update(&array, &indices, &value, index.span);
                };
                if !self.is_fresh(&array) {
                    return None;
                }
                let own = usize::from(id).checked_sub(self.inputs.len())?;
                let kind = self.bank_kind(id)?;
                let value = match value {
                    Val::Scalar(reg, prim) if prim == kind.prim => reg,
                    _ => return None,
                };
                self.emit(match (kind.rank, &indices[..]) {
                    (1, [i]) => Inst::Store(id, *i, value),
                    (2, [i, j]) => Inst::Store2(id, *i, *j, value),
                    _ => return None,
                });
                self.place(index.span);
                self.arrays.get_mut(own)?.2 = true;
                Some(Val::Array(id, self.new_generation(Key::Bank(id))))
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

    /// An operator on scalars.
    pub(super) fn binary(&mut self, op: BinOp, t: PrimType, a: Reg, b: Reg, span: Span) -> Option<Val> {
        self.rule(&rules::FUT_E_BINOP);
        let d = self.fresh()?;
        let inst = match (op, t) {
            (BinOp::Add, PrimType::I64) => Inst::AddI64(d, a, b),
            (BinOp::Sub, PrimType::I64) => Inst::SubI64(d, a, b),
            (BinOp::Mul, PrimType::I64) => Inst::MulI64(d, a, b),
            (BinOp::Add, PrimType::I32) => Inst::AddI32(d, a, b),
            (BinOp::Add, PrimType::F64) => Inst::AddF64(d, a, b),
            (BinOp::Sub, PrimType::F64) => Inst::SubF64(d, a, b),
            (BinOp::Mul, PrimType::F64) => Inst::MulF64(d, a, b),
            (BinOp::Add, PrimType::F32) => Inst::AddF32(d, a, b),
            (BinOp::Sub, PrimType::F32) => Inst::SubF32(d, a, b),
            (BinOp::Mul, PrimType::F32) => Inst::MulF32(d, a, b),
            (BinOp::Div, PrimType::F64) => Inst::DivF64(d, a, b),
            (BinOp::Div, PrimType::F32) => Inst::DivF32(d, a, b),
            _ => match total(op, t) {
                Some(f) => Inst::Two(f, d, a, b),
                None => {
                    self.operators.push(Partial::new(op, t));
                    Inst::Try(u16::try_from(self.operators.len() - 1).ok()?, d, a, b)
                }
            },
        };
        self.emit(inst);
        if matches!(inst, Inst::Try(..)) {
            self.place(span);
        }
        Some(Val::Scalar(d, t))
    }

    /// FUT-E-EQ of scalars and tuples of them.
    fn equal(&mut self, a: &Val, b: &Val) -> Option<Reg> {
        match (a, b) {
            (Val::Scalar(a, p), Val::Scalar(b, q)) if p == q => {
                let d = self.fresh()?;
                self.emit(Inst::Two(total(BinOp::Eq, *p)?, d, *a, *b));
                Some(d)
            }
            (Val::Tuple(xs), Val::Tuple(ys)) if xs.len() == ys.len() => {
                let mut all = self.one()?;
                for (x, y) in xs.iter().zip(ys) {
                    let same = self.equal(x, y)?;
                    let d = self.fresh()?;
                    self.emit(Inst::Two(total(BinOp::And, PrimType::Bool)?, d, all, same));
                    all = d;
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// FUT-E-COERCE
    fn coerce(&mut self, coercion: &CoerceCode) -> Option<Val> {
        if coercion.what != elder_futhark::tree::Coerced::Value
            || !coercion.settled.is_empty()
            || coercion.proxies.is_some()
        {
            return None;
        }
        self.rule(&rules::FUT_E_COERCE);
        let value = self.val(&coercion.value)?;
        // All sizes are computed before any is compared.
        let mut expected = Vec::with_capacity(coercion.checks.len());
        for (_, size) in &coercion.checks {
            expected.push(self.scalar(size, PrimType::I64)?);
        }
        for ((walk, _), expected) in coercion.checks.iter().zip(expected) {
            let found = self.shown(&value, walk)?;
            self.emit(Inst::Coerced(expected, found));
            self.place(coercion.span);
        }
        Some(value)
    }

    /// Indices and slices, in order.
    fn subscripts(&mut self, dims: &[DimCode]) -> Option<Vec<Subscript>> {
        let mut all = Vec::with_capacity(dims.len());
        for dim in dims {
            all.push(match dim {
                DimCode::Fix(i) => Subscript::Fix(self.scalar(i, PrimType::I64)?),
                DimCode::Slice(start, end, step) => {
                    let mut parts = [None; 3];
                    for (part, code) in parts.iter_mut().zip([start, end, step]) {
                        if let Some(code) = code {
                            *part = Some(self.scalar(code, PrimType::I64)?);
                        }
                    }
                    Subscript::Slice(parts)
                }
            });
        }
        Some(all)
    }

    /// FUT-E-IF: what the first branch gives is put where both give theirs by code behind the second.
    pub(super) fn branches(&mut self, parts: &(Code, Code, Code)) -> Option<Val> {
        self.rule(&rules::FUT_E_IF);
        let condition = self.scalar(&parts.0, PrimType::Bool)?;
        let to_else = self.emit(Inst::Unless(condition, 0));
        let before = self.generations.clone();
        let yes = self.val(&parts.1)?;
        let after_yes = std::mem::replace(&mut self.generations, before.clone());
        let yes_done = self.emit(Inst::Jump(0));
        self.land(to_else);
        let no = self.val(&parts.2)?;
        let result = self.join(&yes, &no)?;
        self.give(&no, &result)?;
        let out = self.emit(Inst::Jump(0));
        self.land(yes_done);
        let after_no = std::mem::replace(&mut self.generations, after_yes);
        self.give(&yes, &result)?;
        self.land(out);
        let after_yes = std::mem::replace(&mut self.generations, before.clone());
        // What one branch has updated or made is of no known generation behind both.
        for (key, generation) in after_yes.into_iter().chain(after_no) {
            if before.get(&key) != Some(&generation) {
                self.new_generation(key);
            }
        }
        Some(self.current(&result))
    }

    /// Registers for what either of two values may be.
    fn join(&mut self, yes: &Val, no: &Val) -> Option<Val> {
        let all = |this: &mut Self, xs: &[Val], ys: &[Val]| -> Option<Vec<Val>> {
            xs.iter().zip(ys).map(|(x, y)| this.join(x, y)).collect()
        };
        Some(match (yes, no) {
            (Val::Scalar(_, p), Val::Scalar(_, q)) if p == q => Val::Scalar(self.fresh()?, *p),
            (Val::Array(a, _), Val::Array(b, _)) if a == b => yes.clone(),
            (Val::View(a), Val::View(b)) if a.same_as(b) => yes.clone(),
            (Val::Tuple(xs), Val::Tuple(ys)) if xs.len() == ys.len() => Val::Tuple(all(self, xs, ys)?),
            (Val::Zipped(r, xs), Val::Zipped(q, ys)) if xs.len() == ys.len() && r == q => {
                Val::Zipped(*r, all(self, xs, ys)?)
            }
            (Val::Array(..) | Val::View(_), Val::Array(..) | Val::View(_)) => {
                let (Kind::Array(kind), Kind::Array(other)) = (self.kind(yes)?, self.kind(no)?) else {
                    return None;
                };
                if kind != other {
                    return None;
                }
                let (place, generation) = self.new_buffer();
                let dims = (0..kind.rank).map(|_| Some((self.fresh()?, self.fresh()?)));
                Val::View(View {
                    prim: kind.prim,
                    place,
                    generation,
                    dims: dims.collect::<Option<_>>()?,
                    base: self.fresh()?,
                    // It may be what is also seen otherwise.
                    whole: false,
                })
            }
            _ => return None,
        })
    }

    /// Makes a value what [`Compiler::join`] has made registers for.
    fn give(&mut self, from: &Val, to: &Val) -> Option<()> {
        let mut moves = Vec::new();
        self.given(from, to, &mut moves)?;
        self.move_all(moves)
    }

    fn given(&mut self, from: &Val, to: &Val, moves: &mut Vec<(Reg, Reg)>) -> Option<()> {
        match (from, to) {
            (Val::View(a), Val::View(b)) if a.same_as(b) => self.is_fresh(from).then_some(()),
            (Val::Array(..) | Val::View(_), Val::View(b)) => {
                let mut a = self.view(from)?;
                match a.place {
                    Place::Of(Key::Buffer(_)) => {}
                    // A whole array is not to be copied for the sake of an element.
                    Place::Of(Key::Bank(_)) => return None,
                    Place::Range => match self.copied(from, false, Span::NONE)? {
                        Val::View(copy) => a = copy,
                        _ => return None,
                    },
                }
                moves.push((b.base, a.base));
                for ((size, stride), (other, distance)) in b.dims.iter().zip(&a.dims) {
                    moves.extend([(*size, *other), (*stride, *distance)]);
                }
                Some(())
            }
            (Val::Tuple(xs), Val::Tuple(ys)) | (Val::Zipped(_, xs), Val::Zipped(_, ys)) => {
                let mut both = xs.iter().zip(ys);
                both.try_for_each(|(x, y)| self.given(x, y, moves))
            }
            _ => self.moves(from, to, moves),
        }
    }
}

/// The record with the field at the end of the path replaced.
fn with_field(record: Val, path: &[u32], value: Val) -> Option<Val> {
    let Some((k, rest)) = path.split_first() else {
        return Some(value);
    };
    let Val::Tuple(mut parts) = record else {
        return None;
    };
    let field = parts.get_mut(*k as usize)?;
    *field = with_field(field.clone(), rest, value)?;
    Some(Val::Tuple(parts))
}
