//! The platforms of OpenCL and their devices.

use super::api::failed;
use crate::choose::Listed;
use crate::device::Limits;
use crate::error::Error;
use elder_kernel::print::Extension;
use elder_kernel::subgroups;
use ocl::core::{self, DeviceId, DeviceInfo, DeviceType, PlatformId, PlatformInfo};
use std::sync::{Arc, Mutex, PoisonError};

/// A device and what is known of it.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) platform: PlatformId,
    pub(super) device: DeviceId,
    pub(super) listed: Listed,
    /// Whether it can round quotients and square roots of single precision correctly.
    pub(super) exact_division: bool,
    /// How the lanes of its sub-groups can read from each other.
    pub(super) subgroups: Subgroups,
}

/// How the lanes of sub-groups can read from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subgroups {
    /// Not at all, or not known.
    None,
    /// NVIDIA's instruction; 32 lanes.
    Nvidia,
    /// The functions of cl_khr_subgroup_shuffle; no sub-group has fewer lanes.
    Khronos(u64),
}

impl Subgroups {
    /// The options with which kernels that have sub-groups are built.
    pub(super) fn options(self) -> Vec<String> {
        let lanes = |n: u64| format!("-D{}={n}", subgroups::LANES);
        match self {
            Subgroups::None => vec![],
            Subgroups::Nvidia => vec![lanes(32), format!("-D{}", subgroups::NVIDIA)],
            Subgroups::Khronos(least) => vec![lanes(least)],
        }
    }
}

/// What a device says of its sub-groups.  Only GPUs count: the drivers of CPUs emulate lanes by memory, which is what the fallback does too.
fn subgroups_of(device: DeviceId, vendor: &str, is_gpu: bool) -> Subgroups {
    /// `CL_DEVICE_SUB_GROUP_SIZES_INTEL`
    const SIZES: u32 = 0x4108;
    if !is_gpu {
        return Subgroups::None;
    }
    if vendor.contains("NVIDIA") {
        return Subgroups::Nvidia;
    }
    let extensions = text(device, DeviceInfo::Extensions);
    let mut extensions = extensions.split_whitespace();
    if !extensions.any(|name| name == "cl_khr_subgroup_shuffle") {
        return Subgroups::None;
    }
    let sizes = core::get_device_info_raw(device, SIZES).unwrap_or_default();
    let sizes = sizes.chunks_exact(size_of::<usize>()).map(|chunk| {
        let mut word = [0; size_of::<usize>()];
        word.copy_from_slice(chunk);
        usize::from_ne_bytes(word) as u64
    });
    match sizes.min() {
        Some(least) if least.is_power_of_two() && least > 1 => Subgroups::Khronos(least.min(32)),
        _ => Subgroups::None,
    }
}

/// The devices of all platforms, in the loader's order.
///
/// # Errors
/// If the loader does not answer.
pub fn list() -> Result<Vec<Listed>, Error> {
    Ok(find()?.iter().map(|found| found.listed.clone()).collect())
}

/// What was found, once a process: drivers initialise themselves when they are first asked, and pocl 3.1 for one does not
/// bear being asked by two threads at that time.
static FOUND: Mutex<Option<Arc<Vec<Found>>>> = Mutex::new(None);

pub(super) fn find() -> Result<Arc<Vec<Found>>, Error> {
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = &*found {
        return Ok(found.clone());
    }
    let all = Arc::new(ask()?);
    *found = Some(all.clone());
    Ok(all)
}

fn ask() -> Result<Vec<Found>, Error> {
    let platforms = match core::get_platform_ids() {
        Ok(platforms) => platforms,
        Err(error) if error.api_status() == Some(core::Status::CL_PLATFORM_NOT_FOUND_KHR) => Vec::new(),
        Err(error) => return Err(failed("clGetPlatformIDs")(error)),
    };
    let mut all = Vec::new();
    for platform in platforms {
        // A platform without devices answers with an error.
        let devices = core::get_device_ids(platform, Some(DeviceType::ALL), None).unwrap_or_default();
        for device in devices {
            let index = all.len();
            all.push(found(platform, device, index));
        }
    }
    Ok(all)
}

fn platform_text(platform: PlatformId, info: PlatformInfo) -> String {
    core::get_platform_info(platform, info)
        .map(|r| r.to_string())
        .unwrap_or_default()
        .trim()
        .to_string()
}

/// Bytes of an answer; nothing if the device does not know the question.
fn raw(device: DeviceId, info: DeviceInfo) -> Vec<u8> {
    core::get_device_info_raw(device, info as u32).unwrap_or_default()
}

fn text(device: DeviceId, info: DeviceInfo) -> String {
    String::from_utf8_lossy(&raw(device, info))
        .trim_matches(['\0', ' '])
        .to_string()
}

/// Whole numbers of 64 bits, or of 32.
fn numbers(device: DeviceId, info: DeviceInfo, bytes: usize) -> Vec<u64> {
    let widened = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_ne_bytes(word)
    };
    raw(device, info).chunks_exact(bytes).map(widened).collect()
}

fn number(device: DeviceId, info: DeviceInfo, bytes: usize) -> u64 {
    numbers(device, info, bytes).first().copied().unwrap_or(0)
}

fn found(platform: PlatformId, device: DeviceId, index: usize) -> Found {
    /// `CL_DEVICE_TYPE_GPU`
    const GPU: u64 = 1 << 2;
    /// `CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT`
    const EXACT_DIVISION: u64 = 1 << 7;
    let is_gpu = number(device, DeviceInfo::Type, 8) & GPU != 0;
    let items = numbers(device, DeviceInfo::MaxWorkItemSizes, size_of::<usize>());
    let item = |d: usize| items.get(d).map_or(1, |n| *n as usize);
    let listed = Listed {
        index,
        name: text(device, DeviceInfo::Name),
        platform: platform_text(platform, PlatformInfo::Name),
        about: format!(
            "{}, {}",
            platform_text(platform, PlatformInfo::Vendor),
            platform_text(platform, PlatformInfo::Version)
        ),
        driver: text(device, DeviceInfo::DriverVersion),
        is_gpu,
        limits: Limits {
            max_allocation: number(device, DeviceInfo::MaxMemAllocSize, 8),
            memory: number(device, DeviceInfo::GlobalMemSize, 8),
            local_memory: number(device, DeviceInfo::LocalMemSize, 8),
            work_group: number(device, DeviceInfo::MaxWorkGroupSize, size_of::<usize>()) as usize,
            work_items: [item(0), item(1), item(2)],
            compute_units: number(device, DeviceInfo::MaxComputeUnits, 4) as u32,
            has_f64: number(device, DeviceInfo::DoubleFpConfig, 8) != 0,
            has_long_atomics: text(device, DeviceInfo::Extensions)
                .split_whitespace()
                .any(|name| name == Extension::LongAtomics.name()),
        },
    };
    Found {
        platform,
        device,
        listed,
        subgroups: subgroups_of(device, &platform_text(platform, PlatformInfo::Vendor), is_gpu),
        exact_division: number(device, DeviceInfo::SingleFpConfig, 8) & EXACT_DIVISION != 0,
    }
}
