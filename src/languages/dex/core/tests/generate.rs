//! Programs of every form, in which names are bound before they are used and nothing else is right.

use crate::core::*;
use elder_syntax::Span;
use elder_syntax::names::{Name, Text};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use std::sync::Arc;

/// What variables are called: names, words, and what is neither.
const TEXTS: [&str; 10] = ["x", "y", "x", "x_1", "for", "Int", "Left", "_", "a b", "'"];

/// A program from numbers: each decides something, and where there are no more the smallest thing is chosen.
pub fn program(choices: &[u64]) -> Program {
    let mut generator = Generator {
        choices,
        at: 0,
        program: Program::default(),
        scope: Vec::new(),
    };
    for number in 0..generator.below(3) {
        generator.data(number);
    }
    for _ in 0..1 + generator.below(3) {
        let body = generator.block(4);
        let binder = generator.binder(2);
        let at = Span::NONE;
        generator
            .program
            .definitions
            .push(Definition { binder, body, at });
    }
    generator.program
}

struct Generator<'c> {
    choices: &'c [u64],
    at: usize,
    program: Program,
    scope: Vec<Name>,
}

impl Generator<'_> {
    fn number(&mut self) -> u64 {
        let number = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    fn some<T>(&mut self, limit: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(limit)).map(|_| one(self)).collect()
    }

    fn text(&mut self) -> Text {
        TEXTS[self.below(TEXTS.len())].into()
    }

    fn bind(&mut self, ty: Type) -> Binder {
        let text = self.text();
        let name = self.program.names.fresh(text);
        self.scope.push(name);
        Binder { name, ty }
    }

    /// A name that is in scope from here on.
    fn binder(&mut self, depth: usize) -> Binder {
        let ty = self.value(depth);
        self.bind(ty)
    }

    /// What is bound inside is not seen behind.
    fn inside<T>(&mut self, one: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.scope.len();
        let made = one(self);
        self.scope.truncate(outside);
        made
    }

    fn data(&mut self, number: usize) {
        let data = self.inside(|g| {
            let parameters = g.some(3, |g| g.binder(1));
            let mut constructors = Vec::new();
            for place in 0..g.below(3) {
                let fields = g.inside(|g| g.some(3, |g| g.binder(2)));
                let name = format!("C{number}{place}").into();
                constructors.push(Constructor { name, fields });
            }
            Data {
                name: format!("my type {number}").into(),
                parameters,
                constructors,
                index_set: None,
                at: Span::NONE,
            }
        });
        self.program.data.push(data);
    }

    fn block(&mut self, depth: usize) -> Block {
        self.inside(|g| {
            let stms = g.some(3, |g| {
                let exp = g.exp(depth);
                let binder = g.binder(1);
                let at = Span::NONE;
                Stm { binder, exp, at }
            });
            let result = g.value(depth.saturating_sub(1));
            Block { stms, result }
        })
    }

    fn label(&mut self) -> Label {
        (self.text(), self.below(2) as u32)
    }

    fn labels(&mut self, depth: usize) -> Arc<Labels> {
        let fields = self.some(3, |g| (g.label(), g.value(depth)));
        let rest = (self.below(3) == 1).then(|| self.value(depth));
        let fields = sorted(fields);
        Arc::new(Labels { fields, rest })
    }

    fn row(&mut self, depth: usize) -> Row {
        let effects = self.some(3, |g| match g.below(4) {
            0 => Effect::State(g.value(depth)),
            1 => Effect::Accum(g.value(depth)),
            2 => Effect::Read(g.value(depth)),
            _ => Effect::Except,
        });
        let rest = (self.below(3) == 1).then(|| self.value(depth));
        Row { effects, rest }
    }

    fn projection(&mut self) -> Projection {
        match self.below(4) {
            0 => Projection::First,
            1 => Projection::Second,
            2 => Projection::Field(self.label()),
            _ => Projection::Held(self.below(3)),
        }
    }

    fn constructor(&mut self) -> Option<(DataName, usize)> {
        let data = self.below(self.program.data.len());
        let count = self.program.data[data].constructors.len();
        (count > 0).then(|| (DataName(data as u32), self.below(count)))
    }

    fn tag(&mut self) -> Tag {
        match self.constructor() {
            Some((data, number)) if self.below(3) > 0 => Tag::Constructor(data, number),
            _ => Tag::Label(self.label()),
        }
    }

    fn literal(&mut self) -> PrimValue {
        let bits = self.number();
        match self.below(6) {
            0 => PrimValue::I32(bits as i32),
            1 => PrimValue::F32(f32::from_bits(bits as u32)),
            2 => PrimValue::F32(bits as i32 as f32),
            3 => PrimValue::I64(bits as i64),
            4 => PrimValue::U8(bits as u8),
            _ => PrimValue::F64(f64::from_bits(bits)),
        }
    }

    fn limit(&mut self, depth: usize) -> Limit {
        match self.below(3) {
            0 => Limit::Open,
            1 => Limit::Including(self.value(depth)),
            _ => Limit::Excluding(self.value(depth)),
        }
    }

    fn leaf(&mut self) -> Value {
        match self.below(8) {
            0..3 if !self.scope.is_empty() => {
                let place = self.below(self.scope.len());
                Value::Var(self.scope[place])
            }
            3 => Value::Literal(self.literal()),
            4 => Value::INT,
            5 => Value::Kind(Classes {
                index: self.below(2) == 0,
                data: self.below(2) == 0,
                space: self.below(2) == 0,
            }),
            6 => [Value::EffectsKind, Value::FieldsKind, Value::UnitType][self.below(3)].clone(),
            _ => Value::Unit,
        }
    }

    fn value(&mut self, depth: usize) -> Value {
        let Some(depth) = depth.checked_sub(1) else {
            return self.leaf();
        };
        match self.below(26) {
            0..4 => self.leaf(),
            4 => Value::pair(self.value(depth), self.value(depth)),
            5 => match self.constructor() {
                Some((data, constructor)) => Value::Con(Arc::new(Construction {
                    data,
                    constructor,
                    parameters: self.some(3, |g| g.value(depth)),
                    fields: self.some(3, |g| g.value(depth)),
                })),
                None => self.leaf(),
            },
            6 => Value::Record(sorted(self.some(3, |g| (g.label(), g.value(depth))))),
            7 => Value::Variant(
                self.label(),
                Arc::new(self.value(depth)),
                Arc::new(self.value(depth)),
            ),
            8 => self.inside(|g| {
                let binder = g.binder(depth);
                let effects = g.row(depth);
                let body = g.block(depth);
                Value::Lambda(Arc::new(Lambda {
                    binder,
                    effects,
                    body,
                }))
            }),
            9 => self.inside(|g| {
                let binder = g.binder(depth);
                let body = g.block(depth);
                Value::View(Arc::new(View { binder, body }))
            }),
            10 => {
                let scrutinee = self.value(depth);
                let alternatives = self.some(3, |g| {
                    let tag = g.tag();
                    g.inside(|g| {
                        let binders = g.some(3, |g| g.binder(depth));
                        (tag, binders, g.value(depth))
                    })
                });
                Value::Choose(Arc::new(Choice {
                    scrutinee,
                    alternatives,
                }))
            }
            11 | 12 => Value::project(self.projection(), self.value(depth)),
            13 => Value::Effects(Arc::new(self.row(depth))),
            14 => Value::Fields(self.labels(depth)),
            15 => Value::Fin(Arc::new(self.value(depth))),
            16 => Value::Range(Arc::new(Range {
                set: self.value(depth),
                low: self.limit(depth),
                high: self.limit(depth),
            })),
            17 | 18 => self.inside(|g| {
                let mark = Mark::ALL[g.below(4)].0;
                let binder = g.binder(depth);
                Value::Arrow(Arc::new(Arrow {
                    mark,
                    binder,
                    effects: g.row(depth),
                    result: g.value(depth),
                }))
            }),
            19 | 20 => self.inside(|g| {
                let binder = g.binder(depth);
                Value::table(binder, g.value(depth))
            }),
            21 => Value::pair_type(self.value(depth), self.value(depth)),
            22 => {
                let data = DataName(self.below(self.program.data.len()) as u32);
                Value::DataType(data, self.some(3, |g| g.value(depth)))
            }
            23 => Value::RecordType(self.labels(depth)),
            24 => Value::VariantType(self.labels(depth)),
            _ => Value::reference(self.value(depth), self.value(depth)),
        }
    }

    fn exp(&mut self, depth: usize) -> Exp {
        let Some(depth) = depth.checked_sub(1) else {
            return Exp::Value(self.leaf());
        };
        match self.below(24) {
            0 | 1 => Exp::Value(self.value(depth)),
            2 => Exp::Apply(self.value(depth), self.value(depth)),
            3 => Exp::Index(self.value(depth), self.value(depth)),
            4 => self.inside(|g| {
                let descending = g.below(2) == 1;
                let class = g.below(4).checked_sub(1).map(|class| Class::ALL[class].0);
                let binder = g.binder(depth);
                let body = g.block(depth);
                Exp::For(Box::new(Loop {
                    descending,
                    class,
                    binder,
                    body,
                }))
            }),
            5 => {
                let scrutinee = self.value(depth);
                let alternatives = self.some(3, |g| {
                    let tag = g.tag();
                    g.inside(|g| {
                        let binders = g.some(3, |g| g.binder(depth));
                        let body = g.block(depth);
                        Alternative { tag, binders, body }
                    })
                });
                Exp::Case(scrutinee, alternatives)
            }
            6 => Exp::Table(self.value(depth), self.some(3, |g| g.value(depth))),
            7 => Exp::Prim(
                PrimFn::Bin(BinOp::Add, PrimType::F32),
                self.some(3, |g| g.value(depth)),
            ),
            8 => Exp::IndexSet(IndexOp::ALL[self.below(5)].0, self.some(3, |g| g.value(depth))),
            9 => Exp::Slice(self.value(depth), self.value(depth)),
            10 => Exp::Part(self.projection(), self.value(depth)),
            11 => Exp::Get(self.value(depth)),
            12 => Exp::Ask(self.value(depth)),
            13 => Exp::Put(self.value(depth), self.value(depth)),
            14 => Exp::Accumulate(self.value(depth), self.value(depth)),
            15 => Exp::RunState(self.value(depth), self.value(depth)),
            16 => Exp::RunReader(self.value(depth), self.value(depth)),
            17 => Exp::RunAccum(None, self.value(depth)),
            18 => {
                let monoid = Box::new(Monoid {
                    zero: self.value(depth),
                    plus: self.value(depth),
                });
                Exp::RunAccum(Some(monoid), self.value(depth))
            }
            19 => Exp::Catch(self.value(depth)),
            20 => Exp::Throw(self.value(depth)),
            21 => Exp::Fail(self.value(depth), ["no", "\"\\\n'\t\0"][self.below(2)].into()),
            22 => Exp::Linearize(self.value(depth), self.value(depth)),
            _ => Exp::Transpose(self.value(depth), self.value(depth)),
        }
    }
}
