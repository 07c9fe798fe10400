//! Which accesses may meet in one number though different items make them.

use super::Kernel;
use crate::analyses::accesses::{Access, Kind, Who};
use crate::analyses::path::Step;
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{Name, Nat, Ranges};
use num_integer::Integer;

impl Kernel<'_> {
    /// The cells on which an access of `first` and one of `second` may meet in different items; `between` is the variable of the loop
    /// whose iterations the two belong to, if they are different ones.
    pub(super) fn conflicts(&self, first: &[Access], second: &[Access], between: Option<&Name>) -> Vec<Name> {
        let mut out: Vec<Name> = Vec::new();
        for a in first {
            for b in second {
                if a.root == b.root && !out.contains(&a.root) && self.conflict(a, b, between) {
                    out.push(a.root.clone());
                }
            }
        }
        out
    }

    fn conflict(&self, a: &Access, b: &Access, between: Option<&Name>) -> bool {
        if commute(a.kind, b.kind) || self.apart(a, b, between) {
            return false;
        }
        let alone = (0..3)
            .filter(|d| self.wide[*d])
            .all(|d| match (&a.who[d], &b.who[d]) {
                (Who::First, Who::First) => true,
                (Who::Own(x), Who::Own(y)) => a.path.iter().zip(b.path.iter()).any(|steps| match steps {
                    (Step::Index(Some(p)), Step::Index(Some(q))) => {
                        self.same_item(d, x, p, y, q)
                            && q.variables()
                                .iter()
                                .all(|z| z == y || self.is_equal_in_both(z, between))
                    }
                    _ => false,
                }),
                _ => false,
            });
        if alone {
            rules::DPIA_B_OWN.apply();
        }
        !alone
    }

    /// Whether p(x) = q(y) means that iterations x and y of loops over items belong to one item of dimension `d`: they differ by a
    /// multiple of the size of the group.
    fn same_item(&self, d: usize, x: &Name, p: &Nat, y: &Name, q: &Nat) -> bool {
        let Some((scale, _)) = p.linear_in(x).filter(|(scale, _)| !scale.is_zero()) else {
            return false;
        };
        let apart = q.minus(&p.substitute(x, &Nat::var(y)));
        let multiple = || {
            let size = self.local.get(d).and_then(Nat::as_constant)?;
            let step = scale.as_constant()?.checked_mul(size)?;
            Some(step != 0 && apart.as_constant()? % step == 0)
        };
        apart.is_zero() || multiple() == Some(true)
    }

    /// Whether both write to elements of one acceptor, the elements that these variables say.
    fn same_element(&self, a: &Access, x: &Name, b: &Access, y: &Name, between: Option<&Name>) -> bool {
        a.through.iter().filter(|(i, _)| i == x).any(|(_, p)| {
            b.through.iter().filter(|(j, _)| j == y).any(|(_, q)| {
                let (p, q) = (self.scope.shown(p), self.scope.shown(q));
                let mut stable = make::same(&p, &q);
                make::each_use(&p, &mut |z| stable &= self.is_equal_in_both(z, between));
                stable
            })
        })
    }

    /// Whether the accesses never meet in one number.
    fn apart(&self, a: &Access, b: &Access, between: Option<&Name>) -> bool {
        if between.is_some_and(|i| self.same_element(a, i, b, i, between)) {
            return true;
        }
        let is_own = |i: &Name| {
            a.path.iter().zip(b.path.iter()).any(|steps| match steps {
                (Step::Index(Some(p)), Step::Index(Some(q))) => p == q && *p == Nat::var(i),
                _ => false,
            })
        };
        between.is_some_and(is_own) || are_apart(a, b, &|x| self.is_equal_in_both(x, between))
    }

    /// Whether a variable has one value in both commands that are compared.
    fn is_equal_in_both(&self, x: &Name, between: Option<&Name>) -> bool {
        // In different iterations of a loop over groups, loops over groups within it are anywhere.
        let position = |x: &Name| self.groups.iter().position(|l| l.variable == *x);
        let within = match (between.and_then(position), position(x)) {
            (Some(outer), Some(own)) => own >= outer,
            _ => between == Some(x),
        };
        !within && (!self.varying.contains(x) || self.open.contains(x))
    }
}

/// Whether the order of the two makes no difference: both read, or both update by one operator.
pub(crate) fn commute(a: Kind, b: Kind) -> bool {
    match (a, b) {
        (Kind::Read, Kind::Read) => true,
        // The later of two assignments counts.
        (Kind::Update(op), Kind::Update(other)) => op == other && op.commutes(),
        _ => false,
    }
}

/// Whether the paths of two accesses to one cell never lead to one number; `is_stable` variables have one value in both.
pub(crate) fn are_apart(a: &Access, b: &Access, is_stable: &dyn Fn(&Name) -> bool) -> bool {
    a.path.iter().zip(b.path.iter()).any(|steps| match steps {
        (Step::Field(x), Step::Field(y)) => x != y,
        (Step::Index(Some(p)), Step::Index(Some(q))) => {
            let constants = matches!((p.as_constant(), q.as_constant()), (Some(p), Some(q)) if p != q);
            constants
                || in_other_classes(p, q)
                || below(a, p, b, q, is_stable)
                || below(b, q, a, p, is_stable)
        }
        _ => false,
    })
}

/// Whether an index of one access is below an index of the other wherever their loops are: all that it can be, said by what is the same
/// in both commands.
fn below(a: &Access, p: &Nat, b: &Access, q: &Nat, is_stable: &dyn Fn(&Name) -> bool) -> bool {
    let largest = |index: &Nat, access: &Access| index.largest(&access.ranges, is_stable);
    // The smallest is the opposite of the largest opposite.
    let (Some(most), Some(opposite)) = (largest(p, a), largest(&Nat::zero().minus(q), b)) else {
        return false;
    };
    let room = Nat::zero().minus(&opposite).minus(&most).minus(&Nat::one());
    room.is_nonnegative(&Ranges::new())
}

/// Whether no values of the variables make the indexes equal, since they leave different remainders: components of vectors, elements of pairs.
fn in_other_classes(p: &Nat, q: &Nat) -> bool {
    let (Some((p_factor, p_rest)), Some((q_factor, q_rest))) = (p.residue(), q.residue()) else {
        return false;
    };
    let factor = p_factor.gcd(&q_factor);
    let apart = i128::from(p_rest) - i128::from(q_rest);
    factor > 1 && apart % i128::from(factor) != 0
}
