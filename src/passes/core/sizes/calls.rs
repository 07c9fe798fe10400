//! Calls: a function's sizes are arguments, and what it hides is named by who calls.

use super::assertion::{At, WITNESS};
use super::infer::{Gives, Infer, Operands, dims_of, filled, filled_dims};
use elder_core::names::{FunName, Name};
use elder_core::rules::inference::*;
use elder_core::tree::{Atom, Dim, Results, Stm};
use elder_core::walk::Rewrite;
use rustc_hash::FxHashMap;

impl Infer {
    /// CORE-SI-CALL: the sizes of the arguments are arguments.
    pub(super) fn call(
        &mut self,
        function: FunName,
        mut arguments: Vec<Atom>,
        sizes: &mut Vec<Name>,
        at: &At,
        out: &mut Vec<Stm>,
    ) -> (Vec<Atom>, Gives) {
        CORE_SI_CALL.apply();
        // A function calls those before it and itself.
        let Some(callee) = self.signatures.get(function.index()) else {
            return (arguments, vec![].into());
        };
        let (params, lead) = (callee.params.clone(), callee.sizes.clone());
        let (declared, gives) = (callee.declared.clone(), callee.gives.clone());
        let mut passed: FxHashMap<Name, Atom> = params
            .iter()
            .map(|param| param.binder.name)
            .zip(arguments.iter().copied())
            .collect();
        for (param, argument) in params.iter().zip(&mut arguments) {
            let mut wanted = param.binder.ty.clone();
            Operands(&passed).ty(&mut wanted);
            let wanted = filled_dims(&wanted, &self.type_of(*argument));
            *argument = self.tested(*argument, &wanted, (at, WITNESS), out);
        }
        let mut all = Vec::with_capacity(lead.len() + arguments.len());
        for (size, param, dimension) in lead {
            let dims = arguments
                .get(param)
                .map(|argument| dims_of(&self.type_of(*argument)));
            let dim = dims.and_then(|dims| dims.get(dimension).copied());
            // A type has the dimensions that the parameter's has.
            let own = dim.and_then(Dim::size).unwrap_or(Atom::i64(0));
            passed.insert(size, own);
            all.push(own);
        }
        all.extend(arguments);
        let passed = |results: &Results| {
            let mut results = results.clone();
            for given in &mut results.given {
                Operands(&passed).result(&mut given.ty);
            }
            results
        };
        let types = self.existential(&passed(&gives), sizes);
        let named: Vec<Atom> = sizes.iter().map(|size| (*size).into()).collect();
        let pairs = passed(&declared).given;
        let declared = pairs
            .iter()
            .zip(&types)
            .map(|(declared, own)| filled(&declared.ty, own, &named));
        let declared = declared.collect();
        (
            all,
            Gives {
                types,
                declared: Some(declared),
            },
        )
    }
}
