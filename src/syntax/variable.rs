//! Variables of terms.  Two are the same exactly when their numbers are: text is only what a person reads, so substitution
//! never captures.

use crate::Name as Text;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A variable: of a term, a size, a level or a type.
#[derive(Clone, Debug)]
pub struct Variable {
    text: Text,
    id: u64,
}

impl Variable {
    /// A variable that is different from all others.
    pub fn fresh(text: impl AsRef<str>) -> Variable {
        Variable {
            text: Text::new(text),
            id: NEXT.fetch_add(1, Relaxed),
        }
    }

    /// A new variable with the same text.
    pub fn renewed(&self) -> Variable {
        Variable::fresh(&self.text)
    }

    /// What a person reads; not unique.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Unique; grows in the order of creation.
    pub fn id(&self) -> u64 {
        self.id
    }
}

impl PartialEq for Variable {
    fn eq(&self, other: &Variable) -> bool {
        self.id == other.id
    }
}
impl Eq for Variable {}
impl Hash for Variable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}
impl PartialOrd for Variable {
    fn partial_cmp(&self, other: &Variable) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Variable {
    fn cmp(&self, other: &Variable) -> std::cmp::Ordering {
        self.id.cmp(&other.id)
    }
}
impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
