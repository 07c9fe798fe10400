//! What a survey came to, as tables: by project, by premise, and by where another implementation says otherwise.

use super::Told;
use super::asked::Other;
use super::judged::{Refused, Verdict};
use super::projects::Project;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;

/// How the verdicts on some files are distributed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    files: usize,
    accepted: usize,
    as_it_says: usize,
    not_refused: usize,
    refused: usize,
    limits: usize,
    faults: usize,
    time: Duration,
}

impl Counts {
    fn of<'a>(told: impl Iterator<Item = &'a Told>) -> Counts {
        let mut counts = Counts::default();
        for told in told {
            counts.files += 1;
            counts.time += told.time;
            *match &told.verdict {
                Verdict::Accepted => &mut counts.accepted,
                Verdict::AsItSays => &mut counts.as_it_says,
                Verdict::NotRefused(_) => &mut counts.not_refused,
                Verdict::Refused(_) => &mut counts.refused,
                Verdict::Limit(_) => &mut counts.limits,
                Verdict::Fault(_) => &mut counts.faults,
            } += 1;
        }
        counts
    }

    fn row(&self, name: &str) -> String {
        let Counts {
            files,
            accepted,
            as_it_says,
            not_refused,
            refused,
            limits,
            faults,
            time,
        } = self;
        let seconds = time.as_secs_f64();
        format!(
            "| {name} | {files} | {accepted} | {as_it_says} | {refused} | {not_refused} | {limits} | {faults} | {seconds:.1} |\n"
        )
    }
}

/// A file, and what the other implementation says that Elder does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Differs<'a> {
    /// Elder refuses it for this.
    Refused(&'a Refused),
    /// The other one does, with this message of this class.
    Accepted(&'a str, &'a str),
}

/// How the two differ on a file, if they do.
fn differs(told: &Told) -> Option<Differs<'_>> {
    match (&told.verdict, told.other.as_ref()?) {
        (Verdict::Refused(refused), Other::Accepts) => Some(Differs::Refused(refused)),
        (Verdict::Accepted | Verdict::NotRefused(_), Other::Refuses(class, message)) => {
            Some(Differs::Accepted(class, message))
        }
        _ => None,
    }
}

/// Whether nothing is refused that does not say so, nothing ended in a fault, and nobody says otherwise.
pub fn is_quiet(told: &[Vec<Told>]) -> bool {
    told.iter().flatten().all(|told| {
        matches!(
            told.verdict,
            Verdict::Accepted | Verdict::AsItSays | Verdict::Limit(_)
        ) && differs(told).is_none()
    })
}

/// A line a file, for other programs: file, verdict with its parts, and what the other implementation says, separated by tabs.
pub fn lines(told: &[Vec<Told>]) -> String {
    let mut out = String::new();
    for told in told.iter().flatten() {
        let other = match &told.other {
            None => String::new(),
            Some(Other::Accepts) => "\taccepts".to_owned(),
            Some(Other::Refuses(_, message)) => format!("\trefuses: {}", message.replace(['\t', '\n'], " ")),
            Some(Other::Fails(how)) => format!("\t{}", how.replace(['\t', '\n'], " ")),
        };
        let _ = writeln!(out, "{}\t{}{other}", told.path.display(), told.verdict.line());
    }
    out
}

/// What a class of files has in common.
#[derive(Debug, Default)]
struct Class<'a> {
    files: usize,
    projects: BTreeSet<&'a str>,
    places: BTreeSet<&'a str>,
    /// How many of them the other implementation accepts.
    accepted: usize,
    /// The first, as it is told.
    first: String,
}

/// All tables; `other` is the name of who was asked besides.
pub fn tables(projects: &[Project], told: &[Vec<Told>], other: Option<&str>) -> String {
    let mut out = String::from(
        "| project | files | accepted | refused as they say | refused | not refused | limits | faults | seconds |\n\
         | --- | --: | --: | --: | --: | --: | --: | --: | --: |\n",
    );
    for (project, told) in projects.iter().zip(told) {
        out += &Counts::of(told.iter()).row(&project.name);
    }
    out += &Counts::of(told.iter().flatten()).row(&format!("{} projects", projects.len()));
    let all = || {
        let named = projects.iter().zip(told);
        named.flat_map(|(project, told)| told.iter().map(move |told| (project.name.as_str(), told)))
    };
    let mut refused: BTreeMap<&str, Class<'_>> = BTreeMap::new();
    let mut unlike: BTreeMap<(bool, &str), Class<'_>> = BTreeMap::new();
    for (project, told) in all() {
        if let Verdict::Refused(Refused {
            premise,
            place,
            message,
        }) = &told.verdict
        {
            let accepts = told.other == Some(Other::Accepts);
            refused
                .entry(premise)
                .or_default()
                .add(project, place, accepts, &format!("{place}: {message}"));
        }
        let file = || told.path.display().to_string();
        match differs(told) {
            Some(Differs::Refused(refused)) => {
                let first = format!("{}: {}: {}", file(), refused.place, refused.message);
                let class = unlike.entry((true, &refused.premise)).or_default();
                class.add(project, &refused.place, true, &first);
            }
            Some(Differs::Accepted(class, message)) => {
                let first = format!("{}: {message}", file());
                unlike
                    .entry((false, class))
                    .or_default()
                    .add(project, "", false, &first);
            }
            None => {}
        }
        if let Verdict::Limit(what) | Verdict::Fault(what) = &told.verdict {
            let _ = writeln!(out, "\n{}: {what}", told.path.display());
        }
        if let Verdict::NotRefused(place) = &told.verdict {
            let _ = writeln!(out, "\n{place}: it says that it is refused, and is accepted");
        }
    }
    out += "\nRefused, by premise:\n";
    for (premise, class) in sorted(&refused) {
        let accepted = match other {
            Some(_) => format!(", {} accepted by the other", class.accepted),
            None => String::new(),
        };
        let (files, places, projects) = (class.files, class.places.len(), class.projects.len());
        let _ = writeln!(
            out,
            "  {premise}: {files} files, {places} places, {projects} projects{accepted}; {}",
            class.first
        );
    }
    if let Some(other) = other {
        for (elder, title) in [
            (true, format!("Refused here, accepted by {other}:")),
            (false, format!("Accepted here, refused by {other}:")),
        ] {
            let _ = writeln!(out, "\n{title}");
            let one: BTreeMap<&str, &Class<'_>> = unlike
                .iter()
                .filter(|((own, _), _)| *own == elder)
                .map(|((_, name), class)| (*name, class))
                .collect();
            for (name, class) in one {
                let _ = writeln!(
                    out,
                    "  {name}: {} files of {} projects; {}",
                    class.files,
                    class.projects.len(),
                    class.first
                );
            }
        }
    }
    out
}

impl<'a> Class<'a> {
    fn add(&mut self, project: &'a str, place: &'a str, accepted: bool, first: &str) {
        if self.files == 0 {
            first.clone_into(&mut self.first);
        }
        self.files += 1;
        self.projects.insert(project);
        self.places.insert(place);
        self.accepted += usize::from(accepted);
    }
}

/// Classes with most files first.
fn sorted<'c, 'a>(classes: &'c BTreeMap<&'a str, Class<'a>>) -> Vec<(&'c &'a str, &'c Class<'a>)> {
    let mut sorted: Vec<_> = classes.iter().collect();
    sorted.sort_by_key(|(_, class)| std::cmp::Reverse(class.files));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &str, verdict: Verdict, other: Option<Other>) -> Told {
        Told {
            path: path.into(),
            verdict,
            time: Duration::from_millis(500),
            other,
        }
    }

    fn refused(place: &str) -> Verdict {
        Verdict::Refused(Refused {
            premise: "FUT-T-IF/branches".to_owned(),
            place: place.to_owned(),
            message: "no".to_owned(),
        })
    }

    #[test]
    fn files_are_counted_by_project_and_by_premise() {
        let projects = ["p", "q"].map(|name| Project {
            name: name.to_owned(),
            files: vec![],
        });
        let refuses = || Other::Refuses("unknown name".to_owned(), "unknown name x".to_owned());
        let all = vec![
            vec![
                told("p/a", Verdict::Accepted, Some(Other::Accepts)),
                told("p/b", refused("p/b:1:1"), Some(refuses())),
                told("p/c", refused("p/b:1:1"), Some(Other::Accepts)),
            ],
            vec![
                told("q/a", Verdict::Accepted, Some(refuses())),
                told("q/b", Verdict::AsItSays, Some(refuses())),
                told(
                    "q/c",
                    Verdict::Fault("panic".to_owned()),
                    Some(Other::Fails("late".to_owned())),
                ),
            ],
        ];
        let text = tables(&projects, &all, Some("mine"));
        for line in [
            "| p | 3 | 1 | 0 | 2 | 0 | 0 | 0 | 1.5 |",
            "| q | 3 | 1 | 1 | 0 | 0 | 0 | 1 | 1.5 |",
            "| 2 projects | 6 | 2 | 1 | 2 | 0 | 0 | 1 | 3.0 |",
            "q/c: panic",
            "  FUT-T-IF/branches: 2 files, 1 places, 1 projects, 1 accepted by the other; p/b:1:1: no",
            "  FUT-T-IF/branches: 1 files of 1 projects; p/c: p/b:1:1: no",
            "  unknown name: 1 files of 1 projects; q/a: unknown name x",
        ] {
            assert!(text.lines().any(|own| own == line), "{line}\n{text}");
        }
        assert!(!is_quiet(&all));
        assert!(is_quiet(&[vec![
            told("a", Verdict::Accepted, None),
            told("b", Verdict::AsItSays, None)
        ]]));
        assert_eq!(
            lines(&all[1..]).lines().next(),
            Some("q/a\taccepted\trefuses: unknown name x")
        );
    }
}
