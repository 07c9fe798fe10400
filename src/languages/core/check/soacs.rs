//! Combinators and accumulation.

use super::{Checker, Gives, Judged, array_of, is_data};
use crate::names::Name;
use crate::rules::typing::{
    CORE_T_ACCUPD, CORE_T_FILTER, CORE_T_HIST, CORE_T_MAP, CORE_T_REDOMAP, CORE_T_SCANOMAP, CORE_T_SCATTER,
    CORE_T_SCREMA, CORE_T_SEG, CORE_T_STREAMPAR, CORE_T_STREAMSEQ, CORE_T_WITHACC,
};
use crate::tree::{
    AccType, Accumulated, Atom, Dim, Lambda, Level, Operator, Screma, Segmented, Shape, Soac, Target, Type,
};
use elder_syntax::Rule;
use std::rc::Rc;

impl Checker<'_> {
    /// What a combinator of so many elements of these arrays gives.
    pub fn soac(&mut self, width: Atom, inputs: &[Name], soac: &Soac) -> Judged<Gives> {
        let rule: &'static Rule = match soac {
            Soac::Screma(screma) => match screma.shape() {
                Shape::Map => &CORE_T_MAP,
                Shape::Redomap(_) => &CORE_T_REDOMAP,
                Shape::Scanomap(_) => &CORE_T_SCANOMAP,
                Shape::Several => &CORE_T_SCREMA,
            },
            Soac::Filter { .. } => &CORE_T_FILTER,
            Soac::Scatter { .. } => &CORE_T_SCATTER,
            Soac::Hist { .. } => &CORE_T_HIST,
            Soac::StreamPar { .. } => &CORE_T_STREAMPAR,
            Soac::StreamSeq { .. } => &CORE_T_STREAMSEQ,
        };
        rule.apply();
        self.numbers(&[width], rule, "input")?;
        let (arrays, rows) = self.inputs(inputs, rule)?;
        match soac {
            // CORE-T-SCREMA
            Soac::Screma(screma) => self.screma(screma, rows, rule),
            // CORE-T-FILTER
            Soac::Filter { predicate } => {
                self.lambda_to(predicate, &rows, &[Type::BOOL])?;
                Ok(Gives {
                    existential: 1,
                    types: arrays,
                })
            }
            // CORE-T-SCATTER
            Soac::Scatter { function, into } => {
                let results = self.lambda(function, &rows)?;
                let (mut wanted, mut values) = (Vec::new(), Vec::new());
                for target in into {
                    wanted.extend(std::iter::repeat_n(Type::SIZE, usize::from(target.rank)));
                    values.push(self.row_of(target, rule)?);
                }
                wanted.extend(values);
                self.writes(&results, &wanted, rule)?;
                Ok(Gives::values(self.variables_of(into)))
            }
            // CORE-T-HIST
            Soac::Hist { function, into } => self.hist(function, into, &rows),
            // CORE-T-STREAMPAR
            Soac::StreamPar { operator, function } => {
                self.bind(function.size, Type::SIZE);
                let operands = self.operator_of(operator)?;
                let results = self.lambda(&function.function, &arrays)?;
                let mapped = self.behind(&results, &operands, rule, "operand")?;
                self.chunks(&mapped, rule)?;
                Ok(Gives::values([operands, mapped].concat()))
            }
            // CORE-T-STREAMSEQ
            Soac::StreamSeq { initial, function } => {
                self.bind(function.size, Type::SIZE);
                let state = self.atoms(initial);
                let results = self.lambda(&function.function, &[state.clone(), arrays].concat())?;
                let mapped = self.behind(&results, &state, rule, "state")?;
                self.chunks(&mapped, rule)?;
                Ok(Gives::values([state, mapped].concat()))
            }
        }
    }

    /// CORE-T-SEG: a combinator over a space is one whose elements are the numbers of the places.
    pub fn segmented(&mut self, segmented: &Segmented) -> Judged<Gives> {
        CORE_T_SEG.apply();
        let Segmented { level, space, screma } = segmented;
        self.require(!space.is_empty(), &CORE_T_SEG, "space", || {
            "a space of no dimensions".to_owned()
        })?;
        self.numbers(space, &CORE_T_SEG, "space")?;
        if let Level::Workgroup(items) = level {
            self.numbers(&[*items], &CORE_T_SEG, "items")?;
        }
        let numbers = vec![Type::SIZE; space.len()];
        let gives = self.screma(screma, numbers, &CORE_T_SEG)?;
        let over = |rank: usize, ty: &Type| {
            (0..rank)
                .try_fold(ty.clone(), |ty, _| ty.array_of(Dim::Open))
                .unwrap_or(Type::Cert)
        };
        let accs = screma.accs.len();
        let (segments, inner) = (segmented.segments().len(), space.len().saturating_sub(1));
        let types = gives.types.iter().enumerate().map(|(k, ty)| match k {
            k if k < accs => ty.clone(),
            k if k < screma.singles() => over(segments, ty),
            _ => over(inner, ty),
        });
        Ok(Gives::values(types.collect()))
    }

    /// The types of the inputs, and those of their elements.
    fn inputs(&self, inputs: &[Name], rule: &'static Rule) -> Judged<(Vec<Type>, Vec<Type>)> {
        let mut arrays = Vec::with_capacity(inputs.len());
        let mut rows = Vec::with_capacity(inputs.len());
        for input in inputs {
            let ty = self.variable(*input);
            let Some(row) = ty.row(1) else {
                let message = format!(
                    "the input {} is of type {}, no array",
                    self.name_text(*input),
                    self.type_text(&ty)
                );
                return self.refuse(rule, "input", message);
            };
            arrays.push(ty);
            rows.push(row);
        }
        Ok((arrays, rows))
    }

    /// Arrays of what a function gives for each element.
    fn arrays_of(&self, rows: &[Type], rule: &'static Rule, premise: &str) -> Judged<Vec<Type>> {
        let mut arrays = Vec::with_capacity(rows.len());
        for row in rows {
            match array_of(row) {
                Some(ty) => arrays.push(ty),
                None => {
                    let message = format!("there are no arrays of {}", self.type_text(row));
                    return self.refuse(rule, premise, message);
                }
            }
        }
        Ok(arrays)
    }

    /// What is behind the first results of a function, which have to be of these types.
    fn behind(
        &self,
        results: &[Type],
        first: &[Type],
        rule: &'static Rule,
        premise: &str,
    ) -> Judged<Vec<Type>> {
        match results.strip_prefix(first) {
            Some(others) => Ok(others.to_vec()),
            None => {
                let message = format!(
                    "a function gives {} where {} is wanted first",
                    self.types_text(results),
                    self.types_text(first)
                );
                self.refuse(rule, premise, message)
            }
        }
    }

    /// CORE-T-SCREMA, with the rules of its shapes: CORE-T-MAP, CORE-T-REDOMAP, CORE-T-SCANOMAP.
    fn screma(&mut self, screma: &Screma, rows: Vec<Type>, rule: &'static Rule) -> Judged<Gives> {
        let handed: Vec<Type> = screma.accs.iter().map(|acc| self.variable(*acc)).collect();
        for (acc, ty) in screma.accs.iter().zip(&handed) {
            self.require(matches!(ty, Type::Acc(_)), rule, "accumulator", || {
                format!("{} is no accumulator", self.name_text(*acc))
            })?;
        }
        let (mut reduced, mut scanned) = (Vec::new(), Vec::new());
        for operator in &screma.reductions {
            reduced.extend(self.operator_of(operator)?);
        }
        for operator in &screma.scans {
            scanned.extend(self.operator_of(operator)?);
        }
        let results = self.lambda(&screma.function, &[handed.clone(), rows].concat())?;
        let operands = self.behind(&results, &handed, rule, "accumulator")?;
        let combined = [&reduced[..], &scanned].concat();
        let mapped = self.behind(&operands, &combined, rule, "operand")?;
        let premise = match screma.shape() {
            // Over a space, all shapes have one rule.
            _ if rule.id == CORE_T_SEG.id => "mapped",
            Shape::Map => "accumulator",
            Shape::Redomap(_) | Shape::Scanomap(_) => "operand",
            Shape::Several => "mapped",
        };
        let each = [scanned, mapped].concat();
        let mut arrays = self.arrays_of(&each, rule, premise)?;
        if let Some(after) = &screma.after {
            let given = self.lambda(after, &each)?;
            arrays = self.arrays_of(&given, rule, premise)?;
        }
        Ok(Gives::values([handed, reduced, arrays].concat()))
    }

    /// The operands of an operator: the types of its neutral values, of which it takes two groups and gives one.
    fn operator_of(&mut self, operator: &Operator) -> Judged<Vec<Type>> {
        let operands = self.atoms(&operator.neutral);
        let handed = [operands.clone(), operands.clone()].concat();
        self.lambda_to(&operator.function, &handed, &operands)?;
        Ok(operands)
    }

    /// That what a function of chunks gives besides are arrays.
    fn chunks(&self, mapped: &[Type], rule: &'static Rule) -> Judged {
        for ty in mapped {
            self.require(matches!(ty, Type::Array { .. }), rule, "chunk", || {
                format!("a function of chunks gives {}, no array", self.type_text(ty))
            })?;
        }
        Ok(())
    }

    /// What is written to a destination.
    fn row_of(&self, target: &Target, rule: &'static Rule) -> Judged<Type> {
        let ty = self.variable(target.array);
        let is_array = matches!(ty, Type::Array { .. }) && target.rank > 0;
        match ty.row(usize::from(target.rank)).filter(|_| is_array) {
            Some(row) => Ok(row),
            None => {
                let message = format!(
                    "{} of type {} has no {} dimensions to be indexed",
                    self.name_text(target.array),
                    self.type_text(&ty),
                    target.rank
                );
                self.refuse(rule, "target", message)
            }
        }
    }

    fn variables_of(&self, targets: &[Target]) -> Vec<Type> {
        let arrays = targets.iter().map(|target| target.array);
        arrays.map(|array| self.variable(array)).collect()
    }

    /// That a function gives indexes and values as they are wanted.
    fn writes(&self, results: &[Type], wanted: &[Type], rule: &'static Rule) -> Judged {
        self.require(results == wanted, rule, "write", || {
            format!(
                "a function gives {} where {} is to be written",
                self.types_text(results),
                self.types_text(wanted)
            )
        })
    }

    /// CORE-T-HIST
    fn hist(&mut self, function: &Lambda, into: &[(Vec<Target>, Operator)], rows: &[Type]) -> Judged<Gives> {
        let rule = &CORE_T_HIST;
        let results = self.lambda(function, rows)?;
        let (mut wanted, mut values, mut gives) = (Vec::new(), Vec::new(), Vec::new());
        for (targets, operator) in into {
            let rank = targets.first().map_or(0, |target| target.rank);
            let same = targets.iter().all(|target| target.rank == rank);
            self.require(same && rank > 0, rule, "target", || {
                "a group has no dimensions that all of it is indexed by".to_owned()
            })?;
            let mut elements = Vec::with_capacity(targets.len());
            for target in targets {
                elements.push(self.row_of(target, rule)?);
            }
            let neutral = self.atoms(&operator.neutral);
            self.require(neutral == elements, rule, "operator", || {
                format!(
                    "neutral values {} of a group of {}",
                    self.types_text(&neutral),
                    self.types_text(&elements)
                )
            })?;
            self.operator_of(operator)?;
            wanted.extend(std::iter::repeat_n(Type::SIZE, usize::from(rank)));
            values.extend(elements);
            gives.extend(self.variables_of(targets));
        }
        wanted.extend(values);
        self.writes(&results, &wanted, rule)?;
        Ok(Gives::values(gives))
    }

    /// CORE-T-WITHACC
    pub fn with_acc(&mut self, updates: &[Accumulated], function: &Lambda) -> Judged<Gives> {
        CORE_T_WITHACC.apply();
        let (mut accs, mut arrays) = (Vec::new(), Vec::new());
        for update in updates {
            self.numbers(&update.space, &CORE_T_WITHACC, "array")?;
            let rank = update.space.len();
            let mut rows = Vec::with_capacity(update.arrays.len());
            for array in &update.arrays {
                let ty = self.variable(*array);
                let is_array = matches!(ty, Type::Array { .. }) && rank > 0;
                let Some(row) = ty.row(rank).filter(|_| is_array) else {
                    let message = format!(
                        "{} of type {} has no {rank} dimensions to be indexed",
                        self.name_text(*array),
                        self.type_text(&ty)
                    );
                    return self.refuse(&CORE_T_WITHACC, "array", message);
                };
                rows.push(row);
                arrays.push(ty);
            }
            if let Some(operator) = &update.operator {
                let neutral = self.atoms(&operator.neutral);
                self.require(neutral == rows, &CORE_T_WITHACC, "operator", || {
                    format!(
                        "neutral values {} under arrays of {}",
                        self.types_text(&neutral),
                        self.types_text(&rows)
                    )
                })?;
                self.operator_of(operator)?;
            }
            accs.push(accumulator(rank, &rows));
        }
        let results = self.lambda(function, &accs)?;
        let others = self.behind(&results, &accs, &CORE_T_WITHACC, "result")?;
        self.require(others.iter().all(is_data), &CORE_T_WITHACC, "result", || {
            format!("{} is given behind the accumulators", self.types_text(&others))
        })?;
        Ok(Gives::values([arrays, others].concat()))
    }

    /// CORE-T-ACCUPD
    pub fn acc_update(&self, acc: Name, at: &[Atom], values: &[Atom]) -> Judged<Type> {
        CORE_T_ACCUPD.apply();
        let ty = self.variable(acc);
        let Type::Acc(known) = &ty else {
            let message = format!(
                "{} is of type {}, no accumulator",
                self.name_text(acc),
                self.type_text(&ty)
            );
            return self.refuse(&CORE_T_ACCUPD, "accumulator", message);
        };
        let (rank, found) = (known.space.len(), at.len());
        self.require(rank == found, &CORE_T_ACCUPD, "index", || {
            format!("{found} indexes into a space of {rank} dimensions")
        })?;
        self.numbers(at, &CORE_T_ACCUPD, "index")?;
        let elements = known.elements.iter();
        let wanted: Vec<Type> = elements
            .map(|(dims, element)| Type::array(dims.iter().copied(), *element))
            .collect();
        let found = self.atoms(values);
        self.require(found == wanted, &CORE_T_ACCUPD, "value", || {
            format!(
                "{} is added where {} is wanted",
                self.types_text(&found),
                self.types_text(&wanted)
            )
        })?;
        Ok(ty)
    }
}

/// The accumulator of a space of so many dimensions, with these elements.
fn accumulator(rank: usize, rows: &[Type]) -> Type {
    let elements = rows.iter().filter_map(|row| {
        let dims = row.dims().to_vec();
        Some((dims, row.element()?))
    });
    Type::Acc(Rc::new(AccType {
        space: vec![Dim::Open; rank],
        elements: elements.collect(),
    }))
}
