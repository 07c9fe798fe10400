//! Where texts come from: a front end asks for the texts of files by their names, and whoever judges a program says what they are.

use std::io::{self, ErrorKind};
use std::path::Path;

/// Texts by the names of their files.
pub trait Imports {
    /// The text of that name.
    ///
    /// # Errors
    /// Why there is none; [`ErrorKind::NotFound`] where nothing has that name.
    fn text(&mut self, name: &str) -> io::Result<String>;

    /// What tells a file from all others, however its name is spelled.
    ///
    /// # Errors
    /// As of [`Imports::text`].
    fn identity(&mut self, name: &str) -> io::Result<String> {
        Ok(name.to_owned())
    }
}

/// The files on disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Imports for Disk {
    #[allow(
        clippy::disallowed_methods,
        reason = "this is the implementation for those who have files"
    )]
    fn text(&mut self, name: &str) -> io::Result<String> {
        std::fs::read_to_string(name)
    }

    fn identity(&mut self, name: &str) -> io::Result<String> {
        Ok(Path::new(name).canonicalize()?.to_string_lossy().into_owned())
    }
}

/// Texts with their names, and no others.
impl<Name: AsRef<str>, Text: AsRef<str>> Imports for &[(Name, Text)] {
    fn text(&mut self, name: &str) -> io::Result<String> {
        let own = self.iter().find(|(own, _)| own.as_ref() == name);
        own.map(|(_, text)| text.as_ref().to_owned())
            .ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn identity(&mut self, name: &str) -> io::Result<String> {
        self.text(name).map(|_| name.to_owned())
    }
}
