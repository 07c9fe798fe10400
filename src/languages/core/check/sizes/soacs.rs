//! Sizes of combinators and accumulation (CORE-SZ-LAMBDA, CORE-SZ-OP).

use super::super::Judged;
use super::{Sizes, declared, known};
use crate::gives;
use crate::names::Name;
use crate::rules::sizes::{CORE_SZ_LAMBDA, CORE_SZ_OP};
use crate::tree::{
    AccType, Accumulated, Atom, Chunk, Dim, Ext, Lambda, Operator, Screma, Segmented, Soac, Target, Type,
};
use std::rc::Rc;

impl Sizes<'_> {
    /// What a combinator asks of its inputs and functions; what it gives [`gives::combinator`] says.
    pub fn soac(&mut self, width: Atom, inputs: &[Name], soac: &Soac) -> Judged<Vec<Type<Ext>>> {
        let elements = self.inputs(width, inputs)?;
        match soac {
            Soac::Screma(screma) => self.screma(screma, elements)?,
            Soac::Filter { predicate } => drop(self.lambda(predicate, &elements)?),
            Soac::Scatter { function, into } => {
                let results = self.lambda(function, &elements)?;
                let values = results.len().saturating_sub(into.len());
                let written = results.get(values..).unwrap_or_default();
                self.behind(written, &self.elements_of(into))?;
            }
            Soac::Hist { function, into } => {
                let results = self.lambda(function, &elements)?;
                let mut written = Vec::new();
                for (targets, operator) in into {
                    let elements = self.elements_of(targets);
                    let operands = self.operator_of(operator)?;
                    self.behind(&operands, &elements)?;
                    written.extend(elements);
                }
                let values = results.len().saturating_sub(written.len());
                self.behind(results.get(values..).unwrap_or_default(), &written)?;
            }
            Soac::StreamPar { operator, function } => {
                let operands = self.operator_of(operator)?;
                self.chunk(function, &[], &operands, &elements)?;
            }
            Soac::StreamSeq { initial, function } => {
                let state: Vec<Type> = initial.iter().map(|atom| self.0.atom(*atom)).collect();
                self.chunk(function, &state, &state, &elements)?;
            }
        }
        Ok(declared(&gives::combinator(&self.0.types, width, inputs, soac)))
    }

    /// What a combinator over a space asks of its functions; what it gives [`gives::segmented`] says.
    pub fn segmented(&mut self, segmented: &Segmented) -> Judged<Vec<Type<Ext>>> {
        let numbers = vec![Type::SIZE; segmented.space.len()];
        self.screma(&segmented.screma, numbers)?;
        Ok(known(gives::segmented(&self.0.types, segmented)))
    }

    fn screma(&mut self, screma: &Screma, elements: Vec<Type>) -> Judged {
        let accs: Vec<Type> = screma.accs.iter().map(|acc| self.0.variable(*acc)).collect();
        let handed = [accs.clone(), elements].concat();
        let mut combined = accs;
        for operator in screma.operators() {
            combined.extend(self.operator_of(operator)?);
        }
        let results = self.lambda(&screma.function, &handed)?;
        self.behind(&results, &combined)?;
        if let Some(after) = &screma.after {
            self.lambda(after, results.get(screma.singles()..).unwrap_or_default())?;
        }
        Ok(())
    }

    /// CORE-SZ-LAMBDA: the elements of the inputs, of which there are as many as the combinator is wide.
    fn inputs(&self, width: Atom, inputs: &[Name]) -> Judged<Vec<Type>> {
        CORE_SZ_LAMBDA.apply();
        let mut elements = Vec::with_capacity(inputs.len());
        for input in inputs {
            let ty = self.0.variable(*input);
            // What is no array was refused by the types.
            let row = ty.row(1).unwrap_or(Type::Cert);
            let what = || format!("the input {}", self.0.name_text(*input));
            self.same(&ty, &row.rows(width), what, (&CORE_SZ_LAMBDA, "width"))?;
            elements.push(row);
        }
        Ok(elements)
    }

    /// CORE-SZ-LAMBDA: a function that is handed values of these types.  What it says that it gives.
    fn lambda(&mut self, lambda: &Lambda, handed: &[Type]) -> Judged<Vec<Type>> {
        CORE_SZ_LAMBDA.apply();
        for (param, ty) in lambda.params.iter().zip(handed) {
            let what = || format!("the parameter {}", self.0.name_text(param.name));
            self.same(&param.ty, ty, what, (&CORE_SZ_LAMBDA, "size"))?;
        }
        for param in &lambda.params {
            self.0.bind(param.name, param.ty.clone());
        }
        self.body(&lambda.body, &known(lambda.results.clone()))?;
        Ok(lambda.results.clone())
    }

    /// CORE-SZ-LAMBDA: the first results are of these types.  The others.
    fn behind<'r>(&self, results: &'r [Type], first: &[Type]) -> Judged<&'r [Type]> {
        for (found, wanted) in results.iter().zip(first) {
            self.same(
                found,
                wanted,
                || "what the function gives".to_owned(),
                (&CORE_SZ_LAMBDA, "size"),
            )?;
        }
        Ok(results.get(first.len()..).unwrap_or_default())
    }

    /// A function of chunks that is handed these and chunks of such elements, and gives these and chunks.
    fn chunk(&mut self, chunk: &Chunk, handed: &[Type], first: &[Type], elements: &[Type]) -> Judged<()> {
        let size = Atom::Var(chunk.size);
        self.0.bind(chunk.size, Type::SIZE);
        let chunks = Type::all_rows(size, elements);
        let results = self.lambda(&chunk.function, &[handed.to_vec(), chunks].concat())?;
        for ty in self.behind(&results, first)? {
            let row = ty.row(1).unwrap_or(Type::Cert);
            self.same(
                ty,
                &row.rows(size),
                || "what the function gives".to_owned(),
                (&CORE_SZ_LAMBDA, "size"),
            )?;
        }
        Ok(())
    }

    /// The operands of an operator, whose sizes are those of its neutral values.
    fn operator_of(&mut self, operator: &Operator) -> Judged<Vec<Type>> {
        let operands: Vec<Type> = operator.neutral.iter().map(|atom| self.0.atom(*atom)).collect();
        let results = self.lambda(&operator.function, &[operands.clone(), operands.clone()].concat())?;
        self.behind(&results, &operands)?;
        Ok(operands)
    }

    fn elements_of(&self, targets: &[Target]) -> Vec<Type> {
        let element = |target: &Target| self.0.variable(target.array).row(usize::from(target.rank));
        targets.iter().filter_map(element).collect()
    }

    /// CORE-SZ-OP of what accumulates: arrays have the sizes of the space.
    pub fn with_acc(&mut self, updates: &[Accumulated], function: &Lambda) -> Judged<Vec<Type>> {
        CORE_SZ_OP.apply();
        let mut accs = Vec::new();
        for update in updates {
            let space: Vec<Dim> = update.space.iter().copied().map(Dim::Is).collect();
            let mut elements = Vec::with_capacity(update.arrays.len());
            for array in &update.arrays {
                let ty = self.0.variable(*array);
                // What has too few dimensions was refused by the types.
                let row = ty.row(space.len()).unwrap_or(Type::Cert);
                let dims = space.iter().chain(row.dims()).copied();
                if let Some(element) = ty.element() {
                    let what = || format!("the array {}", self.0.name_text(*array));
                    self.same(&ty, &Type::array(dims, element), what, (&CORE_SZ_OP, "size"))?;
                    elements.push((row.dims().to_vec(), element));
                }
            }
            if let Some(operator) = &update.operator {
                let operands = self.operator_of(operator)?;
                let wanted: Vec<Type> = elements
                    .iter()
                    .map(|(dims, element)| Type::array(dims.iter().copied(), *element))
                    .collect();
                self.behind(&operands, &wanted)?;
            }
            accs.push(Type::Acc(Rc::new(AccType { space, elements })));
        }
        let results = self.lambda(function, &accs)?;
        self.behind(&results, &accs)?;
        Ok(gives::accumulation(&self.0.types, updates, function))
    }
}
