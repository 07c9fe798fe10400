//! `elder fuzz --external`: another implementation of Futhark, held to the definition.

use super::{progress, summed_up};
use crate::Exit;
use crate::commands::{messages, print};
use crate::fuzz::campaign::{Campaign, Finding, Kinds, Origin, Subject, Summary};
use crate::fuzz::external::acceptance::Pool;
use crate::fuzz::external::deviations::{Date, Deviations, OWN};
use crate::fuzz::external::folder::Report;
use crate::fuzz::external::template::Implementation;
use crate::fuzz::external::{Asking, Format, Judge};
use crate::fuzz::{self};
use elder_generate::futhark::{Case, Shape, Variant, case};
use elder_generate::{ChoiceTree, Choices};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;

/// What the command line says of it.
#[derive(Debug, clap::Args)]
pub(super) struct External {
    /// Compare another implementation of Futhark with the definition: futhark-c, -run, -multicore, -ispc, -opencl, -cuda, ref-run, or a command
    /// that runs the entry point {entry} of {prog}, or of {exe}, on standard input.
    #[arg(long, value_name = "NAME|CMD", conflicts_with_all = ["language", "rung", "programs", "device"])]
    pub external: Option<String>,
    /// For `--external`: the command that accepts {prog}, or compiles it to {exe}; if it fails the program is refused.  Alone: a command, or one of
    /// these implementations, compared with Elder's checker on programs and texts that may be none; nothing is run.
    #[arg(long, value_name = "NAME|CMD", conflicts_with_all = ["language", "rung", "programs", "device"])]
    pub external_accept: Option<String>,
    /// For `--external`: how long each of its commands may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    limit: u64,
    /// For `--external`: how inputs are written; by turns unless this says it.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Where each finding gets a file, if it is on a program of Futhark or Core, or a folder, with `--external`.
    #[arg(long, value_name = "FOLDER", default_value = "findings")]
    pub out: PathBuf,
    /// For `--external`: known deviations, in place of those that come with Elder.
    #[arg(long, value_name = "FILE")]
    deviations: Option<PathBuf>,
}

impl External {
    /// Whether another implementation is asked.
    pub fn is_asked(&self) -> bool {
        self.external.is_some() || self.external_accept.is_some()
    }
}

/// Who is asked, and how.
struct Setting<'a> {
    implementation: Implementation,
    deviations: Deviations,
    arguments: &'a External,
    /// What is asked about, if only acceptance is.
    acceptance: Option<Pool>,
}

impl Setting<'_> {
    /// Does something with a judge that has a folder of its own.
    fn with_judge<T>(&self, work: impl FnOnce(&Judge<'_>) -> T) -> Result<T, String> {
        let folder = TempDir::new().map_err(|error| format!("no folder for programs: {error}"))?;
        Ok(work(&Judge {
            implementation: &self.implementation,
            limit: Duration::from_secs(self.arguments.limit),
            format: self.arguments.format,
            deviations: &self.deviations,
            folder: folder.path(),
        }))
    }

    /// As the command line says it.
    fn options(&self) -> String {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
        let accept = self.arguments.external_accept.as_deref();
        let accept = accept.map(|command| format!(" --external-accept {}", quoted(command)));
        let format = match self.arguments.format {
            Some(Format::Text) => " --format text",
            Some(Format::Binary) => " --format binary",
            None => "",
        };
        let name = self
            .arguments
            .external
            .as_ref()
            .map(|name| format!("--external {}", quoted(name)));
        let rendered = [name, accept, Some(format.to_owned())];
        rendered
            .into_iter()
            .flatten()
            .collect::<String>()
            .trim_start()
            .to_owned()
    }

    /// Writes the folder of a finding.
    fn write(&self, finding: &Finding) -> Result<PathBuf, String> {
        let reduced = || match &finding.tree {
            Some(tree) => Choices::replaying(tree.clone()),
            None => Choices::random(finding.seed),
        };
        let line = format!("elder fuzz {} --seed {} --count 1", finding.options, finding.seed);
        self.with_judge(|judge| {
            let random = &mut Choices::random(finding.seed);
            let (original, asking) = match &self.acceptance {
                Some(pool) => {
                    let asking = Asking {
                        text: pool.made(&mut reduced()).text,
                        questions: vec![],
                    };
                    (pool.made(random).text, asking)
                }
                None => {
                    let asking = judge.asking(&generated(&mut reduced()));
                    let asking = asking.map_err(|verdict| format!("{verdict:?}"))?;
                    (generated(random).text(Variant::Plain), asking)
                }
            };
            let found = match self.acceptance {
                Some(_) => judge
                    .differs(&asking.text)
                    .map(|found| found.map(|found| (found, None))),
                None => judge.found(&asking),
            };
            let found = found.map_err(|error| error.to_string())?;
            let (found, question) = found.ok_or("it is not found a second time")?;
            let report = Report {
                found: &found,
                asking: &asking,
                question,
                original: &original,
                line: &line,
            };
            let name = format!("{}-{}", finding.seed, found.sort.name().replace(' ', "-"));
            let folder = report.write(judge, &self.arguments.out, &name);
            folder.map_err(|error| error.to_string())
        })?
    }

    /// A finding as it is printed.
    fn report(&self, finding: &Finding) -> String {
        let written = match self.write(finding) {
            Ok(folder) => folder.display().to_string(),
            Err(why) => format!("no folder was written: {why}"),
        };
        format!(
            "== seed {}, {}\n{}\n{}-- {written}\n-- elder fuzz {} --seed {} --count 1\n\n",
            finding.seed, finding.place, finding.message, finding.program, finding.options, finding.seed
        )
    }
}

fn generated(choices: &mut Choices) -> Case {
    case(choices, Shape::FOR_OTHERS)
}

/// Generates, compares, reduces, writes and sorts.
pub(super) fn run(arguments: &External, campaign: &Campaign) -> Exit {
    match sorted(arguments, campaign) {
        Ok(summary) if summary.findings == 0 => Exit::Value,
        Ok(_) => Exit::RunTimeError,
        Err(message) => {
            messages::error(message);
            Exit::StaticError
        }
    }
}

fn sorted(arguments: &External, campaign: &Campaign) -> Result<Summary, String> {
    let text = match &arguments.deviations {
        Some(path) => fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?,
        None => OWN.to_owned(),
    };
    let accept = arguments.external_accept.as_deref();
    let (implementation, acceptance) = match (&arguments.external, accept) {
        (Some(name), accept) => (Implementation::of(name, accept)?, None),
        (None, accept) => (
            Implementation::that_accepts(accept.unwrap_or_default())?,
            Some(Pool::new()),
        ),
    };
    let setting = Setting {
        implementation,
        acceptance,
        deviations: Deviations::read(&text, Date::today())?,
        arguments,
    };
    for row in setting.deviations.over() {
        print(&format!(
            "the deviation {} excuses nothing any more: its last day is over\n",
            row.name
        ));
    }
    setting.with_judge(|judge| judge.try_out(setting.acceptance.is_none()))??;
    let steps = 4 * arguments.limit;
    let campaign = Campaign {
        patience: campaign.patience + Duration::from_secs(steps),
        ..*campaign
    };
    let bar = progress(campaign.count);
    let seen = &mut |finding: Option<Finding>| {
        bar.inc(1);
        if let Some(finding) = finding {
            bar.suspend(|| print(&setting.report(&finding)));
        }
    };
    let stuck = |finding: &Finding, summary: &Summary| {
        bar.finish_and_clear();
        print(&setting.report(finding));
        print(&summed_up(summary, &campaign));
        std::process::exit(Exit::RunTimeError as i32)
    };
    let with_subject =
        |work: &mut dyn FnMut(&Subject<'_>)| setting.with_judge(|judge| work(&subject(judge, &setting)));
    let summary = campaign.run(&with_subject, &Kinds::default(), seen, &stuck)?;
    bar.finish_and_clear();
    print(&summed_up(&summary, &campaign));
    Ok(summary)
}

/// What is asked of programs.
fn subject<'a>(judge: &'a Judge<'_>, setting: &'a Setting<'_>) -> Subject<'a> {
    if let Some(pool) = &setting.acceptance {
        return Subject {
            tree: Box::new(|seed| fuzz::recorded(seed, |c| pool.made(c))),
            judge: Box::new(|origins| {
                let verdict = |origin: &Origin| judge.acceptance(&pool.made(&mut origin.choices()));
                origins.iter().map(verdict).collect()
            }),
            show: Box::new(|tree| pool.made(&mut Choices::replaying(tree.clone())).text),
            known: Box::new(|tree| judge.known_acceptance(&pool.made(&mut Choices::replaying(tree.clone())))),
            options: setting.options(),
        };
    }
    Subject {
        tree: Box::new(|seed| fuzz::recorded(seed, generated)),
        judge: Box::new(move |origins| {
            let verdict = |choices: &mut Choices| judge.verdict(&generated(choices));
            origins
                .iter()
                .map(|origin| verdict(&mut origin.choices()))
                .collect()
        }),
        show: Box::new(|tree: &ChoiceTree| {
            generated(&mut Choices::replaying(tree.clone())).text(Variant::Plain)
        }),
        known: Box::new(move |tree| judge.known(&generated(&mut Choices::replaying(tree.clone())))),
        options: setting.options(),
    }
}
