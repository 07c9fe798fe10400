//! Declared types, definitions, and calls.

use super::build;
use super::scope::Generator;
use crate::Choices;
use elder_dex::core::{
    Binder, Block, Classes, Data, DataName, Definition, Exp, Projection, Row, Type, Value,
};
use elder_dex::types::included;
use elder_syntax::Span;
use elder_syntax::prim::BinOp;
use std::sync::Arc;

impl Generator {
    /// A declared type: an enumeration, a sum, a product, a list whose length is a field, or a dictionary.
    pub fn declared(&mut self, c: &mut Choices, number: usize) {
        let name = |what: usize| format!("C{number}{what}").into();
        let parameter = build::binder(self.fresh("a"), Value::TYPE);
        let held = Value::Var(parameter.name);
        let field = |g: &mut Generator, ty: Type| build::binder(g.fresh("x"), ty);
        let (parameters, constructors) = match c.below(5) {
            0 => {
                let count = 1 + c.below(3);
                let of = |what| build::constructor(name(what), vec![]);
                (vec![], (0..count).map(of).collect())
            }
            1 => {
                let base = Value::Base(self.base(c));
                let fields = vec![field(self, held.clone()), field(self, base)];
                let none = vec![];
                let made = [none, fields].into_iter().enumerate();
                let made = made.map(|(what, fields)| build::constructor(name(what), fields));
                (vec![parameter], made.collect())
            }
            2 => {
                let other = self.data_type(c, 1);
                let fields = vec![field(self, other), field(self, held)];
                (vec![parameter], vec![build::constructor(name(0), fields)])
            }
            3 => {
                let size = field(self, Value::INT);
                let set = Value::Fin(Arc::new(Value::Var(size.name)));
                let elements = self.table(set, held);
                let fields = vec![size, field(self, elements)];
                (vec![parameter], vec![build::constructor(name(0), fields)])
            }
            _ if self.dictionary.is_none() => {
                self.dictionary = Some(DataName(self.program.data.len() as u32));
                let plus = self.operation(&held);
                let fields = vec![field(self, held), field(self, plus)];
                (vec![parameter], vec![build::constructor(name(0), fields)])
            }
            _ => (vec![], vec![build::constructor(name(0), vec![])]),
        };
        self.program.data.push(Data {
            name: format!("D{number}").into(),
            parameters,
            constructors,
            index_set: None,
            at: Span::NONE,
        });
    }

    /// `a -> a -> a`
    fn operation(&mut self, ty: &Type) -> Type {
        let binder = |g: &mut Generator| build::binder(g.fresh("x"), ty.clone());
        let inner = Value::arrow(binder(self), Row::PURE, ty.clone());
        Value::arrow(binder(self), Row::PURE, inner)
    }

    /// A dictionary of a type.
    pub fn some_dictionary(&mut self, c: &mut Choices, data: DataName, parameters: &[Value]) -> Value {
        let ty = parameters.first().cloned().unwrap_or(Value::UnitType);
        let zero = self.make(c, &ty, 1);
        let which = c.below(2);
        let plus = self.binary(&ty, |g, left, right| match &ty {
            Value::Base(base) if base.is_integer() || g.shape.smooth => {
                let op = [BinOp::Add, BinOp::Mul][which];
                let f = elder_syntax::prim::PrimFn::Bin(op, *base);
                g.bind("x", ty.clone(), Exp::Prim(f, vec![left, right]))
            }
            _ if which == 0 => left,
            _ => right,
        });
        build::constructed(data, 0, parameters.to_vec(), vec![zero, plus])
    }

    /// `def f: (a: Type[Data]) -> (n: Type[Idx]) -> (xs: n => a) -> .. = ..`
    pub fn function(&mut self, c: &mut Choices, number: usize) {
        let data = Classes {
            data: true,
            ..Classes::NONE
        };
        let index = Classes {
            index: true,
            data: true,
            ..Classes::NONE
        };
        let (mut scope, mut parameters) = (Vec::new(), Vec::new());
        let mut add = |g: &mut Generator, text: &str, ty: Type| {
            let name = g.fresh(text);
            scope.push((name, ty.clone()));
            parameters.push(Binder { name, ty });
            Value::Var(name)
        };
        let is_polymorphic = c.below(3) > 0;
        let (element, set) = match is_polymorphic {
            true => (
                add(self, "a", Value::Kind(data)),
                add(self, "n", Value::Kind(index)),
            ),
            false => (self.data_type(c, 1), self.index_type(c, 1)),
        };
        let table = self.table(set, element.clone());
        add(self, "xs", table);
        add(self, "x", element.clone());
        if let (Some(dictionary), 0) = (self.dictionary, c.below(2)) {
            add(self, "d", Value::DataType(dictionary, vec![element.clone()]));
        }
        if c.below(3) == 0 {
            let binder = build::binder(self.fresh("y"), element.clone());
            let to = Value::Base(self.base(c));
            add(self, "g", Value::arrow(binder, Row::PURE, to));
        }
        // What a function does that is given may be anything.
        let mut row = Row::PURE;
        if self.features.functions && c.below(2) == 0 {
            let effects = add(self, "e", Value::EffectsKind);
            row.rest = Some(effects);
            let binder = build::binder(self.fresh("y"), element.clone());
            let to = Value::Base(self.base(c));
            add(self, "g", Value::arrow(binder, row.clone(), to));
            let last = [Value::UnitType, Value::INT][c.below(2)].clone();
            add(self, "z", last);
        }
        let count = 1 + c.below(4);
        let room = std::mem::replace(&mut self.room, 20);
        let ((value, ty), stms) = self.nested(Some(row.clone()), |g| {
            for (name, ty) in scope {
                g.declare_moving(name, ty);
            }
            let from = g.scope.len();
            g.statements(c, 2, count);
            g.given(c, from, 2)
        });
        self.room = room;
        let mut body = Block { stms, result: value };
        let mut whole = ty;
        for binder in parameters.into_iter().rev() {
            // What is done is done when the last argument is given.
            let row = std::mem::replace(&mut row, Row::PURE);
            whole = super::arrow(self, &binder, row.clone(), &whole);
            body = Block::from(super::lambda(binder, row, body));
        }
        let name = self.fresh(&format!("f{number}"));
        self.declare(name, whole.clone());
        self.program.definitions.push(Definition {
            binder: Binder { name, ty: whole },
            body,
            at: Span::NONE,
        });
    }

    /// A function is given all that it takes, if what it does may be done here.
    pub fn call(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let row = self.row.clone();
        let (mut function, mut ty) = match c.below(3) {
            0 => self.method(c)?,
            _ => self.find(c, |_, ty| match ty {
                Value::Arrow(arrow) => included(&arrow.effects, &row),
                _ => false,
            })?,
        };
        while let Value::Arrow(arrow) = ty.clone() {
            if !included(&arrow.effects, &row) {
                return Some(());
            }
            let argument = self.make(c, &arrow.binder.ty, depth.min(2));
            ty = self.substituted(arrow.binder.name, &argument, &arrow.result);
            function = self.bind("y", ty.clone(), Exp::Apply(function, argument));
            // What is applied in part is a function.
            if self.features.functions && c.below(5) == 0 {
                break;
            }
        }
        Some(())
    }

    /// The operation of a dictionary in scope.
    fn method(&mut self, c: &mut Choices) -> Option<(Value, Type)> {
        let own = self.dictionary;
        let (value, ty) = self.find(c, |_, ty| match ty {
            Value::DataType(data, _) => Some(*data) == own,
            _ => false,
        })?;
        let Value::DataType(_, parameters) = &ty else {
            return None;
        };
        let ty = self.operation(parameters.first()?);
        Some((Value::project(Projection::Held(1), value), ty))
    }
}
