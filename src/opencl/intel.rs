//! Finding Intel's OpenCL runtime for CPUs.
//!
//! The runtime comes as Python packages (`intel-opencl-rt`, `intel-cmplr-lib-rt`) and is
//! not entered in `/etc/OpenCL/vendors`.  The usual way is to name a folder of `.icd`
//! files in `OCL_ICD_VENDORS`, which replaces that folder rather than adding to it.
//! So here is a second one: `ELDER_INTEL_OPENCL` names the folder with `libintelocl.so`, and
//! [`enable`] makes a folder of vendors that has that and all others.
//! `tests/intel-runtime.sh` installs the runtime and prints the environment to set.

use crate::cache::{Cache, Key};
use crate::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The library in the folder of the runtime.
pub const LIBRARY: &str = "libintelocl.so";

/// The folder that `ELDER_INTEL_OPENCL` names, if the library is in it.
pub fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("ELDER_INTEL_OPENCL")?);
    folder.join(LIBRARY).is_file().then_some(folder)
}

/// Makes a folder of vendors with the system's and that of Intel's runtime in `runtime`; its path is for `OCL_ICD_VENDORS`.
///
/// # Errors
/// If the folder cannot be written.
pub fn vendors(runtime: &Path, into: &Path) -> Result<(), Error> {
    let failed = || format!("the folder of OpenCL vendors {}", into.display());
    fs::create_dir_all(into).map_err(Error::io(failed()))?;
    for entry in fs::read_dir("/etc/OpenCL/vendors")
        .into_iter()
        .flatten()
        .flatten()
    {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "icd") {
            fs::copy(&path, into.join(entry.file_name())).map_err(Error::io(failed()))?;
        }
    }
    let line = format!("{}\n", runtime.join(LIBRARY).display());
    fs::write(into.join("elder-intel.icd"), line).map_err(Error::io(failed()))
}

/// Adds Intel's runtime to what this process will see of OpenCL, if `ELDER_INTEL_OPENCL` asks for that and `OCL_ICD_VENDORS` says
/// nothing else.  To be called at the start of `main`: whether it did something.
///
/// # Errors
/// If the folder of vendors cannot be written.
pub fn enable() -> Result<bool, Error> {
    let Some(runtime) = folder() else { return Ok(false) };
    if std::env::var_os("OCL_ICD_VENDORS").is_some() || !is_single_threaded() {
        return Ok(false);
    }
    let key = Key::new(&["vendors", &runtime.to_string_lossy()]);
    let base = Cache::from_environment()
        .folder()
        .map_or_else(std::env::temp_dir, Path::to_path_buf);
    let into = base.join(format!("vendors-{}", key.text().get(..16).unwrap_or("intel")));
    vendors(&runtime, &into)?;
    // SAFETY: changing the environment is unsound if another thread reads it; there is none.
    unsafe { std::env::set_var("OCL_ICD_VENDORS", &into) };
    Ok(true)
}

/// Whether this process has one thread only, as far as the system tells.
fn is_single_threaded() -> bool {
    fs::read_dir("/proc/self/task").is_ok_and(|tasks| tasks.count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_vendors_names_the_runtime() {
        let folder = tempfile::tempdir().unwrap();
        vendors(Path::new("/opt/intel"), folder.path()).unwrap();
        let line = fs::read_to_string(folder.path().join("elder-intel.icd")).unwrap();
        assert_eq!(line, "/opt/intel/libintelocl.so\n");
    }
}
