//! Values of the semantics (notes, section 5).

use super::environment::Environment;
use super::types::Type;
use crate::derivative::Number;
use crate::memory::Memory;
use elder_dex::core::{self as tree, BOOL, DataName, Label};
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

/// w
#[derive(Clone, Debug)]
pub enum Value {
    /// A number, perhaps with derivatives.
    Number(Number),
    /// `()`
    Unit,
    /// `(w, w)`
    Pair(Rc<(Value, Value)>),
    /// A constructor with what it holds; `False` and `True` among them.
    Con(Rc<Construction>),
    /// A record, its fields in the order of types.
    Record(Rc<Vec<(Label, Value)>>),
    /// A variant.
    Variant(Rc<Variant>),
    /// k∈T: the member of `Fin n`, or of a range, that has this ordinal.
    Member(Rc<Type>, u64),
    /// arr[w0, ..]
    Table(Rc<Table>),
    /// ⟨ρ; \x. e⟩
    Closure(Rc<Closure>),
    /// D(f, w)
    Derivative(Rc<Derivative>),
    /// ⟨ρ; view x. e⟩
    View(Rc<View>),
    /// ref(l, π)
    Reference(Rc<Reference>),
    /// A closed type.
    Type(Rc<Type>),
}

/// A constructor with all that it takes.
#[derive(Clone, Debug)]
pub struct Construction {
    /// Of which type.
    pub data: DataName,
    /// Which constructor.
    pub constructor: usize,
    /// The parameters of the type.
    pub parameters: Vec<Value>,
    /// What it holds.
    pub fields: Vec<Value>,
}

/// A value with one label of several.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Which label.
    pub label: Label,
    /// What it holds.
    pub held: Value,
    /// The type of the whole.
    pub ty: Rc<Type>,
}

/// A function and where it was made.
#[derive(Debug)]
pub struct Closure {
    /// What its free names stand for.
    pub environment: Environment,
    /// The function.
    pub lambda: std::sync::Arc<tree::Lambda>,
}

/// The derivative of a function at a point, to be applied to tangents.
#[derive(Debug)]
pub struct Derivative {
    /// The function.
    pub function: Value,
    /// The point, without views.
    pub point: Value,
}

/// A view and where it was made.
#[derive(Debug)]
pub struct View {
    /// What its free names stand for.
    pub environment: Environment,
    /// The view.
    pub view: std::sync::Arc<tree::View>,
}

/// A place in the store.
#[derive(Clone, Debug)]
pub struct Reference {
    /// l
    pub location: usize,
    /// π
    pub path: Vec<Part>,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The element of a table that has this ordinal.
    Element(u64),
    /// The first of a pair.
    First,
    /// The second of a pair.
    Second,
    /// A field of a record.
    Field(Label),
}

/// The elements of a table, by their ordinals.
#[derive(Debug)]
pub struct Table {
    elements: Vec<Value>,
    /// How many scalars it holds.
    cells: u64,
    /// Whether a view is somewhere in it.
    lazy: bool,
    memory: Rc<Memory>,
}

/// What so many elements take in memory.
pub(super) fn bytes(elements: u64) -> u64 {
    elements.saturating_mul(size_of::<Value>() as u64)
}

impl Table {
    /// A table of these elements.
    pub fn new(memory: &Rc<Memory>, elements: Vec<Value>) -> Table {
        memory.charge(bytes(elements.len() as u64));
        Table {
            cells: elements.iter().map(Value::cells).sum(),
            lazy: elements.iter().any(Value::is_lazy),
            elements,
            memory: memory.clone(),
        }
    }

    /// Its elements.
    pub fn elements(&self) -> &[Value] {
        &self.elements
    }

    /// An element becomes what `change` makes of it; nothing if there is none of this ordinal.
    pub fn change<T>(&mut self, ordinal: u64, change: impl FnOnce(&mut Value) -> Option<T>) -> Option<T> {
        let element = self.elements.get_mut(usize::try_from(ordinal).ok()?)?;
        let before = element.cells();
        let changed = change(element);
        self.cells = self.cells - before + element.cells();
        self.lazy |= element.is_lazy();
        changed
    }
}

impl Clone for Table {
    fn clone(&self) -> Table {
        self.memory.charge(bytes(self.elements.len() as u64));
        Table {
            elements: self.elements.clone(),
            cells: self.cells,
            lazy: self.lazy,
            memory: self.memory.clone(),
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.memory.release(bytes(self.elements.len() as u64));
    }
}

impl Value {
    /// An Int.
    pub fn int(number: i32) -> Value {
        Value::Number(Number::Plain(PrimValue::I32(number)))
    }

    /// The number that an Int is.
    pub fn as_int(&self) -> Option<i32> {
        match self {
            Value::Number(Number::Plain(PrimValue::I32(number))) => Some(*number),
            _ => None,
        }
    }

    /// `(first, second)`
    pub fn pair(first: Value, second: Value) -> Value {
        Value::Pair(Rc::new((first, second)))
    }

    /// A constructor of a declared type.
    pub fn con(data: DataName, constructor: usize, parameters: Vec<Value>, fields: Vec<Value>) -> Value {
        Value::Con(Rc::new(Construction {
            data,
            constructor,
            parameters,
            fields,
        }))
    }

    /// A result of a primitive function.
    pub fn of_number(number: Number) -> Value {
        match number {
            Number::Plain(PrimValue::Bool(truth)) => Value::con(BOOL, truth.into(), vec![], vec![]),
            other => Value::Number(other),
        }
    }

    /// As an operand of a primitive function.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Value::Number(number) => Some(number.clone()),
            Value::Con(con) if con.data == BOOL => Some(PrimValue::Bool(con.constructor != 0).into()),
            _ => None,
        }
    }

    /// How many scalars it holds: the tag of a sum is one, a function none.
    pub fn cells(&self) -> u64 {
        match self {
            Value::Number(_) | Value::Member(..) => 1,
            Value::Pair(both) => both.0.cells() + both.1.cells(),
            Value::Con(con) => 1 + con.fields.iter().map(Value::cells).sum::<u64>(),
            Value::Record(fields) => fields.iter().map(|(_, value)| value.cells()).sum(),
            Value::Variant(variant) => 1 + variant.held.cells(),
            Value::Table(table) => table.cells,
            Value::Unit | Value::Reference(_) | Value::Type(_) => 0,
            Value::Closure(_) | Value::Derivative(_) | Value::View(_) => 0,
        }
    }

    /// Whether a view is in it.
    pub fn is_lazy(&self) -> bool {
        match self {
            Value::View(_) => true,
            Value::Pair(both) => both.0.is_lazy() || both.1.is_lazy(),
            Value::Con(con) => con.fields.iter().any(Value::is_lazy),
            Value::Record(fields) => fields.iter().any(|(_, value)| value.is_lazy()),
            Value::Variant(variant) => variant.held.is_lazy(),
            Value::Table(table) => table.lazy,
            _ => false,
        }
    }

    /// The element of a table, or the part of a pair or of a record.
    pub fn part(&self, part: &Part) -> Option<&Value> {
        match (self, part) {
            (Value::Table(table), Part::Element(ordinal)) => {
                table.elements.get(usize::try_from(*ordinal).ok()?)
            }
            (Value::Pair(both), Part::First) => Some(&both.0),
            (Value::Pair(both), Part::Second) => Some(&both.1),
            (Value::Record(fields), Part::Field(label)) => fields
                .iter()
                .find(|(own, _)| own == label)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    /// w at π
    pub fn at(&self, path: &[Part]) -> Option<&Value> {
        path.iter().try_fold(self, Value::part)
    }

    /// w becomes `w at π := new`; what shares with it stays as it is.  Nothing if there is no such place.
    pub fn set(&mut self, path: &[Part], new: Value) -> Option<()> {
        let Some((first, rest)) = path.split_first() else {
            *self = new;
            return Some(());
        };
        match (self, first) {
            (Value::Table(table), Part::Element(ordinal)) => {
                Rc::make_mut(table).change(*ordinal, |element| element.set(rest, new))
            }
            (Value::Pair(both), Part::First) => Rc::make_mut(both).0.set(rest, new),
            (Value::Pair(both), Part::Second) => Rc::make_mut(both).1.set(rest, new),
            (Value::Record(fields), Part::Field(label)) => {
                let mut fields = Rc::make_mut(fields).iter_mut();
                fields.find(|(own, _)| own == label)?.1.set(rest, new)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(memory: &Rc<Memory>, elements: Vec<Value>) -> Value {
        Value::Table(Rc::new(Table::new(memory, elements)))
    }

    #[test]
    fn what_was_read_stays_when_a_place_is_written() {
        let memory = Rc::new(Memory::new(u64::MAX));
        let row = |a, b| table(&memory, vec![Value::int(a), Value::int(b)]);
        let mut content = Value::pair(table(&memory, vec![row(1, 2), row(3, 4)]), Value::Unit);
        let path = [Part::First, Part::Element(1), Part::Element(0)];
        let before = content.clone();
        assert_eq!(content.set(&path, Value::int(9)), Some(()));
        assert_eq!(content.at(&path).and_then(Value::as_int), Some(9));
        assert_eq!(before.at(&path).and_then(Value::as_int), Some(3));
        assert_eq!(content.set(&[Part::First, Part::Element(2)], Value::Unit), None);
    }

    #[test]
    fn memory_is_given_back() {
        let memory = Rc::new(Memory::new(bytes(3)));
        let mut first = table(&memory, vec![Value::int(1), Value::int(2)]);
        let second = first.clone();
        assert!(memory.admits(bytes(1)) && !memory.admits(bytes(2)));
        assert_eq!(first.set(&[Part::Element(0)], Value::int(5)), Some(()));
        assert!(!memory.admits(0), "the two do not share any more");
        drop((first, second));
        assert!(memory.admits(bytes(3)));
    }

    #[test]
    fn cells_are_counted_where_places_are_written() {
        let memory = Rc::new(Memory::new(u64::MAX));
        let mut all = table(
            &memory,
            vec![Value::Unit, Value::pair(Value::int(1), Value::int(2))],
        );
        assert_eq!(all.cells(), 2);
        assert_eq!(all.set(&[Part::Element(0)], Value::int(1)), Some(()));
        assert_eq!(all.cells(), 3);
    }
}
