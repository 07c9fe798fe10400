//! No block is used behind its release (CORE-M-ALIVE).

use crate::names::Name;
use crate::rules::memory::CORE_M_ALIVE;
use crate::site::SiteId;
use crate::tree::{Body, Exp, Program, Stm};
use crate::walk::{Fold, fold};
use elder_syntax::Diagnostic;
use rustc_hash::FxHashMap;

/// All definitions.
pub(super) fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    let mut alive = Alive {
        program,
        within: FxHashMap::default(),
        depth: 0,
        begins: false,
        released: FxHashMap::default(),
        at: SiteId::default(),
        errors: Vec::new(),
    };
    for definition in program.definitions() {
        alive.at = definition.at;
        fold::definition(&mut alive, definition);
    }
    match alive.errors.is_empty() {
        true => Ok(()),
        false => Err(alive.errors),
    }
}

struct Alive<'p> {
    program: &'p Program,
    /// In how many bodies the one stands that binds a name; a parameter is bound by the body of what it is a parameter of.
    within: FxHashMap<Name, usize>,
    depth: usize,
    /// Whether parameters are bound, of a body that is still to come.
    begins: bool,
    /// Where blocks were released.
    released: FxHashMap<Name, SiteId>,
    at: SiteId,
    errors: Vec<Diagnostic>,
}

impl Alive<'_> {
    fn refuse(&mut self, premise: &str, message: String, before: Option<SiteId>) {
        let span = self.program.site(self.at).span;
        let error = Diagnostic::error(CORE_M_ALIVE.refuse(premise), span, message);
        self.errors.push(match before {
            Some(before) => error.and_at(self.program.site(before).span, "it is released here"),
            None => error,
        });
    }

    fn release(&mut self, block: Name) {
        CORE_M_ALIVE.apply();
        let text = self.program.names.text(block).clone();
        let is_block = self
            .program
            .memory
            .spot(block)
            .is_some_and(|spot| spot.block == block);
        if !is_block || self.within.get(&block) != Some(&self.depth) {
            self.refuse(
                "own",
                format!("`{text}` is no block that is bound in this body"),
                None,
            );
        } else if let Some(before) = self.released.insert(block, self.at) {
            self.refuse(
                "once",
                format!("`{text}` is released a second time"),
                Some(before),
            );
        }
    }
}

impl Fold for Alive<'_> {
    fn enter(&mut self) {
        self.begins = true;
    }

    fn leave(&mut self) {
        self.begins = false;
    }

    fn bound(&mut self, name: &Name) {
        self.within.insert(*name, self.depth + usize::from(self.begins));
    }

    fn used(&mut self, name: &Name) {
        let Some(spot) = self.program.memory.spot(*name) else {
            return;
        };
        if let Some(before) = self.released.get(&spot.block).copied() {
            let names = &self.program.names;
            let (text, block) = (names.text(*name), names.text(spot.block));
            let message = format!("`{text}` is used, but its block `{block}` was released");
            self.refuse("alive", message, Some(before));
        }
    }

    fn stm(&mut self, stm: &Stm) {
        let around = std::mem::replace(&mut self.at, stm.at);
        self.begins = false;
        match stm.exp {
            Exp::Release(block) => self.release(block),
            _ => fold::stm(self, stm),
        }
        self.at = around;
    }

    fn body(&mut self, body: &Body) {
        self.depth += 1;
        fold::body(self, body);
        self.depth -= 1;
    }
}
