//! Loops with a condition (DPIA-G-WHILE), and how they end once a test has failed (DPIA-G-ENDS).
//!
//! After a test that failed a kernel goes on with zeros (DPIA-G-TRAP).  They may be what a condition waits to change, so such a loop looks at the
//! record of failures, too.  Whoever noted the failure does not matter: what an item computes with may be another one's, or an earlier kernel's.
//!
//! A loop of one item reads the record in its condition.  What all items of a group execute they have to leave together, since barriers may stand
//! in the loop or depend on what it computes: the first item reads the record, and the others read from local memory what it saw, between two
//! barriers.  Only kernels of a plan in which tests may fail have any of this.

use super::environment::Environment;
use super::text::{Done, Level, Text};
use crate::analyses::path::Path;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{Phrase, PrimType, PrimValue};
use elder_kernel::c::{BinaryOp, Declaration, Expr, Fences, Space, Stmt, StmtKind, Type, UnaryOp, WorkItem};
use elder_kernel::make;
use elder_syntax::Name as Word;

impl Text<'_> {
    /// `while condition { body }`
    pub fn while_loop(&mut self, condition: &Phrase, body: &Phrase, env: &Environment) -> Done {
        rules::DPIA_G_WHILE.apply();
        let mut test = None;
        let before = self.inner(|text| {
            test = Some(text.value(condition, env, Path::empty())?);
            Ok(())
        })?;
        let test = test.unwrap_or(Expr::Literal(PrimValue::Bool(false)));
        let body = self.inner(|text| text.command(body, env))?;
        // What the condition needs is computed before each round.
        let (test, mut body) = match before.is_empty() {
            true => (Some(test), body),
            false => {
                let mut block = before;
                let not = Expr::Unary(UnaryOp::Not, Box::new(test));
                block.push(make::if_then(not, vec![Stmt::new(StmtKind::Break)]).at(self.span));
                block.push(Stmt::new(StmtKind::Block(body)).at(self.span));
                (None, block)
            }
        };
        let goes_on = self.goes_on(&mut body);
        let condition = match (test, goes_on) {
            (Some(test), Some(goes_on)) => make::binary(BinaryOp::And, test, goes_on),
            (Some(condition), None) | (None, Some(condition)) => condition,
            (None, None) => Expr::Literal(PrimValue::Bool(true)),
        };
        self.push_kind(StmtKind::While(condition, body));
        Ok(())
    }

    /// What ends a kernel of these statements at once where a launch before it has failed (DPIA-G-STOP): what that did not write is garbage, and
    /// no number that is known to be an index is one.  Items that meet at barriers have to end alike, which they do if none of them notes failures.
    pub fn stops(&mut self, block: &[Stmt]) -> Option<Stmt> {
        let divides = self.uses.failure && block.iter().any(super::branches::has_barrier);
        if !self.uses.owed || divides || !self.host.has_several_kernels() || !self.host.may_fail() {
            return None;
        }
        rules::DPIA_G_STOP.apply();
        let record = make::index(make::var(self.host.failure_name()), make::int(0));
        let failed = make::binary(BinaryOp::Ne, record, make::int(0));
        Some(make::if_then(failed, vec![Stmt::new(StmtKind::Return(None))]))
    }

    /// Whether no test has failed, if one may: the expression, which stands in the condition of a loop with this body.
    fn goes_on(&mut self, body: &mut Vec<Stmt>) -> Option<Expr> {
        let may_fail = self.host.may_fail();
        let zero = || make::int(0);
        let record = make::index(make::var(self.host.failure_name()), zero());
        let Some(first) = self.first_of_several() else {
            if !may_fail {
                return None;
            }
            rules::DPIA_G_ENDS.apply();
            self.uses.failure = true;
            return Some(make::binary(BinaryOp::Eq, record, zero()));
        };
        let seen = self.host.loop_together()?;
        rules::DPIA_G_ENDS.apply();
        self.uses.failure = true;
        self.declare_word(seen.clone());
        let look = || {
            make::if_then(
                first.clone(),
                vec![make::assign(make::var(seen.clone()), record.clone())],
            )
        };
        // Whoever has read the word in a loop before this one has done so.
        if !self.block.last().is_some_and(orders) {
            self.push(waits());
        }
        self.push(look());
        self.push(waits());
        // A barrier at the end of a round is that after the look, and any other that between the condition and the look.
        let end = match body.last().is_some_and(orders) {
            true => body.pop(),
            false => None,
        };
        if !body.iter().any(orders) {
            body.push(waits());
        }
        body.extend([look(), end.unwrap_or_else(waits)]);
        Some(make::binary(BinaryOp::Eq, make::var(seen), zero()))
    }

    /// Where several items of a group execute what stands here, the condition that only the first one fulfils.
    fn first_of_several(&self) -> Option<Expr> {
        if self.is_openmp() || self.level == Level::Item {
            return None;
        }
        let several = (0_u8..3).zip(&self.launch.0).filter(|(_, n)| !n.is_one());
        let is_first = several.map(|(d, _)| {
            let id = make::work_item(WorkItem::LocalId, d);
            make::binary(BinaryOp::Eq, id, make::int(0))
        });
        is_first.reduce(|all, one| make::binary(BinaryOp::And, all, one))
    }

    /// Declares a word of local memory.
    fn declare_word(&mut self, name: Word) {
        self.local_bytes += 4;
        self.locals.push(Stmt::new(StmtKind::Declare(Declaration {
            ty: Type::Scalar(PrimType::I32),
            space: Space::Local,
            name,
            dims: vec![],
            init: None,
            is_const: false,
        })));
    }
}

/// Whether the items of the group wait for each other there, and see what they wrote to local memory.
fn orders(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Barrier(fences) if fences.local)
}

/// All items of the group wait for each other.
fn waits() -> Stmt {
    Stmt::new(StmtKind::Barrier(Fences {
        local: true,
        global: false,
    }))
}
