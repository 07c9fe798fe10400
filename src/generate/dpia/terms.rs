//! Terms of a goal type.
//!
//! [`Generator::term`] lists the ways to make a term of the goal that fit what is in scope and the level (who runs this
//! part: the host, a work-group, a work-item), and lets the choices pick one.  The first way always ends.

use super::inputs::number;
use super::{Shape, number_types};
use crate::Choices;
use elder_dpia::{
    AddressSpace, BinOp, DataType, Definition, Name, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue,
    Strategy, UnOp, UpdateOp,
};
use elder_syntax::Span;

mod partitions;
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
                        ways.extend([Generator::scanned_by_subgroups as Way; 12]);
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
        prim(
            Prim::AsIndex {
                from: PrimType::I64,
                n: n.clone(),
            },
            vec![zero],
        )
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

    // ---- any type ----

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

    fn reduced(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let n = self.size(c);
        let from = c.part(|c| self.data_type(c, 1));
        let array = DataType::array(n.clone(), from.clone());
        if !self.fits(&array) || !self.fits(goal) {
            return None;
        }
        let step =
            self.sequential(|g| g.function2(c, ("x", &from), ("a", goal), |g, c| g.part(c, goal, depth)));
        let (init, input) = (self.part(c, goal, depth.min(1)), self.part(c, &array, depth));
        Some(prim(
            Prim::Reduce {
                n,
                from,
                to: goal.clone(),
            },
            vec![step, init, input],
        ))
    }

    /// Work inside a sequential loop: on the grid it would be done by one item.
    fn sequential<T>(&mut self, inside: impl FnOnce(&mut Generator) -> T) -> T {
        let level = match self.level {
            Level::Host if self.strategies => Level::Item,
            level => level,
        };
        self.at_level(level, inside)
    }

    fn stepped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let k = Nat::lit(c.below(4) as i64);
        let index = DataType::Index(k.clone());
        let step =
            self.sequential(|g| g.function2(c, ("i", &index), ("s", goal), |g, c| g.part(c, goal, depth)));
        let init = self.part(c, goal, depth);
        Some(prim(Prim::LoopSeq { k, of: goal.clone() }, vec![step, init]))
    }

    /// A loop whose state counts down beside the value.
    fn stepped_while(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let counter = DataType::Num(PrimType::I32);
        let state = DataType::pair(counter.clone(), goal.clone());
        let int = |value: i32| {
            prim(
                Prim::Literal {
                    value: PrimValue::I32(value),
                    of: DataType::Num(PrimType::I32),
                },
                vec![],
            )
        };
        let fst = |s: Phrase| {
            prim(
                Prim::Fst {
                    first: DataType::Num(PrimType::I32),
                    second: goal.clone(),
                },
                vec![s],
            )
        };
        let binary = |op, a, b| {
            prim(
                Prim::Binary {
                    op,
                    of: DataType::Num(PrimType::I32),
                },
                vec![a, b],
            )
        };
        let going = Phrase::lambda("s", exp(&state), Span::NONE, |s| {
            binary(BinOp::Gt, fst(s), int(0))
        });
        let times = c.below(4) as i32;
        let step = self.sequential(|g| {
            Phrase::lambda("s", exp(&state), Span::NONE, |s| {
                if let elder_dpia::Node::Var(name) = &*s.node {
                    g.scope.push((name.clone(), state.clone()));
                }
                let value = g.part(c, goal, depth);
                g.scope.pop();
                let less = binary(BinOp::Sub, fst(s), int(1));
                prim(
                    Prim::Pair {
                        first: counter.clone(),
                        second: goal.clone(),
                    },
                    vec![less, value],
                )
            })
        });
        let init = self.part(c, goal, depth);
        let start = prim(
            Prim::Pair {
                first: counter.clone(),
                second: goal.clone(),
            },
            vec![int(times), init],
        );
        let end = prim(Prim::IterWhile { of: state.clone() }, vec![going, step, start]);
        Some(prim(
            Prim::Snd {
                first: counter,
                second: goal.clone(),
            },
            vec![end],
        ))
    }

    // ---- numbers ----

    fn operator(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Num(t) = goal else { return None };
        if c.one_in(5) {
            let op = match t {
                PrimType::Bool => UnOp::Not,
                _ => UnOp::Neg,
            };
            let operand = self.part(c, goal, depth);
            return Some(prim(Prim::Unary { op, of: goal.clone() }, vec![operand]));
        }
        let operators: &[BinOp] = match t {
            PrimType::Bool => &[BinOp::And, BinOp::Or, BinOp::Xor],
            t if t.is_float() => &[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Min, BinOp::Max],
            _ => &[
                BinOp::Add,
                BinOp::Sub,
                BinOp::Mul,
                BinOp::Min,
                BinOp::Max,
                BinOp::And,
                BinOp::Or,
                BinOp::Xor,
            ],
        };
        let op = *c.pick(operators)?;
        let operands = vec![self.part(c, goal, depth), self.part(c, goal, depth)];
        Some(prim(Prim::Binary { op, of: goal.clone() }, operands))
    }

    fn comparison(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        if *goal != DataType::Num(PrimType::Bool) {
            return None;
        }
        let of = self.number_type(c);
        let op = *c.pick(&[BinOp::Lt, BinOp::Le, BinOp::Eq, BinOp::Ne, BinOp::Gt, BinOp::Ge])?;
        let operands = vec![self.part(c, &of, depth), self.part(c, &of, depth)];
        Some(prim(Prim::Binary { op, of }, operands))
    }

    /// From another number, an index in scope, or a size.
    fn converted(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Num(to) = goal else { return None };
        let indexes: Vec<(Name, DataType)> = self
            .scope
            .iter()
            .filter(|(_, d)| matches!(d, DataType::Index(_)))
            .cloned()
            .collect();
        if let Some((x, from)) = c.pick(&indexes).cloned() {
            return Some(prim(
                Prim::Convert { to: *to, from },
                vec![Phrase::var(&x, Span::NONE)],
            ));
        }
        if let (true, Some((size, _))) = (*to != PrimType::Bool && c.below(2) == 0, c.pick(&self.sizes)) {
            return Some(prim(
                Prim::NatValue {
                    of: *to,
                    value: Nat::var(size),
                },
                vec![],
            ));
        }
        let from = self.number_type(c);
        let operand = self.part(c, &from, depth);
        Some(prim(Prim::Convert { to: *to, from }, vec![operand]))
    }

    /// True monoids: an operator with its neutral element.
    fn monoid(&mut self, c: &mut Choices, t: PrimType) -> Option<(Phrase, Phrase)> {
        let of = DataType::Num(t);
        let literal = |value| {
            prim(
                Prim::Literal {
                    value,
                    of: DataType::Num(t),
                },
                vec![],
            )
        };
        let zero = super::inputs::small(t, 0);
        if c.one_in(3) {
            // The first that is not zero: associative, not commutative.
            let first = self.function2(c, ("x", &of), ("y", &of), |g, _| {
                let (y, x) = (
                    g.scope[g.scope.len() - 1].0.clone(),
                    g.scope[g.scope.len() - 2].0.clone(),
                );
                let (x, y) = (Phrase::var(&x, Span::NONE), Phrase::var(&y, Span::NONE));
                let is_zero = prim(
                    Prim::Binary {
                        op: BinOp::Eq,
                        of: of.clone(),
                    },
                    vec![x.clone(), literal(zero)],
                );
                prim(Prim::If { result: exp(&of) }, vec![is_zero, y, x])
            });
            return (!t.is_float()).then_some((first, literal(zero)));
        }
        let (op, neutral) = match t {
            PrimType::Bool => *c.pick(&[(BinOp::And, 1), (BinOp::Or, 0), (BinOp::Xor, 0)])?,
            t if t.is_integer() => {
                *c.pick(&[(BinOp::Add, 0), (BinOp::Mul, 1), (BinOp::Or, 0), (BinOp::Xor, 0)])?
            }
            _ => return None,
        };
        let function = self.function2(c, ("x", &of), ("y", &of), |g, _| {
            let (y, x) = (
                g.scope[g.scope.len() - 1].0.clone(),
                g.scope[g.scope.len() - 2].0.clone(),
            );
            prim(
                Prim::Binary { op, of: of.clone() },
                vec![Phrase::var(&x, Span::NONE), Phrase::var(&y, Span::NONE)],
            )
        });
        Some((function, literal(super::inputs::small(t, neutral))))
    }

    fn reduced_by_group(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (DataType::Num(t), Level::Group) = (goal, self.level) else {
            return None;
        };
        let (function, neutral) = self.monoid(c, *t)?;
        let n = self.size(c);
        let input = self.part(c, &DataType::array(n.clone(), goal.clone()), depth);
        Some(prim(
            Prim::ReduceGroup {
                dimension: 0,
                n,
                of: goal.clone(),
            },
            vec![function, neutral, input],
        ))
    }

    // ---- pairs ----

    fn paired(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Pair(a, b) = goal else { return None };
        let parts = vec![self.part(c, a, depth), self.part(c, b, depth)];
        Some(prim(
            Prim::Pair {
                first: (**a).clone(),
                second: (**b).clone(),
            },
            parts,
        ))
    }

    fn unzipped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Pair(a, b) = goal else { return None };
        let (DataType::Array(n, first), DataType::Array(m, second)) = (&**a, &**b) else {
            return None;
        };
        if n != m {
            return None;
        }
        let zipped = DataType::array(n.clone(), DataType::pair((**first).clone(), (**second).clone()));
        let input = self.part(c, &zipped, depth);
        let parts = Prim::Unzip {
            n: n.clone(),
            first: (**first).clone(),
            second: (**second).clone(),
        };
        Some(prim(parts, vec![input]))
    }

    // ---- arrays ----

    fn generate_with(&mut self, c: &mut Choices, n: &Nat, element: &DataType, depth: usize) -> Phrase {
        let index = DataType::Index(n.clone());
        let body = self.function(c, "i", &index, |g, c| c.part(|c| g.term(c, element, depth)));
        prim(
            Prim::Generate {
                n: n.clone(),
                of: element.clone(),
            },
            vec![body],
        )
    }

    fn generated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, element) = goal else {
            return None;
        };
        let element = (**element).clone();
        // The view recomputes its elements, so they stay cheap.
        Some(self.generate_with(c, n, &element, depth.min(1)))
    }

    /// Who may run a map here, and the level of its body.
    fn strategy(&mut self, c: &mut Choices) -> (Strategy, Level) {
        let ways: &[(Strategy, Level)] = match self.level {
            Level::Host if self.strategies => &[
                (Strategy::Workgroup(0), Level::Group),
                (Strategy::Global(0), Level::Item),
                (Strategy::Any, Level::Undecided),
            ],
            Level::Host | Level::Undecided => &[(Strategy::Any, Level::Undecided)],
            Level::Group => &[(Strategy::Local(0), Level::Item)],
            Level::Item => &[(Strategy::Seq, Level::Item)],
        };
        c.pick(ways).copied().unwrap_or((Strategy::Any, Level::Undecided))
    }

    fn mapped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, to) = goal else { return None };
        let from = match c.below(3) {
            2 if self.features.pairs => {
                DataType::pair(c.part(|c| self.data_type(c, 0)), c.part(|c| self.data_type(c, 1)))
            }
            _ => c.part(|c| self.data_type(c, 1)),
        };
        let input_type = DataType::array(n.clone(), from.clone());
        if !self.fits(&input_type) {
            return None;
        }
        let (strategy, level) = self.strategy(c);
        let to = (**to).clone();
        let body = self.at_level(level, |g| g.function(c, "x", &from, |g, c| g.part(c, &to, depth)));
        let input = self.part(c, &input_type, depth);
        Some(prim(
            Prim::Map {
                strategy,
                n: n.clone(),
                from,
                to,
            },
            vec![body, input],
        ))
    }

    fn zipped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, element) = goal else {
            return None;
        };
        let DataType::Pair(a, b) = &**element else {
            return None;
        };
        let (first, second) = ((**a).clone(), (**b).clone());
        let inputs = vec![
            self.part(c, &DataType::array(n.clone(), first.clone()), depth),
            self.part(c, &DataType::array(n.clone(), second.clone()), depth),
        ];
        Some(prim(
            Prim::Zip {
                n: n.clone(),
                first,
                second,
            },
            inputs,
        ))
    }

    fn split(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, row) = goal else {
            return None;
        };
        let DataType::Array(n, of) = &**row else {
            return None;
        };
        let input = self.part(c, &DataType::array(n.times(m), (**of).clone()), depth);
        Some(prim(
            Prim::Split {
                n: n.clone(),
                m: m.clone(),
                of: (**of).clone(),
            },
            vec![input],
        ))
    }

    /// From rows, if the length has a divisor that can be seen.
    fn joined(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(length, of) = goal else {
            return None;
        };
        let rows: Vec<(Nat, Nat)> = match length.as_constant() {
            Some(k) if k > 0 => (1..=k)
                .filter(|d| k % d == 0)
                .map(|d| (Nat::lit(k / d), Nat::lit(d)))
                .collect(),
            _ => vec![(Nat::one(), length.clone()), (length.clone(), Nat::one())],
        };
        let (n, m) = c.pick(&rows)?.clone();
        let rows = DataType::array(n.clone(), DataType::array(m.clone(), (**of).clone()));
        let input = self.part(c, &rows, depth);
        Some(prim(
            Prim::Join {
                n,
                m,
                of: (**of).clone(),
            },
            vec![input],
        ))
    }

    fn transposed(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, row) = goal else {
            return None;
        };
        let DataType::Array(n, of) = &**row else {
            return None;
        };
        let input = DataType::array(n.clone(), DataType::array(m.clone(), (**of).clone()));
        let input = self.part(c, &input, depth);
        Some(prim(
            Prim::Transpose {
                n: n.clone(),
                m: m.clone(),
                of: (**of).clone(),
            },
            vec![input],
        ))
    }

    /// `take` or `drop` of something longer.
    fn cut(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, of) = goal else { return None };
        let more = Nat::lit(c.below(4) as i64);
        let input = DataType::array(n.plus(&more), (**of).clone());
        let drop = c.below(2) == 1;
        let input = self.part(c, &input, depth);
        let (n, of) = (n.clone(), (**of).clone());
        Some(prim(
            if drop {
                Prim::Drop { n: more, m: n, of }
            } else {
                Prim::Take { n, m: more, of }
            },
            vec![input],
        ))
    }

    fn windows(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(count, window) = goal else {
            return None;
        };
        let DataType::Array(size, of) = &**window else {
            return None;
        };
        let n = Nat::lit(count.as_constant()?.checked_sub(1).filter(|n| *n >= 0)?);
        let step = Nat::lit(1 + c.below(3) as i64);
        let input = DataType::array(step.times(&n).plus(size), (**of).clone());
        let input = self.part(c, &input, depth);
        Some(prim(
            Prim::Slide {
                n,
                size: size.clone(),
                step,
                of: (**of).clone(),
            },
            vec![input],
        ))
    }

    fn padded(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(length, of) = goal else {
            return None;
        };
        let length = length.as_constant()?;
        let left = c.below(usize::try_from(length + 1).ok()?) as i64;
        let right = c.below(usize::try_from(length - left + 1).ok()?) as i64;
        let n = Nat::lit(length - left - right);
        let (left, right, of) = (Nat::lit(left), Nat::lit(right), (**of).clone());
        let clamp = !n.is_zero() && c.below(2) == 1;
        let input = self.part(c, &DataType::array(n.clone(), of.clone()), depth);
        if clamp {
            return Some(prim(Prim::PadClamp { n, left, right, of }, vec![input]));
        }
        let outside = self.part(c, &of, depth.min(1));
        Some(prim(Prim::PadConst { n, left, right, of }, vec![outside, input]))
    }

    fn gathered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, of) = goal else { return None };
        let n = self.size(c);
        let source = DataType::array(n.clone(), (**of).clone());
        if self.value(&n) == 0 || !self.fits(&source) {
            return None;
        }
        let indexes = self.part(
            c,
            &DataType::array(m.clone(), DataType::Index(n.clone())),
            depth.min(2),
        );
        let source = self.part(c, &source, depth);
        Some(prim(
            Prim::Gather {
                n,
                m: m.clone(),
                of: (**of).clone(),
            },
            vec![indexes, source],
        ))
    }

    /// `λi. n − 1 − i`: its own inverse.
    fn reverse(&mut self, n: &Nat) -> Phrase {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        Phrase::lambda("i", index, Span::NONE, |i| {
            let value = match &*i.node {
                elder_dpia::Node::Var(x) => n.minus(&Nat::one()).minus(&Nat::var(x)),
                _ => Nat::zero(),
            };
            prim(Prim::IndexLiteral { value, n: n.clone() }, vec![])
        })
    }

    fn reordered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, of) = goal else { return None };
        let of = (**of).clone();
        let divisors: Vec<i64> = match n.as_constant() {
            Some(k) => (1..=k).filter(|d| k % d == 0).collect(),
            None => vec![1],
        };
        let stride = if c.below(2) == 1 {
            c.pick(&divisors).copied()
        } else {
            None
        };
        let input = self.part(c, goal, depth);
        if let Some(s) = stride {
            return Some(prim(
                Prim::Stride {
                    n: n.clone(),
                    s: Nat::lit(s),
                    of,
                },
                vec![input],
            ));
        }
        let functions = vec![self.reverse(n), self.reverse(n), input];
        Some(prim(Prim::Reorder { n: n.clone(), of }, functions))
    }

    fn concatenated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(length, of) = goal else {
            return None;
        };
        let length = length.as_constant()?;
        let n = c.below(usize::try_from(length + 1).ok()?) as i64;
        let (n, m, of) = (Nat::lit(n), Nat::lit(length - n), (**of).clone());
        let parts = vec![
            self.part(c, &DataType::array(n.clone(), of.clone()), depth),
            self.part(c, &DataType::array(m.clone(), of.clone()), depth),
        ];
        Some(prim(Prim::Concat { n, m, of }, parts))
    }

    fn scanned(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, to) = goal else { return None };
        let to = (**to).clone();
        let from = c.part(|c| self.data_type(c, 0));
        let step =
            self.sequential(|g| g.function2(c, ("x", &from), ("a", &to), |g, c| g.part(c, &to, depth)));
        let init = self.part(c, &to, depth.min(1));
        let input = self.part(c, &DataType::array(n.clone(), from.clone()), depth);
        Some(prim(
            Prim::Scan {
                n: n.clone(),
                from,
                to,
            },
            vec![step, init, input],
        ))
    }

    fn scanned_by_group(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (DataType::Array(n, of), Level::Group) = (goal, self.level) else {
            return None;
        };
        let DataType::Num(t) = **of else { return None };
        let (function, neutral) = self.monoid(c, t)?;
        let input = self.part(c, goal, depth);
        Some(prim(
            Prim::ScanGroup {
                dimension: 0,
                n: n.clone(),
                of: DataType::Num(t),
            },
            vec![function, neutral, input],
        ))
    }

    /// Halving (or another division of the length) a few times.
    fn iterated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, of) = goal else { return None };
        let (n, k) = (Nat::lit(2), Nat::lit(c.below(4) as i64));
        let of = (**of).clone();
        let input_type = DataType::array(m.times(&n.power(&k)), of.clone());
        if !self.fits(&input_type) {
            return None;
        }
        let l = Name::fresh("l");
        let length = Nat::var(&l);
        let whole = DataType::array(length.times(&n), of.clone());
        let chunks = DataType::array(length.clone(), DataType::array(n.clone(), of.clone()));
        let DataType::Array(_, chunk) = &chunks else {
            return None;
        };
        let (strategy, level) = self.strategy(c);
        let body = self.at_level(level, |g| {
            g.function(c, "chunk", chunk, |g, c| {
                let step = g.sequential(|g| {
                    g.function2(c, ("x", &of), ("a", &of), |g, c| g.part(c, &of, depth.min(2)))
                });
                let init = c.part(|c| g.leaf(c, &of));
                let Some((x, _)) = g.scope.last().cloned() else {
                    return init;
                };
                let reduce = Prim::Reduce {
                    n: n.clone(),
                    from: of.clone(),
                    to: of.clone(),
                };
                prim(reduce, vec![step, init, Phrase::var(&x, Span::NONE)])
            })
        });
        let step = Phrase::lambda("whole", exp(&whole), Span::NONE, |x| {
            let split = prim(
                Prim::Split {
                    n: n.clone(),
                    m: length.clone(),
                    of: of.clone(),
                },
                vec![x],
            );
            let map = Prim::Map {
                strategy,
                n: length.clone(),
                from: (**chunk).clone(),
                to: of.clone(),
            };
            prim(map, vec![body, split])
        });
        let step = Phrase::new(elder_dpia::Node::NatLambda(l, step), Span::NONE);
        let input = self.part(c, &input_type, depth);
        Some(prim(
            Prim::Iterate {
                n,
                m: m.clone(),
                k,
                of,
            },
            vec![step, input],
        ))
    }

    /// A loop that replaces an element a step.
    fn updated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, of) = goal else { return None };
        if self.value(n) == 0 {
            return None;
        }
        let of = (**of).clone();
        let k = Nat::lit(1 + c.below(3) as i64);
        let index = DataType::Index(k.clone());
        let step = self.sequential(|g| {
            g.function2(c, ("i", &index), ("s", goal), |g, c| {
                let (place, value) = (c.part(|c| g.index(c, n)), g.part(c, &of, depth));
                let state = g.scope[g.scope.len() - 1].0.clone();
                let update = Prim::Update {
                    n: n.clone(),
                    of: of.clone(),
                };
                prim(update, vec![Phrase::var(&state, Span::NONE), place, value])
            })
        });
        let init = self.part(c, goal, depth);
        Some(prim(Prim::LoopSeq { k, of: goal.clone() }, vec![step, init]))
    }

    /// `λi. (stride · i + shift) mod n`
    fn turned(&mut self, n: &Nat, stride: i64, shift: &Nat) -> Phrase {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        Phrase::lambda("i", index, Span::NONE, |i| {
            let value = match &*i.node {
                elder_dpia::Node::Var(x) => Nat::var(x).times(&Nat::lit(stride)).plus(shift),
                _ => Nat::zero(),
            };
            let value = value.remainder(n, &elder_dpia::Ranges::new());
            prim(Prim::IndexLiteral { value, n: n.clone() }, vec![])
        })
    }

    /// Indexes that hit each place once: forwards, backwards, turned, with a stride that has no factor in common with the length, as index
    /// terms or computed.
    fn permutation(&mut self, c: &mut Choices, n: &Nat) -> Phrase {
        let index = DataType::Index(n.clone());
        let turns = if n.is_zero() { 1 } else { 5 };
        let body = match c.below(turns) {
            0 => Phrase::lambda("i", exp(&index), Span::NONE, |i| i),
            1 => self.reverse(n),
            2 => {
                let shift = match c.pick(&self.sizes) {
                    Some((size, _)) if c.one_in(2) => Nat::var(size),
                    _ => Nat::lit(1 + c.below(9) as i64),
                };
                self.turned(n, 1, &shift)
            }
            3 => {
                let length = n.as_constant().unwrap_or(1);
                let stride = *c.pick(&[5, 7, 3, 11, 2]).unwrap_or(&1);
                let stride = if length % stride == 0 { 1 } else { stride };
                self.turned(n, stride, &Nat::lit(c.below(4) as i64))
            }
            _ => Phrase::lambda("i", exp(&index), Span::NONE, |i| {
                let convert = Prim::Convert {
                    to: PrimType::I64,
                    from: index.clone(),
                };
                let back = Prim::AsIndex {
                    from: PrimType::I64,
                    n: n.clone(),
                };
                prim(back, vec![prim(convert, vec![i])])
            }),
        };
        prim(
            Prim::Generate {
                n: n.clone(),
                of: index,
            },
            vec![body],
        )
    }

    fn scattered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, of) = goal else { return None };
        let indexes = self.permutation(c, n);
        let input = self.part(c, goal, depth);
        Some(prim(
            Prim::Scatter {
                n: n.clone(),
                of: (**of).clone(),
            },
            vec![indexes, input],
        ))
    }

    fn scattered_into(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, of) = goal else { return None };
        let of = (**of).clone();
        let length = m.as_constant()?;
        let n = Nat::lit(c.below(usize::try_from(length + 1).ok()?) as i64);
        // Every n-th place from the first on, as many as there are elements.
        let indexes = prim(
            Prim::Generate {
                n: n.clone(),
                of: DataType::Index(m.clone()),
            },
            vec![Phrase::lambda(
                "i",
                PhraseType::Exp(DataType::Index(n.clone())),
                Span::NONE,
                |i| {
                    let value = match &*i.node {
                        elder_dpia::Node::Var(x) => Nat::var(x),
                        _ => Nat::zero(),
                    };
                    prim(Prim::IndexLiteral { value, n: m.clone() }, vec![])
                },
            )],
        );
        let (before, input) = (
            self.part(c, goal, depth),
            self.part(c, &DataType::array(n.clone(), of.clone()), depth),
        );
        if c.one_in(3) {
            // Wherever they go, the last one counts.
            let to = DataType::array(n.clone(), DataType::Index(m.clone()));
            let indexes = match length {
                0 => indexes,
                _ => self.part(c, &to, depth.min(1)),
            };
            let scatter = Prim::ScatterLast { n, m: m.clone(), of };
            return Some(prim(scatter, vec![before, indexes, input]));
        }
        Some(prim(
            Prim::ScatterInto { n, m: m.clone(), of },
            vec![before, indexes, input],
        ))
    }

    fn histogram(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, of) = goal else { return None };
        let DataType::Num(t) = **of else { return None };
        let ops: &[UpdateOp] = match t {
            // Sums of floats depend on the order.
            t if t.is_float() => &[UpdateOp::Min, UpdateOp::Max],
            PrimType::Bool => &[UpdateOp::And, UpdateOp::Or, UpdateOp::Xor],
            _ => &UpdateOp::ALL,
        };
        let op = *c.pick(ops)?;
        let n = self.size(c);
        if self.value(m) == 0 && self.value(&n) > 0 {
            return None;
        }
        let index = DataType::array(n.clone(), DataType::Index(m.clone()));
        let before = self.part(c, goal, depth);
        let indexes = self.part(c, &index, depth.min(2));
        let values = self.part(c, &DataType::array(n.clone(), DataType::Num(t)), depth);
        Some(prim(
            Prim::ReduceByIndex {
                op,
                of: t,
                n,
                m: m.clone(),
            },
            vec![before, indexes, values],
        ))
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
