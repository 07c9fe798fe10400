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

    /// What a definition gave for these arguments as data, a value a component; `None` if the data formats cannot say it, as of functions, types and
    /// references.
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
            let number = before + place + 1;
            given.push(Given { data, number });
        }
        let value = self.filled(ty, &given, &mut Vec::new(), true)?;
        self.largest(ty, &value, &given)?;
        Ok(value)
    }

    /// DX-E-ENTRY: arrays with elements that differ in size are no larger than the largest.
    fn largest(&mut self, ty: &Rc<Type>, value: &Value, given: &[Given<'_>]) -> Step<()> {
        let mut columns = Columns::default();
        match self.gather(ty, Some(value), true, &mut columns, 0) {
            Ok(_) => {}
            Err(Inexpressible::Never) => return Ok(()),
            Err(Inexpressible::Stopped(stop)) => return Err(stop),
        }
        for (own, column) in given.iter().zip(&columns.all) {
            if own.data.shape() != column.extents {
                let number = own.number;
                return Err(self.misfit(format!("argument {number} has another size than its type says")));
            }
        }
        Ok(())
    }

    /// Of how many values from outside one of this type is.
    fn components(&mut self, ty: &Rc<Type>) -> Step<usize> {
        if let Some(mut alternatives) = self.products(ty)? {
            let mut count = tags(&alternatives);
            for parts in &mut alternatives {
                for place in 0..parts.all.len() {
                    let part = self.part_type(parts, place)?;
                    count += self.components(&part)?;
                    self.hold_nothing(parts, place, &part)?;
                }
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

    /// A type as a sum of products: what each constructor holds; nothing of a scalar and of a table.
    fn products(&mut self, ty: &Type) -> Step<Option<Vec<Parts>>> {
        let known = |types: Vec<Rc<Type>>| Parts {
            environment: Environment::default(),
            all: types.into_iter().map(Part::Known).collect(),
        };
        Ok(Some(match ty {
            Type::Unit => vec![known(vec![])],
            Type::Pair(first, second) => vec![known(vec![first.clone(), second.clone()])],
            Type::Record(fields) => vec![known(fields.iter().map(|(_, ty)| ty.clone()).collect())],
            Type::Variant(fields) => fields.iter().map(|(_, ty)| known(vec![ty.clone()])).collect(),
            Type::Data(data, parameters) if *data != BOOL => {
                let (declared, environment) = self.declared(*data, parameters)?;
                let mut alternatives = Vec::with_capacity(declared.constructors.len());
                for constructor in &declared.constructors {
                    let holds_size = constructor.holds_size();
                    let fields = constructor.fields.iter();
                    let all = fields.map(|field| match holds_size {
                        true => Ok(Part::Beside(field.clone())),
                        false => Ok(Part::Known(self.ty(&environment, &field.ty)?)),
                    });
                    alternatives.push(Parts {
                        all: all.collect::<Step<_>>()?,
                        environment: environment.clone(),
                    });
                }
                alternatives
            }
            _ => return Ok(None),
        }))
    }

    /// The type of a part; those before it are held.
    fn part_type(&mut self, parts: &Parts, place: usize) -> Step<Rc<Type>> {
        match parts.all.get(place) {
            Some(Part::Known(ty)) => Ok(ty.clone()),
            Some(Part::Beside(field)) => self.ty(&parts.environment, &field.ty),
            None => Err(self.malformed("a part that is not there")),
        }
    }

    /// A part is zero, so sizes that depend on it are.
    fn hold_nothing(&mut self, parts: &mut Parts, place: usize, ty: &Rc<Type>) -> Step<()> {
        if parts.is_asked(place)
            && let Some(nothing) = self.nothing(ty)?
        {
            parts.hold(place, &nothing);
        }
        Ok(())
    }

    /// The value of a type that is zero in all places, of its first constructor; none of functions, types and references.
    fn nothing(&mut self, ty: &Rc<Type>) -> Step<Option<Value>> {
        if let Some(alternatives) = self.products(ty)? {
            let Some(mut parts) = alternatives.into_iter().next() else {
                return Ok(None);
            };
            let mut fields = Vec::with_capacity(parts.all.len());
            for place in 0..parts.all.len() {
                let part = self.part_type(&parts, place)?;
                let Some(field) = self.nothing(&part)? else {
                    return Ok(None);
                };
                parts.hold(place, &field);
                fields.push(field);
            }
            return Ok(constructed(ty, 0, fields));
        }
        match &**ty {
            Type::Fin(_) | Type::Range(_) => Ok(Some(Value::Member(ty.clone(), 0))),
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let size = self.size(&set)?;
                self.room(size)?;
                let mut elements = Vec::new();
                for ordinal in 0..size {
                    let index = self.element(&set, ordinal)?;
                    let element = self.element_at(table, index)?;
                    let Some(element) = self.nothing(&element)? else {
                        return Ok(None);
                    };
                    elements.push(element);
                }
                Ok(Some(self.table_of(elements)))
            }
            _ => Ok(scalar_type(ty).map(|scalar| Value::of_number(scalar.number(0).into()))),
        }
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

    fn filled(
        &mut self,
        ty: &Rc<Type>,
        given: &[Given<'_>],
        path: &mut Vec<usize>,
        exact: bool,
    ) -> Step<Value> {
        if let Some(mut alternatives) = self.products(ty)? {
            let (tags, mut rest) = given.split_at(tags(&alternatives).min(given.len()));
            let chosen = match tags {
                [tag] => self.tag(tag, path, alternatives.len())?,
                _ => 0,
            };
            let mut fields = Vec::new();
            for (constructor, parts) in alternatives.iter_mut().enumerate() {
                for place in 0..parts.all.len() {
                    let part = self.part_type(parts, place)?;
                    let count = self.components(&part)?;
                    let (own, others) = rest.split_at(count.min(rest.len()));
                    rest = others;
                    if constructor == chosen {
                        let value = self.filled(&part, own, path, exact)?;
                        parts.hold(place, &value);
                        fields.push(value);
                    } else {
                        self.passed(&part, own, path, exact)?;
                        self.hold_nothing(parts, place, &part)?;
                    }
                }
            }
            return constructed(ty, chosen, fields).ok_or_else(|| self.malformed("a sum of another form"));
        }
        match &**ty {
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let size = self.size(&set)?;
                self.sized(given, path.len(), size, exact)?;
                self.room(size)?;
                let mut elements = Vec::new();
                for ordinal in 0..size {
                    let index = self.element(&set, ordinal)?;
                    let element = self.element_at(table, index)?;
                    path.push(ordinal as usize);
                    // Elements may differ in size; what the largest has is seen when all are there.
                    elements.push(self.filled(&element, given, path, false)?);
                    path.pop();
                }
                Ok(self.table_of(elements))
            }
            _ => {
                let (scalar, number) = self.next(given, path)?;
                self.scalar(ty, scalar, number)
            }
        }
    }

    /// What a sum is given for a constructor that it has not: it has the sizes and types of the type, and nobody looks at it.
    fn passed(&mut self, ty: &Rc<Type>, given: &[Given<'_>], path: &mut Vec<usize>, exact: bool) -> Step<()> {
        if let Some(mut alternatives) = self.products(ty)? {
            let (tags, mut rest) = given.split_at(tags(&alternatives).min(given.len()));
            if !tags.is_empty() {
                self.next(tags, path)?;
            }
            for parts in &mut alternatives {
                for place in 0..parts.all.len() {
                    let part = self.part_type(parts, place)?;
                    let count = self.components(&part)?;
                    let (own, others) = rest.split_at(count.min(rest.len()));
                    rest = others;
                    self.passed(&part, own, path, exact)?;
                    self.hold_nothing(parts, place, &part)?;
                }
            }
            return Ok(());
        }
        match &**ty {
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let size = self.size(&set)?;
                self.sized(given, path.len(), size, exact)?;
                for ordinal in 0..size {
                    let index = self.element(&set, ordinal)?;
                    let element = self.element_at(table, index)?;
                    path.push(ordinal as usize);
                    self.passed(&element, given, path, false)?;
                    path.pop();
                }
                Ok(())
            }
            _ => {
                let (scalar, number) = self.next(given, path)?;
                match scalar_type(ty) == Some(scalar.prim_type()) {
                    true => Ok(()),
                    false => Err(self.mistyped(scalar, number)),
                }
            }
        }
    }

    /// The components have so many elements behind so many indices, or room for them.
    fn sized(&self, given: &[Given<'_>], depth: usize, size: u64, exact: bool) -> Step<()> {
        for own in given {
            let number = own.number;
            match own.data.shape().get(depth) {
                Some(count) if *count as u64 == size => {}
                Some(count) if *count as u64 > size && !exact => {}
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

    /// The scalar of a component behind these indices, and which argument that is.
    fn next(&self, given: &[Given<'_>], path: &[usize]) -> Step<(PrimValue, usize)> {
        let [own] = given else {
            return Err(self.malformed("a scalar is of one component"));
        };
        if own.data.shape().len() != path.len() {
            return Err(self.misrank(own.number));
        }
        match own.data.data().get(flat(path, own.data.shape())) {
            Some(scalar) => Ok((scalar, own.number)),
            None => Err(self.misfit(format!("argument {} has too few scalars", own.number))),
        }
    }

    /// Which of so many constructors a sum has.
    fn tag(&self, tag: &Given<'_>, path: &[usize], count: usize) -> Step<usize> {
        let (scalar, number) = self.next(std::slice::from_ref(tag), path)?;
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
        // First how large the columns are, then what is in them.
        for placing in [false, true] {
            if placing {
                let scalars = columns.all.iter().map(Column::count);
                self.room(scalars.fold(0, u64::saturating_add))?;
                columns.make_room();
            }
            match self.gather(ty, Some(value), true, &mut columns, 0) {
                Ok(_) => {}
                Err(Inexpressible::Never) => return Ok(None),
                Err(Inexpressible::Stopped(stop)) => return Err(stop),
            }
        }
        Ok(columns.all.into_iter().map(Column::data).collect())
    }

    /// Adds a value of this type to the columns from this one on; gives the next column.  Without one, zeros of its sizes; a size that depends on what does
    /// not exist, as on an index of a table without elements, is zero.
    fn gather(
        &mut self,
        ty: &Rc<Type>,
        value: Option<&Value>,
        exists: bool,
        columns: &mut Columns,
        at: usize,
    ) -> Result<usize, Inexpressible> {
        if let Some(mut alternatives) = self.products(ty)? {
            let own = match value {
                Some(value) => Some(parts(ty, value).ok_or(Inexpressible::Never)?),
                None => None,
            };
            let (chosen, fields) = own.map_or((None, vec![]), |(chosen, fields)| (Some(chosen), fields));
            let mut at = at;
            if tags(&alternatives) > 0 {
                let tag = u8::try_from(chosen.unwrap_or(0)).map_err(|_| Inexpressible::Never)?;
                at = columns.push(at, TAG, PrimValue::U8(tag), exists)?;
            }
            for (constructor, parts) in alternatives.iter_mut().enumerate() {
                for place in 0..parts.all.len() {
                    let part = self.part_type(parts, place).map_err(|_| Inexpressible::Never)?;
                    let held = fields.get(place).filter(|_| chosen == Some(constructor));
                    at = self.gather(&part, held, exists, columns, at)?;
                    match held {
                        Some(held) => parts.hold(place, held),
                        None if exists => self.hold_nothing(parts, place, &part)?,
                        None => {}
                    }
                }
            }
            return Ok(at);
        }
        match (value, &**ty) {
            (_, Type::Table(of)) => {
                let set = self.set_of(of);
                let set = match set.and_then(|set| Ok((self.size(&set)?, set))) {
                    Ok((size, set)) => Some((size, set)),
                    Err(_) if !exists => None,
                    Err(stop) => return Err(stop.into()),
                };
                let size = set.as_ref().map_or(0, |(size, _)| *size);
                let elements = match value {
                    Some(Value::Table(table)) => Some(table.elements()),
                    Some(_) => return Err(Inexpressible::Never),
                    None => None,
                };
                let depends = free(&of.element).contains(&of.binder.name);
                columns
                    .sizes
                    .push(usize::try_from(size).map_err(|_| Inexpressible::Never)?);
                let mut next = at;
                match set {
                    Some((size, set)) if size > 0 => {
                        let mut element = self.shape_of(of)?;
                        // Zeros of one size are all as the first.
                        let count = if elements.is_some() || depends { size } else { 1 };
                        for ordinal in 0..count {
                            if depends {
                                let index = self.element(&set, ordinal)?;
                                element = self.element_at(of, index)?;
                            }
                            columns.path.push(ordinal as usize);
                            let own = elements.and_then(|elements| elements.get(ordinal as usize));
                            next = self.gather(&element, own, exists, columns, at)?;
                            columns.path.pop();
                        }
                    }
                    _ => {
                        let element = self.ty(&of.environment, &of.element);
                        let element = element.map_err(|_| Inexpressible::Never)?;
                        columns.path.push(0);
                        next = self.gather(&element, None, false, columns, next)?;
                        columns.path.pop();
                    }
                }
                columns.sizes.pop();
                Ok(next)
            }
            (Some(Value::Member(_, ordinal)), _) => {
                let ordinal = i32::try_from(*ordinal).map_err(|_| Inexpressible::Never)?;
                columns.push(at, PrimType::I32, PrimValue::I32(ordinal), exists)
            }
            (Some(other), _) => {
                let scalar = other.as_number().ok_or(Inexpressible::Never)?.scalar();
                columns.push(at, scalar.prim_type(), scalar, exists)
            }
            (None, _) => {
                let scalar = scalar_type(ty).ok_or(Inexpressible::Never)?;
                columns.push(at, scalar, scalar.number(0), false)
            }
        }
    }
}

/// What a constructor holds.
struct Parts {
    /// What the types of its fields have.
    environment: Environment,
    /// The fields.
    all: Vec<Part>,
}

/// A field.
enum Part {
    /// Of this type.
    Known(Rc<Type>),
    /// Its type may have other fields, which are held beside it.
    Beside(core::Binder),
}

impl Parts {
    /// Whether the type of a field behind this one has its value.
    fn is_asked(&self, place: usize) -> bool {
        let mut rest = self.all.iter().skip(place);
        let Some(Part::Beside(own)) = rest.next() else {
            return false;
        };
        rest.any(|part| matches!(part, Part::Beside(field) if free(&field.ty).contains(&own.name)))
    }

    /// A field has this value.
    fn hold(&mut self, place: usize, value: &Value) {
        if let Some(Part::Beside(field)) = self.all.get(place) {
            self.environment.bind(field.name, value.clone());
        }
    }
}

/// The place of an element behind these indices, row by row.
fn flat(path: &[usize], shape: &[usize]) -> usize {
    let pairs = path.iter().zip(shape);
    pairs.fold(0, |flat, (index, size)| flat * size + index)
}

/// The number of a constructor.
const TAG: PrimType = PrimType::U8;

/// How many numbers stand before what constructors hold: one, but where there is one constructor.
fn tags(alternatives: &[Parts]) -> usize {
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

/// A value from outside.
struct Given<'d> {
    data: &'d Data,
    /// Which argument it is, from one on.
    number: usize,
}

/// A component of a result: of elements that differ in size it has room for the largest, with zeros behind the others.
struct Column {
    extents: Vec<usize>,
    ty: PrimType,
    scalars: Vec<PrimValue>,
}

impl Column {
    /// How many scalars it has.
    fn count(&self) -> u64 {
        let sizes = self.extents.iter().map(|size| *size as u64);
        sizes.fold(1, u64::saturating_mul)
    }

    fn data(self) -> Option<Data> {
        let data = with_prim_type!(self.ty, T => <T as Element>::wrap(typed::<T>(&self.scalars)?));
        Data::new(self.extents, data)
    }
}

fn typed<T: Primitive>(scalars: &[PrimValue]) -> Option<Vec<T>> {
    scalars.iter().map(|scalar| T::unwrap(*scalar)).collect()
}

/// The components of a result as they are filled.
#[derive(Default)]
struct Columns {
    /// How many elements the tables have around what comes next.
    sizes: Vec<usize>,
    /// Which of them it is in.
    path: Vec<usize>,
    all: Vec<Column>,
    /// Whether it is known how large all columns are.
    placing: bool,
}

impl Columns {
    /// All columns have been seen.
    fn make_room(&mut self) {
        self.placing = true;
        for column in &mut self.all {
            column.scalars = vec![column.ty.number(0); column.count() as usize];
        }
    }

    /// Adds a scalar to the column of this number, which is of this type, if it exists; gives the next column.
    fn push(
        &mut self,
        at: usize,
        ty: PrimType,
        scalar: PrimValue,
        exists: bool,
    ) -> Result<usize, Inexpressible> {
        if at == self.all.len() {
            self.all.push(Column {
                extents: self.sizes.clone(),
                ty,
                scalars: Vec::new(),
            });
        }
        let column = self.all.get_mut(at).ok_or(Inexpressible::Never)?;
        if column.extents.len() != self.sizes.len() || column.ty != ty {
            return Err(Inexpressible::Never);
        }
        if !self.placing {
            for (extent, size) in column.extents.iter_mut().zip(&self.sizes) {
                *extent = (*extent).max(*size);
            }
        } else if exists && let Some(place) = column.scalars.get_mut(flat(&self.path, &column.extents)) {
            *place = scalar;
        }
        Ok(at + 1)
    }
}
