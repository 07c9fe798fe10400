//! What the command line says of programs: what judging them may cost, the sizes of the machine that an FCL program is run for, in place of those that its `config` says, and what a checker takes
//! beyond the language.

use elder_fcl::Configuration;
use elder_fcl::rules::syntax::FCL_SYN_CONFIG;
use elder_syntax::{Diagnostic, Span, effort};

/// What is said on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Overrides {
    /// FCL: threads of a block, `#BlockSize` [default: what the program's `config` says, else 256].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub block_size: Option<u32>,
    /// FCL: threads of a row of a block, `#BlockWidth` [default: what the program's `config` says, else all threads of the block].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub block_width: Option<u32>,
    /// FCL: the most blocks that run at once, each doing several parts in turn [default: what the program's `config` says, else one a part].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub groups: Option<u32>,
}

/// What a checker takes beyond its language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Switches {
    /// Futhark: conditionals, loops and arrays may give functions (FUT-DF-OR-TYPE).
    #[arg(long)]
    pub function_branches: bool,
}

/// What judging a program may cost before it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Effort {
    /// Give up a program when checking it, or one pass over it, takes more steps than this [default: 20 million].
    #[arg(long, value_name = "N", global = true)]
    pub check_fuel: Option<u64>,
    /// Give up a program when Elder grows by more than this while it is checked, or taken through a pass [default: 4 GiB, or what the machine has].
    #[arg(long, value_name = "BYTES", global = true)]
    pub check_memory: Option<u64>,
}

/// What judging a program may take of memory, if nothing is said.
const MEMORY: u64 = 4 << 30;

impl Effort {
    /// As the bounds of all that this process judges.
    pub fn bound(self) {
        effort::bound_all(self.bounds());
    }

    /// As bounds.
    pub fn bounds(self) -> effort::Bounds {
        let available = available_memory().map_or(MEMORY, |bytes| bytes.min(MEMORY));
        effort::Bounds {
            steps: self.check_fuel.unwrap_or(effort::STEPS),
            memory: self.check_memory.unwrap_or(available),
        }
    }
}

/// Most of the memory that the machine has to give, or the process may have, where the system says.
pub fn available_memory() -> Option<u64> {
    let said = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = said.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let free = kib.saturating_mul(1024);
    let room = address_space().map_or(free, |room| room.min(free));
    Some(room / 10 * 9)
}

/// The addresses that the process may still use, where their number is limited (`ulimit -v`).
fn address_space() -> Option<u64> {
    let number = |text: &str| -> Option<u64> { text.split_ascii_whitespace().next()?.parse().ok() };
    let said = std::fs::read_to_string("/proc/self/limits").ok()?;
    let limit = said
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    let said = std::fs::read_to_string("/proc/self/status").ok()?;
    let used = said.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    Some(number(limit)?.saturating_sub(number(used)?.saturating_mul(1024)))
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
