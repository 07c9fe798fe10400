//! Compiled programs on a device against the reference semantics, many in one build.

use super::{Limit, Verdict, initialised, question};
use crate::engine::{Failed, StopKind};
use crate::judge::{Answer, End, Failures, Limits};
use elder_dpia::rules::evaluation::DPIA_E_ENTRY;
use elder_engine::kernel::misfit;
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_kernel::Plan;
use elder_kernel::plan::{Failure, Site};
use elder_opencl::{BuildOptions, Error, Executable, Machine};
use elder_passes::Target;
use elder_syntax::{Diagnostic, Value};

/// What is said of how a device ends, where these failures stand for each other.
pub type Judge = dyn Fn(&End, Failures<'_>) -> Answer;

/// A compiled program that is to be run.
pub struct Job {
    /// Which of the programs it is.
    pub number: usize,
    /// What the plan reads.
    pub inputs: Vec<Value>,
    /// What is said of what a device does.
    pub judge: Box<Judge>,
    /// What is tested, by the rules of the program: by its kernels, the host, or where it is seen to fail beforehand.
    pub sites: Vec<Site>,
    /// A test by the rules of the program.
    pub site: Box<dyn Fn(&Site) -> Site>,
    /// The program's results from those of the plan.
    pub results: Box<dyn Fn(Vec<Value>) -> Vec<Value>>,
}

/// The verdict on each of these programs, compiled together for the device.
pub fn device_agrees(
    trees: &[ChoiceTree],
    shape: Shape,
    machine: &dyn Machine,
    build: &BuildOptions,
) -> Vec<Verdict> {
    let target = Target::of(machine.dialect());
    let job = |number: usize, tree: &ChoiceTree| {
        let question = question(tree, shape)?;
        let compiled =
            initialised(&question.entry, target).and_then(|entry| elder_passes::compile(&entry, &target));
        let plan =
            compiled.and_then(|compiled| elder_passes::lower(&compiled, &question.obligations, &target));
        let plan = plan.map_err(|errors| {
            let message = errors.first().map_or(String::new(), |e| e.message.clone());
            Verdict::differ("translation", message)
        })?;
        let job = Job {
            number,
            inputs: question.inputs.clone(),
            judge: Box::new(move |actual, failures| {
                question.judge(actual, (failures, Limits::Other), &|| question.compiled(target))
            }),
            sites: plan.sites(),
            site: Box::new(|site| site.clone()),
            results: Box::new(|values| values),
        };
        Ok((job, plan))
    };
    all_agree(trees, &job, machine, build)
}

/// What is to be done for a program, and how it is compiled; or the verdict, if that is already all.
pub type Prepare<'a> = dyn Fn(usize, &ChoiceTree) -> Result<(Job, Plan), Verdict> + 'a;

/// Compiles what has a job together and runs it.
pub fn all_agree(
    trees: &[ChoiceTree],
    job: &Prepare<'_>,
    machine: &dyn Machine,
    build: &BuildOptions,
) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Agree; trees.len()];
    let mut jobs: Vec<Job> = Vec::new();
    let mut plans: Vec<Plan> = Vec::new();
    for (number, tree) in trees.iter().enumerate() {
        match job(number, tree) {
            Ok((job, plan)) => {
                plans.push(plan);
                jobs.push(job);
            }
            Err(verdict) => verdicts[number] = verdict,
        }
    }
    let loaded = match machine.load(plans, build) {
        Ok(loaded) => loaded,
        Err(error) => {
            // The build of all fails if that of one does; alone each shows which it is.
            if let [job] = jobs.as_slice() {
                verdicts[job.number] = Verdict::differ("build", error.to_string());
            } else {
                for Job { number, .. } in &jobs {
                    verdicts[*number] =
                        all_agree(&trees[*number..=*number], &|_, tree| job(0, tree), machine, build)
                            .remove(0);
                }
            }
            return verdicts;
        }
    };
    for (plan, job) in jobs.iter().enumerate() {
        verdicts[job.number] = ran(&*loaded, plan, job, machine.name());
    }
    verdicts
}

/// The verdict on what a device, which has this name, makes of a program.
pub(crate) fn ran(loaded: &dyn Executable, plan: usize, job: &Job, device: &str) -> Verdict {
    let failed = |kind, diagnostic| {
        let diagnostic = Box::new(diagnostic);
        Err(Failed { kind, diagnostic })
    };
    let (actual, failures) = match loaded.run(plan, &job.inputs) {
        Ok(outcome) => (Ok((job.results)(outcome.values)), Failures::Any),
        // Of several any item's may be the first, so the program's own error is that of some site.
        Err(Error::Failed(failure)) => {
            let site = (job.site)(&failure.site);
            let own = Failure { site, ..*failure }.diagnostic();
            (failed(StopKind::Error, own), Failures::Tested(&job.sites))
        }
        Err(Error::Refused(diagnostic)) => (failed(StopKind::Error, *diagnostic), Failures::Any),
        Err(Error::Input { of, message, span }) => {
            let diagnostic = Diagnostic::error(DPIA_E_ENTRY.refuse(misfit(of)), span, message);
            (failed(StopKind::Arguments, diagnostic), Failures::Any)
        }
        Err(Error::OutOfMemory { .. } | Error::Limit { .. }) => return Verdict::Limit(Limit::Device),
        Err(error) => return Verdict::differ(device, error.to_string()),
    };
    let rendered = Verdict::of(
        |class| format!("{device}: {class}"),
        (job.judge)(&actual, failures),
    );
    rendered.err().unwrap_or(Verdict::Agree)
}
