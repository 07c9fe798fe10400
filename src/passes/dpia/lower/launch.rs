//! The sizes of launches, as the host computes and tests them (DPIA-G-LAUNCH).

use super::host::Host;
use super::text::Done;
use super::{sizes, trap};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{BinOp, Extent, Nat, PrimType};
use elder_kernel::number::Number;
use elder_kernel::plan::{Check, Condition, Site};
use elder_kernel::size::{Size, SizeOp};
use elder_syntax::{Diagnostic, Span};

impl Host {
    /// The sizes of the three dimensions.
    pub(super) fn extent(&self, extent: &Extent, span: Span) -> Done<[Size; 3]> {
        let mut out = [Size::Const(1), Size::Const(1), Size::Const(1)];
        for (place, nat) in out.iter_mut().zip(extent) {
            let size = sizes::size(nat, &self.sizes);
            *place = size.ok_or_else(|| {
                let refusal = rules::DPIA_G_LAUNCH.refuse("sizes");
                Diagnostic::error(
                    refusal,
                    span,
                    format!("the host does not know the launch size `{nat}`"),
                )
            })?;
        }
        Ok(out)
    }

    /// DPIA-X-RUN, of a launch whose sizes are known only when it begins: numbers that are zero unless a premise does not hold, with the rows of
    /// the tests.
    pub(super) fn asked(
        &self,
        (local, global): &(Extent, Extent),
        work: &Nat,
        span: Span,
    ) -> Done<Vec<(Number, Site)>> {
        let mut out = Vec::new();
        let (groups, items) = (self.extent(local, span)?, self.extent(global, span)?);
        if groups
            .iter()
            .chain(&items)
            .all(|size| self.is_known_at_start(size))
        {
            return Ok(out);
        }
        let work = sizes::size(work, &self.sizes).unwrap_or(Size::Const(1));
        let least = groups.iter().chain(&items).cloned().reduce(Size::min);
        let least = least.unwrap_or(Size::Const(1));
        if !vanishes_only_with(&least, &work) {
            let any = work.min(Size::Const(1));
            out.push((below(least, any), trap::no_items(span)));
        }
        for (group, all) in groups.into_iter().zip(items) {
            if !is_evidently_divided(&group, &all) {
                // Groups of no items have nothing to do.
                let rest = Size::binary(SizeOp::Mod, all, group.max(Size::Const(1)));
                out.push((below(Size::Const(0), rest), trap::no_groups(span)));
            }
        }
        Ok(out)
    }

    /// Whether a size has a value before the first step, as the sizes of the program have.
    fn is_known_at_start(&self, size: &Size) -> bool {
        elder_syntax::effort::deeper(|| match size {
            Size::Const(_) => true,
            Size::Var(x) => self.plan.sizes.iter().any(|size| size.name == *x),
            Size::Binary(_, a, b) => self.is_known_at_start(a) && self.is_known_at_start(b),
        })
    }

    /// The size of a group divides that of the launch.
    pub(super) fn check_groups(&mut self, group: &[Size; 3], work_items: &[Size; 3], span: Span) {
        for (group, all) in group.iter().zip(work_items) {
            let evident = is_evidently_divided(group, all);
            let check = Check {
                // Groups of no items have nothing to do (DPIA-X-RUN).
                condition: Condition::Divides(group.clone().max(Size::Const(1)), all.clone()),
                message: format!(
                    "the size of a work-group, {group}, does not divide that of the launch, {all}"
                ),
                rule: (&rules::DPIA_G_LAUNCH, "sizes"),
                span,
            };
            // Sizes that are known only later are tested by the launch ([`Host::asked`]).
            let is_of_start = self.is_known_at_start(group) && self.is_known_at_start(all);
            let known = self.plan.checks.iter().any(|c| c.condition == check.condition);
            if !evident && !known && is_of_start {
                self.plan.checks.push(check);
            }
        }
    }
}

/// Whether the size of a group is seen to divide that of the launch.
fn is_evidently_divided(group: &Size, all: &Size) -> bool {
    match (group, all) {
        (Size::Const(1), _) => true,
        (Size::Const(g), Size::Const(n)) => *g > 0 && n % g == 0,
        (Size::Const(g), Size::Binary(SizeOp::Mul, a, b)) => **a == Size::Const(*g) || **b == Size::Const(*g),
        _ => group == all,
    }
}

/// Whether a size is seen to be zero only where another is: each of its factors is a factor of that, or positive.
fn vanishes_only_with(size: &Size, other: &Size) -> bool {
    fn is_factor(size: &Size, of: &Size) -> bool {
        size == of
            || matches!(of, Size::Binary(SizeOp::Mul, a, b) if is_factor(size, a) || is_factor(size, b))
    }
    match size {
        Size::Const(n) => *n > 0,
        Size::Binary(SizeOp::Mul | SizeOp::Min, a, b) => {
            vanishes_only_with(a, other) && vanishes_only_with(b, other)
        }
        _ => is_factor(size, other),
    }
}

/// 1 if the first is less than the second, else 0.
fn below(a: Size, b: Size) -> Number {
    let operands = [a, b].map(|size| Number::Size(size, PrimType::I64));
    Number::Binary(BinOp::Lt, PrimType::I64, Box::new(operands))
}
