//! Compiled programs as the reference semantics of kernels and launch plans executes them, against the reference semantics of the program.
//!
//! What the lowering writes is judged without a device: the checker of kernels accepts it, no kernel does what none may do, and values and errors,
//! with their rules, are those of the program.

use super::interpreters::GROUPS;
use super::{Question, Verdict, initialised, question, rendered, told, turn};
use crate::compile::Interface;
use crate::compile::dpia::Own;
use crate::judge::{Answer, End, Failures, Limits};
use crate::kernels::{execute, prepared};
use elder_dpia::rules::kernels::DPIA_G_WIDTH;
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_kernel::c::Function;
use elder_kernel::plan::NOTE;
use elder_kernel::{Dialect, Plan, print, read};
use elder_passes::Target;
use elder_semantics::kernel::{Options, Prepared};
use elder_syntax::{Diagnostic, SourceMap, Value};

/// Statements, rounds of loops and steps of the host that a generated program may take.
const FUEL: u64 = 20_000_000;

/// Bytes that it may have.
const MEMORY: usize = 1 << 28;

/// The kernels that a program is compiled to, for OpenCL and for C, do what the program does.
pub fn kernels_agree(tree: &ChoiceTree, shape: Shape) -> Verdict {
    match question(tree, shape) {
        Ok(question) => kernels_of(&question, turn(tree)),
        Err(verdict) => verdict,
    }
}

/// [`kernels_agree`] of a program that is read; `turn` says for which size of groups, and in which order of them.
pub(crate) fn kernels_of(question: &Question, turn: usize) -> Verdict {
    let groups = Target::OpenCl {
        items: GROUPS[turn % GROUPS.len()],
    };
    let interface = Own(question.entry.clone());
    let judged = Judged {
        interface: &interface,
        inputs: &question.inputs,
        judge: &|actual, noted, target| {
            let made = || question.compiled(target);
            question.judge(&actual, (Failures::Noted(noted, &[]), Limits::Kernels), &made)
        },
        cut: false,
        turn,
    };
    judged.agree(&[groups, Target::OpenMp], &|target| {
        let compiled = elder_passes::compile(&initialised(&interface.0, target)?, &target)?;
        elder_passes::lower(&compiled, &question.obligations, &target)
    })
}

/// A program whose plans are judged.
pub(super) struct Judged<'a> {
    /// What its language says about its calls.
    pub interface: &'a dyn Interface,
    /// What its plans read.
    pub inputs: &'a [Value],
    /// What is said of how a plan for a target ends, where its kernels noted these errors.
    pub judge: &'a dyn Fn(End, &[Diagnostic], Target) -> Answer,
    /// Whether results may end before the arrays that hold them.
    pub cut: bool,
    /// A number that differs between programs.
    pub turn: usize,
}

impl Judged<'_> {
    /// The verdict on the plans for these targets.
    pub fn agree(
        &self,
        targets: &[Target],
        plan: &dyn Fn(Target) -> Result<Plan, Vec<Diagnostic>>,
    ) -> Verdict {
        for target in targets {
            let made = plan(*target).map_err(|errors| {
                let message = rendered(&errors);
                Verdict::differ(format!("translation for {target:?}"), message)
            });
            if let Err(verdict) = made.and_then(|plan| self.one(&plan, *target)) {
                return verdict;
            }
        }
        Verdict::Agree
    }

    /// The plan for a target does what the program does, and so do its kernels as they are printed, as far as they can be read back.
    fn one(&self, plan: &Plan, target: Target) -> Result<(), Verdict> {
        let lanes = match target.dialect() {
            Dialect::OpenCl if self.turn.is_multiple_of(3) => 32,
            _ => 0,
        };
        let place = |how: &str| format!("kernels for {target:?}{how}");
        let prepared_as_made = prepared(plan, target, lanes)
            .map_err(|stopped| Verdict::differ(place(", ill-formed"), told(&stopped.failed.diagnostic)))?;
        self.executed(&prepared_as_made, target, false, &place)?;
        if let Some(printed) = read_back(plan, target)
            && let Ok(prepared) = prepared(&printed, target, lanes)
        {
            let has_lost_wide = plan.wide.is_some();
            self.executed(&prepared, target, has_lost_wide, &|how| {
                place(&format!(", as printed{how}"))
            })?;
        }
        Ok(())
    }

    /// A plan does what the program does: with narrow and with wide indexes, in either order of groups, with and without lanes
    /// that read from each other.  What `has_lost_wide` indexes may need them for its sizes.
    fn executed(
        &self,
        prepared: &Prepared<'_>,
        target: Target,
        has_lost_wide: bool,
        place: &dyn Fn(&str) -> String,
    ) -> Result<(), Verdict> {
        let narrow = self.turn.is_multiple_of(2);
        for wide in [false, true] {
            if wide && !prepared.has_wide() {
                continue;
            }
            let options = Options {
                fuel: FUEL,
                memory: MEMORY,
                wide,
                reversed: wide == narrow,
                cut: self.cut,
            };
            let how = match wide {
                false => "",
                true => ", wide",
            };
            let ended = execute(prepared, self.interface, self.inputs, &options);
            let (end, noted) = match ended {
                Ok(values) => (Ok(values), vec![]),
                Err(stopped) => {
                    let refusal = stopped.failed.diagnostic.refusal;
                    if has_lost_wide && refusal.is_some_and(|refusal| refusal.id() == DPIA_G_WIDTH.id) {
                        return Ok(());
                    }
                    (Err(stopped.failed), stopped.noted)
                }
            };
            Verdict::of(
                |class| place(&format!("{how}: {class}")),
                (self.judge)(end, &noted, target),
            )?;
        }
        Ok(())
    }
}

/// The plan with its kernels as they are read back from their text in OpenCL C; `None` if they have what is not read ([`elder_kernel::read`]).
fn read_back(plan: &Plan, target: Target) -> Option<Plan> {
    // The function that notes failures stands among the helpers.
    let has_functions = plan.functions.iter().any(|f| f.name.as_str() != NOTE);
    if target.dialect() != Dialect::OpenCl || has_functions {
        return None;
    }
    let printed = print::print(&plan.unit(), Dialect::OpenCl, &print::Options::default());
    // Before the first kernel stand helper functions.
    let is_kernel = |line: &str| line.starts_with("kernel ") || line.starts_with("__attribute__");
    let helpers: usize = printed
        .text
        .split_inclusive('\n')
        .take_while(|line| !is_kernel(line))
        .map(str::len)
        .sum();
    let text = &printed.text[helpers..];
    let source = SourceMap::new().add("generated", text);
    let functions = read::functions(source, text).ok()?;
    if functions.len() != plan.kernels.len() {
        return None;
    }
    let mut plan = Plan {
        wide: None,
        ..plan.clone()
    };
    for (kernel, read) in plan.kernels.iter_mut().zip(functions) {
        // Truth values and numbers of half precision have other types in memory.
        let params = std::mem::take(&mut kernel.function.params);
        kernel.function = Function { params, ..read };
    }
    Some(plan)
}
