//! Tables of ways to break a rule, one a line: `RULE/premise`, a space, and what is written.

/// The rule, the premise and the rest of a line; `None` if it says something else.
pub(crate) fn row(line: &'static str) -> Option<(&'static str, &'static str, &'static str)> {
    let (name, template) = line.split_once(' ')?;
    let (rule, premise) = name.split_once('/')?;
    Some((rule, premise, template))
}
