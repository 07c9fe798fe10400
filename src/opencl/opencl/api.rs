//! What the `ocl` crate says, in our terms.

use crate::error::Error;
use ocl::core::{
    self, DeviceId, Event, Program, ProgramBuildInfo, ProgramBuildInfoResult, ProgramInfo, ProgramInfoResult,
};

/// For `map_err`: a call failed.
pub(super) fn failed(call: &'static str) -> impl Fn(core::Error) -> Error {
    move |error| api_error(call, &error, None)
}

/// The same, about a kernel.
pub(super) fn failed_about<'a>(call: &'static str, kernel: &'a str) -> impl Fn(core::Error) -> Error + 'a {
    move |error| api_error(call, &error, Some(format!("kernel `{kernel}`")))
}

fn api_error(call: &str, error: &core::Error, about: Option<String>) -> Error {
    let status = match error.api_status() {
        Some(status) => format!("{status:?}"),
        None => error.to_string().trim().to_string(),
    };
    Error::Api {
        call: call.to_string(),
        status,
        about,
    }
}

/// In the place of an event that nobody waits for.
pub(super) fn release_nothing() -> Option<&'static mut Event> {
    None
}

/// What the compiler said.
pub(super) fn build_log(program: &Program, device: &DeviceId) -> String {
    match core::get_program_build_info(program, device, ProgramBuildInfo::BuildLog) {
        Ok(ProgramBuildInfoResult::BuildLog(log)) => log,
        _ => String::new(),
    }
}

/// Whether the program can be run: `ocl` takes a failure without a log for a success.
pub(super) fn is_built(program: &Program, device: &DeviceId) -> bool {
    matches!(
        core::get_program_build_info(program, device, ProgramBuildInfo::BuildStatus),
        Ok(ProgramBuildInfoResult::BuildStatus(
            core::ProgramBuildStatus::Success
        ))
    )
}

/// The compiled program, for the cache.
pub(super) fn binary(program: &Program) -> Option<Vec<u8>> {
    match core::get_program_info(program, ProgramInfo::Binaries) {
        Ok(ProgramInfoResult::Binaries(binaries)) => binaries.into_iter().next().filter(|b| !b.is_empty()),
        _ => None,
    }
}
