//! What is said of a program besides its text: the sizes of the machine that an FCL program is run for, in place of those that its `config` says, and
//! what a checker takes beyond the language.  With the feature `command-line` these are options of commands.

use elder_fcl::Configuration;
use elder_fcl::rules::syntax::FCL_SYN_CONFIG;
use elder_syntax::{Diagnostic, Span};

/// Sizes of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "command-line", derive(clap::Args))]
pub struct Overrides {
    /// FCL: threads of a block, `#BlockSize` [default: what the program's `config` says, else 256].
    #[cfg_attr(feature = "command-line", arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024)))]
    pub block_size: Option<u32>,
    /// FCL: threads of a row of a block, `#BlockWidth` [default: what the program's `config` says, else all threads of the block].
    #[cfg_attr(feature = "command-line", arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024)))]
    pub block_width: Option<u32>,
    /// FCL: the most blocks that run at once, each doing several parts in turn [default: what the program's `config` says, else one a part].
    #[cfg_attr(feature = "command-line", arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..)))]
    pub groups: Option<u32>,
}

/// What a checker takes beyond its language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "command-line", derive(clap::Args))]
pub struct Switches {
    /// Futhark: conditionals, loops and arrays may give functions (FUT-DF-OR-TYPE).
    #[cfg_attr(feature = "command-line", arg(long))]
    pub function_branches: bool,
}

impl Switches {
    /// As they are written behind the name of a command.
    pub fn arguments(self) -> &'static str {
        match self.function_branches {
            true => " --function-branches",
            false => "",
        }
    }

    /// As a conformance case has them behind `-- switch:`.
    pub fn words(self) -> &'static str {
        self.arguments().trim_start_matches(" --")
    }

    /// Those of a list as a conformance case has it behind `-- switch:`.
    ///
    /// # Errors
    /// A word that is no switch.
    pub fn read(list: &str) -> Result<Switches, String> {
        let mut switches = Switches::default();
        for word in list.split_whitespace() {
            match word {
                "function-branches" => switches.function_branches = true,
                _ => return Err(format!("there is no switch `{word}`")),
            }
        }
        Ok(switches)
    }
}

impl Overrides {
    /// The configuration with what is said here in its place.
    ///
    /// # Errors
    /// FCL-SYN-CONFIG: a block has whole warps, or is less than one, and whole rows.
    pub fn of(&self, configuration: Configuration) -> Result<Configuration, Box<Diagnostic>> {
        let chosen = Configuration {
            block_size: self.block_size.unwrap_or(configuration.block_size),
            block_width: self.block_width.or(configuration.block_width),
            groups: self.groups.or(configuration.groups),
            ..configuration
        };
        match chosen.mistake() {
            None => Ok(chosen),
            Some(message) => {
                let refusal = FCL_SYN_CONFIG.refuse("value");
                Err(Box::new(Diagnostic::error(refusal, Span::NONE, message)))
            }
        }
    }
}
