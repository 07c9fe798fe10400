//! Short names for what values and expressions are made of.

use elder_dex::core::{Alternative, Binder, Block, Construction, Constructor, DataName, Tag, Type, Value};
use elder_syntax::names::{Name, Text};
use std::sync::Arc;

/// `x : ty`
pub fn binder(name: Name, ty: Type) -> Binder {
    Binder { name, ty }
}

/// What a data type is made of in one way.
pub fn constructor(name: Text, fields: Vec<Binder>) -> Constructor {
    Constructor { name, fields }
}

/// A value of a data type.
pub fn constructed(data: DataName, constructor: usize, parameters: Vec<Value>, fields: Vec<Value>) -> Value {
    Value::Con(Arc::new(Construction {
        data,
        constructor,
        parameters,
        fields,
    }))
}

/// What is done with one of the ways in which something is made.
pub fn alternative(tag: Tag, binders: Vec<Binder>, body: Block) -> Alternative {
    Alternative { tag, binders, body }
}
