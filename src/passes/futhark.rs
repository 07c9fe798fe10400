//! From Futhark's checked tree towards Core, within Futhark.

pub mod defunctionalise;
