//! Names of variables.  Two names are the same variable exactly when their numbers are: text is only what a
//! person reads, so substitution never captures.

use elder_syntax::Name as Text;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A variable: of a phrase, a nat or a data type.
#[derive(Clone, Debug)]
pub struct Name {
    text: Text,
    id: u32,
}

impl Name {
    /// A variable that is different from all others.
    pub fn fresh(text: impl AsRef<str>) -> Name {
        Name {
            text: Text::new(text),
            id: NEXT.fetch_add(1, Relaxed),
        }
    }

    /// A new variable with the same text.
    pub fn renewed(&self) -> Name {
        Name::fresh(&self.text)
    }

    /// What a person reads; not unique.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Unique; grows in the order of creation.
    pub fn id(&self) -> u32 {
        self.id
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.id == other.id
    }
}
impl Eq for Name {}
impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}
impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Name {
    fn cmp(&self, other: &Name) -> std::cmp::Ordering {
        self.id.cmp(&other.id)
    }
}
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
