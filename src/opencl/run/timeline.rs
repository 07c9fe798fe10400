//! The times of what a run asks a device for.

use crate::device::Device;
use crate::error::Error;
use crate::profile::{Profile, Timed};
use elder_syntax::{Name, Span};
use std::time::Instant;

/// What a device is asked for.
pub(crate) struct Asked {
    pub(crate) name: Name,
    /// Where it comes from, if nobody knows better.
    pub(crate) place: Span,
    /// As [`Timed::bytes`].
    pub(crate) bytes: u64,
}

impl Asked {
    /// A copy of so many bytes: they are read and written.
    pub(crate) fn copy(bytes: usize) -> Asked {
        Asked {
            name: "copy".into(),
            place: Span::NONE,
            bytes: 2 * bytes as u64,
        }
    }

    /// So many bytes that are filled.
    pub(crate) fn fill(bytes: usize) -> Asked {
        Asked {
            name: "fill".into(),
            place: Span::NONE,
            bytes: bytes as u64,
        }
    }
}

/// The times of what has been asked for, those of what is done already as numbers.
pub(crate) struct Timeline<D: Device> {
    entries: Vec<Timed>,
    pending: Vec<(Asked, D::Event)>,
    began: Instant,
    /// Where in the source of a host program what it does now stands.
    pub(crate) place: Span,
}

/// How many events may be pending: drivers keep them all.
const MAX_PENDING: usize = 4096;

impl<D: Device> Timeline<D> {
    /// Of nothing, from now on.
    pub(crate) fn new() -> Timeline<D> {
        Timeline {
            entries: Vec::new(),
            pending: Vec::new(),
            began: Instant::now(),
            place: Span::NONE,
        }
    }

    /// Something that was asked for.
    pub(crate) fn note(&mut self, device: &D, asked: Asked, event: D::Event) -> Result<(), Error> {
        let place = match self.place {
            Span::NONE => asked.place,
            known => known,
        };
        self.pending.push((Asked { place, ..asked }, event));
        if self.pending.len() >= MAX_PENDING {
            self.wait(device)
        } else {
            Ok(())
        }
    }

    fn wait(&mut self, device: &D) -> Result<(), Error> {
        let mut result = Ok(());
        for (Asked { name, place, bytes }, event) in self.pending.drain(..) {
            match device.wait(event) {
                Ok(nanoseconds) => self.entries.push(Timed {
                    name,
                    place,
                    bytes,
                    nanoseconds,
                }),
                Err(error) => result = result.and(Err(about(error, &name))),
            }
        }
        result
    }

    /// The times when all is done, unless that ended in an error: what was launched before one still runs and uses the memory.
    pub(crate) fn end(mut self, device: &D, done: Result<(), Error>) -> Result<Profile, Error> {
        let waited = self.wait(device);
        done.and(waited)?;
        Ok(Profile {
            entries: self.entries,
            wall: u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX),
        })
    }
}

/// Says which kernel it was.
fn about(error: Error, kernel: &str) -> Error {
    match error {
        Error::Api {
            call,
            status,
            about: None,
        } => Error::Api {
            call,
            status,
            about: Some(format!("kernel `{kernel}`")),
        },
        other => other,
    }
}
