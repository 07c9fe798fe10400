//! `elder bench`: how long entry points take on devices.
//!
//! [`data`] says what is timed: the data sets of the test blocks of a program, or what `--input` says.  [`measure`] times one of them on a device, until
//! [`sample`] says that it is known well enough, and a copy of as many bytes beside it; `point` does so for the data sets of an entry point, [`worker`] for all files on a thread of
//! its own, so that whoever waits may give a run up.  What came of it is a [`result`], as JSON or in a [`table`]; [`compare`] has that of an earlier run.

pub mod compare;
pub mod data;
pub mod measure;
mod point;
pub mod result;
pub mod sample;
pub mod table;
pub mod worker;
