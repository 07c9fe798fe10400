//! How a command ends.

use crate::StopKind;

/// The exit statuses of `ref-run`, and of `elder` where they apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// There is a value.
    Value = 0,
    /// The program ended in a run-time error, or a test failed.
    RunTimeError = 1,
    /// The program is not legal, or a file or an argument could not be read: nothing was evaluated.
    StaticError = 2,
    /// Fuel, memory, depth or time was used up.
    Limit = 3,
    /// A mistake in Elder.
    Internal = 70,
}

impl From<StopKind> for Exit {
    fn from(kind: StopKind) -> Exit {
        match kind {
            StopKind::Error => Exit::RunTimeError,
            StopKind::Limit => Exit::Limit,
            StopKind::Arguments | StopKind::Unsupported => Exit::StaticError,
            StopKind::Internal => Exit::Internal,
        }
    }
}
