//! Size expressions that live as long as the program.
//!
//! Expanding an abstract type makes sizes that are not part of the program's tree.
//! They are kept here, one after the other, so that the resolver can treat all
//! expressions alike.

use elder_futhark::tree::Exp;
use std::cell::OnceCell;
use std::rc::Rc;

/// A list that only grows, so that what is in it may be borrowed for as long as the list lives.
#[derive(Default)]
pub struct Kept {
    exp: OnceCell<Rc<Exp>>,
    next: OnceCell<Box<Kept>>,
}

impl Kept {
    /// Keeps the expression at the end, `self` being the end; the expression and the new end.
    pub(super) fn keep(&self, exp: Rc<Exp>) -> (&Exp, &Kept) {
        (self.exp.get_or_init(|| exp), self.next.get_or_init(Box::default))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // One after the other: the list may be long.
        let mut next = self.next.take();
        while let Some(mut node) = next {
            next = node.next.take();
        }
    }
}
