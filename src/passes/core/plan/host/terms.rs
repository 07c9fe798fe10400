//! Numbers of the host: operands, terms, and the steps that compute them.

use super::*;

impl<'p> Host<'p, '_> {
    /// A name stands for a scalar from here on.
    pub fn scalar(&mut self, name: Name, operand: Operand, ty: PrimType) {
        if ty == PrimType::I64 {
            match operand {
                Operand::Var(_) => {
                    let text = self.text(name);
                    let variable = self.numbers.bind(name, &text);
                    self.values.insert(variable, operand);
                }
                Operand::Const(PrimValue::I64(n)) => self.numbers.be(name, Nat::lit(n)),
                Operand::Const(_) => {}
            }
        }
        self.known.insert(name, Known::Scalar(operand, ty));
    }

    /// A number that the host knows, as a term.
    pub fn number(&mut self, text: &str, operand: Operand) -> Nat {
        match operand {
            Operand::Const(PrimValue::I64(n)) => Nat::lit(n),
            operand => {
                let variable = Variable::fresh(text);
                self.values.insert(variable.clone(), operand);
                Nat::var(&variable)
            }
        }
    }

    /// A scalar operand.
    ///
    /// # Errors
    /// If it is none, which the checker excludes.
    pub fn operand(&self, atom: Atom) -> Made<Operand> {
        match atom {
            Atom::Const(value) => Ok(Operand::Const(value)),
            Atom::Var(name) => match self.known.get(&name) {
                Some(Known::Scalar(operand, _)) => Ok(*operand),
                _ => no_number(self.span),
            },
        }
    }

    /// The number of an operand as a term.
    ///
    /// # Errors
    /// As [`Host::operand`].
    pub fn term(&self, atom: Atom) -> Made<Nat> {
        match self.numbers.term(atom) {
            Some(term) => Ok(term),
            None => no_number(self.span),
        }
    }

    /// Terms of the sizes of a type.
    ///
    /// # Errors
    /// As [`Host::operand`].
    pub fn dims(&self, ty: &Type) -> Made<Vec<Nat>> {
        let sizes = ty.dims().iter().map(|dim| match dim.size() {
            Some(size) => self.term(size),
            None => no_number(self.span),
        });
        sizes.collect()
    }

    /// A function of scalars that has a value always.
    pub fn compute(&mut self, text: &str, op: BinOp, a: Operand, b: Operand) -> Operand {
        if let (Operand::Const(PrimValue::I64(a)), Operand::Const(PrimValue::I64(b))) = (a, b) {
            let known = match op {
                BinOp::Add => Some(a.wrapping_add(b)),
                BinOp::Sub => Some(a.wrapping_sub(b)),
                BinOp::Mul => Some(a.wrapping_mul(b)),
                BinOp::Min => Some(a.min(b)),
                BinOp::Max => Some(a.max(b)),
                _ => None,
            };
            if let Some(known) = known {
                return Operand::i64(known);
            }
        }
        let var = self.fresh(text);
        let site = matches!(op, BinOp::Quot).then(|| self.never());
        self.steps.push(Step::Let {
            var,
            function: PrimFn::Bin(op, PrimType::I64),
            operands: vec![a, b],
            site,
        });
        var.into()
    }

    /// Whether both hold.
    pub fn both(&mut self, text: &str, a: Operand, b: Operand) -> Operand {
        let var = self.fresh(text);
        self.steps.push(Step::Let {
            var,
            function: PrimFn::Bin(BinOp::And, PrimType::Bool),
            operands: vec![a, b],
            site: None,
        });
        var.into()
    }

    /// What is said of what cannot fail.
    pub(super) fn never(&self) -> host::Site {
        host::Site {
            premise: elder_core::rules::evaluation::CORE_E_SAFE.blamed("fails"),
            span: self.span,
            message: "a step fails that cannot".into(),
        }
    }

    /// The value of a term.
    ///
    /// # Errors
    /// If a variable of it stands for nothing.
    pub fn value(&mut self, term: &Nat) -> Made<Operand> {
        self.value_of(&term.to_expression())
    }

    pub(super) fn value_of(&mut self, term: &NatExpression) -> Made<Operand> {
        let both = |this: &mut Self, op, a: &NatExpression, b: &NatExpression| {
            let (a, b) = (this.value_of(a)?, this.value_of(b)?);
            Ok(this.compute("n", op, a, b))
        };
        match term {
            NatExpression::Lit(n) => Ok(Operand::i64(*n)),
            NatExpression::Var(x) => match self.values.get(x) {
                Some(operand) => Ok(*operand),
                None => no_number(self.span),
            },
            NatExpression::Add(a, b) => both(self, BinOp::Add, a, b),
            NatExpression::Sub(a, b) => both(self, BinOp::Sub, a, b),
            NatExpression::Mul(a, b) => both(self, BinOp::Mul, a, b),
            // No array has elements so far away: who asks for one fails before, and of no elements any place is right.
            NatExpression::Overflow => Ok(Operand::i64(0)),
            _ => no_number(self.span),
        }
    }

    /// The value of a size, 0 for what is less.
    pub(super) fn size(&mut self, term: &Nat) -> Made<Operand> {
        let value = self.value(term)?;
        let is_natural = match value {
            Operand::Var(var) => self.natural.contains(&var),
            Operand::Const(PrimValue::I64(n)) => n >= 0,
            Operand::Const(_) => false,
        };
        if is_natural {
            return Ok(value);
        }
        let size = self.compute("size", BinOp::Max, value, Operand::i64(0));
        if let Operand::Var(var) = size {
            self.natural.insert(var);
        }
        Ok(size)
    }
}
