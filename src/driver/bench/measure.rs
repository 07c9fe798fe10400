//! The times of an entry point on a device, and of a copy there.

use super::sample::{Rule, median};
use crate::device::Device;
use crate::profile::{Ran, Totals};
use elder_kernel::c::Type;
use elder_kernel::plan::{Plan, Step};
use elder_kernel::size::Size;
use elder_opencl::Error;
use elder_syntax::prim::{PrimType, PrimValue};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// Times runs by the rule.
///
/// # Errors
/// Those of `launch`.
pub fn timed<E>(rule: &Rule, mut launch: impl FnMut() -> Result<Ran, E>) -> Result<Totals, E> {
    let start = Instant::now();
    let mut before = 0;
    while !rule.is_warm(before, start.elapsed()) {
        launch()?;
        before += 1;
    }
    let start = Instant::now();
    let mut totals = Totals::default();
    while !rule.is_enough(&totals.device, start.elapsed()) {
        totals.add(&launch()?);
    }
    Ok(totals)
}

/// Copies between two buffers of a device, each number of bytes timed once.
#[derive(Debug, Default)]
pub struct Copies {
    known: FxHashMap<u64, u64>,
}

impl Copies {
    /// The median time of a copy of so many bytes, in nanoseconds.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn time(&mut self, device: &Device, bytes: u64, rule: &Rule) -> Result<u64, Error> {
        if let Some(known) = self.known.get(&bytes) {
            return Ok(*known);
        }
        let executable = device.machine().load(vec![plan(bytes)], device.options())?;
        let mut session = executable.start(0, &[])?;
        let totals = timed(rule, || Ok((session.launch()?, None)))?;
        let copies = totals.rows.iter().find(|row| row.name == "copy");
        let time = copies.map_or(0, |row| median(&row.times));
        self.known.insert(bytes, time);
        Ok(time)
    }
}

fn plan(bytes: u64) -> Plan {
    let mut plan = Plan::new("copy");
    let count = Size::from(i64::try_from(bytes / 4).unwrap_or(i64::MAX));
    let from = plan.add_buffer("from", Type::Scalar(PrimType::F32), count.clone());
    let to = plan.add_buffer("to", Type::Scalar(PrimType::F32), count);
    // Memory that nothing was written to may not be there yet.
    let value = PrimValue::F32(1.0);
    plan.steps = vec![
        Step::Fill { buffer: from, value },
        Step::Fill { buffer: to, value },
        Step::Copy { from, to },
    ];
    plan
}
