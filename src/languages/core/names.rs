//! Names are numbers, those of variables and sizes as in all languages between front ends and kernels, and those of functions.

pub use elder_syntax::names::{Name, Names, Text};

/// A function of a program: the index into its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunName(pub u32);

impl FunName {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
