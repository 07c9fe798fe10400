//! Branches, loops and calls of the host: what they give lies in blocks of its own.

use super::*;

impl<'p> Host<'p, '_> {
    /// CORE-K-CALL
    pub(super) fn call(&mut self, pat: &Pat, function: FunName, arguments: &[Atom]) -> Made<()> {
        let program = self.program;
        let Some(called) = program.function(function) else {
            return self.malformed("there is no such function");
        };
        if self.calls.contains(&function) {
            let message = format!("`{}` calls itself", called.name);
            return refused(&CORE_K_CALL, "recursion", self.span, message);
        }
        if called.params.is_empty() {
            return self.constant(pat, function, called);
        }
        CORE_K_CALL.apply();
        for (param, argument) in called.params.iter().zip(arguments) {
            self.be(param.binder.name, *argument)?;
        }
        self.calls.push(function);
        self.stms(&called.body)?;
        self.calls.pop();
        for (size, witness) in pat.sizes.iter().zip(&called.body.witnesses) {
            self.be(*size, *witness)?;
        }
        for (value, result) in pat.values.iter().zip(&called.body.results) {
            self.be(value.name, *result)?;
        }
        Ok(())
    }

    /// What a body gives, as operands: sizes, scalars, and blocks in which arrays lie as a whole.
    pub(super) fn gives(&mut self, sizes: &[Atom], results: &[(Atom, Type)]) -> Made<Vec<Operand>> {
        let mut given = Vec::new();
        for size in sizes {
            given.push(self.operand(*size)?);
        }
        for (atom, ty) in results {
            match ty {
                Type::Prim(_) => given.push(self.operand(*atom)?),
                Type::Array { .. } => {
                    let (place, _) = self.array(*atom)?;
                    given.push(self.whole(&place)?.into());
                }
                Type::Acc(_) | Type::Cert => {}
            }
        }
        Ok(given)
    }

    /// Variables for what is given: sizes, scalars, blocks.
    pub(super) fn receivers(&mut self, sizes: &[Name], values: &[(Name, Type)]) -> Vec<(Var, Kind)> {
        let mut receivers = Vec::new();
        for size in sizes {
            let text = self.text(*size);
            receivers.push((self.fresh(&text), Kind::Scalar(PrimType::I64)));
        }
        for (name, ty) in values {
            let text = self.text(*name);
            match ty {
                Type::Prim(ty) => receivers.push((self.fresh(&text), Kind::Scalar(*ty))),
                Type::Array { element, .. } => receivers.push((self.fresh(&text), Kind::Block(*element))),
                Type::Acc(_) | Type::Cert => {}
            }
        }
        receivers
    }

    /// Names stand for what is received.
    pub(super) fn receive(
        &mut self,
        sizes: &[Name],
        values: &[(Name, Type)],
        receivers: &[(Var, Kind)],
    ) -> Made<()> {
        let (first, others) = receivers.split_at(sizes.len().min(receivers.len()));
        for (size, (var, _)) in sizes.iter().zip(first) {
            self.scalar(*size, (*var).into(), PrimType::I64);
        }
        let mut others = others.iter();
        for (name, ty) in values {
            match ty {
                Type::Prim(ty) => {
                    if let Some((var, _)) = others.next() {
                        self.scalar(*name, (*var).into(), *ty);
                    }
                }
                Type::Array { element, .. } => {
                    if let Some((var, _)) = others.next() {
                        let dims = self.dims(ty)?;
                        self.put(*name, Place::whole(*var, dims), *element);
                    }
                }
                Type::Acc(_) | Type::Cert => {}
            }
        }
        Ok(())
    }

    pub(super) fn values_of(pat: &Pat) -> Vec<(Name, Type)> {
        pat.values
            .iter()
            .map(|value| (value.name, value.ty.clone()))
            .collect()
    }

    pub(super) fn choose(
        &mut self,
        pat: &Pat,
        condition: Atom,
        then: &'p Body,
        otherwise: &'p Body,
    ) -> Made<()> {
        let condition = self.operand(condition)?;
        let values = Self::values_of(pat);
        let mut sides = Vec::new();
        for body in [then, otherwise] {
            let around = std::mem::take(&mut self.steps);
            let constants = self.constants.clone();
            self.stms(body)?;
            self.constants = constants;
            let results: Vec<(Atom, Type)> = body
                .results
                .iter()
                .copied()
                .zip(values.iter().map(|(_, ty)| ty.clone()))
                .collect();
            let results = self.gives(&body.witnesses, &results)?;
            let steps = std::mem::replace(&mut self.steps, around);
            sides.push(Steps { steps, results });
        }
        // An accumulator is the same one on both sides.
        for (value, result) in pat.values.iter().zip(&then.results) {
            if let Type::Acc(_) = value.ty {
                self.be(value.name, *result)?;
            }
        }
        let results = self.receivers(&pat.sizes, &values);
        let (Some(otherwise), Some(then)) = (sides.pop(), sides.pop()) else {
            return Ok(());
        };
        self.steps.push(Step::If {
            condition,
            then,
            otherwise,
            results: results.clone(),
        });
        self.receive(&pat.sizes, &values, &results)
    }

    pub(super) fn repeat(&mut self, pat: &Pat, it: &'p CoreLoop) -> Made<()> {
        let sizes: Vec<Name> = it.sizes.iter().map(|(size, _)| *size).collect();
        let params: Vec<(Name, Type)> = it
            .params
            .iter()
            .map(|(param, _)| (param.binder.name, param.binder.ty.clone()))
            .collect();
        let first_sizes: Vec<Atom> = it.sizes.iter().map(|(_, first)| *first).collect();
        let first: Vec<(Atom, Type)> = it
            .params
            .iter()
            .map(|(param, first)| (*first, param.binder.ty.clone()))
            .collect();
        let begin = self.gives(&first_sizes, &first)?;
        for (param, first) in &it.params {
            if let Type::Acc(_) = param.binder.ty {
                self.be(param.binder.name, *first)?;
            }
        }
        let own = self.receivers(&sizes, &params);
        let form = match &it.form {
            CoreForm::For { index, ty, bound } => {
                let bound = self.operand(*bound)?;
                let text = self.text(*index);
                let var = self.fresh(&text);
                self.scalar(*index, var.into(), *ty);
                Form::For {
                    index: var,
                    ty: *ty,
                    bound,
                }
            }
            CoreForm::While { condition } => {
                let at = it
                    .params
                    .iter()
                    .position(|(param, _)| param.binder.name == *condition);
                let scalars = |upto: usize| {
                    params
                        .iter()
                        .take(upto)
                        .filter(|(_, ty)| !matches!(ty, Type::Acc(_) | Type::Cert))
                        .count()
                };
                match at {
                    Some(at) => Form::While(sizes.len() + scalars(at)),
                    None => return self.malformed("a loop whose condition it does not carry"),
                }
            }
        };
        let around = std::mem::take(&mut self.steps);
        self.receive(&sizes, &params, &own)?;
        let constants = self.constants.clone();
        self.stms(&it.body)?;
        self.constants = constants;
        let next: Vec<(Atom, Type)> = it
            .body
            .results
            .iter()
            .copied()
            .zip(params.iter().map(|(_, ty)| ty.clone()))
            .collect();
        let results = self.gives(&it.body.witnesses, &next)?;
        let steps = std::mem::replace(&mut self.steps, around);
        let values = Self::values_of(pat);
        for (value, (_, first)) in pat.values.iter().zip(&it.params) {
            if let Type::Acc(_) = value.ty {
                self.be(value.name, *first)?;
            }
        }
        let last = self.receivers(&pat.sizes, &values);
        let params = own
            .into_iter()
            .zip(begin)
            .map(|((var, kind), first)| (var, kind, first));
        self.steps.push(Step::Loop(Box::new(Loop {
            params: params.collect(),
            form,
            body: Steps { steps, results },
            results: last.clone(),
        })));
        self.receive(&pat.sizes, &values, &last)
    }
}
