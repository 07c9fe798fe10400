//! What the command line says of all programs: what judging them may cost.

use elder_syntax::effort;

/// What judging a program may cost before it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Effort {
    /// Give up a program when checking it, or one pass over it, takes more steps than this [default: 20 million].
    #[arg(long, value_name = "N", global = true)]
    pub check_fuel: Option<u64>,
    /// Give up a program when Elder grows by more than this while it is checked, or taken through a pass [default: 4 GiB, or what the machine has].
    #[arg(long, value_name = "BYTES", global = true)]
    pub check_memory: Option<u64>,
}

/// What judging a program may take of memory, if nothing is said.
const MEMORY: u64 = 4 << 30;

impl Effort {
    /// As the bounds of all that this process judges.
    pub fn bound(self) {
        effort::bound_all(self.bounds());
    }

    /// As bounds.
    pub fn bounds(self) -> effort::Bounds {
        let available = available_memory().map_or(MEMORY, |bytes| bytes.min(MEMORY));
        effort::Bounds {
            steps: self.check_fuel.unwrap_or(effort::STEPS),
            memory: self.check_memory.unwrap_or(available),
        }
    }
}

/// Most of the memory that the machine has to give, or the process may have, where the system says.
pub fn available_memory() -> Option<u64> {
    let stated = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = stated
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let free = kib.saturating_mul(1024);
    let room = address_space().map_or(free, |room| room.min(free));
    Some(room / 10 * 9)
}

/// The addresses that the process may still use, where their number is limited (`ulimit -v`).
fn address_space() -> Option<u64> {
    let number = |text: &str| -> Option<u64> { text.split_ascii_whitespace().next()?.parse().ok() };
    let stated = std::fs::read_to_string("/proc/self/limits").ok()?;
    let limit = stated
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    let stated = std::fs::read_to_string("/proc/self/status").ok()?;
    let used = stated.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    Some(number(limit)?.saturating_sub(number(used)?.saturating_mul(1024)))
}
