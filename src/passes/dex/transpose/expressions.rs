//! T_Ω[e, t], by the form of the expression.

use super::{Done, Standing, Transposer, Weight};
use elder_dex::core::{Alternative, Effect, Exp, IndexOp, Loop, Projection, Tag, Value};
use elder_dex::rules::transposition::{
    DX_TR_ADD, DX_TR_CASE, DX_TR_CASEPART, DX_TR_FOR, DX_TR_MULL, DX_TR_MULR, DX_TR_PRIM, DX_TR_TABLE,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, UnOp};

impl Transposer<'_> {
    /// T_Ω[e, t]
    pub(super) fn exp(&mut self, exp: &Exp, weight: &Weight) -> Done {
        match exp {
            Exp::Value(value) => self.value(value, weight),
            Exp::Prim(f, operands) => self.primitive(*f, operands, weight),
            Exp::Table(set, elements) => self.table(set, elements, weight),
            Exp::For(l) => self.for_loop(l, weight),
            Exp::Case(scrutinee, alternatives) => self.case(scrutinee, alternatives, weight),
            Exp::Get(reference) => self.get(reference, weight),
            Exp::Put(reference, value) => self.put(reference, value),
            Exp::Accumulate(reference, value) => self.added(reference, value),
            Exp::RunState(value, action) => self.run_state(value, action, weight),
            Exp::RunAccum(monoid, action) => self.run_accum(monoid.as_deref(), action, weight),
            Exp::RunReader(value, action) => self.run_reader(value, action, weight),
            Exp::Catch(_) => self.caught(),
            Exp::IndexSet(_, operands) => self.no_index(operands),
            // Elements, slices and what a reader gives are aliases, what fails or is applied depends on nothing.
            Exp::Index(..)
            | Exp::Slice(..)
            | Exp::Part(..)
            | Exp::Ask(_)
            | Exp::Throw(_)
            | Exp::Fail(..)
            | Exp::Apply(..)
            | Exp::Linearize(..)
            | Exp::Transpose(..) => self.no_expression(),
        }
    }

    /// DX-TR-ADD, DX-TR-MULL, DX-TR-MULR, DX-TR-PRIM
    fn primitive(&mut self, f: PrimFn, operands: &[Value], weight: &Weight) -> Done {
        let Some(t) = weight.value.clone() else {
            return self.no_operator(f);
        };
        match (f, operands) {
            (PrimFn::Bin(BinOp::Add, _), [left, right]) => {
                DX_TR_ADD.apply();
                self.value(left, weight)?;
                self.value(right, weight)
            }
            (PrimFn::Bin(BinOp::Sub, base), [left, right]) => {
                DX_TR_PRIM.apply();
                self.value(left, weight)?;
                self.scaled(right, PrimFn::Un(UnOp::Neg, base), vec![t], weight)
            }
            (PrimFn::Bin(BinOp::Mul, _), [left, right])
                if !self.depends_value(right) && (self.depends_value(left) || self.is_zero_path(left)) =>
            {
                DX_TR_MULL.apply();
                self.scaled(left, f, vec![t, right.clone()], weight)
            }
            (PrimFn::Bin(BinOp::Mul, _), [left, right]) if !self.depends_value(left) => {
                DX_TR_MULR.apply();
                self.scaled(right, f, vec![left.clone(), t], weight)
            }
            (PrimFn::Bin(BinOp::Div, _), [left, right]) if !self.depends_value(right) => {
                DX_TR_PRIM.apply();
                self.scaled(left, f, vec![t, right.clone()], weight)
            }
            (PrimFn::Ldexp(_), [left, right]) if !self.depends_value(right) => {
                DX_TR_PRIM.apply();
                self.scaled(left, f, vec![t, right.clone()], weight)
            }
            (PrimFn::Un(UnOp::Neg, _), [operand]) => {
                DX_TR_PRIM.apply();
                self.scaled(operand, f, vec![t], weight)
            }
            (PrimFn::Convert(from, to), [operand]) if from.is_float() && to.is_float() => {
                DX_TR_PRIM.apply();
                let ty = Value::Base(from);
                let back = PrimFn::Convert(to, from);
                self.scaled(operand, back, vec![t], &Weight { value: None, ty })
            }
            _ => self.no_operator(f),
        }
    }

    /// An operand, with a weight that is computed, of the type of another.
    fn scaled(&mut self, operand: &Value, f: PrimFn, operands: Vec<Value>, like: &Weight) -> Done {
        let ty = like.ty.clone();
        let value = match self.depends_value(operand) {
            true => self.emit("t", ty.clone(), Exp::Prim(f, operands)),
            // What is zero has no use for it.
            false => operand.clone(),
        };
        let value = Some(value);
        self.value(operand, &Weight { value, ty })
    }

    /// DX-TR-TABLE
    fn table(&mut self, set: &Value, elements: &[Value], weight: &Weight) -> Done {
        DX_TR_TABLE.apply();
        for (number, element) in (0i128..).zip(elements) {
            let number = Value::Literal(PrimType::I32.number(number));
            let member = Exp::IndexSet(IndexOp::UnsafeFromOrdinal, vec![set.clone(), number]);
            let at = self.emit("i", set.clone(), member);
            let of = self.element_of_weight(weight, &at)?;
            self.value(element, &of)?;
        }
        Ok(())
    }

    /// DX-TR-FOR
    fn for_loop(&mut self, l: &Loop, weight: &Weight) -> Done {
        DX_TR_FOR.apply();
        let outside = std::mem::take(&mut self.performed);
        let body = self.within(|t| {
            let element = t.element_of_weight(weight, &Value::Var(l.binder.name))?;
            t.block(&l.body, &element)
        });
        let inside = std::mem::replace(&mut self.performed, outside);
        let has_state = inside.iter().any(|effect| matches!(effect, Effect::State(_)));
        for effect in inside {
            self.performs(effect);
        }
        self.looped(Loop {
            descending: has_state && !l.descending,
            class: None,
            binder: l.binder.clone(),
            body: body?,
        });
        Ok(())
    }

    /// DX-TR-CASE
    fn case(&mut self, scrutinee: &Value, alternatives: &[Alternative], weight: &Weight) -> Done {
        if self.depends_value(scrutinee) {
            return self.parts(scrutinee, alternatives, weight);
        }
        DX_TR_CASE.apply();
        let is_zero = self.is_zero_path(scrutinee);
        let mut made = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            if is_zero {
                // Parts of zero are zero.
                let parts = alternative.binders.iter().map(|binder| binder.name);
                self.zeros.extend(parts);
            }
            made.push(Alternative {
                tag: alternative.tag.clone(),
                binders: alternative.binders.clone(),
                body: self.within(|t| t.block(&alternative.body, weight))?,
            });
        }
        self.emit("u", Value::UnitType, Exp::Case(scrutinee.clone(), made));
        Ok(())
    }

    /// DX-TR-CASEPART
    fn parts(&mut self, scrutinee: &Value, alternatives: &[Alternative], weight: &Weight) -> Done {
        let [only] = alternatives else {
            return self.fixed(scrutinee, "what a `case` looks at");
        };
        let is_product = match &only.tag {
            Tag::Constructor(data, _) => {
                let declared = self.program.data.get(data.index());
                declared.is_some_and(|declared| declared.constructors.len() == 1)
            }
            Tag::Label(_) => false,
        };
        let standing = match is_product {
            true => self.standing_of(scrutinee)?,
            false => None,
        };
        let Some(standing) = standing else {
            return self.fixed(scrutinee, "what a `case` looks at");
        };
        DX_TR_CASEPART.apply();
        for (place, binder) in only.binders.iter().enumerate() {
            let part: Standing = self.part_of(standing.clone(), &Projection::Held(place))?;
            self.stands(binder.name, part);
        }
        self.block(&only.body, weight)
    }
}
