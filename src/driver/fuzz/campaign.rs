//! Many generated programs, judged by several threads at once.
//!
//! A [`Subject`] says how programs come from seeds and what is asked of them.  Each thread has one of its own, since devices stay with
//! their thread, and takes the next seeds whenever it is done with some; so which thread judges which seed is left open, and the verdict on a seed
//! depends on nothing else.  A panic is a finding like any other, and so is a program whose judgement does not end ([`watch`]).
//! Of findings of one [kind](Kinds) the first is made small and told; the others are counted.

mod watch;

use super::{Limit, Verdict};
use crate::{stack, tower};
use elder_generate::{ChoiceTree, Choices, shrink};
use elder_syntax::Rule;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use watch::{Judging, Watch};

/// The verdicts on programs, one for each, in order.
pub type Judge<'a> = dyn Fn(&[Origin]) -> Vec<Verdict> + 'a;

/// What is known of a finding on the program of these choices.
pub type Known<'a> = dyn Fn(&ChoiceTree) -> Option<Limit> + 'a;

/// Where the choices come from that make a program.
#[derive(Clone, Debug)]
pub enum Origin {
    /// They are random, from this seed.
    Seed(u64),
    /// They were recorded.
    Tree(ChoiceTree),
}

impl Origin {
    /// The choices, to make the program from.
    pub fn choices(&self) -> Choices {
        match self {
            Origin::Seed(seed) => Choices::random(*seed),
            Origin::Tree(tree) => Choices::replaying(tree.clone()),
        }
    }

    /// What is chosen for a program that `record` makes of random choices.
    pub fn tree(&self, record: &dyn Fn(u64) -> ChoiceTree) -> ChoiceTree {
        match self {
            Origin::Seed(seed) => record(*seed),
            Origin::Tree(tree) => tree.clone(),
        }
    }
}

/// What is asked of programs.
pub struct Subject<'a> {
    /// The choices of a seed.
    pub tree: Box<dyn Fn(u64) -> ChoiceTree + 'a>,
    /// The verdicts on programs.
    pub judge: Box<Judge<'a>>,
    /// The text of the program with its inputs.
    pub show: Box<dyn Fn(&ChoiceTree) -> String + 'a>,
    /// What is known of a finding that was made small: then it is none.
    pub known: Box<Known<'a>>,
    /// What says it on the command line.
    pub options: String,
}

/// Which programs are judged, and how.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// The first seed.
    pub seed: u64,
    /// How many seeds; without an end if there is none.
    pub count: Option<u64>,
    /// Ends after this time.
    pub time: Option<Duration>,
    /// How many programs are judged together.
    pub batch: u64,
    /// How many threads there are.
    pub jobs: usize,
    /// Ends after so many findings that are told.
    pub findings: usize,
    /// Candidates that are tried to make a finding smaller.
    pub reduction: usize,
    /// How long the judgement of those that are judged together may take.
    pub patience: Duration,
}

/// The kinds of findings that were told.  A kind is where two stages differ, and by which rules; of a panic, with which words.
#[derive(Debug, Default)]
pub struct Kinds(Mutex<BTreeSet<String>>);

impl Kinds {
    /// The kind of a finding.
    fn of(place: &str, message: &str) -> String {
        if place == PANIC {
            // Numbers differ from program to program.
            let words: String = message.chars().filter(|c| !c.is_ascii_digit()).collect();
            return format!("{place}: {words}");
        }
        let is_apart = |c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
        let known = |word: &&str| tower::rules().any(|rule: &Rule| rule.id == *word);
        let mut kind = place.to_owned();
        for (k, id) in message
            .split(is_apart)
            .filter(|word| word.contains('-'))
            .filter(known)
            .enumerate()
        {
            kind.push_str(if k == 0 { ": " } else { ", " });
            kind.push_str(id);
        }
        kind
    }

    /// Whether a finding of this kind was told; one is from now on.
    fn is_told(&self, kind: &str) -> bool {
        !self.kinds().insert(kind.to_owned())
    }

    /// What was taken for a finding of this kind was none.
    fn forget(&self, kind: &str) {
        self.kinds().remove(kind);
    }

    fn kinds(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where Elder panics.
const PANIC: &str = "panic";

/// How often the campaign looks whether a judgement takes too long.
const LOOK: Duration = Duration::from_secs(1);

/// A program on which two stages differ.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The seed.
    pub seed: u64,
    /// How many seeds from there on it may be: one, but of those that are judged together and do not end.
    pub count: usize,
    /// Where two stages differ.
    pub place: String,
    /// How.
    pub message: String,
    /// The text of the smallest program that shows it, with its inputs; nothing if it may be several.
    pub program: String,
    /// What says on the command line which programs it is one of.
    pub options: String,
    /// The choices that make the smallest program.
    pub tree: Option<ChoiceTree>,
}

/// What came of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// On how many programs all stages agree.
    pub agree: u64,
    /// How many were findings, each of its own kind.
    pub findings: usize,
    /// The seeds of those that have no value to compare.
    pub limits: BTreeMap<Limit, Vec<u64>>,
    /// The seeds of those of a kind that was told, by kind.
    pub again: BTreeMap<String, Vec<u64>>,
    /// How long it took.
    pub time: Duration,
}

impl Summary {
    /// How many programs were judged.
    pub fn programs(&self) -> u64 {
        let seeds = self.limits.values().chain(self.again.values());
        self.agree + self.findings as u64 + seeds.map(|seeds| seeds.len() as u64).sum::<u64>()
    }
}

/// Does something with a subject of a thread's own.
///
/// # Errors
/// Why there is none.
pub type WithSubject<'a> =
    dyn Fn(&mut dyn FnMut(&Subject<'_>)) -> std::result::Result<(), String> + Sync + 'a;

/// What a thread tells.
enum Told {
    Agree,
    Limit(u64, Limit),
    Found(Finding),
    Again(u64, String),
    Failed(String),
}

impl Campaign {
    /// Judges programs; `seen` is told of each one, with the finding if it is one of a kind that is not among those that were `told`.  `stuck` is told
    /// of one that does not end, and has to end everything, since the thread that judges it cannot be stopped.
    ///
    /// # Errors
    /// Why a thread had nothing to judge programs with.
    pub fn run(
        &self,
        subject: &WithSubject<'_>,
        told: &Kinds,
        seen: &mut dyn FnMut(Option<Finding>),
        stuck: &dyn Fn(&Finding, &Summary) -> Infallible,
    ) -> std::result::Result<Summary, String> {
        let start = Instant::now();
        let queue = Queue {
            campaign: self,
            end: self.time.map(|time| start + time),
            next: AtomicU64::new(0),
            over: AtomicBool::new(false),
            watch: Watch::new(self.jobs.max(1), self.patience),
            told,
        };
        let mut summary = Summary::default();
        let mut failed = None;
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for thread in 0..self.jobs.max(1) {
                let (send, queue) = (send.clone(), &queue);
                let work = move || queue.work(thread, subject, &send);
                let thread = thread::Builder::new().stack_size(stack::STACK);
                if let Err(why) = thread.spawn_scoped(scope, work) {
                    failed = Some(format!("the system gives no thread: {why}"));
                    break;
                }
            }
            drop(send);
            let mut looked = Instant::now();
            loop {
                if looked.elapsed() >= LOOK {
                    looked = Instant::now();
                    if let Some(judging) = queue.watch.overdue() {
                        summary.time = start.elapsed();
                        stuck(&self.unended(judging, subject), &summary);
                    }
                }
                let told = match receive.recv_timeout(LOOK) {
                    Ok(told) => told,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                match told {
                    Told::Agree => {
                        summary.agree += 1;
                        seen(None);
                    }
                    Told::Limit(seed, limit) => {
                        summary.limits.entry(limit).or_default().push(seed);
                        seen(None);
                    }
                    Told::Found(finding) => {
                        summary.findings += 1;
                        if summary.findings >= self.findings {
                            queue.over.store(true, Ordering::Relaxed);
                        }
                        seen(Some(finding));
                    }
                    Told::Again(seed, kind) => {
                        summary.again.entry(kind).or_default().push(seed);
                        seen(None);
                    }
                    Told::Failed(why) => {
                        queue.over.store(true, Ordering::Relaxed);
                        failed = Some(why);
                    }
                }
            }
        });
        summary.time = start.elapsed();
        match failed {
            Some(why) => Err(why),
            None => Ok(summary),
        }
    }

    /// The finding that a judgement does not end.
    fn unended(&self, judging: Judging, subject: &WithSubject<'_>) -> Finding {
        let (mut program, mut options) = (String::new(), String::new());
        // The thread's own subject is in use; without another one there is no text, but there is a finding.
        let _ = subject(&mut |subject| {
            options.clone_from(&subject.options);
            if let [origin] = judging.origins.as_slice() {
                program = (subject.show)(&origin.tree(&subject.tree));
            }
        });
        Finding {
            seed: judging.seed,
            count: judging.origins.len(),
            place: "judging".to_owned(),
            message: format!("has not ended after {} s", self.patience.as_secs()),
            program,
            options,
            tree: None,
        }
    }
}

/// The seeds that are left.
struct Queue<'a> {
    campaign: &'a Campaign,
    end: Option<Instant>,
    next: AtomicU64,
    over: AtomicBool,
    watch: Watch,
    told: &'a Kinds,
}

impl Queue<'_> {
    /// The next seeds.
    fn take(&self) -> Option<Vec<u64>> {
        if self.over.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end) {
            return None;
        }
        let batch = self.campaign.batch.max(1);
        let first = self.next.fetch_add(batch, Ordering::Relaxed);
        let last = match self.campaign.count {
            Some(count) => count.min(first.saturating_add(batch)),
            None => first.saturating_add(batch),
        };
        let seeds: Vec<u64> = (first..last)
            .map(|k| self.campaign.seed.wrapping_add(k))
            .collect();
        (!seeds.is_empty()).then_some(seeds)
    }

    /// Judges programs until there are none.
    fn work(&self, thread: usize, subject: &WithSubject<'_>, send: &Sender<Told>) {
        let done = subject(&mut |subject| {
            while let Some(seeds) = self.take() {
                self.judge(thread, &seeds, subject, send);
            }
        });
        if let Err(why) = done {
            let _ = send.send(Told::Failed(why));
        }
    }

    fn judge(&self, thread: usize, seeds: &[u64], subject: &Subject<'_>, send: &Sender<Told>) {
        let origins: Vec<Origin> = seeds.iter().copied().map(Origin::Seed).collect();
        let first = seeds.first().copied().unwrap_or_default();
        let judge = |seed, origins: &[Origin]| {
            self.watch
                .over(thread, seed, origins, || verdicts(origins, subject))
        };
        for (seed, verdict) in seeds.iter().zip(judge(first, &origins)) {
            let told = match verdict {
                Verdict::Agree => Told::Agree,
                Verdict::Limit(limit) => Told::Limit(*seed, limit),
                Verdict::Differ { place, message } => {
                    let kind = Kinds::of(&place, &message);
                    let alone = |tree: &ChoiceTree| judge(*seed, &[Origin::Tree(tree.clone())]).pop();
                    match self.told.is_told(&kind) {
                        true => Told::Again(*seed, kind),
                        false => self.first(*seed, (place, message, kind), &alone, subject),
                    }
                }
            };
            // Nobody listens any more only if the campaign is over.
            let _ = send.send(told);
        }
    }

    /// The first finding of its kind.
    fn first(
        &self,
        seed: u64,
        (place, message, kind): (String, String, String),
        judge: &dyn Fn(&ChoiceTree) -> Option<Verdict>,
        subject: &Subject<'_>,
    ) -> Told {
        let finding = self.reduced(seed, (place, message), &kind, judge, subject);
        match finding.tree.as_ref().and_then(|tree| (subject.known)(tree)) {
            Some(known) => {
                self.told.forget(&kind);
                Told::Limit(seed, known)
            }
            None => Told::Found(finding),
        }
    }

    /// The finding on the smallest program that shows one of the same kind.
    fn reduced(
        &self,
        seed: u64,
        (place, message): (String, String),
        kind: &str,
        judge: &dyn Fn(&ChoiceTree) -> Option<Verdict>,
        subject: &Subject<'_>,
    ) -> Finding {
        let alone = |tree: &ChoiceTree| match judge(tree) {
            Some(Verdict::Differ { place, message }) => Some((place, message)),
            _ => None,
        };
        let same = |tree: &ChoiceTree| {
            alone(tree).is_some_and(|(place, message)| Kinds::of(&place, &message) == kind)
        };
        let tree = shrink::shrink((subject.tree)(seed), self.campaign.reduction, same).tree;
        let (place, message) = alone(&tree).unwrap_or((place, message));
        Finding {
            seed,
            count: 1,
            place,
            message,
            program: (subject.show)(&tree),
            options: subject.options.clone(),
            tree: Some(tree),
        }
    }
}

/// The verdicts on programs; those on programs that Elder panics with are findings.
fn verdicts(origins: &[Origin], subject: &Subject<'_>) -> Vec<Verdict> {
    match catch_unwind(AssertUnwindSafe(|| (subject.judge)(origins))) {
        Ok(verdicts) => verdicts,
        Err(panic) if origins.len() == 1 => vec![Verdict::differ(PANIC, stack::message(&*panic))],
        Err(_) => origins
            .iter()
            .flat_map(|origin| verdicts(std::slice::from_ref(origin), subject))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs whose tree has this number among its choices differ.
    fn judged(bad: u32, jobs: usize, count: u64) -> (Summary, Vec<Finding>) {
        let campaign = Campaign {
            seed: 7,
            count: Some(count),
            time: None,
            batch: 3,
            jobs,
            findings: usize::MAX,
            reduction: 100,
            patience: Duration::from_secs(60),
        };
        let subject = |work: &mut dyn FnMut(&Subject<'_>)| {
            let record = |seed| ChoiceTree {
                choices: vec![seed as u32, 3],
                children: vec![],
            };
            work(&Subject {
                tree: Box::new(record),
                judge: Box::new(move |origins| {
                    let of = |origin: &Origin| match origin.tree(&record).choices.first() {
                        Some(k) if *k == bad => panic!("a bad program"),
                        Some(k) if *k % 10 == 0 => Verdict::Limit(Limit::Device),
                        _ => Verdict::Agree,
                    };
                    origins.iter().map(of).collect()
                }),
                show: Box::new(|tree| format!("{:?}", tree.choices)),
                known: Box::new(|_| None),
                options: String::new(),
            });
            Ok(())
        };
        let mut findings = Vec::new();
        let summary = campaign.run(
            &subject,
            &Kinds::default(),
            &mut |finding| findings.extend(finding),
            &|stuck, _| panic!("{stuck:?}"),
        );
        (summary.unwrap(), findings)
    }

    #[test]
    fn every_seed_is_judged_once_however_many_threads_there_are() {
        for jobs in [1, 2, 5] {
            let (summary, findings) = judged(20, jobs, 50);
            assert_eq!(summary.programs(), 50);
            let mut limits = summary.limits[&Limit::Device].clone();
            limits.sort_unstable();
            assert_eq!(limits, [10, 30, 40, 50]);
            let [finding] = findings.as_slice() else {
                panic!("{findings:?}")
            };
            assert_eq!((finding.seed, finding.place.as_str()), (20, "panic"));
            assert_eq!(finding.program, "[20]");
        }
    }

    #[test]
    fn a_judgement_that_does_not_end_is_a_finding() {
        let campaign = Campaign {
            seed: 7,
            count: Some(9),
            time: None,
            batch: 1,
            jobs: 2,
            findings: usize::MAX,
            reduction: 100,
            patience: Duration::from_secs(1),
        };
        let ended = AtomicBool::new(false);
        let subject = |work: &mut dyn FnMut(&Subject<'_>)| {
            work(&Subject {
                tree: Box::new(|seed| ChoiceTree {
                    choices: vec![seed as u32],
                    children: vec![],
                }),
                judge: Box::new(|origins| {
                    let stuck = matches!(origins, [Origin::Seed(9)]);
                    while stuck && !ended.load(Ordering::Relaxed) {
                        thread::sleep(Duration::from_millis(10));
                    }
                    vec![Verdict::Agree]
                }),
                show: Box::new(|tree| format!("{:?}", tree.choices)),
                known: Box::new(|_| None),
                options: String::new(),
            });
            Ok(())
        };
        let stuck = |finding: &Finding, _: &Summary| -> Infallible {
            ended.store(true, Ordering::Relaxed);
            panic!("{} {} {}", finding.seed, finding.program, finding.message);
        };
        let run = AssertUnwindSafe(|| campaign.run(&subject, &Kinds::default(), &mut |_| {}, &stuck));
        let panic = catch_unwind(run).unwrap_err();
        assert_eq!(stack::message(&*panic), "9 [9] has not ended after 1 s");
    }
}
