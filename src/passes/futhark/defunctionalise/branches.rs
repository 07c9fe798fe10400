//! What conditionals, loops and arrays need that give functions (`--function-branches`): static values that are one of several.
//!
//! | module | what |
//! | --- | --- |
//! | [`join`] | the static value of both branches of a conditional, an `Or` of their functions |
//! | [`loops`] | that of a loop's parameter, which is the join of all rounds |
//! | [`arrays`] | that of the elements of an array |
//! | [`beside`] | what the functions in an array capture alike, which stands beside its elements |

pub mod arrays;
pub mod beside;
pub mod join;
pub mod loops;
