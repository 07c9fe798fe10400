//! Threads with room for deep recursion, and the last resort when Elder itself is wrong.

use crate::messages::say;
use elder_engine::Exit;
use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;
use std::thread;

/// Address space reserved for the stack; memory is used only as far as the recursion goes.
pub const STACK: usize = 1 << 30;

/// Runs a command on a thread with a large stack.  A panic in it is reported as an error of Elder's own, with a
/// status of its own, and never as 101.
pub fn run(command: impl FnOnce() -> Exit + Send + 'static) -> ExitCode {
    panic::set_hook(Box::new(report));
    // Less will do for all but absurd programs where the address space is limited.
    let mut command = Some(command);
    for size in [STACK, STACK / 8, STACK / 64] {
        let (send, receive) = std::sync::mpsc::channel();
        let Ok(thread) = thread::Builder::new().stack_size(size).spawn(move || {
            let command: Option<Box<dyn FnOnce() -> Exit + Send>> = receive.recv().ok();
            command.map(|c| c())
        }) else {
            continue;
        };
        if let Some(command) = command.take() {
            let _ = send.send(Box::new(command));
        }
        return match thread.join() {
            Ok(Some(exit)) => status(exit),
            _ => status(Exit::Internal),
        };
    }
    say(format_args!("error: the system gives no thread\n"));
    status(Exit::Limit)
}

fn status(exit: Exit) -> ExitCode {
    ExitCode::from(exit as u8)
}

/// What is said about a panic.
pub fn report(info: &PanicHookInfo) {
    let place = info
        .location()
        .map(|l| format!(" at {}:{}", l.file(), l.line()))
        .unwrap_or_default();
    say(format_args!(
        "internal error{place}: {}\n\
         This is a mistake in Elder, not in the program. Please report it with the program and its input.\n",
        message(info.payload())
    ));
}

/// The message of a panic.
pub fn message(payload: &(dyn std::any::Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("panic")
}
