//! Operators on numbers, in both readings: as arithmetic of the language, and as terms over sizes and loop variables.

use super::bounds::Bounds;
use super::builder::operation_may_fail;
use super::value::{Case, Scalar, Staged, Test, Value, literal};
use super::{Stager, Unseen, failures, internal};
use crate::dpia::make;
use elder_dpia::{BinOp, DataType, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue};
use elder_fcl::rules::translation::*;
use elder_fcl::{Primitive, ScalarOperator};
use elder_kernel::plan::Site;
use elder_syntax::Span;
use elder_syntax::prim::real::half;
use std::rc::Rc;

/// So many cases of a number are kept apart.
const MOST_CASES: usize = 6;

/// The largest `int`, as a size.
pub(super) fn largest() -> Nat {
    Nat::lit(i64::from(i32::MAX))
}

/// The length that parts are told.
pub(super) struct PartLength {
    /// As a size.
    pub(super) length: Nat,
    /// The number: that length, where there are parts of it.
    pub(super) told: Nat,
}

impl PartLength {
    fn of(length: Nat) -> PartLength {
        let told = length.clone();
        PartLength { length, told }
    }
}

impl Stager {
    /// A scalar operator on all its operands.
    pub(super) fn scalar(
        &mut self,
        operator: ScalarOperator,
        operands: &[Scalar],
        span: Span,
    ) -> Staged<Value> {
        let (Some(first), Some(primitive)) = (
            operands.first(),
            operands.first().and_then(|s| operator.primitive(s.ty)),
        ) else {
            return Err(internal(span, "an operator on operands that it does not have"));
        };
        let of = DataType::Num(first.ty);
        let ty = operator.result(first.ty).unwrap_or(first.ty);
        if let Some(value) = folded(operator, operands) {
            return Ok(Value::Scalar(Scalar::constant(value, span)));
        }
        let mut parts: Vec<Phrase> = operands.iter().map(|s| s.exp.clone()).collect();
        // FCL counts modulo the bits of the type, where DPIA shifts everything out.
        if let (ScalarOperator::ShiftLeft | ScalarOperator::ShiftRight, [_, count]) = (operator, operands)
            && let Some(part) = parts.last_mut()
            && !count
                .nat
                .as_ref()
                .and_then(Nat::as_constant)
                .is_some_and(|n| (0..32).contains(&n))
        {
            let bits = 8 * first.ty.bytes() as i32;
            let mask = vec![part.clone(), number(first.ty, bits - 1, span)];
            let of = of.clone();
            *part = Phrase::prim(Prim::Binary { op: BinOp::And, of }, mask, span);
        }
        let exp = match primitive {
            Primitive::Unary(op) => Phrase::prim(Prim::Unary { op, of }, parts, span),
            Primitive::Binary(op) => Phrase::prim(Prim::Binary { op, of }, parts, self.place_of(op, span)),
            Primitive::Convert(to) if to == first.ty => return Ok(Value::Scalar(first.clone())),
            Primitive::Convert(to) if first.ty.is_float() && to.is_integer() => {
                let named = self.named(first.clone(), "x");
                saturated(&named, to, span)
            }
            Primitive::Convert(to) => Phrase::prim(Prim::Convert { to, from: of }, parts, span),
        };
        let mut out = Scalar::of(ty, exp);
        if ty == PrimType::I32 {
            out.bounds = self.bounds_of(operator, operands);
        }
        let nats: Option<Vec<Nat>> = operands.iter().map(|s| s.nat.clone()).collect();
        match (nats.as_deref(), operands) {
            (Some([a, b]), _) if ty == PrimType::Bool => match self.compared(operator, a, b) {
                Ok(known) => return Ok(Value::Scalar(Scalar::constant(PrimValue::Bool(known), span))),
                Err(test) => {
                    if let (Some(_), Primitive::Binary(op)) = (&test, primitive) {
                        // Both fit: terms are shorter than arithmetic that wraps, and exact.
                        let exact: Option<Vec<Phrase>> = operands.iter().map(|s| self.as_exact(s)).collect();
                        let (of, terms) = match exact {
                            Some(terms) => (PrimType::I64, terms),
                            None => {
                                let term = |s: &Scalar| self.as_term(s).unwrap_or_else(|| s.exp.clone());
                                (first.ty, operands.iter().map(term).collect())
                            }
                        };
                        let of = DataType::Num(of);
                        out.exp = Phrase::prim(Prim::Binary { op, of }, terms, span);
                    }
                    out.test = test.map(Rc::new);
                }
            },
            (Some(nats), _) if ty == PrimType::I32 => {
                out.nat = self.polynomial(operator, nats, span);
                if let Some(value) = out.nat.as_ref().and_then(Nat::as_constant) {
                    return Ok(Value::Scalar(Scalar::constant(
                        PrimValue::I32(value as i32),
                        span,
                    )));
                }
            }
            (_, [a, b]) if a.ty == PrimType::Bool => out.test = connected(operator, a, b).map(Rc::new),
            (_, [a]) if operator == ScalarOperator::Not => {
                out.test = a.test.as_ref().map(|t| {
                    Rc::new(Test {
                        yes: t.no.clone(),
                        no: t.yes.clone(),
                        exactly_yes: t.exactly_no,
                        exactly_no: t.exactly_yes,
                    })
                });
            }
            _ => {}
        }
        // By value: it fails here, whether or not somebody needs what it gives.
        if operation_may_fail(&out.exp) && !self.is_seen_positive(operands) {
            match self.lanes() {
                None => out = self.named(out, "number"),
                Some(_) => self.require_defined(&out.exp, span)?,
            }
        }
        Ok(Value::Scalar(out))
    }

    /// Emits a test that a partial operation has a value, where numbers of a loop's lanes have no names.
    fn require_defined(&mut self, operation: &Phrase, span: Span) -> Staged<()> {
        let Node::Prim(
            Prim::Binary {
                op,
                of: DataType::Num(ty),
            },
            parts,
        ) = &*operation.node
        else {
            return Ok(());
        };
        let (Some(second), zero) = (parts.get(1), number(*ty, 0, span)) else {
            return Ok(());
        };
        let of = DataType::Num(*ty);
        let (asked, test) = match op {
            BinOp::Pow => (failures::exponent(span), (BinOp::Le, [zero, second.clone()])),
            _ => (failures::division(span), (BinOp::Ne, [second.clone(), zero])),
        };
        let (op, compared) = test;
        self.require(
            Phrase::prim(Prim::Binary { op, of }, compared.to_vec(), span),
            asked,
        )
    }

    /// Whether a divisor is seen to be positive.
    fn is_seen_positive(&self, operands: &[Scalar]) -> bool {
        let divisor = operands.get(1).and_then(|b| b.nat.as_ref());
        divisor.is_some_and(|b| self.facts.less(&Nat::zero(), b))
    }

    /// Where an operation stands that has no value on some operands.
    fn place_of(&mut self, op: BinOp, span: Span) -> Span {
        match op {
            BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => self.tests.note(failures::division(span)),
            BinOp::Pow => self.tests.note(failures::exponent(span)),
            _ => span,
        }
    }

    /// The result as a term, if it is one.
    fn polynomial(&mut self, operator: ScalarOperator, nats: &[Nat], span: Span) -> Option<Nat> {
        let constant = |n: &Nat, most: i64| n.as_constant().filter(|c| (0..=most).contains(c));
        Some(match (operator, nats) {
            (ScalarOperator::Add, [a, b]) => a.plus(b),
            (ScalarOperator::Subtract, [a, b]) => a.minus(b),
            (ScalarOperator::Multiply, [a, b]) => a.times(b),
            (ScalarOperator::Negate, [a]) => Nat::zero().minus(a),
            (ScalarOperator::Min, [a, b]) if self.fits(a) && self.fits(b) => self.facts.minimum_of(a, b),
            (ScalarOperator::Max, [a, b]) if self.fits(a) && self.fits(b) => self.facts.maximum_of(a, b),
            (ScalarOperator::Absolute, [a]) if self.facts.natural(a) && self.fits(a) => a.clone(),
            (ScalarOperator::Power, [a, b]) => a.power(&Nat::lit(constant(b, 8)?)),
            (ScalarOperator::ShiftLeft, [a, b]) => match constant(b, 30) {
                Some(count) => a.times(&Nat::lit(1 << count)),
                // The count is not taken modulo anything where it is seen to be small.
                None if self.facts.natural(b) && self.facts.at_most(b, &Nat::lit(30)) => {
                    a.times(&Nat::lit(2).power(b))
                }
                None => return None,
            },
            (ScalarOperator::ShiftRight, [a, b]) => {
                let divisor = Nat::lit(1 << constant(b, 30)?);
                if !self.facts.natural(a) || !self.fits(a) {
                    return None;
                }
                self.facts.quotient(a, &divisor)
            }
            (ScalarOperator::Divide | ScalarOperator::Modulo, [a, b]) => {
                if !self.fits(b) || !self.positive(b, span) || !self.facts.natural(a) || !self.fits(a) {
                    return None;
                }
                match operator {
                    ScalarOperator::Divide => self.facts.quotient(a, b),
                    _ => self.facts.remainder(a, b),
                }
            }
            _ => return None,
        })
    }

    /// Whether a divisor is positive: seen, or a condition on sizes that the launch tests where nothing stands around it.
    fn positive(&mut self, b: &Nat, span: Span) -> bool {
        if self.facts.less(&Nat::zero(), b) {
            return true;
        }
        // A divisor that may be negative is no error.
        self.facts.natural(b)
            && self.left_to_launch(&b.minus(&Nat::one()), "positive", failures::division(span))
    }

    /// A comparison of terms: decided, or what it says.
    fn compared(&mut self, operator: ScalarOperator, a: &Nat, b: &Nat) -> Result<bool, Option<Test>> {
        if !self.fits(a) || !self.fits(b) {
            return Err(None);
        }
        let one = Nat::one();
        let below = |a: &Nat, b: &Nat| b.minus(a).minus(&one);
        let (yes, no) = match operator {
            ScalarOperator::Less => (vec![below(a, b)], vec![a.minus(b)]),
            ScalarOperator::LessEqual => (vec![b.minus(a)], vec![below(b, a)]),
            ScalarOperator::Greater => (vec![below(b, a)], vec![b.minus(a)]),
            ScalarOperator::GreaterEqual => (vec![a.minus(b)], vec![below(a, b)]),
            ScalarOperator::Equal | ScalarOperator::NotEqual => {
                let negated = operator == ScalarOperator::NotEqual;
                if self.facts.equal(a, b) {
                    return Ok(!negated);
                }
                if self.facts.less(a, b) || self.facts.less(b, a) {
                    return Ok(negated);
                }
                // Where they differ and one is at most the other, it is below it.
                let mut apart = vec![];
                if self.facts.at_most(a, b) {
                    apart.push(below(a, b));
                } else if self.facts.at_most(b, a) {
                    apart.push(below(b, a));
                }
                let same = vec![a.minus(b), b.minus(a)];
                let (yes, no) = if negated { (apart, same) } else { (same, apart) };
                return Err(Some(Test {
                    yes,
                    no,
                    exactly_yes: !negated,
                    exactly_no: negated,
                }));
            }
            _ => return Err(None),
        };
        if yes.iter().all(|n| self.facts.natural(n)) {
            return Ok(true);
        }
        if no.iter().all(|n| self.facts.natural(n)) {
            return Ok(false);
        }
        Err(Some(Test {
            yes,
            no,
            exactly_yes: true,
            exactly_no: true,
        }))
    }

    /// Whether a term is between the smallest and the largest `int`, so that its value is that of the expression: lengths of arrays
    /// are, and what is below one.
    pub(super) fn fits(&mut self, nat: &Nat) -> bool {
        if let Some(c) = nat.as_constant() {
            return i32::try_from(c).is_ok();
        }
        let (high, low) = nat.signs();
        self.fits_half(&high) && self.fits_half(&low)
            || self.facts.natural(nat) && self.facts.at_most(nat, &largest())
    }

    /// Of a term without subtraction.
    fn fits_half(&mut self, nat: &Nat) -> bool {
        if self.is_seen_to_fit(nat) {
            return true;
        }
        // What is left is a condition on sizes: in programs that divide or compare, no product of them leaves the range.
        let Some(most) = self.largest_known(nat) else {
            return false;
        };
        match most.as_constant() {
            Some(most) => i32::try_from(most).is_ok(),
            None => self.range_left_to_launch(&largest().minus(&most)),
        }
    }

    /// What a term without subtraction is at most, in sizes and loop variables.
    pub(super) fn largest_known(&self, nat: &Nat) -> Option<Nat> {
        let is_known = |x: &Name| self.sizes.contains(x) || self.loops.iter().any(|(y, _)| x == y);
        nat.largest(self.facts.ranges(), &is_known)
    }

    /// Whether a term without subtraction is at most one that fits: a length or a number.
    pub(super) fn is_seen_to_fit(&self, nat: &Nat) -> bool {
        nat.as_constant().is_some_and(|c| i32::try_from(c).is_ok())
            || nat.as_variable().is_some()
            || nat
                .upper_bound(self.facts.ranges())
                .and_then(|b| b.as_constant())
                .is_some_and(|b| b <= 1 << 31)
            || self.lengths.iter().any(|length| self.facts.at_most(nat, length))
            || self.facts.at_most(nat, &largest())
    }

    /// A number that is seen to be a size, as one: then it is written as a term wherever it is used.
    pub(super) fn as_term(&self, s: &Scalar) -> Option<Phrase> {
        self.term_of(s, PrimType::I32)
    }

    /// The same as a number of 64 bits, which holds every size: for conditions, which say nothing if they may wrap (DPIA-K-FACTS).
    fn as_exact(&self, s: &Scalar) -> Option<Phrase> {
        self.term_of(s, PrimType::I64)
    }

    fn term_of(&self, s: &Scalar, of: PrimType) -> Option<Phrase> {
        let nat = s.nat.as_ref()?;
        let (high, low) = nat.signs();
        let fits = self.is_seen_to_fit(&high) && self.is_seen_to_fit(&low);
        (fits && self.facts.natural(nat)).then(|| crate::dpia::make::nat_value(of, nat, s.exp.span))
    }

    /// A number as a size (FCL-M-SIZE), for what is asked: a term that is not below zero, or one that is tested when it runs.
    pub(super) fn size(&mut self, s: &Scalar, asked: Site) -> Staged<Nat> {
        FCL_M_SIZE.apply();
        if let Some(nat) = &s.nat {
            if self.facts.natural(nat) {
                self.need(nat);
                return Ok(nat.clone());
            }
            if self.only_sizes(nat) && self.left_to_launch(nat, "negative", asked.clone()) {
                self.need(nat);
                return Ok(nat.clone());
            }
        }
        let most = self.largest_of(s);
        self.tested(s.exp.clone(), &most, "length", asked.clone())
    }

    /// The length that each of so many parts is told (FCL-M-SAME).  Where there are no parts it may be below zero, and they count as having none.
    pub(super) fn part_length(&mut self, s: &Scalar, parts: &Nat, asked: Site) -> Staged<PartLength> {
        let natural = s.nat.as_ref().is_some_and(|nat| self.facts.natural(nat));
        let left = s
            .nat
            .clone()
            .filter(|nat| self.only_sizes(nat) && self.is_unconditional());
        if natural || left.is_none() && self.facts.less(&Nat::zero(), parts) {
            return Ok(PartLength::of(self.size(s, asked.clone())?));
        }
        // The parts are made before that is asked, be it certain that there are any.
        if let Some(told) = left {
            FCL_M_SIZE.apply();
            let length = self.facts.maximum_of(&told, &Nat::zero());
            self.need(&length);
            return Ok(PartLength { length, told });
        }
        FCL_M_SIZE.apply();
        let most = self.largest_of(s);
        if self.bounds(s).is_natural() {
            return Ok(PartLength::of(self.tested(
                s.exp.clone(),
                &most,
                "length",
                asked,
            )?));
        }
        // Two sizes, of which one is 0: what the parts are told is their difference, and a part is made before that is asked.
        let span = asked.span;
        let zero = Scalar::of_nat(&Nat::zero(), span);
        let least = Scalar::of(PrimType::I32, literal(PrimValue::I32(-i32::MAX), span));
        let number = self.named(s.clone(), "told");
        let above = self.of_two(ScalarOperator::Max, &zero, &number, span)?;
        let kept = self.of_two(ScalarOperator::Max, &least, &number, span)?;
        let below = self.of_two(ScalarOperator::Min, &zero, &kept, span)?;
        let below = self.of_two(ScalarOperator::Subtract, &zero, &below, span)?;
        let length = self.tested(above.exp, &most, "length", asked.clone())?;
        let below = self.bounded(below.exp, &largest(), "below")?;
        let told = length.minus(&below);
        Ok(PartLength { length, told })
    }

    /// An operator on two numbers.
    fn of_two(&mut self, operator: ScalarOperator, a: &Scalar, b: &Scalar, span: Span) -> Staged<Scalar> {
        let number = self.scalar(operator, &[a.clone(), b.clone()], span)?;
        self.number(number, span)
    }

    /// What a number is at most, or `int` has.
    pub(super) fn largest_of(&mut self, s: &Scalar) -> Nat {
        let term = s.nat.clone().filter(|nat| self.fits(nat));
        let bounds = self.bounds(s);
        let is_natural = bounds.is_natural();
        let most = match term.or(bounds.most) {
            Some(most) if bounds.fitting.iter().all(|n| self.fits(n)) => {
                self.facts.maximum_of(&most, &Nat::zero())
            }
            _ => largest(),
        };
        if !is_natural || most == largest() {
            self.unseen.insert((Unseen::Length, self.here));
        }
        most
    }

    /// A size that is not zero: seen, left to the launch, or tested.
    pub(super) fn at_least_one(&mut self, size: Nat, asked: Site) -> Staged<Nat> {
        let span = asked.span;
        let rest = size.minus(&Nat::one());
        if self.facts.natural(&rest) || self.left_to_launch(&rest, "positive", asked.clone()) {
            return Ok(size);
        }
        let numbers = [Nat::zero(), size.clone()].map(|n| Scalar::of_nat(&n, span));
        let test = self.scalar(ScalarOperator::Less, &numbers, span)?;
        let test = self.number(test, span)?;
        self.require(test.exp, asked.clone())?;
        Ok(self.facts.maximum(&size, &Nat::one()))
    }

    /// A number as an index into an array of that length (FCL-M-INDEX), for what is asked.
    pub(super) fn index_in(&mut self, s: &Scalar, length: &Nat, asked: Site) -> Staged<Nat> {
        FCL_M_INDEX.apply();
        let Some(nat) = &s.nat else {
            return self.tested(s.exp.clone(), &length.minus(&Nat::one()), "at", asked.clone());
        };
        let last = length.minus(&Nat::one());
        let low = self.facts.natural(nat) || self.left_to_launch(nat, "index", asked.clone());
        if low {
            let rest = last.minus(nat);
            if self.facts.natural(&rest) || self.left_to_launch(&rest, "index", asked.clone()) {
                return Ok(nat.clone());
            }
        }
        let exp = match low && self.fits(nat) {
            true => crate::dpia::make::nat_value(PrimType::I32, nat, s.exp.span),
            false => s.exp.clone(),
        };
        // The term may not be used in the place of what was tested: after a failure they differ (DPIA-G-TRAP).
        self.tested(exp, &last, "at", asked.clone())
    }

    /// `if c then a else b`, of numbers.
    pub(super) fn conditional(&mut self, c: &Scalar, a: Scalar, b: Scalar, span: Span) -> Scalar {
        let ty = a.ty;
        let nat = match (&a.nat, &b.nat) {
            (Some(x), Some(y)) if x == y => Some(x.clone()),
            _ => None,
        };
        let cases = cases(c.test.as_deref(), &a, &b).map(Rc::new);
        let bounds = match ty {
            PrimType::I32 => self.bounds_of_either(&a, &b),
            _ => Bounds::default(),
        };
        let result = PhraseType::Exp(DataType::Num(ty));
        let exp = Phrase::prim(Prim::If { result }, vec![c.exp.clone(), a.exp, b.exp], span);
        Scalar {
            nat,
            cases,
            bounds,
            ..Scalar::of(ty, exp)
        }
    }
}

/// A small whole number of that type.
pub(super) fn number(ty: PrimType, value: i32, span: Span) -> Phrase {
    literal(ty.number(value.into()), span)
}

/// FCL-E-CONVERT from a float that is cheap to write twice: rounded to zero, at most the ends of the type, and 0 for what is no
/// number.  (DPIA's conversion keeps the low bits of what does not fit.)
fn saturated(x: &Scalar, to: PrimType, span: Span) -> Phrase {
    let (from, of) = (x.ty, DataType::Num(x.ty));
    let bits = 8 * to.bytes() as i32 - i32::from(to.is_signed());
    let end = |low: bool| {
        let value = if low {
            -(bits as f64).exp2()
        } else {
            (bits as f64).exp2()
        };
        match from {
            PrimType::F64 => literal(PrimValue::F64(value), span),
            PrimType::F32 => literal(PrimValue::F32(value as f32), span),
            _ => literal(PrimValue::F16(half(value)), span),
        }
    };
    let (least, most) = match to {
        PrimType::I8 => (PrimValue::I8(i8::MIN), PrimValue::I8(i8::MAX)),
        PrimType::I16 => (PrimValue::I16(i16::MIN), PrimValue::I16(i16::MAX)),
        PrimType::I32 => (PrimValue::I32(i32::MIN), PrimValue::I32(i32::MAX)),
        PrimType::I64 => (PrimValue::I64(i64::MIN), PrimValue::I64(i64::MAX)),
        PrimType::U8 => (PrimValue::U8(0), PrimValue::U8(u8::MAX)),
        PrimType::U16 => (PrimValue::U16(0), PrimValue::U16(u16::MAX)),
        PrimType::U32 => (PrimValue::U32(0), PrimValue::U32(u32::MAX)),
        _ => (PrimValue::U64(0), PrimValue::U64(u64::MAX)),
    };
    let low_end = if to.is_signed() {
        end(true)
    } else {
        number(from, 0, span)
    };
    let compare = |op: BinOp, bound: Phrase| {
        let of = of.clone();
        Phrase::prim(Prim::Binary { op, of }, vec![x.exp.clone(), bound], span)
    };
    let choose = |c: Phrase, a: Phrase, b: Phrase| {
        let result = PhraseType::Exp(DataType::Num(to));
        Phrase::prim(Prim::If { result }, vec![c, a, b], span)
    };
    let plain = Phrase::prim(Prim::Convert { to, from: of.clone() }, vec![x.exp.clone()], span);
    let inside = choose(compare(BinOp::Lt, end(false)), plain, literal(most, span));
    let above = choose(compare(BinOp::Gt, low_end), inside, literal(least, span));
    choose(compare(BinOp::Eq, x.exp.clone()), above, number(to, 0, span))
}

/// What a conditional is in each case.
fn cases(test: Option<&Test>, a: &Scalar, b: &Scalar) -> Option<Vec<Case>> {
    let (yes, no) = (a.in_cases()?, b.in_cases()?);
    if yes.len() + no.len() > MOST_CASES {
        return None;
    }
    let test = test.cloned().unwrap_or_default();
    let under = |terms: &[Nat], exactly: bool, case: Case| Case {
        when: case
            .when
            .filter(|_| exactly)
            .map(|own| [terms, own.as_slice()].concat()),
        nat: case.nat,
    };
    let yes = yes
        .into_iter()
        .map(|case| under(&test.yes, test.exactly_yes, case));
    let no = no.into_iter().map(|case| under(&test.no, test.exactly_no, case));
    Some(yes.chain(no).collect())
}

/// Both or either: what is known where they hold.
fn connected(operator: ScalarOperator, a: &Scalar, b: &Scalar) -> Option<Test> {
    let of = |s: &Scalar| s.test.as_deref().cloned().unwrap_or_default();
    let (a, b) = (of(a), of(b));
    match operator {
        ScalarOperator::And => Some(Test {
            yes: [a.yes, b.yes].concat(),
            no: vec![],
            exactly_yes: a.exactly_yes && b.exactly_yes,
            exactly_no: false,
        }),
        ScalarOperator::Or => Some(Test {
            yes: vec![],
            no: [a.no, b.no].concat(),
            exactly_yes: false,
            exactly_no: a.exactly_no && b.exactly_no,
        }),
        _ => None,
    }
}

/// Operators on truth values that are known in part.
fn folded(operator: ScalarOperator, operands: &[Scalar]) -> Option<PrimValue> {
    let known = |s: &Scalar| s.known();
    match (operator, operands) {
        (ScalarOperator::Not, [a]) => Some(PrimValue::Bool(!known(a)?)),
        (ScalarOperator::And, [a, b]) if a.ty == PrimType::Bool => match (known(a), known(b)) {
            (Some(a), Some(b)) => Some(PrimValue::Bool(a && b)),
            _ => None,
        },
        (ScalarOperator::Or, [a, b]) if a.ty == PrimType::Bool => match (known(a), known(b)) {
            (Some(a), Some(b)) => Some(PrimValue::Bool(a || b)),
            _ => None,
        },
        (ScalarOperator::BoolToInt, [a]) => Some(PrimValue::I32(i32::from(known(a)?))),
        _ => None,
    }
}

/// A condition that terms are not below zero.
pub(super) fn all_natural(terms: &[Nat], span: Span) -> Phrase {
    let exact = DataType::Num(PrimType::I64);
    let tests = terms.iter().map(|term| {
        let (more, less) = term.signs();
        // `1 + a ≤ b` is written `a < b`.
        let (op, less) = match less.minus(&Nat::one()) {
            below if !below.is_zero() && below.signs().1.is_zero() => (BinOp::Lt, below),
            _ => (BinOp::Le, less),
        };
        let parts = [less, more].map(|n| make::nat_value(PrimType::I64, &n, span));
        Phrase::prim(
            Prim::Binary {
                op,
                of: exact.clone(),
            },
            parts.to_vec(),
            span,
        )
    });
    tests
        .reduce(|a, b| both(a, b, span))
        .unwrap_or_else(|| literal(PrimValue::Bool(true), span))
}

/// `a and b`
pub(super) fn both(a: Phrase, b: Phrase, span: Span) -> Phrase {
    let of = DataType::Num(PrimType::Bool);
    let op = BinOp::And;
    Phrase::prim(Prim::Binary { op, of }, vec![a, b], span)
}
