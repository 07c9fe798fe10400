//! A launch plan as text, for people.

use super::{Argument, Condition, Launch, Plan, ScalarAt, SizeSource, Source, Step};
use crate::c::Type;
use crate::prim::{short_name, vector_name};
use crate::size::Size;
use std::fmt::{self, Write};

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "plan {}", self.name)?;
        for p in &self.parameters {
            write!(f, "  takes {}: {}{}", p.name, Shape(&p.shape), p.element)?;
            match &p.place {
                Some(place) => writeln!(f, " in {}", self.place(place))?,
                None => writeln!(f)?,
            }
        }
        for index in &self.indexes {
            writeln!(
                f,
                "  indexes {} below {}",
                self.parameter(index.parameter),
                index.below
            )?;
        }
        for s in &self.sizes {
            write!(f, "  size {} = ", s.name)?;
            match &s.from {
                SizeSource::Dimension { parameter, dimension } => {
                    writeln!(f, "dimension {dimension} of {}", self.parameter(*parameter))?
                }
                SizeSource::Input(parameter) => writeln!(f, "{}", self.parameter(*parameter))?,
                SizeSource::Computed(size) => writeln!(f, "{size}")?,
            }
        }
        for c in &self.checks {
            writeln!(f, "  check {} ({}/{})", c.condition, c.rule.0.id, c.rule.1)?;
        }
        for b in &self.buffers {
            writeln!(f, "  buffer {}: {} of {}", b.name, b.count, type_text(&b.element))?;
        }
        if let Some(failures) = &self.failures {
            writeln!(f, "  failures in {}", self.buffer(failures.record))?;
        }
        for (k, site) in self
            .failures
            .iter()
            .flat_map(|failures| &failures.sites)
            .enumerate()
        {
            let (rule, premise) = site.rule;
            writeln!(f, "  site {} ({}/{premise}) {}", k + 1, rule.id, site.message)?;
        }
        self.steps(&self.steps, 1, f)?;
        for r in &self.results {
            writeln!(
                f,
                "  gives {}{} in {}",
                Shape(&r.shape),
                r.element,
                self.place(&r.place)
            )?;
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

struct Shape<'a>(&'a [Size]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|n| write!(f, "[{n}]"))
    }
}

fn type_text(ty: &Type) -> String {
    match ty {
        Type::Void => "void".to_string(),
        Type::Scalar(t) => t.to_string(),
        Type::Vector(t, width) => vector_name(*t, *width),
        Type::Struct(name) => name.to_string(),
        Type::Pointer(p) => format!("{}*", type_text(&p.to)),
    }
}

impl Plan {
    fn buffer(&self, id: super::BufferId) -> &str {
        self.buffers.get(id.0).map_or("?", |b| &b.name)
    }

    fn parameter(&self, number: usize) -> &str {
        self.parameters.get(number).map_or("?", |p| &p.name)
    }

    fn place(&self, place: &super::Place) -> String {
        let mut text = self.buffer(place.buffer).to_string();
        for field in &place.path {
            let _ = write!(text, ".{field}");
        }
        text
    }

    fn source(&self, source: &Source) -> String {
        match source {
            Source::At(at) => self.scalar(at),
            Source::Known(number) => number.to_string(),
        }
    }

    fn scalar(&self, at: &ScalarAt) -> String {
        format!("{}[{}]", self.buffer(at.buffer), at.index)
    }

    fn steps(&self, steps: &[Step], depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for step in steps {
            match step {
                Step::Launch(launch) => writeln!(f, "{indent}{}", self.launch(launch))?,
                Step::Copy { from, to } => {
                    writeln!(f, "{indent}copy {} to {}", self.buffer(*from), self.buffer(*to))?
                }
                Step::Fill { buffer, value } => {
                    let value = elder_syntax::Value::scalar(*value);
                    writeln!(f, "{indent}fill {} with {value}", self.buffer(*buffer))?
                }
                Step::Swap(a, b) => writeln!(f, "{indent}swap {} and {}", self.buffer(*a), self.buffer(*b))?,
                Step::Read {
                    size, scalar, most, ..
                } => writeln!(f, "{indent}size {size} = {}, at most {most}", self.source(scalar))?,
                Step::For { var, count, body } => {
                    writeln!(f, "{indent}for {var} < {count}")?;
                    self.steps(body, depth + 1, f)?;
                }
                Step::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    writeln!(f, "{indent}if {}", self.source(condition))?;
                    self.steps(then, depth + 1, f)?;
                    if !otherwise.is_empty() {
                        writeln!(f, "{indent}else")?;
                        self.steps(otherwise, depth + 1, f)?;
                    }
                }
                Step::While { condition, body } => {
                    writeln!(f, "{indent}while {}", self.scalar(condition))?;
                    self.steps(body, depth + 1, f)?;
                }
            }
        }
        Ok(())
    }

    fn launch(&self, launch: &Launch) -> String {
        let name = self
            .kernels
            .get(launch.kernel.0)
            .map_or("?", |k| &k.function.name);
        let sizes = |all: &[Size; 3]| {
            // The last dimensions are mostly 1.
            let used = (1..=3).rev().find(|d| all[d - 1] != Size::Const(1)).unwrap_or(1);
            let texts: Vec<String> = all[..used].iter().map(Size::to_string).collect();
            texts.join(" x ")
        };
        let arguments: Vec<String> = (launch.arguments.iter())
            .map(|a| match a {
                Argument::Buffer(id) => self.buffer(*id).to_string(),
                Argument::Local { element, count } => format!("local {count} of {}", type_text(element)),
                Argument::Size(size, _) => size.to_string(),
                Argument::Input(number) => self.parameter(*number).to_string(),
                Argument::Value(value) => {
                    format!(
                        "({}) {}",
                        short_name(value.prim_type()),
                        elder_syntax::Value::scalar(*value)
                    )
                }
            })
            .collect();
        let groups = launch
            .local
            .as_ref()
            .map_or(String::new(), |l| format!(" in groups of {}", sizes(l)));
        format!(
            "launch {name}({}) on {}{groups}",
            arguments.join(", "),
            sizes(&launch.global)
        )
    }
}
