//! Exceptions (DX-CO-CATCH): what may throw says whether it did, and what follows it is a branch of an `if`.

use super::expressions::Named;
use super::held::{Given, body_of, one_given};
use super::index_sets::select;
use super::layout::TAG;
use super::references::touched_by;
use super::{Made, Pass};
use elder_core::Builder;
use elder_core::tree::{Atom, Exp, Lambda, Operator, Soac, Type};
use elder_dex::core::rewrite::{Rewrite, exp_parts};
use elder_dex::core::{Block, Exp as Dex, Stm, Type as DexType, Value};
use elder_dex::rules::to_core::DX_CO_CATCH;
use elder_syntax::names::{Name, Text};
use elder_syntax::prim::BinOp;

/// Whether an exception leaves some of these blocks.
pub(super) fn throws<'b>(blocks: impl IntoIterator<Item = &'b Block>) -> bool {
    let mut throws = Throws(false);
    for block in blocks {
        throws.block(block);
    }
    throws.0
}

struct Throws(bool);

impl Rewrite for Throws {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Dex) -> Dex {
        match exp {
            // What is thrown within is caught here.
            Dex::Catch(_) => exp.clone(),
            _ => {
                self.0 |= matches!(exp, Dex::Throw(_));
                exp_parts(self, exp)
            }
        }
    }
}

/// Whether an exception was thrown.
pub(super) const THROWN: Type = Type::BOOL;

impl Pass<'_> {
    /// Whether what was done in this body has thrown; somebody else says it from here on.
    pub(super) fn thrown(&mut self) -> Atom {
        self.scope.thrown.take().unwrap_or(Atom::FALSE)
    }

    /// `throw`: nothing is done behind it, so any value does there.
    pub(super) fn throw(&mut self, b: &mut Builder<'_>, ty: &DexType) -> Made<Vec<Atom>> {
        DX_CO_CATCH.apply();
        let blanks = self.before(ty, |pass| pass.blanks(b, ty))?;
        self.scope.thrown = Some(Atom::TRUE);
        Ok(blanks)
    }

    /// DX-CO-CATCH: the action, where it stands.
    pub(super) fn catch(&mut self, b: &mut Builder<'_>, action: &Value, named: Named<'_>) -> Made<Vec<Atom>> {
        DX_CO_CATCH.apply();
        let Value::Lambda(action) = action else {
            return self.unexpected("an action that is not written");
        };
        let unit = (vec![], Value::UnitType);
        self.values.insert(action.binder.name, unit);
        let (held, _) = self.block(b, &action.body)?;
        let thrown = self.thrown();
        let mut atoms = self.constructed(b, named.ty(), 1, held)?;
        if let Some(tag) = atoms.first_mut() {
            let nothing = Atom::Const(TAG.number(0));
            *tag = select(b, thrown, nothing, *tag, &Type::Prim(TAG));
        }
        Ok(atoms)
    }

    /// DX-CO-CATCH: what follows a statement that may have thrown.
    pub(super) fn behind(
        &mut self,
        b: &mut Builder<'_>,
        rest: &[Stm],
        result: &Value,
        is_forced: bool,
    ) -> Made<(Vec<Atom>, DexType)> {
        DX_CO_CATCH.apply();
        let thrown = self.thrown();
        let ty = self.type_of(result)?;
        // Sizes that are held are zero in what was not made, so that one is not made of the other.
        if rest.is_empty() && is_plain(result) && !self.has_held(&ty)? {
            let made = self.operand(b, result)?;
            self.scope.thrown = Some(thrown);
            return Ok(made);
        }
        let mut given = self.given_types(b, &ty)?;
        if thrown == Atom::TRUE {
            self.scope.thrown = Some(Atom::TRUE);
            return Ok((self.blanks(b, &ty)?, ty));
        }
        let count = given.len();
        let touched = touched_by(&self.regions.of, &self.scope.cells, rest);
        given.extend(self.given_cells(&touched)?);
        given.push(Given::Known(THROWN));
        let then = self.within(|pass| {
            body_of(b, &given, |b| {
                let mut results = pass.blanks(b, &ty)?;
                results.extend(pass.cell_atoms(&touched));
                results.push(Atom::TRUE);
                Ok(results)
            })
        })?;
        let otherwise = self.within(|pass| {
            body_of(b, &given, |b| {
                let (mut results, _) = pass.behind_none(b, rest, result, is_forced)?;
                results.extend(pass.cell_atoms(&touched));
                results.push(pass.thrown());
                Ok(results)
            })
        })?;
        let text = Text::new_static("x");
        let mut made = one_given(b, &text, thrown, [then, otherwise], &given);
        self.scope.thrown = made.pop();
        let changed = made.split_off(count.min(made.len()));
        self.set_cells(b, &touched, &changed)?;
        Ok((self.settled_if_held(b, &ty, made)?, ty))
    }
}

/// Whether a value computes nothing, so that it may be made of what nobody looks at.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Pair(first, second) => is_plain(first) && is_plain(second),
        Value::Project(_, whole) => is_plain(whole),
        other => matches!(other, Value::Var(_) | Value::Literal(_) | Value::Unit),
    }
}

/// One of two truth values, or both.
pub(super) fn either(b: &mut Builder<'_>, left: Atom, right: Atom) -> Atom {
    match (left == Atom::FALSE, right == Atom::FALSE) {
        (true, _) => right,
        (_, true) => left,
        _ => b.logic("thrown", BinOp::Or, left, right),
    }
}

/// Whether some element of a loop of so many has thrown.
pub(super) fn any(b: &mut Builder<'_>, count: Atom, flags: Atom) -> Atom {
    let Some(flags) = flags.name() else { return flags };
    let (x, y) = (b.fresh("x", THROWN), b.fresh("y", THROWN));
    let (left, right) = (x.name.into(), y.name.into());
    let body = b.body(|b| vec![b.logic("z", BinOp::Or, left, right)]);
    let either = Lambda::new(vec![x, y], body, vec![THROWN]);
    let operator = Operator::new(either, vec![Atom::FALSE], true);
    let same = b.lambda("x", &[THROWN], |_, own| own.to_vec());
    let exp = Exp::soac(count, vec![flags], Soac::redomap(operator, same));
    b.bind_as("thrown", THROWN, exp).into()
}
