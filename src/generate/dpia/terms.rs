//! Terms of a goal type.
//!
//! [`Generator::term`] lists the ways to make a term of the goal that fit what is in scope and the level (who runs this
//! part: the host, a work-group, a work-item), and lets the choices pick one.  The first way always ends.

use super::inputs::number;
use super::{Shape, number_types};
use crate::Choices;
use elder_dpia::{
    AddressSpace, DataType, Definition, Name, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue,
};
use elder_syntax::Span;

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

/// Terms are at most this large, whatever their depth.
type Way = fn(&mut Generator, &mut Choices, &DataType, usize) -> Option<Phrase>;

pub(super) fn prim(prim: Prim, arguments: Vec<Phrase>) -> Phrase {
    Phrase::prim(prim, arguments, Span::NONE)
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
        let ways = self.ways(goal);
        // An alternative that does not fit after all gives way to a leaf.
        match c.pick(&ways).copied() {
            Some(way) => way(self, c, goal, depth - 1).unwrap_or_else(|| self.leaf(c, goal)),
            None => self.leaf(c, goal),
        }
    }

    /// A part of a term, from its own node of the choices.
    pub(super) fn part(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Phrase {
        c.part(|c| self.term(c, goal, depth))
    }

    fn ways(&self, goal: &DataType) -> Vec<Way> {
        let f = self.features;
        let mut ways: Vec<Way> = vec![
            |g, c, goal, _| Some(g.leaf(c, goal)),
            Generator::conditional,
            Generator::projected,
        ];
        if f.lets {
            ways.push(Generator::named);
        }
        if f.calls {
            ways.push(Generator::called);
        }
        if f.loops {
            ways.extend([
                Generator::reduced as Way,
                Generator::stepped,
                Generator::stepped_while,
            ]);
        }
        if f.views {
            ways.push(Generator::indexed);
        }
        if f.scatters && f.loops {
            ways.push(Generator::partitioned);
        }
        match goal {
            DataType::Num(_) => {
                ways.extend([
                    Generator::operator as Way,
                    Generator::operator,
                    Generator::reduced,
                    Generator::comparison,
                ]);
                ways.push(Generator::converted);
                if f.vectors {
                    ways.push(Generator::component_of_vector);
                }
                if self.level == Level::Group && f.loops {
                    ways.extend([Generator::reduced_by_group as Way; 4]);
                }
            }
            DataType::Vector(..) => {
                ways.extend([Generator::vector_of_components as Way; 3]);
                ways.extend([Generator::operator_on_vectors as Way; 2]);
                ways.extend([Generator::components_of_vector as Way; 2]);
            }
            DataType::Pair(..) => {
                ways.extend([Generator::paired as Way, Generator::unzipped, Generator::unzipped])
            }
            DataType::Array(..) => {
                ways.extend([Generator::mapped as Way; 6]);
                ways.extend([Generator::zipped as Way, Generator::split, Generator::joined]);
                if matches!(goal, DataType::Array(_, d) if matches!(**d, DataType::Pair(..))) {
                    ways.extend([Generator::zipped as Way; 6]);
                }
                if matches!(goal, DataType::Array(_, d) if matches!(**d, DataType::Array(..))) {
                    ways.extend([Generator::split as Way; 3]);
                }
                if f.views {
                    ways.extend([
                        Generator::transposed as Way,
                        Generator::cut,
                        Generator::windows,
                        Generator::padded,
                    ]);
                    ways.extend([
                        Generator::gathered as Way,
                        Generator::reordered,
                        Generator::concatenated,
                    ]);
                    ways.push(Generator::generated);
                    ways.extend([Generator::mapped_view as Way; 3]);
                }
                if f.loops {
                    ways.extend([Generator::scanned as Way, Generator::iterated, Generator::updated]);
                    if self.level == Level::Group {
                        ways.extend([Generator::scanned_by_group as Way; 8]);
                        ways.extend([Generator::reduced_by_subgroups as Way; 6]);
                        ways.extend([Generator::scanned_by_subgroups as Way; 16]);
                        ways.extend([Generator::shuffled as Way; 12]);
                    }
                }
                if f.scatters {
                    ways.extend([
                        Generator::scattered as Way,
                        Generator::scattered_into,
                        Generator::histogram,
                    ]);
                }
                if f.vectors {
                    ways.push(Generator::vectorised);
                }
                if self.strategies {
                    ways.extend([Generator::placed as Way; 2]);
                    if self.level == Level::Host {
                        ways.push(Generator::launched);
                    }
                }
            }
            _ => {}
        }
        ways
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
                let element = self.literal(c, *t);
                prim(
                    Prim::Splat {
                        width: *width,
                        of: *t,
                    },
                    vec![element],
                )
            }
            DataType::Pair(a, b) => {
                let parts = vec![c.part(|c| self.leaf(c, a)), c.part(|c| self.leaf(c, b))];
                prim(
                    Prim::Pair {
                        first: (**a).clone(),
                        second: (**b).clone(),
                    },
                    parts,
                )
            }
            DataType::Array(n, element) => self.generate_with(c, n, element, 0),
            DataType::Var(_) => unreachable!("generated programs have no type variables"),
        }
    }

    fn literal(&mut self, c: &mut Choices, t: PrimType) -> Phrase {
        let value = number(c, t);
        prim(
            Prim::Literal {
                value,
                of: DataType::Num(t),
            },
            vec![],
        )
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
        let literal = n.as_constant().is_some() && length > 0;
        if let Some(x) = c.pick(&variables)
            && !(literal && c.one_in(4))
        {
            if literal && c.one_in(4) {
                // The same index from the other end.
                let value = n.minus(&Nat::one()).minus(&Nat::var(x));
                return prim(Prim::IndexLiteral { value, n: n.clone() }, vec![]);
            }
            return Phrase::var(x, Span::NONE);
        }
        if literal {
            let value = Nat::lit(c.below(usize::try_from(length).unwrap_or(1)) as i64);
            return prim(Prim::IndexLiteral { value, n: n.clone() }, vec![]);
        }
        if n.as_constant().is_none() && c.one_in(2) {
            // A term of the size: seen to be in range within a loop over it, elsewhere the launch asks.
            let value = match c.one_in(2) {
                true => Nat::zero(),
                false => n.minus(&Nat::one()),
            };
            return prim(Prim::IndexLiteral { value, n: n.clone() }, vec![]);
        }
        // In range only if the array is not empty; callers that need an element see to that.
        let zero = prim(
            Prim::Literal {
                value: PrimValue::I64(0),
                of: DataType::Num(PrimType::I64),
            },
            vec![],
        );
        prim(Prim::as_index(PrimType::I64, n), vec![zero])
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

    fn at_level<T>(&mut self, level: Level, inside: impl FnOnce(&mut Generator) -> T) -> T {
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
        Some(prim(
            Prim::Let {
                of,
                result: exp(goal),
            },
            vec![value, body],
        ))
    }

    fn projected(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let number = c.part(|c| self.number_type(c));
        let other = match goal {
            // Two arrays of one length: an unzipped one.
            DataType::Array(n, _) if c.below(2) == 1 => DataType::array(n.clone(), number),
            _ => number,
        };
        if c.below(2) == 0 {
            let pair = self.part(c, &DataType::pair(goal.clone(), other.clone()), depth);
            Some(prim(
                Prim::Fst {
                    first: goal.clone(),
                    second: other,
                },
                vec![pair],
            ))
        } else {
            let pair = self.part(c, &DataType::pair(other.clone(), goal.clone()), depth);
            Some(prim(
                Prim::Snd {
                    first: other,
                    second: goal.clone(),
                },
                vec![pair],
            ))
        }
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
        Some(prim(
            Prim::To {
                space,
                from,
                to: goal.clone(),
            },
            vec![function, input],
        ))
    }
}
