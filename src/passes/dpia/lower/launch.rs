//! The sizes of launches, as the host computes and tests them (DPIA-G-LAUNCH).

use super::host::Host;
use super::sizes;
use super::text::Done;
use elder_dpia::Extent;
use elder_dpia::rules::kernels as rules;
use elder_kernel::plan::{Check, Condition};
use elder_kernel::size::Size;
use elder_syntax::{Diagnostic, Name as Word, Span};

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

    /// The size of a group divides that of the launch.
    pub(super) fn check_groups(&mut self, group: &[Size; 3], work_items: &[Size; 3], span: Span) {
        for (group, all) in group.iter().zip(work_items) {
            let evident = match (group, all) {
                (Size::Const(1), _) => true,
                (Size::Const(g), Size::Const(n)) => *g > 0 && n % g == 0,
                (Size::Const(g), Size::Binary(elder_kernel::size::SizeOp::Mul, a, b)) => {
                    **a == Size::Const(*g) || **b == Size::Const(*g)
                }
                _ => group == all,
            };
            let check = Check {
                // Groups of no items have nothing to do (DPIA-X-RUN).
                condition: Condition::Divides(group.clone().max(Size::Const(1)), all.clone()),
                message: format!(
                    "the size of a work-group, {group}, does not divide that of the launch, {all}"
                ),
                rule: (&rules::DPIA_G_LAUNCH, "sizes"),
                span,
            };
            // Sizes that change from launch to launch are tested by the launch.
            let changes = self
                .counters
                .keys()
                .filter_map(|x| self.sizes.get(x))
                .any(|word| mentions(all, word));
            let known = self.plan.checks.iter().any(|c| c.condition == check.condition);
            if !evident && !known && !changes {
                self.plan.checks.push(check);
            }
        }
    }
}

fn mentions(size: &Size, word: &Word) -> bool {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match size {
        Size::Const(_) => false,
        Size::Var(x) => x == word,
        Size::Binary(_, a, b) => mentions(a, word) || mentions(b, word),
    })
}
