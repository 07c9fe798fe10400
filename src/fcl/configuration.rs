//! What a kernel is configured with (FCL-G-BS): the sizes of the machine that a program may mention.

/// Sizes of groups, chosen by `config` in the program or by whoever runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Configuration {
    /// `#BlockSize`: threads of a block, a power of two times a warp or less than one warp.
    pub block_size: u32,
    /// `#WarpSize`: threads of a warp; at most `block_size` count.
    pub warp_size: u32,
    /// The most blocks that run at once; more sub-arrays than that are done in turn by the same blocks.  `None`: as many
    /// blocks as there are sub-arrays.
    pub groups: Option<u32>,
}

impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            block_size: 256,
            warp_size: 32,
            groups: None,
        }
    }
}
