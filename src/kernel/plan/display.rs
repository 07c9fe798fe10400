//! Launch plans as text for people.

use super::{Argument, Condition, Launch, Plan, ScalarAt, SizeSource, Step};
use crate::c::Type;
use crate::size::Size;
use std::fmt;

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "plan {}", self.name)?;
        for (number, parameter) in self.parameters.iter().enumerate() {
            write!(f, "  takes {}: {}{}", parameter.name, dimensions(&parameter.shape), parameter.element)?;
            match &parameter.place {
                Some(place) => writeln!(f, " in {}", self.buffer(place.buffer.0))?,
                None => writeln!(f, " (number {number})")?,
            }
        }
        for size in &self.sizes {
            match &size.from {
                SizeSource::Dimension { parameter, dimension } => {
                    let of = self.parameters.get(*parameter).map_or("?", |p| p.name.as_str());
                    writeln!(f, "  size {} = dimension {dimension} of {of}", size.name)?;
                }
                SizeSource::Input(parameter) => {
                    let of = self.parameters.get(*parameter).map_or("?", |p| p.name.as_str());
                    writeln!(f, "  size {} = {of}", size.name)?;
                }
                SizeSource::Computed(value) => writeln!(f, "  size {} = {value}", size.name)?,
            }
        }
        for check in &self.checks {
            writeln!(f, "  check {} ({}/{})", check.condition, check.rule.0.id, check.rule.1)?;
        }
        for buffer in &self.buffers {
            writeln!(f, "  buffer {}: {} of {}", buffer.name, buffer.count, element(&buffer.element))?;
        }
        self.steps(f, &self.steps, 1)?;
        for result in &self.results {
            let place = self.buffer(result.place.buffer.0);
            writeln!(f, "  gives {}{} in {place}", dimensions(&result.shape), result.element)?;
        }
        Ok(())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Equal(a, b) => write!(f, "{a} = {b}"),
            Condition::AtMost(a, b) => write!(f, "{a} <= {b}"),
            Condition::Less(a, b) => write!(f, "{a} < {b}"),
            Condition::Divides(a, b) => write!(f, "{a} divides {b}"),
        }
    }
}

fn dimensions(shape: &[Size]) -> String {
    shape.iter().map(|n| format!("[{n}]")).collect()
}

fn element(ty: &Type) -> String {
    match ty {
        Type::Scalar(t) => t.to_string(),
        other => format!("{other:?}"),
    }
}

impl Plan {
    fn buffer(&self, number: usize) -> &str {
        self.buffers.get(number).map_or("?", |b| b.name.as_str())
    }

    fn scalar(&self, at: &ScalarAt) -> String {
        format!("{}[{}]", self.buffer(at.buffer.0), at.index)
    }

    fn steps(&self, f: &mut fmt::Formatter<'_>, steps: &[Step], depth: usize) -> fmt::Result {
        let pad = "  ".repeat(depth);
        for step in steps {
            match step {
                Step::Launch(launch) => writeln!(f, "{pad}{}", self.launch(launch))?,
                Step::Copy { from, to } => {
                    writeln!(f, "{pad}copy {} to {}", self.buffer(from.0), self.buffer(to.0))?;
                }
                Step::Fill { buffer, value } => {
                    writeln!(f, "{pad}fill {} with {value:?}", self.buffer(buffer.0))?;
                }
                Step::Swap(a, b) => writeln!(f, "{pad}swap {} and {}", self.buffer(a.0), self.buffer(b.0))?,
                Step::Read { size, scalar } => writeln!(f, "{pad}size {size} = {}", self.scalar(scalar))?,
                Step::For { var, count, body } => {
                    writeln!(f, "{pad}for {var} < {count}")?;
                    self.steps(f, body, depth + 1)?;
                }
                Step::If { condition, then, otherwise } => {
                    writeln!(f, "{pad}if {}", self.scalar(condition))?;
                    self.steps(f, then, depth + 1)?;
                    if !otherwise.is_empty() {
                        writeln!(f, "{pad}else")?;
                        self.steps(f, otherwise, depth + 1)?;
                    }
                }
                Step::While { condition, body } => {
                    writeln!(f, "{pad}while {}", self.scalar(condition))?;
                    self.steps(f, body, depth + 1)?;
                }
            }
        }
        Ok(())
    }

    fn launch(&self, launch: &Launch) -> String {
        let kernel = self.kernels.get(launch.kernel.0).map_or("?", |k| k.function.name.as_str());
        let arguments: Vec<String> = (launch.arguments.iter())
            .map(|argument| match argument {
                Argument::Buffer(buffer) => self.buffer(buffer.0).to_string(),
                Argument::Local { element: of, count } => format!("local {count} of {}", element(of)),
                Argument::Size(size, _) => size.to_string(),
                Argument::Input(number) => {
                    self.parameters.get(*number).map_or("?", |p| p.name.as_str()).to_string()
                }
                Argument::Value(value) => format!("{value:?}"),
            })
            .collect();
        let extent = |sizes: &[Size; 3]| {
            let shown: Vec<String> = sizes.iter().map(Size::to_string).collect();
            shown.join(" x ")
        };
        let local = match &launch.local {
            Some(local) => format!(" in groups of {}", extent(local)),
            None => String::new(),
        };
        format!("launch {kernel}({}) on {}{local}", arguments.join(", "), extent(&launch.global))
    }
}
