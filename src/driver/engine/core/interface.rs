//! Results of an entry point as values of the program that was written: components that make records, sums, and arrays of these, are put together.
//!
//! They are made values of Futhark's definition, which says how they look; so what is compared is what `ref-run` would have shown.

use super::super::{Failed, StopKind};
use elder_futhark::rules::evaluation::FUT_E_SIZEPAR;
use elder_passes::programs::{Form, Interface};
use elder_semantics::futhark::clear::value::{Array, Shape, Sum, Value};
use elder_semantics::memory::Memory;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Element;
use elder_syntax::with_prim_type;
use elder_syntax::{Name, Value as Data};
use std::rc::Rc;

/// The results of an entry point as they were written, of components.
pub(crate) fn results(interface: &Interface, entry: &str, components: Vec<Data>) -> Vec<Data> {
    let Some(forms) = interface.forms(entry) else {
        return components;
    };
    let memory = Rc::new(Memory::new(u64::MAX));
    let mut rest = components.as_slice();
    let mut results = Vec::with_capacity(forms.results.len());
    for form in &forms.results {
        let (own, others) = rest.split_at(form.count().min(rest.len()));
        rest = others;
        results.push(match (form, own) {
            (Form::Data, [data]) => data.clone(),
            (form, own) => super::super::futhark::comparable(&value(&memory, form, own)),
        });
    }
    results
}

/// A failure as one of the program that was written: arguments that do not fit are refused by its rule.
pub(crate) fn failed(interface: &Interface, mut failed: Failed) -> Failed {
    if failed.kind == StopKind::Arguments && matches!(interface, Interface::Components(_)) {
        failed.diagnostic.refusal = Some(FUT_E_SIZEPAR.refuse("argument"));
    }
    failed
}

fn value(memory: &Rc<Memory>, form: &Form, components: &[Data]) -> Value {
    match (form, components) {
        (Form::Data, [data]) => of_data(memory, data),
        (Form::Record { rank: 0, fields }, _) => {
            let mut rest = components;
            let mut values = Vec::with_capacity(fields.len());
            for (name, field) in fields {
                let (own, others) = rest.split_at(field.count().min(rest.len()));
                rest = others;
                values.push((name.clone(), value(memory, field, own)));
            }
            Value::Record(values.into())
        }
        (Form::Record { rank, fields }, _) => {
            let fields = fields.clone();
            within(memory, *rank, &Form::Record { rank: 0, fields }, components)
        }
        (
            Form::Sum {
                rank: 0,
                constructors,
                ..
            },
            [number, rest @ ..],
        ) => sum(memory, constructors, number, rest),
        (
            Form::Sum {
                rank,
                constructors,
                shown,
            },
            _,
        ) => {
            let (constructors, shown) = (constructors.clone(), shown.clone());
            within(
                memory,
                *rank,
                &Form::Sum {
                    rank: 0,
                    constructors,
                    shown,
                },
                components,
            )
        }
        (Form::Data, _) => Value::unit(),
    }
}

/// The values of a form within so many dimensions.
fn within(memory: &Rc<Memory>, rank: usize, form: &Form, components: &[Data]) -> Value {
    let shape = components.first().map_or(&[][..], Data::shape);
    let sizes: Vec<i64> = shape.iter().take(rank).map(|n| *n as i64).collect();
    let elements: usize = shape.iter().take(rank).product();
    let element = |i| {
        let parts: Vec<Data> = components.iter().map(|data| part(data, rank, i)).collect();
        value(memory, form, &parts)
    };
    let values: Vec<Value> = (0..elements).map(element).collect();
    let shape = match values.first() {
        Some(first) => first.shape(),
        None => element_shape(form, components, rank),
    };
    Value::Array(Array::new(memory, &sizes, shape, values))
}

/// The shape of what a form stands for within so many dimensions of its components.
fn element_shape(form: &Form, components: &[Data], without: usize) -> Shape {
    let all = |fields: &mut dyn Iterator<Item = &Form>, mut rest: &[Data], without: usize| -> Vec<Shape> {
        let shapes = fields.map(|field| {
            let (own, others) = rest.split_at(field.count().min(rest.len()));
            rest = others;
            element_shape(field, own, without)
        });
        shapes.collect()
    };
    let outer = components.first().map_or(&[][..], Data::shape);
    let dims = |upto: usize| {
        let dims = outer.get(without..upto).unwrap_or_default().to_vec();
        dims.into_iter().map(|n| n as i64)
    };
    match form {
        Form::Data => components.first().map_or(Shape::Other, |data| {
            Shape::array(dims(outer.len()), Shape::Prim(data.prim_type()))
        }),
        Form::Record { rank, fields } => {
            let shapes = all(
                &mut fields.iter().map(|(_, field)| field),
                components,
                without + rank,
            );
            let names = fields.iter().map(|(name, _)| name.clone());
            Shape::array(dims(without + rank), Shape::Record(names.zip(shapes).collect()))
        }
        Form::Sum {
            rank, constructors, ..
        } => {
            // The first component is the number.
            let mut rest = components.get(1..).unwrap_or_default();
            let shapes = constructors.iter().map(|(name, parts)| {
                let count: usize = parts.iter().map(Form::count).sum();
                let (own, others) = rest.split_at(count.min(rest.len()));
                rest = others;
                (name.clone(), all(&mut parts.iter(), own, without + rank))
            });
            let shapes: Vec<_> = shapes.collect();
            Shape::array(dims(without + rank), Shape::Sum(shapes.into()))
        }
    }
}

/// The sum of a number and what all constructors take.
fn sum(memory: &Rc<Memory>, constructors: &[(Name, Vec<Form>)], number: &Data, components: &[Data]) -> Value {
    let mut rest = components;
    let number = number.as_scalar().and_then(constructor);
    for (k, (name, parts)) in constructors.iter().enumerate() {
        let mut args = Vec::with_capacity(parts.len());
        for form in parts {
            let (own, others) = rest.split_at(form.count().min(rest.len()));
            rest = others;
            if number == Some(k) {
                args.push(value(memory, form, own));
            }
        }
        if number == Some(k) {
            return Value::Sum(Rc::new(Sum {
                name: name.clone(),
                args,
                shape: [].into(),
            }));
        }
    }
    Value::unit()
}

/// The number of a constructor.
fn constructor(number: PrimValue) -> Option<usize> {
    match number {
        PrimValue::U8(k) => Some(k.into()),
        PrimValue::I64(k) => usize::try_from(k).ok(),
        _ => None,
    }
}

/// A scalar or an array of scalars.
fn of_data(memory: &Rc<Memory>, data: &Data) -> Value {
    match data.as_scalar() {
        Some(scalar) => Value::Prim(scalar),
        None => {
            let sizes: Vec<i64> = data.shape().iter().map(|n| *n as i64).collect();
            let scalars = (0..data.data().len()).filter_map(|i| data.data().get(i).map(Value::Prim));
            let shape = Shape::Prim(data.prim_type());
            Value::Array(Array::new(memory, &sizes, shape, scalars.collect()))
        }
    }
}

/// What a component has for the element of this number within the first dimensions.
fn part(data: &Data, rank: usize, i: usize) -> Data {
    let shape = data.shape().get(rank..).unwrap_or_default().to_vec();
    let many: usize = shape.iter().product();
    let scalars: Vec<PrimValue> = (i * many..(i + 1) * many)
        .filter_map(|k| data.data().get(k))
        .collect();
    let typed = with_prim_type!(data.prim_type(), T => T::wrap(typed::<T>(&scalars)));
    Data::new(shape, typed).unwrap_or_else(|| data.clone())
}

pub(super) fn typed<T: Element>(scalars: &[PrimValue]) -> Vec<T> {
    let scalar = |value: &PrimValue| T::slice(Data::scalar(*value).data()).and_then(|xs| xs.first().copied());
    scalars.iter().filter_map(scalar).collect()
}
