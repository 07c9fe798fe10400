//! Attributes: what a program asks of those that execute it, of strategy and never of values.
//!
//! The front end that reads them and the language of optimisation speak of the same ones.  Nearly everything has none, so a set of none costs nothing.

use crate::Name;
use std::fmt;
use std::rc::Rc;

/// An attribute, as it is written between `#[` and `]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attribute {
    /// `name`
    Atom(Name),
    /// `123`
    Int(i128),
    /// `name(a, b)`
    Compound(Name, Vec<Attribute>),
}

impl Attribute {
    /// The attribute that is only a name.
    pub fn named(name: impl Into<Name>) -> Attribute {
        Attribute::Atom(name.into())
    }

    /// What it is called, if it is more than a number.
    pub fn name(&self) -> Option<&str> {
        match self {
            Attribute::Atom(name) | Attribute::Compound(name, _) => Some(name),
            Attribute::Int(_) => None,
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attribute::Atom(name) => f.write_str(name),
            Attribute::Int(number) => write!(f, "{number}"),
            Attribute::Compound(name, parts) => {
                write!(f, "{name}(")?;
                for (k, part) in parts.iter().enumerate() {
                    f.write_str(if k > 0 { ", " } else { "" })?;
                    part.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// A set of attributes.  They are in order, so that sets that are equal are written the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attributes(Option<Rc<Vec<Attribute>>>);

impl Attributes {
    /// No attribute.
    pub const NONE: Attributes = Attributes(None);

    /// The set of these.
    pub fn of(attributes: impl IntoIterator<Item = Attribute>) -> Attributes {
        let mut all: Vec<Attribute> = attributes.into_iter().collect();
        all.sort();
        all.dedup();
        Attributes((!all.is_empty()).then(|| Rc::new(all)))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Each of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Attribute> {
        self.0.iter().flat_map(|all| all.iter())
    }

    /// Whether the attribute that is only this name is among them.
    pub fn has(&self, name: &str) -> bool {
        self.iter()
            .any(|own| matches!(own, Attribute::Atom(atom) if atom == name))
    }

    /// Those of both.
    pub fn and(&self, others: &Attributes) -> Attributes {
        match (&self.0, &others.0) {
            (None, _) => others.clone(),
            (_, None) => self.clone(),
            (Some(own), Some(others)) => Attributes::of(own.iter().cloned().chain(others.iter().cloned())),
        }
    }

    /// Those that are called otherwise than any of these.
    pub fn without(&self, names: &[&str]) -> Attributes {
        let is_kept = |own: &&Attribute| own.name().is_none_or(|name| !names.contains(&name));
        match self.iter().all(|own| is_kept(&own)) {
            true => self.clone(),
            false => Attributes::of(self.iter().filter(is_kept).cloned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_an_order_and_each_once() {
        let unroll = || Attribute::named("unroll");
        let inner = Attribute::Compound(
            "flattening".into(),
            vec![Attribute::named("only_inner"), Attribute::Int(7)],
        );
        let all = Attributes::of([unroll(), inner.clone(), unroll()]);
        let written: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(written, ["unroll", "flattening(only_inner, 7)"]);
        assert_eq!(
            all,
            Attributes::of([inner.clone()]).and(&Attributes::of([unroll()]))
        );
        assert_eq!(all.without(&["unroll", "none"]), Attributes::of([inner]));
        assert!(all.has("unroll") && !all.has("flattening"));
        assert_eq!(all.without(&["unroll", "flattening"]), Attributes::NONE);
    }
}
