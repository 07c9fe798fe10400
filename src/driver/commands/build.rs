//! `elder build`: the kernels of a program and its launch plan, or its host program with the plans of its entries, as files.

use super::{messages, print};
use crate::Exit;
use crate::commands::dev::TargetName;
use crate::compile::{self, host::Hosted};
use crate::engine::{Overrides, Program, Rejected, Settings};
use crate::tower;
use elder_kernel::Dialect;
use elder_passes::Target;
use std::path::PathBuf;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program.
    program: PathBuf,
    /// Which definition.
    #[arg(long, value_name = "NAME", default_value = "main")]
    entry: String,
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
        false => planned(arguments, dialect),
    };
    let (kernels, plan) = match built {
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
    Exit::Value
}

/// The kernels and the launch plan of a program.
fn planned(arguments: &Arguments, dialect: Dialect) -> Result<(String, String), Rejected> {
    let source = compile::load(&arguments.program)?;
    let entry = source.entry_with(&arguments.entry, &arguments.overrides)?;
    let mut plan = source.plan(&entry, Target::of(dialect))?;
    if arguments.wide
        && let Some(wide) = plan.wide.take()
    {
        plan = *wide;
    }
    let plan = plan.published();
    Ok((source.text(&plan, dialect).text, plan.to_string()))
}

/// The kernels of a program that becomes one of the host, and that with the launch plan of each entry.
fn hosted(arguments: &Arguments, target: Target) -> Result<(String, String), Rejected> {
    let source = Program::load(&arguments.program)?;
    let settings = Settings {
        overrides: arguments.overrides,
        ..Settings::default()
    };
    Hosted::of(&source, &arguments.entry, target, &settings)
        .and_then(|hosted| hosted.published(&source, arguments.wide))
        .map_err(|failure| failure.rejected)
}
