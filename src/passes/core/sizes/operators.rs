//! Operators: what they give is known by their schemes, and what their operands have to be is tested.

use super::assertion::{At, Says, says};
use super::infer::Infer;
use elder_core::gives;
use elder_core::names::Name;
use elder_core::rules::evaluation::{CORE_E_ARRAY, CORE_E_CONCAT, CORE_E_FLAT, CORE_E_UPDATE};
use elder_core::rules::inference::*;
use elder_core::tree::{Atom, Dim, Exp, Pat, Stm, Type, counts, step_counts};

impl Infer {
    /// Operators: what they give by their schemes, and tests of their operands.
    pub(super) fn operator(&mut self, exp: &mut Exp, at: &At, out: &mut Vec<Stm>) -> Type {
        match exp {
            Exp::Update {
                array,
                at: cuts,
                value,
            } => {
                let part = self.element(*array, counts(cuts));
                if self.type_of(*value) != part {
                    CORE_SI_OP.apply();
                    // The place is tested before what is put there.
                    let place = Exp::Slice {
                        array: *array,
                        at: cuts.clone(),
                    };
                    self.probe(place, &part, (at, says(&CORE_E_UPDATE, "bounds")), out);
                    *value = self.tested(*value, &part, (at, says(&CORE_E_UPDATE, "shape")), out);
                }
            }
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                let part = self.element(*array, step_counts(dims));
                if self.variable(*value) != part {
                    CORE_SI_OP.apply();
                    let place = Exp::FlatIndex {
                        array: *array,
                        offset: *offset,
                        dims: dims.clone(),
                    };
                    self.probe(place, &part, (at, says(&CORE_E_FLAT, "bounds")), out);
                    self.array(value, &part, (at, says(&CORE_E_FLAT, "shape")), out);
                }
            }
            Exp::Literal { row, elements } => {
                *row = match elements.first() {
                    Some(first) => self.type_of(*first),
                    None => row.map(|dim| closed(*dim)),
                };
                for element in elements.iter_mut() {
                    CORE_SI_OP.apply();
                    *element = self.tested(*element, row, (at, says(&CORE_E_ARRAY, "regular")), out);
                }
            }
            Exp::Blank(ty) => *ty = ty.map(|dim| closed(*dim)),
            Exp::Concat { arrays, .. } => {
                let first = arrays.first().and_then(|first| self.variable(*first).row(1));
                let first = first.unwrap_or(Type::SIZE);
                for array in arrays.iter_mut() {
                    CORE_SI_OP.apply();
                    let own = self.variable(*array).dims().first().copied();
                    let wanted = own.and_then(|own| first.array_of(own)).unwrap_or(Type::Cert);
                    self.array(array, &wanted, (at, says(&CORE_E_CONCAT, "shape")), out);
                }
            }
            Exp::AccUpdate { acc, values, .. } => {
                if let Type::Acc(known) = self.variable(*acc) {
                    for (value, (dims, element)) in values.iter_mut().zip(&known.elements) {
                        CORE_SI_OP.apply();
                        let wanted = Type::array(dims.iter().copied(), *element);
                        *value = self.tested(*value, &wanted, (at, says(&CORE_E_UPDATE, "shape")), out);
                    }
                }
            }
            // Of the others any operands have the sizes that are asked for.
            _ => {}
        }
        gives::operator(self.names.types(), exp)
    }

    /// An array of these sizes, of the elements of another.
    pub(super) fn element(&self, array: Name, sizes: Vec<Atom>) -> Type {
        gives::of_elements(self.names.types(), array, sizes)
    }

    /// An operand that has to be an array of this type.
    pub(super) fn array(&mut self, array: &mut Name, ty: &Type, why: (&At, Says), out: &mut Vec<Stm>) {
        if let Atom::Var(tested) = self.tested((*array).into(), ty, why, out) {
            *array = tested;
        }
    }

    /// A place of an array exists.
    fn probe(&mut self, place: Exp, ty: &Type, why: (&At, Says), out: &mut Vec<Stm>) {
        let binder = self.fresh("place", ty.clone());
        let mut stm = why.0.with(Pat::of([binder]), place);
        (stm.safe, stm.at) = (false, self.site(why.0, why.1));
        out.push(stm);
    }
}

/// A dimension of an array that is made without elements: an open one is 0.
fn closed(dim: Dim) -> Dim {
    match dim {
        Dim::Open => Dim::Is(Atom::i64(0)),
        declared => declared,
    }
}
