//! Terms of base types.

use super::build::{self, branch, index, int, node, numeral, operator, pair, scalar, var};
use super::terms::{Ending, Generator, Row};
use super::types::{Data, Goal, Known, Place};
use crate::Choices;
use crate::kit::{Way, each, table};
use elder_fcl::{BaseType, Effect, Expression, Level, Node, Operator, ScalarOperator, Side, Variable};
use std::sync::Arc;

/// What numbers are converted to on their way.
const THROUGH: [BaseType; 11] = each! { BaseType: I8 I16 I32 I64 U8 U16 U32 U64 F16 F32 F64 };

/// The ways to a base value.
pub const WAYS: &[Row] = table! { Way { weight, make, may }
    (1, Generator::simplest, |_, _, _| true);
    (2, Generator::read, |_, _, _| true);
    (3, Generator::arithmetic, |_, goal, _| is_int(goal));
    (2, Generator::arithmetic, |_, goal, _| base(goal).is_some() && !is_bool(goal) && !is_int(goal));
    (1, Generator::converted, |_, goal, _| base(goal).is_some() && !is_bool(goal));
    (1, Generator::measured, |_, goal, _| is_int(goal));
    (2, Generator::compared, |_, goal, _| is_bool(goal));
    (1, Generator::logical, |_, goal, _| is_bool(goal));
    (3, Generator::paired, |_, goal, _| base(goal).is_none());
    (2, Generator::folded, |g, _, _| g.features.folds);
    (1, Generator::component, |g, _, _| g.features.pairs);
    (1, Generator::reduced, |g, _, place| g.features.loops && place.effect != Effect::Pure);
};

fn base(goal: &Goal) -> Option<BaseType> {
    match goal {
        Goal::Data(Data::Base(base)) => Some(*base),
        _ => None,
    }
}

fn is_int(goal: &Goal) -> bool {
    base(goal) == Some(BaseType::I32)
}

fn is_bool(goal: &Goal) -> bool {
    base(goal) == Some(BaseType::Bool)
}

impl Generator {
    /// As [`Generator::leaf`].
    pub fn simplest(&mut self, c: &mut Choices, goal: &Goal, place: &Place, _: usize) -> Expression {
        self.leaf(c, goal, place)
    }

    /// An element of an array that the place may run.
    fn read(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let Goal::Data(data) = goal else {
            return self.leaf(c, goal, place);
        };
        let arrays: Vec<Known> = self
            .scope
            .iter()
            .filter(|known| match &known.goal {
                Goal::Pull(element, n, latent) => {
                    n.value > 0 && Generator::allows(place, latent) && element.fits(goal)
                }
                _ => false,
            })
            .cloned()
            .collect();
        let (array, length) = match c.pick(&arrays) {
            Some(known) if !c.one_in(3) => {
                let n = known.size().map_or(1, |n| n.value);
                (var(&known.variable), n)
            }
            _ => {
                let mut size = self.size(c);
                if size.value == 0 {
                    size = super::types::Size::literal(1);
                }
                let latent = self.latent(c, place);
                let array = Goal::pull(data, &size, &latent);
                (self.part(c, &array, place, depth), size.value)
            }
        };
        let at = c.part(|c| self.position(c, length, place, depth));
        index(array, at)
    }

    /// A number in `0..length`, unless this is the fault.
    pub fn position(&mut self, c: &mut Choices, length: usize, place: &Place, depth: usize) -> Expression {
        let least = i32::try_from(length).unwrap_or(i32::MAX);
        if self.ends_in(c, Ending::Position) {
            return match c.below(2) {
                0 => int(least),
                _ => int(-1),
            };
        }
        let indices: Vec<Known> = self
            .scope
            .iter()
            .rev()
            .filter(|known| known.below.is_some_and(|bound| 0 < bound && bound <= length))
            .cloned()
            .collect();
        if let Some(known) = c.pick(&indices)
            && !c.one_in(4)
        {
            let i = var(&known.variable);
            let bound = i32::try_from(known.below.unwrap_or(1)).unwrap_or(1);
            return match c.below(8) {
                0..=3 => i,
                4 => build::subtract(int(bound - 1), i),
                5 => build::divide(i, int(2)),
                6 => build::modulo(build::add(i, int(1)), int(bound)),
                _ => scalar(ScalarOperator::Min, [build::multiply(i, int(2)), int(least - 1)]),
            };
        }
        if depth > 0 && c.one_in(4) {
            // Any number, brought into range.
            let any = self.part(c, &Goal::Data(Data::INT), place, depth - 1);
            let any = build::modulo(any, int(least));
            return build::modulo(build::add(any, int(least)), int(least));
        }
        numeral(c.below(length))
    }

    /// A number that only running tells: an element of an array in scope. One that is given is a size if a length depends on it, and then
    /// it is not negative.
    pub fn some_number(&self, c: &mut Choices) -> Option<Expression> {
        let numbers: Vec<Expression> = self
            .scope
            .iter()
            .filter_map(|known| match &known.goal {
                Goal::Pull(element, n, Effect::Pure) if n.value > 0 => match &**element {
                    Goal::Data(data) if *data == Data::INT => {
                        let at = c.below(n.value);
                        let at = numeral(at);
                        Some(index(var(&known.variable), at))
                    }
                    _ => None,
                },
                _ => None,
            })
            .collect();
        c.pick(&numbers).cloned()
    }

    /// `a / b` or `a % b` where b is zero, written or computed.
    pub fn divided_by_zero(
        &mut self,
        c: &mut Choices,
        goal: &Goal,
        place: &Place,
        depth: usize,
    ) -> Expression {
        let operator = [ScalarOperator::Divide, ScalarOperator::Modulo][c.below(2)];
        let depth = depth.saturating_sub(1);
        let a = self.part(c, goal, place, depth);
        let zero = if c.one_in(2) {
            let b = self.part(c, goal, place, depth.min(1));
            scalar(ScalarOperator::And, [b, int(0)])
        } else {
            int(0)
        };
        scalar(operator, [a, zero])
    }

    /// `a + b` and its like.
    fn arithmetic(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        use ScalarOperator::*;
        let base = match goal {
            Goal::Data(Data::Base(base)) => *base,
            _ => BaseType::I32,
        };
        let ints = base.is_integer();
        let literal = |value: i32| build::number(base, value);
        let a = self.part(c, goal, place, depth);
        let mut operators = vec![Add, Subtract, Multiply, Min, Max, Negate, Absolute, Divide];
        if ints {
            operators.extend([Modulo, And, Or, Xor, ShiftLeft, ShiftRight, Sign, Power]);
            if base == BaseType::I32 {
                operators.push(LeadingZeros);
            }
        } else {
            operators.extend([SquareRoot, Floor]);
            if self.shape.approximate {
                operators.extend([Exponential, Logarithm, Power, Sine, Cosine]);
            }
        }
        let chosen = operators[c.below(operators.len())];
        if chosen.arity() == 1 {
            return scalar(chosen, [a]);
        }
        let b = match chosen {
            Divide | Modulo if ints => {
                let last = if base.is_unsigned() { 5 } else { -2 };
                let least = if base.is_unsigned() { 127 } else { -1 };
                let by = [2, 3, 1, 7, last, least, 127][c.below(7)];
                if c.one_in(3) {
                    let any = self.part(c, goal, place, depth.min(1));
                    scalar(Max, [literal(1), any])
                } else {
                    literal(by)
                }
            }
            Power if ints && c.one_in(4) => {
                let any = self.part(c, goal, place, depth.min(1));
                scalar(And, [any, literal(31)])
            }
            Power if ints => literal(c.number(0, 5)),
            // A count is taken modulo the bits of the type.
            ShiftLeft | ShiftRight if c.one_in(3) => self.part(c, goal, place, depth.min(1)),
            ShiftLeft | ShiftRight => literal([0, 1, 2, 3, 7, 8, 15, 31, 32, 33, 63, 64][c.below(12)]),
            _ => self.part(c, goal, place, depth),
        };
        if c.one_in(8) {
            // As a function that has one argument already.
            let f = Variable::fresh("f");
            return build::bind(&f, scalar_partial(chosen, a), var(&f).apply(b));
        }
        scalar(chosen, [a, b])
    }

    /// Of another base type.
    fn converted(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        if let Goal::Data(Data::Base(base)) = goal
            && self.features.widths
            && c.one_in(2)
        {
            if !c.one_in(3) {
                // By way of another width, which keeps less.
                let through = THROUGH[c.below(THROUGH.len())];
                let a = self.part(c, &Goal::Data(Data::INT), place, depth);
                let narrow = scalar(ScalarOperator::conversion(through), [a]);
                return scalar(ScalarOperator::conversion(*base), [narrow]);
            }
            let from = self.data_flat(c);
            let a = self.part(c, &Goal::Data(from), place, depth);
            return scalar(ScalarOperator::conversion(*base), [a]);
        }
        if let Goal::Data(Data::Base(base)) = goal
            && !matches!(base, BaseType::I32 | BaseType::F64)
        {
            let a = self.part(c, &Goal::Data(Data::INT), place, depth);
            return scalar(ScalarOperator::conversion(*base), [a]);
        }
        if matches!(goal, Goal::Data(Data::Base(BaseType::F64))) {
            let a = self.part(c, &Goal::Data(Data::INT), place, depth);
            return scalar(ScalarOperator::IntToDouble, [a]);
        }
        if self.features.doubles && c.one_in(2) {
            let a = self.part(c, &Goal::Data(Data::DOUBLE), place, depth);
            return scalar(ScalarOperator::DoubleToInt, [a]);
        }
        let a = self.part(c, &Goal::Data(Data::BOOL), place, depth);
        scalar(ScalarOperator::BoolToInt, [a])
    }

    /// The length of an array; nothing of it is run.
    fn measured(&mut self, c: &mut Choices, _: &Goal, place: &Place, depth: usize) -> Expression {
        let (data, size) = (self.data(c), self.size(c));
        match (&place.turnstile, c.below(4)) {
            (Some(turnstile), 3)
                if self.features.parts
                    && turnstile.height().is_some_and(|h| h > 0)
                    && place.effect == Effect::At(turnstile.clone()) =>
            {
                let array = Goal::Push(data, size, turnstile.clone());
                let array = c.part(|c| self.in_parts(c, &array, place, depth));
                operator(Operator::LengthPush, [array])
            }
            (_, 0 | 3) => {
                let level = match &place.effect {
                    Effect::At(level) => level.clone(),
                    _ => Level::THREAD,
                };
                let array = self.part(c, &Goal::Push(data, size, level), place, depth);
                let length = [Operator::LengthPush, Operator::Length][c.below(2)];
                operator(length, [array])
            }
            _ => {
                // What its elements would do, nobody does.
                let levels = [Level::THREAD, Level::block()];
                let latent = [Effect::Pure, Effect::At(levels[c.below(2)].clone())][c.below(2)].clone();
                let array = self.part(c, &Goal::pull(&data, &size, &latent), place, depth);
                let length = [Operator::LengthPull, Operator::Length][c.below(2)];
                operator(length, [array])
            }
        }
    }

    /// `a < b` and its like.
    fn compared(&mut self, c: &mut Choices, _: &Goal, place: &Place, depth: usize) -> Expression {
        use ScalarOperator::*;
        let data = if self.features.widths && c.one_in(3) {
            match self.data_flat(c) {
                Data::BOOL => Data::INT,
                other => other,
            }
        } else if self.features.doubles && c.one_in(3) {
            Data::DOUBLE
        } else {
            Data::INT
        };
        let a = self.part(c, &Goal::Data(data.clone()), place, depth);
        let b = self.part(c, &Goal::Data(data), place, depth);
        let operators = [Less, Equal, NotEqual, LessEqual, Greater, GreaterEqual];
        scalar(operators[c.below(operators.len())], [a, b])
    }

    /// On truth values.
    fn logical(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        use ScalarOperator::*;
        let a = self.part(c, goal, place, depth);
        let operators = [Not, And, Or, Xor, Equal, NotEqual];
        let chosen = operators[c.below(operators.len())];
        if chosen == Not {
            return scalar(Not, [a]);
        }
        let b = self.part(c, goal, place, depth);
        scalar(chosen, [a, b])
    }

    /// `(a, b)`
    fn paired(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let Goal::Data(Data::Pair(a, b)) = goal else {
            return self.leaf(c, goal, place);
        };
        pair(
            self.part(c, &Goal::Data((**a).clone()), place, depth),
            self.part(c, &Goal::Data((**b).clone()), place, depth),
        )
    }

    /// `fst p`, `snd p`
    fn component(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let Goal::Data(data) = goal else {
            return self.leaf(c, goal, place);
        };
        let (wanted, other) = (Arc::new(data.clone()), Arc::new(self.data(c)));
        let (side, both) = if c.one_in(2) {
            (Side::First, Data::Pair(wanted, other))
        } else {
            (Side::Second, Data::Pair(other, wanted))
        };
        let both = self.part(c, &Goal::Data(both), place, depth);
        node(Node::Project(side, both))
    }

    /// `fold f z xs`
    fn folded(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let data = self.data(c);
        let size = self.size(c);
        let latent = self.latent(c, place);
        let z = self.part(c, goal, place, depth);
        let (xs, n) = if c.one_in(8) {
            // Of a length that only running tells.
            let any = self.part(c, &Goal::Data(Data::INT), place, depth);
            let some = scalar(ScalarOperator::Max, [int(0), build::modulo(any, int(3))]);
            let i = Variable::fresh("i");
            let known = Known::new(&i, Goal::Data(Data::INT));
            let element = place.with(&latent);
            let body = self.repeated(2, |g| {
                g.with(vec![known], |g| {
                    g.part(c, &Goal::Data(data.clone()), &element, depth)
                })
            });
            (build::generate(some, &i, body), 2)
        } else {
            let xs = Goal::pull(&data, &size, &latent);
            (self.part(c, &xs, place, depth), size.value)
        };
        let (a, x) = (Variable::fresh("a"), Variable::fresh("x"));
        let known = vec![Known::new(&a, goal.clone()), Known::new(&x, Goal::Data(data))];
        let body = self.repeated(n, |g| g.with(known, |g| g.part(c, goal, place, depth.min(2))));
        operator(Operator::Fold, [build::functions(&[a, x], body), z, xs])
    }

    /// The only element of what a reduction leaves.
    fn reduced(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let Goal::Data(data) = goal else {
            return self.leaf(c, goal, place);
        };
        let mut size = self.size(c);
        if size.value == 0 {
            size = super::types::Size::literal(3);
        }
        let array = c.part(|c| self.shrinking(c, data, &size, 1, place, depth));
        match array {
            Some(array) => index(array, int(0)),
            None => branch(
                build::boolean(true),
                self.leaf(c, goal, place),
                self.leaf(c, goal, place),
            ),
        }
    }
}

/// `(a operator)`: waiting for its second operand.
fn scalar_partial(operator: ScalarOperator, a: Expression) -> Expression {
    node(Node::Scalar(operator, vec![a]))
}
