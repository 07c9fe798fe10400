//! Which devices there are, and which one is meant.

use crate::device::{BuildOptions, Device, Limits};
use crate::error::Error;
use crate::native::Native;
use crate::profile::Account;
use crate::program::LoadedProgram;
use crate::run::{Executable, LineOf, Loaded};
use crate::watched::Watched;
use elder_kernel::Dialect;
use elder_kernel::host::Program;
use elder_kernel::plan::Plan;
use std::rc::Rc;
use std::str::FromStr;

/// What `--device` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first GPU, or else the first device of OpenCL.
    Default,
    /// `c`: the CPU by way of a C compiler.
    C,
    /// A number of the list that [`list`] gives.
    Index(usize),
    /// A part, in any case, of the name of the device, or of the name, vendor or version of its platform; the first device
    /// that has it is taken.
    Fragment(String),
}

impl FromStr for Choice {
    type Err = Error;

    fn from_str(text: &str) -> Result<Choice, Error> {
        let text = text.trim();
        Ok(match text.parse() {
            Ok(index) => Choice::Index(index),
            Err(_) if text.is_empty() => Choice::Default,
            Err(_) if text.eq_ignore_ascii_case("c") => Choice::C,
            Err(_) => Choice::Fragment(text.to_string()),
        })
    }
}

impl Choice {
    /// That of the environment variable `ELDER_DEVICE`.
    pub fn from_environment() -> Choice {
        match std::env::var("ELDER_DEVICE") {
            Ok(text) => text.parse().unwrap_or(Choice::Default),
            Err(_) => Choice::Default,
        }
    }
}

/// A device in the list of `elder dev --list`.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its number.
    pub index: usize,
    /// The name of the device.
    pub name: String,
    /// The name of its platform; empty for C.
    pub platform: String,
    /// What the platform says of itself: vendor, version.
    pub about: String,
    /// The version of its driver.
    pub driver: String,
    /// Whether it is a GPU.
    pub is_gpu: bool,
    /// What it can do.
    pub limits: Limits,
}

impl Listed {
    /// Whether it is the CPU by way of a C compiler.
    pub fn is_c(&self) -> bool {
        self.platform.is_empty()
    }

    fn matches(&self, fragment: &str) -> bool {
        let fragment = fragment.to_lowercase();
        let texts = [&self.name, &self.platform, &self.about];
        texts.iter().any(|text| text.to_lowercase().contains(&fragment))
    }
}

/// A device on which plans can be loaded: [`Device`] without its types.
pub trait Machine {
    /// Its name.
    fn name(&self) -> &str;
    /// The language of its kernels.
    fn dialect(&self) -> Dialect;
    /// What it can do.
    fn limits(&self) -> &Limits;
    /// Compiles the kernels of some plans together.  With `line_of` the text says which lines of the source it comes from.
    fn load_with_lines<'a>(
        &'a self,
        plans: Vec<Plan>,
        options: &BuildOptions,
        line_of: Option<LineOf>,
    ) -> Result<Box<dyn Executable + 'a>, Error>;
    /// Compiles the kernels of a host program together; with `line_of` as above.
    fn load_program<'a>(
        &'a self,
        program: Program<Plan>,
        options: &BuildOptions,
        line_of: Option<LineOf>,
    ) -> Result<Box<dyn Executable + 'a>, Error>;
    /// Compiles the kernels of some plans together.
    fn load<'a>(
        &'a self,
        plans: Vec<Plan>,
        options: &BuildOptions,
    ) -> Result<Box<dyn Executable + 'a>, Error> {
        self.load_with_lines(plans, options, None)
    }
}

impl<D: Device> Machine for D {
    fn name(&self) -> &str {
        Device::name(self)
    }
    fn dialect(&self) -> Dialect {
        Device::dialect(self)
    }
    fn limits(&self) -> &Limits {
        Device::limits(self)
    }
    fn load_with_lines<'a>(
        &'a self,
        plans: Vec<Plan>,
        options: &BuildOptions,
        line_of: Option<LineOf>,
    ) -> Result<Box<dyn Executable + 'a>, Error> {
        Ok(Box::new(Loaded::new(self, plans, options, line_of)?))
    }
    fn load_program<'a>(
        &'a self,
        program: Program<Plan>,
        options: &BuildOptions,
        line_of: Option<LineOf>,
    ) -> Result<Box<dyn Executable + 'a>, Error> {
        Ok(Box::new(LoadedProgram::new(self, program, options, line_of)?))
    }
}

/// The devices of OpenCL, and at last the CPU by way of a C compiler, if there is one.
///
/// # Errors
/// If a platform does not answer.  That there is none is no error.
pub fn list() -> Result<Vec<Listed>, Error> {
    #[cfg(feature = "opencl")]
    let mut devices = crate::opencl::list()?;
    #[cfg(not(feature = "opencl"))]
    let mut devices: Vec<Listed> = Vec::new();
    if let Ok(native) = Native::new() {
        devices.push(Listed {
            index: devices.len(),
            name: Device::name(&native).to_string(),
            platform: String::new(),
            about: String::new(),
            driver: String::new(),
            is_gpu: false,
            limits: Device::limits(&native).clone(),
        });
    }
    Ok(devices)
}

/// The device that is meant, without opening it.
///
/// # Errors
/// [`Error::NoDevice`], [`Error::NoCompiler`], and what a platform refuses.
pub fn find(choice: &Choice) -> Result<Listed, Error> {
    let devices = list()?;
    let chosen = match choice {
        Choice::C => devices.iter().find(|d| d.is_c()),
        Choice::Default => (devices.iter().filter(|d| !d.is_c()))
            .find(|d| d.is_gpu)
            .or(devices.iter().find(|d| !d.is_c())),
        Choice::Index(index) => devices.get(*index),
        Choice::Fragment(fragment) => devices.iter().find(|d| d.matches(fragment)),
    };
    let Some(chosen) = chosen else {
        if *choice == Choice::C {
            // Why it is not among them.
            Native::new()?;
        }
        let wanted = match choice {
            Choice::C => "for C".to_string(),
            Choice::Default => "for OpenCL".to_string(),
            Choice::Index(index) => format!("number {index}"),
            Choice::Fragment(fragment) => format!("like `{fragment}`"),
        };
        let available = devices
            .iter()
            .map(|d| format!("{}: {}", d.index, d.name))
            .collect();
        return Err(Error::NoDevice { wanted, available });
    };
    Ok(chosen.clone())
}

/// Opens a device.
///
/// # Errors
/// [`Error::NoDevice`], [`Error::NoCompiler`], and what a platform refuses.
pub fn open(choice: &Choice) -> Result<Box<dyn Machine>, Error> {
    open_with(choice, None)
}

/// Opens a device and watches its host ([`Watched`]).
///
/// # Errors
/// As [`open`].
pub fn open_watched(choice: &Choice) -> Result<(Box<dyn Machine>, Rc<Account>), Error> {
    let account = Rc::<Account>::default();
    Ok((open_with(choice, Some(account.clone()))?, account))
}

fn open_with(choice: &Choice, account: Option<Rc<Account>>) -> Result<Box<dyn Machine>, Error> {
    if *choice == Choice::C {
        return Ok(boxed(Native::new()?, account));
    }
    let chosen = find(choice)?;
    if chosen.is_c() {
        return Ok(boxed(Native::new()?, account));
    }
    open_opencl(&chosen, account)
}

fn boxed<D: Device + 'static>(device: D, account: Option<Rc<Account>>) -> Box<dyn Machine> {
    match account {
        None => Box::new(device),
        Some(account) => Box::new(Watched { device, account }),
    }
}

#[cfg(feature = "opencl")]
fn open_opencl(chosen: &Listed, account: Option<Rc<Account>>) -> Result<Box<dyn Machine>, Error> {
    Ok(boxed(crate::opencl::OpenCl::open(chosen.index)?, account))
}

#[cfg(not(feature = "opencl"))]
fn open_opencl(chosen: &Listed, _: Option<Rc<Account>>) -> Result<Box<dyn Machine>, Error> {
    Err(Error::NoDevice {
        wanted: format!("number {}", chosen.index),
        available: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read() {
        assert_eq!("1".parse::<Choice>().unwrap(), Choice::Index(1));
        assert_eq!("C".parse::<Choice>().unwrap(), Choice::C);
        assert_eq!(
            " pocl ".parse::<Choice>().unwrap(),
            Choice::Fragment("pocl".into())
        );
        assert_eq!("".parse::<Choice>().unwrap(), Choice::Default);
    }

    #[test]
    fn a_device_that_is_not_there_is_refused_by_name() {
        let error = open(&Choice::Fragment("no such device".into())).err().unwrap();
        assert!(
            error.to_string().starts_with("no device like `no such device`"),
            "{error}"
        );
    }
}
