//! Combinators and accumulation: their functions can hide nothing.

use super::assertion::{At, Says, WITNESS, says};
use super::infer::{Infer, dims_of, filled_dims};
use super::slice::{self, Argument};
use elder_core::names::Name;
use elder_core::rules::evaluation::{CORE_E_UPDATE, CORE_E_WIDTH};
use elder_core::rules::inference::*;
use elder_core::tree::{
    AccType, Accumulated, Atom, Binder, Body, Chunk, Dim, Exp, Lambda, Operator, Pat, Results, Segmented,
    Soac, Stm, Target, Type,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use std::rc::Rc;

/// What is not as wide as the combinator.
const WIDTH: Says = says(&CORE_E_WIDTH, "size");
/// What has another shape than for other elements.
const REGULAR: Says = says(&CORE_E_WIDTH, "regular");

/// What a result of a combinator's function has to be.
enum Goal {
    /// Of this type.
    Fixed(Type, Says),
    /// As for the first element.
    Same,
    /// Of the size of the chunk, with rows as for the first chunk.
    Chunk(Name),
}

impl Infer {
    /// What a combinator gives.
    pub(super) fn soac(
        &mut self,
        width: Atom,
        inputs: &mut [Name],
        soac: &mut Soac,
        sizes: &[Name],
        at: &At,
        out: &mut Vec<Stm>,
    ) -> Vec<Type> {
        let mut elements = Vec::with_capacity(inputs.len());
        for input in inputs.iter_mut() {
            CORE_SI_SHAPEUP.apply();
            // What is no array was refused by the types.
            let row = self.variable(*input).row(1).unwrap_or(Type::Cert);
            self.array(input, &row.rows(width), (at, WIDTH), out);
            elements.push(row);
        }
        let each: Vec<Argument> = inputs.iter().copied().map(Argument::Row).collect();
        match soac {
            Soac::Screma(screma) => {
                CORE_SI_MAP.apply();
                let accs: Vec<Type> = screma.accs.iter().map(|acc| self.variable(*acc)).collect();
                let arguments = accs.iter().map(|_| Argument::Accumulator).chain(each).collect();
                let handed = [accs.clone(), elements].concat();
                let (mut first, mut scanned) = (accs, Vec::new());
                for operator in &mut screma.reductions {
                    first.extend(self.operator_of(operator, None, at, out));
                }
                for operator in &mut screma.scans {
                    scanned.extend(self.operator_of(operator, None, at, out));
                }
                let goals = fixed(&[&first[..], &scanned].concat(), REGULAR);
                let function = &mut screma.function;
                let found = self.elementwise(width, function, &handed, goals, arguments, at, out);
                let mut rows = [scanned, found].concat();
                if let Some(after) = &mut screma.after {
                    rows = self.elementwise(width, after, &rows, vec![], vec![], at, out);
                }
                first.into_iter().chain(Type::all_rows(width, &rows)).collect()
            }
            Soac::Filter { predicate } => {
                self.lambda(predicate, &elements, at);
                let count = sizes.first().map_or(Atom::i64(0), |size| (*size).into());
                Type::all_rows(count, &elements)
            }
            Soac::Scatter { function, into } => {
                let written = self.elements_of(into);
                self.writes(function, &elements, &written, at);
                self.arrays_of(into)
            }
            Soac::Hist { function, into } => {
                let (mut written, mut arrays) = (Vec::new(), Vec::new());
                for (targets, operator) in into {
                    let elements = self.elements_of(targets);
                    self.operator_of(operator, Some(&elements), at, out);
                    written.extend(elements);
                    arrays.extend(self.arrays_of(targets));
                }
                self.writes(function, &elements, &written, at);
                arrays
            }
            Soac::StreamPar { operator, function } => {
                let operands = self.operator_of(operator, None, at, out);
                let arguments = inputs
                    .iter()
                    .map(|input| Argument::Whole((*input).into()))
                    .collect();
                let found = self.chunkwise(width, function, &[], &operands, &elements, arguments, at, out);
                operands
                    .into_iter()
                    .chain(Type::all_rows(width, &found))
                    .collect()
            }
            Soac::StreamSeq { initial, function } => {
                let state: Vec<Type> = initial.iter().map(|atom| self.type_of(*atom)).collect();
                let whole = inputs.iter().map(|input| Atom::from(*input));
                let arguments = initial
                    .iter()
                    .copied()
                    .chain(whole)
                    .map(Argument::Whole)
                    .collect();
                let found = self.chunkwise(width, function, &state, &state, &elements, arguments, at, out);
                state.into_iter().chain(Type::all_rows(width, &found)).collect()
            }
        }
    }

    /// CORE-SI-SEG: what a combinator over a space gives.  Its functions say the sizes of what they give, since it stands for sized programs.
    pub(super) fn segmented(&mut self, it: &mut Segmented, at: &At, out: &mut Vec<Stm>) -> Vec<Type> {
        CORE_SI_SEG.apply();
        let segments = it.segments().to_vec();
        let accs: Vec<Type> = it.screma.accs.iter().map(|acc| self.variable(*acc)).collect();
        let (mut reduced, mut scanned) = (Vec::new(), Vec::new());
        for operator in &mut it.screma.reductions {
            reduced.extend(self.operator_of(operator, None, at, out));
        }
        for operator in &mut it.screma.scans {
            scanned.extend(self.operator_of(operator, None, at, out));
        }
        let handed = [accs.clone(), vec![Type::SIZE; it.space.len()]].concat();
        let own = self.lambda(&mut it.screma.function, &handed, at);
        let first = [&accs[..], &reduced, &scanned].concat();
        let mapped = own.get(first.len()..).unwrap_or_default();
        self.reach(&mut it.screma.function, [&first, mapped].concat(), (at, REGULAR));
        let mut rows = [&scanned, mapped].concat();
        if let Some(after) = &mut it.screma.after {
            rows = self.lambda(after, &rows, at);
            self.reach(after, rows.clone(), (at, REGULAR));
        }
        let reduced = reduced.iter().map(|ty| ty.over(&segments));
        let rows = rows.iter().map(|ty| ty.over(&it.space));
        accs.into_iter().chain(reduced).chain(rows).collect()
    }

    /// CORE-SI-AFTER: where the function after the scans does not say the sizes of what it gives, it becomes a map of its own.  The map;
    /// what is left in the statement binds what it takes.
    pub(super) fn split_after(&mut self, stm: &mut Stm) -> Option<Stm> {
        let Exp::Soac { width, soac, .. } = &mut stm.exp else {
            return None;
        };
        let Soac::Screma(screma) = &mut **soac else {
            return None;
        };
        let is_open = |ty: &Type| dims_of(ty).contains(&Dim::Open);
        let after = screma.after.take_if(|after| after.results.iter().any(is_open))?;
        CORE_SI_AFTER.apply();
        let given = stm.pat.values.split_off(screma.singles());
        let rows = screma.rows().iter();
        let arrays = rows.filter_map(|row| Some((self.names.fresh("xs"), row.array_of(Dim::Open)?)));
        let arrays: Vec<Binder> = arrays.map(|(name, ty)| Binder { name, ty }).collect();
        let names = arrays.iter().map(|array| array.name).collect();
        let exp = Exp::soac(*width, names, Soac::map(vec![], after));
        stm.pat.values.extend(arrays);
        let pat = Pat::of(given);
        Some(Stm {
            pat,
            exp,
            certs: stm.certs.clone(),
            ..*stm
        })
    }

    /// CORE-SI-LAM: a function that is handed values of these types; what it says of them and of its results is tested within it.
    /// The types of its results.
    fn lambda(&mut self, lambda: &mut Lambda, handed: &[Type], at: &At) -> Vec<Type> {
        CORE_SI_LAM.apply();
        let mut before = Vec::new();
        let mut tests = Vec::new();
        for (param, own) in lambda.params.iter_mut().zip(handed) {
            let declared = filled_dims(&param.ty, own);
            if declared != *own {
                let named = param.name;
                param.name = self.names.again(named);
                tests.push((param.name, named, declared));
            }
            param.ty = own.clone();
            self.declare(param.name, own.clone());
        }
        for (array, named, declared) in tests {
            self.test(array, named, &declared, (at, WITNESS), &mut before);
        }
        self.body_after(before, &mut lambda.body);
        let declared = lambda.results.clone();
        self.close(
            &mut lambda.body,
            |j, own| filled_dims(&declared[j], own),
            (at, WITNESS),
        )
    }

    /// CORE-SI-RED: operands are as the neutral values, and these as what they stand for.
    fn operator_of(
        &mut self,
        operator: &mut Operator,
        wanted: Option<&[Type]>,
        at: &At,
        out: &mut Vec<Stm>,
    ) -> Vec<Type> {
        CORE_SI_RED.apply();
        for (neutral, wanted) in operator.neutral.iter_mut().zip(wanted.unwrap_or_default()) {
            *neutral = self.tested(*neutral, wanted, (at, WIDTH), out);
        }
        let operands: Vec<Type> = operator
            .neutral
            .iter()
            .map(|neutral| self.type_of(*neutral))
            .collect();
        let function = &mut operator.function;
        self.lambda(function, &[operands.clone(), operands.clone()].concat(), at);
        self.reach(function, operands.clone(), (at, REGULAR));
        operands
    }

    /// CORE-SI-RED, of functions whose last results are written.
    fn writes(&mut self, function: &mut Lambda, handed: &[Type], written: &[Type], at: &At) {
        CORE_SI_RED.apply();
        let mut types = self.lambda(function, handed, at);
        let values = types.len().saturating_sub(written.len());
        types.truncate(values);
        types.extend(written.iter().cloned());
        self.reach(function, types, (at, says(&CORE_E_UPDATE, "shape")));
    }

    /// The function gives these types: what is not seen of that is tested.
    fn reach(&mut self, function: &mut Lambda, types: Vec<Type>, why: (&At, Says)) {
        self.close(&mut function.body, |j, _| types[j].clone(), why);
        function.results = types;
    }

    /// A function of elements.  What it gives behind its goals is the same for all of them; these types.
    #[expect(clippy::too_many_arguments, reason = "a combinator's parts")]
    fn elementwise(
        &mut self,
        width: Atom,
        function: &mut Lambda,
        handed: &[Type],
        mut goals: Vec<Goal>,
        arguments: Vec<Argument>,
        at: &At,
        out: &mut Vec<Stm>,
    ) -> Vec<Type> {
        let first = goals.len();
        let then = self.now();
        let declared = function.results.clone();
        let own = self.lambda(function, handed, at);
        goals.extend(own.iter().skip(first).map(|_| Goal::Same));
        let types = self.goals(
            width,
            function,
            &declared,
            &own,
            goals,
            (then, arguments),
            at,
            out,
        );
        types.get(first..).unwrap_or_default().to_vec()
    }

    /// CORE-SI-STREAM: a function of chunks.  The rows of what it gives behind its operands.
    #[expect(clippy::too_many_arguments, reason = "a combinator's parts")]
    fn chunkwise(
        &mut self,
        width: Atom,
        chunk: &mut Chunk,
        handed: &[Type],
        operands: &[Type],
        elements: &[Type],
        arguments: Vec<Argument>,
        at: &At,
        out: &mut Vec<Stm>,
    ) -> Vec<Type> {
        CORE_SI_STREAM.apply();
        let then = self.now();
        self.declare(chunk.size, Type::SIZE);
        let function = &mut chunk.function;
        let declared = function.results.clone();
        let handed = [handed.to_vec(), Type::all_rows(chunk.size.into(), elements)].concat();
        let own = self.lambda(function, &handed, at);
        let mut goals = fixed(operands, REGULAR);
        goals.extend(own.iter().skip(operands.len()).map(|_| Goal::Chunk(chunk.size)));
        let types = self.goals(
            width,
            function,
            &declared,
            &own,
            goals,
            (then, arguments),
            at,
            out,
        );
        let mapped = types.get(operands.len()..).unwrap_or_default();
        mapped.iter().filter_map(|ty| ty.row(1)).collect()
    }

    /// CORE-SI-MAP: sizes of results of which nothing says more are those of the first element.
    #[expect(clippy::too_many_arguments, reason = "a combinator's parts")]
    fn goals(
        &mut self,
        width: Atom,
        function: &mut Lambda,
        declared: &[Type],
        own: &[Type],
        goals: Vec<Goal>,
        (then, mut arguments): (u32, Vec<Argument>),
        at: &At,
        out: &mut Vec<Stm>,
    ) -> Vec<Type> {
        // The sizes that are found for the first element.
        let mut found: Vec<Atom> = Vec::new();
        let mut wants = |infer: &Infer, declared: Dim, own: Dim| match (declared, own) {
            (Dim::Is(declared), _) if !infer.is_since(declared, then) => Goaled::Known(declared),
            (_, Dim::Is(own)) => {
                let known = found.iter().position(|size| *size == own);
                Goaled::First(known.unwrap_or_else(|| {
                    found.push(own);
                    found.len() - 1
                }))
            }
            // All that was inferred has a size.
            (_, Dim::Open) => Goaled::Known(Atom::i64(0)),
        };
        let mut plans: Vec<Vec<Goaled>> = Vec::new();
        for (j, goal) in goals.iter().enumerate() {
            let (declared, own) = (dims_of(&declared[j]), dims_of(&own[j]));
            let pairs = declared.into_iter().zip(own);
            plans.push(match goal {
                Goal::Fixed(..) => vec![],
                Goal::Same => pairs.map(|(declared, own)| wants(self, declared, own)).collect(),
                Goal::Chunk(size) => {
                    let inner = pairs.skip(1).map(|(declared, own)| wants(self, declared, own));
                    std::iter::once(Goaled::Known((*size).into()))
                        .chain(inner)
                        .collect()
                }
            });
        }
        if let Some(size) = goals.iter().find_map(|goal| match goal {
            Goal::Chunk(size) => Some(*size),
            _ => None,
        }) {
            arguments.push(Argument::Size(size, width));
        }
        let firsts = self.firsts(width, function, &found, arguments, at, out);
        let mut types = Vec::with_capacity(goals.len());
        for ((goal, plan), own) in goals.iter().zip(plans).zip(own) {
            let mut plan = plan.into_iter();
            types.push(match goal {
                Goal::Fixed(ty, _) => ty.clone(),
                Goal::Same | Goal::Chunk(_) => own.map(|dim| match plan.next() {
                    Some(Goaled::Known(size)) => Dim::Is(size),
                    Some(Goaled::First(k)) => firsts.get(k).map_or(*dim, |size| Dim::Is(*size)),
                    None => *dim,
                }),
            });
        }
        self.reached(function, &goals, &types, at);
        function.results.clone_from(&types);
        types
    }

    /// CORE-SI-LAM: at the end of the function its results are held to these types, in the order in which a run does.
    fn reached(&mut self, function: &mut Lambda, goals: &[Goal], types: &[Type], at: &At) {
        let is_mapped = |j: &usize| !matches!(goals[*j], Goal::Fixed(..));
        let all = 0..goals.len();
        // What is mapped is kept before what is combined is.
        let order: Vec<usize> = all
            .clone()
            .filter(is_mapped)
            .chain(all.filter(|j| !is_mapped(j)))
            .collect();
        let body = &mut function.body;
        for j in order {
            let mut result = body.results[j];
            let own = self.type_of(result);
            let says = match &goals[j] {
                Goal::Fixed(_, says) => *says,
                Goal::Same => REGULAR,
                Goal::Chunk(size) => {
                    let rows = own.row(1).map_or(own.clone(), |row| row.rows((*size).into()));
                    result = self.tested(result, &rows, (at, WIDTH), &mut body.stms);
                    REGULAR
                }
            };
            body.results[j] = self.tested(result, &types[j], (at, says), &mut body.stms);
        }
    }

    /// The sizes that a function finds for the first element; 0 if there is none.
    fn firsts(
        &mut self,
        width: Atom,
        function: &Lambda,
        found: &[Atom],
        arguments: Vec<Argument>,
        at: &At,
        out: &mut Vec<Stm>,
    ) -> Vec<Atom> {
        if found.is_empty() {
            return vec![];
        }
        // Without inputs nothing says that the width is not negative.
        let no_inputs = !arguments
            .iter()
            .any(|argument| matches!(argument, Argument::Row(_) | Argument::Whole(_)));
        let (test, operands) = match no_inputs {
            true => (BinOp::Lt, vec![Atom::i64(0), width]),
            false => (BinOp::Ne, vec![width, Atom::i64(0)]),
        };
        let (stms, results) = self.slice(function, found, arguments, at);
        let stms = slice::independent(stms, out);
        let some = self.fresh("some", Type::BOOL);
        let condition = Atom::from(some.name);
        let test = Exp::Prim(PrimFn::Bin(test, PrimType::I64), operands);
        out.push(at.bound().with(Pat::of([some]), test));
        let sizes: Vec<_> = found.iter().map(|_| self.fresh("l", Type::SIZE)).collect();
        let firsts = sizes.iter().map(|size| size.name.into()).collect();
        let zeros = found.iter().map(|_| Atom::i64(0)).collect();
        let bodies = [Body::of(stms, results), Body::of(vec![], zeros)];
        let given = Results::plain(sizes.iter().map(|size| &size.ty));
        let exp = Exp::either(condition, bodies, given);
        out.push(at.with(Pat::of(sizes), exp));
        firsts
    }

    fn elements_of(&self, targets: &[Target]) -> Vec<Type> {
        let element = |target: &Target| self.variable(target.array).row(usize::from(target.rank));
        targets.iter().filter_map(element).collect()
    }

    fn arrays_of(&self, targets: &[Target]) -> Vec<Type> {
        let arrays = targets.iter().map(|target| target.array);
        arrays.map(|array| self.variable(array)).collect()
    }

    /// CORE-SI-ACC: arrays have the sizes of the space; what else the function gives has the sizes that a first run of it finds.
    pub(super) fn with_acc(
        &mut self,
        updates: &mut [Accumulated],
        function: &mut Lambda,
        at: &At,
        out: &mut Vec<Stm>,
    ) -> Vec<Type> {
        CORE_SI_ACC.apply();
        let (mut accs, mut arrays) = (Vec::new(), Vec::new());
        for update in updates.iter_mut() {
            let mut elements = Vec::with_capacity(update.arrays.len());
            for array in &mut update.arrays {
                let ty = self.variable(*array);
                let row = ty.row(update.space.len()).unwrap_or(Type::Cert);
                let sizes = update.space.iter().copied().map(Dim::Is);
                if let Some(element) = ty.element() {
                    let wanted = Type::array(sizes.chain(row.dims().iter().copied()), element);
                    self.array(array, &wanted, (at, WIDTH), out);
                    elements.push(row);
                    arrays.push(wanted);
                }
            }
            if let Some(operator) = &mut update.operator {
                self.operator_of(operator, Some(&elements), at, out);
            }
            let pairs = elements
                .iter()
                .filter_map(|row| Some((row.dims().to_vec(), row.element()?)));
            accs.push(Type::Acc(Rc::new(AccType {
                space: update.space.iter().copied().map(Dim::Is).collect(),
                elements: pairs.collect(),
            })));
        }
        let then = self.now();
        let own = self.lambda(function, &accs, at);
        let mut found: Vec<Atom> = Vec::new();
        for dim in own.iter().skip(accs.len()).flat_map(dims_of) {
            match dim {
                Dim::Is(size) if self.is_since(size, then) && !found.contains(&size) => found.push(size),
                _ => {}
            }
        }
        let firsts = match found.is_empty() {
            true => vec![],
            false => self.first_run(updates, function, accs.len(), &found, at, out),
        };
        let substitution = |dim: &Dim| match dim {
            Dim::Is(size) => found
                .iter()
                .position(|own| own == size)
                .and_then(|k| firsts.get(k))
                .map_or(*dim, |first| Dim::Is(*first)),
            Dim::Open => *dim,
        };
        let types: Vec<Type> = own
            .iter()
            .enumerate()
            .map(|(j, own)| match j < accs.len() {
                true => own.clone(),
                false => own.map(substitution),
            })
            .collect();
        self.reach(function, types.clone(), (at, REGULAR));
        arrays
            .into_iter()
            .chain(types.into_iter().skip(accs.len()))
            .collect()
    }
}

/// Where the size of a dimension comes from.
enum Goaled {
    /// It is known outside of the function.
    Known(Atom),
    /// It is found for the first element.
    First(usize),
}

fn fixed(types: &[Type], says: Says) -> Vec<Goal> {
    types.iter().map(|ty| Goal::Fixed(ty.clone(), says)).collect()
}
