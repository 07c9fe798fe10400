//! Vectors: their spaces, some of them, and what derivatives give as results of a program.

use super::build;
use super::scope::Generator;
use crate::Choices;
use elder_dex::core::{BOOL, Binder, Block, Exp, Loop, Projection, Tag, Type, Value, read};
use elder_syntax::SourceId;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};

/// How many numbers a vector has at most.
const NUMBERS: u64 = 12;

impl Generator {
    /// The definitions of a program of a linear function stand before all others.
    pub fn linear_definitions(&mut self, c: &mut Choices) {
        let text = super::linear(c, false).text;
        // What is made is read, or it is nothing.
        let Ok(program) = read::program(SourceId(0), &text) else {
            return;
        };
        self.program = program;
        let binders: Vec<Binder> = self
            .program
            .definitions
            .iter()
            .map(|one| one.binder.clone())
            .collect();
        self.differentiably(|g| {
            for binder in binders {
                if matches!(binder.ty, Value::Arrow(_)) {
                    g.linear.push(binder.name);
                }
                // Results are said by [`Generator::linear_results`].
                let is_result = super::DEFINITIONS.contains(&g.program.names.text(binder.name).as_str());
                if !is_result {
                    g.declare(binder.name, binder.ty);
                }
            }
        });
    }

    /// What these definitions come to is a part of the result.
    pub fn linear_results(&mut self) {
        for name in super::DEFINITIONS {
            let found = self.program.definition(name).map(|one| one.binder.clone());
            if let (Some(binder), false) = (found, self.linear.is_empty()) {
                let value = self.bind("v", binder.ty.clone(), Exp::Value(Value::Var(binder.name)));
                self.scope
                    .last_mut()
                    .into_iter()
                    .for_each(|last| last.used = true);
                self.bounded(value, &binder.ty);
            }
        }
    }

    /// Whether a type is of vectors of a few numbers.
    pub fn is_vector(&mut self, ty: &Type) -> bool {
        is_space(ty) && self.scalars(ty).is_some_and(|count| count <= NUMBERS)
    }

    /// A vector space of which values are made.
    pub fn vector_type(&mut self, c: &mut Choices) -> Type {
        let ty = self.space_type(c, 2);
        match self.is_vector(&ty) && self.scalars(&ty) != Some(0) {
            true => ty,
            false => Value::Base(self.float),
        }
    }

    /// A vector of its own, not one that is in scope.
    pub fn direction(&mut self, c: &mut Choices, ty: &Type) -> Value {
        c.part(|c| self.made(c, ty, 2))
    }

    /// What derivatives give: zeros have one sign, which the definition leaves open; and numbers that are too large to be whole become zero, unless
    /// that would have to have a derivative.
    pub fn bounded(&mut self, value: Value, ty: &Type) -> Value {
        match ty {
            Value::Base(base) if base.is_float() => self.bounded_number(value, *base),
            Value::PairType(first, second) => {
                let part = |part| Value::project(part, value.clone());
                let first = self.bounded(part(Projection::First), first);
                Value::pair(first, self.bounded(part(Projection::Second), second))
            }
            Value::RecordType(labels) => {
                let fields = labels.fields.iter();
                Value::Record(
                    fields
                        .map(|(label, ty)| {
                            let part = Value::project(Projection::Field(label.clone()), value.clone());
                            (label.clone(), self.bounded(part, ty))
                        })
                        .collect(),
                )
            }
            Value::Table(binder, element) => {
                let name = self.fresh("i");
                let element = self.substituted(binder.name, &Value::Var(name), element);
                let own = build::binder(name, binder.ty.clone());
                let body = self.block(None, |g| {
                    let one = g.bind("y", element.clone(), Exp::Index(value, Value::Var(name)));
                    g.bounded(one, &element)
                });
                let whole = Loop {
                    descending: false,
                    class: None,
                    binder: own,
                    body,
                };
                self.bind("t", ty.clone(), Exp::For(Box::new(whole)))
            }
            _ => value,
        }
    }

    /// `case |x| < most of True -> x + 0 | False -> 0 end`
    fn bounded_number(&mut self, value: Value, base: PrimType) -> Value {
        let ty = Value::Base(base);
        let zero = || Value::Literal(base.number(0));
        let sum = |g: &mut Generator, value| {
            let add = PrimFn::Bin(BinOp::Add, base);
            g.bind("x", ty.clone(), Exp::Prim(add, vec![value, zero()]))
        };
        if self.is_differentiable() {
            return sum(self, value);
        }
        let most = match base {
            PrimType::F64 => PrimValue::F64(2.0_f64.powi(48)),
            _ => PrimValue::F32(2.0_f32.powi(20)),
        };
        let size = PrimFn::Un(UnOp::Abs, base);
        let size = self.bind("x", ty.clone(), Exp::Prim(size, vec![value.clone()]));
        let begin = self.scope.len() - 1;
        let less = PrimFn::Bin(BinOp::Lt, base);
        let less = Exp::Prim(less, vec![size, Value::Literal(most)]);
        let less = self.bind("b", Value::DataType(BOOL, vec![]), less);
        let sum = self.block(None, |g| sum(g, value));
        let alternative = |number, body| build::alternative(Tag::Constructor(BOOL, number), vec![], body);
        let both = vec![alternative(0, Block::from(zero())), alternative(1, sum)];
        self.scope[begin..].iter_mut().for_each(|one| one.used = true);
        self.bind("t", ty, Exp::Case(less, both))
    }
}

/// Whether a type is a vector space.
fn is_space(ty: &Type) -> bool {
    match ty {
        Value::Base(base) => base.is_float(),
        Value::Table(_, element) => is_space(element),
        Value::PairType(first, second) => is_space(first) && is_space(second),
        Value::RecordType(labels) => labels.fields.iter().all(|(_, ty)| is_space(ty)),
        _ => false,
    }
}
