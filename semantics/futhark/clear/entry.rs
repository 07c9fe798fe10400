//! An entry point: its arguments come from outside (FUT-E-SIZEPAR).

use super::Interpreter;
use super::environment::Environment;
use super::value::{Array, Code, Shape, Value};
use crate::failure::{Failure, Run};
use crate::futhark::refusals;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Def, PatKind, Size, Type, TypeKind, VName, is_tuple};
use elder_syntax::value::Value as Data;
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// A parameter of an entry point.
struct Parameter {
    ty: Type,
    name: Option<VName>,
    span: Span,
}

/// A size that the type of a parameter fixes, and the one that the argument has.
struct Demand {
    size: Size,
    found: i64,
    argument: usize,
    span: Span,
}

impl Interpreter<'_> {
    /// The results of an entry point, a tuple as its components, with their types.
    pub fn entry(&mut self, name: &str, arguments: Vec<Data>) -> (Run<Vec<Value>>, Vec<Type>) {
        let entry = self.program.entries.iter().find(|entry| entry.name == name);
        let Some(def) = entry.and_then(|entry| self.definition(&entry.def)).cloned() else {
            return (Err(Failure::no_entry(name)), Vec::new());
        };
        let (parameters, result) = self.parameters(&def);
        let (types, components) = match &*result {
            TypeKind::Record(fields) if is_tuple(fields) && !fields.is_empty() => {
                (fields.iter().map(|(_, ty)| self.expand(ty)).collect(), true)
            }
            _ => (vec![result.clone()], false),
        };
        let value = self.call_entry(&def, &parameters, arguments);
        let results = value.map(|value| match value {
            Value::Record(fields) if components => fields.iter().map(|(_, v)| v.clone()).collect(),
            value => vec![value],
        });
        (results, types)
    }

    /// All parameters, those included that its result takes if that is a function, and the type of what is left.
    fn parameters(&self, def: &Def) -> (Vec<Parameter>, Type) {
        let own = def.fun.params.iter().map(|param| Parameter {
            ty: param.pat.ty.clone(),
            name: match &param.pat.kind {
                PatKind::Var(v) => Some(v.clone()),
                _ => None,
            },
            span: param.pat.span,
        });
        let mut parameters: Vec<Parameter> = own.collect();
        let mut result = self.expand(&def.fun.ret.ty);
        while let TypeKind::Arrow(arrow) = &*result {
            parameters.push(Parameter {
                ty: arrow.param.clone(),
                name: arrow.param_name.clone(),
                span: def.span,
            });
            result = self.expand(&arrow.ret.ty);
        }
        (parameters, result)
    }

    /// FUT-E-SIZEPAR: size parameters are read off the arguments, which must agree with the types of the parameters.
    fn call_entry(&mut self, def: &Rc<Def>, parameters: &[Parameter], arguments: Vec<Data>) -> Run<Value> {
        rules::FUT_E_SIZEPAR.apply();
        let mut known = Environment::default();
        let mut demands = Vec::new();
        let mut arguments = arguments.into_iter();
        let mut args = Vec::with_capacity(parameters.len());
        for (k, parameter) in parameters.iter().enumerate() {
            let argument = self.take(&parameter.ty, &mut arguments);
            let argument = argument.map_err(|why| {
                refusals::misfit(
                    def,
                    format!(
                        "argument {} does not have the type of its parameter: {why}",
                        k + 1
                    ),
                )
            })?;
            if let Some(name) = &parameter.name {
                known.bind(name, argument.clone());
            }
            self.compare(&parameter.ty, &argument.shape(), &mut |size, found| match size {
                Size::Var(v) if def.fun.sizes.contains(v) && known.meaning(v).is_none() => {
                    known.bind_size(v, found);
                }
                size => demands.push(Demand {
                    size: size.clone(),
                    found,
                    argument: k,
                    span: parameter.span,
                }),
            });
            args.push(argument);
        }
        if arguments.next().is_some() {
            return Err(refusals::misfit(def, "too many arguments".to_string()));
        }
        for demand in demands {
            let required = self.size(&mut known, &demand.size)?;
            if required != demand.found {
                let message = format!(
                    "argument {} has size {}, but its type says {required}",
                    demand.argument + 1,
                    demand.found
                );
                let rule = &rules::FUT_E_SIZEPAR;
                return Err(Failure::error(rule, "agree", demand.span, message));
            }
        }
        for size in &def.fun.sizes {
            if known.meaning(size).is_none() {
                known.bind_size(size, 0);
            }
        }
        let value = match def.fun.params.is_empty() {
            true => {
                let value = self.call_definition(def, known, Vec::new(), def.span)?;
                match args.is_empty() {
                    true => value,
                    false => self.apply(&value, args, def.span)?,
                }
            }
            false => {
                let function = self.function(Code::Definition(def.clone()), known);
                self.apply(&function, args, def.span)?
            }
        };
        self.readable(&value, def.span)?;
        Ok(value)
    }

    /// The argument for a parameter: a tuple or record takes one for each component.
    fn take(&mut self, ty: &Type, arguments: &mut dyn Iterator<Item = Data>) -> Result<Value, String> {
        let ty = self.expand(ty);
        if let TypeKind::Record(fields) = &*ty {
            let mut values: Vec<(Name, Value)> = Vec::with_capacity(fields.len());
            for (name, ty) in fields {
                values.push((name.clone(), self.take(ty, arguments)?));
            }
            return Ok(Value::Record(values.into()));
        }
        let data = arguments.next().ok_or("it is missing")?;
        let (mut rank, mut element) = (0, ty);
        while let TypeKind::Array(_, inner) = &*element.clone() {
            rank += 1;
            element = self.expand(inner);
        }
        match &*element {
            TypeKind::Prim(p) if *p == data.prim_type() && rank == data.rank() => Ok(self.outside(&data)),
            TypeKind::Prim(p) => Err(format!(
                "expected {}{p}, found {}",
                "[]".repeat(rank),
                data.type_string()
            )),
            _ => Err("its type has no values in the data formats".to_string()),
        }
    }

    /// A value from outside.
    fn outside(&self, data: &Data) -> Value {
        if let Some(p) = data.as_scalar() {
            return Value::Prim(p);
        }
        let sizes: Vec<i64> = data.shape().iter().map(|n| *n as i64).collect();
        let elements = (0..data.data().len()).filter_map(|i| data.data().get(i).map(Value::Prim));
        let element = Shape::Prim(data.prim_type());
        Value::Array(Array::new(&self.memory, &sizes, element, elements.collect()))
    }
}
