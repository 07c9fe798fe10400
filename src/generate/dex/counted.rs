//! Declared types that definitions make index sets, of as many members as their form has: enumerations in another order, and index sets from their
//! end.

use super::build;
use super::scope::Generator;
use super::types::TRUTH;
use crate::Choices;
use elder_dex::core::{
    BOOL, Binder, Block, Data, DataName, Definition, Exp, IndexOp, IndexSet, Projection, Row, Stm, Tag, Type,
    Value,
};
use elder_syntax::Span;
use elder_syntax::names::Name;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

impl Generator {
    /// An instance for the type that was declared last if that is an enumeration, or a type of its own that has one.
    pub fn counted(&mut self, c: &mut Choices, number: usize) {
        let last = DataName(self.program.data.len() as u32 - 1);
        let constructors = &self.program.data[last.index()].constructors;
        let is_enumeration = constructors.iter().all(|one| one.fields.is_empty());
        match c.below(3) {
            0 if is_enumeration => self.permuted(c, last),
            1 => self.reversed(c, number),
            _ => {}
        }
    }

    /// An enumeration in some order.
    fn permuted(&mut self, c: &mut Choices, data: DataName) {
        let count = self.program.data[data.index()].constructors.len();
        let mut order: Vec<usize> = (0..count).collect();
        for place in 1..count {
            order.swap(place, c.below(place + 1));
        }
        let ty = Value::DataType(data, vec![]);
        let member = self.fresh("t");
        let alternatives = order.iter().enumerate().map(|(which, ordinal)| {
            build::alternative(
                Tag::Constructor(data, which),
                vec![],
                Block::from(int(*ordinal as i32)),
            )
        });
        let of_member = Exp::Case(Value::Var(member), alternatives.collect());
        let of_member = self.single("k", Value::INT, of_member);
        let ordinal = self.fresh("k");
        let mut from = Block::from(constructor(data, 0));
        for (which, own) in order.iter().enumerate().skip(1) {
            let equal = PrimFn::Bin(BinOp::Eq, PrimType::I32);
            let test = Exp::Prim(equal, vec![Value::Var(ordinal), int(*own as i32)]);
            let mut block = self.single("b", TRUTH, test);
            let bodies = [from, Block::from(constructor(data, which))];
            let alternatives = bodies
                .into_iter()
                .enumerate()
                .map(|(which, body)| build::alternative(Tag::Constructor(BOOL, which), vec![], body));
            let chosen = Exp::Case(block.result.clone(), alternatives.collect());
            let chosen = self.single("t", ty.clone(), chosen);
            block.stms.extend(chosen.stms);
            block.result = chosen.result;
            from = block;
        }
        self.counts(
            data,
            Block::from(int(count as i32)),
            (member, of_member),
            (ordinal, from),
        );
    }

    /// The members of another index set, from the last on.
    fn reversed(&mut self, c: &mut Choices, number: usize) {
        let set = self.index_type(c, 1);
        let Some(size) = self.size(&set).and_then(|size| i32::try_from(size).ok()) else {
            return;
        };
        let data = DataName(self.program.data.len() as u32);
        let held = build::binder(self.fresh("i"), set.clone());
        self.program.data.push(Data {
            name: format!("R{number}").into(),
            parameters: vec![],
            constructors: vec![build::constructor(format!("Back{number}").into(), vec![held])],
            index_set: None,
            at: Span::NONE,
        });
        let from_end = |number| {
            let minus = PrimFn::Bin(BinOp::Sub, PrimType::I32);
            Exp::Prim(minus, vec![int(size - 1), number])
        };
        let member = self.fresh("r");
        let inner = Value::project(Projection::Held(0), Value::Var(member));
        let mut of_member = self.single("k", Value::INT, Exp::IndexSet(IndexOp::Ordinal, vec![inner]));
        let behind = self.single("m", Value::INT, from_end(of_member.result.clone()));
        of_member.stms.extend(behind.stms);
        of_member.result = behind.result;
        let ordinal = self.fresh("k");
        let mut from = self.single("m", Value::INT, from_end(Value::Var(ordinal)));
        let op = [IndexOp::FromOrdinal, IndexOp::UnsafeFromOrdinal][c.below(2)];
        let inner = Exp::IndexSet(op, vec![set.clone(), from.result.clone()]);
        let inner = self.single("i", set, inner);
        from.stms.extend(inner.stms);
        from.result = con(data, 0, vec![inner.result]);
        self.counts(data, Block::from(int(size)), (member, of_member), (ordinal, from));
    }

    /// Makes a declared type an index set.
    fn counts(&mut self, data: DataName, size: Block, ordinal: (Name, Block), member: (Name, Block)) {
        let ty = Value::DataType(data, vec![]);
        let text = self.program.data[data.index()].name.clone();
        let size = self.defined(&format!("{text}_size"), Value::INT, size);
        let (ordinal, from) = (
            self.function_of(&format!("{text}_ordinal"), ordinal, ty.clone(), Value::INT),
            self.function_of(&format!("{text}_member"), member, Value::INT, ty),
        );
        self.program.data[data.index()].index_set = Some(IndexSet {
            size,
            ordinal,
            member: from,
        });
    }

    fn function_of(&mut self, text: &str, (name, body): (Name, Block), from: Type, to: Type) -> Name {
        let binder = Binder { name, ty: from };
        let ty = super::arrow(self, &binder, Row::PURE, &to);
        let body = Block::from(super::lambda(binder, Row::PURE, body));
        self.defined(text, ty, body)
    }

    fn defined(&mut self, text: &str, ty: Type, body: Block) -> Name {
        let name = self.fresh(text);
        self.program.definitions.push(Definition {
            binder: Binder { name, ty },
            body,
            at: Span::NONE,
        });
        name
    }

    /// A block of one statement, which it gives.
    fn single(&mut self, text: &str, ty: Type, exp: Exp) -> Block {
        let name = self.fresh(text);
        let at = Span::NONE;
        let binder = Binder { name, ty };
        Block {
            stms: vec![Stm { binder, exp, at }],
            result: Value::Var(name),
        }
    }
}

fn int(number: i32) -> Value {
    Value::Literal(PrimValue::I32(number))
}

fn constructor(data: DataName, which: usize) -> Value {
    con(data, which, vec![])
}

fn con(data: DataName, constructor: usize, fields: Vec<Value>) -> Value {
    build::constructed(data, constructor, vec![], fields)
}
