//! Terms of every type: what the constructs have in common.

use super::build::{self, bind, branch, first, index, node, pair, second, var};
use super::prelude::Helper;
use super::refused::{Planned, bound};
use super::types::{Data, Goal, Known, Place, Size, within};
use super::{Shape, inputs};
use crate::kit::each;
use crate::kit::{Way, table, way};
use crate::{Choices, turn};
use elder_fcl::{
    Base, BaseType, Configuration, Definition, Effect, Expression, Level, Node, ScalarOperator, Setting,
    Variable,
};
use elder_syntax::prim::BinOp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which constructs a program uses: most programs have most, and each is missing in some.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// `double`
    pub doubles: bool,
    /// `float`, and integers of other widths than `int`.
    pub widths: bool,
    /// Pairs of base values in arrays.
    pub pairs: bool,
    /// `let`
    pub lets: bool,
    /// Functions of the program and its arguments.
    pub functions: bool,
    /// The functions of the prelude.
    pub helpers: bool,
    /// `force`
    pub forces: bool,
    /// `while`
    pub loops: bool,
    /// `fold` and `scanThread`
    pub folds: bool,
    /// `concat` and `interleave`
    pub parts: bool,
    /// Functions of the library.
    pub library: bool,
    /// Lengths and positions that data decide.
    pub computed: bool,
}

/// The base types beside `int`, `double` and `bool`.  Not every device has `half`.
const WIDTHS: [BaseType; 11] = each! { BaseType: F32 F32 F32 I64 I64 I16 I8 U8 U16 U32 U64 };

/// The errors that programs may end in.  One is chosen before anything is made, so that those whose constructs are rare are made as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// An index that is none.
    Position,
    /// A division by zero.
    Divisor,
    /// A length below zero.
    Length,
    /// Parts of another length than is said.
    Parts,
    /// Two elements at one place.
    Collision,
}

impl Ending {
    const ALL: [Ending; 5] = each! { Ending: Position Divisor Length Parts Collision };
}

/// The state of generation.
pub struct Generator {
    /// What programs may contain.
    pub shape: Shape,
    /// What this program contains.
    pub features: Features,
    /// The machine that it is made for.
    pub configuration: Configuration,
    /// Variables in scope, the newest last.
    pub scope: Vec<Known>,
    /// Definitions so far.
    pub definitions: Vec<Definition>,
    /// The definitions that are functions of the prelude.
    pub helpers: BTreeMap<Helper, Variable>,
    /// How many elements the arrays around the current term have together.
    pub around: usize,
    /// The error that this program shall end in, until it is made.
    pub ends_in: Option<Ending>,
    /// Terms made so far.
    pub terms: usize,
    /// The rule that this program shall break.
    pub fault: Option<Planned>,
    /// The number that turns branches.
    pub turn: Option<Variable>,
}

/// A way to make a term of a type.
pub type Row = Way<
    fn(&mut Generator, &mut Choices, &Goal, &Place, usize) -> Expression,
    fn(&Generator, &Goal, &Place) -> bool,
>;

/// The ways to a pair that is no base value.
const PAIRS: &[Row] = table! { Way { weight, make, may }
    (1, Generator::both, |_, _, _| true);
};

/// The ways to a term of any type.
const ANY: &[Row] = table! { Way { weight, make, may }
    (1, Generator::conditional, |_, _, _| true);
    (2, Generator::let_bound, |g, _, _| g.features.lets);
    (2, Generator::called, |g, _, _| g.features.functions);
    (1, Generator::through_helper, |g, _, _| g.features.helpers);
    (1, Generator::projected, |g, _, _| g.features.helpers);
    (1, Generator::element_of_literal, |_, goal, _| !matches!(goal, Goal::Data(_)));
};

/// After so many terms only the simplest are made.
const MOST_TERMS: usize = 120;

impl Generator {
    /// A generator with the features that these choices leave.
    pub fn new(c: &mut Choices, shape: Shape) -> Generator {
        c.part(|c| {
            let machines: &[(u32, u32)] = &[(4, 2), (2, 1), (1, 1), (8, 4), (4, 4), (2, 32)];
            let (block_size, warp_size) = machines[c.below(machines.len())];
            let widths = [1, 2, 4, 8]
                .into_iter()
                .filter(|width| block_size.is_multiple_of(*width));
            let widths: Vec<u32> = widths.collect();
            let configuration = Configuration {
                block_size,
                block_width: c.one_in(3).then(|| widths[c.below(widths.len())]),
                warp_size,
                groups: [None, Some(1), Some(3), None][c.below(4)],
            };
            let features = Features {
                doubles: !c.one_in(4),
                widths: c.one_in(3),
                pairs: !c.one_in(4),
                lets: !c.one_in(6),
                functions: !c.one_in(4),
                helpers: !c.one_in(5),
                forces: !c.one_in(6),
                loops: !c.one_in(4),
                folds: !c.one_in(5),
                parts: !c.one_in(8),
                library: !c.one_in(4),
                computed: c.one_in(3),
            };
            Generator {
                shape,
                features,
                configuration,
                scope: vec![],
                definitions: vec![],
                helpers: BTreeMap::new(),
                around: 1,
                ends_in: if shape.faults && c.one_in(8) {
                    Some(Ending::ALL[c.below(Ending::ALL.len())])
                } else {
                    None
                },
                terms: 0,
                fault: None,
                turn: None,
            }
        })
    }

    /// A term of the goal's type.
    pub fn term(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        self.terms += 1;
        let here = self.fault.is_some() && c.below(6) == 0;
        if let Some(bindings) = self.planned(c, place, here) {
            return bound(bindings, self.term(c, goal, place, depth));
        }
        if matches!(goal, Goal::Data(Data::INT)) && self.ends_in(c, Ending::Divisor) {
            return self.divided_by_zero(c, goal, place, depth);
        }
        if depth == 0 || self.terms > MOST_TERMS {
            return self.leaf(c, goal, place);
        }
        let own = match goal {
            Goal::Data(_) => super::scalars::WAYS,
            Goal::Pull(..) => super::arrays::WAYS,
            Goal::Push(..) => super::pushes::WAYS,
            Goal::Pair(..) => PAIRS,
        };
        match way(c, own.iter().chain(ANY), |may| may(self, goal, place)) {
            Some(make) => make(self, c, goal, place, depth - 1),
            None => self.leaf(c, goal, place),
        }
    }

    /// A part of a term, from its own node of the choices.
    pub fn part(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        c.part(|c| self.term(c, goal, place, depth))
    }

    /// The simplest term: a variable of the type if there is one, or built from literals.
    pub fn leaf(&mut self, c: &mut Choices, goal: &Goal, place: &Place) -> Expression {
        let fitting: Vec<Variable> = self
            .scope
            .iter()
            .filter(|known| known.goal.fits(goal))
            .map(|known| known.variable.clone())
            .collect();
        if !fitting.is_empty() && !c.one_in(4) {
            let newest = fitting.len() - 1 - c.below(fitting.len());
            return var(&fitting[newest]);
        }
        match goal {
            Goal::Data(data) => self.literal(c, data),
            Goal::Pull(element, n, latent) => {
                let i = Variable::fresh("i");
                let place = place.with(latent);
                let body = self.inside(&i, n, |g| c.part(|c| g.leaf(c, element, &place)));
                build::generate(n.expression.clone(), &i, body)
            }
            Goal::Push(data, n, level) => {
                let source = Goal::pull(data, n, &Effect::At(Level::THREAD));
                let source = self.leaf(c, &source, place);
                build::push(level, source)
            }
            Goal::Pair(a, b) => pair(
                c.part(|c| self.leaf(c, a, place)),
                c.part(|c| self.leaf(c, b, place)),
            ),
        }
    }

    /// A base value.
    pub fn literal(&mut self, c: &mut Choices, data: &Data) -> Expression {
        match data {
            Data::Base(t) => {
                let extreme = c.one_in(24);
                let value = match inputs::base(c, *t, extreme) {
                    // What has no text.
                    Base::F64(x) if !x.is_finite() => Base::F64(0.1),
                    Base::F32(x) if !x.is_finite() => Base::F32(0.1),
                    value => value,
                };
                node(Node::Base(value))
            }
            Data::Pair(a, b) => pair(self.literal(c, a), self.literal(c, b)),
        }
    }

    /// A type of kind BT.
    pub fn data(&mut self, c: &mut Choices) -> Data {
        let nested = self.features.pairs && c.one_in(5);
        if nested {
            let first = c.part(|c| self.data_flat(c));
            let second = c.part(|c| {
                if c.one_in(5) {
                    self.data(c)
                } else {
                    self.data_flat(c)
                }
            });
            return Data::Pair(Arc::new(first), Arc::new(second));
        }
        self.data_flat(c)
    }

    pub(super) fn data_flat(&mut self, c: &mut Choices) -> Data {
        match c.below(6) {
            0..=1 => Data::INT,
            2..=4 if self.features.widths && !c.one_in(3) => Data::Base(WIDTHS[c.below(WIDTHS.len())]),
            3 | 4 if self.features.doubles => Data::DOUBLE,
            5 => Data::BOOL,
            _ => Data::INT,
        }
    }

    /// Runs with `n` times as many elements around, and with `i < n` in scope.
    pub fn inside(
        &mut self,
        i: &Variable,
        n: &Size,
        body: impl FnOnce(&mut Generator) -> Expression,
    ) -> Expression {
        let mut known = Known::new(i, Goal::Data(Data::INT));
        known.below = Some(n.value);
        self.repeated(n.value, |g| g.with(vec![known], body))
    }

    /// Runs with these variables in scope.
    pub fn with<T>(&mut self, variables: Vec<Known>, body: impl FnOnce(&mut Generator) -> T) -> T {
        let before = self.scope.len();
        self.scope.extend(variables);
        let result = body(self);
        self.scope.truncate(before);
        result
    }

    /// Runs with `n` times as many elements around.
    pub fn repeated<T>(&mut self, n: usize, body: impl FnOnce(&mut Generator) -> T) -> T {
        let before = self.around;
        self.around = before.saturating_mul(n.max(1));
        let result = body(self);
        self.around = before;
        result
    }

    /// The length of an input.
    pub fn input_size(&mut self, c: &mut Choices) -> usize {
        let small = [4, 3, 1, 2, 0, 5, 6, 8, 9];
        let large = [16, 31, 32, 33, 64, 100, 255, 256, 257, 1000];
        let bound = self.shape.elements;
        if bound >= 100 && c.one_in(2) {
            let fitting: Vec<usize> = large.into_iter().filter(|n| *n <= bound).collect();
            return c.pick(&fitting).copied().unwrap_or(1);
        }
        small[c.below(small.len())].min(bound)
    }

    /// A size, of those in scope or made from them, that the arrays around leave room for.
    pub fn size(&mut self, c: &mut Choices) -> Size {
        let room = (self.shape.elements / self.around.max(1)).max(1);
        let mut sizes: Vec<Size> = self.scope.iter().filter_map(Known::size).collect();
        sizes.reverse();
        let small = [2, 3, 1, 4, 0, 5, 8, 7];
        sizes.extend(small.into_iter().map(Size::literal));
        if self.shape.elements >= 100 {
            sizes.extend([32, 33, 64, 100, 256].into_iter().map(Size::literal));
        }
        let setting = |setting: Setting, value: u32| {
            let value = usize::try_from(value).unwrap_or(1);
            Size::of(value, node(Node::Setting(setting)))
        };
        sizes.push(setting(Setting::BlockSize, self.configuration.block_size));
        sizes.push(setting(Setting::BlockWidth, self.configuration.width()));
        sizes.push(setting(Setting::WarpSize, self.configuration.warp_size));
        sizes.retain(|size| size.value <= room);
        let Some(first) = c.pick(&sizes).cloned() else {
            return Size::literal(1);
        };
        if self.features.computed && c.one_in(5) {
            return self.computed(c, first);
        }
        if !c.one_in(3) {
            return first;
        }
        let Some(second) = c.pick(&sizes).cloned() else {
            return first;
        };
        let made = match c.below(4) {
            0 | 1 => first.times(&second),
            2 => first.plus(&second),
            _ if second.value > 0 => Size::of(
                first.value / second.value,
                build::divide(first.expression.clone(), second.expression.clone()),
            ),
            _ => first.clone(),
        };
        if made.value <= room { made } else { first }
    }

    /// A size with the same value that only running tells, though it is seen what it is at most.
    fn computed(&mut self, c: &mut Choices, size: Size) -> Size {
        use ScalarOperator::{Add, And, Max, Min, Modulo};
        let Some(number) = self.some_number(c) else {
            return size;
        };
        let of = |operator, a, b| build::scalar(operator, [a, b]);
        let n = size.expression;
        let expression = match (&*n.node, c.below(3)) {
            (Node::Base(_), 1) => of(Add, n, of(Modulo, number, build::int(1))),
            (Node::Base(_), 2) => of(Add, n, of(And, number, build::int(0))),
            _ => of(Min, n.clone(), of(Max, n, number)),
        };
        Size::of(size.value, expression)
    }

    /// Whether the program shall end in this error, here.
    pub fn ends_in(&mut self, c: &mut Choices, ending: Ending) -> bool {
        let here = self.ends_in == Some(ending) && c.one_in(2);
        if here {
            self.ends_in = None;
        }
        here
    }

    /// `if condition then a else b`
    fn conditional(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let condition = self.condition(c, place, depth);
        let a = self.part(c, goal, place, depth);
        let b = self.part(c, goal, place, depth);
        branch(condition, a, b)
    }

    /// A condition, which mostly holds on one side only of the number that turns branches, if that is in scope.  What is made is part of it: it may
    /// be what breaks the planned rule.
    fn condition(&mut self, c: &mut Choices, place: &Place, depth: usize) -> Expression {
        let side = self.side(c);
        if let Some(side) = &side
            && c.one_in(3)
        {
            return side.clone();
        }
        let condition = self.part(c, &Goal::Data(Data::BOOL), place, depth);
        match side {
            Some(side) => build::scalar(ScalarOperator::NotEqual, [condition, side]),
            None => condition,
        }
    }

    /// A comparison of the number that turns branches, if that is in scope.
    fn side(&self, c: &mut Choices) -> Option<Expression> {
        use ScalarOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let turn = self.turn.as_ref().filter(|_| c.below(8) > 0)?;
        self.scope.iter().find(|known| known.variable == *turn)?;
        let (op, threshold) = turn::comparison(c);
        let op = match op {
            BinOp::Lt => Less,
            BinOp::Le => LessEqual,
            BinOp::Gt => Greater,
            BinOp::Ge => GreaterEqual,
            BinOp::Eq => Equal,
            _ => NotEqual,
        };
        Some(build::scalar(
            op,
            [build::var(turn), build::int(threshold as i32)],
        ))
    }

    /// `let x = bound in body`
    fn let_bound(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        if c.one_in(5) {
            // A size with a name.
            let size = self.size(c);
            let x = Variable::fresh("n");
            let mut known = Known::new(&x, Goal::Data(Data::INT));
            known.value = Some(size.value);
            let body = self.with(vec![known], |g| g.part(c, goal, place, depth));
            return bind(&x, size.expression, body);
        }
        let bound = c.part(|c| self.some_goal(c, place));
        let x = Variable::fresh("v");
        let term = self.part(c, &bound, place, depth);
        let body = self.with(vec![Known::new(&x, bound)], |g| g.part(c, goal, place, depth));
        bind(&x, term, body)
    }

    /// A type that is worth a name.
    pub fn some_goal(&mut self, c: &mut Choices, place: &Place) -> Goal {
        match c.below(10) {
            0..=2 => Goal::Data(self.data(c)),
            3..=6 => {
                let (data, size) = (self.data(c), self.size(c));
                Goal::pull(&data, &size, &self.latent(c, place))
            }
            7 => {
                let (data, size) = (self.data(c), self.size(c));
                let level = match &place.effect {
                    Effect::At(level) if !c.one_in(3) => level.clone(),
                    _ => Level::THREAD,
                };
                Goal::Push(data, size, level)
            }
            8 => {
                let (data, outer) = (self.data(c), self.size(c));
                let inner = self.repeated(outer.value, |g| g.size(c));
                let latent = self.latent(c, place);
                let row = Goal::pull(&data, &inner, &Effect::Pure);
                Goal::Pull(Arc::new(row), outer, latent)
            }
            _ => {
                let data = self.data(c);
                let size = self.size(c);
                let a = Goal::pull(&data, &size, &Effect::Pure);
                let b = if c.one_in(2) {
                    Goal::Data(self.data(c))
                } else {
                    a.clone()
                };
                Goal::Pair(Arc::new(a), Arc::new(b))
            }
        }
    }

    /// What running an element of an array may do that is read in this place.
    pub fn latent(&mut self, c: &mut Choices, place: &Place) -> Effect {
        match c.below(3) {
            0 | 1 => Effect::Pure,
            _ => place.effect.clone(),
        }
    }

    /// `fst (a, b)` of what else is made.
    fn projected(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let other = c.part(|c| self.some_goal(c, place));
        let wanted = self.part(c, goal, place, depth);
        let other = self.part(c, &other, place, depth.min(1));
        match c.below(3) {
            0 => first(pair(wanted, other)),
            1 => second(pair(other, wanted)),
            _ => {
                let swap = self.helper(Helper::Swap);
                first(swap.apply(pair(other, wanted)))
            }
        }
    }

    /// `(a, b)`
    fn both(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        match goal {
            Goal::Pair(a, b) => pair(self.part(c, a, place, depth), self.part(c, b, place, depth)),
            _ => self.leaf(c, goal, place),
        }
    }

    /// `index [a, b] i`: an array of what is wanted. The elements run where the array is read.
    fn element_of_literal(
        &mut self,
        c: &mut Choices,
        goal: &Goal,
        place: &Place,
        depth: usize,
    ) -> Expression {
        let count = 1 + c.below(2);
        let elements: Vec<Expression> = (0..count)
            .map(|_| self.part(c, goal, place, depth.min(2)))
            .collect();
        let at = self.position(c, count, place, 0);
        index(node(Node::Array(elements)), at)
    }

    /// Whether an effect may happen here.
    pub fn allows(place: &Place, effect: &Effect) -> bool {
        within(effect, &place.effect)
    }
}
