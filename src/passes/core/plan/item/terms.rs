//! Numbers of an item: operands, terms, sizes, and indexes.

use super::*;

/// The largest numeral of an index term.
const FAR: i64 = 1 << 40;

impl<'h, 'o> Items<'h, 'o> {
    /// A scalar operand.
    ///
    /// # Errors
    /// If it is none, which the checker excludes.
    pub fn scalar(&mut self, atom: Atom) -> Made<Exp> {
        let name = match atom {
            Atom::Const(value) => return Ok(self.make.constant(value)),
            Atom::Var(name) => name,
        };
        if let Some(Local::Scalar(value)) = self.env.get(&name) {
            return Ok(value.clone());
        }
        let Some(Known::Scalar(operand, ty)) = self.outer.known.get(&name) else {
            return no_number(self.span());
        };
        let term = self.outer.numbers.term(atom);
        match term.and_then(|term| self.given_size(*operand, &term)) {
            Some(number) if *ty == PrimType::I64 => Ok(number),
            _ => Ok(self.handed(*operand, *ty)),
        }
    }

    /// The number of a size that the entry has, of type i64, which is the host's scalar if that is at least 0.
    fn given_size(&self, operand: Operand, term: &Nat) -> Option<Exp> {
        let Operand::Var(var) = operand else { return None };
        let size = self.parameters.given_size(term)?;
        let is_natural = self.outer.natural.contains(&var);
        is_natural.then(|| self.make.apply("nat", vec![size.exp(self.make)]))
    }

    /// A scalar that the host hands over.
    pub(super) fn handed(&mut self, operand: Operand, ty: PrimType) -> Exp {
        match operand {
            Operand::Const(value) => self.make.constant(value),
            Operand::Var(var) => {
                let text = self.outer.text(var);
                let text = self.parameters.scalar(var, ty, &text);
                self.make.var(&text)
            }
        }
    }

    /// The number of an operand as a term.
    ///
    /// # Errors
    /// If it is none, which the checker excludes.
    pub fn term(&self, atom: Atom) -> Made<Nat> {
        match self.outer.numbers.term(atom) {
            Some(term) => Ok(term),
            None => no_number(self.span()),
        }
    }

    /// Terms of sizes in a type.
    ///
    /// # Errors
    /// As [`Items::term`].
    pub fn dims(&self, ty: &Type) -> Made<Vec<Nat>> {
        let sizes = ty.dims().iter().map(|dim| match dim.size() {
            Some(size) => self.term(size),
            None => no_number(self.span()),
        });
        sizes.collect()
    }

    /// The value of a term, of type i64.
    ///
    /// # Errors
    /// If a variable of it stands for nothing.
    pub fn number(&mut self, term: &Nat) -> Made<Exp> {
        self.number_of(&term.to_expression())
    }

    pub(super) fn number_of(&mut self, term: &NatExpression) -> Made<Exp> {
        let both = |this: &mut Self, op, a: &NatExpression, b: &NatExpression| {
            let (a, b) = (this.number_of(a)?, this.number_of(b)?);
            Ok(this.make.binary(op, a, b))
        };
        match term {
            NatExpression::Lit(n) => Ok(self.make.integer((*n).into(), PrimType::I64)),
            NatExpression::Var(x) => match self.local.get(x) {
                Some(value) => Ok(value.clone()),
                None => match self.outer.values.get(x) {
                    Some(operand) => Ok(self
                        .given_size(*operand, &Nat::var(x))
                        .unwrap_or_else(|| self.handed(*operand, PrimType::I64))),
                    None => no_number(self.span()),
                },
            },
            NatExpression::Add(a, b) => both(self, BinOp::Add, a, b),
            NatExpression::Sub(a, b) => both(self, BinOp::Sub, a, b),
            NatExpression::Mul(a, b) => both(self, BinOp::Mul, a, b),
            // As of the host.
            NatExpression::Overflow => Ok(self.make.integer(0, PrimType::I64)),
            _ => no_number(self.span()),
        }
    }

    /// The size of this term, if it is known before the launch.
    pub(super) fn known_size(&mut self, term: &Nat) -> Option<Size> {
        let is_known = |x: &Variable| self.outer.values.contains_key(x);
        let all = term.variables().iter().all(is_known);
        all.then(|| self.parameters.size(term))
    }

    /// The size of this term, 0 for what is less.
    ///
    /// # Errors
    /// If a variable of it stands for nothing.
    pub fn size(&mut self, term: &Nat) -> Made<Size> {
        if let Some(size) = self.known_size(term) {
            return Ok(size);
        }
        // Only the item knows it.
        let (number, zero) = (self.number(term)?, self.make.integer(0, PrimType::I64));
        let value = self.make.binary(BinOp::Max, number, zero);
        let text = self.parameters.called("count");
        self.out.push(Piece::Size(text.clone(), value));
        Ok(Size::Named(text))
    }

    /// The index of this number, which is known to be one.
    pub(super) fn index(&mut self, term: &Nat) -> Made<Exp> {
        let number = match self.index_term(&term.to_expression()) {
            Some(term) => self.make.apply("nat", vec![term]),
            None => self.number(term)?,
        };
        Ok(super::super::guard::known(self.make, number))
    }

    /// A term over sizes and indexes of loops as an index term, which kernels compute in the type of indexes.
    pub(super) fn index_term(&mut self, term: &NatExpression) -> Option<Exp> {
        let both = |this: &mut Self, op, a: &NatExpression, b: &NatExpression| {
            let (a, b) = (this.index_term(a)?, this.index_term(b)?);
            Some(this.make.binary(op, a, b))
        };
        match term {
            // Further on there is nothing, so nobody gets there; a launch would refuse sizes with which the term does not fit.
            NatExpression::Lit(n) if (0..=FAR).contains(n) => Some(Size::Known(*n).exp(self.make)),
            NatExpression::Var(x) => match self.indexes.get(x) {
                Some(index) => Some(self.make.var(index)),
                None => match self.outer.values.get(x)? {
                    Operand::Var(var) if self.outer.natural.contains(var) => {
                        Some(self.parameters.size(&Nat::var(x)).exp(self.make))
                    }
                    _ => None,
                },
            },
            // A difference may be below zero on the way.
            NatExpression::Add(a, b) => both(self, BinOp::Add, a, b),
            NatExpression::Mul(a, b) => both(self, BinOp::Mul, a, b),
            _ => None,
        }
    }

    /// The number of the round, or of the place, that has this index, of type i64.
    pub fn number_of_index(&mut self, index: &str) -> Exp {
        self.counted.insert(index.to_owned());
        self.make.apply("i64", vec![self.make.var(index)])
    }

    /// The index whose number this is.
    pub(super) fn index_of(&self, number: &Exp) -> Option<String> {
        let ExpKind::Call(function, arguments) = &number.kind else {
            return None;
        };
        match (&function.kind, arguments.as_slice()) {
            (ExpKind::Var(of), [argument]) if of.as_str() == "i64" => match &argument.kind {
                ExpKind::Var(index) => self.counted.get(index.as_str()).cloned(),
                _ => None,
            },
            _ => None,
        }
    }

    /// A variable of terms stands for a number that the item knows.
    pub(super) fn noted(&mut self, variable: Variable, number: Exp) {
        if let Some(index) = self.index_of(&number) {
            self.indexes.insert(variable.clone(), index);
        }
        self.local.insert(variable, number);
    }

    /// A number of type i64 under a name of its own.
    pub fn named(&mut self, text: &str, value: Exp) -> Exp {
        let text = self.parameters.called(text);
        self.out.push(Piece::Let(text.clone(), PrimType::I64, value));
        self.make.var(&text)
    }

    /// The term of a number that the item knows.
    pub fn fixed(&mut self, text: &str, value: Exp) -> Nat {
        let variable = Variable::fresh(text);
        self.noted(variable.clone(), value);
        Nat::var(&variable)
    }

    /// The terms of the numbers of a place.
    pub fn all_fixed(&mut self, at: &[Exp]) -> Vec<Nat> {
        at.iter().map(|i| self.fixed("i", i.clone())).collect()
    }
}
