//! Definitions, and values across the interface: data as arguments of functions, and results as data.
//!
//! A number is a scalar, a member of `Fin n` its ordinal, a table an array; a table of pairs or of records is an array a component, in order
//! (DX-Y-SOA), and a pair or a record likewise, as an argument and as a result.  A sum of several constructors is the number of the one that it has, and the
//! components of all of them: of those that it has not, zeros in results and anything in arguments (DX-E-ENTRY).

use super::environment::Environment;
use super::types::{Range, TableType, Type};
use super::value::{Value, Variant};
use super::{Interpreter, Step, Stop, rules};
use crate::failure::{Fail, Failure, Run};
use crate::numeric::Primitive;
use elder_dex::core::rewrite::free;
use elder_dex::core::{self, BOOL};
use elder_syntax::names::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::{Element, Value as Data};
use elder_syntax::with_prim_type;
use std::rc::Rc;

impl Interpreter<'_> {
    /// DX-E-DEF: a definition is evaluated when it is first asked for, and once in a run.
    pub(super) fn definition(&mut self, name: Name) -> Step<Value> {
        if let Some(value) = self.definitions.get(&name) {
            return Ok(value.clone());
        }
        let Some(definition) = self.places.definition(self.program, name) else {
            return Err(self.malformed("a name stands for nothing"));
        };
        rules::DX_E_DEF.apply();
        let outer = std::mem::replace(&mut self.at, definition.at);
        let value = self.block(&Environment::default(), &definition.body);
        self.at = outer;
        let value = value?;
        self.definitions.insert(name, value.clone());
        Ok(value)
    }

    /// The value of a definition, applied to values from outside, without views.
    pub(super) fn entry(&mut self, name: &str, arguments: &[Data]) -> Run<Value> {
        let result = self.called(name, arguments);
        result.map_err(|stop| self.ended(stop))
    }

    /// What a definition gave for these arguments as data, a value a component; `None` if the data formats cannot say it, as of functions, and of tables whose
    /// elements differ in size.
    ///
    /// # Errors
    /// There is no room for what a sum does not hold.
    pub(super) fn sayable(
        &mut self,
        name: &str,
        arguments: &[Data],
        value: &Value,
    ) -> Run<Option<Vec<Data>>> {
        let result_type = match self.result_type(name, arguments) {
            Ok(Some(ty)) => self.outside(&ty, value),
            _ => Ok(None),
        };
        result_type.map_err(|stop| self.ended(stop))
    }

    fn ended(&self, stop: Stop) -> Fail {
        match stop {
            Stop::Failure(failure) => failure,
            Stop::Thrown | Stop::Ordered(_) => {
                Failure::internal(self.at, "what ends an evaluation was not met where it ends")
            }
        }
    }

    fn called(&mut self, name: &str, arguments: &[Data]) -> Step<Value> {
        let program = self.program;
        let Some(definition) = program.definition(name) else {
            return Err(self.misfit(format!("there is no definition `{name}`")));
        };
        self.at = definition.at;
        let mut value = self.definition(definition.binder.name)?;
        let mut left = arguments;
        while !left.is_empty() {
            let Some(ty) = self.parameter(&value)? else {
                return Err(self.misfit(format!(
                    "{} arguments are expected, {} are given",
                    arguments.len() - left.len(),
                    arguments.len()
                )));
            };
            let argument = self.inside(&ty, arguments, &mut left)?;
            value = self.apply(&value, argument)?;
        }
        self.force(value)
    }

    /// The type of what a definition gives for these arguments; `None` if it takes fewer.
    pub(super) fn result_type(&mut self, name: &str, arguments: &[Data]) -> Step<Option<Rc<Type>>> {
        let program = self.program;
        let Some(definition) = program.definition(name) else {
            return Ok(None);
        };
        let mut ty = &definition.binder.ty;
        let mut environment = Environment::default();
        let mut left = arguments;
        while !left.is_empty() {
            let core::Value::Arrow(arrow) = ty else {
                return Ok(None);
            };
            let own = self.ty(&environment, &arrow.binder.ty)?;
            let argument = self.inside(&own, arguments, &mut left)?;
            environment.bind(arrow.binder.name, argument);
            ty = &arrow.result;
        }
        Ok(Some(self.ty(&environment, ty)?))
    }

    /// DX-E-ENTRY: the arguments do not fit; nothing was evaluated.
    pub(super) fn misfit(&self, message: String) -> Stop {
        Failure::arguments(&rules::DX_E_ENTRY, "kind", self.at, message).into()
    }

    /// DX-E-ENTRY: a value of this type from outside, a value a component; what is left of all that there are is what comes after.
    pub(super) fn inside(&mut self, ty: &Rc<Type>, all: &[Data], left: &mut &[Data]) -> Step<Value> {
        rules::DX_E_ENTRY.apply();
        let count = self.components(ty)?;
        let before = all.len() - left.len();
        let Some((own, rest)) = left.split_at_checked(count) else {
            let message = format!(
                "{} arguments are expected, {} are given",
                before + count,
                all.len()
            );
            return Err(self.misfit(message));
        };
        *left = rest;
        let mut given = Vec::with_capacity(count);
        for (place, data) in own.iter().enumerate() {
            self.room(data.data().len() as u64)?;
            given.push(Given {
                data,
                next: 0,
                number: before + place + 1,
            });
        }
        self.filled(ty, &mut given, 0)
    }

    /// Of how many values from outside one of this type is.
    fn components(&mut self, ty: &Rc<Type>) -> Step<usize> {
        if let Some(alternatives) = self.products(ty)? {
            let mut count = tags(&alternatives);
            for part in alternatives.iter().flatten() {
                count += self.components(part)?;
            }
            return Ok(count);
        }
        match &**ty {
            // How many they are does not depend on the index.
            Type::Table(table) => {
                let element = self.shape_of(table)?;
                self.components(&element)
            }
            _ => Ok(1),
        }
    }

    /// A type as a sum of products: the types of what each constructor holds; nothing of a scalar, of a table, and where a size is held beside what has it.
    fn products(&mut self, ty: &Type) -> Step<Option<Vec<Vec<Rc<Type>>>>> {
        Ok(Some(match ty {
            Type::Unit => vec![vec![]],
            Type::Pair(first, second) => vec![vec![first.clone(), second.clone()]],
            Type::Record(fields) => vec![fields.iter().map(|(_, ty)| ty.clone()).collect()],
            Type::Variant(fields) => fields.iter().map(|(_, ty)| vec![ty.clone()]).collect(),
            Type::Data(data, parameters) if *data != BOOL => {
                let declared = self.program.data.get(data.index());
                let constructors = declared.map_or(&[][..], |declared| declared.constructors.as_slice());
                if constructors.iter().any(core::Constructor::holds_size) {
                    return Ok(None);
                }
                self.held(*data, parameters)?
            }
            _ => return Ok(None),
        }))
    }

    /// The type of an element: of the first, or of one of which nothing is known.
    fn shape_of(&mut self, table: &TableType) -> Step<Rc<Type>> {
        let set = self.set_of(table)?;
        match self.size(&set)? {
            0 => self.ty(&table.environment, &table.element),
            _ => {
                let index = self.element(&set, 0)?;
                self.element_at(table, index)
            }
        }
    }

    fn filled(&mut self, ty: &Rc<Type>, given: &mut [Given<'_>], depth: usize) -> Step<Value> {
        if let Some(alternatives) = self.products(ty)? {
            let (tags, mut rest) = given.split_at_mut(tags(&alternatives));
            let chosen = match tags {
                [tag] => self.tag(tag, depth, alternatives.len())?,
                _ => 0,
            };
            let mut fields = Vec::new();
            for (constructor, parts) in alternatives.iter().enumerate() {
                for part in parts {
                    let (own, others) = rest.split_at_mut(self.components(part)?);
                    rest = others;
                    match constructor == chosen {
                        true => fields.push(self.filled(part, own, depth)?),
                        false => self.passed(part, own, depth)?,
                    }
                }
            }
            return constructed(ty, chosen, fields).ok_or_else(|| self.malformed("a sum of another form"));
        }
        match &**ty {
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let size = self.size(&set)?;
                self.sized(given, depth, size)?;
                self.room(size)?;
                let mut elements = Vec::new();
                for ordinal in 0..size {
                    let index = self.element(&set, ordinal)?;
                    let element = self.element_at(table, index)?;
                    elements.push(self.filled(&element, given, depth + 1)?);
                }
                Ok(self.table_of(elements))
            }
            _ => {
                let (scalar, number) = self.next(given, depth)?;
                self.scalar(ty, scalar, number)
            }
        }
    }

    /// What a sum is given for a constructor that it has not: it has the sizes and types of the type, and nobody looks at it.
    fn passed(&mut self, ty: &Rc<Type>, given: &mut [Given<'_>], depth: usize) -> Step<()> {
        if let Some(alternatives) = self.products(ty)? {
            let (tags, mut rest) = given.split_at_mut(tags(&alternatives));
            if !tags.is_empty() {
                self.next(tags, depth)?;
            }
            for part in alternatives.iter().flatten() {
                let (own, others) = rest.split_at_mut(self.components(part)?);
                rest = others;
                self.passed(part, own, depth)?;
            }
            return Ok(());
        }
        match &**ty {
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let size = self.size(&set)?;
                self.sized(given, depth, size)?;
                for ordinal in 0..size {
                    let index = self.element(&set, ordinal)?;
                    let element = self.element_at(table, index)?;
                    self.passed(&element, given, depth + 1)?;
                }
                Ok(())
            }
            _ => {
                let (scalar, number) = self.next(given, depth)?;
                match scalar_type(ty) == Some(scalar.prim_type()) {
                    true => Ok(()),
                    false => Err(self.mistyped(scalar, number)),
                }
            }
        }
    }

    /// The components have so many elements behind so many indices.
    fn sized(&self, given: &[Given<'_>], depth: usize, size: u64) -> Step<()> {
        for own in given {
            let number = own.number;
            match own.data.shape().get(depth) {
                Some(count) if *count as u64 == size => {}
                Some(count) => {
                    let message =
                        format!("argument {number} has {count} elements where its type says {size}");
                    return Err(self.misfit(message));
                }
                None => return Err(self.misrank(number)),
            }
        }
        Ok(())
    }

    /// The next scalar of a component that has no more indices, and which argument that is.
    fn next(&self, given: &mut [Given<'_>], depth: usize) -> Step<(PrimValue, usize)> {
        let [own] = given else {
            return Err(self.malformed("a scalar is of one component"));
        };
        if own.data.shape().len() != depth {
            return Err(self.misrank(own.number));
        }
        let scalar = own.data.data().get(own.next);
        own.next += 1;
        match scalar {
            Some(scalar) => Ok((scalar, own.number)),
            None => Err(self.misfit(format!("argument {} has too few scalars", own.number))),
        }
    }

    /// Which of so many constructors a sum has.
    fn tag(&self, tag: &mut Given<'_>, depth: usize, count: usize) -> Step<usize> {
        let (scalar, number) = self.next(std::slice::from_mut(tag), depth)?;
        let PrimValue::U8(constructor) = scalar else {
            return Err(self.mistyped(scalar, number));
        };
        match usize::from(constructor) {
            constructor if constructor < count => Ok(constructor),
            constructor => Err(self.misfit(format!(
                "argument {number} has {constructor} where its type has {count} constructors"
            ))),
        }
    }

    fn misrank(&self, number: usize) -> Stop {
        let message = format!("argument {number} has another number of dimensions than its type");
        self.misfit(message)
    }

    fn scalar(&mut self, ty: &Rc<Type>, scalar: PrimValue, number: usize) -> Step<Value> {
        match (&**ty, scalar) {
            (Type::Base(base), _) if *base == scalar.prim_type() => Ok(Value::Number(scalar.into())),
            (Type::Data(BOOL, _), PrimValue::Bool(_)) => Ok(Value::of_number(scalar.into())),
            (Type::Fin(count) | Type::Range(Range { count, .. }), PrimValue::I32(ordinal)) => {
                match u64::try_from(ordinal) {
                    Ok(ordinal) if ordinal < *count => Ok(Value::Member(ty.clone(), ordinal)),
                    _ => Err(self.misfit(format!(
                        "argument {number} has {ordinal} where its type has {count} members"
                    ))),
                }
            }
            _ => Err(self.mistyped(scalar, number)),
        }
    }

    fn mistyped(&self, scalar: PrimValue, number: usize) -> Stop {
        self.misfit(format!(
            "argument {number} has a scalar of type {}, and its type says something else",
            scalar.prim_type()
        ))
    }

    fn outside(&mut self, ty: &Rc<Type>, value: &Value) -> Step<Option<Vec<Data>>> {
        let mut columns = Columns::default();
        match self.gather(ty, value, &mut columns, 0) {
            Ok(_) => Ok(columns.all.into_iter().map(Column::data).collect()),
            Err(Inexpressible::Never) => Ok(None),
            Err(Inexpressible::Stopped(stop)) => Err(stop),
        }
    }

    /// Appends the scalars of a value to the columns from this one on; gives the next column.
    fn gather(
        &mut self,
        ty: &Rc<Type>,
        value: &Value,
        columns: &mut Columns,
        at: usize,
    ) -> Result<usize, Inexpressible> {
        if let Some(alternatives) = self.products(ty)? {
            let (chosen, fields) = parts(ty, value).ok_or(Inexpressible::Never)?;
            let mut at = at;
            if tags(&alternatives) > 0 {
                let tag = u8::try_from(chosen).map_err(|_| Inexpressible::Never)?;
                at = columns.push(at, TAG, Some(PrimValue::U8(tag)), 1)?;
            }
            for (constructor, types) in alternatives.iter().enumerate() {
                match constructor == chosen {
                    true => {
                        for (ty, field) in types.iter().zip(&fields) {
                            at = self.gather(ty, field, columns, at)?;
                        }
                    }
                    false => {
                        for ty in types {
                            at = self.zeros(ty, 1, columns, at)?;
                        }
                    }
                }
            }
            return Ok(at);
        }
        match (value, &**ty) {
            (Value::Table(table), Type::Table(of)) => {
                columns.shape.push(table.elements().len());
                let depends = free(&of.element).contains(&of.binder.name);
                let next = match table.elements() {
                    [] => {
                        let element = self.ty(&of.environment, &of.element);
                        self.zeros(&element.map_err(|_| Inexpressible::Never)?, 0, columns, at)?
                    }
                    elements => {
                        let set = self.set_of(of)?;
                        let mut ty = self.shape_of(of)?;
                        let mut next = at;
                        for (ordinal, element) in elements.iter().enumerate() {
                            if depends {
                                let index = self.element(&set, ordinal as u64)?;
                                ty = self.element_at(of, index)?;
                            }
                            next = self.gather(&ty, element, columns, at)?;
                        }
                        next
                    }
                };
                columns.shape.pop();
                Ok(next)
            }
            (Value::Member(_, ordinal), _) => {
                let ordinal = i32::try_from(*ordinal).map_err(|_| Inexpressible::Never)?;
                columns.push(at, PrimType::I32, Some(PrimValue::I32(ordinal)), 1)
            }
            (other, _) => {
                let scalar = other.as_number().ok_or(Inexpressible::Never)?.scalar();
                columns.push(at, scalar.prim_type(), Some(scalar), 1)
            }
        }
    }

    /// Appends so many values of zeros; with none, the columns are there all the same.  A size that depends on an index of a table without elements is zero,
    /// as no value shows it.
    fn zeros(
        &mut self,
        ty: &Rc<Type>,
        count: u64,
        columns: &mut Columns,
        at: usize,
    ) -> Result<usize, Inexpressible> {
        if let Some(alternatives) = self.products(ty)? {
            let mut at = at;
            if tags(&alternatives) > 0 {
                at = columns.push(at, TAG, None, count)?;
            }
            for ty in alternatives.iter().flatten() {
                at = self.zeros(ty, count, columns, at)?;
            }
            return Ok(at);
        }
        if let Type::Table(of) = &**ty {
            let size = match self.set_of(of).and_then(|set| self.size(&set)) {
                Ok(size) => size,
                Err(_) if count == 0 => 0,
                Err(stop) => return Err(stop.into()),
            };
            columns
                .shape
                .push(usize::try_from(size).map_err(|_| Inexpressible::Never)?);
            let element = match count.saturating_mul(size) {
                0 => self
                    .ty(&of.environment, &of.element)
                    .map_err(|_| Inexpressible::Never)?,
                _ if free(&of.element).contains(&of.binder.name) => return Err(Inexpressible::Never),
                _ => self.shape_of(of)?,
            };
            let next = self.zeros(&element, count.saturating_mul(size), columns, at);
            columns.shape.pop();
            return next;
        }
        self.room(count)?;
        columns.push(at, scalar_type(ty).ok_or(Inexpressible::Never)?, None, count)
    }
}

/// The number of a constructor.
const TAG: PrimType = PrimType::U8;

/// How many numbers stand before what constructors hold: one, but where there is one constructor.
fn tags(alternatives: &[Vec<Rc<Type>>]) -> usize {
    usize::from(alternatives.len() != 1)
}

/// The scalars that values of a type are; nothing of functions, types and references.
fn scalar_type(ty: &Type) -> Option<PrimType> {
    match ty {
        Type::Base(base) => Some(*base),
        Type::Data(BOOL, _) => Some(PrimType::Bool),
        Type::Fin(_) | Type::Range(_) => Some(PrimType::I32),
        _ => None,
    }
}

/// The value of a sum of products of this constructor.
fn constructed(ty: &Rc<Type>, constructor: usize, fields: Vec<Value>) -> Option<Value> {
    let mut own = fields.into_iter();
    Some(match &**ty {
        Type::Unit => Value::Unit,
        Type::Pair(..) => Value::pair(own.next()?, own.next()?),
        Type::Record(labels) => {
            let labels = labels.iter().map(|(label, _)| label.clone());
            Value::Record(Rc::new(labels.zip(own).collect()))
        }
        Type::Variant(labels) => Value::Variant(Rc::new(Variant {
            label: labels.get(constructor)?.0.clone(),
            held: own.next()?,
            ty: ty.clone(),
        })),
        Type::Data(data, parameters) => Value::con(*data, constructor, parameters.clone(), own.collect()),
        _ => return None,
    })
}

/// Which constructor a value has, and what that holds.
fn parts(ty: &Type, value: &Value) -> Option<(usize, Vec<Value>)> {
    Some(match (value, ty) {
        (Value::Unit, _) => (0, vec![]),
        (Value::Pair(both), _) => (0, vec![both.0.clone(), both.1.clone()]),
        (Value::Record(fields), _) => (0, fields.iter().map(|(_, value)| value.clone()).collect()),
        (Value::Con(con), _) => (con.constructor, con.fields.clone()),
        (Value::Variant(variant), Type::Variant(labels)) => {
            let place = labels.iter().position(|(label, _)| *label == variant.label);
            (place?, vec![variant.held.clone()])
        }
        _ => return None,
    })
}

/// Why a result is not data.
enum Inexpressible {
    /// The formats have nothing of its type.
    Never,
    /// It would become too large.
    Stopped(Stop),
}

impl From<Stop> for Inexpressible {
    fn from(stop: Stop) -> Inexpressible {
        Inexpressible::Stopped(stop)
    }
}

/// A value from outside, and how far it was read.
struct Given<'d> {
    data: &'d Data,
    next: usize,
    /// Which argument it is, from one on.
    number: usize,
}

/// A component of a result.
struct Column {
    shape: Vec<usize>,
    ty: PrimType,
    scalars: Vec<PrimValue>,
}

impl Column {
    fn data(self) -> Option<Data> {
        let data = with_prim_type!(self.ty, T => <T as Element>::wrap(typed::<T>(&self.scalars)?));
        Data::new(self.shape, data)
    }
}

fn typed<T: Primitive>(scalars: &[PrimValue]) -> Option<Vec<T>> {
    scalars.iter().map(|scalar| T::unwrap(*scalar)).collect()
}

/// The components of a result as they are filled.
#[derive(Default)]
struct Columns {
    /// How many elements the tables have around what comes next.
    shape: Vec<usize>,
    all: Vec<Column>,
}

impl Columns {
    /// Appends a scalar so many times, zero if it is none, to the column of this number, which is of the shape and type; gives the next column.
    fn push(
        &mut self,
        at: usize,
        ty: PrimType,
        scalar: Option<PrimValue>,
        count: u64,
    ) -> Result<usize, Inexpressible> {
        if at == self.all.len() {
            self.all.push(Column {
                shape: self.shape.clone(),
                ty,
                scalars: Vec::new(),
            });
        }
        let column = self.all.get_mut(at).ok_or(Inexpressible::Never)?;
        if column.shape != self.shape || column.ty != ty {
            return Err(Inexpressible::Never);
        }
        let length = usize::try_from(count)
            .ok()
            .and_then(|count| column.scalars.len().checked_add(count));
        let scalar = scalar.unwrap_or_else(|| ty.number(0));
        column.scalars.resize(length.ok_or(Inexpressible::Never)?, scalar);
        Ok(at + 1)
    }
}
