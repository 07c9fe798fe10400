//! Sub-groups whose lanes read each other's registers (DPIA-G-SUBGROUP).
//!
//! The items of a group that follow each other in dimension 0 are lanes of one sub-group, if whole sub-groups make up the group.  All lanes of
//! a sub-group have the same number of iterations, so all of them reach each exchange.

use super::environment::{Binding, Environment};
use super::expression::may_fail;
use super::memory::{Cell, malformed};
use super::text::{Done, Text};
use crate::analyses::path::Path;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{AddressSpace, DataType, Name, Nat, Node, Phrase, Prim, PrimType, PrimValue, Strategy};
use elder_kernel::c::{BinaryOp, Expr};
use elder_kernel::make;
use elder_kernel::subgroups;
use elder_syntax::Span;
use std::rc::Rc;

impl Text<'_> {
    /// Whether the lanes of sub-groups of this width can read from each other: what the device's build options say, if the work-group is
    /// made of whole sub-groups.
    pub fn has_subgroups(&mut self, width: u8) -> Expr {
        rules::DPIA_G_SUBGROUP.apply();
        let lanes = i64::from(width);
        let local = self.launch.0.first().and_then(Nat::as_constant);
        if self.is_openmp() || !local.is_some_and(|n| n > 0 && n % lanes == 0) {
            return Expr::Literal(PrimValue::Bool(false));
        }
        make::binary(BinaryOp::Ge, make::var(subgroups::LANES), make::int(lanes))
    }

    /// A reduction, a scan or a shuffle of m rows by sub-groups.
    pub fn subgroup(
        &mut self,
        prim: &Prim,
        (width, m, of): (u8, &Nat, &DataType),
        [f, xss, a]: [&Phrase; 3],
        env: &Environment,
        span: Span,
    ) -> Done {
        rules::DPIA_G_SUBGROUP.apply();
        let DataType::Num(t) = *of else {
            return Err(malformed(
                span,
                "the lanes of a sub-group hand each other numbers",
            ));
        };
        let lanes = Nat::lit(i64::from(width));
        let x = Name::fresh("lane");
        self.parallel_loop(Strategy::Local(0), &x, &m.times(&lanes), span, |text, i| {
            let row = i.quotient(&lanes, &text.known);
            let lane = i.remainder(&lanes, &text.known);
            let own = text.allocate("own", of.clone(), AddressSpace::Private, &[], None, span)?;
            let path = Path::empty().with_index(lane.clone()).with_index(row.clone());
            let first = text.value(xss, env, path.clone())?;
            text.set(&own, first, span)?;
            match prim {
                Prim::ShuffleI { .. } => {
                    let from = text.index_function(f, env, lane, &lanes)?;
                    let value = text.exchanged(&own, &from, width, t, span)?;
                    text.give(a, env, path, value, span)
                }
                Prim::ScanSubgroupI { .. } => {
                    for distance in powers(width) {
                        let from = lane.plus(&lanes).minus(&Nat::lit(distance));
                        let other = text.other(&own, &from, width, t, span)?;
                        let far = text.index_text(&lane, span)?;
                        let far = make::binary(BinaryOp::Ge, far, make::int(distance));
                        let then = text.inner(|text| text.combine(f, [&own, &other, &own], env))?;
                        text.push(make::if_then(far, then));
                    }
                    let value = text.get(&own, span)?;
                    text.give(a, env, path, value, span)
                }
                _ => {
                    for distance in powers(width) {
                        let other = text.other(&own, &lane.plus(&Nat::lit(distance)), width, t, span)?;
                        if is_total(f) {
                            text.combine(f, [&other, &own, &own], env)?;
                            continue;
                        }
                        // The others have nothing that counts, and may not fail on it.
                        let rest = lane.remainder(&Nat::lit(2 * distance), &text.known);
                        let rest = text.index_text(&rest, span)?;
                        let then = text.inner(|text| text.combine(f, [&other, &own, &own], env))?;
                        let leads = make::binary(BinaryOp::Eq, rest, make::int(0));
                        text.push(make::if_then(leads, then));
                    }
                    let value = text.get(&own, span)?;
                    let number = text.index_text(&lane, span)?;
                    let then =
                        text.inner(|text| text.give(a, env, Path::empty().with_index(row), value, span))?;
                    let first = make::binary(BinaryOp::Eq, number, make::int(0));
                    text.push(make::if_then(first, then));
                    Ok(())
                }
            }
        })
    }

    fn get(&mut self, cell: &Rc<Cell>, span: Span) -> Done<Expr> {
        let place = self.place(cell, Path::empty(), span)?;
        self.load(&place, span)
    }

    fn set(&mut self, cell: &Rc<Cell>, value: Expr, span: Span) -> Done {
        let place = self.place(cell, Path::empty(), span)?;
        self.store(&place, value, span)
    }

    /// Writes to an element of `a`.
    fn give(&mut self, a: &Phrase, env: &Environment, path: Path<Nat>, value: Expr, span: Span) -> Done {
        let place = self.scalar_target(a, env, path)?;
        self.store(&place, value, span)
    }

    /// What lane `from` (modulo the width) has in the cell.
    fn exchanged(&mut self, own: &Rc<Cell>, from: &Nat, width: u8, t: PrimType, span: Span) -> Done<Expr> {
        let arguments = vec![
            self.get(own, span)?,
            self.index_text(from, span)?,
            make::int(i64::from(width)),
        ];
        Ok(make::call(subgroups::function(t), arguments))
    }

    /// The same, in a cell of its own.
    fn other(&mut self, own: &Rc<Cell>, from: &Nat, width: u8, t: PrimType, span: Span) -> Done<Rc<Cell>> {
        let value = self.exchanged(own, from, width, t, span)?;
        let of = DataType::Num(t);
        let other = self.allocate("other", of, AddressSpace::Private, &[], None, span)?;
        self.set(&other, value, span)?;
        Ok(other)
    }

    /// `f later earlier target`
    fn combine(&mut self, f: &Phrase, cells: [&Rc<Cell>; 3], env: &Environment) -> Done {
        let (mut env, mut body) = (env.clone(), f);
        for cell in cells {
            let Node::Lambda(binder, inner) = &*body.node else {
                return Err(malformed(f.span, "the operator of a sub-group is not known"));
            };
            env = env.with(&binder.name, Binding::Cell(cell.clone()));
            body = inner;
        }
        self.command(body, &env)
    }
}

/// 1, 2, 4, …: below the width.
fn powers(width: u8) -> impl Iterator<Item = i64> {
    (0..)
        .map(|k| 1_i64 << k)
        .take_while(move |d| *d < i64::from(width))
}

/// Whether the command is defined for all values.
fn is_total(c: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| {
        let own = match &*c.node {
            Node::Prim(Prim::AsIndex { .. } | Prim::Gather { .. }, _) => false,
            Node::Prim(
                Prim::Binary {
                    op,
                    of: DataType::Num(t) | DataType::Vector(_, t),
                },
                _,
            ) => !may_fail(*op, *t),
            _ => true,
        };
        own && c.children().all(is_total)
    })
}
