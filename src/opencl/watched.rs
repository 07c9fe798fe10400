//! A device whose host is watched: what transfers and memory take is written into an account.
//!
//! All else is the device's own.  Before bytes are read it waits for what was asked for, so a read takes its own time only; that costs another
//! wait, so devices are watched by those who ask where time goes.

use crate::device::{BuildOptions, Device, KernelLaunch, Limits, Part};
use crate::error::Error;
use crate::profile::Account;
use elder_kernel::{Dialect, Printed};
use elder_syntax::Name;
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

/// A device with an account.
pub struct Watched<D> {
    /// The device.
    pub device: D,
    /// What its host does.
    pub account: Rc<Account>,
}

impl<D: Device> Device for Watched<D> {
    type Memory = D::Memory;
    type Program = D::Program;
    type Event = D::Event;

    fn name(&self) -> &str {
        self.device.name()
    }

    fn dialect(&self) -> Dialect {
        self.device.dialect()
    }

    fn limits(&self) -> &Limits {
        self.device.limits()
    }

    fn build(
        &self,
        text: &Printed,
        kernels: &[Name],
        options: &BuildOptions,
    ) -> Result<Self::Program, Error> {
        self.device.build(text, kernels, options)
    }

    fn was_cached(&self, program: &Self::Program) -> bool {
        self.device.was_cached(program)
    }

    fn allocate(&self, bytes: usize, what: &str) -> Result<Self::Memory, Error> {
        self.account.allocate(bytes, || self.device.allocate(bytes, what))
    }

    fn write(&self, to: &Self::Memory, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.account
            .write(bytes.len(), || self.device.write(to, offset, bytes))
    }

    fn read(&self, from: &Self::Memory, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        self.device.finish()?;
        self.account
            .read(bytes.len(), || self.device.read(from, offset, bytes))
    }

    fn finish(&self) -> Result<(), Error> {
        self.device.finish()
    }

    fn copy(
        &self,
        from: Part<Self::Memory>,
        to: Part<Self::Memory>,
        bytes: usize,
    ) -> Result<Self::Event, Error> {
        self.device.copy(from, to, bytes)
    }

    fn fill(&self, to: Part<Self::Memory>, value: PrimValue, bytes: usize) -> Result<Self::Event, Error> {
        self.device.fill(to, value, bytes)
    }

    fn launch(
        &self,
        program: &Self::Program,
        launch: &KernelLaunch<Self::Memory>,
    ) -> Result<Self::Event, Error> {
        self.device.launch(program, launch)
    }

    fn wait(&self, event: Self::Event) -> Result<u64, Error> {
        self.device.wait(event)
    }
}
