//! What reductions give, among the results.
//!
//! Most words end in a primitive function, and what comes of a program is numbers.  So a program is run over the free monoid with what its reductions give
//! as further results: scalars, and copies of arrays; of reductions within the function of a combinator the arrays of what they give for each element.
//! What loops, branches and functions that are called reduce stays as it is.

use elder_core::tree::{
    Atom, Binder, Definition, Dim, Exp, Ext, Given, Lambda, Pat, Screma, Soac, Stm, Type,
};
use elder_core::{Name, Names, Program};

/// The program with what the reductions in the body of an entry point give as further results of it.
pub(super) fn shown(program: &Program, entry: &str) -> Program {
    let mut program = program.clone();
    let names = &mut program.names;
    let Some(entry) = program.entries.iter_mut().find(|own| own.name == entry) else {
        return program;
    };
    let mut stms = Vec::with_capacity(entry.body.stms.len());
    for mut stm in std::mem::take(&mut entry.body.stms) {
        let mut given = reduced(&stm).to_vec();
        given.extend(within(names, &mut stm));
        let at = stm.at;
        stms.push(stm);
        for value in given {
            let Type::Array { .. } = &value.ty else {
                give(entry, value);
                continue;
            };
            // The array itself may be consumed.
            let copy = Binder {
                name: names.again(value.name),
                ty: value.ty.clone(),
            };
            stms.push(Stm::binding(Pat::of([copy.clone()]), Exp::Copy(value.name), at));
            give(entry, copy);
        }
    }
    entry.body.stms = stms;
    program
}

/// One more result of an entry point; sizes that are known in its body only are hidden.
fn give(entry: &mut Definition, value: Binder) {
    let params = entry.params.iter().map(|param| param.binder.name);
    let outside: Vec<Name> = entry.sizes.iter().copied().chain(params).collect();
    let witnesses = &mut entry.body.witnesses;
    let ty = value.ty.map(|dim| match dim {
        Dim::Is(Atom::Var(size)) if !outside.contains(size) => {
            let known = witnesses.iter().position(|witness| *witness == Atom::Var(*size));
            let number = known.unwrap_or_else(|| {
                witnesses.push(Atom::Var(*size));
                witnesses.len() - 1
            });
            Ext::Existential(number as u16)
        }
        dim => Ext::Is(*dim),
    });
    entry.results.existential = entry.body.witnesses.len() as u16;
    entry.body.results.push(value.name.into());
    entry.results.given.push(Given { ty, unique: false });
}

/// Further values of a combinator: the scalars that the reductions in its function give, an array each.
fn within(names: &mut Names, stm: &mut Stm) -> Vec<Binder> {
    let Exp::Soac { width, soac, .. } = &mut stm.exp else {
        return Vec::new();
    };
    let Soac::Screma(Screma { function, after, .. }) = &mut **soac else {
        return Vec::new();
    };
    let mut given = Vec::new();
    let Lambda { body, results, .. } = function;
    for inner in &body.stms {
        for value in reduced(inner) {
            if let Type::Prim(element) = value.ty {
                body.results.push(value.name.into());
                results.push(value.ty.clone());
                if let Some(after) = after {
                    let handed = Binder {
                        name: names.again(value.name),
                        ty: value.ty.clone(),
                    };
                    after.body.results.push(handed.name.into());
                    after.results.push(value.ty.clone());
                    after.params.push(handed);
                }
                given.push(Binder {
                    name: names.again(value.name),
                    ty: Type::sized([*width], element),
                });
            }
        }
    }
    stm.pat.values.extend(given.iter().cloned());
    given
}

/// The values of a statement that an operator gives; what a function after the scans makes of them is its own.
fn reduced(stm: &Stm) -> &[Binder] {
    let given = match &stm.exp {
        Exp::Soac { soac, .. } => match &**soac {
            Soac::Screma(screma) => {
                let first = screma.accs.len();
                match screma.after {
                    Some(_) => first..screma.singles(),
                    None => first..screma.combined(),
                }
            }
            Soac::StreamPar { operator, .. } => 0..operator.operands(),
            Soac::Hist { into, .. } => 0..into.iter().map(|(targets, _)| targets.len()).sum(),
            Soac::Filter { .. } | Soac::Scatter { .. } | Soac::StreamSeq { .. } => 0..0,
        },
        Exp::WithAcc { updates, .. } => 0..updates.iter().map(|update| update.arrays.len()).sum(),
        _ => 0..0,
    };
    stm.pat.values.get(given).unwrap_or_default()
}
