//! The sizes of the machine that an FCL program is run for, in place of those that its `config` says.

/// What is said on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Overrides {
    /// FCL: threads of a block, `#BlockSize` [default: what the program's `config` says, else 256].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub block_size: Option<u32>,
    /// FCL: the most blocks that run at once, each doing several parts in turn [default: what the program's `config` says, else one a part].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub groups: Option<u32>,
}

impl Overrides {
    /// The configuration with what is said here in its place.
    pub fn of(&self, configuration: elder_fcl::Configuration) -> elder_fcl::Configuration {
        elder_fcl::Configuration {
            block_size: self.block_size.unwrap_or(configuration.block_size),
            groups: self.groups.or(configuration.groups),
            ..configuration
        }
    }
}
