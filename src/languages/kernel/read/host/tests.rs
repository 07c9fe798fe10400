//! Texts of host programs read back.

use super::{definitions, is_host, program};
use crate::host::*;
use crate::rules;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};
use elder_syntax::source::SourceId;
use elder_syntax::{Rule, Span};

fn find(id: &str) -> Option<&'static Rule> {
    rules::find(id).or_else(|| elder_syntax::LANGUAGE.rules().find(|rule| rule.id == id))
}

/// A text as it is printed when it was read, or why it was not.
fn printed(text: &str) -> Result<String, String> {
    match program(SourceId(0), text, &find) {
        Ok(program) => Ok(program.to_string()),
        Err(refused) => {
            let at = text.get(refused.span.start as usize..).unwrap_or_default();
            Err(format!("{}: {} at {at:?}", refused.refusal, refused.message))
        }
    }
}

#[test]
fn every_form_reads_back() {
    let text = include_str!("all.host");
    assert_eq!(printed(text).as_deref(), Ok(text));
}

#[test]
fn cases_read_back() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../spec/kernel/cases/host");
    let mut read = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(is_host(&text));
        // Some are no programs, some have sites of other languages, and one speaks of a parameter that its loop does not have.
        if let Ok(text) = printed(&text[..definitions(&text)])
            && !text.contains('?')
        {
            read += 1;
            assert_eq!(printed(&text).as_deref(), Ok(text.as_str()));
        }
    }
    assert!(read > 20, "{read} cases are programs");
}

#[test]
fn what_is_made_at_random_reads_back() {
    for seed in 0..500 {
        let text = Random(seed, 0).program().to_string();
        assert_eq!(printed(&text).as_deref(), Ok(text.as_str()), "seed {seed}");
    }
}

/// Numbers that look as if they were random, and how many constants may be used.
struct Random(u64, usize);

/// Names as passes might choose them.
const NAMES: [&str; 9] = ["x", "x", "x_1", "b'", "if", "f32", "a.b", "1", ""];

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn some<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.below(4);
        (0..count).map(|_| item(self)).collect()
    }

    fn prim(&mut self) -> PrimType {
        self.one(PrimType::ALL)
    }

    fn var(&mut self) -> Var {
        Var(self.below(NAMES.len()) as u32)
    }

    fn operand(&mut self) -> Operand {
        match self.below(3) {
            0 => {
                let bits = self.one(&[
                    0,
                    1,
                    u64::MAX,
                    0x7ff0_0000_0000_0000,
                    0x7fc0_0001,
                    0xfc00,
                    0x4142_4344,
                ]);
                Operand::Const(PrimValue::of_bits(self.prim(), bits))
            }
            _ => Operand::Var(self.var()),
        }
    }

    fn kind(&mut self) -> Kind {
        let t = self.prim();
        self.one(&[Kind::Scalar(t), Kind::Block(t)])
    }

    fn site(&mut self) -> Site {
        let tables: Vec<&'static Rule> = rules::TABLES
            .iter()
            .flat_map(|table| table.iter())
            .copied()
            .collect();
        let rule = self.one(&tables);
        let key = rule.premises.first().map_or("", |premise| premise.key);
        Site {
            premise: rule.blamed(key),
            span: Span::NONE,
            message: self
                .one(&["", "{} of {}", "a \"b\" \\ c", "two\nlines -- // \\n", "ü"])
                .into(),
        }
    }

    fn body(&mut self, depth: usize) -> Body {
        Body {
            steps: self.some(|random| random.step(depth)),
            results: self.some(Self::operand),
        }
    }

    fn bound(&mut self) -> Vec<(Var, Kind)> {
        self.some(|random| (random.var(), random.kind()))
    }

    fn step(&mut self, depth: usize) -> Step {
        let (var, block, element) = (self.var(), self.var(), self.prim());
        let [index, offset, count, value] = [0; 4].map(|_| self.operand());
        match self.below(if depth == 0 { 11 } else { 14 }) {
            10 if self.1 == 0 => Step::Drop(block),
            10 => Step::Use {
                constant: self.below(self.1),
                results: self.bound(),
            },
            0 => {
                let function = self.one(&[
                    PrimFn::Bin(BinOp::Div, PrimType::I32),
                    PrimFn::Un(UnOp::IsNan, PrimType::F16),
                    PrimFn::Convert(PrimType::I64, PrimType::U8),
                    PrimFn::Ldexp(PrimType::F64),
                ]);
                let site = self.site();
                Step::Let {
                    var,
                    function,
                    operands: self.some(Self::operand),
                    site: (self.below(2) == 0).then_some(site),
                }
            }
            1 => Step::Check {
                holds: value,
                numbers: self.some(Self::operand),
                site: self.site(),
            },
            2 => Step::Alloc {
                var,
                element,
                count,
                span: Span::NONE,
            },
            3 => Step::Share {
                var,
                element,
                of: block,
            },
            4 => Step::Drop(var),
            5 => Step::Read {
                var,
                element,
                block,
                index,
            },
            6 => Step::Write { block, index, value },
            7 => Step::Copy {
                from: block,
                from_offset: offset,
                to: var,
                to_offset: index,
                count,
            },
            8 => Step::Fill {
                block,
                offset,
                count,
                value,
            },
            9 => Step::Do {
                entry: self.below(3),
                sizes: self.some(Self::operand),
                scalars: self.some(Self::operand),
                reads: self.some(Self::var),
                writes: self.some(Self::var),
                updates: self.some(Self::var),
            },
            14 => Step::Observe(Box::new(Observed {
                name: self.one(&["xs.3", "y.10"]).into(),
                element,
                block,
                offset,
                dims: self.some(|random| (random.operand(), random.operand())),
            })),
            11 => Step::If {
                condition: value,
                then: self.body(depth - 1),
                otherwise: self.body(depth - 1),
                results: self.bound(),
            },
            form => {
                let mut params = self.some(|random| (random.var(), random.kind(), random.operand()));
                params.push((block, Kind::Scalar(PrimType::Bool), value));
                // The first parameter of a name is meant.
                let condition = params.iter().position(|(var, ..)| *var == block);
                Step::Loop(Box::new(Loop {
                    params,
                    form: match form {
                        12 => Form::While(condition.unwrap_or_default()),
                        _ => Form::For {
                            index: var,
                            ty: element,
                            bound: count,
                        },
                    },
                    body: self.body(depth - 1),
                    results: self.bound(),
                }))
            }
        }
    }

    fn program(&mut self) -> Program<()> {
        let entries = ["step", "sums.0", "sums.0"].map(|name| Entry {
            name: name.into(),
            interface: Interface {
                sizes: self.below(3),
                scalars: self.some(Self::prim),
                reads: self.some(Self::prim),
                writes: self.some(Self::prim),
                updates: self.some(Self::prim),
            },
            what: (),
            span: Span::NONE,
        });
        let constants = ["total", "sums.0", "total"].map(|name| {
            let made = Constant {
                name: name.into(),
                names: NAMES.map(Into::into).to_vec(),
                body: self.body(3),
                results: self.some(Self::kind),
                span: Span::NONE,
            };
            self.1 += 1;
            made
        });
        let points = self.some(|random| {
            let results = random.some(|random| Output {
                element: random.prim(),
                rank: random.below(3),
            });
            let given: usize = results.iter().map(|output| output.rank + 1).sum();
            let parameter = |random: &mut Random| Parameter {
                var: random.var(),
                element: random.prim(),
                shape: random.some(Self::operand),
                unique: random.below(2) == 0,
            };
            Point {
                name: random.one(&NAMES).into(),
                names: NAMES.map(Into::into).to_vec(),
                sizes: random.some(Self::var),
                parameters: random.some(parameter),
                body: Body {
                    steps: random.some(|random| random.step(3)),
                    results: (0..given).map(|_| random.operand()).collect(),
                },
                results,
                span: Span::NONE,
            }
        });
        Program {
            entries: entries.to_vec(),
            constants: constants.to_vec(),
            points,
        }
    }
}
