//! Terms of a goal type.
//!
//! [`Generator::term`] lists the ways to make a term of the goal that fit what is in scope and the level (who runs this
//! part: the host, a work-group, a work-item), and lets the choices pick one.  The first way always ends.

use super::inputs;
use super::{Shape, number_types};
use crate::Choices;
use crate::kit::{Way, table, way};
use apply::{array, at, literal, prim};
use elder_dpia::{
    AddressSpace, DataType, Definition, Name, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue,
};
use elder_syntax::Span;

pub(super) mod apply;
mod arrays;
mod launches;
mod loops;
pub(super) mod numbers;
mod partitions;
mod scatters;
mod subgroups;
mod vectors;

/// Which constructs a program may use; switched at random a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    pub(super) pairs: bool,
    views: bool,
    loops: bool,
    scatters: bool,
    lets: bool,
    calls: bool,
    vectors: bool,
}

/// Who runs a part of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Nothing is decided around it.
    Host,
    /// In an unmarked map: what is inside has no marks either.
    Undecided,
    /// All items of a work-group together.
    Group,
    /// One work-item.
    Item,
}

/// What is in scope while a program is made.
pub(super) struct Generator {
    /// Size variables with their values.
    pub(super) sizes: Vec<(Name, i64)>,
    pub(super) features: Features,
    pub(super) numbers: Vec<PrimType>,
    /// What the program has defined so far, each closed but for those before it.
    pub(super) definitions: Vec<Definition>,
    strategies: bool,
    pub(super) scope: Vec<(Name, DataType)>,
    pub(super) level: Level,
}

/// Makes a term of a type, nested so deep at most; nothing if it does not fit after all.
type Make = fn(&mut Generator, &mut Choices, &DataType, usize) -> Option<Phrase>;

type Row = Way<Make, fn(&Generator, &DataType) -> bool>;

/// The ways to a term.
const WAYS: &[Row] = table! { Way { weight, make, may }
    (1, |g, c, goal, _| Some(g.leaf(c, goal)), |_, _| true);
    (1, Generator::conditional, |_, _| true);
    (1, Generator::projected, |_, _| true);
    (1, Generator::named, |g, _| g.features.lets);
    (1, Generator::called, |g, _| g.features.calls);
    (2, Generator::kept, |g, t| g.features.calls && matches!(t, DataType::Num(_)));
    (1, Generator::reduced, |g, _| g.features.loops);
    (1, Generator::stepped, |g, _| g.features.loops);
    (1, Generator::stepped_while, |g, _| g.features.loops);
    (1, Generator::indexed, |g, _| g.features.views);
    (1, Generator::partitioned, |g, _| g.features.scatters && g.features.loops);
    // Numbers.
    (2, Generator::operator, |_, t| matches!(t, DataType::Num(_)));
    (1, Generator::reduced, |_, t| matches!(t, DataType::Num(_)));
    (1, Generator::comparison, |_, t| matches!(t, DataType::Num(_)));
    (1, Generator::converted, |_, t| matches!(t, DataType::Num(_)));
    (1, Generator::component_of_vector, |g, t| matches!(t, DataType::Num(_)) && g.features.vectors);
    (4, Generator::reduced_by_group, |g, t| matches!(t, DataType::Num(_)) && g.is_group_with_loops());
    // Vectors and pairs.
    (3, Generator::vector_of_components, |_, t| matches!(t, DataType::Vector(..)));
    (2, Generator::operator_on_vectors, |_, t| matches!(t, DataType::Vector(..)));
    (2, Generator::components_of_vector, |_, t| matches!(t, DataType::Vector(..)));
    (1, Generator::paired, |_, t| matches!(t, DataType::Pair(..)));
    (2, Generator::unzipped, |_, t| matches!(t, DataType::Pair(..)));
    // Arrays.
    (6, Generator::mapped, |_, t| is_array(t));
    (1, Generator::zipped, |_, t| is_array(t));
    (1, Generator::split, |_, t| is_array(t));
    (1, Generator::joined, |_, t| is_array(t));
    (6, Generator::zipped, |_, t| matches!(array(t), Some((_, DataType::Pair(..)))));
    (3, Generator::split, |_, t| matches!(array(t), Some((_, DataType::Array(..)))));
    (1, Generator::transposed, |g, t| is_array(t) && g.features.views);
    (1, Generator::cut, |g, t| is_array(t) && g.features.views);
    (1, Generator::windows, |g, t| is_array(t) && g.features.views);
    (1, Generator::padded, |g, t| is_array(t) && g.features.views);
    (1, Generator::gathered, |g, t| is_array(t) && g.features.views);
    (1, Generator::reordered, |g, t| is_array(t) && g.features.views);
    (1, Generator::strided, |g, t| is_array(t) && g.features.views);
    (1, Generator::concatenated, |g, t| is_array(t) && g.features.views);
    (1, Generator::generated, |g, t| is_array(t) && g.features.views);
    (3, Generator::mapped_view, |g, t| is_array(t) && g.features.views);
    (1, Generator::scanned, |g, t| is_array(t) && g.features.loops);
    (1, Generator::iterated, |g, t| is_array(t) && g.features.loops);
    (1, Generator::updated, |g, t| is_array(t) && g.features.loops);
    (8, Generator::scanned_by_group, |g, t| is_array(t) && g.is_group_with_loops());
    (6, Generator::reduced_by_subgroups, |g, t| is_array(t) && g.is_group_with_loops());
    (16, Generator::scanned_by_subgroups, |g, t| is_array(t) && g.is_group_with_loops());
    (12, Generator::shuffled, |g, t| is_array(t) && g.is_group_with_loops());
    (1, Generator::scattered, |g, t| is_array(t) && g.features.scatters);
    (1, Generator::scattered_into, |g, t| is_array(t) && g.features.scatters);
    (1, Generator::histogram, |g, t| is_array(t) && g.features.scatters);
    (1, Generator::vectorised, |g, t| is_array(t) && g.features.vectors);
    (2, Generator::placed, |g, t| is_array(t) && g.strategies);
    (1, Generator::launched, |g, t| is_array(t) && g.strategies && g.level == Level::Host);
};

fn is_array(data: &DataType) -> bool {
    matches!(data, DataType::Array(..))
}

pub(super) fn exp(data: &DataType) -> PhraseType {
    PhraseType::Exp(data.clone())
}

impl Generator {
    /// Decides the features, the numbers and the sizes of a program.
    pub(super) fn new(c: &mut Choices, shape: Shape) -> Generator {
        let mut flag = || c.below(3) != 0;
        let features = Features {
            pairs: flag(),
            views: flag(),
            loops: flag(),
            scatters: flag(),
            lets: flag(),
            calls: flag(),
            vectors: flag(),
        };
        let all = number_types(shape);
        let mut numbers = vec![all[c.below(2)]];
        for _ in 0..c.below(3) {
            numbers.extend(c.pick(all));
        }
        let lengths = [2, 1, 3, 0, 5, 8, 12];
        let sizes = (0..c.below(3))
            .map(|_| (Name::fresh("n"), lengths[c.below(lengths.len())]))
            .collect();
        Generator {
            sizes,
            features,
            numbers,
            definitions: Vec::new(),
            strategies: shape.strategies,
            scope: Vec::new(),
            level: Level::Host,
        }
    }

    /// A generator of terms without definitions, sizes and inputs around them.
    pub(super) fn closed(c: &mut Choices, shape: Shape) -> Generator {
        let mut generator = Generator::new(c, shape);
        generator.sizes.clear();
        generator.features.calls = false;
        generator.strategies = false;
        generator.level = Level::Undecided;
        generator
    }

    /// Brings a new variable into scope.
    pub(super) fn declare(&mut self, text: &str, data: &DataType) -> Name {
        let name = Name::fresh(text);
        self.scope.push((name.clone(), data.clone()));
        name
    }

    /// A term of type `exp[goal]`.
    pub(super) fn term(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Phrase {
        if depth == 0 {
            return self.leaf(c, goal);
        }
        // An alternative that does not fit after all gives way to a leaf.
        let way = way(c, WAYS, |may| may(self, goal));
        way.and_then(|make| make(self, c, goal, depth - 1))
            .unwrap_or_else(|| self.leaf(c, goal))
    }

    /// A part of a term, from its own node of the choices.
    pub(super) fn part(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Phrase {
        c.part(|c| self.term(c, goal, depth))
    }

    fn is_group_with_loops(&self) -> bool {
        self.level == Level::Group && self.features.loops
    }

    /// The simplest term: a variable of the type if there is one, or built from literals.
    fn leaf(&mut self, c: &mut Choices, goal: &DataType) -> Phrase {
        let fitting: Vec<Name> = self
            .scope
            .iter()
            .filter(|(_, d)| d == goal)
            .map(|(x, _)| x.clone())
            .collect();
        if !fitting.is_empty() && c.below(4) != 3 {
            let newest = fitting.len() - 1 - c.below(fitting.len());
            return Phrase::var(&fitting[newest], Span::NONE);
        }
        match goal {
            DataType::Num(t) => self.literal(c, *t),
            DataType::Index(n) => self.index(c, n),
            DataType::Vector(width, t) => {
                let (width, of) = (*width, *t);
                prim(Prim::Splat { width, of }, vec![self.literal(c, of)])
            }
            DataType::Pair(a, b) => {
                let parts = vec![c.part(|c| self.leaf(c, a)), c.part(|c| self.leaf(c, b))];
                let (first, second) = ((**a).clone(), (**b).clone());
                prim(Prim::Pair { first, second }, parts)
            }
            DataType::Array(n, element) => self.generate_with(c, n, element, 0),
            DataType::Var(_) => unreachable!("generated programs have no type variables"),
        }
    }

    fn literal(&mut self, c: &mut Choices, t: PrimType) -> Phrase {
        literal(inputs::number(c, t))
    }

    /// An index below n: one in scope, or a numeral.
    fn index(&mut self, c: &mut Choices, n: &Nat) -> Phrase {
        let variables: Vec<Name> = self
            .scope
            .iter()
            .filter(|(_, d)| matches!(d, DataType::Index(m) if m == n))
            .map(|(x, _)| x.clone())
            .collect();
        let length = self.value(n);
        let is_literal = n.as_constant().is_some() && length > 0;
        if let Some(x) = c.pick(&variables)
            && !(is_literal && c.one_in(4))
        {
            if is_literal && c.one_in(4) {
                // The same index from the other end.
                let value = n.minus(&Nat::one()).minus(&Nat::var(x));
                return at(value, n);
            }
            return Phrase::var(x, Span::NONE);
        }
        if is_literal {
            let value = Nat::lit(c.below(usize::try_from(length).unwrap_or(1)) as i64);
            return at(value, n);
        }
        if n.as_constant().is_none() && c.one_in(2) {
            // A term of the size: seen to be in range within a loop over it, elsewhere the launch asks.
            let value = match c.one_in(2) {
                true => Nat::zero(),
                false => n.minus(&Nat::one()),
            };
            return at(value, n);
        }
        // In range only if the array is not empty; callers that need an element see to that.
        prim(Prim::as_index(PrimType::I64, n), vec![literal(PrimValue::I64(0))])
    }

    /// `λx. body` with x in scope of the body only.
    fn function(
        &mut self,
        c: &mut Choices,
        text: &str,
        from: &DataType,
        body: impl FnOnce(&mut Generator, &mut Choices) -> Phrase,
    ) -> Phrase {
        Phrase::lambda(text, exp(from), Span::NONE, |x| {
            if let elder_dpia::Node::Var(name) = &*x.node {
                self.scope.push((name.clone(), from.clone()));
            }
            let result = body(self, c);
            self.scope.pop();
            result
        })
    }

    /// `λx y. body`
    fn function2(
        &mut self,
        c: &mut Choices,
        (x, first): (&str, &DataType),
        (y, second): (&str, &DataType),
        body: impl FnOnce(&mut Generator, &mut Choices) -> Phrase,
    ) -> Phrase {
        self.function(c, x, first, |g, c| g.function(c, y, second, body))
    }

    pub(super) fn at_level<T>(&mut self, level: Level, inside: impl FnOnce(&mut Generator) -> T) -> T {
        let outer = std::mem::replace(&mut self.level, level);
        let result = inside(self);
        self.level = outer;
        result
    }

    fn conditional(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let condition = self.part(c, &DataType::Num(PrimType::Bool), depth.min(1));
        let (yes, no) = (self.part(c, goal, depth), self.part(c, goal, depth));
        Some(prim(Prim::If { result: exp(goal) }, vec![condition, yes, no]))
    }

    fn named(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let of = c.part(|c| self.data_type(c, 1));
        let value = self.part(c, &of, depth);
        let body = self.function(c, "t", &of, |g, c| g.part(c, goal, depth));
        let result = exp(goal);
        Some(prim(Prim::Let { of, result }, vec![value, body]))
    }

    fn projected(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let number = c.part(|c| self.number_type(c));
        let other = match goal {
            // Two arrays of one length: an unzipped one.
            DataType::Array(n, _) if c.below(2) == 1 => DataType::array(n.clone(), number),
            _ => number,
        };
        let (own, is_first) = (goal.clone(), c.below(2) == 0);
        let (first, second) = if is_first { (own, other) } else { (other, own) };
        let part = match is_first {
            true => Prim::Fst { first, second },
            false => Prim::Snd { first, second },
        };
        self.made_of(c, part, vec![], depth)
    }

    /// An element of an array that is not empty; rarely of one whose size the launch finds to be none.
    fn indexed(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let n = self.size(c);
        let array = DataType::array(n.clone(), goal.clone());
        let is_asked = n.as_constant().is_none() && c.one_in(4);
        if self.value(&n) == 0 && !is_asked || !self.fits(&array) {
            return None;
        }
        let (array, index) = (self.part(c, &array, depth), c.part(|c| self.index(c, &n)));
        Some(prim(Prim::Idx { n, of: goal.clone() }, vec![array, index]))
    }

    /// A value that is stored where the level allows.
    fn placed(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let spaces: &[AddressSpace] = match self.level {
            Level::Group => &[AddressSpace::Local, AddressSpace::Global],
            Level::Item => &[AddressSpace::Private, AddressSpace::Global],
            Level::Host => &[AddressSpace::Global],
            Level::Undecided => return None,
        };
        let space = *c.pick(spaces)?;
        let constant = |d: &DataType| {
            let mut all = true;
            d.each_nat(&mut |n| all &= n.as_constant().is_some());
            all
        };
        if space != AddressSpace::Global && !constant(goal) {
            return None;
        }
        let from = c.part(|c| self.data_type(c, 1));
        let function = self.function(c, "y", &from, |g, c| g.part(c, goal, depth));
        let input = self.part(c, &from, depth.min(1));
        let to = goal.clone();
        Some(prim(Prim::To { space, from, to }, vec![function, input]))
    }
}
