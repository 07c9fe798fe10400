//! Tables of ways to break a rule, one a line: `RULE/premise`, a space, and what is written.  A line `[place]` says where those below it stand.

use std::fmt;

/// A way to break a premise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule that has to refuse.
    pub rule: &'static str,
    /// Its premise.
    pub premise: &'static str,
    /// Where it stands, as the table calls it.
    pub(crate) place: &'static str,
    /// What is written.
    pub(crate) template: &'static str,
}

/// `RULE/premise`
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.rule, self.premise)
    }
}

/// The rows of a table, in their order.
pub(crate) fn faults(table: &'static str) -> Vec<Fault> {
    let mut place = "";
    let row = |line: &'static str| {
        if let Some(other) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            place = other;
        }
        let (name, template) = line.split_once(' ')?;
        let (rule, premise) = name.split_once('/')?;
        Some(Fault {
            rule,
            premise,
            place,
            template,
        })
    };
    table.lines().filter_map(row).collect()
}

/// The parts of a template, and whether each stands between `«` and `»`.
pub(crate) fn pieces(template: &str) -> impl Iterator<Item = (bool, &str)> {
    let parts = template.split(['«', '»']).enumerate();
    parts.map(|(k, part)| (k % 2 == 1, part))
}
