//! DX-L-AHEAD: members, whole numbers and answers that depend on nothing of the block that computes them are computed before it.
//!
//! The function of a tangent captures tables, and a table cannot leave the body of a loop if its type has a name of that body
//! (DX-S-COLLECT).  A member that is the same for all elements is no such name when it is computed outside.

use crate::futhark::total::cannot_fail;
use elder_dex::check;
use elder_dex::core::rewrite::{Rewrite, exp_parts, free_of};
use elder_dex::core::{Block, Exp, IndexOp, Program, Stm, Value};
use elder_dex::rules::linearization::DX_L_AHEAD;
use elder_syntax::names::Name;
use elder_syntax::prim::PrimValue;
use rustc_hash::FxHashMap;

/// The block with such statements as far out as their names allow.
pub(in crate::dex) fn ahead(program: &Program, block: &Block) -> Block {
    let mut ahead = Ahead {
        program,
        depths: FxHashMap::default(),
        depth: 0,
        floating: Vec::new(),
    };
    ahead.block(block)
}

struct Ahead<'p> {
    program: &'p Program,
    /// In how many blocks the names stand that are bound within the outermost one.
    depths: FxHashMap<Name, usize>,
    /// In how many blocks we are.
    depth: usize,
    /// Statements on their way out, with the depth that they go to.
    floating: Vec<(Stm, usize)>,
}

impl Ahead<'_> {
    /// The outermost block in which a statement may stand, if it may stand anywhere.
    fn home(&self, exp: &Exp) -> Option<usize> {
        let depths = || {
            let names = free_of(exp);
            let depths = names.iter().filter_map(|name| self.depths.get(name));
            depths.copied().max().unwrap_or(1)
        };
        self.is_total(exp).then(depths)
    }

    /// The statements that are to stand in the block at hand.
    fn arrived(&mut self) -> Vec<Stm> {
        let (arrived, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.floating)
            .into_iter()
            .partition(|(_, home)| *home >= self.depth);
        self.floating = others;
        arrived.into_iter().map(|(stm, _)| stm).collect()
    }

    /// Whether it is a number or a member that is computed wherever it stands.
    fn is_total(&self, exp: &Exp) -> bool {
        let size = |set| check::members(self.program, set);
        match exp {
            // Of index sets by an instance the program makes the members, which may fail.
            Exp::IndexSet(IndexOp::Inject, _) => {
                let mut data = self.program.data.iter();
                data.all(|data| data.index_set.is_none())
            }
            Exp::IndexSet(IndexOp::Size, operands) => match operands.as_slice() {
                [set] => size(set).is_some_and(|size| i32::try_from(size).is_ok()),
                _ => false,
            },
            Exp::IndexSet(IndexOp::FromOrdinal | IndexOp::UnsafeFromOrdinal, operands) => {
                match operands.as_slice() {
                    [set, Value::Literal(PrimValue::I32(ordinal))] => {
                        let ordinal = u128::try_from(*ordinal).ok();
                        size(set)
                            .zip(ordinal)
                            .is_some_and(|(size, ordinal)| ordinal < size)
                    }
                    _ => false,
                }
            }
            Exp::Prim(f, _) => cannot_fail(*f) && !f.result().is_float(),
            _ => false,
        }
    }
}

impl Rewrite for Ahead<'_> {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    /// What an expression binds is bound for the blocks within it.
    fn bound(&mut self, name: Name) -> Name {
        self.depths.insert(name, self.depth + 1);
        name
    }

    fn block(&mut self, block: &Block) -> Block {
        self.depth += 1;
        let mut stms = Vec::with_capacity(block.stms.len());
        for stm in &block.stms {
            let exp = self.exp(&stm.exp);
            stms.extend(self.arrived());
            let stm = Stm { exp, ..stm.clone() };
            match self.home(&stm.exp) {
                Some(home) if home < self.depth => {
                    DX_L_AHEAD.apply();
                    self.depths.insert(stm.binder.name, home);
                    self.floating.push((stm, home));
                }
                _ => {
                    self.depths.insert(stm.binder.name, self.depth);
                    stms.push(stm);
                }
            }
        }
        let result = self.value(&block.result);
        stms.extend(self.arrived());
        self.depth -= 1;
        Block { stms, result }
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        exp_parts(self, exp)
    }
}
