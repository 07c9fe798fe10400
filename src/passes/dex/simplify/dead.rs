//! DX-F-DCE: statements that nobody needs are left out, if they do nothing outside and cannot fail (DX-F-PARTIAL).

use crate::dex::total::Partial;
use elder_dex::core::rewrite::{Rewrite, exp_parts};
use elder_dex::core::{Block, Exp, Program, Stm, Value};
use elder_dex::rules::simplification::DX_F_DCE;
use elder_syntax::names::Name;
use rustc_hash::FxHashSet;

/// The program without them; slices of these names are made again and did not fail before (DX-S-REF).
pub(super) fn left_out(mut program: Program, again: &FxHashSet<Name>) -> Program {
    let partial = Partial::of(&program);
    let mut dead = Dead::of(&partial, again);
    for definition in &mut program.definitions {
        definition.body = dead.block(&definition.body);
    }
    program
}

/// The body of a function without them, of which a derivative is taken: none is taken of what nobody needs.
pub(super) fn left_out_of(body: &Block, known: &Partial, again: &FxHashSet<Name>) -> Block {
    // What else the program has is not known yet.
    Dead::of(&known.unsafely(), again).block(body)
}

/// A program is gone through from its ends, so what is used is known before whatever is to be used.  A name is bound once: one set has those of all blocks.
struct Dead<'p> {
    partial: &'p Partial,
    again: &'p FxHashSet<Name>,
    uses: Uses,
}

impl<'p> Dead<'p> {
    fn of(partial: &'p Partial, again: &'p FxHashSet<Name>) -> Dead<'p> {
        Dead {
            partial,
            again,
            uses: Uses::default(),
        }
    }
}

impl Rewrite for Dead<'_> {
    fn used(&mut self, name: Name) -> Value {
        self.uses.used(name)
    }

    fn block(&mut self, block: &Block) -> Block {
        let result = self.value(&block.result);
        let mut stms: Vec<Stm> = Vec::with_capacity(block.stms.len());
        for stm in block.stms.iter().rev() {
            let name = &stm.binder.name;
            if !self.uses.0.contains(name) && (self.again.contains(name) || self.partial.is_total(&stm.exp)) {
                DX_F_DCE.apply();
                continue;
            }
            let stm = self.stm(stm);
            stms.push(stm);
        }
        stms.reverse();
        Block { stms, result }
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        match exp {
            // All of the function is to be linear, also what nobody needs: who transposes it looks (DX-S-TRANS).
            Exp::Transpose(function, weight) => {
                self.uses.value(function);
                Exp::Transpose(function.clone(), self.value(weight))
            }
            _ => exp_parts(self, exp),
        }
    }
}

/// Collects the names that are used.
#[derive(Default)]
struct Uses(FxHashSet<Name>);

impl Rewrite for Uses {
    fn used(&mut self, name: Name) -> Value {
        self.0.insert(name);
        Value::Var(name)
    }
}
