//! What a thread, or this process, has had of a processor: other processes of the machine do not count, so what is measured by it does not
//! depend on what else runs.

use std::time::Duration;

/// What this thread has had.
pub fn thread() -> Duration {
    read(Clock::Thread)
}

/// What all threads of this process have had together.
pub fn process() -> Duration {
    read(Clock::Process)
}

enum Clock {
    Thread,
    Process,
}

#[cfg(unix)]
fn read(clock: Clock) -> Duration {
    use rustix::time::ClockId;
    let now = rustix::time::clock_gettime(match clock {
        Clock::Thread => ClockId::ThreadCPUTime,
        Clock::Process => ClockId::ProcessCPUTime,
    });
    let part = |n: i64| u64::try_from(n).unwrap_or(0);
    Duration::from_secs(part(now.tv_sec)) + Duration::from_nanos(part(now.tv_nsec))
}

/// The time since it was first asked for, where nothing says what a thread has had of a processor.
#[cfg(not(unix))]
fn read(_: Clock) -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
