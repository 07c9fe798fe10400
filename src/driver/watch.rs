//! Several observers of one run.

use elder_futhark::intrinsics::Op;
use elder_semantics::futhark::observe::Observer;
use elder_semantics::futhark::value::Value;
use elder_syntax::{Rule, Span};
use std::any::Any;

/// Tells all its observers what it is told.
#[derive(Default)]
pub struct Watchers(Vec<Box<dyn Observer>>);

impl Watchers {
    /// Adds an observer.
    pub fn add(&mut self, observer: impl Observer + 'static) {
        self.0.push(Box::new(observer));
    }

    /// Itself as one observer, `None` if there is none in it.
    pub fn observer(self) -> Option<Box<dyn Observer>> {
        if self.0.is_empty() {
            None
        } else {
            Some(Box::new(self))
        }
    }

    /// The observers in an observer made by [`Watchers::observer`].
    pub fn open(observer: Option<Box<dyn Observer>>) -> Vec<Box<dyn Any>> {
        let watchers = observer.and_then(|o| o.into_any().downcast::<Watchers>().ok());
        watchers
            .map(|w| w.0.into_iter().map(Observer::into_any).collect())
            .unwrap_or_default()
    }
}

impl Observer for Watchers {
    fn enter(&mut self, rule: &'static Rule, span: Span) {
        self.0.iter_mut().for_each(|o| o.enter(rule, span));
    }

    fn leave(&mut self, rule: &'static Rule, value: Option<&Value>) {
        self.0.iter_mut().for_each(|o| o.leave(rule, value));
    }

    fn begin_soac(&mut self, op: Op) {
        self.0.iter_mut().for_each(|o| o.begin_soac(op));
    }

    fn iteration(&mut self) {
        self.0.iter_mut().for_each(|o| o.iteration());
    }

    fn end_soac(&mut self, op: Op, value: Option<&Value>) {
        self.0.iter_mut().for_each(|o| o.end_soac(op, value));
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_semantics::futhark::cost::Cost;
    use elder_semantics::futhark::derivation::Derivation;

    #[test]
    fn observers_come_back_with_what_they_saw() {
        assert!(Watchers::default().observer().is_none());
        let mut watchers = Watchers::default();
        watchers.add(Cost::new());
        watchers.add(Derivation::new(1, 1));
        let mut observer = watchers.observer().unwrap();
        observer.enter(&elder_syntax::value::rules::FMT_INT, Span::NONE);
        let seen = Watchers::open(Some(observer));
        assert_eq!(seen[0].downcast_ref::<Cost>().unwrap().work, 1);
        assert!(seen[1].is::<Derivation>());
    }
}
