//! What the program takes and gives, and the buffers that it has (DPIA-G-TY, DPIA-G-PARAM).

use super::{BufferKey, Host, HostScalar, Rank, ScalarKey};
use crate::dpia::lower::environment::{Binding, Environment};
use crate::dpia::lower::memory::{Cell, Part, Storage, malformed, part_name, room};
use crate::dpia::lower::sizes;
use crate::dpia::lower::text::Done;
use crate::dpia::lower::width::WIDE;
use elder_dpia::entry::components;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{DataType, Entry, Name, Nat, PhraseType, PrimType};
use elder_kernel::c::Type;
use elder_kernel::plan::{Check, Condition, IndexParameter, Parameter, Place, ResultPart};
use elder_kernel::size::Size;
use elder_syntax::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Host {
    /// Parameters, sizes, results and their buffers; the environment of the body.
    pub(super) fn interface(&mut self, entry: &Entry) -> Done<Environment> {
        let span = entry.body.span;
        let mut env = Environment::default();
        let mut given = Vec::new();
        for x in entry.given_sizes() {
            given.push((x.clone(), self.plan.parameters.len()));
            self.plan.parameters.push(Parameter {
                name: self.sizes.get(&x).cloned().unwrap_or_else(|| x.text().into()),
                element: PrimType::I64,
                shape: vec![],
                place: None,
                span,
            });
        }
        let (mut dimensions, mut indexes) = (Vec::new(), Vec::new());
        let mut inputs = Vec::new();
        for binder in &entry.inputs {
            let data = self.data_of(&binder.ty, span)?;
            let first = self.plan.parameters.len();
            let parts = components(&data);
            let many = parts.len() > 1;
            for (k, part) in parts.iter().enumerate() {
                let wanted = part_name(binder.name.text(), k, many);
                let number = self.plan.parameters.len();
                if let Some(n) = &part.index_of {
                    indexes.push((number, n.clone()));
                }
                for (d, nat) in part.outer_shape().into_iter().enumerate() {
                    dimensions.push((number, d, nat));
                }
                let name = match binder.ty.as_var() {
                    // It has the name of its buffer, which is an output.
                    Some(_) => wanted.into(),
                    None => self.names.fresh(&wanted),
                };
                self.plan.parameters.push(Parameter {
                    name,
                    element: part.element,
                    shape: vec![],
                    place: None,
                    span,
                });
            }
            inputs.push((binder, data, first));
        }
        let mut states: FxHashMap<Name, Rc<Cell>> = FxHashMap::default();
        self.plan.sizes = sizes::solve(&entry.sizes, &dimensions, &given, &self.sizes, &mut self.names);
        self.plan.checks = sizes::natural(&self.plan.sizes, span);
        for (parameter, n) in indexes {
            let below = self.size(&n, span)?;
            self.plan.indexes.push(IndexParameter { parameter, below });
        }
        for binder in &entry.outputs {
            let data = self.data_of(&binder.ty, span)?;
            let cell = self.buffers_of(binder.name.text(), &data, Rank::Output, span)?;
            states.insert(binder.name.clone(), cell.clone());
            for part in &cell.parts {
                if let Some(n) = part
                    .component
                    .index_of
                    .clone()
                    .filter(|_| self.plan.index == WIDE)
                {
                    self.index_fits_outside(&n, span)?;
                }
                if let Storage::Buffer(key) = &part.storage
                    && let Some((buffer, _)) = self.buffers.get(key)
                {
                    let place = Place::whole(*buffer);
                    let shape = sizes::shape(&part.component.outer_shape(), &self.sizes, span)?;
                    self.plan.results.push(ResultPart {
                        element: part.component.element,
                        shape,
                        place,
                    });
                }
            }
            env = env.with(&binder.name, Binding::Cell(cell));
        }
        for (position, (binder, data, first)) in inputs.into_iter().enumerate() {
            if let Some(cell) = states.get(&binder.name) {
                self.begin(cell, first, span)?;
                continue;
            }
            let cell = self.input(position, &data, first, span)?;
            env = env.with(&binder.name, Binding::Cell(cell));
        }
        Ok(env)
    }

    /// Indexes that the program gives are of 32 bits.
    fn index_fits_outside(&mut self, n: &Nat, span: Span) -> Done {
        let (n, most) = (self.size(n, span)?, Size::Const(1 << 31));
        let message = format!("indexes below {n} do not fit the 32 bits in which the program gives them");
        let rule = (&rules::DPIA_G_WIDTH, "fits");
        let condition = Condition::AtMost(n, most);
        self.plan.checks.push(Check {
            condition,
            message,
            rule,
            span,
        });
        Ok(())
    }

    fn data_of(&self, ty: &PhraseType, span: Span) -> Done<DataType> {
        match ty {
            PhraseType::Exp(data) | PhraseType::Acc(data) => Ok(data.clone()),
            _ => match ty.as_var() {
                Some(data) => Ok(data.clone()),
                None => Err(malformed(span, "an entry takes what is no value")),
            },
        }
    }

    /// The values of parameters, from `first` on, are what a variable begins with (DPIA-G-STATE).
    fn begin(&mut self, cell: &Cell, first: usize, span: Span) -> Done {
        rules::DPIA_G_STATE.apply();
        for (k, part) in cell.parts.iter().enumerate() {
            let shape = sizes::shape(&part.component.outer_shape(), &self.sizes, span)?;
            if let Storage::Buffer(key) = &part.storage
                && let Some((buffer, word)) = self.buffers.get(key)
                && let Some(parameter) = self.plan.parameters.get_mut(first + k)
            {
                parameter.name = word.clone();
                parameter.shape = shape;
                parameter.place = Some(Place::whole(*buffer));
            }
        }
        Ok(())
    }

    fn input(&mut self, position: usize, data: &DataType, first: usize, span: Span) -> Done<Rc<Cell>> {
        let mut parts = Vec::new();
        for (k, component) in components(data).into_iter().enumerate() {
            let number = first + k;
            let word = self.plan.parameters[number].name.clone();
            let key = position * 1024 + k;
            let shape = component.outer_shape();
            let storage = if shape.is_empty() {
                let ty = component.element;
                self.scalars.insert(
                    ScalarKey(key),
                    HostScalar {
                        input: number,
                        word,
                        ty,
                    },
                );
                Storage::Scalar(ScalarKey(key))
            } else {
                let shape = sizes::shape(&shape, &self.sizes, span)?;
                let buffer = self.plan.add_buffer(
                    word.clone(),
                    Type::Scalar(component.element),
                    Size::product(&shape),
                );
                let parameter = &mut self.plan.parameters[number];
                parameter.shape = shape;
                parameter.place = Some(Place::whole(buffer));
                let key = BufferKey(Rank::Input, key);
                self.buffers.insert(key, (buffer, word));
                Storage::Buffer(key)
            };
            parts.push(Part { component, storage });
        }
        Ok(Rc::new(Cell {
            data: data.clone(),
            parts,
        }))
    }

    /// Buffers for a value of a data type.
    pub(super) fn buffers_of(
        &mut self,
        wanted: &str,
        data: &DataType,
        rank: Rank,
        span: Span,
    ) -> Done<Rc<Cell>> {
        let mut parts = Vec::new();
        let all = match rank {
            Rank::Temporary => self.components(data),
            Rank::Output | Rank::Input => components(data),
        };
        let many = all.len() > 1;
        for (k, component) in all.into_iter().enumerate() {
            let word = self.names.fresh(&part_name(wanted, k, many));
            // One buffer serves all rounds of the loops around it.
            let shape = component.outer_shape().into_iter().map(|n| {
                let largest = sizes::largest(&room(n.clone()), &self.sizes, &self.counters);
                largest.ok_or_else(|| malformed(span, &format!("the host does not know the size `{n}`")))
            });
            let count = Size::product(&shape.collect::<Done<Vec<_>>>()?);
            let buffer = self
                .plan
                .add_buffer(word.clone(), Type::Scalar(component.element), count);
            let key = BufferKey(rank, self.buffers.len());
            self.buffers.insert(key, (buffer, word));
            parts.push(Part {
                component,
                storage: Storage::Buffer(key),
            });
        }
        Ok(Rc::new(Cell {
            data: data.clone(),
            parts,
        }))
    }
}
