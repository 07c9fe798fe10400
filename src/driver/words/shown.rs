//! What reductions give, among the results.
//!
//! Most words end in a primitive function, and what comes of a program is numbers.  So a program is run over the free monoid with what its reductions give
//! as further results: scalars and, as copies, arrays whose sizes the types of results can say.  Reductions within functions, loops and branches
//! stay as they are.

use elder_core::tree::{Atom, Binder, Dim, Entry, Exp, Given, Pat, Soac, Stm, Type};
use elder_core::{Name, Program};

/// The program with what the reductions in the body of an entry point give as further results of it.
pub(super) fn shown(program: &Program, entry: &str) -> Program {
    let mut program = program.clone();
    let names = &mut program.names;
    if let Some(entry) = program.entries.iter_mut().find(|own| own.name == entry) {
        let own: Vec<Name> = entry
            .sizes
            .iter()
            .copied()
            .chain(entry.params.iter().map(|param| param.binder.name))
            .collect();
        let mut stms = Vec::with_capacity(entry.body.stms.len());
        for stm in std::mem::take(&mut entry.body.stms) {
            let reduced = &stm.pat.values[..reduced(&stm.exp).min(stm.pat.values.len())];
            let can_be_said = |value: &&Binder| {
                let mut dims = value.ty.dims().iter();
                dims.all(|dim| match dim {
                    Dim::Is(Atom::Var(name)) => own.contains(name),
                    Dim::Is(Atom::Const(_)) | Dim::Open => true,
                })
            };
            let reduced: Vec<Binder> = reduced.iter().filter(can_be_said).cloned().collect();
            let at = stm.at;
            stms.push(stm);
            for value in reduced {
                let result = match &value.ty {
                    Type::Array { .. } => {
                        let name = names.again(value.name);
                        let ty = value.ty.clone();
                        stms.push(Stm {
                            pat: Pat {
                                sizes: Vec::new(),
                                values: vec![Binder { name, ty }],
                            },
                            exp: Exp::Copy(value.name),
                            certs: Vec::new(),
                            safe: false,
                            at,
                        });
                        name
                    }
                    _ => value.name,
                };
                give(entry, result, &value.ty);
            }
        }
        entry.body.stms = stms;
    }
    program
}

/// One more result.
fn give(entry: &mut Entry, name: Name, ty: &Type) {
    entry.body.results.push(name.into());
    entry.results.given.push(Given {
        ty: ty.shown(),
        unique: false,
    });
}

/// How many of the first values of an expression an operator gives.
fn reduced(exp: &Exp) -> usize {
    match exp {
        Exp::Soac { soac, .. } => match &**soac {
            Soac::Redomap { operator, .. }
            | Soac::Scanomap { operator, .. }
            | Soac::StreamPar { operator, .. } => operator.neutral.len(),
            Soac::Hist { into, .. } => into.iter().map(|(targets, _)| targets.len()).sum(),
            Soac::Map { .. } | Soac::Filter { .. } | Soac::Scatter { .. } | Soac::StreamSeq { .. } => 0,
        },
        Exp::WithAcc { updates, .. } => updates.iter().map(|update| update.arrays.len()).sum(),
        _ => 0,
    }
}
