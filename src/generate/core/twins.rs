//! What is there twice, but for one thing: two combinators of an entry point, and two entry points.  Who takes two launches for the same asks about all that is in
//! them.

use super::numbers::beside;
use super::scope::Generator;
use super::soacs::arrays;
use crate::Choices;
use elder_core::Name;
use elder_core::names::Names;
use elder_core::tree::{Atom, Exp, Program, Soac, Type};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::prim::{BinOp, PrimType};
use std::collections::BTreeMap;

/// What maps that are done twice do.
const OPERATORS: [BinOp; 2] = [BinOp::Sub, BinOp::Add];

/// An entry point more, in front of the last one, which is the same but for a number perhaps.
pub(super) fn another(c: &mut Choices, program: &mut Program) {
    let Some(mut entry) = program.entries.last().cloned() else {
        return;
    };
    let mut twin = Twin {
        at: c.below(6),
        c,
        names: &mut program.names,
        known: BTreeMap::new(),
    };
    rewrite::definition(&mut twin, &mut entry);
    entry.name = "twin".into();
    program.entries.insert(0, entry);
}

/// A definition by names of its own.
struct Twin<'c> {
    c: &'c mut Choices,
    names: &'c mut Names,
    known: BTreeMap<Name, Name>,
    /// How many constants stand before that which becomes another one.
    at: usize,
}

impl Rewrite for Twin<'_> {
    fn bound(&mut self, name: &mut Name) {
        let again = self.names.again(*name);
        self.known.insert(*name, again);
        *name = again;
    }

    fn used(&mut self, name: &mut Name) {
        *name = self.known.get(name).copied().unwrap_or(*name);
    }

    fn exp(&mut self, exp: &mut Exp) {
        if let Exp::Prim(_, operands) = exp {
            for operand in operands {
                if let Atom::Const(number) = operand {
                    if self.at == 0 {
                        *number = beside(self.c, *number);
                    }
                    self.at = self.at.wrapping_sub(1);
                }
            }
        }
        rewrite::exp(self, exp);
    }
}

impl Generator {
    /// The same map or reduction twice but for one thing: a number, the order of operands, the operator, the array, what is reduced.
    pub(super) fn twice(&mut self, c: &mut Choices) -> Option<()> {
        let t = PrimType::I64;
        let many = 1 + c.below(5) as i64;
        let count = self.named(c, many);
        let array = self.lain(c, t, &[count])?;
        let other = match c.below(3) {
            0 => self.turned_round(c, &array),
            _ => self.lain(c, t, &[count]),
        }?;
        let differs = c.below(5);
        let by = 2 + c.below(4) as i64;
        let (reduces, asserts) = (c.below(3) == 0, c.below(3) == 0);
        // All numbers of an array that lies nowhere else are below it.
        let most = Atom::i64(many + c.below(4) as i64);
        for second in [false, true] {
            let changed = |what: usize| second && differs == what;
            let own = if changed(3) { &other } else { &array };
            let op = OPERATORS[usize::from(changed(2))];
            let by = Atom::i64(if changed(0) { by + 1 } else { by });
            let element = self.fresh(Type::SIZE);
            let function = self.lambda(vec![(element.clone(), true)], |g, _| {
                let number = Atom::Var(element.name);
                if asserts {
                    let holds = g.of_two(BinOp::Lt, number, most);
                    let numbers = vec![];
                    g.bind(Type::Cert, Exp::Assert { holds, numbers });
                }
                let (left, right) = match changed(1) {
                    true => (by, number),
                    false => (number, by),
                };
                vec![(g.of_two(op, left, right), Type::SIZE)]
            });
            self.uses(Atom::Var(own.name));
            if reduces {
                let (_, operator) = self.summing(if changed(4) { BinOp::Max } else { BinOp::Add });
                let exp = Exp::soac(count, vec![own.name], Soac::redomap(operator, function));
                self.bind(Type::SIZE, exp);
            } else {
                let types = arrays(&function.results, count)?;
                let exp = Exp::soac(count, vec![own.name], Soac::map(vec![], function));
                self.bind_all(types, exp);
            }
        }
        Some(())
    }
}
