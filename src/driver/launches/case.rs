//! A launch as a program of its own.

use elder_dpia::Entry;
use elder_kernel::host::{
    Body, Entry as HostEntry, Operand, Output, Parameter, Point, Program as Steps, Step, Var,
};
use elder_passes::programs::{Host, Interface};
use elder_semantics::kernel::program::cells::Cells;
use elder_semantics::kernel::program::{Call, Done};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::text;
use elder_syntax::{Span, Value};

/// A launch with what it took and gave.
pub(super) struct Launch {
    /// Which entry was launched.
    pub(super) entry: usize,
    sizes: Vec<i64>,
    scalars: Vec<PrimValue>,
    reads: Vec<Cells>,
    updates: Vec<Cells>,
    /// Nothing if it failed.
    done: Option<Done>,
}

impl Launch {
    /// A launch that gave nothing yet.
    pub(super) fn of(call: &Call<'_>) -> Launch {
        let owned = |all: &[&Cells]| all.iter().copied().cloned().collect();
        Launch {
            entry: call.entry,
            sizes: call.sizes.to_vec(),
            scalars: call.scalars.to_vec(),
            reads: owned(call.reads),
            updates: owned(call.updates),
            done: None,
        }
    }

    /// It gave this.
    pub(super) fn gave(self, done: Done) -> Launch {
        Launch {
            done: Some(done),
            ..self
        }
    }

    /// It as a program of its own.  What the array that is expected was to lie in is expected of it, as far as one of its blocks has what was shown.  A launch
    /// that failed is none: nothing says what it had to give.
    pub(super) fn case(self, entry: &HostEntry<Entry>, expected: Option<&Value>) -> Option<String> {
        let done = self.done?;
        let mut point = Point {
            name: "launch".into(),
            names: Vec::new(),
            sizes: Vec::new(),
            parameters: Vec::new(),
            body: Body::default(),
            results: Vec::new(),
            span: Span::NONE,
        };
        let mut inputs = Vec::new();
        let variable = |point: &mut Point, text: &str| {
            point.names.push(text.into());
            Var(u32::try_from(point.names.len() - 1).unwrap_or(u32::MAX))
        };
        let parameter =
            |point: &mut Point, text: &str, element: PrimType, shape: Vec<Operand>, unique: bool| {
                let var = variable(point, text);
                point.parameters.push(Parameter {
                    var,
                    element,
                    shape,
                    unique,
                });
                var
            };
        let count = |cells: &Cells| Operand::i64(i64::try_from(cells.count()).unwrap_or(i64::MAX));
        let mut scalars = Vec::new();
        for scalar in &self.scalars {
            scalars.push(parameter(&mut point, "x", scalar.prim_type(), vec![], false).into());
            inputs.push(Value::scalar(*scalar));
        }
        let mut blocks = |point: &mut Point, all: &[Cells], unique: bool| -> Vec<Var> {
            let each = all.iter().map(|cells| {
                let var = parameter(point, "b", cells.element(), vec![count(cells)], unique);
                inputs.push(Value::new(vec![cells.count()], cells.data().clone())?);
                Some(var)
            });
            each.collect::<Option<_>>().unwrap_or_default()
        };
        let reads = blocks(&mut point, &self.reads, false);
        let updates = blocks(&mut point, &self.updates, true);
        let mut writes = Vec::new();
        for cells in &done.writes {
            let var = variable(&mut point, "c");
            point.body.steps.push(Step::Alloc {
                var,
                element: cells.element(),
                count: count(cells),
                span: Span::NONE,
            });
            writes.push(var);
        }
        point.body.steps.push(Step::Do {
            entry: 0,
            sizes: self.sizes.iter().map(|size| Operand::i64(*size)).collect(),
            scalars,
            reads: reads.clone(),
            writes: writes.clone(),
            updates: updates.clone(),
        });
        point.body.steps.extend(reads.into_iter().map(Step::Drop));
        let mut outputs = Vec::new();
        let given = done.writes.iter().chain(&done.updates);
        for (var, cells) in writes.into_iter().chain(updates).zip(given) {
            point.body.results.extend([count(cells), var.into()]);
            point.results.push(Output {
                element: cells.element(),
                rank: 1,
            });
            let is_meant =
                |value: &&Value| value.data().len() == cells.count() && value.prim_type() == cells.element();
            let data = expected.filter(is_meant).map_or(cells.data(), Value::data);
            outputs.push(Value::new(vec![cells.count()], data.clone())?);
        }
        let host = Host {
            program: Steps {
                entries: vec![entry.clone()],
                constants: Vec::new(),
                points: vec![point],
            },
            parameters: Vec::new(),
            chosen: Vec::new(),
            interface: Interface::Same,
        };
        let line = |all: &[Value]| {
            let mut out = Vec::new();
            for value in all {
                out.push(b' ');
                text::write(value, &mut out);
            }
            String::from_utf8_lossy(&out).into_owned()
        };
        let body = elder_syntax::language::Program::text(&host);
        Some(format!(
            "-- ==\n-- entry: launch\n-- input {{{} }}\n-- output {{{} }}\n\n{body}",
            line(&inputs),
            line(&outputs)
        ))
    }
}
