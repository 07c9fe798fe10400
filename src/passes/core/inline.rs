//! `inline`: calls are bodies (thesis, 5.1).
//!
//! A call becomes the statements of its function, with names of their own and the arguments for the parameters; sites stay, so what
//! fails says the same as before.  Sizes that the call binds are the witnesses of the body, also in the types of all that comes
//! after.  What nobody calls any more is left out.
//!
//! Two sorts of functions stay: those that call themselves, and those without parameters, which are evaluated once in a run
//! (CORE-E-ONCE) however often they are called.
//!
//! ```text
//! fun total (m: i64) (xs: [m]i32): i32 = let s: i32 = reduce m .. xs in s
//! .. let t: i32 = total n ys ..
//!
//! .. let s: i32 = reduce n .. ys   let t: i32 = s ..
//! ```

use elder_core::analyses::calls::{is_called, reached};
use elder_core::compact::compact;
use elder_core::names::{FunName, Name, Names};
use elder_core::renamed::Renamed;
use elder_core::rules::simplification::{CORE_IN_CALL, CORE_IN_DEAD};
use elder_core::tree::{Atom, Binder, Definition, Exp, Pat, Program, Stm};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::Rule;
use rustc_hash::FxHashMap;

/// The rules of the arrow.
pub const RULES: &[&Rule] = &[&CORE_IN_CALL, &CORE_IN_DEAD];

/// Puts bodies in the places of calls.
pub fn run(program: &mut Program) {
    let mut names = std::mem::take(&mut program.names);
    let mut functions: Vec<Definition> = Vec::with_capacity(program.functions.len());
    // A function calls those before it and itself, so those are done.
    let mut inlined: Vec<bool> = Vec::with_capacity(program.functions.len());
    for mut function in std::mem::take(&mut program.functions) {
        Inline::new(&mut names, &functions, &inlined).body(&mut function.body);
        let own = FunName(functions.len() as u32);
        inlined.push(!function.params.is_empty() && !is_called(&function.body, own));
        functions.push(function);
    }
    for entry in &mut program.entries {
        Inline::new(&mut names, &functions, &inlined).body(&mut entry.body);
    }
    program.functions = functions;
    program.names = names;
    leave_out(program);
    compact(program);
}

/// CORE-IN-CALL, in a definition.
struct Inline<'p> {
    names: &'p mut Names,
    /// The functions before the definition.
    functions: &'p [Definition],
    /// Which of them have calls that become bodies.
    inlined: &'p [bool],
    /// What stands for the sizes that calls bound.
    put: FxHashMap<Name, Atom>,
}

impl<'p> Inline<'p> {
    fn new(names: &'p mut Names, functions: &'p [Definition], inlined: &'p [bool]) -> Inline<'p> {
        Inline {
            names,
            functions,
            inlined,
            put: FxHashMap::default(),
        }
    }
}

impl Rewrite for Inline<'_> {
    fn used(&mut self, name: &mut Name) {
        if let Some(Atom::Var(other)) = self.put.get(name) {
            *name = *other;
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        if let Some(put) = atom.name().and_then(|name| self.put.get(&name)) {
            *atom = *put;
        }
    }

    fn binder(&mut self, binder: &mut Binder) {
        rewrite::binder(self, binder);
        self.names.note(binder.name, &binder.ty);
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        let called = match &stm.exp {
            Exp::Call { function, arguments } if self.inlined.get(function.index()) == Some(&true) => {
                Some((&self.functions[function.index()], arguments.clone()))
            }
            _ => None,
        };
        let Some((function, arguments)) = called else {
            out.push(stm);
            return;
        };
        CORE_IN_CALL.apply();
        let params = function.params.iter().map(|param| param.binder.name);
        let body = Renamed::of_body(self.names, &function.body, params.zip(arguments));
        for mut inner in body.stms {
            inner.certs.extend(&stm.certs);
            out.push(inner);
        }
        self.put.extend(stm.pat.sizes.iter().copied().zip(body.witnesses));
        for (mut binder, result) in stm.pat.values.into_iter().zip(body.results) {
            self.ty(&mut binder.ty);
            self.names.note(binder.name, &binder.ty);
            out.push(Stm {
                pat: Pat {
                    sizes: vec![],
                    values: vec![binder],
                },
                exp: Exp::Atom(result),
                certs: vec![],
                safe: false,
                at: stm.at,
            });
        }
    }
}

/// CORE-IN-DEAD: functions that no entry point reaches go, and those that stay have other numbers.
fn leave_out(program: &mut Program) {
    let reached = reached(program);
    if reached.iter().all(|reached| *reached) {
        return;
    }
    CORE_IN_DEAD.apply();
    let mut numbers = Vec::with_capacity(reached.len());
    let mut next = 0;
    for reached in &reached {
        numbers.push(FunName(next));
        next += u32::from(*reached);
    }
    let mut number = 0;
    program.functions.retain(|_| {
        number += 1;
        reached[number - 1]
    });
    rewrite::program(&mut Renumbered(numbers), program);
}

/// Calls by the new numbers of functions.
struct Renumbered(Vec<FunName>);

impl Rewrite for Renumbered {
    fn exp(&mut self, exp: &mut Exp) {
        if let Exp::Call { function, .. } = exp
            && let Some(new) = self.0.get(function.index())
        {
            *function = *new;
        }
        rewrite::exp(self, exp);
    }
}
