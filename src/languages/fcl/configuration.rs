//! What a kernel is configured with (FCL-G-BS): the sizes of the machine that a program may mention.

/// Sizes of groups, chosen by `config` in the program or by whoever runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Configuration {
    /// `#BlockSize`: threads of a block, a power of two times a warp or less than one warp.
    pub block_size: u32,
    /// `#BlockWidth`: threads of a row of a block, a divisor of `block_size`.  `None`: a block is one row.
    pub block_width: Option<u32>,
    /// `#WarpSize`: threads of a warp; at most `block_size` count.
    pub warp_size: u32,
    /// The most blocks that run at once; more sub-arrays than that are done in turn by the same blocks.  `None`: as many
    /// blocks as there are sub-arrays.
    pub groups: Option<u32>,
}

impl Configuration {
    /// Threads of a row of a block: all of them if nothing is said.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.block_width.unwrap_or(self.block_size)
    }

    /// Rows of a block.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.block_size.checked_div(self.width()).unwrap_or(1)
    }

    /// What is wrong with the sizes together (FCL-SYN-CONFIG).
    #[must_use]
    pub fn mistake(&self) -> Option<String> {
        let (block, warp, width) = (self.block_size, self.warp_size, self.width());
        if block > warp && !block.is_multiple_of(warp.max(1)) {
            let message = format!("a block of {block} threads has no whole number of warps of {warp}");
            return Some(message);
        }
        let rows = (width == 0) || !block.is_multiple_of(width);
        rows.then(|| format!("a block of {block} threads has no whole number of rows of {width}"))
    }
}

impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            block_size: 256,
            block_width: None,
            warp_size: 32,
            groups: None,
        }
    }
}
