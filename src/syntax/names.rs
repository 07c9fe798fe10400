//! Names that are numbers, of the languages whose programs passes rewrite.
//!
//! A name is bound once in a program, so what is known of it can stand in a vector, and no pass has to look out for a name that
//! means something else further in.  What a name is called is in one table of the program, and only people look there; two names
//! may be called the same.

/// What something is called.
pub use crate::Name as Text;

/// What a program binds: the row of its text in [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

impl Name {
    /// Its number: names of a program are dense, so this is the index into any table that has a row for each of them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The texts of all names of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    texts: Vec<Text>,
}

impl Names {
    /// A new name, called so.
    pub fn fresh(&mut self, text: impl Into<Text>) -> Name {
        let name = Name(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        self.texts.push(text.into());
        name
    }

    /// A new name, called as another.
    pub fn again(&mut self, name: Name) -> Name {
        self.fresh(self.text(name).clone())
    }

    /// What a name is called.
    pub fn text(&self, name: Name) -> &Text {
        static NOBODY: Text = Text::new_static("_");
        self.texts.get(name.index()).unwrap_or(&NOBODY)
    }

    /// A name is called so from here on.
    pub fn rename(&mut self, name: Name, text: impl Into<Text>) {
        if let Some(own) = self.texts.get_mut(name.index()) {
            *own = text.into();
        }
    }

    /// All names, in the order in which they were made.
    pub fn all(&self) -> impl Iterator<Item = Name> + use<> {
        (0..self.texts.len() as u32).map(Name)
    }

    /// How many there are: one more than the largest number of a name.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_called_the_same_differ() {
        let mut names = Names::default();
        let x = names.fresh("x");
        let y = names.again(x);
        assert_ne!(x, y);
        assert_eq!((names.text(x).as_str(), names.text(y).as_str()), ("x", "x"));
        assert_eq!(names.all().collect::<Vec<_>>(), [x, y]);
    }
}
