//! The cost of an evaluation: work and span.
//!
//! Every rule applied costs one unit of work and one of span.  In sequence both add
//! up.  The iterations of a map, a scatter or a filter are side by side: their work adds
//! up, their span is the largest of theirs; a reduction or scan of n elements takes
//! ⌈log₂ n⌉ levels of its operator (the standard model of the language of NESL).  A
//! sequential loop is a sequence.

use crate::futhark::machine::observe::Observer;
use crate::futhark::machine::value::Value;
use elder_futhark::intrinsics::Op;
use elder_syntax::{Rule, Span};
use std::any::Any;

/// Work and span so far.
#[derive(Debug, Default)]
pub struct Cost {
    /// Rules applied.
    pub work: u64,
    /// The longest chain of them.
    pub span: u64,
    /// Bytes of elements that intrinsics wrote into their results.
    pub moved: u64,
    open: Vec<Soac>,
}

/// A combinator under way.
#[derive(Debug)]
struct Soac {
    /// Span outside of it.
    outside: u64,
    longest: u64,
    iterations: u64,
}

impl Cost {
    /// Nothing yet.
    pub fn new() -> Cost {
        Cost::default()
    }
}

impl Observer for Cost {
    fn enter(&mut self, _: &'static Rule, _: Span) {
        self.work += 1;
        self.span += 1;
    }

    fn leave(&mut self, _: &'static Rule, _: Option<&Value>) {}

    fn begin_soac(&mut self, _: Op) {
        self.open.push(Soac {
            outside: self.span,
            longest: 0,
            iterations: 0,
        });
        self.span = 0;
    }

    fn iteration(&mut self) {
        if let Some(soac) = self.open.last_mut() {
            soac.longest = soac.longest.max(self.span);
            soac.iterations += 1;
            self.span = 1;
            self.work += 1;
        }
    }

    fn end_soac(&mut self, op: Op, value: Option<&Value>) {
        let Some(soac) = self.open.pop() else { return };
        let longest = soac.longest.max(self.span);
        let levels = match op {
            Op::Reduce | Op::ReduceComm | Op::Scan | Op::StreamRed | Op::Hist1d | Op::Hist2d | Op::Hist3d => {
                soac.iterations.next_power_of_two().trailing_zeros().max(1).into()
            }
            _ => 1,
        };
        self.span = soac.outside + longest * levels;
        self.moved += value.map_or(0, bytes);
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// Bytes of the scalars in a value.
fn bytes(value: &Value) -> u64 {
    use crate::futhark::machine::array::{Data, Flat};
    match value {
        Value::Array(_, a) => match &a.data {
            Data::Flat(Flat { cells, .. }) => {
                let width = crate::with_cells!(cells, b => width_of(b));
                crate::futhark::machine::array::volume(&a.shape)
                    .unwrap_or(0)
                    .unsigned_abs()
                    * width
            }
            Data::Record(fields) => fields.iter().map(bytes).sum(),
        },
        Value::Record(fields) => fields.iter().map(bytes).sum(),
        _ => value.prim().map_or(8, |p| p.prim_type().bytes() as u64),
    }
}

fn width_of<T>(_: &std::rc::Rc<crate::futhark::machine::array::Buffer<T>>) -> u64 {
    size_of::<T>() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_futhark::rules::evaluation::FUT_E_CONST;

    #[test]
    fn a_map_costs_the_sum_of_work_and_the_longest_span() {
        let mut cost = Cost::new();
        cost.begin_soac(Op::Map);
        for n in [1, 5, 2] {
            cost.iteration();
            (0..n).for_each(|_| cost.enter(&FUT_E_CONST, Span::NONE));
        }
        cost.end_soac(Op::Map, None);
        assert_eq!((cost.work, cost.span), (11, 6));
    }

    #[test]
    fn a_reduction_takes_logarithmic_levels() {
        let mut cost = Cost::new();
        cost.begin_soac(Op::Reduce);
        (0..1024).for_each(|_| cost.iteration());
        cost.end_soac(Op::Reduce, None);
        assert_eq!((cost.work, cost.span), (1024, 10));
    }
}
