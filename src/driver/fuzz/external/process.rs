//! A command of the shell with a limit of time.
//!
//! It reads and writes files, so that no pipe fills up, and is a group of processes, so that nothing of it is left when its time is over.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
    /// Its time was over.
    Late,
}

/// What a command did.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote on its standard output.
    pub output: Vec<u8>,
    /// What it wrote on its standard error, as far as it is text.
    pub errors: String,
}

/// Blocks of 512 bytes that each file of a command may have: 1 GiB.
const BLOCKS: u32 = 1 << 21;

/// The longest time between two looks at a process.
const LOOK: Duration = Duration::from_millis(20);

/// Runs a command of the shell, with this file or nothing as input; what it writes goes to files in the folder.
///
/// # Errors
/// Why no process can be started, or a file not be used.
pub fn run(command: &str, input: Option<&Path>, folder: &Path, limit: Duration) -> io::Result<Ended> {
    let (output, errors) = (folder.join("output"), folder.join("errors"));
    let input = match input {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -f {BLOCKS}; {command}"))
        .stdin(input)
        .stdout(File::create(&output)?)
        .stderr(File::create(&errors)?)
        .process_group(0)
        .spawn()?;
    let ending = wait(&mut child, limit)?;
    Ok(Ended {
        ending,
        output: fs::read(&output)?,
        errors: String::from_utf8_lossy(&fs::read(&errors)?).into_owned(),
    })
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<Ending> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            let signal = status.signal().map(Ending::Signal);
            return Ok(signal.unwrap_or(match status.code() {
                // So a shell says that what it ran was ended by a signal.
                Some(code) if code > 128 => Ending::Signal(code - 128),
                code => Ending::Status(code.unwrap_or(0)),
            }));
        }
        if start.elapsed() >= limit {
            end(child)?;
            return Ok(Ending::Late);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LOOK);
    }
}

/// Ends the command with all that it started.
fn end(child: &mut Child) -> io::Result<()> {
    let group = format!("kill -KILL -{}", child.id());
    Command::new("sh")
        .arg("-c")
        .arg(group)
        .stderr(Stdio::null())
        .status()?;
    child.wait()?;
    Ok(())
}
