//! Existential sizes of loops and functions that need not be hidden (thesis, 6.2).

use super::branches::show;
use crate::core::simplify::becomes::{Becomes, Is, Revealed};
use crate::core::simplify::engine::Engine;
use elder_core::renamed::Substitution;
use elder_core::rules::simplification::CORE_O_UNEXFUN;
use elder_core::tree::{Atom, Definition, Exp, Program, Stm};
use elder_core::walk::Rewrite;
use rustc_hash::FxHashMap;

/// CORE-O-UNEXLOOP
pub fn of_loop(_: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Loop(it) = &mut stm.exp else {
        return None;
    };
    let pairs = it.sizes.iter().zip(&it.body.witnesses);
    let number = pairs
        .clone()
        .position(|((size, initial), next)| *next == Atom::Var(*size) || next == initial)?;
    let existential = *stm.pat.sizes.get(number)?;
    let (size, initial) = it.sizes.remove(number);
    it.body.witnesses.remove(number);
    let substitution = FxHashMap::from_iter([(size, initial)]);
    let mut substitution = Substitution(&substitution);
    for (param, _) in &mut it.params {
        substitution.ty(&mut param.binder.ty);
    }
    substitution.body(&mut it.body);
    Some(Becomes::Shown(existential, initial))
}

/// CORE-O-UNEXFUN, of definitions: of each function a size that it need not hide.  Its calls follow in the same round.
pub fn of_functions(program: &mut Program) -> Vec<Option<Revealed>> {
    let functions = program.functions.iter_mut();
    functions.map(of_function).collect()
}

fn of_function(function: &mut Definition) -> Option<Revealed> {
    let witnesses = function.body.witnesses.iter().enumerate();
    let (number, witness, is) = witnesses.clone().find_map(|(number, witness)| {
        let param = |name| function.params.iter().position(|param| param.binder.name == name);
        let is = match *witness {
            Atom::Const(_) => Is::Known(*witness),
            Atom::Var(name) => Is::Argument(param(name)?),
        };
        Some((number, *witness, is))
    })?;
    CORE_O_UNEXFUN.apply();
    function.body.witnesses.remove(number);
    show(&mut function.results, number, witness);
    Some(Revealed {
        number,
        left: function.body.witnesses.len(),
        is,
    })
}

/// CORE-O-UNEXFUN, of calls
pub fn of_call(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Call { function, arguments } = &stm.exp else {
        return None;
    };
    let revealed = engine.revealed.get(function.index())?.as_ref()?;
    if stm.pat.sizes.len() <= revealed.left {
        return None;
    }
    let size = *stm.pat.sizes.get(revealed.number)?;
    let atom = match revealed.is {
        Is::Known(atom) => atom,
        Is::Argument(number) => *arguments.get(number)?,
    };
    Some(Becomes::Shown(size, atom))
}
