//! Room on the stack for what recurs on programs, types and values.
//!
//! Whatever recurs on something that a program can make deep goes through [`deep`].  Where a program can have more than one stack, that adds one when
//! little is left of the last.  WebAssembly has one whose size nothing in it can change, so there levels are counted, and work that goes deeper than
//! [`effort::LEVELS`](crate::effort::LEVELS) is given up as all work is that takes too much ([`crate::effort`]).

/// Does something that needs at most so many bytes of stack before it comes here again; where fewer are left, so many more are added.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub fn deep<T>(room: usize, more: usize, inside: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(room, more, inside)
}

/// Does something one level deeper.
#[cfg(target_family = "wasm")]
pub fn deep<T>(_room: usize, _more: usize, inside: impl FnOnce() -> T) -> T {
    crate::effort::level(inside)
}
