//! Dex's core: generated programs are accepted and mean the same in other orders and after each arrow.

use elder_driver::fuzz::{Verdict, dex};
use elder_generate::dex::{Shape, case};
use elder_generate::{ChoiceTree, Choices};

/// A generated program is accepted, and has its value in every order and at every stage.
pub fn dex_stages(bytes: &[u8]) {
    let (shape, rest) = match bytes.split_first() {
        Some((first, rest)) if first % 4 == 3 => (Shape::SMOOTH, rest),
        Some((_, rest)) => (Shape::WHOLE, rest),
        None => return,
    };
    let case = case(&mut Choices::replaying(ChoiceTree::from_bytes(rest)), shape);
    if let Verdict::Differ { place, message } = dex::agree(&case) {
        panic!("{place}: {message}");
    }
}
