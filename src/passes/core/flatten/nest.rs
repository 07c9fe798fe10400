//! Functions that end in a combinator over a size that is known outside (CORE-FL-NEST, CORE-FL-SEGRED).

use super::is_outside;
use super::parts::{Own, has_outer_sizes, is_known};
use crate::core::elements::{is_cheap, makes_arrays};
use elder_core::analyses::effects::{is_natural, is_pure};
use elder_core::analyses::free;
use elder_core::names::Name;
use elder_core::site::SiteId;
use elder_core::tree::{Atom, Binder, Exp, Lambda, Screma, Shape, Soac, Type};

/// What a combinator within an item has to be for a space to have one more dimension.
pub(super) struct Inner;

impl Inner {
    /// Whether one may be, where these names are the item's own: its operators are of scalars and known outside, and so are the sizes of what it gives.
    pub(super) fn is(screma: &Screma, own: &Own) -> bool {
        let is_scalar = |param: &Binder| matches!(param.ty, Type::Prim(_));
        let operators = || screma.operators();
        let after = screma.after.as_ref();
        let is_combined = operators().next().is_some() && !screma.accs.is_empty();
        !is_combined
            && operators()
                .all(|operator| operator.function.params.iter().all(is_scalar) && is_known(operator, own))
            && after.is_none_or(|after| free::of_lambda(after).is_disjoint(own))
            && screma.rows().iter().all(|ty| has_outer_sizes(ty, own))
    }
}

/// A function that ends in a combinator over a size that is known outside, and gives what that gives (CORE-FL-NEST).
pub(super) struct Nest<'f> {
    pub width: Atom,
    pub inputs: &'f [Name],
    pub screma: &'f Screma,
    /// The numbers that only this combinator takes.
    pub counted: Vec<Numbers>,
}

/// An array of the numbers up to a bound.
pub(super) struct Numbers {
    pub array: Name,
    pub count: Atom,
    pub at: SiteId,
    /// Whether the bound is known to be natural.
    pub is_natural: bool,
}

impl Nest<'_> {
    /// The nest that a function is, if what stands before the combinator are views, numbers that are counted, and no more primitive functions than the inner
    /// function has statements.
    ///
    /// Maps, and what combines scalars by operators known outside, each if it is asked for.
    pub(super) fn of(function: &Lambda, [maps, others]: [bool; 2]) -> Option<Nest<'_>> {
        let (inner, before) = function.body.stms.split_last()?;
        let Exp::Soac { width, inputs, soac } = &inner.exp else {
            return None;
        };
        let Soac::Screma(screma) = &**soac else {
            return None;
        };
        let mut own: Own = before.iter().flat_map(|stm| stm.pat.names()).collect();
        own.extend(function.params.iter().map(|param| param.name));
        let values = inner.pat.values.iter().map(|value| Atom::Var(value.name));
        let is_map = matches!(screma.shape(), Shape::Map);
        let accs = function
            .params
            .iter()
            .filter(|param| matches!(param.ty, Type::Acc(_)));
        let is_nest = (if is_map { maps } else { others })
            && Inner::is(screma, &own)
            && accs.map(|acc| acc.name).eq(screma.accs.iter().copied())
            && inner.certs.is_empty()
            && is_outside(*width, &own)
            // That there are fewer than no elements is found where it stands.
            && (!inputs.is_empty() || is_natural(*width))
            && values.eq(function.body.results.iter().copied());
        if !is_nest {
            return None;
        }
        let mut counted = Vec::new();
        let mut computed = 0;
        for (place, stm) in before.iter().enumerate() {
            let is_taken_once = |name: Name| {
                let mut others = before.iter().skip(place + 1);
                !others.any(|stm| free::of_stm(stm).contains(&name))
                    && !free::of_lambda(&screma.function).contains(&name)
            };
            match (&stm.exp, stm.pat.values.as_slice()) {
                (Exp::Index { .. } | Exp::Slice { .. } | Exp::Rearrange { .. }, _) if is_pure(stm) => {}
                (Exp::Atom(_), _) if is_pure(stm) => {}
                (Exp::Prim(function, _), _) if is_cheap(*function) && is_pure(stm) => computed += 1,
                (Exp::Iota(count), [numbers])
                    if is_outside(*count, &own) && stm.certs.is_empty() && is_taken_once(numbers.name) =>
                {
                    counted.push(Numbers {
                        array: numbers.name,
                        count: *count,
                        at: stm.at,
                        is_natural: stm.safe || is_natural(*count),
                    });
                }
                _ => return None,
            }
        }
        // Places of an array that an item makes are as many as there are items.
        let is_plain = computed == 0 && counted.is_empty() && is_map;
        let is_small = computed <= screma.function.body.stms.len();
        (is_plain || is_small && !makes_arrays(&screma.function)).then_some(Nest {
            width: *width,
            inputs,
            screma,
            counted,
        })
    }
}

/// Whether a map of this function is one over more dimensions than one.
pub fn is_nest(function: &Lambda) -> bool {
    Nest::of(function, [true; 2]).is_some()
}
