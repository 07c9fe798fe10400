//! What an expression gives, from the types of its operands.
//!
//! Of programs that the checker took.  It is a scheme each (CORE-SZ-OP): sizes of the results are operands of the expression, or stand in
//! the types of its operands.  Of an open program a type that is computed so may say less than a pattern does, and the other way round.

use crate::names::{Name, Types};
use crate::tree::{
    Accumulated, Atom, Definition, Dim, Exp, Ext, Given, Lambda, Loop, Results, Segmented, Soac, Target,
    Type, counts, step_counts,
};
use elder_syntax::prim::PrimType;

/// What an expression gives, with what it hides; a call's function is this one.
pub fn results(types: &Types, exp: &Exp, called: Option<&Definition>) -> Results {
    match exp {
        Exp::Call { arguments, .. } => called.map_or_else(Results::default, |called| call(called, arguments)),
        Exp::If { results, .. } => results.clone(),
        Exp::Loop(it) => repetition(it),
        Exp::Soac { width, inputs, soac } => combinator(types, *width, inputs, soac),
        Exp::Segmented(inside) => Results::plain(&segmented(types, inside)),
        Exp::Release(_) => Results::default(),
        Exp::WithAcc { updates, function } => Results::plain(&accumulation(types, updates, function)),
        exp => Results::plain([&operator(types, exp)]),
    }
}

/// What an operator gives: an expression that has no bodies and calls nothing.
pub fn operator(types: &Types, exp: &Exp) -> Type {
    match exp {
        Exp::Atom(atom) | Exp::Opaque(atom) => types.atom(*atom),
        Exp::Prim(function, _) => Type::Prim(function.result()),
        Exp::Index { array, .. } => of_elements(types, *array, []),
        Exp::Slice { array, at } => of_elements(types, *array, counts(at)),
        Exp::FlatIndex { array, dims, .. } => of_elements(types, *array, step_counts(dims)),
        Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } | Exp::Copy(array) => {
            types.variable(*array)
        }
        Exp::Literal { row, elements } => row.rows(Atom::i64(elements.len() as i64)),
        Exp::Iota(count) => Type::SIZE.rows(*count),
        Exp::Replicate { count, value } => types.atom(*value).rows(*count),
        Exp::Blank(ty) => ty.clone(),
        Exp::Size { .. } | Exp::Tuned(_) => Type::SIZE,
        Exp::Reshape { dims, array } | Exp::Coerce { dims, array } => {
            of_elements(types, *array, dims.iter().copied())
        }
        Exp::Rearrange { order, array } => {
            let ty = types.variable(*array);
            let dims = order.iter().filter_map(|k| ty.dims().get(usize::from(*k)));
            Type::array(dims.copied(), element(types, *array))
        }
        Exp::Concat { total, arrays } => {
            let first = arrays.first().and_then(|first| types.get(*first)?.row(1));
            first.unwrap_or(Type::SIZE).rows(*total)
        }
        Exp::Assert { .. } => Type::Cert,
        Exp::AccUpdate { acc, .. } => types.variable(*acc),
        // All others give what their bodies, or those of functions, do.
        Exp::Release(_)
        | Exp::Call { .. }
        | Exp::If { .. }
        | Exp::Loop(_)
        | Exp::Soac { .. }
        | Exp::Segmented(_)
        | Exp::WithAcc { .. } => Type::Cert,
    }
}

/// The type of the elements of an array.
fn element(types: &Types, array: Name) -> PrimType {
    let known = types.get(array).and_then(Type::element);
    known.unwrap_or(PrimType::I64)
}

/// An array of these sizes, of the elements of another; without sizes an element.
pub fn of_elements(types: &Types, array: Name, sizes: impl IntoIterator<Item = Atom>) -> Type {
    Type::sized(sizes, element(types, array))
}

/// What a call gives: the results of the function, with the arguments for its parameters.
pub fn call(called: &Definition, arguments: &[Atom]) -> Results {
    let passed = |name: Name| {
        let at = called.params.iter().position(|param| param.binder.name == name)?;
        arguments.get(at).copied().map(|atom| Ext::Is(Dim::Is(atom)))
    };
    let given = |given: &Given| Given {
        ty: substituted(&given.ty, passed),
        unique: given.unique,
    };
    Results {
        existential: called.results.existential,
        given: called.results.given.iter().map(given).collect(),
    }
}

/// What a loop gives: its parameters, in whose types its sizes are hidden.
pub fn repetition(it: &Loop) -> Results {
    let number = |name: Name| it.sizes.iter().position(|(size, _)| *size == name);
    let given = it.params.iter().map(|(param, _)| Given {
        ty: substituted(&param.binder.ty.shown(), |name| {
            Some(Ext::Existential(number(name)? as u16))
        }),
        unique: param.unique,
    });
    Results {
        existential: it.sizes.len() as u16,
        given: given.collect(),
    }
}

/// With something for some of the variables.
pub fn substituted(ty: &Type<Ext>, put: impl Fn(Name) -> Option<Ext>) -> Type<Ext> {
    ty.map(|dim| match dim {
        Ext::Is(Dim::Is(Atom::Var(name))) => put(*name).unwrap_or(*dim),
        _ => *dim,
    })
}

/// What a combinator gives.
pub fn combinator(types: &Types, width: Atom, inputs: &[Name], soac: &Soac) -> Results {
    let chunks = |function: &Lambda, first: usize| -> Vec<Type> {
        let behind = function.results.get(first..).unwrap_or_default();
        let rows: Vec<Type> = behind.iter().filter_map(|ty| ty.row(1)).collect();
        Type::all_rows(width, &rows)
    };
    let arrays = |targets: &[Target]| -> Vec<Type> {
        targets
            .iter()
            .map(|target| types.variable(target.array))
            .collect()
    };
    let given = match soac {
        Soac::Screma(screma) => {
            let accs = screma.accs.iter().map(|acc| types.variable(*acc));
            let operands = screma
                .reductions
                .iter()
                .flat_map(|operator| operator.function.results.clone());
            let singles: Vec<Type> = accs.chain(operands).collect();
            [singles, Type::all_rows(width, screma.rows())].concat()
        }
        Soac::Filter { .. } => {
            let kept = |input: &Name| {
                let row = types.get(*input)?.row(1)?;
                let dims = row.dims().iter().map(|dim| Ext::Is(*dim));
                let ty = Type::array(std::iter::once(Ext::Existential(0)).chain(dims), row.element()?);
                Some(Given { ty, unique: false })
            };
            return Results {
                existential: 1,
                given: inputs.iter().filter_map(kept).collect(),
            };
        }
        Soac::Scatter { into, .. } => arrays(into),
        Soac::Hist { into, .. } => into.iter().flat_map(|(targets, _)| arrays(targets)).collect(),
        Soac::StreamPar { operator, function } => {
            let operands = operator.function.results.clone();
            let first = operands.len();
            [operands, chunks(&function.function, first)].concat()
        }
        Soac::StreamSeq { initial, function } => {
            let state: Vec<Type> = initial.iter().map(|atom| types.atom(*atom)).collect();
            let first = state.len();
            [state, chunks(&function.function, first)].concat()
        }
    };
    Results::plain(&given)
}

/// What a combinator over a space gives: what its combinator does, an array of it a segment.
pub fn segmented(types: &Types, segmented: &Segmented) -> Vec<Type> {
    let Segmented { space, screma, .. } = segmented;
    let accs = screma.accs.iter().map(|acc| types.variable(*acc));
    let reduced = screma
        .reductions
        .iter()
        .flat_map(|operator| &operator.function.results);
    accs.chain(reduced.map(|ty| ty.over(segmented.segments())))
        .chain(screma.rows().iter().map(|ty| ty.over(space)))
        .collect()
}

/// What an accumulation gives: its arrays, and what its function gives behind the accumulators.
pub fn accumulation(types: &Types, updates: &[Accumulated], function: &Lambda) -> Vec<Type> {
    let arrays = updates.iter().flat_map(|update| &update.arrays);
    let others = function.results.get(updates.len()..).unwrap_or_default();
    arrays
        .map(|array| types.variable(*array))
        .chain(others.iter().cloned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use crate::walk::{Fold, fold};
    use crate::{Program, Stm};
    use elder_syntax::SourceMap;

    /// Compares what is computed with what the patterns say.
    struct Compare<'p> {
        program: &'p Program,
        count: usize,
    }

    impl Fold for Compare<'_> {
        fn stm(&mut self, stm: &Stm) {
            fold::stm(self, stm);
            let called = match &stm.exp {
                Exp::Call { function, .. } => self.program.function(*function),
                _ => None,
            };
            let results = results(self.program.names.types(), &stm.exp, called);
            let sizes: Vec<Atom> = stm.pat.sizes.iter().map(|size| (*size).into()).collect();
            assert_eq!(sizes.len(), usize::from(results.existential), "{:?}", stm.exp);
            let types = results.given.iter().map(|given| given.ty.instantiated(&sizes));
            let declared: Vec<Type> = stm.pat.values.iter().map(|value| value.ty.clone()).collect();
            assert_eq!(types.collect::<Vec<_>>(), declared, "{:?}", stm.exp);
            self.count += 1;
        }
    }

    #[test]
    fn what_is_computed_is_what_the_patterns_of_sized_cases_say() {
        let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../spec/core/cases");
        let mut count = 0;
        for room in ["evaluation", "simplification", "aliases"] {
            for file in std::fs::read_dir(cases.join(room)).unwrap() {
                let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
                let source = SourceMap::new().add("case.core", text.clone());
                let Ok(program) = read::program(source, &text, &|_| None) else {
                    continue;
                };
                if crate::check::sized(&program).is_ok() {
                    let mut compare = Compare {
                        program: &program,
                        count: 0,
                    };
                    fold::program(&mut compare, &program);
                    count += compare.count;
                }
            }
        }
        assert!(count > 500, "{count}");
    }
}
