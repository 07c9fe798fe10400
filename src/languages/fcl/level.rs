//! Levels: where in the hierarchy of a parallel machine a computation runs (paper 5, the grammar of γ).

use elder_syntax::Variable;
use std::fmt;
use std::sync::Arc;

/// γ
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// `Z`: one thread.
    Zero,
    /// `1 + γ`: a group of what γ is.
    Succ(Arc<Level>),
    /// A level variable.
    Var(Variable),
}

impl Level {
    /// `Z`
    pub const THREAD: Level = Level::Zero;

    /// `1 + Z`
    pub fn warp() -> Level {
        Level::Zero.successor()
    }

    /// `1 + (1 + Z)`
    pub fn block() -> Level {
        Level::warp().successor()
    }

    /// `1 + (1 + (1 + Z))`
    pub fn grid() -> Level {
        Level::block().successor()
    }

    /// `1 + self`
    pub fn successor(&self) -> Level {
        Level::Succ(Arc::new(self.clone()))
    }

    /// How often `1 +` stands in it, if it has no variable: 0 thread, 1 warp, 2 block, 3 grid.
    pub fn height(&self) -> Option<u32> {
        let mut level = self;
        let mut height = 0;
        loop {
            match level {
                Level::Zero => return Some(height),
                Level::Succ(below) => {
                    level = below;
                    height += 1;
                }
                Level::Var(_) => return None,
            }
        }
    }

    /// The variable at its bottom.
    pub fn variable(&self) -> Option<&Variable> {
        let mut level = self;
        loop {
            match level {
                Level::Zero => return None,
                Level::Succ(below) => level = below,
                Level::Var(x) => return Some(x),
            }
        }
    }

    /// `self[level/x]`
    pub fn substitute(&self, x: &Variable, level: &Level) -> Level {
        match self {
            Level::Zero => Level::Zero,
            Level::Succ(below) => below.substitute(x, level).successor(),
            Level::Var(y) if y == x => level.clone(),
            Level::Var(_) => self.clone(),
        }
    }
}

/// The text that the parser reads back: the shorthands of the paper where one exists.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.height() {
            Some(0) => f.write_str("thread"),
            Some(1) => f.write_str("warp"),
            Some(2) => f.write_str("block"),
            Some(3) => f.write_str("grid"),
            _ => match self {
                Level::Zero => f.write_str("Z"),
                Level::Succ(below) => write!(f, "1+{below}"),
                Level::Var(x) => write!(f, "{x}"),
            },
        }
    }
}
