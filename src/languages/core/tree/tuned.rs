//! Numbers that tuning decides.

use crate::names::Text;

/// A number above zero that nobody knows before the device is known: a threshold between two versions of code, the size of a tile.  A program means
/// the same whatever it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// What it is called in tables of tuned numbers: the same number in all of a program.
    pub name: Text,
    /// What sort of number it is.
    pub class: Class,
    /// What it is where no table has it.
    pub default: Option<i64>,
}

/// Sorts of tuned numbers: whoever tunes chooses a range and a search by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// How much parallelism fills the device.
    Outer,
    /// How much parallelism is worth a group.
    Intra,
    /// How many cores there are.
    Cores,
    /// How many items a group has.
    Group,
    /// How long the side of a tile is.
    Tile,
    /// How many elements an item takes.
    Elements,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 6] = [
        Class::Outer,
        Class::Intra,
        Class::Cores,
        Class::Group,
        Class::Tile,
        Class::Elements,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Class::Outer => "outer",
            Class::Intra => "intra",
            Class::Cores => "cores",
            Class::Group => "group",
            Class::Tile => "tile",
            Class::Elements => "elements",
        }
    }
}
