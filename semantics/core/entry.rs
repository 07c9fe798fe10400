//! Arguments and results of an entry point.

use super::value::{Array, Scalar, Shape, Value};
use super::{Interpreter, rules};
use crate::array::volume;
use crate::failure::{Fail, Failure, Run};
use crate::numeric::Primitive;
use elder_core::Name;
use elder_core::memory::Lying;
use elder_core::tree::{Atom, Definition, Dim, Param, Type};
use elder_syntax::value::{Element, Value as Data};
use elder_syntax::{Span, with_prim_type};
use std::rc::Rc;

/// That a dimension of an argument has the size that the type of its parameter says.
struct Demand {
    declared: Atom,
    found: i64,
    argument: usize,
}

impl<'p> Interpreter<'p> {
    /// Calls an entry point with values from outside.
    pub(super) fn entry(&mut self, name: &str, arguments: &[Data]) -> Run<Vec<Data>> {
        let Some(entry) = self.program.entry(name) else {
            return Err(misfit(Span::NONE, format!("there is no entry point `{name}`")));
        };
        self.site = self.program.site(entry.at);
        let values = self.scope(|this| {
            this.arguments(entry, arguments)?;
            let given = this.body(&entry.body)?;
            this.results(&entry.results, &given)?;
            Ok(given.values)
        })?;
        if self.words.is_some() {
            self.results = values.iter().map(Value::scalars).collect();
        }
        let results = values.iter().map(|value| {
            self.readable(value)?;
            self.room(volume(&value.sizes()))?;
            data(value).ok_or_else(|| Failure::unsupported(self.span(), "a result that is no data"))
        });
        results.collect()
    }

    /// CORE-E-ENTRY: parameters are bound to arguments, sizes to what the first argument that has them says.
    fn arguments(&mut self, entry: &'p Definition, arguments: &[Data]) -> Run<()> {
        rules::CORE_E_ENTRY.apply();
        let span = self.span();
        let (wanted, found) = (entry.params.len(), arguments.len());
        if wanted != found {
            return Err(misfit(
                span,
                format!("{wanted} arguments are expected, {found} are given"),
            ));
        }
        let mut known: Vec<Name> = Vec::new();
        let mut demands = Vec::new();
        let mut values = Vec::with_capacity(found);
        for (k, (param, argument)) in entry.params.iter().zip(arguments).enumerate() {
            let value = self.argument(param, argument, k)?;
            for (dim, found) in param.binder.ty.dims().iter().zip(value.sizes()) {
                match dim {
                    Dim::Open => {}
                    Dim::Is(Atom::Var(size)) if entry.sizes.contains(size) && !known.contains(size) => {
                        known.push(*size);
                        self.name(*size, Value::from(found));
                    }
                    Dim::Is(declared) => demands.push(Demand {
                        declared: *declared,
                        found,
                        argument: k + 1,
                    }),
                }
            }
            self.name(param.binder.name, value.clone());
            values.push(value);
        }
        for size in entry.sizes.iter().filter(|size| !known.contains(size)) {
            self.name(*size, Value::from(0));
        }
        for Demand {
            declared,
            found,
            argument,
        } in demands
        {
            let declared = self.number(declared)?;
            if declared != found {
                let message = format!("argument {argument} has size {found}, but its type says {declared}");
                return Err(self.unsound(&rules::CORE_E_ENTRY, "agree", message));
            }
        }
        // Now all sizes are known that places are of.
        for (param, value) in entry.params.iter().zip(values) {
            let value = self.placed(Lying::Received, &param.binder, value)?;
            self.name(param.binder.name, value);
        }
        Ok(())
    }

    /// A value from outside, which has the type of its parameter but for sizes.
    fn argument(&self, param: &Param, argument: &Data, k: usize) -> Run<Value> {
        let ty = &param.binder.ty;
        if ty.element() != Some(argument.prim_type()) || ty.rank() != argument.rank() {
            let (wanted, found) = (kind(ty), argument.type_string());
            let message = format!("argument {} is of type {found}, but {wanted} is expected", k + 1);
            return Err(misfit(self.span(), message));
        }
        let size = |size: &usize| i64::try_from(*size).ok();
        let shape = Shape {
            sizes: argument.shape().iter().filter_map(size).collect(),
            element: argument.prim_type(),
        };
        self.room(shape.volume())?;
        let scalars = (0..argument.data().len()).filter_map(|i| argument.data().get(i));
        self.make(&shape, scalars.map(Scalar::from).collect())
    }
}

/// A type without its sizes.
pub fn kind(ty: &Type) -> String {
    match ty.element() {
        Some(element) => format!("{}{element}", "[]".repeat(ty.rank())),
        None => "what no argument is".to_string(),
    }
}

/// CORE-E-ENTRY: the arguments do not fit the entry point; nothing was evaluated.
fn misfit(span: Span, message: String) -> Fail {
    Failure::arguments(&rules::CORE_E_ENTRY, "kind", span, message)
}

/// A scalar or an array as data.
pub fn data(value: &Value) -> Option<Data> {
    match value {
        Value::Prim(scalar) => Some(Data::scalar(scalar.number)),
        Value::Array(array) => array_data(array),
        Value::Acc(_) | Value::Cert => None,
    }
}

fn array_data(array: &Rc<Array>) -> Option<Data> {
    // No data has a size below zero, which rows that are not there may have.
    let size = |size: &i64| usize::try_from(*size.max(&0)).ok();
    let sizes: Option<Vec<usize>> = array.sizes().iter().map(size).collect();
    let scalars = array.elements();
    let data = with_prim_type!(*array.element(), T => <T as Element>::wrap(typed::<T>(&scalars)?));
    Data::new(sizes?, data)
}

fn typed<T: Primitive>(scalars: &[Scalar]) -> Option<Vec<T>> {
    scalars.iter().map(|scalar| T::unwrap(scalar.number)).collect()
}
