//! Compiled programs on a device against the reference semantics, many in one build.

use super::{Limit, Raised, Result, Verdict, initialised, question};
use elder_dpia::rules::evaluation::DPIA_E_ENTRY;
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_kernel::Plan;
use elder_kernel::plan::{Failure, Site};
use elder_opencl::{BuildOptions, Error, Executable, Machine};
use elder_passes::Target;
use elder_syntax::Value;

/// How the result of a device differs from what is expected, if it does.
pub type Differs = dyn Fn(&Result, &Result) -> Option<String>;

/// A compiled program that is to be run.
pub struct Job {
    /// Which of the programs it is.
    pub number: usize,
    /// What the plan reads.
    pub inputs: Vec<Value>,
    /// What the program does.
    pub expected: Result,
    /// How what a device does differs from that.
    pub differs: Box<Differs>,
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
            expected: question.expected.clone(),
            differs: Box::new(move |actual, _| question.difference(actual, &|| question.compiled(target))),
            sites: plan.sites(),
            site: Box::new(|site| *site),
            results: Box::new(|values| values),
        };
        Ok((job, plan))
    };
    all_agree(trees, &job, machine, build)
}

/// What is to be done for a program, and how it is compiled; or the verdict, if that is already all.
pub type Prepare<'a> = dyn Fn(usize, &ChoiceTree) -> std::result::Result<(Job, Plan), Verdict> + 'a;

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
    let actual = match loaded.run(plan, &job.inputs) {
        Ok(outcome) => Result::Values((job.results)(outcome.values)),
        Err(Error::Failed(failure)) => {
            if let Some(message) = untested(job, &failure) {
                return Verdict::differ(device, message);
            }
            Result::Error(Raised::of(&failure.diagnostic()))
        }
        Err(Error::Refused(diagnostic)) => Result::Error(Raised::of(&diagnostic)),
        Err(error @ Error::Input { .. }) if job.expected.is_of(&DPIA_E_ENTRY) => {
            Result::Error(Raised::of(&error.diagnostic()))
        }
        Err(Error::OutOfMemory { .. } | Error::Limit { .. }) => return Verdict::Limit(Limit::Device),
        Err(error) => return Verdict::differ(device, error.to_string()),
    };
    match (job.differs)(&actual, &job.expected) {
        None => Verdict::Agree,
        Some(message) => Verdict::differ(device, message),
    }
}

/// How a failure cannot be the program's.  Of several any item's may be the first, so the program's own error is that of some site, and of the one
/// that failed if there is no other.
fn untested(job: &Job, failure: &Failure) -> Option<String> {
    let Result::Error(expected) = &job.expected else {
        return None;
    };
    let own = (job.site)(&failure.site);
    let found = job.sites.iter().any(|site| expected.is_of(site));
    (!found).then(|| format!("{}/{} instead of {expected}", own.rule.0.id, own.rule.1))
}
