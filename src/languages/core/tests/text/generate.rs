//! Programs of every form, in which names are bound before they are used and nothing else is right: counts, types and sizes are
//! whatever the choices say.

use elder_core::names::Names;
use elder_core::site::{Message, Sites};
use elder_core::tree::*;
use elder_core::{FunName, Name, Program, Site, SiteId};
use elder_syntax::Span;
use elder_syntax::attribute::{Attribute, Attributes};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use std::rc::Rc;

/// What variables are called: names, words, and what is neither.
const TEXTS: [&str; 12] = [
    "x",
    "y",
    "x",
    "x_1",
    "map",
    "i32",
    "i32_to_i64",
    "f0",
    "d",
    "_",
    "a b",
    "'",
];

/// A program from numbers: each decides something, and where there are no more the smallest thing is chosen.
pub fn program(choices: &[u64]) -> Program {
    let mut generator = Generator {
        choices,
        at: 0,
        names: Names::default(),
        sites: Sites::default(),
        scope: Vec::new(),
        functions: 0,
    };
    generator.program()
}

struct Generator<'c> {
    choices: &'c [u64],
    at: usize,
    names: Names,
    sites: Sites,
    scope: Vec<Name>,
    functions: u32,
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

    fn chance(&mut self) -> bool {
        self.below(2) == 1
    }

    fn some<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.below(most + 1);
        (0..count).map(|_| one(self)).collect()
    }

    fn site(&mut self) -> SiteId {
        let mut site = Site::at(Span::NONE);
        if self.below(6) == 5 {
            site.message = Some(Message::new("a \"{}\" \\ of {}\nand more"));
        }
        let at = self.sites.add(site);
        let asked = self.some(2, |g| match g.below(3) {
            0 => Attribute::named("unroll"),
            1 => Attribute::Compound("let".into(), vec![Attribute::Int(g.number().into())]),
            _ => Attribute::Compound("none".into(), vec![]),
        });
        match self.below(4) {
            3 => self.sites.with(at, &Attributes::of(asked)),
            _ => at,
        }
    }

    fn program(&mut self) -> Program {
        let mut program = Program::default();
        self.functions = 1 + self.below(2) as u32;
        for k in 0..self.functions {
            self.scope.clear();
            let params = self.params();
            program.functions.push(Definition {
                sizes: vec![],
                name: format!("f{k}").into(),
                params,
                results: self.results(),
                body: self.body(3),
                at: self.site(),
            });
        }
        for k in 0..self.below(2) {
            self.scope.clear();
            let sizes = self.some(2, |g| g.name());
            let params = self.params();
            program.entries.push(Definition {
                name: format!("main{k}").into(),
                sizes,
                params,
                results: self.results(),
                body: self.body(3),
                at: self.site(),
            });
        }
        program.names = std::mem::take(&mut self.names);
        program.sites = std::mem::take(&mut self.sites);
        program
    }

    /// A new name, in scope from here on.
    fn name(&mut self) -> Name {
        let name = self.existential_name();
        self.scope.push(name);
        name
    }

    fn existential_name(&mut self) -> Name {
        let text = TEXTS[self.below(TEXTS.len())];
        self.names.fresh(text)
    }

    fn used(&mut self) -> Name {
        match self.scope.len() {
            // Every definition has a parameter.
            0 => self.name(),
            count => {
                let k = self.below(count);
                self.scope[count - 1 - k]
            }
        }
    }

    fn atom(&mut self) -> Atom {
        match self.chance() && !self.scope.is_empty() {
            true => Atom::Var(self.used()),
            false => Atom::Const(self.constant()),
        }
    }

    fn atoms(&mut self) -> Vec<Atom> {
        self.some(3, |g| g.atom())
    }

    fn constant(&mut self) -> PrimValue {
        let bits = self.number();
        match self.prim_type() {
            PrimType::Bool => PrimValue::Bool(bits & 1 == 1),
            t => PrimValue::of_bits(t, bits),
        }
    }

    fn prim_type(&mut self) -> PrimType {
        PrimType::ALL[self.below(PrimType::ALL.len())]
    }

    fn dim(&mut self) -> Dim {
        match self.chance() {
            true => Dim::Is(self.atom()),
            false => Dim::Open,
        }
    }

    fn ext(&mut self, existential: u16) -> Ext {
        match existential > 0 && self.chance() {
            true => Ext::Existential(self.below(usize::from(existential)) as u16),
            false => Ext::Is(self.dim()),
        }
    }

    fn any_type<D>(&mut self, mut dim: impl FnMut(&mut Self) -> D) -> Type<D> {
        match self.below(8) {
            0 => Type::Cert,
            1 => Type::Acc(Rc::new(AccType {
                space: self.some(2, &mut dim),
                elements: self.some(2, |g| (g.some(2, &mut dim), g.prim_type())),
            })),
            _ => {
                let dims = self.some(2, dim);
                Type::array(dims, self.prim_type())
            }
        }
    }

    fn ty(&mut self) -> Type {
        self.any_type(Self::dim)
    }

    fn binder(&mut self) -> Binder {
        let ty = self.ty();
        let name = self.name();
        Binder { name, ty }
    }

    fn params(&mut self) -> Vec<Param> {
        let mut params = self.some(2, |g| Param {
            unique: g.chance(),
            binder: g.binder(),
        });
        params.push(Param {
            unique: false,
            binder: self.binder(),
        });
        params
    }

    fn results(&mut self) -> Results {
        let existential = self.below(3) as u16;
        let given = self.some(2, |g| Given {
            unique: g.chance(),
            ty: g.any_type(|g| g.ext(existential)),
        });
        Results { existential, given }
    }

    /// In a scope of its own.
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.scope.len();
        let value = inside(self);
        self.scope.truncate(outside);
        value
    }

    fn body(&mut self, depth: usize) -> Body {
        self.scoped(|g| Body {
            stms: g.some(3, |g| g.stm(depth)),
            witnesses: g.some(2, Self::atom),
            results: g.atoms(),
        })
    }

    fn stm(&mut self, depth: usize) -> Stm {
        let exp = self.exp(depth);
        let certs = self.some(1, Self::used);
        Stm {
            exp,
            certs,
            pat: Pat {
                sizes: self.some(1, Self::name),
                values: self.some(2, Self::binder),
            },
            safe: self.chance(),
            at: self.site(),
        }
    }

    fn cuts(&mut self) -> Vec<Cut> {
        self.some(2, |g| match g.chance() {
            false => Cut::At(g.atom()),
            true => Cut::Section {
                start: g.atom(),
                count: g.atom(),
                stride: g.atom(),
            },
        })
    }

    fn steps(&mut self) -> Vec<Step> {
        self.some(2, |g| Step {
            count: g.atom(),
            stride: g.atom(),
        })
    }

    fn prim(&mut self) -> PrimFn {
        let t = self.prim_type();
        let (binary, unary) = (
            BinOp::ALL[self.below(BinOp::ALL.len())],
            UnOp::ALL[self.below(UnOp::ALL.len())],
        );
        match self.below(4) {
            0 if binary.exists_on(t) => PrimFn::Bin(binary, t),
            1 if unary.result(t).is_some() => PrimFn::Un(unary, t),
            2 if TernOp::Fma.exists_on(t) => PrimFn::Tern(TernOp::Fma, t),
            3 if t.is_float() => PrimFn::Ldexp(t),
            _ => PrimFn::Convert(t, self.prim_type()),
        }
    }

    fn exp(&mut self, depth: usize) -> Exp {
        // What has bodies stands at the end.
        let forms = if depth == 0 { 21 } else { 29 };
        match self.below(forms) {
            0 => Exp::Atom(self.atom()),
            1 => Exp::Prim(self.prim(), self.atoms()),
            2 => {
                let op = BinOp::ALL[self.below(20)];
                let first = self.atom();
                let t = match first {
                    Atom::Const(value) => value.prim_type(),
                    Atom::Var(_) => self.prim_type(),
                };
                let op = if op.exists_on(t) { op } else { BinOp::Eq };
                Exp::Prim(PrimFn::Bin(op, t), vec![first, self.atom()])
            }
            3 => Exp::Index {
                array: self.used(),
                at: self.atoms(),
            },
            4 => {
                let mut at = self.cuts();
                let [start, count, stride] = [self.atom(), self.atom(), self.atom()];
                at.push(Cut::Section { start, count, stride });
                Exp::Slice {
                    array: self.used(),
                    at,
                }
            }
            5 => Exp::Update {
                array: self.used(),
                at: self.cuts(),
                value: self.atom(),
            },
            6 => Exp::FlatIndex {
                array: self.used(),
                offset: self.atom(),
                dims: self.steps(),
            },
            7 => Exp::FlatUpdate {
                array: self.used(),
                offset: self.atom(),
                dims: self.steps(),
                value: self.used(),
            },
            8 => Exp::Literal {
                row: self.ty(),
                elements: self.atoms(),
            },
            9 => Exp::Iota(self.atom()),
            10 => Exp::Replicate {
                count: self.atom(),
                value: self.atom(),
            },
            11 => Exp::Blank(self.ty()),
            12 => Exp::Size {
                dimension: self.below(4) as u16,
                array: self.used(),
            },
            13 => Exp::Reshape {
                dims: self.atoms(),
                array: self.used(),
            },
            14 => Exp::Coerce {
                dims: self.atoms(),
                array: self.used(),
            },
            15 => Exp::Rearrange {
                order: self.some(3, |g| g.below(3) as u16),
                array: self.used(),
            },
            16 => Exp::Concat {
                total: self.atom(),
                arrays: self.some(2, Self::used),
            },
            17 => match self.chance() {
                true => Exp::Copy(self.used()),
                false if self.below(4) == 0 => Exp::Tuned(Tuned {
                    name: ["a", "b.c", "d \"e\""][self.below(3)].into(),
                    class: Class::ALL[self.below(6)],
                    default: self.chance().then(|| self.below(9) as i64 - 2),
                }),
                false => Exp::Opaque(self.atom()),
            },
            18 => Exp::Assert {
                holds: self.atom(),
                numbers: self.atoms(),
            },
            19 => Exp::AccUpdate {
                acc: self.used(),
                at: self.atoms(),
                values: self.atoms(),
            },
            20 => Exp::Call {
                function: FunName(self.number() as u32 % self.functions),
                arguments: self.atoms(),
            },
            21 | 22 => Exp::If {
                condition: self.atom(),
                results: self.results(),
                then: Box::new(self.body(depth - 1)),
                otherwise: Box::new(self.body(depth - 1)),
            },
            23 => self.repetition(depth - 1),
            24 => Exp::WithAcc {
                updates: self.some(2, |g| Accumulated {
                    space: g.some(2, Self::atom),
                    arrays: g.some(2, Self::used),
                    operator: g.chance().then(|| g.operator(depth - 1)),
                }),
                function: Box::new(self.lambda(depth - 1)),
            },
            _ => Exp::Soac {
                width: self.atom(),
                soac: Box::new(self.soac(depth - 1)),
                inputs: self.some(2, Self::used),
            },
        }
    }

    fn repetition(&mut self, depth: usize) -> Exp {
        let bound = self.atom();
        let firsts = [self.atom(), self.atom()];
        self.scoped(|g| {
            let sizes: Vec<Name> = g.some(1, Self::name);
            let types = g.some(1, Self::ty);
            let sizes = sizes.into_iter().zip(firsts).collect();
            let param = |g: &mut Self, ty| Param {
                unique: g.chance(),
                binder: Binder { name: g.name(), ty },
            };
            let params = types.into_iter().zip(firsts);
            let params = params.map(|(ty, first)| (param(g, ty), first)).collect();
            let form = match g.chance() {
                true => Form::For {
                    index: g.name(),
                    ty: g.prim_type(),
                    bound,
                },
                false => Form::While { condition: g.used() },
            };
            Exp::Loop(Box::new(Loop {
                sizes,
                params,
                form,
                body: g.body(depth),
            }))
        })
    }

    fn lambda(&mut self, depth: usize) -> Lambda {
        self.scoped(|g| Lambda {
            params: g.some(2, Self::binder),
            results: g.some(2, Self::ty),
            body: g.body(depth),
        })
    }

    fn chunk(&mut self, depth: usize) -> Chunk {
        self.scoped(|g| Chunk {
            size: g.name(),
            function: g.lambda(depth),
        })
    }

    fn operator(&mut self, depth: usize) -> Operator {
        Operator {
            function: self.lambda(depth),
            neutral: self.atoms(),
            commutative: self.chance(),
        }
    }

    /// The function that gives the operator its operands as they are, or any other.
    fn before(&mut self, operator: &Operator, depth: usize) -> Lambda {
        // Types may name the operator's own parameters, which are not in scope here; those of accumulators in their spaces, too.
        let mut has_names = false;
        for param in &operator.function.params {
            param
                .ty
                .map(|dim| has_names |= matches!(dim, Dim::Is(Atom::Var(_))));
        }
        if self.chance() || has_names {
            return self.lambda(depth);
        }
        let operands = operator.function.params.iter().take(operator.neutral.len());
        let types: Vec<Type> = operands.map(|param| param.ty.clone()).collect();
        let params: Vec<Binder> = types
            .iter()
            .map(|ty| Binder {
                name: self.existential_name(),
                ty: ty.clone(),
            })
            .collect();
        Lambda {
            body: Body {
                results: params.iter().map(|param| Atom::Var(param.name)).collect(),
                ..Body::default()
            },
            params,
            results: types,
        }
    }

    fn targets(&mut self) -> Vec<Target> {
        self.some(2, |g| Target {
            array: g.used(),
            rank: g.below(3) as u16,
        })
    }

    fn soac(&mut self, depth: usize) -> Soac {
        match self.below(9) {
            0 => Soac::map(self.some(2, Self::used), self.lambda(depth)),
            k @ 1..=2 => {
                let operator = self.operator(depth);
                let function = self.before(&operator, depth);
                match k {
                    1 => Soac::redomap(operator, function),
                    _ => Soac::scanomap(operator, function),
                }
            }
            8 => Soac::Screma(Screma {
                accs: self.some(1, Self::used),
                reductions: self.some(2, |g| g.operator(depth)),
                scans: self.some(2, |g| g.operator(depth)),
                function: self.lambda(depth),
                after: self.chance().then(|| self.lambda(depth)),
            }),
            3 => Soac::Filter {
                predicate: self.lambda(depth),
            },
            4 => Soac::Scatter {
                function: self.lambda(depth),
                into: self.targets(),
            },
            5 => Soac::Hist {
                function: self.lambda(depth),
                into: self.some(2, |g| (g.targets(), g.operator(depth))),
            },
            6 => Soac::StreamPar {
                operator: self.operator(depth),
                function: self.chunk(depth),
            },
            _ => Soac::StreamSeq {
                initial: self.atoms(),
                function: self.chunk(depth),
            },
        }
    }
}
