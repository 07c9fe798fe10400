//! `case` (DX-CO-SUM): `if` over the number of the constructor; the branches give the scalars, and what they changed.

use super::exceptions::{THROWN, throws};
use super::expressions::Named;
use super::held::{Given, body_of, one_given};
use super::index_sets::is_constructor;
use super::layout::{Tagged, is_tagged};
use super::references::{Touched, touched};
use super::{Made, Pass};
use elder_core::Builder;
use elder_core::tree::Atom;
use elder_dex::core::{Alternative, Tag, Type as Dex, Value};
use elder_dex::rules::to_core::DX_CO_SUM;
use elder_syntax::names::Text;

/// An alternative: whether it is this one, and the scalars that it holds.
struct Branch<'a> {
    constructor: usize,
    alternative: &'a Alternative,
    held: Vec<Atom>,
}

/// What decides, and what all alternatives give.
struct Chosen {
    tag: Option<Atom>,
    is_bool: bool,
    text: Text,
    results: Vec<Given>,
    touched: Touched,
    /// Whether an alternative may throw.
    throws: bool,
}

impl Pass<'_> {
    /// DX-CO-SUM
    pub(super) fn case(
        &mut self,
        b: &mut Builder<'_>,
        scrutinee: &Value,
        alternatives: &[Alternative],
        named: Named<'_>,
    ) -> Made<Vec<Atom>> {
        if matches!(named.ty(), Value::Ref(..)) {
            return self.unexpected("a `case` of references");
        }
        let (atoms, ty) = self.operand(b, scrutinee)?;
        let sum = self.alternatives(&ty)?;
        let tagged = is_tagged(&ty, &sum);
        let branches = self.branches(&ty, &sum, &tagged, &atoms, alternatives)?;
        if let [only] = branches.as_slice() {
            return self.branch(b, only);
        }
        DX_CO_SUM.apply();
        let own = self.given_types(b, named.ty())?;
        let count = own.len();
        let blocks = alternatives.iter().map(|alternative| &alternative.body);
        let touched = touched(&self.regions.of, &self.scope.cells, blocks.clone());
        let throws = throws(blocks);
        let results = own.into_iter().chain(self.given_cells(&touched)?);
        let results = results.chain(throws.then_some(Given::Known(THROWN)));
        let chosen = Chosen {
            tag: atoms.first().copied(),
            is_bool: matches!(tagged, Tagged::Bool),
            text: self.called(named.stm.binder.name),
            results: results.collect(),
            touched,
            throws,
        };
        let mut made = self.chosen(b, &chosen, &branches)?;
        if throws {
            self.scope.thrown = made.pop();
        }
        let changed = made.split_off(count.min(made.len()));
        self.set_cells(b, &chosen.touched, &changed)?;
        self.settled_if_held(b, named.ty(), made)
    }

    /// What the first alternative gives whose constructor it is, and what regions hold then.
    fn chosen(&mut self, b: &mut Builder<'_>, chosen: &Chosen, branches: &[Branch<'_>]) -> Made<Vec<Atom>> {
        match (chosen.tag, branches) {
            (_, [last]) => {
                let mut results = self.branch(b, last)?;
                results.extend(self.cell_atoms(&chosen.touched));
                if chosen.throws {
                    results.push(self.thrown());
                }
                Ok(results)
            }
            (Some(tag), [first, others @ ..]) => {
                let condition = match (chosen.is_bool, first.constructor) {
                    (true, 1) => tag,
                    (true, _) => b.not("is", tag),
                    (false, constructor) => is_constructor(b, tag, constructor),
                };
                let mut branch = |branches| {
                    self.within(|pass| body_of(b, &chosen.results, |b| pass.chosen(b, chosen, branches)))
                };
                let bodies = [branch(std::slice::from_ref(first))?, branch(others)?];
                Ok(one_given(b, &chosen.text, condition, bodies, &chosen.results))
            }
            _ => self.unexpected("a `case` without alternatives"),
        }
    }

    /// The alternatives, with the scalars that they hold.
    fn branches<'a>(
        &mut self,
        ty: &Dex,
        sum: &[Vec<Dex>],
        tagged: &Tagged,
        atoms: &[Atom],
        alternatives: &'a [Alternative],
    ) -> Made<Vec<Branch<'a>>> {
        let mut branches = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            let constructor = match (&alternative.tag, ty) {
                (Tag::Constructor(_, constructor), _) => Some(*constructor),
                (Tag::Label(label), Value::VariantType(labels)) => {
                    labels.fields.iter().position(|(own, _)| own == label)
                }
                _ => None,
            };
            let Some(constructor) = constructor else {
                return self.unexpected("an alternative of another type");
            };
            let mut from = match tagged {
                Tagged::Nothing => 0,
                Tagged::Bool | Tagged::Number => 1,
            };
            for part in sum.iter().take(constructor).flatten() {
                from += self.count(part)?;
            }
            let mut count = 0;
            for part in sum.get(constructor).into_iter().flatten() {
                count += self.count(part)?;
            }
            let held = atoms.get(from..from + count).unwrap_or_default().to_vec();
            branches.push(Branch {
                constructor,
                alternative,
                held,
            });
        }
        Ok(branches)
    }

    /// What an alternative gives.
    fn branch(&mut self, b: &mut Builder<'_>, branch: &Branch<'_>) -> Made<Vec<Atom>> {
        let mut held = branch.held.as_slice();
        for binder in &branch.alternative.binders {
            let (own, rest) = held.split_at(self.count(&binder.ty)?.min(held.len()));
            held = rest;
            self.values.insert(binder.name, (own.to_vec(), binder.ty.clone()));
        }
        Ok(self.block(b, &branch.alternative.body)?.0)
    }
}
