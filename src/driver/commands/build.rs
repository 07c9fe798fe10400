//! `elder build`: the kernels of a program and its launch plan, or its host program with the plans of its entries, as files.

use super::{messages, print};
use crate::Exit;
use crate::commands::dev::TargetName;
use crate::compile::together::{Together, each_once};
use crate::compile::{self, host::Hosted};
use crate::engine::{Overrides, Program, Rejected, Settings};
use crate::tower;
use elder_compile::written::only;
use elder_kernel::Dialect;
use elder_passes::Target;
use elder_syntax::Diagnostic;
use std::path::PathBuf;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program.
    program: PathBuf,
    /// Which definition; several, if it is given several times, of programs that become host programs [default: `main` of DPIA and FCL, all entry points of others].
    #[arg(long, value_name = "NAME")]
    entry: Vec<String>,
    /// For which kind of device.
    #[arg(long, value_enum, default_value = "opencl")]
    target: TargetName,
    /// The file for the kernels; the plan stands beside it with the ending `.plan` [default: beside the program].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the kernels that compute indexes in 64 bits, if there are others for launches for which 32 suffice.
    #[arg(long)]
    wide: bool,
    #[command(flatten)]
    overrides: Overrides,
}

/// Compiles and writes.
pub fn run(arguments: &Arguments) -> Exit {
    let dialect = arguments.target.dialect();
    let is_hosted = tower::language_of(&arguments.program).is_ok_and(|language| language.is_hosted());
    let built = match is_hosted {
        true => hosted(arguments, Target::of(dialect)),
        false => planned(arguments, dialect).map(Built::from),
    };
    let Built {
        texts: (kernels, plan),
        refused,
    } = match built {
        Ok(built) => built,
        Err(rejected) => {
            messages::rejected(&rejected);
            return rejected.exit();
        }
    };
    let ending = match dialect {
        Dialect::OpenCl => "cl",
        Dialect::OpenMp => "c",
    };
    let path = arguments
        .output
        .clone()
        .unwrap_or_else(|| arguments.program.with_extension(ending));
    for (path, text) in [(path.clone(), kernels), (path.with_extension("plan"), plan)] {
        if let Err(e) = std::fs::write(&path, text) {
            eprintln!("error: cannot write {}: {e}", path.display());
            return Exit::StaticError;
        }
        print(&format!("{}\n", path.display()));
    }
    refused.iter().for_each(messages::rejected);
    refused.last().map_or(Exit::Value, Rejected::exit)
}

/// The texts of kernels and of what launches them.
type Texts = (String, String);

/// What was built, and what each of the other entry points is refused by.
struct Built {
    texts: Texts,
    refused: Vec<Rejected>,
}

impl From<Texts> for Built {
    fn from(texts: Texts) -> Built {
        Built {
            texts,
            refused: Vec::new(),
        }
    }
}

/// The kernels and the launch plan of a program.
fn planned(arguments: &Arguments, dialect: Dialect) -> Result<Texts, Rejected> {
    let source = compile::load(&arguments.program)?;
    let name = match arguments.entry.as_slice() {
        [] => "main",
        [name] => name,
        several => {
            let several: Vec<&str> = several.iter().map(String::as_str).collect();
            return Err(source.rejected(only(&several).err().unwrap_or_default()));
        }
    };
    let entry = source.entry_with(name, &arguments.overrides)?;
    let mut plan = source.plan(&entry, Target::of(dialect))?;
    if arguments.wide
        && let Some(wide) = plan.wide.take()
    {
        plan = *wide;
    }
    let plan = plan.published();
    Ok((source.text(&plan, dialect).text, plan.to_string()))
}

/// The kernels of a program that becomes one of the host, and that with the launch plan of each entry: of all entry points that are asked for, or of those that
/// are not refused where nobody says which.
fn hosted(arguments: &Arguments, target: Target) -> Result<Built, Rejected> {
    let source = Program::load(&arguments.program)?;
    let settings = Settings {
        overrides: arguments.overrides,
        ..Settings::default()
    };
    let of = |roots: &[&str]| Hosted::of(&source, roots, target, &settings);
    let all = match arguments.entry.is_empty() {
        true => source.entries(),
        false => arguments.entry.clone(),
    };
    let roots = each_once(all.iter().map(String::as_str));
    let Together { made, refused } = Together::of(&roots, of);
    let mut refused: Vec<Rejected> = refused.into_iter().map(|(_, failure)| failure.rejected).collect();
    let is_asked = !arguments.entry.is_empty();
    match made.as_slice() {
        [only] if refused.is_empty() || !is_asked => Ok(Built {
            texts: only
                .what
                .published(&source, arguments.wide)
                .map_err(|failure| failure.rejected)?,
            refused,
        }),
        // What refuses the whole, where nothing is refused alone.
        _ if refused.is_empty() => match of(&roots) {
            Ok(_) => Err(source.rejected(vec![Diagnostic::outside("the program has no entry points")])),
            Err(failure) => Err(failure.rejected),
        },
        _ => Err(refused.swap_remove(0)),
    }
}
